/* bench/session.c - one run of the program: its sets and rows, its budget, what it prints. */
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool bench_is_asked(const bench_words *words, const char *name)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->items[i], name) == 0) {
            return true;
        }
    }
    return words->count == 0;
}

static int refuse(int code, const char *what, const char *name, const char *why)
{
    fprintf(stderr, "digitrun-bench: %s %s: %s\n", what, name, why);
    return code;
}

/* The rows asked for, or DIGITRUN_ISA's, or all that are usable. An emulated row is usable by name
 * only. */
static int choose_isas(bench_session *session)
{
    const bench_words *asked = &session->options->isas;
    const char *environment = getenv("DIGITRUN_ISA");
    for (size_t i = 0; i < asked->count; i++) {
        if (!digitrun_isa_usable(asked->items[i])) {
            return refuse(BENCH_EXIT_USAGE, "--isa", asked->items[i],
                          digitrun_isa_why(asked->items[i]));
        }
    }
    if (digitrun_isa_environment() != DIGITRUN_OK) {
        return refuse(BENCH_EXIT_USAGE, "DIGITRUN_ISA", environment ? environment : "",
                      digitrun_isa_why(environment ? environment : ""));
    }
    const char *only = asked->count == 0 && environment && *environment ? digitrun_isa_selected()
                                                                        : NULL;
    for (size_t i = 0; digitrun_isa_name(i) && session->isa_count < BENCH_ISAS_MOST; i++) {
        const char *name = digitrun_isa_name(i);
        bool emulated = strstr(digitrun_isa_why(name), "emulated") != NULL;
        if (only ? strcmp(name, only) == 0
                 : digitrun_isa_usable(name) && bench_is_asked(asked, name) &&
                       (asked->count || !emulated)) {
            session->isas[session->isa_count++] = name;
        }
    }
    return BENCH_EXIT_GOOD;
}

/* Larger than the second-level cache, so that a pass over a set finds it outside; the same 4 MB on
 * most machines, and half of that in the one-minute run. Where the cache is unknown, 24 MB is twice
 * the largest that is common (12 MB). */
static size_t choose_size(const bench_session *session)
{
    size_t l2 = session->report.machine.l2;
    size_t least = (size_t)(session->brief ? 2 : 4) << 20, most = (size_t)32 << 20,
           twice = l2 ? 2 * l2 : (size_t)24 << 20;
    size_t size = twice < least ? least : twice > most ? most : twice;
    return session->options->size ? session->options->size : size;
}

static bool add_file(bench_session *session, const char *path)
{
    bench_set *set = &session->sets[session->set_count];
    size_t left_out;
    if (!bench_read_set(set, path, &left_out)) {
        refuse(BENCH_EXIT_USAGE, "--file", path,
               errno ? strerror(errno) : "fewer than four numbers in it");
        bench_free_set(set);
        return false;
    }
    session->set_count++;
    if (left_out) {
        fprintf(stderr, "digitrun-bench: %s: %zu words are no JSON numbers and are left out\n",
                path, left_out);
    }
    return true;
}

/* Files alone, where only files are named. */
static int make_sets(bench_session *session)
{
    const bench_options *o = session->options;
    size_t size = choose_size(session);
    session->sets = calloc(bench_source_count + o->files.count, sizeof *session->sets);
    for (size_t i = 0; i < o->sets.count; i++) {
        if (bench_find_source(o->sets.items[i]) == NULL) {
            return refuse(BENCH_EXIT_USAGE, "--set", o->sets.items[i],
                          "no such set (digitrun-bench sets lists them)");
        }
    }
    for (size_t i = 0; i < bench_source_count && session->sets; i++) {
        const bench_source *source = &bench_sources[i];
        bool asked = o->sets.count ? bench_is_asked(&o->sets, source->name) ||
                                         bench_is_asked(&o->sets, source->alias)
                                   : o->files.count == 0;
        if (!asked) {
            continue;
        }
        bench_show_progress(session, "making", source->name, "");
        /* Hard numbers take long: a quarter of the text, as long as that is beyond the cache. */
        size_t least = session->report.machine.l2 ? 2 * session->report.machine.l2 : size;
        size_t bytes = source->ordinary || o->size || size / 4 < least ? size : size / 4;
        if (!bench_make_set(&session->sets[session->set_count], source, bytes)) {
            return refuse(BENCH_EXIT_WRONG, "set", source->name, "no memory");
        }
        session->set_count++;
    }
    for (size_t i = 0; i < o->files.count && session->sets; i++) {
        if (!add_file(session, o->files.items[i])) {
            return BENCH_EXIT_USAGE;
        }
    }
    return session->sets ? BENCH_EXIT_GOOD : refuse(BENCH_EXIT_WRONG, "the", "sets", "no memory");
}

int bench_open_session(bench_session *session, const bench_options *options)
{
    *session = (bench_session){.options = options, .start = bench_now()};
    session->brief = options->runs == BENCH_RUN_DEFAULT && options->shapes.count == 0;
    session->peer_rounds = session->brief || options->passes > 1 ? 3 : 5;
    bench_begin_report(&session->report, options->label ? options->label : "");
    for (size_t i = 0; i < options->shapes.count; i++) {
        if (bench_find_shape(options->shapes.items[i]) == NULL &&
            !bench_is_write_shape(options->shapes.items[i])) {
            return refuse(BENCH_EXIT_USAGE, "--shape", options->shapes.items[i], "no such shape");
        }
    }
    int code = choose_isas(session);
    return code || options->runs == BENCH_RUN_HOSTILE ? code : make_sets(session);
}

void bench_close_session(bench_session *session)
{
    for (size_t i = 0; i < session->set_count; i++) {
        bench_free_set(&session->sets[i]);
    }
    free(session->sets);
    bench_end_report(&session->report);
    digitrun_isa_force(NULL);
}

void bench_begin_run(bench_session *session, size_t cases, double brief_seconds, double for_each)
{
    double asked = session->options->seconds;
    double whole = session->brief ? brief_seconds * (asked > 0 ? asked / 60 : 1)
                   : asked > 0    ? asked
                                  : for_each * (double)cases;
    session->cases = cases;
    session->done = 0;
    session->case_seconds = cases ? whole / (double)cases / session->report.passes : 0;
}

bench_limits bench_case_limits(const bench_session *session)
{
    return (bench_limits){.rounds = session->options->rounds,
                          .least = session->report.passes > 1 ? 3 : 5,
                          .seconds = session->case_seconds};
}

bool bench_is_last_pass(const bench_session *session)
{
    return session->pass + 1 >= session->report.passes;
}

static bool shows_progress(const bench_session *session)
{
    return !session->options->quiet && isatty(STDERR_FILENO);
}

void bench_show_progress(bench_session *session, const char *run, const char *set,
                         const char *shape)
{
    if (shows_progress(session)) {
        double seconds = (double)(bench_now() - session->start) / 1e9;
        fprintf(stderr, "\r\033[K[pass %u of %u, %zu/%zu, %.0f s] %s %s %s", session->pass + 1,
                session->report.passes, session->done, session->cases, seconds, run, set, shape);
        fflush(stderr);
    }
}

void bench_clear_progress(const bench_session *session)
{
    if (shows_progress(session)) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}

void bench_fail(bench_session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bench_clear_progress(session);
    fputs("digitrun-bench: WRONG: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    session->report.failed = true;
}
