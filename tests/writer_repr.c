/* tests/writer_repr.c - prints doubles, as bits and as text in Python's style, for writer_repr.py;
 * every usable row must write the same. */
#include "tests/writer_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1000, ROOM = BLOCK * 32 };

/* The texts of a block by the row in use, a line each. */
static size_t write_lines(const double *values, size_t count, char *text)
{
    digitrun_layout_spec spec;
    digitrun_layout layout;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.style = DIGITRUN_STYLE_PYTHON;
    strcpy(spec.separator, "\n");
    if (digitrun_layout_init(&layout, &spec) != DIGITRUN_OK) {
        return 0;
    }
    digitrun_result result = digitrun_write_f64(values, count, &layout, text, ROOM);
    return result.status == DIGITRUN_OK ? result.offset : 0;
}

static void print_block(const double *values, size_t count)
{
    static char text[ROOM], other[ROOM];
    size_t len = 0, rows = 0;
    for (size_t i = 0; digitrun_isa_name(i) != NULL; i++) {
        if (digitrun_isa_force(digitrun_isa_name(i)) != DIGITRUN_OK) {
            continue;
        }
        size_t other_len = write_lines(values, count, rows == 0 ? text : other);
        len = rows == 0 ? other_len : len;
        if (len == 0 || other_len != len || (rows != 0 && memcmp(text, other, len) != 0)) {
            fprintf(stderr, "%s: refuses, or writes another text\n", digitrun_isa_name(i));
            exit(1);
        }
        rows++;
    }
    const char *line = text;
    for (size_t i = 0; i < count; i++) {
        size_t line_len = i + 1 < count ? (size_t)((const char *)strchr(line, '\n') - line)
                                        : (size_t)(text + len - line);
        printf("%016llx %.*s\n", (unsigned long long)f64_bits(values[i]), (int)line_len, line);
        line += line_len + 1;
    }
}

int main(void)
{
    const char *seed = getenv("DIGITRUN_TEST_SEED");
    random_source random = {seed == NULL ? 20240607 : strtoull(seed, NULL, 0)};
    const char *scale = getenv("DIGITRUN_TEST_SCALE");
    double blocks = 1000 * (scale == NULL ? 1 : atof(scale));
    double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN};
    size_t edges = edge_f64(NULL);
    double *values = malloc((edges + BLOCK) * sizeof *values);
    if (values == NULL) {
        return 1;
    }
    edge_f64(values);
    print_block(special, sizeof special / sizeof special[0]);
    for (size_t i = 0; i < edges; i += BLOCK) {
        print_block(values + i, edges - i < BLOCK ? edges - i : BLOCK);
    }
    for (size_t k = 0; (double)k < blocks; k++) {
        for (size_t i = 0; i < BLOCK; i++) {
            values[i] = random_f64(&random, (unsigned)(k % VALUE_FAMILIES));
        }
        print_block(values, BLOCK);
    }
    free(values);
    return 0;
}
