/* Bytes after each object of the program's heap that nothing may touch, so that the address
 * sanitizer sees an overrun, of gol or of the machine code's callees, that would end in a
 * neighbour. From the next collection on an object has none: the collector, which is not
 * instrumented but calls memset, clears memory with the redzones of what has died. In other builds
 * there are none at all. */
#ifndef VM_REDZONE_H
#define VM_REDZONE_H

#include "base/vec.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define WITH_REDZONES 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define WITH_REDZONES 1
#endif

typedef struct Redzone {
    char *begin, *end;
} Redzone;
typedef VEC(Redzone) Redzones;

#ifdef WITH_REDZONES
#include <sanitizer/asan_interface.h>

#define NO_REDZONES __attribute__((no_sanitize_address)) NOINLINE
enum { REDZONE = 16 }; /* bytes that an object takes more */

static inline void redzone_lift(char *begin, char *end)
{
    ASAN_UNPOISON_MEMORY_REGION(begin, (size_t)(end - begin));
}

/* From begin to end; noted in *zones. */
static inline void redzone_set(Redzones *zones, char *begin, char *end)
{
    vec_push(zones, ((Redzone){begin, end}));
    ASAN_POISON_MEMORY_REGION(begin, (size_t)(end - begin));
}

/* Removes all that are noted. */
static inline void redzones_lift(Redzones *zones)
{
    for (u32 i = 0; i < zones->len; i++)
        redzone_lift(zones->data[i].begin, zones->data[i].end);
    vec_clear(zones);
}
#else
#define NO_REDZONES
enum { REDZONE = 0 };

static inline void redzone_lift(char *begin, char *end)
{
    (void)begin;
    (void)end;
}

static inline void redzone_set(Redzones *zones, char *begin, char *end)
{
    (void)zones;
    (void)begin;
    (void)end;
}

static inline void redzones_lift(Redzones *zones)
{
    (void)zones;
}
#endif

#endif
