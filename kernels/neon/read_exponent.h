/* kernels/neon/read_exponent.h - tokens with exponents, four a step.
 *
 * The index pass takes 1.25e-3 for a token whose digits are 1.25e-3, and the windows meet a byte
 * that is no digit. Here such tokens are gathered, their e is found, the bytes behind it are read
 * as a number, and the bytes before it go through windows again, scaled by a power of their own. */
#ifndef DIGITRUN_NEON_READ_EXPONENT_H
#define DIGITRUN_NEON_READ_EXPONENT_H

#include "kernels/neon/read_convert.h"

/* Four tokens' exponents. */
typedef struct powers_of_ten {
    int32x4_t exponent; /* what the text says */
    int32x4_t bytes;    /* the e and what stands behind it */
    uint32x4_t bad;     /* no number */
} powers_of_ten;

ALWAYS_INLINE uint32x4_t not_zero(uint8x16_t lanes)
{
    return vtstq_u32(vreinterpretq_u32_u8(lanes), vreinterpretq_u32_u8(lanes));
}

/* Four bytes of digits, the first one in the lowest, to a number. */
ALWAYS_INLINE uint32x4_t number_of(uint8x16_t digits)
{
    const uint8x16_t tens = vmulq_u8(digits, vreinterpretq_u8_u16(vdupq_n_u16(0x010a)));
#if defined(DIGITRUN_ROW_neon_dotprod)
    return vdotq_u32(vdupq_n_u32(0), tens, vreinterpretq_u8_u32(vdupq_n_u32(0x01016464)));
#else
    const uint32x4_t pairs = vreinterpretq_u32_u16(vpaddlq_u8(tens));
    return vmlaq_u32(vshrq_n_u32(pairs, 16), vandq_u32(pairs, vdupq_n_u32(0xffff)),
                     vdupq_n_u32(100));
#endif
}

/* `tail`: the last four bytes of each token; `before`: those one byte ahead of each of these. What
 * stands further ahead is no e of ours: an exponent is of four bytes at most.
 *
 *     1 . 5 e - 0 5    before 5 e - 0    tail e - 0 5    at 0 1 0 0    kept 0 1 1 1 */
ALWAYS_INLINE powers_of_ten read_exponents(uint8x16_t tail, uint8x16_t before)
{
    const uint8x16_t at = vceqq_u8(vorrq_u8(before, vdupq_n_u8(0x20)), vdupq_n_u8('e'));
    const int32x4_t from = vreinterpretq_s32_u8(at);
    const int32x4_t ones = vorrq_s32(from, vnegq_s32(from)); /* from its first byte on */
    const uint8x16_t kept = vreinterpretq_u8_s32(ones);
    const uint8x16_t minus = vandq_u8(vceqq_u8(tail, vdupq_n_u8('-')), at);
    const uint8x16_t sign = vorrq_u8(minus, vandq_u8(vceqq_u8(tail, vdupq_n_u8('+')), at));
    const uint8x16_t digits = vbicq_u8(vandq_u8(vsubq_u8(tail, vdupq_n_u8('0')), kept), sign);
    const int32x4_t value = vreinterpretq_s32_u32(number_of(digits));
    const int32x4_t flip = vreinterpretq_s32_u32(not_zero(minus));
    const int32x4_t bits = vclzq_s32(vmvnq_s32(ones));
    /* a sign alone is no number */
    const uint32x4_t bad = vorrq_u32(
        not_zero(vcgtq_u8(digits, vdupq_n_u8(9))),
        vtstq_u32(vreinterpretq_u32_u8(sign), vdupq_n_u32(UINT32_C(0xff) << 24)));
    return (powers_of_ten){vsubq_s32(veorq_s32(value, flip), flip),
                           vsubq_s32(vshrq_n_s32(bits, 3), vshrq_n_s32(ones, 31)), bad};
}

/* Copies the records of `lanes` together, the last one repeated to a multiple of eight. */
ALWAYS_INLINE uint32_t gather(reader *r, uint8_t *lane, uint64_t lanes)
{
    record *records = r->work->exponents.records;
    uint32_t count = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(lanes);
        lane[count] = (uint8_t)i;
        records[count++] = r->work->records[i];
    }
    for (uint32_t i = count; i % GROUP != 0; i++) {
        records[i] = records[count - 1];
    }
    return count;
}

