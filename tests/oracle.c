/* tests/oracle.c - every value against strtod and strtof, and the hard ones against exact integers:
 * public corpora, random and adversarial tokens of 1 to 2000 digits. Exit code 0 or 1. */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_TOKENS = 1000, EXACT_ONE_IN = 8 };

void oracle_fail(oracle_run *run, const char *what, const char *token, size_t len)
{
    if (run->settings.failures++ < run->settings.failures_most) {
        printf("WRONG row %s part %s index %zu: %s\n", run->row, run->part, run->index, what);
        text_print(token, len);
    }
}

static bool same_f64(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_f32(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* ---- one token alone ------------------------------------------------------------------------ */
static bool check_result(const digitrun_result *result, bool infinite, size_t len)
{
    if (infinite)
        return result->status == DIGITRUN_OUT_OF_RANGE && result->offset == 0 &&
               result->length == len;
    return result->status == DIGITRUN_OK && result->count == 1 && result->offset == len;
}

bool oracle_token(oracle_run *run, const digitrun_format *format, const char *token, size_t len)
{
    char *plain = malloc(len + 1);
    double wide = 1;
    float narrow = 1;
    if (!plain)
        abort();
    memcpy(plain, token, len);
    plain[len] = 0;
    double want = model_strtod(plain);
    float want_narrow = model_strtof(plain);
    digitrun_result result = digitrun_parse_f64(plain, len, format, &wide, 1);
    bool right = check_result(&result, isinf(want), len) && (isinf(want) || same_f64(wide, want));
    result = digitrun_parse_f32(plain, len, format, &narrow, 1);
    right = right && check_result(&result, isinf(want_narrow), len) &&
            (isinf(want_narrow) || same_f32(narrow, want_narrow));
    run->tokens++;
    run->overflows += isinf(want) != 0;
    if (!right)
        oracle_fail(run, "not what strtod or strtof gives", token, len);
    if (!oracle_check_f64(plain, len, want) || !oracle_check_f32(plain, len, want_narrow))
        oracle_fail(run, "strtod or strtof is not exact", token, len);
    run->exact++;
    free(plain);
    return right;
}

/* ---- many tokens in one text ---------------------------------------------------------------- */
typedef struct batch {
    text_buffer text;
    size_t starts[BATCH_TOKENS], ends[BATCH_TOKENS];
    double want[BATCH_TOKENS], got[BATCH_TOKENS];
    float want_narrow[BATCH_TOKENS], got_narrow[BATCH_TOKENS];
    size_t count;
    digitrun_format list, json; /* overflow is infinity: a value of the array like others */
} batch;

static void batch_open(batch *all)
{
    digitrun_format_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.overflow = DIGITRUN_ACCEPT;
    digitrun_format_init(&all->list, &spec);
    spec.kind = DIGITRUN_JSON;
    digitrun_format_init(&all->json, &spec);
}

static void batch_start(batch *all)
{
    all->count = 0;
    all->text.len = 0;
    text_put(&all->text, '[');
}

/* The token has been put behind `start`. */
static void batch_take(batch *all, size_t start)
{
    text_buffer *text = &all->text;
    all->starts[all->count] = start;
    all->ends[all->count++] = text->len;
    text_put(text, ',');
}

static void judge(oracle_run *run, batch *all, size_t i, bool exact)
{
    const char *token = all->text.bytes + all->starts[i];
    size_t len = all->ends[i] - all->starts[i];
    if (!same_f64(all->got[i], all->want[i]))
        oracle_fail(run, "f64: not what strtod gives", token, len);
    if (!same_f32(all->got_narrow[i], all->want_narrow[i]))
        oracle_fail(run, "f32: not what strtof gives", token, len);
    run->tokens++;
    run->overflows += isinf(all->want[i]) != 0;
    if (!exact)
        return;
    run->exact++;
    if (!oracle_check_f64(token, len, all->got[i]) ||
        !oracle_check_f32(token, len, all->got_narrow[i]))
        oracle_fail(run, "not the nearest, by exact integers", token, len);
}

/* The list is the text without its brackets. */
static void batch_check(oracle_run *run, batch *all, size_t exact_one_in)
{
    text_buffer *text = &all->text;
    if (all->count == 0)
        return;
    text->bytes[text->len - 1] = ']';
    bool json = run->index % 2 == 0;
    const char *from = text->bytes + (json ? 0 : 1);
    size_t len = text->len - (json ? 0 : 2);
    const digitrun_format *format = json ? &all->json : &all->list;
    digitrun_result wide = digitrun_parse_f64(from, len, format, all->got, BATCH_TOKENS);
    digitrun_result narrow = digitrun_parse_f32(from, len, format, all->got_narrow, BATCH_TOKENS);
    if (wide.status || narrow.status || wide.count != all->count || narrow.count != all->count) {
        size_t at = wide.status ? wide.offset : narrow.offset;
        oracle_fail(run, "the text was not read", from + at, len - at < 60 ? len - at : 60);
        return;
    }
    for (size_t i = 0; i < all->count; i++) {
        const char *token = text->bytes + all->starts[i];
        all->want[i] = model_strtod(token); /* ends at the comma or bracket */
        all->want_narrow[i] = model_strtof(token);
        judge(run, all, i, i % exact_one_in == 0);
    }
}

/* ---- parts ---------------------------------------------------------------------------------- */
static void part_random(oracle_run *run, batch *all, size_t batches)
{
    for (size_t i = 0; i < batches; i++) {
        run->part = "random";
        run->index = i;
        if (!settings_wants(&run->settings, run->part, i))
            continue;
        random_source random = {random_mix(random_mix(run->settings.seed, 20), i)};
        size_t style = i % (GEN_NUMBER_STYLES + 4); /* one style a batch, or all */
        batch_start(all);
        while (all->count < BATCH_TOKENS && all->text.len < 400000) {
            size_t start = all->text.len;
            gen_number(&all->text, &random, style);
            batch_take(all, start);
        }
        batch_check(run, all, style == 4 || style == 5 || style == 16 ? 1 : EXACT_ONE_IN);
    }
}

/* Just below, at, and just above a number given by its exact digits; then cut to fewer digits. */
static void put_neighbours(oracle_run *run, batch *all, const char *exact)
{
    static const char *const tails[] = {"", "0000000000", "1",
                                        "0000000000000000000000000000000001"};
    const char *e = strchr(exact, 'e');
    size_t digits = (size_t)(e - exact);
    for (size_t i = 0; i < 9; i++) {
        size_t start = all->text.len;
        if (i < 4) {
            text_add(&all->text, exact, digits);
            text_word(&all->text, tails[i]);
        } else if (i == 4) { /* the last digit one less: below, where it is not 0 */
            text_add(&all->text, exact, digits);
            if (all->text.bytes[all->text.len - 1] > '0')
                all->text.bytes[all->text.len - 1]--;
        } else {
            static const size_t cuts[] = {6, 10, 18, 21};
            text_add(&all->text, exact, cuts[i - 5] < digits ? cuts[i - 5] : digits);
        }
        text_word(&all->text, e);
        batch_take(all, start);
        if (all->count == BATCH_TOKENS || all->text.len > 400000) {
            batch_check(run, all, 1);
            batch_start(all);
        }
    }
}

/* Every power of two of each type, the midpoints round it, and small multiples of the least
 * ones. */
static void part_powers_of_two(oracle_run *run, batch *all)
{
    char exact[1300];
    run->part = "powers of two";
    if (!settings_wants(&run->settings, "two", 0))
        return;
    int step = run->settings.scale < 0.1 ? 17 : 1;
    batch_start(all);
    for (int exponent = -1074; exponent < 1024; exponent += step) {
        run->index = (size_t)(exponent + 1074);
        double power = ldexp(1.0, exponent);
        snprintf(exact, sizeof exact, "%.*e", 1100, power);
        put_neighbours(run, all, exact);
        snprintf(exact, sizeof exact, "%.*e", 1100, nextafter(power, 0.0));
        put_neighbours(run, all, exact);
        if (exponent >= -1020 && exponent < 1023) { /* ties of double, made of its own halves */
            long double tie = ldexpl(1.0L + 0x1p-53L, exponent);
            snprintf(exact, sizeof exact, "%.*Le", 1100, tie);
            if (tie != (long double)power)
                put_neighbours(run, all, exact);
        }
        if (exponent >= -150 && exponent < 128) { /* ties of float */
            snprintf(exact, sizeof exact, "%.*e", 300, power * (1 + 0x1p-24));
            put_neighbours(run, all, exact);
            snprintf(exact, sizeof exact, "%.*e", 300, power * (1 - 0x1p-25));
            put_neighbours(run, all, exact);
        }
    }
    for (int i = 1; i < 400; i += step) {
        snprintf(exact, sizeof exact, "%.*e", 1100, i * 0x1p-1074);
        put_neighbours(run, all, exact);
        snprintf(exact, sizeof exact, "%.*e", 300, i * 0x1p-150);
        put_neighbours(run, all, exact);
    }
    batch_check(run, all, 1);
}

/* Every power of ten, with digits before and behind the point, and the edges of both types. */
static void part_powers_of_ten(oracle_run *run, batch *all)
{
    static const char *const heads[] = {"1",
                                        "9",
                                        "9.999999999999999999999",
                                        "1.000000000000000000001",
                                        "123456789012345678",
                                        "5",
                                        "1.7976931348623158079372",
                                        "1.7976931348623158",
                                        "3.4028235677973366163753939545814256844",
                                        "2.4703282292062327208",
                                        "7.0064923216240853546186479164495e0"};
    char token[160];
    run->part = "powers of ten";
    if (!settings_wants(&run->settings, "ten", 0))
        return;
    for (size_t head = 0; head < sizeof heads / sizeof *heads; head++) {
        run->index = head;
        batch_start(all);
        for (int exponent = -420; exponent < 420; exponent++) {
            size_t start = all->text.len, len = strcspn(heads[head], "e");
            snprintf(token, sizeof token, "%s%.*se%d", exponent & 1 ? "-" : "", (int)len,
                     heads[head], exponent);
            text_word(&all->text, token);
            batch_take(all, start);
        }
        batch_check(run, all, 1);
    }
}

/* 1 to 2000 digits, the point anywhere, zeros or nines or noise. */
static void part_lengths(oracle_run *run, batch *all)
{
    run->part = "lengths";
    if (!settings_wants(&run->settings, "lengths", 0))
        return;
    random_source random = {random_mix(run->settings.seed, 21)};
    size_t step = run->settings.scale >= 1 ? 1 : 7;
    batch_start(all);
    for (size_t digits = 1; digits <= 2000; digits += step) {
        run->index = digits;
        for (size_t kind = 0; kind < 4; kind++) {
            size_t start = all->text.len, point = 1 + random_below(&random, digits);
            for (size_t i = 0; i < digits; i++) {
                if (i == point)
                    text_put(&all->text, '.');
                int noise = '0' + (int)random_below(&random, 10);
                text_put(&all->text, i == 0      ? '1' + (int)random_below(&random, 9)
                                     : kind == 0 ? noise
                                     : kind == 1 ? '0'
                                     : kind == 2 ? '9'
                                     : i % 2     ? '5'
                                                 : noise);
            }
            if (random_chance(&random, 2)) {
                char word[16];
                snprintf(word, sizeof word, "e%d",
                         (int)random_below(&random, 700) - 350 -
                             (int)(point * random_below(&random, 2)));
                text_word(&all->text, word);
            }
            batch_take(all, start);
            if (all->count == BATCH_TOKENS || all->text.len > 400000) {
                batch_check(run, all, 2);
                batch_start(all);
            }
        }
    }
    batch_check(run, all, 2);
}

static void figures(const oracle_run *run, const char *part, double started)
{
    printf(
        "%-10s %-8s tokens %llu, by exact integers %llu%s, infinite %llu, refused %llu: %.1f s\n",
        run->row, part, (unsigned long long)run->tokens,
        (unsigned long long)(oracle_is_exact() ? run->exact : 0),
        oracle_is_exact() ? "" : " (no GMP)", (unsigned long long)run->overflows,
        (unsigned long long)run->refused, seconds_now() - started);
    fflush(stdout);
}

static void all_parts(oracle_run *run, batch *all, const char *row, const char *folder)
{
    double started = seconds_now();
    run->row = row;
    run->tokens = run->exact = run->overflows = run->refused = 0;
    digitrun_isa_force(row);
    if (folder && *folder && !run->settings.only) {
        if (!oracle_corpora(run, folder))
            printf("skipped: no corpora in %s\n", folder);
        figures(run, "corpora", started);
    }
    part_powers_of_ten(run, all);
    part_powers_of_two(run, all);
    part_lengths(run, all);
    figures(run, "edges", started);
    part_random(run, all, settings_times(&run->settings, 500));
    figures(run, "random", started);
}

int main(int argc, char **argv)
{
    static oracle_run run;
    static batch all;
    const char *folder = getenv("DIGITRUN_TEST_DATA");
    char path[1024] = "";
    if (folder && *folder)
        snprintf(path, sizeof path, "%s/public", folder);
    else
        printf("skipped: corpora (DIGITRUN_TEST_DATA is not set)\n");
    settings_read(&run.settings, argc, argv);
    batch_open(&all);
    for (size_t i = 0; digitrun_isa_name(i); i++)
        if (digitrun_isa_usable(digitrun_isa_name(i)))
            all_parts(&run, &all, digitrun_isa_name(i), path);
    digitrun_isa_force(NULL);
    text_release(&all.text);
    printf(run.settings.failures ? "FAILED: %u\n" : "all exact\n", run.settings.failures);
    return run.settings.failures ? 1 : 0;
}
