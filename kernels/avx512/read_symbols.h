/* kernels/avx512/read_symbols.h - structure: 64 symbols a step, blanks left out.
 *
 * The stream of symbols holds the first byte of each token and every separator that is no blank.
 * `follow` of the plan says which class may come after which: two table look-ups and one test for
 * 64 neighbours. Depth and rows are found from the masks of the classes. What the masks cannot say
 * (numbers and arrays in one array, rows that hold empty cells) is left to be read by hand. */
#ifndef DIGITRUN_AVX512_READ_SYMBOLS_H
#define DIGITRUN_AVX512_READ_SYMBOLS_H

#include "kernels/avx512/read_types.h"

/* Of 64 symbols, and what came before them. */
typedef struct symbols {
    uint64_t tokens, opens, closes, ends, delimiters; /* ends: the bytes of CLASS_ROW */
} symbols;

/* From one step to the next; bit 0 of each: the last symbol, bit 1: the one before it. */
typedef struct carried {
    uint64_t tokens, closes, ends, delimiters;
    uint64_t document; /* the last symbol ended one */
    uint32_t depth, stored, rows;
    uint32_t at, holes, empty;
    bool full; /* there is no room for a row or a hole */
} carried;

/* Puts the two symbols before the chunk. Returns false where the state cannot be told by two. */
static bool put_state(const reader *r, carried *k)
{
    uint8_t *const before = r->work->symbols + BLOCK - 2;
    const uint8_t number = '0';
    *k = (carried){0, 0, 0, 0, 0, r->depth, r->stored, r->rows, 0, 0, 0, false};
    before[0] = r->start_symbol;
    before[1] = r->symbol_of[r->after];
    switch (r->after) {
    case CLASS_TOKEN:
        k->tokens = 1;
        before[1] = number;
        return r->level != LEVEL_ARRAYS;
    case CLASS_DELIMITER:
        k->delimiters = 1;
        k->tokens = r->level == LEVEL_ARRAYS ? 0 : 2;
        k->closes = r->level == LEVEL_ARRAYS ? 2 : 0;
        return true;
    case CLASS_CLOSE:
        k->closes = 1;
        return true;
    case CLASS_ROW:
        k->ends = 1;
        before[1] = r->start_symbol;
        return true;
    case AFTER_DOCUMENT:
        k->closes = 1;
        before[1] = r->document_symbol;
        return true;
    default:
        return r->after == CLASS_OPEN;
    }
}

/* Depths where brackets stand in any order. Returns the closes that end a document; sets *good to
 * false where the run must stop. */
static uint64_t walk_brackets(const reader *r, const symbols *s, carried *k, bool *good)
{
    uint64_t documents = 0;
    for (uint64_t left = s->opens | s->closes; left != 0; left &= left - 1) {
        const uint64_t bit = left & (0 - left);
        if ((s->opens & bit) != 0) {
            *good = *good && k->depth < r->run->depth_max;
            k->depth++;
        } else {
            *good = *good && k->depth != 0;
            k->depth--;
            documents |= k->depth == 0 ? bit : 0;
        }
    }
    return documents;
}

/* The same, quick where they alternate: then there are two depths. */
ALWAYS_INLINE uint64_t find_documents(const reader *r, const symbols *s, carried *k, bool *good)
{
    const uint64_t brackets = s->opens | s->closes;
    if (brackets == 0) {
        return 0;
    }
    const uint32_t count = count_bits(brackets);
    const uint64_t kinds = _pext_u64(s->closes, brackets);
    const uint64_t even = UINT64_C(0x5555555555555555) & first_bits(count);
    const uint64_t odd = UINT64_C(0xaaaaaaaaaaaaaaaa) & first_bits(count);
    if (UNLIKELY(kinds != even && kinds != odd)) {
        return walk_brackets(r, s, k, good);
    }
    const bool closes_first = (kinds & 1) != 0;
    const uint32_t lower = k->depth - closes_first;
    *good = *good && (!closes_first || k->depth != 0) && lower < r->run->depth_max;
    k->depth = lower + (count - 2 * count_bits(kinds) + closes_first);
    return lower == 0 ? s->closes : 0;
}

