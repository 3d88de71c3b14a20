/* dispatch/fields.c - cells and their ends; rows whose first cells are passed over; fixed widths.
 */
#include "dispatch/desk.h"

#include <string.h>

enum { LONG_TOKEN = RUN_BYTES / 2 };

static bool is_comment_byte(const digitrun_plan *plan, unsigned byte)
{
    return is_member(plan->comments, plan->comment_count, byte);
}

/* Whether text[at] still belongs to a cell, or in json to a token. */
static bool in_cell(const desk *d, size_t at)
{
    const digitrun_plan *plan = d->plan;
    unsigned class = class_at(d, at);
    if (class == CLASS_TOKEN) {
        return true;
    }
    if (has_brackets(plan)) {
        return class == CLASS_STOP && is_comment_byte(plan, d->text[at]);
    }
    return class == CLASS_STOP || (class == CLASS_BLANK && plan->cells);
}

static size_t cell_end_before(const desk *d, size_t at, size_t stop)
{
    while (at < stop && in_cell(d, at)) {
        at++;
    }
    return at;
}

/* Over words of a cell, as many as are seen to be of it at once. */
static size_t pass_words(const desk *d, size_t at)
{
    bool blanks = d->plan->cells && !has_brackets(d->plan);
    while (d->limit - at >= MANY) {
        if (are_digits(d->text + at)) {
            at += MANY;
            continue;
        }
        for (size_t stop = at + MANY; at < stop; at += 8) {
            unsigned classes = digitrun_classes_of_eight(d->plan, d->text + at);
            if (classes != CLASS_TOKEN && !(blanks && classes == CLASS_BLANK)) {
                return at;
            }
        }
    }
    return at;
}

size_t digitrun_cell_end(const desk *d, size_t at)
{
    if (at >= d->long_begin && at < d->long_end) {
        return d->long_end;
    }
    for (;;) { /* the first bytes one by one: most cells are short */
        size_t stop = d->limit - at < 16 ? d->limit : at + 16;
        at = cell_end_before(d, at, stop);
        if (at != stop || at == d->limit) {
            return at;
        }
        at = pass_words(d, at);
    }
}

bool digitrun_desk_find_long(desk *d, size_t at, size_t left)
{
    if (left < LONG_TOKEN / 64 || class_at(d, at) != CLASS_TOKEN) {
        return false;
    }
    size_t end = digitrun_cell_end(d, at);
    if (end - at < left) {
        return false;
    }
    if (end - at < LONG_TOKEN) {
        d->state.run_bytes = 0; /* a whole run will hold it */
        return false;
    }
    d->long_begin = at;
    d->long_end = end;
    d->state.run_bytes = RUN_BYTES_AFTER_LONG;
    return true;
}

size_t digitrun_quote_end(const desk *d, size_t at)
{
    size_t next = at + 1;
    while (next < d->limit) {
        const uint8_t *found = memchr(d->text + next, d->plan->quote, d->limit - next);
        if (found == NULL) {
            return 0;
        }
        next = (size_t)(found - d->text) + 1;
        if (next == d->limit || d->text[next] != d->plan->quote) {
            return next;
        }
        next++;
    }
    return 0;
}

static bool is_line_end_at(const desk *d, size_t at)
{
    unsigned class = class_at(d, at);
    return class == CLASS_ROW || class == CLASS_RETURN;
}

size_t digitrun_row_line(const desk *d, size_t at)
{
    size_t line = at;
    for (; at < d->limit && d->plan->blank_lines != DIGITRUN_AS_MISSING; at++) {
        unsigned class = class_at(d, at);
        if (is_line_end_at(d, at)) {
            line = at + 1;
        } else if (class != CLASS_BLANK && (class != CLASS_DELIMITER || !d->plan->collapse)) {
            break;
        }
    }
    return line;
}

