/* kernels/shortest.h - the shortest decimal that reads back to the same double or float.
 *
 * Let v = m * 2^q be the value and [v - h, v + h] the interval that rounds to it, h half an ulp;
 * its ends belong to it iff m is even. Let k = floor(log10(2^q)) and take 10^(k+1) as the unit:
 *
 *     x = v / 10^(k+1) = m * T      T = 2^q / 10^(k+1), the scaled ulp, in [1/10, 1)
 *     x = I + F                     I an integer, 0 <= F < 1
 *     H = T / 2                     half the interval, in [1/20, 1/2)
 *
 * The interval is narrower than the unit, so it holds at most one multiple of it:
 *     F <= H       I       no shorter decimal lies inside, and of this length no nearer one
 *     F + H >= 1   I + 1   likewise
 *     otherwise    none. 10^k is at most an ulp, so the nearest multiple of 10^k lies inside:
 *                  10 I + d, d = 10 F rounded half to even; 0 < d < 10, for H >= 1/20
 * One product, two comparisons, one multiplication by ten. That the interval decides is Schubfach's
 * idea (Raffaello Giulietti); the unit 10^(k+1) with the last digit from the fraction was seen in
 * zmij (Victor Zverovich) and xjb. The lower neighbour of a power of two is nearer, its interval is
 * [v - h/2, v + h]: shortest_power_of_two.
 *
 * 64 or 128 bits decide all this rightly because no end of an interval and no half digit comes
 * nearer to the grid than the error of the computation. kernels/proof/writer.py proves each bound
 * named here. */
#ifndef DIGITRUN_SHORTEST_H
#define DIGITRUN_SHORTEST_H

#include "kernels/pow10.h"
#include "kernels/wide.h"

/* (10 * coarse + fine) * 10^exponent, 0 <= fine <= 9; may end in zeros. */
typedef struct decimal {
    uint64_t coarse;
    uint32_t fine;
    int32_t exponent;
} decimal;

#define F64_FRACTION UINT64_C(0xfffffffffffff)
#define F64_HIDDEN UINT64_C(0x10000000000000)
#define F32_FRACTION UINT32_C(0x7fffff)

/* The index into digitrun_exact_ulp; what is not below EXACT_ULP_COUNT is not for
 * shortest_near_one, which takes 1.2e-7 <= |v| < 2^53. */
INLINE uint32_t near_one_index(uint64_t bits)
{
    return (uint32_t)(bits >> 52 & 0x7ff) - (1075 + EXACT_ULP_LEAST);
}

/* x = I:F is given in two words and `half` is H, or what stands for it. 10 F lies no nearer to a
 * half than 2^-52, unless it is one and F exactly 1/4 or 3/4. Adding 2^-52 * (F - 1/2), 256 F - 128
 * in units of 2^-60, turns these two to even and moves no other. */
INLINE decimal shortest_of(wide x, uint64_t half, int32_t exponent)
{
    uint64_t up = x.low + half < half;
    uint64_t down = x.low < half;
    uint64_t digit = ((x.low >> 4) * 10 + (x.low >> 56) + ((UINT64_C(1) << 59) - 128)) >> 60;
    digit &= (up | down) - 1; /* a mask: compilers make an unpredictable branch of ?: */
    return (decimal){x.high + up, (uint32_t)digit, exponent};
}

/* T is exact in 64 bits, and I and F are the two words of one product. T is even, so H is exact
 * too. No end of an interval lies on the grid: that m is even or odd does not matter. F is a
 * multiple of 2^-53. */
INLINE decimal shortest_near_one(uint64_t bits, uint32_t index)
{
    uint64_t ulp = digitrun_exact_ulp[index];
    wide x = multiply((bits & F64_FRACTION) | F64_HIDDEN, ulp);
    return shortest_of(x, ulp >> 1, digitrun_exact_exponent[index] - 16);
}

/* v = 2^(q + width), the fraction field being 0; width is 52 or 23. The interval is 3/4 of an ulp,
 * so k = floor(log10(3/4 * 2^q)). x is the power of ten itself, shifted. The nearest multiple of
 * 10^k may lie below the short side: then the next one is inside. Proved by trying all 2045 + 253
 * values. */
