/* kernels/avx2/read_index.h - pass 2a: from the lists of the chain to records, structure checked.
 *
 * A record says how to lift a token's digits into a window:
 *     bits 0..15   P: its point, or its end if it has none, as place + 127
 *     bits 16..28  X: sign * 4096 + (digits and point) * 128 + digits before the point - 1,
 *                  the row of the mask table and the shift in it
 * The 127 is the exponent bias of a float: the lowest set bit of a mask is found by conversion. */
#ifndef DIGITRUN_AVX2_READ_INDEX_H
#define DIGITRUN_AVX2_READ_INDEX_H

#include "kernels/avx2/read_types.h"

#include "kernels/avx2/read_structure.h"

enum {
    BIAS = 127,
    SIGN_X = 1 << 12, /* in X */
    ODD_X = 1,        /* no digits, but two before the point: the token is to be read by hand */
    HANDS = 12,       /* tokens by hand from which on a block may be called irregular */
    VARIED = 3        /* ... runs that differ in blanks alone, in one block: it is loose */
};

/* Sixteen tokens, their runs behind them looked at. In vectors they stand in the order that packing
 * two registers gives: 0-3, 8-11, 4-7, 12-15; unpacking undoes it. */
typedef struct sixteen {
    __m256i low, high;         /* records of tokens 0-7 and 8-15 */
    __m256i integer;           /* digits before the point, + BIAS */
    __m256i fraction;          /* bytes from the point on, - BIAS - 1 */
    __m256i good;              /* the token and its run may be taken */
    __m256i row_low, row_high; /* a row ends in the run: tokens 0-7, 8-15 */
    __m256i row;               /* the same, packed */
    __m256i other;             /* loose: the run is not as long as the one that was learnt */
    __m256i far;               /* ... with its run the token reaches further than 31 bytes */
} sixteen;

/* What changes the code of the index pass. */
typedef struct grammar {
    bool strict; /* leading zeros, 5. and .5 are odd */
    bool loose;  /* the lists are those of step_loose */
} grammar;

/* What lies between token i and the next, and the first bytes of token i, of eight tokens. */
typedef struct edges {
    __m256i head, run;
} edges;

ALWAYS_INLINE edges load_edges(const uint64_t *around)
{
    /* from the middle of around[i] on: first bytes of token i, then the bytes before token i + 1 */
    const uint8_t *p = (const uint8_t *)around + 4;
    const __m256 first = _mm256_castsi256_ps(load_halves(p, p + 32));
    const __m256 second = _mm256_castsi256_ps(load_halves(p + 16, p + 48));
    return (edges){_mm256_castps_si256(_mm256_shuffle_ps(first, second, 0x88)),
                   _mm256_castps_si256(_mm256_shuffle_ps(first, second, 0xdd))};
}

/* The lowest set bit of each lane, + BIAS; 0 where none is set. Bit 31 gives a value beyond all. */
ALWAYS_INLINE __m256i lowest_bit(const uint32_t *masks)
{
    __m256i lowest = _mm256_and_si256(_mm256_sub_epi32(_mm256_setzero_si256(), load(masks)),
                                      load(masks));
    return _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)), 23);
}

ALWAYS_INLINE __m256i run_is(__m256i run, __m256i caps, __m256i mask, __m256i bytes)
{
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_min_epu8(run, caps), mask), bytes);
}

/* Strict: 01, -01, .5, -.5 and 5. are odd. `head` is a token's first two bytes. */
ALWAYS_INLINE __m256i odd_digits(const sixteen *l, __m256i head, __m256i negative)
{
    const __m256i byte = _mm256_set1_epi16(0xff);
    __m256i first = _mm256_blendv_epi8(head, _mm256_srli_epi16(head, 8), negative);
    __m256i zero = _mm256_cmpeq_epi16(_mm256_and_si256(first, byte), _mm256_set1_epi16('0'));
    zero = _mm256_and_si256(zero, _mm256_cmpgt_epi16(l->integer, _mm256_set1_epi16(BIAS + 1)));
    __m256i no_integer = _mm256_cmpeq_epi16(l->integer, _mm256_set1_epi16(BIAS));
    __m256i no_fraction = _mm256_cmpeq_epi16(l->fraction, _mm256_set1_epi16(1 - BIAS - 1));
    return _mm256_or_si256(zero, _mm256_or_si256(no_integer, no_fraction));
}

