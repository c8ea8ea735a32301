/* Files that are part of the binary, as stdlib/embed_gen.c writes them into C. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

typedef struct EmbeddedFile {
    const char *path; /* relative to the folder that was embedded, e.g. "fmt/print.gol" */
    const char *text; /* NUL-terminated */
    size_t len;
} EmbeddedFile;

#endif
