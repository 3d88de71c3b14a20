/* tests/unit_long_rows.c - cells that no run holds, and rows of labels over many runs. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 20];

/* Copies `folded` to `out`, {part*times} so many times. Returns the length. */
static size_t unfold(const char *folded, char *out)
{
    size_t len = 0;
    while (*folded != 0) {
        const char *star = *folded == '{' ? strchr(folded, '*') : NULL;
        char *end = NULL;
        if (star == NULL) {
            out[len++] = *folded++;
            continue;
        }
        size_t part = (size_t)(star - folded) - 1;
        for (unsigned long times = strtoul(star + 1, &end, 10); times > 0; times--, len += part)
            memcpy(out + len, folded + 1, part);
        folded = end + 1;
    }
    return len;
}

/* A cell that no run holds, with and without blanks in it, first, in between and passed over. */
static void check_long_cells(const char *row)
{
    static const char *const cells[] = {"{x*33000}",  "{x y *30000}z", "{1 *100000}1",
                                        "{1e*70000}", "{#*70000}",     "x{\"*70000}"};
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        for (int skip = 0; skip < 2; skip++) {
            digitrun_format format;
            const digitrun_format_spec spec =
                SPEC(.kind = DIGITRUN_TABLE, .separators = ",", .quote = '"', .comments = "#",
                     .bad = DIGITRUN_AS_MISSING, .skip_fields = (uint64_t)skip);
            double values[8];
            size_t ends[4], len = 0;
            make_format(&format, &spec, "long cells");
            len += unfold("1,", text);
            len += unfold(cells[i], text + len);
            len += unfold(",2\n3,4,", text + len);
            len += unfold(cells[i], text + len);
            len += unfold("\n1", text + len);
            digitrun_result r = digitrun_parse_rows_f64(text, len, &format, values, 8, ends, 4);
            cr_expect(r.status == DIGITRUN_OK && r.count == (skip ? 4 : 7) && r.rows == 3 &&
                          r.missing == 2 && ends[0] == (skip ? 2 : 3),
                      "%s %s: %d, %zu values, %zu rows at %zu", row, cells[i], (int)r.status,
                      r.count, r.rows, r.offset);
        }
    }
}

Test(unit_long_rows, cells)
{
    each_row(check_long_cells);
}

/* Rows with a label, so many that they are read many at once, the runs ending anywhere in one; row
 * number `odd` is a value short. */
static void check_labelled(const char *row, digitrun_kind kind, size_t odd)
{
    static double values[60000];
    static size_t ends[20000];
    const size_t rows = 20000;
    char line[32];
    digitrun_format format;
    const digitrun_format_spec spec = {
        .size = sizeof spec, .kind = kind, .separators = " ", .skip_fields = 1, .columns = 3};
    size_t len = 0, begin = 0;
    make_format(&format, &spec, "labels");
    for (size_t i = 0; i < rows; i++) {
        begin = i == odd ? len : begin;
        snprintf(line, sizeof line, i == odd ? "w%zu 1 2\n" : "w%zu 1 2 3\n", i);
        len += unfold(line, text + len);
    }
    digitrun_result r = digitrun_parse_rows_f64(text, len, &format, values, 60000, ends, rows);
    if (odd == rows) {
        cr_expect(r.status == DIGITRUN_OK && r.count == 3 * rows && r.rows == rows, "%s: %d at %zu",
                  row, (int)r.status, r.offset);
    } else {
        cr_expect(r.status == DIGITRUN_ROW_LENGTH && r.rows == odd && r.offset == begin,
                  "%s: %d at %zu, %zu rows", row, (int)r.status, r.offset, r.rows);
    }
}

static void check_labels(const char *row)
{
    static const size_t odd[] = {0, 1, 150, 5000, 19999, 20000};
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        check_labelled(row, DIGITRUN_LIST, odd[i]);
        check_labelled(row, DIGITRUN_TABLE, odd[i]);
    }
}

