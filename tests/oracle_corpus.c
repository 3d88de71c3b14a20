/* tests/oracle_corpus.c - public collections of hard numbers and malformed texts. */
#define _POSIX_C_SOURCE 200809L
#include "tests/oracle.h"

#include <stdlib.h>
#include <string.h>

typedef struct corpus {
    oracle_run *run;
    const digitrun_format *list, *json, *json_words, *json_any;
    size_t lines;
} corpus;

typedef void (*take_line)(corpus *set, char *line);

static bool is_json_number(const char *token, size_t len)
{
    double value[1];
    digitrun_format_spec spec;
    digitrun_format format;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.kind = DIGITRUN_JSON;
    spec.overflow = DIGITRUN_ACCEPT;
    digitrun_format_init(&format, &spec);
    return digitrun_parse_f64(token, len, &format, value, 1).status == DIGITRUN_OK;
}

static void check_hex(corpus *set, const char *token, size_t len, const char *hex64,
                      const char *hex32)
{
    char *plain = malloc(len + 1);
    if (!plain)
        abort();
    memcpy(plain, token, len);
    plain[len] = 0;
    double wide = model_strtod(plain);
    float narrow = model_strtof(plain);
    uint64_t bits64;
    uint32_t bits32;
    memcpy(&bits64, &wide, sizeof wide);
    memcpy(&bits32, &narrow, sizeof narrow);
    if ((hex64 && strtoull(hex64, NULL, 16) != bits64) ||
        (hex32 && strtoul(hex32, NULL, 16) != bits32))
        oracle_fail(set->run, "the corpus and strtod disagree", token, len);
    oracle_token(set->run, set->list, token, len);
    if (is_json_number(token, len))
        oracle_token(set->run, set->json, token, len);
    free(plain);
}

/* HEX64 HEX32 TEXT */
static void take_value(corpus *set, char *line)
{
    if (strlen(line) > 26)
        check_hex(set, line + 26, strlen(line + 26), line, line + 17);
}

/* HEX64,TEXT */
static void take_es6(corpus *set, char *line)
{
    char *comma = strchr(line, ',');
    if (comma && strncmp(line, "8000000000000000", 16)) /* -0 is written 0 there */
        check_hex(set, comma + 1, strlen(comma + 1), line, NULL);
}

/* BITS TAB DIGITS TAB POS: 0.DIGITS x 10^POS */
static void take_shortest(corpus *set, char *line)
{
    char *digits = strchr(line, '\t'), *place = digits ? strchr(digits + 1, '\t') : NULL, token[64];
    if (!place || *line == '#')
        return;
    *place = 0;
    int len = snprintf(token, sizeof token, "0.%se%s", digits + 1, place + 1);
    bool single = digits - line == 8;
    check_hex(set, token, (size_t)len, single ? NULL : line, single ? line : NULL);
}

static digitrun_status verdict(const digitrun_format *format, const char *text, size_t len)
{
    static double values[4096];
    static size_t row_ends[4096];
    return digitrun_parse_rows_f64(text, len, format, values, 4096, row_ends, 4096).status;
}

/* TEXT that is no JSON number */
static void take_refused(corpus *set, char *line)
{
    set->run->refused++;
    if (verdict(set->json, line, strlen(line)) < DIGITRUN_BAD_NUMBER)
        oracle_fail(set->run, "taken, but no JSON number", line, strlen(line));
}

static void take_word(corpus *set, char *line)
{
    if (verdict(set->json_words, line, strlen(line)) != DIGITRUN_OK)
        oracle_fail(set->run, "a word for nan or inf refused", line, strlen(line));
}

static void take_no_word(corpus *set, char *line)
{
    set->run->refused++;
    if (verdict(set->json_words, line, strlen(line)) < DIGITRUN_BAD_NUMBER)
        oracle_fail(set->run, "taken, but no word for nan or inf", line, strlen(line));
}

static size_t unescape(char *text)
{
    char *out = text;
    for (const char *p = text; *p;) {
        if (p[0] == '\\' && p[1] == 'x') {
            char hex[3] = {p[2], p[3], 0};
            *out++ = (char)strtoul(hex, NULL, 16);
            p += 4;
        } else {
            *out++ = *p++;
        }
    }
    return (size_t)(out - text);
}

