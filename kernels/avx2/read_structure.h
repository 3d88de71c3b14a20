/* kernels/avx2/read_structure.h - separators by the tables of the plan, one byte at a time: what
 * the index pass has not seen before, and the way back to a place between two tokens. Of the room's
 * read_types.h it wants reader, chain_sees and set_pattern. */
#ifndef DIGITRUN_AVX2_READ_STRUCTURE_H
#define DIGITRUN_AVX2_READ_STRUCTURE_H

ALWAYS_INLINE bool may_come(const reader *r, unsigned class)
{
    return (r->plan->follow[r->after] >> class & 1) != 0;
}

/* Values and holes without a slot so far: what must stay within the capacity. */
ALWAYS_INLINE uint32_t taken(const reader *r)
{
    return r->stored + r->block + r->unstored;
}

/* Puts a hole in its place by start. Returns false if there is no room. */
static bool add_hole(reader *r, uint32_t start, uint32_t flag, uint32_t value, uint32_t row)
{
    digitrun_hole *holes = r->run->holes;
    if (r->rehearsal) {
        return true;
    }
    if (r->holes == r->run->hole_capacity) {
        return false;
    }
    uint32_t i = r->holes++;
    while (i > 0 && (holes[i - 1].start & ~HOLE_STORED) > start) {
        holes[i] = holes[i - 1];
        i--;
    }
    holes[i] = (digitrun_hole){value, row, start | flag};
    return true;
}

/* The cell that the byte at `at` shows to be empty. */
static bool add_empty_cell(reader *r, uint32_t at)
{
    if (taken(r) == r->run->capacity || !add_hole(r, at, 0, r->stored + r->block, r->rows)) {
        return false;
    }
    r->unstored++;
    r->room--;
    r->level = LEVEL_NUMBERS;
    return true;
}

static bool end_row(reader *r)
{
    digitrun_run *run = r->run;
    if (run->row_ends != NULL) {
        if (r->rows == run->row_capacity) {
            return false;
        }
        run->row_ends[r->rows] = r->stored + r->block;
    }
    if (run->row_closes != NULL) {
        run->row_closes[r->rows] = r->brackets;
    }
    r->rows++;
    return true;
}

/* A byte between the tokens of a list or table. Returns false to stop before it. */
static bool pass_separator(reader *r, uint32_t at, unsigned class)
{
    const bool cells = (r->plan->needs & NEED_EMPTY_CELLS) != 0;
    switch (class) {
    case CLASS_BLANK:
        return true;
    case CLASS_RETURN:
        return at + 1 != r->run->len && r->run->text[at + 1] == '\n';
    case CLASS_ROW:
        if (!may_come(r, CLASS_ROW)) {
            return false;
        }
        if (cells && r->after == CLASS_DELIMITER && r->plan->last_separator != DIGITRUN_ACCEPT) {
            if (!add_empty_cell(r, at)) {
                return false;
            }
            r->after = CLASS_TOKEN; /* should the row end find no room */
        }
        if (r->level != LEVEL_EMPTY && !end_row(r)) {
            return false;
        }
        r->level = LEVEL_EMPTY;
        r->after = CLASS_ROW;
        return true;
    case CLASS_DELIMITER:
        if (!may_come(r, CLASS_DELIMITER) ||
            (cells && r->after != CLASS_TOKEN && !add_empty_cell(r, at))) {
            return false;
        }
        r->after = CLASS_DELIMITER;
        return true;
    default:
        return false;
    }
}

static bool pass_close(reader *r)
{
    if (r->level != LEVEL_ARRAYS) {
        if (!end_row(r)) {
            return false;
        }
    } else if (r->run->row_closes != NULL) {
        r->run->row_closes[(int64_t)r->rows - 1]++;
    }
    r->level = LEVEL_ARRAYS;
    r->depth--;
    r->after = r->depth == 0 ? (uint8_t)AFTER_DOCUMENT : (uint8_t)CLASS_CLOSE;
    return true;
}

