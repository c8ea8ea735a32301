/* The ways the process ends on an internal fault or without memory, and allocation that cannot
 * fail. Every layer needs them, so they are here and depend on nothing. */
#include "base/common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* malloc(0) may return NULL, which callers would take for a failure. */
static size_t at_least_one(size_t size)
{
    return size == 0 ? 1 : size;
}

void *xmalloc(size_t size)
{
    void *p = malloc(at_least_one(size));
    if (p == NULL)
        memory_exhausted(size);
    return p;
}

void *xcalloc(size_t count, size_t size)
{
    void *p = calloc(at_least_one(count), at_least_one(size));
    if (p == NULL)
        memory_exhausted(count * size);
    return p;
}

void *xrealloc(void *old, size_t size)
{
    void *p = realloc(old, at_least_one(size));
    if (p == NULL)
        memory_exhausted(size);
    return p;
}

char *xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

u64 clock_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (u64)ts.tv_sec * 1000 + (u64)ts.tv_nsec / 1000000;
}
