/* tests/text_gen_seam.c - long regular texts with the same strange piece between some numbers: what
 * a kernel has learnt of the text so far must not carry it over them. */
#include "tests/text_gen.h"

static const char *const pieces[] = {"5.",
                                     ".5",
                                     "01",
                                     "-",
                                     "+1",
                                     "1.e5",
                                     "1e",
                                     "1e+",
                                     "-0",
                                     "00",
                                     "1.2.3",
                                     "--1",
                                     "1-1",
                                     "1:2",
                                     "1/2",
                                     "NaN",
                                     "null",
                                     "1e400",
                                     "1e-400",
                                     ",",
                                     ",,",
                                     ", ",
                                     " ,",
                                     ";",
                                     "|",
                                     "\t",
                                     " ",
                                     "  ",
                                     "    ",
                                     "\n",
                                     "\n\n",
                                     "\r\n",
                                     "\r",
                                     "\n,",
                                     ",\n",
                                     "\"",
                                     "\"a\"",
                                     "\"1\"",
                                     "{",
                                     "#",
                                     "\n#1\n",
                                     "x",
                                     "1x",
                                     "0x1",
                                     "9007199254740993",
                                     "0.5000000000000000277",
                                     "123456789012345678901234567890",
                                     "0.30000000000000004440892098500626161695"};

static const char *const brackets[] = {"],[",   "],\n[",  "]\n[", "]",     "[",       "],",
                                       ",[",    "],[],[", "[],",  "]],[[", "],\n\n[", "]\n\n[",
                                       "[1,2]", "],[[",   "]],[", "],,",   "],]"};

enum { PIECES = sizeof pieces / sizeof pieces[0], BRACKETS = sizeof brackets / sizeof brackets[0] };

typedef struct regular {
    const char *between, *row;     /* two numbers; two rows */
    size_t columns, style, blanks; /* less than so many before a number */
} regular;

static void choose(regular *r, random_source *random, const digitrun_format_spec *spec)
{
    static const char *const json_between[] = {",",   ", ",      ",      ",     " ,\t",
                                               ",\n", ",\n    ", ",\r\n      ", "\n          ,"};
    static const char *const json_row[] = {"],[",     "], [",      "],\n[",
                                           "],\n  [", "\n],\n[\n", "\r\n  ],\r\n  [\r\n    "};
    static const char *const line_row[] = {"]\n[",  "]\n[",    "]\r\n[",
                                           "] \n[", "  ]\n [", "]\n   [  "};
    static const char *const table_row[] = {"\n", "\n", "\r\n", " \n", "      \n", "     \r\n"};
    static char between[3];
    size_t pick = random_below(random, 6);
    r->columns = 1 + random_below(random, random_chance(random, 2) ? 4 : 60);
    r->style = random_below(random, GEN_NUMBER_STYLES);
    r->blanks = random_chance(random, 4) ? 2 + random_below(random, 12) : 1;
    if (spec->kind == DIGITRUN_JSON || spec->kind == DIGITRUN_NDJSON) {
        const bool lines = spec->kind == DIGITRUN_NDJSON;
        r->between = json_between[random_below(random, lines ? 4 : 8)];
        r->row = lines ? line_row[pick] : json_row[pick];
        return;
    }
    between[0] = spec->separators[0] ? spec->separators[0] : ',';
    between[1] = random_chance(random, 3) ? ' ' : 0;
    between[2] = 0;
    r->between = between;
    r->row = table_row[pick];
}

/* Arrays that it opens and leaves open; 0 where it closes more. */
static size_t opened(const char *piece)
{
    size_t opens = 0, closes = 0;
    for (; *piece != 0; piece++) {
        opens += *piece == '[';
        closes += *piece == ']';
    }
    return opens > closes ? opens - closes : 0;
}

/* Whether a separator stands there: never, always, or now and then. */
static bool stands(random_source *random, size_t how)
{
    return how == 1 || (how == 2 && random_chance(random, 2));
}

void gen_seams(text_buffer *text, random_source *random, const gen_spec *spec, size_t bytes)
{
    const bool json = spec->spec.kind == DIGITRUN_JSON, lines = spec->spec.kind == DIGITRUN_NDJSON;
    const char *piece = random_chance(random, json || lines ? 2 : 8)
                            ? brackets[random_below(random, BRACKETS)]
                            : pieces[random_below(random, PIECES)];
    size_t depth = json ? 1 + random_below(random, 3) : lines;
    const size_t first = random_below(random, bytes), one_in = 1 + random_below(random, 40);
    const size_t in_a_row = 1 + random_below(random, 4); /* pieces, nothing else between them */
    const bool close = random_chance(random, 2);         /* what the pieces opened */
    const size_t before = random_below(random, 3), behind = random_below(random, 3) / 2 * 2;
    size_t again = 0;
    regular r;
    choose(&r, random, &spec->spec);
    if (json && depth == 1)
        r.columns = SIZE_MAX; /* the first row end would end the text */
    text->len = 0;
    for (size_t i = 0; i < depth; i++)
        text_put(text, '[');
    for (size_t i = 0; text->len < bytes; i++) {
        const char *separator = i % r.columns == 0 ? r.row : r.between;
        const bool strange = i > 0 && text->len >= first &&
                             (again > 0 || random_chance(random, one_in));
        const bool alone = again > 0;
        again = alone ? again - 1 : strange ? in_a_row - 1 : 0;
        if (i > 0 && (!strange || (!alone && stands(random, before))))
            text_word(text, separator);
        if (strange)
            text_word(text, piece);
        if (strange && again == 0 && stands(random, behind))
            text_word(text, separator);
        if (strange && json && close)
            depth += opened(piece);
        for (size_t blanks = random_below(random, r.blanks); blanks > 0; blanks--)
            text_put(text, ' ');
        gen_number(text, random, r.style);
    }
    for (size_t i = 0; i < depth; i++)
        text_put(text, ']');
}
