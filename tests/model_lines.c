/* tests/model_lines.c - the model's reader of lists, tables and fixed widths, a line at a time. */
#include "tests/model.h"

#include <stdlib.h>
#include <string.h>

typedef struct line_cell {
    size_t start,
        end;     /* trimmed, inside the quotes if it has some; both the byte that shows it empty */
    size_t from; /* as start, quotes included */
} line_cell;

typedef struct line_reader {
    model_reading *reading;
    const model_rules *rules;
    const char *text;
    size_t len;
    unsigned what;
    line_cell *cells; /* of the line in hand */
    size_t cell_count, cell_room;
    size_t line_end;        /* its LF or CR, or len */
    digitrun_status broken; /* a quote out of place, at the end of the cells found */
    size_t broken_offset, broken_length;
} line_reader;

static bool is_line_end(const line_reader *line, size_t at)
{
    return at >= line->len || line->text[at] == '\n' || line->text[at] == '\r';
}

static bool is_separator(const line_reader *line, size_t at)
{
    return line->rules->separator[(unsigned char)line->text[at]];
}

/* Blanks that change nothing: in a format whose separators hold ' ', both blanks only separate. */
static bool is_blank(const line_reader *line, size_t at)
{
    if (line->text[at] == ' ')
        return true;
    return line->text[at] == '\t' && (!line->rules->separator['\t'] || !line->rules->cells);
}

static size_t skip_blanks(const line_reader *line, size_t at)
{
    while (!is_line_end(line, at) && is_blank(line, at))
        at++;
    return at;
}

static size_t next_line(const line_reader *line, size_t at)
{
    if (at < line->len && line->text[at] == '\r' && at + 1 < line->len &&
        line->text[at + 1] == '\n')
        at++;
    return at < line->len ? at + 1 : at;
}

static void add_cell(line_reader *line, size_t from, size_t start, size_t end)
{
    if (line->cell_count == line->cell_room) {
        line->cell_room = line->cell_room * 2 + 64;
        line->cells = realloc(line->cells, line->cell_room * sizeof *line->cells);
        if (!line->cells)
            abort();
    }
    line->cells[line->cell_count++] = (line_cell){start, end, from};
}

static void add_trimmed(line_reader *line, size_t from, size_t start, size_t end)
{
    while (start < end && (line->text[start] == ' ' || line->text[start] == '\t'))
        start++;
    while (start < end && (line->text[end - 1] == ' ' || line->text[end - 1] == '\t'))
        end--;
    add_cell(line, from, start, end);
}

static void broken_at(line_reader *line, digitrun_status status, size_t offset, size_t length)
{
    if (line->broken)
        return;
    line->broken = status;
    line->broken_offset = offset;
    line->broken_length = length;
}

/* The end of the text of an unquoted cell that begins at `at`, its blanks included. */
static size_t bare_end(const line_reader *line, size_t at)
{
    while (!is_line_end(line, at) && !is_separator(line, at) &&
           !(is_blank(line, at) && !line->rules->cells))
        at++;
    return at;
}

/* Reads the quoted cell at `at`; returns where reading goes on. */
static size_t quoted_cell(line_reader *line, size_t at)
{
    size_t from = at++, start = at;
    char quote = (char)line->rules->quote;
    for (;; at++) {
        if (at >= line->len) {
            broken_at(line, DIGITRUN_UNCLOSED, from, line->len - from);
            return at;
        }
        if (line->text[at] != quote)
            continue;
        if (at + 1 < line->len && line->text[at + 1] == quote) {
            at++;
        } else {
            break;
        }
    }
    size_t end = at, after = skip_blanks(line, at + 1);
    bool separated = !line->rules->cells && after > at + 1;
    if (!is_line_end(line, after) && !is_separator(line, after) && !separated) {
        broken_at(line, DIGITRUN_BAD_STRUCTURE, after, 1);
        return bare_end(line, after); /* only to find the line's end */
    }
    if (!line->broken)
        add_trimmed(line, from, start, end);
    if (!line->broken &&
        line->cells[line->cell_count - 1].start == line->cells[line->cell_count - 1].end) {
        line->cells[line->cell_count - 1].start = line->cells[line->cell_count - 1].end = end;
    }
    return at + 1;
}

static size_t any_cell(line_reader *line, size_t at)
{
    if (line->rules->quote && (unsigned char)line->text[at] == line->rules->quote)
        return quoted_cell(line, at);
    size_t end = bare_end(line, at);
    if (!line->broken)
        add_trimmed(line, at, at, end);
    return end;
}

/* Any run of separators and blanks is one. */
static void split_list(line_reader *line, size_t at)
{
    for (;;) {
        while (!is_line_end(line, at) && (is_separator(line, at) || is_blank(line, at)))
            at++;
        if (is_line_end(line, at))
            break;
        at = any_cell(line, at);
    }
    line->line_end = at;
}

