/* kernels/avx2/write_core.h - shortest digits of four doubles or floats at a time.
 *
 * The mathematics is that of kernels/shortest.h: x = m * T = I + F, H = T / 2. Here x is the sum of
 * two doubles, hi = RN(m * T) and lo = m * T - hi, which an FMA gives exactly. Where T is a double
 * - the same range as digitrun_exact_ulp - all of this is exact, in round to nearest, the only mode
 * that gets here (write.h):
 *
 *     x is a multiple of 2^-53, 2^48 < x < 2^53
 *     f = hi - floor(hi)        a multiple of an ulp of hi, in [0, 1)
 *     F = f + lo                a multiple of 2^-53 in [-1/2, 1]: a double
 *     I = floor(hi) + floor(F)  below 2^53; F -= floor(F)
 *     d = 10 F, rounded         FMA with 1.5 * 2^52, whose ulp is 1 and which is even: one rounding
 *
 * kernels/proof/writer.py proves each bound named here. */
#include "kernels/pow10.h"

INLINE __m256d splat_pd(uint64_t bits)
{
    return _mm256_castsi256_pd(_mm256_set1_epi64x((int64_t)bits));
}

#define TWO_52 splat_pd(UINT64_C(0x4330000000000000))

INLINE __m256d floor_pd(__m256d value)
{
    return _mm256_round_pd(value, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}

/* Eight values in step: see BOTH. */
typedef struct eight_pd {
    __m256d at[2];
} eight_pd;

typedef struct eight_parts {
    eight_pd whole;   /* I, one more where the interval reaches up to it */
    eight_pd rest;    /* F */
    eight_pd decided; /* all bits set: whole alone is the shortest */
    eight_pd tenfold; /* 1.5 * 2^52 + 10 F, rounded */
} eight_parts;

#define DIGIT_MAGIC splat_pd(UINT64_C(0x4338000000000000)) /* 1.5 * 2^52 */

INLINE eight_parts decide(eight_pd hi, eight_pd lo, eight_pd half)
{
    const __m256d one = _mm256_set1_pd(1);
    eight_parts parts;
    eight_pd floor_hi, rest, carry, up;
    BOTH floor_hi.at[k] = floor_pd(hi.at[k]);
    BOTH rest.at[k] = _mm256_add_pd(_mm256_sub_pd(hi.at[k], floor_hi.at[k]), lo.at[k]);
    BOTH carry.at[k] = floor_pd(rest.at[k]);
    BOTH parts.rest.at[k] = _mm256_sub_pd(rest.at[k], carry.at[k]);
    BOTH parts.whole.at[k] = _mm256_add_pd(floor_hi.at[k], carry.at[k]);
    BOTH parts.decided.at[k] = _mm256_cmp_pd(parts.rest.at[k], half.at[k], _CMP_LT_OQ);
    BOTH up.at[k] = _mm256_cmp_pd(_mm256_sub_pd(one, parts.rest.at[k]), half.at[k], _CMP_LT_OQ);
    BOTH parts.tenfold.at[k] = _mm256_fmadd_pd(parts.rest.at[k], _mm256_set1_pd(10), DIGIT_MAGIC);
    BOTH parts.decided.at[k] = _mm256_or_pd(parts.decided.at[k], up.at[k]);
    BOTH parts.whole.at[k] = _mm256_add_pd(parts.whole.at[k], _mm256_and_pd(up.at[k], one));
    return parts;
}

INLINE __m256i last_digit(__m256d decided, __m256d tenfold)
{
    __m256i digit = _mm256_sub_epi64(_mm256_castpd_si256(tenfold),
                                     _mm256_castpd_si256(DIGIT_MAGIC));
    return _mm256_andnot_si256(_mm256_castpd_si256(decided), digit);
}

/* Integers below 2^53 as two times eight digits. 1e-8 is above 10^-8 by so little that the floor is
 * right: at a multiple of 10^8 because it is above, one before it because it is so little. */
INLINE void split_eights(eight_pd whole, eight_pd *high, eight_pd *low)
{
    BOTH high->at[k] = floor_pd(_mm256_mul_pd(whole.at[k], _mm256_set1_pd(1e-8)));
    BOTH low->at[k] = _mm256_fnmadd_pd(high->at[k], _mm256_set1_pd(1e8), whole.at[k]);
}

/* Integers below 10^8 as two words, (the last four digits, the first four); what is above those is
 * of no use. 1e-4 is above 10^-4, as 1e-8 is. */
INLINE eight_pd split_fours(eight_pd eights)
{
    eight_pd fours;
    BOTH fours.at[k] = floor_pd(_mm256_mul_pd(eights.at[k], _mm256_set1_pd(1e-4)));
    BOTH fours.at[k] = _mm256_fmadd_pd(fours.at[k], _mm256_set1_pd(65536 - 10000),
                                       _mm256_add_pd(eights.at[k], TWO_52));
    return fours;
}

/* The words of sixteen digits. */
INLINE void join_words(eight_pd high, eight_pd low, __m256i words[2])
{
    high = split_fours(high);
    low = split_fours(low);
    BOTH words[k] = _mm256_blend_epi32(_mm256_castpd_si256(low.at[k]),
                                       _mm256_slli_epi64(_mm256_castpd_si256(high.at[k]), 32),
                                       0xaa);
}

INLINE void split_sixteens(eight_pd whole, __m256i words[2])
{
    eight_pd high, low;
    split_eights(whole, &high, &low);
    join_words(high, low, words);
}

/* -1 where below */
INLINE __m256i is_below(__m256d value, double limit)
{
    return _mm256_castpd_si256(_mm256_cmp_pd(value, _mm256_set1_pd(limit), _CMP_LT_OQ));
}

/* The last digits, with minus the zeros in front of the others in the upper halves. */
INLINE void store_fine(const eight_parts *parts, __m256i fine[2])
{
    BOTH fine[k] = _mm256_blend_epi32(last_digit(parts->decided.at[k], parts->tenfold.at[k]),
                                      is_below(parts->whole.at[k], 1e15), 0xaa);
}

/* 2 m as doubles; 0 for 0. */
INLINE __m256d twice_significand(__m256d values)
{
    const __m256d fraction = splat_pd(UINT64_C(0x000fffffffffffff));
    const __m256d hidden = splat_pd(UINT64_C(0x4340000000000000)); /* 2^53 */
    __m256d is_zero = _mm256_cmp_pd(values, _mm256_setzero_pd(), _CMP_EQ_OQ);
    return _mm256_or_pd(_mm256_and_pd(values, fraction), _mm256_andnot_pd(is_zero, hidden));
}

INLINE uint32_t load_u16(const char *from)
{
    uint16_t value;
    memcpy(&value, from, 2);
    return value;
}

/* H of four doubles; of one that is not near one, anything. The place is hidden from the compiler:
 * clang would take the fields out of a vector of them, which is slower. */
INLINE __m256d load_halves(const char *values)
{
    __asm__("" : "+r"(values));
    return _mm256_setr_pd(
        half_f64[load_u16(values + 6) >> 4 & 127], half_f64[load_u16(values + 14) >> 4 & 127],
        half_f64[load_u16(values + 22) >> 4 & 127], half_f64[load_u16(values + 30) >> 4 & 127]);
}

/* Eight doubles near one, or zero. */
INLINE void decode_near_f64(const char *values, __m256i words[2], __m256i fine[2])
{
    eight_pd twice_m, half, hi, lo;
    BOTH twice_m.at[k] = twice_significand(
        _mm256_loadu_pd((const double *)(const void *)(values + 32 * k)));
    BOTH half.at[k] = load_halves(values + 32 * k);
    BOTH hi.at[k] = _mm256_mul_pd(twice_m.at[k], half.at[k]);
    BOTH lo.at[k] = _mm256_fmsub_pd(twice_m.at[k], half.at[k], hi.at[k]);
    eight_parts parts = decide(hi, lo, half);
    store_fine(&parts, fine);
    split_sixteens(parts.whole, words);
}

INLINE eight_pd widen_ps(__m256 floats)
{
    return (eight_pd){{_mm256_cvtps_pd(_mm256_castps256_ps128(floats)),
                       _mm256_cvtps_pd(_mm256_extractf128_ps(floats, 1))}};
}

/* Of eight floats in the order 0 2 1 3 4 6 5 7: 2 m as doubles. */
INLINE eight_pd load_twice_m_f32(const char *values)
{
    const __m256i hidden = _mm256_set1_epi32(0x4b800000); /* 2^24 */
    __m256i bits = _mm256_shuffle_epi32(load_256(values), 0xd8);
    __m256i fraction = _mm256_and_si256(bits, _mm256_set1_epi32(F32_FRACTION));
    return widen_ps(_mm256_castsi256_ps(_mm256_or_si256(fraction, hidden)));
}

/* H, and what lies within the interval: the margin more where m is even, less where it is odd. */
INLINE __m256d widen_half(__m256d half, __m256d twice_m, double margin)
{
    __m256i odd = _mm256_slli_epi64(_mm256_castpd_si256(twice_m), 63 - 29); /* the sign */
    return _mm256_add_pd(half, _mm256_xor_pd(_mm256_castsi256_pd(odd), _mm256_set1_pd(margin)));
}

/* Words and bytes of eight floats: I, and 10 F or, where I alone is the shortest, 0. */
INLINE void finish_f32(__m256i spare, eight_pd whole, eight_pd tenfold, __m256i *words,
                       __m256i fine[2])
{
    eight_pd fours = split_fours(whole);
    *words = mixed_lower_halves(_mm256_castpd_si256(fours.at[0]), _mm256_castpd_si256(fours.at[1]));
    BOTH fine[k] = _mm256_add_epi64(_mm256_castpd_si256(tenfold.at[k]), spare);
}

/* H of four floats in the order 0 2 1 3, for their fields. */
INLINE __m256d load_near_halves_f32(const uint32_t *field)
{
    return _mm256_setr_pd(half_f32[field[0]], half_f32[field[2]], half_f32[field[1]],
                          half_f32[field[3]]);
}

/* Eight floats near one, 2^-14 <= |v| < 2^50, or zero. x is one product. Where |v| < 2^24 it is
 * exact, and the ends of the interval are on no grid and at least 2^-27 away. Beyond, F and x + H
 * are wrong by less than 2^-28; an end is on the grid or 10^-8 away. So H +- 2^-28 decides rightly:
 * floor(x + H) is I, one more where the interval reaches up to it; 10 F is exact, or no half digit
 * is near. */
INLINE void decode_near_f32(const char *values, const uint32_t *field, __m256i spare,
                            __m256i *words, __m256i fine[2])
{
    eight_pd twice_m = load_twice_m_f32(values), half, x, whole, rest, tenfold;
    BOTH half.at[k] = load_near_halves_f32(field + 4 * k);
    BOTH x.at[k] = _mm256_mul_pd(twice_m.at[k], half.at[k]);
    BOTH half.at[k] = widen_half(half.at[k], twice_m.at[k], 0x1p-28);
    BOTH whole.at[k] = floor_pd(_mm256_add_pd(x.at[k], half.at[k]));
    BOTH rest.at[k] = _mm256_sub_pd(x.at[k], whole.at[k]);
    BOTH rest.at[k] = _mm256_andnot_pd(_mm256_cmp_pd(rest.at[k], half.at[k], _CMP_LT_OQ),
                                       rest.at[k]);
    BOTH tenfold.at[k] = _mm256_fmadd_pd(rest.at[k], _mm256_set1_pd(10), DIGIT_MAGIC);
    finish_f32(spare, whole, tenfold, words, fine);
}

INLINE __m256d load_two_f64(const double *lower, const double *upper)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(lower)), _mm_loadu_pd(upper),
                                1);
}

