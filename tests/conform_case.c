/* tests/conform_case.c - runs one call on a row and compares it with the scalar row and the
 * model. */
#include "tests/conform_case.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = CONFORM_TEXT_MOST + 2 };

void bench_open(conform_bench *bench)
{
    memset(bench, 0, sizeof *bench);
    for (size_t i = 0; digitrun_isa_name(i) && bench->row_count < ROWS_MOST; i++)
        if (digitrun_isa_usable(digitrun_isa_name(i)))
            bench->rows[bench->row_count++] = digitrun_isa_name(i);
        else
            printf("skipped: row %s (%s)\n", digitrun_isa_name(i),
                   digitrun_isa_why(digitrun_isa_name(i)));
    bool made = guard_make(&bench->text, CONFORM_TEXT_MOST) &&
                guard_make(&bench->values, VALUES_MOST * sizeof(double) + 64) &&
                guard_make(&bench->row_ends, VALUES_MOST * sizeof(size_t) + 64) &&
                guard_make(&bench->closes, VALUES_MOST + 64) &&
                guard_make(&bench->valid, VALUES_MOST / 8 + 128);
    outcome *outcomes[] = {&bench->want, &bench->got};
    for (size_t i = 0; i < 2; i++) {
        outcomes[i]->values = malloc(VALUES_MOST * sizeof(double));
        outcomes[i]->row_ends = malloc(VALUES_MOST * sizeof(size_t));
        outcomes[i]->closes = malloc(VALUES_MOST);
        outcomes[i]->valid = malloc(VALUES_MOST / 8 + 64);
        made = made && outcomes[i]->values && outcomes[i]->row_ends && outcomes[i]->closes &&
               outcomes[i]->valid;
    }
    if (!made || bench->row_count == 0 || strcmp(bench->rows[bench->row_count - 1], "scalar")) {
        printf("no memory, or the last row is not scalar\n");
        exit(2);
    }
}

static void outcome_release(outcome *result)
{
    free(result->values);
    free(result->row_ends);
    free(result->closes);
    free(result->valid);
}

void bench_close(conform_bench *bench)
{
    guard_area *areas[] = {&bench->text, &bench->values, &bench->row_ends, &bench->closes,
                           &bench->valid};
    for (size_t i = 0; i < 5; i++)
        guard_release(areas[i]);
    for (size_t i = 0; i < 16; i++)
        model_release(&bench->readings[i]);
    outcome_release(&bench->want);
    outcome_release(&bench->got);
}

void bench_forget(conform_bench *bench, const digitrun_format_spec *spec)
{
    memset(bench->read, 0, sizeof bench->read);
    model_resolve(&bench->rules, spec);
}

const model_reading *bench_model(conform_bench *bench, const char *text, size_t len, unsigned what)
{
    if (!bench->read[what]) {
        model_read(&bench->readings[what], &bench->rules, text, len, what);
        bench->read[what] = true;
    }
    return &bench->readings[what];
}

size_t room_of(int rule, size_t n)
{
    switch (rule) {
    case ROOM_LESS:
        return n ? n - 1 : 0;
    case ROOM_EXACT:
        return n;
    case ROOM_MORE:
        return n + 1;
    case ROOM_HALF:
        return n / 2;
    default:
        return (size_t)(rule - ROOM_0);
    }
}

void call_random(call_options *call, random_source *random)
{
    static const int calls[] = {CALL_PARSE, CALL_PARSE_ROWS, CALL_PARSE_ROWS, CALL_COUNT,
                                CALL_READ,  CALL_READ,       CALL_READ,       CALL_PREFIX};
    static const size_t slacks[] = {0, 0, 0, SIZE_MAX, 1, 3, 17, 40, 63};
    memset(call, 0, sizeof *call);
    call->api = calls[random_below(random, 8)];
    call->single = random_chance(random, 3);
    call->room = random_chance(random, 2) ? ROOM_EXACT : (int)random_below(random, ROOMS);
    call->row_room = random_chance(random, 2) ? ROOM_EXACT : (int)random_below(random, ROOMS);
    call->rows = call->api == CALL_PARSE_ROWS || random_chance(random, 2);
    call->closes = call->rows && random_chance(random, 2);
    call->whole_rows = random_chance(random, 3);
    call->valid = random_chance(random, 2);
    call->valid_bit = (uint8_t)random_below(random, 20);
    call->separator = ", ;\t\n|"[random_below(random, 6)];
    call->slack = slacks[random_below(random, 9)];
}

