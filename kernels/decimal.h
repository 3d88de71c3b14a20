/* kernels/decimal.h - one plain number of any length, by integers alone: the way for what the
 * vectors of a kernel cannot hold or prove.
 *
 * A kernel scans the token with its own step over digits and has the value rounded here. */
#ifndef DIGITRUN_DECIMAL_H
#define DIGITRUN_DECIMAL_H

#include "kernels/kernel.h"

#include <string.h>

#if defined(__GNUC__)
#define DECIMAL_INLINE static inline __attribute__((always_inline))
#else
#define DECIMAL_INLINE static inline
#endif

/* The digits of a token, as they stand in the text. */
typedef struct digitrun_decimal {
    const uint8_t *digits; /* the first one: at the point where none stands before it */
    const uint8_t *point;  /* the decimal byte; `end` where there is none */
    const uint8_t *end;    /* behind the last digit, or behind the point of 5. */
    int64_t exponent;      /* as written, or beyond +-DECIMAL_EXPONENT_MOST */
    int negative;
} digitrun_decimal;

/* More than any number of digits in a run can make good. */
#define DECIMAL_EXPONENT_MOST (INT64_C(1) << 40)

/* The first byte of [p, end) that is no digit, or end. Reads nothing outside. */
typedef const uint8_t *decimal_skip(const uint8_t *p, const uint8_t *end);

DECIMAL_INLINE const uint8_t *skip_digits_by_one(const uint8_t *p, const uint8_t *end)
{
    while (p != end && (uint8_t)(*p - '0') < 10) {
        p++;
    }
    return p;
}

/* Eight at a time: the step of kernels without vectors, and of the ends of texts. */
DECIMAL_INLINE const uint8_t *skip_digits_by_eight(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= 8) {
        const uint64_t others = digitrun_others_of_eight(p);
        if (others != 0) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && defined(__GNUC__)
            return p + (__builtin_ctzll(others) >> 3);
#else
            break;
#endif
        }
        p += 8;
    }
    return skip_digits_by_one(p, end);
}

/* [p, end) behind the e. Returns the end of the exponent, or NULL where there is none. */
DECIMAL_INLINE const uint8_t *scan_exponent(const uint8_t *p, const uint8_t *end, int64_t *exponent)
{
    int64_t value = 0;
    const int negative = p != end && *p == '-';
    p += p != end && (*p == '-' || *p == '+');
    const uint8_t *digits = p;
    for (; p != end && (uint8_t)(*p - '0') < 10; p++) {
        value = value < DECIMAL_EXPONENT_MOST ? value * 10 + (*p - '0') : value;
    }
    *exponent = negative ? -value : value;
    return p == digits ? NULL : p;
}

/* One number at p (p != end) by the grammar of the plan, the longest there is. Returns its end, or
 * NULL where none stands. One pass: every digit is looked at once. */
DECIMAL_INLINE const uint8_t *scan_decimal(const digitrun_plan *plan, const uint8_t *p,
                                           const uint8_t *end, decimal_skip *skip,
                                           digitrun_decimal *d)
{
    const uint32_t needs = plan->needs;
    d->negative = *p == '-';
    p += *p == '-' || (*p == '+' && (needs & NEED_PLUS) != 0);
    d->digits = p;
    p = skip(p, end);
    d->point = d->end = p;
    d->exponent = 0;
    const size_t before = (size_t)(p - d->digits);
    size_t after = 0;
    if (before > 1 && *d->digits == '0' && (needs & NEED_LEADING_ZEROS) == 0) {
        return NULL;
    }
    if (p != end && *p == plan->decimal) {
        p = skip(p + 1, end);
        after = (size_t)(p - d->point) - 1;
        d->end = p;
        if ((needs & NEED_BARE_POINT) == 0 && after == 0) {
            return NULL;
        }
    }
    if (before + after == 0 || ((needs & NEED_BARE_POINT) == 0 && before == 0)) {
        return NULL;
    }
    if (p != end && (*p | 0x20) == 'e') {
        p = scan_exponent(p + 1, end, &d->exponent);
    }
    return p;
}

#ifdef __cplusplus
extern "C" {
#endif
/* The value, correctly rounded, ties to even, in every rounding mode. Returns 1 and +-infinity on
 * overflow, else 0; underflow is a value. Reads [d->digits, d->end) only; linear in it. */
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif
int digitrun_round_f64(const digitrun_decimal *d, double *value);
int digitrun_round_f32(const digitrun_decimal *d, float *value);
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
