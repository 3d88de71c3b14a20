/* tests/rules_options.c - each choice alone, with each of its values, in each kind. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

/* What the text gives with the choice at DEFAULT, REFUSE, ACCEPT, AS_MISSING; NULL: BAD_SPEC. */
typedef struct choice_case {
    size_t choice; /* its place in digitrun_format_spec */
    digitrun_kind kind;
    const char *text;
    const char *want[4];
} choice_case;

#define CHOICE(field) offsetof(digitrun_format_spec, field)
#define ALL_FOUR DIGITRUN_AS_MISSING + 1

static const choice_case choices[] = {
    {CHOICE(plus), DIGITRUN_LIST, "1 +2", {"1 2 |", "1 ! BAD_NUMBER 2 2", "1 2 |", NULL}},
    {CHOICE(plus), DIGITRUN_TABLE, "+1\n", {"1 |", "! BAD_NUMBER 0 2", "1 |", NULL}},
    {CHOICE(plus), DIGITRUN_JSON, "[+1]", {"! BAD_NUMBER 1 2", "! BAD_NUMBER 1 2", "1 |1", NULL}},
    {CHOICE(plus), DIGITRUN_NDJSON, "+1\n", {"! BAD_NUMBER 0 2", "! BAD_NUMBER 0 2", "1 |", NULL}},

    {CHOICE(bare_point), DIGITRUN_LIST, "1. .5", {"1 0.5 |", "! BAD_NUMBER 0 2", "1 0.5 |", NULL}},
    {CHOICE(bare_point),
     DIGITRUN_TABLE,
     "1,.5",
     {"1 0.5 |", "1 ! BAD_NUMBER 2 2", "1 0.5 |", NULL}},
    {CHOICE(bare_point),
     DIGITRUN_JSON,
     "[.5]",
     {"! BAD_NUMBER 1 2", "! BAD_NUMBER 1 2", "0.5 |1", NULL}},
    {CHOICE(bare_point),
     DIGITRUN_NDJSON,
     "[5.]",
     {"! BAD_NUMBER 1 2", "! BAD_NUMBER 1 2", "5 |1", NULL}},

    {CHOICE(leading_zeros), DIGITRUN_LIST, "007", {"7 |", "! BAD_NUMBER 0 3", "7 |", NULL}},
    {CHOICE(leading_zeros), DIGITRUN_TABLE, "-00", {"-0 |", "! BAD_NUMBER 0 3", "-0 |", NULL}},
    {CHOICE(leading_zeros),
     DIGITRUN_JSON,
     "[-01]",
     {"! BAD_NUMBER 1 3", "! BAD_NUMBER 1 3", "-1 |1", NULL}},
    {CHOICE(leading_zeros),
     DIGITRUN_NDJSON,
     "00.5",
     {"! BAD_NUMBER 0 4", "! BAD_NUMBER 0 4", "0.5 |", NULL}},

    {CHOICE(not_finite),
     DIGITRUN_LIST,
     "nan -inf",
     {"nan -inf |", "! NOT_FINITE 0 3", "nan -inf |", "- - |"}},
    {CHOICE(not_finite),
     DIGITRUN_TABLE,
     "1,INF",
     {"1 inf |", "1 ! NOT_FINITE 2 3", "1 inf |", "1 - |"}},
    {CHOICE(not_finite),
     DIGITRUN_JSON,
     "[NaN]",
     {"! NOT_FINITE 1 3", "! NOT_FINITE 1 3", "nan |1", "- |1"}},
    {CHOICE(not_finite),
     DIGITRUN_NDJSON,
     "[1]\n-Infinity",
     {"1 |1 ! NOT_FINITE 4 9", "1 |1 ! NOT_FINITE 4 9", "1 |1 -inf |", "1 |1 - |"}},

    {CHOICE(overflow),
     DIGITRUN_LIST,
     "1 -1e999",
     {"1 ! OUT_OF_RANGE 2 6", "1 ! OUT_OF_RANGE 2 6", "1 -inf |", "1 ~ |"}},
    {CHOICE(overflow),
     DIGITRUN_TABLE,
     "1e999,2",
     {"! OUT_OF_RANGE 0 5", "! OUT_OF_RANGE 0 5", "inf 2 |", "~ 2 |"}},
    {CHOICE(overflow),
     DIGITRUN_JSON,
     "[1e999]",
     {"! OUT_OF_RANGE 1 5", "! OUT_OF_RANGE 1 5", "inf |1", "~ |1"}},
    {CHOICE(overflow),
     DIGITRUN_NDJSON,
     "1e999\n2",
     {"! OUT_OF_RANGE 0 5", "! OUT_OF_RANGE 0 5", "inf | 2 |", "~ | 2 |"}},

    {CHOICE(missing), DIGITRUN_LIST, "1,,2", {"1 2 |", "1 2 |", NULL, "1 2 |"}},
    {CHOICE(missing),
     DIGITRUN_TABLE,
     "1,,2",
     {"1 ! MISSING 2 0", "1 ! MISSING 2 0", NULL, "1 - 2 |"}},
    {CHOICE(missing),
     DIGITRUN_JSON,
     "[1,null]",
     {"1 ! NOT_NUMBER 3 4", "1 ! NOT_NUMBER 3 4", NULL, "1 - |1"}},
    {CHOICE(missing),
     DIGITRUN_NDJSON,
     "null\n1",
     {"! NOT_NUMBER 0 4", "! NOT_NUMBER 0 4", NULL, "- | 1 |"}},

    {CHOICE(bad),
     DIGITRUN_LIST,
     "1 x 2",
     {"1 ! BAD_NUMBER 2 1", "1 ! BAD_NUMBER 2 1", NULL, "1 - 2 |"}},
    {CHOICE(bad),
     DIGITRUN_TABLE,
     "x,,1e999",
     {"! BAD_NUMBER 0 1", "! BAD_NUMBER 0 1", NULL, "- - ~ |"}},
    {CHOICE(bad),
     DIGITRUN_JSON,
     "[\"a\",nan]",
     {"! NOT_NUMBER 1 3", "! NOT_NUMBER 1 3", NULL, "- - |1"}},
    {CHOICE(bad),
     DIGITRUN_NDJSON,
     "{}\n1",
     {"! NOT_NUMBER 0 2", "! NOT_NUMBER 0 2", NULL, "- | 1 |"}},

    {CHOICE(sign_exponent),
     DIGITRUN_LIST,
     "1.5-2",
     {"! BAD_NUMBER 0 5", "! BAD_NUMBER 0 5", "0.015 |", NULL}},
    {CHOICE(sign_exponent),
     DIGITRUN_TABLE,
     "2+3",
     {"! BAD_NUMBER 0 3", "! BAD_NUMBER 0 3", "2000 |", NULL}},
    {CHOICE(sign_exponent),
     DIGITRUN_JSON,
     "[-1-1]",
     {"! BAD_NUMBER 1 4", "! BAD_NUMBER 1 4", "-0.1 |1", NULL}},
    {CHOICE(sign_exponent),
     DIGITRUN_NDJSON,
     "1+0",
     {"! BAD_NUMBER 0 3", "! BAD_NUMBER 0 3", "1 |", NULL}},

    {CHOICE(last_separator), DIGITRUN_LIST, "1,2,\n", {"1 2 |", NULL, "1 2 |", NULL}},
    {CHOICE(last_separator),
     DIGITRUN_TABLE,
     "1,2,\n",
     {"1 2 ! MISSING 4 0", "1 2 ! MISSING 4 0", "1 2 |", NULL}},
    {CHOICE(last_separator),
     DIGITRUN_JSON,
     "[1,]",
     {"1 ! BAD_STRUCTURE 3 1", "1 ! BAD_STRUCTURE 3 1", NULL, NULL}},
    {CHOICE(last_separator),
     DIGITRUN_NDJSON,
     "[1,]",
     {"1 ! BAD_STRUCTURE 3 1", "1 ! BAD_STRUCTURE 3 1", NULL, NULL}},

    {CHOICE(blank_lines),
     DIGITRUN_LIST,
     "1\n\n2",
     {"1 | 2 |", "1 | ! BAD_STRUCTURE 2 1", "1 | 2 |", NULL}},
    {CHOICE(blank_lines),
     DIGITRUN_TABLE,
     "1\n\n2",
     {"1 | 2 |", "1 | ! BAD_STRUCTURE 2 1", "1 | 2 |", "1 | ! MISSING 2 0"}},
    {CHOICE(blank_lines), DIGITRUN_JSON, "\n1\n\n", {"1 |", NULL, NULL, NULL}},
    {CHOICE(blank_lines),
     DIGITRUN_NDJSON,
     "1\n\n2",
     {"1 | 2 |", "1 | ! BAD_STRUCTURE 2 1", "1 | 2 |", NULL}},

    {CHOICE(bom), DIGITRUN_LIST, "\xef\xbb\xbf 1", {"1 |", "! BAD_NUMBER 0 3", "1 |", NULL}},
    {CHOICE(bom),
     DIGITRUN_TABLE,
     "\xef\xbb\xbf,1",
     {"! MISSING 3 0", "! BAD_NUMBER 0 3", "! MISSING 3 0", NULL}},
    {CHOICE(bom), DIGITRUN_JSON, "\xef\xbb\xbf[1]", {"1 |1", "! BAD_NUMBER 0 3", "1 |1", NULL}},
    {CHOICE(bom), DIGITRUN_NDJSON, "\xef\xbb\xbf[1]", {"1 |1", "! BAD_NUMBER 0 3", "1 |1", NULL}},
};