ALWAYS_INLINE sixteen look_at(const segment *list, size_t i, const matcher *m, grammar g)
{
    sixteen l;
    const uint32_t *at = list->place + i;
    const __m256i place = _mm256_packus_epi32(load(at), load(at + 8));
    const __m256i step = _mm256_packs_epi32(_mm256_sub_epi32(load(at + 1), load(at)),
                                            _mm256_sub_epi32(load(at + 9), load(at + 8)));
    const __m256i point = _mm256_packus_epi32(lowest_bit(list->stops + i),
                                              lowest_bit(list->stops + i + 8));
    const edges low = load_edges(list->around + i);
    const edges high = load_edges(list->around + i + 8);
    l.row_low = run_is(low.run, m->row_caps, m->row_mask, m->row_bytes);
    l.row_high = run_is(high.run, m->row_caps, m->row_mask, m->row_bytes);
    l.row = _mm256_packs_epi32(l.row_low, l.row_high);
    const __m256i plain = _mm256_packs_epi32(
        run_is(low.run, m->plain_caps, m->plain_mask, m->plain_bytes),
        run_is(high.run, m->plain_caps, m->plain_mask, m->plain_bytes));
    const __m256i two = _mm256_set1_epi32(0xffff);
    const __m256i head = _mm256_packus_epi32(_mm256_and_si256(low.head, two),
                                             _mm256_and_si256(high.head, two));
    const __m256i negative = _mm256_cmpeq_epi16(_mm256_and_si256(head, _mm256_set1_epi16(0xff)),
                                                _mm256_set1_epi16('-'));
    /* the token's bytes, less one, if the run is as long as the one that was learnt */
    __m256i len = _mm256_sub_epi16(_mm256_sub_epi16(step, m->len),
                                   _mm256_and_si256(l.row, m->len_more));
    l.integer = _mm256_add_epi16(point, negative);
    __m256i bad = _mm256_cmpgt_epi16(step, m->reach);
    if (g.loose) {
        const __m256i bytes = _mm256_packus_epi32(_mm256_srli_epi32(low.head, 16),
                                                  _mm256_srli_epi32(high.head, 16));
        const __m256i told = _mm256_sub_epi16(bytes, _mm256_set1_epi16(1));
        l.other = _mm256_xor_si256(len, told);
        l.far = _mm256_cmpgt_epi16(step, _mm256_set1_epi16(REACH - 1));
        len = told;
        bad = _mm256_or_si256(bad, _mm256_cmpgt_epi16(bytes, _mm256_set1_epi16(REACH - 2)));
    }
    l.fraction = _mm256_sub_epi16(len, point);
    if (g.loose && !g.strict) { /* no digits: else told by the byte before the run */
        const __m256i none = _mm256_cmpeq_epi16(l.integer, _mm256_set1_epi16(BIAS));
        const __m256i few = _mm256_cmpgt_epi16(_mm256_set1_epi16(2 - BIAS - 1), l.fraction);
        bad = _mm256_or_si256(bad, _mm256_and_si256(none, few));
    }
    if (g.strict) {
        bad = _mm256_or_si256(bad, odd_digits(&l, head, negative));
    }
    l.good = _mm256_andnot_si256(bad, _mm256_or_si256(plain, l.row));

    /* X: len << 7 is the row less 128, and the bias of point takes 127 of these back; a sign is
     * counted in both, and puts its own bit */
    __m256i x = _mm256_add_epi16(_mm256_slli_epi16(len, 7), point);
    x = _mm256_add_epi16(x, _mm256_and_si256(negative, _mm256_set1_epi16(SIGN_X - 128 - 1)));
    const __m256i p = _mm256_add_epi16(place, point);
    l.low = _mm256_unpacklo_epi16(p, x);
    l.high = _mm256_unpackhi_epi16(p, x);
    return l;
}

