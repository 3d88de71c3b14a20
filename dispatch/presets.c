/* dispatch/presets.c - the prepared formats, as compile-time constants: what format_init would make
 * of their specs (a test compares). */
#include "dispatch/plan.h"

/* The 256 values of a table, each a constant expression of its byte. */
#define BYTES_4(f, b) f((b)), f((b) + 1), f((b) + 2), f((b) + 3)
#define BYTES_16(f, b) \
    BYTES_4(f, (b)), BYTES_4(f, (b) + 4), BYTES_4(f, (b) + 8), BYTES_4(f, (b) + 12)
#define BYTES_64(f, b) \
    BYTES_16(f, (b)), BYTES_16(f, (b) + 16), BYTES_16(f, (b) + 32), BYTES_16(f, (b) + 48)
#define BYTES_256(f) BYTES_64(f, 0), BYTES_64(f, 64), BYTES_64(f, 128), BYTES_64(f, 192)

#define LINE_CLASS(b) ((b) == '\n' ? CLASS_ROW : (b) == '\r' ? CLASS_RETURN : CLASS_TOKEN)
#define BLANK_CLASS(b) ((b) == ' ' || (b) == '\t' ? CLASS_BLANK : LINE_CLASS(b))
#define LIST_CLASS(b) ((b) == ',' || (b) == ';' || (b) == '|' ? CLASS_BLANK : BLANK_CLASS(b))
#define CSV_CLASS(b) ((b) == ',' ? CLASS_DELIMITER : BLANK_CLASS(b))
#define TSV_CLASS(b) ((b) == '\t' ? CLASS_DELIMITER : (b) == ' ' ? CLASS_BLANK : LINE_CLASS(b))
#define BRACKET_CLASS(b)                                          \
    ((b) == '['                                 ? CLASS_OPEN      \
     : (b) == ']'                               ? CLASS_CLOSE     \
     : (b) == ','                               ? CLASS_DELIMITER \
     : (b) == '"' || (b) == '{' || (b) == '}'   ? CLASS_STOP      \
     : (b) == ' ' || (b) == '\t' || (b) == '\r' ? CLASS_BLANK     \
                                                : CLASS_TOKEN)
#define JSON_CLASS(b) ((b) == '\n' ? CLASS_BLANK : BRACKET_CLASS(b))
#define NDJSON_CLASS(b) ((b) == '\n' ? CLASS_ROW : BRACKET_CLASS(b))

enum {
    TOKEN = 1 << CLASS_TOKEN,
    DELIMITER = 1 << CLASS_DELIMITER,
    ROW = 1 << CLASS_ROW,
    OPEN = 1 << CLASS_OPEN,
    CLOSE = 1 << CLASS_CLOSE,
    NEED_LENIENT = NEED_PLUS | NEED_BARE_POINT | NEED_LEADING_ZEROS
};

/* A format with the size of its public face. */
typedef union preset {
    digitrun_plan plan;
    digitrun_format format;
} preset;

/* Lists and tables accept what the lenient grammar has, and nan and inf. */
#define LENIENT_CHOICES                                                                       \
    .decimal = '.', .needs = NEED_LENIENT, .depth_max = 1024, .plus = DIGITRUN_ACCEPT,        \
    .bare_point = DIGITRUN_ACCEPT, .leading_zeros = DIGITRUN_ACCEPT,                          \
    .not_finite = DIGITRUN_ACCEPT, .overflow = DIGITRUN_REFUSE, .missing = DIGITRUN_REFUSE,   \
    .bad = DIGITRUN_REFUSE, .sign_exponent = DIGITRUN_REFUSE, .blank_lines = DIGITRUN_ACCEPT, \
    .bom = DIGITRUN_ACCEPT

