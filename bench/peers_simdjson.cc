// bench/peers_simdjson.cc - simdjson on demand: one array of numbers, or an array of such arrays.
#define SIMDJSON_EXCEPTIONS 0
#include "bench/peers.h"
#include "bench/peers_version.h"

#include <simdjson.h>

namespace
{

constexpr Version<simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
                  simdjson::SIMDJSON_VERSION_REVISION>
    version;

using namespace simdjson;

bool read_row(ondemand::array row, double **out)
{
    for (auto element : row) {
        if (element.get_double().get(**out) != SUCCESS) {
            return false;
        }
        ++*out;
    }
    return true;
}

bool read_matrix(ondemand::array matrix, double **out)
{
    for (auto element : matrix) {
        ondemand::array row;
        if (element.get_array().get(row) != SUCCESS || !read_row(row, out)) {
            return false;
        }
    }
    return true;
}

bool is_matrix(const char *text, size_t len)
{
    size_t i = 1;
    while (i < len && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r')) {
        i++;
    }
    return i < len && text[i] == '[';
}

size_t parse_f64(const char *text, size_t len, double *values)
{
    static ondemand::parser parser;
    ondemand::document document;
    ondemand::array array;
    double *out = values;
    if (parser.iterate(text, len, len + 128).get(document) != SUCCESS ||
        document.get_array().get(array) != SUCCESS) {
        return BENCH_FAILED;
    }
    const bool good = is_matrix(text, len) ? read_matrix(array, &out) : read_row(array, &out);
    return good ? static_cast<size_t>(out - values) : BENCH_FAILED;
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_simdjson;
const bench_peer bench_peer_simdjson = {"simdjson", version.text, 1,       parse_f64,
                                        nullptr,    nullptr,      nullptr, nullptr};
}
