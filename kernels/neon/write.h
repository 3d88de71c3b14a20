/* kernels/neon/write.h - write_f64 and write_f32 of a NEON row, of write.c. */
#ifndef DIGITRUN_NEON_WRITE_H
#define DIGITRUN_NEON_WRITE_H

#include "kernels/write_run.h"

#define WRITER_OF(row, type) digitrun_##row##_write_##type
#define WRITER(row, type) WRITER_OF(row, type)

void WRITER(DIGITRUN_ROW, f64)(digitrun_write_run *run);
void WRITER(DIGITRUN_ROW, f32)(digitrun_write_run *run);

#endif
