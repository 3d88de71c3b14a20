/* tests/unit_arguments.c - calls that are wrong in themselves: told as such, and nothing done. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

Test(unit_arguments, status_texts)
{
    static const digitrun_status all[] = {
        DIGITRUN_OK,         DIGITRUN_FULL,          DIGITRUN_ROWS_FULL,    DIGITRUN_PARTIAL,
        DIGITRUN_BAD_NUMBER, DIGITRUN_NOT_NUMBER,    DIGITRUN_OUT_OF_RANGE, DIGITRUN_NOT_FINITE,
        DIGITRUN_MISSING,    DIGITRUN_BAD_STRUCTURE, DIGITRUN_UNCLOSED,     DIGITRUN_TOO_DEEP,
        DIGITRUN_MIXED,      DIGITRUN_ROW_LENGTH,    DIGITRUN_BAD_ARGUMENT, DIGITRUN_BAD_SPEC,
        DIGITRUN_NO_ISA};
    static const int numbers[] = {0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 32, 33, 34};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        const char *text = digitrun_status_text(all[i]);
        cr_assert(text != NULL && text[0] != 0);
        cr_expect(all[i] == numbers[i], "numbers are never changed");
        for (const char *c = text; *c != 0; c++)
            cr_expect(*c >= 32 && *c < 127);
        for (size_t k = 0; k < i; k++)
            cr_expect(strcmp(text, digitrun_status_text(all[k])) != 0, "'%s' twice", text);
        cr_expect(digitrun_status_text(all[i]) == text, "not constant");
    }
    static const digitrun_status unknown[] = {-1, 4, 15, 26, 31, 35, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        const char *text = digitrun_status_text(unknown[i]);
        cr_assert(text != NULL && text[0] != 0);
        for (size_t k = 0; k < COUNT_OF(all); k++)
            cr_expect(strcmp(text, digitrun_status_text(all[k])) != 0);
    }
}

static void expect_refused(digitrun_result r, const char *what)
{
    cr_expect(r.status == DIGITRUN_BAD_ARGUMENT && r.count == 0 && r.rows == 0 && r.offset == 0 &&
                  r.length == 0 && r.missing == 0,
              "%s: %s", what, status_name(r.status));
}

Test(unit_arguments, whole_texts)
{
    const digitrun_format *list = digitrun_format_list();
    double values[2] = {7, 7};
    float floats[2] = {7, 7};
    size_t ends[1] = {9};
    expect_refused(digitrun_parse_f64(NULL, 1, list, values, 2), "text");
    expect_refused(digitrun_parse_f64("1", 1, NULL, values, 2), "format");
    expect_refused(digitrun_parse_f64("1", 1, list, NULL, 1), "values");
    expect_refused(digitrun_parse_f32(NULL, 1, list, floats, 2), "text");
    expect_refused(digitrun_parse_f32("1", 1, NULL, floats, 2), "format");
    expect_refused(digitrun_parse_f32("1", 1, list, NULL, 1), "values");
    expect_refused(digitrun_parse_rows_f64("1", 1, list, values, 2, NULL, 1), "row_ends");
    expect_refused(digitrun_parse_rows_f32("1", 1, list, floats, 2, NULL, 1), "row_ends");
    expect_refused(digitrun_count(NULL, 1, list), "count text");
    expect_refused(digitrun_count("1", 1, NULL), "count format");
    cr_expect(values[0] == 7 && values[1] == 7 && floats[0] == 7 && ends[0] == 9);
}

Test(unit_arguments, nothing_is_a_text_too)
{
    const digitrun_format *list = digitrun_format_list();
    digitrun_result r = digitrun_parse_f64(NULL, 0, list, NULL, 0);
    cr_expect(r.status == DIGITRUN_OK && r.count == 0 && r.offset == 0);
    r = digitrun_parse_rows_f64(NULL, 0, list, NULL, 0, NULL, 0);
    cr_expect(r.status == DIGITRUN_OK);
    r = digitrun_parse_f64("1", 1, list, NULL, 0);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 0);
    double value;
    r = digitrun_parse_rows_f64("1", 1, list, &value, 1, NULL, 0);
    cr_expect(r.status == DIGITRUN_ROWS_FULL && r.rows == 0);
    r = digitrun_parse_rows_f64("\n", 1, list, &value, 1, NULL, 0);
    cr_expect(r.status == DIGITRUN_OK);
    r = digitrun_count(NULL, 0, list);
    cr_expect(r.status == DIGITRUN_OK && r.count == 0);
}

Test(unit_arguments, readers)
{
    digitrun_reader reader;
    digitrun_shape shape = {.size = sizeof shape};
    double values[2];
    float floats[2];
    digitrun_reader_init(&reader, digitrun_format_list());
    expect_refused(digitrun_read_f64(NULL, "1", 1, 0, values, 2, NULL), "reader");
    expect_refused(digitrun_read_f64(&reader, NULL, 1, 0, values, 2, NULL), "text");
    expect_refused(digitrun_read_f64(&reader, "1", 1, 0, NULL, 1, NULL), "values");
    expect_refused(digitrun_read_f64(&reader, "1", 1, 4, values, 2, NULL), "flags");
    expect_refused(digitrun_read_f64(&reader, "1", 1, 0x80000001u, values, 2, NULL), "flags");
    expect_refused(digitrun_read_f32(&reader, "1", 1, 4, floats, 2, NULL), "flags");
    shape.row_capacity = 1;
    expect_refused(digitrun_read_f64(&reader, "1", 1, 0, values, 2, &shape), "row_ends");
    shape.row_capacity = 0;
    for (size_t size = 0; size < sizeof shape; size += 8) {
        shape.size = size;
        expect_refused(digitrun_read_f64(&reader, "1", 1, 0, values, 2, &shape), "shape size");
    }
    shape.size = sizeof shape;
    digitrun_result r = digitrun_read_f64(&reader, "1", 1, 0, values, 2, &shape);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1, "a refused call changes nothing");
}

/* A shape of a later version is longer; what this one knows is used. */
Test(unit_arguments, a_longer_shape)
{
    struct {
        digitrun_shape shape;
        void *later[4];
    } longer = {.shape = {.size = sizeof longer}};
    size_t ends[1];
    double value;
    digitrun_reader reader;
    longer.shape.row_ends = ends, longer.shape.row_capacity = 1;
    digitrun_reader_init(&reader, digitrun_format_list());
    digitrun_result r = digitrun_read_f64(&reader, "1", 1, 0, &value, 1, &longer.shape);
    cr_expect(r.status == DIGITRUN_OK && r.rows == 1 && ends[0] == 1);
}

Test(unit_arguments, formats)
{
    digitrun_format format;
    digitrun_format_spec spec = LIST_SPEC;
    cr_expect(digitrun_format_init(NULL, &spec) == DIGITRUN_BAD_ARGUMENT);
    cr_expect(digitrun_format_init(&format, NULL) == DIGITRUN_BAD_ARGUMENT);
}

Test(unit_arguments, sizes_are_frozen)
{
    cr_expect(sizeof(digitrun_format) == 2048 && sizeof(digitrun_reader) == 256);
    cr_expect(sizeof(digitrun_layout) == 4096 && sizeof(digitrun_writer) == 64);
    cr_expect(sizeof(digitrun_status) == 4);
}
