/* tools/input.h - a text of any size, seen through a window that moves over it. */
#ifndef DIGITRUN_TOOLS_INPUT_H
#define DIGITRUN_TOOLS_INPUT_H

#include "tools/lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a byte stands in the whole text. */
typedef struct input_place {
    uint64_t line, column; /* from 1; LF, CRLF or CR ends a line */
} input_place;

typedef struct input {
    const char *name; /* for messages */
    int file;
    bool ended;    /* the window reaches to the end of the text */
    bool again;    /* the file can be read once more, so lines are counted when they are asked */
    int64_t start; /* of the text in the file, where again */
    uint64_t size; /* of the whole text; 0: not known */
    size_t step;   /* bytes asked for at once */
    size_t limit;  /* bytes of the longest window */
    char *memory;
    size_t room;       /* of the memory; of the mapping */
    bool mapped;       /* the memory is a mapping of the file, and moves over it */
    size_t begin, end; /* the window in memory; before it some bytes that were passed already */
    uint64_t offset;   /* of begin, from the start of the text */
    line_count lines;  /* up to begin, where !again */
} input;

/* A token or row longer than this is a stray quote, not data. */
#define INPUT_LIMIT ((size_t)1 << 30)
enum { INPUT_STEP = 256 * 1024 }; /* fits the second-level cache beside the values */
enum { INPUT_SLACK = 64 };        /* bytes of memory behind the window, for readers in blocks */

/* "-" is stdin. These return 0, or the exit code after they have said what is wrong. */
int input_open(input *in, const char *name, size_t step);
void input_close(input *in);

/* Reads a file by mapping it, where that is possible: nothing is copied. Without INPUT_SLACK. */
void input_map(input *in);

/* Gives the memory back; the file stays open. */
void input_release(input *in);

/* Lengthens the window by a step, or by as much as it holds already, so that a token or row of any
 * size is read again only log(size) times. At the end of the text `ended` is set instead. */
int input_fill(input *in);

/* The window begins len bytes later. */
void input_pass(input *in, size_t len);

/* The first len bytes of the window become `part`, a window of its own that is the end of its
 * text; this one begins behind them. They exchange memories, so part is zero or an earlier one. */
int input_hand_over(input *in, input *part, size_t len);

/* Where the byte of the window stands in the whole text. */
input_place input_locate(const input *in, size_t offset_in_window);

static inline const char *input_text(const input *in)
{
    return in->memory + in->begin;
}

static inline size_t input_len(const input *in)
{
    return in->end - in->begin;
}

#endif
