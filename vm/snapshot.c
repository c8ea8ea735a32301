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
    return s;
}

void snapshot_free(Snapshotter *s)
{
    if (s->twin)
        snapshot_free(s->twin);
    live_registers_free(&s->live);
    vec_free(&s->buffers[0]);
    vec_free(&s->buffers[1]);
    vec_free(&s->goroutines);
    vec_free(&s->keys);
    free(s);
}

static u64 rounded(u64 bytes)
{
    return (bytes + 7) & ~7ull;
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
    if (!g->stepped)
        return;
    g->stepped = false;
    ResumePoint at;
    g->numbers = g->place = 0;
    if (live_registers_keep(&s->live, g, &at)) {
        g->numbers = first_numbers(g->stack, at.end);
        g->place = (u64)at.fn->id << 32 | (u64)(at.pc - at.fn->code);
    }
    g->next = NULL;
    g->parent = g->alloc_index = g->selects = g->timers = g->syncs = 0;
    g->segment = g->steps = 0;
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
    return s->buffers[s->current].data + sizeof(Head);
}

/* Of a word at its place, counted from the front of globals and objects; 0 for a word that is 0. */
static inline u64 word_hash(u64 place, u64 word)
{
    u64 h = (word ^ place * 0x9e3779b97f4a7c15ULL) * 0xff51afd7ed558ccdULL;
    h = (h ^ h >> 32) * (place * 2 + 0xc4ceb9fe1a85ec53ULL);
    return word ? h : 0;
}

static void copy_object(Snapshotter *s, RegionHeader *header)
{
    u64 size = (u64)header->granules * REGION_GRANULE;
    CHECK(!header->forward && s->to % REGION_GRANULE == 0 && s->to + size <= s->region->used);
    u8 *copy = objects(s) + s->to;
    memcpy(copy, header, size);
    if (header->named)
        memset(copy + REGION_HEADER, 0, 8);
    header->forward = (u32)(s->to / REGION_GRANULE) + 1;
    s->to += size;
    s->layout = (s->layout ^ header->granules) * 0x9e3779b97f4a7c15ULL;
    s->layout ^= s->layout >> 29;
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

/* Replaces the pointers in a copied object by what they will be after the move; returns the sum of
 * its words' hashes. Most words are 0. */
static u64 scan_words(Snapshotter *s, u64 *words, u64 count, bool pointers, u64 place)
{
    enum { STRIDE = 8 };
    u64 sum = 0;
    for (u64 from = 0; from < count; from += STRIDE) {
        const u64 *w = words + from;
        u64 end = from + STRIDE < count ? from + STRIDE : count;
        if (end == from + STRIDE && !(w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]))
            continue;
        for (u64 i = from; i < end; i += 2) { /* an object has an even number of words */
            if (!(words[i] | words[i + 1]))
                continue;
            if (pointers) { /* the header is none */
                words[i] = moved(s, words[i]);
                words[i + 1] = moved(s, words[i + 1]);
            }
            sum += word_hash(place + i, words[i]) + word_hash(place + i + 1, words[i + 1]);
        }
    }
    return sum;
}

