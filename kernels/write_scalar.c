/* kernels/write_scalar.c - the scalar row writes: no SIMD, no flags.
 *
 * A block of values goes through three loops: bits to integers, integers to digits, digits to text.
 * One loop over all would be bound by its chain of dependent steps; in short ones several values
 * are under way at once. */
#include "kernels/rounded.h"
#include "kernels/shortest.h"
#include "kernels/write.inc.h"

enum { HUNDRED_MILLION = 100000000 };

/* ---- bits ------------------------------------------------------------------------------------ */

INLINE uint64_t load_f64(const void *values, size_t i)
{
    uint64_t bits;
    memcpy(&bits, (const char *)values + 8 * i, 8);
    return bits;
}

INLINE uint32_t load_f32(const void *values, size_t i)
{
    uint32_t bits;
    memcpy(&bits, (const char *)values + 4 * i, 4);
    return bits;
}

static size_t decode_shortest_f64(const digitrun_layout_plan *layout, const void *values,
                                  size_t count, number *block)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = load_f64(values, i);
        uint32_t index = near_one_index(bits);
        block[i].negative = (uint8_t)(bits >> 63);
        if (!RARE(index >= EXACT_ULP_COUNT)) {
            set_f64(shortest_near_one(bits, index), &block[i]);
        } else if ((bits << 1 >> 1) - F64_HIDDEN < (UINT64_C(0x7fe) << 52)) {
            set_f64(shortest_far(bits), &block[i]);
        } else if (!decode_odd_f64(layout, bits, &block[i])) {
            return i;
        }
    }
    return count;
}

static size_t decode_shortest_f32(const digitrun_layout_plan *layout, const void *values,
                                  size_t count, number *block)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = load_f32(values, i);
        block[i].negative = (uint8_t)(bits >> 31);
        if (RARE((bits << 1 >> 1) - (UINT32_C(1) << 23) >= UINT32_C(0xfe) << 23)) {
            if (!decode_odd_f32(layout, bits, &block[i])) {
                return i;
            }
        } else {
            set_f32(shortest_f32(bits), &block[i]);
        }
    }
    return count;
}

/* ---- fixed and scientific: bits to integers -------------------------------------------------- */

static uint64_t power_of_ten(uint32_t exponent) /* <= 19 */
{
    return pow10_of((int32_t)exponent)[0] >> (63 - log2_pow10((int32_t)exponent));
}

static void set_exact(binary given, number *value)
{
    value->coarse = given.m;
    value->fraction = (uint64_t)(given.q + ODD_BIAS);
    value->exponent = ODD_EXACT;
}

/* Returns 0 where the layout refuses the value. */
INLINE int decode_fixed(const digitrun_layout_plan *layout, uint64_t power, binary given,
                        number *value)
{
    value->negative = given.negative;
    value->exponent = 0;
    if (RARE(given.is_special)) {
        return set_not_finite(layout, given.is_nan, value);
    }
    if (RARE(power == 0 ||
             !fixed_parts(given.m, given.q, power, &value->coarse, &value->fraction))) {
        set_exact(given, value);
        return 1;
    }
    value->negative &= (value->coarse | value->fraction) != 0 || !layout->unsigned_zero;
    return 1;
}

static size_t decode_fixed_f64(const digitrun_layout_plan *layout, const void *values, size_t count,
                               number *block)
{
    uint64_t power = layout->precision <= FIXED_FAST_MOST ? power_of_ten(layout->precision) : 0;
    for (size_t i = 0; i < count; i++) {
        if (!decode_fixed(layout, power, split_f64(load_f64(values, i)), &block[i])) {
            return i;
        }
    }
    return count;
}

static size_t decode_fixed_f32(const digitrun_layout_plan *layout, const void *values, size_t count,
                               number *block)
{
    uint64_t power = layout->precision <= FIXED_FAST_MOST ? power_of_ten(layout->precision) : 0;
    for (size_t i = 0; i < count; i++) {
        if (!decode_fixed(layout, power, split_f32(load_f32(values, i)), &block[i])) {
            return i;
        }
    }
    return count;
}

/* What a scientific layout has to know: 10^p, or 0 where only exact.h will do; and what makes 16 of
 * p + 1 digits. */
typedef struct scientific_rule {
    uint64_t power, fill;
    int32_t precision;
} scientific_rule;

static scientific_rule make_scientific_rule(const digitrun_layout_plan *layout)
{
    scientific_rule rule = {0, 0, (int32_t)layout->precision};
    if (layout->precision <= SCIENTIFIC_FAST_MOST) {
        rule.power = power_of_ten(layout->precision);
        rule.fill = layout->precision < 16 ? power_of_ten(15 - layout->precision) : 0;
    }
    return rule;
}

/* Zero, infinity, nan, and what the fast way does not decide. Returns 0 where the layout refuses
 * the value. */
NOINLINE int decode_scientific_odd(const digitrun_layout_plan *layout, uint64_t power, binary given,
                                   number *value)
{
    if (given.is_special) {
        return set_not_finite(layout, given.is_nan, value);
    }
    set_zero(layout, value);
    if (given.m != 0 || power == 0) {
        value->negative = (uint8_t)(given.negative & (given.m != 0 || !layout->unsigned_zero));
        set_exact(given, value);
    }
    return 1;
}

