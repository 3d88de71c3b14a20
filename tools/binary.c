/* tools/binary.c - values out of .npy files and bare values. */
#include "tools/npy.h"
#include "tools/pool.h"
#include "tools/report.h"
#include "tools/source.h"

#include <errno.h>

static size_t file_width(const binary *values)
{
    return values->f32 ? sizeof(float) : sizeof(double);
}

/* ---- opening --------------------------------------------------------------------------------- */

static int open_npy(source *from)
{
    binary *values = &from->values;
    npy_shape found;
    const char *problem = NULL;
    for (size_t wanted = NPY_START; problem == NULL; wanted = found.header) {
        while (!from->in.ended && input_len(&from->in) < wanted) {
            int failed = input_fill(&from->in);
            if (failed != 0) {
                return failed;
            }
        }
        if (input_len(&from->in) < wanted) {
            return report_bad("%s: the file ends inside its header", from->in.name);
        }
        problem = npy_read(&found, input_text(&from->in), input_len(&from->in));
        if (problem == NULL && found.known) {
            break;
        }
    }
    if (problem != NULL) {
        return report_bad("%s: %s", from->in.name, problem);
    }
    values->f32 = found.f32;
    values->swapped = found.little != is_little_endian();
    values->values = values->left = found.values;
    values->columns = found.columns;
    input_pass(&from->in, found.header);
    return 0;
}

static int set_rows(source *from)
{
    binary *values = &from->values;
    size_t columns = from->opts->spec.columns;
    if (columns > 0 && values->values != UINT64_MAX && values->values % columns != 0) {
        return report_bad("%s: %llu values make no rows of %zu", from->in.name,
                          (unsigned long long)values->values, columns);
    }
    values->columns = columns > 0 ? columns : values->columns;
    return 0;
}

int binary_open(source *from, options *opts)
{
    binary *values = &from->values;
    int failed = 0;
    if (opts->input == INPUT_NPY) {
        failed = open_npy(from);
    } else {
        values->f32 = opts->input_type == TYPE_F32;
        values->values = values->left = UINT64_MAX;
    }
    if (opts->type == TYPE_UNKNOWN) {
        opts->type = values->f32 ? TYPE_F32 : TYPE_F64;
    }
    return failed != 0 ? failed : set_rows(from);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* The file is wrong from here on, which is told when the part has its turn: behind those before. */
static int end_early(part *p, const char *why)
{
    p->cut_off = why;
    return 0;
}

/* Where the file ends early, the whole rows before that come first: what is wrong in them is told
 * before it, whatever the parts. */
int binary_take(source *from, part *p)
{
    binary *values = &from->values;
    size_t width = file_width(values);
    size_t row = values->columns > 0 ? (size_t)values->columns * width : width;
    size_t wanted = from->in.step > row ? from->in.step - from->in.step % row : row;
    bool known = values->left != UINT64_MAX;
    if (values->left < wanted / width) {
        wanted = (size_t)values->left * width;
    }
    while (!from->in.ended && input_len(&from->in) < (wanted > 0 ? wanted : 1)) {
        int failed = input_fill(&from->in);
        if (failed != 0) {
            return failed;
        }
    }
    size_t len = input_len(&from->in);
    if (wanted == 0) {
        return len > 0 ? end_early(p, "does not end with its last value") : POOL_END;
    }
    wanted = wanted < len ? wanted : len - len % row;
    if (wanted == 0) {
        return len > 0 || known ? end_early(p, "ends before its last value") : POOL_END;
    }
    values->left -= known ? wanted / width : 0;
    return input_hand_over(&from->in, &p->in, wanted);
}

static double read_value(const char *place, bool f32, bool swapped)
{
    char turned[8];
    size_t width = f32 ? 4 : 8;
    for (size_t i = 0; i < width; i++) {
        turned[i] = place[swapped ? width - 1 - i : i];
    }
    float single;
    double value;
    if (f32) {
        memcpy(&single, turned, sizeof single);
        return (double)single;
    }
    memcpy(&value, turned, sizeof value);
    return value;
}

static void convert_values(const binary *values, part *p, const char *text)
{
    size_t width = file_width(values);
    if (values->f32 == p->f32 && !values->swapped) {
        memcpy(p->values, text, p->count * width);
        return;
    }
    for (size_t i = 0; i < p->count; i++) {
        double value = read_value(text + i * width, values->f32, values->swapped);
        if (!p->f32) {
            ((double *)p->values)[i] = value;
            continue;
        }
        float single = (float)value;
        ((float *)p->values)[i] = single;
        if (single - single != 0 && value - value == 0 && p->refused == NULL) {
            p->refused = "is out of range for float32";
            p->refused_index = i;
        }
    }
}

void binary_work(const source *from, part *p)
{
    const binary *values = &from->values;
    size_t count = input_len(&p->in) / file_width(values);
    size_t rows = values->columns > 0 ? count / (size_t)values->columns : 0;
    p->last = (digitrun_result){.status = DIGITRUN_OK};
    p->count = p->rows = 0;
    p->flat = values->columns == 0;
    p->used = input_len(&p->in);
    if (p->cut_off != NULL) {
        p->used = 0;
        return;
    }
    if (!part_reserve(p, count, rows)) {
        p->problem = "there is not enough memory";
        p->bad = 0;
        return;
    }
    p->count = count;
    p->rows = rows;
    convert_values(values, p, input_text(&p->in));
    for (size_t i = 0; i < rows; i++) {
        p->row_ends[i] = (i + 1) * (size_t)values->columns;
    }
}
