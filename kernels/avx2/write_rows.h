/* kernels/avx2/write_rows.h - signs, powers of ten, and the row of the table that makes a text.
 *
 * A row has bytes that pick digits, and bytes that stand where no digit does, '0' under a digit
 * too. The first byte is left for what stands before the value. For -123.4, first digit not 0:
 *
 *     digits   .. 4 3 2 1     pick   -- -- 15 14 13 -- 12 11 ..     base    - 0 0 0 . 0 0 ..
 *
 * What stands between a float's digits is picked as they are. */
enum {
    ROW_LEAST = -6, /* of the power of ten of the first digit: write_tables.py */
    ROW_MOST = 15
};

typedef struct row_text {
    int8_t pick[32];
    uint8_t base[32];
} row_text;

#include "kernels/avx2/write_tables.h"

/* What the rows of a layout are. */
typedef struct row_rule {
    __m256i least, most; /* exponents of usual texts */
    __m256i keep_zero_sign;
    __m256i point_zero, exponent_zero; /* the length of ".0" behind an integer, a single digit */
    /* floats, by word: exponents of brief texts, from the least, and how many more; point_zero */
    __m256i brief_least, brief_more, brief_zero;
    __m256i spare; /* bytes behind digits */
    /* Of floats, what the last block was like, so what is tried first: usual and brief texts;
     * values near one. */
    int is_brief, is_near;
} row_rule;

/* Nine digits behind -0.000, or ".0" behind twelve and a sign, and the byte before: 16. */
enum { BRIEF_LEAST = -4, BRIEF_MOST = 11 };

/* Bytes 8.. of a float's digits, to be added to DIGIT_MAGIC and the last digit. */
static int64_t spare_bytes(char lead)
{
    uint64_t bytes = (uint64_t)'0' | (uint64_t)'.' << 8 | (uint64_t)'-' << 16 |
                     (uint64_t)'0' << 24 | (uint64_t)(uint8_t)lead << 32;
    return (int64_t)(bytes - UINT64_C(0x4338000000000000));
}

static row_rule make_rule(const digitrun_layout_plan *layout, type_of_value type)
{
    (void)type;
    int32_t least = layout->fixed_least, most = layout->fixed_most;
    least = least > ROW_LEAST ? least : ROW_LEAST;
    most = most < ROW_MOST ? most : ROW_MOST;
    least = least > most ? ODD_LEAST : least; /* nothing is usual */
    row_rule rule = {.least = _mm256_set1_epi32(least),
                     .most = _mm256_set1_epi32(most),
                     .keep_zero_sign = _mm256_set1_epi32(layout->unsigned_zero ? 0 : -1),
                     .point_zero = _mm256_set1_epi32(layout->point_zero),
                     .exponent_zero = _mm256_set1_epi32(layout->exponent_zero),
                     .is_near = 1};
    least = least > BRIEF_LEAST ? least : BRIEF_LEAST;
    most = most < BRIEF_MOST ? most : BRIEF_MOST;
    rule.is_brief = least <= most;
    /* where none is, no power of ten is that large */
    rule.brief_least = _mm256_set1_epi16((int16_t)(rule.is_brief ? least : INT16_MAX));
    rule.brief_more = _mm256_set1_epi16((int16_t)(rule.is_brief ? most - least : 0));
    rule.brief_zero = _mm256_set1_epi16(layout->point_zero);
    /* in short rows it is one or the other, and put there later */
    char lead = are_rows_short(layout) ? 0 : layout->separator.bytes[layout->separator.len - 1];
    rule.spare = _mm256_set1_epi64x(spare_bytes(lead));
    return rule;
}

/* Of two times four 64-bit lanes the lower halves, or the upper ones, in order. */
INLINE __m256i lower_halves(__m256i first, __m256i second)
{
    return _mm256_permute4x64_epi64(mixed_lower_halves(first, second), 0xd8);
}

