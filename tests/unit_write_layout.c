/* tests/unit_write_layout.c - layouts and frames: presets, contradictions, rows, rooms, parts,
 * arguments. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static char text[1 << 16];

static const double counted[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

static digitrun_layout_spec json_rows(size_t row_length)
{
    return (digitrun_layout_spec){.size = sizeof(digitrun_layout_spec),
                                  .row_length = row_length,
                                  .row_open = "[",
                                  .row_close = "]",
                                  .row_separator = ",",
                                  .open = "[",
                                  .close = "]\n"};
}

static digitrun_layout layout_of(const digitrun_layout_spec *spec)
{
    digitrun_layout layout;
    cr_assert(digitrun_layout_init(&layout, spec) == DIGITRUN_OK);
    return layout;
}

static void expect_result(digitrun_result r, digitrun_status status, size_t count, size_t rows,
                          const char *want)
{
    cr_expect(r.status == status && r.count == count && r.rows == rows && r.length == 0 &&
                  r.missing == 0,
              "%s, %zu values, %zu rows, not %s, %zu, %zu", status_name(r.status), r.count, r.rows,
              status_name(status), count, rows);
    cr_expect(r.offset == strlen(want) && memcmp(text, want, r.offset) == 0, "'%.*s', not '%s'",
              (int)r.offset, text, want);
}

/* ---- presets and specs ----------------------------------------------------------------------- */

Test(unit_write_layout, presets_are_the_styles)
{
    const digitrun_layout *presets[] = {digitrun_layout_json(), digitrun_layout_python(),
                                        digitrun_layout_java(), digitrun_layout_c()};
    for (digitrun_style style = 0; style <= DIGITRUN_STYLE_C; style++) {
        digitrun_layout_spec spec = {.size = sizeof spec, .style = style};
        digitrun_layout made, copied = *presets[style];
        memset(&made, 0xee, sizeof made);
        cr_assert(digitrun_layout_init(&made, &spec) == DIGITRUN_OK);
        cr_expect(memcmp(&made, presets[style], sizeof made) == 0, "style %d", style);
        digitrun_result r = digitrun_write_f64(counted, 2, &copied, text, sizeof text);
        cr_expect(r.status == DIGITRUN_OK);
    }
}

#define WRITE_SPEC(...)                                   \
    {                                                     \
        .size = sizeof(digitrun_layout_spec), __VA_ARGS__ \
    }

static const digitrun_layout_spec refused[] = {
    {.size = sizeof(digitrun_layout_spec) - 1},
    {.size = 0},
    WRITE_SPEC(.style = 6),
    WRITE_SPEC(.style = 255),
    WRITE_SPEC(.not_finite = DIGITRUN_AS_MISSING),
    WRITE_SPEC(.not_finite = 7),
    WRITE_SPEC(.negative_zero = DIGITRUN_AS_MISSING),
    WRITE_SPEC(.negative_zero = DIGITRUN_AS_NULL),
    /* precision, exponents */
    WRITE_SPEC(.precision = 1),
    WRITE_SPEC(.style = DIGITRUN_STYLE_PYTHON, .precision = -1),
    WRITE_SPEC(.style = DIGITRUN_STYLE_FIXED, .precision = -1),
    WRITE_SPEC(.style = DIGITRUN_STYLE_FIXED, .precision = 1101),
    WRITE_SPEC(.style = DIGITRUN_STYLE_SCIENTIFIC, .precision = 1101),
    WRITE_SPEC(.style = DIGITRUN_STYLE_FIXED, .exponent = 'e'),
    WRITE_SPEC(.exponent = '1'),
    WRITE_SPEC(.exponent = ' '),
    WRITE_SPEC(.exponent = '@'),
    WRITE_SPEC(.exponent = '['),
    WRITE_SPEC(.exponent = (char)0xe5),
    WRITE_SPEC(.fixed_min_exp10 = 3, .fixed_max_exp10 = 2),
    WRITE_SPEC(.fixed_min_exp10 = 0, .fixed_max_exp10 = -1),
    WRITE_SPEC(.style = DIGITRUN_STYLE_FIXED, .fixed_min_exp10 = -3, .fixed_max_exp10 = 2),
    WRITE_SPEC(.style = DIGITRUN_STYLE_SCIENTIFIC, .fixed_max_exp10 = 2),
    /* the frame: strings without an end, rows that run together, bytes that a number would
     * swallow */
    WRITE_SPEC(.separator = {';', ';', ';', ';', ';', ';', ';', ';'}),
    WRITE_SPEC(.close = {' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '}),
    WRITE_SPEC(.row_open = {' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '}),
    WRITE_SPEC(.row_length = 2),
    WRITE_SPEC(.row_length = 2, .open = "[", .close = "]"),
    WRITE_SPEC(.separator = "0"),
    WRITE_SPEC(.separator = ", -"),
    WRITE_SPEC(.separator = "."),
    WRITE_SPEC(.separator = "e "),
    WRITE_SPEC(.separator = " E"),
    WRITE_SPEC(.separator = "d", .exponent = 'd'),
    WRITE_SPEC(.separator = "+"),
    WRITE_SPEC(.row_length = 2, .row_open = "\n5"),
    WRITE_SPEC(.row_length = 2, .row_close = "e", .row_open = "\n"),
    WRITE_SPEC(.open = "1"),
    WRITE_SPEC(.row_open = "-"),
    WRITE_SPEC(.close = "0"),
    WRITE_SPEC(.row_close = ".]"),
};

