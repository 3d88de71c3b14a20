/* kernels/avx512/read_types.h - the streams between the passes, the state of a run, small
 * primitives. */
#ifndef DIGITRUN_AVX512_READ_TYPES_H
#define DIGITRUN_AVX512_READ_TYPES_H

#include "kernels/avx512/intrinsics.h"
#include "kernels/decimal.h"
#include "kernels/kernel.h"

#include <stdbool.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Rounding stands in the instruction, and no exception is raised or trapped. */
#define NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define TO_ZERO (_MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)

enum { PATTERN_PLAIN, PATTERN_ROW };

typedef enum element { ELEMENT_F64, ELEMENT_F32, ELEMENT_COUNT } element;

enum {
    BLOCK = 64,             /* bytes of one step of the first pass */
    CHUNK = 3 * 1024,       /* bytes that go through all passes together */
    TOKENS = CHUNK / 2 + 1, /* most in a chunk: each but the last ends in a separator */
    STEP = 32,              /* tokens of one step of the second pass */
    GROUP = 8,              /* of the conversion */
    GROUPS = TOKENS / GROUP + 1,
    BLOCKS = CHUNK / BLOCK + 1 /* one more, where the last token ends with the chunk */
};

/* The scratch of a run. Streams are written 64 bytes at a time, past their ends. */
typedef struct workspace {
    _Alignas(64) uint8_t digits[CHUNK + 2 * BLOCK]; /* 0 .. 9, of all tokens, no exponents */
    /* first byte of each token, bit 7 set where that is a minus, and the byte behind its integer
     * part, bit 7 set where that is a bare point: places modulo 128 */
    _Alignas(64) uint8_t heads[2 * TOKENS + 2 * BLOCK];
    _Alignas(64) uint8_t ends[TOKENS + 2 * BLOCK]; /* of the mantissa; bit 7: an e stands there */
    /* two symbols before the chunk, then first bytes of tokens and separators but blanks */
    _Alignas(64) uint8_t symbols[BLOCK + CHUNK + 2 * BLOCK];
    union {
        struct {
            _Alignas(64) uint8_t edges[CHUNK + 2 * BLOCK]; /* first byte, end: of each exponent */
            _Alignas(64) uint8_t bytes[CHUNK + 2 * BLOCK]; /* less '0' */
        } exponent;
        /* of each token, the lanes of its digits at the right of 16 or 32 */
        _Alignas(64) uint32_t lanes[TOKENS + 2 * STEP];
    } u;
    _Alignas(64) int16_t written[TOKENS + 2 * STEP];  /* as written, of tokens with exponents */
    _Alignas(64) uint16_t lengths[TOKENS + 2 * STEP]; /* digits of each token */
    _Alignas(64) int16_t scales[TOKENS + 2 * STEP];   /* its power of ten, or places behind the
                                                          point */
    _Alignas(64) uint8_t minus[TOKENS / 8 + BLOCK];   /* a bit each */
    _Alignas(64) uint8_t long_integer[TOKENS / 8 + BLOCK]; /* two digits or more before the point */
    _Alignas(64) uint8_t doubt[GROUPS + BLOCK];            /* lanes to be read by hand */
    /* Of each block, where odd tokens are looked for: bytes of tokens, first bytes of odd ones and
     * the rest of their bytes, what went to `symbols`. */
    uint64_t tokens[BLOCKS], first[BLOCKS], rest[BLOCKS], shown[BLOCKS];
} workspace;
typedef char workspace_fits[sizeof(workspace) <= DIGITRUN_SCRATCH ? 1 : -1];

/* What the passes found out of a chunk. */
typedef struct chunk {
    uint32_t begin, bytes;
    uint32_t tokens, digits, symbols;
    uint32_t exponents, exponent_bytes;
    uint32_t longest, fraction; /* digits of the longest token, behind the point: upper bounds */
    uint32_t doubts;            /* lanes read by hand */
    uint32_t rows;
    bool long_integers;
    uint32_t odd, subtle;  /* tokens taken out; of these, without a byte that no number has */
    uint32_t holes, empty; /* listed behind those of the reader; of these, empty cells */
    bool lenient;          /* +1 or .5 is among them */
    bool has_e;            /* perhaps: exponents */
    bool full;             /* more rows or holes than there is room for */
    uint8_t after, level;
    uint32_t depth;
} chunk;

