/* bench/run_write.c - the run `write`: numbers to text, against std::to_chars and the others. */
#include "bench/peers.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct write_shape {
    const char *name, *about;
    bool fixed6;
    size_t row;
} write_shape;

static const write_shape shapes[] = {
    {"shortest", "shortest text, commas between", false, 0},
    {"shortest-rows2", "the same in JSON rows of 2", false, 2},
    {"fixed6", "six decimals", true, 0},
};

/* The numbers of a case: each `text` of texts holds values in its data. */
typedef struct write_job {
    const write_shape *shape;
    const digitrun_layout *layout;
    bool f32;
    size_t room; /* bytes for the output of one text */
} write_job;

typedef struct writer {
    const write_job *job;
    bench_write_f64 *f64;
    bench_write_f32 *f32;
} writer;

static size_t call_peer(const bench_runner *runner, const bench_text *text, void *out)
{
    const writer *w = runner->context;
    const void *values = text->data;
    return w->job->f32 ? w->f32(values, text->count, out) : w->f64(values, text->count, out);
}

static size_t call_digitrun(const bench_runner *runner, const bench_text *text, void *out)
{
    const write_job *job = ((const writer *)runner->context)->job;
    const void *values = text->data;
    digitrun_result result =
        job->f32 ? digitrun_write_f32(values, text->count, job->layout, out, job->room)
                 : digitrun_write_f64(values, text->count, job->layout, out, job->room);
    return result.status == DIGITRUN_OK && result.count == text->count ? result.offset
                                                                       : BENCH_FAILED;
}

/* A number as digits without zeros at either end, and the place of the point before them. */
typedef struct decimal_view {
    char digits[32];
    int count, exponent10;
    bool negative;
} decimal_view;

static const char *view_decimal(const char *p, const char *end, decimal_view *view)
{
    int point = 0, seen = 0, exponent = 0;
    bool fraction = false;
    memset(view, 0, sizeof *view);
    for (; p < end && strchr("+-.0123456789", *p) && *p; p++) {
        if (*p == '-') {
            view->negative = true;
        } else if (*p == '.') {
            fraction = true;
        } else if (*p != '+') {
            point += !fraction;
            if (*p != '0' && seen + 1 < (int)sizeof view->digits) {
                while (view->count > 0 && view->count < seen) {
                    view->digits[view->count++] = '0';
                }
                if (view->count == 0) {
                    view->exponent10 = -seen;
                    seen = 0;
                }
                view->digits[view->count++] = *p;
            }
            seen++;
        }
    }
    if (p < end && (*p | 32) == 'e') {
        char *after;
        exponent = (int)strtol(p + 1, &after, 10);
        p = after;
    }
    view->exponent10 = view->count ? view->exponent10 + point + exponent : 0;
    return p;
}

static const char *skip_structure(const char *p, const char *end)
{
    while (p < end && (*p == ',' || *p == '[' || *p == ']')) {
        p++;
    }
    return p;
}

/* Both texts hold the same decimal numbers, digit for digit. */
static bool same_decimals(const char *a, size_t a_len, const char *b, size_t b_len, size_t count)
{
    const char *a_end = a + a_len, *b_end = b + b_len;
    for (size_t i = 0; i < count; i++) {
        decimal_view x, y;
        a = view_decimal(skip_structure(a, a_end), a_end, &x);
        b = view_decimal(skip_structure(b, b_end), b_end, &y);
        /* std::to_chars gives a large integer all its digits, more than are needed. */
        bool in_full = y.exponent10 >= y.count && x.exponent10 == y.exponent10 &&
                       x.negative == y.negative && x.count < y.count;
        if (!in_full && memcmp(&x, &y, sizeof x) != 0) {
            return false;
        }
    }
    return skip_structure(a, a_end) == a_end && skip_structure(b, b_end) == b_end;
}

static bool reads_back(const write_job *job, const bench_text *text, const char *out, size_t len,
                       void *values)
{
    size_t size = job->f32 ? sizeof(float) : sizeof(double);
    size_t count = job->f32 ? bench_references[0]->parse_f32(out, len, values)
                            : bench_references[0]->parse_f64(out, len, values);
    return count == text->count && memcmp(values, text->data, count * size) == 0;
}

