/* tests/model_token.c - one token by the rules of a format: spelling checked here, value by
 * strtod. */
#include "tests/model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In [2^-127, 2^-126) a float has one bit less than elsewhere, and glibc 2.36 rounds what lies
 * exactly 3/4 of the way to the next one down. A wider type tells: what it puts above (below)
 * the midpoint is above (below) it, for it holds the midpoint. The same for double in [2^-1023,
 * 2^-1022). */
float model_strtof(const char *text)
{
    float value = strtof(text, NULL);
    if (fabsf(value) < FLT_MIN / 2 || fabsf(value) > FLT_MIN)
        return value;
    double wide = fabs(strtod(text, NULL)) * 0x1p149, whole = floor(wide);
    if (wide - whole == 0.5)
        return value;
    float mended = (float)((whole + (wide - whole > 0.5)) * 0x1p-149);
    return signbit(value) ? -mended : mended;
}

/* Whether long double has more bits than double here and now: valgrind cuts it down to double. */
static bool long_is_longer(void)
{
    volatile long double one = 1, little = 0x1p-60L;
    return LDBL_MANT_DIG > DBL_MANT_DIG && one + little != one;
}

double model_strtod(const char *text)
{
    double value = strtod(text, NULL);
    if (fabs(value) < DBL_MIN / 2 || fabs(value) > DBL_MIN || !long_is_longer())
        return value;
    long double wide = fabsl(strtold(text, NULL)) * 0x1p537L * 0x1p537L, whole = floorl(wide);
    if (wide - whole == 0.5L)
        return value;
    double mended = (double)((whole + (wide - whole > 0.5L)) * 0x1p-537L * 0x1p-537L);
    return signbit(value) ? -mended : mended;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte + 32) : byte;
}

static bool same_word(const char *token, size_t len, const char *word)
{
    if (len != strlen(word))
        return false;
    for (size_t i = 0; i < len; i++) {
        if (lower(token[i]) != word[i])
            return false;
    }
    return true;
}

/* Digits of the whole part, groups checked, into `plain`; bytes used, or -1 for wrong groups. */
static long whole_part(const model_rules *rules, const char *token, size_t len, char *plain,
                       size_t *digits)
{
    size_t used = 0, group = 0, groups = 0;
    *digits = 0;
    while (used < len) {
        if (is_digit(token[used])) {
            plain[(*digits)++] = token[used++];
            group++;
        } else if (rules->grouping && (unsigned char)token[used] == rules->grouping) {
            if (groups == 0 ? group < 1 || group > 3 : group != 3)
                return -1;
            groups++;
            group = 0;
            used++;
        } else {
            break;
        }
    }
    return groups && group != 3 ? -1 : (long)used;
}

/* Rewrites a number in this format's spelling as C's into `plain` (len + 2 bytes suffice). */
static bool respell(const model_rules *rules, const char *token, size_t len, char *plain)
{
    size_t at = 0, digits, made = 0;
    if (at < len && (token[at] == '-' || (token[at] == '+' && rules->plus == DIGITRUN_ACCEPT))) {
        plain[made++] = token[at++];
    }
    long whole = whole_part(rules, token + at, len - at, plain + made, &digits);
    if (whole < 0)
        return false;
    if (digits > 1 && plain[made] == '0' && rules->leading_zeros != DIGITRUN_ACCEPT)
        return false;
    at += (size_t)whole;
    made += digits;
    if (at < len && (unsigned char)token[at] == rules->decimal) {
        size_t fraction = 0;
        at++;
        plain[made++] = '.';
        while (at < len && is_digit(token[at]))
            plain[made++] = token[at++], fraction++;
        if (digits + fraction == 0)
            return false;
        if ((digits == 0 || fraction == 0) && rules->bare_point != DIGITRUN_ACCEPT)
            return false;
    } else if (digits == 0) {
        return false;
    }
    if (at < len) {
        bool letter = rules->exponent[(unsigned char)token[at]];
        bool sign_only = rules->sign_exponent == DIGITRUN_ACCEPT &&
                         (token[at] == '+' || token[at] == '-');
        if (!letter && !sign_only)
            return false;
        if (letter)
            at++;
        plain[made++] = 'e';
        if (at < len && (token[at] == '+' || token[at] == '-'))
            plain[made++] = token[at++];
        if (at == len)
            return false;
        while (at < len && is_digit(token[at]))
            plain[made++] = token[at++];
    }
    plain[made] = 0;
    return at == len;
}

