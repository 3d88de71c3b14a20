/* kernels/exact.c - fixed(p) and scientific(p) by long arithmetic. */
#include "kernels/exact.h"

#include "kernels/wide.h"

enum {
    BILLION = 1000000000,
    CHUNK = 9,  /* digits that one step makes */
    WORDS = 36, /* 32-bit words of a long number: 1074 + 32 bits, rounded up */
    MOST_DIGITS = 1 + 324 + 1103 +
                  9 /* a carry, zeros before the first digit, precision and one more, a chunk */
};

/* The digits of a value, from the first before the point on, cut off somewhere. */
typedef struct expansion {
    uint32_t words[WORDS]; /* what is left after the point, times 2^(32 * count) */
    size_t first,
        count;    /* words[first..count) may be other than 0; the highest is words[count - 1] */
    size_t whole; /* digits before the point */
    size_t len;   /* digits there are */
    char digits[MOST_DIGITS];
} expansion;

static void put_chunk(char *to, uint32_t chunk)
{
    for (int i = CHUNK - 1; i >= 0; i--) {
        to[i] = (char)('0' + chunk % 10);
        chunk /= 10;
    }
}

/* Divides the long number by 10^9 in place; returns the remainder. */
static uint32_t divide_by_billion(uint32_t *words, size_t count)
{
    uint64_t rest = 0;
    while (count-- > 0) {
        uint64_t value = rest << 32 | words[count];
        words[count] = (uint32_t)(value / BILLION);
        rest = value % BILLION;
    }
    return (uint32_t)rest;
}

/* Puts m << shift, 0 <= shift < 32 * WORDS - 53, into words[0..WORDS). */
static void set_words(uint32_t words[WORDS], uint64_t m, uint32_t shift)
{
    uint32_t bit = shift % 32;
    uint32_t *at = words + shift / 32;
    memset(words, 0, WORDS * sizeof words[0]);
    at[0] = (uint32_t)(m << bit);
    at[1] = (uint32_t)(m << bit >> 32);
    at[2] = (uint32_t)(bit == 0 ? 0 : m >> (64 - bit));
}

/* The digits of m << shift, without leading zeros; "0" for 0. */
static void expand_whole(expansion *value, uint64_t m, uint32_t shift)
{
    uint32_t words[WORDS];
    uint32_t chunks[WORDS];
    size_t count = shift / 32 + 3, chunk_count = 0;
    char text[CHUNK];
    set_words(words, m, shift);
    do {
        chunks[chunk_count++] = divide_by_billion(words, count);
        while (count > 0 && words[count - 1] == 0) {
            count--;
        }
    } while (count > 0);
    put_chunk(text, chunks[--chunk_count]); /* the highest: not 0, but for the value 0 */
    size_t skip = 0;
    while (skip < CHUNK - 1 && text[skip] == '0') {
        skip++;
    }
    memcpy(value->digits, text + skip, CHUNK - skip);
    value->len = CHUNK - skip;
    while (chunk_count-- > 0) {
        put_chunk(value->digits + value->len, chunks[chunk_count]);
        value->len += CHUNK;
    }
    value->whole = value->len;
}

static void expand(expansion *value, uint64_t m, int32_t q)
{
    value->first = value->count = 0;
    if (q >= 0) {
        expand_whole(value, m, (uint32_t)q);
        return;
    }
    uint32_t bits = (uint32_t)-q;
    expand_whole(value, bits < 64 ? m >> bits : 0, 0);
    value->count = (bits + 31) / 32;
    set_words(value->words, bits < 64 ? m & ((UINT64_C(1) << bits) - 1) : m,
              (uint32_t)(32 * value->count) - bits);
}

static int is_exhausted(expansion *value)
{
    while (value->first < value->count && value->words[value->first] == 0) {
        value->first++;
    }
    return value->first == value->count;
}

/* Makes digits until there are `wanted` or the value is at its end; fills up with zeros. */
static void expand_to(expansion *value, size_t wanted)
{
    while (value->len < wanted && !is_exhausted(value)) {
        uint64_t carry = 0;
        for (size_t i = value->first; i < value->count; i++) {
            carry += (uint64_t)value->words[i] * BILLION;
            value->words[i] = (uint32_t)carry;
            carry >>= 32;
        }
        put_chunk(value->digits + value->len, (uint32_t)carry);
        value->len += CHUNK;
    }
    if (value->len < wanted) {
        memset(value->digits + value->len, '0', wanted - value->len);
        value->len = wanted;
    }
}

/* Whether the digits before `at` must be increased, to round half to even there; at < len. */
static int rounds_up(expansion *value, size_t at)
{
    if (value->digits[at] != '5') {
        return value->digits[at] > '5';
    }
    for (size_t i = at + 1; i < value->len; i++) {
        if (value->digits[i] != '0') {
            return 1;
        }
    }
    return !is_exhausted(value) || (at > 0 && (value->digits[at - 1] & 1) != 0);
}

/* Rounds to the digits before `at`. A carry out of the first digit makes one digit more. */
static void round_at(expansion *value, size_t at)
{
    if (!rounds_up(value, at)) {
        return;
    }
    size_t i = at;
    while (i > 0 && value->digits[i - 1] == '9') {
        value->digits[--i] = '0';
    }
    if (i > 0) {
        value->digits[i - 1]++;
        return;
    }
    memmove(value->digits + 1, value->digits, at);
    value->digits[0] = '1';
    value->whole++;
}

size_t digitrun_exact_fixed(uint64_t m, int32_t q, uint32_t precision, char *text)
{
    expansion value;
    expand(&value, m, q);
    expand_to(&value, value.whole + precision + 1);
    round_at(&value, value.whole + precision);
    memcpy(text, value.digits, value.whole);
    if (precision == 0) {
        return value.whole;
    }
    text[value.whole] = '.';
    memcpy(text + value.whole + 1, value.digits + value.whole, precision);
    return value.whole + 1 + precision;
}

size_t digitrun_exact_scientific(uint64_t m, int32_t q, uint32_t precision, char *text,
                                 int32_t *exponent)
{
    expansion value;
    size_t first = 0;
    expand(&value, m, q);
    while (m != 0 && value.digits[first] == '0') {
        if (++first == value.len) {
            expand_to(&value, value.len + 1);
        }
    }
    size_t end = first + precision + 1;
    expand_to(&value, end + 1);
    round_at(&value, end);
    if (first > 0 && value.digits[first - 1] != '0') {
        first--; /* 0.0999 became 0.1000 */
    }
    *exponent = (int32_t)value.whole - 1 - (int32_t)first;
    text[0] = value.digits[first];
    if (precision == 0) {
        return 1;
    }
    text[1] = '.';
    memcpy(text + 2, value.digits + first + 1, precision);
    return 2 + (size_t)precision;
}
