/* kernels/avx2/read_chain.h - pass 1: walks the text from token to token, six walks at a time. */
#ifndef DIGITRUN_AVX2_READ_CHAIN_H
#define DIGITRUN_AVX2_READ_CHAIN_H

#include "kernels/avx2/read_types.h"

/* One token of one segment. Returns where the next one starts: behind the first run of separators.
 *
 *     text   - 1 2 . 5 ] , [ 3 7 ...      stops: the point, then separators
 *     mask   0 0 0 0 0 1 1 1 0 0 ...      separators
 *     + its lowest bit: 0 0 0 0 0 0 0 0 1 ...    the lowest bit now is the next token
 *
 * Where the run reaches the end of the vector, or there is none in it, the answer is at least its
 * size, and the index pass takes neither this token nor the next from the list. */
ALWAYS_INLINE size_t step_32(const uint8_t *base, size_t at, segment *list, size_t i, __m256i table,
                             __m256i point)
{
    __m256i text = load(base + at);
    __m256i separators = found_in(table, text);
    uint32_t mask = bits_of(separators);
    list->stops[i] = bits_of(_mm256_or_si256(separators, _mm256_cmpeq_epi8(text, point)));
    list->place[i] = (uint32_t)at;
    list->around[i] = load_u64(base + at - 4);
    return at + _tzcnt_u32(mask + _blsi_u32(mask));
}

/* The same for tokens of up to 14 bytes: both questions with one comparison. */
ALWAYS_INLINE size_t step_16(const uint8_t *base, size_t at, segment *list, size_t i, __m256i table)
{
    __m256i text = _mm256_broadcastsi128_si256(load_half(base + at));
    uint32_t mask = bits_of(found_in(table, text));
    list->stops[i] = mask >> 16;
    list->place[i] = (uint32_t)at;
    list->around[i] = load_u64(base + at - 4);
    return at + _tzcnt_u32(mask + _blsi_u32(mask));
}

ALWAYS_INLINE void step(const reader *r, size_t *at, size_t k, size_t i, bool narrow, __m256i table,
                        __m256i point)
{
    segment *list = &r->work->segments[k];
    *at = narrow ? step_16(r->base, *at, list, i, table)
                 : step_32(r->base, *at, list, i, table, point);
}

ALWAYS_INLINE void chain(reader *r, const uint32_t start[SEGMENTS + 1], bool narrow)
{
    const __m256i table = narrow ? r->stops : r->separators;
    const __m256i point = _mm256_set1_epi8((char)r->plan->decimal);
    size_t at[SEGMENTS], count[SEGMENTS];
    const size_t furthest = r->limit + REACH; /* no step from before the limit leads further */
    size_t i = 0;
    for (size_t k = 0; k < SEGMENTS; k++) {
        at[k] = start[k];
    }
    /* So many tokens are certain in every segment: a step passes REACH bytes at most. */
    for (;;) {
        int64_t least = INT32_MAX;
        for (size_t k = 0; k < SEGMENTS; k++) {
            int64_t left = (int64_t)start[k + 1] - (int64_t)at[k];
            least = left < least ? left : least;
        }
        size_t stop = i + (size_t)((least + REACH - 1) / REACH);
        stop = stop < SEGMENT_TOKENS ? stop : SEGMENT_TOKENS;
        if (least <= 0 || i == SEGMENT_TOKENS) {
            break;
        }
        do {
            for (size_t k = 0; k < SEGMENTS; k++) {
                step(r, &at[k], k, i, narrow, table, point);
            }
        } while (++i < stop);
    }
    for (size_t k = 0; k < SEGMENTS; k++) {
        count[k] = i;
    }
    /* The ragged end: all go on together, those that have arrived no longer count. */
    while (i < SEGMENT_TOKENS) {
        size_t walking = 0;
        for (size_t k = 0; k < SEGMENTS; k++) {
            size_t more = at[k] < start[k + 1];
            count[k] += more;
            walking |= more;
        }
        if (!walking) {
            break;
        }
        for (size_t k = 0; k < SEGMENTS; k++) {
            step(r, &at[k], k, i, narrow, table, point);
            at[k] = at[k] < furthest ? at[k] : furthest;
        }
        i++;
    }
    /* What lies behind the last token of each is looked at too. */
    for (size_t k = 0; k < SEGMENTS; k++) {
        step(r, &at[k], k, i, narrow, table, point);
        r->count[k] = (uint32_t)count[k];
    }
}

NOINLINE void chain_16(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, true);
}

NOINLINE void chain_32(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, false);
}

/* The first token that starts behind the first separator at or after `at`; limit if none does
 * before. */
ALWAYS_INLINE uint32_t next_start(const reader *r, uint32_t at)
{
    while (at < r->limit) {
        uint32_t mask = bits_of(found_in(r->separators, load(r->base + at)));
        uint32_t next = at + _tzcnt_u32(mask + _blsi_u32(mask));
        if (next < at + REACH) {
            return next < r->limit ? next : r->limit;
        }
        /* no separator here, or a run of them that goes on: look again from its first */
        at += mask == 0 ? REACH : (mask & 1) != 0 ? REACH - 1 : _tzcnt_u32(mask);
    }
    return r->limit;
}

/* Lists the tokens of the chunk: it begins with the one at r->next and ends before r->limit. */
static void list_tokens(reader *r)
{
    uint32_t start[SEGMENTS + 1];
    uint32_t bytes = r->limit - r->next;
    start[0] = r->next;
    for (uint32_t k = 1; k < SEGMENTS; k++) {
        uint32_t at = next_start(r, r->next + bytes * k / SEGMENTS);
        start[k] = at > start[k - 1] ? at : start[k - 1];
    }
    start[SEGMENTS] = r->limit;
    if (r->reach == 16) {
        chain_16(r, start);
    } else {
        chain_32(r, start);
    }
    r->segment = r->block_segment = 0;
    r->entry = r->block_entry = 0;
}

#endif
