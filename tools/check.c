/* tools/check.c - digitrun check: what a text holds, and the first thing that is wrong in it. */
#include "tools/commands.h"
#include "tools/report.h"
#include "tools/scan.h"

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

static void print_shape(const scan *s)
{
    const scan_shape *shape = &s->shape;
    size_t columns = s->opts->spec.columns;
    if (scan_is_matrix(s)) {
        printf("shape    (%llu, %llu)\n", (unsigned long long)shape->rows,
               columns > 0 ? (unsigned long long)columns : (unsigned long long)shape->columns);
    } else if (shape->other_row == 0) {
        printf("shape    (%llu,)\n", (unsigned long long)shape->values);
    } else {
        printf("shape    (%llu,), as row 1 has %llu values, row %llu has %llu\n",
               (unsigned long long)shape->values, (unsigned long long)shape->columns,
               (unsigned long long)shape->other_row, (unsigned long long)shape->other_columns);
    }
}

static void print_findings(const scan *s, const extent *seen, bool good)
{
    printf("format   %s\n", s->opts->format_name);
    printf("values   %llu%s\n", (unsigned long long)s->shape.values,
           good ? "" : " before the first error");
    printf("rows     %llu\n", (unsigned long long)s->shape.rows);
    if (good) {
        print_shape(s);
    }
    if (seen->min <= seen->max) {
        print_value("min", seen->min, s->f32);
        print_value("max", seen->max, s->f32);
    }
    printf("missing  %llu\n", (unsigned long long)s->shape.missing);
    printf("nan      %llu\n", (unsigned long long)(seen->nans - s->shape.missing));
}

int command_check(const options *opts)
{
    scan s;
    extent seen = {INFINITY, -INFINITY, 0};
    size_t count;
    scan_step step = SCAN_FAILED;
    int code = scan_open(&s, opts);
    while (code == 0 && (step = scan_next(&s, &count, &code)) == SCAN_VALUES) {
        if (s.f32) {
            note_f32(&seen, s.values, count);
        } else {
            note_f64(&seen, s.values, count);
        }
    }
    report_progress_end();
    if (step == SCAN_END || step == SCAN_BAD) {
        print_findings(&s, &seen, step == SCAN_END);
        fflush(stdout);
    }
    if (step == SCAN_BAD) {
        code = scan_report(&s);
    }
    scan_close(&s);
    return code;
}
