/* Memory of the running program. heap.c is the one file that knows the collector (libgc). */
#ifndef VM_HEAP_H
#define VM_HEAP_H

#include "vm/vm.h"

/* Starts the collector; once per process. */
void heap_init(void);

/* A tracked object: size zeroed bytes, preceded by an 8-byte header with its stable name
 * (goroutine << 32 | allocation index). Never NULL: memory exhaustion ends the run with a limit
 * verdict after a panic-free unwinding (see heap.c). size 0 gives a fixed address. */
void *heap_object(VM *vm, G *g, u64 size, bool pointers);
/* `size` bytes without a name: strings, boxes, closures, map tables. Zeroed if it has pointers. */
void *heap_raw(VM *vm, u64 size, bool pointers);
/* A goroutine's stack or a G, scanned conservatively. */
void *heap_stack(VM *vm, u64 size);
/* Name and offset of the memory at addr: an object, a global (object 0), or object ~0 if it is not
 * tracked memory (string bytes, zero-size). */
Loc heap_locate(const VM *vm, const void *addr);
/* Reports objects that died (from the given table of interesting ones) to the sink's forget. */
void heap_watch(VM *vm, const void *addr);
/* The region for globals: reserves address space once, commits what is used. */
void *heap_globals(VM *vm, u64 size);
void heap_collect(void);
u64 heap_live_bytes(void);
u64 heap_total_allocs(const VM *vm);

#endif