/* H of four floats in the order 0 2 1 3, as the sum of two doubles; 0 of zero. */
INLINE void load_halves_f32(const uint32_t *field, __m256d *half, __m256d *low)
{
    __m256d first = load_two_f64(digitrun_f32_halves[field[0]], digitrun_f32_halves[field[1]]);
    __m256d second = load_two_f64(digitrun_f32_halves[field[2]], digitrun_f32_halves[field[3]]);
    *half = _mm256_unpacklo_pd(first, second);
    *low = _mm256_unpackhi_pd(first, second);
}

/* Eight floats, but for the odd ones of write_rows.h. T is exact or has 106 bits, so F is wrong by
 * less than 2^-50. What is not on the grid is 2^-32.1 away at least: H + 2^-34 where the ends
 * belong to the interval, m being even, and H - 2^-34 where they do not decide rightly. */
INLINE void decode_far_f32(const char *values, const uint32_t *field, __m256i spare, __m256i *words,
                           __m256i fine[2])
{
    eight_pd twice_m = load_twice_m_f32(values), half, high, low, hi, lo, tenfold;
    BOTH load_halves_f32(field + 4 * k, &high.at[k], &low.at[k]);
    BOTH hi.at[k] = _mm256_mul_pd(twice_m.at[k], high.at[k]);
    BOTH lo.at[k] = _mm256_fmsub_pd(twice_m.at[k], high.at[k], hi.at[k]);
    BOTH lo.at[k] = _mm256_fmadd_pd(twice_m.at[k], low.at[k], lo.at[k]);
    BOTH half.at[k] = widen_half(high.at[k], twice_m.at[k], 0x1p-34);
    eight_parts parts = decide(hi, lo, half);
    BOTH tenfold.at[k] = _mm256_blendv_pd(parts.tenfold.at[k], DIGIT_MAGIC, parts.decided.at[k]);
    finish_f32(spare, parts.whole, tenfold, words, fine);
}

