/* kernels/avx2/write_fixed.h - fixed(p), p <= 17: |v| * 10^p rounded to an integer, and its text.
 *
 * 10^p is a double. Where x = |v| * 10^p is below 2^52, one FMA with 2^52, whose ulp is 1 and which
 * is even, rounds it as wanted. Else let x = hi + lo, hi = RN(x); an FMA gives lo exactly (or x is
 * so small that it rounds to 0 whatever lo is). Let I = hi rounded half to even, f = hi - I, exact.
 *
 *     hi < 2^52     |f| < 1/2 is at least an ulp of hi away from 1/2, and |lo| at most half an ulp:
 *                   I. f = 1/2, lo > 0: I + 1. f = -1/2, lo < 0: I - 1. Else I; where lo = 0, that
 *                   is the tie, and I is even
 *     hi < 2^53     f = 0, |lo| <= 1/2: I. A tie has lo = +-1/2, and then hi is even, being RN
 *     hi >= 2^53    hi is even; lo rounded half to even is to be added
 *
 * Below 10^16 the integer has the sixteen digits of a block's words; a 17th, the top one, is put by
 * hand. */

typedef double top_digit;
enum { ROWS_JOIN = 1 }; /* see write_blocks.h */

/* How the texts of a layout look: pick[i..] and base[i..] make that which begins with digit i. A
 * separator of one byte is behind it, and a '-' for the next one. */
typedef struct fixed_rule {
    uint8_t pick[64] __attribute__((aligned(64))); /* so that no load crosses a line */
    uint8_t base[64];
    double power;
    uint32_t precision;
    uint32_t total; /* length of a text with all sixteen digits */
    uint32_t last;  /* the digit that stands in any case */
    uint8_t keep_zero_sign;
    uint8_t is_small; /* no integer of the last block was above 2^52 */
} fixed_rule;

static void make_fixed_rule(const digitrun_layout_plan *layout, fixed_rule *rule)
{
    uint32_t p = layout->precision, whole = p < 16 ? 16 - p : 1, at = 0;
    rule->power = 1;
    for (uint32_t i = 0; i < p; i++) {
        rule->power *= 10; /* exact */
    }
    rule->precision = p;
    rule->total = whole + (p != 0) + p;
    rule->last = p < 16 ? 15 - p : 0;
    rule->keep_zero_sign = !layout->unsigned_zero;
    rule->is_small = 1;
    memset(rule->pick, 0x80, sizeof rule->pick);
    memset(rule->base, '0', sizeof rule->base);
    for (uint32_t i = 0; i < rule->total; i++) {
        if (i == whole) {
            rule->base[i] = '.';
        } else if (p < 16 || i >= rule->total - 16) {
            rule->pick[i] = (uint8_t)(15 - at++);
        }
    }
    if (layout->separator.len == 1) {
        rule->base[rule->total] = (uint8_t)layout->separator.bytes[0];
        rule->base[rule->total + 1] = '-';
    }
}

INLINE __m256d load_four(type_of_value type, const char *values, int k)
{
    if (type == WRITE_F64) {
        return _mm256_loadu_pd((const double *)(const void *)(values + 32 * k));
    }
    return _mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)(values + 16 * k)));
}

