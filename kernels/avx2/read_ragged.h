/* kernels/avx2/read_ragged.h - the loop of the index pass, and its way with runs of many shapes.
 *
 * Columns aligned by blanks have runs that no pattern tells. Where blanks are all that stands
 * between values, and row ends between rows, a run's shape does not matter: it holds a row end or
 * none. Each token is looked at again, without a branch. */
#ifndef DIGITRUN_AVX2_READ_RAGGED_H
#define DIGITRUN_AVX2_READ_RAGGED_H

#include "kernels/avx2/read_index.h"

/* Goes over to that way, if the format has such runs and this is news. */
static bool begin_ragged(reader *r)
{
    if (r->ragged || !r->only_blanks || (r->plan->follow[CLASS_TOKEN] >> CLASS_TOKEN & 1) == 0) {
        return false;
    }
    r->ragged = true;
    r->limit = r->next; /* the lists were made for short steps, perhaps */
    return true;
}

/* Takes tokens from the list of one segment, sixteen at most, whose runs are separators in any
 * number, with one row end at most. */
ALWAYS_INLINE void take_ragged(reader *r, bool strict)
{
    const segment *list = &r->work->segments[r->segment];
    const __m256i decimal = _mm256_set1_epi8((char)r->plan->decimal);
    const uint32_t first = r->entry, block = r->block;
    const uint32_t most = least(least(r->count[r->segment] - first, r->room - block), LANES);
    uint32_t rows = 0, i = 0;
    for (; i < most; i++) {
        const uint32_t at = list->place[first + i];
        const uint32_t step = list->place[first + i + 1] - at;
        const __m256i text = load(r->base + at);
        const uint32_t separators = bits_of(found_in(r->separators, text));
        const uint32_t stops = separators | bits_of(_mm256_cmpeq_epi8(text, decimal));
        const uint32_t run = _bzhi_u32(separators, step);
        const uint32_t ends = run & bits_of(_mm256_cmpeq_epi8(text, _mm256_set1_epi8('\n')));
        const uint32_t returns = run & bits_of(_mm256_cmpeq_epi8(text, _mm256_set1_epi8('\r')));
        if (UNLIKELY(step >= r->reach || (_blsr_u32(ends) | returns) != 0)) {
            break;
        }
        const uint32_t record = record_at(r, at, (int)_tzcnt_u32(separators),
                                          (int)_tzcnt_u32(stops), strict);
        if (UNLIKELY(record == 0)) {
            break;
        }
        r->work->records[block + i] = record;
        rows |= (uint32_t)(ends != 0) << i;
    }
    if (i == 0 || (rows != 0 && !take_rows(r, rows, block))) {
        return;
    }
    if (r->exact) {
        accept_token(r);
    }
    r->block += i;
    r->entry += i;
    r->next = list->place[r->entry];
}

/* Fills the records of a block: tokens from r->next on, their runs checked, rows put. */
ALWAYS_INLINE void index_block(reader *r, bool strict)
{
    while (!r->stopped && r->next < r->limit && r->block <= BLOCK - LANES && r->block < r->room) {
        if (!r->slow_first && find_entry(r)) {
            uint32_t block = r->block;
            if (r->ragged) {
                take_ragged(r, strict);
            } else {
                take_listed(r, strict);
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
            if (r->hands >= HANDS && r->hands > r->block / 3) {
                r->irregular = !begin_ragged(r);
                break;
            }
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
