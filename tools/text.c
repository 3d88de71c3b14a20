/* tools/text.c - values as text: json, ndjson, csv, tsv, txt. */
#include "tools/encode.h"
#include "tools/report.h"

static const struct {
    int output;
    text_style rows, flat;
} styles[] = {
    {OUTPUT_JSON, {"[", "[", ",", "]", ",\n", "]\n"}, {"[", "", ",", "", "", "]\n"}},
    {OUTPUT_NDJSON, {"", "[", ",", "]\n", "", ""}, {"", "", "\n", "\n", "", ""}},
    {OUTPUT_CSV, {"", "", ",", "\n", "", ""}, {"", "", "\n", "\n", "", ""}},
    {OUTPUT_TSV, {"", "", "\t", "\n", "", ""}, {"", "", "\n", "\n", "", ""}},
    {OUTPUT_TXT, {"", "", " ", "\n", "", ""}, {"", "", "\n", "\n", "", ""}},
};

bool text_prepare(encoder *e)
{
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        if (styles[i].output == e->opts->output) {
            e->rows = styles[i].rows;
            e->flat = styles[i].flat;
        }
    }
    digitrun_layout_spec spec = e->opts->layout;
    bool json = e->opts->output == OUTPUT_JSON || e->opts->output == OUTPUT_NDJSON;
    if (spec.not_finite == DIGITRUN_DEFAULT) {
        spec.not_finite = json ? DIGITRUN_REFUSE : DIGITRUN_AS_WORD;
    }
    e->layout = spec;
    digitrun_layout layout;
    return digitrun_layout_init(&layout, &spec) == DIGITRUN_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool put_text(bytes *out, const char *text)
{
    return bytes_add(out, text, strlen(text));
}

/* What a layout makes of values[from, from + count); false: no memory, or one is refused. */
static bool put_values(const digitrun_layout *layout, part *p, size_t from, size_t count)
{
    digitrun_writer writer;
    size_t more = 24 * count + 64;
    digitrun_writer_init(&writer, layout);
    for (size_t done = 0;;) {
        if (!bytes_reserve(&p->out, more)) {
            return false;
        }
        char *place = p->out.data + p->out.len;
        size_t room = p->out.room - p->out.len;
        digitrun_result result =
            p->f32 ? digitrun_emit_f32(&writer, (const float *)p->values + from + done,
                                       count - done, 0, place, room)
                   : digitrun_emit_f64(&writer, (const double *)p->values + from + done,
                                       count - done, 0, place, room);
        p->out.len += result.offset;
        done += result.count;
        if (result.status == DIGITRUN_OK) {
            return true;
        }
        if (result.status != DIGITRUN_FULL) {
            p->refused = "is not finite; --not-finite says what to write";
            p->refused_index = from + done;
            return false;
        }
        more = room + 2048;
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* A layout for rows of one length is kept from run to run. */
typedef struct row_layout {
    const encoder *e;
    size_t length; /* 0: none is prepared */
    digitrun_layout layout;
} row_layout;

static const digitrun_layout *layout_of(row_layout *rows, size_t length)
{
    if (rows->length != length) {
        const text_style *style = &rows->e->rows;
        digitrun_layout_spec spec = rows->e->layout;
        spec.row_length = length;
        strcpy(spec.separator, style->separator);
        strcpy(spec.row_open, style->row_open);
        strcpy(spec.row_close, style->row_close);
        strcpy(spec.row_separator, style->row_separator);
        (void)digitrun_layout_init(&rows->layout, &spec); /* the same spec was good before */
        rows->length = length;
    }
    return &rows->layout;
}

/* How many rows from this one on have its length. */
static size_t count_alike(const part *p, size_t row, size_t begin)
{
    size_t length = p->row_ends[row] - begin, alike = 1;
    while (row + alike < p->rows &&
           p->row_ends[row + alike] - p->row_ends[row + alike - 1] == length) {
        alike++;
    }
    return alike;
}

/* A piece of a row: its start was written with an earlier part, or its end will be with a later. */
static bool put_piece(const encoder *e, row_layout *rows, part *p, size_t from, size_t count,
                      size_t before)
{
    digitrun_layout_spec spec = e->layout;
    strcpy(spec.separator, e->rows.separator);
    rows->length = 0;
    (void)digitrun_layout_init(&rows->layout, &spec);
    if (!put_text(&p->out, before > 0 && count > 0 ? e->rows.separator
                           : before > 0            ? ""
                                                   : e->rows.row_open)) {
        return false;
    }
    return count == 0 || put_values(&rows->layout, p, from, count);
}

static bool put_all_rows(const encoder *e, row_layout *rows, part *p)
{
    size_t row = 0, begin = 0;
    if (p->open > 0 && p->rows > 0) { /* the end of a row that is open */
        if (!put_piece(e, rows, p, 0, p->row_ends[0], p->open) ||
            !put_text(&p->out, e->rows.row_close)) {
            return false;
        }
        begin = p->row_ends[row++];
    }
    bool between = row > 0;
    while (row < p->rows) {
        size_t alike = count_alike(p, row, begin), length = p->row_ends[row] - begin;
        alike = length == 0 ? 1 : alike;
        if (between && !put_text(&p->out, e->rows.row_separator)) {
            return false;
        }
        bool good = length == 0 ? put_text(&p->out, e->rows.row_open) &&
                                      put_text(&p->out, e->rows.row_close)
                                : put_values(layout_of(rows, length), p, begin, alike * length);
        if (!good) {
            return false;
        }
        row += alike;
        begin = p->row_ends[row - 1];
        between = true;
    }
    if (begin == p->count) {
        return true;
    }
    return (!between || put_text(&p->out, e->rows.row_separator)) &&
           put_piece(e, rows, p, begin, p->count - begin, p->rows > 0 ? 0 : p->open);
}

static bool put_flat(const encoder *e, part *p)
{
    digitrun_layout layout;
    digitrun_layout_spec spec = e->layout;
    strcpy(spec.separator, e->flat.separator);
    (void)digitrun_layout_init(&layout, &spec);
    return p->count == 0 ||
           (put_values(&layout, p, 0, p->count) && put_text(&p->out, e->flat.row_close));
}

bool text_rows(const encoder *e, part *p)
{
    row_layout rows = {.e = e};
    bool good = p->flat ? put_flat(e, p) : put_all_rows(e, &rows, p);
    return good || p->refused != NULL;
}

/* ---- the whole text -------------------------------------------------------------------------- */

/* What stands before the part's text: the start of all, or what separates it from the last. */
static const char *lead_of(encoder *e, const part *p)
{
    const text_style *style = p->flat ? &e->flat : &e->rows;
    if (!e->begun) {
        e->begun = true;
        return style->open;
    }
    if (p->flat) {
        return e->opts->output == OUTPUT_JSON ? style->separator : "";
    }
    return p->open > 0 ? "" : style->row_separator;
}

int text_turn(encoder *e, part *p)
{
    if (p->out.len == 0) {
        return 0;
    }
    const char *lead = lead_of(e, p);
    int failed = sink_write(e->out, lead, strlen(lead));
    return failed != 0 ? failed : sink_write(e->out, p->out.data, p->out.len);
}

int text_end(encoder *e)
{
    const char *open = e->begun ? "" : e->rows.open;
    int failed = sink_write(e->out, open, strlen(open));
    return failed != 0 ? failed : sink_write(e->out, e->rows.close, strlen(e->rows.close));
}
