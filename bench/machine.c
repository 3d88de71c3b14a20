/* bench/machine.c - the clock, and what is known of the machine that is timed. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, readlink */
#define _DEFAULT_SOURCE         /* madvise */
#define _DARWIN_C_SOURCE        /* _SC_NPROCESSORS_ONLN on macOS */
#include "bench/machine.h"

#include "digitrun/digitrun.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { LARGE_PAGE = 2 << 20 };

void *bench_alloc(size_t bytes)
{
    void *room = NULL;
    size_t whole = (bytes + LARGE_PAGE) / LARGE_PAGE * LARGE_PAGE;
    if (posix_memalign(&room, LARGE_PAGE, whole) != 0) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    madvise(room, whole, MADV_HUGEPAGE); /* a wish: without it the pages are small */
#endif
    return room;
}

uint64_t bench_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The first bytes of a small file as a string; "" if there is none. */
static const char *read_small(const char *path, char *buffer, size_t room)
{
    FILE *file = fopen(path, "rb");
    size_t len = file ? fread(buffer, 1, room - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    buffer[len] = 0;
    return buffer;
}

/* qemu's user mode answers for /proc/self/exe, but not for the same link by way of a task. */
static void find_translator(char *name, size_t room)
{
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *task; tasks && (task = readdir(tasks)) != NULL;) {
        char link[300], target[256];
        snprintf(link, sizeof link, "/proc/self/task/%s/exe", task->d_name);
        ssize_t len = readlink(link, target, sizeof target - 1);
        if (task->d_name[0] == '.' || len <= 0) {
            continue;
        }
        target[len] = 0;
        const char *base = strrchr(target, '/') ? strrchr(target, '/') + 1 : target;
        if (strncmp(base, "qemu-", 5) == 0 || strncmp(base, "rosetta", 7) == 0 ||
            strstr(base, "FEXInterpreter") || strncmp(base, "box64", 5) == 0) {
            snprintf(name, room, "%.40s", base);
        }
        break;
    }
    if (tasks) {
        closedir(tasks);
    }
}

static void find_emulator(bench_machine *machine)
{
    static char text[16384];
    const char *preload = getenv("LD_PRELOAD");
    find_translator(machine->emulated_by, sizeof machine->emulated_by);
    if (machine->emulated_by[0]) {
        return;
    }
    const char *cpus = read_small("/proc/cpuinfo", text, sizeof text);
    const char *by = preload && strstr(preload, "vgpreload") ? "valgrind"
                     : strstr(cpus, "QEMU TCG")              ? "qemu (TCG)"
                     : strstr(machine->cpu, "VirtualApple") || strstr(cpus, "VirtualApple")
                         ? "Rosetta"
                         : "";
    snprintf(machine->emulated_by, sizeof machine->emulated_by, "%s", by);
}

static void find_hypervisor(bench_machine *machine)
{
    static char text[16384];
    static const char *const makers[] = {"QEMU",       "KVM",        "VMware", "Xen",
                                         "VirtualBox", "Amazon EC2", "Google", "Microsoft",
                                         "Alibaba",    "OpenStack"};
    char maker[128], product[128];
    read_small("/sys/class/dmi/id/sys_vendor", maker, sizeof maker);
    read_small("/sys/class/dmi/id/product_name", product, sizeof product);
    if (strstr(product, ".metal")) {
        return;
    }
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        if (strstr(maker, makers[i]) || strstr(product, makers[i])) {
            snprintf(machine->virtual_by, sizeof machine->virtual_by, "%s", makers[i]);
            return;
        }
    }
    if (strstr(read_small("/proc/cpuinfo", text, sizeof text), " hypervisor")) {
        snprintf(machine->virtual_by, sizeof machine->virtual_by, "hypervisor");
    }
}

/* Linux tells in KB or MB; elsewhere unknown. */
static size_t find_l2(void)
{
    char text[64], *unit;
    read_small("/sys/devices/system/cpu/cpu0/cache/index2/size", text, sizeof text);
    size_t size = strtoul(text, &unit, 10);
    return *unit == 'K' ? size << 10 : *unit == 'M' ? size << 20 : size;
}

/* digitrun_cpu_text gives "model: feature feature"; without a colon all of it is the model. */
static void split_cpu_text(bench_machine *machine)
{
    char text[640];
    digitrun_cpu_text(text, sizeof text);
    char *colon = strrchr(text, ':');
    if (colon) {
        *colon++ = 0;
        colon += strspn(colon, " ");
    }
    snprintf(machine->cpu, sizeof machine->cpu, "%.127s", text);
    snprintf(machine->features, sizeof machine->features, "%.511s", colon ? colon : "");
}

void bench_look_at_machine(bench_machine *machine)
{
    struct utsname os;
    *machine = (bench_machine){.cores = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    if (uname(&os) == 0) {
        snprintf(machine->os, sizeof machine->os, "%.30s %.60s", os.sysname, os.release);
        snprintf(machine->arch, sizeof machine->arch, "%.15s", os.machine);
    }
    machine->l2 = find_l2();
    split_cpu_text(machine);
    find_emulator(machine);
    find_hypervisor(machine);
}
