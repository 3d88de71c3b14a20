/* kernels/avx512/read_streams.h - pass 1: from 64 bytes of text to streams, no work per token.
 *
 *     text         - 1 2 . 5 0 , 7 ,
 *     tokens  T    1 1 1 1 1 1 0 1 0
 *     digits  D    0 1 1 0 1 1 0 1 0
 *     start        1 0 0 0 0 0 0 1 0    T and not the bit before
 *     end          0 0 0 0 0 0 1 0 1    the other way round
 *     X            1 1 1 0 1 1 0 1 0    T without points
 *     X + start    0 0 0 1 1 1 0 0 1    the carry runs through the integer part
 *     & ~X         0 0 0 1 0 0 0 0 1    one bit a token: its point, or its end if it has none
 *
 * What is no number is found by counting (read_lengths.h), not here. */
#ifndef DIGITRUN_AVX512_READ_STREAMS_H
#define DIGITRUN_AVX512_READ_STREAMS_H

#include "kernels/avx512/read_types.h"

typedef enum with_exponents {
    EXPONENTS_NONE, /* an e is no digit, and the counts will differ */
    EXPONENTS_FEW,  /* a branch in each block */
    EXPONENTS_MANY  /* none */
} with_exponents;

/* Where the streams go on, and what one block hands to the next. */
typedef struct streams {
    uint8_t *digits, *heads, *ends, *symbols, *edges, *bytes;
    __m512i places;      /* of the bytes of the block, modulo 128 */
    uint64_t open;       /* 1: the last byte belonged to a token */
    uint64_t past;       /* 1: and its e was seen */
    uint64_t after_e;    /* 1: it was that e */
    uint64_t after_cr;   /* 1: it was a CR before LF */
    uint8_t carry;       /* of the addition over the integer part */
    uint64_t bad;        /* CRs that are not before LF */
    uint64_t with_e;     /* tokens that have an exponent */
    uint64_t after_plus; /* 1: the last byte was a + before a token */
    uint64_t after_bare; /* 1: it was the point of .5 */
    uint64_t lenient;    /* not 0: there was one of these */
    uint32_t block;
    bool full; /* a block lies within one token */
} streams;

/* The bits one place further on, `carry` first. In two instructions: compilers take four. */
ALWAYS_INLINE uint64_t shift_in(uint64_t bits, uint64_t carry)
{
    uint64_t shifted;
    __asm__("lea (%1,%2,2), %0" : "=r"(shifted) : "r"(carry), "r"(bits));
    return shifted;
}

/* Tokens with an exponent leave their mantissa at the first e. Returns the ends of the mantissas,
 * and takes exponents out of *integer and *digits; the places of ends that are an e get bit 7. */
ALWAYS_INLINE uint64_t split_exponents(streams *s, __m512i values, uint64_t e, uint64_t open,
                                       uint64_t tokens, uint64_t start, uint64_t end,
                                       uint64_t *integer, uint64_t *digits, __m512i *places)
{
    const uint64_t others = tokens & ~e;
    uint8_t carry = (uint8_t)(open & ~s->past);
    const uint64_t sum = add_with_carry(others, start, &carry);
    const uint64_t mantissa_end = sum & ~others;
    const uint64_t first_e = mantissa_end & e;
    const uint64_t exponent = sum & others; /* what no carry went through */
    const uint64_t first = shift_in(first_e, s->after_e);
    const uint64_t edges = first | (end & ~mantissa_end);
    s->after_e = first_e >> 63;
    s->past = s->open & ~(uint64_t)carry;
    s->with_e += count_bits(first_e);
    *integer &= ~e;
    *digits &= ~sum;
    store(s->edges, compress(edges, s->places));
    s->edges += count_bits(edges);
    store(s->bytes, compress(exponent, values));
    s->bytes += count_bits(exponent);
    *places = _mm512_mask_add_epi8(*places, _cvtu64_mask64(first_e), *places,
                                   _mm512_set1_epi8((char)0x80));
    return mantissa_end;
}

/* The + at the start of tokens, which need not be there; a digit or a point must follow. */
ALWAYS_INLINE uint64_t pass_plus(streams *s, __m512i text, uint64_t tokens, uint64_t number)
{
    const uint64_t plus = bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('+')));
    const uint64_t sign = plus & tokens & ~shift_in(tokens, s->open | s->after_plus);
    s->bad |= shift_in(sign, s->after_plus) & ~number;
    s->after_plus = sign >> 63;
    s->lenient |= sign;
    return sign;
}

