/* The filter: drops events that cannot change a verdict, for sinks without WANT_REPEATS. It stands
 * between the VM and the sink; vm/track.c asks it before it names an access, and the interpreter
 * and machine code look its table of accesses up in line (jit/seen.h).
 *
 * A segment, here, is what a goroutine does between two of its synchronisations that release; that
 * it acquires something meanwhile does not end it. Dropped are:
 *  - An access that repeats one of the same goroutine in the same segment: what happens after the
 *    one happens after the other. Not if there was a race while others ran meanwhile: the sink may
 *    have forgotten the first, and then finds the second in the race as well, or not, as chance has
 *    it which entries the table has lost.
 *  - An access to an object that the goroutine has allocated in the same segment. Another goroutine
 *    that gets to the object has received its address later, so the access happens before its own,
 *    unless it received the address by a race, which is reported.
 *  - The Unlock of a mutex that its owner locks again before anything else happens, and that Lock;
 *    RUnlock and RLock likewise: it is as if the goroutine had kept the lock. The Unlock is held
 *    back until something else happens.
 *  - The MAKE of a channel until its first use, and the names of timers (vm/track.c).
 *
 * Where races may be silenced (//gol:norace, --suppress) nothing is dropped: the access that would
 * stand for another in a report might be hidden, and the other one not. For sinks with WANT_SYNC
 * only accesses are dropped. */
#ifndef VM_FILTER_H
#define VM_FILTER_H

#include "jit/seen.h"
#include "vm/vm.h"

enum {
    SYNC_OBJECTS = 1 << 12,
    PLACES_BITS = 13,
    PLACES = 1 << PLACES_BITS,
    ADDRESS_BITS = 48,  /* of user memory */
    LINES_OF_LONG = 32, /* that a segment accesses on average for which the table should be large */
};

/* A synchronisation other than by channel, on its way to the sink. */
typedef struct SyncStep {
    G *g;
    ObjectRef *object;
    EventTag tag;
    Span span;
} SyncStep;

/* The reference to an object at an address that does not move. */
typedef struct KnownObject {
    u64 key; /* the address, with Filter.collections above it */
    ObjectRef ref;
} KnownObject;

/* The reference to the place that begins at an address. */
typedef struct KnownPlace {
    u64 key; /* the address, with Filter.collections above it */
    PlaceRef ref;
} KnownPlace;

typedef struct Filter {
    u32 segments;                      /* numbers given so far, to all goroutines; 0 is none */
    u32 holders;                       /* the same of G.holder */
    u32 races;                         /* so far */
    u64 held;                          /* the segment of `unlocked` before its Unlock, ... */
    u32 held_born;                     /* ... its G.born, ... */
    u32 held_entered;                  /* ... and its G.entered */
    G *unlocked;                       /* the goroutine whose Unlock is held back, or NULL */
    SyncStep unlock;                   /* the Unlock last held back, ... */
    ObjectRef unlock_object;           /* ... its object, ... */
    const void *unlock_addr;           /* ... and where, if that undid the last Lock, else NULL */
    const G *locked;                   /* the goroutine that locked last, or NULL, ... */
    const void *lock;                  /* ... what, ... */
    u8 lock_sub;                       /* ... how, ... */
    Span lock_span;                    /* ... and where */
    KnownObject objects[SYNC_OBJECTS]; /* both valid until the next collection */
    KnownPlace places[PLACES];
    u16 collections; /* so far, from 1 again after the last number */
    u64 filled;  /* entries of `seen` that were given a line since its size was last decided on */
    u64 lost;    /* of these, that took the place of one with something granted */
    u32 decided; /* `segments` at that time */
    Seen *seen;  /* in `memory`, at a line of the processor's */
    void *memory;
} Filter;

/* Whether the sink takes a filtered stream. */
static inline bool filter_wanted(const VM *vm)
{
    return vm->sink && !(vm->sink->wants & WANT_REPEATS);
}

/* Whether more than accesses may be dropped. */
static inline bool filter_drops_sync(const VM *vm)
{
    return filter_wanted(vm) && !(vm->sink->wants & WANT_SYNC);
}

/* Makes the VM's filter, which remembers nothing yet. */
void filter_make(VM *vm);
/* Frees it, if there is one; a held Unlock is not reported any more. */
void filter_free(VM *vm);
/* A collection has begun: addresses may be used anew. Does not allocate. */
void filter_collected(VM *vm);

/* ---- segments ---- */

/* What G.segment is for segment `number` of g; 0 stands for none: accesses of g are not looked up,
 * because there are too many goroutines or there is no filter. */
