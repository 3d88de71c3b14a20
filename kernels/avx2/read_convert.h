/* kernels/avx2/read_convert.h - pass 2b: the records of a block to values, eight tokens a step.
 *
 * All windows of a block have the point at one place, so weights and scale are constants. Three
 * sizes: 16 bytes   15 digits at most: an integer < 10^15, divided by a power of ten 24 bytes   23
 * digits: two integers A * 10^8 + B, times a power as a pair of doubles 32 bytes   30 digits: two
 * integers A * 10^16 + B, the same; for blocks of mixed shapes A lane that fits none, has a byte
 * that is no digit, or is not proved to be rounded right, is told by its bit in the answer, and
 * read by hand. */
#ifndef DIGITRUN_AVX2_READ_CONVERT_H
#define DIGITRUN_AVX2_READ_CONVERT_H

#include "kernels/avx2/read_index.h"
#include "kernels/round.h"

/* Bytes [row][32 .. 32 + row) are ones, the rest of 128 zeros; twice, for the sign bit of X. */
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
static const uint64_t mask_rows[64][16] __attribute__((aligned(64))) = {
    MASK_ROWS_16(0), MASK_ROWS_16(16), MASK_ROWS_16(0), MASK_ROWS_16(16)};

/* Where windows of one size and point lie. */
typedef struct window {
    const uint8_t *text; /* + P: first byte of the window */
    const uint8_t *mask; /* + X: its mask */
    __m256i zero;        /* added to text: digits become 0..9, the point 0 */
    const layout *weights;
} window;

/* Minus '0', and minus the decimal byte at `point`, of a window that is 16 bytes, twice, or 32. */
ALWAYS_INLINE __m256i zero_bytes(const reader *r, int point, bool twice)
{
    const __m128i low = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i high = twice ? low : _mm_add_epi8(low, _mm_set1_epi8(16));
    const __m256i place = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    return _mm256_blendv_epi8(_mm256_set1_epi8(-'0'), _mm256_set1_epi8((char)-r->plan->decimal),
                              _mm256_cmpeq_epi8(place, _mm256_set1_epi8((char)point)));
}

ALWAYS_INLINE window make_window(const reader *r, const layout *weights, int point, bool twice)
{
    const uint8_t *mask = (const uint8_t *)mask_rows;
    /* X holds digits before the point less 1: mask row + 32 - point + that */
    return (window){r->base - BIAS - point, mask + 32 - point + 1, zero_bytes(r, point, twice),
                    weights};
}

ALWAYS_INLINE const uint8_t *text_at(const window *w, const uint32_t *record)
{
    uint16_t p;
    memcpy(&p, record, sizeof p);
    return w->text + p;
}

ALWAYS_INLINE const uint8_t *mask_at(const window *w, const uint32_t *record)
{
    uint16_t x;
    memcpy(&x, (const uint8_t *)record + 2, sizeof x);
    return w->mask + x;
}

/* ---- 16 bytes ----------------------------------------------------------------------------------
 */

ALWAYS_INLINE __m128i digits_16(const window *w, const uint32_t *record)
{
    __m128i digits = _mm_add_epi8(_mm256_castsi256_si128(w->zero), load_half(text_at(w, record)));
    digits = _mm_and_si128(digits, load_half(mask_at(w, record)));
    __asm__("" : "+x"(digits)); /* two loads in two operations; joined first they would be four */
    return digits;
}

ALWAYS_INLINE __m256i fours_16(const window *w, const uint32_t *low, const uint32_t *high,
                               __m256i *most)
{
    __m256i digits = _mm256_inserti128_si256(_mm256_castsi128_si256(digits_16(w, low)),
                                             digits_16(w, high), 1);
    *most = _mm256_max_epu8(*most, digits);
    return _mm256_madd_epi16(_mm256_maddubs_epi16(digits, load(w->weights->pairs)),
                             load(w->weights->fours));
}

