/* dispatch/isa.c - the table of kernels, and which row of it is in use. */
#include "dispatch/isa.h"

#include "dispatch/cpu.h"

#include <stdlib.h>
#include <string.h>

typedef struct isa_row {
    const char *name;
    const digitrun_kernel *kernel;
    uint32_t needs;
} isa_row;

/* ROW is applied to the rows of isa.def that are for this architecture. */
#define DIGITRUN_ISA(name, architecture, source, needs, flags) ROW_##architecture(name, needs)
#define ROW_any(name, needs) ROW(name, needs)
#if defined(__x86_64__)
#define ROW_x86_64(name, needs) ROW(name, needs)
#else
#define ROW_x86_64(name, needs)
#endif
#if defined(__aarch64__)
#define ROW_aarch64(name, needs) ROW(name, needs)
#else
#define ROW_aarch64(name, needs)
#endif
#if !defined(__x86_64__) && !defined(__aarch64__)
#define ROW_other(name, needs) ROW(name, needs)
#else
#define ROW_other(name, needs)
#endif

/* And to those of the other architecture that are emulated for tests: first, by name only. */
#if !defined(DIGITRUN_EMULATED_ROWS)
#define DIGITRUN_EMULATED_ROWS
#endif
#if defined(__x86_64__) /* the vectors they are compiled to */
#define EMULATED (CPU_EMULATED | CPU_AVX2)
#else
#define EMULATED (CPU_EMULATED | CPU_BASELINE)
#endif

#define ROW(name, needs) extern const digitrun_kernel digitrun_kernel_##name;
DIGITRUN_EMULATED_ROWS
#include "dispatch/isa.def"
#undef ROW

#define ROW(name, needs) {#name, &digitrun_kernel_##name, needs},
static const isa_row rows[] = {DIGITRUN_EMULATED_ROWS
#include "dispatch/isa.def"
};
#undef ROW

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

_Atomic(const digitrun_kernel *) digitrun_isa_in_use;
/* What is used unless a row is forced; NULL until known. `environment` is stored before it. */
static _Atomic(const digitrun_kernel *) automatic;
static _Atomic(digitrun_status) environment;

static const isa_row *find(const char *name)
{
    for (size_t i = 0; name != NULL && i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

static bool emulation_is_right(const isa_row *row)
{
#if defined(DIGITRUN_EMULATE)
    static atomic_uchar verdicts[ROW_COUNT]; /* 1: right, 2: wrong */
    atomic_uchar *verdict = &verdicts[row - rows];
    if (atomic_load(verdict) == 0) {
        atomic_store(verdict, (uint8_t)(digitrun_emulated_is_right(row->kernel) ? 1 : 2));
    }
    return atomic_load(verdict) == 1;
#else
    (void)row;
    return true;
#endif
}

static bool runs(const isa_row *row)
{
    return (row->needs & ~CPU_POLICY & ~digitrun_cpu_bits()) == 0 &&
           ((row->needs & CPU_EMULATED) == 0 || emulation_is_right(row));
}

/* The best row from `first` on that suits this CPU and can do `needs`; the last one always does. */
static const digitrun_kernel *best_from(size_t first, uint32_t needs)
{
    for (size_t i = first; i < ROW_COUNT; i++) {
        if ((rows[i].needs & ~digitrun_cpu_bits()) == 0 && (needs & ~rows[i].kernel->can) == 0) {
            return rows[i].kernel;
        }
    }
    return digitrun_isa_scalar();
}

/* The row named by DIGITRUN_ISA if it can be used, else the best one. */
static const digitrun_kernel *choose_automatic(void)
{
    const digitrun_kernel *kernel = atomic_load_explicit(&automatic, memory_order_acquire);
    if (kernel == NULL) {
        const char *name = getenv("DIGITRUN_ISA");
        const isa_row *row = find(name);
        bool obeyed = row != NULL && runs(row);
        bool unset = name == NULL || *name == 0;
        kernel = obeyed ? row->kernel : best_from(0, 0);
        atomic_store_explicit(&environment, unset || obeyed ? DIGITRUN_OK : DIGITRUN_NO_ISA,
                              memory_order_relaxed);
        atomic_store_explicit(&automatic, kernel, memory_order_release);
    }
    return kernel;
}

const digitrun_kernel *digitrun_isa_choose(void)
{
    const digitrun_kernel *in_use = NULL;
    const digitrun_kernel *kernel = choose_automatic();
    /* A row that was forced meanwhile stays. */
    if (atomic_compare_exchange_strong(&digitrun_isa_in_use, &in_use, kernel)) {
        return kernel;
    }
    return in_use;
}

const digitrun_kernel *digitrun_isa_below(const digitrun_kernel *kernel, uint32_t needs)
{
    size_t i = 0;
    while (i < ROW_COUNT && rows[i].kernel != kernel) {
        i++;
    }
    return best_from(i + 1, needs);
}

const digitrun_kernel *digitrun_isa_scalar(void)
{
    return rows[ROW_COUNT - 1].kernel;
}

const char *digitrun_isa_name(size_t index)
{
    return index < ROW_COUNT ? rows[index].name : NULL;
}

bool digitrun_isa_usable(const char *name)
{
    const isa_row *row = find(name);
    return row != NULL && runs(row);
}

const char *digitrun_isa_why(const char *name)
{
    const isa_row *row = find(name);
    const char *lacks = row != NULL ? digitrun_cpu_lacks(row->needs) : "unknown";
    if (row != NULL && lacks == NULL && (row->needs & CPU_EMULATED) != 0) {
        return runs(row) ? "emulated" : "emulated, and its multiply-add is not fused";
    }
    return lacks != NULL ? lacks : "usable";
}

const char *digitrun_isa_selected(void)
{
    return digitrun_isa_kernel()->name;
}

digitrun_status digitrun_isa_force(const char *name)
{
    const isa_row *row = find(name);
    if (name != NULL && (row == NULL || !runs(row))) {
        return DIGITRUN_NO_ISA;
    }
    atomic_store(&digitrun_isa_in_use, name != NULL ? row->kernel : choose_automatic());
    return DIGITRUN_OK;
}

digitrun_status digitrun_isa_environment(void)
{
    choose_automatic();
    return atomic_load_explicit(&environment, memory_order_relaxed);
}

const char *digitrun_version(void)
{
    return DIGITRUN_VERSION;
}
