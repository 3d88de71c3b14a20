/* tests/text_gen_spec.c - format specs: the presets, random ones that fit together, and wild
 * ones. */
#include "tests/text_gen.h"

#include <stdio.h>
#include <string.h>

void gen_spec_bind(gen_spec *spec)
{
    for (size_t i = 0; i < 16; i++)
        spec->words[i] = spec->word_bytes[i];
    spec->spec.missing_words = spec->spec.missing_word_count ? spec->words : NULL;
    spec->spec.widths = spec->spec.width_count ? spec->widths : NULL;
}

static void start(gen_spec *spec, digitrun_kind kind)
{
    memset(spec, 0, sizeof *spec);
    spec->spec.size = sizeof spec->spec;
    spec->spec.kind = kind;
    gen_spec_bind(spec);
}

void gen_spec_preset(gen_spec *spec, size_t index)
{
    static const digitrun_kind kinds[GEN_PRESETS] = {DIGITRUN_LIST,   DIGITRUN_JSON,
                                                     DIGITRUN_NDJSON, DIGITRUN_TABLE,
                                                     DIGITRUN_TABLE,  DIGITRUN_TABLE};
    start(spec, kinds[index % GEN_PRESETS]);
    if (index == 4)
        memcpy(spec->spec.separators, "\t", 2);
    if (index == 5)
        memcpy(spec->spec.separators, " \t", 3);
}

const digitrun_format *gen_preset_format(size_t index)
{
    switch (index) {
    case 0:
        return digitrun_format_list();
    case 1:
        return digitrun_format_json();
    case 2:
        return digitrun_format_ndjson();
    case 3:
        return digitrun_format_csv();
    case 4:
        return digitrun_format_tsv();
    default:
        return digitrun_format_blank();
    }
}

static digitrun_choice refuse_or_accept(random_source *random)
{
    return random_chance(random, 2) ? DIGITRUN_DEFAULT
                                    : (digitrun_choice)(1 + random_below(random, 2));
}

static digitrun_choice any_choice(random_source *random)
{
    return random_chance(random, 2) ? DIGITRUN_DEFAULT
                                    : (digitrun_choice)(1 + random_below(random, 3));
}

static digitrun_choice refuse_or_missing(random_source *random)
{
    static const digitrun_choice choices[] = {DIGITRUN_DEFAULT, DIGITRUN_DEFAULT, DIGITRUN_REFUSE,
                                              DIGITRUN_AS_MISSING};
    return choices[random_below(random, 4)];
}

/* Bytes for the roles of a spec, each given out once. */
typedef struct byte_pool {
    bool taken[128];
} byte_pool;

static char take(byte_pool *pool, random_source *random, const char *from)
{
    for (int tries = 0; tries < 20; tries++) {
        char byte = from[random_below(random, strlen(from))];
        if (pool->taken[(int)byte])
            continue;
        pool->taken[(int)byte] = true;
        return byte;
    }
    return 0;
}

static void random_words(gen_spec *spec, random_source *random)
{
    static const char *const words[] = {
        "NA", "N/A",  "null", "--",   "missing", "NULL", "?",     "#N/A",
        "x",  "n.a.", ".",    "none", "*****",   "NaN.", "empty", "ABCDEFGHIJKLMNO"};
    size_t count = random_chance(random, 2) ? 0 : 1 + random_below(random, 4),
           first = random_below(random, 16);
    bool json = spec->spec.kind == DIGITRUN_JSON || spec->spec.kind == DIGITRUN_NDJSON;
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = words[(first + i) % 16];
        bool bad = json && !strcmp(word, "null"); /* JSON has a rule of its own for it */
        for (const char *p = word; *p; p++) {
            if (*p == spec->spec.quote || strchr(spec->spec.separators, *p))
                bad = true;
            if (!spec->spec.separators[0] && strchr(",;|", *p))
                bad = true;
        }
        if (!bad)
            strcpy(spec->word_bytes[made++], word);
    }
    spec->spec.missing_word_count = made;
}

