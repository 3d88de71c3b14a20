/* tests/environment_large.c - texts beyond 4 GB: one file of 64 MB mapped 80 times in a row, the
 * last one a copy of its own with a bad token near its end. Counts, offsets and rows must be right
 * in one call, in parts, and where the program splits the text. */
#define _GNU_SOURCE
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PIECE = 64 << 20, PIECES = 80, LINE = 256, SKIPPED = 77 };
static const char cells[] = "0.12500000000000001,-17.25000000000000,3.7500000000000000e5,";

static int failures;

static void expect(int right, const char *what, uint64_t got, uint64_t wanted)
{
    if (!right) {
        printf("wrong: %s: %llu, not %llu\n", what, (unsigned long long)got,
               (unsigned long long)wanted);
        failures++;
    }
}

/* A line of LINE bytes; returns its values. */
static size_t make_line(char *line)
{
    size_t values = 0, at = 0;
    while (at + sizeof cells < LINE - 2) {
        memcpy(line + at, cells, sizeof cells - 1);
        at += sizeof cells - 1;
        values += 3;
    }
    memset(line + at, '1', LINE - 1 - at);
    line[LINE - 1] = '\n';
    return values + 1;
}

static char *map_text(size_t *values_of_line)
{
    char name[] = "digitrun-large-XXXXXX";
    size_t size = (size_t)PIECE * PIECES;
    int file = mkstemp(name);
    char *text = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (file < 0 || text == MAP_FAILED || ftruncate(file, PIECE) != 0)
        return NULL;
    unlink(name);
    for (size_t i = 0; i < PIECES; i++) {
        int last = i == PIECES - 1;
        if (mmap(text + i * PIECE, PIECE, i == 0 || last ? PROT_READ | PROT_WRITE : PROT_READ,
                 MAP_FIXED | (last ? MAP_PRIVATE : MAP_SHARED), file, 0) == MAP_FAILED)
            return NULL;
    }
    close(file);
    for (size_t at = 0; at < PIECE; at += LINE)
        *values_of_line = make_line(text + at);
    return text;
}

/* In calls of a million values, as a loader does. */
static void read_in_calls(const char *text, size_t size, uint64_t values, uint64_t rows)
{
    enum { ROOM = 1 << 20, ROW_ROOM = 1 << 16 };
    double *room = malloc(ROOM * sizeof *room);
    size_t *row_ends = malloc(ROW_ROOM * sizeof *row_ends);
    digitrun_reader reader;
    digitrun_shape shape = {sizeof shape, row_ends, ROW_ROOM, NULL, NULL, 0};
    digitrun_result result = {DIGITRUN_FULL, 0, 0, 0, 0, 0};
    size_t at = 0, last_end = 0;
    digitrun_reader_init(&reader, digitrun_format_csv());
    while (room && row_ends &&
           (result.status == DIGITRUN_FULL || result.status == DIGITRUN_ROWS_FULL)) {
        result = digitrun_read_f64(&reader, text + at, size - at, 0, room, ROOM, &shape);
        at += result.offset;
        last_end = result.rows ? row_ends[result.rows - 1] : last_end;
    }
    expect(result.status == DIGITRUN_OK && at == size, "the end of reading", at, size);
    expect(reader.values == values, "values read", reader.values, values);
    expect(reader.rows == rows, "rows read", reader.rows, rows);
    expect(reader.bytes == size, "bytes read", reader.bytes, size);
    expect(last_end == values, "the last row end", last_end, values);
    free(room);
    free(row_ends);
}

int main(void)
{
    if (sizeof(size_t) < 8) {
        puts("SKIPPED: no texts beyond 4 GB where a pointer has 32 bits");
        return SKIPPED;
    }
    size_t in_line = 0, size = (size_t)PIECE * PIECES, bad = size - 5 * LINE + 20;
    char *text = map_text(&in_line);
    if (text == NULL) {
        puts("SKIPPED: this system does not map 5 GB of addresses");
        return SKIPPED;
    }
    const digitrun_format *csv = digitrun_format_csv();
    uint64_t lines = size / LINE, values = lines * in_line;
    read_in_calls(text, size, values, lines);
    size_t half = digitrun_record_start(text, size, size / 2 + 1, csv);
    expect(half == size / 2 + LINE, "the record behind the middle", half, size / 2 + LINE);
    text[bad] = 'x';
    digitrun_result found = digitrun_count(text, size, csv);
    digitrun_position place = digitrun_locate(text, size, bad);
    expect(found.status == DIGITRUN_BAD_NUMBER, "the status", found.status, DIGITRUN_BAD_NUMBER);
    expect(found.rows == lines - 5, "rows counted", found.rows, lines - 5);
    expect(found.count / in_line == lines - 5, "values counted", found.count, values);
    expect(found.offset <= bad && bad < found.offset + found.length, "the bad token", found.offset,
           bad);
    expect(place.line == lines - 4 && place.column == 21, "the place", place.line, lines - 4);
    printf("%zu bytes, %llu values: %s\n", size, (unsigned long long)values,
           failures ? "FAILED" : "right");
    return failures != 0;
}
