/* dispatch/run.c - a kernel run and what comes after it: holes filled, rows and marks kept. */
#include "dispatch/desk.h"
#include "dispatch/isa.h"

#include <string.h>

enum { BACKOFF_BYTES = 512, BACKOFF_VALUES = 48, BACKOFF_CLEAR = 4096 };
enum { PENALTY_LEAST = 16, PENALTY_MOST = 4096, REPLAY_ROWS = 64, REPLAY_HOLES = 16 };

/* A run with the buffers that its rows and holes land in. */
typedef struct desk_run {
    digitrun_run run;
    const digitrun_kernel *kernel;
    size_t start;        /* text offset of run.text */
    reader_state before; /* the automaton there */
    size_t count_before, rows_before;
    size_t missing_before;
    uint32_t row_ends[RUN_ROWS];
    uint8_t closes[RUN_ROWS + 1]; /* [0] belongs to the row before the run */
    digitrun_hole holes[RUN_HOLES];
    odd_value filled[RUN_HOLES];
} desk_run;

static void set_automaton(digitrun_run *run, const reader_state *state)
{
    run->depth = state->depth;
    run->after = state->after;
    run->level = state->level;
    run->mood = state->mood;
}

static void take_automaton(reader_state *state, const digitrun_run *run)
{
    state->depth = run->depth;
    state->after = run->after;
    state->level = run->level;
}

static void take_state(reader_state *state, const reader_state *from)
{
    state->depth = from->depth;
    state->after = from->after;
    state->level = from->level;
}

static uint32_t clip(size_t amount, uint32_t most)
{
    return amount < most ? (uint32_t)amount : most;
}

static void prepare(desk *d, desk_run *r, size_t stop, uint32_t bytes)
{
    digitrun_run *run = &r->run;
    r->start = d->at;
    r->before = d->state;
    r->count_before = d->count;
    r->rows_before = d->rows;
    r->missing_before = d->missing;
    run->text = d->text + d->at;
    run->len = clip(stop - d->at, bytes);
    run->last = !d->more && d->at + run->len == d->len;
    run->plan = d->plan;
    run->capacity = clip(d->capacity - d->count, UINT32_MAX / 2);
    run->row_ends = d->rows_needed ? r->row_ends : NULL;
    run->row_capacity = RUN_ROWS;
    if (d->row_ends != NULL) {
        run->row_capacity = clip(d->row_capacity - d->rows, RUN_ROWS);
    }
    run->row_closes = NULL;
    if (d->row_closes != NULL) {
        run->row_closes = r->closes + 1;
        r->closes[0] = 0;
    }
    run->holes = r->holes;
    run->hole_capacity = RUN_HOLES;
    run->scratch = d->scratch;
    run->depth_max = d->plan->depth_max;
    if (d->row_closes != NULL && run->depth_max > CLOSES_MAX) {
        run->depth_max = CLOSES_MAX;
    }
    set_automaton(run, &d->state);
}

void digitrun_desk_call(const desk *d, const digitrun_kernel *kernel, digitrun_run *run)
{
    run->values = NULL;
    if (d->wanted == ELEMENT_F64) {
        run->values = (double *)d->values + d->count;
        kernel->read_f64(run);
    } else if (d->wanted == ELEMENT_F32) {
        run->values = (float *)d->values + d->count;
        kernel->read_f32(run);
    } else {
        kernel->count(run);
    }
}

/* The kernel for what lies ahead: the row in use, unless the back-off or the length says scalar. */
static const digitrun_kernel *choose(desk *d, desk_run *r)
{
    const digitrun_kernel *scalar = digitrun_isa_scalar();
    if (d->kernel == scalar || r->run.len < d->kernel->least) {
        return scalar;
    }
    if (d->state.penalty_left != 0) {
        r->run.capacity = clip(r->run.capacity, d->state.penalty_left);
        return scalar;
    }
    return d->kernel;
}

