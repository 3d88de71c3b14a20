/* bench/bench.c - digitrun-bench: what was asked for, in order, and the exit code. */
#include "bench/peers.h"
#include "bench/results.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_machine(const bench_session *session)
{
    const bench_machine *m = &session->report.machine;
    printf("digitrun %s, %s, %s%s%s, %d cores, row in use: %s\n", digitrun_version(), m->cpu,
           m->arch, m->virtual_by[0] ? ", virtual: " : "", m->virtual_by, m->cores,
           digitrun_isa_selected());
    printf("rows timed:");
    for (size_t i = 0; i < session->isa_count; i++) {
        printf(" %s", session->isas[i]);
    }
    for (size_t i = 0; digitrun_isa_name(i); i++) {
        if (!digitrun_isa_usable(digitrun_isa_name(i))) {
            printf("; %s: %s", digitrun_isa_name(i), digitrun_isa_why(digitrun_isa_name(i)));
        }
    }
    printf("\nreference: fast_float %s, the fastest of", bench_reference_version);
    for (size_t i = 0; i < bench_reference_count; i++) {
        printf("%s %s", i ? ";" : "", bench_references[i]->form);
    }
    printf("\npeers:");
    for (size_t i = 0; i < bench_peer_count; i++) {
        printf("%s %s %s", i ? "," : "", bench_peers[i]->name, bench_peers[i]->version);
    }
    printf("%s%s\n", bench_peers_absent[0] ? "; absent: " : "", bench_peers_absent);
    for (size_t i = 0; i < session->set_count; i++) {
        const bench_set *set = &session->sets[i];
        if (set->len < m->l2) {
            printf("note: set %s has %zu KB, no more than the L2 cache\n", set->name,
                   set->len >> 10);
        }
    }
}

static int list_sets(const bench_session *session)
{
    for (size_t i = 0; i < session->set_count; i++) {
        const bench_set *set = &session->sets[i];
        if (session->options->print) {
            fwrite(set->text, 1, set->len, stdout);
        } else {
            printf("%-16s %8zu numbers %9zu bytes %016llx\n", set->name, set->count, set->len,
                   (unsigned long long)bench_hash(set->text, set->len));
        }
    }
    return BENCH_EXIT_GOOD;
}

static int save(const bench_report *report, const char *path,
                bool (*write)(const bench_report *, const char *))
{
    if (path && !write(report, path)) {
        fprintf(stderr, "digitrun-bench: %s: %s\n", path, strerror(errno));
        return BENCH_EXIT_USAGE;
    }
    return BENCH_EXIT_GOOD;
}

static int finish(bench_session *session)
{
    const bench_options *o = session->options;
    bench_report *report = &session->report;
    bench_find_noise(report);
    if (report->noise_cases) {
        printf("\nnoise: in nine of ten of %zu cases the reference timed twice came within %.1f%% "
               "of itself\n",
               report->noise_cases, 100 * report->noise);
    }
    if (report->passes > 1) {
        printf("passes: half of the rows' ratios lie within %.1f%% of each other in the %u passes, "
               "nine in ten within %.1f%%\n",
               100 * report->apart, report->passes, 100 * report->apart_most);
    }
    if (report->unsteady > 1.1) {
        printf("unsteady: a fixed loop took up to %.2f times its least time; something shares this "
               "core, "
               "and ratios of rows that keep it full may come out low\n",
               report->unsteady);
    }
    printf("took %.0f s\n", (double)(bench_now() - session->start) / 1e9);
    if (report->failed) {
        fprintf(stderr, "digitrun-bench: FAILED: a value was wrong, see above\n");
        return BENCH_EXIT_WRONG;
    }
    printf("every buffer was compared with the reference bit for bit: no difference\n");
    int code = save(report, o->json, bench_write_json);
    code = code ? code : save(report, o->svg, bench_write_svg);
    if (code == BENCH_EXIT_GOOD && o->check && (o->runs & ~(unsigned)BENCH_RUN_HOSTILE)) {
        code = bench_check_floors(report, o->floors ? o->floors : BENCH_FLOORS);
    }
    return code == BENCH_EXIT_GOOD && report->under ? BENCH_EXIT_WRONG : code;
}

static int run(bench_session *session)
{
    static const struct {
        unsigned bit;
        bool in_default, in_passes;
        void (*run)(bench_session *session);
    } runs[] = {{BENCH_RUN_PARSE, true, true, bench_run_parse},
                {BENCH_RUN_CALLS, true, true, bench_run_calls},
                {BENCH_RUN_WRITE, true, true, bench_run_write},
                {BENCH_RUN_COUNT, true, true, bench_run_count},
                {BENCH_RUN_HOSTILE, false, false, bench_run_hostile},
                {BENCH_RUN_JAVA, true, false, bench_run_java}};
    const bench_options *o = session->options;
    if (session->report.machine.emulated_by[0] && !o->verify) {
        fprintf(stderr,
                "digitrun-bench: this program runs under %s, where time means nothing; --verify "
                "only compares\n",
                session->report.machine.emulated_by);
        return BENCH_EXIT_REFUSED;
    }
    print_machine(session);
    session->report.passes = o->verify ? 1 : o->passes;
    for (; session->pass < session->report.passes; session->pass++) {
        for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
            bool asked = o->runs & runs[i].bit ||
                         (o->runs == BENCH_RUN_DEFAULT && runs[i].in_default);
            if (asked && (runs[i].in_passes || bench_is_last_pass(session))) {
                runs[i].run(session);
            }
        }
    }
    return finish(session);
}

static int draw(const char *path, const char *svg)
{
    bench_report report = {0};
    if (svg == NULL || !bench_read_json(&report, path)) {
        fputs(svg ? "" : "digitrun-bench: draw needs --svg FILE\n", stderr);
        return BENCH_EXIT_USAGE;
    }
    int code = save(&report, svg, bench_write_svg);
    bench_end_report(&report);
    return code;
}

static int measure(const bench_options *options)
{
    bench_session session;
    int code = bench_open_session(&session, options);
    if (code == BENCH_EXIT_GOOD) {
        bench_clear_progress(&session);
        code = strcmp(options->command, "sets") == 0 ? list_sets(&session) : run(&session);
    }
    bench_close_session(&session);
    return code;
}

int main(int argc, char **argv)
{
    bench_options options;
    if (!bench_read_options(&options, argc, argv)) {
        return BENCH_EXIT_USAGE;
    }
    if (strcmp(options.command, "help") == 0) {
        bench_print_usage();
        return BENCH_EXIT_GOOD;
    }
    if (strcmp(options.command, "compare") == 0) {
        return bench_compare(options.operands[0], options.operands[1]);
    }
    if (strcmp(options.command, "quote") == 0) {
        return bench_quote(options.operands[0], options.check);
    }
    if (strcmp(options.command, "floors") == 0) {
        return bench_print_floors(options.operands[0]);
    }
    if (strcmp(options.command, "draw") == 0) {
        return draw(options.operands[0], options.svg);
    }
    return measure(&options);
}
