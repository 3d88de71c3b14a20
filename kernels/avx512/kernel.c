/* kernels/avx512/kernel.c - the AVX-512 row: reads plain numbers from streams of their digits.
 *
 * A chunk of the text goes through four passes (README.md of this room tells why they are so):
 *     0   read_odd.h       only where there are odd tokens: which they are
 *     1   read_streams.h   64 bytes a step: digits, places, symbols
 *     S   read_symbols.h   64 symbols a step: structure, rows
 *     2a  read_lengths.h   32 tokens a step: lengths, exponents, grammar by counting
 *     2b  read_convert.h   8 tokens a step: integers, doubles, the rounding proved
 * A chunk that is refused is tried again with pass 0. What the vectors still do not take is read
 * by hand (read_careful.h); where that happens again and again, the run ends and the front desk has
 * the scalar row read on.
 */
#include "kernels/avx2/write.h"
#include "kernels/avx512/read_types.h"

#include "kernels/avx512/read_convert.h"
#include "kernels/avx512/read_lengths.h"
#include "kernels/avx512/read_odd.h"
#include "kernels/avx512/read_short.h"
#include "kernels/avx512/read_streams.h"
#include "kernels/avx512/read_symbols.h"
#include "kernels/avx512/read_tables.h"

/* Not all of it is used here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "kernels/avx512/read_careful.h"
#pragma GCC diagnostic pop

enum {
    LEAST = 192,
    SMALL = 512,          /* bytes of the chunk after a bad one, and of those read by hand */
    ENOUGH = 512,         /* after so many bytes a run may end early */
    MOOD_EXPONENTS = 0xf, /* chunks that are still taken to have them */
    MOOD_MANY = 0x10,     /* in most blocks */
    MOOD_REFUSED = 0x20,  /* the last chunk was, or all since were short */
    MOOD_JUNK = 0x3c0,    /* chunks in which odd tokens are looked for by their bytes, */
    MOOD_EXACT = 0x1c00,  /* by the grammar */
    MOOD_LONG = 0x2000,   /* tokens are so long that they are read one by one */
    MOOD_PAIRS = 0x4000   /* many are longer than an integer holds */
};

/* Of MOOD_JUNK and MOOD_EXACT, and the average length of a token with MOOD_LONG. */
enum { ONE_JUNK = 0x40, ONE_EXACT = 0x400, LONG_BYTES = 64 };

static void begin(reader *r, digitrun_run *run)
{
    const uint32_t needs = run->plan->needs;
    r->run = run;
    r->plan = run->plan;
    r->work = run->scratch;
    r->origin = r->next = r->at = 0;
    r->exact = true;
    r->stopped = r->rehearsal = false;
    r->brackets = (needs & NEED_BRACKETS) != 0;
    r->strict = (needs & NEED_BARE_POINT) == 0;
    r->lead = (needs & NEED_LEADING_ZEROS) == 0;
    r->plus = (needs & NEED_PLUS) != 0;
    r->cells = (needs & NEED_EMPTY_CELLS) != 0;
    r->last_is_cell = run->plan->last_separator != DIGITRUN_ACCEPT;
    r->decimal = run->plan->decimal;
    r->depth = run->depth;
    r->after = run->after;
    r->level = run->level;
    r->stored = r->rows = r->holes = r->unstored = r->block = r->extra_rows = 0;
    r->room = 0;
    r->row_bits = 0;
    make_tables(r);
}

static void end(const reader *r)
{
    digitrun_run *run = r->run;
    run->used = r->next;
    run->depth = r->depth;
    run->after = r->after;
    run->level = r->level;
    run->count = r->stored;
    run->rows = r->rows;
    run->hole_count = r->holes;
}

