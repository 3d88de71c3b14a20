/* bench/measure.c - timing several ways of doing one job on the same texts, interleaved. */
#include "bench/measure.h"

#include "bench/machine.h"

#include "digitrun/digitrun.h"

#include <stdlib.h>
#include <string.h>

/* Nanoseconds of runner i with text t in round r: times[(i * texts + t) * BENCH_ROUNDS_MOST + r].
 * */
typedef struct timings {
    float *times;
    const bench_texts *texts;
} timings;

static float *times_of(const timings *all, size_t runner, size_t text)
{
    return all->times + (runner * all->texts->count + text) * BENCH_ROUNDS_MOST;
}

/* Times of the fixed loop, the last so many. */
enum { PULSES = 1024, PULSE_STEPS = 4000 };
static float pulses[PULSES];
static size_t pulse_count;
static volatile uint64_t pulse_sink; /* or the loop would be no work */

/* Eight chains of multiplications side by side: as many as a core can take, and a core that is
 * shared can take fewer. */
static void take_pulse(void)
{
    uint64_t x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint64_t start = bench_now();
    for (int step = 0; step < PULSE_STEPS; step++) {
        for (int i = 0; i < 8; i++) {
            x[i] = x[i] * 6364136223846793005u + 1442695040888963407u;
        }
    }
    pulses[pulse_count++ % PULSES] = (float)(bench_now() - start);
    pulse_sink = x[0] ^ x[1] ^ x[2] ^ x[3] ^ x[4] ^ x[5] ^ x[6] ^ x[7];
}

static uint64_t time_call(const bench_runner *runner, const bench_text *text, void *out)
{
    if (runner->isa) {
        digitrun_isa_force(runner->isa);
    }
    uint64_t start = bench_now();
    runner->call(runner, text, out);
    return bench_now() - start;
}

static void run_round(const timings *all, bench_runner *runners, size_t count, unsigned round,
                      void *out)
{
    size_t texts = all->texts->count;
    for (size_t step = 0; step < texts; step++) {
        for (size_t i = 0; i < count; i++) {
            if (round < runners[i].rounds_most) {
                size_t at = (step + i * texts / count) % texts;
                times_of(all, i, at)[round] = (float)time_call(&runners[i], &all->texts->items[at],
                                                               out);
                runners[i].rounds = round + 1;
            }
        }
    }
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Of sorted values; part in [0, 1]. */
static double quantile(const float *values, size_t count, double part)
{
    double at = part * (double)(count - 1);
    size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
    return (double)values[below] +
           (at - (double)below) * ((double)values[above] - (double)values[below]);
}

double bench_unsteadiness(void)
{
    float sorted[PULSES];
    size_t count = pulse_count < PULSES ? pulse_count : PULSES;
    if (count == 0) {
        return 1;
    }
    memcpy(sorted, pulses, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    return quantile(sorted, count, 0.9) / (double)sorted[0];
}

static void sum_up(const timings *all, bench_runner *runners, size_t count)
{
    double numbers = (double)all->texts->numbers;
    for (size_t i = 0; i < count; i++) {
        bench_runner *runner = &runners[i];
        runner->min = runner->median = runner->p90 = runner->ratio = 0;
        for (size_t at = 0; at < all->texts->count && runner->rounds; at++) {
            float *times = times_of(all, i, at);
            qsort(times, runner->rounds, sizeof *times, compare);
            runner->min += (double)times[0] / numbers;
            runner->median += quantile(times, runner->rounds, 0.5) / numbers;
            runner->p90 += quantile(times, runner->rounds, 0.9) / numbers;
        }
        if (runner->rounds) {
            runner->ratio = runners[0].min / runner->min;
        }
    }
}

bool bench_measure(const bench_texts *texts, bench_runner *runners, size_t count,
                   bench_limits limits, void *out)
{
    unsigned most = limits.rounds && limits.rounds < BENCH_ROUNDS_MOST ? limits.rounds
                                                                       : BENCH_ROUNDS_MOST;
    timings all = {malloc(count * texts->count * BENCH_ROUNDS_MOST * sizeof(float)), texts};
    if (all.times == NULL) {
        return false;
    }
    uint64_t start = bench_now();
    for (unsigned round = 0; round < most; round++) {
        take_pulse();
        run_round(&all, runners, count, round, out);
        bool enough = limits.rounds == 0 && round + 1 >= limits.least;
        if (enough && (double)(bench_now() - start) > 1e9 * limits.seconds) {
            break;
        }
    }
    sum_up(&all, runners, count);
    free(all.times);
    return true;
}
