/* tests/bench/check_set.c - judges the numbers of a set, one a line on stdin, by the C library
 * alone: check_set f64|f32 COUNT wants each to be the shortest text that reads back as its double
 * (float); check_set none COUNT only that strtod takes all of it. Exact to COUNT lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 1100000 };

/* Significant digits: zeros in front and behind dropped. */
static int count_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        } else if (*text == '0' && count > 0) {
            zeros++;
        }
    }
    return count;
}

/* The fewest digits with which printf's nearest decimal reads back. */
static int fewest_digits(const char *text, int f32)
{
    char printed[64];
    double value = f32 ? (double)strtof(text, NULL) : strtod(text, NULL);
    for (int digits = 1;; digits++) {
        snprintf(printed, sizeof printed, "%.*e", digits - 1, value);
        double back = f32 ? (double)strtof(printed, NULL) : strtod(printed, NULL);
        if (back == value) {
            return digits;
        }
    }
}

int main(int argc, char **argv)
{
    static char line[LINE_MOST];
    if (argc != 3) {
        fputs("usage: check_set f64|f32|none COUNT\n", stderr);
        return 2;
    }
    int f32 = strcmp(argv[1], "f32") == 0, shortest = strcmp(argv[1], "none") != 0;
    long lines = 0, wrong = 0;
    for (; fgets(line, sizeof line, stdin); lines++) {
        line[strcspn(line, "\n")] = 0;
        char *end;
        strtod(line, &end);
        int bad = *end != 0 || end == line;
        if (!bad && shortest) {
            bad = count_digits(line) > fewest_digits(line, f32);
        }
        if (bad && wrong++ < 5) {
            fprintf(stderr, "check_set: line %ld: %.60s\n", lines + 1, line);
        }
    }
    printf("%ld numbers, %ld wrong\n", lines, wrong);
    return wrong || lines != strtol(argv[2], NULL, 10);
}
