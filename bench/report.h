/* bench/report.h - the results of a run: kept, printed as tables, written as JSON. */
#ifndef DIGITRUN_BENCH_REPORT_H
#define DIGITRUN_BENCH_REPORT_H

#include "bench/machine.h"
#include "bench/measure.h"

#include <stdio.h>

typedef struct bench_result {
    char op[12], set[BENCH_SET_NAME], shape[16], type[4], implementation[40];
    char isa[24]; /* "" : not a row of digitrun */
    size_t bytes, numbers;
    unsigned rounds;
    bool verified;
    double min, median, p90; /* ns of one number */
    double ratio;            /* to the reference; 0: there was none */
} bench_result;

typedef struct bench_report {
    bench_machine machine;
    const char *label;
    bench_result *results;
    size_t count, room;
    double noise; /* see bench_find_noise */
    size_t noise_cases;
    bool failed; /* a wrong value, or no memory */
} bench_report;

/* The name under which the reference timed once more stands among the results. */
#define BENCH_AGAIN "fast_float again"

void bench_add_result(bench_report *report, const bench_result *result);
/* The share below which nine in ten ratios of the reference to itself, which should be 1, lie off it. */
void bench_find_noise(bench_report *report);
double bench_gb_per_s(const bench_result *result);
bool bench_write_json(const bench_report *report, const char *path);

#endif
