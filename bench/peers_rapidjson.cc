// bench/peers_rapidjson.cc - RapidJSON's SAX reader at full precision.
#include "bench/peers.h"

#include <rapidjson/reader.h>

namespace
{

struct Handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
    double *out;
    explicit Handler(double *values) : out(values) {}
    bool put(double value)
    {
        *out++ = value;
        return true;
    }
    bool Double(double value)
    {
        return put(value);
    }
    bool Int(int value)
    {
        return put(value);
    }
    bool Uint(unsigned value)
    {
        return put(value);
    }
    bool Int64(int64_t value)
    {
        return put(static_cast<double>(value));
    }
    bool Uint64(uint64_t value)
    {
        return put(static_cast<double>(value));
    }
};

size_t parse_f64(const char *text, size_t, double *values)
{
    constexpr unsigned flags = rapidjson::kParseFullPrecisionFlag |
                               rapidjson::kParseStopWhenDoneFlag;
    rapidjson::Reader reader;
    rapidjson::StringStream stream(text);
    Handler handler(values);
    return reader.Parse<flags>(stream, handler) ? static_cast<size_t>(handler.out - values)
                                                : BENCH_FAILED;
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_rapidjson;
const bench_peer bench_peer_rapidjson = {
    "RapidJSON", RAPIDJSON_VERSION_STRING, 1, parse_f64, nullptr, nullptr, nullptr, nullptr};
}
