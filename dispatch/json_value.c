/* dispatch/json_value.c - is this JSON string or object well-formed, and how long is it. */
#include "dispatch/desk.h"

#include <string.h>

enum { NESTING_MAX = 1024 }; /* of objects and arrays inside one value */

/* What may come next inside the value. */
enum { WANT_VALUE, WANT_VALUE_OR_END, WANT_KEY, WANT_KEY_OR_END, WANT_COLON, WANT_COMMA_OR_END };

typedef struct nesting {
    uint8_t is_object[NESTING_MAX / 8];
    unsigned depth, most, arrays;
} nesting;

static bool is_hex(unsigned byte)
{
    return is_digit(byte) || (byte | 0x20) - 'a' < 6u;
}

/* The byte behind the string that opens at `at`, or the status that refuses it with *at at fault.
 */
static digitrun_status pass_string(const desk *d, size_t *at)
{
    size_t i = *at + 1;
    for (; i < d->limit; i++) {
        uint8_t byte = d->text[i];
        if (byte == '"') {
            *at = i + 1;
            return DIGITRUN_OK;
        }
        if (byte < 0x20) {
            *at = i;
            return DIGITRUN_BAD_STRUCTURE;
        }
        if (byte != '\\') {
            continue;
        }
        if (++i == d->limit) {
            break;
        }
        if (d->text[i] == 'u') {
            for (int k = 0; k < 4; k++) {
                if (++i == d->limit) {
                    return DIGITRUN_UNCLOSED;
                }
                if (!is_hex(d->text[i])) {
                    *at = i;
                    return DIGITRUN_BAD_STRUCTURE;
                }
            }
        } else if (d->text[i] == 0 || strchr("\"\\/bfnrt", d->text[i]) == NULL) {
            *at = i;
            return DIGITRUN_BAD_STRUCTURE;
        }
    }
    return DIGITRUN_UNCLOSED;
}

/* A number or one of the three words. */
static digitrun_status pass_word(const desk *d, size_t *at)
{
    size_t end = *at;
    const uint8_t *begin = d->text + *at;
    /* a byte that begins comments does so at a line's start alone */
    while (end < d->limit && (class_at(d, end) == CLASS_TOKEN ||
                              is_member(d->plan->comments, d->plan->comment_count, d->text[end]))) {
        end++;
    }
    size_t len = end - *at;
    bool word = (len == 4 && (memcmp(begin, "true", 4) == 0 || memcmp(begin, "null", 4) == 0)) ||
                (len == 5 && memcmp(begin, "false", 5) == 0);
    const digitrun_plan *strict = plan_of(digitrun_format_json());
    if (!word && !digitrun_is_number(strict, begin, begin + len)) {
        return DIGITRUN_BAD_STRUCTURE;
    }
    *at = end;
    return DIGITRUN_OK;
}

static bool open_nested(nesting *open, bool object)
{
    if (open->depth == NESTING_MAX || open->depth >= open->most) {
        return false;
    }
    uint8_t bit = (uint8_t)(1u << (open->depth & 7));
    uint8_t *byte = &open->is_object[open->depth++ >> 3];
    *byte = (uint8_t)(object ? *byte | bit : *byte & ~bit);
    open->arrays += !object;
    return true;
}

static bool inside_object(const nesting *open)
{
    unsigned top = open->depth - 1;
    return (open->is_object[top >> 3] >> (top & 7) & 1) != 0;
}

static bool wants_value(int want)
{
    return want == WANT_VALUE || want == WANT_VALUE_OR_END;
}

static bool closes(const nesting *open, int want, bool object)
{
    return inside_object(open) == object &&
           (want == WANT_COMMA_OR_END || want == (object ? WANT_KEY_OR_END : WANT_VALUE_OR_END));
}

/* One element at *at inside the open value; *want goes on. */
static digitrun_status pass_element(const desk *d, size_t *at, nesting *open, int *want)
{
    uint8_t byte = d->text[*at];
    bool object = byte == '{' || byte == '}';
    digitrun_status status = DIGITRUN_OK;
    switch (byte) {
    case '{':
    case '[':
        if (!wants_value(*want)) {
            return DIGITRUN_BAD_STRUCTURE;
        }
        if (!open_nested(open, object)) {
            return DIGITRUN_TOO_DEEP;
        }
        *want = object ? WANT_KEY_OR_END : WANT_VALUE_OR_END;
        break;
    case '}':
    case ']':
        if (!closes(open, *want, object)) {
            return DIGITRUN_BAD_STRUCTURE;
        }
        open->depth--;
        open->arrays -= !object;
        *want = WANT_COMMA_OR_END;
        break;
    case ':':
        if (*want != WANT_COLON) {
            return DIGITRUN_BAD_STRUCTURE;
        }
        *want = WANT_VALUE;
        break;
    case ',':
        if (*want != WANT_COMMA_OR_END) {
            return DIGITRUN_BAD_STRUCTURE;
        }
        *want = inside_object(open) ? WANT_KEY : WANT_VALUE;
        break;
    case '"':
        if (*want == WANT_COLON || *want == WANT_COMMA_OR_END) {
            return DIGITRUN_BAD_STRUCTURE;
        }
        *want = wants_value(*want) ? WANT_COMMA_OR_END : WANT_COLON;
        return pass_string(d, at);
    default:
        if (!wants_value(*want)) {
            return DIGITRUN_BAD_STRUCTURE;
        }
        status = pass_word(d, at);
        *want = WANT_COMMA_OR_END;
        return status;
    }
    ++*at;
    return status;
}

static digitrun_status pass_object(desk *d, size_t *at)
{
    nesting open = {{0}, 0, d->plan->depth_max - d->state.depth, 0};
    int want = WANT_VALUE;
    digitrun_status status = DIGITRUN_OK;
    do {
        uint8_t byte = d->text[*at];
        if (byte == '\n' && d->plan->kind == DIGITRUN_NDJSON) {
            status = DIGITRUN_BAD_STRUCTURE; /* a document lies on one line */
        } else if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
            ++*at;
        } else {
            bool string = byte == '"';
            size_t before = *at;
            status = pass_element(d, at, &open, &want);
            d->state.error_quoted = string && *at != before;
        }
    } while (status == DIGITRUN_OK && open.depth != 0 && *at < d->limit);
    d->state.error_nested = open.arrays;
    return status != DIGITRUN_OK || open.depth == 0 ? status : DIGITRUN_UNCLOSED;
}

digitrun_status digitrun_json_value(desk *d, size_t *end)
{
    digitrun_status status;
    if (d->text[*end] == '"') {
        status = pass_string(d, end);
        d->state.error_quoted = 1;
        d->state.error_nested = 0;
    } else {
        status = pass_object(d, end);
    }
    if (status == DIGITRUN_OK) {
        d->state.error_quoted = 0;
        d->state.error_nested = 0;
        return DIGITRUN_NOT_NUMBER;
    }
    if (status == DIGITRUN_UNCLOSED) {
        d->state.error_quoted = 0; /* its offset is the value's first byte */
        d->state.error_nested = 0;
    }
    return status;
}
