/* kernels/neon/write_fixed.h - fixed(p), p <= 17: |v| * 10^p rounded to an integer, and its text.
 *
 * The mathematics is that of kernels/avx2/write_fixed.h: x = |v| * 10^p = hi + lo, both doubles,
 * and I = hi rounded half to even; here -lo is carried. Below 10^16 the integer has the sixteen
 * digits of a block; a 17th, the top one, is put by hand. */

typedef uint64_t top_digit;
enum { ROWS_JOIN = 0 }; /* see write_blocks.h */

/* How the texts of a layout look: pick[i..] makes that which begins with digit i. */
typedef struct fixed_rule {
    uint8_t pick[64];
    double power;
    uint32_t precision;
    uint32_t total; /* length of a text with all sixteen digits */
    uint32_t last;  /* the digit that stands in any case */
    int drop_zero_sign;
} fixed_rule;

enum { PICK_ZERO = 17, PICK_POINT = 18 }; /* see write_block.h */

static void make_fixed_rule(const digitrun_layout_plan *layout, fixed_rule *rule)
{
    uint32_t p = layout->precision, whole = p < 16 ? 16 - p : 1, at = 0;
    rule->power = 1;
    for (uint32_t i = 0; i < p; i++) {
        rule->power *= 10; /* exact */
    }
    rule->precision = p;
    rule->total = whole + (p != 0) + p;
    rule->last = p < 16 ? 15 - p : 0;
    rule->drop_zero_sign = layout->unsigned_zero;
    memset(rule->pick, PICK_ZERO, sizeof rule->pick);
    for (uint32_t i = 0; i < rule->total; i++) {
        if (i == whole) {
            rule->pick[i] = PICK_POINT;
        } else if (p < 16 || i >= rule->total - 16) {
            rule->pick[i] = (uint8_t)(15 - at++);
        }
    }
}

INLINE void load_four(type_of_value type, const char *values, float64x2_t four[2])
{
    if (type == WRITE_F64) {
        BOTH four[k] = vld1q_f64(as_doubles(values + 16 * k));
    } else {
        widen_f32(vld1q_f32((const float *)(const void *)values), four);
    }
}

typedef struct fixed_quad {
    float64x2_t hi[2], minus_lo[2];
    float64x2_t whole[2], more[2]; /* I; what is to be added to it below 2^53 */
} fixed_quad;

INLINE fixed_quad round_fixed_quad(double power, const float64x2_t values[2])
{
    const float64x2_t ten = vdupq_n_f64(power), half = vdupq_n_f64(0.5);
    fixed_quad x;
    float64x2_t size[2], rest[2];
    uint64x2_t moved[2];
    BOTH size[k] = vabsq_f64(values[k]);
    BOTH x.hi[k] = vmulq_f64(size[k], ten);
    BOTH x.minus_lo[k] = vfmsq_f64(x.hi[k], size[k], ten);
    BOTH x.whole[k] = vrndnq_f64(x.hi[k]);
    BOTH rest[k] = vsubq_f64(x.hi[k], x.whole[k]);
    BOTH moved[k] = vandq_u64(vcltzq_f64(vmulq_f64(rest[k], x.minus_lo[k])),
                              vceqq_f64(vabsq_f64(rest[k]), half));
    BOTH x.more[k] = vreinterpretq_f64_u64(
        vandq_u64(vreinterpretq_u64_f64(vaddq_f64(rest[k], rest[k])), moved[k]));
    return x;
}

/* 1 where the lanes say so. */
INLINE float64x2_t one_where(uint64x2_t lanes)
{
    return vreinterpretq_f64_u64(vandq_u64(lanes, vreinterpretq_u64_f64(vdupq_n_f64(1))));
}

/* Moves a unit where a part is outside of [0, end). */
INLINE void carry_f64(float64x2_t *above, float64x2_t *part, double end)
{
    float64x2_t move = vsubq_f64(one_where(vcgeq_f64(*part, vdupq_n_f64(end))),
                                 one_where(vcltzq_f64(*part)));
    *above = vaddq_f64(*above, move);
    *part = vfmsq_f64(*part, move, vdupq_n_f64(end));
}

/* The integers of two values again, up to 10^17, with a digit on top. Each part may be one unit of
 * the next off at first, as products are rounded and lo is added behind. */
