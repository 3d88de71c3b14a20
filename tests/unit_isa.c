/* tests/unit_isa.c - the rows by name: listing, forcing, the environment; no row is named here. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ROWS = 64 };

static size_t row_count(void)
{
    size_t count = 0;
    while (digitrun_isa_name(count) != NULL)
        count++;
    return count;
}

Test(unit_isa, names)
{
    size_t count = row_count();
    cr_assert(count >= 1 && count < MOST_ROWS);
    cr_expect(digitrun_isa_name(count + 5) == NULL && digitrun_isa_name(SIZE_MAX) == NULL);
    for (size_t i = 0; i < count; i++) {
        const char *name = digitrun_isa_name(i);
        cr_expect(name[0] != 0);
        for (size_t k = 0; k < i; k++)
            cr_expect(strcmp(name, digitrun_isa_name(k)) != 0, "%s is listed twice", name);
    }
}

/* The last row runs anywhere; a usable row says so, another says why not. */
Test(unit_isa, usable_and_why)
{
    size_t count = row_count();
    for (size_t i = 0; i < count; i++) {
        const char *name = digitrun_isa_name(i), *why = digitrun_isa_why(name);
        cr_assert(why != NULL && why[0] != 0);
        cr_expect(digitrun_isa_usable(name) == (strcmp(why, "usable") == 0) ||
                      strcmp(why, "emulated") == 0,
                  "%s: %s", name, why);
    }
    cr_expect(digitrun_isa_usable(digitrun_isa_name(count - 1)));
    cr_expect(!digitrun_isa_usable("no such row") && !digitrun_isa_usable("") &&
              !digitrun_isa_usable(NULL));
    cr_expect(strcmp(digitrun_isa_why("no such row"), "unknown") == 0);
    cr_expect(strcmp(digitrun_isa_why(NULL), "unknown") == 0);
}

/* Without an order the first usable row is taken, unless a better one has a policy against it. */
Test(unit_isa, selected_is_a_usable_row)
{
    unsetenv("DIGITRUN_ISA");
    const char *selected = digitrun_isa_selected();
    cr_assert(selected != NULL && digitrun_isa_usable(selected));
    cr_expect(digitrun_isa_environment() == DIGITRUN_OK);
}

Test(unit_isa, force_and_unforce)
{
    char automatic[64];
    size_t count = row_count();
    snprintf(automatic, sizeof automatic, "%s", digitrun_isa_selected());
    for (size_t i = 0; i < count; i++) {
        const char *name = digitrun_isa_name(i);
        char before[64], copy[64];
        snprintf(before, sizeof before, "%s", digitrun_isa_selected());
        snprintf(copy, sizeof copy, "%s", name); /* names are compared, not pointers */
        digitrun_status status = digitrun_isa_force(copy);
        cr_expect(status == (digitrun_isa_usable(name) ? DIGITRUN_OK : DIGITRUN_NO_ISA));
        const char *want = status == DIGITRUN_OK ? name : before;
        cr_expect(strcmp(digitrun_isa_selected(), want) == 0, "%s", name);
        cr_expect(digitrun_isa_force("no such row") == DIGITRUN_NO_ISA);
        cr_expect(digitrun_isa_force("") == DIGITRUN_NO_ISA);
        cr_expect(strcmp(digitrun_isa_selected(), want) == 0, "%s", name);
    }
    cr_expect(digitrun_isa_force(NULL) == DIGITRUN_OK);
    cr_expect(strcmp(digitrun_isa_selected(), automatic) == 0);
}

/* format_isa names a usable row, never one above the row in use. */
static void check_format_rows(const char *row)
{
    const digitrun_format *presets[] = {digitrun_format_list(),   digitrun_format_json(),
                                        digitrun_format_ndjson(), digitrun_format_csv(),
                                        digitrun_format_tsv(),    digitrun_format_blank()};
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_LIST, .grouping = '\'', .decimal = ',',
                                     .sign_exponent = DIGITRUN_ACCEPT);
    digitrun_format odd;
    make_format(&odd, &spec, "odd");
    for (size_t i = 0; i <= COUNT_OF(presets); i++) {
        const char *reads = digitrun_format_isa(i < COUNT_OF(presets) ? presets[i] : &odd);
        cr_assert(reads != NULL);
        bool reached = false;
        for (size_t k = 0; digitrun_isa_name(k) != NULL; k++) {
            reached = reached || strcmp(digitrun_isa_name(k), row) == 0;
            if (strcmp(digitrun_isa_name(k), reads) == 0)
                cr_expect(reached && digitrun_isa_usable(reads), "%s reads with %s", row, reads);
        }
    }
}

