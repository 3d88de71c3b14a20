/* bench/check.c - floors.json: what each row must reach, and whether a run did. */
#include "bench/json.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCHEMA "digitrun-floors/1"
#define MEAN "geometric mean"

typedef struct check {
    bench_report *report;
    bool named_machine; /* this is the machine whose ns the file caps */
    size_t looked_at, not_run;
} check;

/* The geometric mean of the ratios of a row over the table's ordinary sets; 0: it was not
 * measured. */
static double mean_ratio(const bench_report *report, const bench_result *like)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        const bench_source *source = bench_find_source(r->set);
        if (bench_is_same_table(r, like) && strcmp(r->isa, like->isa) == 0 && r->isa[0] &&
            r->ratio > 0 && source && source->ordinary) {
            sum += log(r->ratio);
            count++;
        }
    }
    return count > 1 ? exp(sum / (double)count) : 0;
}

static void fall(check *c, const bench_result *like, const char *what, double got, double wanted)
{
    printf("UNDER: %s, %s %s, %s, %s: %s %.3g, wanted %.3g\n", like->isa, like->op, like->shape,
           like->type, like->set, what, got, wanted);
    c->report->under++;
}

static void check_ratio(check *c, const bench_result *like, double floor)
{
    double ratio = 0, noise = fmax(c->report->noise, c->report->apart);
    if (strcmp(like->set, MEAN) == 0) {
        ratio = mean_ratio(c->report, like);
    } else {
        const bench_result *r = bench_find_result(c->report, like, "digitrun", like->isa);
        ratio = r ? r->ratio : 0;
        noise = r ? fmax(c->report->noise, bench_apart(r)) : noise;
    }
    if (ratio <= 0) {
        c->not_run++;
        return;
    }
    c->looked_at++;
    if (ratio < floor * (1 - noise)) {
        fall(c, like, "times the reference", ratio, floor);
    }
}

static void check_ns(check *c, const bench_result *like, double cap)
{
    const bench_result *r = bench_find_result(c->report, like, "digitrun", like->isa);
    if (r == NULL || !c->named_machine) {
        c->not_run++;
        return;
    }
    c->looked_at++;
    if (r->min > cap * (1 + c->report->noise)) {
        fall(c, like, "ns", r->min, cap);
    }
}

/* A floor for something that does not exist would never be missed. */
static bool names_exist(const json_value *line)
{
    static const char *const members[] = {"ratio", "ns"};
    const char *shape = bench_json_text(line, "shape");
    bool good = bench_find_shape(shape) || bench_is_write_shape(shape);
    for (size_t i = 0; i < 2; i++) {
        const json_value *sets = bench_json_member(line, members[i]);
        for (const json_value *set = sets ? sets->first : NULL; set && good; set = set->next) {
            good = set->kind == JSON_NUMBER &&
                   (bench_find_source(set->key) || strcmp(set->key, MEAN) == 0);
        }
    }
    if (!good) {
        fprintf(stderr,
                "digitrun-bench: floors: no such shape, or a set that is not known: %s %s\n",
                bench_json_text(line, "isa"), shape);
    }
    return good;
}

static void check_line(check *c, const json_value *line)
{
    bench_result like = {0};
    snprintf(like.op, sizeof like.op, "%s", bench_json_text(line, "op"));
    snprintf(like.type, sizeof like.type, "%s", bench_json_text(line, "type"));
    snprintf(like.shape, sizeof like.shape, "%s", bench_json_text(line, "shape"));
    snprintf(like.isa, sizeof like.isa, "%s", bench_json_text(line, "isa"));
    const json_value *ratios = bench_json_member(line, "ratio");
    const json_value *caps = bench_json_member(line, "ns");
    for (const json_value *set = ratios ? ratios->first : NULL; set; set = set->next) {
        snprintf(like.set, sizeof like.set, "%s", set->key);
        check_ratio(c, &like, set->number);
    }
    for (const json_value *set = caps ? caps->first : NULL; set; set = set->next) {
        snprintf(like.set, sizeof like.set, "%s", set->key);
        check_ns(c, &like, set->number);
    }
}

