/* dispatch/labels.c - rows whose first cells are passed over, many in one kernel run: the kernel
 * reads the first cells with the others, as numbers or holes, and they are left out afterwards. A
 * row that is odd is left to fields.c. */
#include "dispatch/desk.h"
#include "dispatch/isa.h"

#include <string.h>

enum { LABEL_ROWS = 192, LABEL_HOLES = 224, WAIT_MOST = 1023, PIECE = 32 };

/* A longer row pays for a run of its own, in which nothing needs to be moved. */
enum { LINE_MOST = 1024 };

typedef struct label_run {
    digitrun_run run;
    size_t start;   /* text offset of run.text */
    size_t base;    /* of the values the kernel stored */
    size_t to;      /* values kept so far: as many slots or more have been passed */
    size_t missing; /* of these */
    uint32_t hole;  /* the next one */
    uint32_t row_ends[LABEL_ROWS];
    digitrun_hole holes[LABEL_HOLES];
} label_run;

/* A row at hand. */
typedef struct label_row {
    uint64_t to_pass; /* first cells yet to be passed over */
    size_t slot;      /* the next value the kernel stored */
} label_row;

bool digitrun_desk_takes_labels(const desk *d)
{
    const digitrun_plan *plan = d->plan;
    return plan->skip_fields != 0 && plan->take_fields == 0 && plan->width_count == 0 &&
           plan->blank_lines == DIGITRUN_ACCEPT && plan->class_of['\n'] == CLASS_ROW &&
           d->state.level == LEVEL_EMPTY && d->state.after == CLASS_ROW &&
           d->limit - d->at >= LINE_MOST && memchr(d->text + d->at, '\n', LINE_MOST) != NULL;
}

static void read_run(desk *d, label_run *r)
{
    digitrun_run *run = &r->run;
    size_t left = d->limit - d->at, room = d->capacity - d->count;
    memset(run, 0, sizeof *run);
    r->start = d->at;
    r->base = r->to = d->count;
    r->missing = 0;
    r->hole = 0;
    run->text = d->text + d->at;
    run->len = left < RUN_BYTES ? (uint32_t)left : RUN_BYTES;
    run->last = !d->more && d->at + run->len == d->len;
    run->plan = d->plan;
    run->capacity = room < UINT32_MAX / 2 ? (uint32_t)room : UINT32_MAX / 2;
    run->row_ends = r->row_ends;
    run->row_capacity = LABEL_ROWS;
    if (d->row_ends != NULL && d->row_capacity - d->rows < LABEL_ROWS) {
        run->row_capacity = (uint32_t)(d->row_capacity - d->rows);
    }
    run->holes = r->holes;
    run->hole_capacity = LABEL_HOLES;
    run->scratch = d->scratch;
    run->depth_max = d->plan->depth_max;
    run->after = CLASS_ROW;
    run->mood = d->state.mood;
    digitrun_desk_call(d, run->len < d->kernel->least ? digitrun_isa_scalar() : d->kernel, run);
    d->state.mood = run->mood;
}

/* `cells` plain cells: the first are passed over, the rest moved down. */
static void take_plain(desk *d, label_run *r, label_row *row, size_t cells)
{
    size_t passed = row->to_pass < cells ? (size_t)row->to_pass : cells;
    row->to_pass -= passed;
    row->slot += passed;
    cells -= passed;
    /* in little pieces: over so short a distance the C library's way for long ones is slow */
    for (size_t i = 0; i < cells && r->base + row->slot != r->to; i += PIECE) {
        size_t piece = cells - i < PIECE ? cells - i : PIECE;
        digitrun_desk_move(d, r->to + i, r->base + row->slot + i, piece);
    }
    for (size_t i = 0; i < cells && d->valid != NULL; i++) {
        desk_set_valid(d, r->to + i, true);
    }
    row->slot += cells;
    r->to += cells;
}

/* Returns false for what fields.c must read. */
static bool take_hole(desk *d, label_run *r, label_row *row, const digitrun_hole *hole)
{
    const bool stored = (hole->start & HOLE_STORED) != 0;
    const size_t at = r->start + (hole->start & ~HOLE_STORED);
    odd_value value;
    row->slot += stored;
    if (row->to_pass != 0) {
        row->to_pass--;
        return true;
    }
    /* with no slot of its own it needs one that a label left */
    if (r->to >= r->base + row->slot ||
        digitrun_odd_token(d->plan, d->wanted, d->text + at,
                           d->text + digitrun_desk_hole_end(d, at), &value) != DIGITRUN_OK) {
        return false;
    }
    digitrun_desk_put(d, r->to, &value);
    if (d->valid != NULL) {
        desk_set_valid(d, r->to, value.present);
    }
    r->missing += !value.present;
    r->to++;
    return true;
}

