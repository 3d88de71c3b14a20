/* kernels/avx512/emulated.h - AVX-512 for tests on CPUs without it: what its instructions do to
 * integers, written out for two halves of AVX2. emulated_round.h has those that round,
 * emulated_names.h gives both the names of the intrinsics.
 *
 * SIMDe 0.7.4 lacks a third of what this row uses: all of VBMI2, all that takes a rounding mode,
 * masked loads and stores of bytes. With those written here, the rest is shorter by macros over the
 * types of lanes than two kinds of vectors side by side.
 *
 * Only what is asked of memory is touched: masked loads and stores go lane by lane. */
#ifndef DIGITRUN_AVX512_EMULATED_H
#define DIGITRUN_AVX512_EMULATED_H

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t lanes_u8 __attribute__((vector_size(32), may_alias));
typedef uint16_t lanes_u16 __attribute__((vector_size(32), may_alias));
typedef uint32_t lanes_u32 __attribute__((vector_size(32), may_alias));
typedef uint64_t lanes_u64 __attribute__((vector_size(32), may_alias));
typedef int8_t lanes_s8 __attribute__((vector_size(32), may_alias));
typedef int16_t lanes_s16 __attribute__((vector_size(32), may_alias));
typedef int32_t lanes_s32 __attribute__((vector_size(32), may_alias));
typedef int64_t lanes_s64 __attribute__((vector_size(32), may_alias));

/* 64 bytes by any type: h_ halves, the others lane by lane. */
typedef union vector512 {
    __m256i half[2];
    lanes_u8 h_u8[2];
    lanes_u16 h_u16[2];
    lanes_u32 h_u32[2];
    lanes_u64 h_u64[2];
    lanes_s8 h_s8[2];
    lanes_s16 h_s16[2];
    lanes_s32 h_s32[2];
    lanes_s64 h_s64[2];
    _Alignas(64) uint8_t u8[64];
    uint16_t u16[32];
    uint32_t u32[16];
    uint64_t u64[8];
    int8_t s8[64];
    int16_t s16[32];
    int32_t s32[16];
    int64_t s64[8];
    double f64[8];
} vector512;

/* Calls: inlined, they would make the row three times as long to compile. */
#define EMULATED static __attribute__((noinline, unused))
#define HALVES(r, expression)     \
    for (int i = 0; i < 2; i++) { \
        (r)[i] = (expression);    \
    }

/* A bit per lane to a bit per byte, and back. */
EMULATED uint64_t emulated_spread_u8(uint64_t lanes)
{
    return lanes;
}

EMULATED uint64_t emulated_spread_u16(uint64_t lanes)
{
    return _pdep_u64(lanes, UINT64_C(0x5555555555555555)) * 3;
}

EMULATED uint64_t emulated_spread_u32(uint64_t lanes)
{
    return _pdep_u64(lanes, UINT64_C(0x1111111111111111)) * 15;
}

EMULATED uint64_t emulated_spread_u64(uint64_t lanes)
{
    return _pdep_u64(lanes, UINT64_C(0x0101010101010101)) * 255;
}

/* The top bit of each byte. */
EMULATED uint64_t emulated_top_bits(vector512 x)
{
    return (uint32_t)_mm256_movemask_epi8(x.half[0]) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(x.half[1]) << 32;
}

/* 255 in the bytes that are set. */
EMULATED vector512 emulated_bytes_of(uint64_t bytes)
{
    const __m256i eighth = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202,
                                              0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((int64_t)UINT64_C(0x8040201008040201));
    vector512 r;
    for (int i = 0; i < 2; i++) {
        const __m256i four = _mm256_set1_epi32((int)(uint32_t)(bytes >> 32 * i));
        const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(four, eighth), bit);
        r.half[i] = _mm256_cmpeq_epi8(own, bit);
    }
    return r;
}

