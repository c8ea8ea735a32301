/* Goroutines, and which one runs next. The queue is first in, first out, but the chooser may pick
 * any goroutine in it. Nothing here depends on time or addresses. */
#include <string.h>

#include "vm/await.h"
#include "vm/chan.h"
#include "vm/check.h"
#include "vm/endless.h"
#include "vm/filter.h"
#include "vm/heap.h"
#include "vm/profile.h"
#include "vm/signal.h"
#include "vm/spin.h"
#include "vm/sync.h"
#include "vm/timer.h"
#include "vm/track.h"

/* Slots of a new goroutine's stack: with G itself under half a kilobyte. */
#define FIRST_STACK 30
/* Stacks up to this size (slots) are kept for the next goroutine, at most KEEP_DEAD of them; the
 * others are left to the collector. */
#define KEEP_STACK 256
#define KEEP_DEAD 10000

/* Vectors of G that the collector must see. */
static void gvec_push(VM *vm, G ***data, u32 *len, u32 *cap, G *g)
{
    if (*len == *cap) {
        u32 grown = *cap ? 2 * *cap : 16;
        G **copy = heap_raw(vm, grown * sizeof *copy, true);
        if (*len)
            memcpy(copy, *data, *len * sizeof *copy);
        *data = copy;
        *cap = grown;
    }
    (*data)[(*len)++] = g;
}

/* ---- the list of the queue's numbers ---- */

static void list_add(Sched *s, G *g)
{
    vec_push(&s->ids, g->id);
    vec_push(&s->queue, g);
}

static void list_queue(Sched *s)
{
    vec_clear(&s->ids);
    vec_clear(&s->queue);
    vec_push(&s->ids, 0);
    vec_push(&s->queue, NULL);
    s->first = 1;
    for (G *g = s->head; g; g = g->next)
        list_add(s, g);
    s->listed = true;
    CHECK(s->ids.len == s->first + s->runnable && s->queue.len == s->ids.len);
}

/* The index-th goroutine has left the queue. */
static void list_remove(Sched *s, u32 index)
{
    u32 *ids = s->ids.data + s->first, before = index, after = s->runnable - index;
    G **queue = s->queue.data + s->first;
    if (before <= after && s->first < s->ids.len / 2 + 8) {
        memmove(ids + 1, ids, before * sizeof *ids);
        memmove(queue + 1, queue, before * sizeof *queue);
        s->first++;
    } else {
        memmove(ids + index, ids + index + 1, after * sizeof *ids);
        memmove(queue + index, queue + index + 1, after * sizeof *queue);
        s->ids.len--;
        s->queue.len--;
    }
    if (s->first >= s->ids.len / 2 + 8 || !s->runnable)
        s->listed = false; /* it is made anew when it is needed, without what is unused before it */
}

/* The goroutine before the index-th in the queue; NULL: it is the first. */
static G *list_before(const Sched *s, u32 index)
{
    G *prev = index && s->listed ? s->queue.data[s->first + index - 1] : NULL;
    for (u32 i = 0; i < index && !s->listed; i++)
        prev = prev ? prev->next : s->head;
    return prev;
}

/* ---- the queue ---- */

static void enqueue(VM *vm, G *g)
{
    CHECK(g->status != G_DEAD && g->wait_reason == WAIT_NONE);
    CHECK(!g->next && vm->sched.tail != g);
    CHECK(!vm->sched.head == !vm->sched.runnable && !vm->sched.tail == !vm->sched.runnable);
    g->status = G_RUNNABLE;
    g->stepped = true;
    g->next = NULL;
    if (vm->sched.tail)
        vm->sched.tail->next = g;
    else
        vm->sched.head = g;
    vm->sched.tail = g;
    vm->sched.runnable++;
    if (vm->sched.listed)
        list_add(&vm->sched, g);
}

/* Takes the index-th goroutine out of the queue. */
static G *dequeue(VM *vm, u32 index)
{
    CHECK(index < vm->sched.runnable);
    G *prev = list_before(&vm->sched, index), *g = prev ? prev->next : vm->sched.head;
    if (prev)
        prev->next = g->next;
    else
        vm->sched.head = g->next;
    if (vm->sched.tail == g)
        vm->sched.tail = prev;
    g->next = NULL;
    vm->sched.runnable--;
    if (vm->sched.listed)
        list_remove(&vm->sched, index);
    CHECK(g->status == G_RUNNABLE && !g->nselect);
    CHECK(!vm->sched.head == !vm->sched.runnable && !vm->sched.tail == !vm->sched.runnable);
    return g;
}