Test(unit_isa, format_isa)
{
    each_row(check_format_rows);
}

/* A reader goes on under another row from call to call. */
Test(unit_isa, a_reader_outlives_its_row)
{
    static const char text[] = "[[1.5,2.25],[-3e2,null],[5,6]]";
    digitrun_format_spec spec = SPEC(.kind = DIGITRUN_JSON, .missing = DIGITRUN_AS_MISSING);
    digitrun_format format;
    digitrun_reader reader;
    double values[8];
    size_t at = 0, count = 0, rows = row_count();
    make_format(&format, &spec, "json");
    digitrun_reader_init(&reader, &format);
    for (size_t end = 1; end < sizeof text; end++) {
        (void)digitrun_isa_force(digitrun_isa_name(end % rows));
        digitrun_result r = digitrun_read_f64(&reader, text + at, end - at,
                                              end + 1 < sizeof text ? DIGITRUN_MORE : 0,
                                              values + count, 8 - count, NULL);
        cr_assert(r.status == DIGITRUN_OK || r.status == DIGITRUN_PARTIAL);
        at += r.offset, count += r.count;
    }
    cr_expect(count == 6 && reader.rows == 3 && values[0] == 1.5 && values[2] == -300 &&
              values[3] != values[3] && values[5] == 6);
}

/* A child with DIGITRUN_ISA set: bit 0 of its exit code: obeyed; bit 1: environment() is OK. */
static int child_with(const char *name)
{
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        setenv("DIGITRUN_ISA", name, 1);
        int code = digitrun_isa_environment() == DIGITRUN_OK ? 2 : 0;
        _exit(code | (strcmp(digitrun_isa_selected(), name) == 0 ? 1 : 0));
    }
    int status = 0;
    cr_assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Each child is the first to use the library, as nothing here has used it before the forks. */
Test(unit_isa, environment)
{
    const char *name;
    unsetenv("DIGITRUN_ISA");
    cr_expect(child_with("no such row") == 0);
    cr_expect(child_with("") == 2);
    for (size_t i = 0; (name = digitrun_isa_name(i)) != NULL; i++)
        cr_expect(child_with(name) == (digitrun_isa_usable(name) ? 3 : 0), "%s", name);
}

/* Read once, at first use: what is set later changes nothing; force wins; NULL goes back to it. */
Test(unit_isa, environment_is_read_once)
{
    const char *last = digitrun_isa_name(row_count() - 1);
    char first[64];
    setenv("DIGITRUN_ISA", last, 1);
    snprintf(first, sizeof first, "%s", digitrun_isa_selected());
    cr_expect(strcmp(first, last) == 0);
    setenv("DIGITRUN_ISA", "no such row", 1);
    cr_expect(digitrun_isa_environment() == DIGITRUN_OK);
    cr_expect(strcmp(digitrun_isa_selected(), first) == 0);
    (void)digitrun_isa_force(digitrun_isa_name(0));
    cr_expect(digitrun_isa_force(NULL) == DIGITRUN_OK);
    cr_expect(strcmp(digitrun_isa_selected(), last) == 0);
}

/* As snprintf: the bytes needed, what fits is written and ended, capacity 0 writes nothing. */
Test(unit_isa, cpu_text)
{
    char whole[4096], part[4096];
    size_t needed = digitrun_cpu_text(NULL, 0);
    cr_assert(needed > 0 && needed < sizeof whole);
    cr_expect(digitrun_cpu_text(whole, sizeof whole) == needed && strlen(whole) == needed);
    for (size_t room = 1; room <= needed + 1; room++) {
        memset(part, 'x', sizeof part);
        cr_assert(digitrun_cpu_text(part, room) == needed);
        cr_assert(strlen(part) == room - 1 && memcmp(part, whole, room - 1) == 0);
        cr_assert(part[room] == 'x');
    }
    for (size_t i = 0; i < needed; i++)
        cr_expect((unsigned char)whole[i] >= 32, "byte %zu", i);
}

Test(unit_isa, version)
{
    cr_expect(strcmp(digitrun_version(), DIGITRUN_VERSION) == 0);
}
