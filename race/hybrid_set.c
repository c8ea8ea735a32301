/* What somebody knows, for the default detector: pairs and handouts. */
#include <string.h>

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

/* A handout that is going to be changed in place. */
static Handout *own(Hybrid *h, HbSet *set)
{
    Handout *handout = (Handout *)set;
    if (set && !set_is_pair(set) && handout->refs == 1) {
        handout->version = ++h->versions;
        return handout;
    }
    Handout *copy = new_handout(h);
    if (set && !set_is_pair(set)) {
        handout->refs--;
        copy->base = clock_share(handout->base);
        memcpy(copy->owner, handout->owner, sizeof copy->owner);
        memcpy(copy->segment, handout->segment, sizeof copy->segment);
        return copy;
    }
    copy->base = NULL;
    memset(copy->owner, 0, sizeof copy->owner);
    memset(copy->segment, 0, sizeof copy->segment);
    if (set) {
        Pair pair = pair_of(set);
        copy->owner[pair.owner % SLOTS] = pair.owner;
        copy->segment[pair.owner % SLOTS] = pair.segment;
    }
    return copy;
}

/* Who was in the slot moves to the clock. */
static void raise(Hybrid *h, Handout *handout, u32 owner, u32 segment)
{
    u32 slot = owner % SLOTS;
    if (handout->segment[slot] && handout->owner[slot] != owner)
        handout->base = clock_raise(&h->clocks, handout->base, handout->owner[slot],
                                    handout->segment[slot]);
    handout->owner[slot] = owner;
    handout->segment[slot] = segment;
}

HbSet *set_raise_more(Hybrid *h, HbSet *set, u32 owner, u32 segment)
{
    Handout *handout = own(h, set);
    raise(h, handout, owner, segment);
    return (HbSet *)handout;
}

static void raise_if_newer(Hybrid *h, Handout *handout, u32 owner, u32 segment)
{
    if (segment > set_newest((HbSet *)handout, owner))
        raise(h, handout, owner, segment);
}

/* Whether `a` knows all that the slots of `b` say, slot by slot; the clock of `a` is not asked.
 * Without jumps, so that the compiler does several at once. */
static bool knows_slots(const Handout *a, const Handout *b)
{
    u32 more = 0;
    for (u32 i = 0; i < SLOTS; i++) {
        u32 newer = b->segment[i] > a->segment[i], apart = a->owner[i] ^ b->owner[i];
        more |= newer | (b->segment[i] ? apart : 0);
    }
    return !more;
}

static bool knows_all(const Handout *a, const Handout *b)
{
    return (!b->base || a->base == b->base) && knows_slots(a, b);
}

static void add_slots(Hybrid *h, Handout *sum, const Handout *b)
{
    u32 apart = 0;
    for (u32 i = 0; i < SLOTS; i++)
        apart |= b->segment[i] ? sum->owner[i] ^ b->owner[i] : 0;
    if (!apart) {
        for (u32 i = 0; i < SLOTS; i++)
            sum->segment[i] = sum->segment[i] > b->segment[i] ? sum->segment[i] : b->segment[i];
        return;
    }
    for (u32 i = 0; i < SLOTS; i++)
        if (b->segment[i])
            raise_if_newer(h, sum, b->owner[i], b->segment[i]);
}

static HbSet *join_handouts(Hybrid *h, HbSet *set, HbSet *other)
{
    const Handout *a = (Handout *)set, *b = (Handout *)other;
    if (knows_all(a, b))
        return set;
    if (knows_all(b, a)) {
        set_drop(h, set);
        return set_again(other);
    }
    Handout *sum = own(h, set);
    if (b->base)
        sum->base = clock_join(&h->clocks, sum->base, b->base);
    add_slots(h, sum, b);
    return (HbSet *)sum;
}

/* The pair joins the set, or the other way round: `set` may be either. */
static HbSet *join_pair(Hybrid *h, HbSet *set, Pair pair)
{
    if (pair.segment <= set_newest(set, pair.owner))
        return set;
    return set_raise_more(h, set, pair.owner, pair.segment);
}

HbSet *set_join_more(Hybrid *h, HbSet *set, HbSet *other)
{
    if (set_is_pair(other))
        return join_pair(h, set, pair_of(other));
    if (set_is_pair(set))
        return join_pair(h, set_again(other), pair_of(set));
    return join_handouts(h, set, other);
}
