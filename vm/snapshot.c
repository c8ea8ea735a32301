/* Takes and restores snapshots. Taking is like a copying collection: objects move to the order in
 * which they are reached, or stay where they are if that order has not changed. */
#include "vm/snapshot.h"

#include <string.h>

#include "vm/check.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/snapshot_parts.h"
#include "vm/sync.h"
#include "vm/timer.h"

Snapshotter *snapshot_new(VM *vm)
{
    Snapshotter *s = xcalloc(1, sizeof *s);
    s->vm = s->live.vm = vm;
    s->region = heap_region(vm);
    size_t size;
    const void *block;
    for (u32 i = 0; (block = arena_block(&vm->program->arena, i, &size)); i++)
        vec_push(&s->program, (ProgramBlock){(u64)block, size});
    return s;
}

void snapshot_free(Snapshotter *s)
{
    if (s->twin)
        snapshot_free(s->twin);
    live_registers_free(&s->live);
    vec_free(&s->program);
    vec_free(&s->moved);
    vec_free(&s->goroutines);
    vec_free(&s->keys);
    vec_free(&s->chunks);
    vec_free(&s->ordered);
    vec_free(&s->fates);
    vec_free(&s->ran);
    vec_free(&s->waiters);
    vec_free(&s->parts);
    vec_free(&s->groups);
    vec_free(&s->checked_groups);
    vec_free(&s->coded);
    vec_free(&s->own);
    vec_free(&s->sets);
    vec_free(&s->checked);
    buf_free(&s->checked_bytes);
    buf_free(&s->images[0]);
    buf_free(&s->images[1]);
    free(s);
}

/* ---- registers ---- */

enum { DIGITS = 4, DIGIT_BITS = 16 };

/* The first small numbers on the stack, as digits: mostly arguments and loop counters. They change
 * little from step to step, and are equal for goroutines that are interchangeable. */
static u64 first_numbers(const u64 *from, const u64 *to)
{
    u64 numbers = 0;
    u32 digits = 0;
    for (; from < to && digits < DIGITS; from++)
        if (*from && *from < 1 << DIGIT_BITS) {
            numbers = numbers << DIGIT_BITS | *from;
            digits++;
        }
    return digits ? numbers << (DIGITS - digits) * DIGIT_BITS : 0;
}

/* Clears what g's past has left in it and its future does not depend on. Only a goroutine that has
 * run, been woken or been made since the last snapshot has any. */
static void normalize_goroutine(Snapshotter *s, G *g)
{
    g->stepped = false;
    ResumePoint at;
    g->numbers = g->place = 0;
    if (live_registers_keep(&s->live, g, &at)) {
        g->numbers = first_numbers(g->stack, at.end);
        g->place = (u64)at.fn->id << 32 | (u64)(at.pc - at.fn->code);
    }
    g->next = NULL;
    g->parent = g->alloc_index = g->selects = g->timers = g->syncs = g->entered = 0;
    g->segment = g->steps = g->races = 0;
    if (!s->vm->config.outlive_main) /* leaks at one place differ in it */
        g->start_pos = 0;
    g->start_fn = NULL;
    g->yielded = false;
    if (g->status == G_WAITING)
        return;
    g->status = G_RUNNABLE;
    g->wait_reason = WAIT_NONE;
    g->waiter = (Waiter){0};
    g->select_waiters = NULL;
    g->select_dst = NULL;
    g->nselect = 0;
}

/* ---- objects ---- */

static u8 *objects(const Snapshotter *s)
{
    return s->moved.data;
}

static void copy_object(Snapshotter *s, RegionHeader *header)
{
    u64 size = (u64)header->granules * REGION_GRANULE;
    CHECK(!header->forward && s->to % REGION_GRANULE == 0 && s->to + size <= s->region->used);
    u8 *copy = objects(s) + s->to;
    s->straggles |= (u64)((u8 *)header - s->region->base) != s->to;
    memcpy(copy, header, size);
    if (header->named)
        memset(copy + REGION_HEADER, 0, 8);
    header->forward = (u32)(s->to / REGION_GRANULE) + 1;
    s->to += size;
    s->layout = snapshot_layout(s->layout, header->granules);
}

