/* bench/sets.c - the sets of numbers, made from a fixed seed, or read from a file. */
#include "bench/sets.h"

#include "bench/decimal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t seed = 20240607;

static char *put_unit(bench_random *random, size_t i, char *out)
{
    (void)i;
    return bench_put_f64(out, random_unit(random));
}

static char *put_billion(bench_random *random, size_t i, char *out)
{
    (void)i;
    return bench_put_f64(out, -1e9 + 2e9 * random_unit(random));
}

/* Not nearer to 0 than 1e-9: the exact writers reach no further, and no embedding holds it either.
 * */
static float embedding(bench_random *random)
{
    float value;
    do {
        value = (float)(0.05 * random_normal(random));
    } while (value > -1e-9f && value < 1e-9f);
    return value;
}

static char *put_embedding_f32(bench_random *random, size_t i, char *out)
{
    (void)i;
    return bench_put_f32(out, embedding(random));
}

static char *put_embedding_f64(bench_random *random, size_t i, char *out)
{
    (void)i;
    return bench_put_f64(out, (double)embedding(random));
}

static char *put_embedding_8_10(bench_random *random, size_t i, char *out)
{
    (void)i;
    int digits = 8 + (int)random_below(random, 4);
    return bench_put_significant(out, (double)embedding(random), digits == 11 ? 9 : digits);
}

/* Places with 4 to 7 decimals; latitude follows longitude. */
static char *put_geo(bench_random *random, size_t i, char *out)
{
    static const int scale[] = {10000, 100000, 1000000, 10000000};
    int at = (int)random_below(random, 6);
    at = at < 4 ? at : 2;
    double place = i % 2 ? 40.5 + 0.45 * random_unit(random) : -74.3 + 0.6 * random_unit(random);
    return bench_put_fixed(out, (int64_t)(place * scale[at]), at + 4);
}

/* Six decimals, as the nearest double shows them at fifteen: 43.420273000000009. */
static char *put_canada(bench_random *random, size_t i, char *out)
{
    int64_t millionths = i % 2 ? 41680000 + (int64_t)random_below(random, 41430000)
                               : -141000000 + (int64_t)random_below(random, 88380000);
    return bench_put_decimals15(out, (double)millionths / 1e6);
}

/* Vertices, then indices of triangles, as a mesh file has them. */
static char *put_mesh(bench_random *random, size_t i, char *out)
{
    if (i / 8000 % 2) {
        return bench_put_digits(out, random_below(random, random_below(random, 8) ? 3600 : 100));
    }
    return bench_put_significant(out, random_normal(random) + 1e-3, 12);
}

static char *put_integer(bench_random *random, size_t i, char *out)
{
    static const uint32_t limits[] = {10,      100,      1000,      10000,     100000,
                                      1000000, 10000000, 100000000, 1000000000};
    (void)i;
    return bench_put_digits(out, random_below(random, limits[random_below(random, 9)]));
}

static char *put_price(bench_random *random, size_t i, char *out)
{
    (void)i;
    uint64_t limit = 10;
    for (uint64_t digits = random_below(random, 7); digits; digits--) {
        limit *= 10;
    }
    return bench_put_fixed(out, (int64_t)random_below(random, limit * 100), 2);
}

static char *put_exponent(bench_random *random, size_t i, char *out)
{
    (void)i;
    if (random_below(random, 2)) {
        *out++ = '-';
    }
    *out++ = (char)('1' + random_below(random, 9));
    *out++ = '.';
    out = bench_put_padded(out, random_below(random, 10000000000000000u), 16);
    *out++ = 'e';
    return bench_put_fixed(out, (int64_t)random_below(random, 601) - 300, 0);
}

static char *put_fixed6(bench_random *random, size_t i, char *out)
{
    (void)i;
    return bench_put_fixed(out, (int64_t)(1e6 * random_normal(random)), 6);
}

/* At least one decimal, at most two: 0.0, 6.3, 0.88. */
static char *put_money(uint64_t cents, char *out)
{
    return cents % 10 ? bench_put_fixed(out, (int64_t)cents, 2)
                      : bench_put_fixed(out, (int64_t)cents / 10, 1);
}

/* The 13 numeric fields of a ride, in the order of the taxi documents; places are float32 shown as
 * double. */
