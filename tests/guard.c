/* tests/guard.c - see guard.h. POSIX. */
#define _DEFAULT_SOURCE
#include "tests/guard.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 0xA5, BEFORE = 64 };

bool guard_make(guard_area *area, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    area->size = (size + page - 1) / page * page;
    area->mapping_size = area->size + 2 * page;
    area->mapping = mmap(NULL, area->mapping_size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area->mapping == MAP_FAILED)
        return false;
    area->base = (char *)area->mapping + page;
    return mprotect(area->mapping, page, PROT_NONE) == 0 &&
           mprotect(area->base + area->size, page, PROT_NONE) == 0;
}

void guard_release(guard_area *area)
{
    munmap(area->mapping, area->mapping_size);
    memset(area, 0, sizeof *area);
}

char *guard_text(guard_area *area, const char *bytes, size_t len, size_t slack)
{
    char *copy = area->base + (area->size - len - slack);
    if (len)
        memcpy(copy, bytes, len);
    return copy;
}

char *guard_room(guard_area *area, size_t bytes, size_t after)
{
    char *room = area->base + (area->size - bytes - after);
    size_t before = (size_t)(room - area->base) < BEFORE ? (size_t)(room - area->base) : BEFORE;
    memset(room - before, PATTERN, before + bytes + after);
    return room;
}

static bool all_pattern(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)bytes[i] != PATTERN)
            return false;
    return true;
}

bool guard_intact(const guard_area *area, const char *room, size_t bytes, size_t after)
{
    size_t before = (size_t)(room - area->base) < BEFORE ? (size_t)(room - area->base) : BEFORE;
    return all_pattern(room - before, before) && all_pattern(room + bytes, after);
}

char guard_note[512];

static void crashed(int signal_number)
{
    static const char head[] = "\ncrash (memory outside the arrays, or worse) at: ";
    ssize_t written = write(2, head, sizeof head - 1);
    written += write(2, guard_note, strlen(guard_note));
    written += write(2, "\n", 1);
    (void)signal_number;
    _exit(written > 0 ? 99 : 98);
}

void guard_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crashed;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    sigaction(SIGILL, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
}