static void random_table(gen_spec *spec, random_source *random, byte_pool *pool)
{
    digitrun_format_spec *s = &spec->spec;
    if (s->kind == DIGITRUN_TABLE && random_chance(random, 8)) {
        s->quote = 0;
        s->width_count = 1 + random_below(random, random_chance(random, 8) ? 64 : 6);
        for (size_t i = 0; i < s->width_count; i++)
            spec->widths[i] = (uint16_t)(1 + random_below(random, 14));
        s->blank_lines = any_choice(random);
        return;
    }
    bool comma_taken = pool->taken[','];
    size_t count = random_below(random, random_chance(random, 3) ? 5 : 2);
    if (s->kind == DIGITRUN_TABLE && comma_taken && count == 0)
        count = 1; /* its default is the comma */
    for (size_t i = 0; i < count; i++) {
        char byte = take(pool, random, ", ;|\t:/&_\x01\x1f~@^,;");
        if (!byte)
            byte = take(pool, random, "!<>=\x02\x03\x04\x05");
        if (byte)
            s->separators[strlen(s->separators)] = byte;
    }
    s->blank_lines = s->kind == DIGITRUN_TABLE ? any_choice(random) : refuse_or_accept(random);
    if (s->kind == DIGITRUN_TABLE)
        s->last_separator = refuse_or_accept(random);
}

void gen_spec_random(gen_spec *spec, random_source *random)
{
    start(spec, (digitrun_kind)random_below(random, 4));
    digitrun_format_spec *s = &spec->spec;
    bool json = s->kind == DIGITRUN_JSON || s->kind == DIGITRUN_NDJSON;
    byte_pool pool = {{0}};
    s->plus = refuse_or_accept(random);
    s->bare_point = refuse_or_accept(random);
    s->leading_zeros = refuse_or_accept(random);
    s->sign_exponent = refuse_or_accept(random);
    s->bom = refuse_or_accept(random);
    s->not_finite = any_choice(random);
    s->overflow = any_choice(random);
    s->missing = refuse_or_missing(random);
    s->bad = random_chance(random, 4) ? DIGITRUN_AS_MISSING : DIGITRUN_DEFAULT;
    if (random_chance(random, 6))
        s->columns = 1 + random_below(random, 4);
    if (random_chance(random, 4))
        memcpy(s->exponents, random_chance(random, 2) ? "dD" : "dDqQ", 3);
    if (json) {
        if (random_chance(random, 4))
            s->max_depth = 1 + random_below(random, 5);
    } else {
        if (random_chance(random, 5))
            s->decimal = ',';
        pool.taken[s->decimal ? (int)s->decimal : '.'] = true;
        if (random_chance(random, 3))
            s->quote = take(&pool, random, "\"\"'$");
        if (random_chance(random, 6))
            s->grouping = take(&pool, random, ".'_, ");
        if (random_chance(random, 6))
            s->skip_fields = 1 + random_below(random, 3);
        if (random_chance(random, 8))
            s->take_fields = 1 + random_below(random, 3);
        random_table(spec, random, &pool);
    }
    if (s->kind != DIGITRUN_JSON) {
        if (random_chance(random, 4))
            s->comments[0] = take(&pool, random, "#%!$");
        if (s->comments[0] && random_chance(random, 3))
            s->comments[1] = take(&pool, random, "#%!$*");
        if (random_chance(random, 6))
            s->skip_lines = 1 + random_below(random, 3);
    }
    if (s->kind == DIGITRUN_NDJSON)
        s->blank_lines = refuse_or_accept(random);
    random_words(spec, random);
    gen_spec_bind(spec);
}

