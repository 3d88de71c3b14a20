/* tests/tools/file_bits.c - looks into a written file.
 * `file_bits FILE.npy` or `file_bits FILE f32|f64` prints type, shape, count, and xor and sum of
 * all bits; with a last argument `values` type, shape and the bits of each value. Knows the format
 * of .npy by itself; exit code 1 and a line that says so if the file is not in order. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct file_shape {
    char type[8];   /* f4 or f8 */
    size_t width;   /* bytes of a value */
    char shape[64]; /* as written, brackets included */
    unsigned long long count;
} file_shape;

static int fail(const char *what)
{
    printf("not in order: %s\n", what);
    return 1;
}

static bool copy_between(const char *text, const char *before, char last, char *out, size_t room)
{
    const char *begin = strstr(text, before);
    begin = begin != NULL ? begin + strlen(before) : NULL;
    const char *end = begin != NULL ? strchr(begin, last) : NULL;
    if (end == NULL || (size_t)(end - begin) >= room) {
        return false;
    }
    memcpy(out, begin, (size_t)(end - begin));
    out[end - begin] = 0;
    return true;
}

/* "3, 4" is 12, "3," is 3, "" is 1. */
static unsigned long long product(const char *numbers)
{
    unsigned long long all = 1;
    char *end;
    while (*numbers != 0) {
        all *= strtoull(numbers, &end, 10);
        numbers = end + strspn(end, ", ");
        if (numbers == end && *end != 0) {
            return UINT64_MAX;
        }
    }
    return all;
}

static int read_header(FILE *file, file_shape *found)
{
    unsigned char start[10];
    char text[4096], numbers[60];
    if (fread(start, 1, 10, file) != 10 || memcmp(start, "\x93NUMPY\1\0", 8) != 0) {
        return fail("magic");
    }
    size_t len = start[8] + 256u * start[9];
    if ((len + 10) % 64 != 0 || len >= sizeof text || fread(text, 1, len, file) != len) {
        return fail("length of the header");
    }
    text[len] = 0;
    if (strlen(text) != len || text[len - 1] != '\n' || strchr(text, '\n') != text + len - 1) {
        return fail("end of the header");
    }
    if (text[0] != '{' ||
        !copy_between(text, "'descr': '", '\'', found->type, sizeof found->type) ||
        !copy_between(text, "'shape': (", ')', numbers, sizeof numbers) ||
        strstr(text, "'fortran_order': False") == NULL) {
        return fail("keys of the header");
    }
    const int first = 1;
    if (found->type[0] != (*(const char *)&first == 1 ? '<' : '>')) {
        return fail("byte order");
    }
    memmove(found->type, found->type + 1, strlen(found->type));
    found->width = (size_t)strtoul(found->type + 1, NULL, 10);
    if (found->width != 4 && found->width != 8) {
        return fail("type");
    }
    snprintf(found->shape, sizeof found->shape, "(%s)", numbers);
    found->count = product(numbers);
    return 0;
}

/* Reads one value; returns the bytes got. */
static size_t read_value(FILE *file, size_t width, uint64_t *bits)
{
    uint32_t half = 0;
    size_t got = fread(width == 4 ? (void *)&half : (void *)bits, 1, width, file);
    *bits = width == 4 ? half : *bits;
    return got;
}

static int print_bits(FILE *file, const file_shape *found, bool counted, bool values)
{
    uint64_t xor = 0, sum = 0, count = 0, bits = 0;
    size_t got;
    printf("%s %s", found->type, found->shape);
    while ((got = read_value(file, found->width, &bits)) == found->width) {
        xor ^= bits;
        sum += bits;
        count++;
        if (values) {
            printf(" %0*" PRIx64, (int)found->width * 2, bits);
        }
    }
    if (!values) {
        printf(" %" PRIu64 " %016" PRIx64 " %016" PRIx64, count, xor, sum);
    }
    puts("");
    return got != 0 || (counted && count != found->count) ? fail("length of the file") : 0;
}

int main(int count, char **arguments)
{
    file_shape found = {"", 0, "raw", 0};
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    bool raw = count > 2 && (strcmp(arguments[2], "f32") == 0 || strcmp(arguments[2], "f64") == 0);
    bool values = count > 2 && strcmp(arguments[count - 1], "values") == 0;
    if (file == NULL) {
        return fail("no such file");
    }
    if (raw) {
        found.width = arguments[2][1] == '3' ? 4 : 8;
        strcpy(found.type, found.width == 4 ? "f4" : "f8");
    }
    int failed = raw ? 0 : read_header(file, &found);
    failed = failed != 0 ? failed : print_bits(file, &found, !raw, values);
    fclose(file);
    return failed;
}
