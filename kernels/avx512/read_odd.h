/* kernels/avx512/read_odd.h - pass 0, in chunks that have odd tokens only: which they are.
 *
 * The streams then take each for one digit (read_streams.h), so that it has its slot among the
 * values; what it is, is found by hand afterwards. Odd are tokens with a byte that no number has
 * (find_junk, a test of 64 bytes) and, where the counts still refuse the chunk, what is no number
 * by the grammar, or too long for the vectors (find_all_odd):
 *
 *     text         1 . 2 . 3 , - , 1 e 5 ,
 *     first digit  1 0 0 0 0 0 0 1 1 0 0 0    and carried through the digits by addition
 *     integer end  0 1 0 0 0 0 0 1 0 1 0 0
 *     fraction end 0 0 0 1 0 0 0 0 0 0 0 0    from behind a point that ends an integer part
 *     exponent end 0 0 0 0 0 0 0 0 0 0 0 1    from behind an e that ends the mantissa
 *     last of them 0 0 0 1 0 0 0 1 0 0 0 1    one a token, and right where the token ends */
#ifndef DIGITRUN_AVX512_READ_ODD_H
#define DIGITRUN_AVX512_READ_ODD_H

#include "kernels/avx512/read_streams.h"

enum { BY_HAND_BYTES = 33, BY_HAND_EXPONENT = 4 }; /* tokens, exponents of so many are odd */

/* The bits `n` places further on, those of the block before first. */
ALWAYS_INLINE uint64_t shift_by(uint64_t bits, uint64_t before, unsigned n)
{
    return bits << n | before >> (64 - n);
}

/* Sixty-four bytes, the masks of what they are. */
typedef struct masks {
    uint64_t tokens, junk, digits, zeros, points, minus, signs, exponents;
} masks;

/* What one block hands to the next: single bits, or the block's masks. */
typedef struct grammar {
    uint64_t open, sign, point, bare, e, e_sign, zero;
    uint8_t integer, fraction, exponent;
    uint64_t tokens_2, tokens_4, tokens_8, tokens_16, tokens_32, digits;
    uint64_t tokens;
} grammar;

/* Bits where tokens or exponents have become too long for the vectors. */
ALWAYS_INLINE uint64_t find_long(grammar *g, uint64_t tokens, uint64_t exponent_digits)
{
    const uint64_t by_2 = tokens & shift_by(tokens, g->tokens, 1);
    const uint64_t by_4 = by_2 & shift_by(by_2, g->tokens_2, 2);
    const uint64_t by_8 = by_4 & shift_by(by_4, g->tokens_4, 4);
    const uint64_t by_16 = by_8 & shift_by(by_8, g->tokens_8, 8);
    const uint64_t by_32 = by_16 & shift_by(by_16, g->tokens_16, 16);
    const uint64_t found = by_32 & shift_by(by_32, g->tokens_32, BY_HAND_BYTES - 32);
    uint64_t exponents = exponent_digits;
    for (unsigned i = 1; i < BY_HAND_EXPONENT; i++) {
        exponents &= shift_by(exponent_digits, g->digits, i);
    }
    g->tokens = tokens;
    g->tokens_2 = by_2;
    g->tokens_4 = by_4;
    g->tokens_8 = by_8;
    g->tokens_16 = by_16;
    g->tokens_32 = by_32;
    g->digits = exponent_digits;
    return found | exponents;
}

