/* tools/settings.c - the options one by one: their names, and what a value of each does. */
#include "tools/settings.h"
#include "tools/formats.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READING = COMMAND_CONVERT | COMMAND_CHECK, TEXT = READING | COMMAND_ON_TEXT };
#define PLACE(member) offsetof(options, member), sizeof(((options *)0)->member)
#define NOWHERE 0, 0

static const setting table[] = {
    {"--format", "NAME", "list json ndjson csv tsv blank vec npy raw; else by the suffix of IN",
     READING, SET_FORMAT, NOWHERE, 0},
    {"--to", "NAME", "npy raw fvecs fbin pgcopy json ndjson csv tsv txt; else by that of OUT",
     COMMAND_CONVERT, SET_OUTPUT, NOWHERE, 0},
    {"--type", "TYPE", "f64 (default) or f32, each rounded once from the text", READING, SET_TYPE,
     PLACE(type), " f32 f64 "},
    {"--columns", "N", "each row must hold N values", READING, SET_SIZE, PLACE(spec.columns), 0},
    {"--skip-lines", "N", "pass over the first N lines", TEXT, SET_SIZE, PLACE(spec.skip_lines), 0},
    {"--lines", "REGEX", "read only the lines that match", TEXT, SET_TEXT, PLACE(lines), 0},
    {"--pass", "REGEX", "in each line, what matches is read as blanks", TEXT, SET_TEXT, PLACE(pass),
     0},
    {"--skip-fields", "N", "pass over the first N cells of each row", TEXT, SET_SIZE,
     PLACE(spec.skip_fields), 0},
    {"--take-fields", "N", "then only the last N cells of each row", TEXT, SET_SIZE,
     PLACE(spec.take_fields), 0},
    {"--labels", "FILE", "write there what stands before the values of each row",
     COMMAND_CONVERT | COMMAND_ON_TEXT, SET_TEXT, PLACE(labels), 0},
    {"--key", "PATH", "the values under a.b.c in JSON documents; may be repeated", TEXT, SET_KEY,
     NOWHERE, 0},
    {"--missing", "WORD", "WORD, an empty cell and JSON null become NaN; may be repeated", TEXT,
     SET_MISSING, NOWHERE, 0},
    {"--drop-missing", NULL, "leave missing values out of their rows", TEXT, SET_TRUE,
     PLACE(drop_missing), 0},
    {"--on-error", "WHAT", "stop (default), nan (values) or skip-row (rows that are wrong)", TEXT,
     SET_WORD, PLACE(on_error), " stop nan skip-row "},
    {"--separators", "BYTES", "what stands between cells, for example ';' or '\\t'", TEXT,
     SET_BYTES, PLACE(spec.separators), 0},
    {"--decimal", "BYTE", "the decimal point", TEXT, SET_BYTE, PLACE(spec.decimal), 0},
    {"--grouping", "BYTE", "between groups of three digits: 1,234,567", TEXT, SET_BYTE,
     PLACE(spec.grouping), 0},
    {"--quote", "BYTE", "cells may stand in such quotes", TEXT, SET_BYTE, PLACE(spec.quote), 0},
    {"--comments", "BYTES", "lines that start with one of these are passed over", TEXT, SET_BYTES,
     PLACE(spec.comments), 0},
    {"--exponents", "LETTERS", "beside e and E, for example dD", TEXT, SET_BYTES,
     PLACE(spec.exponents), 0},
    {"--sign-exponent", NULL, "1.5-304 is 1.5e-304", TEXT, SET_ACCEPT, PLACE(spec.sign_exponent),
     0},
    {"--widths", "LIST", "fixed-width cells, for example 3,8 or 22,19x3", TEXT, SET_WIDTHS, NOWHERE,
     0},
    {"--layout", "NAME", "of text: json (default) python java c fixed:P scientific:P",
     COMMAND_CONVERT, SET_LAYOUT, NOWHERE, 0},
    {"--not-finite", "WHAT", "in text: refuse (default of json), null, word, quoted",
     COMMAND_CONVERT, SET_NOT_FINITE, NOWHERE, " refuse null word quoted "},
    {"--jobs", "N", "read with N threads; the result is the same", READING, SET_JOBS, PLACE(jobs),
     0},
    {"--progress", "WHEN", "auto (on a terminal), on or off", READING, SET_WORD, PLACE(progress),
     " auto on off "},
    {"--quiet", NULL, "nothing on stderr but what is wrong", READING, SET_TRUE, PLACE(quiet), 0},
    {"--json", NULL, "the same as one JSON object", COMMAND_ISA, SET_TRUE, PLACE(json), 0},
    {"--verbose", NULL, "say on stderr what was done", COMMAND_CONVERT, SET_TRUE, PLACE(verbose),
     0},
    {"--buffer-size", "N", NULL, READING, SET_SIZE, PLACE(buffer), 0},
    {"--longest", "N", NULL, READING, SET_SIZE, PLACE(longest), 0},
    {"--named-temporary", NULL, NULL, COMMAND_CONVERT, SET_TRUE, PLACE(named_temporary), 0},
};
enum { TABLE_COUNT = sizeof table / sizeof *table };