INLINE __m256d round_pd(__m256d value)
{
    return _mm256_round_pd(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

typedef struct fixed_eight {
    eight_pd hi, lo, whole, more; /* whole: I; more: what is to be added to it below 2^53 */
} fixed_eight;

INLINE fixed_eight round_fixed_eight(double power, const eight_pd *values)
{
    const __m256d ten = _mm256_set1_pd(power), half = _mm256_set1_pd(0.5);
    fixed_eight x;
    eight_pd rest, same, tie;
    BOTH x.hi.at[k] = _mm256_mul_pd(size_pd(values->at[k]), ten);
    BOTH x.lo.at[k] = _mm256_fmsub_pd(size_pd(values->at[k]), ten, x.hi.at[k]);
    BOTH x.whole.at[k] = round_pd(x.hi.at[k]);
    BOTH rest.at[k] = _mm256_sub_pd(x.hi.at[k], x.whole.at[k]);
    BOTH same.at[k] = _mm256_cmp_pd(_mm256_mul_pd(rest.at[k], x.lo.at[k]), _mm256_setzero_pd(),
                                    _CMP_GT_OQ);
    BOTH tie.at[k] = _mm256_cmp_pd(size_pd(rest.at[k]), half, _CMP_EQ_OQ);
    BOTH x.more.at[k] = _mm256_and_pd(_mm256_add_pd(rest.at[k], rest.at[k]),
                                      _mm256_and_pd(same.at[k], tie.at[k]));
    return x;
}

/* Moves a unit where a part is outside of [0, end). */
INLINE void carry_pd(__m256d *above, __m256d *part, double end)
{
    const __m256d one = _mm256_set1_pd(1), unit = _mm256_set1_pd(end);
    __m256d less = _mm256_cmp_pd(*part, _mm256_setzero_pd(), _CMP_LT_OQ);
    __m256d more = _mm256_cmp_pd(*part, unit, _CMP_GE_OQ);
    *above = _mm256_sub_pd(_mm256_add_pd(*above, _mm256_and_pd(more, one)),
                           _mm256_and_pd(less, one));
    *part = _mm256_add_pd(_mm256_sub_pd(*part, _mm256_and_pd(more, unit)),
                          _mm256_and_pd(less, unit));
}

/* Words of eight integers, and their halves: for those below 10^8, by dword in order. */
INLINE void store_fixed_eight(eight_pd high, eight_pd low, __m256i words[2], __m256i halves[2])
{
    __m256i bits[2][2];
    join_words(high, low, words);
    BOTH words[k] = _mm256_permute4x64_epi64(words[k], 0xd8);
    BOTH bits[0][k] = _mm256_castpd_si256(_mm256_add_pd(high.at[k], TWO_52));
    BOTH bits[1][k] = _mm256_castpd_si256(_mm256_add_pd(low.at[k], TWO_52));
    BOTH halves[k] = lower_halves(bits[k][0], bits[k][1]);
}

/* The same as split_eights up to 10^17, with a digit on top. Each part may be one unit of the next
 * off at first, as products are rounded and lo is added behind. Returns where that digit is not 0.
 */
INLINE uint32_t split_seventeens(const fixed_eight *x, eight_pd *high, eight_pd *low, double *top)
{
    uint32_t wide_mask = 0;
    BOTH
    {
        __m256d is_large = _mm256_cmp_pd(x->hi.at[k], _mm256_set1_pd(0x1p53), _CMP_GE_OQ);
        __m256d more = _mm256_blendv_pd(x->more.at[k], round_pd(x->lo.at[k]), is_large);
        __m256d first = floor_pd(_mm256_mul_pd(x->whole.at[k], _mm256_set1_pd(1e-16)));
        __m256d rest = _mm256_fnmadd_pd(first, _mm256_set1_pd(1e16), x->whole.at[k]);
        high->at[k] = floor_pd(_mm256_mul_pd(rest, _mm256_set1_pd(1e-8)));
        low->at[k] = _mm256_fnmadd_pd(high->at[k], _mm256_set1_pd(1e8), rest);
        low->at[k] = _mm256_add_pd(low->at[k], more);
        carry_pd(&high->at[k], &low->at[k], 1e8);
        carry_pd(&first, &high->at[k], 1e8);
        _mm256_storeu_pd(top + 4 * k, first);
        wide_mask |=
            (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(first, _mm256_setzero_pd(), _CMP_GT_OQ))
            << 4 * k;
    }
    return wide_mask;
}

INLINE eight_pd load_eight(type_of_value type, const char *values)
{
    return (eight_pd){{load_four(type, values, 0), load_four(type, values, 1)}};
}

/* Integers of a block, of any size. */
NOINLINE fixed_masks decode_large_block(const fixed_rule *rule, type_of_value type,
                                        const char *values, size_t count, double *top,
                                        write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    fixed_masks masks = {0, 0};
    for (size_t i = 0; i < count; i += 8) {
        eight_pd value = load_eight(type, values + size * i), high, low;
        uint32_t outside = 0;
        fixed_eight x = round_fixed_eight(rule->power, &value);
        masks.wide |= (uint64_t)split_seventeens(&x, &high, &low, top + i) << i;
        store_fixed_eight(high, low, &block->words[i / 4], &block->fine[i / 4]);
        BOTH outside |= (uint32_t)_mm256_movemask_pd(
                            _mm256_cmp_pd(x.hi.at[k], _mm256_set1_pd(1e17), _CMP_NLT_UQ))
                        << 4 * k;
        masks.outside |= (uint64_t)outside << i;
        /* these are not 0, whatever their sixteen digits */
        __m256i nonzero = eight_lanes((masks.wide | masks.outside) >> i);
        block->fine[i / 4] = _mm256_or_si256(block->fine[i / 4], _mm256_srli_epi32(nonzero, 31));
    }
    masks.wide &= ~masks.outside;
    return masks;
}

/* The same below 2^52; returns whether all are. */
INLINE int decode_small_block(const fixed_rule *rule, type_of_value type, const char *values,
                              size_t count, write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    const __m256d power = _mm256_set1_pd(rule->power);
    eight_pd large = {{_mm256_setzero_pd(), _mm256_setzero_pd()}};
    for (size_t g = 0; 8 * g < count; g++) {
        eight_pd value = load_eight(type, values + 8 * size * g), whole, over, high, low;
        BOTH whole.at[k] = _mm256_fmadd_pd(size_pd(value.at[k]), power, TWO_52);
        BOTH over.at[k] = _mm256_cmp_pd(whole.at[k], _mm256_set1_pd(0x1p53), _CMP_NLT_UQ);
        BOTH large.at[k] = _mm256_or_pd(large.at[k], over.at[k]);
        BOTH whole.at[k] = _mm256_sub_pd(whole.at[k], TWO_52);
        split_eights(whole, &high, &low);
        store_fixed_eight(high, low, &block->words[2 * g], &block->fine[2 * g]);
    }
    return _mm256_movemask_pd(_mm256_or_pd(large.at[0], large.at[1])) == 0;
}

/* Integers of a block. */
INLINE fixed_masks decode_fixed_block(fixed_rule *rule, type_of_value type, const char *values,
                                      size_t count, double *top, write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    for (size_t i = 0; i < count; i += 8) {
        __m256i bits = load_256(values + size * i);
        if (type == WRITE_F64) {
            bits = upper_halves(bits, load_256(values + size * i + 32));
        }
        store_256(block->negative + i, _mm256_srli_epi32(bits, 31));
    }
    if (rule->is_small && decode_small_block(rule, type, values, count, block)) {
        return (fixed_masks){0, 0};
    }
    fixed_masks masks = decode_large_block(rule, type, values, count, top, block);
    rule->is_small = (masks.wide | masks.outside) == 0;
    return masks;
}

/* Leading zeros of sixteen digits, given as two times eight, at most `last`. The exponent of a
 * float says how many digits there are, or one less; rounding up to a power of two moves none. */
INLINE __m256i count_leading_zeros(__m256i high, __m256i low, __m256i last)
{
    const __m256i powers = _mm256_setr_epi32(10, 100, 1000, 10000, 100000, 1000000, 10000000,
                                             100000000);
    __m256i none = _mm256_cmpeq_epi32(high, _mm256_setzero_si256());
    __m256i eights = _mm256_blendv_epi8(high, low, none);
    __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(eights)), 23);
    exponent = _mm256_sub_epi32(exponent, _mm256_set1_epi32(127));
    __m256i digits = _mm256_mulhi_epi16(exponent, _mm256_set1_epi32(19728)); /* log10(2) */
    __m256i less = _mm256_cmpgt_epi32(_mm256_permutevar8x32_epi32(powers, digits), eights);
    __m256i most = _mm256_add_epi32(_mm256_and_si256(none, _mm256_set1_epi32(8)),
                                    _mm256_set1_epi32(6));
    return _mm256_min_epu32(_mm256_sub_epi32(most, _mm256_add_epi32(digits, less)), last);
}

