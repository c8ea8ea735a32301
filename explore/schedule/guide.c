/* Brings a planned order of events about: of the goroutines that can run it takes the one whose
 * next planned event comes first, and holds back the two accesses of the pair until all else is
 * done. */
#include "explore/schedule/guide.h"

#include "vm/timer.h"

/* Choices without an event of the plan after which the plan is given up. */
enum { PATIENCE = 20000 };

typedef VEC(u32) Row;

/* A goroutine of the plan. */
typedef struct Actor {
    Row events;   /* of the plan that it takes part in */
    u32 next;     /* of them */
    Row children; /* in the order in which it starts them */
    u32 started;
    bool lost; /* it has done something that the plan does not have: its part is given up */
} Actor;

struct GuidedChooser {
    Chooser base;
    EventSink sink;
    const Guide *guide;
    const VM *vm;
    VEC(Actor) actors; /* by number in the plan */
    Row actor_of;      /* by number in the execution; 0: not in the plan */
    u32 at;            /* all events of the plan before this one are over */
    Row missing;       /* by event: number of participants that have not come to it yet */
    bool arrived[2];
    u32 waited; /* choices since the last event of the plan */
};

void guide_free(Guide *guide)
{
    vec_free(&guide->plan);
    vec_free(&guide->waiters);
    vec_free(&guide->starts);
}

/* ---- actors ---- */

static Actor *actor_at(GuidedChooser *c, u32 number)
{
    while (c->actors.len <= number)
        vec_push(&c->actors, (Actor){0});
    return &c->actors.data[number];
}

/* NULL: the plan does not know it. */
static Actor *actor_of(GuidedChooser *c, u32 goroutine)
{
    u32 number = goroutine < c->actor_of.len ? c->actor_of.data[goroutine] : 0;
    return number || goroutine == GOROUTINE_MACHINE ? actor_at(c, number) : NULL;
}

static void name_goroutine(GuidedChooser *c, u32 goroutine, u32 number)
{
    while (c->actor_of.len <= goroutine)
        vec_push(&c->actor_of, 0);
    CHECK(number < c->actors.len);
    c->actor_of.data[goroutine] = number;
}

static void child_started(GuidedChooser *c, const Event *event)
{
    Actor *parent = actor_of(c, event->goroutine);
    if (parent && parent->started < parent->children.len)
        name_goroutine(c, event->other, parent->children.data[parent->started++]);
}

static u32 number_of(const GuidedChooser *c, const Actor *actor)
{
    return (u32)(actor - c->actors.data);
}

/* ---- what has happened ---- */

static void skip_over(GuidedChooser *c)
{
    while (c->at < c->guide->plan.len && c->missing.data[c->at] == 0)
        c->at++;
    CHECK(c->at <= c->guide->plan.len && c->missing.len == c->guide->plan.len);
}

static void one_done(GuidedChooser *c, Actor *actor)
{
    CHECK(actor->next < actor->events.len && actor->events.data[actor->next] >= c->at);
    CHECK(c->missing.data[actor->events.data[actor->next]] > 0);
    c->missing.data[actor->events.data[actor->next++]]--;
    c->waited = 0;
    skip_over(c);
}

static void give_up(GuidedChooser *c, Actor *actor)
{
    actor->lost = true;
    while (actor->next < actor->events.len)
        one_done(c, actor);
}

static bool same(const GuideEvent *planned, const Event *event)
{
    return planned->kind == event->kind && planned->pos == event->span.start;
}

bool guide_plans(const Event *event)
{
    switch (event_info[event->kind].class) {
    case EVC_ACCESS: return event->sub == SYNC_NONE;
    case EVC_SYNC: return !(event->flags & EVF_PART);
    case EVC_LIFE: return event->kind != EV_END;
    case EVC_CHANNEL: return event->kind != EV_MAKE;
    case EVC_MARK: return event->kind == EV_DEFAULT;
    }
    return false;
}

static void look_for_pair(GuidedChooser *c, const Actor *actor, const Event *event)
{
    for (u32 i = 0; i < 2; i++)
        if (c->guide->pair[i].goroutine == number_of(c, actor) && same(&c->guide->pair[i], event))
            c->arrived[i] = true;
}

static void took_part(GuidedChooser *c, u32 goroutine, const Event *event)
{
    Actor *actor = actor_of(c, goroutine);
    if (!actor)
        return;
    if (actor->next == actor->events.len)
        look_for_pair(c, actor, event);
    else if (!guide_plans(event))
        return;
    else if (same(&c->guide->plan.data[actor->events.data[actor->next]], event))
        one_done(c, actor);
    else
        give_up(c, actor);
}

static void on_event(EventSink *sink, const Event *event)
{
    GuidedChooser *c = (GuidedChooser *)((char *)sink - offsetof(GuidedChooser, sink));
    took_part(c, event->goroutine, event);
    if (event->kind == EV_RENDEZVOUS)
        took_part(c, event->other, event);
    if (event->kind == EV_GO)
        child_started(c, event);
}

/* ---- choosing ---- */

/* Ranks of goroutines: the lowest runs first. */
enum { WANTED = 0, FREE = 1 << 30, HELD, HELD_SECOND };

static bool in_pair(const GuidedChooser *c, u32 number, u32 which)
{
    return c->guide->pair[which].goroutine == number;
}

/* The rank of a goroutine that has done its part of the plan. The two of the pair wait for the
 * whole plan. */
