/* tests/clients/1_pgvector.c - pgvector's vector_in with prefix: its loop and its error texts stay,
 * three lines are new. */
#include "digitrun/digitrun.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VECTOR_MAX_DIM 16000

static const char *vector_in(const char *lit, float *x, int *dimp)
{
    const char *pt = lit;
    int dim;
    while (*pt == ' ')
        pt++;
    if (*pt++ != '[')
        return "must start with \"[\"";
    digitrun_result r = digitrun_prefix_f32(pt, strlen(pt), ',', x, VECTOR_MAX_DIM); /* new */
    dim = (int)r.count;                                                              /* new */
    pt += r.offset;                                                                  /* new */
    for (;;) {
        char *end;
        if (dim == VECTOR_MAX_DIM)
            return "too many dimensions";
        errno = 0;
        float val = strtof(pt, &end);
        if (end == pt)
            return "invalid input syntax";
        if (errno == ERANGE && isinf(val))
            return "out of range";
        if (isnan(val) || isinf(val))
            return "not finite";
        x[dim++] = val;
        pt = end;
        while (*pt == ' ')
            pt++;
        if (*pt == ',')
            pt++;
        else if (*pt == ']')
            break;
        else
            return "invalid input syntax";
    }
    *dimp = dim;
    return "ok";
}

int main(void)
{
    static float x[VECTOR_MAX_DIM];
    static const char *const literals[] = {
        "[1,2.5,-3e-2]", "[1,2",       "[1,,2]",           "[1e39,2]", "[nan,1]",
        "[0x1p3,2]",     " [ 1 , 2 ]", "[+1,.5,5.,1e-50]", "[1,2]x",   "[]"};
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        int dim = 0;
        const char *said = vector_in(literals[i], x, &dim);
        printf("%s: %s %d", literals[i], said, dim);
        for (int k = 0; k < dim; k++)
            printf(" %.9g", (double)x[k]);
        printf("\n");
    }
    return 0;
}
