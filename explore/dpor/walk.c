/* One execution: each goroutine is led to its next step, then one of the enabled steps is taken:
 * that of the path, then those of the wakeup tree, then any that is not asleep. */
#include "explore/dpor/dpor.h"
#include "explore/schedule/choosers.h"
#include "vm/endless.h"

enum { LONG_PATH = 200 };

/* ---- nodes ---- */

/* Adds to a node's sleep set what is asleep in the last one and independent of the step since.
 * Labels of a sleep set differ. */
static void inherit_sleep(Dpor *dpor, Node *node)
{
    if (!dpor->run.at)
        return;
    const Node *parent = &dpor->path.nodes.data[dpor->run.at - 1];
    Act step = act_of(dpor, &dpor->path.taken.data[dpor->run.at - 1]);
    CHECK(!node_asleep(parent, &step.label));
    for (u32 i = 0; i < parent->sleep.len; i++) {
        const Act *act = &parent->sleep.data[i];
        if (act_may_precede(act, &step) && !node_asleep(node, &act->label))
            vec_push(&node->sleep, act_copy(act));
    }
    act_free(&step);
}

static Node *node_here(Dpor *dpor)
{
    if (dpor->path.nodes.len > dpor->run.at) {
        Node *known = &dpor->path.nodes.data[dpor->run.at];
        if (dpor->path.given.len && dpor->run.at <= dpor->path.base)
            inherit_sleep(dpor, known);
        return known;
    }
    CHECK(dpor->path.nodes.len == dpor->run.at); /* a node for each step */
    Node node = {.free = !dpor->path.guide, .tree = dpor->path.guide};
    dpor->path.guide = NULL;
    inherit_sleep(dpor, &node);
    vec_push(&dpor->path.nodes, node);
    return &vec_last(&dpor->path.nodes);
}

static bool is_option(const Dpor *dpor, const Label *label)
{
    for (u32 i = 0; i < dpor->run.options.len; i++)
        if (label_equal(&dpor->run.options.data[i], label))
            return true;
    return false;
}

/* The next step of the wakeup tree; false: there is none. */
static bool follow_tree(Dpor *dpor, Node *node, Label *label)
{
    while (node->tree) {
        WakeNode *next = node->tree;
        node->tree = next->next;
        next->next = NULL;
        bool can = is_option(dpor, &next->act.label);
        if (can) {
            *label = next->act.label;
            dpor->path.guide = next->child;
            next->child = NULL;
        }
        wake_free(next);
        if (can)
            return true;
    }
    return false;
}

/* Steps since the goroutine's last one. */
static u32 waiting_for(const Dpor *dpor, Proc proc)
{
    return dpor->run.at - (proc < dpor->run.last_steps.len ? dpor->run.last_steps.data[proc] : 0);
}

static void note_step(Dpor *dpor, Proc proc)
{
    if (proc == NO_PROC)
        return;
    vec_extend(&dpor->run.last_steps, proc + 1);
    dpor->run.last_steps.data[proc] = dpor->run.at;
}

/* The first enabled step that is not asleep, loads before others: a load that comes before a write
 * may stand for both orders. The search finds the other steps. But a long path may be
 * that of a loop that waits for another goroutine: there the one that has waited longest comes
 * first. */
static bool first_awake(const Dpor *dpor, const Node *node, Label *label)
{
    i64 longest = -1, long_wait = (i64)LONG_PATH * dpor->run.started.len;
    for (u32 i = 0; i < dpor->run.options.len; i++) {
        const Label *option = &dpor->run.options.data[i];
        i64 waiting = dpor->run.at < LONG_PATH ? 0 : waiting_for(dpor, option->proc);
        if (dpor->run.pending.data[option->proc].sees && waiting < long_wait)
            waiting = long_wait; /* before all that have not waited for longer */
        if (waiting > longest && !node_asleep(node, option)) {
            *label = *option;
            longest = waiting;
        }
    }
    return longest >= 0;
}

