/* kernels/avx512/kernel.c - the AVX-512 row: reads plain numbers from streams of their digits.
 *
 * A chunk of the text goes through four passes (README.md of this room tells why they are so):
 *     1   read_streams.h   64 bytes a step: digits, places, symbols
 *     S   read_symbols.h   64 symbols a step: structure, rows
 *     2a  read_lengths.h   32 tokens a step: lengths, exponents, grammar by counting
 *     2b  read_convert.h   8 tokens a step: integers, doubles, the rounding proved
 * Where anything in a chunk is odd its first bytes are read by hand (read_careful.h); where that
 * happens again and again, the run ends and the front desk has the scalar row read on.
 */
#if !defined(__AVX512VBMI2__) || !defined(__AVX512VBMI__) || !defined(__AVX512DQ__)
#error "kernels/avx512 needs the flags of its row in dispatch/isa.def"
#endif

#include "kernels/avx2/write.h"
#include "kernels/avx512/read_types.h"

#include "kernels/avx512/read_convert.h"
#include "kernels/avx512/read_lengths.h"
#include "kernels/avx512/read_streams.h"
#include "kernels/avx512/read_symbols.h"

/* Not all of it is used here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "kernels/avx512/read_careful.h"
#pragma GCC diagnostic pop

enum {
    LEAST = 128,
    SMALL = 512,          /* bytes of the chunk after a bad one, and of those read by hand */
    ENOUGH = 512,         /* after so many bytes a run may end early */
    MOOD_EXPONENTS = 0xf, /* chunks that are still taken to have them */
    MOOD_MANY = 0x10,     /* in most blocks */
    MOOD_ODD = 0x20       /* the last chunk was, or all since were short */
};

/* The tables of the reader as they are made, and the slots in use and used twice. */
typedef struct tables {
    __m512i separators, structure, follow, class_bit;
    uint64_t taken, clash;
} tables;

static void set_slot(tables *t, uint8_t byte, uint8_t follow, uint8_t class_bit)
{
    const __mmask64 slot = _cvtu64_mask64(UINT64_C(1) << (byte & 63));
    t->follow = _mm512_mask_mov_epi8(t->follow, slot, _mm512_set1_epi8((char)follow));
    t->class_bit = _mm512_mask_mov_epi8(t->class_bit, slot, _mm512_set1_epi8((char)class_bit));
}

/* Which classes may stand next to each other in the stream of symbols. */
static void set_pairs(const reader *r, uint8_t pairs[8])
{
    memcpy(pairs, r->plan->follow, 8);
    if (!r->brackets) { /* such neighbours make rows or cells that hold nothing */
        const bool cells = (r->plan->needs & NEED_EMPTY_CELLS) != 0;
        pairs[CLASS_DELIMITER] &= (uint8_t) ~(1u << CLASS_ROW | (unsigned)cells << CLASS_DELIMITER);
        pairs[CLASS_ROW] &= (uint8_t) ~(1u << CLASS_DELIMITER);
    }
}

static void add_separators(reader *r, tables *t, const uint8_t pairs[8])
{
    const __m512i follow = _mm512_set1_epi64((int64_t)load_u64(pairs));
    const __m512i bit = _mm512_set1_epi64((int64_t)UINT64_C(0x8040201008040201));
    for (uint32_t high = 0; high < 256; high += 64) {
        const __m512i class = load(r->plan->class_of + high);
        const __m512i bytes = _mm512_or_si512(byte_numbers(), _mm512_set1_epi8((char)high));
        const uint64_t stops = bits_of(_mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_STOP)));
        const uint64_t found = bits_of(_mm512_test_epi8_mask(class, class)) & ~stops;
        const uint64_t blank = bits_of(
            _mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_BLANK)));
        const uint64_t cr = bits_of(_mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_RETURN)));
        const __mmask64 shown = _cvtu64_mask64(found & ~blank & ~cr);
        t->clash |= t->taken & found;
        t->taken |= found;
        r->returns = r->returns || cr != 0;
        r->fill = found == 0 ? r->fill : (uint8_t)(high + _tzcnt_u64(found));
        t->separators = _mm512_mask_mov_epi8(t->separators, _cvtu64_mask64(found), bytes);
        t->structure = _mm512_mask_mov_epi8(t->structure, shown, bytes);
        t->follow = _mm512_mask_permutexvar_epi8(t->follow, shown, class, follow);
        t->class_bit = _mm512_mask_permutexvar_epi8(t->class_bit, shown, class, bit);
    }
}

