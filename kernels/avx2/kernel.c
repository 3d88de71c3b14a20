/* kernels/avx2/kernel.c - the AVX2 row: reads plain numbers by chains of tokens and windows at the
 * point.
 *
 * A chunk of the text goes through four passes (README.md of this room tells why they are so):
 *     1   read_chain.h    walks from token to token, six segments at once, and lists what it saw
 *     2a  read_index.h    checks structure against known runs of separators, and makes records
 *     2b  read_convert.h  lifts digits into windows, makes integers and doubles, proves the
 * rounding 3   read_careful.h  reads by hand the lanes that were not plain, not proved, or too long
 */
#if !defined(__AVX2__) && !defined(DIGITRUN_EMULATED)
#error "kernels/avx2 needs -mavx2 -mfma -mbmi -mbmi2 -mpopcnt"
#endif

#include "kernels/avx2/read_types.h"
#include "kernels/avx2/write.h"

#include "kernels/avx2/powers.h"
#include "kernels/avx2/tables.h"
#include "kernels/set_bits.h"

#include "kernels/avx2/read_chain.h"
#include "kernels/avx2/read_convert.h"
#include "kernels/avx2/read_exponent.h"
#include "kernels/avx2/read_few.h"
#include "kernels/avx2/read_index.h"
#include "kernels/avx2/read_loose.h"
#include "kernels/avx2/read_structure.h"

#include "kernels/avx2/read_careful.h"

enum {
    CHUNK = 12 * 1024,
    SMALL = 512,
    LEAST = 256,
    SPARE_HOLES = 16, /* what a block may need */
    FAR_AMONG = 64,   /* tokens, one of which may be too long, with its run, for the shorter step */
    AGAINS = 4,       /* a chunk's blocks cut where a run was not what it looked like: enough */
    MOOD_AVERAGE = 0x3f,   /* bytes a token takes with its run, 0: not known */
    MOOD_NARROW = 0x40,    /* 16 bytes hold a token and its run; loose: 32 */
    MOOD_EXPONENTS = 0x80, /* many tokens have one */
    MOOD_LOOSE = 0x100,    /* runs of separators are told by what is no blank */
    MOOD_RUN = 9,          /* the bits above: text that fills the lists of rows or holes, 0: none */
    MOOD_RUN_MOST = 0x7f,
    MOOD_RUN_BYTES = 256 /* in these */
};

/* The vectors of the chain's table and of the other one. */
static void set_tables(reader *r, __m128i others)
{
    const __m128i first = load_half(r->table);
    uint8_t stops[16];
    _mm_storeu_si128((__m128i *)stops, first);
    r->may_narrow = stops[r->plan->decimal & 15] == 0xff;
    stops[r->plan->decimal & 15] = r->plan->decimal;
    r->separators = _mm256_broadcastsi128_si256(first);
    r->others = _mm256_broadcastsi128_si256(others);
    r->stops = _mm256_inserti128_si256(_mm256_castsi128_si256(first), load_half(stops), 1);
}

/* The same of JSON, which has these at all times: CR shares its place with ]. */
static void set_tables_json(reader *r)
{
    const __m128i separators = _mm_setr_epi8(' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', '[',
                                             ',', ']', -1, -1);
    const __m128i others = _mm_setr_epi8(' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', '[', ',',
                                         '\r', -1, -1);
    r->complete = true;
    _mm_storeu_si128((__m128i *)r->table, separators);
    set_tables(r, others);
}

/* Separators by low nibble. Where two share one lists want the lower (, beside |); the other is met
 * as a byte of a token that is no digit. */
static void make_tables(reader *r)
{
    const __m128i low = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i first = _mm_set1_epi8(-1);
    __m128i last = first;
    __m128i third = _mm_setzero_si128();
    for (int high = 0; high < 8; high++) {
        __m128i class = load_half(r->plan->class_of + 16 * high);
        __m128i bytes = _mm_or_si128(low, _mm_set1_epi8((char)(high << 4)));
        __m128i token = _mm_or_si128(_mm_cmpeq_epi8(class, _mm_set1_epi8(CLASS_TOKEN)),
                                     _mm_cmpeq_epi8(class, _mm_set1_epi8(CLASS_STOP)));
        __m128i empty = _mm_cmpeq_epi8(last, _mm_set1_epi8(-1));
        __m128i one = _mm_cmpeq_epi8(first, last);
        third = _mm_or_si128(third, _mm_andnot_si128(_mm_or_si128(token, one), bytes));
        last = _mm_blendv_epi8(bytes, last, token);
        first = _mm_blendv_epi8(first, last, empty);
    }
    r->complete = _mm_testz_si128(third, third);
    _mm_storeu_si128((__m128i *)r->table, first);
    set_tables(r, last);
}

