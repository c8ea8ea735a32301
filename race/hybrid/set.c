/* What goroutines, locks and messages know, for the default detector: pairs and shared sets. */
#include <string.h>

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

static SharedSet *new_shared(Hybrid *h)
{
    if (!h->free)
        add_block(h);
    SharedSet *shared = h->free;
    h->free = shared->next;
    shared->stamp = 0;
    shared->refs = 1;
    shared->version = ++h->versions;
    return shared;
}

void set_free(Hybrid *h, SharedSet *shared)
{
    if (shared->base)
        clock_drop(&h->clocks, shared->base);
    shared->next = h->free;
    h->free = shared;
}

/* The set itself if its reference is the only one, or another with the same clock, whose slots are
 * to be filled. */
static SharedSet *replace(Hybrid *h, SharedSet *shared)
{
    if (shared->refs == 1) {
        shared->version = ++h->versions;
        return shared;
    }
    SharedSet *other = new_shared(h);
    shared->refs--;
    other->base = clock_share(shared->base);
    return other;
}

/* A shared set that is going to be changed in place. */
static SharedSet *own(Hybrid *h, HbSet *set)
{
    SharedSet *shared = (SharedSet *)set;
    if (set && !set_is_pair(set)) {
        SharedSet *copy = replace(h, shared);
        if (copy != shared) {
            memcpy(copy->owner, shared->owner, sizeof copy->owner);
            memcpy(copy->segment, shared->segment, sizeof copy->segment);
        }
        return copy;
    }
    SharedSet *copy = new_shared(h);
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

/* The goroutine that was in the slot moves to the clock. */
static void raise(Hybrid *h, SharedSet *shared, u32 owner, u32 segment)
{
    u32 slot = owner % SLOTS;
    if (shared->segment[slot] && shared->owner[slot] != owner)
        shared->base =
            clock_raise(&h->clocks, shared->base, shared->owner[slot], shared->segment[slot]);
    shared->owner[slot] = owner;
    shared->segment[slot] = segment;
}

HbSet *set_raise_more(Hybrid *h, HbSet *set, u32 owner, u32 segment)
{
    SharedSet *shared = own(h, set);
    raise(h, shared, owner, segment);
    return (HbSet *)shared;
}

static void raise_if_newer(Hybrid *h, SharedSet *shared, u32 owner, u32 segment)
{
    if (segment > set_newest((HbSet *)shared, owner))
        raise(h, shared, owner, segment);
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
INLINE bool covers_slots(const SharedSet *a, const SharedSet *b)
{
    Lanes more = {0};
    for (u32 i = 0; i < SLOTS; i += LANES) {
        Lanes sa = *lanes(a->segment, i), sb = *lanes(b->segment, i);
        more |= (sb > sa) | ((*lanes(a->owner, i) ^ *lanes(b->owner, i)) & ~(sb == 0));
    }
    return !any(&more);
}

INLINE bool covers(const SharedSet *a, const SharedSet *b)
{
    return (!b->base || a->base == b->base) && covers_slots(a, b);
}

/* Whether a slot is for one goroutine here and for another there. */
INLINE bool slots_clash(const SharedSet *a, const SharedSet *b)
{
    Lanes clash = {0};
    for (u32 i = 0; i < SLOTS; i += LANES)
        clash |= (*lanes(a->owner, i) ^ *lanes(b->owner, i)) &
                 ~((*lanes(a->segment, i) == 0) | (*lanes(b->segment, i) == 0));
    return any(&clash);
}

/* sum may be a. There is no clash. */
INLINE void add_slots(SharedSet *sum, const SharedSet *a, const SharedSet *b)
{
    for (u32 i = 0; i < SLOTS; i += LANES) {
        Lanes sa = *lanes(a->segment, i), sb = *lanes(b->segment, i), newer = sb > sa;
        *lanes(sum->owner, i) = (newer & *lanes(b->owner, i)) | (~newer & *lanes(a->owner, i));
        *lanes(sum->segment, i) = (newer & sb) | (~newer & sa);
    }
}

/* Both say something that the other does not. */
INLINE HbSet *sum_shared(Hybrid *h, SharedSet *a, const SharedSet *b)
{
    bool clash = slots_clash(a, b);
    SharedSet *sum = clash ? own(h, (HbSet *)a) : replace(h, a);
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
INLINE HbSet *join_shared(Hybrid *h, HbSet *set, HbSet *other)
{
    SharedSet *a = (SharedSet *)set, *b = (SharedSet *)other;
    if (b->version < a->version) {
        if (covers(a, b))
            return set;
    } else if (covers(b, a)) {
        set_drop(h, set);
        return set_again(other);
    }
    return sum_shared(h, a, b);
}

static HbSet *join_plainly(Hybrid *h, HbSet *set, HbSet *other)
{
    return join_shared(h, set, other);
}

WITH_AVX2 static HbSet *join_avx2(Hybrid *h, HbSet *set, HbSet *other)
{
    return join_shared(h, set, other);
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
