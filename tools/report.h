/* tools/report.h - what the program says on stderr, and with which exit code it ends. */
#ifndef DIGITRUN_TOOLS_REPORT_H
#define DIGITRUN_TOOLS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXIT_GOOD = 0, EXIT_BAD_DATA = 1, EXIT_USAGE = 2, EXIT_IO = 3 };

#if defined(__GNUC__)
#define REPORT_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define REPORT_PRINTF
#endif

/* "digitrun: ..." and where to read on. Returns EXIT_USAGE. */
int report_usage(const char *format, ...) REPORT_PRINTF;

/* "digitrun: ..." for what the user should know though the work goes on; not where quiet. */
void report_note(const char *format, ...) REPORT_PRINTF;

/* "digitrun: ..." about the data. Returns EXIT_BAD_DATA. */
int report_bad(const char *format, ...) REPORT_PRINTF;

/* "digitrun: NAME: what errno says". Returns EXIT_IO. */
int report_io(const char *name, int error);

struct fault;
/* "  NAME:LINE:COLUMN: problem: 'token' (row R, value V)" */
void report_bad_place(const char *name, const struct fault *one);

/* A place in a text that is wrong. */
typedef struct report_place {
    const char *name;      /* of the file */
    uint64_t line, column; /* from 1 */
    uint64_t row, value;   /* from 1; 0: not known, left out */
    const char *before;    /* bytes of the text before the spot, as far as they are at hand */
    size_t before_len;
    const char *spot; /* the spot and what follows */
    size_t spot_len;
    size_t marked; /* bytes of the spot that are at fault */
} report_place;

/* "NAME:LINE:COLUMN: problem (row R, value V)", the line clipped round the spot, and a caret. Bytes
 * that are not printable ASCII are shown as escapes. Returns EXIT_BAD_DATA. */
int report_bad_data(const report_place *place, const char *problem);

enum { PROGRESS_AUTO = 0, PROGRESS_ON = 1, PROGRESS_OFF = 2 };

/* What is wanted on stderr beside errors. */
void report_settings(int progress, bool quiet);

/* How far the work is. On a terminal: one line that replaces itself, once the work took a second;
 * elsewhere only where it was asked for, as lines of their own. total 0: not known. */
void report_progress(uint64_t done, uint64_t total);

/* Takes the line of report_progress away; every other report does so by itself. */
void report_progress_end(void);

#endif
