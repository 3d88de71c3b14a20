/* kernels/avx2/write_put.h - the texts of a block, with what stands between. */

/* The last byte of a joint, to stand before a text. */
INLINE __m256i lead_of(separator joint)
{
    return _mm256_set_epi64x(0, 0, 0, (int64_t)(joint.bytes >> 8 * (joint.len - 1) & 0xff));
}

/* A byte to stand before it, and the text of a value up to the exponent, sign and all. */
INLINE __m256i text_of(type_of_value type, const write_block *block, size_t i, __m256i lead)
{
    if (type == WRITE_F32) {
        __m256i digits = _mm256_broadcastsi128_si256(
            _mm_load_si128((const __m128i *)block->digits + i));
        __m256i pick = load_256((const char *)rows_f32 + block->row[i]);
        return _mm256_or_si256(_mm256_shuffle_epi8(digits, pick), lead);
    }
    const row_text *row = (const row_text *)(const void *)((const char *)rows_f64 + block->row[i]);
    __m256i text = _mm256_shuffle_epi8(block->digits[i], load_256(row->pick));
    return _mm256_or_si256(_mm256_or_si256(text, load_256(row->base)), lead);
}

/* The same of a float in a block of brief texts; what stands before is that of the rule. */
INLINE __m128i brief_text_of(const write_block *block, size_t i)
{
    const char *pick = (const char *)rows_f32 + block->few_row[i];
    return _mm_shuffle_epi8(_mm_load_si128((const __m128i *)block->digits + i),
                            _mm_loadu_si128((const __m128i *)(const void *)pick));
}

/* A text behind its joint, the last byte of which it writes again: what stands between two texts is
 * one store where it is one byte. */
INLINE void put_row(type_of_value type, const write_block *block, size_t i, __m256i lead, char *out)
{
    store_256(out - 1, text_of(type, block, i, lead));
}

/* The same where nothing before it may be touched. */
INLINE void put_first_row(type_of_value type, const write_block *block, size_t i, char *out)
{
    char text[32];
    store_256(text, text_of(type, block, i, _mm256_setzero_si256()));
    memcpy(out, text + 1, 31);
}

/* The same of any value that is the first of its row; returns its end. */
INLINE char *put_first(type_of_value type, const write_block *block, size_t i, int brief, char *out)
{
    if (brief) {
        _mm_storeu_si128((__m128i *)(void *)out, _mm_srli_si128(brief_text_of(block, i), 1));
        return out + block->few_length[i];
    }
    put_first_row(type, block, i, out);
    return out + block->length[i];
}

