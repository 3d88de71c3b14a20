/* bench/session.h - one run of the program: its sets and rows, its budget, what it prints. */
#ifndef DIGITRUN_BENCH_SESSION_H
#define DIGITRUN_BENCH_SESSION_H

#include "bench/options.h"
#include "bench/report.h"

enum { BENCH_ISAS_MOST = 16, BENCH_CUT = 64 * 1024 };

typedef struct bench_session {
    const bench_options *options;
    bench_report report;
    bench_set *sets;
    size_t set_count;
    const char *isas[BENCH_ISAS_MOST]; /* rows to time, best first */
    size_t isa_count;
    bool brief;           /* the one-minute choice */
    unsigned peer_rounds; /* of peers, in one pass: they are slow */
    unsigned pass;        /* from 0; the last one prints */
    size_t cases, done;   /* of the run in progress */
    double case_seconds;
    uint64_t start;
} bench_session;

/* Chooses the rows; makes and reads the sets. Else an exit code, and a message was printed. */
int bench_open_session(bench_session *session, const bench_options *options);
void bench_close_session(bench_session *session);

/* Shares the time between so many cases: of the one-minute run `brief_seconds`, else so much for
 * each case; --seconds changes the whole. */
void bench_begin_run(bench_session *session, size_t cases, double brief_seconds, double for_each);
bench_limits bench_case_limits(const bench_session *session);
/* Says on a terminal what is under way. */
void bench_show_progress(bench_session *session, const char *run, const char *set,
                         const char *shape);
void bench_clear_progress(const bench_session *session);
/* A wrong value: the run goes on, and exits 1. */
void bench_fail(bench_session *session, const char *format, ...);

bool bench_is_asked(const bench_words *words, const char *name); /* true also where none is named */

/* One line of the table: what `runners` took for one set. */
typedef struct bench_case {
    const char *op, *type, *set, *shape;
    const char *label; /* of its line */
    size_t bytes, numbers;
    bench_runner *runners;
    size_t count;
} bench_case;

bool bench_is_last_pass(const bench_session *session);

/* A table is begun by its first line's runners; `title` says what it holds. It is printed in the
 * last pass, with the best of all. */
void bench_begin_table(const char *title);
void bench_add_line(bench_session *session, const bench_case *line, bool in_mean);
void bench_end_table(void);

/* The runs. */
void bench_run_parse(bench_session *session);
void bench_run_calls(bench_session *session);
void bench_run_write(bench_session *session);
bool bench_is_write_shape(const char *name);
void bench_run_count(bench_session *session);
void bench_run_hostile(bench_session *session);
void bench_run_java(bench_session *session);

#endif
