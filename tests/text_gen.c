/* tests/text_gen.c - randomness, text buffers and the numbers and odd tokens put into texts. */
#include "tests/text_gen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_mix(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint64_t random_bits(random_source *random)
{
    random->state += 0x9E3779B97F4A7C15u;
    return random_mix(random->state, 0);
}

size_t random_below(random_source *random, size_t bound)
{
    return bound ? (size_t)(random_bits(random) % bound) : 0;
}

bool random_chance(random_source *random, size_t one_in)
{
    return random_below(random, one_in) == 0;
}

void text_add(text_buffer *text, const char *bytes, size_t len)
{
    if (len > text->room - text->len) {
        text->room = (text->len + len) * 2 + 256;
        text->bytes = realloc(text->bytes, text->room);
        if (!text->bytes)
            abort();
    }
    if (len)
        memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
}

void text_word(text_buffer *text, const char *word)
{
    text_add(text, word, strlen(word));
}

void text_put(text_buffer *text, int byte)
{
    char one = (char)byte;
    text_add(text, &one, 1);
}

void text_release(text_buffer *text)
{
    free(text->bytes);
    memset(text, 0, sizeof *text);
}

/* ---- numbers -------------------------------------------------------------------------------- */
static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void put_digits(text_buffer *text, random_source *random, size_t count)
{
    while (count-- > 0)
        text_put(text, '0' + (int)random_below(random, 10));
}

static size_t digit_count(random_source *random)
{
    static const uint16_t most[] = {4, 20, 40, 40, 130, 400, 800, 2000};
    return 1 + random_below(random, most[random_below(random, 8)]);
}

/* Any count of digits before and behind the point, any exponent. */
static void put_long(text_buffer *text, random_source *random)
{
    if (random_chance(random, 3)) {
        text_put(text, '0');
    } else {
        text_put(text, '1' + (int)random_below(random, 9));
        put_digits(text, random, digit_count(random) - 1);
    }
    if (random_chance(random, 4))
        return;
    text_put(text, '.');
    if (random_chance(random, 4)) {
        for (size_t zeros = digit_count(random); zeros > 0; zeros--)
            text_put(text, '0');
    }
    put_digits(text, random, digit_count(random));
}

static void put_exponent(text_buffer *text, random_source *random, int least, int most)
{
    char word[40];
    int exponent = least + (int)random_below(random, (size_t)(most - least + 1));
    const char *plus = exponent >= 0 && random_chance(random, 2) ? "+" : exponent < 0 ? "-" : "";
    snprintf(word, sizeof word, "%c%s%0*d", random_chance(random, 2) ? 'e' : 'E', plus,
             (int)(1 + random_below(random, random_chance(random, 8) ? 12 : 3)), abs(exponent));
    text_word(text, word);
}

/* The exact decimal expansion of an odd multiple of half a unit in the last place: a tie; or that
 * with a digit appended far behind, or its last digit lowered: just above, just below. */
static void put_tie(text_buffer *text, random_source *random, bool single)
{
    char word[1300];
    int bits = single ? 24 : 53;
    uint64_t significand = (random_bits(random) >> (64 - bits)) | (1ull << (bits - 1));
    int exponent = single ? (int)random_below(random, 277) - 150
                          : (int)random_below(random, 2000) - 1030;
    if (random_chance(random, 2))
        exponent = (int)random_below(random, 80) - 60;
    if (single) {
        double tie = ldexp((double)(2 * significand + 1), exponent - 1); /* 25 bits: exact */
        snprintf(word, sizeof word, "%.*e", 200, tie);
    } else {
        long double tie = ldexpl((long double)(2 * significand + 1), exponent - 1);
        snprintf(word, sizeof word, "%.*Le", 800,
                 tie); /* exact where long double has 54 bits or more */
    }
    char *e = strchr(word, 'e');
    if (!e) { /* beyond the range of the type the tie was made in */
        text_word(text, "1e22");
        return;
    }
    char *end = e;
    while (end[-1] == '0')
        end--;
    if (end[-1] == '.')
        end++; /* "3.0" */
    text_add(text, word, (size_t)(end - word));
    size_t kind = random_below(random, 4);
    if (kind == 1) {
        for (size_t zeros = random_below(random, 40); zeros > 0; zeros--)
            text_put(text, '0');
        text_put(text, '1');
    } else if (kind == 2 && text->bytes[text->len - 1] > '0') {
        text->bytes[text->len - 1]--;
        for (size_t nines = random_below(random, 40); nines > 0; nines--)
            text_put(text, '9');
    } else if (kind == 3) {
        for (size_t zeros = random_below(random, 40); zeros > 0; zeros--)
            text_put(text, '0');
    }
    text_word(text, e);
}

