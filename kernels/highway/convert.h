// kernels/highway/convert.h - the second pass: the listed tokens' digits into windows, and to
// values.
#ifndef DIGITRUN_HIGHWAY_CONVERT_H
#define DIGITRUN_HIGHWAY_CONVERT_H

#include "kernels/highway/careful.h"
#include "kernels/highway/list.h"
#include "kernels/highway/scale.h"

namespace
{

// w < 2^64 where its digits above the last sixteen make no more than this
enum : uint32_t { HIGH_MOST = 1843 };

// How strict the numbers of a format are in shape_of: LENIENT takes 007, .5, 5. and +1 for plain
// ones, STRICT none of them. What it does not take is read by itself, by the rules of the format.
enum class Grammar { LENIENT, STRICT };

struct Shape {
    bool minus, bad;
    uint32_t digits, from_point; // bytes from the point to the end
};

template <Grammar G> ALWAYS_INLINE Shape shape_of(const Token &token, byte point)
{
    const byte first = *token.start;
    const bool minus = first == '-';
    if (G == Grammar::LENIENT) {
        const uint32_t at_point = first == point ? 0 : token.point;
        const uint32_t sign = minus | (first == '+');
        const uint32_t digits = token.end - 1 - sign;
        return {minus, digits == 0, digits, token.end - at_point};
    }
    const uint32_t from_point = token.end - token.point;
    const byte *integer = token.start + minus;
    const bool bad = token.point <= minus || (*integer == '0' && token.point - minus != 1) ||
                     (from_point == 1 && token.start[token.point] == point);
    return {minus, bad, token.end - 1 - minus, from_point};
}

// 10^(from_point - 1), and the sign with it: [from_point][minus]
struct Divisors {
    double of[NARROW + 2][2];
};

constexpr Divisors make_divisors()
{
    Divisors divisors{};
    double power = 1;
    for (uint32_t from_point = 0; from_point <= NARROW + 1; from_point++) {
        divisors.of[from_point][0] = power;
        divisors.of[from_point][1] = -power;
        power *= from_point != 0 ? 10 : 1; // exact up to 10^22
    }
    return divisors;
}

alignas(16) const constexpr Divisors narrow_divisors = make_divisors();

// Tokens with a byte between sign and end that is no digit and not their point.
template <Grammar G>
NEVER_INLINE uint64_t impure_tokens(const Token *tokens, uint32_t count, byte point)
{
    uint64_t impure = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Shape shape = shape_of<G>(tokens[i], point);
        const byte *end = tokens[i].start + tokens[i].end;
        const Bytes high = high_window(end, shape.digits, shape.from_point);
        const Bytes low = low_window(end, shape.digits, shape.from_point);
        impure |= uint64_t{!holds_digits_only(hn::Max(high, low))} << i;
    }
    return impure;
}

// The digits of a narrow token, and what to divide them by.
struct NarrowDigits {
    Bytes digits;
    const double *divisor;
    bool bad;
};

template <Grammar G> ALWAYS_INLINE NarrowDigits narrow_digits(const Token &token, byte point)
{
    const Shape shape = shape_of<G>(token, point);
    return {low_window(token.start + token.end, shape.digits, shape.from_point),
            &narrow_divisors.of[shape.from_point][shape.minus], shape.bad};
}

ALWAYS_INLINE uint64_t store_pair(Doubles pair, double *values)
{
    hn::StoreU(pair, doubles2, values);
    return 0;
}

// Rounded twice: wrong only where the double lies half way between two floats and is itself rounded
// (for an integer it is not, but who cares). Bit i is set where that may be.
ALWAYS_INLINE uint64_t store_pair(Doubles pair, float *values)
{
    uint64_t bits[2], odd = 0;
    double both[2];
    hn::StoreU(pair, doubles2, both);
    std::memcpy(bits, both, sizeof bits);
    for (int i = 0; i < 2; i++) {
        values[i] = static_cast<float>(both[i]);
        odd |= uint64_t{(bits[i] & 0x1fffffff) == 0x10000000} << i;
    }
    return odd;
}

ALWAYS_INLINE uint64_t store_pair(Doubles, Counted *)
{
    return 0;
}

