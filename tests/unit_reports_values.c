/* tests/unit_reports_values.c - public reports: wrong values of other readers. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

typedef struct value_report {
    const char *report, *text, *bits;
} value_report;

static void check_values(const value_report *reports, size_t count)
{
    static const digitrun_format_spec specs[] = {LIST_SPEC, TABLE_SPEC};
    static expectation want;
    for (size_t k = 0; k < COUNT_OF(specs); k++) {
        digitrun_format format;
        make_format(&format, &specs[k], "values");
        for (size_t i = 0; i < count; i++) {
            char text[512], line[512];
            int len = snprintf(text, sizeof text, "%s", reports[i].text);
            snprintf(line, sizeof line, "%s |", reports[i].bits);
            expect_line(&want, line, (size_t)len);
            check_text(&format, text, (size_t)len, &want, reports[i].report);
            len = snprintf(text, sizeof text, "1, %s ,%s\r\n%s", reports[i].text, reports[i].text,
                           reports[i].text);
            snprintf(line, sizeof line, "1 %s %s | %s |", reports[i].bits, reports[i].bits,
                     reports[i].bits);
            expect_line(&want, line, (size_t)len);
            check_text(&format, text, (size_t)len, &want, reports[i].report);
        }
    }
}

Test(unit_reports, correct_rounding)
{
    static const value_report reports[] = {
        {"pandas#17154", "-15.361", "=C02EB8D4FDF3B646/C175C6A8"},
        {"pandas#17154", "-15.361000", "=C02EB8D4FDF3B646/C175C6A8"},
        {"chemicals#24", "0.00000000000001953", "=3D15FD23A5A44B7A/28AFE91D"},
        {"pandas#64357", "90071992547409930.0", "=4374000000000001/5BA00000"},
        {"cudf#1109", "0.41718530654907227", "=3FDAB32A00000000/3ED59950"},
        {"data.table#4461", "0.8060667366", "=3FE9CB4C7802E4EF/3F4E5A64"},
        {"data.table#5346", "-0.071943", "=BFB26ADB402D16B9/BD9356DA"},
        {"data.table#2250", "384325987234905827340958734572934", "=46B2F2E03D8A800F/75979702"},
        {"simdjson#179", "7e23", "=44E287626EE52198/67143B13"},
        {"simdjson#2093", "0.95000000000000000000", "=3FEE666666666666/3F733333"},
        {"simdjson#2099", "1000000000.000000001", "=41CDCD6500000000/4E6E6B28"},
        {"simdjson-z#5", "0.1", "=3FB999999999999A/3DCCCCCD"},
        {"simdjson-z#5", "0.01", "=3F847AE147AE147B/3C23D70A"},
        {"rapidjson#340", "2.220446049250313e-16", "=3CB0000000000000/25800000"},
        {"rapidjson#2002", "-1.1030161663305387", "=BFF1A5F447959557/BF8D2FA2"},
        {"ClickHouse#1665", "2.236", "=4001E353F7CED917/400F1AA0"},
        {"ClickHouse#17686", "1.5008753E7", "=416CA07E20000000/4B6503F1"},
        {"ClickHouse#17933", "1.7091", "=3FFB58793DD97F63/3FDAC3CA"},
        {"stringtofloat#1", "8.757022884609e-12", "=3DA341C400000000/2D1A0E20"},
        {"rapidjson#1072", "-122.39864863336066", "=C05E9983758EB844/C2F4CC1C"},
    };
    check_values(reports, COUNT_OF(reports));
}

Test(unit_reports, range_and_sign_of_zero)
{
    static const value_report reports[] = {
        {"simdjson#182", "1.0e-308", "=000730D67819E8D2/00000000"},
        {"simdjson#182", "0.01e-307", "=0000B8157268FDAF/00000000"},
        {"simdjson#1778", "92233720368547758423", "=4414000000000000/60A00000"},
        {"simdjson#1898", "-1e-999", "=8000000000000000/80000000"},
        {"simdjson#1898", "-0e-999", "=8000000000000000/80000000"},
        {"simdjson#1532", "-0", "=8000000000000000/80000000"},
        {"moonbitlang#4053", "-0.0", "=8000000000000000/80000000"},
        {"FastDoubleParser#6", "0e555", "=0000000000000000/00000000"},
        {"FastDoubleParser#14", "7.006492321624086e-46", "=3690000000000000/00000001"},
        {"ClickHouse#33701", "3.4028235e+38", "=47EFFFFFE54DAFF8/7F7FFFFF"},
        {"assimp#805", "0000000.000000", "=0000000000000000/00000000"},
        {"assimp#914", "000000000000000000.00000000", "=0000000000000000/00000000"},
        {"assimp#1201", "-77654089151094779000000000000.000000", "=C5EF5D3EA0000000/EF7AE9F5"},
        {"metallic#5", ".2470328229206232720e-323", "=0000000000000000/00000000"},
        {"metallic#5", ".2470328229206232721e-323", "=0000000000000001/00000000"},
        {"borer#8", "1e-100000000", "=0000000000000000/00000000"},
        {"jsoniter-scala#282", "-1e-9223372036854775809", "=8000000000000000/80000000"},
    };
    check_values(reports, COUNT_OF(reports));
}

Test(unit_reports, spellings_of_exponents_and_points)
{
    static const value_report reports[] = {
        {"cudf#987", "-9e-06", "=BEE2DFD694CCAB3F/B716FEB5"},
        {"parse#93", ".196937E-02", "=3F60221177CC9544/3B01108C"},
        {"data.table#4918", "2.47e+20", "=442AC7A08EAD02F8/61563D04"},
        {"data.table#4918", "5740144768405286912", "=43D3EA45D046074C/5E9F522F"},
        {"simdjson#187", "1000000000000000000e0", "=43ABC16D674EC800/5D5E0B6B"},
        {"simdjson#187", "1000000000000000000e-0", "=43ABC16D674EC800/5D5E0B6B"},
        {"duckdb#10528", "1E-7", "=3E7AD7F29ABCAF48/33D6BF95"},
        {"polars#5819", "-1e1", "=C024000000000000/C1200000"},
        {"polars#5819", "0e0", "=0000000000000000/00000000"},
        {"polars#1973", "1e-5", "=3EE4F8B588E368F1/3727C5AC"},
        {"polars#1973", ".04", "=3FA47AE147AE147B/3D23D70A"},
        {"arrow-rs#830", ".2", "=3FC999999999999A/3E4CCCCD"},
        {"three.js#13612", "-2e-08", "=BE55798EE2308C3A/B2ABCC77"},
        {"pgvecto.rs#180", "2.34E-2", "=3F97F62B6AE7D567/3CBFB15B"},
        {"readr#537", "3e-5", "=3EFF75104D551D69/37FBA882"},
    };
    check_values(reports, COUNT_OF(reports));
}

/* A value just below, at and just above the midpoint of 1 and the next double, in 1100 digits. */
Test(unit_reports, STL_3378_digits_past_the_768th_decide)
{
    static const char midpoint[] = "1.00000000000000011102230246251565404236316680908203125";
    static char text[1400];
    static expectation want;
    size_t head = sizeof midpoint - 1;
    memcpy(text, midpoint, head);
    memset(text + head, '0', 1100);
    size_t len = head + 1100;
    for (int last = 0; last < 2; last++) {
        text[len - 1] = (char)('0' + last);
        expect_line(&want, last ? "=3FF0000000000001/3F800000 |" : "=3FF0000000000000/3F800000 |",
                    len);
        check_text(digitrun_format_list(), text, len, &want, "STL#3378");
    }
    memcpy(text + head - 1, "4", 1); /* ...12499999 */
    memset(text + head, '9', 1100);
    expect_line(&want, "=3FF0000000000000/3F800000 |", len);
    check_text(digitrun_format_list(), text, len, &want, "STL#3378");
}