static size_t skip_blanks(const desk *d, size_t at)
{
    while (at < d->limit && class_at(d, at) == CLASS_BLANK) {
        at++;
    }
    return at;
}

static bool opens_quote(const desk *d, size_t at)
{
    return d->plan->quote != 0 && at < d->limit && d->text[at] == d->plan->quote;
}

/* Over the cell at `at`, which is no blank, delimiters not included. limit + 1 if a quote stays
 * open. */
static size_t pass_cell(const desk *d, size_t at)
{
    if (opens_quote(d, at)) {
        at = digitrun_quote_end(d, at);
        if (at == 0) {
            return d->limit + 1;
        }
    }
    return digitrun_cell_end(d, at);
}

/* The cells of the line at `at`. Sets *whole to whether its end lies before the limit (or the text
 * is complete). */
static uint64_t count_cells(const desk *d, size_t *at, bool *whole)
{
    uint64_t cells = 0;
    bool delimited = true; /* a cell is due: at the line's start and behind a delimiter */
    for (;;) {
        *at = skip_blanks(d, *at);
        if (*at >= d->limit || is_line_end_at(d, *at)) {
            *whole = *at < d->limit || !d->more;
            break;
        }
        if (class_at(d, *at) == CLASS_DELIMITER) {
            cells += delimited && !d->plan->collapse;
            delimited = true;
            ++*at;
            continue;
        }
        size_t end = pass_cell(d, *at);
        if (end > d->limit) {
            *whole = false;
            return cells;
        }
        *at = end;
        cells++;
        delimited = false;
    }
    bool dangling = delimited && cells > 0 && !d->plan->collapse;
    return cells + (dangling && d->plan->last_separator != DIGITRUN_ACCEPT);
}

/* A line or cell goes on behind the text. */
static void fail_unclosed(desk *d, size_t at)
{
    if (d->more) {
        d->status = DIGITRUN_PARTIAL;
    } else {
        desk_fail(d, DIGITRUN_UNCLOSED, at, d->len - at);
    }
}

static void begin_row(desk *d)
{
    uint64_t skipped = d->plan->skip_fields;
    if (d->plan->take_fields != 0) {
        bool whole;
        size_t end = d->at;
        uint64_t cells = count_cells(d, &end, &whole);
        if (!whole) {
            fail_unclosed(d, end);
            return;
        }
        if (cells > d->plan->take_fields && cells - d->plan->take_fields > skipped) {
            skipped = cells - d->plan->take_fields;
        }
    }
    d->state.fields_left = skipped;
    d->state.fields = FIELDS_PASSING;
}

/* One cell, or the delimiter before or behind it. */
static void pass_field(desk *d)
{
    reader_state *state = &d->state;
    unsigned class = class_at(d, d->at);
    if (is_line_end_at(d, d->at)) {
        digitrun_desk_step(d);
        return;
    }
    if (class == CLASS_DELIMITER) {
        if (state->after != CLASS_TOKEN && !d->plan->collapse) {
            state->fields_left--; /* an empty cell */
            state->level = LEVEL_NUMBERS;
        }
        state->after = CLASS_DELIMITER;
        d->at++;
    } else {
        size_t end = pass_cell(d, d->at);
        if (end > d->limit) {
            fail_unclosed(d, d->at);
            return;
        }
        d->at = end;
        state->level = LEVEL_NUMBERS;
        state->after = CLASS_TOKEN;
        state->fields_left--;
    }
}

/* The delimiter behind the last cell that was passed over belongs to it. */
static void leave_fields(desk *d)
{
    if (d->state.after == CLASS_TOKEN && class_at(d, d->at) == CLASS_DELIMITER) {
        d->state.after = CLASS_DELIMITER;
        d->at++;
    }
    d->state.fields = FIELDS_DONE;
}

static void pass_fields(desk *d)
{
    size_t next = skip_blanks(d, d->at);
    d->at = next;
    if (next == d->limit) {
        return;
    }
    if (d->state.fields_left == 0) {
        leave_fields(d);
    } else {
        pass_field(d);
    }
}

