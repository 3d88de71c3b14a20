/* tools/filter.c - blanks out what is passed over in a text, and takes the labels of its rows. */
#include "tools/filter.h"
#include "tools/report.h"

/* What a byte is to labels. */
enum { CELL = 0, RUN = 1, DELIMITER = 2 }; /* any run of RUN bytes separates once */

bool filter_is_wanted(const options *opts)
{
    return opts->lines != NULL || opts->pass != NULL || opts->labels != NULL;
}

/* ---- opening --------------------------------------------------------------------------------- */

static int compile(regex_t *expression, const char *option, const char *text, bool *compiled)
{
    char problem[128];
    int code = text != NULL ? regcomp(expression, text, REG_EXTENDED) : 0;
    *compiled = text != NULL && code == 0;
    if (code != 0) {
        regerror(code, expression, problem, sizeof problem);
        return report_usage("%s: '%s': %s", option, text, problem);
    }
    return 0;
}

static void set_kinds(filter *f)
{
    const digitrun_format_spec *spec = &f->opts->spec;
    bool list = spec->kind == DIGITRUN_LIST;
    const char *separators = spec->separators[0] != 0 ? spec->separators : list ? ",;| \t" : ",";
    bool runs = list || strchr(separators, ' ') != NULL;
    for (const char *at = separators; *at != 0; at++) {
        bool blank = *at == ' ' || *at == '\t';
        f->kind_of[(unsigned char)*at] = list || (runs && blank) ? RUN : DELIMITER;
    }
}

int filter_open(filter *f, const options *opts)
{
    memset(f, 0, sizeof *f);
    f->opts = opts;
    set_kinds(f);
    if (opts->lines != NULL && opts->lines[0] == '^' &&
        strpbrk(opts->lines + 1, ".[]()*+?{}|^$\\") == NULL) {
        f->start = opts->lines + 1;
    }
    int failed = compile(&f->lines, "--lines", opts->lines, &f->has_lines);
    return failed != 0 ? failed : compile(&f->pass, "--pass", opts->pass, &f->has_pass);
}

void filter_close(filter *f)
{
    if (f->has_lines) {
        regfree(&f->lines);
    }
    if (f->has_pass) {
        regfree(&f->pass);
    }
}

/* ---- labels ---------------------------------------------------------------------------------- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static uint8_t kind(const filter *f, char byte)
{
    return f->kind_of[(unsigned char)byte];
}

/* Where the last `fields` cells begin, with the separator before them. */
static size_t find_last(const filter *f, const char *line, size_t len, size_t fields)
{
    while (len > 0 && (is_blank(line[len - 1]) || kind(f, line[len - 1]) == RUN)) {
        len--;
    }
    for (; len > 0 && fields > 0; fields--) {
        while (len > 0 && kind(f, line[len - 1]) == CELL) {
            len--;
        }
        while (len > 0 && kind(f, line[len - 1]) == RUN) {
            len--;
        }
        if (len > 0 && kind(f, line[len - 1]) == DELIMITER) {
            len--;
            while (len > 0 && kind(f, line[len - 1]) == RUN) {
                len--;
            }
        }
    }
    return len;
}

/* Where the first `fields` cells end. */
static size_t find_first(const filter *f, const char *line, size_t len, size_t fields)
{
    size_t at = 0, end = 0;
    while (at < len && kind(f, line[at]) == RUN) {
        at++;
    }
    for (; at < len && fields > 0; fields--) {
        while (at < len && kind(f, line[at]) == CELL) {
            at++;
        }
        end = at;
        while (at < len && kind(f, line[at]) == RUN) {
            at++;
        }
        at += at < len && kind(f, line[at]) == DELIMITER;
    }
    return end;
}