/* Normal doubles of any size. H is the sum of two doubles with 105 bits, and so the sum hi + lo,
 * that is x, is wrong by less than 2^-50. Where an end of the interval or a half digit lies as near
 * as DOUBT to the grid, or m is a power of two, another way decides. */
#define DOUBT 0x1p-40

/* Of eight powers of ten of the first digit, k + 16: e = -(k + 1) as floor(log2(10^e)), and where
 * 10^e is in digitrun_pow10, counted in words. */
INLINE void find_powers(const int32_t *leading, int32_t *log2, int32_t *place)
{
    __m256i e = _mm256_sub_epi32(_mm256_set1_epi32(15),
                                 _mm256_load_si256((const __m256i *)leading));
    __m256i product = _mm256_mullo_epi32(e, _mm256_set1_epi32(217707));
    __m256i row = _mm256_sub_epi32(e, _mm256_set1_epi32(POW10_LEAST));
    _mm256_store_si256((__m256i *)log2, _mm256_srai_epi32(product, 16));
    _mm256_store_si256((__m256i *)place, _mm256_add_epi32(row, row));
}

INLINE __m256i load_two_powers(const int32_t *place)
{
    const uint64_t *table = digitrun_pow10[0];
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(table + place[0]))),
        _mm_loadu_si128((const __m128i *)(const void *)(table + place[2])), 1);
}

