/* tests/unit_mended.c - faults of our own that random tests found, each as a literal case. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

#define LIST(...) SPEC(.kind = DIGITRUN_LIST, __VA_ARGS__)
#define TABLE(...) SPEC(.kind = DIGITRUN_TABLE, __VA_ARGS__)
#define JSON(...) SPEC(.kind = DIGITRUN_JSON, __VA_ARGS__)
#define NDJSON(...) SPEC(.kind = DIGITRUN_NDJSON, __VA_ARGS__)
#define NA .missing = DIGITRUN_AS_MISSING
#define LAX .bad = DIGITRUN_AS_MISSING

static const uint16_t widths[] = {3, 5, 2};
#define WIDTHS .widths = widths, .width_count = 3

/* The line of a row is its own: not the blank lines, comments or BOM before it. */
Test(unit_mended, where_a_row_begins)
{
    static const check_case cases[] = {
        {0, LIST(.columns = 4), "\n1", "1 ! ROW_LENGTH 1 1"},
        {0, LIST(.columns = 2), ",;\n1\n", "1 ! ROW_LENGTH 3 1"},
        {0, LIST(.separators = ";", .columns = 2), "3;4\n;;\n1\n", "3 4 | 1 ! ROW_LENGTH 7 1"},
        {0, LIST(.columns = 2, .blank_lines = DIGITRUN_REFUSE), ";\n;1\n", "1 ! ROW_LENGTH 2 2"},
        {0, LIST(.columns = 2), "\n6E-1\n-0.25 4\n", "0.6 ! ROW_LENGTH 1 4"},
        {0, TABLE(.separators = " ", .columns = 2),
         "\xef\xbb\xbf"
         "1 2 3\n",
         "1 2 ! ROW_LENGTH 3 5"},
        {0, TABLE(.columns = 2, .comments = "#"), "0,0\n \n#c\n1,2,3\n",
         "0 0 | 1 2 ! ROW_LENGTH 9 5"},
        {0, TABLE(.columns = 2, .skip_lines = 1), "a\r\n1\r\n", "1 ! ROW_LENGTH 3 1"},
        {0, JSON(.columns = 2), "[[1,2],\n [3]]", "1 2 |1 3 ! ROW_LENGTH 9 3"},
        {0, NDJSON(.columns = 4), "[[1,1,1,1]]\n[]", "1 1 1 1 |2 ! ROW_LENGTH 12 2"},
        {0, JSON(.columns = 1), "[[1],[]]", "1 |1 ! ROW_LENGTH 5 2"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* A row's end is looked for as skip_row does: only quotes, strings and square brackets count. */
Test(unit_mended, where_a_row_ends)
{
    static const check_case cases[] = {
        {0, LIST(.quote = '\'', .columns = 1, NA), "0|''\n", "0 ! ROW_LENGTH 0 4"},
        {0, LIST(.quote = '"', .columns = 1), "0,1\"\n2\n", "0 ! BAD_NUMBER 2 2"},
        {0, LIST(.quote = '"', .columns = 1, LAX), "0,1\"\n2\n", "0 ! ROW_LENGTH 0 4"},
        {0, LIST(.quote = '"', .columns = 1), "\"1\",1,1\"\n", "1 ! ROW_LENGTH 0 8"},
        {0, TABLE(.separators = " ", .quote = '"', .columns = 1), "1\t\"1\"\t0\"\n",
         "1 ! ROW_LENGTH 0 8"},
        {0, NDJSON(LAX, .columns = 2), "[1,0,.{]\r", "1 0 ! ROW_LENGTH 0 8"},
        {0, JSON(.columns = 1), "[1,0}\x05", "1 ! ROW_LENGTH 0 6"},
        {0, JSON(.columns = 2), "[1,1,1{]]", "1 1 ! ROW_LENGTH 0 8"},
        {0, TABLE(.columns = 2), "3,4,5\r\n", "3 4 ! ROW_LENGTH 0 5"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* CR and LF are one line end wherever the text is cut; at a CR, a line ends. */
Test(unit_mended, crlf_cut_apart)
{
    static const check_case cases[] = {
        {0, LIST(.blank_lines = DIGITRUN_REFUSE), "1\r\n2\r\n", "1 | 2 |"},
        {0, TABLE(.blank_lines = DIGITRUN_REFUSE), "0\r\n", "0 |"},
        {0, TABLE(.blank_lines = DIGITRUN_AS_MISSING, NA), "0\r\n\r\n1\r\n", "0 | - | 1 |"},
        {0, TABLE(.blank_lines = DIGITRUN_REFUSE, .skip_lines = 3), "\n\n\r\n1\r\n", "1 |"},
        {0, TABLE(.blank_lines = DIGITRUN_REFUSE, .comments = "#"), "#\r\n1\r\n", "1 |"},
        {0, TABLE_SPEC, "1,\r\n", "1 ! MISSING 2 0"},
        {0, TABLE(.blank_lines = DIGITRUN_REFUSE), "1\n  \r\n", "1 | ! BAD_STRUCTURE 4 1"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* The bad token's error, also where no room is left for it; ROW_LENGTH needs no room either. */
Test(unit_mended, errors_at_a_full_array)
{
    static const check_case cases[] = {
        {0, JSON_SPEC, "1e999", "! OUT_OF_RANGE 0 5"},
        {0, NDJSON_SPEC, "1e999\n2", "! OUT_OF_RANGE 0 5"},
        {0, JSON(.columns = 2), " 55", "55 ! ROW_LENGTH 1 2"},
        {0, NDJSON(LAX, .columns = 3), "\"\"", "- ! ROW_LENGTH 0 2"},
    };
    float value;
    check_cases(cases, COUNT_OF(cases));
    digitrun_result r = digitrun_parse_f32("1E111", 5, digitrun_format_json(), &value, 0);
    cr_expect(r.status == DIGITRUN_OUT_OF_RANGE && r.length == 5);
}

Test(unit_mended, cells_passed_over)
{
    static const check_case cases[] = {
        {0, TABLE(.blank_lines = DIGITRUN_AS_MISSING, .skip_fields = 1), "\n1,2\n", "| 2 |"},
        {0, TABLE(.blank_lines = DIGITRUN_AS_MISSING, .skip_fields = 1, NA), "\r\n1,2\n", "| 2 |"},
        {0, LIST(.skip_fields = 3), ",\n1 2 3 4", "4 |"},
        {0, LIST(.separators = ";", .skip_fields = 1, .columns = 2), ";\r\n1;2;3\n", "2 3 |"},
        {0, LIST(.quote = '"', .take_fields = 3), "1|\"", "! UNCLOSED 2 1"},
        {0, LIST(.quote = '"', .take_fields = 2), "x\" 8 \"\n3.5\n4", "! UNCLOSED 5 7"},
        {0, TABLE(.quote = '"', .skip_fields = 1), "\"a\"b,1\n", "1 |"},
        {0, TABLE(.separators = "\t", .comments = "#", NA), "\t#\n", "- ! BAD_NUMBER 1 1"},
    };
    check_cases(cases, COUNT_OF(cases));
}

Test(unit_mended, cells)
{
    static const check_case cases[] = {
        {0, TABLE_SPEC, "1\n.", "1 | ! BAD_NUMBER 2 1"},
        {0, LIST(.comments = "#"), ",#1", "! BAD_NUMBER 1 2"},
        {0, LIST(.comments = "#"), " ;#1", "! BAD_NUMBER 2 2"},
        {0, LIST(.blank_lines = DIGITRUN_REFUSE), ";\n1 |\n,,\r\n2", "1 | 2 |"},
        {0, LIST(.separators = ";", .blank_lines = DIGITRUN_REFUSE), ";;\n1\n;", "1 |"},
        {0, TABLE(.quote = '\''), "'\t'", "! MISSING 2 0"},
        {0, TABLE(.quote = '\''), "'\tx'", "! BAD_NUMBER 2 1"},
        {0, TABLE(.blank_lines = DIGITRUN_AS_MISSING), "1\n\n", "1 | ! MISSING 2 0"},
        {0, TABLE(.blank_lines = DIGITRUN_AS_MISSING, NA), "\r\r", "- | - |"},
        {0, TABLE(WIDTHS, NA), "6   \n", "6 - - |"},
        {0, TABLE(WIDTHS, NA, .blank_lines = DIGITRUN_AS_MISSING), "\n", "- - - |"},
        {0, TABLE(WIDTHS, NA, .columns = 3), "6\n", "6 - - |"},
        {0, TABLE(WIDTHS, NA, .columns = 2, .take_fields = 2), "7  1\n", "1 - |"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* Tokens too long for lists end what was known of runs told by what is no blank in them: a NUL and
 * a line end looked like blanks alone. */
Test(unit_mended, long_tokens_behind_varied_runs)
{
#define ZEROS_8 "00000000"
#define ZEROS_32 ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8
    static const char text[] = "1,000000001 " ZEROS_32 "000001,," ZEROS_32 "00001,"
                               "000001,0001,00000000001,00000001,1,00001,0000000001,1,111111\0\n" //
        ZEROS_32 ZEROS_32 ZEROS_32 "00000001";
    static const digitrun_format_spec spec = LIST(LAX);
    static expectation want;
    digitrun_format format;
    make_format(&format, &spec, "long tokens");
    expect_line(&want, "1 1 1 1 1 1 1 1 1 1 1 1 - | 1 |", sizeof text - 1);
    check_text(&format, text, sizeof text - 1, &want, "long tokens");
#undef ZEROS_8
#undef ZEROS_32
}

/* A byte of comments belongs to a token inside objects as it does outside. */
Test(unit_mended, comment_bytes_in_objects)
{
    static const check_case cases[] = {
        {0, NDJSON(LAX, .comments = "%"), "[1%]\n{\"a\":[2%]}", "- |1 ! BAD_STRUCTURE 11 1"},
        {0, NDJSON(LAX, .comments = "%"), "{\"a\":1%}", "! BAD_STRUCTURE 5 1"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* Where a row finds no room, the place of the token before it is that of its plus. */
static void plus_before_a_row_without_room(const char *row)
{
    static const char text[] =
        "+1e999 2\n"
        "1111111111111111 1111111111111111 1111111111111111 1111111111111111 "
        "1111111111111111 1111111111111111 1111111111111111 1111111111111111 "
        "1111111111111111 1111111111111111 1111111111111111 1111111111111111 ";
    double values[16];
    size_t row_end;
    const digitrun_result r = digitrun_parse_rows_f64(text, sizeof text - 1, digitrun_format_list(),
                                                      values, 16, &row_end, 0);
    cr_expect(r.status == DIGITRUN_OUT_OF_RANGE && r.offset == 0 && r.length == 6,
              "%s: status %d offset %zu length %zu", row, (int)r.status, (size_t)r.offset,
              (size_t)r.length);
}

Test(unit_mended, plus_before_a_row_without_room)
{
    each_row(plus_before_a_row_without_room);
}
