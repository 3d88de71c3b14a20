/* tests/fuzz/read.c - one call on one text, with a fuzzed format and fuzzed room: every row against
 * the scalar row, the scalar row against the model. FUZZ_API says which call. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Counting sees the values and rows of a text that reads well. (`missing` may differ: an overflow
 * is not seen.) */
static void count_against_parse(const conform_case *test, const fuzz_input *text)
{
    size_t most = digitrun_max_values(test->len, test->format);
    double *values = malloc(most * sizeof *values + 1);
    if (values == NULL)
        return;
    digitrun_result parsed = digitrun_parse_f64(test->text, test->len, test->format, values, most);
    digitrun_result counted = digitrun_count(test->text, test->len, test->format);
    if (parsed.status == DIGITRUN_OK &&
        (counted.status != DIGITRUN_OK || counted.count != parsed.count ||
         counted.rows != parsed.rows))
        fuzz_fail(text, test->spec, "count and parse disagree");
    free(values);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    gen_spec spec;
    digitrun_format made;
    char why[WHY_BYTES];
    conform_bench *bench = fuzz_bench();
    const digitrun_format *format = fuzz_format(&input, &spec, &made);
    random_source random = {fuzz_word(&input, 2)};
    conform_case test = {&spec, format, (const char *)input.data, 0, {0}};
    call_random(&test.call, &random);
    test.call.api = FUZZ_API;
    test.call.rows = test.call.rows || FUZZ_API == CALL_PARSE_ROWS;
    if (format == NULL || input.len > FUZZ_TEXT_MOST)
        return 0;
    test.len = input.len;
    bench_forget(bench, &spec.spec);
    if (!case_check(bench, &test, why)) {
        call_print(&test.call);
        fuzz_fail(&input, &spec, why);
    }
    if (FUZZ_API == CALL_COUNT)
        count_against_parse(&test, &input);
    return 0;
}