/* Four records taken to pieces. */
typedef struct pieces {
    uint32x4_t point;
    int32x4_t negative;        /* -1 or 0 */
    int32x4_t integer, digits; /* before the point; with it and those behind */
} pieces;

ALWAYS_INLINE pieces take_to_pieces(const record *records)
{
    const int32x4x2_t both = vld2q_s32(&records->point);
    const int32x4_t row = both.val[1];
    const int32x4_t negative = vshrq_n_s32(row, 31);
    const int32x4_t rows = vshrq_n_s32(vmlsq_s32(row, negative, vdupq_n_s32(SIGN)), 7);
    return (pieces){vreinterpretq_u32_s32(both.val[0]), negative, vandq_s32(row, vdupq_n_s32(127)),
                    vaddq_s32(rows, vdupq_n_s32(1))};
}

/* The last eight bytes of four tokens. */
typedef struct ends {
    uint32x4_t first, last; /* of two tokens each */
} ends;

ALWAYS_INLINE ends load_ends(const uint8_t *text, uint32x4_t end)
{
    text -= 8;
    const uint8x16_t first = load_eights(text + vgetq_lane_u32(end, 0),
                                         text + vgetq_lane_u32(end, 1));
    const uint8x16_t last = load_eights(text + vgetq_lane_u32(end, 2),
                                        text + vgetq_lane_u32(end, 3));
    return (ends){vreinterpretq_u32_u8(first), vreinterpretq_u32_u8(last)};
}

/* Bytes `back` before the last ones: the upper halves, shifted up. */
ALWAYS_INLINE uint8x16_t last_four(ends e)
{
    return vreinterpretq_u8_u32(vuzp2q_u32(e.first, e.last));
}

ALWAYS_INLINE uint8x16_t one_ahead(ends e)
{
    const uint64x2_t first = vshlq_n_u64(vreinterpretq_u64_u32(e.first), 8);
    const uint64x2_t last = vshlq_n_u64(vreinterpretq_u64_u32(e.last), 8);
    return vreinterpretq_u8_u32(
        vuzp2q_u32(vreinterpretq_u32_u64(first), vreinterpretq_u32_u64(last)));
}

/* Makes records of what stands before the e in `from`, and lists the exponents. Returns the lanes
 * that are none. */
ALWAYS_INLINE uint64_t cut_records(reader *r, const record *from, uint32_t count)
{
    exponents *x = &r->work->exponents;
    const int32x4_t one = vdupq_n_s32(1);
    int32x4_t without = vdupq_n_s32(0);
    int32x4_t most_integer = vdupq_n_s32(0), most_fraction = most_integer;
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += 4) {
        const pieces p = take_to_pieces(from + i);
        const uint32x4_t end = vaddq_u32(p.point,
                                         vreinterpretq_u32_s32(vsubq_s32(p.digits, p.integer)));
        const ends e = load_ends(r->base, end);
        const powers_of_ten power = read_exponents(last_four(e), one_ahead(e));
        without = vaddq_s32(without, vreinterpretq_s32_u32(vceqzq_s32(power.bytes)));
        /* digits and point of the mantissa */
        const int32x4_t kept = vsubq_s32(p.digits, power.bytes);
        const int32x4_t integer = vminq_s32(p.integer, kept);
        const int32x4_t fraction = vsubq_s32(kept, integer);
        /* 5.e3 and .5e3 are left to be read by hand, if only because a list takes them */
        const uint32x4_t odd = vorrq_u32(vorrq_u32(vclezq_s32(integer), power.bad),
                                         vceqq_s32(fraction, one));
        most_integer = vmaxq_s32(most_integer, integer);
        most_fraction = vmaxq_s32(most_fraction, fraction);
        const int32x4_t row = vaddq_s32(vshlq_n_s32(vsubq_s32(kept, one), 7), integer);
        const int32x4_t cut = vmlaq_s32(row, p.negative, vdupq_n_s32(SIGN));
        const uint32x4_t point = vsubq_u32(p.point,
                                           vreinterpretq_u32_s32(vsubq_s32(p.integer, integer)));
        const int32x4x2_t both = {
            {vreinterpretq_s32_u32(point), vbslq_s32(odd, vdupq_n_s32(EMPTY_ROW), cut)}};
        vst2q_s32(&x->records[i].point, both);
        vst1q_s32(x->scales + i, power.exponent);
        if (UNLIKELY(vmaxvq_u32(odd) != 0)) {
            __asm__ volatile("");
            bad |= bits_of_masks(odd) << i;
        }
    }
    r->most_integer = vmaxvq_s32(most_integer);
    r->most_fraction = vmaxvq_s32(most_fraction);
    r->with_exponent = count + (uint32_t)vaddvq_s32(without);
    return bad;
}

