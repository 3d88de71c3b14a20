/* tests/unit_room.c - OK, FULL, ROWS_FULL: what a full array means to calls and readers. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct room_case {
    const char *text;
    size_t capacity, row_capacity;
    digitrun_status status;
    size_t count, rows;
} room_case;

static const digitrun_format *json_format, *csv_format;

static void check_rooms(const digitrun_format *format, const room_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const room_case *c = &cases[i];
        double values[16];
        size_t ends[16];
        digitrun_result r = digitrun_parse_rows_f64(c->text, strlen(c->text), format, values,
                                                    c->capacity, ends, c->row_capacity);
        cr_expect(r.status == c->status && r.count == c->count && r.rows == c->rows,
                  "'%s' in %zu/%zu: %s %zu %zu", c->text, c->capacity, c->row_capacity,
                  status_name(r.status), r.count, r.rows);
        if (r.status == DIGITRUN_OK)
            cr_expect(r.offset == strlen(c->text));
        cr_expect(r.offset <= strlen(c->text) && r.length == (r.status < 16 ? 0 : r.length));
    }
}

static void rooms_of_json(const char *row)
{
    static const room_case cases[] = {
        {"[1,2]", 2, 1, DIGITRUN_OK, 2, 1},
        {"[1,2]", 1, 1, DIGITRUN_FULL, 1, 0},
        {"[1,2]", 0, 1, DIGITRUN_FULL, 0, 0},
        {"[1,2] ", 2, 0, DIGITRUN_ROWS_FULL, 2, 0},
        {"[[1,2]]", 2, 1, DIGITRUN_OK, 2, 1},
        {"[[1,2],[3]]", 2, 2, DIGITRUN_FULL, 2, 1},
        {"[[1,2],[3]]", 3, 1, DIGITRUN_ROWS_FULL, 3, 1},
        {"[[1,2],[]]", 2, 1, DIGITRUN_ROWS_FULL, 2, 1},
        {"[[1,2],[]]", 2, 2, DIGITRUN_OK, 2, 2},
        {"[[],[]]", 0, 2, DIGITRUN_OK, 0, 2},
        {"[[],[]]", 0, 1, DIGITRUN_ROWS_FULL, 0, 1},
        {"[1,x]", 1, 1, DIGITRUN_BAD_NUMBER, 1, 0},
        {"[1,1e999]", 1, 1, DIGITRUN_OUT_OF_RANGE, 1, 0},
        {"[1,]", 1, 1, DIGITRUN_BAD_STRUCTURE, 1, 0},
        {"[1", 1, 1, DIGITRUN_UNCLOSED, 1, 0},
        {"[1,2,x]", 1, 1, DIGITRUN_FULL, 1, 0},
        {"[]", 0, 1, DIGITRUN_OK, 0, 1},
        {"5", 0, 1, DIGITRUN_FULL, 0, 0},
        {"x", 0, 0, DIGITRUN_BAD_NUMBER, 0, 0},
    };
    (void)row;
    check_rooms(json_format, cases, COUNT_OF(cases));
}

static void rooms_of_tables(const char *row)
{
    static const room_case cases[] = {
        {"", 0, 0, DIGITRUN_OK, 0, 0},
        {"\n\n", 0, 0, DIGITRUN_OK, 0, 0},
        {"1,2\n", 2, 1, DIGITRUN_OK, 2, 1},
        {"1,2", 2, 1, DIGITRUN_OK, 2, 1},
        {"1,2  \n\n", 2, 1, DIGITRUN_OK, 2, 1},
        {"1,2\n3\n", 2, 1, DIGITRUN_FULL, 2, 1},
        {"1,2\n3\n", 3, 1, DIGITRUN_ROWS_FULL, 3, 1},
        {"1,2\n3", 3, 1, DIGITRUN_ROWS_FULL, 3, 1},
        {"1,2\nx\n", 2, 1, DIGITRUN_BAD_NUMBER, 2, 1},
        {"1,\n", 1, 1, DIGITRUN_MISSING, 1, 0},
        {"1", 0, 0, DIGITRUN_FULL, 0, 0},
        {"1", 1, 0, DIGITRUN_ROWS_FULL, 1, 0},
    };
    (void)row;
    check_rooms(csv_format, cases, COUNT_OF(cases));
}

Test(unit_room, full_only_if_a_further_value_exists)
{
    json_format = digitrun_format_json();
    csv_format = digitrun_format_csv();
    each_row(rooms_of_json);
    each_row(rooms_of_tables);
}

Test(unit_room, missing_values_need_room_too)
{
    static const room_case cases[] = {
        {",", 2, 1, DIGITRUN_OK, 2, 1},        {",", 1, 1, DIGITRUN_FULL, 1, 0},
        {"1,NA\n", 1, 1, DIGITRUN_FULL, 1, 0}, {"x,1\n", 1, 1, DIGITRUN_FULL, 1, 0},
        {",,,", 4, 1, DIGITRUN_OK, 4, 1},      {",,,", 3, 1, DIGITRUN_FULL, 3, 0},
    };
    static const char *const words[] = {"NA"};
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .missing = DIGITRUN_AS_MISSING,
                                     .bad = DIGITRUN_AS_MISSING, .missing_words = words,
                                     .missing_word_count = 1);
    digitrun_format format;
    make_format(&format, &spec, "missing");
    check_rooms(&format, cases, COUNT_OF(cases));
}

/* The value past `columns` needs no room: its row is wrong whatever the room. */
Test(unit_room, row_length_at_full)
{
    static const room_case cases[] = {
        {"[[1,2],[3,4,5]]", 4, 2, DIGITRUN_ROW_LENGTH, 4, 1},
        {"[[1,2],[3,4,5]]", 3, 2, DIGITRUN_FULL, 3, 1},
        {"[[1,2],[3]]", 3, 1, DIGITRUN_ROW_LENGTH, 3, 1},
    };
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_JSON, .columns = 2);
    digitrun_format format;
    make_format(&format, &spec, "columns");
    check_rooms(&format, cases, COUNT_OF(cases));
}

