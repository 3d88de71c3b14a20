/* tests/corpora_json.c - JSON documents with their verdicts: our own, and those of the public
 * suite, where strings, objects and words are refused at the right place. */
#include "tests/corpora_files.h"
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* What is no number, array or blank: the status, the offset and the length that refuse it. */
typedef struct refusal {
    const char *name;
    digitrun_status status;
    size_t offset, length;
} refusal;

static const refusal refusals[] = {
    {"n_array_1_true_without_comma", DIGITRUN_BAD_STRUCTURE, 3, 1},
    {"n_array_a_invalid_utf8", DIGITRUN_BAD_NUMBER, 1, 2},
    {"n_array_colon_instead_of_comma", DIGITRUN_NOT_NUMBER, 1, 2},
    {"n_array_comma_after_close", DIGITRUN_NOT_NUMBER, 1, 2},
    {"n_array_double_extra_comma", DIGITRUN_NOT_NUMBER, 1, 3},
    {"n_array_extra_close", DIGITRUN_NOT_NUMBER, 1, 3},
    {"n_array_extra_comma", DIGITRUN_NOT_NUMBER, 1, 2},
    {"n_array_incomplete", DIGITRUN_NOT_NUMBER, 1, 3},
    {"n_array_incomplete_invalid_value", DIGITRUN_BAD_NUMBER, 1, 1},
    {"n_array_missing_value", DIGITRUN_BAD_STRUCTURE, 4, 1},
    {"n_array_newlines_unclosed", DIGITRUN_NOT_NUMBER, 1, 3},
    {"n_array_spaces_vertical_tab_formfeed", DIGITRUN_BAD_STRUCTURE, 2, 1},
    {"n_array_unclosed", DIGITRUN_NOT_NUMBER, 1, 2},
    {"n_array_unclosed_with_object_inside", DIGITRUN_NOT_NUMBER, 1, 2},
    {"n_number_+Inf", DIGITRUN_BAD_NUMBER, 1, 4},
    {"n_number_-NaN", DIGITRUN_NOT_FINITE, 1, 4},
    {"n_number_Inf", DIGITRUN_NOT_FINITE, 1, 3},
    {"n_number_NaN", DIGITRUN_NOT_FINITE, 1, 3},
    {"n_number_hex_1_digit", DIGITRUN_BAD_NUMBER, 1, 3},
    {"n_number_hex_2_digits", DIGITRUN_BAD_NUMBER, 1, 4},
    {"n_number_infinity", DIGITRUN_NOT_FINITE, 1, 8},
    {"n_number_invalid-negative-real", DIGITRUN_BAD_NUMBER, 1, 11},
    {"n_number_minus_infinity", DIGITRUN_NOT_FINITE, 1, 9},
    {"n_number_minus_sign_with_trailing_garbage", DIGITRUN_BAD_NUMBER, 1, 4},
    {"n_number_neg_with_garbage_at_end", DIGITRUN_BAD_NUMBER, 1, 3},
    {"n_number_real_garbage_after_e", DIGITRUN_BAD_NUMBER, 1, 3},
    {"n_number_with_alpha", DIGITRUN_BAD_NUMBER, 1, 6},
    {"n_number_with_alpha_char", DIGITRUN_BAD_NUMBER, 1, 23},
    {"n_object_non_string_key_but_huge_number_instead", DIGITRUN_BAD_STRUCTURE, 1, 1},
    {"n_structure_array_trailing_garbage", DIGITRUN_BAD_STRUCTURE, 3, 1},
    {"n_structure_array_with_unclosed_string", DIGITRUN_UNCLOSED, 1, 5},
    {"n_structure_open_array_open_object", DIGITRUN_UNCLOSED, 1, 1},
    {"n_structure_open_array_open_string", DIGITRUN_UNCLOSED, 1, 2},
    {"n_structure_open_array_string", DIGITRUN_NOT_NUMBER, 1, 3},
    {"n_structure_open_object_close_array", DIGITRUN_BAD_STRUCTURE, 1, 1},
    {"n_structure_open_object_open_array", DIGITRUN_BAD_STRUCTURE, 1, 1},
    {"n_structure_unclosed_array_partial_null", DIGITRUN_NOT_NUMBER, 2, 5},
    {"n_structure_unclosed_array_unfinished_false", DIGITRUN_NOT_NUMBER, 2, 4},
    {"n_structure_unclosed_array_unfinished_true", DIGITRUN_NOT_NUMBER, 2, 5},
    {"y_array_empty-string", DIGITRUN_NOT_NUMBER, 1, 2},
    {"y_array_ending_with_newline", DIGITRUN_NOT_NUMBER, 1, 3},
    {"y_array_false", DIGITRUN_NOT_NUMBER, 1, 5},
    {"y_array_heterogeneous", DIGITRUN_NOT_NUMBER, 1, 4},
    {"y_array_null", DIGITRUN_NOT_NUMBER, 1, 4},
    {"y_array_with_several_null", DIGITRUN_NOT_NUMBER, 3, 4},
    {"y_object_extreme_numbers", DIGITRUN_NOT_NUMBER, 0, 35},
    {"y_string_in_array", DIGITRUN_NOT_NUMBER, 1, 5},
    {"y_string_in_array_with_leading_space", DIGITRUN_NOT_NUMBER, 2, 5},
    {"y_structure_true_in_array", DIGITRUN_NOT_NUMBER, 1, 4},
    /* i_: huge exponents are no double */
    {"i_number_huge_exp", DIGITRUN_OUT_OF_RANGE, 1, 135},
    {"i_number_neg_int_huge_exp", DIGITRUN_OUT_OF_RANGE, 1, 8},
    {"i_number_pos_double_huge_exp", DIGITRUN_OUT_OF_RANGE, 1, 9},
    {"i_number_real_neg_overflow", DIGITRUN_OUT_OF_RANGE, 1, 14},
    {"i_number_real_pos_overflow", DIGITRUN_OUT_OF_RANGE, 1, 13},
};

