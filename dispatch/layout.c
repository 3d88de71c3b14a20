/* dispatch/layout.c - from a digitrun_layout_spec to a plan: styles, contradictions, framing. */
#include "dispatch/layout.h"

#include <string.h>

enum {
    MOST_TEXT = 7, /* of a framing string, which ends with its 0 */
    MOST_PRECISION = 1100,
    LEAST_EXPONENT = -324, /* of any double */
    MOST_EXPONENT = 308,
    MOST_DIGITS = 17
};

#define TEXT(string)               \
    {                              \
        string, sizeof(string) - 1 \
    }
#define NO_TEXT TEXT("")
#define FRAME_OF_NONE                                                                    \
    .separator = TEXT(","), .first = NO_TEXT, .next_row = NO_TEXT, .row_joint = NO_TEXT, \
    .row_close = NO_TEXT, .close = NO_TEXT, .open = NO_TEXT, .row_open = NO_TEXT
#define WORDS_AS_C .nan = TEXT("nan"), .infinity = TEXT("inf"), .minus_infinity = TEXT("-inf")
#define WORDS_AS_JAVA \
    .nan = TEXT("NaN"), .infinity = TEXT("Infinity"), .minus_infinity = TEXT("-Infinity")

/* A plan with the size of its public face. */
typedef union preset {
    digitrun_layout_plan plan;
    digitrun_layout layout;
} preset;

/* The styles by themselves, in the order of their numbers; the first four are the presets.
 * `longest` is what longest_value makes of them. */
static const preset styles[] = {
    {.plan = {.form = FORM_SHORTEST,
              .refuse_not_finite = 1,
              .exponent_plus = 1,
              .exponent_digits = 1,
              .exponent = 'e',
              .fixed_least = -6,
              .fixed_most = 20,
              .longest = 25,
              WORDS_AS_JAVA,
              FRAME_OF_NONE}},
    {.plan = {.form = FORM_SHORTEST,
              .point_zero = 2,
              .exponent_plus = 1,
              .exponent_digits = 2,
              .exponent = 'e',
              .fixed_least = -4,
              .fixed_most = 15,
              .longest = 24,
              WORDS_AS_C,
              FRAME_OF_NONE}},
    {.plan = {.form = FORM_SHORTEST,
              .two_digits = 1,
              .point_zero = 2,
              .exponent_zero = 2,
              .exponent_digits = 1,
              .exponent = 'E',
              .fixed_least = -3,
              .fixed_most = 6,
              .longest = 24,
              WORDS_AS_JAVA,
              FRAME_OF_NONE}},
    {.plan = {.form = FORM_SHORTEST,
              .exponent_plus = 1,
              .exponent_digits = 2,
              .exponent = 'e',
              .fixed_least = -4,
              .fixed_most = 15,
              .longest = 24,
              WORDS_AS_C,
              FRAME_OF_NONE}},
    {.plan = {.form = FORM_FIXED, .exponent = 'e', WORDS_AS_C, FRAME_OF_NONE}},
    {.plan = {.form = FORM_SCIENTIFIC,
              .exponent_plus = 1,
              .exponent_digits = 2,
              .exponent = 'e',
              WORDS_AS_C,
              FRAME_OF_NONE}},
};

const digitrun_layout *digitrun_layout_json(void)
{
    return &styles[DIGITRUN_STYLE_JSON].layout;
}

const digitrun_layout *digitrun_layout_python(void)
{
    return &styles[DIGITRUN_STYLE_PYTHON].layout;
}

const digitrun_layout *digitrun_layout_java(void)
{
    return &styles[DIGITRUN_STYLE_JAVA].layout;
}

