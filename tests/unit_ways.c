/* tests/unit_ways.c - check_text: every call, cut and room that may not change the result. */
#include "tests/unit_ways.h"

#include <criterion/criterion.h>
#include <string.h>

enum { LONG_TEXT = 64 };
static const size_t row_canary = (size_t)0x5ca1ab1e;
static const uint8_t byte_canary = 0xc5;

static void set_canaries(reading *got, const reading_way *way)
{
    size_t value_bytes = way->single ? sizeof(float) : sizeof(double);
    memset((char *)&got->values + (got->count + way->capacity) * value_bytes, byte_canary,
           value_bytes);
    got->row_ends[got->rows + way->row_capacity] = row_canary;
    got->closes[got->rows + way->row_capacity] = byte_canary;
}

static void check_canaries(const reading *got, const reading_way *way, size_t count, size_t rows)
{
    size_t value_bytes = way->single ? sizeof(float) : sizeof(double);
    const uint8_t *behind = (const uint8_t *)&got->values + (count + way->capacity) * value_bytes;
    for (size_t i = 0; i < value_bytes; i++)
        same(way, "read", "value canary", behind[i], byte_canary);
    same(way, "read", "row canary", got->row_ends[rows + way->row_capacity], row_canary);
    same(way, "read", "closes canary", got->closes[rows + way->row_capacity], byte_canary);
}

/* One call of the reader on text[offset, end), placed at the edge of a page. */
static digitrun_result read_part(digitrun_reader *reader, reading *got, const reading_way *way,
                                 size_t end, unsigned flags)
{
    digitrun_shape shape = {.size = sizeof shape,
                            .row_ends = got->row_ends + got->rows,
                            .row_capacity = way->row_capacity,
                            .row_closes = got->closes + got->rows,
                            .valid = got->valid,
                            .valid_bit = got->count + VALID_SHIFT};
    const digitrun_shape *asked = way->shaped ? &shape : NULL;
    const char *part = at_edge(checked.text + got->offset, end - got->offset);
    size_t len = end - got->offset, count = got->count, rows = got->rows;
    set_canaries(got, way);
    digitrun_result r = way->single
                            ? digitrun_read_f32(reader, part, len, flags, got->values.f32 + count,
                                                way->capacity, asked)
                            : digitrun_read_f64(reader, part, len, flags, got->values.f64 + count,
                                                way->capacity, asked);
    check_canaries(got, way, count, rows);
    if (r.count > way->capacity || (way->shaped && r.rows > way->row_capacity) || r.offset > len)
        cr_assert_fail("'%s': %zu values, %zu rows, offset %zu of %zu", checked.what, r.count,
                       r.rows, r.offset, len);
    got->calls++;
    got->count += r.count;
    got->rows += r.rows;
    got->missing += r.missing;
    got->offset += r.offset;
    got->length = r.length;
    got->status = r.status;
    return r;
}

static void check_final(digitrun_reader *reader, const reading *got, const reading_way *way)
{
    reading again = *got;
    size_t offset = again.offset;
    same(way, "read", "reader.values", (size_t)reader->values, got->count);
    same(way, "read", "reader.rows", (size_t)reader->rows, got->rows);
    if (got->status == DIGITRUN_OK) {
        same(way, "read", "reader.bytes", (size_t)reader->bytes, got->offset);
        return;
    }
    digitrun_result r = read_part(reader, &again, way, checked.len, 0);
    same(way, "read after an error", "status", (size_t)r.status, (size_t)got->status);
    same(way, "read after an error", "count", r.count, 0);
    same(way, "read after an error", "offset", again.offset - offset, 0);
}

/* Gives the text part by part; false where a part made no progress although there was room. */
static void read_in_parts(const reading_way *way, reading *got)
{
    digitrun_reader reader;
    size_t end = way->first < checked.len ? way->first : checked.len;
    bool ended = end == checked.len && !way->late_end;
    memset(got, 0, offsetof(reading, values));
    memset(got->valid, way->step % 2 ? 0xff : 0, sizeof got->valid);
    digitrun_reader_init(&reader, checked.format);
    for (;;) {
        unsigned more = ended ? 0 : DIGITRUN_MORE;
        digitrun_result r = read_part(&reader, got, way, end, way->flags | more);
        if (got->calls > 8 * checked.len + 64)
            cr_assert_fail("'%s' makes no progress", shown(checked.text, checked.len));
        if (r.status >= DIGITRUN_BAD_NUMBER)
            break;
        if (r.status == DIGITRUN_FULL || r.status == DIGITRUN_ROWS_FULL) {
            bool values = r.status == DIGITRUN_FULL;
            if (values && !(way->flags & DIGITRUN_WHOLE_ROWS))
                same(way, "read", "count of FULL", r.count, way->capacity);
            if ((values ? way->capacity : way->row_capacity) == 0)
                break;
            continue;
        }
        same(way, "read", "OK for a part used up, PARTIAL else", r.status == DIGITRUN_OK,
             got->offset == end);
        if (ended)
            break;
        if (end == checked.len)
            ended = true;
        end = checked.len - end > way->step ? end + way->step : checked.len;
        if (end == checked.len && !way->late_end)
            ended = true;
    }
    check_final(&reader, got, way);
}

static void check_parts(reading_way way, bool mixed_matters)
{
    static reading got;
    if (checked.want->status == DIGITRUN_MIXED && !mixed_matters)
        return;
    read_in_parts(&way, &got);
    same_reading(&way, "read", &got);
}