/* A word as it will be when everything has moved; what it points to moves too. */
static inline u64 moved(Snapshotter *s, u64 word)
{
    if (LIKELY(!snapshot_pointer(s, word)))
        return word;
    RegionHeader *header = region_header(s->region, word);
    if (!header->forward)
        copy_object(s, header);
    u64 from = (u64)((u8 *)header - s->region->base);
    return word - from + (u64)(header->forward - 1) * REGION_GRANULE;
}

/* Replaces the pointers in a copied object by what they will be after the move. Most words are 0.
 */
static void scan_words(Snapshotter *s, u64 *words, u64 count)
{
    enum { STRIDE = 8 };
    for (u64 from = 0; from < count; from += STRIDE) {
        const u64 *w = words + from;
        u64 end = from + STRIDE < count ? from + STRIDE : count;
        if (end == from + STRIDE && !(w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]))
            continue;
        for (u64 i = from; i < end; i++) /* the header is no pointer */
            words[i] = moved(s, words[i]);
    }
}

/* Follows all pointers of what has been copied. */
static void scan(Snapshotter *s)
{
    while (s->scanned < s->to) {
        const RegionHeader *header = (RegionHeader *)(objects(s) + s->scanned);
        u64 words = (u64)header->granules * 2;
        s->scanned += words * 8;
        if (header->pointers)
            scan_words(s, (u64 *)header, words);
    }
}

/* ---- access lists ---- */

