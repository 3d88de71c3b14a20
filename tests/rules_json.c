/* tests/rules_json.c - the structure of JSON and NDJSON, each rule with its cases and counted. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

/* clang-format off */
#define RULES(R) \
    R(empty_array) R(flat_array) R(number_alone) R(nested_rows) R(empty_arrays_are_rows) \
    R(blanks) R(no_value) R(comma_missing) R(comma_last) R(comma_first) R(comma_twice) \
    R(comma_outside) R(close_unopened) R(behind_the_end) R(second_document) R(unclosed) \
    R(mixed_array_last) R(mixed_number_last) R(mixed_deeper) R(string_value) R(string_escapes) \
    R(string_bad_escape) R(string_control_byte) R(string_unclosed) R(object_value) \
    R(object_bad) R(object_unclosed) R(quote_out_of_place) R(word_true_false) \
    R(word_null_refused) R(word_null_missing) R(word_unknown) R(missing_words) R(bad_missing) \
    R(bad_missing_keeps_structure) R(too_deep) R(columns_short) R(columns_long) \
    R(columns_empty) R(columns_number) R(bom_accepted) R(bom_refused) R(bom_twice) \
    R(nd_documents) R(nd_blank_lines) R(nd_blank_lines_refused) R(nd_line_end_inside) \
    R(nd_crlf) R(nd_two_on_a_line) R(nd_unclosed) R(nd_comments) R(nd_comment_inside) \
    R(nd_skip_lines) R(nd_no_value) R(nd_last_line_open)
/* clang-format on */
#define RULE_ENUM(name) name,
#define RULE_NAME(name) #name,
enum { RULES(RULE_ENUM) rule_count };
static const char *const rule_names[] = {RULES(RULE_NAME)};

#define JSON(...) SPEC(.kind = DIGITRUN_JSON, __VA_ARGS__)
#define NDJSON(...) SPEC(.kind = DIGITRUN_NDJSON, __VA_ARGS__)

static const check_case structure[] = {
    {empty_array, JSON_SPEC, "[]", "|1"},
    {empty_array, JSON_SPEC, " [ ] ", "|1"},
    {flat_array, JSON_SPEC, "[1,2.5,-3e-2]", "1 2.5 -0.03 |1"},
    {number_alone, JSON_SPEC, "5", "5 |"},
    {number_alone, JSON_SPEC, " -5e1 \n", "-50 |"},
    {nested_rows, JSON_SPEC, "[[1,2],[3]]", "1 2 |1 3 |2"},
    {nested_rows, JSON_SPEC, "[[[1],[2]],[[3]]]", "1 |1 2 |2 3 |3"},
    {empty_arrays_are_rows, JSON_SPEC, "[[],[]]", "|1 |2"},
    {empty_arrays_are_rows, JSON_SPEC, "[[[]]]", "|3"},
    {empty_arrays_are_rows, JSON_SPEC, "[[1],[],[[2]]]", "1 |1 |1 2 |3"},
    {blanks, JSON_SPEC, " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n", "1 2 |1"},
    {blanks, JSON_SPEC, "[[1 ] , [ 2] ] ", "1 |1 2 |2"},
    {no_value, JSON_SPEC, "", "! BAD_STRUCTURE 0 0"},
    {no_value, JSON_SPEC, " \r\n\t", "! BAD_STRUCTURE 4 0"},
    {comma_missing, JSON_SPEC, "[1 2]", "1 ! BAD_STRUCTURE 3 1"},
    {comma_missing, JSON_SPEC, "[[1] [2]]", "1 |1 ! BAD_STRUCTURE 5 1"},
    {comma_missing, JSON_SPEC, "[1\n\n22]", "1 ! BAD_STRUCTURE 4 1"},
    {comma_last, JSON_SPEC, "[1,]", "1 ! BAD_STRUCTURE 3 1"},
    {comma_last, JSON_SPEC, "[1, ]", "1 ! BAD_STRUCTURE 4 1"},
    {comma_last, JSON_SPEC, "[[1],]", "1 |1 ! BAD_STRUCTURE 5 1"},
    {comma_first, JSON_SPEC, "[,1]", "! BAD_STRUCTURE 1 1"},
    {comma_first, JSON_SPEC, ",1", "! BAD_STRUCTURE 0 1"},
    {comma_twice, JSON_SPEC, "[1,,2]", "1 ! BAD_STRUCTURE 3 1"},
    {comma_twice, JSON_SPEC, "[1 , , 2]", "1 ! BAD_STRUCTURE 5 1"},
    {comma_outside, JSON_SPEC, "1,2", "1 | ! BAD_STRUCTURE 1 1"},
    {comma_outside, JSON_SPEC, "[1],", "1 |1 ! BAD_STRUCTURE 3 1"},
    {close_unopened, JSON_SPEC, "]", "! BAD_STRUCTURE 0 1"},
    {close_unopened, JSON_SPEC, "[1]]", "1 |1 ! BAD_STRUCTURE 3 1"},
    {close_unopened, JSON_SPEC, "1]", "1 | ! BAD_STRUCTURE 1 1"},
    {behind_the_end, JSON_SPEC, "[1]x", "1 |1 ! BAD_STRUCTURE 3 1"},
    {behind_the_end, JSON_SPEC, "[1] 22", "1 |1 ! BAD_STRUCTURE 4 1"},
    {second_document, JSON_SPEC, "[1][2]", "1 |1 ! BAD_STRUCTURE 3 1"},
    {second_document, JSON_SPEC, "[][]", "|1 ! BAD_STRUCTURE 2 1"},
    {second_document, JSON_SPEC, "1 2", "1 | ! BAD_STRUCTURE 2 1"},
    {unclosed, JSON_SPEC, "[", "! UNCLOSED 1 0"},
    {unclosed, JSON_SPEC, "[1", "1 ! UNCLOSED 2 0"},
    {unclosed, JSON_SPEC, "[1,2", "1 2 ! UNCLOSED 4 0"},
    {unclosed, JSON_SPEC, "[1, ", "1 ! UNCLOSED 4 0"},
    {unclosed, JSON_SPEC, "[[1],[2]", "1 |1 2 |1 ! UNCLOSED 8 0"},
};

