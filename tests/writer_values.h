/* tests/writer_values.h - values to write, and what a shortest number looks like in each style. */
#ifndef DIGITRUN_TESTS_WRITER_VALUES_H
#define DIGITRUN_TESTS_WRITER_VALUES_H

#include "digitrun/digitrun.h"

#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "tests/text_gen.h"

double bits_f64(uint64_t bits);
float bits_f32(uint32_t bits);
uint64_t f64_bits(double value);
uint32_t f32_bits(float value);

/* Finite values of a random family. Families: bits, [0,1), +-1e9, floats, decimals, integers,
 * exponents near 1, subnormals, few set bits. */
enum { VALUE_FAMILIES = 9 };
const char *family_name(unsigned family);
double random_f64(random_source *random, unsigned family);
float random_f32(random_source *random, unsigned family);

/* Powers of two +- 6 ulp, m * 10^e +- 3 ulp, the least and the largest 3000, halves of small
 * integers; no zero, no infinity. Returns how many; values NULL: only counts. */
size_t edge_f64(double *values);
size_t edge_f32(float *values);

/* How a style writes the number 0.DIGITS.. by its digits (no zero at the end) and the power of ten
 * of the first. */
typedef struct style_rule {
    digitrun_style style;
    int least, most;          /* fixed notation where the power lies between */
    bool point_zero;          /* 1.0 */
    bool exponent_point_zero; /* 1.0E7 */
    bool plus;                /* e+21 */
    int exponent_digits;
    char exponent;
} style_rule;
enum { STYLE_RULES = 4 };
extern const style_rule style_rules[STYLE_RULES];
size_t style_text(char *out, const style_rule *rule, bool negative, const char *digits,
                  size_t count, int power);

/* Seed and scale of the run: DIGITRUN_TEST_SEED, DIGITRUN_TEST_SCALE; both are printed. */
random_source test_random(void);
size_t test_count(size_t usual);

/* Prints what differs; ends the process after ten of them. */
void expect_same(const char *what, uint64_t bits, const char *got, size_t got_len, const char *want,
                 size_t want_len);
void expect(bool right, const char *what, uint64_t bits);
int failures(void); /* prints the count of checks too: the exit code */

#ifdef __cplusplus
}
#endif
#endif