/* Those bytes of x, the others of y. */
EMULATED vector512 emulated_select(uint64_t bytes, vector512 x, vector512 y)
{
    const vector512 m = emulated_bytes_of(bytes);
    vector512 r;
    HALVES(r.half, _mm256_blendv_epi8(y.half[i], x.half[i], m.half[i]))
    return r;
}

EMULATED vector512 emulated_zero(void)
{
    vector512 r;
    memset(&r, 0, sizeof r);
    return r;
}

EMULATED vector512 emulated_load(const void *p)
{
    vector512 r;
    memcpy(&r, p, sizeof r);
    return r;
}

EMULATED void emulated_store(void *p, vector512 x)
{
    memcpy(p, &x, sizeof x);
}

/* A vector of lanes by an expression of x and y, and the same where `lanes` are set: in the others
 * `old`, or 0. */
#define OPERATION(name, u, expression)                                                  \
    EMULATED vector512 emulated_##name(vector512 x, vector512 y)                        \
    {                                                                                   \
        vector512 r;                                                                    \
        HALVES(r.h_##u, expression)                                                     \
        return r;                                                                       \
    }                                                                                   \
    EMULATED vector512 emulated_mask_##name(vector512 old, uint64_t lanes, vector512 x, \
                                            vector512 y)                                \
    {                                                                                   \
        return emulated_select(emulated_spread_##u(lanes), emulated_##name(x, y), old); \
    }                                                                                   \
    EMULATED vector512 emulated_maskz_##name(uint64_t lanes, vector512 x, vector512 y)  \
    {                                                                                   \
        return emulated_mask_##name(emulated_zero(), lanes, x, y);                      \
    }

/* A bit for each lane where the expression of x and y holds, and the same among `lanes`. */
#define TEST(name, u, first, expression)                                                    \
    EMULATED uint64_t emulated_##name##_mask(vector512 x, vector512 y)                      \
    {                                                                                       \
        vector512 r;                                                                        \
        HALVES(r.h_##u, (lanes_##u)(expression))                                            \
        return _pext_u64(emulated_top_bits(r), first);                                      \
    }                                                                                       \
    EMULATED uint64_t emulated_mask_##name##_mask(uint64_t lanes, vector512 x, vector512 y) \
    {                                                                                       \
        return emulated_##name##_mask(x, y) & lanes;                                        \
    }

/* Shifts by one count; by 0 from `bits` on, as the instructions do. */
#define SHIFT(name, t, bits, expression)                            \
    EMULATED vector512 emulated_##name(vector512 x, unsigned count) \
    {                                                               \
        vector512 r = emulated_zero();                              \
        if (count < (bits)) {                                       \
            HALVES(r.h_##t, expression)                             \
        }                                                           \
        return r;                                                   \
    }

/* The larger or smaller lanes, where `m` is the comparison of x and y. */
#define CHOICE(name, u, m) \
    OPERATION(name, u, (x.h_##u[i] & (lanes_##u)(m)) | (y.h_##u[i] & ~(lanes_##u)(m)))

#define COMPARISONS(t, suffix, u, first)                      \
    TEST(cmpeq_##suffix, u, first, x.h_##t[i] == y.h_##t[i])  \
    TEST(cmpneq_##suffix, u, first, x.h_##t[i] != y.h_##t[i]) \
    TEST(cmplt_##suffix, u, first, x.h_##t[i] < y.h_##t[i])   \
    TEST(cmple_##suffix, u, first, x.h_##t[i] <= y.h_##t[i])  \
    TEST(cmpgt_##suffix, u, first, x.h_##t[i] > y.h_##t[i])   \
    TEST(cmpge_##suffix, u, first, x.h_##t[i] >= y.h_##t[i])  \
    CHOICE(max_##suffix, u, x.h_##t[i] > y.h_##t[i])          \
    CHOICE(min_##suffix, u, x.h_##t[i] < y.h_##t[i])

/* What there is for lanes of that many bits; `first`: the lowest bit of each lane's bytes. */
#define LANES(bits, u, s, first)                                                                   \
    EMULATED vector512 emulated_set1_epi##bits(int64_t value)                                      \
    {                                                                                              \
        vector512 r = emulated_zero();                                                             \
        HALVES(r.h_##u, r.h_##u[i] + (uint##bits##_t)value)                                        \
        return r;                                                                                  \
    }                                                                                              \
    EMULATED vector512 emulated_mask_mov_epi##bits(vector512 old, uint64_t lanes, vector512 x)     \
    {                                                                                              \
        return emulated_select(emulated_spread_##u(lanes), x, old);                                \
    }                                                                                              \
    EMULATED vector512 emulated_maskz_mov_epi##bits(uint64_t lanes, vector512 x)                   \
    {                                                                                              \
        return emulated_mask_mov_epi##bits(emulated_zero(), lanes, x);                             \
    }                                                                                              \
    EMULATED vector512 emulated_mask_loadu_epi##bits(vector512 old, uint64_t lanes, const void *p) \
    {                                                                                              \
        for (int i = 0; i < 512 / (bits); i++) {                                                   \
            if ((lanes >> i & 1) != 0) {                                                           \
                memcpy(&old.u[i], (const uint8_t *)p + (bits) / 8 * i, (bits) / 8);                \
            }                                                                                      \
        }                                                                                          \
        return old;                                                                                \
    }                                                                                              \
    EMULATED vector512 emulated_maskz_loadu_epi##bits(uint64_t lanes, const void *p)               \
    {                                                                                              \
        return emulated_mask_loadu_epi##bits(emulated_zero(), lanes, p);                           \
    }                                                                                              \
    EMULATED void emulated_mask_storeu_epi##bits(void *p, uint64_t lanes, vector512 x)             \
    {                                                                                              \
        for (int i = 0; i < 512 / (bits); i++) {                                                   \
            if ((lanes >> i & 1) != 0) {                                                           \
                memcpy((uint8_t *)p + (bits) / 8 * i, &x.u[i], (bits) / 8);                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    OPERATION(add_epi##bits, u, x.h_##u[i] + y.h_##u[i])                                           \
    OPERATION(sub_epi##bits, u, x.h_##u[i] - y.h_##u[i])                                           \
    OPERATION(mullo_epi##bits, u, x.h_##u[i] * y.h_##u[i])                                         \
    OPERATION(and_epi##bits, u, x.h_##u[i] & y.h_##u[i])                                           \
    OPERATION(andnot_epi##bits, u, ~x.h_##u[i] & y.h_##u[i])                                       \
    OPERATION(or_epi##bits, u, x.h_##u[i] | y.h_##u[i])                                            \
    OPERATION(xor_epi##bits, u, x.h_##u[i] ^ y.h_##u[i])                                           \
    OPERATION(sllv_epi##bits, u,                                                                   \
              (x.h_##u[i] << (y.h_##u[i] & ((bits)-1))) & (lanes_##u)(y.h_##u[i] < (bits)))        \
    OPERATION(srlv_epi##bits, u,                                                                   \
              (x.h_##u[i] >> (y.h_##u[i] & ((bits)-1))) & (lanes_##u)(y.h_##u[i] < (bits)))        \
    SHIFT(slli_epi##bits, u, bits, x.h_##u[i] << count)                                            \
    SHIFT(srli_epi##bits, u, bits, x.h_##u[i] >> count)                                            \
    TEST(test_epi##bits, u, first, (x.h_##u[i] & y.h_##u[i]) != 0)                                 \
    TEST(testn_epi##bits, u, first, (x.h_##u[i] & y.h_##u[i]) == 0)                                \
    COMPARISONS(u, epu##bits, u, first)                                                            \
    COMPARISONS(s, epi##bits, u, first)

LANES(8, u8, s8, UINT64_MAX)
LANES(16, u16, s16, UINT64_C(0x5555555555555555))
LANES(32, u32, s32, UINT64_C(0x1111111111111111))
LANES(64, u64, s64, UINT64_C(0x0101010101010101))

/* By the sign; a count of all bits or more is one less. */
EMULATED vector512 emulated_srai_epi64(vector512 x, unsigned count)
{
    vector512 r;
    HALVES(r.h_s64, x.h_s64[i] >> (count < 64 ? count : 63))
    return r;
}

/* An instruction of AVX2 that keeps to lanes of 128 bits, twice. */
#define TWICE(name, instruction)                                 \
    EMULATED vector512 emulated_##name(vector512 x, vector512 y) \
    {                                                            \
        vector512 r;                                             \
        HALVES(r.half, instruction(x.half[i], y.half[i]))        \
        return r;                                                \
    }

TWICE(subs_epu16, _mm256_subs_epu16)
TWICE(maddubs_epi16, _mm256_maddubs_epi16)
TWICE(madd_epi16, _mm256_madd_epi16)
TWICE(mul_epu32, _mm256_mul_epu32)
TWICE(mul_epi32, _mm256_mul_epi32)
TWICE(packus_epi32, _mm256_packus_epi32)
TWICE(shuffle_epi8, _mm256_shuffle_epi8)
TWICE(unpacklo_epi64, _mm256_unpacklo_epi64)
TWICE(unpackhi_epi64, _mm256_unpackhi_epi64)

/* All of x moved up `count` lanes of 32 bits, behind y; the lower 16 lanes of that. */
EMULATED vector512 emulated_alignr_epi32(vector512 x, vector512 y, unsigned count)
{
    vector512 both[2] = {y, x}, r;
    memcpy(&r, both[0].u32 + (count & 15), sizeof r);
    return r;
}

/* Byte i of the table at place[i] mod 64: of each quarter of the table by the low four bits, from
 * the right one by the two above them. */
EMULATED vector512 emulated_permutexvar_epi8(vector512 place, vector512 table)
{
    const __m256i low = _mm256_set1_epi8(15), high = _mm256_set1_epi8(0x30);
    vector512 r = emulated_zero();
    for (int i = 0; i < 2; i++) {
        const __m256i in = _mm256_and_si256(place.half[i], low);
        const __m256i quarter = _mm256_and_si256(place.half[i], high);
        for (int k = 0; k < 4; k++) {
            __m128i part;
            memcpy(&part, table.u8 + 16 * k, sizeof part);
            const __m256i found = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(part), in);
            const __m256i own = _mm256_cmpeq_epi8(quarter, _mm256_set1_epi8((char)(16 * k)));
            r.half[i] = _mm256_or_si256(r.half[i], _mm256_and_si256(found, own));
        }
    }
    return r;
}

EMULATED vector512 emulated_mask_permutexvar_epi8(vector512 old, uint64_t lanes, vector512 place,
                                                  vector512 table)
{
    return emulated_select(lanes, emulated_permutexvar_epi8(place, table), old);
}

EMULATED vector512 emulated_maskz_permutexvar_epi8(uint64_t lanes, vector512 place, vector512 table)
{
    return emulated_mask_permutexvar_epi8(emulated_zero(), lanes, place, table);
}

/* Of two tables, by bit 6 of the place. */
EMULATED vector512 emulated_permutex2var_epi8(vector512 x, vector512 place, vector512 y)
{
    const uint64_t second = emulated_top_bits(emulated_add_epi8(place, place));
    return emulated_select(second, emulated_permutexvar_epi8(place, y),
                           emulated_permutexvar_epi8(place, x));
}

EMULATED vector512 emulated_permutexvar_epi64(vector512 place, vector512 table)
{
    vector512 r;
    for (int i = 0; i < 8; i++) {
        r.u64[i] = table.u64[place.u64[i] & 7];
    }
    return r;
}

EMULATED vector512 emulated_permutex2var_epi64(vector512 x, vector512 place, vector512 y)
{
    vector512 r;
    for (int i = 0; i < 8; i++) {
        r.u64[i] = (place.u64[i] & 8) != 0 ? y.u64[place.u64[i] & 7] : x.u64[place.u64[i] & 7];
    }
    return r;
}

/* The bytes that are set, from the first on, and 0; and the first bytes to those that are set,
 * between them 0. Eight a step. */
EMULATED vector512 emulated_compress_bytes(vector512 x, uint64_t bytes)
{
    uint8_t out[sizeof(vector512) + 8] = {0}, *to = out;
    for (int i = 0; i < 8; i++) {
        const uint64_t eight = emulated_spread_u64(bytes >> 8 * i & 255);
        const uint64_t found = _pext_u64(x.u64[i], eight);
        memcpy(to, &found, sizeof found);
        to += _mm_popcnt_u64(eight) / 8;
    }
    return emulated_load(out);
}

EMULATED vector512 emulated_expand_bytes(vector512 x, uint64_t bytes)
{
    uint8_t in[sizeof(vector512) + 8] = {0};
    const uint8_t *from = in;
    vector512 r;
    memcpy(in, &x, sizeof x);
    for (int i = 0; i < 8; i++) {
        const uint64_t eight = emulated_spread_u64(bytes >> 8 * i & 255);
        uint64_t next;
        memcpy(&next, from, sizeof next);
        r.u64[i] = _pdep_u64(next, eight);
        from += _mm_popcnt_u64(eight) / 8;
    }
    return r;
}

/* Lanes of one type to lanes of another: `count` of them. */
#define CONVERSION(name, from_type, from, to_type, to, count)                \
    EMULATED to_type emulated_##name(from_type x)                            \
    {                                                                        \
        union {                                                              \
            from_type whole;                                                 \
            vector512 lanes;                                                 \
        } in = {x};                                                          \
        union {                                                              \
            vector512 lanes;                                                 \
            to_type whole;                                                   \
        } out;                                                               \
        for (int i = 0; i < (count); i++) {                                  \
            out.lanes.to[i] = (__typeof__(out.lanes.to[0]))in.lanes.from[i]; \
        }                                                                    \
        return out.whole;                                                    \
    }

CONVERSION(castsi512_si128, vector512, u8, __m128i, u8, 16)
CONVERSION(castsi512_si256, vector512, u8, __m256i, u8, 32)
CONVERSION(cvtepi32_epi16, vector512, u32, __m256i, u16, 16)
CONVERSION(cvtepi32_epi8, vector512, u32, __m128i, u8, 16)
CONVERSION(cvtepi16_epi64, __m128i, s16, vector512, s64, 8)
CONVERSION(cvtepi8_epi64, __m128i, s8, vector512, s64, 8)
CONVERSION(cvtepu16_epi32, __m256i, u16, vector512, u32, 16)
CONVERSION(cvtepu8_epi16, __m256i, u8, vector512, u16, 32)
CONVERSION(cvtepu8_epi32, __m128i, u8, vector512, u32, 16)

EMULATED vector512 emulated_set_epi64(uint64_t h, uint64_t g, uint64_t f, uint64_t e, uint64_t d,
                                      uint64_t c, uint64_t b, uint64_t a)
{
    const uint64_t lanes[8] = {a, b, c, d, e, f, g, h};
    return emulated_load(lanes);
}

EMULATED uint32_t emulated_reduce_max_epu32(vector512 x)
{
    uint32_t most = 0;
    for (int i = 0; i < 16; i++) {
        most = x.u32[i] > most ? x.u32[i] : most;
    }
    return most;
}

EMULATED int emulated_reduce_add_epi32(vector512 x)
{
    uint32_t sum = 0;
    for (int i = 0; i < 16; i++) {
        sum += x.u32[i];
    }
    return (int)sum;
}

#endif