/* Follows all pointers of what has been copied, and adds up the hashes. */
static void scan(Snapshotter *s)
{
    u64 globals = rounded(s->vm->globals_size) / 8;
    while (s->scanned < s->to) {
        const RegionHeader *header = (RegionHeader *)(objects(s) + s->scanned);
        u64 place = globals + s->scanned / 8, words = (u64)header->granules * 2;
        s->scanned += words * 8;
        s->sum += scan_words(s, (u64 *)header, words, header->pointers, place);
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

/* ---- taking: everything moves ---- */

/* Globals are moved in place: nothing but snapshot_restore follows. */
static void take_globals(Snapshotter *s)
{
    u64 *words = (u64 *)s->vm->globals, count = rounded(s->vm->globals_size) / 8;
    for (u64 i = 0; i < count; i++) {
        words[i] = moved(s, words[i]);
        s->sum += word_hash(i, words[i]);
    }
}

static u32 first_other(const VM *vm)
{
    return vm->sched.all.len && vm->sched.all.data[0]->id == GOROUTINE_MAIN;
}

static void take_goroutines(Snapshotter *s, Head *head, U32List *order)
{
    VM *vm = s->vm;
    snapshot_main_first(vm);
    u32 from = first_other(vm);
    if (from) {
        vm->sched.all.data[0]->all_index = 0;
        moved(s, (u64)vm->sched.all.data[0]);
    }
    scan(s);
    head->numbered = s->to;
    snapshot_sort(s, from);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        u32 id = i + 1 + !from; /* 1 stays the main goroutine's */
        if (order)
            order->data[i] = g->id;
        CHECK(g->id <= MOST_GOROUTINES && id <= MOST_GOROUTINES);
        s->ids[g->id] = id;
        g->id = id;
        g->all_index = i;
        moved(s, (u64)g);
        scan(s);
    }
}

/* Gives the copy of a goroutine its number, if it was made before that was known. */
static void number(Snapshotter *s, const G *g, u32 index)
{
    u64 offset = moved(s, (u64)g) - (u64)s->region->base;
    G *copy = (G *)(objects(s) + offset);
    if (LIKELY(copy->id == g->id && copy->all_index == index))
        return;
    u64 place = (rounded(s->vm->globals_size) + offset) / 8, *words = (u64 *)copy;
    u64 id = offsetof(G, id) / 8, all_index = offsetof(G, all_index) / 8;
    s->sum -= word_hash(place + id, words[id]) + word_hash(place + all_index, words[all_index]);
    copy->id = g->id;
    copy->all_index = index;
    s->sum += word_hash(place + id, words[id]) + word_hash(place + all_index, words[all_index]);
}

static void take_moving(Snapshotter *s, Head *head, U32List *order)
{
    VM *vm = s->vm;
    s->to = s->scanned = s->layout = s->sum = 0;
    take_globals(s);
    take_goroutines(s, head, order);
    head->timers = moved(s, (u64)vm->time.timers);
    head->bubble = moved(s, (u64)vm->time.bubble);
    scan(s);
    CHECK(s->scanned == s->to);
    head->objects = s->to;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        number(s, vm->sched.all.data[i], i);
    head->layout = s->layout;
    head->sum = s->sum;
}

/* ---- taking: nothing has to move ----
 *
 * Most moves allocate nothing and leave all objects to be reached in the order in which they were.
 * That is so if each pointer that has changed, before and after, leads to an object that is reached
 * before the one that holds it: to an earlier one. */

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
    return from == to || (from < holder && to < holder);
}

/* The same as compare_words below, of a few words. */
static bool compare_few(const Snapshotter *s, const u64 *before, const u64 *after, u64 from,
                        u64 end, u64 place, bool globals, u64 *sum)
{
    for (u64 k = from; k < end; k++) {
        if (before[k] == after[k])
            continue;
        if (globals ? snapshot_pointer(s, before[k]) || snapshot_pointer(s, after[k])
                    : !keeps_order(s, k * 8, before[k], after[k]))
            return false;
        *sum += word_hash(place + k, after[k]) - word_hash(place + k, before[k]);
    }
    return true;
}

/* Adds the difference that changed words make to *sum; false: something has to move. `place`: of
 * the first word, for word_hash. In globals no pointer may change. */
static bool compare_words(const Snapshotter *s, const u64 *before, const u64 *after, u64 count,
                          u64 place, bool globals, u64 *sum)
{
    enum { STRIDE = 64, FEW = 8 };
    for (u64 i = 0; i < count; i += STRIDE) {
        u64 end = count - i < STRIDE ? count : i + STRIDE;
        if (LIKELY(!memcmp(before + i, after + i, (end - i) * 8)))
            continue;
        for (u64 k = i; k < end; k += FEW) {
            u64 stop = end - k < FEW ? end : k + FEW;
            if (memcmp(before + k, after + k, (stop - k) * 8) &&
                !compare_few(s, before, after, k, stop, place, globals, sum))
                return false;
        }
    }
    return true;
}

