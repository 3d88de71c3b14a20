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
    uint32x4_t bad;     /* no number, or more than four bytes of it */
} powers_of_ten;

ALWAYS_INLINE uint32x4_t not_zero(uint8x16_t lanes)
{
    return vtstq_u32(vreinterpretq_u32_u8(lanes), vreinterpretq_u32_u8(lanes));
}

/* `tail`: the four bytes before the end of each token; `len`: how many are the exponent's, less
 * than 0 where there is none.
 *
 *     e - 0 5    tail 2 e - 05 with len 3    kept - 05    sign at its first byte    digits 0 5 */
ALWAYS_INLINE powers_of_ten read_exponents(uint8x16_t tail, int32x4_t len)
{
    /* nothing is kept of no exponent, and of one too long */
    const uint32x4_t some = vcgtq_s32(len, vdupq_n_s32(0));
    const uint32x4_t fits = vandq_u32(some, vcleq_s32(len, vdupq_n_s32(4)));
    const int32x4_t shift = vsubq_s32(vdupq_n_s32(32), vshlq_n_s32(len, 3));
    const uint32x4_t ones = vandq_u32(vshlq_u32(vdupq_n_u32(UINT32_MAX), shift), fits);
    const uint8x16_t kept = vreinterpretq_u8_u32(ones);
    const uint8x16_t first = vreinterpretq_u8_u32(vbicq_u32(ones, vshlq_n_u32(ones, 8)));
    const uint8x16_t minus = vandq_u8(vceqq_u8(tail, vdupq_n_u8('-')), first);
    const uint8x16_t sign = vorrq_u8(minus, vandq_u8(vceqq_u8(tail, vdupq_n_u8('+')), first));
    const uint8x16_t digits = vbicq_u8(vandq_u8(vsubq_u8(tail, vdupq_n_u8('0')), kept), sign);
    const uint16x8_t pairs = vpaddlq_u8(
        vmulq_u8(digits, vreinterpretq_u8_u16(vdupq_n_u16(0x010a))));
    const uint32x4_t hundreds = vreinterpretq_u32_u16(pairs);
    int32x4_t value = vreinterpretq_s32_u32(vmlaq_u32(
        vshrq_n_u32(hundreds, 16), vandq_u32(hundreds, vdupq_n_u32(0xffff)), vdupq_n_u32(100)));
    const int32x4_t flip = vreinterpretq_s32_u32(not_zero(minus));
    value = vsubq_s32(veorq_s32(value, flip), flip);

    uint32x4_t bad = vmvnq_u32(vorrq_u32(fits, vcltq_s32(len, vdupq_n_s32(0))));
    bad = vorrq_u32(bad, not_zero(vcgtq_u8(digits, vdupq_n_u8(9))));
    bad = vorrq_u32(bad, vandq_u32(not_zero(sign), vceqq_s32(len, vdupq_n_s32(1))));
    return (powers_of_ten){value, bad};
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

/* How many bytes of 32 stand before an e, by two of each of the 32. */
ALWAYS_INLINE uint8x16_t find_e(const uint8_t *text)
{
    static const uint8_t place[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                      11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                      22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    const uint8x16_t lower = vdupq_n_u8(0x20), e = vdupq_n_u8('e');
    const uint8x16_t first = vceqq_u8(vorrq_u8(load(text), lower), e);
    const uint8x16_t second = vceqq_u8(vorrq_u8(load(text + 16), lower), e);
    return vminq_u8(vornq_u8(load(place), first), vornq_u8(load(place + 16), second));
}

/* Where the e of each token is, and the last four bytes of it. */
ALWAYS_INLINE void mark_exponents(reader *r, uint32_t count)
{
    exponents *x = &r->work->exponents;
    for (size_t i = 0; i < count; i += 4) {
        const pieces p = take_to_pieces(x->records + i);
        const int32x4_t before = vsubq_s32(p.integer, p.negative);
        const uint32x4_t start = vsubq_u32(p.point, vreinterpretq_u32_s32(before));
        const int32x4_t len = vsubq_s32(p.digits, p.negative);
        vst1q_u32(x->starts + i, start);
        vst1q_u32(x->ends + i, vaddq_u32(start, vreinterpretq_u32_s32(len)));
    }
    const uint8_t *text = r->base;
    for (size_t i = 0; i < count; i += 4) {
        const uint8x16_t a = vpminq_u8(find_e(text + x->starts[i]),
                                       find_e(text + x->starts[i + 1]));
        const uint8x16_t b = vpminq_u8(find_e(text + x->starts[i + 2]),
                                       find_e(text + x->starts[i + 3]));
        uint8x16_t least = vpminq_u8(a, b);
        least = vpminq_u8(least, least);
        least = vpminq_u8(least, least);
        vst1q_lane_u32((uint32_t *)(void *)(x->marks + i), vreinterpretq_u32_u8(least), 0);
        for (size_t k = i; k < i + 4; k++) {
            memcpy(&x->tails[k], text - 4 + x->ends[k], 4);
        }
    }
}

/* Makes records of what stands before the e, and the exponents less the places behind the point of
 * the window. Returns the lanes that are none. */
ALWAYS_INLINE uint64_t cut_records(reader *r, uint32_t count)
{
    exponents *x = &r->work->exponents;
    const int32x4_t one = vdupq_n_s32(1);
    int32x4_t with_exponent = vdupq_n_s32(0);
    int32x4_t most_integer = vdupq_n_s32(0), most_fraction = most_integer;
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += 4) {
        const pieces p = take_to_pieces(x->records + i);
        const uint8x8_t four_marks = vreinterpret_u8_u32(
            vld1_lane_u32((const uint32_t *)(const void *)(x->marks + i), vdup_n_u32(0), 0));
        const uint32x4_t marks = vmovl_u16(vget_low_u16(vmovl_u8(four_marks)));
        /* digits and point of the mantissa: all there are where no e is among them */
        const int32x4_t kept = vminq_s32(vaddq_s32(vreinterpretq_s32_u32(marks), p.negative),
                                         p.digits);
        const int32x4_t integer = vminq_s32(p.integer, kept);
        const int32x4_t fraction = vsubq_s32(kept, integer);
        const int32x4_t len = vsubq_s32(vsubq_s32(p.digits, kept), one); /* -1: no e */
        with_exponent = vsubq_s32(with_exponent,
                                  vreinterpretq_s32_u32(vcgeq_s32(len, vdupq_n_s32(0))));
        const powers_of_ten power = read_exponents(vreinterpretq_u8_u32(vld1q_u32(x->tails + i)),
                                                   len);
        /* 5.e3 and .5e3 are left to be read by hand, if only because a list takes them */
        const uint32x4_t odd = vorrq_u32(vcleq_s32(integer, vdupq_n_s32(0)),
                                         vceqq_s32(fraction, one));
        bad |= bits_of_masks(vorrq_u32(power.bad, odd)) << i;
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
    }
    r->most_integer = vmaxvq_s32(most_integer);
    r->most_fraction = vmaxvq_s32(most_fraction);
    r->with_exponent = (uint32_t)vaddvq_s32(with_exponent);
    return bad;
}

/* From exponents to places in the table and binary exponents. Returns the lanes out of its range.
 */
ALWAYS_INLINE uint64_t place_powers(reader *r, uint32_t count, int places)
{
    exponents *x = &r->work->exponents;
    const int32x4_t first = vdupq_n_s32(POWER_LEAST), last = vdupq_n_s32(POWER_MOST);
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += 4) {
        const int32x4_t wanted = vsubq_s32(vld1q_s32(x->scales + i), vdupq_n_s32(places));
        const int32x4_t q = vminq_s32(vmaxq_s32(wanted, first), last);
        bad |= bits_of_masks(vmvnq_u32(vceqq_s32(q, wanted))) << i;
        vst1q_u32(x->places + i, vreinterpretq_u32_s32(vshlq_n_s32(vsubq_s32(q, first), 1)));
        vst1q_s32(x->scales + i, vshrq_n_s32(vmulq_s32(q, vdupq_n_s32(1741647)), 19));
    }
    return bad;
}

