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

enum { MANY = 32 };

/* Whether the next MANY bytes are digits. */
static inline bool are_digits(const uint8_t *at)
{
    return (digitrun_others_of_eight(at) | digitrun_others_of_eight(at + 8) |
            digitrun_others_of_eight(at + 16) | digitrun_others_of_eight(at + 24)) == 0;
}

/* Over decimal digits. */
static inline const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= MANY && are_digits(at)) {
        at += MANY;
    }
    while (end - at >= 8 && digitrun_others_of_eight(at) == 0) {
        at += 8;
    }
    while (at < end && is_digit(*at)) {
        at++;
    }
    return at;
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
