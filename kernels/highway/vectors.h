// kernels/highway/vectors.h - the steps of the kernel that use vectors, by Highway, 128 bits wide.
#ifndef DIGITRUN_HIGHWAY_VECTORS_H
#define DIGITRUN_HIGHWAY_VECTORS_H

#define HWY_COMPILE_ONLY_STATIC
#define HWY_DISABLE_PCLMUL_AES // else these two decide whether SSE4 is a target
#include <hwy/highway.h>

#include <cstdint>
#include <cstring>

#define ROW_IS_sse4 1
#define ROW_IS_generic128 2
#define ROW_IS_PASTED(name) ROW_IS_##name
#define ROW_IS(name) ROW_IS_PASTED(name)

#if HWY_TARGET == HWY_SCALAR
#error "this Highway has no vectors for this machine and compiler: leave its rows out"
#endif
#if ROW_IS(DIGITRUN_ROW) == ROW_IS_sse4
// Too few flags lower the target without a word.
static_assert(HWY_TARGET == HWY_SSE4, "the row sse4 is compiled with -msse4.2 and nothing more");
#else
static_assert(ROW_IS(DIGITRUN_ROW) == ROW_IS_generic128, "a row that this source does not know");
#endif

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#else
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#define UNLIKELY(condition) (condition)
#define LIKELY(condition) (condition)
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define FIRST_IS_HIGH 1
#else
#define FIRST_IS_HIGH 0
#endif

