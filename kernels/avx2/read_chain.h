/* kernels/avx2/read_chain.h - pass 1: walks the text from token to token, six walks at a time. */
#ifndef DIGITRUN_AVX2_READ_CHAIN_H
#define DIGITRUN_AVX2_READ_CHAIN_H

#include "kernels/avx2/read_types.h"

/* Separators by low nibble, and the point. */
typedef struct tables {
    __m256i structure; /* or all that the chain sees */
    __m256i blanks;    /* where runs are loose */
    __m256i point;
} tables;

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

/* The separators of 64 bytes, all and those that are no blanks; of the first 32 as a vector. */
typedef struct run_bits {
    uint64_t separators, structure;
    __m256i first;
} run_bits;

ALWAYS_INLINE run_bits run_bits_of(const uint8_t *p, __m256i text, bool wide, const tables *t)
{
    run_bits b;
    const __m256i structure = found_in(t->structure, text);
    b.first = _mm256_or_si256(structure, found_in(t->blanks, text));
    b.separators = bits_of(b.first);
    b.structure = bits_of(structure);
    if (wide) {
        const __m256i second = load(p + 32);
        const __m256i more = found_in(t->structure, second);
        const __m256i all = _mm256_or_si256(more, found_in(t->blanks, second));
        b.separators |= (uint64_t)bits_of(all) << 32;
        b.structure |= (uint64_t)bits_of(more) << 32;
    }
    return b;
}

/* The same for tokens of up to 30 bytes with runs of any separators, 31 bytes in all or 63. Instead
 * of the four bytes before the next token, which tell nothing here, what is no blank among them is
 * put down, as an essence; and the token's bytes.
 *
 *     around    first two bytes, number of bytes (16 bits); essence (32 bits) of the run behind */
ALWAYS_INLINE size_t step_loose(const uint8_t *base, size_t at, segment *list, size_t i, bool wide,
                                const tables *t)
{
    const uint8_t *p = base + at;
    const __m256i text = load(p);
    const run_bits b = run_bits_of(p, text, wide, t);
    const uint64_t past = b.separators + _blsi_u64(b.separators);
    const uint64_t next = wide ? _tzcnt_u64(past) : _tzcnt_u32((uint32_t)past);
    const uint64_t run = _bzhi_u64(b.structure, (unsigned)next), rest = _blsr_u64(run);
    uint16_t two;
    uint32_t head;
    memcpy(&head, p, sizeof head);
    memcpy(&two, p + _tzcnt_u64(run), sizeof two);
    uint64_t essence = two | (uint64_t)_mm_popcnt_u64(run) << 16 |
                       (uint64_t)p[_tzcnt_u64(_blsr_u64(rest))] << 24;
    essence = essence << 32 | _tzcnt_u32((uint32_t)b.separators) << 16 | (head & 0xffff);
    list->stops[i] = bits_of(_mm256_or_si256(b.first, _mm256_cmpeq_epi8(text, t->point)));
    list->place[i] = (uint32_t)at;
    memcpy((uint8_t *)&list->around[i] + 4, &essence, sizeof essence);
    return at + next;
}

ALWAYS_INLINE void step(const reader *r, size_t *at, size_t k, size_t i, pace how, const tables *t)
{
    segment *list = &r->work->segments[k];
    switch (how) {
    case PACE_16:
        *at = step_16(r->base, *at, list, i, t->structure);
        break;
    case PACE_32:
        *at = step_32(r->base, *at, list, i, t->structure, t->point);
        break;
    default:
        *at = step_loose(r->base, *at, list, i, how == PACE_LOOSE_64, t);
    }
}

