/* tests/environment_two_copies.c - two copies of the library in one process, one linked in and one
 * in a plug-in: each has its own choice of row, and both read right. */
#include "digitrun/digitrun.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef digitrun_status (*force_call)(const char *name);
typedef const char *(*selected_call)(void);
typedef digitrun_result (*parse_call)(const char *text, size_t len, double *values,
                                      size_t capacity);

static int failures;

static void expect(int right, const char *what)
{
    if (!right) {
        printf("wrong: %s\n", what);
        failures++;
    }
}

static void *find(void *plugin, const char *name)
{
    void *call = dlsym(plugin, name);
    expect(call != NULL, name);
    return call;
}

int main(int argc, char **argv)
{
    static const char text[] = "0.1,-2.5e-3,123456789.125";
    static const double right[3] = {0.1, -2.5e-3, 123456789.125};
    double mine[3], other[3];
    force_call force;
    selected_call selected;
    parse_call parse;
    void *call;
    void *plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
    if (plugin == NULL) {
        printf("no plug-in: %s\n", dlerror());
        return 2;
    }
    call = find(plugin, "copy_force");
    memcpy(&force, &call, sizeof call);
    call = find(plugin, "copy_selected");
    memcpy(&selected, &call, sizeof call);
    call = find(plugin, "copy_parse");
    memcpy(&parse, &call, sizeof call);
    if (failures)
        return 1;

    const char *best = digitrun_isa_selected();
    expect(strcmp(selected(), best) == 0, "the plug-in chooses as the program does");
    expect(force("scalar") == DIGITRUN_OK, "forcing a row in the plug-in");
    expect(strcmp(selected(), "scalar") == 0, "the plug-in's row");
    expect(strcmp(digitrun_isa_selected(), best) == 0, "the program's row stays");
    expect(parse(text, sizeof text - 1, other, 3).count == 3, "the plug-in's count");
    expect(digitrun_parse_f64(text, sizeof text - 1, digitrun_format_list(), mine, 3).count == 3,
           "the program's count");
    expect(memcmp(mine, right, sizeof right) == 0, "the program's values");
    expect(memcmp(other, right, sizeof right) == 0, "the plug-in's values");
    dlclose(plugin);
    expect(strcmp(digitrun_isa_selected(), best) == 0, "the program's row after the plug-in went");
    printf("%s beside scalar: %s\n", best, failures ? "FAILED" : "as it should be");
    return failures != 0;
}