INLINE __m256i upper_halves(__m256i first, __m256i second)
{
    return _mm256_permute4x64_epi64(
        _mm256_castps_si256(
            _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0xdd)),
        0xd8);
}

/* high: the dwords that have the signs */
INLINE __m256i sign_bits(const row_rule *rule, __m256i high, __m256i is_zero)
{
    return _mm256_andnot_si256(_mm256_andnot_si256(rule->keep_zero_sign, is_zero),
                               _mm256_srli_epi32(high, 31));
}

/* 0 <= field - least < count */
INLINE uint32_t outside_of(__m256i field, int32_t least, int32_t count)
{
    __m256i index = _mm256_sub_epi32(field, _mm256_set1_epi32(least));
    __m256i inside = _mm256_cmpeq_epi32(_mm256_min_epu32(index, _mm256_set1_epi32(count - 1)),
                                        index);
    return 0xff ^ (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(inside));
}

/* floor(log10(2^(field - bias))) + more */
INLINE __m256i powers_of_ten(__m256i field, int32_t bias, int32_t more)
{
    __m256i product = _mm256_mullo_epi32(_mm256_sub_epi32(field, _mm256_set1_epi32(bias)),
                                         _mm256_set1_epi32(315653));
    return _mm256_add_epi32(_mm256_srai_epi32(product, 20), _mm256_set1_epi32(more));
}

/* Signs and powers of ten; returns which of eight doubles are not near one nor zero. Zero is taken
 * for 0000000000000000 * 10^1 with the first digit dropped. */
INLINE uint32_t read_exponents_f64(const row_rule *rule, const char *values, uint32_t *negative,
                                   int32_t *leading)
{
    enum { ZERO_FIELD = 1026 };
    __m256i first = load_256(values), second = load_256(values + 32);
    __m256i high = upper_halves(first, second);
    __m256i twice = _mm256_add_epi32(high, high);
    __m256i is_zero = _mm256_cmpeq_epi32(_mm256_or_si256(twice, lower_halves(first, second)),
                                         _mm256_setzero_si256());
    __m256i field = _mm256_or_si256(_mm256_srli_epi32(twice, 21),
                                    _mm256_and_si256(is_zero, _mm256_set1_epi32(ZERO_FIELD)));
    store_256(negative, sign_bits(rule, high, is_zero));
    store_256(leading, powers_of_ten(field, 1075, 16));
    return outside_of(field, 1075 + EXACT_ULP_LEAST, EXACT_ULP_COUNT);
}

/* The exponent fields of floats for which it does not matter whether m is a power of two. */
enum { EVEN_LEAST_F32 = 81, EVEN_MOST_F32 = 151 };

/* Those for which decode_near_f32 is right. */
enum { NEAR_LEAST_F32 = 113, NEAR_MOST_F32 = 176 };

/* The second eight of sixteen, or the first again where there are no more. */
INLINE size_t second_eight(size_t i, size_t count)
{
    return i + 8 < count ? i + 8 : i;
}

INLINE __m256i pack_in_order(const __m256i lanes[2])
{
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(lanes[0], lanes[1]), 0xd8);
}

/* Signs, powers of ten and fields of two times eight floats; *farthest: by word the largest
 * difference between a field and NEAR_LEAST_F32. Zero is taken for 00000000 * 10^2 with two digits
 * dropped. */
