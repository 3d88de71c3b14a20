/* kernels/avx512/read_lengths.h - pass 2a: 32 tokens a step, from places to lengths and scales; and
 * the grammar of numbers, by counting.
 *
 * A token is a sign, an integer part, a point and the rest. Its length says how many bytes the two
 * parts have. The stream of digits holds the digits alone. So the sum of the lengths is the number
 * of digits in the stream if and only if every byte of every part is a digit: one comparison for
 * the chunk refuses 1.2.3, --1, 1-2, 1x, +1, null. An exponent that is not expected is of these; an
 * expected one is counted the same way by itself. */
#ifndef DIGITRUN_AVX512_READ_LENGTHS_H
#define DIGITRUN_AVX512_READ_LENGTHS_H

#include "kernels/avx512/read_types.h"

enum { EXPONENT_BYTES = 4 }; /* a sign and three digits, or four digits */

/* The masks of 16 exponents in lanes of four bytes, twice, from their lengths. */
ALWAYS_INLINE __m128i exponent_lanes(__m512i lengths)
{
    const __m512i most = _mm512_set1_epi16(EXPONENT_BYTES);
    const __m512i four = _mm512_set1_epi16(0xf);
    const __m512i nibble = _mm512_and_si512(
        _mm512_sllv_epi16(four, _mm512_subs_epu16(most, lengths)), four);
    const __m512i used = _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(lengths, lengths), nibble);
    return _mm512_cvtepi32_epi8(_mm512_madd_epi16(used, _mm512_set1_epi32(0x00100001)));
}

/* Sixteen exponents from lanes of four bytes. Returns false where a byte is no digit and no sign
 * that may stand there. */
ALWAYS_INLINE bool read_exponents(__m512i bytes, uint64_t lanes, int16_t *out)
{
    const uint64_t before = lanes << 1 & UINT64_C(0xeeeeeeeeeeeeeeee);
    const uint64_t may_sign = lanes & ~before & UINT64_C(0x7777777777777777); /* and no last one */
    const __mmask64 digit = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(10));
    const __mmask64 minus = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('-' - '0'));
    const __mmask64 plus = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('+' - '0'));
    const uint64_t sign = bits_of(_kor_mask64(minus, plus)) & may_sign;
    const __m512i digits = _mm512_maskz_mov_epi8(digit, bytes);
    const __m512i pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010a));
    const __m512i value = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010064));
    const __m512i negative = _mm512_movm_epi8(minus);
    const __m512i result = _mm512_mask_sub_epi32(value, _mm512_test_epi32_mask(negative, negative),
                                                 _mm512_setzero_si512(), value);
    _mm256_storeu_si256((__m256i *)out, _mm512_cvtepi32_epi16(result));
    return (bits_of(digit) | sign) == UINT64_MAX;
}

/* Exponents as written, to `written`. Returns false if one is none, or is longer than the lanes. */
static bool list_exponents(const reader *r, const chunk *c)
{
    workspace *w = r->work;
    const __m512i places = _mm512_set1_epi16(0x7f);
    const uint8_t *bytes = w->u.exponent.bytes;
    bool good = true;
    for (uint32_t i = 0; i < c->exponents; i += STEP) {
        const uint32_t left = c->exponents - i;
        const __mmask32 used = left < STEP ? (1u << left) - 1 : UINT32_MAX;
        const __m512i edges = load(w->u.exponent.edges + 2 * i);
        __m512i lengths = _mm512_sub_epi16(_mm512_srli_epi16(edges, 8), edges);
        lengths = _mm512_maskz_mov_epi16(used, _mm512_and_si512(lengths, places));
        const __m512i less = _mm512_sub_epi16(lengths, _mm512_set1_epi16(1));
        good = good &&
               _mm512_mask_cmpge_epu16_mask(used, less, _mm512_set1_epi16(EXPONENT_BYTES)) == 0;
        const __m128i masks = exponent_lanes(lengths);
        for (uint32_t half = 0; half < 2; half++) {
            const uint64_t lanes = half == 0 ? (uint64_t)_mm_cvtsi128_si64(masks)
                                             : (uint64_t)_mm_extract_epi64(masks, 1);
            good = read_exponents(expand(lanes, load(bytes)), lanes, w->written + i + 16 * half) &&
                   good;
            bytes += count_bits(lanes);
        }
    }
    return good && bytes == w->u.exponent.bytes + c->exponent_bytes;
}

typedef struct extremes {
    __m512i sum, longest, fraction, integer;
    __mmask32 bad;
} extremes;

ALWAYS_INLINE uint32_t greatest(__m512i words)
{
    const __m512i low = _mm512_and_si512(words, _mm512_set1_epi32(0xffff));
    return (uint32_t)_mm512_reduce_max_epu32(_mm512_max_epu32(low, _mm512_srli_epi32(words, 16)));
}

