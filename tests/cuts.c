/* tests/cuts.c - a text read in parts gives the values, rows, closes, validity and errors that the
 * model gives for the whole, wherever it is cut and however small the room. Exit code 0 or 1. */
#include "tests/cuts_feed.h"

#include <stdlib.h>
#include <string.h>

typedef struct cut_run {
    conform_bench bench;
    conform_settings settings;
    digitrun_format made;
    const digitrun_format *format;
    gen_spec spec;
    text_buffer text;
    const char *part, *row;
    size_t index;
    pieces got, whole;
    size_t *cuts, cut_count;
    uint64_t texts, readings;
} cut_run;

/* ---- checking -------------------------------------------------------------------------------- */
/* Reads with run->cuts. With skip the whole text in one part is the measure. */
static bool check_cuts(cut_run *run, const reading_way *way, const char *text, size_t len,
                       char *why)
{
    const model_reading *model = bench_model(&run->bench, text, len, way_model(way));
    run->readings++;
    read_in_parts(&run->bench, run->format, way, text, len, run->cuts, run->cut_count, model->count,
                  model->row_count, &run->got);
    if (run->got.wrong) {
        snprintf(why, WHY_BYTES, "%s", run->got.wrong);
        return false;
    }
    if (!way->skip)
        return pieces_match_model(&run->got, model, way, why);
    return pieces_match(&run->got, &run->whole, way, why);
}

static bool read_whole(cut_run *run, const reading_way *way, const char *text, size_t len,
                       char *why)
{
    reading_way roomy = *way;
    if (!way->skip)
        return true;
    roomy.room = roomy.row_room = ROOM_EXACT;
    read_in_parts(&run->bench, run->format, &roomy, text, len, NULL, 0, len + 1, len + 1,
                  &run->whole);
    if (run->whole.wrong)
        snprintf(why, WHY_BYTES, "uncut: %s", run->whole.wrong);
    return !run->whole.wrong;
}

/* ---- reducing ------------------------------------------------------------------------------- */
typedef struct reduction {
    cut_run *run;
    text_buffer *text;
    reading_way way;
    char why[WHY_BYTES];
} reduction;

/* Fails in one part, in two (anywhere in a short text), or byte by byte: the cuts are left so. */
static bool still_fails(void *context, const char *text, size_t len)
{
    reduction *reduced = context;
    cut_run *run = reduced->run;
    bench_forget(&run->bench, &run->spec.spec);
    run->cut_count = 0;
    if (!read_whole(run, &reduced->way, text, len, reduced->why) ||
        !check_cuts(run, &reduced->way, text, len, reduced->why))
        return true;
    run->cut_count = 1;
    for (size_t at = 0; at <= len; at += 1 + len / 256) {
        run->cuts[0] = at;
        if (!check_cuts(run, &reduced->way, text, len, reduced->why))
            return true;
    }
    for (run->cut_count = 0; run->cut_count < len; run->cut_count++)
        run->cuts[run->cut_count] = run->cut_count;
    return !check_cuts(run, &reduced->way, text, len, reduced->why);
}

static bool spec_still_fails(void *context)
{
    reduction *reduced = context;
    cut_run *run = reduced->run;
    if (digitrun_format_init(&run->made, &run->spec.spec) != DIGITRUN_OK)
        return false;
    run->format = &run->made;
    return still_fails(context, reduced->text->bytes, reduced->text->len);
}

static void way_print(const reading_way *way)
{
    static const char *const rooms[] = {"0", "1", "2", "3", "n-1", "n", "n+1", "n/2"};
    printf("  way: %s room %s", way->single ? "f32" : "f64", rooms[way->room]);
    if (way->rows)
        printf(" row_room %s", rooms[way->row_room]);
    printf("%s%s%s%s\n", way->whole_rows ? " WHOLE_ROWS" : "", way->closes ? " row_closes" : "",
           way->valid ? " valid" : "", way->skip ? " skip_row" : "");
}

