/* From a path through the states to an ordinary execution. The path names goroutines by their
 * numbers in each state, which change from state to state; an execution numbers them in the order
 * in which they start. Both agree on the parent of a goroutine, its index among the children of
 * that parent, and the number of boundaries passed. So the moves are made once more, written down
 * in these terms, and an execution follows that. */
#include "explore/schedule/choosers.h"
#include "explore/states/states.h"
#include "vm/timer.h"

enum { NOBODY = UINT32_MAX };

/* A goroutine: its parent, and its index among the children of that parent. */
typedef struct Name {
    u32 parent, child;
    u32 children, syncs, timers; /* so far: started, boundaries passed, set */
    u32 id;                      /* its number in the execution; 0: it has not started */
} Name;

/* A part of the execution: a goroutine goes on until it has passed a number of boundaries and is at
 * the next one, or a timer fires. */
typedef struct Leg {
    u32 name;   /* of the goroutine, or the one that set the timer */
    u32 syncs;  /* boundaries that it has passed at the end; of a timer: how many fire before it */
    u32 timers; /* that it has set at the end; of a timer: its ordinal number */
    RunEnd end;
    bool fires; /* a timer */
} Leg;

/* A timer that is set, in the state at hand. */
typedef struct TimerName {
    const Timer *timer;
    u32 setter, ordinal; /* name of the goroutine that set it, number among those that it set */
} TimerName;

typedef struct Guide {
    Chooser base;
    Machine *m;
    Executor *executor;
    VM *vm;           /* of the executor */
    u32 asked;        /* options of questions since the clock was last looked at */
    VEC(Name) names;  /* 0: timers */
    VEC(u32) name_of; /* by number in the state at hand */
    VEC(TimerName) timers;
    VEC(Leg) legs;
    u32 fired;           /* timers so far */
    VEC(Answer) answers; /* to questions that are not about goroutines or timers */
    u32 leg, answer;     /* indices of the next ones */
    u32 known;           /* goroutines of it that have a name */
    VEC(u32) by_id;      /* their names */
} Guide;

void path_step(Path *path, Move move, const Answer *answers, u32 count)
{
    vec_push(&path->steps, (PathStep){move, path->answers.len, count});
    for (u32 i = 0; i < count; i++)
        vec_push(&path->answers, answers[i]);
}

void path_append(Path *path, const Path *more)
{
    for (u32 i = 0; i < more->steps.len; i++) {
        const PathStep *step = &more->steps.data[i];
        path_step(path, step->move, vec_from(&more->answers, step->answers), step->count);
    }
}

void path_clear(Path *path)
{
    vec_clear(&path->steps);
    vec_clear(&path->answers);
}

void path_free(Path *path)
{
    vec_free(&path->steps);
    vec_free(&path->answers);
}

/* ---- writing the path down ---- */

static void set_name(Guide *g, u32 number, u32 name)
{
    CHECK(number && name < g->names.len);
    vec_reserve(&g->name_of, number + 1);
    while (g->name_of.len <= number)
        g->name_of.data[g->name_of.len++] = NOBODY;
    g->name_of.data[number] = name;
}

static u32 new_name(Guide *g, u32 parent)
{
    CHECK(parent < g->names.len);
    u32 child = g->names.data[parent].children++;
    vec_push(&g->names, (Name){.parent = parent, .child = child});
    return g->names.len - 1;
}

static const TimerName *find_timer(const Guide *g, const Timer *timer)
{
    for (u32 i = 0; i < g->timers.len; i++)
        if (g->timers.data[i].timer == timer)
            return &g->timers.data[i];
    return NULL;
}

/* Names the timers after a move. Those that it has set say which goroutine did, by its number. */
static void name_timers(Guide *g)
{
    TimerList list = {0};
    VEC(TimerName) names = {0};
    timers_list(g->m->vm, &list);
    for (u32 i = 0; i < list.len; i++) {
        const TimerInfo *info = &list.data[i];
        const TimerName *known = find_timer(g, info->timer);
        u32 name = info->setter ? g->name_of.data[info->setter] : NOBODY;
        TimerName fresh = {info->timer, name, 0};
        if (info->setter)
            fresh.ordinal = g->names.data[name].timers + info->ordinal;
        CHECK(info->setter || known);
        vec_push(&names, info->setter ? fresh : *known);
    }
    vec_free(&g->timers);
    memcpy(&g->timers, &names, sizeof names);
    vec_free(&list);
}