static const digitrun_layout_spec accepted[] = {
    {.size = sizeof(digitrun_layout_spec) + 8},
    WRITE_SPEC(.style = DIGITRUN_STYLE_FIXED, .precision = 1100),
    WRITE_SPEC(.style = DIGITRUN_STYLE_SCIENTIFIC, .precision = 0, .exponent = 'E'),
    WRITE_SPEC(.fixed_min_exp10 = -32768, .fixed_max_exp10 = 32767),
    WRITE_SPEC(.fixed_min_exp10 = 5, .fixed_max_exp10 = 5),
    WRITE_SPEC(.separator = ";;;;;;;"),
    WRITE_SPEC(.row_length = 2, .row_separator = "L", .open = "M", .close = "Z"), /* an SVG path */
    WRITE_SPEC(.row_length = 3, .row_open = "v ", .row_close = "\n", .separator = " "),
    WRITE_SPEC(.row_length = SIZE_MAX, .row_close = "\n"),
    WRITE_SPEC(.row_separator = ";"), /* of no use in one row */
    WRITE_SPEC(.separator = "d"),
    WRITE_SPEC(.separator = "\xc2\xb7"),
};

Test(unit_write_layout, specs)
{
    digitrun_layout layout, before;
    memset(&before, 0x5a, sizeof before);
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        layout = before;
        cr_expect(digitrun_layout_init(&layout, &refused[i]) == DIGITRUN_BAD_SPEC, "refused[%zu]",
                  i);
        cr_expect(memcmp(&layout, &before, sizeof layout) == 0,
                  "refused[%zu]: something was prepared", i);
    }
    for (size_t i = 0; i < COUNT_OF(accepted); i++)
        cr_expect(digitrun_layout_init(&layout, &accepted[i]) == DIGITRUN_OK, "accepted[%zu]", i);
}

/* ---- frames ---------------------------------------------------------------------------------- */

