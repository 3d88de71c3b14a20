/* kernels/neon/read_ragged.h - the loop of the index pass, and its way with runs of many shapes.
 *
 * Columns aligned by blanks and pretty-printed JSON have runs that no pattern of four bytes tells.
 * Here a run is what is left of it without its blanks: nothing, a delimiter, a row end, ],[ - each
 * byte has a code of two bits, each token is looked at again, without a branch on what it is. */
#ifndef DIGITRUN_NEON_READ_RAGGED_H
#define DIGITRUN_NEON_READ_RAGGED_H

#include "kernels/neon/read_chain.h"
#include "kernels/neon/read_index.h"

/* Codes; a blank has 0. Text has rows by ROW, or by CLOSE, DELIMITER, OPEN. */
enum {
    CODE_DELIMITER = 1,
    CODE_ROW = 2,
    CODE_RETURN = 3,
    CODE_OPEN = 2,
    CODE_CLOSE = 3,
    RETURN_AND_ROW = CODE_RETURN | CODE_ROW << 2, /* side by side */
    NEXT_ROW = CODE_CLOSE | CODE_DELIMITER << 2 | CODE_OPEN << 4
};

static uint8_t code_of(unsigned class)
{
    static const uint8_t codes[8] = {[CLASS_DELIMITER] = CODE_DELIMITER,
                                     [CLASS_ROW] = CODE_ROW,
                                     [CLASS_RETURN] = CODE_RETURN,
                                     [CLASS_OPEN] = CODE_OPEN,
                                     [CLASS_CLOSE] = CODE_CLOSE};
    return (uint8_t)(codes[class] * 0x55);
}

/* Goes over to that way, if this is news and codes tell all there is. */
static bool begin_ragged(reader *r)
{
    if (r->ragged || r->plan->kind == DIGITRUN_NDJSON) {
        return false;
    }
    for (unsigned i = 0; i < 80; i++) {
        const unsigned byte = i < 64 ? i : r->high + i - 64;
        r->codes[i] = r->table[i] == 0xff ? code_of(r->plan->class_of[byte]) : 0;
    }
    r->ragged = true;
    r->fixed = 0;
    r->limit = r->next; /* the lists were made for short steps, perhaps */
    memset(r->count, 0, sizeof r->count);
    return true;
}

ALWAYS_INLINE classes load_classes(const reader *r, const uint8_t *table)
{
    return (classes){{{load(table), load(table + 16), load(table + 32), load(table + 48)}},
                     load(table + 64),
                     vdupq_n_u8(r->high)};
}

