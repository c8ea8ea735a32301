/* The packages of the library, by import path. The layer above makes a loader for the checker
 * (parser/check/check.h) from these functions, since the library must not depend on the
 * compiler. */
#ifndef STDLIB_LOADER_H
#define STDLIB_LOADER_H

#include "base/arena.h"
#include "stdlib/embed.h"

/* Iterates over the source files of the package at `path` ("math/rand"): the first file after
 * `after` (NULL: the first of all), or NULL at the end. */
const EmbeddedFile *stdlib_next_file(const char *path, const EmbeddedFile *after);

/* The import paths of all packages that a program may import, sorted, ending with NULL; in
 * arena. */
const char *const *stdlib_packages(Arena *arena);

#endif