/* The bits of 16 packed lanes, in the order of tokens. */
ALWAYS_INLINE uint32_t bits_of_packed(__m256i packed)
{
    uint32_t bits = bits_of(_mm256_packs_epi16(packed, packed));
    return (bits & 0xf) | (bits >> 12 & 0xf0) | (bits << 4 & 0xf00) | (bits >> 8 & 0xf000);
}

/* Up to eight row ends from a mask of tokens; `before` values are stored before the first. */
ALWAYS_INLINE void put_row_ends(uint32_t *row_ends, uint32_t rows, uint32_t before)
{
    __m256i ends = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)set_bits[rows]));
    ends = _mm256_add_epi32(ends, _mm256_set1_epi32((int)before));
    _mm256_storeu_si256((__m256i *)row_ends, ends);
}

/* There may be no room for the rows of a step. */
ALWAYS_INLINE bool rows_are_short(const reader *r)
{
    const digitrun_run *run = r->run;
    return (run->row_ends != NULL || run->row_closes != NULL) &&
           run->row_capacity - r->rows < LANES;
}

/* Puts the rows of a step; false if there may be no room for them. */
ALWAYS_INLINE bool take_rows(reader *r, uint32_t rows, uint32_t block)
{
    const digitrun_run *run = r->run;
    const uint32_t before = r->stored + block + 1;
    r->row_bits |= (uint64_t)rows << block;
    if (run->row_ends != NULL || run->row_closes != NULL) {
        if (UNLIKELY(rows_are_short(r))) {
            r->row_bits &= ~((uint64_t)rows << block);
            return false;
        }
        if (run->row_ends != NULL) {
            uint32_t *ends = run->row_ends + r->rows;
            put_row_ends(ends, rows & 0xff, before);
            put_row_ends(ends + _mm_popcnt_u32(rows & 0xff), rows >> 8, before + 8);
        }
        if (run->row_closes != NULL) {
            memset(run->row_closes + r->rows, r->brackets, LANES);
        }
    }
    r->rows += (uint32_t)_mm_popcnt_u32(rows);
    return true;
}

/* The widest tokens seen, by lane. */
typedef struct extent {
    __m256i integer, fraction, other; /* as in sixteen */
} extent;

static int widest(__m256i lanes)
{
    /* the greatest is the least of the complements */
    __m128i least = _mm_min_epu16(_mm256_castsi256_si128(lanes),
                                  _mm256_extracti128_si256(lanes, 1));
    return (int)_mm_cvtsi128_si32(_mm_minpos_epu16(least)) & 0xffff;
}

ALWAYS_INLINE void take_extent(reader *r, const extent *e)
{
    const __m256i top = _mm256_set1_epi16(INT16_MAX);
    int integer = INT16_MAX - widest(_mm256_sub_epi16(top, e->integer)) - BIAS;
    int fraction = INT16_MAX - widest(_mm256_sub_epi16(top, e->fraction)) + BIAS + 1;
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
}

ALWAYS_INLINE uint32_t count_lanes(__m256i lanes)
{
    return (uint32_t)_mm_popcnt_u32(bits_of(lanes)) / 2;
}