static void report(cut_run *run, const reading_way *way, const char *why)
{
    text_buffer text = {0};
    reduction reduced = {run, &text, *way, ""};
    run->settings.failures++;
    printf("DIFFERENT part %s index %zu row %s: %s\n  ", run->part, run->index, run->row, why);
    gen_spec_print(&run->spec);
    printf("  cuts:");
    for (size_t i = 0; i < run->cut_count && i < 30; i++)
        printf(" %zu", run->cuts[i]);
    printf("\n");
    text_add(&text, run->text.bytes, run->text.len);
    text_put(&text, 0);
    text.len--;
    if (still_fails(&reduced, text.bytes, text.len)) {
        text_reduce(&text, still_fails, &reduced, 800);
        if (spec_still_fails(&reduced))
            spec_reduce(&run->spec, spec_still_fails, &reduced);
        spec_still_fails(&reduced);
        text_reduce(&text, still_fails, &reduced, 1000);
        still_fails(&reduced, text.bytes, text.len);
        printf("  reduced: %s\n  ", reduced.why);
        gen_spec_print(&run->spec);
        printf("  cuts: %zu, the first at %zu\n", run->cut_count,
               run->cut_count ? run->cuts[0] : 0);
    }
    text_print(text.bytes, text.len);
    way_print(way);
    printf("  again: --seed %llu --part %s --index %zu\n", (unsigned long long)run->settings.seed,
           run->part, run->index);
    text_release(&text);
}

/* ---- texts ---------------------------------------------------------------------------------- */
static void way_random(reading_way *way, random_source *random, bool skip)
{
    memset(way, 0, sizeof *way);
    way->room = random_chance(random, 2) ? ROOM_MORE : (int)random_below(random, ROOMS);
    way->row_room = random_chance(random, 2) ? ROOM_MORE : (int)random_below(random, ROOMS);
    way->single = random_chance(random, 3);
    way->rows = random_chance(random, 2);
    way->closes = way->rows && random_chance(random, 2);
    way->whole_rows = random_chance(random, 3);
    way->valid = random_chance(random, 2);
    way->skip = skip;
}

static bool start_text(cut_run *run, const char *part, size_t index, random_source *random,
                       size_t bytes)
{
    gen_plan plan;
    if (!settings_wants(&run->settings, part, index))
        return false;
    run->part = part;
    run->index = index;
    snprintf(guard_note, sizeof guard_note, "--seed %llu --part %s --index %zu",
             (unsigned long long)run->settings.seed, part, index);
    random->state = random_mix(random_mix(run->settings.seed, (uint64_t)part[0] << 8 | part[1]),
                               index);
    size_t preset = random_below(random, 2 * GEN_PRESETS);
    if (preset < GEN_PRESETS) {
        gen_spec_preset(&run->spec, preset);
        run->format = gen_preset_format(preset);
    } else {
        gen_spec_random(&run->spec, random);
        run->format = &run->made;
        if (digitrun_format_init(&run->made, &run->spec.spec) != DIGITRUN_OK)
            return false; /* conform tells */
    }
    gen_plan_random(&plan, random, bytes);
    if (plan.style == 6 || plan.style == 14 || plan.style == 4)
        plan.style = 7; /* long tokens leave no structure in a short text */
    gen_text(&run->text, random, &run->spec, &plan);
    text_put(&run->text, 0);
    run->text.len--;
    bench_forget(&run->bench, &run->spec.spec);
    run->texts++;
    return run->text.len <= CUT_TEXT_MOST;
}

static bool check(cut_run *run, const reading_way *way)
{
    char why[WHY_BYTES];
    if (check_cuts(run, way, run->text.bytes, run->text.len, why))
        return true;
    report(run, way, why);
    return false;
}

static bool begin_way(cut_run *run, const reading_way *way)
{
    char why[WHY_BYTES];
    run->cut_count = 0;
    if (read_whole(run, way, run->text.bytes, run->text.len, why))
        return true;
    report(run, way, why);
    return false;
}

/* In two at every byte. */
static void part_two(cut_run *run, const char *part, size_t times, bool skip)
{
    for (size_t i = 0; i < times; i++) {
        random_source random;
        reading_way way;
        if (!start_text(run, part, i, &random, 20 + i % 7 * 20) || run->text.len > 600)
            continue;
        for (size_t ways = 0; ways < 2; ways++) {
            way_random(&way, &random, skip);
            bool same = begin_way(run, &way);
            for (size_t at = 0; same && at <= run->text.len; at++) {
                run->cut_count = 1;
                run->cuts[0] = at;
                same = check(run, &way);
            }
            if (!same)
                break;
        }
    }
}

