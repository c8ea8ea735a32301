#include "vm/access_log.h"

#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/region.h"

enum { LOOK_BACK = 8 };

void log_free(AccessLog *log)
{
    vec_free(&log->own);
    vec_free(&log->clashes);
    facts_free(&log->facts);
    map_free(&log->places);
}

/* ---- places ---- */

static u64 place_of(const AccessLog *log, u64 addr)
{
    const Region *region = heap_region(log->vm);
    if (!region_has(region, (const void *)(addr - 1)))
        return addr;
    const RegionHeader *header = region_header(region, addr);
    return (u64)header->granules << 32 | (addr - (u64)header);
}

/* By main, or by others, of whom there may be several. */
enum { BY_MAIN = 4 };

void log_note(AccessLog *log, u32 goroutine, const void *addr, AccessKind kind)
{
    u32 how = kind | (goroutine == GOROUTINE_MAIN ? BY_MAIN : 0);
    u64 noted = (u64)addr << 3 | how;
    u64 *lately = &log->lately[hash_u64(noted) % LATELY_NOTED];
    if (*lately == noted)
        return;
    *lately = noted;
    *map_put(&log->places, place_of(log, (u64)addr)) |= 1ull << how;
}

/* Whether two of these ways to access a place, a set as bits, could race. */
static bool is_suspect(u64 set)
{
    for (u32 a = 0; a < 2 * BY_MAIN; a++)
        for (u32 b = a; b < 2 * BY_MAIN; b++)
            if (set >> a & set >> b & 1 && access_conflict(a, b) && !(a & b & BY_MAIN))
                return true;
    return false;
}

bool log_suspects(const AccessLog *log)
{
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&log->places, &cursor)))
        if (is_suspect(entry->value))
            return true;
    return false;
}

/* ---- accesses ---- */

/* Leaves out what was just said. */
static void add(AccessList *list, AccessEntry entry)
{
    u32 last = list->len > LOOK_BACK ? list->len - LOOK_BACK : 0;
    for (u32 i = list->len; i > last; i--)
        if (list->data[i - 1] == entry)
            return;
    vec_push(list, entry);
}

void log_order(AccessLog *log, const G *g, const void *addr, AccessKind kind)
{
    AccessEntry entry = ACCESS_ENTRY(g->id, addr, kind);
    if (!log->exact)
        add(&log->own, entry);
    else if (facts_access(&log->facts, g->id, ACCESS_WHAT(entry)))
        vec_push(&log->clashes, entry);
}

void log_access(AccessLog *log, const G *g, const void *addr, AccessKind kind)
{
    const u64 *set = log->exact ? map_get(&log->places, place_of(log, (u64)addr)) : NULL;
    if (!log->exact || (set && is_suspect(*set)))
        log_order(log, g, addr, kind);
}

void log_range(AccessLog *log, const G *g, const void *addr, RType *type, u64 n, AccessKind kind)
{
    u32 count;
    const RLeaf *leaves = rtype_leaves(type, &count);
    for (u64 i = 0; i < n; i++)
        for (u32 l = 0; l < count; l++)
            for (u64 k = 0; k < leaves[l].count; k++)
                log_access(log, g,
                           (const u8 *)addr + i * type->size + leaves[l].offset +
                               k * leaves[l].stride,
                           kind);
}

/* ---- who learns from whom ---- */

static void access_itself(AccessLog *log, const G *g, u8 event, u8 sub, const void *addr)
{
    bool reads = event == EV_ACQUIRE && sub != SYNC_MUTEX_LOCK && sub != SYNC_RWMUTEX_LOCK;
    log_access(log, g, addr, ACCESS_ATOMIC | (reads ? ACCESS_READ : ACCESS_WRITE));
}

void log_sync(AccessLog *log, const G *g, u8 event, u8 sub, const void *addr, bool itself)
{
    if (!log->exact)
        return;
    if (event == EV_ACQUIRE || event == EV_ACQUIRE_RELEASE)
        facts_tell(&log->facts, KNOWER(addr, 0), g->id, TELL_ALSO);
    if (itself)
        access_itself(log, g, event, sub, addr);
    if (event != EV_ACQUIRE)
        facts_tell(&log->facts, g->id, KNOWER(addr, 0),
                   event == EV_RELEASE_MERGE ? TELL_ALSO : TELL_INSTEAD);
}

/* Places in the buffer count from 1; what the channel itself knows is what was known when it was
 * closed. What a value's sender knew is at its place, and what its receiver knew after that. */
enum { MOST_PLACES = UINT16_MAX };

static Knower buffer_place(AccessLog *log, const Chan *ch, u64 index)
{
    log->vague |= ch->cap > MOST_PLACES;
    return KNOWER(ch, index % ch->cap % MOST_PLACES + 1);
}

static void demand_open(AccessLog *log, const G *g, const Chan *ch, AccessKind kind)
{
    if (ch->watched)
        log_order(log, g, ch, kind);
}

void log_chan(AccessLog *log, const G *g, u8 event, const Chan *ch)
{
    log->blind |= event == EV_RECV && g->id != GOROUTINE_MAIN;
    if (!log->exact)
        return;
    switch (event) {
    case EV_SEND:
        demand_open(log, g, ch, ACCESS_READ);
        facts_tell(&log->facts, g->id, buffer_place(log, ch, ch->first + ch->count + ch->cap - 1),
                   TELL_BOTH);
        break;
    case EV_RECV:
        facts_tell(&log->facts, g->id, buffer_place(log, ch, ch->first + ch->cap - 1), TELL_BOTH);
        break;
    case EV_RECV_CLOSED: facts_tell(&log->facts, KNOWER(ch, 0), g->id, TELL_ALSO); break;
    case EV_CLOSE:
        demand_open(log, g, ch, ACCESS_WRITE);
        facts_tell(&log->facts, g->id, KNOWER(ch, 0), TELL_INSTEAD);
        break;
    default: break;
    }
}

void log_rendezvous(AccessLog *log, const G *sender, const G *receiver, const Chan *ch)
{
    if (!log->exact)
        return;
    demand_open(log, sender, ch, ACCESS_READ);
    facts_tell(&log->facts, sender->id, receiver->id, TELL_ALSO);
    facts_tell(&log->facts, receiver->id, sender->id, TELL_ALSO);
}

void log_go(AccessLog *log, const G *parent, const G *child)
{
    if (log->exact)
        facts_tell(&log->facts, parent ? parent->id : GOROUTINE_MACHINE, child->id, TELL_ALSO);
}

void log_timer(AccessLog *log, const void *timer)
{
    log->blind = true;
    if (log->exact)
        facts_tell(&log->facts, KNOWER(timer, 0), GOROUTINE_MACHINE, TELL_INSTEAD);
}

/* ---- what is past ---- */

void log_clear(AccessLog *log, const G *g)
{
    u32 kept = 0;
    for (u32 i = 0; i < log->own.len; i++)
        if (ACCESS_GOROUTINE(log->own.data[i]) != g->id)
            log->own.data[kept++] = log->own.data[i];
    log->own.len = kept;
}

void log_end(AccessLog *log, const G *g)
{
    for (u32 i = 0; i < log->own.len; i++)
        if (ACCESS_GOROUTINE(log->own.data[i]) == g->id)
            log->own.data[i] = ACCESS_ENTRY(0, 0, ACCESS_WHAT(log->own.data[i]));
    if (log->exact)
        facts_forget(&log->facts, g->id);
}