static digitrun_result parse(const reading_way *way, bool rows, const char *text, reading *got)
{
    const digitrun_format *f = checked.format;
    if (rows && way->single)
        return digitrun_parse_rows_f32(text, checked.len, f, got->values.f32, way->capacity,
                                       got->row_ends, way->row_capacity);
    if (rows)
        return digitrun_parse_rows_f64(text, checked.len, f, got->values.f64, way->capacity,
                                       got->row_ends, way->row_capacity);
    if (way->single)
        return digitrun_parse_f32(text, checked.len, f, got->values.f32, way->capacity);
    return digitrun_parse_f64(text, checked.len, f, got->values.f64, way->capacity);
}

static void check_parse(reading_way way, bool rows)
{
    static reading got;
    if (checked.want->status == DIGITRUN_MIXED && !rows)
        return;
    const char *call = rows ? "parse_rows" : "parse";
    const char *text = at_edge(checked.text, checked.len);
    way.shaped = false;
    memset(&got, 0, offsetof(reading, values));
    set_canaries(&got, &way);
    digitrun_result r = parse(&way, rows, text, &got);
    check_canaries(&got, &way, 0, 0);
    got.status = r.status, got.count = r.count, got.rows = r.rows, got.offset = r.offset;
    got.length = r.length, got.missing = r.missing;
    if (way.capacity < checked.want->count) {
        same(&way, call, "status", (size_t)got.status, DIGITRUN_FULL);
        same(&way, call, "count", got.count, way.capacity);
        same_values(&way, call, &got, got.count);
    } else if (rows && way.row_capacity < checked.want->rows) {
        same(&way, call, "status", (size_t)got.status, DIGITRUN_ROWS_FULL);
        same(&way, call, "rows", got.rows, way.row_capacity);
        same_rows(&way, call, &got, got.rows);
    } else {
        same_reading(&way, call, &got);
        if (rows)
            same_rows(&way, call, &got, checked.want->rows);
    }
}

static void check_count(void)
{
    reading_way way = {.first = checked.len};
    const expectation *want = checked.want;
    size_t most = digitrun_max_values(checked.len, checked.format);
    if (want->count > most)
        fault(&way, "max_values", "bound", most, want->count);
    if (want->status == DIGITRUN_OUT_OF_RANGE || want->status == DIGITRUN_MIXED)
        return;
    digitrun_result r = digitrun_count(at_edge(checked.text, checked.len), checked.len,
                                       checked.format);
    same(&way, "count", "status", (size_t)r.status, (size_t)want->status);
    same(&way, "count", "count", r.count, want->count);
    same(&way, "count", "rows", r.rows, want->rows);
    same(&way, "count", "offset", r.offset, want->offset);
    if (want->same_length)
        same(&way, "count", "length", r.length, want->length);
    same(&way, "count", "missing", r.missing, want->missing - want->overflowed);
}

/* Values of the longest row, the one an error cut off included. */
static size_t longest_row(void)
{
    const expectation *want = checked.want;
    size_t longest = 1;
    for (size_t i = 0; i <= want->rows; i++) {
        size_t first = i ? want->row_ends[i - 1] : 0;
        size_t end = i < want->rows ? want->row_ends[i] : want->count;
        longest = end - first > longest ? end - first : longest;
    }
    return longest;
}

static void check_type(bool single)
{
    size_t len = checked.len, count = checked.want->count, rows = checked.want->rows;
    reading_way whole = {
        .first = len, .step = 1, .capacity = count, .row_capacity = rows, .single = single};
    reading_way roomy = whole, tight = whole, late = whole, by_rows;
    roomy.capacity += 5, roomy.row_capacity += 5;
    for (int with_rows = 0; with_rows < 2; with_rows++) {
        check_parse(whole, with_rows);
        check_parse(roomy, with_rows);
        if (count > 0)
            tight.capacity = count - 1, check_parse(tight, with_rows);
    }
    if (rows > 0)
        tight = roomy, tight.row_capacity = rows - 1, check_parse(tight, true);
    check_parts(whole, false);
    whole.shaped = late.shaped = roomy.shaped = true, late.late_end = true;
    check_parts(whole, true);
    check_parts(late, true);
    by_rows = roomy, by_rows.flags = DIGITRUN_WHOLE_ROWS;
    check_parts(by_rows, true);
    reading_way small = {.first = len,
                         .step = 1,
                         .capacity = 1,
                         .row_capacity = 1,
                         .single = single,
                         .shaped = true};
    check_parts(small, true);
    reading_way row_by_row = by_rows;
    row_by_row.capacity = longest_row(), row_by_row.row_capacity = 1;
    check_parts(row_by_row, true);
    if (len > 8 * LONG_TEXT)
        return;
    for (size_t step = 1; step <= 4 && step <= len; step++) {
        reading_way pieces = roomy, few = small;
        pieces.first = pieces.step = few.first = few.step = by_rows.first = by_rows.step = step;
        few.capacity = step, few.late_end = step % 2;
        check_parts(pieces, true);
        check_parts(few, true);
        check_parts(by_rows, true);
        row_by_row.first = row_by_row.step = step;
        check_parts(row_by_row, true);
        pieces.shaped = false;
        check_parts(pieces, false);
    }
    for (size_t cut = 0; cut < len && len <= LONG_TEXT; cut++) {
        reading_way two = whole;
        two.first = cut, two.step = len;
        check_parts(two, true);
    }
}

static void check_row(const char *row)
{
    checked.row = row;
    check_count();
    check_type(false);
    if (checked.want->narrow)
        check_type(true);
}

void check_text(const digitrun_format *format, const char *text, size_t len,
                const expectation *want, const char *what)
{
    checked.format = format, checked.text = text, checked.len = len, checked.want = want;
    checked.what = what[0] ? what : "case", checked.faults = 0;
    each_row(check_row);
}
