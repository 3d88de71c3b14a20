/* tests/unit_ways.h - one way to read a text, what it gave, and the comparison with what is due. */
#ifndef DIGITRUN_TESTS_UNIT_WAYS_H
#define DIGITRUN_TESTS_UNIT_WAYS_H

#include "tests/unit_check.h"

typedef struct reading_way {
    size_t first, step;            /* bytes of the first part and of each following one */
    size_t capacity, row_capacity; /* room of one call */
    unsigned flags;
    bool single;   /* float */
    bool shaped;   /* with row_ends, row_closes and valid */
    bool late_end; /* the last part says MORE too, an empty one ends the text */
} reading_way;

typedef struct reading {
    digitrun_status status;
    size_t count, rows, offset, length, missing, calls;
    union {
        double f64[CHECK_VALUES + 8];
        float f32[CHECK_VALUES + 8];
    } values;
    size_t row_ends[CHECK_ROWS + 8];
    uint8_t closes[CHECK_ROWS + 8];
    uint8_t valid[CHECK_VALUES / 8 + 8];
} reading;

enum { VALID_SHIFT = 3 }; /* the bit of the first value in `valid` */

/* The text in hand. */
typedef struct checked_text {
    const digitrun_format *format;
    const char *text;
    size_t len;
    const expectation *want;
    const char *what, *row;
    size_t faults;
} checked_text;
extern checked_text checked;

/* Fails the test and says how the text was read; only the first two faults of a text are told. */
void fault(const reading_way *way, const char *call, const char *fact, size_t got, size_t want);
/* Whether the two are equal; a fault if not. */
bool same(const reading_way *way, const char *call, const char *fact, size_t got, size_t want);
void same_values(const reading_way *way, const char *call, const reading *got, size_t count);
void same_rows(const reading_way *way, const char *call, const reading *got, size_t rows);
/* Everything: status, counts, place, values; rows, closes and valid bits if the way is shaped. */
void same_reading(const reading_way *way, const char *call, const reading *got);

#endif
