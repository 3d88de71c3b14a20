/* tests/unit_ways.c - check_text: every call, cut and room that may not change the result. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct reading_way {
    size_t first, step;            /* bytes of the first part and of each following one */
    size_t capacity, row_capacity; /* room of one call */
    unsigned flags;
    bool single;   /* float */
    bool shaped;   /* with row_ends, row_closes and valid */
    bool late_end; /* the last part says MORE too, an empty one ends the text */
} reading_way;

typedef struct reading {
    digitrun_status status;
    size_t count, rows, offset, length, missing, calls;
    union {
        double f64[CHECK_VALUES + 8];
        float f32[CHECK_VALUES + 8];
    } values;
    size_t row_ends[CHECK_ROWS + 8];
    uint8_t closes[CHECK_ROWS + 8];
    uint8_t valid[CHECK_VALUES / 8 + 8];
} reading;

enum { VALID_SHIFT = 3, LONG_TEXT = 64 };
static const size_t row_canary = (size_t)0x5ca1ab1e;
static const uint8_t byte_canary = 0xc5;

static struct {
    const digitrun_format *format;
    const char *text;
    size_t len;
    const expectation *want;
    const char *what, *row;
    size_t faults;
} now;

/* Tells the first two faults of a case: more would only repeat them. */
static void fault(const reading_way *way, const char *call, const char *fact, size_t got,
                  size_t want)
{
    if (++now.faults > 2)
        return;
    cr_expect_fail("%s: '%s': %s of %s (%s, parts %zu+%zu, room %zu/%zu, flags %u%s%s; row %s): "
                   "got %zu (%s), want %zu (%s)",
                   now.what, shown(now.text, now.len), fact, call, way->single ? "f32" : "f64",
                   way->first, way->step, way->capacity, way->row_capacity, way->flags,
                   way->shaped ? ", shaped" : "", way->late_end ? ", late end" : "", now.row, got,
                   status_name((int)got), want, status_name((int)want));
}

static bool same(const reading_way *way, const char *call, const char *fact, size_t got,
                 size_t want)
{
    if (got != want)
        fault(way, call, fact, got, want);
    return got == want;
}

static void same_values(const reading_way *way, const char *call, const reading *got, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t a = 0, b = 0;
        if (way->single) {
            memcpy(&a, &got->values.f32[i], 4);
            memcpy(&b, &now.want->f32[i], 4);
        } else {
            memcpy(&a, &got->values.f64[i], 8);
            memcpy(&b, &now.want->f64[i], 8);
        }
        if (a != b) {
            cr_log_error("value %zu: got %016" PRIx64 ", want %016" PRIx64, i, a, b);
            fault(way, call, "value", i, i);
            return;
        }
    }
}

static void same_rows(const reading_way *way, const char *call, const reading *got, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        if (!same(way, call, "row end", got->row_ends[i], now.want->row_ends[i]))
            return;
}

/* The values and rows that must be there: with WHOLE_ROWS those of whole rows only. */
static size_t due_count(const reading_way *way)
{
    if (!(way->flags & DIGITRUN_WHOLE_ROWS))
        return now.want->count;
    return now.want->rows ? now.want->row_ends[now.want->rows - 1] : 0;
}

static size_t due_missing(size_t count)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += now.want->absent[i];
    return missing;
}

static void same_reading(const reading_way *way, const char *call, const reading *got)
{
    size_t count = due_count(way);
    bool moved = now.want->status == DIGITRUN_ROW_LENGTH &&
                 (got->calls > 1 || way->first < now.len);
    if (!same(way, call, "status", (size_t)got->status, (size_t)now.want->status))
        return;
    if (!same(way, call, "count", got->count, count))
        return;
    same(way, call, "rows", got->rows, now.want->rows);
    if (!moved)
        same(way, call, "offset", got->offset, now.want->offset);
    if (!moved && now.want->same_length)
        same(way, call, "length", got->length, now.want->length);
    same(way, call, "missing", got->missing, due_missing(count));
    same_values(way, call, got, count);
    if (!way->shaped || got->rows != now.want->rows)
        return;
    same_rows(way, call, got, got->rows);
    for (size_t i = 0; i < got->rows; i++)
        if (now.want->closes[i])
            same(way, call, "closes", got->closes[i], now.want->closes[i]);
    for (size_t i = 0; i < count; i++) {
        size_t bit = i + VALID_SHIFT;
        if (!same(way, call, "valid bit", got->valid[bit / 8] >> bit % 8 & 1, !now.want->absent[i]))
            return;
    }
}

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
    const char *part = at_edge(now.text + got->offset, end - got->offset);
    size_t len = end - got->offset, count = got->count, rows = got->rows;
    set_canaries(got, way);
    digitrun_result r = way->single
                            ? digitrun_read_f32(reader, part, len, flags, got->values.f32 + count,
                                                way->capacity, asked)
                            : digitrun_read_f64(reader, part, len, flags, got->values.f64 + count,
                                                way->capacity, asked);
    check_canaries(got, way, count, rows);
    if (r.count > way->capacity || (way->shaped && r.rows > way->row_capacity) || r.offset > len)
        cr_assert_fail("'%s': %zu values, %zu rows, offset %zu of %zu", now.what, r.count, r.rows,
                       r.offset, len);
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
    digitrun_result r = read_part(reader, &again, way, now.len, 0);
    same(way, "read after an error", "status", (size_t)r.status, (size_t)got->status);
    same(way, "read after an error", "count", r.count, 0);
    same(way, "read after an error", "offset", again.offset - offset, 0);
}

