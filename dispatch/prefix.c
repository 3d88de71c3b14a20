/* dispatch/prefix.c - the numbers at the front of a program's own grammar. */
#include "dispatch/desk.h"
#include "dispatch/isa.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct prefix {
    const digitrun_plan *plan;
    const uint8_t *text;
    size_t len;
    uint8_t separator;
    element wanted;
} prefix;

/* The commonest separator's plan needs no making. */
static const digitrun_plan comma = {.class_of = {[' '] = CLASS_BLANK,
                                                 ['\t'] = CLASS_BLANK,
                                                 ['\n'] = CLASS_BLANK,
                                                 ['\r'] = CLASS_BLANK,
                                                 [','] = CLASS_DELIMITER},
                                    .follow = {[CLASS_TOKEN] = 1 << CLASS_DELIMITER,
                                               [CLASS_DELIMITER] = 1 << CLASS_TOKEN,
                                               [CLASS_ROW] = 1 << CLASS_TOKEN},
                                    .decimal = '.',
                                    .needs = NEED_NO_LEADING_ZEROS};

static void make_plan(digitrun_plan *plan, uint8_t separator)
{
    bool blank = separator == ' ' || separator == '\t' || separator == '\n' || separator == '\r';
    uint8_t token = FOLLOW_BIT(CLASS_TOKEN);
    uint8_t more = blank ? FOLLOW_BIT(CLASS_DELIMITER) : 0;
    memset(plan, 0, sizeof *plan);
    plan->class_of[' '] = plan->class_of['\t'] = CLASS_BLANK;
    plan->class_of['\n'] = plan->class_of['\r'] = CLASS_BLANK;
    plan->class_of[separator] = CLASS_DELIMITER;
    plan->follow[CLASS_TOKEN] = FOLLOW_BIT(CLASS_DELIMITER);
    plan->follow[CLASS_DELIMITER] = (uint8_t)(token | more);
    plan->follow[CLASS_ROW] = (uint8_t)(token | more);
    plan->decimal = '.';
    plan->needs = NEED_NO_LEADING_ZEROS;
}

/* A digit, sign, point or exponent letter cannot separate: nothing is taken then. */
static bool can_separate(uint8_t separator)
{
    return !is_digit(separator) && separator != '-' && separator != '+' && separator != '.' &&
           (separator | 0x20) != 'e';
}

/* strtod may call these out of range: subnormal, or rounded up to the least normal value. */
static bool is_small(const prefix *p, const void *values, size_t index)
{
    if (p->wanted == ELEMENT_F64) {
        return fabs(((const double *)values)[index]) <= DBL_MIN;
    }
    return fabsf(((const float *)values)[index]) <= FLT_MIN;
}

static bool is_zero(const prefix *p, const void *values, size_t index)
{
    return p->wanted == ELEMENT_F64 ? ((const double *)values)[index] == 0
                                    : ((const float *)values)[index] == 0;
}

/* Whether the digits of the number at text[at], before any exponent, are all zero. */
static bool has_zero_digits(const prefix *p, size_t at)
{
    for (; at < p->len; at++) {
        uint8_t byte = p->text[at];
        if (byte >= '1' && byte <= '9') {
            return false;
        }
        if (!is_digit(byte) && byte != '-' && byte != '.') {
            break;
        }
    }
    return true;
}

/* Of `count` values read from text[begin, end), how many come before the first that strtod would
 * call out of range: subnormal, or zero from digits that are not. *stop: where the rest begins. */
static size_t cut_small(const prefix *p, const void *values, size_t count, size_t begin,
                        size_t *stop)
{
    size_t first = 0;
    size_t at = begin;
    while (first < count && !is_small(p, values, first)) {
        first++;
    }
    if (first == count) {
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        while (p->plan->class_of[p->text[at]] != CLASS_TOKEN) {
            at++;
        }
        if (i >= first && is_small(p, values, i) &&
            !(is_zero(p, values, i) && has_zero_digits(p, at))) {
            *stop = at;
            return i;
        }
        while (p->plan->class_of[p->text[at]] == CLASS_TOKEN) {
            at++;
        }
    }
    return count;
}

/* Behind the last separator of text[0, stop), a number is taken with its separator only; where that
 * is a blank, behind the blanks that follow it too. */
static size_t behind_separator(const prefix *p, size_t stop)
{
    size_t at = stop;
    bool blank = p->plan->follow[CLASS_DELIMITER] != FOLLOW_BIT(CLASS_TOKEN);
    while (at > 0 && p->text[at - 1] != p->separator) {
        at--;
    }
    while (blank && at < stop && p->plan->class_of[p->text[at]] != CLASS_TOKEN) {
        at++;
    }
    return at;
}

