/* dispatch/odd.h - one token by the format's rules. */
#ifndef DIGITRUN_ODD_H
#define DIGITRUN_ODD_H

#include "dispatch/plan.h"

/* What is wanted of a token. */
typedef enum element { ELEMENT_NONE, ELEMENT_F32, ELEMENT_F64 } element;

typedef struct odd_value {
    double f64;   /* set for ELEMENT_F64 */
    float f32;    /* set for ELEMENT_F32 */
    bool present; /* false: a NaN stands for a missing or bad token */
} odd_value;

/* Reads the trimmed token [begin, end), empty for an empty cell. Returns DIGITRUN_OK and fills
 * *value, or the status that refuses it. ELEMENT_NONE: the verdict only, numbers not converted. */
digitrun_status digitrun_odd_token(const digitrun_plan *plan, element wanted, const uint8_t *begin,
                                   const uint8_t *end, odd_value *value);

/* The value that stands for something missing, or `refusal` where choice is not AS_MISSING. */
digitrun_status digitrun_odd_missing(digitrun_choice choice, digitrun_status refusal,
                                     odd_value *value);

/* Whether [begin, end) is a number in this format. */
bool digitrun_is_number(const digitrun_plan *plan, const uint8_t *begin, const uint8_t *end);

#endif
