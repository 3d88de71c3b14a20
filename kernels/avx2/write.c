/* kernels/avx2/write.c - the AVX2 row writes: blocks of values, stage by stage.
 *
 * Doubles carry what is computed; that is exact or proved in round to nearest alone, so in any
 * other mode, and where traps are on, the scalar row writes. */
#if !defined(__AVX2__) && !defined(DIGITRUN_EMULATED)
#error "kernels/avx2 needs -mavx2 -mfma -mbmi -mbmi2 -mpopcnt"
#endif

#include "kernels/avx2/write.h"

#include "kernels/intrinsics.h"
#include "kernels/write_lanes.h"

#include "kernels/avx2/write_block.h"
#include "kernels/avx2/write_rows.h"

#include "kernels/avx2/write_core.h"
#include "kernels/avx2/write_exponent.h"
#include "kernels/avx2/write_put.h"

#include "kernels/avx2/write_fixed.h"

enum { MANY = 3 * WRITE_BLOCK / 4 };

/* ---- bits to integers ------------------------------------------------------------------------ */

/* Doubles of a block that are not near one: eight at a time, where one of them is not. */
NOINLINE uint64_t decode_block_far(const char *values, size_t count, uint64_t outside,
                                   write_block *block)
{
    int32_t log2[WRITE_BLOCK] __attribute__((aligned(32)));
    int32_t place[WRITE_BLOCK] __attribute__((aligned(32)));
    for (size_t i = 0; i < count; i += 8) {
        find_powers(block->leading + i, log2 + i, place + i);
    }
    for (size_t i = 0; i < count; i += 8) {
        uint64_t mask = outside >> i & 0xff;
        if (mask != 0) {
            uint64_t rest = decode_far(values + 8 * i, (uint32_t)mask, log2 + i, place + i,
                                       &block->words[i / 4], &block->fine[i / 4]);
            outside ^= (mask ^ rest) << i;
        }
    }
    return outside;
}

/* Returns which doubles are left to others. */
INLINE uint64_t decode_block_f64(const row_rule *rule, const char *values, size_t count,
                                 write_block *block)
{
    uint64_t outside = 0;
    for (size_t i = 0; i < count; i += 8) {
        outside |= (uint64_t)read_exponents_f64(rule, values + 8 * i, block->negative + i,
                                                block->leading + i)
                   << i;
    }
    int many = _mm_popcnt_u64(outside) >= MANY;
    for (size_t g = 0; 8 * g < count && !many; g++) {
        decode_near_f64(values + 64 * g, &block->words[2 * g], &block->fine[2 * g]);
    }
    if (outside == 0) {
        return 0;
    }
    return decode_block_far(values, count, many ? UINT64_MAX : outside, block);
}

/* Floats of a block of which some are not near one, or all are to be taken for that. */
NOINLINE uint64_t decode_block_far_f32(row_rule *rule, const char *values, size_t count,
                                       const uint32_t *fields, write_block *block)
{
    uint64_t odd = 0;
    size_t far = 0;
    for (size_t i = 0; i < count; i += 8) {
        int some = is_some_far(fields + i);
        if (some || !rule->is_near) {
            decode_far_f32(values + 4 * i, fields + i, rule->spare, &block->words[i / 8],
                           &block->fine[i / 4]);
        }
        odd |= (uint64_t)find_odd_f32(values + 4 * i) << i;
        far += (size_t)some;
    }
    rule->is_near = 16 * far <= count;
    return odd;
}

/* The same of floats. */
INLINE uint64_t decode_block_f32(row_rule *rule, const char *values, size_t count,
                                 write_block *block)
{
    uint32_t fields[WRITE_BLOCK] __attribute__((aligned(32)));
    __m256i farthest = _mm256_setzero_si256();
    for (size_t i = 0; i < count; i += 16) {
        const char *const parts[2] = {values + 4 * i, values + 4 * second_eight(i, count)};
        read_exponents_f32(rule, parts, i, block, fields + i, &farthest);
    }
    for (size_t g = 0; 8 * g < count && rule->is_near; g++) {
        decode_near_f32(values + 32 * g, fields + 8 * g, rule->spare, &block->words[g],
                        &block->fine[2 * g]);
    }
    if (rule->is_near && is_within(farthest, _mm256_set1_epi16(EVEN_MOST_F32 - NEAR_LEAST_F32))) {
        return 0;
    }
    return decode_block_far_f32(rule, values, count, fields, block);
}