static inline u64 filter_segment(const G *g, u64 number)
{
    return (number << SEGMENT_SHIFT) + g->id * 0x9e37u;
}

/* The next segment of g when all numbers have been used. */
u64 filter_first_segment(VM *vm, const G *g);

/* Whether there are numbers for two more segments. */
static inline bool filter_numbers_left(const Filter *filter)
{
    return LIKELY(filter->segments < SEGMENTS - 2);
}

/* What is granted to g is void from now on, and not only for its present segment: addresses may be
 * used anew, or g has begun a segment without handing over what it did in the one before. */
void filter_drop_grants(VM *vm, G *g);

/* The next segment of g, while there are numbers. */
static inline void filter_next_segment(Filter *filter, G *g)
{
    g->entered = 0;
    g->born = g->alloc_index;
    g->segment = filter_segment(g, ++filter->segments);
}

/* A new segment of g begins: it has released something. Also without a filter. */
static inline void filter_begin_segment(VM *vm, G *g)
{
    Filter *filter = vm->filter;
    if (UNLIKELY(!filter))
        return;
    if (filter_numbers_left(filter)) {
        filter_next_segment(filter, g);
    } else {
        g->entered = 0;
        g->born = g->alloc_index;
        g->segment = filter_first_segment(vm, g);
    }
}

/* Whether the VM has a filter that holds nothing back and has numbers: then the next
 * synchronisation needs no more than filter_next_segment. */
static inline bool filter_is_ready(const Filter *filter)
{
    return LIKELY(filter && !filter->unlocked && filter_numbers_left(filter));
}

/* ---- accesses ---- */

/* Decides on the size of the table, when as many entries have been filled as it has. In a program
 * with segments of a few lines, of which nothing is granted to later ones, memory that is touched
 * for the first time costs more than the lines that a large table would keep. */
void filter_resize(Filter *filter);

/* The entry for the line of addr in g's segment, empty at first but for what is granted to g since
 * an earlier segment. */
static inline SeenLine *seen_at(Filter *filter, const G *g, u64 addr)
{
    CHECK(g->segment >> SEGMENT_SHIFT); /* 0 stands for none, and in a tag for an empty entry */
    u64 tag = seen_tag(g->segment, addr);
    SeenLine *line = seen_line(filter->seen, tag);
    if (line->tag != tag && line->grant.holder == g->holder && seen_same_line(line->tag, tag)) {
        line->tag = tag;
        line->read = line->write = 0;
    } else if (line->tag != tag) {
        filter->lost += line->grant.bytes != 0;
        if (UNLIKELY(filter->filled++ > filter->seen->mask)) {
            filter_resize(filter);
            line = seen_line(filter->seen, tag);
        }
        *line = (SeenLine){.tag = tag, .place = line->place};
    }
    return line;
}

static inline void seen_enter(SeenLine *line, u64 bits, bool write)
{
    line->read = write ? line->read & ~bits : line->read | bits;
    line->write |= write ? bits : 0;
}

/* Whether g's segment has made such accesses to all locations in `bits` of the line of addr; if
 * not, they are entered. */
static inline bool seen_bits(Filter *filter, const G *g, u64 addr, u64 bits, bool write)
{
    SeenLine *line = seen_at(filter, g, addr);
    CHECK(bits);
    if (!(bits & ~(write ? line->write : line->read)))
        return true;
    seen_enter(line, bits, write);
    return false;
}

/* Enters an access by g, which has a segment, to the location at addr; the entry for its line. */
static inline SeenLine *filter_enter(Filter *filter, const G *g, u64 addr, bool write)
{
    SeenLine *line = seen_at(filter, g, addr);
    seen_enter(line, 1ull << addr % SEEN_LINE, write);
    return line;
}

/* seen_bits for all locations `places` bytes after addr, a bit each. */
static inline bool filter_seen_places(Filter *filter, const G *g, u64 addr, u64 places, bool write)
{
    u64 skip = addr % SEEN_LINE, after = skip ? places >> (SEEN_LINE - skip) : 0;
    bool seen = !(places << skip) || seen_bits(filter, g, addr, places << skip, write);
    return (!after || seen_bits(filter, g, addr - skip + SEEN_LINE, after, write)) && seen;
}

/* Whether an access by g to the location at addr repeats one; if not, it is entered. */
static inline bool filter_seen(VM *vm, const G *g, u64 addr, bool write)
{
    if (!vm->filter || UNLIKELY(!g->segment))
        return false;
    return seen_bits(vm->filter, g, addr, 1ull << addr % SEEN_LINE, write);
}

/* The same for n consecutive values of a type: whether all accesses to their leaves repeat others.
 */
