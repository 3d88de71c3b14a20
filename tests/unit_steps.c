/* tests/unit_steps.c - long regular texts with one end, fault or lack of room at every distance
 * from the start: kernels read so many bytes, symbols or tokens a step, with a state between. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = 150, BYTES = 2048 };

static char text[BYTES];
static size_t text_len;

static void add(const char *piece)
{
    const size_t len = strlen(piece);
    cr_assert(text_len + len < sizeof text);
    memcpy(text + text_len, piece, len + 1);
    text_len += len;
}

static void add_numbers(size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(i == 0 ? "1234" : ",1234");
}

/* That the text, read with its rows, gives `count` values and then that fault of one byte. */
static void check_fault(const char *row, const digitrun_format *format, size_t count,
                        digitrun_status status, size_t offset)
{
    double values[2 * MOST];
    size_t row_ends[16];
    const digitrun_result r = digitrun_parse_rows_f64(text, text_len, format, values,
                                                      COUNT_OF(values), row_ends, 16);
    cr_expect(r.status == status && r.count == count && r.offset == offset && r.length == 1,
              "%s, %zu numbers: %s at %zu, length %zu, count %zu; it is at %zu", row, count,
              status_name(r.status), (size_t)r.offset, (size_t)r.length, (size_t)r.count, offset);
}

/* No comma may follow a document. */
static void check_documents(const char *row)
{
    static const char *const opens[] = {"[", "[[", "[[],["}, *const closes[] = {"]", "]]", "]]"};
    for (size_t i = 0; i < COUNT_OF(opens); i++) {
        for (size_t count = 1; count < MOST; count++) {
            text_len = 0;
            add(opens[i]);
            add_numbers(count);
            add(closes[i]);
            const size_t end = text_len;
            add(",[");
            add_numbers(60);
            add("]");
            check_fault(row, digitrun_format_json(), count, DIGITRUN_BAD_STRUCTURE, end);
            check_fault(row, digitrun_format_ndjson(), count, DIGITRUN_BAD_STRUCTURE, end);
        }
    }
}

Test(unit_steps, no_comma_behind_a_document)
{
    each_row(check_documents);
}

/* No array may follow numbers in one array. */
static void check_mixed(const char *row)
{
    for (size_t depth = 1; depth < 4; depth++) {
        for (size_t count = 1; count < MOST; count++) {
            text_len = 0;
            add(&"[[["[3 - depth]);
            add_numbers(count);
            add(",");
            const size_t end = text_len;
            add("[");
            add_numbers(60);
            add(&"]]]]"[3 - depth]);
            check_fault(row, digitrun_format_json(), count, DIGITRUN_MIXED, end);
        }
    }
}

Test(unit_steps, no_array_behind_numbers)
{
    each_row(check_mixed);
}

/* With less room than there are numbers nothing is written behind it. */
static void check_room(const char *row)
{
    double values[MOST + 1];
    text_len = 0;
    add_numbers(MOST);
    for (size_t capacity = 0; capacity < MOST; capacity++) {
        for (size_t i = 0; i <= MOST; i++)
            values[i] = -1;
        const digitrun_result r = digitrun_parse_f64(text, text_len, digitrun_format_list(), values,
                                                     capacity);
        cr_expect(r.status == DIGITRUN_FULL && r.count == capacity && values[capacity] == -1 &&
                      (capacity == 0 || values[capacity - 1] == 1234),
                  "%s, room for %zu: %s, count %zu", row, capacity, status_name(r.status),
                  (size_t)r.count);
    }
}

Test(unit_steps, numbers_beyond_the_room)
{
    each_row(check_room);
}

/* As doubles these lie in the middle between two floats, as written below it: rounded twice, they
 * would become the upper float. By exact fractions. */
static const struct {
    const char *token;
    uint64_t f64;
    uint32_t f32;
} twice[] = {
    {"29.7701997756958", 0x403dc52bd0000000, 0x41ee295e},
    {"0.0644611082971096", 0x3fb08085f0000000, 0x3d84042f},
    {"0.0000637864250165876", 0x3f10b8a270000000, 0x3885c513},
    {"0.635698527097702", 0x3fe457a470000000, 0x3f22bd23},
    {"0.483697310090065", 0x3fdef4e590000000, 0x3ef7a72c},
    {"0.0000713934023224283", 0x3f12b72150000000, 0x3895b90a},
    {"0.000978879805188626", 0x3f5009b830000000, 0x3a804dc1},
    {"0.439212366938591", 0x3fdc1c0e30000000, 0x3ee0e071},
};

static void check_twice(const char *row)
{
    for (size_t i = 0; i < COUNT_OF(twice); i++) {
        for (size_t count = 1; count < 60; count++) {
            double doubles[60];
            float floats[60];
            uint64_t f64;
            uint32_t f32;
            text_len = 0;
            for (size_t k = 0; k < count; k++) {
                add(k == 0 ? "[" : ",");
                add(twice[i].token);
            }
            add("]");
            const digitrun_format *json = digitrun_format_json();
            const digitrun_result d = digitrun_parse_f64(text, text_len, json, doubles, count);
            const digitrun_result f = digitrun_parse_f32(text, text_len, json, floats, count);
            cr_assert(d.count == count && f.count == count);
            for (size_t k = 0; k < count; k++) {
                memcpy(&f64, doubles + k, sizeof f64);
                memcpy(&f32, floats + k, sizeof f32);
                cr_expect(f64 == twice[i].f64 && f32 == twice[i].f32, "%s: number %zu of %zu, %s",
                          row, k, count, twice[i].token);
            }
        }
    }
}

Test(unit_steps, floats_rounded_once)
{
    each_row(check_twice);
}