/* The names stay those of the timers in this order, which the machine has now. */
static void place_timers(Guide *g)
{
    TimerList list = {0};
    timers_list(g->m->vm, &list);
    CHECK(list.len == g->timers.len);
    for (u32 i = 0; i < list.len; i++)
        g->timers.data[i].timer = list.data[i].timer;
    vec_free(&list);
}

/* In a machine whose times are part of the state a sleeper is woken by such a move: then its own
 * leg comes next. */
static void note_timer(Guide *g, u32 index)
{
    TimerList list = {0};
    timers_list(g->m->vm, &list);
    const TimerName *name = find_timer(g, list.data[index].timer);
    if (name && !list.data[index].sleeper)
        vec_push(&g->legs, (Leg){name->setter, g->fired++, name->ordinal, END_BOUNDARY, true});
    vec_free(&list);
}

static void note_runs(Guide *g)
{
    Machine *m = g->m;
    for (u32 i = 0; i < m->created.len; i += 2) {
        u32 parent = m->created.data[i + 1];
        set_name(g, m->created.data[i], new_name(g, parent ? g->name_of.data[parent] : 0));
    }
    name_timers(g);
    for (u32 i = 0; i < m->runs.len; i++) {
        const Run *run = &m->runs.data[i];
        CHECK(run->goroutine < g->name_of.len);
        u32 name = g->name_of.data[run->goroutine];
        CHECK(name < g->names.len);
        Name *at = &g->names.data[name];
        at->syncs += run->syncs;
        at->timers += run->timers;
        vec_push(&g->legs, (Leg){name, at->syncs, at->timers, run->end, false});
    }
    for (u32 i = 0; i < m->answered; i++)
        vec_push(&g->answers, m->answers.data[i]);
}

/* Adds legs in which goroutines that are blocked begin to wait. */
static void note_parks(Guide *g)
{
    VM *vm = g->m->vm;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *at = vm->sched.all.data[i];
        if (at->status == G_WAITING || !pending_blocked(at, pending_op(vm, at)))
            continue;
        u32 name = g->name_of.data[at->id];
        const Name *its = &g->names.data[name];
        vec_push(&g->legs, (Leg){name, its->syncs + 1, its->timers, END_BOUNDARY, false});
    }
}

/* Puts them in the order that they have in the next state. */
static void sort_timers(Guide *g)
{
    TimerList list = {0};
    timers_normalize(g->m->vm, g->m->vm->stepping.clocked);
    timers_list(g->m->vm, &list);
    VEC(TimerName) names = {0};
    for (u32 i = 0; i < list.len; i++)
        vec_push(&names, *find_timer(g, list.data[i].timer));
    vec_free(&g->timers);
    memcpy(&g->timers, &names, sizeof names);
    vec_free(&list);
}

/* The state after the move, with its own numbers; its image. */
static const u8 *settle(Guide *g)
{
    U32List order = {0};
    sort_timers(g);
    Snapshot state = snapshot_take(g->m->snapshotter, &order, true);
    VEC(u32) names = {0};
    for (u32 i = 0; i < order.len; i++)
        vec_push(&names, g->name_of.data[order.data[i]]);
    const u8 *image = snapshot_image(g->m->snapshotter, &state);
    snapshot_restore(g->m->snapshotter, image);
    CHECK(order.len == g->m->vm->sched.all.len);
    for (u32 i = 0; i < order.len; i++)
        set_name(g, g->m->vm->sched.all.data[i]->id, names.data[i]);
    place_timers(g);
    vec_free(&names);
    vec_free(&order);
    return image;
}

static G *by_id(const VM *vm, u32 id)
{
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->id == id)
            return vm->sched.all.data[i];
    return NULL;
}

/* Whether the timer of that index is set. */
static bool has_timer(const VM *vm, u32 index)
{
    return index < timers_count(vm);
}

bool move_enabled(const VM *vm, Move move)
{
    if (move.kind == MOVE_TIMER)
        return has_timer(vm, move.goroutine);
    const G *g = by_id(vm, move.goroutine);
    const G *partner = move.partner ? by_id(vm, move.partner) : NULL;
    return g && g->status == G_RUNNABLE &&
           (!move.partner || (partner && partner->status == G_RUNNABLE));
}

