/* kernels/neon/write_core.h - shortest digits of four doubles or floats at a time.
 *
 * The mathematics is that of kernels/shortest.h, by pairs of doubles as kernels/avx2/write_core.h
 * does it: x = m * T = hi + lo, F = x - I. Here -lo is carried, which is what FMLS gives. FCVTZU
 * makes 64-bit integers of I and floor(I / 10^8), and what is left of I has 32 bits. */
#include "kernels/pow10.h"

INLINE float64x2_t splat_f64(uint64_t bits)
{
    return vreinterpretq_f64_u64(vdupq_n_u64(bits));
}

INLINE const double *as_doubles(const void *values)
{
    return (const double *)values;
}

typedef struct quad_parts {
    float64x2_t whole[2];   /* I, one more where the interval reaches up to it */
    float64x2_t rest[2];    /* F */
    uint64x2_t decided[2];  /* all bits set: whole alone is the shortest */
    float64x2_t tenfold[2]; /* 1.5 * 2^52 + 10 F, rounded */
} quad_parts;

#define DIGIT_MAGIC splat_f64(UINT64_C(0x4338000000000000)) /* 1.5 * 2^52 */

INLINE quad_parts decide(const float64x2_t hi[2], const float64x2_t minus_lo[2],
                         const float64x2_t half[2])
{
    const float64x2_t one = vdupq_n_f64(1);
    quad_parts parts;
    float64x2_t floor_hi[2], rest[2], carry[2];
    uint64x2_t up[2];
    BOTH floor_hi[k] = vrndmq_f64(hi[k]);
    BOTH rest[k] = vsubq_f64(vsubq_f64(hi[k], floor_hi[k]), minus_lo[k]);
    BOTH carry[k] = vrndmq_f64(rest[k]);
    BOTH parts.rest[k] = vsubq_f64(rest[k], carry[k]);
    BOTH parts.whole[k] = vaddq_f64(floor_hi[k], carry[k]);
    BOTH parts.decided[k] = vcgtq_f64(half[k], parts.rest[k]);
    BOTH up[k] = vcgtq_f64(half[k], vsubq_f64(one, parts.rest[k]));
    BOTH parts.tenfold[k] = vfmaq_f64(DIGIT_MAGIC, parts.rest[k], vdupq_n_f64(10));
    BOTH parts.decided[k] = vorrq_u64(parts.decided[k], up[k]);
    BOTH parts.whole[k] = vaddq_f64(
        parts.whole[k], vreinterpretq_f64_u64(vandq_u64(up[k], vreinterpretq_u64_f64(one))));
    return parts;
}

/* Of two times two 64-bit lanes the lower halves. */
INLINE uint32x4_t lower_halves(uint64x2_t first, uint64x2_t second)
{
    return vuzp1q_u32(vreinterpretq_u32_u64(first), vreinterpretq_u32_u64(second));
}

/* Integers below 2^53 as two times eight digits. 1e-8 is above 10^-8 by so little that the floor is
 * right: at a multiple of 10^8 because it is above, one before it because it is so little. */
INLINE void split_sixteens(const float64x2_t whole[2], uint32x4_t eights[2])
{
    uint64x2_t all[2], high[2];
    BOTH high[k] = vcvtq_u64_f64(vmulq_f64(whole[k], vdupq_n_f64(1e-8)));
    BOTH all[k] = vcvtq_u64_f64(whole[k]);
    BOTH
    {
        uint32x4_t low = vmlsq_u32(vreinterpretq_u32_u64(all[k]), vreinterpretq_u32_u64(high[k]),
                                   vdupq_n_u32(100000000));
        eights[k] = vreinterpretq_u32_u64(vsliq_n_u64(vreinterpretq_u64_u32(low), high[k], 32));
    }
}

/* The integers of four values, as a block has them. */
typedef struct quad_integers {
    uint32x4_t eights[2]; /* floats: one */
    uint32x4_t fine;
    int32x4_t skip;
} quad_integers;

INLINE quad_integers integers_of(type_of_value type, const quad_parts *parts)
{
    quad_integers quad;
    uint32x4_t skip;
    if (type == WRITE_F64) {
        split_sixteens(parts->whole, quad.eights);
        skip = vcltq_u32(vuzp2q_u32(quad.eights[0], quad.eights[1]), vdupq_n_u32(10000000));
    } else {
        quad.eights[0] = quad.eights[1] = lower_halves(vcvtq_u64_f64(parts->whole[0]),
                                                       vcvtq_u64_f64(parts->whole[1]));
        skip = vaddq_u32(vcltq_u32(quad.eights[0], vdupq_n_u32(10000000)),
                         vcltq_u32(quad.eights[0], vdupq_n_u32(1000000)));
    }
    quad.skip = vreinterpretq_s32_u32(skip);
    uint32x4_t digit = lower_halves(vreinterpretq_u64_f64(parts->tenfold[0]),
                                    vreinterpretq_u64_f64(parts->tenfold[1]));
    quad.fine = vbicq_u32(digit, lower_halves(parts->decided[0], parts->decided[1]));
    return quad;
}

