/* tests/rules_numbers.c - the rules about a single number, each with its cases and counted. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>

/* clang-format off */
#define RULES(R) \
    R(integer) R(minus) R(minus_alone) R(plus_accepted) R(plus_refused) R(two_signs) \
    R(fraction) R(point_last_accepted) R(point_last_refused) R(point_first_accepted) \
    R(point_first_refused) R(point_alone) R(two_points) R(exponent) R(exponent_sign) \
    R(exponent_zeros) R(exponent_without_digits) R(exponent_alone) R(exponent_twice) \
    R(exponent_with_point) R(exponent_letters) R(exponent_letters_unknown) \
    R(sign_exponent_accepted) R(sign_exponent_refused) R(leading_zeros_accepted) \
    R(leading_zeros_refused) R(zero_alone) R(sign_of_zero) R(hex) R(suffix) R(underscore) \
    R(non_ascii) R(nan_word) R(inf_word) R(infinity_word) R(signed_words) R(plus_before_words) \
    R(near_words) R(words_refused) R(words_missing) R(overflow_refused) R(overflow_accepted) \
    R(overflow_missing) R(underflow) R(decimal_byte) R(point_where_decimal_is_comma) \
    R(grouping) R(grouping_width) R(grouping_in_fraction) R(grouping_first) R(bad_missing) \
    R(bad_leaves_refuse)
/* clang-format on */
#define RULE_ENUM(name) name,
#define RULE_NAME(name) #name,
enum { RULES(RULE_ENUM) rule_count };
static const char *const rule_names[] = {RULES(RULE_NAME)};

#define LIST(...) SPEC(.kind = DIGITRUN_LIST, __VA_ARGS__)
#define JSON(...) SPEC(.kind = DIGITRUN_JSON, __VA_ARGS__)

static const check_case signs[] = {
    {integer, LIST_SPEC, "0 7 12 123456789012345678901234567890",
     "0 7 12 123456789012345678901234567890 |"},
    {integer, JSON_SPEC, "[0,7,12,9007199254740993]", "0 7 12 9007199254740992 |1"},
    {minus, LIST_SPEC, "-1 -0.5 -12e-1", "-1 -0.5 -1.2 |"},
    {minus, JSON_SPEC, "[-1,-0.5]", "-1 -0.5 |1"},
    {minus_alone, LIST_SPEC, "1 - 2", "1 ! BAD_NUMBER 2 1"},
    {minus_alone, JSON_SPEC, "[-]", "! BAD_NUMBER 1 1"},
    {plus_accepted, LIST_SPEC, "+1 +0.5", "1 0.5 |"},
    {plus_accepted, JSON(.plus = DIGITRUN_ACCEPT), "[+1,+0.5]", "1 0.5 |1"},
    {plus_refused, LIST(.plus = DIGITRUN_REFUSE), "1 +2", "1 ! BAD_NUMBER 2 2"},
    {plus_refused, JSON_SPEC, "[+1]", "! BAD_NUMBER 1 2"},
    {two_signs, LIST_SPEC, "--1", "! BAD_NUMBER 0 3"},
    {two_signs, LIST_SPEC, "-+1", "! BAD_NUMBER 0 3"},
    {two_signs, LIST_SPEC, "++1", "! BAD_NUMBER 0 3"},
    {two_signs, LIST_SPEC, "+-1", "! BAD_NUMBER 0 3"},
};

