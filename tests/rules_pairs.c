/* tests/rules_pairs.c - every option with every other: specs from a pairwise table, random texts
 * full of what the options are about, and the reading of the tests' model as the expectation. */
#include "tests/model.h"
#include "tests/rules_texts.h"
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { CHOICES = 11, LEVELS = 5, TEXTS = 30 };
enum {
    DECIMAL = CHOICES,
    QUOTE,
    GROUPING,
    SEPARATORS,
    COMMENTS,
    EXPONENTS,
    WORDS,
    WIDTHS,
    SKIP_LINES,
    SKIP_FIELDS,
    TAKE_FIELDS,
    COLUMNS,
    DEPTH,
    FACTORS
};

static const size_t choice_places[CHOICES] = {offsetof(digitrun_format_spec, plus),
                                              offsetof(digitrun_format_spec, bare_point),
                                              offsetof(digitrun_format_spec, leading_zeros),
                                              offsetof(digitrun_format_spec, not_finite),
                                              offsetof(digitrun_format_spec, overflow),
                                              offsetof(digitrun_format_spec, missing),
                                              offsetof(digitrun_format_spec, bad),
                                              offsetof(digitrun_format_spec, sign_exponent),
                                              offsetof(digitrun_format_spec, last_separator),
                                              offsetof(digitrun_format_spec, blank_lines),
                                              offsetof(digitrun_format_spec, bom)};

/* How many levels each factor has in each family; 1: the option does not exist there. For a choice,
 * the values it takes: level k is the k-th digit. */
typedef struct option_family {
    const char *name;
    digitrun_kind kind;
    bool widths;
    const char *choices[CHOICES];
    uint8_t levels[FACTORS]; /* from DECIMAL on */
} option_family;

#define GRAMMAR "012", "012", "012", "0123", "0123", "013", "013", "012"
static const option_family families[] = {
    {"list",
     DIGITRUN_LIST,
     false,
     {GRAMMAR, "02", "012", "012"},
     {[DECIMAL] = 2,
      [QUOTE] = 2,
      [GROUPING] = 2,
      [SEPARATORS] = 4,
      [COMMENTS] = 2,
      [EXPONENTS] = 2,
      [WORDS] = 2,
      [WIDTHS] = 1,
      [SKIP_LINES] = 2,
      [SKIP_FIELDS] = 2,
      [TAKE_FIELDS] = 2,
      [COLUMNS] = 2,
      [DEPTH] = 1}},
    {"table",
     DIGITRUN_TABLE,
     false,
     {GRAMMAR, "012", "0123", "012"},
     {[DECIMAL] = 2,
      [QUOTE] = 2,
      [GROUPING] = 2,
      [SEPARATORS] = 5,
      [COMMENTS] = 2,
      [EXPONENTS] = 2,
      [WORDS] = 2,
      [WIDTHS] = 1,
      [SKIP_LINES] = 2,
      [SKIP_FIELDS] = 2,
      [TAKE_FIELDS] = 2,
      [COLUMNS] = 2,
      [DEPTH] = 1}},
    {"widths",
     DIGITRUN_TABLE,
     true,
     {GRAMMAR, "0", "0123", "012"},
     {[DECIMAL] = 2,
      [QUOTE] = 1,
      [GROUPING] = 2,
      [SEPARATORS] = 1,
      [COMMENTS] = 2,
      [EXPONENTS] = 2,
      [WORDS] = 2,
      [WIDTHS] = 2,
      [SKIP_LINES] = 2,
      [SKIP_FIELDS] = 2,
      [TAKE_FIELDS] = 2,
      [COLUMNS] = 2,
      [DEPTH] = 1}},
    {"json",
     DIGITRUN_JSON,
     false,
     {GRAMMAR, "01", "0", "012"},
     {[DECIMAL] = 1,
      [QUOTE] = 1,
      [GROUPING] = 1,
      [SEPARATORS] = 1,
      [COMMENTS] = 1,
      [EXPONENTS] = 2,
      [WORDS] = 2,
      [WIDTHS] = 1,
      [SKIP_LINES] = 1,
      [SKIP_FIELDS] = 1,
      [TAKE_FIELDS] = 1,
      [COLUMNS] = 2,
      [DEPTH] = 2}},
    {"ndjson",
     DIGITRUN_NDJSON,
     false,
     {GRAMMAR, "01", "012", "012"},
     {[DECIMAL] = 1,
      [QUOTE] = 1,
      [GROUPING] = 1,
      [SEPARATORS] = 1,
      [COMMENTS] = 2,
      [EXPONENTS] = 2,
      [WORDS] = 2,
      [WIDTHS] = 1,
      [SKIP_LINES] = 2,
      [SKIP_FIELDS] = 1,
      [TAKE_FIELDS] = 1,
      [COLUMNS] = 2,
      [DEPTH] = 2}},
};

