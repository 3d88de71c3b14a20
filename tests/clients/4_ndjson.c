/* tests/clients/4_ndjson.c - a stream of NDJSON in chunks, what is left over carried to the next:
 * whole rows only, a bad row is told and passed over. */
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <string.h>

enum { BUFFER = 32, ROOM = 64, ROWS = 16, CHUNK = 5 };

static void print_rows(const float *values, const size_t *ends, size_t rows, size_t base)
{
    for (size_t i = 0; i < rows; i++) {
        size_t first = i ? ends[i - 1] : base;
        printf("row of %zu, first %g\n", ends[i] - first, (double)values[first - base]);
    }
}

/* Reads what the buffer holds; returns how many bytes of it are used. */
static size_t read_buffer(digitrun_reader *reader, const char *buffer, size_t have, bool end)
{
    size_t used = 0;
    for (;;) {
        static float values[ROOM];
        size_t ends[ROWS], base = (size_t)reader->values;
        digitrun_shape shape = {0};
        shape.size = sizeof shape;
        shape.row_ends = ends;
        shape.row_capacity = ROWS;
        unsigned flags = DIGITRUN_WHOLE_ROWS;
        if (!end)
            flags |= DIGITRUN_MORE;
        digitrun_result r = digitrun_read_f32(reader, buffer + used, have - used, flags, values,
                                              ROOM, &shape);
        print_rows(values, ends, r.rows, base);
        used += r.offset;
        if (r.status >= DIGITRUN_BAD_NUMBER) {
            printf("bad: %s '%.*s'\n", digitrun_status_text(r.status), (int)r.length,
                   buffer + used);
            digitrun_reader_skip_row(reader);
        } else if (r.status == DIGITRUN_OK || r.status == DIGITRUN_PARTIAL) {
            return used;
        }
    }
}

int main(void)
{
    static const char input[] = "[1,2,3]\n[4,5,6]\n[7,oops,9]\n\n[10,11]\n[12,13,14]";
    static char buffer[BUFFER];
    size_t at = 0, have = 0;
    bool end = false;
    digitrun_format_spec spec = {0};
    digitrun_format format;
    digitrun_reader reader;
    spec.size = sizeof spec;
    spec.kind = DIGITRUN_NDJSON;
    spec.columns = 3;
    if (digitrun_format_init(&format, &spec) != DIGITRUN_OK)
        return 2;
    digitrun_reader_init(&reader, &format);
    while (!end) {
        size_t got = sizeof input - 1 - at; /* fread */
        if (got > CHUNK)
            got = CHUNK;
        if (got > sizeof buffer - have)
            return 3; /* a row larger than the buffer */
        memcpy(buffer + have, input + at, got);
        at += got;
        have += got;
        end = at == sizeof input - 1;
        size_t used = read_buffer(&reader, buffer, have, end);
        memmove(buffer, buffer + used, have - used);
        have -= used;
    }
    printf("%zu rows, %zu values\n", (size_t)reader.rows, (size_t)reader.values);
    return 0;
}
