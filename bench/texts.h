/* bench/texts.h - the texts that are timed: a set's numbers laid out in a shape, cut to about 64
 * KB. */
#ifndef DIGITRUN_BENCH_TEXTS_H
#define DIGITRUN_BENCH_TEXTS_H

#include "bench/sets.h"

/* What a reader must know of a shape; a peer says which of these it reads. */
enum {
    BENCH_LIST = 1,     /* numbers between separators */
    BENCH_JSON = 2,     /* one array, nested or not */
    BENCH_NDJSON = 4,   /* one array a line */
    BENCH_CSV = 8,      /* cells between commas */
    BENCH_NA = 16,      /* csv, some cells are NA */
    BENCH_LABELLED = 32 /* a word, then numbers between blanks */
};

typedef struct bench_shape {
    const char *name; /* as in the JSON file */
    const char *about;
    unsigned kind;            /* one of the above */
    size_t row;               /* numbers in a row; 0: one row; SIZE_MAX: the set's own */
    const char *open, *close; /* round the text */
    const char *row_open, *row_close, *row_between;
    const char *between; /* two numbers */
    size_t missing;      /* one cell in so many is NA; 0: none */
    bool calls;          /* each row is a text of its own, and one call */
} bench_shape;

extern const bench_shape bench_shapes[];
extern const size_t bench_shape_count;

const bench_shape *bench_find_shape(const char *name);

typedef struct bench_text {
    const char *data;
    size_t len, count; /* bytes, values (NA included) */
    size_t rows, missing;
    size_t first_row; /* calls: its rows are ends[first_row..first_row + rows) */
} bench_text;

typedef struct bench_texts {
    bench_text *items;
    size_t count;
    size_t bytes, numbers; /* in all */
    size_t most;           /* values of the largest text */
    size_t row;            /* values in each row but the last of a text; SIZE_MAX: one row */
    const bench_shape *shape;
    char *memory; /* of all texts; 128 bytes of zeros follow each */
    size_t *ends; /* calls: where each row ends, from its text's start */
} bench_texts;

/* Cut to about `cut` bytes each, at row ends. false: no memory. */
bool bench_make_texts(bench_texts *texts, const bench_set *set, const bench_shape *shape,
                      size_t cut);
void bench_free_texts(bench_texts *texts);

#endif
