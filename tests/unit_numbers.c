/* tests/unit_numbers.c - literal numbers and the literal bits they must give. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct number {
    const char *text;
    uint64_t f64;
    uint32_t f32; /* 7f800000 with a finite f64: OUT_OF_RANGE as float */
} number;

/* Alone, and between others at every place around the edges of 16, 32 and 64 bytes. */
static void check_number(const digitrun_format *format, const number *n)
{
    static expectation want;
    char text[2048], line[2048];
    bool narrow = (n->f32 & 0x7fffffff) != 0x7f800000;
    for (int before = 0; before < 70; before += before < 2 ? 1 : 17) {
        size_t at = 0;
        int line_at = 0;
        for (int i = 0; i < before; i++) {
            text[at++] = '1', text[at++] = ',';
            line_at += sprintf(line + line_at, "1 ");
        }
        int bits = narrow ? sprintf(line + line_at, "=%016" PRIx64 "/%08" PRIx32, n->f64, n->f32)
                          : sprintf(line + line_at, "=%016" PRIx64, n->f64);
        strcpy(line + line_at + bits, before ? " 2 |" : " |");
        at += (size_t)sprintf(text + at, before ? "%s,2" : "%s", n->text);
        expect_line(&want, line, at);
        check_text(format, text, at, &want, n->text);
    }
}

/* The same digits in brackets give the same bits or, where json forbids the spelling, no value. */
static void check_in_brackets(const number *n)
{
    char text[2048];
    double value = 0;
    uint64_t bits;
    int len = sprintf(text, "[ %s ]", n->text);
    digitrun_result r = digitrun_parse_f64(text, (size_t)len, digitrun_format_json(), &value, 1);
    const char *digits = n->text + (n->text[0] == '-');
    bool zeros_lead = digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    if (zeros_lead) {
        cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.offset == 2, "%s", n->text);
        return;
    }
    memcpy(&bits, &value, sizeof bits);
    cr_expect(r.status == DIGITRUN_OK && r.count == 1 && bits == n->f64, "%s", n->text);
}

static void check_numbers(const number *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_number(digitrun_format_list(), &numbers[i]);
        check_number(digitrun_format_csv(), &numbers[i]);
        check_in_brackets(&numbers[i]);
        if ((numbers[i].f32 & 0x7fffffff) == 0x7f800000) {
            float value;
            digitrun_result r = digitrun_parse_f32(numbers[i].text, strlen(numbers[i].text),
                                                   digitrun_format_list(), &value, 1);
            cr_expect(r.status == DIGITRUN_OUT_OF_RANGE && r.count == 0, "%s", numbers[i].text);
        }
    }
}