/* Four tokens: their digits as integers < 10^15, in doubles. */
ALWAYS_INLINE __m256d integers_16(const window *w, const uint32_t *records, __m256i *most)
{
    const __m256i magic = _mm256_set1_epi64x(0x4330000000000000); /* 2^52 */
    __m256i a = fours_16(w, records, records + 2, most);
    __m256i b = fours_16(w, records + 1, records + 3, most);
    __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(a, b), load(w->weights->eights));
    __m256i upper = _mm256_mul_epu32(eights, _mm256_set1_epi32((int)w->weights->join));
    __m256i lower = _mm256_or_si256(_mm256_srli_epi64(eights, 32), magic);
    return _mm256_sub_pd(_mm256_castsi256_pd(_mm256_add_epi64(upper, lower)),
                         _mm256_castsi256_pd(magic));
}

/* ---- 24 and 32 bytes ---------------------------------------------------------------------------
 */

ALWAYS_INLINE __m256i digits_32(const window *w, const uint32_t *record)
{
    const __m256i digits = _mm256_add_epi8(w->zero, load(text_at(w, record)));
    return _mm256_and_si256(digits, load(mask_at(w, record)));
}

ALWAYS_INLINE __m256i fours_32(const window *w, const uint32_t *record, __m256i *most)
{
    const __m256i digits = digits_32(w, record);
    *most = _mm256_max_epu8(*most, digits);
    return _mm256_madd_epi16(_mm256_maddubs_epi16(digits, load(w->weights->pairs)),
                             load(w->weights->fours));
}

typedef struct eights {
    __m256i upper, lower; /* 64-bit lanes of two eights each, the higher first */
} eights;

ALWAYS_INLINE eights eights_32(const window *w, const uint32_t *records, __m256i *most)
{
    const __m256i weights = load(w->weights->eights);
    __m256i a = _mm256_packus_epi32(fours_32(w, records, most), fours_32(w, records + 1, most));
    __m256i b = _mm256_packus_epi32(fours_32(w, records + 2, most), fours_32(w, records + 3, most));
    a = _mm256_madd_epi16(a, weights);
    b = _mm256_madd_epi16(b, weights);
    return (eights){_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31)};
}

/* The lower or upper 32 bits of each lane as doubles. */
ALWAYS_INLINE __m256d low_words(__m256i lanes)
{
    const __m256i magic = _mm256_set1_epi64x(0x4330000000000000);
    return _mm256_sub_pd(_mm256_castsi256_pd(_mm256_blend_epi32(lanes, magic, 0xaa)),
                         _mm256_castsi256_pd(magic));
}

ALWAYS_INLINE __m256d high_words(__m256i lanes)
{
    const __m256i magic = _mm256_set1_epi64x(0x4330000000000000);
    return _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(_mm256_srli_epi64(lanes, 32), magic)),
                         _mm256_castsi256_pd(magic));
}

/* Four tokens as two integers each: upper < 10^15; lower < 10^8, or, in a window of 32 bytes, below
 * 2^54 and even, for it ends in a 0 that no text gave. Both are doubles. */
typedef struct halves {
    __m256d upper, lower;
} halves;

ALWAYS_INLINE halves integers_32(const window *w, const uint32_t *records, int size, __m256i *most)
{
    const __m256i magic = _mm256_set1_epi64x(0x4330000000000000);
    const __m256i join = _mm256_set1_epi32((int)w->weights->join);
    const eights e = eights_32(w, records, most);
    const __m256i first = size == 24 ? _mm256_srli_epi64(e.upper, 32) : e.upper;
    const __m256i second = size == 24 ? _mm256_blend_epi32(e.lower, magic, 0xaa)
                                      : _mm256_or_si256(_mm256_srli_epi64(e.upper, 32), magic);
    const __m256i upper = _mm256_add_epi64(_mm256_mul_epu32(first, join), second);
    __m256d lower = high_words(e.lower);
    if (size == 32) {
        lower = _mm256_fmadd_pd(low_words(e.lower), _mm256_set1_pd(1e8), lower);
    }
    return (halves){_mm256_sub_pd(_mm256_castsi256_pd(upper), _mm256_castsi256_pd(magic)), lower};
}

