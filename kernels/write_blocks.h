/* kernels/write_blocks.h - blocks of values, fixed notation and runs: what the rows that write in
 * vectors share once each has its stages. Included last; the row has
 *
 *     write_block           with are_usual, and of a value row_of (fixed: its first digit),
 *                           negative_of, length_of, that with the sign
 *     row_rule              with make_rule
 *     decode_block          integers and signs; returns the values that no stage takes
 *     spread_block          integers to digits, rows and lengths; calm: decode_block left none
 *     patch_one             makes a value by itself; returns 0 where the layout refuses it
 *     settle_block          exponents, where not all are usual; returns what needs put_rare
 *     put_shortest          the texts of a block; row_left counts those written, too
 *     fixed_rule            power, precision, total, and by what a text is made; make_fixed_rule
 *     top_digit             the type of a 17th digit on top
 *     decode_fixed_block    integers and signs; returns fixed_masks
 *     spread_fixed_block    integers to digits, first digits and lengths
 *     ROWS_JOIN             1: put_fixed_row writes a joint of one byte behind it, and a '-'
 *     put_fixed_row         a text that begins with a digit, no sign */
#ifndef DIGITRUN_WRITE_BLOCKS_H
#define DIGITRUN_WRITE_BLOCKS_H

/* Values that no stage takes. Returns how many of the block can be written. */
NOINLINE size_t patch_block(const digitrun_layout_plan *layout, type_of_value type,
                            const char *values, size_t count, uint64_t odd, write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    for (; odd != 0; odd &= odd - 1) {
        size_t i = trailing_zeros(odd);
        if (i >= count) {
            break;
        }
        if (!patch_one(layout, type, values + size * i, i, block)) {
            return i;
        }
    }
    return count;
}

/* ---- fixed notation -------------------------------------------------------------------------- */

/* A value with a 17th digit on top: before the others, or behind the point where p is 17. */
INLINE void put_fixed_wide(const fixed_rule *rule, const write_block *block, size_t i,
                           top_digit top, char *out)
{
    char digit = (char)('0' + (int)top);
    if (rule->precision < 17) {
        out[0] = digit;
        put_fixed_row(rule, block, i, rule->precision == 16, out + 1);
    } else {
        put_fixed_row(rule, block, i, 0, out);
        out[2] = digit;
    }
}

/* What the texts of a block are made of. */
typedef struct fixed_texts {
    const digitrun_layout_plan *layout;
    const fixed_rule *rule;
    const write_block *block;
    const char *values;
    const top_digit *top;
    fixed_masks masks;
    separator joint;
} fixed_texts;

/* A text and what stands behind it; a '-' stands at out already. narrow: that is one byte. */
INLINE char *put_fixed_next(const fixed_texts *texts, size_t i, int narrow, char *out)
{
    const write_block *block = texts->block;
    put_fixed_row(texts->rule, block, i, row_of(block, i), out + negative_of(block, i));
    out += length_of(block, i);
    if (!narrow) {
        memcpy(out, &texts->joint.bytes, 8);
    } else if (!ROWS_JOIN) {
        memcpy(out, &texts->joint.bytes, 2);
    }
    return out + (narrow ? 1 : texts->joint.len);
}

/* Texts of one row. By eight, so that the number of steps is foreseen. */
INLINE char *put_fixed_usual(const fixed_texts *texts, size_t from, size_t to, int narrow,
                             char *out)
{
    for (; to - from >= 8; from += 8) {
        for (size_t k = 0; k < 8; k++) {
            out = put_fixed_next(texts, from + k, narrow, out);
        }
    }
    for (; from != to; from++) {
        out = put_fixed_next(texts, from, narrow, out);
    }
    return out - (narrow ? 1 : texts->joint.len);
}

INLINE char *put_fixed_short_rows(const fixed_texts *texts, between *state, size_t count,
                                  separator row, char *out)
{
    const write_block *block = texts->block;
    separator joint = texts->joint;
    uint64_t left = state->row_left;
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        put_fixed_row(texts->rule, block, i, row_of(block, i), out + negative_of(block, i));
        out += length_of(block, i);
        out += len = put_joint(&left, state->row_length, joint, row, out);
    }
    count_rows(state, count);
    return out - len;
}

