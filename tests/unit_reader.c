/* tests/unit_reader.c - texts in parts: what is held back, checkpoints, errors that stay. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct held_case {
    digitrun_format_spec spec;
    const char *part;
    size_t used, count, rows; /* used < strlen(part): PARTIAL */
} held_case;

static const char *const words[] = {"no data"};

/* With MORE: what the end of the part may have cut is not used, everything else is. */
static const held_case held[] = {
    {JSON_SPEC, "[1,2", 3, 1, 0},
    {JSON_SPEC, "[1,2,", 5, 2, 0},
    {JSON_SPEC, "[1,2 ", 5, 2, 0},
    {JSON_SPEC, "[1,2]", 5, 2, 1},
    {JSON_SPEC, "[1,-", 3, 1, 0},
    {JSON_SPEC, "[1,nul", 3, 1, 0},
    {JSON_SPEC, "[1,x", 3, 1, 0},
    {JSON_SPEC, "[1,\"a", 3, 1, 0},
    {JSON_SPEC, "[1,{\"a\":[1", 3, 1, 0},
    {JSON_SPEC, "[[1],", 5, 1, 1},
    {JSON_SPEC, "12", 0, 0, 0},
    {JSON_SPEC, "", 0, 0, 0},
    {JSON_SPEC, " \n", 2, 0, 0},
    {JSON_SPEC, "\xef\xbb", 0, 0, 0},
    {JSON_SPEC, "\xef\xbb\xbf", 3, 0, 0},
    {NDJSON_SPEC, "[1]\n[2", 5, 1, 1},
    {NDJSON_SPEC, "[1]\n", 4, 1, 1},
    {LIST_SPEC, "1 2", 2, 1, 0},
    {LIST_SPEC, "1 2 ", 4, 2, 0},
    {LIST_SPEC, "1 2\n", 4, 2, 1},
    {LIST_SPEC, "1 ,", 3, 1, 0},
    {LIST_SPEC, "", 0, 0, 0},
    {LIST_SPEC, "\xef", 0, 0, 0},
    {TABLE_SPEC, "1,2", 2, 1, 0},
    {TABLE_SPEC, "1,2 ", 2, 1, 0},
    {TABLE_SPEC, "1,2,", 4, 2, 0},
    {TABLE_SPEC, "1,2\n", 4, 2, 1},
    {TABLE_SPEC, "1,2\n3", 4, 2, 1},
    {SPEC(.kind = DIGITRUN_TABLE, .separators = " "), "1 2 ", 4, 2, 0},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"'), "1,\"2", 2, 1, 0},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"'), "1,\"2\"", 2, 1, 0},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"'), "1,\"2\",", 6, 2, 0},
    {SPEC(.kind = DIGITRUN_TABLE, .take_fields = 1), "9,9,2\n9,9,", 6, 1, 1},
    {SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING, .missing_words = words,
          .missing_word_count = 1),
     "1,no ", 2, 1, 0},
};

static const held_case *now;

static void check_held(const char *row)
{
    digitrun_format format;
    digitrun_reader reader;
    double values[8];
    size_t len = strlen(now->part);
    make_format(&format, &now->spec, now->part);
    digitrun_reader_init(&reader, &format);
    digitrun_result r = digitrun_read_f64(&reader, at_edge(now->part, len), len, DIGITRUN_MORE,
                                          values, 8, NULL);
    cr_expect(r.status == (now->used == len ? DIGITRUN_OK : DIGITRUN_PARTIAL) &&
                  r.offset == now->used && r.count == now->count && r.rows == now->rows &&
                  r.length == 0,
              "'%s' (%s): %s offset %zu count %zu rows %zu", shown(now->part, len), row,
              status_name(r.status), r.offset, r.count, r.rows);
    cr_expect(reader.bytes == r.offset && reader.values == r.count && reader.rows == r.rows);
}

Test(unit_reader, what_more_holds_back)
{
    for (size_t i = 0; i < COUNT_OF(held); i++) {
        now = &held[i];
        each_row(check_held);
    }
}

/* An error that nothing behind it can change is told at once. */
Test(unit_reader, errors_before_the_end_of_a_part)
{
    static const struct {
        digitrun_format_spec spec;
        const char *part;
        digitrun_status status;
        size_t offset, length;
    } cases[] = {
        {JSON_SPEC, "[1,x,", DIGITRUN_BAD_NUMBER, 3, 1},
        {JSON_SPEC, "[1,,", DIGITRUN_BAD_STRUCTURE, 3, 1},
        {JSON_SPEC, "[1]]", DIGITRUN_BAD_STRUCTURE, 3, 1},
        {JSON_SPEC, "[1,\"a\",", DIGITRUN_NOT_NUMBER, 3, 3},
        {TABLE_SPEC, "1,,", DIGITRUN_MISSING, 2, 0},
        {TABLE_SPEC, "1, x ,", DIGITRUN_BAD_NUMBER, 3, 1},
        {LIST_SPEC, "1e999 ", DIGITRUN_OUT_OF_RANGE, 0, 5},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        digitrun_format format;
        digitrun_reader reader;
        double values[8];
        size_t len = strlen(cases[i].part);
        make_format(&format, &cases[i].spec, cases[i].part);
        digitrun_reader_init(&reader, &format);
        digitrun_result r = digitrun_read_f64(&reader, cases[i].part, len, DIGITRUN_MORE, values, 8,
                                              NULL);
        cr_expect(r.status == cases[i].status && r.offset == cases[i].offset &&
                      r.length == cases[i].length,
                  "'%s': %s %zu %zu", cases[i].part, status_name(r.status), r.offset, r.length);
    }
}

