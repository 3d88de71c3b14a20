/* dispatch/format.c - from a digitrun_format_spec to a plan: defaults, contradictions, tables. */
#include "dispatch/odd.h"

#include <string.h>

/* What one byte has been claimed for, so that no byte gets two meanings. */
typedef struct byte_roles {
    bool taken[256];
} byte_roles;

static bool is_line_end(unsigned byte)
{
    return byte == '\n' || byte == '\r';
}

static bool is_blank(unsigned byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_letter(unsigned byte)
{
    return (byte | 0x20) - 'a' < 26u;
}

static bool claim(byte_roles *roles, unsigned byte)
{
    bool reserved = byte == 0 || byte >= 128 || is_digit(byte) || byte == '+' || byte == '-';
    if (reserved || roles->taken[byte]) {
        return false;
    }
    roles->taken[byte] = true;
    return true;
}

typedef struct choice_rule {
    bool accept, as_missing;   /* which values beside REFUSE make sense */
    digitrun_choice by_itself; /* what DEFAULT means */
} choice_rule;

static bool resolve(digitrun_choice given, choice_rule rule, uint8_t *resolved)
{
    if (given == DIGITRUN_DEFAULT) {
        *resolved = rule.by_itself;
        return true;
    }
    *resolved = given;
    return given == DIGITRUN_REFUSE || (given == DIGITRUN_ACCEPT && rule.accept) ||
           (given == DIGITRUN_AS_MISSING && rule.as_missing);
}

static bool resolve_choices(const digitrun_format_spec *spec, digitrun_plan *plan)
{
    bool json = spec->kind == DIGITRUN_JSON || spec->kind == DIGITRUN_NDJSON;
    bool table = spec->kind == DIGITRUN_TABLE;
    bool list = spec->kind == DIGITRUN_LIST;
    digitrun_choice lenient = json ? DIGITRUN_REFUSE : DIGITRUN_ACCEPT;
    bool lax = spec->bad == DIGITRUN_AS_MISSING;
    digitrun_choice refused = lax ? DIGITRUN_AS_MISSING : DIGITRUN_REFUSE;
    choice_rule grammar = {true, false, lenient};
    choice_rule not_finite = {true, true, json ? refused : DIGITRUN_ACCEPT};
    choice_rule overflow = {true, true, refused};
    choice_rule missing = {false, true, refused};
    choice_rule bad = {false, true, DIGITRUN_REFUSE};
    choice_rule sign_exponent = {true, false, DIGITRUN_REFUSE};
    choice_rule last_separator = {!json, false, list ? DIGITRUN_ACCEPT : DIGITRUN_REFUSE};
    choice_rule blank_lines = {true, table, DIGITRUN_ACCEPT};
    choice_rule bom = {true, false, DIGITRUN_ACCEPT};
    if (list && spec->last_separator == DIGITRUN_REFUSE) {
        return false;
    }
    if (spec->kind == DIGITRUN_JSON && spec->blank_lines != DIGITRUN_DEFAULT) {
        return false;
    }
    return resolve(spec->plus, grammar, &plan->plus) &&
           resolve(spec->bare_point, grammar, &plan->bare_point) &&
           resolve(spec->leading_zeros, grammar, &plan->leading_zeros) &&
           resolve(spec->not_finite, not_finite, &plan->not_finite) &&
           resolve(spec->overflow, overflow, &plan->overflow) &&
           resolve(spec->missing, missing, &plan->missing) && resolve(spec->bad, bad, &plan->bad) &&
           resolve(spec->sign_exponent, sign_exponent, &plan->sign_exponent) &&
           resolve(spec->last_separator, last_separator, &plan->last_separator) &&
           resolve(spec->blank_lines, blank_lines, &plan->blank_lines) &&
           resolve(spec->bom, bom, &plan->bom);
}

/* The separators of the spec, or the kind's own without the bytes that mean something else here. */
static size_t gather_separators(const digitrun_format_spec *spec, const digitrun_plan *plan,
                                uint8_t separators[12])
{
    const char *given = spec->separators;
    size_t count = 0;
    bool chosen = given[0] != 0;
    if (!chosen && spec->width_count == 0) {
        given = spec->kind == DIGITRUN_LIST ? ",;| \t" : spec->kind == DIGITRUN_TABLE ? "," : "";
    }
    for (size_t i = 0; i < 12 && given[i] != 0; i++) {
        uint8_t byte = (uint8_t)given[i];
        bool other = byte == plan->decimal || byte == plan->quote || byte == plan->grouping;
        if (chosen || spec->kind == DIGITRUN_TABLE || !other) {
            separators[count++] = byte;
        }
    }
    return count;
}

static bool claim_separators(const digitrun_plan *plan, byte_roles *roles,
                             const uint8_t *separators, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool line_end = is_line_end(separators[i]);
        if (line_end && plan->kind != DIGITRUN_LIST) {
            return false;
        }
        if (!claim(roles, separators[i])) {
            return false;
        }
    }
    return true;
}

