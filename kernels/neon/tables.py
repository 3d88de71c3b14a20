#!/usr/bin/env python3
"""Writes tables.h: weights of the windows, powers of ten. Run by hand:

    python3 tables.py | clang-format > tables.h

A window is made of parts of 16 or 8 bytes, with the decimal point at byte `point` of a part or in none
of it. Multiply-adds fold bytes to pairs, pairs to fours, fours to eights; the weights step over the point:

    bytes   1 2 3 . 4 5 6 7      point = 3
    pairs   12   3    45   67    10 1 10 10    even bytes by these, plus the odd ones
    fours   123       4567       (10,1) (100,1)
    eights  1234567              (10000,1)

The vectors of a part hold the weights of two tokens of 16 bytes, or of four of 8."""
from fractions import Fraction


def digits(first, last, point):
    """How many bytes of [first, last) are digits."""
    return sum(i != point for i in range(first, last))


def weight(first, last, point):
    return 10 ** digits(first, last, point)


def part(size, point):
    pairs = [weight(i + 1, i + 2, point) for i in range(0, size, 2)]
    fours, eights = [], []
    for i in range(0, size, 4):
        fours += [weight(i + 2, i + 4, point), 1]
    for i in range(0, size, 8):
        eights.append(weight(i + 4, i + 8, point))
    join = weight(8, 16, point) if size == 16 else 1
    repeat = 32 // size
    return pairs * repeat, fours * repeat, eights * repeat, join


def double_pair(value):
    high = value.numerator / value.denominator  # Python's division of integers rounds correctly
    rest = value - Fraction(high)
    return high, rest.numerator / rest.denominator


def text(numbers):
    return "{" + ", ".join(str(n) for n in numbers) + "}"


print("/* kernels/neon/tables.h - weights of the windows; tables.py makes it. */")
print("""
typedef struct part {
    uint8_t pairs[16], fours[16];
    uint32_t eights[4];
    uint32_t join; /* upper eight digits by this, plus the lower eight */
} part;
""")
for size in (16, 8):
    print(f"/* {size}-byte parts, the point at 0 .. {size - 1}, or none */")
    print(f"static const part parts_{size}[{size + 1}] = {{")
    for point in range(size + 1):
        pairs, fours, eights, join = part(size, point)
        print(f"    {{{text(pairs)},\n     {text(fours)},\n     {text(eights)}, {join}}},")
    print("};\n")
print("/* 10^places, exact */")
print("static const double divisors[16] = {" + ", ".join(f"1e{i}" for i in range(16)) + "};\n")
print("/* 10^-places as the sum of two doubles, 2^-106 off at most */")
print("static const double inverses[24][2] = {")
for places in range(24):
    high, low = double_pair(Fraction(1, 10 ** places))
    print(f"    {{{high.hex()}, {low.hex()}}},")
print("};\n")
