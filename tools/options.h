/* tools/options.h - the command line, understood and checked. */
#ifndef DIGITRUN_TOOLS_OPTIONS_H
#define DIGITRUN_TOOLS_OPTIONS_H

#include "digitrun/digitrun.h"

enum { COMMAND_CONVERT = 1, COMMAND_CHECK = 2, COMMAND_ISA = 4 };
enum { OUTPUT_UNKNOWN = 0, OUTPUT_NPY = 1, OUTPUT_RAW = 2 };
enum { TYPE_UNKNOWN = 0, TYPE_F32 = 1, TYPE_F64 = 2 };
enum { WORDS_MOST = 16, WIDTHS_MOST = 64 };

typedef struct options {
    const char *in, *out;    /* as the user wrote them */
    const char *format_name; /* list json ndjson csv tsv blank */
    digitrun_format_spec spec;
    digitrun_format format; /* prepared from spec */
    int output, type;
    bool json, verbose;
    bool named_temporary; /* for tests: as if the system had no files without a name */
    size_t buffer;        /* bytes of text read at once; 0: the program's choice */
    const char *words[WORDS_MOST];
    uint16_t widths[WIDTHS_MOST];
} options;

/* Reads what follows the command's name. Returns 0, or EXIT_USAGE after it has said what is wrong.
 * Leaves pointers into opts itself: it is not to be copied. */
int options_read(options *opts, int command, int count, char **arguments);

#endif