/* Two values times powers of two. Sets bad where the result is not a normal number of the type, and
 * not zero. */
ALWAYS_INLINE float64x2_t scale_binary(float64x2_t value, int64x2_t by, element type,
                                       uint64x2_t *bad)
{
    const uint64x2_t zero = vceqzq_f64(value);
    const int64x2_t shift = vbicq_s64(vshlq_n_s64(by, 52), vreinterpretq_s64_u64(zero));
    const int64x2_t bits = vaddq_s64(vreinterpretq_s64_f64(value), shift);
    const int64_t least = type == ELEMENT_F32 ? INT64_C(897) << 52 : INT64_C(1) << 52;
    const int64_t most = type == ELEMENT_F32 ? INT64_C(0x47efffffe0000000)
                                             : INT64_C(0x7fefffffffffffff);
    const uint64x2_t outside = vorrq_u64(vcltq_s64(bits, vdupq_n_s64(least)),
                                         vcgtq_s64(bits, vdupq_n_s64(most)));
    *bad = vbicq_u64(outside, zero);
    return vreinterpretq_f64_s64(bits);
}

/* Two integers as doubles times their powers; sets the lanes in doubt. */
ALWAYS_INLINE float64x2_t scale_two(const exponents *x, size_t i, float64x2_t upper,
                                    float64x2_t lower, float64x2_t join, element type,
                                    uint64x2_t *doubt)
{
    const float64x2_t a = vreinterpretq_f64_u64(vld1q_u64(powers + x->places[i]));
    const float64x2_t b = vreinterpretq_f64_u64(vld1q_u64(powers + x->places[i + 1]));
    const proved p = scale_pair(upper, lower, join, vzip1q_f64(a, b), vzip2q_f64(a, b),
                                vdupq_n_f64(PROOF_MARGIN));
    uint64x2_t outside;
    const float64x2_t value = scale_binary(p.value, vmovl_s32(vld1_s32(x->scales + i)), type,
                                           &outside);
    *doubt = vornq_u64(outside, vceqq_f64(p.value, p.other));
    if (type == ELEMENT_F32) {
        *doubt = vorrq_u64(*doubt, float_middles(value));
    }
    return value;
}

