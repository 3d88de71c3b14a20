// bench/peers_fmt.cc - {fmt}.
#include "bench/peers.h"
#include "bench/peers_version.h"

#include <fmt/compile.h>

namespace
{

constexpr Version<FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100> version;

template <typename T> size_t write(const T *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out = fmt::format_to(out, FMT_COMPILE("{},"), values[i]);
    }
    return static_cast<size_t>(out - text) - (count > 0);
}

size_t write_fixed6(const double *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out = fmt::format_to(out, FMT_COMPILE("{:.6f},"), values[i]);
    }
    return static_cast<size_t>(out - text) - (count > 0);
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_fmt;
const bench_peer bench_peer_fmt = {"{fmt}",       version.text, 0,           nullptr, nullptr,
                                   write<double>, write<float>, write_fixed6};
}
