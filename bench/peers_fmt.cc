// bench/peers_fmt.cc - {fmt}.
#include "bench/peers.h"

#include <fmt/compile.h>

#define STRING(text) QUOTE(text)
#define QUOTE(text) #text

namespace
{

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
const bench_peer bench_peer_fmt = {
    "{fmt}", STRING(FMT_VERSION), 0, nullptr, nullptr, write<double>, write<float>, write_fixed6};
}
