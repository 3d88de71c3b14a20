/* kernels/neon/read_convert.h - pass 2b: the records of a block to values, eight tokens a step.
 *
 * All windows of a block have the point at one place, so weights and scale are constants. Three
 * sizes:
 *     16 bytes   15 digits at most: an integer < 10^15, divided by a power of ten
 *     24 bytes   23 digits: two integers A * 10^8 + B, times a power as a pair of doubles
 *     32 bytes   30 digits: two integers A * 10^16 + B, the same; for blocks of mixed shapes
 * A lane that fits none, has a byte that is no digit, or is not proved to be rounded right, is told
 * by its bit in the answer, and read by hand. */
#ifndef DIGITRUN_NEON_READ_CONVERT_H
#define DIGITRUN_NEON_READ_CONVERT_H

#include "kernels/neon/read_index.h"
#include "kernels/round.h"

/* Bytes [row][32 .. 32 + row) are ones, the rest of 128 zeros: one row of none, 32 for negative
 * tokens, 32 for others. */
#define MASK_WORD(row, first)            \
    ((row) <= (first)       ? 0          \
     : (row) >= (first) + 8 ? UINT64_MAX \
                            : (UINT64_C(1) << (8 * ((row) - (first)) & 63)) - 1)
#define MASK_ROW(row)                                                                            \
    {                                                                                            \
        0, 0, 0, 0, MASK_WORD(row, 0), MASK_WORD(row, 8), MASK_WORD(row, 16), MASK_WORD(row, 24) \
    }
#define MASK_ROWS_4(row) MASK_ROW(row), MASK_ROW(row + 1), MASK_ROW(row + 2), MASK_ROW(row + 3)
#define MASK_ROWS_16(row) \
    MASK_ROWS_4(row), MASK_ROWS_4(row + 4), MASK_ROWS_4(row + 8), MASK_ROWS_4(row + 12)
enum { MASK_FIRST = 33 }; /* where record.row 0 lies */
static const uint64_t mask_rows[65][16] __attribute__((aligned(64))) = {
    MASK_ROW(0), MASK_ROWS_16(1), MASK_ROWS_16(17), MASK_ROWS_16(1), MASK_ROWS_16(17)};

/* Where windows of one size and point lie. */
typedef struct window {
    const uint8_t *text;                  /* + point: first byte of the window */
    const uint8_t *mask;                  /* + row: its mask */
    const uint8_t *text_more, *mask_more; /* 16 bytes on */
    uint8x16_t zero; /* taken from the first 16 bytes: digits become 0..9, the point 0 */
    uint8x16_t zero_more;
} window;

ALWAYS_INLINE window make_window(const reader *r, int size, int point)
{
    uint8_t bytes[32];
    vst1q_u8(bytes, vdupq_n_u8('0'));
    vst1q_u8(bytes + 16, vdupq_n_u8('0'));
    if (point < size) {
        bytes[point] = r->plan->decimal;
    }
    if (size == 24) { /* the last 8 bytes of two tokens stand side by side */
        memcpy(bytes + 24, bytes + 16, 8);
    }
    const uint8_t *text = r->base - point;
    const uint8_t *mask = (const uint8_t *)mask_rows[MASK_FIRST] + 32 - point;
    const uint8_t *text_more = text + 16, *mask_more = mask + 16;
    /* else each address is made of the other by an addition */
    __asm__("" : "+r"(text_more), "+r"(mask_more));
    return (window){text, mask, text_more, mask_more, load(bytes), load(bytes + 16)};
}

/* The weights of one part, in registers. */
typedef struct weights {
    uint8x16_t pairs;
#if defined(DIGITRUN_ROW_neon_dotprod)
    uint8x16_t upper_fours, lower_fours;
    uint32x4_t eights;
#else
    uint8x16_t fours;
    uint16x8_t eights;
#endif
    uint32x2_t join;
} weights;

