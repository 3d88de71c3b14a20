/* bench/quote.c - tables of result files written into a text, so that no figure there was typed by
 * hand. Between `<!-- digitrun-bench FILE OP TYPE SHAPE -->` and `<!-- /digitrun-bench -->` stands
 * the table; FILE is beside the text, or below. */
#include "bench/options.h"
#include "bench/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 16, LINE_MOST = 4096 };

static const char start_mark[] = "<!-- digitrun-bench ", end_mark[] = "<!-- /digitrun-bench -->";

typedef struct growing_text {
    char *data;
    size_t len, room;
    bool failed;
} growing_text;

static void add(growing_text *text, const char *words)
{
    size_t len = strlen(words);
    if (text->room - text->len <= len) {
        size_t room = 2 * text->room + len + 4096;
        char *more = realloc(text->data, room);
        if (more == NULL) {
            text->failed = true;
            return;
        }
        text->data = more;
        text->room = room;
    }
    memcpy(text->data + text->len, words, len + 1);
    text->len += len;
}

/* The implementations of a table, the reference first. */
typedef struct column_list {
    const bench_result *items[COLUMNS_MOST];
    size_t count;
} column_list;

static void find_columns(const bench_report *report, const bench_result *like, column_list *columns)
{
    columns->count = 0;
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        bool seen = !bench_is_same_table(r, like) || strcmp(r->implementation, BENCH_AGAIN) == 0;
        for (size_t at = 0; at < columns->count && !seen; at++) {
            seen = strcmp(columns->items[at]->implementation, r->implementation) == 0 &&
                   strcmp(columns->items[at]->isa, r->isa) == 0;
        }
        if (!seen && columns->count < COLUMNS_MOST) {
            columns->items[columns->count++] = r;
        }
    }
}

static const char *version_of(const bench_report *report, const char *name)
{
    for (size_t i = 0; i < report->peer_count; i++) {
        if (strcmp(report->peers[i].name, name) == 0) {
            return report->peers[i].version;
        }
    }
    return "";
}

static void add_heading(growing_text *out, const bench_report *report, const column_list *columns)
{
    char line[LINE_MOST], passes[80] = "";
    if (report->passes > 1) {
        snprintf(passes, sizeof passes, "; half of the ratios within %.1f%% in %u passes",
                 100 * report->apart, report->passes);
    }
    snprintf(line, sizeof line,
             "%s%s, %s, %s; digitrun %s by %s; %.10s; ns a number, in brackets how many times as "
             "fast as the first column (noise %.1f%%%s)\n\n| |",
             report->machine.cpu, report->machine.virtual_by[0] ? " (virtual)" : "",
             report->machine.arch, report->machine.os, report->version, report->compiler,
             report->date, 100 * report->noise, passes);
    add(out, line);
    for (size_t i = 0; i < columns->count; i++) {
        const bench_result *r = columns->items[i];
        snprintf(line, sizeof line, " %s%s%s |", r->isa[0] ? "digitrun " : r->implementation,
                 r->isa[0] ? "" : " ", r->isa[0] ? r->isa : version_of(report, r->implementation));
        add(out, line);
    }
    add(out, "\n|---|");
    for (size_t i = 0; i < columns->count; i++) {
        add(out, "---:|");
    }
    add(out, "\n");
}

static void add_table(growing_text *out, const bench_report *report, const bench_result *like)
{
    char cell[128];
    column_list columns;
    find_columns(report, like, &columns);
    add_heading(out, report, &columns);
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (!bench_is_same_table(r, like) || !bench_is_first_of_case(report, i)) {
            continue;
        }
        snprintf(cell, sizeof cell, "| %s |", r->set);
        add(out, cell);
        for (size_t at = 0; at < columns.count; at++) {
            const bench_result *column = columns.items[at];
            const bench_result *found = bench_find_result(report, r, column->implementation,
                                                          column->isa);
            if (found == NULL) {
                add(out, " |");
                continue;
            }
            snprintf(cell, sizeof cell, at ? " %.*f (%.2f) |" : " %.*f |", found->min < 100 ? 1 : 0,
                     found->min, found->ratio);
            add(out, cell);
        }
        add(out, "\n");
    }
}

/* What a row, or the first one, did with a hostile text in all formats and sizes. */
typedef struct hostile_sum {
    double least_ns, most_ns; /* a byte */
    double growth;            /* the most, from the first size to another */
    double ratio;             /* the least */
} hostile_sum;

static hostile_sum sum_hostile(const bench_report *report, const char *set, const char *isa)
{
    hostile_sum sum = {0};
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (strcmp(r->op, "hostile") || strcmp(r->set, set) || strcmp(r->isa, isa)) {
            continue;
        }
        bool any = sum.most_ns > 0;
        sum.least_ns = !any || r->min < sum.least_ns ? r->min : sum.least_ns;
        sum.most_ns = r->min > sum.most_ns ? r->min : sum.most_ns;
        sum.growth = r->growth > sum.growth ? r->growth : sum.growth;
        sum.ratio = !any || r->ratio < sum.ratio ? r->ratio : sum.ratio;
    }
    return sum;
}

