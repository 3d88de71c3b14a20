/* kernels/round.h - the roundings of the vector kernels, with their proofs.
 *
 * Exact quotient: w < 2^53 and 10^k, k <= 22, are doubles, and IEEE division rounds the true
 * quotient.
 *
 * Product with a power, proved or not: the value is v = (H + L) * 10^q exactly, |L| <= 2^-53 H, and
 *     10^q = (h + l)(1 + d), |d| <= 2^-106, |l| <= 2^-53 h.
 * With u = 2^-53, nearest rounding and no underflow (all parts below are normal or zero):
 *     p  = RN(H h)
 *     e1 = H h - p            exact: the error of a product is a double, and FMA gives it
 *     e2 = RN(e1 + H l)       |e1| <= u p and |H l| <= u p (1 + u), so |e2| <= 2 u p (1 + 2 u)
 *     e3 = RN(e2 + L h)       |e3| <= 3 u p (1 + 3 u)
 * The roundings of e2 and e3 are off by 2 u^2 p and 3 u^2 p at most, the term L l that is left out
 * by u^2 p, and d by 2^-106 v. So |v - (p + e3)| < 8 * 2^-106 p = 2^-103 p. With m = 2^-100 p, RN(p
 * + (e3 - m)) <= RN(v) <= RN(p + (e3 + m)), since rounding is monotone and the roundings of e3 -+ m
 * are 4 u^2 p at most, far below m - 2^-103 p. Where both sides are equal they are RN(v). They
 * differ only if v lies within 2^-99 p of a midpoint between two doubles; exact ties are among
 * these. Such a lane is not proved. (proof/product.g: Gappa finds the same for this margin, and
 * refuses one of 2^-102.)
 *
 * Scaling by a power of two afterwards is exact while the result is normal.
 *
 * Float from double: RN_f(v) = RN_f(r) for r = RN_d(v), unless r is exactly the middle of two
 * floats, for then v may lie on either side of it (or on it). */
#ifndef DIGITRUN_ROUND_H
#define DIGITRUN_ROUND_H

#include "kernels/intrinsics.h"

#define PROOF_MARGIN 0x1p-100

#if defined(DIGITRUN_X86_VECTORS)

typedef struct proved {
    __m256d value, other; /* equal where proved */
} proved;

/* (high + low) * (power_high + power_low). A margin of 0 proves nothing: for powers of 1, where p
 * is high and e is low. */
static inline __attribute__((always_inline)) proved
multiply_proved(__m256d high, __m256d low, __m256d power_high, __m256d power_low, __m256d margin)
{
    __m256d p = _mm256_mul_pd(high, power_high);
    __m256d e = _mm256_fmsub_pd(high, power_high, p);
    e = _mm256_fmadd_pd(high, power_low, e);
    e = _mm256_fmadd_pd(low, power_high, e);
    return (proved){_mm256_add_pd(p, _mm256_fnmadd_pd(p, margin, e)),
                    _mm256_add_pd(p, _mm256_fmadd_pd(p, margin, e))};
}

#elif defined(DIGITRUN_ARM_VECTORS)

typedef struct proved {
    float64x2_t value, other; /* equal where proved */
} proved;

/* The same. Fused subtraction gives -e1, -e2 and -e3: roundings to nearest have no side. The second
 * sum is made from the first, which adds another 4 u^2 p to its error at most. */
static inline __attribute__((always_inline)) proved
multiply_proved(float64x2_t high, float64x2_t low, float64x2_t power_high, float64x2_t power_low,
                float64x2_t margin)
{
    proved r;
    float64x2_t p = vmulq_f64(high, power_high);
    float64x2_t e = vfmsq_f64(p, high, power_high);
    e = vfmsq_f64(e, high, power_low);
    e = vfmsq_f64(e, low, power_high);
    e = vfmaq_f64(e, p, margin);
    r.value = vsubq_f64(p, e);
#if defined(__aarch64__)
    __asm__("" : "+w"(r.value), "+w"(e)); /* else e is copied before */
#endif
    e = vfmsq_f64(e, p, vaddq_f64(margin, margin));
    r.other = vsubq_f64(p, e);
    return r;
}

/* The same by one power for many, the margin in it: power_less = RN(l + m), m = 2^-100 h, and
 * twice = 2 m. Proved by proof/product_by.g. */
static inline __attribute__((always_inline)) proved
multiply_proved_by(float64x2_t high, float64x2_t low, float64x2_t power_high,
                   float64x2_t power_less, float64x2_t twice)
{
    proved r;
    float64x2_t p = vmulq_f64(high, power_high);
    float64x2_t e = vfmsq_f64(p, high, power_high);
    e = vfmsq_f64(e, low, power_high);
    e = vfmsq_f64(e, high, power_less);
    r.value = vsubq_f64(p, e);
#if defined(__aarch64__)
    __asm__("" : "+w"(r.value), "+w"(e)); /* else e is copied before */
#endif
    e = vfmaq_f64(e, high, twice);
    r.other = vsubq_f64(p, e);
    return r;
}
#endif

#endif
