/* tests/text_gen.h - seeded random numbers, format specs and texts for conform, cuts and oracle. */
#ifndef DIGITRUN_TESTS_TEXT_GEN_H
#define DIGITRUN_TESTS_TEXT_GEN_H

#include "digitrun/digitrun.h"

/* ---- randomness: the same on every machine and byte order ----------------------------------- */
typedef struct random_source {
    uint64_t state;
} random_source;

uint64_t random_mix(uint64_t seed, uint64_t index); /* a seed for item `index` of a run */
uint64_t random_bits(random_source *random);
size_t random_below(random_source *random, size_t bound); /* [0, bound), 0 for bound 0 */
bool random_chance(random_source *random, size_t one_in); /* true once in so many calls */

/* ---- a growing text; `bytes` is free()d by text_release ------------------------------------- */
typedef struct text_buffer {
    char *bytes;
    size_t len, room;
} text_buffer;

void text_add(text_buffer *text, const char *bytes, size_t len);
void text_word(text_buffer *text, const char *word); /* a C string */
void text_put(text_buffer *text, int byte);
void text_release(text_buffer *text);

/* ---- specs ---------------------------------------------------------------------------------- */
/* A spec with its words and widths; gen_spec_bind after a copy sets the pointers anew. */
typedef struct gen_spec {
    digitrun_format_spec spec;
    char word_bytes[16][16];
    const char *words[16];
    uint16_t widths[64];
} gen_spec;

enum { GEN_PRESETS = 6 };
void gen_spec_bind(gen_spec *spec);
void gen_spec_preset(gen_spec *spec,
                     size_t index); /* list json ndjson csv tsv blank: as the library's */
const digitrun_format *gen_preset_format(size_t index);
void gen_spec_random(gen_spec *spec,
                     random_source *random); /* options that do not contradict each other */
void gen_spec_wild(gen_spec *spec, random_source *random); /* options that may */
void gen_spec_print(const gen_spec *spec);                 /* what differs from zero, as C */

/* ---- numbers -------------------------------------------------------------------------------- */
enum { GEN_NUMBER_STYLES = 20 };
/* An RFC 8259 number. Styles: shortest and fixed digits, integers, ties of both types and their
 * neighbours, 1 to 2000 digits, all exponents, subnormals, zeros, powers of two and ten. */
void gen_number(text_buffer *text, random_source *random, size_t style);
/* The same in the spelling the spec allows (decimal byte, plus, grouping, exponent letters,
 * ...). */
void gen_cell_number(text_buffer *text, random_source *random, const digitrun_format_spec *spec,
                     size_t style);
/* A token that most formats do not take for a plain number; may be empty. */
void gen_odd(text_buffer *text, random_source *random, const gen_spec *spec);

/* ---- texts ---------------------------------------------------------------------------------- */
typedef struct gen_plan {
    size_t bytes;      /* about so long */
    size_t style;      /* of the numbers; GEN_NUMBER_STYLES: any, changing */
    size_t odd_one_in; /* density of odd tokens; 0: none */
    size_t row_least, row_most;
    size_t depth;  /* json, ndjson */
    size_t layout; /* blanks and line ends: 0 compact ... 7 random */
    size_t mutations;
} gen_plan;

void gen_plan_random(gen_plan *plan, random_source *random, size_t bytes);
void gen_text(text_buffer *text, random_source *random, const gen_spec *spec, const gen_plan *plan);
/* A regular text of about so many bytes, one strange piece between some of its numbers. */
void gen_seams(text_buffer *text, random_source *random, const gen_spec *spec, size_t bytes);
void gen_mutate(text_buffer *text, random_source *random, size_t edits);
#endif