/* The powers of four tokens: places in the table, and binary exponents. */
typedef struct places {
    uint32x4_t ten;
    int32x4_t two;
    uint32x4_t inside; /* the table has them */
} places;

ALWAYS_INLINE places place_powers(int32x4_t exponent, int behind)
{
    const int32x4_t wanted = vsubq_s32(exponent, vdupq_n_s32(behind));
    const int32x4_t q = vminq_s32(vmaxq_s32(wanted, vdupq_n_s32(POWER_LEAST)),
                                  vdupq_n_s32(POWER_MOST));
    return (places){vreinterpretq_u32_s32(vsubq_s32(q, vdupq_n_s32(POWER_LEAST))),
                    vshrq_n_s32(vmulq_s32(q, vdupq_n_s32(1741647)), 19), vceqq_s32(q, wanted)};
}

/* Two values, not negative, times powers of two. Sets good where the result is a normal number of
 * the type, or zero. */
ALWAYS_INLINE float64x2_t scale_binary(float64x2_t value, int64x2_t by, element type,
                                       uint64x2_t *good)
{
    const uint64x2_t zero = vceqzq_f64(value);
    const int64x2_t shift = vbicq_s64(vshlq_n_s64(by, 52), vreinterpretq_s64_u64(zero));
    const uint64x2_t bits = vreinterpretq_u64_s64(vaddq_s64(vreinterpretq_s64_f64(value), shift));
    const uint64_t least = type == ELEMENT_F32 ? UINT64_C(897) << 52 : UINT64_C(1) << 52;
    const uint64_t most = type == ELEMENT_F32 ? UINT64_C(0x47efffffe0000000)
                                              : UINT64_C(0x7fefffffffffffff);
    const uint64x2_t above = vsubq_u64(bits, vdupq_n_u64(least));
    *good = vorrq_u64(vcleq_u64(above, vdupq_n_u64(most - least)), zero);
    return vreinterpretq_f64_u64(bits);
}

/* Two integers as doubles times their powers; sets the lanes that are proved right. */
ALWAYS_INLINE float64x2_t scale_two(uint32x2_t ten, int32x2_t two, float64x2_t upper,
                                    float64x2_t lower, float64x2_t join, element type,
                                    uint64x2_t *good)
{
    const uint64_t *const table = powers;
    const float64x2_t a = vreinterpretq_f64_u64(
        vld1q_u64(table + 2 * (size_t)vget_lane_u32(ten, 0)));
    const float64x2_t b = vreinterpretq_f64_u64(
        vld1q_u64(table + 2 * (size_t)vget_lane_u32(ten, 1)));
    const pair both = join_two(upper, lower, join);
    const proved p = multiply_proved(both.high, both.low, vzip1q_f64(a, b), vzip2q_f64(a, b),
                                     vdupq_n_f64(PROOF_MARGIN));
    const float64x2_t value = scale_binary(p.value, vmovl_s32(two), type, good);
    *good = vandq_u64(*good, vceqq_f64(p.value, p.other));
    if (type == ELEMENT_F32) {
        *good = vbicq_u64(*good, float_middles(value));
    }
    return value;
}

