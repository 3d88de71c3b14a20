/* tools/scan.h - reads a text to its end: values in portions, and the shape of it all. */
#ifndef DIGITRUN_TOOLS_SCAN_H
#define DIGITRUN_TOOLS_SCAN_H

#include "tools/input.h"
#include "tools/options.h"

/* What rows have in common. */
typedef struct scan_shape {
    uint64_t values, rows, missing;
    uint64_t columns;                  /* of the first row */
    uint64_t other_row, other_columns; /* the first row of another length, from 1; 0: none */
    uint64_t row_begin;                /* values before the row that is open */
} scan_shape;

typedef struct scan {
    const options *opts;
    input in;
    digitrun_reader reader, checkpoint; /* checkpoint: before the last portion */
    digitrun_result last;
    bool f32;
    void *values; /* of the last portion */
    size_t capacity;
    size_t *row_ends;
    size_t row_capacity;
    int brackets; /* json: how the text opens, see scan.c */
    scan_shape shape;
} scan;

typedef enum scan_step {
    SCAN_VALUES, /* *count values lie in scan->values */
    SCAN_END,    /* all text was read */
    SCAN_BAD,    /* the text is at fault; all values before were handed out: scan_report */
    SCAN_FAILED  /* reading failed: *code, said already */
} scan_step;

/* Returns 0, or the exit code after it has said what is wrong. */
int scan_open(scan *s, const options *opts);
scan_step scan_next(scan *s, size_t *count, int *code);
void scan_close(scan *s);

/* After SCAN_BAD: says where and what; returns the exit code. */
int scan_report(scan *s);

/* After SCAN_END: whether the values form rows x columns; else they are one row of values. */
bool scan_is_matrix(const scan *s);

#endif
