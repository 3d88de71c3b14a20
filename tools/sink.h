/* tools/sink.h - where the bytes of a result go, so that it appears whole or not at all. */
#ifndef DIGITRUN_TOOLS_SINK_H
#define DIGITRUN_TOOLS_SINK_H

#include <stdbool.h>
#include <stddef.h>

typedef enum sink_way {
    SINK_DIRECT,   /* a pipe or device, written as the bytes come */
    SINK_SPOOL,    /* the same, but kept in a file without a name first: its start comes last */
    SINK_NAMELESS, /* a file without a name in the target's folder; it gets its name at the end */
    SINK_BESIDE    /* a file of another name beside the target, renamed at the end */
} sink_way;

typedef struct sink {
    const char *name; /* for messages */
    char *target;     /* the file to become; NULL: file goes on existing as it is */
    char *beside;     /* the name for the time being; NULL: none */
    int file;         /* where the bytes go now */
    int final;        /* SINK_SPOOL: where they go at the end */
    sink_way way;
    unsigned mode; /* permissions of the target */
} sink;

/* "-" is stdout. patched: sink_patch will be called. named: do not use files without a name. What
 * is unfinished goes away at sink_discard, at SIGINT, SIGTERM, SIGHUP, and (a file without a name)
 * at SIGKILL. All return 0, or EXIT_IO after they have said what is wrong. */
int sink_open(sink *out, const char *path, bool patched, bool named);
int sink_write(sink *out, const void *bytes, size_t len);
int sink_patch(sink *out, const void *bytes, size_t len); /* writes over the very first bytes */
int sink_finish(sink *out);                               /* the result appears */
void sink_abandon(void);      /* for signal handlers: what is unfinished has no name any more */
void sink_discard(sink *out); /* after an error; also right after sink_finish */

#endif
