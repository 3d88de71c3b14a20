/* dispatch/step.c - one token or byte by the format's rules: all that kernels leave over. */
#include "dispatch/desk.h"

static bool has_room(desk *d)
{
    if (d->plan->columns != 0 && d->state.row_values == d->plan->columns) {
        digitrun_desk_row_length(d);
        return false;
    }
    if (d->count == d->capacity) {
        d->status = DIGITRUN_FULL;
        return false;
    }
    return true;
}

static void store(desk *d, const odd_value *value)
{
    if (d->wanted == ELEMENT_F64) {
        ((double *)d->values)[d->count] = value->f64;
    } else if (d->wanted == ELEMENT_F32) {
        ((float *)d->values)[d->count] = value->f32;
    }
    if (d->valid != NULL) {
        desk_set_valid(d, d->count, value->present);
    }
    d->count++;
    d->missing += !value->present;
    d->state.row_values++;
    d->state.after = CLASS_TOKEN;
    if (d->state.level == LEVEL_EMPTY) {
        d->state.level = LEVEL_NUMBERS;
    }
}

bool digitrun_desk_value(desk *d, size_t begin, size_t end, size_t token_at, size_t token_length)
{
    odd_value value;
    digitrun_status status = digitrun_odd_token(d->plan, d->wanted, d->text + begin, d->text + end,
                                                &value);
    if (status != DIGITRUN_OK) {
        desk_fail(d, status, token_at, token_length);
        return false;
    }
    if (!has_room(d)) {
        return false;
    }
    store(d, &value);
    return true;
}

bool digitrun_desk_empty(desk *d, digitrun_choice choice)
{
    odd_value value;
    digitrun_status status = digitrun_odd_missing(choice, DIGITRUN_MISSING, &value);
    if (status != DIGITRUN_OK) {
        desk_fail(d, status, d->at, 0);
        return false;
    }
    if (!has_room(d)) {
        return false;
    }
    store(d, &value);
    return true;
}

static bool end_row(desk *d)
{
    if (d->plan->columns != 0 && d->state.row_values != d->plan->columns) {
        digitrun_desk_row_length(d);
        return false;
    }
    if (d->row_ends != NULL) {
        if (d->rows == d->row_capacity) {
            d->status = DIGITRUN_ROWS_FULL;
            return false;
        }
        d->row_ends[d->rows] = (size_t)(d->base_values + d->count);
    }
    if (d->row_closes != NULL) {
        d->row_closes[d->rows] = has_brackets(d->plan) && d->state.depth != 0;
    }
    d->rows++;
    d->state.row_values = 0;
    return true;
}

/* bytes: how many the line end has; 0 at the end of the text. */
bool digitrun_desk_line_end(desk *d, size_t bytes)
{
    const digitrun_plan *plan = d->plan;
    if (bytes == 1 && d->at > 0 && d->text[d->at] == '\n' && d->text[d->at - 1] == '\r') {
        d->at--; /* a kernel takes the CR of a CRLF for a blank */
        bytes = 2;
    }
    bool passing = d->state.fields == FIELDS_PASSING && d->state.fields_left != 0;
    bool dangling = d->state.after == CLASS_DELIMITER && !plan->collapse && !passing &&
                    plan->last_separator != DIGITRUN_ACCEPT;
    if (dangling && !digitrun_desk_empty(d, plan->missing)) {
        return false;
    }
    if (d->state.level == LEVEL_EMPTY && d->state.after == CLASS_ROW && bytes != 0 &&
        plan->blank_lines != DIGITRUN_ACCEPT) {
        if (plan->blank_lines == DIGITRUN_REFUSE) {
            desk_fail(d, DIGITRUN_BAD_STRUCTURE, d->at, 1);
            return false;
        }
        if (!digitrun_desk_empty(d, plan->missing)) {
            return false;
        }
    }
    if (d->state.level != LEVEL_EMPTY && !end_row(d)) {
        return false;
    }
    d->at += bytes;
    d->state.level = LEVEL_EMPTY;
    d->state.after = CLASS_ROW;
    d->state.fields = FIELDS_NOT_BEGUN;
    digitrun_desk_mark(d);
    return true;
}

/* CR, CRLF or LF at text[at] of a list or table. */
static void pass_line_end(desk *d)
{
    bool is_return = d->text[d->at] == '\r';
    bool paired = is_return && d->at + 1 < d->len && d->text[d->at + 1] == '\n';
    bool open = is_return && d->at + 1 == d->len && d->more;
    if (digitrun_desk_line_end(d, paired ? 2 : 1)) {
        d->state.after_return = open;
    }
}

