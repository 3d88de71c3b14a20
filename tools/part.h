/* tools/part.h - a part of the text on its way: bytes, the values read from them, bytes again. */
#ifndef DIGITRUN_TOOLS_PART_H
#define DIGITRUN_TOOLS_PART_H

#include "tools/bytes.h"
#include "tools/faults.h"
#include "tools/filter.h"
#include "tools/input.h"
#include "tools/options.h"

typedef struct part {
    const options *opts;
    filter passed_over;
    input in;   /* the text */
    bytes view; /* what is read in its place, where something is passed over: as long as the text */
    digitrun_reader reader, checkpoint; /* checkpoint: before the last read, which began at ... */
    size_t checkpoint_at;
    digitrun_result last; /* of the last read; an error that is not forgiven: at `bad` */
    size_t used, bad;     /* bytes of the text that were read; the place of the error */
    const char *problem;  /* an error before the numbers are read, at `bad`; NULL: none */
    const char *cut_off;  /* the part is empty: why a file of values goes no further; NULL: none */

    bool f32;
    void *values;
    size_t count, capacity;
    size_t *row_ends; /* values before the end of each row, counted in this part */
    size_t rows, row_capacity;
    uint8_t *valid; /* a bit a value, where missing ones are left out; else NULL */
    size_t open;    /* values before this part of the row that was open at its start */
    uint64_t missing, passed_rows; /* NaNs for missing values; rows left out */
    faults forgiven, bad_documents;
    bool flat; /* the values are one row without brackets, set before they are written */

    bytes labels;         /* one a line, for each row of the text */
    bytes passed;         /* numbers of the rows left out, from 0 */
    bytes out;            /* values as they are to be written */
    const char *refused;  /* why a value cannot be written so; NULL: all can */
    size_t refused_index; /* of that value in values */
} part;

/* Returns 0, or the exit code after it has said what is wrong. */
int part_open(part *p, const options *opts);
void part_close(part *p);

/* Reads all of p->in, but for what the end of the text so far may have cut. `forced`: flags of the
 * library. Returns false where there is no memory. */
bool part_read(part *p, unsigned forced);

/* After an error, when the values were handed on: values of the bad row, which the reader forgets
 * where whole rows are read. */
uint64_t part_count_bad_row(part *p);

/* Room for count values and rows; false: there is no memory. */
bool part_reserve(part *p, size_t count, size_t rows);

static inline size_t part_value_size(const part *p)
{
    return p->f32 ? sizeof(float) : sizeof(double);
}

static inline bool part_is_bad(const part *p)
{
    return p->problem != NULL || p->last.status >= DIGITRUN_BAD_NUMBER;
}

static inline bool part_wants_text(const part *p)
{
    return p->last.status == DIGITRUN_OK || p->last.status == DIGITRUN_PARTIAL;
}

/* Values of the row that is open at the end of this part. */
static inline size_t part_open_after(const part *p)
{
    return p->rows > 0 ? p->count - p->row_ends[p->rows - 1] : p->open + p->count;
}

#endif