void call_print(const call_options *call)
{
    static const char *const names[] = {"parse", "parse_rows", "count", "read", "prefix"};
    static const char *const rooms[] = {"0", "1", "2", "3", "n-1", "n", "n+1", "n/2"};
    printf("  call: %s_%s capacity %s", names[call->api], call->single ? "f32" : "f64",
           rooms[call->room]);
    if (call->rows)
        printf(" row_capacity %s", rooms[call->row_room]);
    if (call->api == CALL_READ)
        printf("%s%s%s", call->whole_rows ? " WHOLE_ROWS" : "", call->closes ? " row_closes" : "",
               call->valid ? " valid" : "");
    if (call->api == CALL_READ && call->valid)
        printf(" valid_bit %u", (unsigned)call->valid_bit);
    if (call->api == CALL_PREFIX)
        printf(" separator 0x%02x", (unsigned char)call->separator);
    printf("\n");
}

/* ---- running -------------------------------------------------------------------------------- */
typedef struct call_rooms {
    size_t values, rows, value_bytes, valid_bytes, after;
    char *value_room, *row_room, *close_room, *valid_room;
} call_rooms;

static void make_rooms(conform_bench *bench, const call_options *call, call_rooms *rooms)
{
    rooms->value_bytes = rooms->values * (call->single ? sizeof(float) : sizeof(double));
    rooms->valid_bytes = (rooms->values + call->valid_bit + 7) / 8;
    rooms->after = call->slack & 1 ? 64 : 0; /* a pattern behind the arrays, or the guard page */
    rooms->value_room = guard_room(&bench->values, rooms->value_bytes, rooms->after);
    rooms->row_room = guard_room(&bench->row_ends, rooms->rows * sizeof(size_t), rooms->after);
    rooms->close_room = guard_room(&bench->closes, rooms->rows, rooms->after);
    rooms->valid_room = guard_room(&bench->valid, rooms->valid_bytes, rooms->after);
}

static bool rooms_intact(const conform_bench *bench, const call_rooms *rooms)
{
    return guard_intact(&bench->values, rooms->value_room, rooms->value_bytes, rooms->after) &&
           guard_intact(&bench->row_ends, rooms->row_room, rooms->rows * sizeof(size_t),
                        rooms->after) &&
           guard_intact(&bench->closes, rooms->close_room, rooms->rows, rooms->after) &&
           guard_intact(&bench->valid, rooms->valid_room, rooms->valid_bytes, rooms->after);
}

static digitrun_result run_read(const conform_case *test, const char *text, const call_rooms *rooms)
{
    const call_options *call = &test->call;
    digitrun_reader reader;
    digitrun_shape shape;
    unsigned flags = call->whole_rows ? DIGITRUN_WHOLE_ROWS : 0;
    memset(&shape, 0, sizeof shape);
    shape.size = sizeof shape;
    if (call->rows) {
        shape.row_ends = (size_t *)(void *)rooms->row_room;
        shape.row_capacity = rooms->rows;
        shape.row_closes = call->closes ? (uint8_t *)rooms->close_room : NULL;
    }
    shape.valid = call->valid ? (uint8_t *)rooms->valid_room : NULL;
    shape.valid_bit = call->valid_bit;
    digitrun_reader_init(&reader, test->format);
    if (call->single)
        return digitrun_read_f32(&reader, text, test->len, flags,
                                 (float *)(void *)rooms->value_room, rooms->values, &shape);
    return digitrun_read_f64(&reader, text, test->len, flags, (double *)(void *)rooms->value_room,
                             rooms->values, &shape);
}

static digitrun_result run_call(const conform_case *test, const char *text, const call_rooms *rooms)
{
    double *wide = (double *)(void *)rooms->value_room;
    float *narrow = (float *)(void *)rooms->value_room;
    size_t *row_ends = (size_t *)(void *)rooms->row_room;
    size_t capacity = rooms->values, len = test->len;
    const digitrun_format *format = test->format;
    switch (test->call.api) {
    case CALL_PARSE:
        return test->call.single ? digitrun_parse_f32(text, len, format, narrow, capacity)
                                 : digitrun_parse_f64(text, len, format, wide, capacity);
    case CALL_PARSE_ROWS:
        return test->call.single ? digitrun_parse_rows_f32(text, len, format, narrow, capacity,
                                                           row_ends, rooms->rows)
                                 : digitrun_parse_rows_f64(text, len, format, wide, capacity,
                                                           row_ends, rooms->rows);
    case CALL_COUNT:
        return digitrun_count(text, len, format);
    case CALL_PREFIX:
        return test->call.single
                   ? digitrun_prefix_f32(text, len, test->call.separator, narrow, capacity)
                   : digitrun_prefix_f64(text, len, test->call.separator, wide, capacity);
    default:
        return run_read(test, text, rooms);
    }
}

