/* kernels/decimal.c - rounds a decimal number of any length to the nearest double or float.
 *
 * Three questions, each asked only if the one before it could not tell:
 *   1  the first 19 digits, times a power of ten of 128 bits
 *   2  the first 38 digits, times the same power of 128 bits
 *   3  all digits, compared with those of the middle between the two candidates
 * The first two leave an interval that holds the value. Rounding is monotone: where both ends of it
 * round to the same number, so does the value. The third one is exact. */
#include "kernels/decimal.h"

#include "kernels/pow10.h"
#include "kernels/wide.h"

enum {
    BATCH = 19,         /* digits that surely fit into 64 bits */
    LEAST_POWER = -342, /* 10^19 * 10^-343 < 2^-1075: rounds to zero */
    MOST_POWER = 308,   /* 1 * 10^309 overflows */
    WORDS = 17          /* of an integer below 10^309, of a fraction of 1075 bits */
};

static const uint64_t tens[BATCH + 1] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000),
};

/* A type of floating point: m * 2^u with m < 2^bits and u >= least. */
typedef struct target {
    uint32_t bits;
    int32_t least, most; /* u of the least and of the largest numbers */
} target;

static const target f64 = {53, -1074, 971};
static const target f32 = {24, -149, 104};

/* ---- digits -------------------------------------------------------------------------------------
 */

/* Digits still to be read. */
typedef struct cursor {
    const uint8_t *p, *point, *end;
} cursor;

/* Steps over the point. Returns the end of the digits in a row. */
INLINE const uint8_t *row_end(cursor *c)
{
    if (c->p == c->point && c->p != c->end) {
        c->p++;
    }
    return c->p < c->point ? c->point : c->end;
}

/* Eight digits, the first in the lowest byte: neighbours are joined to numbers of two, then four,
 * then eight digits. */
INLINE uint64_t eight_digits(uint64_t v)
{
    v -= UINT64_C(0x3030303030303030);
    v = v * 10 + (v >> 8); /* of use: every other byte */
    v = (v & UINT64_C(0x00ff00ff00ff00ff)) * (1 + (UINT64_C(100) << 16)) >> 16;
    return (v & UINT64_C(0x0000ffff0000ffff)) * (1 + (UINT64_C(10000) << 32)) >> 32;
}

/* The next `count` digits or, where the text has fewer, all of them; *taken says how many. */
static uint64_t take_digits(cursor *c, uint32_t count, uint32_t *taken)
{
    uint64_t value = 0;
    uint32_t left = count;
    while (left > 0) {
        const uint8_t *stop = row_end(c);
        if (c->p == stop) {
            break;
        }
        stop = stop - c->p > (ptrdiff_t)left ? c->p + left : stop;
        left -= (uint32_t)(stop - c->p);
        for (; stop - c->p >= 8; c->p += 8) {
            value = value * 100000000 + eight_digits(load_first((const char *)c->p));
        }
        for (; c->p != stop; c->p++) {
            value = value * 10 + (*c->p - '0');
        }
    }
    *taken = count - left;
    return value;
}

/* Eight characters at p, those from number `before` on one place further: without the point. */
INLINE uint64_t load_around(const uint8_t *p, uint32_t before)
{
    const uint32_t half = 4 * (before < 8 ? before : 8);
    const uint64_t mask = (UINT64_C(1) << half << half) - 1;
    return (load_first((const char *)p) & mask) | (load_first((const char *)p + 1) & ~mask);
}

/* The same for 19 digits. Where more than 19 bytes are left, the point is passed without a branch:
 * it stands at another place in every number. */
INLINE uint64_t take_batch(cursor *c, uint32_t *taken)
{
    const uint8_t *p = c->p;
    if (c->end - p <= BATCH) {
        return take_digits(c, BATCH, taken);
    }
    const uint32_t before = (size_t)(c->point - p) < BATCH ? (uint32_t)(c->point - p) : BATCH;
    const uint64_t first = eight_digits(load_around(p, before));
    const uint64_t second = eight_digits(load_around(p + 8, before < 8 ? 0 : before - 8));
    uint64_t third = (uint64_t)p[16 + (before <= 16)] * 100 + (uint64_t)p[17 + (before <= 17)] * 10;
    third += p[18 + (before <= 18)] - '0' * UINT64_C(111);
    c->p = p + BATCH + (before < BATCH);
    *taken = BATCH;
    return first * tens[11] + second * 1000 + third;
}

/* `count` digits, as if zeros followed the text. */
static uint64_t take_padded(cursor *c, uint32_t count)
{
    uint32_t taken;
    uint64_t value = count == BATCH ? take_batch(c, &taken) : take_digits(c, count, &taken);
    return value * tens[count - taken];
}

