/* kernels/avx2/read_short.h - a whole text that is one short array of numbers: no chain, no lists.
 *
 * Only the number of numbers, the window they need and the text's length in steps of 32 decide
 * branches here, so that calls on texts of one kind predict well. Bits say where separators and
 * points are; a token is a shift and two counts of zeros. Anything else than [1,2] or [1, 2] with
 * plain numbers is left to the scalar row. */
#ifndef DIGITRUN_AVX2_READ_SHORT_H
#define DIGITRUN_AVX2_READ_SHORT_H

#include "kernels/avx2/read_exponent.h"
#include "kernels/read_array.h"

/* Bit i: text[i] is a separator; a separator or the point. */
typedef struct marks {
    uint32_t separators, stops;
} marks;

/* The same of a whole text; from its end on all are set. */
typedef struct short_masks {
    uint64_t separators[SHORT_BYTES / 64 + 2], stops[SHORT_BYTES / 64 + 2];
} short_masks;

ALWAYS_INLINE marks mark(__m256i text)
{
    const __m256i table = _mm256_setr_epi8(' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', '[',
                                           ',', ']', -1, -1, ' ', -1, -1, -1, -1, -1, -1, -1, -1,
                                           '\t', '\n', '[', ',', ']', -1, -1);
    const __m256i separators = found_in(table, text);
    const __m256i point = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('.'));
    return (marks){bits_of(separators), bits_of(_mm256_or_si256(separators, point))};
}

/* Copies less than 32 bytes of text, reading no other, and marks them. The two halves overlap; what
 * one of them knows both know. */
ALWAYS_INLINE marks copy_few(uint8_t *copy, const uint8_t *text, size_t len)
{
    if (len >= 16) {
        const __m128i first = load_half(text), last = load_half(text + len - 16);
        _mm_storeu_si128((__m128i *)copy, first);
        _mm_storeu_si128((__m128i *)(copy + len - 16), last);
        marks m = mark(_mm256_inserti128_si256(_mm256_castsi128_si256(first), last, 1));
        m.separators = (m.separators & 0xffff) | m.separators >> 16 << (len - 16);
        m.stops = (m.stops & 0xffff) | m.stops >> 16 << (len - 16);
        return m;
    }
    __m128i bytes;
    if (len >= 8) {
        const uint64_t first = load_u64(text), last = load_u64(text + len - 8);
        const uint64_t upper = len == 8 ? 0 : last >> (8 * (16 - len));
        bytes = _mm_set_epi64x((int64_t)upper, (int64_t)first);
    } else {
        uint32_t first, last;
        memcpy(&first, text, 4);
        memcpy(&last, text + len - 4, 4);
        bytes = _mm_cvtsi64_si128((int64_t)(first | (uint64_t)last << (8 * (len - 4))));
    }
    _mm_storeu_si128((__m128i *)copy, bytes);
    return mark(_mm256_castsi128_si256(bytes));
}

/* Copies a text of 4 to 64 bytes, and marks it. */
ALWAYS_INLINE void scan_word(short_masks *m, uint8_t *copy, const uint8_t *text, size_t len)
{
    const uint64_t behind = len == 64 ? 0 : UINT64_MAX << len;
    if (len < 32) {
        const marks all = copy_few(copy, text, len);
        m->separators[0] = all.separators | behind;
        m->stops[0] = all.stops | behind;
        return;
    }
    const __m256i first = load(text), last = load(text + len - 32);
    const marks low = mark(first), high = mark(last);
    store(copy, first);
    store(copy + len - 32, last);
    m->separators[0] = low.separators | (uint64_t)high.separators << (len - 32) | behind;
    m->stops[0] = low.stops | (uint64_t)high.stops << (len - 32) | behind;
}

/* The same of more than 64 bytes. */
ALWAYS_INLINE void scan_words(short_masks *m, uint8_t *copy, const uint8_t *text, size_t len)
{
    size_t at = 0;
    for (; at + 64 <= len; at += 64) {
        const __m256i first = load(text + at), second = load(text + at + 32);
        const marks low = mark(first), high = mark(second);
        store(copy + at, first);
        store(copy + at + 32, second);
        m->separators[at / 64] = low.separators | (uint64_t)high.separators << 32;
        m->stops[at / 64] = low.stops | (uint64_t)high.stops << 32;
    }
    /* the last 64 bytes, less those that were seen */
    const __m256i first = load(text + len - 64), second = load(text + len - 32);
    const marks low = mark(first), high = mark(second);
    store(copy + len - 64, first);
    store(copy + len - 32, second);
    const unsigned seen = (unsigned)(at + 64 - len);
    const uint64_t behind = UINT64_MAX << (len - at);
    const uint64_t separators = low.separators | (uint64_t)high.separators << 32;
    const uint64_t stops = low.stops | (uint64_t)high.stops << 32;
    m->separators[at / 64] = (seen == 64 ? 0 : separators >> seen) | behind;
    m->stops[at / 64] = (seen == 64 ? 0 : stops >> seen) | behind;
    m->separators[at / 64 + 1] = m->stops[at / 64 + 1] = UINT64_MAX;
}

/* The bits from `at` on, 57 of them at least. */
ALWAYS_INLINE uint64_t bits_from(const uint64_t *words, size_t at, bool word)
{
    return word ? words[0] >> (at & 63) : load_u64((const uint8_t *)words + at / 8) >> (at & 7);
}

