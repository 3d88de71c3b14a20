/* tests/text_gen_text.c - whole texts of every kind, and the edits that break them. */
#include "tests/text_gen.h"

#include <string.h>

void gen_plan_random(gen_plan *plan, random_source *random, size_t bytes)
{
    static const uint16_t densities[] = {0, 0, 1000, 300, 100, 30, 10, 4, 2, 1};
    static const uint16_t rows[] = {1, 2, 3, 5, 17, 64, 200, 800};
    static const uint8_t depths[] = {1, 1, 1, 2, 2, 3, 5, 20};
    memset(plan, 0, sizeof *plan);
    plan->bytes = bytes;
    plan->style = random_below(random, GEN_NUMBER_STYLES + 6);
    plan->odd_one_in = densities[random_below(random, 10)];
    plan->row_most = rows[random_below(random, 8)];
    plan->row_least = random_chance(random, 2) ? plan->row_most
                                               : random_below(random, plan->row_most + 1);
    plan->depth = depths[random_below(random, 8)];
    plan->layout = random_below(random, 8);
    plan->mutations = random_chance(random, 2) ? 0 : 1 + random_below(random, 4);
}

typedef struct gen_state {
    text_buffer *text;
    random_source *random;
    const gen_spec *spec;
    const gen_plan *plan;
} gen_state;

static size_t row_length(gen_state *gen)
{
    const digitrun_format_spec *spec = &gen->spec->spec;
    if (spec->columns && !random_chance(gen->random, 12))
        return spec->columns + spec->skip_fields;
    return gen->plan->row_least +
           random_below(gen->random, gen->plan->row_most - gen->plan->row_least + 1);
}

static void put_value(gen_state *gen)
{
    size_t style = gen->plan->style;
    if (style < GEN_NUMBER_STYLES && random_chance(gen->random, 60))
        style = GEN_NUMBER_STYLES;
    if (gen->plan->odd_one_in && random_chance(gen->random, gen->plan->odd_one_in)) {
        gen_odd(gen->text, gen->random, gen->spec);
    } else {
        gen_cell_number(gen->text, gen->random, &gen->spec->spec, style);
    }
}

/* Blanks that change nothing where they stand; line ends among them only in JSON. */
static void put_blanks(gen_state *gen)
{
    bool json = gen->spec->spec.kind == DIGITRUN_JSON;
    switch (gen->plan->layout) {
    case 1:
        text_put(gen->text, ' ');
        break;
    case 2:
        text_word(gen->text, json ? "\n    " : "    ");
        break;
    case 3:
        text_word(gen->text, json ? "\r\n" : "\t");
        break;
    case 4:
        if (random_chance(gen->random, 40)) {
            for (size_t n = random_below(gen->random, 150); n > 0; n--)
                text_put(gen->text, ' ');
        }
        break;
    case 7:
        while (random_chance(gen->random, 3))
            text_put(gen->text, " \t\n\r"[random_below(gen->random, json ? 4 : 2)]);
        break;
    default:
        break;
    }
}

/* ---- json, ndjson --------------------------------------------------------------------------- */
static void put_comma(gen_state *gen)
{
    if (gen->plan->layout == 7)
        put_blanks(gen);
    text_put(gen->text, ',');
    put_blanks(gen);
}

/* One document of about `bytes` bytes: rows of numbers, some levels closed and opened between. */
static void put_document(gen_state *gen, size_t bytes)
{
    size_t end = gen->text->len + bytes, most = gen->plan->depth, depth = 0;
    if (most == 1 && random_chance(gen->random, 40)) { /* a number outside any array */
        put_value(gen);
        return;
    }
    bool first = true;
    do {
        if (!first)
            put_comma(gen);
        first = false;
        size_t open = most - depth;
        if (depth && random_chance(gen->random, 4))
            open = 1;
        for (; open > 0; open--, depth++) {
            text_put(gen->text, '[');
            put_blanks(gen);
        }
        for (size_t n = row_length(gen), i = 0; i < n && gen->text->len < end + 4096; i++) {
            if (i > 0)
                put_comma(gen);
            put_value(gen);
        }
        if (depth == 1 && gen->text->len >= end)
            break;
        size_t close = random_chance(gen->random, 3) ? 1 + random_below(gen->random, depth) : 1;
        for (; close > 0 && depth > 1; close--, depth--) {
            put_blanks(gen);
            text_put(gen->text, ']');
        }
        if (most == 1)
            break;
    } while (gen->text->len < end);
    for (; depth > 0; depth--) {
        put_blanks(gen);
        text_put(gen->text, ']');
    }
}

