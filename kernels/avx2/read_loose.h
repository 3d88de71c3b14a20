/* kernels/avx2/read_loose.h - the loop of the index pass, and runs of separators told by what is no
 * blank in them.
 *
 * Indented JSON, CR LF, columns aligned by blanks: their runs are too long for a comparison of four
 * bytes, or of many lengths. There the chain looks at 64 bytes a token, and puts down what the
 * index pass compares: how many bytes of the run are no blanks, and the first three of them. That
 * costs 30 instructions more a token, so it is done only where it is of use. */
#ifndef DIGITRUN_AVX2_READ_LOOSE_H
#define DIGITRUN_AVX2_READ_LOOSE_H

#include "kernels/avx2/read_index.h"

/* Makes the tables of blanks and of all other separators. Of two of one nibble that is seen which
 * the chain's own table holds. */
static void make_loose_tables(reader *r)
{
    uint8_t found[2][16];
    memset(found, 0xff, sizeof found);
    for (unsigned byte = 0; byte < 128; byte++) {
        const unsigned class = r->plan->class_of[byte];
        uint8_t *place = &found[class == CLASS_BLANK][byte & 15];
        const bool separates = class != CLASS_TOKEN && class != CLASS_STOP;
        if (separates && (*place == 0xff || chain_sees(r, (uint8_t)byte))) {
            *place = (uint8_t)byte;
        }
    }
    r->structure = _mm256_broadcastsi128_si256(load_half(found[0]));
    r->blanks = _mm256_broadcastsi128_si256(load_half(found[1]));
}

static void set_pace(reader *r, pace how)
{
    static const int16_t reach[] = {REACH / 2, REACH, REACH, LOOSE_REACH};
    r->how = how;
    r->matcher.reach = _mm256_set1_epi16((int16_t)(reach[how] - 1));
}

/* Goes over to loose runs. */
static void begin_loose(reader *r)
{
    make_loose_tables(r);
    r->loose = true;
    r->uniform = false; /* the chunk at hand tells nothing */
    set_pace(r, PACE_LOOSE_64);
    for (unsigned which = PATTERN_PLAIN; which <= PATTERN_ROW; which++) {
        if (r->known[which] != NO_ESSENCE) {
            set_essence(r, which, r->known[which], r->run_len[which]);
        } else {
            forget(r, which);
        }
    }
}

/* What may follow a token is known beforehand of JSON without blanks. */
static void expect_nothing(reader *r)
{
    r->run_len[PATTERN_PLAIN] = r->run_len[PATTERN_ROW] = 1;
    r->run_bytes[PATTERN_PLAIN] = r->run_bytes[PATTERN_ROW] = 0; /* of no run */
    forget(r, PATTERN_PLAIN);
    forget(r, PATTERN_ROW);
    if (r->brackets) {
        expect(r, PATTERN_PLAIN, (const uint8_t *)",", 1);
        expect_json(r);
    }
}

/* Goes back, at the end of a chunk, if all its runs were such as may be compared, or its tokens too
 * long for lists. What was known of runs is nothing that the other lists can be compared with. */
static void end_loose(reader *r, bool is_long)
{
    const bool compared = r->uniform && r->run_len[PATTERN_PLAIN] < 4 &&
                          r->run_len[PATTERN_ROW] < 4;
    if (r->loose && (is_long || compared)) {
        r->loose = false;
        expect_nothing(r);
    }
}

/* Too many tokens were taken by hand. */
static void give_up(reader *r)
{
    if (r->how == PACE_LOOSE_32) {
        set_pace(r, PACE_LOOSE_64);
        r->far_steps = r->all_hands;
        r->relist = true;
    } else {
        r->irregular = true;
    }
}

/* Fills the records of a block: tokens from r->next on, their runs checked, rows put. */
ALWAYS_INLINE void index_block(reader *r, grammar g)
{
    while (!r->stopped && r->next < r->limit && r->block <= BLOCK - LANES && r->block < r->room) {
        if (!r->slow_first && find_entry(r)) {
            const bool plain = take_listed(r, g);
            if (plain || r->next >= r->limit || r->block == r->room || r->block == BLOCK) {
                continue;
            }
        }
        if (r->origin + r->next >= ENOUGH && rows_are_short(r)) {
            break; /* the next run has room for them */
        }
        if (r->next < r->limit) {
            take_token(r);
            r->slow_first = false;
            if (r->varied >= VARIED) {
                begin_loose(r);
                r->relist = true;
                break;
            }
            if (r->hands >= HANDS && r->hands > r->block / 3) {
                give_up(r);
                break;
            }
        }
    }
}

NOINLINE void index_strict(reader *r)
{
    index_block(r, (grammar){true, false});
}

NOINLINE void index_lenient(reader *r)
{
    index_block(r, (grammar){false, false});
}

NOINLINE void index_loose_strict(reader *r)
{
    index_block(r, (grammar){true, true});
}

NOINLINE void index_loose_lenient(reader *r)
{
    index_block(r, (grammar){false, true});
}

ALWAYS_INLINE void index_tokens(reader *r)
{
    if (r->loose) {
        if (r->strict) {
            index_loose_strict(r);
        } else {
            index_loose_lenient(r);
        }
    } else if (r->strict) {
        index_strict(r);
    } else {
        index_lenient(r);
    }
}

#endif
