/* Random walk. Where every access is a point of choice, long runs of one goroutine are rare; so in
 * some executions most accesses are passed over. */
#include "explore/fuzz/sampler.h"

typedef struct RandomSampler {
    Sampler sampler;
    u32 odds; /* others may go on before one access in `odds` */
} RandomSampler;

static u32 random_next(Sampler *sampler, const Choice *choice)
{
    u32 odds = ((RandomSampler *)sampler)->odds;
    if (choice->reason == SWITCH_ACCESS && odds > 1 && rng_below(&sampler->rng, odds))
        return 0;
    return sampler_any(sampler, choice);
}

static void random_begin(Sampler *sampler)
{
    static const u8 odds[] = {1, 1, 4, 16};
    ((RandomSampler *)sampler)->odds = odds[rng_below(&sampler->rng, COUNT_OF(odds))];
}

static void random_free(Chooser *self)
{
    free(self);
}

Sampler *sampler_random(void)
{
    RandomSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(random_free);
    s->sampler.next = random_next;
    s->sampler.begin = random_begin;
    return &s->sampler;
}