static void *element_at(const prefix *p, void *values, size_t index)
{
    return p->wanted == ELEMENT_F64 ? (void *)((double *)values + index)
                                    : (void *)((float *)values + index);
}

static void call(const prefix *p, const digitrun_kernel *kernel, digitrun_run *run)
{
    if (p->wanted == ELEMENT_F64) {
        kernel->read_f64(run);
    } else {
        kernel->read_f32(run);
    }
}

/* One run at result->offset into values[count..). Returns false when nothing more can be taken. */
static bool read_run(const prefix *p, const digitrun_kernel *kernel, digitrun_run *run,
                     void *values, size_t capacity, digitrun_result *result)
{
    size_t begin = result->offset;
    size_t left = p->len - begin;
    size_t room = capacity - result->count;
    size_t stop;
    size_t taken;
    run->text = p->text + begin;
    run->len = left < RUN_BYTES ? (uint32_t)left : (uint32_t)RUN_BYTES;
    run->capacity = room < RUN_BYTES ? (uint32_t)room : (uint32_t)RUN_BYTES;
    run->values = element_at(p, values, result->count);
    call(p, left < kernel->least ? digitrun_isa_scalar() : kernel, run);
    if (run->used == 0 && kernel != digitrun_isa_scalar()) {
        call(p, digitrun_isa_scalar(), run);
    }
    stop = begin + run->used;
    taken = cut_small(p, run->values, run->count, begin, &stop);
    result->count += taken;
    result->offset = stop;
    return taken == run->count && run->used != 0;
}

/* The longest front part; without the last number if its separator did not come. */
static void read_front(const prefix *p, void *scratch, void *values, size_t capacity,
                       digitrun_result *result)
{
    const digitrun_kernel *kernel = digitrun_isa_kernel_for(p->plan->needs);
    digitrun_run run;
    memset(&run, 0, sizeof run);
    run.plan = p->plan;
    run.after = CLASS_ROW;
    run.scratch = scratch;
    if (!kernel->any_rounding && !is_usual_arithmetic()) {
        kernel = digitrun_isa_scalar();
    }
    while (read_run(p, kernel, &run, values, capacity, result)) {
    }
    if (run.after == CLASS_TOKEN && result->count > 0 && run.used == 0) {
        result->count--;
    }
    result->offset = result->count == 0 ? 0 : behind_separator(p, result->offset);
}

NOINLINE static void read_front_with_scratch(const prefix *p, void *values, size_t capacity,
                                             digitrun_result *result)
{
    _Alignas(64) uint8_t scratch[DIGITRUN_SCRATCH];
    read_front(p, scratch, values, capacity, result);
}

/* Whether a further number with its separator follows a full output. */
static bool has_more(const prefix *p, const digitrun_result *result)
{
    double room[1];
    prefix rest = *p;
    digitrun_result next = {DIGITRUN_OK, 0, 0, 0, 0, 0};
    digitrun_run run;
    rest.text += result->offset;
    rest.len -= result->offset;
    memset(&run, 0, sizeof run);
    run.plan = rest.plan;
    run.after = CLASS_ROW;
    read_run(&rest, digitrun_isa_scalar(), &run, room, 1, &next);
    return next.count == 1 && run.after == CLASS_DELIMITER;
}

static digitrun_result read_prefix(const char *text, size_t len, char separator, element wanted,
                                   void *values, size_t capacity)
{
    digitrun_result result = {DIGITRUN_OK, 0, 0, 0, 0, 0};
    digitrun_plan own;
    prefix p;
    if ((text == NULL && len != 0) || (values == NULL && capacity != 0)) {
        result.status = DIGITRUN_BAD_ARGUMENT;
        return result;
    }
    if (!can_separate((uint8_t)separator)) {
        return result;
    }
    p.plan = &comma;
    if (separator != ',') {
        make_plan(&own, (uint8_t)separator);
        p.plan = &own;
    }
    p.text = (const uint8_t *)text;
    p.len = len;
    p.separator = (uint8_t)separator;
    p.wanted = wanted;
    if (digitrun_isa_kernel_for(p.plan->needs)->scratch != 0) {
        read_front_with_scratch(&p, values, capacity, &result);
    } else {
        read_front(&p, NULL, values, capacity, &result);
    }
    if (result.count == capacity && has_more(&p, &result)) {
        result.status = DIGITRUN_FULL;
    }
    return result;
}

digitrun_result digitrun_prefix_f64(const char *text, size_t len, char separator, double *values,
                                    size_t capacity)
{
    return read_prefix(text, len, separator, ELEMENT_F64, values, capacity);
}

digitrun_result digitrun_prefix_f32(const char *text, size_t len, char separator, float *values,
                                    size_t capacity)
{
    return read_prefix(text, len, separator, ELEMENT_F32, values, capacity);
}
