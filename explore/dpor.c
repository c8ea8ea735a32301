/* The search: nodes along the path of the present execution, and which step to take next. */
#include "explore/dpor.h"

#include "explore/choosers.h"
#include "vm/timer.h"

enum { LONG_PATH = 200 };

/* ---- names ---- */

static Proc child_of(Dpor *dpor, Proc parent)
{
    while (dpor->children.len <= parent)
        vec_push(&dpor->children, 0);
    u64 key = (u64)parent << 32 | dpor->children.data[parent]++;
    u64 *proc = map_put(&dpor->procs, key);
    if (!*proc)
        *proc = ++dpor->nprocs;
    return (Proc)*proc - 1;
}

static void add_goroutine(Dpor *dpor, u32 goroutine, Proc proc)
{
    while (dpor->proc_of.len <= goroutine)
        vec_push(&dpor->proc_of, NO_PROC);
    dpor->proc_of.data[goroutine] = proc;
    while (dpor->pend.len <= proc)
        vec_push(&dpor->pend, (Pend){0});
}

/* ---- what happens besides the steps ---- */

/* Of the part of the path that is followed again all is known. */
static bool is_new(const Dpor *dpor)
{
    return (i32)dpor->at - 1 >= dpor->branch;
}

static void note(Dpor *dpor, NoteKind kind, Proc proc, u32 other)
{
    if (is_new(dpor))
        vec_push(&dpor->notes, (Note){(i32)dpor->at - 1, (u8)kind, proc, other});
}

/* The step that goes on touches this too. */
static void touch_also(Dpor *dpor, u32 object, bool write)
{
    if (!is_new(dpor) || !dpor->taken.len)
        return;
    Taken *taken = &vec_last(&dpor->taken);
    Touch touch = {object, write ? TOUCH_WRITE : TOUCH_READ, 0, 0};
    for (u32 i = 0; i < taken->ntouch; i++) {
        Touch *known = &dpor->touches.data[taken->touch + i];
        if (known->object == object && (known->kind == touch.kind || !write))
            return;
    }
    vec_push(&dpor->touches, touch);
    taken->ntouch++;
    gaze_step(dpor, taken->label.proc, &touch, 1);
}

static void on_access(Dpor *dpor, const Event *event)
{
    Loc loc = event->loc;
    for (u32 i = 0; i == 0 || i < event->count; i++) {
        touch_also(dpor, dpor_object(dpor, loc), event->kind == EV_WRITE);
        loc.offset += event->stride;
    }
}

static bool is_lock(u8 sub)
{
    return sub >= SYNC_MUTEX_LOCK && sub <= SYNC_RWMUTEX_RUNLOCK;
}

static bool is_unlock(u8 sub)
{
    return sub == SYNC_MUTEX_UNLOCK || sub == SYNC_RWMUTEX_UNLOCK;
}

static void on_event(EventSink *sink, const Event *event)
{
    Dpor *dpor = (Dpor *)((char *)sink - offsetof(Dpor, sink));
    if (!dpor->running)
        return;
    Proc proc = dpor->proc_of.data[event->goroutine];
    switch (event->kind) {
    case EV_GO: {
        Proc child = child_of(dpor, proc);
        add_goroutine(dpor, event->other, child);
        note(dpor, NOTE_START, proc, child);
        if (dpor->vm->counts_goroutines)
            touch_also(dpor, dpor->counter, true);
        break;
    }
    case EV_READ:
    case EV_WRITE:
        if (dpor->accesses && event->sub == SYNC_NONE)
            on_access(dpor, event);
        break;
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
        if (is_unlock(event->sub))
            note(dpor, NOTE_RELEASE, proc, dpor_object(dpor, event->loc));
        if (is_lock(event->sub))
            gaze_lock(dpor, proc, false);
        break;
    case EV_ACQUIRE:
        if (is_lock(event->sub) && !(event->flags & EVF_PART))
            gaze_lock(dpor, proc, true);
        /* By whom the goroutine that runs has let go on. */
        if (dpor->vm->current && event->goroutine != dpor->vm->current->id)
            note(dpor, NOTE_WAKE, dpor->proc_of.data[dpor->vm->current->id], proc);
        break;
    default: break;
    }
}