/* Two bits of each of 32 bytes, those of the first lowest. */
ALWAYS_INLINE uint64_t two_of_each(const classes *c, uint8x16_t first, uint8x16_t second)
{
    const uint8x16_t two = vreinterpretq_u8_u32(vdupq_n_u32(0xc0300c03));
    const uint8x16_t sums = vpaddq_u8(vandq_u8(classes_of(c, first, false), two),
                                      vandq_u8(classes_of(c, second, false), two));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

/* What runs of codes may be. */
typedef struct allowed {
    bool blanks; /* nothing but blanks */
    bool rows, brackets;
} allowed;

/* The codes without zeros, so many that no run of more is allowed, behind `before`. */
ALWAYS_INLINE uint32_t without_blanks(uint64_t codes, uint32_t before)
{
    unsigned at = before == 0 ? 0 : (33u - (unsigned)__builtin_clz(before)) & ~1u;
    for (; codes != 0 && at < 12; at += 2) {
        codes >>= __builtin_ctzll(codes) & ~1;
        before |= (uint32_t)(codes & 3) << at;
        codes >>= 2;
    }
    return before;
}

/* 0: the run joins two tokens, 1: a row ends in it, 2: neither. */
ALWAYS_INLINE uint32_t kind_of_run(uint32_t codes, allowed a)
{
    if (codes == CODE_DELIMITER || (codes == 0 && a.blanks)) {
        return 0;
    }
    return a.rows && codes == (a.brackets ? NEXT_ROW : CODE_ROW) ? 1 : 2;
}

/* An entry of a list: a token and what stands behind it, or the rest of that. */
typedef struct look {
    uint32_t at;
    uint32_t bytes; /* to the next entry */
    int end, stop;  /* of the token: its end, its point or end; 32: not in sight */
    uint32_t codes; /* behind it */
} look;

ALWAYS_INLINE look look_at_entry(const reader *r, const uint8_t *entry, const classes *separators,
                                 const classes *codes, uint32_t before)
{
    look l;
    l.at = place_in(r, entry);
    l.bytes = place_in(r, entry + sizeof(long_note)) - l.at;
    const uint8x16_t first = load(r->base + l.at), second = load(r->base + l.at + 16);
    const uint64_t stops = two_of_each(separators, first, second);
    const uint64_t separate = stops & UINT64_C(0xaaaaaaaaaaaaaaaa);
    l.end = separate == 0 ? REACH : __builtin_ctzll(separate) / 2;
    l.stop = separate == 0 ? REACH : __builtin_ctzll(stops) / 2;
    uint64_t behind = separate == 0 ? 0 : two_of_each(codes, first, second) >> (2 * l.end);
    if (l.bytes < REACH) {
        behind &= ~(UINT64_MAX << (2 * (l.bytes - (uint32_t)l.end) & 63));
    }
    const int first_at = behind == 0 ? 0 : __builtin_ctzll(behind) & ~1;
    if (!r->brackets && behind >> first_at == RETURN_AND_ROW) {
        behind = CODE_ROW;
    }
    l.codes = without_blanks(behind, before);
    return l;
}

/* Takes tokens from the list of one segment, sixteen at most. */
ALWAYS_INLINE void take_ragged(reader *r, bool strict)
{
    const uint8_t *entry = (const uint8_t *)r->work->segments[r->segment].notes +
                           r->entry * sizeof(long_note);
    const uint8_t *const entries_end = entry +
                                       (r->count[r->segment] - r->entry) * sizeof(long_note);
    const uint8_t *const entries = entry;
    const classes separators = load_classes(r, r->table), codes = load_classes(r, r->codes);
    const uint32_t block = r->block;
    const uint32_t most = least(r->room - block, LANES);
    const allowed a = {(r->plan->follow[CLASS_TOKEN] >> CLASS_TOKEN & 1) != 0,
                       !r->brackets || (r->depth >= 2 && r->level != LEVEL_ARRAYS), r->brackets};
    uint32_t rows = 0, i = 0;
    while (i < most && entry < entries_end) {
        const uint8_t *next = entry + sizeof(long_note);
        look l = look_at_entry(r, entry, &separators, &codes, 0);
        const record token = record_at(r, l.at, l.end, l.stop, strict);
        if (l.bytes == REACH && l.end < REACH && next < entries_end) { /* a long run */
            const look more = look_at_entry(r, next, &separators, &codes, l.codes);
            next += sizeof(long_note);
            l.bytes = more.end == 0 ? more.bytes : REACH;
            l.codes = more.codes;
        }
        const uint32_t kind = kind_of_run(l.codes, a);
        if (UNLIKELY(l.bytes >= REACH || l.end >= REACH - 1 || kind > 1 || token.row == ODD_ROW)) {
            break;
        }
        r->work->records[block + i] = token;
        rows |= kind << i;
        entry = next;
        i++;
    }
    if (i == 0 || (rows != 0 && !take_rows(r, rows, block))) {
        return;
    }
    if (r->exact) {
        accept_token(r);
    }
    r->row_bits |= (uint64_t)rows << block;
    r->block += i;
    r->entry += (uint32_t)((size_t)(entry - entries) / sizeof(long_note));
    r->next = place_in(r, entry);
}

/* Fills the records of a block: tokens from r->next on, their runs checked, rows put. */
ALWAYS_INLINE void index_block(reader *r, bool strict, runs kind)
{
    while (!r->stopped && r->next < r->limit && r->block <= BLOCK - LANES && r->block < r->room) {
        if (!r->slow_first && find_entry(r)) {
            uint32_t block = r->block;
            if (kind == RUNS_ANY && r->ragged) {
                take_ragged(r, strict);
            } else {
                take_listed(r, strict, kind);
            }
            if (r->block != block) {
                continue;
            }
        }
        if (r->origin + r->next >= ENOUGH && rows_are_short(r)) {
            break; /* the next run has room for them */
        }
        if (r->next < r->limit) {
            take_token(r);
            r->slow_first = false;
            if (r->long_runs >= LONG_RUNS && begin_ragged(r)) {
                break;
            }
            if (r->hands >= HANDS && r->hands > r->block / 3) {
                r->irregular = !begin_ragged(r);
                break;
            }
        }
    }
}

NOINLINE void index_strict(reader *r)
{
    index_block(r, true, RUNS_ANY);
}

NOINLINE void index_lenient(reader *r)
{
    index_block(r, false, RUNS_ANY);
}

NOINLINE void index_strict_ones(reader *r)
{
    index_block(r, true, RUNS_ONE);
}

NOINLINE void index_strict_twos(reader *r)
{
    index_block(r, true, RUNS_TWO);
}

NOINLINE void index_lenient_fixed(reader *r)
{
    index_block(r, false, RUNS_ONE);
}

ALWAYS_INLINE void index_chunk(reader *r)
{
    if (r->fixed != 0) {
        (!r->strict      ? index_lenient_fixed
         : r->fixed == 1 ? index_strict_ones
                         : index_strict_twos)(r);
    } else {
        (r->strict ? index_strict : index_lenient)(r);
    }
}

#endif
