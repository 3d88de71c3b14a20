/* dispatch/desk.h - the front desk's state while one call reads, shared by the files that read. */
#ifndef DIGITRUN_DESK_H
#define DIGITRUN_DESK_H

#include "dispatch/odd.h"

enum {
    RUN_BYTES = 64 * 1024, /* most text of one kernel run: bounds what an error in it wastes */
    RUN_BYTES_AFTER_ERROR = 128,
    RUN_BYTES_AFTER_LONG = 1024, /* after a token that no run holds */
    RUN_ROWS = 256,
    RUN_HOLES = 40,
    CLOSES_MAX = 255 /* what row_closes can tell */
};

/* Keeps the scratch of a function out of its caller's frame, where two would lie at once. */
#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

/* What the text at hand is: body, or something that is passed over. */
enum {
    PHASE_START,  /* at byte 0: a BOM may stand here */
    PHASE_HEADER, /* skip_lines lines to go */
    PHASE_BODY,
    PHASE_COMMENT,    /* inside a comment line */
    PHASE_SKIP_LINE,  /* reader_skip_row in a format of lines */
    PHASE_SKIP_ARRAY, /* reader_skip_row inside json, skip_depth arrays to close */
    PHASE_SKIP_ALL
};

/* Where skipping is: what a quote would mean there. Json knows INSIDE, QUOTED and ESCAPED. */
enum { SKIP_INSIDE, SKIP_FRESH, SKIP_QUOTED, SKIP_CLOSED, SKIP_ESCAPED };

/* In a row-wise format: where in the row we are. */
enum { FIELDS_NOT_BEGUN, FIELDS_PASSING, FIELDS_DONE };

/* What a digitrun_reader keeps between calls. */
typedef struct reader_state {
    const digitrun_plan *plan;
    uint64_t header_lines; /* still to be skipped */
    uint64_t fields_left;  /* FIELDS_PASSING: cells to pass over; widths: the next field */
    uint64_t row_values;   /* of the open row */
    uint64_t error_length;
    uint32_t depth, skip_depth;
    uint32_t run_bytes;             /* grows back to RUN_BYTES after an error */
    uint32_t penalty, penalty_left; /* back-off: tokens for the scalar kernel */
    int32_t error;                  /* final until skip_row; 0: none */
    uint16_t mood;
    uint8_t after, level; /* the automaton of kernels/kernel.h */
    uint8_t phase, fields;
    uint8_t after_return; /* an LF here belongs to the CR before */
    uint8_t skip_place;   /* while skipping: SKIP_ */
    uint8_t
        error_at_row; /* the error's offset is the row's first byte, so the whole row is skipped */
    uint8_t error_quoted;                /* it lies inside a quote or string */
    uint32_t error_nested;               /* it lies inside so many arrays of one JSON value */
    uint8_t pending_row, pending_closes; /* a row whose closes were not all seen */
} DIGITRUN_MAY_ALIAS reader_state;

/* A place right behind a row: where WHOLE_ROWS goes back to, and where the open row began. */
typedef struct row_mark {
    size_t at, count, rows, missing;
    uint32_t depth;
    uint8_t after, level;
    bool in_call; /* false: the row began before this call's text */
} row_mark;

enum { DESK_RUNNING = -1 };

typedef struct desk {
    const digitrun_plan *plan;
    const digitrun_kernel *kernel;
    reader_state state;
    const uint8_t *text;
    size_t len, limit; /* limit: with MORE, behind the last byte that surely ends a token */
    size_t at;
    size_t long_begin, long_end;          /* a token that fills a run: not for kernels */
    size_t line_stop;                     /* row-wise: kernels read up to here; 0: not known yet */
    uint32_t label_wait, label_wait_most; /* rows that labels.c leaves to fields.c */
    size_t floor;                         /* where the body began in this text, behind a BOM say */
    bool more, whole_rows;
    bool rows_asked;   /* MIXED is an error */
    bool rows_needed;  /* kernels report row ends */
    bool marks_needed; /* row marks are kept */
    element wanted;
    void *values;
    size_t capacity, count;
    size_t *row_ends;
    size_t row_capacity, rows;
    uint8_t *row_closes, *valid;
    size_t valid_bit;
    size_t missing;
    uint64_t base_values; /* of earlier calls, for row_ends */
    row_mark mark, mark_before;
    int32_t status;
    size_t error_length;
    void *scratch;
} desk;

static inline unsigned class_at(const desk *d, size_t at)
{
    return d->plan->class_of[d->text[at]];
}

/* Whether the thread rounds to nearest and traps no exception: kernels convert what lies beside the
 * numbers too, and a value to float before it is known to fit. */