/* A JSON text of one row has to be long by its row alone. */
static void put_json(gen_state *gen)
{
    gen_plan plan = *gen->plan;
    if (plan.depth == 1) {
        plan.row_least = plan.row_most = 1 + plan.bytes / (1 + random_below(gen->random, 24));
        if (plan.row_most > 40000)
            plan.row_most = plan.row_least = 40000;
    }
    gen_state inner = {gen->text, gen->random, gen->spec, &plan};
    if (plan.layout == 7)
        put_blanks(&inner);
    put_document(&inner, plan.bytes);
    if (plan.layout != 0)
        put_blanks(&inner);
}

static void put_junk_line(gen_state *gen)
{
    const digitrun_format_spec *spec = &gen->spec->spec;
    if (spec->comments[0] && random_chance(gen->random, 2)) {
        if (random_chance(gen->random, 3))
            text_word(gen->text, " \t");
        text_put(gen->text, spec->comments[random_below(gen->random, strlen(spec->comments))]);
        text_word(gen->text, " note, 1;2 \"");
    } else {
        put_blanks(gen);
    }
}

static void put_line_end(gen_state *gen)
{
    bool table = gen->spec->spec.kind != DIGITRUN_NDJSON;
    size_t layout = gen->plan->layout;
    if (layout == 7)
        layout = random_below(gen->random, 8);
    text_word(gen->text, layout == 5 ? "\r\n" : layout == 6 && table ? "\r" : "\n");
}

static void put_lines(gen_state *gen, void (*put_line)(gen_state *))
{
    size_t end = gen->text->len + gen->plan->bytes;
    for (size_t i = 0; i < gen->spec->spec.skip_lines; i++) {
        text_word(gen->text, random_chance(gen->random, 2) ? "x,y z \"" : "3 4");
        put_line_end(gen);
    }
    while (gen->text->len < end) {
        if (random_chance(gen->random, 16)) {
            put_junk_line(gen);
        } else {
            put_line(gen);
        }
        if (gen->text->len >= end && random_chance(gen->random, 3))
            return; /* the last line has no end */
        put_line_end(gen);
    }
}

static void put_ndjson_line(gen_state *gen)
{
    size_t most = gen->plan->row_most * 16 + 1;
    put_document(gen, random_below(gen->random, most > 6000 ? 6000 : most));
}

/* ---- list, table ---------------------------------------------------------------------------- */
static void put_separator(gen_state *gen)
{
    const digitrun_format_spec *spec = &gen->spec->spec;
    const char *separators = spec->separators[0]            ? spec->separators
                             : spec->kind == DIGITRUN_TABLE ? ","
                                                            : ",; \t|";
    if (gen->plan->layout >= 3)
        put_blanks(gen);
    char byte =
        separators[gen->plan->layout == 0 ? 0 : random_below(gen->random, strlen(separators))];
    if (byte == spec->decimal || (byte == spec->grouping && !spec->separators[0]))
        byte = ';';
    text_put(gen->text, byte);
    if (spec->kind == DIGITRUN_LIST && random_chance(gen->random, 16))
        text_put(gen->text, byte);
    put_blanks(gen);
}

static void put_cell(gen_state *gen)
{
    const digitrun_format_spec *spec = &gen->spec->spec;
    bool quoted = spec->quote && random_chance(gen->random, 5);
    if (!quoted) {
        put_value(gen);
        return;
    }
    text_put(gen->text, spec->quote);
    put_blanks(gen);
    put_value(gen);
    text_put(gen->text, spec->quote);
}

static void put_table_line(gen_state *gen)
{
    const digitrun_format_spec *spec = &gen->spec->spec;
    size_t cells = row_length(gen);
    if (gen->plan->layout == 7)
        put_blanks(gen);
    for (size_t i = 0; i < cells; i++) {
        if (i > 0)
            put_separator(gen);
        if (i < spec->skip_fields && random_chance(gen->random, 2)) {
            gen_odd(gen->text, gen->random, gen->spec);
        } else {
            put_cell(gen);
        }
    }
    if (random_chance(gen->random, spec->last_separator == DIGITRUN_ACCEPT ? 3 : 60))
        put_separator(gen);
}