/* H = 2^(field - 1076) * 10^e of four doubles with these exponent fields: 53 bits, and the 52 bits
 * behind those. */
INLINE void make_far_half(__m256i field, const int32_t *log2, const int32_t *place, __m256d *high,
                          __m256d *low)
{
    const __m256i fraction = _mm256_set1_epi64x(0xfffffffffffff);
    __m256i even = load_two_powers(place), odd = load_two_powers(place + 1);
    __m256i first = _mm256_unpacklo_epi64(even, odd), second = _mm256_unpackhi_epi64(even, odd);
    __m256i two = _mm256_cvtepi32_epi64(_mm_load_si128((const __m128i *)(const void *)log2));
    __m256i scale = _mm256_add_epi64(_mm256_add_epi64(field, two), _mm256_set1_epi64x(1023 - 1076));
    scale = _mm256_slli_epi64(scale, 52);
    __m256i low_scale = _mm256_sub_epi64(scale, _mm256_set1_epi64x(INT64_C(52) << 52));
    __m256i bits = _mm256_and_si256(_mm256_srli_epi64(first, 11), fraction);
    __m256i low_bits = _mm256_and_si256(
        _mm256_or_si256(_mm256_slli_epi64(first, 41), _mm256_srli_epi64(second, 23)), fraction);
    *high = _mm256_castsi256_pd(_mm256_or_si256(bits, scale));
    *low = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(low_bits, low_scale)),
                         _mm256_castsi256_pd(low_scale));
}