static void spoil(gen_spec *spec, random_source *random)
{
    digitrun_format_spec *s = &spec->spec;
    static const char *const bytes = ",;| \t\r\n.+-eEdD05#\"'x\x80\xFF[]:";
    digitrun_choice *const choices[] = {
        &s->plus, &s->bare_point,    &s->leading_zeros,  &s->not_finite,  &s->overflow, &s->missing,
        &s->bad,  &s->sign_exponent, &s->last_separator, &s->blank_lines, &s->bom};
    static const char *const words[] = {"",     "1",    "-1.5e3", "a,b", "a b", " a", "a ",
                                        "a\rb", "a\nb", "12x",    "1,5", ".5",  "+1"};
    char byte = bytes[random_below(random, strlen(bytes))];
    switch (random_below(random, 14)) {
    case 0:
        *choices[random_below(random, 11)] = (digitrun_choice)random_below(random, 5);
        break;
    case 1:
        s->decimal = byte;
        break;
    case 2:
        s->quote = byte;
        break;
    case 3:
        s->grouping = byte;
        break;
    case 4:
        s->separators[random_below(random, strlen(s->separators) + 1)] = byte;
        break;
    case 5:
        s->comments[random_below(random, strlen(s->comments) + 1)] = byte;
        break;
    case 6:
        s->exponents[random_below(random, strlen(s->exponents) + 1)] = byte;
        break;
    case 7:
        s->kind = (digitrun_kind)random_below(random, 6);
        break;
    case 8:
        s->max_depth = random_below(random, 3);
        break;
    case 9:
        s->skip_fields = random_below(random, 2), s->take_fields = random_below(random, 2);
        break;
    case 10:
        s->skip_lines = random_below(random, 3);
        break;
    case 11:
        if (s->missing_word_count < 16)
            s->missing_word_count++;
        strcpy(spec->word_bytes[s->missing_word_count - 1],
               words[random_below(random, sizeof words / sizeof *words)]);
        break;
    case 12:
        s->width_count = random_below(random, 4);
        for (size_t i = 0; i < 4; i++)
            spec->widths[i] = (uint16_t)random_below(random, 6);
        break;
    default:
        *choices[random_below(random, 11)] = DIGITRUN_AS_MISSING;
        break;
    }
    gen_spec_bind(spec);
}

void gen_spec_wild(gen_spec *spec, random_source *random)
{
    gen_spec_random(spec, random);
    for (size_t edits = random_below(random, 4); edits > 0; edits--)
        spoil(spec, random);
}

static void print_bytes(const char *name, const char *bytes, size_t most)
{
    if (!*bytes)
        return;
    printf(" %s=\"", name);
    for (size_t i = 0; i < most && bytes[i]; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        printf(byte < 32 || byte > 126 || byte == '"' ? "\\x%02x" : "%c", byte);
    }
    printf("\"");
}

void gen_spec_print(const gen_spec *spec)
{
    static const char *const kinds[] = {"LIST", "JSON", "NDJSON", "TABLE"};
    static const char *const names[] = {"DEFAULT", "REFUSE", "ACCEPT", "AS_MISSING"};
    const digitrun_format_spec *s = &spec->spec;
    printf("kind=%s", s->kind < 4 ? kinds[s->kind] : "?");
#define PRINT_CHOICE(field) \
    if (s->field)           \
    printf(" " #field "=%s", s->field < 4 ? names[s->field] : "?")
#define PRINT_SIZE(field) \
    if (s->field)         \
    printf(" " #field "=%zu", (size_t)s->field)
    PRINT_CHOICE(plus);
    PRINT_CHOICE(bare_point);
    PRINT_CHOICE(leading_zeros);
    PRINT_CHOICE(not_finite);
    PRINT_CHOICE(overflow);
    PRINT_CHOICE(missing);
    PRINT_CHOICE(bad);
    PRINT_CHOICE(sign_exponent);
    PRINT_CHOICE(last_separator);
    PRINT_CHOICE(blank_lines);
    PRINT_CHOICE(bom);
    PRINT_SIZE(skip_lines);
    PRINT_SIZE(skip_fields);
    PRINT_SIZE(take_fields);
    PRINT_SIZE(columns);
    PRINT_SIZE(max_depth);
    print_bytes("decimal", &s->decimal, 1);
    print_bytes("quote", &s->quote, 1);
    print_bytes("grouping", &s->grouping, 1);
    print_bytes("separators", s->separators, sizeof s->separators);
    print_bytes("comments", s->comments, sizeof s->comments);
    print_bytes("exponents", s->exponents, sizeof s->exponents);
    for (size_t i = 0; i < s->missing_word_count; i++)
        print_bytes("word", spec->word_bytes[i], 16);
    for (size_t i = 0; i < s->width_count; i++)
        printf(" width=%u", (unsigned)spec->widths[i]);
    printf("\n");
}