static G *take_g(VM *vm, u32 nslots)
{
    u32 need = nslots < FIRST_STACK ? FIRST_STACK : nslots;
    if (vm->sched.dead.len) {
        G *g = vm->sched.dead.data[--vm->sched.dead.len];
        vm->sched.dead.data[vm->sched.dead.len] = NULL;
        u64 *stack = g->stack, *end = g->stack_end;
        memset(g, 0, sizeof *g);
        if ((u32)(end - stack) >= need) {
            g->stack = stack;
            g->stack_end = end;
            return g;
        }
        g->stack = heap_stack(vm, need * 8ull);
        g->stack_end = g->stack + need;
        return g;
    }
    G *g = heap_raw(vm, sizeof *g, true);
    g->stack = heap_stack(vm, need * 8ull);
    g->stack_end = g->stack + need;
    return g;
}

G *goro_new(VM *vm, G *parent, Closure *closure, const u64 *args, u32 nargs, Pos pos)
{
    const Func *fn = closure->fn;
    CHECK(nargs <= fn->nregs);
    G *g = take_g(vm, fn->nregs + 1);
    CHECK(g->stack + 1 + fn->nregs <= g->stack_end);
    g->id = vm->sched.next_gid++;
    g->parent = parent ? parent->id : 0;
    g->start_pos = pos;
    g->start_fn = fn;
    g->R = g->stack + 1;
    g->R[-1] = (u64)vm->stubs.exit;
    g->pc = fn->code;
    for (u32 i = 0; i < nargs; i++)
        g->R[i] = args[i];
    if (fn->ncaptures)
        g->R[fn->closure_reg] = (u64)closure;
    CHECK(g->id != 0);
    vm->sched.activity++;
    g->all_index = vm->sched.all.len;
    gvec_push(vm, &vm->sched.all.data, &vm->sched.all.len, &vm->sched.all.cap, g);
    enqueue(vm, g);
    /* The main goroutine has no parent; the parent of one that a timer starts is the machine. */
    if (vm->sink && g->id != GOROUTINE_MAIN)
        track_go(vm, parent, g);
    else
        filter_begin_segment(vm, g);
    return g;
}

/* Main has returned or os.Exit(0) was called: the others go on for a while. */
static void outlive_main(VM *vm)
{
    if (!vm->main_ended && !vm->stepping.pause)
        vm->stop_at = vm->steps + AFTER_MAIN_STEPS;
    vm->main_ended = true;
}

/* The time for that is over. */
static void end_after_main(VM *vm)
{
    CHECK(vm->main_ended);
    vm->outcome = (Outcome){.ended = true, .kind = vm->exited ? VERDICT_EXIT : VERDICT_CLEAN};
}

void sched_cut_short(VM *vm)
{
    vm->cut_short = true;
    end_after_main(vm);
}

NativeStatus sched_exit(VM *vm, G *g, int code)
{
    vm_flush(vm);
    vm->exited_by = g->id;
    if (code == 0 && vm->config.outlive_main && !vm->repl.on) {
        vm->exited = true;
        outlive_main(vm);
        sched_park(vm, g, WAIT_EXIT);
        return NATIVE_BLOCKED;
    }
    vm->outcome = (Outcome){.ended = true, .kind = VERDICT_EXIT, .exit_code = code};
    return NATIVE_EXIT;
}

void goro_end(VM *vm, G *g)
{
    CHECK(g->status != G_DEAD && !g->next && vm->sched.tail != g);
    CHECK(g->all_index < vm->sched.all.len && vm->sched.all.data[g->all_index] == g);
    CHECK(!g->handed || vm->repl.on);
    g->status = G_DEAD;
    vm->sched.activity++;
    if (vm->sink && UNLIKELY(vm->time.bubble != NULL))
        track_sync(vm, g, EV_RELEASE_MERGE, SYNC_OTHER, vm->time.bubble, false);
    if (vm->sink &&
        !(vm->repl.on &&
          g->id == GOROUTINE_MAIN)) /* the next input of the REPL runs as this goroutine */
        track_end(vm, g);
    G *last = vm->sched.all.data[--vm->sched.all.len];
    vm->sched.all.data[g->all_index] = last;
    last->all_index = g->all_index;
    vm->sched.all.data[vm->sched.all.len] = NULL;
    if (g->id == GOROUTINE_MAIN && !vm->repl.on && !g->goexit && vm->config.outlive_main)
        outlive_main(vm);
    else if (g->id == GOROUTINE_MAIN && !vm->repl.on && !g->goexit)
        vm->outcome = (Outcome){.ended = true, .kind = VERDICT_CLEAN};
    else if (g->stack_end - g->stack <= KEEP_STACK && vm->sched.dead.len < KEEP_DEAD &&
             g->id != GOROUTINE_MAIN && !vm->stepping.pause)
        gvec_push(vm, &vm->sched.dead.data, &vm->sched.dead.len, &vm->sched.dead.cap, g);
}

