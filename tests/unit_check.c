/* tests/unit_check.c - expectations, messages, guard page and rule counters of unit_check.h. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const struct {
    digitrun_status status;
    const char *name;
} names[] = {
    {DIGITRUN_OK, "OK"},
    {DIGITRUN_FULL, "FULL"},
    {DIGITRUN_ROWS_FULL, "ROWS_FULL"},
    {DIGITRUN_PARTIAL, "PARTIAL"},
    {DIGITRUN_BAD_NUMBER, "BAD_NUMBER"},
    {DIGITRUN_NOT_NUMBER, "NOT_NUMBER"},
    {DIGITRUN_OUT_OF_RANGE, "OUT_OF_RANGE"},
    {DIGITRUN_NOT_FINITE, "NOT_FINITE"},
    {DIGITRUN_MISSING, "MISSING"},
    {DIGITRUN_BAD_STRUCTURE, "BAD_STRUCTURE"},
    {DIGITRUN_UNCLOSED, "UNCLOSED"},
    {DIGITRUN_TOO_DEEP, "TOO_DEEP"},
    {DIGITRUN_MIXED, "MIXED"},
    {DIGITRUN_ROW_LENGTH, "ROW_LENGTH"},
    {DIGITRUN_BAD_ARGUMENT, "BAD_ARGUMENT"},
    {DIGITRUN_BAD_SPEC, "BAD_SPEC"},
    {DIGITRUN_NO_ISA, "NO_ISA"},
};

const char *status_name(digitrun_status status)
{
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (names[i].status == status)
            return names[i].name;
    return "?";
}

static digitrun_status status_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].status;
    cr_assert_fail("no status is called '%s'", name);
    return -1;
}

const char *shown(const char *text, size_t len)
{
    static char buffer[1024];
    size_t at = 0, clipped = len < 200 ? len : 200;
    for (size_t i = 0; i < clipped; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 32 && byte < 127 && byte != '\\')
            buffer[at++] = (char)byte;
        else
            at += (size_t)sprintf(buffer + at, "\\x%02x", byte);
    }
    strcpy(buffer + at, clipped < len ? "..." : "");
    return buffer;
}

const char *at_edge(const char *text, size_t len)
{
    enum { ROOM = 65536, GUARD = 65536 };
    static char *pages;
    if (len > ROOM)
        return text;
    if (pages == NULL) {
        pages = mmap(NULL, ROOM + GUARD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                     0);
        cr_assert(pages != MAP_FAILED);
        cr_assert(mprotect(pages + ROOM, GUARD, PROT_NONE) == 0);
    }
    if (len > 0)
        memcpy(pages + ROOM - len, text, len);
    return pages + ROOM - len;
}

static double quiet_nan_f64(void)
{
    uint64_t bits = UINT64_C(0x7ff8000000000000);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float quiet_nan_f32(void)
{
    uint32_t bits = UINT32_C(0x7fc00000);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void expect_value(expectation *want, const char *token)
{
    size_t i = want->count++;
    if (i >= CHECK_VALUES)
        cr_assert_fail("too many values");
    if (token[0] == '-' || token[0] == '~')
        want->absent[i] = token[1] == 0;
    if (want->absent[i] || strcmp(token, "nan") == 0) {
        want->f64[i] = quiet_nan_f64();
        want->f32[i] = quiet_nan_f32();
        want->missing += want->absent[i];
        want->overflowed += token[0] == '~';
    } else if (token[0] == '=') {
        char *end;
        uint64_t wide = strtoull(token + 1, &end, 16);
        uint32_t narrow = *end == '/' ? (uint32_t)strtoul(end + 1, NULL, 16) : 0;
        if (*end != '/')
            want->narrow = false;
        memcpy(&want->f64[i], &wide, sizeof wide);
        memcpy(&want->f32[i], &narrow, sizeof narrow);
    } else {
        char *end;
        want->f64[i] = strtod(token, &end);
        if (*end != 0)
            cr_assert_fail("bad expectation '%s'", token);
        want->f32[i] = strtof(token, NULL);
        if (isinf(want->f32[i]) && !isinf(want->f64[i]))
            want->narrow = false;
    }
}

void expect_line(expectation *want, const char *line, size_t len)
{
    char token[64], name[32];
    int used = 0;
    memset(want, 0, sizeof *want);
    want->offset = len;
    want->narrow = want->same_length = true;
    for (; sscanf(line, " %63s%n", token, &used) == 1; line += used) {
        if (token[0] == '|') {
            if (want->rows >= CHECK_ROWS)
                cr_assert_fail("too many rows");
            want->closes[want->rows] = (uint8_t)atoi(token + 1);
            want->row_ends[want->rows++] = want->count;
        } else if (strcmp(token, "!") == 0) {
            int all = 0;
            int found = sscanf(line + used, " %31s %zu %zu%n", name, &want->offset, &want->length,
                               &all);
            if (found != 3)
                cr_assert_fail("bad expectation '%s'", line);
            want->status = status_named(name);
            used += all;
        } else {
            expect_value(want, token);
        }
    }
}

void make_format(digitrun_format *format, const digitrun_format_spec *spec, const char *what)
{
    digitrun_format_spec sized = *spec;
    if (sized.size == 0)
        sized.size = sizeof sized;
    digitrun_status status = digitrun_format_init(format, &sized);
    cr_assert(status == DIGITRUN_OK, "'%s': format_init gives %s", what, status_name(status));
}

static void check_one(const check_case *one, const char *what)
{
    static expectation want;
    digitrun_format format;
    size_t len = strlen(one->text);
    make_format(&format, &one->spec, one->text);
    expect_line(&want, one->want, len);
    check_text(&format, one->text, len, &want, what);
}

void check_cases(const check_case *cases, size_t case_count)
{
    for (size_t i = 0; i < case_count; i++)
        check_one(&cases[i], "case");
}

void check_rules(const case_list *lists, size_t list_count, const char *const *rule_names,
                 size_t rule_count)
{
    static size_t hits[256];
    cr_assert(rule_count <= COUNT_OF(hits));
    memset(hits, 0, sizeof hits);
    for (size_t k = 0; k < list_count; k++) {
        for (size_t i = 0; i < lists[k].count; i++) {
            check_one(&lists[k].cases[i], rule_names[lists[k].cases[i].rule]);
            hits[lists[k].cases[i].rule]++;
        }
    }
    for (size_t i = 0; i < rule_count; i++) {
        cr_log_info("%-40s %zu", rule_names[i], hits[i]);
        cr_expect(hits[i] > 0, "the rule '%s' has no case", rule_names[i]);
    }
}

uint64_t test_seed(uint64_t by_itself)
{
    const char *given = getenv("DIGITRUN_TEST_SEED");
    uint64_t seed = given && given[0] ? strtoull(given, NULL, 0) : by_itself;
    cr_log_info("DIGITRUN_TEST_SEED=%" PRIu64, seed);
    return seed;
}

size_t test_times(size_t usual)
{
    const char *given = getenv("DIGITRUN_TEST_SCALE");
    double scale = given && given[0] ? strtod(given, NULL) : 1;
    double times = scale * (double)usual;
    return times < 1 ? 1 : times > 1e12 ? (size_t)1e12 : (size_t)times;
}

size_t draw(uint64_t *random, size_t limit)
{
    uint64_t mixed = *random += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((mixed ^ mixed >> 31) % limit);
}

void each_row(void (*body)(const char *row))
{
    const char *row;
    size_t used = 0;
    for (size_t i = 0; (row = digitrun_isa_name(i)) != NULL; i++) {
        if (digitrun_isa_force(row) != DIGITRUN_OK)
            continue;
        body(row);
        used++;
    }
    cr_assert(used > 0, "no row is usable");
    cr_assert(digitrun_isa_force(NULL) == DIGITRUN_OK);
}
