/* tests/rules_table.c - cells, separators, rows, quotes and widths; each rule counted. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>

/* clang-format off */
#define RULES(R) \
    R(cells) R(separator_named) R(several_separators) R(separator_any_byte) R(line_ends) \
    R(line_end_missing_at_the_end) R(cr_alone) R(cells_trimmed) R(cell_holds_blanks) \
    R(tab_cells) R(tab_trimmed) R(blank_runs) R(blank_runs_and_tab) R(blank_and_delimiter) \
    R(blank_never_a_value) R(empty_first) R(empty_middle) R(empty_last) R(empty_line_end_cr) \
    R(empty_missing) R(empty_between_blanks) R(last_separator_accepted) \
    R(last_separator_alone) R(last_separator_twice) R(blank_lines_skipped) \
    R(blank_lines_of_blanks) R(blank_lines_refused) R(blank_lines_missing) R(word_missing) \
    R(word_refused) R(word_case) R(word_with_blank) R(word_trimmed) R(quoted) R(quoted_blanks) \
    R(quoted_separator) R(quoted_line_end) R(quote_doubled) R(quoted_empty) R(quote_then_junk) \
    R(quote_inside_cell) R(quote_unclosed) R(quoted_word) R(quoted_grouping) R(widths) \
    R(widths_touch) R(widths_empty) R(widths_short_line) R(widths_beyond) R(widths_line_ends) \
    R(widths_blank_line) R(widths_bad) R(bad_cell) R(unknown_byte)
/* clang-format on */
#define RULE_ENUM(name) name,
#define RULE_NAME(name) #name,
enum { RULES(RULE_ENUM) rule_count };
static const char *const rule_names[] = {RULES(RULE_NAME)};

#define TABLE(...) SPEC(.kind = DIGITRUN_TABLE, __VA_ARGS__)
#define CSV TABLE_SPEC
#define NA_CSV TABLE(.missing = DIGITRUN_AS_MISSING)
#define LAST TABLE(.last_separator = DIGITRUN_ACCEPT)
#define NA_LAST TABLE(.last_separator = DIGITRUN_ACCEPT, .missing = DIGITRUN_AS_MISSING)

