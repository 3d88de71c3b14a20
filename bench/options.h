/* bench/options.h - the command line of digitrun-bench. */
#ifndef DIGITRUN_BENCH_OPTIONS_H
#define DIGITRUN_BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_EXIT_GOOD = 0, BENCH_EXIT_WRONG = 1, BENCH_EXIT_USAGE = 2, BENCH_EXIT_REFUSED = 3 };

/* What a run without a name does, and the named ones. */
enum {
    BENCH_RUN_PARSE = 1,
    BENCH_RUN_CALLS = 2,
    BENCH_RUN_WRITE = 4,
    BENCH_RUN_COUNT = 8,
    BENCH_RUN_HOSTILE = 16,
    BENCH_RUN_JAVA = 32,
    BENCH_RUN_DEFAULT = 64 /* the one-minute choice of the above */
};

enum { BENCH_WORDS_MOST = 64 };

typedef struct bench_words { /* of a repeated option, or one with commas */
    const char *items[BENCH_WORDS_MOST];
    size_t count;
} bench_words;

typedef struct bench_options {
    const char *command; /* "", "compare", "quote", "floors", "draw", "sets" or "help" */
    const char *operands[2];
    size_t operand_count;
    unsigned runs;
    bench_words isas, sets, shapes, files;
    bool f64, f32;
    unsigned rounds; /* of each pass; 0: as many as fit */
    unsigned passes; /* over all cases */
    double seconds;  /* of the whole run; 0: the run's own */
    size_t size;     /* bytes of a set; 0: by the machine */
    const char *json, *svg, *label, *floors, *print;
    bool check, verify, quiet;
} bench_options;

/* false: a message was printed. */
bool bench_read_options(bench_options *options, int argc, char **argv);
void bench_print_usage(void);

#endif
