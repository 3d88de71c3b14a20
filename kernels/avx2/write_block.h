/* kernels/avx2/write_block.h - a block of values between the stages, and the digits of integers.
 *
 * Digits are stored last digit first, as they come out of little-endian lanes. Those of a double
 * are bytes 0..9; a float has all that its text is made of:
 *
 *     double   15 14 .. 1 0 | 16 15 .. 2 1       of 17; bytes 0..15 of the text | the rest
 *     float    7 6 .. 1 0  8 . - 0 lead 0 0 0    of 9; lead: the byte that stands before it
 *
 * The first digits may be 0: one of a double, two of a float. */
typedef struct write_block {
    /* Words of four digits each, those of a value from the last to the first: doubles have four in
     * order (fixed: values 0, 2, 1, 3), floats two, of values 0 2 4 6 1 3 5 7. */
    __m256i words[WRITE_BLOCK / 4];
    /* By 64-bit lane, a double: the last digit, and minus the zeros in front of the others; a float
     * (0, 2, 1, 3): bytes 8.. of its digits. fixed: the first eight digits of eight integers, then
     * the other eight. */
    __m256i fine[WRITE_BLOCK / 4];
    __m256i digits[WRITE_BLOCK];   /* floats: 16 bytes each */
    int32_t leading[WRITE_BLOCK];  /* the power of ten of the first digit, zeros counted */
    int32_t exponent[WRITE_BLOCK]; /* of the first digit that is none, or one of ODD_ */
    uint32_t row[WRITE_BLOCK];     /* where in the table of rows its text is */
    uint32_t negative[WRITE_BLOCK];
    uint32_t length[WRITE_BLOCK]; /* of its text with the sign, up to the exponent */
    /* floats: the same, negative and leading at first, of blocks of brief texts row and length */
    int16_t few_leading[WRITE_BLOCK];
    uint16_t few_negative[WRITE_BLOCK], few_row[WRITE_BLOCK], few_length[WRITE_BLOCK];
    uint32_t end[WRITE_BLOCK];  /* where some are unusual: of the exponent */
    uint64_t tail[WRITE_BLOCK]; /* the exponent's text */
    /* bit i: not fixed notation, or too long for a row; then row is that of d.ddd */
    uint64_t unusual;
    uint32_t brief; /* 1: floats, all usual, and no text has more than 15 bytes */
} write_block;

INLINE int are_usual(const write_block *block)
{
    return block->unusual == 0;
}

INLINE uint32_t row_of(const write_block *block, size_t i)
{
    return block->row[i];
}

INLINE uint32_t negative_of(const write_block *block, size_t i)
{
    return block->negative[i];
}

INLINE uint32_t length_of(const write_block *block, size_t i)
{
    return block->length[i];
}

