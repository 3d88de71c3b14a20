/* kernels/neon/write_rows.h - signs, powers of ten, and the row of the table that makes a text.
 *
 * A row has the places of the bytes of a text among the 32 of write_block.h. For -123.4, first
 * digit not 0:
 *
 *     digits   .. 4 3 2 1    last   d 0 . -        row   19 15 14 13 18 12 11 .. 0 16 17 17 17 */
enum {
    ROW_LEAST = -6, /* of the power of ten of the first digit: write_tables.py */
    ROW_MOST = 20,
    ROW_SKIPS = 3,
    NEAR_OUTSIDE = EXACT_ULP_COUNT, /* indices into the table of scaled ulps: of what is not near */
    NEAR_ZERO
};

#include "kernels/neon/write_tables.h"

/* What the rows of a layout are. */
typedef struct row_rule {
    int32x4_t least, span;   /* of the exponents of usual texts: k + skip, and how many more */
    uint32x4_t drop_sign;    /* all bits set: of zeros */
    uint32x4_t fraction_end; /* the length of the point and one digit, less what comes off M */
    uint32x4_t integer_end;  /* of what stands behind an integer: ".0" or nothing, likewise */
    uint32x4_t single_end;   /* of what stands behind a single digit before an exponent */
} row_rule;

/* Digits of a type, with the last one. */
INLINE int32_t digits_of(type_of_value type)
{
    return type == WRITE_F64 ? 17 : 9;
}

static row_rule make_rule(const digitrun_layout_plan *layout, type_of_value type)
{
    int32_t least = layout->fixed_least, most = layout->fixed_most;
    least = least > ROW_LEAST ? least : ROW_LEAST;
    most = most < ROW_MOST ? most : ROW_MOST;
    if (least > most) { /* nothing is usual */
        least = most = ODD_LEAST;
    }
    return (row_rule){vdupq_n_s32(least - digits_of(type) + 1),
                      vdupq_n_s32(most - least),
                      vdupq_n_u32(layout->unsigned_zero ? UINT32_MAX : 0),
                      vdupq_n_u32(2),
                      vdupq_n_u32(1 + layout->point_zero),
                      vdupq_n_u32(1 + layout->exponent_zero)};
}

/* Signs and k of four values: `high` has the signs, `field` the exponents. Zero has got an exponent
 * field by which it is 0000000000000000 * 10^1 with the first digit dropped; a float 00000000 *
 * 10^2 with two. */
INLINE void put_exponents(const row_rule *rule, uint32x4_t high, uint32x4_t field, int32_t bias,
                          uint32x4_t is_zero, size_t i, write_block *block)
{
    int32x4_t k = vmlaq_s32(vdupq_n_s32(-bias * 315653), vreinterpretq_s32_u32(field),
                            vdupq_n_s32(315653));
    vst1q_s32(block->k + i, vshrq_n_s32(k, 20));
    vst1q_u32(block->negative + i,
              vbicq_u32(vshrq_n_u32(high, 31), vandq_u32(is_zero, rule->drop_sign)));
}

/* Signs, k and indices of four doubles. Returns indices of which those are not near one that reach
 * NEAR_OUTSIDE. */
INLINE uint32x4_t read_exponents_f64(const row_rule *rule, const char *values, size_t i,
                                     write_block *block)
{
    const uint32_t *bits = (const uint32_t *)(const void *)values;
    uint32x4_t first = vld1q_u32(bits), second = vld1q_u32(bits + 4);
    uint32x4_t high = vuzp2q_u32(first, second);
    uint32x4_t twice = vaddq_u32(high, high);
    uint32x4_t is_zero = vceqzq_u32(vorrq_u32(twice, vuzp1q_u32(first, second)));
    uint32x4_t field = vbslq_u32(is_zero, vdupq_n_u32(1026), vshrq_n_u32(twice, 21));
    uint32x4_t given = vsubq_u32(field, vdupq_n_u32(1075 + EXACT_ULP_LEAST));
    uint32x4_t index = vminq_u32(given, vdupq_n_u32(NEAR_OUTSIDE));
    vst1q_u32(block->index + i, vbslq_u32(is_zero, vdupq_n_u32(NEAR_ZERO), index));
    put_exponents(rule, high, field, 1075, is_zero, i, block);
    return given;
}

/* The exponent fields of floats for which it does not matter whether m is a power of two. */
enum { EVEN_LEAST_F32 = 81, EVEN_MOST_F32 = 151 };

/* The same of four floats, the index being the field. Returns which have another field than those.
 */
INLINE uint32x4_t read_exponents_f32(const row_rule *rule, const char *values, size_t i,
                                     write_block *block)
{
    uint32x4_t bits = vld1q_u32((const uint32_t *)(const void *)values);
    uint32x4_t twice = vaddq_u32(bits, bits), index = vshrq_n_u32(twice, 24);
    uint32x4_t is_zero = vceqzq_u32(twice);
    uint32x4_t field = vbslq_u32(is_zero, vdupq_n_u32(131), index);
    vst1q_u32(block->index + i, index);
    put_exponents(rule, bits, field, 150, is_zero, i, block);
    return vcgtq_u32(vsubq_u32(field, vdupq_n_u32(EVEN_LEAST_F32)),
                     vdupq_n_u32(EVEN_MOST_F32 - EVEN_LEAST_F32));
}

