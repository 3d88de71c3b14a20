/* bench/report.h - the results of a run: kept, written as JSON (schema.json) and read back. */
#ifndef DIGITRUN_BENCH_REPORT_H
#define DIGITRUN_BENCH_REPORT_H

#include "bench/machine.h"
#include "bench/measure.h"

typedef struct bench_result {
    char op[12], type[4], set[BENCH_SET_NAME], shape[16], implementation[40];
    char version[48]; /* of the reference: its form, and the compiler that built it */
    char isa[24];     /* "": no row of digitrun */
    size_t bytes, numbers;
    unsigned rounds;
    bool verified;
    double min, median, p90; /* ns of one number (hostile: of one byte) */
    double ratio;            /* to the reference, by the minima; 0: there was none */
    double least, most;      /* of the passes' own ratios */
    double growth;           /* hostile: to the first size's ns, measured beside it; else 0 */
    unsigned passes;         /* that it was in; 0: read from a file */
} bench_result;

enum { BENCH_PEERS_MOST = 24 };

typedef struct bench_report {
    char version[16], date[32]; /* of digitrun; UTC */
    char compiler[48], flags[160];
    char selected[24], label[96];
    struct {
        char name[32], version[32];
    } peers[BENCH_PEERS_MOST];
    size_t peer_count;
    bench_machine machine;
    bench_result *results;
    size_t count, room;
    double noise; /* see bench_find_noise */
    size_t noise_cases;
    double apart, apart_most; /* of the passes' ratios of one row: half and nine in ten */
    unsigned passes;          /* 1 where no case was gone through again */
    double unsteady;          /* of bench_unsteadiness */
    size_t under;             /* floors missed, laws broken */
    bool failed;              /* a wrong value, or no memory */
} bench_report;

/* The name under which the reference, timed once more, stands among the results. */
#define BENCH_AGAIN "reference again"

/* Fills in what is known before the first result. */
void bench_begin_report(bench_report *report, const char *label);
void bench_add_result(bench_report *report, const bench_result *result);
/* Into what an earlier pass found of the same case: the least time counts, median and 90% are the
 * passes' means. Where it stands in the report, or SIZE_MAX. */
size_t bench_merge_result(bench_report *report, const bench_result *result);
/* How far a row's ratios of two passes lie apart, as a share. */
double bench_apart(const bench_result *result);
/* The least share within which nine in ten ratios of the reference to itself come to 1; and how far
 * the ratios of the passes lie apart. */
void bench_find_noise(bench_report *report);
double bench_gb_per_s(const bench_result *result);

bool bench_write_json(const bench_report *report, const char *path); /* false: errno */
/* False: a message was printed. bench_end_report gives the memory back. */
bool bench_read_json(bench_report *report, const char *path);
void bench_end_report(bench_report *report);

#endif
