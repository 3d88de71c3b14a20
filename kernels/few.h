/* kernels/few.h - a whole text of a few plain numbers in one array or line, without a run: to set
 * one up costs more than such a text is worth.
 *
 * One token after the other, rounded by integers alone, so in any rounding mode. How digits are
 * looked at is up to the file that includes this: kernels/few.c, kernels/avx2/read_few.h. Plain
 * numbers, a separator and at most one blank between them, at most one line end behind: all else is
 * left to others. */
#ifndef DIGITRUN_FEW_H
#define DIGITRUN_FEW_H

#include "kernels/kernel.h"

#include "kernels/pow10.h"
#include "kernels/wide.h"

#include <stdbool.h>

enum { FEW_DIGITS = 19 /* fit into 64 bits whatever they are */ };

/* Numbers stand in [p, end); a whole look may be taken from `last` on, but from no byte behind. */
typedef struct source {
    const uint8_t *p, *end, *last;
} source;

/* -w * 10^power where negative. */
typedef struct decimal {
    uint64_t w;
    int power;
    bool negative;
} decimal;

/* The number without an exponent at s->p; s->p goes behind it. False for what is none of RFC 8259,
 * or has more than FEW_DIGITS. */
typedef bool take_decimal(source *s, decimal *d);
/* How many digits there are at p; their number, where they are no more than four. */
typedef unsigned take_integer(const source *s, const uint8_t *p, unsigned *value);

/* Up to eight digits, the first in the lowest byte, as a number. */
INLINE uint64_t join_eight(uint64_t digits)
{
    digits = digits * 10 + (digits >> 8);
    digits = (digits & UINT64_C(0x00ff00ff00ff00ff)) * (1 + (UINT64_C(100) << 16)) >> 16;
    return (digits & UINT64_C(0x0000ffff0000ffff)) * (1 + (UINT64_C(10000) << 32)) >> 32;
}

/* w * 10^q, w != 0, as the bits of a number without its sign; 0 where that is not sure. The result
 * must be normal.
 *
 * n = w * 2^z has 64 bits. 10^q is in [t, t + 1) * 2^(log2(10^q) - 63), t being the upper half of
 * the table's 128 bits. So n t has 127 or 128 bits, and the value is in [n t, n t + 2^64) up to a
 * power of two. The upper word of n t, moved up to have its top bit set, is `high`; the value is in
 * [high, high + 4). If the bits below the last one of the result are so near to their middle that
 * it may lie among these, rounding is not sure; else high has the same side of it. */
INLINE uint64_t round_product(uint64_t w, int q, bool is_float)
{
    const unsigned bits = is_float ? 24 : 53, bias = is_float ? 127 : 1023;
    const unsigned cut = 64 - bits; /* bits below those of the result */
    const uint64_t half = UINT64_C(1) << (cut - 1);
    const unsigned zeros = leading_zeros(w);
    uint64_t high = multiply(w << zeros, pow10_of(q)[0]).high;
    const unsigned top = (unsigned)(high >> 63);
    high <<= 1 - top;
    if (RARE((high & (2 * half - 1)) - (half - 4) <= 4)) {
        return 0;
    }
    /* the first bit of the number, which is not stored, is one more for the exponent */
    const unsigned exponent = (unsigned)log2_pow10(q) + 63 + bias - 1 - zeros + top;
    return ((uint64_t)exponent << (bits - 1)) + (((high >> (cut - 1)) + 1) >> 1);
}

/* Whether w * 10^q, w < 10^19, is a normal number for sure; without an exponent it is. */
INLINE bool is_near_one(int q, bool is_float)
{
    return is_float ? q >= -37 && q <= 19 : q >= -307 && q <= 289;
}

/* [eE][+-]digits at s->p. Returns whether there are any, and no more than four. */
INLINE bool take_exponent(source *s, decimal *d, take_integer *take)
{
    const uint8_t *p = s->p;
    unsigned value;
    if ((*p | 0x20) != 'e') {
        return false;
    }
    p++;
    const bool negative = p != s->end && *p == '-';
    p += p != s->end && (*p == '-' || *p == '+');
    const unsigned count = take(s, p, &value);
    d->power += negative ? -(int)value : (int)value;
    s->p = p + count;
    return count - 1 < 4;
}

/* Value number `at` becomes d. Returns false where its rounding is not sure. */
INLINE bool put_decimal(const decimal *d, void *values, size_t at, bool is_float)
{
    uint64_t bits = 0;
    if (d->w != 0) {
        bits = round_product(d->w, d->power, is_float);
        if (RARE(bits == 0)) {
            return false;
        }
    }
    if (is_float) {
        const uint32_t word = (uint32_t)bits | (uint32_t)d->negative << 31;
        memcpy((float *)values + at, &word, sizeof word);
    } else {
        bits |= (uint64_t)d->negative << 63;
        memcpy((double *)values + at, &bits, sizeof bits);
    }
    return true;
}

/* Bit i: a byte of class i may stand between numbers. A blank where a token may follow a token. */
INLINE unsigned few_separators(const digitrun_plan *plan)
{
    return 1u << CLASS_DELIMITER | (unsigned)(plan->follow[CLASS_TOKEN] & 1) << CLASS_BLANK;
}

/* The text [s.p, s.end), not empty. Returns how many numbers it is, or 0. */
INLINE size_t few_numbers(source s, const digitrun_plan *plan, void *values, size_t capacity,
                          bool is_float, take_decimal *take, take_integer *take_small)
{
    const uint8_t *class_of = plan->class_of;
    const unsigned separators = few_separators(plan);
    size_t count = 0;
    s.end -= s.end[-1] == '\n';
    if ((plan->needs & NEED_BRACKETS) != 0) {
        if (*s.p != '[' || s.end[-1] != ']') {
            return 0;
        }
        s.p++;
        s.end--;
    }
    if (plan->decimal != '.' || s.p >= s.end) {
        return 0;
    }
    while (count != capacity) {
        decimal d;
        if (RARE(!take(&s, &d))) {
            return 0;
        }
        if (s.p != s.end && (separators >> class_of[*s.p] & 1) == 0 &&
            (!take_exponent(&s, &d, take_small) || !is_near_one(d.power, is_float) ||
             (s.p != s.end && (separators >> class_of[*s.p] & 1) == 0))) {
            return 0;
        }
        if (RARE(!put_decimal(&d, values, count, is_float))) {
            return 0;
        }
        count++;
        if (s.p == s.end) {
            return count;
        }
        s.p++;
        if (s.p != s.end && class_of[*s.p] == CLASS_BLANK) {
            s.p++;
        }
        if (s.p == s.end) {
            return 0;
        }
    }
    return 0;
}

#endif
