/* Depth-first over the tree of choices, one execution a path, each from the start.
 *
 * `reduced` branches only at synchronisations and blocks, taking memory accesses as local steps: a
 * race shows on one of these schedules if it shows on any, since every execution is checked by
 * happens-before ([WU23], theorem 1). It also never goes on from a state that it has been in: the
 * state is given by the partial order of the events so far and by where each goroutine waits. `all`
 * branches at every access too and remembers nothing: slow and obviously right, the oracle. */
#include "explore/check/asked.h"
#include "explore/check/check.h"
#include "explore/schedule/choosers.h"
#include "vm/chan.h"
#include "vm/endless.h"

typedef struct Branch {
    u32 options, answer;
    bool preempts;   /* any answer but 0 makes a goroutine wait that could go on */
    int preemptions; /* on the way here */
} Branch;

typedef struct Tree {
    Chooser base;
    Check *check;
    bool reduced;
    VEC(Branch) path; /* of the execution that goes on; its tail is where to branch next */
    u32 at;           /* how far along it */
    u32 deepest;
    Lateness late;    /* of timers, in this execution */
    u32 waking;       /* index of the sleeper to be woken at once, or UINT32_MAX */
    Map states;       /* seen: key -> 1 */
    Map changes;      /* object -> hash of what was done to it that no event says */
    Map orders;       /* partial orders of executions */
    u64 inputs;       /* of this execution: what goroutines have learnt that is no event */
    Map input_counts; /* how many each goroutine has had */
    Map slice_events; /* events of each when its last time slice ended */
    Asked asked;      /* of this execution */
} Tree;

/* ---- states ---- */

/* How many wait in front of w. */
static u32 place_in_queue(const Waiter *w)
{
    u32 n = 0;
    for (; w->prev; w = w->prev)
        n++;
    return n;
}

/* Where a goroutine stands: its next instruction and whether it has been asked before it, how many
 * operations it has passed and, if it waits, its place in the queues. The partial order does not
 * say that: waiting is no event, nor is an Add. In `for range c {}` a goroutine that was handed a
 * value and the same one asked before the next receive stand at one place. */
static u64 standing(VM *vm, const G *g)
{
    const Func *fn = program_func_at(vm->program, g->pc); /* NULL: it has come to its end */
    u64 h = hash_pair(g->id, fn ? ((u64)fn->id << 32) + (u64)(g->pc - fn->code) : 0);
    bool waits = g->status == G_WAITING;
    u64 reason = waits ? g->wait_reason : 0;
    u64 how = (u64)g->handed | (u64)(g->retries > 1) << 1 | (u64)g->again << 2;
    h = hash_pair(h, reason | how << 8 | (u64)g->syncs << 32);
    if (!waits)
        return h;
    for (u32 i = 0; i < g->nselect; i++)
        h = hash_pair(h, place_in_queue(&g->select_waiters[i]));
    return g->nselect ? h : hash_pair(h, place_in_queue(&g->waiter));
}

static u64 state_key(const Tree *tree, const Choice *choice, int preemptions)
{
    VM *vm = executor_vm(tree->check->executor);
    u64 key = observer_fingerprint(executor_observer(tree->check->executor));
    u64 sum = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        sum += standing(vm, vm->sched.all.data[i]);
    bool times = vm->ask.clock || tree->late.budget != LATE_ANY;
    u64 time = (times ? (u64)vm->time.now : 0) + timers_key(vm, times);
    key = hash_pair(hash_pair(key, sum), hash_pair(time, tree->inputs));
    if (tree->check->bounds.preemptions >= 0) /* how many are left matters too */
        key = hash_pair(key, (u64)preemptions);
    if (times)
        key = hash_pair(key, (u64)tree->late.left);
    /* What is asked matters where it is not which goroutine goes on. */
    if (choice->kind == CHOOSE_GOROUTINE)
        return key;
    return hash_pair(key, choice->kind + ((u64)vm->sched.current->id << 8));
}

