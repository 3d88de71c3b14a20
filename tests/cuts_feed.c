/* tests/cuts_feed.c - see cuts_feed.h. */
#include "tests/cuts_feed.h"

#include <stdlib.h>
#include <string.h>

void pieces_make(pieces *all)
{
    memset(all, 0, sizeof *all);
    all->bits = malloc(CUT_VALUES_MOST * sizeof *all->bits);
    all->row_ends = malloc(CUT_VALUES_MOST * sizeof *all->row_ends);
    all->closes = malloc(CUT_VALUES_MOST);
    all->valid = malloc(CUT_VALUES_MOST);
    if (!all->bits || !all->row_ends || !all->closes || !all->valid)
        exit(2);
}

void pieces_release(pieces *all)
{
    free(all->bits);
    free(all->row_ends);
    free(all->closes);
    free(all->valid);
}

typedef struct feeding {
    conform_bench *bench;
    const reading_way *way;
    const char *text;
    size_t len, base, end;   /* of the whole; used so far; given so far */
    size_t n, n_rows, extra; /* room beyond what the way asks, after a call that could not move */
    const size_t *cuts;
    size_t cut_count, next_cut;
    digitrun_reader reader;
    pieces *all;
} feeding;

/* ---- one call on one part ------------------------------------------------------------------- */
typedef struct part_rooms {
    size_t values, rows, bit;
    char *value_room, *row_room, *close_room, *valid_room;
} part_rooms;

static void make_rooms(feeding *feed, part_rooms *rooms)
{
    conform_bench *bench = feed->bench;
    rooms->values = room_of(feed->way->room, feed->n) + feed->extra;
    rooms->rows = feed->way->rows ? room_of(feed->way->row_room, feed->n_rows) + feed->extra : 0;
    rooms->bit = feed->all->count % 13;
    rooms->value_room = guard_room(&bench->values, rooms->values * (feed->way->single ? 4 : 8), 0);
    rooms->row_room = guard_room(&bench->row_ends, rooms->rows * sizeof(size_t), 0);
    rooms->close_room = guard_room(&bench->closes, rooms->rows, 0);
    rooms->valid_room = guard_room(&bench->valid, (rooms->values + rooms->bit + 7) / 8, 0);
}

static digitrun_result read_part(feeding *feed, const part_rooms *rooms)
{
    const reading_way *way = feed->way;
    size_t len = feed->end - feed->base;
    digitrun_shape shape;
    unsigned flags = way->whole_rows ? DIGITRUN_WHOLE_ROWS : 0;
    if (feed->end < feed->len)
        flags |= DIGITRUN_MORE;
    const char *part = guard_text(&feed->bench->text, feed->text + feed->base, len, 0);
    memset(&shape, 0, sizeof shape);
    shape.size = sizeof shape;
    if (way->rows) {
        shape.row_ends = (size_t *)(void *)rooms->row_room;
        shape.row_capacity = rooms->rows;
        shape.row_closes = way->closes ? (uint8_t *)rooms->close_room : NULL;
    }
    shape.valid = way->valid ? (uint8_t *)rooms->valid_room : NULL;
    shape.valid_bit = rooms->bit;
    feed->bench->calls++;
    if (way->single)
        return digitrun_read_f32(&feed->reader, part, len, flags,
                                 (float *)(void *)rooms->value_room, rooms->values, &shape);
    return digitrun_read_f64(&feed->reader, part, len, flags, (double *)(void *)rooms->value_room,
                             rooms->values, &shape);
}