/* The records in the workspace to out[0 ..], by windows of one size. Returns the lanes in doubt. */
ALWAYS_INLINE uint64_t scale_all(reader *r, uint32_t count, const scale *s, int size, void *out,
                                 element type)
{
    const exponents *x = &r->work->exponents;
    const window w = s->window;
    const weights first = make_weights(s->first), second = make_weights(s->second);
    const float64x2_t join = vdupq_n_f64(s->join);
    uint8x16_t all_most = vdupq_n_u8(0);
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += GROUP) {
        uint8x16_t most = vdupq_n_u8(0);
        for (size_t half = i; half < i + GROUP; half += 4) {
            const record *records = x->records + half;
            const four upper = integers_16(&w, records, &first, &most);
            const four lower = integers_behind(&w, records, size, &second, &most);
            uint64x2_t low_doubt, high_doubt;
            const float64x2_t low = scale_two(x, half, upper.low, lower.low, join, type,
                                              &low_doubt);
            const float64x2_t high = scale_two(x, half + 2, upper.high, lower.high, join, type,
                                               &high_doubt);
            put_values(out, half, (four){low, high}, records, type);
            const uint32x4_t doubt = narrow_masks(low_doubt, high_doubt);
            if (UNLIKELY(vmaxvq_u32(doubt) != 0)) {
                __asm__ volatile("");
                bad |= bits_of_masks(doubt) << half;
            }
        }
        all_most = vmaxq_u8(all_most, most);
        r->work->most[i / GROUP] = most;
    }
    r->all_most = all_most;
    return bad;
}

/* The records in the workspace to out[0 ..]. Returns those that must be read by hand. */
ALWAYS_INLINE uint64_t scale_records(reader *r, uint32_t count, void *out, element type)
{
    exponents *x = &r->work->exponents;
    count = (count + GROUP - 1) / GROUP * GROUP;
    mark_exponents(r, count);
    uint64_t bad = cut_records(r, count);
    const points p = choose_points(r);
    const bool middle = block_fits(r, 24, p.middle);
    const scale s = middle ? make_scale(r, 24, p.middle) : make_scale(r, 32, p.wide);
    bad |= place_powers(r, count, s.places);
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
    uint64_t bad = scale_records(r, count, gathered, type);
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

/* The same for the whole block. */
ALWAYS_INLINE uint64_t convert_all_exponents(reader *r, void *values, element type)
{
    memcpy(r->work->exponents.records, r->work->records, sizeof r->work->exponents.records);
    return scale_records(r, r->block, values, type);
}

NOINLINE uint64_t convert_exponents_f64(reader *r, void *values, uint64_t lanes)
{
    return lanes == 0 ? convert_all_exponents(r, values, ELEMENT_F64)
                      : convert_exponents(r, values, lanes, ELEMENT_F64);
}

NOINLINE uint64_t convert_exponents_f32(reader *r, void *values, uint64_t lanes)
{
    return lanes == 0 ? convert_all_exponents(r, values, ELEMENT_F32)
                      : convert_exponents(r, values, lanes, ELEMENT_F32);
}

#endif