static int by_value(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

static void sort_accesses(AccessEntry *list, u32 count)
{
    enum { FEW = 32 };
    if (count > FEW) {
        qsort(list, count, sizeof *list, by_value);
        return;
    }
    for (u32 i = 1; i < count; i++) {
        AccessEntry e = list[i];
        u32 at = i;
        for (; at && list[at - 1] > e; at--)
            list[at] = list[at - 1];
        list[at] = e;
    }
}

/* Leaves one entry for each goroutine and location: a read of a location that the goroutine has
 * written is dropped, for whatever races with it races with the write. */
static void merge_accesses(AccessList *list)
{
    for (u32 i = 0; i < list->len; i++)
        list->data[i] &= ~(u64)ACCESS_ATOMIC;
    sort_accesses(list->data, list->len);
    u32 last = 0;
    for (u32 i = 1; i < list->len; i++) {
        last += list->data[last] >> 1 != list->data[i] >> 1;
        list->data[last] = list->data[i];
    }
    list->len = list->len ? last + 1 : 0;
}

/* The address after the move; 0: it is not reachable any more. */
static u64 moved_address(const Snapshotter *s, u64 addr)
{
    if (!snapshot_pointer(s, addr))
        return addr - (u64)s->vm->globals < s->vm->globals_size ? addr : 0;
    if (s->in_place)
        return addr;
    const RegionHeader *header = region_header(s->region, addr);
    if (!header->forward)
        return 0;
    return addr - (u64)header + (u64)s->region->base + (u64)(header->forward - 1) * REGION_GRANULE;
}

/* Sorts accesses by new numbers and addresses. */
static void normalize_accesses(Snapshotter *s, AccessList *list)
{
    u32 kept = 0;
    for (u32 i = 0; i < list->len; i++) {
        AccessEntry e = list->data[i];
        u64 addr = moved_address(s, ACCESS_ADDR(e));
        u32 goroutine = ACCESS_GOROUTINE(e);
        if (!s->in_place && goroutine)
            goroutine = s->ids[goroutine];
        CHECK(ACCESS_GOROUTINE(ACCESS_ENTRY(goroutine, addr, 0)) == goroutine);
        if (addr)
            list->data[kept++] = ACCESS_ENTRY(goroutine, addr, e & ACCESS_WRITE);
    }
    sort_accesses(list->data, kept);
    list->len = kept;
}

static HbOwner renamed(void *ctx, HbOwner owner)
{
    const Snapshotter *s = ctx;
    if (owner < HB_OWNER_GOROUTINES)
        return owner && !s->in_place ? s->ids[owner] : owner;
    u64 addr = moved_address(s, HB_OWNER_ADDR(owner));
    return addr ? addr | (owner ^ HB_OWNER_ADDR(owner)) : 0;
}

/* While a timer is set, a goroutine may start whose set does not contain what those of all others
 * contain. */
static void normalize_sets(Snapshotter *s)
{
    VM *vm = s->vm;
    u32 goroutines = timers_pending(vm) ? 0 : vm->sched.all.len;
    hb_sets_normalize(&vm->stepping.log->sets, renamed, s, goroutines);
}

/* ---- which accesses are whose ---- */

/* The accesses of main and of ended goroutines come first, then those of the others. */
static u32 fixed_accesses(const Snapshotter *s, bool main)
{
    const AccessList *own = &s->vm->stepping.log->own;
    u32 n = 0;
    while (n < own->len && ACCESS_GOROUTINE(own->data[n]) <= (main ? GOROUTINE_MAIN : 0))
        n++;
    return n;
}

/* Finds those of the goroutine, from index *at on, which is moved past them. */
static void find_accesses(const Snapshotter *s, Chunk *chunk, u32 goroutine, u32 *at)
{
    const AccessList *own = &s->vm->stepping.log->own;
    chunk->own = *at;
    while (*at < own->len && ACCESS_GOROUTINE(own->data[*at]) == goroutine)
        ++*at;
    chunk->owns = *at - chunk->own;
}

/* Whether they are those that the base has. */
static bool same_accesses(const Snapshotter *s, const Chunk *chunk, const Chunk *base)
{
    const AccessEntry *own = s->vm->stepping.log->own.data, *before = snapshot_base_own(s);
    return chunk->owns == base->owns &&
           (!chunk->owns ||
            !memcmp(own + chunk->own, before + base->own, chunk->owns * sizeof *own));
}

/* ---- taking: everything moves ---- */

/* Globals are moved in place: nothing but snapshot_restore follows. */
static void take_globals(Snapshotter *s)
{
    u64 *words = (u64 *)s->vm->globals, count = snapshot_rounded(s->vm->globals_size) / 8;
    for (u64 i = 0; i < count; i++)
        words[i] = moved(s, words[i]);
}

static u32 first_other(const VM *vm)
{
    return vm->sched.all.len && vm->sched.all.data[0]->id == GOROUTINE_MAIN;
}

/* What the others reach that has not been reached yet. */
static void take_chunk(Snapshotter *s, u64 root)
{
    Chunk chunk = {.from = s->to};
    chunk.goroutine = moved(s, root);
    scan(s);
    chunk.bytes = (u32)(s->to - chunk.from);
    chunk.leads = chunk.goroutine == (u64)s->region->base + chunk.from + REGION_HEADER;
    vec_push(&s->chunks, chunk);
}

static void take_goroutines(Snapshotter *s, Fixed *fixed, U32List *order)
{
    VM *vm = s->vm;
    snapshot_main_first(vm);
    u32 from = first_other(vm);
    if (from) {
        vm->sched.all.data[0]->all_index = 0;
        fixed->main = moved(s, (u64)vm->sched.all.data[0]);
    }
    scan(s);
    fixed->numbered = s->to;
    fixed->layout = s->layout;
    s->keeps_shared = s->base && !s->straggles && s->to == s->base_head.fixed.numbered;
    snapshot_sort(s, from);
    vec_clear(&s->chunks);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        u32 id = i + 1 + !from; /* 1 stays the main goroutine's */
        if (order)
            order->data[i] = g->id;
        CHECK(g->id <= MOST_GOROUTINES && id <= MOST_GOROUTINES);
        s->ids[g->id] = id;
        g->id = id;
        g->all_index = i;
        if (i >= from)
            take_chunk(s, (u64)g);
    }
}

/* Gives the copy of a goroutine its number, if it was made before that was known. */
static void number(Snapshotter *s, const G *g, u32 index)
{
    u64 offset = moved(s, (u64)g) - (u64)s->region->base;
    G *copy = (G *)(objects(s) + offset);
    copy->id = g->id;
    copy->all_index = index;
}

static void take_timers(Snapshotter *s, Fixed *fixed)
{
    Chunk chunk = {.from = s->to};
    fixed->timers = moved(s, (u64)s->vm->time.timers);
    fixed->bubble = moved(s, (u64)s->vm->time.bubble);
    scan(s);
    chunk.bytes = (u32)(s->to - chunk.from);
    fixed->rest = chunk.bytes > 0;
    if (fixed->rest)
        vec_push(&s->chunks, chunk);
}

