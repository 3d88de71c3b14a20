/* tests/model.h - a slow, obvious reader of every format, written from the rules alone: the witness
 * that knows neither the library nor fast_float. Numbers by the C library's strtod and strtof. */
#ifndef DIGITRUN_TESTS_MODEL_H
#define DIGITRUN_TESTS_MODEL_H

#include "digitrun/digitrun.h"

/* A spec with every choice resolved. */
typedef struct model_rules {
    digitrun_kind kind;
    bool json; /* JSON or NDJSON */
    digitrun_choice plus, bare_point, leading_zeros, not_finite, overflow, missing, bad,
        sign_exponent;
    digitrun_choice last_separator, blank_lines, bom;
    unsigned char decimal, quote, grouping;
    bool separator[256], comment[256], exponent[256];
    bool cells; /* a cell reaches to its delimiter: blank is no separator */
    char words[16][16];
    size_t word_count;
    const uint16_t *widths;
    size_t width_count, skip_lines, skip_fields, take_fields, columns, max_depth;
} model_rules;

void model_resolve(model_rules *rules, const digitrun_format_spec *spec);
digitrun_status model_spec(const digitrun_format_spec *spec); /* OK or BAD_SPEC */

enum {
    MODEL_F32 = 1,
    MODEL_ROWS = 2,   /* row_ends or WHOLE_ROWS are asked, so MIXED is an error */
    MODEL_CLOSES = 4, /* depth is limited to 255 */
    MODEL_COUNT = 8   /* as digitrun_count: numbers are not converted */
};

typedef struct model_value {
    size_t start, end; /* the token; both the byte that shows an empty cell to be empty */
    uint64_t bits;     /* of the double or float; 0 in a count */
    bool present;
} model_value;

typedef struct model_row {
    size_t values; /* before its end, from the start of the text */
    size_t start, end;
    size_t closes;
    bool alone; /* a number outside any array: stored with its row end or not at all */
} model_row;

/* Everything a text holds up to its first offence. Reused from call to call; model_release
 * frees. */
typedef struct model_reading {
    model_value *values;
    size_t count, value_room;
    model_row *rows;
    size_t row_count, row_room;
    digitrun_status status;
    size_t offset, length;
} model_reading;

void model_read(model_reading *reading, const model_rules *rules, const char *text, size_t len,
                unsigned what);
void model_release(model_reading *reading);

/* digitrun_prefix_*: values into the reading; offset behind the last separator. */
void model_prefix(model_reading *reading, const char *text, size_t len, char separator,
                  unsigned what);

/* What one call with this room returns for a text. `offset` may lie in [offset, offset_most]:
 * between the last thing used and the next value there is nothing but blanks and structure. */
typedef struct model_result {
    digitrun_status status;
    size_t count, rows, missing, offset, offset_most, length;
} model_result;

void model_limit(model_result *result, const model_reading *reading, size_t capacity,
                 size_t row_capacity, bool whole_rows);

/* ---- between the files of the model --------------------------------------------------------- */
/* Reads one token: OK and *value, or what is wrong with it. */
digitrun_status model_token(const model_rules *rules, const char *token, size_t len, unsigned what,
                            model_value *value);
/* strtod and strtof, mended where glibc (2.36) misrounds: exactly 3/4 between two subnormals. */
double model_strtod(const char *text);
float model_strtof(const char *text);
bool model_is_number(const model_rules *rules, const char *token, size_t len);
void model_stop(model_reading *reading, digitrun_status status, size_t offset, size_t length);
void model_add_value(model_reading *reading, const model_value *value);
void model_add_row(model_reading *reading, size_t start, size_t end);
void model_read_json(model_reading *reading, const model_rules *rules, const char *text, size_t len,
                     unsigned what, size_t start);
void model_read_lines(model_reading *reading, const model_rules *rules, const char *text,
                      size_t len, unsigned what, size_t start);
#endif
