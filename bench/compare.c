/* bench/compare.c - two result files side by side: two machines, two compilers, or two runs of
 * one. */
#include "bench/options.h"
#include "bench/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair {
    const bench_report *a, *b;
} pair;

static void put_side(const char *name, const bench_report *r, const char *path)
{
    printf("%s: %s, %s, %s%s, digitrun %s by %s, %s%s%s (%s)\n", name, r->machine.cpu,
           r->machine.arch, r->machine.os, r->machine.virtual_by[0] ? ", virtual" : "", r->version,
           r->compiler, r->date, r->label[0] ? ", " : "", r->label, path);
}

/* One case: on each machine the fastest row, its ratio to the reference there, and both times. */
static void put_case(const pair *p, const bench_result *a, double *logs, size_t *cases)
{
    const bench_result *b = bench_find_best(p->b, a);
    const bench_result *a_reference = bench_find_reference(p->a, a);
    const bench_result *b_reference = b ? bench_find_reference(p->b, b) : NULL;
    if (b == NULL || a_reference == NULL || b_reference == NULL) {
        return;
    }
    printf("%-16s %12s %6.2fx %8.2f %8.2f | %12s %6.2fx %8.2f %8.2f | %5.2f\n", a->set, a->isa,
           a->ratio, a->min, a_reference->min, b->isa, b->ratio, b->min, b_reference->min,
           a->min / b->min);
    logs[0] += log(a->ratio);
    logs[1] += log(b->ratio);
    logs[2] += log(a->min / b->min);
    ++*cases;
}

static void put_table(const pair *p, const bench_result *like)
{
    double logs[3] = {0};
    size_t cases = 0;
    printf("\n%s, %s, %s\n%-16s %12s %7s %8s %8s | %12s %7s %8s %8s | %5s\n", like->op, like->type,
           like->shape, "", "A: row", "times", "ns", "ref. ns", "B: row", "times", "ns", "ref. ns",
           "A/B");
    for (size_t i = 0; i < p->a->count; i++) {
        const bench_result *r = &p->a->results[i];
        if (bench_is_same_table(r, like) && bench_is_first_of_case(p->a, i)) {
            const bench_result *best = bench_find_best(p->a, r);
            if (best) {
                put_case(p, best, logs, &cases);
            }
        }
    }
    if (cases > 1) {
        double n = (double)cases;
        printf("%-16s %12s %6.2fx %17s | %12s %6.2fx %17s | %5.2f\n", "geometric mean", "",
               exp(logs[0] / n), "", "", exp(logs[1] / n), "", exp(logs[2] / n));
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where both measured the same rows: how far their ratios lie apart. */
static void put_agreement(const pair *p)
{
    double *apart = malloc((p->a->count + 1) * sizeof *apart);
    size_t count = 0;
    for (size_t i = 0; i < p->a->count && apart; i++) {
        const bench_result *a = &p->a->results[i];
        const bench_result *b = a->isa[0] ? bench_find_result(p->b, a, a->implementation, a->isa)
                                          : NULL;
        if (b && b->ratio > 0 && a->ratio > 0) {
            apart[count++] = fabs(b->ratio / a->ratio - 1);
        }
    }
    if (count) {
        qsort(apart, count, sizeof *apart, compare_doubles);
        printf(
            "\n%zu ratios of the same rows: half of them differ by at most %.1f%%, nine in ten "
            "by %.1f%%; noise stated: A %.1f%%, its passes %.1f%% and %.1f%%; B %.1f%%, %.1f%% and "
            "%.1f%%\n",
            count, 100 * apart[(count - 1) / 2], 100 * apart[(count * 9 + 9) / 10 - 1],
            100 * p->a->noise, 100 * p->a->apart, 100 * p->a->apart_most, 100 * p->b->noise,
            100 * p->b->apart, 100 * p->b->apart_most);
    }
    free(apart);
}

int bench_compare(const char *a_path, const char *b_path)
{
    bench_report a = {0}, b = {0};
    if (!bench_read_json(&a, a_path) || !bench_read_json(&b, b_path)) {
        bench_end_report(&a);
        return BENCH_EXIT_USAGE;
    }
    pair p = {&a, &b};
    put_side("A", &a, a_path);
    put_side("B", &b, b_path);
    for (size_t i = 0; i < a.count; i++) {
        bool seen = false;
        for (size_t at = 0; at < i && !seen; at++) {
            seen = bench_is_same_table(&a.results[at], &a.results[i]);
        }
        if (!seen) {
            put_table(&p, &a.results[i]);
        }
    }
    put_agreement(&p);
    bench_end_report(&a);
    bench_end_report(&b);
    return BENCH_EXIT_GOOD;
}
