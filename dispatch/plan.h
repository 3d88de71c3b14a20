/* dispatch/plan.h - the private view of a digitrun_format, and small questions about bytes. */
#ifndef DIGITRUN_PLAN_H
#define DIGITRUN_PLAN_H

#include "kernels/kernel.h"

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
