/* dispatch/reader.c - reading a text whole or in parts: the loop round kernels and single steps. */
#include "dispatch/desk.h"
#include "dispatch/isa.h"

#include <string.h>

typedef char
    reader_state_fits[sizeof(reader_state) <= sizeof((digitrun_reader *)0)->opaque ? 1 : -1];

/* Over the rest of the line, its end included. Returns false if the text ends before. */
static bool pass_line(desk *d)
{
    bool returns = d->plan->kind != DIGITRUN_NDJSON;
    for (; d->at < d->len; d->at++) {
        uint8_t byte = d->text[d->at];
        if (byte == '\n' || (byte == '\r' && returns)) {
            d->at++;
            d->state.after_return = byte == '\r';
            return true;
        }
    }
    return false;
}

static void start_body(desk *d)
{
    reader_state *state = &d->state;
    state->phase = PHASE_BODY;
    state->after = CLASS_ROW;
    state->level = LEVEL_EMPTY;
    state->depth = 0;
    state->fields = FIELDS_NOT_BEGUN;
    state->row_values = 0;
    digitrun_desk_mark(d);
}

static void pass_bom(desk *d)
{
    static const uint8_t bom[3] = {0xEF, 0xBB, 0xBF};
    size_t room = d->len - d->at < 3 ? d->len - d->at : 3;
    bool begun = d->plan->bom == DIGITRUN_ACCEPT && room != 0 &&
                 memcmp(d->text + d->at, bom, room) == 0;
    if (begun && room < 3 && d->more) {
        d->status = DIGITRUN_PARTIAL;
        return;
    }
    if (begun && room == 3) {
        d->at += 3;
    }
    d->floor = d->at;
    d->state.phase = d->state.header_lines != 0 ? PHASE_HEADER : PHASE_BODY;
    digitrun_desk_mark(d);
}

static void pass_header(desk *d)
{
    if (pass_line(d) && --d->state.header_lines == 0) {
        start_body(d);
    }
}

static void skip_line(desk *d)
{
    d->at = digitrun_skip_line(d, d->at, &d->state.skip_place);
    if (d->at < d->len) {
        d->state.after_return = d->text[d->at++] == '\r';
        start_body(d);
    }
}

static void skip_array(desk *d)
{
    reader_state *state = &d->state;
    d->at = digitrun_skip_array(d, d->at, &state->skip_place, &state->skip_depth);
    if (d->at < d->len) {
        d->at++;
        state->phase = PHASE_BODY;
        state->level = LEVEL_ARRAYS;
        state->after = state->depth == 0 ? (uint8_t)AFTER_DOCUMENT : (uint8_t)CLASS_CLOSE;
        state->row_values = 0;
        digitrun_desk_mark(d);
    }
}

static void pass_over(desk *d)
{
    switch (d->state.phase) {
    case PHASE_START:
        pass_bom(d);
        break;
    case PHASE_HEADER:
        pass_header(d);
        break;
    case PHASE_COMMENT:
        if (pass_line(d)) {
            start_body(d);
        }
        break;
    case PHASE_SKIP_LINE:
        skip_line(d);
        break;
    case PHASE_SKIP_ARRAY:
        skip_array(d);
        break;
    default:
        d->at = d->len;
        break;
    }
}

static void end_of_text(desk *d)
{
    const reader_state *state = &d->state;
    const digitrun_plan *plan = d->plan;
    d->at = d->at > d->limit ? d->at : d->limit;
    if (d->more) {
        d->status = d->at == d->len ? DIGITRUN_OK : DIGITRUN_PARTIAL;
        return;
    }
    if (state->phase == PHASE_BODY && plan->width_count != 0 && state->fields == FIELDS_PASSING) {
        digitrun_desk_fields(d); /* the fields that a short last line does not reach */
        return;
    }
    if (state->phase == PHASE_BODY || state->phase == PHASE_START) {
        if (!has_brackets(plan)) {
            if (!digitrun_desk_line_end(d, 0)) {
                return;
            }
        } else if (state->depth != 0) {
            desk_fail(d, DIGITRUN_UNCLOSED, d->len, 0);
            return;
        } else if (plan->kind == DIGITRUN_JSON && state->after == CLASS_ROW) {
            desk_fail(d, DIGITRUN_BAD_STRUCTURE, d->len, 0);
            return;
        }
    }
    d->status = DIGITRUN_OK;
}

static void read_body(desk *d)
{
    size_t before = d->at;
    if (d->plan->row_wise) {
        digitrun_desk_fields(d);
        return;
    }
    digitrun_desk_run(d, d->limit);
    if (d->status == DESK_RUNNING && d->at == before) {
        digitrun_desk_step(d);
    }
}

/* An LF right behind a CR that ended a line. */
static void pass_paired(desk *d)
{
    d->state.after_return = 0;
    if (d->text[d->at] == '\n') {
        d->at++;
        if (d->state.phase == PHASE_BODY) {
            digitrun_desk_mark(d);
        }
    }
}

