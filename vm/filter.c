/* The filter's tables and the rare cases; what each event asks is in line in the header. */
#include "vm/filter.h"

#include <stdlib.h>
#include <string.h>

#include "trace/happens_before.h"

/* ---- segments ---- */

static void number_segments(VM *vm)
{
    Filter *filter = vm->filter;
    CHECK(filter->segments + vm->sched.all.len < SEGMENTS || vm->sched.all.len >= SEGMENTS / 2);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        g->segment = i < SEGMENTS / 2 ? filter_segment(g, ++filter->segments) : 0;
        g->holder = ++filter->holders;
    }
    filter->held = 0;
    filter->locked = NULL;
}

/* All numbers have been used: they begin anew. */
static NOINLINE void restart_segments(VM *vm)
{
    Filter *filter = vm->filter;
    memset(filter->seen->line, 0, (filter->seen->mask + 1) * sizeof *filter->seen->line);
    filter->segments = filter->decided = filter->holders = 0;
    number_segments(vm);
}

void filter_drop_grants(VM *vm, G *g)
{
    if (!vm->filter)
        return;
    if (UNLIKELY(vm->filter->holders == UINT32_MAX))
        restart_segments(vm);
    g->holder = ++vm->filter->holders;
}

u64 filter_first_segment(VM *vm, const G *g)
{
    if (vm->sched.all.len >= SEGMENTS / 2) /* the next restart would come too soon */
        return 0;
    restart_segments(vm);
    return filter_segment(g, ++vm->filter->segments);
}

/* Nothing is reported in the middle of an allocation: an Unlock that is held stays so, but no Lock
 * can cancel it any more. */
void filter_collected(VM *vm)
{
    Filter *filter = vm->filter;
    if (!filter)
        return;
    u64 more = vm->sched.all.len;
    if (UNLIKELY(filter->segments + more >= SEGMENTS || filter->holders + more >= UINT32_MAX))
        restart_segments(vm);
    else
        number_segments(vm);
    if (++filter->collections == 0) {
        memset(filter->objects, 0, sizeof filter->objects);
        memset(filter->places, 0, sizeof filter->places);
        filter->collections = 1;
    }
}

void filter_make(VM *vm)
{
    CHECK(!vm->filter && vm->tracking && filter_wanted(vm));
    vm->filter = xcalloc(1, sizeof *vm->filter);
    u64 size = sizeof(Seen) + SEEN_MAX * sizeof(SeenLine), align = sizeof(SeenLine);
    vm->filter->memory = xcalloc(1, size + align);
    vm->seen = (Seen *)(((uintptr_t)vm->filter->memory + align - 1) / align * align);
    vm->filter->seen = vm->seen;
    vm->seen->mask = SEEN_MIN - 1;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        vm->sched.all.data[i]->born = vm->sched.all.data[i]->alloc_index;
    filter_collected(vm);
}

void filter_free(VM *vm)
{
    if (vm->filter)
        free(vm->filter->memory);
    free(vm->filter);
    vm->filter = NULL;
    vm->seen = NULL;
}

/* ---- accesses ---- */

/* A table of more entries is in huge pages, and does not grow for what is granted: to miss the
 * processor's caches costs more than to be granted it again. */
enum { SEEN_SMALL = 4 * 4 * SEEN_MIN };

/* Entries that the larger table looks for elsewhere are lost, as if they had been evicted. */
void filter_resize(Filter *filter)
{
    u64 segments = filter->segments - filter->decided, *mask = &filter->seen->mask;
    bool loses = filter->lost > filter->filled / 4 && *mask < SEEN_SMALL - 1;
    if ((loses || filter->filled > segments * LINES_OF_LONG) && *mask < SEEN_MAX - 1) {
        if (*mask + 1 == SEEN_SMALL)
            use_huge_pages(&filter->seen->line[SEEN_SMALL],
                           (SEEN_MAX - SEEN_SMALL) * sizeof(SeenLine));
        *mask = 4 * *mask + 3;
    }
    filter->filled = filter->lost = 0;
    filter->decided = filter->segments;
    CHECK(*mask < SEEN_MAX && !(*mask & (*mask + 1)));
}

