/* kernels/avx2/read_few.h - a few numbers (kernels/few.h), sixteen bytes of a token at once.
 *
 * One look finds the digits, the point and the end of nearly every token; one shuffle takes the
 * point out and puts the digits at the end of a vector, where four multiplications join them. No
 * branch depends on where in its sixteen bytes a token has its point or its end. */
#ifndef DIGITRUN_AVX2_READ_FEW_H
#define DIGITRUN_AVX2_READ_FEW_H

#include "kernels/avx2/read_types.h"
#include "kernels/few.h"

enum { FEW_BYTES = 384, LOOK = 16, MORE_DIGITS = 6 /* of a token behind the first look */ };

/* Sixteen places to be taken from a vector, those from slide[16] on as they are; before there is
 * none, nor behind. */
static const uint8_t slide[48] = {
    0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,   14,   15,
    0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};

/* The bytes at p, less '0'. From the end of the text on there are none, and no digits. */
ALWAYS_INLINE __m128i take_look(const source *s, const uint8_t *p)
{
    __m128i bytes;
    if (p <= s->last) {
        bytes = load_half(p);
    } else {
        bytes = _mm_shuffle_epi8(load_half(s->last), load_half(slide + LOOK + (p - s->last)));
    }
    return _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
}

/* A bit for each that is no digit; those from sixteen on are set. */
ALWAYS_INLINE uint32_t others_of(__m128i digits)
{
    const __m128i nine = _mm_set1_epi8(9);
    return ~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(digits, nine), nine));
}

/* In each half of the result: the number of eight digits. */
ALWAYS_INLINE uint64_t join_both(__m128i digits)
{
    const __m128i tens = _mm_set1_epi16(10 | 1 << 8), hundreds = _mm_set1_epi32(100 | 1 << 16);
    const __m128i pairs = _mm_madd_epi16(_mm_maddubs_epi16(digits, tens), hundreds);
    const __m128i fours = _mm_packus_epi32(pairs, pairs);
    return (uint64_t)_mm_cvtsi128_si64(_mm_madd_epi16(fours, _mm_set1_epi32(10000 | 1 << 16)));
}

/* The first `count` digits, no more than eight. */
ALWAYS_INLINE uint64_t join_first(__m128i digits, uint32_t count)
{
    return join_both(_mm_shuffle_epi8(digits, load_half(slide + count))) >> 32;
}

/* More digits, behind the first sixteen bytes of a token. Returns how many, or too many. */
ALWAYS_INLINE uint32_t take_more(const source *s, uint64_t *w)
{
    static const uint32_t tens[MORE_DIGITS + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    const __m128i digits = take_look(s, s->p + LOOK);
    const uint32_t count = _tzcnt_u32(others_of(digits));
    if (count <= MORE_DIGITS) {
        *w = *w * tens[count] + join_first(digits, count);
    }
    return count;
}

ALWAYS_INLINE bool take_number(source *s, decimal *d)
{
    const __m128i sign = _mm_cvtsi32_si128((uint8_t)('-' - '0')); /* zeros are no harm: 0 stays 0 */
    __m128i digits = take_look(s, s->p);
    digits = _mm_andnot_si128(_mm_cmpeq_epi8(digits, sign), digits);
    const __m128i dot = _mm_set1_epi8('.' - '0');
    const uint32_t dots = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(digits, dot));
    const uint32_t others = others_of(digits);
    const uint32_t first_dot = _blsi_u32(others) & dots; /* what ends the integer, if it is a dot */
    const uint32_t has_point = first_dot != 0;
    const uint32_t point = _tzcnt_u32(others), end = _tzcnt_u32(others ^ first_dot);
    const uint32_t negative = *s->p == '-';
    const uint32_t integer = point - negative, places = end - point - has_point;
    d->negative = negative != 0;
    d->power = -(int)places;
    if (integer == 0 || (others & first_dot << 1) != 0 || (integer > 1 && s->p[negative] == '0')) {
        return false;
    }
    /* digits behind the point come from one place further; a sign is one more zero before them */
    __m128i order = load_half(slide + (end - has_point));
    order = _mm_sub_epi8(order, _mm_cmpgt_epi8(order, _mm_set1_epi8((char)(point - 1))));
    const uint64_t both = join_both(_mm_shuffle_epi8(digits, order));
    d->w = (both & UINT32_MAX) * 100000000 + (both >> 32);
    if (end == LOOK) {
        const uint32_t more = take_more(s, &d->w), zero = s->p[negative] == '0';
        d->power -= (int)more;
        s->p += LOOK + more;
        return has_point != 0 && more <= MORE_DIGITS &&
               integer + places + more - zero <= FEW_DIGITS;
    }
    s->p += end;
    return true;
}

ALWAYS_INLINE unsigned take_small(const source *s, const uint8_t *p, unsigned *value)
{
    const __m128i digits = take_look(s, p);
    const uint32_t count = _tzcnt_u32(others_of(digits));
    *value = (unsigned)join_first(digits, count & 7);
    return count;
}

/* Less than sixteen bytes of text, no other being read, and zeros behind. */
ALWAYS_INLINE __m128i load_some(const uint8_t *text, size_t len)
{
    uint64_t first = 0, second = 0;
    if (len >= 8) {
        first = load_u64(text);
        second = len == 8 ? 0 : load_u64(text + len - 8) >> (8 * (16 - len));
    } else if (len >= 4) {
        uint32_t low, high;
        memcpy(&low, text, 4);
        memcpy(&high, text + len - 4, 4);
        first = low | (uint64_t)high << (8 * (len - 4));
    } else {
        for (size_t i = 0; i < len; i++) {
            first |= (uint64_t)text[i] << 8 * i;
        }
    }
    return _mm_set_epi64x((int64_t)second, (int64_t)first);
}

ALWAYS_INLINE size_t read_few(const digitrun_plan *plan, const uint8_t *text, size_t len,
                              void *values, size_t capacity, bool is_float)
{
    uint8_t copy[LOOK];
    source s = {text, text + len, text};
    if (len < LOOK) {
        _mm_storeu_si128((__m128i *)copy, load_some(text, len));
        s = (source){copy, copy + len, copy};
    } else {
        s.last += len - LOOK;
    }
    return few_numbers(s, plan, values, capacity, is_float, take_number, take_small);
}

static size_t few_f64(const digitrun_plan *plan, const uint8_t *text, size_t len, double *values,
                      size_t capacity)
{
    return read_few(plan, text, len, values, capacity, false);
}

static size_t few_f32(const digitrun_plan *plan, const uint8_t *text, size_t len, float *values,
                      size_t capacity)
{
    return read_few(plan, text, len, values, capacity, true);
}

#endif
