/* tests/corpora.c - our own vectors, and the public corpora where their folder is known: every
 * number of every file right as double and float, every text that is none refused. */
#include "tests/corpora_files.h"
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(own, numbers)
{
    check_numbers_file(DIGITRUN_OWN_DATA, "numbers.txt", 1712);
}

Test(own, refused)
{
    check_refused_file(DIGITRUN_OWN_DATA, "refused.txt", 82, true);
    check_refused_file(DIGITRUN_OWN_DATA, "refused-json.txt", 23, false);
}

Test(own, not_finite)
{
    check_not_finite_file(DIGITRUN_OWN_DATA, "not-finite.txt", 18);
}

/* ---- public ---- */

static const char *folder;

static void open_folder(void)
{
    folder = public_folder();
}

TestSuite(public, .init = open_folder, .timeout = 300);

Test(public, numbers)
{
    static const struct {
        const char *file;
        size_t lines;
    } files[] = {
        {"bug-reductions-values.txt", 48},
        {"double-conversion-strings.txt", 409},
        {"go-atof.txt", 107},
        {"go-paxson-testfp-read.txt", 68},
        {"ibireme-real-pass.txt", 3536},
        {"lexical-rust-parse.txt", 209},
        {"mpfr-hard-24709.txt.xz", 24709},
        {"pnfxx-freetype-2-7.txt", 3566},
        {"pnfxx-google-wuffs.txt", 10744},
        {"pnfxx-more-test-cases.txt", 60},
        {"rapidjson-readertest-literals.txt", 132},
        {"ryu-d2fixed-powers-of-ten-exact.txt", 3079},
    };
    if (folder == NULL)
        return;
    for (size_t i = 0; i < COUNT_OF(files); i++)
        check_numbers_file(folder, files[i].file, files[i].lines);
}

/* HEX,TEXT: the shortest text of a double, which must read back as it. */
static void check_es6_line(char *line, void *unused)
{
    char *text;
    uint64_t bits = strtoull(line, &text, 16), got;
    double value = 0;
    (void)unused;
    if (*text++ != ',')
        cr_assert_fail("bad line '%s'", line);
    digitrun_result r = read_f64(DIGITRUN_JSON, DIGITRUN_REFUSE, text, strlen(text), &value, 1);
    memcpy(&got, &value, sizeof got);
    if (bits == UINT64_C(1) << 63)
        bits = 0; /* es6 writes -0 as 0 */
    if (r.status != DIGITRUN_OK || got != bits)
        cr_assert_fail("'%s': %016" PRIx64 ", want %016" PRIx64, text, got, bits);
}

/* BITS DIGITS POS: 0.DIGITS x 10^POS. BITS of a double, or of a float where there are 8. */
static void check_shortest_line(char *line, void *unused)
{
    char text[64], *rest = line;
    const char *hex = next_field(&rest), *digits = next_field(&rest), *pos = next_field(&rest);
    bool single = strlen(hex) == 8;
    uint64_t bits = strtoull(hex, NULL, 16), got = 0;
    (void)unused;
    int len = pos != NULL ? snprintf(text, sizeof text, "0.%se%s", digits, pos)
                          : snprintf(text, sizeof text, "%s", digits);
    double wide;
    float narrow;
    digitrun_result r =
        single ? read_f32(DIGITRUN_LIST, DIGITRUN_REFUSE, text, (size_t)len, &narrow, 1)
               : read_f64(DIGITRUN_LIST, DIGITRUN_REFUSE, text, (size_t)len, &wide, 1);
    memcpy(&got, single ? (const void *)&narrow : &wide, single ? 4 : 8);
    if (r.status != DIGITRUN_OK || r.count != 1 || got != bits)
        cr_assert_fail("'%s': %s %016" PRIx64 ", want %016" PRIx64, text, status_name(r.status),
                       got, bits);
}

Test(public, shortest_texts_read_back)
{
    if (folder == NULL)
        return;
    cr_expect(each_line(folder, "es6-numbers-first-30000.txt.gz", check_es6_line, NULL) == 30000);
    cr_expect(each_line(folder, "shortest-f64-15000.tsv", check_shortest_line, NULL) == 15000);
    cr_expect(each_line(folder, "dc-gay-shortest-single.tsv", check_shortest_line, NULL) == 10000);
    cr_expect(each_line(folder, "ryu-shortest.tsv", check_shortest_line, NULL) == 100);
}

/* Some of these are numbers, or several, in a list: only json refuses them all. */
static void check_num_fail_line(char *line, void *unused)
{
    double values[4];
    size_t len = strlen(line);
    digitrun_result r = read_f64(DIGITRUN_JSON, DIGITRUN_ACCEPT, at_edge(line, len), len, values,
                                 4);
    (void)unused;
    cr_expect(r.status >= DIGITRUN_BAD_NUMBER && r.offset <= len, "'%s'", line);
}

Test(public, refused_json_numbers)
{
    if (folder == NULL)
        return;
    cr_expect(each_line(folder, "ibireme-num-fail.txt", check_num_fail_line, NULL) == 109);
}

static void check_nan_inf_fail_line(char *line, void *unused)
{
    double value;
    size_t len = strlen(line);
    digitrun_result r = read_f64(DIGITRUN_JSON, DIGITRUN_ACCEPT, at_edge(line, len), len, &value,
                                 1);
    (void)unused;
    cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.offset == 0 && r.length == len, "'%s': %s", line,
              status_name(r.status));
}

Test(public, nan_and_inf_spellings)
{
    if (folder == NULL)
        return;
    check_not_finite_file(folder, "ibireme-nan-inf-literal-pass.txt", 26);
    cr_expect(
        each_line(folder, "ibireme-nan-inf-literal-fail.txt", check_nan_inf_fail_line, NULL) == 76);
}

/* The spellings of nan and inf that a list takes; all else in these files is refused. */
static bool is_word(const char *text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        size_t k = 0;
        while (words[i][k] != 0 && (text[k] | 0x20) == words[i][k])
            k++;
        if (words[i][k] == 0 && text[k] == 0)
            return true;
    }
    return false;
}

/* TEXT, what its origin makes of it, and why. Hex, '_' and payloads are refused here. */
static void check_syntax_line(char *line, void *accepted)
{
    char *rest = line;
    const char *text = next_field(&rest);
    double value;
    size_t len = unescape((char *)text), *words = accepted;
    bool word = is_word(text);
    if (len == 0)
        return; /* an empty list has no value */
    digitrun_result r = read_f64(DIGITRUN_LIST, DIGITRUN_ACCEPT, at_edge(text, len), len, &value,
                                 1);
    *words += word;
    if (word)
        cr_expect(r.status == DIGITRUN_OK && r.count == 1, "'%s'", text);
    else
        cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.offset == 0 && r.length == len, "'%s': %s",
                  text, status_name(r.status));
}

Test(public, syntax_of_go_and_rust)
{
    size_t words = 0;
    if (folder == NULL)
        return;
    cr_expect(each_line(folder, "go-atof-syntax.tsv", check_syntax_line, &words) > 150);
    cr_expect(words == 9, "%zu words", words);
    cr_expect(each_line(folder, "lexical-rust-parse-syntax.tsv", check_syntax_line, &words) == 39);
    cr_expect(words == 9 + 14, "%zu words", words);
}
