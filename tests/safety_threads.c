/* tests/safety_threads.c - many threads read while another forces rows; also the very first use. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, VALUES = 2000, ROUNDS = 150 };

static char text[VALUES * 24];
static size_t text_len;
static double expected[VALUES];
static digitrun_format shared;
static atomic_int faults, running, waiting;

/* All threads leave here in the same moment. */
static void start_together(void)
{
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0)
        sched_yield();
}

static void make_text(void)
{
    static const uint64_t missing = UINT64_C(0x7ff8000000000000);
    for (size_t i = 0; i < VALUES; i++) {
        bool odd = i % 37 == 5; /* a token that is no number: a hole for a kernel */
        double value = (double)i * 0.0625 - 50;
        memcpy(&expected[i], odd ? (const void *)&missing : &value, sizeof value);
        text_len += (size_t)(odd ? sprintf(text + text_len, "x")
                                 : sprintf(text + text_len, "%.4f", value));
        text[text_len++] = i % 10 == 9 ? '\n' : ',';
    }
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .bad = DIGITRUN_AS_MISSING);
    make_format(&shared, &spec, "shared");
}

static void check_values(const double *values, size_t count, size_t first)
{
    if (memcmp(values, expected + first, count * sizeof *values) != 0)
        atomic_fetch_add(&faults, 1);
}

static void *read_again_and_again(void *seed)
{
    double *values = malloc(VALUES * sizeof *values);
    size_t step = 100 + 37 * (size_t)seed;
    start_together();
    for (int round = 0; round < ROUNDS; round++) {
        digitrun_reader reader;
        size_t at = 0, count = 0, end = 0;
        digitrun_result r = digitrun_parse_f64(text, text_len, &shared, values, VALUES);
        if (r.status != DIGITRUN_OK || r.count != VALUES || r.rows != VALUES / 10)
            atomic_fetch_add(&faults, 1);
        check_values(values, r.count, 0);
        digitrun_reader_init(&reader, &shared);
        while (end < text_len) {
            end = text_len - end > step ? end + step : text_len;
            r = digitrun_read_f64(&reader, text + at, end - at, end < text_len ? DIGITRUN_MORE : 0,
                                  values, VALUES, NULL);
            if (r.status != DIGITRUN_OK && r.status != DIGITRUN_PARTIAL)
                atomic_fetch_add(&faults, 1);
            check_values(values, r.count, count);
            at += r.offset, count += r.count;
        }
        if (count != VALUES)
            atomic_fetch_add(&faults, 1);
    }
    free(values);
    atomic_fetch_sub(&running, 1);
    return NULL;
}

static void *force_rows(void *unused)
{
    size_t turns = 0;
    start_together();
    for (; atomic_load(&running) > 0; turns++) {
        const char *name = digitrun_isa_name(turns % 7);
        digitrun_status status = digitrun_isa_force(name);
        if (status != DIGITRUN_OK && (name == NULL || digitrun_isa_usable(name)))
            atomic_fetch_add(&faults, 1);
        if (digitrun_isa_selected() == NULL || digitrun_isa_force("no such row") != DIGITRUN_NO_ISA)
            atomic_fetch_add(&faults, 1);
    }
    return unused;
}

Test(safety, threads_read_while_rows_are_forced, .timeout = 120)
{
    pthread_t threads[THREADS], forcing;
    make_text();
    atomic_store(&running, THREADS);
    atomic_store(&waiting, THREADS + 1);
    for (size_t i = 0; i < THREADS; i++)
        cr_assert(pthread_create(&threads[i], NULL, read_again_and_again, (void *)i) == 0);
    cr_assert(pthread_create(&forcing, NULL, force_rows, NULL) == 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(forcing, NULL);
    cr_expect(atomic_load(&faults) == 0, "%d faults", atomic_load(&faults));
    cr_expect(digitrun_isa_force(NULL) == DIGITRUN_OK);
}

/* All threads meet the library for the first time in the same moment. */
static void *first_use(void *result)
{
    static const char first[] = "[1.5,2.5e-1,null]";
    double values[3];
    start_together();
    digitrun_result r = digitrun_parse_f64(first, sizeof first - 1, digitrun_format_json(), values,
                                           3);
    const char **row = result;
    *row = digitrun_isa_selected();
    if (r.status != DIGITRUN_NOT_NUMBER || r.count != 2 || values[1] != 0.25)
        atomic_fetch_add(&faults, 1);
    return NULL;
}

Test(safety, first_use_by_all_threads)
{
    pthread_t threads[THREADS];
    const char *rows[THREADS];
    atomic_store(&waiting, THREADS);
    for (size_t i = 0; i < THREADS; i++)
        cr_assert(pthread_create(&threads[i], NULL, first_use, &rows[i]) == 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    cr_expect(atomic_load(&faults) == 0);
    for (size_t i = 1; i < THREADS; i++)
        cr_expect(strcmp(rows[i], rows[0]) == 0);
}
