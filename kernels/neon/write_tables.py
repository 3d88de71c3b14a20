#!/usr/bin/env python3
"""Writes kernels/neon/write_tables.h: scaled ulps, and the rows by which digits become text.

Run by hand: python3 kernels/neon/write_tables.py > kernels/neon/write_tables.h. The output is checked in.
"""

import os
import sys
import textwrap

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from pow10 import EXACT_LEAST, EXACT_MOST, scaled_ulp  # noqa: E402

LEAST, MOST = -6, 20  # the power of ten of the first digit
SKIPS = 3             # zeros in front of it are 0, 1 or 2
DIGITS = 17
ZERO, POINT, MINUS = 17, 18, 19  # where these bytes are, behind the digits; see write_block.h


def digit(g):
    """Where digit g is: 15 at byte 0, 14 at byte 1 .. 0 at byte 15, and 16 at byte 16."""
    return ZERO if g >= DIGITS else 16 if g == 16 else 15 - g


def text(power, skip, negative):
    """32 bytes of text whose first digit, that is digit `skip`, stands for 10^power."""
    row = [MINUS] if negative else []
    if power < 0:
        row += [ZERO, POINT] + [ZERO] * (-1 - power)
    row += [digit(g + skip) for g in range(32)]
    if power >= 0:
        row.insert(negative + power + 1, POINT)
    return row[:32]


def print_halves():
    """halves[q - EXACT_LEAST] is H = 2^(q - 1) / 10^(k + 1), exact; then any, and that of zero."""
    words = []
    for q in range(EXACT_LEAST, EXACT_MOST + 1):
        value, exact = scaled_ulp(q)
        half = value / 2 ** 65
        assert exact and half * 2 ** 65 == value
        words.append(half.hex().replace("0000000p", "p").replace("000p", "p"))
    words += ["1", "0"]
    print(f"\nstatic const double halves[{len(words)}] = {{")
    for i in range(0, len(words), 4):
        print("    " + " ".join(word + "," for word in words[i:i + 4]))
    print("};")


def print_rows():
    leads = range(LEAST, MOST + SKIPS)  # the power of the first digit, zeros counted
    print(f"\nstatic const uint8_t rows[{len(leads) * SKIPS * 2}][32] = {{")
    for leading in leads:
        for skip in range(SKIPS):
            for negative in range(2):
                row = text(leading - skip, skip, negative)
                print(textwrap.fill("{" + ", ".join(map(str, row)) + "},", 100,
                                    initial_indent="    ", subsequent_indent="     "))
    print("};")


def main():
    print("/* kernels/neon/write_tables.h - from digits to text, made by write_tables.py; do not edit."
          " */")
    print("/* clang-format off */")
    print_halves()
    print_rows()


if __name__ == "__main__":
    main()
