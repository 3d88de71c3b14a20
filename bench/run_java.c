/* bench/run_java.c - the run `java`: the same texts, read by a Java program in a process of its own
 * through one small JNI class, beside Double.parseDouble and Jackson. */
#define _POSIX_C_SOURCE 200809L /* popen, mkstemp */
#include "bench/peers.h"
#include "bench/session.h"

#include "digitrun/digitrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Given by CMakeLists.txt where there was a JDK: the program, its class path, the folder of the JNI
 * library. */
static const char java[] = BENCH_JAVA, class_path[] = BENCH_JAVA_CLASSES,
                  library_path[] = BENCH_JAVA_LIBRARY;

static const struct {
    const char *set, *shape;
    bool f32;
} cases[] = {{"0.0-1.0", "json", false},
             {"-1E9..+1E9", "json", false},
             {"embedding-f32", "rows768", false},
             {"embedding-f32", "rows768", true}};

typedef struct java_lines {
    bench_runner runners[BENCH_RUNNERS_MOST];
    char names[BENCH_RUNNERS_MOST][40], isas[BENCH_RUNNERS_MOST][24],
        versions[BENCH_RUNNERS_MOST][48];
    size_t count;
} java_lines;

/* Sum of the bits of value i times 2i + 1, as Bench.java has it. */
static uint64_t hash_values(const bench_texts *texts, bool f32)
{
    double *doubles = malloc(texts->most * sizeof *doubles);
    float *floats = malloc(texts->most * sizeof *floats);
    uint64_t hash = 0, i = 0;
    for (size_t at = 0; at < texts->count && doubles && floats; at++) {
        const bench_text *text = &texts->items[at];
        size_t count = f32 ? bench_references[0]->parse_f32(text->data, text->len, floats)
                           : bench_references[0]->parse_f64(text->data, text->len, doubles);
        for (size_t value = 0; value < count; value++, i++) {
            uint64_t bits = 0;
            uint32_t bits32 = 0;
            memcpy(&bits, &doubles[value], sizeof bits);
            memcpy(&bits32, &floats[value], sizeof bits32);
            hash += (f32 ? bits32 : bits) * (2 * i + 1);
        }
    }
    free(doubles);
    free(floats);
    return hash;
}

/* One text a line, in a file of its own name. */
static bool write_texts(const bench_texts *texts, char *path)
{
    int descriptor = mkstemp(path);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (file == NULL) {
        return false;
    }
    for (size_t i = 0; i < texts->count; i++) {
        fwrite(texts->items[i].data, 1, texts->items[i].len, file);
        fputc('\n', file);
    }
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good;
}

/* NAME ROW VERSION ROUNDS MIN MEDIAN P90 HASH, between tabs. */
static bool read_line(java_lines *lines, char *line, uint64_t hash)
{
    char *fields[8];
    size_t count = 0;
    for (char *at = line; at && count < 8; count++) {
        fields[count] = at;
        at = strchr(at, '\t');
        if (at) {
            *at++ = 0;
        }
    }
    if (count != 8 || lines->count == BENCH_RUNNERS_MOST) {
        return false;
    }
    bench_runner *runner = &lines->runners[lines->count];
    snprintf(lines->names[lines->count], sizeof lines->names[0], "%.39s", fields[0]);
    snprintf(lines->isas[lines->count], sizeof lines->isas[0], "%.23s", fields[1]);
    snprintf(lines->versions[lines->count], sizeof lines->versions[0], "%.47s", fields[2]);
    *runner = (bench_runner){.name = lines->names[lines->count],
                             .version = lines->versions[lines->count],
                             .isa = fields[1][0] ? lines->isas[lines->count] : NULL,
                             .rounds = (unsigned)strtoul(fields[3], NULL, 10),
                             .min = strtod(fields[4], NULL),
                             .median = strtod(fields[5], NULL),
                             .p90 = strtod(fields[6], NULL),
                             .verified = (uint64_t)strtoll(fields[7], NULL, 10) == hash};
    runner->ratio = runner->min > 0 ? lines->runners[0].min / runner->min : 0;
    lines->count++;
    return true;
}

static bool run_java(bench_session *session, const char *path, bool f32, uint64_t hash,
                     java_lines *lines)
{
    char command[4096], line[512];
    int len = snprintf(command, sizeof command,
                       "'%s' -Xmx1g -cp '%s' -Djava.library.path='%s' Bench '%s' %s %.2f", java,
                       class_path, library_path, path, f32 ? "f32" : "f64", session->case_seconds);
    for (size_t i = 0; i < session->isa_count && len > 0 && (size_t)len < sizeof command; i++) {
        len += snprintf(command + len, sizeof command - (size_t)len, " %s", session->isas[i]);
    }
    fflush(stdout);
    FILE *output = popen(command, "r");
    bool good = output != NULL;
    while (good && fgets(line, sizeof line, output)) {
        good = read_line(lines, line, hash);
    }
    return output && pclose(output) == 0 && good && lines->count > 0;
}

static void run_case(bench_session *session, const bench_set *set, size_t at)
{
    char path[] = "/tmp/digitrun-bench-XXXXXX";
    bench_texts texts;
    java_lines lines = {.count = 0};
    const bench_shape *shape = bench_find_shape(cases[at].shape);
    bench_show_progress(session, "java", set->name, shape->name);
    if (!bench_make_texts(&texts, set, shape, BENCH_CUT)) {
        bench_fail(session, "no memory for the texts of %s", set->name);
        return;
    }
    bool f32 = cases[at].f32;
    if (!write_texts(&texts, path) ||
        !run_java(session, path, f32, hash_values(&texts, f32), &lines)) {
        bench_fail(session, "the Java program gave up on %s", set->name);
    }
    for (size_t i = 0; i < lines.count; i++) {
        if (!lines.runners[i].verified) {
            bench_fail(session, "java, %s %s: other values than the reference's",
                       lines.runners[i].name, set->name);
        }
    }
    if (lines.count) {
        char label[64];
        snprintf(label, sizeof label, "%.30s%s", set->name, f32 ? ", float" : "");
        bench_case line = {"java",      f32 ? "f32" : "f64", set->name,     shape->name, label,
                           texts.bytes, texts.numbers,       lines.runners, lines.count};
        bench_add_line(session, &line, set->ordinary);
    }
    remove(path);
    session->done++;
    bench_free_texts(&texts);
}

void bench_run_java(bench_session *session)
{
    if (java[0] == 0) {
        printf("\nSKIPPED java: there was no JDK when digitrun-bench was built\n");
        return;
    }
    if (session->options->verify) {
        return;
    }
    size_t count = sizeof cases / sizeof *cases;
    bench_begin_run(session, count, 7, 5);
    bench_begin_table("java: byte[] to double[] or float[] through JNI (ns a number, GB/s of text, "
                      "times as fast as Double.parseDouble)");
    for (size_t i = 0; i < session->set_count; i++) {
        for (size_t at = 0; at < count; at++) {
            if (strcmp(session->sets[i].name, cases[at].set) == 0) {
                run_case(session, &session->sets[i], at);
            }
        }
    }
    bench_end_table();
}