static const check_case cells_and_rows[] = {
    {cells, CSV, "1,2\n3,4\n", "1 2 | 3 4 |"},
    {cells, CSV, "1\n2\n", "1 | 2 |"},
    {cells, CSV, "", ""},
    {separator_named, TABLE(.separators = ";"), "1;2\n", "1 2 |"},
    {separator_named, TABLE(.separators = ";"), "1,2\n", "! BAD_NUMBER 0 3"},
    {several_separators, TABLE(.separators = ",;|"), "1,2;3|4\n", "1 2 3 4 |"},
    {several_separators, TABLE(.separators = ",;"), "1,;2\n", "1 ! MISSING 2 0"},
    {separator_any_byte, TABLE(.separators = ":x\x01"),
     "1:2x3\x01"
     "4\n",
     "1 2 3 4 |"},
    {separator_any_byte, TABLE(.separators = "!#$%&'()*/<"), "1!2#3$4%5&6'7(8)9*10/11<12\n",
     "1 2 3 4 5 6 7 8 9 10 11 12 |"},
    {line_ends, CSV, "1\r\n2\n3\r\n", "1 | 2 | 3 |"},
    {line_ends, CSV, "1,2\r\n3,4", "1 2 | 3 4 |"},
    {line_end_missing_at_the_end, CSV, "1,2\n3,4", "1 2 | 3 4 |"},
    {line_end_missing_at_the_end, CSV, "1 ", "1 |"},
    {cr_alone, CSV, "1,2\r3,4\r", "1 2 | 3 4 |"},
    {cr_alone, CSV, "1\r\r\n2\n\r3", "1 | 2 | 3 |"},
    {cells_trimmed, CSV, "  1 , 2\t,\t3 \n", "1 2 3 |"},
    {cells_trimmed, CSV, " 1 \r\n 2 \r\n", "1 | 2 |"},
    {cell_holds_blanks, CSV, "1 2,3\n", "! BAD_NUMBER 0 3"},
    {cell_holds_blanks, CSV, "0, 1 \t 2 ,3\n", "0 ! BAD_NUMBER 3 5"},
    {cell_holds_blanks, CSV, "1 x\n", "! BAD_NUMBER 0 3"},
    {tab_cells, TABLE(.separators = "\t"), "1\t2\n3\t 4 \n", "1 2 | 3 4 |"},
    {tab_cells, TABLE(.separators = "\t"), "1\t\t2\n", "1 ! MISSING 2 0"},
    {tab_cells, TABLE(.separators = "\t"), "1 2\t3\n", "! BAD_NUMBER 0 3"},
    {tab_trimmed, TABLE(.separators = ";"), "\t1\t;\t2\t\n", "1 2 |"},
    {blank_runs, TABLE(.separators = " "), "1 2   3\n4 5\n", "1 2 3 | 4 5 |"},
    {blank_runs_and_tab, TABLE(.separators = " \t"), "1 \t 2\t\t3\n", "1 2 3 |"},
    {blank_and_delimiter, TABLE(.separators = " ,"), "1 2,3 , 4\n", "1 2 3 4 |"},
    {blank_and_delimiter, TABLE(.separators = " ,"), "1 , , 4\n", "1 ! MISSING 4 0"},
    {blank_and_delimiter, TABLE(.separators = ", ", .missing = DIGITRUN_AS_MISSING),
     "1 ,, 4\n, 2\n3 ,\n", "1 - 4 | - 2 | 3 - |"},
    {blank_never_a_value, TABLE(.separators = " "), "  1 2  \n", "1 2 |"},
    {blank_never_a_value, TABLE(.separators = " ", .missing = DIGITRUN_AS_MISSING), "  1  2  \n",
     "1 2 |"},
    {bad_cell, CSV, "1,x,3\n", "1 ! BAD_NUMBER 2 1"},
    {bad_cell, TABLE(.bad = DIGITRUN_AS_MISSING), "1,x,3 4\n5,6,7\n", "1 - - | 5 6 7 |"},
    {unknown_byte, CSV, "1,[2]\n", "1 ! BAD_NUMBER 2 3"},
    {unknown_byte, CSV, "1,\"2\"\n", "1 ! BAD_NUMBER 2 3"},
    {unknown_byte, CSV,
     "1,\x0b"
     "2\n",
     "1 ! BAD_NUMBER 2 2"},
};

