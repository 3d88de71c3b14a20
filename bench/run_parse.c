/* bench/run_parse.c - the runs `parse` and `calls`: text to numbers, in every shape. */
#include "bench/peers.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the runners of one case share. */
typedef struct parse_job {
    const bench_texts *texts;
    const digitrun_format *format;
    bool f32;
    size_t *row_ends;
    size_t row_room;
    digitrun_result *last; /* of digitrun's last call, for the check */
} parse_job;

/* A runner's context: a peer's function, or none for digitrun. */
typedef struct parse_reader {
    const parse_job *job;
    bench_parse_f64 *f64;
    bench_parse_f32 *f32;
} parse_reader;

static size_t value_size(const parse_job *job)
{
    return job->f32 ? sizeof(float) : sizeof(double);
}

static size_t call_peer(const bench_runner *runner, const bench_text *text, void *out)
{
    const parse_reader *reader = runner->context;
    return reader->job->f32 ? reader->f32(text->data, text->len, out)
                            : reader->f64(text->data, text->len, out);
}

/* Each array of the text by itself. */
static size_t call_peer_by_rows(const bench_runner *runner, const bench_text *text, void *out)
{
    const parse_reader *reader = runner->context;
    const size_t *ends = reader->job->texts->ends + text->first_row;
    size_t count = 0, start = 0;
    for (size_t i = 0; i < text->rows; i++) {
        const char *data = text->data + start;
        size_t got = reader->job->f32 ? reader->f32(data, ends[i] - start, (float *)out + count)
                                      : reader->f64(data, ends[i] - start, (double *)out + count);
        if (got == BENCH_FAILED) {
            return BENCH_FAILED;
        }
        count += got;
        start = ends[i];
    }
    return count;
}

static size_t call_digitrun(const bench_runner *runner, const bench_text *text, void *out)
{
    const parse_job *job = ((const parse_reader *)runner->context)->job;
    digitrun_result result;
    if (job->row_ends) {
        result = job->f32 ? digitrun_parse_rows_f32(text->data, text->len, job->format, out,
                                                    text->count, job->row_ends, job->row_room)
                          : digitrun_parse_rows_f64(text->data, text->len, job->format, out,
                                                    text->count, job->row_ends, job->row_room);
    } else {
        result = job->f32
                     ? digitrun_parse_f32(text->data, text->len, job->format, out, text->count)
                     : digitrun_parse_f64(text->data, text->len, job->format, out, text->count);
    }
    *job->last = result;
    return result.status == DIGITRUN_OK ? result.count : BENCH_FAILED;
}

static size_t call_digitrun_by_rows(const bench_runner *runner, const bench_text *text, void *out)
{
    const parse_job *job = ((const parse_reader *)runner->context)->job;
    const size_t *ends = job->texts->ends + text->first_row;
    size_t count = 0, start = 0;
    for (size_t i = 0; i < text->rows; i++) {
        const char *data = text->data + start;
        size_t len = ends[i] - start, room = text->count - count;
        digitrun_result result =
            job->f32 ? digitrun_parse_f32(data, len, job->format, (float *)out + count, room)
                     : digitrun_parse_f64(data, len, job->format, (double *)out + count, room);
        if (result.status != DIGITRUN_OK) {
            *job->last = result;
            return BENCH_FAILED;
        }
        count += result.count;
        start = ends[i];
    }
    return count;
}

/* The formats of the shapes that have no preset. */
static const digitrun_format *choose_format(const bench_shape *shape)
{
    static digitrun_format csv, labelled;
    static const char *const missing[] = {"NA"};
    digitrun_format_spec spec = {.size = sizeof spec, .kind = DIGITRUN_TABLE};
    switch (shape->kind) {
    case BENCH_LIST:
        return digitrun_format_list();
    case BENCH_JSON:
        return digitrun_format_json();
    case BENCH_NDJSON:
        return digitrun_format_ndjson();
    case BENCH_LABELLED:
        spec.separators[0] = ' ';
        spec.skip_fields = 1;
        return digitrun_format_init(&labelled, &spec) == DIGITRUN_OK ? &labelled : NULL;
    default:
        spec.separators[0] = ',';
        spec.missing = DIGITRUN_AS_MISSING;
        spec.missing_words = missing;
        spec.missing_word_count = 1;
        return digitrun_format_init(&csv, &spec) == DIGITRUN_OK ? &csv : NULL;
    }
}