NOINLINE decimal shortest_power_of_two(int32_t q, int32_t width)
{
    int32_t k = (int32_t)((uint32_t)(q * 315653 - 131072 + (324 << 20)) >> 20) - 324;
    const uint64_t *power = pow10_of(-(k + 1));
    int32_t whole = width + q + log2_pow10(-(k + 1)) + 1; /* bits of I: 20..24 or 49..53 */
    uint64_t coarse = power[0] >> (64 - whole);
    uint64_t fraction = power[0] << whole | power[1] >> (64 - whole);
    uint64_t above = power[0] >> (width + 1 - whole);
    uint64_t below = above >> 1;
    if (fraction <= below) {
        return (decimal){coarse, 0, k};
    }
    if (fraction + above < above) {
        return (decimal){coarse + 1, 0, k};
    }
    wide tenfold = multiply(fraction, 10);
    uint32_t digit = (uint32_t)(tenfold.high + (tenfold.low >> 63));
    if (tenfold.low == UINT64_C(1) << 63) {
        digit &= ~UINT32_C(1);
    } else if (tenfold.low >> 63 == 0 && tenfold.low / 10 > below) {
        digit++;
    }
    return (decimal){coarse, digit, k};
}

/* A normal double that shortest_near_one does not take, or a subnormal one but zero. x has 74 bits
 * after the point, with an error below 2 units of the last. Of F and H the first 64 are used: what
 * is not on the grid is 2.15 units of 2^-64 away at least, so H + 2 where the ends belong to the
 * interval and H - 1 where they do not decide rightly. 10 F is never a half here: only
 * powers of two could make it one. */
INLINE decimal shortest_far(uint64_t bits)
{
    uint32_t field = (uint32_t)(bits >> 52) & 0x7ff;
    uint64_t m = bits & F64_FRACTION;
    if (RARE(m == 0 && field > 1)) {
        return shortest_power_of_two((int32_t)field - 1075, 52);
    }
    uint32_t normal = field != 0;
    m |= (uint64_t)normal << 52;
    int32_t q = (int32_t)(field + 1 - normal) - 1075;
    int32_t k = log10_pow2(q);
    const uint64_t *power = pow10_of(-(k + 1));
    int32_t shift = q + log2_pow10(-(k + 1)) + 11; /* 7..10 */
    wide x = add_wide(multiply(m << shift, power[0]), multiply(m << shift, power[1]).high);
    uint64_t fraction = x.high << 54 | x.low >> 10;
    uint64_t half = (power[0] >> (11 - shift)) + 2 - 3 * (m & 1);
    uint64_t up = fraction + half < half;
    uint64_t down = fraction < half;
    uint64_t top = x.high & 1023; /* with x.low the 74 bits */
    uint64_t digit = (top * 10 + multiply(x.low, 10).high + 512) >> 10;
    digit &= (up | down) - 1;
    return (decimal){(x.high >> 10) + up, (uint32_t)digit, k};
}

/* Any finite double but zero; the sign is ignored. */
INLINE decimal shortest_f64(uint64_t bits)
{
    uint32_t index = near_one_index(bits);
    return index < EXACT_ULP_COUNT ? shortest_near_one(bits, index) : shortest_far(bits);
}

/* Whether the float is a power of two for which the even interval may be wrong. In the range left
 * out, 2^-46 .. 2^24, it never is. */
INLINE int is_odd_power_f32(uint32_t bits)
{
    uint32_t field = bits >> 23 & 0xff;
    return (bits & F32_FRACTION) == 0 && field - 81 > 151 - 81 && field > 1;
}

/* Any finite float; the sign is ignored, zero gives zero. T is truncated, so x may be too small by
 * 2^-40, and H by 2^-64. What is not on the grid is 2^-32.1 away at least: H + 2^-34 where the ends
 * belong to the interval and H - 2^-34 where they do not decide rightly. Half digits exist only
 * where T is exact; any other 10 F is 2^-32.8 away from one. */
INLINE decimal shortest_f32(uint32_t bits)
{
    uint32_t field = bits >> 23 & 0xff;
    if (RARE(is_odd_power_f32(bits))) {
        return shortest_power_of_two((int32_t)field - 150, 23);
    }
    uint32_t normal = field != 0;
    uint64_t m = (bits & F32_FRACTION) | normal << 23;
    uint64_t ulp = digitrun_f32_ulp[field];
    uint64_t margin = UINT64_C(1) << 30;
    uint64_t half = (ulp >> 1) + margin - 2 * margin * (m & 1);
    return shortest_of(multiply(m, ulp), half, log10_pow2((int32_t)(field + 1 - normal) - 150));
}

/* Java's rule (Double.toString and Float.toString since JDK 19): where one digit would do, the
 * nearest decimal of two digits is meant. That is another number only below 20 and 71 of the least
 * subnormal, `least` = its first 18 digits; n is v in units of it. Puts the two digits into
 * `digits` and returns the power of ten of the second one, counted from that of the last of the
 * 18. */
INLINE int32_t nearest_of_two_digits(uint64_t n, uint64_t least, uint64_t *digits)
{
    uint64_t product = n * least;
    uint64_t unit = 1;
    int32_t power = 0;
    while (product / unit >= 100) {
        unit *= 10;
        power++;
    }
    *digits = (product + unit / 2) / unit; /* never a tie, never 100: tried for all n */
    return power;
}

#endif
