/* Free memory of the heap, laid out so that machine code can take small objects from it in line.
 * vm/heap.c fills it in. */
#ifndef JIT_MEMORY_H
#define JIT_MEMORY_H

#include "base/common.h"

/* Kinds of memory: objects, which have a header with their name before them, and other memory; with
 * and without pointers. */
typedef enum MemoryKind { OBJECT_PTR, OBJECT_PLAIN, RAW_PTR, RAW_PLAIN, KIND_COUNT } MemoryKind;

/* Memory comes in granules; free lists serve up to this many. */
enum { GRANULE = 16, CLASSES = 65 };

typedef struct FreeMemory {
    /* Lists linked through the first word, by kind and granules. With pointers, the other words are
     * 0. */
    void *free[KIND_COUNT][CLASSES];
    u64 allocs;
    u64 allocated; /* bytes, in this run */
} FreeMemory;

#endif