/* Gives the text part by part; false where a part made no progress although there was room. */
static void read_in_parts(const reading_way *way, reading *got)
{
    digitrun_reader reader;
    size_t end = way->first < now.len ? way->first : now.len;
    bool ended = end == now.len && !way->late_end;
    memset(got, 0, offsetof(reading, values));
    memset(got->valid, way->step % 2 ? 0xff : 0, sizeof got->valid);
    digitrun_reader_init(&reader, now.format);
    for (;;) {
        unsigned more = ended ? 0 : DIGITRUN_MORE;
        digitrun_result r = read_part(&reader, got, way, end, way->flags | more);
        if (got->calls > 8 * now.len + 64)
            cr_assert_fail("'%s' makes no progress", shown(now.text, now.len));
        if (r.status >= DIGITRUN_BAD_NUMBER)
            break;
        if (r.status == DIGITRUN_FULL || r.status == DIGITRUN_ROWS_FULL) {
            bool values = r.status == DIGITRUN_FULL;
            if (values)
                same(way, "read", "count of FULL", r.count, way->capacity);
            if ((values ? way->capacity : way->row_capacity) == 0)
                break;
            continue;
        }
        same(way, "read", "OK for a part used up, PARTIAL else", r.status == DIGITRUN_OK,
             got->offset == end);
        if (ended)
            break;
        if (end == now.len)
            ended = true;
        end = now.len - end > way->step ? end + way->step : now.len;
        if (end == now.len && !way->late_end)
            ended = true;
    }
    check_final(&reader, got, way);
}

static void check_parts(reading_way way, bool mixed_matters)
{
    static reading got;
    if (now.want->status == DIGITRUN_MIXED && !mixed_matters)
        return;
    read_in_parts(&way, &got);
    same_reading(&way, "read", &got);
}

static digitrun_result parse(const reading_way *way, bool rows, const char *text, reading *got)
{
    const digitrun_format *f = now.format;
    if (rows && way->single)
        return digitrun_parse_rows_f32(text, now.len, f, got->values.f32, way->capacity,
                                       got->row_ends, way->row_capacity);
    if (rows)
        return digitrun_parse_rows_f64(text, now.len, f, got->values.f64, way->capacity,
                                       got->row_ends, way->row_capacity);
    if (way->single)
        return digitrun_parse_f32(text, now.len, f, got->values.f32, way->capacity);
    return digitrun_parse_f64(text, now.len, f, got->values.f64, way->capacity);
}

static void check_parse(reading_way way, bool rows)
{
    static reading got;
    if (now.want->status == DIGITRUN_MIXED && !rows)
        return;
    const char *call = rows ? "parse_rows" : "parse";
    const char *text = at_edge(now.text, now.len);
    way.shaped = false;
    memset(&got, 0, offsetof(reading, values));
    set_canaries(&got, &way);
    digitrun_result r = parse(&way, rows, text, &got);
    check_canaries(&got, &way, 0, 0);
    got.status = r.status, got.count = r.count, got.rows = r.rows, got.offset = r.offset;
    got.length = r.length, got.missing = r.missing;
    if (way.capacity < now.want->count) {
        same(&way, call, "status", (size_t)got.status, DIGITRUN_FULL);
        same(&way, call, "count", got.count, way.capacity);
        same_values(&way, call, &got, got.count);
    } else if (rows && way.row_capacity < now.want->rows) {
        same(&way, call, "status", (size_t)got.status, DIGITRUN_ROWS_FULL);
        same(&way, call, "rows", got.rows, way.row_capacity);
        same_rows(&way, call, &got, got.rows);
    } else {
        same_reading(&way, call, &got);
        if (rows)
            same_rows(&way, call, &got, now.want->rows);
    }
}

static void check_count(void)
{
    reading_way way = {.first = now.len};
    const expectation *want = now.want;
    size_t most = digitrun_max_values(now.len, now.format);
    if (want->count > most)
        fault(&way, "max_values", "bound", most, want->count);
    if (want->status == DIGITRUN_OUT_OF_RANGE || want->status == DIGITRUN_MIXED)
        return;
    digitrun_result r = digitrun_count(at_edge(now.text, now.len), now.len, now.format);
    same(&way, "count", "status", (size_t)r.status, (size_t)want->status);
    same(&way, "count", "count", r.count, want->count);
    same(&way, "count", "rows", r.rows, want->rows);
    same(&way, "count", "offset", r.offset, want->offset);
    if (want->same_length)
        same(&way, "count", "length", r.length, want->length);
    same(&way, "count", "missing", r.missing, want->missing - want->overflowed);
}

static void check_type(bool single)
{
    size_t len = now.len, count = now.want->count, rows = now.want->rows;
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
    if (len > 8 * LONG_TEXT)
        return;
    for (size_t step = 1; step <= 4 && step <= len; step++) {
        reading_way pieces = roomy, few = small;
        pieces.first = pieces.step = few.first = few.step = by_rows.first = by_rows.step = step;
        few.capacity = step, few.late_end = step % 2;
        check_parts(pieces, true);
        check_parts(few, true);
        check_parts(by_rows, true);
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
    now.row = row;
    check_count();
    check_type(false);
    if (now.want->narrow)
        check_type(true);
}

void check_text(const digitrun_format *format, const char *text, size_t len,
                const expectation *want, const char *what)
{
    now.format = format, now.text = text, now.len = len, now.want = want;
    now.what = what[0] ? what : "case", now.faults = 0;
    each_row(check_row);
}
