/* What goroutines, locks and messages know, for the default detector: pairs and shared sets. */
#include "race/hybrid/hybrid.h"

static void add_block(Hybrid *h)
{
    SharedSet *block = xcalloc(SETS_IN_BLOCK, sizeof *block);
    vec_push(&h->blocks, block);
    for (u32 i = 0; i < SETS_IN_BLOCK; i++) {
        block[i].next = h->free;
        h->free = &block[i];
    }
}

static SharedSet *new_shared(Hybrid *h, Clock *clock)
{
    if (!h->free)
        add_block(h);
    SharedSet *shared = h->free;
    h->free = shared->next;
    *shared = (SharedSet){.refs = 1, .clock = clock};
    return shared;
}

void set_free(Hybrid *h, SharedSet *shared)
{
    clock_drop(&h->clocks, shared->clock);
    shared->next = h->free;
    h->free = shared;
}

/* A shared set that knows the same (`set` is taken over), has no other reference and no identity:
 * it is going to be changed in place. */
static SharedSet *own(Hybrid *h, HbSet *set)
{
    if (!set)
        return new_shared(h, NULL);
    if (set_is_pair(set)) {
        Pair pair = pair_of(set);
        return new_shared(h, clock_raise(&h->clocks, NULL, pair.owner, pair.segment));
    }
    SharedSet *shared = (SharedSet *)set;
    if (shared->refs > 1) {
        shared->refs--;
        return new_shared(h, clock_share(shared->clock));
    }
    shared->when = 0;
    return shared;
}

HbSet *set_raise(Hybrid *h, HbSet *set, u32 owner, u32 segment)
{
    SharedSet *shared = own(h, set);
    shared->clock = clock_raise(&h->clocks, shared->clock, owner, segment);
    return (HbSet *)shared;
}

/* The machine forgets what it knew from one timer to the next: what it knew at some time does not
 * contain what it knew earlier. */
HbSet *set_publish_more(Hybrid *h, HbSet *set, u32 owner, u32 segment)
{
    SharedSet *shared = (SharedSet *)set_raise(h, set, owner, segment);
    shared->who = owner;
    shared->when = owner == GOROUTINE_MACHINE ? 0 : segment;
    return (HbSet *)shared;
}

/* If all of it is in `other` they will be one set from now on. */
HbSet *set_join_unrelated(Hybrid *h, HbSet *set, HbSet *other)
{
    if (set_is_pair(other))
        return set_raise(h, set, pair_of(other).owner, pair_of(other).segment);
    SharedSet *shared = own(h, set), *more = (SharedSet *)other;
    shared->clock = clock_join(&h->clocks, shared->clock, more->clock);
    if (shared->clock != more->clock)
        return (HbSet *)shared;
    set_drop(h, (HbSet *)shared);
    return set_again(other);
}
