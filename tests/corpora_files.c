/* tests/corpora_files.c - opens, unpacks and reads the corpora; the checks that files share. */
#include "tests/corpora_files.h"
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *public_folder(void)
{
    static char inner[1024]; /* the data folder may be given, or its folder public/ */
    const char *folder = getenv("DIGITRUN_TEST_DATA");
    if (folder == NULL || folder[0] == 0)
        folder = DIGITRUN_TEST_DATA;
    snprintf(inner, sizeof inner, "%s/public", folder);
    if (folder[0] != 0)
        return access(inner, R_OK) == 0 ? inner : folder;
    fprintf(stderr, "SKIPPED corpora: no folder of public data; set DIGITRUN_TEST_DATA to it\n");
    return NULL;
}

static bool ends_with(const char *text, const char *tail)
{
    size_t len = strlen(text), tail_len = strlen(tail);
    return len >= tail_len && strcmp(text + len - tail_len, tail) == 0;
}

size_t each_line(const char *folder, const char *file, void (*body)(char *line, void *context),
                 void *context)
{
    char path[1024], command[1100];
    char *line = NULL;
    size_t room = 0, lines = 0;
    bool packed = ends_with(file, ".gz") || ends_with(file, ".xz");
    snprintf(path, sizeof path, "%s/%s", folder, file);
    snprintf(command, sizeof command, "%s -dc '%s'", ends_with(file, ".gz") ? "gzip" : "xz", path);
    FILE *from = packed ? popen(command, "r") : fopen(path, "r");
    cr_assert(from != NULL, "%s cannot be opened", path);
    for (ssize_t got; (got = getline(&line, &room, from)) >= 0;) {
        while (got > 0 && (line[got - 1] == '\n' || line[got - 1] == '\r'))
            line[--got] = 0;
        if (got == 0 || (line[0] == '#' && line[1] != 0))
            continue;
        lines++;
        body(line, context);
    }
    free(line);
    int failed = packed ? pclose(from) : fclose(from);
    cr_assert(failed == 0, "%s: the program that unpacks it failed", file);
    cr_log_info("%-40s %zu", file, lines);
    return lines;
}

char *next_field(char **rest)
{
    char *field = *rest;
    if (field == NULL)
        return NULL;
    char *tab = strchr(field, '\t');
    *rest = tab ? tab + 1 : NULL;
    if (tab)
        *tab = 0;
    return field;
}

size_t unescape(char *text)
{
    char *out = text;
    for (char *at = text; *at != 0; out++) {
        unsigned byte;
        if (sscanf(at, "\\x%2x", &byte) == 1) {
            *out = (char)byte;
            at += 4;
        } else {
            *out = *at++;
        }
    }
    *out = 0;
    return (size_t)(out - text);
}

static const digitrun_format *format_for(digitrun_kind kind, digitrun_choice odd)
{
    static digitrun_format formats[4][4];
    static bool made[4][4];
    if (!made[kind][odd]) {
        digitrun_format_spec spec = SPEC(.kind = kind, .overflow = odd, .not_finite = odd);
        make_format(&formats[kind][odd], &spec, "corpora");
        made[kind][odd] = true;
    }
    return &formats[kind][odd];
}

digitrun_result read_f64(digitrun_kind kind, digitrun_choice odd, const char *text, size_t len,
                         double *values, size_t capacity)
{
    return digitrun_parse_f64(text, len, format_for(kind, odd), values, capacity);
}

digitrun_result read_f32(digitrun_kind kind, digitrun_choice odd, const char *text, size_t len,
                         float *values, size_t capacity)
{
    return digitrun_parse_f32(text, len, format_for(kind, odd), values, capacity);
}

