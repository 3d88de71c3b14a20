/* tests/unit_long.c - long and hard numbers: literal texts, folded, and the literal bits. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the text, {digits*times} stands for so many repetitions. */
typedef struct number {
    const char *text;
    uint64_t f64;
    uint32_t f32; /* 7f800000 with a finite f64: OUT_OF_RANGE as float */
} number;

enum { ROOM = 1100000 };
static char token[ROOM], text[3 * ROOM];

/* Unfolds to `out`; returns the length. */
static size_t unfold(const char *folded, char *out)
{
    size_t len = 0;
    while (*folded != 0) {
        if (*folded != '{') {
            out[len++] = *folded++;
            continue;
        }
        const char *star = strchr(folded, '*');
        char *end;
        size_t part = (size_t)(star - folded) - 1;
        for (unsigned long times = strtoul(star + 1, &end, 10); times > 0; times--) {
            memcpy(out + len, folded + 1, part);
            len += part;
        }
        folded = end + 1;
    }
    return len;
}

static bool is_infinite(const number *n)
{
    return (n->f32 & 0x7fffffff) == 0x7f800000;
}

static const number *current;
static size_t token_len;

/* The token, as often as `count` says, between `before` and `after`. */
static void check_copies(const digitrun_format *format, const char *row, const char *before,
                         const char *after, size_t count)
{
    size_t len = strlen(before);
    double wide[3] = {1, 1, 1};
    float narrow[3] = {1, 1, 1};
    memcpy(text, before, len);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + len, token, token_len);
        len += token_len;
        text[len++] = ',';
    }
    len--;
    memcpy(text + len, after, strlen(after));
    len += strlen(after);
    const char *at = at_edge(text, len);
    digitrun_result r = digitrun_parse_f64(at, len, format, wide, 3);
    cr_expect(r.status == DIGITRUN_OK && r.count == count && r.offset == len, "%s %s: %d at %zu",
              row, current->text, (int)r.status, r.offset);
    digitrun_result s = digitrun_parse_f32(at, len, format, narrow, 3);
    cr_expect(s.status == (is_infinite(current) ? DIGITRUN_OUT_OF_RANGE : DIGITRUN_OK), "%s %s",
              row, current->text);
    cr_expect(digitrun_count(at, len, format).count == count, "%s %s", row, current->text);
    for (size_t i = 0; i < count; i++) {
        uint64_t wide_bits;
        uint32_t narrow_bits;
        memcpy(&wide_bits, &wide[i], sizeof wide_bits);
        memcpy(&narrow_bits, &narrow[i], sizeof narrow_bits);
        cr_expect(wide_bits == current->f64, "%s %s: %016" PRIx64, row, current->text, wide_bits);
        cr_expect(narrow_bits == current->f32 || is_infinite(current), "%s %s: %08" PRIx32, row,
                  current->text, narrow_bits);
    }
}

static void check_row(const char *row)
{
    digitrun_format comma;
    const digitrun_format_spec spec = SPEC(.kind = DIGITRUN_LIST, .decimal = ',',
                                           .separators = ";");
    const char *digits = token + (token[0] == '-');
    make_format(&comma, &spec, "decimal comma");
    check_copies(digitrun_format_list(), row, "", "", 1);
    check_copies(digitrun_format_csv(), row, "", "\n", 3);
    if (digits[0] != '0' || digits[1] < '0' || digits[1] > '9') {
        check_copies(digitrun_format_json(), row, "[", "]", 1);
        check_copies(digitrun_format_json(), row, " [ ", " ] ", 3);
    }
    char *point = memchr(token, '.', token_len);
    if (point != NULL) {
        *point = ',';
        check_copies(&comma, row, "", "", 1);
        *point = '.';
    }
}

static void check_numbers(const number *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        current = &numbers[i];
        token_len = unfold(numbers[i].text, token);
        each_row(check_row);
    }
}

