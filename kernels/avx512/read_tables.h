/* kernels/avx512/read_tables.h - what the plan says of bytes: tables by their low six bits. */
#ifndef DIGITRUN_AVX512_READ_TABLES_H
#define DIGITRUN_AVX512_READ_TABLES_H

#include "kernels/avx512/read_types.h"

/* The tables of the reader as they are made, and the slots in use and used twice. */
typedef struct tables {
    __m512i separators, structure, follow, follow_odd, class_bit;
    uint64_t taken, clash;
    uint8_t delimiter; /* one of them */
} tables;

static void set_slot(tables *t, uint8_t byte, uint8_t follow, uint8_t follow_odd, uint8_t class_bit)
{
    const __mmask64 slot = _cvtu64_mask64(UINT64_C(1) << (byte & 63));
    t->follow = _mm512_mask_mov_epi8(t->follow, slot, _mm512_set1_epi8((char)follow));
    t->follow_odd = _mm512_mask_mov_epi8(t->follow_odd, slot, _mm512_set1_epi8((char)follow_odd));
    t->class_bit = _mm512_mask_mov_epi8(t->class_bit, slot, _mm512_set1_epi8((char)class_bit));
}

/* Which classes may stand next to each other in the stream of symbols. */
static void set_pairs(const reader *r, uint8_t pairs[8])
{
    memcpy(pairs, r->plan->follow, 8);
    if (!r->brackets) { /* such neighbours make rows or cells that hold nothing */
        const unsigned cells = r->cells;
        pairs[CLASS_DELIMITER] &= (uint8_t) ~(1u << CLASS_ROW | cells << CLASS_DELIMITER);
        pairs[CLASS_ROW] &= (uint8_t) ~(1u << CLASS_DELIMITER);
    }
}

static void add_separators(reader *r, tables *t, const uint8_t pairs[8])
{
    const __m512i follow = _mm512_set1_epi64((int64_t)load_u64(pairs));
    const __m512i follow_odd = r->cells ? _mm512_set1_epi64((int64_t)load_u64(r->plan->follow))
                                        : follow;
    const __m512i bit = _mm512_set1_epi64((int64_t)UINT64_C(0x8040201008040201));
    for (uint32_t high = 0; high < 256; high += 64) {
        const __m512i class = load(r->plan->class_of + high);
        const __m512i bytes = _mm512_or_si512(byte_numbers(), _mm512_set1_epi8((char)high));
        const uint64_t stops = bits_of(_mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_STOP)));
        const uint64_t found = bits_of(_mm512_test_epi8_mask(class, class)) & ~stops;
        const uint64_t blank = bits_of(
            _mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_BLANK)));
        const uint64_t cr = bits_of(_mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_RETURN)));
        const uint64_t delimiters = bits_of(
            _mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_DELIMITER)));
        const __mmask64 shown = _cvtu64_mask64(found & ~blank & ~cr);
        t->clash |= t->taken & found;
        t->taken |= found;
        r->returns = r->returns || cr != 0;
        r->fill = found == 0 ? r->fill : (uint8_t)(high + _tzcnt_u64(found));
        t->delimiter = delimiters == 0 ? t->delimiter : (uint8_t)(high + _tzcnt_u64(delimiters));
        t->separators = _mm512_mask_mov_epi8(t->separators, _cvtu64_mask64(found), bytes);
        t->structure = _mm512_mask_mov_epi8(t->structure, shown, bytes);
        t->follow = _mm512_mask_permutexvar_epi8(t->follow, shown, class, follow);
        t->follow_odd = _mm512_mask_permutexvar_epi8(t->follow_odd, shown, class, follow_odd);
        t->class_bit = _mm512_mask_permutexvar_epi8(t->class_bit, shown, class, bit);
    }
}

static bool is_token(const reader *r, uint8_t byte)
{
    return r->plan->class_of[byte] == CLASS_TOKEN;
}

/* A byte for a symbol that is none of the text's. */
static uint8_t take_slot(tables *t)
{
    const uint8_t slot = (uint8_t)_tzcnt_u64(~t->taken);
    t->taken |= UINT64_C(1) << slot;
    return slot;
}

/* The bytes numbers are made of. Where two share a slot the last one stays, and the other makes
 * tokens odd that are plain: they are read by hand. */
static __m512i make_numbers(const reader *r)
{
    static const uint8_t others[] = {'-', '+', 'e', 'E'};
    uint8_t table[64] = {1};
    table[r->decimal & 63] = r->decimal;
    for (unsigned i = 0; i < sizeof others; i++) {
        if (is_token(r, others[i])) {
            table[others[i] & 63] = others[i];
        }
    }
    for (unsigned i = 0; i < 10; i++) {
        table[('0' + i) & 63] = (uint8_t)('0' + i);
    }
    return load(table);
}

/* A symbol of each class that an `after` may be. */
static void set_symbols(reader *r, tables *t, const uint8_t pairs[8])
{
    const uint64_t digits = UINT64_C(0x3ff) << ('0' & 63) | UINT64_C(1) << ('-' & 63);
    const uint64_t decimal = UINT64_C(1) << (r->decimal & 63);
    const uint8_t token = pairs[CLASS_TOKEN];
    t->clash |= t->taken & digits;
    t->taken |= digits;
    const __mmask64 slots = _cvtu64_mask64(digits);
    t->follow = _mm512_mask_mov_epi8(t->follow, slots, _mm512_set1_epi8((char)token));
    t->follow_odd = _mm512_mask_mov_epi8(t->follow_odd, slots, _mm512_set1_epi8((char)token));
    t->class_bit = _mm512_mask_mov_epi8(t->class_bit, slots, _mm512_set1_epi8(1 << CLASS_TOKEN));
    t->taken |= decimal | UINT64_C(1) << ('+' & 63);
    r->start_symbol = take_slot(t);
    r->document_symbol = take_slot(t);
    r->odd_symbol = take_slot(t);
    set_slot(t, r->start_symbol, pairs[CLASS_ROW],
             r->cells ? r->plan->follow[CLASS_ROW] : pairs[CLASS_ROW], 0);
    set_slot(t, r->document_symbol, pairs[AFTER_DOCUMENT], pairs[AFTER_DOCUMENT], 0);
    set_slot(t, r->odd_symbol, token, token, 1u << CLASS_TOKEN | 1u << CLASS_RETURN);
    memset(r->symbol_of, r->start_symbol, sizeof r->symbol_of);
    r->symbol_of[CLASS_OPEN] = '[';
    r->symbol_of[CLASS_CLOSE] = ']';
    r->symbol_of[CLASS_DELIMITER] = t->delimiter;
}

static void make_tables(reader *r)
{
    uint8_t pairs[8];
    const __m512i none = _mm512_xor_si512(byte_numbers(), _mm512_set1_epi8(1)); /* no byte's own */
    const __m512i zero = _mm512_setzero_si512();
    tables t = {none, none, zero, zero, zero, 0, 0, 0};
    r->returns = false;
    r->fill = 0;
    set_pairs(r, pairs);
    add_separators(r, &t, pairs);
    set_symbols(r, &t, pairs);
    r->separators = t.separators;
    r->structure = t.structure;
    r->follow = t.follow;
    r->follow_odd = _mm512_and_si512(t.follow_odd, _mm512_set1_epi8(0x7f)); /* see odd_symbol */
    r->numbers = make_numbers(r);
    r->class_bit = t.class_bit;
    r->vectors = t.clash == 0 && r->fill != 0 && is_token(r, '0') && is_token(r, '-') &&
                 is_token(r, 'e') && is_token(r, 'E') && is_token(r, r->decimal);
}

#endif