/* The cells of row number `at`, which the kernel's values end at `end`. */
static bool take_cells(desk *d, label_run *r, uint32_t at, size_t end, label_row *row)
{
    row->to_pass = d->plan->skip_fields;
    row->slot = at == 0 ? 0 : r->row_ends[at - 1];
    while (r->hole < r->run.hole_count && r->holes[r->hole].row == at) {
        const digitrun_hole *hole = &r->holes[r->hole];
        take_plain(d, r, row, hole->value - row->slot);
        if (!take_hole(d, r, row, hole)) {
            return false;
        }
        r->hole++;
    }
    take_plain(d, r, row, end - row->slot);
    return true;
}

static bool take_row(desk *d, label_run *r, uint32_t at)
{
    const size_t begin = r->to;
    label_row row;
    return take_cells(d, r, at, r->row_ends[at], &row) &&
           (d->plan->columns == 0 || r->to - begin == d->plan->columns);
}

/* The front of a row that the run ended in, if its first cells and more were read. */
static void take_front(desk *d, label_run *r)
{
    const size_t begin = r->to, missing = r->missing;
    label_row row;
    if (d->plan->cells || r->run.level == LEVEL_EMPTY ||
        !take_cells(d, r, r->run.rows, r->run.count, &row) || row.to_pass != 0 ||
        (d->plan->columns != 0 && r->to - begin > d->plan->columns)) {
        return;
    }
    d->at = r->start + r->run.used;
    d->count = r->to;
    d->missing += r->missing - missing;
    d->state.row_values = r->to - begin;
    d->state.after = r->run.after;
    d->state.level = r->run.level;
    d->state.fields = FIELDS_DONE;
}

static size_t behind_line_before(const desk *d, size_t start, size_t at)
{
    while (at > start && d->text[at - 1] != '\n') {
        at--;
    }
    return at;
}

static void end_row(desk *d, const label_run *r)
{
    if (d->row_ends != NULL) {
        d->row_ends[d->rows] = (size_t)(d->base_values + r->to);
    }
    if (d->row_closes != NULL) {
        d->row_closes[d->rows] = 0;
    }
    d->rows++;
}

/* The rows before `at`, which begins a line. */
static void commit(desk *d, size_t at, size_t to, size_t missing)
{
    d->count = to;
    d->missing += missing;
    d->at = at;
    d->state.row_values = 0;
    digitrun_desk_mark(d);
}

/* Where row number `row`, found to be odd, begins: a hole of it tells. 0: not known. */
static size_t begin_of_odd(const desk *d, const label_run *r, uint32_t row)
{
    for (uint32_t i = 0; i < r->run.hole_count; i++) {
        if (r->holes[i].row == row) {
            return behind_line_before(d, r->start, r->start + (r->holes[i].start & ~HOLE_STORED));
        }
    }
    return 0;
}

NOINLINE bool digitrun_desk_labels(desk *d)
{
    label_run r;
    const size_t rows_before = d->rows, at_before = d->at;
    uint32_t row = 0;
    read_run(d, &r);
    size_t end = behind_line_before(d, r.start, r.start + r.run.used);
    size_t to = d->count, missing = 0;
    while (row < r.run.rows && take_row(d, &r, row)) {
        end_row(d, &r);
        to = r.to;
        missing = r.missing;
        row++;
    }
    const bool all = row == r.run.rows;
    if (!all) {
        end = begin_of_odd(d, &r, row);
    }
    if (row != 0 && end != 0) {
        commit(d, end, to, missing);
    } else {
        d->rows = rows_before;
    }
    if (all) {
        take_front(d, &r);
    }
    if (d->at == at_before) {
        d->label_wait_most = d->label_wait_most < WAIT_MOST ? 2 * d->label_wait_most + 1
                                                            : WAIT_MOST;
        d->label_wait = d->label_wait_most;
        return false;
    }
    d->label_wait = !all;
    d->label_wait_most /= 2;
    return true;
}
