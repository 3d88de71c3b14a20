/* tests/clients/5_csv.c - CSV with missing values: NaN, and a validity bitmap as Arrow's. */
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char text[] = "1,2,NA\n,5,6\n7,,\n";
    static const char *const words[] = {"NA", "N/A", "null"};
    digitrun_format_spec spec = {0};
    digitrun_format format;
    digitrun_reader reader;
    digitrun_shape shape = {0};
    double values[16];
    uint8_t valid[2] = {0};
    size_t ends[4];
    spec.size = sizeof spec;
    spec.kind = DIGITRUN_TABLE;
    spec.missing = DIGITRUN_AS_MISSING;
    spec.missing_words = words;
    spec.missing_word_count = 3;
    spec.columns = 3;
    if (digitrun_format_init(&format, &spec) != DIGITRUN_OK)
        return 2;
    shape.size = sizeof shape;
    shape.row_ends = ends;
    shape.row_capacity = 4;
    shape.valid = valid; /* only a reader takes a bitmap */
    digitrun_reader_init(&reader, &format);
    digitrun_result r = digitrun_read_f64(&reader, text, sizeof text - 1, 0, values, 16, &shape);
    printf("%s: %zu values, %zu rows, %zu missing, bits %02x%02x\n", digitrun_status_text(r.status),
           r.count, r.rows, r.missing, valid[1], valid[0]);
    for (size_t i = 0; i < r.count; i++)
        printf("%g%s", values[i], i + 1 == ends[i / 3] ? "\n" : " ");
    return 0;
}
