/* What somebody knows, for the default detector: pairs and handouts. */
#include <string.h>

#include "race/hybrid/hybrid.h"

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

/* The handout itself if nobody else has it, or another with the same clock, whose slots are to be
 * filled. */
static Handout *replace(Hybrid *h, Handout *handout)
{
    if (handout->refs == 1) {
        handout->version = ++h->versions;
        return handout;
    }
    Handout *other = new_handout(h);
    handout->refs--;
    other->base = clock_share(handout->base);
    return other;
}

/* A handout that is going to be changed in place. */
static Handout *own(Hybrid *h, HbSet *set)
{
    Handout *handout = (Handout *)set;
    if (set && !set_is_pair(set)) {
        Handout *copy = replace(h, handout);
        if (copy != handout) {
            memcpy(copy->owner, handout->owner, sizeof copy->owner);
            memcpy(copy->segment, handout->segment, sizeof copy->segment);
        }
        return copy;
    }
    Handout *copy = new_handout(h);
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
        handout->base =
            clock_raise(&h->clocks, handout->base, handout->owner[slot], handout->segment[slot]);
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

/* Slots are compared and joined several at once: how many, the instructions available decide.
 * Segments have 31 bits: there is no comparison without sign on x86-64. */
#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#define HAS_AVX2 CPU_FEATURE_ACTIVE(AVX2)
#define WITH_AVX2 __attribute__((target("avx2")))
#else
#define HAS_AVX2 false
#define WITH_AVX2
#endif

enum { LANES = 8 };
typedef i32 Lanes __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

INLINE Lanes *lanes(const u32 *slots, u32 i)
{
    return (Lanes *)&slots[i];
}

INLINE bool any(const Lanes *of)
{
    u64 parts[LANES / 2];
    memcpy(parts, of, sizeof parts);
    return (parts[0] | parts[1]) | (parts[2] | parts[3]);
}

/* Whether all that the slots of b say is said by those of a. */
INLINE bool covers_slots(const Handout *a, const Handout *b)
{
    Lanes more = {0};
    for (u32 i = 0; i < SLOTS; i += LANES) {
        Lanes sa = *lanes(a->segment, i), sb = *lanes(b->segment, i);
        more |= (sb > sa) | ((*lanes(a->owner, i) ^ *lanes(b->owner, i)) & ~(sb == 0));
    }
    return !any(&more);
}

INLINE bool covers(const Handout *a, const Handout *b)
{
    return (!b->base || a->base == b->base) && covers_slots(a, b);
}

/* Whether a slot is for one goroutine here and for another there. */
INLINE bool slots_clash(const Handout *a, const Handout *b)
{
    Lanes clash = {0};
    for (u32 i = 0; i < SLOTS; i += LANES)
        clash |= (*lanes(a->owner, i) ^ *lanes(b->owner, i)) &
                 ~((*lanes(a->segment, i) == 0) | (*lanes(b->segment, i) == 0));
    return any(&clash);
}

/* sum may be a. There is no clash. */
INLINE void add_slots(Handout *sum, const Handout *a, const Handout *b)
{
    for (u32 i = 0; i < SLOTS; i += LANES) {
        Lanes sa = *lanes(a->segment, i), sb = *lanes(b->segment, i), newer = sb > sa;
        *lanes(sum->owner, i) = (newer & *lanes(b->owner, i)) | (~newer & *lanes(a->owner, i));
        *lanes(sum->segment, i) = (newer & sb) | (~newer & sa);
    }
}

/* Both say something that the other does not. */
INLINE HbSet *sum_handouts(Hybrid *h, Handout *a, const Handout *b)
{
    bool clash = slots_clash(a, b);
    Handout *sum = clash ? own(h, (HbSet *)a) : replace(h, a);
    if (b->base)
        sum->base = clock_join(&h->clocks, sum->base, b->base);
    if (!clash)
        add_slots(sum, a, b);
    for (u32 i = 0; clash && i < SLOTS; i++)
        if (b->segment[i])
            raise_if_newer(h, sum, b->owner[i], b->segment[i]);
    return (HbSet *)sum;
}

/* Of two sets of which one covers the other that is nearly always the newer one: only this is
 * asked. */
INLINE HbSet *join_handouts(Hybrid *h, HbSet *set, HbSet *other)
{
    Handout *a = (Handout *)set, *b = (Handout *)other;
    if (b->version < a->version) {
        if (covers(a, b))
            return set;
    } else if (covers(b, a)) {
        set_drop(h, set);
        return set_again(other);
    }
    return sum_handouts(h, a, b);
}

static HbSet *join_plainly(Hybrid *h, HbSet *set, HbSet *other)
{
    return join_handouts(h, set, other);
}

WITH_AVX2 static HbSet *join_avx2(Hybrid *h, HbSet *set, HbSet *other)
{
    return join_handouts(h, set, other);
}

/* The pair joins the set, or the other way round: `set` may be either. */
static HbSet *join_pair(Hybrid *h, HbSet *set, Pair pair)
{
    if (pair.segment <= set_newest(set, pair.owner))
        return set;
    return set_raise_more(h, set, pair.owner, pair.segment);
}

void set_begin(Hybrid *h)
{
    h->avx2 = HAS_AVX2;
}

HbSet *set_join_more(Hybrid *h, HbSet *set, HbSet *other)
{
    if (set_is_pair(other))
        return join_pair(h, set, pair_of(other));
    if (set_is_pair(set))
        return join_pair(h, set_again(other), pair_of(set));
    return h->avx2 ? join_avx2(h, set, other) : join_plainly(h, set, other);
}
