/* kernels/neon/read_index.h - pass 2a: from the lists to records, structure checked. */
#ifndef DIGITRUN_NEON_READ_INDEX_H
#define DIGITRUN_NEON_READ_INDEX_H

#include "kernels/neon/read_types.h"

#include "kernels/avx2/read_structure.h"

enum { HANDS = 12 }; /* tokens by hand from which on a block may be called irregular */

/* What is the same for all tokens of a list. */
typedef struct matcher {
    uint32x4_t plain_caps, plain_bytes, row_caps, row_bytes;
    int32x4_t len, len_more; /* bytes of the plain run + 1; of the row run - plain's */
    uint32x4_t most;         /* bytes of a token - 1 that one step of the chain surely holds */
    int32x4_t stop_shift;
    uint32x4_t base;
} matcher;

/* The bits of a pattern's bytes that count: all, and the upper half of the digit before. */
ALWAYS_INLINE uint32_t mask_of(pattern p, uint32_t len)
{
    return p.caps | (len < 4 ? 0xc0u << (24 - 8 * len) : 0);
}

static matcher make_matcher(const reader *r, bool strict)
{
    const pattern *plain = &r->patterns[PATTERN_PLAIN], *row = &r->patterns[PATTERN_ROW];
    uint32_t longest = r->plain_len > r->row_len ? r->plain_len : r->row_len;
    uint32_t shorter = r->plain_len;
    if (r->fixed != 0) {
        longest = shorter = r->fixed; /* no other run can match */
    }
    return (matcher){vdupq_n_u32(strict ? mask_of(*plain, r->plain_len) : plain->caps),
                     vdupq_n_u32(plain->bytes),
                     vdupq_n_u32(strict ? mask_of(*row, r->row_len) : row->caps),
                     vdupq_n_u32(row->bytes),
                     vdupq_n_s32((int32_t)shorter + 1),
                     vdupq_n_s32((int32_t)r->row_len - (int32_t)r->plain_len),
                     vdupq_n_u32(r->reach - 2 - longest),
                     vdupq_n_s32(r->reach == 16 ? -2 : -1),
                     vdupq_n_u32((uint32_t)(uintptr_t)r->base)};
}

/* Four tokens, their runs behind them looked at. */
typedef struct quad {
    uint32x4_t point;
    int32x4_t row;      /* point, row: a record */
    int32x4_t integer;  /* digits before the point */
    int32x4_t fraction; /* bytes from the point on, - 1 */
    uint32x4_t good;    /* the token and its run may be taken */
    uint32x4_t row_end; /* a row ends in the run */
} quad;

/* Strict: a mask instead of caps, for the last byte of a token must be a digit there: a bracket
 * that the chain did not see would be taken for one. */
ALWAYS_INLINE uint32x4_t run_is(uint32x4_t run, uint32x4_t caps, uint32x4_t bytes, bool strict)
{
    const uint8x16_t least = vminq_u8(vreinterpretq_u8_u32(run), vreinterpretq_u8_u32(caps));
    return vceqq_u32(strict ? vandq_u32(run, caps) : vreinterpretq_u32_u8(least), bytes);
}

/* Strict: 01, -01, .5, -.5 and 5. are odd. */
ALWAYS_INLINE uint32x4_t odd_digits(const quad *l, uint32x4_t head, uint32x4_t negative)
{
    const uint32x4_t first = vbslq_u32(negative, vshrq_n_u32(head, 8), head);
    const uint32x4_t zero = vceqq_u32(vshlq_n_u32(first, 24), vdupq_n_u32((uint32_t)'0' << 24));
    const uint32x4_t many = vcgtq_s32(l->integer, vdupq_n_s32(1));
    const uint32x4_t none = vceqzq_s32(vmulq_s32(l->integer, l->fraction));
    return vorrq_u32(vandq_u32(zero, many), none);
}