INLINE void read_exponents_f32(const row_rule *rule, const char *const values[2], size_t i,
                               write_block *block, uint32_t *fields, __m256i *farthest)
{
    enum { ZERO_FIELD = 131 };
    __m256i bits[2], twice[2], is_zero[2], field[2];
    BOTH bits[k] = load_256(values[k]);
    BOTH twice[k] = _mm256_add_epi32(bits[k], bits[k]);
    BOTH is_zero[k] = _mm256_cmpeq_epi32(twice[k], _mm256_setzero_si256());
    BOTH field[k] = _mm256_srli_epi32(twice[k], 24);
    BOTH store_256(fields + 8 * k, field[k]);
    BOTH field[k] = _mm256_or_si256(field[k],
                                    _mm256_and_si256(is_zero[k], _mm256_set1_epi32(ZERO_FIELD)));
    /* packing saturates: a negative dword keeps its sign */
    __m256i drop = _mm256_andnot_si256(rule->keep_zero_sign, pack_in_order(is_zero));
    __m256i negative = _mm256_srli_epi16(pack_in_order(bits), 15);
    store_256(block->few_negative + i, _mm256_andnot_si256(drop, negative));
    /* floor(log10(2^(field - 150))) + 8: 19728 / 2^16 is near enough to log10(2) */
    __m256i all = pack_in_order(field);
    __m256i power = _mm256_mulhi_epi16(_mm256_sub_epi16(all, _mm256_set1_epi16(150)),
                                       _mm256_set1_epi16(19728));
    store_256(block->few_leading + i, _mm256_add_epi16(power, _mm256_set1_epi16(8)));
    *farthest = _mm256_max_epu16(*farthest,
                                 _mm256_sub_epi16(all, _mm256_set1_epi16(NEAR_LEAST_F32)));
}

/* Whether one of eight floats, but zero, is not near one. */
INLINE int is_some_far(const uint32_t *fields)
{
    __m256i field = load_256(fields);
    __m256i is_zero = _mm256_cmpeq_epi32(field, _mm256_setzero_si256());
    __m256i far = _mm256_or_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(NEAR_LEAST_F32), field),
                                  _mm256_cmpgt_epi32(field, _mm256_set1_epi32(NEAR_MOST_F32)));
    return !_mm256_testc_si256(is_zero, far);
}

/* Which of eight floats are subnormal, not finite, or a power of two outside of those fields. */
INLINE uint32_t find_odd_f32(const char *values)
{
    const __m256i none = _mm256_setzero_si256();
    __m256i bits = load_256(values);
    __m256i twice = _mm256_add_epi32(bits, bits), field = _mm256_srli_epi32(twice, 24);
    __m256i middle = _mm256_set1_epi32((EVEN_LEAST_F32 + EVEN_MOST_F32) / 2);
    __m256i far = _mm256_cmpgt_epi32(_mm256_abs_epi32(_mm256_sub_epi32(field, middle)),
                                     _mm256_set1_epi32((EVEN_MOST_F32 - EVEN_LEAST_F32) / 2));
    __m256i odd = _mm256_and_si256(far, _mm256_cmpeq_epi32(_mm256_slli_epi32(bits, 9), none));
    odd = _mm256_or_si256(odd, _mm256_cmpeq_epi32(field, none));
    odd = _mm256_or_si256(odd, _mm256_cmpeq_epi32(field, _mm256_set1_epi32(255)));
    odd = _mm256_andnot_si256(_mm256_cmpeq_epi32(twice, none), odd);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(odd));
}

/* Minus the zeros in front of the digits of eight floats: I below 10^7, below 10^6. */
INLINE __m256i skipped_f32(__m256i words)
{
    __m256i less = _mm256_cmpgt_epi32(_mm256_set1_epi32(1000 << 16), words);
    __m256i least = _mm256_cmpgt_epi32(_mm256_set1_epi32(100 << 16), words);
    return order_floats(_mm256_add_epi32(less, least));
}

/* Where the row of a power of the first digit and minus the zeros in front is. */
INLINE __m256i row_places(type_of_value type, __m256i power, __m256i skip, __m256i negative)
{
    const int size = type == WRITE_F64 ? 6 : 5; /* of a row, as a power of two */
    __m256i row = _mm256_sub_epi32(power, _mm256_set1_epi32(ROW_LEAST));
    row = _mm256_sub_epi32(_mm256_slli_epi32(row, 8), _mm256_slli_epi32(skip, size + 1));
    return _mm256_add_epi32(row, _mm256_slli_epi32(negative, size));
}

