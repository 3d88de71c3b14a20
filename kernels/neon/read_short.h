/* kernels/neon/read_short.h - a whole text that is one short array of numbers: no chain, no lists.
 *
 * Bits say where separators and points are; a token is a shift and two counts of zeros. Anything
 * else than [1,2] or [1, 2] with plain numbers is left to the scalar row. */
#ifndef DIGITRUN_NEON_READ_SHORT_H
#define DIGITRUN_NEON_READ_SHORT_H

#include "kernels/neon/read_exponent.h"
#include "kernels/read_array.h"

/* Bit i of word i / 64: byte i is a separator; a separator or the point. Behind the text all are
 * set. */
typedef struct marks {
    uint64_t separators[SHORT_BYTES / 64 + 1], stops[SHORT_BYTES / 64 + 1];
} marks;

/* One bit of each of 64 bytes that are 0 or 255. */
ALWAYS_INLINE uint64_t bits_of_64(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
    const uint8x16_t bit = vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x8040201008040201)));
    const uint8x16_t low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
    const uint8x16_t high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
    const uint8x16_t sums = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

/* Marks 64 bytes; brackets are no separators here. */
ALWAYS_INLINE void mark(marks *m, size_t word, const uint8_t *text)
{
    static const uint8_t table[48] = {
        ['\t'] = 255, ['\n'] = 255, [' '] = 255, [','] = 255, ['.'] = 1};
    const uint8x16x3_t classes_48 = {{load(table), load(table + 16), load(table + 32)}};
    uint8x16_t stops[4], separators[4];
    for (size_t i = 0; i < 4; i++) {
        const uint8x16_t found = vqtbl3q_u8(classes_48, load(text + 16 * i));
        stops[i] = vtstq_u8(found, found);
        separators[i] = vcgtq_u8(found, vdupq_n_u8(1));
    }
    m->stops[word] = bits_of_64(stops[0], stops[1], stops[2], stops[3]);
    m->separators[word] = bits_of_64(separators[0], separators[1], separators[2], separators[3]);
}

/* Marks the text up to the closing bracket, which is at `last`; 64 more may be looked at. */
ALWAYS_INLINE void mark_all(marks *m, const uint8_t *text, size_t last)
{
    size_t word = 0;
    for (; word < last / 64; word++) {
        mark(m, word, text + 64 * word);
    }
    mark(m, word, text + 64 * word);
    const uint64_t behind = UINT64_MAX << (last & 63);
    m->separators[word] |= behind;
    m->stops[word] |= behind;
    m->separators[word + 1] = m->stops[word + 1] = UINT64_MAX;
}

/* The bits from `at` on, 57 of them at least. */
ALWAYS_INLINE uint64_t bits_from(const uint64_t *words, size_t at)
{
    uint64_t bits;
    memcpy(&bits, (const uint8_t *)words + at / 8, sizeof bits);
    return bits >> (at & 7);
}

/* Makes records of the numbers text[1, last). Returns false if something is not as it should. */
ALWAYS_INLINE bool index_short(reader *r, const marks *m, size_t last)
{
    const uint8_t *text = r->base;
    size_t at = 1, end = 0;
    unsigned bad = 0, between = 0;
    int most_integer = 0, most_fraction = 0;
    uint32_t i = 0;
    do {
        const int len = __builtin_ctzll(bits_from(m->separators, at) | UINT64_C(1) << 63);
        const int point = __builtin_ctzll(bits_from(m->stops, at) | UINT64_C(1) << 63);
        const int negative = text[at] == '-';
        const int integer = point - negative;
        const int fraction = len - point;
        const bool zero = text[at + (size_t)negative] == '0';
        bad |= between;
        bad |= (unsigned)(len >= REACH - 1) | (unsigned)(integer < 1) | (unsigned)(fraction == 1) |
               (unsigned)(zero & (integer > 1));
        most_integer = integer > most_integer ? integer : most_integer;
        most_fraction = fraction > most_fraction ? fraction : most_fraction;
        r->work->records[i++] = (record){(int32_t)at + point,
                                         ((len - negative - 1) << 7) + integer - negative * SIGN};
        end = at + (size_t)len;
        between = text[end] ^ (unsigned)',';
        at = end + 1;
        at += text[at] == ' ';
    } while (end < last && bad == 0 && i < BLOCK);
    r->most_integer = most_integer;
    r->most_fraction = most_fraction;
    r->block = i;
    return bad == 0 && end == last;
}

/* Whether the r->block records could be read, to values[0 ..], up to a multiple of eight. */
ALWAYS_INLINE bool convert_short(reader *r, void *values, element type)
{
    const uint64_t all = UINT64_MAX >> (BLOCK - r->block);
    for (size_t i = r->block; i % GROUP != 0; i++) {
        r->work->records[i] = r->work->records[r->block - 1];
    }
    if (type == ELEMENT_COUNT) {
        return lanes_to_count(r, all) == 0;
    }
    const uint64_t bad = type == ELEMENT_F64 ? convert_f64(r, values) : convert_f32(r, values);
    if (LIKELY(((bad & all) | unclean_lanes(r, r->block)) == 0)) {
        return true;
    }
    return ((type == ELEMENT_F64 ? convert_exponents_f64(r, values, 0)
                                 : convert_exponents_f32(r, values, 0)) &
            all) == 0;
}

/* Reads the whole run if it is one array of a few numbers. Else says so, and that it read nothing.
 */
ALWAYS_INLINE bool read_short(digitrun_run *run, element type)
{
    reader here;
    reader *r = &here;
    marks m;
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    uint32_t last;
    if (!is_short_array(run, &last) || run->plan->decimal != '.') {
        return false;
    }
    r->run = run;
    r->plan = run->plan;
    r->work = run->scratch;
    r->base = r->work->copy + LEAD;
    memcpy(r->work->copy + LEAD, run->text, run->len);
    mark_all(&m, r->base, last);
    if (!index_short(r, &m, last) || r->block > run->capacity) {
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