/* Shortest: every text reads back by the reference, and digitrun's digits are those of
 * std::to_chars; six decimals: the same bytes. */
static bool is_right(const write_job *job, const bench_runner *runner, const bench_text *text,
                     const char *expected, size_t expected_len, char *out, void *values)
{
    memset(out, 0, job->room);
    size_t len = runner->call(runner, text, out);
    if (len == BENCH_FAILED) {
        return false;
    }
    if (job->shape->fixed6) {
        return len == expected_len && memcmp(out, expected, len) == 0;
    }
    return reads_back(job, text, out, len, values) &&
           (!runner->isa || same_decimals(out, len, expected, expected_len, text->count));
}

static size_t verify(bench_session *session, const write_job *job, const bench_texts *texts,
                     bench_runner *runners, size_t count, char *out)
{
    char *expected = malloc(job->room);
    void *values = malloc((job->room / 2 + 2) * sizeof(double));
    size_t bytes = 0;
    for (size_t i = 0; i < texts->count && expected && values; i++) {
        const bench_text *text = &texts->items[i];
        size_t len = runners[0].call(&runners[0], text, expected);
        bytes += len;
        for (size_t at = 1; at < count; at++) {
            if (runners[at].isa) {
                digitrun_isa_force(runners[at].isa);
            }
            if (!is_right(job, &runners[at], text, expected, len, out, values)) {
                if (runners[at].isa && runners[at].verified) {
                    bench_fail(session, "row %s writes %s wrongly, or not at all", runners[at].isa,
                               job->shape->name);
                }
                runners[at].verified = false;
                runners[at].rounds_most = 0;
            }
        }
    }
    free(expected);
    free(values);
    return bytes;
}

static size_t add_runners(const bench_session *session, const write_job *job, bench_runner *runners,
                          writer *writers)
{
    size_t count = 0;
    for (size_t i = 0; i < bench_peer_count + 1; i++) { /* the first twice */
        const bench_peer *peer = bench_peers[i ? i - 1 : 0];
        writer w = {job, job->shape->fixed6 ? peer->write_fixed6 : peer->write_f64,
                    job->shape->fixed6 ? NULL : peer->write_f32};
        if (job->f32 ? w.f32 == NULL : w.f64 == NULL) {
            continue;
        }
        if (job->shape->row && i > 1) {
            continue;
        }
        writers[count] = w;
        runners[count] = (bench_runner){.name = i == 1 ? BENCH_AGAIN : peer->name,
                                        .version = peer->version,
                                        .verified = true,
                                        .rounds_most = i > 1 ? session->peer_rounds
                                                             : BENCH_ROUNDS_MOST,
                                        .call = call_peer};
        count++;
        for (size_t row = 0; i == 1 && row < session->isa_count; row++, count++) {
            writers[count] = (writer){job, NULL, NULL};
            runners[count] = (bench_runner){.name = "digitrun",
                                            .isa = session->isas[row],
                                            .verified = true,
                                            .rounds_most = BENCH_ROUNDS_MOST,
                                            .call = call_digitrun};
        }
    }
    for (size_t i = 0; i < count; i++) {
        runners[i].context = &writers[i];
    }
    return count;
}

static const digitrun_layout *choose_layout(const write_shape *shape)
{
    static digitrun_layout layout;
    digitrun_layout_spec spec = {.size = sizeof spec, .row_length = shape->row};
    if (shape->fixed6) {
        spec.style = DIGITRUN_STYLE_FIXED;
        spec.precision = 6;
    }
    if (shape->row) {
        strcpy(spec.row_open, "[");
        strcpy(spec.row_close, "]");
        strcpy(spec.row_separator, ",");
    }
    return digitrun_layout_init(&layout, &spec) == DIGITRUN_OK ? &layout : NULL;
}

