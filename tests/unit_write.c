/* tests/unit_write.c - literal values to literal text: styles, options of a number, rounding,
 * modes. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 1 << 16 };

static char text[ROOM];

static double f64_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float f32_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static digitrun_layout layout_of(digitrun_layout_spec spec)
{
    digitrun_layout layout;
    spec.size = sizeof spec;
    cr_assert(digitrun_layout_init(&layout, &spec) == DIGITRUN_OK);
    return layout;
}

static void expect_text(digitrun_result r, size_t count, const char *want, const char *what)
{
    cr_expect(r.status == DIGITRUN_OK && r.count == count && r.rows == 1, "%s: %s", what,
              status_name(r.status));
    cr_expect(r.offset == strlen(want) && memcmp(text, want, r.offset) == 0, "%s: '%.*s', not '%s'",
              what, (int)r.offset, text, want);
}

static void expect_f64(double value, const digitrun_layout *layout, const char *want)
{
    char what[80];
    snprintf(what, sizeof what, "%.17g", value);
    memset(text, '#', 64);
    expect_text(digitrun_write_f64(&value, 1, layout, text, sizeof text), 1, want, what);
}

static void expect_f32(float value, const digitrun_layout *layout, const char *want)
{
    char what[80];
    snprintf(what, sizeof what, "%.9gf", (double)value);
    memset(text, '#', 64);
    expect_text(digitrun_write_f32(&value, 1, layout, text, sizeof text), 1, want, what);
}

/* ---- the presets ----------------------------------------------------------------------------- */

typedef struct preset_case {
    double value;
    const char *json, *python, *java, *c;
} preset_case;

static const preset_case presets[] = {
    {0, "0", "0.0", "0.0", "0"},
    {-0.0, "-0", "-0.0", "-0.0", "-0"},
    {1, "1", "1.0", "1.0", "1"},
    {-1.5, "-1.5", "-1.5", "-1.5", "-1.5"},
    {0.1, "0.1", "0.1", "0.1", "0.1"},
    {0.3, "0.3", "0.3", "0.3", "0.3"},
    {0.1 + 0.2, "0.30000000000000004", "0.30000000000000004", "0.30000000000000004",
     "0.30000000000000004"},
    {100, "100", "100.0", "100.0", "100"},
    {0.001, "0.001", "0.001", "0.001", "0.001"},
    {0.00099, "0.00099", "0.00099", "9.9E-4", "0.00099"},
    {1e-4, "0.0001", "0.0001", "1.0E-4", "0.0001"},
    {1e-5, "0.00001", "1e-05", "1.0E-5", "1e-05"},
    {0.000001234, "0.000001234", "1.234e-06", "1.234E-6", "1.234e-06"},
    {1e-6, "0.000001", "1e-06", "1.0E-6", "1e-06"},
    {1e-7, "1e-7", "1e-07", "1.0E-7", "1e-07"},
    {1.25e-7, "1.25e-7", "1.25e-07", "1.25E-7", "1.25e-07"},
    {9999999, "9999999", "9999999.0", "9999999.0", "9999999"},
    {1e7, "10000000", "10000000.0", "1.0E7", "10000000"},
    {12345678.9, "12345678.9", "12345678.9", "1.23456789E7", "12345678.9"},
    {1e15, "1000000000000000", "1000000000000000.0", "1.0E15", "1000000000000000"},
    {9007199254740993.0, "9007199254740992", "9007199254740992.0", "9.007199254740992E15",
     "9007199254740992"},
    {1e16, "10000000000000000", "1e+16", "1.0E16", "1e+16"},
    {12345678901234567890.0, "12345678901234567000", "1.2345678901234567e+19",
     "1.2345678901234567E19", "1.2345678901234567e+19"},
    {1e20, "100000000000000000000", "1e+20", "1.0E20", "1e+20"},
    {123456789012345680000.0, "123456789012345680000", "1.2345678901234568e+20",
     "1.2345678901234568E20", "1.2345678901234568e+20"},
    {1e21, "1e+21", "1e+21", "1.0E21", "1e+21"},
    {1.5e300, "1.5e+300", "1.5e+300", "1.5E300", "1.5e+300"},
    {1.7976931348623157e308, "1.7976931348623157e+308", "1.7976931348623157e+308",
     "1.7976931348623157E308", "1.7976931348623157e+308"},
    {2.2250738585072014e-308, "2.2250738585072014e-308", "2.2250738585072014e-308",
     "2.2250738585072014E-308", "2.2250738585072014e-308"},
    {-5e-324, "-5e-324", "-5e-324", "-4.9E-324", "-5e-324"},
};

