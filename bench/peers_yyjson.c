/* bench/peers_yyjson.c - the yyjson of DIGITRUN_BENCH_YYJSON_DIR. */
#include <yyjson.c>

#include "bench/peers.h"

static double *read_array(yyjson_val *array, double *out)
{
    size_t i, most;
    yyjson_val *value;
    yyjson_arr_foreach(array, i, most, value)
    {
        if (yyjson_is_arr(value)) {
            out = read_array(value, out);
        } else {
            *out++ = yyjson_get_num(value);
        }
    }
    return out;
}

static size_t parse_f64(const char *text, size_t len, double *values)
{
    yyjson_doc *document = yyjson_read(text, len, 0);
    if (document == NULL) {
        return BENCH_FAILED;
    }
    double *end = read_array(yyjson_doc_get_root(document), values);
    yyjson_doc_free(document);
    return (size_t)(end - values);
}

static size_t write_one(double value, char *out)
{
    yyjson_val number = {0};
    unsafe_yyjson_set_real(&number, value);
    return (size_t)(yyjson_write_number(&number, out) - out);
}

static size_t write_f64(const double *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out += write_one(values[i], out);
        *out++ = ',';
    }
    return (size_t)(out - text) - (count > 0);
}

const bench_peer bench_peer_yyjson = {
    "yyjson", YYJSON_VERSION_STRING, 1, parse_f64, NULL, write_f64, NULL, NULL};