static const check_case points[] = {
    {fraction, LIST_SPEC, "1.5 0.25 -3.125", "1.5 0.25 -3.125 |"},
    {point_last_accepted, LIST_SPEC, "1. -2. 2.e1", "1 -2 20 |"},
    {point_last_accepted, JSON(.bare_point = DIGITRUN_ACCEPT), "[1.,2.e1]", "1 20 |1"},
    {point_last_refused, LIST(.bare_point = DIGITRUN_REFUSE), "1 2.", "1 ! BAD_NUMBER 2 2"},
    {point_last_refused, JSON_SPEC, "[1.]", "! BAD_NUMBER 1 2"},
    {point_last_refused, JSON_SPEC, "[2.e3]", "! BAD_NUMBER 1 4"},
    {point_first_accepted, LIST_SPEC, ".5 -.5 +.5 .5e1", "0.5 -0.5 0.5 5 |"},
    {point_first_accepted, JSON(.bare_point = DIGITRUN_ACCEPT), "[.5,-.5]", "0.5 -0.5 |1"},
    {point_first_refused, LIST(.bare_point = DIGITRUN_REFUSE), "1 .5", "1 ! BAD_NUMBER 2 2"},
    {point_first_refused, JSON_SPEC, "[-.5]", "! BAD_NUMBER 1 3"},
    {point_alone, LIST_SPEC, "1 . 2", "1 ! BAD_NUMBER 2 1"},
    {point_alone, LIST_SPEC, "-.", "! BAD_NUMBER 0 2"},
    {point_alone, JSON(.bare_point = DIGITRUN_ACCEPT), "[.]", "! BAD_NUMBER 1 1"},
    {two_points, LIST_SPEC, "1.2.3", "! BAD_NUMBER 0 5"},
    {two_points, LIST_SPEC, "1..3", "! BAD_NUMBER 0 4"},
    {decimal_byte, LIST(.decimal = ','), "1,5 -,5 2,", "1.5 -0.5 2 |"},
    {decimal_byte, SPEC(.kind = DIGITRUN_TABLE, .decimal = '_', .separators = ","), "1_5,2\n",
     "1.5 2 |"},
    {point_where_decimal_is_comma, LIST(.decimal = ','), "1.5", "! BAD_NUMBER 0 3"},
};

static const check_case exponents[] = {
    {exponent, LIST_SPEC, "1e5 1E5 1.5e2 15e0", "1e5 1e5 150 15 |"},
    {exponent, JSON_SPEC, "[1e5,1E5]", "1e5 1e5 |1"},
    {exponent_sign, LIST_SPEC, "1e+5 1e-5 1E+2", "1e5 1e-5 100 |"},
    {exponent_zeros, LIST_SPEC, "1e000000000000000000005 1e-0005 0e99999999999999999999",
     "1e5 1e-5 0 |"},
    {exponent_without_digits, LIST_SPEC, "1e", "! BAD_NUMBER 0 2"},
    {exponent_without_digits, LIST_SPEC, "1e+", "! BAD_NUMBER 0 3"},
    {exponent_without_digits, JSON_SPEC, "[1.0e-]", "! BAD_NUMBER 1 5"},
    {exponent_alone, LIST_SPEC, "e5", "! BAD_NUMBER 0 2"},
    {exponent_alone, LIST_SPEC, "-e5", "! BAD_NUMBER 0 3"},
    {exponent_twice, LIST_SPEC, "1e5e5", "! BAD_NUMBER 0 5"},
    {exponent_twice, LIST_SPEC, "1eE5", "! BAD_NUMBER 0 4"},
    {exponent_with_point, LIST_SPEC, "1e5.5", "! BAD_NUMBER 0 5"},
    {exponent_letters, LIST(.exponents = "dD"), "1d5 1D-5 1e5", "1e5 1e-5 1e5 |"},
    {exponent_letters, JSON(.exponents = "q"), "[1q5]", "1e5 |1"},
    {exponent_letters_unknown, LIST(.exponents = "d"), "1D5", "! BAD_NUMBER 0 3"},
    {exponent_letters_unknown, LIST_SPEC, "1d5", "! BAD_NUMBER 0 3"},
    {sign_exponent_accepted, LIST(.sign_exponent = DIGITRUN_ACCEPT), "1.5-304 2+3 -1.-2 1e-5",
     "1.5e-304 2000 -0.01 1e-5 |"},
    {sign_exponent_accepted, JSON(.sign_exponent = DIGITRUN_ACCEPT), "[1.5-4,2+3]",
     "1.5e-4 2000 |1"},
    {sign_exponent_refused, LIST_SPEC, "1.5-304", "! BAD_NUMBER 0 7"},
    {sign_exponent_refused, LIST(.sign_exponent = DIGITRUN_ACCEPT), "1-", "! BAD_NUMBER 0 2"},
    {sign_exponent_refused, LIST(.sign_exponent = DIGITRUN_ACCEPT), "1-2-3", "! BAD_NUMBER 0 5"},
    {sign_exponent_refused, LIST(.sign_exponent = DIGITRUN_ACCEPT), "1+-2", "! BAD_NUMBER 0 4"},
};

