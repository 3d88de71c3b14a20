/* tools/npy.c - the header of NumPy's file format. */
#include "tools/npy.h"
#include "tools/bytes.h"

#include <stdio.h>

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
                       is_little_endian() ? '<' : '>', f32 ? '4' : '8', (unsigned long long)rows,
                       second);
    header[BEFORE + len] = ' ';
    header[NPY_HEADER - 1] = '\n';
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What stands behind 'key': in the dictionary, or NULL. */
static const char *find_value(const char *dictionary, const char *key)
{
    char quoted[32];
    for (const char *quote = "'\""; *quote != 0; quote++) {
        snprintf(quoted, sizeof quoted, "%c%s%c", *quote, key, *quote);
        const char *at = strstr(dictionary, quoted);
        if (at != NULL) {
            at += strlen(quoted);
            at += strspn(at, " ");
            return *at == ':' ? at + 1 + strspn(at + 1, " ") : NULL;
        }
    }
    return NULL;
}

static const char *read_type(npy_shape *found, const char *at)
{
    bool float4 = at != NULL && at[0] != 0 && strncmp(at + 2, "f4", 2) == 0;
    bool float8 = at != NULL && at[0] != 0 && strncmp(at + 2, "f8", 2) == 0;
    if ((!float4 && !float8) || at[0] != at[4] || (at[1] != '<' && at[1] != '>')) {
        return "its values are neither float32 nor float64 (descr is none of <f4 <f8 >f4 >f8)";
    }
    found->f32 = float4;
    found->little = at[1] == '<';
    return NULL;
}

/* "(3, 4)": the product, and the last number where there are two or more. */
static const char *read_shape(npy_shape *found, const char *at)
{
    const char *wrong = "its header has no good shape";
    uint64_t numbers = 0, last = 0;
    found->values = 1;
    if (at == NULL || *at != '(') {
        return wrong;
    }
    for (at += 1 + strspn(at + 1, " "); *at != ')'; numbers++) {
        char *end;
        last = strtoull(at, &end, 10);
        if (*at < '0' || *at > '9' || (last > 0 && found->values > UINT64_MAX / 8 / last)) {
            return wrong;
        }
        found->values *= last;
        at = end + strspn(end, " L");
        at += *at == ',' ? 1 + strspn(at + 1, " ") : 0;
        if (at == end && *at != ')') {
            return wrong;
        }
    }
    found->columns = numbers > 1 ? last : 0;
    bool fits = found->columns <= SIZE_MAX / 16;
    return fits && (numbers < 2 || last > 0 || found->values == 0) ? NULL : wrong;
}

static const char *read_dictionary(npy_shape *found, const char *dictionary)
{
    const char *problem = read_type(found, find_value(dictionary, "descr"));
    const char *order = find_value(dictionary, "fortran_order");
    if (problem == NULL) {
        problem = read_shape(found, find_value(dictionary, "shape"));
    }
    if (problem != NULL) {
        return problem;
    }
    if (order == NULL || (strncmp(order, "False", 5) != 0 && strncmp(order, "True", 4) != 0)) {
        return "its header does not tell the order of its values";
    }
    return *order == 'T' && found->columns > 0
               ? "its values are in Fortran order; save it in C order (numpy.ascontiguousarray)"
               : NULL;
}

const char *npy_read(npy_shape *found, const char *text, size_t len)
{
    enum { LONGEST = 64 * 1024 };
    const unsigned char *start = (const unsigned char *)text;
    memset(found, 0, sizeof *found);
    if (memcmp(text, "\x93NUMPY", 6) != 0) {
        return "it is no .npy file";
    }
    if (start[6] < 1 || start[6] > 3 || start[7] != 0) {
        return "its version of .npy is none of 1.0, 2.0 and 3.0";
    }
    size_t before = start[6] == 1 ? 10 : 12;
    size_t dictionary = start[8] + 256u * start[9];
    dictionary += start[6] == 1 ? 0 : 65536u * start[10] + 65536u * 256 * start[11];
    if (dictionary >= LONGEST) {
        return "its header is longer than 64 KiB";
    }
    found->header = before + dictionary;
    if (len < found->header) {
        return NULL;
    }
    char *copy = malloc(dictionary + 1);
    if (copy == NULL) {
        return "there is not enough memory";
    }
    memcpy(copy, text + before, dictionary);
    copy[dictionary] = 0;
    const char *problem = read_dictionary(found, copy);
    free(copy);
    found->known = true;
    return problem;
}
