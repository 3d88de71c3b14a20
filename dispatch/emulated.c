/* dispatch/emulated.c - whether a row that is emulated may be used at all (DIGITRUN_EMULATE only).
 *
 * The proof of rounding of the vector rows stands on fused multiply-add. An emulation that rounds
 * twice is wrong in one number of eight and looks right otherwise, so each emulated row reads
 * numbers of 17 digits first. */
#include "dispatch/isa.h"

#include "dispatch/plan.h"

enum { NUMBERS = 128, DIGITS = 17, BYTES = NUMBERS * (DIGITS + 3) };

typedef struct reading {
    _Alignas(64) uint8_t scratch[DIGITRUN_SCRATCH];
    double values[NUMBERS];
    digitrun_hole holes[NUMBERS];
} reading;

static void write_numbers(uint8_t *text)
{
    uint64_t state = 1;
    for (size_t i = 0; i < NUMBERS; i++) {
        *text++ = '0';
        *text++ = '.';
        for (size_t k = 0; k < DIGITS; k++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            *text++ = (uint8_t)('0' + (state >> 33) % 10);
        }
        *text++ = ',';
    }
}

/* Reads the text; returns how many numbers it took, holes among them. */
static uint32_t read_all(const digitrun_kernel *kernel, const uint8_t *text, reading *r)
{
    uint32_t used = 0, count = 0;
    digitrun_run run = {.plan = plan_of(digitrun_format_list()),
                        .last = 1,
                        .holes = r->holes,
                        .hole_capacity = NUMBERS,
                        .depth_max = 64,
                        .scratch = r->scratch,
                        .after = CLASS_ROW};
    do {
        run.text = text + used;
        run.len = BYTES - used;
        run.values = r->values + count;
        run.capacity = NUMBERS - count;
        run.used = run.count = run.hole_count = 0;
        kernel->read_f64(&run);
        used += run.used;
        count += run.count;
    } while (used < BYTES && run.used != 0 && run.hole_count == 0);
    return count;
}

bool digitrun_emulated_is_right(const digitrun_kernel *kernel)
{
    uint8_t text[BYTES];
    reading emulated, scalar;
    write_numbers(text);
    return read_all(digitrun_isa_scalar(), text, &scalar) == NUMBERS &&
           read_all(kernel, text, &emulated) == NUMBERS &&
           memcmp(emulated.values, scalar.values, sizeof scalar.values) == 0;
}
