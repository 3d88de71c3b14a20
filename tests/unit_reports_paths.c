/* tests/unit_reports_paths.c - public reports: every path, more than 19 digits, overflow. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* FastDoubleParser#9: digits past the 19th were dropped without their power of ten. */
Test(unit_reports, FastDoubleParser_9_more_than_19_digits)
{
    static const check_case cases[] = {
        {0, LIST_SPEC, "123456789012345678901234567890", "=45F8EE90FF6C373E/6FC77488 |"},
        {0, LIST_SPEC, "0.0000000000000000000123456789012345678901234",
         "=3BCD2681472AFFFA/1E69340A |"},
        {0, LIST_SPEC, "1234567890123456789012345e-10", "=42DC12218377DE6B/56E0910C |"},
        {0, LIST_SPEC, "9007199254740993.00000000000000000001", "=4340000000000001/5A000000 |"},
        {0, LIST_SPEC, "-3.14159265358979323846264338327950288", "=C00921FB54442D18/C0490FDB |"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* metallic#5: 2^1024 - 2^970 is half way between the greatest double and 2^1024, and rounds to
 * even, so to infinity; whatever is below does not. */
Test(unit_reports, metallic_5_threshold_of_overflow)
{
    static const char head[] = /* its first 308 digits of 309 */
        "179769313486231580793728971405303415079934132710037826936173"
        "778980444968292764750946649017977587207096330286416692887910"
        "946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834"
        "936475292719074168444365510704342711559699508093042880177904"
        "17449779";
    static const struct {
        const char *tail;
        digitrun_status status;
    } cases[] = {
        {"1.99999999999999999999999999", DIGITRUN_OK},
        {"1", DIGITRUN_OK},
        {"2", DIGITRUN_OUT_OF_RANGE},
        {"2.000", DIGITRUN_OUT_OF_RANGE},
        {"2.0000000000000000000000001", DIGITRUN_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[400];
        double value = 0;
        size_t len = (size_t)snprintf(text, sizeof text, "[%s%s]", head, cases[i].tail);
        digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_json(), &value, 1);
        cr_expect(r.status == cases[i].status, "%s: %s", text, status_name(r.status));
        if (cases[i].status == DIGITRUN_OK)
            cr_expect(value == 0x1.fffffffffffffp+1023, "%s", text);
        else
            cr_expect(r.offset == 1 && r.length == len - 2, "%s", text);
    }
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* simdjson#2099: one path lost the result of its slow case. */
Test(unit_reports, simdjson_2099_every_path)
{
    static const struct {
        const char *text;
        uint64_t bits;
    } values[] = {
        {"1000000000.000000001", 0x41CDCD6500000000},   /* simdjson#2099 */
        {"0.95000000000000000000", 0x3FEE666666666666}, /* simdjson#2093 */
        {"0.00000000000001953", 0x3D15FD23A5A44B7A},    /* chemicals#24 */
        {"0.8060667366", 0x3FE9CB4C7802E4EF},           /* data.table#4461 */
        {"90071992547409930.0", 0x4374000000000001},    /* pandas#64357 */
        {"7e23", 0x44E287626EE52198},                   /* simdjson#179 */
    };
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        char text[64];
        double value[2] = {0, 0};
        size_t len = (size_t)snprintf(text, sizeof text, "%s,x", values[i].text);
        digitrun_result r = digitrun_prefix_f64(text, len, ',', value, 2);
        cr_expect(r.count == 1 && bits_of(value[0]) == values[i].bits, "prefix %s", text);
        for (size_t cut = 1; cut < len - 1; cut++) { /* read in two parts */
            digitrun_reader reader;
            digitrun_reader_init(&reader, digitrun_format_csv());
            r = digitrun_read_f64(&reader, text, cut, DIGITRUN_MORE, value, 2, NULL);
            cr_assert(r.status == DIGITRUN_PARTIAL && r.count == 0 && r.offset == 0);
            r = digitrun_read_f64(&reader, text, len - 2, 0, value, 2, NULL);
            cr_expect(r.count == 1 && bits_of(value[0]) == values[i].bits, "part %s", text);
        }
    }
}

/* data.table#5346, #5433: bits changed with the number of threads that shared the text. */
Test(unit_reports, data_table_5346_any_split)
{
    enum { ROWS = 3000 };
    static const char row[] = "-0.071943\n";
    static char text[ROWS * (sizeof row - 1)];
    static double values[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        memcpy(text + i * (sizeof row - 1), row, sizeof row - 1);
    for (size_t parts = 1; parts <= 64; parts = parts * 2 + 1) {
        size_t count = 0;
        for (size_t i = 0; i < parts; i++) {
            size_t begin = digitrun_record_start(text, sizeof text, sizeof text * i / parts,
                                                 digitrun_format_csv());
            size_t end = digitrun_record_start(text, sizeof text, sizeof text * (i + 1) / parts,
                                               digitrun_format_csv());
            count += digitrun_parse_f64(text + begin, end - begin, digitrun_format_csv(),
                                        values + count, ROWS - count)
                         .count;
        }
        cr_assert(count == ROWS, "%zu parts: %zu", parts, count);
        for (size_t i = 0; i < ROWS; i++)
            if (bits_of(values[i]) != 0xBFB26ADB402D16B9)
                cr_assert_fail("value %zu in %zu parts", i, parts);
    }
}
