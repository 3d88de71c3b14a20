/* tests/unit_check.h - reads one literal case in every way the public calls allow. */
#ifndef DIGITRUN_TESTS_UNIT_CHECK_H
#define DIGITRUN_TESTS_UNIT_CHECK_H

#include "digitrun/digitrun.h"

enum { CHECK_VALUES = 1200, CHECK_ROWS = 1200 };

/* What a text must give. The mask arrays and closes hold one entry per value or row. */
typedef struct expectation {
    digitrun_status status;
    size_t count, rows, offset, length, missing;
    size_t overflowed; /* of missing: those that only a conversion finds, so a count does not */
    double f64[CHECK_VALUES];
    float f32[CHECK_VALUES];
    uint8_t absent[CHECK_VALUES];
    size_t row_ends[CHECK_ROWS];
    uint8_t closes[CHECK_ROWS]; /* 0: not told */
    bool narrow;                /* the text reads the same as float: nothing overflows only there */
    bool same_length;           /* `length` is known (a model may leave it open) */
} expectation;

/* Reads a line such as "1 2 | - nan |2 =7FF0000000000000 ! BAD_NUMBER 12 3":
 *   a number     its correctly rounded value (strtod, strtof)
 *   =HEX[/HEX]   the bits of a double (and of the float)
 *   -            a missing value: NaN, valid bit 0
 *   ~            the same, for a number out of range
 *   |  |2        a row ends (and closes 2 arrays)
 *   ! S O L      the status, without DIGITRUN_, the offset and the length of the bad token
 * Without "!" the status is OK and the offset is len. */
void expect_line(expectation *want, const char *line, size_t len);

/* The status's name without DIGITRUN_, "?" for an unknown one. */
const char *status_name(digitrun_status status);

/* The text with its control bytes as \xHH, in a static buffer; clipped at 200 bytes. */
const char *shown(const char *text, size_t len);

/* A copy of the text that ends where a page that cannot be touched begins (up to 64 KiB). */
const char *at_edge(const char *text, size_t len);

/* Prepares the format or fails the test. A spec of size 0 gets its size filled in. */
void make_format(digitrun_format *format, const digitrun_format_spec *spec, const char *what);

/* Whole and in parts, double and float, with and without rows, with all rooms. Fails the test, and
 * says how, where anything differs. `what` heads the message. */
void check_text(const digitrun_format *format, const char *text, size_t len,
                const expectation *want, const char *what);

typedef struct check_case {
    int rule;                  /* used by the rules files, 0 elsewhere */
    digitrun_format_spec spec; /* size 0: filled in */
    const char *text;          /* ends at its NUL */
    const char *want;          /* see expect_line */
} check_case;

void check_cases(const check_case *cases, size_t case_count);

/* The cases of all lists, and that each rule in [0, rule_count) has one. */
typedef struct case_list {
    const check_case *cases;
    size_t count;
} case_list;
#define CASES(array)           \
    {                          \
        array, COUNT_OF(array) \
    }
void check_rules(const case_list *lists, size_t list_count, const char *const *rule_names,
                 size_t rule_count);

/* Calls `body(name)` with each usable row forced, and goes back to the automatic choice. */
void each_row(void (*body)(const char *row));

/* The seed of random tests: DIGITRUN_TEST_SEED, or one of the test's own. It is logged. */
uint64_t test_seed(uint64_t by_itself);
/* How many times as much work as usual: DIGITRUN_TEST_SCALE, at least 1 of `usual` is done. */
size_t test_times(size_t usual);
/* A number below `limit` (> 0). */
size_t draw(uint64_t *random, size_t limit);

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define SPEC(...)                                         \
    {                                                     \
        .size = sizeof(digitrun_format_spec), __VA_ARGS__ \
    }
#define JSON_SPEC SPEC(.kind = DIGITRUN_JSON)
#define NDJSON_SPEC SPEC(.kind = DIGITRUN_NDJSON)
#define LIST_SPEC SPEC(.kind = DIGITRUN_LIST)
#define TABLE_SPEC SPEC(.kind = DIGITRUN_TABLE)

#endif