/* Has the chain see the separator behind the run's first token, if that is near and another one of
 * the same nibble stands in its place. */
static void prefer_first(reader *r)
{
    const uint8_t *text = r->run->text;
    const uint32_t near = least(r->run->len, r->at + 4 * REACH);
    const uint32_t end = (uint32_t)(digitrun_token_end(r->plan, text + r->at, text + near) - text);
    uint8_t others[16];
    if (r->brackets || end == near || chain_sees(r, text[end]) || text[end] > 0x7f ||
        r->plan->class_of[text[end]] == CLASS_STOP) {
        return;
    }
    _mm_storeu_si128((__m128i *)others, _mm256_castsi256_si128(r->others));
    others[text[end] & 15] = r->table[text[end] & 15];
    r->table[text[end] & 15] = text[end];
    set_tables(r, load_half(others));
}

static void choose_pace(reader *r)
{
    const bool narrow = (r->run->mood & MOOD_NARROW) != 0;
    if (r->loose) {
        set_pace(r, narrow ? PACE_LOOSE_32 : PACE_LOOSE_64);
    } else {
        set_pace(r, narrow && r->may_narrow ? PACE_16 : PACE_32);
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
    r->slow_first = r->rehearsal = r->irregular = r->relist = r->loose = false;
    r->brackets = (needs & NEED_BRACKETS) != 0;
    r->strict = (needs & (NEED_BARE_POINT | NEED_LEADING_ZEROS)) !=
                (NEED_BARE_POINT | NEED_LEADING_ZEROS);
    r->depth = run->depth;
    r->after = run->after;
    r->level = run->level;
    r->stored = r->rows = r->holes = r->unstored = r->block = 0;
    r->room = BLOCK;
    if (r->brackets) {
        set_tables_json(r);
    } else {
        make_tables(r);
    }
    expect_nothing(r);
    if ((run->mood & MOOD_LOOSE) != 0) {
        begin_loose(r);
    }
    r->stopped = !walk(r);
    r->next = r->at;
    prefer_first(r);
    if (!r->loose && r->at >= 2 && r->plan->class_of[run->text[r->at - 1]] == CLASS_BLANK &&
        r->plan->class_of[run->text[r->at - 2]] == CLASS_BLANK) {
        begin_loose(r); /* indented */
    }
}

/* Bytes of the next chunk: what its lists, the rows and the room ask for. */
static uint32_t chunk_bytes(const reader *r)
{
    const digitrun_run *run = r->run;
    const uint32_t average = run->mood & MOOD_AVERAGE;
    uint64_t bytes = CHUNK;
    uint64_t room = run->capacity - taken(r);
    uint64_t listed = (uint64_t)(average < 2 ? 2 : average) * SEGMENTS * SEGMENT_TOKENS * 7 / 8;
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
    run->mood = (uint16_t)(run->mood & ((1 << MOOD_RUN) - 1)) | (uint16_t)(filled << MOOD_RUN);
    run->used = used;
    run->depth = r->depth;
    run->after = r->after;
    run->level = r->level;
    run->count = r->stored;
    run->rows = r->rows;
    run->hole_count = r->holes;
}

/* Works on a copy of the text from `start` on, blanks before and behind. */
static void copy_text(reader *r, uint32_t start, uint32_t bytes)
{
    uint8_t *copy = r->work->copy;
    memset(copy, ' ', LEAD);
    memcpy(copy + LEAD, r->run->text + start, bytes);
    memset(copy + LEAD + bytes, ' ', TAIL);
    r->base = copy + LEAD;
}

/* Sets base, origin and limit for the tokens from r->next on. Returns false if there is none that
 * surely ends. */
static bool next_chunk(reader *r)
{
    const digitrun_run *run = r->run;
    const uint32_t start = r->origin + r->next;
    const uint32_t left = run->len - start;
    uint32_t bytes = chunk_bytes(r);
    r->origin = start;
    r->next = 0;
    r->agains = 0;
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

/* Cuts the block to its first `tokens` tokens. Where all runs behind these were told by patterns,
 * nothing needs to be read again. */
static void cut_short(reader *r, const snapshot *from, uint32_t tokens)
{
    const uint64_t kept = (UINT64_C(1) << tokens) - 1;
    if (tokens == 0 || tokens > r->by_hand) {
        cut_block(r, from, tokens);
    } else {
        r->next = token_start(r, tokens);
        r->depth = from->depth;
        r->level = LEVEL_NUMBERS;
        r->after = CLASS_TOKEN;
        r->exact = false;
        r->rows = from->rows + (uint32_t)_mm_popcnt_u64(r->row_bits & kept);
        r->unstored = from->unstored;
        r->block = tokens;
        while (r->holes > 0 &&
               (r->run->holes[r->holes - 1].start & ~HOLE_STORED) >= r->origin + r->next) {
            r->holes--;
        }
    }
    r->segment = r->block_segment;
    r->entry = r->block_entry;
}

/* Windows reach back before their tokens: those of a block near the start of the text look at a
 * copy of it. A block that is too long for it is cut. */
static void protect_start(reader *r, const snapshot *from)
{
    uint32_t most = r->block;
    if (from->next >= LEAD || r->base == r->work->copy + LEAD) {
        return;
    }
    while (most > 0 && (r->work->records[most - 1] & 0xffff) >= COPY) {
        most--;
    }
    if (most < r->block) {
        cut_short(r, from, most);
    }
    copy_text(r, r->origin, least(r->run->len - r->origin, COPY));
}

/* Those of `lanes` that begin like no number. */
static uint64_t lanes_of_words(const reader *r, uint64_t lanes)
{
    uint64_t words = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint64_t i = _tzcnt_u64(lanes);
        const uint8_t *token = r->base + token_start(r, (uint32_t)i);
        token += *token == '-';
        words |= (uint64_t)((uint8_t)(*token - '0') > 9) << i;
    }
    return words;
}

/* Converts the block to values[0 ..]. Returns the lanes that must be read by hand. */
ALWAYS_INLINE uint64_t convert_block(reader *r, void *values, element type)
{
    const uint32_t *records = r->work->records;
    const uint64_t all = UINT64_MAX >> (BLOCK - r->block);
    uint64_t bad;
    if (r->exponents) {
        bad = convert_block_exponents(r, values, 0, type);
        r->exponents = r->with_exponent >= r->block / 8u;
        return bad;
    }
    if (type == ELEMENT_COUNT) {
        bad = look_at_digits(r, records, r->block);
    } else {
        bad = type == ELEMENT_F64 ? convert_f64(r, values) : convert_f32(r, values);
        const uint64_t unclean = unclean_lanes(r, r->block);
        if (UNLIKELY(unclean != 0)) {
            bad |= lanes_with_others(r, records, unclean);
        }
    }
    bad &= all & ~r->odd;
    if (LIKELY(bad == 0)) {
        return 0;
    }
    const uint64_t words = lanes_of_words(r, bad);
    if (_mm_popcnt_u64(bad & ~words) >= 3) {
        bad = words | convert_block_exponents(r, values, bad & ~words, type);
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
        r->work->records[i] = r->work->records[r->block - 1] & 0xffff; /* no digits: zero */
    }
    if (type != ELEMENT_COUNT && fits) {
        values = (uint8_t *)run->values + r->stored * size;
    }
    uint64_t bad = convert_block(r, values, type) | r->odd;
    r->base = base;
    bad &= UINT64_MAX >> (BLOCK - r->block); /* a cut may have left some behind */
    while (UNLIKELY(bad != 0)) {
        uint32_t i = (uint32_t)_tzcnt_u64(bad);
        verdict v = read_token(r, i, from, values, type);
        if (v != VERDICT_TAKEN) {
            cut_short(r, from, i);
            r->stopped = v == VERDICT_STOP;
            r->slow_first = v == VERDICT_AGAIN;
            r->irregular = r->irregular || (r->slow_first && ++r->agains >= AGAINS);
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
    r->extra_rows = 0;
    r->most_integer = r->most_fraction = 0;
    r->by_hand = BLOCK;
    r->hands = r->varied = 0;
    r->block_segment = r->segment;
    r->block_entry = r->entry;
}

/* Asks for the lines of the chunk's bytes [from, to), or behind it. The six walks wait for each
 * line at the same time, and what fetches ahead by itself sees none of them coming. */
static void prefetch(const reader *r, uint32_t from, uint32_t to)
{
    const uint32_t end = least(to, r->run->len - r->origin);
    for (uint32_t at = from & ~63u; at < end; at += 64) {
        _mm_prefetch((const char *)r->run->text + r->origin + at, _MM_HINT_T0);
    }
}

/* Lists the tokens of a new chunk. The chain looks at the four bytes before each: the first tokens
 * of a text are taken by hand. */
static bool list_chunk(reader *r)
{
    const bool copied = r->base == r->work->copy + LEAD;
    while (!copied && r->origin + r->next < sizeof(uint32_t) && !r->stopped && r->next < r->limit &&
           r->block < r->room) {
        take_token(r);
    }
    if (r->stopped || r->next >= r->limit || (!copied && r->origin + r->next < sizeof(uint32_t))) {
        return false;
    }
    if (r->origin == 0) {
        prefetch(r, r->next, r->limit);
    }
    list_tokens(r);
    return true;
}

/* Sets the mood: the chunk's tokens took `average` bytes, the longest had so many digits. */
static void remember(reader *r, uint32_t tokens, int longest, bool is_long)
{
    /* with a sign, the run behind it and the byte that ends that */
    const uint32_t *len = r->run_len;
    const int most = REACH / 2 - 2 - (int)(len[0] > len[1] ? len[0] : len[1]);
    const uint32_t average = r->next / tokens;
    uint32_t mood = is_long ? MOOD_AVERAGE : average < 2 ? 2 : least(average, MOOD_AVERAGE);
    mood |= r->loose ? MOOD_LOOSE : 0;
    if (r->loose) { /* what is too far for the short step is read by hand there */
        const uint32_t far = r->how == PACE_LOOSE_64 ? r->far_steps : r->all_hands;
        mood |= far < tokens / FAR_AMONG ? MOOD_NARROW : 0;
    } else {
        mood |= longest <= most && average <= REACH / 2 ? MOOD_NARROW : 0;
    }
    mood |= r->exponents ? MOOD_EXPONENTS : 0;
    mood |= r->run->mood & (UINT16_MAX << MOOD_RUN & UINT16_MAX);
    r->run->mood = (uint16_t)mood;
}

ALWAYS_INLINE void read_chunk(reader *r, element type)
{
    const uint32_t stored = r->stored;
    int longest = 0;
    bool listed = false;
    r->uniform = true;
    r->long_hands = r->far_steps = r->all_hands = 0;
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
            index_tokens(r);
        }
        prefetch(r, r->limit + from.next - r->origin, r->limit + r->next);
        int most = r->most_integer + r->most_fraction;
        longest = most > longest ? most : longest;
        finish_block(r, &from, type);
        r->stopped = r->stopped || r->irregular;
        if (r->relist) { /* from where the block was cut, if it was: not before */
            r->relist = false;
            r->limit = r->next;
        }
        if (r->long_hands > BLOCK / 2 && r->long_hands > (r->stored - stored) / 2) {
            r->long_tokens = SHORT_AMONG_LONG;
        }
    }
    if (r->stored != stored) {
        const uint32_t tokens = r->stored - stored, average = r->next / tokens;
        end_loose(r, r->long_hands > tokens / 2);
        const bool is_long = (average >= LONG && !r->loose) || r->long_hands > tokens / 2;
        remember(r, tokens, longest, is_long);
        choose_pace(r);
        r->long_tokens = is_long ? SHORT_AMONG_LONG : 0;
    }
}

ALWAYS_INLINE void read_run(digitrun_run *run, element type)
{
    reader r;
    begin(&r, run);
    choose_pace(&r);
    r.exponents = (run->mood & MOOD_EXPONENTS) != 0;
    r.long_tokens = (run->mood & MOOD_AVERAGE) >= LONG && !r.loose ? SHORT_AMONG_LONG : 0;
    while (!r.stopped && !is_enough(&r) && next_chunk(&r)) {
        read_chunk(&r, type);
    }
    end(&r);
}

static void read_f64(digitrun_run *run)
{
    read_run(run, ELEMENT_F64);
}

static void read_f32(digitrun_run *run)
{
    read_run(run, ELEMENT_F32);
}

static void read_count(digitrun_run *run)
{
    read_run(run, ELEMENT_COUNT);
}

extern const digitrun_kernel digitrun_kernel_avx2;
const digitrun_kernel digitrun_kernel_avx2 = {
    "avx2",
    NEED_BRACKETS | NEED_EMPTY_CELLS | NEED_DECIMAL | NEED_PLUS | NEED_BARE_POINT |
        NEED_LEADING_ZEROS | NEED_NO_LEADING_ZEROS | NEED_WIDE_CLASSES,
    sizeof(workspace),
    LEAST,
    0,
    0,
    read_f64,
    read_f32,
    read_count,
    digitrun_avx2_write_f64,
    digitrun_avx2_write_f32,
    FEW_BYTES,
    few_f64,
    few_f32,
};
