/* tests/environment_fast_math.c - a program built and linked with -ffast-math and its like, whose
 * start-up code has subnormals flushed to zero, reads and writes all the same. Compared as bits. */
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <string.h>

typedef struct sample {
    const char *text;
    uint64_t f64;
    uint32_t f32;
} sample;

static const sample samples[] = {
    {"4.9406564584124654e-324", 0x0000000000000001, 0x00000000},
    {"2.2250738585072011e-308", 0x000fffffffffffff, 0x00000000},
    {"-1e-310", 0x800012688b70e62b, 0x80000000},
    {"1e-45", 0x3696d601ad376ab9, 0x00000001},
    {"-1.1754942e-38", 0xb80fffffbb1dd6a1, 0x807fffff},
    {"0.1", 0x3fb999999999999a, 0x3dcccccd},
    {"9007199254740993", 0x4340000000000000, 0x5a000000},
    {"-0", 0x8000000000000000, 0x80000000},
};
enum { SAMPLES = sizeof samples / sizeof *samples, COPIES = 200, VALUES = SAMPLES * COPIES };

static int failures;

static void expect(int right, const char *row, const char *what, size_t at)
{
    if (!right && failures++ < 10)
        printf("%s: %s is wrong, value %zu (%s)\n", row, what, at, samples[at % SAMPLES].text);
}

static void check_row(const char *row)
{
    static char text[VALUES * 32], out[VALUES * 32];
    static double wide[VALUES], again[VALUES];
    static float narrow[VALUES];
    size_t len = 0;
    for (size_t i = 0; i < VALUES; i++)
        len += (size_t)sprintf(text + len, "%s%s", i ? "," : "[", samples[i % SAMPLES].text);
    text[len++] = ']';
    const digitrun_format *json = digitrun_format_json();
    digitrun_result f64 = digitrun_parse_f64(text, len, json, wide, VALUES);
    digitrun_result f32 = digitrun_parse_f32(text, len, json, narrow, VALUES);
    expect(f64.count == VALUES && f32.count == VALUES, row, "the count", 0);
    for (size_t i = 0; i < VALUES; i++) {
        const sample *s = &samples[i % SAMPLES];
        expect(memcmp(&wide[i], &s->f64, 8) == 0, row, "a double", i);
        expect(memcmp(&narrow[i], &s->f32, 4) == 0, row, "a float", i);
    }
    digitrun_result written = digitrun_write_f64(wide, VALUES, digitrun_layout_c(), out,
                                                 sizeof out);
    digitrun_result back = digitrun_parse_f64(out, written.offset, digitrun_format_list(), again,
                                              VALUES);
    expect(back.count == VALUES && memcmp(again, wide, sizeof wide) == 0, row, "what was written",
           0);
}

int main(void)
{
    volatile double least = 2.2250738585072014e-308;
    printf("subnormals are %s in this program\n", least / 2 == 0 ? "flushed" : "kept");
    for (size_t i = 0; digitrun_isa_name(i); i++) {
        const char *row = digitrun_isa_name(i);
        if (digitrun_isa_force(row) == DIGITRUN_OK)
            check_row(row);
        else
            printf("skipped: row %s (%s)\n", row, digitrun_isa_why(row));
    }
    printf(failures ? "FAILED: %d\n" : "all the same\n", failures);
    return failures != 0;
}
