#!/usr/bin/env python3
"""Proves what kernels/shortest.h, rounded.h, write_scalar.c and avx2/write_*.h say of their numbers.

Exact integers and fractions, no floating point; exit code 0 if all holds. A few seconds.
u is the unit 2^-64, F' and H' are what the code computes for F and H, in that unit.
"""
import math
import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from pow10 import (EXACT_LEAST, EXACT_MOST, POWER_LEAST, POWER_MOST, f32_exponent,
                   f32_halves, floor_log2_pow10, floor_log10_pow2, pow10_scaled, power, scaled_ulp)

F64_Q = range(-1074, 972)
F32_Q = range(-149, 105)
failures = 0


def claim(what, true):
    global failures
    failures += not true
    print(("holds  " if true else "FAILS  ") + what)


def two(q):
    return Fraction(2) ** q


def ten(e):
    return Fraction(10) ** e


def log2(fraction):
    return math.log2(fraction.numerator) - math.log2(fraction.denominator)


def unit_exponent(q):
    """k + 1: x is v in units of 10^(k + 1)"""
    return floor_log10_pow2(q) + 1


# ---- how near n * x comes to integers ---------------------------------------------------------

def least_distance(x, most):
    """No nonzero distance of n * x to an integer, 1 <= n <= most, is smaller. None: all are 0.

    Where the denominator is at most `most`, that is 1 / denominator. Else the best approximations
    of the second kind are the convergents, and of those up to `most` the last is the nearest.
    """
    numerator, denominator = x.numerator % x.denominator, x.denominator
    if denominator == 1:
        return None
    if denominator <= most:
        return Fraction(1, denominator)
    best = min(numerator, denominator - numerator)
    rest0, rest1 = denominator, numerator
    n0, n1 = 0, 1  # |n1 * x - integer| = rest1 / denominator
    while rest1:
        step = rest0 // rest1
        rest0, rest1 = rest1, rest0 - step * rest1
        n0, n1 = n1, step * n1 + n0
        if n1 > most:
            break
        if rest1:
            best = min(best, rest1)
    return Fraction(best, denominator)


def least_distance_is_right():
    for denominator in range(2, 60):
        for numerator in range(1, denominator):
            for most in (1, 3, 10, 37, 58, 100):
                x = Fraction(numerator, denominator)
                distances = [min(n * x % 1, -n * x % 1) for n in range(1, most + 1)]
                true = min((d for d in distances if d), default=None)
                bound = least_distance(x, most)
                if true is not None and (bound is None or bound > true):
                    return False
    return True


def least_of_all(qs, factor, most):
    """Over all q: n * factor * 2^q / 10^(k+1), 1 <= n <= most, to integers."""
    found = (least_distance(factor * two(q) * ten(-unit_exponent(q)), most) for q in qs)
    return min(d for d in found if d is not None)


def may_be_half_digit(q, most):
    """Whether 20 * m * 2^q / 10^(k+1) is an odd integer for some m <= most."""
    x = 20 * two(q) * ten(-unit_exponent(q))
    return x.denominator <= most and x.numerator % 2 == 1


# ---- pow10.h ----------------------------------------------------------------------------------

def prove_tables():
    log10 = {q: q * 315653 + (324 << 20) for q in range(-1074, 1024)}
    claim("log10_pow2 is right for q in -1074..1023, and positive before the shift",
          all(v >= 0 and (v >> 20) - 324 == floor_log10_pow2(q) for q, v in log10.items()))
    powers = range(POWER_LEAST, POWER_MOST + 1)
    log2_ten = {e: e * 217707 + (2048 << 16) for e in powers}
    claim("log2_pow10 is right for all powers of the table, and positive before the shift",
          all(v >= 0 and (v >> 16) - 2048 == floor_log2_pow10(e) for e, v in log2_ten.items()))
    claim("the powers 0..55 are exact and no others",
          all(pow10_scaled(e, 127 - floor_log2_pow10(e))[1] == (0 <= e <= 55) for e in powers))
    asked = [-unit_exponent(q) for q in F64_Q]
    asked += [p - floor_log10_pow2(r + 63) for r in range(-1137, 961) for p in (0, 16)]
    asked += range(-342, 309)  # kernels/decimal.c
    claim("nothing asks for a power outside of the table",
          min(asked) == POWER_LEAST and max(asked) <= POWER_MOST)
    claim("T is in [1/10, 1)",
          all(Fraction(1, 10) <= two(q) * ten(-unit_exponent(q)) < 1 for q in F64_Q))


