/* Arena: memory that is given back all at once. One per compile phase (STYLE: ownership). */
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
/* Makes what arena_alloc gave out last larger where it is; false: it is not the last, or there is
 * no room. p may be NULL, which is never the last. */
bool arena_extend(Arena *arena, void *p, size_t size, size_t larger);
/* A copy of len bytes followed by a NUL. */
char *arena_strndup(Arena *arena, const char *text, size_t len);
char *arena_printf(Arena *arena, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Gives everything back; the arena is then empty and can be used again. */
void arena_free(Arena *arena);

#define ARENA_NEW(arena, T) ((T *)arena_alloc((arena), sizeof(T)))
/* For unions at the end of a struct: room for T up to and with this member. */
#define SIZE_UPTO(T, member) (offsetof(T, member) + sizeof((T *)0)->member)
#define ARENA_ARRAY(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

#endif