/* Thirty-two tokens. Returns how many had an exponent. */
ALWAYS_INLINE uint32_t measure_step(const reader *r, uint32_t i, const int16_t *written,
                                    bool exponents, bool with_odd, extremes *x)
{
    workspace *w = r->work;
    const __m512i one = _mm512_set1_epi16(1), places = _mm512_set1_epi16(0x7f);
    const __m512i flag = _mm512_set1_epi16(0x80);
    const __m512i heads = load(w->heads + 2 * i);
    const __m512i ends = _mm512_cvtepu8_epi16(_mm256_load_si256((const __m256i *)(w->ends + i)));
    const __m512i points = _mm512_srli_epi16(heads, 8);
    const __mmask32 minus = _mm512_test_epi16_mask(heads, flag);
    const __m512i behind = _mm512_and_si512(_mm512_sub_epi16(ends, points), places);
    __m512i fraction = _mm512_subs_epu16(behind, one);
    if (with_odd) { /* behind a bare point, which counts for a 0 before it */
        fraction = _mm512_mask_add_epi16(fraction, _mm512_test_epi16_mask(points, flag), fraction,
                                         one);
    }
    __m512i integer = _mm512_and_si512(_mm512_sub_epi16(points, heads), places);
    integer = _mm512_mask_sub_epi16(integer, minus, integer, one);
    const __m512i length = _mm512_add_epi16(integer, fraction);
    const __mmask32 long_integer = _mm512_cmpgt_epu16_mask(integer, one);
    memcpy(w->minus + i / 8, &minus, sizeof minus);
    memcpy(w->long_integer + i / 8, &long_integer, sizeof long_integer);
    store(w->lengths + i, length);
    x->sum = _mm512_add_epi16(x->sum, length);
    x->longest = _mm512_max_epu16(x->longest, length);
    x->fraction = _mm512_max_epu16(x->fraction, fraction);
    x->integer = _mm512_max_epu16(x->integer, integer);
    if (r->strict) { /* 5. and .5 */
        x->bad |= _mm512_cmpeq_epi16_mask(behind, one) | _mm512_testn_epi16_mask(integer, integer);
    } else {
        x->bad |= _mm512_testn_epi16_mask(length, length);
    }
    if (!exponents) {
        store(w->scales + i, fraction);
        return 0;
    }
    const uint32_t with_e = _cvtmask32_u32(_mm512_test_epi16_mask(ends, flag));
    store(w->scales + i, _mm512_sub_epi16(expand_words(with_e, load(written)), fraction));
    return (uint32_t)_mm_popcnt_u32(with_e);
}

/* Lanes of the digits of each token: 16 of them, or 32 if wide. */
static void place_lanes(const reader *r, const chunk *c, bool wide)
{
    workspace *w = r->work;
    if (!wide) {
        for (uint32_t i = 0; i < c->tokens; i += 32) {
            const __m512i spare = _mm512_sub_epi16(_mm512_set1_epi16(16), load(w->lengths + i));
            store((uint16_t *)w->u.lanes + i, _mm512_sllv_epi16(_mm512_set1_epi16(-1), spare));
        }
        return;
    }
    for (uint32_t i = 0; i < c->tokens; i += 16) {
        const __m512i length = _mm512_cvtepu16_epi32(
            _mm256_load_si256((const __m256i *)(w->lengths + i)));
        const __m512i spare = _mm512_sub_epi32(_mm512_set1_epi32(32), length);
        store(w->u.lanes + i, _mm512_sllv_epi32(_mm512_set1_epi32(-1), spare));
    }
}

ALWAYS_INLINE bool measure(const reader *r, chunk *c, bool exponents, bool with_odd)
{
    const __m512i none = _mm512_setzero_si512();
    const int16_t *written = r->work->written;
    extremes x = {none, none, none, none, 0};
    for (uint32_t i = 0; i < c->tokens; i += STEP) {
        written += measure_step(r, i, written, exponents, with_odd, &x);
    }
    const uint32_t sum = (uint32_t)_mm512_reduce_add_epi32(
        _mm512_madd_epi16(x.sum, _mm512_set1_epi16(1)));
    c->longest = greatest(x.longest);
    c->fraction = greatest(x.fraction);
    c->long_integers = greatest(x.integer) > 1;
    const uint32_t more = (0 - c->tokens) % STEP; /* see make_streams */
    return sum == c->digits + more && x.bad == 0 && c->longest <= 32 &&
           written == r->work->written + (exponents ? c->exponents : 0);
}

NOINLINE bool measure_plain(const reader *r, chunk *c)
{
    return measure(r, c, false, false);
}

NOINLINE bool measure_exponents(const reader *r, chunk *c)
{
    return list_exponents(r, c) && measure(r, c, true, false);
}

NOINLINE bool measure_odd(const reader *r, chunk *c)
{
    return measure(r, c, false, true);
}

NOINLINE bool measure_odd_exponents(const reader *r, chunk *c)
{
    return list_exponents(r, c) && measure(r, c, true, true);
}

#endif
