/* Lets timers fire although a goroutine could run, within bounds. */
#include "explore/schedule/late.h"

#include "base/rng.h"
#include "vm/chan.h"

/* Times that a budget is spent in at most, however short the time is that passes. */
enum { MOST_TIMES = 8 };

/* ---- bounds ---- */

void late_reset(Lateness *late)
{
    late->left = late->budget;
    map_clear(&late->rounds);
}

void late_clear(Lateness *late)
{
    map_free(&late->rounds);
    vec_free(&late->set);
    vec_free(&late->may);
}

/* Virtual nanoseconds; 0: it is what happens if no goroutine is slow. */
static i64 price(const Lateness *late, const TimerInfo *timer)
{
    bool waits = late->vm->sched.runnable ||
                 (late->vm->sched.current && late->vm->sched.current->status == G_RUNNING);
    i64 ns = timer_lateness(late->vm, timer), least = late->budget / MOST_TIMES + 1;
    if (!waits && ns == 0)
        return 0;
    return ns > least ? ns : least;
}

static bool affordable(Lateness *late, const TimerInfo *timer)
{
    i64 ns = price(late, timer);
    if (ns == 0)
        return true;
    if (late->budget != LATE_ANY)
        return ns <= late->left;
    const u64 *rounds = map_get(&late->rounds, timer->setter);
    bool worn = rounds && *rounds >= late->most_rounds;
    late->round_bound |= worn;
    return !worn;
}

/* What a ticker would send is dropped while its last tick has not been received: that is seen by a
 * program that looks at times only. */
static bool matters(const Lateness *late, const TimerInfo *timer)
{
    return !timer_ticks_in_vain(timer) || late->vm->ask.clock || late->vm->ask.ticks;
}

u32 late_options(Lateness *late)
{
    vec_clear(&late->may);
    timers_list(late->vm, &late->set);
    for (u32 i = 0; i < late->set.len; i++) {
        const TimerInfo *timer = &late->set.data[i];
        if (matters(late, timer) && affordable(late, timer))
            vec_push(&late->may, i);
    }
    return late->may.len;
}

u32 late_take(Lateness *late, u32 i)
{
    u32 index = late->may.data[i];
    const TimerInfo *timer = &late->set.data[index];
    i64 ns = price(late, timer);
    if (late->budget != LATE_ANY)
        late->left -= ns;
    u64 rounds = *map_put(&late->rounds, timer->setter) += ns > 0;
    if (!timer->chan && !timer->sleeper)
        *map_put(&late->rounds, late->vm->sched.next_gid) = rounds;
    return index;
}

u32 late_sleeper(Lateness *late, u32 most)
{
    timers_list(late->vm, &late->set);
    for (u32 i = 0; i < late->set.len; i++) {
        const G *g = late->set.data[i].sleeper;
        if (g && g->timers <= most)
            return i;
    }
    return UINT32_MAX;
}

/* ---- at random ---- */

/* Expected number of times, if the estimate of the number of choices is right; the most rounds. */
enum { USUAL_TIMES = 2, RANDOM_ROUNDS = 8 };
/* Without a budget most executions have one all the same, so that timeouts of seconds are not found
 * before those of milliseconds: all but one in ANY_EACH. */
enum { ANY_EACH = 4 };

struct LateChooser {
    Chooser base;
    Chooser *inner;
    Lateness late;
    i64 budget;
    Rng rng;
    u32 points, usual; /* choices at which a timer could fire: in this execution, on average */
    bool slow;         /* one is to fire although a goroutine could run */
};

/* In a bubble, time waits for all in Go as well. */
static bool may_fire(LateChooser *c)
{
    return !c->late.vm->time.bubble && late_options(&c->late) > 0;
}

/* Half of the time that which is due first. */
static u32 pick_timer(LateChooser *c, const Choice *choice)
{
    bool first = rng_below(&c->rng, 2) > 0, slow = c->slow;
    c->slow = false;
    if (!may_fire(c) || (first && !slow))
        return choice->options > 1 ? chooser_pick(c->inner, choice) : 0;
    return late_take(&c->late, first ? 0 : rng_below(&c->rng, c->late.may.len));
}

static bool lets_fire(LateChooser *c)
{
    if (!may_fire(c))
        return false;
    c->points++;
    return c->slow = rng_below(&c->rng, c->usual + USUAL_TIMES) < USUAL_TIMES;
}

static u32 late_pick(Chooser *self, const Choice *choice)
{
    LateChooser *c = (LateChooser *)self;
    if (choice->kind == CHOOSE_TIMER)
        return pick_timer(c, choice);
    if (choice->kind == CHOOSE_GOROUTINE && (chooser_lets_fire(choice) || lets_fire(c)))
        return choice->options;
    return choice->options > 1 ? chooser_pick(c->inner, choice) : 0;
}

LateChooser *late_chooser(VM *vm, i64 budget)
{
    LateChooser *c = xcalloc(1, sizeof *c);
    c->late = (Lateness){.vm = vm, .most_rounds = RANDOM_ROUNDS};
    c->budget = budget;
    return c;
}

void late_bound(LateChooser *c, i64 budget)
{
    c->budget = budget;
}

void late_free(LateChooser *c)
{
    if (!c)
        return;
    late_clear(&c->late);
    free(c);
}

Chooser *late_begin(LateChooser *c, Chooser *inner, u64 seed)
{
    CHECK(inner != &c->base);
    c->base = *inner;
    c->base.pick = late_pick;
    c->base.asks_alone = true;
    c->base.fifo = false;
    c->inner = inner;
    c->rng.state = seed;
    c->usual = (3 * c->usual + c->points) / 4;
    c->points = 0;
    c->slow = false;
    bool usual = c->budget == LATE_ANY && rng_below(&c->rng, ANY_EACH);
    c->late.budget = usual ? LATE_USUAL : c->budget;
    late_reset(&c->late);
    return &c->base;
}
