/* bench/run_hostile.c - the run `hostile`: texts made to be slow. The law: no row takes more than
 * 1.25 times what the last row (scalar) takes, and a longer text takes no more a byte than the
 * first, measured again beside it: what slows the machine down for a while slows both. */
#include "bench/decimal.h"
#include "bench/peers.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AS_LIST = 1, AS_CSV = 2, AS_JSON = 4 };

/* --size: up to there. Growth is against the first. */
static const size_t sizes[] = {(size_t)1 << 20, (size_t)16 << 20, (size_t)64 << 20,
                               (size_t)256 << 20};
enum { SIZES = sizeof sizes / sizeof *sizes, TRIES = 8, FIRST_ROUNDS = 3 };
static const double law = 1.25;
/* A longer text lies beyond the caches: reading it there may cost so much a byte, in ns, on top. */
static const double growth_law = 1.25, memory_ns = 0.25;

/* `open`, then `unit` again and again, then `close`; no unit: the digits of a set. */
typedef struct hostile_text {
    const char *name, *open, *unit, *close, *set;
    size_t unit_len; /* 0: strlen */
    unsigned formats;
    size_t token; /* not 0: a comma behind every so many bytes */
} hostile_text;

static const hostile_text hostile_texts[] = {
    {"digits", "0.", "1234567890", "", NULL, 0, AS_LIST | AS_CSV | AS_JSON, 0},
    {"integer digits", "", "1234567890", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"zeros, a digit", "0.", "0000000000", "1", NULL, 0, AS_LIST | AS_CSV | AS_JSON, 0},
    {"[[[[", "", "[", "", NULL, 0, AS_LIST | AS_JSON, 0},
    {"[],[],", "[", "[],", "[]]", NULL, 0, AS_JSON, 0},
    {",,,,", "", ",", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"line ends", "", "\n", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"blanks", "", " ", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"1e1e1e", "", "1e", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"1e1e,", "", "1e1e,", "1", NULL, 0, AS_LIST | AS_CSV, 0},
    {"1e1e1e of 10 kB", "", "1e", "", NULL, 0, AS_LIST | AS_CSV, 10000},
    {"1e1e1e of 100 kB", "", "1e", "", NULL, 0, AS_LIST | AS_CSV, 100000},
    {"xxxx of 40 kB", "", "x", "", NULL, 0, AS_LIST | AS_CSV, 40000},
    {"----", "", "-", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"-,-,", "", "-,", "-", NULL, 0, AS_LIST | AS_CSV, 0},
    {"1.5,1.5x,", "", "1.5,1.5x,", "1", NULL, 0, AS_LIST | AS_CSV, 0},
    {"1.25,NA,", "", "1.25,NA,", "1", NULL, 0, AS_LIST | AS_CSV, 0},
    {"1,,1,", "", "1,,", "1", NULL, 0, AS_LIST | AS_CSV, 0},
    {"NUL", "", "", "", NULL, 1, AS_LIST | AS_CSV, 0},
    {"0xFF", "", "\xFF", "", NULL, 0, AS_LIST | AS_CSV, 0},
    {"open quote", "\"", "1.5,2.5,", "", NULL, 0, AS_CSV, 0},
    {"1,\"2\",", "", "1,\"2\",", "1", NULL, 0, AS_CSV, 0},
    {"[1],[2],", "[", "[1],[-2.5],", "[3]]", NULL, 0, AS_JSON, 0},
    {"near-halfway", "[", NULL, "1]", "near-halfway", 0, AS_LIST | AS_CSV | AS_JSON, 0},
    {"midpoints", "[", NULL, "1]", "midpoints", 0, AS_LIST | AS_CSV | AS_JSON, 0},
    {"800-2000 digits", "[", NULL, "1]", "digits-800-2000", 0, AS_LIST | AS_CSV | AS_JSON, 0},
    {"1,000,000 digits", "[", NULL, "1]", "digits-1000000", 0, AS_LIST | AS_CSV | AS_JSON, 0},
};

static const struct {
    unsigned bit;
    const char *name;
    digitrun_kind kind;
} formats[] = {{AS_LIST, "list", DIGITRUN_LIST},
               {AS_CSV, "csv", DIGITRUN_TABLE},
               {AS_JSON, "json", DIGITRUN_JSON}};

