/* tools/convert.c - digitrun convert: a text to an .npy file or to bare values. */
#include "tools/commands.h"
#include "tools/npy.h"
#include "tools/report.h"
#include "tools/scan.h"
#include "tools/sink.h"

#include <stdio.h>

/* The header comes last, when the shape is known; its place is kept. */
static int write_header(sink *out, const scan *s, bool last)
{
    char header[NPY_HEADER];
    bool two = scan_is_matrix(s);
    npy_header(header, s->f32, two, two ? s->shape.rows : s->shape.values,
               s->opts->spec.columns > 0 ? s->opts->spec.columns : s->shape.columns);
    return last ? sink_patch(out, header, sizeof header) : sink_write(out, header, sizeof header);
}

static int write_values(sink *out, scan *s)
{
    size_t size = s->f32 ? sizeof(float) : sizeof(double), count;
    int code = 0;
    for (;;) {
        scan_step step = scan_next(s, &count, &code);
        if (step == SCAN_END) {
            return 0;
        }
        if (step == SCAN_BAD) {
            return scan_report(s);
        }
        if (step == SCAN_VALUES) {
            code = sink_write(out, s->values, count * size);
        }
        if (code != 0) {
            return code;
        }
    }
}

static void note_ragged(const scan *s)
{
    if (s->shape.other_row > 0) {
        report_note("%s: row 1 has %llu values, row %llu has %llu: written in one dimension",
                    s->in.name, (unsigned long long)s->shape.columns,
                    (unsigned long long)s->shape.other_row,
                    (unsigned long long)s->shape.other_columns);
    }
}

static void note_done(const scan *s, const sink *out)
{
    report_note("%s: %llu values in %llu rows, %llu missing, from %llu bytes by %s", out->name,
                (unsigned long long)s->shape.values, (unsigned long long)s->shape.rows,
                (unsigned long long)s->shape.missing, (unsigned long long)s->in.offset,
                digitrun_format_isa(&s->opts->format));
}

static int convert(scan *s, sink *out, bool npy)
{
    int code = npy ? write_header(out, s, false) : 0;
    code = code != 0 ? code : write_values(out, s);
    code = code == 0 && npy ? write_header(out, s, true) : code;
    code = code != 0 ? code : sink_finish(out);
    if (code == 0 && npy) {
        note_ragged(s);
    }
    if (code == 0 && s->opts->verbose) {
        note_done(s, out);
    }
    return code;
}

int command_convert(const options *opts)
{
    scan s;
    sink out;
    bool npy = opts->output == OUTPUT_NPY;
    int code = scan_open(&s, opts);
    if (code == 0) {
        code = sink_open(&out, opts->out, npy, opts->named_temporary);
        code = code != 0 ? code : convert(&s, &out, npy);
        sink_discard(&out);
    }
    scan_close(&s);
    report_progress_end();
    return code;
}