/* True: this state is already expanded, or will be. */
static bool seen(Tree *tree, const Choice *choice, int preemptions)
{
    bool scheduling = choice->kind == CHOOSE_GOROUTINE || choice->kind == CHOOSE_SELECT;
    if (!tree->reduced || !scheduling)
        return false;
    u64 *slot = map_put(&tree->states, state_key(tree, choice, preemptions));
    return (*slot)++ > 0;
}

static void note_input(Tree *tree, u32 goroutine, u64 input)
{
    u64 n = (*map_put(&tree->input_counts, goroutine))++;
    tree->inputs += hash_pair(hash_pair(goroutine, n), input);
}

static const G *find_goroutine(const VM *vm, u32 id)
{
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->id == id)
            return vm->sched.all.data[i];
    return NULL;
}

/* Keeps a hash of the operations that have changed one thing, where no event says their order; for
 * a goroutine whose result depends on that order it is an input. */
static void note_order(Tree *tree, u32 goroutine, const Operation *op, bool looks)
{
    VM *vm = executor_vm(tree->check->executor);
    Loc loc = vm_operation_place(vm, op);
    u64 *changes = map_put(&tree->changes, hash_pair(loc.object, loc.offset));
    u64 timers = op->effect == EFFECT_TIMER ? timers_key(vm, false) : 0;
    if (looks)
        note_input(tree, goroutine, *changes + timers);
    if (effect_changes(op->effect))
        *changes =
            hash_pair(*changes, hash_pair(goroutine, *map_put(&tree->input_counts, goroutine)));
}

/* How the result of an operation depends on other goroutines, as far as its events do not say it.
 */
typedef enum Learns {
    NOTHING, /* not at all */
    COUNTED, /* it follows from a count that the engine can look at */
    ORDERED, /* it depends on the order of the operations on the same thing */
    CHANGES, /* it does not, but the result of other operations on the thing depends on it */
} Learns;

static Learns learns(Effect effect)
{
    switch (effect) {
    case EFFECT_LEN:
    case EFFECT_ADD:
    case EFFECT_COUNT: return COUNTED;
    case EFFECT_TIMER:
    case EFFECT_TICKET: /* the lock of a condition need not exclude others */
    case EFFECT_CLOCK:
    case EFFECT_OBSERVE:
    case EFFECT_UPDATE:
    case EFFECT_INPUT:
    case EFFECT_FILE_READ:
    case EFFECT_FILE_WRITE: return ORDERED;
    case EFFECT_STORE:
    case EFFECT_SWAP: return CHANGES;
    case EFFECT_NONE:
    case EFFECT_NATIVE:
    case EFFECT_YIELD:
    case EFFECT_RANDOM:
    case EFFECT_REFLECT:
    case EFFECT_READ:
    case EFFECT_WRITE:
    case EFFECT_MAKE:
    case EFFECT_SEND:
    case EFFECT_RECV:
    case EFFECT_SELECT:
    case EFFECT_CLOSE:
    case EFFECT_GO:
    case EFFECT_GOEND:
    case EFFECT_IDLE:
    case EFFECT_EXIT:
    case EFFECT_SLEEP:
    case EFFECT_START:
    case EFFECT_LOCK:
    case EFFECT_UNLOCK:
    case EFFECT_WLOCK:
    case EFFECT_WUNLOCK:
    case EFFECT_RLOCK:
    case EFFECT_RUNLOCK:
    case EFFECT_TRYLOCK:
    case EFFECT_TRYRLOCK:
    case EFFECT_WAIT:
    case EFFECT_COND_WAIT:
    case EFFECT_SIGNAL:
    case EFFECT_LOAD:
    case EFFECT_CHECK:
    case EFFECT_AWAIT:
    case EFFECT_OUTPUT:
    case EFFECT_MEASURE:
    case EFFECT_LEAKED: return NOTHING;
    }
    BUG("effect %u", effect);
}

/* What an operation that is COUNTED learns. Of a WaitGroup's counter that is whether Add panics,
 * since it would be negative: the other Adds do not show that in their events. */
static u64 count_learnt(const VM *vm, const Operation *op)
{
    if (op->effect == EFFECT_COUNT)
        return vm->sched.all.len;
    if (op->effect == EFFECT_LEN)
        return (u64)chan_len(op->object);
    return op->object && *(const i32 *)op->object + (i64)op->args[1] < 0;
}