/* The same in JSON. */
static bool pass_structure(reader *r, unsigned class)
{
    if (class == CLASS_BLANK) {
        return true;
    }
    if (!may_come(r, class)) {
        return false;
    }
    switch (class) {
    case CLASS_OPEN:
        if (r->depth >= r->run->depth_max ||
            (r->level == LEVEL_NUMBERS && r->depth != 0 && r->run->row_ends != NULL)) {
            return false;
        }
        r->depth++;
        r->level = LEVEL_EMPTY;
        r->after = CLASS_OPEN;
        return true;
    case CLASS_CLOSE:
        return pass_close(r);
    default: /* DELIMITER, ROW */
        r->after = (uint8_t) class;
        return true;
    }
}

static void forget(reader *r, unsigned which)
{
    set_pattern(r, which, 0, 1, 1);
}

/* Whether the chain sees each byte of the run; else the point may lie behind one. */
static bool is_seen(const reader *r, const uint8_t *run, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++) {
        if (!chain_sees(r, run[i])) {
            return false;
        }
    }
    return true;
}

/* The run's `len` bytes, behind a token's last. */
static void expect(reader *r, unsigned which, const uint8_t *run, uint32_t len)
{
    const uint32_t before = len < 4 ? (uint32_t)'0' << (24 - 8 * len) : 0;
    uint32_t bytes = 0;
    memcpy((uint8_t *)&bytes + 4 - len, run, len);
    set_pattern(r, which, UINT32_MAX << (32 - 8 * len) | before, bytes | before, len);
}

/* How JSON without blanks goes on, in an array at the depth at hand. */
static void expect_json(reader *r)
{
    static const uint8_t row[] = "],[", line[] = "]\n[";
    forget(r, PATTERN_ROW);
    if (r->depth >= 2) {
        expect(r, PATTERN_ROW, row, 3);
    } else if (r->depth == 1 && r->plan->kind == DIGITRUN_NDJSON) {
        expect(r, PATTERN_ROW, line, 3);
    }
}

/* Whether the byte of this class that was just passed may be passed again with nothing changed. */
ALWAYS_INLINE bool changes_nothing(const reader *r, unsigned class)
{
    return class == CLASS_BLANK ||
           (class == r->after && !r->brackets && may_come(r, class) &&
            (class == CLASS_ROW || (r->plan->needs & NEED_EMPTY_CELLS) == 0));
}

/* The end of the bytes at p, before `end`, that are like the one before them. */
static const uint8_t *pass_copies(const uint8_t *p, const uint8_t *end)
{
    const uint64_t copies = p[-1] * UINT64_C(0x0101010101010101);
    while (end - p >= 8 && memcmp(p, &copies, sizeof copies) == 0) {
        p += 8;
    }
    while (p != end && *p == (uint8_t)copies) {
        p++;
    }
    return p;
}

/* Goes from r->at over separators. Returns true before a token that may stand there, else false
 * where the run must stop; r->at says where, and the automaton is as before that byte. */
static bool walk(reader *r)
{
    const uint8_t *const text = r->run->text, *const end = text + r->run->len;
    const uint8_t *p = text + r->at;
    const uint32_t depth = r->depth;
    bool go_on = p != end;
    r->exact = true;
    while (go_on) {
        const unsigned class = r->plan->class_of[*p];
        if (class == CLASS_TOKEN) {
            go_on = may_come(r, CLASS_TOKEN) &&
                    !(r->brackets && r->level == LEVEL_ARRAYS && r->run->row_ends != NULL);
            break;
        }
        go_on = r->brackets ? pass_structure(r, class)
                            : pass_separator(r, (uint32_t)(p - text), class);
        p += go_on;
        if (p == end) {
            go_on = false;
        } else if (go_on && *p == p[-1] && changes_nothing(r, class)) {
            p = pass_copies(p, end);
            go_on = p != end;
        }
    }
    r->at = (uint32_t)(p - text);
    if (r->depth != depth) {
        expect_json(r); /* a row's run is right at its depth alone */
    }
    return go_on;
}

/* The automaton behind a token. */
static void accept_token(reader *r)
{
    if (r->exact) {
        if (r->level == LEVEL_ARRAYS) {
            forget(r, PATTERN_ROW); /* no row of numbers ends at the next ] */
        }
        if (r->level == LEVEL_EMPTY || !r->brackets) {
            r->level = LEVEL_NUMBERS;
        }
    }
    r->after = CLASS_TOKEN;
    r->exact = false;
}

