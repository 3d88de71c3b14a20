/* bench/results.c - looking things up among finished results. */
#include "bench/results.h"

#include <string.h>

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool bench_is_same_table(const bench_result *a, const bench_result *b)
{
    return same(a->op, b->op) && same(a->type, b->type) && same(a->shape, b->shape);
}

static bool is_same_case(const bench_result *a, const bench_result *b)
{
    return same(a->set, b->set) && bench_is_same_table(a, b);
}

const bench_result *bench_find_result(const bench_report *report, const bench_result *like,
                                      const char *implementation, const char *isa)
{
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (is_same_case(r, like) && same(r->implementation, implementation) && same(r->isa, isa)) {
            return r;
        }
    }
    return NULL;
}

bool bench_is_first_of_case(const bench_report *report, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (is_same_case(&report->results[i], &report->results[at])) {
            return false;
        }
    }
    return true;
}

const bench_result *bench_find_best(const bench_report *report, const bench_result *like)
{
    const bench_result *best = NULL;
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (r->isa[0] && is_same_case(r, like) && (best == NULL || r->min < best->min)) {
            best = r;
        }
    }
    return best;
}

const bench_result *bench_find_reference(const bench_report *report, const bench_result *like)
{
    for (size_t i = 0; i < report->count; i++) { /* it is written first */
        if (is_same_case(&report->results[i], like)) {
            return &report->results[i];
        }
    }
    return NULL;
}