static void put_power(text_buffer *text, random_source *random)
{
    char word[1200];
    if (random_chance(random, 2)) {
        snprintf(word, sizeof word, "1e%d", (int)random_below(random, 680) - 345);
    } else {
        int exponent = (int)random_below(random, 2098) - 1074;
        snprintf(word, sizeof word, "%.*e", (int)random_below(random, 30), ldexp(1.0, exponent));
        if (random_chance(random, 4))
            snprintf(word, sizeof word, "%.*e", 766, ldexp(1.0, exponent));
    }
    text_word(text, word);
}

static void put_edge(text_buffer *text, random_source *random)
{
    static const char *const words[] = {"1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.797693134862315807e308",
                                        "1.797693134862315708145274237317e308",
                                        "179769313486231570000e289",
                                        "1.7976931348623159e308",
                                        "3.4028235e38",
                                        "3.4028234663852886e38",
                                        "3.4028235677973366e38",
                                        "3.40282356779733661637539395458142568447e38",
                                        "3.40282356779733661637539395458142568448e38",
                                        "3.4028236e38",
                                        "340282346638528859811704183484516925440",
                                        "4.9406564584124654e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.47032822920623272e-324",
                                        "2.2250738585072014e-308",
                                        "2.2250738585072011e-308",
                                        "2.225073858507201e-308",
                                        "1.1754943508222875e-38",
                                        "1.17549435e-38",
                                        "1.1754942e-38",
                                        "1.4e-45",
                                        "7.006492321624085e-46",
                                        "7.006492321624086e-46",
                                        "1e-400",
                                        "1e-99999999999999999999",
                                        "0e99999999999999999999",
                                        "0.0000e-400",
                                        "9007199254740993",
                                        "9007199254740992.99999999999999",
                                        "9223372036854775808",
                                        "18446744073709551616",
                                        "18446744073709551615",
                                        "123456789012345678901234567890",
                                        "1e22",
                                        "1e23",
                                        "9e22",
                                        "8.5e22",
                                        "1e0",
                                        "5e-324",
                                        "16777217",
                                        "16777219",
                                        "1090544144181609348835077142190",
                                        "0.1e1",
                                        "6.02214076e23",
                                        "1e-5",
                                        "-0",
                                        "0",
                                        "-0.0",
                                        "0.0",
                                        "0e0",
                                        "1E5",
                                        "1e+05",
                                        "1e-0005"};
    text_word(text, words[random_below(random, sizeof words / sizeof *words)]);
}

static void put_format(text_buffer *text, const char *format, int digits, double value)
{
    char word[1500];
    if (value - value != 0)
        value = 1.5; /* inf, nan */
    snprintf(word, sizeof word, format, digits, value);
    text_word(text, word);
}

