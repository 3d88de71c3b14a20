/* tools/report.c - what the program says on stderr: errors with their place, notes, progress. */
#include "tools/report.h"
#include "tools/faults.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The excerpt fits a terminal of 80 columns: two blanks, then at most so many characters. */
enum { EXCERPT_BEFORE = 36, EXCERPT_BEHIND = 36, ESCAPE_ROOM = 5 };

static bool quiet;

static struct {
    int wanted;
    bool asked, shown; /* asked: stderr was looked at */
    bool terminal;
    double begin, last;
} progress;

void report_settings(int progress_wanted, bool quiet_wanted)
{
    progress.wanted = progress_wanted;
    quiet = quiet_wanted;
}

static void say(const char *format, va_list arguments)
{
    report_progress_end();
    fputs("digitrun: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int report_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    fputs("Try 'digitrun --help'.\n", stderr);
    return EXIT_USAGE;
}

void report_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!quiet) {
        say(format, arguments);
    }
    va_end(arguments);
}

int report_bad(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return EXIT_BAD_DATA;
}

int report_io(const char *name, int error)
{
    (void)report_bad("%s: %s", name, strerror(error));
    return EXIT_IO;
}

/* ---- the line round the spot ----------------------------------------------------------------- */

static bool is_line_end(char byte)
{
    return byte == '\n' || byte == '\r';
}

/* One byte as it may be shown on any terminal; returns how many characters that takes. */
static size_t escape(char byte, char shown[ESCAPE_ROOM])
{
    unsigned code = (unsigned char)byte;
    if (code >= 0x20 && code < 0x7f) {
        shown[0] = byte;
        shown[1] = 0;
        return 1;
    }
    if (byte == '\t') {
        strcpy(shown, "\\t");
        return 2;
    }
    return (size_t)snprintf(shown, ESCAPE_ROOM, "\\x%02x", code);
}

/* How many of the bytes before the spot are shown: to the start of the line or of the room. */
static size_t lead_len(const char *before, size_t len)
{
    char shown[ESCAPE_ROOM];
    size_t taken = 0, width = 0;
    while (taken < len && !is_line_end(before[len - taken - 1])) {
        width += escape(before[len - taken - 1], shown);
        if (width > EXCERPT_BEFORE) {
            break;
        }
        taken++;
    }
    return taken;
}

static size_t print_bytes(const char *bytes, size_t len)
{
    char shown[ESCAPE_ROOM];
    size_t width = 0;
    for (size_t i = 0; i < len; i++) {
        width += escape(bytes[i], shown);
        fputs(shown, stderr);
    }
    return width;
}

/* Prints the spot and what follows, to the end of the line or of the room. Returns the width of
 * what is marked, 1 at least. */
static size_t print_spot(const report_place *place)
{
    char shown[ESCAPE_ROOM];
    size_t width = 0, marked = 0, i = 0;
    for (; i < place->spot_len && !is_line_end(place->spot[i]); i++) {
        size_t more = escape(place->spot[i], shown);
        if (width + more > EXCERPT_BEHIND) {
            fputs("...", stderr);
            break;
        }
        fputs(shown, stderr);
        width += more;
        marked = i < place->marked ? width : marked;
    }
    return marked > 0 ? marked : 1;
}

static void print_excerpt(const report_place *place)
{
    size_t before_len = place->before_len;
    if (before_len > 0 && place->spot_len > 0 && place->spot[0] == '\n') {
        before_len -= place->before[before_len - 1] == '\r'; /* both end the line that is shown */
    }
    const char *end = place->before + before_len;
    size_t lead = lead_len(place->before, before_len);
    bool clipped = lead < before_len && !is_line_end(end[-(ptrdiff_t)lead - 1]);
    if (lead == 0 && (place->spot_len == 0 || is_line_end(place->spot[0]))) {
        return; /* an empty line shows nothing */
    }
    fputs(clipped ? "  ..." : "  ", stderr);
    size_t indent = print_bytes(end - lead, lead) + (clipped ? 5 : 2);
    size_t marked = print_spot(place);
    fprintf(stderr, "\n%*s^", (int)indent, "");
    while (--marked > 0) {
        fputc('~', stderr);
    }
    fputc('\n', stderr);
}

/* The name as it stands, but for bytes that would steer a terminal. */
static void print_name(const char *name)
{
    for (; *name != 0; name++) {
        bool control = (unsigned char)*name < 0x20 || *name == 0x7f;
        fputc(control ? '?' : *name, stderr);
    }
}

static void print_row(uint64_t row, uint64_t value)
{
    if (row > 0) {
        fprintf(stderr, " (row %llu", (unsigned long long)row);
    }
    if (row > 0 && value > 0) {
        fprintf(stderr, ", value %llu", (unsigned long long)value);
    }
    fputs(row > 0 ? ")\n" : "\n", stderr);
}

int report_bad_data(const report_place *place, const char *problem)
{
    report_progress_end();
    print_name(place->name);
    fprintf(stderr, ":%llu:%llu: %s", (unsigned long long)place->line,
            (unsigned long long)place->column, problem);
    print_row(place->row, place->value);
    print_excerpt(place);
    return EXIT_BAD_DATA;
}

void report_bad_place(const char *name, const fault *one)
{
    size_t shown = one->token_len < FAULT_TOKEN ? one->token_len : FAULT_TOKEN;
    fputs("  ", stderr);
    print_name(name);
    fprintf(stderr, ":%llu:%llu: %s", (unsigned long long)one->place.line,
            (unsigned long long)one->place.column, one->problem);
    if (shown > 0) {
        fputs(": ", stderr);
        print_bytes(one->token, shown);
        fputs(shown < one->token_len ? "..." : "", stderr);
    }
    print_row(one->row, one->value);
}

/* ---- progress -------------------------------------------------------------------------------- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Whether it is time for a line. */
static bool progress_is_due(double now)
{
    if (progress.wanted == PROGRESS_OFF || (quiet && progress.wanted == PROGRESS_AUTO)) {
        return false;
    }
    if (!progress.asked) {
        progress.asked = true;
        progress.terminal = isatty(STDERR_FILENO) != 0;
        progress.begin = progress.last = now;
    }
    if (!progress.terminal) {
        return progress.wanted == PROGRESS_ON && now - progress.last >= 1;
    }
    return now - progress.begin >= 1 && now - progress.last >= 0.25;
}

void report_progress(uint64_t done, uint64_t total)
{
    double now = seconds();
    if (!progress_is_due(now)) {
        return;
    }
    progress.last = now;
    progress.shown = progress.terminal;
    fprintf(stderr, "%s%.0f MB", progress.terminal ? "\r\033[K" : "digitrun: ", (double)done / 1e6);
    if (total > 0) {
        fprintf(stderr, " of %.0f MB", (double)total / 1e6);
    }
    fprintf(stderr, ", %.0f MB/s%s", (double)done / 1e6 / (now - progress.begin),
            progress.terminal ? "" : "\n");
    fflush(stderr);
}

void report_progress_end(void)
{
    if (progress.shown) {
        fputs("\r\033[K", stderr);
        progress.shown = false;
    }
}