INLINE char *put_fixed_mixed(const fixed_texts *texts, type_of_value type, size_t from, size_t to,
                             char *out)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    const write_block *block = texts->block;
    for (size_t i = from; i < to; i++) {
        uint32_t negative = negative_of(block, i);
        if (RARE(texts->masks.outside >> i & 1)) {
            out = put_fixed_rare(texts->layout, type, texts->values + size * i, negative,
                                 texts->rule->power, out);
        } else if (texts->masks.wide >> i & 1) {
            put_fixed_wide(texts->rule, block, i, texts->top[i], out + negative);
            out += negative + texts->rule->total + (texts->rule->precision < 16);
        } else {
            put_fixed_row(texts->rule, block, i, row_of(block, i), out + negative);
            out += length_of(block, i);
        }
        memcpy(out, &texts->joint.bytes, 8);
        out += texts->joint.len;
    }
    return out - texts->joint.len;
}

/* Texts of a block; row_left counts those written, too. */
INLINE char *put_fixed(const fixed_texts *texts, type_of_value type, between *state, size_t count,
                       char *out)
{
    if ((texts->masks.wide | texts->masks.outside) == 0 && are_rows_short(texts->layout)) {
        *out = '-';
        return put_fixed_short_rows(texts, state, count, join_minus(&texts->layout->row_joint),
                                    out);
    }
    for (size_t i = 0;;) {
        size_t to = count - i < state->row_left ? count : i + state->row_left;
        *out = '-';
        state->row_left -= to - i;
        if ((texts->masks.wide | texts->masks.outside) != 0) {
            out = put_fixed_mixed(texts, type, i, to, out);
        } else {
            out = texts->joint.len == 1 ? put_fixed_usual(texts, i, to, 1, out)
                                        : put_fixed_usual(texts, i, to, 0, out);
        }
        if (to == count) {
            return out;
        }
        i = to;
        out = put_row_joint(state, out);
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

INLINE void write_shortest(digitrun_write_run *run, type_of_value type)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    const digitrun_layout_plan *layout = run->layout;
    row_rule rule = make_rule(layout, type);
    write_block block;
    char few[8 * WRITE_BLOCK];
    for (size_t count; run->done != run->count;) {
        if ((count = count_fitting(run)) == 0) {
            return;
        }
        const char *values = take_values(run, size, count, few);
        uint64_t odd = decode_block(type, &rule, values, count, &block);
        spread_block(type, &rule, count, odd == 0, &block);
        size_t ready = odd == 0 ? count : patch_block(layout, type, values, count, odd, &block);
        uint64_t rare = are_usual(&block) ? 0 : settle_block(layout, type, &rule, count, &block);
        if (ready != 0) {
            between state;
            char *out = begin_units(run, &state, run->text + run->used);
            out = put_shortest(layout, type, &state, &block, rare, ready, out);
            end_units(run, &state, ready, out);
        }
        if (ready != count) {
            run->stop = WRITE_NOT_FINITE;
            return;
        }
    }
    run->stop = WRITE_DONE;
}

/* Where most values of a block are too large, the scalar row is faster: it goes on. */
INLINE void write_fixed(digitrun_write_run *run, type_of_value type)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    fixed_rule rule;
    write_block block;
    top_digit top[WRITE_BLOCK];
    char few[8 * WRITE_BLOCK];
    make_fixed_rule(run->layout, &rule);
    for (size_t count; run->done != run->count;) {
        if ((count = count_fitting(run)) == 0) {
            return;
        }
        const char *values = take_values(run, size, count, few);
        fixed_masks masks = decode_fixed_block(&rule, type, values, count, top, &block);
        if (masks.outside != 0 && 2 * (size_t)__builtin_popcountll(masks.outside) > count) {
            return;
        }
        spread_fixed_block(&rule, count, &block);
        size_t ready = count_accepted(run->layout, type, values, count, masks.outside);
        if (ready != 0) {
            between state;
            fixed_texts texts = {
                run->layout, &rule, &block, values, top, masks, make_separator(run->layout)};
            char *out = begin_units(run, &state, run->text + run->used);
            out = put_fixed(&texts, type, &state, ready, out);
            end_units(run, &state, ready, out);
        }
        if (ready != count) {
            run->stop = WRITE_NOT_FINITE;
            return;
        }
    }
    run->stop = WRITE_DONE;
}

INLINE void write_any(digitrun_write_run *run, type_of_value type)
{
    const digitrun_layout_plan *layout = run->layout;
    run->stop = WRITE_EARLY;
    if (!is_usual_mode()) {
        return;
    }
    if (layout->form == FORM_SHORTEST) {
        write_shortest(run, type);
    } else if (layout->form == FORM_FIXED && layout->precision <= FIXED_FAST_MOST) {
        write_fixed(run, type);
    }
}

#endif
