// kernels/highway/fast.h - parts of the text with known separators, in blocks of tokens.
#ifndef DIGITRUN_HIGHWAY_FAST_H
#define DIGITRUN_HIGHWAY_FAST_H

#include "kernels/highway/convert.h"

namespace
{

enum : uint32_t { COPY = 512, NEAR = 64 };

struct Workspace {
    Token tokens[2 * BLOCK]; // of two walks
    byte copy[64 + COPY + 64];
};
static_assert(sizeof(Workspace) <= DIGITRUN_SCRATCH, "fits");

// Rows end behind `rows` of the tokens, which is no more than row_ends can take.
void end_rows(State &s, const Token *tokens, uint32_t count, uint32_t rows)
{
    digitrun_run *run = s.run;
    if (run->row_ends != nullptr) {
        uint32_t *to = run->row_ends + s.rows;
        for (uint32_t i = 0; i < count; i++) {
            if (tokens[i].ends_row) {
                *to++ = s.stored + i + 1;
            }
        }
    }
    if (run->row_closes != nullptr) {
        std::memset(run->row_closes + s.rows, s.row.closes, rows);
    }
    s.rows += rows;
}

// Tokens [0, count) are taken, and known separators stand behind all of them but the last, and
// behind that too where `behind`.
void take_tokens(State &s, const Token *tokens, uint32_t count, uint32_t rows, bool behind)
{
    end_rows(s, tokens, count, rows);
    s.stored += count;
    pass_token(s);
    if (behind) {
        const bool ends_row = tokens[count - 1].ends_row;
        s.after = ends_row ? s.row.after : s.plain.after;
        s.level = ends_row ? static_cast<byte>(LEVEL_EMPTY) : s.level;
    }
}

// A token that convert() left: read by the reference if it is plain as far as it was listed.
template <typename T> bool mend(const State &s, const Token &token, T *value)
{
    digitrun_decimal number;
    const byte *last = number_end(s, token.start, token.start + REACH, &number);
    return last != nullptr && s.plan->class_of[*last] - 1u < 5u && read_value(number, value);
}

// Converts and takes what a walk has listed. Returns false where it ends before its end: *p is
// there then.
template <typename T, Grammar G>
ALWAYS_INLINE bool take_walk(State &s, const Walk &w, Token *tokens, bool narrowly, const byte **p)
{
    uint32_t count = static_cast<uint32_t>(w.next - tokens);
    uint32_t rows = w.rows;
    bool behind = w.stop != Stop::SEPARATOR;
    T *values = static_cast<T *>(s.run->values);
    values = values != nullptr ? values + s.stored : nullptr;
    *p = w.p;
    if (count == 0) {
        return true;
    }
    uint64_t odd = convert<T, G>(tokens, count, narrowly, &s.narrow, values);
    while (UNLIKELY(odd != 0)) {
        const uint32_t i = lowest_bit(odd);
        T value;
        if (!mend(s, tokens[i], &value)) {
            *p = tokens[i].start;
            count = i;
            behind = true;
            rows = 0;
            for (uint32_t k = 0; k < i; k++) {
                rows += tokens[k].ends_row;
            }
            break;
        }
        store(values, i, value);
        odd &= odd - 1;
    }
    if (count != 0) {
        take_tokens(s, tokens, count, rows, behind);
    }
    return odd == 0;
}

// Where a token may start behind `from`: behind separators that fit. nullptr: not near.
const byte *find_start(const State &s, const byte *from)
{
    for (const byte *p = from; p != from + NEAR; p++) {
        const uint64_t bytes = load_as<uint64_t>(p - 1);
        if (fits(s.row, bytes)) {
            return p + s.row.len;
        }
        if (fits(s.plain, bytes)) {
            return p + s.plain.len;
        }
    }
    return nullptr;
}

// Shortens a walk to what ends `most` rows.
void limit_rows(Walk &w, uint32_t most)
{
    while (w.rows > most) {
        w.next--;
        w.p = w.next->start;
        w.rows -= w.next->ends_row;
        w.stop = Stop::LIMIT;
    }
}

// Lists and takes tokens from *p on, at most `most` of them, which end at most rows_most > 0 rows;
// *p follows.
template <typename T, Grammar G>
ALWAYS_INLINE Stop read_block(State &s, const byte **p, const byte *limit, Token *tokens,
                              uint32_t most, uint32_t rows_most)
{
    const byte *const begin = *p;
    const byte *middle = nullptr;
    const bool narrowly = s.narrow;
    const uint32_t half = s.average * (BLOCK - BLOCK / 8);
    if (most >= 2 * BLOCK && half != 0 && half + NEAR < limit - begin) {
        middle = find_start(s, begin + half);
    }
    Walk first = {begin, limit, tokens, tokens + least(most, BLOCK), 0, rows_most, Stop::LIMIT};
    Walk second = {middle, limit, tokens + BLOCK, tokens + 2 * BLOCK, 0, rows_most, Stop::LIMIT};
    if (middle != nullptr) {
        first.limit = middle - 1;
        narrowly ? list_two<true, G>(s, first, second) : list_two<false, G>(s, first, second);
    } else {
        first = narrowly ? list_tokens<true, G>(s, first) : list_tokens<false, G>(s, first);
    }
    const uint32_t count = static_cast<uint32_t>(first.next - tokens);
    const bool joined = first.p == middle && first.rows != rows_most;
    if (joined) {
        limit_rows(second, rows_most - first.rows);
    }
    const Stop stop = joined ? second.stop : first.stop;
    s.average = count == 0 ? 0 : static_cast<uint32_t>(first.p - begin) / count;
    s.narrow = stop != Stop::WIDE; // and if the tokens are
    if (!take_walk<T, G>(s, first, tokens, narrowly, p)) {
        return Stop::TOKEN;
    }
    if (joined && !take_walk<T, G>(s, second, tokens + BLOCK, narrowly, p)) {
        return Stop::TOKEN;
    }
    return stop;
}

// Reads tokens from s.at on, inside the text or in a copy of it with digits behind it: a token that
// touches the end seems to have no end there.
template <typename T, Grammar G> Stop read_part(State &s)
{
    Workspace *const work = static_cast<Workspace *>(s.run->scratch);
    byte *const copy = work->copy + 64;
    const digitrun_run *run = s.run;
    const byte *base = s.text; // text + origin, or a copy of it
    uint32_t origin = 0;
    uint32_t limit = s.len - REACH;
    if (s.at < LEAD || s.len - s.at < REACH) {
        origin = s.at < LEAD ? 0 : s.at - LEAD;
        const uint32_t left = s.len - origin;
        const uint32_t bytes = left < COPY ? left : static_cast<uint32_t>(COPY);
        limit = left <= COPY ? left - 1 : bytes - REACH;
        std::memset(copy - 64, 0, 64);
        std::memcpy(copy, s.text + origin, bytes);
        std::memset(copy + bytes, '0', 64);
        base = copy;
    }
    if (s.level == LEVEL_ARRAYS) {
        s.row = no_pattern;
    }
    const byte *p = base + (s.at - origin);
    Stop stop = Stop::LIMIT;
    while ((stop == Stop::LIMIT || stop == Stop::WIDE) && p <= base + limit && !is_full(s)) {
        const uint32_t most = run->capacity - s.stored - s.holes;
        uint32_t rows_most = UINT32_MAX;
        if (run->row_ends != nullptr) {
            rows_most = run->row_capacity - s.rows;
        }
        if (rows_most == 0) {
            s.row = no_pattern;
            rows_most = UINT32_MAX;
        }
        stop = read_block<T, G>(s, &p, base + limit, work->tokens, most, rows_most);
    }
    s.at = origin + static_cast<uint32_t>(p - base);
    return stop;
}

} // namespace

#endif
