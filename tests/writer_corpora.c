/* tests/writer_corpora.c - the public collections of numbers and their texts, on every usable row.
 * Given: their folder in DIGITRUN_TEST_DATA, that of the file or the one above. */
#define _POSIX_C_SOURCE 200809L
#include "tests/writer_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1600 };

/* A value of either type. */
typedef struct value {
    bool narrow;
    double f64;
    float f32;
} value;

static value value_of(const char *hex)
{
    value v = {strcspn(hex, "\t, ") == 8, 0, 0};
    if (v.narrow) {
        v.f32 = bits_f32((uint32_t)strtoul(hex, NULL, 16));
    } else {
        v.f64 = bits_f64(strtoull(hex, NULL, 16));
    }
    return v;
}

static uint64_t value_bits(value v)
{
    return v.narrow ? f32_bits(v.f32) : f64_bits(v.f64);
}

static size_t write_one(value v, const digitrun_layout *layout, char *text)
{
    digitrun_result result = v.narrow ? digitrun_write_f32(&v.f32, 1, layout, text, LONGEST)
                                      : digitrun_write_f64(&v.f64, 1, layout, text, LONGEST);
    expect(result.status == DIGITRUN_OK, "status", value_bits(v));
    return result.offset;
}

static digitrun_layout make_layout(digitrun_style style, int precision,
                                   digitrun_choice negative_zero)
{
    digitrun_layout_spec spec;
    digitrun_layout layout;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.style = style;
    spec.precision = (int16_t)precision;
    spec.negative_zero = negative_zero;
    expect(digitrun_layout_init(&layout, &spec) == DIGITRUN_OK, "layout", (uint64_t)precision);
    return layout;
}

/* HEX64,TEXT as RFC 8785 */
static void take_es6(char *line)
{
    char got[LONGEST];
    digitrun_layout layout = make_layout(DIGITRUN_STYLE_JSON, 0, DIGITRUN_REFUSE);
    const char *want = strchr(line, ',') + 1;
    value v = {false, bits_f64(strtoull(line, NULL, 16)), 0};
    size_t len = write_one(v, &layout, got);
    expect_same("es6", value_bits(v), got, len, want, strlen(want));
}

static void check_styles(const char *what, value v, const char *digits, int power)
{
    const digitrun_layout *presets[STYLE_RULES] = {digitrun_layout_json(), digitrun_layout_python(),
                                                   digitrun_layout_java(), digitrun_layout_c()};
    for (size_t i = 0; i < STYLE_RULES; i++) {
        char got[LONGEST], want[LONGEST];
        bool two = style_rules[i].style == DIGITRUN_STYLE_JAVA && strlen(digits) == 1;
        if (!two || fabs(v.narrow ? (double)v.f32 : v.f64) >
                        1e-40) { /* java's two digits: see unit_write.c */
            size_t len = write_one(v, presets[i], got);
            bool negative = v.narrow ? signbit(v.f32) != 0 : signbit(v.f64) != 0;
            size_t want_len = style_text(want, &style_rules[i], negative, digits, strlen(digits),
                                         power);
            expect_same(what, value_bits(v), got, len, want, want_len);
        }
    }
}

/* HEX DIGITS POS: 0.DIGITS * 10^POS */
static void take_shortest(char *line)
{
    const char *digits = strchr(line, '\t') + 1;
    char *position = strchr(digits, '\t');
    *position++ = 0;
    check_styles("shortest", value_of(line), digits, atoi(position) - 1);
}

/* HEX D.DDDEX */
static void take_ryu(char *line)
{
    char digits[40];
    size_t count = 0;
    const char *text = strchr(line, '\t') + 1;
    for (; *text != 'E'; text++) {
        if (*text >= '0' && *text <= '9') {
            digits[count++] = *text;
        }
    }
    digits[count] = 0;
    check_styles("ryu", value_of(line), digits, atoi(text + 1));
}

