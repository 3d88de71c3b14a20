/* dispatch/cpu.h - what this CPU can do, as the bundles that rows of isa.def name. */
#ifndef DIGITRUN_CPU_H
#define DIGITRUN_CPU_H

#include <stdint.h>

/* A bundle is set where the CPU has all of it and the system saves the registers it uses. */
#define CPU_BASELINE 0u       /* what the architecture always has */
#define CPU_SSE4 (1u << 0)    /* SSSE3, SSE4.1, SSE4.2 */
#define CPU_AVX2 (1u << 1)    /* Haswell: AVX2, BMI1, BMI2, FMA, LZCNT, POPCNT */
#define CPU_AVX512 (1u << 2)  /* Ice Lake: AVX-512 F BW DQ VL VBMI VBMI2, and CPU_AVX2 */
#define CPU_DOTPROD (1u << 3) /* aarch64: UDOT */

/* Policy: a row may run without, but is not chosen by itself then. */
#define CPU_FAST_PDEP (1u << 16) /* PDEP and PEXT are not microcode (as on Zen 1 and 2) */
#define CPU_BY_NAME (1u << 17)   /* set nowhere: nobody measured that such a row pays */
#define CPU_EMULATED (1u << 18)  /* never set: the row is for tests, and must prove itself first */
#define CPU_POLICY 0xffff0000u

/* The bundles and policies of this CPU. Asked once, then one atomic load. */
uint32_t digitrun_cpu_bits(void);

/* The first thing of `needs` that is missing, as a constant phrase; NULL if nothing is. Asks the
 * CPU each time. */
const char *digitrun_cpu_lacks(uint32_t needs);

#endif
