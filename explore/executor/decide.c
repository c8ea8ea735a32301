/* What decides the choices of a single execution. */
#include "explore/executor/decide.h"

#include <string.h>

#include "explore/schedule/choosers.h"

struct Decider {
    Chooser base; /* of a schedule: ends the execution where an answer does not fit */
    Executor *executor;
    Chooser *chooser;              /* that is asked; owned, with those below */
    Chooser *replay;               /* it, if it gives the schedule's answers, or NULL */
    OrderChooser *order_chooser;   /* it, if it follows an order of events, or NULL */
    OrderRecorder *order_recorder; /* around it, or NULL */
    Orders orders;                 /* that this recorded */
    void (*settled)(void *ctx);    /* to be called when the schedule is certain to fit, or NULL */
    void *ctx;
};

const char *decider_strategies(void)
{
    return "fifo, random";
}

static void settle(Decider *d)
{
    if (!d->settled || !d->replay || !chooser_replay_used_up(d->replay))
        return;
    d->settled(d->ctx);
    d->settled = NULL;
}

static u32 strict_pick(Chooser *self, const Choice *choice)
{
    Decider *d = (Decider *)self;
    CHECK(!chooser_replay_broken(d->replay)); /* it has ended the execution there */
    u32 answer = chooser_pick(d->replay, choice);
    if (chooser_replay_broken(d->replay))
        executor_end(d->executor, (Outcome){.ended = true, .kind = VERDICT_ERROR});
    settle(d);
    return answer;
}

void decider_on_settled(Decider *d, void (*settled)(void *ctx), void *ctx)
{
    d->settled = settled;
    d->ctx = ctx;
    settle(d);
}

static void strict_free(Chooser *self)
{
    Decider *d = (Decider *)self;
    d->replay->free(d->replay);
}

/* Where the exact answers are of another program, the order of events may fit this one. */
static Chooser *follow(Decider *d, const Schedule *schedule)
{
    const ExecutorConfig *config = executor_config(d->executor);
    bool same = schedule->program == config->code_hash && schedule->library == config->library_hash;
    bool exact = schedule->steps.len > 0 && (!schedule->program || same);
    if (exact || !orders_given(&schedule->orders)) {
        d->replay = chooser_replay(schedule);
        d->base = *d->replay;
        d->base.pick = strict_pick;
        d->base.free = strict_free;
        return &d->base;
    }
    d->order_chooser = order_chooser(&schedule->orders, executor_view(d->executor));
    order_chooser_watch(d->order_chooser, executor_vm(d->executor));
    executor_watch(d->executor, order_chooser_sink(d->order_chooser));
    return order_chooser_base(d->order_chooser);
}

static Chooser *by_strategy(const DeciderConfig *config)
{
    const char *strategy = config->strategy   ? config->strategy
                           : config->has_seed ? "random"
                                              : "fifo";
    if (!strcmp(strategy, "random"))
        return chooser_random(config->seed);
    return !strcmp(strategy, "fifo") ? chooser_fifo() : NULL;
}

static void note_orders(Decider *d)
{
    CHECK(d->chooser && !d->order_recorder);
    d->order_recorder = order_recorder(d->chooser, executor_view(d->executor), &d->orders);
    order_recorder_watch(d->order_recorder, executor_vm(d->executor));
    executor_watch(d->executor, order_recorder_sink(d->order_recorder));
    d->chooser = order_recorder_base(d->order_recorder);
}

Decider *decider_new(Executor *executor, const DeciderConfig *config)
{
    Decider *d = xcalloc(1, sizeof *d);
    d->executor = executor;
    d->chooser = config->schedule ? follow(d, config->schedule) : by_strategy(config);
    if (!d->chooser) {
        free(d);
        return NULL;
    }
    if (config->note_orders)
        note_orders(d);
    return d;
}

void decider_free(Decider *d)
{
    if (!d)
        return;
    if (d->order_recorder)
        executor_unwatch(d->executor, order_recorder_sink(d->order_recorder));
    if (d->order_chooser)
        executor_unwatch(d->executor, order_chooser_sink(d->order_chooser));
    d->chooser->free(d->chooser);
    orders_free(&d->orders);
    free(d);
}

Chooser *decider_chooser(Decider *d)
{
    return d->chooser;
}

const Execution *decider_run(Decider *d)
{
    return executor_run(d->executor, d->chooser);
}

void decider_mismatch(const Decider *d, Buf *out)
{
    if (executor_vm(d->executor)->outcome.kind == VERDICT_LIMIT) /* the rest was not asked for */
        return;
    if (d->replay)
        chooser_replay_mismatch(d->replay, out);
    if (d->order_chooser)
        order_chooser_mismatch(d->order_chooser, out);
}

void decider_orders(Decider *d, Schedule *schedule)
{
    if (!d->order_recorder)
        return;
    CHECK(!orders_given(&schedule->orders));
    order_recorder_keep(d->order_recorder);
    orders_free(&schedule->orders);
    schedule->orders = d->orders;
    d->orders = (Orders){0};
}
