// bench/peers_abseil.cc - Abseil's from_chars.
#include "bench/peers.h"

#include <absl/base/config.h>
#include <absl/strings/charconv.h>

namespace
{

template <typename T> size_t parse(const char *p, size_t len, T *values)
{
    const char *end = p + len;
    T *out = values;
    for (;;) {
        while (p < end &&
               (*p == ',' || *p == '\n' || *p == ' ' || *p == '[' || *p == ']' || *p == '\r')) {
            p++;
        }
        if (p == end) {
            return static_cast<size_t>(out - values);
        }
        auto answer = absl::from_chars(p, end, *out);
        if (answer.ec == std::errc::invalid_argument) {
            return BENCH_FAILED;
        }
        out++;
        p = answer.ptr;
    }
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_abseil;
const bench_peer bench_peer_abseil = {"Abseil",     BENCH_VERSION, 0,       parse<double>,
                                      parse<float>, nullptr,       nullptr, nullptr};
}
