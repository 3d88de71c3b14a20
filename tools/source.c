/* tools/source.c - deals a text out in parts, keeps its shape, says what is wrong in it. */
#include "tools/source.h"
#include "tools/documents.h"
#include "tools/report.h"
#include "tools/vec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Text wanted behind an error, for its excerpt. */
enum { BEHIND = 160 };
/* What simdjson reads: its places have 32 bits. */
#define DOCUMENT_LONGEST ((size_t)UINT32_MAX - INPUT_SLACK)
/* Bytes of text in a part, where several jobs read. */
enum { PART_STEP = 1024 * 1024 };

/* A json text is a list, not a matrix of one row, where its first bracket opens a row at once. */
enum { BRACKETS_NONE = 0, BRACKETS_ONE = 1, BRACKETS_FLAT = 2, BRACKETS_NESTED = 3 };

/* ---- opening --------------------------------------------------------------------------------- */

static bool needs_whole_rows(const options *opts)
{
    return opts->spec.columns > 0 || opts->on_error == ON_ERROR_SKIP_ROW ||
           opts->output == OUTPUT_FVECS || opts->output == OUTPUT_PGCOPY;
}

static void choose_cut(source *from)
{
    const options *opts = from->opts;
    bool json = opts->spec.kind == DIGITRUN_JSON;
    from->whole = (opts->key_count > 0 && opts->whole_document) ||
                  (json && opts->on_error == ON_ERROR_NAN && needs_whole_rows(opts));
    from->cut = from->whole || (!json && (opts->jobs > 1 || opts->on_error != ON_ERROR_STOP ||
                                          filter_is_wanted(opts) || opts->key_count > 0));
    from->flags = needs_whole_rows(opts) ? DIGITRUN_WHOLE_ROWS : 0;
}

static int open_text(source *from, options *opts)
{
    int failed = opts->vec ? vec_open(&from->in, opts) : 0;
    choose_cut(from);
    if (opts->whole_document) {
        from->in.limit = opts->longest > 0 ? opts->longest : DOCUMENT_LONGEST;
    }
    return failed != 0 ? failed : filter_open(&from->passed_over, opts);
}

static int open_parts(source *from, const options *opts)
{
    bool several = opts->input != INPUT_TEXT || (from->cut && !from->whole);
    size_t wanted = several && opts->jobs > 1 ? opts->jobs : 1;
    int failed = 0;
    from->parts = calloc(wanted, sizeof *from->parts);
    if (from->parts == NULL) {
        return report_io(opts->in, ENOMEM);
    }
    while (failed == 0 && from->jobs < wanted) {
        failed = part_open(&from->parts[from->jobs++], opts);
    }
    return failed;
}

int source_open(source *from, options *opts)
{
    memset(from, 0, sizeof *from);
    from->opts = opts;
    size_t step = opts->jobs > 1 ? PART_STEP : INPUT_STEP;
    int failed = input_open(&from->in, opts->in, opts->buffer > 0 ? opts->buffer : step);
    if (failed != 0) {
        return failed;
    }
    if (opts->key_count == 0) { /* what reads documents wants bytes behind them */
        input_map(&from->in);
    }
    failed = opts->input != INPUT_TEXT ? binary_open(from, opts) : open_text(from, opts);
    return failed != 0 ? failed : open_parts(from, opts);
}

void source_close(source *from)
{
    while (from->jobs > 0) {
        part_close(&from->parts[--from->jobs]);
    }
    free(from->parts);
    from->parts = NULL;
    filter_close(&from->passed_over);
    bytes_free(&from->view);
    input_close(&from->in);
}

