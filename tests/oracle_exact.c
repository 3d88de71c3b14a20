/* tests/oracle_exact.c - the rounding of one decimal token, judged with exact integers. */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef DIGITRUN_HAVE_GMP
#include <gmp.h>

/* |token| = digits x 10^exponent; digits has no leading zeros and may be "". */
typedef struct decimal {
    char *digits;
    size_t count;
    long exponent;
    bool negative;
} decimal;

static decimal read_decimal(const char *token, size_t len)
{
    decimal number = {malloc(len + 1), 0, 0, false};
    size_t at = 0;
    bool fraction = false, negative = false;
    long exponent = 0;
    if (!number.digits)
        abort();
    if (at < len && (token[at] == '-' || token[at] == '+'))
        number.negative = token[at++] == '-';
    for (; at < len && token[at] != 'e' && token[at] != 'E'; at++) {
        if (token[at] == '.') {
            fraction = true;
            continue;
        }
        if (number.count || token[at] != '0')
            number.digits[number.count++] = token[at];
        number.exponent -= fraction;
    }
    number.digits[number.count] = 0;
    if (at < len && ++at < len && (token[at] == '-' || token[at] == '+'))
        negative = token[at++] == '-';
    for (; at < len; at++)
        exponent = exponent > 100000000 ? exponent : exponent * 10 + (token[at] - '0');
    number.exponent += negative ? -exponent : exponent;
    return number;
}

/* -1, 0, 1: the decimal is less than, equal to, greater than significand x 2^binary. */
static int compare(const decimal *number, uint64_t significand, long binary)
{
    mpz_t left, right, power;
    mpz_init_set_str(left, number->count ? number->digits : "0", 10);
    mpz_init_set_ui(right, (unsigned long)(significand >> 32));
    mpz_init(power);
    mpz_mul_2exp(right, right, 32);
    mpz_add_ui(right, right, (unsigned long)(significand & 0xffffffffu));
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(number->exponent));
    mpz_mul(number->exponent < 0 ? right : left, number->exponent < 0 ? right : left, power);
    if (binary < 0)
        mpz_mul_2exp(left, left, (mp_bitcnt_t)-binary);
    else
        mpz_mul_2exp(right, right, (mp_bitcnt_t)binary);
    int order = mpz_cmp(left, right);
    mpz_clears(left, right, power, NULL);
    return order;
}

/* significand x 2^binary is the candidate, `bits` the type's precision, `least` the exponent of its
 * subnormals, `most` that of its largest numbers. 0 x 2^least and 2^bits x 2^most (infinity) may
 * be one too. */
static bool rounds_to(const decimal *number, uint64_t significand, long binary, int bits,
                      long least, long most)
{
    long scale = number->exponent + (long)number->count; /* number < 10^scale, >= 10^(scale - 1) */
    if (number->count == 0 || scale < -400)
        return significand == 0;
    if (scale > 400)
        return significand == 1ull << bits && binary == most;
    bool even = significand % 2 == 0;
    bool infinite = significand == 1ull << bits;
    if (infinite) /* all from the largest number's upper midpoint on */
        return compare(number, 2 * significand - 1, binary - 1) >= 0;
    int above = compare(number, 2 * significand + 1, binary - 1);
    if (above > 0 || (above == 0 && !even))
        return false;
    if (significand == 0)
        return true;
    /* below a power of two the spacing halves, unless it is the least one */
    bool half = significand == 1ull << (bits - 1) && binary > least;
    int below = half ? compare(number, 4 * significand - 1, binary - 2)
                     : compare(number, 2 * significand - 1, binary - 1);
    return below > 0 || (below == 0 && even);
}

bool oracle_is_exact(void)
{
    return true;
}

bool oracle_check_f64(const char *token, size_t len, double value)
{
    decimal number = read_decimal(token, len);
    uint64_t bits, significand;
    memcpy(&bits, &value, sizeof bits);
    long binary = (long)(bits >> 52 & 0x7ff);
    significand = bits & ((1ull << 52) - 1);
    bool same_sign = (bits >> 63) == number.negative;
    if (binary == 0x7ff) {
        significand = 1ull << 53;
        binary = 0x7fe;
    } else if (binary > 0) {
        significand |= 1ull << 52;
    } else {
        binary = 1;
    }
    bool right = same_sign && rounds_to(&number, significand, binary - 1075, 53, -1074, 971);
    free(number.digits);
    return right;
}

bool oracle_check_f32(const char *token, size_t len, float value)
{
    decimal number = read_decimal(token, len);
    uint32_t bits, significand;
    memcpy(&bits, &value, sizeof bits);
    long binary = (long)(bits >> 23 & 0xff);
    significand = bits & ((1u << 23) - 1);
    bool same_sign = (bits >> 31) == number.negative;
    if (binary == 0xff) {
        significand = 1u << 24;
        binary = 0xfe;
    } else if (binary > 0) {
        significand |= 1u << 23;
    } else {
        binary = 1;
    }
    bool right = same_sign && rounds_to(&number, significand, binary - 150, 24, -149, 104);
    free(number.digits);
    return right;
}

#else

bool oracle_is_exact(void)
{
    return false;
}

bool oracle_check_f64(const char *token, size_t len, double value)
{
    return token && len && value == value;
}

bool oracle_check_f32(const char *token, size_t len, float value)
{
    return token && len && value == value;
}
#endif
