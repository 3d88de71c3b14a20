/* tests/unit_count.c - count equals parse, and no parse stores more than max_values. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const words[] = {"1x"};
static const uint16_t widths[] = {1, 2, 1};
#define MISSING .missing = DIGITRUN_AS_MISSING, .bad = DIGITRUN_AS_MISSING

static const struct {
    const char *alphabet;
    digitrun_format_spec spec;
} formats[] = {
    {"1,\n ", LIST_SPEC},
    {"1,\n ", TABLE_SPEC},
    {"1\t\n ", SPEC(.kind = DIGITRUN_TABLE, .separators = " \t")},
    {"1,\n ", SPEC(.kind = DIGITRUN_TABLE, MISSING)},
    {"1,\r\n", SPEC(.kind = DIGITRUN_TABLE, MISSING, .blank_lines = DIGITRUN_AS_MISSING)},
    {"1,\n", SPEC(.kind = DIGITRUN_TABLE, MISSING, .last_separator = DIGITRUN_ACCEPT)},
    {"1,\"\n", SPEC(.kind = DIGITRUN_TABLE, MISSING, .quote = '"')},
    {"1 \n,", SPEC(.kind = DIGITRUN_TABLE, MISSING, .separators = " ,")},
    {"1 \nx", SPEC(.kind = DIGITRUN_TABLE, MISSING, .widths = widths, .width_count = 3)},
    {"1 \n", SPEC(.kind = DIGITRUN_TABLE, MISSING, .widths = widths, .width_count = 3,
                  .blank_lines = DIGITRUN_AS_MISSING)},
    {"1,\n", SPEC(.kind = DIGITRUN_TABLE, MISSING, .skip_fields = 1)},
    {"1,\n", SPEC(.kind = DIGITRUN_TABLE, MISSING, .take_fields = 2)},
    {"1x,#\n", SPEC(.kind = DIGITRUN_LIST, MISSING, .comments = "#", .missing_words = words,
                    .missing_word_count = 1)},
    {"1[],", JSON_SPEC},
    {"1[],", SPEC(.kind = DIGITRUN_JSON, MISSING)},
    {"1[]\n,", SPEC(.kind = DIGITRUN_NDJSON, MISSING)},
    {"1\n{}\"", SPEC(.kind = DIGITRUN_NDJSON, MISSING)},
    {"1-+e.", SPEC(.kind = DIGITRUN_LIST, MISSING, .sign_exponent = DIGITRUN_ACCEPT,
                   .overflow = DIGITRUN_ACCEPT)},
};

enum { ROOM = 256, LONGEST = 6 };

static void check_bound(const digitrun_format *format, const char *text, size_t len)
{
    double values[ROOM];
    float floats[ROOM];
    size_t most = digitrun_max_values(len, format), ends[ROOM];
    digitrun_result r = digitrun_parse_rows_f64(text, len, format, values, ROOM, ends, ROOM);
    digitrun_result same = digitrun_parse_rows_f32(text, len, format, floats, ROOM, ends, ROOM);
    digitrun_result counted = digitrun_count(text, len, format);
    if (r.count > most || most > ROOM)
        cr_assert_fail("'%s': %zu values, bound %zu", shown(text, len), r.count, most);
    if (r.status != same.status || r.count != same.count || r.offset != same.offset)
        cr_assert_fail("'%s': float differs", shown(text, len));
    if (r.status != DIGITRUN_MIXED &&
        (counted.status != r.status || counted.count != r.count || counted.rows != r.rows ||
         counted.offset != r.offset || counted.length != r.length || counted.missing != r.missing))
        cr_assert_fail("'%s': count gives %s %zu/%zu at %zu, parse %s %zu/%zu at %zu",
                       shown(text, len), status_name(counted.status), counted.count, counted.rows,
                       counted.offset, status_name(r.status), r.count, r.rows, r.offset);
    if (most <= ROOM && digitrun_parse_f64(text, len, format, values, most).status == DIGITRUN_FULL)
        cr_assert_fail("'%s': max_values is too small", shown(text, len));
}

/* Every text of up to six bytes of each alphabet. */
static void every_text(const char *row)
{
    (void)row;
    for (size_t k = 0; k < COUNT_OF(formats); k++) {
        const char *alphabet = formats[k].alphabet;
        size_t letters = strlen(alphabet), total = 1;
        digitrun_format format;
        make_format(&format, &formats[k].spec, alphabet);
        for (size_t len = 0; len <= LONGEST; len++, total *= letters) {
            for (size_t number = 0; number < total; number++) {
                char text[LONGEST];
                size_t rest = number;
                for (size_t i = 0; i < len; i++, rest /= letters)
                    text[i] = alphabet[rest % letters];
                check_bound(&format, at_edge(text, len), len);
            }
        }
    }
}

Test(unit_count, every_short_text)
{
    each_row(every_text);
}

Test(unit_count, max_values_is_no_larger_than_promised)
{
    digitrun_format format;
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING);
    const digitrun_format *plain[] = {digitrun_format_list(),   digitrun_format_json(),
                                      digitrun_format_ndjson(), digitrun_format_csv(),
                                      digitrun_format_tsv(),    digitrun_format_blank()};
    make_format(&format, &spec, "missing");
    for (size_t len = 0; len < 1000; len++) {
        for (size_t i = 0; i < COUNT_OF(plain); i++)
            cr_expect(digitrun_max_values(len, plain[i]) <= len / 2 + 1);
        cr_expect(digitrun_max_values(len, &format) <= len + 1);
    }
    cr_expect(digitrun_max_values(SIZE_MAX, &format) >= SIZE_MAX / 2);
    cr_expect(digitrun_max_values(SIZE_MAX, plain[0]) >= SIZE_MAX / 2);
}

/* count does not convert, so it does not see what is out of range; nor is mixing its business. */
Test(unit_count, what_count_does_not_see)
{
    digitrun_result r = digitrun_count("[1e999,-1e400,1]", 16, digitrun_format_json());
    cr_expect(r.status == DIGITRUN_OK && r.count == 3 && r.rows == 1 && r.offset == 16);
    r = digitrun_count("[1,[2],[3]]", 11, digitrun_format_json());
    cr_expect(r.status == DIGITRUN_OK && r.count == 3);
    r = digitrun_count("[1,nan]", 7, digitrun_format_json());
    cr_expect(r.status == DIGITRUN_NOT_FINITE && r.count == 1 && r.offset == 3 && r.length == 3);
}