/* Puts the rows whose ends are given, tokens before each counted. Returns false if there is no room
 * for them. */
ALWAYS_INLINE bool put_rows(const reader *r, uint64_t ends, uint64_t tokens, const carried *k)
{
    const digitrun_run *run = r->run;
    const uint32_t rows = count_bits(ends);
    if ((run->row_ends != NULL || run->row_closes != NULL) && run->row_capacity - k->rows < rows) {
        return false;
    }
    if (run->row_closes != NULL) {
        _mm512_mask_storeu_epi8(run->row_closes + k->rows, _cvtu64_mask64(first_bits(rows)),
                                _mm512_set1_epi8(r->brackets));
    }
    if (run->row_ends == NULL) {
        return true;
    }
    /* the n-th end stands behind all tokens before it and n ends */
    const uint64_t order = _pext_u64(ends, ends | tokens);
    const __m512i numbers = byte_numbers();
    const __m512i before = _mm512_sub_epi8(compress(order, numbers), numbers);
    const __m512i base = _mm512_set1_epi32((int)k->stored);
    const uint32_t *const to = run->row_ends + k->rows;
    __m512i bytes = before;
    for (uint32_t i = 0; i < rows; i += 16) {
        const uint32_t left = rows - i;
        const __m512i sums = _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(bytes)),
                                              base);
        _mm512_mask_storeu_epi32((void *)(to + i),
                                 (__mmask16)(left < 16 ? (1u << left) - 1 : UINT16_MAX), sums);
        bytes = _mm512_alignr_epi32(bytes, bytes, 4);
    }
    return true;
}

/* Closes right behind closes: each belongs to the last row before it. */
static void add_closes(const reader *r, uint64_t closes, uint64_t ends, const carried *k)
{
    for (; closes != 0; closes &= closes - 1) {
        const uint64_t before = (closes & (0 - closes)) - 1;
        r->run->row_closes[(int64_t)k->rows + count_bits(ends & before) - 1]++;
    }
}

/* The masks of 64 symbols, of which `used` are there. */
ALWAYS_INLINE symbols look_at(const reader *r, __m512i bytes, __m512i bits, uint64_t used,
                              bool with_odd)
{
    const __mmask64 in = _cvtu64_mask64(used);
    symbols s = {0};
    s.tokens = bits_of(_mm512_mask_test_epi8_mask(in, bits, _mm512_set1_epi8(1 << CLASS_TOKEN)));
    if (r->brackets) {
        s.opens = bits_of(_mm512_mask_cmpeq_epi8_mask(in, bytes, _mm512_set1_epi8('[')));
        s.closes = bits_of(_mm512_mask_cmpeq_epi8_mask(in, bytes, _mm512_set1_epi8(']')));
        s.delimiters = bits_of(
            _mm512_mask_test_epi8_mask(in, bits, _mm512_set1_epi8(1 << CLASS_DELIMITER)));
    } else {
        s.ends = bits_of(_mm512_mask_test_epi8_mask(in, bits, _mm512_set1_epi8(1 << CLASS_ROW)));
        if (with_odd && r->cells) {
            s.delimiters = bits_of(
                _mm512_mask_test_epi8_mask(in, bits, _mm512_set1_epi8(1 << CLASS_DELIMITER)));
        }
    }
    return s;
}

/* Lists the holes of the step: odd tokens and what shows a cell to be empty, for now by the number
 * of their symbol. Returns false if there is no room; k->at is then the symbol of the first that
 * found none. */
NOINLINE bool list_holes(const reader *r, const symbols *s, uint64_t odd, uint64_t empty,
                         uint64_t ends, carried *k)
{
    for (uint64_t left = odd | empty; left != 0; left &= left - 1) {
        const uint64_t bit = left & (0 - left), before = bit - 1;
        const uint32_t at = k->at + (uint32_t)_tzcnt_u64(left);
        if (r->holes + k->holes == r->run->hole_capacity) {
            k->at = at;
            k->full = true;
            return false;
        }
        digitrun_hole *hole = &r->run->holes[r->holes + k->holes++];
        hole->value = k->stored + count_bits(s->tokens & before);
        hole->row = k->rows + count_bits(ends & before);
        hole->start = at | ((odd & bit) != 0 ? HOLE_STORED : 0);
    }
    k->empty += count_bits(empty);
    return true;
}