static void ignore_object(EventSink *sink, u64 object)
{
    (void)sink, (void)object;
}

static void ignore_end(EventSink *sink)
{
    (void)sink;
}

/* ---- nodes ---- */

static Act act_of(const Dpor *dpor, const Taken *taken)
{
    return act_make(taken->label, &dpor->touches.data[taken->touch], taken->ntouch);
}

/* What is asleep in the last node and independent of the step taken from there. */
static void inherit_sleep(Dpor *dpor, Node *node)
{
    if (!dpor->at)
        return;
    const Node *parent = &dpor->nodes.data[dpor->at - 1];
    Act step = act_of(dpor, &dpor->taken.data[dpor->at - 1]);
    for (u32 i = 0; i < parent->sleep.len; i++) {
        const Act *act = &parent->sleep.data[i];
        if (!acts_dependent(act, &step))
            vec_push(&node->sleep, act_make(act->label, act_touches(act), act->ntouch));
    }
    act_free(&step);
}

static Node *node_here(Dpor *dpor)
{
    if (dpor->nodes.len > dpor->at)
        return &dpor->nodes.data[dpor->at];
    Node node = {.tree = dpor->guide};
    dpor->guide = NULL;
    inherit_sleep(dpor, &node);
    vec_push(&dpor->nodes, node);
    return &vec_last(&dpor->nodes);
}

static void node_free(Node *node)
{
    acts_clear((ActList *)&node->sleep);
    vec_free(&node->sleep);
    wake_free(node->tree);
}

static bool asleep(const Node *node, const Label *label)
{
    for (u32 i = 0; i < node->sleep.len; i++)
        if (label_equal(&node->sleep.data[i].label, label))
            return true;
    return false;
}

static bool is_option(const Dpor *dpor, const Label *label)
{
    for (u32 i = 0; i < dpor->options.len; i++)
        if (label_equal(&dpor->options.data[i], label))
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
            dpor->guide = next->child;
            next->child = NULL;
        }
        dpor->infeasible += !can;
        wake_free(next);
        if (can)
            return true;
    }
    return false;
}

/* How many of the latest steps others have taken since the goroutine's last one. */
static u32 waiting_for(const Dpor *dpor, Proc proc)
{
    u32 n = 0;
    while (n < LONG_PATH && dpor->taken.data[dpor->at - 1 - n].label.proc != proc &&
           dpor->taken.data[dpor->at - 1 - n].label.partner != proc)
        n++;
    return n;
}

/* Any option would do, the search finds the others. But a long path may be that of a loop which
 * waits for somebody: there whoever has waited longest comes first. */
static bool first_awake(const Dpor *dpor, const Node *node, Label *label)
{
    i64 longest = -1;
    for (u32 i = 0; i < dpor->options.len; i++) {
        const Label *option = &dpor->options.data[i];
        i64 waiting = dpor->at < LONG_PATH ? 0 : waiting_for(dpor, option->proc);
        if (waiting > longest && !asleep(node, option)) {
            *label = *option;
            longest = waiting;
        }
    }
    return longest >= 0;
}

static bool is_end(const Dpor *dpor, const Label *label)
{
    return dpor->pend.data[label->proc].kind == STEP_END;
}

/* Other steps that the one taken makes impossible: each is to be explored as well. */
static void add_rivals(Dpor *dpor, Node *node, const Label *taken)
{
    for (u32 i = 0; i < dpor->options.len; i++) {
        Label other = dpor->options.data[i];
        bool rivals = other.proc == taken->proc || other.proc == taken->partner ||
                      (other.partner != NO_PROC &&
                       (other.partner == taken->proc || other.partner == taken->partner)) ||
                      (is_end(dpor, &other) && is_end(dpor, taken));
        if (!rivals || label_equal(&other, taken))
            continue;
        u32 from = dpor->touches.len;
        dpor_touch(dpor, &other);
        ActList v = {0};
        vec_push(&v, act_make(other, &dpor->touches.data[from], dpor->touches.len - from));
        dpor->touches.len = from;
        wake_insert(node, &v);
        vec_free(&v);
    }
}