/* Digit k of a text; that of a float may be a character. */
INLINE uint8_t *digit_at(type_of_value type, write_block *block, size_t i, uint32_t k)
{
    uint8_t *digits = (uint8_t *)block->digits;
    if (type == WRITE_F64) {
        return digits + 32 * i + (k == 16 ? 16 : 15 - k);
    }
    return digits + 16 * i + (k == 8 ? 8 : 7 - k);
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
            text[k] = (char)(*digit_at(type, (write_block *)block, i, k) | '0');
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

/* Prepares the exponents of a block; returns the values that neither a row nor an exponent is for.
 * */
INLINE uint64_t settle_block(const digitrun_layout_plan *layout, type_of_value type,
                             const row_rule *rule, size_t count, write_block *block)
{
    (void)type;
    (void)rule;
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

/* How values follow one another within a row. narrow: one byte stands between; brief: see
 * write_block. A brief text has the last byte of the separator before it. */
typedef struct put_rule {
    separator joint;
    int narrow, brief;
} put_rule;

/* What stands between, and the text of a value that is not the first of its row. */
INLINE char *put_next(type_of_value type, const write_block *block, size_t i, put_rule rule,
                      __m256i lead, char *out)
{
    if (!rule.narrow) {
        memcpy(out, &rule.joint.bytes, 8);
    }
    out += rule.narrow ? 1 : rule.joint.len;
    if (rule.brief) {
        _mm_storeu_si128((__m128i *)(void *)(out - 1), brief_text_of(block, i));
        return out + block->few_length[i];
    }
    put_row(type, block, i, lead, out);
    return out + block->length[i];
}

/* Texts and separators of values of one row; follows: they are not its first, and the separator
 * stands there already. By eight, so that the number of steps is foreseen. */
INLINE char *put_usual(type_of_value type, const write_block *block, size_t from, size_t to,
                       int follows, put_rule rule, char *out)
{
    const __m256i lead = lead_of(rule.joint);
    if (follows) {
        out -= rule.joint.len;
    } else {
        out = put_first(type, block, from++, rule.brief, out);
    }
    for (; to - from >= 8; from += 8) {
        for (size_t k = 0; k < 8; k++) {
            out = put_next(type, block, from + k, rule, lead, out);
        }
    }
    for (; from != to; from++) {
        out = put_next(type, block, from, rule, lead, out);
    }
    return out;
}

INLINE char *put_mixed(const digitrun_layout_plan *layout, type_of_value type,
                       const write_block *block, uint64_t rare, size_t from, size_t to,
                       separator joint, char *out)
{
    const __m256i lead = lead_of(joint);
    for (size_t i = from; i < to; i++) {
        if (RARE(rare >> i & 1)) {
            out = put_rare(layout, type, block, i, out);
        } else {
            if (i == from) {
                put_first_row(type, block, i, out);
            } else {
                put_row(type, block, i, lead, out);
            }
            memcpy(out + block->length[i], &block->tail[i], 8);
            out += block->end[i];
        }
        memcpy(out, &joint.bytes, 8);
        out += joint.len;
    }
    return out - joint.len;
}

/* The same of all values of a block, where rows are short. */
INLINE char *put_short_rows(type_of_value type, const write_block *block, int brief, between *state,
                            size_t count, separator joint, separator row, char *out)
{
    const __m256i leads[2] = {lead_of(joint), lead_of(row)};
    uint64_t left = state->row_left;
    out = put_first(type, block, 0, brief, out);
    for (size_t i = 1; i < count; i++) {
        out += put_joint(&left, state->row_length, joint, row, out);
        __m256i lead = leads[left == state->row_length];
        if (brief) {
            _mm_storeu_si128((__m128i *)(void *)(out - 1),
                             _mm_or_si128(brief_text_of(block, i), _mm256_castsi256_si128(lead)));
            out += block->few_length[i];
        } else {
            put_row(type, block, i, lead, out);
            out += block->length[i];
        }
    }
    count_rows(state, count);
    return out;
}

/* Texts of a block; row_left counts those written, too. */
INLINE char *put_shortest(const digitrun_layout_plan *layout, type_of_value type, between *state,
                          const write_block *block, uint64_t rare, size_t count, char *out)
{
    separator joint = make_separator(layout);
    if (block->unusual == 0 && are_rows_short(layout)) {
        separator row = join_minus(&layout->row_joint);
        return type == WRITE_F32 && block->brief
                   ? put_short_rows(type, block, 1, state, count, joint, row, out)
                   : put_short_rows(type, block, 0, state, count, joint, row, out);
    }
    for (size_t i = 0;;) {
        size_t to = count - i < state->row_left ? count : i + state->row_left;
        int follows = state->row_left != state->row_length;
        state->row_left -= to - i;
        if (block->unusual != 0) {
            out = put_mixed(layout, type, block, rare, i, to, joint, out);
        } else if (type == WRITE_F32 && block->brief) {
            out = joint.len == 1
                      ? put_usual(type, block, i, to, follows, (put_rule){joint, 1, 1}, out)
                      : put_usual(type, block, i, to, follows, (put_rule){joint, 0, 1}, out);
        } else if (joint.len == 1) {
            out = put_usual(type, block, i, to, follows, (put_rule){joint, 1, 0}, out);
        } else {
            out = put_usual(type, block, i, to, follows, (put_rule){joint, 0, 0}, out);
        }
        if (to == count) {
            return out;
        }
        i = to;
        out = put_row_joint(state, out);
    }
}