void gen_number(text_buffer *text, random_source *random, size_t style)
{
    char word[64];
    double unit = (double)(random_bits(random) >> 11) * 0x1p-53;
    if (style >= GEN_NUMBER_STYLES)
        style = random_below(random, GEN_NUMBER_STYLES);
    if (random_chance(random, 3))
        text_put(text, '-');
    switch (style) {
    case 0:
        put_format(text, "%.*g", 17, fabs(double_of(random_bits(random))));
        break;
    case 1:
        put_format(text, "%.*g", (int)(15 + random_below(random, 3)), unit);
        break;
    case 2:
        snprintf(word, sizeof word, "%llu",
                 (unsigned long long)(random_bits(random) >> random_below(random, 64)));
        text_word(text, word);
        break;
    case 3:
        put_format(text, "%.*f", (int)random_below(random, 12),
                   unit * pow(10, (double)random_below(random, 9)));
        break;
    case 4:
        put_tie(text, random, false);
        break;
    case 5:
        put_tie(text, random, true);
        break;
    case 6:
        put_long(text, random);
        break;
    case 7:
        put_format(text, "%.*f", (int)random_below(random, 18), unit * 10);
        put_exponent(text, random, -350, 310);
        break;
    case 8:
        text_word(text, random_chance(random, 2) ? "0" : "0.000");
        if (random_chance(random, 2))
            put_exponent(text, random, -400, 400);
        break;
    case 9:
        put_format(text, "%.*g", (int)(1 + random_below(random, 20)),
                   double_of(random_bits(random) >> 12));
        break;
    case 10:
        put_format(text, "%.*g", 9, (double)fabsf(float_of((uint32_t)random_bits(random))));
        break;
    case 11:
        put_format(text, "%.*f", 2, (double)random_below(random, 100000) / 100);
        break;
    case 12:
        put_format(text, "%.*f", (int)(1 + random_below(random, 30)),
                   unit * pow(10, -(double)random_below(random, 25)));
        break;
    case 13:
        put_format(text, "%.*e", (int)random_below(random, 30),
                   (double)fabsf(float_of((uint32_t)random_bits(random))));
        break;
    case 14:
        put_long(text, random);
        put_exponent(text, random, -400, 330);
        break;
    case 15:
        put_power(text, random);
        break;
    case 16:
        if (text->len && text->bytes[text->len - 1] == '-')
            text->len--;
        put_edge(text, random);
        break;
    case 17:
        put_format(text, "%.*g", 9, (double)float_of((uint32_t)(random_bits(random) >> 41)));
        break;
    case 18:
        text_put(text, '0' + (int)random_below(random, 10));
        break;
    default:
        put_format(text, "%.*f", 6, unit);
        break;
    }
}

/* ---- the same in the dialect of a spec ------------------------------------------------------ */
static bool accepts(digitrun_choice choice, const digitrun_format_spec *spec)
{
    bool json = spec->kind == DIGITRUN_JSON || spec->kind == DIGITRUN_NDJSON;
    return choice == DIGITRUN_ACCEPT || (choice == DIGITRUN_DEFAULT && !json);
}

/* 1234567 -> 1,234,567 */
static void put_grouped(text_buffer *text, const char *digits, size_t count, char grouping)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            text_put(text, grouping);
        text_put(text, digits[i]);
    }
}

static void put_dialect_exponent(text_buffer *text, random_source *random,
                                 const digitrun_format_spec *spec, const char *e, const char *end)
{
    bool sign = e + 1 < end && (e[1] == '-' || e[1] == '+');
    if (spec->sign_exponent == DIGITRUN_ACCEPT && sign && random_chance(random, 2)) {
        text_add(text, e + 1, (size_t)(end - e) - 1);
        return;
    }
    size_t letters = strlen(spec->exponents);
    text_put(text, letters && random_chance(random, 2)
                       ? spec->exponents[random_below(random, letters)]
                       : *e);
    text_add(text, e + 1, (size_t)(end - e) - 1);
}

void gen_cell_number(text_buffer *text, random_source *random, const digitrun_format_spec *spec,
                     size_t style)
{
    text_buffer plain = {0};
    gen_number(&plain, random, style);
    text_put(&plain, 0); /* for strspn */
    plain.len--;
    const char *at = plain.bytes, *end = plain.bytes + plain.len;
    if (*at == '-') {
        text_put(text, *at++);
    } else if (accepts(spec->plus, spec) && random_chance(random, 16)) {
        text_put(text, '+');
    }
    size_t whole = strspn(at, "0123456789");
    if (accepts(spec->leading_zeros, spec) && random_chance(random, 16))
        text_word(text, spec->grouping ? "0" : "000");
    bool fraction = at + whole < end && at[whole] == '.';
    bool bare = accepts(spec->bare_point, spec);
    if (spec->grouping && random_chance(random, 2)) {
        put_grouped(text, at, whole, spec->grouping);
    } else if (!(bare && fraction && *at == '0' && whole == 1 && random_chance(random, 4))) {
        text_add(text, at, whole);
    }
    at += whole;
    if (fraction) {
        text_put(text, spec->decimal ? spec->decimal : '.');
        at++;
    } else if (bare && random_chance(random, 16)) {
        text_put(text, spec->decimal ? spec->decimal : '.');
    }
    const char *e = at;
    while (e < end && *e != 'e' && *e != 'E')
        e++;
    text_add(text, at, (size_t)(e - at));
    if (e < end)
        put_dialect_exponent(text, random, spec, e, end);
    text_release(&plain);
}

