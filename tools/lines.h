/* tools/lines.h - counts the lines of a text that comes in parts. */
#ifndef DIGITRUN_TOOLS_LINES_H
#define DIGITRUN_TOOLS_LINES_H

#include <stddef.h>
#include <stdint.h>

/* Zero it at the start of the text. LF, CRLF or CR ends a line; a CR counts when it is known that
 * no LF follows. */
typedef struct line_count {
    uint64_t offset; /* bytes passed */
    uint64_t ends;   /* line ends among them */
    uint64_t start;  /* offset of the line that is open */
    char last;       /* the last byte passed */
} line_count;

void lines_pass(line_count *lines, const char *text, size_t len);

/* Settles what `next`, the byte behind, makes of a last CR. */
void lines_peek(line_count *lines, char next);

#endif
