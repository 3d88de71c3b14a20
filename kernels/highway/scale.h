// kernels/highway/scale.h - w * 10^q to the nearest double or float, in integers.
#ifndef DIGITRUN_HIGHWAY_SCALE_H
#define DIGITRUN_HIGHWAY_SCALE_H

#include "kernels/highway/vectors.h"

extern "C" {
#include "kernels/pow10.h"
}

namespace
{

template <typename T> struct Format;
template <> struct Format<double> {
    using Bits = uint64_t;
    enum : int { SIGNIFICAND = 53, BIAS = 1023, FIELDS = 2045 };
};
template <> struct Format<float> {
    using Bits = uint32_t;
    enum : int { SIGNIFICAND = 24, BIAS = 127, FIELDS = 253 };
};

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide_integer;

ALWAYS_INLINE uint64_t multiply_high(uint64_t a, uint64_t b)
{
    return static_cast<uint64_t>(static_cast<wide_integer>(a) * b >> 64);
}
#else
ALWAYS_INLINE uint64_t multiply_high(uint64_t a, uint64_t b)
{
    const uint64_t a0 = static_cast<uint32_t>(a), a1 = a >> 32;
    const uint64_t b0 = static_cast<uint32_t>(b), b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32); // < 2^64: (2^32 - 1)^2 + 2^32 - 1
    const uint64_t other = a0 * b1 + static_cast<uint32_t>(middle);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif

// The bits of w * 10^q, POW10_LEAST <= q <= POW10_MOST. Returns false where the value is not proved
// or not normal. w is not 0.
//
// 10^q = t * 2^p with t in [power, power + 1), 2^63 <= power < 2^64. With w shifted up to 2^63 <=
// w < 2^64, w * t lies in [product, product + 2^64) where product = w * power: its upper half in
// [high, high + 2). Normalised, that is [high, high + 2) or, doubled, [high, high + 4), so bits 64
// - SIGNIFICAND and below are known but for that. The nearest significand is known unless the half
// way point lies in there: what stands below the significand is half - 3, ..., half then. (Half
// with something behind it in `low` would be known too; it is not worth the look.)
template <typename T>
ALWAYS_INLINE bool scale(uint64_t w, int32_t q, typename Format<T>::Bits *bits)
{
    using F = Format<T>;
    constexpr int below = 64 - F::SIGNIFICAND;
    const int zeros = static_cast<int>(hwy::Num0BitsAboveMS1Bit_Nonzero64(w));
    const uint64_t power = digitrun_pow10[q - POW10_LEAST][0];
    const uint64_t high = multiply_high(w << zeros, power);
    const int up = static_cast<int>(high >> 63);
    const uint64_t top = high << (up ^ 1);
    const uint64_t rest = top & ((uint64_t{1} << below) - 1);
    const uint64_t half = uint64_t{1} << (below - 1);
    const uint64_t significand = (top >> below) + (top >> (below - 1) & 1);
    // The significand's top bit is worth 2^(63 + up - zeros + log2_pow10(q)), and is added to the
    // field. Rounded up it may carry into it: the last field, whose next is infinity, is left out.
    const int field = F::BIAS + 62 + up - zeros + log2_pow10(q);
    const uint64_t value = (static_cast<uint64_t>(field) << (F::SIGNIFICAND - 1)) + significand;
    *bits = static_cast<typename F::Bits>(value);
    const bool unknown = rest - (half - 3) <= 3;
    const bool normal = static_cast<unsigned>(field) < static_cast<unsigned>(F::FIELDS);
    return !unknown && normal;
}

} // namespace

#endif