ALWAYS_INLINE quad look_at(const uint32x4x4_t *now, const uint32x4x4_t *next, const matcher *m,
                           bool strict, bool fixed)
{
    quad l;
    const uint32x4_t step = vsubq_u32(vextq_u32(now->val[0], next->val[0], 1), now->val[0]);
    const uint32x4_t run = vextq_u32(now->val[2], next->val[2], 1);
    l.row_end = run_is(run, m->row_caps, m->row_bytes, strict);
    const uint32x4_t plain = run_is(run, m->plain_caps, m->plain_bytes, strict);
    const uint32x4_t head = now->val[3];
    const uint32x4_t negative = vceqq_u32(vshlq_n_u32(head, 24), vdupq_n_u32((uint32_t)'-' << 24));
    /* the token's bytes, less one; a mask is -1 */
    int32x4_t len = vsubq_s32(vreinterpretq_s32_u32(step), m->len);
    if (!fixed) {
        len = vmlaq_s32(len, vreinterpretq_s32_u32(l.row_end), m->len_more);
    }
    const uint32x4_t stop = vshlq_u32(now->val[1], m->stop_shift);
    l.point = vaddq_u32(vsubq_u32(now->val[0], m->base), stop);
    l.integer = vreinterpretq_s32_u32(vaddq_u32(stop, negative));
    l.fraction = vsubq_s32(len, vreinterpretq_s32_u32(stop));
    l.good = vandq_u32(vorrq_u32(plain, l.row_end), vcleq_u32(vreinterpretq_u32_s32(len), m->most));
    if (strict) {
        l.good = vbicq_u32(l.good, odd_digits(&l, head, negative));
    }
    /* negative tokens have a digit less than bytes, and the rows before */
    l.row = vmlaq_s32(vsliq_n_s32(l.integer, len, 7), vreinterpretq_s32_u32(negative),
                      vdupq_n_s32(SIGN + 128));
    return l;
}

/* The four masks as bytes, in order. */
ALWAYS_INLINE uint8x16_t pack(uint32x4_t a, uint32x4_t b, uint32x4_t c, uint32x4_t d)
{
    const uint16x8_t low = vuzp1q_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b));
    const uint16x8_t high = vuzp1q_u16(vreinterpretq_u16_u32(c), vreinterpretq_u16_u32(d));
    return vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high));
}

/* One bit of each byte. */
ALWAYS_INLINE uint32_t bits_of(uint8x16_t masks)
{
    static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t sums = vandq_u8(masks, load(bit));
    sums = vpaddq_u8(sums, sums);
    sums = vpaddq_u8(sums, sums);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u16(vreinterpretq_u16_u8(sums), 0);
}

ALWAYS_INLINE uint64_t any_byte(uint8x16_t masks)
{
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(masks), 4)), 0);
}

/* Up to eight row ends from a mask of tokens; `before` values are stored before the first. */
ALWAYS_INLINE void put_row_ends(uint32_t *row_ends, uint32_t rows, uint32_t before)
{
    const uint16x8_t places = vmovl_u8(vld1_u8(set_bits[rows]));
    const uint32x4_t first = vdupq_n_u32(before);
    vst1q_u32(row_ends, vaddw_u16(first, vget_low_u16(places)));
    vst1q_u32(row_ends + 4, vaddw_u16(first, vget_high_u16(places)));
}

/* There may be no room for the rows of a step. */
ALWAYS_INLINE bool rows_are_short(const reader *r)
{
    const digitrun_run *run = r->run;
    return (run->row_ends != NULL || run->row_closes != NULL) &&
           run->row_capacity - r->rows < LANES;
}

/* Puts the rows of a step; false if there may be no room for them. */
ALWAYS_INLINE bool take_rows(reader *r, uint32_t rows, uint32_t block)
{
    const digitrun_run *run = r->run;
    if (run->row_ends != NULL || run->row_closes != NULL) {
        if (UNLIKELY(rows_are_short(r))) {
            return false;
        }
        if (run->row_ends != NULL) {
            const uint32_t before = r->stored + block + 1;
            uint32_t *ends = run->row_ends + r->rows;
            put_row_ends(ends, rows & 0xff, before);
            put_row_ends(ends + __builtin_popcount(rows & 0xff), rows >> 8, before + 8);
        }
        if (run->row_closes != NULL) {
            memset(run->row_closes + r->rows, r->brackets, LANES);
        }
    }
    r->rows += (uint32_t)__builtin_popcount(rows);
    return true;
}

/* The widest tokens seen, by lane. */
typedef struct extent {
    int32x4_t integer, fraction; /* as in quad */
} extent;

ALWAYS_INLINE void widen(extent *e, const quad *l)
{
    e->integer = vmaxq_s32(e->integer, l->integer);
    e->fraction = vmaxq_s32(e->fraction, l->fraction);
}

ALWAYS_INLINE void take_extent(reader *r, const extent *e)
{
    int integer = vmaxvq_s32(e->integer), fraction = vmaxvq_s32(e->fraction) + 1;
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
}

ALWAYS_INLINE void put_records(record *records, const quad *l)
{
    const int32x4x2_t both = {{vreinterpretq_s32_u32(l->point), l->row}};
    vst2q_s32(&records->point, both);
}

