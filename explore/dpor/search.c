/* The search: executions one after the other, and the nodes along the path of the last, to one of
 * which it goes back. */
#include "explore/dpor/dpor.h"

#include "explore/schedule/choosers.h"

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
    walk_begin(dpor);
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

static void ignore_object(EventSink *sink, u64 object)
{
    (void)sink, (void)object;
}

static void ignore_end(EventSink *sink)
{
    (void)sink;
}

static void dpor_begin(Check *check)
{
    Dpor *dpor = xcalloc(1, sizeof *dpor);
    /* Asks where replays will, so that recorded schedules fit. */
    Chooser *model = chooser_random(0);
    dpor->base = *model;
    model->free(model);
    dpor->base.pick = walk_pick;
    dpor->base.asks_alone = true;
    dpor->sink = (EventSink){.event = dpor_on_event, .forget = ignore_object, .close = ignore_end};
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
    past_free(dpor);
    dpor_order_free(dpor);
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