static int hex_digit(char byte)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *at = byte != 0 ? strchr(digits, byte) : NULL;
    return at != NULL ? (int)(at - digits) % 16 : -1;
}

/* Takes one byte, \t, \\ or \xHH from *text. Returns false at anything else after a backslash. */
static bool take_byte(const char **text, char *byte)
{
    const char *at = *text;
    *byte = *at++;
    if (*byte == '\\') {
        char letter = *at != 0 ? *at++ : 0;
        *byte = letter == 't' ? '\t' : letter;
        if (letter == 'x') {
            int high = hex_digit(at[0]), low = high >= 0 ? hex_digit(at[1]) : -1;
            *byte = low >= 0 ? (char)(high * 16 + low) : 0;
            letter = *byte != 0 ? 'x' : 0;
            at += *byte != 0 ? 2 : 0;
        }
        if (letter != 't' && letter != '\\' && letter != 'x') {
            return false;
        }
    }
    *text = at;
    return true;
}

static const char *set_bytes(const char *value, char *place, size_t most)
{
    size_t count = 0;
    while (*value != 0) {
        if (count == most) {
            return most == 1 ? "is more than one byte" : "are too many bytes";
        }
        if (!take_byte(&value, &place[count])) {
            return "holds an escape other than \\t, \\\\ and \\xHH";
        }
        count++;
    }
    return count > 0 ? NULL : "is empty";
}

static const char *set_size(const char *value, size_t *place)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != 0) {
        return "is not a whole number";
    }
    if (errno != 0 || number > SIZE_MAX / 16) {
        return "is too large";
    }
    *place = (size_t)number;
    return NULL;
}

static const char *set_missing(options *opts, const char *value)
{
    opts->spec.missing = DIGITRUN_AS_MISSING;
    if (value[0] == 0) {
        return NULL;
    }
    if (opts->spec.missing_word_count == WORDS_MOST) {
        return "is one word more than 16";
    }
    opts->words[opts->spec.missing_word_count++] = value;
    opts->spec.missing_words = opts->words;
    return NULL;
}

/* "3,8,19x4": numbers of bytes, each with how often it comes. */
static const char *set_widths(options *opts, const char *value)
{
    opts->spec.width_count = 0;
    opts->spec.widths = opts->widths;
    while (*value != 0 || opts->spec.width_count == 0) {
        char *end;
        unsigned long width = strtoul(value, &end, 10), times = 1;
        if (*value >= '0' && *value <= '9' && *end == 'x') {
            value = end + 1;
            times = strtoul(value, &end, 10);
        }
        if (*value < '0' || *value > '9' || (*end != ',' && *end != 0) || times == 0) {
            return "is not a list of widths such as 3,8 or 22,19x3";
        }
        if (width == 0 || width > UINT16_MAX || times > WIDTHS_MOST - opts->spec.width_count) {
            return "holds a width of 0 or above 65535, or more than 64 widths";
        }
        while (times-- > 0) {
            opts->widths[opts->spec.width_count++] = (uint16_t)width;
        }
        value = *end == ',' ? end + 1 : end;
    }
    return NULL;
}

