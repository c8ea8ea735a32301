/* An arena is a list of blocks; allocation moves a pointer through the newest of them. Compiling
 * allocates many small nodes and frees none of them singly, which malloc would pay for on every
 * node. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

enum {
    ALIGN = 8,
    SMALLEST_BLOCK = 32 * 1024,
    HUGE_PAGE = 2 * 1024 * 1024,
    LARGEST_BLOCK = 2 * HUGE_PAGE,
};

struct ArenaBlock {
    ArenaBlock *older;
    size_t size; /* including this header */
    _Alignas(ALIGN) char data[];
};

/* The block's data is zero. A large block asks the kernel for huge pages: faulting in the memory
 * for a program page by page takes longer than compiling it. */
static ArenaBlock *new_block(size_t size)
{
    ArenaBlock *block;
    if (size < HUGE_PAGE) {
        block = xcalloc(1, size);
    } else {
        block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED)
            memory_exhausted(size);
        madvise(block, size, MADV_HUGEPAGE);
    }
    block->size = size;
    return block;
}

static void free_block(ArenaBlock *block)
{
#ifdef __SANITIZE_ADDRESS__
    __asan_unpoison_memory_region(block, block->size);
#endif
    if (block->size < HUGE_PAGE)
        free(block);
    else
        munmap(block, block->size);
}

/* A large object gets a block to itself, linked after the newest one, so that the free part of the
 * newest block stays in use. */
static void *alloc_alone(Arena *arena, size_t size)
{
    ArenaBlock *block = new_block(sizeof *block + size);
    if (arena->blocks == NULL) {
        arena->blocks = block;
    } else {
        block->older = arena->blocks->older;
        arena->blocks->older = block;
    }
    return block->data;
}

/* A new block is at most a quarter of the arena's size, so that little is left unused. */
static size_t next_block_size(const Arena *arena)
{
    size_t size = arena->total / 4;
    if (size >= HUGE_PAGE)
        return size < LARGEST_BLOCK ? HUGE_PAGE : LARGEST_BLOCK;
    size -= size % SMALLEST_BLOCK;
    return size < SMALLEST_BLOCK ? SMALLEST_BLOCK : size;
}

static void add_block(Arena *arena)
{
    size_t size = next_block_size(arena);
    ArenaBlock *block = new_block(size);
    block->older = arena->blocks;
    arena->blocks = block;
    arena->next = block->data;
    arena->limit = (char *)block + size;
}

static size_t aligned(size_t size)
{
    return size == 0 ? ALIGN : (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* Under the address sanitizer each allocation is followed by a poisoned gap. */
#ifdef __SANITIZE_ADDRESS__
enum { GAP = 16 };
static void poison_gap(void *p, size_t size)
{
    __asan_poison_memory_region((char *)p + size, GAP);
}
#else
enum { GAP = 0 };
static void poison_gap(void *p, size_t size)
{
    (void)p, (void)size;
}
#endif

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2)
        BUG("arena_alloc of %zu bytes", size);
    size = aligned(size);
    arena->total += size;
    if (size + GAP > (size_t)(arena->limit - arena->next)) {
        if (size > SMALLEST_BLOCK / 4)
            return alloc_alone(arena, size);
        add_block(arena);
    }
    void *p = arena->next;
    arena->next += size + GAP;
    poison_gap(p, size);
    return p;
}

bool arena_extend(Arena *arena, void *p, size_t size, size_t larger)
{
    size = aligned(size);
    larger = aligned(larger);
    if (p == NULL || (char *)p + size != arena->next ||
        larger - size > (size_t)(arena->limit - arena->next))
        return false;
    arena->total += larger - size;
    arena->next += larger - size;
    return true;
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
        free_block(arena->blocks);
        arena->blocks = older;
    }
    *arena = (Arena){0};
}

const void *arena_block(const Arena *arena, u32 i, size_t *size)
{
    u32 count = 0;
    for (const ArenaBlock *block = arena->blocks; block; block = block->older)
        count++;
    const ArenaBlock *block = i < count ? arena->blocks : NULL;
    for (u32 newer = count - 1 - i; block && newer; newer--)
        block = block->older;
    *size = block ? block->size : 0;
    return block;
}
