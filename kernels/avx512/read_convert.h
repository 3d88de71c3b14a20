/* kernels/avx512/read_convert.h - passes 2b and 3: digits to integers to doubles, eight tokens a
 * step.
 *
 * Expanding the stream of digits by the lanes of eight tokens sets each right-aligned in a lane of
 * its own: 16 digits, or 32. Three multiply-adds make integers of eight digits, two of them one of
 * 16. There is no point in the way and no branch on a length.
 *
 * Rounding, by kernels/round.h, all of it with the rounding in the instruction:
 *     quotient  at most 15 digits and no exponent: w and 10^k are doubles, RN(w / 10^k) the value
 *     product   w < 2^64 is high + low exactly, |low| <= 2^-53 high: high = RN(w), and w - high is
 *               an integer below 2^11. The power is a pair. Margin and proof as there.
 *     pair      of 32 digits, w = A * 10^16 + B. Each of A and B is a double and an integer of 0
 *               or +-1. With u = 2^-53, a = RN(A' * 10^16), and what it lacks of A * 10^16 is a
 *               multiple of 2^16 below 2^55, so exact. a >= B or a = 0, so their sum is exact as
 *               RN(a + B') and a rest; the three rests, of 2 u w, u w and u w at most, are added
 *               with two roundings, off by 3 u^2 w and 4 u^2 w: another 2^-103 w for the proof of
 *               the product, whose sum stays below 2^-101 w, half the margin.
 * Float by rounding to odd: to zero first, then the last bit set where that was not exact. A double
 * has more than 24 + 2 bits, so that rounding it to float gives RN_f of the value itself.
 *     quotient  to zero; w - r * 10^k is exact by FMA, and 0 only if r is
 *     product   both ends of the interval that holds the value, to zero. If they are equal, the
 *               value lies above r, for it lies above the lower end, and below the double behind r.
 *               Else it lies within 2^-98 r of the upper one, r: RN_f(value) = RN_f(r) unless r is
 *               the middle of two floats. */
#ifndef DIGITRUN_AVX512_READ_CONVERT_H
#define DIGITRUN_AVX512_READ_CONVERT_H

#include "kernels/avx512/read_types.h"

#include "kernels/avx2/powers.h"
#include "kernels/avx512/powers.h"

/* See kernels/round.h. */
#define PROOF_MARGIN 0x1p-100

typedef enum scaling {
    SCALE_QUOTIENT,    /* 15 digits */
    SCALE_PLACES_FEW,  /* 15 places behind the point */
    SCALE_PLACES_MANY, /* 31 */
    SCALE_POWERS,      /* any power of ten */
    SCALE_ANY_PLACES,  /* the same, of places behind the point */
    SCALE_NONE         /* only the digits are looked at */
} scaling;

/* How a chunk is converted. */
typedef struct recipe {
    element type;
    bool wide; /* lanes of 32 digits, */
    bool pair; /* all of which count; else 19 */
    bool lead; /* a leading 0 is to be looked for */
    scaling scaling;
} recipe;

/* What is left over. */
typedef struct outcome {
    bool leading_zero;
    uint32_t doubts;
} outcome;

/* Eight values and the lanes that are not proved. */
typedef struct eight {
    __m512d values;
    __mmask8 doubt;
} eight;

ALWAYS_INLINE __m512i to_fours(__m512i digits)
{
    const __m512i pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010a));
    return _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010064));
}

/* Integers of eight digits, and of 16 of each two. */
ALWAYS_INLINE __m512i join_fours(__m512i first, __m512i second)
{
    const __m512i eights = _mm512_madd_epi16(_mm512_packus_epi32(first, second),
                                             _mm512_set1_epi32(0x00012710));
    return _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(100000000)),
                            _mm512_srli_epi64(eights, 32));
}

/* Integers of lanes of 16 digits, four in each of a and b. */
ALWAYS_INLINE __m512i join_16(__m512i a, __m512i b)
{
    const __m512i order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
    return _mm512_permutexvar_epi64(order, join_fours(to_fours(a), to_fours(b)));
}

/* Of lanes of 32 digits: high * 10^16 + low. */
typedef struct halves {
    __m512i high, low;
} halves;

ALWAYS_INLINE halves join_32(const __m512i part[4])
{
    const __m512i a = join_fours(to_fours(part[0]), to_fours(part[1]));
    const __m512i b = join_fours(to_fours(part[2]), to_fours(part[3]));
    const __m512i high = _mm512_set_epi64(13, 9, 12, 8, 5, 1, 4, 0);
    const __m512i low = _mm512_set_epi64(15, 11, 14, 10, 7, 3, 6, 2);
    return (halves){_mm512_permutex2var_epi64(a, high, b), _mm512_permutex2var_epi64(a, low, b)};
}

