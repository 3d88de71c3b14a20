/* dispatch/parse.c - whole texts: parse, count, prefix, and how large they can get. */
#include "dispatch/desk.h"
#include "dispatch/isa.h"

static digitrun_result bad_argument(void)
{
    digitrun_result result = {DIGITRUN_BAD_ARGUMENT, 0, 0, 0, 0, 0};
    return result;
}

/* Texts up to here are tried in one kernel run before a desk is set up for them. */
enum { SHORT_BYTES = 4096, SHORT_ROWS = 64 };

typedef struct request {
    const uint8_t *text;
    size_t len;
    const digitrun_plan *plan;
    element wanted;
    void *values;
    size_t capacity;
    bool rows; /* row_ends are asked */
    size_t *row_ends;
    size_t row_capacity;
} request;

static bool may_be_short(const request *q)
{
    return q->len != 0 && q->len <= SHORT_BYTES && q->text[0] != 0xEF && !q->plan->row_wise &&
           q->plan->skip_lines == 0 && q->plan->columns == 0;
}

/* Whether the run has read all of the text, structure complete. May end the last row. */
static bool is_complete(const request *q, digitrun_run *run)
{
    size_t at = run->used;
    while (at < q->len && q->plan->class_of[q->text[at]] == CLASS_BLANK) {
        at++;
    }
    if (at != q->len) {
        return false;
    }
    if (has_brackets(q->plan)) {
        return run->after == AFTER_DOCUMENT ||
               (run->after == CLASS_ROW && q->plan->kind == DIGITRUN_NDJSON);
    }
    if (run->after == CLASS_DELIMITER && !q->plan->collapse) {
        return false;
    }
    if (run->level != LEVEL_EMPTY) {
        if (q->rows && run->rows == run->row_capacity) {
            return false;
        }
        if (q->rows) {
            run->row_ends[run->rows] = run->count;
        }
        run->rows++;
    }
    return true;
}

static const digitrun_kernel *short_kernel(const request *q)
{
    const digitrun_kernel *kernel = digitrun_isa_kernel_for(q->plan->needs);
    if ((q->len < kernel->least && !kernel->reads_short) ||
        (!kernel->any_rounding && !is_usual_arithmetic())) {
        return digitrun_isa_scalar();
    }
    return kernel;
}

/* One run without room for holes. Returns false, with nothing said, if the desk must read the text.
 */
NOINLINE static bool run_short(const request *q, const digitrun_kernel *kernel,
                               digitrun_result *result)
{
    _Alignas(64) uint8_t scratch[DIGITRUN_SCRATCH];
    uint32_t row_ends[SHORT_ROWS];
    digitrun_run run;
    run.text = q->text;
    run.len = (uint32_t)q->len;
    run.last = 1;
    run.plan = q->plan;
    run.values = q->values;
    run.capacity = q->capacity < SHORT_BYTES ? (uint32_t)q->capacity : (uint32_t)SHORT_BYTES;
    run.row_capacity = q->row_capacity < SHORT_ROWS ? (uint32_t)q->row_capacity
                                                    : (uint32_t)SHORT_ROWS;
    run.hole_capacity = 0;
    run.depth_max = q->plan->depth_max;
    run.row_ends = q->rows ? row_ends : NULL;
    run.row_closes = NULL;
    run.holes = NULL;
    run.scratch = scratch;
    run.depth = 0;
    run.after = CLASS_ROW;
    run.level = LEVEL_EMPTY;
    run.mood = 0;
    if (q->wanted == ELEMENT_F64) {
        kernel->read_f64(&run);
    } else if (q->wanted == ELEMENT_F32) {
        kernel->read_f32(&run);
    } else {
        kernel->count(&run);
    }
    if (!is_complete(q, &run)) {
        return false;
    }
    for (uint32_t row = 0; q->rows && row < run.rows; row++) {
        q->row_ends[row] = row_ends[row];
    }
    result->status = DIGITRUN_OK;
    result->count = run.count;
    result->rows = run.rows;
    result->offset = q->len;
    result->length = 0;
    result->missing = 0;
    return true;
}

