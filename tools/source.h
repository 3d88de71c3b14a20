/* tools/source.h - where values come from: a text or a file of values, dealt out in parts. */
#ifndef DIGITRUN_TOOLS_SOURCE_H
#define DIGITRUN_TOOLS_SOURCE_H

#include "tools/part.h"
#include "tools/pool.h"

/* What rows have in common. */
typedef struct shape {
    uint64_t values, rows, missing;
    uint64_t passed_rows, bad_documents;
    uint64_t columns;                  /* of the first row */
    uint64_t other_row, other_columns; /* the first row of another length, from 1; 0: none */
} shape;

/* A file of values: what its header, or the command line, says of it. */
typedef struct binary {
    bool f32, swapped;
    uint64_t values, rows, columns; /* columns 0: one dimension */
    uint64_t left;                  /* values not yet taken; UINT64_MAX: to the end of the file */
} binary;

typedef struct source {
    const options *opts;
    input in;
    part *parts; /* as many as can be worked on at once */
    size_t jobs;
    filter passed_over; /* where that may hold quotes, the text is cut by its view */
    bytes view;
    bool cut;       /* parts are whole records, each with a reader of its own */
    bool whole;     /* all of the text is one part */
    bool begun;     /* the first part was taken */
    unsigned flags; /* of the library */
    int brackets;   /* json: how the text opens */
    binary values;
    shape seen;
    faults forgiven;
} source;

/* Each returns 0, or the exit code after it has said what is wrong; take also POOL_END. */
int source_open(source *from, options *opts);
void source_close(source *from);

/* Runs the task over all parts, by as many threads as there are parts and as the system gives. */
int source_run(source *from, const pool_task *task);

/* The steps of pool.h. After turn, part_is_bad may hold: its values are good, then the text is at
 * fault. */
int source_take(source *from, part *p);
void source_work(source *from, part *p);
int source_turn(source *from, part *p);

/* After a bad part: says where and what; returns the exit code. */
int source_report_bad(source *from, part *p);

/* At the end: what was wrong and is not in the result; nothing where nothing was. */
void source_report_forgiven(const source *from);

/* At the end: whether the values form rows x columns; else they are one row of values. */
bool source_is_matrix(const source *from);
uint64_t source_columns(const source *from);

/* binary.c: the same for files of values. */
int binary_open(source *from, options *opts);
int binary_take(source *from, part *p);
void binary_work(const source *from, part *p);

#endif
