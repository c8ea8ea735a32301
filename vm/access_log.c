/* Lists of accesses, kept short by leaving out what was just said. */
#include "vm/snapshot.h"

enum { LOOK_BACK = 8 };

static void add(AccessList *list, AccessEntry entry)
{
    u32 last = list->len > LOOK_BACK ? list->len - LOOK_BACK : 0;
    for (u32 i = list->len; i > last; i--)
        if (list->data[i - 1] == entry)
            return;
    vec_push(list, entry);
}

void log_access(AccessLog *log, const G *g, const void *addr, bool write)
{
    add(&log->own, ACCESS_ENTRY(g->id, addr, write));
    for (u32 i = 0; log->looks && i < log->vm->all.len; i++)
        if (log->vm->all.data[i] != g)
            add(&log->unseen, ACCESS_ENTRY(log->vm->all.data[i]->id, addr, write));
}

void log_range(AccessLog *log, const G *g, const void *addr, RType *type, u64 n, bool write)
{
    u32 count;
    const RLeaf *leaves = rtype_leaves(type, &count);
    for (u64 i = 0; i < n; i++)
        for (u32 l = 0; l < count; l++)
            for (u64 k = 0; k < leaves[l].count; k++)
                log_access(log, g,
                           (const u8 *)addr + i * type->size + leaves[l].offset +
                               k * leaves[l].stride,
                           write);
}

/* Takes out the entries of a goroutine. */
static void drop(AccessList *list, u32 goroutine)
{
    u32 kept = 0;
    for (u32 i = 0; i < list->len; i++)
        if (ACCESS_GOROUTINE(list->data[i]) != goroutine)
            list->data[kept++] = list->data[i];
    list->len = kept;
}

void log_acquire(AccessLog *log, const G *g)
{
    drop(&log->unseen, g->id);
}

void log_clear(AccessLog *log, const G *g)
{
    drop(&log->own, g->id);
}

void log_end(AccessLog *log, const G *g)
{
    drop(&log->unseen, g->id);
    for (u32 i = 0; i < log->own.len; i++)
        if (ACCESS_GOROUTINE(log->own.data[i]) == g->id)
            log->own.data[i] =
                ACCESS_ENTRY(0, ACCESS_ADDR(log->own.data[i]), ACCESS_WRITE(log->own.data[i]));
}
