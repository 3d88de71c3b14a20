// kernels/highway/structure.h - the state of a run, and separators byte by byte.
#ifndef DIGITRUN_HIGHWAY_STRUCTURE_H
#define DIGITRUN_HIGHWAY_STRUCTURE_H

#include "kernels/highway/vectors.h"

namespace
{

// How strict the numbers of a format are in the fast passes: LENIENT takes 007, .5, 5. and +1 for
// plain ones, STRICT none of them. What it does not take is read by itself, by the format's rules.
enum class Grammar { LENIENT, STRICT };

// A run of separators between two tokens that was walked before, with the byte before it, which is
// '0' .. '?' in STRICT: no sign and no point. It leaves the automaton at `after`, and at
// LEVEL_EMPTY if it ends a row.
struct Pattern {
    uint64_t bytes, mask; // as loaded; mask 0 with bytes 1: nothing fits
    uint32_t len;
    byte after, closes;
};
enum : uint32_t { PATTERN_MOST = 7 };
const constexpr Pattern no_pattern = {1, 0, 1, 0, 0};

// The run's in and out fields, `at` being its place in the text.
struct State {
    digitrun_run *run;
    const digitrun_plan *plan;
    const byte *text;
    uint32_t len, at, stored, rows, holes, depth;
    byte after, level;
    Grammar grammar;
    bool brackets, cells;
    bool narrow;        // the last tokens were: see list.h
    uint32_t average;   // their bytes, separators included; 0: not known
    Pattern plain, row; // without and with one row end
};

State begin(digitrun_run *run)
{
    const digitrun_plan *plan = run->plan;
    State s;
    s.run = run;
    s.plan = plan;
    s.text = run->text;
    s.len = run->len;
    s.at = s.stored = s.rows = s.holes = 0;
    s.depth = run->depth;
    s.after = run->after;
    s.level = run->level;
    const uint32_t all = NEED_PLUS | NEED_BARE_POINT | NEED_LEADING_ZEROS;
    s.grammar = (plan->needs & all) == all ? Grammar::LENIENT : Grammar::STRICT;
    s.brackets = (plan->needs & NEED_BRACKETS) != 0;
    s.cells = (plan->needs & NEED_EMPTY_CELLS) != 0;
    s.plain = s.row = no_pattern;
    s.narrow = true;
    s.average = 0;
    return s;
}

void end(const State &s)
{
    digitrun_run *run = s.run;
    run->used = s.at;
    run->count = s.stored;
    run->rows = s.rows;
    run->hole_count = s.holes;
    run->depth = s.depth;
    run->after = s.after;
    run->level = s.level;
}

ALWAYS_INLINE bool may_come(const State &s, unsigned byte_class)
{
    return (s.plan->follow[s.after] >> byte_class & 1) != 0;
}

ALWAYS_INLINE bool is_full(const State &s)
{
    return s.stored + s.holes == s.run->capacity;
}

// Whether a token may end before text[at]: an ordinary byte stands there, or the end of the text.
bool ends_token(const State &s, uint32_t at)
{
    if (at == s.len) {
        return s.run->last != 0;
    }
    const unsigned byte_class = s.plan->class_of[s.text[at]];
    if (byte_class == CLASS_RETURN) {
        return at + 1 != s.len && s.text[at + 1] == '\n';
    }
    return byte_class - 1u < 5u; // BLANK .. CLOSE
}

// The automaton behind a token.
ALWAYS_INLINE void pass_token(State &s)
{
    s.after = CLASS_TOKEN;
    if (!s.brackets || s.level == LEVEL_EMPTY) {
        s.level = LEVEL_NUMBERS;
    }
}

bool add_hole(State &s, uint32_t start)
{
    if (is_full(s) || s.holes == s.run->hole_capacity) {
        return false;
    }
    s.run->holes[s.holes++] = {s.stored, s.rows, start};
    if (s.level == LEVEL_EMPTY) {
        s.level = LEVEL_NUMBERS;
    }
    return true;
}

bool end_row(State &s)
{
    digitrun_run *run = s.run;
    if (run->row_ends != nullptr) {
        if (s.rows == run->row_capacity) {
            return false;
        }
        run->row_ends[s.rows] = s.stored;
    }
    if (run->row_closes != nullptr) {
        run->row_closes[s.rows] = s.brackets;
    }
    s.rows++;
    return true;
}

// Lists and tables: a byte that is no token. Returns false to stop before it.
bool pass_separator(State &s, unsigned byte_class)
{
    switch (byte_class) {
    case CLASS_BLANK:
        return true;
    case CLASS_RETURN:
        return s.at + 1 != s.len && s.text[s.at + 1] == '\n';
    case CLASS_ROW:
        if (!may_come(s, CLASS_ROW)) {
            return false;
        }
        if (s.cells && s.after == CLASS_DELIMITER && s.plan->last_separator != DIGITRUN_ACCEPT) {
            if (!add_hole(s, s.at)) {
                return false;
            }
            s.after = CLASS_TOKEN; // should the row end find no room
        }
        if (s.level != LEVEL_EMPTY && !end_row(s)) {
            return false;
        }
        s.level = LEVEL_EMPTY;
        s.after = CLASS_ROW;
        return true;
    case CLASS_DELIMITER:
        if (!may_come(s, CLASS_DELIMITER) ||
            (s.cells && s.after != CLASS_TOKEN && !add_hole(s, s.at))) {
            return false;
        }
        s.after = CLASS_DELIMITER;
        return true;
    default:
        return false;
    }
}

bool pass_close(State &s)
{
    if (s.level != LEVEL_ARRAYS) {
        if (!end_row(s)) {
            return false;
        }
    } else if (s.run->row_closes != nullptr) {
        s.run->row_closes[static_cast<int64_t>(s.rows) - 1]++;
    }
    s.level = LEVEL_ARRAYS;
    s.depth--;
    s.after = s.depth == 0 ? static_cast<byte>(AFTER_DOCUMENT) : static_cast<byte>(CLASS_CLOSE);
    return true;
}

// The same in JSON.
bool pass_structure(State &s, unsigned byte_class)
{
    if (byte_class == CLASS_BLANK) {
        return true;
    }
    if (!may_come(s, byte_class)) {
        return false; // CLASS_STOP is in no follow set
    }
    switch (byte_class) {
    case CLASS_OPEN:
        if (s.depth >= s.run->depth_max ||
            (s.level == LEVEL_NUMBERS && s.depth != 0 && s.run->row_ends != nullptr)) {
            return false;
        }
        s.depth++;
        s.level = LEVEL_EMPTY;
        s.after = CLASS_OPEN;
        return true;
    case CLASS_CLOSE:
        return pass_close(s);
    case CLASS_DELIMITER:
    case CLASS_ROW:
        s.after = static_cast<byte>(byte_class);
        return true;
    default:
        return false;
    }
}

// Whether the byte of this class that was just passed could be passed again with nothing changed.
ALWAYS_INLINE bool changes_nothing(const State &s, unsigned byte_class)
{
    return byte_class == CLASS_BLANK ||
           (byte_class == s.after && !s.brackets && may_come(s, byte_class) &&
            (byte_class == CLASS_DELIMITER ? !s.cells : byte_class == CLASS_ROW));
}

// Over bytes that are the same as the one before s.at.
ALWAYS_INLINE void pass_copies(State &s)
{
    const byte copied = s.text[s.at - 1];
    uint32_t at = s.at;
    while (at != s.len && s.text[at] == copied) {
        at++;
    }
    s.at = at;
}

// Goes over separators. Returns true before a token that may stand there, else false where the run
// must stop.
bool walk(State &s)
{
    const uint32_t depth = s.depth;
    bool go_on = true;
    while (go_on && s.at != s.len) {
        const unsigned byte_class = s.plan->class_of[s.text[s.at]];
        if (byte_class == CLASS_TOKEN) {
            go_on = may_come(s, CLASS_TOKEN) &&
                    !(s.brackets && s.level == LEVEL_ARRAYS && s.run->row_ends != nullptr);
            break;
        }
        go_on = s.brackets ? pass_structure(s, byte_class) : pass_separator(s, byte_class);
        s.at += go_on;
        if (go_on && changes_nothing(s, byte_class)) {
            pass_copies(s);
        }
    }
    if (s.depth != depth) {
        s.row = no_pattern; // it holds brackets, and is right at the depth it was learnt at
    }
    return go_on && s.at != s.len;
}

// Remembers text[from, s.at), walked between two tokens of one depth, if what it did depends on
// nothing but its bytes: that a row ends in it, on the level of the token before it.
void learn(State &s, uint32_t from, byte token_level, uint32_t rows)
{
    const uint32_t len = s.at - from;
    Pattern pattern = {0, 0, len, s.after, 0};
    byte bytes[8] = {0}, mask[8] = {0};
    unsigned brackets = 0;
    if (s.grammar == Grammar::STRICT) {
        bytes[0] = 0x30;
        mask[0] = 0xf0;
    }
    if (len == 0 || len > PATTERN_MOST || rows > 1 || token_level != LEVEL_NUMBERS) {
        return;
    }
    for (uint32_t i = 0; i < len; i++) {
        const unsigned byte_class = s.plan->class_of[s.text[from + i]];
        bytes[i + 1] = s.text[from + i];
        mask[i + 1] = 0xff;
        brackets += s.brackets && (byte_class == CLASS_OPEN || byte_class == CLASS_CLOSE);
        pattern.closes = static_cast<byte>(pattern.closes + (byte_class == CLASS_CLOSE));
    }
    pattern.bytes = load_as<uint64_t>(bytes);
    pattern.mask = load_as<uint64_t>(mask);
    if (rows == 1) {
        s.row = pattern;
    } else if (brackets == 0) {
        s.plain = pattern;
    }
}

// The same from behind a token.
bool walk_and_learn(State &s)
{
    const uint32_t from = s.at, rows = s.rows, holes = s.holes, depth = s.depth;
    const byte level = s.level;
    const bool go_on = walk(s);
    if (go_on && s.depth == depth && s.holes == holes) {
        learn(s, from, level, s.rows - rows);
    }
    return go_on;
}

} // namespace

#endif