static parse_reader choose_loop(const parse_job *job, const bench_reference *reference)
{
    switch (job->texts->shape->kind) {
    case BENCH_NA:
        return (parse_reader){job, reference->na_f64, reference->na_f32};
    case BENCH_LABELLED:
        return (parse_reader){job, reference->labelled_f64, reference->labelled_f32};
    default:
        return (parse_reader){job, reference->parse_f64, reference->parse_f32};
    }
}

/* Whether digitrun's last call said of the rows what the layout put there. */
static bool rows_are_right(const parse_job *job, const bench_text *text)
{
    if (job->row_ends == NULL) {
        return true;
    }
    if (job->last->rows != text->rows || job->last->missing != text->missing ||
        job->last->offset != text->len) {
        return false;
    }
    for (size_t i = 0; i < text->rows; i++) {
        size_t end = job->texts->row < text->count ? (i + 1) * job->texts->row : text->count;
        if (job->row_ends[i] != (end < text->count ? end : text->count)) {
            return false;
        }
    }
    return true;
}

/* A NaN for NA has one pattern in the reference and in digitrun, so bits can be compared
 * throughout. A row that is wrong is not timed; nor is a peer that gives up. */
static void verify_text(bench_session *session, const parse_job *job, bench_runner *runner,
                        const bench_text *text, const void *expected, void *out)
{
    size_t bytes = text->count * value_size(job);
    memset(out, 0xA5, bytes);
    if (runner->isa) {
        digitrun_isa_force(runner->isa);
    }
    size_t got = runner->call(runner, text, out);
    bool right = got == text->count && memcmp(out, expected, bytes) == 0 &&
                 (!runner->isa || rows_are_right(job, text));
    if (right || !runner->verified) {
        return;
    }
    runner->verified = false;
    runner->rounds_most = runner->isa || got == BENCH_FAILED ? 0 : runner->rounds_most;
    if (runner->isa) {
        size_t at = 0, size = value_size(job);
        while (at < bytes && ((const char *)out)[at] == ((const char *)expected)[at]) {
            at++;
        }
        bench_fail(session,
                   "row %s, shape %s, text of %zu bytes: %s, %zu of %zu values, value %zu differs, "
                   "status \"%s\"",
                   runner->isa, job->texts->shape->name, text->len,
                   got == BENCH_FAILED ? "stopped" : "read", job->last->count, text->count,
                   at / size, digitrun_status_text(job->last->status));
    }
}

/* Every buffer that is going to be timed, against the reference, bit for bit. */
static bool verify(bench_session *session, const parse_job *job, bench_runner *runners,
                   size_t count, void *out)
{
    void *expected = malloc(job->texts->most * value_size(job));
    bool good = expected != NULL;
    for (size_t i = 0; i < job->texts->count && good; i++) {
        const bench_text *text = &job->texts->items[i];
        if (runners[0].call(&runners[0], text, expected) != text->count) {
            bench_fail(session, "the reference cannot read shape %s", job->texts->shape->name);
            good = false;
        }
        for (size_t at = 1; at < count && good; at++) {
            verify_text(session, job, &runners[at], text, expected, out);
        }
    }
    free(expected);
    return good;
}

