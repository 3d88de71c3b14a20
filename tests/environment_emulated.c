/* tests/environment_emulated.c - the rows of the other architecture: what the first argument says
 * is why() of each; they are never chosen by themselves, and not at all where they are not right.
 */
#define _POSIX_C_SOURCE 200809L
#include "digitrun/digitrun.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool right, const char *row, const char *what)
{
    if (!right) {
        printf("wrong: %s: %s\n", row, what);
        failures++;
    }
}

static bool is_emulated(const char *row)
{
    return strncmp(digitrun_isa_why(row), "emulated", strlen("emulated")) == 0;
}

/* The row that the environment names is taken if it is right; no name takes one. */
static void check_choice(bool right)
{
    const char *asked = getenv("DIGITRUN_ISA"), *selected = digitrun_isa_selected();
    if (asked == NULL || !right) {
        expect(!is_emulated(selected), selected, "chosen by itself");
    } else {
        expect(strcmp(selected, asked) == 0, asked, "named, and not chosen");
    }
    expect((digitrun_isa_environment() == DIGITRUN_OK) == (asked == NULL || right), selected,
           "environment()");
}

static void check_row(const char *row, const char *why, bool right)
{
    static const char text[] = "0.1,-2.5e-3,123456789.125";
    double values[3];
    printf("%s: %s\n", row, digitrun_isa_why(row));
    expect(strcmp(digitrun_isa_why(row), why) == 0, row, "why()");
    expect(digitrun_isa_usable(row) == right, row, "usable()");
    expect(digitrun_isa_force(row) == (right ? DIGITRUN_OK : DIGITRUN_NO_ISA), row, "force()");
    expect((strcmp(digitrun_isa_selected(), row) == 0) == right, row, "selected()");
    const digitrun_result result = digitrun_parse_f64(text, strlen(text), digitrun_format_list(),
                                                      values, 3);
    expect(result.status == DIGITRUN_OK && result.count == 3 && values[0] == 0.1 &&
               values[1] == -2.5e-3 && values[2] == 123456789.125,
           row, "parse()");
    expect(digitrun_isa_force(NULL) == DIGITRUN_OK, row, "force(NULL)");
}

int main(int argc, char **argv)
{
    const char *why = argc > 1 ? argv[1] : "";
    const bool right = strcmp(why, "emulated") == 0;
    int rows = 0;
    check_choice(right);
    for (size_t i = 0; digitrun_isa_name(i) != NULL; i++) {
        if (is_emulated(digitrun_isa_name(i))) {
            check_row(digitrun_isa_name(i), why, right);
            rows++;
        }
    }
    expect(rows > 0, "none", "emulated rows");
    return failures != 0;
}