/* Bits in or right behind tokens that are no numbers the vectors take, one at least of each. */
ALWAYS_INLINE uint64_t find_wrong(const reader *r, const masks *m, grammar *g)
{
    const uint64_t behind = shift_in(m->tokens, g->open);
    const uint64_t start = m->tokens & ~behind, end = behind & ~m->tokens;
    const uint64_t lead = (r->plus ? m->signs : m->minus) & start;
    const uint64_t first = (start & ~lead) | shift_in(lead, g->sign);
    const uint64_t integer_end = add_with_carry(m->digits, first, &g->integer) & ~m->digits;
    const uint64_t point = integer_end & m->points;
    const uint64_t behind_point = shift_in(point, g->point);
    const uint64_t fraction_end = add_with_carry(m->digits, behind_point, &g->fraction) &
                                  ~m->digits;
    const uint64_t mantissa_end = (integer_end & ~point) | fraction_end;
    const uint64_t e = mantissa_end & m->exponents;
    const uint64_t behind_e = shift_in(e, g->e), sign = behind_e & m->signs;
    const uint64_t power = (behind_e & ~sign) | shift_in(sign, g->e_sign);
    const uint64_t sum = add_with_carry(m->digits, power, &g->exponent);
    const uint64_t last = (mantissa_end & ~e) | (sum & ~m->digits);
    const uint64_t bare = shift_in(first & m->points, g->bare);
    const uint64_t no_integer = first & ~m->digits, no_fraction = behind_point & ~m->digits;
    uint64_t wrong = (last & m->tokens) | (end & ~last) | (power & ~m->digits);
    wrong |= r->strict ? no_integer | no_fraction
                       : (no_integer & ~m->points) | (no_fraction & bare);
    if (r->lead) {
        wrong |= shift_in(first & m->zeros, g->zero) & m->digits;
    }
    g->open = m->tokens >> 63;
    g->sign = lead >> 63;
    g->point = point >> 63;
    g->bare = (first & m->points) >> 63;
    g->e = e >> 63;
    g->e_sign = sign >> 63;
    g->zero = (first & m->zeros) >> 63;
    return wrong | find_long(g, m->tokens, m->digits & ~sum);
}

/* Where the token that has the byte at `at` begins. */
static uint32_t token_begin(const workspace *w, uint32_t at)
{
    uint32_t block = at / BLOCK;
    uint64_t others = ~w->tokens[block] & first_bits(at % BLOCK);
    while (others == 0 && block != 0) {
        others = ~w->tokens[--block];
    }
    return others == 0 ? 0 : (block + 1) * BLOCK - (uint32_t)_lzcnt_u64(others);
}

/* Takes the token that has the byte at `at` out, as far as blocks up to `known` have it. Returns
 * whether it goes on behind them. */
static bool take_out(workspace *w, chunk *c, uint32_t at, uint32_t known)
{
    const uint32_t begin = token_begin(w, at);
    const uint64_t bit = UINT64_C(1) << begin % BLOCK;
    uint32_t block = begin / BLOCK;
    uint64_t from = ~(bit | (bit - 1));
    if ((w->first[block] & bit) == 0) {
        c->odd++;
        w->first[block] |= bit;
    }
    for (; block <= known; block++) {
        const uint64_t others = ~w->tokens[block] & from;
        const uint64_t run = others == 0 ? UINT64_MAX : (others & (0 - others)) - 1;
        w->rest[block] |= from & run;
        if (others != 0) {
            return false;
        }
        from = UINT64_MAX;
    }
    return true;
}

/* The bytes that end a run, wherever they stand. */
NOINLINE uint64_t find_stops(const reader *r, __m512i text)
{
    const uint8_t *const class_of = r->plan->class_of;
    const __m512i low = _mm512_permutex2var_epi8(load(class_of), text, load(class_of + 64));
    const __m512i high = _mm512_permutex2var_epi8(load(class_of + 128), text, load(class_of + 192));
    const __m512i class = _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(text), high);
    return bits_of(_mm512_cmpeq_epi8_mask(class, _mm512_set1_epi8(CLASS_STOP)));
}

/* The block's odd tokens. `open`: one of the block before goes on. The chunk is cut before a token
 * that touches a stop, and before one that finds no room among the holes. Returns whether an odd
 * token goes on. */
