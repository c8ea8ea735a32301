/* The process that runs the program. It is a chooser: at each choice of which goroutine goes on it
 * may stop, answer questions, and leave a checkpoint behind. */
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "debug/worker.h"
#include "vm/frame.h"

enum {
    CHECKPOINT_MS = 20,    /* processor time between two checkpoints */
    LOOK_EVERY = 64,       /* choices after which the time is asked for */
    HOOK_AHEAD = 1000,     /* choices before a position within a step at which counting begins */
    KEEP_LAST = 8,         /* checkpoints that are never thinned out */
    FRONT_CHECK_MS = 2000, /* a checkpoint whose front is gone ends */
};

/* ---- checkpoints ---- */

static u64 cpu_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (u64)ts.tv_sec * 1000 + (u64)ts.tv_nsec / 1000000;
}

void checkpoint_end(Checkpoint *checkpoint)
{
    if (checkpoint->pid)
        kill(checkpoint->pid, SIGKILL);
    *checkpoint = (Checkpoint){0};
}

/* How many checkpoints come after this one. */
static u32 later(const Shared *shared, u64 at)
{
    u32 n = 0;
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++)
        n += shared->checkpoints[i].pid && shared->checkpoints[i].at > at;
    return n;
}

/* Every second of the older checkpoints ends: they are the farther apart the older they are. */
static void thin_out(Worker *w)
{
    bool doomed[MOST_CHECKPOINTS] = {false};
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++) {
        u32 n = later(w->shared, w->shared->checkpoints[i].at);
        doomed[i] = n >= KEEP_LAST && n % 2;
    }
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++)
        if (doomed[i])
            checkpoint_end(&w->shared->checkpoints[i]);
}

static u32 free_slot(Worker *w)
{
    for (;;) {
        for (u32 i = 0; i < MOST_CHECKPOINTS; i++)
            if (!w->shared->checkpoints[i].pid)
                return i;
        thin_out(w);
    }
}

/* Killed, it could not end the others. */
static bool front_is_gone(const Worker *w)
{
    return kill(w->shared->front, 0) != 0;
}

/* False: the program's end; true: to go on as a copy of this process. */
static bool sleep_until_woken(const Worker *w, u32 slot)
{
    struct pollfd wake = {.fd = w->pipes->wake[slot][0], .events = POLLIN};
    char what;
    while (poll(&wake, 1, FRONT_CHECK_MS) <= 0)
        if (front_is_gone(w))
            return false;
    return wire_read(wake.fd, &what, 1);
}

static void note_checkpoint(Worker *w)
{
    w->looked_at = w->at;
    w->checkpoint_ms = cpu_ms();
}

/* The copy sleeps; each time that it is woken it makes a copy of its own, which goes on from here.
 */
static void leave_checkpoint(Worker *w)
{
    u32 slot = free_slot(w);
    w->shared->checkpoints[slot].at = w->at;
    pid_t pid = fork();
    if (pid > 0)
        w->shared->checkpoints[slot].pid = pid;
    while (pid == 0) {
        if (!sleep_until_woken(w, slot))
            _exit(0);
        pid_t copy = fork();
        if (copy < 0) /* there is no room for one: it goes on itself */
            w->shared->checkpoints[slot].pid = 0;
        if (copy <= 0)
            break;
    }
    note_checkpoint(w);
    if (pid == 0)
        worker_resume(w);
}

static bool is_near_checkpoint(const Worker *w, u64 distance)
{
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++) {
        const Checkpoint *c = &w->shared->checkpoints[i];
        if (c->pid && c->at <= w->at && w->at - c->at < distance)
            return true;
    }
    return false;
}

static void maybe_checkpoint(Worker *w)
{
    if (w->at % LOOK_EVERY)
        return;
    u64 until = w->shared->order.until.at;
    if (until > w->at && until - w->at < 2 * LOOK_EVERY && !is_near_checkpoint(w, LOOK_EVERY))
        leave_checkpoint(w); /* what comes before there is likely to be asked for next */
    if (cpu_ms() - w->checkpoint_ms < CHECKPOINT_MS)
        return;
    if (front_is_gone(w))
        _exit(0);
    if (is_near_checkpoint(w, (w->at - w->looked_at) / 2))
        note_checkpoint(w);
    else
        leave_checkpoint(w);
}

