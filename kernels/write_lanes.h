/* kernels/write_lanes.h - what rows share that write blocks of values by vectors: the mode of
 * arithmetic, single values that no vector takes, rows and room. */
#ifndef DIGITRUN_WRITE_LANES_H
#define DIGITRUN_WRITE_LANES_H

#include "kernels/rounded.h"
#include "kernels/write_text.h"

typedef enum type_of_value { WRITE_F64, WRITE_F32 } type_of_value;

enum {
    WRITE_BLOCK = 64,
    SHORT_ROW = 16,
    WRITE_SLACK = 128 /* a unit is stored with at most so many bytes past its end */
};

/* Whether the thread rounds to nearest, keeps subnormals and traps nothing. */
#if defined(__SSE2__)
INLINE int is_usual_mode(void)
{
    const unsigned modes = 0xffc0, usual = 0x1f80;
    return (__builtin_ia32_stmxcsr() & modes) == usual;
}
#elif defined(__aarch64__)
INLINE int is_usual_mode(void)
{
    const uint64_t traps = 0x9f00, rounding = 0xc00000, flush = 0x1000007;
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (control & (traps | rounding | flush)) == 0;
}
#endif

/* ---- single values --------------------------------------------------------------------------- */

/* Returns 0 where the layout refuses the value. */
static int decode_one(const digitrun_layout_plan *layout, type_of_value type, const char *from,
                      number *value)
{
    uint64_t bits = 0;
    memcpy(&bits, from, type == WRITE_F64 ? 8 : 4); /* x86 is little-endian */
    if (type == WRITE_F64) {
        value->negative = (uint8_t)(bits >> 63);
        if ((bits << 1 >> 1) - F64_HIDDEN >= (UINT64_C(0x7fe) << 52)) {
            return decode_odd_f64(layout, bits, value);
        }
        set_f64(shortest_f64(bits), value);
        return 1;
    }
    value->negative = (uint8_t)(bits >> 31);
    if ((uint32_t)(bits << 1 >> 1 & 0x7fffffff) - (UINT32_C(1) << 23) >= UINT32_C(0xfe) << 23) {
        return decode_odd_f32(layout, (uint32_t)bits, value);
    }
    set_f32(shortest_f32((uint32_t)bits), value);
    return 1;
}

/* What is too large or not finite. */
NOINLINE char *put_fixed_rare(const digitrun_layout_plan *layout, type_of_value type,
                              const char *from, uint32_t negative, double power, char *out)
{
    uint64_t bits = 0, whole, fraction;
    memcpy(&bits, from, type == WRITE_F64 ? 8 : 4);
    binary given = type == WRITE_F64 ? split_f64(bits) : split_f32((uint32_t)bits);
    number value = {.negative = (uint8_t)negative};
    if (given.is_special) {
        value.exponent = given.is_nan ? ODD_NAN : ODD_INFINITY;
        return put_odd(layout, &value, out);
    }
    if (!fixed_parts(given.m, given.q, (uint64_t)power, &whole, &fraction)) {
        value.exponent = ODD_EXACT;
        value.coarse = given.m;
        value.fraction = (uint64_t)(given.q + ODD_BIAS);
        return put_odd(layout, &value, out);
    }
    char text[20];
    size_t at = sizeof text;
    *out = '-';
    out += negative;
    for (; whole != 0 || at == sizeof text; whole /= 10) {
        text[--at] = (char)('0' + whole % 10);
    }
    memcpy(out, text + at, sizeof text - at);
    out += sizeof text - at;
    *out = '.';
    for (size_t i = layout->precision; i > 0; i--, fraction /= 10) {
        out[i] = (char)('0' + fraction % 10);
    }
    return out + (layout->precision == 0 ? 0 : layout->precision + 1);
}

/* Of a block in fixed notation. */
typedef struct fixed_masks {
    uint64_t wide, outside; /* has a digit on top; too large, or not finite */
} fixed_masks;

