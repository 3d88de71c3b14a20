/* kernels/neon/write_block.h - a block of values between the stages, and the digits of integers.
 *
 * The text of a value is made of 32 bytes by table lookup. Digits come last digit first, as out of
 * little-endian lanes:
 *
 *     digits   15 14 13 .. 2 1 0        of 17; of a float  0 .. 0 8 7 6 5 4 3 2 1 0, of 9
 *     last     16 '0' '.' '-'           the first four bytes of a write_info
 *
 * The first digits may be '0': one of a double, two of a float. */

/* What the text stage needs of a value, beside its digits. */
typedef struct write_info {
    uint32_t last;
    uint32_t row;    /* of the table of rows; fixed: of the first digit */
    uint32_t length; /* of its text, up to the exponent; fixed: without the sign */
    uint32_t negative;
} write_info;

/* Lanes are in the order of the values, but where there is more to say. */
typedef struct write_block {
    /* Eight digits each. Doubles: the last eight of a value, its first eight, those of the next */
    uint32_t eights[2 * WRITE_BLOCK];
    uint32_t fine[WRITE_BLOCK]; /* the last digit, 0 .. 9 */
    int32_t skip[WRITE_BLOCK];  /* minus the zeros in front of the others */
    uint8_t digits[WRITE_BLOCK][16];
    write_info info[WRITE_BLOCK];
    uint32_t index[WRITE_BLOCK]; /* in the table of scaled ulps */
    uint32_t negative[WRITE_BLOCK];
    int32_t k[WRITE_BLOCK];     /* of shortest.h; less where the layout alone says what to write */
    int32_t count[WRITE_BLOCK]; /* digits from the first to the last that is none, less all */
    int32_t exponent[WRITE_BLOCK]; /* where some are unusual: of the first digit, or one of ODD_ */
    uint32_t end[WRITE_BLOCK];     /* likewise: of the exponent's text */
    uint64_t tail[WRITE_BLOCK];    /* likewise: that text */
    int usual;                     /* whether none is unusual */
} write_block;

INLINE int are_usual(const write_block *block)
{
    return block->usual;
}

INLINE uint32_t row_of(const write_block *block, size_t i)
{
    return block->info[i].row;
}

INLINE uint32_t negative_of(const write_block *block, size_t i)
{
    return block->info[i].negative;
}

INLINE uint32_t length_of(const write_block *block, size_t i)
{
    return block->info[i].length;
}

/* Two vectors in step: one alone is a chain of dependent instructions, and those that wait fill the
 * scheduler. */
#define BOTH for (int k = 0; k < 2; k++)

/* Eight times four digits: the upper four in the upper half. 1759218605 / 2^44 is 10^-4 within
 * 10^-13. */
INLINE uint16x8_t split_eights(uint32x4_t eights)
{
    uint32x4_t high = vreinterpretq_u32_s32(
        vqdmulhq_s32(vreinterpretq_s32_u32(eights), vdupq_n_s32(1759218605)));
    high = vshrq_n_u32(high, 13);
    return vreinterpretq_u16_u32(vmlaq_u32(eights, high, vdupq_n_u32(65536 - 10000)));
}

/* Two digits of each word below 100, the last one in the lower byte. 3277 / 2^15 is 1/10, above. */
INLINE uint16x8_t split_ones(uint16x8_t pairs)
{
    uint16x8_t tens = vreinterpretq_u16_s16(
        vqdmulhq_s16(vreinterpretq_s16_u16(pairs), vdupq_n_s16(3277)));
    return vmlaq_u16(pairs, tens, vdupq_n_u16(256 - 10));
}

/* Sixteen digits of four times eight, a byte each, last digit first: two halves of eight. */
INLINE void spread_eights(uint32x4_t eights, uint8x16_t digits[2])
{
    uint16x8_t words = split_eights(eights);
    /* 20972 / 2^21 is 1/100, above */
    uint16x8_t high = vreinterpretq_u16_s16(
        vqdmulhq_s16(vreinterpretq_s16_u16(words), vdupq_n_s16(20972)));
    high = vshrq_n_u16(high, 6);
    uint16x8_t low = split_ones(vmlsq_u16(words, high, vdupq_n_u16(100)));
    high = split_ones(high);
    digits[0] = vreinterpretq_u8_u16(vzip1q_u16(low, high));
    digits[1] = vreinterpretq_u8_u16(vzip2q_u16(low, high));
}