/* Makes the automaton exact where only patterns were seen between the last token and r->next. */
static void settle(reader *r)
{
    uint32_t at = r->origin + r->next;
    unsigned class = CLASS_BLANK;
    if (r->exact) {
        return;
    }
    while (class == CLASS_BLANK || class == CLASS_RETURN) {
        class = r->plan->class_of[r->run->text[--at]];
    }
    r->after = (uint8_t) class;
    if (class == CLASS_OPEN || class == CLASS_ROW) {
        r->level = LEVEL_EMPTY;
    }
    r->exact = true;
}

/* The run text[from, r->at) was walked, from behind a token to a token, and rows ends lie in it. */
static void learn(reader *r, uint32_t from, uint32_t depth, bool numbers, uint32_t rows,
                  uint32_t unstored)
{
    uint32_t len = r->at - from;
    const uint8_t *run = r->run->text + from;
    if (len <= 4 && rows <= 1 && r->depth == depth && numbers && r->unstored == unstored &&
        (len < 4 || r->strict) && is_seen(r, run, len)) {
        expect(r, rows == 0 ? PATTERN_PLAIN : PATTERN_ROW, run, len);
    }
}

/* The byte behind the token that starts at `start`. */
static uint32_t token_end(const reader *r, uint32_t start)
{
    const uint8_t *const text = r->run->text;
    return (uint32_t)(digitrun_token_end(r->plan, text + start, text + r->run->len) - text);
}

/* Whether a token may end before text[end]. */
static bool ends_token(const reader *r, uint32_t end)
{
    if (end == r->run->len) {
        return r->run->last != 0;
    }
    unsigned class = r->plan->class_of[r->run->text[end]];
    if (class == CLASS_RETURN) {
        return end + 1 != r->run->len && r->run->text[end + 1] == '\n';
    }
    return class - 1u < 5u; /* BLANK .. CLOSE */
}

/* The automaton at a place between two tokens. */
typedef struct snapshot {
    uint32_t next, depth, rows, unstored;
    uint8_t after, level, closes;
    bool exact;
} snapshot;

static snapshot take_snapshot(const reader *r)
{
    const uint8_t *closes = r->run->row_closes;
    return (snapshot){r->origin + r->next,
                      r->depth,
                      r->rows,
                      r->unstored,
                      r->after,
                      r->level,
                      closes != NULL ? closes[(int64_t)r->rows - 1] : (uint8_t)0,
                      r->exact};
}

/* Cuts the block to its first `tokens` tokens, read again from where it began. Everything ends up
 * as before the token behind them. */
static void cut_block(reader *r, const snapshot *begin, uint32_t tokens)
{
    uint32_t kept = 0;
    r->next = begin->next - r->origin;
    r->depth = begin->depth;
    r->rows = begin->rows;
    r->after = begin->after;
    r->level = begin->level;
    r->exact = begin->exact;
    r->at = begin->next;
    if (r->run->row_closes != NULL) {
        r->run->row_closes[(int64_t)r->rows - 1] = begin->closes;
    }
    settle(r);
    /* empty cells are found again; holes behind the cut go */
    r->unstored = begin->unstored;
    for (uint32_t i = 0; i < r->holes && !r->rehearsal; i++) {
        const digitrun_hole *hole = &r->run->holes[i];
        if ((hole->start & HOLE_STORED) != 0 || hole->start < begin->next) {
            r->run->holes[kept++] = *hole;
        }
    }
    r->holes = r->rehearsal ? 0 : kept;
    r->block = 0;
    walk(r); /* a separator may stand there that the table lacks */
    while (r->block < tokens) {
        accept_token(r);
        r->block++;
        r->at = token_end(r, r->at);
        walk(r);
    }
    r->next = r->at - r->origin;
    while (r->holes > 0 && (r->run->holes[r->holes - 1].start & ~HOLE_STORED) >= r->at) {
        r->holes--;
    }
}

#endif
