// bench/peers_std.cc - the C++ library: std::from_chars and std::to_chars.
#include "bench/peers.h"

#include <charconv>
#include <version>

#ifdef _GLIBCXX_RELEASE
#define STRING(text) QUOTE(text)
#define QUOTE(text) #text
#define LIBRARY "libstdc++ " STRING(_GLIBCXX_RELEASE)
#else
#define LIBRARY "libc++"
#endif

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
        auto answer = std::from_chars(p, end, *out);
        if (answer.ec == std::errc::invalid_argument) {
            return BENCH_FAILED;
        }
        out++;
        p = answer.ptr;
    }
}

template <typename T> size_t write(const T *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out = std::to_chars(out, out + 32, values[i]).ptr;
        *out++ = ',';
    }
    return static_cast<size_t>(out - text) - (count > 0);
}

size_t write_fixed6(const double *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out = std::to_chars(out, out + 400, values[i], std::chars_format::fixed, 6).ptr;
        *out++ = ',';
    }
    return static_cast<size_t>(out - text) - (count > 0);
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_std;
const bench_peer bench_peer_std = {"std::charconv", LIBRARY,      0,
                                   parse<double>,   parse<float>, write<double>,
                                   write<float>,    write_fixed6};
}
