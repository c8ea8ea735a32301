/* Vector clocks as arrays, shared until one is changed: see race/classic/vclock.h. */
#include "race/classic/vclock.h"

static VClock *new_clock(u32 len)
{
    VClock *clock = xcalloc(1, sizeof *clock + len * sizeof clock->at[0]);
    clock->refs = 1;
    clock->len = clock->cap = len;
    return clock;
}

/* A clock (taken over) that may be changed, with at least len entries. */
static VClock *own(VClock *clock, u32 len)
{
    if (!clock)
        return new_clock(len);
    CHECK(clock->refs > 0 && clock->len <= clock->cap);
    if (clock->refs == 1 && clock->len >= len)
        return clock;
    VClock *copy = new_clock(len > clock->len ? len : clock->len);
    memcpy(copy->at, clock->at, clock->len * sizeof clock->at[0]);
    vclock_drop(NULL, (HbSet *)clock);
    return copy;
}

u64 vclock_tick(Detector *d, Goroutine *p)
{
    CHECK(p->newest <= d->label);
    return p->newest = core_fresh(d);
}

HbSet *vclock_share(Detector *d, Goroutine *p)
{
    if (p->newest > vclock_get(p->set, p->number)) {
        VClock *clock = own((VClock *)p->set, p->number + 1);
        clock->at[p->number] = p->newest;
        p->set = (HbSet *)clock;
    }
    CHECK(vclock_get(p->set, p->number) >= p->newest);
    return vclock_again(d, p->set);
}

HbSet *vclock_again(Detector *d, HbSet *set)
{
    (void)d;
    CHECK(!set || ((VClock *)set)->refs > 0);
    if (set)
        ((VClock *)set)->refs++;
    return set;
}

void vclock_drop(Detector *d, HbSet *set)
{
    (void)d;
    VClock *clock = (VClock *)set;
    CHECK(!clock || clock->refs > 0);
    if (clock && --clock->refs == 0)
        free(clock);
}

HbSet *vclock_join(Detector *d, HbSet *set, HbSet *other)
{
    VClock *b = (VClock *)other;
    if (!b || set == other)
        return set;
    if (!set)
        return vclock_again(d, other);
    bool more = false;
    for (u32 i = 0; i < b->len && !more; i++)
        more = b->at[i] > vclock_get(set, i);
    if (!more)
        return set;
    VClock *a = own((VClock *)set, b->len);
    CHECK(a->refs == 1 && a->len >= b->len);
    for (u32 i = 0; i < b->len; i++)
        a->at[i] = a->at[i] > b->at[i] ? a->at[i] : b->at[i];
    return (HbSet *)a;
}

void vclock_end(Detector *d, Goroutine *p)
{
    vclock_drop(d, p->set);
    p->set = NULL;
    p->newest = 0;
}