/* The step to take where no execution has been before. */
static Label choose(Dpor *dpor)
{
    Node *node = node_here(dpor);
    Label label;
    if (!follow_tree(dpor, node, &label) && !first_awake(dpor, node, &label))
        check_all_give_up(dpor->check);
    add_rivals(dpor, node, &label);
    return label;
}

/* ---- taking steps ---- */

static Turns turns_of(const Dpor *dpor, Proc proc)
{
    return proc == NO_PROC ? (Turns){0} : dpor->pend.data[proc].turns;
}

/* As Taken.waited, for a step that is about to be taken. */
static u32 waited_since(const Dpor *dpor, Proc proc)
{
    if (!dpor->pend.data[proc].gazes || !gaze_is_single(dpor, proc))
        return 0;
    for (u32 i = dpor->taken.len; i-- > 0;)
        if (dpor->taken.data[i].label.proc == proc)
            return i + 1;
    return 0;
}

static void record(Dpor *dpor, Label label)
{
    Taken taken = {.label = label, .touch = dpor->touches.len};
    if (label.proc != PROC_MACHINE) {
        taken.kind = dpor->pend.data[label.proc].kind;
        taken.waited = waited_since(dpor, label.proc);
        taken.turns[0] = turns_of(dpor, label.proc);
        taken.turns[1] = turns_of(dpor, label.partner);
    }
    dpor_touch(dpor, &label);
    taken.ntouch = dpor->touches.len - taken.touch;
    vec_push(&dpor->taken, taken);
}

static void leave(Dpor *dpor, Proc proc)
{
    if (proc != NO_PROC && proc != PROC_MACHINE)
        dpor->pend.data[proc] = (Pend){0};
}

/* The step is on its way. */
static void advance(Dpor *dpor)
{
    const Taken *taken = &dpor->taken.data[dpor->at++];
    const Touch *touches = &dpor->touches.data[taken->touch];
    bool unknown = taken->kind == STEP_ACCESS && !taken->ntouch; /* its events will tell */
    if (taken->label.proc != PROC_MACHINE && !unknown)
        gaze_step(dpor, taken->label.proc, touches, taken->ntouch);
    if (taken->label.partner != NO_PROC)
        gaze_step(dpor, taken->label.partner, touches, taken->ntouch);
    dpor->moves++;
    if (dpor->at > dpor->deepest)
        dpor->deepest = dpor->at;
}

static u32 index_of(const Dpor *dpor, const Choice *choice, Proc proc)
{
    u32 goroutine = dpor->pend.data[proc].g->id;
    for (u32 i = 0; i < choice->options; i++)
        if (choice->ids[i] == goroutine)
            return i;
    BUG("goroutine %u cannot go on", goroutine);
}

/* Whoever comes second finds the first of several cases on the channel that the other waits with. */
static bool finds_case(const Dpor *dpor, Proc proc, u32 turn)
{
    const Case *cases = &dpor->cases.data[dpor->pend.data[proc].turns.first];
    for (u32 i = 0; i < turn; i++)
        if (cases[i].chan == cases[turn].chan && cases[i].is_send == cases[turn].is_send)
            return false;
    return true;
}

/* Of two who meet, the one who finds nothing ready goes first and waits for the other. */
static u32 begin_transfer(Dpor *dpor, const Choice *choice, const Label *label)
{
    bool sender_waits =
        dpor_can_wait(dpor, label->proc) &&
        (finds_case(dpor, label->proc, label->turn) || !dpor_can_wait(dpor, label->partner));
    Proc first = sender_waits ? label->proc : label->partner;
    dpor->second = sender_waits ? label->partner : label->proc;
    dpor->turn = sender_waits ? label->partner_turn : label->turn;
    u32 index = index_of(dpor, choice, first);
    leave(dpor, first);
    return index;
}

