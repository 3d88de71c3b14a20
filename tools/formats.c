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
    {"blank", DIGITRUN_TABLE, " \t", " .dat .asc "},
    {"vec", DIGITRUN_TABLE, " \t", " .vec "},
    {"npy", DIGITRUN_LIST, "", " .npy "},
    {"raw", DIGITRUN_LIST, "", " .raw .bin .f32 .f64 "},
};

static const struct {
    const char *name;
    int output;
    const char *suffixes;
} outputs[] = {
    {"npy", OUTPUT_NPY, " .npy "},
    {"raw", OUTPUT_RAW, " .raw .bin .f32 .f64 "},
    {"fvecs", OUTPUT_FVECS, " .fvecs "},
    {"fbin", OUTPUT_FBIN, " .fbin "},
    {"pgcopy", OUTPUT_PGCOPY, " .pgcopy "},
    {"json", OUTPUT_JSON, " .json "},
    {"ndjson", OUTPUT_NDJSON, " .ndjson .jsonl "},
    {"csv", OUTPUT_CSV, " .csv "},
    {"tsv", OUTPUT_TSV, " .tsv .tab "},
    {"txt", OUTPUT_TXT, " .txt .list .lst .dat "},
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
    opts->vec = strcmp(format->name, "vec") == 0;
    opts->input = strcmp(format->name, "npy") == 0   ? INPUT_NPY
                  : strcmp(format->name, "raw") == 0 ? INPUT_RAW
                                                     : INPUT_TEXT;
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

int formats_set_keys(options *opts)
{
    if (opts->key_count > 0 && opts->spec.kind == DIGITRUN_JSON) {
        opts->whole_document = true;
        opts->spec.kind = DIGITRUN_NDJSON;
    }
    return 0;
}

int formats_find_output(const char *name)
{
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        if (strcmp(outputs[i].name, name) == 0) {
            return outputs[i].output;
        }
    }
    return OUTPUT_UNKNOWN;
}

static int type_of_suffix(const char *suffix)
{
    return has_suffix(" .f32 ", suffix) ? TYPE_F32 : has_suffix(" .f64 ", suffix) ? TYPE_F64 : 0;
}

int formats_set_type(options *opts)
{
    opts->input_type = type_of_suffix(suffix_of(opts->in));
    if (opts->input == INPUT_RAW && opts->input_type == TYPE_UNKNOWN) {
        opts->input_type = opts->type;
        if (opts->type == TYPE_UNKNOWN) {
            return report_usage("%s: the name does not tell the type of its values; give it by "
                                "--type",
                                opts->in);
        }
    }
    if (opts->type == TYPE_UNKNOWN && opts->input == INPUT_TEXT) {
        opts->type = TYPE_F64;
    }
    return 0;
}

int formats_set_output(options *opts)
{
    const char *suffix = suffix_of(opts->out);
    int named = type_of_suffix(suffix);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs && opts->output == 0; i++) {
        if (has_suffix(outputs[i].suffixes, suffix)) {
            opts->output = outputs[i].output;
        }
    }
    if (opts->output == OUTPUT_UNKNOWN) {
        return report_usage("%s: the name does not tell what to write; give it by --to", opts->out);
    }
    bool only_f32 = opts->output == OUTPUT_FVECS || opts->output == OUTPUT_FBIN ||
                    opts->output == OUTPUT_PGCOPY;
    if (only_f32 && opts->type == TYPE_F64) {
        return report_usage("--type: what is written there is f32");
    }
    named = only_f32 ? TYPE_F32 : opts->output == OUTPUT_RAW ? named : 0;
    if (named != 0 && opts->type != TYPE_UNKNOWN && opts->type != named) {
        return report_usage("--type: the name of %s says another one", opts->out);
    }
    int failed = formats_set_type(opts);
    if (failed == 0 && named != 0) {
        opts->type = named;
    }
    return failed;
}
