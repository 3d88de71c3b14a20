/* tests/safety_bytes.c - hostile bytes anywhere: calls return, and what they return makes sense. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const words[] = {"NA", "null-ish"};
static const uint16_t widths[] = {2, 3, 1};
#define LAX .missing = DIGITRUN_AS_MISSING, .bad = DIGITRUN_AS_MISSING
#define FIELDS .skip_fields = 1, .take_fields = 2

static const digitrun_format_spec specs[] = {
    LIST_SPEC,
    JSON_SPEC,
    NDJSON_SPEC,
    TABLE_SPEC,
    SPEC(.kind = DIGITRUN_TABLE, .separators = "\t"),
    SPEC(.kind = DIGITRUN_TABLE, .separators = " \t"),
    SPEC(.kind = DIGITRUN_LIST, LAX, .quote = '"', .comments = "#", .exponents = "d"),
    SPEC(.kind = DIGITRUN_TABLE, LAX, .quote = '"', .comments = "#", .grouping = '\'',
         .missing_words = words, .missing_word_count = 2, .blank_lines = DIGITRUN_AS_MISSING),
    SPEC(.kind = DIGITRUN_TABLE, .quote = '"', FIELDS, .columns = 2, .skip_lines = 1),
    SPEC(.kind = DIGITRUN_TABLE, LAX, .widths = widths, .width_count = 3, .decimal = ','),
    SPEC(.kind = DIGITRUN_JSON, LAX, .max_depth = 3, .sign_exponent = DIGITRUN_ACCEPT),
    SPEC(.kind = DIGITRUN_NDJSON, LAX, .columns = 2, .comments = "#"),
};

enum { ROOM = 600 };

static void sane(const digitrun_format *format, digitrun_result r, const char *text, size_t len,
                 size_t capacity)
{
    bool known = status_name(r.status)[0] != '?' && r.status < DIGITRUN_BAD_ARGUMENT;
    bool error = r.status >= DIGITRUN_BAD_NUMBER;
    if (!known || r.status == DIGITRUN_PARTIAL || r.count > capacity || r.offset > len ||
        r.missing > r.count || r.length > len - r.offset || (!error && r.length != 0) ||
        (r.status == DIGITRUN_OK && r.offset != len) || r.count > digitrun_max_values(len, format))
        cr_assert_fail("'%s': %s count %zu offset %zu length %zu", shown(text, len),
                       status_name(r.status), r.count, r.offset, r.length);
}

/* Reads in parts with room for two values, skips every bad row, and must reach the end. */
static void read_through(const digitrun_format *format, const char *text, size_t len, size_t step,
                         unsigned flags)
{
    digitrun_reader reader;
    size_t at = 0, end = step < len ? step : len, idle = 0;
    uint8_t valid[2], closes[2];
    double values[2];
    size_t ends[2];
    digitrun_reader_init(&reader, format);
    for (;;) {
        digitrun_shape shape = {.size = sizeof shape, .row_ends = ends, .row_capacity = 2};
        shape.row_closes = closes, shape.valid = valid;
        bool last = end == len;
        digitrun_result r = digitrun_read_f64(&reader, at_edge(text + at, end - at), end - at,
                                              flags | (last ? 0 : DIGITRUN_MORE), values, 2,
                                              &shape);
        if (r.count > 2 || r.rows > 2 || r.offset > end - at)
            cr_assert_fail("'%s': %zu values", shown(text, len), r.count);
        at += r.offset;
        idle = r.offset || r.count || r.rows ? 0 : idle + 1;
        if (r.status >= DIGITRUN_BAD_NUMBER)
            digitrun_reader_skip_row(&reader);
        else if ((flags & DIGITRUN_WHOLE_ROWS) && r.status == DIGITRUN_FULL && r.count == 0)
            return; /* a row larger than the room */
        else if (last && r.status == DIGITRUN_OK)
            return;
        else if (r.status == DIGITRUN_OK || r.status == DIGITRUN_PARTIAL)
            end = len - end > step ? end + step : len;
        if (idle > len + 8)
            cr_assert_fail("'%s' in parts of %zu makes no progress", shown(text, len), step);
    }
}