static const check_case zeros_and_junk[] = {
    {leading_zeros_accepted, LIST_SPEC, "007 -00.5 0000", "7 -0.5 0 |"},
    {leading_zeros_accepted, JSON(.leading_zeros = DIGITRUN_ACCEPT), "[007,-00.5]", "7 -0.5 |1"},
    {leading_zeros_refused, LIST(.leading_zeros = DIGITRUN_REFUSE), "0 007", "0 ! BAD_NUMBER 2 3"},
    {leading_zeros_refused, JSON_SPEC, "[-01]", "! BAD_NUMBER 1 3"},
    {leading_zeros_refused, JSON_SPEC, "[00]", "! BAD_NUMBER 1 2"},
    {zero_alone, JSON_SPEC, "[0,0.5,0e5,-0.0]", "0 0.5 0 -0 |1"},
    {sign_of_zero, LIST_SPEC, "-0 -0.0 -0e5 -1e-999 +0 0", "-0 -0 -0 -0 0 0 |"},
    {hex, LIST_SPEC, "0x10", "! BAD_NUMBER 0 4"},
    {hex, LIST_SPEC, "1 0x1p3", "1 ! BAD_NUMBER 2 5"},
    {suffix, LIST_SPEC, "1f", "! BAD_NUMBER 0 2"},
    {suffix, LIST_SPEC, "10% 2", "! BAD_NUMBER 0 3"},
    {suffix, LIST_SPEC, "1 $5", "1 ! BAD_NUMBER 2 2"},
    {underscore, LIST_SPEC, "1_000", "! BAD_NUMBER 0 5"},
    {non_ascii, LIST_SPEC, "1\xc2\xa0 2", "! BAD_NUMBER 0 3"},
    {non_ascii, JSON_SPEC, "[\xef\xbc\x91]", "! BAD_NUMBER 1 3"},
    {non_ascii, LIST_SPEC, "1 \xff 2", "1 ! BAD_NUMBER 2 1"},
};

static const check_case words[] = {
    {nan_word, LIST_SPEC, "nan NaN NAN nAn", "nan nan nan nan |"},
    {nan_word, JSON(.not_finite = DIGITRUN_ACCEPT), "[nan,NaN]", "nan nan |1"},
    {inf_word, LIST_SPEC, "inf Inf INF", "inf inf inf |"},
    {infinity_word, LIST_SPEC, "infinity Infinity INFINITY", "inf inf inf |"},
    {infinity_word, JSON(.not_finite = DIGITRUN_ACCEPT), "[Infinity,-Infinity]", "inf -inf |1"},
    {signed_words, LIST_SPEC, "-nan -inf -Infinity", "nan -inf -inf |"},
    {plus_before_words, LIST_SPEC, "+nan +inf", "nan inf |"},
    {plus_before_words, LIST(.plus = DIGITRUN_REFUSE), "+nan", "! BAD_NUMBER 0 4"},
    {plus_before_words, JSON(.not_finite = DIGITRUN_ACCEPT), "[+inf]", "! BAD_NUMBER 1 4"},
    {near_words, LIST_SPEC, "na", "! BAD_NUMBER 0 2"},
    {near_words, LIST_SPEC, "nanx", "! BAD_NUMBER 0 4"},
    {near_words, LIST_SPEC, "nan(1)", "! BAD_NUMBER 0 6"},
    {near_words, LIST_SPEC, "infinit", "! BAD_NUMBER 0 7"},
    {near_words, LIST_SPEC, "infinityy", "! BAD_NUMBER 0 9"},
    {near_words, LIST_SPEC, "-", "! BAD_NUMBER 0 1"},
    {words_refused, LIST(.not_finite = DIGITRUN_REFUSE), "1 nan", "1 ! NOT_FINITE 2 3"},
    {words_refused, LIST(.not_finite = DIGITRUN_REFUSE), "-Infinity", "! NOT_FINITE 0 9"},
    {words_refused, JSON_SPEC, "[1,NaN]", "1 ! NOT_FINITE 3 3"},
    {words_missing, LIST(.not_finite = DIGITRUN_AS_MISSING), "1 nan -inf", "1 - - |"},
    {words_missing, JSON(.not_finite = DIGITRUN_AS_MISSING), "[1,NaN]", "1 - |1"},
};

