/* kernels/avx2/read_careful.h - tokens one at a time: what the windows cannot hold or prove. Of the
 * room's read_index.h it wants token_start, token_len and is_by_hand. */
#ifndef DIGITRUN_AVX2_READ_CAREFUL_H
#define DIGITRUN_AVX2_READ_CAREFUL_H

typedef enum verdict {
    VERDICT_TAKEN, /* a value or a hole */
    VERDICT_STOP,  /* the run ends before the token */
    VERDICT_AGAIN  /* the token ends elsewhere than the index pass took it to: go on from it by hand
                    */
} verdict;

ALWAYS_INLINE bool is_digit(uint8_t byte)
{
    return (uint8_t)(byte - '0') < 10;
}

static const uint8_t *skip_digits(const uint8_t *p, const uint8_t *end)
{
    while (p != end && is_digit(*p)) {
        p++;
    }
    return p;
}

static const uint8_t *skip_exponent(const uint8_t *p, const uint8_t *end)
{
    p += p != end && (*p == '-' || *p == '+');
    const uint8_t *digits = p;
    p = skip_digits(p, end);
    return p == digits ? NULL : p;
}

/* Whether [p, end) is plain by the plan. */
static bool is_plain(const digitrun_plan *plan, const uint8_t *p, const uint8_t *end)
{
    p += *p == '-' || (*p == '+' && (plan->needs & NEED_PLUS) != 0);
    const uint8_t *integer = p;
    const uint8_t *fraction = NULL;
    p = skip_digits(p, end);
    size_t before = (size_t)(p - integer), after = 0;
    if (before > 1 && *integer == '0' && (plan->needs & NEED_LEADING_ZEROS) == 0) {
        return false;
    }
    if (p != end && *p == plan->decimal) {
        fraction = p + 1;
        p = skip_digits(fraction, end);
        after = (size_t)(p - fraction);
    }
    if (before + after == 0 || ((plan->needs & NEED_BARE_POINT) == 0 &&
                                (before == 0 || (fraction != NULL && after == 0)))) {
        return false;
    }
    if (p != end && (*p | 0x20) == 'e') {
        p = skip_exponent(p + 1, end);
    }
    return p == end;
}

/* Stores the value of the plain token, or returns false if it has to be a hole. */
static bool store_plain(const reader *r, const uint8_t *begin, const uint8_t *end, void *values,
                        uint32_t i, element type)
{
    const char *first = (const char *)begin + (*begin == '+');
    if (type == ELEMENT_COUNT) {
        return true;
    }
    if (r->plan->decimal != '.') {
        return false;
    }
    if (type == ELEMENT_F64) {
        return digitrun_reference_f64(first, (const char *)end, (double *)values + i) == 0;
    }
    return digitrun_reference_f32(first, (const char *)end, (float *)values + i) == 0;
}

/* Rows that ended before token i of the block. */
static uint32_t rows_before(const reader *r, const snapshot *begin, uint32_t i)
{
    uint32_t before = (uint32_t)__builtin_popcountll(r->row_bits & ((UINT64_C(1) << i) - 1));
    if (r->extra_rows == 0) {
        return begin->rows + before;
    }
    reader again = *r;
    digitrun_run run = *r->run;
    run.row_closes = NULL;
    again.run = &run;
    again.rehearsal = true;
    cut_block(&again, begin, i);
    return again.rows;
}

/* Reads token i of the block, to values[i]. */
static verdict read_token(reader *r, uint32_t i, const snapshot *begin, void *values, element type)
{
    const uint8_t *text = r->run->text;
    const uint32_t start = r->origin + token_start(r, i);
    const uint32_t end = token_end(r, start);
    if (!is_by_hand(r, i) && end != start + token_len(r, i)) {
        return VERDICT_AGAIN;
    }
    if (!ends_token(r, end)) {
        return VERDICT_STOP;
    }
    if (is_plain(r->plan, text + start, text + end) &&
        store_plain(r, text + start, text + end, values, i, type)) {
        return VERDICT_TAKEN;
    }
    return add_hole(r, start, HOLE_STORED, r->stored + i, rows_before(r, begin, i)) ? VERDICT_TAKEN
                                                                                    : VERDICT_STOP;
}

#endif
