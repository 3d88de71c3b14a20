/* tests/fuzz/documents.c - the program on a fuzzed file with fuzzed options: it ends well or says
 * why not, and every row, any number of threads and any buffer give the same bytes and words. */
#include "tests/fuzz/fuzz.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* main() of tools/digitrun.c, by this name in the library that the target is linked to. */
int digitrun_program(int count, char **arguments);

enum { OPTIONS_MOST = 6, ARGUMENTS_MOST = 40, ANSWER_MOST = 1 << 20, NAME_BYTES = 32 };

static const char *const formats[] = {"list",  "json", "ndjson", "csv", "tsv",
                                      "blank", "vec",  "npy",    "raw"};
static const char *const outputs[] = {"npy",  "raw",    "fvecs", "fbin", "pgcopy",
                                      "json", "ndjson", "csv",   "tsv",  "txt"};
/* Some of the options, those of documents first. */
static const char *const extras[] = {"--key=a",
                                     "--key=v",
                                     "--key=a.b",
                                     "--key=v\\.w",
                                     "--on-error=skip-row",
                                     "--on-error=nan",
                                     "--missing=NA",
                                     "--missing=",
                                     "--drop-missing",
                                     "--type=f32",
                                     "--columns=2",
                                     "--columns=3",
                                     "--skip-lines=1",
                                     "--lines=[0-9]",
                                     "--pass=#[a-z]*",
                                     "--skip-fields=1",
                                     "--skip-fields=2",
                                     "--take-fields=2",
                                     "--separators=;",
                                     "--separators=,|",
                                     "--decimal=,",
                                     "--grouping=.",
                                     "--quote=\"",
                                     "--quote='",
                                     "--comments=#%",
                                     "--exponents=dD",
                                     "--sign-exponent",
                                     "--widths=3,8",
                                     "--widths=1,2x3",
                                     "--layout=python",
                                     "--layout=fixed:3",
                                     "--layout=scientific:5",
                                     "--not-finite=null",
                                     "--not-finite=quoted",

                                     "--quiet",
                                     "--longest=40"};

/* What one run of the program said. */
typedef struct answer {
    int code;
    size_t out, words; /* bytes on stdout and stderr */
    char text[2][ANSWER_MOST];
} answer;

typedef struct command {
    char *arguments[ARGUMENTS_MOST];
    int count;
} command;

static int make_file(const char *name)
{
    char path[NAME_BYTES];
    snprintf(path, sizeof path, "/dev/shm/%s.XXXXXX", name);
    int file = mkstemp(path);
    if (file < 0) {
        snprintf(path, sizeof path, "/tmp/%s.XXXXXX", name);
        file = mkstemp(path);
    }
    if (file < 0 || unlink(path) != 0)
        abort();
    return file;
}

static void add(command *c, const char *word)
{
    c->arguments[c->count++] = (char *)(uintptr_t)word;
    c->arguments[c->count] = NULL;
}

static command make_command(fuzz_input *input, const char *name)
{
    command c = {.count = 0};
    uint8_t first = fuzz_byte(input), output = fuzz_byte(input);
    add(&c, "digitrun");
    add(&c, first & 1 ? "check" : "convert");
    add(&c, name);
    if (!(first & 1)) {
        add(&c, "-");
        add(&c, "--to");
        add(&c, outputs[output % (sizeof outputs / sizeof *outputs)]);
    }
    add(&c, "--format");
    add(&c, formats[first / 2 % (sizeof formats / sizeof *formats)]);
    for (unsigned left = output / 16 % OPTIONS_MOST; left > 0; left--)
        add(&c, extras[fuzz_byte(input) % (sizeof extras / sizeof *extras)]);
    return c;
}

static size_t read_back(int file, char *text)
{
    ssize_t len = pread(file, text, ANSWER_MOST, 0);
    if (len < 0)
        abort();
    return (size_t)len;
}

/* Runs the program with stdout and stderr in files. */
static void run(const command *c, const int files[2], answer *a)
{
    int kept[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    command copy = *c;
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        if (ftruncate(files[i], 0) != 0 || lseek(files[i], 0, SEEK_SET) != 0 ||
            dup2(files[i], STDOUT_FILENO + i) < 0)
            abort();
    }
    a->code = digitrun_program(copy.count, copy.arguments);
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++) {
        if (dup2(kept[i], STDOUT_FILENO + i) < 0 || close(kept[i]) != 0)
            abort();
    }
    a->out = read_back(files[0], a->text[0]);
    a->words = read_back(files[1], a->text[1]);
}

static _Noreturn void fail(const command *c, const fuzz_input *text, const char *why)
{
    for (int i = 0; i < c->count; i++)
        printf("%s ", c->arguments[i]);
    printf("\n");
    fuzz_fail(text, NULL, why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static answer first, again;
    static int files[3];
    static char name[NAME_BYTES];
    fuzz_input input = {data, size};
    if (files[2] == 0) {
        for (int i = 0; i < 3; i++)
            files[i] = make_file("digitrun-fuzz");
        snprintf(name, sizeof name, "/dev/fd/%d", files[2]);
    }
    char buffer[NAME_BYTES], jobs[NAME_BYTES];
    uint8_t sizes = fuzz_byte(&input);
    snprintf(buffer, sizeof buffer, "--buffer-size=%d", 1 + sizes / 4);
    snprintf(jobs, sizeof jobs, "--jobs=%d", 1 + sizes % 4);
    const command plain = make_command(&input, name);
    if (input.len > FUZZ_TEXT_MOST || ftruncate(files[2], 0) != 0 ||
        pwrite(files[2], input.data, input.len, 0) != (ssize_t)input.len)
        return 0;
    digitrun_isa_force("scalar");
    run(&plain, files, &first);
    if (first.code < 0 || first.code > 2)
        fail(&plain, &input, first.text[1]);
    command parts = plain;
    add(&parts, buffer);
    add(&parts, jobs);
    for (size_t row = 0; row < fuzz_bench()->row_count && first.code != 2; row++) {
        digitrun_isa_force(fuzz_bench()->rows[row]);
        run(row % 2 ? &plain : &parts, files, &again);
        bool same = again.code == first.code && again.words == first.words &&
                    memcmp(again.text[1], first.text[1], first.words) == 0;
        if (first.code == 0)
            same = same && again.out == first.out &&
                   memcmp(again.text[0], first.text[0], first.out) == 0;
        if (!same) {
            printf("%d, %zu bytes: %.*s%d, %zu bytes: %.*s", first.code, first.out,
                   (int)first.words, first.text[1], again.code, again.out, (int)again.words,
                   again.text[1]);
            fail(row % 2 ? &plain : &parts, &input, fuzz_bench()->rows[row]);
        }
    }
    return 0;
}
