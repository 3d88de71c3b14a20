/* tools/npy.h - the header of NumPy's file format. */
#ifndef DIGITRUN_TOOLS_NPY_H
#define DIGITRUN_TOOLS_NPY_H

#include <stdbool.h>
#include <stdint.h>

/* Room for any shape of two numbers, and a multiple of 64: the values behind it are aligned. */
enum { NPY_HEADER = 128 };

/* Version 1.0, the byte order of this machine, C order. Columns are left out where !two. */
void npy_header(char header[NPY_HEADER], bool f32, bool two, uint64_t rows, uint64_t columns);

#endif