INLINE void split_seventeens(const fixed_quad *x, int k, uint32_t *eights, uint64_t *top)
{
    uint64x2_t is_large = vcgeq_f64(x->hi[k], vdupq_n_f64(0x1p53));
    float64x2_t more = vbslq_f64(is_large, vrndnq_f64(vnegq_f64(x->minus_lo[k])), x->more[k]);
    float64x2_t first = vrndmq_f64(vmulq_f64(x->whole[k], vdupq_n_f64(1e-16)));
    float64x2_t rest = vfmsq_f64(x->whole[k], first, vdupq_n_f64(1e16));
    float64x2_t high = vrndmq_f64(vmulq_f64(rest, vdupq_n_f64(1e-8)));
    float64x2_t low = vaddq_f64(vfmsq_f64(rest, high, vdupq_n_f64(1e8)), more);
    carry_f64(&high, &low, 1e8);
    carry_f64(&first, &high, 1e8);
    uint64x2_t both = vsliq_n_u64(vcvtq_u64_f64(low), vcvtq_u64_f64(high), 32);
    vst1q_u32(eights, vreinterpretq_u32_u64(both));
    vst1q_u64(top, vcvtq_u64_f64(first));
}

/* A block in which not all |v| * 10^p are below 2^53. */
NOINLINE fixed_masks decode_large_block(const fixed_rule *rule, type_of_value type,
                                        const char *values, size_t count, uint64_t *top,
                                        write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    fixed_masks masks = {0, 0};
    for (size_t i = 0; i < count; i += 4) {
        float64x2_t value[2];
        load_four(type, values + size * i, value);
        fixed_quad x = round_fixed_quad(rule->power, value);
        uint64x2_t inside[2], has_top[2];
        BOTH
        {
            split_seventeens(&x, k, block->eights + 2 * i + 4 * k, top + i + 2 * k);
            uint64x2_t digit = vld1q_u64(top + i + 2 * k);
            inside[k] = vcgtq_f64(vdupq_n_f64(1e17), x.hi[k]);
            has_top[k] = vandq_u64(inside[k], vtstq_u64(digit, digit));
        }
        masks.wide |= (uint64_t)bits_of_lanes(lower_halves(has_top[0], has_top[1])) << i;
        masks.outside |= (uint64_t)(0xf ^ bits_of_lanes(lower_halves(inside[0], inside[1]))) << i;
    }
    return masks;
}

INLINE uint32x4_t sign_words(type_of_value type, const char *values)
{
    const uint32_t *bits = (const uint32_t *)(const void *)values;
    uint32x4_t high = type == WRITE_F64 ? vuzp2q_u32(vld1q_u32(bits), vld1q_u32(bits + 4))
                                        : vld1q_u32(bits);
    return vshrq_n_u32(high, 31);
}

/* Integers and signs of a block. */
INLINE fixed_masks decode_fixed_block(const fixed_rule *rule, type_of_value type,
                                      const char *values, size_t count, uint64_t *top,
                                      write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    const double power = rule->power;
    const int drop = rule->drop_zero_sign;
    uint64x2_t small = vdupq_n_u64(UINT64_MAX);
    for (size_t i = 0; i < count; i += 4) {
        float64x2_t value[2], whole[2];
        uint32x4_t eights[2], sign = sign_words(type, values + size * i);
        load_four(type, values + size * i, value);
        fixed_quad x = round_fixed_quad(power, value);
        BOTH whole[k] = vaddq_f64(x.whole[k], x.more[k]);
        split_sixteens(whole, eights);
        BOTH vst1q_u32(block->eights + 2 * i + 4 * k, eights[k]);
        BOTH small = vandq_u64(small, vcgtq_f64(vdupq_n_f64(0x1p53), x.hi[k]));
        if (drop) {
            sign = vbicq_u32(sign, lower_halves(vceqzq_f64(whole[0]), vceqzq_f64(whole[1])));
        }
        vst1q_u32(block->negative + i, sign);
    }
    if (vminvq_u32(vreinterpretq_u32_u64(small)) != 0) {
        return (fixed_masks){0, 0};
    }
    return decode_large_block(rule, type, values, count, top, block);
}

/* Integers to digits, first digits and lengths. */
INLINE void spread_fixed_block(const fixed_rule *rule, size_t count, write_block *block)
{
    const uint32x4_t last = vdupq_n_u32(rule->last), total = vdupq_n_u32(rule->total);
    for (size_t i = 0; i < count; i += 4) {
        uint8x16_t digits[4];
        spread_sixteens(i, block, digits);
        uint32x4_t negative = vld1q_u32(block->negative + i);
        uint32x4_t first = vminq_u32(count_first_zeros(digits), last);
        uint32x4_t length = vaddq_u32(vsubq_u32(total, first), negative);
        uint32x4x4_t info = {{first, first, length, negative}};
        vst4q_u32(&block->info[i].last, info);
    }
}

INLINE void put_fixed_row(const fixed_rule *rule, const write_block *block, size_t i, size_t first,
                          char *out)
{
    const uint8_t *pick = rule->pick + first;
    uint8_t *to = (uint8_t *)out;
    uint8x16x2_t bytes = {{vld1q_u8(block->digits[i]), repeat_four('0', '0', '.', '-')}};
    vst1q_u8(to, vqtbl2q_u8(bytes, vld1q_u8(pick)));
    vst1q_u8(to + 16, vqtbl2q_u8(bytes, vld1q_u8(pick + 16)));
}
