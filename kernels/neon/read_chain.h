/* kernels/neon/read_chain.h - pass 1: walks the text from token to token, four walks at a time.
 *
 * Table lookups give each byte a class: 1 for the point, all ones for a separator, else 0. Four
 * bits of each of 16 bytes, or two of each of 32, make one word; turned round, so that leading
 * zeros count from the first byte:
 *
 *     text        - 1 2 . 5 ] , [ 3 7      16 bytes: 8 hex digits of
 *     turned        0 0 0 8 0 f f f 0 0
 *     leading       12 = 4 * 3, what stands before the point
 *     & 1111...     0 0 0 0 0 1 1 1 0 0    leading 4 * 5 + 3: the end
 *     ~ & 1111...   1 1 1 1 1 0 0 0 1 1    shifted by that, leading 4 * 3: the run behind it
 *
 * In a fixed chain all runs are taken to be as long as the plain one is; the index pass finds out
 * where they are not. A step that sees no separator, or no byte behind the run, leads 16 (32) bytes
 * on, or up to twice that: the index pass takes neither this token nor the next from the list. */
#ifndef DIGITRUN_NEON_READ_CHAIN_H
#define DIGITRUN_NEON_READ_CHAIN_H

#include "kernels/neon/read_types.h"

/* Of the classes of a byte: three or four registers of table, and for another sixteen bytes one. */
typedef struct classes {
    uint8x16x4_t low;
    uint8x16_t high, high_base;
} classes;

typedef struct shape {
    bool narrow; /* 16 bytes a step, else 32 */
    int fixed;   /* bytes of all runs; 0: whatever they are */
} shape;

/* gcc 12 copies the registers of a table before each lookup, unless they are named. */
#if defined(__aarch64__) && !defined(__clang__)
ALWAYS_INLINE uint8x16_t look_up_48(const classes *c, uint8x16_t text)
{
    register uint8x16_t a __asm__("v28") = c->low.val[0];
    register uint8x16_t b __asm__("v29") = c->low.val[1];
    register uint8x16_t d __asm__("v30") = c->low.val[2];
    uint8x16_t found;
    __asm__("tbl %0.16b, {v28.16b-v30.16b}, %1.16b"
            : "=w"(found)
            : "w"(text), "w"(a), "w"(b), "w"(d));
    return found;
}

ALWAYS_INLINE uint8x16_t look_up_64(const classes *c, uint8x16_t text)
{
    register uint8x16_t a __asm__("v28") = c->low.val[0];
    register uint8x16_t b __asm__("v29") = c->low.val[1];
    register uint8x16_t d __asm__("v30") = c->low.val[2];
    register uint8x16_t e __asm__("v31") = c->low.val[3];
    uint8x16_t found;
    __asm__("tbl %0.16b, {v28.16b-v31.16b}, %1.16b"
            : "=w"(found)
            : "w"(text), "w"(a), "w"(b), "w"(d), "w"(e));
    return found;
}
#else
ALWAYS_INLINE uint8x16_t look_up_48(const classes *c, uint8x16_t text)
{
    const uint8x16x3_t low = {{c->low.val[0], c->low.val[1], c->low.val[2]}};
    return vqtbl3q_u8(low, text);
}

ALWAYS_INLINE uint8x16_t look_up_64(const classes *c, uint8x16_t text)
{
    return vqtbl4q_u8(c->low, text);
}
#endif

ALWAYS_INLINE uint8x16_t classes_of(const classes *c, uint8x16_t text, bool fixed)
{
    if (fixed) {
        return look_up_48(c, text);
    }
    return vqtbx1q_u8(look_up_64(c, text), c->high, vsubq_u8(text, c->high_base));
}

/* Writes a token down; `out` goes on by one. Compilers make more of the two stores. */
ALWAYS_INLINE void put_long(uint8_t **out, const uint8_t *at, uint32_t place)
{
    const uint8x8_t around = vld1_u8(at - 4);
#if defined(__aarch64__)
    __asm__ volatile("str %w[place], [%[out]], #12\n\tstr %d[around], [%[out], #-8]"
                     : [out] "+&r"(*out)
                     : [place] "r"(place), [around] "w"(around)
                     : "memory");
#else
    memcpy(*out, &place, 4);
    vst1_u8(*out + 4, around);
    *out += sizeof(long_note);
#endif
}

ALWAYS_INLINE void put(uint8_t **out, const uint8_t *at, uint32_t place)
{
    uint32_t around;
    memcpy(&around, at - 2, 4);
#if defined(__aarch64__)
    __asm__ volatile("stp %w[place], %w[around], [%[out]], #8"
                     : [out] "+&r"(*out)
                     : [place] "r"(place), [around] "r"(around)
                     : "memory");
#else
    memcpy(*out, &place, 4);
    memcpy(*out + 4, &around, 4);
    *out += sizeof(note);
#endif
}

/* One token. Returns where the next one starts. `ones` holds a bit for each byte, see above. */
ALWAYS_INLINE const uint8_t *step(const uint8_t *at, uint8_t **out, const classes *c, shape s,
                                  uint8x16_t weights, uint64_t ones)
{
    uint8x16_t found = classes_of(c, load(at), s.fixed != 0);
    uint64_t word;
    if (s.narrow) {
        word = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
    } else {
        uint8x16_t more = classes_of(c, load(at + 16), s.fixed != 0);
        uint8x16_t sums = vpaddq_u8(vandq_u8(found, weights), vandq_u8(more, weights));
        word = vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
    }
    word = reversed(word);
    const int bits = s.narrow ? 4 : 2;
    const uint32_t place = (uint32_t)leading(word) | (uint32_t)(uintptr_t)at << 16;
    if (s.fixed != 0) {
        put(out, at, place);
        return at + leading(word >> (bits * s.fixed - 1) & ones) / bits;
    }
    put_long(out, at, place);
    uint64_t end = leading(word & ones);
    uint64_t run = leading((ones & ~word) << (end & 63));
    return at + (end + run) / bits;
}

