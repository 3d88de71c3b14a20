/* bench/run_count.c - the run `count`: how fast a text is counted only, against a plain loop and
 * against reading it. */
#include "bench/peers.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const shapes[] = {"list", "json", "rows2"};

static size_t call_loop(const bench_runner *runner, const bench_text *text, void *out)
{
    (void)runner;
    return bench_references[0]->count(text->data, text->len, out);
}

/* The bound that memory sets: every byte is read, nothing is decided. */
static size_t call_memory(const bench_runner *runner, const bench_text *text, void *out)
{
    uint64_t sum = 0, word;
    (void)runner;
    for (size_t i = 0; i + sizeof word <= text->len; i += sizeof word) {
        memcpy(&word, text->data + i, sizeof word);
        sum += word;
    }
    memcpy(out, &sum, sizeof sum);
    return text->count;
}

static size_t call_digitrun(const bench_runner *runner, const bench_text *text, void *out)
{
    digitrun_result result = digitrun_count(text->data, text->len, runner->context);
    memcpy(out, &result, sizeof result);
    return result.status == DIGITRUN_OK ? result.count : BENCH_FAILED;
}

static void verify(bench_session *session, const bench_texts *texts, bench_runner *runners,
                   size_t count, digitrun_result *out)
{
    bool lines = texts->shape->kind == BENCH_LIST;
    for (size_t i = 0; i < texts->count; i++) {
        const bench_text *text = &texts->items[i];
        for (size_t at = 0; at < count; at++) {
            if (runners[at].isa) {
                digitrun_isa_force(runners[at].isa);
            }
            size_t got = runners[at].call(&runners[at], text, out);
            bool rows = runners[at].isa == NULL || out->rows == (lines ? text->count : text->rows);
            if ((got != text->count || !rows) && runners[at].verified) {
                runners[at].verified = false;
                runners[at].rounds_most = 0;
                bench_fail(session, "%s counts %zu numbers in %s, not %zu, or the rows wrongly",
                           runners[at].isa ? runners[at].isa : runners[at].name, got,
                           texts->shape->name, text->count);
            }
        }
    }
}

static void run_case(bench_session *session, const bench_set *set, const bench_shape *shape)
{
    bench_runner runners[BENCH_ISAS_MOST + 3];
    bench_texts texts;
    digitrun_result out;
    bench_show_progress(session, "count", set->name, shape->name);
    if (!bench_make_texts(&texts, set, shape, BENCH_CUT)) {
        bench_fail(session, "no memory for the texts of %s", set->name);
        return;
    }
    bench_runner model = {.verified = true, .rounds_most = BENCH_ROUNDS_MOST};
    size_t count = 0;
    for (; count < 2; count++) {
        runners[count] = model;
        runners[count].name = count ? BENCH_AGAIN : "plain loop";
        runners[count].call = call_loop;
    }
    for (size_t i = 0; i < session->isa_count; i++, count++) {
        runners[count] = model;
        runners[count].name = "digitrun";
        runners[count].isa = session->isas[i];
        runners[count].call = call_digitrun;
        runners[count].context = shape->kind == BENCH_LIST ? digitrun_format_list()
                                                           : digitrun_format_json();
    }
    runners[count] = model;
    runners[count].name = "reading memory";
    runners[count++].call = call_memory;
    verify(session, &texts, runners, count, &out);
    bench_limits limits = bench_case_limits(session);
    if (!session->options->verify && bench_measure(&texts, runners, count, limits, &out)) {
        bench_case line = {"count",     "f64",         set->name, shape->name, set->name,
                           texts.bytes, texts.numbers, runners,   count};
        bench_add_line(session, &line, set->ordinary);
    }
    session->done++;
    bench_free_texts(&texts);
}

static bool is_case(const bench_session *session, const bench_set *set)
{
    return set->ordinary && (!session->brief || strcmp(set->name, "0.0-1.0") == 0 ||
                             strcmp(set->name, "integers") == 0 || session->options->sets.count);
}

void bench_run_count(bench_session *session)
{
    size_t cases = 0;
    for (size_t i = 0; i < session->set_count; i++) {
        cases += is_case(session, &session->sets[i]) * sizeof shapes / sizeof *shapes;
    }
    bench_begin_run(session, cases, 1, 0.2);
    for (size_t at = 0; at < sizeof shapes / sizeof *shapes; at++) {
        const bench_shape *shape = bench_find_shape(shapes[at]);
        char title[160];
        if (!bench_is_asked(&session->options->shapes, shape->name)) {
            continue;
        }
        snprintf(title, sizeof title,
                 "count, %s: %s (ns a number, GB/s of text, times as fast as a plain loop)",
                 shape->name, shape->about);
        bench_begin_table(title);
        for (size_t i = 0; i < session->set_count; i++) {
            if (is_case(session, &session->sets[i])) {
                run_case(session, &session->sets[i], shape);
            }
        }
        bench_end_table();
    }
}