static void read_loop(desk *d)
{
    while (d->status == DESK_RUNNING) {
        if (d->state.after_return && d->at < d->len) {
            pass_paired(d);
        } else if (d->state.phase == PHASE_BODY) {
            if (d->at < d->limit) {
                read_body(d);
            } else {
                end_of_text(d);
            }
        } else if (d->at < d->len) {
            pass_over(d);
        } else {
            end_of_text(d);
        }
    }
}

/* A kernel's scratch lies on the stack only where a kernel wants one. */
NOINLINE static void read_with_scratch(desk *d)
{
    _Alignas(64) uint8_t scratch[DIGITRUN_SCRATCH];
    d->scratch = scratch;
    read_loop(d);
}

/* With MORE: behind the last byte that surely ends a token or cell. */
static size_t sure_end(const desk *d)
{
    size_t at = d->len;
    while (at > 0) {
        unsigned class = class_at(d, at - 1);
        bool sure = class != CLASS_TOKEN && class != CLASS_STOP &&
                    (class != CLASS_BLANK || !d->plan->cells);
        if (sure) {
            break;
        }
        at--;
    }
    return at;
}

static void go_back(desk *d, const row_mark *mark, bool keep_place)
{
    if (!keep_place) {
        d->state.depth = mark->depth;
        d->state.after = mark->after;
        d->state.level = mark->level;
        d->state.fields = FIELDS_NOT_BEGUN;
        d->state.row_values = 0;
        if (d->at != mark->at) {
            d->at = mark->at;
            d->state.after_return = 0;
        }
    }
    d->count = mark->count;
    d->rows = mark->rows;
    d->missing = mark->missing;
}

/* A row that ended with the part: how many arrays close behind it the next part will tell. */
static bool closes_unknown(const desk *d)
{
    return d->row_closes != NULL && d->more && d->rows > 0 && d->state.depth != 0 &&
           d->state.after == CLASS_CLOSE &&
           (d->status == DIGITRUN_OK || d->status == DIGITRUN_PARTIAL);
}

static void settle(desk *d)
{
    bool body = d->state.phase == PHASE_BODY;
    if (d->whole_rows) {
        if (d->status >= 16) {
            go_back(d, &d->mark, true);
        } else if (d->status != DIGITRUN_OK || d->more) {
            if (body && closes_unknown(d)) {
                go_back(d, &d->mark_before, false);
            } else if (body) {
                go_back(d, &d->mark, false);
            }
            if (d->status == DIGITRUN_OK && d->at != d->len) {
                d->status = DIGITRUN_PARTIAL;
            }
        }
    } else if (closes_unknown(d)) {
        d->rows--;
        d->state.pending_row = 1;
        d->state.pending_closes = d->row_closes[d->rows];
    }
}

/* Reports the row that the call before held back. */
static bool begin_pending(desk *d)
{
    if (!d->state.pending_row) {
        return true;
    }
    if (d->row_ends != NULL) {
        if (d->row_capacity == 0) {
            d->status = DIGITRUN_ROWS_FULL;
            return false;
        }
        d->row_ends[0] = (size_t)(d->base_values);
    }
    if (d->row_closes != NULL) {
        d->row_closes[0] = d->state.pending_closes;
    }
    d->rows = 1;
    d->state.pending_row = 0;
    return true;
}

static void begin_marks(desk *d)
{
    const reader_state *state = &d->state;
    row_mark *mark = &d->mark;
    memset(mark, 0, sizeof *mark);
    mark->rows = d->rows;
    mark->depth = state->depth;
    mark->after = state->after;
    mark->level = state->level;
    mark->in_call = has_brackets(d->plan)
                        ? state->level != LEVEL_NUMBERS
                        : state->level == LEVEL_EMPTY && state->fields == FIELDS_NOT_BEGUN;
    d->mark_before = *mark;
}

static void choose_kernel(desk *d)
{
    d->kernel = digitrun_isa_kernel_for(d->plan->needs);
    if (!d->kernel->any_rounding && d->wanted != ELEMENT_NONE && !is_usual_arithmetic()) {
        d->kernel = digitrun_isa_scalar();
    }
}

digitrun_result digitrun_desk_read(desk *d)
{
    digitrun_result result;
    d->at = 0;
    d->status = DESK_RUNNING;
    d->limit = d->more ? sure_end(d) : d->len;
    choose_kernel(d);
    if (begin_pending(d)) {
        begin_marks(d);
        if (d->kernel->scratch != 0) {
            read_with_scratch(d);
        } else {
            read_loop(d);
        }
        settle(d);
    }
    result.status = d->status;
    result.count = d->count;
    result.rows = d->rows;
    result.offset = d->at;
    result.length = d->error_length;
    result.missing = d->missing;
    return result;
}

void digitrun_desk_begin(desk *d, const digitrun_plan *plan)
{
    memset(d, 0, sizeof *d);
    d->plan = plan;
    d->state.plan = plan;
    d->state.after = CLASS_ROW;
    d->state.header_lines = plan->skip_lines;
    d->state.phase = PHASE_START;
}

static reader_state *state_of(digitrun_reader *reader)
{
    return (reader_state *)(void *)reader->opaque;
}

