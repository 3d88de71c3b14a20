/* cmake/demo.c - for `quickstart demo`: makes a file of vectors, and races digitrun with strtod on
 * it. `demo make FILE`, `demo race FILE CONVERTED.npy`. */
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 20000, COLUMNS = 96, ROUNDS = 5, NUMBERS = ROWS * COLUMNS };

/* Vectors as an embedding model gives them: floats around 0, as JSON, one vector a line. */
static int make(const char *path)
{
    FILE *file = fopen(path, "wb");
    uint64_t state = 1;
    if (file == NULL) {
        return 3;
    }
    for (int i = 0; i < NUMBERS; i++) {
        double sum = 0;
        for (int step = 0; step < 4; step++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            sum += (double)(int32_t)(state >> 32) / 2147483648.0;
        }
        fprintf(file, "%s%.9g%s", i % COLUMNS == 0 ? "[" : ", ", (double)(float)(sum / 16),
                i % COLUMNS == COLUMNS - 1 ? "]\n" : "");
    }
    return fclose(file) == 0 ? 0 : 3;
}

/* The bytes of a file and a 0 behind them; NULL where it cannot be read. */
static char *read_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long end;
    if (file == NULL) {
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0) {
        *len = (size_t)end;
        text = malloc(*len + 1);
        rewind(file);
        if (text != NULL) {
            *len = fread(text, 1, *len, file);
            text[*len] = 0;
        }
    }
    fclose(file);
    return text;
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* How a C program reads numbers without a library. */
static size_t strtod_loop(const char *text, double *values)
{
    size_t count = 0;
    while (*text != 0) {
        char *end;
        double value = strtod(text, &end);
        if (end == text) {
            text++;
        } else {
            values[count++] = value;
            text = end;
        }
    }
    return count;
}

/* The shape as the .npy header has it, "(20000, 96)"; its doubles follow the header. */
static const char *npy_values(char *npy, size_t len, char *shape, size_t capacity)
{
    unsigned header = len > 10 ? (unsigned char)npy[8] + 256u * (unsigned char)npy[9] : 0;
    char *open = len > 10 + header ? strchr(npy + 10, '(') : NULL;
    char *close = open != NULL ? strchr(open, ')') : NULL;
    if (close == NULL || (size_t)(close - open) + 2 > capacity) {
        return NULL;
    }
    memcpy(shape, open, (size_t)(close - open) + 1);
    shape[close - open + 1] = 0;
    return npy + 10 + header;
}

static int race(const char *path, const char *npy_path)
{
    static double expected[NUMBERS + 1], values[NUMBERS + 1];
    char shape[64], cpu[512];
    size_t len = 0, npy_len = 0;
    char *text = read_file(path, &len), *npy = read_file(npy_path, &npy_len);
    const char *converted = npy != NULL ? npy_values(npy, npy_len, shape, sizeof shape) : NULL;
    double slow = 1e9, fast = 1e9;
    size_t same = sizeof(double) * NUMBERS;
    if (text == NULL || converted == NULL) {
        fprintf(stderr, "demo: cannot read %s or %s\n", path, npy_path);
        return 3;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        size_t count = strtod_loop(text, expected);
        double middle = seconds();
        digitrun_result result = digitrun_parse_f64(text, len, digitrun_format_ndjson(), values,
                                                    NUMBERS + 1);
        double end = seconds();
        slow = middle - start < slow ? middle - start : slow;
        fast = end - middle < fast ? end - middle : fast;
        if (count != NUMBERS || result.status != DIGITRUN_OK || result.count != NUMBERS) {
            fprintf(stderr, "demo: %zu and %zu numbers read\n", count, result.count);
            return 1;
        }
    }
    if ((size_t)(npy + npy_len - converted) != same || memcmp(converted, expected, same) != 0 ||
        memcmp(values, expected, same) != 0) {
        fprintf(stderr, "demo: the values differ from strtod's\n");
        return 1;
    }
    digitrun_cpu_text(cpu, sizeof cpu);
    printf("text         %.1f MB, %d numbers\n", (double)len / 1e6, (int)NUMBERS);
    printf("shape        %s, every bit as strtod reads it\n", shape);
    printf("row          %s\n", digitrun_isa_selected());
    printf("CPU          %s\n", cpu);
    printf("strtod loop  %.1f million numbers per second\n", NUMBERS / slow / 1e6);
    printf("digitrun     %.1f million numbers per second, %.1f times as many\n",
           NUMBERS / fast / 1e6, slow / fast);
    free(text);
    free(npy);
    return 0;
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "make") == 0) {
        return make(words[2]);
    }
    if (count == 4 && strcmp(words[1], "race") == 0) {
        return race(words[2], words[3]);
    }
    fprintf(stderr, "usage: demo make FILE | demo race FILE CONVERTED.npy\n");
    return 2;
}
