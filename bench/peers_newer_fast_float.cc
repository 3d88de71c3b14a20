// bench/peers_newer_fast_float.cc - the fast_float of DIGITRUN_BENCH_FAST_FLOAT_DIR.
#include "bench/peers.h"

// Not the namespace of the one that the reference uses.
#define fast_float newer_fast_float
#include <fast_float/fast_float.h>

#define STRING(text) QUOTE(text)
#define QUOTE(text) #text
#ifdef FASTFLOAT_VERSION_MAJOR
#define VERSION                     \
    STRING(FASTFLOAT_VERSION_MAJOR) \
    "." STRING(FASTFLOAT_VERSION_MINOR) "." STRING(FASTFLOAT_VERSION_PATCH)
#else
#define VERSION "unknown"
#endif

namespace
{

inline bool is_separator(char c)
{
    return c == ',' || c == '\n' || c == ' ' || c == '[' || c == ']' || c == '\r';
}

template <typename T> size_t parse(const char *p, size_t len, T *values)
{
    constexpr fast_float::parse_options options{fast_float::chars_format::general, '.'};
    const char *end = p + len;
    T *out = values;
    for (;;) {
        while (p < end && is_separator(*p)) {
            p++;
        }
        if (p == end) {
            return static_cast<size_t>(out - values);
        }
        auto answer = fast_float::from_chars_advanced(p, end, *out, options);
        if (answer.ec == std::errc::invalid_argument) {
            return BENCH_FAILED;
        }
        out++;
        p = answer.ptr;
    }
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_newer_fast_float;
const bench_peer bench_peer_newer_fast_float = {"newer fast_float", VERSION, 0,       parse<double>,
                                                parse<float>,       nullptr, nullptr, nullptr};
}
