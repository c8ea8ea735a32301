/* "did you mean": the name that a user most likely meant to type. */
#ifndef CLI_SIMILAR_H
#define CLI_SIMILAR_H

#include "base/arena.h"

/* A search for the name nearest to what was typed, which need not end with a NUL. */
typedef struct Similar {
    const char *typed;
    size_t len;
    u32 distance;     /* of the best one so far; 0 before the first */
    const char *best; /* NULL: none is near enough */
} Similar;

/* Considers a name that would have been valid. One that takes more than a third of its letters to
 * change, or begins like nothing that was typed, is not near. */
void similar_consider(Similar *similar, const char *name);
/* The file or directory whose name is nearest to that of `path`, which does not exist, beside it;
 * NULL: none is near. */
const char *similar_file(Arena *arena, const char *path);

#endif
