/* tests/conform_case.h - one text, one format, one call: run on every usable row and on the model,
 * and compared. Also the seeds, the reducer and the figures that conform and cuts share. */
#ifndef DIGITRUN_TESTS_CONFORM_CASE_H
#define DIGITRUN_TESTS_CONFORM_CASE_H

#include "tests/guard.h"
#include "tests/model.h"
#include "tests/text_gen.h"

#include <stdio.h>

enum { ROWS_MOST = 16, CONFORM_TEXT_MOST = 1 << 20, WHY_BYTES = 400 };

/* ---- one call ------------------------------------------------------------------------------- */
enum { CALL_PARSE, CALL_PARSE_ROWS, CALL_COUNT, CALL_READ, CALL_PREFIX, CALLS };
/* Room, as a function of the n values (rows) the text holds. */
enum { ROOM_0, ROOM_1, ROOM_2, ROOM_3, ROOM_LESS, ROOM_EXACT, ROOM_MORE, ROOM_HALF, ROOMS };

typedef struct call_options {
    int api, room, row_room;
    bool single, rows, whole_rows, closes, valid; /* the last four: CALL_READ */
    uint8_t valid_bit;
    char separator; /* CALL_PREFIX */
    size_t slack; /* bytes between the text's end and the guard page; SIZE_MAX: flush at the head */
} call_options;

void call_random(call_options *call, random_source *random);
void call_print(const call_options *call);
size_t room_of(int rule, size_t n);

typedef struct conform_case {
    const gen_spec *spec;
    const digitrun_format *format;
    const char *text;
    size_t len;
    call_options call;
} conform_case;

/* ---- the bench: rows found, arrays, the model's readings of the text in hand ---------------- */
typedef struct outcome {
    digitrun_result result;
    char *values; /* result.count of them */
    size_t *row_ends;
    uint8_t *closes, *valid;
} outcome;

typedef struct conform_bench {
    const char *rows[ROWS_MOST]; /* usable ones, the scalar row last */
    size_t row_count;
    guard_area text, values, row_ends, closes, valid;
    outcome want, got;          /* of the scalar row, of another */
    model_reading readings[16]; /* by `what` */
    bool read[16];
    model_rules rules;
    uint64_t calls, values_seen, rows_seen, bytes_seen;
    uint64_t statuses[4][40]; /* by kind, as the model sees whole texts */
} conform_bench;

void bench_open(conform_bench *bench);
void bench_close(conform_bench *bench);
/* A new text or format: the readings of the last one are forgotten. */
void bench_forget(conform_bench *bench, const digitrun_format_spec *spec);
const model_reading *bench_model(conform_bench *bench, const char *text, size_t len, unsigned what);

/* The scalar row against the model, then each other row against the scalar one. False: `why`
 * says. */
bool case_check(conform_bench *bench, const conform_case *test, char *why);

/* ---- seeds and reports ---------------------------------------------------------------------- */
typedef struct conform_settings {
    uint64_t seed;
    double scale;     /* 1: what CI runs */
    const char *only; /* a part's name, or NULL */
    long only_index;  /* -1: all */
    unsigned failures, failures_most;
} conform_settings;

/* --seed N, --scale X, --part NAME, --index N; else DIGITRUN_TEST_SEED, DIGITRUN_TEST_SCALE. */
void settings_read(conform_settings *settings, int argc, char **argv);
bool settings_wants(const conform_settings *settings, const char *part, size_t index);
size_t settings_times(const conform_settings *settings, size_t at_scale_1);

/* The smallest part of a text that still fails, by leaving out ever smaller pieces. */
typedef bool (*text_fails)(void *context, const char *text, size_t len);
void text_reduce(text_buffer *text, text_fails fails, void *context, unsigned checks_most);
/* As many options back to zero as fail still. The context's spec is changed through `spec`. */
void spec_reduce(gen_spec *spec, bool (*fails)(void *context), void *context);
void text_print(const char *text, size_t len);

double seconds_now(void);
#endif
