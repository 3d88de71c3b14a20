/* tools/options.c - the command line, understood and checked. */
#include "tools/options.h"
#include "tools/documents.h"
#include "tools/filter.h"
#include "tools/formats.h"
#include "tools/report.h"
#include "tools/settings.h"

#include <string.h>

enum { GIVEN_MOST = 64 };

/* An option as it was given. */
typedef struct given_option {
    const setting *option;
    const char *value;
} given_option;

typedef struct command_line {
    given_option given[GIVEN_MOST];
    size_t given_count;
    const char *plain[2];
    size_t plain_count;
} command_line;

/* Sorts the arguments into options with their values and plain ones. Returns 0 or EXIT_USAGE. */
static int split(command_line *line, int command, int count, char **arguments)
{
    bool only_plain = false;
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (!only_plain && strcmp(argument, "--") == 0) {
            only_plain = true;
            continue;
        }
        if (only_plain || argument[0] != '-' || argument[1] == 0) {
            if (line->plain_count == 2) {
                return report_usage("one file too many: %s", argument);
            }
            line->plain[line->plain_count++] = argument;
            continue;
        }
        size_t name_len = strcspn(argument, "=");
        const setting *option = settings_find(argument, name_len);
        const char *value = argument[name_len] == '=' ? argument + name_len + 1 : NULL;
        if (option == NULL || (option->commands & command) == 0) {
            return report_usage("%.*s: no option of this command", (int)name_len, argument);
        }
        if (option->argument == NULL && value != NULL) {
            return report_usage("%s: takes no value", option->name);
        }
        if (option->argument != NULL && value == NULL) {
            if (i + 1 == count) {
                return report_usage("%s: %s is missing", option->name, option->argument);
            }
            value = arguments[++i];
        }
        if (line->given_count == GIVEN_MOST) {
            return report_usage("%s: more than %d options", option->name, GIVEN_MOST);
        }
        line->given[line->given_count++] = (given_option){option, value};
    }
    return 0;
}

/* Builds opts from the options given but for number `without`. Returns 0 or EXIT_USAGE. */
static int build(options *opts, const command_line *line, size_t without)
{
    memset(opts, 0, sizeof *opts);
    opts->spec.size = sizeof opts->spec;
    opts->layout.size = sizeof opts->layout;
    opts->jobs = 1;
    opts->in = line->plain[0];
    opts->out = line->plain[1];
    for (size_t i = 0; i < line->given_count; i++) {
        const given_option *given = &line->given[i];
        const char *problem = i == without ? NULL
                                           : settings_apply(opts, given->option, given->value);
        if (problem != NULL) {
            return report_usage("%s: '%s' %s", given->option->name, given->value, problem);
        }
    }
    if (opts->in == NULL) {
        return 0; /* a command that reads nothing */
    }
    const char *name = opts->format_name;
    if (name != NULL && !formats_set_named(opts, name)) {
        return report_usage("--format: '%s' is no format", name);
    }
    if (name != NULL || formats_set_by_suffix(opts)) {
        return formats_set_keys(opts);
    }
    return report_usage("%s: the name does not tell the format; give it by --format", opts->in);
}

bool options_prepare(options *opts)
{
    digitrun_format_spec behind = opts->spec;
    behind.skip_lines = 0;
    behind.bom = DIGITRUN_REFUSE;
    return digitrun_format_init(&opts->format, &opts->spec) == DIGITRUN_OK &&
           digitrun_format_init(&opts->format_behind, &behind) == DIGITRUN_OK;
}

/* The library says only that the options contradict each other. The culprits are those without
 * which they would not. */
static int report_culprits(const options *opts, const command_line *line)
{
    char names[512] = "";
    size_t culprits = 0;
    for (size_t i = 0; i < line->given_count; i++) {
        options other;
        const setting *option = line->given[i].option;
        if (option->kind != SET_FORMAT && build(&other, line, i) == 0 && options_prepare(&other) &&
            strlen(names) + strlen(option->name) + 3 < sizeof names) {
            strcat(strcat(names, culprits > 0 ? ", " : ""), option->name);
            culprits++;
        }
    }
    if (culprits > 1) {
        return report_usage("%s: contradict each other in format %s", names, opts->format_name);
    }
    return culprits == 1
               ? report_usage("%s: not possible with format %s and the other options", names,
                              opts->format_name)
               : report_usage("these options are not possible with format %s", opts->format_name);
}

/* What concerns the command line as a whole, beside what the library says of the format. */
static int check_all(const options *opts, const command_line *line)
{
    for (size_t i = 0; i < line->given_count && opts->input != INPUT_TEXT; i++) {
        if ((line->given[i].option->commands & COMMAND_ON_TEXT) != 0) {
            return report_usage("%s: only for a text", line->given[i].option->name);
        }
    }
    bool json = opts->spec.kind == DIGITRUN_JSON || opts->spec.kind == DIGITRUN_NDJSON;
    if (opts->key_count > 0 && (!json || filter_is_wanted(opts))) {
        return report_usage("--key: only with format json or ndjson, and without --lines, --pass "
                            "and --labels");
    }
    if (filter_is_wanted(opts) && opts->spec.kind == DIGITRUN_JSON) {
        return report_usage("--lines, --pass, --labels: not with format json");
    }
    bool fields = opts->vec || opts->spec.take_fields > 0 || opts->spec.skip_fields > 0;
    if (opts->labels != NULL && (!fields || json || opts->spec.quote != 0)) {
        return report_usage("--labels: only with --take-fields, --skip-fields or format vec, and "
                            "without --quote");
    }
    if (opts->drop_missing && opts->spec.missing != DIGITRUN_AS_MISSING) {
        return report_usage("--drop-missing: only with --missing");
    }
    if (opts->key_count > 0 && !documents_are_known()) {
        return report_usage("--key: not built in, as simdjson was missing");
    }
    return 0;
}

int options_read(options *opts, int command, int count, char **arguments)
{
    command_line line = {0};
    size_t plain_wanted = command == COMMAND_CONVERT ? 2 : command == COMMAND_CHECK ? 1 : 0;
    int failed = split(&line, command, count, arguments);
    if (failed == 0 && line.plain_count > plain_wanted) {
        return report_usage("one file too many: %s", line.plain[plain_wanted]);
    }
    if (failed == 0 && line.plain_count < plain_wanted) {
        return report_usage("%s is missing", line.plain_count == 0 ? "IN" : "OUT");
    }
    failed = failed != 0 ? failed : build(opts, &line, SIZE_MAX);
    if (failed != 0 || plain_wanted == 0) {
        return failed;
    }
    if (!options_prepare(opts)) {
        return report_culprits(opts, &line);
    }
    failed = check_all(opts, &line);
    if (failed != 0) {
        return failed;
    }
    return command == COMMAND_CONVERT ? formats_set_output(opts) : formats_set_type(opts);
}
