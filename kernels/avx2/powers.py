#!/usr/bin/env python3
"""Writes powers.h: powers of ten as pairs of doubles, by their bits. Run by hand: python3 powers.py | clang-format > powers.h"""
import struct
from fractions import Fraction

LEAST, MOST = -342, 308  # the smallest double over 10^31; the largest


def nearest(value):
    return value.numerator / value.denominator  # Python's division of integers rounds correctly


print("/* kernels/avx2/powers.h - powers of ten as pairs of doubles; powers.py makes it. */\n")
print("/* 10^q = (high + low) * 2^e, e = floor(q * log2(10)), high in [1, 2], 2^-106 off at most. */")
print(f"enum {{ POWER_LEAST = {LEAST}, POWER_MOST = {MOST} }};")
print("/* The bits of high and low stand at 2 * (q - POWER_LEAST). */")
print("_Alignas(64) static const uint64_t powers[(POWER_MOST - POWER_LEAST + 1) * 2] = {")
numbers = []
for q in range(LEAST, MOST + 1):
    exponent = q * 1741647 >> 19
    value = Fraction(10) ** q / Fraction(2) ** exponent
    assert 1 <= value < 2
    high = nearest(value)
    low = nearest(value - Fraction(high))
    assert abs(Fraction(high) + Fraction(low) - value) <= value / 2 ** 106
    numbers += [struct.pack('>d', x).hex() for x in (high, low)]
print(", ".join("0x" + bits for bits in numbers) + "};")