/* The goroutine that goes on may look at something that no event reports. */
static void note_look(Tree *tree, const Choice *choice, u32 goroutine)
{
    VM *vm = executor_vm(tree->check->executor);
    bool asks = choice->reason == SWITCH_SYNC && goroutine == choice->ids[0];
    const G *g = find_goroutine(vm, goroutine);
    if (!g || (!asks && g->again == AGAIN_NO) || g->again == AGAIN_DIE)
        return; /* on its way to the next question */
    Operation op = vm_operation(vm, g);
    switch (learns(op.effect)) {
    case NOTHING: break;
    case COUNTED: note_input(tree, goroutine, count_learnt(vm, &op)); break;
    case ORDERED: note_order(tree, goroutine, &op, true); break;
    case CHANGES: note_order(tree, goroutine, &op, false); break;
    }
}

/* What a goroutine learns from the chooser and not from events is part of the state. */
static void note_answer(Tree *tree, const Choice *choice, u32 answer)
{
    const VM *vm = executor_vm(tree->check->executor);
    switch (choice->kind) {
    case CHOOSE_GOROUTINE:
        if (answer < choice->options)
            note_look(tree, choice, choice->ids[answer]);
        break;
    case CHOOSE_SELECT: note_input(tree, vm->sched.current->id, choice->cases[answer].index); break;
    case CHOOSE_RANDOM:
    case CHOOSE_MAP_ORDER:
    case CHOOSE_INPUT: note_input(tree, vm->sched.current->id, answer); break;
    case CHOOSE_TIMER: break; /* what it wakes or sends is in the state */
    }
}

/* ---- choices ---- */

static bool is_preemption(u8 kind, SwitchReason reason)
{
    return kind == CHOOSE_GOROUTINE && (reason == SWITCH_SYNC || reason == SWITCH_ACCESS);
}

/* What the observer has counted of the running goroutine; all 0: nothing yet. */
static Thread thread_now(const Tree *tree)
{
    const Observer *observer = executor_observer(tree->check->executor);
    u32 g = executor_vm(tree->check->executor)->sched.current->id;
    return g < observer->alive ? observer->threads.data[g] : (Thread){0};
}

/* Whether the goroutine that asks has asked in this very state before, and done nothing since: all
 * answers have been tried then, and one that is drawn is enough. */
static bool asks_again(Tree *tree, const Choice *choice, u32 *drawn)
{
    VM *vm = executor_vm(tree->check->executor);
    const G *g = vm->sched.current;
    if (!g) /* it asks which goroutine goes on */
        return false;
    u64 done = hash_pair(thread_now(tree).writes, (u64)g->syncs << 32 | vm->sched.next_gid);
    bool again = asked_again(&tree->asked, vm, choice, done, drawn);
    tree->check->loop_bound |= tree->asked.bound;
    return again;
}

static bool is_endless(const Tree *tree, u32 goroutine)
{
    VM *vm = executor_vm(tree->check->executor);
    CHECK(vm->sched.current->id == goroutine);
    return endless_in_loop(vm, vm->sched.current);
}

/* At the end of a time slice: a goroutine that has only computed goes on, which no other can
 * notice. One that has synchronised or accessed memory lets the others go first, or a loop that
 * waits for them would never end; that is one order of several, so the search is not complete any
 * more. */
static u32 end_slice(Tree *tree, const Choice *choice)
{
    u32 goroutine = choice->ids[0];
    const G *g = executor_vm(tree->check->executor)->sched.current;
    u64 events = thread_now(tree).events + g->syncs; /* a TryLock that fails is no event */
    u64 *before = map_put(&tree->slice_events, goroutine);
    bool computed_only = choice->reason == SWITCH_BUDGET && *before == events;
    *before = events;
    if (computed_only && !is_endless(tree, goroutine))
        return 0;
    if (computed_only) /* it does nothing more that others notice: no order is left out */
        return chooser_default(choice);
    tree->check->forced_switch = true;
    return chooser_default(choice);
}

