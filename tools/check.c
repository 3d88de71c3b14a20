/* tools/check.c - digitrun check: what a text holds, and the first thing that is wrong in it. */
#include "tools/commands.h"
#include "tools/report.h"
#include "tools/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct extent {
    double min, max;
    uint64_t nans; /* missing ones included */
} extent;

static void note_f64(extent *seen, const double *values, size_t count)
{
    double min = seen->min, max = seen->max;
    uint64_t nans = 0;
    for (size_t i = 0; i < count; i++) {
        min = values[i] < min ? values[i] : min;
        max = values[i] > max ? values[i] : max;
        nans += values[i] != values[i];
    }
    *seen = (extent){min, max, seen->nans + nans};
}

static void note_f32(extent *seen, const float *values, size_t count)
{
    float min = (float)seen->min, max = (float)seen->max;
    uint64_t nans = 0;
    for (size_t i = 0; i < count; i++) {
        min = values[i] < min ? values[i] : min;
        max = values[i] > max ? values[i] : max;
        nans += values[i] != values[i];
    }
    *seen = (extent){(double)min, (double)max, seen->nans + nans};
}

/* The fewest digits that read back as the same value. */
static void print_value(const char *label, double value, bool f32)
{
    char text[400]; /* longer than any %g */
    int digits = f32 ? 6 : 15;
    do {
        snprintf(text, sizeof text, "%.*g", digits++, value);
    } while (f32 ? strtof(text, NULL) != (float)value : strtod(text, NULL) != value);
    printf("%-9s%s\n", label, text);
}

static void print_shape(const source *from)
{
    const shape *seen = &from->seen;
    if (source_is_matrix(from)) {
        printf("shape    (%llu, %llu)\n", (unsigned long long)seen->rows,
               (unsigned long long)source_columns(from));
    } else if (seen->other_row == 0) {
        printf("shape    (%llu,)\n", (unsigned long long)seen->values);
    } else {
        printf("shape    (%llu,), as row 1 has %llu values, row %llu has %llu\n",
               (unsigned long long)seen->values, (unsigned long long)seen->columns,
               (unsigned long long)seen->other_row, (unsigned long long)seen->other_columns);
    }
}

static void print_findings(const source *from, const extent *seen, bool good)
{
    uint64_t missing = from->opts->drop_missing ? 0 : from->seen.missing;
    printf("format   %s\n", from->opts->format_name);
    printf("values   %llu%s\n", (unsigned long long)from->seen.values,
           good ? "" : " before the first error");
    printf("rows     %llu\n", (unsigned long long)from->seen.rows);
    if (good) {
        print_shape(from);
    }
    if (seen->min <= seen->max) {
        print_value("min", seen->min, from->opts->type == TYPE_F32);
        print_value("max", seen->max, from->opts->type == TYPE_F32);
    }
    printf("missing  %llu\n", (unsigned long long)from->seen.missing);
    printf("nan      %llu\n", (unsigned long long)(seen->nans - missing));
}

/* ---- the steps of pool.h --------------------------------------------------------------------- */

typedef struct inspection {
    source from;
    extent seen;
    part *bad; /* the part that ended it all */
} inspection;

static int take(void *context, void *room)
{
    inspection *all = context;
    return source_take(&all->from, room);
}

static void work(void *context, void *room)
{
    inspection *all = context;
    source_work(&all->from, room);
}

static int turn(void *context, void *room)
{
    inspection *all = context;
    part *p = room;
    int failed = source_turn(&all->from, p);
    if (p->f32) {
        note_f32(&all->seen, p->values, p->count);
    } else {
        note_f64(&all->seen, p->values, p->count);
    }
    all->bad = part_is_bad(p) ? p : NULL;
    return failed == 0 && all->bad != NULL ? EXIT_BAD_DATA : failed;
}

static int run(inspection *all)
{
    int code = source_run(&all->from, &(pool_task){all, take, work, turn});
    report_progress_end();
    if (code == 0 || all->bad != NULL) {
        print_findings(&all->from, &all->seen, code == 0);
        fflush(stdout);
    }
    if (code == 0) {
        source_report_forgiven(&all->from);
    }
    return all->bad != NULL ? source_report_bad(&all->from, all->bad) : code;
}

int command_check(options *opts)
{
    static inspection all;
    all = (inspection){.seen = {INFINITY, -INFINITY, 0}};
    int code = source_open(&all.from, opts);
    code = code != 0 ? code : run(&all);
    source_close(&all.from);
    return code;
}
