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

struct Shape {
    bool minus, bad;
    uint32_t digits, from_point; // bytes from the point to the end
};

template <Grammar G> ALWAYS_INLINE Shape shape_of(const Token &token)
{
    const byte first = *token.start;
    const bool minus = first == '-';
    const uint32_t from_point = token.end - token.point;
    if (G == Grammar::LENIENT) {
        const uint32_t sign = minus | (first == '+');
        const uint32_t digits = token.end - 1 - sign;
        return {minus, digits == 0, digits, from_point};
    }
    // "0" and a digit: '0' .. '?'
    static const byte bytes[2] = {0x30, 0x30}, mask[2] = {0xff, 0xf0};
    const unsigned two = load_as<uint16_t>(token.start + minus);
    const bool leading = (two & load_as<uint16_t>(mask)) == load_as<uint16_t>(bytes);
    const bool bad = (token.point <= minus) | leading;
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
template <Grammar G> NEVER_INLINE uint64_t impure_tokens(const Token *tokens, uint32_t count)
{
    uint64_t impure = 0;
    for (uint32_t i = 0; i < count; i++) {
        const Shape shape = shape_of<G>(tokens[i]);
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

template <Grammar G> ALWAYS_INLINE NarrowDigits narrow_digits(const Token &token)
{
    const Shape shape = shape_of<G>(token);
    return {low_window(token.start + token.end, shape.digits, shape.from_point),
            &narrow_divisors.of[shape.from_point][shape.minus], shape.bad};
}

// The divided pair to values[first] and values[second]. Bits 0 and 1 are set where it is not
// proved.
ALWAYS_INLINE uint64_t store_pair(Doubles pair, double *values, size_t first, size_t second)
{
    double both[2];
    hn::StoreU(pair, doubles2, both);
    values[first] = both[0];
    values[second] = both[1];
    return 0;
}

// Rounded twice: wrong only where the double lies half way between two floats and is itself
// rounded.
ALWAYS_INLINE uint64_t store_pair(Doubles pair, float *values, size_t first, size_t second)
{
    uint64_t bits[2];
    double both[2];
    hn::StoreU(pair, doubles2, both);
    std::memcpy(bits, both, sizeof bits);
    values[first] = static_cast<float>(both[0]);
    values[second] = static_cast<float>(both[1]);
    return uint64_t{(bits[0] & 0x1fffffff) == 0x10000000} |
           uint64_t{(bits[1] & 0x1fffffff) == 0x10000000} << 1;
}

ALWAYS_INLINE uint64_t store_pair(Doubles, Counted *, size_t, size_t)
{
    return 0;
}

// Which tokens of a block to convert.
struct Choice {
    uint32_t count;
    const uint32_t *places;
};

struct Places {
    uint32_t at[BLOCK];
};

constexpr Places make_all_places()
{
    Places places{};
    for (uint32_t i = 0; i < BLOCK; i++) {
        places.at[i] = i;
    }
    return places;
}

const constexpr Places all_places = make_all_places();

// What is known of a block's tokens: bit i of odd: token i is not plain, too long, or not proved.
struct Verdict {
    uint64_t odd;
    Bytes greatest; // of all bytes taken for digits
};

// Narrow tokens to values, two at a time: w <= 10^15 - 1 and the divisor are exact, so the quotient
// is the nearest.
template <typename T, Grammar G>
NEVER_INLINE void convert_narrow(const Token *tokens, Choice narrow, T *values, Verdict *verdict)
{
    uint64_t odd = 0;
    Bytes greatest = verdict->greatest;
    for (uint32_t i = 0; i < narrow.count; i += 2) {
        const size_t at_first = narrow.places[i];
        const size_t at_second = narrow.places[i + (i + 1 != narrow.count)];
        const NarrowDigits first = narrow_digits<G>(tokens[at_first]);
        const NarrowDigits second = narrow_digits<G>(tokens[at_second]);
        const Words w = join_eights(fold_digits(first.digits, second.digits));
        greatest = hn::Max(greatest, hn::Max(first.digits, second.digits));
        const uint64_t bad = store_pair(divide(w, first.divisor, second.divisor), values, at_first,
                                        at_second);
        if (UNLIKELY(first.bad | second.bad | (bad != 0))) {
            odd |= (uint64_t{first.bad} | (bad & 1)) << at_first;
            odd |= (uint64_t{second.bad} | bad >> 1) << at_second;
        }
    }
    verdict->greatest = greatest;
    verdict->odd |= odd;
}

// A wide token's value is w * 10^q.
struct Scaled {
    uint64_t w;
    int32_t q;
    uint32_t minus;
};

// Up to 32 digits a token.
template <Grammar G>
ALWAYS_INLINE void read_digits(const Token *tokens, Choice wide, Scaled *scaled, Verdict *verdict)
{
    uint64_t odd = 0;
    Bytes greatest = verdict->greatest;
    for (uint32_t i = 0; i < wide.count; i++) {
        const Token &token = tokens[wide.places[i]];
        const Shape shape = shape_of<G>(token);
        const byte *end = token.start + token.end;
        const Bytes high = high_window(end, shape.digits, shape.from_point);
        const Bytes low = low_window(end, shape.digits, shape.from_point);
        uint64_t eights[2];
        greatest = hn::Max(greatest, hn::Max(high, low));
        hn::StoreU(fold_digits(high, low), qwords2, eights);
        const uint64_t above = eights[0] >> 32 | eights[0] << 32;
        scaled[i].w = above * 10000000000000000 + (eights[1] & UINT32_MAX) * 100000000 +
                      (eights[1] >> 32);
        scaled[i].q = token.exponent + 1 - static_cast<int32_t>(shape.from_point);
        scaled[i].minus = shape.minus;
        if (UNLIKELY((above > HIGH_MOST) | shape.bad)) {
            odd |= uint64_t{1} << wide.places[i];
        }
    }
    verdict->greatest = greatest;
    verdict->odd |= odd;
}

// Returns the tokens whose value is not proved.
template <typename T> ALWAYS_INLINE uint64_t scale_all(const Scaled *scaled, Choice wide, T *values)
{
    using Bits = typename Format<T>::Bits;
    uint64_t odd = 0;
    for (uint32_t i = 0; i < wide.count; i++) {
        const Scaled it = scaled[i];
        Bits bits = 0;
        if (LIKELY(it.w != 0) &&
            UNLIKELY(it.q < POW10_LEAST || it.q > POW10_MOST || !scale<T>(it.w, it.q, &bits))) {
            odd |= uint64_t{1} << wide.places[i];
            continue;
        }
        bits |= static_cast<Bits>(it.minus) << (8 * sizeof bits - 1);
        std::memcpy(&values[wide.places[i]], &bits, sizeof bits);
    }
    return odd;
}

template <typename T, Grammar G>
NEVER_INLINE void convert_wide(const Token *tokens, Choice wide, T *values, Verdict *verdict)
{
    Scaled scaled[BLOCK];
    read_digits<G>(tokens, wide, scaled, verdict);
    if constexpr (!std::is_same_v<T, Counted>) {
        verdict->odd |= scale_all(scaled, wide, values);
    }
}

// The narrow tokens by themselves if they are not few, the others as wide ones.
template <typename T, Grammar G>
ALWAYS_INLINE void convert_mixed(const Token *tokens, uint32_t count, T *values, Verdict *verdict)
{
    Places narrow, wide;
    uint32_t narrow_count = 0, wide_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_narrow = (tokens[i].end <= NARROW + 1) & (tokens[i].exponent == 0);
        narrow.at[narrow_count] = wide.at[wide_count] = i;
        narrow_count += is_narrow;
        wide_count += !is_narrow;
    }
    convert_narrow<T, G>(tokens, {narrow_count, narrow.at}, values, verdict);
    convert_wide<T, G>(tokens, {wide_count, wide.at}, values, verdict);
}

// Tokens, listed NARROWLY or not, to values. Returns those that are not plain or not proved, and
// unsets *narrow if any is wide.
template <typename T, Grammar G>
ALWAYS_INLINE uint64_t convert(const Token *tokens, uint32_t count, bool narrowly, bool *narrow,
                               T *values)
{
    Verdict verdict = {0, hn::Zero(bytes16)};
    if (narrowly) {
        convert_narrow<T, G>(tokens, {count, all_places.at}, values, &verdict);
    } else {
        uint32_t few = 0, wide = 0;
        for (uint32_t i = 0; i < count; i++) {
            few += tokens[i].end <= NARROW + 1;
            wide += (tokens[i].end > NARROW) | (tokens[i].exponent != 0);
        }
        *narrow &= wide == 0;
        if (few >= count / 4) {
            convert_mixed<T, G>(tokens, count, values, &verdict);
        } else {
            convert_wide<T, G>(tokens, {count, all_places.at}, values, &verdict);
        }
    }
    const bool pure = holds_digits_only(verdict.greatest);
    return LIKELY(pure) ? verdict.odd : verdict.odd | impure_tokens<G>(tokens, count);
}

} // namespace

#endif
