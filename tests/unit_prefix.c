/* tests/unit_prefix.c - prefix: what it takes strtod takes too, and it stops before all else. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct prefix_case {
    const char *text;
    char separator;
    size_t count, offset; /* the same for double and float */
} prefix_case;

static const prefix_case cases[] = {
    {"", ',', 0, 0},
    {"1", ',', 0, 0},
    {"1,", ',', 1, 2},
    {"1,2", ',', 1, 2},
    {"1,2,3]", ',', 2, 4},
    {"1,2,3,", ',', 3, 6},
    {" 1 , 2\t,\r\n3 ,4", ',', 3, 13},
    {"1,,2,", ',', 1, 2},
    {",1,", ',', 0, 0},
    {"-0,-1.5e3,", ',', 2, 10},
    {"1,nan,2,", ',', 1, 2},
    {"1,inf,", ',', 1, 2},
    {"1,+2,", ',', 1, 2},
    {"1,.5,", ',', 1, 2},
    {"1,5.,", ',', 1, 2},
    {"1,-.5,", ',', 1, 2},
    {"1,0x10,", ',', 1, 2},
    {"1,01,", ',', 1, 2},
    {"1,-01,", ',', 1, 2},
    {"1,00,", ',', 1, 2},
    {"1,1e,", ',', 1, 2},
    {"1,1e+,", ',', 1, 2},
    {"1,1e5x,", ',', 1, 2},
    {"1,1 2,", ',', 1, 2},
    {"1,1_0,", ',', 1, 2},
    {"1,-,", ',', 1, 2},
    {"1,x,", ',', 1, 2},
    {"1,\"2\",", ',', 1, 2},
    {"1,[2],", ',', 1, 2},
    {"1,2],3,", ',', 1, 2},
    {"1,2;3,", ',', 1, 2},
    {"1,1e400,", ',', 1, 2},
    {"1,-1e400,", ',', 1, 2},
    {"1,1e-400,", ',', 1, 2},
    {"1,1e-310,", ',', 1, 2},
    {"1,4.9e-324,", ',', 1, 2},
    {"1,0e-400,", ',', 2, 9},
    {"1,0.000,", ',', 2, 8},
    {"1,2\v,3,", ',', 1, 2},
    {"1;2;3", ';', 2, 4},
    {"1|2|", '|', 2, 4},
    {"1:2:3", ':', 2, 4},
    {"1 2 3", ' ', 2, 4},
    {"1  2 \t 3", ' ', 2, 7},
    {" 1 2 ", ' ', 2, 5},
    {"1,2 3 ", ' ', 0, 0},
    {"1\t2\t3", '\t', 2, 4},
    {"1\n2\n3", '\n', 2, 4},
    {"1\r\n2\r\n", '\n', 2, 6},
};

static void check_prefix(const char *row)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const prefix_case *c = &cases[i];
        size_t len = strlen(c->text);
        const char *text = at_edge(c->text, len);
        double wide[8];
        float narrow[8];
        digitrun_result r = digitrun_prefix_f64(text, len, c->separator, wide, 8);
        cr_expect(r.status == DIGITRUN_OK && r.count == c->count && r.offset == c->offset &&
                      r.length == 0 && r.rows == 0 && r.missing == 0,
                  "'%s' (%s): %s %zu %zu", shown(c->text, len), row, status_name(r.status), r.count,
                  r.offset);
        r = digitrun_prefix_f32(text, len, c->separator, narrow, 8);
        cr_expect(r.status == DIGITRUN_OK && r.count == c->count && r.offset == c->offset,
                  "float '%s' (%s): %s %zu %zu", shown(c->text, len), row, status_name(r.status),
                  r.count, r.offset);
    }
}

Test(unit_prefix, stops_before_anything_else)
{
    each_row(check_prefix);
}

Test(unit_prefix, float_ranges)
{
    static const struct {
        const char *text;
        size_t count;
    } ranges[] = {{"1e38,", 1},        {"1e39,", 0},         {"1e-37,", 1}, {"1e-39,", 0},
                  {"1e-46,", 0},       {"3.4028235e38,", 1}, {"0,", 1},     {"-0.0,", 1},
                  {"1e-300,", 0},      {"1.18e-38,", 1},     {"-1e39,", 0}, {"16777217,", 1},
                  {"3.4028236e38,", 0}};
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        float value;
        size_t len = strlen(ranges[i].text);
        digitrun_result r = digitrun_prefix_f32(ranges[i].text, len, ',', &value, 1);
        cr_expect(r.status == DIGITRUN_OK && r.count == ranges[i].count, "'%s'", ranges[i].text);
        cr_expect(r.offset == (r.count ? len : 0));
    }
}

Test(unit_prefix, room)
{
    double values[3] = {0, 0, 77};
    digitrun_result r = digitrun_prefix_f64("1,2,3,", 6, ',', values, 2);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 2 && r.offset == 4 && values[2] == 77);
    r = digitrun_prefix_f64("1,2,", 4, ',', values, 2);
    cr_expect(r.status == DIGITRUN_OK && r.count == 2 && r.offset == 4);
    r = digitrun_prefix_f64("1,2,x", 5, ',', values, 2);
    cr_expect(r.status == DIGITRUN_OK && r.count == 2 && r.offset == 4);
    r = digitrun_prefix_f64("1,", 2, ',', NULL, 0);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 0 && r.offset == 0);
    r = digitrun_prefix_f64("x", 1, ',', NULL, 0);
    cr_expect(r.status == DIGITRUN_OK && r.count == 0 && r.offset == 0);
}