ALWAYS_INLINE weights make_weights(const part *p)
{
    weights w;
    const uint8x16_t fours = load(p->fours);
    const uint32x4_t eights = vld1q_u32(p->eights);
    w.pairs = load(p->pairs);
#if defined(DIGITRUN_ROW_neon_dotprod)
    w.upper_fours = vandq_u8(fours, vreinterpretq_u8_u32(vdupq_n_u32(0x0000ffff)));
    w.lower_fours = vandq_u8(fours, vreinterpretq_u8_u32(vdupq_n_u32(0xffff0000)));
    w.eights = eights;
#else
    w.fours = fours;
    w.eights = vreinterpretq_u16_u32(vorrq_u32(eights, vdupq_n_u32(1 << 16)));
#endif
    w.join = vdup_n_u32(p->join);
    return w;
}

/* The digits of two vectors, eight by eight, to integers. */
ALWAYS_INLINE uint32x4_t eights_of(uint8x16_t a, uint8x16_t b, const weights *w)
{
    const uint8x16_t pairs = vmlaq_u8(vuzp2q_u8(a, b), vuzp1q_u8(a, b), w->pairs);
#if defined(DIGITRUN_ROW_neon_dotprod)
    const uint32x4_t upper = vdotq_u32(vdupq_n_u32(0), pairs, w->upper_fours);
    return vdotq_u32(vmulq_u32(upper, w->eights), pairs, w->lower_fours);
#else
    const uint16x8_t fours = vpaddq_u16(vmull_u8(vget_low_u8(pairs), vget_low_u8(w->fours)),
                                        vmull_high_u8(pairs, w->fours));
    return vpaddq_u32(vmull_u16(vget_low_u16(fours), vget_low_u16(w->eights)),
                      vmull_high_u16(fours, w->eights));
#endif
}

/* Two eights of two tokens to sixteens. (By UZP1, two UMULL and USRA for four tokens it is an
 * instruction less, and dearer by the model of neoverse-v2.) */
ALWAYS_INLINE float64x2_t sixteens(uint32x4_t eights, uint32x2_t join)
{
    const uint64x2_t both = vreinterpretq_u64_u32(eights);
    return vcvtq_f64_u64(vmlal_u32(vshrq_n_u64(both, 32), vmovn_u64(both), join));
}

/* A record as addresses are made of it. */
typedef struct place {
    ptrdiff_t point, row;
} place;

/* gcc 12 makes one load of both only now and then. */
ALWAYS_INLINE place place_of(const record *token)
{
    place p;
#if defined(__aarch64__) && !defined(__clang__)
    __asm__("ldpsw %0, %1, %2" : "=r"(p.point), "=r"(p.row) : "Ump"(*token));
#else
    p = (place){token->point, token->row};
#endif
    return p;
}

/* Those of four tokens. */
typedef struct places_4 {
    place of[4];
} places_4;

ALWAYS_INLINE places_4 places_of(const record *tokens)
{
    return (places_4){
        {place_of(tokens), place_of(tokens + 1), place_of(tokens + 2), place_of(tokens + 3)}};
}

ALWAYS_INLINE uint8x16_t digits_16(const window *w, place token)
{
    return vandq_u8(vsubq_u8(load(w->text + token.point), w->zero), load(w->mask + token.row));
}

ALWAYS_INLINE uint8x16_t next_16(const window *w, place token)
{
    return vandq_u8(vsubq_u8(load(w->text_more + token.point), w->zero_more),
                    load(w->mask_more + token.row));
}

ALWAYS_INLINE uint8x16_t load_eights(const uint8_t *low, const uint8_t *high)
{
    return vcombine_u8(vld1_u8(low), vld1_u8(high));
}

/* The last 8 bytes of two windows of 24. */
ALWAYS_INLINE uint8x16_t next_8(const window *w, place first, place last)
{
    const uint8x16_t text = load_eights(w->text_more + first.point, w->text_more + last.point);
    const uint8x16_t mask = load_eights(w->mask_more + first.row, w->mask_more + last.row);
    return vandq_u8(vsubq_u8(text, w->zero_more), mask);
}

typedef struct four {
    float64x2_t low, high;
} four;

