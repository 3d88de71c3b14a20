/* kernels/write_number.h - a value on its way to text, and how a single one becomes digits. */
#ifndef DIGITRUN_WRITE_NUMBER_H
#define DIGITRUN_WRITE_NUMBER_H

#include "kernels/shortest.h"
#include "kernels/write_run.h"

/* One value on its way; text is a row of '0' with the digits in it:
 *
 *     shortest, scientific   00000000 1234567890123456 7 0000000..   the first may be 0
 *     shortest of a float    00000000 0000000012345678 9 0000000..   the first three may be 0
 *     fixed                  0000000012345678 000000000000000000123456 ..
 *                                       whole                 fraction */
typedef struct number {
    uint64_t coarse;   /* the first 16 digits; fixed: those before the point */
    uint64_t fraction; /* fixed: those behind the point */
    int32_t exponent;  /* the power of ten of the first digit after skip; or one of ODD_ */
    uint8_t negative;
    uint8_t skip; /* zeros in front of the digits, not counting the first eight */
    char text[58];
} number;

enum { TEXT_DIGITS = 8, TEXT_LAST_DIGIT = 24, TEXT_FRACTION_END = 40 };

/* An `exponent` that means there are no digits here. */
enum {
    ODD_LEAST = 1 << 20,
    ODD_EXACT = ODD_LEAST, /* left to exact.h: m = coarse, q = fraction - ODD_BIAS */
    ODD_NAN,
    ODD_INFINITY,
    ODD_BIAS = 2000
};

/* A value as sign, exponent field and fraction field, or as +-m * 2^q. */
typedef struct binary {
    uint64_t m;
    int32_t q;
    uint8_t negative;
    uint8_t is_special; /* infinity or nan; nan has m != its least */
    uint8_t is_nan;
} binary;

INLINE binary split_f64(uint64_t bits)
{
    uint32_t field = (uint32_t)(bits >> 52) & 0x7ff;
    uint64_t normal = field != 0;
    uint64_t fraction = bits & F64_FRACTION;
    return (binary){fraction | normal << 52, (int32_t)(field + 1 - (uint32_t)normal) - 1075,
                    (uint8_t)(bits >> 63), field == 0x7ff, fraction != 0};
}

INLINE binary split_f32(uint32_t bits)
{
    uint32_t field = bits >> 23 & 0xff;
    uint32_t normal = field != 0;
    uint32_t fraction = bits & F32_FRACTION;
    return (binary){fraction | normal << 23, (int32_t)(field + 1 - normal) - 150,
                    (uint8_t)(bits >> 31), field == 0xff, fraction != 0};
}

/* Returns 0 where the layout refuses it. */
static int set_not_finite(const digitrun_layout_plan *layout, int is_nan, number *value)
{
    value->coarse = 0;
    value->exponent = is_nan ? ODD_NAN : ODD_INFINITY;
    return !layout->refuse_not_finite;
}

/* ---- shortest: bits to integers -------------------------------------------------------------- */

static void set_zero(const digitrun_layout_plan *layout, number *value)
{
    value->coarse = 0;
    value->text[TEXT_LAST_DIGIT] = '0';
    value->exponent = 0;
    value->skip = 0;
    value->negative &= layout->unsigned_zero ^ 1;
}

INLINE void set_f64(decimal shortest, number *value)
{
    uint32_t skip = shortest.coarse < UINT64_C(1000000000000000);
    value->coarse = shortest.coarse;
    value->text[TEXT_LAST_DIGIT] = (char)('0' + shortest.fine);
    value->exponent = shortest.exponent + 16 - (int32_t)skip;
    value->skip = (uint8_t)skip;
}

INLINE void set_f32(decimal shortest, number *value)
{
    uint32_t skip = (uint32_t)(shortest.coarse < 10000000) + (uint32_t)(shortest.coarse < 1000000);
    value->coarse = shortest.coarse;
    value->text[TEXT_LAST_DIGIT] = (char)('0' + shortest.fine);
    value->exponent = shortest.exponent + 8 - (int32_t)skip;
    value->skip = (uint8_t)(8 + skip);
}

/* What differs for the subnormals of a type. */
typedef struct subnormal_rule {
    uint64_t end;   /* fills the digits there are room for: 10^16 or 10^8 */
    int32_t digits; /* behind the first: 16 or 8 */
    uint8_t skip;
    uint8_t two_most; /* see nearest_of_two_digits */
    uint64_t least;
    int32_t least_exponent;
} subnormal_rule;

static const subnormal_rule subnormal_f64 = {UINT64_C(10000000000000000),  16,  0, 20,
                                             UINT64_C(494065645841246544), -341};
static const subnormal_rule subnormal_f32 = {100000000, 8, 8, 71, UINT64_C(140129846432481707),
                                             -62};

/* shortest of n times the least subnormal. It may have few digits: moves them to the front. */
static void set_subnormal(const digitrun_layout_plan *layout, const subnormal_rule *rule,
                          uint64_t n, decimal shortest, number *value)
{
    uint64_t digits = shortest.coarse * 10 + shortest.fine;
    int32_t exponent = shortest.exponent;
    while (digits % 10 == 0) {
        digits /= 10;
        exponent++;
    }
    if (layout->two_digits && digits < 10 && n <= rule->two_most) {
        exponent = rule->least_exponent + nearest_of_two_digits(n, rule->least, &digits);
    }
    while (digits < rule->end) {
        digits *= 10;
        exponent--;
    }
    value->coarse = digits / 10;
    value->text[TEXT_LAST_DIGIT] = (char)('0' + digits % 10);
    value->exponent = exponent + rule->digits;
    value->skip = rule->skip;
}

/* A double that is zero, subnormal or not finite. Returns 0 where the layout refuses it. */
NOINLINE int decode_odd_f64(const digitrun_layout_plan *layout, uint64_t bits, number *value)
{
    uint64_t magnitude = bits << 1 >> 1;
    if (magnitude >= UINT64_C(0x7ff) << 52) {
        return set_not_finite(layout, magnitude != UINT64_C(0x7ff) << 52, value);
    }
    if (magnitude == 0) {
        set_zero(layout, value);
    } else {
        set_subnormal(layout, &subnormal_f64, magnitude, shortest_f64(magnitude), value);
    }
    return 1;
}

/* The same for a float. Returns 0 where the layout refuses it. */
NOINLINE int decode_odd_f32(const digitrun_layout_plan *layout, uint32_t bits, number *value)
{
    uint32_t magnitude = bits << 1 >> 1;
    if (magnitude >= UINT32_C(0xff) << 23) {
        return set_not_finite(layout, magnitude != UINT32_C(0xff) << 23, value);
    }
    if (magnitude == 0) {
        set_zero(layout, value);
    } else {
        set_subnormal(layout, &subnormal_f32, magnitude, shortest_f32(magnitude), value);
    }
    return 1;
}

#endif