/* High and low: upper * wide + lower exactly, |low| <= ulp(high) / 2. upper * wide - high is a
 * double: it is a whole multiple of ulp(high) or of the power of two in wide (of 2 at least, where
 * wide is 10^16 and lower even), and smaller than 2^53 times that. */
ALWAYS_INLINE halves join_halves(halves h, __m256d wide)
{
    __m256d high = _mm256_fmadd_pd(h.upper, wide, h.lower);
    return (halves){high, _mm256_add_pd(_mm256_fmsub_pd(h.upper, wide, high), h.lower)};
}

/* ---- storing ------------------------------------------------------------------------------------
 */

ALWAYS_INLINE __m256d with_signs(__m256d values, const uint32_t *records)
{
    __m256i signs = _mm256_cvtepu32_epi64(load_half(records));
    signs = _mm256_and_si256(_mm256_slli_epi64(signs, 63 - 28), _mm256_set1_epi64x(INT64_MIN));
    return _mm256_xor_pd(values, _mm256_castsi256_pd(signs));
}

/* Lanes that are exactly the middle of two floats. */
ALWAYS_INLINE __m256i float_middles(__m256d values)
{
    return _mm256_cmpeq_epi64(
        _mm256_and_si256(_mm256_castpd_si256(values), _mm256_set1_epi64x(0x1fffffff)),
        _mm256_set1_epi64x(0x10000000));
}

/* Stores four values. Returns the lanes whose float is in doubt. */
ALWAYS_INLINE __m256i put(void *values, size_t i, __m256d four, const uint32_t *records,
                          element type)
{
    four = with_signs(four, records);
    if (type == ELEMENT_F64) {
        _mm256_storeu_pd((double *)values + i, four);
        return _mm256_setzero_si256();
    }
    _mm_storeu_ps((float *)values + i, _mm256_cvtpd_ps(four));
    return float_middles(four);
}

ALWAYS_INLINE uint64_t bits_of_doubles(__m256i low, __m256i high)
{
    return (uint64_t)(_mm256_movemask_pd(_mm256_castsi256_pd(low)) |
                      _mm256_movemask_pd(_mm256_castsi256_pd(high)) << 4);
}

ALWAYS_INLINE bool any(__m256i bits)
{
    return !_mm256_testz_si256(bits, bits);
}

ALWAYS_INLINE bool all_digits(__m256i most)
{
    return !any(_mm256_subs_epu8(most, _mm256_set1_epi8(9)));
}

/* The lanes of steps in which some byte is no digit, of the first `count`. */
ALWAYS_INLINE uint64_t unclean_lanes(const reader *r, size_t count)
{
    const size_t steps = (count + GROUP - 1) / GROUP;
    const __m256i *most = r->work->most;
    __m256i all = load(most);
    uint64_t lanes = 0;
    for (size_t i = 1; i < steps; i++) {
        all = _mm256_max_epu8(all, load(most + i));
    }
    if (LIKELY(all_digits(all))) {
        return 0;
    }
    for (size_t i = 0; i < steps; i++) {
        lanes |= all_digits(load(most + i)) ? 0 : (uint64_t)0xff << (i * GROUP);
    }
    return lanes;
}

/* Lanes that are not zero: quotients that are not exact. A middle that is exact rounds right. */
ALWAYS_INLINE uint64_t rests(__m256d low, __m256d high)
{
    const __m256d zero = _mm256_setzero_pd();
    return bits_of_doubles(_mm256_castpd_si256(_mm256_cmp_pd(low, zero, _CMP_NEQ_UQ)),
                           _mm256_castpd_si256(_mm256_cmp_pd(high, zero, _CMP_NEQ_UQ)));
}

/* ---- blocks -------------------------------------------------------------------------------------
 */

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