static uint64_t stored_bits(const char *room, size_t index, bool single)
{
    uint64_t wide;
    uint32_t narrow;
    if (single) {
        memcpy(&narrow, room + index * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, room + index * sizeof wide, sizeof wide);
    return wide;
}

static bool keep(pieces *all, const reading_way *way, const digitrun_result *result,
                 const part_rooms *rooms)
{
    if (result->count > rooms->values || (way->rows && result->rows > rooms->rows) ||
        all->count + result->count > CUT_VALUES_MOST || all->rows + result->rows > CUT_VALUES_MOST)
        return false;
    for (size_t i = 0; i < result->count; i++) {
        size_t bit = i + rooms->bit;
        all->bits[all->count] = stored_bits(rooms->value_room, i, way->single);
        all->valid[all->count++] = (unsigned char)rooms->valid_room[bit / 8] >> bit % 8 & 1;
    }
    for (size_t i = 0; way->rows && i < result->rows; i++) {
        memcpy(&all->row_ends[all->rows + i], rooms->row_room + i * sizeof(size_t), sizeof(size_t));
        all->closes[all->rows + i] = (uint8_t)rooms->close_room[i];
    }
    all->rows += result->rows;
    all->missing += result->missing;
    return true;
}

/* ---- a whole text in parts ------------------------------------------------------------------ */
static void give_more(feeding *feed)
{
    feed->end = feed->next_cut < feed->cut_count ? feed->cuts[feed->next_cut++] : feed->len;
    if (feed->end < feed->base)
        feed->end = feed->base;
}

static bool broken(feeding *feed, const char *rule)
{
    feed->all->wrong = rule;
    return false;
}

/* An error is final until the row is passed over. False: reading ends here. */
static bool take_error(feeding *feed, const digitrun_result *result, const part_rooms *rooms)
{
    pieces *all = feed->all;
    if (result->status < DIGITRUN_BAD_NUMBER || result->status > DIGITRUN_ROW_LENGTH)
        return broken(feed, "a status that cannot be");
    if (all->error_count == ERRORS_MOST)
        return false;
    size_t offset = feed->base + result->offset;
    all->errors[all->error_count++] = (seen_error){result->status, offset, offset + result->length,
                                                   feed->base, feed->end};
    digitrun_result again = read_part(feed, rooms);
    if (again.status != result->status || again.count || again.rows || again.offset)
        return broken(feed, "an error is not final");
    if (!feed->way->skip)
        return false;
    digitrun_reader_skip_row(&feed->reader);
    feed->base = offset;
    return true;
}

static bool take_rest(feeding *feed, const digitrun_result *result)
{
    bool more = feed->end < feed->len, all_used = result->offset == feed->end - feed->base;
    if (result->status == DIGITRUN_OK && !all_used)
        return broken(feed, "OK, but not all used");
    if (result->status == DIGITRUN_PARTIAL && !more)
        return broken(feed, "PARTIAL without MORE");
    if (result->status == DIGITRUN_PARTIAL && all_used)
        return broken(feed, "PARTIAL with nothing held back");
    feed->base += result->offset;
    if (!more)
        return false;
    give_more(feed);
    return true;
}

/* One call and what a user does after it. False: done, or wrong. */
static bool feed_once(feeding *feed)
{
    part_rooms rooms;
    make_rooms(feed, &rooms);
    digitrun_result result = read_part(feed, &rooms);
    if (result.offset > feed->end - feed->base)
        return broken(feed, "offset beyond the part");
    if (!keep(feed->all, feed->way, &result, &rooms))
        return broken(feed, "count or rows beyond the room");
    if (feed->reader.values != feed->all->count || feed->reader.rows != feed->all->rows)
        return broken(feed, "reader.values or reader.rows");
    if (result.status == DIGITRUN_OK || result.status == DIGITRUN_PARTIAL) {
        feed->extra = 0;
        return take_rest(feed, &result);
    }
    if (result.status != DIGITRUN_FULL && result.status != DIGITRUN_ROWS_FULL)
        return take_error(feed, &result, &rooms);
    feed->base += result.offset;
    if (feed->reader.bytes != feed->base)
        return broken(feed, "reader.bytes");
    feed->extra = result.count || result.rows ? 0 : 2 * feed->extra + 1;
    return true;
}

void read_in_parts(conform_bench *bench, const digitrun_format *format, const reading_way *way,
                   const char *text, size_t len, const size_t *cuts, size_t cut_count, size_t n,
                   size_t n_rows, pieces *all)
{
    feeding feed;
    memset(&feed, 0, sizeof feed);
    feed.bench = bench;
    feed.way = way;
    feed.text = text;
    feed.len = len;
    feed.n = n;
    feed.n_rows = n_rows;
    feed.cuts = cuts;
    feed.cut_count = cut_count;
    feed.all = all;
    all->count = all->rows = all->missing = all->error_count = 0;
    all->wrong = NULL;
    digitrun_reader_init(&feed.reader, format);
    give_more(&feed);
    /* a blank line may stand for as many missing values as a row has, and one may have room */
    size_t steps = 40 * (len + cut_count) + 1000 + digitrun_max_values(len, format);
    while (feed_once(&feed))
        if (--steps == 0) {
            broken(&feed, "it does not end");
            return;
        }
}
