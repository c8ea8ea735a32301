/* Timers. Each setting of a timer is a process with one step, that it fires, which may be taken at
 * any time after it was set; a ticker's may be taken again and again. What else is done with the
 * timer, or with its channel, depends on that step, and so does reading the clock. A sleeper is
 * woken at once where no goroutine can see the clock: what it does next may be taken at any time
 * anyway.
 *
 * Timers that are set again and again would make executions without end: a process fires only
 * MOST_ROUNDS times in a row, itself, its children and those of its children counted together. */
#include "explore/dpor/dpor.h"

#include "vm/chan.h"

enum { MOST_ROUNDS = 12, MOST_SLEEPS = 100, ROUNDS_AT_END = 2 };

static Rounds *rounds_of(Dpor *dpor, Proc proc)
{
    while (dpor->run.rounds.len <= proc)
        vec_push(&dpor->run.rounds, (Rounds){0});
    return &dpor->run.rounds.data[proc];
}

void fire_begin(Dpor *dpor)
{
    vec_clear(&dpor->run.timers);
    vec_zero(&dpor->run.rounds);
    dpor->run.firing = NO_PROC;
    dpor->run.cause = PROC_MACHINE;
    dpor->run.ticked = false;
}

void fire_free(Dpor *dpor)
{
    vec_free(&dpor->run.timers);
    vec_free(&dpor->run.rounds);
    vec_free(&dpor->run.set);
}

void fire_inherit(Dpor *dpor, Proc parent, Proc child)
{
    Rounds rounds = *rounds_of(dpor, parent);
    *rounds_of(dpor, child) = rounds;
}

void fire_set(Dpor *dpor, const G *setter, Loc loc, Proc proc)
{
    TimerProc timer = {setter->id, setter->timers - 1, proc, dpor_object(dpor, loc)};
    vec_push(&dpor->run.timers, timer);
}

/* ---- what may fire ---- */

static const TimerProc *known_timer(const Dpor *dpor, const TimerInfo *info)
{
    for (u32 i = dpor->run.timers.len; i-- > 0;) {
        const TimerProc *timer = &dpor->run.timers.data[i];
        if (timer->setter == info->setter && timer->ordinal == info->ordinal)
            return timer;
    }
    BUG("goroutine %u has set no timer %u", info->setter, info->ordinal);
}

static Proc proc_of(const Dpor *dpor, const TimerInfo *info)
{
    return info->sleeper ? dpor->run.proc_of.data[info->sleeper->id]
                         : known_timer(dpor, info)->proc;
}

/* Whether the program could end. */
static bool is_ending(const Dpor *dpor)
{
    for (Proc proc = 1; proc < dpor->run.pending.len; proc++)
        if (dpor->run.pending.data[proc].g && dpor->run.pending.data[proc].kind == STEP_END)
            return true;
    return dpor->vm->main_ended;
}

/* Whether it has fired so often that it does not again. */
static bool is_worn_out(Dpor *dpor, const TimerInfo *info)
{
    const Rounds *rounds = rounds_of(dpor, proc_of(dpor, info));
    u32 most = info->sleeper ? MOST_SLEEPS : MOST_ROUNDS;
    bool worn = rounds->all >= most || rounds->at_end >= ROUNDS_AT_END;
    dpor->check->round_bound |= worn;
    return worn;
}

static bool can_fire(Dpor *dpor, const TimerInfo *info)
{
    return !timer_ticks_in_vain(info) && !is_worn_out(dpor, info);
}

static void arrive(Dpor *dpor, const TimerInfo *info)
{
    Pending *pending = &dpor->run.pending.data[proc_of(dpor, info)];
    if (pending->timer)
        return;
    *pending = (Pending){.kind = STEP_FIRE, .timer = true, .object = NO_OBJECT};
    if (!info->sleeper)
        pending->object = known_timer(dpor, info)->object;
    if (!info->chan)
        return;
    pending->kind = STEP_CHAN;
    pending->cases.first = dpor->path.cases.len;
    pending->cases.has_default = !info->ticks && !info->chan->timed; /* a stale value is kept */
    dpor_add_case(dpor, pending, info->chan, true);
}

/* Those that have been stopped have no step any more. */
static void leave_stopped(Dpor *dpor)
{
    for (Proc proc = 0; proc < dpor->run.pending.len; proc++) {
        Pending *pending = &dpor->run.pending.data[proc];
        if (pending->timer && !pending->set)
            *pending = (Pending){0};
        pending->set = false;
    }
}

void fire_arrive(Dpor *dpor)
{
    TimerList *set = &dpor->run.set;
    if (dpor->vm->time.bubble)
        return;
    timers_list(dpor->vm, set);
    for (u32 i = 0; i < set->len; i++) {
        arrive(dpor, &set->data[i]);
        dpor->run.pending.data[proc_of(dpor, &set->data[i])].set = true;
    }
    leave_stopped(dpor);
}

void fire_options(Dpor *dpor)
{
    const TimerList *set = &dpor->run.set;
    if (dpor->vm->time.bubble || (dpor->vm->main_ended && timers_only_tick(set)))
        return;
    for (u32 i = 0; i < set->len; i++)
        if (can_fire(dpor, &set->data[i]))
            vec_push(&dpor->run.options,
                     (Label){proc_of(dpor, &set->data[i]), NO_PROC,
                             (u16)(set->data[i].chan && set->data[i].chan->count), 0});
}

bool fire_stops(const Dpor *dpor, Proc proc, Proc timer)
{
    const Pending *stop = &dpor->run.pending.data[proc], *fire = &dpor->run.pending.data[timer];
    return fire->timer && stop->g && stop->kind == STEP_OBJECT && stop->op.effect == EFFECT_TIMER &&
           stop->object == fire->object;
}

/* ---- firing ---- */

static void note_round(Dpor *dpor, Proc proc, Proc setter)
{
    Rounds *fired = rounds_of(dpor, proc);
    fired->all++;
    fired->at_end += is_ending(dpor);
    Rounds done = *fired, *of = rounds_of(dpor, setter);
    of->all = of->all > done.all ? of->all : done.all;
    of->at_end = of->at_end > done.at_end ? of->at_end : done.at_end;
}

/* The i-th of the timers that are set is to fire. */
static void take(Dpor *dpor, u32 i)
{
    const TimerInfo *info = &dpor->run.set.data[i];
    Proc proc = proc_of(dpor, info);
    note_round(dpor, proc, dpor->run.proc_of.data[info->setter]);
    dpor->run.firing = i;
    dpor->run.ticked |= info->ticks;
    dpor->run.cause = proc;
}

void fire_take(Dpor *dpor, Proc proc)
{
    timers_list(dpor->vm, &dpor->run.set);
    for (u32 i = 0; i < dpor->run.set.len; i++)
        if (proc_of(dpor, &dpor->run.set.data[i]) == proc) {
            take(dpor, i);
            return;
        }
    BUG("process %u has no timer", proc);
}

bool fire_sleeper(Dpor *dpor)
{
    if (dpor->vm->time.bubble || dpor->vm->ask.clock)
        return false;
    timers_list(dpor->vm, &dpor->run.set);
    for (u32 i = 0; i < dpor->run.set.len; i++) {
        const TimerInfo *info = &dpor->run.set.data[i];
        if (!info->sleeper || is_worn_out(dpor, info))
            continue;
        take(dpor, i);
        return true;
    }
    return false;
}