/* The bytes that show a cell to be empty. */
ALWAYS_INLINE uint64_t find_empty(const reader *r, const symbols *s, const carried *k)
{
    const uint64_t cell = shift_in(s->tokens, k->tokens & 1);
    const uint64_t delimited = shift_in(s->delimiters, k->delimiters & 1);
    return (s->delimiters & ~cell) | (r->last_is_cell ? s->ends & delimited : 0);
}

/* Symbols at `at`, those of `used`. */
ALWAYS_INLINE bool check_step(const reader *r, const uint8_t *at, uint64_t used, carried *k,
                              bool with_odd)
{
    const __m512i bytes = load(at);
    const __m512i bits = _mm512_permutexvar_epi8(bytes, r->class_bit);
    const symbols s = look_at(r, bytes, bits, used, with_odd);
    __m512i before = load(at - 1);
    uint64_t ends = s.ends & ~shift_in(s.ends, k->ends & 1);
    bool good = true;
    if (r->brackets) {
        const uint64_t documents = find_documents(r, &s, k, &good);
        before = _mm512_mask_mov_epi8(before, _cvtu64_mask64(shift_in(documents, k->document)),
                                      _mm512_set1_epi8((char)r->document_symbol));
        k->document = documents >> 63;
        const uint64_t closed = shift_in(s.closes, k->closes & 1);
        const uint64_t delimited = shift_in(s.delimiters, k->delimiters & 1);
        const uint64_t two_before = s.tokens << 2 | (k->tokens & 1) << 1 | k->tokens >> 1;
        good = good && (delimited & used & (two_before ^ s.tokens)) == 0;
        ends = s.closes & ~closed;
    }
    const __m512i allowed = _mm512_permutexvar_epi8(before, with_odd ? r->follow_odd : r->follow);
    good = good &&
           _cvtmask64_u64(_mm512_mask_testn_epi8_mask(_cvtu64_mask64(used), allowed, bits)) == 0;
    if (UNLIKELY(!good)) {
        return false;
    }
    if (with_odd) {
        const uint64_t odd = used & bits_of(_mm512_movepi8_mask(bits));
        const uint64_t empty = r->cells ? find_empty(r, &s, k) : 0;
        if ((odd | empty) != 0 && !list_holes(r, &s, odd, empty, ends, k)) {
            return false;
        }
    }
    if (ends != 0) {
        if (!put_rows(r, ends, s.tokens, k)) {
            k->full = true;
            k->at = 0; /* see cut_at_hole */
            return false;
        }
    }
    if (r->brackets && r->run->row_closes != NULL && (s.closes & ~ends) != 0) {
        add_closes(r, s.closes & ~ends, ends, k);
    }
    k->at += BLOCK;
    k->rows += count_bits(ends);
    k->stored += count_bits(s.tokens);
    k->tokens = s.tokens >> 63 | (s.tokens >> 62 & 1) << 1;
    k->closes = s.closes >> 63;
    k->ends = s.ends >> 63;
    k->delimiters = s.delimiters >> 63;
    return true;
}

/* The automaton behind the last symbol. */
static void set_state(const reader *r, chunk *c, const carried *k)
{
    const uint8_t *const end = r->work->symbols + BLOCK + c->symbols;
    c->after = r->after;
    c->level = r->level;
    c->depth = k->depth;
    c->rows = k->rows;
    if (c->symbols == 0) {
        return;
    }
    const unsigned class = r->plan->class_of[end[-1]];
    c->after = (uint8_t) class;
    if (!r->brackets) {
        c->level = class == CLASS_ROW                ? LEVEL_EMPTY
                   : c->tokens != 0 || c->empty != 0 ? LEVEL_NUMBERS
                                                     : r->level;
        return;
    }
    switch (class) {
    case CLASS_TOKEN:
        c->level = LEVEL_NUMBERS;
        break;
    case CLASS_CLOSE:
        c->level = LEVEL_ARRAYS;
        c->after = k->depth == 0 ? (uint8_t)AFTER_DOCUMENT : c->after;
        break;
    case CLASS_DELIMITER: /* behind what it is, is checked with the next symbol */
        if (c->symbols > 1) {
            c->level = r->plan->class_of[end[-2]] == CLASS_TOKEN ? LEVEL_NUMBERS : LEVEL_ARRAYS;
        }
        break;
    default: /* OPEN, ROW */
        c->level = LEVEL_EMPTY;
        break;
    }
}

