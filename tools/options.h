/* tools/options.h - the command line, understood and checked. */
#ifndef DIGITRUN_TOOLS_OPTIONS_H
#define DIGITRUN_TOOLS_OPTIONS_H

#include "digitrun/digitrun.h"

enum { COMMAND_CONVERT = 1, COMMAND_CHECK = 2, COMMAND_ISA = 4 };
enum { COMMAND_ON_TEXT = 8 }; /* beside them: only where IN is a text */
/* From OUTPUT_JSON on: text. */
enum {
    OUTPUT_UNKNOWN = 0,
    OUTPUT_NPY,
    OUTPUT_RAW,
    OUTPUT_FVECS,
    OUTPUT_FBIN,
    OUTPUT_PGCOPY,
    OUTPUT_JSON,
    OUTPUT_NDJSON,
    OUTPUT_CSV,
    OUTPUT_TSV,
    OUTPUT_TXT
};
enum { INPUT_TEXT = 0, INPUT_NPY = 1, INPUT_RAW = 2 };
enum { TYPE_UNKNOWN = 0, TYPE_F32 = 1, TYPE_F64 = 2 };
enum { ON_ERROR_STOP = 0, ON_ERROR_NAN = 1, ON_ERROR_SKIP_ROW = 2 };
enum { WORDS_MOST = 16, WIDTHS_MOST = 64, KEYS_MOST = 16 };

typedef struct options {
    const char *in, *out;    /* as the user wrote them */
    const char *format_name; /* list json ndjson csv tsv blank vec npy raw */
    digitrun_format_spec spec;
    digitrun_format format;        /* prepared from spec */
    digitrun_format format_behind; /* the same for a text that begins at a later record */
    int input, input_type;         /* input_type: of bare values */
    int output, type;
    digitrun_layout_spec layout; /* without framing */
    bool vec;                    /* the first line tells more of the format */
    const char *lines, *pass;    /* regular expressions, or NULL */
    const char *labels;          /* file for the labels of rows, or NULL */
    const char *keys[KEYS_MOST];
    size_t key_count;
    bool whole_document; /* with keys: the text is one document, not one a line */
    bool drop_missing;
    int on_error;
    size_t jobs;
    int progress;
    bool quiet, json, verbose;
    bool named_temporary; /* for tests: as if the system had no files without a name */
    size_t buffer;        /* bytes of text read at once; 0: the program's choice */
    size_t longest;       /* for tests: bytes of the longest document; 0: what is possible */
    const char *words[WORDS_MOST];
    uint16_t widths[WIDTHS_MOST];
} options;

/* Reads what follows the command's name. Returns 0, or EXIT_USAGE after it has said what is wrong.
 * Leaves pointers into opts itself: it is not to be copied. */
int options_read(options *opts, int command, int count, char **arguments);

/* Prepares the formats from spec; false: its options contradict each other. */
bool options_prepare(options *opts);

#endif
