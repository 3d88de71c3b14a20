/* kernels/avx2/read_exponent.h - tokens with exponents, eight a step.
 *
 * The index pass takes 1.25e-3 for a token whose digits are 1.25e-3, and the windows meet a byte
 * that is no digit. Here such tokens are gathered, their e is found, the bytes behind it are read
 * as a number, and the bytes before it go through windows again, scaled by a power of their own. */
#ifndef DIGITRUN_AVX2_READ_EXPONENT_H
#define DIGITRUN_AVX2_READ_EXPONENT_H

#include "kernels/avx2/read_convert.h"

/* Eight tokens' exponents. */
typedef struct powers_of_ten {
    __m256i exponent; /* what the text says */
    __m256i bad;      /* no number, or more than four bytes of it */
} powers_of_ten;

/* `tail`: the four bytes before the end of each token; `len`: how many are the exponent's, -1 where
 * there is none.
 *
 *     e - 0 5    tail 2 e - 05 with len 3    kept - 05    sign at its first byte    digits 0 5 */
ALWAYS_INLINE powers_of_ten read_exponents(__m256i tail, __m256i len)
{
    const __m256i ones = _mm256_set1_epi32(-1);
    const __m256i zero = _mm256_setzero_si256();
    /* a shift of 32 or more gives 0: nothing is kept of no exponent, and of one too long */
    const __m256i kept = _mm256_sllv_epi32(
        ones, _mm256_sub_epi32(_mm256_set1_epi32(32), _mm256_slli_epi32(len, 3)));
    const __m256i first = _mm256_andnot_si256(_mm256_slli_epi32(kept, 8), kept);
    const __m256i minus = _mm256_and_si256(_mm256_cmpeq_epi8(tail, _mm256_set1_epi8('-')), first);
    const __m256i plus = _mm256_and_si256(_mm256_cmpeq_epi8(tail, _mm256_set1_epi8('+')), first);
    const __m256i sign = _mm256_or_si256(minus, plus);
    __m256i digits = _mm256_and_si256(_mm256_sub_epi8(tail, _mm256_set1_epi8('0')), kept);
    digits = _mm256_andnot_si256(sign, digits);
    const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a));
    __m256i value = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
    const __m256i flip = _mm256_xor_si256(_mm256_cmpeq_epi32(minus, zero), ones);
    value = _mm256_sub_epi32(_mm256_xor_si256(value, flip), flip);

    const __m256i digit = _mm256_cmpeq_epi32(_mm256_subs_epu8(digits, _mm256_set1_epi8(9)), zero);
    const __m256i no_sign = _mm256_cmpeq_epi32(sign, zero);
    __m256i bad = _mm256_or_si256(_mm256_cmpeq_epi32(len, zero),
                                  _mm256_cmpgt_epi32(len, _mm256_set1_epi32(4)));
    bad = _mm256_or_si256(bad, _mm256_andnot_si256(digit, ones));
    bad = _mm256_or_si256(
        bad, _mm256_andnot_si256(no_sign, _mm256_cmpeq_epi32(len, _mm256_set1_epi32(1))));
    return (powers_of_ten){value, bad};
}

/* Copies the records of `lanes` together, the last one repeated to a multiple of eight. */
ALWAYS_INLINE uint32_t gather(reader *r, uint8_t *lane, uint64_t lanes)
{
    uint32_t *records = r->work->exponents.records;
    uint32_t count = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)_tzcnt_u64(lanes);
        lane[count] = (uint8_t)i;
        records[count++] = r->work->records[i];
    }
    for (uint32_t i = count; i % GROUP != 0; i++) {
        records[i] = records[count - 1];
    }
    return count;
}

