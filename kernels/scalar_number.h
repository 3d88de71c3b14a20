// kernels/scalar_number.h - one number by fast_float, and its grammar, for scalar.cc alone.
#ifndef DIGITRUN_SCALAR_NUMBER_H
#define DIGITRUN_SCALAR_NUMBER_H

#include "kernels/decimal.h"
#include "kernels/kernel.h"

#include <fast_float/fast_float.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define FLATTEN __attribute__((flatten))
#define NOINLINE __attribute__((noinline))
#else
#define ALWAYS_INLINE inline
#define UNLIKELY(condition) (condition)
#define FLATTEN
#define NOINLINE
#endif

namespace
{

using byte = uint8_t;

// LENIENT: '.', 007 .5 5. +1 are plain; STRICT: RFC 8259; CHECKED: by the plan's bits, any decimal
// byte.
enum class Grammar { LENIENT, STRICT, CHECKED };

enum { LONG = 25 }; // bytes of a token: more than doubles need

struct Counted {
}; // the element type of `count`: nothing is converted

ALWAYS_INLINE bool is_digit(byte c)
{
    return static_cast<byte>(c - '0') < 10;
}

// What the plan says of number grammar, for CHECKED.
struct Rules {
    const digitrun_plan *plan;
    bool plus, bare_point, leading_zeros;
    byte decimal;
    explicit Rules(const digitrun_plan *of)
        : plan(of), plus((of->needs & NEED_PLUS) != 0),
          bare_point((of->needs & NEED_BARE_POINT) != 0),
          leading_zeros((of->needs & NEED_LEADING_ZEROS) != 0), decimal(of->decimal)
    {
    }
};

// [p, end) after sign: whether the digits round the point are as the rules want. Looks no further
// than the first byte after the point.
template <Grammar G>
ALWAYS_INLINE bool digits_are_legal(const Rules &rules, const byte *p, const byte *end)
{
    const byte decimal = G == Grammar::CHECKED ? rules.decimal : static_cast<byte>('.');
    const bool bare = G == Grammar::LENIENT || (G == Grammar::CHECKED && rules.bare_point);
    const bool zeros = G == Grammar::LENIENT || (G == Grammar::CHECKED && rules.leading_zeros);
    if (bare && zeros) {
        return true;
    }
    if (p + 1 == end || !is_digit(p[1])) {
        // One digit before the point, the commonest start: settled without a search for the point.
        if (!is_digit(*p)) {
            return bare; // .5
        }
        return bare || p + 1 == end || p[1] != decimal || (p + 2 != end && is_digit(p[2]));
    }
    if (!zeros && *p == '0') {
        return false;
    }
    if (bare) {
        return true;
    }
    const byte *integer = p;
    p = skip_digits_by_eight(p, end);
    return p != integer && (p == end || *p != decimal || (p + 1 != end && is_digit(p[1])));
}

// The whole grammar by hand, for `count`. Returns the end of the number or nullptr.
template <Grammar G>
ALWAYS_INLINE const byte *scan_number(const Rules &rules, const byte *p, const byte *end)
{
    const byte decimal = G == Grammar::CHECKED ? rules.decimal : static_cast<byte>('.');
    p += *p == '-';
    if (p == end || !digits_are_legal<G>(rules, p, end)) {
        return nullptr;
    }
    const byte *integer = p;
    p = skip_digits_by_one(p, end);
    size_t digits = static_cast<size_t>(p - integer);
    if (p != end && *p == decimal) {
        const byte *fraction = p + 1;
        p = skip_digits_by_one(fraction, end);
        digits += static_cast<size_t>(p - fraction);
    }
    if (digits == 0) {
        return nullptr;
    }
    if (p != end && (*p | 0x20) == 'e') {
        p++;
        p += p != end && (*p == '-' || *p == '+');
        const byte *exponent = p;
        p = skip_digits_by_one(p, end);
        return p == exponent ? nullptr : p;
    }
    return p;
}

ALWAYS_INLINE bool is_finite(double value)
{
    return std::fabs(value) <= 1.7976931348623157e308;
}
ALWAYS_INLINE bool is_finite(float value)
{
    return std::fabs(value) <= 3.4028234663852886e38f;
}

// Where the number that starts at p has its sign or first digit, past a '+'; nullptr where none
// starts. For first bytes other than a digit or '-'.
template <Grammar G> const byte *unusual_start(const Rules &rules, const byte *p, const byte *end)
{
    const bool may_plus = G == Grammar::LENIENT || (G == Grammar::CHECKED && rules.plus);
    const byte decimal = G == Grammar::CHECKED ? rules.decimal : static_cast<byte>('.');
    if (*p == '+' && may_plus) {
        p++;
        return p != end && (is_digit(*p) || *p == decimal) ? p : nullptr;
    }
    return *p == decimal ? p : nullptr;
}

ALWAYS_INLINE bool usual_start(byte first)
{
    return is_digit(first) || first == '-';
}

// One number at p (p != end), the longest prefix that is one. Returns its end, or nullptr where
// what stands there is not plain; a byte that spoils the token shows in the class of *end.
template <Grammar G, typename T>
ALWAYS_INLINE const byte *take_number(const Rules &rules, const byte *p, const byte *end, T *value)
{
    if constexpr (std::is_same_v<T, Counted>) {
        (void)value;
        return scan_number<G>(rules, p, end);
    } else {
        const char *begin = reinterpret_cast<const char *>(p);
        const char *stop = reinterpret_cast<const char *>(end);
        const char point = G == Grammar::CHECKED ? static_cast<char>(rules.decimal) : '.';
        const auto options = fast_float::parse_options{fast_float::chars_format::general, point};
        const auto answer = fast_float::from_chars_advanced(begin, stop, *value, options);
        // By the value, not by ec: versions differ in what they call out of range. nan and inf fall
        // here too.
        if (UNLIKELY(answer.ec == std::errc::invalid_argument || !is_finite(*value))) {
            return nullptr;
        }
        if (!digits_are_legal<G>(rules, p + (*p == '-'), end)) {
            return nullptr;
        }
        return reinterpret_cast<const byte *>(answer.ptr);
    }
}

// The same as take_number without fast_float, which would read many digits twice, and hard ones a
// third time.
template <typename T>
NOINLINE const byte *take_long_number(const Rules &rules, const byte *p, const byte *end, T *value)
{
    digitrun_decimal d;
    const byte *stop = scan_decimal(rules.plan, p, end, skip_digits_by_eight, &d);
    if (stop == nullptr) {
        return nullptr;
    }
    if constexpr (std::is_same_v<T, double>) {
        return digitrun_round_f64(&d, value) != 0 ? nullptr : stop;
    } else if constexpr (std::is_same_v<T, float>) {
        return digitrun_round_f32(&d, value) != 0 ? nullptr : stop;
    }
    return stop;
}

} // namespace

#endif