/* The best form of the reference for these texts: a few rounds of all decide. */
static size_t choose_reference(const parse_job *job, void *out)
{
    bench_runner forms[BENCH_RUNNERS_MOST] = {{0}};
    parse_reader readers[BENCH_RUNNERS_MOST];
    size_t best = 0;
    for (size_t i = 0; i < bench_reference_count; i++) {
        readers[i] = choose_loop(job, bench_references[i]);
        forms[i] = (bench_runner){.rounds_most = BENCH_ROUNDS_MOST,
                                  .call = job->texts->shape->calls ? call_peer_by_rows : call_peer,
                                  .context = &readers[i]};
    }
    if (bench_reference_count > 1 &&
        bench_measure(job->texts, forms, bench_reference_count, (bench_limits){.rounds = 2}, out)) {
        for (size_t i = 1; i < bench_reference_count; i++) {
            best = forms[i].min < forms[best].min ? i : best;
        }
    }
    return best;
}

/* A peer that reads JSON takes whole texts and arrays; the others lists. */
static bool is_wanted(const bench_peer *peer, const parse_job *job)
{
    unsigned kind = job->texts->shape->kind;
    bool reads = peer->reads_json ? kind == BENCH_JSON : kind == BENCH_LIST;
    return reads && (job->f32 ? peer->parse_f32 != NULL : peer->parse_f64 != NULL);
}

static size_t add_runners(bench_session *session, const parse_job *job, bench_runner *runners,
                          parse_reader *readers, void *out)
{
    bool calls = job->texts->shape->calls;
    size_t count = 0, best = session->options->verify ? 0 : choose_reference(job, out);
    for (; count < 2; count++) {
        readers[count] = choose_loop(job, bench_references[best]);
        runners[count] = (bench_runner){.name = count ? BENCH_AGAIN : "fast_float",
                                        .version = bench_references[best]->form,
                                        .verified = true,
                                        .rounds_most = BENCH_ROUNDS_MOST,
                                        .call = calls ? call_peer_by_rows : call_peer};
    }
    for (size_t i = 0; i < session->isa_count; i++, count++) {
        readers[count] = (parse_reader){job, NULL, NULL};
        runners[count] = (bench_runner){.name = "digitrun",
                                        .isa = session->isas[i],
                                        .verified = true,
                                        .rounds_most = BENCH_ROUNDS_MOST,
                                        .call = calls ? call_digitrun_by_rows : call_digitrun};
    }
    for (size_t i = 0; i < bench_peer_count && count < BENCH_RUNNERS_MOST; i++) {
        const bench_peer *peer = bench_peers[i];
        if (is_wanted(peer, job)) {
            readers[count] = (parse_reader){job, peer->parse_f64, peer->parse_f32};
            runners[count++] = (bench_runner){.name = peer->name,
                                              .version = peer->version,
                                              .verified = true,
                                              .rounds_most = session->peer_rounds,
                                              .call = calls ? call_peer_by_rows : call_peer};
        }
    }
    for (size_t i = 0; i < count; i++) {
        runners[i].context = &readers[i];
    }
    return count;
}

static void run_case(bench_session *session, const bench_set *set, const bench_shape *shape,
                     bool f32)
{
    bench_runner runners[BENCH_RUNNERS_MOST];
    parse_reader readers[BENCH_RUNNERS_MOST];
    bench_texts texts;
    digitrun_result last = {0};
    bench_show_progress(session, "parse", set->name, shape->name);
    if (!bench_make_texts(&texts, set, shape, BENCH_CUT)) {
        bench_fail(session, "no memory for the texts of %s", set->name);
        return;
    }
    parse_job job = {.texts = &texts, .format = choose_format(shape), .f32 = f32, .last = &last};
    void *out = bench_alloc(texts.most * sizeof(double) + 64);
    if (shape->kind != BENCH_LIST && !shape->calls) {
        job.row_room = texts.most + 1;
        job.row_ends = bench_alloc(job.row_room * sizeof *job.row_ends);
    }
    if (out == NULL || job.format == NULL || (job.row_room && job.row_ends == NULL)) {
        bench_fail(session, "no memory, or no format, for shape %s", shape->name);
    } else {
        size_t count = add_runners(session, &job, runners, readers, out);
        bench_limits limits = bench_case_limits(session);
        if (verify(session, &job, runners, count, out) && !session->options->verify &&
            bench_measure(&texts, runners, count, limits, out)) {
            bench_case line = {"parse",
                               f32 ? "f32" : "f64",
                               set->name,
                               shape->name,
                               shape->calls ? shape->name : set->name,
                               texts.bytes,
                               texts.numbers,
                               runners,
                               count};
            bench_add_line(session, &line, set->ordinary);
        }
    }
    session->done++;
    free(job.row_ends);
    free(out);
    bench_free_texts(&texts);
}

