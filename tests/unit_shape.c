/* tests/unit_shape.c - row ends, closes, the validity bitmap, and what a reader tells of itself. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Writes the nested arrays again from values, row ends and row closes alone: what a row closed, the
 * next one opens. */
static void rebuild(char *out, const double *values, const size_t *ends, const uint8_t *closes,
                    size_t rows)
{
    size_t value = 0;
    for (size_t i = 0; i < rows; i++) {
        out += sprintf(out, "%s", i == 0 ? "" : ",");
        for (size_t open = i == 0 ? 0 : closes[i - 1]; open > 0; open--)
            *out++ = '[';
        for (size_t first = value; value < ends[i]; value++)
            out += sprintf(out, value == first ? "%g" : ",%g", values[value]);
        for (size_t k = 0; k < closes[i]; k++)
            *out++ = ']';
    }
    *out = 0;
}

/* For texts whose rows all lie at one depth. */
static void check_rebuild(const char *text, size_t depth)
{
    double values[64];
    size_t ends[32];
    uint8_t closes[32];
    char again[256];
    digitrun_reader reader;
    digitrun_shape shape = {.size = sizeof shape, .row_capacity = 32};
    shape.row_ends = ends, shape.row_closes = closes;
    digitrun_reader_init(&reader, digitrun_format_json());
    digitrun_result r = digitrun_read_f64(&reader, text, strlen(text), 0, values, 64, &shape);
    cr_assert(r.status == DIGITRUN_OK, "%s", text);
    memset(again, '[', depth);
    rebuild(again + depth, values, ends, closes, r.rows);
    cr_expect(strcmp(again, text) == 0, "'%s' became '%s'", text, again);
}

Test(unit_shape, closes_rebuild_any_depth)
{
    check_rebuild("[1,2,3]", 1);
    check_rebuild("[[1,2],[3],[]]", 2);
    check_rebuild("[[[1],[2,3]],[[4]],[[],[5]]]", 3);
    check_rebuild("[[[[1]],[[2],[3]]],[[[4]]]]", 4);
    check_rebuild("[[[[[7,8]]]]]", 5);
}

/* The bits stand where valid_bit says; bits before it are not touched, 0 and 1 are both written. */
Test(unit_shape, valid_bits_at_every_offset)
{
    static const char text[] = "1,,3\n,5,6\n7,8,\n,,\n13,14,15\n";
    static const uint8_t present[] = {1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1};
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING);
    digitrun_format format;
    make_format(&format, &spec, "valid");
    for (size_t bit = 0; bit < 40; bit++) {
        for (int fill = 0; fill < 2; fill++) {
            uint8_t bits[12];
            double values[16];
            digitrun_reader reader;
            digitrun_shape shape = {.size = sizeof shape, .valid = bits, .valid_bit = bit};
            memset(bits, fill ? 0xff : 0, sizeof bits);
            digitrun_reader_init(&reader, &format);
            digitrun_result r = digitrun_read_f64(&reader, text, sizeof text - 1, 0, values, 16,
                                                  &shape);
            cr_assert(r.status == DIGITRUN_OK && r.count == 15 && r.missing == 6);
            for (size_t i = 0; i < bit; i++)
                if ((bits[i / 8] >> i % 8 & 1) != fill)
                    cr_assert_fail("bit %zu before %zu is touched", i, bit);
            for (size_t i = 0; i < 15; i++)
                if ((bits[(bit + i) / 8] >> (bit + i) % 8 & 1) != present[i])
                    cr_assert_fail("bit of value %zu, valid_bit %zu", i, bit);
        }
    }
}

/* Thousands of values, some missing, so that whole bytes and words of bits are written. */
Test(unit_shape, valid_bits_of_long_texts)
{
    enum { COUNT = 5000 };
    static char text[COUNT * 4];
    static float values[COUNT];
    static uint8_t bits[COUNT / 8 + 1], missing[COUNT];
    size_t len = 0, total = 0;
    uint32_t random = 12345;
    for (size_t i = 0; i < COUNT; i++) {
        random = random * 1664525u + 1013904223u;
        size_t every = i < 2000 ? 2 : 50; /* many, then few */
        missing[i] = (random >> 16) % every == 0;
        total += missing[i];
        len += (size_t)sprintf(text + len, "%s%s", missing[i] ? "" : "25",
                               i % 10 == 9 ? "\n" : ",");
    }
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING);
    digitrun_format format;
    digitrun_reader reader;
    digitrun_shape shape = {.size = sizeof shape, .valid = bits};
    make_format(&format, &spec, "valid");
    digitrun_reader_init(&reader, &format);
    digitrun_result r = digitrun_read_f32(&reader, text, len, 0, values, COUNT, &shape);
    cr_assert(r.status == DIGITRUN_OK && r.count == COUNT && r.rows == COUNT / 10);
    cr_expect(r.missing == total, "%zu of %zu", r.missing, total);
    for (size_t i = 0; i < COUNT; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        if ((bits[i / 8] >> i % 8 & 1) == missing[i] ||
            word != (missing[i] ? 0x7fc00000u : 0x41c80000u))
            cr_assert_fail("value %zu", i);
    }
}