static bool same_goroutines(const Snapshotter *s)
{
    const VM *vm = s->vm;
    return vm->sched.all.data == s->goroutines.data &&
           vm->sched.all.len == s->base_head.goroutines &&
           !memcmp(vm->sched.all.data,
                   s->base + sizeof(Head) + s->base_head.objects + s->base_head.globals,
                   vm->sched.all.len * sizeof(G *));
}

/* False: something has to move, nothing was taken. */
static bool take_in_place(Snapshotter *s, Head *head)
{
    VM *vm = s->vm;
    const Head *base = &s->base_head;
    if (!s->base || s->region->used != base->objects || (u64)vm->time.timers != base->timers ||
        (u64)vm->time.bubble != base->bubble || !same_goroutines(s))
        return false;
    const u64 *before = (const u64 *)(s->base + sizeof(Head));
    u64 words = base->objects / 8, globals = base->globals / 8, sum = base->sum;
    s->in_place = true;
    if (!snapshot_sort(s, first_other(vm)) ||
        !compare_words(s, before, (const u64 *)s->region->base, words, globals, false, &sum) ||
        !compare_words(s, before + words, (const u64 *)vm->globals, globals, 0, true, &sum)) {
        s->in_place = false;
        return false;
    }
    head->objects = base->objects;
    head->numbered = base->numbered;
    head->layout = base->layout;
    head->timers = base->timers;
    head->bubble = base->bubble;
    head->sum = sum;
    memcpy(objects(s), s->region->base, base->objects);
    return true;
}

/* ---- taking ---- */

static void add(Snapshotter *s, const void *data, u64 len)
{
    u8 *end = s->buffers[s->current].data + s->buffers[s->current].len;
    if (len)
        memcpy(end, data, len);
    s->buffers[s->current].len += (u32)len;
}

static void add_goroutines(Snapshotter *s)
{
    VM *vm = s->vm;
    for (u32 i = 0; i < vm->sched.all.len && !s->in_place; i++)
        vm->sched.all.data[i] = (G *)moved(s, (u64)vm->sched.all.data[i]);
    add(s, vm->sched.all.data, 8ull * vm->sched.all.len);
}

static Snapshot take(Snapshotter *s, U32List *order)
{
    VM *vm = s->vm;
    AccessLog *log = vm->stepping.log;
    timers_normalize(vm, vm->stepping.clocked);
    merge_accesses(&log->own); /* the order of goroutines depends on them */
    for (u32 i = 0; i < vm->sched.all.len; i++)
        normalize_goroutine(s, vm->sched.all.data[i]);
    s->current ^= 1;
    vec_reserve(&s->buffers[s->current],
                sizeof(Head) + s->region->used + rounded(vm->globals_size) +
                    8ull * (vm->sched.all.len + log->own.len + log->sets.words.len));
    Head head = {
        .globals = rounded(vm->globals_size), .goroutines = vm->sched.all.len, .now = vm->time.now};
    head.tracking = vm->tracking;
    head.main_ended = vm->main_ended;
    head.output = vm->stepping.written;
    head.bubble_time = vm->time.bubble_time;
    s->in_place = false;
    if (order) {
        vec_clear(order);
        for (u32 i = 0; i < vm->sched.all.len; i++)
            vec_push(order, vm->sched.all.data[i]->id);
    }
    if (!take_in_place(s, &head))
        take_moving(s, &head, order);
    normalize_accesses(s, &log->own);
    normalize_sets(s);
    head.own = log->own.len;
    head.sets = log->sets.words.len;
    u8 *bytes = s->buffers[s->current].data;
    memcpy(bytes, &head, sizeof head);
    s->buffers[s->current].len = (u32)(sizeof head + head.objects);
    add(s, vm->globals, head.globals);
    u32 tail = s->buffers[s->current].len;
    add_goroutines(s);
    add(s, log->own.data, 8ull * head.own);
    add(s, log->sets.words.data, 8ull * head.sets);
    u64 len = s->buffers[s->current].len,
        hash = head.sum + hash_pair((u64)(head.now ^ head.bubble_time), head.output) +
               head.main_ended + ((u64)head.own << 32 | head.goroutines);
    for (u64 i = tail; i < len; i += 8)
        hash += word_hash(~i, *(const u64 *)(bytes + i));
    CHECK(len == sizeof head + head.objects + head.globals +
                     8ull * (head.goroutines + head.own + head.sets));
    return (Snapshot){bytes, len, hash_u64(hash)};
}

