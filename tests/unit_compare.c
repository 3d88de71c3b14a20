/* tests/unit_compare.c - a reading compared with the expectation, and what is said if not. */
#include "tests/unit_ways.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <inttypes.h>
#include <string.h>

checked_text checked;

void fault(const reading_way *way, const char *call, const char *fact, size_t got, size_t want)
{
    if (++checked.faults > 2)
        return;
    cr_expect_fail("%s: '%s': %s of %s (%s, parts %zu+%zu, room %zu/%zu, flags %u%s%s; row %s): "
                   "got %zu (%s), want %zu (%s)",
                   checked.what, shown(checked.text, checked.len), fact, call,
                   way->single ? "f32" : "f64", way->first, way->step, way->capacity,
                   way->row_capacity, way->flags, way->shaped ? ", shaped" : "",
                   way->late_end ? ", late end" : "", checked.row, got, status_name((int)got), want,
                   status_name((int)want));
}

bool same(const reading_way *way, const char *call, const char *fact, size_t got, size_t want)
{
    if (got != want)
        fault(way, call, fact, got, want);
    return got == want;
}

void same_values(const reading_way *way, const char *call, const reading *got, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t a = 0, b = 0;
        if (way->single) {
            memcpy(&a, &got->values.f32[i], 4);
            memcpy(&b, &checked.want->f32[i], 4);
        } else {
            memcpy(&a, &got->values.f64[i], 8);
            memcpy(&b, &checked.want->f64[i], 8);
        }
        if (a != b) {
            cr_log_error("value %zu: got %016" PRIx64 ", want %016" PRIx64, i, a, b);
            fault(way, call, "value", i, i);
            return;
        }
    }
}

void same_rows(const reading_way *way, const char *call, const reading *got, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        if (!same(way, call, "row end", got->row_ends[i], checked.want->row_ends[i]))
            return;
}

/* The values and rows that must be there: with WHOLE_ROWS those of whole rows only. */
static size_t due_count(const reading_way *way)
{
    if (!(way->flags & DIGITRUN_WHOLE_ROWS))
        return checked.want->count;
    return checked.want->rows ? checked.want->row_ends[checked.want->rows - 1] : 0;
}

static size_t due_missing(size_t count)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += checked.want->absent[i];
    return missing;
}

void same_reading(const reading_way *way, const char *call, const reading *got)
{
    size_t count = due_count(way);
    bool moved = checked.want->status == DIGITRUN_ROW_LENGTH &&
                 (got->calls > 1 || way->first < checked.len);
    if (!same(way, call, "status", (size_t)got->status, (size_t)checked.want->status))
        return;
    if (!same(way, call, "count", got->count, count))
        return;
    same(way, call, "rows", got->rows, checked.want->rows);
    if (!moved)
        same(way, call, "offset", got->offset, checked.want->offset);
    if (!moved && checked.want->same_length)
        same(way, call, "length", got->length, checked.want->length);
    same(way, call, "missing", got->missing, due_missing(count));
    same_values(way, call, got, count);
    if (!way->shaped || got->rows != checked.want->rows)
        return;
    same_rows(way, call, got, got->rows);
    for (size_t i = 0; i < got->rows; i++)
        if (checked.want->closes[i])
            same(way, call, "closes", got->closes[i], checked.want->closes[i]);
    for (size_t i = 0; i < count; i++) {
        size_t bit = i + VALID_SHIFT;
        if (!same(way, call, "valid bit", got->valid[bit / 8] >> bit % 8 & 1,
                  !checked.want->absent[i]))
            return;
    }
}