/* Sixty-four bytes; of those behind `inside` only that no token goes on is looked at. */
ALWAYS_INLINE void read_block(const reader *r, streams *s, __m512i text, uint64_t inside,
                              with_exponents e_mode, bool with_odd)
{
    workspace *w = r->work;
    const uint64_t first = with_odd ? w->first[s->block] & inside : 0;
    const uint64_t rest = with_odd ? w->rest[s->block] & inside : 0;
    if (with_odd && (first | rest) != 0) {
        text = _mm512_mask_mov_epi8(text, _cvtu64_mask64(first | rest),
                                    _mm512_set1_epi8((char)r->odd_symbol));
    }
    const __m512i minus_bit = _mm512_set1_epi8((char)0x80);
    __m512i values = _mm512_sub_epi8(text, _mm512_set1_epi8('0'));
    const __mmask64 is_digit = _mm512_cmplt_epu8_mask(values, _mm512_set1_epi8(10));
    const __mmask64 is_minus = _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('-'));
    uint64_t tokens = bits_of(
        _mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(text, r->separators), text));
    uint64_t points = bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8((char)r->decimal)));
    const uint64_t structure = bits_of(
        _mm512_cmpeq_epi8_mask(_mm512_permutexvar_epi8(text, r->structure), text));
    uint64_t digits = bits_of(is_digit);
    const uint64_t open = s->open;
    if (with_odd) {
        tokens &= ~rest;
        digits |= first;
    }
    uint64_t behind_bare = 0;
    if (with_odd && r->plus) {
        tokens &= ~pass_plus(s, text, tokens, digits | points);
    }
    if (with_odd && !r->strict) {
        const uint64_t bare = points & tokens & ~shift_in(tokens, open);
        values = _mm512_maskz_mov_epi8(_cvtu64_mask64(~bare), values);
        text = _mm512_mask_mov_epi8(text, _cvtu64_mask64(bare), _mm512_set1_epi8('0'));
        digits |= bare;
        points &= ~bare;
        behind_bare = shift_in(bare, s->after_bare);
        s->after_bare = bare >> 63;
        s->lenient |= bare;
    }
    const uint64_t behind = shift_in(tokens, open);
    const uint64_t start = tokens & ~behind, end = behind & ~tokens;
    uint64_t integer = tokens & ~points, mantissa_end = end;
    __m512i end_places = s->places;
    s->open = tokens >> 63;
    if (r->returns) {
        const uint64_t cr = bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('\r')));
        const uint64_t lf = bits_of(_mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8('\n')));
        s->bad |= shift_in(cr & inside, s->after_cr) & ~lf;
        s->after_cr = cr >> 63;
    }
    if (e_mode != EXPONENTS_NONE) {
        const __m512i lower = _mm512_or_si512(text, _mm512_set1_epi8(0x20));
        const uint64_t e = bits_of(_mm512_cmpeq_epi8_mask(lower, _mm512_set1_epi8('e')));
        if (e_mode == EXPONENTS_MANY || UNLIKELY((e | s->past) != 0)) {
            mantissa_end = split_exponents(s, values, e, open, tokens, start, end, &integer,
                                           &digits, &end_places);
        }
    }
    integer &= ~behind_bare;
    const uint64_t sum = add_with_carry(integer, start, &s->carry);
    const uint64_t heads = start | (sum & ~integer);
    const uint64_t symbols = start | (structure & inside);
    if (UNLIKELY(tokens == UINT64_MAX)) {
        __asm__("");    /* a branch */
        s->full = true; /* places modulo 128 might not tell */
    }
    const __mmask64 flagged = with_odd ? _kor_mask64(is_minus, _cvtu64_mask64(behind_bare))
                                       : is_minus;
    store(s->heads,
          compress(heads, _mm512_mask_add_epi8(s->places, flagged, s->places, minus_bit)));
    s->heads += count_bits(heads);
    _mm256_storeu_si256((__m256i *)s->ends,
                        _mm512_castsi512_si256(compress(mantissa_end, end_places)));
    s->ends += count_bits(mantissa_end);
    store(s->symbols, compress(symbols, text));
    s->symbols += count_bits(symbols);
    if (with_odd) {
        w->shown[s->block++] = symbols;
    }
    store(s->digits, compress(digits, values));
    s->digits += count_bits(digits);
    s->places = _mm512_xor_si512(s->places, _mm512_set1_epi8(0x40));
}