Test(unit_write_layout, rows)
{
    static const struct {
        size_t row_length, count, rows;
        const char *want;
    } cases[] = {
        {0, 0, 1, "[[]]\n"},
        {0, 3, 1, "[[1,2,3]]\n"},
        {1, 0, 0, "[]\n"},
        {1, 3, 3, "[[1],[2],[3]]\n"},
        {2, 1, 1, "[[1]]\n"},
        {2, 2, 1, "[[1,2]]\n"},
        {2, 4, 2, "[[1,2],[3,4]]\n"},
        {2, 5, 3, "[[1,2],[3,4],[5]]\n"},
        {3, 9, 3, "[[1,2,3],[4,5,6],[7,8,9]]\n"},
        {SIZE_MAX, 2, 1, "[[1,2]]\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        digitrun_layout_spec spec = json_rows(cases[i].row_length);
        digitrun_layout layout = layout_of(&spec);
        expect_result(digitrun_write_f64(counted, cases[i].count, &layout, text, sizeof text),
                      DIGITRUN_OK, cases[i].count, cases[i].rows, cases[i].want);
        cr_expect(digitrun_write_bound(cases[i].count, &layout) >= strlen(cases[i].want));
    }
}

Test(unit_write_layout, frames)
{
    static const struct {
        digitrun_layout_spec spec;
        const char *want;
    } cases[] = {
        {WRITE_SPEC(.separator = " "), "1 2 3 4 5"},
        {WRITE_SPEC(.separator = ", ", .open = "<", .close = ">"), "<1, 2, 3, 4, 5>"},
        {WRITE_SPEC(.row_length = 2, .row_separator = "\n", .close = "\n"), "1,2\n3,4\n5\n"},
        {WRITE_SPEC(.row_length = 2, .row_close = "\n"), "1,2\n3,4\n5\n"},
        {WRITE_SPEC(.row_length = 3, .row_open = "v ", .row_close = "\n", .separator = " "),
         "v 1 2 3\nv 4 5\n"},
        {WRITE_SPEC(.row_length = 2, .row_separator = "L", .open = "M", .close = "Z"),
         "M1,2L3,4L5Z"},
        {WRITE_SPEC(.row_length = 2, .separator = ";;;;;;;", .row_open = "(((((((",
                    .row_close = ")))))))", .row_separator = "\n\n\n\n\n\n\n", .open = "<<<<<<<",
                    .close = ">>>>>>>"),
         "<<<<<<<(((((((1;;;;;;;2)))))))\n\n\n\n\n\n\n(((((((3;;;;;;;4)))))))\n\n\n\n\n\n\n((((((("
         "5)))))))>>>>>>>"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        digitrun_layout layout = layout_of(&cases[i].spec);
        float narrow[5] = {1, 2, 3, 4, 5};
        digitrun_result r = digitrun_write_f32(narrow, 5, &layout, text, sizeof text);
        expect_result(digitrun_write_f64(counted, 5, &layout, text, sizeof text), DIGITRUN_OK, 5,
                      r.rows, cases[i].want);
        cr_expect(r.offset == strlen(cases[i].want));
    }
}

Test(unit_write_layout, words_between_numbers)
{
    digitrun_layout_spec spec = json_rows(2);
    double values[] = {NAN, 1, -INFINITY, 2};
    spec.not_finite = DIGITRUN_AS_NULL;
    digitrun_layout layout = layout_of(&spec);
    expect_result(digitrun_write_f64(values, 4, &layout, text, sizeof text), DIGITRUN_OK, 4, 2,
                  "[[null,1],[null,2]]\n");
    spec.not_finite = DIGITRUN_REFUSE;
    layout = layout_of(&spec);
    expect_result(digitrun_write_f64(values + 1, 3, &layout, text, sizeof text),
                  DIGITRUN_NOT_FINITE, 1, 0, "[[1");
    expect_result(digitrun_write_f64(values, 4, &layout, text, sizeof text), DIGITRUN_NOT_FINITE, 0,
                  0, "");
}

/* ---- room ------------------------------------------------------------------------------------ */

Test(unit_write_layout, room)
{
    digitrun_layout_spec spec = json_rows(2);
    digitrun_layout layout = layout_of(&spec);
    double values[] = {10.5, -2, 300};
    /* "[[10.5" 6, ",-2]" 10, ",[300" 15, "]]\n" 18 */
    static const struct {
        size_t capacity, count, rows;
        digitrun_status status;
        const char *want;
    } cases[] = {
        {0, 0, 0, DIGITRUN_FULL, ""},
        {5, 0, 0, DIGITRUN_FULL, ""},
        {6, 1, 0, DIGITRUN_FULL, "[[10.5"},
        {9, 1, 0, DIGITRUN_FULL, "[[10.5"},
        {10, 2, 1, DIGITRUN_FULL, "[[10.5,-2]"},
        {14, 2, 1, DIGITRUN_FULL, "[[10.5,-2]"},
        {15, 3, 1, DIGITRUN_FULL, "[[10.5,-2],[300"},
        {17, 3, 1, DIGITRUN_FULL, "[[10.5,-2],[300"},
        {18, 3, 2, DIGITRUN_OK, "[[10.5,-2],[300]]\n"},
        {19, 3, 2, DIGITRUN_OK, "[[10.5,-2],[300]]\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        memset(text, '#', 100);
        digitrun_result r = digitrun_write_f64(values, 3, &layout, text, cases[i].capacity);
        expect_result(r, cases[i].status, cases[i].count, cases[i].rows, cases[i].want);
        cr_expect(text[cases[i].capacity] == '#', "a byte past the capacity");
    }
    cr_expect(digitrun_write_f64(values, 3, &layout, NULL, 0).status == DIGITRUN_FULL);
    cr_expect(digitrun_write_f64(NULL, 0, digitrun_layout_json(), NULL, 0).status == DIGITRUN_OK);
}

Test(unit_write_layout, bound)
{
    const digitrun_layout *json = digitrun_layout_json();
    digitrun_layout_spec spec = {
        .size = sizeof spec, .style = DIGITRUN_STYLE_FIXED, .precision = 6};
    digitrun_layout fixed = layout_of(&spec);
    double longest[2] = {-0.0000012345678901234567, -1.7976931348623157e308};
    digitrun_result r = digitrun_write_f64(longest, 1, json, text, sizeof text);
    cr_expect(r.offset == 25 && digitrun_write_bound(1, json) == 25, "%zu, %zu", r.offset,
              digitrun_write_bound(1, json));
    r = digitrun_write_f64(longest + 1, 1, &fixed, text, sizeof text);
    cr_expect(r.offset == 1 + 309 + 1 + 6 && digitrun_write_bound(1, &fixed) == r.offset);
    spec = (digitrun_layout_spec){.size = sizeof spec,
                                  .style = DIGITRUN_STYLE_PYTHON,
                                  .fixed_min_exp10 = -4,
                                  .fixed_max_exp10 = 400};
    digitrun_layout whole = layout_of(&spec);
    r = digitrun_write_f64(longest + 1, 1, &whole, text, sizeof text);
    cr_expect(r.offset == 1 + 309 + 2 && digitrun_write_bound(1, &whole) == r.offset);
    cr_expect(digitrun_write_bound(0, json) == 0);
    cr_expect(digitrun_write_bound(100, json) == 100 * 25 + 99);
    cr_expect(digitrun_write_bound(SIZE_MAX, json) == SIZE_MAX);
    cr_expect(digitrun_write_bound(SIZE_MAX / 26, json) <= SIZE_MAX);
    cr_expect(digitrun_write_bound(SIZE_MAX / 25, json) == SIZE_MAX);
    cr_expect(digitrun_write_bound(1, NULL) == SIZE_MAX);
    for (size_t row_length = 0; row_length < 5; row_length++) {
        spec = json_rows(row_length);
        digitrun_layout layout = layout_of(&spec);
        for (size_t count = 0; count < 12; count++) {
            double values[12];
            for (size_t i = 0; i < count; i++)
                values[i] = longest[0];
            r = digitrun_write_f64(values, count, &layout, text, sizeof text);
            cr_expect(r.offset == digitrun_write_bound(count, &layout), "rows of %zu, %zu values",
                      row_length, count);
        }
    }
}

/* ---- parts ----------------------------------------------------------------------------------- */

Test(unit_write_layout, parts)
{
    digitrun_layout_spec spec = json_rows(3);
    digitrun_layout layout = layout_of(&spec);
    digitrun_writer writer;
    digitrun_writer_init(&writer, &layout);
    expect_result(digitrun_emit_f64(&writer, counted, 0, DIGITRUN_MORE, text, 0), DIGITRUN_OK, 0, 0,
                  "");
    expect_result(digitrun_emit_f64(&writer, counted, 2, DIGITRUN_MORE, text, 99), DIGITRUN_OK, 2,
                  0, "[[1,2");
    expect_result(digitrun_emit_f64(&writer, counted + 2, 1, DIGITRUN_MORE, text, 99), DIGITRUN_OK,
                  1, 1, ",3]");
    expect_result(digitrun_emit_f64(&writer, counted + 3, 4, DIGITRUN_MORE, text, 5), DIGITRUN_FULL,
                  2, 0, ",[4,5");
    digitrun_writer checkpoint = writer;
    float six = 6;
    expect_result(digitrun_emit_f32(&writer, &six, 1, DIGITRUN_MORE, text, 99), DIGITRUN_OK, 1, 1,
                  ",6]");
    expect_result(digitrun_emit_f64(&writer, NULL, 0, 0, text, 1), DIGITRUN_FULL, 0, 0, "");
    expect_result(digitrun_emit_f64(&writer, NULL, 0, 0, text, 2), DIGITRUN_OK, 0, 0, "]\n");
    cr_expect(writer.values == 6 && checkpoint.values == 5);
    expect_result(digitrun_emit_f64(&checkpoint, counted + 5, 2, 0, text, 99), DIGITRUN_OK, 2, 2,
                  ",6],[7]]\n");
    /* the end is the end */
    expect_result(digitrun_emit_f64(&writer, NULL, 0, 0, text, 99), DIGITRUN_OK, 0, 0, "");
    expect_result(digitrun_emit_f64(&writer, counted, 1, 0, text, 99), DIGITRUN_BAD_ARGUMENT, 0, 0,
                  "");
}

Test(unit_write_layout, parts_of_nothing)
{
    digitrun_layout_spec spec = json_rows(0);
    digitrun_layout layout = layout_of(&spec);
    digitrun_writer writer;
    digitrun_writer_init(&writer, &layout);
    expect_result(digitrun_emit_f64(&writer, NULL, 0, DIGITRUN_MORE, NULL, 0), DIGITRUN_OK, 0, 0,
                  "");
    expect_result(digitrun_emit_f64(&writer, NULL, 0, 0, text, 4), DIGITRUN_FULL, 0, 0, "");
    expect_result(digitrun_emit_f64(&writer, NULL, 0, 0, text, 5), DIGITRUN_OK, 0, 1, "[[]]\n");
    cr_expect(writer.values == 0);
}

/* A refused value is not passed over by itself; the caller may. */
Test(unit_write_layout, parts_with_a_refused_value)
{
    double values[] = {1, NAN, 3};
    digitrun_writer writer;
    digitrun_writer_init(&writer, digitrun_layout_json());
    expect_result(digitrun_emit_f64(&writer, values, 3, 0, text, 99), DIGITRUN_NOT_FINITE, 1, 0,
                  "1");
    expect_result(digitrun_emit_f64(&writer, values + 1, 2, 0, text, 99), DIGITRUN_NOT_FINITE, 0, 0,
                  "");
    expect_result(digitrun_emit_f64(&writer, values + 2, 1, 0, text, 99), DIGITRUN_OK, 1, 1, ",3");
}

/* ---- arguments ------------------------------------------------------------------------------- */

Test(unit_write_layout, arguments)
{
    digitrun_layout layout;
    digitrun_layout_spec spec = {.size = sizeof spec};
    digitrun_writer writer;
    const digitrun_layout *json = digitrun_layout_json();
    cr_expect(digitrun_layout_init(NULL, &spec) == DIGITRUN_BAD_ARGUMENT);
    cr_expect(digitrun_layout_init(&layout, NULL) == DIGITRUN_BAD_ARGUMENT);
    expect_result(digitrun_write_f64(NULL, 1, json, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0, "");
    expect_result(digitrun_write_f32(NULL, 1, json, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0, "");
    expect_result(digitrun_write_f64(counted, 1, NULL, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0, "");
    expect_result(digitrun_write_f64(counted, 1, json, NULL, 9), DIGITRUN_BAD_ARGUMENT, 0, 0, "");
    digitrun_writer_init(&writer, json);
    expect_result(digitrun_emit_f64(NULL, counted, 1, 0, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0, "");
    expect_result(digitrun_emit_f64(&writer, NULL, 1, 0, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0, "");
    expect_result(digitrun_emit_f64(&writer, counted, 1, 0, NULL, 9), DIGITRUN_BAD_ARGUMENT, 0, 0,
                  "");
    expect_result(digitrun_emit_f64(&writer, counted, 1, 2, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0,
                  "");
    expect_result(digitrun_emit_f64(&writer, counted, 1, 4, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0,
                  "");
    cr_expect(writer.values == 0);
    digitrun_writer_init(&writer, NULL);
    expect_result(digitrun_emit_f64(&writer, counted, 1, 0, text, 9), DIGITRUN_BAD_ARGUMENT, 0, 0,
                  "");
}
