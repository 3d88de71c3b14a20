/* tests/model_json.c - the model's recursive reader of JSON and NDJSON. */
#include "tests/model.h"

#include <string.h>

enum { HOLDS_NOTHING, HOLDS_NUMBERS, HOLDS_ARRAYS };

typedef struct json_reader {
    model_reading *reading;
    const model_rules *rules;
    const char *text;
    size_t len, at, depth, depth_most;
    unsigned what;
    bool rows_matter; /* MIXED is an error */
} json_reader;

typedef struct json_array {
    int holds;
    size_t start, first; /* the bracket; index of its first value */
} json_array;

static bool stop(json_reader *json, digitrun_status status, size_t offset, size_t length)
{
    model_stop(json->reading, status, offset, length);
    return false;
}

static bool out_of_place(json_reader *json)
{
    return stop(json, DIGITRUN_BAD_STRUCTURE, json->at, json->at < json->len);
}

static bool at_end(const json_reader *json)
{
    return json->at >= json->len;
}

static char byte_at(const json_reader *json)
{
    return at_end(json) ? 0 : json->text[json->at];
}

static bool here(const json_reader *json, char byte)
{
    return !at_end(json) && json->text[json->at] == byte;
}

/* In NDJSON a line end is no blank. */
static void skip_blanks(json_reader *json)
{
    while (!at_end(json)) {
        char byte = byte_at(json);
        if (byte == '\n' && json->rules->kind == DIGITRUN_NDJSON)
            return;
        if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n')
            return;
        json->at++;
    }
}

static bool ends_token(char byte)
{
    return byte && strchr(" \t\r\n,[]\"{}", byte);
}

static size_t token_end(const json_reader *json)
{
    size_t end = json->at;
    while (end < json->len && !ends_token(json->text[end]))
        end++;
    return end;
}

/* ---- strings and objects: judged, never stored ---------------------------------------------- */
static bool unclosed_since(json_reader *json, size_t start)
{
    return stop(json, DIGITRUN_UNCLOSED, start, json->len - start);
}

static bool is_hex(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') ||
           (byte >= 'A' && byte <= 'F');
}

/* `thing` is where the outermost string or object began. */
static bool string(json_reader *json, size_t thing)
{
    json->at++;
    while (!at_end(json)) {
        unsigned char byte = (unsigned char)json->text[json->at];
        if (byte < 0x20)
            return out_of_place(json);
        json->at++;
        if (byte == '"')
            return true;
        if (byte != '\\')
            continue;
        if (at_end(json))
            break;
        char escaped = byte_at(json);
        if (!memchr("\"\\/bfnrtu", escaped, 9))
            return out_of_place(json);
        json->at++;
        for (int i = 0; escaped == 'u' && i < 4; i++, json->at++) {
            if (at_end(json))
                return unclosed_since(json, thing);
            if (!is_hex(byte_at(json)))
                return out_of_place(json);
        }
    }
    return unclosed_since(json, thing);
}

static bool strict_token(json_reader *json)
{
    digitrun_format_spec rfc;
    model_rules rules;
    size_t end = token_end(json), len = end - json->at;
    const char *token = json->text + json->at;
    bool literal = (len == 4 && (!memcmp(token, "true", 4) || !memcmp(token, "null", 4))) ||
                   (len == 5 && !memcmp(token, "false", 5));
    model_value value;
    memset(&rfc, 0, sizeof rfc);
    rfc.kind = DIGITRUN_JSON;
    model_resolve(&rules, &rfc);
    if (!literal && model_token(&rules, token, len, MODEL_COUNT, &value) != DIGITRUN_OK)
        return out_of_place(json);
    json->at = end;
    return true;
}

static bool any_value(json_reader *json, size_t thing);

