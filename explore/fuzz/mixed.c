/* A portfolio: no single strategy is best for all programs. Two executions of three go round, more
 * than half of them to the strategy that needs fewest in most programs; the third goes to one in
 * proportion to how often it lately did something new. */
#include "explore/fuzz/sampler.h"

typedef enum ArmName { RFF, RANDOM, POS, URW, PCT, PCT_DEEP, PAIRS, ARMS } ArmName;

/* At first the strategy that is best at short searches. */
enum { EARLY = 6 };

typedef struct Arm {
    Sampler *sampler;
    double score; /* share of novel executions, newer ones weighing more */
} Arm;

typedef struct MixedSampler {
    Sampler sampler;
    Arm arms[ARMS];
    u32 round;
    bool for_pair;
    Arm *now;
} MixedSampler;

static void make_arms(MixedSampler *s)
{
    static const char *const names[ARMS] = {
        [RFF] = "rff", [RANDOM] = "random", [POS] = "pos",     [URW] = "urw",
        [PCT] = "pct", [PCT_DEEP] = "pct",  [PAIRS] = "pairs",
    };
    u32 depth = s->sampler.depth;
    for (u32 i = 0; i < ARMS; i++) {
        u32 own = i == PCT_DEEP ? depth + 2 : depth;
        s->arms[i] = (Arm){sampler_new(names[i], s->sampler.executor, own), 1.0};
    }
}

static Arm *by_score(MixedSampler *s)
{
    double sum = 0;
    for (u32 i = 0; i < PAIRS; i++)
        sum += s->arms[i].score + 0.01;
    double at = sum * ((double)(rng_next(&s->sampler.rng) >> 11) * 0x1p-53);
    for (u32 i = 0; i < PAIRS; i++) {
        at -= s->arms[i].score + 0.01;
        if (at < 0)
            return &s->arms[i];
    }
    return &s->arms[0];
}

/* Where it is known which accesses may race, every other execution is for one such pair. */
static bool is_for_pair(MixedSampler *s)
{
    const TargetList *targets = executor_config(s->sampler.executor)->targets;
    s->for_pair = targets && targets->len && !s->for_pair;
    return s->for_pair;
}

static void mixed_begin(Sampler *sampler)
{
    MixedSampler *s = (MixedSampler *)sampler;
    if (!s->arms[0].sampler)
        make_arms(s);
    static const u8 rounds[] = {RFF, RFF, POS, RFF, RANDOM, RFF, RFF,     URW,
                                RFF, PCT, RFF, RFF, RANDOM, RFF, PCT_DEEP};
    u32 round = is_for_pair(s) ? s->round : s->round++;
    u32 turn = round / 3 * 2 + round % 3;
    if (s->for_pair)
        s->now = &s->arms[PAIRS];
    else if (round < EARLY)
        s->now = &s->arms[RFF];
    else
        s->now = round % 3 == 2 ? by_score(s) : &s->arms[rounds[turn % COUNT_OF(rounds)]];
    sampler_begin(s->now->sampler, rng_next(&sampler->rng));
}

static void mixed_end(Sampler *sampler, const Execution *execution, bool novel)
{
    Arm *arm = ((MixedSampler *)sampler)->now;
    CHECK(arm->score >= 0 && arm->score <= 1);
    sampler_end(arm->sampler, execution, novel);
    arm->score += ((novel ? 1.0 : 0.0) - arm->score) / 32;
}

static u32 mixed_pick(Chooser *self, const Choice *choice)
{
    MixedSampler *s = (MixedSampler *)self;
    s->sampler.picks++;
    Chooser *chooser = &s->now->sampler->base;
    return chooser_pick(chooser, choice);
}

static void mixed_free(Chooser *self)
{
    MixedSampler *s = (MixedSampler *)self;
    for (u32 i = 0; i < ARMS; i++)
        if (s->arms[i].sampler)
            s->arms[i].sampler->base.free(&s->arms[i].sampler->base);
    free(s);
}

Sampler *sampler_mixed(void)
{
    MixedSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(mixed_free);
    s->sampler.base.pick = mixed_pick;
    s->sampler.begin = mixed_begin;
    s->sampler.end = mixed_end;
    return &s->sampler;
}
