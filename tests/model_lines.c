/* tests/model_lines.c - the model's reader of lists, tables and fixed widths, a line at a time. */
#include "tests/model.h"

#include <stdlib.h>
#include <string.h>

typedef struct line_cell {
    size_t start, end; /* trimmed, inside the quotes if any; both the byte that shows it empty */
    size_t from, to;   /* the same, quotes included */
    size_t junk;       /* the first byte behind its closing quote that may not stand there, or 0 */
} line_cell;

typedef struct line_reader {
    model_reading *reading;
    const model_rules *rules;
    const char *text;
    size_t len;
    unsigned what;
    line_cell *cells; /* of the line in hand */
    size_t cell_count, cell_room;
    size_t line_end; /* its LF or CR, or len */
    bool unclosed;   /* the quote at unclosed_at, behind the cells found */
    size_t unclosed_at;
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

static void add_cell(line_reader *line, size_t from, size_t to, size_t start, size_t end)
{
    if (line->cell_count == line->cell_room) {
        line->cell_room = line->cell_room * 2 + 64;
        line->cells = realloc(line->cells, line->cell_room * sizeof *line->cells);
        if (!line->cells)
            abort();
    }
    line->cells[line->cell_count++] = (line_cell){start, end, from, to, 0};
}

static void add_empty(line_reader *line, size_t shown_at)
{
    add_cell(line, shown_at, shown_at, shown_at, shown_at);
}

static void trim(const line_reader *line, size_t *start, size_t *end)
{
    while (*start < *end && (line->text[*start] == ' ' || line->text[*start] == '\t'))
        ++*start;
    while (*start < *end && (line->text[*end - 1] == ' ' || line->text[*end - 1] == '\t'))
        --*end;
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
            line->unclosed = true;
            line->unclosed_at = from;
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
    size_t end = at, to = at + 1, after = skip_blanks(line, to);
    bool separated = !line->rules->cells && after > to;
    trim(line, &start, &end);
    add_cell(line, from, to, start, end);
    if (is_line_end(line, after) || is_separator(line, after) || separated)
        return to;
    line->cells[line->cell_count - 1].junk = after;
    return bare_end(line, after);
}

static size_t any_cell(line_reader *line, size_t at)
{
    if (line->rules->quote && (unsigned char)line->text[at] == line->rules->quote)
        return quoted_cell(line, at);
    size_t next = bare_end(line, at), end = next;
    trim(line, &at, &end);
    add_cell(line, at, end, at, end);
    return next;
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
            if (due)
                add_empty(line, at);
            due = true;
            at++;
        } else {
            at = any_cell(line, at);
            due = false;
        }
        first = false;
    }
    bool wanted = due && (first || line->rules->last_separator != DIGITRUN_ACCEPT);
    if (wanted)
        add_empty(line, at);
    line->line_end = at;
}

static void split_widths(line_reader *line, size_t at)
{
    size_t end = at;
    while (!is_line_end(line, end))
        end++;
    for (size_t i = 0; i < line->rules->width_count; i++) {
        size_t stop = line->rules->widths[i] < end - at ? at + line->rules->widths[i] : end;
        size_t from = at, to = stop;
        trim(line, &from, &to);
        if (from == to)
            add_empty(line, stop);
        else
            add_cell(line, from, to, from, to);
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
    model_value value = {cell->from, cell->to, 0, false};
    size_t columns = line->rules->columns;
    if (cell->junk)
        return stop(line, DIGITRUN_BAD_STRUCTURE, cell->junk, 1);
    digitrun_status status = model_token(line->rules, line->text + cell->start,
                                         cell->end - cell->start, line->what, &value);
    if (status != DIGITRUN_OK)
        return stop(line, status, cell->start, cell->end - cell->start);
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
    size_t unclosed = line->len - line->unclosed_at;
    if (line->unclosed && line->rules->take_fields)
        return stop(line, DIGITRUN_UNCLOSED, line->unclosed_at, unclosed);
    chosen_cells(line, &first, &end);
    for (size_t i = first; i < end; i++) {
        if (!read_cell(line, &line->cells[i], row_start, i - first))
            return false;
    }
    if (line->unclosed)
        return stop(line, DIGITRUN_UNCLOSED, line->unclosed_at, unclosed);
    if (columns && end - first != columns)
        return stop(line, DIGITRUN_ROW_LENGTH, row_start, line->line_end - row_start);
    model_add_row(line->reading, row_start, line->line_end);
    if (line->line_end < line->len && next_line(line, line->line_end) > line->line_end + 1)
        line->reading->rows[line->reading->row_count - 1].end++; /* CR LF */
    return true;
}

/* A leading tab is looked past, unless it is a delimiter. */
static bool is_comment(const line_reader *line, size_t at)
{
    const model_rules *rules = line->rules;
    bool tab_is_cell = rules->cells && rules->separator['\t'];
    while (at < line->len && (line->text[at] == ' ' || (line->text[at] == '\t' && !tab_is_cell)))
        at++;
    return at < line->len && line->rules->comment[(unsigned char)line->text[at]];
}

static bool read_line(line_reader *line, size_t start)
{
    size_t at = skip_blanks(line, start);
    const model_rules *rules = line->rules;
    line->cell_count = 0;
    line->unclosed = false;
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
        add_empty(line, at);
    } else if (rules->kind == DIGITRUN_LIST) {
        split_list(line, start);
    } else {
        split_table(line, start);
    }
    if (line->cell_count == 0 && !line->unclosed)
        return true; /* a list's line of separators only: no row, and not blank */
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
