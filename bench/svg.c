/* bench/svg.c - the picture: one panel a table, a bar for each row, a mark for each peer, the
 * reference a line at 1. */
#include "bench/results.h"

#include <stdio.h>
#include <string.h>

enum {
    PEER_COLOURS = 12,
    WIDTH = 900,
    LEFT = 150,
    RIGHT = 30,
    TOP = 64,
    BAR = 10,
    GAP = 6,
    TITLE = 44,
    AXIS = 26,
    NAMES_MOST = 16
};

static const char *const row_colours[] = {"#0b6e99", "#e07a1f", "#3a9d5d", "#8b5fbf",
                                          "#c0392b", "#7f8c1a", "#16a3a3", "#b5548f"};
static const char *const peer_colours[] = {"#333333", "#d11149", "#6610f2", "#1a8fe3",
                                           "#e6a700", "#2a9d2a", "#888888", "#a0522d",
                                           "#00897b", "#ff6f91", "#5c6bc0", "#9e9d24"};

typedef struct name_list {
    char items[NAMES_MOST][40];
    size_t count;
} name_list;

typedef struct picture {
    FILE *file;
    const bench_report *report;
    name_list rows, peers;
    double y;
} picture;

static size_t find_name(name_list *names, const char *name)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->items[i], name) != 0) {
        i++;
    }
    if (i == names->count && names->count < NAMES_MOST) {
        snprintf(names->items[names->count++], sizeof names->items[0], "%.39s", name);
    }
    return i < NAMES_MOST ? i : NAMES_MOST - 1;
}

static void put_text(FILE *file, double x, double y, const char *anchor, int size, const char *text)
{
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">", x, y, anchor,
            size);
    for (; *text; text++) {
        const char *entity = *text == '<'   ? "&lt;"
                             : *text == '>' ? "&gt;"
                             : *text == '&' ? "&amp;"
                                            : NULL;
        if (entity) {
            fputs(entity, file);
        } else {
            fputc(*text, file);
        }
    }
    fputs("</text>\n", file);
}

static bool is_peer(const bench_report *report, const bench_result *r)
{
    return r->isa[0] == 0 && strcmp(r->implementation, BENCH_AGAIN) != 0 &&
           r != bench_find_reference(report, r);
}

/* The largest ratio of the table, and 1.2 at least. */
static double largest_ratio(const bench_report *report, const bench_result *like)
{
    double largest = 1.2;
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (bench_is_same_table(r, like) && r->ratio > largest) {
            largest = r->ratio;
        }
    }
    return largest;
}

static double place(double ratio, double largest)
{
    return LEFT + ratio / largest * (WIDTH - LEFT - RIGHT);
}

/* Within the bar, at its foot, where no mark of a peer hides it. */
static void put_value(FILE *file, double x, double y, const char *value)
{
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"8\" fill=\"white\">%s</text>\n", x, y,
            value);
}