// Narrow tokens to values, two at a time. tokens[count] is written where count is odd. Returns
// those that are not plain or not proved: w <= 10^15 - 1 and the divisor are exact, so the
// quotient is the nearest.
template <typename T, Grammar G>
NEVER_INLINE uint64_t convert_narrow(Token *tokens, uint32_t count, byte point, T *values)
{
    uint64_t odd = 0;
    Bytes greatest = hn::Zero(bytes16);
    if (count % 2 != 0) {
        tokens[count] = tokens[count - 1];
    }
    for (uint32_t i = 0; i < count; i += 2) {
        T pair[2];
        const NarrowDigits first = narrow_digits<G>(tokens[i], point);
        const NarrowDigits second = narrow_digits<G>(tokens[i + 1], point);
        const Words w = join_eights(fold_digits(first.digits, second.digits));
        T *const to = i + 1 != count ? values + i : pair;
        greatest = hn::Max(greatest, hn::Max(first.digits, second.digits));
        uint64_t bad = store_pair(divide(w, first.divisor, second.divisor), to);
        if (UNLIKELY(first.bad | second.bad)) {
            bad |= static_cast<uint64_t>(first.bad) | static_cast<uint64_t>(second.bad) << 1;
        }
        odd |= bad << i;
        if (to == pair) {
            store(values, i, pair[0]);
            odd &= UINT64_MAX >> (64 - count);
        }
    }
    return holds_digits_only(greatest) ? odd : odd | impure_tokens<G>(tokens, count, point);
}

// A wide token's value is w * 10^q.
struct Scaled {
    uint64_t w;
    int32_t q;
    uint32_t minus;
};

// Up to 32 digits a token. Returns the tokens that are not plain or have too many digits.
template <Grammar G>
ALWAYS_INLINE uint64_t read_digits(const Token *tokens, uint32_t count, byte point, Scaled *scaled)
{
    uint64_t odd = 0;
    Bytes greatest = hn::Zero(bytes16);
    for (uint32_t i = 0; i < count; i++) {
        const Shape shape = shape_of<G>(tokens[i], point);
        const byte *end = tokens[i].start + tokens[i].end;
        const Bytes high = high_window(end, shape.digits, shape.from_point);
        const Bytes low = low_window(end, shape.digits, shape.from_point);
        uint64_t eights[2];
        greatest = hn::Max(greatest, hn::Max(high, low));
        hn::StoreU(fold_digits(high, low), qwords2, eights);
        const uint64_t above = eights[0] >> 32 | eights[0] << 32;
        scaled[i].w = above * 10000000000000000 + (eights[1] & UINT32_MAX) * 100000000 +
                      (eights[1] >> 32);
        scaled[i].q = tokens[i].exponent + 1 - static_cast<int32_t>(shape.from_point);
        scaled[i].minus = shape.minus;
        if (UNLIKELY(above > HIGH_MOST || shape.bad)) {
            odd |= uint64_t{1} << i;
        }
    }
    return holds_digits_only(greatest) ? odd : odd | impure_tokens<G>(tokens, count, point);
}

// Returns the tokens whose value is not proved.
template <typename T>
ALWAYS_INLINE uint64_t scale_all(const Scaled *scaled, uint32_t count, T *values)
{
    using Bits = typename Format<T>::Bits;
    uint64_t odd = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Scaled it = scaled[i];
        Bits bits = 0;
        if (LIKELY(it.w != 0) &&
            UNLIKELY(it.q < POW10_LEAST || it.q > -POW10_LEAST || !scale<T>(it.w, it.q, &bits))) {
            odd |= uint64_t{1} << i;
            continue;
        }
        bits |= static_cast<Bits>(it.minus) << (8 * sizeof bits - 1);
        std::memcpy(&values[i], &bits, sizeof bits);
    }
    return odd;
}

// Tokens to values. Returns those that are not plain or not proved.
template <typename T, Grammar G>
NEVER_INLINE uint64_t convert_wide(const Token *tokens, uint32_t count, byte point, T *values)
{
    Scaled scaled[BLOCK];
    uint64_t odd = read_digits<G>(tokens, count, point, scaled);
    if constexpr (!std::is_same_v<T, Counted>) {
        odd |= scale_all(scaled, count, values);
    }
    return odd;
}

// Whether no token is wide.
bool are_narrow(const Token *tokens, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (tokens[i].end > NARROW || tokens[i].exponent != 0) {
            return false;
        }
    }
    return true;
}

} // namespace

#endif