/* Takes the first of `left` listed tokens, sixteen or less, that l is of; returns how many. */
ALWAYS_INLINE uint32_t take_some(reader *r, sixteen l, uint32_t left, extent *e, grammar g)
{
    uint32_t good = bits_of_packed(l.good);
    good = left < LANES ? good & ((1u << left) - 1) : good;
    uint32_t taken = _tzcnt_u32(~good);
    uint32_t rows = bits_of_packed(l.row) & ((1u << taken) - 1);
    if (rows != 0 && !take_rows(r, rows, r->block)) {
        return 0;
    }
    uint32_t *records = r->work->records + r->block;
    _mm256_storeu_si256((__m256i *)records, l.low);
    _mm256_storeu_si256((__m256i *)(records + 8), l.high);
    const __m256i lane = _mm256_setr_epi16(0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15);
    const __m256i keep = _mm256_cmpgt_epi16(_mm256_set1_epi16((int16_t)taken), lane);
    const __m256i none = _mm256_set1_epi16(-BIAS - 1);
    e->integer = _mm256_max_epi16(e->integer, _mm256_blendv_epi8(none, l.integer, keep));
    e->fraction = _mm256_max_epi16(e->fraction, _mm256_blendv_epi8(none, l.fraction, keep));
    if (g.loose) {
        e->other = _mm256_or_si256(e->other, _mm256_and_si256(l.other, keep));
        r->far_steps += count_lanes(_mm256_and_si256(l.far, keep));
    }
    r->block += taken;
    return taken;
}

ALWAYS_INLINE uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Takes tokens from the list of one segment while they are plain and their runs known; r->next and
 * r->entry go on with them. Returns false where the next one is neither. */