static const check_case empties[] = {
    {empty_first, CSV, ",1\n", "! MISSING 0 0"},
    {empty_first, NA_CSV, ",1\n", "- 1 |"},
    {empty_middle, CSV, "1,,2\n", "1 ! MISSING 2 0"},
    {empty_middle, NA_CSV, "1,,2\n", "1 - 2 |"},
    {empty_last, CSV, "1,\n2", "1 ! MISSING 2 0"},
    {empty_last, CSV, "1,", "1 ! MISSING 2 0"},
    {empty_last, CSV, "1, ", "1 ! MISSING 3 0"},
    {empty_last, NA_CSV, "1,\n2,", "1 - | 2 - |"},
    {empty_line_end_cr, CSV, "1,\r\n", "1 ! MISSING 2 0"},
    {empty_line_end_cr, NA_CSV, "1,\r\n2\r", "1 - | 2 |"},
    {empty_missing, NA_CSV, ",,,", "- - - - |"},
    {empty_missing, NA_CSV, ",\n,\r\n", "- - | - - |"},
    {empty_between_blanks, CSV, "1, ,2\n", "1 ! MISSING 3 0"},
    {empty_between_blanks, NA_CSV, " ,\t, 1\n", "- - 1 |"},
    {last_separator_accepted, LAST, "1,2,\n3,4,\n", "1 2 | 3 4 |"},
    {last_separator_accepted, LAST, "1,2,\r\n3,4, ", "1 2 | 3 4 |"},
    {last_separator_accepted, LAST, "1,2\n", "1 2 |"},
    {last_separator_accepted, NA_LAST, "1,,\n2,", "1 - | 2 |"},
    {last_separator_alone, NA_LAST, ",\n", "- |"},
    {last_separator_alone, LAST, "1\n,\n", "1 | ! MISSING 2 0"},
    {last_separator_twice, LAST, "1,,\n", "1 ! MISSING 2 0"},
    {blank_lines_skipped, CSV, "\n1\n\n\n2\n\r\n", "1 | 2 |"},
    {blank_lines_skipped, NA_CSV, "\n1,2\n\n", "1 2 |"},
    {blank_lines_of_blanks, CSV, "1\n \t \n2\n  ", "1 | 2 |"},
    {blank_lines_of_blanks, TABLE(.separators = " "), " \n1 2\n  \n3 4", "1 2 | 3 4 |"},
    {blank_lines_refused, TABLE(.blank_lines = DIGITRUN_REFUSE), "1\n2\n", "1 | 2 |"},
    {blank_lines_refused, TABLE(.blank_lines = DIGITRUN_REFUSE), "1\n\n2\n",
     "1 | ! BAD_STRUCTURE 2 1"},
    {blank_lines_refused, TABLE(.blank_lines = DIGITRUN_REFUSE), "1\n  \r\n2\n",
     "1 | ! BAD_STRUCTURE 4 1"},
    {blank_lines_missing, TABLE(.blank_lines = DIGITRUN_AS_MISSING, .missing = DIGITRUN_AS_MISSING),
     "\n1,2\n\n \n3\n", "- | 1 2 | - | - | 3 |"},
    {blank_lines_missing, TABLE(.blank_lines = DIGITRUN_AS_MISSING), "1\n\n2\n",
     "1 | ! MISSING 2 0"},
    {blank_lines_missing, TABLE(.blank_lines = DIGITRUN_AS_MISSING), "1\n2", "1 | 2 |"},
};

static const char *const words[] = {"NA", "no data", "-", "?"};
#define WORDS .missing_words = words, .missing_word_count = COUNT_OF(words)
#define NA_WORDS .missing = DIGITRUN_AS_MISSING, WORDS

static const check_case words_and_quotes[] = {
    {word_missing, TABLE(NA_WORDS), "NA,1\n-,?\n", "- 1 | - - |"},
    {word_refused, TABLE(WORDS), "1,NA\n", "1 ! MISSING 2 2"},
    {word_case, TABLE(NA_WORDS), "na\n", "! BAD_NUMBER 0 2"},
    {word_case, TABLE(NA_WORDS), "NAN,-1\n", "nan -1 |"},
    {word_with_blank, TABLE(NA_WORDS), "1, no data\n", "1 - |"},
    {word_with_blank, TABLE(NA_WORDS), "no  data\n", "! BAD_NUMBER 0 8"},
    {word_trimmed, TABLE(NA_WORDS), " NA , 1\n", "- 1 |"},
    {word_trimmed, TABLE(WORDS), "1, NA \n", "1 ! MISSING 3 2"},
    {quoted, TABLE(.quote = '"'), "\"1\",\"2\"\n3,\"4\"", "1 2 | 3 4 |"},
    {quoted, TABLE(.quote = '\''), "'1',2\n", "1 2 |"},
    {quoted_blanks, TABLE(.quote = '"'), " \" 1 \" , \"2\"\t\n", "1 2 |"},
    {quoted_separator, TABLE(.quote = '"'), "\"1,2\",3\n", "! BAD_NUMBER 1 3"},
    {quoted_line_end, TABLE(.quote = '"'), "1,\"2\n3\"\n", "1 ! BAD_NUMBER 3 3"},
    {quote_doubled, TABLE(.quote = '"'), "\"\"\"1\"\n", "! BAD_NUMBER 1 3"},
    {quoted_empty, TABLE(.quote = '"'), "1,\"\"\n", "1 ! MISSING 3 0"},
    {quoted_empty, TABLE(.quote = '"', .missing = DIGITRUN_AS_MISSING), "\"\",1,\" \"\n",
     "- 1 - |"},
    {quote_then_junk, TABLE(.quote = '"'), "\"1\"x\n", "! BAD_STRUCTURE 3 1"},
    {quote_then_junk, TABLE(.quote = '"'), "1,\"2\" 3\n", "1 ! BAD_STRUCTURE 6 1"},
    {quote_inside_cell, TABLE(.quote = '"'), "1,2\"3\"\n", "1 ! BAD_NUMBER 2 4"},
    {quote_unclosed, TABLE(.quote = '"'), "1,\"2\n3", "1 ! UNCLOSED 2 4"},
    {quote_unclosed, TABLE(.quote = '"'), "\"1\"\"", "! UNCLOSED 0 4"},
    {quoted_word, TABLE(.quote = '"', NA_WORDS), "\"NA\",\" no data \"\n", "- - |"},
    {quoted_grouping, TABLE(.quote = '"', .grouping = ','), "\"1,234.5\",6,\"7\"\n",
     "1234.5 6 7 |"},
};

