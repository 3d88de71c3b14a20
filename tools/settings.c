/* tools/settings.c - the options one by one: their names, and what a value of each does. */
#include "tools/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READING = COMMAND_CONVERT | COMMAND_CHECK };
#define PLACE(member) offsetof(options, member), sizeof(((options *)0)->member)

static const setting table[] = {
    {"--format", "NAME", "list, json, ndjson, csv, tsv or blank; else by the suffix of IN", READING,
     SET_FORMAT, 0, 0},
    {"--to", "NAME", "npy or raw; else by the suffix of OUT", COMMAND_CONVERT, SET_OUTPUT, 0, 0},
    {"--type", "TYPE", "f64 (default) or f32, each rounded once from the text", READING, SET_TYPE,
     0, 0},
    {"--skip-lines", "N", "pass over the first N lines", READING, SET_SIZE, PLACE(spec.skip_lines)},
    {"--columns", "N", "each row must hold N values", READING, SET_SIZE, PLACE(spec.columns)},
    {"--skip-fields", "N", "pass over the first N cells of each row", READING, SET_SIZE,
     PLACE(spec.skip_fields)},
    {"--take-fields", "N", "then only the last N cells of each row", READING, SET_SIZE,
     PLACE(spec.take_fields)},
    {"--missing", "WORD", "WORD, an empty cell and JSON null become NaN; may be repeated", READING,
     SET_MISSING, 0, 0},
    {"--separators", "BYTES", "what stands between cells, for example ';' or '\\t'", READING,
     SET_BYTES, PLACE(spec.separators)},
    {"--decimal", "BYTE", "the decimal point", READING, SET_BYTE, PLACE(spec.decimal)},
    {"--grouping", "BYTE", "between groups of three digits: 1,234,567", READING, SET_BYTE,
     PLACE(spec.grouping)},
    {"--quote", "BYTE", "cells may stand in such quotes", READING, SET_BYTE, PLACE(spec.quote)},
    {"--comments", "BYTES", "lines that start with one of these are passed over", READING,
     SET_BYTES, PLACE(spec.comments)},
    {"--exponents", "LETTERS", "beside e and E, for example dD", READING, SET_BYTES,
     PLACE(spec.exponents)},
    {"--sign-exponent", NULL, "1.5-304 is 1.5e-304", READING, SET_ACCEPT,
     PLACE(spec.sign_exponent)},
    {"--widths", "LIST", "fixed-width cells, for example 3,8 or 22,19x3", READING, SET_WIDTHS, 0,
     0},
    {"--json", NULL, "the same as one JSON object", COMMAND_ISA, SET_TRUE, PLACE(json)},
    {"--verbose", NULL, "say on stderr what was done", COMMAND_CONVERT, SET_TRUE, PLACE(verbose)},
    {"--buffer-size", "N", NULL, READING, SET_SIZE, PLACE(buffer)},
    {"--named-temporary", NULL, NULL, COMMAND_CONVERT, SET_TRUE, PLACE(named_temporary)},
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

static const char *set_word(int *place, const char *value, const char *one, const char *two)
{
    *place = strcmp(value, one) == 0 ? 1 : strcmp(value, two) == 0 ? 2 : 0;
    return *place != 0 ? NULL : "is not known here";
}

const char *settings_apply(options *opts, const setting *option, const char *value)
{
    char *place = (char *)opts + option->offset;
    switch (option->kind) {
    case SET_FORMAT:
        opts->format_name = value; /* resolved when all options are known */
        return NULL;
    case SET_OUTPUT:
        return set_word(&opts->output, value, "npy", "raw");
    case SET_TYPE:
        return set_word(&opts->type, value, "f32", "f64");
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