/* What prefix must do, one number at a time by strtod. Returns the bytes taken; 0: stop here. */
static size_t take_one(const char *text, double *wide, float *narrow, bool single)
{
    const char *at = text + strspn(text, " \t\r\n"), *digits = at + (*at == '-'), *end;
    size_t integer = strspn(digits, "0123456789");
    bool whole = integer > 0 && (integer == 1 || digits[0] != '0');
    bool fraction = digits[integer] != '.' ||
                    (digits[integer + 1] >= '0' && digits[integer + 1] <= '9');
    if (!whole || !fraction || digits[integer] == 'x' || digits[integer] == 'X')
        return 0;
    errno = 0;
    *wide = single ? 0 : strtod(at, (char **)&end);
    *narrow = single ? strtof(at, (char **)&end) : 0;
    if (errno != 0)
        return 0;
    bool tiny = single ? *narrow != 0 && fabsf(*narrow) < FLT_MIN
                       : *wide != 0 && fabs(*wide) < DBL_MIN;
    end += strspn(end, " \t\r\n");
    return !tiny && *end == ',' ? (size_t)(end + 1 - text) : 0;
}

static void compare_to_strtod(const char *text, bool single)
{
    double wide[64], values[64];
    float narrow[64], floats[64];
    size_t count = 0, offset = 0, taken;
    while ((taken = take_one(text + offset, &wide[count], &narrow[count], single)) > 0)
        offset += taken, count++;
    size_t len = strlen(text);
    const char *edge = at_edge(text, len);
    errno = 7;
    digitrun_result r = single ? digitrun_prefix_f32(edge, len, ',', floats, 64)
                               : digitrun_prefix_f64(edge, len, ',', values, 64);
    if (errno != 7 || r.status != DIGITRUN_OK || r.count != count || r.offset != offset)
        cr_assert_fail("'%s': %zu values, offset %zu; want %zu, %zu", shown(text, len), r.count,
                       r.offset, count, offset);
    bool equal = single ? memcmp(floats, narrow, count * sizeof *floats) == 0
                        : memcmp(values, wide, count * sizeof *values) == 0;
    if (!equal)
        cr_assert_fail("'%s': other values than strtod", shown(text, len));
}

static void random_texts(const char *row)
{
    static const char *const pieces[] = {"0",     "1",     "25",   "9007199254740993",
                                         ".",     ".5",    "e",    "E-3",
                                         "e+30",  "e-310", "-",    "+",
                                         ",",     ",",     ", ",   " ,",
                                         "\n",    "nan",   "x",    ",",
                                         "1,",    "-0.1,", "3e5,", "7.25,",
                                         "e308,", "0.1",   "e-38", ","};
    uint64_t random = 88172645463325252u;
    (void)row;
    for (int i = 0; i < 20000; i++) {
        char text[256] = "";
        for (int k = 0; k < 12; k++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            strcat(text, pieces[(random >> 20) % COUNT_OF(pieces)]);
        }
        compare_to_strtod(text, false);
        compare_to_strtod(text, true);
    }
}

Test(unit_prefix, takes_what_strtod_takes)
{
    each_row(random_texts);
}

/* At the least normal value strtod may set errno: whatever is taken must leave it 0. */
Test(unit_prefix, at_the_least_normal_value)
{
    static const char *const texts[] = {"2.2250738585072014e-308,",
                                        "2.2250738585072013e-308,",
                                        "2.2250738585072012e-308,",
                                        "2.2250738585072011e-308,",
                                        "2.22507385850720130e-308,",
                                        "2.225073858507201383e-308,",
                                        "2.2250738585072012595738212570207e-308,",
                                        "1.1754943508222875e-38,",
                                        "1.1754943e-38,",
                                        "1.17549431578982583434e-38,",
                                        "1.175494350822287507e-38,",
                                        "1.1754943e-38,"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        double value;
        float narrow;
        errno = 0;
        if (digitrun_prefix_f64(texts[i], strlen(texts[i]), ',', &value, 1).count == 1)
            cr_expect(strtod(texts[i], NULL) == value && errno == 0, "'%s'", texts[i]);
        errno = 0;
        if (digitrun_prefix_f32(texts[i], strlen(texts[i]), ',', &narrow, 1).count == 1)
            cr_expect(strtof(texts[i], NULL) == narrow && errno == 0, "'%s'", texts[i]);
    }
}

Test(unit_prefix, long_texts)
{
    enum { COUNT = 20000 };
    static char text[COUNT * 8 + 8];
    static double values[COUNT];
    size_t len = 0;
    for (size_t i = 0; i < COUNT; i++)
        len += (size_t)sprintf(text + len, "%s%zu.5", i ? ", " : "", i % 1000);
    digitrun_result r = digitrun_prefix_f64(text, len, ',', values, COUNT);
    cr_assert(r.status == DIGITRUN_OK && r.count == COUNT - 1);
    cr_expect(r.offset == len - strlen(" 999.5"));
    for (size_t i = 0; i < r.count; i++)
        if (values[i] != (double)(i % 1000) + 0.5)
            cr_assert_fail("value %zu", i);
}
