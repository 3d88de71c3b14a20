/* tests/clients/8_write.c - a matrix of 768 columns as JSON rows, through a small buffer. */
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 2, COLUMNS = 768, COUNT = ROWS * COLUMNS };

int main(void)
{
    static float matrix[COUNT], again[COUNT];
    static char buffer[4096], whole[64 * 1024]; /* whole: where a program has its output file */
    size_t done = 0, bytes = 0, calls = 0;
    digitrun_layout_spec spec = {0};
    digitrun_layout layout;
    digitrun_writer writer;
    digitrun_result r;
    for (int i = 0; i < COUNT; i++)
        matrix[i] = (float)i / 7;
    spec.size = sizeof spec;
    spec.row_length = COLUMNS;
    strcpy(spec.open, "[");
    strcpy(spec.row_open, "[");
    strcpy(spec.row_close, "]");
    strcpy(spec.row_separator, ",\n");
    strcpy(spec.close, "]\n");
    if (digitrun_layout_init(&layout, &spec) != DIGITRUN_OK)
        return 2;
    digitrun_writer_init(&writer, &layout);
    do {
        r = digitrun_emit_f32(&writer, matrix + done, COUNT - done, 0, buffer, sizeof buffer);
        if (r.offset > sizeof buffer || bytes + r.offset > sizeof whole || ++calls > 100)
            return 3;
        memcpy(whole + bytes, buffer, r.offset); /* fwrite */
        done += r.count;
        bytes += r.offset;
    } while (r.status == DIGITRUN_FULL);
    printf("%s, %zu values, more than one call: %d\n", digitrun_status_text(r.status), done,
           calls > 1);
    printf("%.30s ... %.*s", whole, 20, whole + bytes - 20);
    r = digitrun_parse_f32(whole, bytes, digitrun_format_json(), again, COUNT);
    printf("read again: %s, %zu values, the same: %d\n", digitrun_status_text(r.status), r.count,
           memcmp(again, matrix, sizeof matrix) == 0);
    return 0;
}
