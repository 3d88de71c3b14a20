/* tools/formats.h - the names of text formats and of files, and what they mean. */
#ifndef DIGITRUN_TOOLS_FORMATS_H
#define DIGITRUN_TOOLS_FORMATS_H

#include "tools/options.h"

/* Sets the kind and separators of a named format; false: no such name. */
bool formats_set_named(options *opts, const char *name);

/* The same by the suffix of opts->in; false: the suffix says nothing. */
bool formats_set_by_suffix(options *opts);

/* With keys the text is read as what they name, a value a line. Returns 0. */
int formats_set_keys(options *opts);

/* OUTPUT_UNKNOWN: no such name. */
int formats_find_output(const char *name);

/* Fills in output and type where the options left them open, by the suffix of opts->out. Returns 0,
 * or EXIT_USAGE after it has said what is wrong. */
int formats_set_output(options *opts);

/* The same for the type alone, where nothing is written. */
int formats_set_type(options *opts);

#endif
