#include "vm/snapshot.h"

#include <string.h>
#include <xxhash.h>

#include "code/live.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/region.h"
#include "vm/sync.h"
#include "vm/timer.h"

/* The bytes: this, the objects, the globals, the goroutines' addresses, the two access lists. */
typedef struct Head {
    u64 objects, globals; /* bytes of each */
    u32 goroutines, own, unseen;
    bool tracking, main_ended;
    u16 zero;
    i64 now;
    u64 timers;           /* address */
    u64 output;           /* hash of what has been written */
} Head;

struct Snapshotter {
    VM *vm;
    Region *region;
    VEC(u8) bytes;       /* being made, or made last */
    u64 to;              /* bytes of objects in it so far */
    u64 scanned;         /* of them, those whose pointers have been followed */
    Live **live;         /* by function number */
    u32 functions;
    bool absolute_time;  /* the program can read the clock */
    VEC(u64) keys;       /* of goroutines, while they are sorted */
    u32 ids[MOST_GOROUTINES + 1]; /* old number -> new */
};

Snapshotter *snapshot_new(VM *vm)
{
    Snapshotter *s = xcalloc(1, sizeof *s);
    s->vm = vm;
    s->region = heap_region(vm);
    for (u32 i = 0; i < vm->program->natives.len; i++)
        s->absolute_time |= !strcmp(vm->program->natives.data[i], "time.elapsed");
    return s;
}

void snapshot_free(Snapshotter *s)
{
    for (u32 i = 0; i < s->functions; i++)
        live_free(s->live[i]);
    free(s->live);
    vec_free(&s->bytes);
    vec_free(&s->keys);
    free(s);
}

/* ---- registers ---- */

static const u64 *live_at(Snapshotter *s, const Func *fn, const Word *pc)
{
    u32 count = s->vm->program->funcs.len;
    if (UNLIKELY(count > s->functions)) {
        s->live = xrealloc(s->live, count * sizeof *s->live);
        memset(s->live + s->functions, 0, (count - s->functions) * sizeof *s->live);
        s->functions = count;
    }
    if (UNLIKELY(!s->live[fn->id]))
        s->live[fn->id] = live_new(s->vm->program, fn);
    return live_before(s->live[fn->id], (u32)(pc - fn->code));
}

static void clear_dead(u64 *R, const u64 *live, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (!(live[i / 64] >> (i % 64) & 1))
            R[i] = 0;
}

/* The instruction that g goes on with, and how many registers of its frame still matter. */
static const Word *stands_at(const G *g, const Func *fn, u32 *count)
{
    *count = fn->nregs;
    if (g->again != AGAIN_NO)
        return g->pc - 1;
    if (g->status != G_WAITING)
        return g->pc;
    switch ((WaitReason)g->wait_reason) {
    case WAIT_SEND: case WAIT_RECV: case WAIT_SEND_NIL: case WAIT_RECV_NIL: return g->pc - 1;
    case WAIT_SELECT: case WAIT_SELECT_EMPTY: return g->pc - 1 - g->nselect;
    default: /* in a native call that returns nothing */
        *count = g->pc[-1].in.a;
        return g->pc;
    }
}

/* Registers that nobody reads again, and the stack above. */
static void tidy_stack(Snapshotter *s, G *g)
{
    VM *vm = s->vm;
    u64 *R = g->R;
    u32 count;
    if (g->again == AGAIN_DIE)
        return;
    const Func *fn = vm_func_at(vm, g->again != AGAIN_NO || g->status == G_WAITING ? g->pc - 1 : g->pc);
    if (!fn) { /* about to end */
        memset(g->stack, 0, (u64)((u8 *)g->stack_end - (u8 *)g->stack));
        return;
    }
    const Word *pc = stands_at(g, fn, &count);
    clear_dead(R, live_at(s, fn, pc), count);
    memset(R + count, 0, (u64)((u8 *)g->stack_end - (u8 *)(R + count)));
    for (;;) {
        u64 link = R[-1];
        const Word *back = LINK_ADDRESS(link);
        if (back == vm->stub_exit)
            return;
        R -= LINK_BACK(link) + 1;
        if (back == vm->stub_after_defer)
            continue; /* what a panic left there is all that is known */
        fn = vm_func_at(vm, back);
        clear_dead(R, live_at(s, fn, back), LINK_BACK(link));
    }
}