void digitrun_reader_init(digitrun_reader *reader, const digitrun_format *format)
{
    desk d;
    if (reader == NULL) {
        return;
    }
    memset(reader, 0, sizeof *reader);
    if (format != NULL) {
        digitrun_desk_begin(&d, plan_of(format));
        memcpy(reader->opaque, &d.state, sizeof d.state);
    }
}

static bool take_shape(desk *d, const digitrun_shape *shape)
{
    if (shape == NULL) {
        return true;
    }
    if (shape->size < sizeof *shape || (shape->row_ends == NULL && shape->row_capacity != 0) ||
        (shape->row_closes != NULL && shape->row_ends == NULL)) {
        return false;
    }
    d->row_ends = shape->row_ends;
    d->row_capacity = shape->row_capacity;
    d->row_closes = shape->row_closes;
    d->valid = shape->valid;
    d->valid_bit = shape->valid_bit;
    return true;
}

static digitrun_result bad_argument(void)
{
    digitrun_result result = {DIGITRUN_BAD_ARGUMENT, 0, 0, 0, 0, 0};
    return result;
}

/* The error that an earlier call returned, again. */
static digitrun_result same_error(const reader_state *state, size_t len)
{
    digitrun_result result = {state->error, 0, 0, 0, 0, 0};
    result.length = state->error_length < len ? (size_t)state->error_length : len;
    return result;
}

static void keep(digitrun_reader *reader, const desk *d, const digitrun_result *result)
{
    reader_state *state = state_of(reader);
    *state = d->state;
    if (result->status >= DIGITRUN_BAD_NUMBER) {
        state->error = result->status;
        state->error_length = result->length;
        state->run_bytes = RUN_BYTES_AFTER_ERROR;
    }
    reader->values += result->count;
    reader->rows += result->rows;
    reader->bytes += result->offset;
    reader->row_values = state->row_values;
}

static digitrun_result read_part(digitrun_reader *reader, const char *text, size_t len,
                                 unsigned flags, element wanted, void *values, size_t capacity,
                                 const digitrun_shape *shape)
{
    desk d;
    digitrun_result result;
    if (reader == NULL || state_of(reader)->plan == NULL || (text == NULL && len != 0) ||
        (values == NULL && capacity != 0) ||
        (flags & ~(unsigned)(DIGITRUN_MORE | DIGITRUN_WHOLE_ROWS)) != 0) {
        return bad_argument();
    }
    memset(&d, 0, sizeof d);
    d.state = *state_of(reader);
    d.plan = d.state.plan;
    d.text = (const uint8_t *)text;
    d.len = len;
    d.wanted = wanted;
    d.values = values;
    d.capacity = capacity;
    d.base_values = reader->values;
    if (!take_shape(&d, shape)) {
        return bad_argument();
    }
    if (d.state.error != 0) {
        return same_error(&d.state, len);
    }
    d.more = (flags & DIGITRUN_MORE) != 0;
    d.whole_rows = (flags & DIGITRUN_WHOLE_ROWS) != 0;
    d.rows_asked = d.row_ends != NULL || d.whole_rows || d.plan->columns != 0;
    d.rows_needed = true; /* row_values is public */
    d.marks_needed = d.whole_rows || d.plan->columns != 0;
    result = digitrun_desk_read(&d);
    keep(reader, &d, &result);
    return result;
}

digitrun_result digitrun_read_f64(digitrun_reader *reader, const char *text, size_t len,
                                  unsigned flags, double *values, size_t capacity,
                                  const digitrun_shape *shape)
{
    return read_part(reader, text, len, flags, ELEMENT_F64, values, capacity, shape);
}

digitrun_result digitrun_read_f32(digitrun_reader *reader, const char *text, size_t len,
                                  unsigned flags, float *values, size_t capacity,
                                  const digitrun_shape *shape)
{
    return read_part(reader, text, len, flags, ELEMENT_F32, values, capacity, shape);
}

void digitrun_reader_skip_row(digitrun_reader *reader)
{
    if (reader == NULL || state_of(reader)->error == 0) {
        return;
    }
    reader_state *state = state_of(reader);
    bool structure = state->error == DIGITRUN_BAD_STRUCTURE; /* behind a quoted cell, say */
    state->error = 0;
    state->error_length = 0;
    bool in_line = state->plan->kind == DIGITRUN_NDJSON; /* whose end ends strings, too */
    state->skip_place = state->error_quoted && !in_line          ? SKIP_QUOTED
                        : structure || has_brackets(state->plan) ? SKIP_INSIDE
                                                                 : SKIP_FRESH;
    if (state->plan->kind != DIGITRUN_JSON) {
        state->phase = PHASE_SKIP_LINE;
    } else if (state->depth == 0 && !(state->error_at_row && state->after == CLASS_ROW)) {
        state->phase = PHASE_SKIP_ALL;
    } else {
        state->phase = PHASE_SKIP_ARRAY;
        state->skip_depth = !state->error_at_row + state->error_nested;
        state->depth -= !state->error_at_row;
    }
    state->error_at_row = 0;
    state->error_quoted = 0;
    state->error_nested = 0;
}
