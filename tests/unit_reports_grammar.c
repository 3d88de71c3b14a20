/* tests/unit_reports_grammar.c - public reports: what others took, refused or made up. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

#define JSON JSON_SPEC
#define LIST LIST_SPEC
#define CSV TABLE_SPEC
#define BLANK SPEC(.kind = DIGITRUN_TABLE, .separators = " \t")

Test(unit_reports, junk_is_refused_with_its_place)
{
    static const check_case cases[] = {
        {0, LIST, "1. 2 3 a b c 1.", "1 2 3 ! BAD_NUMBER 7 1"},  /* numpy#1714 */
        {0, BLANK, "1. 2 3 a b c 1.", "1 2 3 ! BAD_NUMBER 7 1"}, /* numpy#1714 */
        {0, LIST, "1, a, 2", "1 ! BAD_NUMBER 3 1"},              /* numpy#11878 */
        {0, CSV, "1, a, 2", "1 ! BAD_NUMBER 3 1"},               /* numpy#11878 */
        {0, LIST, "23xxx", "! BAD_NUMBER 0 5"},                  /* numpy#1481 */
        {0, LIST, ".", "! BAD_NUMBER 0 1"},                      /* data.table#2625 */
        {0, LIST, "+.", "! BAD_NUMBER 0 2"},                     /* data.table#2625 */
        {0, LIST, ".e", "! BAD_NUMBER 0 2"},                     /* data.table#2625 */
        {0, LIST, ".e+", "! BAD_NUMBER 0 3"},                    /* data.table#2625 */
        {0, LIST, "0e", "! BAD_NUMBER 0 2"},                     /* data.table#2625 */
        {0, LIST, ".e2", "! BAD_NUMBER 0 3"},                    /* FastDoubleParser#17 */
        {0, LIST, "1.1e-23f 1", "! BAD_NUMBER 0 8"},             /* jackson-core#778 */
        {0, LIST, "0x.003p12f 1", "! BAD_NUMBER 0 10"},          /* jackson-core#778 */
        {0, LIST, "Informed", "! BAD_NUMBER 0 8"},               /* fast_float#164 */
        {0, LIST, "1 -+inf", "1 ! BAD_NUMBER 2 5"},              /* fast_float#276 */
        {0, LIST, "1 -+nan", "1 ! BAD_NUMBER 2 5"},              /* fast_float#276 */
        {0, LIST,
         "1 \xe2\x88\x92"
         "0.5341 2",
         "1 ! BAD_NUMBER 2 9"},                                /* grobid#980: U+2212 */
        {0, LIST, "1e999", "! OUT_OF_RANGE 0 5"},              /* fast_float#113 */
        {0, JSON, "[1,2,-1e999,3]", "1 2 ! OUT_OF_RANGE 5 6"}, /* fast_float#113 */
        {0, LIST, "1.0e1234567", "! OUT_OF_RANGE 0 11"},       /* factor#1231 */
    };
    check_cases(cases, COUNT_OF(cases));
}

Test(unit_reports, good_spellings_are_read)
{
    static const check_case cases[] = {
        {0, JSON, "0", "0 |"},                                           /* simdjson#131 */
        {0, JSON, "[-1e-999,-0e-999]", "-0 -0 |1"},                      /* simdjson#1898 */
        {0, JSON, "[-0]", "-0 |1"},                                      /* simdjson#1532 */
        {0, JSON, "12345678", "12345678 |"},                             /* simdjson#1260 */
        {0, LIST, "+12345", "12345 |"},                                  /* fast_float#113 */
        {0, LIST, " 1", "1 |"},                                          /* scnlib#77 */
        {0, LIST, "+2.0 NaN", "2 nan |"},                                /* PapaParse#282 */
        {0, LIST, "-Inf -nan Inf", "-inf nan inf |"},                    /* CSV.jl#168 */
        {0, LIST, "Infinity +Infinity", "inf inf |"},                    /* pandas#28181 */
        {0, SPEC(.kind = DIGITRUN_NDJSON), "[1.1e+10]\n", "1.1e+10 |1"}, /* polars#5687 */
        {0, JSON, "[0.24    ]", "0.24 |1"},                              /* pgvector#147 */
        {0, JSON, "[1.45, 2.34E-2]", "1.45 0.0234 |1"},                  /* pgvecto.rs#180 */
        {0, JSON, "[1e-05, 0.5]", "1e-05 0.5 |1"},                       /* TriviumDB#39 */
        {0, JSON, "[0.200]", "0.2 |1"},                                  /* sqlite-vec#168 */
        {0, JSON, "[1,1, 2,2]", "1 1 2 2 |1"},                           /* sqlite-vec#168 */
        {0, JSON, "[1e39, -1e39]", "1e39 -1e39 |1"},                     /* tidb#58379, as double */
        {0, JSON, "[1,NaN,2]", "1 ! NOT_FINITE 3 3"},                    /* matrixone#28881 */
        {0, JSON, "[1,-Infinity,2]", "1 ! NOT_FINITE 3 9"},              /* cockroach#146606 */
        {0, SPEC(.kind = DIGITRUN_LIST, .not_finite = DIGITRUN_REFUSE), "0.1,inf",
         "0.1 ! NOT_FINITE 4 3"},
        {0, SPEC(.kind = DIGITRUN_LIST, .plus = DIGITRUN_REFUSE), "+12345", "! BAD_NUMBER 0 6"},
        {0, SPEC(.kind = DIGITRUN_LIST, .overflow = DIGITRUN_ACCEPT), "1e999,-1e999", "inf -inf |"},
    };
    check_cases(cases, COUNT_OF(cases));
}

