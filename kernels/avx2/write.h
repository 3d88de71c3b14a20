/* kernels/avx2/write.h - the AVX2 row's write_f64 and write_f32, of write.c. */
#ifndef DIGITRUN_AVX2_WRITE_H
#define DIGITRUN_AVX2_WRITE_H

#include "kernels/write_run.h"

void digitrun_avx2_write_f64(digitrun_write_run *run);
void digitrun_avx2_write_f32(digitrun_write_run *run);

#endif
