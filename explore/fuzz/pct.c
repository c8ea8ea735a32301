/* Probabilistic concurrency testing (Burckhardt et al., 2010): each goroutine has a random
 * priority, the highest goes on; at depth - 1 random points of the execution the running one falls
 * below all others. A bug that needs d ordered points is found with probability 1/(n k^(d-1)).
 * Spinning goroutines fall too. */
#include "explore/fuzz/sampler.h"

enum { CHANGES = 32 };

typedef struct PctSampler {
    Sampler sampler;
    VEC(u64) priority; /* by goroutine; 0: none yet */
    u32 changes[CHANGES];
    u32 change_count;
    u64 lowest; /* the next to fall gets this; goes down */
} PctSampler;

static void pct_begin(Sampler *sampler)
{
    PctSampler *s = (PctSampler *)sampler;
    if (s->priority.len)
        memset(s->priority.data, 0, s->priority.len * sizeof *s->priority.data);
    u32 length = sampler->length ? sampler->length : 64;
    u32 most = sampler->depth < CHANGES ? sampler->depth : CHANGES;
    s->change_count = most ? most - 1 : 0;
    for (u32 i = 0; i < s->change_count; i++)
        s->changes[i] = rng_below(&sampler->rng, length);
    s->lowest = 1u << 31;
}

static u64 *priority_of(PctSampler *s, u32 goroutine)
{
    vec_extend(&s->priority, goroutine + 1);
    u64 *priority = &s->priority.data[goroutine];
    if (!*priority)
        *priority = rng_next(&s->sampler.rng) >> 1 | 1ull << 32;
    CHECK(*priority); /* 0 would be none */
    return priority;
}

static bool falls(const PctSampler *s, const Choice *choice)
{
    if (choice->reason == SWITCH_BLOCKED)
        return false;
    if (choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD)
        return true;
    for (u32 i = 0; i < s->change_count; i++)
        if (s->changes[i] == s->sampler.picks)
            return true;
    return false;
}

static u32 pct_next(Sampler *sampler, const Choice *choice)
{
    PctSampler *s = (PctSampler *)sampler;
    if (falls(s, choice))
        *priority_of(s, choice->ids[0]) = s->lowest--;
    CHECK(s->lowest > 0 && s->lowest <= 1u << 31); /* below every drawn priority */
    u32 best = 0;
    for (u32 i = 1; i < choice->options; i++)
        if (*priority_of(s, choice->ids[i]) > *priority_of(s, choice->ids[best]))
            best = i;
    return best;
}

static void pct_free(Chooser *self)
{
    PctSampler *s = (PctSampler *)self;
    vec_free(&s->priority);
    free(s);
}

Sampler *sampler_pct(void)
{
    PctSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(pct_free);
    s->sampler.next = pct_next;
    s->sampler.begin = pct_begin;
    return &s->sampler;
}
