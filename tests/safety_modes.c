/* tests/safety_modes.c - rounding modes, flush to zero, errno and locale: none of them matters, and
 * none is changed. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every path to a value: short, 17 and 19 digits, over 19, big exponents, subnormals, holes. */
static const char numbers[] =
    "0.1,0.3,2.5e-5,123456789.125,3.141592653589793,0.41718530654907227,9007199254740993,7e23,1e23,"
    "1.7976931348623157e308,2.2250738585072011e-308,4.9406564584124654e-324,1.0e-308,1e-400,-1e-46,"
    "123456789012345678901234567890,0.12345678901234567890123456789012345678901234567890,16777217,"
    "1.00000000000000011102230246251565404236316680908203126,-2.4703282292062327e-324,8.5e-39,1.1e-"
    "38,"
    "7.006492321624086e-46,1.401298464324817e-45,1.1754943508222875e-38,16777217.0000000001,-0.0,"
    "0.500000059604644775390625,-98765.4321e-30,6.631236846766476e-316,-7e-45";

enum { COUNT = 64 };
/* What the calls gave, without padding, so that two can be compared as bytes. */
typedef struct told {
    size_t status, count, rows, offset, length, missing;
} told;
typedef struct outcome {
    told wide, narrow, prefixed, counted;
    unsigned char f64[COUNT][8], f32[COUNT][4], taken[COUNT][8];
} outcome;

static told tell(digitrun_result r)
{
    return (told){(size_t)r.status, r.count, r.rows, r.offset, r.length, r.missing};
}

static void read_all(outcome *out)
{
    static char text[sizeof numbers + 2];
    static double wide[COUNT], taken[COUNT];
    static float narrow[COUNT];
    size_t len = (size_t)sprintf(text, "[%s]", numbers);
    memset(out, 0, sizeof *out);
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_JSON, .overflow = DIGITRUN_ACCEPT);
    digitrun_format format;
    digitrun_format_init(&format, &spec);
    out->wide = tell(digitrun_parse_f64(text, len, &format, wide, COUNT));
    out->narrow = tell(digitrun_parse_f32(text, len, &format, narrow, COUNT));
    out->prefixed = tell(digitrun_prefix_f64(numbers, sizeof numbers - 1, ',', taken, COUNT));
    out->counted = tell(digitrun_count(text, len, &format));
    memcpy(out->f64, wide, out->wide.count * sizeof *wide);
    memcpy(out->f32, narrow, out->narrow.count * sizeof *narrow);
    memcpy(out->taken, taken, out->prefixed.count * sizeof *taken);
}

/* strtod and strtof round to nearest here and are the witnesses of what every mode must give. */
static void check_against_libc(const outcome *out)
{
    const char *at = numbers;
    cr_assert(out->wide.status == DIGITRUN_OK && out->narrow.status == DIGITRUN_OK);
    for (size_t i = 0; i < out->wide.count; i++) {
        char *end;
        float narrow = strtof(at, NULL);
        double wide = strtod(at, &end);
        cr_expect(memcmp(&wide, out->f64[i], 8) == 0, "value %zu as double", i);
        cr_expect(memcmp(&narrow, out->f32[i], 4) == 0, "value %zu as float", i);
        at = end + 1;
    }
    cr_expect(out->prefixed.count > 5 && out->counted.count == out->wide.count);
}

static void same_in_all_modes(const char *row)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static outcome nearest, other;
    read_all(&nearest);
    check_against_libc(&nearest);
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        cr_assert(fesetround(modes[i]) == 0);
        read_all(&other);
        bool kept = fegetround() == modes[i];
        fesetround(FE_TONEAREST);
        cr_expect(kept, "row %s changed rounding mode %zu", row, i);
        cr_expect(memcmp(&nearest, &other, sizeof other) == 0, "row %s differs in mode %zu", row,
                  i);
    }
}

Test(safety, rounding_modes)
{
    each_row(same_in_all_modes);
}

/* Flush to zero and denormals are zero, as a program's -ffast-math start-up code sets them. */
static bool set_flush(fenv_t *before)
{
    fenv_t flush;
    if (fegetenv(before) != 0 || fegetenv(&flush) != 0)
        return false;
#if defined(__x86_64__) && defined(__GLIBC__)
    flush.__mxcsr |= 0x8040;
    return fesetenv(&flush) == 0;
#elif defined(__aarch64__) && defined(__GLIBC__)
    flush.__fpcr |= 1u << 24;
    return fesetenv(&flush) == 0;
#else
    return false;
#endif
}

