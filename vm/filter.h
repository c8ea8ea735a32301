/* What need not be told.
 *
 * A sink without WANT_REPEATS is spared three things that change nothing for it:
 *  - an access that repeats one of the same goroutine in the same segment, that is, with no
 *    synchronisation of its own in between. Nobody else can know the one without the other.
 *  - an access to an object that the goroutine has made in the same segment. Who else gets to the
 *    object has been handed its address since, and so knows the access, unless it was by way of a
 *    race for what held the address, and that is told of.
 *  - the Unlock of a mutex that its owner locks again at once, and that Lock, or the same with
 *    RUnlock and RLock: it is as if the goroutine had never let go of it. The Unlock is held back
 *    until something else happens.
 *
 * Where races may be silenced (//gol:norace, --suppress) nothing is spared: what stands for an
 * access in a report might be hidden, and the access not. */
#ifndef VM_FILTER_H
#define VM_FILTER_H

#include "jit/seen.h"
#include "vm/vm.h"

enum { SYNC_OBJECTS = 256 };

/* A synchronisation other than by channel, on its way to the sink. */
typedef struct SyncStep {
    G *g;
    Loc loc;
    u32 object; /* the number that the sink has for loc, if it takes shortcuts */
    u8 kind, sub, flags;
    Span span;
} SyncStep;

/* Numbers of the sink for objects at addresses that do not move; until the next collection. */
typedef struct KnownObject {
    const void *addr;
    u32 number;
} KnownObject;

typedef struct Filter {
    u32 segments;            /* numbers given so far, to all goroutines; 0 is none */
    u64 held;                /* the segment of `unlocked` before its Unlock */
    G *unlocked;             /* whose Unlock is held back, or NULL */
    SyncStep unlock;         /* the Unlock last held back, ... */
    const void *unlock_addr; /* ... and where, if that undid the last Lock, else NULL */
    const G *locked;         /* who locked last, or NULL, ... */
    const void *lock;        /* ... what, ... */
    u8 lock_sub;             /* ... how, ... */
    Span lock_span;          /* ... and where */
    KnownObject objects[SYNC_OBJECTS];
    Seen seen;
} Filter;

/* What G.segment is; 0: nothing is remembered of g, there are too many goroutines or no filter. */
static inline u64 filter_segment(const G *g, u64 number)
{
    return (number << SEGMENT_SHIFT) + g->id * 0x9e37u;
}

/* Whether the sink is to be spared anything. */
static inline bool filter_wanted(const VM *vm)
{
    return vm->sink && !vm->log && !(vm->sink->wants & WANT_REPEATS);
}

/* The VM's filter, which remembers nothing yet, and its end. */
void filter_make(VM *vm);
void filter_free(VM *vm);
/* Addresses may be used anew from now on. Does not allocate. */
void filter_collected(VM *vm);

/* ---- segments ---- */

/* The next one of g, for filter_begin_segment when all numbers were used. */
u64 filter_first_segment(VM *vm, const G *g);

/* Whether two may begin. */
static inline bool filter_numbers_left(const Filter *filter)
{
    return LIKELY(filter->segments < SEGMENTS - 2);
}

/* g begins the next one; while there are numbers. */
static inline void filter_next_segment(Filter *filter, G *g)
{
    g->born = g->alloc_index;
    g->segment = filter_segment(g, ++filter->segments);
}

/* The same in any case. */
static inline void filter_begin_segment(VM *vm, G *g)
{
    g->born = g->alloc_index;
    if (UNLIKELY(!vm->filter))
        return;
    if (filter_numbers_left(vm->filter))
        filter_next_segment(vm->filter, g);
    else
        g->segment = filter_first_segment(vm, g);
}

/* ---- accesses ---- */

/* Where what is known of the line of addr stands, nothing at first. */
static inline u64 seen_at(Seen *seen, const G *g, u64 addr)
{
    u64 tag = seen_tag(g->segment, addr), at = tag % SEEN;
    if (seen->tag[at] != tag) {
        seen->tag[at] = tag;
        seen->read[at] = seen->write[at] = 0;
    }
    return at;
}

/* Whether the sink knows as much already of locations in the line of addr; if not, it will now. */
static inline bool seen_bits(Seen *seen, const G *g, u64 addr, u64 bits, bool write)
{
    u64 at = seen_at(seen, g, addr);
    if (!(bits & ~(write ? seen->write[at] : seen->read[at])))
        return true;
    seen->read[at] = write ? seen->read[at] & ~bits : seen->read[at] | bits;
    seen->write[at] |= write ? bits : 0;
    return false;
}

/* Whether the sink knows of such an access by g at addr; if not, it will now. */
static inline bool filter_seen(VM *vm, const G *g, u64 addr, bool write)
{
    if (!vm->seen || UNLIKELY(!g->segment))
        return false;
    return seen_bits(vm->seen, g, addr, 1ull << addr % SEEN_LINE, write);
}

/* The same for n values, one behind the other. */
bool filter_seen_values(VM *vm, const G *g, const void *values, RType *type, u64 n, bool write);
/* g has made a variable or an array: the first accesses to a small one need not even be looked at.
 * Call if there is a filter. */
void filter_new(VM *vm, const G *g, const void *object, u64 size);
/* Whether g has made the object in its present segment, and there is a filter. */
static inline bool filter_is_new(const VM *vm, const G *g, u64 object)
{
    return object >> 32 == g->id && (u32)object >= g->born && vm->filter;
}

/* ---- locks ---- */

/* An Unlock by g is held back. What g does from now on is another segment, unless it turns out that
 * it goes on with the Lock. */
static inline void filter_hold_unlock(VM *vm, G *g)
{
    vm->filter->unlocked = g;
    vm->filter->held = g->segment;
    filter_begin_segment(vm, g);
}

/* Whether this Lock, or the Unlock that follows, may be left out: a Lock by g of what it has just
 * let go of, which a report could not tell from the one before. Without a look at what it is. */
static inline bool filter_spares_again(VM *vm, G *g, u8 sub, const void *addr, Span span)
{
    Filter *filter = vm->filter;
    if (!filter || filter->locked != g)
        return false;
    if (filter->unlocked == g && filter->lock == addr && filter->lock_sub == sub &&
        filter->lock_span.start == span.start && filter->lock_span.end == span.end) {
        filter->unlocked = NULL;
        g->segment = filter->held;
        return true;
    }
    if (filter->unlocked || filter->unlock.g != g || filter->unlock.sub != sub ||
        filter->unlock_addr != addr)
        return false;
    filter->unlock.span = span;
    filter_hold_unlock(vm, g);
    return true;
}

/* The same of others, for which the step says all; an Unlock is held back, and may have to be told
 * later, when g is elsewhere. */
bool filter_spares(VM *vm, const SyncStep *step, const void *addr);

#endif