/* Takes the first of `left` listed tokens, sixteen or less; returns how many. */
NOINLINE uint32_t take_some(reader *r, const note *list, uint32_t left, bool strict, bool fixed)
{
    const matcher matcher_of_r = make_matcher(r, strict);
    const matcher *m = &matcher_of_r;
    extent e = {vdupq_n_s32(0), vdupq_n_s32(-1)};
    quad l[4];
    uint32x4x4_t now = vld4q_u32(&list->place);
    for (size_t i = 0; i < 4; i++) {
        uint32x4x4_t next = vld4q_u32(&list[4 * i + 4].place);
        l[i] = look_at(&now, &next, m, strict, fixed);
        now = next;
    }
    uint32_t good = bits_of(pack(l[0].good, l[1].good, l[2].good, l[3].good));
    good = left < LANES ? good & ((1u << left) - 1) : good;
    uint32_t taken = (uint32_t)__builtin_ctz(~good);
    uint32_t rows = bits_of(pack(l[0].row_end, l[1].row_end, l[2].row_end, l[3].row_end));
    rows &= (1u << taken) - 1;
    if (rows != 0 && !take_rows(r, rows, r->block)) {
        return 0;
    }
    r->row_bits |= (uint64_t)rows << r->block;
    static const int32_t lane[4] = {0, 1, 2, 3};
    for (size_t i = 0; i < 4; i++) {
        const int32x4_t kept = vdupq_n_s32((int32_t)taken - 4 * (int32_t)i);
        const uint32x4_t keep = vcgtq_s32(kept, vld1q_s32(lane));
        put_records(r->work->records + r->block + 4 * i, &l[i]);
        l[i].integer = vandq_s32(l[i].integer, vreinterpretq_s32_u32(keep));
        l[i].fraction = vornq_s32(vandq_s32(l[i].fraction, vreinterpretq_s32_u32(keep)),
                                  vreinterpretq_s32_u32(keep));
        widen(&e, &l[i]);
    }
    take_extent(r, &e);
    r->block += taken;
    return taken;
}

ALWAYS_INLINE uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Sixteen tokens to the block, if all are plain and their runs known. */
ALWAYS_INLINE bool take_step(reader *r, const note *list, uint32x4x4_t *now, const matcher *m,
                             bool strict, bool fixed, uint32_t block, bool asked,
                             uint64_t *row_bits, extent *e)
{
    record *const records = r->work->records + block;
    extent wider = *e;
    uint32x4_t good = vdupq_n_u32(UINT32_MAX);
    uint32x4_t row_end[4];
    for (size_t i = 0; i < 4; i++) {
        uint32x4x4_t next = vld4q_u32(&list[4 * i + 4].place);
        const quad l = look_at(now, &next, m, strict, fixed);
        *now = next;
        put_records(records + 4 * i, &l);
        widen(&wider, &l);
        good = i == 0 ? l.good : vandq_u32(good, l.good);
        row_end[i] = l.row_end;
    }
    if (UNLIKELY(vminvq_u32(good) == 0)) {
        return false;
    }
    const uint8x16_t ends = pack(row_end[0], row_end[1], row_end[2], row_end[3]);
    if (any_byte(ends) != 0) {
        const uint32_t rows = bits_of(ends);
        if (asked && !take_rows(r, rows, block)) {
            return false;
        }
        *row_bits |= (uint64_t)rows << block;
    }
    *e = wider;
    return true;
}

/* Takes tokens from the list of one segment while they are plain and their runs known; r->next and
 * r->entry go on with them. */
ALWAYS_INLINE void take_listed(reader *r, bool strict, bool fixed)
{
    const note *list = r->work->segments[r->segment].tokens;
    const uint32_t count = r->count[r->segment];
    if (r->exact && r->level == LEVEL_ARRAYS) {
        forget(r, PATTERN_ROW);
    }
    const matcher m = make_matcher(r, strict);
    const bool asked = r->run->row_ends != NULL || r->run->row_closes != NULL;
    extent e = {vdupq_n_s32(0), vdupq_n_s32(-1)};
    uint64_t row_bits = 0;
    uint32_t i = r->entry;
    uint32_t block = r->block;
    const uint32_t stop = i + least(count - i, r->room - block) / LANES * LANES;
    bool plain = true;
    uint32x4x4_t now = vld4q_u32(&list[i].place);
    while (i < stop) {
        if (!take_step(r, list + i, &now, &m, strict, fixed, block, asked, &row_bits, &e)) {
            plain = false;
            break;
        }
        block += LANES;
        i += LANES;
    }
    r->block = block;
    r->row_bits |= row_bits;
    r->rows += asked ? 0 : (uint32_t)__builtin_popcountll(row_bits);
    if (!plain || (i < count && block < r->room && block <= BLOCK - LANES)) {
        i += take_some(r, list + i, least(count - i, r->room - block), strict, fixed);
    }
    if (i != r->entry) {
        take_extent(r, &e);
        if (r->exact) {
            accept_token(r);
        }
        r->entry = i;
        r->next = list[i].place - (uint32_t)(uintptr_t)r->base;
    }
}