/* VERDICT TAB CASE TAB BYTES: y, n, i. A string or literal in an array is no number either. */
static void take_json_case(corpus *set, char *line)
{
    char *name = strchr(line, '\t'), *text = name ? strchr(name + 1, '\t') : NULL;
    if (!text || *line == '#')
        return;
    size_t len = unescape(++text);
    digitrun_status status = verdict(set->json, text, len);
    if (status == DIGITRUN_NOT_NUMBER && *line == 'n') /* is the rest well-formed? */
        status = verdict(set->json_any, text, len);
    bool valid = status == DIGITRUN_OK || status == DIGITRUN_NOT_NUMBER || status == DIGITRUN_MIXED;
    set->run->refused += *line == 'n';
    if ((*line == 'y' && !valid) || (*line == 'n' && valid))
        oracle_fail(set->run, *line == 'y' ? "valid JSON refused" : "malformed JSON taken", text,
                    len);
}

/* TEXT TAB VALUE TAB ErrSyntax: refused by Go, and so by us */
static void take_go_syntax(corpus *set, char *line)
{
    char *error = strstr(line, "ErrSyntax");
    size_t len = strcspn(line, "\t");
    if (!error || len == 0 || memchr(line, ' ', len))
        return;
    set->run->refused++;
    if (verdict(set->list, line, len) < DIGITRUN_BAD_NUMBER)
        oracle_fail(set->run, "malformed, but taken", line, len);
}

/* TEXT TAB REJECT */
static void take_lexical(corpus *set, char *line)
{
    size_t len = strcspn(line, "\t");
    if (!strstr(line, "REJECT") || len == 0 || memchr(line, ' ', len) || memchr(line, ',', len))
        return;
    set->run->refused++;
    if (verdict(set->list, line, len) < DIGITRUN_BAD_NUMBER)
        oracle_fail(set->run, "malformed, but taken", line, len);
}

static const struct {
    const char *file;
    take_line take;
    bool comments;
} files[] = {{"bug-reductions-values.txt", take_value, false},
             {"double-conversion-strings.txt", take_value, false},
             {"go-atof.txt", take_value, false},
             {"go-paxson-testfp-read.txt", take_value, false},
             {"ibireme-real-pass.txt", take_value, false},
             {"lexical-rust-parse.txt", take_value, false},
             {"mpfr-hard-24709.txt.xz", take_value, false},
             {"pnfxx-freetype-2-7.txt", take_value, false},
             {"pnfxx-google-wuffs.txt", take_value, false},
             {"pnfxx-more-test-cases.txt", take_value, false},
             {"rapidjson-readertest-literals.txt", take_value, false},
             {"ryu-d2fixed-powers-of-ten-exact.txt", take_value, false},
             {"es6-numbers-first-30000.txt.gz", take_es6, false},
             {"dc-gay-shortest-single.tsv", take_shortest, false},
             {"shortest-f64-15000.tsv", take_shortest, false},
             {"ibireme-num-fail.txt", take_refused, true},
             {"ibireme-nan-inf-literal-pass.txt", take_word, true},
             {"ibireme-nan-inf-literal-fail.txt", take_no_word, true},
             {"jsontestsuite-number-array.tsv", take_json_case, false},
             {"go-atof-syntax.tsv", take_go_syntax, true},
             {"lexical-rust-parse-syntax.tsv", take_lexical, true}};

/* A packed file is read through its unpacker; NULL where there is none. */
static FILE *open_file(const char *folder, const char *name, bool *pipe)
{
    char command[1200];
    size_t len = strlen(name);
    const char *unpack = !strcmp(name + len - 3, ".xz")   ? "xz -dc"
                         : !strcmp(name + len - 3, ".gz") ? "gzip -dc"
                                                          : NULL;
    snprintf(command, sizeof command, "%s/%s", folder, name);
    *pipe = false;
    if (!unpack)
        return fopen(command, "rb");
    snprintf(command, sizeof command, "%s '%s/%s' 2>/dev/null", unpack, folder, name);
    *pipe = true;
    return popen(command, "r");
}

static void read_file(corpus *set, const char *folder, size_t which)
{
    static char line[1 << 16];
    bool pipe;
    FILE *file = open_file(folder, files[which].file, &pipe);
    size_t lines = 0;
    set->run->part = files[which].file;
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        set->run->index = ++lines;
        if (!(files[which].comments && (*line == '#' || !*line)))
            files[which].take(set, line);
    }
    if (file)
        pipe ? pclose(file) : fclose(file);
    if (lines == 0)
        printf("skipped: %s\n", files[which].file);
    set->lines += lines;
}

bool oracle_corpora(oracle_run *run, const char *folder)
{
    static digitrun_format words, any;
    corpus set = {run, digitrun_format_list(), digitrun_format_json(), &words, &any, 0};
    digitrun_format_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.kind = DIGITRUN_JSON;
    spec.not_finite = DIGITRUN_ACCEPT;
    digitrun_format_init(&words, &spec);
    spec.bad = DIGITRUN_AS_MISSING;
    digitrun_format_init(&any, &spec);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        read_file(&set, folder, i);
    return set.lines > 0;
}