static bool is_end(const Dpor *dpor, const Label *label)
{
    return dpor->run.pending.data[label->proc].kind == STEP_END;
}

/* Inserts the enabled steps that the one taken disables: each is to be explored from here as well.
 */
static void add_rivals(Dpor *dpor, const Label *taken)
{
    for (u32 i = 0; i < dpor->run.options.len; i++) {
        Label other = dpor->run.options.data[i];
        bool rivals = other.proc == taken->proc || other.proc == taken->partner ||
                      (other.partner != NO_PROC &&
                       (other.partner == taken->proc || other.partner == taken->partner)) ||
                      (is_end(dpor, &other) && is_end(dpor, taken)) ||
                      fire_stops(dpor, taken->proc, other.proc);
        if (!rivals || label_equal(&other, taken))
            continue;
        u32 from = dpor->path.footprints.len;
        dpor_footprint(dpor, &other);
        ActList v = {0};
        vec_push(&v, act_make(other, vec_from(&dpor->path.footprints, from),
                              dpor->path.footprints.len - from));
        dpor->path.footprints.len = from;
        dpor_insert(dpor, dpor->run.at, &v);
        vec_free(&v);
    }
}

/* The next of the steps that a part begins with. */
static Label given_step(Dpor *dpor)
{
    Label label = dpor->path.given.data[dpor->run.at].label;
    if (!is_option(dpor, &label)) {
        dpor->run.impossible = (i32)dpor->run.at;
        check_all_give_up(dpor->check);
    }
    return label;
}

/* The step to take from a node that has none yet. */
static Label choose(Dpor *dpor)
{
    Node *node = node_here(dpor);
    Label label;
    if (dpor->run.at < dpor->path.given.len)
        label = given_step(dpor);
    else if (!follow_tree(dpor, node, &label) && !first_awake(dpor, node, &label))
        check_all_give_up(dpor->check);
    CHECK(!node_asleep(node, &label) && is_option(dpor, &label));
    if (dpor->run.at < dpor->path.base || dpor->run.at >= dpor->path.given.len)
        add_rivals(dpor, &label);
    return label;
}

/* ---- taking steps ---- */

static CaseRange cases_of(const Dpor *dpor, Proc proc)
{
    return proc == NO_PROC ? (CaseRange){0} : dpor->run.pending.data[proc].cases;
}

/* As Taken.waited, for a step that is about to be taken. */
static u32 waited_since(const Dpor *dpor, Proc proc)
{
    if (!dpor->run.pending.data[proc].spinning || !spin_is_single(dpor, proc))
        return 0;
    for (u32 i = dpor->path.taken.len; i-- > 0;)
        if (dpor->path.taken.data[i].label.proc == proc)
            return i + 1;
    return 0;
}

static bool is_atomic(const Pending *pending)
{
    return pending->kind == STEP_OBJECT && effect_on(pending->op.effect) == ON_ATOMIC;
}

static void record(Dpor *dpor, Label label)
{
    CHECK(dpor->path.taken.len == dpor->run.at && dpor->path.nodes.len > dpor->run.at);
    Taken taken = {.label = label, .footprint = dpor->path.footprints.len};
    if (label.proc != PROC_MACHINE) {
        taken.kind = dpor->run.pending.data[label.proc].kind;
        taken.atomic = is_atomic(&dpor->run.pending.data[label.proc]);
        taken.waited = waited_since(dpor, label.proc);
        taken.since = dpor->run.pending.data[label.proc].since;
        taken.rival = dpor->run.pending.data[label.proc].rival;
        taken.cases[0] = cases_of(dpor, label.proc);
        taken.cases[1] = cases_of(dpor, label.partner);
    }
    dpor_footprint(dpor, &label);
    taken.nfootprints = dpor->path.footprints.len - taken.footprint;
    vec_push(&dpor->path.taken, taken);
}