/* Points segment and entry at r->next, going forward. Returns whether it is listed. */
static bool find_entry(reader *r)
{
    const uint32_t base = (uint32_t)(uintptr_t)r->base;
    for (; r->segment < SEGMENTS; r->segment++, r->entry = 0) {
        const note *list = r->work->segments[r->segment].tokens;
        uint32_t count = r->count[r->segment];
        while (r->entry < count && list[r->entry].place - base < r->next) {
            r->entry++;
        }
        if (r->entry < count) {
            return list[r->entry].place - base == r->next;
        }
        if (count == SEGMENT_TOKENS &&
            (r->segment + 1 == SEGMENTS ||
             r->work->segments[r->segment + 1].tokens[0].place - base > r->next)) {
            r->limit = r->next; /* the list was full: what follows has no entries */
            return false;
        }
    }
    return false;
}

/* The record of a token that is to be read by hand. */
static record odd_record(reader *r)
{
    r->odd |= UINT64_C(1) << r->block;
    return (record){(int32_t)r->next + 3, ODD_ROW};
}

/* The record of the token of `len` bytes at r->next, len < 31. */
static record record_of(reader *r, int len)
{
    const uint8_t *token = r->base + r->next;
    const int negative = token[0] == '-';
    int point = 0;
    while (point < len && token[point] != r->plan->decimal) {
        point++;
    }
    int integer = point - negative;
    int fraction = len - point;
    bool odd = integer < 0 || (integer == 0 && fraction <= 1);
    if (r->strict) {
        odd = odd || integer == 0 || fraction == 1 || (token[negative] == '0' && integer > 1);
    }
    if (odd) {
        return odd_record(r);
    }
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
    return (record){(int32_t)r->next + point,
                    ((integer + fraction - 1) << 7) + integer - negative * SIGN};
}

/* Takes the token at r->next by hand, and the run behind it. */
static void take_token(reader *r)
{
    const uint32_t start = r->origin + r->next;
    const uint32_t rows = r->rows;
    r->by_hand++;
    r->hands++;
    if (r->plan->class_of[r->run->text[start]] != CLASS_TOKEN) {
        settle(r); /* a separator that the chain did not see, or takes for a token's place */
        r->at = start;
        r->stopped = !walk(r);
        r->next = r->at - r->origin;
        r->extra_rows += r->rows != rows;
        return;
    }
    const uint32_t end = token_end(r, start);
    const uint32_t len = end - start;
    if (!ends_token(r, end)) {
        settle(r); /* a byte that is the front desk's touches the token */
        r->stopped = true;
        return;
    }
    r->work->records[r->block] = len < REACH - 1 ? record_of(r, (int)len) : odd_record(r);
    accept_token(r);
    r->block++;
    const uint32_t depth = r->depth, unstored = r->unstored;
    const bool numbers = r->level == LEVEL_NUMBERS;
    r->at = end;
    if (walk(r)) {
        learn(r, end, depth, numbers, r->rows - rows, unstored);
    } else {
        r->stopped = true;
    }
    r->next = r->at - r->origin;
    r->row_bits |= (uint64_t)(r->rows != rows) << (r->block - 1);
    r->extra_rows += r->rows - rows > 1;
}

/* Fills the records of a block: tokens from r->next on, their runs checked, rows put. */
ALWAYS_INLINE void index_block(reader *r, bool strict, bool fixed)
{
    while (!r->stopped && r->next < r->limit && r->block <= BLOCK - LANES && r->block < r->room) {
        if (!r->slow_first && find_entry(r)) {
            uint32_t block = r->block;
            take_listed(r, strict, fixed);
            if (r->block != block) {
                continue;
            }
        }
        if (r->origin + r->next >= ENOUGH && rows_are_short(r)) {
            break; /* the next run has room for them */
        }
        if (r->next < r->limit) {
            take_token(r);
            r->slow_first = false;
            if (r->hands >= HANDS && r->hands > r->block / 3) {
                r->irregular = true;
                break;
            }
        }
    }
}

NOINLINE void index_strict(reader *r)
{
    index_block(r, true, false);
}

NOINLINE void index_lenient(reader *r)
{
    index_block(r, false, false);
}

NOINLINE void index_strict_fixed(reader *r)
{
    index_block(r, true, true);
}

NOINLINE void index_lenient_fixed(reader *r)
{
    index_block(r, false, true);
}

ALWAYS_INLINE void index_chunk(reader *r)
{
    if (r->fixed != 0) {
        (r->strict ? index_strict_fixed : index_lenient_fixed)(r);
    } else {
        (r->strict ? index_strict : index_lenient)(r);
    }
}

#endif