Test(unit_long_rows, labels)
{
    each_row(check_labels);
}

/* Missing cells in such rows: each is counted, and its bit of the mask tells it. */
static void check_labelled_holes(const char *row)
{
    enum { ROWS = 2000 };
    static double values[3 * ROWS];
    static uint8_t valid[3 * ROWS / 8 + 1];
    digitrun_format format;
    digitrun_reader reader;
    const digitrun_format_spec spec = SPEC(.kind = DIGITRUN_LIST, .separators = " ",
                                           .skip_fields = 1, .missing = DIGITRUN_AS_MISSING,
                                           .bad = DIGITRUN_AS_MISSING);
    digitrun_shape shape = {.size = sizeof shape, .valid = valid};
    size_t len = 0, wrong = 0;
    make_format(&format, &spec, "labelled holes");
    for (size_t i = 0; i < ROWS; i++)
        len += unfold(i % 2 ? "w 1 2 3\n" : "w 1 x 3\n", text + len);
    digitrun_reader_init(&reader, &format);
    digitrun_result r = digitrun_read_f64(&reader, text, len, 0, values, 3 * ROWS, &shape);
    for (size_t i = 0; i < 3 * ROWS; i++) {
        bool present = i % 6 != 1;
        wrong += (valid[i / 8] >> i % 8 & 1) != present || (values[i] == values[i]) != present;
    }
    cr_expect(r.status == DIGITRUN_OK && r.count == 3 * ROWS && r.missing == ROWS / 2 && wrong == 0,
              "%s: %d, %zu values, %zu missing, %zu wrong", row, (int)r.status, r.count, r.missing,
              wrong);
}

Test(unit_long_rows, labelled_holes)
{
    each_row(check_labelled_holes);
}

/* Row ends count the values of all calls. */
static void check_labelled_calls(const char *row)
{
    enum { ROWS = 2000 };
    static double values[3 * ROWS];
    static size_t ends[ROWS];
    digitrun_reader reader;
    digitrun_format format;
    const digitrun_format_spec spec = SPEC(.kind = DIGITRUN_LIST, .separators = " ",
                                           .skip_fields = 1);
    digitrun_shape shape = {.size = sizeof shape, .row_ends = ends, .row_capacity = ROWS};
    size_t len = unfold("{w 1 2 3\n*2000}", text), half = len / 2, wrong = 0;
    make_format(&format, &spec, "labelled calls");
    digitrun_reader_init(&reader, &format);
    digitrun_result a = digitrun_read_f64(&reader, text, half, DIGITRUN_MORE, values, 3 * ROWS,
                                          &shape);
    shape.row_ends += a.rows;
    shape.row_capacity -= a.rows;
    digitrun_result b = digitrun_read_f64(&reader, text + a.offset, len - a.offset, 0,
                                          values + a.count, 3 * ROWS - a.count, &shape);
    for (size_t i = 0; i < ROWS; i++)
        wrong += ends[i] != 3 * (i + 1);
    cr_expect(a.rows > ROWS / 4 && b.status == DIGITRUN_OK && a.rows + b.rows == ROWS && wrong == 0,
              "%s: %d, %zu and %zu rows, %zu wrong", row, (int)b.status, a.rows, b.rows, wrong);
}

Test(unit_long_rows, labelled_calls)
{
    each_row(check_labelled_calls);
}

/* An exponent of five digits that as many zeros outweigh. */
static void check_long_exponents(const char *row)
{
    double values[2];
    size_t len = unfold("[0.{0*20000}1e20001,1{0*20000}e-20000]", text);
    digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_json(), values, 2);
    cr_expect(r.status == DIGITRUN_OK && r.count == 2 && values[0] == 1 && values[1] == 1,
              "%s: %d at %zu", row, (int)r.status, r.offset);
}

Test(unit_long_rows, long_exponents)
{
    each_row(check_long_exponents);
}
