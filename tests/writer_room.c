/* tests/writer_room.c - framing, room and parts: every capacity, flush against a page that cannot
 * be touched; every way to go on; a refused value anywhere. The frame is put together here again,
 * from the texts of single values. */
#include "tests/guard.h"
#include "tests/writer_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 2000, MOST_BYTES = 1 << 18 };

static guard_area area;

/* A text as it must be, and where each unit ends: the text may end there when room is short. */
typedef struct expected {
    char text[MOST_BYTES];
    size_t ends[MOST_VALUES + 1]; /* [i]: behind value i - 1 and what belongs to it */
    size_t rows[MOST_VALUES + 1]; /* closed there */
    size_t count, len, all_rows;
} expected;

/* The values of one case, as doubles or floats. */
typedef struct input {
    bool narrow;
    double f64[MOST_VALUES];
    float f32[MOST_VALUES];
    size_t count;
    digitrun_layout_spec spec;
    digitrun_layout layout;
} input;

static digitrun_result write_some(const input *in, const digitrun_layout *layout, size_t from,
                                  size_t count, char *text, size_t capacity)
{
    return in->narrow ? digitrun_write_f32(in->f32 + from, count, layout, text, capacity)
                      : digitrun_write_f64(in->f64 + from, count, layout, text, capacity);
}

static digitrun_result emit_some(const input *in, digitrun_writer *writer, size_t from,
                                 size_t count, unsigned flags, char *text, size_t capacity)
{
    return in->narrow ? digitrun_emit_f32(writer, in->f32 + from, count, flags, text, capacity)
                      : digitrun_emit_f64(writer, in->f64 + from, count, flags, text, capacity);
}

/* ---- what must come out ---------------------------------------------------------------------- */

static void add(expected *want, const char *text, size_t len)
{
    expect(want->len + len <= MOST_BYTES, "the test's own room", len);
    memcpy(want->text + want->len, text, len);
    want->len += len;
}

static void add_word(expected *want, const char *word)
{
    add(want, word, strlen(word));
}

static void add_value(expected *want, const input *in, const digitrun_layout *bare, size_t i)
{
    static char text[2048];
    digitrun_result result = write_some(in, bare, i, 1, text, sizeof text);
    expect(result.status == DIGITRUN_OK && result.count == 1, "one value", i);
    add(want, text, result.offset);
}