/* The integers of the first 16 bytes of four windows. */
ALWAYS_INLINE four integers_16(const window *w, const places_4 *tokens, const weights *shares,
                               uint8x16_t *most)
{
    const uint8x16_t a = digits_16(w, tokens->of[0]), b = digits_16(w, tokens->of[1]);
    const uint8x16_t c = digits_16(w, tokens->of[2]), d = digits_16(w, tokens->of[3]);
    *most = vmaxq_u8(vmaxq_u8(*most, vmaxq_u8(a, b)), vmaxq_u8(c, d));
    return (four){sixteens(eights_of(a, b, shares), shares->join),
                  sixteens(eights_of(c, d, shares), shares->join)};
}

/* Those of what stands behind: 8 bytes, or 16 of which the last is empty, so that they are even. */
ALWAYS_INLINE four integers_behind(const window *w, const places_4 *tokens, int size,
                                   const weights *shares, uint8x16_t *most)
{
    if (size == 24) {
        const uint8x16_t a = next_8(w, tokens->of[0], tokens->of[1]);
        const uint8x16_t b = next_8(w, tokens->of[2], tokens->of[3]);
        const uint32x4_t eights = eights_of(a, b, shares);
        *most = vmaxq_u8(*most, vmaxq_u8(a, b));
        return (four){vcvtq_f64_u64(vmovl_u32(vget_low_u32(eights))),
                      vcvtq_f64_u64(vmovl_high_u32(eights))};
    }
    const uint8x16_t a = next_16(w, tokens->of[0]), b = next_16(w, tokens->of[1]);
    const uint8x16_t c = next_16(w, tokens->of[2]), d = next_16(w, tokens->of[3]);
    *most = vmaxq_u8(vmaxq_u8(*most, vmaxq_u8(a, b)), vmaxq_u8(c, d));
    return (four){sixteens(eights_of(a, b, shares), shares->join),
                  sixteens(eights_of(c, d, shares), shares->join)};
}

/* ---- storing ---- */

ALWAYS_INLINE float64x2_t with_signs(float64x2_t values, const record *tokens)
{
    const uint64x2_t rows = vreinterpretq_u64_u8(load(tokens)); /* the upper half is the row */
    return vbslq_f64(vdupq_n_u64(UINT64_C(1) << 63), vreinterpretq_f64_u64(rows), values);
}

/* Lanes that are exactly the middle of two floats. */
ALWAYS_INLINE uint64x2_t float_middles(float64x2_t values)
{
    return vceqq_u64(vandq_u64(vreinterpretq_u64_f64(values), vdupq_n_u64(0x1fffffff)),
                     vdupq_n_u64(0x10000000));
}

/* Stores four values. */
ALWAYS_INLINE void put_values(void *values, four f, const record *tokens, element type)
{
    f.low = with_signs(f.low, tokens);
    f.high = with_signs(f.high, tokens + 2);
    if (type == ELEMENT_F64) {
        vst1q_f64((double *)values, f.low);
        vst1q_f64((double *)values + 2, f.high);
    } else {
        vst1q_f32((float *)values, vcvt_high_f32_f64(vcvt_f32_f64(f.low), f.high));
    }
}

/* Where the value i places behind this one lies. */
ALWAYS_INLINE void *value_at(void *values, size_t i, element type)
{
    return (uint8_t *)values + i * (type == ELEMENT_F64 ? sizeof(double) : sizeof(float));
}

/* Between two halves of a step: what they compute is not mixed, since the registers would not hold
 * it. */
ALWAYS_INLINE void part_halves(uint8x16_t *most, uint32x4_t *good)
{
#if defined(__aarch64__)
    __asm__ volatile("" : "+w"(*most), "+w"(*good) : : "memory");
#else
    (void)most, (void)good;
#endif
}

/* The four 64-bit masks as 32-bit ones. */
ALWAYS_INLINE uint32x4_t narrow_masks(uint64x2_t low, uint64x2_t high)
{
    return vuzp1q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
}

ALWAYS_INLINE uint64_t bits_of_masks(uint32x4_t masks)
{
    static const uint32_t bit[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(masks, vld1q_u32(bit)));
}