static void every_call(const digitrun_format *format, const char *bytes, size_t len)
{
    static double values[ROOM];
    static float floats[ROOM];
    static size_t ends[ROOM];
    const char *text = at_edge(bytes, len);
    sane(format, digitrun_parse_f64(text, len, format, values, ROOM), text, len, ROOM);
    sane(format, digitrun_parse_f32(text, len, format, floats, ROOM), text, len, ROOM);
    sane(format, digitrun_parse_rows_f64(text, len, format, values, 3, ends, 2), text, len, 3);
    sane(format, digitrun_count(text, len, format), text, len, ROOM);
    for (size_t from = 0; from <= len; from += 1 + len / 4) {
        size_t start = digitrun_record_start(text, len, from, format);
        digitrun_position at = digitrun_locate(text, len, from);
        if (start < from || start > len || at.line == 0 || at.column == 0)
            cr_assert_fail("'%s': record_start %zu from %zu", shown(text, len), start, from);
    }
    digitrun_result r = digitrun_prefix_f64(text, len, ',', values, ROOM);
    if ((r.status != DIGITRUN_OK && r.status != DIGITRUN_FULL) || r.offset > len)
        cr_assert_fail("'%s': prefix", shown(text, len));
    digitrun_prefix_f32(text, len, text == NULL || len == 0 ? ' ' : text[len - 1], floats, ROOM);
    for (size_t step = 1; step <= 3; step += 2) {
        read_through(format, bytes, len, step, 0);
        read_through(format, bytes, len, step, DIGITRUN_WHOLE_ROWS);
    }
}

static void with_each_format(void (*body)(const digitrun_format *format))
{
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        digitrun_format format;
        make_format(&format, &specs[i], "safety");
        body(&format);
    }
}

static void one_byte_changed(const digitrun_format *format)
{
    static const char *const texts[] = {"[1,[2e5,-3]]\n", "1,2.5\r\nNA,\"7\"\n", "# 1 2\n3 4d5 6",
                                        "{\"a\":[1]}"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        size_t len = strlen(texts[i]);
        for (size_t at = 0; at < len; at++) {
            for (int byte = 0; byte < 256; byte++) {
                char text[64];
                memcpy(text, texts[i], len);
                text[at] = (char)byte;
                every_call(format, text, len);
            }
        }
    }
}

static void on_each_row_bytes(const char *row)
{
    (void)row;
    with_each_format(one_byte_changed);
}

Test(safety, every_byte_at_every_place, .timeout = 300)
{
    each_row(on_each_row_bytes);
}

/* One byte alone and many times: 0 to 200 of it, at the edges of blocks. */
static void one_byte_repeated(const digitrun_format *format)
{
    static const size_t lengths[] = {0, 1, 2, 15, 16, 17, 63, 64, 65, 128, 200};
    for (int byte = 0; byte < 256; byte++) {
        char text[512];
        memset(text, byte, sizeof text);
        for (size_t i = 0; i < COUNT_OF(lengths); i++)
            every_call(format, text, lengths[i]);
    }
}

static void on_each_row_repeats(const char *row)
{
    (void)row;
    with_each_format(one_byte_repeated);
}

Test(safety, every_byte_repeated, .timeout = 300)
{
    each_row(on_each_row_repeats);
}

static uint64_t source;

/* Bytes drawn from those that mean something, and some that do not. */
static void random_bytes(const digitrun_format *format)
{
    static const char common[] = "0123456789-+.eE,;[]{}\" \t\r\n#NA'd:\\u\xef\xbb\xbf\xff";
    size_t times = test_times(1500);
    for (size_t i = 0; i < times; i++) {
        char text[200];
        size_t len = draw(&source, sizeof text), variety = 2 + draw(&source, sizeof common - 2);
        size_t shift = draw(&source, sizeof common);
        for (size_t k = 0; k < len; k++)
            text[k] = draw(&source, 50) == 0
                          ? (char)draw(&source, 256)
                          : common[(draw(&source, variety) + shift) % sizeof common];
        every_call(format, text, len);
    }
}

static void on_each_row_random(const char *row)
{
    (void)row;
    with_each_format(random_bytes);
}

Test(safety, random_bytes, .timeout = 300)
{
    source = test_seed(77);
    each_row(on_each_row_random);
}