const digitrun_layout *digitrun_layout_c(void)
{
    return &styles[DIGITRUN_STYLE_C].layout;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool set_precision(const digitrun_layout_spec *spec, digitrun_layout_plan *plan)
{
    if (plan->form == FORM_SHORTEST) {
        return spec->precision == 0;
    }
    plan->precision = (uint32_t)spec->precision;
    return spec->precision >= 0 && spec->precision <= MOST_PRECISION;
}

static bool set_fixed_range(const digitrun_layout_spec *spec, digitrun_layout_plan *plan)
{
    if (spec->fixed_min_exp10 == 0 && spec->fixed_max_exp10 == 0) {
        return true;
    }
    plan->fixed_least = spec->fixed_min_exp10;
    plan->fixed_most = spec->fixed_max_exp10;
    return plan->form == FORM_SHORTEST && plan->fixed_least <= plan->fixed_most;
}

static bool set_exponent(const digitrun_layout_spec *spec, digitrun_layout_plan *plan)
{
    if (spec->exponent == 0) {
        return true;
    }
    plan->exponent = spec->exponent;
    return plan->form != FORM_FIXED && ((uint8_t)spec->exponent | 0x20u) - 'a' < 26u;
}

/* ---- words ----------------------------------------------------------------------------------- */

static layout_text join(const char *a, const char *b, const char *c)
{
    layout_text joined = NO_TEXT;
    const char *parts[] = {a, b, c};
    for (size_t i = 0; i < 3; i++) {
        size_t len = strlen(parts[i]);
        memcpy(joined.bytes + joined.len, parts[i], len);
        joined.len = (uint8_t)(joined.len + len);
    }
    return joined;
}

static void quote(layout_text *word)
{
    *word = join("\"", word->bytes, "\"");
}

static bool set_not_finite(const digitrun_layout_spec *spec, digitrun_layout_plan *plan)
{
    switch (spec->not_finite) {
    case DIGITRUN_DEFAULT:
        return true;
    case DIGITRUN_REFUSE:
        plan->refuse_not_finite = 1;
        return true;
    case DIGITRUN_AS_NULL:
        plan->nan = plan->infinity = plan->minus_infinity = join("null", "", "");
        break;
    case DIGITRUN_AS_QUOTED_WORD:
        quote(&plan->nan);
        quote(&plan->infinity);
        quote(&plan->minus_infinity);
        break;
    case DIGITRUN_ACCEPT:
    case DIGITRUN_AS_WORD:
        break;
    default:
        return false;
    }
    plan->refuse_not_finite = 0;
    return true;
}

static bool set_negative_zero(const digitrun_layout_spec *spec, digitrun_layout_plan *plan)
{
    plan->unsigned_zero = spec->negative_zero == DIGITRUN_REFUSE;
    return spec->negative_zero <= DIGITRUN_ACCEPT;
}

/* ---- framing --------------------------------------------------------------------------------- */

/* Whether a number that touches the byte would be read as another. */
static bool spoils_number(const digitrun_layout_plan *plan, char byte)
{
    bool digit = (uint8_t)(byte - '0') < 10;
    return digit || byte == '.' || byte == '+' || byte == '-' || byte == 'e' || byte == 'E' ||
           byte == plan->exponent;
}

static bool may_follow_number(const digitrun_layout_plan *plan, const layout_text *text)
{
    return text->len == 0 || !spoils_number(plan, text->bytes[0]);
}

static bool may_precede_number(const digitrun_layout_plan *plan, const layout_text *text)
{
    return text->len == 0 || !spoils_number(plan, text->bytes[text->len - 1]);
}

static bool may_separate(const digitrun_layout_plan *plan, const layout_text *text)
{
    return text->len != 0 && may_follow_number(plan, text) && may_precede_number(plan, text);
}

static bool strings_end(const digitrun_layout_spec *spec)
{
    const char *texts[] = {spec->separator,     spec->row_open, spec->row_close,
                           spec->row_separator, spec->open,     spec->close};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (memchr(texts[i], 0, MOST_TEXT + 1) == NULL) {
            return false;
        }
    }
    return true;
}

