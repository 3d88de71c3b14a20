/* kernels/read_array.h - runs whose whole text is one array of a few numbers. */
#ifndef DIGITRUN_READ_ARRAY_H
#define DIGITRUN_READ_ARRAY_H

#include "kernels/kernel.h"

#include <stdbool.h>

enum { SHORT_BYTES = 192 };

/* Whether that may be so, and where its last bracket stands. */
static inline bool is_short_array(const digitrun_run *run, uint32_t *last)
{
    const uint8_t *text = run->text;
    if (run->len < 4 || run->len > SHORT_BYTES || (run->plan->needs & NEED_BRACKETS) == 0 ||
        text[0] != '[' || run->depth != 0 || run->after != CLASS_ROW || run->last == 0 ||
        run->depth_max == 0 || (run->row_ends != NULL && run->row_capacity == 0)) {
        return false;
    }
    *last = run->len - 1u - (text[run->len - 1] == '\n');
    return text[*last] == ']';
}

/* `count` numbers are stored; `line` says that a line end stands behind the array. */
static inline void end_array(digitrun_run *run, uint32_t count, bool line)
{
    run->used = run->len;
    run->after = line && run->plan->kind == DIGITRUN_NDJSON ? CLASS_ROW : AFTER_DOCUMENT;
    run->level = LEVEL_ARRAYS;
    run->count = count;
    run->rows = 1;
    if (run->row_ends != NULL) {
        run->row_ends[0] = count;
    }
    if (run->row_closes != NULL) {
        run->row_closes[0] = 1;
    }
    run->hole_count = 0;
}

#endif
