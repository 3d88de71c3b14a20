/* kernels/avx512/read_short.h - a whole text that is one short array of numbers: no streams, no
 * memory but text and values.
 *
 * Up to eight tokens of 64 bytes are a step. The grammar is checked by additions over the masks
 * (as in read_odd.h), the digits are compressed into one register, and each token's are permuted
 * to the right of its lane: byte j of lane i is the digit that lies 15 - j before the last of token
 * i, if it is none of the token before. Anything else than [1,2] or [1, 2] with numbers of up to 19
 * digits and no exponents is left to the scalar row. */
#ifndef DIGITRUN_AVX512_READ_SHORT_H
#define DIGITRUN_AVX512_READ_SHORT_H

#include "kernels/avx512/read_convert.h"
#include "kernels/read_array.h"

/* The tokens of a step: digits, and of each token the index of its last digit, and of the last one
 * before its point. */
typedef struct few {
    __m512i digits, last, integer_last;
    uint32_t count, bytes;
    uint8_t minus;
    bool ends; /* the array does */
    bool good;
} few;

/* Bytes of the step: up to the eighth comma, to the last one, or to the end of the array. */
ALWAYS_INLINE uint32_t few_bytes(uint64_t commas, uint32_t left)
{
    if (count_bits(commas) >= GROUP) {
        return (uint32_t)_tzcnt_u64(_pdep_u64(UINT64_C(1) << (GROUP - 1), commas));
    }
    return left < BLOCK ? left : commas == 0 ? BLOCK : 63 - (uint32_t)_lzcnt_u64(commas);
}

/* What stands from `text` on, `left` bytes before the end of the array. */
ALWAYS_INLINE few find_few(const uint8_t *text, uint32_t left)
{
    few f;
    const uint64_t in = left < BLOCK ? first_bits(left) : UINT64_MAX;
    const __m512i bytes = _mm512_maskz_loadu_epi8(_cvtu64_mask64(in), text);
    const __m512i values = _mm512_sub_epi8(bytes, _mm512_set1_epi8('0'));
    uint64_t commas = bits_of(_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(',')));
    f.bytes = few_bytes(commas, left);
    f.ends = f.bytes == left;
    const uint64_t used = first_bits(f.bytes);
    const uint64_t digits = used & bits_of(_mm512_cmplt_epu8_mask(values, _mm512_set1_epi8(10)));
    const uint64_t blanks = used & bits_of(_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(' ')));
    const uint64_t points = bits_of(_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('.')));
    const uint64_t zeros = bits_of(_mm512_testn_epi8_mask(values, values));
    commas &= used;
    /* a token behind each comma or the one blank behind it, and nowhere else */
    const uint64_t tokens = used & ~(commas | blanks), behind = commas << 1 | 1;
    const uint64_t start = tokens & ~(tokens << 1), end = tokens << 1 & ~tokens;
    uint64_t bad = (blanks & ~behind) | (start ^ ((behind & ~blanks) | blanks << 1));
    const uint64_t minus = start & bits_of(_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('-')));
    const uint64_t first = (start & ~minus) | minus << 1;
    const uint64_t integer_end = (first + digits) & ~digits;
    const uint64_t point = integer_end & points, fraction = point << 1;
    const uint64_t last = (integer_end & ~point) | ((fraction + digits) & ~digits);
    bad |= (last ^ end) | ((first | fraction) & ~digits) | ((first & zeros) << 1 & digits);
    f.good = bad == 0 && f.bytes < BLOCK;
    f.count = count_bits(start);
    f.minus = (uint8_t)_pext_u64(minus, start);
    f.digits = compress(digits, values);
    f.last = compress(_pext_u64(end >> 1, digits), byte_numbers());
    f.integer_last = compress(_pext_u64(integer_end >> 1, digits), byte_numbers());
    return f;
}

