/* kernels/neon/read_types.h - the lists between the passes, the state of a run, small primitives.
 */
#ifndef DIGITRUN_NEON_READ_TYPES_H
#define DIGITRUN_NEON_READ_TYPES_H

#include "kernels/decimal.h"
#include "kernels/intrinsics.h"
#include "kernels/kernel.h"

#include <stdbool.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum { PATTERN_PLAIN, PATTERN_ROW };

typedef enum element { ELEMENT_F64, ELEMENT_F32, ELEMENT_COUNT } element;

enum {
    SEGMENTS = 6,         /* pointer chains in flight, at most */
    SEGMENT_BYTES = 4064, /* of the list of one segment */
    LANES = 16,           /* tokens of one step of the index pass */
    GROUP = 8,            /* of the conversion */
    BLOCK = 64,           /* tokens converted at a time */
    REACH = 32,           /* bytes of text one step of the chain looks at, at most */
    LONG = 63,            /* bytes of tokens that no list is made of */
    LONG_TOKEN = 32,      /* ... and one by itself, without its run */
    SHORT_AMONG_LONG = 8, /* so many shorter ones in a row do not end that */
    FIRST_LONG = 0,       /* so many at the start of a run that take less than ENOUGH; 0: none do */
    LEAD = 64,            /* readable bytes that must lie before the first token of a chunk */
    TAIL = 96,            /* and behind the last byte of a chunk */
    COPY = 4096,          /* text that is worked on in a copy */
    ENOUGH = 512 /* after so many bytes a run may end early, rather than with little steps */
};

/* What the chain writes down of each token. `stop` and `place`: the bytes before its point, or
 * before its end, times 4 or 2 (see read_chain.h); above them, where it starts: the low part of its
 * address. */
typedef struct note {
    uint16_t stop, place;
    uint16_t run, head; /* the two bytes before it, and its first two */
} note;

/* The same where runs may be of more than two bytes. */
typedef struct long_note {
    uint16_t stop, place;
    uint32_t run, head; /* four bytes each */
} long_note;

typedef struct segment {
    uint32_t notes[SEGMENT_BYTES / 4];
} segment;

/* How to lift a token's digits into a window. */
typedef struct record {
    int32_t point; /* where its point lies, or its end if it has none */
    int32_t row; /* (digits and point - 1) * 128 + digits before the point; less SIGN if negative */
} record;

enum {
    SIGN = 4096,
    EMPTY_ROW = -SIGN - 128,  /* no digits */
    ODD_ROW = -SIGN - 128 + 2 /* none, but two before the point: the token is to be read by hand */
};

/* Of the tokens of a block that may have exponents: see read_exponent.h. */
typedef struct exponents {
    record records[BLOCK];
    int32_t scales[BLOCK]; /* exponents of ten */
} exponents;

/* The scratch of a run. */
typedef struct workspace {
    segment segments[SEGMENTS];
    uint8_t copy[LEAD + COPY + TAIL];
    record records[BLOCK + LANES];
    double values[BLOCK];
    uint8x16_t most[BLOCK / GROUP]; /* of the bytes of each step, as digits */
    exponents exponents;
} workspace;
typedef char workspace_fits[sizeof(workspace) <= DIGITRUN_SCRATCH ? 1 : -1];

/* A run of separators that was once read by the automaton, between two tokens that leave depth and
 * level as they were: it may follow a token again, unseen. The four bytes before a token are those
 * if, none of them taken for more than its cap, they are the bytes here: a cap of 255 wants the
 * byte itself, '0' that or more (the end of a token, hardly a separator), 0 any. Caps 0 and bytes
 * 1: none. */
typedef struct pattern {
    uint32_t caps, bytes;
} pattern;

/* A pattern in all lanes, of four bytes, or of the last two of them. */
typedef struct lane_pattern {
    uint8x16_t caps, bytes;
} lane_pattern;

