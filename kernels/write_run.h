/* kernels/write_run.h - the writer's contract between the front desk (dispatch/) and a kernel. */
#ifndef DIGITRUN_WRITE_RUN_H
#define DIGITRUN_WRITE_RUN_H

#include "kernels/kernel.h"

/* A short text of the framing, or a word. bytes past len are 0, so that 32 may be copied. */
typedef struct layout_text {
    char bytes[31];
    uint8_t len;
} layout_text;

enum { FORM_SHORTEST = 0, FORM_FIXED = 1, FORM_SCIENTIFIC = 2 };

/* The private view of digitrun_layout (same bytes): everything a spec means, resolved once.
 *
 * A text is    open row_open  value separator value ..  row_close
 *                   row_separator row_open  value ..    row_close  close
 * `first` is open row_open, `next_row` is row_separator row_open, `row_joint` is row_close
 * row_separator row_open. open, row_open and so on stand
 * right before the value that follows, row_close right behind the last value of its row. */
typedef struct digitrun_layout_plan {
    uint8_t form;
    uint8_t refuse_not_finite; /* 1: stop before a value that is not finite; 0: write its word */
    uint8_t unsigned_zero;     /* 1: no '-' before a number all of whose digits are 0 */
    uint8_t two_digits;        /* shortest: where one digit would do, the nearest decimal of two */
    uint8_t point_zero; /* shortest, fixed notation: 2, the length of ".0" after an integer, or 0 */
    uint8_t exponent_zero;   /* shortest, exponent notation: the same after a single digit */
    uint8_t exponent_plus;   /* 1: e+21; 0: e21 */
    uint8_t exponent_digits; /* at least so many: 1 or 2 */
    char exponent;
    uint8_t reserved[7];
    uint32_t precision; /* fixed, scientific: digits after the point, 0..1100 */
    /* shortest: fixed notation where the power of ten of the first digit lies between; 0 has 0 */
    int32_t fixed_least, fixed_most;
    uint32_t longest;    /* no value's text is longer, sign and word included */
    uint64_t row_length; /* values in a row; 0: one row */
    layout_text nan, infinity, minus_infinity;
    layout_text separator; /* 1..7 bytes */
    layout_text first, next_row, row_joint, row_close, close;
    layout_text open, row_open; /* for a text without values */
} DIGITRUN_MAY_ALIAS digitrun_layout_plan;
typedef char digitrun_layout_fits[sizeof(digitrun_layout_plan) <= sizeof(digitrun_layout) ? 1 : -1];

/* Longest value texts: "-" 309 digits "." 1100 digits; the units below add at most 21 + 7 bytes. */
enum { WRITE_LONGEST = 1 + 309 + 1 + 1100 };

/* Why a run ended. */
enum {
    WRITE_DONE = 0,       /* all values are written */
    WRITE_FULL = 1,       /* the next unit has no room */
    WRITE_NOT_FINITE = 2, /* values[done] is not finite, and the layout refuses it */
    WRITE_EARLY = 3       /* neither: the scalar row goes on from here */
};

/* A run turns values into text, unit by unit. A unit is one value with what stands before it
 * (first, next_row or separator) and, if it ends its row, row_close: it is written whole or not at
 * all, and the run may end, and go on later, between any two. A kernel writes anywhere in [text +
 * used, text + capacity), no byte outside; what lies past `used` at the end is undefined.
 *
 * A SIMD row writes blocks of values while a whole block is sure to fit and returns WRITE_EARLY
 * before the rest, or at once for a layout it does not take; the scalar row never returns
 * WRITE_EARLY. All rows write the same bytes, in every rounding mode; a value for which a row has
 * no fast way goes through shortest.h, rounded.h and exact.h, which any kernel may include. */
typedef struct digitrun_write_run {
    /* in; not changed */
    const digitrun_layout_plan *layout;
    const void *values; /* const double* or const float* */
    size_t count;
    char *text;
    size_t capacity;
    /* in and out: the place between two units */
    size_t done; /* values written: goes on at values[done] */
    size_t used; /* bytes written: goes on at text[used] */
    size_t rows; /* row_close written */
    uint64_t
        row_left; /* values that the open row still takes; 0: none is open. UINT64_MAX: one row */
    uint32_t started; /* 0: the next value is the very first and takes `first` */
    /* out */
    uint32_t stop;
} digitrun_write_run;

/* kernels/write_scalar.c; the scalar row's write_f64 and write_f32. */
void digitrun_scalar_write_f64(digitrun_write_run *run);
void digitrun_scalar_write_f32(digitrun_write_run *run);

#endif