void goro_drop_all(VM *vm)
{
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        if (g->stack_end - g->stack <= KEEP_STACK && vm->sched.dead.len < KEEP_DEAD)
            gvec_push(vm, &vm->sched.dead.data, &vm->sched.dead.len, &vm->sched.dead.cap, g);
        vm->sched.all.data[i] = NULL;
    }
    if (vm->outcome.kind == VERDICT_LIMIT &&
        vm->sched.dead.len) { /* their stacks may keep much garbage alive */
        memset(vm->sched.dead.data, 0, vm->sched.dead.len * sizeof *vm->sched.dead.data);
        vm->sched.dead.len = 0;
    }
    vm->sched.all.len = 0;
    vm->sched.head = vm->sched.tail = NULL;
    vm->sched.runnable = 0;
    vm->sched.listed = false;
}

void sched_park(VM *vm, G *g, WaitReason reason)
{
    CHECK(g->status == G_RUNNING && g == vm->sched.current);
    CHECK(reason != WAIT_NONE && g->wait_reason == WAIT_NONE);
    CHECK((g->nselect > 0) == (reason == WAIT_SELECT));
    g->status = G_WAITING;
    g->wait_reason = (u8)reason;
    if (UNLIKELY(vm->hot.profile != NULL))
        profile_park(vm, g);
    vm->sched.activity++;
}

void sched_ready(VM *vm, G *g)
{
    CHECK((g->status == G_WAITING) == (g->wait_reason != WAIT_NONE));
    CHECK(g->status == G_WAITING || g == vm->sched.current);
    if (UNLIKELY(vm->hot.profile != NULL))
        profile_ready(vm, g);
    g->wait_reason = WAIT_NONE;
    vm->sched.activity++;
    enqueue(vm, g);
}

/* Asks which goroutine goes on: option 0 is `current` if it can, then the queue in order. */
static u32 ask(VM *vm, G *current, SwitchReason reason)
{
    Choice choice = {.kind = CHOOSE_GOROUTINE, .reason = reason, .due = timers_due(vm)};
    vm->sched.asks = reason;
    choice.options = vm->sched.runnable + (current != NULL);
    if (vm->chooser->fifo || (choice.options < 2 && !vm->chooser->asks_alone))
        return chooser_default(&choice);
    if (!vm->sched.listed)
        list_queue(&vm->sched);
    u32 *ids = vm->sched.ids.data + vm->sched.first;
    if (current)
        *--ids = current->id;
    choice.ids = ids;
    return chooser_pick(vm->chooser, &choice);
}

static G *run(VM *vm, G *g)
{
    CHECK(g->status == G_RUNNABLE && g->wait_reason == WAIT_NONE && !g->next);
    g->status = G_RUNNING;
    g->yielded = false;
    vm->sched.current = g;
    filter_resume(vm, g);
    return g;
}

/* A limit of the program is none of those that go on without it. */
static bool at_limit(VM *vm, Limit limit)
{
    if (vm->main_ended)
        sched_cut_short(vm);
    else
        vm->outcome = outcome_of_limit(limit);
    return true;
}

/* Time that has passed because goroutines were slow does not count: any program would take too long
 * then. */
bool sched_timed_out(VM *vm)
{
    i64 passed = vm->time.now - vm->time.bubble_time - vm->time.late;
    if (!vm->config.max_time || vm->time.bubble || passed <= vm->config.max_time)
        return false;
    return at_limit(vm, LIMIT_TIME);
}

bool sched_steps_used_up(VM *vm, G *g)
{
    bool stop = vm->stop_at && vm->steps >= vm->stop_at;
    if ((vm->config.max_steps && vm->steps >= vm->config.max_steps) || (stop && vm->main_ended))
        return at_limit(vm, LIMIT_STEPS);
    if (sched_timed_out(vm))
        return true;
    if (stop)
        sched_ready(vm, g);
    return stop;
}

/* Nothing will happen any more. */
static void end_endless(VM *vm)
{
    if (vm->main_ended)
        end_after_main(vm);
    else
        vm->outcome = outcome_of_limit(LIMIT_LOOP);
}