/* Whether the base has the same in the same place. */
static bool is_in_base(const Snapshotter *s, const Fixed *fixed, const Chunk *chunk, u32 index)
{
    const Head *head = &s->base_head;
    if (!s->base || index >= head->chunks || fixed->numbered != head->fixed.numbered)
        return false;
    const Chunk *base = snapshot_base_chunks(s) + index;
    const u8 *before = s->base + sizeof *head + head->globals + base->from;
    return chunk->from == base->from && chunk->bytes == base->bytes &&
           chunk->leads == base->leads && chunk->goroutine == base->goroutine &&
           same_accesses(s, chunk, base) && !memcmp(objects(s) + chunk->from, before, chunk->bytes);
}

static void add_moved_parts(Snapshotter *s, Fixed *fixed)
{
    Changed all = {0, UINT64_MAX};
    bool main = fixed->main != 0;
    u32 at = fixed->own = fixed_accesses(s, main);
    fixed->sets = s->vm->stepping.log->sets.words.len;
    snapshot_parts_begin(s, s->to);
    snapshot_parts_fixed(s, fixed, objects(s), all, all);
    for (u32 i = 0; i < s->chunks.len; i++) {
        Chunk *chunk = &s->chunks.data[i];
        find_accesses(s, chunk, main + i + 1 + !main, &at);
        bool same = is_in_base(s, fixed, chunk, i);
        snapshot_parts_chunk(s, chunk, objects(s) + chunk->from,
                             same ? snapshot_base_chunks(s) + i : NULL, fixed->numbered);
    }
}

static void take_moving(Snapshotter *s, Fixed *fixed, U32List *order)
{
    VM *vm = s->vm;
    s->to = s->scanned = s->layout = 0;
    s->straggles = false;
    vec_reserve(&s->moved, s->region->used);
    take_globals(s);
    take_goroutines(s, fixed, order);
    take_timers(s, fixed);
    CHECK(s->scanned == s->to);
    for (u32 i = 0; i < vm->sched.all.len; i++)
        number(s, vm->sched.all.data[i], i);
    normalize_accesses(s, &vm->stepping.log->own);
    normalize_sets(s);
    add_moved_parts(s, fixed);
    s->fixed = *fixed;
}

/* ---- taking: nothing has to move ----
 *
 * Most moves allocate nothing and leave all objects to be reached in the order in which they were.
 * That is so if each pointer that has changed, before and after, leads to an object that is reached
 * before the one that holds it, or to that one itself: objects lie in that order, if chunks do.
 * Goroutines may change places even so, and end, if all chunks are closed: their parts do not
 * depend on where they are. Then the objects stay, and the image is no more `straight` (Head). */

static bool keeps_order(const Snapshotter *s, u64 at, u64 before, u64 after)
{
    bool was = snapshot_pointer(s, before), is = snapshot_pointer(s, after);
    if (!was && !is)
        return true;
    const RegionHeader *holder = region_header(s->region, (u64)s->region->base + at + 1);
    if (!holder->pointers)
        return true;
    const RegionHeader *from = was ? region_header(s->region, before) : NULL;
    const RegionHeader *to = is ? region_header(s->region, after) : NULL;
    return from == to || (from <= holder && to <= holder);
}

/* The same as compare_words below, of a few words. */
static bool compare_few(const Snapshotter *s, const u64 *before, const u64 *after, u64 from,
                        u64 end, u64 at, bool globals, Changed *changed)
{
    for (u64 k = from; k < end; k++) {
        if (before[k] == after[k])
            continue;
        if (globals ? snapshot_pointer(s, before[k]) || snapshot_pointer(s, after[k])
                    : !keeps_order(s, at + k * 8, before[k], after[k]))
            return false;
        changed->low = changed->low < k * 8 ? changed->low : k * 8;
        changed->high = k * 8 + 8;
    }
    return true;
}

/* Finds the words that have changed; false: something has to move. `at`: of the first word, in the
 * region. In globals no pointer may change. */
static bool compare_words(const Snapshotter *s, const void *from, const void *to, u64 bytes, u64 at,
                          bool globals, Changed *changed)
{
    enum { STRIDE = 64, FEW = 8 };
    const u64 *before = from, *after = to;
    u64 count = bytes / 8;
    *changed = (Changed){bytes, 0};
    for (u64 i = 0; i < count; i += STRIDE) {
        u64 end = count - i < STRIDE ? count : i + STRIDE;
        if (LIKELY(!memcmp(before + i, after + i, (end - i) * 8)))
            continue;
        for (u64 k = i; k < end; k += FEW) {
            u64 stop = end - k < FEW ? end : k + FEW;
            if (memcmp(before + k, after + k, (stop - k) * 8) &&
                !compare_few(s, before, after, k, stop, at, globals, changed))
                return false;
        }
    }
    return true;
}

