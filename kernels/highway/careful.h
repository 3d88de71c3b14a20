// kernels/highway/careful.h - tokens one by one, by the rules of the format and the reference.
#ifndef DIGITRUN_HIGHWAY_CAREFUL_H
#define DIGITRUN_HIGHWAY_CAREFUL_H

#include "kernels/decimal.h"
#include "kernels/highway/structure.h"

#include <type_traits>

namespace
{

struct Counted {
}; // the element type of `count`: nothing is converted

// Where the number at p ends, by the whole grammar; nullptr where none is or its digits are not as
// the rules want.
const byte *number_end(const State &s, const byte *p, const byte *end, digitrun_decimal *number)
{
    return scan_decimal(s.plan, p, end, skip_digits, number);
}

// The value. Returns false where it is not finite.
bool read_value(const digitrun_decimal &number, double *value)
{
    return digitrun_round_f64(&number, value) == 0;
}
bool read_value(const digitrun_decimal &number, float *value)
{
    return digitrun_round_f32(&number, value) == 0;
}
bool read_value(const digitrun_decimal &, Counted *)
{
    return true;
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
    digitrun_decimal number;
    const byte *last = number_end(s, s.text + s.at, s.text + s.len, &number);
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
    if (!read_value(number, &value)) {
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
