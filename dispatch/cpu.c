/* dispatch/cpu.c - asks the CPU and the system what may be used. The only file that does. */
#include "dispatch/cpu.h"

#include "digitrun/digitrun.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif
#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif

enum { MODEL_BYTES = 64, WORDS = 8 };

/* A feature is there if all bits of `mask` are set in words[word] as read_words fills them. */
typedef struct feature {
    uint32_t bundles; /* that cannot do without it */
    uint32_t word, mask;
    const char *name;  /* NULL: not a thing to list */
    const char *lacks; /* the phrase when it is missing */
} feature;

#define FEATURE(bundles, word, bit, name)                        \
    {                                                            \
        bundles, word, 1u << (bit), name, "this CPU lacks " name \
    }

#if defined(__APPLE__)
static bool sysctl_says_yes(const char *name)
{
    int value = 0;
    size_t len = sizeof value;
    return sysctlbyname(name, &value, &len, NULL, 0) == 0 && value != 0;
}
#endif

#if defined(__x86_64__)

enum { LEAF_1_ECX, LEAF_7_EBX, LEAF_7_ECX, EXTENDED_ECX, STATE, POLICY };
enum { STATE_YMM = 0x06, STATE_ZMM = 0xe6, POLICY_FAST_PDEP = 1 };

static const feature features[] = {
    FEATURE(CPU_SSE4 | CPU_AVX2 | CPU_AVX512, LEAF_1_ECX, 9, "SSSE3"),
    FEATURE(CPU_SSE4 | CPU_AVX2 | CPU_AVX512, LEAF_1_ECX, 19, "SSE4.1"),
    FEATURE(CPU_SSE4 | CPU_AVX2 | CPU_AVX512, LEAF_1_ECX, 20, "SSE4.2"),
    FEATURE(CPU_AVX2 | CPU_AVX512, LEAF_1_ECX, 23, "POPCNT"),
    FEATURE(CPU_AVX2 | CPU_AVX512, LEAF_1_ECX, 12, "FMA"),
    FEATURE(CPU_AVX2 | CPU_AVX512, LEAF_7_EBX, 3, "BMI1"),
    FEATURE(CPU_AVX2 | CPU_AVX512, LEAF_7_EBX, 8, "BMI2"),
    FEATURE(CPU_AVX2 | CPU_AVX512, EXTENDED_ECX, 5, "LZCNT"),
    FEATURE(CPU_AVX2 | CPU_AVX512, LEAF_7_EBX, 5, "AVX2"),
    {CPU_AVX2 | CPU_AVX512, STATE, STATE_YMM, NULL, "this system does not save AVX registers"},
    FEATURE(CPU_AVX512, LEAF_7_EBX, 16, "AVX512F"),
    FEATURE(CPU_AVX512, LEAF_7_EBX, 30, "AVX512BW"),
    FEATURE(CPU_AVX512, LEAF_7_EBX, 17, "AVX512DQ"),
    FEATURE(CPU_AVX512, LEAF_7_EBX, 31, "AVX512VL"),
    FEATURE(CPU_AVX512, LEAF_7_ECX, 1, "AVX512-VBMI"),
    FEATURE(CPU_AVX512, LEAF_7_ECX, 6, "AVX512-VBMI2"),
    {CPU_AVX512, STATE, STATE_ZMM, NULL, "this system does not save AVX-512 registers"},
    {CPU_FAST_PDEP, POLICY, POLICY_FAST_PDEP, "fast-PDEP",
     "usable, but not by itself: PDEP and PEXT are slow on this CPU"},
};

/* The register state that the system saves (XCR0). */
static uint32_t saved_state(uint32_t leaf_1_ecx)
{
    uint32_t low, high;
    if ((leaf_1_ecx & 1u << 27) == 0) { /* OSXSAVE: xgetbv may be used */
        return 0;
    }
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
#if defined(__APPLE__) /* macOS turns the AVX-512 state on at its first use */
    if (sysctl_says_yes("hw.optional.avx512f")) {
        low |= STATE_ZMM;
    }
#endif
    return low;
}

/* AMD before Zen 3 (families 15h and 17h, and 18h of Hygon) runs PDEP and PEXT in microcode: up to
 * 250 cycles each. */
static uint32_t policy(uint32_t leaf_1_eax, uint32_t vendor_ecx, uint32_t leaf_7_ebx)
{
    uint32_t family = (leaf_1_eax >> 8 & 15) + (leaf_1_eax >> 20 & 255);
    bool amd = vendor_ecx == 0x444d4163u;   /* "cAMD", the end of "AuthenticAMD" */
    bool hygon = vendor_ecx == 0x656e6975u; /* "uine", the end of "HygonGenuine" */
    bool slow = (amd && family < 0x19) || (hygon && family == 0x18);
    bool bmi2 = (leaf_7_ebx & 1u << 8) != 0;
    return bmi2 && !slow ? POLICY_FAST_PDEP : 0;
}

