#include "explore/check.h"

#include "explore/choosers.h"
#include "explore/shrink.h"
#include "vm/chan.h"

enum { SHRINK_EXECUTIONS = 400 };

/* What is known of the executions that went through here is not lost when one is given up. */
static const char CUT[] = "a state seen before";

typedef struct CheckChooser {
    Chooser base;
    Check *check;
} CheckChooser;

/* ---- states ---- */

static u64 mix(u64 a, u64 b)
{
    return hash_u64(a * 0x9e3779b97f4a7c15ULL ^ b);
}

/* How many wait in front of w. */
static u32 place_in_queue(const Waiter *w)
{
    u32 n = 0;
    for (; w->prev; w = w->prev)
        n++;
    return n;
}

/* Where a goroutine stands: its next instruction and, if it waits, its place in the queues. The
 * partial order does not say that: waiting is no event. */
static u64 standing(VM *vm, const G *g)
{
    const Func *fn = program_func_at(vm->program, g->pc - 1);
    u64 h = mix(g->id, fn ? ((u64)fn->id << 32) + (u64)(g->pc - fn->code) : 0);
    bool waits = g->status == G_WAITING;
    u64 reason = waits ? g->wait_reason : 0;
    h = mix(h, reason | (u64)g->handed << 8 | (u64)(g->retries > 1) << 9);
    if (!waits)
        return h;
    for (u32 i = 0; i < g->nselect; i++)
        h = mix(h, place_in_queue(&g->select_waiters[i]));
    return g->nselect ? h : mix(h, place_in_queue(&g->waiter));
}

static u64 state_key(const Check *check, const Choice *choice, int preemptions)
{
    VM *vm = executor_vm(check->executor);
    u64 key = observer_fingerprint(executor_observer(check->executor));
    u64 sum = 0;
    for (u32 i = 0; i < vm->all.len; i++)
        sum += standing(vm, vm->all.data[i]);
    key = mix(mix(key, sum), mix((u64)vm->now, check->inputs));
    if (check->bounds.preemptions >= 0) /* how many are left matters too */
        key = mix(key, (u64)preemptions);
    /* What is asked matters where it is not which goroutine goes on. */
    if (choice->kind == CHOOSE_GOROUTINE)
        return key;
    return mix(key, choice->kind + ((u64)vm->current->id << 8));
}

/* True: somebody has gone on from here, or will. */
static bool seen(Check *check, const Choice *choice, int preemptions)
{
    bool scheduling = choice->kind == CHOOSE_GOROUTINE || choice->kind == CHOOSE_SELECT;
    if (check->engine == CHECK_ALL || !scheduling)
        return false;
    u64 *slot = map_put(&check->states, state_key(check, choice, preemptions));
    return (*slot)++ > 0;
}

/* What a goroutine learns from the chooser and not from events is part of the state. */
static u32 note_input(Check *check, const Choice *choice, u32 answer)
{
    if (choice->kind != CHOOSE_RANDOM && choice->kind != CHOOSE_MAP_ORDER)
        return answer;
    u32 goroutine = executor_vm(check->executor)->current->id;
    u64 n = (*map_put(&check->input_counts, goroutine))++;
    check->inputs += mix(mix(goroutine, n), answer);
    return answer;
}

NORETURN static void give_up(Check *check)
{
    VM *vm = executor_vm(check->executor);
    vm->outcome = (Outcome){.ended = true, .kind = VERDICT_LIMIT, .what = CUT};
    vm_escape(vm);
}

/* ---- choices ---- */

static bool is_preemption(u8 kind, SwitchReason reason)
{
    return kind == CHOOSE_GOROUTINE && (reason == SWITCH_SYNC || reason == SWITCH_ACCESS);
}

/* At the end of a time slice: whoever has only computed goes on, nobody could tell. Whoever has
 * touched what others see gives way, or a loop that waits for them would never end; that the others
 * then go first is one order of several, so the search is not complete any more. */
static u32 end_slice(Check *check, const Choice *choice)
{
    const Observer *observer = executor_observer(check->executor);
    u32 goroutine = choice->ids[0];
    u64 events = goroutine < observer->alive ? observer->threads.data[goroutine].events : 0;
    u64 *before = map_put(&check->slice_events, goroutine);
    bool computed_only = choice->reason == SWITCH_BUDGET && *before == events;
    *before = events;
    if (computed_only)
        return 0;
    check->forced_switch = true;
    return chooser_default(choice);
}

/* Choices that only one answer is looked at. Of the accesses between two synchronisations all
 * answers are tried before the first. */
static bool is_settled(Check *check, const Choice *choice, u32 *answer)
{
    *answer = chooser_default(choice);
    if (choice->kind == CHOOSE_RANDOM && choice->options > check->bounds.random) {
        check->random_bound = true;
        return true;
    }
    if (choice->kind != CHOOSE_GOROUTINE)
        return false;
    if (choice->reason == SWITCH_BUDGET || choice->reason == SWITCH_YIELD) {
        *answer = end_slice(check, choice);
        return true;
    }
    return choice->reason == SWITCH_ACCESS && check->engine != CHECK_ALL &&
           observer_accessed(executor_observer(check->executor), choice->ids[0]);
}