/* Four records to out[0 ..]. Returns which of them are proved right. */
ALWAYS_INLINE uint32x4_t scale_four(void *out, const record *tokens, const int32_t *scales,
                                    const scale *s, int size, const weights *first,
                                    const weights *second, uint8x16_t *most, element type)
{
    const float64x2_t join = vdupq_n_f64(s->join);
    const places_4 at = places_of(tokens);
    const four upper = integers_16(&s->window, &at, first, most);
    const four lower = integers_behind(&s->window, &at, size, second, most);
    const places p = place_powers(vld1q_s32(scales), s->places);
    uint64x2_t low_good, high_good;
    const float64x2_t low = scale_two(vget_low_u32(p.ten), vget_low_s32(p.two), upper.low,
                                      lower.low, join, type, &low_good);
    const float64x2_t high = scale_two(vget_high_u32(p.ten), vget_high_s32(p.two), upper.high,
                                       lower.high, join, type, &high_good);
    put_values(out, (four){low, high}, tokens, type);
    return vandq_u32(p.inside, narrow_masks(low_good, high_good));
}

/* The records in the workspace to out[0 ..], by windows of one size. Returns the lanes in doubt. */
ALWAYS_INLINE uint64_t scale_all(reader *r, uint32_t count, const scale *s, int size, void *out,
                                 element type)
{
    const exponents *x = &r->work->exponents;
    const weights first = make_weights(s->first), second = make_weights(s->second);
    uint8x16_t all_most = vdupq_n_u8(0);
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += GROUP) {
        uint8x16_t most = vdupq_n_u8(0);
        uint32x4_t low = scale_four(value_at(out, i, type), x->records + i, x->scales + i, s, size,
                                    &first, &second, &most, type);
        part_halves(&most, &low);
        const uint32x4_t high = scale_four(value_at(out, i + 4, type), x->records + i + 4,
                                           x->scales + i + 4, s, size, &first, &second, &most,
                                           type);
        all_most = vmaxq_u8(all_most, most);
        r->work->most[i / GROUP] = most;
        bad |= bad_lanes(low, high) << i;
    }
    r->all_most = all_most;
    return bad;
}

/* The records `from` to out[0 ..]. Returns those that must be read by hand. */
ALWAYS_INLINE uint64_t scale_records(reader *r, const record *from, uint32_t count, void *out,
                                     element type)
{
    exponents *x = &r->work->exponents;
    count = (count + GROUP - 1) / GROUP * GROUP;
    uint64_t bad = cut_records(r, from, count);
    const points p = choose_points(r);
    const bool middle = block_fits(r, 24, p.middle);
    const scale s = middle ? make_scale(r, 24, p.middle) : make_scale(r, 32, p.wide);
    if (middle) {
        bad |= scale_all(r, count, &s, 24, out, type);
    } else {
        bad |= lanes_outside(x->records, count, 32, p.wide);
        bad |= scale_all(r, count, &s, 32, out, type);
    }
    return bad | unclean_lanes(r, count);
}

/* Reads the lanes of the block that `lanes` names, with or without exponents, and stores their
 * values. Returns those that must be read by hand. */
ALWAYS_INLINE uint64_t convert_exponents(reader *r, void *values, uint64_t lanes, element type)
{
    uint8_t lane[BLOCK];
    double gathered[BLOCK];
    uint64_t left = 0;
    const uint32_t count = gather(r, lane, lanes);
    uint64_t bad = scale_records(r, r->work->exponents.records, count, gathered, type);
    for (uint32_t i = 0; i < count; i++) {
        if (type == ELEMENT_F64) {
            ((double *)values)[lane[i]] = gathered[i];
        } else {
            ((float *)values)[lane[i]] = ((float *)gathered)[i];
        }
    }
    for (bad &= UINT64_MAX >> (BLOCK - count); bad != 0; bad &= bad - 1) {
        left |= UINT64_C(1) << lane[__builtin_ctzll(bad)];
    }
    return left;
}

NOINLINE uint64_t convert_exponents_f64(reader *r, void *values, uint64_t lanes)
{
    return lanes == 0 ? scale_records(r, r->work->records, r->block, values, ELEMENT_F64)
                      : convert_exponents(r, values, lanes, ELEMENT_F64);
}

NOINLINE uint64_t convert_exponents_f32(reader *r, void *values, uint64_t lanes)
{
    return lanes == 0 ? scale_records(r, r->work->records, r->block, values, ELEMENT_F32)
                      : convert_exponents(r, values, lanes, ELEMENT_F32);
}

#endif
