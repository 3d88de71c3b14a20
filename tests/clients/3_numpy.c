/* tests/clients/3_numpy.c - a loader as NumPy's: the file is mapped, counted, read into arrays of
 * exactly the right size; the shape is a check on the rows. */
#include "digitrun/digitrun.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int complain(const char *path, const char *text, size_t len, digitrun_result r)
{
    digitrun_position at = digitrun_locate(text, len, r.offset);
    printf("%s:%zu:%zu: %s (row %zu, value %zu)\n", path, at.line, at.column,
           digitrun_status_text(r.status), r.rows + 1, r.count + 1);
    return 1;
}

static int check_shape(const size_t *ends, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        if (ends[i] != (i + 1) * columns) {
            printf("row %zu has another length\n", i + 1);
            return 1;
        }
    }
    return 0;
}

static int load(const char *path, double **out, size_t *rows, size_t *columns)
{
    const digitrun_format *format = digitrun_format_blank();
    struct stat s;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &s) != 0)
        return 3;
    size_t len = (size_t)s.st_size;
    const char *text = len ? (const char *)mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0) : "";
    close(fd);
    digitrun_result n = digitrun_count(text, len, format); /* an error shows again in the parse */
    double *values = (double *)malloc((n.count + 1) * sizeof *values);
    size_t *ends = (size_t *)malloc((n.rows + 1) * sizeof *ends);
    digitrun_result r = digitrun_parse_rows_f64(text, len, format, values, n.count, ends, n.rows);
    *rows = r.rows;
    *columns = r.rows ? r.count / r.rows : 0;
    int failed = r.status != DIGITRUN_OK ? complain(path, text, len, r)
                                         : check_shape(ends, r.rows, *columns);
    free(ends);
    if (len > 0)
        munmap((void *)text, len);
    if (failed) {
        free(values);
        return failed;
    }
    *out = values;
    return 0;
}

int main(void)
{
    static const char *const texts[] = {"1 2 3\n4 5e0 6\n", "1 2 3\n4 x 6\n", "1 2\n3\n4 5 6\n",
                                        ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double *values = NULL;
        size_t rows = 0, columns = 0;
        FILE *file = fopen("client_matrix.txt", "w");
        fputs(texts[i], file);
        fclose(file);
        int code = load("client_matrix.txt", &values, &rows, &columns);
        printf("code %d, shape (%zu, %zu), last %g\n", code, rows, columns,
               code == 0 && rows ? values[rows * columns - 1] : 0);
        free(values);
    }
    return remove("client_matrix.txt");
}