Test(options, each_choice_alone)
{
    static expectation want;
    enum { CHOICES = 11, KINDS = 4 };
    size_t seen[sizeof(digitrun_format_spec)][KINDS] = {{0}}, different = 0;
    for (size_t i = 0; i < COUNT_OF(choices); i++) {
        const choice_case *c = &choices[i];
        for (digitrun_choice value = 0; value < ALL_FOUR; value++) {
            digitrun_format format;
            digitrun_format_spec spec = SPEC(.kind = c->kind);
            ((digitrun_choice *)&spec)[c->choice] = value;
            digitrun_status status = digitrun_format_init(&format, &spec);
            cr_expect((status == DIGITRUN_OK) == (c->want[value] != NULL), "'%s', value %u: %s",
                      c->text, value, status_name(status));
            if (status != DIGITRUN_OK || c->want[value] == NULL) {
                cr_expect(status == DIGITRUN_OK || status == DIGITRUN_BAD_SPEC);
                continue;
            }
            expect_line(&want, c->want[value], strlen(c->text));
            check_text(&format, c->text, strlen(c->text), &want, "choice");
        }
        different += seen[c->choice][c->kind]++ == 0;
    }
    cr_expect(different == CHOICES * KINDS, "%zu choices of kinds", different);
}

/* A zeroed spec of each kind: all of the kind's own defaults at once. */
Test(options, defaults)
{
    static const check_case cases[] = {
        {0, LIST_SPEC, "\xef\xbb\xbf+1,.5;5.|007\tnan inf\n\n-Infinity",
         "1 0.5 5 7 nan inf | -inf |"},
        {0, LIST_SPEC, "#1", "! BAD_NUMBER 0 2"},
        {0, LIST_SPEC, "\"1\"", "! BAD_NUMBER 0 3"},
        {0, LIST_SPEC, "1'000", "! BAD_NUMBER 0 5"},
        {0, LIST_SPEC, "1d5", "! BAD_NUMBER 0 3"},
        {0, LIST_SPEC, "NA", "! BAD_NUMBER 0 2"},
        {0, LIST_SPEC, "null", "! BAD_NUMBER 0 4"},
        {0, TABLE_SPEC, "\xef\xbb\xbf+1,.5,5.\n\n007,nan,-inf\r\n", "1 0.5 5 | 7 nan -inf |"},
        {0, TABLE_SPEC, "1;2", "! BAD_NUMBER 0 3"},
        {0, TABLE_SPEC, "1\t2", "! BAD_NUMBER 0 3"},
        {0, TABLE_SPEC, "#1", "! BAD_NUMBER 0 2"},
        {0, TABLE_SPEC, "NA", "! BAD_NUMBER 0 2"},
        {0, JSON_SPEC, "\xef\xbb\xbf[[1.5e+3],[-0]]", "1500 |1 -0 |2"},
        {0, JSON_SPEC, "#1", "! BAD_NUMBER 0 2"},
        {0, NDJSON_SPEC, "\xef\xbb\xbf[1]\n\n2\n[]", "1 |1 2 | |1"},
        {0, NDJSON_SPEC, "#1", "! BAD_NUMBER 0 2"},
    };
    check_cases(cases, COUNT_OF(cases));
}