static size_t trim_end(const desk *d, size_t begin, size_t end)
{
    while (end > begin && class_at(d, end - 1) == CLASS_BLANK) {
        end--;
    }
    return end;
}

/* "1 2" in a cell format: the 1 was stored; take it back and return where its cell begins. */
static size_t take_back(desk *d)
{
    size_t begin = d->at;
    while (begin > d->floor) {
        unsigned class = class_at(d, begin - 1);
        if (class == CLASS_DELIMITER || class == CLASS_ROW || class == CLASS_RETURN) {
            break;
        }
        begin--;
    }
    while (class_at(d, begin) == CLASS_BLANK) {
        begin++;
    }
    d->count--;
    d->state.row_values--;
    return begin;
}

/* Inside quotes no other byte is a blank, whatever separates outside. */
static bool is_white(unsigned byte)
{
    return byte == ' ' || byte == '\t';
}

static void step_quoted(desk *d)
{
    size_t begin = d->at;
    size_t end = digitrun_quote_end(d, begin);
    size_t inner = begin + 1;
    if (end == 0) {
        if (d->more) {
            d->status = DIGITRUN_PARTIAL;
        } else {
            desk_fail(d, DIGITRUN_UNCLOSED, begin, d->len - begin);
        }
        return;
    }
    size_t next = end;
    while (d->plan->cells && next < d->limit && class_at(d, next) == CLASS_BLANK) {
        next++;
    }
    if (next < d->limit) {
        unsigned class = class_at(d, next);
        if (class == CLASS_TOKEN || class == CLASS_STOP) {
            desk_fail(d, DIGITRUN_BAD_STRUCTURE, next, 1);
            return;
        }
    }
    size_t stop = end - 1;
    while (inner < stop && is_white(d->text[inner])) {
        inner++;
    }
    while (stop > inner && is_white(d->text[stop - 1])) {
        stop--;
    }
    if (digitrun_desk_value(d, inner, stop, inner, stop - inner)) {
        d->at = next;
    } else if (d->status >= DIGITRUN_BAD_NUMBER && d->status != DIGITRUN_ROW_LENGTH) {
        d->state.error_quoted = 1;
    }
}

static void step_cell(desk *d)
{
    bool merged = d->state.after == CLASS_TOKEN && d->plan->cells;
    size_t begin = d->at;
    size_t end;
    if (merged) {
        begin = take_back(d);
    } else if (d->plan->quote != 0 && d->text[begin] == d->plan->quote) {
        step_quoted(d);
        return;
    }
    end = digitrun_cell_end(d, d->at);
    end = trim_end(d, begin, end);
    if (digitrun_desk_value(d, begin, end, begin, end - begin)) {
        d->at = end;
    }
}

static void step_delimiter(desk *d)
{
    if (!d->plan->collapse && d->state.after != CLASS_TOKEN &&
        !digitrun_desk_empty(d, d->plan->missing)) {
        return;
    }
    d->state.after = CLASS_DELIMITER;
    d->at++;
}

static bool begins_comment(const desk *d)
{
    return d->state.after == CLASS_ROW &&
           (has_brackets(d->plan) || d->state.level == LEVEL_EMPTY) &&
           is_member(d->plan->comments, d->plan->comment_count, d->text[d->at]);
}

static void step_table(desk *d)
{
    switch (class_at(d, d->at)) {
    case CLASS_BLANK:
        d->at++;
        break;
    case CLASS_ROW:
    case CLASS_RETURN:
        pass_line_end(d);
        break;
    case CLASS_DELIMITER:
        step_delimiter(d);
        break;
    default:
        if (begins_comment(d)) {
            d->state.phase = PHASE_COMMENT;
        } else {
            step_cell(d);
        }
        break;
    }
}

static bool wants_value(const desk *d)
{
    return may_follow(d->plan, d->state.after, CLASS_TOKEN) ||
           (d->state.depth == 0 && d->state.after == CLASS_ROW);
}

/* A number outside any array is a row of one: its row end must find room before it is stored. */
static bool has_row_room(desk *d)
{
    if (d->state.depth == 0 && d->row_ends != NULL && d->rows == d->row_capacity &&
        d->plan->columns <= 1) {
        d->status = d->count == d->capacity ? DIGITRUN_FULL : DIGITRUN_ROWS_FULL;
        return false;
    }
    return true;
}