/* Makes records of the numbers text[1, last), `last` being the closing bracket; `word`: text[last]
 * is in the first word of the masks. Returns false if something is not as it should. */
ALWAYS_INLINE bool index_short(reader *r, const short_masks *m, size_t last, bool word)
{
    const uint8_t *text = r->base;
    size_t at = 1, end = 0;
    unsigned bad = 0, between = 0;
    int most_integer = 0, most_fraction = 0;
    uint32_t i = 0;
    do {
        const int len = (int)_tzcnt_u64(bits_from(m->separators, at, word));
        const int point = (int)_tzcnt_u64(bits_from(m->stops, at, word));
        const int negative = text[at] == '-';
        const int integer = point - negative;
        const int fraction = len - point;
        const bool zero = text[at + (size_t)negative] == '0';
        bad |= between;
        bad |= (unsigned)(len >= REACH - 1) | (unsigned)(integer < 1) | (unsigned)(fraction == 1) |
               (unsigned)(zero & (integer > 1));
        most_integer = integer > most_integer ? integer : most_integer;
        most_fraction = fraction > most_fraction ? fraction : most_fraction;
        uint32_t x = (uint32_t)(negative * SIGN_X + ((integer + fraction) << 7) + integer - 1);
        r->work->records[i++] = x << 16 | (uint32_t)(at + (size_t)point + BIAS);
        end = at + (size_t)len;
        between = text[end] ^ (unsigned)',';
        at = end + 1;
        at += text[at] == ' ';
    } while (end < last && i < BLOCK);
    r->most_integer = most_integer;
    r->most_fraction = most_fraction;
    r->block = i;
    return bad == 0 && end == last;
}

/* Up to four records to values[0 .. 3]. Returns whether all are right. */
ALWAYS_INLINE bool convert_four(reader *r, void *values, element type)
{
    const uint32_t *records = r->work->records;
    const points p = choose_points(r);
    __m256i most = _mm256_setzero_si256();
    __m256i doubt;
    if (block_fits(r, 16, p.narrow)) {
        const window w = make_window(r, &layouts_16[p.narrow], p.narrow, true);
        const __m256d value = _mm256_div_pd(integers_16(&w, records, &most),
                                            _mm256_set1_pd(w.weights->divisor));
        doubt = put(values, 0, value, records, type);
    } else {
        const bool middle = block_fits(r, 24, p.middle);
        const scale s = middle ? make_scale(r, 24, p.middle) : make_scale(r, 32, p.wide);
        halves h;
        if (middle) {
            h = integers_32(&s.window, records, 24, &most);
        } else if (block_fits(r, 32, p.wide)) {
            h = integers_32(&s.window, records, 32, &most);
        } else {
            return false;
        }
        h = join_halves(h, _mm256_set1_pd(s.window.weights->join_wide));
        const proved v = multiply_proved(h.upper, h.lower, _mm256_set1_pd(s.window.weights->high),
                                         _mm256_set1_pd(s.window.weights->low),
                                         _mm256_set1_pd(s.places == 0 ? 0 : PROOF_MARGIN));
        doubt = put(values, 0, v.value, records, type);
        doubt = _mm256_or_si256(doubt,
                                _mm256_castpd_si256(_mm256_cmp_pd(v.value, v.other, _CMP_NEQ_UQ)));
    }
    return all_digits(most) && !any(doubt);
}

/* Whether the r->block records could be read, to values[0 ..], up to a multiple of four or eight.
 */
ALWAYS_INLINE bool convert_short(reader *r, void *values, element type)
{
    const uint32_t count = r->block;
    const uint32_t *records = r->work->records;
    const uint64_t all = UINT64_MAX >> (BLOCK - count);
    bool good;
    /* the last one again, to a multiple of the step */
    store(r->work->records + count, _mm256_set1_epi32((int)records[count - 1]));
    if (type == ELEMENT_COUNT) {
        good = (look_at_digits(r, records, count) & all) == 0;
    } else if (count <= 4) {
        good = convert_four(r, values, type);
    } else {
        const uint64_t bad = type == ELEMENT_F64 ? convert_f64(r, values) : convert_f32(r, values);
        good = (unclean_lanes(r, count) | (bad & all)) == 0;
    }
    return LIKELY(good) || convert_block_exponents(r, values, all, type) == 0;
}

/* Reads the whole run if it is one array of a few numbers. Else says so, and that it read nothing.
 */
ALWAYS_INLINE bool read_short(digitrun_run *run, element type)
{
    reader here;
    reader *r = &here;
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    uint32_t last;
    short_masks masks;
    if (!is_short_array(run, &last)) {
        return false;
    }
    r->run = run;
    r->plan = run->plan;
    r->work = run->scratch;
    r->base = r->work->copy + LEAD;
    bool good;
    if (run->len <= 64) {
        scan_word(&masks, r->work->copy + LEAD, run->text, run->len);
        good = index_short(r, &masks, last, true);
    } else {
        scan_words(&masks, r->work->copy + LEAD, run->text, run->len);
        good = index_short(r, &masks, last, false);
    }
    if (!good || r->block > run->capacity) {
        return false;
    }
    const bool fits = run->capacity >= (r->block + GROUP - 1u) / GROUP * GROUP;
    void *values = fits ? run->values : r->work->values;
    if (!convert_short(r, values, type)) {
        return false;
    }
    if (type != ELEMENT_COUNT && !fits) {
        memcpy(run->values, values, r->block * size);
    }
    end_array(run, r->block, last + 2 == run->len);
    return true;
}

#endif
