/* tests/fuzz/fuzz.c - see fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

uint8_t fuzz_byte(fuzz_input *input)
{
    if (input->len == 0)
        return 0;
    input->len--;
    return *input->data++;
}

uint64_t fuzz_word(fuzz_input *input, unsigned bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < bytes; i++)
        word |= (uint64_t)fuzz_byte(input) << 8 * i;
    return word;
}

const digitrun_format *fuzz_format(fuzz_input *input, gen_spec *spec, digitrun_format *room)
{
    uint8_t which = fuzz_byte(input);
    random_source random = {random_mix(which, fuzz_word(input, 2))};
    if (which % 8 < GEN_PRESETS) {
        gen_spec_preset(spec, which % 8);
        return gen_preset_format(which % 8);
    }
    if (which % 16 < 8 || which % 8 == GEN_PRESETS)
        gen_spec_random(spec, &random);
    else
        gen_spec_wild(spec, &random);
    digitrun_status status = digitrun_format_init(room, &spec->spec);
    if (status != model_spec(&spec->spec))
        fuzz_fail(input, spec, "the model thinks otherwise of this spec");
    return status == DIGITRUN_OK ? room : NULL;
}

conform_bench *fuzz_bench(void)
{
    static conform_bench bench;
    if (bench.row_count == 0)
        bench_open(&bench);
    return &bench;
}

_Noreturn void fuzz_fail(const fuzz_input *text, const gen_spec *spec, const char *why)
{
    printf("DIFFERENT: %s\n", why);
    if (spec)
        gen_spec_print(spec);
    text_print((const char *)text->data, text->len);
    fflush(stdout);
    abort();
}
