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

/* Stores the value of a plain token, or returns false if it has to be a hole. */
static bool store_plain(const digitrun_decimal *d, void *values, uint32_t i, element type)
{
    if (type == ELEMENT_F64) {
        return digitrun_round_f64(d, (double *)values + i) == 0;
    }
    return type == ELEMENT_COUNT || digitrun_round_f32(d, (float *)values + i) == 0;
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
    digitrun_decimal d;
    const uint8_t *stop = scan_decimal(r->plan, text + start, text + r->run->len, skip_digits, &d);
    uint32_t end = stop == NULL ? start : (uint32_t)(stop - text);
    const bool plain = end != start &&
                       (end == r->run->len || r->plan->class_of[text[end]] != CLASS_TOKEN);
    end = plain ? end : token_end(r, end);
    if (!is_by_hand(r, i) && end != start + token_len(r, i)) {
        return VERDICT_AGAIN;
    }
    if (!ends_token(r, end)) {
        return VERDICT_STOP;
    }
    if (plain && store_plain(&d, values, i, type)) {
        return VERDICT_TAKEN;
    }
    return add_hole(r, start, HOLE_STORED, r->stored + i, rows_before(r, begin, i)) ? VERDICT_TAKEN
                                                                                    : VERDICT_STOP;
}

#endif
