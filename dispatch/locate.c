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

size_t digitrun_record_start(const char *text, size_t len, size_t from,
                             const digitrun_format *format)
{
    const digitrun_plan *plan;
    bool quoted = false;
    size_t at;
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
    at = from - 1;
    if (plan->quote != 0) { /* only the text before can tell whether a quote is open */
        for (size_t i = 0; i < at; i++) {
            quoted ^= (uint8_t)text[i] == plan->quote;
        }
    }
    for (; at < len; at++) {
        if (plan->quote != 0 && (uint8_t)text[at] == plan->quote) {
            quoted = !quoted;
        } else if (!quoted && ends_line(plan, text, len, at)) {
            return at + 1;
        }
    }
    return len;
}