/* The goroutine of that name goes over its boundary. */
static void write_next(Guide *g, u32 name, u32 answers)
{
    Machine *m = g->m;
    const u8 *image = settle(g);
    u32 number = 1;
    while (number < g->name_of.len && g->name_of.data[number] != name)
        number++;
    Move move = {MOVE_STEP, number, 0};
    if (!move_enabled(m->vm, move)) /* the path has led elsewhere */
        return;
    m->answers.len = 0;
    machine_move(m, move);
    for (u32 i = 0; i < answers && machine_next_answers(m); i++) {
        snapshot_restore(m->snapshotter, image);
        machine_move(m, move);
    }
    note_runs(g);
}

static void write_end(Guide *g, PathEnd end)
{
    if (end.park == PARK_AFTER_LAST)
        note_parks(g);
    if (end.next && end.next < g->name_of.len && !g->m->vm->outcome.ended)
        write_next(g, g->name_of.data[end.next], end.answers);
}

static void write_down(Guide *g, const u8 *root, const Path *path, PathEnd end)
{
    Machine *m = g->m;
    vec_push(&g->names, (Name){.parent = NOBODY});
    set_name(g, GOROUTINE_MAIN, new_name(g, 0));
    snapshot_restore(m->snapshotter, root);
    u32 made = 0;
    for (; made < path->steps.len && !executor_late(g->executor); made++) {
        const PathStep *step = &path->steps.data[made];
        if (!move_enabled(m->vm, step->move))
            break;
        CHECK(step->answers + step->count <= path->answers.len);
        m->answers.len = 0;
        for (u32 a = 0; a < step->count; a++)
            vec_push(&m->answers, path->answers.data[step->answers + a]);
        if (end.park == PARK_BEFORE_LAST && made + 1 == path->steps.len)
            note_parks(g);
        if (step->move.kind == MOVE_TIMER)
            note_timer(g, step->move.goroutine);
        machine_move(m, step->move);
        note_runs(g);
        if (made + 1 < path->steps.len)
            settle(g);
    }
    if (made == path->steps.len)
        write_end(g, end);
}

/* ---- following it ---- */

static u32 find_name(const Guide *g, u32 parent, u32 child)
{
    for (u32 i = 0; i < g->names.len; i++)
        if (g->names.data[i].parent == parent && g->names.data[i].child == child)
            return i;
    return NOBODY;
}

static u32 name_by_id(const Guide *g, u32 id)
{
    return id < g->by_id.len ? g->by_id.data[id] : NOBODY;
}

/* Names the goroutines that have started since the last question, in that order. */
static void name_new(Guide *g)
{
    for (; g->known + 1 < g->vm->sched.next_gid; g->known++) {
        u32 id = g->known + 1;
        const G *at = by_id(g->vm, id);
        vec_reserve(&g->by_id, id + 1);
        while (g->by_id.len <= id)
            g->by_id.data[g->by_id.len++] = NOBODY;
        u32 parent = !at ? NOBODY : at->parent ? name_by_id(g, at->parent) : 0;
        if (parent == NOBODY)
            continue;
        u32 name = find_name(g, parent, g->names.data[parent].children++);
        g->by_id.data[id] = name;
        if (name != NOBODY)
            g->names.data[name].id = id;
    }
}

/* Whether the leg ends where its goroutine, the current one, is asked, having passed as many
 * boundaries. It is not asked before an Unlock. It may pass that of a Mutex, which other goroutines
 * cannot notice; that of a RWMutex would let in those that wait, so it stops before an access. */
static bool ends_here(const Leg *leg, SwitchReason reason)
{
    switch (reason) {
    case SWITCH_SYNC: return true;
    case SWITCH_BUDGET: return leg->end == END_SLICE;
    case SWITCH_ACCESS: return leg->end == END_WUNLOCK;
    case SWITCH_BLOCKED:
    case SWITCH_YIELD: break;
    }
    return false;
}

/* The index of the timer that the leg needs to fire, plus 1: its own, or that of its goroutine,
 * which sleeps. 0: it needs none, or it is not set. */
static u32 timer_of(const Guide *g, const Leg *leg)
{
    TimerList list = {0};
    u32 found = 0, id = g->names.data[leg->name].id;
    timers_list(g->vm, &list);
    for (u32 i = 0; i < list.len && id; i++) {
        const TimerInfo *info = &list.data[i];
        if (leg->fires ? info->setter == id && info->ordinal == leg->timers
                       : info->sleeper && info->sleeper->id == id)
            found = i + 1;
    }
    vec_free(&list);
    return found;
}

