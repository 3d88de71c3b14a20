/* tools/vec.c - word vectors in text: what the first line tells of all. */
#include "tools/vec.h"
#include "tools/report.h"

#include <string.h>

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

typedef struct fields {
    size_t count;
    bool whole_numbers; /* every field is one */
    size_t last;        /* its value, where they are */
} fields;

static fields count_fields(const char *line, size_t len)
{
    fields found = {0, true, 0};
    bool inside = false;
    for (size_t i = 0; i < len; i++) {
        if (is_blank(line[i])) {
            inside = false;
            continue;
        }
        if (!inside) {
            found.count++;
            found.last = 0;
        }
        inside = true;
        bool digit = line[i] >= '0' && line[i] <= '9' && found.last < SIZE_MAX / 100;
        found.whole_numbers &= digit;
        found.last = 10 * found.last + (size_t)(line[i] - '0');
    }
    return found;
}

/* The line behind `skip` lines, in the window. Returns 0 or an exit code; *line NULL: none. */
static int find_line(input *in, size_t skip, const char **line, size_t *len)
{
    size_t at = 0;
    *line = NULL;
    for (;;) {
        const char *text = in->memory != NULL ? input_text(in) : "";
        const char *end = memchr(text + at, '\n', input_len(in) - at);
        if (end != NULL && skip > 0) {
            at = (size_t)(end - text) + 1;
            skip--;
        } else if (end != NULL || in->ended) {
            *line = text + at;
            *len = end != NULL ? (size_t)(end - *line) : input_len(in) - at;
            return 0;
        } else {
            int failed = input_fill(in);
            if (failed != 0) {
                return failed;
            }
        }
    }
}

int vec_open(input *in, options *opts)
{
    const char *line;
    size_t len;
    int failed = find_line(in, opts->spec.skip_lines, &line, &len);
    if (failed != 0) {
        return failed;
    }
    fields found = count_fields(line, len);
    bool counts = found.count == 2 && found.whole_numbers && opts->spec.skip_lines == 0;
    size_t numbers = counts ? found.last : found.count > 0 ? found.count - 1 : 0;
    opts->spec.skip_lines += counts;
    if (opts->spec.take_fields == 0 && opts->spec.skip_fields == 0) {
        opts->spec.take_fields = numbers;
    }
    if (opts->spec.columns == 0 && opts->spec.skip_fields == 0) {
        opts->spec.columns = opts->spec.take_fields;
    }
    return options_prepare(opts)
               ? 0
               : report_usage("%s: its first line tells no good format", opts->in);
}
