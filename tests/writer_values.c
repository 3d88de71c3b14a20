/* tests/writer_values.c - values to write, and what a shortest number looks like in each style. */
#include "tests/writer_values.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double bits_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float bits_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint32_t f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- random families ------------------------------------------------------------------------- */

static const char *const names[VALUE_FAMILIES] = {"bits",   "0 to 1",     "+-1e9",
                                                  "floats", "decimals",   "integers",
                                                  "near 1", "subnormals", "few bits"};

const char *family_name(unsigned family)
{
    return names[family];
}

static double unit(random_source *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

static double decimal(random_source *random)
{
    char text[40];
    unsigned long long digits = random_bits(random) %
                                (random_below(random, 4) ? 10000000 : 1000000000000000);
    snprintf(text, sizeof text, "%llue%d", digits, (int)random_below(random, 24) - 18);
    return strtod(text, NULL);
}

static uint64_t few_bits(random_source *random)
{
    uint64_t bits = random_bits(random) & UINT64_C(0xfff0000000000000);
    for (size_t i = random_below(random, 4); i > 0; i--) {
        bits |= UINT64_C(1) << random_below(random, 52);
    }
    return random_chance(random, 2) ? bits : bits - random_below(random, 3);
}

static double any_f64(random_source *random, unsigned family)
{
    switch (family) {
    case 0:
        return bits_f64(random_bits(random));
    case 1:
        return unit(random);
    case 2:
        return (unit(random) - 0.5) * 2e9;
    case 3:
        return bits_f32((uint32_t)random_bits(random));
    case 4:
        return decimal(random);
    case 5:
        return (double)(random_bits(random) >> random_below(random, 64));
    case 6:
        return bits_f64((random_bits(random) >> 12) | (UINT64_C(945) + random_below(random, 136))
                                                          << 52);
    case 7:
        return bits_f64(random_bits(random) >> (12 + random_below(random, 50)));
    default:
        return bits_f64(few_bits(random));
    }
}

double random_f64(random_source *random, unsigned family)
{
    for (;;) {
        double value = any_f64(random, family);
        if (isfinite(value)) {
            return random_chance(random, 4) ? -value : value;
        }
    }
}

float random_f32(random_source *random, unsigned family)
{
    for (;;) {
        uint64_t bits = random_bits(random);
        float value = family == 0 ? bits_f32((uint32_t)bits)
                      : family == 7
                          ? bits_f32((uint32_t)(bits & 0x7fffff) >> random_below(random, 22))
                      : family == 8 ? bits_f32((uint32_t)(few_bits(random) >> 32 & 0xff80ff00))
                                    : (float)any_f64(random, family);
        if (isfinite(value)) {
            return random_chance(random, 4) ? -value : value;
        }
    }
}

/* ---- edges ----------------------------------------------------------------------------------- */

enum { AROUND_TWO = 6, AROUND_TEN = 3, FIRST_AND_LAST = 3000 };

typedef struct edge_list {
    double *f64;
    float *f32;
    size_t count;
    uint64_t end; /* bits of infinity */
} edge_list;

static void add_around(edge_list *list, uint64_t bits, uint64_t steps)
{
    for (uint64_t at = bits > steps ? bits - steps : 1; at <= bits + steps && at < list->end;
         at++) {
        if (list->f64) {
            list->f64[list->count] = bits_f64(at);
        }
        if (list->f32) {
            list->f32[list->count] = bits_f32((uint32_t)at);
        }
        list->count++;
    }
}

static void add_edges(edge_list *list, unsigned fraction_bits)
{
    for (uint64_t field = 0; field << fraction_bits < list->end; field++) {
        add_around(list, field << fraction_bits, AROUND_TWO);
    }
    for (unsigned bit = 0; bit < fraction_bits; bit++) {
        add_around(list, UINT64_C(1) << bit, AROUND_TWO);
    }
    for (int power = -325; power <= 308; power++) {
        for (int m = 1; m <= 9; m++) {
            char text[16];
            snprintf(text, sizeof text, "%de%d", m, power);
            uint64_t bits = fraction_bits == 52 ? f64_bits(strtod(text, NULL))
                                                : f32_bits(strtof(text, NULL));
            if (bits != 0 && bits < list->end) {
                add_around(list, bits, AROUND_TEN);
            }
        }
    }
    add_around(list, FIRST_AND_LAST, FIRST_AND_LAST - 1);
    add_around(list, list->end - FIRST_AND_LAST, FIRST_AND_LAST);
    for (int i = 1; i <= 4000; i++) {
        add_around(list, fraction_bits == 52 ? f64_bits(i / 8.0) : f32_bits((float)i / 8), 0);
    }
}

size_t edge_f64(double *values)
{
    edge_list list = {values, NULL, 0, UINT64_C(0x7ff) << 52};
    add_edges(&list, 52);
    return list.count;
}

size_t edge_f32(float *values)
{
    edge_list list = {NULL, values, 0, UINT64_C(0xff) << 23};
    add_edges(&list, 23);
    return list.count;
}

/* ---- styles ---------------------------------------------------------------------------------- */

const style_rule style_rules[STYLE_RULES] = {
    {DIGITRUN_STYLE_JSON, -6, 20, false, false, true, 1, 'e'},
    {DIGITRUN_STYLE_PYTHON, -4, 15, true, false, true, 2, 'e'},
    {DIGITRUN_STYLE_JAVA, -3, 6, true, true, false, 1, 'E'},
    {DIGITRUN_STYLE_C, -4, 15, false, false, true, 2, 'e'},
};

static char *put(char *out, char c, int times)
{
    while (times-- > 0) {
        *out++ = c;
    }
    return out;
}

static char *put_all(char *out, const char *text, int len)
{
    memcpy(out, text, (size_t)len);
    return out + len;
}

size_t style_text(char *out, const style_rule *rule, bool negative, const char *digits,
                  size_t count, int power)
{
    char *begin = out;
    int len = (int)count;
    out = put(out, '-', negative);
    if (power < rule->least || power > rule->most) {
        *out++ = digits[0];
        if (len > 1) {
            *out++ = '.';
            out = put_all(out, digits + 1, len - 1);
        } else if (rule->exponent_point_zero) {
            out = put_all(out, ".0", 2);
        }
        *out++ = rule->exponent;
        const char *form = rule->exponent_digits == 2 ? (rule->plus ? "%+03d" : "%02d")
                           : rule->plus               ? "%+d"
                                                      : "%d";
        return (size_t)(out + sprintf(out, form, power) - begin);
    }
    if (power < 0) {
        out = put_all(out, "0.", 2);
        out = put(out, '0', -power - 1);
        return (size_t)(put_all(out, digits, len) - begin);
    }
    int whole = power + 1;
    if (len > whole) {
        out = put_all(out, digits, whole);
        *out++ = '.';
        return (size_t)(put_all(out, digits + whole, len - whole) - begin);
    }
    out = put_all(out, digits, len);
    out = put(out, '0', whole - len);
    return (size_t)((rule->point_zero ? put_all(out, ".0", 2) : out) - begin);
}

/* ---- the run --------------------------------------------------------------------------------- */

static uint64_t checks, wrong;

random_source test_random(void)
{
    const char *given = getenv("DIGITRUN_TEST_SEED");
    random_source random = {given && *given ? strtoull(given, NULL, 0) : 20240607};
    printf("DIGITRUN_TEST_SEED=%" PRIu64 "\n", random.state);
    return random;
}

size_t test_count(size_t usual)
{
    const char *given = getenv("DIGITRUN_TEST_SCALE");
    double scale = given && *given ? strtod(given, NULL) : 1;
    return scale * (double)usual < 1 ? 1 : (size_t)(scale * (double)usual);
}

static void count_wrong(void)
{
    if (++wrong >= 10) {
        printf("too many\n");
        exit(1);
    }
}

void expect_same(const char *what, uint64_t bits, const char *got, size_t got_len, const char *want,
                 size_t want_len)
{
    checks++;
    if (got_len != want_len || memcmp(got, want, got_len) != 0) {
        printf("%s, bits %" PRIx64 ": '%.*s', not '%.*s'\n", what, bits, (int)got_len, got,
               (int)want_len, want);
        count_wrong();
    }
}

void expect(bool right, const char *what, uint64_t bits)
{
    checks++;
    if (!right) {
        printf("%s: wrong at %" PRIu64 " = 0x%" PRIx64 "\n", what, bits, bits);
        count_wrong();
    }
}

int failures(void)
{
    printf("%" PRIu64 " checks, %" PRIu64 " wrong\n", checks, wrong);
    return wrong != 0 || checks == 0;
}