/* Lists and tables read on past anything; JSON stops where it must. */
static digitrun_status make_format(digitrun_format *format, digitrun_kind kind)
{
    digitrun_format_spec spec = {.size = sizeof spec, .kind = kind};
    if (kind != DIGITRUN_JSON) {
        spec.bad = spec.missing = DIGITRUN_AS_MISSING;
    }
    if (kind == DIGITRUN_TABLE) {
        spec.separators[0] = ',';
        spec.quote = '"';
        spec.last_separator = DIGITRUN_ACCEPT;
    }
    return digitrun_format_init(format, &spec);
}

static char *fill_from_set(char *out, const char *end, const char *name, size_t size)
{
    bench_set set;
    size_t at = 0;
    if (!bench_make_set(&set, bench_find_source(name), size)) {
        return NULL;
    }
    while (out < end && at < set.len) {
        *out++ = set.text[at] == '\n' ? ',' : set.text[at];
        at++;
    }
    while (out[-1] != ',') { /* the last number whole or not at all */
        out--;
    }
    bench_free_set(&set);
    return out;
}

/* Of about `size` bytes, in `data`, which has room for more. A list and a table do not want the
 * brackets of a set. */
static size_t fill(char *data, const hostile_text *text, unsigned format, size_t size)
{
    bool bare = text->set && format != AS_JSON;
    size_t close = strlen(text->close), unit = text->unit_len ? text->unit_len
                                               : text->unit   ? strlen(text->unit)
                                                              : 0;
    char *out = data, *end = data + size - close;
    if (!bare) {
        memcpy(out, text->open, strlen(text->open));
        out += strlen(text->open);
    }
    if (text->set) {
        out = fill_from_set(out, end, text->set, size);
        if (out == NULL) {
            return 0;
        }
    }
    for (; unit && (size_t)(end - out) >= unit; out += unit) {
        memcpy(out, text->unit, unit);
    }
    for (char *at = data + text->token; text->token && at < out; at += text->token + 1) {
        *at = ',';
    }
    memcpy(out, text->close, bare ? 1 : close);
    return (size_t)(out - data) + (bare ? 1 : close);
}

static size_t call_digitrun(const bench_runner *runner, const bench_text *text, void *out)
{
    const digitrun_format *format = runner->context;
    digitrun_result result = digitrun_parse_f64(text->data, text->len, format, (double *)out + 8,
                                                digitrun_max_values(text->len, format));
    memcpy(out, &result, sizeof result);
    return result.count;
}

/* Whether a row says and stores what the last row does. */
static bool agree(const bench_runner *runners, size_t count, const bench_text *text, double *out,
                  double *expected)
{
    digitrun_isa_force(runners[0].isa);
    size_t values = runners[0].call(&runners[0], text, expected);
    digitrun_result right, got;
    memcpy(&right, expected, sizeof right);
    for (size_t i = 1; i < count; i++) {
        digitrun_isa_force(runners[i].isa);
        runners[i].call(&runners[i], text, out);
        memcpy(&got, out, sizeof got);
        if (got.status != right.status || got.count != right.count || got.rows != right.rows ||
            got.offset != right.offset || got.length != right.length ||
            got.missing != right.missing ||
            memcmp(out + 8, expected + 8, values * sizeof *out) != 0) {
            return false;
        }
    }
    return true;
}

typedef struct hostile_run {
    bench_session *session;
    bench_runner runners[BENCH_ISAS_MOST + 1];
    /* A byte of the first size and of the one at hand, of the try where that grew the least. */
    double first_ns[BENCH_ISAS_MOST + 1], ns[BENCH_ISAS_MOST + 1];
    size_t count;
    char *data, *first_data;
    size_t first_len;
    double *out, *expected;
    size_t broken; /* laws */
} hostile_run;

static double growth_of(const hostile_run *run, size_t i)
{
    return run->ns[i] / run->first_ns[i];
}

static bool is_over(const hostile_run *run, size_t i)
{
    return run->runners[0].min < run->runners[i].min / law ||
           run->ns[i] > growth_law * run->first_ns[i] + memory_ns;
}

