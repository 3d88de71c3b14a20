/* kernels/neon/read_index.h - pass 2a: from the lists to records, structure checked. */
#ifndef DIGITRUN_NEON_READ_INDEX_H
#define DIGITRUN_NEON_READ_INDEX_H

#include "kernels/neon/read_types.h"

#include "kernels/avx2/read_structure.h"

enum {
    HANDS = 12,   /* tokens by hand from which on a block may be called irregular */
    LONG_RUNS = 4 /* runs too long for a pattern from which on it may be called ragged */
};

/* Bytes of runs that the chain took for granted; ANY: it looked. TWO sees one byte more. */
typedef enum runs { RUNS_ANY, RUNS_ONE, RUNS_TWO } runs;

/* Strict: a mask instead of caps, for the last byte of a token must be a digit there: a bracket
 * that the chain did not see would be taken for one. The bits that count: all of the pattern's
 * bytes, and the upper half of the digit before. */
ALWAYS_INLINE lane_pattern make_lanes(pattern p, uint32_t len, bool strict, uint32_t fixed)
{
    const uint32_t caps = p.caps | (strict && len < 4 ? 0xc0u << (24 - 8 * len) : 0);
    const bool none = p.caps == 0 || len != fixed; /* forgotten, or not of the chain's length */
    if (fixed == 0) {
        return (lane_pattern){vreinterpretq_u8_u32(vdupq_n_u32(caps)),
                              vreinterpretq_u8_u32(vdupq_n_u32(p.bytes))};
    }
    return (lane_pattern){vreinterpretq_u8_u16(vdupq_n_u16(none ? 0 : (uint16_t)(caps >> 16))),
                          vreinterpretq_u8_u16(vdupq_n_u16(none ? 1 : (uint16_t)(p.bytes >> 16)))};
}

NOINLINE void make_matcher(reader *r)
{
    const bool strict = r->strict;
    uint32_t longest = r->plain_len > r->row_len ? r->plain_len : r->row_len;
    uint32_t shorter = r->plain_len;
    if (r->fixed != 0) {
        longest = shorter = r->fixed;
    }
    const bool plain = r->patterns[PATTERN_PLAIN].caps != 0 && r->plain_len == r->fixed;
    const bool row = r->patterns[PATTERN_ROW].caps != 0 && r->row_len == r->fixed;
    r->matcher = (matcher){make_lanes(r->patterns[PATTERN_PLAIN], r->plain_len, strict, r->fixed),
                           make_lanes(r->patterns[PATTERN_ROW], r->row_len, strict, r->fixed),
                           vdupq_n_s16((int16_t)(shorter + 1)),
                           vdupq_n_s16((int16_t)(r->row_len - r->plain_len)),
                           vdupq_n_u16((uint16_t)(r->reach - 2 - longest)),
                           vdupq_n_s16(r->reach == 16 ? -2 : -1),
                           vdupq_n_u16((uint16_t)(uintptr_t)r->base),
                           plain + row,
                           row};
    r->matched = true;
}

/* Eight entries of a list. */
typedef struct notes {
    uint16x8_t stop, place, run, head;
    uint32x4_t first_runs, last_runs; /* instead of run, for runs of any length */
} notes;

ALWAYS_INLINE notes load_notes(const uint8_t *list, runs kind)
{
    notes n;
    if (kind != RUNS_ANY) {
        const uint16x8x4_t all = vld4q_u16((const uint16_t *)(const void *)list);
        n.stop = all.val[0], n.place = all.val[1], n.run = all.val[2], n.head = all.val[3];
        n.first_runs = n.last_runs = vdupq_n_u32(0);
        return n;
    }
    const uint32x4x3_t first = vld3q_u32((const uint32_t *)(const void *)list);
    const uint32x4x3_t last = vld3q_u32((const uint32_t *)(const void *)(list + 48));
    const uint16x8_t upper = vreinterpretq_u16_u32(first.val[0]);
    const uint16x8_t lower = vreinterpretq_u16_u32(last.val[0]);
    n.stop = vuzp1q_u16(upper, lower), n.place = vuzp2q_u16(upper, lower);
    n.head = vuzp1q_u16(vreinterpretq_u16_u32(first.val[2]), vreinterpretq_u16_u32(last.val[2]));
    n.first_runs = first.val[1], n.last_runs = last.val[1];
    n.run = n.head; /* not used */
    return n;
}

