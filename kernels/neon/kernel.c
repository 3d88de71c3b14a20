/* kernels/neon/kernel.c - the NEON rows: read plain numbers by chains of tokens and windows at the
 * point.
 *
 * A chunk of the text goes through four passes (README.md of this room tells why they are so):
 *     1   read_chain.h    walks from token to token, four segments at once, and lists what it saw
 *     2a  read_index.h    checks structure against known runs of separators, and makes records
 *     2b  read_convert.h  lifts digits into windows, makes integers and doubles, proves them
 *     3   read_careful.h  reads by hand the lanes that were not plain, not proved, or too long */
#if !defined(__aarch64__) && !defined(DIGITRUN_EMULATED)
#error "kernels/neon needs 64-bit ARM"
#endif

#include "kernels/neon/read_types.h"

#include "kernels/avx2/powers.h"
#include "kernels/neon/tables.h"
#include "kernels/neon/write.h"
#include "kernels/set_bits.h"

#include "kernels/avx2/read_structure.h"

#include "kernels/neon/read_chain.h"
#include "kernels/neon/read_convert.h"
#include "kernels/neon/read_exponent.h"
#include "kernels/neon/read_index.h"
#include "kernels/neon/read_ragged.h"
#include "kernels/neon/read_short.h"

#include "kernels/avx2/read_careful.h"

enum {
    CHUNK = 24 * 1024,
    SMALL = 512,
    LEAST = 256,
    AGAINS = 4,          /* a chunk's blocks cut where a run was not what it looked like: enough */
    SPARE_HOLES = 16,    /* what a block may need */
    MOOD_AVERAGE = 0x3f, /* bytes a token takes with its run, 0: not known */
    MOOD_NARROW = 0x40,  /* 16 bytes hold a token and its run */
    MOOD_EXPONENTS = 0x80, /* many tokens have one */
    MOOD_FIXED = 0x300,    /* nearly all runs are of so many bytes */
    MOOD_FIXED_UNIT = 0x100,
    MOOD_RUN = 10, /* the bits above: text that fills the lists of rows or holes, 0: none */
    MOOD_RUN_MOST = 63,
    MOOD_RUN_BYTES = 512 /* in these */
};

/* Separators beyond the first 64 bytes are seen where all lie in one sixteen: brackets, or | and
 * its like. Those that are not seen are met as bytes of a token that are no digits. */