static u32 rank_after(const GuidedChooser *c, u32 number)
{
    bool all_done = c->at == c->guide->plan.len;
    for (u32 i = 0; i < 2; i++)
        if (in_pair(c, number, i) && !c->arrived[i])
            return all_done && (i == 0 || c->arrived[0]) ? WANTED : i == 0 ? HELD : HELD_SECOND;
    for (u32 i = 0; i < c->guide->waiters.len; i++)
        if (c->guide->waiters.data[i] == number)
            return all_done ? WANTED + i : HELD;
    bool waits = in_pair(c, number, 0) || in_pair(c, number, 1);
    return waits && !guided_arrived(c) ? HELD_SECOND : FREE;
}

static u32 rank(GuidedChooser *c, u32 goroutine)
{
    const Actor *actor = actor_of(c, goroutine);
    if (!actor)
        return FREE;
    if (actor->next == actor->events.len)
        return rank_after(c, number_of(c, actor));
    return actor->events.data[actor->next] - c->at; /* 0: its event is the next of the plan */
}

/* Whether the goroutine that the plan needs next may be asleep, or wait for a timer: the best of
 * those that can run has its event later, or is held back. */
static bool needs_time(const GuidedChooser *c, u32 best_rank)
{
    bool later = c->at < c->guide->plan.len && best_rank > 0 && best_rank < FREE;
    return (later || best_rank >= HELD) && timers_pending(c->vm) && !c->vm->time.bubble;
}

static u32 choose_goroutine(GuidedChooser *c, const Choice *choice)
{
    u32 usual = chooser_default(choice);
    if (chooser_lets_fire(choice) || guided_arrived(c) || ++c->waited > PATIENCE)
        return usual;
    CHECK(choice->ids);
    u32 best = usual, best_rank = UINT32_MAX;
    for (u32 n = 0; n < choice->options; n++) { /* among equals the default */
        u32 i = (usual + n) % choice->options, r = rank(c, choice->ids[i]);
        if (r < best_rank) {
            best = i;
            best_rank = r;
        }
    }
    return needs_time(c, best_rank) ? choice->options : best;
}

/* Whether loc is the planned channel. The plan has its own number for the goroutine that made it.
 */
static bool same_channel(GuidedChooser *c, Loc planned, Loc loc)
{
    const Actor *maker = actor_of(c, (u32)(loc.object >> 32));
    if (!maker)
        return false;
    loc.object = (u64)number_of(c, maker) << 32 | (u32)loc.object;
    return loc_equal(planned, loc);
}

static u32 choose_case(GuidedChooser *c, const Choice *choice)
{
    const Actor *actor = c->vm->sched.current ? actor_of(c, c->vm->sched.current->id) : NULL;
    if (!actor || actor->next == actor->events.len)
        return chooser_default(choice);
    const GuideEvent *event = &c->guide->plan.data[actor->events.data[actor->next]];
    CHECK(choice->cases);
    bool sends = event->kind == EV_SEND ||
                 (event->kind == EV_RENDEZVOUS && event->goroutine == number_of(c, actor));
    for (u32 i = 0; i < choice->options; i++) {
        const SelectOption *option = &choice->cases[i];
        if (option->sends == sends && same_channel(c, event->loc, option->channel))
            return i;
    }
    return chooser_default(choice);
}

static u32 guided_pick(Chooser *self, const Choice *choice)
{
    GuidedChooser *c = (GuidedChooser *)self;
    switch (choice->kind) {
    case CHOOSE_GOROUTINE: return choose_goroutine(c, choice);
    case CHOOSE_SELECT: return choose_case(c, choice);
    default: return chooser_default(choice);
    }
}

/* ---- life ---- */

static void guided_free(Chooser *self)
{
    GuidedChooser *c = (GuidedChooser *)self;
    for (u32 i = 0; i < c->actors.len; i++) {
        vec_free(&c->actors.data[i].events);
        vec_free(&c->actors.data[i].children);
    }
    vec_free(&c->actors);
    vec_free(&c->actor_of);
    vec_free(&c->missing);
    free(c);
}

static void cast(GuidedChooser *c)
{
    const Guide *guide = c->guide;
    for (u32 i = 0; i < guide->plan.len; i++) {
        const GuideEvent *event = &guide->plan.data[i];
        bool two = event->kind == EV_RENDEZVOUS;
        vec_push(&actor_at(c, event->goroutine)->events, i);
        if (two)
            vec_push(&actor_at(c, event->other)->events, i);
        vec_push(&c->missing, 1 + two);
    }
    for (u32 i = 0; i < guide->starts.len; i++) {
        actor_at(c, guide->starts.data[i].child);
        vec_push(&actor_at(c, guide->starts.data[i].parent)->children, guide->starts.data[i].child);
    }
    for (u32 i = 0; i < 2; i++)
        actor_at(c, guide->pair[i].goroutine);
    for (u32 i = 0; i < guide->waiters.len; i++)
        actor_at(c, guide->waiters.data[i]);
    name_goroutine(c, GOROUTINE_MAIN, GOROUTINE_MAIN);
}

GuidedChooser *chooser_guided(const Guide *guide, const VM *vm)
{
    GuidedChooser *c = xcalloc(1, sizeof *c);
    c->base = (Chooser){.pick = guided_pick,
                        .free = guided_free,
                        .preempt_sync = true,
                        .preempt_accesses = true,
                        .asks_alone = true, /* a timer may fire where one goroutine can run */
                        .slice = EXPLORE_SLICE};
    c->sink = record_sink(WANT_ACCESS | WANT_REPEATS | WANT_PROVEN, on_event);
    c->guide = guide;
    c->vm = vm;
    cast(c);
    return c;
}

Chooser *guided_base(GuidedChooser *c)
{
    return &c->base;
}

EventSink *guided_sink(GuidedChooser *c)
{
    return &c->sink;
}

bool guided_arrived(const GuidedChooser *c)
{
    return c->arrived[0] && c->arrived[1];
}
