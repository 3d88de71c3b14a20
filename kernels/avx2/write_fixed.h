/* kernels/avx2/write_fixed.h - fixed(p), p <= 17: |v| * 10^p rounded to an integer, and its text.
 *
 * Let x = |v| * 10^p = hi + lo, hi = RN(x); 10^p is a double, so an FMA gives lo exactly (or x is
 * so small that it rounds to 0 whatever lo is). Let I = hi rounded half to even, f = hi - I, exact.
 *
 *     hi < 2^52     |f| < 1/2 is at least an ulp of hi away from 1/2, and |lo| at most half an ulp:
 *                   I. f = 1/2, lo > 0: I + 1. f = -1/2, lo < 0: I - 1. Else I; where lo = 0, that
 *                   is the tie, and I is even
 *     hi < 2^53     f = 0, |lo| <= 1/2: I. A tie has lo = +-1/2, and then hi is even, being RN
 *     hi >= 2^53    hi is even; lo rounded half to even is to be added
 *
 * Below 10^16 the integer has the sixteen digits of a block's split; a 17th, the top one, is put by
 * hand. Digits are stored first digit first. */

/* How the texts of a layout look: pick[i..] and base[i..] make that which begins with digit i. */
typedef struct fixed_rule {
    uint8_t pick[64] __attribute__((aligned(64))); /* so that no load crosses a line */
    uint8_t base[64];
    double power;
    uint32_t precision;
    uint32_t total; /* length of a text with all sixteen digits */
    uint32_t last;  /* the digit that stands in any case */
    uint8_t keep_zero_sign;
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
    memset(rule->pick, 0x80, sizeof rule->pick);
    memset(rule->base, '0', sizeof rule->base);
    for (uint32_t i = 0; i < rule->total; i++) {
        if (i == whole) {
            rule->base[i] = '.';
        } else if (p < 16 || i >= rule->total - 16) {
            rule->pick[i] = (uint8_t)at++;
        }
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

/* The same as split_sixteens up to 10^17, with a digit on top. Each part may be one unit of the
 * next off at first, as products are rounded and lo is added behind. Returns where that digit is
 * not 0. */
INLINE uint32_t split_seventeens(const fixed_eight *x, __m256i split[4], double *top)
{
    uint32_t wide_mask = 0;
    BOTH
    {
        __m256d is_large = _mm256_cmp_pd(x->hi.at[k], _mm256_set1_pd(0x1p53), _CMP_GE_OQ);
        __m256d more = _mm256_blendv_pd(x->more.at[k], round_pd(x->lo.at[k]), is_large);
        __m256d first = floor_pd(_mm256_mul_pd(x->whole.at[k], _mm256_set1_pd(1e-16)));
        __m256d rest = _mm256_fnmadd_pd(first, _mm256_set1_pd(1e16), x->whole.at[k]);
        __m256d high = floor_pd(_mm256_mul_pd(rest, _mm256_set1_pd(1e-8)));
        __m256d low = _mm256_fnmadd_pd(high, _mm256_set1_pd(1e8), rest);
        low = _mm256_add_pd(low, more);
        carry_pd(&high, &low, 1e8);
        carry_pd(&first, &high, 1e8);
        _mm256_storeu_pd(top + 4 * k, first);
        wide_mask |=
            (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(first, _mm256_setzero_pd(), _CMP_GT_OQ))
            << 4 * k;
        high = _mm256_add_pd(high, TWO_52);
        low = _mm256_add_pd(low, TWO_52);
        split[2 * k] = _mm256_castpd_si256(_mm256_unpacklo_pd(low, high));
        split[2 * k + 1] = _mm256_castpd_si256(_mm256_unpackhi_pd(low, high));
    }
    return wide_mask;
}

typedef struct fixed_masks {
    uint64_t wide, outside; /* has a digit on top; too large, or not finite */
} fixed_masks;

/* Integers and signs of a block. */
INLINE fixed_masks decode_fixed_block(const fixed_rule *rule, type_of_value type,
                                      const char *values, size_t count, double *top,
                                      write_block *block)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    const __m256i keep = _mm256_set1_epi64x(rule->keep_zero_sign ? -1 : 0);
    fixed_masks masks = {0, 0};
    for (size_t i = 0; i < count; i += 8) {
        eight_pd value, whole;
        __m256i sign[2];
        uint32_t large = 0, outside = 0;
        BOTH value.at[k] = load_four(type, values + size * i, k);
        fixed_eight x = round_fixed_eight(rule->power, &value);
        BOTH whole.at[k] = _mm256_add_pd(x.whole.at[k], x.more.at[k]);
        split_sixteens(whole, &block->split[i / 2]);
        BOTH
        {
            __m256d zero = _mm256_cmp_pd(whole.at[k], _mm256_setzero_pd(), _CMP_EQ_OQ);
            __m256i drop = _mm256_andnot_si256(keep, _mm256_castpd_si256(zero));
            sign[k] = _mm256_andnot_si256(drop,
                                          _mm256_srli_epi64(_mm256_castpd_si256(value.at[k]), 63));
            large |= (uint32_t)_mm256_movemask_pd(
                         _mm256_cmp_pd(x.hi.at[k], _mm256_set1_pd(0x1p53), _CMP_NLT_UQ))
                     << 4 * k;
            outside |= (uint32_t)_mm256_movemask_pd(
                           _mm256_cmp_pd(x.hi.at[k], _mm256_set1_pd(1e17), _CMP_NLT_UQ))
                       << 4 * k;
        }
        store_256(block->negative + i, lower_halves(sign[0], sign[1]));
        if (large != 0) {
            masks.wide |= (uint64_t)split_seventeens(&x, &block->split[i / 2], top + i) << i;
        }
        masks.outside |= (uint64_t)outside << i;
    }
    masks.wide &= ~masks.outside;
    return masks;
}

/* Integers to digits, first digits and lengths. */
INLINE void spread_fixed_block(const fixed_rule *rule, size_t count, write_block *block)
{
    const __m256i reverse = _mm256_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
                                             15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m256i last = _mm256_set1_epi32((int32_t)rule->last);
    const __m256i total = _mm256_set1_epi32((int32_t)rule->total);
    for (size_t i = 0; i < count; i += 8) {
        __m256i zeros[2], words[2], even[2], odd[2];
        spread_fours(&block->split[i / 2], words);
        spread_words(words, even, odd);
        BOTH even[k] = _mm256_shuffle_epi8(even[k], reverse);
        BOTH odd[k] = _mm256_shuffle_epi8(odd[k], reverse);
        BOTH store_halves(&block->digits[i / 2 + 2 * (size_t)k], 2, even[k], odd[k]);
        BOTH zeros[k] = count_zeros_of_sixteen(even[k], odd[k]);
        __m256i first = _mm256_min_epu32(lower_halves(zeros[0], zeros[1]), last);
        store_256(block->row + i, first);
        store_256(block->length + i,
                  _mm256_add_epi32(_mm256_sub_epi32(total, first), load_256(block->negative + i)));
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

/* A value with a 17th digit on top: before the others, or behind the point where p is 17. */
INLINE void put_fixed_wide(const fixed_rule *rule, const write_block *block, size_t i, double top,
                           char *out)
{
    char digit = (char)('0' + (int)top);
    if (rule->precision < 17) {
        out[0] = digit;
        put_fixed_row(rule, block, i, rule->precision == 16, out + 1);
    } else {
        put_fixed_row(rule, block, i, 0, out);
        out[2] = digit;
    }
}

/* What the texts of a block are made of. */
typedef struct fixed_texts {
    const digitrun_layout_plan *layout;
    const fixed_rule *rule;
    const write_block *block;
    const char *values;
    const double *top;
    fixed_masks masks;
    separator joint;
} fixed_texts;

INLINE char *put_fixed_usual(const fixed_texts *texts, size_t from, size_t to, int narrow,
                             char *out)
{
    const write_block *block = texts->block;
    separator joint = texts->joint;
    size_t len = narrow ? 1 : joint.len;
    for (size_t i = from; i < to; i++) {
        put_fixed_row(texts->rule, block, i, block->row[i], out + block->negative[i]);
        out += block->length[i];
        if (narrow) {
            memcpy(out, &joint.bytes, 2);
        } else {
            memcpy(out, &joint.bytes, 8);
        }
        out += len;
    }
    return out - len;
}

INLINE char *put_fixed_short_rows(const fixed_texts *texts, between *state, size_t count,
                                  separator row, char *out)
{
    const write_block *block = texts->block;
    separator joint = texts->joint;
    uint64_t left = state->row_left;
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        put_fixed_row(texts->rule, block, i, block->row[i], out + block->negative[i]);
        out += block->length[i];
        out += len = put_joint(&left, state->row_length, joint, row, out);
    }
    count_rows(state, count);
    return out - len;
}

INLINE char *put_fixed_mixed(const fixed_texts *texts, type_of_value type, size_t from, size_t to,
                             char *out)
{
    const size_t size = type == WRITE_F64 ? 8 : 4;
    const write_block *block = texts->block;
    for (size_t i = from; i < to; i++) {
        uint32_t negative = block->negative[i];
        if (RARE(texts->masks.outside >> i & 1)) {
            out = put_fixed_rare(texts->layout, type, texts->values + size * i, negative,
                                 texts->rule->power, out);
        } else if (texts->masks.wide >> i & 1) {
            put_fixed_wide(texts->rule, block, i, texts->top[i], out + negative);
            out += negative + texts->rule->total + (texts->rule->precision < 16);
        } else {
            put_fixed_row(texts->rule, block, i, block->row[i], out + negative);
            out += block->length[i];
        }
        memcpy(out, &texts->joint.bytes, 8);
        out += texts->joint.len;
    }
    return out - texts->joint.len;
}

/* As put_shortest. */
INLINE char *put_fixed(const fixed_texts *texts, type_of_value type, between *state, size_t count,
                       char *out)
{
    if ((texts->masks.wide | texts->masks.outside) == 0 && are_rows_short(texts->layout)) {
        *out = '-';
        return put_fixed_short_rows(texts, state, count, join_minus(&texts->layout->row_joint),
                                    out);
    }
    for (size_t i = 0;;) {
        size_t to = count - i < state->row_left ? count : i + state->row_left;
        *out = '-';
        state->row_left -= to - i;
        if ((texts->masks.wide | texts->masks.outside) != 0) {
            out = put_fixed_mixed(texts, type, i, to, out);
        } else {
            out = texts->joint.len == 1 ? put_fixed_usual(texts, i, to, 1, out)
                                        : put_fixed_usual(texts, i, to, 0, out);
        }
        if (to == count) {
            return out;
        }
        i = to;
        state->row_left = state->row_length;
        state->rows++;
        out = put_text(out, state->row_joint);
    }
}
