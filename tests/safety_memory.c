/* tests/safety_memory.c - nothing outside text and arrays is touched, and little stack is used. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Some pages between two that cannot be touched. */
typedef struct fenced {
    char *base, *end;
} fenced;

static fenced fence(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (bytes + page - 1) / page * page;
    char *all = mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                     0);
    cr_assert(all != MAP_FAILED);
    cr_assert(mprotect(all, page, PROT_NONE) == 0 &&
              mprotect(all + page + size, page, PROT_NONE) == 0);
    return (fenced){all + page, all + page + size};
}

enum { LONGEST = 400 };
static fenced texts, numbers, ends, marks, bits;
static char sample[LONGEST + 1];

/* Texts of any length that are all good up to the last, possibly cut, token. */
static void make_sample(const digitrun_format *format, size_t len)
{
    bool json = format == digitrun_format_json();
    size_t at = 0;
    if (json)
        sample[at++] = '[';
    while (at < len) {
        char piece[16];
        int size = sprintf(piece, "%s%zu.%zu%s", at > 1 ? (json ? ", " : "\n") : "", at % 977,
                           at % 7, at % 5 ? "" : "e-5");
        for (int i = 0; i < size && at < len; i++)
            sample[at++] = piece[i];
    }
}

/* Arrays with exactly the room the call is told of, their end at a fence. */
static void read_fenced(const digitrun_format *format, const char *text, size_t len, size_t room,
                        bool single)
{
    size_t rows = room;
    double *wide = (double *)(void *)numbers.end - room;
    float *narrow = (float *)(void *)numbers.end - room;
    size_t *row_ends = (size_t *)(void *)ends.end - rows;
    digitrun_reader reader;
    digitrun_shape shape = {.size = sizeof shape, .row_capacity = rows, .row_ends = row_ends};
    shape.row_closes = (uint8_t *)marks.end - rows;
    shape.valid = (uint8_t *)bits.end - (room + 7) / 8;
    digitrun_reader_init(&reader, format);
    if (single) {
        digitrun_parse_f32(text, len, format, narrow, room);
        digitrun_parse_rows_f32(text, len, format, narrow, room, row_ends, rows);
        digitrun_read_f32(&reader, text, len, 0, narrow, room, &shape);
        digitrun_prefix_f32(text, len, ',', narrow, room);
    } else {
        digitrun_parse_f64(text, len, format, wide, room);
        digitrun_parse_rows_f64(text, len, format, wide, room, row_ends, rows);
        digitrun_read_f64(&reader, text, len, DIGITRUN_MORE, wide, room, &shape);
        digitrun_prefix_f64(text, len, ',', wide, room);
    }
    digitrun_count(text, len, format);
}

static void read_everywhere(const char *row)
{
    const digitrun_format *formats[] = {digitrun_format_list(), digitrun_format_json(),
                                        digitrun_format_csv(), digitrun_format_blank()};
    (void)row;
    for (size_t k = 0; k < COUNT_OF(formats); k++) {
        for (size_t len = 0; len <= LONGEST; len += len < 150 ? 1 : 7) {
            make_sample(formats[k], len);
            char *at_end = texts.end - len, *at_base = texts.base;
            memcpy(at_end, sample, len);
            size_t count = digitrun_count(at_end, len, formats[k]).count;
            for (size_t less = 0; less < 3; less++) {
                size_t room = count > less ? count - less : 0;
                read_fenced(formats[k], at_end, len, room, less & 1);
                read_fenced(formats[k], at_end, len, room, !(less & 1));
            }
            memcpy(at_base, sample, len);
            read_fenced(formats[k], at_base, len, count, len & 1);
        }
    }
}

Test(safety, fences_on_all_sides)
{
    texts = fence(LONGEST);
    numbers = fence(LONGEST * sizeof(double));
    ends = fence(LONGEST * sizeof(size_t));
    marks = fence(LONGEST);
    bits = fence(LONGEST);
    each_row(read_everywhere);
}