/* Integers to digits, first digits and lengths. */
INLINE void spread_fixed_block(const fixed_rule *rule, size_t count, write_block *block)
{
    const __m256i last = _mm256_set1_epi32((int32_t)rule->last);
    const __m256i total = _mm256_set1_epi32((int32_t)rule->total);
    const __m256i keep = _mm256_set1_epi32(rule->keep_zero_sign ? -1 : 0);
    for (size_t g = 0; 8 * g < count; g++) {
        __m256i first_two[2], others[2];
        __m256i high = block->fine[2 * g], low = block->fine[2 * g + 1];
        spread_words(&block->words[2 * g], first_two, others);
        BOTH block->digits[4 * g + 2 * (size_t)k] = first_two[k];
        BOTH block->digits[4 * g + 2 * (size_t)k + 1] = others[k];
        __m256i first = count_leading_zeros(high, low, last);
        __m256i is_zero = _mm256_cmpeq_epi32(_mm256_or_si256(high, low), _mm256_setzero_si256());
        __m256i negative = _mm256_andnot_si256(_mm256_andnot_si256(keep, is_zero),
                                               load_256(block->negative + 8 * g));
        store_256(block->negative + 8 * g, negative);
        store_256(block->row + 8 * g, first);
        store_256(block->length + 8 * g,
                  _mm256_add_epi32(_mm256_sub_epi32(total, first), negative));
    }
}

INLINE void put_fixed_row(const fixed_rule *rule, const write_block *block, size_t i, size_t first,
                          char *out)
{
    __m256i digits = _mm256_broadcastsi128_si256(
        _mm_load_si128((const __m128i *)block->digits + i));
    __m256i text = _mm256_shuffle_epi8(digits, load_256(rule->pick + first));
    store_256(out, _mm256_or_si256(text, load_256(rule->base + first)));
}
