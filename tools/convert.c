/* tools/convert.c - digitrun convert: values from a text or a file of values to another form. */
#include "tools/commands.h"
#include "tools/encode.h"
#include "tools/report.h"

#include <stdio.h>

typedef struct conversion {
    const options *opts;
    source from;
    encoder to;
    sink out, labels;
} conversion;

static int take(void *context, void *room)
{
    conversion *all = context;
    return source_take(&all->from, room);
}

static void work(void *context, void *room)
{
    conversion *all = context;
    source_work(&all->from, room);
    encode_part(&all->to, room);
}

/* The labels of rows that were not left out. */
static int write_labels(sink *out, const part *p)
{
    const uint64_t *passed = (const void *)p->passed.data;
    size_t left_out = p->passed.len / sizeof *passed, next = 0, row = 0, begin = 0;
    int failed = 0;
    for (size_t at = 0; at < p->labels.len && failed == 0; row++) {
        const char *end = memchr(p->labels.data + at, '\n', p->labels.len - at);
        size_t behind = (size_t)(end - p->labels.data) + 1;
        if (next < left_out && passed[next] == row) {
            failed = sink_write(out, p->labels.data + begin, at - begin);
            begin = behind;
            next++;
        }
        at = behind;
    }
    return failed != 0 ? failed : sink_write(out, p->labels.data + begin, p->labels.len - begin);
}

/* before: what was seen before this part. */
static int report_refused(const conversion *all, const part *p, const shape *before)
{
    bool one_row = all->opts->input != INPUT_TEXT && all->from.values.columns == 0;
    uint64_t open = one_row ? before->values : p->open;
    uint64_t rows_before = before->rows + before->passed_rows;
    size_t row = 0, begin = 0;
    while (row < p->rows && p->row_ends[row] <= p->refused_index) {
        begin = p->row_ends[row++];
    }
    const uint64_t *passed = (const void *)p->passed.data;
    uint64_t number = row;
    for (size_t i = 0; i < p->passed.len / sizeof *passed && passed[i] <= number; i++) {
        number++;
    }
    uint64_t value = p->refused_index - begin + (row == 0 ? open : 0) + 1;
    return report_bad("%s: row %llu, value %llu %s", all->from.in.name,
                      (unsigned long long)(rows_before + number + 1), (unsigned long long)value,
                      p->refused);
}

static int turn(void *context, void *room)
{
    conversion *all = context;
    part *p = room;
    const shape before = all->from.seen;
    int failed = source_turn(&all->from, p);
    if (failed == 0 && p->refused != NULL) {
        return report_refused(all, p, &before);
    }
    failed = failed != 0 ? failed : encode_turn(&all->to, p);
    if (failed == 0 && all->opts->labels != NULL) {
        failed = write_labels(&all->labels, p);
    }
    return failed == 0 && part_is_bad(p) ? source_report_bad(&all->from, p) : failed;
}

/* ---- the end --------------------------------------------------------------------------------- */

static void note_ragged(const conversion *all)
{
    const shape *seen = &all->from.seen;
    if (all->opts->output == OUTPUT_NPY && seen->other_row > 0) {
        report_note("%s: row 1 has %llu values, row %llu has %llu: written in one dimension",
                    all->from.in.name, (unsigned long long)seen->columns,
                    (unsigned long long)seen->other_row, (unsigned long long)seen->other_columns);
    }
}

static void note_done(const conversion *all, uint64_t len)
{
    const shape *seen = &all->from.seen;
    const options *opts = all->opts;
    report_note("%s: %llu values in %llu rows, %llu missing, from %llu bytes by %s", all->out.name,
                (unsigned long long)seen->values, (unsigned long long)seen->rows,
                (unsigned long long)seen->missing, (unsigned long long)len,
                opts->input == INPUT_TEXT ? digitrun_format_isa(&opts->format)
                                          : digitrun_isa_selected());
}

/* Values that are not there at all, though rows were asked for by name. */
static int check_keys(const conversion *all)
{
    const shape *seen = &all->from.seen;
    if (all->opts->key_count == 0 || seen->rows + seen->passed_rows + seen->bad_documents > 0) {
        return 0;
    }
    return report_bad("%s: there is nothing under %s%s", all->from.in.name, all->opts->keys[0],
                      all->opts->key_count > 1 ? " and the other keys" : "");
}

static int finish(conversion *all)
{
    int failed = check_keys(all);
    failed = failed != 0 ? failed : encode_end(&all->to, &all->from);
    if (failed == 0 && all->opts->labels != NULL) {
        failed = sink_finish(&all->labels);
    }
    return failed != 0 ? failed : sink_finish(&all->out);
}

static int run(conversion *all)
{
    int code = source_run(&all->from, &(pool_task){all, take, work, turn});
    const part *only = &all->from.parts[0];
    uint64_t len = all->from.cut || all->opts->input != INPUT_TEXT ? all->from.in.offset
                                                                   : only->in.offset + only->used;
    code = code != 0 ? code : finish(all);
    if (code == 0) {
        source_report_forgiven(&all->from);
        note_ragged(all);
    }
    if (code == 0 && all->opts->verbose) {
        note_done(all, len);
    }
    return code;
}

static int open_outputs(conversion *all)
{
    const options *opts = all->opts;
    bool patched = opts->output == OUTPUT_NPY || opts->output == OUTPUT_FBIN;
    int code = sink_open(&all->out, opts->out, patched, opts->named_temporary);
    if (code == 0 && opts->labels != NULL) {
        code = sink_open(&all->labels, opts->labels, false, opts->named_temporary);
    }
    return code != 0 ? code : encode_begin(&all->to, opts, opts->type == TYPE_F32, &all->out);
}

int command_convert(options *opts)
{
    static conversion all;
    all = (conversion){.opts = opts};
    int code = source_open(&all.from, opts);
    if (code == 0) {
        code = open_outputs(&all);
        code = code != 0 ? code : run(&all);
        sink_discard(&all.out);
        sink_discard(&all.labels);
    }
    source_close(&all.from);
    report_progress_end();
    return code;
}