static bool claim_text(byte_roles *roles, const char *bytes, size_t room, uint8_t *kept,
                       uint8_t *kept_count, bool letters)
{
    for (size_t i = 0; i < room && bytes[i] != 0; i++) {
        uint8_t byte = (uint8_t)bytes[i];
        bool legal = letters ? is_letter(byte) : !is_blank(byte) && !is_line_end(byte);
        if (!legal || !claim(roles, byte)) {
            return false;
        }
        kept[(*kept_count)++] = byte;
    }
    return true;
}

static bool claim_grouping(const digitrun_plan *plan, byte_roles *roles, bool separates)
{
    if (plan->grouping == 0) {
        return true;
    }
    if (is_line_end(plan->grouping) || is_letter(plan->grouping)) {
        return false;
    }
    if (separates) {
        return plan->quote != 0; /* "1,234.5": a separator outside, a grouping byte inside */
    }
    return claim(roles, plan->grouping);
}

static bool claim_bytes(const digitrun_format_spec *spec, digitrun_plan *plan,
                        const uint8_t *separators, size_t count)
{
    byte_roles roles = {{false}};
    roles.taken['e'] = roles.taken['E'] = true; /* exponents in every format */
    bool decimal_is_odd = is_blank(plan->decimal) || is_line_end(plan->decimal) ||
                          is_letter(plan->decimal);
    bool quote_is_odd = is_blank(plan->quote) || is_line_end(plan->quote) || is_letter(plan->quote);
    if (decimal_is_odd || !claim(&roles, plan->decimal) ||
        !claim_separators(plan, &roles, separators, count)) {
        return false;
    }
    if (plan->quote != 0 && (quote_is_odd || !claim(&roles, plan->quote))) {
        return false;
    }
    return claim_grouping(plan, &roles, is_member(separators, (unsigned)count, plan->grouping)) &&
           claim_text(&roles, spec->comments, sizeof spec->comments, plan->comments,
                      &plan->comment_count, false) &&
           claim_text(&roles, spec->exponents, sizeof spec->exponents, plan->exponents,
                      &plan->exponent_count, true);
}

static void set_table_classes(digitrun_plan *plan, const uint8_t *separators, size_t count)
{
    bool blank_separates = is_member(separators, (unsigned)count, ' ');
    bool list = plan->kind == DIGITRUN_LIST;
    /* ",#1" is no comment and "," no empty line: there a separator must be told from a blank */
    bool like_blanks = list && blank_separates && plan->comment_count == 0 &&
                       plan->blank_lines == DIGITRUN_ACCEPT;
    uint8_t separator_class = like_blanks ? CLASS_BLANK : CLASS_DELIMITER;
    for (size_t i = 0; i < count; i++) {
        plan->class_of[separators[i]] = separator_class;
    }
    if (blank_separates || !is_member(separators, (unsigned)count, '\t')) {
        plan->class_of['\t'] = CLASS_BLANK;
    }
    plan->class_of[' '] = CLASS_BLANK;
    plan->class_of['\n'] = CLASS_ROW;
    plan->class_of['\r'] = CLASS_RETURN;
    if (plan->quote != 0) {
        plan->class_of[plan->quote] = CLASS_STOP;
    }
    plan->collapse = list;
    plan->cells = !blank_separates;
}

