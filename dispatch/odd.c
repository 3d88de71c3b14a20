/* dispatch/odd.c - one token by the format's rules: every dialect of number, words, missing. */
#include "dispatch/odd.h"

#include <math.h>
#include <string.h>

/* Enough significant digits that a further non-zero digit, kept as one sticky '1', decides every
 * double and float: the longest midpoint between two doubles has 767 significant digits. */
enum { KEPT_DIGITS = 800, KEPT_ROOM = KEPT_DIGITS + 32 };
/* An exponent beyond this is beyond every digit count a text can hold, and still fits int64_t. */
static const int64_t exponent_limit = INT64_C(1) << 56;

/* A number taken apart: text of the digits with the point, still in the dialect. */
typedef struct number_parts {
    const uint8_t *integer, *integer_end;   /* may hold grouping bytes */
    const uint8_t *fraction, *fraction_end; /* empty if there is no point */
    int64_t exponent;
    bool negative;
    bool grouped;
    bool plain; /* the token without a leading '+' is what digitrun_reference_* takes */
    const uint8_t *plain_begin;
} number_parts;

/* Digits in groups: one to three, then three each. NULL if a grouping byte stands elsewhere. */
static const uint8_t *skip_grouped(const digitrun_plan *plan, const uint8_t *at, const uint8_t *end,
                                   bool *grouped)
{
    const uint8_t *first = at;
    at = skip_digits(at, end);
    *grouped = at < end && plan->grouping != 0 && *at == plan->grouping;
    if (!*grouped) {
        return at;
    }
    if (at == first || at - first > 3) {
        return NULL;
    }
    while (at < end && *at == plan->grouping) {
        const uint8_t *group = at + 1;
        at = skip_digits(group, end);
        if (at - group != 3) {
            return NULL;
        }
    }
    return at;
}

/* [sign] digits up to the end of the token; saturates. */
static bool take_exponent(const uint8_t *at, const uint8_t *end, int64_t *exponent)
{
    bool negative = false;
    int64_t value = 0;
    if (at < end && (*at == '-' || *at == '+')) {
        negative = *at++ == '-';
    }
    if (at == end) {
        return false;
    }
    for (; at < end; at++) {
        if (!is_digit(*at)) {
            return false;
        }
        if (value < exponent_limit) {
            value = value * 10 + (*at - '0');
        }
    }
    *exponent = negative ? -value : value;
    return true;
}

/* The exponent, if any, and nothing behind it. */
static bool take_tail(const digitrun_plan *plan, const uint8_t *at, const uint8_t *end,
                      number_parts *parts)
{
    parts->exponent = 0;
    if (at == end) {
        return true;
    }
    if (*at == 'e' || *at == 'E') {
        return take_exponent(at + 1, end, &parts->exponent);
    }
    parts->plain = false;
    if (is_member(plan->exponents, plan->exponent_count, *at)) {
        return take_exponent(at + 1, end, &parts->exponent);
    }
    if (plan->sign_exponent == DIGITRUN_ACCEPT && (*at == '-' || *at == '+')) {
        return take_exponent(at, end, &parts->exponent);
    }
    return false;
}

static bool digits_are_legal(const digitrun_plan *plan, const number_parts *parts, bool point)
{
    size_t before = (size_t)(parts->integer_end - parts->integer);
    size_t after = (size_t)(parts->fraction_end - parts->fraction);
    if (before + after == 0) {
        return false;
    }
    if (point && plan->bare_point != DIGITRUN_ACCEPT && (before == 0 || after == 0)) {
        return false;
    }
    return plan->leading_zeros == DIGITRUN_ACCEPT || before < 2 || parts->integer[0] != '0';
}

static bool take_number(const digitrun_plan *plan, const uint8_t *at, const uint8_t *end,
                        number_parts *parts)
{
    bool point = false;
    if (at < end && *at == '+' && plan->plus == DIGITRUN_ACCEPT) {
        parts->negative = false;
        at++;
        parts->plain_begin = at;
    } else {
        parts->plain_begin = at;
        parts->negative = at < end && *at == '-';
        at += parts->negative;
    }
    parts->integer = at;
    at = skip_grouped(plan, at, end, &parts->grouped);
    if (at == NULL) {
        return false;
    }
    parts->integer_end = at;
    parts->fraction = parts->fraction_end = at;
    parts->plain = !parts->grouped;
    if (at < end && *at == plan->decimal) {
        point = true;
        parts->plain = parts->plain && plan->decimal == '.';
        parts->fraction = at + 1;
        at = parts->fraction_end = skip_digits(at + 1, end);
    }
    return digits_are_legal(plan, parts, point) && take_tail(plan, at, end, parts);
}