#define STRICT_CHOICES                                                                            \
    .decimal = '.', .needs = NEED_BRACKETS | NEED_NO_LEADING_ZEROS, .depth_max = 1024,            \
    .row_is_close = 1, .plus = DIGITRUN_REFUSE, .bare_point = DIGITRUN_REFUSE,                    \
    .leading_zeros = DIGITRUN_REFUSE, .not_finite = DIGITRUN_REFUSE, .overflow = DIGITRUN_REFUSE, \
    .missing = DIGITRUN_REFUSE, .bad = DIGITRUN_REFUSE, .sign_exponent = DIGITRUN_REFUSE,         \
    .last_separator = DIGITRUN_REFUSE, .blank_lines = DIGITRUN_ACCEPT, .bom = DIGITRUN_ACCEPT

static const preset list = {.plan = {.class_of = {BYTES_256(LIST_CLASS)},
                                     .follow = {[CLASS_TOKEN] = TOKEN | DELIMITER | ROW,
                                                [CLASS_DELIMITER] = TOKEN | DELIMITER | ROW,
                                                [CLASS_ROW] = TOKEN | DELIMITER | ROW},
                                     .kind = DIGITRUN_LIST,
                                     .last_separator = DIGITRUN_ACCEPT,
                                     .collapse = 1,
                                     LENIENT_CHOICES}};

static const preset csv = {
    .plan = {
        .class_of = {BYTES_256(CSV_CLASS)},
        .follow =
            {[CLASS_TOKEN] = DELIMITER | ROW, [CLASS_DELIMITER] = TOKEN, [CLASS_ROW] = TOKEN | ROW},
        .kind = DIGITRUN_TABLE,
        .last_separator = DIGITRUN_REFUSE,
        .cells = 1,
        LENIENT_CHOICES}};

static const preset tsv = {
    .plan = {
        .class_of = {BYTES_256(TSV_CLASS)},
        .follow =
            {[CLASS_TOKEN] = DELIMITER | ROW, [CLASS_DELIMITER] = TOKEN, [CLASS_ROW] = TOKEN | ROW},
        .kind = DIGITRUN_TABLE,
        .last_separator = DIGITRUN_REFUSE,
        .cells = 1,
        LENIENT_CHOICES}};

static const preset blank = {.plan = {.class_of = {BYTES_256(BLANK_CLASS)},
                                      .follow = {[CLASS_TOKEN] = TOKEN | DELIMITER | ROW,
                                                 [CLASS_DELIMITER] = TOKEN,
                                                 [CLASS_ROW] = TOKEN | ROW},
                                      .kind = DIGITRUN_TABLE,
                                      .last_separator = DIGITRUN_REFUSE,
                                      LENIENT_CHOICES}};

static const preset json = {.plan = {.class_of = {BYTES_256(JSON_CLASS)},
                                     .follow = {[CLASS_TOKEN] = DELIMITER | CLOSE,
                                                [CLASS_DELIMITER] = TOKEN | OPEN,
                                                [CLASS_OPEN] = TOKEN | OPEN | CLOSE,
                                                [CLASS_CLOSE] = DELIMITER | CLOSE,
                                                [CLASS_ROW] = OPEN},
                                     .kind = DIGITRUN_JSON,
                                     STRICT_CHOICES}};

static const preset ndjson = {.plan = {.class_of = {BYTES_256(NDJSON_CLASS)},
                                       .follow = {[CLASS_TOKEN] = DELIMITER | CLOSE,
                                                  [CLASS_DELIMITER] = TOKEN | OPEN,
                                                  [CLASS_OPEN] = TOKEN | OPEN | CLOSE,
                                                  [CLASS_CLOSE] = DELIMITER | CLOSE,
                                                  [CLASS_ROW] = OPEN | ROW,
                                                  [AFTER_DOCUMENT] = ROW},
                                       .kind = DIGITRUN_NDJSON,
                                       STRICT_CHOICES}};

const digitrun_format *digitrun_format_list(void)
{
    return &list.format;
}

const digitrun_format *digitrun_format_json(void)
{
    return &json.format;
}

const digitrun_format *digitrun_format_ndjson(void)
{
    return &ndjson.format;
}

const digitrun_format *digitrun_format_csv(void)
{
    return &csv.format;
}

const digitrun_format *digitrun_format_tsv(void)
{
    return &tsv.format;
}

const digitrun_format *digitrun_format_blank(void)
{
    return &blank.format;
}