static size_t level_count(const option_family *family, size_t factor)
{
    return factor < CHOICES ? strlen(family->choices[factor]) : family->levels[factor];
}

static void apply(digitrun_format_spec *spec, const option_family *family,
                  const uint8_t row[FACTORS])
{
    static const char *const words[] = {"NA", "--"};
    static const uint16_t widths[][3] = {{3, 5, 2}, {4, 4, 4}};
    static const char *const list_separators[] = {"", ";", " ;", " ;\n\t"};
    static const char *const table_separators[] = {";", "\t", " ", " ;", ";|"};
    memset(spec, 0, sizeof *spec);
    spec->size = sizeof *spec;
    spec->kind = family->kind;
    for (size_t i = 0; i < CHOICES; i++)
        ((digitrun_choice *)spec)[choice_places[i]] = (digitrun_choice)(family->choices[i][row[i]] -
                                                                        '0');
    spec->decimal = row[DECIMAL] ? ',' : 0;
    spec->quote = row[QUOTE] ? '"' : 0;
    spec->grouping = row[GROUPING] ? '\'' : 0;
    if (family->kind == DIGITRUN_LIST)
        strcpy(spec->separators, list_separators[row[SEPARATORS]]);
    if (family->kind == DIGITRUN_TABLE && !family->widths)
        strcpy(spec->separators, table_separators[row[SEPARATORS]]);
    strcpy(spec->comments, row[COMMENTS] ? "#%" : "");
    strcpy(spec->exponents, row[EXPONENTS] ? "dQ" : "");
    spec->missing_words = row[WORDS] ? words : NULL;
    spec->missing_word_count = row[WORDS] ? COUNT_OF(words) : 0;
    spec->widths = family->widths ? widths[row[WIDTHS]] : NULL;
    spec->width_count = family->widths ? 3 : 0;
    spec->skip_lines = row[SKIP_LINES];
    spec->skip_fields = row[SKIP_FIELDS];
    spec->take_fields = row[TAKE_FIELDS] ? 2 : 0;
    spec->columns = row[COLUMNS] ? 2 : 0;
    spec->max_depth = row[DEPTH] ? 2 : 0;
}

/* ---- the pairwise table ---- */

static bool covered[FACTORS][LEVELS][FACTORS][LEVELS];

static void cover(const uint8_t row[FACTORS])
{
    for (size_t i = 0; i < FACTORS; i++)
        for (size_t k = 0; k < FACTORS; k++)
            covered[i][row[i]][k][row[k]] = true;
}

static size_t new_pairs(const uint8_t row[FACTORS], size_t chosen, size_t factor, uint8_t level)
{
    size_t count = 0;
    for (size_t i = 0; i < FACTORS; i++)
        count += (chosen >> i & 1) && !covered[i][row[i]][factor][level];
    return count;
}

/* Starts from a pair not covered yet and takes, factor by factor, the level with most new pairs. */
static bool next_row(const option_family *family, uint8_t row[FACTORS], uint64_t *random)
{
    size_t chosen = 0;
    for (size_t i = 0; i < FACTORS && !chosen; i++)
        for (size_t k = i + 1; k < FACTORS && !chosen; k++)
            for (uint8_t a = 0; a < level_count(family, i) && !chosen; a++)
                for (uint8_t b = 0; b < level_count(family, k) && !chosen; b++)
                    if (!covered[i][a][k][b])
                        row[i] = a, row[k] = b, chosen = (size_t)1 << i | (size_t)1 << k;
    if (!chosen)
        return false;
    for (size_t factor = 0; factor < FACTORS; factor++) {
        size_t levels = level_count(family, factor), best = 0, shift = draw(random, levels);
        if (chosen >> factor & 1)
            continue;
        for (size_t i = 0; i < levels; i++) {
            uint8_t level = (uint8_t)((i + shift) % levels);
            size_t gain = new_pairs(row, chosen, factor, level);
            if (i == 0 || gain > best)
                best = gain, row[factor] = level;
        }
        chosen |= (size_t)1 << factor;
    }
    cover(row);
    return true;
}