/* 1: nan, 2: inf, -2: -inf, 0: neither. */
static int not_finite(const model_rules *rules, const char *token, size_t len)
{
    bool minus = len && token[0] == '-';
    if (minus || (len && token[0] == '+' && rules->plus == DIGITRUN_ACCEPT))
        token++, len--;
    if (same_word(token, len, "nan"))
        return 1;
    if (same_word(token, len, "inf") || same_word(token, len, "infinity"))
        return minus ? -2 : 2;
    return 0;
}

static uint64_t bits_of(double value, bool single)
{
    uint64_t bits = 0;
    uint32_t half = 0;
    float narrow = (float)value;
    if (!single) {
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    memcpy(&half, &narrow, sizeof half);
    return half;
}

static uint64_t nan_bits(bool single)
{
    return single ? 0x7fc00000u : 0x7ff8000000000000u;
}

static digitrun_status as_missing(model_value *value, unsigned what)
{
    value->present = false;
    value->bits = what & MODEL_COUNT ? 0 : nan_bits(what & MODEL_F32);
    return DIGITRUN_OK;
}

/* By its own choice, or by `bad` where that was left to default (resolved beforehand). */
static digitrun_status decide(digitrun_choice choice, digitrun_status refused, model_value *value,
                              unsigned what)
{
    return choice == DIGITRUN_AS_MISSING ? as_missing(value, what) : refused;
}

static bool is_missing_word(const model_rules *rules, const char *token, size_t len)
{
    for (size_t i = 0; i < rules->word_count; i++) {
        if (strlen(rules->words[i]) == len && !memcmp(rules->words[i], token, len))
            return true;
    }
    return false;
}

static digitrun_status read_value(const model_rules *rules, const char *plain, unsigned what,
                                  model_value *value)
{
    double number;
    value->present = true;
    if (what & MODEL_COUNT)
        return DIGITRUN_OK;
    if (what & MODEL_F32) {
        number = (double)model_strtof(plain); /* exact in a double, and back */
    } else {
        number = model_strtod(plain);
    }
    value->bits = bits_of(number, what & MODEL_F32);
    if (!isinf(number) || rules->overflow == DIGITRUN_ACCEPT)
        return DIGITRUN_OK;
    return decide(rules->overflow, DIGITRUN_OUT_OF_RANGE, value, what);
}

digitrun_status model_token(const model_rules *rules, const char *token, size_t len, unsigned what,
                            model_value *value)
{
    if (len == 0 || is_missing_word(rules, token, len))
        return decide(rules->missing, DIGITRUN_MISSING, value, what);
    if (rules->json && len == 4 && !memcmp(token, "null", 4)) {
        return decide(rules->missing, DIGITRUN_NOT_NUMBER, value, what);
    }
    int word = not_finite(rules, token, len);
    if (word && rules->not_finite == DIGITRUN_ACCEPT) {
        value->present = true;
        value->bits = what & MODEL_COUNT ? 0
                      : word == 1        ? nan_bits(what & MODEL_F32)
                                         : bits_of(word > 0 ? (double)INFINITY : -(double)INFINITY,
                                            what & MODEL_F32);
        return DIGITRUN_OK;
    }
    if (word)
        return decide(rules->not_finite, DIGITRUN_NOT_FINITE, value, what);
    char small[512], *plain = len + 2 > sizeof small ? malloc(len + 2) : small;
    if (!plain)
        abort();
    digitrun_status status;
    if (respell(rules, token, len, plain)) {
        status = read_value(rules, plain, what, value);
    } else {
        bool literal = rules->json && ((len == 4 && !memcmp(token, "true", 4)) ||
                                       (len == 5 && !memcmp(token, "false", 5)));
        status = decide(rules->bad, literal ? DIGITRUN_NOT_NUMBER : DIGITRUN_BAD_NUMBER, value,
                        what);
    }
    if (plain != small)
        free(plain);
    return status;
}

bool model_is_number(const model_rules *rules, const char *token, size_t len)
{
    char plain[64];
    return len < 60 && respell(rules, token, len, plain);
}
