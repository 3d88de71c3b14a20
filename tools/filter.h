/* tools/filter.h - what is passed over in a text before it is read, and the labels of its rows. */
#ifndef DIGITRUN_TOOLS_FILTER_H
#define DIGITRUN_TOOLS_FILTER_H

#include "tools/bytes.h"
#include "tools/options.h"

#include <regex.h>

typedef struct filter { /* one a job: matching locks the expression */
    const options *opts;
    regex_t lines, pass;
    bool has_lines, has_pass;
    const char *start;    /* lines means: those that start so; else NULL */
    uint8_t kind_of[256]; /* of a byte between cells, for labels: see filter.c */
} filter;

bool filter_is_wanted(const options *opts);

/* Returns 0, or EXIT_USAGE after it has said what is wrong. */
int filter_open(filter *f, const options *opts);
void filter_close(filter *f);

/* Makes of a text a view of the same length, with blanks where something is passed over, so that
 * every byte keeps its place; and the labels of its rows. first: header lines stand at its start.
 * Returns false where there is no memory. */
bool filter_view(const filter *f, const char *text, size_t len, bool first, bytes *view,
                 bytes *labels);

#endif
