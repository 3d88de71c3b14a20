/* tests/clients/6_threads.c - a text read by several threads, a byte range each, in two passes:
 * count, then read to its place. The same values for any number of threads. */
#include "digitrun/digitrun.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 7 };

typedef struct part {
    const char *text;
    size_t begin, end, first;
    digitrun_result r;
    double *values; /* NULL: count */
    const digitrun_format *format;
} part;

static void *work(void *arg)
{
    part *p = (part *)arg;
    const char *text = p->text + p->begin;
    size_t len = p->end - p->begin;
    if (p->values == NULL)
        p->r = digitrun_count(text, len, p->format);
    else
        p->r = digitrun_parse_f64(text, len, p->format, p->values + p->first, p->r.count);
    return NULL;
}

static void run_all(part *parts, size_t n, double *values)
{
    pthread_t threads[MOST];
    for (size_t i = 0; i < n; i++) {
        parts[i].values = values;
        pthread_create(&threads[i], NULL, work, &parts[i]);
    }
    for (size_t i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    static const char text[] = "[1,2,3]\n[4,5,6]\n[7,8,9]\n[10,11,12]\n";
    const digitrun_format *format = digitrun_format_ndjson();
    size_t len = sizeof text - 1;
    for (size_t n = 1; n <= MOST; n++) {
        part parts[MOST];
        size_t total = 0;
        for (size_t i = 0; i < n; i++) {
            parts[i].text = text;
            parts[i].format = format;
            parts[i].begin = digitrun_record_start(text, len, len * i / n, format);
            parts[i].end = digitrun_record_start(text, len, len * (i + 1) / n, format);
        }
        run_all(parts, n, NULL);
        for (size_t i = 0; i < n; i++) {
            parts[i].first = total;
            total += parts[i].r.count;
        }
        double *values = (double *)malloc((total + 1) * sizeof *values);
        run_all(parts, n, values);
        printf("%zu threads: %zu values:", n, total);
        for (size_t i = 0; i < total; i++)
            printf(" %g", values[i]);
        printf("\n");
        free(values);
    }
    return 0;
}