/* Bits of the e of each token, and the last four bytes of it. */
ALWAYS_INLINE void mark_exponents(reader *r, uint32_t count)
{
    exponents *x = &r->work->exponents;
    const __m256i lower = _mm256_set1_epi8(0x20);
    const __m256i one = _mm256_set1_epi32(1);
    for (size_t i = 0; i < count; i += GROUP) {
        const __m256i record = load(x->records + i);
        const __m256i row = _mm256_add_epi32(_mm256_srli_epi32(record, 16), one);
        const __m256i negative = _mm256_srli_epi32(row, 12);
        const __m256i digits = _mm256_and_si256(_mm256_srli_epi32(row, 7), _mm256_set1_epi32(31));
        const __m256i len = _mm256_add_epi32(digits, negative);
        const __m256i before = _mm256_add_epi32(_mm256_and_si256(row, _mm256_set1_epi32(127)),
                                                negative);
        const __m256i start = _mm256_sub_epi32(_mm256_and_si256(record, _mm256_set1_epi32(0xffff)),
                                               before);
        store(x->starts + i, start);
        store(x->ends + i, _mm256_add_epi32(start, len));
        store(x->marks + i, _mm256_sllv_epi32(one, len));
    }
    for (size_t i = 0; i < (count + GROUP - 1u) / GROUP * GROUP; i++) {
        __m256i text = load(r->base - BIAS + x->starts[i]);
        text = _mm256_or_si256(text, lower);
        /* of the token alone: behind it may lie what nobody wrote */
        x->marks[i] |= bits_of(_mm256_cmpeq_epi8(text, _mm256_set1_epi8('e'))) & (x->marks[i] - 1);
        memcpy(&x->tails[i], r->base - BIAS - 4 + x->ends[i], 4);
    }
}

/* Makes records of what stands before the e, and the exponents less the places behind the point of
 * the window. Returns the lanes that are none. */
ALWAYS_INLINE uint64_t cut_records(reader *r, uint32_t count)
{
    exponents *x = &r->work->exponents;
    const __m256i bias = _mm256_set1_epi32(BIAS);
    const __m256i top = _mm256_set1_epi16(INT16_MAX);
    uint32_t with_exponent = 0;
    __m256i most_integer = _mm256_setzero_si256(), most_fraction = most_integer;
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += GROUP) {
        const __m256i record = load(x->records + i);
        const __m256i row = _mm256_add_epi32(_mm256_srli_epi32(record, 16), _mm256_set1_epi32(1));
        const __m256i negative = _mm256_srli_epi32(row, 12);
        const __m256i digits = _mm256_and_si256(_mm256_srli_epi32(row, 7), _mm256_set1_epi32(31));
        const __m256i before = _mm256_and_si256(row, _mm256_set1_epi32(127));
        const __m256i e = _mm256_sub_epi32(lowest_bit(x->marks + i), bias);
        const __m256i kept = _mm256_sub_epi32(e, negative); /* digits and point of the mantissa */
        const __m256i integer = _mm256_min_epi32(before, kept);
        const __m256i fraction = _mm256_sub_epi32(kept, integer);
        const __m256i len = _mm256_sub_epi32(_mm256_sub_epi32(digits, kept), _mm256_set1_epi32(1));
        with_exponent += 8 - (uint32_t)_mm_popcnt_u32(bits_of_lanes(len));
        const powers_of_ten p = read_exponents(load(x->tails + i), len);
        /* 5.e3 and .5e3 are left to be read by hand, if only because a list takes them */
        const __m256i odd = _mm256_or_si256(_mm256_cmpeq_epi32(integer, _mm256_setzero_si256()),
                                            _mm256_cmpeq_epi32(fraction, _mm256_set1_epi32(1)));
        bad |= (uint64_t)bits_of_lanes(_mm256_or_si256(p.bad, odd)) << i;
        most_integer = _mm256_max_epi32(most_integer, integer);
        most_fraction = _mm256_max_epi32(most_fraction, fraction);
        __m256i cut = _mm256_add_epi32(_mm256_slli_epi32(kept, 7), integer);
        cut = _mm256_add_epi32(cut, _mm256_slli_epi32(negative, 12));
        cut = _mm256_sub_epi32(cut, _mm256_set1_epi32(1));
        cut = _mm256_andnot_si256(odd, cut); /* no row but that of none */
        const __m256i point = _mm256_sub_epi32(_mm256_and_si256(record, _mm256_set1_epi32(0xffff)),
                                               _mm256_sub_epi32(before, integer));
        store(x->records + i, _mm256_or_si256(_mm256_slli_epi32(cut, 16), point));
        store(x->scales + i, p.exponent);
    }
    /* as 16-bit lanes: the upper halves are zero */
    r->most_integer = INT16_MAX - widest(_mm256_sub_epi16(top, most_integer));
    r->most_fraction = INT16_MAX - widest(_mm256_sub_epi16(top, most_fraction));
    r->with_exponent = with_exponent;
    return bad;
}