/* What is the same for all tokens of a list. */
typedef struct matcher {
    lane_pattern plain, row;
    int16x8_t len, len_more; /* bytes of the plain run + 1; of the row run - plain's */
    uint16x8_t most;         /* bytes of a token - 1 that one step of the chain surely holds */
    int16x8_t stop_shift;
    uint16x8_t base;
    uint32_t patterns; /* that runs of `fixed` bytes may be of */
    bool only_rows;    /* if that is one: it is the row's */
} matcher;

typedef struct reader {
    digitrun_run *run;
    const digitrun_plan *plan;
    workspace *work;
    /* the chunk: byte x is base[x] for vectors, text[origin + x] for all else */
    const uint8_t *base;
    uint32_t origin;
    uint32_t limit;           /* tokens that start before it belong to the chunk */
    uint32_t count[SEGMENTS]; /* tokens noted */
    uint32_t note_bytes;      /* of each */
    uint32_t segments;        /* lists there are */
    uint32_t segment, entry;  /* the next token's place in the lists, if it has one */
    uint32_t next;            /* where the next token starts: verified */
    bool exact;      /* after, level: as before the next token; else as behind the last one */
    bool stopped;    /* the run ends before r->next */
    bool slow_first; /* the next token is to be read by hand */
    bool rehearsal;  /* a copy that only finds its way: holes are not put down */
    bool strict;     /* leading zeros, 5. and .5 are odd */
    bool brackets;
    uint32_t long_tokens; /* so many more are read by hand, without lists, if none is long */
    bool exponents;       /* blocks are taken to have them */
    bool ragged;          /* runs are what they are without blanks: see read_ragged.h */
    uint32_t long_hands;  /* tokens of LONG_TOKEN bytes taken by hand: not used here */
    bool irregular;       /* too many tokens of a block were taken by hand: the run ends */
    uint8_t fixed; /* the chain takes all runs of separators to be of so many bytes (1 or 2), and
                    * sees only those below 48; 0: they are what they are */
    uint32_t with_exponent; /* tokens of the block that have one, where that was asked */
    uint32_t by_hand;       /* tokens of the chunk taken by hand */
    uint32_t hands, agains; /* those of the block; blocks of the chunk that had to be cut */
    uint32_t long_runs;     /* of the block, by hand, of more than four bytes */
    uint32_t reach;         /* bytes of text a chain step sees: 16 or 32 */
    uint32_t at;
    /* the automaton and what was found, as in digitrun_run */
    uint32_t depth;
    uint8_t after, level;
    uint32_t stored, rows, holes;
    uint32_t unstored;   /* holes without a slot */
    uint32_t block;      /* tokens of the block so far */
    uint32_t room;       /* tokens the block may hold */
    uint64_t row_bits;   /* bit i: a row ended between tokens i and i + 1 of the block */
    uint64_t odd;        /* bit i: token i is to be read by hand */
    uint32_t extra_rows; /* ... or more than one, so often */
    uint8x16_t all_most; /* of the block's bytes, as digits */
    int most_integer, most_fraction; /* of the block: digits; digits and point */
    uint32_t plain_len, row_len;     /* of the runs in patterns */
    matcher matcher;                 /* made of patterns, fixed, reach and base */
    bool matched;                    /* it is up to date */
    pattern patterns[2];             /* one within a row, one with exactly one row end */
    uint8_t high;                    /* separators that the chain sees: < 64, high .. high + 15 */
    uint8_t table[80]; /* 255 where it is one: bytes 0 .. 63, then high .. high + 15 */
    uint8_t codes[80]; /* likewise: see read_ragged.h */
} reader;

/* Walks at the same time: more hide more of what one waits for, but each list ends with a part of a
 * step, and rows of brackets come in short runs. */
ALWAYS_INLINE uint32_t walks_of(bool fixed)
{
    return fixed ? SEGMENTS : 4;
}

