/* kernels/avx512/read_careful.h - tokens one at a time: what the vectors do not take. */
#ifndef DIGITRUN_AVX512_READ_CAREFUL_H
#define DIGITRUN_AVX512_READ_CAREFUL_H

#include "kernels/avx2/read_structure.h"

/* A token and, where it is plain, its number. */
typedef struct scanned {
    digitrun_decimal number;
    uint32_t end;
    bool plain;
} scanned;

static scanned scan_token(const reader *r, uint32_t start)
{
    scanned t;
    const uint8_t *const text = r->run->text;
    const uint8_t *const run_end = text + r->run->len;
    const uint8_t *end = scan_decimal(r->plan, text + start, run_end, skip_digits, &t.number);
    t.plain = end != NULL && (end == run_end || r->plan->class_of[*end] != CLASS_TOKEN);
    t.end = t.plain ? (uint32_t)(end - text) : token_end(r, start);
    return t;
}

/* Stores the value of a plain token, or returns false if it has to be a hole. */
static bool store_plain(const digitrun_decimal *d, void *values, uint32_t i, element type)
{
    if (type == ELEMENT_F64) {
        return digitrun_round_f64(d, (double *)values + i) == 0;
    }
    return type == ELEMENT_COUNT || digitrun_round_f32(d, (float *)values + i) == 0;
}

/* The tokens that start before `limit`, and what lies behind them. */
static void read_by_hand(reader *r, uint32_t limit, element type)
{
    const digitrun_run *run = r->run;
    r->at = r->next;
    r->stopped = !walk(r);
    r->next = r->at;
    while (!r->stopped && r->next < limit) {
        r->stopped = true;
        if (taken(r) == run->capacity) {
            return;
        }
        const scanned t = scan_token(r, r->next);
        if (!ends_token(r, t.end) ||
            (!(t.plain && store_plain(&t.number, run->values, r->stored, type)) &&
             !add_hole(r, r->next, HOLE_STORED, r->stored, r->rows))) {
            return;
        }
        accept_token(r);
        r->stored++;
        r->at = t.end;
        r->stopped = !walk(r);
        r->next = r->at;
    }
}

/* The lanes of a chunk that the vectors could not prove. Returns false if one is no plain token
 * after all, for its value is not finite; in a chunk of odd tokens it is taken out as one. */
static bool read_doubts(const reader *r, chunk *c, void *values, bool with_odd, element type)
{
    const uint16_t *const starts = find_starts(r, c);
    const uint32_t known = (c->bytes - 1) / BLOCK;
    bool good = true;
    for (uint32_t i = 0; i < c->tokens; i += GROUP) {
        for (uint32_t left = r->work->doubt[i / GROUP]; left != 0; left &= left - 1) {
            const uint32_t lane = i + _tzcnt_u32(left);
            const scanned t = scan_token(r, c->begin + starts[lane]);
            if (!t.plain || !store_plain(&t.number, values, lane, type)) {
                good = false;
                if (!with_odd) {
                    return false;
                }
                take_out(r->work, c, starts[lane], known);
            }
        }
    }
    return good;
}

/* The odd tokens of a chunk: those that are plain after all get their values, the others stay
 * holes. */
static void read_odd_tokens(const reader *r, chunk *c, void *values, element type)
{
    const digitrun_run *run = r->run;
    digitrun_hole *const holes = run->holes + r->holes;
    const uint8_t *const end = run->text + run->len;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->holes; i++) {
        const uint32_t start = holes[i].start & ~HOLE_STORED;
        digitrun_decimal number;
        if (start != holes[i].start) {
            const uint8_t *p = scan_decimal(run->plan, run->text + start, end, skip_digits,
                                            &number);
            if (p != NULL && (p == end || run->plan->class_of[*p] != CLASS_TOKEN) &&
                store_plain(&number, values, holes[i].value - r->stored, type)) {
                continue;
            }
        }
        holes[kept++] = holes[i];
    }
    c->holes = kept;
}

#endif