static void leave(Dpor *dpor, Proc proc)
{
    if (proc != NO_PROC && proc != PROC_MACHINE)
        dpor->run.pending.data[proc] = (Pending){0};
}

/* The step at run.at is being done. */
static void advance(Dpor *dpor)
{
    CHECK(dpor->run.at < dpor->path.taken.len);
    const Taken *taken = &dpor->path.taken.data[dpor->run.at++];
    CHECK(taken->footprint + taken->nfootprints <= dpor->path.footprints.len);
    const Footprint *footprints = vec_from(&dpor->path.footprints, taken->footprint);
    bool unknown = taken->kind == STEP_ACCESS && !taken->nfootprints; /* its events come later */
    if (taken->label.proc != PROC_MACHINE && !unknown)
        spin_step(dpor, taken->label.proc, footprints, taken->nfootprints, taken->atomic);
    if (taken->label.partner != NO_PROC)
        spin_step(dpor, taken->label.partner, footprints, taken->nfootprints, false);
    note_step(dpor, taken->label.proc);
    note_step(dpor, taken->label.partner);
    dpor->run.moves++;
    if (dpor->run.at > dpor->deepest)
        dpor->deepest = dpor->run.at;
}

static u32 index_of(const Dpor *dpor, const Choice *choice, Proc proc)
{
    u32 goroutine = dpor->run.pending.data[proc].g->id;
    for (u32 i = 0; i < choice->options; i++)
        if (choice->ids[i] == goroutine)
            return i;
    BUG("goroutine %u cannot go on", goroutine);
}

/* Whether the goroutine that completes a transfer finds the other waiting with this case: it is the
 * first of its cases that is on the same channel and the same side. */
static bool finds_case(const Dpor *dpor, Proc proc, u32 choice)
{
    const Case *cases = &dpor->path.cases.data[dpor->run.pending.data[proc].cases.first];
    for (u32 i = 0; i < choice; i++)
        if (cases[i].chan == cases[choice].chan && cases[i].is_send == cases[choice].is_send)
            return false;
    return true;
}

/* Of the two goroutines of a transfer, one that finds nothing ready goes first and waits. */
static u32 begin_transfer(Dpor *dpor, const Choice *choice, const Label *label)
{
    bool sender_waits =
        dpor_can_wait(dpor, label->proc) &&
        (finds_case(dpor, label->proc, label->choice) || !dpor_can_wait(dpor, label->partner));
    Proc first = sender_waits ? label->proc : label->partner;
    CHECK(dpor_can_wait(dpor, first)); /* one of the two has nothing else to do */
    CHECK(dpor->run.second == NO_PROC);
    dpor->run.second = sender_waits ? label->partner : label->proc;
    dpor->run.choice = sender_waits ? label->partner_choice : label->choice;
    u32 index = index_of(dpor, choice, first);
    leave(dpor, first);
    return index;
}

static u32 take_step(Dpor *dpor, const Choice *choice)
{
    Label label = dpor->path.taken.data[dpor->run.at].label;
    u32 answer;
    if (dpor->run.pending.data[label.proc].timer) {
        fire_take(dpor, label.proc);
        leave(dpor, label.proc);
        answer = choice->options;
        dpor->run.fired = true;
    } else if (label.proc == PROC_MACHINE) {
        for (Proc proc = 1; proc < dpor->run.pending.len; proc++)
            dpor->run.pending.data[proc].arrived = dpor->run.pending.data[proc].g != NULL;
        answer = choice->options; /* a timer fires */
        dpor->run.fired = true;
    } else if (label.partner != NO_PROC) {
        answer = begin_transfer(dpor, choice, &label);
    } else {
        answer = index_of(dpor, choice, label.proc);
        dpor->run.choice = label.choice;
        sight_take(dpor, label.proc);
        leave(dpor, label.proc);
    }
    advance(dpor);
    return answer;
}

