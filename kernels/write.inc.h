/* kernels/write.inc.h - from digits to text, and the frame of blocks, rows and room round it.
 *
 * A kernel includes this once and calls write_values with its own stages: how a block of values
 * becomes numbers. It holds no SIMD; `text` of a stage may be one of the three functions here. */
#include "kernels/write_text.h"

enum {
    BLOCK = 32,
    SLACK = 128 /* a unit, framing included, is stored with at most so many bytes past its end */
};

#define EIGHT_ZEROS UINT64_C(0x3030303030303030)

/* How a kernel makes numbers of values. */
typedef struct write_stages {
    /* Reads count values, count <= BLOCK, into block; returns how many, fewer only where the next
     * is refused. */
    size_t (*decode)(const digitrun_layout_plan *layout, const void *values, size_t count,
                     number *block);
    /* Makes digits of the integers. */
    void (*spread)(const digitrun_layout_plan *layout, number *block, size_t count);
    /* Writes count > 0 values and what stands between them; returns the end. */
    char *(*text)(const digitrun_layout_plan *layout, struct between *state, const number *block,
                  size_t count, char *out);
    size_t value_size;
} write_stages;

/* Zeros at the end of eight digits, 0..8. A digit has four bits, so bit 63 of the reversed word is
 * free: set, it counts as the 63 zero bits of eight zeros, and + 1 makes that 8 while moving no
 * other. */
INLINE uint32_t count_last_zeros(const char *text)
{
    uint64_t digits = (load_first(text) ^ EIGHT_ZEROS) | 0x80;
    return (trailing_zeros(reverse_bytes(digits)) + 1) >> 3;
}

/* Digits that are not trailing zeros, of the 17 in text; at least 1. */
INLINE int32_t count_digits(const char *text)
{
    uint32_t last = count_last_zeros(text + TEXT_DIGITS + 9);
    uint32_t all = 0 - (last >> 3); /* a mask: ?: would become a branch that nobody can predict */
    return 17 - (int32_t)(last + (count_last_zeros(text + TEXT_DIGITS + 1) & all));
}

/* The text of a usual number is two overlapping copies and a point:
 *
 *     exponent 2    123.456   12345600.. to out, 45600.. behind the point
 *     exponent -3   0.00123   0000123..  to out, 00123.. behind the point: begins 3 zeros early */
static char *text_shortest(const digitrun_layout_plan *layout, between *state, const number *value,
                           size_t count, char *out)
{
    enum { LEAST = -7, MOST = 15 }; /* so many '0' and so many bytes of the first copy there are */
    int32_t least = layout->fixed_least > LEAST ? layout->fixed_least : LEAST;
    int32_t most = layout->fixed_most < MOST ? layout->fixed_most : MOST;
    uint32_t span = most < least ? 0 : (uint32_t)(most - least);
    least = most < least ? 2 * ODD_LEAST : least; /* nothing is usual */
    int64_t point_zero = layout->point_zero;
    between local = *state;
    for (const number *end = value + count;;) {
        *out = '-';
        out += value->negative;
        const char *digits = value->text + TEXT_DIGITS + value->skip;
        int64_t used = count_digits(value->text) - value->skip;
        int64_t exponent = value->exponent;
        if (RARE((uint32_t)((int32_t)exponent - least) > span)) {
            out = put_unusual(layout, value, digits, (int32_t)used, out);
        } else {
            int64_t early = exponent < 0 ? exponent : 0;
            int64_t whole = exponent - early; /* digits before the point, less one */
            digits += early;
            memcpy(out, digits, 16);
            memcpy(out + whole + 2, digits + whole + 1, 24);
            out[whole + 1] = '.';
            int64_t len = used - early + 1;
            out += len <= whole + 2 ? whole + 1 + point_zero : len;
        }
        if (++value == end) {
            break;
        }
        out = put_between(&local, out);
    }
    *state = local;
    return out;
}

static char *text_scientific(const digitrun_layout_plan *layout, between *state,
                             const number *value, size_t count, char *out)
{
    size_t len = layout->precision == 0 ? 1 : 2 + (size_t)layout->precision;
    between local = *state;
    for (const number *end = value + count;;) {
        if (RARE(value->exponent >= ODD_LEAST)) {
            out = put_odd(layout, value, out);
        } else {
            *out = '-';
            out += value->negative;
            out[0] = value->text[TEXT_DIGITS];
            out[1] = '.';
            memcpy(out + 2, value->text + TEXT_DIGITS + 1, 16);
            out = put_exponent(layout, value->exponent, out + len);
        }
        if (++value == end) {
            break;
        }
        out = put_between(&local, out);
    }
    *state = local;
    return out;
}

