/* bench/results.h - what is done with finished results. Each prints to stdout; an exit code comes
 * back. */
#ifndef DIGITRUN_BENCH_RESULTS_H
#define DIGITRUN_BENCH_RESULTS_H

#include "bench/report.h"

/* Two files side by side. */
int bench_compare(const char *a_path, const char *b_path);

/* A picture: one panel a shape, bars by row, the reference a line at 1. false: errno says why. */
bool bench_write_svg(const bench_report *report, const char *path);

/* Every floor of the file that this run measured. Counts into report->under; an exit code where the
 * file cannot be used. */
int bench_check_floors(bench_report *report, const char *path);
/* Prints lines for such a file: what these results reached, less a margin. */
int bench_print_floors(const char *path);

/* Fills in the tables between the markers of a text file; with `only_look` says whether it would
 * change: exit code 1. */
int bench_quote(const char *path, bool only_look);

/* The result of these, or NULL. isa "" for a peer. */
const bench_result *bench_find_result(const bench_report *report, const bench_result *like,
                                      const char *implementation, const char *isa);
/* The first of each case (op, type, shape, set): a result whose like did not come before. */
bool bench_is_first_of_case(const bench_report *report, size_t at);
bool bench_is_same_table(const bench_result *a, const bench_result *b); /* op, type, shape */
/* The row that took least time, or NULL. */
const bench_result *bench_find_best(const bench_report *report, const bench_result *like);
/* The reference's own line: the one without a row that has the ratio 1 by definition. */
const bench_result *bench_find_reference(const bench_report *report, const bench_result *like);

#endif