/* The pairs of four powers, from their places in the table. */
ALWAYS_INLINE halves load_powers(const uint32_t *places)
{
    const __m256d even = _mm256_castsi256_pd(load_halves(powers + places[0], powers + places[2]));
    const __m256d odd = _mm256_castsi256_pd(load_halves(powers + places[1], powers + places[3]));
    return (halves){_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd)};
}

/* Four values times powers of two. Sets bad where the result is not a normal number of the type,
 * and not zero. */
ALWAYS_INLINE __m256d scale_binary(__m256d value, __m128i by, element type, __m256i *bad)
{
    const __m256i zero = _mm256_castpd_si256(_mm256_cmp_pd(value, _mm256_setzero_pd(), _CMP_EQ_OQ));
    const __m256i shift = _mm256_slli_epi64(_mm256_cvtepi32_epi64(by), 52);
    const __m256i bits = _mm256_add_epi64(_mm256_castpd_si256(value),
                                          _mm256_andnot_si256(zero, shift));
    const int64_t least = type == ELEMENT_F32 ? INT64_C(897) << 52 : INT64_C(1) << 52;
    const int64_t most = type == ELEMENT_F32 ? INT64_C(0x47efffffe0000000)
                                             : INT64_C(0x7fefffffffffffff);
    const __m256i small = _mm256_cmpgt_epi64(_mm256_set1_epi64x(least), bits);
    const __m256i large = _mm256_cmpgt_epi64(bits, _mm256_set1_epi64x(most));
    *bad = _mm256_andnot_si256(zero, _mm256_or_si256(small, large));
    return _mm256_castsi256_pd(bits);
}

/* Four integers to values at out[0 .. 3]; returns the lanes in doubt. */
ALWAYS_INLINE __m256i scale_four(const reader *r, size_t i, __m256d wide, void *out, element type)
{
    const exponents *x = &r->work->exponents;
    const halves h = take_integers(r, i, wide);
    const halves power = load_powers(x->places + i);
    const proved p = multiply_proved(h.upper, h.lower, power.upper, power.lower,
                                     _mm256_set1_pd(PROOF_MARGIN));
    const __m256d doubt = _mm256_cmp_pd(p.value, p.other, _CMP_NEQ_UQ);
    __m256i outside;
    const __m256d value = scale_binary(p.value, load_half(x->scales + i), type, &outside);
    const __m256i middle = put(out, i, value, x->records + i, type);
    return _mm256_or_si256(_mm256_or_si256(outside, middle), _mm256_castpd_si256(doubt));
}

/* From exponents to places in the table and binary exponents. Returns the lanes out of its range.
 */
ALWAYS_INLINE uint64_t place_powers(reader *r, uint32_t count, int places)
{
    exponents *x = &r->work->exponents;
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i += GROUP) {
        const __m256i wanted = _mm256_sub_epi32(load(x->scales + i), _mm256_set1_epi32(places));
        const __m256i q = _mm256_min_epi32(_mm256_max_epi32(wanted, _mm256_set1_epi32(POWER_LEAST)),
                                           _mm256_set1_epi32(POWER_MOST));
        bad |= (uint64_t)(bits_of_lanes(_mm256_cmpeq_epi32(q, wanted)) ^ 0xff) << i;
        store(x->places + i,
              _mm256_slli_epi32(_mm256_sub_epi32(q, _mm256_set1_epi32(POWER_LEAST)), 1));
        store(x->scales + i,
              _mm256_srai_epi32(_mm256_mullo_epi32(q, _mm256_set1_epi32(1741647)), 19));
    }
    return bad;
}