static bool object_member(json_reader *json, size_t thing)
{
    skip_blanks(json);
    if (at_end(json))
        return unclosed_since(json, thing);
    if (!here(json, '"'))
        return out_of_place(json);
    if (!string(json, thing))
        return false;
    skip_blanks(json);
    if (at_end(json))
        return unclosed_since(json, thing);
    if (!here(json, ':'))
        return out_of_place(json);
    json->at++;
    return any_value(json, thing);
}

/* An array or object inside an object, or the outermost object. */
static bool any_container(json_reader *json, size_t thing)
{
    bool object = here(json, '{');
    char close = object ? '}' : ']';
    if (json->depth >= json->depth_most)
        return stop(json, DIGITRUN_TOO_DEEP, json->at, 1);
    json->depth++;
    json->at++;
    skip_blanks(json);
    if (!here(json, close)) {
        for (;;) {
            if (object ? !object_member(json, thing) : !any_value(json, thing))
                return false;
            skip_blanks(json);
            if (at_end(json))
                return unclosed_since(json, thing);
            if (here(json, close))
                break;
            if (!here(json, ','))
                return out_of_place(json);
            json->at++;
        }
    }
    json->at++;
    json->depth--;
    return true;
}

static bool any_value(json_reader *json, size_t thing)
{
    skip_blanks(json);
    if (at_end(json))
        return unclosed_since(json, thing);
    switch (byte_at(json)) {
    case '"':
        return string(json, thing);
    case '{':
    case '[':
        return any_container(json, thing);
    case ',':
    case ']':
    case '}':
    case '\n':
        return out_of_place(json);
    default:
        return strict_token(json);
    }
}

/* ---- numbers and arrays --------------------------------------------------------------------- */
/* Where the row that began at `start` ends: behind its bracket, whatever else is in it. */
static size_t row_end(const json_reader *json, size_t start)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t at = start; at < json->len; at++) {
        char byte = json->text[at];
        if (byte == '\n' && json->rules->kind == DIGITRUN_NDJSON)
            return at;
        if (quoted) {
            if (byte == '\\')
                at++;
            if (byte == '"')
                quoted = false;
        } else if (byte == '"') {
            quoted = true;
        } else if (byte == '[') {
            depth++;
        } else if (byte == ']' && --depth == 0) {
            return at + 1;
        }
    }
    return json->len;
}

static bool row_length(json_reader *json, size_t start, size_t end)
{
    return stop(json, DIGITRUN_ROW_LENGTH, start, end - start);
}

/* A token, string or object that stands where a number may. */
static bool number(json_reader *json, json_array *array)
{
    size_t start = json->at;
    model_value value = {start, 0, 0, false};
    bool thing = here(json, '"') || here(json, '{');
    bool mixed = array && array->holds == HOLDS_ARRAYS && json->rows_matter;
    if (thing) {
        if (here(json, '"') ? !string(json, start) : !any_container(json, start))
            return false;
        value.end = json->at;
        value.bits = json->what & MODEL_COUNT ? 0
                     : json->what & MODEL_F32 ? 0x7fc00000u
                                              : 0x7ff8000000000000u;
        if (json->rules->bad != DIGITRUN_AS_MISSING)
            return stop(json, DIGITRUN_NOT_NUMBER, start, value.end - start);
    } else {
        value.end = token_end(json);
        size_t len = value.end - start;
        digitrun_status status = model_token(json->rules, json->text + start, len, json->what,
                                             &value);
        if (status != DIGITRUN_OK)
            return stop(json, status, start, len);
        json->at = value.end;
    }
    size_t columns = json->rules->columns;
    if (!array) {
        model_add_value(json->reading, &value);
        if (columns > 1)
            return row_length(json, start, value.end);
        model_add_row(json->reading, start, value.end);
        json->reading->rows[json->reading->row_count - 1].alone = true;
        return true;
    }
    if (mixed)
        return stop(json, DIGITRUN_MIXED, start, value.end - start);
    if (columns && json->reading->count - array->first == columns)
        return row_length(json, array->start, row_end(json, array->start));
    if (array->holds == HOLDS_NOTHING)
        array->holds = HOLDS_NUMBERS;
    model_add_value(json->reading, &value);
    return true;
}