/* Everything moves once more, from the state that the bytes give. */
static void check_canonical(Snapshotter *s, const Snapshot *taken)
{
    if (!s->twin)
        s->twin = snapshot_new(s->vm);
    snapshot_restore(s->twin, taken->bytes);
    s->twin->base = NULL;
    Snapshot again = take(s->twin, NULL);
    CHECK(again.len == taken->len && !memcmp(again.bytes, taken->bytes, taken->len));
    CHECK(again.hash == taken->hash);
    s->base = NULL; /* the region holds what the twin has restored */
}

Snapshot snapshot_take(Snapshotter *s, U32List *order)
{
    CHECK(!s->vm->sched.runnable && s->vm->stepping.pause);
    enum { CHECKED = 4 }; /* one of 4: the others test region_reload */
    Snapshot taken = take(s, order);
    if (CHECKING && taken.hash % CHECKED == 0)
        check_canonical(s, &taken);
    return taken;
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

/* Builds the queues of synchronisation objects again, each from its first waiter. */
static void restore_queues(VM *vm)
{
    if (vm->sync_objects.count)
        sync_drop_queues(vm);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        bool queued = g->status == G_WAITING && g->wait_reason == WAIT_NATIVE;
        if (queued && !g->waiter.prev)
            sync_rebuild_queue(vm, &g->waiter);
    }
}

void snapshot_restore(Snapshotter *s, const u8 *bytes)
{
    VM *vm = s->vm;
    Head head;
    memcpy(&head, bytes, sizeof head);
    bool same_layout =
        s->base && head.layout == s->base_head.layout && head.objects == s->base_head.objects;
    s->base = bytes;
    s->base_head = head;
    bytes += sizeof head;
    (same_layout ? region_reload : region_load)(s->region, bytes, head.objects);
    bytes += head.objects;
    memcpy(vm->globals, bytes, head.globals);
    bytes += head.globals;
    vec_reserve(&s->goroutines, head.goroutines + 8);
    vm->sched.all.data = s->goroutines.data; /* should it become too short, it goes to the region */
    vm->sched.all.cap = head.goroutines + 8;
    vm->sched.all.len = head.goroutines;
    if (head.goroutines)
        memcpy(vm->sched.all.data, bytes, 8ull * head.goroutines);
    bytes += 8ull * head.goroutines;
    restore_list(&vm->stepping.log->own, &bytes, head.own);
    restore_list(&vm->stepping.log->sets.words, &bytes, head.sets);
    vm->tracking = vm->concurrent = head.tracking;
    vm->main_ended = head.main_ended;
    vm->time.now = head.now;
    vm->stepping.written = head.output;
    vm->time.timers = (struct Timers *)head.timers;
    vm->time.bubble = (void *)head.bubble;
    vm->time.bubble_time = head.bubble_time;
    vm->sched.next_gid = head.goroutines + 2;
    vm->sched.head = vm->sched.tail = NULL;
    vm->sched.runnable = 0;
    vm->sched.dead.data = NULL;
    vm->sched.dead.len = vm->sched.dead.cap = 0;
    vm->map_seed = (Rng){0};
    vm->outcome = (Outcome){0};
    restore_queues(vm);
    if (CHECKING)
        vm_check(vm);
}