static void set_table_follow(digitrun_plan *plan)
{
    bool empty_cells = !plan->collapse && plan->missing == DIGITRUN_AS_MISSING;
    uint8_t token = FOLLOW_BIT(CLASS_TOKEN);
    uint8_t delimiter = FOLLOW_BIT(CLASS_DELIMITER);
    uint8_t row = FOLLOW_BIT(CLASS_ROW);
    uint8_t empty_line = plan->blank_lines == DIGITRUN_ACCEPT ? row : 0;
    plan->follow[CLASS_TOKEN] = (uint8_t)(delimiter | row | (plan->cells ? 0 : token));
    plan->follow[CLASS_DELIMITER] = token;
    plan->follow[CLASS_ROW] = (uint8_t)(token | empty_line);
    if (plan->collapse || empty_cells) {
        plan->follow[CLASS_DELIMITER] |= delimiter | row;
        plan->follow[CLASS_ROW] |= delimiter;
    } else if (plan->last_separator == DIGITRUN_ACCEPT) {
        plan->follow[CLASS_DELIMITER] |= row;
    }
    if (empty_cells) {
        plan->needs |= NEED_EMPTY_CELLS;
    }
}

static void set_json_tables(digitrun_plan *plan)
{
    bool lines = plan->kind == DIGITRUN_NDJSON;
    uint8_t token = FOLLOW_BIT(CLASS_TOKEN);
    uint8_t open = FOLLOW_BIT(CLASS_OPEN);
    uint8_t close = FOLLOW_BIT(CLASS_CLOSE);
    uint8_t delimiter = FOLLOW_BIT(CLASS_DELIMITER);
    uint8_t row = lines ? FOLLOW_BIT(CLASS_ROW) : 0;
    plan->class_of[' '] = plan->class_of['\t'] = plan->class_of['\r'] = CLASS_BLANK;
    plan->class_of['\n'] = lines ? CLASS_ROW : CLASS_BLANK;
    plan->class_of[','] = CLASS_DELIMITER;
    plan->class_of['['] = CLASS_OPEN;
    plan->class_of[']'] = CLASS_CLOSE;
    plan->class_of['"'] = plan->class_of['{'] = CLASS_STOP;
    plan->class_of['}'] = CLASS_STOP;
    plan->follow[CLASS_TOKEN] = delimiter | close;
    plan->follow[CLASS_DELIMITER] = token | open;
    plan->follow[CLASS_OPEN] = token | open | close;
    plan->follow[CLASS_CLOSE] = delimiter | close;
    plan->follow[CLASS_ROW] = open | (plan->blank_lines == DIGITRUN_ACCEPT ? row : 0);
    plan->follow[AFTER_DOCUMENT] = row;
    plan->row_is_close = 1;
    plan->needs |= NEED_BRACKETS;
}

static void set_needs(digitrun_plan *plan)
{
    plan->needs |= plan->decimal != '.' ? NEED_DECIMAL : 0;
    plan->needs |= plan->plus == DIGITRUN_ACCEPT ? NEED_PLUS : 0;
    plan->needs |= plan->bare_point == DIGITRUN_ACCEPT ? NEED_BARE_POINT : 0;
    plan->needs |= plan->leading_zeros == DIGITRUN_ACCEPT ? NEED_LEADING_ZEROS
                                                          : NEED_NO_LEADING_ZEROS;
}

static bool take_widths(const digitrun_format_spec *spec, digitrun_plan *plan)
{
    if (spec->width_count == 0) {
        return true;
    }
    if (spec->widths == NULL || spec->width_count > PLAN_WIDTHS || spec->kind != DIGITRUN_TABLE ||
        spec->separators[0] != 0 || spec->quote != 0 || spec->last_separator != DIGITRUN_DEFAULT) {
        return false;
    }
    for (size_t i = 0; i < spec->width_count; i++) {
        if (spec->widths[i] == 0) {
            return false;
        }
        plan->widths[i] = spec->widths[i];
    }
    plan->width_count = (uint8_t)spec->width_count;
    return true;
}

static bool is_good_word(const digitrun_plan *plan, const char *word, size_t len)
{
    const uint8_t *bytes = (const uint8_t *)word;
    if (len == 0 || len >= PLAN_WORD_BYTES || is_blank(bytes[0]) || is_blank(bytes[len - 1])) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        unsigned class = plan->class_of[bytes[i]];
        bool inside = class == CLASS_TOKEN || (class == CLASS_BLANK && plan->cells) ||
                      is_member(plan->comments, plan->comment_count, bytes[i]);
        if (!inside || is_line_end(bytes[i])) {
            return false;
        }
    }
    return !digitrun_is_number(plan, bytes, bytes + len);
}

