/* tools/input.c - a text of any size, seen through a window that moves over it. */
#include "tools/input.h"
#include "tools/report.h"
#include "tools/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes kept before the window, for the excerpt of an error message. */
enum { INPUT_KEPT = 64 };
/* Bytes of a file that are mapped at once, at least. */
enum { MAPPED_LEAST = 4 * 1024 * 1024 };

int input_open(input *in, const char *name, size_t step)
{
    struct stat status;
    bool standard = strcmp(name, "-") == 0;
    memset(in, 0, sizeof *in);
    in->name = standard ? "<stdin>" : name;
    in->step = step;
    in->limit = INPUT_LIMIT;
    in->file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (in->file < 0 || fstat(in->file, &status) != 0) {
        return report_io(in->name, errno);
    }
    in->start = lseek(in->file, 0, SEEK_CUR);
    in->again = S_ISREG(status.st_mode) && in->start >= 0;
    if (in->again && in->start < status.st_size) {
        in->size = (uint64_t)(status.st_size - in->start);
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
    input_release(in);
}

void input_release(input *in)
{
    if (in->mapped && in->memory != NULL) {
        munmap(in->memory, in->room);
    } else {
        free(in->memory);
    }
    in->memory = NULL;
    in->room = 0;
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
    char *memory = realloc(in->memory, room + INPUT_SLACK);
    if (memory == NULL) {
        return report_io(in->name, ENOMEM);
    }
    in->memory = memory;
    in->room = room;
    return EXIT_GOOD;
}

/* ---- mappings -------------------------------------------------------------------------------- */

/* A mapped file that others cut short. */
static void end_at_cut_file(int signal_number)
{
    static const char words[] = "digitrun: the file was cut while it was read\n";
    (void)signal_number;
    sink_abandon();
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0) {
        _exit(EXIT_IO);
    }
    _exit(EXIT_IO);
}

void input_map(input *in)
{
    in->mapped = in->again && in->size > 0 && in->file != STDIN_FILENO && in->memory == NULL;
    if (in->mapped) {
        signal(SIGBUS, end_at_cut_file);
    }
}

/* Maps the window of `held` bytes at in->offset, the bytes kept before it, and `more` behind. */
static int map_window(input *in, size_t held, size_t more)
{
    size_t kept = in->offset < INPUT_KEPT ? (size_t)in->offset : INPUT_KEPT;
    uint64_t begin = (uint64_t)in->start + in->offset - kept;
    size_t before = (size_t)(begin % (uint64_t)sysconf(_SC_PAGESIZE));
    input_release(in);
    in->room = before + kept + held + more;
    void *memory = mmap(NULL, in->room, PROT_READ, MAP_PRIVATE, in->file, (off_t)(begin - before));
    if (memory == MAP_FAILED) {
        in->room = 0;
        return report_io(in->name, errno);
    }
    in->memory = memory;
    in->begin = before + kept;
    in->end = in->begin + held;
    return EXIT_GOOD;
}

static int fill_mapped(input *in, size_t wanted)
{
    size_t held = input_len(in);
    uint64_t left = in->size - in->offset - held;
    wanted = wanted < left ? wanted : (size_t)left;
    if (in->end + wanted > in->room || in->memory == NULL) {
        size_t more = wanted > MAPPED_LEAST ? wanted : MAPPED_LEAST;
        int failed = map_window(in, held, more < left ? more : (size_t)left);
        if (failed != 0) {
            return failed;
        }
    }
    in->end += wanted;
    in->ended = wanted == left;
    return EXIT_GOOD;
}

static int hand_over_mapped(input *in, input *part, size_t len)
{
    input_release(part);
    *part = *in;
    part->memory = NULL;
    part->ended = true;
    in->begin += len;
    in->offset += len;
    return map_window(part, len, 0);
}

/* ---- reading --------------------------------------------------------------------------------- */

int input_fill(input *in)
{
    size_t held = input_len(in);
    size_t wanted = held > in->step ? held : in->step;
    if (held > in->limit) {
        return in->limit == INPUT_LIMIT
                   ? report_bad("%s: one token or row is longer than 1 GiB (a quote that is never "
                                "closed?)",
                                in->name)
                   : report_bad("%s: a document is longer than %zu bytes, the most that can be "
                                "read",
                                in->name, in->limit);
    }
    wanted = wanted <= in->limit - held ? wanted : in->limit - held + 1;
    if (in->mapped) {
        return fill_mapped(in, wanted);
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

void input_pass(input *in, size_t len)
{
    if (!in->again) {
        lines_pass(&in->lines, input_text(in), len);
    }
    in->offset += len;
    in->begin += len;
}

int input_hand_over(input *in, input *part, size_t len)
{
    if (in->mapped) {
        return hand_over_mapped(in, part, len);
    }
    size_t kept = in->begin + len < INPUT_KEPT ? in->begin + len : INPUT_KEPT;
    size_t from = in->begin + len - kept;
    input whole = *in;
    in->memory = part->memory;
    in->room = part->room;
    in->begin = in->end = 0;
    int failed = make_room(in, whole.end - from);
    *part = whole;
    part->end = part->begin + len;
    part->ended = true;
    if (failed != 0) {
        return failed;
    }
    if (whole.end > from) { /* else there may be no memory */
        memcpy(in->memory, whole.memory + from, whole.end - from);
    }
    in->begin = kept;
    in->end = whole.end - from;
    in->offset += len;
    if (!in->again) {
        lines_pass(&in->lines, input_text(part), len);
    }
    return EXIT_GOOD;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Reads the text before the window once more and counts its lines. */
static line_count count_again(const input *in)
{
    char text[32 * 1024];
    line_count lines = {0};
    while (lines.offset < in->offset) {
        uint64_t left = in->offset - lines.offset;
        size_t wanted = left < sizeof text ? (size_t)left : sizeof text;
        ssize_t got = pread(in->file, text, wanted, (off_t)(in->start + (int64_t)lines.offset));
        if (got == 0 || (got < 0 && errno != EINTR)) {
            break; /* the file was changed meanwhile */
        }
        lines_pass(&lines, text, got > 0 ? (size_t)got : 0);
    }
    return lines;
}

input_place input_locate(const input *in, size_t offset_in_window)
{
    line_count lines = in->again ? count_again(in) : in->lines;
    const char *text = input_text(in);
    lines_pass(&lines, text, offset_in_window);
    lines_peek(&lines, offset_in_window < input_len(in) ? text[offset_in_window] : 0);
    input_place place = {lines.ends + 1, lines.offset - lines.start + 1};
    return place;
}
