// kernels/highway/careful.h - tokens one by one, by the rules of the format and the reference.
#ifndef DIGITRUN_HIGHWAY_CAREFUL_H
#define DIGITRUN_HIGHWAY_CAREFUL_H

#include "kernels/highway/structure.h"

#include <type_traits>

namespace
{

enum : uint32_t { TOKEN_COPY = 128 };

struct Counted {
}; // the element type of `count`: nothing is converted

// Where the number at p ends, by the whole grammar; nullptr where none is or its digits are not as
// the rules want. *first: behind a '+'. *point: the decimal byte in it, or nullptr.
const byte *number_end(const Rules &rules, const byte *p, const byte *end, const byte **first,
                       const byte **point)
{
    *first = p;
    *point = nullptr;
    if (*p == '+' && rules.plus) {
        *first = ++p;
    } else {
        p += *p == '-';
    }
    const byte *const integer = p;
    p = skip_digits(p, end);
    size_t digits = static_cast<size_t>(p - integer);
    if ((digits == 0 && !rules.bare_point) ||
        (digits > 1 && *integer == '0' && !rules.leading_zeros)) {
        return nullptr;
    }
    if (p != end && *p == rules.decimal) {
        *point = p;
        const byte *const fraction = p + 1;
        p = skip_digits(fraction, end);
        digits += static_cast<size_t>(p - fraction);
        if (p == fraction && !rules.bare_point) {
            return nullptr;
        }
    }
    if (digits == 0) {
        return nullptr;
    }
    if (p != end && (*p | 0x20) == 'e') {
        p++;
        p += p != end && (*p == '-' || *p == '+');
        const byte *const exponent = p;
        p = skip_digits(p, end);
        return p == exponent ? nullptr : p;
    }
    return p;
}

int reference(const char *first, const char *last, double *value)
{
    return digitrun_reference_f64(first, last, value);
}
int reference(const char *first, const char *last, float *value)
{
    return digitrun_reference_f32(first, last, value);
}
int reference(const char *, const char *, Counted *)
{
    return 0;
}

// The value of [first, last), checked. Returns false where it is not finite, or too long to be
// given the point that the reference wants.
template <typename T>
bool read_value(const byte *first, const byte *last, const byte *point, byte decimal, T *value)
{
    char copy[TOKEN_COPY];
    const size_t len = static_cast<size_t>(last - first);
    if (point == nullptr || decimal == '.') {
        return reference(reinterpret_cast<const char *>(first),
                         reinterpret_cast<const char *>(last), value) == 0;
    }
    if (len > TOKEN_COPY) {
        return false;
    }
    std::memcpy(copy, first, len);
    copy[point - first] = '.';
    return reference(copy, copy + len, value) == 0;
}

template <typename T> ALWAYS_INLINE void store(T *values, size_t i, T value)
{
    if constexpr (!std::is_same_v<T, Counted>) {
        values[i] = value;
    }
}

// The token at s.at as a hole.
bool pass_odd_token(State &s)
{
    const byte *const end = digitrun_token_end(s.plan, s.text + s.at, s.text + s.len);
    const uint32_t last = static_cast<uint32_t>(end - s.text);
    if (!ends_token(s, last) || !add_hole(s, s.at)) {
        return false;
    }
    pass_token(s);
    s.at = last;
    return true;
}

// The token at s.at, which may stand there and has room. Returns false to stop before it.
template <typename T> bool take_token(State &s)
{
    const byte *first, *point;
    const byte *last = number_end(s.rules, s.text + s.at, s.text + s.len, &first, &point);
    T value;
    if (last == nullptr) {
        return pass_odd_token(s);
    }
    const uint32_t last_at = static_cast<uint32_t>(last - s.text);
    if (last_at != s.len && s.plan->class_of[*last] == CLASS_TOKEN) {
        return pass_odd_token(s);
    }
    if (!ends_token(s, last_at)) {
        return false;
    }
    if (!read_value(first, last, point, s.rules.decimal, &value)) {
        return pass_odd_token(s);
    }
    store(static_cast<T *>(s.run->values), s.stored, value);
    s.stored++;
    s.at = last_at;
    pass_token(s);
    return true;
}

} // namespace

#endif
