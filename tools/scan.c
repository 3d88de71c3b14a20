/* tools/scan.c - reads a text to its end: values in portions, and the shape of it all. */
#include "tools/scan.h"
#include "tools/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values in a portion: with INPUT_STEP they stay in the second-level cache. */
enum { PORTION = 32 * 1024 };
/* Text wanted behind an error, for its excerpt. */
enum { BEHIND = 160 };

/* A json text is a list, not a matrix of one row, where its first bracket opens a row at once. */
enum { BRACKETS_NONE = 0, BRACKETS_ONE = 1, BRACKETS_FLAT = 2, BRACKETS_NESTED = 3 };

static size_t value_size(const scan *s)
{
    return s->f32 ? sizeof(float) : sizeof(double);
}

int scan_open(scan *s, const options *opts)
{
    memset(s, 0, sizeof *s);
    s->opts = opts;
    s->f32 = opts->type == TYPE_F32;
    s->capacity = opts->buffer > 0 ? (opts->buffer + 7) / 8 : PORTION;
    s->row_capacity = s->capacity;
    int failed = input_open(&s->in, opts->in, opts->buffer > 0 ? opts->buffer : INPUT_STEP);
    if (failed != 0) {
        return failed;
    }
    s->values = malloc(s->capacity * value_size(s));
    s->row_ends = malloc(s->row_capacity * sizeof *s->row_ends);
    digitrun_reader_init(&s->reader, &opts->format);
    return s->values != NULL && s->row_ends != NULL ? 0 : report_io(s->in.name, ENOMEM);
}

void scan_close(scan *s)
{
    input_close(&s->in);
    free(s->values);
    free(s->row_ends);
}

/* ---- shape ----------------------------------------------------------------------------------- */

static void note_rows(scan_shape *shape, const size_t *row_ends, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        uint64_t columns = row_ends[i] - shape->row_begin;
        shape->row_begin = row_ends[i];
        if (shape->rows + i == 0) {
            shape->columns = columns;
        } else if (columns != shape->columns && shape->other_row == 0) {
            shape->other_row = shape->rows + i + 1;
            shape->other_columns = columns;
        }
    }
    shape->rows += rows;
}

static void note_brackets(scan *s, const char *text, size_t len)
{
    for (size_t i = 0; i < len && s->brackets < BRACKETS_FLAT; i++) {
        if (text[i] == '[') {
            s->brackets = s->brackets == BRACKETS_NONE ? BRACKETS_ONE : BRACKETS_NESTED;
        } else if (s->brackets == BRACKETS_ONE && strchr(" \t\r\n", text[i]) == NULL) {
            s->brackets = BRACKETS_FLAT;
        }
    }
}

bool scan_is_matrix(const scan *s)
{
    if (s->opts->spec.columns > 0) {
        return true;
    }
    bool list = s->opts->spec.kind == DIGITRUN_JSON && s->brackets != BRACKETS_NESTED;
    return s->shape.rows > 0 && s->shape.other_row == 0 && s->shape.columns != 1 && !list;
}

/* ---- reading --------------------------------------------------------------------------------- */

static digitrun_result read_part(scan *s, digitrun_reader *reader, size_t from, unsigned flags)
{
    const char *text = input_text(&s->in) + from;
    size_t len = input_len(&s->in) - from;
    digitrun_shape shape = {.size = sizeof shape};
    shape.row_ends = s->row_ends;
    shape.row_capacity = s->row_capacity;
    flags |= s->in.ended ? 0 : DIGITRUN_MORE;
    return s->f32 ? digitrun_read_f32(reader, text, len, flags, s->values, s->capacity, &shape)
                  : digitrun_read_f64(reader, text, len, flags, s->values, s->capacity, &shape);
}

static bool is_error(digitrun_status status)
{
    return status >= DIGITRUN_BAD_NUMBER;
}

static bool wants_text(digitrun_status status)
{
    return status == DIGITRUN_OK || status == DIGITRUN_PARTIAL;
}