/* The index of the chunk of the base, which are these, that begins with g, or UINT32_MAX. Most are
 * in the place in the list that they had. */
static u32 chunk_of(const Snapshotter *s, const Chunk *chunks, const G *g)
{
    u64 from = (u64)g - (u64)s->region->base - REGION_HEADER;
    u32 guess = g->all_index - (s->base_head.fixed.main != 0);
    if (guess < s->base_head.chunks && chunks[guess].from == from && chunks[guess].leads)
        return guess;
    for (u32 i = 0; i < s->base_head.chunks; i++)
        if (chunks[i].from == from && chunks[i].leads)
            return i;
    return UINT32_MAX;
}

static bool same_goroutines(const Snapshotter *s)
{
    const VM *vm = s->vm;
    const Head *base = &s->base_head;
    return vm->sched.all.data == s->goroutines.data &&
           vm->sched.all.len == base->fixed.goroutines &&
           !memcmp(vm->sched.all.data, s->base + sizeof(Head) + base->globals + base->objects,
                   vm->sched.all.len * sizeof(G *));
}

/* Whether goroutines have at most ended; then the others may change places, for the chunks of the
 * base are closed. Notes which chunks may have changed. In a closed chunk, that is what the
 * goroutine has done itself, or what another has done to it in a queue. */
static bool find_fates(Snapshotter *s)
{
    const VM *vm = s->vm;
    const Head *base = &s->base_head;
    bool main = base->fixed.main, has_main = first_other(vm);
    vec_reserve(&s->fates, base->chunks + 1);
    if (!base->closed) {
        memset(s->fates.data, CHUNK_RAN, base->chunks);
        return same_goroutines(s);
    }
    memset(s->fates.data, CHUNK_ENDED, base->chunks);
    if (main != has_main || (main && (u64)vm->sched.all.data[0] != base->fixed.main))
        return false;
    const Chunk *chunks = snapshot_base_chunks(s);
    for (u32 i = main; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        u32 chunk = chunk_of(s, chunks, g);
        if (chunk == UINT32_MAX)
            return false;
        g->all_index = main + chunk; /* as in the base */
        bool ran = s->ran.data[i] || g->status == G_WAITING;
        s->fates.data[chunk] = ran ? CHUNK_RAN : CHUNK_SAME;
    }
    return true;
}

static bool compare_chunks(Snapshotter *s, const u8 *before)
{
    const Chunk *chunks = snapshot_base_chunks(s);
    for (u32 i = 0; i < s->base_head.chunks; i++) {
        if (s->fates.data[i] != CHUNK_RAN)
            continue;
        Changed changed;
        u64 from = chunks[i].from;
        if (!compare_words(s, before + from, s->region->base + from, chunks[i].bytes, from, false,
                           &changed))
            return false;
        s->fates.data[i] = changed.high ? CHUNK_CHANGED : CHUNK_SAME;
    }
    return true;
}

/* False: something has to move. */
static bool compare_all(Snapshotter *s)
{
    FixedChanges *fixed = &s->changes;
    const VM *vm = s->vm;
    const Head *base = &s->base_head;
    if (!s->base || s->region->used != base->objects ||
        (u64)vm->time.timers != base->fixed.timers || (u64)vm->time.bubble != base->fixed.bubble ||
        !find_fates(s))
        return false;
    const u8 *globals = s->base + sizeof *base, *before = globals + base->globals;
    return compare_words(s, globals, vm->globals, base->globals, 0, true, &fixed->globals) &&
           compare_words(s, before, s->region->base, base->fixed.numbered, 0, false,
                         &fixed->numbered) &&
           compare_chunks(s, before);
}

/* Finds the accesses that belong to the chunks of the base. */
static void find_all_accesses(Snapshotter *s, Fixed *fixed)
{
    const Chunk *base = snapshot_base_chunks(s);
    bool main = fixed->main != 0, any = s->vm->stepping.log->own.len || s->base_head.own;
    u32 at = fixed->own = fixed_accesses(s, main), count = s->base_head.chunks;
    vec_reserve(&s->chunks, count);
    if (count)
        memcpy(s->chunks.data, base, count * sizeof *base);
    for (u32 i = 0; i < count && any; i++) {
        find_accesses(s, &s->chunks.data[i], main + i + 1 + !main, &at);
        if (!same_accesses(s, &s->chunks.data[i], &base[i]) && s->fates.data[i] == CHUNK_SAME)
            s->fates.data[i] = CHUNK_CHANGED;
    }
}

