/* kernels/wide.h - 128-bit products, bit counts and byte order in portable C11, for the writer. */
#ifndef DIGITRUN_WIDE_H
#define DIGITRUN_WIDE_H

#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define RARE(condition) __builtin_expect(!!(condition), 0)
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#else
#define RARE(condition) (condition)
#define INLINE static inline
#define NOINLINE static
#endif

typedef struct wide {
    uint64_t high, low;
} wide;

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide_native;

INLINE wide multiply(uint64_t a, uint64_t b)
{
    wide_native product = (wide_native)a * b;
    return (wide){(uint64_t)(product >> 64), (uint64_t)product};
}
#else
INLINE wide multiply(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32); /* < 2^64: (2^32 - 1)^2 + 2^32 - 1 */
    uint64_t other = a0 * b1 + (uint32_t)middle;
    return (wide){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}
#endif

INLINE wide add_wide(wide a, uint64_t b)
{
    uint64_t low = a.low + b;
    return (wide){a.high + (low < b), low};
}

/* Zero bits below the lowest one, above the highest one; value != 0. */
#if defined(__GNUC__)
INLINE unsigned trailing_zeros(uint64_t value)
{
    return (unsigned)__builtin_ctzll(value);
}

INLINE unsigned leading_zeros(uint64_t value)
{
    return (unsigned)__builtin_clzll(value);
}
#else
INLINE unsigned trailing_zeros(uint64_t value)
{
    unsigned zeros = 0;
    for (unsigned step = 32; step != 0; step /= 2) {
        if (value << (64 - step) == 0) {
            zeros += step;
            value >>= step;
        }
    }
    return zeros;
}

INLINE unsigned leading_zeros(uint64_t value)
{
    unsigned zeros = 0;
    for (unsigned step = 32; step != 0; step /= 2) {
        if (value >> (64 - step) == 0) {
            zeros += step;
            value <<= step;
        }
    }
    return zeros;
}
#endif

/* Eight characters as one number, the first in the lowest byte. */
INLINE uint64_t reverse_bytes(uint64_t value)
{
#if defined(__GNUC__)
    return __builtin_bswap64(value);
#else
    value = (value & UINT64_C(0x00ff00ff00ff00ff)) << 8 |
            (value >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    value = (value & UINT64_C(0x0000ffff0000ffff)) << 16 |
            (value >> 16 & UINT64_C(0x0000ffff0000ffff));
    return value << 32 | value >> 32;
#endif
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
INLINE uint64_t load_first(const char *from)
{
    uint64_t characters;
    memcpy(&characters, from, 8);
    return characters;
}

INLINE void store_first(char *to, uint64_t characters)
{
    memcpy(to, &characters, 8);
}
#else
INLINE uint64_t load_first(const char *from)
{
    uint64_t characters = 0;
    for (unsigned i = 0; i < 8; i++) {
        characters |= (uint64_t)(uint8_t)from[i] << 8 * i;
    }
    return characters;
}

INLINE void store_first(char *to, uint64_t characters)
{
    for (unsigned i = 0; i < 8; i++) {
        to[i] = (char)(characters >> 8 * i);
    }
}
#endif

#endif