/* Whether a token of several digits before the point starts with 0. `size` is of a lane, in bits;
 * `first` the tokens the lanes are of, a bit each of them. */
ALWAYS_INLINE __mmask64 leading_zeros(__m512i digits, uint64_t lanes, uint32_t size, uint64_t first)
{
    const uint64_t least = size == 16 ? UINT64_C(0x0001000100010001) : UINT64_C(0x0000000100000001);
    const uint64_t wanted = _pdep_u64(first, least) * (size == 16 ? 0xffff : 0xffffffff);
    const uint64_t top = lanes & ~(lanes << 1 & ~least) & wanted;
    return _mm512_mask_testn_epi8_mask(_cvtu64_mask64(top), digits, digits);
}

/* The next `count_bits(lanes)` digits. */
ALWAYS_INLINE __m512i take_digits(const uint8_t **digits, uint64_t lanes)
{
    const __m512i taken = expand(lanes, load(*digits));
    *digits += count_bits(lanes);
    return taken;
}

ALWAYS_INLINE __m512i integers_16(const uint8_t *lanes, const uint8_t **digits, bool lead,
                                  uint32_t long_integer, __mmask64 *zeros)
{
    const uint64_t low = load_u64(lanes), high = load_u64(lanes + 8);
    const __m512i a = take_digits(digits, low);
    const __m512i b = take_digits(digits, high);
    if (lead) {
        *zeros = _kor_mask64(*zeros, leading_zeros(a, low, 16, long_integer & 0xf));
        *zeros = _kor_mask64(*zeros, leading_zeros(b, high, 16, long_integer >> 4));
    }
    return join_16(a, b);
}

ALWAYS_INLINE halves integers_32(const uint8_t *lanes, const uint8_t **digits, bool lead,
                                 uint32_t long_integer, __mmask64 *zeros)
{
    __m512i part[4];
    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t two = load_u64(lanes + 8 * i);
        part[i] = take_digits(digits, two);
        if (lead) {
            *zeros = _kor_mask64(*zeros,
                                 leading_zeros(part[i], two, 32, long_integer >> 2 * i & 3));
        }
    }
    return join_32(part);
}

/* Of a table of 16, and of 32. */
ALWAYS_INLINE __m512d look_up_16(const uint64_t *table, __m512i places)
{
    return _mm512_castsi512_pd(_mm512_permutex2var_epi64(load(table), places, load(table + 8)));
}

ALWAYS_INLINE __m512d look_up(const uint64_t *table, __m512i places, bool few)
{
    if (few) {
        return look_up_16(table, places);
    }
    const __mmask8 upper = _mm512_test_epi64_mask(places, _mm512_set1_epi64(16));
    return _mm512_mask_blend_pd(upper, look_up_16(table, places), look_up_16(table + 16, places));
}

/* high + low, |low| <= 2^-53 high */
typedef struct pair {
    __m512d high, low;
} pair;

/* Exactly. */
ALWAYS_INLINE pair split(__m512i integers)
{
    const __m512d high = _mm512_cvt_roundepu64_pd(integers, NEAREST);
    const __m512i rest = _mm512_sub_epi64(integers, _mm512_cvt_roundpd_epu64(high, NEAREST));
    return (pair){high, _mm512_cvt_roundepi64_pd(rest, NEAREST)};
}

/* a + b, |a| >= |b| or a = 0. */
ALWAYS_INLINE pair add_exactly(__m512d a, __m512d b)
{
    const __m512d sum = _mm512_add_round_pd(a, b, NEAREST);
    return (pair){sum, _mm512_sub_round_pd(b, _mm512_sub_round_pd(sum, a, NEAREST), NEAREST)};
}

/* See the top of this file. */
ALWAYS_INLINE pair join(halves h)
{
    const __m512d unit = _mm512_set1_pd(1e16);
    const pair upper = split(h.high), lower = split(h.low);
    const __m512d a = _mm512_mul_round_pd(upper.high, unit, NEAREST);
    __m512d rest = _mm512_fmsub_round_pd(upper.high, unit, a, NEAREST);
    rest = _mm512_fmadd_round_pd(upper.low, unit, rest, NEAREST);
    const pair sum = add_exactly(a, lower.high);
    rest = _mm512_add_round_pd(rest, sum.low, NEAREST);
    rest = _mm512_add_round_pd(rest, lower.low, NEAREST);
    return add_exactly(sum.high, rest);
}

