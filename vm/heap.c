/* The heap of programs, on libgc: objects with names, free lists in front of the collector, the
 * table of objects whose death is reported, limits. */
#include "vm/heap.h"

#include <gc/gc.h>
#include <gc/gc_inline.h>
#include <gc/gc_mark.h>
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/process.h"
#include "vm/filter.h"
#include "vm/redzone.h"
#include "vm/region.h"
#include "vm/track.h"

/* Four kinds of memory: with or without a name (header), with or without pointers. The kind of a
 * block says whether an address lies in a named object.
 *
 * Objects of the collector's own NORMAL kind are not scanned in their last word when they have the
 * exact size (it keeps that room for pointers past the end), so the pointerful kinds are ours. */
typedef MemoryKind Kind;

#ifdef GOL_STRESS
/* Allocations between two collections: as few as the time for them allows. */
enum { STRESS_EVERY = 64, STRESS_LIVE = 2048 /* bytes in use that add one allocation */ };
#endif

#define INITIAL_HEAP (8u << 20)
#define GLOBALS_RESERVE (256ull << 20)

/* What blocks of the collector hold, as it said when it was asked: objects of one size and kind
 * side by side, or one. Until the next collection: what a block is cannot change while an object in
 * it lives. */
enum { BLOCKS_KNOWN = 2048, BLOCK_BYTES = 4096 };
typedef struct Block {
    u64 number;         /* address / BLOCK_BYTES; 0: not known */
    u32 bytes, inverse; /* of each object, which has a name; 2^16 / its granules, rounded up */
    u64 *only;          /* if inverse is 0: the one object that there is, of `bytes` or more, and it
                           may not begin or end here; NULL: there are no names */
} Block;

struct Heap {
    /* What objects without size lie at. It has room, since unsafe code writes to them, as to gc's.
     */
    u64 zero_size[8];
    FreeMemory memory;
    Block blocks[BLOCKS_KNOWN]; /* by number */
    VEC(u64 *) watched;         /* headers of objects that detectors know */
    VEC(u64) dead;              /* names of those found unreachable, to be reported */
    u64 shadows;                /* bytes that those watched since the last collection have */
    u64 limit;                  /* bytes of heap in use that end the run */
    u64 globals_reserved, globals_rooted;
    u64 text_low, text_high; /* the first `texts` strings of the program lie between these */
    u32 texts;
    Region *region; /* everything is allocated there, or NULL */
    Redzones redzones;
#ifdef GOL_STRESS
    u64 stress; /* number of allocations at which to collect next */
#endif
    VM *vm;
    Heap *next;
};

/* The collector is one for the process and calls back without a context, so this is the one place
 * with state outside of context structs: the collector's kinds and the heaps it serves. */
static struct {
    bool ready;
    int kinds[KIND_COUNT];
    Heap *heaps;
} collector;

/* A collection frees the objects in our free lists, which nothing marks, so the lists are emptied,
 * and with them all caches by address. */
static void drop_free_lists(void)
{
    for (Heap *heap = collector.heaps; heap; heap = heap->next) {
        memset(heap->memory.free, 0, sizeof heap->memory.free);
        memset(heap->blocks, 0, sizeof heap->blocks);
        redzones_lift(&heap->redzones);
        heap->shadows = 0;
        filter_collected(heap->vm);
    }
}

static void find_dead(Heap *heap)
{
    u32 kept = 0;
    for (u32 i = 0; i < heap->watched.len; i++) {
        u64 *header = heap->watched.data[i];
        CHECK(*header & HEAP_WATCHED);
        if (GC_is_marked(header))
            heap->watched.data[kept++] = header;
        else
            vec_push(&heap->dead, *header & ~HEAP_WATCHED);
    }
    heap->watched.len = kept;
    heap->vm->deaths = heap->dead.len > 0;
}

/* Called by the collector, which holds its lock: nothing here may allocate from it. */
static void on_collection(GC_EventType event)
{
    if (event == GC_EVENT_START || event == GC_EVENT_MARK_START)
        drop_free_lists();
    else if (event == GC_EVENT_MARK_END)
        for (Heap *heap = collector.heaps; heap; heap = heap->next)
            find_dead(heap);
}

