/* tools/encode.c - values as binary files: .npy, bare, .fvecs, .fbin, rows for PostgreSQL. */
#include "tools/encode.h"
#include "tools/npy.h"
#include "tools/report.h"

#include <errno.h>

enum { FBIN_HEADER = 8 };

/* PostgreSQL's binary COPY: a signature, flags, the length of an extension that is not there. */
static const char pgcopy_start[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0";
enum { PGCOPY_START = 19, VECTOR_LONGEST = 16000 };

bool encode_is_text(int output)
{
    return output >= OUTPUT_JSON;
}

/* ---- rows with their length before them ------------------------------------------------------ */

static uint32_t bits_of(const float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    return bits;
}

/* int32 length, then the values, little end first. */
static const char *put_fvecs_row(char *place, const float *values, size_t count)
{
    if (count > INT32_MAX) {
        return "is one too many for a row of .fvecs";
    }
    put_little(place, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        put_little(place + 4 * (i + 1), bits_of(&values[i]));
    }
    return NULL;
}

/* int16 fields in the row, int32 bytes of the field; then vector's own form: int16 length, int16 0,
 * values; big end first. */
static const char *put_pgcopy_row(char *place, const float *values, size_t count, size_t *bad)
{
    enum { FIELD = 6, BEFORE = 10 };
    if (count == 0 || count > VECTOR_LONGEST) {
        return "makes a row of no or of more than 16000 values, which PostgreSQL's vector refuses";
    }
    put_big(place, 1, 2);
    put_big(place + 2, (uint32_t)(4 + 4 * count), 4);
    put_big(place + FIELD, (uint32_t)count, 2);
    put_big(place + FIELD + 2, 0, 2);
    for (size_t i = 0; i < count; i++) {
        put_big(place + BEFORE + 4 * i, bits_of(&values[i]), 4);
        if (values[i] - values[i] != 0) {
            *bad = i;
            return "is not finite, which PostgreSQL's vector refuses";
        }
    }
    return NULL;
}

static void refuse(part *p, const char *why, size_t index)
{
    if (p->refused == NULL || index < p->refused_index) {
        p->refused = why;
        p->refused_index = index;
    }
}

static bool put_rows(const encoder *e, part *p)
{
    bool pgcopy = e->opts->output == OUTPUT_PGCOPY;
    size_t begin = 0, before = pgcopy ? 10 : 4;
    if (!bytes_reserve(&p->out, p->rows * before + p->count * 4)) {
        return false;
    }
    for (size_t row = 0; row < p->rows; row++) {
        size_t count = p->row_ends[row] - begin, bad = 0;
        const float *values = (const float *)p->values + begin;
        char *place = p->out.data + p->out.len;
        const char *why = pgcopy ? put_pgcopy_row(place, values, count, &bad)
                                 : put_fvecs_row(place, values, count);
        if (why != NULL) {
            refuse(p, why, begin + bad);
            p->rows = row;
            return true;
        }
        p->out.len += before + 4 * count;
        begin = p->row_ends[row];
    }
    return true;
}

static bool put_swapped(part *p)
{
    if (!bytes_reserve(&p->out, p->count * 4)) {
        return false;
    }
    for (size_t i = 0; i < p->count; i++) {
        put_little(p->out.data + 4 * i, bits_of((const float *)p->values + i));
    }
    p->out.len = p->count * 4;
    return true;
}

/* ---- headers --------------------------------------------------------------------------------- */

static int write_npy_header(encoder *e, const source *from)
{
    char header[NPY_HEADER] = {0};
    if (from == NULL) {
        return sink_write(e->out, header, sizeof header);
    }
    bool two = source_is_matrix(from);
    npy_header(header, e->f32, two, two ? from->seen.rows : from->seen.values,
               source_columns(from));
    return sink_patch(e->out, header, sizeof header);
}

static int write_fbin_header(encoder *e, const source *from)
{
    char header[FBIN_HEADER] = {0};
    if (from == NULL) {
        return sink_write(e->out, header, sizeof header);
    }
    const shape *seen = &from->seen;
    bool list = !source_is_matrix(from) && seen->columns != 1;
    if (seen->other_row > 0 || (list && seen->values > 0)) {
        return seen->other_row == 0
                   ? report_bad("%s: .fbin wants rows, and there are none", e->out->name)
                   : report_bad("%s: .fbin wants rows of one length: row 1 has %llu values, row "
                                "%llu has %llu",
                                e->out->name, (unsigned long long)seen->columns,
                                (unsigned long long)seen->other_row,
                                (unsigned long long)seen->other_columns);
    }
    if (seen->rows > UINT32_MAX || source_columns(from) > UINT32_MAX) {
        return report_bad("%s: too many rows for .fbin", e->out->name);
    }
    put_little(header, (uint32_t)seen->rows);
    put_little(header + 4, (uint32_t)source_columns(from));
    return sink_patch(e->out, header, sizeof header);
}

/* ---- all of a file --------------------------------------------------------------------------- */

int encode_begin(encoder *e, const options *opts, bool f32, sink *out)
{
    memset(e, 0, sizeof *e);
    e->opts = opts;
    e->f32 = f32;
    e->out = out;
    if (encode_is_text(opts->output) && !text_prepare(e)) {
        return report_usage("--layout: not possible");
    }
    return opts->output == OUTPUT_NPY      ? write_npy_header(e, NULL)
           : opts->output == OUTPUT_FBIN   ? write_fbin_header(e, NULL)
           : opts->output == OUTPUT_PGCOPY ? sink_write(out, pgcopy_start, PGCOPY_START)
                                           : 0;
}

void encode_part(const encoder *e, part *p)
{
    bool memory = true;
    p->out.len = 0;
    if (e->opts->output == OUTPUT_FVECS || e->opts->output == OUTPUT_PGCOPY) {
        memory = put_rows(e, p);
    } else if (e->opts->output == OUTPUT_FBIN && !is_little_endian()) {
        memory = put_swapped(p);
    } else if (encode_is_text(e->opts->output)) {
        memory = text_rows(e, p);
    }
    if (!memory) {
        p->problem = "there is not enough memory";
    }
}

int encode_turn(encoder *e, part *p)
{
    bool bare = e->opts->output == OUTPUT_NPY || e->opts->output == OUTPUT_RAW ||
                (e->opts->output == OUTPUT_FBIN && is_little_endian());
    if (encode_is_text(e->opts->output)) {
        return text_turn(e, p);
    }
    return bare ? sink_write(e->out, p->values, p->count * part_value_size(p))
                : sink_write(e->out, p->out.data, p->out.len);
}

int encode_end(encoder *e, const source *from)
{
    static const char pgcopy_end[2] = {(char)0xff, (char)0xff};
    bool rows_wanted = e->opts->output == OUTPUT_FVECS || e->opts->output == OUTPUT_PGCOPY;
    if (rows_wanted && from->opts->input != INPUT_TEXT && from->values.columns == 0) {
        return report_bad("%s: has one dimension; give the values in a row by --columns",
                          from->in.name);
    }
    if (encode_is_text(e->opts->output)) {
        return text_end(e);
    }
    return e->opts->output == OUTPUT_NPY      ? write_npy_header(e, from)
           : e->opts->output == OUTPUT_FBIN   ? write_fbin_header(e, from)
           : e->opts->output == OUTPUT_PGCOPY ? sink_write(e->out, pgcopy_end, 2)
                                              : 0;
}
