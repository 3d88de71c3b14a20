/* kernels/avx2/write_exponent.h - the exponents of a block, as text. */

INLINE __m256i eight_lanes(uint64_t mask)
{
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int32_t)mask), bits), bits);
}

INLINE __m256i widen(__m256i lanes, int upper)
{
    return _mm256_cvtepu32_epi64(upper ? _mm256_extracti128_si256(lanes, 1)
                                       : _mm256_castsi256_si128(lanes));
}

/* Three digits of each size up to 324, the first in the lowest byte. 41 / 2^12 is 1/100 and 103 /
 * 2^10 is 1/10, above; kernels/proof/writer.py tries all. */
INLINE __m256i exponent_digits(__m256i size)
{
    __m256i hundreds = _mm256_srli_epi32(_mm256_mullo_epi16(size, _mm256_set1_epi32(41)), 12);
    __m256i rest = _mm256_sub_epi32(size, _mm256_mullo_epi16(hundreds, _mm256_set1_epi32(100)));
    __m256i tens = _mm256_srli_epi32(_mm256_mullo_epi16(rest, _mm256_set1_epi32(103)), 10);
    __m256i ones = _mm256_sub_epi32(rest, _mm256_mullo_epi16(tens, _mm256_set1_epi32(10)));
    return _mm256_or_si256(
        _mm256_or_si256(hundreds, _mm256_slli_epi32(tens, 8)),
        _mm256_or_si256(_mm256_slli_epi32(ones, 16), _mm256_set1_epi32(0x303030)));
}

/* Text and end of the exponents of eight values, those of `unusual`; the others end where they did.
 * */
INLINE void make_tails(const digitrun_layout_plan *layout, __m256i unusual, size_t i,
                       write_block *block)
{
    const __m256i one = _mm256_set1_epi32(1);
    __m256i exponent = load_256(block->exponent + i);
    __m256i minus = _mm256_srli_epi32(exponent, 31);
    __m256i size = _mm256_abs_epi32(exponent);
    __m256i spare = _mm256_add_epi32(_mm256_cmpgt_epi32(size, _mm256_set1_epi32(9)),
                                     _mm256_cmpgt_epi32(size, _mm256_set1_epi32(99)));
    spare = _mm256_min_epi32(_mm256_add_epi32(spare, _mm256_set1_epi32(2)),
                             _mm256_set1_epi32(3 - layout->exponent_digits));
    __m256i digits = _mm256_srlv_epi32(exponent_digits(size), _mm256_slli_epi32(spare, 3));
    __m256i head = _mm256_add_epi32(
        one, _mm256_or_si256(minus, _mm256_set1_epi32(layout->exponent_plus)));
    __m256i sign = _mm256_add_epi32(_mm256_set1_epi32('+'), _mm256_add_epi32(minus, minus));
    sign = _mm256_and_si256(_mm256_slli_epi32(sign, 8), _mm256_cmpgt_epi32(head, one));
    sign = _mm256_or_si256(sign, _mm256_set1_epi32(layout->exponent));
    __m256i len = _mm256_sub_epi32(_mm256_add_epi32(head, _mm256_set1_epi32(3)), spare);
    __m256i end = _mm256_add_epi32(load_256(block->length + i), _mm256_and_si256(len, unusual));
    store_256(block->end + i, end);
    head = _mm256_slli_epi32(head, 3);
    for (int k = 0; k < 2; k++) {
        __m256i tail = _mm256_sllv_epi64(widen(digits, k), widen(head, k));
        _mm256_store_si256((__m256i *)(block->tail + i + 4 * k),
                           _mm256_or_si256(tail, widen(sign, k)));
    }
}