/* Eight tokens, their runs behind them looked at. */
typedef struct octet {
    uint16x8_t point;   /* seen from base */
    int16x8_t row;      /* point, row: a record */
    int16x8_t integer;  /* digits before the point */
    int16x8_t fraction; /* bytes from the point on, - 1 */
    uint16x8_t bad;     /* the token or its run may not be taken */
    uint16x8_t row_end; /* a row ends in the run */
} octet;

ALWAYS_INLINE uint8x16_t part_of(uint8x16_t run, lane_pattern p, bool strict)
{
    return strict ? vandq_u8(run, p.caps) : vminq_u8(run, p.caps);
}

/* Lanes of two bytes, or of four. */
ALWAYS_INLINE uint16x8_t run_is(uint16x8_t run, lane_pattern p, bool strict)
{
    return vceqq_u16(vreinterpretq_u16_u8(part_of(vreinterpretq_u8_u16(run), p, strict)),
                     vreinterpretq_u16_u8(p.bytes));
}

ALWAYS_INLINE uint16x8_t runs_are(uint32x4_t first, uint32x4_t last, lane_pattern p, bool strict)
{
    const uint32x4_t bytes = vreinterpretq_u32_u8(p.bytes);
    const uint8x16_t a = part_of(vreinterpretq_u8_u32(first), p, strict);
    const uint8x16_t b = part_of(vreinterpretq_u8_u32(last), p, strict);
    return vuzp1q_u16(vreinterpretq_u16_u32(vceqq_u32(vreinterpretq_u32_u8(a), bytes)),
                      vreinterpretq_u16_u32(vceqq_u32(vreinterpretq_u32_u8(b), bytes)));
}

/* Strict: 01, -01, .5, -.5 and 5. are odd. */
ALWAYS_INLINE uint16x8_t odd_digits(const octet *l, uint16x8_t head, uint16x8_t negative)
{
    const uint16x8_t first = vbslq_u16(negative, vshrq_n_u16(head, 8), head);
    const uint16x8_t zero = vceqq_u16(vshlq_n_u16(first, 8), vdupq_n_u16((uint16_t)('0' << 8)));
    const uint16x8_t many = vcgtq_s16(l->integer, vdupq_n_s16(1));
    const uint16x8_t none = vceqzq_s16(vmulq_s16(l->integer, l->fraction));
    return vorrq_u16(vandq_u16(zero, many), none);
}

/* Looks at eight tokens. SINGLE: all runs are to be of the only pattern there is. */
ALWAYS_INLINE octet look_at(const notes *now, const notes *next, const matcher *m, bool strict,
                            runs kind, bool single)
{
    octet l;
    uint16x8_t known;
    const uint16x8_t step = vsubq_u16(vextq_u16(now->place, next->place, 1), now->place);
    if (kind == RUNS_ANY) {
        const uint32x4_t first = vextq_u32(now->first_runs, now->last_runs, 1);
        const uint32x4_t last = vextq_u32(now->last_runs, next->first_runs, 1);
        l.row_end = runs_are(first, last, m->row, strict);
        known = vorrq_u16(runs_are(first, last, m->plain, strict), l.row_end);
    } else {
        const uint16x8_t run = vextq_u16(now->run, next->run, 1);
        known = run_is(run, m->plain, strict);
        l.row_end = known; /* not used where it is single */
        if (!single) {
            l.row_end = run_is(run, m->row, strict);
            known = vorrq_u16(known, l.row_end);
        }
    }
    const uint16x8_t minus = vdupq_n_u16((uint16_t)('-' << 8));
    const uint16x8_t negative = vceqq_u16(vshlq_n_u16(now->head, 8), minus);
    /* the token's bytes, less one; a mask is -1 */
    int16x8_t len = vsubq_s16(vreinterpretq_s16_u16(step), m->len);
    if (kind == RUNS_ANY) {
        len = vmlaq_s16(len, vreinterpretq_s16_u16(l.row_end), m->len_more);
    }
    const uint16x8_t stop = vshlq_u16(now->stop, m->stop_shift);
    l.point = vaddq_u16(vsubq_u16(now->place, m->base), stop);
    l.integer = vreinterpretq_s16_u16(vaddq_u16(stop, negative));
    l.fraction = vsubq_s16(len, vreinterpretq_s16_u16(stop));
    l.bad = vornq_u16(vcgtq_u16(vreinterpretq_u16_s16(len), m->most), known);
    if (strict) {
        l.bad = vorrq_u16(l.bad, odd_digits(&l, now->head, negative));
    }
    if (strict && kind == RUNS_TWO) { /* a bracket in the run, behind what was looked at */
        const uint16x8_t heads = vextq_u16(now->head, next->head, 1);
        l.bad = vorrq_u16(l.bad, vtstq_u16(heads, vdupq_n_u16(0x40)));
    }
    /* negative tokens have a digit less than bytes, and the rows before */
    l.row = vmlaq_s16(vsliq_n_s16(l.integer, len, 7), vreinterpretq_s16_u16(negative),
                      vdupq_n_s16(SIGN + 128));
    return l;
}