# ---- shortest.h -------------------------------------------------------------------------------

def prove_near_one():
    near = range(EXACT_LEAST, EXACT_MOST + 1)
    claim("near one: T is exact and a multiple of 2^11 u, so is F",
          all(exact and ulp % 2 ** 11 == 0 for ulp, exact in map(scaled_ulp, near)))
    claim("near one: no end of an interval is an integer: T / 2 times an odd number is none",
          all((two(q - 1) * ten(-unit_exponent(q))).denominator % 2 == 0 for q in near))
    # F = j / 2^53: 10 F - 1/2 is a multiple of 2^-52, 256 units of 2^-60
    claim("near one: 256 F - 128 units of 2^-60 turn 1/4 and 3/4 to even and nothing else",
          (10 * Fraction(1, 2 ** 53)).denominator == 2 ** 52 and max(128, 255 - 128) < 256
          and 256 // 4 - 128 < 0 <= 256 * 3 // 4 - 128)
    claim("near one: the sum for the digit has 64 bits",
          10 * (2 ** 60 - 1) + 255 + 2 ** 59 - 128 < 2 ** 64)


def ends_are_decided(distance, error_f, error_h, margin_even, margin_odd):
    """F' in (F - error_f, F], H' in (H - error_h, H], all in u; F' and H' are integers.

    down asks F' < H' + margin, up asks F' + H' + margin >= 2^64; the ends belong to the interval
    for even m. `distance`: what F - H and F + H - 2^64 are at least, unless they are 0.
    """
    def above(x):  # the least integer n > x
        return math.floor(x) + 1

    def below(x):  # the largest integer n < x
        return math.ceil(x) - 1
    down = [above(distance - error_f) >= margin_even,       # even, F > H: no
            below(error_h) < margin_even,                   # even, F <= H: yes
            above(-error_f) >= margin_odd,                  # odd, F >= H: no
            below(error_h - distance) < margin_odd]         # odd, F < H: yes
    up = [above(-error_f - error_h) + margin_even >= 0,     # even, F + H >= 1: yes
          math.floor(-distance) + margin_even < 0,          # even, F + H < 1: no
          0 + margin_odd < 0,                               # odd, F + H <= 1: no
          above(distance - error_f - error_h) + margin_odd >= 0]
    return all(down) and all(up)


def prove_far():
    distance = least_of_all(F64_Q, Fraction(1, 2), 2 ** 54 + 1) * 2 ** 64
    claim(f"far: an end off the grid is {float(distance):.3f} u away, more than 2.15",
          distance > Fraction(215, 100))
    # x: the power is short by less than 1, times m << shift < 2^63, and 64 bits are dropped
    shifts = [q + floor_log2_pow10(-unit_exponent(q)) + 11 for q in F64_Q]
    claim("far: the shift is in 7..10, m << shift has 63 bits, x lacks less than 2 of 2^-74",
          min(shifts) >= 7 and max(shifts) <= 10 and Fraction(2 ** 63, 2 ** 64) + 1 < 2)
    claim("far: the margins + 2 and - 1 decide",
          ends_are_decided(distance, 1 + Fraction(2, 1024), 1, 2, -1))
    digit = least_of_all(F64_Q, Fraction(20), 2 ** 53) / 2 * 2 ** 74
    claim(f"far: 10 F is no half, or {float(digit):.0f} units of 2^-74 from one, more than 20",
          digit > 20)
    far = [q for q in F64_Q if not EXACT_LEAST <= q <= EXACT_MOST]
    step = [(20 * two(q) * ten(-unit_exponent(q))).denominator for q in far
            if may_be_half_digit(q, 2 ** 53)]  # m must be a multiple of it
    claim("far: 10 F is a half for powers of two alone", min(step) >= 2 ** 52)


def prove_f32():
    distance = least_of_all(F32_Q, Fraction(1, 2), 2 ** 25 + 1) * 2 ** 64
    claim(f"float: an end off the grid is 2^{log2(distance):.2f} u away", distance > 2 ** 31)
    claim("float: the margins + 2^30 and - 2^30 decide",
          ends_are_decided(distance, 2 ** 24, Fraction(3, 2), 2 ** 30, -2 ** 30))
    digit = least_of_all(F32_Q, Fraction(20), 2 ** 24) / 2 * 2 ** 60
    claim(f"float: 10 F is no half, or 2^{log2(digit):.2f} units of 2^-60 from one",
          digit > 10 * 2 ** 20 + 10 + 128)
    halves = [q for q in F32_Q if may_be_half_digit(q, 2 ** 24)]
    claim("float: half digits exist only where T is exact", all(scaled_ulp(q)[1] for q in halves))


# ---- powers of two ----------------------------------------------------------------------------

def strip(digits, exponent):
    while digits % 10 == 0:
        digits, exponent = digits // 10, exponent + 1
    return digits, exponent


def shortest_between(low, value, high, exponent):
    """The shortest decimal in [low, high], of those the nearest to value, of those the even."""
    while True:
        unit = ten(exponent)
        first, last = math.ceil(low / unit), math.floor(high / unit)
        if first <= last:
            floor = math.floor(value / unit)
            inside = [d for d in (first, floor, floor + 1, last) if first <= d <= last]
            return strip(min(inside, key=lambda d: (abs(d * unit - value), d % 2)), exponent)
        exponent -= 1


def shortest_even_interval(q, m):
    """What the rule for all other values makes of m * 2^q, m even."""
    x = m * two(q) * ten(-unit_exponent(q))
    half = two(q - 1) * ten(-unit_exponent(q))
    whole = math.floor(x)
    if x - whole <= half:
        return strip(whole, unit_exponent(q))
    if x - whole + half >= 1:
        return strip(whole + 1, unit_exponent(q))
    return strip(10 * whole + round(10 * (x - whole)), unit_exponent(q) - 1)


def power_of_two(q, width):
    """shortest_power_of_two, step by step"""
    k = (q * 315653 - 131072 + (324 << 20) >> 20) - 324
    high, low = power(-(k + 1)) >> 64, power(-(k + 1)) & 2 ** 64 - 1
    whole = width + q + floor_log2_pow10(-(k + 1)) + 1
    assert 20 <= whole <= 24 or 49 <= whole <= 53
    coarse = high >> 64 - whole
    fraction = (high << whole | low >> 64 - whole) & 2 ** 64 - 1
    above = high >> width + 1 - whole
    below = above >> 1
    if fraction <= below:
        return strip(coarse, k + 1)
    if fraction + above >= 2 ** 64:
        return strip(coarse + 1, k + 1)
    digit, rest = divmod(fraction * 10, 2 ** 64)
    if rest == 2 ** 63:
        digit = digit + 1 & ~1
    elif rest > 2 ** 63 or rest // 10 > below:
        digit += 1
    return strip(10 * coarse + digit, k)


def prove_powers_of_two():
    for name, qs, width in (("double", range(-1073, 972), 52), ("float", range(-148, 105), 23)):
        right, even = {}, {}
        for q in qs:
            value = two(q + width)
            right[q] = shortest_between(value - two(q - 2), value, value + two(q - 1),
                                        unit_exponent(q) + 1)
            even[q] = shortest_even_interval(q, 2 ** width)
        claim(f"{name}: shortest_power_of_two is right for all {len(right)} powers",
              all(power_of_two(q, width) == right[q] for q in qs))
        spared = range(EXACT_LEAST, EXACT_MOST + 1) if width == 52 else range(81 - 150, 152 - 150)
        odd = sum(right[q] != even[q] for q in qs)
        claim(f"{name}: the even interval is wrong for {odd} powers, none of them spared",
              odd > 0 and all(right[q] == even[q] for q in spared))


# ---- java -------------------------------------------------------------------------------------

def nearest_of_two_digits(n, least):
    product, unit = n * least, 1
    assert product < 2 ** 64
    while product // unit >= 100:
        unit *= 10
    digits = (product + unit // 2) // unit
    return digits, len(str(unit)) - 1


def prove_two_digits():
    for name, q, least, exponent, most, count in (
            ("double", -1074, 494065645841246544, -341, 20, 8),
            ("float", -149, 140129846432481707, -62, 71, 9)):
        differing = []
        right = True
        for n in range(1, 1000):  # above, decimals of two digits are 10 intervals apart
            value = n * two(q)
            digits = len(str(n * least)) + exponent  # before the point, as it were
            shortest = shortest_between(value - two(q - 1), value, value + two(q - 1), digits + 1)
            best = min((abs(d * ten(p) - value), d, p) for p in (digits - 3, digits - 2, digits - 1)
                       for d in (math.floor(value / ten(p)), math.floor(value / ten(p)) + 1)
                       if 10 <= d < 100)
            if n <= most:
                digits, shift = nearest_of_two_digits(n, least)
                right = right and 10 <= digits < 100 and (digits, shift + exponent) == best[1:]
            if shortest[0] < 10 and strip(best[1], best[2]) != shortest:
                differing.append(n)
        claim(f"{name}: nearest_of_two_digits is right up to {most} of the least", right)
        claim(f"{name}: two digits differ for {count} values, the last is {most}",
              len(differing) == count and differing[-1] == most)


# ---- rounded.h --------------------------------------------------------------------------------

def prove_rounded():
    points = [-1 - r - floor_log2_pow10(p - floor_log10_pow2(r + 63))
              for r in range(-1137, 961) for p in range(17)]
    claim("scientific: the point is in 6..62", min(points) == 6 and max(points) == 62)
    # x lacks less than 2 units of 2^-70; `cut` lacks what is below 16 of u, times ten, besides
    lacking = Fraction(10, 16) * (15 + 1 + Fraction(2, 64))
    claim("scientific: a cut lacks less than 16 units of 2^-60", lacking < 16)
    claim("scientific: cut has 64 bits", 10 * (2 ** 60 - 1) + 1 < 2 ** 64)
    claim("fixed: what lies 128 bits below the point is less than a half",
          (2 ** 53 - 1) * 10 ** 17 < 2 ** 127)
    claim("fixed: 10^17 digits and a whole part have 64 bits", 10 ** 17 < 2 ** 64)


# ---- write_scalar.c ---------------------------------------------------------------------------

def prove_digits():
    claim("/ 10^4 is exact below 10^8",
          all((n * 109951163) >> 40 == n // 10000
              for j in range(10 ** 4 + 1) for n in (10000 * j, 10000 * j - 1) if 0 <= n < 10 ** 8))
    claim("/ 100 is exact below 10^4", all((n * 5243) >> 19 == n // 100 for n in range(10 ** 4)))
    factor = 0xabcc77118461cefd
    claim("/ 10^8 is exact below 10^17",
          factor == -(-2 ** 90 // 10 ** 8) and 10 ** 17 * (factor * 10 ** 8 - 2 ** 90) < 2 ** 90)


# ---- avx2/ ------------------------------------------------------------------------------------

def prove_doubles_near_one():
    """hi + lo = x: hi = RN(2 m * H), lo the rest; all doubles, round to nearest."""
    scales = [two(q) * ten(-unit_exponent(q)) for q in range(EXACT_LEAST, EXACT_MOST + 1)]
    claim("avx2, near one: H is a double", all(ulp.bit_length() - 11 <= 53 and ulp % 2 ** 11 == 0
                                               for ulp, _ in (scaled_ulp(q) for q in range(
                                                   EXACT_LEAST, EXACT_MOST + 1))))
    claim("avx2, near one: 2^48 < x < 2^53",
          min(scales) * 2 ** 52 > 2 ** 48 and max(scales) * (2 ** 53 - 1) < 2 ** 53)
    # x is a multiple of 2^-53; lo is at most half an ulp of hi, f = hi - floor(hi) at most 1 - ulp
    claim("avx2, near one: lo and F are multiples of 2^-53 up to 1, so doubles",
          all(Fraction(-1) <= -ulp / 2 and 1 - ulp + ulp / 2 <= 1 for ulp in map(two, range(-4, 1))))
    claim("avx2, near one: rounding 10 F to even makes 2 of 2.5 and 8 of 7.5",
          round(Fraction(5, 2)) == 2 and round(Fraction(15, 2)) == 8 and 3 * 2 ** 51 % 2 == 0)


def prove_doubles_far():
    # H < 1/2 is cut off behind 105 bits, 2 m < 2^54; lo < 2 is rounded, F < 4 is rounded
    wrong = 2 ** 54 * Fraction(1, 2) * Fraction(1, 2 ** 104) + Fraction(1, 2 ** 53) + Fraction(
        1, 2 ** 52)
    claim("avx2, far: F is wrong by less than 2^-50, what is compared by less than 2^-40",
          wrong < Fraction(1, 2 ** 50) and 10 * wrong + Fraction(1, 2 ** 50) < Fraction(1, 2 ** 40))


def prove_floats_by_doubles():
    """hi + lo = 2 m * (high + low), 2 m < 2^25; what is compared with F is H +- 2^-34."""
    rest = max(abs(two(q - 1) * ten(-unit_exponent(q)) - Fraction(high) - Fraction(low))
               for q, (high, low) in ((f32_exponent(raw), f32_halves(raw)) for raw in range(1, 255)))
    # lo < 2^-28, F < 4 and H + 2^-34 < 1 are rounded
    wrong = 2 ** 25 * rest + two(-81) + two(-52) + two(-54)
    claim("lanes, float: F and H are wrong by less than 2^-50", wrong < two(-50))
    distance = least_of_all(F32_Q, Fraction(1, 2), 2 ** 25 + 1)
    claim("lanes, float: the margins + 2^-34 and - 2^-34 decide",
          distance > two(-34) + 2 * wrong and two(-34) > 2 * wrong)
    digit = least_of_all(F32_Q, Fraction(20), 2 ** 24) / 2
    claim("lanes, float: 10 F is no half, or further from one than it is wrong",
          digit > 10 * wrong + two(-50))
    # a half digit is F = 1/4 or 3/4; there all sums are doubles, for 2 m * low has few bits
    halves = [q for q in F32_Q if may_be_half_digit(q, 2 ** 24)]
    claim("lanes, float: half digits exist only where T has 64 bits, and H two doubles that are it",
          all(scaled_ulp(q)[1] for q in halves) and all(
              sum(map(Fraction, f32_halves(q + 150))) == two(q - 1) * ten(-unit_exponent(q))
              for q in halves if q > -149))


def prove_avx2_floats_near_one():
    """One product, fields 113..176: what is compared with F is H +- 2^-28, m even or odd."""
    half_ulp = two(-30)  # of x and of x + H, below 2^24
    inside = outside = digits = True
    for q in range(113 - 150, 176 - 150 + 1):
        ulp, k = two(q) * ten(-unit_exponent(q)), unit_exponent(q) - 1
        if k + 1 <= 0:  # all sums are multiples of 2^-28 below 2^24
            x_bits = q - (k + 1)
            outside &= Fraction(f32_halves(q + 150)[0]) == ulp / 2 and x_bits >= -26
            # an end is an odd multiple of half a unit of x
            inside &= two(x_bits - 1) > two(-28)
        else:
            wrong = 2 ** 25 * abs(ulp / 2 - Fraction(f32_halves(q + 150)[0])) + 2 * half_ulp
            inside &= wrong < two(-28) and two(-28) + wrong < two(min(q - 1, 0)) * ten(-k - 1)
            digits &= not may_be_half_digit(q, 2 ** 24) and 10 * wrong < ten(-k) / 2
    claim("avx2, float near one: x and the ends are exact up to 2^24", outside)
    claim("avx2, float near one: the margins + 2^-28 and - 2^-28 decide", inside)
    claim("avx2, float near one: above, 10 F is no half, or further from one than it is wrong",
          digits)
    claim("avx2, float: 1233 / 2^12 does for log10(2)",
          all((field * 1233 + 8 * 4096 - 150 * 1233) >> 12 == floor_log10_pow2(field - 150) + 8
              for field in range(1, 256)))


def prove_avx2_digits():
    factor = Fraction(1e-8)  # the double
    above = factor * 10 ** 8 - 1
    claim("avx2: 1e-8 is above 10^-8", above > 0)
    # at c = 10^8 k - 1 the product must be nearer to the double below k than to k
    claim("avx2: floor(RN(c * 1e-8)) = floor(c / 10^8) up to 2^53",
          all(k - (10 ** 8 * k - 1) * factor > two(k.bit_length() - 1 - (k & k - 1 == 0) - 53)
              for j in range(28) for k in (2 ** j, 2 ** j + 1, min(2 ** (j + 1), 2 ** 53 // 10 ** 8 + 1))
              if k <= 2 ** 53 // 10 ** 8 + 1))
    fours = Fraction(1e-4)
    claim("avx2: 1e-4 is above 10^-4, and floor(RN(c * 1e-4)) = floor(c / 10^4) below 10^8",
          fours > ten(-4) and all(k - (10 ** 4 * k - 1) * fours > two(k.bit_length() - 53)
                                  for k in range(1, 10 ** 4 + 1)))
    # rounding to a float makes a power of two of what is right below one
    claim("avx2, fixed: exponents of floats tell the digits below 10^8, or one less",
          all(len(str(n)) - 1 - (e * 19728 >> 16) in (0, 1)
              for e in range(27) for n in (2 ** e - (e > 23), 2 ** e, 2 ** (e + 1) - 1)
              if 0 < n < 10 ** 8))
    claim("avx2, fixed: 10^17 is a double", 5 ** 17 < 2 ** 53)
    # near 10^16 k a part may be one off; it is put right where it is off by at most one
    claim("avx2, fixed: 1e-16 and 1e-8 give parts that are at most one off up to 10^17",
          all(abs(Fraction(c) * 10 ** e - 1) * 10 ** 17 / 10 ** e < Fraction(1, 2)
              for c, e in ((1e-16, 16), (1e-8, 8))))
    claim("avx2: / 100 below 10^4, / 10 below 100",
          all((n * 10486) >> 20 == n // 100 for n in range(10 ** 4))
          and all((n * 6554) >> 16 == n // 10 for n in range(100)))
    claim("avx2: the digits of exponents",
          all((n * 41) >> 12 == n // 100 and (n % 100 * 103) >> 10 == n % 100 // 10
              for n in range(325)))


# ---- neon/ ------------------------------------------------------------------------------------

def prove_neon_digits():
    claim("neon: / 10^4 below 10^8",
          1759218605 < 2 ** 31 and all((n * 1759218605) >> 44 == n // 10000
              for j in range(10 ** 4 + 1) for n in (10000 * j, 10000 * j - 1) if 0 <= n < 10 ** 8))
    claim("neon: / 100 below 10^4, / 10 below 100",
          all((n * 20972) >> 21 == n // 100 for n in range(10 ** 4))
          and all((n * 3277) >> 15 == n // 10 for n in range(100)))
    # a byte has bits 6, 4, 2, 0 for its digits, the last digit's byte on top; floats bits 5 and 1
    claim("neon: leading zero bits count zero digits",
          all((2 * z + 1 + 1) >> 1 == z + 1 for z in range(16))
          and all((4 * z + 2 + 2) >> 2 == z + 1 for z in range(8)))


def main():
    claim("least_distance is never larger than the true one, for small numbers",
          least_distance_is_right())
    prove_tables()
    prove_near_one()
    prove_far()
    prove_f32()
    prove_powers_of_two()
    prove_two_digits()
    prove_rounded()
    prove_digits()
    prove_doubles_near_one()
    prove_doubles_far()
    prove_floats_by_doubles()
    prove_avx2_floats_near_one()
    prove_avx2_digits()
    prove_neon_digits()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
