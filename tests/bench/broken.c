/* tests/bench/broken.c - a library that is wrong in one small way, named by the environment
 * variable BROKEN: linked with --wrap between digitrun-bench and the library, to see that each way
 * is noticed. */
#include "digitrun/digitrun.h"

#include <stdlib.h>
#include <string.h>

digitrun_result __real_digitrun_parse_f64(const char *, size_t, const digitrun_format *, double *,
                                          size_t);
digitrun_result __wrap_digitrun_parse_f64(const char *, size_t, const digitrun_format *, double *,
                                          size_t);
digitrun_result __real_digitrun_parse_rows_f64(const char *, size_t, const digitrun_format *,
                                               double *, size_t, size_t *, size_t);
digitrun_result __wrap_digitrun_parse_rows_f64(const char *, size_t, const digitrun_format *,
                                               double *, size_t, size_t *, size_t);
digitrun_result __real_digitrun_count(const char *, size_t, const digitrun_format *);
digitrun_result __wrap_digitrun_count(const char *, size_t, const digitrun_format *);
digitrun_result __real_digitrun_write_f64(const double *, size_t, const digitrun_layout *, char *,
                                          size_t);
digitrun_result __wrap_digitrun_write_f64(const double *, size_t, const digitrun_layout *, char *,
                                          size_t);

static int is_broken(const char *way)
{
    const char *broken = getenv("BROKEN");
    return broken != NULL && strcmp(broken, way) == 0;
}

/* The third call only: one text of many. */
static int is_third(void)
{
    static int calls;
    return ++calls == 3;
}

static void flip_lowest_bit(double *value)
{
    unsigned char bytes[sizeof *value];
    memcpy(bytes, value, sizeof bytes);
    bytes[bytes[0] == 0 && bytes[7] != 0 ? 1 : 0] ^= 1;
    memcpy(value, bytes, sizeof bytes);
}

digitrun_result __wrap_digitrun_parse_f64(const char *text, size_t len,
                                          const digitrun_format *format, double *values,
                                          size_t capacity)
{
    digitrun_result result = __real_digitrun_parse_f64(text, len, format, values, capacity);
    if (is_broken("list bit") && is_third() && result.count > 0) {
        flip_lowest_bit(&values[result.count / 2]);
    }
    if (is_broken("list count") && is_third() && result.count > 0) {
        result.count--;
    }
    return result;
}

digitrun_result __wrap_digitrun_parse_rows_f64(const char *text, size_t len,
                                               const digitrun_format *format, double *values,
                                               size_t capacity, size_t *row_ends,
                                               size_t row_capacity)
{
    digitrun_result result = __real_digitrun_parse_rows_f64(text, len, format, values, capacity,
                                                            row_ends, row_capacity);
    if (is_broken("rows bit") && is_third() && result.count > 0) {
        flip_lowest_bit(&values[result.count - 1]);
    }
    if (is_broken("row end") && is_third() && result.rows > 1) {
        row_ends[1]--;
    }
    if (is_broken("row count") && is_third()) {
        result.rows++;
    }
    return result;
}

digitrun_result __wrap_digitrun_count(const char *text, size_t len, const digitrun_format *format)
{
    digitrun_result result = __real_digitrun_count(text, len, format);
    result.count += is_broken("count") && is_third();
    result.rows += is_broken("count rows") && is_third();
    return result;
}

digitrun_result __wrap_digitrun_write_f64(const double *values, size_t count,
                                          const digitrun_layout *layout, char *text,
                                          size_t capacity)
{
    digitrun_result result = __real_digitrun_write_f64(values, count, layout, text, capacity);
    if (is_broken("write digit") && is_third() && result.offset > 0) {
        char *last = &text[result.offset - 1];
        *last = *last == '9' ? '8' : (char)(*last + 1);
    }
    if (is_broken("write short") && is_third() && result.offset > 0) {
        result.offset--;
    }
    return result;
}