/* Whole rows are read and one has no room: there must be more of it. */
static int grow_values(scan *s)
{
    void *values = realloc(s->values, 2 * s->capacity * value_size(s));
    if (values == NULL) {
        return report_io(s->in.name, ENOMEM);
    }
    s->values = values;
    s->capacity *= 2;
    return 0;
}

static int prepare_part(scan *s)
{
    if (wants_text(s->last.status)) {
        report_progress(s->in.offset, s->in.size);
        return input_fill(&s->in);
    }
    bool stuck = s->last.status == DIGITRUN_FULL && s->last.count == 0 && s->last.offset == 0;
    return stuck ? grow_values(s) : 0;
}

static void take_part(scan *s)
{
    note_rows(&s->shape, s->row_ends, s->last.rows);
    s->shape.values += s->last.count;
    s->shape.missing += s->last.missing;
    if (is_error(s->last.status)) {
        return; /* the window stays: the line of the error is shown */
    }
    if (s->opts->spec.kind == DIGITRUN_JSON) {
        note_brackets(s, input_text(&s->in), s->last.offset);
    }
    input_pass(&s->in, s->last.offset);
}

/* With columns asked whole rows are read, so that a row of another length has its start in the
 * window, however the text came. */
static unsigned part_flags(const scan *s)
{
    return s->opts->spec.columns > 0 ? DIGITRUN_WHOLE_ROWS : 0;
}

scan_step scan_next(scan *s, size_t *count, int *code)
{
    *count = 0;
    while (*count == 0) {
        if (is_error(s->last.status)) {
            return SCAN_BAD;
        }
        if (wants_text(s->last.status) && s->in.ended) {
            return SCAN_END;
        }
        *code = prepare_part(s);
        if (*code != 0) {
            return SCAN_FAILED;
        }
        s->checkpoint = s->reader;
        s->last = read_part(s, &s->reader, 0, part_flags(s));
        take_part(s);
        *count = s->last.count;
    }
    return SCAN_VALUES;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* Where whole rows are read, the reader forgets the values of the bad one: read it once more. */
static void count_bad_row(scan *s)
{
    digitrun_result result = {DIGITRUN_FULL, 0, 0, 0, 0, 0};
    size_t from = 0;
    s->reader = s->checkpoint;
    while (result.status == DIGITRUN_FULL || result.status == DIGITRUN_ROWS_FULL) {
        result = read_part(s, &s->reader, from, 0);
        from += result.offset;
    }
}

static void describe(const scan *s, char *problem, size_t room)
{
    const char *text = digitrun_status_text(s->last.status);
    size_t columns = s->opts->spec.columns;
    unsigned long long held = s->reader.row_values;
    if (s->last.status == DIGITRUN_BAD_STRUCTURE && s->last.length == 0) {
        snprintf(problem, room, "the text ends where a value should be");
    } else if (s->last.status != DIGITRUN_ROW_LENGTH) {
        snprintf(problem, room, "%s", text);
    } else if (held < columns) {
        snprintf(problem, room, "%s: %llu instead of %zu", text, held, columns);
    } else {
        snprintf(problem, room, "%s: more than %zu", text, columns);
    }
}

int scan_report(scan *s)
{
    char problem[160];
    size_t offset = s->last.offset, behind = offset + s->last.length + BEHIND;
    if (part_flags(s) != 0) {
        count_bad_row(s);
    }
    describe(s, problem, sizeof problem);
    while (!s->in.ended && input_len(&s->in) < behind && input_fill(&s->in) == 0) {
    }
    input_place at = input_locate(&s->in, offset);
    report_place place = {.name = s->in.name, .line = at.line, .column = at.column};
    place.row = s->reader.rows + 1;
    place.value = s->last.status == DIGITRUN_ROW_LENGTH ? 0 : s->reader.row_values + 1;
    place.before_len = s->in.begin + offset;
    place.before = s->in.memory;
    place.spot = input_text(&s->in) + offset;
    place.spot_len = input_len(&s->in) - offset;
    place.marked = s->last.length;
    return report_bad_data(&place, problem);
}
