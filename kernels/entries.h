/* kernels/entries.h - the entries of a kernel that reads texts of less than LEAST bytes in a way of
 * their own: included last, where `element`, `read_run`, `read_short` are known. Short calls have
 * small frames: the long way is no part of theirs. */
#ifndef DIGITRUN_ENTRIES_H
#define DIGITRUN_ENTRIES_H

ALWAYS_INLINE void read_nothing(digitrun_run *run)
{
    run->used = run->count = run->rows = run->hole_count = 0;
}

/* One entry, and the long way by itself. */
#define ENTRY(name, type)                       \
    NOINLINE void run_##name(digitrun_run *run) \
    {                                           \
        read_run(run, type);                    \
    }                                           \
    static void read_##name(digitrun_run *run)  \
    {                                           \
        if (run->len >= LEAST) {                \
            run_##name(run);                    \
        } else if (!read_short(run, type)) {    \
            read_nothing(run);                  \
        }                                       \
    }

ENTRY(f64, ELEMENT_F64)
ENTRY(f32, ELEMENT_F32)
ENTRY(count, ELEMENT_COUNT)

#undef ENTRY

/* Of a source that is more than one row: DIGITRUN_ROW names it. */
#define KERNEL_OF(row) digitrun_kernel_##row
#define KERNEL(row) KERNEL_OF(row)
#define NAME_OF(row) #row
#define NAME(row) NAME_OF(row)

#endif
