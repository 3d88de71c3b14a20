/* tests/corpora_files.h - lines of the test corpora, plain, .gz or .xz. */
#ifndef DIGITRUN_TESTS_CORPORA_FILES_H
#define DIGITRUN_TESTS_CORPORA_FILES_H

#include "digitrun/digitrun.h"

/* The folder of the public corpora: DIGITRUN_TEST_DATA of the environment, else of the build. NULL,
 * with a loud word on stderr, where neither names one. */
const char *public_folder(void);

/* Calls body(line, context) with each line but comments (#) and empty ones, the line end cut off.
 * Returns how many. A file that is not there or cannot be unpacked fails the test. */
size_t each_line(const char *folder, const char *file, void (*body)(char *line, void *context),
                 void *context);

/* The next field of a line of fields with tabs between; NULL after the last. */
char *next_field(char **rest);

/* \xHH back to bytes, in place; the new length. */
size_t unescape(char *text);

/* HEX64 HEX32 TEXT a line: each as double and float, alone in a list, a table and, where its
 * grammar allows, in json; then all of them in one text. */
void check_numbers_file(const char *folder, const char *file, size_t lines);
/* One text a line that no format takes; with `lists` false only json refuses it. */
void check_refused_file(const char *folder, const char *file, size_t lines, bool lists);
/* nan, inf, infinity: values where accepted, NOT_FINITE where refused. */
void check_not_finite_file(const char *folder, const char *file, size_t lines);

/* ---- one text ---- */
/* Reads one whole text in the format of `kind`, overflow accepted or not, not_finite likewise. */
digitrun_result read_f64(digitrun_kind kind, digitrun_choice odd, const char *text, size_t len,
                         double *values, size_t capacity);
digitrun_result read_f32(digitrun_kind kind, digitrun_choice odd, const char *text, size_t len,
                         float *values, size_t capacity);
/* Fails unless the text gives exactly one value of these bits. */
void expect_bits(digitrun_kind kind, const char *text, size_t len, uint64_t f64, uint32_t f32);

#endif