static size_t label_len(const filter *f, const char *line, size_t len)
{
    const digitrun_format_spec *spec = &f->opts->spec;
    size_t end = 0;
    if (spec->width_count > 0) {
        for (size_t i = 0; i < spec->skip_fields && i < spec->width_count; i++) {
            end += spec->widths[i];
        }
        return end < len ? end : len;
    }
    return spec->take_fields > 0 ? find_last(f, line, len, spec->take_fields)
                                 : find_first(f, line, len, spec->skip_fields);
}

/* A line that is a row of the text: neither blank nor a comment. */
static bool is_row(const filter *f, const char *line, size_t len)
{
    while (len > 0 && is_blank(*line)) {
        line++;
        len--;
    }
    return len > 0 && strchr(f->opts->spec.comments, *line) == NULL;
}

static bool take_label(const filter *f, const char *line, size_t len, bytes *labels)
{
    size_t end = label_len(f, line, len);
    while (end > 0 && is_blank(line[end - 1])) {
        end--;
    }
    while (end > 0 && is_blank(*line)) {
        line++;
        end--;
    }
    return bytes_add(labels, line, end) && bytes_add(labels, "\n", 1);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The first match behind `from` in a line that ends with a 0; the bounds are in *at. */
static bool find(const regex_t *expression, const char *line, size_t from, regmatch_t *at)
{
    int flags = from > 0 ? REG_NOTBOL : 0;
    if (regexec(expression, line + from, 1, at, flags) != 0) {
        return false;
    }
    at->rm_so += (regoff_t)from;
    at->rm_eo += (regoff_t)from;
    return true;
}

static void pass_over(const filter *f, char *line, size_t len)
{
    regmatch_t at;
    for (size_t from = 0; from < len && find(&f->pass, line, from, &at);) {
        size_t begin = (size_t)at.rm_so, end = (size_t)at.rm_eo;
        memset(line + begin, ' ', end - begin);
        from = end > begin ? end : end + 1;
    }
}

static bool is_wanted(const filter *f, const char *line)
{
    regmatch_t at;
    return f->start != NULL ? strncmp(line, f->start, strlen(f->start)) == 0
                            : !f->has_lines || find(&f->lines, line, 0, &at);
}

/* line[len] may be written, and is what it was afterwards. */
static bool filter_line(const filter *f, char *line, size_t len, bytes *labels)
{
    bool memory = true;
    len -= len > 0 && line[len - 1] == '\r';
    char behind = line[len];
    line[len] = 0;
    if (!is_wanted(f, line)) {
        memset(line, ' ', len);
    } else {
        if (f->opts->labels != NULL && is_row(f, line, len)) {
            memory = take_label(f, line, len, labels);
        }
        if (f->has_pass) {
            pass_over(f, line, len);
        }
    }
    line[len] = behind;
    return memory;
}

/* The byte that ends the line, or behind the text: LF, and CR as the library takes it. */
static size_t find_line_end(const filter *f, const char *text, size_t at, size_t len)
{
    const char *line = text + at;
    const char *end = memchr(line, '\n', len - at);
    size_t stop = end != NULL ? (size_t)(end - line) : len - at;
    if (f->opts->spec.kind != DIGITRUN_NDJSON) {
        const char *other = memchr(line, '\r', stop);
        size_t before = other != NULL ? (size_t)(other - line) : stop;
        stop = before + 1 < stop ? before : stop; /* CRLF ends at its LF */
    }
    return at + stop;
}

bool filter_view(const filter *f, const char *text, size_t len, bool first, bytes *view,
                 bytes *labels)
{
    size_t header = first ? f->opts->spec.skip_lines : 0, next;
    labels->len = view->len = 0;
    if (!bytes_reserve(view, len + 1) || !bytes_add(view, text, len)) {
        return false;
    }
    view->data[len] = 0;
    for (size_t at = 0; at < len; at = next + 1) {
        next = find_line_end(f, view->data, at, len);
        if (header == 0 && !filter_line(f, view->data + at, next - at, labels)) {
            return false;
        }
        header -= header > 0;
    }
    return true;
}