void expect_bits(digitrun_kind kind, const char *text, size_t len, uint64_t f64, uint32_t f32)
{
    double wide = 0;
    float narrow = 0;
    uint64_t wide_bits;
    uint32_t narrow_bits;
    const char *edge = at_edge(text, len);
    digitrun_result r = read_f64(kind, DIGITRUN_ACCEPT, edge, len, &wide, 1);
    memcpy(&wide_bits, &wide, sizeof wide);
    if (r.status != DIGITRUN_OK || r.count != 1 || wide_bits != f64)
        cr_assert_fail("kind %u, '%s': %s, %016" PRIx64 ", want %016" PRIx64, kind,
                       shown(text, len), status_name(r.status), wide_bits, f64);
    r = read_f32(kind, DIGITRUN_ACCEPT, edge, len, &narrow, 1);
    memcpy(&narrow_bits, &narrow, sizeof narrow);
    if (r.status != DIGITRUN_OK || r.count != 1 || narrow_bits != f32)
        cr_assert_fail("kind %u, '%s' as float: %s, %08" PRIx32 ", want %08" PRIx32, kind,
                       shown(text, len), status_name(r.status), narrow_bits, f32);
    bool wide_over = isinf(wide), narrow_over = isinf(narrow);
    r = read_f64(kind, DIGITRUN_REFUSE, edge, len, &wide, 1);
    if (r.status != (wide_over ? DIGITRUN_OUT_OF_RANGE : DIGITRUN_OK))
        cr_assert_fail("'%s': %s", shown(text, len), status_name(r.status));
    r = read_f32(kind, DIGITRUN_REFUSE, edge, len, &narrow, 1);
    if (r.status != (narrow_over ? DIGITRUN_OUT_OF_RANGE : DIGITRUN_OK))
        cr_assert_fail("'%s' as float: %s", shown(text, len), status_name(r.status));
}

/* ---- numbers ---- */

/* All numbers of a file in one text, so that whole blocks of them are read together. */
typedef struct together {
    char *text;
    size_t len, room, count;
    uint64_t *f64;
    uint32_t *f32;
} together;

/* -?digits[.digits][e[sign]digits], no leading zero. */
static bool is_json_number(const char *text)
{
    static const char digits[] = "0123456789";
    text += *text == '-';
    size_t integer = strspn(text, digits), fraction;
    if (integer == 0 || (integer > 1 && text[0] == '0'))
        return false;
    text += integer;
    if (*text == '.') {
        fraction = strspn(text + 1, digits);
        if (fraction == 0)
            return false;
        text += 1 + fraction;
    }
    if (*text == 'e' || *text == 'E') {
        text += 1 + (text[1] == '-' || text[1] == '+');
        if (strspn(text, digits) == 0)
            return false;
        text += strspn(text, digits);
    }
    return *text == 0;
}

static void add_together(together *all, const char *text, size_t len, uint64_t f64, uint32_t f32)
{
    if (all->len + len + 8 > all->room) {
        all->room = 2 * (all->room + len + 1024);
        all->text = realloc(all->text, all->room);
    }
    if (all->count % 1024 == 0) {
        all->f64 = realloc(all->f64, (all->count + 1024) * sizeof *all->f64);
        all->f32 = realloc(all->f32, (all->count + 1024) * sizeof *all->f32);
    }
    cr_assert(all->text != NULL && all->f64 != NULL && all->f32 != NULL);
    memcpy(all->text + all->len, text, len);
    all->len += len;
    all->text[all->len++] = all->count % 5 == 4 ? '\n' : ',';
    all->f64[all->count] = f64;
    all->f32[all->count++] = f32;
}

static void check_number_line(char *line, void *context)
{
    char *text;
    uint64_t f64 = strtoull(line, &text, 16);
    uint32_t f32 = (uint32_t)strtoul(text, &text, 16);
    size_t len = strlen(++text);
    if (len == 0 || text[-1] != ' ')
        cr_assert_fail("bad line '%s'", line);
    expect_bits(DIGITRUN_LIST, text, len, f64, f32);
    expect_bits(DIGITRUN_TABLE, text, len, f64, f32);
    double value;
    if (is_json_number(text)) {
        expect_bits(DIGITRUN_JSON, text, len, f64, f32);
        expect_bits(DIGITRUN_NDJSON, text, len, f64, f32);
    } else if (read_f64(DIGITRUN_JSON, DIGITRUN_ACCEPT, text, len, &value, 1).status < 16) {
        cr_assert_fail("'%s' is no json number", text);
    }
    add_together(context, text, len, f64, f32);
}

