/* dispatch/write.c - the calls that write: arguments, the row in use, parts, and the end of the
 * text. */
#include "dispatch/isa.h"
#include "dispatch/layout.h"

#include <string.h>

/* What a digitrun_writer keeps between calls. */
typedef struct writer_place {
    const digitrun_layout_plan *layout;
    uint64_t row_left; /* see digitrun_write_run */
    uint32_t started;
    uint32_t finished; /* the end of the text is written */
} writer_place;
typedef char
    writer_place_fits[sizeof(writer_place) <= sizeof(((digitrun_writer *)0)->opaque) ? 1 : -1];

typedef enum element { ELEMENT_F64, ELEMENT_F32 } element;

static digitrun_result bad_argument(void)
{
    digitrun_result result = {DIGITRUN_BAD_ARGUMENT, 0, 0, 0, 0, 0};
    return result;
}

/* The row in use writes what it can, the scalar row the rest. */
static void write_run(element type, digitrun_write_run *run)
{
    const digitrun_kernel *kernel = digitrun_isa_kernel();
    bool f64 = type == ELEMENT_F64;
    void (*write)(digitrun_write_run *) = f64 ? kernel->write_f64 : kernel->write_f32;
    run->stop = WRITE_EARLY;
    if (write != NULL) {
        write(run);
    }
    if (run->stop == WRITE_EARLY) {
        (f64 ? digitrun_scalar_write_f64 : digitrun_scalar_write_f32)(run);
    }
}

/* Writes the end of the text; false where it has no room. */
static bool write_closing(digitrun_write_run *run)
{
    layout_text text;
    size_t rows = digitrun_layout_closing(run->layout, run->started != 0, run->row_left != 0,
                                          &text);
    if (text.len > run->capacity - run->used) {
        return false;
    }
    if (text.len != 0) {
        memcpy(run->text + run->used, text.bytes, text.len);
    }
    run->used += text.len;
    run->rows += rows;
    return true;
}

/* Where count values and, unless more follow, the end of the text fit. */
static digitrun_result write_part(writer_place *place, element type, const void *values,
                                  size_t count, bool more, char *text, size_t capacity)
{
    digitrun_write_run run = {.layout = place->layout,
                              .values = values,
                              .count = count,
                              .text = text,
                              .capacity = capacity,
                              .row_left = place->row_left,
                              .started = place->started,
                              .stop = WRITE_DONE};
    digitrun_status status = DIGITRUN_OK;
    if (count != 0) {
        write_run(type, &run);
    }
    if (run.stop == WRITE_NOT_FINITE) {
        status = DIGITRUN_NOT_FINITE;
    } else if (run.stop == WRITE_FULL) {
        status = DIGITRUN_FULL;
    } else if (!more && !place->finished) {
        place->finished = write_closing(&run);
        status = place->finished ? DIGITRUN_OK : DIGITRUN_FULL;
    }
    place->row_left = run.row_left;
    place->started = run.started;
    digitrun_result result = {status, run.done, run.rows, run.used, 0, 0};
    return result;
}

static digitrun_result write_whole(element type, const void *values, size_t count,
                                   const digitrun_layout *layout, char *text, size_t capacity)
{
    writer_place place = {.layout = (const digitrun_layout_plan *)layout};
    if (layout == NULL || (values == NULL && count != 0) || (text == NULL && capacity != 0)) {
        return bad_argument();
    }
    return write_part(&place, type, values, count, false, text, capacity);
}

static digitrun_result emit(digitrun_writer *writer, element type, const void *values, size_t count,
                            unsigned flags, char *text, size_t capacity)
{
    writer_place place;
    if (writer == NULL || (values == NULL && count != 0) || (text == NULL && capacity != 0) ||
        (flags & ~(unsigned)DIGITRUN_MORE) != 0) {
        return bad_argument();
    }
    memcpy(&place, writer->opaque, sizeof place);
    if (place.layout == NULL || (place.finished && count != 0)) {
        return bad_argument();
    }
    digitrun_result result = write_part(&place, type, values, count, (flags & DIGITRUN_MORE) != 0,
                                        text, capacity);
    memcpy(writer->opaque, &place, sizeof place);
    writer->values += result.count;
    return result;
}

digitrun_result digitrun_write_f64(const double *values, size_t count,
                                   const digitrun_layout *layout, char *text, size_t capacity)
{
    return write_whole(ELEMENT_F64, values, count, layout, text, capacity);
}

digitrun_result digitrun_write_f32(const float *values, size_t count, const digitrun_layout *layout,
                                   char *text, size_t capacity)
{
    return write_whole(ELEMENT_F32, values, count, layout, text, capacity);
}

void digitrun_writer_init(digitrun_writer *writer, const digitrun_layout *layout)
{
    writer_place place = {.layout = (const digitrun_layout_plan *)layout};
    memset(writer, 0, sizeof *writer);
    memcpy(writer->opaque, &place, sizeof place);
}

digitrun_result digitrun_emit_f64(digitrun_writer *writer, const double *values, size_t count,
                                  unsigned flags, char *text, size_t capacity)
{
    return emit(writer, ELEMENT_F64, values, count, flags, text, capacity);
}

digitrun_result digitrun_emit_f32(digitrun_writer *writer, const float *values, size_t count,
                                  unsigned flags, char *text, size_t capacity)
{
    return emit(writer, ELEMENT_F32, values, count, flags, text, capacity);
}
