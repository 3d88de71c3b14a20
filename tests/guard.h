/* tests/guard.h - memory between two pages that nobody may touch, and the report when one does. */
#ifndef DIGITRUN_TESTS_GUARD_H
#define DIGITRUN_TESTS_GUARD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct guard_area {
    char *base;  /* behind the first guard page */
    size_t size; /* up to the second */
    void *mapping;
    size_t mapping_size;
} guard_area;

bool guard_make(guard_area *area, size_t size); /* at least so many bytes */
void guard_release(guard_area *area);

/* A copy of the bytes that ends at the last byte of the area (`slack` 0) or so many before it. */
char *guard_text(guard_area *area, const char *bytes, size_t len, size_t slack);

/* Room for so many bytes at the end of the area, filled with a pattern, `after` bytes of it behind
 * them: guard_intact tells whether those and the ones before are still the pattern. */
char *guard_room(guard_area *area, size_t bytes, size_t after);
bool guard_intact(const guard_area *area, const char *room, size_t bytes, size_t after);

/* On a crash the process prints `guard_note` (where it stood) and ends with exit code 99. */
extern char guard_note[512];
void guard_watch(void);
#endif
