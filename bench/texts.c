/* bench/texts.c - the texts that are timed: a set's numbers laid out in a shape, cut to about 64
 * KB. */
#include "bench/texts.h"

#include "bench/machine.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define OWN_ROW SIZE_MAX
#define JSON_ROWS(rows) BENCH_JSON, rows, "[[", "]]", "", "", "],[", ","
#define CSV BENCH_CSV, OWN_ROW, "", "\n", "", "", "\n", ","
#define CALL(numbers) BENCH_JSON, numbers, "", "", "[", "]", "", ",", 0, true

const bench_shape bench_shapes[] = {
    {"list", "one number a line", BENCH_LIST, 0, "", "\n", "", "", "", "\n", 0, false},
    {"json", "one flat JSON array", BENCH_JSON, 0, "[", "]", "", "", "", ",", 0, false},
    {"rows2", "JSON matrix, rows of 2", JSON_ROWS(2), 0, false},
    {"rows128", "JSON matrix, rows of 128", JSON_ROWS(128), 0, false},
    {"rows768", "JSON matrix, rows of 768", JSON_ROWS(768), 0, false},
    {"pretty", "JSON matrix, a number a line, indented", BENCH_JSON, OWN_ROW, "[\n", "\n]\n",
     "  [\n    ", "\n  ]", ",\n", ",\n    ", 0, false},
    {"crlf", "the same with CR LF", BENCH_JSON, OWN_ROW, "[\r\n", "\r\n]\r\n", "  [\r\n    ",
     "\r\n  ]", ",\r\n", ",\r\n    ", 0, false},
    {"ndjson", "a JSON array a line", BENCH_NDJSON, OWN_ROW, "", "\n", "[", "]", "\n", ",", 0,
     false},
    {"csv", "csv", CSV, 0, false},
    {"csv-na1000", "csv, 0.1% of the cells NA", BENCH_NA, OWN_ROW, "", "\n", "", "", "\n", ",",
     1000, false},
    {"csv-na100", "csv, 1% of the cells NA", BENCH_NA, OWN_ROW, "", "\n", "", "", "\n", ",", 100,
     false},
    {"csv-na10", "csv, 10% of the cells NA", BENCH_NA, OWN_ROW, "", "\n", "", "", "\n", ",", 10,
     false},
    {"labelled", "a word, then the row's numbers between blanks", BENCH_LABELLED, OWN_ROW, "", "\n",
     "", "", "\n", " ", 0, false},
    {"call1", "a JSON array of 1 a call", CALL(1)},
    {"call2", "a JSON array of 2 a call", CALL(2)},
    {"call3", "a JSON array of 3 a call", CALL(3)},
    {"call8", "a JSON array of 8 a call", CALL(8)},
    {"call32", "a JSON array of 32 a call", CALL(32)},
    {"call128", "a JSON array of 128 a call", CALL(128)},
    {"call768", "a JSON array of 768 a call", CALL(768)},
    {"call1536", "a JSON array of 1536 a call", CALL(1536)},
};
const size_t bench_shape_count = sizeof bench_shapes / sizeof *bench_shapes;

enum { GAP = 128, LABEL = 12 };

const bench_shape *bench_find_shape(const char *name)
{
    for (size_t i = 0; i < bench_shape_count; i++) {
        if (strcmp(name, bench_shapes[i].name) == 0) {
            return &bench_shapes[i];
        }
    }
    return NULL;
}

static char *put(char *out, const char *word)
{
    size_t len = strlen(word);
    memcpy(out, word, len);
    return out + len;
}

/* A word of letters before each row, as files of word vectors have it. */
static char *put_label(char *out, bench_random *random)
{
    for (uint64_t letters = 3 + random_below(random, LABEL - 4); letters; letters--) {
        *out++ = (char)('a' + random_below(random, 26));
    }
    *out++ = ' ';
    return out;
}