/* TYPE FORMAT MANTISSApEXPONENT TEXT */
static void take_paxson(char *line)
{
    char got[LONGEST];
    char *form = strchr(line, '\t') + 1, *number = strchr(form, '\t') + 1,
         *want = strchr(number, '\t') + 1;
    char *power = strchr(number, 'p') + 1;
    digitrun_layout layout = make_layout(DIGITRUN_STYLE_SCIENTIFIC, atoi(form + 2),
                                         DIGITRUN_DEFAULT);
    double wide = ldexp((double)strtoll(number, NULL, 10), atoi(power));
    value v = {line[5] == '3', wide, (float)wide};
    size_t len = write_one(v, &layout, got);
    expect_same("paxson", value_bits(v), got, len, want, strlen(want));
}

/* HEX64 HEX32 TEXT, the exact decimal */
static void take_exact(char *line)
{
    char got[LONGEST];
    char *want = line + 26, *exponent = strchr(want, 'e'), *point = strchr(want, '.');
    size_t want_len = exponent ? (size_t)(exponent - want) : strlen(want);
    int precision = point ? (int)(want + want_len - point) - 1 : 0;
    digitrun_style style = exponent ? DIGITRUN_STYLE_SCIENTIFIC : DIGITRUN_STYLE_FIXED;
    digitrun_layout layout = make_layout(style, precision, DIGITRUN_DEFAULT);
    value v = {false, bits_f64(strtoull(line, NULL, 16)), 0};
    size_t len = write_one(v, &layout, got);
    got[len] = 0;
    if (exponent) {
        char *written = strchr(got, 'e');
        expect(written != NULL && atoi(written + 1) == atoi(exponent + 1), "exponent",
               value_bits(v));
        len = (size_t)(written - got);
    }
    expect_same("exact", value_bits(v), got, len, want, want_len);
}

typedef struct corpus {
    const char *file;
    void (*take)(char *line);
    size_t lines;
} corpus;

static const corpus corpora[] = {
    {"es6-numbers-first-30000.txt.gz", take_es6, 30000},
    {"shortest-f64-15000.tsv", take_shortest, 15000},
    {"dc-gay-shortest-single.tsv", take_shortest, 10000},
    {"ryu-shortest.tsv", take_ryu, 100},
    {"go-paxson-testfp-write-fixed.tsv", take_paxson, 68},
    {"ryu-d2fixed-powers-of-ten-exact.txt", take_exact, 3079},
};

static void read_corpus(const char *folder, const corpus *set)
{
    static char line[1 << 14];
    char command[2000];
    size_t lines = 0;
    bool packed = strstr(set->file, ".gz") != NULL;
    snprintf(command, sizeof command, packed ? "gzip -dc '%s/%s'" : "%s/%s", folder, set->file);
    FILE *file = packed ? popen(command, "r") : fopen(command, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (*line && *line != '#') {
            set->take(line);
            lines++;
        }
    }
    if (file) {
        (packed ? pclose : fclose)(file);
    }
    printf("%-36s %zu lines\n", set->file, lines);
    expect(lines == set->lines, set->file, lines);
}

/* The folder that holds the files, or NULL. */
static const char *find_folder(void)
{
    static char folder[1000];
    const char *given = getenv("DIGITRUN_TEST_DATA");
    static const char *const inside[] = {"", "/public"};
    for (size_t i = 0; given && *given && i < 2; i++) {
        char file[1100];
        snprintf(folder, sizeof folder, "%s%s", given, inside[i]);
        snprintf(file, sizeof file, "%s/%s", folder, corpora[1].file);
        FILE *found = fopen(file, "r");
        if (found) {
            fclose(found);
            return folder;
        }
    }
    return NULL;
}

int main(void)
{
    const char *folder = find_folder();
    if (!folder) {
        fprintf(stderr,
                "SKIPPED writer_corpora: DIGITRUN_TEST_DATA names no folder with the files\n");
        return 77;
    }
    for (size_t i = 0; digitrun_isa_name(i) != NULL; i++) {
        if (digitrun_isa_force(digitrun_isa_name(i)) != DIGITRUN_OK) {
            continue;
        }
        printf("%s\n", digitrun_isa_name(i));
        for (size_t k = 0; k < sizeof corpora / sizeof corpora[0]; k++) {
            read_corpus(folder, &corpora[k]);
        }
    }
    return failures();
}
