/* tools/part.c - reads a part of the text to its end, and forgives what is to be forgiven. */
#include "tools/part.h"
#include "tools/report.h"

#include <errno.h>
#include <math.h>

/* Values at first: with INPUT_STEP they stay in the second-level cache. */
enum { PORTION = 32 * 1024 };

int part_open(part *p, const options *opts)
{
    memset(p, 0, sizeof *p);
    p->opts = opts;
    p->f32 = opts->type == TYPE_F32;
    size_t count = opts->buffer > 0 ? (opts->buffer + 7) / 8 : PORTION;
    if (!part_reserve(p, count, count)) {
        return report_io(opts->in, ENOMEM);
    }
    return filter_open(&p->passed_over, opts);
}

void part_close(part *p)
{
    filter_close(&p->passed_over);
    input_release(&p->in);
    free(p->values);
    free(p->row_ends);
    free(p->valid);
    bytes_free(&p->view);
    bytes_free(&p->labels);
    bytes_free(&p->passed);
    bytes_free(&p->out);
}

bool part_reserve(part *p, size_t count, size_t rows)
{
    if (count > p->capacity) {
        void *values = realloc(p->values, count * part_value_size(p));
        if (values == NULL) {
            return false;
        }
        p->values = values;
        uint8_t *valid = p->opts->drop_missing ? realloc(p->valid, count / 8 + 1) : NULL;
        if (p->opts->drop_missing && valid == NULL) {
            return false;
        }
        p->valid = valid;
        p->capacity = count;
    }
    if (rows > p->row_capacity) {
        size_t *row_ends = realloc(p->row_ends, rows * sizeof *row_ends);
        if (row_ends == NULL) {
            return false;
        }
        p->row_ends = row_ends;
        p->row_capacity = rows;
    }
    return true;
}

/* ---- one read -------------------------------------------------------------------------------- */

static char *read_text(part *p)
{
    return p->view.len > 0 ? p->view.data : p->in.memory + p->in.begin;
}

static digitrun_result read_some(part *p, const char *text, size_t len, unsigned flags)
{
    digitrun_shape shape = {.size = sizeof shape};
    shape.row_ends = p->row_ends + p->rows;
    shape.row_capacity = p->row_capacity - p->rows;
    shape.valid = p->valid;
    shape.valid_bit = p->count;
    size_t capacity = p->capacity - p->count;
    return p->f32 ? digitrun_read_f32(&p->reader, text, len, flags, (float *)p->values + p->count,
                                      capacity, &shape)
                  : digitrun_read_f64(&p->reader, text, len, flags, (double *)p->values + p->count,
                                      capacity, &shape);
}

static void take_result(part *p, const digitrun_result *result)
{
    p->count += result->count;
    p->rows += result->rows;
    p->missing += result->missing;
    p->last = *result;
}

/* ---- forgiving ------------------------------------------------------------------------------- */

static void note_fault(part *p, size_t at, uint64_t rows, size_t length)
{
    fault one = {.problem = digitrun_status_text(p->last.status), .offset = at};
    one.row = rows + p->passed_rows + 1;
    one.value = p->last.status == DIGITRUN_ROW_LENGTH ? 0 : p->reader.row_values + 1;
    /* how far a row or an open quote reaches depends on the part */
    bool whole = p->last.status != DIGITRUN_ROW_LENGTH && p->last.status != DIGITRUN_UNCLOSED;
    faults_note(&p->forgiven, &one, input_text(&p->in) + at, whole ? length : 0);
}

/* The row is passed over; the next read goes on behind it. */
static bool skip_row(part *p, size_t at)
{
    uint64_t row = p->rows + p->passed_rows;
    note_fault(p, at, p->rows, p->last.length);
    p->passed_rows++;
    digitrun_reader_skip_row(&p->reader);
    return bytes_add(&p->passed, &row, sizeof row);
}

/* A token that is no number, and has a place where a number may stand. */
static bool can_be_nan(const digitrun_result *result)
{
    return result->length > 0 &&
           (result->status == DIGITRUN_BAD_NUMBER || result->status == DIGITRUN_NOT_NUMBER ||
            result->status == DIGITRUN_OUT_OF_RANGE || result->status == DIGITRUN_NOT_FINITE ||
            result->status == DIGITRUN_MISSING);
}

/* In place of the token stands a 0 now, which becomes NaN when all is read. */
static void write_zero(char *token, size_t len)
{
    memset(token, ' ', len);
    token[0] = '0';
}

/* What is read may be changed, the text itself may not: errors show it. */
static bool own_text(part *p)
{
    return p->view.len > 0 || bytes_add(&p->view, input_text(&p->in), input_len(&p->in));
}

typedef struct zeros { /* indexes of values that stand for something else */
    size_t *index;
    size_t count, room;
} zeros;