static uint32_t least(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

/* The bytes from r->next on, `most` or less, up to behind a separator or to an end of the text that
 * ends a token. 0: there is none. */
static uint32_t cut_chunk(const reader *r, uint32_t most)
{
    const digitrun_run *run = r->run;
    const uint8_t *const text = run->text + r->next;
    const uint32_t left = run->len - r->next;
    uint32_t bytes = left < most ? left : most;
    if (bytes == left && run->last != 0 && bytes != 0 && is_token(r, text[bytes - 1])) {
        return bytes;
    }
    while (bytes != 0) {
        const uint32_t step = bytes < BLOCK ? bytes : BLOCK;
        const uint32_t from = bytes - step;
        const __m512i block = _mm512_maskz_loadu_epi8(_cvtu64_mask64(first_bits(step)),
                                                      text + from);
        uint64_t found =
            first_bits(step) &
            bits_of(_mm512_cmpeq_epi8_mask(_mm512_permutexvar_epi8(block, r->separators), block));
        if (r->returns) {
            found &= ~bits_of(_mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\r')));
        }
        if (found != 0) {
            return from + 64 - (uint32_t)_lzcnt_u64(found);
        }
        bytes = from;
    }
    return 0;
}

/* Bytes of the next chunk: no more than there is room for, by what came before. */
static uint32_t chunk_bytes(const reader *r, uint32_t size)
{
    const digitrun_run *run = r->run;
    if (r->stored == 0) {
        return size;
    }
    const uint64_t average = r->next / r->stored + 1;
    uint64_t bytes = (run->capacity - taken(r)) * average + BLOCK;
    if (run->row_ends != NULL && r->rows != 0) {
        const uint64_t room = (uint64_t)(run->row_capacity - r->rows) * r->next / r->rows;
        bytes = room < bytes ? room : bytes;
    }
    return least(bytes, size);
}

typedef enum verdict {
    VERDICT_TAKEN,
    VERDICT_ODD,   /* odd tokens or empty cells, perhaps: to the next stage */
    VERDICT_EXACT, /* what the last stage would find */
    VERDICT_AGAIN, /* more tokens are taken out */
    VERDICT_FULL,
    VERDICT_STOP, /* the first token is not for the vectors */
    VERDICT_REFUSED
} verdict;

/* Pass 1 and 2a, with exponents or without: where there may be some, that is tried again. */
static bool list_tokens(reader *r, chunk *c, bool with_odd)
{
    const uint32_t mood = r->run->mood;
    if (with_odd) {
        r->exponents = c->has_e;
        return c->has_e ? make_streams_odd_few(r, c) && measure_odd_exponents(r, c)
                        : make_streams_odd(r, c) && measure_odd(r, c);
    }
    if ((mood & MOOD_EXPONENTS) == 0) {
        r->exponents = false;
        if (make_streams_plain(r, c) && measure_plain(r, c)) {
            return true;
        }
    }
    r->exponents = true;
    const bool made = (mood & MOOD_MANY) != 0 ? make_streams_many(r, c) : make_streams_few(r, c);
    return made && measure_exponents(r, c);
}

/* What this chunk says about exponents in the next. */
static void remember(reader *r, const chunk *c)
{
    uint32_t mood = r->run->mood;
    const uint32_t left = mood & MOOD_EXPONENTS;
    mood &= ~(uint32_t)(MOOD_EXPONENTS | MOOD_MANY);
    if (r->exponents && c->exponents != 0) {
        mood |= MOOD_EXPONENTS;
        mood |= c->exponents * 6 * BLOCK > c->bytes ? MOOD_MANY : 0;
    } else if (left != 0) {
        mood |= left - 1;
    }
    if (c->longest <= INTEGER_DIGITS) {
        mood &= ~(uint32_t)MOOD_PAIRS;
    } else if (c->doubts > c->tokens / 16) {
        mood |= MOOD_PAIRS;
    }
    r->run->mood = (uint16_t)mood;
}

/* How odd tokens are looked for. */
typedef enum stage {
    STAGE_PLAIN, /* not at all */
    STAGE_JUNK,  /* by their bytes */
    STAGE_EXACT, /* by the grammar */
    STAGE_AGAIN, /* and what the stage before took out besides */
    STAGES
} stage;

static stage first_stage(const reader *r)
{
    const uint32_t mood = r->run->mood;
    return (mood & MOOD_EXACT) != 0  ? STAGE_EXACT
           : (mood & MOOD_JUNK) != 0 ? STAGE_JUNK
                                     : STAGE_PLAIN;
}

/* What this chunk says about odd tokens in the next. */
static void remember_odd(reader *r, const chunk *c, stage s)
{
    uint32_t mood = r->run->mood;
    if (c->odd != 0 || c->holes != 0 || c->lenient) {
        mood |= MOOD_JUNK;
    } else {
        mood -= (mood & MOOD_JUNK) != 0 ? ONE_JUNK : 0;
    }
    if (s >= STAGE_EXACT && c->subtle != 0) {
        mood |= MOOD_EXACT;
    } else {
        mood -= (mood & MOOD_EXACT) != 0 ? ONE_EXACT : 0;
    }
    if (c->odd != 0 && c->bytes / LONG_BYTES > c->tokens) {
        mood |= MOOD_LONG;
    }
    r->run->mood = (uint16_t)mood;
}

/* The structure of the chunk; it is cut where there is no room for a hole. */
static bool check_chunk(reader *r, chunk *c, bool with_odd)
{
    if (!with_odd) {
        return check_structure(r, c);
    }
    if (check_structure_odd(r, c)) {
        return true;
    }
    if (!c->full || !cut_at_hole(r, c)) {
        return false;
    }
    c->full = false;
    return check_structure_odd(r, c);
}

static void take_chunk(reader *r, const chunk *c)
{
    r->next += c->bytes;
    r->stored += c->tokens;
    r->holes += c->holes;
    r->unstored += c->empty;
    r->rows = c->rows;
    r->after = c->after;
    r->level = c->level;
    r->depth = c->depth;
}

/* Passes 1 to 2b. */
ALWAYS_INLINE verdict try_chunk(reader *r, chunk *c, stage s, element type)
{
    digitrun_run *run = r->run;
    const bool with_odd = s != STAGE_PLAIN;
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    void *values = type == ELEMENT_COUNT ? NULL : (uint8_t *)run->values + r->stored * size;
    if (!list_tokens(r, c, with_odd)) {
        return VERDICT_ODD;
    }
    if (c->tokens > run->capacity - taken(r)) {
        return VERDICT_FULL;
    }
    if (!check_chunk(r, c, with_odd)) {
        return c->full ? VERDICT_FULL : with_odd || !r->cells ? VERDICT_REFUSED : VERDICT_ODD;
    }
    if (with_odd && c->tokens + c->empty > run->capacity - taken(r)) {
        return VERDICT_FULL;
    }
    const unsigned which = choose_recipe(c, r->exponents, (run->mood & MOOD_PAIRS) != 0);
    place_lanes(r, c, is_wide(which));
    const outcome o = convert_chunk(r, c, values, which, type);
    if (o.leading_zero) {
        return VERDICT_EXACT;
    }
    c->doubts = o.doubts;
    if (o.doubts != 0 && !read_doubts(r, c, values, with_odd, type)) {
        return with_odd ? VERDICT_AGAIN : VERDICT_ODD;
    }
    if (with_odd && c->holes != 0) {
        place_holes(r, c);
        read_odd_tokens(r, c, values, type);
    }
    return VERDICT_TAKEN;
}

/* The stage after one that ended so; STAGES: there is none. */
static stage next_stage(stage s, verdict v)
{
    if (v == VERDICT_AGAIN) {
        return s == STAGE_AGAIN ? STAGES : STAGE_AGAIN;
    }
    if ((v != VERDICT_ODD && v != VERDICT_EXACT) || s >= STAGE_EXACT) {
        return STAGES;
    }
    return s == STAGE_PLAIN && v == VERDICT_ODD ? STAGE_JUNK : STAGE_EXACT;
}

/* The next `bytes`, or fewer: from stage to stage until they are taken. */
ALWAYS_INLINE verdict read_chunk(reader *r, uint32_t bytes, element type)
{
    verdict v = VERDICT_ODD;
    chunk c = {0};
    c.begin = r->next;
    for (stage s = first_stage(r), next; s != STAGES; s = next) {
        c.holes = c.empty = 0;
        c.full = false;
        if (s != STAGE_AGAIN) {
            c.bytes = bytes;
            c.odd = c.subtle = 0;
            c.has_e = false;
        }
        if (s == STAGE_JUNK) {
            find_junk(r, &c);
        } else if (s == STAGE_EXACT) {
            find_all_odd(r, &c);
        }
        v = c.bytes == 0 ? VERDICT_STOP : try_chunk(r, &c, s, type);
        if (v == VERDICT_TAKEN) {
            remember(r, &c);
            remember_odd(r, &c, s);
            take_chunk(r, &c);
        }
        next = next_stage(s, v);
    }
    return v;
}

/* Whether the rest is better read by the next run, which has room again. */
static bool is_enough(const reader *r)
{
    const digitrun_run *run = r->run;
    if (r->holes != 0 && r->holes == run->hole_capacity) {
        return true;
    }
    return r->next >= ENOUGH && taken(r) != run->capacity && run->row_ends != NULL &&
           run->row_capacity - r->rows < run->row_capacity / 16;
}

/* After a chunk that was not taken. Returns false where the run is to end: text that is odd again
 * and again is read faster by the scalar row, and for the longer, the sooner it is met. */
static bool go_on(reader *r, verdict v, element type)
{
    if (v == VERDICT_FULL) {
        if (r->next >= ENOUGH && taken(r) != r->run->capacity) {
            return false;
        }
    } else if ((r->run->mood & MOOD_REFUSED) != 0) {
        return false;
    } else {
        r->run->mood |= MOOD_REFUSED;
    }
    read_by_hand(r, r->next + SMALL, type);
    return true;
}

/* Token by token, while they are long: what the passes do for them is to be done again by hand. */
static void read_long(reader *r, element type)
{
    const uint32_t stored = r->stored, next = r->next;
    read_by_hand(r, next + CHUNK, type);
    if ((r->next - next) / LONG_BYTES <= r->stored - stored) {
        r->run->mood &= (uint16_t)~MOOD_LONG;
    }
}

/* The token at r->next, which no chunk can begin with. */
static void read_one(reader *r, uint32_t bytes, element type)
{
    if (bytes == 0 && r->run->len - r->next >= CHUNK) {
        r->run->mood |= MOOD_LONG;
    }
    read_by_hand(r, r->next + 1, type);
}

ALWAYS_INLINE void read_run(digitrun_run *run, element type)
{
    reader r;
    uint32_t size = (run->mood & MOOD_REFUSED) != 0 ? SMALL : CHUNK;
    begin(&r, run);
    while (!r.stopped && r.vectors && r.next < run->len && !is_enough(&r)) {
        if ((run->mood & MOOD_LONG) != 0) {
            read_long(&r, type);
            continue;
        }
        const uint32_t bytes = cut_chunk(&r, chunk_bytes(&r, size));
        const verdict v = bytes == 0 ? VERDICT_STOP : read_chunk(&r, bytes, type);
        if (v == VERDICT_TAKEN) {
            run->mood &= size > SMALL ? (uint16_t)~MOOD_REFUSED : UINT16_MAX;
            size = size < CHUNK / 2 ? size * 2 : CHUNK;
        } else if (v == VERDICT_STOP) {
            read_one(&r, bytes, type);
        } else if (v == VERDICT_FULL && bytes > 2 * BLOCK) {
            size = bytes / 2;
        } else if (go_on(&r, v, type)) {
            size = SMALL;
        } else {
            break;
        }
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
    1,
    1,
    read_f64,
    read_f32,
    read_count,
    digitrun_avx2_write_f64,
    digitrun_avx2_write_f32,
    0, /* read_short.h takes less */
    digitrun_few_f64,
    digitrun_few_f32,
};
