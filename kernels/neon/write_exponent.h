/* kernels/neon/write_exponent.h - blocks in which some values are not usual: those in exponent
 * notation, and what no row is for. */

/* Three digits of each size up to 324, the first in the lowest byte. 41 / 2^12 is 1/100 and 103 /
 * 2^10 is 1/10, above; kernels/proof/writer.py tries all. */
INLINE uint32x4_t exponent_digits(uint32x4_t size)
{
    uint32x4_t hundreds = vshrq_n_u32(vmulq_n_u32(size, 41), 12);
    uint32x4_t rest = vmlsq_u32(size, hundreds, vdupq_n_u32(100));
    uint32x4_t tens = vshrq_n_u32(vmulq_n_u32(rest, 103), 10);
    uint32x4_t ones = vmlsq_u32(rest, tens, vdupq_n_u32(10));
    uint32x4_t digits = vsliq_n_u32(hundreds, vsliq_n_u32(tens, ones, 8), 8);
    return vorrq_u32(digits, vdupq_n_u32(0x303030));
}

/* Text and end of the exponents of four values, those of `unusual`; the others end where they did.
 */
INLINE void make_tails(const digitrun_layout_plan *layout, int32x4_t exponent, uint32x4_t unusual,
                       uint32x4_t length, size_t i, write_block *block)
{
    uint32x4_t minus = vreinterpretq_u32_s32(vshrq_n_s32(exponent, 31));
    uint32x4_t size = vreinterpretq_u32_s32(vabsq_s32(exponent));
    uint32x4_t more = vaddq_u32(vcgtq_u32(size, vdupq_n_u32(9)), vcgtq_u32(size, vdupq_n_u32(99)));
    uint32x4_t spare = vminq_u32(vaddq_u32(more, vdupq_n_u32(2)),
                                 vdupq_n_u32(3u - layout->exponent_digits));
    int32x4_t down = vnegq_s32(vreinterpretq_s32_u32(vshlq_n_u32(spare, 3)));
    uint32x4_t digits = vshlq_u32(exponent_digits(size), down);
    uint32x4_t has_sign = vorrq_u32(minus, vdupq_n_u32(layout->exponent_plus ? UINT32_MAX : 0));
    /* '+' + 2 is '-' */
    uint32x4_t sign = vsubq_u32(vdupq_n_u32('+'), vaddq_u32(minus, minus));
    sign = vandq_u32(vshlq_n_u32(sign, 8), has_sign);
    sign = vorrq_u32(sign, vdupq_n_u32((uint8_t)layout->exponent));
    uint32x4_t head = vsubq_u32(vdupq_n_u32(1), has_sign);
    uint32x4_t len = vsubq_u32(vaddq_u32(head, vdupq_n_u32(3)), spare);
    vst1q_u32(block->end + i, vaddq_u32(length, vandq_u32(len, unusual)));
    uint32x4_t shift = vshlq_n_u32(head, 3);
    vst1q_u64(block->tail + i,
              vorrq_u64(vshlq_u64(vmovl_u32(vget_low_u32(digits)),
                                  vreinterpretq_s64_u64(vmovl_u32(vget_low_u32(shift)))),
                        vmovl_u32(vget_low_u32(sign))));
    vst1q_u64(
        block->tail + i + 2,
        vorrq_u64(vshlq_u64(vmovl_high_u32(digits), vreinterpretq_s64_u64(vmovl_high_u32(shift))),
                  vmovl_high_u32(sign)));
}

/* Rows, lengths and exponents of all values again, those of d.ddd where one is not usual. Returns
 * the values that neither a row nor an exponent is for. */
INLINE uint64_t settle_block(const digitrun_layout_plan *layout, type_of_value type,
                             const row_rule *rule, size_t count, write_block *block)
{
    const int32x4_t all = vdupq_n_s32(digits_of(type) - 1);
    const int32x4_t least = vdupq_n_s32(layout->fixed_least);
    const int32x4_t most = vdupq_n_s32(layout->fixed_most);
    uint64_t rare = 0;
    for (size_t i = 0; i < count; i += 4) {
        int32x4_t skip = vld1q_s32(block->skip + i), k = vld1q_s32(block->k + i);
        int32x4_t e = vaddq_s32(k, skip), exponent = vaddq_s32(e, all);
        uint32x4_t unusual = vcgtq_u32(vreinterpretq_u32_s32(vsubq_s32(e, rule->least)),
                                       vreinterpretq_u32_s32(rule->span));
        uint32x4_t outside = vorrq_u32(vcgtq_s32(least, exponent), vcgtq_s32(exponent, most));
        uint32x4_t odd = vcgtq_s32(exponent, vdupq_n_s32(ODD_LEAST - 1));
        row_lanes lanes = {.k = vbslq_s32(unusual, vsubq_s32(vnegq_s32(all), skip), k),
                           .skip = skip,
                           .count = vld1q_s32(block->count + i),
                           .negative = vld1q_u32(block->negative + i),
                           .last = last_bytes(type, vld1q_u32(block->fine + i)),
                           .integer_end = vbslq_u32(unusual, rule->single_end, rule->integer_end)};
        uint32x4_t length = choose_row_lanes(type, rule, &lanes, i, block);
        vst1q_s32(block->exponent + i, exponent);
        make_tails(layout, exponent, unusual, length, i, block);
        rare |= (uint64_t)bits_of_lanes(vorrq_u32(odd, vbicq_u32(unusual, outside))) << i;
    }
    return rare;
}
