/* Memory of the running program. heap.c is the one file that knows the collector (libgc). */
#ifndef VM_HEAP_H
#define VM_HEAP_H

#include "jit/memory.h"
#include "vm/vm.h"

/* Starts the collector; once per process (again is harmless). */
void heap_init(void);

/* A tracked object: size zeroed bytes, preceded by an 8-byte header with its stable name
 * (goroutine << 32 | allocation index). Never NULL: without memory the run ends with a limit
 * verdict through vm->escape. size 0 gives a fixed address that is no tracked memory. The filter
 * knows that it is new to g. */
void *heap_object(VM *vm, G *g, u64 size, bool pointers);
/* From which machine code may take objects that heap_object would give. */
FreeMemory *heap_quick(VM *vm);
/* `size` bytes without a name: strings, boxes, closures, map tables. Zeroed if it has pointers. */
void *heap_raw(VM *vm, u64 size, bool pointers);
/* p, which heap_raw gave for that size, with pointers, is not referred to any more: its memory may
 * be what the next call gives. */
void heap_raw_done(VM *vm, void *p, u64 size);
/* `size` zeroed bytes for a goroutine's stack or a G, scanned conservatively. */
void *heap_stack(VM *vm, u64 size);
/* Frees a stack that was copied to a larger one, without waiting for a collection. */
void heap_stack_done(void *stack, u64 size);
/* Name and offset of the memory at addr: an object, a global (object 0), or object ~0 if it is not
 * tracked memory (string bytes, zero-size). */
Loc heap_locate(const VM *vm, const void *addr);
struct Region;
/* From now on the program's memory comes from the region, which stays the caller's, and is never
 * collected (vm/snapshot.h). Call before the first allocation. */
void heap_use_region(VM *vm, struct Region *region);
/* That region, or NULL. */
struct Region *heap_region(const VM *vm);
/* How often the objects that begin in a stretch of memory have been reached: at most twice
 * counts. */
enum { REACHED_STRETCH = 4096 };
typedef struct ReachedCounts {
    u64 bits[REACHED_STRETCH / 16 / 32];
} ReachedCounts;

/* Reachability, as conservative as the collector but independent of it: a word that could be a
 * pointer is one. Zero-initialised but for vm. */
typedef struct Reached {
    VM *vm;
    Map stretches; /* number of a stretch -> 1 + its index in counts */
    VEC(ReachedCounts) counts;
    u64 last, last_index; /* the stretch that was asked for last */
    VEC(u64 *)
    pending;  /* objects whose pointers have not been followed; empty between calls */
    u64 work; /* words looked at so far */
    /* Called for each word that points to no object; NULL: for none. */
    void (*elsewhere)(void *ctx, u64 word);
    void *ctx;
} Reached;
/* Adds what the word points to, directly or through others. */
void heap_reach(Reached *reached, u64 word);
/* Nothing has been reached; and its memory is given back. */
void heap_reached_clear(Reached *reached);
void heap_reached_free(Reached *reached);
/* From now on the pointers of this object are not followed; before it is reached. */
void heap_set_apart(Reached *reached, const void *object);
/* Whether the object that contains addr has been reached, or was set apart. */
bool heap_reached(const Reached *reached, const void *addr);
/* Whether addr is memory of the program: of an object or not, a package-level variable, or a string
 * of its text. */
bool heap_has(const VM *vm, const void *addr);
/* Where all objects without size lie. */
void *heap_nothing(const VM *vm);
/* Where the memory without a name that contains addr begins: a string, perhaps a part of the
 * program's text; NULL: addr is in none. */
const void *heap_untracked(const VM *vm, const void *addr);
/* Bytes of the named object of that header, at least. */
u64 heap_size(const u64 *header);
/* An object of more than 1 << HEAP_NAME_SHIFT bytes takes several allocation indices, so that the
 * numbers which stand for its bytes are its own (vm/unsafe.c). */
enum { HEAP_NAME_SHIFT = 20 };
/* With a region objects move and have no names: this object with the address as its offset. */
enum { HEAP_ADDRESS = 1 };
/* The name as events have it, and the header of the object; NULL: a global, or no tracked memory.
 */
Loc heap_find(const VM *vm, const void *addr, u64 **header);
/* Where the PLACE_BYTES (trace/sink.h) of its object begin that contain addr; NULL: it is no
 * tracked memory. */
const void *heap_place(const VM *vm, const void *addr);
/* How many of the bytes of the place of addr belong to the object of that header (NULL: a global);
 * 0: not known. */
u32 heap_place_bytes(const VM *vm, const void *addr, const u64 *header);
/* From now on vm->sink->forget is called when the object of that header (or NULL) has died. */
void heap_watch_new(VM *vm, u64 *header);
/* Top bit of an object's header: it is in the table of watched objects. */
#define HEAP_WATCHED (1ull << 63)
static inline void heap_watch(VM *vm, u64 *header)
{
    if (header && UNLIKELY(!(*header & HEAP_WATCHED)))
        heap_watch_new(vm, header);
}
/* Calls forget for the watched objects that were found dead. Call between steps, so that no
 * detector is called in the middle of an event. */
void heap_report_dead(VM *vm);
/* Makes vm->globals at least `size` bytes, without moving it, and returns it. NULL: no room. */
void *heap_globals(VM *vm, u64 size);
/* For another run: drops all objects and zeroes the globals. */
void heap_reset(VM *vm);
/* Allocates a zeroed VM that the collector scans; heap_free_vm frees it and its globals. */
VM *heap_vm(void);
void heap_free_vm(VM *vm);
/* Allocation beyond that number of bytes ends the run with a limit verdict (through vm->escape). 0:
 * nearly all that the machine has. */
void heap_limit(VM *vm, u64 bytes);
/* Runs the collector. */
void heap_collect(void);
/* Bytes in use, bytes allocated in this run, and allocations ever made by vm. */
u64 heap_live_bytes(void);
u64 heap_total_bytes(const VM *vm);
u64 heap_total_allocs(const VM *vm);

#endif