/* After a short run of a fast kernel the scalar kernel reads on for a while, longer each time. */
static void back_off(desk *d, const desk_run *r)
{
    uint32_t values = r->run.count + r->run.hole_count;
    if (r->kernel != d->kernel) {
        d->state.penalty_left -= clip(values, d->state.penalty_left);
        return;
    }
    if (r->kernel == digitrun_isa_scalar()) {
        return;
    }
    /* "[],[]," or line ends alone: nothing to convert */
    const bool empty = r->run.rows > 2 * values + BACKOFF_VALUES ||
                       (values == 0 && r->run.used >= BACKOFF_CLEAR);
    if (r->run.used >= BACKOFF_CLEAR && !empty) {
        d->state.penalty = 0;
    } else if (r->run.used >= BACKOFF_BYTES && values >= BACKOFF_VALUES && !empty) {
        d->state.penalty /= 2;
    } else if (r->run.used < r->run.len || empty) {
        uint32_t twice = 2 * d->state.penalty;
        d->state.penalty = twice < PENALTY_LEAST  ? PENALTY_LEAST
                           : twice > PENALTY_MOST ? PENALTY_MOST
                                                  : twice;
        d->state.penalty_left = d->state.penalty;
    }
}

/* Reads text[from, to) again from the automaton in *state, converting nothing, up to its end or to
 * the byte that ends row number `rows`. Returns where it stopped; *state follows. */
static size_t replay(const desk *d, reader_state *state, size_t from, size_t to, size_t rows)
{
    digitrun_hole holes[REPLAY_HOLES];
    uint32_t row_ends[REPLAY_ROWS];
    digitrun_run run;
    memset(&run, 0, sizeof run);
    run.plan = d->plan;
    run.depth_max = d->plan->depth_max;
    run.last = !d->more && to == d->len;
    run.capacity = UINT32_MAX / 2;
    run.row_ends = row_ends;
    run.holes = holes;
    run.hole_capacity = REPLAY_HOLES;
    do {
        run.text = d->text + from;
        run.len = (uint32_t)(to - from);
        run.row_capacity = clip(rows, REPLAY_ROWS);
        set_automaton(&run, state);
        digitrun_isa_scalar()->count(&run);
        take_automaton(state, &run);
        from += run.used;
        rows -= run.rows;
    } while (run.used != 0 && from < to);
    return from;
}

/* Where the row that opens at or behind the mark begins: its innermost [, or its line's first byte,
 * or the number outside any array. Returns false if its [ stands before. */
static bool row_start(const desk *d, const row_mark *mark, size_t *begin)
{
    size_t from = mark->at;
    uint32_t depth = mark->depth;
    bool found = false;
    *begin = from;
    if (!has_brackets(d->plan)) {
        *begin = digitrun_row_line(d, from);
        return true;
    }
    for (size_t at = from; at < d->limit; at++) {
        unsigned class = class_at(d, at);
        if (class == CLASS_OPEN) {
            *begin = at;
            found = true;
        } else if (class == CLASS_CLOSE && !found && mark->level == LEVEL_ARRAYS) {
            depth--; /* of an array round the last row */
        } else if (class == CLASS_TOKEN || class == CLASS_CLOSE || class == CLASS_STOP) {
            if (!found && depth == 0) {
                *begin = at;
                return true;
            }
            return found;
        }
    }
    return found;
}

void digitrun_desk_mark(desk *d)
{
    row_mark *mark = &d->mark;
    if (!d->marks_needed) {
        return;
    }
    if (mark->rows != d->rows) {
        d->mark_before = *mark;
    }
    mark->at = d->at;
    mark->count = d->count;
    mark->rows = d->rows;
    mark->missing = d->missing;
    mark->depth = d->state.depth;
    mark->after = d->state.after;
    mark->level = d->state.level;
    mark->in_call = true;
}

/* The mark behind the last row end in text[from, *at), found backwards: what lies there a kernel
 * has read, so every CLOSE or ROW is structure. *at and *depth (at *at) go back to it. */
static void find_mark(const desk *d, size_t from, size_t *at, uint32_t *depth, row_mark *mark)
{
    unsigned wanted = d->plan->row_is_close ? CLASS_CLOSE : CLASS_ROW;
    size_t place = *at;
    while (place > from && class_at(d, place - 1) != wanted) {
        place--;
        *depth -= class_at(d, place) == CLASS_OPEN;
    }
    *at = place;
    mark->at = place;
    mark->depth = *depth;
    mark->in_call = true;
    if (wanted == CLASS_CLOSE) {
        mark->level = LEVEL_ARRAYS;
        mark->after = *depth == 0 ? (uint8_t)AFTER_DOCUMENT : (uint8_t)CLASS_CLOSE;
    } else {
        mark->level = LEVEL_EMPTY;
        mark->after = CLASS_ROW;
    }
}

