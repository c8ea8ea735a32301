/* What goroutines, locks and messages know, for the default detector: pairs and shared sets. */
#include <string.h>

#include "race/entries.h"
#include "race/hybrid/hybrid.h"

/* Memory --------------------------------------------------------------------------------------- */

static void add_block(Hybrid *h, bool small)
{
    size_t size = sizeof(SharedSet) + (small ? SMALL_SET * sizeof(u32) : 0);
    char *block = xmalloc(SETS_IN_BLOCK * size);
    vec_push(&h->blocks, block);
    h->set_bytes += SETS_IN_BLOCK * size;
    for (u32 i = 0; i < SETS_IN_BLOCK; i++) {
        SharedSet *set = (SharedSet *)(block + i * size);
        set->next = h->free[small];
        h->free[small] = set;
    }
}

/* Its clock or entries are for the caller to fill. */
static inline SharedSet *new_shared(Hybrid *h, bool small)
{
    if (!h->free[small])
        add_block(h, small);
    SharedSet *shared = h->free[small];
    h->free[small] = shared->next;
    h->small_sets += small;
    shared->refs = 1;
    shared->stamp = 0;
    shared->when = 0;
    shared->small = small;
    return shared;
}

static SharedSet *new_large(Hybrid *h, Clock *clock)
{
    SharedSet *shared = new_shared(h, false);
    shared->clock = clock;
    return shared;
}

void set_free(Hybrid *h, SharedSet *shared)
{
    if (shared->small)
        h->small_sets--;
    else
        clock_drop(&h->clocks, shared->clock);
    shared->next = h->free[shared->small];
    h->free[shared->small] = shared;
}

/* Sets to change ------------------------------------------------------------------------------- */

/* A shared set that knows the same (`set` is taken over), has no other reference and no identity:
 * it is going to be changed in place. Small if it can be. */
static SharedSet *own(Hybrid *h, HbSet *set)
{
    SharedSet *shared = (SharedSet *)set;
    if (set && !set_is_pair(set) && shared->refs == 1) {
        shared->when = 0;
        return shared;
    }
    Pair pair = set_is_pair(set) ? pair_of(set) : (Pair){0};
    if (pair.owner >= SMALL_SET)
        return new_large(h, clock_raise(&h->clocks, NULL, pair.owner, pair.segment));
    if (!set || set_is_pair(set)) {
        shared = new_shared(h, true);
        memset(shared->entry, 0, SMALL_SET * sizeof(u32));
        shared->entry[pair.owner] = pair.segment;
        return shared;
    }
    shared->refs--;
    if (!shared->small)
        return new_large(h, clock_share(shared->clock));
    SharedSet *copy = new_shared(h, true);
    memcpy(copy->entry, shared->entry, SMALL_SET * sizeof(u32));
    return copy;
}

/* The same for a set that will have to know more than SMALL_SET goroutines: a large one. */
static SharedSet *own_large(Hybrid *h, HbSet *set)
{
    SharedSet *shared = own(h, set);
    if (!shared->small)
        return shared;
    SharedSet *large = new_large(h, clock_of_entries(&h->clocks, shared->entry));
    set_free(h, shared);
    return large;
}

HbSet *set_raise(Hybrid *h, HbSet *set, u32 owner, u32 segment)
{
    SharedSet *shared = owner < SMALL_SET ? own(h, set) : own_large(h, set);
    if (!shared->small)
        shared->clock = clock_raise(&h->clocks, shared->clock, owner, segment);
    else if (shared->entry[owner] < segment)
        shared->entry[owner] = segment;
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

/* Joining -------------------------------------------------------------------------------------- */

/* Two small ones. */
static HbSet *join_small(Hybrid *h, SharedSet *set, SharedSet *other)
{
    Newer newer = entries_newer(set->entry, other->entry, SMALL_SET);
    if (!(newer & NEWER_IN_B))
        return (HbSet *)set;
    if (!(newer & NEWER_IN_A)) {
        set_drop(h, (HbSet *)set);
        return set_again((HbSet *)other);
    }
    SharedSet *sum = set;
    if (set->refs > 1) {
        set->refs--;
        sum = new_shared(h, true);
    }
    sum->when = 0;
    entries_join(sum->entry, set->entry, other->entry, SMALL_SET);
    return (HbSet *)sum;
}

/* If all of it is in `other` they will be one set from now on. */
static HbSet *join_large(Hybrid *h, HbSet *set, SharedSet *other)
{
    SharedSet *shared = own_large(h, set);
    shared->clock = clock_join(&h->clocks, shared->clock, other->clock);
    if (shared->clock != other->clock)
        return (HbSet *)shared;
    set_free(h, shared);
    return set_again((HbSet *)other);
}

HbSet *set_join_unrelated(Hybrid *h, HbSet *set, HbSet *other)
{
    if (set_is_pair(other))
        return set_raise(h, set, pair_of(other).owner, pair_of(other).segment);
    SharedSet *more = (SharedSet *)other;
    if (!more->small)
        return join_large(h, set, more);
    SharedSet *shared = (SharedSet *)set;
    if (!set || set_is_pair(set))
        shared = own(h, set);
    if (shared->small)
        return join_small(h, shared, more);
    SharedSet *large = new_large(h, clock_of_entries(&h->clocks, more->entry));
    set = join_large(h, (HbSet *)shared, large);
    set_drop(h, (HbSet *)large);
    return set;
}
