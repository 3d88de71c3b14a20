/* tools/encode.h - values on their way out: the forms of binary files and of text. */
#ifndef DIGITRUN_TOOLS_ENCODE_H
#define DIGITRUN_TOOLS_ENCODE_H

#include "tools/sink.h"
#include "tools/source.h"

/* How a text looks: what stands round and between rows and values. */
typedef struct text_style {
    const char *open, *row_open, *separator, *row_close, *row_separator, *close;
} text_style;

typedef struct encoder {
    const options *opts;
    sink *out;
    bool f32;
    text_style rows, flat; /* flat: values without rows */
    digitrun_layout_spec layout;

    bool begun; /* text: something was written */
} encoder;

int encode_begin(encoder *e, const options *opts, bool f32, sink *out);

/* Several at a time: fills p->out, p->refused. */
void encode_part(const encoder *e, part *p);

/* In order: writes what encode_part made. */
int encode_turn(encoder *e, part *p);

/* What stands at the end, and at the start of files whose start tells the shape. */
int encode_end(encoder *e, const source *from);

bool encode_is_text(int output);

/* text.c */
bool text_prepare(encoder *e);
bool text_rows(const encoder *e, part *p);
int text_turn(encoder *e, part *p);
int text_end(encoder *e);

#endif
