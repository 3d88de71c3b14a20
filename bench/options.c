/* bench/options.c - the command line of digitrun-bench. */
#include "bench/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: digitrun-bench [RUN...] [OPTION...]\n"
    "  no RUN         one minute: every usable row, set and peer, in the shapes that matter most\n"
    "  parse          list, JSON flat and in rows, pretty, CR LF, NDJSON, csv with NA, labelled "
    "rows\n"
    "  calls          one array a call\n"
    "  write          doubles and floats to text\n"
    "  count          how fast a text is only counted\n"
    "  hostile        texts made to be slow: every row against scalar, and whether the time is "
    "linear\n"
    "  java           the same texts read by a Java program, where there is a JDK\n"
    "  compare A B    two JSON files side by side\n"
    "  quote FILE     fills in the tables between the markers of FILE (with --check: only looks)\n"
    "  draw A         the picture of a JSON file, to --svg FILE\n"
    "  floors A       lines for floors.json: what a JSON file reached, less 3%\n"
    "  sets           the sets, their size and hash\n"
    "options:\n"
    "  --isa NAME     this row only (repeat it, or use commas; so with the next three)\n"
    "  --set NAME     this set only           --shape NAME   this shape only\n"
    "  --file PATH    the numbers of a file, as a set\n"
    "  --type TYPE    f64, f32 or both        --rounds N     instead of as many as fit\n"
    "  --seconds S    of each run named       --size MB      text of each set\n"
    "  --passes N     over all cases, the best of each counts (2; 1 with --rounds)\n"
    "  --json FILE    all results             --svg FILE     a picture of them\n"
    "  --label TEXT   stands in the JSON file --quiet        no progress\n"
    "  --check        exit 1 where a row is under its floor (--floors FILE, else "
    "bench/floors.json)\n"
    "  --verify       compares all values and times nothing\n"
    "exit: 0 good, 1 a wrong value or a row under its floor, 2 usage, 3 timing refused "
    "(emulation)\n";

void bench_print_usage(void)
{
    fputs(usage, stdout);
}

static bool fail(const char *what, const char *word)
{
    fprintf(stderr, "digitrun-bench: %s %s (--help tells more)\n", what, word);
    return false;
}

/* Splits at commas, in place. */
static bool add_words(bench_words *words, char *list)
{
    for (char *word = strtok(list, ","); word; word = strtok(NULL, ",")) {
        if (words->count == BENCH_WORDS_MOST) {
            return fail("too many:", word);
        }
        words->items[words->count++] = word;
    }
    return true;
}

static bool read_number(const char *text, double least, double most, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return (end != text && *end == 0 && *value >= least && *value <= most) ||
           fail("not a sensible number:", text);
}

static bool read_type(bench_options *options, const char *type)
{
    options->f64 = strcmp(type, "f64") == 0 || strcmp(type, "both") == 0;
    options->f32 = strcmp(type, "f32") == 0 || strcmp(type, "both") == 0;
    return options->f64 || options->f32 || fail("--type is f64, f32 or both, not", type);
}

static bool read_valued(bench_options *o, const char *name, char *value)
{
    static const struct {
        const char *name;
        size_t at;
    } texts[] = {{"--json", offsetof(bench_options, json)},
                 {"--svg", offsetof(bench_options, svg)},
                 {"--label", offsetof(bench_options, label)},
                 {"--floors", offsetof(bench_options, floors)},
                 {"--print", offsetof(bench_options, print)}},
      lists[] = {{"--isa", offsetof(bench_options, isas)},
                 {"--set", offsetof(bench_options, sets)},
                 {"--shape", offsetof(bench_options, shapes)}};
    double number;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(name, texts[i].name) == 0) {
            memcpy((char *)o + texts[i].at, &value, sizeof value);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(name, lists[i].name) == 0) {
            return add_words((bench_words *)(void *)((char *)o + lists[i].at), value);
        }
    }
    if (strcmp(name, "--file") == 0) {
        return o->files.count < BENCH_WORDS_MOST ? (o->files.items[o->files.count++] = value, true)
                                                 : fail("too many:", value);
    }
    if (strcmp(name, "--type") == 0) {
        return read_type(o, value);
    }
    if (strcmp(name, "--rounds") == 0) {
        return read_number(value, 1, 200, &number) && (o->rounds = (unsigned)number, true);
    }
    if (strcmp(name, "--passes") == 0) {
        return read_number(value, 1, 20, &number) && (o->passes = (unsigned)number, true);
    }
    if (strcmp(name, "--size") == 0) {
        return read_number(value, 0.01, 1024, &number) &&
               (o->size = (size_t)(number * 1048576), true);
    }
    return read_number(value, 0.01, 86400, &o->seconds);
}

static bool is_valued(const char *name)
{
    static const char *const names[] = {"--json",   "--svg",     "--label", "--floors", "--print",
                                        "--isa",    "--set",     "--file",  "--type",   "--shape",
                                        "--rounds", "--seconds", "--size",  "--passes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_flag(bench_options *o, const char *name)
{
    bool *flag = strcmp(name, "--check") == 0    ? &o->check
                 : strcmp(name, "--verify") == 0 ? &o->verify
                 : strcmp(name, "--quiet") == 0  ? &o->quiet
                                                 : NULL;
    if (flag) {
        *flag = true;
        return true;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        o->command = "help";
        return true;
    }
    return fail("unknown option", name);
}

static bool read_word(bench_options *o, const char *word)
{
    static const char *const runs[] = {"parse", "calls", "write", "count", "hostile", "java"};
    static const struct {
        const char *name;
        size_t operands;
    } commands[] = {{"compare", 2}, {"quote", 1}, {"floors", 1}, {"draw", 1}, {"sets", 0}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (strcmp(word, runs[i]) == 0) {
            o->runs |= 1u << i;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (o->command[0] == 0 && strcmp(word, commands[i].name) == 0) {
            o->command = commands[i].name;
            return true;
        }
    }
    if (o->command[0] && o->operand_count < 2) {
        o->operands[o->operand_count++] = word;
        return true;
    }
    return fail("unknown run", word);
}

static bool check_operands(const bench_options *o)
{
    bool one = strcmp(o->command, "quote") == 0 || strcmp(o->command, "floors") == 0 ||
               strcmp(o->command, "draw") == 0;
    size_t wanted = strcmp(o->command, "compare") == 0 ? 2 : one;
    return o->operand_count == wanted || strcmp(o->command, "help") == 0 ||
           fail(wanted ? "a file is missing, or one too many, for" : "unknown operand for",
                o->command);
}

bool bench_read_options(bench_options *options, int argc, char **argv)
{
    *options = (bench_options){.command = "", .f64 = true};
    for (int i = 1; i < argc; i++) {
        if (is_valued(argv[i])) {
            if (i + 1 == argc) {
                return fail("a value is missing after", argv[i]);
            }
            i++;
            if (!read_valued(options, argv[i - 1], argv[i])) {
                return false;
            }
        } else if (argv[i][0] == '-' ? !read_flag(options, argv[i])
                                     : !read_word(options, argv[i])) {
            return false;
        }
    }
    if (options->runs == 0) {
        options->runs = BENCH_RUN_DEFAULT;
    }
    if (options->passes == 0) {
        options->passes = options->rounds ? 1 : 2;
    }
    return check_operands(options);
}