/* Values of the run before the end of its row `row`, holes counted in. */
static size_t run_row_end(const desk_run *r, size_t row)
{
    return r->row_ends[row];
}

static size_t missing_before_row(const desk_run *r, size_t rows)
{
    size_t missing = r->missing_before;
    for (uint32_t i = 0; i < r->run.hole_count && r->holes[i].row < rows; i++) {
        missing += !r->filled[i].present;
    }
    return missing;
}

static void fill_mark(const desk_run *r, size_t rows, row_mark *mark)
{
    mark->rows = r->rows_before + rows;
    mark->count = r->count_before + run_row_end(r, rows - 1);
    mark->missing = missing_before_row(r, rows);
}

static bool is_between_rows(unsigned class)
{
    return class == CLASS_BLANK || class == CLASS_CLOSE || class == CLASS_ROW ||
           class == CLASS_RETURN;
}

static void mark_run(desk *d, const desk_run *r)
{
    size_t at = d->at;
    uint32_t depth = d->state.depth;
    size_t rows = r->run.rows;
    if (!d->marks_needed || rows == 0) {
        return;
    }
    if (rows == 1) {
        d->mark_before = d->mark;
    }
    find_mark(d, r->start, &at, &depth, &d->mark);
    fill_mark(r, rows, &d->mark);
    if (rows == 1) {
        return;
    }
    /* over the last row: its closes, then all that is no row end */
    while (at > r->start && is_between_rows(class_at(d, at - 1))) {
        at--;
        depth += class_at(d, at) == CLASS_CLOSE;
    }
    find_mark(d, r->start, &at, &depth, &d->mark_before);
    fill_mark(r, rows - 1, &d->mark_before);
}

/* The automaton goes back to the first byte of the row that is skipped as a whole. */
static void rewind_to_row(desk *d, const row_mark *mark, size_t begin)
{
    d->state.depth = mark->depth;
    d->state.after = mark->after;
    d->state.level = mark->level;
    for (size_t at = mark->at; at < begin; at++) {
        unsigned class = class_at(d, at);
        if (class == CLASS_BLANK) {
            continue;
        }
        d->state.after = (uint8_t) class;
        if (class == CLASS_OPEN) {
            d->state.depth++;
            d->state.level = LEVEL_EMPTY;
        } else if (class == CLASS_CLOSE && --d->state.depth == 0) {
            d->state.after = AFTER_DOCUMENT;
        }
    }
}

/* The row behind `mark` is at fault; text[found] lies inside it or ends it. */
static void fail_row(desk *d, size_t found, const row_mark *mark)
{
    size_t begin = 0;
    size_t stop = digitrun_row_stop(d, found);
    d->state.error_at_row = mark->in_call && row_start(d, mark, &begin);
    if (d->state.error_at_row) {
        rewind_to_row(d, mark, begin);
    } else {
        begin = 0;
    }
    desk_fail(d, DIGITRUN_ROW_LENGTH, begin, stop - begin);
}

void digitrun_desk_row_length(desk *d)
{
    fail_row(d, d->at, &d->mark);
}

/* Missing values among those of the run's row `row` that are kept. */
static size_t missing_in_row(const desk *d, const desk_run *r, size_t row)
{
    size_t missing = 0;
    size_t inserted = 0;
    for (uint32_t i = 0; i < r->run.hole_count; i++) {
        size_t place = r->count_before + r->holes[i].value + inserted;
        inserted += (r->holes[i].start & HOLE_STORED) == 0;
        missing += r->holes[i].row == row && place < d->count && !r->filled[i].present;
    }
    return missing;
}

/* Row number `row` of the run (run.rows: the open one) has `values` values, not `columns`. */
static void fail_run_row(desk *d, desk_run *r, size_t row, size_t values)
{
    size_t first = row == 0 ? 0 : run_row_end(r, row - 1);
    size_t carried = row == 0 ? (size_t)r->before.row_values : 0;
    size_t kept = values < d->plan->columns ? values : (size_t)d->plan->columns;
    reader_state state = r->before;
    size_t end = replay(d, &state, r->start, r->start + r->run.used, row);
    if (row > 0) {
        size_t back = end;
        uint32_t depth = state.depth;
        find_mark(d, r->start, &back, &depth, &d->mark);
        fill_mark(r, row, &d->mark);
    }
    d->count = r->count_before + first + kept - carried;
    d->rows = r->rows_before + row;
    d->missing = missing_before_row(r, row) + missing_in_row(d, r, row);
    d->state.row_values = kept;
    take_state(&d->state, &state);
    fail_row(d, end, &d->mark);
}