static bool set_frame(const digitrun_layout_spec *spec, digitrun_layout_plan *plan)
{
    if (!strings_end(spec)) {
        return false;
    }
    if (spec->separator[0] != 0) {
        plan->separator = join(spec->separator, "", "");
    }
    plan->row_length = spec->row_length;
    plan->open = join(spec->open, "", "");
    plan->row_open = join(spec->row_open, "", "");
    plan->row_close = join(spec->row_close, "", "");
    plan->close = join(spec->close, "", "");
    plan->first = join(spec->open, spec->row_open, "");
    plan->next_row = join(spec->row_separator, spec->row_open, "");
    plan->row_joint = join(spec->row_close, spec->row_separator, spec->row_open);
    layout_text last = join(spec->row_close, spec->close, "");
    return may_separate(plan, &plan->separator) && may_precede_number(plan, &plan->first) &&
           may_follow_number(plan, &last) &&
           (spec->row_length == 0 || may_separate(plan, &plan->row_joint));
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Most bytes of a number, its sign included. */
static uint32_t longest_number(const digitrun_layout_plan *plan)
{
    const uint32_t whole = MOST_EXPONENT + 1;
    uint32_t fraction = plan->precision == 0 ? 0 : 1 + plan->precision;
    if (plan->form == FORM_FIXED) {
        return 1 + whole + fraction;
    }
    if (plan->form == FORM_SCIENTIFIC) {
        return 1 + 1 + fraction + 5;
    }
    uint32_t longest = 1 + MOST_DIGITS + 1 + 5; /* -1.2345678901234567e-123 */
    int32_t least = plan->fixed_least > LEAST_EXPONENT ? plan->fixed_least : LEAST_EXPONENT;
    int32_t most = plan->fixed_most < MOST_EXPONENT ? plan->fixed_most : MOST_EXPONENT;
    if (least < 0 && least <= most) { /* -0.0012345678901234567 */
        longest = larger(longest, (uint32_t)(1 + 1 - least + MOST_DIGITS));
    }
    if (most >= 0) { /* -123000000000000000000.0 */
        longest = larger(longest, (uint32_t)(1 + most + 1 + plan->point_zero));
    }
    return longest;
}

static void set_longest(digitrun_layout_plan *plan)
{
    plan->longest = longest_number(plan);
    if (!plan->refuse_not_finite) {
        plan->longest = larger(plan->longest, plan->minus_infinity.len);
    }
}

digitrun_status digitrun_layout_init(digitrun_layout *layout, const digitrun_layout_spec *spec)
{
    if (layout == NULL || spec == NULL) {
        return DIGITRUN_BAD_ARGUMENT;
    }
    if (spec->size < sizeof *spec || spec->style > DIGITRUN_STYLE_SCIENTIFIC) {
        return DIGITRUN_BAD_SPEC;
    }
    preset made = styles[spec->style];
    digitrun_layout_plan *plan = &made.plan;
    if (!set_precision(spec, plan) || !set_fixed_range(spec, plan) || !set_exponent(spec, plan) ||
        !set_not_finite(spec, plan) || !set_negative_zero(spec, plan) || !set_frame(spec, plan)) {
        return DIGITRUN_BAD_SPEC;
    }
    set_longest(plan);
    *layout = made.layout;
    return DIGITRUN_OK;
}

/* ---- bound ----------------------------------------------------------------------------------- */

/* a + b * c, or SIZE_MAX */
static size_t add_product(size_t a, size_t b, size_t c)
{
    if (c != 0 && b > (SIZE_MAX - a) / c) {
        return SIZE_MAX;
    }
    return a + b * c;
}

size_t digitrun_layout_closing(const digitrun_layout_plan *plan, bool started, bool row_is_open,
                               layout_text *text)
{
    bool one_row = !started && plan->row_length == 0; /* a row without values */
    *text = join(started ? "" : plan->open.bytes, one_row ? plan->row_open.bytes : "", "");
    if (row_is_open || one_row) {
        *text = join(text->bytes, plan->row_close.bytes, "");
    }
    *text = join(text->bytes, plan->close.bytes, "");
    return row_is_open || one_row;
}

size_t digitrun_write_bound(size_t count, const digitrun_layout *layout)
{
    const digitrun_layout_plan *plan = (const digitrun_layout_plan *)layout;
    if (layout == NULL) {
        return SIZE_MAX;
    }
    layout_text closing;
    digitrun_layout_closing(plan, count != 0, count != 0, &closing);
    if (count == 0) {
        return closing.len;
    }
    size_t joints = 0;
    if (plan->row_length != 0) {
        joints = plan->row_length < count ? (count - 1) / (size_t)plan->row_length : 0;
    }
    size_t bound = (size_t)plan->first.len + closing.len;
    bound = add_product(bound, count, plan->longest);
    bound = add_product(bound, count - 1 - joints, plan->separator.len);
    return add_product(bound, joints, plan->row_joint.len);
}