/* The values of a set, as many texts as its list would make. */
static bool make_values(bench_texts *texts, const bench_set *set, bool f32)
{
    if (!bench_make_texts(texts, set, bench_find_shape("list"), BENCH_CUT)) {
        return false;
    }
    char *values = bench_alloc(texts->numbers * sizeof(double));
    char *out = values;
    for (size_t i = 0; i < texts->count && values; i++) {
        bench_text *text = &texts->items[i];
        if (f32) {
            bench_references[0]->parse_f32(text->data, text->len, (float *)(void *)out);
        } else {
            bench_references[0]->parse_f64(text->data, text->len, (double *)(void *)out);
        }
        text->data = out;
        out += text->count * (f32 ? sizeof(float) : sizeof(double));
    }
    free(texts->memory);
    texts->memory = values;
    return values != NULL;
}

static void run_case(bench_session *session, const bench_set *set, const write_shape *shape,
                     bool f32)
{
    bench_runner runners[BENCH_RUNNERS_MOST];
    writer writers[BENCH_RUNNERS_MOST];
    bench_texts texts = {0};
    bench_show_progress(session, "write", set->name, shape->name);
    write_job job = {shape, choose_layout(shape), f32, 0};
    bool good = job.layout && make_values(&texts, set, f32);
    job.room = (texts.most + 1) * (shape->fixed6 ? 400 : 48);
    char *out = bench_alloc(job.room);
    if (!good || out == NULL) {
        bench_fail(session, "no layout, or no memory, to write %s", set->name);
    } else {
        size_t count = add_runners(session, &job, runners, writers);
        size_t bytes = verify(session, &job, &texts, runners, count, out);
        bench_limits limits = bench_case_limits(session);
        if (!session->options->verify && bench_measure(&texts, runners, count, limits, out)) {
            bench_case line = {"write", f32 ? "f32" : "f64", set->name, shape->name, set->name,
                               bytes,   texts.numbers,       runners,   count};
            bench_add_line(session, &line, set->ordinary);
        }
    }
    session->done++;
    free(out);
    bench_free_texts(&texts);
}

/* What the one-minute run writes. */
static bool is_brief(const bench_set *set, const write_shape *shape)
{
    static const char *const sets[] = {"0.0-1.0", "embedding-f64", "prices",  "-1E9..+1E9",
                                       "geo",     "canada-like",   "integers"};
    for (size_t i = 0; i < (shape->fixed6 ? 3 : sizeof sets / sizeof *sets); i++) {
        if (strcmp(set->name, sets[i]) == 0) {
            return shape->row == 0;
        }
    }
    return false;
}

/* With six decimals a number of 300 digits says nothing about time; as float it is infinite. */
static bool is_case(const bench_session *session, const bench_set *set, const write_shape *shape,
                    bool f32)
{
    bool huge = bench_is_beyond_float(set);
    bool named = session->options->shapes.count &&
                 bench_is_asked(&session->options->shapes, shape->name);
    return (set->ordinary || (set->for_writing && shape->row == 0)) &&
           (session->options->shapes.count == 0 || named) && !(shape->fixed6 && f32) &&
           !(huge && (shape->fixed6 || f32)) && !(session->brief && !is_brief(set, shape));
}

bool bench_is_write_shape(const char *name)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(name, shapes[i].name) == 0) {
            return true;
        }
    }
    return false;
}

void bench_run_write(bench_session *session)
{
    for (int pass = 0; pass < 2; pass++) { /* count the cases, then run them */
        size_t cases = 0;
        for (int f32 = !session->options->f64; f32 <= session->options->f32; f32++) {
            for (size_t at = 0; at < sizeof shapes / sizeof *shapes; at++) {
                char title[160];
                snprintf(title, sizeof title,
                         "write, %s, %s: %s (ns a number, GB/s of text, times as fast as %s)",
                         f32 ? "float" : "double", shapes[at].name, shapes[at].about,
                         bench_peers[0]->name);
                bench_begin_table(title);
                for (size_t i = 0; i < session->set_count; i++) {
                    if (is_case(session, &session->sets[i], &shapes[at], f32)) {
                        cases++;
                        if (pass) {
                            run_case(session, &session->sets[i], &shapes[at], f32);
                        }
                    }
                }
                if (pass) {
                    bench_end_table();
                }
            }
        }
        if (pass == 0) {
            bench_begin_run(session, cases, 4, 0.35);
        }
    }
}