/* One walk, and what it writes. */
typedef struct walker {
    const uint8_t *at;
    uint8_t *out;
} walker;

ALWAYS_INLINE void walk_on(walker *w, const classes *c, shape s, uint8x16_t weights, uint64_t ones)
{
    w->at = step(w->at, &w->out, c, s, weights, ones);
}

ALWAYS_INLINE ptrdiff_t lesser(ptrdiff_t a, ptrdiff_t b)
{
    return a < b ? a : b;
}

ALWAYS_INLINE void chain(reader *r, const uint32_t start[SEGMENTS + 1], shape s)
{
    const classes c = {
        {{load(r->table), load(r->table + 16), load(r->table + 32), load(r->table + 48)}},
        load(r->table + 64),
        vdupq_n_u8(r->high)};
    const uint8x16_t weights = vreinterpretq_u8_u32(vdupq_n_u32(0xc0300c03));
    uint64_t ones = s.narrow ? (s.fixed ? 0x0888888888888888 : 0x1111111111111111)
                             : (s.fixed ? 0x2aaaaaaaaaaaaaaa : 0x5555555555555555);
#if defined(__aarch64__)
    __asm__("" : "+r"(ones)); /* or else shifts are folded into more constants */
#endif
    const ptrdiff_t reach = (s.narrow ? 16 : 32) * (s.fixed ? 1 : 2); /* no step is longer */
    segment *const lists = r->work->segments;
    const size_t walks = walks_of(s.fixed != 0);
    walker w[SEGMENTS];
    for (size_t k = 0; k < SEGMENTS; k++) {
        w[k] = (walker){r->base + start[k < walks ? k : 0], (uint8_t *)lists[k].notes};
    }
    /* So many tokens are certain in every segment. */
    ptrdiff_t left = segment_tokens(s.fixed != 0);
    for (;;) {
        const uint8_t *const base = r->base;
        ptrdiff_t least = base + start[1] - w[0].at;
        for (size_t k = 1; k < walks; k++) {
            least = lesser(least, base + start[k + 1] - w[k].at);
        }
        ptrdiff_t steps = lesser((least + reach - 1) / reach, left);
        if (least <= 0 || left == 0) {
            break;
        }
        left -= steps;
        walker w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5];
        do {
            walk_on(&w0, &c, s, weights, ones);
            walk_on(&w1, &c, s, weights, ones);
            walk_on(&w2, &c, s, weights, ones);
            walk_on(&w3, &c, s, weights, ones);
            if (s.fixed != 0) {
                walk_on(&w4, &c, s, weights, ones);
                walk_on(&w5, &c, s, weights, ones);
            }
        } while (--steps != 0);
        w[0] = w0, w[1] = w1, w[2] = w2, w[3] = w3, w[4] = w4, w[5] = w5;
    }
    for (size_t k = 0; k < walks; k++) {
        const uint8_t *const end = r->base + start[k + 1];
        uint8_t *const first = (uint8_t *)lists[k].notes;
        const uint8_t *const full = first + segment_tokens(s.fixed != 0) * r->note_bytes;
        walker last = w[k];
        while (last.at < end && last.out < full) {
            walk_on(&last, &c, s, weights, ones);
        }
        r->count[k] = (uint32_t)(last.out - first) / r->note_bytes;
        walk_on(&last, &c, s, weights, ones); /* what lies behind is looked at too */
    }
}

NOINLINE void chain_16(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, (shape){true, 0});
}

NOINLINE void chain_32(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, (shape){false, 0});
}

NOINLINE void chain_16_by_1(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, (shape){true, 1});
}

NOINLINE void chain_16_by_2(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, (shape){true, 2});
}

NOINLINE void chain_32_by_1(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, (shape){false, 1});
}

NOINLINE void chain_32_by_2(reader *r, const uint32_t start[SEGMENTS + 1])
{
    chain(r, start, (shape){false, 2});
}

ALWAYS_INLINE bool is_listed_separator(const reader *r, uint32_t at)
{
    return chain_sees(r, r->base[at]);
}

/* The first token that starts behind the first separator at or after `at`; limit if none does
 * before. */
static uint32_t next_start(const reader *r, uint32_t at)
{
    while (at < r->limit && !is_listed_separator(r, at)) {
        at++;
    }
    while (at < r->limit && is_listed_separator(r, at)) {
        at++;
    }
    return at;
}

/* Lists the tokens of the chunk: it begins with the one at r->next and ends before r->limit. */
static void list_tokens(reader *r)
{
    uint32_t start[SEGMENTS + 1];
    const uint32_t bytes = r->limit - r->next, walks = walks_of(r->fixed != 0);
    start[0] = r->next;
    for (uint32_t k = 1; k < walks; k++) {
        uint32_t at = next_start(r, r->next + bytes * k / walks);
        start[k] = at > start[k - 1] ? at : start[k - 1];
    }
    start[walks] = r->limit;
    r->note_bytes = r->fixed != 0 ? sizeof(note) : sizeof(long_note);
    if (r->fixed == 1) {
        (r->reach == 16 ? chain_16_by_1 : chain_32_by_1)(r, start);
    } else if (r->fixed == 2) {
        (r->reach == 16 ? chain_16_by_2 : chain_32_by_2)(r, start);
    } else {
        (r->reach == 16 ? chain_16 : chain_32)(r, start);
    }
    r->segments = walks;
    r->segment = 0;
    r->entry = 0;
    r->matched = false;
}

#endif