/* Whether the last value read may be the front of a bad cell, "1 2": then it does not count yet. */
static bool cell_goes_on(const desk *d)
{
    unsigned class = d->at < d->limit ? class_at(d, d->at) : CLASS_ROW;
    return d->plan->cells && d->state.after == CLASS_TOKEN &&
           (class == CLASS_TOKEN || class == CLASS_STOP);
}

static bool check_rows(desk *d, desk_run *r)
{
    size_t columns = (size_t)d->plan->columns;
    size_t before = 0;
    size_t carried = (size_t)r->before.row_values;
    if (columns == 0) {
        return true;
    }
    for (size_t row = 0; row < r->run.rows; row++) {
        size_t values = run_row_end(r, row) - before + carried;
        if (values != columns) {
            fail_run_row(d, r, row, values);
            return false;
        }
        before = run_row_end(r, row);
        carried = 0;
    }
    if (d->state.row_values > columns + cell_goes_on(d)) {
        fail_run_row(d, r, r->run.rows, (size_t)d->state.row_values);
        return false;
    }
    return true;
}

size_t digitrun_desk_hole_end(const desk *d, size_t at)
{
    unsigned class = class_at(d, at);
    if (class != CLASS_TOKEN && class != CLASS_STOP) {
        return at;
    }
    size_t end = digitrun_cell_end(d, at);
    while (end > at && class_at(d, end - 1) == CLASS_BLANK) {
        end--;
    }
    return end;
}

/* Hole `index` is refused with `status`: the run counts up to it. */
static void fail_hole(desk *d, desk_run *r, uint32_t index, digitrun_status status, size_t end)
{
    const digitrun_hole *hole = &r->holes[index];
    size_t at = r->start + (hole->start & ~HOLE_STORED);
    if (d->text[at] == '\n' && at > r->start && d->text[at - 1] == '\r') {
        end = --at; /* an empty cell shows at the CR of its CRLF */
    }
    reader_state state = r->before;
    replay(d, &state, r->start, at, SIZE_MAX);
    take_state(&d->state, &state);
    r->run.hole_count = index;
    r->run.rows = hole->row;
    r->run.count = hole->value;
    desk_fail(d, status, at, end - at);
}

/* Reads the holes in order. On a refusal the run is cut there and the status set. */
static void read_holes(desk *d, desk_run *r)
{
    for (uint32_t i = 0; i < r->run.hole_count; i++) {
        size_t at = r->start + (r->holes[i].start & ~HOLE_STORED);
        size_t end = digitrun_desk_hole_end(d, at);
        digitrun_status status = digitrun_odd_token(d->plan, d->wanted, d->text + at, d->text + end,
                                                    &r->filled[i]);
        if (status != DIGITRUN_OK) {
            fail_hole(d, r, i, status, end);
            return;
        }
        d->missing += !r->filled[i].present;
        if (end > d->at) {
            d->at = end; /* "x y" in a cell format: the run stopped inside the cell */
        }
    }
}

void digitrun_desk_put(const desk *d, size_t index, const odd_value *value)
{
    if (d->wanted == ELEMENT_F64) {
        ((double *)d->values)[index] = value->f64;
    } else if (d->wanted == ELEMENT_F32) {
        ((float *)d->values)[index] = value->f32;
    }
}

void digitrun_desk_move(const desk *d, size_t to, size_t from, size_t count)
{
    if (d->wanted == ELEMENT_F64) {
        double *values = (double *)d->values;
        memmove(values + to, values + from, count * sizeof *values);
    } else if (d->wanted == ELEMENT_F32) {
        float *values = (float *)d->values;
        memmove(values + to, values + from, count * sizeof *values);
    }
}

/* Puts the filled holes between the stored values, from the back. Returns the holes that needed a
 * place of their own. Afterwards holes[i].value is the place of hole i in the run, less i. */
