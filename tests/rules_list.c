/* tests/rules_list.c - lists, and lines and fields of lists and tables; each rule counted. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>

/* clang-format off */
#define RULES(R) \
    R(any_separator) R(runs_are_one) R(separators_at_the_ends) R(rows_are_lines) R(line_ends) \
    R(line_of_separators) R(empty_text) R(separators_named) R(separators_without_blank) \
    R(separators_less_decimal) R(separators_less_grouping) R(separators_less_quote) \
    R(line_ends_named) R(brackets_are_junk) R(missing_words) R(missing_word_refused) R(quoted) \
    R(quote_unclosed) R(comments) R(comment_after_blanks) R(comment_inside_a_line) \
    R(comment_at_the_end) R(comment_line_ends) R(skip_lines) R(skip_lines_all) \
    R(skip_lines_bom) R(skip_lines_then_comment) R(skip_fields) R(skip_fields_unread) \
    R(skip_fields_quoted) R(skip_fields_all) R(skip_fields_empty) R(take_fields) \
    R(take_fields_short) R(skip_and_take) R(take_fields_unread) R(columns_right) \
    R(columns_short) R(columns_long) R(columns_missing) R(columns_with_fields) R(bom_accepted) \
    R(bom_refused) R(bom_inside) R(bom_twice)
/* clang-format on */
#define RULE_ENUM(name) name,
#define RULE_NAME(name) #name,
enum { RULES(RULE_ENUM) rule_count };
static const char *const rule_names[] = {RULES(RULE_NAME)};

#define LIST(...) SPEC(.kind = DIGITRUN_LIST, __VA_ARGS__)
#define TABLE(...) SPEC(.kind = DIGITRUN_TABLE, __VA_ARGS__)
#define LABELS TABLE(.separators = " ", .skip_fields = 1)

static const char *const words[] = {"NA", "n/a"};

static const check_case separating[] = {
    {any_separator, LIST_SPEC, "1,2;3|4 5\t6", "1 2 3 4 5 6 |"},
    {runs_are_one, LIST_SPEC, "1,,2", "1 2 |"},
    {runs_are_one, LIST_SPEC, "1 ,; |\t 2", "1 2 |"},
    {separators_at_the_ends, LIST_SPEC, ",1,2,", "1 2 |"},
    {separators_at_the_ends, LIST_SPEC, " 1 ; \n | 2 |", "1 | 2 |"},
    {rows_are_lines, LIST_SPEC, "1 2\n3\n\n4", "1 2 | 3 | 4 |"},
    {line_ends, LIST_SPEC, "1\r\n2\r3\n4\r\n\r\n5\r", "1 | 2 | 3 | 4 | 5 |"},
    {line_of_separators, LIST_SPEC, "1\n ,;, \n2\n,", "1 | 2 |"},
    {empty_text, LIST_SPEC, "", ""},
    {empty_text, LIST_SPEC, " ,\n\r\n;", ""},
    {separators_named, LIST(.separators = ": "), "1:2 3::4", "1 2 3 4 |"},
    {separators_named, LIST(.separators = ": "), "1,2", "! BAD_NUMBER 0 3"},
    {separators_without_blank, LIST(.separators = ","), "1,,2 , 3\n", "1 2 3 |"},
    {separators_without_blank, LIST(.separators = ","), "1 2,3", "! BAD_NUMBER 0 3"},
    {separators_without_blank, LIST(.separators = ","), "1, ,2", "1 2 |"},
    {separators_less_decimal, LIST(.decimal = ','), "1,5;2,5|3 4", "1.5 2.5 3 4 |"},
    {separators_less_decimal, LIST(.decimal = ';'), "1;5,2", "1.5 2 |"},
    {separators_less_grouping, LIST(.grouping = ','), "1,234;5", "1234 5 |"},
    {separators_less_quote, LIST(.quote = '|'), "|1|,2", "1 2 |"},
    {line_ends_named, LIST(.separators = ",\n\r "), "1,2\n3\r\n4", "1 2 | 3 | 4 |"},
    {brackets_are_junk, LIST_SPEC, "1 [2", "1 ! BAD_NUMBER 2 2"},
    {brackets_are_junk, LIST_SPEC, "[1,2]", "! BAD_NUMBER 0 2"},
    {missing_words,
     LIST(.missing = DIGITRUN_AS_MISSING, .missing_words = words, .missing_word_count = 2),
     "1 NA,n/a\nNA", "1 - - | - |"},
    {missing_word_refused, LIST(.missing_words = words, .missing_word_count = 2), "1 NA",
     "1 ! MISSING 2 2"},
    {quoted, LIST(.quote = '"'), "\"1\" \" 2 \",3", "1 2 3 |"},
    {quote_unclosed, LIST(.quote = '"'), "1 \"2", "1 ! UNCLOSED 2 2"},
};