ALWAYS_INLINE bool take_listed(reader *r, grammar g)
{
    const segment *list = &r->work->segments[r->segment];
    const uint32_t count = r->count[r->segment];
    if (r->exact && r->level == LEVEL_ARRAYS) {
        forget(r, PATTERN_ROW);
    }
    extent e = {_mm256_set1_epi16(BIAS), _mm256_set1_epi16(-BIAS - 1), _mm256_setzero_si256()};
    uint32_t i = r->entry, block = r->block;
    bool plain = true;
    while (i < count && block < r->room && block <= BLOCK - LANES) {
        const uint32_t left = least(count - i, r->room - block);
        const sixteen l = look_at(list, i, &r->matcher, g);
        const bool all = left >= LANES && _mm256_testc_si256(l.good, _mm256_set1_epi8(-1));
        const uint32_t rows = bits_of_lanes(l.row_low) | bits_of_lanes(l.row_high) << 8;
        if (UNLIKELY(!all || (rows != 0 && !take_rows(r, rows, block)))) {
            r->block = block;
            const uint32_t taken = take_some(r, l, left, &e, g);
            i += taken;
            block += taken;
            plain = taken == left || taken == LANES;
            break;
        }
        uint32_t *records = r->work->records + block;
        _mm256_storeu_si256((__m256i *)records, l.low);
        _mm256_storeu_si256((__m256i *)(records + 8), l.high);
        e.integer = _mm256_max_epi16(e.integer, l.integer);
        e.fraction = _mm256_max_epi16(e.fraction, l.fraction);
        if (g.loose) {
            e.other = _mm256_or_si256(e.other, l.other);
            r->far_steps += count_lanes(l.far);
        }
        block += LANES;
        i += LANES;
    }
    r->block = block;
    if (i != r->entry) {
        take_extent(r, &e);
        if (g.loose) {
            r->uniform = r->uniform && _mm256_testz_si256(e.other, e.other);
        }
        if (r->exact) {
            accept_token(r);
        }
        r->entry = i;
        r->next = list->place[i];
    }
    return plain;
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

/* Of token i of the block: where it starts, its bytes, whether it was to be read by hand. */
ALWAYS_INLINE uint32_t token_start(const reader *r, uint32_t i)
{
    const uint32_t record = r->work->records[i], x = record >> 16;
    return (record & 0xffff) - BIAS - ((x + 1) & 127) - (x >> 12);
}

ALWAYS_INLINE uint32_t token_len(const reader *r, uint32_t i)
{
    const uint32_t x = r->work->records[i] >> 16;
    return (x >> 12) + ((x + 1) >> 7 & 31);
}

ALWAYS_INLINE bool is_by_hand(const reader *r, uint32_t i)
{
    return (r->work->records[i] >> 16 & 0xfff) == ODD_X;
}

/* The record of a token that is to be read by hand. */
static uint32_t odd_record(reader *r)
{
    r->odd |= UINT64_C(1) << r->block;
    return ODD_X << 16 | (r->next + 2 + BIAS);
}

/* The record of the token of `len` bytes at base[at], len < 31, whose point is byte `point`, or
 * `len` if it has none. Returns 0 for an odd one. */
ALWAYS_INLINE uint32_t record_at(reader *r, uint32_t at, int len, int point, bool strict)
{
    const uint8_t *token = r->base + at;
    const int negative = token[0] == '-';
    const int integer = point - negative, fraction = len - point;
    bool odd = (integer < 0) | ((integer == 0) & (fraction <= 1));
    if (strict) {
        const bool zero = token[negative] == '0';
        odd |= (integer == 0) | (fraction == 1) | (zero & (integer > 1));
    }
    if (UNLIKELY(odd)) {
        return 0;
    }
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
    const uint32_t x = (uint32_t)(negative * SIGN_X + ((integer + fraction) << 7) + integer - 1);
    return x << 16 | (at + (uint32_t)point + BIAS);
}

/* The record of the token of `len` bytes at r->next, len < 31. */
static uint32_t record_of(reader *r, int len)
{
    const __m256i points = _mm256_cmpeq_epi8(load(r->base + r->next),
                                             _mm256_set1_epi8((char)r->plan->decimal));
    const int point = (int)_tzcnt_u32(bits_of(points) | 1u << len);
    const uint32_t record = record_at(r, r->next, len, point, r->strict);
    return record != 0 ? record : odd_record(r);
}

static void note_by_hand(reader *r, uint32_t i)
{
    r->by_hand = i < r->by_hand ? i : r->by_hand;
    r->hands++;
    r->all_hands++;
}

/* The run text[from, r->at) was walked, from behind a token of numbers to another one, `rows` rows
 * ended in it, one at most, and nothing else changed. */
static void learn_run(reader *r, uint32_t from, uint32_t rows)
{
    const unsigned which = rows == 0 ? PATTERN_PLAIN : PATTERN_ROW;
    const uint32_t len = r->at - from, essence = essence_of(r, r->run->text + from, len);
    const bool again = essence != NO_ESSENCE && essence == r->known[which];
    if (r->loose) {
        if (essence != NO_ESSENCE) {
            set_essence(r, which, essence, len);
        }
        return;
    }
    const uint32_t bytes = r->run_bytes[which], before = r->run_len[which];
    r->run_bytes[which] = 0; /* of no run */
    learn(r, from, r->depth, true, rows, r->unstored);
    const bool learnt = r->run_bytes[which] != 0;
    r->varied += again && !(learnt && r->run_bytes[which] == bytes && before == len);
    if (!learnt) {
        r->run_bytes[which] = bytes;
        r->known[which] = essence;
    }
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
        note_by_hand(r, r->block > 0 ? r->block - 1 : 0);
        return;
    }
    const __m256i text = load(r->base + r->next);
    uint32_t len = _tzcnt_u32(
        bits_of(_mm256_or_si256(found_in(r->separators, text), found_in(r->others, text))));
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
    r->long_hands += len >= REACH;
    r->work->records[r->block] = len < REACH - 1 ? record_of(r, (int)len) : odd_record(r);
    note_by_hand(r, r->block);
    accept_token(r);
    r->block++;
    const uint32_t depth = r->depth, unstored = r->unstored;
    const bool numbers = r->level == LEVEL_NUMBERS;
    r->at = end;
    if (!walk(r)) {
        r->stopped = true;
    } else if (numbers && r->rows - rows <= 1 && r->depth == depth && r->unstored == unstored) {
        learn_run(r, end, r->rows - rows);
    }
    r->next = r->at - r->origin;
    r->row_bits |= (uint64_t)(r->rows != rows) << (r->block - 1);
    r->extra_rows += r->rows - rows > 1;
}

#endif