void heap_init(void)
{
    if (collector.ready)
        return;
    collector.ready = true;
    setenv("GC_MARKERS", "1", 0);
    GC_set_handle_fork(1);
    GC_set_free_space_divisor(1);
    GC_set_warn_proc(GC_ignore_warn_proc);
    GC_INIT();
    GC_expand_hp(INITIAL_HEAP);
    /* The last two arguments: add the size to the descriptor (scan all of it), clear. */
    collector.kinds[OBJECT_PTR] = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 1, 1);
    collector.kinds[RAW_PTR] = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 1, 1);
    collector.kinds[OBJECT_PLAIN] = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 0, 0);
    collector.kinds[RAW_PLAIN] = (int)GC_new_kind(GC_new_free_list(), GC_DS_LENGTH, 0, 0);
    GC_set_on_collection_event(on_collection);
}

/* Without --memory. */
static u64 default_limit(void)
{
    return process_available() / 8 * 7;
}

/* What the collector takes in all: it would rather grow than collect. Some of it is never in use,
 * lost between objects. */
static void set_limit(Heap *heap, u64 bytes)
{
    heap->limit = bytes ? bytes : default_limit();
    GC_set_max_heap_size(heap->limit + heap->limit / 8 + INITIAL_HEAP);
}

VM *heap_vm(void)
{
    heap_init();
    VM *vm = GC_malloc_uncollectable(sizeof *vm);
    if (!vm)
        BUG("no memory for the machine itself");
    vm->heap = xcalloc(1, sizeof *vm->heap);
    set_limit(vm->heap, 0);
    vm->heap->vm = vm;
    vm->heap->next = collector.heaps;
    collector.heaps = vm->heap;
    return vm;
}

void heap_free_vm(VM *vm)
{
    Heap *heap = vm->heap, **link = &collector.heaps;
    while (*link != heap)
        link = &(*link)->next;
    *link = heap->next;
    if (vm->globals) {
        GC_remove_roots(vm->globals, vm->globals + heap->globals_rooted);
        munmap(vm->globals, heap->globals_reserved);
    }
    vec_free(&heap->watched);
    vec_free(&heap->dead);
    redzones_lift(&heap->redzones);
    vec_free(&heap->redzones);
    free(heap);
    GC_free(vm);
}

static u64 in_use(void)
{
    return GC_get_heap_size() - GC_get_free_bytes();
}

/* The last run's memory is left to the collector, unless so much is in use that the next run would
 * hit its limit early, or has been. */
void heap_reset(VM *vm)
{
    vec_clear(&vm->heap->watched);
    vec_clear(&vm->heap->dead);
    vm->deaths = false;
    vm->heap->memory.allocated = 0;
    memset(vm->globals, 0, vm->globals_size);
    if (UNLIKELY(GC_get_heap_size() > vm->heap->limit / 2))
        GC_gcollect_and_unmap();
}

void heap_use_region(VM *vm, Region *region)
{
    vm->heap->region = region;
}

Region *heap_region(const VM *vm)
{
    return vm->heap->region;
}

void heap_limit(VM *vm, u64 bytes)
{
    set_limit(vm->heap, bytes);
}

/* ---- limits ---- */

static NORETURN void out_of_memory(VM *vm)
{
    vm->outcome = outcome_of_limit(LIMIT_MEMORY);
    vm_escape(vm);
}

/* Called before the heap takes `bytes` more. Collects only if much was allocated since the last
 * time: a heap that is full of live data must not be collected again and again. What is free may be
 * in pieces, of which none is as large as what is asked for; the system gets it back then, so that
 * it does not add to that. */
static void check_limit(VM *vm, u64 bytes)
{
    u64 limit = vm->heap->limit;
    if (LIKELY(bytes < limit && GC_get_heap_size() < limit - bytes))
        return;
    bool large = bytes > limit / 32;
    if (bytes < limit && in_use() < limit - bytes && !large)
        return;
    if (large && bytes < limit)
        GC_gcollect_and_unmap();
    else if (GC_get_bytes_since_gc() > limit / 32)
        GC_gcollect();
    if (bytes >= limit || in_use() >= limit - bytes)
        out_of_memory(vm);
}

/* Detectors' data on an object, which is freed with the object, may be larger than the object: it
 * counts as garbage, too. */
enum { SHADOW_OBJECT = 32, SHADOW_BYTES = 3 /* for each one of the object */ };