/* Two masks as bytes, in order. */
ALWAYS_INLINE uint8x16_t pack(uint16x8_t a, uint16x8_t b)
{
    return vuzp1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b));
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

ALWAYS_INLINE bool any_lane(uint16x8_t masks)
{
    return vmaxvq_u32(vreinterpretq_u32_u16(masks)) != 0;
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
    int16x8_t integer, fraction; /* as in octet */
} extent;

ALWAYS_INLINE extent no_extent(void)
{
    return (extent){vdupq_n_s16(0), vdupq_n_s16(-1)};
}

ALWAYS_INLINE void widen(extent *e, const octet *l)
{
    e->integer = vmaxq_s16(e->integer, l->integer);
    e->fraction = vmaxq_s16(e->fraction, l->fraction);
}

ALWAYS_INLINE void take_extent(reader *r, const extent *e)
{
    int integer = vmaxvq_s16(e->integer), fraction = vmaxvq_s16(e->fraction) + 1;
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
}

/* Goes on by eight. gcc 12 takes pairs of registers through memory. */
ALWAYS_INLINE void put_records(record **records, const octet *l)
{
#if defined(__aarch64__)
    __asm__ volatile("uxtl v0.4s, %[point].4h\n\tsxtl v1.4s, %[row].4h\n\t"
                     "st2 {v0.4s, v1.4s}, [%[records]], #32\n\t"
                     "uxtl2 v0.4s, %[point].8h\n\tsxtl2 v1.4s, %[row].8h\n\t"
                     "st2 {v0.4s, v1.4s}, [%[records]], #32"
                     : [records] "+r"(*records)
                     : [point] "w"(l->point), [row] "w"(l->row)
                     : "memory", "v0", "v1");
#else
    const int32x4x2_t first = {{vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(l->point))),
                                vmovl_s16(vget_low_s16(l->row))}};
    const int32x4x2_t last = {{vreinterpretq_s32_u32(vmovl_u16(vget_high_u16(l->point))),
                               vmovl_s16(vget_high_s16(l->row))}};
    vst2q_s32(&(*records)[0].point, first);
    vst2q_s32(&(*records)[4].point, last);
    *records += 8;
#endif
}

