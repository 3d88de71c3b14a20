/* dispatch/skip.c - over the rest of a row that is not read: where it ends, quotes and strings
 * respected. */
#include "dispatch/desk.h"

/* What a quote means behind `byte`. */
static uint8_t next_place(const desk *d, uint8_t place, uint8_t byte)
{
    unsigned class = d->plan->class_of[byte];
    bool quote = d->plan->quote != 0 && byte == d->plan->quote;
    if (place == SKIP_QUOTED) {
        return quote ? SKIP_CLOSED : SKIP_QUOTED;
    }
    if (quote && place != SKIP_INSIDE) {
        return SKIP_QUOTED; /* at the start of a cell, or the second of a pair */
    }
    if (class == CLASS_DELIMITER || (class == CLASS_BLANK && !d->plan->cells)) {
        return SKIP_FRESH;
    }
    return class == CLASS_BLANK && place == SKIP_FRESH ? SKIP_FRESH : SKIP_INSIDE;
}

size_t digitrun_skip_line(const desk *d, size_t at, uint8_t *place)
{
    bool returns = d->plan->kind != DIGITRUN_NDJSON;
    for (; at < d->len; at++) {
        uint8_t byte = d->text[at];
        bool ends = byte == '\n' || (byte == '\r' && returns);
        if (ends && *place != SKIP_QUOTED) {
            return at;
        }
        *place = next_place(d, *place, byte);
    }
    return at;
}

size_t digitrun_skip_array(const desk *d, size_t at, uint8_t *place, uint32_t *depth)
{
    for (; at < d->len; at++) {
        uint8_t byte = d->text[at];
        if (*place == SKIP_ESCAPED) {
            *place = SKIP_QUOTED;
        } else if (*place == SKIP_QUOTED) {
            *place = byte == '\\' ? SKIP_ESCAPED : byte == '"' ? SKIP_INSIDE : SKIP_QUOTED;
        } else if (byte == '"') {
            *place = SKIP_QUOTED;
        } else if (byte == '[') {
            ++*depth;
        } else if (byte == ']' && *depth != 0 && --*depth == 0) {
            return at;
        }
    }
    return at;
}

/* The end of a number, string or object outside any array. */
static size_t value_stop(desk *d, size_t at)
{
    size_t end = at;
    if (d->text[at] == '"' || d->text[at] == '{') {
        digitrun_json_value(d, &end);
        return end;
    }
    return digitrun_cell_end(d, at);
}

static size_t line_stop(const desk *d, size_t at, size_t from)
{
    bool paired = at > from && at < d->len && d->text[at] == '\n' && d->text[at - 1] == '\r';
    return at - paired;
}

/* The row's ]; in ndjson the line's end comes first at the latest. */
static size_t array_stop(const desk *d, size_t at)
{
    desk line = *d;
    uint8_t place = SKIP_INSIDE;
    uint32_t depth = 1;
    size_t end = at;
    if (d->plan->kind == DIGITRUN_NDJSON) {
        while (end < d->len && d->text[end] != '\n') {
            end++;
        }
        line.len = end;
    }
    end = digitrun_skip_array(&line, at, &place, &depth);
    return end < line.len ? end + 1 : end;
}

size_t digitrun_row_stop(desk *d, size_t at)
{
    uint8_t place = SKIP_FRESH;
    if (has_brackets(d->plan)) {
        return d->state.depth == 0 ? value_stop(d, at) : array_stop(d, at);
    }
    return line_stop(d, digitrun_skip_line(d, at, &place), 0);
}
