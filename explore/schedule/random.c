/* Random walk: a uniform choice at every point but tracked accesses. */
#include "base/rng.h"
#include "explore/schedule/choosers.h"

/* Preempt before one tracked access in ACCESS_ODDS. */
enum { ACCESS_ODDS = 8 };

typedef struct RandomChooser {
    Chooser base;
    Rng rng;
    bool whole_slices; /* no preemption but at the end of a slice */
} RandomChooser;

static u32 random_pick(Chooser *self, const Choice *choice)
{
    RandomChooser *chooser = (RandomChooser *)self;
    if (choice->kind == CHOOSE_GOROUTINE && chooser->whole_slices &&
        (choice->reason == SWITCH_ACCESS || choice->reason == SWITCH_SYNC))
        return 0;
    if (choice->kind == CHOOSE_GOROUTINE && choice->reason == SWITCH_ACCESS &&
        rng_below(&chooser->rng, ACCESS_ODDS))
        return 0;
    if (chooser_lets_fire(choice))
        return choice->options;
    return chooser_draw(&chooser->rng, choice);
}

static void random_free(Chooser *self)
{
    free(self);
}

Chooser *chooser_random(u64 seed)
{
    RandomChooser *chooser = xcalloc(1, sizeof *chooser);
    chooser->base = (Chooser){
        .pick = random_pick,
        .free = random_free,
        .preempt_sync = true,
        .preempt_accesses = true,
        .slice = EXPLORE_SLICE,
    };
    chooser->rng.state = seed;
    return &chooser->base;
}

Chooser *chooser_random_slices(u64 seed, bool asked)
{
    RandomChooser *chooser = (RandomChooser *)chooser_random(seed);
    chooser->whole_slices = true;
    chooser->base.preempt_sync = chooser->base.preempt_accesses = asked;
    return &chooser->base;
}