static bool breaks_law(const hostile_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        if (is_over(run, i)) {
            return true;
        }
    }
    return false;
}

/* One measurement of the text of the first size and of the one at hand. */
static bool measure_once(hostile_run *run, const bench_text *text, unsigned rounds, double *first)
{
    const bench_text short_text = {.data = run->first_data, .len = run->first_len, .count = 1};
    bench_text both[] = {short_text, *text};
    for (size_t which = 0; which < 2; which++) {
        bench_text *one = &both[which];
        bench_texts texts = {
            .items = one, .count = 1, .bytes = one->len, .numbers = one->len, .most = one->len};
        const bench_limits limits = {.rounds = which == 0 ? (unsigned)FIRST_ROUNDS : rounds};
        if (!bench_measure(&texts, run->runners, run->count, limits, run->out)) {
            return false;
        }
        for (size_t i = 0; i < run->count && which == 0; i++) {
            first[i] = run->runners[i].min;
        }
    }
    return true;
}

/* Times the text; again while the law seems broken, as something else may run here: minima. */
static bool measure(hostile_run *run, const bench_text *text, unsigned rounds)
{
    double least[BENCH_ISAS_MOST + 1], first[BENCH_ISAS_MOST + 1];
    for (int tries = 0; tries < TRIES; tries++) {
        if (!measure_once(run, text, rounds, first)) {
            return false;
        }
        for (size_t i = 0; i < run->count; i++) {
            double ns = run->runners[i].min;
            least[i] = tries == 0 || ns < least[i] ? ns : least[i];
            if (tries == 0 || ns / first[i] < growth_of(run, i)) {
                run->ns[i] = ns;
                run->first_ns[i] = first[i];
            }
            run->runners[i].min = least[i];
            run->runners[i].ratio = least[0] / least[i];
        }
        if (!breaks_law(run)) {
            break;
        }
    }
    return true;
}

/* Nanoseconds for a byte of what was read; a text refused at its start has no time worth a name. */
static bool time_size(hostile_run *run, const hostile_text *hostile, size_t format_at,
                      const digitrun_format *format, size_t size, bench_text *text)
{
    memset(run->data + size, 0, 128);
    *text = (bench_text){.data = run->data,
                         .len = fill(run->data, hostile, formats[format_at].bit, size),
                         .count = 1};
    for (size_t i = 0; i < run->count; i++) {
        run->runners[i].context = format;
        run->runners[i].rounds = 0;
    }
    if (text->len == 0 || !agree(run->runners, run->count, text, run->out, run->expected)) {
        bench_fail(run->session, "hostile text \"%s\" as %s: the rows differ", hostile->name,
                   formats[format_at].name);
        return false;
    }
    if (size == sizes[0]) {
        memcpy(run->first_data, run->data, size + 128);
        run->first_len = text->len;
    }
    unsigned rounds = run->session->options->rounds ? run->session->options->rounds
                      : size > sizes[1]             ? 1
                      : size > sizes[0]             ? 3
                                                    : 9;
    return run->session->options->verify || measure(run, text, rounds);
}

static void put_line(hostile_run *run, const hostile_text *hostile, size_t format_at,
                     const bench_text *text, size_t size, bool whole)
{
    digitrun_result result;
    memcpy(&result, run->expected, sizeof result);
    char label[40];
    snprintf(label, sizeof label, "%s as %s", hostile->name, formats[format_at].name);
    printf("%-26s %3zu MB %-9.9s", label, size >> 20, digitrun_status_text(result.status));
    if (!whole) {
        printf(" stops at byte %zu\n", result.offset);
        return;
    }
    for (size_t i = 0; i < run->count; i++) {
        const bench_runner *runner = &run->runners[i];
        double growth = growth_of(run, i), ratio = run->runners[0].min / runner->min;
        bool broken = is_over(run, i);
        run->broken += broken;
        printf(" %8.3f %5.2f", runner->min, growth);
        if (i) {
            printf(" %6.2fx", ratio);
        }
        printf("%s", broken ? " OVER" : "     ");
    }
    putchar('\n');
    fflush(stdout);
    for (size_t i = 0; i < run->count; i++) {
        const bench_runner *runner = &run->runners[i];
        bench_result line = {.op = "hostile",
                             .type = "f64",
                             .bytes = text->len,
                             .numbers = text->len,
                             .rounds = runner->rounds,
                             .verified = true,
                             .min = runner->min,
                             .median = runner->median,
                             .p90 = runner->p90,
                             .ratio = runner->ratio,
                             .growth = growth_of(run, i)};
        snprintf(line.set, sizeof line.set, "%s", hostile->name);
        snprintf(line.shape, sizeof line.shape, "%.4s-%uMB", formats[format_at].name,
                 (unsigned)(size >> 20 & 511));
        snprintf(line.implementation, sizeof line.implementation, "digitrun");
        snprintf(line.isa, sizeof line.isa, "%s", runner->isa);
        bench_add_result(&run->session->report, &line);
    }
}

