/* bench/random.h - the generator behind every set: SplitMix64, the same numbers on every machine.
 * */
#ifndef DIGITRUN_BENCH_RANDOM_H
#define DIGITRUN_BENCH_RANDOM_H

#include <stdint.h>

typedef struct bench_random {
    uint64_t state;
} bench_random;

static inline uint64_t random_bits(bench_random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* 0 <= result < limit, for limits far below 2^64: the bias of the remainder is below 2^-20. */
static inline uint64_t random_below(bench_random *random, uint64_t limit)
{
    return random_bits(random) % limit;
}

/* [0, 1), a multiple of 2^-53. */
static inline double random_unit(bench_random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

/* Mean 0, variance 1: the sum of twelve uniform integers, so that no logarithm of a C library
 * shows in the digits. Twelve 32-bit numbers less their mean, exact in 64 bits. */
static inline double random_normal(bench_random *random)
{
    int64_t sum = 0;
    for (int i = 0; i < 6; i++) {
        uint64_t pair = random_bits(random);
        sum += (int64_t)(pair >> 32) + (int64_t)(pair & 0xFFFFFFFFu);
    }
    return (double)(sum - ((int64_t)6 << 32)) * 0x1p-32;
}

#endif