ALWAYS_INLINE __mmask8 is_not(__m512d a, __m512d b)
{
    return _mm512_cmp_round_pd_mask(a, b, _CMP_NEQ_UQ, _MM_FROUND_NO_EXC);
}

ALWAYS_INLINE __m512d set_last_bit(__m512d values, __mmask8 lanes)
{
    const __m512i bits = _mm512_castpd_si512(values);
    return _mm512_castsi512_pd(_mm512_mask_or_epi64(bits, lanes, bits, _mm512_set1_epi64(1)));
}

ALWAYS_INLINE eight divide(__m512i integers, __m512i places, element type)
{
    const __m512d w = _mm512_cvt_roundepu64_pd(integers, NEAREST);
    const __m512d power = look_up_16(whole_powers, places);
    if (type == ELEMENT_F64) {
        return (eight){_mm512_div_round_pd(w, power, NEAREST), 0};
    }
    const __m512d r = _mm512_div_round_pd(w, power, TO_ZERO);
    const __m512d rest = _mm512_fnmadd_round_pd(r, power, w, NEAREST);
    return (eight){set_last_bit(r, is_not(rest, _mm512_setzero_pd())), 0};
}

/* Lanes that are exactly the middle of two floats, if they are floats' normal numbers. */
ALWAYS_INLINE __mmask8 middles(__m512d values)
{
    const __m512i low = _mm512_and_si512(_mm512_castpd_si512(values),
                                         _mm512_set1_epi64(0x1fffffff));
    return _mm512_cmpeq_epi64_mask(low, _mm512_set1_epi64(0x10000000));
}

ALWAYS_INLINE __mmask8 is_some(__m512d values)
{
    const __m512i bits = _mm512_castpd_si512(values);
    return _mm512_test_epi64_mask(bits, bits);
}

ALWAYS_INLINE eight multiply(pair w, __m512d power_high, __m512d power_low, element type)
{
    const __m512d margin = _mm512_set1_pd(PROOF_MARGIN);
    const __m512d p = _mm512_mul_round_pd(w.high, power_high, NEAREST);
    __m512d e = _mm512_fmsub_round_pd(w.high, power_high, p, NEAREST);
    e = _mm512_fmadd_round_pd(w.high, power_low, e, NEAREST);
    e = _mm512_fmadd_round_pd(w.low, power_high, e, NEAREST);
    const __m512d lower = _mm512_fnmadd_round_pd(p, margin, e, NEAREST);
    const __m512d upper = _mm512_fmadd_round_pd(p, margin, e, NEAREST);
    if (type == ELEMENT_F64) {
        const __m512d value = _mm512_add_round_pd(p, lower, NEAREST);
        return (eight){value, is_not(value, _mm512_add_round_pd(p, upper, NEAREST))};
    }
    const __m512d r = _mm512_add_round_pd(p, upper, TO_ZERO);
    const __mmask8 near = is_not(_mm512_add_round_pd(p, lower, TO_ZERO), r);
    return (eight){set_last_bit(r, (__mmask8)(is_some(w.high) & ~near)),
                   (__mmask8)(near & middles(r))};
}

/* Four pairs of the table, for every other of eight places. */
ALWAYS_INLINE __m512d load_pairs(const uint64_t *at)
{
    const double *table = (const double *)(const void *)powers;
    const __m256d low = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(table + at[0])),
                                             _mm_load_pd(table + at[2]), 1);
    const __m256d high = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(table + at[4])),
                                              _mm_load_pd(table + at[6]), 1);
    return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}

/* Times any power of ten: the pair of its table, then a power of two, which is exact where the
 * result is a normal number. The smallest one may also have come of rounding up. */
ALWAYS_INLINE eight multiply_any(pair w, __m512i wanted, element type)
{
    const __m512i least = _mm512_set1_epi64(POWER_LEAST), most = _mm512_set1_epi64(POWER_MOST);
    const __m512i q = _mm512_min_epi64(_mm512_max_epi64(wanted, least), most);
    const __m512i places = _mm512_slli_epi64(_mm512_sub_epi64(q, least), 1);
    uint64_t at[GROUP];
    store(at, places);
    const __m512d even = load_pairs(at), odd = load_pairs(at + 1);
    eight e = multiply(w, _mm512_unpacklo_pd(even, odd), _mm512_unpackhi_pd(even, odd), type);
    const __m512i two = _mm512_srai_epi64(_mm512_mul_epi32(q, _mm512_set1_epi64(1741647)), 19);
    const __m512d smallest = _mm512_set1_pd(type == ELEMENT_F32 ? 0x1p-126 : 0x1p-1022);
    const __m512d greatest = _mm512_set1_pd(type == ELEMENT_F32 ? 0x1.fffffep127
                                                                : 0x1.fffffffffffffp1023);
    e.values = _mm512_scalef_round_pd(e.values, _mm512_cvt_roundepi64_pd(two, NEAREST), NEAREST);
    e.doubt |= _mm512_cmpneq_epi64_mask(q, wanted);
    e.doubt |= _mm512_mask_cmp_round_pd_mask(is_some(w.high), e.values, smallest, _CMP_LE_OQ,
                                             _MM_FROUND_NO_EXC);
    e.doubt |= _mm512_cmp_round_pd_mask(e.values, greatest, _CMP_GT_OQ, _MM_FROUND_NO_EXC);
    return e;
}

