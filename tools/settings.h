/* tools/settings.h - the options one by one: their names, and what a value of each does. */
#ifndef DIGITRUN_TOOLS_SETTINGS_H
#define DIGITRUN_TOOLS_SETTINGS_H

#include "tools/options.h"

/* How the argument of an option is put into its place in struct options. */
typedef enum setting_kind {
    SET_FORMAT,     /* a name of formats.h */
    SET_OUTPUT,     /* another */
    SET_WORD,       /* one of `words`, as its number from 0 */
    SET_TYPE,       /* f32 or f64 */
    SET_LAYOUT,     /* json, fixed:6, ... */
    SET_NOT_FINITE, /* a choice of a layout */
    SET_TEXT,       /* as it stands */
    SET_KEY,        /* the same, one more */
    SET_BYTE,       /* one byte, maybe escaped */
    SET_BYTES,      /* several, 0-terminated */
    SET_SIZE,       /* a whole number */
    SET_JOBS,       /* the same, from 1 to 256 */
    SET_ACCEPT,     /* no argument: a digitrun_choice becomes ACCEPT */
    SET_TRUE,       /* no argument: a bool becomes true */
    SET_MISSING,    /* a missing word; "" means empty cells only */
    SET_WIDTHS      /* 3,8,19x4 */
} setting_kind;

typedef struct setting {
    const char *name, *argument; /* argument NULL: takes none */
    const char *help;            /* NULL: not shown */
    int commands;
    setting_kind kind;
    size_t offset, room;
    const char *words; /* each between blanks */
} setting;

/* NULL: no option has this name. */
const setting *settings_find(const char *name, size_t len);

/* Puts the value into its place. Returns what is wrong with it, or NULL. */
const char *settings_apply(options *opts, const setting *option, const char *value);

/* The lines of --help about options. */
void settings_print_help(void);

#endif
