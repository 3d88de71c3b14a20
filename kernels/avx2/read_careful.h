/* kernels/avx2/read_careful.h - tokens one at a time: what the windows cannot hold or prove. Wants
 * skip_digits of the room's read_types.h, token_start, token_len and is_by_hand of read_index.h. */
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

/* A token and, where it is plain, its number. */
typedef struct scanned {
    digitrun_decimal number;
    uint32_t end;
    bool plain;
} scanned;

static scanned scan_token(const reader *r, uint32_t start)
{
    scanned t;
    const uint8_t *const text = r->run->text;
    const uint8_t *const run_end = text + r->run->len;
    const uint8_t *end = scan_decimal(r->plan, text + start, run_end, skip_digits, &t.number);
    t.plain = end != NULL && (end == run_end || r->plan->class_of[*end] != CLASS_TOKEN);
    t.end = t.plain ? (uint32_t)(end - text) : token_end(r, start);
    return t;
}

/* Reads token i of the block, to values[i]. */
static verdict read_token(reader *r, uint32_t i, const snapshot *begin, void *values, element type)
{
    const uint32_t start = r->origin + token_start(r, i);
    const scanned t = scan_token(r, start);
    r->long_hands += t.end - start >= LONG_TOKEN;
    if (!is_by_hand(r, i) && t.end != start + token_len(r, i)) {
        return VERDICT_AGAIN;
    }
    if (!ends_token(r, t.end)) {
        return VERDICT_STOP;
    }
    if (t.plain && store_plain(&t.number, values, i, type)) {
        return VERDICT_TAKEN;
    }
    return add_hole(r, start, HOLE_STORED, r->stored + i, rows_before(r, begin, i)) ? VERDICT_TAKEN
                                                                                    : VERDICT_STOP;
}

/* Reads tokens straight to their places while long ones are among them: what lists, windows and
 * blocks would do for them is to be done again by hand. */
static void read_long_tokens(reader *r, element type)
{
    const digitrun_run *run = r->run;
    const uint32_t first = r->origin + r->next;
    uint32_t tokens = 0;
    while (r->long_tokens != 0 && !r->stopped && r->next < r->limit) {
        const uint32_t start = r->origin + r->next;
        if (taken(r) == run->capacity || r->plan->class_of[run->text[start]] != CLASS_TOKEN) {
            r->long_tokens = 0;
            return;
        }
        const scanned t = scan_token(r, start);
        if (!ends_token(r, t.end) ||
            (!(t.plain && store_plain(&t.number, run->values, r->stored, type)) &&
             !add_hole(r, start, HOLE_STORED, r->stored, r->rows))) {
            settle(r);
            r->stopped = true;
            return;
        }
        accept_token(r);
        r->stored++;
        r->at = t.end;
        r->stopped = !walk(r);
        r->next = r->at - r->origin;
        r->long_tokens = t.end - start >= LONG_TOKEN ? (uint32_t)SHORT_AMONG_LONG
                                                     : r->long_tokens - 1;
        if (++tokens == FIRST_LONG && r->stored == tokens && r->origin + r->next - first < ENOUGH) {
            r->irregular = r->stopped = true; /* not that long: the scalar row is faster */
        }
    }
}

#endif
