/* kernels/avx2/kernel.c - the AVX2 row: reads plain numbers by chains of tokens and windows at the point.
 *
 * A chunk of the text goes through four passes (README.md of this room tells why they are so):
 *     1   read_chain.h    walks from token to token, six segments at once, and lists what it saw
 *     2a  read_index.h    checks structure against known runs of separators, and makes records
 *     2b  read_convert.h  lifts digits into windows, makes integers and doubles, proves the rounding
 *     3   read_careful.h  reads by hand the lanes that were not plain, not proved, or too long */
#ifndef __AVX2__
#error "kernels/avx2 needs -mavx2 -mbmi -mbmi2 -mfma -mlzcnt -mpopcnt"
#endif

#include "kernels/avx2/read_types.h"

#include "kernels/avx2/tables.h"

#include "kernels/avx2/read_careful.h"
#include "kernels/avx2/read_chain.h"
#include "kernels/avx2/read_convert.h"
#include "kernels/avx2/read_index.h"
#include "kernels/avx2/read_structure.h"

enum {
    CHUNK = 12 * 1024,
    ENOUGH = 4096, /* after so many bytes a run may end early, rather than with a small chunk */
    SMALL = 512,
    LEAST = 256,
    MOOD_AVERAGE = 0x3f, /* bytes a token takes with its run, 0: not known */
    MOOD_NARROW = 0x40   /* 16 bytes hold a token and its run */
};

/* Separators by low nibble. Where two share one, brackets want the higher (] beside CR), lists the lower
 * (, beside |); the other is met as a byte of a token that is no digit. */
static void make_tables(reader *r)
{
    const __m128i low = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i first = _mm_set1_epi8(-1);
    __m128i last = first;
    for (int high = 0; high < 8; high++) {
        __m128i class = load_half(r->plan->class_of + 16 * high);
        __m128i bytes = _mm_or_si128(low, _mm_set1_epi8((char)(high << 4)));
        __m128i token = _mm_or_si128(_mm_cmpeq_epi8(class, _mm_set1_epi8(CLASS_TOKEN)),
                                     _mm_cmpeq_epi8(class, _mm_set1_epi8(CLASS_STOP)));
        __m128i empty = _mm_cmpeq_epi8(last, _mm_set1_epi8(-1));
        last = _mm_blendv_epi8(bytes, last, token);
        first = _mm_blendv_epi8(first, last, empty);
    }
    r->complete = _mm_movemask_epi8(_mm_cmpeq_epi8(first, last)) == 0xffff;
    if (r->brackets) {
        first = last;
    }
    uint8_t stops[16];
    _mm_storeu_si128((__m128i *)r->table, first);
    _mm_storeu_si128((__m128i *)stops, first);
    r->may_narrow = stops[r->plan->decimal & 15] == 0xff;
    stops[r->plan->decimal & 15] = r->plan->decimal;
    r->separators = _mm256_broadcastsi128_si256(first);
    r->stops = _mm256_inserti128_si256(_mm256_castsi128_si256(first), load_half(stops), 1);
}

static void set_reach(reader *r)
{
    r->reach = (r->run->mood & MOOD_NARROW) != 0 && r->may_narrow ? REACH / 2 : REACH;
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
    r->slow_first = r->rehearsal = false;
    r->brackets = (needs & NEED_BRACKETS) != 0;
    r->strict = (needs & (NEED_BARE_POINT | NEED_LEADING_ZEROS)) !=
                (NEED_BARE_POINT | NEED_LEADING_ZEROS);
    r->depth = run->depth;
    r->after = run->after;
    r->level = run->level;
    r->stored = r->rows = r->holes = r->unstored = r->block = 0;
    r->room = BLOCK;
    make_tables(r);
    forget(r, PATTERN_PLAIN);
    forget(r, PATTERN_ROW);
    r->stopped = !walk(r);
    r->next = r->at;
}

static void end(reader *r)
{
    digitrun_run *run = r->run;
    settle(r);
    run->used = r->origin + r->next;
    run->depth = r->depth;
    run->after = r->after;
    run->level = r->level;
    run->count = r->stored;
    run->rows = r->rows;
    run->hole_count = r->holes;
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
    if (run->row_ends != NULL && r->rows != 0) {
        uint64_t a_row = (r->origin + r->next) / r->rows + 1;
        uint64_t rows = (run->row_capacity - r->rows) * a_row + 2 * REACH;
        bytes = rows < bytes ? rows : bytes;
    }
    return (uint32_t)bytes;
}