/* The index of a goroutine that would wait if it went on now, and so has no step. choice->options:
 * none is left. */
static u32 next_to_wait(const Dpor *dpor, const Choice *choice)
{
    const VM *vm = dpor->vm;
    u32 i = choice->reason != SWITCH_BLOCKED; /* the one that asks is option 0 then */
    if (i && vm_would_wait(vm, vm->sched.current))
        return 0;
    for (const G *g = vm->sched.head; g; g = g->next, i++)
        if (vm_would_wait(vm, g))
            return i;
    return choice->options;
}

/* Whether the execution is about to be ended by a limit of steps. */
static bool is_nearly_over(const Dpor *dpor)
{
    const VM *vm = dpor->vm;
    u64 limit = vm->main_ended ? vm->stop_at : vm->config.max_steps;
    return limit && vm->steps + 2 * EXPLORE_SLICE >= limit;
}

/* What the goroutines that can do no step wait for is part of the verdict (lock cycles, leaks):
 * where nothing but an end of the program is left, or a limit ends the execution, each begins to
 * wait first. choice->options: all do. */
static u32 next_to_wait_at_end(Dpor *dpor, const Choice *choice)
{
    dpor->run.parking = is_nearly_over(dpor);
    bool ends = is_end(dpor, &dpor->run.options.data[0]);
    return ends || dpor->run.parking ? next_to_wait(dpor, choice) : choice->options;
}

/* Gives the execution up if nothing is left but goroutines that would go on after another round of
 * their loops: what these do is explored where their looks come later. Also if a goroutine has
 * awaited a change in vain and then the variable has changed: what follows is explored where the
 * change comes before its look (spec/check.md, "Loops that await"). What is yet to be explored as
 * the beginning of this execution comes first. */
static void leave_if_in_vain(Dpor *dpor)
{
    bool known = dpor->run.at < dpor->path.nodes.len;
    Node *here = known ? &dpor->path.nodes.data[dpor->run.at] : NULL;
    bool stale =
        dpor->run.stale && (!dpor->run.options.len || is_end(dpor, &dpor->run.options.data[0]));
    if (!dpor->run.in_vain && !stale)
        return;
    bool guided = dpor->path.guide || (here && here->tree) || dpor->run.at < dpor->path.given.len;
    if (guided && dpor->run.options.len && !stale)
        return;
    if (here) { /* no step is enabled, but an end */
        wake_free(here->tree);
        here->tree = NULL;
    }
    for (u32 i = 0; i < dpor->run.started.len; i++)
        spin_given_up(dpor, dpor->run.started.data[i]);
    check_all_give_up(dpor->check);
}

/* All goroutines have arrived before a step. */
static u32 next_step(Dpor *dpor, const Choice *choice)
{
    fire_arrive(dpor);
    if (dpor->run.at < dpor->path.taken.len)
        return take_step(dpor, choice);
    dpor_options(dpor);
    leave_if_in_vain(dpor);
    if (!dpor->run.options.len && dpor->vm->time.bubble && timers_pending(dpor->vm))
        vec_push(&dpor->run.options, (Label){PROC_MACHINE, NO_PROC, 0, 0});
    if (!dpor->run.options.len) {
        dpor->run.parking = true;
        return 0;
    }
    u32 waits = next_to_wait_at_end(dpor, choice);
    if (waits < choice->options || dpor->run.parking)
        return waits % choice->options;
    u64 depth = dpor->check->bounds.depth;
    if (depth && dpor->run.at >= depth) {
        dpor->check->depth_bound = dpor->run.too_deep = true;
        check_all_give_up(dpor->check);
    }
    record(dpor, choose(dpor));
    return take_step(dpor, choice);
}

/* ---- choices ---- */

/* The first goroutine that has not arrived before its next step: it has just been started or woken,
 * and what it does until it arrives is independent of all others. choice->options: all have. */