static const check_case lines[] = {
    {comments, LIST(.comments = "#"), "#x 1\n1 2\n# 3\n3\n", "1 2 | 3 |"},
    {comments, TABLE(.comments = "%!"), "%1\n1\n!\n2\n", "1 | 2 |"},
    {comment_after_blanks, LIST(.comments = "#"), " \t# 5\n1", "1 |"},
    {comment_after_blanks, TABLE(.comments = "#", .missing = DIGITRUN_AS_MISSING), "1\n \t#\n2\n",
     "1 | 2 |"},
    {comment_inside_a_line, LIST(.comments = "#"), "1 #2", "1 ! BAD_NUMBER 2 2"},
    {comment_inside_a_line, LIST(.comments = "#"), "1#", "! BAD_NUMBER 0 2"},
    {comment_inside_a_line, TABLE(.comments = "#"), "1,#\n", "1 ! BAD_NUMBER 2 1"},
    {comment_inside_a_line, LIST(.comments = "#"), ",#1", "! BAD_NUMBER 1 2"},
    {comment_at_the_end, LIST(.comments = "#"), "1\n#", "1 |"},
    {comment_at_the_end, TABLE(.comments = "#"), "1\n# no line end", "1 |"},
    {comment_line_ends, LIST(.comments = "#"), "#a\r1\r\n#b\r\n2", "1 | 2 |"},
    {skip_lines, LIST(.skip_lines = 2), "a\nb\n1 2\n", "1 2 |"},
    {skip_lines, TABLE(.skip_lines = 1), "x,y\r\n1,2\r\n", "1 2 |"},
    {skip_lines, TABLE(.skip_lines = 2), "\n\"\n1\n", "1 |"},
    {skip_lines, TABLE(.skip_lines = 2), "a\r\r1\n", "1 |"},
    {skip_lines_all, LIST(.skip_lines = 3), "1\n2\n3", ""},
    {skip_lines_all, TABLE(.skip_lines = 9), "1\n2\n", ""},
    {skip_lines_bom, TABLE(.skip_lines = 1), "\xef\xbb\xbfx\n1\n", "1 |"},
    {skip_lines_then_comment, TABLE(.skip_lines = 1, .comments = "#"), "#1\n#2\n3\n", "3 |"},
    {bom_accepted, LIST_SPEC,
     "\xef\xbb\xbf"
     "1 2",
     "1 2 |"},
    {bom_accepted, TABLE_SPEC,
     "\xef\xbb\xbf"
     "1,2\n",
     "1 2 |"},
    {bom_accepted, LIST_SPEC, "\xef\xbb\xbf", ""},
    {bom_refused, LIST(.bom = DIGITRUN_REFUSE),
     "\xef\xbb\xbf"
     "1 2",
     "! BAD_NUMBER 0 4"},
    {bom_inside, LIST_SPEC, "1 \xef\xbb\xbf", "1 ! BAD_NUMBER 2 3"},
    {bom_inside, TABLE_SPEC,
     "1\n\xef\xbb\xbf"
     "2\n",
     "1 | ! BAD_NUMBER 2 4"},
    {bom_inside, LIST_SPEC,
     "\xef\xbb"
     "1",
     "! BAD_NUMBER 0 3"},
    {bom_twice, LIST_SPEC,
     "\xef\xbb\xbf\xef\xbb\xbf"
     "1",
     "! BAD_NUMBER 3 4"},
};