/* Zeros before the first digit of the 16 before the point, the last of which always stands. */
INLINE size_t whole_zeros(const char *text, uint64_t whole)
{
    size_t at = whole < 100000000 ? 8 : 0;
    return at + (trailing_zeros((load_first(text + at) ^ EIGHT_ZEROS) | UINT64_C(1) << 56) >> 3);
}

static char *text_fixed(const digitrun_layout_plan *layout, between *state, const number *value,
                        size_t count, char *out)
{
    size_t precision = layout->precision;
    size_t len = precision == 0 ? 0 : precision + 1;
    between local = *state;
    for (const number *end = value + count;;) {
        if (RARE(value->exponent >= ODD_LEAST)) {
            out = put_odd(layout, value, out);
        } else {
            size_t zeros = whole_zeros(value->text, value->coarse);
            const char *fraction = value->text + TEXT_FRACTION_END - precision;
            *out = '-';
            out += value->negative;
            memcpy(out, value->text + zeros, 16);
            out += 16 - zeros;
            *out = '.';
            if (precision <= 8) {
                memcpy(out + 1, fraction, 8);
            } else {
                memcpy(out + 1, fraction, 16);
                out[17] = fraction[16];
            }
            out += len;
        }
        if (++value == end) {
            break;
        }
        out = put_between(&local, out);
    }
    *state = local;
    return out;
}

/* ---- blocks, rows and room ------------------------------------------------------------------- */

/* Writes count units, count > 0. */
static char *put_units(digitrun_write_run *run, const write_stages *stages, const number *block,
                       size_t count, char *out)
{
    const digitrun_layout_plan *layout = run->layout;
    uint64_t row_length = layout->row_length == 0 ? UINT64_MAX : layout->row_length;
    between state = {0, layout->separator.len, &layout->row_joint, run->row_left, row_length, 0};
    memcpy(&state.separator, layout->separator.bytes, 8);
    const layout_text *before = &layout->separator;
    if (state.row_left == 0) {
        state.row_left = row_length;
        before = run->started ? &layout->next_row : &layout->first;
    }
    out = put_text(out, before);
    out = stages->text(layout, &state, block, count, out);
    if (--state.row_left == 0) {
        state.rows++;
        out = put_text(out, &layout->row_close);
    }
    run->started = 1;
    run->row_left = state.row_left;
    run->rows += state.rows;
    run->done += count;
    return out;
}

/* One unit where the room may not suffice. Returns 0 and changes nothing if it does not. */
NOINLINE int put_unit_carefully(digitrun_write_run *run, const write_stages *stages,
                                const number *value)
{
    char unit[2 * sizeof(layout_text) + WRITE_LONGEST + SLACK];
    digitrun_write_run before = *run;
    size_t len = (size_t)(put_units(run, stages, value, 1, unit) - unit);
    if (len > run->capacity - run->used) {
        *run = before;
        return 0;
    }
    memcpy(run->text + run->used, unit, len);
    run->used += len;
    return 1;
}

/* Returns 0 where the room ends. */
static int put_block(digitrun_write_run *run, const write_stages *stages, const number *block,
                     size_t count)
{
    const digitrun_layout_plan *layout = run->layout;
    size_t unit = layout->longest + (layout->separator.len > layout->row_joint.len
                                         ? layout->separator.len
                                         : layout->row_joint.len);
    if (run->capacity - run->used >= count * unit + SLACK) {
        char *out = run->text + run->used;
        run->used = (size_t)(put_units(run, stages, block, count, out) - run->text);
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        if (!put_unit_carefully(run, stages, block + i)) {
            return 0;
        }
    }
    return 1;
}

static void write_values(digitrun_write_run *run, const write_stages *stages)
{
    number block[BLOCK];
    size_t rest = run->count - run->done;
    for (size_t i = 0; i < BLOCK && i < rest; i++) {
        memset(block[i].text, '0', sizeof block[i].text);
    }
    for (; rest != 0; rest = run->count - run->done) {
        size_t count = rest < BLOCK ? rest : BLOCK;
        const char *values = (const char *)run->values + run->done * stages->value_size;
        size_t ready = stages->decode(run->layout, values, count, block);
        stages->spread(run->layout, block, ready);
        if (ready != 0 && !put_block(run, stages, block, ready)) {
            run->stop = WRITE_FULL;
            return;
        }
        if (ready < count) {
            run->stop = WRITE_NOT_FINITE;
            return;
        }
    }
    run->stop = WRITE_DONE;
}