Test(unit_numbers, plain)
{
    static const number numbers[] = {
        {"0", 0x0000000000000000, 0x00000000},
        {"1", 0x3ff0000000000000, 0x3f800000},
        {"-1", 0xbff0000000000000, 0xbf800000},
        {"10", 0x4024000000000000, 0x41200000},
        {"0.1", 0x3fb999999999999a, 0x3dcccccd},
        {"0.2", 0x3fc999999999999a, 0x3e4ccccd},
        {"0.3", 0x3fd3333333333333, 0x3e99999a},
        {"-0.7", 0xbfe6666666666666, 0xbf333333},
        {"3.14159", 0x400921f9f01b866e, 0x40490fd0},
        {"2.5", 0x4004000000000000, 0x40200000},
        {"100", 0x4059000000000000, 0x42c80000},
        {"1e0", 0x3ff0000000000000, 0x3f800000},
        {"123456789", 0x419d6f3454000000, 0x4ceb79a3},
        {"-123.456e-7", 0xbee9e3fe580f5494, 0xb74f1ff3},
        {"0.000001", 0x3eb0c6f7a0b5ed8d, 0x358637bd},
        {"1e22", 0x4480f0cf064dd592, 0x64078678},
        {"1e23", 0x44b52d02c7e14af6, 0x65a96816},
        {"1E-5", 0x3ee4f8b588e368f1, 0x3727c5ac},
        {"9e15", 0x433ff973cafa8000, 0x59ffcb9e},
        {"1.25e-3", 0x3f547ae147ae147b, 0x3aa3d70a},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, integers_round_to_even)
{
    static const number numbers[] = {
        {"9007199254740991", 0x433fffffffffffff, 0x5a000000},
        {"9007199254740992", 0x4340000000000000, 0x5a000000},
        {"9007199254740993", 0x4340000000000000, 0x5a000000},
        {"9007199254740994", 0x4340000000000001, 0x5a000000},
        {"9007199254740995", 0x4340000000000002, 0x5a000000},
        {"9007199254740996.5", 0x4340000000000002, 0x5a000000},
        {"9007199254740993.0000000000000000000000001", 0x4340000000000001, 0x5a000000},
        {"18014398509481985", 0x4350000000000000, 0x5a800000},
        {"18014398509481986", 0x4350000000000000, 0x5a800000},
        {"18014398509481987", 0x4350000000000001, 0x5a800000},
        {"9223372036854775807", 0x43e0000000000000, 0x5f000000},
        {"9223372036854775808", 0x43e0000000000000, 0x5f000000},
        {"18446744073709551615", 0x43f0000000000000, 0x5f800000},
        {"18446744073709551616", 0x43f0000000000000, 0x5f800000},
        {"18446744073709552000", 0x43f0000000000000, 0x5f800000},
        {"99999999999999999999", 0x4415af1d78b58c40, 0x60ad78ec},
        {"16777215", 0x416fffffe0000000, 0x4b7fffff},
        {"16777216", 0x4170000000000000, 0x4b800000},
        {"16777217", 0x4170000010000000, 0x4b800000},
        {"16777218", 0x4170000020000000, 0x4b800001},
        {"16777219", 0x4170000030000000, 0x4b800002},
        {"16777217.0000000001", 0x4170000010000000, 0x4b800001},
        {"33554434.9999", 0x4180000017ffcb92, 0x4c000001},
        {"4294967295", 0x41efffffffe00000, 0x4f800000},
        {"4294967297", 0x41f0000000100000, 0x4f800000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, ties_and_near_ties)
{
    static const number numbers[] = {
        {"1.00000000000000011102230246251565404236316680908203125", 0x3ff0000000000000, 0x3f800000},
        {"1.00000000000000011102230246251565404236316680908203124", 0x3ff0000000000000, 0x3f800000},
        {"1.00000000000000011102230246251565404236316680908203126", 0x3ff0000000000001, 0x3f800000},
        {"1.00000000000000033306690738754696212708950042724609375", 0x3ff0000000000002, 0x3f800000},
        {"1.00000000000000033306690738754696212708950042724609374", 0x3ff0000000000001, 0x3f800000},
        {"0.500000000000000166533453693773481063544750213623046875", 0x3fe0000000000002,
         0x3f000000},
        {"1.00000005960464477539062", 0x3ff0000010000000, 0x3f800000},
        {"1.000000059604644775390625", 0x3ff0000010000000, 0x3f800000},
        {"1.00000005960464477539063", 0x3ff0000010000000, 0x3f800001},
        {"1.000000178813934326171875", 0x3ff0000030000000, 0x3f800002},
        {"3.518437208883201171875e13", 0x42c0000000000002, 0x56000000},
        {"8.5e-05", 0x3f164840e1719f80, 0x38b24207},
        {"6.631236846766476e-316", 0x0000000008000000, 0x00000000},
        {"5e-324", 0x0000000000000001, 0x00000000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, subnormals)
{
    static const number numbers[] = {
        {"4.9406564584124654e-324", 0x0000000000000001, 0x00000000},
        {"2.4703282292062327e-324", 0x0000000000000000, 0x00000000},
        {"2.4703282292062328e-324", 0x0000000000000001, 0x00000000},
        {"2.470328229206232720882843964341106861825299013071623822127928412503377536351043e-32"
         "4",
         0x0000000000000000, 0x00000000},
        {"-7.4109846876186982e-324", 0x8000000000000002, 0x80000000},
        {"2.2250738585072014e-308", 0x0010000000000000, 0x00000000},
        {"2.2250738585072009e-308", 0x000fffffffffffff, 0x00000000},
        {"2.2250738585072011e-308", 0x000fffffffffffff, 0x00000000},
        {"2.2250738585072012e-308", 0x0010000000000000, 0x00000000},
        {"2.2250738585072011360574097967091319759348195463516456480234261097248222220210769455"
         "165295239081350879141491589130396211068700864386945946455276572074078206217433799881"
         "410632673292535522868813721490129811224514518898490572223072852551331557550159143974"
         "763979834118019993239625482890171070818506906306666559949382757725720157630626906633"
         "326475653000092458883164330377797918696120494973903778297049050510806099407302629371"
         "289589500035837999672072543043602840788957717961509455167482434710307026091446215722"
         "898802581825451803257070188608721131280795122334262883686223215037756666225039825343"
         "359745688844239002654981983854879482922068947216898310996983658468140228542433306603"
         "398508864458040010349339704275671864433837704860378616227717385456230658746790140867"
         "23327636718751234567890123456789e-308",
         0x0010000000000000, 0x00000000},
        {"1.401298464324817e-45", 0x36a0000000000000, 0x00000001},
        {"7.006492321624085e-46", 0x3690000000000000, 0x00000000},
        {"7.006492321624086e-46", 0x3690000000000000, 0x00000001},
        {"1.1754943508222875e-38", 0x3810000000000000, 0x00800000},
        {"1.1754942807573643e-38", 0x380fffffe0000000, 0x00800000},
        {"1.1754942106924411e-38", 0x380fffffc0000000, 0x007fffff},
        {"1.17549431578982583434e-38", 0x380fffffefffffff, 0x00800000},
        {"-1e-45", 0xb696d601ad376ab9, 0x80000001},
        {"3e-46", 0x367b673536428011, 0x00000000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, limits)
{
    static const number numbers[] = {
        {"1.7976931348623157e308", 0x7fefffffffffffff, 0x7f800000},
        {"1.797693134862315807e308", 0x7fefffffffffffff, 0x7f800000},
        {"179769313486231580793728971405303415079934132710037826936173778980444968292764750946"
         "649017977587207096330286416692887910946555547851940402630657488671505820681908902000"
         "708383676273854845817711531764475730270069855571366959622842914819860834936475292719"
         "07416844436551070434271155969950809304288017790417449779.1e-0",
         0x7fb9999999999999, 0x7f800000},
        {"3.4028234663852886e38", 0x47efffffe0000000, 0x7f7fffff},
        {"3.4028235e38", 0x47efffffe54daff8, 0x7f7fffff},
        {"3.40282356e38", 0x47efffffeec5116e, 0x7f7fffff},
        {"340282356779733661637539395458142568447.9", 0x47effffff0000000, 0x7f7fffff},
        {"-1.7976931348623157e+308", 0xffefffffffffffff, 0xff800000},
        {"1e308", 0x7fe1ccf385ebc8a0, 0x7f800000},
        {"1e-307", 0x0031fa182c40c60d, 0x00000000},
        {"1e38", 0x47d2ced32a16a1b1, 0x7e967699},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, zeros)
{
    static const number numbers[] = {
        {"-0", 0x8000000000000000, 0x80000000},
        {"-0.0", 0x8000000000000000, 0x80000000},
        {"0e0", 0x0000000000000000, 0x00000000},
        {"0e-5", 0x0000000000000000, 0x00000000},
        {"0.0e400", 0x0000000000000000, 0x00000000},
        {"-0e-400", 0x8000000000000000, 0x80000000},
        {"000", 0x0000000000000000, 0x00000000},
        {"0.000000000000000000000000000000000000000", 0x0000000000000000, 0x00000000},
        {"-0000.000e00", 0x8000000000000000, 0x80000000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, exponents)
{
    static const number numbers[] = {
        {"1e1", 0x4024000000000000, 0x41200000},
        {"1e+1", 0x4024000000000000, 0x41200000},
        {"1E+01", 0x4024000000000000, 0x41200000},
        {"1e-0001", 0x3fb999999999999a, 0x3dcccccd},
        {"0.0000000000000000000000000001e28", 0x3ff0000000000000, 0x3f800000},
        {"100000000000000000000000000000e-29", 0x3ff0000000000000, 0x3f800000},
        {"123456789012345678901234567890e-20", 0x41d26580b487e6b7, 0x4e932c06},
        {"0.00123e+0000000000000000005", 0x405ec00000000000, 0x42f60000},
        {"1e-400", 0x0000000000000000, 0x00000000},
        {"-1e-400", 0x8000000000000000, 0x80000000},
        {"1e-9999999999999999999", 0x0000000000000000, 0x00000000},
        {"0e9999999999999999999", 0x0000000000000000, 0x00000000},
        {"1e00000000000000000000000000000000000000001", 0x4024000000000000, 0x41200000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_numbers, many_digits)
{
    static const number numbers[] = {
        {"3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986"
         "28034825342117067",
         0x400921fb54442d18, 0x40490fdb},
        {"0.1000000000000000055511151231257827021181583404541015625", 0x3fb999999999999a,
         0x3dcccccd},
        {"0.10000000000000000000000000000000000000000000000001", 0x3fb999999999999a, 0x3dcccccd},
        {"123456789012345678", 0x437b69b4ba630f35, 0x5bdb4da6},
        {"1234567890123456789", 0x43b12210f47de981, 0x5d891088},
        {"12345678901234567890", 0x43e56a95319d63e1, 0x5f2b54aa},
        {"123456789012345678901", 0x441ac53a7e04bcda, 0x60d629d4},
        {"0.12345678901234567", 0x3fbf9add3746f65e, 0x3dfcd6ea},
        {"0.123456789012345678", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"0.1234567890123456789", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"0.12345678901234567890", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"1234567.8901234567890123", 0x4132d687e3df2180, 0x4996b43f},
        {"99999999999999974834176", 0x44b52d02c7e14af5, 0x65a96816},
        {"100000000000000000000000000000000000000000001", 0x4911efc659cf7d4c, 0x7f800000},
        {"8.41e21", 0x447c7e83209e90b2, 0x63e3f419},
        {"9.5e-21", 0x3bc66e65cbf1586e, 0x1e33732e},
        {"2.718281828459045090795598298427648842334747314453125", 0x4005bf0a8b145769, 0x402df854},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

/* The token among 400 ones, enough for a row to read them in its own way. */
static void check_refused(const char *row, const char *token)
{
    static char text[4096];
    double values[450];
    size_t len = 0;
    for (size_t i = 0; i < 401; i++)
        len += (size_t)sprintf(text + len, "%s,", i == 200 ? token : "1");
    digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_list(), values, 450);
    cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.count == 200 && r.offset == 400 &&
                  r.length == strlen(token),
              "%s %.20s (%zu): %d at %zu", row, token, strlen(token), (int)r.status, r.offset);
}

/* Signs and points that make no number, among enough that do. Of 1x...x2 a kernel that kept places
 * modulo 128, or 256, could take so many bytes for none. */
static void check_few_refused(const char *row)
{
    static const char *const tokens[] = {"+", "++1", "+-1", "-+1", "+e1",  "+x",  ".",
                                         "-", "+.",  "-.",  ".e1", "+.e1", "..1", "1+"};
    static const size_t middles[] = {64, 127, 128, 129, 192, 256, 1024};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        check_refused(row, tokens[i]);
    for (size_t i = 0; i < sizeof middles / sizeof middles[0]; i++) {
        char token[1100];
        memset(token, 'x', sizeof token);
        token[0] = '1';
        memcpy(token + 1 + middles[i], "2", 2);
        check_refused(row, token);
    }
}

Test(unit_numbers, refused_among_many)
{
    each_row(check_few_refused);
}

/* The same in JSON, amid so much text that a row has learnt what its separators are. */
static void check_json_refused(const char *row)
{
    enum { ONES = 30000 };
    static const char *const tokens[] = {"5.", "-5.", "01", "-01", ".5", "-.5"};
    static char text[4 * ONES + 16];
    static double values[2 * ONES + 16];
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        size_t len = 0;
        for (size_t k = 0; k <= 2 * ONES; k++)
            len += (size_t)sprintf(text + len, "%c%s", k ? ',' : '[', k == ONES ? tokens[i] : "1");
        text[len++] = ']';
        digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_json(), values,
                                               2 * ONES + 16);
        cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.count == ONES && r.offset == 2 * ONES + 1,
                  "%s %s: %d at %zu", row, tokens[i], (int)r.status, r.offset);
    }
}

Test(unit_numbers, refused_in_json)
{
    each_row(check_json_refused);
}

/* Rows of one number: all runs of separators end one. */
static void check_column(const char *row)
{
    enum { LINES = 20000 };
    static char text[8 * LINES];
    static double values[LINES];
    static size_t ends[LINES];
    size_t len = 0, right = 0;
    for (size_t i = 0; i < LINES; i++)
        len += (size_t)sprintf(text + len, "%zu\n", i);
    memset(ends, 0, sizeof ends);
    digitrun_result r = digitrun_parse_rows_f64(text, len, digitrun_format_csv(), values, LINES,
                                                ends, LINES);
    for (size_t i = 0; i < LINES; i++)
        right += values[i] == (double)i && ends[i] == i + 1;
    cr_expect(r.status == DIGITRUN_OK && r.rows == LINES && right == LINES, "%s: %d, %zu right",
              row, (int)r.status, right);
}

Test(unit_numbers, column)
{
    each_row(check_column);
}

/* Short arrays of every length, with a comma too many. */
static void check_last_commas(const char *row)
{
    for (size_t count = 1; count < 60; count++) {
        char text[128] = "[";
        double values[64];
        size_t len = 1;
        for (size_t i = 0; i < count; i++, len += 2)
            memcpy(text + len, "1,", 2);
        text[len++] = ']';
        digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_json(), values, 64);
        cr_expect(r.status == DIGITRUN_BAD_STRUCTURE && r.count == count && r.offset == len - 1,
                  "%s %zu: %d at %zu", row, count, (int)r.status, r.offset);
    }
}

Test(unit_numbers, last_commas)
{
    each_row(check_last_commas);
}

/* Whole blocks of numbers next to the middle of two floats, which as doubles are that middle: odd
 * integers above 2^24, and `zeros` zeros before the digit that decides. */
static void check_middles(const char *row, int zeros)
{
    enum { NUMBERS = 2048, ROOM = 32 };
    static char text[NUMBERS * ROOM];
    static double doubles[NUMBERS];
    static float floats[NUMBERS];
    size_t len = 0, right = 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        const unsigned middle = 16777217 + 2 * (unsigned)i;
        const char *sign = i % 3 == 0 ? "-" : "";
        if (i % 2 == 0) {
            len += (size_t)sprintf(text + len, "%s%u.%0*d1,", sign, middle, zeros, 0);
        } else {
            len += (size_t)sprintf(text + len, "%s%u.%.*s,", sign, middle - 1, zeros + 1,
                                   "9999999999999999");
        }
    }
    len--;
    const digitrun_format *format = digitrun_format_csv();
    digitrun_result d = digitrun_parse_f64(text, len, format, doubles, NUMBERS);
    digitrun_result f = digitrun_parse_f32(text, len, format, floats, NUMBERS);
    for (size_t i = 0; i < NUMBERS; i++) {
        const double middle = 16777217 + 2 * (double)i, sign = i % 3 == 0 ? -1 : 1;
        const double away = i % 2 == 0 ? middle + 1 : middle - 1;
        right += doubles[i] == sign * middle && floats[i] == (float)(sign * away);
    }
    cr_expect(d.status == DIGITRUN_OK && f.status == DIGITRUN_OK && right == NUMBERS,
              "%s, %d zeros: %d %d, %zu right", row, zeros, (int)d.status, (int)f.status, right);
}

static void check_all_middles(const char *row)
{
    for (int zeros = 8; zeros < 15; zeros++)
        check_middles(row, zeros);
}

Test(unit_numbers, middles_of_floats)
{
    each_row(check_all_middles);
}