ALWAYS_INLINE uint64_t convert_narrow(reader *r, void *values, int point, element type)
{
    const uint32_t *records = r->work->records;
    const window w = make_window(r, &layouts_16[point], point, true);
    const __m256d divisor = _mm256_set1_pd(w.weights->divisor);
    uint64_t bad = 0;
    for (size_t i = 0; i < r->block; i += GROUP) {
        __m256i most = _mm256_setzero_si256();
        __m256d low = integers_16(&w, records + i, &most);
        __m256d high = integers_16(&w, records + i + 4, &most);
        store(r->work->most + i / GROUP, most);
        __m256d low_value = _mm256_div_pd(low, divisor);
        __m256d high_value = _mm256_div_pd(high, divisor);
        __m256i low_bad = put(values, i, low_value, records + i, type);
        __m256i high_bad = put(values, i + 4, high_value, records + i + 4, type);
        if (type == ELEMENT_F32 && UNLIKELY(any(_mm256_or_si256(low_bad, high_bad)))) {
            const __m256d low_rest = _mm256_fmsub_pd(low_value, divisor, low);
            const __m256d high_rest = _mm256_fmsub_pd(high_value, divisor, high);
            bad |= (bits_of_doubles(low_bad, high_bad) & rests(low_rest, high_rest)) << i;
        }
    }
    return bad;
}

/* A window of 24 or 32 bytes, and what its integers are scaled by. */
typedef struct scale {
    window window;
    int size, point, places; /* bytes; before the point; digits behind it */
} scale;

ALWAYS_INLINE scale make_scale(const reader *r, int size, int point)
{
    const layout *weights = size == 24 ? &layouts_24[point - 1] : &layouts_32[point - 8];
    const int places = point < size ? size - 1 - point : 0;
    return (scale){make_window(r, weights, point + 32 - size, false), size, point, places};
}

/* The integers of `count` records, to the workspace. */
ALWAYS_INLINE void put_integers(reader *r, const uint32_t *records, size_t count, const window *w,
                                int size)
{
    double *upper = r->work->high, *lower = r->work->low;
    for (size_t i = 0; i < count; i += GROUP) {
        __m256i most = _mm256_setzero_si256();
        for (size_t half = i; half < i + GROUP; half += 4) {
            halves h = integers_32(w, records + half, size, &most);
            _mm256_storeu_pd(upper + half, h.upper);
            _mm256_storeu_pd(lower + half, h.lower);
        }
        store(r->work->most + i / GROUP, most);
    }
}

ALWAYS_INLINE halves take_integers(const reader *r, size_t i, __m256d wide)
{
    halves h = {_mm256_loadu_pd(r->work->high + i), _mm256_loadu_pd(r->work->low + i)};
    return join_halves(h, wide);
}

/* Integers first, then doubles: the second chain is long, and overlaps itself only this way. */
ALWAYS_INLINE uint64_t convert_wide(reader *r, void *values, const scale *s, element type)
{
    const uint32_t *records = r->work->records;
    const layout *weights = s->window.weights;
    const __m256d wide = _mm256_set1_pd(weights->join_wide);
    const __m256d power_high = _mm256_set1_pd(weights->high);
    const __m256d power_low = _mm256_set1_pd(weights->low);
    /* without places the high half is the rounded integer, ties too */
    const __m256d margin = _mm256_set1_pd(s->places == 0 ? 0 : PROOF_MARGIN);
    uint64_t bad = 0;
    for (size_t i = 0; i < r->block; i += GROUP) {
        __m256i doubt[2];
        for (size_t half = 0; half < 2; half++) {
            size_t at = i + 4 * half;
            halves h = take_integers(r, at, wide);
            proved p = multiply_proved(h.upper, h.lower, power_high, power_low, margin);
            doubt[half] = put(values, at, p.value, records + at, type);
            doubt[half] = _mm256_or_si256(
                doubt[half], _mm256_castpd_si256(_mm256_cmp_pd(p.value, p.other, _CMP_NEQ_UQ)));
        }
        if (UNLIKELY(any(_mm256_or_si256(doubt[0], doubt[1])))) {
            bad |= bits_of_doubles(doubt[0], doubt[1]) << i;
        }
    }
    return bad;
}

