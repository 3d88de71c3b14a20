/* kernels/neon/write_put.h - the texts of a block, with what stands between. */

/* The text of a value up to the exponent, sign and all. */
INLINE void put_row(const write_block *block, size_t i, char *out)
{
    const uint8_t *row = rows[block->info[i].row];
    uint8_t *to = (uint8_t *)out;
    uint8x16x2_t bytes = {
        {vld1q_u8(block->digits[i]), vld1q_u8((const uint8_t *)(const void *)&block->info[i])}};
    vst1q_u8(to, vqtbl2q_u8(bytes, vld1q_u8(row)));
    vst1q_u8(to + 16, vqtbl2q_u8(bytes, vld1q_u8(row + 16)));
}

/* What has neither row nor exponent: long numbers, words. */
NOINLINE char *put_rare(const digitrun_layout_plan *layout, type_of_value type,
                        const write_block *block, size_t i, char *out)
{
    number value = {.exponent = block->exponent[i], .negative = (uint8_t)block->negative[i]};
    char text[32];
    uint32_t first = 0, last = type == WRITE_F64 ? 16 : 8;
    *out = '-';
    if (value.exponent < ODD_LEAST) {
        memset(text, '0', sizeof text);
        for (uint32_t k = 0; k <= last; k++) {
            text[k] = (char)(k == 16 ? block->info[i].last & 0xff : block->digits[i][15 - k]);
        }
        while (first < last && text[first] == '0') {
            first++;
        }
        while (last > first && text[last] == '0') {
            last--;
        }
    }
    return put_unusual(layout, &value, text + first, (int32_t)(last - first) + 1,
                       out + value.negative);
}

/* Texts and separators of values of one row. narrow: one byte stands between. */
INLINE char *put_usual(const write_block *block, size_t from, size_t to, separator joint,
                       int narrow, char *out)
{
    size_t len = narrow ? 1 : joint.len;
    for (size_t i = from; i < to; i++) {
        put_row(block, i, out);
        out += block->info[i].length;
        if (narrow) {
            *out = (char)joint.bytes;
        } else {
            memcpy(out, &joint.bytes, 8);
        }
        out += len;
    }
    return out - len;
}

/* The same of all values of a block, where rows are short. */
INLINE char *put_short_rows(const write_block *block, between *state, size_t count, separator joint,
                            separator row, char *out)
{
    uint64_t left = state->row_left;
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        put_row(block, i, out);
        out += block->info[i].length;
        out += len = put_joint(&left, state->row_length, joint, row, out);
    }
    count_rows(state, count);
    return out - len;
}

INLINE char *put_mixed(const digitrun_layout_plan *layout, type_of_value type,
                       const write_block *block, uint64_t rare, size_t from, size_t to,
                       separator joint, char *out)
{
    for (size_t i = from; i < to; i++) {
        if (RARE(rare >> i & 1)) {
            out = put_rare(layout, type, block, i, out);
        } else {
            put_row(block, i, out);
            memcpy(out + block->info[i].length, &block->tail[i], 8);
            out += block->end[i];
        }
        memcpy(out, &joint.bytes, 8);
        out += joint.len;
    }
    return out - joint.len;
}

/* Texts of a block; row_left counts those written, too. */
INLINE char *put_shortest(const digitrun_layout_plan *layout, type_of_value type, between *state,
                          const write_block *block, uint64_t rare, size_t count, char *out)
{
    separator joint = make_separator(layout);
    if (block->usual && are_rows_short(layout)) {
        return put_short_rows(block, state, count, joint, join_minus(&layout->row_joint), out);
    }
    for (size_t i = 0;;) {
        size_t to = count - i < state->row_left ? count : i + state->row_left;
        state->row_left -= to - i;
        if (!block->usual) {
            out = put_mixed(layout, type, block, rare, i, to, joint, out);
        } else if (joint.len == 1) {
            out = put_usual(block, i, to, joint, 1, out);
        } else {
            out = put_usual(block, i, to, joint, 0, out);
        }
        if (to == count) {
            return out;
        }
        i = to;
        out = put_row_joint(state, out);
    }
}
