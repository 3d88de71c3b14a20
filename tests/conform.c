/* tests/conform.c - every usable row gives what the scalar row gives, and that what the model
 * gives: values, counts, rows, closes, validity, offsets, lengths, statuses. Exit code 0, 1
 * (differences). */
#include "tests/conform_case.h"

#include <stdlib.h>
#include <string.h>

typedef struct conform_run {
    conform_bench bench;
    conform_settings settings;
    digitrun_format format;
    text_buffer text;
    const char *part;
    size_t index; /* of the text in its part */
    uint64_t texts;
} conform_run;

/* ---- one text, some calls ------------------------------------------------------------------- */
typedef struct reduction {
    conform_run *run;
    gen_spec *spec;
    text_buffer *text;
    call_options call;
    char why[WHY_BYTES];
} reduction;

static bool still_fails(void *context, const char *text, size_t len)
{
    reduction *reduced = context;
    conform_case test = {reduced->spec, &reduced->run->format, text, len, reduced->call};
    bench_forget(&reduced->run->bench, &reduced->spec->spec);
    return !case_check(&reduced->run->bench, &test, reduced->why);
}

static bool spec_still_fails(void *context)
{
    reduction *reduced = context;
    if (digitrun_format_init(&reduced->run->format, &reduced->spec->spec) != DIGITRUN_OK)
        return false;
    return still_fails(context, reduced->text->bytes, reduced->text->len);
}

static void report(conform_run *run, const conform_case *test, const char *why)
{
    gen_spec spec = *test->spec;
    text_buffer text = {0};
    reduction reduced = {run, &spec, &text, test->call, ""};
    gen_spec_bind(&spec);
    text_add(&text, test->text, test->len);
    text_put(&text, 0);
    text.len--;
    run->settings.failures++;
    printf("DIFFERENT part %s index %zu: %s\n", run->part, run->index, why);
    if (digitrun_format_init(&run->format, &spec.spec) == DIGITRUN_OK) {
        text_reduce(&text, still_fails, &reduced, 4000);
        spec_reduce(&spec, spec_still_fails, &reduced);
        digitrun_format_init(&run->format, &spec.spec);
        text_reduce(&text, still_fails, &reduced, 2000);
        still_fails(&reduced, text.bytes, text.len);
    }
    printf("  reduced: %s\n  ", reduced.why);
    gen_spec_print(&spec);
    text_print(text.bytes, text.len);
    call_print(&test->call);
    printf("  again: --seed %llu --part %s --index %zu\n", (unsigned long long)run->settings.seed,
           run->part, run->index);
    text_release(&text);
    digitrun_format_init(&run->format, &test->spec->spec);
    bench_forget(&run->bench, &test->spec->spec);
}

static void check_call(conform_run *run, const gen_spec *spec, const digitrun_format *format,
                       const call_options *call)
{
    char why[WHY_BYTES];
    conform_case test = {spec, format, run->text.bytes, run->text.len, *call};
    if (run->settings.failures < run->settings.failures_most &&
        !case_check(&run->bench, &test, why))
        report(run, &test, why);
}

static bool start_text(conform_run *run, const char *part, size_t index)
{
    run->part = part;
    run->index = index;
    if (!settings_wants(&run->settings, part, index))
        return false;
    snprintf(guard_note, sizeof guard_note, "--seed %llu --part %s --index %zu",
             (unsigned long long)run->settings.seed, part, index);
    return true;
}

/* `calls` random calls on the text in hand, the first always parse_rows with exact room. */
static void check_text(conform_run *run, const gen_spec *spec, const digitrun_format *format,
                       random_source *random, size_t calls)
{
    call_options call;
    bench_forget(&run->bench, &spec->spec);
    run->texts++;
    for (size_t i = 0; i < calls; i++) {
        call_random(&call, random);
        if (i == 0) {
            call.api = CALL_PARSE_ROWS;
            call.rows = true;
            call.closes = false;
            call.room = call.row_room = ROOM_EXACT;
        }
        check_call(run, spec, format, &call);
    }
    const model_reading *whole = bench_model(&run->bench, run->text.bytes, run->text.len,
                                             MODEL_ROWS);
    run->bench.statuses[spec->spec.kind][whole->status]++;
    if (whole->count > digitrun_max_values(run->text.len, format)) {
        printf("DIFFERENT part %s index %zu: digitrun_max_values %zu, values %zu\n", run->part,
               run->index, digitrun_max_values(run->text.len, format), whole->count);
        run->settings.failures++;
    }
}

