// bench/reference.cc - the reference: fast_float inlined in a bare loop. Compiled by each compiler
// at hand, with BENCH_REFERENCE naming the two forms of the object.
#include "bench/peers.h"

#include <fast_float/fast_float.h>

#include <limits>

#define STRING(text) QUOTE(text)
#define QUOTE(text) #text
#ifdef __clang__
#define COMPILER \
    "clang " STRING(__clang_major__) "." STRING(__clang_minor__) "." STRING(__clang_patchlevel__)
#else
#define COMPILER "gcc " STRING(__GNUC__) "." STRING(__GNUC_MINOR__) "." STRING(__GNUC_PATCHLEVEL__)
#endif

namespace
{

// Everything that may stand between two numbers.
struct Separators {
    bool is[256] = {};
    constexpr Separators()
    {
        for (char c : {' ', ',', '\n', '\r', '\t', '[', ']', ';', '|'}) {
            is[static_cast<unsigned char>(c)] = true;
        }
    }
};
constexpr Separators separators;

inline bool is_separator(char c)
{
    return separators.is[static_cast<unsigned char>(c)];
}

// The two calls that fast_float offers. With clang the second, its options constant, can be 1.1
// to 1.25 times as fast.
struct Plain {
    template <typename T>
    static fast_float::from_chars_result read(const char *p, const char *end, T &value)
    {
        return fast_float::from_chars(p, end, value);
    }
};
struct Advanced {
    template <typename T>
    static fast_float::from_chars_result read(const char *p, const char *end, T &value)
    {
        return fast_float::from_chars_advanced(
            p, end, value, fast_float::parse_options{fast_float::chars_format::general, '.'});
    }
};

template <typename Form, typename T> size_t parse(const char *p, size_t len, T *values)
{
    const char *end = p + len;
    T *out = values;
    for (;;) {
        while (p < end && is_separator(*p)) {
            p++;
        }
        if (p >= end) {
            return static_cast<size_t>(out - values);
        }
        auto answer = Form::read(p, end, *out);
        if (answer.ec == std::errc::invalid_argument) {
            return BENCH_FAILED;
        }
        out++;
        p = answer.ptr;
    }
}

template <typename Form, typename T> size_t parse_na(const char *p, size_t len, T *values)
{
    const char *end = p + len;
    T *out = values;
    for (;;) {
        while (p < end && is_separator(*p)) {
            p++;
        }
        if (p >= end) {
            return static_cast<size_t>(out - values);
        }
        auto answer = Form::read(p, end, *out);
        p = answer.ptr;
        if (answer.ec == std::errc::invalid_argument) {
            *out = std::numeric_limits<T>::quiet_NaN();
            while (p < end && !is_separator(*p)) {
                p++;
            }
        }
        out++;
    }
}

template <typename Form, typename T> size_t parse_labelled(const char *p, size_t len, T *values)
{
    const char *end = p + len;
    T *out = values;
    while (p < end) {
        while (p < end && *p != ' ') {
            p++;
        }
        while (p < end && *p != '\n') {
            p += *p == ' ';
            auto answer = Form::read(p, end, *out);
            if (answer.ec == std::errc::invalid_argument) {
                return BENCH_FAILED;
            }
            out++;
            p = answer.ptr;
        }
        p++;
    }
    return static_cast<size_t>(out - values);
}

size_t count(const char *p, size_t len, double *)
{
    size_t numbers = 0;
    bool between = true;
    for (const char *end = p + len; p < end; p++) {
        bool separator = is_separator(*p);
        numbers += between && !separator;
        between = separator;
    }
    return numbers;
}

} // namespace

#define FORM(form, name)                                                             \
    {                                                                                \
        name ", " COMPILER, parse<form, double>, parse_na<form, double>,             \
            parse_labelled<form, double>, parse<form, float>, parse_na<form, float>, \
            parse_labelled<form, float>, count                                       \
    }

extern "C" {
extern const bench_reference BENCH_REFERENCE[2];
const bench_reference BENCH_REFERENCE[2] = {FORM(Plain, "from_chars"),
                                            FORM(Advanced, "from_chars_advanced")};
}
