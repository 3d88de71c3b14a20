/* kernels/pow10.h - powers of ten and tables of the writer; kernels/pow10.py makes them. */
#ifndef DIGITRUN_POW10_H
#define DIGITRUN_POW10_H

#include <stdint.h>

#if defined(__GNUC__)
#pragma GCC visibility push(hidden) /* no detour through a table of addresses */
#endif

/* digitrun_pow10[e - POW10_LEAST] = {high, low}: 10^e = (high:low) * 2^(log2_pow10(e) - 127),
 * truncated; the top bit is set. Exact for 0 <= e <= POW10_EXACT_MOST. */
enum { POW10_LEAST = -342, POW10_MOST = 341, POW10_COUNT = POW10_MOST - POW10_LEAST + 1 };
enum { POW10_EXACT_MOST = 55 };
extern const uint64_t digitrun_pow10[POW10_COUNT][2];

/* The scaled ulp of q is 2^q / 10^(k+1), k = floor(log10(2^q)), times 2^64; it lies in [1/10, 1).
 * digitrun_exact_ulp[q - EXACT_ULP_LEAST] is exact, a multiple of 2^11, and has no power of two for
 * which the even interval would be wrong; digitrun_exact_exponent is k + 16 there.
 * digitrun_f32_ulp[exponent field of a float] is truncated. digitrun_f32_halves[field] is half the
 * scaled ulp itself, as the sum of two doubles, and 0 where the field is 0. */
enum { EXACT_ULP_LEAST = -75, EXACT_ULP_MOST = -1 };
enum { EXACT_ULP_COUNT = EXACT_ULP_MOST - EXACT_ULP_LEAST + 1 };
extern const uint64_t digitrun_exact_ulp[EXACT_ULP_COUNT];
extern const int8_t digitrun_exact_exponent[EXACT_ULP_COUNT];
extern const uint64_t digitrun_f32_ulp[256];
extern const double digitrun_f32_halves[256][2];

/* "00" .. "99" */
extern const char digitrun_digit_pairs[100][2];

/* By the size of an exponent: its three digits, the first in the lowest byte, and in the highest
 * byte how many of them are no leading zeros (0: 1). */
enum { EXPONENT_COUNT = 325 };
extern const uint32_t digitrun_exponent_digits[EXPONENT_COUNT];

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* floor(log10(2^q)), -1074 <= q <= 1023. Kept positive: what >> does to a negative number is not
 * C's. */
static inline int32_t log10_pow2(int32_t q)
{
    return (int32_t)((uint32_t)(q * 315653 + (324 << 20)) >> 20) - 324;
}

/* floor(log2(10^e)), POW10_LEAST <= e <= POW10_MOST */
static inline int32_t log2_pow10(int32_t e)
{
    return (int32_t)((uint32_t)(e * 217707 + (2048 << 16)) >> 16) - 2048;
}

static inline const uint64_t *pow10_of(int32_t e)
{
    return digitrun_pow10[e - POW10_LEAST];
}

#endif