/* nan in the text is a present value; a missing one is the same NaN with bit 0. */
Test(unit_shape, nan_is_present)
{
    static const char text[] = "nan,-nan,,1\n";
    uint8_t bits = 0;
    uint64_t words[4];
    double values[4];
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING);
    digitrun_format format;
    digitrun_reader reader;
    digitrun_shape shape = {.size = sizeof shape, .valid = &bits};
    make_format(&format, &spec, "nan");
    digitrun_reader_init(&reader, &format);
    digitrun_result r = digitrun_read_f64(&reader, text, sizeof text - 1, 0, values, 4, &shape);
    cr_assert(r.status == DIGITRUN_OK && r.count == 4 && r.missing == 1);
    memcpy(words, values, sizeof words);
    for (int i = 0; i < 3; i++)
        cr_expect(words[i] == UINT64_C(0x7ff8000000000000));
    cr_expect((bits & 15) == 11);
}

Test(unit_shape, reader_tells_the_open_row)
{
    static const char text[] = "[[1,2],[3,4,5,";
    double values[8];
    digitrun_reader reader;
    digitrun_reader_init(&reader, digitrun_format_json());
    cr_expect(reader.values == 0 && reader.rows == 0 && reader.row_values == 0 &&
              reader.bytes == 0);
    digitrun_result r = digitrun_read_f64(&reader, text, sizeof text - 1, DIGITRUN_MORE, values, 8,
                                          NULL);
    cr_expect(r.status == DIGITRUN_OK && r.count == 5 && r.rows == 1);
    cr_expect(reader.values == 5 && reader.rows == 1 && reader.row_values == 3);
    cr_expect(reader.bytes == sizeof text - 1);
    r = digitrun_read_f64(&reader, "6]]", 3, 0, values, 8, NULL);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1 && values[0] == 6);
    cr_expect(reader.values == 6 && reader.rows == 2 && reader.row_values == 0);
}

/* Closes of a row that ends the part come with the next call, when they are known. */
Test(unit_shape, closes_across_parts)
{
    static const char text[] = "[[1],[[2],[3]]]";
    double values[4];
    size_t ends[4];
    uint8_t closes[4] = {0};
    for (size_t cut = 1; cut < sizeof text - 1; cut++) {
        digitrun_reader reader;
        digitrun_shape shape = {.size = sizeof shape, .row_capacity = 4};
        shape.row_ends = ends, shape.row_closes = closes;
        digitrun_reader_init(&reader, digitrun_format_json());
        digitrun_result a = digitrun_read_f64(&reader, text, cut, DIGITRUN_MORE, values, 4, &shape);
        shape.row_ends += a.rows, shape.row_closes += a.rows, shape.row_capacity -= a.rows;
        digitrun_result b = digitrun_read_f64(&reader, text + a.offset, sizeof text - 1 - a.offset,
                                              0, values + a.count, 4 - a.count, &shape);
        cr_expect(b.status == DIGITRUN_OK && a.rows + b.rows == 3, "cut %zu", cut);
        cr_expect(closes[0] == 1 && closes[1] == 1 && closes[2] == 3, "cut %zu", cut);
        cr_expect(ends[0] == 1 && ends[1] == 2 && ends[2] == 3, "cut %zu", cut);
    }
}

/* Runs of separators that are longer than a word, and arrays that hold numbers and arrays: where no
 * row ends are asked for, those end no row. */
static void check_long_runs(const char *row)
{
    static char text[16384];
    double values[1024];
    size_t at = (size_t)sprintf(text, "["), count = 0, rows = 0;
    for (size_t i = 0; i < 120; i++) {
        bool mixed = i % 12 == 11;
        at += (size_t)sprintf(text + at, "%s[%s", i > 0 ? ",\n      " : "", mixed ? "[8.5]," : "");
        count += mixed, rows++;
        for (size_t k = 0; k < 5; k++, count++)
            at += (size_t)sprintf(text + at, "%s%zu.5", k > 0 ? ",\n        " : "", k);
        at += (size_t)sprintf(text + at, "]");
    }
    at += (size_t)sprintf(text + at, "]");
    digitrun_result r = digitrun_parse_f64(text, at, digitrun_format_json(), values, 1024);
    cr_expect(r.status == DIGITRUN_OK && r.count == count && r.rows == rows,
              "%s: status %d, %zu values, %zu rows", row, (int)r.status, r.count, r.rows);
    for (size_t i = 0, k = 0; i < 120; i++) {
        if (i % 12 == 11)
            cr_expect(values[k++] == 8.5, "%s: row %zu", row, i);
        for (size_t number = 0; number < 5; number++)
            cr_expect(values[k++] == (double)number + 0.5, "%s: row %zu", row, i);
    }
}

Test(unit_shape, long_runs_between_mixed_arrays)
{
    each_row(check_long_runs);
}

/* The same in a table, whose row may begin with empty cells. */
static void check_empty_behind_long_runs(const char *row)
{
    static char text[4096];
    double values[256];
    size_t at = 0;
    for (size_t i = 0; i < 30; i++)
        at += (size_t)sprintf(text + at, " 1.5,%*s,      %zu\n", (int)(4 + i % 7), "-2.5", i);
    const size_t bad = at;
    at += (size_t)sprintf(text + at, ",, 4.5,\n 1.5, -2.5,      7\n");
    digitrun_result r = digitrun_parse_f64(text, at, digitrun_format_csv(), values, 256);
    cr_expect(r.status == DIGITRUN_MISSING && r.count == 90 && r.rows == 30 && r.offset == bad,
              "%s: status %d, %zu values, %zu rows, at %zu", row, (int)r.status, r.count, r.rows,
              r.offset);
    for (size_t i = 0; i < 90; i++)
        cr_expect(values[i] == (i % 3 == 0 ? 1.5 : i % 3 == 1 ? -2.5 : (double)(i / 3)));
}

Test(unit_shape, empty_cells_behind_long_runs)
{
    each_row(check_empty_behind_long_runs);
}