static const check_case levels[] = {
    {mixed_array_last, JSON_SPEC, "[1,[2]]", "1 ! MIXED 3 1"},
    {mixed_array_last, JSON_SPEC, "[1,[]]", "1 ! MIXED 3 1"},
    {mixed_number_last, JSON_SPEC, "[[1],22]", "1 |1 ! MIXED 5 2"},
    {mixed_number_last, JSON_SPEC, "[[],-2.5]", "|1 ! MIXED 4 4"},
    {mixed_deeper, JSON_SPEC, "[[1],[[2],3]]", "1 |1 2 |1 ! MIXED 10 1"},
    {mixed_deeper, JSON_SPEC, "[[[1]],[2]]", "1 |2 2 |2"},
    {too_deep, JSON(.max_depth = 2), "[[1]]", "1 |2"},
    {too_deep, JSON(.max_depth = 2), "[[1],[[2]]]", "1 |1 ! TOO_DEEP 6 1"},
    {too_deep, JSON(.max_depth = 1), "[[1]]", "! TOO_DEEP 1 1"},
    {too_deep, NDJSON(.max_depth = 1), "[1]\n[[1]]", "1 |1 ! TOO_DEEP 5 1"},
    {columns_short, JSON(.columns = 2), "[[1,2],[3]]", "1 2 |1 3 ! ROW_LENGTH 7 3"},
    {columns_short, NDJSON(.columns = 2), "[1,2]\n[3]\n", "1 2 |1 3 ! ROW_LENGTH 6 3"},
    {columns_long, JSON(.columns = 2), "[1,2,3]", "1 2 ! ROW_LENGTH 0 7"},
    {columns_long, JSON(.columns = 2), "[[1,2], [3,4,5,6] ]", "1 2 |1 3 4 ! ROW_LENGTH 8 9"},
    {columns_empty, JSON(.columns = 2), "[[1,2],[]]", "1 2 |1 ! ROW_LENGTH 7 2"},
    {columns_number, JSON(.columns = 1), "5", "5 |"},
    {columns_number, JSON(.columns = 2), " 55", "55 ! ROW_LENGTH 1 2"},
    {columns_number, JSON(.columns = 1), "[1,[2]]", "1 ! MIXED 3 1"},
};

static const char *const words[] = {"NA", "n/a"};

