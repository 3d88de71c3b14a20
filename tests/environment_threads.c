/* tests/environment_threads.c - eight threads read and write while another forces rows. No test of
 * Criterion, so that ThreadSanitizer can watch it. */
#include "digitrun/digitrun.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, VALUES = 500, ROUNDS = 60 };

static char text[VALUES * 16];
static size_t text_len;
static atomic_int faults, running;

static void *read_and_write(void *nothing)
{
    digitrun_layout layout;
    digitrun_layout_spec spec = {.size = sizeof spec, .separator = ","};
    (void)nothing;
    if (digitrun_layout_init(&layout, &spec) != DIGITRUN_OK)
        atomic_fetch_add(&faults, 1);
    for (int round = 0; round < ROUNDS; round++) {
        double values[VALUES];
        char again[sizeof text];
        digitrun_result in = digitrun_parse_f64(text, text_len, digitrun_format_list(), values,
                                                VALUES);
        digitrun_result out = digitrun_write_f64(values, in.count, &layout, again, sizeof again);
        if (in.status != DIGITRUN_OK || in.count != VALUES || out.status != DIGITRUN_OK ||
            out.offset != text_len || memcmp(again, text, text_len) != 0)
            atomic_fetch_add(&faults, 1);
    }
    atomic_fetch_sub(&running, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    size_t started = 0, forced = 0;
    for (int i = 0; i < VALUES; i++)
        text_len += (size_t)sprintf(text + text_len, "%s%d.%d", i ? "," : "", i * 37, 1 + i % 9);
    atomic_store(&running, THREADS);
    while (started < THREADS && pthread_create(&threads[started], NULL, read_and_write, NULL) == 0)
        started++;
    if (started < THREADS)
        return 77; /* skipped: so many threads are not to be had */
    for (size_t i = 0; atomic_load(&running) > 0; i++) {
        const char *name = digitrun_isa_name(i);
        if (name == NULL)
            i = (size_t)-1;
        else
            forced += digitrun_isa_usable(name) && digitrun_isa_force(name) == DIGITRUN_OK;
        digitrun_isa_selected();
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%d faults, rows forced %zu times\n", atomic_load(&faults), forced);
    return atomic_load(&faults) != 0 || forced == 0;
}