static const uint8_t *skip_zeros(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= 8 && load_first((const char *)p) == UINT64_C(0x3030303030303030)) {
        p += 8;
    }
    while (p != end && *p == '0') {
        p++;
    }
    return p;
}

/* Whether a digit other than 0 is left. */
INLINE int is_left(cursor *c)
{
    if (c->p != c->end && (uint8_t)(*c->p - '1') < 9) {
        return 1;
    }
    const uint8_t *stop = row_end(c);
    c->p = skip_zeros(c->p, stop);
    if (c->p == stop && stop != c->end) {
        stop = row_end(c);
        c->p = skip_zeros(c->p, stop);
    }
    return c->p != stop;
}

/* ---- questions 1 and 2: intervals ---------------------------------------------------------------
 */

/* The value lies in [x, x + slack) * 2^exponent, x of 128 bits, one of its upper two set, and x +
 * slack <= 2^128. Where `inexact`, it is not x; else it is x + a fraction, not 0 where `below`. */
typedef struct interval {
    wide x, slack;
    int32_t exponent;
    int inexact, below;
} interval;

/* m * 2^u with u >= least, rounded down. */
typedef struct rounding {
    uint64_t m;
    int32_t u;
} rounding;

/* Rounds the interval; returns 0 where its ends differ, and m rounded down.
 *
 *     high word of x    m m m m m | h 0 0 0 ...    h: half of the last bit of m; `rest` from it on
 *
 * m's unit is 2^74 or more in x for doubles, and slack at most 2^69. So from half on the value
 * rounds to m + 1, wherever in the interval it lies; and below half to m, if x + slack does not
 * reach it. Just at the half, an inexact value is above it, and only an exact one can be a tie. A
 * unit is the one of x: where the value reaches the next power of two, m + 1 is that power. */
static int round_interval(const interval *i, const target *type, rounding *r)
{
    uint32_t cut = 64 - type->bits - 1 + (uint32_t)(i->x.high >> 63); /* bits of the high word */
    int32_t u = i->exponent + 64 + (int32_t)cut;
    if (u < type->least) {
        if (type->least - u > (int32_t)(64 - cut)) { /* less than half of the least number */
            *r = (rounding){0, type->least};
            return 1;
        }
        cut += (uint32_t)(type->least - u);
        u = type->least;
    }
    const uint64_t half = UINT64_C(1) << (cut - 1);
    const uint64_t rest = i->x.high & ((half << 1) - 1);
    *r = (rounding){cut == 64 ? 0 : i->x.high >> cut, u};
    if (rest >= half) {
        const int tie = rest == half && i->x.low == 0 && !i->below && !i->inexact;
        r->m += tie ? r->m & 1 : 1;
        return 1;
    }
    const uint64_t low = i->x.low + i->slack.low;
    return rest + i->slack.high + (low < i->x.low) < half;
}

/* w * 10^q, or, where cut, more than that and less than (w + 1) * 10^q; then w has 19 digits.
 *
 * n = w * 2^z has 64 bits. 10^q is in [t, t + 1) * 2^(log2(10^q) - 127), t of 128 bits, and t
 * itself where it is exact. The value is in [n t, (n + d)(t + 1)), d = 2^z where cut, else 0. x is
 * n t / 2^64, rounded down, and the upper end is n / 2^64 + d (t + 1) / 2^64 < 1 + 2^(64 + z)
 * further up; what rounding down took is less than 1. */
static interval interval_of_19(uint64_t w, int32_t q, int cut)
{
    const uint64_t *power = pow10_of(q);
    const uint32_t zeros = leading_zeros(w);
    const wide low = multiply(w << zeros, power[1]);
    const wide x = add_wide(multiply(w << zeros, power[0]), low.high);
    const int inexact = (uint32_t)q > POW10_EXACT_MOST;
    const uint64_t slack = cut ? UINT64_C(1) << zeros : 0;
    return (interval){
        x, {slack, 2}, log2_pow10(q) - 63 - (int32_t)zeros, inexact | cut, low.low != 0};
}

/* The same for n = (w * 10^count + more) * 2^z of 128 bits, times t: x is n t / 2^128, rounded
 * down, and the upper end n / 2^128 + d (t + 1) / 2^128 < 1 + 2^z further up. Where cut, n has 38
 * digits, so z < 6. */
