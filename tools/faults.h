/* tools/faults.h - what was wrong in a text and was forgiven: how often, and the first places. */
#ifndef DIGITRUN_TOOLS_FAULTS_H
#define DIGITRUN_TOOLS_FAULTS_H

#include "tools/input.h"

enum { FAULT_PLACES = 10, FAULT_TOKEN = 32 };

typedef struct fault { /* report.h names it too */
    const char *problem;
    size_t offset;       /* in the window of its part */
    uint64_t row, value; /* from 1, within the part and the row; 0: not known */
    char token[FAULT_TOKEN];
    size_t token_len; /* of the whole token */
    input_place place;
} fault;

typedef struct faults {
    fault places[FAULT_PLACES];
    uint64_t count;
} faults;

#ifdef __cplusplus
extern "C" {
#endif

/* Counts one more, and keeps it if it is among the first; token: as it stands in the text. */
void faults_note(faults *all, const fault *one, const char *token, size_t token_len);

/* Adds others of the same part, in the order of the text, and empties them. */
void faults_merge(faults *all, faults *others);

/* Adds those of a part, with their places in the whole text, and empties it. */
void faults_take(faults *all, faults *part, const input *in, uint64_t rows_before);

/* "digitrun: NAME: 3 of 20 rows left out:" and the first places; nothing where there are none. */
void faults_report(const faults *all, const char *name, bool rows, uint64_t of);

#ifdef __cplusplus
}
#endif
#endif