/* A step of each walk. Written out: in a loop they would go through memory. */
ALWAYS_INLINE void step_all(const reader *r, size_t at[SEGMENTS], size_t i, pace how,
                            const tables *t)
{
    step(r, &at[0], 0, i, how, t);
    step(r, &at[1], 1, i, how, t);
    step(r, &at[2], 2, i, how, t);
    step(r, &at[3], 3, i, how, t);
    step(r, &at[4], 4, i, how, t);
    step(r, &at[5], 5, i, how, t);
}
typedef char all_walks_step[SEGMENTS == 6 ? 1 : -1];

ALWAYS_INLINE void chain(reader *r, const uint32_t start[SEGMENTS + 1], pace how)
{
    const tables t = {how == PACE_16   ? r->stops
                      : how == PACE_32 ? r->separators
                                       : r->structure,
                      r->blanks, _mm256_set1_epi8((char)r->plan->decimal)};
    const int reach = how == PACE_LOOSE_64 ? LOOSE_REACH : REACH;
    size_t at[SEGMENTS], count[SEGMENTS];
    /* no step from before the limit leads further */
    const size_t furthest = r->limit + (size_t)reach;
    size_t i = 0;
    for (size_t k = 0; k < SEGMENTS; k++) {
        at[k] = start[k];
    }
    /* So many tokens are certain in every segment: a step passes `reach` bytes at most. */
    for (;;) {
        int64_t least = INT32_MAX;
        for (size_t k = 0; k < SEGMENTS; k++) {
            int64_t left = (int64_t)start[k + 1] - (int64_t)at[k];
            least = left < least ? left : least;
        }
        size_t stop = i + (size_t)((least + reach - 1) / reach);
        stop = stop < SEGMENT_TOKENS ? stop : SEGMENT_TOKENS;
        if (least <= 0 || i == SEGMENT_TOKENS) {
            break;
        }
        do {
            step_all(r, at, i, how, &t);
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
            step(r, &at[k], k, i, how, &t);
            at[k] = at[k] < furthest ? at[k] : furthest;
        }
        i++;
    }
    /* What lies behind the last token of each is looked at too. */
    for (size_t k = 0; k < SEGMENTS; k++) {
        step(r, &at[k], k, i, how, &t);
        r->count[k] = (uint32_t)count[k];
    }
}

NOINLINE void chain_16(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, PACE_16);
}

NOINLINE void chain_32(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, PACE_32);
}

NOINLINE void chain_loose_32(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, PACE_LOOSE_32);
}

NOINLINE void chain_loose_64(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, PACE_LOOSE_64);
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

/* Puts the lists of few tokens together into the first: the index pass looks at sixteen at once,
 * and with few each list ends before that. They are one if each walk came where the next began. */
static void join_lists(reader *r, const uint32_t start[SEGMENTS + 1])
{
    segment *to = &r->work->segments[0];
    uint32_t n = r->count[0], all = 0;
    for (uint32_t k = 0; k < SEGMENTS; k++) {
        all += r->count[k];
    }
    if (all > JOINED_TOKENS) {
        return;
    }
    for (uint32_t k = 1; k < SEGMENTS && to->place[n] == start[k]; k++) {
        const segment *from = &r->work->segments[k];
        const uint32_t count = r->count[k];
        for (uint32_t i = 0; i <= count; i += 8) { /* the one behind the last too */
            store(to->place + n + i, load(from->place + i));
            store(to->stops + n + i, load(from->stops + i));
        }
        for (uint32_t i = 0; i <= count; i += 4) { /* from the middle on, as they are looked at */
            store((uint32_t *)(to->around + n + i) + 1,
                  load((const uint32_t *)(from->around + i) + 1));
        }
        n += count;
        r->count[k] = 0;
        r->count[0] = n;
    }
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
    switch (r->how) {
    case PACE_16:
        chain_16(r, start);
        break;
    case PACE_32:
        chain_32(r, start);
        break;
    case PACE_LOOSE_32:
        chain_loose_32(r, start);
        break;
    default:
        chain_loose_64(r, start);
    }
    join_lists(r, start);
    r->segment = r->block_segment = 0;
    r->entry = r->block_entry = 0;
}

#endif