static void put_width_line(gen_state *gen)
{
    const digitrun_format_spec *spec = &gen->spec->spec;
    size_t cells = random_chance(gen->random, 20) ? random_below(gen->random, spec->width_count + 1)
                                                  : spec->width_count;
    for (size_t i = 0; i < cells; i++) {
        text_buffer cell = {0};
        if (gen->plan->odd_one_in && random_chance(gen->random, gen->plan->odd_one_in)) {
            gen_odd(&cell, gen->random, gen->spec);
        } else {
            gen_cell_number(&cell, gen->random, spec, random_chance(gen->random, 2) ? 18 : 11);
        }
        size_t width = gen->spec->widths[i], left = random_below(gen->random, 2) * width;
        for (size_t j = 0; j < width; j++) { /* left or right in its field, cut where too long */
            size_t pad = left > cell.len ? left - cell.len : 0;
            text_put(gen->text, j >= pad && j - pad < cell.len ? cell.bytes[j - pad] : ' ');
        }
        text_release(&cell);
    }
    if (random_chance(gen->random, 20))
        text_word(gen->text, "  beyond");
}

void gen_text(text_buffer *text, random_source *random, const gen_spec *spec, const gen_plan *plan)
{
    gen_state gen = {text, random, spec, plan};
    text->len = 0;
    if (random_chance(random, 24))
        text_word(text, "\xEF\xBB\xBF");
    switch (spec->spec.kind) {
    case DIGITRUN_JSON:
        put_json(&gen);
        break;
    case DIGITRUN_NDJSON:
        put_lines(&gen, put_ndjson_line);
        break;
    default:
        put_lines(&gen, spec->spec.width_count ? put_width_line : put_table_line);
        break;
    }
    gen_mutate(text, random, plan->mutations);
}

/* ---- breaking a text ------------------------------------------------------------------------ */
/* Structural bytes, the bytes that share their low six bits, and bytes no format names. */
static int bad_byte(random_source *random)
{
    static const char bytes[] = ",[]] [ -.+eE0159\n\t\r x\"\"{}:;|#'\0\x80\x7f\xff/\\_";
    int byte = (unsigned char)bytes[random_below(random, sizeof bytes)];
    static const int aliases[] = {0, 0, 0, 0x40, 0x80, 0xC0};
    return byte ^ aliases[random_below(random, 6)];
}

static void insert(text_buffer *text, size_t at, const char *bytes, size_t len)
{
    text_buffer tail = {0};
    text_add(&tail, text->bytes + at, text->len - at);
    text->len = at;
    text_add(text, bytes, len);
    text_add(text, tail.bytes, tail.len);
    text_release(&tail);
}

static size_t place(const text_buffer *text, random_source *random)
{
    size_t at = random_below(random, text->len);
    if (!random_chance(random, 3))
        return at;
    for (int tries = 0; tries < 30; tries++) { /* rather at structure */
        size_t there = random_below(random, text->len);
        char byte = text->bytes[there];
        if (byte == ',' || byte == '[' || byte == ']' || byte == '\n' || byte == '\r' ||
            byte == '"')
            return there;
    }
    return at;
}

void gen_mutate(text_buffer *text, random_source *random, size_t edits)
{
    for (; edits > 0 && text->len > 0; edits--) {
        size_t at = place(text, random);
        char byte = (char)bad_byte(random);
        switch (random_below(random, 7)) {
        case 0:
        case 1:
            text->bytes[at] = byte;
            break;
        case 2:
            insert(text, at, &byte, 1);
            break;
        case 3: {
            size_t len = 1 + random_below(random, 3);
            if (len > text->len - at)
                len = text->len - at;
            memmove(text->bytes + at, text->bytes + at + len, text->len - at - len);
            text->len -= len;
            break;
        }
        case 4: {
            char piece[8];
            size_t len = 1 + random_below(random, 8);
            if (len > text->len - at)
                len = text->len - at;
            memcpy(piece, text->bytes + at, len);
            insert(text, random_below(random, text->len), piece, len);
            break;
        }
        case 5: {
            size_t other = place(text, random);
            char swapped = text->bytes[at];
            text->bytes[at] = text->bytes[other];
            text->bytes[other] = swapped;
            break;
        }
        default:
            if (random_chance(random, 4))
                text->len = at; /* cut off */
            break;
        }
    }
}
