/* Random walk. Where every access is a point of choice, long runs of one goroutine are rare; so in
 * some executions most accesses are passed over. */
#include "explore/sampler.h"

typedef struct RandomSampler {
    Sampler sampler;
    u32 odds; /* before one access in so many others may go on */
} RandomSampler;

static u32 random_pick(Chooser *self, const Choice *choice)
{
    RandomSampler *s = (RandomSampler *)self;
    s->sampler.picks++;
    u32 local = choice->kind == CHOOSE_GOROUTINE ? sampler_local(&s->sampler, choice) : UINT32_MAX;
    if (local < choice->options)
        return local;
    if (choice->kind == CHOOSE_GOROUTINE && choice->reason == SWITCH_ACCESS && s->odds > 1 &&
        rng_below(&s->sampler.rng, s->odds))
        return 0;
    return sampler_any(&s->sampler, choice);
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
    s->sampler.base = sampler_base(random_pick, random_free);
    s->sampler.begin = random_begin;
    return &s->sampler;
}
