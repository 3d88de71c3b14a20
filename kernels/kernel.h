/* kernels/kernel.h - the contract between the front desk (dispatch/) and a kernel. The only header
 * both sides include. kernels/README.md says the same in prose. */
#ifndef DIGITRUN_KERNEL_H
#define DIGITRUN_KERNEL_H

#include "digitrun/digitrun.h"

#include <string.h>

/* A digitrun_format is declared as plain words and read as a plan: its type may alias them. */
#if defined(__GNUC__)
#define DIGITRUN_MAY_ALIAS __attribute__((may_alias))
#else
#define DIGITRUN_MAY_ALIAS
#endif

/* Every byte has one class. A token is a longest run of CLASS_TOKEN bytes. */
enum {
    CLASS_TOKEN = 0,
    CLASS_BLANK = 1,     /* may stand round tokens and structure, changes nothing */
    CLASS_DELIMITER = 2, /* between values */
    CLASS_ROW = 3,       /* LF where it ends a row (table, list) or a document (ndjson) */
    CLASS_OPEN = 4,      /* [ */
    CLASS_CLOSE = 5,     /* ] */
    CLASS_STOP = 6,      /* quote, comment byte, string, object: the front desk's business */
    CLASS_RETURN = 7     /* CR where LF ends a row: directly before LF a blank, else as STOP */
};

/* `after` of a run is the class of the last byte that was not blank, or this: the document has
 * ended (json, ndjson). It shares the number of CLASS_STOP, which never is an `after`. */
enum { AFTER_DOCUMENT = 6 };

/* What the open array (json, ndjson) or the open row (table, list) holds. */
enum { LEVEL_EMPTY = 0, LEVEL_NUMBERS = 1, LEVEL_ARRAYS = 2 };

/* What a kernel must be able to do to be given a format: (plan->needs & ~kernel->can) == 0. */
enum {
    NEED_BRACKETS = 1,
    NEED_EMPTY_CELLS = 2,       /* a delimiter or row end where a value was due is a hole */
    NEED_DECIMAL = 4,           /* the decimal byte is not '.' */
    NEED_PLUS = 8,              /* +1 is plain */
    NEED_BARE_POINT = 16,       /* .5 and 5. are plain */
    NEED_LEADING_ZEROS = 32,    /* 007 is plain */
    NEED_NO_LEADING_ZEROS = 64, /* 007 is odd */
    NEED_WIDE_CLASSES = 128     /* nibble_low and nibble_high cannot tell the classes apart */
};

enum { PLAN_WORDS = 16, PLAN_WORD_BYTES = 16, PLAN_WIDTHS = 64 };

/* The private view of digitrun_format (same bytes): everything a spec means, resolved once. The
 * first block is for kernels, the second for the front desk only; choices there are resolved, never
 * DEFAULT. */
typedef struct digitrun_plan {
    uint8_t class_of[256];
    uint8_t follow[8]; /* follow[after]: bit (1 << class) set where that class may come next */
    uint8_t decimal;
    /* 1: a row ends at the CLOSE of an array that held no array; 0: at CLASS_ROW, if the row held
     * anything */
    uint8_t row_is_close;
    /* DIGITRUN_ACCEPT: with NEED_EMPTY_CELLS, a delimiter right before CLASS_ROW makes no empty
     * cell */
    uint8_t last_separator;
    uint8_t reserved;
    uint32_t needs, depth_max;

    uint8_t kind;
    uint8_t plus, bare_point, leading_zeros, not_finite, overflow, missing, bad, sign_exponent;
    uint8_t blank_lines, bom;
    uint8_t quote, grouping; /* 0: none */
    uint8_t cells;    /* 1: a cell reaches to its delimiter, blanks inside included: "1 2" is one */
    uint8_t collapse; /* 1: any run of separators is one */
    uint8_t row_wise; /* 1: fields are passed over at the start of a row */
    uint8_t comment_count, exponent_count, word_count, width_count;
    uint8_t comments[8], exponents[8];
    uint8_t words[PLAN_WORDS][PLAN_WORD_BYTES]; /* [15] = length */
    uint16_t widths[PLAN_WIDTHS];
    uint64_t skip_lines, skip_fields, take_fields, columns;
} DIGITRUN_MAY_ALIAS digitrun_plan;
typedef char digitrun_plan_fits[sizeof(digitrun_plan) <= sizeof(digitrun_format) ? 1 : -1];