ALWAYS_INLINE bool all_digits(uint8x16_t most)
{
    return vmaxvq_u8(most) <= 9;
}

/* The lanes of steps in which some byte is no digit, of the first `count`. */
ALWAYS_INLINE uint64_t unclean_lanes(const reader *r, size_t count)
{
    uint64_t lanes = 0;
    if (LIKELY(all_digits(r->all_most))) {
        return 0;
    }
    for (size_t i = 0; i < count; i += GROUP) {
        lanes |= all_digits(r->work->most[i / GROUP]) ? 0 : (uint64_t)0xff << i;
    }
    return lanes;
}

/* ---- blocks ---- */

/* The point of each size of window, for the block's widest tokens. */
typedef struct points {
    int narrow, middle, wide;
} points;

ALWAYS_INLINE int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

ALWAYS_INLINE points choose_points(const reader *r)
{
    int fraction = r->most_fraction;
    return (points){
        fraction <= 15 ? 16 - fraction : 13,
        fraction <= 23 ? 24 - fraction : 6,
        clamp(31 - fraction, 8, 15),
    };
}

/* Digits before the point that fit. Without a point in its first 15 bytes the upper integer of a
 * 24-byte window has 16 digits, the first of which must be 0; likewise 16 bytes without a point. */
ALWAYS_INLINE int room_before(int size, int point)
{
    return size == 16 ? clamp(point, 0, 15) : point < 16 ? point : point - 1;
}

/* Bytes from the point on that fit; the last of 32 stays empty. */
ALWAYS_INLINE int room_behind(int size, int point)
{
    return (size == 32 ? 31 : size) - point;
}

ALWAYS_INLINE bool block_fits(const reader *r, int size, int point)
{
    return r->most_integer <= room_before(size, point) &&
           r->most_fraction <= room_behind(size, point);
}

/* Of four quotients, those that are exactly the middle of two floats and not exact: an exact middle
 * rounds right. */
ALWAYS_INLINE uint32x4_t false_middles(four quotients, four integers, float64x2_t divisor)
{
    const float64x2_t low = vfmsq_f64(integers.low, quotients.low, divisor);
    const float64x2_t high = vfmsq_f64(integers.high, quotients.high, divisor);
    const uint32x4_t exact = narrow_masks(vceqzq_f64(low), vceqzq_f64(high));
    return vbicq_u32(narrow_masks(float_middles(quotients.low), float_middles(quotients.high)),
                     exact);
}

/* Four tokens to values[0 ..]. Adds the lanes that may be rounded wrong to `bad`, from bit `at` on.
 */
ALWAYS_INLINE void narrow_four(void *values, const record *tokens, const window *w,
                               const weights *shares, float64x2_t divisor, uint8x16_t *most,
                               uint64_t *bad, ptrdiff_t at, element type)
{
    const places_4 places = places_of(tokens);
    const four n = integers_16(w, &places, shares, most);
    const four f = {vdivq_f64(n.low, divisor), vdivq_f64(n.high, divisor)};
    put_values(values, f, tokens, type);
    if (type == ELEMENT_F32) {
        const uint32x4_t middles = narrow_masks(float_middles(f.low), float_middles(f.high));
        if (UNLIKELY(vmaxvq_u32(middles) != 0)) {
            __asm__ volatile("");
            *bad |= bits_of_masks(false_middles(f, n, divisor)) << at;
        }
    }
}

ALWAYS_INLINE uint64_t convert_narrow(reader *r, void *values, int point, element type)
{
    const window w = make_window(r, 16, point);
    const weights shares = make_weights(&parts_16[point]);
    const float64x2_t divisor = vdupq_n_f64(divisors[point < 16 ? 15 - point : 0]);
    const record *const records = r->work->records, *const end = records + r->block;
    uint8x16_t *most_of = r->work->most;
    uint8x16_t all_most = vdupq_n_u8(0);
    uint64_t bad = 0;
    for (const record *token = records; token < end; token += GROUP) {
        uint8x16_t most = vdupq_n_u8(0);
        const ptrdiff_t at = token - records;
        narrow_four(values, token, &w, &shares, divisor, &most, &bad, at, type);
        narrow_four(value_at(values, 4, type), token + 4, &w, &shares, divisor, &most, &bad, at + 4,
                    type);
        all_most = vmaxq_u8(all_most, most);
        *most_of++ = most;
        values = value_at(values, GROUP, type);
    }
    r->all_most = all_most;
    return bad;
}