/* Numbers that fit a double and no float: never a silent infinity. */
Test(unit_reports, tidb_58379_float_overflow)
{
    static const char text[] = "[1e39, -1e39]";
    float values[2] = {7, 7};
    digitrun_result r = digitrun_parse_f32(text, sizeof text - 1, digitrun_format_json(), values,
                                           2);
    cr_expect(r.status == DIGITRUN_OUT_OF_RANGE && r.count == 0 && r.offset == 1 && r.length == 4);
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_JSON, .overflow = DIGITRUN_ACCEPT);
    digitrun_format format;
    make_format(&format, &spec, "overflow");
    r = digitrun_parse_f32(text, sizeof text - 1, &format, values, 2);
    cr_expect(r.status == DIGITRUN_OK && r.count == 2);
    uint32_t bits[2];
    memcpy(bits, values, sizeof bits);
    cr_expect(bits[0] == 0x7f800000u && bits[1] == 0xff800000u);
}

/* A hard length: what follows the text in memory is no part of the number. */
Test(unit_reports, mjs_145_no_terminator)
{
    static const char heap[] = "4299999e99";
    double value = 0;
    digitrun_result r = digitrun_parse_f64(heap, 2, digitrun_format_json(), &value, 1);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1 && r.offset == 2 && value == 42);
    r = digitrun_parse_f64(heap, 2, digitrun_format_list(), &value, 1);
    cr_expect(r.status == DIGITRUN_OK && value == 42);
}

/* Options and exactness hold together: the same trimming, the same dialect, the same bits. */
Test(unit_reports, dialects)
{
    static const check_case cases[] = {
        {0, CSV, "1.2 , 2.1", "1.2 2.1 |"}, /* pandas#43713 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .decimal = ','), "6,5;3,3",
         "6.5 3.3 |"}, /* pandas#35365 */
        {0, SPEC(.kind = DIGITRUN_LIST, .sign_exponent = DIGITRUN_ACCEPT), "5.687138413593-304",
         "5.687138413593e-304 |"},                            /* numpy#5557 */
        {0, LIST, "5.687138413593-304", "! BAD_NUMBER 0 18"}, /* numpy#5557 */
        {0, SPEC(.kind = DIGITRUN_LIST, .exponents = "dDqQ"),
         "1.495978707D+13 1.00000000000000000D+00 2q1 3Q-1 4d0",
         "1.495978707e13 1 20 0.3 4 |"}, /* astropy#3655, pyuff#32 */
        {0, LIST, "1.495978707D+13", "! BAD_NUMBER 0 15"},
        {0, SPEC(.kind = DIGITRUN_TABLE, .quote = '"', .grouping = ','), "\"100,000.00\"\n",
         "100000 |"}, /* duckdb#17093 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = "|", .decimal = ',', .skip_fields = 1),
         "foo|123,000\nbar|0,5\n", "123 | 0.5 |"}, /* duckdb#12856 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .decimal = ','), "1,25;2",
         "1.25 2 |"}, /* pcl#1069 */
        {0, SPEC(.kind = DIGITRUN_LIST, .decimal = ','), "2,5 2.1",
         "2.5 ! BAD_NUMBER 4 3"}, /* readr#1522 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .grouping = ','), "1,5;2",
         "! BAD_NUMBER 0 3"}, /* readr#1181 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .grouping = ' '), "1 123;2",
         "1123 2 |"}, /* readr#827 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .grouping = ' '),
         "1\xc2\xa0"
         "123;2",
         "! BAD_NUMBER 0 6"}, /* readr#827: U+00A0 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .decimal = ','), "23,4;-16,5",
         "23.4 -16.5 |"}, /* vroom#313, readr#213 */
    };
    check_cases(cases, COUNT_OF(cases));
}

static const char *const na_words[] = {"NA", "NULL", "N/A", "--"};