/* Top bits of bytes that are no digits: a byte less '0' above 9 sets its own; a carry spoils only
 * later bytes, and only if there is one such byte before them. */
static inline uint64_t digitrun_others_of_eight(const uint8_t *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    bytes ^= UINT64_C(0x3030303030303030);
    return ((bytes + UINT64_C(0x7676767676767676)) | bytes) & UINT64_C(0x8080808080808080);
}

/* The classes of the eight bytes at p, in one: 0 if all are of tokens. */
static inline unsigned digitrun_classes_of_eight(const digitrun_plan *plan, const uint8_t *p)
{
    const uint8_t *class_of = plan->class_of;
    return (unsigned)(class_of[p[0]] | class_of[p[1]] | class_of[p[2]] | class_of[p[3]]) |
           (unsigned)(class_of[p[4]] | class_of[p[5]] | class_of[p[6]] | class_of[p[7]]);
}

/* The first byte of [p, end) that is of no token, or end. The first bytes one by one: most odd
 * tokens are short. */
static inline const uint8_t *digitrun_token_end(const digitrun_plan *plan, const uint8_t *p,
                                                const uint8_t *end)
{
    const uint8_t *near = end - p < 16 ? end : p + 16;
    while (p != near && plan->class_of[*p] == CLASS_TOKEN) {
        p++;
    }
    if (p != near) {
        return p;
    }
    while (end - p >= 8 && digitrun_classes_of_eight(plan, p) == CLASS_TOKEN) {
        p += 8;
    }
    while (p != end && plan->class_of[*p] == CLASS_TOKEN) {
        p++;
    }
    return p;
}

/* Reading. A kernel eats the longest stretch of well-structured text it can, stores the plain
 * numbers, lists the holes, and says where each row ended and at which byte it stopped.
 *
 * plain token: -?digits[.digits][(e|E)[+-]digits] with plan->decimal for '.', widened or narrowed
 * by the NEED_ bits, of a finite value, followed inside the run by a byte of a class other than
 *     TOKEN, STOP and a lone RETURN, or by the end of the run where run->last is 1.
 * hole: any other token that ends so, and an empty cell (NEED_EMPTY_CELLS). The kernel goes past
 * it; the front desk reads it by the format's rules and spreads the values. A kernel returns at:
 * the end of the run; a full output (values + holes, rows, holes); CLASS_STOP or a lone
 * CLASS_RETURN, and before a token that touches one or touches the end when !last; a pair that
 * `follow` forbids; a CLOSE at depth 0; an OPEN at run->depth_max; numbers and arrays in one array
 * where row_ends are asked; the end of a json document; a number outside any array (NEED_BRACKETS).
 * It never says what is wrong: the front desk looks at text[used]. It may stop earlier, at any
 * place between two tokens; where used is 0 the front desk reads on by itself, so progress is
 * certain. */
typedef struct digitrun_hole {
    uint32_t value; /* values stored before it */
    uint32_t row;   /* rows ended before it */
    /* First byte of the token, or the byte that shows the cell to be empty. HOLE_STORED set:
     * values[value] is a slot for it already (a rounding that was not proved, or any other token):
     * it is overwritten, and counted in `count`. */
    uint32_t start;
} digitrun_hole;
#define HOLE_STORED 0x80000000u