static const check_case values[] = {
    {string_value, JSON_SPEC, "[1,\"a b,]\",2]", "1 ! NOT_NUMBER 3 7"},
    {string_value, JSON_SPEC, "\"\"", "! NOT_NUMBER 0 2"},
    {string_escapes, JSON_SPEC, "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00eF\"]", "! NOT_NUMBER 1 24"},
    {string_bad_escape, JSON_SPEC, "[\"a\\x\"]", "! BAD_STRUCTURE 4 1"},
    {string_bad_escape, JSON_SPEC, "[\"\\u12g4\"]", "! BAD_STRUCTURE 6 1"},
    {string_control_byte, JSON_SPEC, "[1,\"a\nb\"]", "1 ! BAD_STRUCTURE 5 1"},
    {string_control_byte, JSON_SPEC, "[\"\x1f\"]", "! BAD_STRUCTURE 2 1"},
    {string_unclosed, JSON_SPEC, "[1,\"a", "1 ! UNCLOSED 3 2"},
    {string_unclosed, JSON_SPEC, "[\"a\\\"", "! UNCLOSED 1 4"},
    {object_value, JSON_SPEC, "[1,{\"a\":[1,{}],\"b\":null}]", "1 ! NOT_NUMBER 3 21"},
    {object_value, JSON_SPEC, "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }", "! NOT_NUMBER 0 35"},
    {object_value, JSON_SPEC, "[{}]", "! NOT_NUMBER 1 2"},
    {object_bad, JSON_SPEC, "[{\"a\"}]", "! BAD_STRUCTURE 5 1"},
    {object_bad, JSON_SPEC, "[{\"a\":1,}]", "! BAD_STRUCTURE 8 1"},
    {object_bad, JSON_SPEC, "[{1:2}]", "! BAD_STRUCTURE 2 1"},
    {object_bad, JSON_SPEC, "{]", "! BAD_STRUCTURE 1 1"},
    {object_bad, JSON_SPEC, "[{\"a\":[1}]}]", "! BAD_STRUCTURE 8 1"},
    {object_unclosed, JSON_SPEC, "[1,{\"a\":1", "1 ! UNCLOSED 3 6"},
    {object_unclosed, JSON_SPEC, "[{", "! UNCLOSED 1 1"},
    {quote_out_of_place, JSON_SPEC, "[1\"a\"]", "1 ! BAD_STRUCTURE 2 1"},
    {quote_out_of_place, JSON_SPEC, "[1 {}]", "1 ! BAD_STRUCTURE 3 1"},
    {quote_out_of_place, JSON_SPEC, "[1}", "1 ! BAD_STRUCTURE 2 1"},
    {word_true_false, JSON_SPEC, "[1,true]", "1 ! NOT_NUMBER 3 4"},
    {word_true_false, JSON_SPEC, "[false]", "! NOT_NUMBER 1 5"},
    {word_null_refused, JSON_SPEC, "[1,null,2]", "1 ! NOT_NUMBER 3 4"},
    {word_null_missing, JSON(.missing = DIGITRUN_AS_MISSING), "[1,null,null]", "1 - - |1"},
    {word_null_missing, JSON(.missing = DIGITRUN_AS_MISSING), "null", "- |"},
    {word_unknown, JSON_SPEC, "[1,nul]", "1 ! BAD_NUMBER 3 3"},
    {word_unknown, JSON_SPEC, "[NULL]", "! BAD_NUMBER 1 4"},
    {word_unknown, JSON_SPEC, "[truex]", "! BAD_NUMBER 1 5"},
    {word_unknown, JSON_SPEC, "[*]", "! BAD_NUMBER 1 1"},
    {word_unknown, JSON(.missing = DIGITRUN_AS_MISSING), "[True]", "! BAD_NUMBER 1 4"},
    {missing_words,
     JSON(.missing = DIGITRUN_AS_MISSING, .missing_words = words, .missing_word_count = 2),
     "[NA,1,n/a,null]", "- 1 - - |1"},
    {missing_words, JSON(.missing_words = words, .missing_word_count = 2), "[1,NA]",
     "1 ! MISSING 3 2"},
    {missing_words, JSON(.missing_words = words, .missing_word_count = 2), "[1,Na]",
     "1 ! BAD_NUMBER 3 2"},
    {bad_missing, JSON(.bad = DIGITRUN_AS_MISSING), "[\"a\",1,{\"b\":[]},true,x,null,NaN]",
     "- 1 - - - - - |1"},
    {bad_missing, NDJSON(.bad = DIGITRUN_AS_MISSING), "\"a\"\n[{}]\n", "- | - |1"},
    {bad_missing_keeps_structure, JSON(.bad = DIGITRUN_AS_MISSING), "[x,,1]",
     "- ! BAD_STRUCTURE 3 1"},
    {bad_missing_keeps_structure, JSON(.bad = DIGITRUN_AS_MISSING), "[x,\"\n\"]",
     "- ! BAD_STRUCTURE 4 1"},
};