/* The lengths of eight texts with this power of ten of the first digit, up to the exponent:
 *
 *     digits, with the zeros of 0.00ddd, that reach behind the point: they and the point
 *     others: all before the point, and ".0"
 *
 * more: how many digits follow the first, or less than 0 */
INLINE __m256i text_lengths(__m256i power, __m256i more, __m256i point_zero, __m256i negative)
{
    const __m256i none = _mm256_setzero_si256();
    __m256i digits = _mm256_sub_epi32(_mm256_max_epi32(more, none), _mm256_min_epi32(power, none));
    __m256i whole = _mm256_max_epi32(power, none);
    __m256i fraction = _mm256_cmpgt_epi32(digits, whole);
    __m256i length = _mm256_max_epi32(_mm256_sub_epi32(digits, fraction),
                                      _mm256_add_epi32(whole, point_zero));
    return _mm256_add_epi32(_mm256_add_epi32(length, negative), _mm256_set1_epi32(1));
}

/* How many digits follow the first: 17 or 9 in all, zeros at their ends. */
INLINE __m256i digits_behind(type_of_value type, __m256i skip, __m256i zeros)
{
    return _mm256_sub_epi32(_mm256_add_epi32(skip, _mm256_set1_epi32(type == WRITE_F64 ? 16 : 8)),
                            zeros);
}

/* Rows and lengths of eight values, those of d.ddd where a value is not usual; minus the zeros in
 * front and zeros at their ends. Returns which are not. */
INLINE uint32_t choose_rows(type_of_value type, const row_rule *rule, __m256i skip, __m256i zeros,
                            size_t i, write_block *block)
{
    __m256i exponent = _mm256_add_epi32(load_256(block->leading + i), skip);
    __m256i unusual = _mm256_or_si256(_mm256_cmpgt_epi32(rule->least, exponent),
                                      _mm256_cmpgt_epi32(exponent, rule->most));
    store_256(block->exponent + i, exponent);
    __m256i power = _mm256_andnot_si256(unusual, exponent);
    __m256i negative = load_256(block->negative + i);
    store_256(block->row + i, row_places(type, power, skip, negative));
    __m256i point_zero = _mm256_blendv_epi8(rule->point_zero, rule->exponent_zero, unusual);
    store_256(block->length + i,
              text_lengths(power, digits_behind(type, skip, zeros), point_zero, negative));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(unusual));
}

/* Minus the zeros in front of the digits of sixteen floats, and zeros at their ends, as words. */
INLINE void order_counts(const __m256i words[2], const __m256i zeros[2], __m256i *skip,
                         __m256i *ends)
{
    __m256i fours = _mm256_packus_epi32(_mm256_srli_epi32(words[0], 16),
                                        _mm256_srli_epi32(words[1], 16));
    __m256i less = _mm256_cmpgt_epi16(_mm256_set1_epi16(1000), fours);
    __m256i least = _mm256_cmpgt_epi16(_mm256_set1_epi16(100), fours);
    *skip = order_sixteen(_mm256_add_epi16(less, least));
    *ends = order_sixteen(_mm256_srli_epi16(_mm256_packus_epi32(zeros[0], zeros[1]), 7));
}

/* The same as row_places and text_lengths, for sixteen floats that are usual as long as *widest is
 * not above brief_more. */
INLINE void choose_brief_rows(const row_rule *rule, __m256i skip, __m256i zeros, size_t i,
                              __m256i *widest, write_block *block)
{
    const __m256i none = _mm256_setzero_si256();
    __m256i power = _mm256_add_epi16(load_256(block->few_leading + i), skip);
    __m256i negative = load_256(block->few_negative + i);
    *widest = _mm256_max_epu16(*widest, _mm256_sub_epi16(power, rule->brief_least));
    __m256i row = _mm256_slli_epi16(_mm256_sub_epi16(power, _mm256_set1_epi16(ROW_LEAST)), 8);
    row = _mm256_sub_epi16(row, _mm256_slli_epi16(skip, 6));
    store_256(block->few_row + i, _mm256_add_epi16(row, _mm256_slli_epi16(negative, 5)));
    __m256i more = _mm256_sub_epi16(_mm256_add_epi16(skip, _mm256_set1_epi16(8)), zeros);
    __m256i digits = _mm256_sub_epi16(_mm256_max_epi16(more, none), _mm256_min_epi16(power, none));
    __m256i whole = _mm256_max_epi16(power, none);
    __m256i fraction = _mm256_cmpgt_epi16(digits, whole);
    __m256i length = _mm256_max_epi16(_mm256_sub_epi16(digits, fraction),
                                      _mm256_add_epi16(whole, rule->brief_zero));
    negative = _mm256_add_epi16(negative, _mm256_set1_epi16(1));
    store_256(block->few_length + i, _mm256_add_epi16(length, negative));
}

