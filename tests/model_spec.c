/* tests/model_spec.c - what a spec means, and which specs contradict themselves. */
#include "tests/model.h"

#include <string.h>

static digitrun_choice choose(digitrun_choice choice, digitrun_choice by_default)
{
    return choice == DIGITRUN_DEFAULT ? by_default : choice;
}

static void resolve_separators(model_rules *rules, const digitrun_format_spec *spec)
{
    const char *named = spec->separators;
    if (rules->json || spec->width_count)
        return;
    if (!*named)
        named = spec->kind == DIGITRUN_TABLE ? "," : ",;| \t";
    for (; *named; named++) {
        unsigned char byte = (unsigned char)*named;
        bool taken = byte == rules->decimal || byte == rules->quote || byte == rules->grouping;
        if (spec->kind == DIGITRUN_TABLE || spec->separators[0] || !taken)
            rules->separator[byte] = true;
    }
}

void model_resolve(model_rules *rules, const digitrun_format_spec *spec)
{
    memset(rules, 0, sizeof *rules);
    bool json = spec->kind == DIGITRUN_JSON || spec->kind == DIGITRUN_NDJSON;
    digitrun_choice dialect = json ? DIGITRUN_REFUSE : DIGITRUN_ACCEPT;
    rules->kind = spec->kind;
    rules->json = json;
    rules->plus = choose(spec->plus, dialect);
    rules->bare_point = choose(spec->bare_point, dialect);
    rules->leading_zeros = choose(spec->leading_zeros, dialect);
    rules->sign_exponent = choose(spec->sign_exponent, DIGITRUN_REFUSE);
    rules->bad = choose(spec->bad, DIGITRUN_REFUSE);
    digitrun_choice refused =
        rules->bad; /* REFUSE, or AS_MISSING for all that is left to default */
    rules->not_finite = choose(spec->not_finite, json ? refused : DIGITRUN_ACCEPT);
    rules->overflow = choose(spec->overflow, refused);
    rules->missing = choose(spec->missing, refused);
    rules->last_separator = choose(spec->last_separator, DIGITRUN_REFUSE);
    rules->blank_lines = choose(spec->blank_lines, DIGITRUN_ACCEPT);
    rules->bom = choose(spec->bom, DIGITRUN_ACCEPT);
    rules->decimal = spec->decimal ? (unsigned char)spec->decimal : '.';
    rules->quote = (unsigned char)spec->quote;
    rules->grouping = (unsigned char)spec->grouping;
    resolve_separators(rules, spec);
    for (const char *p = spec->comments; p < spec->comments + 8 && *p; p++)
        rules->comment[(unsigned char)*p] = true;
    for (const char *p = spec->exponents; p < spec->exponents + 8 && *p; p++)
        rules->exponent[(unsigned char)*p] = true;
    rules->exponent['e'] = rules->exponent['E'] = true;
    rules->cells = !json && !rules->separator[' '];
    for (size_t i = 0; i < spec->missing_word_count && i < 16; i++)
        strncpy(rules->words[i], spec->missing_words[i], 15);
    rules->word_count = spec->missing_word_count;
    rules->widths = spec->widths;
    rules->width_count = spec->width_count;
    rules->skip_lines = spec->skip_lines;
    rules->skip_fields = spec->skip_fields;
    rules->take_fields = spec->take_fields;
    rules->columns = spec->columns;
    rules->max_depth = spec->max_depth ? spec->max_depth : 1024;
}

/* ---- contradictions ------------------------------------------------------------------------- */
static bool bad_choices(const digitrun_format_spec *s)
{
    const digitrun_choice all[] = {
        s->plus, s->bare_point,    s->leading_zeros,  s->not_finite,  s->overflow, s->missing,
        s->bad,  s->sign_exponent, s->last_separator, s->blank_lines, s->bom};
    const digitrun_choice two[] = {s->plus,          s->bare_point,     s->leading_zeros,
                                   s->sign_exponent, s->last_separator, s->bom};
    for (size_t i = 0; i < sizeof all; i++) {
        if (all[i] > DIGITRUN_AS_MISSING)
            return true;
    }
    for (size_t i = 0; i < sizeof two; i++) {
        if (two[i] == DIGITRUN_AS_MISSING)
            return true;
    }
    if (s->missing == DIGITRUN_ACCEPT || s->bad == DIGITRUN_ACCEPT)
        return true;
    return s->blank_lines == DIGITRUN_AS_MISSING && s->kind != DIGITRUN_TABLE;
}