/* One million digits, zeros or an exponent of any size: right, and in no more than linear time
 * (a quadratic reader needs minutes and meets the timeout). */
static double read_one(const char *text, size_t len, digitrun_status *status)
{
    double value = -1;
    digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_json(), &value, 1);
    *status = r.status;
    return value;
}

Test(unit_reports, long_inputs, .timeout = 20)
{
    enum { LONG = 1000000 };
    static char text[LONG + 64];
    digitrun_status status;
    size_t len = (size_t)sprintf(text, "0.");
    memset(text + 2, '0', LONG);
    strcpy(text + 2 + LONG, "1");
    cr_expect(read_one(text, LONG + 3, &status) == 0 && status == DIGITRUN_OK,
              "jsoniter-scala#282");
    strcpy(text + 2 + LONG, "125e1000000");
    cr_expect(read_one(text, LONG + 2 + 11, &status) == 0.125 && status == DIGITRUN_OK,
              "zeros and e");
    text[0] = '1';
    memset(text + 1, '0', LONG);
    len = LONG + 1 + (size_t)sprintf(text + LONG + 1, "e-1000000");
    cr_expect(read_one(text, len, &status) == 1 && status == DIGITRUN_OK, "FastDoubleParser#32");
    read_one(text, LONG + 1, &status);
    cr_expect(status == DIGITRUN_OUT_OF_RANGE, "circe#1040: %s", status_name(status));
    memset(text + 1, '3', LONG);
    text[1] = '.';
    cr_expect(read_one(text, LONG, &status) == 0x1.5555555555555p+0 && status == DIGITRUN_OK,
              "1.333");
    len = (size_t)sprintf(text, "1.0e1234567");
    read_one(text, len, &status);
    cr_expect(status == DIGITRUN_OUT_OF_RANGE, "factor#1231: %s", status_name(status));
}