/* Sets *place to the number of the word, from `first`. */
static const char *set_word(const char *words, const char *value, int first, int *place)
{
    size_t len = strlen(value);
    int number = first;
    for (const char *at = words + 1; *at != 0; at += strcspn(at, " ") + 1, number++) {
        if (strncmp(at, value, len) == 0 && at[len] == ' ') {
            *place = number;
            return NULL;
        }
    }
    return "is not known here";
}

static const char *set_not_finite(const char *words, const char *value, digitrun_layout_spec *spec)
{
    static const digitrun_choice choices[] = {DIGITRUN_REFUSE, DIGITRUN_AS_NULL, DIGITRUN_AS_WORD,
                                              DIGITRUN_AS_QUOTED_WORD};
    int number = 0;
    const char *problem = set_word(words, value, 0, &number);
    spec->not_finite = choices[number];
    return problem;
}

/* "python", "fixed:6" */
static const char *set_layout(const char *value, digitrun_layout_spec *spec)
{
    char name[16] = " ";
    int style = 0;
    size_t len = strcspn(value, ":"), precision = 0;
    bool precise = len < strlen(value);
    const char *problem = "is not known here";
    if (len < sizeof name) {
        memcpy(name, value, len);
        name[len] = 0;
        problem = set_word(" json python java c fixed scientific ", name, DIGITRUN_STYLE_JSON,
                           &style);
    }
    if (problem == NULL && precise != (style >= DIGITRUN_STYLE_FIXED)) {
        return precise ? "takes no precision" : "wants a precision, as fixed:6";
    }
    if (problem == NULL && precise) {
        problem = set_size(value + len + 1, &precision);
        problem = problem == NULL && precision > 1100 ? "is too precise (1100 at most)" : problem;
    }
    spec->style = (digitrun_style)style;
    spec->precision = (int16_t)precision;
    return problem;
}

static const char *set_key(options *opts, const char *value)
{
    if (opts->key_count == KEYS_MOST) {
        return "is one key more than 16";
    }
    opts->keys[opts->key_count++] = value;
    return value[0] != 0 ? NULL : "is empty";
}

static const char *set_jobs(const char *value, size_t *place)
{
    const char *problem = set_size(value, place);
    return problem == NULL && (*place < 1 || *place > 256) ? "is not between 1 and 256" : problem;
}

const char *settings_apply(options *opts, const setting *option, const char *value)
{
    char *place = (char *)opts + option->offset;
    switch (option->kind) {
    case SET_FORMAT:
        opts->format_name = value; /* resolved when all options are known */
        return NULL;
    case SET_OUTPUT:
        opts->output = formats_find_output(value);
        return opts->output != OUTPUT_UNKNOWN ? NULL : "is not known here";
    case SET_WORD:
        return set_word(option->words, value, 0, (int *)(void *)place);
    case SET_TYPE:
        return set_word(option->words, value, TYPE_F32, &opts->type);
    case SET_LAYOUT:
        return set_layout(value, &opts->layout);
    case SET_NOT_FINITE:
        return set_not_finite(option->words, value, &opts->layout);
    case SET_TEXT:
        memcpy(place, &value, sizeof value);
        return NULL;
    case SET_KEY:
        return set_key(opts, value);
    case SET_JOBS:
        return set_jobs(value, &opts->jobs);
    case SET_BYTE:
        return set_bytes(value, place, 1);
    case SET_BYTES:
        memset(place, 0, option->room);
        return set_bytes(value, place, option->room - 1);
    case SET_SIZE: {
        size_t number = 0;
        const char *problem = set_size(value, &number);
        memcpy(place, &number, sizeof number);
        return problem;
    }
    case SET_ACCEPT:
        *(digitrun_choice *)place = DIGITRUN_ACCEPT;
        return NULL;
    case SET_TRUE:
        *(bool *)place = true;
        return NULL;
    case SET_MISSING:
        return set_missing(opts, value);
    case SET_WIDTHS:
        return set_widths(opts, value);
    }
    return NULL;
}

const setting *settings_find(const char *name, size_t len)
{
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        if (strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

void settings_print_help(void)
{
    for (size_t i = 0; i < TABLE_COUNT; i++) {
        if (table[i].help != NULL) {
            char name[32];
            snprintf(name, sizeof name, "%s %s", table[i].name,
                     table[i].argument != NULL ? table[i].argument : "");
            printf("  %-22s %s\n", name, table[i].help);
        }
    }
}