static void check_shadows(Heap *heap)
{
    if (UNLIKELY(heap->shadows > INITIAL_HEAP) && heap->shadows > in_use())
        GC_gcollect();
}

/* ---- allocation ---- */

static void *from_region(VM *vm, Kind kind, u64 bytes)
{
    bool named = kind == OBJECT_PTR || kind == OBJECT_PLAIN;
    void *p = region_alloc(vm->heap->region, bytes, kind == OBJECT_PTR || kind == RAW_PTR, named);
    if (!p)
        out_of_memory(vm);
    return p;
}

static void **refill(VM *vm, Kind kind, u64 granules)
{
    if (vm->heap->region)
        return from_region(vm, kind, granules * GRANULE);
    check_limit(vm, 4096);
    check_shadows(vm->heap);
    void *list = NULL;
    GC_generic_malloc_many(granules * GRANULE, collector.kinds[kind], &list);
    if (!list)
        out_of_memory(vm);
    return list;
}

static void *allocate_large(VM *vm, u64 bytes, Kind kind)
{
    if (vm->heap->region)
        return from_region(vm, kind, bytes);
    limits_poll_bytes(bytes);
    check_limit(vm, bytes);
    void *p = GC_generic_malloc(bytes, collector.kinds[kind]);
    if (!p)
        out_of_memory(vm);
    return p;
}

static inline void *allocate_cell(VM *vm, u64 bytes, Kind kind)
{
    Heap *heap = vm->heap;
    heap->memory.allocs++;
    heap->memory.allocated += bytes;
#ifdef GOL_STRESS
    if (heap->memory.allocs >= heap->stress) {
        GC_gcollect();
        heap->stress = heap->memory.allocs + STRESS_EVERY + in_use() / STRESS_LIVE;
    }
#endif
    u64 granules = (bytes + GRANULE - 1) / GRANULE;
    if (UNLIKELY(granules >= CLASSES))
        return allocate_large(vm, bytes, kind);
    void **p = heap->memory.free[kind][granules];
    if (UNLIKELY(!p))
        p = refill(vm, kind, granules);
    CHECK((u64)p % GRANULE == 0 || heap->region);
    heap->memory.free[kind][granules] = *p;
    *p = NULL;
    return p;
}

static inline void *allocate(VM *vm, u64 bytes, Kind kind)
{
    void *p = allocate_cell(vm, bytes + REDZONE, kind);
    if (REDZONE && !vm->heap->region)
        redzone_set(&vm->heap->redzones, (char *)p + bytes, (char *)p + GC_size(p));
    return p;
}

void *heap_object(VM *vm, G *g, u64 size, bool pointers)
{
    if (UNLIKELY(size == 0))
        return vm->heap->zero_size;
    CHECK(g->id < 1u << 31); /* the top bit of a header is HEAP_WATCHED */
    u64 *header = allocate(vm, size + 8, pointers ? OBJECT_PTR : OBJECT_PLAIN);
    CHECK(!pointers || (!header[1] && !header[size / 8]));
    *header = (u64)g->id << 32 | g->alloc_index;
    g->alloc_index += 1 + (u32)(size >> HEAP_NAME_SHIFT);
    if (!pointers)
        memset(header + 1, 0, size);
    if (vm->filter)
        filter_new(vm, g, header + 1, size);
    return header + 1;
}

FreeMemory *heap_quick(VM *vm)
{
    static FreeMemory none; /* it stays so: nothing is taken from empty lists */
#ifdef GOL_STRESS
    return &none;
#endif
    return REDZONE || vm->filter || vm->objects.all ? &none : &vm->heap->memory;
}

void *heap_raw(VM *vm, u64 size, bool pointers)
{
    return allocate(vm, size ? size : 1, pointers ? RAW_PTR : RAW_PLAIN);
}

void heap_raw_done(VM *vm, void *p, u64 size)
{
    Heap *heap = vm->heap;
    u64 granules = (size + GRANULE - 1) / GRANULE;
    if (heap->region || REDZONE || granules >= CLASSES)
        return;
    CHECK(GC_base(p) == p);
    for (u64 i = 0; i < granules; i++) /* few: quicker than one memset of them all */
        memset((char *)p + i * GRANULE, 0, GRANULE);
    *(void **)p = heap->memory.free[RAW_PTR][granules];
    heap->memory.free[RAW_PTR][granules] = p;
}

