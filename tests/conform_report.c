/* tests/conform_report.c - settings, the reducer of failing cases, and printing. */
#define _POSIX_C_SOURCE 200809L
#include "tests/conform_case.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void settings_read(conform_settings *settings, int argc, char **argv)
{
    const char *seed = getenv("DIGITRUN_TEST_SEED"), *scale = getenv("DIGITRUN_TEST_SCALE");
    const char *most = NULL;
    *settings = (conform_settings){1, 1, NULL, -1, 0, 3};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--seed"))
            seed = argv[i + 1];
        else if (!strcmp(argv[i], "--scale"))
            scale = argv[i + 1];
        else if (!strcmp(argv[i], "--part"))
            settings->only = argv[i + 1];
        else if (!strcmp(argv[i], "--index"))
            settings->only_index = atol(argv[i + 1]);
        else if (!strcmp(argv[i], "--failures"))
            most = argv[i + 1];
        else
            exit((printf("unknown option %s\n", argv[i]), 2));
    }
    if (seed && *seed)
        settings->seed = strtoull(seed, NULL, 0);
    if (scale && *scale)
        settings->scale = atof(scale);
    if (most)
        settings->failures_most = (unsigned)atol(most);
    printf("seed %llu scale %g\n", (unsigned long long)settings->seed, settings->scale);
}

bool settings_wants(const conform_settings *settings, const char *part, size_t index)
{
    if (settings->failures >= settings->failures_most)
        return false;
    if (settings->only && strcmp(settings->only, part))
        return false;
    return settings->only_index < 0 || (size_t)settings->only_index == index;
}

size_t settings_times(const conform_settings *settings, size_t at_scale_1)
{
    double times = (double)at_scale_1 * settings->scale;
    return times < 1 ? 1 : (size_t)times;
}

void text_print(const char *text, size_t len)
{
    printf("  text: \"");
    for (size_t i = 0; i < len && i < 1500; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool digit_next = i + 1 < len && strchr("0123456789abcdefABCDEF", text[i + 1]);
        if (byte == '\n' || byte == '\r' || byte == '\t')
            printf("\\%c", byte == '\n' ? 'n' : byte == '\r' ? 'r' : 't');
        else if (byte < 32 || byte > 126)
            printf(digit_next ? "\\x%02x\"\"" : "\\x%02x", byte);
        else
            printf(byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    }
    printf("\"%s (%zu bytes)\n", len > 1500 ? "..." : "", len);
}

/* Leaves out one piece of `size` bytes after the other where the rest fails too. */
static bool leave_out(text_buffer *text, size_t size, text_fails fails, void *context,
                      unsigned *checks)
{
    bool smaller = false;
    text_buffer rest = {0};
    for (size_t at = 0; at<text->len && * checks> 0;) {
        size_t piece = size < text->len - at ? size : text->len - at;
        rest.len = 0;
        text_add(&rest, text->bytes, at);
        text_add(&rest, text->bytes + at + piece, text->len - at - piece);
        --*checks;
        if (fails(context, rest.bytes ? rest.bytes : "", rest.len)) {
            text->len = 0;
            text_add(text, rest.bytes, rest.len);
            smaller = true;
        } else {
            at += piece;
        }
    }
    text_release(&rest);
    return smaller;
}

/* Digits that do not matter become 1, so that what is left shows what does. */
static void plain_digits(text_buffer *text, text_fails fails, void *context, unsigned *checks)
{
    for (size_t i = 0; i < text->len && text->len < 200 && *checks > 0; i++) {
        char byte = text->bytes[i];
        if (byte < '2' || byte > '9')
            continue;
        text->bytes[i] = '1';
        --*checks;
        if (!fails(context, text->bytes, text->len))
            text->bytes[i] = byte;
    }
}

void text_reduce(text_buffer *text, text_fails fails, void *context, unsigned checks_most)
{
    unsigned checks = checks_most;
    for (size_t size = text->len / 2 + 1; size > 0 && checks > 0;) {
        bool smaller = leave_out(text, size, fails, context, &checks);
        if (!smaller || size > text->len)
            size = size == 1 ? 0 : size > text->len + 1 ? text->len / 2 + 1 : size / 2;
    }
    plain_digits(text, fails, context, &checks);
}

void spec_reduce(gen_spec *spec, bool (*fails)(void *context), void *context)
{
    digitrun_format_spec *s = &spec->spec;
    struct {
        void *at;
        size_t size;
    } fields[] = {{&s->plus, 1},
                  {&s->bare_point, 1},
                  {&s->leading_zeros, 1},
                  {&s->not_finite, 1},
                  {&s->overflow, 1},
                  {&s->missing, 1},
                  {&s->bad, 1},
                  {&s->sign_exponent, 1},
                  {&s->last_separator, 1},
                  {&s->blank_lines, 1},
                  {&s->bom, 1},
                  {&s->decimal, 1},
                  {&s->quote, 1},
                  {&s->grouping, 1},
                  {s->separators, sizeof s->separators},
                  {s->comments, sizeof s->comments},
                  {s->exponents, sizeof s->exponents},
                  {&s->missing_word_count, sizeof(size_t)},
                  {&s->width_count, sizeof(size_t)},
                  {&s->skip_lines, sizeof(size_t)},
                  {&s->skip_fields, sizeof(size_t)},
                  {&s->take_fields, sizeof(size_t)},
                  {&s->columns, sizeof(size_t)},
                  {&s->max_depth, sizeof(size_t)}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        gen_spec before = *spec;
        memset(fields[i].at, 0, fields[i].size);
        gen_spec_bind(spec);
        if (model_spec(s) != DIGITRUN_OK || !fails(context)) {
            *spec = before;
            gen_spec_bind(spec);
        }
    }
}
