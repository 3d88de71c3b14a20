/* tests/writer_modes.c - every rounding mode, and traps on: the same text, on every usable row. */
#define _GNU_SOURCE
#include "tests/writer_values.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

enum { VALUES = 500, ROOM = VALUES * 400 };

typedef struct values {
    double f64[VALUES];
    float f32[VALUES];
} values;

static size_t write_all(const values *v, bool narrow, const digitrun_layout *layout, char *text)
{
    digitrun_result result = narrow ? digitrun_write_f32(v->f32, VALUES, layout, text, ROOM)
                                    : digitrun_write_f64(v->f64, VALUES, layout, text, ROOM);
    return result.status == DIGITRUN_OK ? result.offset : 0;
}

static void check_modes(const values *v, bool narrow, const digitrun_layout *layout)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static char want[ROOM], got[ROOM];
    size_t len = write_all(v, narrow, layout, want);
    expect(len != 0, "written", narrow);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        expect(fesetround(modes[i]) == 0, "mode", i);
        size_t got_len = write_all(v, narrow, layout, got);
        fesetround(FE_TONEAREST);
        expect(got_len == len && memcmp(got, want, len) == 0, "text in another mode", i);
    }
#if defined(__GLIBC__) && defined(__x86_64__)
    feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(FE_ALL_EXCEPT);
    size_t got_len = write_all(v, narrow, layout, got);
    fedisableexcept(FE_ALL_EXCEPT);
    expect(got_len == len && memcmp(got, want, len) == 0, "text with traps on", narrow);
#endif
}

int main(void)
{
    static values v;
    random_source random = test_random();
    digitrun_layout layouts[4];
    for (int i = 0; i < 4; i++) {
        digitrun_layout_spec spec;
        memset(&spec, 0, sizeof spec);
        spec.size = sizeof spec;
        spec.style = i == 0   ? DIGITRUN_STYLE_JSON
                     : i == 3 ? DIGITRUN_STYLE_SCIENTIFIC
                              : DIGITRUN_STYLE_FIXED;
        spec.precision = (int16_t)(i == 0 ? 0 : i == 1 ? 6 : 15);
        expect(digitrun_layout_init(&layouts[i], &spec) == DIGITRUN_OK, "layout", (uint64_t)i);
    }
    for (size_t i = 0; digitrun_isa_name(i) != NULL; i++) {
        if (digitrun_isa_force(digitrun_isa_name(i)) != DIGITRUN_OK) {
            printf("%s: skipped, %s\n", digitrun_isa_name(i),
                   digitrun_isa_why(digitrun_isa_name(i)));
            continue;
        }
        printf("%s\n", digitrun_isa_name(i));
        for (size_t k = test_count(40); k > 0; k--) {
            for (size_t j = 0; j < VALUES; j++) {
                unsigned family = (unsigned)random_below(&random, k % 2 ? VALUE_FAMILIES : 5);
                v.f64[j] = random_f64(&random, family);
                v.f32[j] = random_f32(&random, family);
            }
            for (size_t j = 0; j < 8; j++) {
                check_modes(&v, j % 2 != 0, &layouts[j / 2]);
            }
        }
    }
    return failures();
}