static void make_tables(reader *r)
{
    static const uint8_t count[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint8x16_t point = vdupq_n_u8(r->reach == 16 ? 0x11 : 0x55);
    r->high = r->brackets ? 0x50 : 0x70;
    for (unsigned i = 0; i < 80; i += 16) {
        const unsigned first = i < 64 ? i : r->high;
        const uint8x16_t class = load(r->plan->class_of + first);
        const uint8x16_t bytes = vaddq_u8(load(count), vdupq_n_u8((uint8_t)first));
        const uint8x16_t decimal = vceqq_u8(bytes, vdupq_n_u8(r->plan->decimal));
        const uint8x16_t others = vorrq_u8(vceqq_u8(class, vdupq_n_u8(CLASS_TOKEN)),
                                           vceqq_u8(class, vdupq_n_u8(CLASS_STOP)));
        vst1q_u8(r->table + i, vornq_u8(vandq_u8(decimal, point), others));
    }
}

static void set_reach(reader *r)
{
    const bool narrow = (r->run->mood & MOOD_NARROW) != 0 && !r->ragged;
    const uint32_t reach = narrow ? REACH / 2 : REACH;
    if (r->reach != reach) {
        r->reach = reach;
        make_tables(r);
    }
}

static void begin(reader *r, digitrun_run *run)
{
    const uint32_t needs = run->plan->needs;
    r->run = run;
    r->plan = run->plan;
    r->work = run->scratch;
    r->origin = 0;
    r->at = 0;
    r->stopped = false;
    r->slow_first = r->rehearsal = r->irregular = r->ragged = false;
    r->long_hands = 0;
    r->brackets = (needs & NEED_BRACKETS) != 0;
    r->strict = (needs & (NEED_BARE_POINT | NEED_LEADING_ZEROS)) !=
                (NEED_BARE_POINT | NEED_LEADING_ZEROS);
    r->depth = run->depth;
    r->after = run->after;
    r->level = run->level;
    r->stored = r->rows = r->holes = r->unstored = r->block = 0;
    r->room = BLOCK;
    r->long_tokens = (run->mood & MOOD_AVERAGE) >= LONG ? SHORT_AMONG_LONG : 0;
    r->fixed = (run->mood & MOOD_FIXED) / MOOD_FIXED_UNIT;
    r->exponents = (run->mood & MOOD_EXPONENTS) != 0;
    r->reach = 0;
    set_reach(r);
    r->plain_len = r->row_len = 1;
    forget(r, PATTERN_PLAIN);
    forget(r, PATTERN_ROW);
    if (r->brackets) {
        expect(r, PATTERN_PLAIN, (const uint8_t *)",", 1);
        expect_json(r);
    }
    r->stopped = !walk(r);
    r->next = r->at;
}

/* Bytes of the next chunk: what its lists, the rows and the room ask for. */
static uint32_t chunk_bytes(const reader *r)
{
    const digitrun_run *run = r->run;
    const uint32_t average = run->mood & MOOD_AVERAGE;
    uint64_t bytes = CHUNK;
    uint64_t room = run->capacity - taken(r);
    uint64_t listed = (uint64_t)(average < 2 ? 2 : average) * walks_of(r->fixed != 0) *
                      segment_tokens(r->fixed != 0) * 7 / 8;
    uint64_t wanted = (room + 8) * (average == 0 ? REACH : average + 1);
    bytes = listed < bytes ? listed : bytes;
    bytes = wanted < bytes ? wanted : bytes;
    const uint32_t used = r->origin + r->next, filled = (run->mood >> MOOD_RUN) * MOOD_RUN_BYTES;
    if (used < filled) {
        bytes = least(filled - used > SMALL ? filled - used : SMALL, (uint32_t)bytes);
    }
    return (uint32_t)bytes;
}

/* Whether a list of the run is about to be full. */
static bool is_full(const reader *r)
{
    return rows_are_short(r) || (r->holes != 0 && r->run->hole_capacity - r->holes < SPARE_HOLES);
}

/* Whether what is left is better read by the next run, together with what follows. */
static bool is_enough(const reader *r)
{
    const digitrun_run *run = r->run;
    uint32_t used = r->origin + r->next;
    return used >= ENOUGH && ((run->last == 0 && run->len - used < SMALL) || is_full(r));
}

static void end(reader *r)
{
    digitrun_run *run = r->run;
    const uint32_t used = r->origin + r->next;
    const uint32_t filled = r->irregular ? 1
                            : is_full(r) ? least(used / MOOD_RUN_BYTES + 1, MOOD_RUN_MOST)
                                         : 0;
    settle(r);
    run->mood = (uint16_t)((run->mood & ((1 << MOOD_RUN) - 1)) | filled << MOOD_RUN);
    run->used = used;
    run->depth = r->depth;
    run->after = r->after;
    run->level = r->level;
    run->count = r->stored;
    run->rows = r->rows;
    run->hole_count = r->holes;
}

/* Works on a copy of the text from `start` on. The bytes behind it separate nothing, so that no run
 * of separators seems to go on there. */
static void copy_text(reader *r, uint32_t start, uint32_t bytes)
{
    uint8_t *copy = r->work->copy;
    memset(copy, ' ', LEAD);
    memcpy(copy + LEAD, r->run->text + start, bytes);
    memset(copy + LEAD + bytes, 0xff, TAIL);
    r->base = copy + LEAD;
}

/* Sets base, origin and limit for the tokens from r->next on. Returns false if there is none that
 * surely ends. */
static bool next_chunk(reader *r)
{
    const digitrun_run *run = r->run;
    const uint32_t start = r->origin + r->next;
    const uint32_t left = run->len - start;
    set_reach(r);
    uint32_t bytes = chunk_bytes(r);
    r->origin = start;
    r->next = 0;
    if (left > COPY) {
        r->base = run->text + start;
        r->limit = least(left - TAIL, bytes);
        return true;
    }
    copy_text(r, start, left);
    r->limit = left;
    if (!run->last) { /* up to behind the last separator */
        while (r->limit > 0 && run->plan->class_of[run->text[start + r->limit - 1]] - 1u >= 5u) {
            r->limit--;
        }
    }
    return r->limit > 0;
}

/* Windows reach back before their tokens: those of a block near the start of the text look at a
 * copy of it. A block that is too long for it is cut. */
static void protect_start(reader *r, const snapshot *from)
{
    uint32_t most = r->block;
    if (from->next >= LEAD || r->base == r->work->copy + LEAD) {
        return;
    }
    while (most > 0 && r->work->records[most - 1].point >= (int32_t)COPY) {
        most--;
    }
    if (most < r->block) {
        cut_block(r, from, most);
        r->segment = r->entry = 0;
    }
    copy_text(r, r->origin, least(r->run->len - r->origin, COPY));
}

/* Converts the block to values[0 ..]. Returns the lanes that must be read by hand. */
ALWAYS_INLINE uint64_t convert_block(reader *r, void *values, element type)
{
    const uint64_t all = UINT64_MAX >> (BLOCK - r->block);
    uint64_t bad;
    if (type == ELEMENT_COUNT) {
        return lanes_to_count(r, all);
    }
    if (r->exponents) {
        bad = type == ELEMENT_F64 ? convert_exponents_f64(r, values, 0)
                                  : convert_exponents_f32(r, values, 0);
        r->exponents = r->with_exponent >= r->block / 8u;
        return bad;
    }
    bad = type == ELEMENT_F64 ? convert_f64(r, values) : convert_f32(r, values);
    uint64_t unclean = unclean_lanes(r, r->block);
    if (LIKELY((unclean | bad) == 0)) {
        return 0;
    }
    bad = (bad | lanes_with_others(r, unclean)) & all & ~r->odd;
    uint32_t count = (uint32_t)__builtin_popcountll(bad);
    if (count >= 3) {
        bad = type == ELEMENT_F64 ? convert_exponents_f64(r, values, bad)
                                  : convert_exponents_f32(r, values, bad);
        r->exponents = r->with_exponent >= r->block / 4u;
    }
    return bad;
}

/* Converts the block and puts right what the windows could not. */
ALWAYS_INLINE void finish_block(reader *r, const snapshot *from, element type)
{
    const digitrun_run *run = r->run;
    const bool fits = run->capacity - r->stored >= (r->block + GROUP - 1u) / GROUP * GROUP;
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    const uint8_t *base = r->base;
    void *values = r->work->values;
    protect_start(r, from);
    if (r->block == 0) {
        r->base = base;
        return;
    }
    for (size_t i = r->block; i % GROUP != 0; i++) {
        r->work->records[i] = r->work->records[r->block - 1];
    }
    if (type != ELEMENT_COUNT && fits) {
        values = (uint8_t *)run->values + r->stored * size;
    }
    uint64_t bad = convert_block(r, values, type) | r->odd;
    r->base = base;
    bad &= UINT64_MAX >> (BLOCK - r->block); /* a cut may have left some behind */
    while (UNLIKELY(bad != 0)) {
        uint32_t i = (uint32_t)__builtin_ctzll(bad);
        verdict v = read_token(r, i, from, values, type);
        if (v != VERDICT_TAKEN) {
            cut_block(r, from, i);
            r->stopped = v == VERDICT_STOP;
            r->slow_first = v == VERDICT_AGAIN;
            r->irregular = r->irregular || (r->slow_first && ++r->agains >= AGAINS);
            r->segment = r->entry = 0;
            break;
        }
        bad &= bad - 1;
    }
    if (type != ELEMENT_COUNT && !fits) {
        memcpy((uint8_t *)run->values + r->stored * size, values, r->block * size);
    }
    r->stored += r->block;
    r->block = 0;
}

static void begin_block(reader *r)
{
    uint32_t left = r->run->capacity - taken(r);
    r->room = left < BLOCK ? left : BLOCK;
    r->row_bits = r->odd = 0;
    r->extra_rows = r->hands = r->long_runs = 0;
    r->most_integer = r->most_fraction = 0;
}

/* Asks for the lines of the chunk's bytes [from, to), or behind it. The walks wait for each
 * line at the same time, and what fetches ahead by itself sees none of them coming. */
static void prefetch(const reader *r, uint32_t from, uint32_t to)
{
    const uint8_t *const text = r->run->text + r->origin;
    const uint8_t *const end = text + least(to, r->run->len - r->origin);
    for (const uint8_t *at = text + from; end - at > 192; at += 256) {
        __builtin_prefetch(at);
        __builtin_prefetch(at + 64);
        __builtin_prefetch(at + 128);
        __builtin_prefetch(at + 192);
    }
}

/* Lists the tokens of a new chunk. The chain looks at the four bytes before each: the first tokens
 * of a text are taken by hand. */
static bool list_chunk(reader *r)
{
    while (!r->stopped && r->origin + r->next < sizeof(uint32_t) && r->next < r->limit &&
           r->block < r->room) {
        take_token(r);
    }
    if (r->stopped || r->next >= r->limit || r->origin + r->next < sizeof(uint32_t)) {
        return false;
    }
    if (r->origin == 0) {
        prefetch(r, r->next, r->limit);
    }
    list_tokens(r);
    return true;
}

/* Whether the fixed chain sees all bytes of a pattern. */
static bool is_low(pattern p, uint32_t len)
{
    bool low = true;
    for (uint32_t i = 4 - len; i < 4; i++) {
        low = low && (p.bytes >> (8 * i) & 0xff) < 48;
    }
    return low;
}

/* Chooses the chain of the next chunk: a fixed one pays where one run in a hundred is of another
 * length, or less. */
static void choose_chain(reader *r, uint32_t tokens, uint32_t rows)
{
    const pattern plain = r->patterns[PATTERN_PLAIN], row = r->patterns[PATTERN_ROW];
    const bool plain_low = is_low(plain, r->plain_len), row_low = is_low(row, r->row_len);
    const uint32_t plains = rows < tokens ? tokens - rows : 0;
    const bool by_row = plains < rows;
    const uint32_t len = by_row ? r->row_len : r->plain_len;
    const bool low = by_row ? row_low : plain_low;
    const uint32_t others = by_row ? plains : rows;
    const bool same = r->row_len == r->plain_len && plain_low && row_low;
    const uint32_t most = r->fixed != 0 ? tokens / 16 : tokens / 128;
    r->fixed = !r->ragged && low && len <= 2 && (same || others <= most) &&
                       r->by_hand <= tokens / 16
                   ? (uint8_t)len
                   : 0;
    if (!row_low && r->fixed != 0) {
        forget(r, PATTERN_ROW);
    }
    if (!plain_low && r->fixed != 0) {
        forget(r, PATTERN_PLAIN);
    }
}

/* Sets the mood: the chunk's tokens took `average` bytes, the longest had so many digits. */
static void remember(reader *r, uint32_t average, int longest)
{
    /* with a sign, the run behind it and the byte that ends that */
    const int most = REACH / 2 - 2 - (int)(r->plain_len > r->row_len ? r->plain_len : r->row_len);
    uint32_t mood = average < 2 ? 2 : least(average, MOOD_AVERAGE);
    mood |= !r->ragged && longest <= most && average <= REACH / 2 ? MOOD_NARROW : 0;
    mood |= r->exponents ? MOOD_EXPONENTS : 0;
    mood |= r->fixed * MOOD_FIXED_UNIT;
    mood |= r->run->mood & (UINT16_MAX << MOOD_RUN & UINT16_MAX);
    r->run->mood = (uint16_t)mood;
}

ALWAYS_INLINE void read_chunk(reader *r, element type)
{
    const uint32_t stored = r->stored, rows = r->rows;
    int longest = 0;
    r->by_hand = r->agains = 0;
    bool listed = false;
    while (!r->stopped && r->next < r->limit && !is_enough(r)) {
        if (r->long_tokens != 0) {
            read_long_tokens(r, type);
            continue;
        }
        begin_block(r);
        if (r->room == 0) {
            r->stopped = true;
            return;
        }
        snapshot from = take_snapshot(r);
        listed = listed || list_chunk(r);
        if (listed) {
            index_chunk(r);
        }
        int most = r->most_integer + r->most_fraction;
        longest = most > longest ? most : longest;
        finish_block(r, &from, type);
        r->stopped = r->stopped || r->irregular;
    }
    if (r->stored != stored) {
        choose_chain(r, r->stored - stored, r->rows - rows);
        const uint32_t average = r->next / (r->stored - stored);
        remember(r, average, longest);
        r->long_tokens = average >= LONG ? SHORT_AMONG_LONG : 0;
    }
}

ALWAYS_INLINE void read_run(digitrun_run *run, element type)
{
    reader r;
    begin(&r, run);
    while (!r.stopped && !is_enough(&r) && next_chunk(&r)) {
        read_chunk(&r, type);
    }
    end(&r);
}

#include "kernels/entries.h"

extern const digitrun_kernel KERNEL(DIGITRUN_ROW);
const digitrun_kernel KERNEL(DIGITRUN_ROW) = {
    NAME(DIGITRUN_ROW),
    NEED_BRACKETS | NEED_EMPTY_CELLS | NEED_DECIMAL | NEED_PLUS | NEED_BARE_POINT |
        NEED_LEADING_ZEROS | NEED_NO_LEADING_ZEROS | NEED_WIDE_CLASSES,
    sizeof(workspace),
    LEAST,
    0,
    1,
    read_f64,
    read_f32,
    read_count,
    WRITER(DIGITRUN_ROW, f64),
    WRITER(DIGITRUN_ROW, f32),
    64, /* from there on by read_short.h */
    digitrun_few_f64,
    digitrun_few_f32,
};
