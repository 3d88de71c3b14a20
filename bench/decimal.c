/* bench/decimal.c - exact decimal texts of doubles, in integers only. */
#include "bench/decimal.h"

#include <stdbool.h>
#include <string.h>

typedef struct wide { /* 128 bits */
    uint64_t high, low;
} wide;

static wide multiply(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32),
             other = a0 * b1 + (middle & 0xFFFFFFFFu);
    return (wide){a1 * b1 + (middle >> 32) + (other >> 32), (other << 32) | (low & 0xFFFFFFFFu)};
}

static wide shift_left(uint64_t value, int bits) /* 0 <= bits < 128 */
{
    if (bits == 0) {
        return (wide){0, value};
    }
    return bits < 64 ? (wide){value >> (64 - bits), value << bits}
                     : (wide){value << (bits - 64), 0};
}

static wide difference(wide a, wide b) /* |a - b| */
{
    if (a.high < b.high || (a.high == b.high && a.low < b.low)) {
        wide swap = a;
        a = b;
        b = swap;
    }
    return (wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static uint64_t pow10_u64(int exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0) {
        power *= 10;
    }
    return power;
}

static uint64_t pow5_u64(int exponent) /* exponent <= 27 */
{
    uint64_t power = 1;
    while (exponent-- > 0) {
        power *= 5;
    }
    return power;
}

char *bench_put_digits(char *out, uint64_t value)
{
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count) {
        *out++ = digits[--count];
    }
    return out;
}

