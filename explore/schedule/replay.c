/* A chooser that answers from a schedule, and says where the schedule does not fit the program. */
#include "explore/schedule/choosers.h"

typedef struct ReplayChooser {
    Chooser base;
    const Schedule *schedule;
    u32 next;
    u32 again;    /* where it begins again when it has come to its end; UINT32_MAX: nowhere */
    u32 broken;   /* the step that did not fit, from 1; 0: none */
    Choice asked; /* the choice at that step */
} ReplayChooser;

static const char *const kind_names[] = {
    [CHOOSE_GOROUTINE] = "which goroutine runs",
    [CHOOSE_SELECT] = "which case of a select runs",
    [CHOOSE_MAP_ORDER] = "where a map's iteration starts",
    [CHOOSE_RANDOM] = "a random number",
    [CHOOSE_INPUT] = "the value of an input",
    [CHOOSE_TIMER] = "which timer fires",
};

static u32 replay_pick(Chooser *self, const Choice *choice)
{
    ReplayChooser *chooser = (ReplayChooser *)self;
    bool over = chooser->next >= chooser->schedule->steps.len;
    if (over && !chooser->broken && chooser->again < chooser->next)
        chooser->next = chooser->again;
    else if (over)
        return chooser_default(choice);
    const Step *step = &chooser->schedule->steps.data[chooser->next];
    CHECK(!chooser->broken && choice->options > 0);
    if (choice->options == 1 && (choice->kind == CHOOSE_TIMER || !step_is_alone(step)))
        return chooser_default(choice);
    chooser->next++;
    CHECK(!chooser->broken); /* else none would be left */
    u32 answer;
    if (step_fits(step, choice, &answer))
        return answer;
    chooser->broken = chooser->next;
    chooser->asked = *choice;
    chooser->next = chooser->schedule->steps.len; /* the rest would not fit either */
    return chooser_default(choice);
}

static void replay_free(Chooser *self)
{
    free(self);
}

/* Whether a step that was not used differs from the default. */
static bool says_more(const ReplayChooser *chooser)
{
    for (u32 i = chooser->next; i < chooser->schedule->steps.len; i++)
        if (chooser->schedule->steps.data[i].answer != 0)
            return true;
    return false;
}

bool chooser_replay_broken(const Chooser *self)
{
    return ((const ReplayChooser *)self)->broken > 0;
}

bool chooser_replay_used_up(const Chooser *self)
{
    const ReplayChooser *chooser = (const ReplayChooser *)self;
    return !chooser->broken && !says_more(chooser);
}

void chooser_replay_mismatch(const Chooser *self, Buf *out)
{
    const ReplayChooser *chooser = (const ReplayChooser *)self;
    if (!chooser->broken && says_more(chooser))
        buf_printf(out, "the schedule does not fit: of its %u steps the program asked for %u",
                   chooser->schedule->steps.len, chooser->next);
    if (!chooser->broken)
        return;
    CHECK(chooser->broken <= chooser->schedule->steps.len);
    const Step *step = &chooser->schedule->steps.data[chooser->broken - 1];
    const Choice *choice = &chooser->asked;
    buf_printf(out, "step %u of the schedule does not fit: the program asks %s among %u, ",
               chooser->broken, kind_names[choice->kind], choice->options);
    if (step->kind != STEP_ANY && step->kind != choice->kind)
        buf_printf(out, "the schedule answers %s", kind_names[step->kind]);
    else if (step->answer == STEP_NOBODY)
        buf_puts(out, "the schedule answers that none does");
    else if (step->options && step->options != choice->options)
        buf_printf(out, "the schedule answers %u among %u", step->answer, step->options);
    else
        buf_printf(out, "the schedule answers %u", step->answer);
}

Chooser *chooser_replay(const Schedule *schedule)
{
    /* Is asked at the same points as the random chooser, which recorded most schedules. */
    Chooser *model = chooser_random(0);
    ReplayChooser *chooser = xcalloc(1, sizeof *chooser);
    chooser->base = *model;
    model->free(model);
    chooser->base.pick = replay_pick;
    chooser->base.free = replay_free;
    chooser->base.asks_alone = true;
    chooser->schedule = schedule;
    chooser->again = UINT32_MAX;
    return &chooser->base;
}

Chooser *chooser_replay_round(const Schedule *schedule, u32 from)
{
    ReplayChooser *chooser = (ReplayChooser *)chooser_replay(schedule);
    CHECK(from < schedule->steps.len);
    chooser->again = from;
    return &chooser->base;
}
