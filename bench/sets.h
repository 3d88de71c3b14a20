/* bench/sets.h - the sets of numbers, made from a fixed seed, or read from a file. */
#ifndef DIGITRUN_BENCH_SETS_H
#define DIGITRUN_BENCH_SETS_H

#include "bench/random.h"

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_SET_NAME = 48 };

/* A kind of set: how its i-th number is written. */
typedef struct bench_source {
    const char *name, *alias; /* --set takes both */
    const char *about;
    size_t row;    /* numbers in a row of a table, or in a document */
    bool ordinary; /* belongs to `shuffled`, to `write`, and to the geometric means */
    char *(*put)(bench_random *random, size_t i, char *out);
    size_t longest;   /* bytes of its longest number */
    bool for_writing; /* asks nothing of a reader that another set does not */
} bench_source;

extern const bench_source bench_sources[];
extern const size_t bench_source_count;

/* One number a line; every one is legal JSON. */
typedef struct bench_set {
    char name[BENCH_SET_NAME];
    size_t row;
    bool ordinary, for_writing;
    char *text;
    size_t len, count;
} bench_set;

/* The named source, or NULL. */
const bench_source *bench_find_source(const char *name);
/* At least `bytes` of text (and four numbers). false: no memory. */
bool bench_make_set(bench_set *set, const bench_source *source, size_t bytes);
/* The numbers of a file: runs of the bytes 0-9 + - . e E that begin with a digit or '-'; zeros in
 * front are dropped, as JSON wants it; what is no JSON number then is left out, and *left_out
 * counts it. False: errno says why, or 0 where the file holds no number. */
bool bench_read_set(bench_set *set, const char *path, size_t *left_out);
void bench_free_set(bench_set *set);
/* Whether numbers of it are no floats: JSON refuses these. */
bool bench_is_beyond_float(const bench_set *set);
/* FNV-1a, to compare sets between machines. */
uint64_t bench_hash(const char *data, size_t len);

#endif