static bool bad_for_kind(const digitrun_format_spec *s)
{
    if (s->kind == DIGITRUN_JSON || s->kind == DIGITRUN_NDJSON) {
        if ((s->decimal && s->decimal != '.') || s->quote || s->grouping || s->separators[0] ||
            s->width_count)
            return true;
        if (s->skip_fields || s->take_fields || s->last_separator == DIGITRUN_ACCEPT)
            return true;
        return s->kind == DIGITRUN_JSON && (s->comments[0] || s->skip_lines || s->blank_lines);
    }
    if (s->max_depth)
        return true;
    return s->kind == DIGITRUN_LIST && s->last_separator == DIGITRUN_REFUSE;
}

static bool bad_widths(const digitrun_format_spec *s)
{
    if (!s->width_count)
        return false;
    if (!s->widths || s->width_count > 64 || s->kind != DIGITRUN_TABLE)
        return true;
    if (s->separators[0] || s->quote || s->last_separator)
        return true;
    for (size_t i = 0; i < s->width_count; i++) {
        if (s->widths[i] == 0)
            return true;
    }
    return false;
}

static bool is_letter(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* Takes the byte for a role; false if it has one. Roles of the grammar itself are taken
 * beforehand. */
static bool take(bool *taken, unsigned char byte)
{
    bool free = byte < 128 && !taken[byte];
    taken[byte] = true;
    return free;
}

static bool bad_bytes(const digitrun_format_spec *s)
{
    bool taken[256] = {0}, list = s->kind == DIGITRUN_LIST, named[256] = {0};
    for (const char *p = "0123456789+-eE"; *p; p++)
        taken[(unsigned char)*p] = true;
    if (!list)
        taken['\r'] = taken['\n'] = true;
    for (const char *p = s->separators; p < s->separators + 13 && *p; p++) {
        unsigned char byte = (unsigned char)*p;
        if (!take(taken, byte))
            return true;
        named[byte] = true;
    }
    taken['\r'] = taken['\n'] = true;
    bool json = s->kind == DIGITRUN_JSON || s->kind == DIGITRUN_NDJSON;
    for (const char *p = ",[]\"{} \t"; json && *p; p++)
        taken[(unsigned char)*p] = true;
    if (is_letter((unsigned char)s->decimal) || is_letter((unsigned char)s->quote) ||
        is_letter((unsigned char)s->grouping) || s->grouping == '\r' || s->grouping == '\n')
        return true;
    if (!s->separators[0] && s->kind == DIGITRUN_TABLE && !s->width_count)
        named[','] = taken[','] = true;
    unsigned char grouping = (unsigned char)s->grouping, quote = (unsigned char)s->quote;
    if (grouping && !(quote && named[grouping] && grouping != s->decimal) && !take(taken, grouping))
        return true;
    taken[' '] = taken['\t'] = true;
    if (!take(taken, s->decimal ? (unsigned char)s->decimal : '.'))
        return true;
    if (quote && !take(taken, quote))
        return true;
    for (const char *p = s->exponents; p < s->exponents + 8 && *p; p++) {
        if (!is_letter((unsigned char)*p) || !take(taken, (unsigned char)*p))
            return true;
    }
    if (list && !s->separators[0]) { /* those of the default that are not otherwise used */
        for (const char *p = ",;|"; *p; p++)
            taken[(unsigned char)*p] = true;
    }
    for (const char *p = s->comments; p < s->comments + 8 && *p; p++) {
        if (!take(taken, (unsigned char)*p))
            return true;
    }
    return false;
}

static bool bad_word(const model_rules *rules, const char *word)
{
    size_t len = strlen(word);
    if (len == 0 || len > 15 || word[0] == ' ' || word[len - 1] == ' ')
        return true;
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)word[i];
        if (byte == '\r' || byte == '\n' || (rules->quote && byte == rules->quote) ||
            rules->separator[byte] || (rules->json && strchr(",[]\"{} \t", byte)))
            return true;
    }
    return model_is_number(rules, word, len);
}

digitrun_status model_spec(const digitrun_format_spec *spec)
{
    if (spec->size < sizeof *spec || spec->kind > DIGITRUN_TABLE)
        return DIGITRUN_BAD_SPEC;
    if (spec->missing_word_count && (!spec->missing_words || spec->missing_word_count > 16))
        return DIGITRUN_BAD_SPEC;
    if (bad_choices(spec) || bad_for_kind(spec) || bad_widths(spec) || bad_bytes(spec))
        return DIGITRUN_BAD_SPEC;
    model_rules rules;
    model_resolve(&rules, spec);
    for (size_t i = 0; i < spec->missing_word_count; i++) {
        if (bad_word(&rules, spec->missing_words[i]))
            return DIGITRUN_BAD_SPEC;
    }
    return DIGITRUN_OK;
}
