/* dispatch/plan.h - the private view of a digitrun_format, and small questions about bytes. */
#ifndef DIGITRUN_PLAN_H
#define DIGITRUN_PLAN_H

#include "kernels/kernel.h"

#include <string.h>

#define FOLLOW_BIT(class) ((uint8_t)(1u << (class)))

static inline const digitrun_plan *plan_of(const digitrun_format *format)
{
    return (const digitrun_plan *)(const void *)format;
}

static inline bool may_follow(const digitrun_plan *plan, unsigned after, unsigned class)
{
    return (plan->follow[after] >> class & 1) != 0;
}

static inline bool has_brackets(const digitrun_plan *plan)
{
    return (plan->needs & NEED_BRACKETS) != 0;
}

static inline bool is_digit(unsigned byte)
{
    return byte - '0' < 10u;
}

/* Over decimal digits. */
static inline const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= 8) { /* a byte less '0' above 9 sets a top bit; carries only add more */
        uint64_t bytes;
        memcpy(&bytes, at, sizeof bytes);
        bytes ^= UINT64_C(0x3030303030303030);
        if ((((bytes + UINT64_C(0x7676767676767676)) | bytes) & UINT64_C(0x8080808080808080)) !=
            0) {
            break;
        }
        at += 8;
    }
    while (at < end && is_digit(*at)) {
        at++;
    }
    return at;
}

/* Whether [at, end) may be part of one number: digits, a point, an exponent and two signs. */
static inline bool is_in_number(const digitrun_plan *plan, const uint8_t *at, const uint8_t *end)
{
    unsigned others = 0;
    while (at < end && plan->class_of[*at] == CLASS_TOKEN && others <= 4) {
        others += !is_digit(*at);
        at = skip_digits(at + 1, end);
    }
    return at == end && others <= 4;
}

static inline bool is_member(const uint8_t *bytes, unsigned count, unsigned byte)
{
    for (unsigned i = 0; i < count; i++) {
        if (bytes[i] == byte) {
            return true;
        }
    }
    return false;
}

#endif