typedef struct digitrun_run {
    /* In; not changed. Nothing outside text[0, len) is read; len < 2^31. last: 1 where a token may
     * end at text + len, 0 where the run stops before a token that touches it. */
    const uint8_t *text;
    uint32_t len, last;
    const digitrun_plan *plan;
    /* double* or float*, NULL for count: [0, capacity) may be written, nothing past it. */
    void *values;
    uint32_t capacity, row_capacity, hole_capacity;
    uint32_t depth_max; /* an OPEN at this depth stops the run */
    /* Values stored before the end of row i, holes not counted. NULL: not asked; rows are counted
     * all the same and row_capacity does not bind. */
    uint32_t *row_ends;
    /* NULL: not asked. row_closes[i]: arrays closed by the end of row i and right behind it;
     * row_closes[-1] belongs to the row before this run, add to it. */
    uint8_t *row_closes;
    digitrun_hole *holes; /* ascending by start */
    void *scratch; /* kernel->scratch bytes, 64-aligned, contents undefined before and after */

    /* In and out: the automaton between two bytes, enough to cut a text anywhere. `after` is
     * CLASS_ROW at the start; mood is the kernel's own hysteresis, 0 at first. */
    uint32_t depth;
    uint8_t after, level;
    uint16_t mood;

    /* Out. Every byte before `used` is dealt with, but for the holes; it never lies inside a token.
     */
    uint32_t used;
    uint32_t count, rows, hole_count;
} digitrun_run;

/* Writing: see kernels/write_run.h. */
struct digitrun_write_run;

typedef struct digitrun_kernel {
    const char *name;
    uint32_t can;     /* NEED_ bits it meets */
    uint32_t scratch; /* bytes, <= DIGITRUN_SCRATCH */
    uint32_t least;   /* bytes of text below which the scalar kernel is faster */
    /* 1: right in every MXCSR/FPCR mode; 0: the scalar row reads unless nearest is set and no
     * exception trapped */
    uint32_t any_rounding;
    /* 1: a whole text shorter than `least` may be given to it all the same; where it has no quick
     * way for that it returns at once, with used 0 */
    uint32_t reads_short;
    void (*read_f64)(digitrun_run *run);
    void (*read_f32)(digitrun_run *run);
    void (*count)(digitrun_run *run);                  /* the same, nothing converted or stored */
    void (*write_f64)(struct digitrun_write_run *run); /* NULL: the scalar row writes */
    void (*write_f32)(struct digitrun_write_run *run);
    uint32_t few_bytes;
    /* A whole text of a few plain numbers, 0 < len <= few_bytes: one array, or one line of a plan
     * without columns, and without lines or fields to skip. Returns how many numbers it stored. 0:
     * it does not say, and values[0 .. capacity) is of no use. In every rounding mode, and no stack
     * to speak of. */
    size_t (*few_f64)(const digitrun_plan *plan, const uint8_t *text, size_t len, double *values,
                      size_t capacity);
    size_t (*few_f32)(const digitrun_plan *plan, const uint8_t *text, size_t len, float *values,
                      size_t capacity);
} digitrun_kernel;

/* On the front desk's stack, once; with it a call stays under 40 KiB. */
#define DIGITRUN_SCRATCH (32 * 1024)

#ifdef __cplusplus
extern "C" {
#endif
/* One token outside any run (kernels/decimal.c). Reads the token [begin, end), checked by
 * the caller against -?digits[.digits][(e|E)[+-]digits] with at least one digit on either side of
 * the point. Correctly rounded, ties to even, in every rounding mode. Returns 1 and +-infinity on
 * overflow, else 0; underflow is a value. */
int digitrun_reference_f64(const char *begin, const char *end, double *value);
int digitrun_reference_f32(const char *begin, const char *end, float *value);
/* few_f64 and few_f32 of rows that have none of their own (kernels/few.c). */
enum { DIGITRUN_FEW_BYTES = 256 };
size_t digitrun_few_f64(const digitrun_plan *plan, const uint8_t *text, size_t len, double *values,
                        size_t capacity);
size_t digitrun_few_f32(const digitrun_plan *plan, const uint8_t *text, size_t len, float *values,
                        size_t capacity);
#ifdef __cplusplus
}
#endif
#endif
