/* bench/bench.c - digitrun-bench: what was asked for, in order, and the exit code. */
#include "bench/peers.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <errno.h>
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

static int finish(bench_session *session)
{
    const bench_options *o = session->options;
    bench_find_noise(&session->report);
    if (session->report.noise_cases) {
        printf("\nnoise: in nine of ten of %zu cases the reference timed twice came within %.1f%% "
               "of itself\n",
               session->report.noise_cases, 100 * session->report.noise);
    }
    if (session->report.failed) {
        fprintf(stderr, "digitrun-bench: FAILED: a value was wrong, see above\n");
        return BENCH_EXIT_WRONG;
    }
    printf("every buffer was compared with the reference bit for bit\n");
    if (o->json && !bench_write_json(&session->report, o->json)) {
        fprintf(stderr, "digitrun-bench: %s: %s\n", o->json, strerror(errno));
        return BENCH_EXIT_USAGE;
    }
    return BENCH_EXIT_GOOD;
}

static int run(bench_session *session)
{
    const bench_machine *m = &session->report.machine;
    unsigned runs = session->options->runs;
    if (m->emulated_by[0] && !session->options->verify) {
        fprintf(stderr,
                "digitrun-bench: this program runs under %s, where time means nothing; --verify "
                "only compares\n",
                m->emulated_by);
        return BENCH_EXIT_REFUSED;
    }
    print_machine(session);
    if (runs & (BENCH_RUN_PARSE | BENCH_RUN_DEFAULT)) {
        bench_run_parse(session);
    }
    if (runs & (BENCH_RUN_CALLS | BENCH_RUN_DEFAULT)) {
        bench_run_calls(session);
    }
    return finish(session);
}

int main(int argc, char **argv)
{
    bench_options options;
    bench_session session;
    if (!bench_read_options(&options, argc, argv)) {
        return BENCH_EXIT_USAGE;
    }
    if (strcmp(options.command, "help") == 0) {
        bench_print_usage();
        return BENCH_EXIT_GOOD;
    }
    int code = bench_open_session(&session, &options);
    if (code == BENCH_EXIT_GOOD) {
        bench_clear_progress(&session);
        code = strcmp(options.command, "sets") == 0 ? list_sets(&session) : run(&session);
    }
    bench_close_session(&session);
    return code;
}