static interval interval_of_38(uint64_t w, uint64_t more, uint32_t count, int32_t q, int cut)
{
    const uint64_t *power = pow10_of(q);
    wide n = add_wide(multiply(w, tens[count]), more);
    uint32_t zeros = leading_zeros(n.high | 1); /* from 10^19 on, the high word may be 0 */
    if (n.high == 0) {
        n = (wide){n.low, 0};
        zeros = 64;
    } else if (zeros != 0) {
        n = (wide){n.high << zeros | n.low >> (64 - zeros), n.low << zeros};
    }
    const wide one = multiply(n.high, power[1]), other = multiply(n.low, power[0]);
    const wide lowest = multiply(n.low, power[1]);
    wide middle = add_wide(one, other.low); /* < 2^128: the high word of a product is < 2^64 - 1 */
    const wide sum = add_wide((wide){0, middle.low}, lowest.high);
    middle.high += sum.high;
    wide x = add_wide(multiply(n.high, power[0]), middle.high);
    x = add_wide(x, other.high);
    const int inexact = (uint32_t)q > POW10_EXACT_MOST;
    const uint64_t slack = (cut ? UINT64_C(1) << zeros : 0) + 2;
    return (interval){x,
                      {0, slack},
                      log2_pow10(q) + 1 - (int32_t)zeros,
                      inexact | cut,
                      (sum.low | lowest.low) != 0};
}

/* ---- question 3: all digits ---------------------------------------------------------------------
 */

/* words = words * 10^digits + more */
static void append_digits(uint64_t *words, uint32_t *count, uint32_t digits, uint64_t more)
{
    for (uint32_t i = 0; i < *count; i++) {
        wide product = add_wide(multiply(words[i], tens[digits]), more);
        words[i] = product.low;
        more = product.high;
    }
    if (more != 0) {
        words[(*count)++] = more;
    }
}

/* Word `at` of value << shift, value < 2^54. */
INLINE uint64_t word_of(uint64_t value, uint32_t shift, uint32_t at)
{
    const uint32_t bit = shift % 64;
    if (at == shift / 64) {
        return value << bit;
    }
    return at == shift / 64 + 1 && bit != 0 ? value >> (64 - bit) : 0;
}

/* Compares the digits, `before` of them before the point, with middle << shift: an integer of at
 * most 1024 bits. */
static int compare_integer(cursor c, int32_t before, uint64_t middle, uint32_t shift)
{
    uint64_t words[WORDS];
    uint32_t count = 0;
    while (before > 0) {
        uint32_t digits = before < BATCH ? (uint32_t)before : BATCH;
        append_digits(words, &count, digits, take_padded(&c, digits));
        before -= BATCH;
    }
    for (uint32_t i = WORDS; i-- > 0;) {
        const uint64_t have = i < count ? words[i] : 0;
        const uint64_t want = word_of(middle, shift, i);
        if (have != want) {
            return have < want ? -1 : 1;
        }
    }
    return is_left(&c);
}

/* A fraction: words[0 .. count), the point above the highest. words[first .. last) may be other
 * than 0. */
typedef struct fraction {
    uint64_t words[WORDS];
    uint32_t count, first, last;
} fraction;

/* Its next 19 digits, which are taken off it. */
static uint64_t next_batch(fraction *f)
{
    uint64_t carry = 0;
    for (uint32_t i = f->first; i < f->last; i++) {
        wide product = add_wide(multiply(f->words[i], tens[BATCH]), carry);
        f->words[i] = product.low;
        carry = product.high;
    }
    while (f->first < f->last && f->words[f->first] == 0) {
        f->first++;
    }
    if (f->last == f->count) {
        return carry;
    }
    f->words[f->last++] = carry;
    return 0;
}

/* Compares the digits, `before` of them before the point (less than 0: so many zeros behind it),
 * with middle / 2^places, places > 0. Makes as many digits of the middle as it needs: at most 1075,
 * and none after the first that differs. */
static int compare_fraction(cursor c, int32_t before, uint64_t middle, uint32_t places)
{
    fraction f;
    const uint64_t whole = places < 64 ? middle >> places : 0;
    const uint64_t digits = before > 0 ? take_padded(&c, (uint32_t)before) : 0;
    uint32_t zeros = before < 0 ? (uint32_t)-before : 0;
    if (digits != whole) {
        return digits < whole ? -1 : 1;
    }
    middle = places < 64 ? middle & ((UINT64_C(1) << places) - 1) : middle;
    f.count = (places + 63) / 64;
    f.first = 0;
    f.last = f.count < 2 ? 1 : 2;
    f.words[0] = word_of(middle, 64 * f.count - places, 0);
    f.words[1] = word_of(middle, 64 * f.count - places, 1);
    while (f.first < f.last) {
        const uint64_t want = next_batch(&f);
        uint32_t skipped = zeros < BATCH ? zeros : BATCH;
        const uint64_t have = take_padded(&c, BATCH - skipped);
        zeros -= skipped;
        if (have != want) {
            return have < want ? -1 : 1;
        }
    }
    return is_left(&c);
}