/* ---- parts ---------------------------------------------------------------------------------- */
static random_source part_random(const conform_run *run, uint64_t part, size_t index)
{
    return (random_source){random_mix(random_mix(run->settings.seed, part), index)};
}

/* Specs that may contradict themselves: the same verdict as the model's. */
static void part_specs(conform_run *run)
{
    size_t times = settings_times(&run->settings, 40000), bad = 0;
    for (size_t i = 0; i < times; i++) {
        gen_spec spec;
        if (!start_text(run, "specs", i))
            continue;
        random_source random = part_random(run, 1, i);
        gen_spec_wild(&spec, &random);
        digitrun_status want = model_spec(&spec.spec);
        digitrun_status got = digitrun_format_init(&run->format, &spec.spec);
        bad += want == DIGITRUN_BAD_SPEC;
        if (got == want)
            continue;
        run->settings.failures++;
        printf("DIFFERENT part specs index %zu: format_init %d, model %d\n  ", i, (int)got,
               (int)want);
        gen_spec_print(&spec);
    }
    printf("specs: %zu, of them contradictory %zu\n", times, bad);
}

static void base_text(text_buffer *text, const gen_spec *spec, size_t variant)
{
    static const char *const tokens[] = {"12", "-3.5e4", "0.000123456789012345678", "7",
                                         "123456789"};
    bool json = spec->spec.kind == DIGITRUN_JSON, lines = spec->spec.kind == DIGITRUN_NDJSON;
    char separator = spec->spec.separators[0] ? spec->spec.separators[0] : ',';
    text->len = 0;
    if (json || lines)
        text_word(text, json ? "[[" : "[");
    for (size_t i = 0; text->len < 180; i++) {
        if (i % 7 == 6)
            text_word(text, json ? "],[" : lines ? "]\n[" : "\n");
        else if (i > 0)
            text_put(text, separator);
        text_word(text, variant == 0 ? "1" : variant == 1 ? "-1.25" : tokens[i % 5]);
    }
    if (json || lines)
        text_word(text, json ? "]]" : "]");
}

/* Every byte value at every place of plain texts. */
static void part_bytes(conform_run *run)
{
    size_t step = run->settings.scale >= 1 ? 1 : (size_t)(1 / run->settings.scale);
    for (size_t at = 0; at < GEN_PRESETS * 3 * 256; at++) {
        gen_spec spec;
        size_t preset = at / (3 * 256), variant = at / 256 % 3, byte = at % 256;
        gen_spec_preset(&spec, preset);
        for (size_t place = at % step; place < 140; place += step) {
            if (!start_text(run, "bytes", at * 140 + place))
                continue;
            random_source random = part_random(run, 2, at * 140 + place);
            base_text(&run->text, &spec, variant);
            run->text.bytes[place] = (char)byte;
            check_text(run, &spec, gen_preset_format(preset), &random, 2);
        }
    }
}

/* Every length of a text, at the head and at the tail of its page. */
static void part_lengths(conform_run *run)
{
    for (size_t at = 0; at < GEN_PRESETS * 3 * 182; at++) {
        gen_spec spec;
        size_t preset = at / (3 * 182), variant = at / 182 % 3, len = at % 182;
        if (!start_text(run, "lengths", at))
            continue;
        random_source random = part_random(run, 3, at);
        gen_spec_preset(&spec, preset);
        base_text(&run->text, &spec, variant);
        run->text.len = len;
        check_text(run, &spec, gen_preset_format(preset), &random, 8);
    }
}

static size_t text_size(random_source *random, bool big)
{
    static const uint16_t blocks[] = {16, 32, 64, 128, 256, 512};
    if (big)
        return 20000 + random_below(random, random_chance(random, 3) ? 230000 : 30000);
    switch (random_below(random, 4)) {
    case 0:
        return random_below(random, 40);
    case 1:
        return blocks[random_below(random, 6)] - 3 + random_below(random, 7);
    case 2:
        return random_below(random, 300);
    default:
        return random_below(random, 3000);
    }
}

