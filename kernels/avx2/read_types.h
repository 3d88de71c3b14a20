/* kernels/avx2/read_types.h - the lists between the passes, the state of a run, small primitives.
 */
#ifndef DIGITRUN_AVX2_READ_TYPES_H
#define DIGITRUN_AVX2_READ_TYPES_H

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

/* How the chain goes: with 16 or 32 bytes a step; with runs told by what is no blank in them. */
typedef enum pace { PACE_16, PACE_32, PACE_LOOSE_32, PACE_LOOSE_64 } pace;

typedef enum element { ELEMENT_F64, ELEMENT_F32, ELEMENT_COUNT } element;

enum {
    SEGMENTS = 6,         /* pointer chains in flight: one takes about 19 cycles a token */
    SEGMENT_TOKENS = 230, /* what the lists of one segment hold */
    JOINED_TOKENS = 192,  /* up to so many in all are put into one list */
    LANES = 16,           /* tokens of one step of the index pass */
    GROUP = 8,            /* of the conversion */
    BLOCK = 64,           /* tokens converted at a time */
    REACH = 32,           /* bytes of text one step of the chain looks at */
    LOOSE_REACH = 64,     /* ... where blanks stand in the runs of separators */
    LEAD = 64,            /* readable bytes that must lie before the first token of a chunk */
    LONG = 32,            /* bytes of tokens, with their runs, that no list is made of */
    LONG_TOKEN = 26,      /* ... and one by itself, without its run: few windows hold more */
    SHORT_AMONG_LONG = 8, /* so many shorter ones in a row do not end that */
    FIRST_LONG = 12,      /* so many at the start of a run that take less than ENOUGH do */
    TAIL = 160,           /* and behind the last byte of a chunk */
    COPY = 4096,          /* text that is worked on in a copy */
    ENOUGH = 512 /* after so many bytes a run may end early, rather than with little steps */
};

/* What the chain writes down of each token of one segment. All stores are of 4 or 8 bytes: narrower
 * ones take two cycles each on Zen. */
typedef struct segment {
    uint64_t
        around[SEGMENT_TOKENS + LANES + 1]; /* the four bytes before the token and its first four */
    uint32_t place[SEGMENT_TOKENS + LANES + 1]; /* where it starts */
    uint32_t
        stops[SEGMENT_TOKENS + LANES + 1]; /* bit i: byte i of it is the point or a separator */
} segment;

/* Of the tokens of a block that may have exponents: see read_exponent.h. */
typedef struct exponents {
    uint32_t records[BLOCK];
    uint32_t starts[BLOCK], ends[BLOCK]; /* + BIAS */
    uint32_t marks[BLOCK];               /* bit i: byte i is an e, or the end */
    uint32_t tails[BLOCK];               /* the last four bytes */
    uint32_t scales[BLOCK];              /* exponents, of ten and then of two */
    uint32_t places[BLOCK];              /* of their powers in the table */
} exponents;

/* The scratch of a run. */
typedef struct workspace {
    segment segments[SEGMENTS];
    uint8_t copy[LEAD + COPY + TAIL];
    uint32_t records[BLOCK + LANES]; /* see read_index.h */
    double high[BLOCK], low[BLOCK];
    double values[BLOCK];
    __m256i most[BLOCK / GROUP]; /* of the bytes of each step, as digits */
    exponents exponents;
} workspace;
typedef char workspace_fits[sizeof(workspace) <= DIGITRUN_SCRATCH ? 1 : -1];

/* A run of separators that was once read by the automaton, between two tokens that leave depth and
 * level as they were: it may follow a token again, unseen. There are two: one within a row, one
 * with exactly one row end. The four bytes before a token are those if, none of them taken for more
 * than its cap, they are the bytes here as far as the mask goes: a cap of 255 wants the byte
 * itself, '0' that or more (the end of a token, hardly a separator), 0 any. Where there are
 * brackets only a digit will do. */
typedef struct matcher {
    __m256i plain_caps, plain_mask, plain_bytes; /* in 32-bit lanes */
    __m256i row_caps, row_mask, row_bytes;       /* mask 0 and bytes 1: none */
    __m256i len,
        len_more;  /* in 16-bit lanes: bytes of the plain run + 1, of the row run - plain's */
    __m256i reach; /* the longest step there is, with its run */
} matcher;