/* filter_seen of `count` locations that are `stride` bytes apart, one line after another. */
static bool seen_row(Filter *filter, const G *g, u64 addr, u64 stride, u64 count, bool write)
{
    CHECK(stride > 0 && count > 0);
    u64 row = 1, shift = (u64)__builtin_ctzll(stride);
    for (u64 step = stride; step < SEEN_LINE; step *= 2)
        row |= row << step;
    bool all = true;
    for (u64 n; count; count -= n, addr += n * stride) {
        u64 skip = addr % SEEN_LINE, rest = SEEN_LINE - skip + stride - 1;
        u64 fits = stride == 1ull << shift ? rest >> shift : rest / stride;
        n = count < fits ? count : fits;
        u64 some = n < fits ? (1ull << n * stride) - 1 : ~0ull;
        all &= seen_bits(filter, g, addr, (row & some) << skip, write);
    }
    return all;
}

bool filter_seen_values(VM *vm, const G *g, const void *values, RType *type, u64 n, bool write)
{
    if (!vm->filter || UNLIKELY(!g->segment))
        return false;
    u32 count;
    const RLeaf *leaves = rtype_leaves(type, &count);
    bool all = true;
    for (u32 i = 0; i < count; i++) {
        u64 addr = (u64)values + leaves[i].offset;
        if (n == 1 && leaves[i].count > 1)
            all &= seen_row(vm->filter, g, addr, leaves[i].stride, leaves[i].count, write);
        else
            for (u64 k = 0; k < leaves[i].count; k++)
                all &= seen_row(vm->filter, g, addr + k * leaves[i].stride, type->size, n, write);
    }
    return all;
}

static void seen_all(Filter *filter, const G *g, u64 addr, u64 bits)
{
    SeenLine *line = seen_at(filter, g, addr);
    line->read |= bits;
    line->write |= bits;
}

/* The bits of `size` bytes, of which the first is byte `skip` of a line, as far as they are in it.
 */
static u64 bits_of(u64 skip, u64 size)
{
    return ((size < SEEN_LINE ? 1ull << size : 0) - 1) << skip;
}

void filter_new(VM *vm, const G *g, const void *object, u64 size)
{
    u64 addr = (u64)object, skip = addr % SEEN_LINE, left = SEEN_LINE - skip;
    if (UNLIKELY(!g->segment))
        return;
    seen_all(vm->filter, g, addr, bits_of(skip, size));
    if (size > left)
        seen_all(vm->filter, g, addr + left, bits_of(0, size - left));
}

void filter_new_line(VM *vm, const G *g, const void *addr, const void *object, u64 size)
{
    u64 first = (u64)object, line = (u64)addr / SEEN_LINE * SEEN_LINE;
    CHECK(first <= (u64)addr && (u64)addr < first + size);
    if (UNLIKELY(!g->segment))
        return;
    if (first < line)
        seen_all(vm->filter, g, line, bits_of(0, first + size - line));
    else
        seen_all(vm->filter, g, first, bits_of(first - line, size));
}

/* ---- locks ---- */

/* Whether it is a Lock with one event: an RWMutex.Lock has two. */
static bool locks_one_object(u8 sub)
{
    return hb_locks(sub) && sync_effect(sub) != EFFECT_WLOCK;
}

/* Whether an operation on the object at addr undoes the last Lock. */
static bool undoes_lock(const Filter *filter, u8 sub, const void *addr)
{
    return sync_effect(sub) == hb_unlock_effect(sync_effect(filter->lock_sub)) &&
           hb_lock_at(sub, (u64)addr) == (u64)filter->lock;
}

void filter_report_held(VM *vm)
{
    const SyncStep *step = &vm->filter->unlock;
    CHECK(step->g == vm->filter->unlocked && step->object == &vm->filter->unlock_object);
    CHECK(step->tag.kind == EV_RELEASE || step->tag.kind == EV_RELEASE_MERGE);
    vm->filter->unlocked = NULL;
    vm->sink->calls->sync(vm->sink, &step->g->ref, step->object, step->span, step->tag);
}

static void note_lock(Filter *filter, const SyncStep *step, const void *addr)
{
    filter->locked = step->g;
    filter->lock = addr;
    filter->lock_sub = step->tag.sub;
    filter->lock_span = step->span;
    filter->unlock_addr = NULL;
}

bool filter_holds(VM *vm, const SyncStep *step, const void *addr)
{
    Filter *filter = vm->filter;
    u8 sub = step->tag.sub;
    if (!filter || !filter_drops_sync(vm))
        return false;
    if (locks_one_object(sub)) {
        note_lock(filter, step, addr);
        return false;
    }
    if (filter->unlocked || filter->locked != step->g || !undoes_lock(filter, sub, addr))
        return false;
    filter->unlock = *step;
    filter->unlock_object = *step->object; /* the table may get another entry in its place */
    filter->unlock.object = &filter->unlock_object;
    filter->unlock_addr = addr;
    filter_hold_unlock(vm, step->g);
    return true;
}