static uint32_t spread(desk *d, desk_run *r)
{
    uint32_t inserted = 0;
    size_t base = r->count_before;
    size_t end = r->run.count;
    for (uint32_t i = 0; i < r->run.hole_count; i++) {
        inserted += (r->holes[i].start & HOLE_STORED) == 0;
    }
    uint32_t left = inserted;
    for (uint32_t i = r->run.hole_count; i > 0; i--) {
        const digitrun_hole *hole = &r->holes[i - 1];
        size_t value = hole->value;
        bool stored = (hole->start & HOLE_STORED) != 0;
        size_t from = value + stored;
        if (left != 0 && end != from) {
            digitrun_desk_move(d, base + from + left, base + from, end - from);
        }
        end = value;
        left -= !stored;
        digitrun_desk_put(d, base + value + left, &r->filled[i - 1]);
    }
    return inserted;
}

/* Row ends count the holes in: those in the rows up to theirs. */
static void shift_row_ends(desk_run *r)
{
    uint32_t before = 0;
    uint32_t next = 0;
    for (uint32_t row = 0; row < r->run.rows; row++) {
        while (next < r->run.hole_count && r->holes[next].row <= row) {
            before += (r->holes[next].start & HOLE_STORED) == 0;
            next++;
        }
        r->row_ends[row] += before;
    }
}

static void set_valid(desk *d, const desk_run *r, size_t total)
{
    uint32_t inserted = 0;
    if (d->valid == NULL) {
        return;
    }
    for (size_t i = 0; i < total; i++) {
        desk_set_valid(d, r->count_before + i, true);
    }
    for (uint32_t i = 0; i < r->run.hole_count; i++) {
        size_t index = r->count_before + r->holes[i].value + inserted;
        desk_set_valid(d, index, r->filled[i].present);
        inserted += (r->holes[i].start & HOLE_STORED) == 0;
    }
}

static void publish_rows(desk *d, const desk_run *r)
{
    if (d->row_ends != NULL) {
        for (uint32_t row = 0; row < r->run.rows; row++) {
            d->row_ends[r->rows_before + row] = (size_t)(d->base_values + r->count_before +
                                                         r->row_ends[row]);
        }
    }
    if (d->row_closes != NULL) {
        if (r->rows_before > 0) {
            d->row_closes[r->rows_before - 1] = (uint8_t)(d->row_closes[r->rows_before - 1] +
                                                          r->closes[0]);
        }
        memcpy(d->row_closes + r->rows_before, r->closes + 1, r->run.rows);
    }
}

static void commit(desk *d, desk_run *r)
{
    uint32_t inserted = 0;
    d->at = r->start + r->run.used;
    d->state.mood = r->run.mood;
    take_automaton(&d->state, &r->run);
    if (r->run.hole_count != 0) {
        read_holes(d, r);
        inserted = spread(d, r);
        if (d->rows_needed) {
            shift_row_ends(r);
        }
    }
    size_t total = (size_t)r->run.count + inserted;
    set_valid(d, r, total);
    d->count = r->count_before + total;
    d->rows = r->rows_before + r->run.rows;
    if (!d->rows_needed) {
        return;
    }
    d->state.row_values += total;
    if (r->run.rows != 0) {
        d->state.row_values = total - run_row_end(r, r->run.rows - 1);
    }
    if (check_rows(d, r)) {
        mark_run(d, r);
    } else {
        r->run.rows = (uint32_t)(d->rows - r->rows_before);
    }
    publish_rows(d, r);
}

void digitrun_desk_run(desk *d, size_t stop)
{
    desk_run r;
    if (d->at >= d->long_begin && d->at < d->long_end) {
        return;
    }
    prepare(d, &r, stop, d->state.run_bytes != 0 ? d->state.run_bytes : (uint32_t)RUN_BYTES);
    r.kernel = choose(d, &r);
    digitrun_desk_call(d, r.kernel, &r.run);
    if (r.run.used > r.run.len / 2 ||
        !digitrun_desk_find_long(d, r.start + r.run.used, r.run.len - r.run.used)) {
        back_off(d, &r);
    }
    if (r.run.used == 0 && r.run.hole_count == 0) {
        d->state.mood = r.run.mood;
        return;
    }
    commit(d, &r);
    if (d->state.run_bytes != 0 && d->state.run_bytes < RUN_BYTES) {
        d->state.run_bytes *= 2;
    }
}
