/* kernels/avx512/emulated_round.h - AVX-512 for tests on CPUs without it: arithmetic of doubles
 * with the rounding in the instruction.
 *
 * The mode goes to MXCSR for the operation alone, and all exceptions are masked; both are taken
 * back behind it, with the flags it raised. Flush-to-zero and denormals-are-zero stay as they are:
 * those the instructions obey. Operands pass through memory behind the one change and the result
 * before the other, so that the compiler cannot move the operation out. */
#ifndef DIGITRUN_AVX512_EMULATED_ROUND_H
#define DIGITRUN_AVX512_EMULATED_ROUND_H

#include "kernels/avx512/emulated.h"

enum { MXCSR_ALL_MASKED = 0x1f80, MXCSR_ZEROS = 0x8040, MXCSR_ROUNDING = 13 };

#define ENTER(rounding, x, y, z)                                      \
    const uint32_t saved = _mm_getcsr();                              \
    const uint32_t used = (saved & MXCSR_ZEROS) | MXCSR_ALL_MASKED |  \
                          ((uint32_t)(rounding)&3) << MXCSR_ROUNDING; \
    __asm__ volatile("vldmxcsr %3" : "+m"(x), "+m"(y), "+m"(z) : "m"(used) : "memory")
#define LEAVE(r) __asm__ volatile("vldmxcsr %1" : "+m"(r) : "m"(saved) : "memory")

/* r: a lane of the result, by x, y and z. */
#define ROUNDED(expression)       \
    vector512 r;                  \
    ENTER(rounding, x, y, z);     \
    for (int i = 0; i < 8; i++) { \
        r.f64[i] = (expression);  \
    }                             \
    LEAVE(r);                     \
    return r

#define ROUNDED_2(name, expression)                                                       \
    EMULATED vector512 emulated_##name##_round_pd(vector512 x, vector512 y, int rounding) \
    {                                                                                     \
        vector512 z = y;                                                                  \
        ROUNDED(expression);                                                              \
    }
#define ROUNDED_3(name, expression)                                                      \
    EMULATED vector512 emulated_##name##_round_pd(vector512 x, vector512 y, vector512 z, \
                                                  int rounding)                          \
    {                                                                                    \
        ROUNDED(expression);                                                             \
    }
#define ROUNDED_FROM(name, lane)                                                \
    EMULATED vector512 emulated_cvt_round##name##_pd(vector512 x, int rounding) \
    {                                                                           \
        vector512 y = x, z = x;                                                 \
        ROUNDED((double)x.lane[i]);                                             \
    }

EMULATED double emulated_within(double x, double most)
{
    return x < -most ? -most : x > most ? most : x;
}

/* x * 2^y for whole y: in two steps, of which the first is exact where x is of common size. */
EMULATED double emulated_scale(double x, double y)
{
    const double most = 1000, rest = emulated_within(y, 2 * most);
    const double first = emulated_within(rest, most);
    const uint64_t bits[2] = {(uint64_t)(int64_t)(first + 1023) << 52,
                              (uint64_t)(int64_t)(rest - first + 1023) << 52};
    double powers[2];
    memcpy(powers, bits, sizeof powers);
    return x * powers[0] * powers[1];
}

ROUNDED_2(add, x.f64[i] + y.f64[i])
ROUNDED_2(sub, x.f64[i] - y.f64[i])
ROUNDED_2(mul, x.f64[i] * y.f64[i])
ROUNDED_2(div, x.f64[i] / y.f64[i])
ROUNDED_2(scalef, emulated_scale(x.f64[i], y.f64[i]))
ROUNDED_3(fmadd, __builtin_fma(x.f64[i], y.f64[i], z.f64[i]))
ROUNDED_3(fmsub, __builtin_fma(x.f64[i], y.f64[i], -z.f64[i]))
ROUNDED_3(fnmadd, __builtin_fma(-x.f64[i], y.f64[i], z.f64[i]))
ROUNDED_FROM(epi64, s64)
ROUNDED_FROM(epu64, u64)

/* All bits where the lane fits no integer. */
EMULATED uint64_t emulated_to_integer(double x)
{
    const __m128d one = _mm_set_sd(x);
    const double whole = _mm_cvtsd_f64(_mm_round_sd(one, one, _MM_FROUND_NEARBYINT));
    const double half = 9223372036854775808.0;
    if (!(whole >= 0 && whole < 2 * half)) {
        return UINT64_MAX;
    }
    return whole < half ? (uint64_t)(int64_t)whole
                        : (uint64_t)(int64_t)(whole - half) + (UINT64_C(1) << 63);
}

EMULATED vector512 emulated_cvt_roundpd_epu64(vector512 x, int rounding)
{
    vector512 r, y = x, z = x;
    ENTER(rounding, x, y, z);
    for (int i = 0; i < 8; i++) {
        r.u64[i] = emulated_to_integer(x.f64[i]);
    }
    LEAVE(r);
    return r;
}

EMULATED __m256 emulated_cvt_roundpd_ps(vector512 x, int rounding)
{
    float floats[8];
    vector512 y = x, z = x;
    ENTER(rounding, x, y, z);
    for (int i = 0; i < 8; i++) {
        floats[i] = (float)x.f64[i];
    }
    LEAVE(floats);
    return _mm256_loadu_ps(floats);
}

/* The comparisons that are used. */
EMULATED uint64_t emulated_cmp_round_pd_mask(vector512 x, vector512 y, int predicate, int rounding)
{
    vector512 r, z = x;
    ENTER(rounding, x, y, z);
    for (int i = 0; i < 8; i++) {
        const double a = x.f64[i], b = y.f64[i];
        const int holds = predicate == _CMP_NEQ_UQ  ? a != b
                          : predicate == _CMP_LE_OQ ? __builtin_islessequal(a, b)
                          : predicate == _CMP_GT_OQ ? __builtin_isgreater(a, b)
                                                    : (__builtin_trap(), 0);
        r.s64[i] = -holds;
    }
    LEAVE(r);
    return _pext_u64(emulated_top_bits(r), UINT64_C(0x0101010101010101));
}

EMULATED uint64_t emulated_mask_cmp_round_pd_mask(uint64_t lanes, vector512 x, vector512 y,
                                                  int predicate, int rounding)
{
    return emulated_cmp_round_pd_mask(x, y, predicate, rounding) & lanes;
}

EMULATED vector512 emulated_set1_pd(double value)
{
    const double lanes[8] = {value, value, value, value, value, value, value, value};
    return emulated_load(lanes);
}

/* Those lanes of y, the others of x. */
EMULATED vector512 emulated_mask_blend_pd(uint64_t lanes, vector512 x, vector512 y)
{
    return emulated_mask_mov_epi64(x, lanes, y);
}

EMULATED vector512 emulated_castpd256_pd512(__m256d x)
{
    vector512 r = emulated_zero();
    memcpy(&r, &x, sizeof x);
    return r;
}

EMULATED vector512 emulated_insertf64x4(vector512 x, __m256d y, int half)
{
    memcpy(&x.half[half], &y, sizeof y);
    return x;
}

EMULATED void emulated_mask_storeu_ps(float *p, uint64_t lanes, __m256 x)
{
    emulated_mask_storeu_epi32(p, lanes, emulated_castpd256_pd512(_mm256_castps_pd(x)));
}

#endif