static u32 first_underway(Dpor *dpor, const Choice *choice)
{
    for (u32 i = 0; i < choice->options; i++) {
        Proc proc = dpor->run.proc_of.data[choice->ids[i]];
        if (dpor->run.pending.data[proc].g)
            continue;
        bool timed =
            dpor->run.at && dpor->path.taken.data[dpor->run.at - 1].label.proc == PROC_MACHINE;
        if (timed)
            dpor_note(dpor, NOTE_WAKE, PROC_MACHINE, proc);
        return i;
    }
    return choice->options;
}

/* Whether its next step may do nothing but look, or wait: a loop of such steps spins. */
static bool looks(const Pending *pending)
{
    switch ((StepKind)pending->kind) {
    case STEP_ACCESS:
    case STEP_CHAN: return true;
    case STEP_OBJECT: {
        const NativeDef *native = pending->op.native;
        return !effect_changes(pending->op.effect) || (native && (native->now || native->ready));
    }
    case STEP_UNKNOWN:
    case STEP_LOCAL:
    case STEP_SPIN:
    case STEP_FIRE:
    case STEP_END: break;
    }
    return false;
}

/* The goroutine that runs has come to where others may go first. False: it has not arrived, but
 * goes on at once. */
static bool arrive(Dpor *dpor, const Choice *choice)
{
    G *g = dpor->vm->sched.current;
    Proc proc = dpor->run.proc_of.data[g->id];
    if (choice->reason == SWITCH_ACCESS && !dpor->accesses)
        return false;
    if (choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD) {
        bool spins = !dpor->accesses && spin_repeats(dpor, g, proc, g->pc, true);
        if (!spins && !endless_in_loop(dpor->vm, g))
            return false;
        Pending *pending = &dpor->run.pending.data[proc];
        *pending = (Pending){.g = g, .kind = STEP_SPIN, .moved = dpor->run.moves};
        pending->spinning = pending->awaits = spins && spin_awaits(dpor, proc);
        return true;
    }
    dpor_arrive(dpor, g, proc, choice->reason);
    Pending *pending = &dpor->run.pending.data[proc];
    if (pending->kind == STEP_LOCAL) {
        pending->g = NULL;
        return false;
    }
    sight_arrive(dpor, pending);
    bool repeats = looks(pending) && spin_repeats(dpor, g, proc, g->pc - 1, false);
    pending->awaits = repeats && is_atomic(pending) && spin_awaits(dpor, proc);
    /* What has changed during the round is not to be waited for. */
    pending->spinning = repeats && (pending->awaits || !spin_changed(dpor, proc));
    return true;
}

static u32 pick_goroutine(Dpor *dpor, const Choice *choice)
{
    bool forced = choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD;
    if (dpor->run.parking)
        return forced ? chooser_default(choice) % choice->options
                      : next_to_wait(dpor, choice) % choice->options;
    bool again = dpor->run.fired;
    dpor->run.fired = false;
    if (choice->reason != SWITCH_BLOCKED && !again && !arrive(dpor, choice))
        return 0;
    if (dpor->run.second != NO_PROC) {
        u32 index = index_of(dpor, choice, dpor->run.second);
        leave(dpor, dpor->run.second);
        dpor->run.second = NO_PROC;
        return index;
    }
    u32 index = first_underway(dpor, choice);
    if (index < choice->options)
        return index;
    dpor->run.fired = fire_sleeper(dpor);
    return dpor->run.fired ? choice->options : next_step(dpor, choice);
}

/* No goroutine can run, and only timers that do not fire any more are left. */
static void end_idle(Dpor *dpor)
{
    if (!dpor->check->round_bound)
        executor_end(dpor->check->executor, outcome_of_limit(LIMIT_TIME));
    dpor->run.too_deep = true;
    if (dpor->vm->main_ended) { /* an end like others, at which leaks are looked for */
        sched_cut_short(dpor->vm);
        vm_escape(dpor->vm);
    }
    check_all_give_up(dpor->check);
}

