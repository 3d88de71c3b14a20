/* tests/writer_rounded.c - fixed(p) and scientific(p) against printf, which rounds exactly: every p
 * up to 1100, every kind of value, ties above all, double and float, every usable row. */
#include "tests/writer_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, LONGEST = 1500, MOST_PRECISION = 1100 };

static digitrun_layout layout_of(digitrun_style style, int precision)
{
    digitrun_layout_spec spec;
    digitrun_layout layout;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.style = style;
    spec.precision = (int16_t)precision;
    expect(digitrun_layout_init(&layout, &spec) == DIGITRUN_OK, "layout", (uint64_t)precision);
    return layout;
}

/* Compares `text`, of `count` values, with printf's of each. */
static void compare(const char *what, const char *form, int precision, const double *values,
                    size_t count, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    for (size_t i = 0; i < count; i++) {
        static char want[LONGEST];
        size_t want_len = (size_t)snprintf(want, sizeof want, form, precision, values[i]);
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        expect_same(what, f64_bits(values[i]), at, (size_t)(stop - at), want, want_len);
        at = stop + (comma != NULL);
    }
    expect(at == end, what, len);
}

static void check_f64(digitrun_style style, int precision, const double *values, size_t count)
{
    static char text[BLOCK * LONGEST];
    digitrun_layout layout = layout_of(style, precision);
    digitrun_result result = digitrun_write_f64(values, count, &layout, text, sizeof text);
    expect(result.status == DIGITRUN_OK && result.count == count, "written", count);
    expect(result.offset <= digitrun_write_bound(count, &layout), "bound", result.offset);
    bool fixed = style == DIGITRUN_STYLE_FIXED;
    compare(fixed ? "fixed" : "scientific", fixed ? "%.*f" : "%.*e", precision, values, count, text,
            result.offset);
}

static void check_f32(digitrun_style style, int precision, const float *values, size_t count)
{
    static char text[BLOCK * LONGEST];
    double wide[BLOCK];
    digitrun_layout layout = layout_of(style, precision);
    digitrun_result result = digitrun_write_f32(values, count, &layout, text, sizeof text);
    expect(result.status == DIGITRUN_OK && result.count == count, "written", count);
    for (size_t i = 0; i < count; i++) {
        wide[i] = values[i];
    }
    bool fixed = style == DIGITRUN_STYLE_FIXED;
    compare(fixed ? "fixed, float" : "scientific, float", fixed ? "%.*f" : "%.*e", precision, wide,
            count, text, result.offset);
}

static const digitrun_style styles[2] = {DIGITRUN_STYLE_FIXED, DIGITRUN_STYLE_SCIENTIFIC};

/* ---- values ---------------------------------------------------------------------------------- */

/* Exactly between two decimals of p digits: an odd number of 10^-p / 2, where that is a double. */
static double fixed_tie(random_source *random, int precision)
{
    double odd = (double)(2 * (random_bits(random) >> (12 + random_below(random, 50))) + 1);
    return ldexp(odd, -1 - precision);
}

/* An integer whose digits behind the first p + 1 are 5 and zeros. */
static double scientific_tie(random_source *random, int precision)
{
    double power = 1;
    for (int i = 0; i < precision; i++) {
        power *= 10;
    }
    double digits = floor(power * (1 + (double)random_below(random, 900000) / 100000));
    double scale = 5;
    for (size_t i = random_below(random, 6); i > 0; i--) {
        scale *= 10;
    }
    return digits * scale * 2 + scale;
}

/* 9.99..., 0.0999..., and the like */
static double nines(random_source *random)
{
    char text[48];
    int count = 1 + (int)random_below(random, 20);
    int len = snprintf(text, sizeof text, "%.*s.%.*se%d", (int)random_below(random, 8) + 1,
                       "99999999", count, "99999999999999999999",
                       (int)random_below(random, 40) - 20);
    return len > 0 ? strtod(text, NULL) : 0;
}

static double near(random_source *random, double value)
{
    uint64_t bits = f64_bits(value);
    return bits == 0 ? 0 : bits_f64(bits + random_below(random, 3) - 1);
}

static double pick(random_source *random, int precision)
{
    size_t kind = random_below(random, 8);
    double value = kind == 0   ? fixed_tie(random, precision)
                   : kind == 1 ? near(random, fixed_tie(random, precision))
                   : kind == 2 ? scientific_tie(random, precision)
                   : kind == 3 ? near(random, scientific_tie(random, precision))
                   : kind == 4 ? nines(random)
                   : kind == 5
                       ? (random_chance(random, 9) ? 0 : 0.5 * (double)random_below(random, 100))
                       : random_f64(random, (unsigned)random_below(random, VALUE_FAMILIES));
    if (!isfinite(value)) {
        value = 1;
    }
    return random_chance(random, 3) ? -value : value;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Many values where the fast ways are, p up to 20. */
static void check_usual(random_source *random)
{
    for (int precision = 0; precision <= 20; precision++) {
        size_t rest = test_count(30000);
        while (rest > 0) {
            double values[BLOCK];
            float narrow[BLOCK];
            size_t count = rest < BLOCK ? rest : BLOCK;
            for (size_t i = 0; i < count; i++) {
                values[i] = pick(random, precision);
                float value = (float)pick(random, precision);
                narrow[i] = isfinite(value) ? value : 1;
            }
            for (size_t i = 0; i < 2; i++) {
                check_f64(styles[i], precision, values, count);
                check_f32(styles[i], precision, narrow, count);
            }
            rest -= count;
        }
    }
}

static void check_every_precision(random_source *random)
{
    for (int precision = 0; precision <= MOST_PRECISION; precision++) {
        double values[40] = {0,   -0.0, 5e-324, -2.2250738585072014e-308, 1.7976931348623157e308,
                             0.5, 1.5,  1e22};
        size_t count = precision % 100 == 0 ? 40 : 14;
        for (size_t i = 8; i < count; i++) {
            values[i] = pick(random, precision % 40);
        }
        for (size_t i = 0; i < 2; i++) {
            check_f64(styles[i], precision, values, count);
        }
    }
}

/* Powers of two and ten with their neighbours, the least and the largest. */
static void check_edges(void)
{
    static const int precisions[] = {0, 2, 6, 15, 16, 17, 18};
    size_t count = edge_f64(NULL);
    double *values = malloc(count * sizeof *values);
    if (!values) {
        abort();
    }
    edge_f64(values);
    for (size_t p = 0; p < sizeof precisions / sizeof precisions[0]; p++) {
        for (size_t i = 0; i < count; i += BLOCK) {
            size_t some = count - i < BLOCK ? count - i : BLOCK;
            check_f64(styles[0], precisions[p], values + i, some);
            check_f64(styles[1], precisions[p], values + i, some);
        }
    }
    free(values);
}

int main(void)
{
    random_source random = test_random();
    for (size_t i = 0; digitrun_isa_name(i) != NULL; i++) {
        const char *row = digitrun_isa_name(i);
        if (digitrun_isa_force(row) != DIGITRUN_OK) {
            printf("%s: skipped, %s\n", row, digitrun_isa_why(row));
            continue;
        }
        printf("%s\n", row);
        check_usual(&random);
        check_every_precision(&random);
        check_edges();
    }
    return failures();
}