/* The value against the middle between m and m + 1, times 2^u. They are so close that the value has
 * as many digits before the point as the middle may have: 309, and 17 where the middle has a
 * fraction, since it is then below 2^54. */
static int compare_to_middle(cursor c, int32_t before, const rounding *r)
{
    const uint64_t middle = 2 * r->m + 1;
    return r->u > 0 ? compare_integer(c, before, middle, (uint32_t)r->u - 1)
                    : compare_fraction(c, before, middle, (uint32_t)(1 - r->u));
}

/* ---- all together -------------------------------------------------------------------------------
 */

/* 0.ddd... * 10^before, the first digit not 0: to m and u. Returns 0 where it is too large or too
 * small for any number of the type, and *r is so, too. */
static void round_digits(cursor c, int64_t before, const target *type, rounding *r)
{
    const cursor all = c;
    uint32_t count, more_count;
    const uint64_t w = take_batch(&c, &count);
    const int64_t q = before - count;
    if (q < LEAST_POWER || q > MOST_POWER) {
        *r = q < 0 ? (rounding){0, type->least} : (rounding){0, type->most + 1};
        return;
    }
    int cut = is_left(&c);
    interval i = interval_of_19(w, (int32_t)q, cut);
    if (round_interval(&i, type, r)) {
        return;
    }
    if (cut) {
        c = all;
        (void)take_batch(&c, &count);
        const uint64_t more = take_batch(&c, &more_count);
        if (q - more_count >= POW10_LEAST) {
            i = interval_of_38(w, more, more_count, (int32_t)(q - more_count), is_left(&c));
            if (round_interval(&i, type, r)) {
                return;
            }
        }
    }
    if (r->u <= type->most) {
        const int sign = compare_to_middle(all, (int32_t)before, r);
        r->m += sign > 0 || (sign == 0 && (r->m & 1) != 0);
    }
}

/* The bits of the value without its sign, in an unsigned integer of the type's size; those of
 * infinity where it overflows. The lowest number of an exponent stands at a multiple of 2^(bits -
 * 1): a carry out of m goes into the exponent by itself. */
static uint64_t round_decimal(const digitrun_decimal *d, const target *type)
{
    cursor c = {d->digits, d->point, d->end};
    rounding r;
    int64_t before;
    const uint64_t infinity = (uint64_t)(type->most - type->least + 2) << (type->bits - 1);
    c.p = c.p != c.point && *c.p != '0' ? c.p : skip_zeros(c.p, c.point);
    before = c.point - c.p;
    if (before == 0 && c.p != c.end) {
        c.p = skip_zeros(c.p + 1, c.end);
        before = d->point + 1 - c.p;
    }
    if (c.p == c.end) {
        return 0;
    }
    round_digits(c, before + d->exponent, type, &r);
    if (r.u > type->most) {
        return infinity;
    }
    const uint64_t bits = ((uint64_t)(r.u - type->least) << (type->bits - 1)) + r.m;
    return bits < infinity ? bits : infinity;
}

int digitrun_round_f64(const digitrun_decimal *d, double *value)
{
    const uint64_t bits = round_decimal(d, &f64) | (uint64_t)(d->negative != 0) << 63;
    memcpy(value, &bits, sizeof bits);
    return bits << 1 == UINT64_C(0xffe0000000000000);
}

int digitrun_round_f32(const digitrun_decimal *d, float *value)
{
    const uint32_t bits = (uint32_t)round_decimal(d, &f32) | (uint32_t)(d->negative != 0) << 31;
    memcpy(value, &bits, sizeof bits);
    return bits << 1 == 0xff000000u;
}

/* The token by the grammar of kernel.h's reference, which its caller has checked. */
static digitrun_decimal decimal_of(const uint8_t *p, const uint8_t *end)
{
    digitrun_decimal d;
    d.negative = *p == '-';
    d.digits = p + d.negative;
    d.point = d.end = skip_digits_by_eight(d.digits, end);
    d.exponent = 0;
    if (d.end != end && *d.end == '.') {
        d.end = skip_digits_by_eight(d.point + 1, end);
    }
    if (d.end != end) {
        (void)scan_exponent(d.end + 1, end, &d.exponent);
    }
    return d;
}

int digitrun_reference_f64(const char *begin, const char *end, double *value)
{
    const digitrun_decimal d = decimal_of((const uint8_t *)begin, (const uint8_t *)end);
    return digitrun_round_f64(&d, value);
}

int digitrun_reference_f32(const char *begin, const char *end, float *value)
{
    const digitrun_decimal d = decimal_of((const uint8_t *)begin, (const uint8_t *)end);
    return digitrun_round_f32(&d, value);
}