/* One word more: the address of its end, which a G has, is not that of the object that comes next.
 */
void *heap_stack(VM *vm, u64 size)
{
    return allocate(vm, size + sizeof(u64), RAW_PTR);
}

void heap_stack_done(void *stack, u64 size)
{
    /* Small ones may be in a free list of ours, and are cheap to leave to the collector. */
    if (size < GRANULE * CLASSES || !GC_base(stack)) /* the latter in a region */
        return;
    redzone_lift((char *)stack, (char *)stack + GC_size(stack));
    GC_free(stack);
}

/* ---- what can be reached ---- */

/* The object that contains addr; *words: those that may be pointers. NULL: there is none. */
static u64 *object_at(const Heap *heap, u64 addr, u64 *words)
{
    if (heap->region) {
        if (!region_has(heap->region, (void *)(addr - 1)))
            return NULL;
        RegionHeader *header = region_header(heap->region, addr);
        *words = header->pointers ? (header->granules * REGION_GRANULE - REGION_HEADER) / 8 : 0;
        return (u64 *)(header + 1);
    }
    u64 *base = addr ? GC_base((void *)addr) : NULL;
    size_t size = 0;
    int kind = base ? GC_get_kind_and_size(base, &size) : collector.kinds[RAW_PLAIN];
    bool plain = kind == collector.kinds[OBJECT_PLAIN] || kind == collector.kinds[RAW_PLAIN];
    *words = plain ? 0 : size / 8;
    return base;
}

/* The counts of the stretch in which the object begins, made if need be. */
static ReachedCounts *counts_of(Reached *reached, const u64 *object)
{
    u64 stretch = (u64)object / REACHED_STRETCH;
    if (stretch == reached->last && reached->counts.len)
        return &reached->counts.data[reached->last_index];
    u64 *index = map_put(&reached->stretches, stretch);
    if (!*index) {
        vec_push(&reached->counts, (ReachedCounts){0});
        *index = reached->counts.len;
    }
    reached->last = stretch;
    reached->last_index = *index - 1;
    return &reached->counts.data[*index - 1];
}

/* Where in those its two bits are: none is smaller than 16 bytes. */
static u32 place_in_stretch(const u64 *object)
{
    return (u32)((u64)object % REACHED_STRETCH / 16);
}

/* One more; returns how often the object had been reached. */
static u32 count(Reached *reached, const u64 *object)
{
    u32 place = place_in_stretch(object), shift = place % 32 * 2;
    u64 *bits = &counts_of(reached, object)->bits[place / 32];
    u32 times = *bits >> shift & 3;
    if (times < 2)
        *bits += 1ull << shift;
    return times;
}

/* Word i of an object, after whose own there may be redzones. */
NO_REDZONES static u64 word_of(const u64 *object, u64 i)
{
    return object[i];
}

static void reach(Reached *reached, u64 addr)
{
    u64 words, *object = object_at(reached->vm->heap, addr, &words);
    if (object && count(reached, object) == 0 && words)
        vec_push(&reached->pending, object);
    else if (!object && UNLIKELY(reached->elsewhere && addr))
        reached->elsewhere(reached->ctx, addr);
}

void heap_reach(Reached *reached, u64 word)
{
    reach(reached, word);
    while (reached->pending.len > 0) {
        u64 *object = vec_pop(&reached->pending), words = 0;
        object_at(reached->vm->heap, (u64)object, &words);
        reached->work += words;
        for (u64 i = 0; i < words; i++)
            reach(reached, word_of(object, i));
    }
}

void heap_set_apart(Reached *reached, const void *object)
{
    u64 words;
    const u64 *base = object_at(reached->vm->heap, (u64)object, &words);
    if (base)
        count(reached, base);
}

void heap_reached_clear(Reached *reached)
{
    map_clear(&reached->stretches);
    vec_clear(&reached->counts);
}

void heap_reached_free(Reached *reached)
{
    map_free(&reached->stretches);
    vec_free(&reached->counts);
    vec_free(&reached->pending);
}

