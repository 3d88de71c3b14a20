/* tests/oracle.h - numbers judged by neither digitrun nor fast_float. */
#ifndef DIGITRUN_TESTS_ORACLE_H
#define DIGITRUN_TESTS_ORACLE_H

#include "tests/conform_case.h"

/* Is `value` what the token (RFC 8259, plus allowed) rounds to, ties to even? Exact integers, by
 * GMP. Without GMP: always true, and oracle_is_exact() false. */
bool oracle_is_exact(void);
bool oracle_check_f64(const char *token, size_t len, double value);
bool oracle_check_f32(const char *token, size_t len, float value);

typedef struct oracle_run {
    conform_settings settings;
    const char *row;
    const char *part;
    size_t index;
    uint64_t tokens, exact, overflows, refused;
} oracle_run;

/* One token alone: strtod's and strtof's bits, or OUT_OF_RANGE. `format` takes it. */
bool oracle_token(oracle_run *run, const digitrun_format *format, const char *token, size_t len);
void oracle_fail(oracle_run *run, const char *what, const char *token, size_t len);

/* The public corpora of a folder; false: there is no such folder. */
bool oracle_corpora(oracle_run *run, const char *folder);
#endif