static char *put_taxi(bench_random *random, size_t i, char *out)
{
    switch (i % 13) {
    case 0: /* total */
    case 8: /* fare */
        return put_money(
            350 + 10 * random_below(random, 600) + (i % 13 ? 0 : random_below(random, 10)), out);
    case 1: /* surcharge */
        return put_money(30, out);
    case 2:
    case 5:
        return bench_put_f64(out, (double)(float)(-74.05 + 0.3 * random_unit(random)));
    case 3:
    case 6:
        return bench_put_f64(out, (double)(float)(40.6 + 0.25 * random_unit(random)));
    case 4: /* tolls */
        return put_money(random_below(random, 20) ? 0 : 554, out);
    case 7: /* passengers */
        return bench_put_digits(out, 1 + random_below(random, 6));
    case 9: /* extra */
        return put_money(50 * random_below(random, 3), out);
    case 10: /* distance */
        return put_money(random_below(random, 1500), out);
    case 11: /* tip */
        return put_money(random_below(random, 2) ? 0 : random_below(random, 1200), out);
    default: /* tax */
        return put_money(50, out);
    }
}

/* 0.ddd x 10^exponent10 as d.dde17, trailing zeros dropped. */
static char *put_scientific(char *out, const char *digits, size_t count, int exponent10)
{
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    *out++ = digits[0];
    if (count > 1) {
        *out++ = '.';
        memcpy(out, digits + 1, count - 1);
        out += count - 1;
    }
    *out++ = 'e';
    return bench_put_fixed(out, exponent10 - 1, 0);
}

/* The middle between two doubles, exactly, in digits. */
static size_t exact_midpoint(bench_random *random, int least, int span, char *digits,
                             int *exponent10)
{
    uint64_t double_bits = ((uint64_t)1 << 52) | random_bits(random) >> 12;
    int exponent2 = least + (int)random_below(random, (uint64_t)span);
    return bench_exact(2 * double_bits + 1, exponent2 - 1, digits, exponent10);
}

/* Midpoints cut to 19 to 25 digits: as near to the middle as a text of such a length can be. */
static char *put_near_halfway(bench_random *random, size_t i, char *out)
{
    (void)i;
    char digits[BENCH_DIGITS + 1];
    int exponent10;
    size_t count = exact_midpoint(random, -200, 350, digits, &exponent10);
    size_t keep = 19 + (size_t)random_below(random, 7);
    return put_scientific(out, digits, keep < count ? keep : count, exponent10);
}

/* A third exact, a third just above, a third just below. */
static char *put_midpoint(bench_random *random, size_t i, char *out)
{
    static const int least[] = {-1074, -330, -60, 60}, span[] = {75, 270, 121, 841};
    char digits[BENCH_DIGITS + 50];
    int exponent10;
    uint64_t range = random_below(random, 4);
    size_t count = exact_midpoint(random, least[range], span[range], digits, &exponent10);
    size_t more = 1 + (size_t)random_below(random, 40);
    if (i % 3 == 1) {
        memset(digits + count, '0', more - 1);
        digits[count + more - 1] = '1';
        count += more;
    } else if (i % 3 == 2) {
        memset(digits + count, '0', more);
        count += more;
        size_t at = count - 1;
        for (; digits[at] == '0'; at--) {
            digits[at] = '9';
        }
        digits[at]--;
    }
    return put_scientific(out, digits, count, exponent10);
}

static char *put_many_digits(bench_random *random, char *out, size_t count)
{
    *out++ = (char)('1' + random_below(random, 9));
    for (size_t i = 1; i < count; i++) {
        *out++ = (char)('0' + random_below(random, 10));
    }
    return out;
}

static char *put_800_2000(bench_random *random, size_t i, char *out)
{
    size_t count = 800 + (size_t)random_below(random, 1201);
    if (random_below(random, 2)) {
        *out++ = '-';
    }
    if (i % 3 == 0) {
        memcpy(out, "0.", 2);
        return put_many_digits(random, out + 2, count);
    }
    size_t whole = i % 3 == 1 ? 1 + (size_t)random_below(random, 300) : 1;
    out = put_many_digits(random, out, whole);
    *out++ = '.';
    out = put_many_digits(random, out, count - whole);
    if (i % 3 == 2) {
        *out++ = 'e';
        out = bench_put_fixed(out, (int64_t)random_below(random, 501) - 250, 0);
    }
    return out;
}