Test(unit_reports, separators_and_missing)
{
    static const check_case cases[] = {
        {0, LIST, "1,2,3, ", "1 2 3 |"},            /* numpy#23350 */
        {0, CSV, "1,2,3, ", "1 2 3 ! MISSING 7 0"}, /* numpy#23350 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .last_separator = DIGITRUN_ACCEPT), "1,2,3, ", "1 2 3 |"},
        {0, SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING), "1,2,3, ", "1 2 3 - |"},
        {0, BLANK, "\n", ""}, /* numpy#18435 */
        {0, LIST, "\n", ""},  /* numpy#18435 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = "\t", .missing = DIGITRUN_AS_MISSING),
         "10\tnan\n10\t\n", "10 nan | 10 - |"}, /* static-frame#160 */
        {0,
         SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING, .missing_words = na_words,
              .missing_word_count = 4),
         "1,2,NA\nNULL,--,N/A\n", "1 2 - | - - - |"}, /* arrow-rs#4794 */
        {0,
         SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING, .missing_words = na_words,
              .missing_word_count = 4, .quote = '"'),
         "1,\"NULL\"\n", "1 - |"},      /* arrow#4184 */
        {0, CSV, " 1.5 ,2", "1.5 2 |"}, /* ARROW-3656 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .skip_fields = 1),
         "vertex -0.18 -0.51 -2e-08\nvertex 1e-05 0 0\nv  0.45 1.52 1.0E-6\n",
         "-0.18 -0.51 -2e-08 | 1e-05 0 0 | 0.45 1.52 1.0E-6 |"}, /* three.js#13612, node-stl#8 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .skip_fields = 1), "vt nan infinity\n",
         "nan inf |"},                                      /* assimp#2428 */
        {0, BLANK, "  0.0 0.0 0.0 1.0  ", "0 0 0 1 |"},     /* assimp#5591 */
        {0, BLANK, " 1  2\r\n  3\t 4 \r\n", "1 2 | 3 4 |"}, /* openMVG#571 */
        {0, LIST, "694386.212,5155487.512,381.036",
         "694386.212 5155487.512 381.036 |"},                        /* Open3D#1379 */
        {0, BLANK, "nan nan nan\n1 2 3\n", "nan nan nan | 1 2 3 |"}, /* Open3D#1016 */
        {0, CSV,
         "\xef\xbb\xbf"
         "1,2\n",
         "1 2 |"}, /* fast-csv#131 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .take_fields = 2),
         ". . . -0.15 -0.29\nthe 1 2\n3 4\n", "-0.15 -0.29 | 1 2 | 3 4 |"}, /* gensen#8 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .skip_lines = 1, .skip_fields = 1),
         "10000 50\nthe 0.5 1\n", "0.5 1 |"}, /* sentence-transformers#1656 */
    };
    check_cases(cases, COUNT_OF(cases));
}

Test(unit_reports, row_length)
{
    static const check_case cases[] = {
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .columns = 6),
         "1 2 3 4 5 6\n22.350 6.692 3.048 185187 182\n1 2 3 4 5 6\n",
         "1 2 3 4 5 6 | 22.350 6.692 3.048 185187 182 ! ROW_LENGTH 12 29"}, /* RSNet#7 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .skip_fields = 1, .columns = 3),
         "word 1 2 3\nw2 1 2\n", "1 2 3 | 1 2 ! ROW_LENGTH 11 6"}, /* gensim#388 */
        {0, SPEC(.kind = DIGITRUN_TABLE, .separators = " ", .skip_fields = 1, .columns = 2),
         "word 1 2\nw2 1 2 3 4\nw3 5 6\n", "1 2 | 1 2 ! ROW_LENGTH 9 10"}, /* fastText#155 */
    };
    check_cases(cases, COUNT_OF(cases));
}

/* Options hold past any block: 5000 rows of one dialect. */
Test(unit_reports, duckdb_12856_options_hold_across_blocks)
{
    enum { ROWS = 5000 };
    static const char row[] = "foo|123,000\n";
    static char text[ROWS * (sizeof row - 1)];
    static double values[ROWS];
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .separators = "|", .decimal = ',',
                                     .skip_fields = 1);
    digitrun_format format;
    make_format(&format, &spec, "duckdb#12856");
    for (size_t i = 0; i < ROWS; i++)
        memcpy(text + i * (sizeof row - 1), row, sizeof row - 1);
    digitrun_result r = digitrun_parse_f64(text, sizeof text, &format, values, ROWS);
    cr_assert(r.status == DIGITRUN_OK && r.count == ROWS && r.rows == ROWS);
    for (size_t i = 0; i < ROWS; i++)
        if (values[i] != 123)
            cr_assert_fail("value %zu is %g", i, values[i]);
}