Test(unit_write, presets)
{
    for (size_t i = 0; i < COUNT_OF(presets); i++) {
        expect_f64(presets[i].value, digitrun_layout_json(), presets[i].json);
        expect_f64(presets[i].value, digitrun_layout_python(), presets[i].python);
        expect_f64(presets[i].value, digitrun_layout_java(), presets[i].java);
        expect_f64(presets[i].value, digitrun_layout_c(), presets[i].c);
    }
}

Test(unit_write, words_of_the_presets)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    static const char *const lower[] = {"nan", "inf", "-inf"};
    static const char *const upper[] = {"NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < 3; i++) {
        expect_f64(odd[i], digitrun_layout_python(), lower[i]);
        expect_f64(odd[i], digitrun_layout_c(), lower[i]);
        expect_f64(odd[i], digitrun_layout_java(), upper[i]);
        expect_f32((float)odd[i], digitrun_layout_python(), lower[i]);
        expect_f32((float)odd[i], digitrun_layout_java(), upper[i]);
        digitrun_result r = digitrun_write_f64(&odd[i], 1, digitrun_layout_json(), text,
                                               sizeof text);
        cr_expect(r.status == DIGITRUN_NOT_FINITE && r.count == 0 && r.offset == 0);
    }
    expect_f64(f64_of(UINT64_C(0xfff8000000000000)), digitrun_layout_c(), "nan");
    expect_f64(f64_of(UINT64_C(0x7ff0000000000001)), digitrun_layout_c(), "nan");
    expect_f32(f32_of(0xffc00001), digitrun_layout_c(), "nan");
}

