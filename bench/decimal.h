/* bench/decimal.h - exact decimal texts of doubles, in integers only: the sets' digits are the
 * same with every C library. Each function writes at `out`, without a terminator, and returns the
 * end. */
#ifndef DIGITRUN_BENCH_DECIMAL_H
#define DIGITRUN_BENCH_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/* bench_exact writes at most so many digits: 54 bits and 1075 factors of five. */
enum { BENCH_DIGITS = 800 };

char *bench_put_digits(char *out, uint64_t value);              /* 120 */
char *bench_put_padded(char *out, uint64_t value, int digits);  /* 00120 */
char *bench_put_fixed(char *out, int64_t scaled, int decimals); /* scaled / 10^decimals: -0.0120 */

/* The shortest text that reads back as the same double (float), the nearest of those, as Python's
 * repr writes it, without ".0". |value| is 0 or in [1e-9, 1e14); of a float in [1e-9, 1e5). */
char *bench_put_f64(char *out, double value);
char *bench_put_f32(char *out, float value);
/* value to `digits` (6..17) significant digits, trailing zeros dropped; |value| in [1e-9, 1e5). */
char *bench_put_significant(char *out, double value, int digits);
/* value to 15 decimals, trailing zeros dropped; |value| < 1000. */
char *bench_put_decimals15(char *out, double value);

/* digits[0..count) and *exponent10 of significand * 2^exponent2, exact: 0.d1d2d3... x
 * 10^exponent10. significand < 2^54, -1075 <= exponent2 <= 970. */
size_t bench_exact(uint64_t significand, int exponent2, char *digits, int *exponent10);

#endif
