/* bench/peers_strtod.c - the C library: strtod, strtof, and printf with 17 (9) digits. */
#include "bench/peers.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#define LIBC "glibc " BENCH_STRING(__GLIBC__) "." BENCH_STRING(__GLIBC_MINOR__)
#define BENCH_STRING(text) BENCH_QUOTE(text)
#define BENCH_QUOTE(text) #text
#else
#define LIBC "libc"
#endif

static const char *skip_separators(const char *p, const char *end)
{
    while (p < end &&
           (*p == ',' || *p == '\n' || *p == ' ' || *p == '[' || *p == ']' || *p == '\r')) {
        p++;
    }
    return p;
}

static size_t parse_f64(const char *p, size_t len, double *values)
{
    const char *end = p + len;
    double *out = values;
    for (p = skip_separators(p, end); p < end; p = skip_separators(p, end)) {
        char *after;
        *out++ = strtod(p, &after);
        if (after == p) {
            return BENCH_FAILED;
        }
        p = after;
    }
    return (size_t)(out - values);
}

static size_t parse_f32(const char *p, size_t len, float *values)
{
    const char *end = p + len;
    float *out = values;
    for (p = skip_separators(p, end); p < end; p = skip_separators(p, end)) {
        char *after;
        *out++ = strtof(p, &after);
        if (after == p) {
            return BENCH_FAILED;
        }
        p = after;
    }
    return (size_t)(out - values);
}

static size_t print(const char *format, double value, char *text)
{
    return (size_t)snprintf(text, 400, format, value);
}

static size_t write_f64(const double *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out += print("%.17g,", values[i], out);
    }
    return (size_t)(out - text) - (count > 0);
}

static size_t write_f32(const float *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out += print("%.9g,", (double)values[i], out);
    }
    return (size_t)(out - text) - (count > 0);
}

static size_t write_fixed6(const double *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out += print("%.6f,", values[i], out);
    }
    return (size_t)(out - text) - (count > 0);
}

const bench_peer bench_peer_strtod = {"strtod, printf", LIBC,      0,         parse_f64,
                                      parse_f32,        write_f64, write_f32, write_fixed6};