static bool note_zero(zeros *all, size_t index)
{
    if (all->count == all->room) {
        size_t room = all->room > 0 ? 2 * all->room : 64;
        size_t *grown = realloc(all->index, room * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        all->index = grown;
        all->room = room;
    }
    all->index[all->count++] = index;
    return true;
}

/* A row of a wrong length took its values back, from some index on. */
static void set_nan(part *p, const zeros *all)
{
    for (size_t i = 0; i < all->count && all->index[i] < p->count; i++) {
        if (p->f32) {
            ((float *)p->values)[all->index[i]] = NAN;
        } else {
            ((double *)p->values)[all->index[i]] = (double)NAN;
        }
    }
}

/* Where reading is: bytes used, and what the reader was before the last read. */
typedef struct progress {
    size_t at;
    size_t count, rows;
    uint64_t missing;
    digitrun_reader before;
    zeros nans;
} progress;

/* Goes back to before the read that met the token, reads up to it, and puts a 0 in its place. */
static bool put_nan(part *p, progress *now, unsigned flags)
{
    digitrun_result error = p->last;
    size_t token = now->at + error.offset, index = p->count;
    index += (flags & DIGITRUN_WHOLE_ROWS) != 0 ? p->reader.row_values : 0;
    note_fault(p, token, p->rows, error.length);
    if (!own_text(p)) {
        return false;
    }
    p->reader = now->before;
    p->count = now->count;
    p->rows = now->rows;
    p->missing = now->missing;
    digitrun_result result = read_some(p, read_text(p) + now->at, token - now->at,
                                       flags | DIGITRUN_MORE);
    take_result(p, &result);
    now->at += result.offset;
    write_zero(read_text(p) + token, error.length);
    p->last = error;
    return note_zero(&now->nans, index);
}

typedef enum mercy { MERCY_NONE, MERCY_GO_ON, MERCY_DONE, MERCY_NO_MEMORY } mercy;

/* What is to be done after an error. */
static mercy forgive(part *p, progress *now, unsigned flags)
{
    size_t at = now->at + p->last.offset;
    bool again = p->forgiven.count > 0 && p->bad == at + 1;
    p->bad = at + 1; /* the same place twice would be for ever */
    if (again || p->opts->on_error == ON_ERROR_STOP) {
        return MERCY_NONE;
    }
    if (p->opts->on_error == ON_ERROR_SKIP_ROW) {
        now->at = at;
        if (!skip_row(p, at)) {
            return MERCY_NO_MEMORY;
        }
        if (p->last.status != DIGITRUN_UNCLOSED) {
            return MERCY_GO_ON;
        }
        p->last = (digitrun_result){.status = DIGITRUN_OK};
        now->at = input_len(&p->in);
        return MERCY_DONE;
    }
    if (!can_be_nan(&p->last)) {
        return MERCY_NONE;
    }
    return put_nan(p, now, flags) ? MERCY_GO_ON : MERCY_NO_MEMORY;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* More room for what was full. */
static bool grow(part *p)
{
    bool values = p->last.status == DIGITRUN_FULL;
    return part_reserve(p, values ? 2 * p->capacity : 0, values ? 0 : 2 * p->row_capacity);
}

/* Leaves out the values that are missing. */
static void drop_missing(part *p)
{
    size_t kept = 0, row = 0, size = part_value_size(p);
    char *values = p->values;
    for (size_t i = 0; i < p->count; i++) {
        while (row < p->rows && p->row_ends[row] == i) {
            p->row_ends[row++] = kept;
        }
        if ((p->valid[i / 8] >> i % 8 & 1) != 0) {
            memmove(values + kept++ * size, values + i * size, size);
        }
    }
    while (row < p->rows) {
        p->row_ends[row++] = kept;
    }
    p->count = kept;
}

static bool read_to_end(part *p, progress *now, unsigned flags)
{
    do {
        now->before = p->reader;
        p->checkpoint = p->reader;
        p->checkpoint_at = now->at;
        now->count = p->count;
        now->rows = p->rows;
        now->missing = p->missing;
        digitrun_result result = read_some(p, read_text(p) + now->at, input_len(&p->in) - now->at,
                                           flags);
        take_result(p, &result);
        if (part_is_bad(p)) {
            mercy given = forgive(p, now, flags);
            if (given == MERCY_NONE) {
                p->bad = now->at + p->last.offset;
            }
            if (given != MERCY_GO_ON) {
                return given != MERCY_NO_MEMORY;
            }
            continue;
        }
        now->at += result.offset;
        if (part_wants_text(p)) {
            return true;
        }
    } while (part_is_bad(p) || grow(p));
    return false;
}

bool part_read(part *p, unsigned forced)
{
    progress now = {.at = 0};
    uint64_t base = p->reader.values;
    p->count = p->rows = 0;
    p->bad = 0;
    bool memory = read_to_end(p, &now, forced | (p->in.ended ? 0 : DIGITRUN_MORE));
    p->used = now.at;
    for (size_t i = 0; i < p->rows; i++) {
        p->row_ends[i] -= (size_t)base;
    }
    set_nan(p, &now.nans);
    free(now.nans.index);
    if (memory && p->opts->drop_missing) {
        drop_missing(p);
    }
    return memory;
}

uint64_t part_count_bad_row(part *p)
{
    digitrun_result result = {.status = DIGITRUN_FULL};
    digitrun_reader reader = p->reader;
    size_t at = p->checkpoint_at;
    p->reader = p->checkpoint;
    while (result.status == DIGITRUN_FULL || result.status == DIGITRUN_ROWS_FULL) {
        p->count = p->rows = 0;
        result = read_some(p, read_text(p) + at, input_len(&p->in) - at,
                           p->in.ended ? 0 : DIGITRUN_MORE);
        at += result.offset;
    }
    uint64_t held = p->reader.row_values;
    p->reader = reader;
    return held;
}
