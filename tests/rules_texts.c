/* tests/rules_texts.c - random texts for the pairs of options: good ones, and every oddity. */
#include "tests/rules_texts.h"
#include "tests/unit_check.h"

#include <string.h>

static const char *const plain[] = {"1", "-2", "3.5", "40", "-0.25", "1e2", "6E-1", "0"};
static const char *const odd[] = {
    "+4",       ".5",    "7.",      "007",      "-00.5",    "1d2",       "2Q-1",      "1.5-3",
    "2+1",      "1e999", "-1e999",  "nan",      "-Inf",     "+inf",      "NA",        "--",
    "-",        "x",     "null",    "true",     "1'234",    "12'34",     "'1",        "1e",
    ".",        "1.2.3", "",        " ",        "#",        "1#",        "\"7\"",     "\" 8 \"",
    "\"9\"x",   "\"\"",  "\"a;b\"", "\"1\n2\"", "\"NA\"",   "\"1'000\"", "\"6",       "1 2",
    "\xef\xbb", "[5]",   "{}",      "1e-400",   "Infinity", "5\t",       "\"q\"\"\"", "1;2"};
static const char *const json_odd[] = {
    "[",       "]",           "[]",      "[[1],[2]]", "[1,[2]]", "[[],3]", "\"a]\"", "\"\\u00e9\"",
    "\"\\x\"", "{\"a\":[1]}", "{\"a\"}", "{",         "\"open",  "true",   "null",   "[[[1]]]"};

/* "3.5" with the decimal byte of the spec. */
static void put_token(char *text, const char *token, const digitrun_format_spec *spec)
{
    char *end = text + strlen(text);
    for (; *token != 0; token++)
        *end++ = *token == '.' && spec->decimal != 0 ? spec->decimal : *token;
    *end = 0;
}

static void put_any(char *text, const digitrun_format_spec *spec, uint64_t *random, size_t oddness)
{
    bool json = spec->kind == DIGITRUN_JSON || spec->kind == DIGITRUN_NDJSON;
    if (draw(random, 8) >= oddness)
        put_token(text, plain[draw(random, COUNT_OF(plain))], spec);
    else if (json && draw(random, 3) == 0)
        strcat(text, json_odd[draw(random, COUNT_OF(json_odd))]);
    else
        put_token(text, odd[draw(random, COUNT_OF(odd))], spec);
}

static const char *any_separator(const digitrun_format_spec *spec, uint64_t *random, size_t oddness)
{
    static char one[2];
    const char *set = spec->separators[0] != 0      ? spec->separators
                      : spec->kind == DIGITRUN_LIST ? " ;|\t"
                      : spec->width_count != 0      ? " "
                                                    : ",";
    one[0] = set[draw(random, strlen(set))];
    size_t pick = draw(random, 40);
    return pick < 2 * oddness ? " " : pick == 39 ? "  " : one;
}

static void line_text(char *text, const digitrun_format_spec *spec, uint64_t *random,
                      size_t oddness)
{
    size_t cells = draw(random, 4) + (oddness < 2);
    if (draw(random, 10) < oddness)
        strcat(text,
               (const char *[]){"#c", " #", "%", "\t#", " ", "", "\t", ";", ";;"}[draw(random, 9)]);
    for (size_t i = 0; i < cells; i++) {
        size_t before = strlen(text);
        put_any(text, spec, random, oddness);
        if (spec->width_count > 0 && draw(random, 8) >= oddness)
            while (strlen(text) - before < spec->widths[i % 3])
                strcat(text, " ");
        else if (i + 1 < cells || draw(random, 6) == 0)
            strcat(text, any_separator(spec, random, oddness));
    }
}

static void json_text(char *text, const digitrun_format_spec *spec, uint64_t *random,
                      size_t oddness)
{
    size_t arrays = draw(random, 3), nested = draw(random, 2);
    if (draw(random, 10) < oddness)
        strcat(text, (const char *[]){"#c", " #", "\t%"}[draw(random, 3)]);
    strcat(text, nested ? "[" : "");
    for (size_t i = 0; i <= (nested ? arrays : 0); i++) {
        size_t values = draw(random, 4);
        strcat(text, i ? "," : "");
        strcat(text, arrays ? "[" : "");
        for (size_t k = 0; k < values + (arrays == 0); k++) {
            strcat(text, k ? "," : "");
            put_any(text, spec, random, oddness);
            strcat(text, draw(random, 12) < oddness ? (draw(random, 4) ? " " : "\n") : "");
        }
        strcat(text, arrays ? "]" : "");
    }
    strcat(text, nested ? "]" : "");
}

void random_text(char text[RANDOM_TEXT_ROOM], const digitrun_format_spec *spec, uint64_t *random)
{
    static const char *const ends[] = {"\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n \n"};
    size_t lines = spec->kind == DIGITRUN_JSON ? 1 : 1 + draw(random, 4);
    size_t oddness = (size_t[]){0, 1, 1, 2, 4}[draw(random, 5)];
    bool json = spec->kind == DIGITRUN_JSON || spec->kind == DIGITRUN_NDJSON;
    strcpy(text, draw(random, 12) < oddness ? "\xef\xbb\xbf" : "");
    for (size_t i = 0; i < lines; i++) {
        (json ? json_text : line_text)(text, spec, random, oddness);
        const char *end = ends[draw(random, oddness ? COUNT_OF(ends) : 4)];
        if (i + 1 < lines || draw(random, 3))
            strcat(text, json && strcmp(end, "\r") == 0 ? "\n" : end); /* a blank there */
    }
}
