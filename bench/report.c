/* bench/report.c - the results of a run: kept, written as JSON (schema.json) and read back. */
#include "bench/report.h"

#include "bench/json.h"
#include "bench/peers.h"
#include "bench/results.h"

#include "digitrun/digitrun.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SCHEMA "digitrun-bench/1"
#define STRING(text) QUOTE(text)
#define QUOTE(text) #text
#ifdef __clang__
#define COMPILER \
    "clang " STRING(__clang_major__) "." STRING(__clang_minor__) "." STRING(__clang_patchlevel__)
#else
#define COMPILER "gcc " STRING(__GNUC__) "." STRING(__GNUC_MINOR__) "." STRING(__GNUC_PATCHLEVEL__)
#endif

/* Into an array, cut where it is too long. */
#define COPY(to, from) snprintf(to, sizeof(to), "%.*s", (int)sizeof(to) - 1, from)

static void add_peer(bench_report *report, const char *name, const char *version)
{
    if (report->peer_count < BENCH_PEERS_MOST) {
        COPY(report->peers[report->peer_count].name, name);
        COPY(report->peers[report->peer_count].version, version);
        report->peer_count++;
    }
}

void bench_begin_report(bench_report *report, const char *label)
{
    time_t now = time(NULL);
    COPY(report->version, digitrun_version());
    strftime(report->date, sizeof report->date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    COPY(report->compiler, COMPILER);
    COPY(report->flags, BENCH_FLAGS);
    COPY(report->selected, digitrun_isa_selected());
    COPY(report->label, label);
    add_peer(report, "fast_float", bench_reference_version);
    for (size_t i = 0; i < bench_peer_count; i++) {
        add_peer(report, bench_peers[i]->name, bench_peers[i]->version);
    }
    bench_look_at_machine(&report->machine);
}

void bench_end_report(bench_report *report)
{
    free(report->results);
    report->results = NULL;
}

void bench_add_result(bench_report *report, const bench_result *result)
{
    if (report->count == report->room) {
        size_t room = report->room * 2 + 256;
        bench_result *more = realloc(report->results, room * sizeof *more);
        if (more == NULL) {
            report->failed = true;
            return;
        }
        report->results = more;
        report->room = room;
    }
    report->results[report->count++] = *result;
}

size_t bench_merge_result(bench_report *report, const bench_result *result)
{
    const bench_result *found = bench_find_result(report, result, result->implementation,
                                                  result->isa);
    if (found == NULL) {
        bench_add_result(report, result);
        return report->failed ? SIZE_MAX : report->count - 1;
    }
    const size_t at = (size_t)(found - report->results);
    bench_result *r = &report->results[at];
    const double before = r->rounds, now = result->rounds, all = before + now;
    r->median = (r->median * before + result->median * now) / all;
    r->p90 = (r->p90 * before + result->p90 * now) / all;
    r->least = result->ratio < r->least ? result->ratio : r->least;
    r->most = result->ratio > r->most ? result->ratio : r->most;
    if (result->min < r->min) {
        r->min = result->min;
        COPY(r->version, result->version);
    }
    r->verified = r->verified && result->verified;
    r->rounds += result->rounds;
    r->passes++;
    return at;
}

double bench_apart(const bench_result *result)
{
    return result->least > 0 ? result->most / result->least - 1 : 0;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* So many tenths of `values` are no larger; they come out sorted. */
static double tenths(double *values, size_t count, size_t parts)
{
    qsort(values, count, sizeof *values, compare);
    return count ? values[(count * parts + 9) / 10 - 1] : 0;
}

void bench_find_noise(bench_report *report)
{
    double *off = malloc((report->count + 1) * sizeof *off);
    size_t cases = 0, rows = 0;
    for (size_t i = 0; i < report->count && off; i++) {
        if (strcmp(report->results[i].implementation, BENCH_AGAIN) == 0) {
            off[cases++] = fabs(report->results[i].ratio - 1);
        }
    }
    report->noise_cases = cases;
    report->noise = off ? tenths(off, cases, 9) : 0;
    for (size_t i = 0; i < report->count && off; i++) {
        const bench_result *r = &report->results[i];
        if (r->isa[0] && r->least > 0 && r->passes > 1) {
            off[rows++] = bench_apart(r);
        }
    }
    report->passes = rows ? report->passes : 1;
    report->apart = off ? tenths(off, rows, 5) : 0;
    report->apart_most = off ? tenths(off, rows, 9) : 0;
    report->unsteady = bench_unsteadiness();
    free(off);
}

double bench_gb_per_s(const bench_result *result)
{
    return (double)result->bytes / (double)result->numbers / result->min;
}

static void put_member(FILE *file, const char *key, const char *text, const char *after)
{
    fprintf(file, "\"%s\":", key);
    bench_json_put(file, text);
    fputs(after, file);
}

static void put_words(FILE *file, const char *words)
{
    const char *between = "";
    fputc('[', file);
    for (const char *at = words + strspn(words, " "); *at; at += strspn(at, " ")) {
        char word[64];
        size_t len = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)len, at);
        fputs(between, file);
        bench_json_put(file, word);
        between = ",";
        at += len;
    }
    fputc(']', file);
}