static u32 follow(Check *check, const Choice *choice)
{
    const Branch *branch = &check->path.data[check->at++];
    if (branch->options != choice->options)
        BUG("an execution took another way than before");
    return branch->answer;
}

/* Preemptions on the way to the choice at hand. */
static int preemptions_so_far(const Check *check)
{
    if (check->at == 0)
        return 0;
    const Branch *last = &check->path.data[check->at - 1];
    return last->preemptions + (last->preempts && last->answer > 0);
}

static u32 branch(Check *check, const Choice *choice, int before)
{
    if (seen(check, choice, before))
        give_up(check);
    bool preempts = is_preemption((u8)choice->kind, choice->reason);
    vec_push(&check->path, (Branch){choice->options, 0, preempts, before});
    check->at++;
    if (check->at > check->deepest)
        check->deepest = check->at;
    return 0;
}

static u32 check_pick(Chooser *self, const Choice *choice)
{
    Check *check = ((CheckChooser *)self)->check;
    u32 settled;
    if (is_settled(check, choice, &settled))
        return settled;
    int before = preemptions_so_far(check);
    if (check->bounds.preemptions >= 0 && before >= check->bounds.preemptions &&
        is_preemption((u8)choice->kind, choice->reason)) {
        check->preemption_bound = true;
        return 0;
    }
    bool known = check->at < check->path.len;
    u32 answer = known ? follow(check, choice) : branch(check, choice, before);
    return note_input(check, choice, answer);
}

static Chooser *make_chooser(Check *check)
{
    /* Asks where replays will, so that recorded schedules fit. */
    Chooser *model = chooser_random(0);
    CheckChooser *chooser = xcalloc(1, sizeof *chooser);
    chooser->base = *model;
    model->free(model);
    chooser->base.pick = check_pick;
    chooser->check = check;
    return &chooser->base;
}

/* ---- the search ---- */

/* The last choice with an answer left takes its next; false: there is none. */
static bool backtrack(Check *check)
{
    while (check->path.len) {
        Branch *last = &vec_last(&check->path);
        if (last->answer + 1 < last->options) {
            last->answer++;
            return true;
        }
        check->path.len--;
    }
    return false;
}

static void keep(Check *check, const Finding *finding, const Schedule *schedule)
{
    u64 *known = map_put(&check->known, finding->key);
    if ((*known)++)
        return;
    Found found = {.kind = finding->kind, .key = finding->key};
    found.execution = check->executions;
    found.title = xstrdup(finding->title);
    found.schedule.program = schedule->program;
    for (u32 i = 0; i < schedule->steps.len; i++)
        vec_push(&found.schedule.steps, schedule->steps.data[i]);
    vec_push(&check->found, found);
}

/* Shortening runs the program again, so all findings of the execution are copied first. */
static void keep_findings(Check *check, const Execution *run)
{
    u32 from = check->found.len;
    for (u32 i = 0; i < run->findings.len; i++)
        keep(check, &run->findings.data[i], &run->schedule);
    for (u32 i = from; i < check->found.len; i++) {
        Found *found = &check->found.data[i];
        found->shaky = !shrink_schedule(check->executor, found->key, check->shrink_budget,
                                        &found->schedule);
    }
}

bool check_all_step(Check *check)
{
    if (check->done)
        return false;
    check->at = 0;
    check->inputs = 0;
    map_clear(&check->input_counts);
    map_clear(&check->slice_events);
    const Execution *run = executor_run(check->executor, check->chooser);
    bool cut = run->outcome.kind == VERDICT_LIMIT && run->outcome.what == CUT;
    check->executions += !cut;
    check->cut += cut;
    if (!cut)
        *map_put(&check->orders, run->fingerprint) = 1;
    keep_findings(check, run); /* of one given up too: it was real as far as it went */
    check->done = !backtrack(check);
    if (check->bounds.executions && check->executions >= check->bounds.executions && !check->done) {
        check->execution_bound = true;
        check->done = true;
    }
    return !check->done;
}

bool check_all_complete(const Check *check)
{
    return check->done && !check->preemption_bound && !check->random_bound &&
           !check->forced_switch &&
           !check->execution_bound && !map_get(&check->known, 0);
}

Check *check_all_new(const ExecutorConfig *config, CheckEngine engine, CheckBounds bounds)
{
    Executor *executor = executor_new(config);
    if (!executor)
        return NULL;
    Check *check = xcalloc(1, sizeof *check);
    check->executor = executor;
    check->engine = engine;
    check->bounds = bounds;
    check->shrink_budget = SHRINK_EXECUTIONS;
    check->chooser = make_chooser(check);
    return check;
}

void check_all_free(Check *check)
{
    for (u32 i = 0; i < check->found.len; i++)
        found_free(&check->found.data[i]);
    vec_free(&check->found);
    vec_free(&check->path);
    map_free(&check->states);
    map_free(&check->known);
    map_free(&check->orders);
    map_free(&check->input_counts);
    map_free(&check->slice_events);
    check->chooser->free(check->chooser);
    executor_free(check->executor);
    free(check);
}