static u32 take_step(Dpor *dpor, const Choice *choice)
{
    Label label = dpor->taken.data[dpor->at].label;
    u32 answer;
    if (label.proc == PROC_MACHINE) {
        for (Proc proc = 1; proc < dpor->pend.len; proc++)
            dpor->pend.data[proc].arrived = dpor->pend.data[proc].g != NULL;
        answer = choice->options; /* nobody: time passes */
    } else if (label.partner != NO_PROC) {
        answer = begin_transfer(dpor, choice, &label);
    } else {
        answer = index_of(dpor, choice, label.proc);
        dpor->turn = label.turn;
        leave(dpor, label.proc);
    }
    advance(dpor);
    return answer;
}

/* Everybody stands before a step. */
static u32 next_step(Dpor *dpor, const Choice *choice)
{
    if (dpor->at < dpor->taken.len)
        return take_step(dpor, choice);
    dpor_options(dpor);
    if (!dpor->options.len && timers_pending(dpor->vm))
        vec_push(&dpor->options, (Label){PROC_MACHINE, NO_PROC, 0, 0});
    if (!dpor->options.len) {
        dpor->parking = true;
        return 0;
    }
    u64 depth = dpor->check->bounds.depth;
    if (depth && dpor->at >= depth) {
        dpor->check->depth_bound = dpor->too_deep = true;
        check_all_give_up(dpor->check);
    }
    record(dpor, choose(dpor));
    return take_step(dpor, choice);
}

/* ---- choices ---- */

/* Whoever has just been started or woken has a way to go to its next step, which is nobody else's
 * business. choice->options: there is none such. */
static u32 somebody_underway(Dpor *dpor, const Choice *choice)
{
    for (u32 i = 0; i < choice->options; i++) {
        Proc proc = dpor->proc_of.data[choice->ids[i]];
        if (dpor->pend.data[proc].g)
            continue;
        bool timed = dpor->at && dpor->taken.data[dpor->at - 1].label.proc == PROC_MACHINE;
        if (timed)
            note(dpor, NOTE_WAKE, PROC_MACHINE, proc);
        return i;
    }
    return choice->options;
}

static bool looks(u8 kind)
{
    switch ((StepKind)kind) {
    case STEP_LOAD:
    case STEP_CAS32:
    case STEP_CAS64:
    case STEP_REPLACE:
    case STEP_LEN:
    case STEP_ACCESS:
    case STEP_CHAN:
    case STEP_LOCK:
    case STEP_RLOCK:
    case STEP_WLOCK:
    case STEP_TRYLOCK:
    case STEP_TRY_RLOCK:
    case STEP_TRY_WLOCK: return true;
    default: return false;
    }
}

/* The goroutine that runs has come to where others may go first. False: it goes on at once. */
static bool arrive(Dpor *dpor, const Choice *choice)
{
    G *g = dpor->vm->current;
    Proc proc = dpor->proc_of.data[g->id];
    if (choice->reason == SWITCH_ACCESS && !dpor->accesses)
        return false;
    if (choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD) {
        if (dpor->accesses || !gaze_repeats(dpor, g, proc))
            return false;
        dpor->pend.data[proc] = (Pend){.g = g, .kind = STEP_SPIN, .moved = dpor->moves};
        return true;
    }
    dpor_arrive(dpor, g, proc, choice->reason);
    Pend *pend = &dpor->pend.data[proc];
    if (pend->kind == STEP_LOCAL) {
        pend->g = NULL;
        return false;
    }
    pend->gazes = looks(pend->kind) && gaze_repeats(dpor, g, proc);
    return true;
}

static u32 pick_goroutine(Dpor *dpor, const Choice *choice)
{
    bool forced = choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD;
    if (dpor->parking)
        return forced ? chooser_default(choice) % choice->options : 0;
    if (choice->reason != SWITCH_BLOCKED && !arrive(dpor, choice))
        return 0;
    if (dpor->second != NO_PROC) {
        u32 index = index_of(dpor, choice, dpor->second);
        leave(dpor, dpor->second);
        dpor->second = NO_PROC;
        return index;
    }
    u32 index = somebody_underway(dpor, choice);
    return index < choice->options ? index : next_step(dpor, choice);
}