/* A float has its own shortest text; that of the same double is longer. */
Test(unit_write, floats)
{
    static const struct {
        uint32_t bits;
        const char *want;
    } cases[] = {
        {0x00000000, "0"},
        {0x80000000, "-0"},
        {0x3f800000, "1"},
        {0x3dcccccd, "0.1"},
        {0x3e99999a, "0.3"},
        {0x40490fdb, "3.1415927"},
        {0x4b800000, "16777216"},
        {0x4c000000, "33554432"},
        {0x4c800000, "67108864"},
        {0x7f7fffff, "3.4028235e+38"},
        {0x00800000, "1.1754944e-38"},
        {0x00000001, "1e-45"},
        {0x00000002, "3e-45"},
        {0x007fffff, "1.1754942e-38"},
        {0x501502f9, "10000000000"},
        {0x60ad78ec, "100000000000000000000"},
        {0x49742408, "1000000.5"},
        {0x4a7ffffe, "4194303.5"},
        {0x4a000001, "2097152.2"},
        {0x0c000000, "9.8607613e-32"},
        {0x15ae43fd, "7.038531e-26"},
        {0xc2f6e979, "-123.456"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_f32(f32_of(cases[i].bits), digitrun_layout_json(), cases[i].want);
    expect_f64(0.1f, digitrun_layout_json(), "0.10000000149011612");
}

/* Whole blocks of floats whose texts are as long as any of their exponent. */
static void check_longest_floats(const char *row)
{
    static const struct {
        uint32_t bits;
        const char *want;
    } cases[] = {
        {0xb74955a2, "-0.0000120004715"}, {0xb8fba883, "-0.000120000004"},
        {0xbc23d70e, "-0.0100000035"},    {0xd1cce417, "-110000005000"},
        {0xd4ae9f7d, "-6000000600000"},
    };
    float values[200];
    for (size_t k = 0; k < COUNT_OF(cases); k++) {
        const size_t each = strlen(cases[k].want) + 1;
        for (size_t i = 0; i < COUNT_OF(values); i++)
            values[i] = f32_of(cases[k].bits);
        digitrun_result r = digitrun_write_f32(values, COUNT_OF(values), digitrun_layout_json(),
                                               text, sizeof text);
        size_t same = r.offset == each * COUNT_OF(values) - 1;
        for (size_t i = 0; i < COUNT_OF(values) && same == i + 1; i++)
            same += memcmp(text + each * i, cases[k].want, each - 1) == 0;
        cr_expect(same == COUNT_OF(values) + 1, "%s, %s: '%.40s', %zu the same", row, cases[k].want,
                  text, same);
    }
}

Test(unit_write, longest_floats)
{
    each_row(check_longest_floats);
}

/* Where one digit would do, Java (since JDK 19) means the nearest decimal of two: these are all. */
Test(unit_write, java_of_two_digits)
{
    static const struct {
        uint64_t bits;
        const char *want;
    } doubles[] = {
        {0x01, "4.9E-324"},
        {0x02, "9.9E-324"},
        {0x0a, "4.9E-323"},
        {0x0c, "5.9E-323"},
        {0x0e, "6.9E-323"},
        {0x10, "7.9E-323"},
        {0x12, "8.9E-323"},
        {0x14, "9.9E-323"},
        /* and some that are not among them */
        {0x03, "1.5E-323"},
        {0x04, "2.0E-323"},
        {0x06, "3.0E-323"},
        {0x08, "4.0E-323"},
        {0x28, "2.0E-322"},
        {0x44b52d02c7e14af6, "1.0E23"},
        {0x44ada56a4b0835c0, "7.0E22"},
        {0x44c52d02c7e14af6, "2.0E23"},
    };
    static const struct {
        uint32_t bits;
        const char *want;
    } floats[] = {
        {0x01, "1.4E-45"},           {0x02, "2.8E-45"}, {0x03, "4.2E-45"}, {0x04, "5.6E-45"},
        {0x06, "8.4E-45"},           {0x07, "9.8E-45"}, {0x15, "2.9E-44"}, {0x1d, "4.1E-44"},
        {0x47, "9.9E-44"},           {0x05, "7.0E-45"}, {0x08, "1.1E-44"}, {0x0e, "2.0E-44"},
        {0x4c000000, "3.3554432E7"},
    };
    for (size_t i = 0; i < COUNT_OF(doubles); i++)
        expect_f64(f64_of(doubles[i].bits), digitrun_layout_java(), doubles[i].want);
    for (size_t i = 0; i < COUNT_OF(floats); i++)
        expect_f32(f32_of(floats[i].bits), digitrun_layout_java(), floats[i].want);
}

/* Written by CPython 3.11's repr. */
Test(unit_write, python_repr)
{
    static const struct {
        uint64_t bits;
        const char *want;
    } cases[] = {
        {UINT64_C(0x0000000000000000), "0.0"},
        {UINT64_C(0x8000000000000000), "-0.0"},
        {UINT64_C(0x3ff0000000000000), "1.0"},
        {UINT64_C(0xbff0000000000000), "-1.0"},
        {UINT64_C(0x3fb999999999999a), "0.1"},
        {UINT64_C(0x3fe0000000000000), "0.5"},
        {UINT64_C(0x430c6bf526340000), "1000000000000000.0"},
        {UINT64_C(0x4341c37937e08000), "1e+16"},
        {UINT64_C(0x42dc12218377de66), "123456789012345.6"},
        {UINT64_C(0x4341c37937e07fff), "9999999999999998.0"},
        {UINT64_C(0x4376345785d8a000), "1e+17"},
        {UINT64_C(0x3f1a36e2eb1c432d), "0.0001"},
        {UINT64_C(0x3ee4f8b588e368f1), "1e-05"},
        {UINT64_C(0x3f202e4b6ce5dc68), "0.00012345"},
        {UINT64_C(0x3ee4f8b588e368f1), "1e-05"},
        {UINT64_C(0x0000000000000001), "5e-324"},
        {UINT64_C(0x0010000000000000), "2.2250738585072014e-308"},
        {UINT64_C(0x7fefffffffffffff), "1.7976931348623157e+308"},
        {UINT64_C(0x4340000000000000), "9007199254740992.0"},
        {UINT64_C(0x4340000000000001), "9007199254740994.0"},
        {UINT64_C(0x3e70000000000000), "5.960464477539063e-08"},
        {UINT64_C(0x3e60000000000000), "2.9802322387695312e-08"},
        {UINT64_C(0x4480f0cf064dd592), "1e+22"},
        {UINT64_C(0x44b52d02c7e14af6), "1e+23"},
        {UINT64_C(0x4340000000000000), "9007199254740992.0"},
        {UINT64_C(0x4059000000000000), "100.0"},
        {UINT64_C(0x40934a0000000000), "1234.5"},
        {UINT64_C(0x400921fb54442d18), "3.141592653589793"},
        {UINT64_C(0x3df12e0be826d695), "2.5e-10"},
        {UINT64_C(0x44dfe185ca57c517), "6.02214076e+23"},
        {UINT64_C(0x54b249ad2594c37d), "1e+100"},
        {UINT64_C(0xab2bff2ee48e0530), "-1e-100"},
        {UINT64_C(0x41ad4d52fb8f0e08), "245803389.77940392"},
        {UINT64_C(0x41bcd2c0da857e54), "483573978.52145886"},
        {UINT64_C(0x41c1984bdd90d17e), "590387131.1313932"},
        {UINT64_C(0x41ca5f416bc6ecc4), "884900567.5541005"},
        {UINT64_C(0x41bc991f9d7ad834), "479797149.4798615"},
        {UINT64_C(0x3fed83afb61ec2c4), "0.922324996665417"},
        {UINT64_C(0x3f9db38beb9086e0), "0.029005228283614737"},
        {UINT64_C(0x3fddccc2f63529c2), "0.46562265437810535"},
        {UINT64_C(0x3fee2ffa6cff07a8), "0.9433567169983137"},
        {UINT64_C(0x3fe4c46648351904), "0.6489745531369242"},
        {UINT64_C(0x2827688de6a16a3b), "2.9704598186234577e-115"},
        {UINT64_C(0x5f2dd97f1cfb10f6), "3.0534183338726823e+150"},
        {UINT64_C(0xde5271007814e8a2), "-2.3027782228163463e+146"},
        {UINT64_C(0x617959ce3f1f65a8), "3.56409621163656e+161"},
        {UINT64_C(0x1a1afe878b33e968), "6.352929017207453e-183"},
        {UINT64_C(0x3fd4235992edcf45), "0.3146575865605324"},
        {UINT64_C(0xbb2edb20035b7399), "-1.2761724801771812e-23"},
        {UINT64_C(0x687c966c377b9aa2), "2.0868668176225336e+195"},
        {UINT64_C(0x2e9c82b1478c281d), "3.66898827745704e-84"},
        {UINT64_C(0xde11cc9dea959c21), "-1.389122273370197e+145"},
        {UINT64_C(0x63b229f1c4069545), "1.7548715433165102e+172"},
        {UINT64_C(0xc30d8b7628dbd25e), "-1039514241563211.8"},
        {UINT64_C(0x126a1e48cc11d357), "5.7804021771411506e-220"},
        {UINT64_C(0x9e30691c238642ea), "-2.8497478716107576e-163"},
        {UINT64_C(0x71e0c07e9e115e4b), "3.490691392124745e+240"},
        {UINT64_C(0x21da8978206f5c66), "1.3282314387596086e-145"},
        {UINT64_C(0xf8eb18b900745130), "-2.9317061175715426e+274"},
        {UINT64_C(0x015c33b2df1461aa), "4.1124768973349897e-302"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_f64(f64_of(cases[i].bits), digitrun_layout_python(), cases[i].want);
}

/* ---- fixed and scientific -------------------------------------------------------------------- */

typedef struct rounded_case {
    double value;
    int precision;
    const char *fixed, *scientific;
} rounded_case;

static const rounded_case rounded[] = {
    {0, 0, "0", "0e+00"},
    {-0.0, 2, "-0.00", "-0.00e+00"},
    {1, 6, "1.000000", "1.000000e+00"},
    {0.5, 0, "0", "5e-01"},
    {1.5, 0, "2", "2e+00"},
    {2.5, 0, "2", "2e+00"},
    {0.125, 2, "0.12", "1.25e-01"},
    {0.375, 2, "0.38", "3.75e-01"},
    {0.045, 2, "0.04", "4.50e-02"}, /* the double is below */
    {1.005, 2, "1.00", "1.00e+00"},
    {-0.0000001, 6, "-0.000000", "-1.000000e-07"},
    {99.995, 2, "100.00", "1.00e+02"}, /* the double is above */
    {9.5, 0, "10", "1e+01"},
    {8.5, 0, "8", "8e+00"},
    {95, 0, "95", "1e+02"},
    {85, 0, "85", "8e+01"},
    {1e15, 17, "1000000000000000.00000000000000000", "1.00000000000000000e+15"},
    {1e16, 3, "10000000000000000.000", "1.000e+16"},
    {123456789.123456789, 9, "123456789.123456791", "1.234567891e+08"},
    {0.1, 17, "0.10000000000000001", "1.00000000000000006e-01"},
    {0.1, 30, "0.100000000000000005551115123126", "1.000000000000000055511151231258e-01"},
    {5e-324, 3, "0.000", "4.941e-324"},
    {1e22, 1, "10000000000000000000000.0", "1.0e+22"},
    {1e23, 0, "99999999999999991611392", "1e+23"},
    {4503599627370496.5, 0, "4503599627370496", "5e+15"},
    {4503599627370497.5, 0, "4503599627370498", "5e+15"},
};

Test(unit_write, fixed_and_scientific)
{
    for (size_t i = 0; i < COUNT_OF(rounded); i++) {
        int16_t precision = (int16_t)rounded[i].precision;
        digitrun_layout fixed = layout_of(
            (digitrun_layout_spec){.style = DIGITRUN_STYLE_FIXED, .precision = precision});
        digitrun_layout scientific = layout_of(
            (digitrun_layout_spec){.style = DIGITRUN_STYLE_SCIENTIFIC, .precision = precision});
        expect_f64(rounded[i].value, &fixed, rounded[i].fixed);
        expect_f64(rounded[i].value, &scientific, rounded[i].scientific);
    }
}

/* Just above a half, by less than 2^-60 of the last digit. */
Test(unit_write, scientific_above_a_half)
{
    static const struct {
        double value;
        int precision;
        const char *want;
    } cases[] = {
        {0x1.9d69455a53bd9p-138, 3, "4.635e-42"},
        {0x1.2405b773fbdf3p-92, 4, "2.3037e-28"},
        {0x1.2fcbc91078fefp-117, 6, "7.142211e-36"},
        {0x1.f29ca0ff893b1p-83, 7, "2.0138772e-25"},
        {0x1.c06d366394441p-36, 10, "2.5490101687e-11"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        digitrun_layout layout = layout_of((digitrun_layout_spec){
            .style = DIGITRUN_STYLE_SCIENTIFIC, .precision = (int16_t)cases[i].precision});
        expect_f64(cases[i].value, &layout, cases[i].want);
    }
}

Test(unit_write, fixed_of_the_longest)
{
    digitrun_layout layout = layout_of(
        (digitrun_layout_spec){.style = DIGITRUN_STYLE_FIXED, .precision = 1100});
    double values[] = {1.7976931348623157e308, 5e-324};
    digitrun_result r = digitrun_write_f64(values, 2, &layout, text, sizeof text);
    cr_assert(r.status == DIGITRUN_OK && r.offset == 309 + 1 + 1100 + 1 + 1 + 1 + 1100);
    cr_expect(memcmp(text, "179769313486231570814527423731704356798070567525844996598917476803157",
                     69) == 0);
    cr_expect(memcmp(text + 303, "858368.0000", 11) == 0);
    cr_expect(memcmp(text + r.offset - 1102, "0.000000", 8) == 0);
    /* 2^-1074 has 1074 digits behind the point */
    cr_expect(memcmp(text + r.offset - 1100 + 1074 - 6, "265625", 6) == 0);
    cr_expect(memcmp(text + r.offset - 26, "00000000000000000000000000", 26) == 0);
}

/* ---- options of a number --------------------------------------------------------------------- */

Test(unit_write, own_range_of_fixed_notation)
{
    digitrun_layout wide = layout_of(
        (digitrun_layout_spec){.fixed_min_exp10 = -330, .fixed_max_exp10 = 310});
    digitrun_layout never = layout_of(
        (digitrun_layout_spec){.fixed_min_exp10 = 400, .fixed_max_exp10 = 400});
    digitrun_layout large = layout_of((digitrun_layout_spec){
        .style = DIGITRUN_STYLE_PYTHON, .fixed_min_exp10 = 5, .fixed_max_exp10 = 25});
    expect_f64(1.5e-10, &wide, "0.00000000015");
    expect_f64(-1.25e25, &wide, "-12500000000000000000000000");
    expect_f64(0, &wide, "0");
    expect_f64(1, &never, "1e+0");
    expect_f64(0, &never, "0e+0");
    expect_f64(-0.0, &never, "-0e+0");
    expect_f64(-123.5, &never, "-1.235e+2");
    expect_f64(1e100, &never, "1e+100");
    expect_f64(99999, &large, "9.9999e+04");
    expect_f64(123456, &large, "123456.0");
    expect_f64(1e25, &large, "10000000000000000000000000.0");
    expect_f64(1e26, &large, "1e+26");
    expect_f32(1e-20f, &wide, "0.00000000000000000001");
    expect_f64(5e-324, &wide,
               "0.000000000000000000000000000000000000000000000000000000000000000000000000000000"
               "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
               "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
               "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
               "000005");
}

Test(unit_write, own_exponent_character)
{
    digitrun_layout d = layout_of((digitrun_layout_spec){
        .exponent = 'D', .style = DIGITRUN_STYLE_SCIENTIFIC, .precision = 3});
    digitrun_layout e = layout_of((digitrun_layout_spec){.exponent = 'E'});
    expect_f64(1234.5, &d, "1.234D+03");
    expect_f64(1e21, &e, "1E+21");
    expect_f64(1e-7, &e, "1E-7");
}

Test(unit_write, negative_zero)
{
    static const digitrun_choice keep[] = {DIGITRUN_DEFAULT, DIGITRUN_ACCEPT};
    for (size_t i = 0; i < 2; i++) {
        digitrun_layout kept = layout_of((digitrun_layout_spec){.negative_zero = keep[i]});
        expect_f64(-0.0, &kept, "-0");
        expect_f32(-0.0f, &kept, "-0");
    }
    for (digitrun_style style = 0; style <= DIGITRUN_STYLE_SCIENTIFIC; style++) {
        static const char *const zero[] = {"0", "0.0", "0.0", "0", "0", "0e+00"};
        digitrun_layout layout = layout_of(
            (digitrun_layout_spec){.style = style, .negative_zero = DIGITRUN_REFUSE});
        expect_f64(-0.0, &layout, zero[style]);
        expect_f32(-0.0f, &layout, zero[style]);
        expect_f64(0, &layout, zero[style]);
    }
    digitrun_layout fixed = layout_of((digitrun_layout_spec){
        .style = DIGITRUN_STYLE_FIXED, .precision = 2, .negative_zero = DIGITRUN_REFUSE});
    digitrun_layout far = layout_of((digitrun_layout_spec){
        .style = DIGITRUN_STYLE_FIXED, .precision = 20, .negative_zero = DIGITRUN_REFUSE});
    expect_f64(-0.001, &fixed, "0.00");
    expect_f64(-0.009, &fixed, "-0.01");
    expect_f64(-1e-30, &far, "0.00000000000000000000");
    expect_f64(-1e-20, &far, "-0.00000000000000000001");
}

Test(unit_write, not_finite)
{
    static const struct {
        digitrun_choice choice;
        digitrun_style style;
        const char *nan, *infinity, *minus;
    } cases[] = {
        {DIGITRUN_AS_NULL, DIGITRUN_STYLE_JSON, "null", "null", "null"},
        {DIGITRUN_AS_NULL, DIGITRUN_STYLE_FIXED, "null", "null", "null"},
        {DIGITRUN_AS_WORD, DIGITRUN_STYLE_JSON, "NaN", "Infinity", "-Infinity"},
        {DIGITRUN_ACCEPT, DIGITRUN_STYLE_JSON, "NaN", "Infinity", "-Infinity"},
        {DIGITRUN_AS_QUOTED_WORD, DIGITRUN_STYLE_JSON, "\"NaN\"", "\"Infinity\"", "\"-Infinity\""},
        {DIGITRUN_AS_QUOTED_WORD, DIGITRUN_STYLE_PYTHON, "\"nan\"", "\"inf\"", "\"-inf\""},
        {DIGITRUN_DEFAULT, DIGITRUN_STYLE_SCIENTIFIC, "nan", "inf", "-inf"},
        {DIGITRUN_DEFAULT, DIGITRUN_STYLE_FIXED, "nan", "inf", "-inf"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        digitrun_layout layout = layout_of(
            (digitrun_layout_spec){.style = cases[i].style, .not_finite = cases[i].choice});
        expect_f64(NAN, &layout, cases[i].nan);
        expect_f64(INFINITY, &layout, cases[i].infinity);
        expect_f64(-INFINITY, &layout, cases[i].minus);
        expect_f32(-INFINITY, &layout, cases[i].minus);
    }
    for (digitrun_style style = 0; style <= DIGITRUN_STYLE_SCIENTIFIC; style++) {
        digitrun_layout layout = layout_of(
            (digitrun_layout_spec){.style = style, .not_finite = DIGITRUN_REFUSE});
        double values[] = {1, 2, NAN, 4};
        digitrun_result r = digitrun_write_f64(values, 4, &layout, text, sizeof text);
        cr_expect(r.status == DIGITRUN_NOT_FINITE && r.count == 2);
        cr_expect(r.offset == digitrun_write_f64(values, 2, &layout, text, sizeof text).offset);
    }
}

/* ---- the surroundings change nothing --------------------------------------------------------- */

static void write_all(char *out, size_t *len)
{
    static const digitrun_style styles[] = {0, 1, 2, 3, 4, 5};
    double values[COUNT_OF(presets) + COUNT_OF(rounded)];
    float narrow[COUNT_OF(presets)];
    *len = 0;
    for (size_t i = 0; i < COUNT_OF(presets); i++) {
        values[i] = presets[i].value;
        uint64_t bits;
        memcpy(&bits, &presets[i].value, 8);
        narrow[i] = f32_of((uint32_t)(bits >> 32) & 0xff7fffff);
    }
    for (size_t i = 0; i < COUNT_OF(rounded); i++)
        values[COUNT_OF(presets) + i] = rounded[i].value;
    for (size_t i = 0; i < COUNT_OF(styles); i++) {
        int16_t precision = styles[i] >= DIGITRUN_STYLE_FIXED ? 3 : 0;
        digitrun_layout layout = layout_of(
            (digitrun_layout_spec){.style = styles[i], .precision = precision});
        *len += digitrun_write_f64(values, COUNT_OF(values), &layout, out + *len, ROOM / 2 - *len)
                    .offset;
        *len += digitrun_write_f32(narrow, COUNT_OF(narrow), &layout, out + *len, ROOM / 2 - *len)
                    .offset;
    }
}

static void write_in_modes(const char *row)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static char usual[ROOM / 2], other[ROOM / 2];
    size_t len, other_len;
    write_all(usual, &len);
    cr_expect(len > 1000);
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        cr_assert(fesetround(modes[i]) == 0);
        errno = 77;
        write_all(other, &other_len);
        int kept = errno, mode = fegetround();
        fesetround(FE_TONEAREST);
        cr_expect(kept == 77 && mode == modes[i]);
        cr_expect(len == other_len && memcmp(usual, other, len) == 0, "%s: mode %zu", row, i);
    }
}

Test(unit_write, rounding_modes_and_errno)
{
    each_row(write_in_modes);
}