/* No goroutine can run: a timer fires. */
static void idle_step(Dpor *dpor)
{
    fire_arrive(dpor);
    if (dpor->run.at == dpor->path.taken.len) {
        dpor_options(dpor);
        if (!dpor->run.options.len)
            end_idle(dpor);
        record(dpor, choose(dpor));
    }
    Proc proc = dpor->path.taken.data[dpor->run.at].label.proc;
    fire_take(dpor, proc);
    leave(dpor, proc);
    advance(dpor);
}

static u32 pick_timer(Dpor *dpor)
{
    if (dpor->run.firing == NO_PROC && !fire_sleeper(dpor))
        idle_step(dpor);
    u32 answer = dpor->run.firing;
    dpor->run.firing = NO_PROC;
    return answer;
}

static u32 pick_case(const Dpor *dpor, const Choice *choice)
{
    for (u32 i = 0; i < choice->options; i++)
        if (choice->cases[i].index == dpor->run.choice)
            return i;
    return 0;
}

/* Any other choice, such as a random number, is a step of its own of the goroutine that asks. */
static u32 pick_answer(Dpor *dpor, const Choice *choice)
{
    u32 drawn, answers = check_all_answers(dpor->check, choice);
    Proc proc = choice->kind == CHOOSE_TIMER ? (Proc)PROC_MACHINE
                                             : dpor->run.proc_of.data[dpor->vm->sched.current->id];
    if (proc != PROC_MACHINE && spin_asks_again(dpor, proc, choice, &drawn))
        return drawn;
    if (answers == 1)
        return 0;
    if (dpor->run.at >= dpor->path.taken.len) {
        vec_clear(&dpor->run.options);
        for (u32 i = 0; i < answers; i++)
            vec_push(&dpor->run.options, (Label){proc, NO_PROC, (u16)i, 0});
        Label label = choose(dpor);
        vec_push(&dpor->path.taken,
                 (Taken){.label = label, .footprint = dpor->path.footprints.len});
    }
    u32 answer = dpor->path.taken.data[dpor->run.at].label.choice;
    CHECK(answer < answers);
    advance(dpor);
    return answer;
}

u32 walk_pick(Chooser *self, const Choice *choice)
{
    Dpor *dpor = (Dpor *)self;
    sight_wrote(dpor);
    if (check_all_late(dpor->check))
        check_all_give_up(dpor->check);
    switch (choice->kind) {
    case CHOOSE_GOROUTINE: return pick_goroutine(dpor, choice);
    case CHOOSE_SELECT:
        /* Before there are other goroutines it is no step that has arrived. */
        return dpor->vm->tracking ? pick_case(dpor, choice) : pick_answer(dpor, choice);
    case CHOOSE_TIMER:
        if (!dpor->vm->time.bubble)
            return pick_timer(dpor);
        return choice->options > 1 ? pick_answer(dpor, choice) : 0;
    default: return pick_answer(dpor, choice);
    }
}

/* ---- an execution ---- */

void walk_begin(Dpor *dpor)
{
    dpor->run.at = 0;
    dpor->run.second = NO_PROC;
    dpor->run.impossible = -1;
    dpor->run.parking = dpor->run.too_deep = dpor->run.fired = false;
    dpor->run.moves = 0;
    vec_clear(&dpor->path.cases);
    dpor->run.proc_of.len = 0;
    vec_clear(&dpor->run.started);
    vec_push(&dpor->run.started, 1);
    vec_zero(&dpor->run.children);
    vec_zero(&dpor->run.last_steps);
    vec_zero(&dpor->run.pending);
    dpor_add_goroutine(dpor, GOROUTINE_MACHINE, PROC_MACHINE);
    dpor_add_goroutine(dpor, GOROUTINE_MAIN, 1);
    spin_begin(dpor);
    sight_begin(dpor);
    fire_begin(dpor);
}