static void step_json_value(desk *d, size_t end)
{
    size_t begin = d->at;
    if (d->rows_asked && d->state.depth != 0 && d->state.level == LEVEL_ARRAYS) {
        odd_value value;
        digitrun_status status = digitrun_odd_token(d->plan, d->wanted, d->text + begin,
                                                    d->text + end, &value);
        desk_fail(d, status != DIGITRUN_OK ? status : DIGITRUN_MIXED, begin, end - begin);
        return;
    }
    if (!digitrun_desk_value(d, begin, end, begin, end - begin)) {
        return;
    }
    if (d->state.depth == 0) {
        if (!end_row(d)) {
            return;
        }
        d->state.level = LEVEL_EMPTY;
        d->state.after = AFTER_DOCUMENT;
    }
    d->at = end;
    if (d->state.depth == 0) {
        digitrun_desk_mark(d);
    }
}

static void step_json_token(desk *d)
{
    size_t end = digitrun_cell_end(d, d->at);
    if (!wants_value(d)) {
        desk_fail(d, DIGITRUN_BAD_STRUCTURE, d->at, 1);
        return;
    }
    if (d->state.depth == 0) {
        odd_value value;
        digitrun_status status = digitrun_odd_token(d->plan, d->wanted, d->text + d->at,
                                                    d->text + end, &value);
        if (status == DIGITRUN_OK && !has_row_room(d)) {
            return;
        }
    }
    step_json_value(d, end);
}

/* A string, an object, or a brace, colon or comment byte out of place. */
static void step_json_stop(desk *d)
{
    size_t end = d->at;
    odd_value value;
    uint8_t byte = d->text[d->at];
    if (is_member(d->plan->comments, d->plan->comment_count, byte)) {
        if (begins_comment(d)) {
            d->state.phase = PHASE_COMMENT;
        } else {
            step_json_token(d);
        }
        return;
    }
    if ((byte != '"' && byte != '{') || !wants_value(d)) {
        desk_fail(d, DIGITRUN_BAD_STRUCTURE, d->at, 1);
        return;
    }
    digitrun_status status = digitrun_json_value(d, &end);
    if (status == DIGITRUN_UNCLOSED) {
        if (d->more) {
            d->status = DIGITRUN_PARTIAL;
        } else {
            desk_fail(d, status, d->at, d->len - d->at);
        }
    } else if (status != DIGITRUN_NOT_NUMBER) {
        desk_fail(d, status, end, 1);
    } else {
        status = digitrun_odd_missing(d->plan->bad, status, &value);
        if (status != DIGITRUN_OK) {
            desk_fail(d, status, d->at, end - d->at);
        } else if (has_row_room(d)) {
            step_json_value(d, end);
        }
    }
}

static bool open_array(desk *d)
{
    uint32_t most = d->plan->depth_max;
    if (d->row_closes != NULL && most > CLOSES_MAX) {
        most = CLOSES_MAX;
    }
    if (d->state.depth >= most) {
        desk_fail(d, DIGITRUN_TOO_DEEP, d->at, 1);
        return false;
    }
    if (d->rows_asked && d->state.depth != 0 && d->state.level == LEVEL_NUMBERS) {
        desk_fail(d, DIGITRUN_MIXED, d->at, 1);
        return false;
    }
    d->state.depth++;
    d->state.level = LEVEL_EMPTY;
    d->state.after = CLASS_OPEN;
    d->at++;
    return true;
}

static void close_array(desk *d)
{
    if (d->state.level != LEVEL_ARRAYS) {
        if (!end_row(d)) {
            return;
        }
    } else if (d->row_closes != NULL && d->rows > 0) {
        d->row_closes[d->rows - 1]++;
    }
    d->state.level = LEVEL_ARRAYS;
    d->state.depth--;
    d->state.after = d->state.depth == 0 ? (uint8_t)AFTER_DOCUMENT : (uint8_t)CLASS_CLOSE;
    d->at++;
    digitrun_desk_mark(d);
}

static void step_json(desk *d)
{
    unsigned class = class_at(d, d->at);
    bool fits = may_follow(d->plan, d->state.after, class);
    if (class == CLASS_BLANK) {
        d->at++;
    } else if (class == CLASS_TOKEN) {
        step_json_token(d);
    } else if (class == CLASS_STOP) {
        step_json_stop(d);
    } else if (!fits) {
        desk_fail(d, DIGITRUN_BAD_STRUCTURE, d->at, 1);
    } else if (class == CLASS_OPEN) {
        open_array(d);
    } else if (class == CLASS_CLOSE) {
        close_array(d);
    } else {
        d->state.after = (uint8_t) class;
        d->at++;
    }
}

void digitrun_desk_step(desk *d)
{
    if (has_brackets(d->plan)) {
        step_json(d);
    } else {
        step_table(d);
    }
}
