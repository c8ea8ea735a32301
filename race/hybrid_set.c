/* What somebody knows, for the default detector: pairs and handouts. */
#include "race/hybrid.h"

static void add_block(Hybrid *h)
{
    Handout *block = xcalloc(HANDOUTS_IN_BLOCK, sizeof *block);
    vec_push(&h->blocks, block);
    for (u32 i = 0; i < HANDOUTS_IN_BLOCK; i++) {
        block[i].next = h->free;
        h->free = &block[i];
    }
}

static Handout *new_handout(Hybrid *h)
{
    if (!h->free)
        add_block(h);
    Handout *handout = h->free;
    h->free = handout->next;
    handout->stamp = 0;
    handout->refs = 1;
    handout->version = ++h->versions;
    return handout;
}

void set_free(Hybrid *h, Handout *handout)
{
    if (handout->base)
        clock_drop(&h->clocks, handout->base);
    handout->next = h->free;
    h->free = handout;
}

static void copy_pairs(Handout *to, const Pair *pair, u32 count)
{
    for (u32 i = 0; i < count; i++)
        to->pair[i] = pair[i];
    to->count = count;
}

/* A handout that is going to be changed in place. */
static Handout *own(Hybrid *h, HbSet *set)
{
    Handout *handout = (Handout *)set;
    if (!set_is_pair(set) && handout->refs == 1) {
        handout->version = ++h->versions;
        return handout;
    }
    Handout *copy = new_handout(h);
    if (set_is_pair(set)) {
        Pair pair = pair_of(set);
        copy->base = NULL;
        copy_pairs(copy, &pair, 1);
    } else {
        handout->refs--;
        copy->base = clock_share(handout->base);
        copy_pairs(copy, handout->pair, handout->count);
    }
    return copy;
}

/* Moves the pairs to the clock, all at once: the clock is mostly shared, so that the first costs
 * a copy, but of neighbours only the first. */
static void fold(Hybrid *h, Handout *handout)
{
    for (u32 i = 0; i < handout->count; i++)
        handout->base = clock_raise(&h->clocks, handout->base, handout->pair[i].owner,
                                    handout->pair[i].segment);
    handout->count = 0;
}

static void raise(Hybrid *h, Handout *handout, u32 owner, u32 segment)
{
    Pair *pair = handout_pair(handout, owner);
    if (pair) {
        pair->segment = segment;
        return;
    }
    if (handout->count == PAIRS)
        fold(h, handout);
    handout->pair[handout->count++] = (Pair){owner, segment};
}

HbSet *set_raise_more(Hybrid *h, HbSet *set, u32 owner, u32 segment)
{
    Handout *handout;
    if (set) {
        handout = own(h, set);
    } else {
        handout = new_handout(h);
        handout->base = NULL;
        handout->count = 0;
    }
    raise(h, handout, owner, segment);
    return (HbSet *)handout;
}

/* A set, not NULL, taken apart. */
typedef struct Parts {
    Clock *base;
    const Pair *pair;
    u32 count;
    Pair one;
} Parts;

static void take_apart(const HbSet *set, Parts *parts)
{
    const Handout *handout = (const Handout *)set;
    bool pair = set_is_pair(set);
    if (pair)
        parts->one = pair_of(set);
    parts->base = pair ? NULL : handout->base;
    parts->pair = pair ? &parts->one : handout->pair;
    parts->count = pair ? 1 : handout->count;
}

/* Whether the set knows all those pairs. */
static bool knows_pairs(const HbSet *set, const Parts *parts)
{
    for (u32 i = 0; i < parts->count; i++)
        if (parts->pair[i].segment > set_newest(set, parts->pair[i].owner))
            return false;
    return true;
}

HbSet *set_join_more(Hybrid *h, HbSet *set, HbSet *other)
{
    Parts a, b;
    take_apart(set, &a);
    take_apart(other, &b);
    if ((!b.base || a.base == b.base) && knows_pairs(set, &b))
        return set;
    if ((!a.base || a.base == b.base) && knows_pairs(other, &a)) {
        set_drop(h, set);
        return set_again(other);
    }
    Handout *sum = own(h, set);
    if (b.base)
        sum->base = clock_join(&h->clocks, sum->base, b.base);
    for (u32 i = 0; i < b.count; i++)
        if (b.pair[i].segment > set_newest((HbSet *)sum, b.pair[i].owner))
            raise(h, sum, b.pair[i].owner, b.pair[i].segment);
    return (HbSet *)sum;
}