static u32 pick_case(const Dpor *dpor, const Choice *choice)
{
    for (u32 i = 0; i < choice->options; i++)
        if (choice->cases[i].index == dpor->turn)
            return i;
    return 0;
}

/* Random numbers, map orders, timers: a step of its own, of whoever asks. */
static u32 pick_answer(Dpor *dpor, const Choice *choice)
{
    if (choice->kind == CHOOSE_RANDOM && choice->options > dpor->check->bounds.random) {
        dpor->check->random_bound = true;
        return 0;
    }
    if (dpor->at >= dpor->taken.len) {
        Proc proc = choice->kind == CHOOSE_TIMER ? (Proc)PROC_MACHINE
                                                 : dpor->proc_of.data[dpor->vm->current->id];
        vec_clear(&dpor->options);
        for (u32 i = 0; i < choice->options && i < UINT16_MAX; i++)
            vec_push(&dpor->options, (Label){proc, NO_PROC, (u16)i, 0});
        Label label = choose(dpor);
        vec_push(&dpor->taken, (Taken){.label = label, .touch = dpor->touches.len});
    }
    u32 answer = dpor->taken.data[dpor->at].label.turn;
    advance(dpor);
    return answer;
}

static u32 dpor_pick(Chooser *self, const Choice *choice)
{
    Dpor *dpor = (Dpor *)self;
    switch (choice->kind) {
    case CHOOSE_GOROUTINE: return pick_goroutine(dpor, choice);
    case CHOOSE_SELECT: return pick_case(dpor, choice);
    default: return pick_answer(dpor, choice);
    }
}

/* ---- the search ---- */

static void cut_path(Dpor *dpor, u32 at)
{
    while (dpor->nodes.len > at + 1) {
        node_free(&vec_last(&dpor->nodes));
        dpor->nodes.len--;
    }
    if (dpor->taken.len > at) {
        dpor->touches.len = dpor->taken.data[at].touch;
        dpor->taken.len = at;
    }
    while (dpor->notes.len && vec_last(&dpor->notes).at >= (i32)at)
        dpor->notes.len--;
}

/* Goes back to the last node from which something is left to be explored; false: there is none. */
static bool backtrack(Dpor *dpor)
{
    wake_free(dpor->guide);
    dpor->guide = NULL;
    for (u32 at = dpor->nodes.len; at-- > 0;) {
        Node *node = &dpor->nodes.data[at];
        if (at < dpor->taken.len)
            vec_push(&node->sleep, act_of(dpor, &dpor->taken.data[at]));
        node->explored++;
        cut_path(dpor, at);
        if (node->tree) {
            dpor->branch = (i32)at;
            return true;
        }
        node_free(node);
        dpor->nodes.len--;
    }
    return false;
}

static void begin_execution(Dpor *dpor)
{
    dpor->at = 0;
    dpor->second = NO_PROC;
    dpor->parking = dpor->too_deep = false;
    dpor->moves = 0;
    vec_clear(&dpor->cases);
    dpor->proc_of.len = 0;
    vec_zero(&dpor->children);
    vec_zero(&dpor->pend);
    add_goroutine(dpor, GOROUTINE_MACHINE, PROC_MACHINE);
    add_goroutine(dpor, GOROUTINE_MAIN, 1);
    gaze_begin(dpor);
}

static void begin_anew(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->nodes.len; i++)
        node_free(&dpor->nodes.data[i]);
    dpor->nodes.len = dpor->taken.len = dpor->touches.len = dpor->notes.len = 0;
    wake_free(dpor->guide);
    dpor->guide = NULL;
    dpor->branch = -1;
    dpor->check->executions = dpor->check->schedules = 0;
    dpor->anew = false;
}