Test(unit_long, nineteen_and_more)
{
    static const number numbers[] = {
        {"999999999999999999", 0x43abc16d674ec800, 0x5d5e0b6b},
        {"9999999999999999999", 0x43e158e460913d00, 0x5f0ac723},
        {"-9999999999999999999", 0xc3e158e460913d00, 0xdf0ac723},
        {"99999999999999999999", 0x4415af1d78b58c40, 0x60ad78ec},
        {"1000000000000000000{0*1}", 0x43e158e460913d00, 0x5f0ac723},
        {"18446744073709551615", 0x43f0000000000000, 0x5f800000},
        {"18446744073709551616", 0x43f0000000000000, 0x5f800000},
        {"18446744073709551617.5", 0x43f0000000000000, 0x5f800000},
        {"0.1234567890123456789", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"0.12345678901234567890", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"0.123456789012345678901", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"1234567890123456789.9", 0x43b12210f47de981, 0x5d891088},
        {"9999999999999999999.9", 0x43e158e460913d00, 0x5f0ac723},
        {"12345678901234567890e-20", 0x3fbf9add3746f65f, 0x3dfcd6ea},
        {"-0.00000000000000000001234567890123456789", 0xbbcd2681472afffa, 0x9e69340a},
        {"1.7976931348623157081e308", 0x7fefffffffffffff, 0x7f800000},
        {"4.9406564584124654418e-324", 0x0000000000000001, 0x00000000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_long, between_two_candidates)
{
    static const number numbers[] = {
        {"0.1000000000000000111e1", 0x3ff0000000000000, 0x3f800000},
        {"0.1000000000000000111{9*30}e1", 0x3ff0000000000001, 0x3f800000},
        {"0.1000000000000000111{0*30}1e1", 0x3ff0000000000000, 0x3f800000},
        {"0.1000000000000000111022e1", 0x3ff0000000000000, 0x3f800000},
        {"0.1000000000000000111022{9*30}e1", 0x3ff0000000000001, 0x3f800000},
        {"0.1000000000000000111022{0*30}1e1", 0x3ff0000000000000, 0x3f800000},
        {"0.10000000000000001110223024625156540423e1", 0x3ff0000000000000, 0x3f800000},
        {"0.10000000000000001110223024625156540423{9*30}e1", 0x3ff0000000000001, 0x3f800000},
        {"0.10000000000000001110223024625156540423{0*30}1e1", 0x3ff0000000000000, 0x3f800000},
        {"0.8191999999999999545e4", 0x40bfffffffffffff, 0x46000000},
        {"0.8191999999999999545{9*30}e4", 0x40c0000000000000, 0x46000000},
        {"0.8191999999999999545{0*30}1e4", 0x40bfffffffffffff, 0x46000000},
        {"0.8191999999999999545252e4", 0x40bfffffffffffff, 0x46000000},
        {"0.8191999999999999545252{9*30}e4", 0x40c0000000000000, 0x46000000},
        {"0.8191999999999999545252{0*30}1e4", 0x40bfffffffffffff, 0x46000000},
        {"0.81919999999999995452526491135358810424e4", 0x40bfffffffffffff, 0x46000000},
        {"0.81919999999999995452526491135358810424{9*30}e4", 0x40c0000000000000, 0x46000000},
        {"0.81919999999999995452526491135358810424{0*30}1e4", 0x40bfffffffffffff, 0x46000000},
        {"0.5208333333333333477e-2", 0x3f75555555555555, 0x3baaaaab},
        {"0.5208333333333333477{9*30}e-2", 0x3f75555555555556, 0x3baaaaab},
        {"0.5208333333333333477{0*30}1e-2", 0x3f75555555555555, 0x3baaaaab},
        {"0.5208333333333333477893e-2", 0x3f75555555555555, 0x3baaaaab},
        {"0.5208333333333333477893{9*30}e-2", 0x3f75555555555556, 0x3baaaaab},
        {"0.5208333333333333477893{0*30}1e-2", 0x3f75555555555555, 0x3baaaaab},
        {"0.52083333333333334778936229980672578676e-2", 0x3f75555555555555, 0x3baaaaab},
        {"0.52083333333333334778936229980672578676{9*30}e-2", 0x3f75555555555556, 0x3baaaaab},
        {"0.52083333333333334778936229980672578676{0*30}1e-2", 0x3f75555555555555, 0x3baaaaab},
        {"0.1043796703455036887e107", 0x55f23456789abcde, 0x7f800000},
        {"0.1043796703455036887{9*30}e107", 0x55f23456789abcdf, 0x7f800000},
        {"0.1043796703455036887{0*30}1e107", 0x55f23456789abcde, 0x7f800000},
        {"0.1043796703455036887415e107", 0x55f23456789abcde, 0x7f800000},
        {"0.1043796703455036887415{9*30}e107", 0x55f23456789abcdf, 0x7f800000},
        {"0.1043796703455036887415{0*30}1e107", 0x55f23456789abcde, 0x7f800000},
        {"0.10437967034550368874159543479222961048e107", 0x55f23456789abcde, 0x7f800000},
        {"0.10437967034550368874159543479222961048{9*30}e107", 0x55f23456789abcdf, 0x7f800000},
        {"0.10437967034550368874159543479222961048{0*30}1e107", 0x55f23456789abcde, 0x7f800000},
        {"0.1708545829348564245e-194", 0x177fedcba9876543, 0x00000000},
        {"0.1708545829348564245{9*30}e-194", 0x177fedcba9876544, 0x00000000},
        {"0.1708545829348564245{0*30}1e-194", 0x177fedcba9876543, 0x00000000},
        {"0.1708545829348564245636e-194", 0x177fedcba9876543, 0x00000000},
        {"0.1708545829348564245636{9*30}e-194", 0x177fedcba9876544, 0x00000000},
        {"0.1708545829348564245636{0*30}1e-194", 0x177fedcba9876543, 0x00000000},
        {"0.17085458293485642456366189691522563217e-194", 0x177fedcba9876543, 0x00000000},
        {"0.17085458293485642456366189691522563217{9*30}e-194", 0x177fedcba9876544, 0x00000000},
        {"0.17085458293485642456366189691522563217{0*30}1e-194", 0x177fedcba9876543, 0x00000000},
        {"0.4601953822644527856e287", 0x7b73579bdf02468a, 0x7f800000},
        {"0.4601953822644527856{9*30}e287", 0x7b73579bdf02468b, 0x7f800000},
        {"0.4601953822644527856{0*30}1e287", 0x7b73579bdf02468a, 0x7f800000},
        {"0.4601953822644527856287e287", 0x7b73579bdf02468a, 0x7f800000},
        {"0.4601953822644527856287{9*30}e287", 0x7b73579bdf02468b, 0x7f800000},
        {"0.4601953822644527856287{0*30}1e287", 0x7b73579bdf02468a, 0x7f800000},
        {"0.46019538226445278562872369359698904864e287", 0x7b73579bdf02468a, 0x7f800000},
        {"0.46019538226445278562872369359698904864{9*30}e287", 0x7b73579bdf02468b, 0x7f800000},
        {"0.46019538226445278562872369359698904864{0*30}1e287", 0x7b73579bdf02468a, 0x7f800000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_long, all_digits)
{
    static const number numbers[] = {
        {"9007199254740993.{0*400}", 0x4340000000000000, 0x5a000000},
        {"9007199254740993.{0*400}1", 0x4340000000000001, 0x5a000000},
        {"9007199254740992.{9*400}", 0x4340000000000000, 0x5a000000},
        {"9007199254740993{0*250}e-250", 0x4340000000000000, 0x5a000000},
        {"9007199254740993{0*250}1e-251", 0x4340000000000001, 0x5a000000},
        {"9007199254740992{9*250}e-250", 0x4340000000000000, 0x5a000000},
        {"9444732979200000000000.{0*30}", 0x448000000061f086, 0x64000000},
        {"9444732979200000000000.{0*30}1", 0x448000000061f087, 0x64000000},
        {"9444732979199999999999.{9*30}", 0x448000000061f086, 0x64000000},
        {"0."
         "50968637085189119971259453784942351318747371313817440930773808101589858462107920028869162"
         "28471619875539269969213405354474563349154102223059921710490454418877502753672876963106723"
         "27157036323636818458812496642893703230835034396021295318060999586846010939490932716011643"
         "61274393829932343909429243585154267006251381364406319533718625204654581638179528910545824"
         "04151955123503748195393759754218947763535198843790647053663645810573883671464814454547023"
         "55017437765907218056887876913876280036985695178923597004732406521059505915793175724160350"
         "90666323065942206694609947009597504577541529635420816463979638688946665474267395803124354"
         "18655963890606797310132348966841474284186457885443637804518518860372327704337221468411378"
         "56654313509352505207061767578125e-297",
         0x0235555555555554, 0x00000000},
        {"0."
         "50968637085189119971259453784942351318747371313817440930773808101589858462107920028869162"
         "28471619875539269969213405354474563349154102223059921710490454418877502753672876963106723"
         "27157036323636818458812496642893703230835034396021295318060999586846010939490932716011643"
         "61274393829932343909429243585154267006251381364406319533718625204654581638179528910545824"
         "04151955123503748195393759754218947763535198843790647053663645810573883671464814454547023"
         "55017437765907218056887876913876280036985695178923597004732406521059505915793175724160350"
         "90666323065942206694609947009597504577541529635420816463979638688946665474267395803124354"
         "18655963890606797310132348966841474284186457885443637804518518860372327704337221468411378"
         "56654313509352505207061767578125{0*9}1e-297",
         0x0235555555555555, 0x00000000},
        {"16777217.{0*400}", 0x4170000010000000, 0x4b800000},
        {"16777217.{0*400}1", 0x4170000010000000, 0x4b800001},
        {"16777216.{9*400}", 0x4170000010000000, 0x4b800000},
        {"0."
         "24703282292062327208828439643411068618252990130716238221279284125033775363510437593264991"
         "81808179961898982823477228588654633283551779698981993873980053909390631503565951557022639"
         "22908583924491051844359318028499365361525003193704576782492193656236698636584807570015857"
         "69269903706311928279558551332927834338409351978015531246597263579574622766465272827220056"
         "37400648549997709659947045402082816622623785739345073633900796776193057750674017632467360"
         "09689513405355374585166611342237666786041621596804619144672918403005300575308490487653917"
         "11386591646239524912623653881879636239373280423891018672348497668235089863388587925628302"
         "75599565752445550725518931369083625477918694866799496832404970582102851318545139621383772"
         "2826145437693412532098591327667236328125e-323",
         0x0000000000000000, 0x00000000},
        {"0."
         "24703282292062327208828439643411068618252990130716238221279284125033775363510437593264991"
         "81808179961898982823477228588654633283551779698981993873980053909390631503565951557022639"
         "22908583924491051844359318028499365361525003193704576782492193656236698636584807570015857"
         "69269903706311928279558551332927834338409351978015531246597263579574622766465272827220056"
         "37400648549997709659947045402082816622623785739345073633900796776193057750674017632467360"
         "09689513405355374585166611342237666786041621596804619144672918403005300575308490487653917"
         "11386591646239524912623653881879636239373280423891018672348497668235089863388587925628302"
         "75599565752445550725518931369083625477918694866799496832404970582102851318545139621383772"
         "2826145437693412532098591327667236328125{0*300}1e-323",
         0x0000000000000001, 0x00000000},
        {"0."
         "24703282292062327208828439643411068618252990130716238221279284125033775363510437593264991"
         "81808179961898982823477228588654633283551779698981993873980053909390631503565951557022639"
         "22908583924491051844359318028499365361525003193704576782492193656236698636584807570015857"
         "69269903706311928279558551332927834338409351978015531246597263579574622766465272827220056"
         "37400648549997709659947045402082816622623785739345073633900796776193057750674017632467360"
         "09689513405355374585166611342237666786041621596804619144672918403005300575308490487653917"
         "11386591646239524912623653881879636239373280423891018672348497668235089863388587925628302"
         "75599565752445550725518931369083625477918694866799496832404970582102851318545139621383772"
         "2826145437693412532098591327667236328124{9*300}e-323",
         0x0000000000000000, 0x00000000},
        {"0."
         "70064923216240853546186479164495806564013097093825788587853414194489554134293030074331909"
         "4181060791015625e-45",
         0x3690000000000000, 0x00000000},
        {"0."
         "70064923216240853546186479164495806564013097093825788587853414194489554134293030074331909"
         "4181060791015625{0*700}1e-45",
         0x3690000000000000, 0x00000001},
        {"0."
         "17976931348623158079372897140530341507993413271003782693617377898044496829276475094664901"
         "79775872070963302864166928879109465555478519404026306574886715058206819089020007083836762"
         "73854845817711531764475730270069855571366959622842914819860834936475292719074168444365510"
         "704342711559699508093042880177904174497791{9*300}e309",
         0x7fefffffffffffff, 0x7f800000},
        {"0.340282356779733661637539395458142568447{9*300}e39", 0x47effffff0000000, 0x7f7fffff},
        {"0."
         "27173610521268559929711283607752175480078289143787862043407212537537152899861481352591490"
         "99988997958088881105824951447520096611906957668880193261378059300329694653922546712724903"
         "15199442316940157028795249831349301897677503513075034460741413021860368500243288327017443"
         "46196894076943121107514406466220617772250287175817084371256989937532085043111800109942062"
         "01140713404997480625941749942291098284886164313279580997290876453812363525741419395714096"
         "10658464745890912043683272476461433464645783756485081059140210243305830632839339536419308"
         "82525250810863477403886019270067599863310608466280120539583347435058598849727446718191133"
         "03159522327690105798070824505991988025710564353479446515645467640313136450399653583522149"
         "51087599814627537853084504604339599609375e-322",
         0x0000000000000006, 0x00000000},
        {"0."
         "27173610521268559929711283607752175480078289143787862043407212537537152899861481352591490"
         "99988997958088881105824951447520096611906957668880193261378059300329694653922546712724903"
         "15199442316940157028795249831349301897677503513075034460741413021860368500243288327017443"
         "46196894076943121107514406466220617772250287175817084371256989937532085043111800109942062"
         "01140713404997480625941749942291098284886164313279580997290876453812363525741419395714096"
         "10658464745890912043683272476461433464645783756485081059140210243305830632839339536419308"
         "82525250810863477403886019270067599863310608466280120539583347435058598849727446718191133"
         "03159522327690105798070824505991988025710564353479446515645467640313136450399653583522149"
         "51087599814627537853084504604339599609375{0*300}1e-322",
         0x0000000000000006, 0x00000000},
        {"0."
         "32114266979681025371476971536434389203728887169931109687663069362543907972563568871244489"
         "36350633950468677670520397165251023268617313608676592036174070082207820954635737024129430"
         "99781159101838367397667113437049174969982504151815949817239851753107708227560249841020615"
         "00050874818205506763426116732806184639932157571420190620576442653447009596404854675386073"
         "28620843114997022557931159022707661609410921461148595724071035809050975075876222922207568"
         "12596367426961986960716594744908966821854108075846004888074793923906890747901037633950092"
         "24802569140111382386410750046443527111185264551058324274053046968705616822405164303316793"
         "58279435478179215943174610779808713121294303326839345882126461756733706714108681507798903"
         "96739890690014362917281687259674072265625e-322",
         0x0000000000000006, 0x00000000},
        {"0."
         "32114266979681025371476971536434389203728887169931109687663069362543907972563568871244489"
         "36350633950468677670520397165251023268617313608676592036174070082207820954635737024129430"
         "99781159101838367397667113437049174969982504151815949817239851753107708227560249841020615"
         "00050874818205506763426116732806184639932157571420190620576442653447009596404854675386073"
         "28620843114997022557931159022707661609410921461148595724071035809050975075876222922207568"
         "12596367426961986960716594744908966821854108075846004888074793923906890747901037633950092"
         "24802569140111382386410750046443527111185264551058324274053046968705616822405164303316793"
         "58279435478179215943174610779808713121294303326839345882126461756733706714108681507798903"
         "96739890690014362917281687259674072265624{9*300}e-322",
         0x0000000000000006, 0x00000000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

Test(unit_long, zeros_and_exponents)
{
    static const number numbers[] = {
        {"1{0*300}", 0x7e37e43c8800759c, 0x7f800000},
        {"1{0*400}e-400", 0x3ff0000000000000, 0x3f800000},
        {"-1{0*400}e-100", 0xfe37e43c8800759c, 0xff800000},
        {"{123456789*100}e-892", 0x41678c29dd31ef91, 0x4b3c614f},
        {"0.{0*300}1", 0x017124e63593f5e1, 0x00000000},
        {"0.{0*322}5", 0x000000000000000a, 0x00000000},
        {"0.{0*323}3", 0x0000000000000001, 0x00000000},
        {"0.{0*323}2", 0x0000000000000000, 0x00000000},
        {"0.{0*400}1", 0x0000000000000000, 0x00000000},
        {"0.{0*400}1e401", 0x3ff0000000000000, 0x3f800000},
        {"0.{0*5000}1e5001", 0x3ff0000000000000, 0x3f800000},
        {"-0.{0*5000}12345678901234567890123e5001", 0xbff3c0ca428c59fb, 0xbf9e0652},
        {"{0*5000}1", 0x3ff0000000000000, 0x3f800000},
        {"{0*5000}1.5", 0x3ff8000000000000, 0x3fc00000},
        {"{0*3000}.{0*3000}25e3000", 0x3fd0000000000000, 0x3e800000},
        {"{0*6000}", 0x0000000000000000, 0x00000000},
        {"-0.{0*6000}", 0x8000000000000000, 0x80000000},
        {"0.{0*6000}e99999999999", 0x0000000000000000, 0x00000000},
        {"1e-99999999999", 0x0000000000000000, 0x00000000},
        {"-1e-99999999999999999999999999", 0x8000000000000000, 0x80000000},
        {"0e99999999999", 0x0000000000000000, 0x00000000},
        {"0.{1*5000}", 0x3fbc71c71c71c71c, 0x3de38e39},
        {"{7*300}.{3*5000}", 0x7e329512a2ab0624, 0x7f800000},
        {"{9*16}.{9*5000}", 0x4341c37937e08000, 0x5a0e1bca},
        {"1e-{0*3000}1", 0x3fb999999999999a, 0x3dcccccd},
        {"1e{0*3000}10", 0x4202a05f20000000, 0x501502f9},
        {"0.{0*40}1e{0*40}41", 0x3ff0000000000000, 0x3f800000},
        {"{1*1000000}e-999999", 0x3ff1c71c71c71c72, 0x3f8e38e4},
        {"0.{0*1000000}1e1000001", 0x3ff0000000000000, 0x3f800000},
        {"0.{3*1000000}", 0x3fd5555555555555, 0x3eaaaaab},
        {"{7*40000}.{3*70000}e-40000", 0x3fe8e38e38e38e39, 0x3f471c72},
        {"-{0*100000}1.5", 0xbff8000000000000, 0xbfc00000},
        {"9007199254740993{0*70000}e-70000", 0x4340000000000000, 0x5a000000},
        {"9007199254740993{0*70000}1e-70001", 0x4340000000000001, 0x5a000000},
        {"9007199254740993{0*70000}.{0*70000}1e-70000", 0x4340000000000001, 0x5a000000},
        {"9007199254740993.{0*70000}", 0x4340000000000000, 0x5a000000},
        {"9007199254740993.{0*70000}1", 0x4340000000000001, 0x5a000000},
        {"9007199254740992{9*70000}e-70000", 0x4340000000000000, 0x5a000000},
    };
    check_numbers(numbers, COUNT_OF(numbers));
}

/* What a long token between two others is refused for. */
typedef struct refusal {
    const char *text;
    digitrun_status list, json;
} refusal;

static const refusal *refused;

static void check_refusal(const char *row)
{
    for (int json = 0; json < 2; json++) {
        double values[3];
        const digitrun_status want = json ? refused->json : refused->list;
        size_t at = json ? 3 : 2;
        memcpy(text, "[1,", 3);
        size_t len = 3 + unfold(refused->text, text + 3);
        memcpy(text + len, ",2]", 3);
        digitrun_result r = digitrun_parse_f64(
            text + 1 - json, len + 1 + 2 * (size_t)json,
            json ? digitrun_format_json() : digitrun_format_list(), values, 3);
        cr_expect(r.status == want, "%s %s: %d", row, refused->text, (int)r.status);
        if (want != DIGITRUN_OK) {
            cr_expect(r.count == 1 && r.offset == at && r.length == len - 3, "%s %s: %zu %zu", row,
                      refused->text, r.offset, r.length);
        }
    }
}

Test(unit_long, refusals)
{
    static const refusal refusals[] = {
        {"1{0*309}", DIGITRUN_OUT_OF_RANGE, DIGITRUN_OUT_OF_RANGE},
        {"-1{0*10000}", DIGITRUN_OUT_OF_RANGE, DIGITRUN_OUT_OF_RANGE},
        {"{1*1000000}", DIGITRUN_OUT_OF_RANGE, DIGITRUN_OUT_OF_RANGE},
        {"1e99999999999", DIGITRUN_OUT_OF_RANGE, DIGITRUN_OUT_OF_RANGE},
        {"0.{0*400}1e{0*100}99999999999", DIGITRUN_OUT_OF_RANGE, DIGITRUN_OUT_OF_RANGE},
        {"17976931348623157{9*292}", DIGITRUN_OK, DIGITRUN_OK},
        {"17976931348623159{0*292}", DIGITRUN_OUT_OF_RANGE, DIGITRUN_OUT_OF_RANGE},
        {"0{1*300}", DIGITRUN_OK, DIGITRUN_BAD_NUMBER},
        {"-0{1*30}.{2*300}", DIGITRUN_OK, DIGITRUN_BAD_NUMBER},
        {"{1*300}.", DIGITRUN_OK, DIGITRUN_BAD_NUMBER},
        {".{1*300}", DIGITRUN_OK, DIGITRUN_BAD_NUMBER},
        {"+{1*300}", DIGITRUN_OK, DIGITRUN_BAD_NUMBER},
        {"-+{1*300}", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{1*300}.{2*300}.{3*300}", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{1*300}x", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{1*70000}x", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"1.{2*300}e", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"1.{2*300}e+", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"1.{2*300}e5.", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{x*300}", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{x*20000}", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{1e*20000}1", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{-*100000}", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
        {"{1*100000}-", DIGITRUN_BAD_NUMBER, DIGITRUN_BAD_NUMBER},
    };
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        refused = &refusals[i];
        each_row(check_refusal);
    }
}

/* Digits end at every place of a step of 8, 32 and 128 bytes: each is 1, or no number. */
static void check_lengths(const char *row)
{
    for (size_t zeros = 0; zeros < 300; zeros++) {
        for (int way = 0; way < 4; way++) {
            static const char *const folds[] = {"1.{0*%zu}", "0.{0*%zu}1e%zu", "1{0*%zu}e-%zu",
                                                "1{0*%zu}x"};
            char folded[64];
            double value = 0;
            snprintf(folded, sizeof folded, folds[way], zeros, zeros + (way == 1));
            size_t len = unfold(folded, text);
            digitrun_result r = digitrun_parse_f64(at_edge(text, len), len, digitrun_format_list(),
                                                   &value, 1);
            if (way == 3) {
                cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.length == len, "%s %s", row, folded);
            } else {
                cr_expect(r.status == DIGITRUN_OK && value == 1, "%s %s: %g", row, folded, value);
            }
        }
    }
}

Test(unit_long, every_length)
{
    each_row(check_lengths);
}

/* 40 numbers of 1000 digits, words among them: enough for a row to know what it reads. */
static void check_words(const char *row)
{
    digitrun_format format;
    const digitrun_format_spec spec = SPEC(.kind = DIGITRUN_LIST, .bad = DIGITRUN_AS_MISSING);
    double values[50];
    size_t len = 0;
    make_format(&format, &spec, "words are missing");
    for (int i = 0; i < 40; i++) {
        len += unfold(i % 15 == 14 ? "{x*1000}," : "0.{1*1000},", text + len);
    }
    digitrun_result r = digitrun_parse_f64(text, len, &format, values, 50);
    cr_expect(r.status == DIGITRUN_OK && r.count == 40 && r.missing == 2, "%s: %zu %zu", row,
              r.count, r.missing);
    for (size_t i = 0; i < 40; i++) {
        cr_expect(i % 15 == 14 ? values[i] != values[i] : values[i] == 1.0 / 9, "%s: %zu", row, i);
    }
}

Test(unit_long, words_between)
{
    each_row(check_words);
}

/* Of 1x...x2 a kernel that kept places modulo 128, or 256, could take so many bytes for none. */
static void check_middles(const char *row)
{
    static const size_t middles[] = {64, 127, 128, 129, 192, 256, 1024};
    for (size_t i = 0; i < COUNT_OF(middles); i++) {
        double values[450];
        char folded[64];
        snprintf(folded, sizeof folded, "{1,*200}1{x*%zu}2,{1,*200}", middles[i]);
        size_t len = unfold(folded, text);
        digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_list(), values, 450);
        cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.count == 200 && r.offset == 400 &&
                      r.length == middles[i] + 2,
                  "%s %s: %d at %zu", row, folded, (int)r.status, r.offset);
    }
}

Test(unit_long, middles)
{
    each_row(check_middles);
}

/* Signs and points that make no number, among enough that do. */
static void check_signs(const char *row)
{
    static const char *const tokens[] = {"+", "++1", "+-1", "-+1", "+e1",  "+x",  ".",
                                         "-", "+.",  "-.",  ".e1", "+.e1", "..1", "1+"};
    for (size_t i = 0; i < COUNT_OF(tokens); i++) {
        double values[450];
        char folded[64];
        snprintf(folded, sizeof folded, "{1,*200}%s,{1,*200}", tokens[i]);
        size_t len = unfold(folded, text);
        digitrun_result r = digitrun_parse_f64(text, len, digitrun_format_list(), values, 450);
        cr_expect(r.status == DIGITRUN_BAD_NUMBER && r.count == 200 && r.offset == 400 &&
                      r.length == strlen(tokens[i]),
                  "%s %s: %d at %zu", row, tokens[i], (int)r.status, r.offset);
    }
}

Test(unit_long, signs)
{
    each_row(check_signs);
}

/* Long numbers in groups of three digits: the kept digits decide, and whether others follow. */
static void check_groups(const char *row)
{
    static const number numbers[] = {
        {"1{,000*20000}e-60000", 0x3ff0000000000000, 0},
        {"-12{,345*20000}e-60000", 0xc028b0d11ae82b0d, 0},
        {"9,007,199,254,740,993{,000*20000}e-60000", 0x4340000000000000, 0},
        {"9,007,199,254,740,993{,000*20000},001e-60003", 0x4340000000000001, 0},
        {"9,007,199,254,740,993{,000*20000}.{0*50000}1e-60000", 0x4340000000000001, 0},
        {"9,007,199,254,740,992{,999*20000}.{9*50000}e-60000", 0x4340000000000000, 0},
    };
    const digitrun_format_spec spec = SPEC(.kind = DIGITRUN_LIST, .grouping = ',',
                                           .separators = ";");
    digitrun_format format;
    make_format(&format, &spec, "groups");
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        double value = 0;
        uint64_t bits;
        size_t len = unfold(numbers[i].text, text);
        digitrun_result r = digitrun_parse_f64(text, len, &format, &value, 1);
        memcpy(&bits, &value, sizeof bits);
        cr_expect(r.status == DIGITRUN_OK && bits == numbers[i].f64, "%s %s: %d %016" PRIx64, row,
                  numbers[i].text, (int)r.status, bits);
    }
}

Test(unit_long, groups)
{
    each_row(check_groups);
}

/* A cell that no run holds, with and without blanks in it, first, in between and passed over. */
static void check_long_cells(const char *row)
{
    static const char *const cells[] = {"{x*33000}",  "{x y *30000}z", "{1 *100000}1",
                                        "{1e*70000}", "{#*70000}",     "x{\"*70000}"};
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        for (int skip = 0; skip < 2; skip++) {
            digitrun_format format;
            const digitrun_format_spec spec =
                SPEC(.kind = DIGITRUN_TABLE, .separators = ",", .quote = '"', .comments = "#",
                     .bad = DIGITRUN_AS_MISSING, .skip_fields = (uint64_t)skip);
            double values[8];
            size_t ends[4], len = 0;
            make_format(&format, &spec, "long cells");
            len += unfold("1,", text);
            len += unfold(cells[i], text + len);
            len += unfold(",2\n3,4,", text + len);
            len += unfold(cells[i], text + len);
            len += unfold("\n1", text + len);
            digitrun_result r = digitrun_parse_rows_f64(text, len, &format, values, 8, ends, 4);
            cr_expect(r.status == DIGITRUN_OK && r.count == (skip ? 4 : 7) && r.rows == 3 &&
                          r.missing == 2 && ends[0] == (skip ? 2 : 3),
                      "%s %s: %d, %zu values, %zu rows at %zu", row, cells[i], (int)r.status,
                      r.count, r.rows, r.offset);
        }
    }
}

Test(unit_long, cells)
{
    each_row(check_long_cells);
}

/* Rows with a label, so many that they are read many at once, the runs ending anywhere in one; row
 * number `odd` is a value short. */
static void check_labelled(const char *row, digitrun_kind kind, size_t odd)
{
    static double values[60000];
    static size_t ends[20000];
    const size_t rows = 20000;
    char line[32];
    digitrun_format format;
    const digitrun_format_spec spec = {
        .size = sizeof spec, .kind = kind, .separators = " ", .skip_fields = 1, .columns = 3};
    size_t len = 0, begin = 0;
    make_format(&format, &spec, "labels");
    for (size_t i = 0; i < rows; i++) {
        begin = i == odd ? len : begin;
        snprintf(line, sizeof line, i == odd ? "w%zu 1 2\n" : "w%zu 1 2 3\n", i);
        len += unfold(line, text + len);
    }
    digitrun_result r = digitrun_parse_rows_f64(text, len, &format, values, 60000, ends, rows);
    if (odd == rows) {
        cr_expect(r.status == DIGITRUN_OK && r.count == 3 * rows && r.rows == rows, "%s: %d at %zu",
                  row, (int)r.status, r.offset);
    } else {
        cr_expect(r.status == DIGITRUN_ROW_LENGTH && r.rows == odd && r.offset == begin,
                  "%s: %d at %zu, %zu rows", row, (int)r.status, r.offset, r.rows);
    }
}

static void check_labels(const char *row)
{
    static const size_t odd[] = {0, 1, 150, 5000, 19999, 20000};
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        check_labelled(row, DIGITRUN_LIST, odd[i]);
        check_labelled(row, DIGITRUN_TABLE, odd[i]);
    }
}

Test(unit_long, labels)
{
    each_row(check_labels);
}
