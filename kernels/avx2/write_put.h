/* kernels/avx2/write_put.h - the texts of a block, with what stands between. */

/* The text of a row's digits, up to the exponent. */
INLINE void put_row(type_of_value type, const write_block *block, size_t i, char *out)
{
    if (type == WRITE_F64) {
        const row_f64 *row = (const row_f64 *)(const void *)((const char *)row_f64s +
                                                             block->row[i]);
        __m256i text = _mm256_shuffle_epi8(block->digits[i], load_256(row->pick));
        store_256(out, _mm256_or_si256(text, load_256(row->base)));
    } else {
        const row_f32 *row = (const row_f32 *)(const void *)((const char *)row_f32s +
                                                             block->row[i]);
        __m128i text = _mm_shuffle_epi8(_mm_load_si128((const __m128i *)block->digits + i),
                                        _mm_loadu_si128((const __m128i *)(const void *)row->pick));
        text = _mm_or_si128(text, _mm_loadu_si128((const __m128i *)(const void *)row->base));
        _mm_storeu_si128((__m128i *)(void *)out, text);
    }
}

/* What has neither row nor exponent: long numbers, words. */
NOINLINE char *put_rare(const digitrun_layout_plan *layout, type_of_value type,
                        const write_block *block, size_t i, char *out)
{
    number value = {.exponent = block->exponent[i], .negative = (uint8_t)block->negative[i]};
    char text[32];
    uint32_t first = 0, last = type == WRITE_F64 ? 16 : 8;
    if (value.exponent < ODD_LEAST) {
        const char *digits = (const char *)block->digits + (type == WRITE_F64 ? 32 * i : 16 * i);
        memset(text, '0', sizeof text);
        for (uint32_t k = 0; k <= last; k++) {
            /* digit 16 of a double is behind the others */
            uint32_t at = type == WRITE_F32 ? last - k : k == 16 ? k : 15 - k;
            text[k] = (char)(digits[at] | '0');
        }
        while (first < last && text[first] == '0') {
            first++;
        }
        while (last > first && text[last] == '0') {
            last--;
        }
    }
    return put_unusual(layout, &value, text + first, (int32_t)(last - first) + 1, out);
}

/* Prepares the exponents of a block; returns the values that neither a row nor an exponent is for.
 * */
INLINE uint64_t finish_unusual(const digitrun_layout_plan *layout, size_t count, write_block *block)
{
    uint64_t rare = 0;
    const __m256i least = _mm256_set1_epi32(layout->fixed_least);
    const __m256i most = _mm256_set1_epi32(layout->fixed_most);
    for (size_t i = 0; i < count; i += 8) {
        __m256i unusual = eight_lanes(block->unusual >> i);
        __m256i exponent = load_256(block->exponent + i);
        __m256i outside = _mm256_or_si256(_mm256_cmpgt_epi32(least, exponent),
                                          _mm256_cmpgt_epi32(exponent, most));
        __m256i odd = _mm256_cmpgt_epi32(exponent, _mm256_set1_epi32(ODD_LEAST - 1));
        odd = _mm256_or_si256(odd, _mm256_andnot_si256(outside, unusual));
        make_tails(layout, unusual, i, block);
        rare |= (uint64_t)_mm256_movemask_ps(_mm256_castsi256_ps(odd)) << i;
    }
    return rare;
}

/* Texts and separators of values of one row; a '-' stands at out already. narrow: one byte stands
 * between. */
INLINE char *put_usual(type_of_value type, const write_block *block, size_t from, size_t to,
                       separator joint, int narrow, char *out)
{
    size_t len = narrow ? 1 : joint.len;
    for (size_t i = from; i < to; i++) {
        put_row(type, block, i, out + block->negative[i]);
        out += block->length[i];
        if (narrow) {
            memcpy(out, &joint.bytes, 2);
        } else {
            memcpy(out, &joint.bytes, 8);
        }
        out += len;
    }
    return out - len;
}

INLINE char *put_mixed(const digitrun_layout_plan *layout, type_of_value type,
                       const write_block *block, uint64_t rare, size_t from, size_t to,
                       separator joint, char *out)
{
    for (size_t i = from; i < to; i++) {
        if (RARE(rare >> i & 1)) {
            out = put_rare(layout, type, block, i, out + block->negative[i]);
        } else {
            put_row(type, block, i, out + block->negative[i]);
            memcpy(out + block->length[i], &block->tail[i], 8);
            out += block->end[i];
        }
        memcpy(out, &joint.bytes, 8);
        out += joint.len;
    }
    return out - joint.len;
}

/* The same of all values of a block, where rows are short. */
INLINE char *put_short_rows(type_of_value type, const write_block *block, between *state,
                            size_t count, separator joint, separator row, char *out)
{
    uint64_t left = state->row_left;
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        put_row(type, block, i, out + block->negative[i]);
        out += block->length[i];
        out += len = put_joint(&left, state->row_length, joint, row, out);
    }
    count_rows(state, count);
    return out - len;
}

/* Texts of a block; row_left counts those written, too. */
INLINE char *put_shortest(const digitrun_layout_plan *layout, type_of_value type, between *state,
                          write_block *block, size_t count, char *out)
{
    separator joint = make_separator(layout);
    uint64_t rare = block->unusual != 0 ? finish_unusual(layout, count, block) : 0;
    if (block->unusual == 0 && are_rows_short(layout)) {
        *out = '-';
        return put_short_rows(type, block, state, count, joint, join_minus(&layout->row_joint),
                              out);
    }
    for (size_t i = 0;;) {
        size_t to = count - i < state->row_left ? count : i + state->row_left;
        *out = '-';
        state->row_left -= to - i;
        if (block->unusual != 0) {
            out = put_mixed(layout, type, block, rare, i, to, joint, out);
        } else if (joint.len == 1) {
            out = put_usual(type, block, i, to, joint, 1, out);
        } else {
            out = put_usual(type, block, i, to, joint, 0, out);
        }
        if (to == count) {
            return out;
        }
        i = to;
        state->row_left = state->row_length;
        state->rows++;
        out = put_text(out, state->row_joint);
    }
}
