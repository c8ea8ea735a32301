/* The search: executions one after the other. Only the nodes along the path of the last one are
 * kept; the next one branches off at the deepest that has something left to explore. */
#include "explore/dpor/dpor.h"

#include "explore/schedule/choosers.h"

/* In units of Check.work: what a step costs besides its execution. */
enum { WORK_OF_STEP = 40 };

/* Drops what comes after the node at index `at`. */
static void cut_path(Dpor *dpor, u32 at)
{
    while (dpor->path.nodes.len > at + 1) {
        node_free(&vec_last(&dpor->path.nodes));
        dpor->path.nodes.len--;
    }
    if (dpor->path.taken.len > at) {
        dpor->path.footprints.len = dpor->path.taken.data[at].footprint;
        dpor->path.taken.len = at;
    }
    while (dpor->path.notes.len && vec_last(&dpor->path.notes).at >= (i32)at)
        dpor->path.notes.len--;
}

/* Goes back to the last node from which something is left to be explored; false: there is none. */
static bool backtrack(Dpor *dpor)
{
    wake_free(dpor->path.guide);
    dpor->path.guide = NULL;
    for (u32 at = dpor->path.nodes.len; at-- > dpor->path.base;) {
        Node *node = &dpor->path.nodes.data[at];
        CHECK(at >= dpor->path.taken.len ||
              !node_asleep(node, &dpor->path.taken.data[at].label)); /* it was explored once */
        if (at < dpor->path.taken.len)
            vec_push(&node->sleep, act_of(dpor, &dpor->path.taken.data[at]));
        node->explored++;
        cut_path(dpor, at);
        CHECK(dpor->path.taken.len <= at && dpor->path.nodes.len == at + 1);
        if (node->tree) {
            dpor->path.branch = (i32)at;
            dpor->path.fresh = at;
            return true;
        }
        node_free(node);
        dpor->path.nodes.len--;
    }
    return false;
}

void dpor_clear(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->path.nodes.len; i++)
        node_free(&dpor->path.nodes.data[i]);
    dpor->path.nodes.len = dpor->path.taken.len = dpor->path.footprints.len = dpor->path.notes.len =
        0;
    wake_free(dpor->path.guide);
    dpor->path.guide = NULL;
    dpor->path.branch = -1;
    dpor->path.fresh = 0;
}

static void begin_anew(Dpor *dpor)
{
    dpor_clear(dpor);
    dpor->check->executions = dpor->check->schedules = 0;
    dpor->anew = false;
}

/* Whether something has turned out to be a step, or two steps to be dependent, that were not taken
 * for such: what a program with a race does may depend on the order of accesses. */
static bool must_begin_anew(Dpor *dpor)
{
    const Run *run = &dpor->run;
    bool race = detector_races(executor_detector(dpor->check->executor)) > 0; /* hidden ones too */
    bool doubtful = race && run->added; /* perhaps one that another order of the Adds would have */
    bool anew = dpor->grew || doubtful || (race && !dpor->accesses) ||
                (run->found_await && !dpor->awaits) || (run->found_mixed && !dpor->mixed);
    dpor->adds_order |= doubtful;
    dpor->accesses |= race && !doubtful;
    dpor->awaits |= run->found_await;
    dpor->mixed |= run->found_mixed;
    dpor->grew = false;
    return anew;
}

/* Whether the first execution of a part could not begin with the steps that were given. */
static bool is_impossible(Dpor *dpor)
{
    if (dpor->run.impossible < 0 && dpor->run.at < dpor->path.given.len && !dpor->run.too_deep &&
        !dpor->check->late && !dpor->check->full)
        dpor->run.impossible = (i32)dpor->run.at;
    return dpor->run.impossible >= 0;
}

/* Timers fire wherever they can, before the program ends: no other order finds more, but for leaks.
 * What a failing program's goroutines had counts as reachable, and a tick need not have come. */
static bool may_hide_leaks(const Dpor *dpor, const Execution *run)
{
    bool looks = executor_config(dpor->check->executor)->leaks != LEAKS_OFF;
    return looks && dpor->run.ticked && outcome_is_failure(&run->outcome);
}