static inline bool is_usual_arithmetic(void)
{
#if defined(__SSE2__) && defined(__GNUC__)
    const unsigned masks = 0x1f80, rounding = 0x6000;
    return (__builtin_ia32_stmxcsr() & (masks | rounding)) == masks;
#elif defined(__aarch64__) && defined(__GNUC__)
    const uint64_t traps = 0x9f00, rounding = 0xc00000;
    uint64_t control;
    __asm__("mrs %0, fpcr" : "=r"(control));
    return (control & (traps | rounding)) == 0;
#else
    static const volatile float tiny = 1e-30f; /* only to nearest without effect on both sides */
    float small = tiny;
    return small + 1.0f == 1.0f - small;
#endif
}

static inline void desk_fail(desk *d, digitrun_status status, size_t at, size_t length)
{
    d->status = status;
    d->at = at;
    d->error_length = length;
}

static inline void desk_set_valid(desk *d, size_t index, bool present)
{
    size_t bit = d->valid_bit + index;
    uint8_t mask = (uint8_t)(1u << (bit & 7));
    if (present) {
        d->valid[bit >> 3] |= mask;
    } else {
        d->valid[bit >> 3] &= (uint8_t)~mask;
    }
}

/* run.c: one kernel run over [at, stop), stop <= limit. May do nothing. */
void digitrun_desk_run(desk *d, size_t stop);
/* Remembers text[at] as the place behind a row. */
void digitrun_desk_mark(desk *d);
/* Fails with ROW_LENGTH for the open row, found at text[at]. */
void digitrun_desk_row_length(desk *d);

/* Has the kernel read (or count) a run; its values go behind those of the call so far. */
void digitrun_desk_call(const desk *d, const digitrun_kernel *kernel, digitrun_run *run);
/* Values of the call by index: one put in its place, many moved (they may overlap). */
void digitrun_desk_put(const desk *d, size_t index, const odd_value *value);
void digitrun_desk_move(const desk *d, size_t to, size_t from, size_t count);
/* The end of the token or cell that a hole names; `at` itself for an empty cell. */
size_t digitrun_desk_hole_end(const desk *d, size_t at);

/* labels.c: whole rows whose first cells are passed over, from a row's first byte on. False: none
 * was read, and fields.c must go on for a while. */
bool digitrun_desk_takes_labels(const desk *d);
bool digitrun_desk_labels(desk *d);

/* step.c: one token or byte at text[at], at < limit, by the format's rules. */
void digitrun_desk_step(desk *d);
/* Stores the value of the token [begin, end) or sets the status. Returns whether it was stored. */
bool digitrun_desk_value(desk *d, size_t begin, size_t end, size_t token_at, size_t token_length);
/* An empty cell that text[at] shows. */
bool digitrun_desk_empty(desk *d, digitrun_choice choice);
/* The end of a row of a list or table, or of the text there. Returns false if there is no room. */
bool digitrun_desk_line_end(desk *d, size_t bytes);

/* fields.c: row-wise formats, at < limit. */
void digitrun_desk_fields(desk *d);
/* The byte behind the cell at `at` (quotes respected), the cell's delimiter not included. limit if
 * it does not end before. */
size_t digitrun_cell_end(const desk *d, size_t at);
/* Whether the `left` bytes that a run left are the front of a long token: a run from there on would
 * look at them again for nothing. Its end is remembered, step.c reads it, and the next run is
 * short, as another long token may follow. */
bool digitrun_desk_find_long(desk *d, size_t at, size_t left);
/* Where the row that text[at] lies in ends: behind its ], or at its line's end. */
size_t digitrun_row_stop(desk *d, size_t at);
/* Skips text[at, len) to the byte that ends the line, from *place on. Returns len if it comes
 * later. */
size_t digitrun_skip_line(const desk *d, size_t at, uint8_t *place);
/* The same to the ] that closes *depth arrays. */
size_t digitrun_skip_array(const desk *d, size_t at, uint8_t *place, uint32_t *depth);
/* The first byte of the first line at or behind `at`, itself a line's first byte, that holds
 * anything. */
size_t digitrun_row_line(const desk *d, size_t at);
/* The byte behind the closing quote of the quoted cell at `at`; 0 if it is never closed. */
size_t digitrun_quote_end(const desk *d, size_t at);

/* json_value.c: the string or object at text[at]. NOT_NUMBER: well-formed, *end is behind it.
 * BAD_STRUCTURE, TOO_DEEP: *end is the byte at fault, and the state knows what it lies in, for a
 * skip_row. UNCLOSED: it does not end before the limit. */
digitrun_status digitrun_json_value(desk *d, size_t *end);

/* reader.c: reads until something stops it. */
digitrun_result digitrun_desk_read(desk *d);
void digitrun_desk_begin(desk *d, const digitrun_plan *plan);

#endif