static char *put_million(bench_random *random, size_t i, char *out)
{
    (void)i;
    memcpy(out, "0.", 2);
    return put_many_digits(random, out + 2, 1000000);
}

/* Every finite double is as likely as any other: its 17 digits. */
static char *put_random_bits(bench_random *random, size_t i, char *out)
{
    char digits[BENCH_DIGITS];
    int exponent10;
    uint64_t bits = random_bits(random), field = bits >> 52 & 2047;
    (void)i;
    if (field == 2047) {
        bits ^= (uint64_t)1 << 62;
        field = 1023;
    }
    uint64_t significand = (bits & 0xFFFFFFFFFFFFFu) | (uint64_t)(field != 0) << 52;
    size_t count = bench_exact(significand, (field ? (int)field : 1) - 1075, digits, &exponent10);
    if (bits >> 63) {
        *out++ = '-';
    }
    if (count <= 17) {
        return put_scientific(out, digits, count, exponent10);
    }
    uint64_t rounded = 0;
    for (size_t at = 0; at < 17; at++) {
        rounded = 10 * rounded + (uint64_t)(digits[at] - '0');
    }
    rounded += digits[17] >= '5';
    size_t len = (size_t)(bench_put_digits(digits, rounded) - digits);
    return put_scientific(out, digits, len, exponent10 + (len > 17));
}

static char *put_shuffled(bench_random *random, size_t i, char *out)
{
    const bench_source *source;
    do {
        source = &bench_sources[random_below(random, bench_source_count)];
    } while (!source->ordinary || source->put == put_shuffled);
    (void)i;
    return source->put(random, (size_t)random_below(random, 48000), out);
}

const bench_source bench_sources[] = {
    {"0.0-1.0", "unit", "doubles in 0.0-1.0, shortest text", 16, true, put_unit, 32, false},
    {"-1E9..+1E9", "billion", "doubles in -1E9..+1E9, shortest text", 16, true, put_billion, 32,
     false},
    {"taxi", "taxi-documents", "the numeric fields of ride records", 13, true, put_taxi, 32, false},
    {"embedding-f32", "f32", "normal(0, 0.05) float32 as float32 text", 768, true,
     put_embedding_f32, 32, false},
    {"embedding-f64", "f64", "the same as double text, 17 digits", 768, true, put_embedding_f64, 32,
     false},
    {"embedding-8-10", "8-10", "the same with 8-10 significant digits", 768, true,
     put_embedding_8_10, 32, false},
    {"geo", "places", "places with 4-7 decimals", 2, true, put_geo, 32, false},
    {"canada-like", "lonlat", "longitude, latitude with 15-17 digits", 2, true, put_canada, 32,
     false},
    {"mesh-like", "mesh", "12-digit vertices, 1-4-digit indices", 3, true, put_mesh, 32, false},
    {"fixed6", "%.6f", "normal(0, 1) as %.6f", 3, true, put_fixed6, 32, false},
    {"integers", "ints", "integers of 1-9 digits", 16, true, put_integer, 32, false},
    {"prices", "money", "1-7 digits and two decimals", 16, true, put_price, 32, false},
    {"exponents", "sci", "17 digits, e-300 to e300", 16, true, put_exponent, 32, false},
    {"shuffled", "mixed", "all of these shuffled", 16, true, put_shuffled, 32, false},
    {"near-halfway", "halfway", "midpoints cut to 19-25 digits", 16, false, put_near_halfway, 40,
     false},
    {"midpoints", "exact-midpoints", "exact midpoints, and a digit beside", 16, false, put_midpoint,
     900, false},
    {"digits-800-2000", "long", "numbers of 800-2000 digits", 16, false, put_800_2000, 2016, false},
    {"digits-1000000", "million", "numbers of 1,000,000 digits", 1, false, put_million, 1000016,
     false},
    {"random-bits", "bits", "all finite doubles alike, for `write` only", 16, false,
     put_random_bits, 32, true},
};
const size_t bench_source_count = sizeof bench_sources / sizeof *bench_sources;

const bench_source *bench_find_source(const char *name)
{
    for (size_t i = 0; i < bench_source_count; i++) {
        const bench_source *source = &bench_sources[i];
        if (strcmp(name, source->name) == 0 || strcmp(name, source->alias) == 0) {
            return source;
        }
    }
    return NULL;
}