INLINE __m256i load_256(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

INLINE void store_256(void *to, __m256i value)
{
    _mm256_storeu_si256((__m256i *)to, value);
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

/* Two vectors in step: one alone is a chain of dependent instructions, and those that wait fill the
 * scheduler. */
#define BOTH for (int k = 0; k < 2; k++)

/* The digits of twice sixteen words below 10^4: of the lower and of the upper four of each half. */
INLINE void spread_words(const __m256i words[2], __m256i lower[2], __m256i upper[2])
{
    __m256i high[2], low[2];
    /* 10486 / 2^20 is 1/100, above */
    BOTH high[k] = _mm256_mulhi_epu16(words[k], _mm256_set1_epi16(10486));
    BOTH high[k] = _mm256_srli_epi16(high[k], 4);
    BOTH low[k] = _mm256_sub_epi16(words[k], multiply_words(high[k], 100));
    BOTH high[k] = split_ones(high[k]);
    BOTH low[k] = split_ones(low[k]);
    BOTH lower[k] = _mm256_unpacklo_epi16(low[k], high[k]);
    BOTH upper[k] = _mm256_unpackhi_epi16(low[k], high[k]);
}

/* 128 times the bytes at the low end of each 64-bit lane that are 0; all bytes are below 128. x - 1
 * turns the zero bits below the lowest set one into ones. */
INLINE __m256i count_zeros(__m256i digits)
{
    __m256i below = _mm256_andnot_si256(digits, _mm256_add_epi64(digits, _mm256_set1_epi64x(-1)));
    return _mm256_sad_epu8(_mm256_and_si256(below, _mm256_set1_epi8(-128)), _mm256_setzero_si256());
}

/* Zeros at the low ends of four times sixteen digits, of the values 0 and 2, 1 and 3, by lane. */
INLINE __m256i count_zeros_of_sixteen(__m256i even, __m256i odd)
{
    __m256i low = count_zeros(_mm256_unpacklo_epi64(even, odd));
    __m256i high = count_zeros(_mm256_unpackhi_epi64(even, odd));
    __m256i all = _mm256_cmpeq_epi64(low, _mm256_set1_epi64x(8 * 128));
    return _mm256_srli_epi64(_mm256_add_epi64(low, _mm256_and_si256(high, all)), 7);
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

/* The digits of eight doubles. zeros: how many of the digits 16, 15 .. 1 are 0 before one is not,
 * by lane. */
INLINE void spread_f64(const __m256i words[2], const __m256i fine[2], __m256i digits[8],
                       __m256i zeros[2])
{
    __m256i even[2], odd[2], last_even[2], last_odd[2];
    spread_words(words, even, odd);
    BOTH last_odd[k] = _mm256_slli_epi64(fine[k], 56);
    BOTH last_even[k] = _mm256_slli_si256(last_odd[k], 8);
    BOTH last_even[k] = _mm256_alignr_epi8(even[k], last_even[k], 15);
    BOTH last_odd[k] = _mm256_alignr_epi8(odd[k], last_odd[k], 15);
    BOTH store_halves(digits + 4 * k, 4, even[k], last_even[k]);
    BOTH store_halves(digits + 4 * k + 1, 4, odd[k], last_odd[k]);
    BOTH zeros[k] = count_zeros_of_sixteen(last_even[k], last_odd[k]);
}

/* Of two times four 64-bit lanes the lower halves, in the order 0 1 4 5 2 3 6 7. */
INLINE __m256i mixed_lower_halves(__m256i first, __m256i second)
{
    return _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(second), 0x88));
}

/* Dwords 0 2 4 6 1 3 5 7 in order. */
INLINE __m256i order_floats(__m256i lanes)
{
    return _mm256_permutevar8x32_epi32(lanes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* Words of two such vectors, packed, in order. */
INLINE __m256i order_sixteen(__m256i lanes)
{
    const __m256i mix = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1,
                                         8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    return _mm256_shuffle_epi8(_mm256_permute4x64_epi64(lanes, 0xd8), mix);
}

/* The digits of eight floats. Returns 128 times how many of the digits 8, 7 .. 1 are 0 before one
 * is not; values 0 2 4 6 1 3 5 7. */
INLINE __m256i spread_f32(__m256i words, const __m256i fine[2], __m256i digits[4])
{
    const __m256i last = _mm256_set1_epi64x(15), base = _mm256_set1_epi8('0');
    __m256i eights[2], ends[2];
    __m256i high = _mm256_srli_epi16(_mm256_mulhi_epu16(words, _mm256_set1_epi16(10486)), 4);
    __m256i low = _mm256_sub_epi16(words, multiply_words(high, 100));
    high = split_ones(high);
    low = split_ones(low);
    eights[0] = _mm256_unpacklo_epi16(low, high);
    eights[1] = _mm256_unpackhi_epi16(low, high);
    BOTH ends[k] = _mm256_or_si256(_mm256_slli_epi64(eights[k], 8),
                                   _mm256_and_si256(fine[k], last));
    BOTH ends[k] = count_zeros(ends[k]);
    BOTH eights[k] = _mm256_or_si256(eights[k], base);
    BOTH digits[2 * k] = _mm256_unpacklo_epi64(eights[k], fine[k]);
    BOTH digits[2 * k + 1] = _mm256_unpackhi_epi64(eights[k], fine[k]);
    return mixed_lower_halves(ends[0], ends[1]);
}