/* Eight integers times the powers of ten of scales. */
ALWAYS_INLINE eight scale(pair w, const int16_t *scales, recipe how)
{
    const __m512i by = _mm512_cvtepi16_epi64(_mm_loadu_si128((const __m128i *)scales));
    if (how.scaling == SCALE_POWERS) {
        return multiply_any(w, by, how.type);
    }
    if (how.scaling == SCALE_ANY_PLACES) {
        return multiply_any(w, _mm512_sub_epi64(_mm512_setzero_si512(), by), how.type);
    }
    const bool few = how.scaling == SCALE_PLACES_FEW;
    eight e = multiply(w, look_up(part_powers_high, by, few), look_up(part_powers_low, by, few),
                       how.type);
    if (!few) {
        e.doubt |= _mm512_cmpgt_epi64_mask(by, _mm512_set1_epi64(31));
    }
    return e;
}

/* The next eight tokens in lanes of 16 digits, and of 32. */
ALWAYS_INLINE eight read_narrow(const uint8_t *lanes, const uint8_t **digits, const int16_t *scales,
                                uint32_t long_integer, __mmask64 *zeros, recipe how)
{
    const __m512i integers = integers_16(lanes, digits, how.lead, long_integer, zeros);
    if (how.scaling == SCALE_NONE) {
        return (eight){_mm512_setzero_pd(), 0};
    }
    if (how.scaling == SCALE_QUOTIENT) {
        const __m512i by = _mm512_cvtepi16_epi64(_mm_loadu_si128((const __m128i *)scales));
        return divide(integers, by, how.type);
    }
    return scale(split(integers), scales, how);
}

ALWAYS_INLINE eight read_wide(const uint8_t *lanes, const uint8_t **digits, const int16_t *scales,
                              uint32_t long_integer, __mmask64 *zeros, recipe how)
{
    const halves h = integers_32(lanes, digits, how.lead, long_integer, zeros);
    if (how.scaling == SCALE_NONE) {
        return (eight){_mm512_setzero_pd(), 0};
    }
    if (how.pair) {
        return scale(join(h), scales, how);
    }
    const __m512i high = _mm512_mullo_epi64(h.high, _mm512_set1_epi64(10000000000000000));
    eight e = scale(split(_mm512_add_epi64(high, h.low)), scales, how);
    e.doubt |= _mm512_cmpgt_epu64_mask(h.high, _mm512_set1_epi64(999));
    return e;
}

/* The first `count` of eight values, with their signs. */
ALWAYS_INLINE void put(void *values, uint32_t i, uint32_t count, __m512d eight_values,
                       __mmask8 minus, element type)
{
    const __m512i bits = _mm512_castpd_si512(eight_values);
    const __m512d signed_values = _mm512_castsi512_pd(
        _mm512_mask_xor_epi64(bits, minus, bits, _mm512_set1_epi64(INT64_MIN)));
    const __mmask8 used = (__mmask8)first_bits(count);
    if (type == ELEMENT_F64) {
        double *to = (double *)values + i;
        if (LIKELY(count >= GROUP)) {
            _mm512_storeu_pd(to, signed_values);
        } else {
            _mm512_mask_storeu_pd(to, used, signed_values);
        }
        return;
    }
    const __m256 floats = _mm512_cvt_roundpd_ps(signed_values, NEAREST);
    float *to = (float *)values + i;
    if (LIKELY(count >= GROUP)) {
        _mm256_storeu_ps(to, floats);
    } else {
        _mm256_mask_storeu_ps(to, used, floats);
    }
}

