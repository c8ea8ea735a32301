/* The library's sources that are part of the binary. */
#ifndef STDLIB_EMBED_H
#define STDLIB_EMBED_H

#include <stdbool.h>

#include "base/embed.h"

/* gol's own, made by stdlib/embed_gen.c. Sorted by path. */
extern const EmbeddedFile embedded_files[];
extern const size_t embedded_files_count;

/* A package of Go's library: name and text of each of its files, with a NUL after each of these,
 * compressed by zlib. */
typedef struct PackedPackage {
    const char *path; /* import path */
    const char *data;
    size_t packed_len, len;
    bool partial; /* only some of its files, which the list names: see stdlib_rest */
} PackedPackage;

/* Go's, made by stdlib/pack_gen.c from the list stdlib/go.list. */
extern const PackedPackage packed_packages[];
extern const size_t packed_count;

#endif
