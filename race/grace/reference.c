/* Sets of labels and complete histories of locations, for the reference detectors: see
 * race/grace/reference.h. */
#include "race/grace/reference.h"

static Reference *reference_of(Detector *d)
{
    return d->memory;
}

static HbNode *nodes(HbSet *set)
{
    return (HbNode *)set;
}

/* Sets of labels ------------------------------------------------------------------------------- */

static bool has(HbSet *set, u64 label)
{
    return hb_get(nodes(set), (u32)label).write != 0;
}

static void add(Detector *d, Goroutine *p, u64 label)
{
    if (label > UINT32_MAX)
        BUG("more than 2^32 accesses are too many for a reference detector");
    p->set =
        (HbSet *)hb_put(&reference_of(d)->pool, nodes(p->set), (u32)label, (Known){.write = label});
}

HbSet *reference_share(Detector *d, Goroutine *p)
{
    return reference_again(d, p->set);
}

HbSet *reference_again(Detector *d, HbSet *set)
{
    (void)d;
    return (HbSet *)hb_share(nodes(set));
}

void reference_drop(Detector *d, HbSet *set)
{
    hb_drop(&reference_of(d)->pool, nodes(set));
}

HbSet *reference_join(Detector *d, HbSet *set, HbSet *other)
{
    return (HbSet *)hb_join(&reference_of(d)->pool, nodes(set), nodes(other));
}

void reference_end(Detector *d, Goroutine *p)
{
    reference_drop(d, p->set);
    p->set = NULL;
}

/* Ez ------------------------------------------------------------------------------------------- */

Past *reference_past(Detector *d, Loc loc)
{
    Reference *r = reference_of(d);
    bool fresh;
    u32 index = loctable_get(&r->locs, loc, &fresh);
    vec_extend(&r->past, index + 1);
    if (fresh)
        r->past.data[index] = (Past){0};
    return &r->past.data[index];
}

Unknown reference_unknown(Detector *d, Goroutine *p, Loc loc, Past *past, const Access *now,
                          int kinds)
{
    u64 *upto = map_get(&past->upto, p->number);
    u32 known = !upto ? 0 : kinds & PAST_READS ? (u32)(*upto >> 32) : (u32)*upto;
    CHECK(known <= past->events.len);
    Unknown unknown = {0};
    bool all = true;
    for (u32 i = known; i < past->events.len; i++) {
        Access *event = &past->events.data[i];
        if (!(kinds & (event->is_write ? PAST_WRITES : PAST_READS)) || has(p->set, event->label))
            continue;
        all = false;
        if (!access_conflict(now, event))
            continue;
        core_conflict(d, loc, event);
        unknown_add(&unknown, event);
    }
    u64 len = past->events.len;
    if (all && known < len && kinds & PAST_WRITES) {
        upto = map_put(&past->upto, p->number);
        *upto = kinds & PAST_READS ? len << 32 | len : (*upto & ~(u64)UINT32_MAX) | len;
    }
    return unknown;
}

void reference_check_writes(Detector *d, Goroutine *p, Past *past, Loc loc, const Access *access)
{
    const Unknown writes = reference_unknown(d, p, loc, past, access, PAST_WRITES), none = {0};
    core_races(d, loc, access, &none, &writes);
    if (writes.count > 0)
        reference_forgive(d, p, past, writes.latest->label);
}

void reference_forgive(Detector *d, Goroutine *p, const Past *past, u64 upto)
{
    CHECK(upto <= d->label);
    for (u32 i = 0; i < past->events.len && past->events.data[i].label <= upto; i++)
        if (!has(p->set, past->events.data[i].label))
            add(d, p, past->events.data[i].label);
}

void reference_add(Detector *d, Goroutine *p, Past *past, const Access *access)
{
    Access event = *access;
    event.label = core_fresh(d);
    CHECK(past->events.len == 0 || vec_last(&past->events).label < event.label);
    vec_push(&past->events, event);
    add(d, p, event.label);
    CHECK(has(p->set, event.label));
}

/* Upkeep --------------------------------------------------------------------------------------- */

void *reference_create(Detector *d)
{
    (void)d;
    return xcalloc(1, sizeof(Reference));
}

static void past_gone(void *ctx, u32 index)
{
    Past *past = &((Reference *)ctx)->past.data[index];
    vec_free(&past->events);
    map_free(&past->upto);
    *past = (Past){0};
}

void reference_destroy(Detector *d)
{
    Reference *r = reference_of(d);
    for (u32 i = 0; i < r->past.len; i++)
        past_gone(r, i);
    vec_free(&r->past);
    loctable_free(&r->locs);
    hb_pool_free(&r->pool);
    free(r);
}

void reference_forget(Detector *d, u64 object)
{
    loctable_forget(&reference_of(d)->locs, object, past_gone, reference_of(d));
}

void reference_mark(Detector *d)
{
    Reference *r = reference_of(d);
    for (u32 i = 0; i < r->past.len; i++)
        for (u32 k = 0; k < r->past.data[i].events.len; k++)
            core_mark(d, r->past.data[i].events.data[k].goroutine);
}

size_t reference_memory_used(Detector *d)
{
    Reference *r = reference_of(d);
    size_t size = sizeof *r + hb_pool_memory(&r->pool) + loctable_memory(&r->locs);
    for (u32 i = 0; i < r->past.len; i++)
        size += r->past.data[i].events.cap * sizeof(Access) +
                r->past.data[i].upto.cap * (sizeof(MapEntry) + 1);
    return size;
}

/* For people ----------------------------------------------------------------------------------- */

void reference_list_set(Detector *d, HbSet *set, SetEvents *out)
{
    Reference *r = reference_of(d);
    for (u32 i = 0; i < r->past.len; i++)
        for (u32 k = 0; k < r->past.data[i].events.len; k++) {
            Access *event = &r->past.data[i].events.data[k];
            if (has(set, event->label))
                vec_push(out,
                         (SetEvent){event->label, r->locs.entries.data[i].loc, event->is_write});
        }
}

void reference_print_memory(Detector *d, Buf *out)
{
    Reference *r = reference_of(d);
    u32 count;
    u32 *order = loctable_sorted(&r->locs, &count);
    for (u32 i = 0; i < count; i++) {
        Past *past = &r->past.data[order[i]];
        if (core_hides_accesses(d, past->events.data, past->events.len))
            continue;
        core_print_accesses(d, r->locs.entries.data[order[i]].loc, past->events.data,
                            past->events.len, out);
    }
    free(order);
}