static const check_case ranges[] = {
    {overflow_refused, LIST_SPEC, "1 1e400 2", "1 ! OUT_OF_RANGE 2 5"},
    {overflow_refused, LIST_SPEC, "-1e309", "! OUT_OF_RANGE 0 6"},
    {overflow_refused, JSON_SPEC, "[1.7976931348623159e308]", "! OUT_OF_RANGE 1 22"},
    {overflow_refused, LIST_SPEC, "1.7976931348623157e308", "1.7976931348623157e308 |"},
    {overflow_accepted, LIST(.overflow = DIGITRUN_ACCEPT), "1e400 -1e400 1", "inf -inf 1 |"},
    {overflow_missing, LIST(.overflow = DIGITRUN_AS_MISSING), "1e400 1 -1e400", "~ 1 ~ |"},
    {underflow, LIST_SPEC, "1e-400 -1e-400 4e-324 2e-324", "0 -0 4e-324 0 |"},
    {underflow, JSON_SPEC, "[123e-10000000]", "0 |1"},
};

static const check_case groups[] = {
    {grouping, LIST(.grouping = ','), "1,234 12,345,678.25 -1,000e2 123 1234",
     "1234 12345678.25 -100000 123 1234 |"},
    {grouping, LIST(.grouping = '\''), "1'234,5", "1234 5 |"},
    {grouping, SPEC(.kind = DIGITRUN_TABLE, .separators = ";", .grouping = '.', .decimal = ','),
     "1.234,5;2\n", "1234.5 2 |"},
    {grouping_width, LIST(.grouping = ','), "12,34", "! BAD_NUMBER 0 5"},
    {grouping_width, LIST(.grouping = ','), "1,2345", "! BAD_NUMBER 0 6"},
    {grouping_width, LIST(.grouping = ','), "1234,567", "! BAD_NUMBER 0 8"},
    {grouping_width, LIST(.grouping = ','), "1,,234", "! BAD_NUMBER 0 6"},
    {grouping_width, LIST(.grouping = ','), "1,234,", "! BAD_NUMBER 0 6"},
    {grouping_in_fraction, LIST(.grouping = ','), "1.234,567", "! BAD_NUMBER 0 9"},
    {grouping_in_fraction, LIST(.grouping = ','), "1e1,000", "! BAD_NUMBER 0 7"},
    {grouping_first, LIST(.grouping = ','), ",123", "! BAD_NUMBER 0 4"},
    {bad_missing, LIST(.bad = DIGITRUN_AS_MISSING), "1 x 2..3 nan 1e999 4", "1 - - nan ~ 4 |"},
    {bad_missing, JSON(.bad = DIGITRUN_AS_MISSING), "[1,x,NaN,01,1e999,2]", "1 - - - ~ 2 |1"},
    {bad_missing, SPEC(.kind = DIGITRUN_TABLE, .bad = DIGITRUN_AS_MISSING), "1,,x,a b\n",
     "1 - - - |"},
    {bad_leaves_refuse, LIST(.bad = DIGITRUN_AS_MISSING, .not_finite = DIGITRUN_REFUSE), "x nan",
     "- ! NOT_FINITE 2 3"},
    {bad_leaves_refuse, LIST(.bad = DIGITRUN_AS_MISSING, .overflow = DIGITRUN_REFUSE), "x 1e999",
     "- ! OUT_OF_RANGE 2 5"},
    {bad_leaves_refuse,
     SPEC(.kind = DIGITRUN_TABLE, .bad = DIGITRUN_AS_MISSING, .missing = DIGITRUN_REFUSE), "x,,1",
     "- ! MISSING 2 0"},
};

Test(rules, numbers)
{
    static const case_list lists[] = {CASES(signs),          CASES(points), CASES(exponents),
                                      CASES(zeros_and_junk), CASES(words),  CASES(ranges),
                                      CASES(groups)};
    check_rules(lists, COUNT_OF(lists), rule_names, rule_count);
}
