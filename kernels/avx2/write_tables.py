#!/usr/bin/env python3
"""Writes kernels/avx2/write_tables.h, the rows by which digits become text; see write_text.h.

Run by hand: python3 kernels/avx2/write_tables.py > kernels/avx2/write_tables.h. The output is checked in.
"""

import os
import sys
import textwrap

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from pow10 import EXACT_LEAST, EXACT_MOST, f32_halves, scaled_ulp  # noqa: E402

LEAST, MOST = -6, 15   # the power of ten of the first digit
NEAR_F32 = 113, 176    # fields of write_rows.h
NONE = -1              # picks 0
SPARE = {".": 9, "-": 10, "0": 11, None: 12}  # bytes of a float's digits; None: what stands before


def put_digit(i, skip, source, digits):
    """Byte and base of digit i of the text; source gives its place, None where it is not there."""
    if i + skip >= digits:
        return NONE, ord("0")
    at = source(i + skip)
    return (NONE, ord("0")) if at is None else (at, ord("0"))


def text(power, skip, negative, digits, source):
    """(pick, base) of 32 bytes: one for what stands before, the sign, the text whose first digit stands for 10^power."""
    row = [(NONE, 0)] + [(NONE, ord("-"))] * negative
    if power < 0:
        row += [(NONE, ord("0")), (NONE, ord("."))] + [(NONE, ord("0"))] * (-1 - power)
    point = len(row) + power + 1
    for i in range(32 - len(row)):
        if power >= 0 and len(row) == point:
            row.append((NONE, ord(".")))
        j = len(row)
        row.append(put_digit(i, skip, lambda g: source(j, g), digits))
    return row[:32]


def braces(part):
    return "{" + ",".join(braces(p) if isinstance(p, list) else str(p) for p in part) + "}"


def print_row(parts):
    for line in textwrap.wrap(braces(parts).replace(",", ", ") + ",", 132):
        print(line.replace(" ", ""))


def rows(name, skips, digits, source):
    count = (MOST - LEAST + 1) * skips * 2
    print(f"\nstatic const row_text {name}[{count}] = {{")
    for power in range(LEAST, MOST + 1):
        for skip in range(skips):
            for negative in range(2):
                row = text(power, skip, negative, digits, source)
                print_row([[pick for pick, _ in row], [base for _, base in row]])
    print("};")


def float_rows(name, skips, digits):
    """The same without bases: all is picked."""
    count = (MOST - LEAST + 1) * skips * 2
    print(f"\nstatic const int8_t {name}[{count}][32] = {{")
    for power in range(LEAST, MOST + 1):
        for skip in range(skips):
            for negative in range(2):
                row = text(power, skip, negative, digits, lambda j, g: 7 - g if g < 8 else 8)
                print_row([SPARE[None if base == 0 else chr(base)] if pick == NONE else pick
                           for pick, base in row])
    print("};")


def source_f64(j, g):
    """Digit g of 17 for byte j of the text: the lower half holds digits 15..0, the upper 16..1."""
    if j < 16:
        return 15 - g if g <= 15 else None
    return 16 - g if g >= 1 else None


def print_halves(name, least, bias):
    """name[exponent field & 127] is H = 2^(q - 1) / 10^(k + 1), exact, q = least..-1"""
    table = ["1"] * 128
    for q in range(least, EXACT_MOST + 1):
        value, exact = scaled_ulp(q)
        half = value / 2 ** 65
        assert exact and half * 2 ** 65 == value
        table[q + bias & 127] = half.hex().replace("0000000p", "p").replace("000p", "p")
    print(f"\nstatic const double {name}[128] = {{")
    for i in range(0, 128, 4):
        print("    " + " ".join(word + "," for word in table[i:i + 4]))
    print("};")


def print_halves_f32(name):
    """name[exponent field] is H of a float near one; 0 of zero and of those that are not near"""
    table = ["0"] * 256
    for raw in range(NEAR_F32[0], NEAR_F32[1] + 1):
        table[raw] = f32_halves(raw)[0].hex().replace("0000000p", "p").replace("000p", "p")
    print(f"\nstatic const double {name}[256] = {{")
    for i in range(0, 256, 4):
        print("    " + " ".join(word + "," for word in table[i:i + 4]))
    print("};")


def main():
    print("/* kernels/avx2/write_tables.h - from digits to text, made by write_tables.py; do not edit."
          " */")
    print("/* clang-format off */")
    print_halves("half_f64", EXACT_LEAST, 1075)
    rows("rows_f64", 2, 17, source_f64)
    print_halves_f32("half_f32")
    float_rows("rows_f32", 4, 9)


if __name__ == "__main__":
    main()