/* Bars and marks of one set; returns the height. */
static double put_case(picture *p, const bench_result *like, double largest)
{
    double y = p->y;
    for (size_t i = 0; i < p->report->count; i++) {
        const bench_result *r = &p->report->results[i];
        if (!bench_is_same_table(r, like) || strcmp(r->set, like->set) != 0 || r->isa[0] == 0) {
            continue;
        }
        const char *colour = row_colours[find_name(&p->rows, r->isa) % 8];
        double end = place(r->ratio, largest);
        char value[32];
        fprintf(p->file, "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                LEFT, y, end - LEFT, BAR - 1, colour);
        snprintf(value, sizeof value, "%.2f", r->ratio);
        put_value(p->file, LEFT + 4, y + BAR - 2.5, value);
        y += BAR;
    }
    double height = y > p->y ? y - p->y : BAR, middle = p->y + height / 2;
    for (size_t i = 0; i < p->report->count; i++) {
        const bench_result *r = &p->report->results[i];
        if (bench_is_same_table(r, like) && strcmp(r->set, like->set) == 0 &&
            is_peer(p->report, r) && r->ratio > 0) {
            const char *colour =
                peer_colours[find_name(&p->peers, r->implementation) % PEER_COLOURS];
            fprintf(p->file,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"white\" stroke=\"%s\" "
                    "stroke-width=\"1.6\"/>\n",
                    place(r->ratio, largest), middle, colour);
        }
    }
    put_text(p->file, LEFT - 6, middle + 3.5, "end", 11, like->set);
    return height;
}

static void put_axis(picture *p, double top, double bottom, double largest)
{
    double step = largest > 12 ? 4 : largest > 6 ? 2 : largest > 3 ? 1 : largest > 1.5 ? 0.5 : 0.25;
    for (double at = 0; at <= largest; at += step) {
        double x = place(at, largest);
        char label[16];
        fprintf(p->file,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>\n", x,
                top, x, bottom);
        snprintf(label, sizeof label, "%gx", at);
        put_text(p->file, x, bottom + 14, "middle", 10, label);
    }
}

static double count_bars(const bench_report *report, const bench_result *like)
{
    double height = 0;
    for (size_t i = 0; i < report->count; i++) {
        const bench_result *r = &report->results[i];
        if (!bench_is_same_table(r, like) || !bench_is_first_of_case(report, i)) {
            continue;
        }
        double bars = 0;
        for (size_t at = 0; at < report->count; at++) {
            const bench_result *bar = &report->results[at];
            bars += bar->isa[0] && bench_is_same_table(bar, r) && strcmp(bar->set, r->set) == 0;
        }
        height += (bars > 0 ? bars : 1) * BAR + GAP;
    }
    return height;
}

static void put_panel(picture *p, const bench_result *like)
{
    char title[160];
    double largest = 1.08 * largest_ratio(p->report, like);
    double top = p->y + TITLE - 8, bottom = top + 8 + count_bars(p->report, like);
    snprintf(title, sizeof title, "%s, %s, %s", like->op, like->shape,
             strcmp(like->type, "f32") == 0 ? "float" : "double");
    put_text(p->file, LEFT, p->y + TITLE - 18, "start", 14, title);
    put_axis(p, top, bottom, largest);
    p->y = top + 8;
    for (size_t i = 0; i < p->report->count; i++) {
        const bench_result *r = &p->report->results[i];
        if (bench_is_same_table(r, like) && bench_is_first_of_case(p->report, i)) {
            p->y += put_case(p, r, largest) + GAP;
        }
    }
    double one = place(1, largest);
    fprintf(p->file,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"black\" "
            "stroke-width=\"1.5\"/>\n",
            one, top, one, bottom);
    p->y = bottom + AXIS;
}

/* Hostile texts have their own table: there the reference is a row. */
static bool is_first_of_table(const bench_report *report, size_t at)
{
    if (strcmp(report->results[at].op, "hostile") == 0) {
        return false;
    }
    for (size_t i = 0; i < at; i++) {
        if (bench_is_same_table(&report->results[i], &report->results[at])) {
            return false;
        }
    }
    return true;
}

/* Names come in the order of the results, so colours stay the same over all panels. */
static void collect_names(picture *p)
{
    for (size_t i = 0; i < p->report->count; i++) {
        const bench_result *r = &p->report->results[i];
        if (r->isa[0]) {
            find_name(&p->rows, r->isa);
        } else if (is_peer(p->report, r)) {
            find_name(&p->peers, r->implementation);
        }
    }
}

/* The next place of the legend, for this name; a new line where it no longer fits. */
static double take_place(double *x, double *y, const char *name)
{
    double width = 30 + 6.6 * (double)strlen(name);
    if (*x + width > WIDTH - RIGHT) {
        *x = 20;
        *y += 16;
    }
    *x += width;
    return *x - width;
}

/* p->y is the foot of its last line then. */
static void put_legend(picture *p)
{
    double x = 20;
    p->y = 53;
    for (size_t i = 0; i < p->rows.count; i++) {
        double at = take_place(&x, &p->y, p->rows.items[i]);
        fprintf(p->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"10\" fill=\"%s\"/>\n",
                at, p->y - 9, row_colours[i % 8]);
        put_text(p->file, at + 16, p->y, "start", 11, p->rows.items[i]);
    }
    for (size_t i = 0; i < p->peers.count; i++) {
        double at = take_place(&x, &p->y, p->peers.items[i]);
        fprintf(p->file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"white\" stroke=\"%s\" "
                "stroke-width=\"1.6\"/>\n",
                at + 6, p->y - 4, peer_colours[i % PEER_COLOURS]);
        put_text(p->file, at + 14, p->y, "start", 11, p->peers.items[i]);
    }
}

static void put_picture(picture *p, double height)
{
    char about[512];
    const bench_report *r = p->report;
    fprintf(p->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 "
            "%d %.0f\" font-family=\"Helvetica, Arial, sans-serif\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, height, WIDTH, height);
    put_text(p->file, 20, 20, "start", 15,
             "digitrun: times as fast as the reference (fast_float; std::to_chars for writing)");
    snprintf(about, sizeof about, "%s %s, %s, digitrun %s by %s, %s%s%s", r->machine.cpu,
             r->machine.arch, r->machine.os, r->version, r->compiler, r->date,
             r->label[0] ? ", " : "", r->label);
    put_text(p->file, 20, 36, "start", 11, about);
    put_legend(p);
    p->y += 11;
    for (size_t i = 0; i < r->count; i++) {
        if (is_first_of_table(r, i)) {
            put_panel(p, &r->results[i]);
        }
    }
    fputs("</svg>\n", p->file);
}

bool bench_write_svg(const bench_report *report, const char *path)
{
    picture p = {.file = fopen(path, "wb"), .report = report};
    if (p.file == NULL) {
        return false;
    }
    double height = TOP + 40; /* a legend of up to three lines */
    for (size_t i = 0; i < report->count; i++) {
        if (is_first_of_table(report, i)) {
            height += TITLE + count_bars(report, &report->results[i]) + AXIS;
        }
    }
    collect_names(&p);
    put_picture(&p, height);
    bool good = ferror(p.file) == 0;
    return fclose(p.file) == 0 && good;
}
