#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, BLOCK_SIZE = 32 * 1024 };

struct ArenaBlock {
    ArenaBlock *older;
    size_t size;
    _Alignas(ALIGN) char data[];
};

/* Blocks come from calloc: large ones are zero pages that cost nothing until touched. */
static ArenaBlock *new_block(size_t size)
{
    ArenaBlock *block = xcalloc(1, sizeof *block + size);
    block->size = size;
    return block;
}

/* A large object gets a block to itself, linked behind the newest one, so that the free part of
 * the newest block stays in use. */
static void *alloc_alone(Arena *arena, size_t size)
{
    ArenaBlock *block = new_block(size);
    if (arena->blocks == NULL) {
        arena->blocks = block;
    } else {
        block->older = arena->blocks->older;
        arena->blocks->older = block;
    }
    return block->data;
}

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        BUG("arena_alloc of %zu bytes", size);
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size == 0)
        size = ALIGN;
    arena->total += size;
    if (size > (size_t)(arena->limit - arena->next)) {
        if (size > BLOCK_SIZE / 4)
            return alloc_alone(arena, size);
        ArenaBlock *block = new_block(BLOCK_SIZE);
        block->older = arena->blocks;
        arena->blocks = block;
        arena->next = block->data;
        arena->limit = block->data + BLOCK_SIZE;
    }
    void *p = arena->next;
    arena->next += size;
    return p;
}

char *arena_strndup(Arena *arena, const char *text, size_t len)
{
    char *copy = arena_alloc(arena, len + 1);
    if (len > 0)
        memcpy(copy, text, len);
    return copy;
}

char *arena_printf(Arena *arena, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (len < 0)
        BUG("bad format string \"%s\"", fmt);
    char *text = arena_alloc(arena, (size_t)len + 1);
    va_start(args, fmt);
    vsnprintf(text, (size_t)len + 1, fmt, args);
    va_end(args);
    return text;
}

void arena_free(Arena *arena)
{
    while (arena->blocks != NULL) {
        ArenaBlock *older = arena->blocks->older;
        free(arena->blocks);
        arena->blocks = older;
    }
    *arena = (Arena){0};
}