/* shift: of a normal m to 64 bits. Returns 0 where the layout refuses the value. */
INLINE int decode_scientific(const digitrun_layout_plan *layout, const scientific_rule *rule,
                             uint32_t shift, binary given, number *value)
{
    value->negative = given.negative;
    value->skip = 0;
    uint64_t digits = 0;
    if (!RARE(given.is_special | (rule->power == 0) | (given.m == 0))) {
        uint64_t n = given.m << shift;
        int32_t r = given.q - (int32_t)shift;
        if (RARE(n >> 63 == 0)) {
            uint32_t zeros = leading_zeros(n);
            n <<= zeros;
            r -= (int32_t)zeros;
        }
        digits = scientific_digits(n, r, rule->precision, rule->power, &value->exponent);
    }
    if (RARE(digits == 0)) {
        return decode_scientific_odd(layout, rule->power, given, value);
    }
    if (rule->fill != 0) {
        value->coarse = digits * rule->fill;
    } else {
        value->coarse = digits / 10;
        value->text[TEXT_LAST_DIGIT] = (char)('0' + digits % 10);
    }
    return 1;
}

static size_t decode_scientific_f64(const digitrun_layout_plan *layout, const void *values,
                                    size_t count, number *block)
{
    scientific_rule rule = make_scientific_rule(layout);
    for (size_t i = 0; i < count; i++) {
        if (!decode_scientific(layout, &rule, 11, split_f64(load_f64(values, i)), &block[i])) {
            return i;
        }
    }
    return count;
}

static size_t decode_scientific_f32(const digitrun_layout_plan *layout, const void *values,
                                    size_t count, number *block)
{
    scientific_rule rule = make_scientific_rule(layout);
    for (size_t i = 0; i < count; i++) {
        if (!decode_scientific(layout, &rule, 40, split_f32(load_f32(values, i)), &block[i])) {
            return i;
        }
    }
    return count;
}

/* ---- integers to digits ---------------------------------------------------------------------- */

INLINE void put_pair(char *to, uint64_t value)
{
    memcpy(to, digitrun_digit_pairs[value], 2);
}

/* value < 10^8. The quotients are exact: 109951163 / 2^40 is 10^-4 within 10^-13, 5243 / 2^19 is
 * 10^-2 within 3e-7; kernels/proof/writer.py tries the edges. */
INLINE void put_eight(char *to, uint64_t value)
{
    uint64_t high = value * 109951163 >> 40;
    uint64_t low = value - high * 10000;
    uint64_t first = high * 5243 >> 19;
    uint64_t third = low * 5243 >> 19;
    put_pair(to, first);
    put_pair(to + 2, high - first * 100);
    put_pair(to + 4, third);
    put_pair(to + 6, low - third * 100);
}

/* value < 10^17; returns value / 10^8. */
INLINE uint64_t cut_eight(uint64_t value, uint64_t *rest)
{
    uint64_t high = multiply(value, UINT64_C(0xabcc77118461cefd)).high >>
                    26; /* 2^90 / 10^8, rounded up */
    *rest = value - high * HUNDRED_MILLION;
    return high;
}

static void spread_sixteen(const digitrun_layout_plan *layout, number *block, size_t count)
{
    (void)layout;
    for (number *end = block + count; block != end; block++) {
        uint64_t low;
        uint64_t high = cut_eight(block->coarse, &low);
        put_eight(block->text + TEXT_DIGITS, high);
        put_eight(block->text + TEXT_DIGITS + 8, low);
    }
}

static void spread_eight(const digitrun_layout_plan *layout, number *block, size_t count)
{
    (void)layout;
    for (number *end = block + count; block != end; block++) {
        put_eight(block->text + TEXT_DIGITS + 8, block->coarse);
    }
}

/* precision is the same for all, and the digits before the point are few in most arrays:
 * branches. */
static void spread_fixed(const digitrun_layout_plan *layout, number *block, size_t count)
{
    for (number *end = block + count; block != end; block++) {
        char *text = block->text;
        uint64_t whole = block->coarse, fraction = block->fraction;
        if (RARE(block->exponent >= ODD_LEAST)) {
            continue;
        }
        if (whole >= HUNDRED_MILLION) {
            put_eight(text, cut_eight(whole, &whole));
        }
        put_eight(text + 8, whole);
        if (layout->precision > 8) {
            uint64_t high = cut_eight(fraction, &fraction);
            if (layout->precision > 16) {
                text[TEXT_FRACTION_END - 17] = (char)('0' + high / HUNDRED_MILLION);
                high %= HUNDRED_MILLION;
            }
            put_eight(text + TEXT_FRACTION_END - 16, high);
        }
        put_eight(text + TEXT_FRACTION_END - 8, fraction);
    }
}

/* ---- the row --------------------------------------------------------------------------------- */

static const write_stages stages_f64[] = {
    {decode_shortest_f64, spread_sixteen, text_shortest, 8},
    {decode_fixed_f64, spread_fixed, text_fixed, 8},
    {decode_scientific_f64, spread_sixteen, text_scientific, 8},
};

static const write_stages stages_f32[] = {
    {decode_shortest_f32, spread_eight, text_shortest, 4},
    {decode_fixed_f32, spread_fixed, text_fixed, 4},
    {decode_scientific_f32, spread_sixteen, text_scientific, 4},
};

void digitrun_scalar_write_f64(digitrun_write_run *run)
{
    write_values(run, &stages_f64[run->layout->form]);
}

void digitrun_scalar_write_f32(digitrun_write_run *run)
{
    write_values(run, &stages_f32[run->layout->form]);
}