static void put_machine(FILE *file, const bench_report *report)
{
    const bench_machine *m = &report->machine;
    fputs("\"machine\":{", file);
    put_member(file, "cpu", m->cpu, ",");
    put_member(file, "arch", m->arch, ",\n  \"features\":");
    put_words(file, m->features);
    fputs(",\n  ", file);
    put_member(file, "isa_selected", report->selected, ",");
    fprintf(file, "\"cores\":%d,\"l2_bytes\":%zu,", m->cores, m->l2);
    put_member(file, "os", m->os, ",");
    fprintf(file, "\"virtual\":%s,\"emulated\":%s,", m->virtual_by[0] ? "true" : "false",
            m->emulated_by[0] ? "true" : "false");
    put_member(file, "label", report->label, "},\n");
}

static void put_build(FILE *file, const bench_report *report)
{
    fputs("\"build\":{", file);
    put_member(file, "compiler", report->compiler, ",");
    put_member(file, "flags", report->flags, ",\n  \"peers\":{");
    for (size_t i = 0; i < report->peer_count; i++) {
        put_member(file, report->peers[i].name, report->peers[i].version,
                   i + 1 < report->peer_count ? "," : "");
    }
    fputs("}},\n", file);
}

static void put_result(FILE *file, const bench_result *r)
{
    fputs("{", file);
    put_member(file, "op", r->op, ",");
    put_member(file, "set", r->set, ",");
    fprintf(file, "\"bytes\":%zu,\"numbers\":%zu,", r->bytes, r->numbers);
    put_member(file, "type", r->type, ",");
    put_member(file, "shape", r->shape, ",");
    put_member(file, "implementation", r->implementation, ",");
    put_member(file, "version", r->version, ",\"isa\":");
    if (r->isa[0]) {
        bench_json_put(file, r->isa);
    } else {
        fputs("null", file);
    }
    fprintf(file, ",\"rounds\":%u,\"verified\":%s,", r->rounds, r->verified ? "true" : "false");
    fprintf(file, "\"ns_per_number\":{\"min\":%.4g,\"median\":%.4g,\"p90\":%.4g},", r->min,
            r->median, r->p90);
    fprintf(file, "\"gb_per_s\":%.4g,\"ratio_to_reference\":", bench_gb_per_s(r));
    if (r->ratio > 0) {
        fprintf(file, "%.4g,\"apart\":%.4f", r->ratio, bench_apart(r));
    } else {
        fputs("null,\"apart\":0", file);
    }
    if (r->growth > 0) {
        fprintf(file, ",\"growth\":%.4g", r->growth);
    }
    fputs("}", file);
}

bool bench_write_json(const bench_report *report, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    fputs("{\"schema\":\"" SCHEMA "\",", file);
    put_member(file, "digitrun", report->version, ",");
    put_member(file, "date", report->date, ",\n");
    put_machine(file, report);
    put_build(file, report);
    fprintf(file,
            "\"clock\":\"monotonic\",\"noise\":{\"ratio\":%.4f,\"cases\":%zu,\"unsteady\":%.3f,"
            "\"passes\":%u,\"apart\":%.4f,\"apart_most\":%.4f},\n",
            report->noise, report->noise_cases, report->unsteady, report->passes, report->apart,
            report->apart_most);
    fputs("\"results\":[\n", file);
    for (size_t i = 0; i < report->count; i++) {
        put_result(file, &report->results[i]);
        fputs(i + 1 < report->count ? ",\n" : "\n", file);
    }
    fputs("]}\n", file);
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good;
}

