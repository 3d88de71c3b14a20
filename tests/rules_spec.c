/* tests/rules_spec.c - specs that contradict themselves are BAD_SPEC, each by a literal case. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <string.h>

#define LIST(...) SPEC(.kind = DIGITRUN_LIST, __VA_ARGS__)
#define TABLE(...) SPEC(.kind = DIGITRUN_TABLE, __VA_ARGS__)
#define JSON(...) SPEC(.kind = DIGITRUN_JSON, __VA_ARGS__)
#define NDJSON(...) SPEC(.kind = DIGITRUN_NDJSON, __VA_ARGS__)
#define EACH_KIND(...) LIST(__VA_ARGS__), TABLE(__VA_ARGS__), JSON(__VA_ARGS__), NDJSON(__VA_ARGS__)

static const uint16_t two[] = {3, 4}, zero[] = {3, 0};
static uint16_t many[65];
static const char *const good[] = {"NA", "N/A", "#N/A", "--", "no-data"};
static const char *const empty[] = {""}, *const none[] = {NULL};
static const char *const long_word[] = {"sixteen_letters_"}, *const longest[] = {"fifteen_letters"};
static const char *const with_line[] = {"a\nb"}, *const with_return[] = {"a\rb"};
static const char *const with_quote[] = {"a\"b"}, *const with_comma[] = {"a,b"};
static const char *const with_blank[] = {"a b"}, *const blank_first[] = {" a"};
static const char *const blank_last[] = {"a "}, *const number[] = {"-999"}, *const real[] = {"1e5"};
static const char *const decimal_comma[] = {"1,5"}, *const plus_one[] = {"+1"};
static const char *const seventeen[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q"};
#define WORDS(words) .missing_words = words, .missing_word_count = COUNT_OF(words)
#define WIDTHS(widths_) .widths = widths_, .width_count = COUNT_OF(widths_)

static void expect_all(const digitrun_format_spec *specs, size_t count, digitrun_status want)
{
    for (size_t i = 0; i < count; i++) {
        digitrun_format format;
        memset(&format, 0x5a, sizeof format);
        digitrun_status status = digitrun_format_init(&format, &specs[i]);
        cr_expect(status == want, "spec %zu: %s", i, status_name(status));
        if (want == DIGITRUN_OK)
            continue;
        for (size_t k = 0; k < sizeof format; k++)
            if (((unsigned char *)&format)[k] != 0x5a)
                cr_assert_fail("spec %zu was refused and the format changed", i);
    }
}

Test(spec, bad_sizes_and_kinds)
{
    digitrun_format_spec specs[12];
    size_t count = 0;
    for (size_t size = 0; size < sizeof *specs; size += 32) {
        if (count < 10) {
            specs[count] = (digitrun_format_spec)LIST_SPEC;
            specs[count++].size = size;
        }
    }
    specs[count] = (digitrun_format_spec)LIST_SPEC;
    specs[count++].size = sizeof *specs - 1;
    specs[count] = (digitrun_format_spec)LIST_SPEC;
    specs[count++].kind = 4;
    expect_all(specs, count, DIGITRUN_BAD_SPEC);
    specs[0] = (digitrun_format_spec)LIST_SPEC;
    specs[0].kind = 255;
    expect_all(specs, 1, DIGITRUN_BAD_SPEC);
}

Test(spec, bad_choices)
{
    static const digitrun_format_spec specs[] = {
        EACH_KIND(.plus = 4),
        EACH_KIND(.bare_point = 255),
        EACH_KIND(.leading_zeros = 4),
        EACH_KIND(.not_finite = 4),
        EACH_KIND(.overflow = 4),
        EACH_KIND(.missing = 4),
        EACH_KIND(.bad = 4),
        EACH_KIND(.sign_exponent = 4),
        EACH_KIND(.last_separator = 4),
        EACH_KIND(.blank_lines = 4),
        EACH_KIND(.bom = 4),
        EACH_KIND(.plus = DIGITRUN_AS_MISSING),
        EACH_KIND(.bare_point = DIGITRUN_AS_MISSING),
        EACH_KIND(.leading_zeros = DIGITRUN_AS_MISSING),
        EACH_KIND(.sign_exponent = DIGITRUN_AS_MISSING),
        EACH_KIND(.last_separator = DIGITRUN_AS_MISSING),
        EACH_KIND(.bom = DIGITRUN_AS_MISSING),
        EACH_KIND(.missing = DIGITRUN_ACCEPT),
        EACH_KIND(.bad = DIGITRUN_ACCEPT),
        LIST(.blank_lines = DIGITRUN_AS_MISSING),
        NDJSON(.blank_lines = DIGITRUN_AS_MISSING),
        JSON(.blank_lines = DIGITRUN_REFUSE),
        JSON(.blank_lines = DIGITRUN_ACCEPT),
        JSON(.blank_lines = DIGITRUN_AS_MISSING),
        JSON(.last_separator = DIGITRUN_ACCEPT),
        NDJSON(.last_separator = DIGITRUN_ACCEPT),
        LIST(.last_separator = DIGITRUN_REFUSE),
    };
    expect_all(specs, COUNT_OF(specs), DIGITRUN_BAD_SPEC);
}

Test(spec, options_of_another_kind)
{
    static const digitrun_format_spec specs[] = {
        JSON(.decimal = ','),     NDJSON(.decimal = ','),    JSON(.quote = '\''),
        NDJSON(.quote = '"'),     JSON(.grouping = '_'),     NDJSON(.grouping = '_'),
        JSON(.separators = ";"),  NDJSON(.separators = ","), JSON(WIDTHS(two)),
        NDJSON(WIDTHS(two)),      LIST(WIDTHS(two)),         JSON(.skip_fields = 1),
        NDJSON(.skip_fields = 1), JSON(.take_fields = 1),    NDJSON(.take_fields = 1),
        JSON(.comments = "#"),    JSON(.skip_lines = 1),     LIST(.max_depth = 1),
        TABLE(.max_depth = 1),
    };
    expect_all(specs, COUNT_OF(specs), DIGITRUN_BAD_SPEC);
}

Test(spec, widths)
{
    for (size_t i = 0; i < COUNT_OF(many); i++)
        many[i] = 1;
    const digitrun_format_spec specs[] = {
        TABLE(WIDTHS(two), .separators = ","),
        TABLE(WIDTHS(two), .separators = " "),
        TABLE(WIDTHS(two), .quote = '"'),
        TABLE(WIDTHS(two), .last_separator = DIGITRUN_ACCEPT),
        TABLE(WIDTHS(two), .last_separator = DIGITRUN_REFUSE),
        TABLE(WIDTHS(zero)),
        TABLE(WIDTHS(many)),
        TABLE(.widths = NULL, .width_count = 1),
    };
    expect_all(specs, COUNT_OF(specs), DIGITRUN_BAD_SPEC);
    const digitrun_format_spec right[] = {TABLE(WIDTHS(two)),
                                          TABLE(.widths = many, .width_count = 64),
                                          TABLE(.widths = two, .width_count = 0)};
    expect_all(right, COUNT_OF(right), DIGITRUN_OK);
}

Test(spec, one_byte_in_two_roles)
{
    static const digitrun_format_spec specs[] = {
        TABLE(.decimal = ','),
        TABLE(.separators = ";", .decimal = ';'),
        LIST(.separators = " ,", .decimal = ','),
        TABLE(.separators = ";", .quote = ';'),
        TABLE(.separators = ";", .comments = ";"),
        TABLE(.separators = ";", .grouping = ';'),
        TABLE(.quote = '.'),
        TABLE(.quote = '#', .comments = "#"),
        LIST(.quote = '\'', .grouping = '\''),
        LIST(.grouping = '.'),
        LIST(.grouping = '#', .comments = "#"),
        LIST(.comments = "#."),
        LIST(.comments = "e"),
        LIST(.separators = "e"),
        LIST(.separators = "E "),
        TABLE(.separators = "d", .exponents = "d"),
        LIST(.comments = "d", .exponents = "d"),
        LIST(.separators = "0"),
        LIST(.separators = " 9"),
        LIST(.separators = "-"),
        TABLE(.separators = "+"),
        TABLE(.separators = "."),
        TABLE(.separators = "\n"),
        TABLE(.separators = "\r"),
        LIST(.decimal = '5'),
        LIST(.decimal = '-'),
        LIST(.decimal = '\n'),
        LIST(.decimal = ' '),
        LIST(.decimal = '\t'),
        LIST(.decimal = 'e'),
        LIST(.quote = '1'),
        LIST(.quote = '-'),
        LIST(.quote = ' '),
        LIST(.quote = '\n'),
        LIST(.grouping = '1'),
        LIST(.grouping = '-'),
        LIST(.grouping = '\r'),
        LIST(.grouping = '\r', .separators = ",\r", .quote = '\''),
        LIST(.comments = "1"),
        LIST(.comments = "-"),
        LIST(.comments = "\n"),
        TABLE(.comments = " "),
        TABLE(.comments = "\t"),
        LIST(.exponents = "1"),
        LIST(.exponents = "*"),
        LIST(.exponents = "d-"),
        LIST(.exponents = " "),
        LIST(.separators = "\x80"),
        LIST(.decimal = (char)0xb7),
        LIST(.quote = (char)0xab),
        LIST(.grouping = (char)0xa0),
        LIST(.comments = "\xff"),
        LIST(.exponents = "\xe9"),
    };
    expect_all(specs, COUNT_OF(specs), DIGITRUN_BAD_SPEC);
}

Test(spec, missing_words)
{
    static const digitrun_format_spec wrong[] = {
        TABLE(WORDS(seventeen)),
        TABLE(WORDS(empty)),
        TABLE(WORDS(none)),
        TABLE(.missing_words = NULL, .missing_word_count = 1),
        TABLE(WORDS(long_word)),
        TABLE(WORDS(with_line)),
        TABLE(WORDS(with_return)),
        TABLE(WORDS(with_quote), .quote = '"'),
        TABLE(WORDS(with_comma)),
        LIST(WORDS(with_comma)),
        LIST(WORDS(with_blank)),
        TABLE(WORDS(with_blank), .separators = " "),
        TABLE(WORDS(blank_first)),
        TABLE(WORDS(blank_last)),
        EACH_KIND(WORDS(number)),
        TABLE(WORDS(real)),
        TABLE(WORDS(decimal_comma), .separators = ";", .decimal = ','),
        TABLE(WORDS(plus_one)),
    };
    static const digitrun_format_spec right[] = {
        TABLE(WORDS(good)),
        LIST(WORDS(good)),
        JSON(WORDS(good)),
        NDJSON(WORDS(good)),
        TABLE(.missing_words = seventeen, .missing_word_count = 16),
        TABLE(WORDS(longest)),
        TABLE(WORDS(with_blank)),
        TABLE(WORDS(with_quote)),
        TABLE(WORDS(with_comma), .separators = ";"),
        JSON(WORDS(plus_one)),
        TABLE(WORDS(good), .comments = "#"),
        NDJSON(WORDS(good), .comments = "#"),
    };
    expect_all(wrong, COUNT_OF(wrong), DIGITRUN_BAD_SPEC);
    expect_all(right, COUNT_OF(right), DIGITRUN_OK);
}

Test(spec, unusual_and_right)
{
    static const digitrun_format_spec specs[] = {
        EACH_KIND(.plus = DIGITRUN_ACCEPT, .bom = DIGITRUN_REFUSE, .missing = DIGITRUN_AS_MISSING),
        LIST(.separators = ",;:|/ \t\n\r!&~"),
        TABLE(.separators = ",;:|/ \t!&~^`"),
        LIST(.grouping = ' ', .separators = ";"),
        TABLE(.grouping = ',', .quote = '"'),
        TABLE(.grouping = '\t', .separators = ";"),
        LIST(.decimal = ','),
        LIST(.decimal = '_'),
        LIST(.last_separator = DIGITRUN_ACCEPT),
        JSON(.last_separator = DIGITRUN_REFUSE),
        JSON(.decimal = '.'),
        JSON(.exponents = "dDqQfFgG"),
        LIST(.comments = "#%!$/*@&"),
        TABLE(.blank_lines = DIGITRUN_AS_MISSING),
        JSON(.max_depth = UINT32_MAX),
        TABLE(.columns = SIZE_MAX, .skip_fields = SIZE_MAX, .take_fields = SIZE_MAX,
              .skip_lines = SIZE_MAX),
    };
    expect_all(specs, COUNT_OF(specs), DIGITRUN_OK);
}

/* A preset is the format its spec gives, to the last byte. */
Test(spec, presets)
{
    const struct {
        const digitrun_format *preset;
        digitrun_format_spec spec;
    } presets[] = {
        {digitrun_format_list(), LIST_SPEC},
        {digitrun_format_json(), JSON_SPEC},
        {digitrun_format_ndjson(), NDJSON_SPEC},
        {digitrun_format_csv(), TABLE_SPEC},
        {digitrun_format_csv(), TABLE(.separators = ",")},
        {digitrun_format_tsv(), TABLE(.separators = "\t")},
        {digitrun_format_blank(), TABLE(.separators = " \t")},
    };
    for (size_t i = 0; i < COUNT_OF(presets); i++) {
        digitrun_format format;
        memset(&format, 0xff, sizeof format);
        make_format(&format, &presets[i].spec, "preset");
        cr_expect(memcmp(&format, presets[i].preset, sizeof format) == 0, "preset %zu", i);
    }
    cr_expect(digitrun_format_list() == digitrun_format_list(), "a preset has one address");
}