static void same_when_flushing(const char *row)
{
    static outcome plain, flushed;
    fenv_t before;
    read_all(&plain);
    if (!set_flush(&before)) {
        fprintf(stderr, "SKIPPED flush_to_zero: no way to set it here\n");
        return;
    }
    read_all(&flushed);
    fesetenv(&before);
    cr_expect(memcmp(&plain, &flushed, sizeof plain) == 0, "row %s flushes subnormals", row);
}

Test(safety, flush_to_zero)
{
    each_row(same_when_flushing);
}

/* ---- errno ---- */

static void errno_stays(const char *row)
{
    static const char *const texts[] = {"1e999", "1e-999", "[1,2", "x", "", "1,2\n3,", "[1e-320]"};
    const digitrun_format *formats[] = {digitrun_format_list(), digitrun_format_json(),
                                        digitrun_format_csv()};
    outcome out;
    double values[4];
    char cpu[64];
    errno = 4711;
    read_all(&out);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        for (size_t k = 0; k < COUNT_OF(formats); k++) {
            size_t len = strlen(texts[i]);
            digitrun_reader reader;
            digitrun_parse_f64(texts[i], len, formats[k], values, 4);
            digitrun_count(texts[i], len, formats[k]);
            digitrun_reader_init(&reader, formats[k]);
            digitrun_read_f64(&reader, texts[i], len, DIGITRUN_MORE, values, 4, NULL);
            digitrun_reader_skip_row(&reader);
            digitrun_locate(texts[i], len, len);
            digitrun_record_start(texts[i], len, len / 2, formats[k]);
        }
    }
    digitrun_cpu_text(cpu, sizeof cpu);
    digitrun_isa_force("no such row");
    digitrun_isa_usable(row);
    digitrun_isa_environment();
    digitrun_status_text(99);
    cr_expect(errno == 4711, "row %s: errno became %d", row, errno);
}

Test(safety, errno_is_not_touched)
{
    each_row(errno_stays);
}

/* ---- locale ---- */

static bool comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",      "de_DE",
                                        "fr_FR.UTF-8", "fr_FR.utf8",      "de_AT.UTF-8",
                                        "es_ES.UTF-8", "de_DE.ISO-8859-1"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (setlocale(LC_ALL, names[i]) != NULL && localeconv()->decimal_point[0] == ',')
            return true;
    return false;
}

/* Makes a comma locale in a folder of its own, where the machine has none but can. */
static bool made_comma_locale(void)
{
    char folder[] = "/tmp/digitrun-locale-XXXXXX", command[256];
    if (mkdtemp(folder) == NULL)
        return false;
    snprintf(command, sizeof command,
             "localedef -i de_DE -f ISO-8859-1 '%s/de_DE.ISO-8859-1' >/dev/null 2>&1", folder);
    int failed = system(command);
    setenv("LOCPATH", folder, 1);
    bool found = failed != -1 && comma_locale();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 && found;
}

static void same_in_comma_locale(const char *row)
{
    outcome out;
    char before[256];
    double values[2];
    snprintf(before, sizeof before, "%s", setlocale(LC_ALL, NULL));
    read_all(&out);
    digitrun_result r = digitrun_parse_f64("[0.200]", 7, digitrun_format_json(), values, 2);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1 && values[0] == 0.2, "row %s", row);
    r = digitrun_parse_f64("1,1 2,2", 7, digitrun_format_blank(), values, 2);
    cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.length == 3);
    r = digitrun_prefix_f64("0.5,1,5", 7, ',', values, 2);
    cr_expect(r.count == 2 && values[0] == 0.5 && values[1] == 1);
    cr_expect(strcmp(before, setlocale(LC_ALL, NULL)) == 0, "the locale changed");
    setlocale(LC_ALL, "C");
    check_against_libc(&out);
    setlocale(LC_ALL, before);
}

Test(safety, locale_is_not_read)
{
    if (!comma_locale() && !made_comma_locale()) {
        fprintf(stderr, "SKIPPED locale_is_not_read: no locale with a decimal comma here\n");
        return;
    }
    cr_assert(strtod("1,5", NULL) == 1.5);
    each_row(same_in_comma_locale);
}