static void random_cuts(cut_run *run, random_source *random)
{
    static const uint16_t steps[] = {1, 2, 7, 40, 64, 300, 2000};
    size_t step = steps[random_below(random, 7)];
    if (step < run->text.len / 400) /* a row held back is read again with each part */
        step = run->text.len / 400;
    run->cut_count = 0;
    for (size_t at = random_below(random, step + 1); at < run->text.len;
         at += 1 + random_below(random, 2 * step))
        run->cuts[run->cut_count++] = at;
}

/* A long text at a room of a value or two takes a call for each of them. */
static void roomier(reading_way *way)
{
    if (way->room <= ROOM_3)
        way->room = ROOM_HALF;
    if (way->row_room <= ROOM_3)
        way->row_room = ROOM_HALF;
}

/* In many at random bytes, down to every byte. */
static void part_many(cut_run *run, const char *part, size_t times, bool skip)
{
    for (size_t i = 0; i < times; i++) {
        random_source random;
        reading_way way;
        if (!start_text(run, part, i, &random, i % 8 ? 30 + i % 400 : 4000))
            continue;
        for (size_t ways = 0; ways < 4; ways++) {
            way_random(&way, &random, skip);
            if (run->text.len > 500 && !random_chance(&random, 16))
                roomier(&way);
            if (!begin_way(run, &way))
                break;
            random_cuts(run, &random);
            if (!check(run, &way))
                break;
        }
    }
}

/* All rooms against all row rooms, in two parts. */
static void part_rooms_of(cut_run *run, const char *part, size_t times)
{
    for (size_t i = 0; i < times; i++) {
        random_source random;
        reading_way way;
        if (!start_text(run, part, i, &random, 60))
            continue;
        way_random(&way, &random, false);
        way.rows = true;
        bool same = true;
        for (size_t rooms = 0; same && rooms < ROOMS * ROOMS; rooms++) {
            way.room = (int)(rooms % ROOMS);
            way.row_room = (int)(rooms / ROOMS);
            run->cut_count = 1;
            run->cuts[0] = random_below(&random, run->text.len + 1);
            same = check(run, &way);
        }
    }
}

/* ---- all ------------------------------------------------------------------------------------ */
static void figures(const cut_run *run, const char *part, double started)
{
    printf("%-10s %-8s texts %llu readings %llu calls %llu: %.1f s\n", run->row, part,
           (unsigned long long)run->texts, (unsigned long long)run->readings,
           (unsigned long long)run->bench.calls, seconds_now() - started);
    fflush(stdout);
}

static void all_parts(cut_run *run, const char *row)
{
    const conform_settings *settings = &run->settings;
    double started = seconds_now();
    run->row = row;
    run->texts = run->readings = run->bench.calls = 0;
    digitrun_isa_force(row);
    part_two(run, "two", settings_times(settings, 2000), false);
    figures(run, "two", started);
    part_many(run, "many", settings_times(settings, 12000), false);
    figures(run, "many", started);
    part_rooms_of(run, "rooms", settings_times(settings, 1500));
    figures(run, "rooms", started);
    part_two(run, "skip two", settings_times(settings, 1000), true);
    part_many(run, "Skip many", settings_times(settings, 8000), true);
    figures(run, "skip", started);
}

int main(int argc, char **argv)
{
    static cut_run run;
    settings_read(&run.settings, argc, argv);
    bench_open(&run.bench);
    pieces_make(&run.got);
    pieces_make(&run.whole);
    run.cuts = malloc((CUT_TEXT_MOST + 2) * sizeof *run.cuts);
    if (!run.cuts)
        return 2;
    guard_watch();
    for (size_t i = 0; i < run.bench.row_count; i++)
        all_parts(&run, run.bench.rows[run.bench.row_count - 1 - i]);
    digitrun_isa_force(NULL);
    pieces_release(&run.got);
    pieces_release(&run.whole);
    free(run.cuts);
    text_release(&run.text);
    bench_close(&run.bench);
    printf(run.settings.failures ? "FAILED: %u\n" : "all the same\n", run.settings.failures);
    return run.settings.failures ? 1 : 0;
}
