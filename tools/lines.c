/* tools/lines.c - counts the lines of a text that comes in parts. */
#include "tools/lines.h"

#include <stdbool.h>

/* All of a text may have to be counted, so this is done in blocks that compilers turn into SIMD:
 * the counter of a block fits a byte. */
enum { BLOCK = 128 };

/* A lone CR ended the line before this byte. */
static bool starts_line(char byte, char before)
{
    return before == '\r' && byte != '\n';
}

/* before: the byte before text. Sums of bytes, not bools, or nothing becomes SIMD. */
static uint8_t count_block(const char *text, size_t len, const char *before)
{
    uint8_t ends = 0;
    for (size_t i = 0; i < len; i++) {
        uint8_t feed = text[i] == '\n', back = before[i] == '\r';
        ends = (uint8_t)(ends + (feed | back));
    }
    return ends;
}

/* The line that is open begins behind the last LF, or at the last byte behind a lone CR. */
static void note_block(line_count *lines, const char *block, size_t len, const char *before)
{
    uint8_t ends = count_block(block, len, before);
    lines->ends += ends;
    while (ends > 0) {
        len--;
        if (block[len] == '\n' || starts_line(block[len], before[len])) {
            lines->start = lines->offset + len + (block[len] == '\n');
            return;
        }
    }
}

void lines_pass(line_count *lines, const char *text, size_t len)
{
    if (len == 0) {
        return;
    }
    note_block(lines, text, 1, &lines->last);
    lines->offset++;
    lines->last = text[len - 1];
    size_t i = 1;
    for (; len - i >= BLOCK; i += BLOCK) {
        note_block(lines, text + i, BLOCK, text + i - 1);
        lines->offset += BLOCK;
    }
    note_block(lines, text + i, len - i, text + i - 1);
    lines->offset += len - i;
}

void lines_peek(line_count *lines, char next)
{
    if (starts_line(next, lines->last)) {
        lines->ends++;
        lines->start = lines->offset;
    }
}
