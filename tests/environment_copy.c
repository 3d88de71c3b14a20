/* tests/environment_copy.c - a plug-in with a copy of the library of its own. */
#include "digitrun/digitrun.h"

digitrun_status copy_force(const char *name);
const char *copy_selected(void);
digitrun_result copy_parse(const char *text, size_t len, double *values, size_t capacity);

digitrun_status copy_force(const char *name)
{
    return digitrun_isa_force(name);
}

const char *copy_selected(void)
{
    return digitrun_isa_selected();
}

digitrun_result copy_parse(const char *text, size_t len, double *values, size_t capacity)
{
    return digitrun_parse_f64(text, len, digitrun_format_list(), values, capacity);
}
