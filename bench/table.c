/* bench/table.c - the tables on the terminal: one line a set, written as each is measured. */
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LABEL_WIDTH = 16,
    NAME_WIDTH = 21,
    PEER_WIDTH = 15,
    COLUMNS_MOST = BENCH_RUNNERS_MOST,
    FORMS_MOST = 8
};

/* The table in progress. Sums of logarithms of the ratios, for the geometric means. */
static struct {
    const char *title;
    bool begun;
    size_t columns;
    double logarithms[COLUMNS_MOST], least[COLUMNS_MOST];
    size_t in_mean[COLUMNS_MOST];
    const char *forms[FORMS_MOST]; /* of the reference, and in how many cases each was best */
    size_t form_cases[FORMS_MOST];
} table;

void bench_begin_table(const char *title)
{
    memset(&table, 0, sizeof table);
    table.title = title;
}

static bool is_hidden(const bench_runner *runner)
{
    return strcmp(runner->name, BENCH_AGAIN) == 0;
}

static const char *heading(const bench_runner *runner)
{
    return runner->isa ? runner->isa : runner->name;
}

static void put_headings(const bench_case *line)
{
    table.begun = true;
    table.columns = line->count;
    printf("\n%s\n%-*s", table.title, LABEL_WIDTH, "");
    for (size_t i = 0; i < line->count; i++) {
        if (!is_hidden(&line->runners[i])) {
            bool row = i == 0 || line->runners[i].isa;
            printf(" %*.*s", row && i ? NAME_WIDTH : PEER_WIDTH, PEER_WIDTH,
                   heading(&line->runners[i]));
        }
    }
    printf("\n%-*s", LABEL_WIDTH, "");
    for (size_t i = 0; i < line->count; i++) {
        if (!is_hidden(&line->runners[i])) {
            printf(" %s", i == 0                 ? "     ns    GB/s"
                          : line->runners[i].isa ? "     ns   GB/s  times"
                                                 : "       ns times");
        }
    }
    putchar('\n');
}

static void put_cell(const bench_case *line, size_t i)
{
    const bench_runner *runner = &line->runners[i];
    double bytes = (double)line->bytes / (double)line->numbers;
    if (i == 0) {
        printf(" %7.2f %7.2f", runner->min, bytes / runner->min);
    } else if (runner->rounds == 0) {
        printf(" %*s", runner->isa ? NAME_WIDTH : PEER_WIDTH, runner->isa ? "WRONG" : "-");
    } else if (runner->isa) {
        printf(" %7.2f %6.2f %5.2fx", runner->min, bytes / runner->min, runner->ratio);
    } else {
        printf(" %9.2f %4.2f%c", runner->min, runner->ratio, runner->verified ? ' ' : '!');
    }
}

static void note_form(const char *form)
{
    for (size_t i = 0; i < FORMS_MOST && form; i++) {
        if (table.forms[i] == NULL || strcmp(table.forms[i], form) == 0) {
            table.forms[i] = form;
            table.form_cases[i]++;
            return;
        }
    }
}

static void note_ratio(size_t column, double ratio)
{
    table.logarithms[column] += log(ratio);
    if (table.in_mean[column]++ == 0 || ratio < table.least[column]) {
        table.least[column] = ratio;
    }
}

static bench_result result_of(const bench_case *line, const bench_runner *runner)
{
    bench_result result = {.bytes = line->bytes,
                           .numbers = line->numbers,
                           .rounds = runner->rounds,
                           .verified = runner->verified,
                           .min = runner->min,
                           .median = runner->median,
                           .p90 = runner->p90,
                           .ratio = runner->ratio,
                           .least = runner->ratio,
                           .most = runner->ratio,
                           .passes = 1};
    snprintf(result.op, sizeof result.op, "%s", line->op);
    snprintf(result.type, sizeof result.type, "%s", line->type);
    snprintf(result.set, sizeof result.set, "%s", line->set);
    snprintf(result.shape, sizeof result.shape, "%s", line->shape);
    snprintf(result.implementation, sizeof result.implementation, "%s", runner->name);
    snprintf(result.version, sizeof result.version, "%.47s",
             runner->isa       ? digitrun_version()
             : runner->version ? runner->version
                               : "");
    snprintf(result.isa, sizeof result.isa, "%s", runner->isa ? runner->isa : "");
    return result;
}

/* The runners' figures become those of all passes until now. */
static void keep(bench_session *session, const bench_case *line)
{
    bench_report *report = &session->report;
    for (size_t i = 0; i < line->count; i++) {
        bench_runner *runner = &line->runners[i];
        bench_result result = result_of(line, runner);
        size_t at = runner->rounds ? bench_merge_result(report, &result) : SIZE_MAX;
        if (at != SIZE_MAX) {
            bench_result *merged = &report->results[at];
            bool has_ratio = runner->ratio > 0 && line->runners[0].rounds;
            merged->ratio = has_ratio ? line->runners[0].min / merged->min : 0;
            runner->min = merged->min;
            runner->ratio = merged->ratio;
        }
    }
}

void bench_add_line(bench_session *session, const bench_case *line, bool in_mean)
{
    keep(session, line);
    if (!bench_is_last_pass(session)) {
        return;
    }
    bench_clear_progress(session);
    if (!table.begun) {
        put_headings(line);
    }
    note_form(line->runners[0].version);
    printf("%-*.*s", LABEL_WIDTH, LABEL_WIDTH, line->label);
    for (size_t i = 0; i < line->count; i++) {
        if (!is_hidden(&line->runners[i])) {
            put_cell(line, i);
        }
        if (in_mean && line->runners[i].isa && line->runners[i].rounds) {
            note_ratio(i, line->runners[i].ratio);
        }
    }
    putchar('\n');
    fflush(stdout);
}

static void put_forms(void)
{
    for (size_t i = 0; i < FORMS_MOST && table.forms[i]; i++) {
        printf("%s%s, best in %zu", i ? "; " : "reference: ", table.forms[i], table.form_cases[i]);
    }
    fputs(table.forms[0] ? "\n" : "", stdout);
}

void bench_end_table(void)
{
    put_forms();
    size_t most = 0;
    for (size_t i = 0; i < table.columns; i++) {
        most = table.in_mean[i] > most ? table.in_mean[i] : most;
    }
    if (most < 2) {
        return;
    }
    static const char *const names[] = {"geometric mean", "least"};
    for (int line = 0; line < 2; line++) {
        printf("%-*s%*s", LABEL_WIDTH, names[line], PEER_WIDTH + 1, "");
        for (size_t i = 0; i < table.columns; i++) {
            if (table.in_mean[i]) {
                double mean = exp(table.logarithms[i] / (double)table.in_mean[i]);
                printf(" %*.2fx", NAME_WIDTH - 1, line ? table.least[i] : mean);
            }
        }
        putchar('\n');
    }
}
