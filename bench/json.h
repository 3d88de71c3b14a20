/* bench/json.h - JSON as this program needs it: a reader into a tree, and strings out. */
#ifndef DIGITRUN_BENCH_JSON_H
#define DIGITRUN_BENCH_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

typedef struct json_value {
    json_kind kind;
    double number;
    char *text;               /* a string, unescaped */
    char *key;                /* of a member of an object */
    struct json_value *first; /* of an array or object */
    struct json_value *next;  /* in the same array or object */
} json_value;

/* NULL: *error says why. bench_json_free takes the tree back. */
json_value *bench_json_read(const char *path, char *error, size_t room);
void bench_json_free(json_value *value);

const json_value *bench_json_member(const json_value *object, const char *key); /* NULL if absent */
const char *bench_json_text(const json_value *object, const char *key);         /* "" if absent */
double bench_json_number(const json_value *object, const char *key);            /* 0 if absent */

/* The text in quotes, escaped. */
void bench_json_put(FILE *file, const char *text);

#endif
