/* tools/vec.h - word vectors in text: a label and numbers a line, maybe a line of counts before. */
#ifndef DIGITRUN_TOOLS_VEC_H
#define DIGITRUN_TOOLS_VEC_H

#include "tools/input.h"
#include "tools/options.h"

/* Looks at the first line and fills in skip_lines, take_fields and columns where the command line
 * left them open. Returns 0, or the exit code after it has said what is wrong. */
int vec_open(input *in, options *opts);

#endif
