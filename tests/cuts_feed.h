/* tests/cuts_feed.h - reads a text through a reader as a user with a buffer would, part by part. */
#ifndef DIGITRUN_TESTS_CUTS_FEED_H
#define DIGITRUN_TESTS_CUTS_FEED_H

#include "tests/conform_case.h"

enum { CUT_TEXT_MOST = 1 << 16, CUT_VALUES_MOST = CUT_TEXT_MOST + 2, ERRORS_MOST = 64 };

typedef struct reading_way {
    int room, row_room; /* of each call; more where a call could not move on */
    bool single, rows, whole_rows, closes, valid;
    bool skip; /* pass over the rest of a row after its error, and go on */
} reading_way;

typedef struct seen_error {
    digitrun_status status;
    size_t offset, end;          /* of the bad token, in the whole text */
    size_t part_start, part_end; /* what the call saw */
} seen_error;

/* What came out of all parts together. */
typedef struct pieces {
    uint64_t *bits;
    size_t *row_ends;
    uint8_t *closes, *valid;
    size_t count, rows, missing;
    seen_error errors[ERRORS_MOST];
    size_t error_count;
    const char *wrong; /* a rule of the calls themselves was broken */
} pieces;

void pieces_make(pieces *all);
void pieces_release(pieces *all);

/* Cuts the text before each of `cuts` (ascending). n and n_rows are what the rooms refer to. */
void read_in_parts(conform_bench *bench, const digitrun_format *format, const reading_way *way,
                   const char *text, size_t len, const size_t *cuts, size_t cut_count, size_t n,
                   size_t n_rows, pieces *all);
/* What the model must be asked for. */
unsigned way_model(const reading_way *way);
/* False: `why` (WHY_BYTES) says what differs. */
bool pieces_match_model(const pieces *got, const model_reading *model, const reading_way *way,
                        char *why);
bool pieces_match(const pieces *got, const pieces *want, const reading_way *way, char *why);

#endif
