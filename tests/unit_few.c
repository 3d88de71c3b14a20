/* tests/unit_few.c - short texts of one row: every length of a token and every place of its point,
 * and what looks like such a text but is none. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 24 };

/* The token alone and beside others, with and without blanks: as expect_line has it and as text. */
static void check_token(const char *token)
{
    static const struct {
        bool json;
        const char *text, *want; /* @: the token */
    } shapes[] = {
        {true, "[@]", "@ |"},
        {true, "[@,@]\n", "@ @ |"},
        {true, "[7, @, -1e-3]", "7 @ -1e-3 |"},
        {true, "[1,@,2,3,4,5,6,7,8,9,10]", "1 @ 2 3 4 5 6 7 8 9 10 |"},
        {false, "@", "@ |"},
        {false, "@,0.5\n", "@ 0.5 |"},
        {false, "-2 @", "-2 @ |"},
    };
    static expectation want;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        char text[256] = "", line[256] = "";
        for (const char *c = shapes[i].text; *c != 0; c++)
            strncat(text, *c == '@' ? token : c, *c == '@' ? DIGITS + 8 : 1);
        for (const char *c = shapes[i].want; *c != 0; c++)
            strncat(line, *c == '@' ? token : c, *c == '@' ? DIGITS + 8 : 1);
        const size_t len = strlen(text);
        expect_line(&want, line, len);
        check_text(shapes[i].json ? digitrun_format_json() : digitrun_format_list(), text, len,
                   &want, text);
    }
}

Test(unit_few, digits_and_point_at_every_place)
{
    static const char digits[] = "987654321012345678909876";
    for (int count = 1; count <= DIGITS; count++) {
        for (int point = 1; point <= count; point++) {
            for (int sign = 0; sign < 2; sign++) {
                char token[DIGITS + 8];
                const int places = count - point;
                const int len = snprintf(token, sizeof token, "%s%.*s%s%.*s", sign ? "-" : "",
                                         point, digits, places != 0 ? "." : "", places,
                                         digits + point);
                check_token(token);
                if (point == 1) { /* and with a zero before the point */
                    token[sign] = '0';
                    check_token(count > 1 ? token : "0");
                }
                cr_assert(len < (int)sizeof token);
            }
        }
    }
}

/* Middles between two doubles and floats, or as near as their digits let them be; and values that
 * are no normal numbers. */
Test(unit_few, hard_to_round)
{
    static const char *const tokens[] = {
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.1",
        "16777217",
        "16777217.0000001",
        "0.50000002980232239",
        "1.00000017881393433",
        "8.5899345925e9",
        "5.5",
        "123456789e-30",
        "7.2057594037927945e16",
        "4.9e-324",
        "2.2250738585072011e-308",
        "1e-45",
        "1.1754943e-38",
        "0e999",
        "-0",
        "-0.0e-5",
        "1e-0005",
        "9.3326361850321887899e-302",
    };
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        check_token(tokens[i]);
}

#define JSON SPEC(.kind = DIGITRUN_JSON)
#define CSV SPEC(.kind = DIGITRUN_TABLE)

Test(unit_few, what_is_no_such_text)
{
    static const check_case cases[] = {
        {0, JSON, "[1,2,]", "1 2 ! BAD_STRUCTURE 5 1"},
        {0, JSON, "[1,,2]", "1 ! BAD_STRUCTURE 3 1"},
        {0, JSON, "[1 2]", "1 ! BAD_STRUCTURE 3 1"},
        {0, JSON, "[01,2]", "! BAD_NUMBER 1 2"},
        {0, JSON, "[-01.5]", "! BAD_NUMBER 1 5"},
        {0, JSON, "[3,-]", "3 ! BAD_NUMBER 3 1"},
        {0, JSON, "[3.,4]", "! BAD_NUMBER 1 2"},
        {0, JSON, "[.5]", "! BAD_NUMBER 1 2"},
        {0, JSON, "[5e]", "! BAD_NUMBER 1 2"},
        {0, JSON, "[5e+]", "! BAD_NUMBER 1 3"},
        {0, JSON, "[1234567890123456.]", "! BAD_NUMBER 1 17"},
        {0, JSON, "[123456789012345.]", "! BAD_NUMBER 1 16"},
        {0, JSON, "[1e5x]", "! BAD_NUMBER 1 4"},
        {0, JSON, "[1]]", "1 | ! BAD_STRUCTURE 3 1"},
        {0, CSV, "1,2 3", "1 ! BAD_NUMBER 2 3"},
        {0, CSV, "1,2,", "1 2 ! MISSING 4 0"},
        {0, CSV, "1, 2\n", "1 2 |"},
        {0, SPEC(.kind = DIGITRUN_TABLE, .decimal = ',', .separators = ";"), "1,5;2\n", "1.5 2 |"},
        {0, SPEC(.kind = DIGITRUN_TABLE, .columns = 2), "1,2,3\n", "1 2 ! ROW_LENGTH 0 5"},
        {0, SPEC(.kind = DIGITRUN_TABLE, .skip_lines = 1), "1,2\n3\n", "3 |"},
        {0, SPEC(.kind = DIGITRUN_TABLE, .skip_fields = 1), "1,2,3\n", "2 3 |"},
    };
    check_cases(cases, COUNT_OF(cases));
}