NOINLINE static digitrun_result read_at_desk(const request *q)
{
    desk d;
    size_t nowhere;
    digitrun_desk_begin(&d, q->plan);
    d.text = q->text;
    d.len = q->len;
    d.wanted = q->wanted;
    d.values = q->values;
    d.capacity = q->capacity;
    d.row_ends = q->rows && q->row_ends == NULL ? &nowhere : q->row_ends;
    d.row_capacity = q->row_capacity;
    d.rows_asked = q->rows || q->plan->columns != 0;
    d.rows_needed = d.rows_asked;
    d.marks_needed = q->plan->columns != 0;
    return digitrun_desk_read(&d);
}

static digitrun_result read_request(const request *q)
{
    if (may_be_short(q)) {
        digitrun_result result;
        const digitrun_kernel *kernel = short_kernel(q);
        if (run_short(q, kernel, &result)) {
            return result;
        }
        if (q->len < kernel->least && run_short(q, digitrun_isa_scalar(), &result)) {
            return result;
        }
    }
    return read_at_desk(q);
}

NOINLINE static digitrun_result parse(const char *text, size_t len, const digitrun_format *format,
                                      element wanted, void *values, size_t capacity, bool rows,
                                      size_t *row_ends, size_t row_capacity)
{
    request q;
    if (format == NULL || (text == NULL && len != 0) ||
        (values == NULL && capacity != 0 && wanted != ELEMENT_NONE) ||
        (row_ends == NULL && row_capacity != 0)) {
        return bad_argument();
    }
    q.text = (const uint8_t *)text;
    q.len = len;
    q.plan = plan_of(format);
    q.wanted = wanted;
    q.values = values;
    q.capacity = capacity;
    q.rows = rows;
    q.row_ends = row_ends;
    q.row_capacity = row_capacity;
    return read_request(&q);
}

/* One row of a few numbers, read before anything is set up. Returns false where all of it must be
 * looked at: at the arguments, too. */
static inline bool read_few(const char *text, size_t len, const digitrun_format *format,
                            element wanted, void *values, size_t capacity, digitrun_result *result)
{
    const digitrun_kernel *kernel = digitrun_isa_kernel();
    if (len - 1 >= kernel->few_bytes || text == NULL || format == NULL || values == NULL ||
        plan_of(format)->row_wise || plan_of(format)->skip_lines != 0 ||
        plan_of(format)->columns != 0) {
        return false;
    }
    const digitrun_plan *plan = plan_of(format);
    const uint8_t *bytes = (const uint8_t *)text;
    const size_t count = wanted == ELEMENT_F64
                             ? kernel->few_f64(plan, bytes, len, values, capacity)
                             : kernel->few_f32(plan, bytes, len, values, capacity);
    result->status = DIGITRUN_OK;
    result->count = count;
    result->rows = 1;
    result->offset = len;
    result->length = 0;
    result->missing = 0;
    return count != 0;
}

digitrun_result digitrun_parse_f64(const char *text, size_t len, const digitrun_format *format,
                                   double *values, size_t capacity)
{
    digitrun_result result;
    if (read_few(text, len, format, ELEMENT_F64, values, capacity, &result)) {
        return result;
    }
    return parse(text, len, format, ELEMENT_F64, values, capacity, false, NULL, 0);
}

digitrun_result digitrun_parse_f32(const char *text, size_t len, const digitrun_format *format,
                                   float *values, size_t capacity)
{
    digitrun_result result;
    if (read_few(text, len, format, ELEMENT_F32, values, capacity, &result)) {
        return result;
    }
    return parse(text, len, format, ELEMENT_F32, values, capacity, false, NULL, 0);
}

digitrun_result digitrun_parse_rows_f64(const char *text, size_t len, const digitrun_format *format,
                                        double *values, size_t capacity, size_t *row_ends,
                                        size_t row_capacity)
{
    digitrun_result result;
    if (row_ends != NULL && row_capacity != 0 &&
        read_few(text, len, format, ELEMENT_F64, values, capacity, &result)) {
        row_ends[0] = result.count;
        return result;
    }
    return parse(text, len, format, ELEMENT_F64, values, capacity, true, row_ends, row_capacity);
}

digitrun_result digitrun_parse_rows_f32(const char *text, size_t len, const digitrun_format *format,
                                        float *values, size_t capacity, size_t *row_ends,
                                        size_t row_capacity)
{
    digitrun_result result;
    if (row_ends != NULL && row_capacity != 0 &&
        read_few(text, len, format, ELEMENT_F32, values, capacity, &result)) {
        row_ends[0] = result.count;
        return result;
    }
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