/* A window of 24 or 32 bytes, and what its integers are scaled by. */
typedef struct scale {
    window window;
    const part *first, *second;
    double join;             /* the first integer by this, plus the second */
    int size, point, places; /* bytes; before the point; digits behind it */
} scale;

ALWAYS_INLINE scale make_scale(const reader *r, int size, int point)
{
    const bool late = size == 24 && point >= 16; /* in the second part, or in none */
    return (scale){make_window(r, size, point),
                   &parts_16[point < 16 ? point : 16],
                   size == 32 ? &parts_16[16]
                   : late     ? &parts_8[point - 16]
                              : &parts_8[8],
                   size == 32            ? 1e16
                   : late && point != 24 ? 1e7
                                         : 1e8,
                   size,
                   point,
                   point < size ? size - 1 - point : 0};
}

/* high + low: upper * join + lower exactly, |low| <= ulp(high) / 2. upper * join - high is a
 * double: it is a whole multiple of ulp(high) or of the power of two in join (of 2 at least, where
 * join is 10^16 and lower even), and smaller than 2^53 times that. */
typedef struct pair {
    float64x2_t high, low;
} pair;

ALWAYS_INLINE pair join_two(float64x2_t upper, float64x2_t lower, float64x2_t join)
{
    const float64x2_t high = vfmaq_f64(lower, upper, join);
    return (pair){high, vsubq_f64(lower, vfmsq_f64(high, upper, join))};
}

/* What the integers of a block are multiplied by. */
typedef struct factor {
    float64x2_t join, power, less, twice; /* see multiply_proved_by */
} factor;

ALWAYS_INLINE factor make_factor(const scale *s)
{
    const float64x2_t power = vdupq_n_f64(inverses[s->places][0]);
    /* without places the high half is the rounded integer, ties too */
    const float64x2_t margin = vmulq_n_f64(power, s->places == 0 ? 0 : PROOF_MARGIN);
    return (factor){vdupq_n_f64(s->join), power,
                    vaddq_f64(vdupq_n_f64(inverses[s->places][1]), margin),
                    vaddq_f64(margin, margin)};
}

/* Four tokens to values[0 ..]. Returns which of them are proved right. */
ALWAYS_INLINE uint32x4_t wide_four(void *values, const record *tokens, const scale *s, int size,
                                   const weights *first, const weights *second, const factor *f,
                                   uint8x16_t *most, element type)
{
    const places_4 places = places_of(tokens);
    const four upper = integers_16(&s->window, &places, first, most);
    const four lower = integers_behind(&s->window, &places, size, second, most);
    const pair low = join_two(upper.low, lower.low, f->join);
    const pair high = join_two(upper.high, lower.high, f->join);
    const proved a = multiply_proved_by(low.high, low.low, f->power, f->less, f->twice);
    const proved b = multiply_proved_by(high.high, high.low, f->power, f->less, f->twice);
    put_values(values, (four){a.value, b.value}, tokens, type);
    const uint32x4_t good = narrow_masks(vceqq_f64(a.value, a.other), vceqq_f64(b.value, b.other));
    if (type == ELEMENT_F64) {
        return good;
    }
    return vbicq_u32(good, narrow_masks(float_middles(a.value), float_middles(b.value)));
}

/* The lanes of eight that are not good. */
ALWAYS_INLINE uint64_t bad_lanes(uint32x4_t first, uint32x4_t last)
{
    if (LIKELY(vminvq_u32(vandq_u32(first, last)) != 0)) {
        return 0;
    }
    __asm__ volatile(""); /* rare: not to be computed on the way */
    return bits_of_masks(vmvnq_u32(first)) | bits_of_masks(vmvnq_u32(last)) << 4;
}