/* The rest of a row: kernels up to the line's end, where the next row's first cells begin. */
static void read_rest(desk *d)
{
    size_t before = d->at;
    if (d->at >= d->line_stop) { /* not once per run: a line may hold many quotes */
        const uint8_t *found = memchr(d->text + d->at, '\n', d->limit - d->at);
        d->line_stop = found != NULL ? (size_t)(found - d->text) + 1 : d->limit;
    }
    digitrun_desk_run(d, d->line_stop);
    if (d->status != DESK_RUNNING) {
        return;
    }
    if (d->at == before) {
        digitrun_desk_step(d);
    } else if (d->state.after == CLASS_ROW) {
        d->state.fields = FIELDS_NOT_BEGUN;
    }
}

static size_t line_end(const desk *d, size_t at)
{
    while (at < d->limit && !is_line_end_at(d, at)) {
        at++;
    }
    return at;
}

static bool is_passed_over(const digitrun_plan *plan, uint64_t field)
{
    uint64_t left = plan->width_count - field;
    return field < plan->skip_fields || (plan->take_fields != 0 && left > plan->take_fields);
}

static bool read_field(desk *d, size_t begin, size_t end)
{
    while (begin < end && class_at(d, begin) == CLASS_BLANK) {
        begin++;
    }
    while (end > begin && class_at(d, end - 1) == CLASS_BLANK) {
        end--;
    }
    return digitrun_desk_value(d, begin, end, begin, end - begin);
}

static void read_widths(desk *d)
{
    const digitrun_plan *plan = d->plan;
    size_t end = line_end(d, d->at);
    if (end == d->limit && d->more) {
        d->status = DIGITRUN_PARTIAL;
        return;
    }
    while (d->state.fields_left < plan->width_count) {
        size_t width = plan->widths[d->state.fields_left];
        size_t stop = end - d->at < width ? end : d->at + width;
        if (!is_passed_over(plan, d->state.fields_left) && !read_field(d, d->at, stop)) {
            return;
        }
        d->state.level = LEVEL_NUMBERS;
        d->state.after = CLASS_TOKEN;
        d->at = stop;
        d->state.fields_left++;
    }
    d->at = end;
    d->state.fields = FIELDS_DONE;
    if (end < d->limit) {
        digitrun_desk_step(d);
    }
}

void digitrun_desk_fields(desk *d)
{
    if (d->state.fields == FIELDS_NOT_BEGUN) {
        size_t next = skip_blanks(d, d->at);
        if (next == d->limit) {
            d->at = next;
            return;
        }
        bool filled = d->plan->width_count != 0 && d->plan->blank_lines == DIGITRUN_AS_MISSING;
        if ((is_line_end_at(d, next) && !filled) || is_comment_byte(d->plan, d->text[next])) {
            d->at = next;
            if (d->plan->blank_lines == DIGITRUN_AS_MISSING && d->plan->skip_fields != 0 &&
                is_line_end_at(d, next)) {
                d->state.level = LEVEL_NUMBERS; /* its one empty cell is passed over */
                d->state.after = CLASS_TOKEN;
            }
            digitrun_desk_step(d);
            return;
        }
        if (d->plan->width_count != 0) {
            d->state.fields_left = 0;
            d->state.fields = FIELDS_PASSING;
        } else if (d->label_wait != 0 || !digitrun_desk_takes_labels(d) ||
                   !digitrun_desk_labels(d)) {
            d->label_wait -= d->label_wait != 0;
            begin_row(d);
        }
        return;
    }
    if (d->plan->width_count != 0) {
        if (d->state.fields == FIELDS_PASSING) {
            read_widths(d);
        } else {
            digitrun_desk_step(d);
        }
    } else if (d->state.fields == FIELDS_PASSING) {
        pass_fields(d);
    } else {
        read_rest(d);
    }
}
