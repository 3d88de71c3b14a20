/* tools/input.c - a text of any size, seen through a window that moves over it. */
#include "tools/input.h"
#include "tools/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes kept before the window, for the excerpt of an error message. */
enum { INPUT_KEPT = 64 };
/* A token or row longer than this is a stray quote, not data. */
static const size_t input_limit = (size_t)1 << 30;

int input_open(input *in, const char *name, size_t step)
{
    struct stat status;
    bool standard = strcmp(name, "-") == 0;
    memset(in, 0, sizeof *in);
    in->name = standard ? "<stdin>" : name;
    in->step = step;
    in->file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (in->file < 0 || fstat(in->file, &status) != 0) {
        return report_io(in->name, errno);
    }
    if (S_ISREG(status.st_mode)) {
        in->size = (uint64_t)status.st_size;
    }
#if defined(POSIX_FADV_SEQUENTIAL)
    (void)posix_fadvise(in->file, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    return EXIT_GOOD;
}

void input_close(input *in)
{
    if (in->file > STDIN_FILENO) {
        close(in->file);
    }
    free(in->memory);
    in->memory = NULL;
}

/* ---- the window ------------------------------------------------------------------------------ */

/* Moves the window, with the bytes kept before it, to the front of the memory. */
static void move_to_front(input *in)
{
    size_t kept = in->begin < INPUT_KEPT ? in->begin : INPUT_KEPT;
    size_t from = in->begin - kept;
    if (from > 0) {
        memmove(in->memory, in->memory + from, in->end - from);
        in->begin -= from;
        in->end -= from;
    }
}

static int make_room(input *in, size_t more)
{
    move_to_front(in);
    if (in->room - in->end >= more) {
        return EXIT_GOOD;
    }
    size_t room = in->end + more;
    room = room < in->step + INPUT_KEPT ? in->step + INPUT_KEPT : room;
    char *memory = realloc(in->memory, room);
    if (memory == NULL) {
        return report_io(in->name, ENOMEM);
    }
    in->memory = memory;
    in->room = room;
    return EXIT_GOOD;
}

int input_fill(input *in)
{
    size_t held = input_len(in);
    size_t wanted = held > in->step ? held : in->step;
    if (held >= input_limit) {
        report_note("%s: one token or row is longer than 1 GiB (a quote that is never closed?)",
                    in->name);
        return EXIT_BAD_DATA;
    }
    int failed = make_room(in, wanted);
    while (failed == 0 && wanted > 0 && !in->ended) {
        ssize_t got = read(in->file, in->memory + in->end, wanted);
        if (got < 0 && errno != EINTR) {
            return report_io(in->name, errno);
        }
        if (got > 0) {
            in->end += (size_t)got;
            wanted -= (size_t)got;
        }
        in->ended = got == 0;
    }
    return failed;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Counting goes over all of the text, so it is done in blocks that compilers turn into SIMD: the
 * counters of a block fit a byte. */
enum { BLOCK = 128 };

typedef struct block_count {
    uint8_t ends, pairs; /* LF and CR; LF right behind CR */
} block_count;

/* text[-1] is read. */
static block_count count_block(const char *text, size_t len)
{
    block_count count = {0, 0};
    for (size_t i = 0; i < len; i++) {
        uint8_t feed = text[i] == '\n', back = text[i] == '\r',
                behind = text[(ptrdiff_t)i - 1] == '\r';
        count.ends = (uint8_t)(count.ends + feed + back);
        count.pairs = (uint8_t)(count.pairs + (feed & behind));
    }
    return count;
}

/* Counts the lines of text that stands `done` bytes behind begin. text[-1] is read. */
static void count_lines(input *in, const char *text, size_t len)
{
    const char *last = NULL; /* the last block that holds a line end */
    size_t i = 0;
    for (; i < len; i += BLOCK) {
        size_t size = len - i < BLOCK ? len - i : BLOCK;
        block_count count = size == BLOCK ? count_block(text + i, BLOCK)
                                          : count_block(text + i, size);
        in->lines += (uint64_t)(count.ends - count.pairs);
        last = count.ends > 0 ? text + i : last;
    }
    if (last != NULL) {
        const char *stop = last + BLOCK < text + len ? last + BLOCK : text + len;
        while (stop[-1] != '\n' && stop[-1] != '\r') {
            stop--;
        }
        in->line_start = in->offset + (uint64_t)(stop - text);
    }
}

void input_pass(input *in, size_t len)
{
    if (len == 0) {
        return;
    }
    const char *text = input_text(in);
    size_t first = 0;
    if (in->offset == 0) { /* nothing stands before the first byte of all */
        first = 1;
        in->lines = text[0] == '\n' || text[0] == '\r';
        in->line_start = in->lines;
    }
    in->offset += first;
    count_lines(in, text + first, len - first);
    in->offset += len - first;
    in->begin += len;
}

input_place input_locate(const input *in, size_t offset_in_window)
{
    input at = *in; /* counted on a copy: the window stays */
    const char *text = input_text(in);
    size_t back = offset_in_window > 0 && offset_in_window < input_len(in) &&
                  text[offset_in_window] == '\n' && text[offset_in_window - 1] == '\r';
    input_pass(&at, offset_in_window - back); /* the LF of a CRLF belongs to the line it ends */
    input_place place = {at.lines + 1, at.offset - at.line_start + 1 + back};
    return place;
}