static bool is_true(const json_value *object, const char *key)
{
    const json_value *member = bench_json_member(object, key);
    return member && member->kind == JSON_TRUE;
}

static void get_machine(bench_report *report, const json_value *machine)
{
    bench_machine *m = &report->machine;
    COPY(m->cpu, bench_json_text(machine, "cpu"));
    COPY(m->arch, bench_json_text(machine, "arch"));
    COPY(m->os, bench_json_text(machine, "os"));
    COPY(report->selected, bench_json_text(machine, "isa_selected"));
    COPY(report->label, bench_json_text(machine, "label"));
    COPY(m->virtual_by, is_true(machine, "virtual") ? "yes" : "");
    m->cores = (int)bench_json_number(machine, "cores");
    m->l2 = (size_t)bench_json_number(machine, "l2_bytes");
    size_t used = 0;
    const json_value *features = bench_json_member(machine, "features");
    for (const json_value *word = features ? features->first : NULL; word; word = word->next) {
        size_t room = sizeof m->features - used;
        int len = snprintf(m->features + used, room, "%s%s", used ? " " : "",
                           word->text ? word->text : "");
        used += len > 0 && (size_t)len < room ? (size_t)len : 0;
    }
}

static void get_result(bench_report *report, const json_value *line)
{
    const json_value *ns = bench_json_member(line, "ns_per_number");
    bench_result r = {.bytes = (size_t)bench_json_number(line, "bytes"),
                      .numbers = (size_t)bench_json_number(line, "numbers"),
                      .rounds = (unsigned)bench_json_number(line, "rounds"),
                      .verified = is_true(line, "verified"),
                      .min = bench_json_number(ns, "min"),
                      .median = bench_json_number(ns, "median"),
                      .p90 = bench_json_number(ns, "p90"),
                      .ratio = bench_json_number(line, "ratio_to_reference"),
                      .least = 1,
                      .most = 1 + bench_json_number(line, "apart"),
                      .growth = bench_json_number(line, "growth")};
    COPY(r.op, bench_json_text(line, "op"));
    COPY(r.set, bench_json_text(line, "set"));
    COPY(r.type, bench_json_text(line, "type"));
    COPY(r.shape, bench_json_text(line, "shape"));
    COPY(r.implementation, bench_json_text(line, "implementation"));
    COPY(r.version, bench_json_text(line, "version"));
    COPY(r.isa, bench_json_text(line, "isa"));
    bench_add_result(report, &r);
}

bool bench_read_json(bench_report *report, const char *path)
{
    char error[256];
    json_value *tree = bench_json_read(path, error, sizeof error);
    if (tree == NULL || strcmp(bench_json_text(tree, "schema"), SCHEMA) != 0) {
        fprintf(stderr, "digitrun-bench: %s%s\n", tree ? path : error,
                tree ? ": its \"schema\" is not \"" SCHEMA "\"" : "");
        bench_json_free(tree);
        return false;
    }
    const json_value *build = bench_json_member(tree, "build");
    const json_value *peers = bench_json_member(build, "peers");
    const json_value *noise = bench_json_member(tree, "noise");
    const json_value *results = bench_json_member(tree, "results");
    *report = (bench_report){.noise = bench_json_number(noise, "ratio"),
                             .noise_cases = (size_t)bench_json_number(noise, "cases"),
                             .unsteady = bench_json_number(noise, "unsteady"),
                             .passes = (unsigned)bench_json_number(noise, "passes"),
                             .apart = bench_json_number(noise, "apart"),
                             .apart_most = bench_json_number(noise, "apart_most")};
    COPY(report->version, bench_json_text(tree, "digitrun"));
    COPY(report->date, bench_json_text(tree, "date"));
    COPY(report->compiler, bench_json_text(build, "compiler"));
    COPY(report->flags, bench_json_text(build, "flags"));
    get_machine(report, bench_json_member(tree, "machine"));
    for (const json_value *peer = peers ? peers->first : NULL; peer; peer = peer->next) {
        add_peer(report, peer->key, peer->text ? peer->text : "");
    }
    for (const json_value *line = results ? results->first : NULL; line; line = line->next) {
        get_result(report, line);
    }
    bench_json_free(tree);
    return !report->failed;
}
