/* tests/clients/2_sqlite.c - an SQL function vec_f32(text): the whole strict grammar, an array of
 * exactly the right size by count, a message with the place and the token. */
#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float *vec_f32(const char *text, int bytes, size_t *dims, char *message, size_t room)
{
    const digitrun_format *json = digitrun_format_json();
    digitrun_result r = digitrun_count(text, (size_t)bytes, json);
    float *v = NULL;
    size_t ends[1];
    if (r.status == DIGITRUN_OK) {
        v = (float *)malloc((r.count ? r.count : 1) * sizeof *v); /* sqlite3_malloc64 */
        if (!v)
            return NULL;
        r = digitrun_parse_rows_f32(text, (size_t)bytes, json, v, r.count, ends, 1);
    }
    if (r.status == DIGITRUN_OK && r.count > 0) {
        *dims = r.count;
        return v;
    }
    if (r.status == DIGITRUN_ROWS_FULL)
        snprintf(message, room, "a vector is one flat array");
    else if (r.status == DIGITRUN_OK)
        snprintf(message, room, "zero-length vectors are not supported");
    else
        snprintf(message, room, "element %zu at byte %zu: '%.*s' %s", r.count, r.offset,
                 r.length > 40 ? 40 : (int)r.length, text + r.offset,
                 digitrun_status_text(r.status));
    free(v);
    return NULL;
}

int main(void)
{
    static const char *const texts[] = {
        "[1, 2.5, -3e-2]", "[16777217.0000000001]", "[]", "[1,,2]", "[1,abc,2]", "[[1],[2]]", "[1",
        "[1e39]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char message[128] = "";
        size_t n = 0;
        float *v = vec_f32(texts[i], (int)strlen(texts[i]), &n, message, sizeof message);
        printf("%s: %zu %.1f %s\n", texts[i], n, v ? (double)v[0] : 0, message);
        free(v);
    }
    return 0;
}