void gen_odd(text_buffer *text, random_source *random, const gen_spec *spec)
{
    static const char *const words[] = {"",
                                        "",
                                        "NA",
                                        "null",
                                        "nan",
                                        "NaN",
                                        "-nan",
                                        "inf",
                                        "-Infinity",
                                        "INFINITY",
                                        "+inf",
                                        "infinit",
                                        "nanx",
                                        "Informed",
                                        "+1",
                                        "+1.5e3",
                                        "-+1",
                                        "1.",
                                        ".5",
                                        "-.5",
                                        "2.e1",
                                        "007",
                                        "-01",
                                        "00",
                                        "-",
                                        "+",
                                        ".",
                                        "e5",
                                        "1e",
                                        "1e+",
                                        "1e400",
                                        "-1e400",
                                        "1e309",
                                        "1e39",
                                        "-1e39",
                                        "1.2.3",
                                        "1e5.5",
                                        "1e5e5",
                                        "abc",
                                        "0x1p3",
                                        "--1",
                                        "1-2",
                                        "1.5-304",
                                        "1.5+3",
                                        "1.5D3",
                                        "1d-5",
                                        "true",
                                        "false",
                                        "nul",
                                        "nulll",
                                        "\"\"",
                                        "\"text\"",
                                        "\"a\\n\\u00e9\\\"b\"",
                                        "\"bad \\x\"",
                                        "\"\\u12G4\"",
                                        "{}",
                                        "{\"a\":1}",
                                        "{\"a\":[1,2,{\"b\":null}],\"c\":\"]\"}",
                                        "{\"a\":01}",
                                        "{\"a\" 1}",
                                        "{a:1}",
                                        "{\"a\":1,}",
                                        "[]",
                                        "[[]]",
                                        "}",
                                        ":",
                                        "1:2",
                                        "1_000",
                                        "1,234",
                                        "1,234,567.5",
                                        "12,34",
                                        "1 2",
                                        "1 234",
                                        "\"1.5\"",
                                        "\"1,5\"",
                                        "\" 2 \"",
                                        "\"a\"\"b\"",
                                        "\"1\n2\"",
                                        "\"3\"x",
                                        "\"open",
                                        "#",
                                        "# note",
                                        "%",
                                        "-\xE2\x88\x92"
                                        "1",
                                        "\xC2\xA0",
                                        "1\xC2\xA0"
                                        "5",
                                        "\xEF\xBB\xBF"
                                        "1",
                                        "$5",
                                        "5%",
                                        "1e0000000000000000000005",
                                        "-0",
                                        "-0e5",
                                        "0.0e-0",
                                        "1\0072",
                                        "\x80",
                                        "\xFF",
                                        "'1'"};
    size_t words_here = spec ? spec->spec.missing_word_count : 0;
    size_t kind = random_below(random, 16);
    if (kind < 4 && words_here) {
        text_word(text, spec->words[random_below(random, words_here)]);
    } else if (kind == 4) {
        for (size_t n = 1 + random_below(random, 70); n > 0; n--)
            text_put(text, 'a' + (int)random_below(random, 26));
    } else if (kind == 5) {
        for (size_t n = random_below(random, 6); n > 0; n--)
            text_put(text, (int)random_below(random, 256));
    } else if (kind == 6) {
        text_put(text, spec && spec->spec.quote ? spec->spec.quote : '"');
        gen_cell_number(text, random, &spec->spec, GEN_NUMBER_STYLES);
        text_put(text, spec && spec->spec.quote ? spec->spec.quote : '"');
    } else if (kind == 7) {
        gen_number(text, random, GEN_NUMBER_STYLES);
        text_put(text, ".e-+x"[random_below(random, 5)]);
    } else {
        text_word(text, words[random_below(random, sizeof words / sizeof *words)]);
    }
}
