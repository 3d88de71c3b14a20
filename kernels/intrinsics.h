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

/* Missing: shift left and insert. */
#define vsliq_n_s32(low, high, n) \
    vbslq_s32(vdupq_n_u32((1u << (n)) - 1), (low), vshlq_n_s32((high), (n)))
#endif

#endif