typedef struct tally {
    size_t accepted, refused, placed;
} tally;

/* Stated verdict first, then the exact place where one is known. */
static void check_document(char *line, void *context)
{
    tally *all = context;
    char *rest = line;
    const char *verdict = next_field(&rest), *name = next_field(&rest);
    char *bytes = next_field(&rest);
    size_t len = unescape(bytes), ends[4];
    double values[8];
    const char *text = at_edge(bytes, len);
    const refusal *want = NULL;
    for (size_t i = 0; i < COUNT_OF(refusals); i++)
        if (strcmp(refusals[i].name, name) == 0)
            want = &refusals[i];
    digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_json(), values, 8);
    digitrun_result rows = digitrun_parse_rows_f64(text, len, digitrun_format_json(), values, 8,
                                                   ends, 4);
    bool accept = want == NULL && verdict[0] != 'n';
    if (accept)
        cr_expect(r.status == DIGITRUN_OK && r.offset == len && rows.status == DIGITRUN_OK,
                  "%s: %s", name, status_name(r.status));
    else
        cr_expect(r.status >= DIGITRUN_BAD_NUMBER && rows.status >= DIGITRUN_BAD_NUMBER, "%s: %s",
                  name, status_name(r.status));
    if (want != NULL) {
        cr_expect(r.status == want->status && r.offset == want->offset && r.length == want->length,
                  "%s: %s %zu %zu", name, status_name(r.status), r.offset, r.length);
        all->placed++;
    }
    *(accept ? &all->accepted : &all->refused) += 1;
}

Test(own, json_documents)
{
    tally all = {0};
    size_t lines = each_line(DIGITRUN_OWN_DATA, "json.tsv", check_document, &all);
    cr_expect(lines == 63 && all.accepted == 14 && all.refused == 49, "%zu: %zu, %zu", lines,
              all.accepted, all.refused);
}

Test(public, json_documents)
{
    tally all = {0};
    size_t lines = each_line(public_folder(), "jsontestsuite-number-array.tsv", check_document,
                             &all);
    cr_expect(lines == 143 && all.placed == COUNT_OF(refusals), "%zu lines, %zu placed", lines,
              all.placed);
}
