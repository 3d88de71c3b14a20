/* kernels/rounded.h - fixed(p) and scientific(p), p <= 17 and 16: the fast ways, correctly rounded.
 *
 * Both round half to even on the exact value m * 2^q. fixed(p) needs no error analysis, since all
 * it computes is exact. scientific(p) multiplies by a truncated power of ten and says so where that
 * cannot decide. */
#ifndef DIGITRUN_ROUNDED_H
#define DIGITRUN_ROUNDED_H

#include "kernels/pow10.h"
#include "kernels/wide.h"

enum { FIXED_FAST_MOST = 17, SCIENTIFIC_FAST_MOST = 16 };

/* The values below have at most 16 digits before the point. */
#define FIXED_WHOLE_END UINT64_C(10000000000000000)

/* Rounds whole + (fraction + rest / 2^64) / power to whole + fraction / power; power = 10^p. */
INLINE void round_fixed(uint64_t *whole, uint64_t *fraction, uint64_t rest, uint64_t power)
{
    uint64_t half = UINT64_C(1) << 63;
    uint64_t odd = (*fraction | (*whole & power)) & 1; /* only 10^0 is odd: there whole counts */
    *fraction += (uint64_t)(rest > half) | ((uint64_t)(rest == half) & odd);
    uint64_t carry = *fraction == power;
    *whole += carry;
    *fraction &= carry - 1;
}

/* v < 2^-11, so whole = 0. m * 10^p has less than 53 + 57 bits, so what lies 128 bits below the
 * point is no half. */
INLINE void fixed_small(uint64_t m, uint32_t below, uint64_t power, uint64_t *fraction,
                        uint64_t *rest)
{
    wide product = multiply(m, power);
    *fraction = 0;
    *rest = 0;
    if (below == 64) {
        *fraction = product.high;
        *rest = product.low;
    } else if (below < 128) {
        *fraction = product.high >> (below - 64);
        *rest = product.high << (128 - below) | (product.low != 0);
    }
}

/* m * 2^q = *whole + *fraction / power, rounded, power = 10^p, p <= 17; returns 0 where the value
 * is too large. m < 2^53. Where the point is at most 63 bits up, the bits below it are a 64-bit
 * fraction, and its product with the power has the digits in one word and what they leave, exactly,
 * in the other. */
INLINE int fixed_parts(uint64_t m, int32_t q, uint64_t power, uint64_t *whole, uint64_t *fraction)
{
    uint32_t below = (uint32_t)-q;
    uint64_t rest;
    if (RARE(below - 1 >= 63)) {
        if (q >= 0) {
            *whole = q <= 10 ? m << q : FIXED_WHOLE_END;
            *fraction = 0;
            return *whole < FIXED_WHOLE_END;
        }
        *whole = 0;
        fixed_small(m, below, power, fraction, &rest);
    } else {
        wide product = multiply(m << (64 - below), power);
        *whole = m >> below;
        *fraction = product.high;
        rest = product.low;
    }
    round_fixed(whole, fraction, rest, power);
    return 1;
}

/* Rounds v = n * 2^r, n >= 2^63, to p + 1 digits; power = 10^p, p <= 16. Returns them as an integer
 * and the power of ten of the first in *exponent, or 0 where only exact.h can tell.
 *
 * Let g = floor(log10(2^(r + 63))): the first digit stands at 10^g or at 10^(g + 1). x = v * 10^(p
 * - g) is in [10^p, 2 * 10^(p + 1)); where it has p + 2 digits before the point, the last of them
 * goes to what is cut off. That is `cut`, less than ten of the digit behind, in units of 2^-60,
 * truncated; `more` says whether something is left even below.
 * A power in 0..55 is exact, and x with it. Any other is truncated, and x with it, by less than 2
 * units of 2^-70: then there is always something more, and a cut that falls short of a half by less
 * than 16 units decides nothing. Where x passes an integer unseen it rounds to that integer all the
 * same. */
INLINE uint64_t scientific_digits(uint64_t n, int32_t r, int32_t precision, uint64_t power,
                                  int32_t *exponent)
{
    int32_t g = log10_pow2(r + 63);
    int32_t e = precision - g;
    const uint64_t *ten = pow10_of(e);
    wide low = multiply(n, ten[1]);
    wide x = add_wide(multiply(n, ten[0]), low.high);
    uint32_t point = (uint32_t)(-1 - r - log2_pow10(e)); /* in the high word of x: 6..62 */
    uint64_t whole = x.high >> point;
    uint64_t fraction = x.high << (64 - point) | x.low >> point;
    uint64_t inexact = (uint32_t)e > POW10_EXACT_MOST;
    uint64_t more = ((x.low << (64 - point)) | low.low | (fraction & 15) | inexact) != 0;

    uint64_t mask = -(uint64_t)(whole >= power * 10);
    uint64_t tenth = whole / 10;
    uint64_t digits = whole ^ ((whole ^ tenth) & mask);
    uint64_t cut_short = (fraction >> 4) * 10;
    uint64_t cut_long = (whole - tenth * 10) << 60 | fraction >> 4;
    uint64_t cut = cut_short ^ ((cut_short ^ cut_long) & mask);
    uint64_t half = UINT64_C(5) << 60;
    if (RARE(inexact & (uint64_t)(half - 1 - cut < 16))) {
        return 0;
    }
    digits += cut + (more | (digits & 1)) > half;
    uint64_t carry = digits == power * 10;
    digits = carry ? power : digits;
    *exponent = g - (int32_t)mask + (int32_t)carry;
    return digits;
}

#endif