ALWAYS_INLINE outcome convert(const reader *r, const chunk *c, void *values, recipe how)
{
    workspace *w = r->work;
    const uint8_t *digits = w->digits;
    const uint8_t *lanes = (const uint8_t *)w->u.lanes;
    __mmask64 zeros = 0;
    uint32_t doubts = 0;
    for (uint32_t i = 0; i < c->tokens; i += GROUP) {
        const uint32_t count = c->tokens - i < GROUP ? c->tokens - i : GROUP;
        const uint32_t long_integer = w->long_integer[i / 8];
        const int16_t *scales = w->scales + i;
        const eight e = how.wide ? read_wide(lanes, &digits, scales, long_integer, &zeros, how)
                                 : read_narrow(lanes, &digits, scales, long_integer, &zeros, how);
        lanes += how.wide ? 32 : 16;
        if (how.scaling == SCALE_NONE) {
            continue;
        }
        put(values, i, count, e.values, w->minus[i / 8], how.type);
        if (how.wide || how.scaling != SCALE_QUOTIENT) {
            const uint32_t lanes_in_doubt = (uint32_t)e.doubt & (0xff >> (GROUP - count));
            w->doubt[i / GROUP] = (uint8_t)lanes_in_doubt;
            doubts += count_bits(lanes_in_doubt);
        }
    }
    return (outcome){_cvtmask64_u64(zeros) != 0, doubts};
}

typedef outcome converter(const reader *r, const chunk *c, void *values);

/* The recipes are few enough to be each a loop of its own. */
enum { QUOTIENT, FEW, POWERS, WIDE_FEW, WIDE_MANY, WIDE_POWERS, PAIR_PLACES, PAIR_POWERS, RECIPES };

enum { NARROW_DIGITS = 16, INTEGER_DIGITS = 19 };

static bool is_wide(unsigned which)
{
    return which >= WIDE_FEW;
}

/* `pairs`: of late many tokens had more digits than an integer holds. */
static unsigned choose_recipe(const chunk *c, bool exponents, bool pairs)
{
    if (pairs && c->longest > INTEGER_DIGITS) {
        return exponents ? PAIR_POWERS : PAIR_PLACES;
    }
    if (exponents) {
        return c->longest > NARROW_DIGITS ? WIDE_POWERS : POWERS;
    }
    if (c->longest <= 15) {
        return QUOTIENT;
    }
    return c->fraction > 15 ? WIDE_MANY : c->longest > NARROW_DIGITS ? WIDE_FEW : FEW;
}

#define LOOP(name, type, wide, pair, lead, scaling)                              \
    NOINLINE outcome name(const reader *r, const chunk *c, void *values)         \
    {                                                                            \
        return convert(r, c, values, (recipe){type, wide, pair, lead, scaling}); \
    }
#define LOOPS(name, type, lead)                                                    \
    LOOP(name##_quotient, type, false, false, lead, SCALE_QUOTIENT)                \
    LOOP(name##_few, type, false, false, lead, SCALE_PLACES_FEW)                   \
    LOOP(name##_powers, type, false, false, lead, SCALE_POWERS)                    \
    LOOP(name##_wide_few, type, true, false, lead, SCALE_PLACES_FEW)               \
    LOOP(name##_wide_many, type, true, false, lead, SCALE_PLACES_MANY)             \
    LOOP(name##_wide_powers, type, true, false, lead, SCALE_POWERS)                \
    LOOP(name##_pair_places, type, true, true, lead, SCALE_ANY_PLACES)             \
    LOOP(name##_pair_powers, type, true, true, lead, SCALE_POWERS)                 \
    static converter *const name##_loops[RECIPES] = {                              \
        name##_quotient,  name##_few,         name##_powers,      name##_wide_few, \
        name##_wide_many, name##_wide_powers, name##_pair_places, name##_pair_powers};

LOOPS(f64, ELEMENT_F64, false)
LOOPS(f32, ELEMENT_F32, false)
LOOPS(f64_lead, ELEMENT_F64, true)
LOOPS(f32_lead, ELEMENT_F32, true)
LOOP(look_narrow, ELEMENT_COUNT, false, false, true, SCALE_NONE)
LOOP(look_wide, ELEMENT_COUNT, true, false, true, SCALE_NONE)

/* Converts the chunk by recipe `which`; values may be NULL where they are only counted. */
ALWAYS_INLINE outcome convert_chunk(const reader *r, const chunk *c, void *values, unsigned which,
                                    element type)
{
    const bool lead = r->lead && c->long_integers;
    if (type == ELEMENT_COUNT) {
        return !lead            ? (outcome){false, 0}
               : is_wide(which) ? look_wide(r, c, values)
                                : look_narrow(r, c, values);
    }
    if (type == ELEMENT_F64) {
        return (lead ? f64_lead_loops : f64_loops)[which](r, c, values);
    }
    return (lead ? f32_lead_loops : f32_loops)[which](r, c, values);
}

#endif
