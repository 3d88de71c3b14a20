/* tests/cuts_compare.c - what came out of a text in parts against the model, or against the text in
 * one. */
#include "tests/cuts_feed.h"

#include <string.h>

unsigned way_model(const reading_way *way)
{
    return (way->single ? MODEL_F32 : 0u) | (way->rows || way->whole_rows ? MODEL_ROWS : 0u) |
           (way->closes ? MODEL_CLOSES : 0u);
}

/* The span of a row may have begun before the part that showed the error, and end behind it. */
static bool same_error(const seen_error *got, digitrun_status status, size_t offset, size_t end)
{
    if (got->status != status)
        return false;
    if (status != DIGITRUN_ROW_LENGTH)
        return got->offset == offset && got->end == end;
    bool start = got->offset == offset || (got->offset == got->part_start && offset < got->offset);
    return start && (got->end == end || (got->end == got->part_end && end > got->end));
}

bool pieces_match_model(const pieces *got, const model_reading *model, const reading_way *way,
                        char *why)
{
    bool error = model->status != DIGITRUN_OK;
    size_t rows = model->row_count, count = model->count, missing = 0;
    if (way->whole_rows && error)
        count = rows ? model->rows[rows - 1].values : 0;
    for (size_t i = 0; i < count; i++)
        missing += !model->values[i].present;
    const seen_error *seen = &got->errors[0];
    bool same = got->error_count == (error ? 1 : 0);
    if (same && error)
        same = same_error(seen, model->status, model->offset, model->offset + model->length);
    if (!same || got->count != count || got->rows != rows || got->missing != missing) {
        snprintf(why, WHY_BYTES,
                 "got status %d count %zu rows %zu missing %zu offset %zu end %zu; model %d %zu "
                 "%zu %zu %zu %zu",
                 got->error_count ? (int)seen->status : 0, got->count, got->rows, got->missing,
                 seen->offset, seen->end, (int)model->status, count, rows, missing, model->offset,
                 model->offset + model->length);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (got->bits[i] != model->values[i].bits ||
            (way->valid && got->valid[i] != model->values[i].present)) {
            snprintf(why, WHY_BYTES, "value %zu", i);
            return false;
        }
    for (size_t i = 0; way->rows && i < rows; i++)
        if (got->row_ends[i] != model->rows[i].values ||
            (way->closes && got->closes[i] != model->rows[i].closes)) {
            snprintf(why, WHY_BYTES, "row %zu: end %zu closes %u; model %zu %zu", i,
                     got->row_ends[i], (unsigned)got->closes[i], model->rows[i].values,
                     model->rows[i].closes);
            return false;
        }
    return true;
}

bool pieces_match(const pieces *got, const pieces *want, const reading_way *way, char *why)
{
    bool same = got->error_count == want->error_count && got->count == want->count &&
                got->rows == want->rows && got->missing == want->missing;
    snprintf(why, WHY_BYTES, "count %zu rows %zu missing %zu errors %zu; whole %zu %zu %zu %zu",
             got->count, got->rows, got->missing, got->error_count, want->count, want->rows,
             want->missing, want->error_count);
    for (size_t i = 0; same && i < got->error_count; i++) {
        const seen_error *error = &want->errors[i];
        same = same_error(&got->errors[i], error->status, error->offset, error->end);
        if (!same)
            snprintf(why, WHY_BYTES, "error %zu: status %d at %zu to %zu; whole %d %zu %zu", i,
                     (int)got->errors[i].status, got->errors[i].offset, got->errors[i].end,
                     (int)error->status, error->offset, error->end);
    }
    if (!same)
        return false;
    snprintf(why, WHY_BYTES, "values, rows, closes or validity");
    if (memcmp(got->bits, want->bits, got->count * sizeof *got->bits))
        return false;
    if (way->valid && memcmp(got->valid, want->valid, got->count))
        return false;
    if (way->rows && memcmp(got->row_ends, want->row_ends, got->rows * sizeof *got->row_ends))
        return false;
    return !way->closes || !memcmp(got->closes, want->closes, got->rows);
}
