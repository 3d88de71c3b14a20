// bench/peers_double_conversion.cc - double-conversion.
#include "bench/peers.h"

#include <double-conversion/double-conversion.h>

namespace
{

using double_conversion::DoubleToStringConverter;
using double_conversion::StringBuilder;
using double_conversion::StringToDoubleConverter;

void convert(const StringToDoubleConverter &converter, const char *p, int len, int *used,
             double *value)
{
    *value = converter.StringToDouble(p, len, used);
}

void convert(const StringToDoubleConverter &converter, const char *p, int len, int *used,
             float *value)
{
    *value = converter.StringToFloat(p, len, used);
}

template <typename T> size_t parse(const char *p, size_t len, T *values)
{
    static const StringToDoubleConverter converter(StringToDoubleConverter::ALLOW_TRAILING_JUNK,
                                                   0.0, 0.0, nullptr, nullptr);
    const char *end = p + len;
    T *out = values;
    for (;;) {
        while (p < end &&
               (*p == ',' || *p == '\n' || *p == ' ' || *p == '[' || *p == ']' || *p == '\r')) {
            p++;
        }
        if (p == end) {
            return static_cast<size_t>(out - values);
        }
        int used;
        convert(converter, p, static_cast<int>(end - p), &used, out);
        if (used == 0) {
            return BENCH_FAILED;
        }
        out++;
        p += used;
    }
}

bool put(const DoubleToStringConverter &converter, double value, StringBuilder *builder)
{
    return converter.ToShortest(value, builder);
}

bool put(const DoubleToStringConverter &converter, float value, StringBuilder *builder)
{
    return converter.ToShortestSingle(value, builder);
}

template <typename T> size_t write(const T *values, size_t count, char *text)
{
    const DoubleToStringConverter &converter = DoubleToStringConverter::EcmaScriptConverter();
    StringBuilder builder(text, static_cast<int>(32 * count + 32));
    for (size_t i = 0; i < count; i++) {
        put(converter, values[i], &builder);
        builder.AddCharacter(',');
    }
    const int len = builder.position();
    builder.Finalize();
    return static_cast<size_t>(len) - (count > 0);
}

size_t write_fixed6(const double *values, size_t count, char *text)
{
    const DoubleToStringConverter &converter = DoubleToStringConverter::EcmaScriptConverter();
    StringBuilder builder(text, static_cast<int>(400 * count + 32));
    for (size_t i = 0; i < count; i++) {
        converter.ToFixed(values[i], 6, &builder);
        builder.AddCharacter(',');
    }
    const int len = builder.position();
    builder.Finalize();
    return static_cast<size_t>(len) - (count > 0);
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_double_conversion;
const bench_peer bench_peer_double_conversion = {"double-conversion", BENCH_VERSION, 0,
                                                 parse<double>,       parse<float>,  write<double>,
                                                 write<float>,        write_fixed6};
}