/* Whether what is left is better read by the next run, together with what follows. */
static bool is_enough(const reader *r)
{
    const digitrun_run *run = r->run;
    uint32_t used = r->origin + r->next;
    return used >= ENOUGH && ((run->last == 0 && run->len - used < SMALL) ||
                              (run->row_ends != NULL && run->row_capacity - r->rows < 2 * LANES));
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
    if (start >= LEAD && left >= bytes + TAIL) {
        r->base = run->text + start;
        r->limit = bytes;
        return true;
    }
    if (start >= LEAD && left >= 2 * TAIL + SMALL) {
        r->base = run->text + start;
        r->limit = left - TAIL;
        return true;
    }
    bytes = bytes < COPY ? bytes : COPY;
    uint32_t copied = left < bytes + TAIL ? left : bytes + TAIL;
    memset(r->work->copy, ' ', LEAD);
    memcpy(r->work->copy + LEAD, run->text + start, copied);
    memset(r->work->copy + LEAD + copied, ' ', COPY + TAIL - copied);
    r->base = r->work->copy + LEAD;
    r->limit = left < bytes ? left : bytes;
    if (r->limit == left && !run->last) { /* up to behind the last separator */
        while (r->limit > 0 && run->plan->class_of[run->text[start + r->limit - 1]] - 1u >= 5u) {
            r->limit--;
        }
    }
    return r->limit > 0;
}

/* Converts the block and puts right what the windows could not. */
ALWAYS_INLINE void finish_block(reader *r, const snapshot *from, element type)
{
    const digitrun_run *run = r->run;
    const bool fits = run->capacity - r->stored >= (r->block + LANES - 1u) / LANES * LANES;
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    bool clean = true;
    void *values = r->work->values;
    uint64_t bad;
    for (size_t i = r->block; i % LANES != 0; i++) {
        r->work->records[i] = RECORD_NONE;
    }
    if (type == ELEMENT_COUNT) {
        bad = lanes_with_others(r);
    } else {
        if (fits) {
            values = (uint8_t *)run->values + r->stored * size;
        }
        bad = type == ELEMENT_F64 ? convert_f64(r, values, &clean) : convert_f32(r, values, &clean);
        if (UNLIKELY(!clean)) {
            bad |= lanes_with_others(r);
        }
    }
    bad |= r->odd;
    if (r->block < BLOCK) {
        bad &= (UINT64_C(1) << r->block) - 1;
    }
    while (UNLIKELY(bad != 0)) {
        uint32_t i = (uint32_t)_tzcnt_u64(bad);
        verdict v = read_token(r, i, from, values, type);
        if (v != VERDICT_TAKEN) {
            cut_block(r, from, i);
            r->stopped = v == VERDICT_STOP;
            r->slow_first = v == VERDICT_AGAIN;
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
    r->extra_rows = 0;
    r->most_integer = r->most_fraction = 0;
}

ALWAYS_INLINE void read_run(digitrun_run *run, element type)
{
    reader r;
    begin(&r, run);
    set_reach(&r);
    while (!r.stopped && !is_enough(&r) && next_chunk(&r)) {
        uint32_t stored = r.stored;
        uint32_t longest = 0;
        list_tokens(&r);
        while (!r.stopped && r.next < r.limit) {
            begin_block(&r);
            if (r.room == 0) {
                r.stopped = true;
                break;
            }
            snapshot from = take_snapshot(&r);
            if (r.strict) {
                index_strict(&r);
            } else {
                index_lenient(&r);
            }
            uint32_t most = r.most_integer + r.most_fraction;
            longest = most > longest ? most : longest;
            finish_block(&r, &from, type);
        }
        if (r.stored != stored) {
            uint32_t average = r.next / (r.stored - stored);
            average = average < 2 ? 2 : average > MOOD_AVERAGE ? MOOD_AVERAGE : average;
            run->mood = (uint16_t)(average | (longest <= 12 ? MOOD_NARROW : 0));
            set_reach(&r);
        }
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

static void count(digitrun_run *run)
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
    read_f64,
    read_f32,
    count,
    NULL,
    NULL,
};