ALWAYS_INLINE bool check_symbols(const reader *r, chunk *c, bool with_odd)
{
    const uint8_t *const symbol = r->work->symbols + BLOCK;
    carried k;
    if (!put_state(r, &k)) {
        return false;
    }
    for (uint32_t i = 0; i < c->symbols; i += BLOCK) {
        const uint32_t left = c->symbols - i;
        if (!check_step(r, symbol + i, left < BLOCK ? first_bits(left) : UINT64_MAX, &k,
                        with_odd)) {
            c->full = k.full;
            c->symbols = k.at;
            return false;
        }
    }
    c->holes = k.holes;
    c->empty = k.empty;
    set_state(r, c, &k);
    return k.stored == r->stored + c->tokens;
}

/* Rows whose closes the chunk counted up again if it failed. */
ALWAYS_INLINE bool check(const reader *r, chunk *c, bool with_odd)
{
    uint8_t *const last = r->run->row_closes == NULL ? NULL : r->run->row_closes + r->rows - 1;
    const uint8_t closes = last == NULL ? 0 : *last;
    const bool good = check_symbols(r, c, with_odd);
    if (!good && last != NULL) {
        *last = closes;
    }
    return good;
}

NOINLINE bool check_structure(const reader *r, chunk *c)
{
    return check(r, c, false);
}

NOINLINE bool check_structure_odd(const reader *r, chunk *c)
{
    return check(r, c, true);
}

/* The text's place of symbol number `at`, with the + of a token. It does not come before *block,
 * which *before symbols come before. */
ALWAYS_INLINE uint32_t symbol_place(const reader *r, const chunk *c, uint32_t at, uint32_t *block,
                                    uint32_t *before)
{
    const uint64_t *const shown = r->work->shown;
    while (at - *before >= count_bits(shown[*block])) {
        *before += count_bits(shown[*block]);
        ++*block;
    }
    const uint64_t bit = _pdep_u64(UINT64_C(1) << (at - *before), shown[*block]);
    const uint32_t place = c->begin + *block * BLOCK + (uint32_t)_tzcnt_u64(bit);
    const uint8_t *const text = r->run->text + place;
    return place - (r->plus && place > c->begin && text[-1] == '+' &&
                    r->plan->class_of[*text] == CLASS_TOKEN);
}

/* The holes that were listed by symbols get their places. */
static void place_holes(const reader *r, const chunk *c)
{
    uint32_t block = 0, before = 0;
    for (uint32_t i = 0; i < c->holes; i++) {
        digitrun_hole *hole = &r->run->holes[r->holes + i];
        const uint32_t at = symbol_place(r, c, hole->start & ~HOLE_STORED, &block, &before);
        hole->start = at | (hole->start & HOLE_STORED);
    }
}

/* Cuts the chunk before the hole that found no room: its symbol is the last one. Returns false if
 * nothing is left. */
static bool cut_at_hole(const reader *r, chunk *c)
{
    const uint8_t *const symbol = r->work->symbols + BLOCK;
    uint32_t block = 0, before = 0, tokens = 0;
    c->bytes = symbol_place(r, c, c->symbols, &block, &before) - c->begin;
    for (uint32_t i = 0; i < c->symbols; i += BLOCK) {
        const uint32_t left = c->symbols - i;
        const __m512i bits = _mm512_permutexvar_epi8(load(symbol + i), r->class_bit);
        tokens += count_bits((left < BLOCK ? first_bits(left) : UINT64_MAX) &
                             bits_of(_mm512_test_epi8_mask(bits, _mm512_set1_epi8(1))));
    }
    c->tokens = tokens;
    return c->bytes != 0;
}

#endif