static const check_case lines[] = {
    {bom_accepted, JSON_SPEC, "\xef\xbb\xbf[1]", "1 |1"},
    {bom_accepted, NDJSON_SPEC, "\xef\xbb\xbf[1]\n[2]\n", "1 |1 2 |1"},
    {bom_refused, JSON(.bom = DIGITRUN_REFUSE), "\xef\xbb\xbf[1]", "! BAD_NUMBER 0 3"},
    {bom_twice, JSON_SPEC, "\xef\xbb\xbf\xef\xbb\xbf[1]", "! BAD_NUMBER 3 3"},
    {nd_documents, NDJSON_SPEC, "[1,2]\n3\n[[4],[]]\n", "1 2 |1 3 | 4 |1 |2"},
    {nd_blank_lines, NDJSON_SPEC, "\n[1]\n \t\n\n[2]\n\n", "1 |1 2 |1"},
    {nd_blank_lines_refused, NDJSON(.blank_lines = DIGITRUN_REFUSE), "[1]\n[2]\n", "1 |1 2 |1"},
    {nd_blank_lines_refused, NDJSON(.blank_lines = DIGITRUN_REFUSE), "[1]\n\n[2]\n",
     "1 |1 ! BAD_STRUCTURE 4 1"},
    {nd_line_end_inside, NDJSON_SPEC, "[1,\n2]\n", "1 ! BAD_STRUCTURE 3 1"},
    {nd_line_end_inside, NDJSON_SPEC, "[\n", "! BAD_STRUCTURE 1 1"},
    {nd_line_end_inside, NDJSON_SPEC, "[[1]\n", "1 |1 ! BAD_STRUCTURE 4 1"},
    {nd_line_end_inside, NDJSON_SPEC, "[{\"a\":\n1}]\n", "! BAD_STRUCTURE 6 1"},
    {nd_crlf, NDJSON_SPEC, "[1]\r\n[2]\r\n", "1 |1 2 |1"},
    {nd_crlf, NDJSON_SPEC, "[1,\r2]\r", "1 2 |1"},
    {nd_two_on_a_line, NDJSON_SPEC, "[1] [2]\n", "1 |1 ! BAD_STRUCTURE 4 1"},
    {nd_two_on_a_line, NDJSON_SPEC, "1 2\n", "1 | ! BAD_STRUCTURE 2 1"},
    {nd_unclosed, NDJSON_SPEC, "[1]\n[2,", "1 |1 2 ! UNCLOSED 7 0"},
    {nd_comments, NDJSON(.comments = "#%"), "#x [\n[1]\n % [9]\n\t#\n[2]\n#", "1 |1 2 |1"},
    {nd_comment_inside, NDJSON(.comments = "#"), "[1,#2]\n", "1 ! BAD_NUMBER 3 2"},
    {nd_skip_lines, NDJSON(.skip_lines = 2), "{header\n\n[1]\n", "1 |1"},
    {nd_skip_lines, NDJSON(.skip_lines = 2), "\xef\xbb\xbf[1]\n[2]\n[3]", "3 |1"},
    {nd_skip_lines, NDJSON(.skip_lines = 5), "[1]\n[2]\n", ""},
    {nd_no_value, NDJSON_SPEC, "", ""},
    {nd_no_value, NDJSON_SPEC, " \n\t\n", ""},
    {nd_last_line_open, NDJSON_SPEC, "[1]\n[2]", "1 |1 2 |1"},
    {nd_last_line_open, NDJSON_SPEC, "[1]\n2", "1 |1 2 |"},
};

Test(rules, json)
{
    static const case_list lists[] = {CASES(structure), CASES(levels), CASES(values), CASES(lines)};
    check_rules(lists, COUNT_OF(lists), rule_names, rule_count);
}

/* 1024 arrays may be open by default, and any number can be allowed. */
Test(rules, json_depth_limits)
{
    static char text[4100];
    double value;
    size_t end;
    for (size_t depth = 1023; depth <= 1025; depth++) {
        memset(text, '[', depth);
        text[depth] = '1';
        memset(text + depth + 1, ']', depth);
        digitrun_result r = digitrun_parse_rows_f64(text, 2 * depth + 1, digitrun_format_json(),
                                                    &value, 1, &end, 1);
        if (depth <= 1024)
            cr_expect(r.status == DIGITRUN_OK && r.count == 1 && r.rows == 1);
        else
            cr_expect(r.status == DIGITRUN_TOO_DEEP && r.offset == 1024 && r.length == 1 &&
                      r.count == 0);
    }
    digitrun_format_spec spec = JSON(.max_depth = 2000);
    digitrun_format format;
    make_format(&format, &spec, "max_depth");
    memset(text, '[', 2000);
    memset(text + 2000, ']', 2000);
    cr_expect(digitrun_parse_f64(text, 4000, &format, &value, 1).status == DIGITRUN_OK);
}

Test(rules, json_closes_limit)
{
    static char text[1024];
    uint8_t closes = 0;
    size_t end;
    double value;
    for (size_t depth = 254; depth <= 256; depth++) {
        digitrun_reader reader;
        digitrun_shape shape = {
            .size = sizeof shape, .row_ends = &end, .row_closes = &closes, .row_capacity = 1};
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        digitrun_reader_init(&reader, digitrun_format_json());
        digitrun_result r = digitrun_read_f64(&reader, text, 2 * depth, 0, &value, 1, &shape);
        if (depth <= 255)
            cr_expect(r.status == DIGITRUN_OK && r.rows == 1 && closes == depth);
        else
            cr_expect(r.status == DIGITRUN_TOO_DEEP && r.offset == 255 && r.length == 1);
    }
}
