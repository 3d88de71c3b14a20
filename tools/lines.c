/* tools/lines.c - counts the lines of a text that comes in parts. */
#include "tools/lines.h"

/* All of a text may have to be counted, so this is done in blocks that compilers turn into SIMD: the
 * counters of a block fit a byte. */
enum { BLOCK = 128 };

typedef struct block_count {
    uint8_t ends, pairs; /* LF and CR; LF right behind CR */
} block_count;

/* before: the byte before text. */
static block_count count_block(const char *text, size_t len, const char *before)
{
    block_count count = {0, 0};
    for (size_t i = 0; i < len; i++) {
        uint8_t feed = text[i] == '\n', back = text[i] == '\r', pair = feed & (before[i] == '\r');
        count.ends = (uint8_t)(count.ends + feed + back);
        count.pairs = (uint8_t)(count.pairs + pair);
    }
    return count;
}

/* The line that is open begins behind the last LF or CR of the block. */
static void note_block(line_count *lines, block_count count, const char *block, size_t len)
{
    lines->ends += (uint64_t)(count.ends - count.pairs);
    if (count.ends > 0) {
        while (block[len - 1] != '\n' && block[len - 1] != '\r') {
            len--;
        }
        lines->start = lines->offset + len;
    }
}

void lines_pass(line_count *lines, const char *text, size_t len)
{
    if (len == 0) {
        return;
    }
    note_block(lines, count_block(text, 1, &lines->last), text, 1);
    lines->offset++;
    lines->last = text[len - 1];
    for (size_t i = 1; i < len;) {
        const char *block = text + i;
        size_t size = len - i < BLOCK ? len - i : BLOCK;
        block_count count = size == BLOCK ? count_block(block, BLOCK, block - 1)
                                          : count_block(block, size, block - 1);
        note_block(lines, count, block, size);
        lines->offset += size;
        i += size;
    }
}