/* Bytes that can be needed beside the numbers: each may be a row and a text of its own. */
static size_t room_for(const bench_set *set, const bench_shape *shape, size_t row, size_t cut)
{
    size_t round_row = strlen(shape->row_open) + strlen(shape->row_close) +
                       strlen(shape->row_between) + LABEL;
    size_t round_text = strlen(shape->open) + strlen(shape->close) + GAP;
    size_t rows = row ? set->count / row + 1 : 1;
    size_t len = set->len + set->count * (strlen(shape->between) + 2) +
                 (rows + set->len / cut + 2) * round_row;
    return len + (len / cut + 2) * round_text;
}

typedef struct layout {
    bench_texts *texts;
    const bench_shape *shape;
    bench_random random; /* of the labels and the NAs */
    const char *next, *end;
    char *out;
    size_t row, cut, rows;
} layout;

static char *put_number(layout *l, bench_text *text, char *out)
{
    const char *line_end = memchr(l->next, '\n', (size_t)(l->end - l->next));
    size_t len = (size_t)(line_end - l->next);
    text->count++;
    if (l->shape->missing && random_below(&l->random, l->shape->missing) == 0) {
        text->missing++;
        out = put(out, "NA");
    } else {
        memcpy(out, l->next, len);
        out += len;
    }
    l->next = line_end + 1;
    return out;
}

static void put_row(layout *l, bench_text *text)
{
    const bench_shape *shape = l->shape;
    char *out = put(l->out, shape->row_open);
    if (shape->kind == BENCH_LABELLED) {
        out = put_label(out, &l->random);
    }
    for (size_t i = 0; i < l->row && l->next < l->end; i++) {
        if (l->row == SIZE_MAX && i && (size_t)(out - text->data) >= l->cut) {
            break;
        }
        if (i) {
            out = put(out, shape->between);
        }
        out = put_number(l, text, out);
    }
    l->out = put(out, shape->row_close);
    text->rows++;
    if (shape->calls) {
        l->texts->ends[l->rows] = (size_t)(l->out - text->data);
    }
    l->rows++;
}

static void put_text(layout *l, bench_text *text)
{
    *text = (bench_text){.data = l->out, .first_row = l->rows};
    l->out = put(l->out, l->shape->open);
    do {
        if (text->rows) {
            l->out = put(l->out, l->shape->row_between);
        }
        put_row(l, text);
    } while (l->row != SIZE_MAX && l->next < l->end && (size_t)(l->out - text->data) < l->cut);
    l->out = put(l->out, l->shape->close);
    text->len = (size_t)(l->out - text->data);
    memset(l->out, 0, GAP);
    l->out += GAP;
    l->texts->bytes += text->len;
    l->texts->numbers += text->count;
    l->texts->most = text->count > l->texts->most ? text->count : l->texts->most;
}

bool bench_make_texts(bench_texts *texts, const bench_set *set, const bench_shape *shape,
                      size_t cut)
{
    size_t row = shape->row == OWN_ROW ? set->row : shape->row ? shape->row : SIZE_MAX;
    size_t room = room_for(set, shape, row == SIZE_MAX ? 0 : row, cut);
    size_t most = room / cut + 2;
    *texts = (bench_texts){.row = row,
                           .shape = shape,
                           .memory = bench_alloc(room),
                           .items = malloc(most * sizeof *texts->items)};
    if (shape->calls) {
        texts->ends = malloc((set->count / row + most) * sizeof *texts->ends);
    }
    if (texts->memory == NULL || texts->items == NULL || (shape->calls && texts->ends == NULL)) {
        bench_free_texts(texts);
        return false;
    }
    layout l = {texts,
                shape,
                {bench_hash(shape->name, strlen(shape->name))},
                set->text,
                set->text + set->len,
                texts->memory,
                row,
                cut,
                0};
    while (l.next < l.end) {
        put_text(&l, &texts->items[texts->count++]);
    }
    if (texts->count > 1) { /* the rest is too short to be timed beside the others */
        const bench_text *last = &texts->items[texts->count - 1];
        if (last->len < texts->items[0].len / 2) {
            texts->bytes -= last->len;
            texts->numbers -= last->count;
            texts->count--;
        }
    }
    return true;
}

void bench_free_texts(bench_texts *texts)
{
    free(texts->memory);
    free(texts->items);
    free(texts->ends);
    *texts = (bench_texts){0};
}