INLINE uint32_t bits_of_lanes(uint32x4_t lanes)
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(lanes, vld1q_u32(bits)));
}

/* Which of four floats are subnormal, not finite, or a power of two outside of those fields. */
INLINE uint32_t find_odd_f32(const char *values)
{
    uint32x4_t bits = vld1q_u32((const uint32_t *)(const void *)values);
    uint32x4_t twice = vaddq_u32(bits, bits), field = vshrq_n_u32(twice, 24);
    uint32x4_t far = vcgtq_u32(vsubq_u32(field, vdupq_n_u32(EVEN_LEAST_F32)),
                               vdupq_n_u32(EVEN_MOST_F32 - EVEN_LEAST_F32));
    uint32x4_t odd = vandq_u32(far, vceqzq_u32(vshlq_n_u32(bits, 9)));
    odd = vorrq_u32(odd, vorrq_u32(vceqzq_u32(field), vceqq_u32(field, vdupq_n_u32(255))));
    return bits_of_lanes(vbicq_u32(odd, vceqzq_u32(twice)));
}

/* What choose_row_lanes needs of four values. */
typedef struct row_lanes {
    int32x4_t k, skip, count;
    uint32x4_t negative, last;
    uint32x4_t integer_end;
} row_lanes;

/* Rows and lengths; returns these. With e = k + skip, the power of ten of the first digit less the
 * digits of the type but one, and M = max(count, e), where count lacks the same:
 *
 *     count > e     digits reach behind the point: they, the zeros before them and the point
 *     others        all before the point, and ".0" */
INLINE uint32x4_t choose_row_lanes(type_of_value type, const row_rule *rule, const row_lanes *lanes,
                                   size_t i, write_block *block)
{
    const int32x4_t first = vdupq_n_s32(ROW_SKIPS * (digits_of(type) - 1 - ROW_LEAST));
    int32x4_t e = vaddq_s32(lanes->k, lanes->skip);
    uint32x4_t fraction = vcgtq_s32(lanes->count, e);
    int32x4_t most = vmaxq_s32(lanes->count, e);
    most = vsubq_s32(most, vminq_s32(e, vdupq_n_s32(1 - digits_of(type))));
    uint32x4_t length = vaddq_u32(vreinterpretq_u32_s32(most), lanes->negative);
    length = vaddq_u32(length, vbslq_u32(fraction, rule->fraction_end, lanes->integer_end));
    int32x4_t row = vmlaq_s32(vsubq_s32(first, lanes->skip), lanes->k, vdupq_n_s32(ROW_SKIPS));
    uint32x4x4_t info = {{lanes->last, vsliq_n_u32(lanes->negative, vreinterpretq_u32_s32(row), 1),
                          length, lanes->negative}};
    vst4q_u32(&block->info[i].last, info);
    return length;
}

/* The digit behind the sixteen, and what stands beside it. */
INLINE uint32x4_t last_bytes(type_of_value type, uint32x4_t fine)
{
    const uint32x4_t zero = vdupq_n_u32(0x2d2e3030); /* "0" "0" "." "-" */
    return type == WRITE_F64 ? vorrq_u32(fine, zero) : zero;
}

/* Integers to digits, rows and lengths, as if all were usual; calm: no other value is to be
 * put in. */
INLINE void spread_block(type_of_value type, const row_rule *shared, size_t count, int calm,
                         write_block *block)
{
    const row_rule rule = *shared;
    uint32x4_t unusual = vdupq_n_u32(0);
    for (size_t i = 0; i < count; i += 4) {
        uint32x4_t zeros = type == WRITE_F64 ? spread_f64(i, block) : spread_f32(i, block);
        uint32x4_t fine = vld1q_u32(block->fine + i);
        row_lanes lanes = {.k = vld1q_s32(block->k + i),
                           .skip = vld1q_s32(block->skip + i),
                           .negative = vld1q_u32(block->negative + i),
                           .last = last_bytes(type, fine),
                           .integer_end = rule.integer_end};
        zeros = vbicq_u32(zeros, vtstq_u32(fine, fine));
        lanes.count = vsubq_s32(lanes.skip, vreinterpretq_s32_u32(zeros));
        int32x4_t above = vsubq_s32(vaddq_s32(lanes.k, lanes.skip), rule.least);
        unusual = vorrq_u32(
            unusual, vcgtq_u32(vreinterpretq_u32_s32(above), vreinterpretq_u32_s32(rule.span)));
        vst1q_s32(block->count + i, lanes.count);
        choose_row_lanes(type, &rule, &lanes, i, block);
    }
    block->usual = calm && vmaxvq_u32(unusual) == 0;
}