bool digitrun_is_number(const digitrun_plan *plan, const uint8_t *begin, const uint8_t *end)
{
    number_parts parts;
    return take_number(plan, begin, end, &parts);
}

/* Collects significant digits: value = 0.kept x 10^point, a dropped non-zero digit is sticky. */
typedef struct digit_sink {
    char *kept;
    size_t count;
    int64_t point;
    bool dropped;
} digit_sink;

static const uint8_t *skip_zeros(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= 8 && memcmp(at, "00000000", 8) == 0) {
        at += 8;
    }
    while (at < end && *at == '0') {
        at++;
    }
    return at;
}

/* Digits beyond those that are kept: how many there are, and whether one of them is not 0. */
static void drop_digits(digit_sink *sink, const uint8_t *at, const uint8_t *end, bool integer,
                        bool grouped)
{
    int64_t left = end - at;
    if (integer) { /* a grouping byte before every three digits, counted from the end */
        sink->point += grouped ? left - left / 4 : left;
    }
    for (at = skip_zeros(at, end); at < end && !sink->dropped; at = skip_zeros(at + 1, end)) {
        sink->dropped = is_digit(*at); /* or a grouping byte */
    }
}

/* [at, end): digits, and in an integer part grouping bytes. */
static void sink_digits(digit_sink *sink, const uint8_t *at, const uint8_t *end, bool integer,
                        bool grouped)
{
    while (at < end && sink->count < KEPT_DIGITS) {
        if (*at == '0' && sink->count == 0) {
            const uint8_t *next = skip_zeros(at, end);
            sink->point -= integer ? 0 : next - at;
            at = next;
            continue;
        }
        if (is_digit(*at)) {
            sink->point += integer;
            sink->kept[sink->count++] = (char)*at;
        }
        at++;
    }
    if (at < end) {
        drop_digits(sink, at, end, integer, grouped);
    }
}

static char *put_decimal(char *at, int64_t value)
{
    char digits[20];
    int count = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (value < 0) {
        *at++ = '-';
    }
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    while (count > 0) {
        *at++ = digits[--count];
    }
    return at;
}

/* The same value as text of bounded length in the reference's grammar: "-ddd...e-dd". */
static size_t normalise(const number_parts *parts, char room[KEPT_ROOM])
{
    char *at = room;
    int64_t exponent;
    if (parts->negative) {
        *at++ = '-';
    }
    digit_sink sink = {at, 0, 0, false};
    sink_digits(&sink, parts->integer, parts->integer_end, true, parts->grouped);
    sink_digits(&sink, parts->fraction, parts->fraction_end, false, false);
    at += sink.count;
    if (sink.count == 0) {
        *at++ = '0';
        return (size_t)(at - room);
    }
    exponent = parts->exponent + sink.point - (int64_t)sink.count;
    if (sink.dropped) {
        *at++ = '1';
        exponent--;
    }
    /* The reference need not meet exponents that no value has. */
    exponent = exponent > 9999 ? 9999 : exponent < -9999 ? -9999 : exponent;
    *at++ = 'e';
    at = put_decimal(at, exponent);
    return (size_t)(at - room);
}

static digitrun_status convert(const digitrun_plan *plan, element wanted, const number_parts *parts,
                               const uint8_t *end, odd_value *value)
{
    char room[KEPT_ROOM];
    const char *begin = (const char *)parts->plain_begin;
    const char *stop = (const char *)end;
    int overflow;
    value->present = true;
    if (wanted == ELEMENT_NONE) {
        return DIGITRUN_OK;
    }
    if (!parts->plain || stop - begin > KEPT_ROOM) {
        begin = room;
        stop = room + normalise(parts, room);
    }
    overflow = wanted == ELEMENT_F64 ? digitrun_reference_f64(begin, stop, &value->f64)
                                     : digitrun_reference_f32(begin, stop, &value->f32);
    if (overflow && plan->overflow != DIGITRUN_ACCEPT) {
        return digitrun_odd_missing(plan->overflow, DIGITRUN_OUT_OF_RANGE, value);
    }
    return DIGITRUN_OK;
}

