// tests/writer_shortest.cc - shortest text of doubles and floats against std::to_chars, byte for
// byte, on every usable row; and back again. --all-floats: every finite float.
#include "tests/writer_values.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace
{

constexpr size_t kBlock = 4096;

// The digits of std::to_chars, and the power of ten of the first.
struct Digits {
    char text[20];
    size_t count;
    int power;
};

template <typename T> Digits digits_of(T value)
{
    char text[64];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
    *end = 0;
    Digits digits = {};
    const char *p = text;
    for (; *p != 'e'; p++) {
        if (*p != '.') {
            digits.text[digits.count++] = *p;
        }
    }
    digits.power = std::atoi(p + 1);
    return digits;
}

// Java: where one digit would do, the nearest decimal of two digits; printf rounds rightly to two.
template <typename T> Digits java_digits_of(T value, const Digits &shortest)
{
    if (shortest.count != 1) {
        return shortest;
    }
    char text[64];
    std::snprintf(text, sizeof text, "%.1e", static_cast<double>(value));
    return {{text[0], text[2]}, text[2] == '0' ? size_t(1) : size_t(2), std::atoi(text + 4)};
}

template <typename T> size_t model(char *out, const style_rule &rule, T value)
{
    if (value == 0) {
        return style_text(out, &rule, std::signbit(value), "0", 1, 0);
    }
    Digits digits = digits_of(std::fabs(value));
    if (rule.style == DIGITRUN_STYLE_JAVA) {
        digits = java_digits_of(std::fabs(value), digits);
    }
    return style_text(out, &rule, std::signbit(value), digits.text, digits.count, digits.power);
}

digitrun_result write(const double *values, size_t count, const digitrun_layout *layout,
                      std::string &text)
{
    return digitrun_write_f64(values, count, layout, &text[0], text.size());
}

digitrun_result write(const float *values, size_t count, const digitrun_layout *layout,
                      std::string &text)
{
    return digitrun_write_f32(values, count, layout, &text[0], text.size());
}

digitrun_result parse(const std::string &text, size_t len, std::vector<double> &values)
{
    return digitrun_parse_f64(text.data(), len, digitrun_format_list(), values.data(),
                              values.size());
}

digitrun_result parse(const std::string &text, size_t len, std::vector<float> &values)
{
    return digitrun_parse_f32(text.data(), len, digitrun_format_list(), values.data(),
                              values.size());
}

double read_back(const char *text, double)
{
    return std::strtod(text, nullptr);
}
float read_back(const char *text, float)
{
    return std::strtof(text, nullptr);
}
uint64_t bits_of(double value)
{
    return f64_bits(value);
}
uint64_t bits_of(float value)
{
    return f32_bits(value);
}

template <typename T>
void check_style(const char *what, const T *values, size_t count, const style_rule &rule,
                 const digitrun_layout *layout, bool with_strtod)
{
    static std::string text(kBlock * 40, 0);
    const digitrun_result result = write(values, count, layout, text);
    expect(result.status == DIGITRUN_OK && result.count == count && result.rows == 1, what, count);
    expect(result.offset <= digitrun_write_bound(count, layout), what, result.offset);
    text[result.offset] = ',';
    const char *at = text.data();
    for (size_t i = 0; i < count; i++) {
        char want[64];
        const size_t len = model(want, rule, values[i]);
        const char *end = static_cast<const char *>(std::memchr(at, ',', 64));
        expect_same(what, bits_of(values[i]), at, static_cast<size_t>(end - at), want, len);
        expect(!with_strtod || bits_of(read_back(at, T())) == bits_of(values[i]), "strtod",
               bits_of(values[i]));
        at = end + 1;
    }
    expect(at == text.data() + result.offset + 1, what, result.offset);
    std::vector<T> back(count + 1);
    const digitrun_result read = parse(text, result.offset, back);
    expect(read.status == DIGITRUN_OK && read.count == count, "read back", read.count);
    expect(std::memcmp(back.data(), values, count * sizeof(T)) == 0, "read back the same bits",
           count);
}

const digitrun_layout *preset(digitrun_style style)
{
    return style == DIGITRUN_STYLE_JSON     ? digitrun_layout_json()
           : style == DIGITRUN_STYLE_PYTHON ? digitrun_layout_python()
           : style == DIGITRUN_STYLE_JAVA   ? digitrun_layout_java()
                                            : digitrun_layout_c();
}

// All styles, in blocks whose lengths change.
template <typename T> void check_values(const char *what, const std::vector<T> &values)
{
    size_t number = 0;
    for (size_t i = 0; i < values.size(); number++) {
        size_t count = number % 5 == 4 ? 1 + number % 131 : kBlock;
        count = count < values.size() - i ? count : values.size() - i;
        for (const style_rule &rule : style_rules) {
            check_style(what, &values[i], count, rule, preset(rule.style),
                        rule.style == DIGITRUN_STYLE_JSON && number % 4 == 0);
        }
        i += count;
    }
}

template <typename T> T draw(random_source *random, unsigned family)
{
    if constexpr (std::is_same<T, double>::value) {
        return random_f64(random, family);
    } else {
        return random_f32(random, family);
    }
}

template <typename T> void check_families(const char *type, random_source *random)
{
    for (unsigned family = 0; family <= VALUE_FAMILIES; family++) {
        const bool mixed = family == VALUE_FAMILIES;
        const std::string what = std::string(type) + ", " + (mixed ? "mixed" : family_name(family));
        std::vector<T> values(test_count(family == 0 ? 1000000 : 150000));
        for (T &value : values) {
            value = draw<T>(random,
                            mixed ? unsigned(random_below(random, VALUE_FAMILIES)) : family);
            if (mixed && random_chance(random, 9)) {
                value = random_chance(random, 2) ? T(0) : -T(0);
            }
        }
        check_values(what.c_str(), values);
    }
}

void check_edges()
{
    std::vector<double> doubles(edge_f64(nullptr));
    edge_f64(doubles.data());
    check_values("double, edges", doubles);
    std::vector<float> floats(edge_f32(nullptr));
    edge_f32(floats.data());
    check_values("float, edges", floats);
}

void check_all_floats()
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
            check_style("all floats", values.data(), count, style_rules[0], digitrun_layout_json(),
                        false);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    random_source random = test_random();
    for (size_t i = 0; digitrun_isa_name(i) != nullptr; i++) {
        if (digitrun_isa_force(digitrun_isa_name(i)) != DIGITRUN_OK) {
            std::printf("%s: skipped, %s\n", digitrun_isa_name(i),
                        digitrun_isa_why(digitrun_isa_name(i)));
            continue;
        }
        std::printf("%s\n", digitrun_isa_name(i));
        if (argc > 1 && std::strcmp(argv[1], "--all-floats") == 0) {
            check_all_floats();
            continue;
        }
        check_edges();
        check_families<double>("double", &random);
        check_families<float>("float", &random);
    }
    return failures();
}
