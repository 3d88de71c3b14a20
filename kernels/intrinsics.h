/* kernels/intrinsics.h - the vector intrinsics of a row: the compiler's own; where
 * DIGITRUN_EMULATED is set, the other architecture's by SIMDe, and what SIMDe 0.7.4 lacks. */
#ifndef DIGITRUN_INTRINSICS_H
#define DIGITRUN_INTRINSICS_H

#if defined(__aarch64__) && !defined(DIGITRUN_EMULATED)
#define DIGITRUN_ARM_VECTORS
#include <arm_neon.h>
#elif defined(__x86_64__) && !defined(DIGITRUN_EMULATED)
#define DIGITRUN_X86_VECTORS
#include <immintrin.h>
#elif defined(__x86_64__)
#define DIGITRUN_ARM_VECTORS
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>

/* Missing in SIMDe: fused subtraction. vfmaq_f64 is fused only where the machine's own is used. */
static inline float64x2_t vfmsq_f64(float64x2_t sum, float64x2_t a, float64x2_t b)
{
    return vfmaq_f64(sum, vnegq_f64(a), b);
}

/* Missing: division. */
static inline float64x2_t vdivq_f64(float64x2_t a, float64x2_t b)
{
    return a / b;
}

/* Missing: conversion to floats of the upper half. */
static inline float32x4_t vcvt_high_f32_f64(float32x2_t low, float64x2_t high)
{
    return vcombine_f32(low, vcvt_f32_f64(high));
}

/* Missing: conversion to doubles of the upper half. */
static inline float64x2_t vcvt_high_f64_f32(float32x4_t floats)
{
    return vcvt_f64_f32(vget_high_f32(floats));
}

/* Missing: shift left and insert. */
#define vsliq_n_u32(low, high, n) \
    vbslq_u32(vdupq_n_u32((1u << (n)) - 1), (low), vshlq_n_u32((high), (n)))
#define vsliq_n_u64(low, high, n) \
    vbslq_u64(vdupq_n_u64((UINT64_C(1) << (n)) - 1), (low), vshlq_n_u64((high), (n)))
#define vsliq_n_s16(low, high, n) \
    vbslq_s16(vdupq_n_u16((1u << (n)) - 1), (low), vshlq_n_s16((high), (n)))
#elif defined(__aarch64__)
#define DIGITRUN_X86_VECTORS
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/fma.h>

/* Missing in SIMDe: this one name. */
#define _MM_FROUND_NO_EXC SIMDE_MM_FROUND_NO_EXC

/* Missing: counts of bits. */
static inline uint32_t _tzcnt_u32(uint32_t bits)
{
    return bits == 0 ? 32 : (uint32_t)__builtin_ctz(bits);
}

static inline uint64_t _tzcnt_u64(uint64_t bits)
{
    return bits == 0 ? 64 : (uint64_t)__builtin_ctzll(bits);
}

static inline uint32_t _blsi_u32(uint32_t bits)
{
    return bits & (0 - bits);
}

static inline uint32_t _blsr_u32(uint32_t bits)
{
    return bits & (bits - 1);
}

static inline uint32_t _bzhi_u32(uint32_t bits, uint32_t count)
{
    return (count & 255) < 32 ? bits & ((1u << (count & 255)) - 1) : bits;
}

static inline uint64_t _blsi_u64(uint64_t bits)
{
    return bits & (0 - bits);
}

static inline uint64_t _blsr_u64(uint64_t bits)
{
    return bits & (bits - 1);
}

static inline uint64_t _bzhi_u64(uint64_t bits, uint32_t count)
{
    return (count & 255) < 64 ? bits & ((UINT64_C(1) << (count & 255)) - 1) : bits;
}

static inline int _mm_popcnt_u32(uint32_t bits)
{
    return __builtin_popcount(bits);
}

static inline int64_t _mm_popcnt_u64(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* Not fused in SIMDe, all of them: each lane by itself here. */
static inline __m256d fused(__m256d a, __m256d b, __m256d c, double sign_a, double sign_c)
{
    double x[4], y[4], z[4];
    _mm256_storeu_pd(x, a);
    _mm256_storeu_pd(y, b);
    _mm256_storeu_pd(z, c);
    for (int i = 0; i < 4; i++) {
        x[i] = __builtin_fma(sign_a * x[i], y[i], sign_c * z[i]);
    }
    return _mm256_loadu_pd(x);
}

#undef _mm256_fmadd_pd
#undef _mm256_fmsub_pd
#undef _mm256_fnmadd_pd
#define _mm256_fmadd_pd(a, b, c) fused(a, b, c, 1, 1)
#define _mm256_fmsub_pd(a, b, c) fused(a, b, c, 1, -1)
#define _mm256_fnmadd_pd(a, b, c) fused(a, b, c, -1, 1)
#endif

#endif