static const uint16_t pairs[] = {2, 2, 2}, mixed[] = {5, 3};
#define PAIRS .widths = pairs, .width_count = 3
#define NA_PAIRS PAIRS, .missing = DIGITRUN_AS_MISSING

static const check_case fixed_widths[] = {
    {widths, TABLE(PAIRS), " 1 2 3\n 4 5 6\n", "1 2 3 | 4 5 6 |"},
    {widths, TABLE(.widths = mixed, .width_count = 2), "1.5  -2\n 2.51 3\n", "1.5 -2 | 2.51 3 |"},
    {widths_touch, TABLE(PAIRS), "12-3-4\n101112\n", "12 -3 -4 | 10 11 12 |"},
    {widths_empty, TABLE(NA_PAIRS), "1   3 \n", "1 - 3 |"},
    {widths_empty, TABLE(PAIRS), "1   3 \n", "1 ! MISSING 4 0"},
    {widths_short_line, TABLE(NA_PAIRS), "1\n1 2\n\t2\n", "1 - - | 1 2 - | 2 - - |"},
    {widths_short_line, TABLE(PAIRS), "1 \n", "1 ! MISSING 2 0"},
    {widths_beyond, TABLE(PAIRS), " 1 2 3 4 x,\n 5 6 7#\n", "1 2 3 | 5 6 7 |"},
    {widths_line_ends, TABLE(PAIRS), " 1 2 3\r\n 4 5 6\r 7 8 9", "1 2 3 | 4 5 6 | 7 8 9 |"},
    {widths_blank_line, TABLE(NA_PAIRS), "\n 1 2 3\n    \n", "1 2 3 |"},
    {widths_blank_line, TABLE(NA_PAIRS, .blank_lines = DIGITRUN_AS_MISSING), " 1 2 3\n\n",
     "1 2 3 | - - - |"},
    {widths_blank_line, TABLE(NA_PAIRS, .blank_lines = DIGITRUN_REFUSE), " 1 2 3\n\n",
     "1 2 3 | ! BAD_STRUCTURE 7 1"},
    {widths_bad, TABLE(PAIRS), " 1x2 3\n", "1 ! BAD_NUMBER 2 2"},
    {widths_bad, TABLE(.widths = mixed, .width_count = 2), "1 2   3\n", "! BAD_NUMBER 0 3"},
};

Test(rules, table)
{
    static const case_list lists[] = {CASES(cells_and_rows), CASES(empties),
                                      CASES(words_and_quotes), CASES(fixed_widths)};
    check_rules(lists, COUNT_OF(lists), rule_names, rule_count);
}
