/* Numbers and texts as bytes, for messages between processes and for files that only gol reads. All
 * processes are of one machine's kind: numbers are as in memory. What is read may come from a
 * damaged file: reading past the end gives zeros and sets `bad`. */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include "base/buf.h"

typedef struct Unpack {
    const char *at, *end;
    bool bad; /* something was read that is not there, or makes no sense */
} Unpack;

/* Append a number, a text (NULL counts as ""), or `len` bytes preceded by their number. */
void pack_u8(Buf *buf, u8 number);
void pack_u32(Buf *buf, u32 number);
void pack_u64(Buf *buf, u64 number);
/* A number that is mostly small: 7 bits a byte, the lowest first. */
void pack_number(Buf *buf, u64 number);
void pack_bytes(Buf *buf, const void *data, size_t len);
void pack_text(Buf *buf, const char *text);

/* A reader of that much data, which outlives it. */
Unpack unpack_of(const char *data, size_t len);
/* Read what the function of the same name has written; texts and bytes are valid as long as the
 * data. */
u8 unpack_u8(Unpack *from);
u32 unpack_u32(Unpack *from);
u64 unpack_u64(Unpack *from);
u64 unpack_number(Unpack *from);
Unpack unpack_bytes(Unpack *from);
const char *unpack_text(Unpack *from);
/* A number of things that follow, of at least `size` bytes each: 0 if there are not as many. */
u32 unpack_count(Unpack *from, size_t size);

#endif
