/* dispatch/isa.h - which kernel reads. */
#ifndef DIGITRUN_ISA_H
#define DIGITRUN_ISA_H

#include "kernels/kernel.h"

#include <stdatomic.h>

/* The row in use; NULL until the first use. Only isa.c writes it. */
extern _Atomic(const digitrun_kernel *) digitrun_isa_in_use;

/* Chooses a row if none is in use, and returns the one in use. */
const digitrun_kernel *digitrun_isa_choose(void);

/* The row in use. */
static inline const digitrun_kernel *digitrun_isa_kernel(void)
{
    const digitrun_kernel *kernel = atomic_load_explicit(&digitrun_isa_in_use,
                                                         memory_order_relaxed);
    return kernel != NULL ? kernel : digitrun_isa_choose();
}

/* The best usable row below that kernel that can do all of `needs` (NEED_ bits). */
const digitrun_kernel *digitrun_isa_below(const digitrun_kernel *kernel, uint32_t needs);

/* The row in use, or the best usable one below it that can do all of `needs`. */
static inline const digitrun_kernel *digitrun_isa_kernel_for(uint32_t needs)
{
    const digitrun_kernel *kernel = digitrun_isa_kernel();
    return (needs & ~kernel->can) == 0 ? kernel : digitrun_isa_below(kernel, needs);
}

/* The last row: every format, every CPU, every rounding mode. */
const digitrun_kernel *digitrun_isa_scalar(void);

/* DIGITRUN_EMULATE only: reads known numbers; false where the arithmetic is not fused. */
bool digitrun_emulated_is_right(const digitrun_kernel *kernel);

#endif