static void make_expected(expected *want, const input *in)
{
    const digitrun_layout_spec *spec = &in->spec;
    digitrun_layout_spec alone = *spec;
    digitrun_layout bare;
    alone.row_length = 0;
    memset(alone.open, 0, 8);
    memset(alone.close, 0, 8);
    memset(alone.row_open, 0, 8);
    memset(alone.row_close, 0, 8);
    expect(digitrun_layout_init(&bare, &alone) == DIGITRUN_OK, "bare layout", 0);
    want->len = want->count = want->all_rows = 0;
    want->ends[0] = want->rows[0] = 0;
    for (size_t i = 0; i < in->count; i++) {
        bool begins = spec->row_length != 0 ? i % spec->row_length == 0 : i == 0;
        bool ends = spec->row_length != 0 && (i + 1) % spec->row_length == 0;
        add_word(want, i == 0               ? spec->open
                       : begins             ? spec->row_separator
                       : spec->separator[0] ? spec->separator
                                            : ",");
        if (begins) {
            add_word(want, spec->row_open);
        }
        add_value(want, in, &bare, i);
        if (ends) {
            add_word(want, spec->row_close);
            want->all_rows++;
        }
        want->ends[i + 1] = want->len;
        want->rows[i + 1] = want->all_rows;
    }
    if (in->count == 0) {
        add_word(want, spec->open);
    }
    if (spec->row_length == 0 || in->count % spec->row_length != 0) {
        if (in->count == 0) {
            add_word(want, spec->row_open);
        }
        add_word(want, spec->row_close);
        want->all_rows++;
    }
    add_word(want, spec->close);
    want->count = in->count;
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void pick_word(random_source *random, char word[8], const char *const *words, size_t count)
{
    memset(word, 0, 8);
    strcpy(word, words[random_below(random, count)]);
}

#define PICK(random, word, ...)                                             \
    do {                                                                    \
        static const char *const words[] = {__VA_ARGS__};                   \
        pick_word((random), (word), words, sizeof words / sizeof words[0]); \
    } while (0)

static void make_layout(input *in, random_source *random)
{
    static const size_t rows[] = {0, 0, 1, 2, 3, 7, 31, 32, 33, 100, 768};
    digitrun_layout_spec *spec = &in->spec;
    memset(spec, 0, sizeof *spec);
    spec->size = sizeof *spec;
    spec->style = (digitrun_style)random_below(random, 6);
    spec->row_length = rows[random_below(random, sizeof rows / sizeof rows[0])];
    spec->negative_zero = (digitrun_choice)random_below(random, 3);
    spec->not_finite = (digitrun_choice)(4 + random_below(random, 3));
    PICK(random, spec->separator, "", ",", ", ", ",\n", "\t", ";;;;;;;");
    PICK(random, spec->row_open, "", "[", "<row> (");
    PICK(random, spec->row_close, "\n", "]", "]\n", "; #row;");
    PICK(random, spec->row_separator, "", ",", ",\n", "/////  ");
    PICK(random, spec->open, "", "[", "[\n", "{\"a\":[");
    PICK(random, spec->close, "", "]", "]\n", "]}]}]}\n");
    if (spec->style >= DIGITRUN_STYLE_FIXED) {
        spec->precision = (int16_t)(random_chance(random, 9) ? random_below(random, 40)
                                                             : random_below(random, 9));
    } else if (random_chance(random, 4)) {
        spec->fixed_min_exp10 = (int16_t) - (int)random_below(random, 330);
        spec->fixed_max_exp10 = (int16_t)random_below(random, 320);
    }
    expect(digitrun_layout_init(&in->layout, spec) == DIGITRUN_OK, "layout", spec->style);
}

static void make_values(input *in, random_source *random, size_t count)
{
    unsigned family = (unsigned)random_below(random, VALUE_FAMILIES + 1);
    in->narrow = random_chance(random, 2);
    in->count = count;
    for (size_t i = 0; i < count; i++) {
        unsigned from = family < VALUE_FAMILIES ? family
                                                : (unsigned)random_below(random, VALUE_FAMILIES);
        in->f64[i] = random_f64(random, from);
        in->f32[i] = random_f32(random, from);
        if (random_chance(random, 12)) {
            static const double odd[] = {0, -0.0, INFINITY, -INFINITY, NAN, 1, 2};
            in->f64[i] = odd[random_below(random, 7)];
            in->f32[i] = (float)in->f64[i];
        }
    }
}

/* ---- checks ---------------------------------------------------------------------------------- */

static void check_result(const expected *want, const char *text, digitrun_result got,
                         size_t capacity)
{
    size_t fits = 0;
    while (fits < want->count && want->ends[fits + 1] <= capacity) {
        fits++;
    }
    bool whole = want->len <= capacity;
    size_t len = whole ? want->len : want->ends[fits];
    expect(got.status == (whole ? DIGITRUN_OK : DIGITRUN_FULL), "status", capacity);
    expect(got.count == fits, "count", capacity);
    expect(got.rows == (whole ? want->all_rows : want->rows[fits]), "rows", capacity);
    expect(got.length == 0 && got.missing == 0, "length, missing", capacity);
    expect_same("text", capacity, text, got.offset, want->text, len);
}

/* Room of `capacity` bytes right before a page that cannot be touched. */
static void check_room(const input *in, const expected *want, size_t capacity)
{
    char *room = guard_room(&area, capacity, 0);
    snprintf(guard_note, sizeof guard_note, "capacity %zu, %zu values, style %d", capacity,
             in->count, in->spec.style);
    digitrun_result got = write_some(in, &in->layout, 0, in->count, room, capacity);
    check_result(want, room, got, capacity);
    expect(guard_intact(&area, room, capacity, 0), "bytes before the room", capacity);
}

static void check_all_rooms(const input *in, const expected *want)
{
    size_t step = want->len > 3000 ? want->len / 300 : 1;
    for (size_t capacity = 0; capacity <= want->len + 1; capacity += step) {
        check_room(in, want, capacity);
    }
    for (size_t i = 0; i <= in->count; i++) {
        size_t end = want->ends[i];
        check_room(in, want, end);
        check_room(in, want, end == 0 ? 0 : end - 1);
    }
    check_room(in, want, want->len);
    check_room(in, want, digitrun_write_bound(in->count, &in->layout));
    expect(digitrun_write_bound(in->count, &in->layout) >= want->len, "bound", in->count);
}

/* The same text in parts of any size, through rooms of any size. */
static void check_parts(const input *in, const expected *want, random_source *random,
                        size_t most_room)
{
    digitrun_writer writer;
    size_t done = 0, len = 0, rows = 0, without_progress = 0;
    digitrun_writer_init(&writer, &in->layout);
    for (;;) {
        size_t count = random_below(random, in->count - done + 1);
        bool more = random_chance(random, 2) || count < in->count - done;
        size_t capacity = random_below(random, most_room + 1);
        char *room = guard_room(&area, capacity, 0);
        snprintf(guard_note, sizeof guard_note, "part at %zu, capacity %zu", done, capacity);
        digitrun_result got = emit_some(in, &writer, done, count, more ? DIGITRUN_MORE : 0, room,
                                        capacity);
        expect_same("part", len, room, got.offset, want->text + len, got.offset);
        done += got.count;
        len += got.offset;
        rows += got.rows;
        expect(writer.values == done, "writer.values", done);
        expect(got.status == DIGITRUN_OK || got.status == DIGITRUN_FULL, "status",
               (uint64_t)got.status);
        expect(got.status != DIGITRUN_OK || got.count == count, "count", count);
        if (got.status == DIGITRUN_OK && !more) {
            break;
        }
        without_progress = got.offset == 0 ? without_progress + 1 : 0;
        if (without_progress > 100) {
            most_room += 8; /* smaller than a unit */
            without_progress = 0;
        }
    }
    expect(done == in->count && len == want->len && rows == want->all_rows, "all parts", len);
    digitrun_result again = emit_some(in, &writer, 0, 0, 0, NULL, 0);
    expect(again.status == DIGITRUN_OK && again.offset == 0, "finished", 0);
    again = emit_some(in, &writer, 0, 1, 0, NULL, 0);
    expect(again.status == DIGITRUN_BAD_ARGUMENT, "values behind the end", 0);
}

/* A layout that refuses what is not finite stops before the first such value, whatever the room. */
static void check_refused(input *in, expected *want, random_source *random)
{
    static const double odd[] = {INFINITY, -INFINITY, NAN};
    size_t at = random_below(random, in->count);
    for (size_t i = 0; i < in->count; i++) {
        if (!isfinite(in->f64[i]) || !isfinite(in->f32[i])) {
            in->f64[i] = in->f32[i] = 1;
        }
    }
    in->spec.not_finite = DIGITRUN_REFUSE;
    expect(digitrun_layout_init(&in->layout, &in->spec) == DIGITRUN_OK, "layout", 0);
    make_expected(want, in);
    in->f64[at] = odd[random_below(random, 3)];
    in->f32[at] = (float)in->f64[at];
    for (size_t i = 0; i < 8; i++) {
        size_t capacity = i == 0   ? want->ends[at]
                          : i == 1 ? want->len
                                   : random_below(random, want->len + 1);
        char *room = guard_room(&area, capacity, 0);
        digitrun_result got = write_some(in, &in->layout, 0, in->count, room, capacity);
        if (capacity >= want->ends[at]) {
            expect(got.status == DIGITRUN_NOT_FINITE && got.count == at, "refused", at);
            expect(got.rows == want->rows[at], "rows before it", at);
            expect_same("text before it", at, room, got.offset, want->text, want->ends[at]);
        } else {
            expect(got.status == DIGITRUN_FULL && got.count < at, "full before it", at);
        }
    }
}

int main(void)
{
    static input in;
    static expected want;
    random_source random = test_random();
    expect(guard_make(&area, 2 * MOST_BYTES), "guard pages", 0);
    guard_watch();
    for (size_t i = 0; digitrun_isa_name(i) != NULL; i++) {
        const char *row = digitrun_isa_name(i);
        if (digitrun_isa_force(row) != DIGITRUN_OK) {
            printf("%s: skipped, %s\n", row, digitrun_isa_why(row));
            continue;
        }
        printf("%s\n", row);
        for (size_t k = test_count(600); k > 0; k--) {
            size_t count = random_chance(&random, 20) ? random_below(&random, MOST_VALUES)
                                                      : random_below(&random, 70);
            do {
                make_layout(&in, &random);
                make_values(&in, &random, count);
                count = count / 2;
            } while (digitrun_write_bound(in.count, &in.layout) > MOST_BYTES);
            make_expected(&want, &in);
            check_all_rooms(&in, &want);
            check_parts(&in, &want, &random, 60);
            check_parts(&in, &want, &random, want.len + 10);
            if (in.count != 0) {
                check_refused(&in, &want, &random);
            }
        }
    }
    guard_release(&area);
    return failures();
}