/* A copy of a reader is a checkpoint: reading on from it twice gives the same twice. */
Test(unit_reader, a_copy_is_a_checkpoint)
{
    static const char text[] = "#h\n[[1,2],[3,4]]\n[5]\n[[6],[7,8,9]]\n";
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_NDJSON, .skip_lines = 1);
    digitrun_format format;
    make_format(&format, &spec, "checkpoint");
    for (size_t cut = 0; cut < sizeof text - 1; cut++) {
        digitrun_reader reader, checkpoint;
        double first[16], second[16];
        digitrun_reader_init(&reader, &format);
        digitrun_result r = digitrun_read_f64(&reader, text, cut, DIGITRUN_MORE, first, 16, NULL);
        size_t at = r.offset, before = r.count;
        memcpy(&checkpoint, &reader, sizeof reader);
        r = digitrun_read_f64(&reader, text + at, sizeof text - 1 - at, 0, first, 16, NULL);
        cr_expect(r.status == DIGITRUN_OK && before + r.count == 9, "cut %zu", cut);
        digitrun_result again = digitrun_read_f64(&checkpoint, text + at, sizeof text - 1 - at, 0,
                                                  second, 16, NULL);
        cr_expect(again.status == r.status && again.count == r.count && again.rows == r.rows);
        cr_expect(memcmp(first, second, r.count * sizeof *first) == 0);
        cr_expect(reader.values == checkpoint.values && reader.rows == checkpoint.rows &&
                  reader.row_values == checkpoint.row_values && reader.bytes == checkpoint.bytes);
    }
}

/* A reader may be moved between calls and reused after an init. */
Test(unit_reader, init_starts_anew)
{
    digitrun_reader reader;
    double value;
    digitrun_reader_init(&reader, digitrun_format_json());
    digitrun_result r = digitrun_read_f64(&reader, "[x]", 3, 0, &value, 1, NULL);
    cr_expect(r.status == DIGITRUN_BAD_NUMBER);
    digitrun_reader_init(&reader, digitrun_format_list());
    cr_expect(reader.values == 0 && reader.bytes == 0);
    r = digitrun_read_f64(&reader, "7", 1, 0, &value, 1, NULL);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1 && value == 7);
}

Test(unit_reader, an_error_is_final)
{
    double values[4];
    digitrun_reader reader;
    digitrun_reader_init(&reader, digitrun_format_json());
    digitrun_result r = digitrun_read_f64(&reader, "[1,x,2]", 7, 0, values, 4, NULL);
    cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.offset == 3 && r.count == 1);
    for (int i = 0; i < 3; i++) {
        r = digitrun_read_f64(&reader, "[5,6]", 5, i & 1, values, 4, NULL);
        cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.count == 0 && r.offset == 0 && r.rows == 0);
    }
    cr_expect(reader.values == 1);
}

/* f64 and f32 calls may alternate on one reader. */
Test(unit_reader, types_may_alternate)
{
    static const char text[] = "1 2 3 4";
    digitrun_reader reader;
    double wide;
    float narrow;
    size_t at = 0;
    digitrun_reader_init(&reader, digitrun_format_list());
    for (int i = 0; i < 4; i++) {
        digitrun_result r =
            i & 1 ? digitrun_read_f32(&reader, text + at, sizeof text - 1 - at, 0, &narrow, 1, NULL)
                  : digitrun_read_f64(&reader, text + at, sizeof text - 1 - at, 0, &wide, 1, NULL);
        cr_expect(r.count == 1 && r.status == (i < 3 ? DIGITRUN_FULL : DIGITRUN_OK));
        cr_expect((i & 1 ? (double)narrow : wide) == i + 1);
        at += r.offset;
    }
}

/* Parts far longer than any block, cut at uneven places. */
Test(unit_reader, long_text_in_odd_parts)
{
    enum { ROWS = 4000, COLUMNS = 7 };
    static char text[ROWS * COLUMNS * 8 + 8];
    static double values[ROWS * COLUMNS];
    static size_t ends[ROWS];
    size_t len = 0;
    text[len++] = '[';
    for (int i = 0; i < ROWS; i++) {
        memcpy(text + len, i ? ",[" : "[", i ? 2 : 1), len += i ? 2 : 1;
        for (int k = 0; k < COLUMNS; k++)
            memcpy(text + len, k ? ",-1.5e1" : "2.25", k ? 7 : 4), len += k ? 7 : 4;
        text[len++] = ']';
    }
    text[len++] = ']';
    for (size_t step = 1; step < 70000; step = step * 3 + 1) {
        digitrun_reader reader;
        size_t at = 0, end = 0, count = 0, rows = 0;
        digitrun_result r;
        digitrun_reader_init(&reader, digitrun_format_json());
        do {
            digitrun_shape shape = {.size = sizeof shape};
            shape.row_ends = ends + rows, shape.row_capacity = ROWS - rows;
            end = len - end > step ? end + step : len;
            r = digitrun_read_f64(&reader, text + at, end - at, end < len ? DIGITRUN_MORE : 0,
                                  values + count, ROWS * COLUMNS - count, &shape);
            at += r.offset, count += r.count, rows += r.rows;
        } while (end < len && (r.status == DIGITRUN_OK || r.status == DIGITRUN_PARTIAL));
        cr_assert(r.status == DIGITRUN_OK && count == ROWS * COLUMNS && rows == ROWS, "step %zu",
                  step);
        for (size_t i = 0; i < count; i++)
            if (values[i] != (i % COLUMNS ? -15 : 2.25))
                cr_assert_fail("step %zu, value %zu", step, i);
        for (size_t i = 0; i < rows; i++)
            if (ends[i] != (i + 1) * COLUMNS)
                cr_assert_fail("step %zu, row %zu", step, i);
    }
}
