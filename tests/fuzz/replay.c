/* tests/fuzz/replay.c - runs a fuzz target on stored inputs: files of lines of hexadecimal digits,
 * one input a line ('#' begins a remark). --random N: on so many made from a seed, too. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static int digit_of(int byte)
{
    const char *found = byte ? strchr("0123456789abcdef", byte) : NULL;
    return found ? (int)(found - "0123456789abcdef") : -1;
}

static size_t replay_file(const char *path)
{
    static uint8_t input[4 * FUZZ_TEXT_MOST];
    size_t len = 0, inputs = 0;
    int high, line = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    while ((high = getc(file)) != EOF) {
        int digit = digit_of(high), low = digit < 0 ? -1 : digit_of(getc(file));
        if (high == '#' && len == 0) {
            while (high != '\n' && high != EOF)
                high = getc(file);
        } else if (high == '\n') {
            line++;
            if (len)
                inputs++, LLVMFuzzerTestOneInput(input, len);
            len = 0;
        } else if (low < 0 || len == sizeof input) {
            printf("%s: line %d is no input\n", path, line + 1);
            exit(2);
        } else {
            input[len++] = (uint8_t)(digit << 4 | low);
        }
    }
    fclose(file);
    return inputs;
}

/* Bytes of number texts, with others between. */
static void replay_random(uint64_t seed, size_t count)
{
    static const char often[] = "00112233445566778899..--,,[]  \neE+\"NA\t;\r";
    for (size_t i = 0; i < count; i++) {
        uint8_t input[600];
        random_source random = {random_mix(seed, i)};
        size_t len = random_below(&random, i % 16 ? 80 : sizeof input);
        for (size_t at = 0; at < len; at++)
            input[at] = at < 8 || random_chance(&random, 30)
                            ? (uint8_t)random_bits(&random)
                            : (uint8_t)often[random_below(&random, sizeof often - 1)];
        LLVMFuzzerTestOneInput(input, len);
    }
}

int main(int argc, char **argv)
{
    const char *seed = getenv("DIGITRUN_TEST_SEED");
    uint64_t number = seed ? strtoull(seed, NULL, 0) : 1;
    size_t inputs = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--random") == 0 && i + 1 < argc) {
            size_t count = strtoull(argv[++i], NULL, 0);
            printf("DIGITRUN_TEST_SEED=%llu\n", (unsigned long long)number);
            replay_random(number, count);
            inputs += count;
        } else {
            inputs += replay_file(argv[i]);
        }
    }
    printf("%zu inputs\n", inputs);
    return inputs == 0;
}