/* The chunk's last bytes, less than a block, and the end of its last token. What lies behind the
 * chunk is taken for a separator. */
ALWAYS_INLINE void read_rest(const reader *r, streams *s, const uint8_t *text, uint32_t left,
                             with_exponents e_mode, bool with_odd)
{
    const __m512i fill = _mm512_set1_epi8((char)r->fill);
    while (left != 0 || s->open != 0) {
        const uint64_t inside = first_bits(left);
        read_block(r, s, _mm512_mask_loadu_epi8(fill, _cvtu64_mask64(inside), text), inside, e_mode,
                   with_odd);
        left = 0;
    }
}

ALWAYS_INLINE bool make_streams(const reader *r, chunk *c, with_exponents e_mode, bool with_odd)
{
    workspace *w = r->work;
    const uint8_t *text = r->run->text + c->begin;
    const uint8_t *const end = text + c->bytes / BLOCK * BLOCK;
    streams s = {w->digits,
                 w->heads,
                 w->ends,
                 w->symbols + BLOCK,
                 w->u.exponent.edges,
                 w->u.exponent.bytes,
                 byte_numbers(),
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0};
    for (; text != end; text += BLOCK) {
        read_block(r, &s, load(text), UINT64_MAX, e_mode, with_odd);
    }
    read_rest(r, &s, text, c->bytes % BLOCK, e_mode, with_odd);
    c->tokens = (uint32_t)(s.ends - w->ends);
    /* tokens of one digit, to a whole step of pass 2a */
    store(w->heads + 2 * c->tokens, _mm512_set1_epi16(0x0100));
    _mm256_storeu_si256((__m256i *)s.ends, _mm256_set1_epi8(1));
    c->digits = (uint32_t)(s.digits - w->digits);
    c->symbols = (uint32_t)(s.symbols - w->symbols) - BLOCK;
    c->exponents = (uint32_t)s.with_e;
    c->lenient = s.lenient != 0;
    c->exponent_bytes = (uint32_t)(s.bytes - w->u.exponent.bytes);
    const uint64_t heads = (uint64_t)(s.heads - w->heads);
    const uint64_t edges = (uint64_t)(s.edges - w->u.exponent.edges);
    return !s.full && s.bad == 0 && s.after_cr == 0 && s.after_plus == 0 &&
           heads == 2 * c->tokens && edges == 2 * s.with_e;
}

NOINLINE bool make_streams_plain(const reader *r, chunk *c)
{
    return make_streams(r, c, EXPONENTS_NONE, false);
}

NOINLINE bool make_streams_few(const reader *r, chunk *c)
{
    return make_streams(r, c, EXPONENTS_FEW, false);
}

NOINLINE bool make_streams_many(const reader *r, chunk *c)
{
    return make_streams(r, c, EXPONENTS_MANY, false);
}

NOINLINE bool make_streams_odd(const reader *r, chunk *c)
{
    return make_streams(r, c, EXPONENTS_NONE, true);
}

NOINLINE bool make_streams_odd_few(const reader *r, chunk *c)
{
    return make_streams(r, c, EXPONENTS_FEW, true);
}

/* Where the chunk's tokens start, less c->begin: in the place of `heads`, which must have been
 * used. */
static uint16_t *find_starts(const reader *r, const chunk *c)
{
    uint16_t *const starts = (uint16_t *)(void *)r->work->heads;
    const uint8_t *text = r->run->text + c->begin;
    uint64_t open = 0;
    uint32_t count = 0;
    for (uint32_t at = 0; at < c->bytes; at += BLOCK) {
        const uint32_t left = c->bytes - at;
        const uint64_t inside = left < BLOCK ? first_bits(left) : UINT64_MAX;
        const __m512i bytes = _mm512_maskz_loadu_epi8(_cvtu64_mask64(inside), text + at);
        const uint64_t tokens = inside & bits_of(_mm512_cmpneq_epi8_mask(
                                             _mm512_permutexvar_epi8(bytes, r->separators), bytes));
        const uint64_t start = tokens & ~shift_in(tokens, open);
        const __m512i found = _mm512_cvtepu8_epi16(
            _mm512_castsi512_si256(compress(start, byte_numbers())));
        store(starts + count, _mm512_add_epi16(found, _mm512_set1_epi16((short)at)));
        count += count_bits(start);
        open = tokens >> 63;
    }
    return starts;
}

#endif
