/* tests/safety_traps.c - a program that has its floating-point exceptions trapped is not trapped by
 * this library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* feenableexcept */
#endif
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 3000, TEXT_MOST = 1 << 17 };

#if defined(__GLIBC__) && defined(__x86_64__)
enum { TRAPS = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW };

/* Numbers of every kind, odd tokens between; enough of them to fill blocks and chunks. */
static size_t make_text(char *text)
{
    static const char *const kinds[] = {"0.25",
                                        "-17",
                                        "1e300",
                                        "1e-300",
                                        "4.9e-324",
                                        "1.7976931348623157e308",
                                        "1e400",
                                        "NA",
                                        "nan",
                                        "inf",
                                        "-inf",
                                        "1e-400",
                                        "123456789012345678901234567890",
                                        "0.1e1",
                                        "9.9e-310",
                                        "x",
                                        "3.4e38",
                                        "1e-46",
                                        "00012",
                                        ".5",
                                        "7.",
                                        "1e",
                                        "-",
                                        "1.2.3",
                                        "12345.678",
                                        "0.000000000000000000000000000001"};
    size_t len = 0;
    uint64_t state = 1;
    for (int i = 0; i < NUMBERS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t kind = (state >> 33) % (i < NUMBERS / 2 ? 2 : COUNT_OF(kinds));
        len += (size_t)sprintf(text + len, "%s,", kinds[kind]);
    }
    return len - 1;
}

static void nothing_traps(const char *row)
{
    static char text[TEXT_MOST], out[TEXT_MOST];
    static double values[NUMBERS], bits[NUMBERS];
    static float narrow[NUMBERS], narrow_bits[NUMBERS];
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .bad = DIGITRUN_AS_MISSING,
                                     .missing = DIGITRUN_AS_MISSING, .overflow = DIGITRUN_ACCEPT);
    digitrun_format format;
    size_t len = make_text(text);
    uint64_t state = 7;
    for (size_t i = 0; i < NUMBERS; i++) { /* any bits: signalling NaNs too */
        uint32_t half;
        state = state * 6364136223846793005u + 1442695040888963407u;
        half = (uint32_t)(state >> 32);
        memcpy(&bits[i], &state, sizeof state);
        memcpy(&narrow_bits[i], &half, sizeof half);
    }
    make_format(&format, &spec, "traps");
    feclearexcept(FE_ALL_EXCEPT);
    cr_assert(feenableexcept(TRAPS) != -1);
    digitrun_result wide = digitrun_parse_f64(text, len, &format, values, NUMBERS);
    digitrun_result small = digitrun_parse_f32(text, len, &format, narrow, NUMBERS);
    digitrun_result counted = digitrun_count(text, len, &format);
    digitrun_prefix_f64(text, len, ',', values, NUMBERS);
    size_t written = digitrun_write_f64(bits, NUMBERS, digitrun_layout_c(), out, TEXT_MOST).offset;
    written += digitrun_write_f32(narrow_bits, NUMBERS, digitrun_layout_c(), out, TEXT_MOST).offset;
    fedisableexcept(FE_ALL_EXCEPT);
    cr_expect(wide.status == DIGITRUN_OK && wide.count == NUMBERS, "row %s", row);
    cr_expect(small.count == NUMBERS && counted.count == NUMBERS && written > NUMBERS, "row %s",
              row);
}

Test(safety, floating_point_traps)
{
    each_row(nothing_traps);
}
#else
Test(safety, floating_point_traps)
{
    fprintf(stderr, "SKIPPED floating_point_traps: no feenableexcept here\n");
}
#endif
