/* kernels/exact.h - fixed(p) and scientific(p) for every value and precision, by long arithmetic.
 *
 * Correctly rounded, half to even on the exact value, whatever it takes: the way for what the fast
 * ways of rounded.h leave. No state; about 4 KiB of stack. */
#ifndef DIGITRUN_EXACT_H
#define DIGITRUN_EXACT_H

#include <stddef.h>
#include <stdint.h>

/* Both write m * 2^q, 0 <= m < 2^53, -1074 <= q <= 971, without a sign, and return the length.
 * precision: digits after the point, 0..1100; no point where it is 0. */

/* At most 309 + 1 + precision bytes. */
size_t digitrun_exact_fixed(uint64_t m, int32_t q, uint32_t precision, char *text);

/* d or d.ddd, at most 2 + precision bytes; the power of ten of the first digit goes to *exponent (0
 * for 0). */
size_t digitrun_exact_scientific(uint64_t m, int32_t q, uint32_t precision, char *text,
                                 int32_t *exponent);

#endif
