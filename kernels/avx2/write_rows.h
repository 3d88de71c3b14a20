/* kernels/avx2/write_rows.h - signs, powers of ten, and the row of the table that makes a text.
 *
 * A row has bytes that pick digits, and bytes that stand where no digit does, '0' under a digit
 * too. The first byte is left for what stands before the value. For -123.4, first digit not 0:
 *
 *     digits   .. 4 3 2 1     pick   -- -- 15 14 13 -- 12 11 ..     base    - 0 0 0 . 0 0 ..
 */
enum {
    ROW_LEAST = -6, /* of the power of ten of the first digit, zeros counted: write_tables.py */
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
} row_rule;

static row_rule make_rule(const digitrun_layout_plan *layout)
{
    int32_t least = layout->fixed_least, most = layout->fixed_most;
    least = least > ROW_LEAST ? least : ROW_LEAST;
    most = most < ROW_MOST ? most : ROW_MOST;
    least = least > most ? ODD_LEAST : least; /* nothing is usual */
    return (row_rule){_mm256_set1_epi32(least), _mm256_set1_epi32(most),
                      _mm256_set1_epi32(layout->unsigned_zero ? 0 : -1),
                      _mm256_set1_epi32(layout->point_zero),
                      _mm256_set1_epi32(layout->exponent_zero)};
}

/* Of two times four 64-bit lanes the lower halves, or the upper ones. */
INLINE __m256i lower_halves(__m256i first, __m256i second)
{
    return _mm256_permute4x64_epi64(
        _mm256_castps_si256(
            _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88)),
        0xd8);
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

/* The same for eight floats, but which have another field than those; zero is 00000000 * 10^2 with
 * two digits dropped. */
INLINE uint32_t read_exponents_f32(const row_rule *rule, const char *values, uint32_t *negative,
                                   int32_t *leading)
{
    enum { ZERO_FIELD = 131 };
    __m256i bits = load_256(values);
    __m256i twice = _mm256_add_epi32(bits, bits);
    __m256i is_zero = _mm256_cmpeq_epi32(twice, _mm256_setzero_si256());
    __m256i field = _mm256_or_si256(_mm256_srli_epi32(twice, 24),
                                    _mm256_and_si256(is_zero, _mm256_set1_epi32(ZERO_FIELD)));
    store_256(negative, sign_bits(rule, bits, is_zero));
    store_256(leading, powers_of_ten(field, 150, 8));
    return outside_of(field, EVEN_LEAST_F32, EVEN_MOST_F32 - EVEN_LEAST_F32 + 1);
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

/* Where the row of a leading power and minus the zeros in front is. */
INLINE __m256i row_places(type_of_value type, __m256i leading, __m256i skip, __m256i negative)
{
    const int rows = type == WRITE_F64 ? 2 : 3;
    __m256i row = _mm256_add_epi32(leading, leading);
    if (type == WRITE_F32) {
        row = _mm256_add_epi32(row, leading);
    }
    row = _mm256_sub_epi32(row, _mm256_add_epi32(skip, _mm256_set1_epi32(rows * ROW_LEAST)));
    return _mm256_add_epi32(_mm256_slli_epi32(row, 7), _mm256_slli_epi32(negative, 6));
}

/* The lengths of eight texts with this power of ten of the first digit, up to the exponent:
 *
 *     digits, with the zeros of 0.00ddd, that reach behind the point: they and the point
 *     others: all before the point, and ".0"
 */
INLINE __m256i text_lengths(type_of_value type, __m256i power, __m256i skip, __m256i zeros,
                            __m256i point_zero)
{
    const __m256i one = _mm256_set1_epi32(1), none = _mm256_setzero_si256();
    __m256i digits = _mm256_sub_epi32(
        _mm256_add_epi32(skip, _mm256_set1_epi32(type == WRITE_F64 ? 17 : 9)), zeros);
    digits = _mm256_sub_epi32(_mm256_max_epi32(digits, one), _mm256_min_epi32(power, none));
    __m256i whole = _mm256_add_epi32(_mm256_max_epi32(power, none), one);
    __m256i fraction = _mm256_cmpgt_epi32(digits, whole);
    return _mm256_blendv_epi8(_mm256_add_epi32(whole, point_zero), _mm256_add_epi32(digits, one),
                              fraction);
}

/* Rows and lengths of eight values, those of d.ddd where a value is not usual; zeros at their ends.
 * Returns which are not. */
INLINE uint32_t choose_rows(type_of_value type, const row_rule *rule, __m256i zeros, size_t i,
                            write_block *block)
{
    __m256i skip = upper_halves(block->fine[i / 4], block->fine[i / 4 + 1]);
    __m256i leading = load_256(block->leading + i);
    __m256i exponent = _mm256_add_epi32(leading, skip);
    __m256i unusual = _mm256_or_si256(_mm256_cmpgt_epi32(rule->least, exponent),
                                      _mm256_cmpgt_epi32(exponent, rule->most));
    unusual = _mm256_or_si256(unusual, _mm256_cmpgt_epi32(leading, _mm256_set1_epi32(ROW_MOST)));
    leading = _mm256_blendv_epi8(leading, _mm256_sub_epi32(_mm256_setzero_si256(), skip), unusual);
    store_256(block->exponent + i, exponent);
    __m256i negative = load_256(block->negative + i);
    store_256(block->row + i, row_places(type, leading, skip, negative));
    __m256i length = text_lengths(
        type, _mm256_andnot_si256(unusual, exponent), skip, zeros,
        _mm256_blendv_epi8(rule->point_zero, rule->exponent_zero, unusual));
    store_256(block->length + i, _mm256_add_epi32(length, negative));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(unusual));
}

/* Which of the texts of eight floats may have more than 15 bytes: nine digits behind -0.000, or
 * ".0" behind twelve digits and a sign. */
INLINE __m256i long_floats(size_t i, const write_block *block)
{
    __m256i exponent = load_256(block->exponent + i);
    return _mm256_or_si256(_mm256_cmpgt_epi32(_mm256_set1_epi32(-4), exponent),
                           _mm256_cmpgt_epi32(exponent, _mm256_set1_epi32(11)));
}

/* Integers to digits, rows and lengths. */
INLINE void spread_block(type_of_value type, const row_rule *rule, size_t count, write_block *block)
{
    uint64_t unusual = 0;
    __m256i is_long = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 8) {
        __m256i zeros[2];
        if (type == WRITE_F64) {
            spread_f64(&block->split[i / 2], &block->fine[i / 4], &block->digits[i], zeros);
        } else {
            spread_f32(&block->split[i / 4], &block->fine[i / 4], &block->digits[i / 2], zeros);
        }
        unusual |= (uint64_t)choose_rows(type, rule, lower_halves(zeros[0], zeros[1]), i, block)
                   << i;
        if (type == WRITE_F32) {
            is_long = _mm256_or_si256(is_long, long_floats(i, block));
        }
    }
    block->unusual = unusual;
    block->brief = (uint32_t)_mm256_testz_si256(is_long, is_long);
}