/* Steps turn out to be such that were taken for none, or to depend on each other. Of a program that
 * has a race, what it does may depend on the order of accesses. */
static bool must_begin_anew(Dpor *dpor, const Execution *run)
{
    bool race = execution_has(run, FOUND_RACE);
    bool anew = dpor->grew_strict || (race && !dpor->accesses);
    dpor->accesses |= race;
    dpor->grew_strict = false;
    return anew;
}

static bool dpor_step(Check *check)
{
    Dpor *dpor = check->search;
    if (dpor->anew) /* not before: what ended the last execution may end the search */
        begin_anew(dpor);
    begin_execution(dpor);
    dpor->running = true;
    const Execution *run = executor_run(check->executor, &dpor->base);
    dpor->running = false;
    bool cut = check_all_given_up(run) && !dpor->too_deep;
    check->schedules++;
    check->executions += !cut;
    dpor->cut += cut;
    check->forced_switch |= dpor->vm->early_timers > 0;
    dpor_reverse_races(dpor);
    dpor->anew = must_begin_anew(dpor, run);
    check->covered = check->executions;
    check_all_keep(check, run);
    return dpor->anew || backtrack(dpor);
}

static void dpor_begin(Check *check)
{
    Dpor *dpor = xcalloc(1, sizeof *dpor);
    /* Asks where replays will, so that recorded schedules fit. */
    Chooser *model = chooser_random(0);
    dpor->base = *model;
    model->free(model);
    dpor->base.pick = dpor_pick;
    dpor->base.asks_alone = true;
    dpor->sink = (EventSink){.event = on_event, .forget = ignore_object, .close = ignore_end};
    dpor->check = check;
    dpor->vm = executor_vm(check->executor);
    dpor->branch = -1;
    dpor->nprocs = 2;
    dpor_bind(dpor);
    executor_watch(check->executor, &dpor->sink);
    check->search = dpor;
}

/* How much of the search is done, if the places that are yet to be found are like those on the
 * path: of each node's branches those explored, weighed by how much of the whole the node is. */
static double done_part(const Dpor *dpor)
{
    double part = 0, weight = 1;
    for (u32 i = 0; i < dpor->nodes.len; i++) {
        const Node *node = &dpor->nodes.data[i];
        u32 left = i + 1 < dpor->nodes.len; /* the path's branch; the last node has yet to choose */
        for (const WakeNode *branch = node->tree; branch; branch = branch->next)
            left++;
        weight /= node->explored + left ? node->explored + left : 1;
        part += weight * node->explored;
    }
    return part;
}

static void dpor_progress(const Check *check, Buf *out)
{
    const Dpor *dpor = check->search;
    double part = done_part(dpor);
    buf_printf(out, "depth %u (deepest %u), %llu cut", dpor->branch < 0 ? 0 : (u32)dpor->branch,
               dpor->deepest, (unsigned long long)dpor->cut);
    if (part > 0)
        buf_printf(out, ", perhaps %.0f in all", (double)check->executions / part);
}

static void dpor_end(Check *check)
{
    Dpor *dpor = check->search;
    while (dpor->nodes.len)
        node_free(&vec_pop(&dpor->nodes));
    wake_free(dpor->guide);
    gaze_free(dpor);
    dpor_race_free(dpor);
    map_free(&dpor->procs);
    map_free(&dpor->objects);
    vec_free(&dpor->taken);
    vec_free(&dpor->touches);
    vec_free(&dpor->cases);
    vec_free(&dpor->notes);
    vec_free(&dpor->nodes);
    vec_free(&dpor->proc_of);
    vec_free(&dpor->children);
    vec_free(&dpor->pend);
    vec_free(&dpor->options);
    vec_free(&dpor->strict);
    free(dpor->native_steps);
    free(dpor);
}

const CheckEngine engine_dpor = {
    .name = "dpor",
    .says = "each partial order once, found by reversing races",
    .unit = "execution",
    .bounds = BOUND_DEPTH,
    .begin = dpor_begin,
    .step = dpor_step,
    .progress = dpor_progress,
    .end = dpor_end,
};