static void tidy_goroutine(Snapshotter *s, G *g)
{
    tidy_stack(s, g);
    g->next = NULL;
    g->parent = g->alloc_index = g->selects = g->syncs = 0;
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

static u64 *objects(Snapshotter *s)
{
    return (u64 *)(s->bytes.data + sizeof(Head));
}

/* A word as it will be when everything has moved; what it points to moves too. */
static u64 moved(Snapshotter *s, u64 word)
{
    u64 offset = word - (u64)s->region->base;
    if (LIKELY(offset - 1 >= s->region->used))
        return word;
    RegionHeader *header = region_header(s->region, word);
    u64 from = (u64)((u8 *)header - s->region->base);
    if (!header->forward) {
        u64 size = (u64)header->granules * REGION_GRANULE;
        u8 *copy = (u8 *)objects(s) + s->to;
        memcpy(copy, header, size);
        if (header->named)
            memset(copy + REGION_HEADER, 0, 8);
        header->forward = (u32)(s->to / REGION_GRANULE) + 1;
        s->to += size;
    }
    return word - from + (u64)(header->forward - 1) * REGION_GRANULE;
}

/* Follows all pointers of what has been copied. */
static void scan(Snapshotter *s)
{
    while (s->scanned < s->to) {
        RegionHeader *header = (RegionHeader *)((u8 *)objects(s) + s->scanned);
        u64 *words = (u64 *)(header + 1), count = (u64)header->granules * 2 - 1;
        s->scanned += (u64)header->granules * REGION_GRANULE;
        for (u64 i = 0; header->pointers && i < count; i++)
            if (words[i])
                words[i] = moved(s, words[i]);
    }
}

/* ---- the order of goroutines ---- */

/* A word by what it is, not where: what has been copied has a place already. */
static u64 shape(const Snapshotter *s, u64 word)
{
    u64 offset = word - (u64)s->region->base;
    if (LIKELY(offset - 1 >= s->region->used))
        return word;
    const RegionHeader *header = region_header(s->region, word);
    u64 inside = word - (u64)header;
    return header->forward ? (u64)header->forward << 32 | inside
                           : 1ull << 63 | (u64)header->granules << 32 | inside;
}

static u64 mix(u64 a, u64 b)
{
    return hash_u64(a * 0x9e3779b97f4a7c15ULL ^ b);
}

/* The same, looking into what it points to. */
static u64 deep_shape(const Snapshotter *s, u64 word)
{
    u64 offset = word - (u64)s->region->base, h = shape(s, word);
    if (LIKELY(offset - 1 >= s->region->used))
        return h;
    const RegionHeader *header = region_header(s->region, word);
    u64 count = (u64)header->granules * 2 - 1;
    const u64 *words = (const u64 *)(header + 1);
    if (header->forward || count > 64)
        return h;
    for (u64 i = header->named; i < count; i++)
        h = mix(h, header->pointers ? shape(s, words[i]) : words[i]);
    return h;
}

/* Equal for goroutines that are alike; the other way round it need not be so. */
static u64 key_of(const Snapshotter *s, const G *g)
{
    u64 h = mix((u64)g->pc, (u64)g->status | (u64)g->again << 8 | (u64)g->wait_reason << 16);
    for (const u64 *word = g->stack; word < g->R + 64 && word < g->stack_end; word++)
        if (*word)
            h = mix(h + (u64)(word - g->stack), deep_shape(s, *word));
    const AccessList *own = &s->vm->log->own;
    u64 accesses = 0;
    for (u32 i = 0; i < own->len; i++)
        if (ACCESS_GOROUTINE(own->data[i]) == g->id)
            accesses += mix(shape(s, ACCESS_ADDR(own->data[i])), ACCESS_WRITE(own->data[i]));
    return mix(h, accesses);
}

/* The main goroutine comes first; what it and the globals reach is numbered before the others are
 * looked at, so that these differ in what they have, not in when they came. */
static void sort_goroutines(Snapshotter *s, u32 from)
{
    VM *vm = s->vm;
    vec_clear(&s->keys);
    for (u32 i = from; i < vm->all.len; i++) {
        G *g = vm->all.data[i];
        u64 key = key_of(s, g);
        vec_push(&s->keys, key);
        u32 at = i;
        for (; at > from && s->keys.data[at - from - 1] > key; at--) {
            s->keys.data[at - from] = s->keys.data[at - from - 1];
            vm->all.data[at] = vm->all.data[at - 1];
        }
        s->keys.data[at - from] = key;
        vm->all.data[at] = g;
    }
}

static void main_first(VM *vm)
{
    for (u32 i = 1; i < vm->all.len; i++)
        if (vm->all.data[i]->id == GOROUTINE_MAIN) {
            G *main = vm->all.data[i];
            vm->all.data[i] = vm->all.data[0];
            vm->all.data[0] = main;
        }
}

/* ---- access lists ---- */

static int by_value(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

/* The address after the move; 0: nobody can reach it any more. */
static u64 moved_address(const Snapshotter *s, u64 addr)
{
    u64 offset = addr - (u64)s->region->base;
    if (offset - 1 >= s->region->used)
        return addr - (u64)s->vm->globals < s->vm->globals_size ? addr : 0;
    const RegionHeader *header = region_header(s->region, addr);
    if (!header->forward)
        return 0;
    return addr - (u64)header + (u64)s->region->base + (u64)(header->forward - 1) * REGION_GRANULE;
}

/* In the order of the new numbers and addresses; a write says all that a read of the same says. */
static void tidy_accesses(Snapshotter *s, AccessList *list)
{
    u32 kept = 0;
    for (u32 i = 0; i < list->len; i++) {
        AccessEntry e = list->data[i];
        u64 addr = moved_address(s, ACCESS_ADDR(e));
        u32 goroutine = ACCESS_GOROUTINE(e) ? s->ids[ACCESS_GOROUTINE(e)] : 0;
        if (addr)
            list->data[kept++] = ACCESS_ENTRY(goroutine, addr, ACCESS_WRITE(e));
    }
    if (kept > 1)
        qsort(list->data, kept, sizeof *list->data, by_value);
    u32 unique = 0;
    for (u32 i = 0; i < kept; i++)
        if (i + 1 == kept || list->data[i] >> 1 != list->data[i + 1] >> 1)
            list->data[unique++] = list->data[i];
    list->len = unique;
}

/* ---- taking ---- */

static void add(Snapshotter *s, const void *data, u64 len)
{
    if (len)
        memcpy(s->bytes.data + s->bytes.len, data, len);
    s->bytes.len += (u32)len;
}

static u64 rounded(u64 bytes)
{
    return (bytes + 7) & ~7ull;
}

/* Globals are moved in place: nothing but snapshot_restore follows. */
static void take_globals(Snapshotter *s)
{
    u64 *words = (u64 *)s->vm->globals, count = rounded(s->vm->globals_size) / 8;
    for (u64 i = 0; i < count; i++)
        if (words[i])
            words[i] = moved(s, words[i]);
}

static void take_goroutines(Snapshotter *s)
{
    VM *vm = s->vm;
    for (u32 i = 0; i < vm->all.len; i++)
        tidy_goroutine(s, vm->all.data[i]);
    main_first(vm);
    u32 from = vm->all.len && vm->all.data[0]->id == GOROUTINE_MAIN;
    if (from)
        moved(s, (u64)vm->all.data[0]);
    scan(s);
    if (vm->all.len > from + 1)
        sort_goroutines(s, from);
    for (u32 i = 0; i < vm->all.len; i++) {
        G *g = vm->all.data[i];
        s->ids[g->id] = i + 1 + !from; /* 1 stays the main goroutine's */
        moved(s, (u64)g);
        scan(s);
    }
}

/* Goroutines know their place; what is in the copies is what counts. */
static void number_goroutines(Snapshotter *s)
{
    VM *vm = s->vm;
    for (u32 i = 0; i < vm->all.len; i++) {
        u64 addr = moved(s, (u64)vm->all.data[i]);
        G *copy = (G *)((u8 *)objects(s) + (addr - (u64)s->region->base));
        copy->id = s->ids[vm->all.data[i]->id];
        copy->all_index = i;
    }
}

const u8 *snapshot_take(Snapshotter *s, u64 *len, U32List *order)
{
    VM *vm = s->vm;
    AccessLog *log = vm->log;
    s->to = s->scanned = 0;
    timers_tidy(vm, !s->absolute_time);
    vec_reserve(&s->bytes, sizeof(Head) + s->region->used + rounded(vm->globals_size) +
                               8ull * (vm->all.len + log->own.len + log->unseen.len));
    take_globals(s);
    take_goroutines(s);
    Head head = {.globals = rounded(vm->globals_size), .goroutines = vm->all.len};
    head.tracking = vm->tracking;
    head.main_ended = vm->main_ended;
    head.now = vm->now;
    head.output = vm->written;
    head.timers = moved(s, (u64)vm->timers);
    scan(s);
    head.objects = s->to;
    number_goroutines(s);
    tidy_accesses(s, &log->own);
    tidy_accesses(s, &log->unseen);
    head.own = log->own.len;
    head.unseen = log->unseen.len;
    memcpy(s->bytes.data, &head, sizeof head);
    s->bytes.len = (u32)(sizeof head + s->to);
    add(s, vm->globals, head.globals);
    if (order)
        vec_clear(order);
    for (u32 i = 0; i < vm->all.len; i++) {
        if (order)
            vec_push(order, vm->all.data[i]->id);
        u64 addr = moved(s, (u64)vm->all.data[i]);
        add(s, &addr, 8);
    }
    add(s, log->own.data, 8ull * head.own);
    add(s, log->unseen.data, 8ull * head.unseen);
    *len = s->bytes.len;
    return s->bytes.data;
}

/* ---- restoring ---- */

static void restore_list(AccessList *list, const u8 **from, u32 count)
{
    vec_reserve(list, count);
    if (count)
        memcpy(list->data, *from, 8ull * count);
    list->len = count;
    *from += 8ull * count;
}

/* Whoever waits first on something that is no channel stands for its queue. */
static void restore_queues(VM *vm)
{
    if (vm->sync_objects.count)
        sync_drop_queues(vm);
    for (u32 i = 0; i < vm->all.len; i++) {
        G *g = vm->all.data[i];
        bool queued = g->status == G_WAITING && g->wait_reason >= WAIT_MUTEX &&
                      g->wait_reason <= WAIT_WAITGROUP;
        if (queued && !g->waiter.prev)
            sync_rebuild_queue(vm, &g->waiter);
    }
}

void snapshot_restore(Snapshotter *s, const u8 *bytes, u64 len)
{
    VM *vm = s->vm;
    Head head;
    memcpy(&head, bytes, sizeof head);
    bytes += sizeof head;
    region_load(s->region, bytes, head.objects);
    bytes += head.objects;
    memcpy(vm->globals, bytes, head.globals);
    bytes += head.globals;
    vm->all.cap = head.goroutines + 8;
    vm->all.len = head.goroutines;
    vm->all.data = heap_raw(vm, vm->all.cap * sizeof *vm->all.data, true);
    memcpy(vm->all.data, bytes, 8ull * head.goroutines);
    bytes += 8ull * head.goroutines;
    restore_list(&vm->log->own, &bytes, head.own);
    restore_list(&vm->log->unseen, &bytes, head.unseen);
    vm->tracking = vm->concurrent = head.tracking;
    vm->main_ended = head.main_ended;
    vm->now = head.now;
    vm->written = head.output;
    vm->timers = (struct Timers *)head.timers;
    vm->next_gid = head.goroutines + 2;
    vm->queue_head = vm->queue_tail = NULL;
    vm->runnable = 0;
    vm->dead.data = NULL;
    vm->dead.len = vm->dead.cap = 0;
    vm->map_seed = (Rng){0};
    vm->outcome = (Outcome){0};
    restore_queues(vm);
    (void)len;
}
