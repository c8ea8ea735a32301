/* The order of the goroutines in a state: by what they are about to do and what they have, so that
 * it does not depend on the order in which they were started. */
#include "vm/snapshot_parts.h"

/* The granule that the object moves to, + 1; 0: not known yet. If nothing moves: the granule it is
 * in, for objects that globals and main reach. */
static u64 place_of(const Snapshotter *s, const RegionHeader *header)
{
    u64 from = (u64)((const u8 *)header - s->region->base);
    return !s->in_place                         ? header->forward
           : from < s->base_head.fixed.numbered ? from / REGION_GRANULE + 1
                                                : 0;
}

/* Code and types have other addresses each time gol runs: what is an address of the program's, with
 * or without something in the upper bits (vm/frame.h), is reduced to where it is in the program,
 * and any other number that looks like an address to the upper bits. */
static u64 without_address(const Snapshotter *s, u64 word)
{
    u64 addr = word << 16 >> 16;
    if (LIKELY(!(addr >> 40) || addr >> 47))
        return word;
    for (u32 i = 0; i < s->program.len; i++) {
        const ProgramBlock *block = &s->program.data[i];
        if (addr - block->from < block->size)
            return (word ^ addr) | (u64)i << 32 | (addr - block->from);
    }
    return word ^ addr;
}

/* A word without what depends on addresses: equal for interchangeable goroutines. */
static u64 shape(const Snapshotter *s, u64 word)
{
    if (LIKELY(!snapshot_pointer(s, word)))
        return without_address(s, word);
    const RegionHeader *header = region_header(s->region, word);
    u64 inside = word - (u64)header, place = place_of(s, header);
    return place ? place << 32 | inside : 1ull << 63 | (u64)header->granules << 32 | inside;
}

/* The same, looking into what it points to. */
static u64 deep_shape(const Snapshotter *s, u64 word)
{
    u64 h = shape(s, word);
    if (LIKELY(!snapshot_pointer(s, word)))
        return h;
    const RegionHeader *header = region_header(s->region, word);
    u64 count = (u64)header->granules * 2 - 1;
    const u64 *words = (const u64 *)(header + 1);
    if (place_of(s, header) || count > 64)
        return h;
    for (u64 i = header->named; i < count; i++)
        h = hash_pair(h, header->pointers ? shape(s, words[i]) : words[i]);
    return h;
}

/* Of an access, without its goroutine: 0 for memory that has no place yet, for it may be that
 * nothing reaches it, and then the access is dropped. */
static u64 access_key(const Snapshotter *s, AccessEntry entry)
{
    u64 addr = ACCESS_ADDR(entry), offset = addr - (u64)s->vm->globals;
    if (snapshot_pointer(s, addr))
        return place_of(s, region_header(s->region, addr))
                   ? hash_pair(shape(s, addr), entry & ACCESS_WRITE)
                   : 0;
    return hash_pair(offset, entry & ACCESS_WRITE);
}

/* Equal for goroutines that can be exchanged; the other way round it need not be so. */
static u64 key_of(const Snapshotter *s, const G *g)
{
    u64 h = hash_pair(g->place, (u64)g->status | (u64)g->again << 8 | (u64)g->wait_reason << 16);
    const u64 *end = g->R + 64 < g->stack_end ? g->R + 64 : g->stack_end;
    for (const u64 *word = g->stack; word < end; word++)
        if (*word)
            h = hash_pair(h + (u64)(word - g->stack), deep_shape(s, *word));
    for (u32 i = 0; i < COUNT_OF(g->holds) && g->holds[i]; i++)
        h = hash_pair(h, access_key(s, ACCESS_ENTRY(0, (u64)g->holds[i], 0)));
    const AccessList *own = &s->vm->stepping.log->own;
    u64 accesses = 0;
    for (u32 i = 0; i < own->len; i++)
        if (ACCESS_GOROUTINE(own->data[i]) == g->id)
            accesses += access_key(s, own->data[i]);
    return hash_pair(h, accesses);
}

SortKey snapshot_sort_key(Snapshotter *s, const G *g)
{
    s->in_place = true;
    return (SortKey){g->numbers, g->place, key_of(s, g)};
}

static bool is_alike(const G *a, const G *b)
{
    return a->numbers == b->numbers && a->place == b->place;
}

static bool comes_after(const G *a, const G *b)
{
    return a->numbers != b->numbers ? a->numbers > b->numbers : a->place > b->place;
}

/* Whether they are as the restored state has them, and in that order: it was sorted. Only where
 * chunks are closed nothing but what a goroutine has done itself can have changed its key. */
static bool is_as_before(const Snapshotter *s, G *const *all, u32 count)
{
    if (!s->in_place || !s->base_head.closed)
        return false;
    u32 main = s->base_head.fixed.main != 0;
    for (u32 i = 0; i < count; i++)
        if (s->fates.data[all[i]->all_index - main] != CHUNK_SAME ||
            (i && all[i - 1]->all_index > all[i]->all_index))
            return false;
    return true;
}

/* Sorts the goroutines of which is_alike is true by their keys; true: they were sorted. */
static bool sort_alike(Snapshotter *s, G **all, u32 count)
{
    bool sorted = true;
    vec_clear(&s->keys);
    for (u32 i = 0; i < count; i++) {
        G *g = all[i];
        u64 key = key_of(s, g);
        vec_push(&s->keys, key);
        u32 at = i;
        for (; at && s->keys.data[at - 1] > key; at--) {
            s->keys.data[at] = s->keys.data[at - 1];
            all[at] = all[at - 1];
            sorted = false;
        }
        s->keys.data[at] = key;
        all[at] = g;
    }
    return sorted;
}

bool snapshot_sort(Snapshotter *s, u32 from)
{
    G **all = s->vm->sched.all.data + from;
    u32 count = s->vm->sched.all.len - from;
    bool sorted = true;
    for (u32 i = 1; i < count; i++) {
        G *g = all[i];
        u32 at = i;
        for (; at && comes_after(all[at - 1], g); at--)
            all[at] = all[at - 1];
        sorted &= at == i;
        all[at] = g;
    }
    for (u32 i = 0; i < count;) {
        u32 end = i + 1;
        while (end < count && is_alike(all[i], all[end]))
            end++;
        sorted &=
            end == i + 1 || is_as_before(s, all + i, end - i) || sort_alike(s, all + i, end - i);
        i = end;
    }
    return sorted;
}

void snapshot_main_first(VM *vm)
{
    for (u32 i = 1; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->id == GOROUTINE_MAIN) {
            G *main = vm->sched.all.data[i];
            vm->sched.all.data[i] = vm->sched.all.data[0];
            vm->sched.all.data[0] = main;
        }
}