bool filter_seen_values(VM *vm, const G *g, const void *values, RType *type, u64 n, bool write);
/* g has allocated an object of `size` bytes: its accesses to the first of them, up to two lines,
 * will count as repeated. Only with a filter. */
void filter_new(VM *vm, const G *g, const void *object, u64 size);
/* The same of what is in the line of addr, in any object that is new. */
void filter_new_line(VM *vm, const G *g, const void *addr, const void *object, u64 size);
/* Whether g has allocated the object in its present segment, and there is a filter. */
static inline bool filter_is_new(const VM *vm, const G *g, u64 object)
{
    return object >> 32 == g->id && (u32)object >= g->born && vm->filter;
}

/* What an address is called until the next collection. */
static inline u64 filter_key(const Filter *filter, const void *addr)
{
    CHECK((u64)addr >> ADDRESS_BITS == 0 && filter->collections);
    return (u64)addr | (u64)filter->collections << ADDRESS_BITS;
}

/* The key of the place that begins there, and the entry for it, perhaps with another one in it.
 * Neighbouring lines have neighbouring entries, which the processor then has in its cache. */
static inline KnownPlace *filter_place(Filter *filter, const void *start, u64 *key)
{
    *key = filter_key(filter, start);
    u64 line = (u64)start / SEEN_LINE, in_line = (u64)start / 8 % (SEEN_LINE / 8);
    return &filter->places[(line + in_line * (PLACES * 8 / SEEN_LINE)) % PLACES];
}

/* ---- locks ---- */

/* The key of the object at addr, and the entry for it, perhaps with another one in it. Its parts
 * may be objects, too: the smallest are those of atomic operations on 4 bytes. */
static inline KnownObject *filter_object(Filter *filter, const void *addr, u64 *key)
{
    *key = filter_key(filter, addr);
    return &filter->objects[(u64)addr / 4 % SYNC_OBJECTS];
}

/* Reports the Unlock that is held back. */
void filter_report_held(VM *vm);
/* The same if one is; call before an event goes to the sink. */
static inline void filter_release(VM *vm)
{
    if (UNLIKELY(vm->filter && vm->filter->unlocked))
        filter_report_held(vm);
}

/* g goes on, perhaps after others. */
static inline void filter_resume(VM *vm, G *g)
{
    if (LIKELY(!vm->filter || g->races == vm->filter->races))
        return;
    if (vm->filter->unlocked == g)
        filter_release(vm);
    filter_begin_segment(vm, g);
    g->races = vm->filter->races;
}

/* An Unlock by g is held back. What g does from now on is another segment, unless it turns out that
 * it goes on with the Lock. */
static inline void filter_hold_unlock(VM *vm, G *g)
{
    CHECK(!vm->filter->unlocked && vm->filter->unlock.g == g);
    CHECK(vm->filter->locked == g && vm->filter->unlock_addr);
    vm->filter->unlocked = g;
    vm->filter->held = g->segment;
    vm->filter->held_born = g->born;
    vm->filter->held_entered = g->entered;
    filter_begin_segment(vm, g);
}

/* Whether a synchronisation by g, the SyncOp `sub` on the object at addr, is dropped or held back
 * because it repeats the last Lock, or the Unlock that follows it, at the same source position: a
 * report would name the same position for both. Needs no name of the object. */
static inline bool filter_drops_again(VM *vm, G *g, u8 sub, const void *addr, Span span)
{
    Filter *filter = vm->filter;
    if (!filter || filter->locked != g)
        return false;
    if (filter->unlocked == g && filter->lock == addr && filter->lock_sub == sub &&
        filter->lock_span.start == span.start && filter->lock_span.end == span.end) {
        CHECK(filter->unlock.g == g);
        filter->unlocked = NULL;
        g->segment = filter->held;
        g->born = filter->held_born;
        g->entered = filter->held_entered;
        return true;
    }
    if (filter->unlocked || filter->unlock.g != g || filter->unlock.tag.sub != sub ||
        filter->unlock_addr != addr || !filter_numbers_left(filter))
        return false;
    filter->unlock.span = span;
    filter_hold_unlock(vm, g);
    return true;
}

/* Whether the step, on the object at addr, is an Unlock that is held back from now on. Notes it
 * otherwise, if it is a Lock. */
bool filter_holds(VM *vm, const SyncStep *step, const void *addr);

/* g has ended: its memory may become another goroutine's. */
static inline void filter_end(VM *vm, const G *g)
{
    CHECK(!vm->filter || vm->filter->unlocked != g);
    if (vm->filter && vm->filter->locked == g)
        vm->filter->locked = NULL;
}

#endif
