// tests/writer_long.cc - every finite float, and 10^8 doubles, against std::to_chars and, where it
// is installed, double-conversion: every usable row, digit for digit, as d.ddde+XX; and as JSON
// every row gives the scalar row's bytes. `floats`, `doubles`, or both by default.
#include "tests/writer_values.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#ifdef HAVE_DOUBLE_CONVERSION
#include <double-conversion/double-conversion.h>
#endif

namespace
{

constexpr size_t kBlock = 4096;
constexpr size_t kRoom = kBlock * 48;

std::vector<const char *> rows;

digitrun_result write(const double *values, size_t count, const digitrun_layout *layout, char *text)
{
    return digitrun_write_f64(values, count, layout, text, kRoom);
}

digitrun_result write(const float *values, size_t count, const digitrun_layout *layout, char *text)
{
    return digitrun_write_f32(values, count, layout, text, kRoom);
}

// Always with an exponent, as std::chars_format::scientific has it.
digitrun_layout exponent_layout()
{
    digitrun_layout_spec spec;
    digitrun_layout layout;
    std::memset(&spec, 0, sizeof spec);
    spec.size = sizeof spec;
    spec.style = DIGITRUN_STYLE_C;
    spec.fixed_min_exp10 = spec.fixed_max_exp10 = 400;
    expect(digitrun_layout_init(&layout, &spec) == DIGITRUN_OK, "layout", 0);
    return layout;
}

template <typename T> size_t expected_text(const T *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out = std::to_chars(out, out + 48, values[i], std::chars_format::scientific).ptr;
        *out++ = ',';
    }
    return static_cast<size_t>(out - text) - 1;
}

#ifdef HAVE_DOUBLE_CONVERSION
// The same text by the digits of double-conversion.
size_t second_text(const double *values, size_t count, char *text)
{
    using double_conversion::DoubleToStringConverter;
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        char digits[32];
        bool negative;
        int len, point;
        DoubleToStringConverter::DoubleToAscii(values[i], DoubleToStringConverter::SHORTEST, 0,
                                               digits, sizeof digits, &negative, &len, &point);
        style_rule rule = {DIGITRUN_STYLE_C, 400, 400, false, false, true, 2, 'e'};
        out += style_text(out, &rule, negative, digits, static_cast<size_t>(len), point - 1);
        *out++ = ',';
    }
    return static_cast<size_t>(out - text) - 1;
}
#endif

// Says which value differs.
template <typename T>
void compare(const char *row, const T *values, size_t count, const char *got, size_t got_len,
             const char *want, size_t want_len)
{
    if (got_len == want_len && std::memcmp(got, want, got_len) == 0) {
        expect(true, row, count);
        return;
    }
    size_t i = 0, at = 0;
    for (size_t k = 0; k < got_len && k < want_len && got[k] == want[k]; k++) {
        if (got[k] == ',') {
            i++;
            at = k + 1;
        }
    }
    std::printf("value %zu of %zu, %.17g\n", i, count, static_cast<double>(values[i]));
    expect_same(row, i, got + at, got_len - at < 32 ? got_len - at : 32, want + at,
                want_len - at < 32 ? want_len - at : 32);
}

template <typename T> void check_block(const T *values, size_t count, const digitrun_layout *layout)
{
    static char want[kRoom], got[kRoom], json[kRoom];
    const size_t len = expected_text(values, count, want);
    size_t json_len = 0;
    for (size_t i = rows.size(); i-- > 0;) { // the last one is the scalar row
        digitrun_isa_force(rows[i]);
        digitrun_result result = write(values, count, layout, got);
        compare(rows[i], values, count, got, result.offset, want, len);
        result = write(values, count, digitrun_layout_json(), got);
        if (i + 1 == rows.size()) {
            json_len = result.offset;
            std::memcpy(json, got, json_len);
        } else {
            compare(rows[i], values, count, got, result.offset, json, json_len);
        }
    }
}

void check_floats(const digitrun_layout *layout)
{
    std::vector<float> values(kBlock);
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += kBlock) {
        size_t count = 0;
        for (uint64_t i = bits; i < bits + kBlock; i++) {
            const float value = bits_f32(static_cast<uint32_t>(i));
            if (std::isfinite(value)) {
                values[count++] = value;
            }
        }
        if (count != 0) {
            check_block(values.data(), count, layout);
        }
        if ((bits + kBlock) % (UINT64_C(1) << 28) == 0) {
            std::printf("floats: %u of 16 parts\n", static_cast<unsigned>((bits >> 28) + 1));
            std::fflush(stdout);
        }
    }
}

void check_doubles(const double *values, size_t count, const digitrun_layout *layout)
{
    check_block(values, count, layout);
#ifdef HAVE_DOUBLE_CONVERSION
    static char first[kRoom], second[kRoom];
    const size_t len = expected_text(values, count, first);
    const size_t second_len = second_text(values, count, second);
    compare("double-conversion", values, count, second, second_len, first, len);
#endif
}

void check_all_doubles(random_source *random, const digitrun_layout *layout)
{
    std::vector<double> values(edge_f64(nullptr));
    edge_f64(values.data());
    for (size_t i = 0; i < values.size(); i += kBlock) {
        check_doubles(&values[i], values.size() - i < kBlock ? values.size() - i : kBlock, layout);
    }
    std::printf("edges: %zu doubles\n", values.size());
    values.resize(kBlock);
    for (unsigned family = 0; family < VALUE_FAMILIES; family++) {
        const size_t blocks = test_count(100000000) / VALUE_FAMILIES / kBlock + 1;
        for (size_t k = 0; k < blocks; k++) {
            for (double &value : values) {
                value = random_f64(random, family);
            }
            check_doubles(values.data(), kBlock, layout);
        }
        std::printf("%s: %zu doubles\n", family_name(family), blocks * kBlock);
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    random_source random = test_random();
    for (size_t i = 0; digitrun_isa_name(i) != nullptr; i++) {
        if (digitrun_isa_force(digitrun_isa_name(i)) == DIGITRUN_OK) {
            rows.push_back(digitrun_isa_name(i));
            std::printf("row %s\n", digitrun_isa_name(i));
        } else {
            std::printf("row %s: skipped, %s\n", digitrun_isa_name(i),
                        digitrun_isa_why(digitrun_isa_name(i)));
        }
    }
#ifdef HAVE_DOUBLE_CONVERSION
    std::printf("against std::to_chars and, doubles, double-conversion\n");
#else
    std::printf("against std::to_chars; double-conversion is not installed\n");
#endif
    const digitrun_layout layout = exponent_layout();
    if (argc < 2 || std::strcmp(argv[1], "doubles") == 0) {
        check_all_doubles(&random, &layout);
    }
    if (argc < 2 || std::strcmp(argv[1], "floats") == 0) {
        check_floats(&layout);
    }
    return failures();
}