/* How many of the block can be written: up to the first that is refused. */
INLINE size_t count_accepted(const digitrun_layout_plan *layout, type_of_value type,
                             const char *values, size_t count, uint64_t outside)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    for (; layout->refuse_not_finite && outside != 0; outside &= outside - 1) {
        size_t i = trailing_zeros(outside);
        uint64_t bits = 0;
        memcpy(&bits, values + size * i, size);
        if (type == WRITE_F64 ? split_f64(bits).is_special : split_f32((uint32_t)bits).is_special) {
            return i < count ? i : count;
        }
    }
    return count;
}

/* ---- rows and room --------------------------------------------------------------------------- */

/* What stands between two values of a row, with a '-' behind: the next one keeps it if negative. */
typedef struct separator {
    uint64_t bytes;
    size_t len;
} separator;

INLINE separator join_minus(const layout_text *text)
{
    separator joint = {0, text->len};
    memcpy(&joint.bytes, text->bytes, 8);
    joint.bytes |= (uint64_t)'-' << 8 * joint.len;
    return joint;
}

INLINE separator make_separator(const digitrun_layout_plan *layout)
{
    return join_minus(&layout->separator);
}

/* Whether rows end so often, and so shortly, that a value's joint is chosen without a branch. */
INLINE int are_rows_short(const digitrun_layout_plan *layout)
{
    return layout->row_length - 1 < SHORT_ROW && layout->row_joint.len - 1u < 7;
}

/* What stands behind a value; left: values of its row, with it. Returns its length. */
INLINE size_t put_joint(uint64_t *left, uint64_t row_length, separator joint, separator row,
                        char *out)
{
    uint64_t ends = -(uint64_t)(--*left == 0);
    uint64_t bytes = joint.bytes ^ ((joint.bytes ^ row.bytes) & ends);
    *left += row_length & ends;
    memcpy(out, &bytes, 8);
    return joint.len ^ ((joint.len ^ row.len) & ends);
}

/* count values more are written. */
INLINE void count_rows(between *state, size_t count)
{
    if (count < state->row_left) {
        state->row_left -= count;
        return;
    }
    uint64_t behind = count - state->row_left, rest = behind % state->row_length;
    state->rows += behind / state->row_length + (rest != 0);
    state->row_left = rest == 0 ? 0 : state->row_length - rest;
}

/* What stands before the next unit; state: of this block. */
static char *begin_units(const digitrun_write_run *run, between *state, char *out)
{
    const digitrun_layout_plan *layout = run->layout;
    uint64_t row_length = layout->row_length == 0 ? UINT64_MAX : layout->row_length;
    *state = (between){
        .row_joint = &layout->row_joint, .row_left = run->row_left, .row_length = row_length};
    if (state->row_left != 0) {
        return put_text(out, &layout->separator);
    }
    state->row_left = row_length;
    return put_text(out, run->started ? &layout->next_row : &layout->first);
}

/* Behind count units, count > 0. */
static void end_units(digitrun_write_run *run, between *state, size_t count, char *out)
{
    if (state->row_left == 0) {
        state->rows++;
        out = put_text(out, &run->layout->row_close);
    }
    run->started = 1;
    run->row_left = state->row_left;
    run->rows += state->rows;
    run->done += count;
    run->used = (size_t)(out - run->text);
}

/* How many of the next values are sure to fit, at most a block. */
static size_t count_fitting(const digitrun_write_run *run)
{
    const digitrun_layout_plan *layout = run->layout;
    size_t joint = layout->separator.len > layout->row_joint.len ? layout->separator.len
                                                                 : layout->row_joint.len;
    size_t unit = layout->longest + joint;
    size_t count = run->count - run->done, room = run->capacity - run->used;
    count = count < WRITE_BLOCK ? count : WRITE_BLOCK;
    if (room < WRITE_SLACK + count * unit) {
        count = room < WRITE_SLACK ? 0 : (room - WRITE_SLACK) / unit;
    }
    return count;
}

/* The next count values where they are, or, with zeros up to a multiple of eight, in `few`. */
INLINE const char *take_values(const digitrun_write_run *run, size_t size, size_t count, char *few)
{
    const char *values = (const char *)run->values + size * run->done;
    if (count % 8 == 0) {
        return values;
    }
    memset(few + size * (count - count % 8), 0, 8 * size);
    return memcpy(few, values, size * count);
}

#endif