typedef struct reader {
    digitrun_run *run;
    const digitrun_plan *plan;
    workspace *work;
    /* the chunk: byte x is base[x] for vectors, text[origin + x] for all else */
    const uint8_t *base;
    uint32_t origin;
    uint32_t limit;                      /* tokens that start before it belong to the chunk */
    uint32_t count[SEGMENTS];            /* tokens listed */
    uint32_t segment, entry;             /* the next token's place in the lists, if it has one */
    uint32_t block_segment, block_entry; /* the same of the block's first */
    uint32_t next;                       /* where the next token starts: verified */
    bool exact;      /* after, level: as before the next token; else as behind the last one */
    bool stopped;    /* the run ends before r->next */
    bool slow_first; /* the next token is to be read by hand */
    bool rehearsal;  /* a copy that only finds its way: holes are not put down */
    bool strict;     /* leading zeros, 5. and .5 are odd */
    bool brackets;
    uint32_t long_hands;    /* tokens of the chunk that were too long for the lists */
    uint32_t long_tokens;   /* so many more are read by hand, without lists, if none is long */
    bool exponents;         /* blocks are taken to have them */
    uint32_t with_exponent; /* tokens of the block that have one, where that was asked */
    pace how;
    uint32_t at;
    /* the automaton and what was found, as in digitrun_run */
    uint32_t depth;
    uint8_t after, level;
    uint32_t stored, rows, holes;
    uint32_t unstored;   /* holes without a slot */
    uint32_t by_hand;    /* the first token of the block with a run that no pattern told */
    uint32_t hands;      /* such tokens of the block */
    uint32_t all_hands;  /* ... of the chunk */
    bool loose;          /* runs are told by what is no blank in them: see read_loose.h */
    bool uniform;        /* ... in vain so far: they are all alike, and short */
    uint32_t far_steps;  /* tokens of the chunk that PACE_LOOSE_32 does not hold with their runs */
    uint32_t varied;     /* runs by hand in the block that differ in blanks alone */
    bool irregular;      /* there are too many of them */
    bool relist;         /* the chunk's lists are of no use any more */
    uint32_t agains;     /* blocks of the chunk that were cut where a run was longer */
    uint32_t block;      /* tokens of the block so far */
    uint32_t room;       /* tokens the block may hold */
    uint64_t row_bits;   /* bit i: a row ended between tokens i and i + 1 of the block */
    uint64_t odd;        /* bit i: token i is to be read by hand */
    uint32_t extra_rows; /* ... or more than one, so often */
    int most_integer, most_fraction; /* of the block: digits; digits and point */
    uint32_t run_len[2];             /* of the runs in the matcher */
    uint32_t run_bytes[2];           /* ... as they stand in it */
    uint32_t known[2];               /* what they are but for blanks */
    matcher matcher;
    bool complete;             /* two tables hold all separators */
    bool may_narrow;           /* the first has room for the point */
    uint8_t table[16];         /* by low nibble: the separator itself; 0xff where there is none */
    __m256i separators;        /* that, twice */
    __m256i others;            /* by low nibble: another one, of the same nibble */
    __m256i stops;             /* separators; the upper half with the point */
    __m256i blanks, structure; /* separators in two tables, where runs are loose */
} reader;

ALWAYS_INLINE __m256i load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

ALWAYS_INLINE __m128i load_half(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

ALWAYS_INLINE void store(void *p, __m256i value)
{
    _mm256_storeu_si256((__m256i *)p, value);
}

/* The 16 bytes at low and the 16 at high. */
ALWAYS_INLINE __m256i load_halves(const void *low, const void *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load_half(low)), load_half(high), 1);
}

ALWAYS_INLINE uint64_t load_u64(const void *p)
{
    uint64_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

ALWAYS_INLINE uint32_t bits_of(__m256i bytes)
{
    return (uint32_t)_mm256_movemask_epi8(bytes);
}

ALWAYS_INLINE uint32_t bits_of_lanes(__m256i lanes)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(lanes));
}

/* 0 .. 9 where there is a digit, else more. */
ALWAYS_INLINE __m256i as_digits(__m256i text)
{
    return _mm256_sub_epi8(text, _mm256_set1_epi8('0'));
}

/* Bytes above 9. */
ALWAYS_INLINE uint32_t bits_of_others(__m256i digits)
{
    const __m256i nine = _mm256_set1_epi8(9);
    return ~bits_of(_mm256_cmpeq_epi8(_mm256_max_epu8(digits, nine), nine));
}