/* Adds the parts of the chunk that is at that index in the base, whose chunks these are. */
static void add_chunk_in_place(Snapshotter *s, const Chunk *base, u32 index)
{
    Chunk *chunk = &s->chunks.data[index];
    bool same = s->fates.data[index] == CHUNK_SAME;
    CHECK(s->fates.data[index] != CHUNK_ENDED);
    snapshot_parts_chunk(s, chunk, s->region->base + chunk->from, same ? base + index : NULL,
                         s->base_head.fixed.numbered);
}

/* False: one is not closed. */
static bool add_parts_in_place(Snapshotter *s, const Fixed *fixed)
{
    const VM *vm = s->vm;
    const Chunk *base = snapshot_base_chunks(s);
    bool closed = true;
    u32 main = fixed->main != 0;
    snapshot_parts_begin(s, s->region->used);
    snapshot_parts_fixed(s, fixed, s->region->base, s->changes.globals, s->changes.numbered);
    for (u32 i = main; i < vm->sched.all.len; i++) {
        u32 chunk = vm->sched.all.data[i]->all_index - main;
        add_chunk_in_place(s, base, chunk);
        closed &= s->chunks.data[chunk].closed;
    }
    if (fixed->rest)
        add_chunk_in_place(s, base, s->base_head.chunks - 1);
    return closed;
}

static void take_fixed_in_place(const Snapshotter *s, Fixed *fixed)
{
    const Fixed *base = &s->base_head.fixed;
    fixed->numbered = base->numbered;
    fixed->layout = base->layout;
    fixed->main = base->main;
    fixed->timers = base->timers;
    fixed->bubble = base->bubble;
    fixed->rest = base->rest;
}

/* False: something has to move, nothing was taken. */
static bool take_in_place(Snapshotter *s, Fixed *fixed, U32List *order)
{
    VM *vm = s->vm;
    AccessLog *log = vm->stepping.log;
    s->in_place = s->keeps_shared = true;
    s->compared = compare_all(s);
    if (!s->compared)
        return false;
    bool still = snapshot_sort(s, first_other(vm)) && same_goroutines(s);
    s->straight = still && s->base_head.straight;
    if (!s->straight && (!s->base_head.closed || log->sets.words.len))
        return false;
    take_fixed_in_place(s, fixed);
    normalize_accesses(s, &log->own);
    find_all_accesses(s, fixed);
    if (!s->straight && !snapshot_fixed_closed(s, fixed, log->own.data))
        return false;
    normalize_sets(s);
    fixed->sets = log->sets.words.len;
    bool closed = add_parts_in_place(s, fixed);
    for (u32 i = 0; i < vm->sched.all.len && order; i++)
        order->data[i] = vm->sched.all.data[i]->id;
    s->fixed = *fixed;
    return s->straight || closed;
}

/* ---- taking ---- */

static Snapshot last_taken(const Snapshotter *s)
{
    return (Snapshot){s->parts.data, s->parts.len, s->groups.data, s->groups.len};
}

static Snapshot take(Snapshotter *s, U32List *order, bool whole)
{
    VM *vm = s->vm;
    timers_normalize(vm, vm->stepping.clocked);
    if (vm->sync_objects.count)
        sync_rank_waiters(vm);
    merge_accesses(&vm->stepping.log->own); /* the order of goroutines depends on them */
    vec_reserve(&s->ran, vm->sched.all.len);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        s->ran.data[i] = g->stepped;
        if (g->stepped)
            normalize_goroutine(s, g);
    }
    Fixed fixed;
    memset(&fixed, 0, sizeof fixed); /* its bytes are compared */
    fixed.now = vm->time.now;
    fixed.bubble_time = vm->time.bubble_time;
    fixed.output = vm->stepping.written;
    fixed.goroutines = vm->sched.all.len;
    fixed.tracking = vm->tracking;
    fixed.main_ended = vm->main_ended;
    s->whole = whole;
    if (order) {
        vec_reserve(order, vm->sched.all.len);
        order->len = vm->sched.all.len;
    }
    if (!take_in_place(s, &fixed, order)) {
        s->in_place = s->compared = false;
        take_moving(s, &fixed, order);
    }
    return last_taken(s);
}

