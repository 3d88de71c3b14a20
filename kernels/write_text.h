/* kernels/write_text.h - the text of one value, and of what stands between values. */
#ifndef DIGITRUN_WRITE_TEXT_H
#define DIGITRUN_WRITE_TEXT_H

#include "kernels/exact.h"
#include "kernels/pow10.h"
#include "kernels/wide.h"
#include "kernels/write_number.h"

/* ---- the text of one value ------------------------------------------------------------------- */

INLINE char *put_text(char *out, const layout_text *text)
{
    memcpy(out, text->bytes, sizeof text->bytes);
    return out + text->len;
}

INLINE char *put_exponent(const digitrun_layout_plan *layout, int32_t exponent, char *out)
{
    uint32_t negative = exponent < 0;
    uint32_t digits = digitrun_exponent_digits[negative ? -exponent : exponent];
    uint32_t count = digits >> 24;
    count = count < layout->exponent_digits ? layout->exponent_digits : count;
    out[0] = layout->exponent;
    out[1] = negative ? '-' : '+';
    out += 1 + (negative | layout->exponent_plus);
    store_first(out, digits >> (24 - 8 * count));
    return out + count;
}

/* Fixed notation beyond what put_shortest does by itself: 0.00000000123, 123000000000000000000. */
static char *put_long_fixed(const digitrun_layout_plan *layout, const char *digits, size_t count,
                            int32_t exponent, char *out)
{
    if (exponent < 0) {
        size_t zeros = (size_t)-exponent - 1;
        memset(out, '0', zeros + 2);
        out[1] = '.';
        memcpy(out + 2 + zeros, digits, count);
        return out + 2 + zeros + count;
    }
    size_t whole = (size_t)exponent + 1; /* 17 or more: no digit is left for behind the point */
    memset(out, '0', whole + 2);
    memcpy(out, digits, count);
    out[whole] = '.';
    return out + whole + layout->point_zero;
}

static int is_zero_text(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] >= '1' && text[i] <= '9') {
            return 0;
        }
    }
    return 1;
}

/* A value whose exponent is one of ODD_, with its sign. */
NOINLINE char *put_odd(const digitrun_layout_plan *layout, const number *value, char *out)
{
    if (value->exponent == ODD_NAN) {
        return put_text(out, &layout->nan);
    }
    if (value->exponent == ODD_INFINITY) {
        return put_text(out, value->negative ? &layout->minus_infinity : &layout->infinity);
    }
    int32_t q = (int32_t)value->fraction - ODD_BIAS;
    char *begin = out + value->negative;
    size_t len;
    out[0] = '-';
    if (layout->form == FORM_SCIENTIFIC) {
        int32_t exponent;
        len = digitrun_exact_scientific(value->coarse, q, layout->precision, begin, &exponent);
        return put_exponent(layout, exponent, begin + len);
    }
    len = digitrun_exact_fixed(value->coarse, q, layout->precision, begin);
    if (layout->unsigned_zero && is_zero_text(begin, len)) {
        memmove(out, begin, len);
        begin = out;
    }
    return begin + len;
}

/* Everything but fixed notation of a usual length; out is behind the sign. */
INLINE char *put_unusual(const digitrun_layout_plan *layout, const number *value,
                         const char *digits, int32_t count, char *out)
{
    int32_t exponent = value->exponent;
    if (RARE(exponent >= ODD_LEAST)) {
        return put_odd(layout, value, out - value->negative);
    }
    if (exponent >= layout->fixed_least && exponent <= layout->fixed_most) {
        return put_long_fixed(layout, digits, (size_t)count, exponent, out);
    }
    out[0] = digits[0];
    out[1] = '.';
    memcpy(out + 2, digits + 1, 16);
    out += count > 1 ? count + 1 : 1 + layout->exponent_zero;
    return put_exponent(layout, exponent, out);
}

/* ---- the texts of a block, with what stands between ------------------------------------------ */

/* What stands behind a value that is not the last of the block. */
typedef struct between {
    uint64_t separator;
    size_t separator_len;
    const layout_text *row_joint;
    uint64_t row_left, row_length;
    size_t rows; /* ended here */
} between;

/* A row is full, and another begins. */
INLINE char *put_row_joint(between *state, char *out)
{
    state->row_left = state->row_length;
    state->rows++;
    return put_text(out, state->row_joint);
}

INLINE char *put_between(between *state, char *out)
{
    if (--state->row_left == 0) {
        return put_row_joint(state, out);
    }
    memcpy(out, &state->separator, 8);
    return out + state->separator_len;
}

#endif