static void set_nan(odd_value *value)
{
    static const uint64_t bits64 = UINT64_C(0x7ff8000000000000);
    static const uint32_t bits32 = UINT32_C(0x7fc00000);
    memcpy(&value->f64, &bits64, sizeof bits64);
    memcpy(&value->f32, &bits32, sizeof bits32);
}

digitrun_status digitrun_odd_missing(digitrun_choice choice, digitrun_status refusal,
                                     odd_value *value)
{
    if (choice != DIGITRUN_AS_MISSING) {
        return refusal;
    }
    set_nan(value);
    value->present = false;
    return DIGITRUN_OK;
}

/* Lower-case word against bytes of any case. */
static bool is_word(const uint8_t *begin, const uint8_t *end, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(end - begin) != len) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        if ((begin[i] | 0x20) != (uint8_t)word[i]) {
            return false;
        }
    }
    return true;
}

/* nan, inf, infinity, signed. Returns false if the token is none of these. */
static bool take_not_finite(const digitrun_plan *plan, const uint8_t *begin, const uint8_t *end,
                            odd_value *value, digitrun_status *status)
{
    bool negative = begin < end && *begin == '-';
    bool infinite;
    if (negative || (begin < end && *begin == '+' && plan->plus == DIGITRUN_ACCEPT)) {
        begin++;
    }
    infinite = is_word(begin, end, "inf") || is_word(begin, end, "infinity");
    if (!infinite && !is_word(begin, end, "nan")) {
        return false;
    }
    if (plan->not_finite != DIGITRUN_ACCEPT) {
        *status = digitrun_odd_missing(plan->not_finite, DIGITRUN_NOT_FINITE, value);
        return true;
    }
    if (infinite) {
        value->f64 = negative ? -(double)INFINITY : (double)INFINITY;
        value->f32 = negative ? -INFINITY : INFINITY;
    } else {
        set_nan(value);
    }
    value->present = true;
    *status = DIGITRUN_OK;
    return true;
}

static bool is_missing_word(const digitrun_plan *plan, const uint8_t *begin, const uint8_t *end)
{
    size_t len = (size_t)(end - begin);
    for (unsigned i = 0; i < plan->word_count && len < PLAN_WORD_BYTES; i++) {
        const uint8_t *word = plan->words[i];
        if (word[PLAN_WORD_BYTES - 1] == len && memcmp(word, begin, len) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_exactly(const uint8_t *begin, const uint8_t *end, const char *word)
{
    size_t len = strlen(word);
    return (size_t)(end - begin) == len && memcmp(begin, word, len) == 0;
}

digitrun_status digitrun_odd_token(const digitrun_plan *plan, element wanted, const uint8_t *begin,
                                   const uint8_t *end, odd_value *value)
{
    number_parts parts;
    digitrun_status status;
    if (begin == end) {
        return digitrun_odd_missing(plan->missing, DIGITRUN_MISSING, value);
    }
    if (take_number(plan, begin, end, &parts)) {
        return convert(plan, wanted, &parts, end, value);
    }
    if (is_missing_word(plan, begin, end)) {
        return digitrun_odd_missing(plan->missing, DIGITRUN_MISSING, value);
    }
    if (take_not_finite(plan, begin, end, value, &status)) {
        return status;
    }
    if (has_brackets(plan)) {
        if (is_exactly(begin, end, "null")) {
            return digitrun_odd_missing(plan->missing, DIGITRUN_NOT_NUMBER, value);
        }
        if (is_exactly(begin, end, "true") || is_exactly(begin, end, "false")) {
            return digitrun_odd_missing(plan->bad, DIGITRUN_NOT_NUMBER, value);
        }
    }
    return digitrun_odd_missing(plan->bad, DIGITRUN_BAD_NUMBER, value);
}