static bool take_words(const digitrun_format_spec *spec, digitrun_plan *plan)
{
    if (spec->missing_word_count > PLAN_WORDS ||
        (spec->missing_word_count > 0 && spec->missing_words == NULL)) {
        return false;
    }
    for (size_t i = 0; i < spec->missing_word_count; i++) {
        const char *word = spec->missing_words[i];
        size_t len = 0;
        if (word == NULL) {
            return false;
        }
        while (len < PLAN_WORD_BYTES && word[len] != 0) {
            len++;
        }
        if (!is_good_word(plan, word, len)) {
            return false;
        }
        memcpy(plan->words[i], word, len);
        plan->words[i][PLAN_WORD_BYTES - 1] = (uint8_t)len;
    }
    plan->word_count = (uint8_t)spec->missing_word_count;
    return true;
}

/* Options that mean nothing for the kind. */
static bool suits_kind(const digitrun_format_spec *spec)
{
    bool lines = spec->kind != DIGITRUN_JSON;
    bool has_fields = spec->kind == DIGITRUN_LIST || spec->kind == DIGITRUN_TABLE;
    if (has_fields) {
        return spec->max_depth == 0;
    }
    return (spec->decimal == 0 || spec->decimal == '.') && spec->quote == 0 &&
           spec->grouping == 0 && spec->separators[0] == 0 && spec->width_count == 0 &&
           spec->skip_fields == 0 && spec->take_fields == 0 && spec->max_depth <= UINT32_MAX &&
           (lines || (spec->comments[0] == 0 && spec->skip_lines == 0));
}

static void take_numbers(const digitrun_format_spec *spec, digitrun_plan *plan)
{
    plan->kind = spec->kind;
    plan->decimal = spec->decimal != 0 ? (uint8_t)spec->decimal : '.';
    plan->quote = (uint8_t)spec->quote;
    plan->grouping = (uint8_t)spec->grouping;
    plan->skip_lines = spec->skip_lines;
    plan->skip_fields = spec->skip_fields;
    plan->take_fields = spec->take_fields;
    plan->columns = spec->columns;
    plan->depth_max = spec->max_depth != 0 ? (uint32_t)spec->max_depth : 1024;
    plan->row_wise = spec->skip_fields != 0 || spec->take_fields != 0 || spec->width_count != 0;
}

static bool make_plan(const digitrun_format_spec *spec, digitrun_plan *plan)
{
    uint8_t separators[12];
    size_t separator_count;
    if (spec->size < sizeof *spec || spec->kind > DIGITRUN_TABLE || !suits_kind(spec)) {
        return false;
    }
    take_numbers(spec, plan);
    separator_count = gather_separators(spec, plan, separators);
    if (!resolve_choices(spec, plan) || !take_widths(spec, plan)) {
        return false;
    }
    if (spec->kind == DIGITRUN_LIST || spec->kind == DIGITRUN_TABLE) {
        if (!claim_bytes(spec, plan, separators, separator_count)) {
            return false;
        }
        set_table_classes(plan, separators, separator_count);
        set_table_follow(plan);
    } else {
        const uint8_t structure[] = {',', '[', ']', '"', '{', '}'};
        if (!claim_bytes(spec, plan, structure, sizeof structure)) {
            return false;
        }
        set_json_tables(plan);
    }
    for (unsigned i = 0; i < plan->comment_count; i++) {
        plan->class_of[plan->comments[i]] = CLASS_STOP;
    }
    set_needs(plan);
    return take_words(spec, plan);
}

digitrun_status digitrun_format_init(digitrun_format *format, const digitrun_format_spec *spec)
{
    digitrun_plan plan;
    if (format == NULL || spec == NULL) {
        return DIGITRUN_BAD_ARGUMENT;
    }
    memset(&plan, 0, sizeof plan);
    if (!make_plan(spec, &plan)) {
        return DIGITRUN_BAD_SPEC;
    }
    memset(format, 0, sizeof *format);
    memcpy(format, &plan, sizeof plan);
    return DIGITRUN_OK;
}