int source_run(source *from, const pool_task *task)
{
    void *rooms[POOL_MOST];
    for (size_t i = 0; i < from->jobs; i++) {
        rooms[i] = &from->parts[i];
    }
    int code = pool_run(task, rooms, from->jobs);
    return code == POOL_NO_THREAD ? pool_run(task, rooms, 1) : code;
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* Bytes of the lines passed over at the start of the text; SIZE_MAX: their end is not here. */
static size_t header_len(const source *from)
{
    const char *text = input_text(&from->in);
    size_t len = input_len(&from->in), at = 0;
    size_t lines = from->begun ? 0 : from->opts->spec.skip_lines;
    while (lines > 0 && at + 1 < len) {
        bool both = text[at] == '\r' && text[at + 1] == '\n';
        lines -= text[at] == '\n' || text[at] == '\r';
        at += both ? 2 : 1;
    }
    return lines == 0 ? at : SIZE_MAX;
}

/* The text so far as it will be read. Where lines are passed over that may hold quotes, records end
 * in the view: what those opened or closed is no matter there. NULL: there is no memory. */
static const char *text_of_records(source *from)
{
    bytes no_labels = {NULL, 0, 0};
    const char *text = input_text(&from->in);
    if (from->opts->spec.quote == 0 || !filter_is_wanted(from->opts)) {
        return text;
    }
    bool memory = filter_view(&from->passed_over, text, input_len(&from->in), from->in.offset == 0,
                              &from->view, &no_labels);
    return memory ? from->view.data : NULL;
}

/* Sets *cut to the last record start that is easily found, or 0. What opens in the header closes
 * there. */
static int find_cut(source *from, size_t *cut)
{
    size_t header = header_len(from), len = input_len(&from->in);
    const char *text = text_of_records(from);
    *cut = 0;
    if (text == NULL) {
        return report_io(from->in.name, ENOMEM);
    }
    if (header >= len) {
        return EXIT_GOOD;
    }
    text += header;
    len -= header;
    for (size_t back = 16 * 1024;; back *= 8) {
        size_t start = len > back ? len - back : len > 0;
        size_t at = digitrun_record_start(text, len, start, &from->opts->format_behind);
        if (at > 0 && at < len) {
            *cut = header + at;
            return EXIT_GOOD;
        }
        if (start <= 1) {
            return EXIT_GOOD;
        }
    }
}

static int take_records(source *from, part *p)
{
    size_t len = 0;
    if (from->begun && from->in.ended && input_len(&from->in) == 0) {
        return POOL_END;
    }
    for (bool asked = input_len(&from->in) >= from->in.step; len == 0; asked = false) {
        int failed = asked || from->in.ended ? 0 : input_fill(&from->in);
        if (failed != 0) {
            return failed;
        }
        if (from->in.ended) {
            len = input_len(&from->in);
            break;
        }
        failed = from->whole ? 0 : find_cut(from, &len);
        if (failed != 0) {
            return failed;
        }
    }
    digitrun_reader_init(&p->reader,
                         from->begun ? &from->opts->format_behind : &from->opts->format);
    p->last = (digitrun_result){.status = DIGITRUN_OK};
    p->count = p->rows = 0;
    from->begun = true;
    return input_hand_over(&from->in, &p->in, len);
}

/* One part that moves over the text; the reader goes on where it was. */
static int take_window(source *from, part *p)
{
    if (!from->begun) {
        p->in = from->in;
        from->in.memory = NULL;
        from->in.room = 0;
        digitrun_reader_init(&p->reader, &from->opts->format);
    } else if (p->in.ended && part_wants_text(p)) {
        return POOL_END;
    } else {
        p->open = part_open_after(p);
        input_pass(&p->in, p->used);
    }
    from->begun = true;
    return input_fill(&p->in);
}

int source_take(source *from, part *p)
{
    p->problem = p->cut_off = p->refused = NULL;
    p->view.len = p->passed.len = 0;
    p->missing = p->passed_rows = 0;
    if (from->opts->input != INPUT_TEXT) {
        return binary_take(from, p);
    }
    return from->cut ? take_records(from, p) : take_window(from, p);
}

/* ---- working --------------------------------------------------------------------------------- */

static void note_brackets(source *from, const char *text, size_t len)
{
    for (size_t i = 0; i < len && from->brackets < BRACKETS_FLAT; i++) {
        if (text[i] == '[') {
            from->brackets = from->brackets == BRACKETS_NONE ? BRACKETS_ONE : BRACKETS_NESTED;
        } else if (from->brackets == BRACKETS_ONE && strchr(" \t\r\n", text[i]) == NULL) {
            from->brackets = BRACKETS_FLAT;
        }
    }
}

static bool is_one_list(const source *from)
{
    return from->opts->spec.kind == DIGITRUN_JSON && from->opts->spec.columns == 0 &&
           from->brackets != BRACKETS_NESTED;
}

/* Reads the numbers of what is to be seen of the text. Returns false where there is no memory. */
static bool read_view(source *from, part *p)
{
    if (from->opts->key_count > 0 && !documents_view(p)) {
        return false;
    }
    if (from->opts->key_count == 0 && filter_is_wanted(from->opts) &&
        !filter_view(&p->passed_over, input_text(&p->in), input_len(&p->in), p->in.offset == 0,
                     &p->view, &p->labels)) {
        return false;
    }
    const char *problem = p->problem; /* of a document; what is wrong in a number comes before it */
    size_t bad = p->bad;
    p->problem = NULL;
    bool memory = part_read(p, from->flags);
    if (problem != NULL && !part_is_bad(p)) {
        p->problem = problem;
        p->bad = bad;
    }
    return memory;
}

void source_work(source *from, part *p)
{
    if (from->opts->input != INPUT_TEXT) {
        binary_work(from, p);
        return;
    }
    if (!read_view(from, p)) {
        p->problem = "there is not enough memory";
    }
    if (from->opts->spec.kind == DIGITRUN_JSON) { /* one job alone reads it */
        note_brackets(from, input_text(&p->in), part_is_bad(p) ? p->bad : p->used);
        p->flat = is_one_list(from);
    }
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void note_rows(shape *seen, const part *p)
{
    size_t begin = 0;
    for (size_t i = 0; i < p->rows; i++) {
        uint64_t columns = p->row_ends[i] - begin + (i == 0 ? p->open : 0);
        begin = p->row_ends[i];
        if (seen->rows + i == 0) {
            seen->columns = columns;
        } else if (columns != seen->columns && seen->other_row == 0) {
            seen->other_row = seen->rows + i + 1;
            seen->other_columns = columns;
        }
    }
    seen->rows += p->rows;
}

int source_turn(source *from, part *p)
{
    shape *seen = &from->seen;
    if (p->cut_off != NULL) {
        return report_bad("%s: the file %s", from->in.name, p->cut_off);
    }
    seen->bad_documents += p->bad_documents.count;
    faults_merge(&p->forgiven, &p->bad_documents);
    faults_take(&from->forgiven, &p->forgiven, &p->in, seen->rows + seen->passed_rows);
    note_rows(seen, p);
    seen->values += p->count;
    seen->missing += p->missing;
    seen->passed_rows += p->passed_rows;
    report_progress(p->in.offset + p->used, p->in.size);
    return 0;
}

bool source_is_matrix(const source *from)
{
    const shape *seen = &from->seen;
    if (from->opts->input != INPUT_TEXT) {
        return from->values.columns > 0;
    }
    if (from->opts->spec.columns > 0) {
        return !from->opts->drop_missing || seen->other_row == 0;
    }
    return seen->rows > 0 && seen->other_row == 0 && seen->columns != 1 && !is_one_list(from);
}

uint64_t source_columns(const source *from)
{
    if (from->opts->input != INPUT_TEXT) {
        return from->values.columns;
    }
    bool given = from->opts->spec.columns > 0 && !from->opts->drop_missing;
    return given ? from->opts->spec.columns : from->seen.columns;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void describe(const part *p, uint64_t held, char *problem, size_t room)
{
    const char *text = digitrun_status_text(p->last.status);
    size_t columns = p->opts->spec.columns;
    if (p->problem != NULL) {
        snprintf(problem, room, "%s", p->problem);
    } else if (p->last.status == DIGITRUN_BAD_STRUCTURE && p->last.length == 0) {
        snprintf(problem, room, "the text ends where a value should be");
    } else if (p->last.status != DIGITRUN_ROW_LENGTH) {
        snprintf(problem, room, "%s", text);
    } else if (held < columns) {
        snprintf(problem, room, "%s: %llu instead of %zu", text, (unsigned long long)held, columns);
    } else {
        snprintf(problem, room, "%s: more than %zu", text, columns);
    }
}

int source_report_bad(source *from, part *p)
{
    char problem[160];
    size_t marked = p->problem != NULL ? 1 : p->last.length;
    size_t offset = p->bad, behind = offset + marked + BEHIND;
    bool whole = (from->flags & DIGITRUN_WHOLE_ROWS) != 0;
    uint64_t held = whole && p->problem == NULL ? part_count_bad_row(p) : p->reader.row_values;
    describe(p, held, problem, sizeof problem);
    while (!p->in.ended && input_len(&p->in) < behind && input_fill(&p->in) == 0) {
    }
    input_place at = input_locate(&p->in, offset);
    report_place place = {.name = p->in.name, .line = at.line, .column = at.column};
    place.row = p->problem != NULL ? 0 : from->seen.rows + from->seen.passed_rows + 1;
    place.value = p->last.status == DIGITRUN_ROW_LENGTH ? 0 : held + 1;
    place.before_len = p->in.begin + offset;
    place.before = p->in.memory;
    place.spot = input_text(&p->in) + offset;
    place.spot_len = input_len(&p->in) - offset;
    place.marked = marked;
    return report_bad_data(&place, problem);
}

void source_report_forgiven(const source *from)
{
    bool rows = from->opts->on_error == ON_ERROR_SKIP_ROW;
    uint64_t rows_seen = from->seen.rows + from->seen.passed_rows + from->seen.bad_documents;
    uint64_t of = rows ? rows_seen : from->seen.values;
    faults_report(&from->forgiven, from->in.name, rows, of);
}