/* Lanes of eight records that a window cannot hold. */
ALWAYS_INLINE __m256i outside(const uint32_t *records, int size, int point)
{
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i x = _mm256_add_epi32(_mm256_srli_epi32(load(records), 16), one);
    const __m256i integer = _mm256_and_si256(x, _mm256_set1_epi32(127));
    const __m256i digits = _mm256_and_si256(_mm256_srli_epi32(x, 7), _mm256_set1_epi32(31));
    const __m256i fraction = _mm256_sub_epi32(digits, integer);
    const __m256i before = _mm256_set1_epi32(room_before(size, point));
    const __m256i behind = _mm256_set1_epi32(room_behind(size, point));
    return _mm256_or_si256(_mm256_cmpgt_epi32(integer, before),
                           _mm256_cmpgt_epi32(fraction, behind));
}

ALWAYS_INLINE uint64_t lanes_outside(const uint32_t *records, size_t count, int size, int point)
{
    uint64_t lanes = 0;
    for (size_t i = 0; i < count; i += GROUP) {
        lanes |= (uint64_t)bits_of_lanes(outside(records + i, size, point)) << i;
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
    const bool middle = block_fits(r, 24, p.middle);
    const scale s = middle ? make_scale(r, 24, p.middle) : make_scale(r, 32, p.wide);
    uint64_t bad = 0;
    if (middle) {
        put_integers(r, r->work->records, r->block, &s.window, 24);
    } else {
        put_integers(r, r->work->records, r->block, &s.window, 32);
        bad = lanes_outside(r->work->records, r->block, 32, p.wide);
    }
    return bad | convert_wide(r, values, &s, type);
}

NOINLINE uint64_t convert_f64(reader *r, void *values)
{
    return convert(r, values, ELEMENT_F64);
}

NOINLINE uint64_t convert_f32(reader *r, void *values)
{
    return convert(r, values, ELEMENT_F32);
}

/* A window of 32 bytes for looking at digits only, where the block's own may be smaller: 16 bytes
 * lie in it with the point in the middle, 24 in its upper part. */
ALWAYS_INLINE window window_to_look(const reader *r)
{
    const points p = choose_points(r);
    const int point = block_fits(r, 16, p.narrow)   ? 16
                      : block_fits(r, 24, p.middle) ? p.middle + 8
                                                    : p.wide;
    return make_window(r, NULL, point, false);
}

/* The records of `lanes` in which some byte is no digit. */
NOINLINE uint64_t lanes_with_others(const reader *r, const uint32_t *records, uint64_t lanes)
{
    const window w = window_to_look(r);
    uint64_t bad = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint64_t i = _tzcnt_u64(lanes);
        bad |= (uint64_t)!all_digits(digits_32(&w, records + i)) << i; /* no branch: no pattern */
    }
    return bad;
}

/* For count: those of the first `count` records, and those that no window holds. */
NOINLINE uint64_t look_at_digits(reader *r, const uint32_t *records, size_t count)
{
    const points p = choose_points(r);
    const window w = window_to_look(r);
    for (size_t i = 0; i < count; i += GROUP) {
        __m256i most = digits_32(&w, records + i);
        for (size_t k = i + 1; k < i + GROUP; k++) {
            most = _mm256_max_epu8(most, digits_32(&w, records + k));
        }
        store(r->work->most + i / GROUP, most);
    }
    const uint64_t unclean = unclean_lanes(r, count);
    uint64_t bad = unclean == 0 ? 0 : lanes_with_others(r, records, unclean);
    if (!block_fits(r, 16, p.narrow) && !block_fits(r, 24, p.middle)) {
        bad |= lanes_outside(records, count, 32, p.wide);
    }
    return bad;
}

#endif
