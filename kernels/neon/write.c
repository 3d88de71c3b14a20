/* kernels/neon/write.c - the NEON rows write: blocks of values, stage by stage.
 *
 * Doubles carry what is computed; that is exact or proved in round to nearest alone, so in any
 * other mode, and where traps are on, the scalar row writes. */
#if !defined(__aarch64__) && !defined(DIGITRUN_EMULATED)
#error "kernels/neon needs 64-bit ARM"
#endif

#include "kernels/neon/write.h"

#include "kernels/intrinsics.h"
#include "kernels/write_lanes.h"

#include "kernels/neon/write_block.h"
#include "kernels/neon/write_rows.h"

#include "kernels/neon/write_core.h"
#include "kernels/neon/write_far.h"

#include "kernels/neon/write_exponent.h"
#include "kernels/neon/write_put.h"

#include "kernels/neon/write_fixed.h"

enum { MANY = 3 * WRITE_BLOCK / 4 };

/* ---- bits to integers ------------------------------------------------------------------------ */

static int are_many_outside(size_t count, const write_block *block)
{
    uint32x4_t sum = vdupq_n_u32(0);
    for (size_t i = 0; i < count; i += 4) {
        sum = vsubq_u32(sum, vceqq_u32(vld1q_u32(block->index + i), vdupq_n_u32(NEAR_OUTSIDE)));
    }
    return vaddvq_u32(sum) >= MANY;
}

/* Doubles of a block that are not near one; all, where most are not. */
NOINLINE uint64_t decode_block_far(const char *values, size_t count, int all, write_block *block)
{
    uint64_t odd = 0;
    for (size_t i = 0; i < count; i += 4) {
        uint32x4_t asked = vceqq_u32(vld1q_u32(block->index + i), vdupq_n_u32(NEAR_OUTSIDE));
        asked = vorrq_u32(asked, vdupq_n_u32(all ? UINT32_MAX : 0));
        if (all || vmaxvq_u32(asked) != 0) {
            odd |= (uint64_t)decode_far(values + 8 * i, asked, i, block) << i;
        }
    }
    return odd;
}

/* Returns which doubles are left to others. */
INLINE uint64_t decode_block_f64(const row_rule *rule, const char *values, size_t count,
                                 write_block *block)
{
    uint32x4_t most = vdupq_n_u32(0);
    for (size_t i = 0; i < count; i += 4) {
        most = vmaxq_u32(most, read_exponents_f64(rule, values + 8 * i, i, block));
    }
    int outside = vmaxvq_u32(most) >= NEAR_OUTSIDE;
    int many = outside && are_many_outside(count, block);
    for (size_t i = 0; i < count && !many; i += 4) {
        decode_near(values + 8 * i, i, block);
    }
    return outside ? decode_block_far(values, count, many, block) : 0;
}

/* The same of floats. */
INLINE uint64_t decode_block_f32(const row_rule *rule, const char *values, size_t count,
                                 write_block *block)
{
    uint64_t odd = 0;
    uint32x4_t outside = vdupq_n_u32(0);
    for (size_t i = 0; i < count; i += 4) {
        outside = vorrq_u32(outside, read_exponents_f32(rule, values + 4 * i, i, block));
    }
    for (size_t i = 0; i < count; i += 4) {
        decode_f32(values + 4 * i, i, block);
    }
    if (vmaxvq_u32(outside) != 0) {
        for (size_t i = 0; i < count; i += 4) {
            odd |= (uint64_t)find_odd_f32(values + 4 * i) << i;
        }
    }
    return odd;
}

INLINE uint64_t decode_block(type_of_value type, const row_rule *shared, const char *values,
                             size_t count, write_block *block)
{
    const row_rule rule = *shared;
    return type == WRITE_F64 ? decode_block_f64(&rule, values, count, block)
                             : decode_block_f32(&rule, values, count, block);
}

/* ---- values that no stage takes -------------------------------------------------------------- */

/* The digits of a number at their places, and how many there are. */
static void set_digits(type_of_value type, number *value, size_t i, write_block *block)
{
    uint8_t *digits = block->digits[i];
    const int32_t most = type == WRITE_F64 ? 16 : 8;
    uint8_t *first = digits + 16 - most; /* of the last digit but one */
    int32_t zeros = 0;
    memset(digits, '0', 16);
    for (int32_t k = 0; k < most; k++) {
        first[k] = (uint8_t)('0' + value->coarse % 10);
        value->coarse /= 10;
    }
    block->fine[i] = (uint8_t)(value->text[TEXT_LAST_DIGIT] - '0');
    if (type == WRITE_F32) {
        digits[7] = (uint8_t)value->text[TEXT_LAST_DIGIT];
    }
    if (block->fine[i] == 0) {
        for (zeros = 1; zeros <= most && first[zeros - 1] == '0'; zeros++) {
        }
    }
    block->count[i] = block->skip[i] - zeros;
}

/* Returns 0 where the layout refuses the value. */
static int patch_one(const digitrun_layout_plan *layout, type_of_value type, const char *from,
                     size_t i, write_block *block)
{
    number value;
    if (!decode_one(layout, type, from, &value)) {
        return 0;
    }
    block->negative[i] = value.negative;
    block->skip[i] = 0;
    if (value.exponent < ODD_LEAST) {
        block->skip[i] = -(value.skip & 7); /* a float has 8 for the upper eight digits */
        set_digits(type, &value, i, block);
    }
    block->k[i] = value.exponent - block->skip[i] - (digits_of(type) - 1);
    return 1;
}

#include "kernels/write_blocks.h"

void WRITER(DIGITRUN_ROW, f64)(digitrun_write_run *run)
{
    write_any(run, WRITE_F64);
}

void WRITER(DIGITRUN_ROW, f32)(digitrun_write_run *run)
{
    write_any(run, WRITE_F32);
}