static bool run_row(conform_bench *bench, const conform_case *test, const char *row,
                    call_rooms *rooms, outcome *out, char *why)
{
    const call_options *call = &test->call;
    size_t slack = call->slack == SIZE_MAX ? bench->text.size - test->len : call->slack;
    if (slack > bench->text.size - test->len)
        slack = 0;
    const char *text = guard_text(&bench->text, test->text, test->len, slack);
    make_rooms(bench, call, rooms);
    digitrun_isa_force(row);
    digitrun_result result = run_call(test, text, rooms);
    bench->calls++;
    out->result = result;
    if (!rooms_intact(bench, rooms)) {
        snprintf(why, WHY_BYTES, "%s: wrote outside its arrays", row);
        return false;
    }
    bool stores = call->api != CALL_COUNT;
    bool rows = call->rows && (call->api == CALL_PARSE_ROWS || call->api == CALL_READ);
    if ((stores && result.count > rooms->values) || (rows && result.rows > rooms->rows)) {
        snprintf(why, WHY_BYTES, "%s: count %zu of %zu, rows %zu of %zu", row, result.count,
                 rooms->values, result.rows, rooms->rows);
        return false;
    }
    if (stores)
        memcpy(out->values, rooms->value_room,
               result.count * (call->single ? sizeof(float) : sizeof(double)));
    if (rows)
        memcpy(out->row_ends, rooms->row_room, result.rows * sizeof(size_t));
    if (rows && call->closes)
        memcpy(out->closes, rooms->close_room, result.rows);
    memcpy(out->valid, rooms->valid_room, rooms->valid_bytes);
    return true;
}

/* ---- against the model ---------------------------------------------------------------------- */
static unsigned what_of(const call_options *call)
{
    unsigned what = 0;
    if (call->api == CALL_COUNT)
        return MODEL_COUNT;
    if (call->single)
        what |= MODEL_F32;
    if (call->api == CALL_PARSE_ROWS ||
        (call->api == CALL_READ && (call->rows || call->whole_rows)))
        what |= MODEL_ROWS;
    if (call->api == CALL_READ && call->closes)
        what |= MODEL_CLOSES;
    return what;
}