NOINLINE bool take_odd(const reader *r, chunk *c, const masks *m, __m512i text, uint32_t block,
                       uint64_t wrong, bool open)
{
    workspace *w = r->work;
    const uint32_t base = block * BLOCK, room = r->run->hole_capacity - r->holes;
    const uint64_t stops = m->junk == 0 ? 0 : m->junk & find_stops(r, text);
    if (stops != 0) {
        c->bytes = token_begin(w, base + (uint32_t)_tzcnt_u64(stops));
        wrong &= c->bytes > base ? first_bits(c->bytes - base) : 0;
        open = open && c->bytes > base;
    }
    if (open) {
        const uint64_t run = m->tokens & ~(m->tokens + 1);
        w->rest[block] |= run;
        wrong &= ~run;
        open = run == UINT64_MAX;
    }
    while (wrong != 0) {
        const uint32_t bit = (uint32_t)_tzcnt_u64(wrong), odd = c->odd;
        const uint32_t at = base + bit - (uint32_t)(~m->tokens >> bit & 1);
        const uint32_t begin = token_begin(w, at);
        if (odd == room && (w->first[begin / BLOCK] >> begin % BLOCK & 1) == 0) {
            c->bytes = begin;
            return false;
        }
        open = take_out(w, c, at, block);
        c->subtle += (m->junk >> bit & 1) == 0 && c->odd != odd;
        wrong &= wrong - 1;
        wrong &= ~w->rest[block];
    }
    return open;
}

ALWAYS_INLINE masks make_masks(const reader *r, __m512i text, bool exact)
{
    const __m512i lower = _mm512_or_si512(text, _mm512_set1_epi8(0x20));
    masks m = {0};
    m.tokens = bits_of(_mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(text, r->separators), text));
    m.junk = m.tokens &
             bits_of(_mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(text, r->numbers), text));
    m.exponents = m.tokens & bits_of(_mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8('e')));
    if (exact) {
        const __m512i zero = _mm512_set1_epi8('0');
        const __m512i values = _mm512_sub_epi8(text, zero);
        m.digits = bits_of(_mm512_cmplt_epu8_mask(values, _mm512_set1_epi8(10)));
        m.zeros = bits_of(_mm512_cmpeq_epi8_mask(text, zero));
        m.points = bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8((char)r->decimal)));
        m.minus = bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('-')));
        m.signs = m.minus | bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('+')));
    }
    return m;
}

ALWAYS_INLINE void find_odd(const reader *r, chunk *c, bool exact)
{
    workspace *w = r->work;
    const __m512i fill = _mm512_set1_epi8((char)r->fill);
    const uint8_t *const text = r->run->text + c->begin;
    const uint32_t bytes = c->bytes;
    grammar g = {0};
    bool open = false, inside = false;
    for (uint32_t block = 0; (block * BLOCK < bytes || inside) && c->bytes == bytes; block++) {
        const uint32_t at = block * BLOCK, left = bytes - at;
        const __m512i block_text = at + BLOCK <= bytes
                                       ? load(text + at)
                                       : _mm512_mask_loadu_epi8(
                                             fill, _cvtu64_mask64(first_bits(left)), text + at);
        const masks m = make_masks(r, block_text, exact);
        const uint64_t wrong = exact ? find_wrong(r, &m, &g) | m.junk : m.junk;
        w->tokens[block] = m.tokens;
        w->first[block] = w->rest[block] = 0;
        inside = m.tokens >> 63 != 0;
        if (UNLIKELY(wrong != 0 || open)) {
            open = take_odd(r, c, &m, block_text, block, wrong, open);
        }
        c->has_e = c->has_e || (m.exponents & ~(w->first[block] | w->rest[block])) != 0;
    }
}

NOINLINE void find_junk(const reader *r, chunk *c)
{
    find_odd(r, c, false);
}

NOINLINE void find_all_odd(const reader *r, chunk *c)
{
    find_odd(r, c, true);
}

#endif
