#!/usr/bin/env python3
"""Writes tables.h: the weights of the windows. Run by hand:

    python3 tables.py | clang-format > tables.h

A window is 16, 24 or 32 bytes of text with the decimal point at byte `point` (or none: point = size).
Multiply-adds fold bytes to pairs, pairs to fours, fours to eights; the weights step over the point:

    bytes   1 2 3 . 4 5 6 7      point = 3
    pairs   12   3    45   67    (10,1) (1,0) (10,1) (10,1)
    fours   123       4567       (10,1) (100,1)
    eights  1234567              (10000,1)

A 24-byte window stands in the upper 24 of 32 bytes, so that all folds are alike."""
from fractions import Fraction


def powers(size, point):
    """The power of ten of each byte of the window, None for the point."""
    inside = point < size
    return [None if i == point else size - 1 - i - (1 if inside and i < point else 0)
            for i in range(size)]


def fold(units):
    """Weights of one fold, and the powers of what it gives."""
    weights, folded = [], []
    for high, low in zip(units[::2], units[1::2]):
        unit = low if low is not None else high
        weights += [0 if high is None else 10 ** (high - unit), 0 if low is None else 1]
        folded.append(unit)
    return weights, folded


def double_pair(value):
    high = value.numerator / value.denominator  # Python's division of integers rounds correctly
    rest = value - Fraction(high)
    return high, rest.numerator / rest.denominator


def layout(size, point):
    lead = 32 - size if size == 24 else 0
    units = [None] * lead + powers(size, point)
    units[:lead] = [100 + lead - i for i in range(lead)]  # the mask clears these: any weight will do
    pairs, units = fold(units)
    fours, units = fold(units)
    eights, units = fold(units)
    if size == 16:
        pairs, fours, eights = pairs * 2, fours * 2, eights * 4
        joins = [10 ** (units[0] - units[1]), 1]
    else:  # four tokens' eights, side by side: the low half of the register first
        low, high = eights[:4], eights[4:]
        eights = low * 2 + high * 2
        if size == 24:
            joins = [10 ** (units[1] - units[2]), 10 ** (units[2] - units[3])]
        else:
            joins = [10 ** (units[0] - units[1]), 10 ** (units[1] - units[3])]
    places = size - 1 - point if point < size else 0
    high, low = double_pair(Fraction(1, 10 ** places))
    return pairs, fours, eights, joins, places, high, low


def text(numbers):
    return "{" + ", ".join(str(n) for n in numbers) + "}"


def print_layouts(name, size, points):
    first, last = points
    print(f"/* {size}-byte windows, the point at {first} .. {last} */")
    print(f"static const layout {name}[{last - first + 1}] = {{")
    for point in range(first, last + 1):
        pairs, fours, eights, joins, places, high, low = layout(size, point)
        print(f"    {{{text(pairs)},\n     {text(fours)},\n     {text(eights)},")
        print(f"     {joins[0]}, {joins[1]}.0, 1e{places}, {high.hex()}, {low.hex()}}},")
    print("};\n")


print("/* kernels/avx2/tables.h - weights of the windows; tables.py makes it. */")
print("""
typedef struct layout {
    uint8_t pairs[32];
    int16_t fours[16], eights[16];
    uint32_t join;          /* upper eight digits by this, plus the lower eight */
    double join_wide;       /* and that by this, plus the last eight or sixteen */
    double divisor;         /* 10^places, exact for places <= 22 */
    double high, low;       /* 10^-places as the sum of two doubles, 2^-106 off at most */
} layout;
""")
print_layouts("layouts_16", 16, (0, 16))
print_layouts("layouts_24", 24, (1, 24))
print_layouts("layouts_32", 32, (8, 15))
