/* tests/rules_texts.h - random texts for a spec: mostly good, some full of its oddities. */
#ifndef DIGITRUN_TESTS_RULES_TEXTS_H
#define DIGITRUN_TESTS_RULES_TEXTS_H

#include "digitrun/digitrun.h"

enum { RANDOM_TEXT_ROOM = 1024 };

/* At most four lines of four cells, or one or more small documents; ends with a NUL. */
void random_text(char text[RANDOM_TEXT_ROOM], const digitrun_format_spec *spec, uint64_t *random);

#endif