/* Whether only one answer to the choice is tried. Of the accesses between two synchronisations all
 * answers are tried before the first. */
static bool is_settled(Tree *tree, const Choice *choice, u32 *answer)
{
    if (choice->kind != CHOOSE_GOROUTINE)
        return false;
    *answer = chooser_default(choice);
    if (choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD) {
        *answer = end_slice(tree, choice);
        return true;
    }
    return choice->reason == SWITCH_ACCESS && tree->reduced &&
           observer_accessed(executor_observer(tree->check->executor), choice->ids[0]);
}

static u32 follow(Tree *tree, u32 options)
{
    const Branch *branch = &tree->path.data[tree->at++];
    if (branch->options != options)
        BUG("an execution took another way than before");
    return branch->answer;
}

/* Preemptions on the way to the choice at hand. */
static int preemptions_so_far(const Tree *tree)
{
    if (tree->at == 0)
        return 0;
    CHECK(tree->at <= tree->path.len);
    const Branch *last = &tree->path.data[tree->at - 1];
    return last->preemptions + (last->preempts && last->answer > 0);
}

static u32 branch(Tree *tree, const Choice *choice, u32 options, int before)
{
    if (seen(tree, choice, before))
        check_all_give_up(tree->check);
    bool preempts = is_preemption((u8)choice->kind, choice->reason);
    CHECK(tree->at == tree->path.len && options > 1);
    vec_push(&tree->path, (Branch){options, 0, preempts, before});
    tree->at++;
    if (tree->at > tree->deepest)
        tree->deepest = tree->at;
    return 0;
}

/* How many answers are tried. The last one to the question which goroutine goes on: a timer fires.
 */
static u32 options_of(Tree *tree, const Choice *choice)
{
    bool bubble = executor_vm(tree->check->executor)->time.bubble != NULL;
    if (choice->kind == CHOOSE_GOROUTINE)
        return choice->options + (!bubble && late_options(&tree->late) > 0);
    if (choice->kind == CHOOSE_TIMER)
        return bubble ? choice->options : late_options(&tree->late);
    return check_all_answers(tree->check, choice);
}

static u32 decide(Tree *tree, const Choice *choice)
{
    const CheckBounds *bounds = &tree->check->bounds;
    u32 options = options_of(tree, choice), settled;
    if (options < 2)
        return 0;
    if (is_settled(tree, choice, &settled))
        return settled;
    int before = preemptions_so_far(tree);
    if (bounds->preemptions >= 0 && before >= bounds->preemptions &&
        is_preemption((u8)choice->kind, choice->reason)) {
        tree->check->preemption_bound = true;
        return 0;
    }
    bool known = tree->at < tree->path.len;
    u32 answer = known ? follow(tree, options) : branch(tree, choice, options, before);
    CHECK(answer < options);
    return answer;
}

/* ---- timers ---- */

enum { MOST_ROUNDS = 4 };      /* see Lateness */
enum { SLEEPS_CUT_SHORT = 3 }; /* of each goroutine: then loops that sleep are fair to others */

/* Whether there is a sleeper that may as well be woken at once, since nothing shows how long it has
 * slept. */
static bool wakes(Tree *tree)
{
    const VM *vm = executor_vm(tree->check->executor);
    bool hidden = !vm->ask.clock && !vm->time.bubble && tree->late.budget == LATE_ANY;
    if (tree->reduced && hidden)
        tree->waking = late_sleeper(&tree->late, SLEEPS_CUT_SHORT);
    return tree->waking != UINT32_MAX;
}

static u32 pick_timer(Tree *tree, const Choice *choice)
{
    if (tree->waking != UINT32_MAX || wakes(tree)) {
        u32 waking = tree->waking;
        tree->waking = UINT32_MAX;
        return waking;
    }
    u32 answer = decide(tree, choice);
    if (executor_vm(tree->check->executor)->time.bubble)
        return answer;
    if (tree->late.may.len)
        return late_take(&tree->late, answer);
    /* Nothing can ever happen but ticks that are not received. */
    if (!choice->due && tree->late.set.len && timers_only_tick(&tree->late.set))
        executor_end(tree->check->executor, outcome_of_limit(LIMIT_TIME));
    return 0;
}