namespace
{

namespace hn = hwy::HWY_NAMESPACE;

using byte = uint8_t;
const hn::FixedTag<uint8_t, 16> bytes16;
const hn::FixedTag<int8_t, 16> signed16;
const hn::FixedTag<uint16_t, 8> words8;
const hn::FixedTag<uint32_t, 4> dwords4;
const hn::FixedTag<uint64_t, 2> qwords2;
const hn::FixedTag<double, 2> doubles2;
const hn::FixedTag<double, 1> doubles1;
using Bytes = hn::Vec<decltype(bytes16)>;
using ByteMask = hn::Mask<decltype(bytes16)>;
static_assert(sizeof(Bytes) == 16, "vectors are 128 bits wide");

template <typename T> ALWAYS_INLINE T load_as(const byte *from)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Bit i is lane i.
ALWAYS_INLINE uint32_t bits_of(ByteMask mask)
{
    byte bits[8];
    hn::StoreMaskBits(bytes16, mask, bits);
#if FIRST_IS_HIGH
    return bits[0] | static_cast<uint32_t>(bits[1]) << 8;
#else
    return load_as<uint16_t>(bits);
#endif
}

// '0' .. '9' are moved to the greatest signed bytes.
ALWAYS_INLINE ByteMask are_digits(Bytes bytes)
{
    const auto moved = hn::BitCast(signed16, hn::Add(bytes, hn::Set(bytes16, 0x7f - '9')));
    return hn::RebindMask(bytes16, hn::Gt(moved, hn::Set(signed16, 0x7f - 10)));
}

// Bit i is byte i of 16 or 32.
struct Marks {
    uint32_t digits, mantissa; // mantissa: digits and points
};

ALWAYS_INLINE Marks mark_16(const byte *from, Bytes point)
{
    const Bytes bytes = hn::LoadU(bytes16, from);
    const ByteMask digits = are_digits(bytes);
    return {bits_of(digits), bits_of(hn::Or(digits, hn::Eq(bytes, point)))};
}

ALWAYS_INLINE Marks mark_32(const byte *from, Bytes point)
{
    const Marks first = mark_16(from, point);
    const Marks second = mark_16(from + 16, point);
    return {second.digits << 16 | first.digits, second.mantissa << 16 | first.mantissa};
}

// Masks for windows of 32 bytes that end where a mantissa ends.
struct Masks {
    // all ones from keep + 32 on: loaded at `keep + n`, the last n bytes are kept
    byte keep[64];
    // [bytes from the point to the end]: the bytes that move one to the right, over the point
    byte move[33][32];
};

constexpr Masks make_masks()
{
    Masks masks{};
    for (int i = 32; i < 64; i++) {
        masks.keep[i] = 0xff;
    }
    for (int from_point = 1; from_point <= 32; from_point++) {
        for (int i = 0; i <= 32 - from_point; i++) {
            masks.move[from_point][i] = 0xff;
        }
    }
    return masks;
}

alignas(32) const constexpr Masks window_masks = make_masks();

// Sixteen bytes of a window: what `move` has comes from one further left, what is not kept is 0.
// Digits become 0 .. 9, all other bytes more.
ALWAYS_INLINE Bytes window_digits(const byte *from, const byte *move, const byte *keep)
{
    const Bytes right = hn::LoadU(bytes16, from);
    const Bytes left = hn::LoadU(bytes16, from - 1);
    const Bytes moved = hn::And(hn::Xor(left, right), hn::Load(bytes16, move));
    const Bytes digits = hn::Xor(hn::Xor(moved, right), hn::Set(bytes16, '0'));
    return hn::And(digits, hn::LoadU(bytes16, keep));
}

// Windows that end at `end`, with the n last digits: the low one the last 16 of them, the high one
// those before. The point that stands from_point bytes before the end is left out.
ALWAYS_INLINE Bytes low_window(const byte *end, size_t n, size_t from_point)
{
    return window_digits(end - 16, window_masks.move[from_point] + 16, window_masks.keep + n + 16);
}

ALWAYS_INLINE Bytes high_window(const byte *end, size_t n, size_t from_point)
{
    return window_digits(end - 32, window_masks.move[from_point], window_masks.keep + n);
}

// Whether all bytes are digits, of the greatest of many windows.
ALWAYS_INLINE bool holds_digits_only(Bytes greatest)
{
    return bits_of(hn::Eq(hn::Min(greatest, hn::Set(bytes16, 9)), greatest)) == 0xffff;
}

using Words = hn::Vec<decltype(qwords2)>;

// Two times sixteen digits as numbers of eight: in each lane the first in the low half, the second
// in the high one.
#if HWY_TARGET == HWY_SSE4
ALWAYS_INLINE Words fold_digits(Bytes first, Bytes second)
{
    const __m128i tens = _mm_set1_epi16(1 << 8 | 10);
    const __m128i hundreds = _mm_set1_epi32(1 << 16 | 100);
    const __m128i myriads = _mm_set1_epi32(1 << 16 | 10000);
    const __m128i first4 = _mm_madd_epi16(_mm_maddubs_epi16(first.raw, tens), hundreds);
    const __m128i second4 = _mm_madd_epi16(_mm_maddubs_epi16(second.raw, tens), hundreds);
    return Words{_mm_madd_epi16(_mm_packus_epi32(first4, second4), myriads)};
}
#else
// In lanes of twice the width: what stood first in memory * base + what stood second.
template <typename D> ALWAYS_INLINE hn::Vec<D> join(D lanes, hn::Vec<D> pair, uint32_t base)
{
    using Lane = hn::TFromD<D>;
    constexpr int width = 4 * sizeof(Lane);
    const auto high = hn::ShiftRight<width>(pair);
    const auto low = hn::And(pair, hn::Set(lanes, static_cast<Lane>((Lane{1} << width) - 1)));
    const auto scale = hn::Set(lanes, static_cast<Lane>(base));
    return FIRST_IS_HIGH ? hn::Add(hn::Mul(high, scale), low) : hn::Add(hn::Mul(low, scale), high);
}

ALWAYS_INLINE uint64_t fold_sixteen(Bytes digits)
{
    const auto pairs = join(words8, hn::BitCast(words8, digits), 10);
    const auto fours = join(dwords4, hn::BitCast(dwords4, pairs), 100);
    uint32_t four[4];
    hn::StoreU(fours, dwords4, four);
    return (four[0] * 10000 + four[1]) | static_cast<uint64_t>(four[2] * 10000 + four[3]) << 32;
}

ALWAYS_INLINE Words fold_digits(Bytes first, Bytes second)
{
    const uint64_t both[2] = {fold_sixteen(first), fold_sixteen(second)};
    return hn::LoadU(qwords2, both);
}
#endif

// Numbers of sixteen digits as numbers: the low half * 10^8 + the high half.
ALWAYS_INLINE Words join_eights(Words eights)
{
    const auto firsts = hn::BitCast(dwords4, eights);
    return hn::Add(hn::MulEven(firsts, hn::Set(dwords4, 100000000)), hn::ShiftRight<32>(eights));
}

using Doubles = hn::Vec<decltype(doubles2)>;

// w / divisors, correctly rounded: w < 2^52 becomes the low bits of 2^52 + w, which is exact.
ALWAYS_INLINE Doubles divide(Words w, const double *first_divisor, const double *second_divisor)
{
    const auto magic = hn::Set(doubles2, 4503599627370496.0);
    const auto bits = hn::Or(w, hn::BitCast(qwords2, magic));
    const auto exact = hn::Sub(hn::BitCast(doubles2, bits), magic);
    return hn::Div(exact, hn::Combine(doubles2, hn::LoadU(doubles1, second_divisor),
                                      hn::LoadU(doubles1, first_divisor)));
}

// To the first byte that is no digit.
ALWAYS_INLINE const byte *skip_digits(const byte *p, const byte *end)
{
    while (end - p >= 16) {
        const uint32_t others = ~bits_of(are_digits(hn::LoadU(bytes16, p))) & 0xffff;
        if (others != 0) {
            return p + hwy::Num0BitsBelowLS1Bit_Nonzero32(others);
        }
        p += 16;
    }
    while (p != end && static_cast<byte>(*p - '0') < 10) {
        p++;
    }
    return p;
}

} // namespace

#endif