/* What the list of one segment holds; LANES more are looked at. */
ALWAYS_INLINE uint32_t segment_tokens(bool fixed)
{
    const size_t size = fixed ? sizeof(note) : sizeof(long_note);
    return (uint32_t)(SEGMENT_BYTES / size - LANES - 8);
}

/* Where the token of an entry starts, seen from base. */
ALWAYS_INLINE uint32_t place_in(const reader *r, const uint8_t *entry)
{
    uint16_t place;
    memcpy(&place, entry + 2, 2);
    return (uint16_t)(place - (uint16_t)(uintptr_t)r->base);
}

ALWAYS_INLINE uint32_t noted_place(const reader *r, uint32_t which, uint32_t i)
{
    return place_in(r, (const uint8_t *)r->work->segments[which].notes + i * r->note_bytes);
}

/* Whether the chain knows the byte to be a separator. */
ALWAYS_INLINE bool chain_sees(const reader *r, uint8_t byte)
{
    if (r->fixed != 0 || byte < 64) {
        return byte < (r->fixed != 0 ? 48 : 64) && r->table[byte] == 0xff;
    }
    return (byte & 0xf0) == r->high && r->table[64 + (byte & 15)] == 0xff;
}

/* Sets a pattern: `len` bytes, as they stand in the four before a token. */
ALWAYS_INLINE void set_pattern(reader *r, unsigned which, uint32_t caps, uint32_t bytes,
                               uint32_t len)
{
    r->patterns[which] = (pattern){caps, bytes};
    r->matched = false;
    if (which == PATTERN_ROW) {
        r->row_len = len;
    } else {
        r->plain_len = len;
    }
}

/* Of token i of the block: where it starts, its bytes, whether it was to be read by hand. */
ALWAYS_INLINE uint32_t token_start(const reader *r, uint32_t i)
{
    const record token = r->work->records[i];
    return (uint32_t)(token.point - (token.row & 127) - (token.row < 0));
}

ALWAYS_INLINE uint32_t token_len(const reader *r, uint32_t i)
{
    const int32_t row = r->work->records[i].row;
    return ((uint32_t)(row + SIGN) >> 7 & 31) + 1 + (row < 0);
}

ALWAYS_INLINE bool is_by_hand(const reader *r, uint32_t i)
{
    return r->work->records[i].row == ODD_ROW;
}

/* The vectors and scalars that the passes are made of. */
ALWAYS_INLINE uint8x16_t load(const void *p)
{
    return vld1q_u8((const uint8_t *)p);
}

ALWAYS_INLINE uint64_t reversed(uint64_t bits)
{
#if defined(__aarch64__) && !defined(__clang__)
    __asm__("rbit %0, %0" : "+r"(bits));
    return bits;
#elif defined(__clang__)
    return __builtin_bitreverse64(bits);
#else
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(bits);
#endif
}

/* Zeros before the first one; 64 where there is none. */
ALWAYS_INLINE uint64_t leading(uint64_t bits)
{
#if defined(__aarch64__) && !defined(__clang__)
    uint64_t zeros;
    __asm__("clz %0, %1" : "=r"(zeros) : "r"(bits));
    return zeros;
#else
    return bits == 0 ? 64 : (uint64_t)__builtin_clzll(bits);
#endif
}

/* The first byte of [p, end) that is no digit, or end. */
ALWAYS_INLINE const uint8_t *skip_digits(const uint8_t *p, const uint8_t *end)
{
    for (; end - p >= 16; p += 16) {
        const uint8x16_t digits = vsubq_u8(load(p), vdupq_n_u8('0'));
        const uint8x16_t others = vcgtq_u8(digits, vdupq_n_u8(9));
        const uint64_t word = vget_lane_u64(
            vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(others), 4)), 0);
        if (word != 0) {
            return p + __builtin_ctzll(word) / 4;
        }
    }
    return skip_digits_by_eight(p, end);
}

#endif
