/* bench/machine.h - the clock, and what is known of the machine that is timed. */
#ifndef DIGITRUN_BENCH_MACHINE_H
#define DIGITRUN_BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for what is timed, for free(): in large pages where the system has them, for small ones lie
 * elsewhere in every process, and two runs then find different places of the caches taken. */
void *bench_alloc(size_t bytes);

/* Nanoseconds of the monotonic clock. */
uint64_t bench_now(void);

typedef struct bench_machine {
    char cpu[128];
    char features[512]; /* words with a blank between */
    char arch[16], os[96];
    char virtual_by[48];  /* the hypervisor, or "" */
    char emulated_by[48]; /* "qemu-aarch64", "Rosetta", "valgrind", or "" */
    int cores;
    size_t l2; /* bytes, 0: unknown */
} bench_machine;

void bench_look_at_machine(bench_machine *machine);

#endif