static void run_case(hostile_run *run, const hostile_text *hostile, size_t format_at, size_t size)
{
    digitrun_format format;
    bench_text text;
    bench_show_progress(run->session, "hostile", hostile->name, formats[format_at].name);
    if (make_format(&format, formats[format_at].kind) != DIGITRUN_OK) {
        bench_fail(run->session, "no format for %s", formats[format_at].name);
        return;
    }
    bool whole = true;
    for (size_t i = 0; i < SIZES && sizes[i] <= size && whole; i++) {
        digitrun_result result;
        if (!time_size(run, hostile, format_at, &format, sizes[i], &text)) {
            return;
        }
        memcpy(&result, run->expected, sizeof result);
        whole = result.offset + result.length >= text.len / 2;
        bench_clear_progress(run->session);
        if (!run->session->options->verify) {
            put_line(run, hostile, format_at, &text, sizes[i], whole);
        }
    }
}

static void add_rows(hostile_run *run)
{
    const char *last = NULL;
    for (size_t i = 0; digitrun_isa_name(i); i++) {
        last = digitrun_isa_usable(digitrun_isa_name(i)) ? digitrun_isa_name(i) : last;
    }
    bench_runner model = {.name = "digitrun",
                          .verified = true,
                          .rounds_most = BENCH_ROUNDS_MOST,
                          .call = call_digitrun};
    run->runners[run->count] = model;
    run->runners[run->count++].isa = last;
    for (size_t i = 0; i < run->session->isa_count; i++) {
        if (strcmp(run->session->isas[i], last) != 0) {
            run->runners[run->count] = model;
            run->runners[run->count++].isa = run->session->isas[i];
        }
    }
}

void bench_run_hostile(bench_session *session)
{
    size_t size = session->options->size ? session->options->size : sizes[1];
    size = size < sizes[0] ? sizes[0] : size;
    hostile_run run = {.session = session};
    run.data = bench_alloc(size + 256);
    run.first_data = bench_alloc(sizes[0] + 256);
    run.out = bench_alloc((size + 64) * sizeof(double));
    run.expected = bench_alloc((size + 64) * sizeof(double));
    if (run.data == NULL || run.first_data == NULL || run.out == NULL || run.expected == NULL) {
        bench_fail(session, "no memory for hostile texts of %zu bytes", size);
    } else {
        add_rows(&run);
        printf("\nhostile: ns a byte, how that grew from 1 MB, times as fast as %s\n%-43s",
               run.runners[0].isa, "");
        for (size_t i = 0; i < run.count; i++) {
            printf(" %*s", i ? 26 : 18, run.runners[i].isa);
        }
        putchar('\n');
        for (size_t i = 0; i < sizeof hostile_texts / sizeof *hostile_texts; i++) {
            for (size_t at = 0; at < sizeof formats / sizeof *formats; at++) {
                if (hostile_texts[i].formats & formats[at].bit) {
                    run_case(&run, &hostile_texts[i], at, size);
                }
            }
        }
        printf("law: at most %.2f times the time of %s, at most %.2f times (and %.2f ns) more a "
               "byte than in 1 MB: broken %zu times\n",
               law, run.runners[0].isa, growth_law, memory_ns, run.broken);
        session->report.under += session->options->check ? run.broken : 0;
    }
    free(run.data);
    free(run.first_data);
    free(run.out);
    free(run.expected);
}
