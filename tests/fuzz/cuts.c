/* tests/fuzz/cuts.c - a text in parts, cut where the input says, with little room: on every row
 * what the model says of the whole, and with rows passed over what one part gives. */
#include "tests/cuts_feed.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

enum { CUTS_MOST = 16 };

static size_t read_cuts(fuzz_input *input, size_t *cuts)
{
    size_t count = fuzz_byte(input) % CUTS_MOST;
    uint8_t steps[CUTS_MOST];
    for (size_t i = 0; i < count; i++)
        steps[i] = fuzz_byte(input);
    size_t at = 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        at += steps[i];
        if (at <= input->len)
            cuts[kept++] = at;
    }
    return kept;
}

static reading_way read_way(fuzz_input *input)
{
    uint8_t flags = fuzz_byte(input), rooms = fuzz_byte(input);
    bool rows = flags & 2;
    return (reading_way){.room = rooms % ROOMS,
                         .row_room = rooms / ROOMS % ROOMS,
                         .single = flags & 1,
                         .rows = rows,
                         .whole_rows = flags & 4,
                         .closes = rows && (flags & 8),
                         .valid = flags & 16,
                         .skip = flags & 32};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pieces got, whole;
    fuzz_input input = {data, size};
    gen_spec spec;
    digitrun_format made;
    size_t cuts[CUTS_MOST];
    char why[WHY_BYTES] = "";
    conform_bench *bench = fuzz_bench();
    if (got.bits == NULL) {
        pieces_make(&got);
        pieces_make(&whole);
    }
    const digitrun_format *format = fuzz_format(&input, &spec, &made);
    reading_way way = read_way(&input);
    size_t cut_count = read_cuts(&input, cuts);
    if (format == NULL || input.len > FUZZ_TEXT_MOST)
        return 0;
    const char *text = (const char *)input.data;
    bench_forget(bench, &spec.spec);
    const model_reading *model = bench_model(bench, text, input.len, way_model(&way));
    for (size_t row = 0; row < bench->row_count; row++) {
        digitrun_isa_force(bench->rows[row]);
        read_in_parts(bench, format, &way, text, input.len, cuts, cut_count, model->count,
                      model->row_count, &got);
        bool same = !got.wrong;
        if (same && way.skip) {
            reading_way roomy = way;
            roomy.room = roomy.row_room = ROOM_EXACT;
            read_in_parts(bench, format, &roomy, text, input.len, NULL, 0, input.len + 1,
                          input.len + 1, &whole);
            same = !whole.wrong && pieces_match(&got, &whole, &way, why);
        } else if (same) {
            same = pieces_match_model(&got, model, &way, why);
        }
        if (!same) {
            printf("row %s, flags and room: single %d rows %d whole %d closes %d valid %d skip %d, "
                   "%d %d\n",
                   bench->rows[row], way.single, way.rows, way.whole_rows, way.closes, way.valid,
                   way.skip, way.room, way.row_room);
            fuzz_fail(&input, &spec, got.wrong ? got.wrong : why);
        }
    }
    return 0;
}