/* One line a text, whatever the formats and sizes. */
static void add_hostile_table(growing_text *out, const bench_report *report,
                              const bench_result *like)
{
    char line[LINE_MOST];
    column_list columns;
    find_columns(report, like, &columns);
    snprintf(line, sizeof line,
             "%s%s, %s, %s; digitrun %s by %s; %.10s; %s: ns a byte; the others: how many times as "
             "fast as it; growth: to the longest text; of all formats and sizes the worst\n\n| |",
             report->machine.cpu, report->machine.virtual_by[0] ? " (virtual)" : "",
             report->machine.arch, report->machine.os, report->version, report->compiler,
             report->date, columns.count ? columns.items[0]->isa : "");
    add(out, line);
    for (size_t i = 0; i < columns.count; i++) {
        snprintf(line, sizeof line, i ? " %s | growth |" : " %s, ns | growth |",
                 columns.items[i]->isa);
        add(out, line);
    }
    add(out, "\n|---|");
    for (size_t i = 0; i < 2 * columns.count; i++) {
        add(out, "---:|");
    }
    add(out, "\n");
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        bool seen = strcmp(r->op, "hostile") != 0;
        for (size_t at = 0; at < i && !seen; at++) {
            seen = strcmp(report->results[at].op, r->op) == 0 &&
                   strcmp(report->results[at].set, r->set) == 0;
        }
        if (seen) {
            continue;
        }
        snprintf(line, sizeof line, "| `%s` |", r->set);
        add(out, line);
        for (size_t at = 0; at < columns.count; at++) {
            hostile_sum sum = sum_hostile(report, r->set, columns.items[at]->isa);
            if (at) {
                snprintf(line, sizeof line, " %.2f | %.2f |", sum.ratio, sum.growth);
            } else {
                snprintf(line, sizeof line, " %.2f-%.2f | %.2f |", sum.least_ns, sum.most_ns,
                         sum.growth);
            }
            add(out, line);
        }
        add(out, "\n");
    }
}

/* The words of a start mark: FILE OP TYPE SHAPE. */
static bool add_marked(growing_text *out, const char *folder, const char *mark)
{
    char file[512], path[1100];
    bench_result like = {0};
    bench_report report = {0};
    if (sscanf(mark, "%511s %11s %3s %15s", file, like.op, like.type, like.shape) != 4) {
        fprintf(stderr, "digitrun-bench: a mark needs FILE OP TYPE SHAPE: %.60s\n", mark);
        return false;
    }
    snprintf(path, sizeof path, "%.512s%s", folder, file);
    if (!bench_read_json(&report, path)) {
        return false;
    }
    if (strcmp(like.op, "hostile") == 0) {
        add_hostile_table(out, &report, &like);
    } else {
        add_table(out, &report, &like);
    }
    bench_end_report(&report);
    return true;
}

static char *read_text(const char *path)
{
    growing_text text = {0};
    char buffer[4097];
    size_t got;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    add(&text, "");
    while ((got = fread(buffer, 1, sizeof buffer - 1, file)) > 0) {
        buffer[got] = 0;
        add(&text, buffer);
    }
    fclose(file);
    return text.data;
}

static bool fill_in(const char *text, const char *folder, growing_text *out)
{
    char line[LINE_MOST];
    bool inside = false;
    while (*text) {
        size_t len = strcspn(text, "\n");
        len += text[len] == '\n';
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        text += len;
        if (strncmp(line, end_mark, sizeof end_mark - 1) == 0) {
            inside = false;
        }
        if (!inside) {
            add(out, line);
        }
        if (strncmp(line, start_mark, sizeof start_mark - 1) == 0) {
            inside = true;
            if (!add_marked(out, folder, line + sizeof start_mark - 1)) {
                return false;
            }
        }
    }
    if (inside) {
        fprintf(stderr, "digitrun-bench: a table is not ended by %s\n", end_mark);
    }
    return !inside && !out->failed;
}

static bool write_text(const char *path, const growing_text *text)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(text->data, 1, text->len, file) == text->len;
    return file && fclose(file) == 0 && good;
}

int bench_quote(const char *path, bool only_look)
{
    char folder[513] = "";
    const char *slash = strrchr(path, '/');
    growing_text out = {0};
    char *text = read_text(path);
    int code = BENCH_EXIT_GOOD;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - path) : 0, path);
    add(&out, "");
    if (text == NULL) {
        fprintf(stderr, "digitrun-bench: %s: %s\n", path, strerror(errno));
        code = BENCH_EXIT_USAGE;
    } else if (!fill_in(text, folder, &out)) {
        code = BENCH_EXIT_USAGE;
    } else if (strcmp(text, out.data) != 0) {
        if (only_look) {
            printf("%s: its tables are not those of the result files\n", path);
            code = BENCH_EXIT_WRONG;
        } else if (!write_text(path, &out)) {
            fprintf(stderr, "digitrun-bench: %s: %s\n", path, strerror(errno));
            code = BENCH_EXIT_USAGE;
        }
    }
    free(text);
    free(out.data);
    return code;
}