static const check_case fields[] = {
    {skip_fields, LABELS, "the 1 2\nof 3 4\n", "1 2 | 3 4 |"},
    {skip_fields, TABLE(.skip_fields = 2), "a,b,1\n,,2\n", "1 | 2 |"},
    {skip_fields, LIST(.skip_fields = 1), "1:1 2\n, x; 3", "2 | 3 |"},
    {skip_fields_unread, TABLE(.skip_fields = 1), "x\xff[,1\n1e999,2\nnan,3\n", "1 | 2 | 3 |"},
    {skip_fields_unread, LABELS, "  a   1\n", "1 |"},
    {skip_fields_quoted, TABLE(.skip_fields = 1, .quote = '"'), "\"a,b\n\"\"\",1\n\"\",2",
     "1 | 2 |"},
    {skip_fields_quoted, TABLE(.skip_fields = 1, .quote = '"'), "\"a,1\n", "! UNCLOSED 0 5"},
    {skip_fields_all, TABLE(.skip_fields = 2), "a,b,1\na\na,b\n", "1 | | |"},
    {skip_fields_all, LABELS, "a 1\nb\n", "1 | |"},
    {skip_fields_all, LIST(.skip_fields = 1), "a 1\nb\n", "1 | |"},
    {skip_fields_empty, TABLE(.skip_fields = 1), "a,\n", "! MISSING 2 0"},
    {skip_fields_empty, TABLE(.skip_fields = 1, .missing = DIGITRUN_AS_MISSING), "a,\n,\n",
     "- | - |"},
    {take_fields, TABLE(.separators = " ", .take_fields = 2), ". . 1 2\n3 4\n", "1 2 | 3 4 |"},
    {take_fields, TABLE(.take_fields = 1), "a,b,1\n2\n", "1 | 2 |"},
    {take_fields, LIST(.take_fields = 2), "x y 1 2\n", "1 2 |"},
    {take_fields_short, TABLE(.take_fields = 3), "1,2\n", "1 2 |"},
    {take_fields_unread, TABLE(.take_fields = 1, .quote = '"'), "\"a,\",1\n", "1 |"},
    {take_fields_unread, TABLE(.take_fields = 2), "1,x,2\n", "! BAD_NUMBER 2 1"},
    {skip_and_take, TABLE(.skip_fields = 1, .take_fields = 2), "a,b,c,1,2\n3,4\n", "1 2 | 4 |"},
    {skip_and_take, TABLE(.skip_fields = 2, .take_fields = 2), "a,b\n", "|"},
    {columns_right, TABLE(.columns = 2), "1,2\n3,4", "1 2 | 3 4 |"},
    {columns_right, LIST(.columns = 2), "1 2\n\n3;4\n", "1 2 | 3 4 |"},
    {columns_short, TABLE(.columns = 2), "1,2\n3\n4,5\n", "1 2 | 3 ! ROW_LENGTH 4 1"},
    {columns_short, LIST(.columns = 3), "1 2 ", "1 2 ! ROW_LENGTH 0 4"},
    {columns_long, TABLE(.columns = 2), "1,2\r\n3,4,5\r\n", "1 2 | 3 4 ! ROW_LENGTH 5 5"},
    {columns_long, LIST(.columns = 1), "1 2", "1 ! ROW_LENGTH 0 3"},
    {columns_missing, TABLE(.columns = 2, .missing = DIGITRUN_AS_MISSING), "1,\n,\n",
     "1 - | - - |"},
    {columns_missing, TABLE(.columns = 1, .missing = DIGITRUN_AS_MISSING), "1\n2,\n",
     "1 | 2 ! ROW_LENGTH 2 2"},
    {columns_with_fields, TABLE(.separators = " ", .skip_fields = 1, .columns = 2), "a 1 2\nb 3\n",
     "1 2 | 3 ! ROW_LENGTH 6 3"},
    {columns_with_fields, TABLE(.skip_fields = 1, .columns = 1), "a,1\nb\n",
     "1 | ! ROW_LENGTH 4 1"},
};

Test(rules, list_lines_and_fields)
{
    static const case_list lists[] = {CASES(separating), CASES(lines), CASES(fields)};
    check_rules(lists, COUNT_OF(lists), rule_names, rule_count);
}