static void read_words(uint32_t words[WORDS])
{
    uint32_t a, b, c, d, vendor_ecx = 0, leaf_1_eax = 0;
    if (__get_cpuid(0, &a, &b, &vendor_ecx, &d) != 0 && __get_cpuid(1, &a, &b, &c, &d) != 0) {
        words[LEAF_1_ECX] = c;
        words[STATE] = saved_state(c);
        leaf_1_eax = a;
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
        words[LEAF_7_EBX] = b;
        words[LEAF_7_ECX] = c;
        words[POLICY] = policy(leaf_1_eax, vendor_ecx, b);
    }
    if (__get_cpuid(0x80000001u, &a, &b, &c, &d) != 0) {
        words[EXTENDED_ECX] = c;
    }
}

/* The brand string: 48 bytes in three leaves, with blanks in front or behind on some CPUs. */
static void read_model(char model[MODEL_BYTES])
{
    uint32_t brand[13] = {0};
    const char *first = (const char *)brand;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t *at = brand + 4 * i;
        if (__get_cpuid(0x80000002u + i, at, at + 1, at + 2, at + 3) == 0) {
            return;
        }
    }
    while (*first == ' ') {
        first++;
    }
    strcpy(model, first);
    for (size_t len = strlen(model); len > 0 && model[len - 1] == ' '; len--) {
        model[len - 1] = 0;
    }
}

#elif defined(__aarch64__)

enum { CAPABILITIES };
enum { DOTPROD_BIT = 20 }; /* HWCAP_ASIMDDP */

static const feature features[] = {
    FEATURE(CPU_DOTPROD, CAPABILITIES, DOTPROD_BIT, "DOTPROD"),
};

static void read_words(uint32_t words[WORDS])
{
#if defined(__APPLE__)
    words[CAPABILITIES] = (uint32_t)sysctl_says_yes("hw.optional.arm.FEAT_DotProd") << DOTPROD_BIT;
#elif defined(__linux__)
    words[CAPABILITIES] = (uint32_t)getauxval(AT_HWCAP);
#else
    (void)words;
#endif
}

static void read_model(char model[MODEL_BYTES])
{
#if defined(__APPLE__)
    size_t len = MODEL_BYTES - 1;
    (void)sysctlbyname("machdep.cpu.brand_string", model, &len, NULL, 0);
#else
    strcpy(model, "aarch64");
#endif
}

#else

static const feature features[] = {
    {CPU_BY_NAME, 0, 1, NULL, "usable, but not by itself: nobody measured it on such a machine"},
};

static void read_words(uint32_t words[WORDS])
{
    (void)words;
}

static void read_model(char model[MODEL_BYTES])
{
    (void)model;
}

#endif

enum { FEATURE_COUNT = sizeof features / sizeof features[0] };
#define CPU_KNOWN (1u << 31) /* the bits have been asked for */

static bool has(const uint32_t words[WORDS], const feature *it)
{
    return (words[it->word] & it->mask) == it->mask;
}

uint32_t digitrun_cpu_bits(void)
{
    static atomic_uint known;
    uint32_t bits = atomic_load_explicit(&known, memory_order_relaxed);
    if (bits == 0) {
        uint32_t words[WORDS] = {0}, missing = 0, all = 0;
        int error = errno;
        read_words(words);
        for (size_t i = 0; i < FEATURE_COUNT; i++) {
            all |= features[i].bundles;
            missing |= has(words, &features[i]) ? 0 : features[i].bundles;
        }
        errno = error;
        bits = CPU_KNOWN | (all & ~missing);
        atomic_store_explicit(&known, bits, memory_order_relaxed);
    }
    return bits;
}

const char *digitrun_cpu_lacks(uint32_t needs)
{
    uint32_t words[WORDS] = {0};
    int error = errno;
    const char *lacks = NULL;
    read_words(words);
    for (size_t i = 0; i < FEATURE_COUNT && lacks == NULL; i++) {
        if ((features[i].bundles & needs) != 0 && !has(words, &features[i])) {
            lacks = features[i].lacks;
        }
    }
    errno = error;
    return lacks;
}

/* Puts at text[at] what of `part` fits before text[capacity - 1]; returns where the next goes. */
static size_t append(char *text, size_t capacity, size_t at, const char *part)
{
    for (; *part != 0; part++, at++) {
        if (at + 1 < capacity) {
            text[at] = *part;
        }
    }
    return at;
}

size_t digitrun_cpu_text(char *text, size_t capacity)
{
    uint32_t words[WORDS] = {0};
    char model[MODEL_BYTES] = {0};
    const char *between = ": ";
    int error = errno;
    read_words(words);
    read_model(model);
    size_t len = append(text, capacity, 0, model[0] != 0 ? model : "unknown CPU");
    for (size_t i = 0; i < FEATURE_COUNT; i++) {
        if (features[i].name != NULL && has(words, &features[i])) {
            len = append(text, capacity, len, between);
            len = append(text, capacity, len, features[i].name);
            between = " ";
        }
    }
    if (capacity > 0) {
        text[len < capacity ? len : capacity - 1] = 0;
    }
    errno = error;
    return len;
}