/* The digits of tokens from `token` on, each at the right of a lane of `size` bytes. */
ALWAYS_INLINE __m512i spread_few(const few *f, uint32_t token, unsigned size)
{
    const unsigned shift = size == 16 ? 4 : 5;
    const __m512i number = byte_numbers();
    const __m512i lane = _mm512_and_si512(_mm512_srli_epi16(number, shift), _mm512_set1_epi8(7));
    const __m512i which = _mm512_add_epi8(lane, _mm512_set1_epi8((char)token));
    const __m512i behind = _mm512_xor_si512(number, _mm512_set1_epi8((char)(size - 1)));
    const __m512i back = _mm512_and_si512(behind, _mm512_set1_epi8((char)(size - 1)));
    const __m512i last = _mm512_mask_mov_epi8(f->last, _cvtu64_mask64(UINT64_C(1) << 63),
                                              _mm512_set1_epi8(-1));
    const __m512i before = _mm512_permutexvar_epi8(_mm512_sub_epi8(which, _mm512_set1_epi8(1)),
                                                   last);
    const __m512i at = _mm512_sub_epi8(_mm512_permutexvar_epi8(which, last), back);
    return _mm512_maskz_permutexvar_epi8(_mm512_cmpgt_epi8_mask(at, before), at, f->digits);
}

/* Whether one of the tokens has more digits than that. */
ALWAYS_INLINE bool has_more(const few *f, __m512i lengths, int digits)
{
    return (first_bits(f->count) &
            bits_of(_mm512_cmpgt_epi8_mask(lengths, _mm512_set1_epi8((char)digits)))) != 0;
}

/* The values, to values[0 .. count). Returns false if one is not proved. */
ALWAYS_INLINE bool convert_few(const few *f, void *values, element type)
{
    const __m512i zero = _mm512_setzero_si512();
    const __m512i before = _mm512_permutexvar_epi8(
        _mm512_sub_epi8(byte_numbers(), _mm512_set1_epi8(1)),
        _mm512_mask_mov_epi8(f->last, _cvtu64_mask64(UINT64_C(1) << 63), _mm512_set1_epi8(-1)));
    const __m512i lengths = _mm512_sub_epi8(f->last, before);
    const __m512i places = _mm512_cvtepi8_epi64(
        _mm512_castsi512_si128(_mm512_sub_epi8(f->last, f->integer_last)));
    eight e;
    if (LIKELY(!has_more(f, lengths, NARROW_DIGITS))) {
        const __m512i low = spread_few(f, 0, 16);
        const __m512i integers = join_16(low, f->count > 4 ? spread_few(f, 4, 16) : zero);
        if (LIKELY(!has_more(f, lengths, NARROW_DIGITS - 1))) {
            e = divide(integers, places, type);
        } else {
            e = multiply(split(integers), look_up(part_powers_high, places, true),
                         look_up(part_powers_low, places, true), type);
        }
    } else {
        if (f->count > 4 || has_more(f, lengths, INTEGER_DIGITS)) {
            return false;
        }
        const __m512i part[4] = {spread_few(f, 0, 32), spread_few(f, 2, 32), zero, zero};
        const halves h = join_32(part);
        const __m512i high = _mm512_mullo_epi64(h.high, _mm512_set1_epi64(10000000000000000));
        e = multiply(split(_mm512_add_epi64(high, h.low)), look_up(part_powers_high, places, false),
                     look_up(part_powers_low, places, false), type);
    }
    put(values, 0, f->count, e.values, f->minus, type);
    return ((uint32_t)e.doubt & first_bits(f->count)) == 0;
}

/* Reads the whole run if it is one array of numbers, else says that it read nothing. */
ALWAYS_INLINE bool read_short(digitrun_run *run, element type)
{
    const size_t size = type == ELEMENT_F64 ? sizeof(double) : sizeof(float);
    uint32_t end, at = 1, stored = 0;
    bool ends = false;
    if (!is_short_array(run, &end) || (run->plan->needs & NEED_DECIMAL) != 0) {
        return false;
    }
    while (!ends) {
        const few f = find_few(run->text + at, end - at);
        if (!f.good || f.count > run->capacity - stored ||
            (type != ELEMENT_COUNT &&
             !convert_few(&f, (uint8_t *)run->values + stored * size, type))) {
            return false;
        }
        stored += f.count;
        at += f.bytes + 1;
        ends = f.ends;
    }
    end_array(run, stored, end + 2 == run->len);
    return true;
}

#endif