static uint64_t stored_bits(const outcome *out, size_t index, bool single)
{
    uint64_t wide;
    uint32_t narrow;
    if (single) {
        memcpy(&narrow, out->values + index * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, out->values + index * sizeof wide, sizeof wide);
    return wide;
}

static bool check_values(const outcome *out, const model_reading *model, const call_options *call,
                         char *why)
{
    for (size_t i = 0; i < out->result.count; i++) {
        uint64_t bits = stored_bits(out, i, call->single);
        size_t bit = i + call->valid_bit;
        if (bits != model->values[i].bits) {
            snprintf(why, WHY_BYTES, "value %zu (at %zu): scalar %016llx, model %016llx", i,
                     model->values[i].start, (unsigned long long)bits,
                     (unsigned long long)model->values[i].bits);
            return false;
        }
        if (call->api == CALL_READ && call->valid &&
            ((out->valid[bit / 8] >> bit % 8) & 1) != model->values[i].present) {
            snprintf(why, WHY_BYTES, "valid bit of value %zu: model %d", i,
                     model->values[i].present);
            return false;
        }
    }
    return true;
}

static bool check_rows(const outcome *out, const model_reading *model, const call_options *call,
                       char *why)
{
    for (size_t i = 0; i < out->result.rows; i++) {
        if (out->row_ends[i] != model->rows[i].values) {
            snprintf(why, WHY_BYTES, "row_ends[%zu]: scalar %zu, model %zu", i, out->row_ends[i],
                     model->rows[i].values);
            return false;
        }
        if (call->closes && call->api == CALL_READ && out->closes[i] != model->rows[i].closes) {
            snprintf(why, WHY_BYTES, "row_closes[%zu]: scalar %u, model %zu", i,
                     (unsigned)out->closes[i], model->rows[i].closes);
            return false;
        }
    }
    return true;
}

static bool check_result(const digitrun_result *got, const model_result *want, char *why)
{
    bool offset = got->offset >= want->offset && got->offset <= want->offset_most;
    if (got->status == want->status && got->count == want->count && got->rows == want->rows &&
        got->missing == want->missing && got->length == want->length && offset)
        return true;
    snprintf(why, WHY_BYTES,
             "scalar status %d count %zu rows %zu missing %zu offset %zu length %zu; "
             "model %d %zu %zu %zu %zu..%zu %zu",
             (int)got->status, got->count, got->rows, got->missing, got->offset, got->length,
             (int)want->status, want->count, want->rows, want->missing, want->offset,
             want->offset_most, want->length);
    return false;
}

static const model_reading *reading_of(conform_bench *bench, const conform_case *test)
{
    if (test->call.api != CALL_PREFIX)
        return bench_model(bench, test->text, test->len, what_of(&test->call));
    model_reading *reading = &bench->readings[15]; /* all flags: no other call's */
    model_prefix(reading, test->text, test->len, test->call.separator,
                 test->call.single ? MODEL_F32 : 0);
    return reading;
}

static bool check_model(conform_bench *bench, const conform_case *test, const model_reading *model,
                        const call_rooms *rooms, char *why)
{
    const call_options *call = &test->call;
    model_result want;
    bool rows = call->rows && (call->api == CALL_PARSE_ROWS || call->api == CALL_READ);
    if (call->api == CALL_COUNT && bench->rules.columns && bench->rules.json)
        return true; /* rows of a mixed array have no length */
    model_limit(&want, model, call->api == CALL_COUNT ? SIZE_MAX : rooms->values,
                rows ? rooms->rows : SIZE_MAX, call->api == CALL_READ && call->whole_rows);
    if (!check_result(&bench->want.result, &want, why))
        return false;
    if (call->api != CALL_COUNT && !check_values(&bench->want, model, call, why))
        return false;
    return !rows || check_rows(&bench->want, model, call, why);
}

/* ---- row against row ------------------------------------------------------------------------ */
static bool same_result(const digitrun_result *a, const digitrun_result *b)
{
    return a->status == b->status && a->count == b->count && a->rows == b->rows &&
           a->offset == b->offset && a->length == b->length && a->missing == b->missing;
}

static bool check_row(const conform_bench *bench, const conform_case *test, const char *row,
                      const call_rooms *rooms, char *why)
{
    const outcome *want = &bench->want, *got = &bench->got;
    const call_options *call = &test->call;
    size_t item = call->single ? sizeof(float) : sizeof(double), count = want->result.count;
    bool rows = call->rows && (call->api == CALL_PARSE_ROWS || call->api == CALL_READ);
    const char *part = NULL;
    if (!same_result(&want->result, &got->result))
        part = "result";
    else if (call->api != CALL_COUNT && memcmp(want->values, got->values, count * item))
        part = "values";
    else if (rows && memcmp(want->row_ends, got->row_ends, want->result.rows * sizeof(size_t)))
        part = "row_ends";
    else if (rows && call->closes && call->api == CALL_READ &&
             memcmp(want->closes, got->closes, want->result.rows))
        part = "row_closes";
    else if (call->api == CALL_READ && call->valid)
        for (size_t i = call->valid_bit; i < count + call->valid_bit; i++)
            if (((want->valid[i / 8] ^ got->valid[i / 8]) >> i % 8) & 1)
                part = "valid";
    if (!part)
        return true;
    const digitrun_result *a = &want->result, *b = &got->result;
    (void)rooms;
    snprintf(why, WHY_BYTES,
             "%s: %s differs; scalar status %d count %zu rows %zu missing %zu offset %zu length "
             "%zu, %s %d %zu %zu %zu %zu %zu",
             row, part, (int)a->status, a->count, a->rows, a->missing, a->offset, a->length, row,
             (int)b->status, b->count, b->rows, b->missing, b->offset, b->length);
    return false;
}

bool case_check(conform_bench *bench, const conform_case *test, char *why)
{
    call_rooms rooms;
    const model_reading *model = reading_of(bench, test);
    memset(&rooms, 0, sizeof rooms);
    rooms.values = room_of(test->call.room, model->count);
    rooms.rows = room_of(test->call.row_room, model->row_count);
    const char *scalar = bench->rows[bench->row_count - 1];
    if (!run_row(bench, test, scalar, &rooms, &bench->want, why) ||
        !check_model(bench, test, model, &rooms, why))
        return false;
    bench->values_seen += bench->want.result.count;
    bench->rows_seen += bench->want.result.rows;
    bench->bytes_seen += test->len;
    for (size_t i = 0; i + 1 < bench->row_count; i++)
        if (!run_row(bench, test, bench->rows[i], &rooms, &bench->got, why) ||
            !check_row(bench, test, bench->rows[i], &rooms, why))
            return false;
    return true;
}