/* A symbol of each class that an `after` may be. */
static void set_symbols(reader *r, tables *t, const uint8_t pairs[8])
{
    const uint64_t digits = UINT64_C(0x3ff) << ('0' & 63) | UINT64_C(1) << ('-' & 63);
    const uint8_t token = pairs[CLASS_TOKEN];
    t->clash |= t->taken & digits;
    t->taken |= digits;
    const __mmask64 slots = _cvtu64_mask64(digits);
    t->follow = _mm512_mask_mov_epi8(t->follow, slots, _mm512_set1_epi8((char)token));
    t->class_bit = _mm512_mask_mov_epi8(t->class_bit, slots, _mm512_set1_epi8(1 << CLASS_TOKEN));
    r->start_symbol = (uint8_t)_tzcnt_u64(~t->taken);
    t->taken |= UINT64_C(1) << r->start_symbol;
    r->document_symbol = (uint8_t)_tzcnt_u64(~t->taken);
    set_slot(t, r->start_symbol, pairs[CLASS_ROW], 0);
    set_slot(t, r->document_symbol, pairs[AFTER_DOCUMENT], 0);
    memset(r->symbol_of, r->start_symbol, sizeof r->symbol_of);
    r->symbol_of[CLASS_OPEN] = '[';
    r->symbol_of[CLASS_CLOSE] = ']';
    for (unsigned byte = 0; byte < 256; byte++) {
        if (r->plan->class_of[byte] == CLASS_DELIMITER) {
            r->symbol_of[CLASS_DELIMITER] = (uint8_t)byte;
            break;
        }
    }
}

static bool is_token(const reader *r, uint8_t byte)
{
    return r->plan->class_of[byte] == CLASS_TOKEN;
}

static void make_tables(reader *r)
{
    uint8_t pairs[8];
    const __m512i none = _mm512_xor_si512(byte_numbers(), _mm512_set1_epi8(1)); /* no byte's own */
    tables t = {none, none, _mm512_setzero_si512(), _mm512_setzero_si512(), 0, 0};
    r->returns = false;
    r->fill = 0;
    set_pairs(r, pairs);
    add_separators(r, &t, pairs);
    set_symbols(r, &t, pairs);
    r->separators = t.separators;
    r->structure = t.structure;
    r->follow = t.follow;
    r->class_bit = t.class_bit;
    r->vectors = t.clash == 0 && r->fill != 0 && is_token(r, '0') && is_token(r, '-') &&
                 is_token(r, 'e') && is_token(r, 'E') && is_token(r, r->decimal);
}

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

typedef enum verdict { VERDICT_TAKEN, VERDICT_ODD, VERDICT_FULL } verdict;

/* Pass 1 and 2a, with exponents or without: where there may be some, that is tried again. */
static bool list_tokens(reader *r, chunk *c)
{
    const uint32_t mood = r->run->mood;
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
    r->run->mood = (uint16_t)mood;
}

ALWAYS_INLINE verdict read_chunk(reader *r, uint32_t bytes, element type)
{
    digitrun_run *run = r->run;
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    void *values = type == ELEMENT_COUNT ? NULL : (uint8_t *)run->values + r->stored * size;
    chunk c;
    c.begin = r->next;
    c.bytes = bytes;
    c.full = false;
    if (!list_tokens(r, &c)) {
        return c.full ? VERDICT_FULL : VERDICT_ODD;
    }
    if (c.tokens > run->capacity - taken(r)) {
        return VERDICT_FULL;
    }
    if (!check_structure(r, &c)) {
        return c.full ? VERDICT_FULL : VERDICT_ODD;
    }
    const unsigned which = choose_recipe(&c, r->exponents);
    place_lanes(r, &c, is_wide(which));
    const outcome o = convert_chunk(r, &c, values, which, type);
    if (o.leading_zero || (o.doubt && !read_doubts(r, &c, values, type))) {
        return VERDICT_ODD;
    }
    remember(r, &c);
    r->next += c.bytes;
    r->stored += c.tokens;
    r->rows = c.rows;
    r->after = c.after;
    r->level = c.level;
    r->depth = c.depth;
    return VERDICT_TAKEN;
}

/* Whether the rest is better read by the next run, which has room again. */
static bool is_enough(const reader *r)
{
    const digitrun_run *run = r->run;
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
    } else if ((r->run->mood & MOOD_ODD) != 0) {
        return false;
    } else {
        r->run->mood |= MOOD_ODD;
    }
    read_by_hand(r, r->next + SMALL, type);
    return true;
}

ALWAYS_INLINE void read_run(digitrun_run *run, element type)
{
    reader r;
    uint32_t size = (run->mood & MOOD_ODD) != 0 ? SMALL : CHUNK;
    begin(&r, run);
    while (!r.stopped && r.vectors && r.next < run->len && !is_enough(&r)) {
        const uint32_t bytes = cut_chunk(&r, chunk_bytes(&r, size));
        const verdict v = bytes == 0 ? VERDICT_ODD : read_chunk(&r, bytes, type);
        if (v == VERDICT_TAKEN) {
            run->mood &= size > SMALL ? (uint16_t)~MOOD_ODD : UINT16_MAX;
            size = size < CHUNK / 2 ? size * 2 : CHUNK;
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

extern const digitrun_kernel digitrun_kernel_avx512;
const digitrun_kernel digitrun_kernel_avx512 = {
    "avx512",
    NEED_BRACKETS | NEED_EMPTY_CELLS | NEED_DECIMAL | NEED_PLUS | NEED_BARE_POINT |
        NEED_LEADING_ZEROS | NEED_NO_LEADING_ZEROS | NEED_WIDE_CLASSES,
    sizeof(workspace),
    LEAST,
    1,
    0,
    read_f64,
    read_f32,
    count,
    digitrun_avx2_write_f64,
    digitrun_avx2_write_f32,
};