static bool close_array(json_reader *json, const json_array *array)
{
    json->at++;
    json->depth--;
    if (array->holds != HOLDS_ARRAYS) {
        size_t columns = json->rules->columns;
        if (columns && json->reading->count - array->first != columns)
            return row_length(json, array->start, json->at);
        model_add_row(json->reading, array->start, json->at);
    }
    json->reading->rows[json->reading->row_count - 1].closes++;
    return true;
}

static bool array_value(json_reader *json, json_array *parent)
{
    if (json->depth >= json->depth_most)
        return stop(json, DIGITRUN_TOO_DEEP, json->at, 1);
    if (parent) {
        if (parent->holds == HOLDS_NUMBERS && json->rows_matter)
            return stop(json, DIGITRUN_MIXED, json->at, 1);
        parent->holds = HOLDS_ARRAYS;
    }
    json_array array = {HOLDS_NOTHING, json->at, json->reading->count};
    json->depth++;
    json->at++;
    skip_blanks(json);
    if (here(json, ']'))
        return close_array(json, &array);
    for (;;) {
        skip_blanks(json);
        if (at_end(json))
            return stop(json, DIGITRUN_UNCLOSED, json->len, 0);
        if (here(json, '[')) {
            if (!array_value(json, &array))
                return false;
        } else if (memchr(",]}\n", byte_at(json), 4)) {
            return out_of_place(json);
        } else if (!number(json, &array)) {
            return false;
        }
        skip_blanks(json);
        if (at_end(json))
            return stop(json, DIGITRUN_UNCLOSED, json->len, 0);
        if (here(json, ']'))
            return close_array(json, &array);
        if (!here(json, ','))
            return out_of_place(json);
        json->at++;
    }
}

static bool document(json_reader *json)
{
    if (here(json, '['))
        return array_value(json, NULL);
    if (at_end(json) || memchr(",]}\n", byte_at(json), 4))
        return out_of_place(json);
    return number(json, NULL);
}

static bool comment_line(json_reader *json)
{
    size_t at = json->at;
    while (at < json->len && strchr(" \t\r", json->text[at]) && json->text[at])
        at++;
    if (at >= json->len || !json->rules->comment[(unsigned char)json->text[at]])
        return false;
    while (at < json->len && json->text[at] != '\n')
        at++;
    json->at = at < json->len ? at + 1 : at;
    return true;
}

static void ndjson(json_reader *json)
{
    while (!at_end(json)) {
        if (comment_line(json))
            continue;
        skip_blanks(json);
        if (at_end(json))
            return;
        if (here(json, '\n')) {
            if (json->rules->blank_lines == DIGITRUN_REFUSE) {
                out_of_place(json);
                return;
            }
            json->at++;
            continue;
        }
        if (!document(json))
            return;
        skip_blanks(json);
        if (at_end(json))
            return;
        if (!here(json, '\n')) {
            out_of_place(json);
            return;
        }
        json->at++;
    }
}

void model_read_json(model_reading *reading, const model_rules *rules, const char *text, size_t len,
                     unsigned what, size_t start)
{
    json_reader json = {reading,
                        rules,
                        text,
                        len,
                        start,
                        0,
                        rules->max_depth,
                        what,
                        (what & MODEL_ROWS) || (rules->columns && !(what & MODEL_COUNT))};
    if ((what & MODEL_CLOSES) && json.depth_most > 255)
        json.depth_most = 255;
    if (rules->kind == DIGITRUN_NDJSON) {
        ndjson(&json);
        return;
    }
    skip_blanks(&json);
    if (!document(&json))
        return;
    skip_blanks(&json);
    if (!at_end(&json))
        out_of_place(&json);
}
