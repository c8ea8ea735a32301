#include "explore/choosers.h"

typedef struct ReplayChooser {
    Chooser base;
    const Schedule *schedule;
    Buf *mismatch;
    u32 next;
} ReplayChooser;

static const char *const kind_names[] = {
    [CHOOSE_GOROUTINE] = "which goroutine runs",
    [CHOOSE_SELECT] = "which case of a select runs",
    [CHOOSE_MAP_ORDER] = "where a map's iteration starts",
    [CHOOSE_RANDOM] = "a random number",
    [CHOOSE_INPUT] = "the value of an input",
    [CHOOSE_TIMER] = "which timer fires",
};

static void complain(ReplayChooser *chooser, const Step *step, const Choice *choice)
{
    if (!chooser->mismatch || chooser->mismatch->len)
        return;
    Buf *out = chooser->mismatch;
    buf_printf(out, "step %u of the schedule does not fit: the program asks %s among %u, ",
               chooser->next, kind_names[choice->kind], choice->options);
    if (step->kind != STEP_ANY && step->kind != choice->kind)
        buf_printf(out, "the schedule answers %s", kind_names[step->kind]);
    else if (step->options && step->options != choice->options)
        buf_printf(out, "the schedule answers %u among %u", step->answer, step->options);
    else
        buf_printf(out, "the schedule answers %u", step->answer);
}

static u32 replay_pick(Chooser *self, const Choice *choice)
{
    ReplayChooser *chooser = (ReplayChooser *)self;
    if (chooser->next >= chooser->schedule->steps.len)
        return chooser_default(choice);
    const Step *step = &chooser->schedule->steps.data[chooser->next];
    if (choice->options == 1 && !step_is_alone(step))
        return 0;
    chooser->next++;
    u32 answer;
    if (step_fits(step, choice, &answer))
        return answer;
    complain(chooser, step, choice);
    chooser->next = chooser->schedule->steps.len; /* the rest would only be noise */
    return chooser_default(choice);
}

static void replay_free(Chooser *self)
{
    free(self);
}

Chooser *chooser_replay(const Schedule *schedule, Buf *mismatch)
{
    /* Asks at the same points as the random chooser, whose answers schedules mostly hold. */
    Chooser *model = chooser_random(0);
    ReplayChooser *chooser = xcalloc(1, sizeof *chooser);
    chooser->base = *model;
    model->free(model);
    chooser->base.pick = replay_pick;
    chooser->base.free = replay_free;
    chooser->base.asks_alone = true;
    chooser->schedule = schedule;
    chooser->mismatch = mismatch;
    return &chooser->base;
}