char *bench_put_padded(char *out, uint64_t value, int digits)
{
    for (int i = digits - 1; i >= 0; i--) {
        out[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return out + digits;
}

char *bench_put_fixed(char *out, int64_t scaled, int decimals)
{
    uint64_t value = scaled < 0 ? 0 - (uint64_t)scaled : (uint64_t)scaled;
    if (scaled < 0) {
        *out++ = '-';
    }
    out = bench_put_digits(out, value / pow10_u64(decimals));
    if (decimals) {
        *out++ = '.';
        out = bench_put_padded(out, value % pow10_u64(decimals), decimals);
    }
    return out;
}

/* value = significand * 2^exponent2, and the exponent of its first decimal digit. */
typedef struct parts {
    uint64_t significand;
    int exponent2, exponent10;
} parts;

static parts take_apart(double value, int precision)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    parts p = {(bits & 0xFFFFFFFFFFFFFu) | 0x10000000000000u, (int)(bits >> 52 & 0x7FF) - 1075, 0};
    p.significand >>= 53 - precision;
    p.exponent2 += 53 - precision;
    /* Powers of ten of [1e-9, 1e15] as literals are the nearest doubles; a value is compared, not
     * rounded, so the digit is right. */
    static const double powers[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1,
                                    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                    1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    int at = 0;
    while (value >= powers[at + 1]) {
        at++;
    }
    p.exponent10 = at - 9;
    return p;
}

/* p to `count` significant digits, half to even. With k = count - 1 - exponent10 and t =
 * -(exponent2 + k): value * 10^k = significand * 5^k / 2^t. k <= 25 and significand < 2^53 keep
 * the product in 111 bits; the ranges that decimal.h states keep 0 < t < 128 and k >= 0. */
static uint64_t round_digits(const parts *p, int count, bool *reads_back)
{
    int k = count - 1 - p->exponent10;
    int t = -(p->exponent2 + k);
    wide product = multiply(p->significand, pow5_u64(k));
    uint64_t digits = t >= 64 ? product.high >> (t - 64)
                              : (product.high << (64 - t)) | (product.low >> t);
    wide rest = difference(product, shift_left(digits, t));
    wide half = shift_left(1, t - 1);
    bool more = rest.high > half.high || (rest.high == half.high && rest.low > half.low);
    bool tie = rest.high == half.high && rest.low == half.low;
    digits += more || (tie && (digits & 1));
    /* The text reads back if it is nearer than half a unit in the last place: |digits * 2^t -
     * product| < 5^k / 2. Under a power of two the unit is half as large. */
    rest = difference(product, shift_left(digits, t));
    uint64_t five = pow5_u64(k);
    int parts_of_unit = (p->significand & (p->significand - 1)) == 0 ? 4 : 2;
    *reads_back = rest.high == 0 && rest.low < (uint64_t)1 << 61 && parts_of_unit * rest.low < five;
    return digits;
}

/* digits as d.ddd x 10^exponent10, as Python's repr lays it out, trailing zeros dropped. */
static char *lay_out(char *out, uint64_t digits, int exponent10)
{
    char text[20];
    int count = (int)(bench_put_digits(text, digits) - text);
    while (count > 1 && text[count - 1] == '0') {
        count--;
    }
    if (exponent10 < -4) {
        *out++ = text[0];
        if (count > 1) {
            *out++ = '.';
            memcpy(out, text + 1, (size_t)count - 1);
            out += count - 1;
        }
        memcpy(out, "e-", 2);
        return bench_put_padded(out + 2, (uint64_t)-exponent10, -exponent10 < 100 ? 2 : 3);
    }
    if (exponent10 < 0) {
        memcpy(out, "0.000", 5);
        memcpy(out + 1 - exponent10, text, (size_t)count);
        return out + 1 - exponent10 + count;
    }
    for (int i = 0; i <= exponent10 || i < count; i++) {
        if (i == exponent10 + 1) {
            *out++ = '.';
        }
        *out++ = i < count ? text[i] : '0';
    }
    return out;
}

/* Rounding may carry into one digit more: 9.99 -> 10.0. */
static char *lay_out_rounded(char *out, uint64_t digits, int count, int exponent10)
{
    return lay_out(out, digits, exponent10 + (digits >= pow10_u64(count)));
}

/* A text of `low` digits or fewer, if one reads back, shows as the rounding to `low` digits: texts
 * of DBL_DIG (FLT_DIG) digits are farther apart than doubles (floats). `high` digits always read
 * back. */
static char *put_shortest(char *out, double value, int precision, int low, int high)
{
    if (value < 0) {
        *out++ = '-';
        value = -value;
    }
    if (value == 0) {
        *out = '0';
        return out + 1;
    }
    parts p = take_apart(value, precision);
    bool reads_back = false;
    uint64_t digits = 0;
    int count = low;
    for (;; count++) {
        digits = round_digits(&p, count, &reads_back);
        if (reads_back || count == high) {
            return lay_out_rounded(out, digits, count, p.exponent10);
        }
    }
}

char *bench_put_f64(char *out, double value)
{
    return put_shortest(out, value, 53, 15, 17);
}

char *bench_put_f32(char *out, float value)
{
    return put_shortest(out, (double)value, 24, 6, 9);
}

char *bench_put_significant(char *out, double value, int digits)
{
    if (value < 0) {
        *out++ = '-';
        value = -value;
    }
    if (value == 0) {
        *out = '0';
        return out + 1;
    }
    bool reads_back;
    parts p = take_apart(value, 53);
    uint64_t rounded = round_digits(&p, digits, &reads_back);
    return lay_out_rounded(out, rounded, digits, p.exponent10);
}

char *bench_put_decimals15(char *out, double value)
{
    if (value < 0) {
        *out++ = '-';
        value = -value;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t significand = (bits & 0xFFFFFFFFFFFFFu) | 0x10000000000000u;
    int t = 1075 - (int)(bits >> 52 & 0x7FF) - 15; /* value * 10^15 = significand * 5^15 / 2^t */
    if (t <= 0 || t >= 128) {
        return bench_put_digits(out, (uint64_t)value);
    }
    wide product = multiply(significand, pow5_u64(15));
    uint64_t scaled = t >= 64 ? product.high >> (t - 64)
                              : (product.high << (64 - t)) | (product.low >> t);
    wide rest = difference(product, shift_left(scaled, t)), half = shift_left(1, t - 1);
    scaled += rest.high > half.high || (rest.high == half.high && rest.low >= half.low);
    out = bench_put_digits(out, scaled / pow10_u64(15));
    *out++ = '.';
    out = bench_put_padded(out, scaled % pow10_u64(15), 15);
    while (out[-1] == '0') {
        out--;
    }
    return out[-1] == '.' ? out - 1 : out;
}

enum { LIMBS = 130, LIMB = 1000000000 };

typedef struct big { /* little-endian, base 10^9 */
    uint32_t limbs[LIMBS];
    int count;
} big;

/* factor < LIMB, so that the carry is a limb. */
static void big_multiply(big *number, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < number->count; i++) {
        carry += (uint64_t)number->limbs[i] * factor;
        number->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    if (carry) {
        number->limbs[number->count++] = (uint32_t)carry;
    }
}

static void big_multiply_power(big *number, uint32_t base, uint32_t largest, int step, int exponent)
{
    for (; exponent >= step; exponent -= step) {
        big_multiply(number, largest);
    }
    while (exponent-- > 0) {
        big_multiply(number, base);
    }
}

size_t bench_exact(uint64_t significand, int exponent2, char *digits, int *exponent10)
{
    big number = {{(uint32_t)(significand % LIMB), (uint32_t)(significand / LIMB % LIMB),
                   (uint32_t)(significand / LIMB / LIMB)},
                  3};
    while (number.count > 1 && number.limbs[number.count - 1] == 0) {
        number.count--;
    }
    if (exponent2 >= 0) {
        big_multiply_power(&number, 2, 1u << 29, 29, exponent2);
    } else {
        big_multiply_power(&number, 5, 244140625, 12, -exponent2); /* 5^12; then 10^exponent2 */
    }
    char *end = bench_put_digits(digits, number.limbs[number.count - 1]);
    for (int i = number.count - 2; i >= 0; i--) {
        end = bench_put_padded(end, number.limbs[i], 9);
    }
    *exponent10 = (int)(end - digits) + (exponent2 < 0 ? exponent2 : 0);
    return (size_t)(end - digits);
}
