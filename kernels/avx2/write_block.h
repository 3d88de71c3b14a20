/* kernels/avx2/write_block.h - a block of values between the stages, and the digits of integers.
 *
 * Digits are stored last digit first, as they come out of little-endian lanes, each a byte 0..9:
 *
 *     double   15 14 .. 1 0 | 16 15 .. 2 1   of 17; bytes 0..15 of the text | the rest
 *     float    8 7 .. 1 0 0 0 0 0 0 0 0      of 9
 *
 * The first digits may be 0: one of a double, two of a float. */
typedef enum type_of_value { WRITE_F64, WRITE_F32 } type_of_value;

enum { WRITE_BLOCK = 64 };

typedef struct write_block {
    /* Doubles [low half, high half] of the first sixteen digits in 64-bit lanes, values 4 i and 4 i
     * + 2, 4 i + 1 and 4 i + 3; floats the eight digits, in order. The number is in the lower 32
     * bits. */
    __m256i split[WRITE_BLOCK / 2];
    __m256i fine[WRITE_BLOCK / 4]; /* the last digit, and minus the zeros in front of the others */
    __m256i digits[WRITE_BLOCK];   /* floats: 16 bytes each */
    int32_t leading[WRITE_BLOCK];  /* the power of ten of the first digit, zeros counted */
    int32_t exponent[WRITE_BLOCK]; /* of the first digit that is none, or one of ODD_ */
    uint32_t row[WRITE_BLOCK];     /* where in the table of rows its text is */
    uint32_t negative[WRITE_BLOCK];
    uint32_t length[WRITE_BLOCK]; /* of its text with the sign, up to the exponent */
    uint32_t end[WRITE_BLOCK];    /* where some are unusual: of the exponent */
    uint64_t tail[WRITE_BLOCK];   /* the exponent's text */
    uint64_t unusual; /* bit i: not fixed notation, or too long for a row; then row is that of d.ddd
                       */
} write_block;

INLINE __m256i load_256(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

INLINE void store_256(void *to, __m256i value)
{
    _mm256_storeu_si256((__m256i *)to, value);
}

/* Eight times four digits of four times eight: dwords below 10^8 in 64-bit lanes. */
INLINE __m256i split_fours(__m256i eights)
{
    const __m256i lower = _mm256_set1_epi64x(0xffffffff);
    /* 109951163 / 2^40 is 10^-4 within 10^-13 */
    __m256i high = _mm256_srli_epi64(_mm256_mul_epu32(eights, _mm256_set1_epi64x(109951163)), 40);
    __m256i moved = _mm256_mul_epu32(high, _mm256_set1_epi64x((INT64_C(1) << 32) - 10000));
    return _mm256_add_epi64(_mm256_and_si256(eights, lower), moved);
}

/* Words below 128 times a byte. gcc makes shifts and additions of pmullw by a constant. */
INLINE __m256i multiply_words(__m256i words, uint8_t factor)
{
    return _mm256_maddubs_epi16(_mm256_set1_epi16(factor), words);
}

/* Two digits of each word below 100, the last one in the lower byte. */
INLINE __m256i split_ones(__m256i pairs)
{
    __m256i tens = _mm256_mulhi_epu16(pairs, _mm256_set1_epi16(6554)); /* 2^16 / 10, above */
    return _mm256_add_epi16(pairs, multiply_words(tens, 256 - 10));
}

/* The digits of sixteen words below 10^4: of the lower and of the upper four of each half. */
INLINE void spread_words(__m256i words, __m256i *lower, __m256i *upper)
{
    /* 10486 / 2^20 is 1/100, above */
    __m256i high = _mm256_srli_epi16(_mm256_mulhi_epu16(words, _mm256_set1_epi16(10486)), 4);
    __m256i low = _mm256_sub_epi16(words, multiply_words(high, 100));
    high = split_ones(high);
    low = split_ones(low);
    *lower = _mm256_unpacklo_epi16(low, high);
    *upper = _mm256_unpackhi_epi16(low, high);
}

/* Which bytes are 0. */
INLINE uint32_t find_zeros(__m256i digits)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(digits, _mm256_setzero_si256()));
}

/* The lower halves together, then the upper ones. */
INLINE void store_halves(__m256i *to, size_t step, __m256i first, __m256i second)
{
    __m128i *at = (__m128i *)to;
    _mm_store_si128(at, _mm256_castsi256_si128(first));
    _mm_store_si128(at + 1, _mm256_castsi256_si128(second));
    _mm_store_si128(at + step, _mm256_extracti128_si256(first, 1));
    _mm_store_si128(at + step + 1, _mm256_extracti128_si256(second, 1));
}

/* The digits of four doubles. zeros[0] says which of the digits 16..1 of the values 0 and 2 are 0,
 * zeros[1] of 1 and 3. */
INLINE void spread_f64(const __m256i split[2], __m256i fine, __m256i digits[4], uint32_t zeros[2])
{
    __m256i even, odd;
    __m256i words = _mm256_packus_epi32(split_fours(split[0]), split_fours(split[1]));
    spread_words(words, &even, &odd);
    __m256i last_odd = _mm256_slli_epi64(fine, 56);
    __m256i last_even = _mm256_slli_si256(last_odd, 8);
    last_even = _mm256_alignr_epi8(even, last_even, 15);
    last_odd = _mm256_alignr_epi8(odd, last_odd, 15);
    store_halves(digits, 4, even, last_even);
    store_halves(digits + 1, 4, odd, last_odd);
    zeros[0] = find_zeros(last_even);
    zeros[1] = find_zeros(last_odd);
}

/* Eight digits in each 64-bit lane, and a ninth. Returns which of the digits 8..1 are 0. */
INLINE uint32_t append_ninth(__m256i eights, __m256i fine, __m256i digits[2])
{
    const __m256i lower = _mm256_set1_epi64x(0xff);
    __m256i low = _mm256_or_si256(_mm256_slli_epi64(eights, 8), _mm256_and_si256(fine, lower));
    __m256i high = _mm256_srli_epi64(eights, 56);
    store_halves(digits, 2, _mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
    return find_zeros(low);
}

/* The digits of eight floats. Byte k of zeros says which of the digits 8..1 of value k are 0. */
INLINE uint64_t spread_f32(const __m256i split[2], const __m256i fine[2], __m256i digits[4])
{
    __m256i first, second;
    __m256i words = _mm256_packus_epi32(split_fours(split[0]), split_fours(split[1]));
    spread_words(words, &first, &second);
    uint64_t zeros = append_ninth(first, fine[0], digits);
    return zeros | (uint64_t)append_ninth(second, fine[1], digits + 2) << 32;
}
