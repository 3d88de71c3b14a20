#!/usr/bin/env python3
"""Writes kernels/pow10.c, the tables of the writer, from Python's integers alone.

Run by hand: python3 kernels/pow10.py > kernels/pow10.c. The output is checked in.
kernels/proof/writer.py takes the same functions and proves what kernels/shortest.h and kernels/rounded.h ask of the tables.
"""

from fractions import Fraction

POWER_LEAST, POWER_MOST = -342, 341  # 10^e: shortest needs -293..324, scientific(p) the rest, reading the least
EXPONENT_COUNT = 325                 # 0..324, the largest power of ten of a digit, by size
EXACT_LEAST, EXACT_MOST = -75, -1    # q with an exact 64-bit scaled ulp and no odd power of two


def floor_log10_pow2(q):
    """floor(log10(2^q))"""
    if q >= 0:
        return len(str(1 << q)) - 1
    return -len(str(1 << -q))  # 2^-q is no power of ten


def floor_log2_pow10(e):
    """floor(log2(10^e))"""
    if e >= 0:
        return (10 ** e).bit_length() - 1
    return -(10 ** -e).bit_length()  # 10^-e is no power of two


def pow10_scaled(e, shift):
    """10^e * 2^shift as (floor, exact)"""
    numerator = 10 ** max(e, 0) << max(shift, 0)
    denominator = 10 ** max(-e, 0) << max(-shift, 0)
    return numerator // denominator, numerator % denominator == 0


def power(e):
    """The first 128 bits of 10^e, truncated; the top bit is set"""
    value = pow10_scaled(e, 127 - floor_log2_pow10(e))[0]
    assert value.bit_length() == 128
    return value


def scaled_ulp(q):
    """2^q in units of 10^(k+1), k = floor(log10(2^q)), times 2^64, as (floor, exact)"""
    return pow10_scaled(-(floor_log10_pow2(q) + 1), q + 64)


def f32_exponent(raw):
    """q of a float whose exponent field is raw"""
    return max(raw, 1) - 150


def f32_halves(raw):
    """Half the scaled ulp of a float, as the sum of two doubles; 0 for zero, which gives zero"""
    if raw in (0, 255):
        return 0.0, 0.0
    q = f32_exponent(raw)
    half = Fraction(2) ** (q - 1) / Fraction(10) ** (floor_log10_pow2(q) + 1)
    return float(half), float(half - Fraction(float(half)))


def hex_double(value):
    return value.hex().replace("0000000p", "p").replace("0x0.0p+0", "0")


def hex64(value):
    return f"UINT64_C(0x{value:016x})"


def print_table(declaration, words, per_line):
    print(f"\n{declaration} = {{")
    for i in range(0, len(words), per_line):
        print("    " + " ".join(word + "," for word in words[i:i + per_line]))
    print("};")


def main():
    print("/* kernels/pow10.c - the writer's tables, made by kernels/pow10.py; do not edit. */")
    print('#include "kernels/pow10.h"')
    print("\n/* clang-format off */")
    powers = [power(e) for e in range(POWER_LEAST, POWER_MOST + 1)]
    print_table("const uint64_t digitrun_pow10[POW10_COUNT][2]",
                [f"{{{hex64(p >> 64)}, {hex64(p & (1 << 64) - 1)}}}" for p in powers], 1)
    exact = [scaled_ulp(q) for q in range(EXACT_LEAST, EXACT_MOST + 1)]
    assert all(is_exact for _, is_exact in exact)
    exponents = [floor_log10_pow2(q) + 16 for q in range(EXACT_LEAST, EXACT_MOST + 1)]
    print_table("const uint64_t digitrun_exact_ulp[EXACT_ULP_COUNT]",
                [hex64(v) for v, _ in exact], 3)
    print_table("const int8_t digitrun_exact_exponent[EXACT_ULP_COUNT]",
                [str(k) for k in exponents], 25)
    floats = [scaled_ulp(f32_exponent(raw))[0] if raw < 255 else 0 for raw in range(256)]
    print_table("const uint64_t digitrun_f32_ulp[256]", [hex64(v) for v in floats], 3)
    print_table("const double digitrun_f32_halves[256][2]",
                ["{" + ", ".join(map(hex_double, f32_halves(raw))) + "}" for raw in range(256)], 2)
    sizes = [f"'{e // 100}' | '{e // 10 % 10}' << 8 | '{e % 10}' << 16 | {len(str(e))} << 24"
             for e in range(EXPONENT_COUNT)]
    print_table("const uint32_t digitrun_exponent_digits[EXPONENT_COUNT]", sizes, 2)
    pairs = [f"{{'{i // 10}', '{i % 10}'}}" for i in range(100)]
    print_table("const char digitrun_digit_pairs[100][2]", pairs, 8)


if __name__ == "__main__":
    main()