bool heap_reached(const Reached *reached, const void *addr)
{
    u64 words, *object = object_at(reached->vm->heap, (u64)addr, &words);
    const u64 *index = object ? map_get(&reached->stretches, (u64)object / REACHED_STRETCH) : NULL;
    if (!index)
        return false;
    u32 place = place_in_stretch(object);
    return reached->counts.data[*index - 1].bits[place / 32] >> place % 32 * 2 & 3;
}

/* ---- names ---- */

static bool is_named(int kind)
{
    return kind == collector.kinds[OBJECT_PTR] || kind == collector.kinds[OBJECT_PLAIN];
}

/* Enters the block of addr if its objects are as the collector lays them out, from the block's
 * start or one for itself. Returns the object that contains addr, NULL: none with a name. */
static NOINLINE u64 *ask_collector(Block *block, const void *addr)
{
    u64 *base = GC_base((void *)addr);
    if (!base)
        return NULL;
    size_t size;
    bool named = is_named(GC_get_kind_and_size(base, &size)), small = size <= BLOCK_BYTES / 2;
    u64 *header = named ? base : NULL;
    if (small && ((u64)base % BLOCK_BYTES % size || size % GRANULE))
        return header;
    *block = (Block){.number = (u64)addr / BLOCK_BYTES};
    if (named && small) {
        block->bytes = (u32)size;
        block->inverse = (1 << 16) / (block->bytes / GRANULE) + 1;
    } else {
        block->only = header;
        block->bytes = size < UINT32_MAX ? (u32)size : UINT32_MAX;
    }
    return header;
}

/* Header of the named object that contains addr, or NULL. */
static inline u64 *header_of(Heap *heap, const void *addr)
{
    u64 number = (u64)addr / BLOCK_BYTES;
    Block *block = &heap->blocks[number % BLOCKS_KNOWN];
    if (UNLIKELY(block->number != number))
        return ask_collector(block, addr);
    if (!block->inverse)
        return block->only;
    u32 granule = (u32)((u64)addr % BLOCK_BYTES / GRANULE);
    u32 index = granule * block->inverse >> 16;
    u64 *header = (u64 *)((u64)addr / BLOCK_BYTES * BLOCK_BYTES + index * block->bytes);
    CHECK(header == GC_base((void *)addr));
    return header;
}

Loc heap_find(const VM *vm, const void *addr, u64 **header)
{
    u64 global = (u64)addr - (u64)vm->globals;
    *header = NULL;
    if (vm->globals && global < vm->heap->globals_reserved) {
        CHECK(global <= vm->globals_size); /* a global of no size may be the last */
        return (Loc){0, global};
    }
    if (UNLIKELY(vm->heap->region != NULL))
        return (Loc){HEAP_ADDRESS, (u64)addr};
    *header = header_of(vm->heap, addr);
    if (!*header)
        return (Loc){~0ull, 0};
    return (Loc){**header & ~HEAP_WATCHED, (u64)addr - (u64)(*header + 1)};
}

const void *heap_place(const VM *vm, const void *addr)
{
    _Static_assert(PLACE_SKEW == sizeof(u64), "objects follow their headers");
    u64 start = (u64)vm->globals;
    if (!vm->globals || (u64)addr - start >= vm->heap->globals_reserved) {
        u64 *header = LIKELY(!vm->heap->region) ? header_of(vm->heap, addr) : NULL;
        if (UNLIKELY(!header && !vm->heap->region))
            return NULL;
        start = vm->heap->region ? -(u64)PLACE_SKEW : (u64)header;
    }
    return (const void *)(start + ((u64)addr - start) / PLACE_BYTES * PLACE_BYTES);
}

Loc heap_locate(const VM *vm, const void *addr)
{
    u64 *header;
    Loc loc = heap_find(vm, addr, &header);
    if (UNLIKELY(loc.object == HEAP_ADDRESS)) /* not to be seen: the same in all executions */
        return region_has(vm->heap->region, addr) ? (Loc){HEAP_ADDRESS, 0} : LOC_UNNAMED;
    return loc;
}

/* Whether the address is between the program's strings: most that are asked about are not, and the
 * strings are many. They only become more. */
static bool among_text(Heap *heap, const Program *program, const void *addr)
{
    for (; heap->texts < program->strings.len; heap->texts++) {
        const StringConst *text = &program->strings.data[heap->texts];
        u64 start = (u64)text->ptr, end = start + text->len;
        if (heap->texts == 0 || start < heap->text_low)
            heap->text_low = start;
        if (end > heap->text_high)
            heap->text_high = end;
    }
    return (u64)addr >= heap->text_low && (u64)addr <= heap->text_high;
}