/* A row of 768 numbers of a million digits would be no case that anyone has. */
static bool fits(const bench_set *set, const bench_shape *shape)
{
    size_t row = shape->row == SIZE_MAX ? set->row : shape->row;
    return row <= 1 || set->len / set->count * row <= ((size_t)1 << 20);
}

static bool is_case(const bench_session *session, const bench_set *set, const bench_shape *shape,
                    bool calls)
{
    static const char *const matter[] = {"list",  "rows2", "rows768", "call1",
                                         "call3", "call8", "call128", "call768"};
    if (shape->calls != calls || !fits(set, shape) || set->for_writing ||
        !bench_is_asked(&session->options->shapes, shape->name)) {
        return false;
    }
    for (size_t i = 0; session->brief && i < sizeof matter / sizeof *matter; i++) {
        if (strcmp(shape->name, matter[i]) == 0) {
            return !calls || strcmp(set->name, "0.0-1.0") == 0 ||
                   strcmp(set->name, "embedding-f32") == 0 || session->options->sets.count ||
                   session->options->files.count;
        }
    }
    return !session->brief && (!calls || set->ordinary);
}

static void run_shape(bench_session *session, const bench_shape *shape, bool f32)
{
    char title[160];
    snprintf(title, sizeof title,
             "parse, %s, %s: %s (ns a number, GB/s of text, times as fast as fast_float)",
             f32 ? "float" : "double", shape->name, shape->about);
    bench_begin_table(title);
    for (size_t i = 0; i < session->set_count; i++) {
        bool asked = is_case(session, &session->sets[i], shape, false);
        if (asked && f32 && bench_is_beyond_float(&session->sets[i])) {
            session->done++;
        } else if (asked) {
            run_case(session, &session->sets[i], shape, f32);
        }
    }
    bench_end_table();
}

static size_t count_cases(const bench_session *session, bool calls)
{
    size_t cases = 0;
    for (size_t i = 0; i < session->set_count; i++) {
        for (size_t at = 0; at < bench_shape_count; at++) {
            cases += is_case(session, &session->sets[i], &bench_shapes[at], calls);
        }
    }
    return cases * ((size_t)session->options->f64 + session->options->f32);
}

void bench_run_parse(bench_session *session)
{
    size_t cases = count_cases(session, false);
    bench_begin_run(session, cases, 18, 0.35);
    for (int f32 = !session->options->f64; f32 <= session->options->f32; f32++) {
        for (size_t i = 0; i < bench_shape_count; i++) {
            run_shape(session, &bench_shapes[i], f32);
        }
    }
}

static void run_calls_of(bench_session *session, const bench_set *set, bool f32)
{
    char title[160];
    snprintf(
        title, sizeof title,
        "calls, %s, %s: one array a call (ns a number, GB/s of text, times as fast as fast_float)",
        f32 ? "float" : "double", set->name);
    bench_begin_table(title);
    for (size_t i = 0; i < bench_shape_count; i++) {
        bool asked = is_case(session, set, &bench_shapes[i], true);
        if (asked && f32 && bench_is_beyond_float(set)) {
            session->done++;
        } else if (asked) {
            run_case(session, set, &bench_shapes[i], f32);
        }
    }
    bench_end_table();
}

void bench_run_calls(bench_session *session)
{
    size_t cases = count_cases(session, true);
    bench_begin_run(session, cases, 2, 0.25);
    for (int f32 = !session->options->f64; f32 <= session->options->f32; f32++) {
        for (size_t i = 0; i < session->set_count; i++) {
            run_calls_of(session, &session->sets[i], f32);
        }
    }
}