/* Copies the parts, with their bytes, into lists of `to`. base: the parts that those which are
 * `same` are taken from; NULL: they are left. */
static Snapshot copy_parts(Snapshotter *to, const Snapshot *taken, const Snapshot *base)
{
    u64 bytes = 0;
    vec_clear(&to->checked);
    vec_clear(&to->checked_groups);
    for (u32 i = 0; i < taken->group_count; i++)
        vec_push(&to->checked_groups, taken->groups[i]);
    for (u32 i = 0; i < taken->count; i++) {
        u32 same = taken->parts[i].same;
        vec_push(&to->checked, same && base ? base->parts[same - 1] : taken->parts[i]);
        bytes += to->checked.data[i].len;
    }
    vec_clear(&to->checked_bytes);
    vec_reserve(&to->checked_bytes, bytes);
    for (u32 i = 0; i < taken->count; i++) {
        StatePart *part = &to->checked.data[i];
        if (part->same)
            continue;
        const u8 *from = part->bytes;
        part->bytes = (u8 *)to->checked_bytes.data + to->checked_bytes.len;
        memcpy(to->checked_bytes.data + to->checked_bytes.len, from, part->len);
        to->checked_bytes.len += part->len;
    }
    return (Snapshot){to->checked.data, taken->count, to->checked_groups.data, taken->group_count};
}

/* Everything moves once more, from the state that the parts give. */
static Snapshot check_canonical(Snapshotter *s, const Snapshot *taken)
{
    if (!s->twin)
        s->twin = snapshot_new(s->vm);
    Snapshot base = {0}, whole = copy_parts(s, taken, NULL);
    if (s->base) {
        snapshot_restore(s->twin, s->base);
        s->twin->base = NULL;
        base = take(s->twin, NULL, true);
    }
    whole = copy_parts(s->twin, &whole, &base);
    snapshot_restore(s->twin, snapshot_image(s->twin, &whole));
    s->twin->base = NULL;
    Snapshot again = take(s->twin, NULL, true);
    CHECK(again.count == whole.count);
    for (u32 i = 0; i < again.count; i++)
        CHECK(again.parts[i].len == whole.parts[i].len &&
              !memcmp(again.parts[i].bytes, whole.parts[i].bytes, whole.parts[i].len));
    s->base = NULL; /* the region holds what the twin has restored */
    s->compared = false;
    return whole;
}

Snapshot snapshot_take(Snapshotter *s, U32List *order, bool whole)
{
    CHECK(!s->vm->sched.runnable && s->vm->stepping.pause);
    enum { CHECKED = 4 }; /* one of 4: the others test region_reload */
    Snapshot taken = take(s, order, whole);
    return CHECKING && s->takes++ % CHECKED == 0 ? check_canonical(s, &taken) : taken;
}

bool snapshot_keeps_shared(const Snapshotter *s)
{
    return s->keeps_shared;
}

bool snapshot_is_modular(const Snapshotter *s)
{
    const Fixed *fixed = &s->base_head.fixed;
    return s->base && s->base_head.closed && !fixed->rest && !fixed->timers && !fixed->bubble;
}

Snapshot snapshot_whole(Snapshotter *s, const Snapshot *taken)
{
    bool whole = true;
    for (u32 i = 0; i < taken->count; i++)
        whole &= !taken->parts[i].same;
    if (whole)
        return *taken;
    s->whole = true;
    if (s->in_place)
        add_parts_in_place(s, &s->fixed);
    else
        add_moved_parts(s, &s->fixed);
    return last_taken(s);
}

/* ---- restoring ---- */

static void restore_list(WordList *list, const u8 **from, u32 count)
{
    vec_reserve(list, count);
    if (count)
        memcpy(list->data, *from, 8ull * count);
    list->len = count;
    *from += 8ull * count;
}

static int by_rank(const void *a, const void *b)
{
    Waiter *const *x = a, *const *y = b;
    return (*x)->prev < (*y)->prev ? -1 : (*x)->prev > (*y)->prev;
}