INLINE __m256d size_pd(__m256d value)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), value);
}

/* Where what decide found is beyond doubt. */
INLINE __m256d is_certain(const eight_parts *parts, __m256d half, int k)
{
    const __m256d doubt = _mm256_set1_pd(DOUBT);
    __m256d rest = parts->rest.at[k];
    __m256d below = size_pd(_mm256_sub_pd(rest, half));
    __m256d above = size_pd(_mm256_sub_pd(_mm256_sub_pd(_mm256_set1_pd(1), rest), half));
    __m256d ends = _mm256_cmp_pd(_mm256_min_pd(below, above), doubt, _CMP_GT_OQ);
    __m256d digit = _mm256_sub_pd(parts->tenfold.at[k], DIGIT_MAGIC);
    __m256d left = size_pd(_mm256_fmsub_pd(rest, _mm256_set1_pd(10), digit));
    __m256d digits = _mm256_cmp_pd(left, _mm256_set1_pd(0.5 - DOUBT), _CMP_LT_OQ);
    return _mm256_and_pd(ends, _mm256_or_pd(digits, parts->decided.at[k]));
}

INLINE __m256i four_lanes(uint32_t mask)
{
    const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(mask), bits), bits);
}

/* Eight values of a block to decode again. */
typedef struct far_eight {
    eight_pd twice_m;
    __m256i field[2];  /* q + 1075 */
    __m256i usable[2]; /* all bits set: normal, and no power of two */
} far_eight;

INLINE far_eight load_far(const char *values)
{
    const __m256i hidden = _mm256_set1_epi64x(INT64_C(0x4340000000000000)); /* 2^53 */
    far_eight eight;
    BOTH
    {
        __m256i bits = _mm256_loadu_si256((const __m256i *)(const void *)(values + 32 * k));
        __m256i m = _mm256_and_si256(bits, _mm256_set1_epi64x(F64_FRACTION));
        __m256i field = _mm256_srli_epi64(_mm256_add_epi64(bits, bits), 53);
        __m256i odd = _mm256_or_si256(
            _mm256_cmpeq_epi64(m, _mm256_setzero_si256()),
            _mm256_or_si256(_mm256_cmpeq_epi64(field, _mm256_setzero_si256()),
                            _mm256_cmpeq_epi64(field, _mm256_set1_epi64x(2047))));
        eight.field[k] = field;
        eight.usable[k] = _mm256_xor_si256(odd, _mm256_set1_epi64x(-1));
        eight.twice_m.at[k] = _mm256_castsi256_pd(_mm256_or_si256(m, hidden));
    }
    return eight;
}

/* Those of eight values that mask names. Returns which of them are still to do; of these the lanes
 * are well-formed, no more. */
INLINE uint32_t decode_far(const char *values, uint32_t mask, const int32_t *log2,
                           const int32_t *place, __m256i words[2], __m256i fine[2])
{
    far_eight eight = load_far(values);
    eight_pd hi, lo, half, low;
    __m256i new_words[2], new_fine[2];
    BOTH make_far_half(eight.field[k], log2 + 4 * k, place + 4 * k, &half.at[k], &low.at[k]);
    BOTH hi.at[k] = _mm256_mul_pd(eight.twice_m.at[k], half.at[k]);
    BOTH lo.at[k] = _mm256_fmsub_pd(eight.twice_m.at[k], half.at[k], hi.at[k]);
    BOTH lo.at[k] = _mm256_fmadd_pd(eight.twice_m.at[k], low.at[k], lo.at[k]);
    eight_parts parts = decide(hi, lo, half);
    store_fine(&parts, new_fine);
    split_sixteens(parts.whole, new_words);
    BOTH
    {
        __m256i asked = four_lanes(mask >> 4 * k);
        words[k] = _mm256_blendv_epi8(words[k], new_words[k], asked);
        fine[k] = _mm256_blendv_epi8(fine[k], new_fine[k], asked);
        __m256d done = _mm256_and_pd(_mm256_castsi256_pd(eight.usable[k]),
                                     is_certain(&parts, half.at[k], k));
        mask &= ~((uint32_t)_mm256_movemask_pd(done) << 4 * k);
    }
    return mask;
}