INLINE int is_within(__m256i widest, __m256i more)
{
    return _mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_max_epu16(widest, more), more)) == -1;
}

INLINE void spread_block_f64(const row_rule *rule, size_t count, write_block *block)
{
    uint64_t unusual = 0;
    for (size_t g = 0; 8 * g < count; g++) {
        __m256i zeros[2];
        const __m256i *fine = &block->fine[2 * g];
        spread_f64(&block->words[2 * g], fine, &block->digits[8 * g], zeros);
        unusual |= (uint64_t)choose_rows(WRITE_F64, rule, upper_halves(fine[0], fine[1]),
                                         lower_halves(zeros[0], zeros[1]), 8 * g, block)
                   << 8 * g;
    }
    block->unusual = unusual;
    block->brief = 0;
}

/* Takes all for brief; returns whether they are. */
INLINE int spread_brief_f32(const row_rule *rule, size_t count, write_block *block)
{
    __m256i widest = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 16) {
        __m256i words[2], zeros[2], skip, ends;
        const size_t group[2] = {i / 8, second_eight(i, count) / 8};
        BOTH words[k] = block->words[group[k]];
        BOTH zeros[k] = spread_f32(words[k], &block->fine[2 * group[k]],
                                   &block->digits[4 * group[k]]);
        order_counts(words, zeros, &skip, &ends);
        choose_brief_rows(rule, skip, ends, i, &widest, block);
    }
    return is_within(widest, rule->brief_more);
}

INLINE __m256i widen_words(const void *from)
{
    return _mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)from));
}

/* calm: no value is left to others. */
INLINE void spread_block_f32(row_rule *rule, size_t count, int calm, write_block *block)
{
    uint64_t unusual = 0;
    __m256i widest = _mm256_setzero_si256();
    block->brief = calm && rule->is_brief && spread_brief_f32(rule, count, block);
    block->unusual = 0;
    if (block->brief) {
        return;
    }
    for (size_t g = 0; 8 * g < count; g++) {
        __m256i words = block->words[g];
        __m256i zeros = spread_f32(words, &block->fine[2 * g], &block->digits[4 * g]);
        zeros = order_floats(_mm256_srli_epi32(zeros, 7));
        store_256(block->leading + 8 * g, widen_words(block->few_leading + 8 * g));
        store_256(block->negative + 8 * g, widen_words(block->few_negative + 8 * g));
        unusual |= (uint64_t)choose_rows(WRITE_F32, rule, skipped_f32(words), zeros, 8 * g, block)
                   << 8 * g;
        __m256i exponent = load_256(block->exponent + 8 * g);
        exponent = _mm256_packs_epi32(exponent, exponent);
        widest = _mm256_max_epu16(widest, _mm256_sub_epi16(exponent, rule->brief_least));
    }
    block->unusual = unusual;
    rule->is_brief = is_within(widest, rule->brief_more);
}

/* Integers to digits, rows and lengths. */
INLINE void spread_block(type_of_value type, row_rule *rule, size_t count, int calm,
                         write_block *block)
{
    if (type == WRITE_F64) {
        spread_block_f64(rule, count, block);
    } else {
        spread_block_f32(rule, count, calm, block);
    }
}