ALWAYS_INLINE uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Takes the first of `left` listed tokens, sixteen or less, while they are plain. */
NOINLINE void take_some(reader *r, const uint8_t *list, uint32_t left, bool strict, runs kind)
{
    const matcher *m = &r->matcher;
    const size_t bytes = 8 * r->note_bytes;
    static const int16_t lane[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    extent e = no_extent();
    octet l[2];
    notes now = load_notes(list, kind);
    for (size_t i = 0; i < 2; i++) {
        const notes next = load_notes(list + (i + 1) * bytes, kind);
        l[i] = look_at(&now, &next, m, strict, kind, false);
        now = next;
    }
    uint32_t bad = bits_of(pack(l[0].bad, l[1].bad)) | 1u << least(left, LANES);
    uint32_t taken = (uint32_t)__builtin_ctz(bad);
    uint32_t rows = bits_of(pack(l[0].row_end, l[1].row_end));
    rows &= (1u << taken) - 1;
    if (rows != 0 && !take_rows(r, rows, r->block)) {
        return;
    }
    r->row_bits |= (uint64_t)rows << r->block;
    record *records = r->work->records + r->block;
    for (size_t i = 0; i < 2; i++) {
        const int16x8_t kept = vdupq_n_s16((int16_t)(taken - 8 * i));
        const int16x8_t keep = vreinterpretq_s16_u16(vcgtq_s16(kept, vld1q_s16(lane)));
        put_records(&records, &l[i]);
        l[i].integer = vandq_s16(l[i].integer, keep);
        l[i].fraction = vornq_s16(vandq_s16(l[i].fraction, keep), keep);
        widen(&e, &l[i]);
    }
    take_extent(r, &e);
    r->block += taken;
}

/* What the steps of one list go on with. */
typedef struct steps {
    const uint8_t *list; /* behind `now` */
    notes now;
    record *records;
    extent extent;
    uint64_t row_bits;
} steps;

/* Sixteen tokens to the block, if all are plain and their runs known. */
ALWAYS_INLINE bool take_step(reader *r, steps *s, const matcher *m, bool strict, runs kind,
                             uint32_t block, bool asked)
{
    const size_t bytes = 8 * (kind == RUNS_ANY ? sizeof(long_note) : sizeof(note));
    const notes middle = load_notes(s->list, kind);
    const octet first = look_at(&s->now, &middle, m, strict, kind, false);
    const notes next = load_notes(s->list + bytes, kind);
    const octet last = look_at(&middle, &next, m, strict, kind, false);
    s->list += 2 * bytes;
    s->now = next;
    put_records(&s->records, &first);
    put_records(&s->records, &last);
    if (UNLIKELY(any_lane(vorrq_u16(first.bad, last.bad)))) {
        return false;
    }
    const uint8x16_t ends = pack(first.row_end, last.row_end);
    const uint64_t any = any_byte(ends);
    if (any != 0) {
        const uint32_t rows = any == UINT64_MAX ? 0xffff : bits_of(ends);
        if (asked && !take_rows(r, rows, block)) {
            return false;
        }
        s->row_bits |= (uint64_t)rows << block;
    }
    widen(&s->extent, &first);
    widen(&s->extent, &last);
    return true;
}

/* The same where all runs are of one pattern, m->plain here. */
ALWAYS_INLINE bool take_single(steps *s, const matcher *m, bool strict, runs kind)
{
    const notes middle = load_notes(s->list, kind);
    const octet first = look_at(&s->now, &middle, m, strict, kind, true);
    put_records(&s->records, &first);
    s->now = load_notes(s->list + 8 * sizeof(note), kind);
    const octet last = look_at(&middle, &s->now, m, strict, kind, true);
    put_records(&s->records, &last);
    s->list += 16 * sizeof(note);
    if (UNLIKELY(any_lane(vorrq_u16(first.bad, last.bad)))) {
        return false;
    }
    widen(&s->extent, &first);
    widen(&s->extent, &last);
    return true;
}

/* Takes steps of tokens, `block` being there, up to `stop`. Returns how many are there then. */
ALWAYS_INLINE uint32_t take_steps(reader *r, steps *s, uint32_t block, uint32_t stop, bool strict,
                                  runs kind)
{
    const uint32_t first = block;
    const bool asked = r->run->row_ends != NULL || r->run->row_closes != NULL;
    matcher m = r->matcher; /* in registers */
    if (kind == RUNS_ANY || m.patterns != 1 || (asked && m.only_rows)) {
        while (block < stop && LIKELY(take_step(r, s, &m, strict, kind, block, asked))) {
            block += LANES;
        }
    } else {
        m.plain = m.only_rows ? m.row : m.plain;
        while (block < stop && LIKELY(take_single(s, &m, strict, kind))) {
            block += LANES;
        }
        if (m.only_rows && block != first) {
            s->row_bits = UINT64_MAX >> (BLOCK - (block - first)) << first;
        }
    }
    r->rows += asked ? 0 : (uint32_t)__builtin_popcountll(s->row_bits);
    return block;
}

/* Takes tokens from the list of one segment while they are plain and their runs known; r->next and
 * r->entry go on with them. */
ALWAYS_INLINE void take_listed(reader *r, bool strict, runs kind)
{
    const size_t size = kind == RUNS_ANY ? sizeof(long_note) : sizeof(note);
    const uint8_t *const list = (const uint8_t *)r->work->segments[r->segment].notes;
    const uint32_t first = r->block, entry = r->entry;
    const uint32_t left = least(r->count[r->segment] - entry, r->room - first);
    if (r->exact && r->level == LEVEL_ARRAYS) {
        forget(r, PATTERN_ROW);
    }
    if (UNLIKELY(!r->matched)) {
        make_matcher(r);
    }
    steps s = {list + (entry + 8) * size, load_notes(list + entry * size, kind),
               r->work->records + first, no_extent(), 0};
    const uint32_t block = take_steps(r, &s, first, first + left / LANES * LANES, strict, kind);
    r->block = block;
    r->row_bits |= s.row_bits;
    const uint32_t taken = block - first;
    if (taken < left && block <= BLOCK - LANES) {
        take_some(r, list + (entry + taken) * size, left - taken, strict, kind);
    }
    if (r->block != first) {
        take_extent(r, &s.extent);
        if (r->exact) {
            accept_token(r);
        }
        r->entry = entry + r->block - first;
        r->next = place_in(r, list + r->entry * size);
    }
}

/* Points segment and entry at r->next, going forward. Returns whether it is listed. */
NOINLINE bool seek_entry(reader *r)
{
    for (; r->segment < r->segments; r->segment++, r->entry = 0) {
        const uint32_t count = r->count[r->segment];
        while (r->entry < count && noted_place(r, r->segment, r->entry) < r->next) {
            r->entry++;
        }
        if (r->entry < count) {
            return noted_place(r, r->segment, r->entry) == r->next;
        }
        if (count == segment_tokens(r->note_bytes == sizeof(note)) &&
            (r->segment + 1 == r->segments || noted_place(r, r->segment + 1, 0) > r->next)) {
            r->limit = r->next; /* the list was full: what follows has no entries */
            return false;
        }
    }
    return false;
}

ALWAYS_INLINE bool find_entry(reader *r)
{
    if (LIKELY(r->segment < r->segments && r->entry < r->count[r->segment] &&
               noted_place(r, r->segment, r->entry) == r->next)) {
        return true;
    }
    return seek_entry(r);
}

/* The record of a token that is to be read by hand. */
static record odd_record(reader *r)
{
    r->odd |= UINT64_C(1) << r->block;
    return (record){(int32_t)r->next + 3, ODD_ROW};
}

/* The record of the token of `len` bytes at base + at, len < 31, the point, or the end, behind
 * `point` of them. Its row is ODD_ROW where the token is to be read by hand. */
ALWAYS_INLINE record record_at(reader *r, uint32_t at, int len, int point, bool strict)
{
    const uint8_t *token = r->base + at;
    const int negative = token[0] == '-';
    const int integer = point - negative;
    const int fraction = len - point;
    bool odd = integer < 0 || (integer == 0 && fraction <= 1);
    if (strict) {
        odd = odd || integer == 0 || fraction == 1 || (token[negative] == '0' && integer > 1);
    }
    if (odd) {
        return (record){(int32_t)at + 3, ODD_ROW};
    }
    r->most_integer = integer > r->most_integer ? integer : r->most_integer;
    r->most_fraction = fraction > r->most_fraction ? fraction : r->most_fraction;
    return (record){(int32_t)at + point,
                    ((integer + fraction - 1) << 7) + integer - negative * SIGN};
}

/* The record of the token of `len` bytes at r->next, len < 31. */
static record record_of(reader *r, int len)
{
    const uint8_t *token = r->base + r->next;
    int point = 0;
    while (point < len && token[point] != r->plan->decimal) {
        point++;
    }
    const record token_record = record_at(r, r->next, len, point, r->strict);
    return token_record.row == ODD_ROW ? odd_record(r) : token_record;
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
        r->long_runs += r->at - end > 4 && r->rows - rows <= 1 && r->depth == depth;
    } else {
        r->stopped = true;
    }
    r->next = r->at - r->origin;
    r->row_bits |= (uint64_t)(r->rows != rows) << (r->block - 1);
    r->extra_rows += r->rows - rows > 1;
}

#endif
