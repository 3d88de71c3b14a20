/* tests/fuzz/write.c - fuzzed values in a fuzzed layout: every row the same bytes, in one call and
 * in many with little room, none beyond it; shortest digits and 17 read back to the same bits. */
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 256, TEXT_MOST = 1 << 19 };

typedef struct job {
    bool narrow;
    size_t count;
    double f64[VALUES_MOST];
    float f32[VALUES_MOST];
    digitrun_layout_spec spec;
    digitrun_layout layout;
} job;

static void put_word(char *word, fuzz_input *input)
{
    static const char *const words[] = {"", ",", ", ", " ", "\n", ";", "[", "]", "],[", "0123456"};
    strcpy(word, words[fuzz_byte(input) % 10]);
}

static bool make_layout(job *j, fuzz_input *input)
{
    digitrun_layout_spec *spec = &j->spec;
    memset(spec, 0, sizeof *spec);
    spec->size = sizeof *spec;
    spec->style = fuzz_byte(input) % 6;
    uint8_t choices = fuzz_byte(input);
    spec->not_finite = choices % 7;
    spec->negative_zero = choices & 64 ? DIGITRUN_REFUSE : DIGITRUN_DEFAULT;
    if (spec->style >= DIGITRUN_STYLE_FIXED)
        spec->precision = (int16_t)(fuzz_byte(input) * (choices & 128 ? 4 : 1) % 1101);
    if (choices & 32) {
        spec->fixed_min_exp10 = (int16_t)(int8_t)fuzz_byte(input);
        spec->fixed_max_exp10 = (int16_t)(int8_t)fuzz_byte(input);
    }
    spec->row_length = fuzz_byte(input) % 8;
    char *const words[] = {spec->separator,     spec->row_open, spec->row_close,
                           spec->row_separator, spec->open,     spec->close};
    for (size_t i = 0; i < 6; i++)
        put_word(words[i], input);
    return digitrun_layout_init(&j->layout, spec) == DIGITRUN_OK;
}

static void make_values(job *j, fuzz_input *input)
{
    j->count = 0;
    while (input->len != 0 && j->count < VALUES_MOST) {
        uint64_t bits = fuzz_word(input, j->narrow ? 4 : 8);
        uint32_t low = (uint32_t)bits;
        memcpy(&j->f64[j->count], &bits, sizeof bits);
        memcpy(&j->f32[j->count], &low, sizeof low);
        j->count++;
    }
}

static digitrun_result write_all(const job *j, char *text, size_t capacity)
{
    return j->narrow ? digitrun_write_f32(j->f32, j->count, &j->layout, text, capacity)
                     : digitrun_write_f64(j->f64, j->count, &j->layout, text, capacity);
}

/* With `room` bytes a call, more where a unit does not fit. Returns the bytes; *status the last. */
static size_t write_in_parts(conform_bench *bench, const job *j, size_t room, char *text,
                             digitrun_result *last)
{
    digitrun_writer writer;
    size_t len = 0, done = 0, extra = 0;
    digitrun_writer_init(&writer, &j->layout);
    for (;;) {
        char *out = guard_room(&bench->values, room + extra, 0);
        size_t left = j->count - done;
        *last = j->narrow ? digitrun_emit_f32(&writer, j->f32 + done, left, 0, out, room + extra)
                          : digitrun_emit_f64(&writer, j->f64 + done, left, 0, out, room + extra);
        if (last->offset > room + extra || len + last->offset > TEXT_MOST)
            abort();
        memcpy(text + len, out, last->offset);
        len += last->offset;
        done += last->count;
        if (last->status != DIGITRUN_FULL)
            break;
        extra = last->offset == 0 && last->count == 0 ? 2 * extra + 8 : 0;
    }
    last->count = done;
    return len;
}

/* The shortest digits, one value a line, read back on the row in use. */
static void read_back(const job *j, const fuzz_input *input)
{
    static char text[VALUES_MOST * 64];
    static double wide[VALUES_MOST];
    static float narrow[VALUES_MOST];
    digitrun_layout layout;
    digitrun_layout_spec spec = {.size = sizeof spec,
                                 .style = j->spec.style % 4,
                                 .not_finite = DIGITRUN_AS_WORD,
                                 .separator = "\n"};
    if (digitrun_layout_init(&layout, &spec) != DIGITRUN_OK)
        fuzz_fail(input, NULL, "a layout of lines is refused");
    digitrun_result out = j->narrow
                              ? digitrun_write_f32(j->f32, j->count, &layout, text, sizeof text)
                              : digitrun_write_f64(j->f64, j->count, &layout, text, sizeof text);
    digitrun_result in =
        j->narrow
            ? digitrun_parse_f32(text, out.offset, digitrun_format_list(), narrow, VALUES_MOST)
            : digitrun_parse_f64(text, out.offset, digitrun_format_list(), wide, VALUES_MOST);
    bool same = out.status == DIGITRUN_OK && in.status == DIGITRUN_OK && in.count == j->count;
    for (size_t i = 0; same && i < j->count; i++)
        same = j->narrow ? (isnan(j->f32[i]) ? isnan(narrow[i]) != 0
                                             : !memcmp(&j->f32[i], &narrow[i], sizeof(float)))
                         : (isnan(j->f64[i]) ? isnan(wide[i]) != 0
                                             : !memcmp(&j->f64[i], &wide[i], sizeof(double)));
    if (!same)
        fuzz_fail(input, NULL, "what was written does not read back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static job j;
    static char want[TEXT_MOST], got[TEXT_MOST];
    fuzz_input input = {data, size};
    conform_bench *bench = fuzz_bench();
    j.narrow = fuzz_byte(&input) & 1;
    size_t room = fuzz_byte(&input);
    if (!make_layout(&j, &input))
        return 0;
    make_values(&j, &input);
    digitrun_isa_force("scalar");
    digitrun_result whole = write_all(&j, want, TEXT_MOST);
    if (whole.offset > digitrun_write_bound(j.count, &j.layout))
        fuzz_fail(&input, NULL, "longer than the bound");
    for (size_t row = 0; row < bench->row_count; row++) {
        digitrun_result last;
        digitrun_isa_force(bench->rows[row]);
        digitrun_result again = write_all(&j, got, TEXT_MOST);
        if (again.status != whole.status || again.count != whole.count ||
            again.offset != whole.offset || memcmp(got, want, whole.offset))
            fuzz_fail(&input, NULL, bench->rows[row]);
        size_t len = write_in_parts(bench, &j, room, got, &last);
        if (last.status != whole.status || last.count != whole.count || len != whole.offset ||
            memcmp(got, want, len))
            fuzz_fail(&input, NULL, "in parts");
        read_back(&j, &input);
    }
    return 0;
}
