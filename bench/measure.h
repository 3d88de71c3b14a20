/* bench/measure.h - timing several ways of doing one job on the same texts, interleaved. */
#ifndef DIGITRUN_BENCH_MEASURE_H
#define DIGITRUN_BENCH_MEASURE_H

#include "bench/texts.h"

#include <stdint.h>

enum { BENCH_ROUNDS_MOST = 200, BENCH_RUNNERS_MOST = 40 };

/* One way. call returns how many values it read or bytes it wrote, SIZE_MAX where it failed. */
typedef struct bench_runner {
    const char *name;
    const char *version; /* of a peer, or "" */
    const char *isa;     /* the row to force, or NULL */
    size_t (*call)(const struct bench_runner *runner, const bench_text *text, void *out);
    const void *context;
    unsigned rounds_most; /* a slow peer takes part in so many rounds only */
    bool verified;

    /* What bench_measure found: nanoseconds for one number. Each text has its own least, median
     * and 90% of the rounds, and these are added up, so that an interruption spoils one time of
     * one text and no sum. */
    unsigned rounds;
    double min, median, p90;
    double ratio; /* how many times as fast as runners[0], by the minima */
} bench_runner;

typedef struct bench_limits {
    unsigned rounds; /* 0: as many as fit, `least` at least */
    unsigned least;
    double seconds;
} bench_limits;

/* In each round every runner takes every text once. They take turns text by text, and each is at
 * another place of the data, so that none finds what the one before left in a cache or in a branch
 * predictor, and all pass over all the data before a text comes again. `out` has room for any
 * runner's output. */
bool bench_measure(const bench_texts *texts, bench_runner *runners, size_t count,
                   bench_limits limits, void *out);

/* How steady the machine was: in every round a fixed loop is timed that keeps the core full. Its
 * 90% time over its least so far: 1.0 on a core of one's own; up to 2 where another thread shares
 * it. */
double bench_unsteadiness(void);

#endif
