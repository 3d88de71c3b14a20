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

template <typename T, Grammar G> void read_run(State &s)
{
    bool go_on = walk(s);
    while (go_on && !is_full(s)) {
        const uint32_t before = s.at;
        const Stop stop = read_part<T, G>(s);
        if (stop == Stop::SEPARATOR) {
            go_on = walk_and_learn(s);
        } else if (stop != Stop::TOKEN && s.at != before) {
            go_on = walk(s);
        } else {
            go_on = walk(s) && !is_full(s) && take_token<T>(s) && walk_and_learn(s);
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
    0xffffffffu,           // can: everything
    sizeof(Workspace),     // scratch
    128,                   // least
    0,                     // any_rounding: narrow tokens are divided
    read_f64,
    read_f32,
    count,
    nullptr,
    nullptr,
};
} // extern "C"
