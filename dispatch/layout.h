/* dispatch/layout.h - what a plan says beyond single values, for the files that write. */
#ifndef DIGITRUN_LAYOUT_H
#define DIGITRUN_LAYOUT_H

#include "kernels/write_run.h"

/* The text behind the last value, at most 28 bytes. started: a value was written; row_is_open: its
 * row is not closed yet. Returns the rows it closes, 0 or 1. Without any value a layout of one row
 * has that one, empty; a layout of many has none. */
size_t digitrun_layout_closing(const digitrun_layout_plan *plan, bool started, bool row_is_open,
                               layout_text *text);

#endif
