/* bench/report.c - the results of a run: kept, written as JSON. */
#include "bench/report.h"

#include "bench/json.h"
#include "bench/peers.h"

#include "digitrun/digitrun.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STRING(text) QUOTE(text)
#define QUOTE(text) #text
#ifdef __clang__
#define COMPILER \
    "clang " STRING(__clang_major__) "." STRING(__clang_minor__) "." STRING(__clang_patchlevel__)
#else
#define COMPILER "gcc " STRING(__GNUC__) "." STRING(__GNUC_MINOR__) "." STRING(__GNUC_PATCHLEVEL__)
#endif

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

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_find_noise(bench_report *report)
{
    double *off = malloc((report->count + 1) * sizeof *off);
    size_t cases = 0;
    for (size_t i = 0; i < report->count && off; i++) {
        if (strcmp(report->results[i].implementation, BENCH_AGAIN) == 0) {
            off[cases++] = fabs(report->results[i].ratio - 1);
        }
    }
    report->noise_cases = cases;
    report->noise = 0;
    if (cases) {
        qsort(off, cases, sizeof *off, compare);
        report->noise = off[(cases * 9) / 10 < cases ? (cases * 9) / 10 : cases - 1];
    }
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
    put_member(file, "isa_selected", digitrun_isa_selected(), ",");
    fprintf(file, "\"cores\":%d,\"l2_bytes\":%zu,", m->cores, m->l2);
    put_member(file, "os", m->os, ",");
    fprintf(file, "\"virtual\":%s,\"emulated\":%s,", m->virtual_by[0] ? "true" : "false",
            m->emulated_by[0] ? "true" : "false");
    put_member(file, "label", report->label, "},\n");
}

static void put_build(FILE *file)
{
    fputs("\"build\":{", file);
    put_member(file, "compiler", COMPILER, ",");
    put_member(file, "flags", BENCH_FLAGS, ",\n  \"peers\":{");
    put_member(file, "fast_float", bench_reference_version, "");
    for (size_t i = 0; i < bench_peer_count; i++) {
        fputc(',', file);
        put_member(file, bench_peers[i]->name, bench_peers[i]->version, "");
    }
    fputs("}},\n", file);
}

static void put_result(FILE *file, const bench_result *r)
{
    fputs("  {", file);
    put_member(file, "op", r->op, ",");
    put_member(file, "set", r->set, ",");
    fprintf(file, "\"bytes\":%zu,\"numbers\":%zu,", r->bytes, r->numbers);
    put_member(file, "type", r->type, ",");
    put_member(file, "shape", r->shape, ",");
    put_member(file, "implementation", r->implementation, ",\"isa\":");
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
        fprintf(file, "%.4g}", r->ratio);
    } else {
        fputs("null}", file);
    }
}

bool bench_write_json(const bench_report *report, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    fputs("{\"schema\":\"digitrun-bench/1\",", file);
    put_member(file, "digitrun", digitrun_version(), ",");
    put_member(file, "date", date, ",\n");
    put_machine(file, report);
    put_build(file);
    fprintf(file,
            "\"clock\":\"monotonic\",\"noise\":{\"ratio\":%.4f,\"cases\":%zu},\n\"results\":[\n",
            report->noise, report->noise_cases);
    for (size_t i = 0; i < report->count; i++) {
        put_result(file, &report->results[i]);
        fputs(i + 1 < report->count ? ",\n" : "\n", file);
    }
    fputs("]}\n", file);
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good;
}
