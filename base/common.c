/* The ways the process ends on an internal fault or without memory, and allocation that cannot
 * fail. Every layer needs them, so they are here and depend on nothing. */
#include "base/common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void bug_at(const char *file, int line, const char *fmt, ...)
{
    va_list args;
    /* What the program has printed so far helps to find the fault. */
    fflush(stdout);
    fprintf(stderr, "gol: internal error at %s:%d: ", file, line);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputs("\nThis is a fault of gol itself, not of your program.\n", stderr);
    abort();
}

void (*memory_rescue)(void);

void memory_exhausted(size_t size)
{
    if (memory_rescue)
        memory_rescue();
    fflush(stdout);
    fprintf(stderr, "gol: out of memory, or beyond --memory (asked for %zu bytes)\n", size);
    /* The exit status of a run that a resource limit ended. */
    exit(3);
}

void use_huge_pages(void *start, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = ((uintptr_t)start + page - 1) / page * page;
    uintptr_t to = ((uintptr_t)start + size) / page * page;
    if (from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE); /* or not: then it is only slower */
}

/* What a detector remembers is read at random, and soon larger than what the processor translates
 * addresses of at once: in pages of the usual size, programs with many goroutines spent a third of
 * their time there. So beyond its first megabytes, of which small programs need no more, the heap
 * of malloc is in huge pages. It grows by several at a time, as the first and the last page of an
 * addition may not be huge. That is more than is in use, so not where memory is limited. */
enum { HEAP_OF_SMALL_PAGES = 2 << 20, HEAP_GROWS = 16 << 20, LARGE_ALONE = 2 << 20 };

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
static uintptr_t heap_end; /* when it was last looked at, or as far as its pages are small */

static bool memory_is_limited(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_DATA, &limit) || limit.rlim_cur != RLIM_INFINITY;
}

static NOINLINE void heap_has_grown(uintptr_t end)
{
    uintptr_t from = heap_end;
    heap_end = from ? end : end + HEAP_OF_SMALL_PAGES;
    if (!from || memory_is_limited())
        return;
    mallopt(M_TOP_PAD, HEAP_GROWS);
    mallopt(M_TRIM_THRESHOLD, 4 * HEAP_GROWS);
    mallopt(M_MMAP_THRESHOLD, LARGE_ALONE);
    use_huge_pages((void *)from, end - from);
}

/* To be called after each allocation. */
static inline void look_at_heap(void)
{
    uintptr_t end = (uintptr_t)sbrk(0);
    if (UNLIKELY(end > heap_end))
        heap_has_grown(end);
}
#else
static inline void look_at_heap(void)
{
}
#endif

/* malloc(0) may return NULL, which callers would take for a failure. */
static size_t at_least_one(size_t size)
{
    return size == 0 ? 1 : size;
}

void *xmalloc(size_t size)
{
    void *p = malloc(at_least_one(size));
    look_at_heap();
    if (p == NULL)
        memory_exhausted(size);
    return p;
}

void *xcalloc(size_t count, size_t size)
{
    void *p = calloc(at_least_one(count), at_least_one(size));
    look_at_heap();
    if (p == NULL)
        memory_exhausted(count * size);
    return p;
}

void *xcalloc_aligned(size_t size)
{
    void *p;
    if (posix_memalign(&p, CACHE_LINE, size))
        memory_exhausted(size);
    look_at_heap();
    return memset(p, 0, size);
}

void *xrealloc(void *old, size_t size)
{
    void *p = realloc(old, at_least_one(size));
    look_at_heap();
    if (UNLIKELY(size >= LARGE_ALONE && p))
        use_huge_pages(p, size);
    if (p == NULL)
        memory_exhausted(size);
    return p;
}

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

bool ends_in(const char *name, const char *end)
{
    size_t len = strlen(name), end_len = strlen(end);
    return len >= end_len && !strcmp(name + len - end_len, end);
}

u64 clock_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (u64)ts.tv_sec * 1000 + (u64)ts.tv_nsec / 1000000;
}