/* Goroutines are saved: none is in the middle of a step. */
static void between_steps(VM *vm)
{
    if (CHECKING)
        vm_check_switch(vm);
    if (UNLIKELY(vm->config.inspect && vm->steps >= vm->inspect_at) && !vm->main_ended)
        vm->config.inspect(vm->config.inspect_ctx);
    if (UNLIKELY(vm->steps >= vm->look_at))
        vm_look(vm);
    if (UNLIKELY(vm->time.crowded))
        timers_drop_unseen(vm);
    if (UNLIKELY(vm->config.filter_after && !vm->filter))
        track_filter(vm);
}

/* Whether the run has, perhaps by a signal. */
static bool has_ended(VM *vm)
{
    if (UNLIKELY(limits_raised))
        vm_look(vm);
    return vm->outcome.ended;
}

/* Waits ns nanoseconds (< 0: for ever) for what comes from outside. A machine that has nothing to
 * do until then may as well be inspected. */
static bool wait_outside(VM *vm, i64 ns)
{
    if (vm->main_ended)
        return false;
    if (vm->config.inspect)
        vm->config.inspect(vm->config.inspect_ctx);
    return vm->outcome.ended || await_outside(vm, ns);
}

/* No goroutine can go on: waits for input or a command, but not for longer than the next timer
 * says, then for timers, and then for a signal. False: nothing can come. */
static bool wait_idle(VM *vm)
{
    bool awaits = await_any(vm);
    if (awaits && wait_outside(vm, timers_next(vm)))
        return true;
    return timers_wait(vm) || ((awaits || vm->signals.watched) && wait_outside(vm, -1));
}

static u32 queue_index(const VM *vm, const G *g)
{
    u32 index = 0;
    for (const G *at = vm->sched.head; at != g; at = at->next)
        index++;
    return index;
}

/* The goroutine that vm_step_held has chosen goes on, once. */
static G *next_held(VM *vm)
{
    G *g = vm->repl.next;
    vm->repl.next = NULL;
    return g ? run(vm, dequeue(vm, queue_index(vm, g))) : NULL;
}

/* g is before its next step: NULL if it has taken as many as it may. */
static G *preempt_held(VM *vm, G *g)
{
    if (vm->repl.steps-- > 1)
        return g;
    sched_ready(vm, g);
    return NULL;
}

G *sched_next(VM *vm)
{
    if (vm->outcome.ended || vm->stepping.pause)
        return NULL;
    between_steps(vm);
    if (has_ended(vm))
        return NULL;
    if (UNLIKELY(vm->repl.held))
        return next_held(vm);
    for (;;) {
        while (!vm->sched.runnable) {
            if (!wait_idle(vm)) {
                sched_report_deadlock(vm);
                return NULL;
            }
            if (has_ended(vm) || sched_timed_out(vm))
                return NULL;
        }
        if (vm->chooser->fifo) /* as ask() would answer, without the cost at each switch */
            return run(vm, dequeue(vm, 0));
        u32 answer = ask(vm, NULL, SWITCH_BLOCKED);
        if (answer < vm->sched.runnable)
            return run(vm, dequeue(vm, answer));
        if (!timers_wait(vm)) /* none goes on: a timer fires, if one can */
            return run(vm, dequeue(vm, 0));
        if (has_ended(vm) || sched_timed_out(vm))
            return NULL;
    }
}

/* A time slice is over, or the goroutine yields. Where all that can go on spin they do so until the
 * first timer fires. */
static void pass_slice(VM *vm, const G *g, SwitchReason reason)
{
    bool awaits = await_any(vm);
    bool spins = timers_pending(vm) && !vm->time.bubble && !vm->main_ended &&
                 !vm->config.real_time && !vm->signals.watched && !awaits && spin_all(vm, g);
    u64 slice = vm->chooser->slice, steps = vm->steps - vm->time.slice_end;
    i64 slices = steps > SLICES_MISSED * slice ? (i64)(steps / slice) : 1;
    i64 ns = reason == SWITCH_BUDGET ? slices * SLICE_NS : YIELD_NS;
    i64 next = spins ? timers_next(vm) : 0;
    if (awaits)
        await_look(vm);
    timers_pass(vm, next > ns ? next : ns);
    if (!spins && reason == SWITCH_BUDGET && !vm->time.bubble)
        vm->time.computed += ns;
    vm->time.slice_end = vm->steps;
}