ALWAYS_INLINE uint64_t convert_wide(reader *r, void *values, const scale *s, int size, element type)
{
    const weights first = make_weights(s->first), second = make_weights(s->second);
    const factor f = make_factor(s);
    const record *const records = r->work->records, *const end = records + r->block;
    uint8x16_t *most_of = r->work->most;
    uint8x16_t all_most = vdupq_n_u8(0);
    uint64_t bad = 0;
    for (const record *token = records; token < end; token += GROUP) {
        uint8x16_t most = vdupq_n_u8(0);
        uint32x4_t low = wide_four(values, token, s, size, &first, &second, &f, &most, type);
        part_halves(&most, &low);
        const uint32x4_t high = wide_four(value_at(values, 4, type), token + 4, s, size, &first,
                                          &second, &f, &most, type);
        all_most = vmaxq_u8(all_most, most);
        *most_of++ = most;
        bad |= bad_lanes(low, high) << (token - records);
        values = value_at(values, GROUP, type);
    }
    r->all_most = all_most;
    return bad;
}

/* Of each record: a window cannot hold it. */
ALWAYS_INLINE bool is_outside(record token, int size, int point)
{
    const int integer = token.row & 127;
    const int fraction = ((token.row + SIGN) >> 7 & 31) + 1 - integer;
    return integer > room_before(size, point) || fraction > room_behind(size, point);
}

ALWAYS_INLINE uint64_t lanes_outside(const record *records, size_t count, int size, int point)
{
    uint64_t lanes = 0;
    for (size_t i = 0; i < count; i++) {
        lanes |= (uint64_t)is_outside(records[i], size, point) << i;
    }
    return lanes;
}

/* Converts the block to values[0 ..], up to the next multiple of eight. Returns the lanes that must
 * be read by hand, but for those of unclean_lanes. */
ALWAYS_INLINE uint64_t convert(reader *r, void *values, element type)
{
    const points p = choose_points(r);
    if (block_fits(r, 16, p.narrow)) {
        return convert_narrow(r, values, p.narrow, type);
    }
    if (block_fits(r, 24, p.middle)) {
        const scale s = make_scale(r, 24, p.middle);
        return convert_wide(r, values, &s, 24, type);
    }
    const scale s = make_scale(r, 32, p.wide);
    return lanes_outside(r->work->records, r->block, 32, p.wide) |
           convert_wide(r, values, &s, 32, type);
}

NOINLINE uint64_t convert_f64(reader *r, void *values)
{
    return convert(r, values, ELEMENT_F64);
}

NOINLINE uint64_t convert_f32(reader *r, void *values)
{
    return convert(r, values, ELEMENT_F32);
}

/* The lanes of `lanes` in which some byte is no digit. */
NOINLINE uint64_t lanes_with_others(const reader *r, uint64_t lanes)
{
    const points p = choose_points(r);
    /* 16 bytes lie in 32 with the point in the middle, 24 in the upper part of them */
    const int point = block_fits(r, 16, p.narrow)   ? 16
                      : block_fits(r, 24, p.middle) ? p.middle + 8
                                                    : p.wide;
    const window w = make_window(r, 32, point);
    uint64_t bad = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const place token = place_of(r->work->records + __builtin_ctzll(lanes));
        const uint8x16_t most = vmaxq_u8(digits_16(&w, token), next_16(&w, token));
        bad |= all_digits(most) ? 0 : lanes & (0 - lanes);
    }
    return bad;
}

/* For count: those, and the lanes that the window does not hold. */
ALWAYS_INLINE uint64_t lanes_to_count(const reader *r, uint64_t lanes)
{
    const points p = choose_points(r);
    uint64_t bad = lanes_with_others(r, lanes);
    if (!block_fits(r, 16, p.narrow) && !block_fits(r, 24, p.middle)) {
        bad |= lanes_outside(r->work->records, r->block, 32, p.wide);
    }
    return bad;
}

#endif