/* The records in the workspace to out[0 ..]. Returns those that must be read by hand. */
ALWAYS_INLINE uint64_t scale_records(reader *r, uint32_t count, void *out, element type)
{
    exponents *x = &r->work->exponents;
    uint64_t bad = 0;
    mark_exponents(r, count);
    bad |= cut_records(r, count);
    if (type == ELEMENT_COUNT) {
        return bad | look_at_digits(r, x->records, count);
    }
    const points p = choose_points(r);
    const bool middle = block_fits(r, 24, p.middle);
    const scale s = middle ? make_scale(r, 24, p.middle) : make_scale(r, 32, p.wide);
    if (middle) {
        put_integers(r, x->records, count, &s.window, 24);
    } else {
        put_integers(r, x->records, count, &s.window, 32);
        bad |= lanes_outside(x->records, count, 32, p.wide);
    }
    bad |= place_powers(r, count, s.places);
    const __m256d wide = _mm256_set1_pd(s.window.weights->join_wide);
    for (size_t i = 0; i < count; i += GROUP) {
        __m256i low = scale_four(r, i, wide, out, type);
        __m256i high = scale_four(r, i + 4, wide, out, type);
        bad |= bits_of_doubles(low, high) << i;
    }
    const uint64_t unclean = unclean_lanes(r, count);
    return unclean == 0 ? bad : bad | lanes_with_others(r, x->records, unclean);
}

/* Reads the lanes of the block that `lanes` names, with or without exponents, and stores their
 * values. Returns those that must be read by hand. */
ALWAYS_INLINE uint64_t convert_exponents(reader *r, void *values, uint64_t lanes, element type)
{
    uint8_t lane[BLOCK];
    double gathered[BLOCK];
    uint64_t left = 0;
    const uint32_t count = gather(r, lane, lanes);
    uint64_t bad = scale_records(r, count, gathered, type);
    for (uint32_t i = 0; i < count && type != ELEMENT_COUNT; i++) {
        if (type == ELEMENT_F64) {
            ((double *)values)[lane[i]] = gathered[i];
        } else {
            ((float *)values)[lane[i]] = ((float *)gathered)[i];
        }
    }
    for (bad &= UINT64_MAX >> (BLOCK - count); bad != 0; bad &= bad - 1) {
        left |= UINT64_C(1) << lane[_tzcnt_u64(bad)];
    }
    return left;
}

/* The same for the whole block. */
ALWAYS_INLINE uint64_t convert_all_exponents(reader *r, void *values, element type)
{
    memcpy(r->work->exponents.records, r->work->records, sizeof r->work->exponents.records);
    return scale_records(r, r->block, values, type);
}

NOINLINE uint64_t convert_exponents_f64(reader *r, void *values, uint64_t lanes)
{
    return lanes == 0 ? convert_all_exponents(r, values, ELEMENT_F64)
                      : convert_exponents(r, values, lanes, ELEMENT_F64);
}

NOINLINE uint64_t convert_exponents_f32(reader *r, void *values, uint64_t lanes)
{
    return lanes == 0 ? convert_all_exponents(r, values, ELEMENT_F32)
                      : convert_exponents(r, values, lanes, ELEMENT_F32);
}

NOINLINE uint64_t look_at_exponents(reader *r, uint64_t lanes)
{
    return lanes == 0 ? convert_all_exponents(r, NULL, ELEMENT_COUNT)
                      : convert_exponents(r, NULL, lanes, ELEMENT_COUNT);
}

ALWAYS_INLINE uint64_t convert_block_exponents(reader *r, void *values, uint64_t lanes,
                                               element type)
{
    return type == ELEMENT_F64   ? convert_exponents_f64(r, values, lanes)
           : type == ELEMENT_F32 ? convert_exponents_f32(r, values, lanes)
                                 : look_at_exponents(r, lanes);
}

#endif
