/* bench/peers.h - the face of everything that digitrun is compared with: one small C signature
 * each. A peer is one file peers_<name>.cc (or .c) that defines `bench_peer_<name>`;
 * CMakeLists.txt lists those found. */
#ifndef DIGITRUN_BENCH_PEERS_H
#define DIGITRUN_BENCH_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returned where a peer cannot read the text. */
#define BENCH_FAILED SIZE_MAX

/* Reads every number of the text; returns how many. The text holds numbers, and between them
 * commas, blanks, line ends and brackets only; a peer that reads JSON gets one JSON text. 128
 * bytes of zeros follow. */
typedef size_t bench_parse_f64(const char *text, size_t len, double *values);
typedef size_t bench_parse_f32(const char *text, size_t len, float *values);
/* Writes "value,value,..." with no closing text; returns the bytes. There is room for 32 a value
 * (400 with fixed). */
typedef size_t bench_write_f64(const double *values, size_t count, char *text);
typedef size_t bench_write_f32(const float *values, size_t count, char *text);

typedef struct bench_peer {
    const char *name, *version;
    int reads_json;             /* 1: whole JSON texts; 0: number by number, in any text */
    bench_parse_f64 *parse_f64; /* each of these may be NULL */
    bench_parse_f32 *parse_f32;
    bench_write_f64 *write_f64; /* shortest text that reads back */
    bench_write_f32 *write_f32;
    bench_write_f64 *write_fixed6; /* six decimals */
} bench_peer;

extern const bench_peer *const bench_peers[];
extern const size_t bench_peer_count;
extern const char bench_peers_absent[]; /* "name (package), ..." or "" */

/* The reference: fast_float inlined in a bare loop that checks no structure. More than one form,
 * by more than one compiler where there are two: the best of them on a text is the reference
 * there. */
typedef struct bench_reference {
    const char *form;                                   /* "from_chars_advanced, gcc 12.2.0" */
    bench_parse_f64 *parse_f64, *na_f64, *labelled_f64; /* na: a cell that is no number gives NaN */
    bench_parse_f32 *parse_f32, *na_f32,
        *labelled_f32;      /* labelled: the first word of a line is passed over */
    bench_parse_f64 *count; /* numbers in the text, not converted; values is not used */
} bench_reference;

extern const bench_reference *const bench_references[];
extern const size_t bench_reference_count;
extern const char bench_reference_version[];

#ifdef __cplusplus
}
#endif
#endif
