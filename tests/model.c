/* tests/model.c - the model's entry, its growing arrays, and what a call with limited room
 * returns. */
#include "tests/model.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *array, size_t count, size_t *room, size_t item)
{
    if (count < *room)
        return array;
    *room = *room * 2 + 64;
    array = realloc(array, *room * item);
    if (!array)
        abort();
    return array;
}

void model_add_value(model_reading *reading, const model_value *value)
{
    reading->values = grown(reading->values, reading->count, &reading->value_room,
                            sizeof *reading->values);
    reading->values[reading->count++] = *value;
}

void model_add_row(model_reading *reading, size_t start, size_t end)
{
    reading->rows = grown(reading->rows, reading->row_count, &reading->row_room,
                          sizeof *reading->rows);
    reading->rows[reading->row_count++] = (model_row){reading->count, start, end, 0, false};
}

void model_stop(model_reading *reading, digitrun_status status, size_t offset, size_t length)
{
    reading->status = status;
    reading->offset = offset;
    reading->length = length;
}

void model_release(model_reading *reading)
{
    free(reading->values);
    free(reading->rows);
    memset(reading, 0, sizeof *reading);
}

static size_t past_line(const char *text, size_t len, size_t at, bool returns)
{
    while (at < len && text[at] != '\n' && !(returns && text[at] == '\r'))
        at++;
    if (at + 1 < len && text[at] == '\r' && text[at + 1] == '\n')
        at++;
    return at < len ? at + 1 : len;
}

void model_read(model_reading *reading, const model_rules *rules, const char *text, size_t len,
                unsigned what)
{
    size_t start = 0;
    reading->count = reading->row_count = 0;
    model_stop(reading, DIGITRUN_OK, len, 0);
    if (rules->bom == DIGITRUN_ACCEPT && len >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3))
        start = 3;
    for (size_t i = 0; i < rules->skip_lines && start < len; i++)
        start = past_line(text, len, start, !rules->json);
    if (rules->json) {
        model_read_json(reading, rules, text, len, what, start);
    } else {
        model_read_lines(reading, rules, text, len, what, start);
    }
}

/* ---- room ----------------------------------------------------------------------------------- */
static size_t next_value_start(const model_reading *reading, size_t count)
{
    return count < reading->count ? reading->values[count].start : reading->offset;
}

static size_t last_used(const model_reading *reading, size_t count, size_t rows)
{
    size_t value = count ? reading->values[count - 1].end : 0;
    size_t row = rows ? reading->rows[rows - 1].end : 0;
    return value > row ? value : row;
}

void model_limit(model_result *result, const model_reading *reading, size_t capacity,
                 size_t row_capacity, bool whole_rows)
{
    size_t count = 0, rows = 0;
    memset(result, 0, sizeof *result);
    result->status = reading->status;
    for (;;) { /* values and row ends in the order of the text */
        if (rows < reading->row_count && reading->rows[rows].values == count) {
            if (rows == row_capacity) {
                result->status = DIGITRUN_ROWS_FULL;
                break;
            }
            rows++;
        } else if (count < reading->count) {
            if (count == capacity) {
                result->status = DIGITRUN_FULL;
                break;
            }
            if (rows < reading->row_count && reading->rows[rows].alone && rows == row_capacity) {
                result->status = DIGITRUN_ROWS_FULL;
                break;
            }
            count++;
        } else {
            break;
        }
    }
    bool error = result->status >= DIGITRUN_BAD_NUMBER;
    if (whole_rows && result->status != DIGITRUN_OK)
        count = rows ? reading->rows[rows - 1].values : 0;
    result->offset = result->offset_most = reading->offset;
    result->length = error ? reading->length : 0;
    if (!error && result->status != DIGITRUN_OK) {
        result->offset = last_used(reading, count, rows);
        result->offset_most = next_value_start(reading, count);
        if (rows < reading->row_count && reading->rows[rows].values == count) {
            result->offset_most = reading->rows[rows].end; /* before its end, or its bracket */
        }
    }
    result->count = count;
    result->rows = rows;
    for (size_t i = 0; i < count; i++)
        result->missing += !reading->values[i].present;
}

/* ---- the prefix call ------------------------------------------------------------------------ */
static size_t blanks(const char *text, size_t len, size_t at)
{
    while (at < len &&
           (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n'))
        at++;
    return at;
}

static size_t digits(const char *text, size_t len, size_t at)
{
    while (at < len && text[at] >= '0' && text[at] <= '9')
        at++;
    return at;
}

/* The end of the RFC 8259 number at `at`, or `at`. */
static size_t strict_number(const char *text, size_t len, size_t at)
{
    size_t start = at, from;
    if (at < len && text[at] == '-')
        at++;
    from = at;
    at = digits(text, len, at);
    if (at == from || (text[from] == '0' && at - from > 1))
        return start;
    if (at < len && text[at] == '.') {
        from = ++at;
        at = digits(text, len, at);
        if (at == from)
            return start;
    }
    if (at < len && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < len && (text[at] == '+' || text[at] == '-'))
            at++;
        from = at;
        at = digits(text, len, at);
        if (at == from)
            return start;
    }
    return at;
}

static bool convert_plain(const char *token, size_t len, unsigned what, model_value *value)
{
    char *plain = malloc(len + 1);
    if (!plain)
        abort();
    memcpy(plain, token, len);
    plain[len] = 0;
    errno = 0;
    double wide = what & MODEL_F32 ? (double)model_strtof(plain) : model_strtod(plain);
    float narrow = (float)wide;
    uint32_t half;
    double least = what & MODEL_F32 ? FLT_MIN : DBL_MIN; /* what rounds up to it sets errno */
    bool taken = errno == 0 && !isinf(wide) && (wide == 0 || fabs(wide) > least);
    free(plain);
    memcpy(&value->bits, &wide, sizeof wide);
    memcpy(&half, &narrow, sizeof half);
    if (what & MODEL_F32)
        value->bits = half;
    value->present = true;
    return taken;
}

void model_prefix(model_reading *reading, const char *text, size_t len, char separator,
                  unsigned what)
{
    reading->count = reading->row_count = 0;
    size_t at = 0;
    bool blank = separator == ' ' || separator == '\t' || separator == '\n' || separator == '\r';
    for (;;) {
        model_value value = {0};
        value.start = blanks(text, len, at);
        value.end = strict_number(text, len, value.start);
        if (value.end == value.start)
            break;
        size_t next = blanks(text, len, value.end);
        bool separated = blank ? next > value.end &&
                                     memchr(text + value.end, separator, next - value.end)
                               : next < len && text[next] == separator;
        if (!separated || !convert_plain(text + value.start, value.end - value.start, what, &value))
            break;
        model_add_value(reading, &value);
        at = blank ? next : next + 1;
    }
    model_stop(reading, DIGITRUN_OK, at, 0);
}
