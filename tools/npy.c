/* tools/npy.c - the header of NumPy's file format. */
#include "tools/npy.h"

#include <stdio.h>
#include <string.h>

static char byte_order(void)
{
    const uint16_t one = 1;
    char first;
    memcpy(&first, &one, 1);
    return first == 1 ? '<' : '>';
}

/* 93 "NUMPY" 01 00, the length of the rest in two bytes, little end first, a Python dictionary,
 * blanks, and a line end. */
void npy_header(char header[NPY_HEADER], bool f32, bool two, uint64_t rows, uint64_t columns)
{
    static const char magic[8] = {(char)0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    enum { BEFORE = sizeof magic + 2 };
    char second[24] = "";
    if (two) {
        snprintf(second, sizeof second, " %llu", (unsigned long long)columns);
    }
    memset(header, ' ', NPY_HEADER);
    memcpy(header, magic, sizeof magic);
    header[sizeof magic] = NPY_HEADER - BEFORE;
    header[sizeof magic + 1] = 0;
    int len = snprintf(header + BEFORE, NPY_HEADER - BEFORE,
                       "{'descr': '%cf%c', 'fortran_order': False, 'shape': (%llu,%s), }",
                       byte_order(), f32 ? '4' : '8', (unsigned long long)rows, second);
    header[BEFORE + len] = ' ';
    header[NPY_HEADER - 1] = '\n';
}
