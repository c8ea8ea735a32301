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

/* Four slots at once. Segments have 31 bits: there is no comparison without sign on x86-64. */
typedef i32 Lanes __attribute__((vector_size(16), aligned(4), may_alias));

static Lanes *lanes(u32 *slots, u32 i)
{
    return (Lanes *)&slots[i];
}

static bool any(Lanes of)
{
    u64 halves[2];
    memcpy(halves, &of, sizeof halves);
    return halves[0] | halves[1];
}

/* How the slots of two sets compare; their clocks are not asked. */
typedef struct Comparison {
    bool first, second; /* says something that the slots of the other do not */
    bool clash;         /* a slot is for one goroutine here and for another there */
} Comparison;

static Comparison compare_slots(Handout *a, Handout *b)
{
    Lanes first = {0}, second = {0}, clash = {0};
    for (u32 i = 0; i < SLOTS; i += 4) {
        Lanes sa = *lanes(a->segment, i), sb = *lanes(b->segment, i);
        Lanes apart = *lanes(a->owner, i) ^ *lanes(b->owner, i);
        Lanes apart_a = apart & (sa != 0), apart_b = apart & (sb != 0);
        first |= (sa > sb) | apart_a;
        second |= (sb > sa) | apart_b;
        clash |= apart_a & (sb != 0);
    }
    return (Comparison){any(first), any(second), any(clash)};
}

static void add_slots(Hybrid *h, Handout *sum, Handout *b, bool clash)
{
    for (u32 i = 0; i < SLOTS && !clash; i += 4) {
        Lanes *owner = lanes(sum->owner, i), *segment = lanes(sum->segment, i);
        Lanes other = *lanes(b->segment, i), newer = other > *segment;
        *owner = (newer & *lanes(b->owner, i)) | (~newer & *owner);
        *segment = (newer & other) | (~newer & *segment);
    }
    for (u32 i = 0; i < SLOTS && clash; i++)
        if (b->segment[i])
            raise_if_newer(h, sum, b->owner[i], b->segment[i]);
}

static HbSet *join_handouts(Hybrid *h, HbSet *set, HbSet *other)
{
    Handout *a = (Handout *)set, *b = (Handout *)other;
    Comparison more = compare_slots(a, b);
    if (!more.second && (!b->base || a->base == b->base))
        return set;
    if (!more.first && (!a->base || a->base == b->base)) {
        set_drop(h, set);
        return set_again(other);
    }
    Handout *sum = own(h, set);
    if (b->base)
        sum->base = clock_join(&h->clocks, sum->base, b->base);
    add_slots(h, sum, b, more.clash);
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