/* The string of the program's text that contains addr or, if none does, ends there; or NULL. */
static const void *text_at(const VM *vm, const void *addr)
{
    const Program *program = vm->program;
    const void *ends = NULL;
    if (!among_text(vm->heap, program, addr))
        return NULL;
    for (u32 i = 0; i < program->strings.len; i++) {
        u64 at = (u64)addr - (u64)program->strings.data[i].ptr;
        if (at < program->strings.data[i].len)
            return program->strings.data[i].ptr;
        if (at == program->strings.data[i].len)
            ends = program->strings.data[i].ptr;
    }
    return ends;
}

const void *heap_untracked(const VM *vm, const void *addr)
{
    const void *base = vm->heap->region ? NULL : GC_base((void *)addr);
    return base ? base : text_at(vm, addr);
}

void *heap_nothing(const VM *vm)
{
    return vm->heap->zero_size;
}

bool heap_has(const VM *vm, const void *addr)
{
    if (vm->globals && (u64)addr - (u64)vm->globals < vm->globals_size)
        return true;
    return vm->heap->region ? region_has(vm->heap->region, addr) || text_at(vm, addr)
                            : GC_base((void *)addr) || text_at(vm, addr);
}

u64 heap_size(const u64 *header)
{
    return GC_size(header) - sizeof *header;
}

u32 heap_place_bytes(const VM *vm, const void *addr, const u64 *header)
{
    if (!header)
        return vm->heap->region ? 0 : PLACE_BYTES;
    const Block *block = &vm->heap->blocks[(u64)addr / BLOCK_BYTES % BLOCKS_KNOWN];
    if (UNLIKELY(block->number != (u64)addr / BLOCK_BYTES))
        return 0;
    u64 at = ((u64)addr - (u64)header) / PLACE_BYTES * PLACE_BYTES, size = block->bytes;
    CHECK(at < size || size == UINT32_MAX);
    CHECK(size <= heap_size(header) + sizeof *header);
    return size - at < PLACE_BYTES ? (u32)(size - at) : PLACE_BYTES;
}

void heap_watch_new(VM *vm, u64 *header)
{
    CHECK(!(*header & HEAP_WATCHED) && !vm->heap->region);
    *header |= HEAP_WATCHED;
    vm->heap->shadows += SHADOW_OBJECT + SHADOW_BYTES * GC_size(header);
    vec_push(&vm->heap->watched, header);
}

void heap_report_dead(VM *vm)
{
    Heap *heap = vm->heap;
    CHECK(vm->deaths == (heap->dead.len > 0));
    for (u32 i = 0; i < heap->dead.len; i++) {
        track_forget(vm, heap->dead.data[i]);
        if (vm->sink)
            sink_forget(vm->sink, heap->dead.data[i]);
    }
    heap->dead.len = 0;
    vm->deaths = false;
}

void *heap_globals(VM *vm, u64 size)
{
    Heap *heap = vm->heap;
    if (!vm->globals) {
        heap->globals_reserved = size > GLOBALS_RESERVE / 2 ? 2 * size : GLOBALS_RESERVE;
        void *p = mmap(NULL, heap->globals_reserved, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            memory_exhausted(heap->globals_reserved);
        vm->globals = p;
    }
    if (size > heap->globals_reserved)
        return NULL;
    u64 end = (size + 4095) & ~4095ull;
    CHECK(size >= vm->globals_size);
    vm->globals_size = size;
    if (end > heap->globals_rooted) {
        u64 more = end - heap->globals_rooted;
        if (mprotect(vm->globals + heap->globals_rooted, more, PROT_READ | PROT_WRITE))
            memory_exhausted(more);
        GC_add_roots(vm->globals + heap->globals_rooted, vm->globals + end);
        heap->globals_rooted = end;
    }
    return vm->globals;
}

void heap_collect(void)
{
    GC_gcollect();
}

u64 heap_live_bytes(void)
{
    return in_use();
}

u64 heap_total_bytes(const VM *vm)
{
    return vm->heap->memory.allocated;
}

u64 heap_total_allocs(const VM *vm)
{
    return vm->heap->memory.allocs;
}