bool bench_is_beyond_float(const bench_set *set)
{
    return strcmp(set->name, "exponents") == 0 || strcmp(set->name, "shuffled") == 0 ||
           set->for_writing;
}

uint64_t bench_hash(const char *data, size_t len)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < len; i++) {
        hash = (hash ^ (uint8_t)data[i]) * 0x100000001B3u;
    }
    return hash;
}

bool bench_make_set(bench_set *set, const bench_source *source, size_t bytes)
{
    /* Each set has its own start, so that it does not depend on which others are made. */
    bench_random random = {seed ^ bench_hash(source->name, strlen(source->name))};
    size_t room = bytes + 5 * (source->longest + 1);
    *set = (bench_set){.row = source->row,
                       .ordinary = source->ordinary,
                       .for_writing = source->for_writing,
                       .text = malloc(room)};
    if (set->text == NULL) {
        return false;
    }
    snprintf(set->name, sizeof set->name, "%s", source->name);
    char *out = set->text;
    while ((size_t)(out - set->text) < bytes || set->count < 4) {
        out = source->put(&random, set->count++, out);
        *out++ = '\n';
    }
    set->len = (size_t)(out - set->text);
    return true;
}

void bench_free_set(bench_set *set)
{
    free(set->text);
    set->text = NULL;
}

static char *read_whole(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *data = NULL;
    size_t room = 0;
    *len = 0;
    for (size_t got = 1; got != 0; *len += got) {
        if (room - *len < 65536) {
            room = room * 2 + (1u << 20);
            char *more = realloc(data, room);
            if (more == NULL) {
                break;
            }
            data = more;
        }
        got = fread(data + *len, 1, room - *len, file);
    }
    bool failed = ferror(file) || data == NULL;
    fclose(file);
    if (failed) {
        free(data);
        return NULL;
    }
    return data;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t skip_digits(const char *text, size_t i, size_t len)
{
    while (i < len && is_digit(text[i])) {
        i++;
    }
    return i;
}

static bool is_json_number(const char *text, size_t len)
{
    size_t i = len && text[0] == '-';
    size_t after = skip_digits(text, i, len);
    if (after == i || (text[i] == '0' && after > i + 1)) {
        return false;
    }
    i = after;
    if (i < len && text[i] == '.') {
        after = skip_digits(text, i + 1, len);
        if (after == i + 1) {
            return false;
        }
        i = after;
    }
    if (i < len && (text[i] == 'e' || text[i] == 'E')) {
        i += 1 + (i + 1 < len && (text[i + 1] == '-' || text[i + 1] == '+'));
        after = skip_digits(text, i, len);
        if (after == i) {
            return false;
        }
        i = after;
    }
    return i == len;
}

/* The token at the end of [start, *len) of the set: made a JSON number and kept, or dropped. */
static bool keep_token(bench_set *set, size_t start)
{
    char *token = set->text + start;
    size_t sign = *token == '-', zeros = sign;
    while (zeros + 1 < set->len - start && token[zeros] == '0' && is_digit(token[zeros + 1])) {
        zeros++;
    }
    memmove(token + sign, token + zeros, set->len - start - zeros);
    set->len -= zeros - sign;
    if (!is_json_number(token, set->len - start)) {
        set->len = start;
        return false;
    }
    set->text[set->len++] = '\n';
    set->count++;
    return true;
}

bool bench_read_set(bench_set *set, const char *path, size_t *left_out)
{
    const char *slash = strrchr(path, '/');
    *set = (bench_set){.row = 16, .ordinary = true};
    *left_out = 0;
    snprintf(set->name, sizeof set->name, "%s", slash ? slash + 1 : path);
    errno = 0;
    size_t len;
    char *data = read_whole(path, &len);
    set->text = data ? malloc(len + 2) : NULL;
    if (set->text == NULL) {
        free(data);
        return false;
    }
    for (size_t i = 0; i < len;) {
        size_t start = set->len;
        for (; i < len && data[i] && strchr("0123456789+-.eE", data[i]); i++) {
            set->text[set->len++] = data[i];
        }
        if (set->len == start) {
            i++;
        } else if (!keep_token(set, start)) {
            ++*left_out;
        }
    }
    free(data);
    errno = 0;
    return set->count >= 4;
}
