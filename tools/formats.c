/* tools/formats.c - the names of text formats and of files, and what they mean. */
#include "tools/formats.h"
#include "tools/report.h"

#include <string.h>
#include <strings.h>

typedef struct text_format {
    const char *name;
    digitrun_kind kind;
    const char *separators; /* "": what the kind has by itself */
    const char *suffixes;   /* each between blanks */
} text_format;

static const text_format text_formats[] = {
    {"list", DIGITRUN_LIST, "", " .txt .list .lst "},
    {"json", DIGITRUN_JSON, "", " .json "},
    {"ndjson", DIGITRUN_NDJSON, "", " .ndjson .jsonl "},
    {"csv", DIGITRUN_TABLE, "", " .csv "},
    {"tsv", DIGITRUN_TABLE, "\t", " .tsv .tab "},
    {"blank", DIGITRUN_TABLE, " \t", " .dat .asc .vec "},
};

static const char *suffix_of(const char *path)
{
    const char *name = strrchr(path, '/');
    const char *dot = strrchr(name != NULL ? name : path, '.');
    return dot != NULL ? dot : "";
}

static bool has_suffix(const char *suffixes, const char *suffix)
{
    size_t len = strlen(suffix);
    for (const char *at = suffixes; len > 0 && (at = strchr(at, '.')) != NULL; at++) {
        if (strncasecmp(at, suffix, len) == 0 && at[len] == ' ') {
            return true;
        }
    }
    return false;
}

static void set_format(options *opts, const text_format *format)
{
    const char *separators = format->separators;
    /* A comma is no separator where it is the decimal point: such tables use semicolons. */
    if (format->kind == DIGITRUN_TABLE && separators[0] == 0 && opts->spec.decimal == ',') {
        separators = ";";
    }
    opts->format_name = format->name;
    opts->spec.kind = format->kind;
    if (opts->spec.separators[0] == 0 && opts->spec.width_count == 0) {
        strcpy(opts->spec.separators, separators);
    }
}

bool formats_set_named(options *opts, const char *name)
{
    for (size_t i = 0; i < sizeof text_formats / sizeof *text_formats; i++) {
        if (strcmp(text_formats[i].name, name) == 0) {
            set_format(opts, &text_formats[i]);
            return true;
        }
    }
    return false;
}

bool formats_set_by_suffix(options *opts)
{
    for (size_t i = 0; i < sizeof text_formats / sizeof *text_formats; i++) {
        if (has_suffix(text_formats[i].suffixes, suffix_of(opts->in))) {
            set_format(opts, &text_formats[i]);
            return true;
        }
    }
    return false;
}

int formats_set_type(options *opts)
{
    if (opts->type == TYPE_UNKNOWN) {
        opts->type = TYPE_F64;
    }
    return 0;
}

int formats_set_output(options *opts)
{
    const char *suffix = suffix_of(opts->out);
    int named = has_suffix(" .f32 ", suffix)   ? TYPE_F32
                : has_suffix(" .f64 ", suffix) ? TYPE_F64
                                               : 0;
    if (opts->output == OUTPUT_UNKNOWN) {
        bool raw = named != 0 || has_suffix(" .raw .bin ", suffix);
        opts->output = raw                            ? OUTPUT_RAW
                       : has_suffix(" .npy ", suffix) ? OUTPUT_NPY
                                                      : OUTPUT_UNKNOWN;
    }
    if (opts->output == OUTPUT_UNKNOWN) {
        return report_usage("%s: the name does not tell what to write; give it by --to", opts->out);
    }
    if (named != 0 && opts->type != TYPE_UNKNOWN && opts->type != named) {
        return report_usage("--type: the name of %s says another one", opts->out);
    }
    opts->type = opts->type != TYPE_UNKNOWN ? opts->type : named;
    return formats_set_type(opts);
}
