/* tools/npy.h - the header of NumPy's file format. */
#ifndef DIGITRUN_TOOLS_NPY_H
#define DIGITRUN_TOOLS_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any shape of two numbers, and a multiple of 64: the values behind it are aligned. */
enum { NPY_HEADER = 128 };

/* Version 1.0, the byte order of this machine, C order. Columns are left out where !two. */
void npy_header(char header[NPY_HEADER], bool f32, bool two, uint64_t rows, uint64_t columns);

/* What a header says. */
typedef struct npy_shape {
    bool known;       /* false: more bytes are needed: `header` of them */
    bool f32, little; /* the values */
    uint64_t values;
    uint64_t columns; /* of the last dimension; 0: one dimension at most */
    size_t header;    /* bytes before the values */
} npy_shape;

enum { NPY_START = 12 }; /* bytes that tell how long the header is */

/* Reads versions 1.0, 2.0 and 3.0, from the first len bytes of a file, NPY_START at least. Returns
 * what is wrong, or NULL. */
const char *npy_read(npy_shape *found, const char *text, size_t len);

#endif
