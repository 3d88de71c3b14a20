/* tools/pool.h - work in parts: taken in order, done by several threads, handed on in order. */
#ifndef DIGITRUN_TOOLS_POOL_H
#define DIGITRUN_TOOLS_POOL_H

#include <stddef.h>

enum { POOL_MOST = 256 };     /* jobs */
enum { POOL_END = -1 };       /* take: there is no further part */
enum { POOL_NO_THREAD = -2 }; /* pool_run: the system gave no thread; nothing was done */

/* A room holds one part; each job has its own. */
typedef struct pool_task {
    void *context;
    /* In order, one at a time. Returns 0 where a part lies in the room, POOL_END, or an exit code
     * after it has said what is wrong. */
    int (*take)(void *context, void *room);
    /* In any order, several at a time. */
    void (*work)(void *context, void *room);
    /* In the order of take, one at a time. Returns 0, or an exit code that ends it all. */
    int (*turn)(void *context, void *room);
} pool_task;

/* Returns 0, the first exit code in order, or POOL_NO_THREAD. With one job no thread is made. */
int pool_run(const pool_task *task, void *const *rooms, size_t jobs);

#endif
