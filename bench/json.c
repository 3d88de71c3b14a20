/* bench/json.c - JSON as this program needs it: a reader into a tree, and strings out. */
#include "bench/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 32 };

typedef struct reader {
    const char *next, *start;
    const char *wrong; /* the first thing that was wrong, or NULL */
} reader;

static json_value *fail(reader *r, const char *wrong)
{
    if (r->wrong == NULL) {
        r->wrong = wrong;
    }
    return NULL;
}

static void skip_blanks(reader *r)
{
    r->next += strspn(r->next, " \t\r\n");
}

static bool take(reader *r, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(r->next, word, len) != 0) {
        return false;
    }
    r->next += len;
    return true;
}

/* \uXXXX below 128 only: this program writes no other. */
static char unescape(reader *r)
{
    char c = *r->next++;
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *at = c ? strchr(from, c) : NULL;
    if (at) {
        return to[at - from];
    }
    char digits[5] = {0};
    char *end = digits;
    if (c == 'u' && strlen(r->next) >= 4) {
        memcpy(digits, r->next, 4);
        long code = strtol(digits, &end, 16);
        if (end == digits + 4 && code > 0 && code < 128) {
            r->next += 4;
            return (char)code;
        }
    }
    fail(r, "an escape that is not understood");
    r->next--;
    return 0;
}

static char *read_string(reader *r)
{
    if (*r->next != '"') {
        fail(r, "a string was expected");
        return NULL;
    }
    char *text = malloc(strcspn(r->next + 1, "\n") + 1), *out = text;
    r->next++;
    while (text && *r->next != '"' && r->wrong == NULL) {
        if ((unsigned char)*r->next < ' ') {
            fail(r, "a string is not closed");
            break;
        }
        char c = *r->next++;
        *out++ = c == '\\' ? unescape(r) : c;
    }
    if (text == NULL || r->wrong) {
        free(text);
        return NULL;
    }
    r->next++;
    *out = 0;
    return text;
}

static json_value *read_value(reader *r, int depth);

/* The members of an array or object whose first bracket was taken. */
static void read_members(reader *r, json_value *parent, int depth)
{
    const char *close = parent->kind == JSON_ARRAY ? "]" : "}";
    json_value **link = &parent->first;
    skip_blanks(r);
    if (take(r, close)) {
        return;
    }
    do {
        char *key = NULL;
        skip_blanks(r);
        if (parent->kind == JSON_OBJECT) {
            key = read_string(r);
            skip_blanks(r);
            if (key && !take(r, ":")) {
                fail(r, "a ':' was expected");
            }
        }
        json_value *value = r->wrong ? NULL : read_value(r, depth + 1);
        if (value == NULL) {
            free(key);
            return;
        }
        value->key = key;
        *link = value;
        link = &value->next;
        skip_blanks(r);
    } while (take(r, ","));
    if (!take(r, close)) {
        fail(r, "a ',' or closing bracket was expected");
    }
}

static void read_scalar(reader *r, json_value *value)
{
    char *end;
    if (*r->next == '"') {
        value->kind = JSON_STRING;
        value->text = read_string(r);
    } else if (take(r, "true")) {
        value->kind = JSON_TRUE;
    } else if (take(r, "false")) {
        value->kind = JSON_FALSE;
    } else if (take(r, "null")) {
        value->kind = JSON_NULL;
    } else if (strchr("-0123456789", *r->next) && *r->next) {
        value->kind = JSON_NUMBER;
        value->number = strtod(r->next, &end);
        r->next = end;
    } else {
        fail(r, "a value was expected");
    }
}

static json_value *read_value(reader *r, int depth)
{
    skip_blanks(r);
    json_value *value = calloc(1, sizeof *value);
    if (value == NULL || depth > DEPTH_MOST) {
        free(value);
        return fail(r, "too deep, or no memory");
    }
    if (take(r, "[")) {
        value->kind = JSON_ARRAY;
        read_members(r, value, depth);
    } else if (take(r, "{")) {
        value->kind = JSON_OBJECT;
        read_members(r, value, depth);
    } else {
        read_scalar(r, value);
    }
    if (r->wrong) {
        bench_json_free(value);
        return NULL;
    }
    return value;
}

void bench_json_free(json_value *value)
{
    while (value) {
        json_value *next = value->next;
        bench_json_free(value->first);
        free(value->text);
        free(value->key);
        free(value);
        value = next;
    }
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t len = 0, room = 1 << 16;
    char *data = malloc(room);
    for (size_t got = 1; data && got;) {
        if (room - len < 4096) {
            char *more = realloc(data, room *= 2);
            if (more == NULL) {
                free(data);
            }
            data = more;
        }
        got = data ? fread(data + len, 1, room - len - 1, file) : 0;
        len += got;
    }
    fclose(file);
    if (data) {
        data[len] = 0;
    }
    return data;
}

json_value *bench_json_read(const char *path, char *error, size_t room)
{
    char *data = read_file(path);
    if (data == NULL) {
        snprintf(error, room, "%s: %s", path, strerror(errno));
        return NULL;
    }
    reader r = {data, data, NULL};
    json_value *value = read_value(&r, 0);
    skip_blanks(&r);
    if (value && *r.next) {
        fail(&r, "something follows the value");
        bench_json_free(value);
        value = NULL;
    }
    if (value == NULL) {
        snprintf(error, room, "%s: byte %zu: %s", path, (size_t)(r.next - r.start), r.wrong);
    }
    free(data);
    return value;
}

const json_value *bench_json_member(const json_value *object, const char *key)
{
    for (const json_value *member = object ? object->first : NULL; member; member = member->next) {
        if (member->key && strcmp(member->key, key) == 0) {
            return member;
        }
    }
    return NULL;
}

const char *bench_json_text(const json_value *object, const char *key)
{
    const json_value *member = bench_json_member(object, key);
    return member && member->kind == JSON_STRING ? member->text : "";
}

double bench_json_number(const json_value *object, const char *key)
{
    const json_value *member = bench_json_member(object, key);
    return member && member->kind == JSON_NUMBER ? member->number : 0;
}

void bench_json_put(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            fprintf(file, "\\%c", *text);
        } else if ((unsigned char)*text < ' ') {
            fprintf(file, "\\u%04x", (unsigned char)*text);
        } else {
            fputc(*text, file);
        }
    }
    fputc('"', file);
}