/* A reader goes on from FULL and ROWS_FULL; row ends count from the start. */
Test(unit_room, a_reader_goes_on)
{
    static const char text[] = "[[1,2,3],[4],[],[5,6]]";
    static const size_t whole_ends[] = {3, 4, 4, 6};
    digitrun_reader reader;
    double values[8];
    size_t ends[8], offset = 0, count = 0, rows = 0, calls = 0;
    digitrun_result r;
    digitrun_reader_init(&reader, digitrun_format_json());
    do {
        digitrun_shape shape = {.size = sizeof shape, .row_ends = ends + rows, .row_capacity = 1};
        r = digitrun_read_f64(&reader, text + offset, sizeof text - 1 - offset, 0, values + count,
                              2, &shape);
        offset += r.offset, count += r.count, rows += r.rows;
        cr_expect(reader.values == count && reader.rows == rows && reader.bytes == offset);
        cr_assert(++calls < 20);
    } while (r.status == DIGITRUN_FULL || r.status == DIGITRUN_ROWS_FULL);
    cr_expect(r.status == DIGITRUN_OK && count == 6 && rows == 4);
    cr_expect(memcmp(ends, whole_ends, sizeof whole_ends) == 0);
    for (size_t i = 0; i < count; i++)
        cr_expect(values[i] == (double)(i + 1));
}

/* WHOLE_ROWS: what does not fit as a row is not stored, and a row that never fits gives count 0. */
Test(unit_room, whole_rows)
{
    static const char text[] = "1,2\n3,4,5\n6\n";
    digitrun_reader reader;
    double values[4];
    digitrun_reader_init(&reader, digitrun_format_csv());
    digitrun_result r = digitrun_read_f64(&reader, text, sizeof text - 1, DIGITRUN_WHOLE_ROWS,
                                          values, 4, NULL);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 2 && r.rows == 1 && r.offset == 4);
    r = digitrun_read_f64(&reader, text + 4, sizeof text - 5, DIGITRUN_WHOLE_ROWS, values, 2, NULL);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 0 && r.rows == 0 && r.offset == 0);
    r = digitrun_read_f64(&reader, text + 4, sizeof text - 5, DIGITRUN_WHOLE_ROWS, values, 3, NULL);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 3 && r.rows == 1 && r.offset == 6);
    cr_expect(values[0] == 3 && values[1] == 4 && values[2] == 5);
    r = digitrun_read_f64(&reader, text + 10, sizeof text - 11, DIGITRUN_WHOLE_ROWS, values, 3,
                          NULL);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1 && r.rows == 1 && values[0] == 6);
    cr_expect(reader.values == 6 && reader.rows == 3);
}

Test(unit_room, whole_rows_of_json)
{
    static const char text[] = "[[1,2],[3,4,5]]";
    digitrun_reader reader;
    digitrun_shape shape = {.size = sizeof shape};
    double values[4];
    size_t ends[2];
    shape.row_ends = ends, shape.row_capacity = 2;
    digitrun_reader_init(&reader, digitrun_format_json());
    digitrun_result r = digitrun_read_f64(&reader, text, sizeof text - 1, DIGITRUN_WHOLE_ROWS,
                                          values, 4, &shape);
    cr_expect(r.status == DIGITRUN_FULL && r.count == 2 && r.rows == 1);
    size_t at = r.offset;
    cr_expect(at >= 6 && at <= 7, "%zu", at);
    r = digitrun_read_f64(&reader, text + at, sizeof text - 1 - at, DIGITRUN_WHOLE_ROWS, values, 4,
                          &shape);
    cr_expect(r.status == DIGITRUN_OK && r.count == 3 && r.rows == 1 && values[0] == 3);
    cr_expect(ends[0] == 5);
}