/* ---- stopping ---- */

static void note_position(Worker *w)
{
    Shared *shared = w->shared;
    shared->here = (Position){w->at, w->instr};
    shared->nrecent = w->nrecent < RECENT ? w->nrecent : RECENT;
    for (u32 i = 0; i < shared->nrecent; i++)
        shared->recent[i] = w->recent[(w->nrecent - 1 - i) % RECENT];
}

void worker_resume(Worker *w)
{
    w->shared->active = getpid();
    worker_serve(w, NULL);
}

static void take_order(Worker *w)
{
    w->shared->interrupted = false;
    w->steps = 0;
    w->fresh = w->choice != NULL;
    worker_prepare_stops(w);
    const G *g = w->shared->order.line_of ? worker_goroutine(w, w->shared->order.line_of) : NULL;
    if (g)
        worker_note_line(w, g);
}

/* The reply says that this process reads no more orders. */
static NORETURN void quit(const Worker *w)
{
    cJSON *reply = cJSON_CreateObject();
    wire_put(w->pipes->replies[1], reply);
    _exit(0);
}

void worker_serve(Worker *w, const char *why)
{
    note_position(w);
    if (why)
        worker_reply_state(w, why);
    for (;;) {
        char go;
        if (!wire_read(w->pipes->orders[0], &go, 1))
            _exit(0);
        if (w->shared->order.kind == TASK_QUIT)
            quit(w);
        if (w->shared->order.kind == TASK_RUN)
            break;
        worker_reply_look(w);
    }
    take_order(w);
}

/* Perhaps inside of package sync, whose functions are steps of their callers. */
static bool is_in_own_code(const Worker *w, const G *g)
{
    Frame frames[8];
    u32 n = vm_frames(w->vm, g, frames, COUNT_OF(frames)), i = 0;
    while (i < n && frames[i].fn->is_library && !strncmp(frames[i].fn->name, "sync", 4))
        i++;
    return i < n && !frames[i].fn->is_library;
}

/* Whether the choice is one of the program's own code, or between several goroutines that are not
 * in the middle of a step: not one of those inside of the library, which are many. */
static bool is_own_step(Worker *w)
{
    const G *g = w->vm->sched.current;
    if (w->choice->reason != SWITCH_ACCESS && w->choice->reason != SWITCH_SYNC)
        return w->choice->options > 1;
    u64 link = g->R[-1], slot = hash_pair((u64)g->pc, link) % COUNT_OF(w->own_steps);
    if (w->own_steps[slot].pc != g->pc || w->own_steps[slot].link != link) {
        w->own_steps[slot].pc = g->pc;
        w->own_steps[slot].link = link;
        w->own_steps[slot].own = is_in_own_code(w, g);
    }
    return w->own_steps[slot].own;
}

/* Why to stop at this choice, or NULL. */
static const char *reason_to_stop(Worker *w)
{
    const Task *order = &w->shared->order;
    const char *why = w->why;
    w->why = NULL;
    if (why)
        return why;
    if (w->shared->interrupted)
        return "interrupt";
    if (w->at >= order->until.at)
        return "step"; /* no step may have that many instructions */
    if (order->steps && !w->fresh && is_own_step(w) && ++w->steps == order->steps)
        return "step";
    if (order->line_of && !worker_goroutine(w, order->line_of))
        return "line"; /* it has ended */
    return NULL;
}

/* ---- choices ---- */

static u32 index_of(const Choice *choice, u32 goroutine)
{
    for (u32 i = 0; i < choice->options; i++)
        if (choice->ids[i] == goroutine)
            return i;
    return choice->options; /* a timer */
}

static const Pick *pick_at(const Shared *shared, u64 at)
{
    for (u32 i = 0; i < shared->npicks; i++)
        if (shared->picks[i].at == at)
            return &shared->picks[i];
    return NULL;
}