/* Random texts: of the presets, or of a random spec each. */
static void part_random_texts(conform_run *run, const char *part, uint64_t salt, size_t times,
                              bool big)
{
    for (size_t i = 0; i < times; i++) {
        gen_spec spec;
        gen_plan plan;
        const digitrun_format *format = &run->format;
        if (!start_text(run, part, i))
            continue;
        random_source random = part_random(run, salt, i);
        size_t preset = random_below(&random, 2 * GEN_PRESETS);
        if (preset < GEN_PRESETS) {
            gen_spec_preset(&spec, preset);
            format = gen_preset_format(preset);
        } else {
            gen_spec_random(&spec, &random);
            if (digitrun_format_init(&run->format, &spec.spec) != DIGITRUN_OK) {
                run->settings.failures++;
                printf("DIFFERENT part %s index %zu: spec refused\n  ", part, i);
                gen_spec_print(&spec);
                continue;
            }
        }
        gen_plan_random(&plan, &random, text_size(&random, big));
        if (big && plan.odd_one_in && plan.odd_one_in < 100 && spec.spec.bad != DIGITRUN_AS_MISSING)
            plan.odd_one_in = 0; /* else it ends at once */
        gen_text(&run->text, &random, &spec, &plan);
        if (run->text.len <= CONFORM_TEXT_MOST)
            check_text(run, &spec, format, &random, big ? 3 : 5);
    }
}

/* Long regular texts with the same strange piece here and there. */
static void part_seams(conform_run *run)
{
    size_t times = settings_times(&run->settings, 16000);
    for (size_t i = 0; i < times; i++) {
        gen_spec spec;
        if (!start_text(run, "seams", i))
            continue;
        random_source random = part_random(run, 6, i);
        size_t preset = i % GEN_PRESETS;
        gen_spec_preset(&spec, preset);
        gen_seams(&run->text, &random, &spec, 300 + random_below(&random, 2500));
        check_text(run, &spec, gen_preset_format(preset), &random, 3);
    }
}

/* ---- all ------------------------------------------------------------------------------------ */
static void figures(const conform_run *run, const char *part, double started)
{
    printf("%-8s texts %llu calls %llu (rows: %zu) values %llu rows %llu MB %.1f: %.1f s\n", part,
           (unsigned long long)run->texts, (unsigned long long)run->bench.calls,
           run->bench.row_count, (unsigned long long)run->bench.values_seen,
           (unsigned long long)run->bench.rows_seen, 1e-6 * (double)run->bench.bytes_seen,
           seconds_now() - started);
    fflush(stdout);
}

/* Every verdict a kind can give was met: else the texts prove less than they seem to. */
static void check_verdicts(conform_run *run)
{
    static const uint8_t wanted[4][12] = {{0, 16, 18, 19, 20, 21, 22, 25},
                                          {0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25},
                                          {0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25},
                                          {0, 16, 18, 19, 20, 21, 22, 25}};
    static const char *const kinds[] = {"list", "json", "ndjson", "table"};
    const conform_settings *settings = &run->settings;
    bool complete = settings->scale >= 0.2 && !settings->only && settings->failures == 0;
    for (size_t kind = 0; kind < 4; kind++) {
        printf("verdicts %-6s", kinds[kind]);
        for (size_t i = 0; i < 12 && (i == 0 || wanted[kind][i]); i++) {
            uint64_t hits = run->bench.statuses[kind][wanted[kind][i]];
            printf(" %u:%llu", wanted[kind][i], (unsigned long long)hits);
            if (hits == 0 && complete) {
                printf(" NEVER MET");
                run->settings.failures++;
            }
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    static conform_run run;
    double started = seconds_now();
    settings_read(&run.settings, argc, argv);
    bench_open(&run.bench);
    guard_watch();
    text_word(&run.text, " ");
    printf("rows:");
    for (size_t i = 0; i < run.bench.row_count; i++)
        printf(" %s", run.bench.rows[i]);
    printf("\n");
    part_specs(&run);
    part_bytes(&run);
    figures(&run, "bytes", started);
    part_lengths(&run);
    figures(&run, "lengths", started);
    part_random_texts(&run, "small", 4, settings_times(&run.settings, 60000), false);
    figures(&run, "small", started);
    part_seams(&run);
    figures(&run, "seams", started);
    part_random_texts(&run, "big", 5, settings_times(&run.settings, 300), true);
    figures(&run, "big", started);
    check_verdicts(&run);
    digitrun_isa_force(NULL);
    bench_close(&run.bench);
    text_release(&run.text);
    printf(run.settings.failures ? "FAILED: %u\n" : "all the same\n", run.settings.failures);
    return run.settings.failures ? 1 : 0;
}
