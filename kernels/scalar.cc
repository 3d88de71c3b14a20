// kernels/scalar.cc - the scalar row: loop and fast_float in one object.
//
// One pass, one token at a time. fast_float decides the value; everything round it (grammar,
// structure, rows, holes) is decided here, by the tables of the plan.
#include "kernels/scalar_number.h"

namespace
{

enum : unsigned { NOTHING_YET = 8 }; // no class of a byte

// The loop's state: the run's in and out fields in registers.
template <typename T> struct Loop {
    digitrun_run *run;
    const digitrun_plan *plan;
    const byte *class_of, *begin, *end, *p;
    T *out, *out_end; // out_end shrinks by one for each hole: a hole will need the room
    size_t count;     // for Counted, where out is not
    uint32_t rows, holes;
    unsigned after, level;
    uint32_t depth;
    bool long_tokens; // they are read without fast_float

    explicit Loop(digitrun_run *r)
        : run(r), plan(r->plan), class_of(r->plan->class_of), begin(r->text), end(r->text + r->len),
          p(r->text), out(static_cast<T *>(r->values)), out_end(nullptr), count(0), rows(0),
          holes(0), after(r->after), level(r->level), depth(r->depth), long_tokens(false)
    {
        if constexpr (!std::is_same_v<T, Counted>) {
            out_end = out + r->capacity;
        }
    }

    ALWAYS_INLINE uint32_t stored() const
    {
        if constexpr (std::is_same_v<T, Counted>) {
            return static_cast<uint32_t>(count);
        } else {
            return static_cast<uint32_t>(out - static_cast<T *>(run->values));
        }
    }

    ALWAYS_INLINE bool is_full() const
    {
        if constexpr (std::is_same_v<T, Counted>) {
            return count + holes == run->capacity;
        } else {
            return out == out_end;
        }
    }

    ALWAYS_INLINE void store(T value)
    {
        if constexpr (std::is_same_v<T, Counted>) {
            (void)value;
            count++;
        } else {
            *out++ = value;
        }
    }

    ALWAYS_INLINE bool may_come(unsigned byte_class) const
    {
        return (plan->follow[after] >> byte_class & 1) != 0;
    }

    // Whether a token may end before q: an ordinary byte stands there, or the end of the text.
    ALWAYS_INLINE bool ends_token(const byte *q) const
    {
        if (q == end) {
            return run->last != 0;
        }
        unsigned byte_class = class_of[*q];
        if (byte_class == CLASS_RETURN) {
            return q + 1 != end && q[1] == '\n';
        }
        return byte_class - 1u < 5u; // BLANK .. CLOSE
    }

    bool add_hole(const byte *start)
    {
        if (is_full() || holes == run->hole_capacity) {
            return false;
        }
        digitrun_hole *hole = &run->holes[holes++];
        hole->value = stored();
        hole->row = rows;
        hole->start = static_cast<uint32_t>(start - begin);
        if constexpr (!std::is_same_v<T, Counted>) {
            out_end--;
        }
        if (level == LEVEL_EMPTY) {
            level = LEVEL_NUMBERS;
        }
        return true;
    }

    // A token that is not plain: goes past it if it can be a hole.
    bool pass_odd_token()
    {
        const byte *q = digitrun_token_end(plan, p, end);
        if (!ends_token(q) || !add_hole(p)) {
            return false;
        }
        after = CLASS_TOKEN;
        p = q;
        return true;
    }

    // To q, behind tokens the last of which was followed by a byte of class `separator`.
    template <bool JSON> ALWAYS_INLINE void go_to(const byte *q, unsigned separator)
    {
        p = q;
        if (separator == NOTHING_YET) {
            return;
        }
        after = separator == CLASS_BLANK ? static_cast<unsigned>(CLASS_TOKEN) : separator;
        if (!JSON && separator == CLASS_ROW) {
            level = LEVEL_EMPTY;
        } else if (!JSON || level == LEVEL_EMPTY) {
            level = LEVEL_NUMBERS;
        }
    }

    // A number whose end the loop has not judged yet.
    bool take(T value, const byte *q)
    {
        if (!ends_token(q)) {
            return false;
        }
        store(value);
        p = q;
        after = CLASS_TOKEN;
        if (level == LEVEL_EMPTY) {
            level = LEVEL_NUMBERS;
        }
        return true;
    }

    bool take_last(T value)
    {
        return take(value, end);
    }

    // closes: 1 where an array ends the row
    ALWAYS_INLINE bool end_row(uint8_t closes)
    {
        if (run->row_ends != nullptr) {
            if (rows == run->row_capacity) {
                return false;
            }
            run->row_ends[rows] = stored();
        }
        if (run->row_closes != nullptr) {
            run->row_closes[rows] = closes;
        }
        rows++;
        return true;
    }

    void finish()
    {
        run->used = static_cast<uint32_t>(p - begin);
        run->count = stored();
        run->rows = rows;
        run->hole_count = holes;
        run->after = static_cast<uint8_t>(after);
        run->level = static_cast<uint8_t>(level);
        run->depth = depth;
    }
};

// Lists and tables: everything but a token. Returns false to stop before *p.
template <typename T> ALWAYS_INLINE bool pass_separator(Loop<T> &loop, unsigned byte_class)
{
    switch (byte_class) {
    case CLASS_BLANK:
        break;
    case CLASS_ROW:
        if (!loop.may_come(CLASS_ROW)) {
            return false;
        }
        if (loop.after == CLASS_DELIMITER && (loop.plan->needs & NEED_EMPTY_CELLS) != 0 &&
            loop.plan->last_separator != DIGITRUN_ACCEPT) {
            if (!loop.add_hole(loop.p)) {
                return false;
            }
            loop.after = CLASS_TOKEN; // should the row end find no room
        }
        if (loop.level != LEVEL_EMPTY) {
            if (UNLIKELY(!loop.end_row(0))) {
                return false;
            }
        }
        loop.level = LEVEL_EMPTY;
        loop.after = CLASS_ROW;
        break;
    case CLASS_DELIMITER:
        if (!loop.may_come(CLASS_DELIMITER)) {
            return false;
        }
        if (loop.after != CLASS_TOKEN && (loop.plan->needs & NEED_EMPTY_CELLS) != 0 &&
            !loop.add_hole(loop.p)) {
            return false;
        }
        loop.after = CLASS_DELIMITER;
        break;
    case CLASS_RETURN:
        if (loop.p + 1 == loop.end || loop.p[1] != '\n') {
            return false;
        }
        break;
    default:
        return false;
    }
    loop.p++;
    return true;
}

// The same for JSON and NDJSON.
template <typename T> ALWAYS_INLINE bool pass_structure(Loop<T> &loop, unsigned byte_class)
{
    if (byte_class == CLASS_BLANK) {
        loop.p++;
        return true;
    }
    if (!loop.may_come(byte_class)) {
        return false; // CLASS_STOP is in no follow set
    }
    switch (byte_class) {
    case CLASS_DELIMITER:
    case CLASS_ROW:
        loop.after = byte_class;
        break;
    case CLASS_OPEN:
        if (loop.depth >= loop.run->depth_max ||
            (loop.level == LEVEL_NUMBERS && loop.depth != 0 && loop.run->row_ends != nullptr)) {
            return false;
        }
        loop.depth++;
        loop.level = LEVEL_EMPTY;
        loop.after = CLASS_OPEN;
        break;
    case CLASS_CLOSE:
        if (loop.level != LEVEL_ARRAYS) {
            if (!loop.end_row(1)) {
                return false;
            }
        } else if (loop.run->row_closes != nullptr) {
            loop.run->row_closes[static_cast<int64_t>(loop.rows) - 1]++;
        }
        loop.level = LEVEL_ARRAYS;
        loop.after = --loop.depth == 0 ? static_cast<unsigned>(AFTER_DOCUMENT)
                                       : static_cast<unsigned>(CLASS_CLOSE);
        break;
    default:
        return false;
    }
    loop.p++;
    return true;
}

// Classes that may stand alone between two tokens of this format, by the follow sets.
ALWAYS_INLINE unsigned plain_separators(const digitrun_plan *plan, bool json)
{
    const unsigned after_token = plan->follow[CLASS_TOKEN];
    unsigned classes = json ? 0u : after_token & 1u << CLASS_ROW;
    if ((after_token >> CLASS_DELIMITER & 1) != 0 &&
        (plan->follow[CLASS_DELIMITER] >> CLASS_TOKEN & 1) != 0) {
        classes |= 1u << CLASS_DELIMITER;
    }
    if ((after_token >> CLASS_TOKEN & 1) != 0) {
        classes |= 1u << CLASS_BLANK;
    }
    return classes;
}

// Tokens with one plain separator (and blanks) between, all in registers, from a token that may
// come and has room. Goes past at least one token, or returns false to stop before it.
template <typename T, Grammar G, bool JSON>
ALWAYS_INLINE bool read_stretch(Loop<T> &loop, const Rules &rules, unsigned separators)
{
    const byte *const class_of = loop.class_of;
    const byte *const end = loop.end;
    const bool plain_rows = loop.run->row_ends == nullptr;
    const byte *p = loop.p;
    unsigned before = NOTHING_YET; // class of the byte behind the last token stored
    do {
        const byte *number = usual_start(*p) ? p : unusual_start<G>(rules, p, end);
        if (number == nullptr) {
            loop.template go_to<JSON>(p, before);
            return loop.pass_odd_token();
        }
        do {
            T value;
            const byte *q = take_number<G>(rules, number, end, &value);
            if (UNLIKELY(q == nullptr || q == end)) {
                loop.template go_to<JSON>(p, before);
                return q == nullptr ? loop.pass_odd_token() : loop.take(value, q);
            }
            const unsigned separator = class_of[*q];
            if (UNLIKELY((separators >> separator & 1) == 0 ||
                         (!JSON && separator == CLASS_ROW && !plain_rows))) {
                loop.template go_to<JSON>(p, before);
                return separator == CLASS_TOKEN ? loop.pass_odd_token() : loop.take(value, q);
            }
            loop.rows += !JSON && separator == CLASS_ROW;
            loop.store(value);
            before = separator;
            if (UNLIKELY(q - p >= LONG)) {
                loop.template go_to<JSON>(q + 1, before);
                loop.long_tokens = true;
                return true;
            }
            number = p = q + 1;
        } while (p != end && usual_start(*p) && !loop.is_full());
        while (p != end && class_of[*p] == CLASS_BLANK) {
            p++;
        }
    } while (p != end && class_of[*p] == CLASS_TOKEN && !loop.is_full());
    loop.template go_to<JSON>(p, before);
    return true;
}

// The grammars that most texts have get fast_float inlined to the last call: 3 to 13% faster by
// gcc 12. For the others that is not worth its 12 KiB each.
template <typename T, Grammar G, bool JSON>
FLATTEN bool read_common(Loop<T> &loop, const Rules &rules, unsigned separators)
{
    return read_stretch<T, G, JSON>(loop, rules, separators);
}

template <typename T, Grammar G, bool JSON>
bool read_rare(Loop<T> &loop, const Rules &rules, unsigned separators)
{
    return read_stretch<T, G, JSON>(loop, rules, separators);
}

// One token, as if it were long. Returns false to stop before it.
template <typename T, Grammar G> NOINLINE bool read_long_token(Loop<T> &loop, const Rules &rules)
{
    const byte *const p = loop.p;
    const byte *number = usual_start(*p) ? p : unusual_start<G>(rules, p, loop.end);
    T value;
    const byte *q = number == nullptr ? nullptr : take_long_number(rules, number, loop.end, &value);
    if (q == nullptr || (q != loop.end && loop.class_of[*q] == CLASS_TOKEN)) {
        return loop.pass_odd_token();
    }
    loop.long_tokens = q - p >= LONG;
    return loop.take(value, q);
}

template <typename T, Grammar G, bool JSON> void read_tokens(digitrun_run *run)
{
    Loop<T> loop(run);
    const Rules rules(run->plan);
    const unsigned separators = plain_separators(run->plan, JSON);
    // A run that begins with a long token has digits here.
    loop.long_tokens = run->len >= 2 * LONG && digitrun_others_of_eight(run->text + LONG) == 0;
    while (loop.p != loop.end) {
        unsigned byte_class = loop.class_of[*loop.p];
        bool going;
        if (byte_class != CLASS_TOKEN) {
            going = JSON ? pass_structure(loop, byte_class) : pass_separator(loop, byte_class);
        } else if (!loop.may_come(CLASS_TOKEN) || loop.is_full() ||
                   (JSON && loop.level == LEVEL_ARRAYS && run->row_ends != nullptr)) {
            going = false;
        } else if (loop.long_tokens) {
            going = read_long_token<T, G>(loop, rules);
        } else {
            constexpr bool common = JSON ? G == Grammar::STRICT : G == Grammar::LENIENT;
            if constexpr (common) {
                going = read_common<T, G, JSON>(loop, rules, separators);
            } else {
                going = read_rare<T, G, JSON>(loop, rules, separators);
            }
        }
        if (!going) {
            break;
        }
    }
    loop.finish();
}

template <typename T> void read_run(digitrun_run *run)
{
    const uint32_t needs = run->plan->needs;
    const uint32_t lenient = NEED_PLUS | NEED_BARE_POINT | NEED_LEADING_ZEROS;
    const uint32_t grammar = needs & (lenient | NEED_DECIMAL | NEED_NO_LEADING_ZEROS);
    if ((needs & NEED_BRACKETS) != 0) {
        if (grammar == NEED_NO_LEADING_ZEROS) {
            read_tokens<T, Grammar::STRICT, true>(run);
        } else {
            read_tokens<T, Grammar::CHECKED, true>(run);
        }
    } else if (grammar == lenient) {
        read_tokens<T, Grammar::LENIENT, false>(run);
    } else if (grammar == NEED_NO_LEADING_ZEROS) {
        read_tokens<T, Grammar::STRICT, false>(run);
    } else {
        read_tokens<T, Grammar::CHECKED, false>(run);
    }
}

} // namespace

extern "C" {

static void read_f64(digitrun_run *run)
{
    read_run<double>(run);
}
static void read_f32(digitrun_run *run)
{
    read_run<float>(run);
}
static void count(digitrun_run *run)
{
    read_run<Counted>(run);
}

extern const digitrun_kernel digitrun_kernel_scalar;
const digitrun_kernel digitrun_kernel_scalar = {
    "scalar",    // name
    0xffffffffu, // can: everything
    0,           // scratch
    0,           // least
    1,           // any_rounding
    0,           // reads_short: `least` is 0
    read_f64,
    read_f32,
    count,
    nullptr,
    nullptr,
    DIGITRUN_FEW_BYTES,
    digitrun_few_f64,
    digitrun_few_f32,
};

} // extern "C"
