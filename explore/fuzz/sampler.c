/* The table of strategies, and what all of them share: fairness and local steps. */
#include "explore/fuzz/sampler.h"

#include <string.h>

#include "explore/schedule/choosers.h"

/* An execution is long if it has more than FAIR_AFTER + FAIR_TIMES times the usual picks. */
enum { FAIR_AFTER = 10000, FAIR_TIMES = 20 };

const SamplerInfo sampler_list[] = {
    {"mixed", "all of the others, most of them that which finds most that is new", sampler_mixed},
    {"random", "any goroutine may go on at every point", sampler_random},
    {"pct", "priorities that change at --depth points", sampler_pct},
    {"pos", "a new random priority for each event, and for those it conflicts with", sampler_pos},
    {"urw", "at random, weighted by what each goroutine has left to do", sampler_urw},
    {"rff", "reads are made to see the writes they have not seen yet", sampler_rff},
    {"pairs", "accesses that gol vet does not prove are brought together (--facts)", sampler_pairs},
};
const u32 sampler_count = COUNT_OF(sampler_list);

Sampler *sampler_new(const char *name, Executor *executor, u32 depth)
{
    for (u32 i = 0; i < sampler_count; i++) {
        if (strcmp(sampler_list[i].name, name))
            continue;
        Sampler *sampler = sampler_list[i].make();
        CHECK(!executor_config(executor)->single); /* it learns from the observer */
        sampler->executor = executor;
        sampler->observer = executor_observer(executor);
        sampler->depth = depth;
        return sampler;
    }
    return NULL;
}

void sampler_begin(Sampler *sampler, u64 seed)
{
    sampler->rng.state = seed;
    sampler->picks = 0;
    if (sampler->begin)
        sampler->begin(sampler);
}

/* About the median: executions that were long for want of fairness weigh no more than others. */
static u32 usual_length(u32 length, u32 picks)
{
    if (!length)
        return picks;
    return picks > length ? length + length / 8 + 1 : length - length / 8;
}

void sampler_end(Sampler *sampler, const Execution *execution, bool novel)
{
    sampler->length = usual_length(sampler->length, sampler->picks);
    if (sampler->end)
        sampler->end(sampler, execution, novel);
}

u32 sampler_any(Sampler *sampler, const Choice *choice)
{
    return chooser_draw(&sampler->rng, choice);
}

/* A goroutine that has started or been woken and stands somewhere before the next step that others
 * can notice: what it does up to there is its own business, so it may as well go first. Index of
 * such an option, or choice->options: all stand just before such a step. */
static u32 local_option(const Sampler *sampler, const Choice *choice)
{
    u32 i = choice->reason != SWITCH_BLOCKED;
    for (const G *g = executor_vm(sampler->executor)->sched.head; g; g = g->next, i++)
        if (g->again == AGAIN_NO && !g->yielded)
            return i;
    return choice->options;
}

/* The second half of the steps that an execution may take is random in any case. */
static bool must_be_fair(const Sampler *sampler)
{
    u64 most = executor_config(sampler->executor)->max_steps;
    return sampler->picks > FAIR_AFTER + FAIR_TIMES * sampler->length ||
           (most && executor_vm(sampler->executor)->steps > most / 2);
}

static u32 pick(Chooser *self, const Choice *choice)
{
    Sampler *sampler = (Sampler *)self;
    if (chooser_lets_fire(choice))
        return choice->options;
    u32 option = choice->kind == CHOOSE_GOROUTINE ? local_option(sampler, choice)
                                                  : sampler_any(sampler, choice);
    if (option >= choice->options)
        option =
            must_be_fair(sampler) ? sampler_any(sampler, choice) : sampler->next(sampler, choice);
    CHECK(option < choice->options);
    sampler->picks++;
    return option;
}

Chooser sampler_base(void (*free_it)(Chooser *))
{
    return (Chooser){.pick = pick,
                     .free = free_it,
                     .preempt_sync = true,
                     .preempt_accesses = true,
                     .slice = EXPLORE_SLICE};
}
