/* kernels/avx512/intrinsics.h - the intrinsics of this row: the compiler's own, or, where
 * DIGITRUN_EMULATED is set, written out for AVX2. */
#ifndef DIGITRUN_AVX512_INTRINSICS_H
#define DIGITRUN_AVX512_INTRINSICS_H

#if defined(DIGITRUN_EMULATED)
#include "kernels/avx512/emulated_names.h"
#elif defined(__AVX512VBMI2__) && defined(__AVX512VBMI__) && defined(__AVX512DQ__)
#include <immintrin.h>
#else
#error "kernels/avx512 needs the flags of its row in dispatch/isa.def"
#endif

#include <stdint.h>

/* Expand and compress with zeroing wait for the old value of their destination on Zen: it is the
 * source here. */
#if defined(DIGITRUN_EMULATED)
#define expand(lanes, bytes) emulated_expand_bytes(bytes, lanes)
#define expand_words(lanes, words) emulated_expand_bytes(words, emulated_spread_u16(lanes))
#define compress(lanes, bytes) emulated_compress_bytes(bytes, lanes)
#else
static inline __m512i expand(uint64_t lanes, __m512i bytes)
{
    __asm__("vpexpandb %0, %0%{%1%}%{z%}" : "+v"(bytes) : "Yk"(_cvtu64_mask64(lanes)));
    return bytes;
}

static inline __m512i expand_words(uint32_t lanes, __m512i words)
{
    __asm__("vpexpandw %0, %0%{%1%}%{z%}" : "+v"(words) : "Yk"(_cvtu32_mask32(lanes)));
    return words;
}

static inline __m512i compress(uint64_t lanes, __m512i bytes)
{
    __asm__("vpcompressb %0, %0%{%1%}%{z%}" : "+v"(bytes) : "Yk"(_cvtu64_mask64(lanes)));
    return bytes;
}
#endif

#endif
