/* Strategies of gol fuzz: choosers that are used again and again, each time with another seed, and
 * may learn from one execution to the next. All ask to be asked everywhere, so that
 * `gol run --schedule` asks at the same points. */
#ifndef EXPLORE_FUZZ_SAMPLER_H
#define EXPLORE_FUZZ_SAMPLER_H

#include "base/rng.h"
#include "explore/executor/execution.h"

typedef struct Sampler Sampler;
struct Sampler {
    Chooser base; /* free is the strategy's */
    Executor *executor;
    Observer *observer;
    Rng rng;
    u32 depth;  /* --depth */
    u32 picks;  /* in this execution */
    u32 length; /* picks in a usual one; 0: there was none yet */
    /* Which goroutine goes on, where it matters: others can notice what any of the options does
     * next. Not asked in executions that have become much longer than usual: they go on at random,
     * so that no schedule is unfair for ever. */
    u32 (*next)(Sampler *self, const Choice *choice);
    void (*begin)(Sampler *self); /* an execution begins; NULL: nothing to do */
    /* It has ended; novel: it did what none did before. NULL: does not matter. */
    void (*end)(Sampler *self, const Execution *execution, bool novel);
};

typedef struct SamplerInfo {
    const char *name, *says;
    Sampler *(*make)(void);
} SamplerInfo;

/* All strategies, the default first. */
extern const SamplerInfo sampler_list[];
extern const u32 sampler_count;

/* NULL: there is no strategy of that name. Freed with base.free. */
Sampler *sampler_new(const char *name, Executor *executor, u32 depth);
/* Around each execution. */
void sampler_begin(Sampler *sampler, u64 seed);
void sampler_end(Sampler *sampler, const Execution *execution, bool novel);

/* For the strategies' own files: the part of a new sampler that is the same for all. */
Chooser sampler_base(void (*free_it)(Chooser *));
/* Uniformly at random: the answer to everything but which goroutine goes on. */
u32 sampler_any(Sampler *sampler, const Choice *choice);

/* A new one of each strategy, for sampler_list; sampler_new completes it. */
Sampler *sampler_random(void);
Sampler *sampler_pct(void);
Sampler *sampler_pos(void);
Sampler *sampler_urw(void);
Sampler *sampler_rff(void);
Sampler *sampler_pairs(void);
Sampler *sampler_mixed(void);

#endif