G *sched_preempt(VM *vm, G *g, SwitchReason reason)
{
    CHECK(g == vm->sched.current && g->status == G_RUNNING && reason != SWITCH_BLOCKED);
    if (reason == SWITCH_BUDGET)
        between_steps(vm);
    else if (CHECKING)
        vm_check_switch(vm);
    if (has_ended(vm))
        return NULL;
    if (UNLIKELY(vm->repl.held))
        return preempt_held(vm, g);
    if (vm->stepping.pause) /* a goroutine may be arbitrarily fast: no time passes */
        return NULL;
    if (reason == SWITCH_BUDGET && endless_all(vm, g) && !timers_wait(vm)) {
        end_endless(vm);
        return NULL;
    }
    if (reason == SWITCH_BUDGET || reason == SWITCH_YIELD)
        pass_slice(vm, g, reason);
    if (reason ==
        SWITCH_BUDGET) /* one that computes on and is killed has written what it printed */
        vm_flush(vm);
    u32 answer;
    while ((answer = ask(vm, g, reason)) > vm->sched.runnable && timers_wait(vm))
        if (has_ended(vm) || sched_timed_out(vm))
            return NULL;
    if (answer == 0 || answer > vm->sched.runnable)
        return g;
    g->yielded = reason == SWITCH_BUDGET || reason == SWITCH_YIELD;
    G *next = dequeue(vm, answer - 1);
    enqueue(vm, g);
    return run(vm, next);
}

void sched_abandon(VM *vm, G *g)
{
    CHECK(g->status == G_WAITING || g->status == G_RUNNABLE);
    if (g->status == G_RUNNABLE)
        dequeue(vm, queue_index(vm, g));
    switch ((WaitReason)g->wait_reason) {
    case WAIT_SEND:
    case WAIT_RECV: {
        Chan *ch = g->waiter.object;
        queue_remove(g->wait_reason == WAIT_SEND ? &ch->senders : &ch->receivers, &g->waiter);
        break;
    }
    case WAIT_SELECT:
        for (u32 i = 0; i < g->nselect; i++) {
            Waiter *w = &g->select_waiters[i];
            Chan *ch = w->object;
            if (ch)
                queue_remove(w->is_send ? &ch->senders : &ch->receivers, w);
        }
        break;
    case WAIT_NATIVE: sync_abandon(vm, g); break;
    default: break;
    }
}

/* ---- deadlock ---- */

/* Goroutines to be listed, by number. */
static int by_id(const void *a, const void *b)
{
    const G *x = *(G *const *)a, *y = *(G *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

enum { LISTED = 32 }; /* goroutines shown one by one: a million lines help no reader */

/* Whether the library waits there for a connection: the network is inside the program. */
static bool awaits_connection(VM *vm, const G *g)
{
    Frame innermost;
    return vm_frames(vm, g, &innermost, 1) && !strcmp(innermost.fn->name, "net.(*listener).Accept");
}

static void list_goroutine(VM *vm, G *g, FILE *err)
{
    fprintf(err, "\n");
    vm_print_stack(vm, g, err);
    Buf why = {0};
    sched_describe_wait(vm, g, &why);
    if (why.len)
        fprintf(err, "\twaits for %s\n", buf_str(&why));
    buf_free(&why);
    if (awaits_connection(vm, g))
        fprintf(err, "\tThe network is inside the program: nothing outside of it can connect.\n");
}

/* All goroutines that execute functions of the program, or all if none does: what the library's own
 * wait for (the driver of the tests for a test) explains nothing. */
static void list_goroutines(VM *vm)
{
    u32 n = 0;
    G **sorted = xmalloc((vm->sched.all.len + 1) * sizeof *sorted);
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm_in_program(vm, vm->sched.all.data[i]))
            sorted[n++] = vm->sched.all.data[i];
    if (!n)
        memcpy(sorted, vm->sched.all.data, (n = vm->sched.all.len) * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_id);
    FILE *err = vm->config.err;
    for (u32 i = 0; i < n && i < LISTED; i++)
        list_goroutine(vm, sorted[i], err);
    if (n > LISTED)
        fprintf(err, "\n... and %u more goroutines, all blocked\n", n - LISTED);
    free(sorted);
}

void sched_report_deadlock(VM *vm)
{
    if (vm->outcome.ended)
        return;
    CHECK(!vm->sched.runnable);
    CHECK(!vm->exited || vm->main_ended);
    if (CHECKING)
        vm_check(vm);
    if (vm->main_ended) {
        end_after_main(vm);
        return;
    }
    if (vm->repl.on) { /* the prompt can still wake them */
        vm->outcome = (Outcome){.ended = true, .kind = VERDICT_DEADLOCK};
        return;
    }
    vm->outcome = (Outcome){.ended = true, .kind = VERDICT_DEADLOCK};
    vm_flush(vm);
    if (!vm->sched.all.len)
        fprintf(vm->config.err, "fatal error: no goroutines (main called runtime.Goexit) - "
                                "deadlock!\n");
    else
        fprintf(vm->config.err, "fatal error: all goroutines are asleep - deadlock!\n");
    list_goroutines(vm);
}