INLINE uint8x16_t repeat_four(uint8_t first, uint8_t second, uint8_t third, uint8_t fourth)
{
    return vreinterpretq_u8_u32(vdupq_n_u32(first | (uint32_t)second << 8 | (uint32_t)third << 16 |
                                            (uint32_t)fourth << 24));
}

/* Of four times sixteen bytes: a 32-bit lane each, of every four bytes a byte with those bits of
 * `bits` whose bytes are not 0. */
INLINE uint8x16_t gather_bits(const uint8x16_t digits[4], uint8x16_t bits)
{
    uint8x16_t set[4];
    for (int k = 0; k < 4; k++) {
        set[k] = vandq_u8(vtstq_u8(digits[k], digits[k]), bits);
    }
    return vpaddq_u8(vpaddq_u8(set[0], set[1]), vpaddq_u8(set[2], set[3]));
}

/* One more than the zeros at the low ends of four times sixteen digits; no matter what if all are.
 *
 *     bits     64 16 4 1 64 16 ..    of the lowest digit on
 *     lane     its four bytes turned round: 2 zeros + 1 leading bits that are 0 */
INLINE uint32x4_t count_last_zeros(const uint8x16_t digits[4])
{
    uint8x16_t set = vrev32q_u8(gather_bits(digits, repeat_four(64, 16, 4, 1)));
    return vrshrq_n_u32(vclzq_u32(vreinterpretq_u32_u8(set)), 1);
}

/* The zeros at the high ends. */
INLINE uint32x4_t count_first_zeros(const uint8x16_t digits[4])
{
    uint8x16_t set = gather_bits(digits, repeat_four(2, 8, 32, 128));
    return vshrq_n_u32(vclzq_u32(vreinterpretq_u32_u8(set)), 1);
}

/* The digits of values i .. i + 3. */
INLINE void spread_sixteens(size_t i, write_block *block, uint8x16_t digits[4])
{
    BOTH spread_eights(vld1q_u32(block->eights + 2 * i + 4 * k), digits + 2 * k);
    for (int k = 0; k < 4; k++) {
        vst1q_u8(block->digits[i + (size_t)k], vorrq_u8(digits[k], vdupq_n_u8('0')));
    }
}

/* The digits of doubles; see count_last_zeros. */
INLINE uint32x4_t spread_f64(size_t i, write_block *block)
{
    uint8x16_t digits[4];
    spread_sixteens(i, block, digits);
    return count_last_zeros(digits);
}

/* The digits of floats, the ninth before the eight; the same of the eight, by bits of which there
 * are four for a digit. */
INLINE uint32x4_t spread_f32(size_t i, write_block *block)
{
    const uint8x16_t zero = vdupq_n_u8('0'), bits = repeat_four(32, 2, 32, 2);
    uint8x16_t eights[2], set[2];
    spread_eights(vld1q_u32(block->eights + i), eights);
    BOTH set[k] = vandq_u8(vtstq_u8(eights[k], eights[k]), bits);
    uint8x16_t all = vrev32q_u8(vpaddq_u8(set[0], set[1]));
    uint32x4_t ninth = vshlq_n_u32(vld1q_u32(block->fine + i), 24), none = vdupq_n_u32(0);
    BOTH eights[k] = vorrq_u8(eights[k], zero);
    for (int k = 0; k < 2; k++) {
        uint32x4_t lanes = k ? vzip2q_u32(none, ninth) : vzip1q_u32(none, ninth);
        uint64x2_t low = vreinterpretq_u64_u8(vorrq_u8(vreinterpretq_u8_u32(lanes), zero));
        uint64x2_t high = vreinterpretq_u64_u8(eights[k]);
        vst1q_u8(block->digits[i + 2 * (size_t)k], vreinterpretq_u8_u64(vzip1q_u64(low, high)));
        vst1q_u8(block->digits[i + 2 * (size_t)k + 1], vreinterpretq_u8_u64(vzip2q_u64(low, high)));
    }
    return vrshrq_n_u32(vclzq_u32(vreinterpretq_u32_u8(all)), 2);
}
