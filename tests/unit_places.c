/* tests/unit_places.c - locate and record_start: lines, columns, texts cut for threads. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_place(const char *text, size_t offset, size_t line, size_t column)
{
    size_t len = strlen(text);
    digitrun_position at = digitrun_locate(at_edge(text, len), len, offset);
    cr_expect(at.line == line && at.column == column, "'%s' at %zu: %zu:%zu, want %zu:%zu",
              shown(text, len), offset, at.line, at.column, line, column);
}

Test(unit_places, locate)
{
    expect_place("", 0, 1, 1);
    expect_place("abc", 0, 1, 1);
    expect_place("abc", 2, 1, 3);
    expect_place("abc", 3, 1, 4);
    expect_place("a\nbc\n\nd", 1, 1, 2);
    expect_place("a\nbc\n\nd", 2, 2, 1);
    expect_place("a\nbc\n\nd", 3, 2, 2);
    expect_place("a\nbc\n\nd", 5, 3, 1);
    expect_place("a\nbc\n\nd", 6, 4, 1);
    expect_place("a\nbc\n\nd", 7, 4, 2);
    expect_place("a\r\nb\rc", 1, 1, 2);
    expect_place("a\r\nb\rc", 2, 1, 3);
    expect_place("a\r\nb\rc", 3, 2, 1);
    expect_place("a\r\nb\rc", 5, 3, 1);
    expect_place("\r\r\n\n", 1, 2, 1);
    expect_place("\r\r\n\n", 3, 3, 1);
    expect_place("\r\r\n\n", 4, 4, 1);
    expect_place("\xc3\xa9x", 2, 1, 3);
    digitrun_position at = digitrun_locate(NULL, 0, 0);
    cr_expect(at.line == 1 && at.column == 1);
}

/* Long lines, so that whole blocks are counted. */
Test(unit_places, locate_in_long_texts)
{
    static char text[10000];
    memset(text, 'x', sizeof text);
    for (size_t i = 99; i < sizeof text; i += 100)
        text[i] = '\n';
    for (size_t i = 0; i <= sizeof text; i++) {
        digitrun_position at = digitrun_locate(text, sizeof text, i);
        if (at.line != i / 100 + 1 || at.column != i % 100 + 1)
            cr_assert_fail("%zu: %zu:%zu", i, at.line, at.column);
    }
}

static const struct {
    digitrun_format_spec spec;
    const char *text;
} texts[] = {
    {NDJSON_SPEC, "[1,2,3]\n[4,5,6]\r\n\n[7,8,9]\n10\n[]\n[11,12]"},
    {LIST_SPEC, "1 2\n3,4\r\n5\r6\n\n\r\n7 8"},
    {TABLE_SPEC, "1,2\n3,4\r\n5,6\r7,8\n"},
    {SPEC(.kind = DIGITRUN_TABLE, .separators = " "), "1 2\n 3 4 \n\n5 6"},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"'), "1,\"2\"\n\"3\",4\n5,\" 6 \"\n7,8\n"},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"', .skip_fields = 1),
     "\"a\nb\",1\n\"c\"\"\n\",2\n\"\n\n\",3\nd,4\n\"e\",5"},
    {SPEC(.kind = DIGITRUN_TABLE, .comments = "#"), "1\n#2\n3\n#4\n5\n"},
    /* a quote opens at the start of a cell only, and in no comment */
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"', .comments = "#"),
     "\"1\",2\n # 3\",\n4,\"5\"\n#\"\n\" 6 \",7\n"},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"', .skip_fields = 1),
     "3\" pipe,1\n \"a\"\"\n\"\"\" ,2\n\"\"\"\n\",3\nb\",4\n"},
    {SPEC(.kind = DIGITRUN_LIST, .quote = '\'', .skip_fields = 1),
     "it's 1\n 'a\nb' 2\n;' ;\n' 3\n\nc' 4"},
    {JSON_SPEC, "[[1,2],\n[3],\n[4,5]]\n"},
    {SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING,
          .last_separator = DIGITRUN_ACCEPT),
     "1,,\n,2,\r\n,\n3,\n"},
};

static void check_split(const digitrun_format *format, const char *text, size_t parts)
{
    double whole[32], values[32];
    size_t len = strlen(text), count = 0, rows = 0, before = 0;
    digitrun_result all = digitrun_parse_f64(text, len, format, whole, 32);
    cr_assert(all.status == DIGITRUN_OK, "'%s'", text);
    for (size_t i = 0; i < parts; i++) {
        size_t begin = digitrun_record_start(text, len, len * i / parts, format);
        size_t end = digitrun_record_start(text, len, len * (i + 1) / parts, format);
        if (begin != before || end < begin || end > len)
            cr_assert_fail("'%s': part %zu of %zu is [%zu, %zu)", shown(text, len), i, parts, begin,
                           end);
        before = end;
        if (begin == end)
            continue;
        digitrun_result r = digitrun_parse_f64(text + begin, end - begin, format, values + count,
                                               32 - count);
        if (r.status != DIGITRUN_OK)
            cr_assert_fail("'%s': part %zu of %zu: %s", shown(text, len), i, parts,
                           status_name(r.status));
        count += r.count, rows += r.rows;
    }
    cr_expect(before == len && count == all.count && rows == all.rows &&
                  memcmp(values, whole, count * sizeof *values) == 0,
              "'%s' in %zu parts", shown(text, len), parts);
}

Test(unit_places, any_split_gives_the_same_values)
{
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        digitrun_format format;
        make_format(&format, &texts[i].spec, texts[i].text);
        for (size_t parts = 1; parts <= strlen(texts[i].text) + 2; parts++)
            check_split(&format, texts[i].text, parts);
    }
}

Test(unit_places, record_start)
{
    static const char lines[] = "ab\ncd\r\nef\rgh";
    static const size_t starts[] = {0, 3, 3, 3, 7, 7, 7, 7, 10, 10, 10, 12, 12};
    const digitrun_format *csv = digitrun_format_csv(), *json = digitrun_format_json();
    size_t len = sizeof lines - 1;
    for (size_t from = 0; from <= len; from++) {
        size_t got = digitrun_record_start(lines, len, from, csv);
        cr_expect(got == starts[from], "from %zu: %zu", from, got);
    }
    digitrun_format quoted; /* the header line opens nothing */
    const digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .quote = '"', .skip_lines = 1);
    cr_assert(digitrun_format_init(&quoted, &spec) == DIGITRUN_OK);
    cr_expect(digitrun_record_start("a,\"b\n1,2\n3,4", 12, 7, &quoted) == 9);
    cr_expect(digitrun_record_start("[1]\n[2]", 7, 0, json) == 0);
    cr_expect(digitrun_record_start("[1]\n[2]", 7, 4, json) == 7);
    cr_expect(digitrun_record_start("1\n", 2, 2, csv) == 2);
    cr_expect(digitrun_record_start("1\r2\r3", 5, 1, digitrun_format_ndjson()) == 5);
    cr_expect(digitrun_record_start(NULL, 0, 0, csv) == 0);
}
