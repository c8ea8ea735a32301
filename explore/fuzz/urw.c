/* Uniform random walk: a goroutine goes on with a probability in proportion to the events it has
 * left, with those of the goroutines it will start; all interleavings are then equally likely if
 * the guess, taken from earlier executions, is right. */
#include "explore/fuzz/sampler.h"

typedef struct UrwSampler {
    Sampler sampler;
    VEC(u32) unborn; /* by goroutine: events of those it is still to start */
    u32 born;        /* numbers below have been accounted for */
} UrwSampler;

static u32 total(const UrwSampler *s, u32 goroutine)
{
    u32 events = s->sampler.observer->threads.data[goroutine].total;
    return events ? events : 1;
}

/* From the last goroutine to the first: children have higher numbers than their parents. */
static void urw_begin(Sampler *sampler)
{
    UrwSampler *s = (UrwSampler *)sampler;
    u32 n = sampler->observer->threads.len;
    vec_reserve(&s->unborn, n + 1);
    s->unborn.len = n;
    CHECK(sampler->observer->alive <= n);
    s->born = GOROUTINE_MAIN + 1;
    if (!n)
        return;
    memset(s->unborn.data, 0, n * sizeof *s->unborn.data);
    for (u32 i = n; i-- > GOROUTINE_MAIN + 1;) {
        u32 parent = sampler->observer->threads.data[i].parent;
        if (parent < i)
            s->unborn.data[parent] += total(s, i) + s->unborn.data[i];
    }
}

static void account(UrwSampler *s)
{
    for (; s->born < s->sampler.observer->alive && s->born < s->unborn.len; s->born++) {
        u32 parent = s->sampler.observer->threads.data[s->born].parent;
        u32 weight = total(s, s->born) + s->unborn.data[s->born];
        if (parent < s->born && s->unborn.data[parent] >= weight)
            s->unborn.data[parent] -= weight;
    }
}

static u32 weight_of(const UrwSampler *s, u32 goroutine)
{
    u32 unborn = goroutine < s->unborn.len ? s->unborn.data[goroutine] : 0;
    return observer_left(s->sampler.observer, goroutine) + unborn;
}

static u32 urw_next(Sampler *sampler, const Choice *choice)
{
    UrwSampler *s = (UrwSampler *)sampler;
    account(s);
    u32 sum = 0;
    for (u32 i = 0; i < choice->options; i++)
        sum += weight_of(s, choice->ids[i]);
    CHECK(sum >= choice->options); /* each has one event left at least */
    u32 at = rng_below(&s->sampler.rng, sum);
    u32 i = 0;
    for (; i + 1 < choice->options; i++) {
        u32 weight = weight_of(s, choice->ids[i]);
        if (at < weight)
            break;
        at -= weight;
    }
    return i;
}

static void urw_free(Chooser *self)
{
    UrwSampler *s = (UrwSampler *)self;
    vec_free(&s->unborn);
    free(s);
}

Sampler *sampler_urw(void)
{
    UrwSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(urw_free);
    s->sampler.next = urw_next;
    s->sampler.begin = urw_begin;
    return &s->sampler;
}