INLINE void store_integers(type_of_value type, const quad_integers *quad, size_t i,
                           write_block *block)
{
    if (type == WRITE_F64) {
        BOTH vst1q_u32(block->eights + 2 * i + 4 * k, quad->eights[k]);
    } else {
        vst1q_u32(block->eights + i, quad->eights[0]);
    }
    vst1q_u32(block->fine + i, quad->fine);
    vst1q_s32(block->skip + i, quad->skip);
}

/* 2 m of four doubles; that of zero is no matter. */
INLINE void load_significands(const char *values, float64x2_t twice_m[2])
{
    const uint64x2_t fraction = vdupq_n_u64(F64_FRACTION);
    const float64x2_t hidden = splat_f64(UINT64_C(0x4340000000000000)); /* 2^53 */
    BOTH twice_m[k] = vbslq_f64(fraction, vld1q_f64(as_doubles(values + 16 * k)), hidden);
}

/* Doubles i .. i + 3, each near one or zero; of one that is not, anything. */
INLINE void decode_near(const char *values, size_t i, write_block *block)
{
    float64x2_t twice_m[2], half[2], hi[2], minus_lo[2];
    load_significands(values, twice_m);
    BOTH
    {
        const uint32_t *index = block->index + i + 2 * k;
        half[k] = vcombine_f64(vld1_f64(halves + index[0]), vld1_f64(halves + index[1]));
    }
    BOTH hi[k] = vmulq_f64(twice_m[k], half[k]);
    BOTH minus_lo[k] = vfmsq_f64(hi[k], twice_m[k], half[k]);
    quad_parts parts = decide(hi, minus_lo, half);
    quad_integers quad = integers_of(WRITE_F64, &parts);
    store_integers(WRITE_F64, &quad, i, block);
}

INLINE void widen_f32(float32x4_t floats, float64x2_t doubles[2])
{
    doubles[0] = vcvt_f64_f32(vget_low_f32(floats));
    doubles[1] = vcvt_high_f64_f32(floats);
}

/* Floats i .. i + 3, but for the odd ones of write_rows.h. T is exact or has 106 bits, so F is
 * wrong by less than 2^-50. What is not on the grid is 2^-32.1 away at least: H + 2^-34 where the
 * ends belong to the interval, m being even, and H - 2^-34 where they do not decide rightly. */
INLINE void decode_f32(const char *values, size_t i, write_block *block)
{
    const uint32x4_t fraction = vdupq_n_u32(F32_FRACTION);
    const uint32x4_t hidden = vdupq_n_u32(0x4b800000); /* 2^24 */
    const uint32x4_t bound = vdupq_n_u32(0x2e800000);  /* 2^-34 */
    float64x2_t twice_m[2], half[2], high[2], low[2], hi[2], minus_lo[2];
    uint32x4_t bits = vld1q_u32((const uint32_t *)(const void *)values);
    widen_f32(vreinterpretq_f32_u32(vbslq_u32(fraction, bits, hidden)), twice_m);
    widen_f32(vreinterpretq_f32_u32(veorq_u32(vshlq_n_u32(bits, 31), bound)), half);
    BOTH
    {
        const uint32_t *index = block->index + i + 2 * k;
        float64x2_t first = vld1q_f64(digitrun_f32_halves[index[0]]);
        float64x2_t second = vld1q_f64(digitrun_f32_halves[index[1]]);
        high[k] = vzip1q_f64(first, second);
        low[k] = vzip2q_f64(first, second);
    }
    BOTH hi[k] = vmulq_f64(twice_m[k], high[k]);
    BOTH minus_lo[k] = vfmsq_f64(hi[k], twice_m[k], high[k]);
    BOTH minus_lo[k] = vfmsq_f64(minus_lo[k], twice_m[k], low[k]);
    BOTH half[k] = vaddq_f64(half[k], high[k]);
    quad_parts parts = decide(hi, minus_lo, half);
    quad_integers quad = integers_of(WRITE_F32, &parts);
    store_integers(WRITE_F32, &quad, i, block);
}