static bool is_diverged(const Shared *shared, u64 at)
{
    return shared->npicks && shared->picks[0].at < at;
}

/* What the user has picked; after the first pick the schedule that was given fits no longer. */
static u32 decide(Worker *w, const Choice *choice)
{
    const Pick *pick = pick_at(w->shared, w->at);
    if (pick && choice->kind == CHOOSE_GOROUTINE)
        return index_of(choice, pick->goroutine);
    if (is_diverged(w->shared, w->at) || (choice->options == 1 && !w->inner->asks_alone))
        return chooser_default(choice);
    return w->inner->fifo ? chooser_default(choice) : chooser_pick(w->inner, choice);
}

static void note_choice(Worker *w, const Choice *choice, u32 answer)
{
    if (is_own_step(w))
        w->recent[w->nrecent++ % RECENT] = w->at;
    w->last = answer < choice->options ? choice->ids[answer] : 0;
    const G *g = w->last ? worker_goroutine(w, w->last) : NULL;
    bool asks = answer == 0 && (choice->reason == SWITCH_ACCESS || choice->reason == SWITCH_SYNC);
    if (g && (asks || g->again == AGAIN_ACCESS || g->again == AGAIN_SYNC))
        worker_note_step(w, g);
}

static bool counts_instructions(const Worker *w)
{
    const Task *order = &w->shared->order;
    return order->line_of || (order->stops && w->has_breaks) || order->find == FIND_BREAK ||
           (order->until.instr && w->at + HOOK_AHEAD >= order->until.at);
}

static u32 worker_pick(Chooser *self, const Choice *choice)
{
    Worker *w = (Worker *)self;
    w->instr = 0;
    if (choice->kind == CHOOSE_GOROUTINE) {
        const char *why;
        maybe_checkpoint(w);
        w->choice = choice;
        while ((why = reason_to_stop(w)))
            worker_serve(w, why);
        w->fresh = false;
    }
    u32 answer = decide(w, choice);
    if (choice->kind == CHOOSE_GOROUTINE)
        note_choice(w, choice, answer);
    w->choice = NULL;
    if (w->shared->order.record)
        schedule_add(&w->recorded, choice, answer);
    w->at++;
    w->vm->hot.hook = counts_instructions(w) ? worker_instruction : NULL;
    return answer;
}

static void worker_free(Chooser *self)
{
    (void)self;
}

/* ---- the run ---- */

static void on_race(void *ctx, const RaceReport *report)
{
    Worker *w = ctx;
    worker_add_race(w, report);
    if (!w->shared->raced) {
        w->shared->raced = true;
        w->shared->raced_at = w->at - (w->at > 0);
    }
    if (w->shared->order.races)
        w->why = "race";
}

static Chooser *inner_chooser(Worker *w, const DebugConfig *config)
{
    DeciderConfig decides = {.schedule = config->schedule,
                             .strategy = config->has_seed ? "random" : "fifo",
                             .seed = config->seed,
                             .has_seed = config->has_seed};
    w->decider = decider_new(w->executor, &decides);
    return decider_chooser(w->decider);
}

NORETURN void process_run(Executor *executor, const DebugConfig *config, Shared *shared,
                          const Pipes *pipes)
{
    Worker w = {.executor = executor, .shared = shared, .pipes = pipes};
    signal(SIGINT, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    close(pipes->orders[1]);           /* so that orders end with the process that gives them */
    Chooser *asks = chooser_random(0); /* where schedules have choices */
    w.base = *asks;
    asks->free(asks);
    w.base.pick = worker_pick;
    w.base.free = worker_free;
    w.base.asks_alone = true;
    w.recorded.program = config->executor.code_hash;
    w.recorded.facts = config->executor.facts;
    w.recorded.library = config->executor.library_hash;
    w.inner = inner_chooser(&w, config);
    w.vm = executor_vm(executor);
    w.vm->hot.hook_ctx = &w;
    executor_on_race(executor, on_race, &w);
    note_checkpoint(&w);
    worker_resume(&w);
    w.execution = executor_run(executor, &w.base);
    shared->ended = true;
    for (;;)
        worker_serve(&w, "end");
}
