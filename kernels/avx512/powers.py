#!/usr/bin/env python3
"""Writes powers.h: powers of ten by their bits. Run by hand: python3 powers.py | clang-format > powers.h"""
import struct
from fractions import Fraction

PLACES = 32  # digits behind the point


def nearest(value):
    return value.numerator / value.denominator  # Python's division of integers rounds correctly


def table(name, numbers):
    bits = ", ".join("0x" + struct.pack('>d', x).hex() for x in numbers)
    print(f"_Alignas(64) static const uint64_t {name}[{len(numbers)}] = {{{bits}}};")


powers = [Fraction(10) ** -k for k in range(PLACES)]
high = [nearest(x) for x in powers]
low = [nearest(x - Fraction(h)) for x, h in zip(powers, high)]
for x, h, l in zip(powers, high, low):
    assert abs(Fraction(h) + Fraction(l) - x) <= x / 2 ** 106 and abs(l) <= h / 2 ** 53
print("/* kernels/avx512/powers.h - powers of ten for the digits behind the point; powers.py makes it. */\n")
print("/* 10^k, exactly. */")
table("whole_powers", [float(10 ** k) for k in range(16)])
print("/* 10^-k = high + low, 2^-106 off at most. */")
table("part_powers_high", high)
table("part_powers_low", low)
