/* tests/fuzz/fuzz.h - what the fuzz targets share. A target is LLVMFuzzerTestOneInput: libFuzzer
 * feeds it in a build with -DDIGITRUN_FUZZERS=ON, replay.c in every other. */
#ifndef DIGITRUN_TESTS_FUZZ_FUZZ_H
#define DIGITRUN_TESTS_FUZZ_FUZZ_H

#include "tests/conform_case.h"

enum { FUZZ_TEXT_MOST = 1 << 14 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next byte of the input; 0 at its end. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t len;
} fuzz_input;
uint8_t fuzz_byte(fuzz_input *input);
uint64_t fuzz_word(fuzz_input *input, unsigned bytes); /* little-endian */

/* A format from the first bytes: a preset, options that agree, or options that may not. NULL: the
 * options were refused, rightly (the model says so too; else the process ends). */
const digitrun_format *fuzz_format(fuzz_input *input, gen_spec *spec, digitrun_format *room);

/* The rows, arrays and model of the process. */
conform_bench *fuzz_bench(void);

/* Prints the input and why, and ends the process as a crash. */
_Noreturn void fuzz_fail(const fuzz_input *text, const gen_spec *spec, const char *why);

#endif