static bool has_word(const char *words, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += len) {
        if ((at == words || at[-1] == ' ') && (at[len] == ' ' || at[len] == 0)) {
            return true;
        }
    }
    return false;
}

/* Named by CPU, by a feature it has and one it lacks: a hypervisor may hide the model's number. */
static bool is_named_machine(const bench_machine *m, const json_value *named)
{
    const char *has = bench_json_text(named, "has"), *lacks = bench_json_text(named, "lacks");
    return named && strstr(m->cpu, bench_json_text(named, "cpu")) &&
           (has[0] == 0 || has_word(m->features, has)) &&
           (lacks[0] == 0 || !has_word(m->features, lacks));
}

int bench_check_floors(bench_report *report, const char *path)
{
    char error[256];
    json_value *tree = bench_json_read(path, error, sizeof error);
    if (tree == NULL || strcmp(bench_json_text(tree, "schema"), SCHEMA) != 0) {
        fprintf(stderr, "digitrun-bench: %s%s\n", tree ? path : error,
                tree ? ": its \"schema\" is not \"" SCHEMA "\"" : "");
        bench_json_free(tree);
        return BENCH_EXIT_USAGE;
    }
    const json_value *named = bench_json_member(tree, "machine");
    check c = {report, is_named_machine(&report->machine, named), 0, 0};
    const json_value *lines = bench_json_member(tree, "floors");
    putchar('\n');
    bool good = true;
    for (const json_value *line = lines ? lines->first : NULL; line; line = line->next) {
        good = names_exist(line) && good;
        const char *isa = bench_json_text(line, "isa");
        if (digitrun_isa_usable(isa)) {
            check_line(&c, line);
        } else {
            printf("not looked at: row %s, %s %s: %s\n", isa, bench_json_text(line, "op"),
                   bench_json_text(line, "shape"), digitrun_isa_why(isa));
        }
    }
    printf(
        "floors: %zu looked at, %zu missed by more than the noise of %.1f%%; %zu of cases not in "
        "this run%s%s\n",
        c.looked_at, report->under, 100 * report->noise, c.not_run,
        c.named_machine ? "" : " or of ns on another machine: ",
        c.named_machine ? "" : bench_json_text(named, "name"));
    bench_json_free(tree);
    if (!good) {
        return BENCH_EXIT_USAGE;
    }
    if (c.looked_at == 0) {
        fprintf(stderr, "digitrun-bench: %s: no floor belongs to this run\n", path);
        return BENCH_EXIT_USAGE;
    }
    return BENCH_EXIT_GOOD;
}

/* "set":value,... of one row of one table. */
static void put_floor_line(const bench_report *report, const bench_result *like, const char *after)
{
    static const double margin = 0.97;
    const char *between = "";
    printf("  {\"isa\":\"%s\",\"op\":\"%s\",\"type\":\"%s\",\"shape\":\"%s\",\"ratio\":{",
           like->isa, like->op, like->type, like->shape);
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (bench_is_same_table(r, like) && strcmp(r->isa, like->isa) == 0) {
            printf("%s\"%s\":%.2f", between, r->set, margin * r->ratio);
            between = ",";
        }
    }
    if (mean_ratio(report, like) > 0) {
        printf("%s\"" MEAN "\":%.2f", between, margin * mean_ratio(report, like));
    }
    printf("}}%s\n", after);
}

int bench_print_floors(const char *path)
{
    bench_report report = {0};
    if (!bench_read_json(&report, path)) {
        return BENCH_EXIT_USAGE;
    }
    for (size_t i = 0; i < report.count; i++) {
        const bench_result *r = &report.results[i];
        bool seen = r->isa[0] == 0 || strcmp(r->op, "hostile") == 0;
        for (size_t at = 0; at < i && !seen; at++) {
            seen = bench_is_same_table(&report.results[at], r) &&
                   strcmp(report.results[at].isa, r->isa) == 0;
        }
        if (!seen) {
            put_floor_line(&report, r, ",");
        }
    }
    bench_end_report(&report);
    return BENCH_EXIT_GOOD;
}