/* Builds the queues of synchronisation objects again (sync_rank_waiters). */
static void restore_queues(Snapshotter *s)
{
    VM *vm = s->vm;
    if (vm->sync_objects.count)
        sync_drop_queues(vm);
    vec_clear(&s->waiters);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        if (g->status == G_WAITING && g->wait_reason == WAIT_NATIVE)
            vec_push(&s->waiters, &g->waiter);
    }
    if (s->waiters.len > 1)
        qsort(s->waiters.data, s->waiters.len, sizeof(Waiter *), by_rank);
    for (u32 i = 0; i < s->waiters.len; i++)
        sync_queue_again(vm, s->waiters.data[i]);
}

static void restore_fixed(VM *vm, const Fixed *fixed)
{
    vm->tracking = vm->concurrent = fixed->tracking;
    vm->main_ended = fixed->main_ended;
    vm->time.now = fixed->now;
    vm->stepping.written = fixed->output;
    vm->time.timers = (struct Timers *)fixed->timers;
    vm->time.bubble = (void *)fixed->bubble;
    vm->time.bubble_time = fixed->bubble_time;
    vm->sched.next_gid = fixed->goroutines + 2;
    vm->sched.head = vm->sched.tail = NULL;
    vm->sched.listed = false;
    vm->sched.runnable = 0;
    vm->sched.dead.data = NULL;
    vm->sched.dead.len = vm->sched.dead.cap = 0;
    vm->map_seed = (Rng){0};
    vm->outcome = (Outcome){0};
}

static void restore_lists(Snapshotter *s, const u8 *goroutines)
{
    VM *vm = s->vm;
    const Head *head = &s->base_head;
    u32 count = head->fixed.goroutines;
    vec_reserve(&s->goroutines, count + 8);
    vm->sched.all.data = s->goroutines.data; /* should it become too short, it goes to the region */
    vm->sched.all.cap = count + 8;
    vm->sched.all.len = count;
    if (count)
        memcpy(vm->sched.all.data, goroutines, 8ull * count);
    goroutines += 8ull * count;
    restore_list(&vm->stepping.log->own, &goroutines, head->own);
    restore_list(&vm->stepping.log->sets.words, &goroutines, head->fixed.sets);
    restore_fixed(vm, &head->fixed);
    restore_queues(s);
    s->compared = false;
    if (CHECKING)
        vm_check(vm);
}

void snapshot_restore(Snapshotter *s, const u8 *image)
{
    VM *vm = s->vm;
    Head head;
    memcpy(&head, image, sizeof head);
    bool same_layout =
        s->base && head.layout == s->base_head.layout && head.objects == s->base_head.objects;
    s->base = image;
    s->base_head = head;
    image += sizeof head;
    memcpy(vm->globals, image, head.globals);
    image += head.globals;
    (same_layout ? region_reload : region_load)(s->region, image, head.objects);
    restore_lists(s, image + head.objects);
}

void snapshot_adopt(Snapshotter *s, const u8 *image)
{
    memcpy(&s->base_head, image, sizeof s->base_head);
    s->base = image;
    const Head *head = &s->base_head;
    const u8 *globals = image + sizeof *head, *objects = globals + head->globals;
    CHECK(s->region->used == head->objects);
    CHECK(!memcmp(s->vm->globals, globals, head->globals) &&
          !memcmp(s->region->base, objects, head->objects));
    restore_lists(s, objects + head->objects);
}

static void put_back(void *to, const u8 *from, Changed changed)
{
    if (changed.low < changed.high)
        memcpy((u8 *)to + changed.low, from + changed.low, changed.high - changed.low);
}

void snapshot_restore_again(Snapshotter *s, const u8 *image)
{
    const Head *head = &s->base_head;
    if (s->base != image || !s->compared) {
        snapshot_restore(s, image);
        return;
    }
    CHECK(s->region->used == head->objects);
    const u8 *globals = image + sizeof *head, *objects = globals + head->globals;
    put_back(s->vm->globals, globals, s->changes.globals);
    put_back(s->region->base, objects, s->changes.numbered);
    const Chunk *chunks = snapshot_base_chunks(s);
    for (u32 i = 0; i < head->chunks; i++)
        if (s->fates.data[i] != CHUNK_SAME)
            memcpy(s->region->base + chunks[i].from, objects + chunks[i].from, chunks[i].bytes);
    CHECK(!memcmp(s->vm->globals, globals, head->globals) &&
          !memcmp(s->region->base, objects, head->objects));
    restore_lists(s, objects + head->objects);
}
