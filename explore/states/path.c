/* From a path through the states to an ordinary execution. The path names goroutines by their
 * numbers in each state, which change; an execution by when they were started. What stays is who
 * started whom as the how many-th, and how many boundaries each has passed: in these terms the path
 * is written down while it is gone once more, and an execution follows it. */
#include "explore/schedule/choosers.h"
#include "explore/states/states.h"

enum { NOBODY = UINT32_MAX };

/* Who started it, and as the how many-th. */
typedef struct Name {
    u32 parent, child;
    u32 children, syncs; /* started, passed so far */
    u32 id;              /* in the execution; 0: not there yet */
} Name;

/* A goroutine goes on until it has passed so many boundaries and stands at the next. */
typedef struct Leg {
    u32 name, syncs;
    bool sliced, hidden; /* as in Run */
} Leg;

typedef struct Guide {
    Chooser base;
    Machine *m;
    VM *vm;           /* of the execution */
    VEC(Name) names;  /* 0: timers */
    VEC(u32) name_of; /* by number in the state at hand */
    VEC(Leg) legs;
    VEC(Answer) answers; /* that are not about goroutines */
    u32 leg, answer;     /* how far the execution is */
    u32 known;           /* goroutines of it that have a name */
    VEC(u32) by_id;      /* their names */
} Guide;

/* ---- writing the path down ---- */

static void set_name(Guide *g, u32 number, u32 name)
{
    vec_reserve(&g->name_of, number + 1);
    while (g->name_of.len <= number)
        g->name_of.data[g->name_of.len++] = NOBODY;
    g->name_of.data[number] = name;
}

static u32 new_name(Guide *g, u32 parent)
{
    u32 child = g->names.data[parent].children++;
    vec_push(&g->names, (Name){.parent = parent, .child = child});
    return g->names.len - 1;
}

static void note_runs(Guide *g)
{
    Machine *m = g->m;
    for (u32 i = 0; i < m->created.len; i += 2) {
        u32 parent = m->created.data[i + 1];
        set_name(g, m->created.data[i], new_name(g, parent ? g->name_of.data[parent] : 0));
    }
    for (u32 i = 0; i < m->runs.len; i++) {
        const Run *run = &m->runs.data[i];
        u32 name = g->name_of.data[run->goroutine];
        g->names.data[name].syncs += run->syncs;
        vec_push(&g->legs, (Leg){name, g->names.data[name].syncs, run->sliced, run->hidden});
    }
    for (u32 i = 0; i < m->answered; i++)
        vec_push(&g->answers, m->answers.data[i]);
}

/* Whoever is blocked starts to wait. */
static void note_parks(Guide *g)
{
    VM *vm = g->m->vm;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *at = vm->sched.all.data[i];
        if (at->status == G_WAITING || !pending_blocked(at, pending_op(vm, at)))
            continue;
        u32 name = g->name_of.data[at->id];
        vec_push(&g->legs, (Leg){name, g->names.data[name].syncs + 1, false, false});
    }
}

/* The state after the move, with its own numbers. */
static void settle(Guide *g)
{
    U32List order = {0};
    Snapshot state = snapshot_take(g->m->snapshotter, &order);
    VEC(u32) names = {0};
    for (u32 i = 0; i < order.len; i++)
        vec_push(&names, g->name_of.data[order.data[i]]);
    snapshot_restore(g->m->snapshotter, state.bytes);
    for (u32 i = 0; i < order.len; i++)
        set_name(g, g->m->vm->sched.all.data[i]->id, names.data[i]);
    vec_free(&names);
    vec_free(&order);
}

static G *by_id(const VM *vm, u32 id)
{
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->id == id)
            return vm->sched.all.data[i];
    return NULL;
}

/* Whether the move can be made. Not always: what a search learns while it runs
 * (AccessLog.below_zero) changes where goroutines stop, and a path from before may then lead
 * elsewhere. */
static bool is_enabled(const VM *vm, Move move)
{
    const G *g = move.kind == MOVE_TIME ? NULL : by_id(vm, move.goroutine);
    const G *partner = move.partner ? by_id(vm, move.partner) : NULL;
    return move.kind == MOVE_TIME ||
           (g && g->status == G_RUNNABLE &&
            (!move.partner || (partner && partner->status == G_RUNNABLE)));
}

static void write_down(Guide *g, const u8 *root, const Path *path, Park park)
{
    Machine *m = g->m;
    vec_push(&g->names, (Name){.parent = NOBODY});
    set_name(g, GOROUTINE_MAIN, new_name(g, 0));
    snapshot_restore(m->snapshotter, root);
    for (u32 i = 0; i < path->steps.len; i++) {
        const PathStep *step = &path->steps.data[i];
        if (!is_enabled(m->vm, step->move))
            break;
        m->answers.len = 0;
        for (u32 a = 0; a < step->count; a++)
            vec_push(&m->answers, path->answers.data[step->answers + a]);
        if (park == PARK_BEFORE_LAST && i + 1 == path->steps.len)
            note_parks(g);
        machine_move(m, step->move);
        note_runs(g);
        if (i + 1 < path->steps.len)
            settle(g);
    }
    if (park == PARK_AFTER_LAST)
        note_parks(g);
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

/* Goroutines that have come up since the last question, in the order in which they were started. */
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

/* Whether the goroutine of the leg has come to the end of it. */
static bool arrived(const Guide *g, const Leg *leg, const Choice *choice)
{
    u32 id = g->names.data[leg->name].id;
    const G *at = id ? by_id(g->vm, id) : NULL;
    if (!at)
        return id != 0;
    if (at->syncs != leg->syncs)
        return at->syncs > leg->syncs;
    bool asks = at == g->vm->sched.current && choice->reason != SWITCH_BLOCKED;
    if (asks && choice->reason == SWITCH_BUDGET)
        return leg->sliced;
    if (asks) /* nobody asks at what is hidden: then what is left to do before it is done later */
        return choice->reason == SWITCH_SYNC || (leg->hidden && choice->reason == SWITCH_ACCESS);
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

static u32 guide_pick(Chooser *self, const Choice *choice)
{
    Guide *g = (Guide *)self;
    if (choice->kind != CHOOSE_GOROUTINE)
        return other_answer(g, choice);
    name_new(g);
    while (g->leg < g->legs.len && arrived(g, &g->legs.data[g->leg], choice))
        g->leg++;
    if (g->leg == g->legs.len)
        return chooser_default(choice);
    u32 id = g->names.data[g->legs.data[g->leg].name].id;
    for (u32 i = 0; i < choice->options; i++)
        if (choice->ids[i] == id)
            return i;
    return chooser_default(choice); /* it waits for time to pass */
}

static void begin_following(Guide *g)
{
    Chooser *model = chooser_random(0); /* asks where replays will */
    g->base = *model;
    model->free(model);
    g->base.pick = guide_pick;
    for (u32 i = 0; i < g->names.len; i++)
        g->names.data[i].children = g->names.data[i].syncs = 0;
}

const Execution *path_execute(Machine *m, Executor *executor, const Path *path, Park park)
{
    Guide g = {.m = m, .vm = executor_vm(executor)};
    write_down(&g, (const u8 *)m->root.data, path, park);
    begin_following(&g);
    const Execution *run = executor_run(executor, &g.base);
    vec_free(&g.names);
    vec_free(&g.name_of);
    vec_free(&g.legs);
    vec_free(&g.answers);
    vec_free(&g.by_id);
    return run;
}
