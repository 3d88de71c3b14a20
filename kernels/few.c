/* kernels/few.c - a few numbers by words of eight bytes: for all rows that have no better way. */
#include "kernels/few.h"

enum { LOOK = 8 };

static const uint64_t tens[LOOK] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

/* The bytes at p, less '0'; others than digits from the end of the text on. */
INLINE uint64_t look(const source *s, const uint8_t *p)
{
    const uint8_t *from = p < s->last ? p : s->last;
    const unsigned half = (unsigned)(p - from) * 4; /* up to 64 bits go, in two steps */
    return load_first((const char *)from) >> half >> half ^ UINT64_C(0x3030303030303030);
}

/* How many of them are digits, before one that is not. */
INLINE unsigned count_digits(uint64_t bytes)
{
    const uint64_t others = ((bytes + UINT64_C(0x7676767676767676)) | bytes) &
                            UINT64_C(0x8080808080808080);
    return others != 0 ? trailing_zeros(others) / 8 : LOOK;
}

/* The first `count` of them, less than eight. */
INLINE uint64_t join_first(uint64_t bytes, unsigned count)
{
    return join_eight(bytes << (56 - 8 * count) << 8);
}

/* Puts the digits at s->p behind those of *w. Returns how many there are. */
INLINE unsigned take_digits(source *s, uint64_t *w)
{
    unsigned before = 0;
    uint64_t bytes = look(s, s->p);
    unsigned count = count_digits(bytes);
    while (count == LOOK && before < FEW_DIGITS) {
        *w = *w * 100000000 + join_eight(bytes);
        before += LOOK;
        s->p += LOOK;
        bytes = look(s, s->p);
        count = count_digits(bytes);
    }
    count &= LOOK - 1; /* if not, there are too many of them */
    *w = *w * tens[count] + join_first(bytes, count);
    s->p += count;
    return before + count;
}

INLINE bool take_number(source *s, decimal *d)
{
    d->w = 0;
    d->power = 0;
    d->negative = *s->p == '-';
    s->p += d->negative;
    const uint8_t *first = s->p;
    const unsigned count = take_digits(s, &d->w);
    if (count == 0) {
        return false;
    }
    const bool zero = *first == '0';
    if (count > (zero ? 1 : FEW_DIGITS)) {
        return false;
    }
    if (s->p != s->end && *s->p == '.') {
        s->p++;
        const unsigned places = take_digits(s, &d->w);
        d->power = -(int)places;
        return places != 0 && count - zero + places <= FEW_DIGITS;
    }
    return true;
}

INLINE unsigned take_small(const source *s, const uint8_t *p, unsigned *value)
{
    const uint64_t bytes = look(s, p);
    const unsigned count = count_digits(bytes);
    *value = (unsigned)join_first(bytes, count & 7);
    return count;
}

INLINE size_t read_few(const digitrun_plan *plan, const uint8_t *text, size_t len, void *values,
                       size_t capacity, bool is_float)
{
    uint8_t copy[LOOK] = {0};
    if (len < LOOK) {
        for (size_t i = 0; i < len; i++) {
            copy[i] = text[i];
        }
        text = copy;
    }
    const source s = {text, text + len, len < LOOK ? text : text + len - LOOK};
    return few_numbers(s, plan, values, capacity, is_float, take_number, take_small);
}

size_t digitrun_few_f64(const digitrun_plan *plan, const uint8_t *text, size_t len, double *values,
                        size_t capacity)
{
    return read_few(plan, text, len, values, capacity, false);
}

size_t digitrun_few_f32(const digitrun_plan *plan, const uint8_t *text, size_t len, float *values,
                        size_t capacity)
{
    return read_few(plan, text, len, values, capacity, true);
}