/* Whether the goroutine of the leg has come to the end of it. */
static bool arrived(const Guide *g, const Leg *leg, const Choice *choice)
{
    if (leg->fires)
        return g->vm->time.fired > leg->syncs || !timer_of(g, leg);
    u32 id = g->names.data[leg->name].id;
    const G *at = id ? by_id(g->vm, id) : NULL;
    if (!at)
        return id != 0;
    bool sleeps = at->status == G_WAITING && at->wait_reason == WAIT_SLEEP;
    if (leg->end == END_SLEEP && at->timers >= leg->timers)
        return sleeps || at->timers > leg->timers;
    if (sleeps)
        return false;
    if (at->syncs != leg->syncs)
        return at->syncs > leg->syncs;
    bool asks = at == g->vm->sched.current && choice->reason != SWITCH_BLOCKED;
    if (asks)
        return ends_here(leg, choice->reason);
    return at->status == G_WAITING || at->again == AGAIN_SYNC || at->again == AGAIN_DIE ||
           at->again == AGAIN_NATIVE;
}

static u32 other_answer(Guide *g, const Choice *choice)
{
    const VM *vm = g->vm;
    for (; g->answer < g->answers.len; g->answer++) {
        const Answer *a = &g->answers.data[g->answer];
        if (a->kind != choice->kind)
            continue;
        g->answer++;
        u32 n = choice->options;
        if (a->options != n)
            return 0;
        /* Cases are counted from a different one each time. */
        u32 base = choice->kind == CHOOSE_SELECT ? vm->sched.current->selects : choice->base;
        return (a->answer + a->base % n + n - base % n) % n;
    }
    return 0;
}

/* The first leg that is not over; NULL: all are. */
static const Leg *next_leg(Guide *g, const Choice *choice)
{
    name_new(g);
    while (g->leg < g->legs.len && arrived(g, &g->legs.data[g->leg], choice))
        g->leg++;
    return g->leg < g->legs.len ? &g->legs.data[g->leg] : NULL;
}

static u32 pick_timer(Guide *g, const Choice *choice)
{
    const Leg *leg = next_leg(g, choice);
    u32 timer = leg ? timer_of(g, leg) : 0;
    return timer && timer <= choice->options ? timer - 1 : 0;
}

/* Whether the search has to end. A question takes time in proportion to its options. */
static bool is_late(Guide *g, const Choice *choice)
{
    enum { LOOK_EACH = 4096 };
    g->asked += 1 + choice->options;
    bool looks = g->asked >= LOOK_EACH;
    g->asked = looks ? 0 : g->asked;
    return looks && executor_late(g->executor);
}

static u32 guide_pick(Chooser *self, const Choice *choice)
{
    Guide *g = (Guide *)self;
    if (is_late(g, choice))
        executor_end(g->executor, outcome_of_limit(LIMIT_INTERRUPT));
    if (choice->kind == CHOOSE_TIMER)
        return pick_timer(g, choice);
    if (choice->kind != CHOOSE_GOROUTINE)
        return other_answer(g, choice);
    const Leg *leg = next_leg(g, choice);
    if (!leg)
        return chooser_default(choice);
    if (timer_of(g, leg))
        return choice->options;
    u32 id = g->names.data[leg->name].id;
    for (u32 i = 0; i < choice->options && !leg->fires; i++)
        if (choice->ids[i] == id)
            return i;
    return chooser_default(choice); /* the execution does not go as the path went */
}

static void begin_following(Guide *g)
{
    Chooser *model = chooser_random(0); /* is asked where replays are */
    g->base = *model;
    model->free(model);
    g->base.pick = guide_pick;
    g->base.asks_alone = true; /* a timer may fire where only one goroutine can go on */
    for (u32 i = 0; i < g->names.len; i++)
        g->names.data[i].children = g->names.data[i].syncs = 0; /* counted anew */
}

const Execution *path_execute(Machine *m, Executor *executor, const Path *path, PathEnd end)
{
    Guide g = {.m = m, .executor = executor, .vm = executor_vm(executor)};
    CHECK(m->vm != g.vm);
    write_down(&g, (const u8 *)m->root.data, path, end);
    begin_following(&g);
    const Execution *run = executor_run(executor, &g.base);
    vec_free(&g.names);
    vec_free(&g.name_of);
    vec_free(&g.timers);
    vec_free(&g.legs);
    vec_free(&g.answers);
    vec_free(&g.by_id);
    return run;
}