/* The first byte of [p, end) that is no digit, or end: 128 a step. */
NOINLINE const uint8_t *skip_many_digits(const uint8_t *p, const uint8_t *end)
{
    const ptrdiff_t step = sizeof(__m256i);
    for (; end - p >= 4 * step; p += 4 * step) {
        const __m256i a = as_digits(load(p)), b = as_digits(load(p + step));
        const __m256i c = as_digits(load(p + 2 * step)), d = as_digits(load(p + 3 * step));
        if (bits_of_others(_mm256_max_epu8(_mm256_max_epu8(a, b), _mm256_max_epu8(c, d))) != 0) {
            const uint64_t low = bits_of_others(a) | (uint64_t)bits_of_others(b) << 32;
            const uint64_t high = bits_of_others(c) | (uint64_t)bits_of_others(d) << 32;
            return low != 0 ? p + _tzcnt_u64(low) : p + 2 * step + _tzcnt_u64(high);
        }
    }
    for (; end - p >= step; p += step) {
        const uint32_t others = bits_of_others(as_digits(load(p)));
        if (others != 0) {
            return p + _tzcnt_u32(others);
        }
    }
    return skip_digits_by_eight(p, end);
}

/* The same; most tokens need one step of 32. */
ALWAYS_INLINE const uint8_t *skip_digits(const uint8_t *p, const uint8_t *end)
{
    if (end - p < (ptrdiff_t)sizeof(__m256i)) {
        return skip_digits_by_eight(p, end);
    }
    const uint32_t others = bits_of_others(as_digits(load(p)));
    return others != 0 ? p + _tzcnt_u32(others) : skip_many_digits(p + sizeof(__m256i), end);
}

/* Bytes of `text` that are in the table. Exact: the table holds the byte itself, by low nibble. */
ALWAYS_INLINE __m256i found_in(__m256i table, __m256i text)
{
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, text), text);
}

/* Whether the chain knows the byte to be a separator. */
ALWAYS_INLINE bool chain_sees(const reader *r, uint8_t byte)
{
    return r->table[byte & 15] == byte;
}

/* A run but for its blanks: its first byte and the one behind that, both no blanks, how many there
 * are, and the third. 0 of it that is not there; NO_ESSENCE for a run that is more than this tells.
 */
#define NO_ESSENCE UINT32_MAX

static uint32_t essence_of(const reader *r, const uint8_t *run, uint32_t len)
{
    uint32_t essence = 0, count = 0, first = 0;
    for (uint32_t i = 0; i < len; i++) {
        if (r->plan->class_of[run[i]] == CLASS_BLANK) {
            continue;
        }
        if (count == 3 || (count == 1 && i != first + 1)) {
            return NO_ESSENCE;
        }
        first = count == 0 ? i : first;
        essence |= (uint32_t)run[i] << (count == 2 ? 24 : 8 * count);
        count++;
    }
    return essence | count << 16;
}

/* Sets a run of the matcher, `len` bytes long. */
static void set_matcher(reader *r, unsigned which, uint32_t caps, uint32_t mask, uint32_t bytes,
                        uint32_t len)
{
    matcher *m = &r->matcher;
    const __m256i cap_lanes = _mm256_set1_epi32((int)caps);
    const __m256i mask_lanes = _mm256_set1_epi32((int)mask);
    const __m256i byte_lanes = _mm256_set1_epi32((int)bytes);
    if (which == PATTERN_ROW) {
        m->row_caps = cap_lanes;
        m->row_mask = mask_lanes;
        m->row_bytes = byte_lanes;
    } else {
        m->plain_caps = cap_lanes;
        m->plain_mask = mask_lanes;
        m->plain_bytes = byte_lanes;
    }
    r->run_len[which] = len;
    m->len = _mm256_set1_epi16((int16_t)(r->run_len[PATTERN_PLAIN] + 1));
    m->len_more = _mm256_set1_epi16((int16_t)(r->run_len[PATTERN_ROW] - r->run_len[PATTERN_PLAIN]));
}

/* The same where runs are loose. */
static void set_essence(reader *r, unsigned which, uint32_t essence, uint32_t len)
{
    static const uint32_t masks[] = {0xff0000, 0xff00ff, 0xffffff, 0xffffffff};
    r->known[which] = essence;
    set_matcher(r, which, UINT32_MAX, masks[essence >> 16 & 3], essence, len);
}

/* The same of `len` bytes, 4 at most, as they stand in the four before a token; caps 0: none. */
static void set_pattern(reader *r, unsigned which, uint32_t caps, uint32_t bytes, uint32_t len)
{
    const uint32_t before = r->brackets && len < 4 ? 0xffu << (24 - 8 * len) : 0;
    r->known[which] = NO_ESSENCE;
    if (caps != 0) {
        r->known[which] = essence_of(r, (const uint8_t *)&bytes + 4 - len, len);
        r->run_bytes[which] = bytes;
        if (r->loose) {
            set_essence(r, which, r->known[which], len);
            return;
        }
    }
    set_matcher(r, which, caps | before, UINT32_MAX ^ (before & 0x0f0f0f0f), bytes, len);
}

#endif
