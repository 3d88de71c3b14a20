// kernels/highway/list.h - the first pass: from token to token, over known separators, listing
// where each token has its point and its end.
#ifndef DIGITRUN_HIGHWAY_LIST_H
#define DIGITRUN_HIGHWAY_LIST_H

#include "kernels/highway/structure.h"

namespace
{

enum : uint32_t {
    LEAD = 33,  // bytes before a token's end that a window reads
    REACH = 48, // bytes from a token's start on that are read: 32, and what follows
    BLOCK = 64, // most tokens listed at once
    NARROW = 15 // most bytes of a narrow token, of digits or all; it has no exponent
};

// A token. Its point is at start + point, its digits end at start + end; where it has no point,
// what stands behind its digits is taken for one, so `end` is one more.
//     -12.5,  point 3, end 5        -12,  point 3, end 4
struct Token {
    const byte *start;
    uint32_t point, end;
    int32_t exponent;
    uint32_t ends_row; // the separators behind it
};

// What stopped a walk: the end of its part of the text or of its room; a token, not listed; one
// that is not narrow; the separators behind a token that is listed.
enum class Stop { LIMIT, TOKEN, WIDE, SEPARATOR };

ALWAYS_INLINE uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

ALWAYS_INLINE uint32_t lowest_bit(uint64_t bits)
{
    return static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
}

struct Exponent {
    int32_t value;
    uint32_t len; // 0: not one of up to three digits inside the marks
};

// p[at] is 'e' or 'E'; digits as marked.
ALWAYS_INLINE Exponent read_exponent(const byte *p, uint32_t at, uint32_t digits)
{
    static const byte weights[4][4] = {{0}, {1}, {10, 1}, {100, 10, 1}};
    const bool minus = p[at + 1] == '-';
    const uint32_t first = at + 1 + (minus | (p[at + 1] == '+'));
    const uint32_t len = lowest_bit(~static_cast<uint64_t>(digits) >> first);
    if (len - 1 > 2 || first + len > 31) {
        return {0, 0};
    }
    if (static_cast<byte>(p[at - 1] - '0') > 9) {
        return {0, 0}; // 1.e5
    }
    const byte *weight = weights[len];
    const int32_t size = (p[first] - '0') * weight[0] + (p[first + 1] - '0') * weight[1] +
                         (p[first + 2] - '0') * weight[2];
    return {minus ? -size : size, first + len - at};
}

ALWAYS_INLINE bool fits(const Pattern &pattern, uint64_t bytes)
{
    return (bytes & pattern.mask) == pattern.bytes;
}

// One walk, to the first token that starts behind limit: the token at p may stand there, p <=
// limit, next < last. REACH bytes can be read from each token, and LEAD bytes before the end of
// each.
struct Walk {
    const byte *p, *limit;
    Token *next, *last;
    uint32_t rows, rows_most; // that ended, and may end
    Stop stop;
};

// What all steps of a walk have in common.
struct Guide {
    Pattern plain, row;
    Bytes points;
    const byte *class_of;
    byte point;
};

ALWAYS_INLINE Guide make_guide(const State &s)
{
    return {s.plain, s.row, hn::Set(bytes16, s.plan->decimal), s.plan->class_of, s.plan->decimal};
}

// The token at p is listed but for what stands behind it, which does not fit.
template <bool NARROWLY> ALWAYS_INLINE void stop_behind(Walk &w, const Guide &guide, uint32_t end)
{
    const byte *const behind = w.p + end;
    w.next->ends_row = 0;
    w.stop = NARROWLY && (*behind | 0x20) == 'e' ? Stop::WIDE : Stop::TOKEN;
    if (guide.class_of[*behind] - 1u < 5u && static_cast<byte>(behind[-1] - '0') < 10) {
        w.stop = Stop::SEPARATOR; // BLANK .. CLOSE, behind a digit
        w.p = behind;
        w.next++;
    }
}

// Lists the token at w.p (by its first 16 bytes alone, if NARROWLY) and goes behind its
// separators. Returns false where the walk is over.
template <bool NARROWLY, Grammar G> ALWAYS_INLINE bool step(Walk &w, const Guide &guide)
{
    const byte *const p = w.p;
    const Marks marks = NARROWLY ? mark_16(p, guide.points) : mark_32(p, guide.points);
    // The first byte may be a sign: convert.h looks at it.
    const uint32_t first = G == Grammar::LENIENT ? *p != guide.point : 1;
    const uint32_t at_point = lowest_bit(~static_cast<uint64_t>(marks.digits | first));
    uint32_t end = lowest_bit(~static_cast<uint64_t>(marks.mantissa | 1));
    w.next->start = p;
    w.next->point = at_point;
    w.next->end = end + (end <= at_point);
    if (NARROWLY && UNLIKELY(end > NARROW)) {
        w.stop = Stop::WIDE;
        return false;
    }
    if (!NARROWLY) {
        w.next->exponent = 0;
        if ((p[end] | 0x20) == 'e') {
            const Exponent exponent = read_exponent(p, end, marks.digits);
            w.next->exponent = exponent.value;
            end += exponent.len; // 0 is refused as no separator
        }
    }
    const uint64_t behind = load_as<uint64_t>(p + end - 1);
    if (fits(guide.row, behind)) {
        w.p = p + end + guide.row.len;
        w.next->ends_row = 1;
        w.next++;
        return ++w.rows != w.rows_most && w.p <= w.limit && w.next != w.last;
    }
    if (UNLIKELY(!fits(guide.plain, behind))) {
        stop_behind<NARROWLY>(w, guide, end);
        return false;
    }
    w.p = p + end + guide.plain.len;
    w.next->ends_row = 0;
    w.next++;
    return w.p <= w.limit && w.next != w.last;
}

template <bool NARROWLY, Grammar G> NEVER_INLINE Walk list_tokens(const State &s, Walk w)
{
    const Guide guide = make_guide(s);
    while (step<NARROWLY, G>(w, guide)) {
    }
    return w;
}

// Two walks in step, so that one goes on while the other waits for its next byte: `first` to where
// `second` begins, and that at least until the first is over.
template <bool NARROWLY, Grammar G>
NEVER_INLINE void list_two(const State &s, Walk &first, Walk &second)
{
    const Guide guide = make_guide(s);
    Walk a = first, b = second;
    bool more_a, more_b;
    do {
        more_a = step<NARROWLY, G>(a, guide);
        more_b = step<NARROWLY, G>(b, guide);
    } while (more_a & more_b);
    while (more_a) {
        more_a = step<NARROWLY, G>(a, guide);
    }
    first = a;
    second = b;
}

} // namespace

#endif
