// kernels/highway.cc - the rows of CPUs that nobody wrote a kernel for, by Highway: `sse4` for x86
// without AVX2, `generic128` for any other machine with vectors of 128 bits.
//
// One token at a time, without a branch that depends on how it is made: the bytes are marked, the
// digits moved into a window that ends where they end, added up by pairs, and scaled in integers.
// What is odd, long, not proved, or separated in a new way is read by hand (careful.h).
#include "kernels/kernel.h"

#include "kernels/highway/fast.h"

namespace
{

enum : uint32_t { LONG = 64, VERY_LONG = 4096, STOPS_FREE = 8, TOKENS_A_STOP = 3 };
enum : uint32_t { TOKENS_A_WALK = 5 }; // where runs of separators are new, or too long to learn

// Whether one of so many tokens, or more, stopped the fast passes.
bool is_often(const State &s, uint32_t stops, uint32_t tokens)
{
    return stops >= STOPS_FREE && (s.stored + s.holes) / tokens < stops;
}

// Whether the scalar row would be as fast: what stops the fast passes comes often, or a long token
// begins here (a very long one does not matter). The run ends then, and the front desk backs off.
bool is_irregular(const State &s, uint32_t stops)
{
    const byte *const p = s.text + s.at;
    if (is_often(s, stops, TOKENS_A_STOP)) {
        return true;
    }
    if (s.len - s.at < LONG + 2 || skip_digits(p + 2, p + 2 + LONG) != p + 2 + LONG) {
        return false;
    }
    const uint32_t most = least(s.len - s.at, VERY_LONG);
    return skip_digits(p + 2, p + most) != p + most;
}

template <typename T, Grammar G> void read_run(State &s)
{
    uint32_t stops = 0;
    bool go_on = walk(s);
    while (go_on && !is_full(s)) {
        const uint32_t before = s.at;
        const Stop stop = read_part<T, G>(s);
        if (stop == Stop::SEPARATOR) {
            stops++;
            go_on = walk_and_learn(s) && !is_often(s, stops, TOKENS_A_WALK);
        } else if (stop != Stop::TOKEN && s.at != before) {
            go_on = walk(s);
        } else if (!walk(s) || is_full(s) || is_irregular(s, ++stops)) {
            break;
        } else {
            go_on = take_token<T>(s) && walk_and_learn(s);
        }
    }
}

template <typename T> void read_run(digitrun_run *run)
{
    State s = begin(run);
    if (s.grammar == Grammar::LENIENT) {
        read_run<T, Grammar::LENIENT>(s);
    } else {
        read_run<T, Grammar::STRICT>(s);
    }
    end(s);
}

void read_f64(digitrun_run *run)
{
    read_run<double>(run);
}
void read_f32(digitrun_run *run)
{
    read_run<float>(run);
}
void count(digitrun_run *run)
{
    read_run<Counted>(run);
}

} // namespace

#define PASTED(prefix, name) prefix##name
#define KERNEL_OF(name) PASTED(digitrun_kernel_, name)
#define QUOTED(name) #name
#define NAME_OF(name) QUOTED(name)

extern "C" {
extern const digitrun_kernel KERNEL_OF(DIGITRUN_ROW);
const digitrun_kernel KERNEL_OF(DIGITRUN_ROW) = {
    NAME_OF(DIGITRUN_ROW), // name
    0xffffffffu,           // can: every format
    sizeof(Workspace),     // scratch
    192,                   // least
    0,                     // any_rounding: narrow tokens are divided
    0,                     // reads_short
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