typedef struct reader {
    digitrun_run *run;
    const digitrun_plan *plan;
    workspace *work;
    uint32_t origin; /* always 0: places are those of the text */
    uint32_t next;   /* where to go on; between two tokens */
    uint32_t at;
    bool exact, stopped, rehearsal, brackets, strict;
    bool vectors; /* the tables below tell the bytes of this plan apart */
    bool returns; /* a CR may stand before LF */
    bool exponents;
    bool lead;         /* 007 is odd */
    bool plus;         /* +1 is plain */
    bool cells;        /* a cell may be empty, */
    bool last_is_cell; /* even the last of a row */
    /* the automaton and what was found, as in digitrun_run */
    uint8_t after, level;
    uint32_t depth;
    uint32_t stored, rows, holes;
    uint32_t unstored;
    uint32_t block, room; /* of read_structure.h: 0, and not used */
    uint64_t row_bits;
    uint32_t extra_rows;
    uint8_t decimal;
    uint8_t fill;                          /* a separator */
    uint8_t start_symbol, document_symbol; /* bytes that stand for an `after` which is no byte */
    uint8_t odd_symbol;                    /* for a token that was taken out */
    uint8_t symbol_of[8];                  /* a byte of each class that may be an `after` */
    /* by the low six bits of a byte */
    __m512i separators; /* the separator itself */
    __m512i structure;  /* the same, no blanks */
    __m512i follow;     /* classes that may follow, as bits */
    __m512i class_bit;
    __m512i numbers;    /* the bytes numbers are made of */
    __m512i follow_odd; /* as `follow`, where empty cells are listed */
} reader;

ALWAYS_INLINE __m512i load(const void *p)
{
    return _mm512_loadu_si512(p);
}

ALWAYS_INLINE void store(void *p, __m512i value)
{
    _mm512_storeu_si512(p, value);
}

ALWAYS_INLINE uint64_t load_u64(const void *p)
{
    uint64_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

ALWAYS_INLINE uint32_t count_bits(uint64_t mask)
{
    return (uint32_t)_mm_popcnt_u64(mask);
}

/* The first `count` bits, count <= 64. */
ALWAYS_INLINE uint64_t first_bits(uint32_t count)
{
    return _bzhi_u64(UINT64_MAX, count);
}

/* a + b + *carry, the carry. By the intrinsic gcc keeps sum and carry in memory. */
ALWAYS_INLINE uint64_t add_with_carry(uint64_t a, uint64_t b, uint8_t *carry)
{
    __asm__("addb $-1, %0\n\tadcq %2, %1\n\tsetc %0" : "+q"(*carry), "+r"(a) : "r"(b) : "cc");
    return a;
}

/* A mask to a general register, where the algebra of masks is cheap; gcc would keep it in a mask
 * register. */
ALWAYS_INLINE uint64_t bits_of(__mmask64 mask)
{
    uint64_t bits = _cvtmask64_u64(mask);
    __asm__("" : "+r"(bits));
    return bits;
}

ALWAYS_INLINE __m512i byte_numbers(void)
{
    static const _Alignas(64) uint8_t numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    return _mm512_load_si512(numbers);
}

/* The first byte of [p, end) that is no digit, or end: 64 a step, masked at the end. */
static const uint8_t *skip_digits(const uint8_t *p, const uint8_t *end)
{
    const __m512i zero = _mm512_set1_epi8('0'), ten = _mm512_set1_epi8(10);
    while (p != end) {
        const size_t left = (size_t)(end - p);
        const uint64_t in = left < BLOCK ? first_bits((uint32_t)left) : UINT64_MAX;
        const __m512i bytes = _mm512_sub_epi8(_mm512_maskz_loadu_epi8(in, p), zero);
        const uint64_t others = ~bits_of(_mm512_cmplt_epu8_mask(bytes, ten));
        const uint64_t stop = others & in;
        if (stop != 0) {
            return p + _tzcnt_u64(stop);
        }
        p += left < BLOCK ? left : BLOCK;
    }
    return end;
}

/* The patterns of the row that reads by chains: there are none here. */
ALWAYS_INLINE bool chain_sees(const reader *r, uint8_t byte)
{
    (void)r;
    (void)byte;
    return false;
}

ALWAYS_INLINE void set_pattern(reader *r, unsigned which, uint32_t caps, uint32_t bytes,
                               uint32_t len)
{
    (void)r;
    (void)which;
    (void)caps;
    (void)bytes;
    (void)len;
}

#endif