bool dpor_search(Dpor *dpor)
{
    Check *check = dpor->check;
    walk_begin(dpor);
    dpor->run.running = true;
    executor_watch(check->executor, &dpor->sink);
    const Execution *run = check_all_run(check, &dpor->base);
    executor_unwatch(check->executor, &dpor->sink);
    dpor->run.running = false;
    if (is_impossible(dpor))
        return false;
    acts_clear(&dpor->path.given);
    /* The execution has followed the path as far as that was known. */
    CHECK(dpor->run.at == dpor->path.taken.len || check->late || check->full);
    CHECK(dpor->path.nodes.len <= dpor->path.taken.len + 1);
    bool cut = check_all_given_up(run) && !dpor->run.too_deep;
    check->schedules++;
    check->executions += !cut;
    dpor_reverse_races(dpor);
    check->tick_bound |= may_hide_leaks(dpor, run);
    check->work += 2 * dpor->order.clocks.len + WORK_OF_STEP * (u64)dpor->path.taken.len;
    dpor->anew = must_begin_anew(dpor);
    check->covered = check->executions;
    if (!dpor->anew || !dpor->run.added)
        check_all_keep(check, run);
    return dpor->anew || backtrack(dpor);
}

static bool dpor_step(Check *check)
{
    Dpor *dpor = check->search;
    if (dpor->anew) /* not before: what ended the last execution may end the search */
        begin_anew(dpor);
    return dpor_search(dpor);
}

Dpor *dpor_new(Check *check)
{
    Dpor *dpor = xcalloc(1, sizeof *dpor);
    /* Asks where replays will, so that recorded schedules fit. */
    Chooser *model = chooser_random(0);
    dpor->base = *model;
    model->free(model);
    dpor->base.pick = walk_pick;
    dpor->base.asks_alone = true;
    dpor->sink = record_sink(0, dpor_on_event);
    dpor->check = check;
    dpor->vm = executor_vm(check->executor);
    dpor->path.branch = -1;
    dpor->accesses = check->raced;
    dpor_bind(dpor);
    return dpor;
}

static void dpor_begin(Check *check)
{
    check->search = dpor_new(check);
}

/* Each node's explored branches, weighed by the node's share of the whole. */
double dpor_done_part(const Dpor *dpor)
{
    double part = 0, weight = 1;
    for (u32 i = dpor->path.base; i < dpor->path.nodes.len; i++) {
        const Node *node = &dpor->path.nodes.data[i];
        u32 left =
            i + 1 < dpor->path.nodes.len; /* the path's branch; the last node has yet to choose */
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
    double part = dpor_done_part(dpor);
    buf_printf(out, "depth %u (deepest %u), %llu cut",
               dpor->path.branch < 0 ? 0 : (u32)dpor->path.branch, dpor->deepest,
               (unsigned long long)(check->schedules - check->executions));
    if (part > 0)
        buf_printf(out, ", perhaps %.0f in all", (double)check->executions / part);
}

void dpor_free(Dpor *dpor)
{
    dpor_clear(dpor);
    acts_clear(&dpor->path.given);
    vec_free(&dpor->path.given);
    buf_free(&dpor->elsewhere);
    spin_free(dpor);
    sight_free(dpor);
    fire_free(dpor);
    past_free(dpor);
    dpor_order_free(dpor);
    map_free(&dpor->names.procs);
    map_free(&dpor->names.objects);
    vec_free(&dpor->names.proc_names);
    vec_free(&dpor->names.object_names);
    vec_free(&dpor->path.taken);
    vec_free(&dpor->path.footprints);
    vec_free(&dpor->path.cases);
    vec_free(&dpor->path.notes);
    vec_free(&dpor->path.nodes);
    vec_free(&dpor->run.proc_of);
    vec_free(&dpor->run.started);
    vec_free(&dpor->run.children);
    vec_free(&dpor->run.last_steps);
    vec_free(&dpor->run.pending);
    vec_free(&dpor->run.options);
    vec_free(&dpor->strict);
    vec_free(&dpor->vain);
    free(dpor);
}

static void dpor_end(Check *check)
{
    dpor_free(check->search);
}

const CheckEngine engine_dpor = {
    .name = "dpor",
    .says = "each partial order once, found by reversing races",
    .unit = "execution",
    .bounds = BOUND_DEPTH | ALL_ACCESSES | ANY_TIME | IN_PARTS | IN_FILES | WHOLE_RUNS,
    .ops = {.begin = dpor_begin, .step = dpor_step, .progress = dpor_progress, .end = dpor_end},
    .parallel = &dpor_in_parts,
};
