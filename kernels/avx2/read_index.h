/* kernels/avx2/read_index.h - pass 2a: from the lists of the chain to records, structure checked.
 *
 * A record says how to lift a token's digits into a window:
 *     bits 0..15   P: its point, or its end if it has none, as place + 127
 *     bits 16..28  X: sign * 4096 + (digits and point) * 128 + digits before the point - 1,
 *                  the row of the mask table and the shift in it
 * The 127 is the exponent bias of a float: the lowest set bit of a mask is found by conversion. */
#ifndef DIGITRUN_AVX2_READ_INDEX_H
#define DIGITRUN_AVX2_READ_INDEX_H

#include "kernels/avx2/read_structure.h"

enum {
    BIAS = 127,
    RECORD_SIGN = 1 << 28,
    RECORD_NONE = BIAS, /* no digits: zero */
    ODD_X = 1           /* no digits, but two before the point: the token is to be read by hand */
};

/* Eight tokens, their runs behind them looked at. */
typedef struct lanes {
    __m256i records;
    __m256i integer, fraction; /* digits before the point, + BIAS; from the point on */
    uint32_t good, rows;       /* bit i: token i and its run may be taken; a row ends in the run */
} lanes;

/* What the patterns are in vectors, set up once a block. */
typedef struct matcher {
    __m256i plain_mask, plain_bytes, row_mask, row_bytes;
    __m256i len, len_more; /* bytes of the plain run; the row run has so many more */
    __m256i reach;
} matcher;

ALWAYS_INLINE matcher make_matcher(const reader *r)
{
    const pattern *plain = &r->patterns[PATTERN_PLAIN];
    const pattern *row = &r->patterns[PATTERN_ROW];
    return (matcher){
        _mm256_set1_epi32((int)plain->mask), _mm256_set1_epi32((int)plain->bytes),
        _mm256_set1_epi32((int)row->mask),   _mm256_set1_epi32((int)row->bytes),
        _mm256_set1_epi32((int)plain->len),  _mm256_set1_epi32((int)(row->len - plain->len)),
        _mm256_set1_epi32((int)r->reach),
    };
}

/* The lowest set bit of each lane, + BIAS; 0 where none is set. Bit 31 gives a value beyond all. */
ALWAYS_INLINE __m256i lowest_bit(__m256i masks)
{
    __m256i lowest = _mm256_and_si256(masks, _mm256_sub_epi32(_mm256_setzero_si256(), masks));
    return _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
}

/* Strict: 01, -01, .5, -.5 and 5. are odd. `head` is the token's first four bytes. */
ALWAYS_INLINE __m256i odd_digits(__m256i head, __m256i negative, __m256i integer, __m256i fraction)
{
    __m256i digits = _mm256_srlv_epi32(head, _mm256_and_si256(negative, _mm256_set1_epi32(8)));
    __m256i zero = _mm256_cmpeq_epi32(_mm256_and_si256(digits, _mm256_set1_epi32(0xf0ff)),
                                      _mm256_set1_epi32(0x3030));
    __m256i no_integer = _mm256_cmpeq_epi32(integer, _mm256_set1_epi32(BIAS));
    __m256i no_fraction = _mm256_cmpeq_epi32(fraction, _mm256_set1_epi32(1));
    return _mm256_or_si256(zero, _mm256_or_si256(no_integer, no_fraction));
}

ALWAYS_INLINE lanes look_at(const segment *list, size_t i, const matcher *m, bool strict)
{
    lanes l;
    const __m256i place = load(list->place + i);
    const __m256i step = _mm256_sub_epi32(load(list->place + i + 1), place);
    const __m256i point = lowest_bit(load(list->stops + i));
    /* around[] from its middle on: first bytes of token i, then the bytes before token i + 1 */
    const uint8_t *around = (const uint8_t *)(list->around + i) + 4;
    const __m256i first = load_halves(around, around + 32);
    const __m256i second = load_halves(around + 16, around + 48);
    const __m256i head = _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88));
    const __m256i run = _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0xdd));

    const __m256i plain = _mm256_cmpeq_epi32(_mm256_and_si256(run, m->plain_mask), m->plain_bytes);
    const __m256i row = _mm256_cmpeq_epi32(_mm256_and_si256(run, m->row_mask), m->row_bytes);
    const __m256i len = _mm256_sub_epi32(_mm256_sub_epi32(step, m->len),
                                         _mm256_and_si256(row, m->len_more));
    const __m256i negative = _mm256_cmpeq_epi32(_mm256_and_si256(head, _mm256_set1_epi32(0xff)),
                                                _mm256_set1_epi32('-'));
    const __m256i digits = _mm256_add_epi32(len, negative); /* and the point */
    __m256i bad = _mm256_cmpgt_epi32(m->reach, step);
    l.integer = _mm256_add_epi32(point, negative);
    l.fraction = _mm256_sub_epi32(len, _mm256_sub_epi32(point, _mm256_set1_epi32(BIAS)));
    bad = _mm256_andnot_si256(bad, _mm256_set1_epi32(-1));
    if (strict) {
        bad = _mm256_or_si256(bad, odd_digits(head, negative, l.integer, l.fraction));
    }
    l.good = bits_of_lanes(_mm256_andnot_si256(bad, _mm256_or_si256(plain, row)));
    l.rows = bits_of_lanes(row);

    /* X << 16: (digits << 7) + integer - BIAS - 1, as digits << 7 less 128 and integer with its bias */
    __m256i x = _mm256_add_epi32(
        _mm256_slli_epi32(_mm256_sub_epi32(digits, _mm256_set1_epi32(1)), 7), l.integer);
    x = _mm256_or_si256(x, _mm256_and_si256(negative, _mm256_set1_epi32(RECORD_SIGN >> 16)));
    l.records = _mm256_or_si256(_mm256_slli_epi32(x, 16), _mm256_add_epi32(place, point));
    return l;
}

