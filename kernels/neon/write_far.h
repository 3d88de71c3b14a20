/* kernels/neon/write_far.h - shortest digits of normal doubles of any size, four at a time.
 *
 * H is the sum of two doubles with 105 bits, and so the sum hi + lo, that is x, is wrong by less
 * than 2^-50. Where an end of the interval or a half digit lies as near as DOUBT to the grid, or m
 * is a power of two, another way decides. kernels/proof/writer.py proves it. */
#define DOUBT 0x1p-40

/* H = 2^(field - 1076) * 10^e of two doubles with these exponent fields: 53 bits, and the 52 bits
 * behind those. */
INLINE void make_far_half(uint64x2_t field, int32x2_t e, float64x2_t *high, float64x2_t *low)
{
    const uint64x2_t fraction = vdupq_n_u64(F64_FRACTION);
    uint64x2_t one = vld1q_u64(pow10_of(vget_lane_s32(e, 0)));
    uint64x2_t other = vld1q_u64(pow10_of(vget_lane_s32(e, 1)));
    uint64x2_t first = vzip1q_u64(one, other), second = vzip2q_u64(one, other);
    int64x2_t log2 = vmovl_s32(vshr_n_s32(vmul_n_s32(e, 217707), 16));
    uint64x2_t scale = vaddq_u64(vaddq_u64(field, vreinterpretq_u64_s64(log2)),
                                 vdupq_n_u64((uint64_t)1023 - 1076));
    scale = vshlq_n_u64(scale, 52);
    uint64x2_t low_scale = vsubq_u64(scale, vdupq_n_u64(UINT64_C(52) << 52));
    uint64x2_t bits = vshrq_n_u64(first, 11);
    uint64x2_t low_bits = vorrq_u64(vshlq_n_u64(first, 41), vshrq_n_u64(second, 23));
    *high = vreinterpretq_f64_u64(vbslq_u64(fraction, bits, scale));
    *low = vsubq_f64(vreinterpretq_f64_u64(vbslq_u64(fraction, low_bits, low_scale)),
                     vreinterpretq_f64_u64(low_scale));
}

/* Where what decide found is beyond doubt. */
INLINE uint64x2_t is_certain(const quad_parts *parts, float64x2_t half, int k)
{
    const float64x2_t doubt = vdupq_n_f64(DOUBT), one = vdupq_n_f64(1);
    float64x2_t rest = parts->rest[k];
    uint64x2_t ends = vandq_u64(vcgtq_f64(vabsq_f64(vsubq_f64(rest, half)), doubt),
                                vcgtq_f64(vabsq_f64(vsubq_f64(vsubq_f64(one, rest), half)), doubt));
    float64x2_t digit = vsubq_f64(parts->tenfold[k], DIGIT_MAGIC);
    float64x2_t left = vabsq_f64(vfmsq_f64(digit, rest, vdupq_n_f64(10)));
    uint64x2_t digits = vcgtq_f64(vdupq_n_f64(0.5 - DOUBT), left);
    return vandq_u64(ends, vorrq_u64(digits, parts->decided[k]));
}

/* Four doubles to decode again: exponent fields, and which are normal and no power of two. */
INLINE uint32x4_t load_far_fields(const char *values, uint32x4_t *field)
{
    const uint32_t *bits = (const uint32_t *)(const void *)values;
    uint32x4_t first = vld1q_u32(bits), second = vld1q_u32(bits + 4);
    uint32x4_t high = vuzp2q_u32(first, second), low = vuzp1q_u32(first, second);
    *field = vshrq_n_u32(vaddq_u32(high, high), 21);
    uint32x4_t odd = vceqzq_u32(vorrq_u32(vshlq_n_u32(high, 12), low));
    odd = vorrq_u32(odd, vceqzq_u32(*field));
    return vmvnq_u32(vorrq_u32(odd, vceqq_u32(*field, vdupq_n_u32(2047))));
}

/* Those of doubles i .. i + 3 that lanes name. Returns which of them are still to do; of these the
 * lanes are well-formed, no more. */
INLINE uint32_t decode_far(const char *values, uint32x4_t asked, size_t i, write_block *block)
{
    float64x2_t twice_m[2], half[2], low[2], hi[2], minus_lo[2];
    uint32x4_t field;
    uint32x4_t done = load_far_fields(values, &field);
    int32x4_t e = vsubq_s32(vdupq_n_s32(-1), vld1q_s32(block->k + i));
    load_significands(values, twice_m);
    make_far_half(vmovl_u32(vget_low_u32(field)), vget_low_s32(e), &half[0], &low[0]);
    make_far_half(vmovl_high_u32(field), vget_high_s32(e), &half[1], &low[1]);
    BOTH hi[k] = vmulq_f64(twice_m[k], half[k]);
    BOTH minus_lo[k] = vfmsq_f64(hi[k], twice_m[k], half[k]);
    BOTH minus_lo[k] = vfmsq_f64(minus_lo[k], twice_m[k], low[k]);
    quad_parts parts = decide(hi, minus_lo, half);
    quad_integers quad = integers_of(WRITE_F64, &parts);
    quad.fine = vbslq_u32(asked, quad.fine, vld1q_u32(block->fine + i));
    quad.skip = vbslq_s32(asked, quad.skip, vld1q_s32(block->skip + i));
    BOTH quad.eights[k] = vbslq_u32(k ? vzip2q_u32(asked, asked) : vzip1q_u32(asked, asked),
                                    quad.eights[k], vld1q_u32(block->eights + 2 * i + 4 * k));
    store_integers(WRITE_F64, &quad, i, block);
    done = vandq_u32(done,
                     lower_halves(is_certain(&parts, half[0], 0), is_certain(&parts, half[1], 1)));
    return bits_of_lanes(vbicq_u32(asked, done));
}
