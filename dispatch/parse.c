/* dispatch/parse.c - whole texts: parse, count, prefix, and how large they can get. */
#include "dispatch/desk.h"
#include "dispatch/isa.h"

static digitrun_result bad_argument(void)
{
    digitrun_result result = {DIGITRUN_BAD_ARGUMENT, 0, 0, 0, 0, 0};
    return result;
}

static digitrun_result parse(const char *text, size_t len, const digitrun_format *format,
                             element wanted, void *values, size_t capacity, bool rows,
                             size_t *row_ends, size_t row_capacity)
{
    desk d;
    size_t nowhere;
    if (format == NULL || (text == NULL && len != 0) ||
        (values == NULL && capacity != 0 && wanted != ELEMENT_NONE) ||
        (row_ends == NULL && row_capacity != 0)) {
        return bad_argument();
    }
    digitrun_desk_begin(&d, plan_of(format));
    d.text = (const uint8_t *)text;
    d.len = len;
    d.wanted = wanted;
    d.values = values;
    d.capacity = capacity;
    d.row_ends = rows && row_ends == NULL ? &nowhere : row_ends;
    d.row_capacity = row_capacity;
    d.rows_asked = rows || d.plan->columns != 0;
    d.rows_needed = d.rows_asked;
    d.marks_needed = d.plan->columns != 0;
    return digitrun_desk_read(&d);
}

digitrun_result digitrun_parse_f64(const char *text, size_t len, const digitrun_format *format,
                                   double *values, size_t capacity)
{
    return parse(text, len, format, ELEMENT_F64, values, capacity, false, NULL, 0);
}

digitrun_result digitrun_parse_f32(const char *text, size_t len, const digitrun_format *format,
                                   float *values, size_t capacity)
{
    return parse(text, len, format, ELEMENT_F32, values, capacity, false, NULL, 0);
}

digitrun_result digitrun_parse_rows_f64(const char *text, size_t len, const digitrun_format *format,
                                        double *values, size_t capacity, size_t *row_ends,
                                        size_t row_capacity)
{
    return parse(text, len, format, ELEMENT_F64, values, capacity, true, row_ends, row_capacity);
}

digitrun_result digitrun_parse_rows_f32(const char *text, size_t len, const digitrun_format *format,
                                        float *values, size_t capacity, size_t *row_ends,
                                        size_t row_capacity)
{
    return parse(text, len, format, ELEMENT_F32, values, capacity, true, row_ends, row_capacity);
}

digitrun_result digitrun_count(const char *text, size_t len, const digitrun_format *format)
{
    return parse(text, len, format, ELEMENT_NONE, NULL, SIZE_MAX, false, NULL, 0);
}

size_t digitrun_max_values(size_t len, const digitrun_format *format)
{
    const digitrun_plan *plan;
    size_t most;
    if (format == NULL) {
        return 0;
    }
    plan = plan_of(format);
    most = len / 2 + 1;
    if ((plan->needs & NEED_EMPTY_CELLS) != 0 || plan->blank_lines == DIGITRUN_AS_MISSING) {
        most = len == SIZE_MAX ? SIZE_MAX : len + 1;
    }
    if (plan->width_count != 0) {
        most = most > SIZE_MAX / plan->width_count ? SIZE_MAX : most * plan->width_count;
    }
    return most;
}

const char *digitrun_format_isa(const digitrun_format *format)
{
    const digitrun_kernel *kernel = digitrun_isa_scalar();
    if (format != NULL && plan_of(format)->width_count == 0) {
        kernel = digitrun_isa_kernel_for(plan_of(format)->needs);
    }
    return kernel->name;
}