static void check_together(const together *all)
{
    double *wide = malloc((all->count + 1) * sizeof *wide);
    float *narrow = malloc((all->count + 1) * sizeof *narrow);
    cr_assert(wide != NULL && narrow != NULL);
    for (digitrun_kind kind = DIGITRUN_LIST; kind <= DIGITRUN_TABLE; kind += 3) {
        size_t len = all->len - 1; /* without the last separator */
        digitrun_result r = read_f64(kind, DIGITRUN_ACCEPT, all->text, len, wide, all->count);
        cr_assert(r.status == DIGITRUN_OK && r.count == all->count, "%s", status_name(r.status));
        r = read_f32(kind, DIGITRUN_ACCEPT, all->text, len, narrow, all->count);
        cr_assert(r.status == DIGITRUN_OK && r.count == all->count, "%s", status_name(r.status));
        for (size_t i = 0; i < all->count; i++)
            if (memcmp(&wide[i], &all->f64[i], 8) != 0 || memcmp(&narrow[i], &all->f32[i], 4) != 0)
                cr_assert_fail("value %zu differs when all are read together", i);
    }
    free(wide);
    free(narrow);
}

static struct {
    const char *folder, *file;
    size_t lines;
} now;

static void check_numbers_on(const char *row)
{
    together all = {.text = NULL};
    size_t got = each_line(now.folder, now.file, check_number_line, &all);
    cr_assert(got == now.lines, "%s has %zu lines, not %zu", now.file, got, now.lines);
    (void)row;
    check_together(&all);
    free(all.text);
    free(all.f64);
    free(all.f32);
}

void check_numbers_file(const char *folder, const char *file, size_t lines)
{
    now.folder = folder, now.file = file, now.lines = lines;
    each_row(check_numbers_on);
}

/* ---- texts that are no numbers ---- */

static void check_refused_line(char *line, void *lists)
{
    size_t len = strlen(line);
    double values[4];
    for (digitrun_kind kind = DIGITRUN_LIST; kind <= DIGITRUN_TABLE; kind++) {
        bool json = kind == DIGITRUN_JSON || kind == DIGITRUN_NDJSON;
        digitrun_result r = read_f64(kind, DIGITRUN_ACCEPT, at_edge(line, len), len, values, 4);
        if (json || lists != NULL)
            cr_expect(r.status >= DIGITRUN_BAD_NUMBER && r.offset + r.length <= len,
                      "kind %u takes '%s': %s", kind, line, status_name(r.status));
        else
            cr_expect(r.status == DIGITRUN_OK && r.count == 1, "kind %u refuses '%s': %s", kind,
                      line, status_name(r.status));
    }
}

void check_refused_file(const char *folder, const char *file, size_t lines, bool lists)
{
    size_t got = each_line(folder, file, check_refused_line, lists ? (void *)"lists" : NULL);
    cr_assert(got == lines, "%s has %zu lines, not %zu", file, got, lines);
}

static void check_not_finite_line(char *line, void *unused)
{
    size_t len = strlen(line);
    bool negative = line[0] == '-', nan = (line[negative] | 0x20) == 'n';
    uint64_t f64 = nan ? UINT64_C(0x7ff8000000000000) : UINT64_C(0x7ff0000000000000);
    uint32_t f32 = nan ? UINT32_C(0x7fc00000) : UINT32_C(0x7f800000);
    (void)unused;
    for (digitrun_kind kind = DIGITRUN_LIST; kind <= DIGITRUN_TABLE; kind++) {
        double value = 0;
        uint64_t bits;
        digitrun_result r = read_f64(kind, DIGITRUN_ACCEPT, line, len, &value, 1);
        memcpy(&bits, &value, sizeof bits);
        cr_expect(r.status == DIGITRUN_OK && r.count == 1 &&
                      bits == (negative && !nan ? f64 | UINT64_C(1) << 63 : f64),
                  "kind %u, '%s'", kind, line);
        float narrow = 0;
        uint32_t narrow_bits;
        r = read_f32(kind, DIGITRUN_ACCEPT, line, len, &narrow, 1);
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
        cr_expect(r.status == DIGITRUN_OK &&
                      narrow_bits == (negative && !nan ? f32 | UINT32_C(1) << 31 : f32),
                  "kind %u, '%s' as float", kind, line);
        r = read_f64(kind, DIGITRUN_REFUSE, line, len, &value, 1);
        cr_expect(r.status == DIGITRUN_NOT_FINITE && r.offset == 0 && r.length == len,
                  "kind %u, '%s': %s", kind, line, status_name(r.status));
    }
}

void check_not_finite_file(const char *folder, const char *file, size_t lines)
{
    size_t got = each_line(folder, file, check_not_finite_line, NULL);
    cr_assert(got == lines, "%s has %zu lines, not %zu", file, got, lines);
}