/* The rows that end behind tokens of the step that goes to place `block` of the block. */
ALWAYS_INLINE void put_rows(reader *r, uint32_t rows)
{
    digitrun_run *run = r->run;
    if (run->row_ends != NULL) {
        __m256i ends = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)set_bits[rows]));
        ends = _mm256_add_epi32(ends, _mm256_set1_epi32((int)(r->stored + r->block + 1)));
        _mm256_storeu_si256((__m256i *)(run->row_ends + r->rows), ends);
    }
    if (run->row_closes != NULL) {
        memset(run->row_closes + r->rows, r->brackets, LANES);
    }
    r->rows += (uint32_t)_mm_popcnt_u32(rows);
}

ALWAYS_INLINE bool rows_fit(const reader *r)
{
    const digitrun_run *run = r->run;
    return run->row_ends == NULL || r->rows + LANES <= run->row_capacity;
}

static uint32_t widest(__m256i lanes)
{
    __m128i most = _mm_max_epu32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    most = _mm_max_epu32(most, _mm_shuffle_epi32(most, 0x4e));
    most = _mm_max_epu32(most, _mm_shuffle_epi32(most, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(most);
}

/* Takes tokens from the list of one segment while they are plain and their runs known; r->next and
 * r->entry go on with them. */
ALWAYS_INLINE void take_listed(reader *r, bool strict)
{
    const segment *list = &r->work->segments[r->segment];
    const uint32_t count = r->count[r->segment];
    if (r->exact && r->level == LEVEL_ARRAYS) {
        forget(r, PATTERN_ROW);
    }
    const matcher m = make_matcher(r);
    const bool wide_rows = r->run->row_ends != NULL || r->run->row_closes != NULL;
    __m256i integer = _mm256_setzero_si256();
    __m256i fraction = _mm256_setzero_si256();
    uint32_t i = r->entry;
    uint32_t taken = LANES;
    while (taken == LANES && i < count && r->block <= BLOCK - LANES && r->block < r->room) {
        lanes l = look_at(list, i, &m, strict);
        _mm256_storeu_si256((__m256i *)(r->work->records + r->block), l.records);
        uint32_t good = l.good;
        uint32_t left = count - i < r->room - r->block ? count - i : r->room - r->block;
        if (UNLIKELY(left < LANES)) {
            good &= (1u << left) - 1;
        }
        if (UNLIKELY(good != 0xff)) {
            taken = _tzcnt_u32(~good);
            __m256i keep = _mm256_cmpgt_epi32(_mm256_set1_epi32((int)taken),
                                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
            l.integer = _mm256_and_si256(l.integer, keep);
            l.fraction = _mm256_and_si256(l.fraction, keep);
            l.rows &= (1u << taken) - 1;
        }
        if (l.rows != 0) {
            r->row_bits |= (uint64_t)l.rows << r->block;
            if (!wide_rows) {
                r->rows += (uint32_t)_mm_popcnt_u32(l.rows);
            } else if (LIKELY(rows_fit(r))) {
                put_rows(r, l.rows);
            } else {
                r->row_bits &= (UINT64_C(1) << r->block) - 1;
                break; /* the last few one by one, by hand */
            }
        }
        integer = _mm256_max_epi32(integer, l.integer);
        fraction = _mm256_max_epi32(fraction, l.fraction);
        r->block += taken;
        i += taken;
    }
    if (i != r->entry) {
        uint32_t most_integer = widest(integer);
        uint32_t most_fraction = widest(fraction);
        most_integer = most_integer > BIAS ? most_integer - BIAS : 0;
        r->most_integer = most_integer > r->most_integer ? most_integer : r->most_integer;
        r->most_fraction = most_fraction > r->most_fraction ? most_fraction : r->most_fraction;
        if (r->exact) {
            accept_token(r);
        }
        r->entry = i;
        r->next = list->place[i];
    }
}

/* Points segment and entry at r->next, going forward. Returns whether it is listed. */
static bool find_entry(reader *r)
{
    for (; r->segment < SEGMENTS; r->segment++, r->entry = 0) {
        const uint32_t *place = r->work->segments[r->segment].place;
        uint32_t count = r->count[r->segment];
        while (r->entry < count && place[r->entry] < r->next) {
            r->entry++;
        }
        if (r->entry < count) {
            return place[r->entry] == r->next;
        }
        if (count == SEGMENT_TOKENS &&
            (r->segment + 1 == SEGMENTS || r->work->segments[r->segment + 1].place[0] > r->next)) {
            r->limit = r->next; /* the list was full: what follows has no entries */
            return false;
        }
    }
    return false;
}

/* The record of a token that is to be read by hand. */
static uint32_t odd_record(reader *r)
{
    r->odd |= UINT64_C(1) << r->block;
    return ODD_X << 16 | (r->next + 1 + BIAS);
}

/* The record of the token of `len` bytes at r->next, len < 32. */
static uint32_t record_of(reader *r, uint32_t len)
{
    const uint8_t *token = r->base + r->next;
    const __m256i points = _mm256_cmpeq_epi8(load(token), _mm256_set1_epi8((char)r->plan->decimal));
    const uint32_t negative = token[0] == '-';
    uint32_t point = _tzcnt_u32(bits_of(points) | 1u << len);
    uint32_t integer = point - negative;
    uint32_t fraction = len - point;
    uint8_t first = token[negative];
    bool odd = integer > point || integer + (fraction > 1 ? fraction : 0) == 0;
    if (r->strict) {
        odd = odd || integer == 0 || fraction == 1 || (first == '0' && integer > 1);
    }
    if (odd) {
        return odd_record(r);
    }
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
    uint32_t x = (negative << 12) + ((integer + fraction) << 7) + integer - 1;
    return x << 16 | (r->next + point + BIAS);
}

/* Takes the token at r->next by hand, and the run behind it. */
static void take_token(reader *r)
{
    const uint32_t start = r->origin + r->next;
    const uint32_t rows = r->rows;
    if (r->plan->class_of[r->run->text[start]] != CLASS_TOKEN) {
        settle(r); /* a separator that the table lacks */
        r->at = start;
        r->stopped = !walk(r);
        r->next = r->at - r->origin;
        r->extra_rows += r->rows != rows;
        return;
    }
    uint32_t len = _tzcnt_u32(bits_of(found_in(r->separators, load(r->base + r->next))));
    uint32_t end = start + len;
    if (len >= REACH || end > r->run->len || r->slow_first || !r->complete) {
        end = token_end(r, start);
        len = end - start;
    }
    if (!ends_token(r, end)) {
        settle(r); /* a byte that is the front desk's touches the token */
        r->stopped = true;
        return;
    }
    r->work->records[r->block] = len < REACH ? record_of(r, len) : odd_record(r);
    accept_token(r);
    r->block++;
    const uint32_t depth = r->depth, unstored = r->unstored;
    const bool numbers = r->level == LEVEL_NUMBERS;
    r->at = end;
    if (walk(r)) {
        learn(r, end, depth, numbers, r->rows - rows, unstored);
    } else {
        r->stopped = true;
    }
    r->next = r->at - r->origin;
    r->row_bits |= (uint64_t)(r->rows != rows) << (r->block - 1);
    r->extra_rows += r->rows - rows > 1;
}

/* Fills the records of a block: tokens from r->next on, their runs checked, rows put. */
ALWAYS_INLINE void index_block(reader *r, bool strict)
{
    while (!r->stopped && r->next < r->limit && r->block <= BLOCK - LANES && r->block < r->room) {
        if (!r->slow_first && find_entry(r)) {
            uint32_t block = r->block;
            take_listed(r, strict);
            if (r->block != block) {
                continue;
            }
        }
        if (r->next < r->limit) {
            take_token(r);
            r->slow_first = false;
        }
    }
}

NOINLINE void index_strict(reader *r)
{
    index_block(r, true);
}

NOINLINE void index_lenient(reader *r)
{
    index_block(r, false);
}

#endif