/* The text may lie in memory that cannot be written, and the format too. */
Test(safety, read_only_text_and_format)
{
    fenced page = fence(sizeof(digitrun_format) + 100);
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_TABLE, .bad = DIGITRUN_AS_MISSING,
                                     .quote = '"');
    double values[8];
    make_format((digitrun_format *)(void *)page.base, &spec, "read only");
    char *text = page.base + sizeof(digitrun_format);
    size_t len = (size_t)sprintf(text, "1,x,\"2\"\n3.5,,\n");
    cr_assert(mprotect(page.base, (size_t)(page.end - page.base), PROT_READ) == 0);
    digitrun_result r = digitrun_parse_f64(text, len, (digitrun_format *)(void *)page.base, values,
                                           8);
    cr_expect(r.status == DIGITRUN_OK && r.count == 6 && r.missing == 3 && values[3] == 3.5);
}

/* ---- stack ---- */

enum { STACK = 256 * 1024, STACK_LAW = 40 * 1024, STACK_OF_THREAD = 8 * 1024 };

static const digitrun_format *stack_format;
static const char *stack_text;
static size_t stack_len;

static void *read_on_small_stack(void *unused)
{
    static double values[4096];
    static size_t row_ends[4096];
    digitrun_reader reader;
    digitrun_reader_init(&reader, stack_format);
    digitrun_parse_rows_f64(stack_text, stack_len, stack_format, values, 4096, row_ends, 4096);
    digitrun_read_f64(&reader, stack_text, stack_len, DIGITRUN_WHOLE_ROWS, values, 4096, NULL);
    digitrun_count(stack_text, stack_len, stack_format);
    digitrun_record_start(stack_text, stack_len, stack_len / 2, stack_format);
    digitrun_prefix_f64(stack_text, stack_len, ',', values, 4096);
    return unused;
}

/* Paints a thread's stack, runs all calls on it, and looks how far down the paint is gone. */
static size_t stack_used(void *(*body)(void *))
{
    static _Alignas(4096) unsigned char stack[STACK];
    pthread_t thread;
    pthread_attr_t attributes;
    memset(stack, 0xa7, sizeof stack);
    cr_assert(pthread_attr_init(&attributes) == 0);
    cr_assert(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
    cr_assert(pthread_create(&thread, &attributes, body, NULL) == 0);
    cr_assert(pthread_join(thread, NULL) == 0);
    size_t untouched = 0;
    while (untouched < sizeof stack && stack[untouched] == 0xa7)
        untouched++;
    return sizeof stack - untouched;
}

static void *do_nothing(void *unused)
{
    return unused;
}

static void measure(const char *row)
{
    static char text[30000];
    size_t len = 0, idle = stack_used(do_nothing);
    if (strcmp(digitrun_isa_why(row), "emulated") == 0) {
        fprintf(stderr, "SKIPPED forty_kilobytes_of_stack, row %s: its registers are memory\n",
                row);
        return;
    }
    text[len++] = '[';
    while (len < sizeof text - 40) /* plain, odd and 40-digit numbers */
        len += (size_t)sprintf(text + len, "%s1.25,null,%s", len > 1 ? "," : "",
                               "0.1234567890123456789012345678901");
    text[len++] = ']';
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_JSON, .missing = DIGITRUN_AS_MISSING);
    digitrun_format json;
    make_format(&json, &spec, "stack");
    const digitrun_format *formats[] = {&json, digitrun_format_json(), digitrun_format_list()};
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        stack_format = formats[i], stack_text = text + (i == 2), stack_len = len - (i == 2);
        size_t used = stack_used(read_on_small_stack);
        cr_expect(used <= STACK_LAW + idle, "row %s, format %zu: %zu bytes of stack, %zu idle", row,
                  i, used, idle);
    }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

Test(safety, forty_kilobytes_of_stack)
{
    if (SANITIZED)
        fprintf(stderr, "SKIPPED forty_kilobytes_of_stack: a sanitizer has its own frames\n");
    else
        each_row(measure);
}