/* Every delimiter ends a cell; where ' ' is named, blanks end one too, and then no cell is due. */
static void split_table(line_reader *line, size_t at)
{
    bool due = true, first = true;
    for (;;) {
        at = skip_blanks(line, at);
        if (is_line_end(line, at))
            break;
        if (is_separator(line, at)) {
            if (due && !line->broken)
                add_cell(line, at, at, at);
            due = true;
            at++;
        } else {
            at = any_cell(line, at);
            due = false;
        }
        first = false;
    }
    bool wanted = due && (first || line->rules->last_separator != DIGITRUN_ACCEPT);
    if (wanted && !line->broken)
        add_cell(line, at, at, at);
    line->line_end = at;
}

static void split_widths(line_reader *line, size_t at)
{
    size_t end = at;
    while (!is_line_end(line, end))
        end++;
    for (size_t i = 0; i < line->rules->width_count; i++) {
        size_t stop = line->rules->widths[i] < end - at ? at + line->rules->widths[i] : end;
        add_trimmed(line, at, at, stop);
        line_cell *cell = &line->cells[line->cell_count - 1];
        if (cell->start == cell->end)
            cell->start = cell->end = cell->from = stop;
        at = stop;
    }
    line->line_end = end;
}

static bool stop(line_reader *line, digitrun_status status, size_t offset, size_t length)
{
    model_stop(line->reading, status, offset, length);
    return false;
}

static bool read_cell(line_reader *line, const line_cell *cell, size_t row_start, size_t row_values)
{
    model_value value = {cell->from, cell->end, 0, false};
    size_t len = cell->end - cell->start, columns = line->rules->columns;
    digitrun_status status = model_token(line->rules, line->text + cell->start, len, line->what,
                                         &value);
    if (status != DIGITRUN_OK)
        return stop(line, status, cell->start, len);
    if (columns && row_values == columns)
        return stop(line, DIGITRUN_ROW_LENGTH, row_start, line->line_end - row_start);
    model_add_value(line->reading, &value);
    return true;
}

/* The cells of a line that are read: [*first, *end). */
static void chosen_cells(const line_reader *line, size_t *first, size_t *end)
{
    size_t skip = line->rules->skip_fields, take = line->rules->take_fields;
    *end = line->cell_count;
    *first = skip < *end ? skip : *end;
    if (take && *end - *first > take)
        *first = *end - take;
}

static bool read_row(line_reader *line, size_t row_start)
{
    size_t first, end, columns = line->rules->columns;
    if (line->broken && line->rules->take_fields)
        return stop(line, line->broken, line->broken_offset, line->broken_length);
    chosen_cells(line, &first, &end);
    for (size_t i = first; i < end; i++) {
        if (!read_cell(line, &line->cells[i], row_start, i - first))
            return false;
    }
    if (line->broken)
        return stop(line, line->broken, line->broken_offset, line->broken_length);
    if (columns && end - first != columns)
        return stop(line, DIGITRUN_ROW_LENGTH, row_start, line->line_end - row_start);
    model_add_row(line->reading, row_start, line->line_end);
    return true;
}

static bool is_comment(const line_reader *line, size_t at)
{
    while (at < line->len && (line->text[at] == ' ' || line->text[at] == '\t'))
        at++;
    return at < line->len && line->rules->comment[(unsigned char)line->text[at]];
}

static bool read_line(line_reader *line, size_t start)
{
    size_t at = skip_blanks(line, start);
    const model_rules *rules = line->rules;
    line->cell_count = 0;
    line->broken = DIGITRUN_OK;
    line->line_end = at;
    if (is_comment(line, start)) {
        while (!is_line_end(line, line->line_end))
            line->line_end++;
        return true;
    }
    if (is_line_end(line, at) && (at >= line->len || rules->blank_lines != DIGITRUN_AS_MISSING)) {
        if (at < line->len && rules->blank_lines == DIGITRUN_REFUSE)
            return stop(line, DIGITRUN_BAD_STRUCTURE, at, 1);
        return true;
    }
    if (rules->width_count) {
        split_widths(line, start);
    } else if (is_line_end(line, at)) {
        add_cell(line, at, at, at);
    } else if (rules->kind == DIGITRUN_LIST) {
        split_list(line, start);
    } else {
        split_table(line, start);
    }
    if (line->cell_count == 0 && !line->broken)
        return true; /* a list's line of separators only */
    return read_row(line, start);
}

void model_read_lines(model_reading *reading, const model_rules *rules, const char *text,
                      size_t len, unsigned what, size_t start)
{
    line_reader line = {.reading = reading, .rules = rules, .text = text, .len = len, .what = what};
    while (start < len && read_line(&line, start))
        start = next_line(&line, line.line_end);
    free(line.cells);
}
