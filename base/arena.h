/* Arena: memory that is freed all at once. Each phase of the compiler has one, so that nothing it
 * builds needs an owner of its own. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/common.h"

typedef struct ArenaBlock ArenaBlock;
typedef struct Arena {
    ArenaBlock *blocks; /* newest first */
    char *next, *limit; /* free part of the newest block */
    size_t total;       /* bytes handed out, for statistics */
} Arena;

/* Zeroed memory, aligned to 8 bytes, that lives until arena_free. */
void *arena_alloc(Arena *arena, size_t size);
/* Enlarges the most recent allocation in place, from size to larger bytes. Returns false, and
 * changes nothing, if p is not the most recent allocation or its block has no room left. p may be
 * NULL, which is never the most recent. */
bool arena_extend(Arena *arena, void *p, size_t size, size_t larger);
/* A copy of len bytes, and the formatted text; both end with a NUL and belong to the arena. */
char *arena_strndup(Arena *arena, const char *text, size_t len);
char *arena_printf(Arena *arena, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The i-th block of its memory, the oldest first, and its bytes; NULL: there are not as many. */
const void *arena_block(const Arena *arena, u32 i, size_t *size);
/* Frees everything. The arena is then empty and can be used again. */
void arena_free(Arena *arena);

#define ARENA_NEW(arena, T) ((T *)arena_alloc((arena), sizeof(T)))
/* Size of T up to and including this member: allocates less for a struct that ends with a union. */
#define SIZE_UPTO(T, member) (offsetof(T, member) + sizeof((T *)0)->member)
#define ARENA_ARRAY(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

#endif