/* A longer spec, of a later version, is taken as far as this one knows it. */
Test(spec, a_longer_spec)
{
    struct {
        digitrun_format_spec spec;
        void *later[4];
    } longer = {.spec = {.size = sizeof longer, .kind = DIGITRUN_TABLE}};
    digitrun_format format;
    cr_expect(digitrun_format_init(&format, &longer.spec) == DIGITRUN_OK);
    cr_expect(memcmp(&format, digitrun_format_csv(), sizeof format) == 0);
}

/* Words, widths and the spec itself are copied; a format may be copied and moved. */
Test(spec, formats_keep_nothing)
{
    static const char text[] = " 1NA 2\n";
    char word[] = "NA";
    const char *words[] = {word};
    uint16_t widths[] = {2, 2, 2};
    digitrun_format_spec spec = TABLE(.missing = DIGITRUN_AS_MISSING, WORDS(words), WIDTHS(widths));
    digitrun_format format, copy;
    double values[3];
    make_format(&format, &spec, "copy");
    memset(&spec, 0xff, sizeof spec);
    memset(word, 'x', 2);
    memset(widths, 0xff, sizeof widths);
    words[0] = NULL;
    memcpy(&copy, &format, sizeof format);
    memset(&format, 0xff, sizeof format);
    digitrun_result r = digitrun_parse_f64(text, sizeof text - 1, &copy, values, 3);
    cr_expect(r.status == DIGITRUN_OK && r.count == 3 && r.missing == 1 && values[2] == 2);
}