/* ---- what the model says ---- */

static void take_reading(expectation *want, const model_reading *read, size_t len)
{
    memset(want, 0, offsetof(expectation, f64));
    want->status = read->status;
    want->count = read->count;
    want->rows = read->row_count;
    want->offset = read->status == DIGITRUN_OK ? len : read->offset;
    want->length = read->length;
    want->same_length = true;
    for (size_t i = 0; i < read->count; i++) {
        memcpy(&want->f64[i], &read->values[i].bits, sizeof want->f64[i]);
        want->absent[i] = !read->values[i].present;
        want->missing += want->absent[i];
    }
    for (size_t i = 0; i < read->row_count; i++) {
        want->row_ends[i] = read->rows[i].values;
        want->closes[i] = (uint8_t)read->rows[i].closes;
    }
}

static void expect_model(expectation *want, const digitrun_format_spec *spec, const char *text,
                         size_t len)
{
    static model_reading wide, narrow, counted;
    model_rules rules;
    model_resolve(&rules, spec);
    model_read(&wide, &rules, text, len, MODEL_ROWS);
    model_read(&narrow, &rules, text, len, MODEL_ROWS | MODEL_F32);
    model_read(&counted, &rules, text, len, MODEL_ROWS | MODEL_COUNT);
    take_reading(want, &wide, len);
    want->narrow = wide.status == narrow.status && wide.count == narrow.count;
    for (size_t i = 0; i < wide.count && want->narrow; i++) {
        uint32_t bits = (uint32_t)narrow.values[i].bits;
        memcpy(&want->f32[i], &bits, sizeof bits);
        want->narrow = wide.values[i].present == narrow.values[i].present;
        want->overflowed += want->absent[i] && i < counted.count && counted.values[i].present;
    }
}

static void check_family(const option_family *family, uint64_t *random, uint64_t seed)
{
    static expectation want;
    static size_t statuses[64];
    uint8_t row[FACTORS];
    size_t rows = 0, texts = test_times(TEXTS);
    memset(covered, 0, sizeof covered);
    memset(statuses, 0, sizeof statuses);
    while (next_row(family, row, random)) {
        digitrun_format format;
        digitrun_format_spec spec;
        char what[160], levels[2 * FACTORS + 1] = "";
        apply(&spec, family, row);
        for (size_t i = 0; i < FACTORS; i++)
            sprintf(levels + i, "%u", i < CHOICES ? family->choices[i][row[i]] - '0' : row[i]);
        snprintf(what, sizeof what, "pairs of %s, row %zu (%s), seed %" PRIu64, family->name,
                 rows++, levels, seed);
        make_format(&format, &spec, what);
        for (size_t i = 0; i < texts; i++) {
            char text[RANDOM_TEXT_ROOM];
            random_text(text, &spec, random);
            size_t len = strlen(text);
            expect_model(&want, &spec, text, len);
            check_text(&format, text, len, &want, what);
            statuses[want.status]++;
        }
    }
    cr_log_info("%s: %zu specs, %zu texts, %zu of them OK", family->name, rows, rows * texts,
                statuses[DIGITRUN_OK]);
    cr_expect(rows >= 12 && statuses[DIGITRUN_OK] >= rows && statuses[DIGITRUN_BAD_NUMBER] >= rows);
    for (size_t i = 0; i < FACTORS; i++)
        for (size_t k = 0; k < FACTORS; k++)
            for (size_t a = 0; a < level_count(family, i); a++)
                for (size_t b = 0; b < level_count(family, k); b++)
                    if (i != k && !covered[i][a][k][b])
                        cr_assert_fail("%s: options %zu and %zu never meet", family->name, i, k);
}

Test(options, all_pairs)
{
    uint64_t seed = test_seed(20240117), random = seed;
    for (size_t i = 0; i < COUNT_OF(families); i++)
        check_family(&families[i], &random, seed);
}