INLINE uint64_t decode_block(type_of_value type, row_rule *rule, const char *values, size_t count,
                             write_block *block)
{
    return type == WRITE_F64 ? decode_block_f64(rule, values, count, block)
                             : decode_block_f32(rule, values, count, block);
}

/* ---- values that no stage takes -------------------------------------------------------------- */

/* The digits of a number at their places: `coarse`, and one more. */
static void set_digits(type_of_value type, number *value, size_t i, write_block *block)
{
    const uint32_t last = type == WRITE_F64 ? 16 : 8;
    const uint8_t base = type == WRITE_F64 ? 0 : '0';
    *digit_at(type, block, i, last) = (uint8_t)(value->text[TEXT_LAST_DIGIT] - '0' + base);
    for (uint32_t k = last; k > 0; k--) {
        *digit_at(type, block, i, k - 1) = (uint8_t)(value->coarse % 10 + base);
        value->coarse /= 10;
    }
    if (type == WRITE_F64) {
        uint8_t *digits = (uint8_t *)(block->digits + i);
        memcpy(digits + 17, digits, 15);
    }
}

/* As text_lengths, with the sign. */
static uint32_t length_of_one(const digitrun_layout_plan *layout, type_of_value type, int32_t power,
                              int32_t skip, size_t i, write_block *block)
{
    int32_t most = type == WRITE_F64 ? 16 : 8, zeros = 0;
    while (zeros < most && (*digit_at(type, block, i, (uint32_t)(most - zeros)) & 15) == 0) {
        zeros++;
    }
    int32_t count = most + 1 - zeros - skip, whole = power < 0 ? 1 : power + 1;
    count = (count < 1 ? 1 : count) - (power < 0 ? power : 0);
    uint32_t zero = block->unusual >> i & 1 ? layout->exponent_zero : layout->point_zero;
    return (uint32_t)(count > whole ? count + 1 : whole) + (count > whole ? 0 : zero) +
           block->negative[i];
}

/* Returns 0 where the layout refuses the value. */
static int patch_one(const digitrun_layout_plan *layout, type_of_value type, const char *from,
                     size_t i, write_block *block)
{
    number value;
    if (!decode_one(layout, type, from, &value)) {
        return 0;
    }
    block->exponent[i] = value.exponent;
    block->negative[i] = value.negative;
    block->unusual |= UINT64_C(1) << i;
    if (value.exponent >= ODD_LEAST) {
        return 1;
    }
    set_digits(type, &value, i, block);
    int32_t skip = value.skip & 7; /* a float has 8 for the upper eight digits */
    int32_t power = value.exponent;
    if (power < layout->fixed_least || power > layout->fixed_most || power < ROW_LEAST ||
        power > ROW_MOST) {
        power = 0;
    } else {
        block->unusual &= ~(UINT64_C(1) << i);
    }
    uint32_t place = (uint32_t)(type == WRITE_F64 ? 2 * skip : skip) * 2;
    uint32_t negative = block->negative[i] * (type == WRITE_F64 ? 2 : 1);
    block->row[i] = (uint32_t)(power - ROW_LEAST) * 256 + (place + negative) * 32;
    block->length[i] = length_of_one(layout, type, power, skip, i, block);
    return 1;
}

#include "kernels/write_blocks.h"

void digitrun_avx2_write_f64(digitrun_write_run *run)
{
    write_any(run, WRITE_F64);
}

void digitrun_avx2_write_f32(digitrun_write_run *run)
{
    write_any(run, WRITE_F32);
}
