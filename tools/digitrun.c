/* tools/digitrun.c - the program: finds the command and runs it. */
#include "tools/commands.h"
#include "tools/report.h"
#include "tools/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    int command;
    int (*run)(options *opts);
} commands[] = {
    {"convert", COMMAND_CONVERT, command_convert},
    {"check", COMMAND_CHECK, command_check},
    {"isa", COMMAND_ISA, command_isa},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts(
        "digitrun - number arrays in text to binary, exact and fast\n"
        "\n"
        "  digitrun convert IN OUT [options]   text to .npy, or to bare values (.f32 .f64 .raw "
        ".bin)\n"
        "  digitrun check IN [options]         count, shape, least, greatest, missing, first "
        "error\n"
        "  digitrun isa [--json]               instruction sets of this build, and the one in use\n"
        "  digitrun --version | --help\n"
        "\n"
        "IN and OUT may be -, for stdin and stdout.\n"
        "\n"
        "options:");
    settings_print_help();
    puts("\n"
         "BYTES may be written as \\t, \\\\ and \\xHH.\n"
         "exit code: 0 good, 1 the text is bad, 2 wrong use, 3 reading or writing failed");
}

static bool is_one_of(const char *text, const char *one, const char *two)
{
    return strcmp(text, one) == 0 || strcmp(text, two) == 0;
}

static void note_environment(void)
{
    const char *row = getenv("DIGITRUN_ISA");
    if (digitrun_isa_environment() != DIGITRUN_OK && row != NULL) {
        report_note("DIGITRUN_ISA=%s is not obeyed: %s", row, digitrun_isa_why(row));
    }
}

static int run(int count, char **arguments)
{
    static options opts;
    if (count < 2) {
        return report_usage("a command is missing");
    }
    for (int i = 1; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (is_one_of(arguments[i], "--help", "-h")) {
            print_help();
            return 0;
        }
    }
    if (strcmp(arguments[1], "--version") == 0) {
        printf("digitrun %s\n", digitrun_version());
        return 0;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(arguments[1], commands[i].name) == 0) {
            int failed = options_read(&opts, commands[i].command, count - 2, arguments + 2);
            if (failed != 0) {
                return failed;
            }
            report_settings(opts.progress, opts.quiet);
            note_environment();
            return commands[i].run(&opts);
        }
    }
    return report_usage("%s: no such command", arguments[1]);
}

/* A file opened later must not take the number of a standard stream that is closed: it would be
 * written to. Such a stream fails instead, as it should. */
static void occupy_standard_streams(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0) {
            (void)open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int count, char **arguments)
{
    occupy_standard_streams();
    int code = run(count, arguments);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == 0) {
        code = report_io("<stdout>", errno);
    }
    return code;
}
