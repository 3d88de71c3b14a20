/* tools/bytes.h - bytes on their way out: a buffer that grows, numbers in a byte order. */
#ifndef DIGITRUN_TOOLS_BYTES_H
#define DIGITRUN_TOOLS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    char *data;
    size_t len, room;
} bytes;

/* Room for `more` bytes behind data + len; false: there is no memory. */
static inline bool bytes_reserve(bytes *out, size_t more)
{
    if (out->room - out->len >= more) {
        return true;
    }
    size_t room = out->len + more > 2 * out->room ? out->len + more : 2 * out->room;
    char *data = (char *)realloc(out->data, room); /* cast: C++ includes this too */
    if (data == NULL) {
        return false;
    }
    out->data = data;
    out->room = room;
    return true;
}

static inline bool bytes_add(bytes *out, const void *data, size_t len)
{
    if (!bytes_reserve(out, len)) {
        return false;
    }
    if (len > 0) { /* else both may be NULL */
        memcpy(out->data + out->len, data, len);
        out->len += len;
    }
    return true;
}

static inline void bytes_free(bytes *out)
{
    free(out->data);
    memset(out, 0, sizeof *out);
}

static inline bool is_little_endian(void)
{
    const uint16_t one = 1;
    char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static inline void put_little(char *place, uint32_t number)
{
    for (int i = 0; i < 4; i++) {
        place[i] = (char)(number >> 8 * i & 255);
    }
}

static inline void put_big(char *place, uint32_t number, int width)
{
    for (int i = 0; i < width; i++) {
        place[i] = (char)(number >> 8 * (width - 1 - i) & 255);
    }
}

#endif