static u32 tree_pick(Chooser *self, const Choice *choice)
{
    Tree *tree = (Tree *)self;
    if (check_all_late(tree->check))
        check_all_give_up(tree->check);
    if (choice->kind == CHOOSE_TIMER)
        return pick_timer(tree, choice);
    if (choice->kind == CHOOSE_GOROUTINE && wakes(tree))
        return choice->options;
    u32 drawn;
    if (asks_again(tree, choice, &drawn))
        return drawn;
    u32 answer = decide(tree, choice);
    if (tree->reduced)
        note_answer(tree, choice, answer);
    return answer;
}

/* ---- the search ---- */

/* The last choice with an answer left takes its next; false: there is none. */
static bool backtrack(Tree *tree)
{
    while (tree->path.len) {
        Branch *last = &vec_last(&tree->path);
        CHECK(last->answer < last->options);
        if (last->answer + 1 < last->options) {
            last->answer++;
            return true;
        }
        tree->path.len--;
    }
    return false;
}

static bool tree_step(Check *check)
{
    Tree *tree = check->search;
    tree->at = 0;
    tree->waking = UINT32_MAX;
    late_reset(&tree->late);
    tree->inputs = 0;
    map_clear(&tree->input_counts);
    map_clear(&tree->slice_events);
    asked_begin(&tree->asked);
    map_clear(&tree->changes);
    const Execution *run = check_all_run(check, &tree->base);
    bool cut = check_all_given_up(run);
    CHECK(tree->at == tree->path.len || check->late || check->full);
    check->round_bound |= tree->late.round_bound;
    check->schedules++;
    check->executions += !cut;
    if (!cut)
        *map_put(&tree->orders, hash_pair(run->fingerprint, tree->inputs)) = 1;
    check->covered = tree->orders.count;
    check->states = tree->states.count;
    check_all_keep(check, run); /* of one given up too: it was real as far as it went */
    return backtrack(tree);
}

static void tree_begin(Check *check)
{
    /* Asks where replays will, so that recorded schedules fit. */
    Chooser *model = chooser_random(0);
    Tree *tree = xcalloc(1, sizeof *tree);
    tree->base = *model;
    model->free(model);
    tree->base.pick = tree_pick;
    tree->late = (Lateness){.vm = executor_vm(check->executor), .most_rounds = MOST_ROUNDS};
    tree->late.budget = executor_config(check->executor)->late;
    tree->base.asks_alone = true; /* time may pass; and it may look at what there is */
    tree->check = check;
    tree->reduced = check->engine == &engine_reduced;
    check->search = tree;
}

static void tree_progress(const Check *check, Buf *out)
{
    const Tree *tree = check->search;
    buf_printf(out, "%u states, depth %u (deepest %u)", tree->states.count, tree->path.len,
               tree->deepest);
}

static void tree_end(Check *check)
{
    Tree *tree = check->search;
    vec_free(&tree->path);
    map_free(&tree->states);
    map_free(&tree->orders);
    map_free(&tree->input_counts);
    map_free(&tree->slice_events);
    asked_free(&tree->asked);
    map_free(&tree->changes);
    late_clear(&tree->late);
    free(tree);
}

enum { TREE_BOUNDS = BOUND_PREEMPTIONS | BOUND_LATE | REAL_WAITS | ANY_TIME | WHOLE_RUNS };
#define TREE_ENGINE \
    .unit = "execution", \
    .ops = {.begin = tree_begin, .step = tree_step, .progress = tree_progress, .end = tree_end}

const CheckEngine engine_reduced = {
    .name = "reduced",
    .says = "all orders of synchronisations, but no partial order twice",
    .bounds = TREE_BOUNDS,
    TREE_ENGINE,
};

const CheckEngine engine_all = {
    .name = "all",
    .says = "all orders of all steps: slow",
    .bounds = TREE_BOUNDS | ALL_ACCESSES,
    TREE_ENGINE,
};
