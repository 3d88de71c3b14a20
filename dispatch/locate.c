/* dispatch/locate.c - places in a text: line and column, where records start. */
#include "dispatch/plan.h"

#include <string.h>

digitrun_position digitrun_locate(const char *text, size_t len, size_t offset)
{
    digitrun_position position = {1, 1};
    size_t line = 0;
    if (text == NULL) {
        return position;
    }
    offset = offset < len ? offset : len;
    for (size_t i = 0; i < offset; i++) {
        bool paired = text[i] == '\r' && i + 1 < len && text[i + 1] == '\n';
        if (text[i] == '\n' || (text[i] == '\r' && !paired)) {
            position.line++;
            line = i + 1;
        }
    }
    position.column = offset - line + 1;
    return position;
}

/* Whether the byte at `at` ends a line; the CR of a CRLF does not. */
static bool ends_line(const digitrun_plan *plan, const char *text, size_t len, size_t at)
{
    if (text[at] == '\n') {
        return true;
    }
    return text[at] == '\r' && plan->kind != DIGITRUN_NDJSON &&
           (at + 1 == len || text[at + 1] != '\n');
}

/* Where a byte stands in a text with quotes. They open at the start of a cell only, and never in a
 * comment or a header line. */
typedef enum record_place {
    AT_LINE, /* only blanks before it in its line */
    AT_CELL, /* only blanks before it in its cell */
    IN_CELL, /* behind the start of a cell without quotes, or behind its closing quote */
    IN_QUOTES,
    AT_QUOTE, /* behind a quote in quotes: a second one is text */
    IN_LINE   /* in a comment or header line */
} record_place;

/* The place behind a byte that ends no line. */
static record_place pass_byte(const digitrun_plan *plan, record_place place, uint8_t byte)
{
    unsigned class = plan->class_of[byte];
    bool starts = place == AT_LINE || place == AT_CELL;
    if (place == IN_LINE || place == IN_QUOTES) {
        return place == IN_QUOTES && byte == plan->quote ? AT_QUOTE : place;
    }
    if (byte == plan->quote && (starts || place == AT_QUOTE)) {
        return IN_QUOTES;
    }
    if (place == AT_LINE && is_member(plan->comments, plan->comment_count, byte)) {
        return IN_LINE;
    }
    if (class == CLASS_DELIMITER || (class == CLASS_BLANK && !plan->cells)) {
        return place == AT_LINE && class == CLASS_BLANK ? AT_LINE : AT_CELL;
    }
    return class == CLASS_BLANK && starts ? place : IN_CELL;
}

/* The first line end outside quotes at or behind `from`, in a text that must be read from its
 * start. Returns the byte behind it. */
static size_t find_quoted_start(const digitrun_plan *plan, const char *text, size_t len,
                                size_t from)
{
    uint64_t header = plan->skip_lines;
    record_place place = header > 0 ? IN_LINE : AT_LINE;
    for (size_t at = 0; at < len; at++) {
        if (place == IN_QUOTES || !ends_line(plan, text, len, at)) {
            place = pass_byte(plan, place, (uint8_t)text[at]);
            continue;
        }
        if (at >= from) {
            return at + 1;
        }
        header -= header > 0;
        place = header > 0 ? IN_LINE : AT_LINE;
    }
    return len;
}

size_t digitrun_record_start(const char *text, size_t len, size_t from,
                             const digitrun_format *format)
{
    const digitrun_plan *plan;
    if (text == NULL || format == NULL || from >= len) {
        return len;
    }
    plan = plan_of(format);
    if (from == 0) {
        return 0;
    }
    if (plan->kind == DIGITRUN_JSON) {
        return len;
    }
    if (plan->quote != 0) {
        return find_quoted_start(plan, text, len, from - 1);
    }
    for (size_t at = from - 1; at < len; at++) {
        if (ends_line(plan, text, len, at)) {
            return at + 1;
        }
    }
    return len;
}
