/* Finds the moves of a state. No goroutine waits for a channel, a mutex or a WaitGroup: one that
 * cannot go on has no move. That leaves fewer states and loses no behaviour (spec/check.md). */
#include <string.h>

#include "explore/states/states.h"
#include "vm/chan.h"
#include "vm/sync.h"
#include "vm/timer.h"

/* ---- pending operations ---- */

static PendingKind kind_of(Effect effect)
{
    switch (effect) {
    case EFFECT_SEND: return PEND_SEND;
    case EFFECT_RECV: return PEND_RECV;
    case EFFECT_SELECT: return PEND_SELECT;
    case EFFECT_CLOSE: return PEND_CLOSE;
    case EFFECT_GO: return PEND_GO;
    case EFFECT_LOCK: return PEND_LOCK;
    case EFFECT_WLOCK: return PEND_WLOCK;
    case EFFECT_RLOCK: return PEND_RLOCK;
    case EFFECT_UNLOCK:
    case EFFECT_WUNLOCK:
    case EFFECT_RUNLOCK: return PEND_UNLOCK;
    case EFFECT_WAIT: return PEND_WAIT;
    case EFFECT_ADD: return PEND_ADD;
    case EFFECT_COND_WAIT: return PEND_COND_WAIT;
    case EFFECT_LOAD: return PEND_READ;
    case EFFECT_STORE:
    case EFFECT_SWAP: return PEND_WRITE;
    case EFFECT_AWAIT: return PEND_AWAIT;
    case EFFECT_OUTPUT: return PEND_OUTPUT;
    case EFFECT_LEN:
    case EFFECT_COUNT:
    case EFFECT_TRYLOCK:
    case EFFECT_TRYRLOCK:
    case EFFECT_OBSERVE:
    case EFFECT_TIMER:
    case EFFECT_CLOCK: return PEND_LOOK;
    case EFFECT_INPUT:
    case EFFECT_FILE_READ:
    case EFFECT_FILE_WRITE: return PEND_OUTSIDE;
    case EFFECT_NONE: /* these are no boundaries: */
    case EFFECT_NATIVE:
    case EFFECT_RANDOM:
    case EFFECT_REFLECT:
    case EFFECT_READ:
    case EFFECT_WRITE:
    case EFFECT_MAKE:
    case EFFECT_SLEEP:
    case EFFECT_START:
    case EFFECT_MEASURE:
    case EFFECT_LEAKED: return PEND_OTHER;
    case EFFECT_YIELD:
    case EFFECT_GOEND:
    case EFFECT_IDLE:
    case EFFECT_EXIT:
    case EFFECT_TICKET:
    case EFFECT_SIGNAL:
    case EFFECT_CHECK:
    case EFFECT_UPDATE: return PEND_OTHER;
    }
    BUG("effect %u", effect);
}

PendingOp pending_next(const VM *vm, const G *g)
{
    Operation op = vm_operation(vm, g);
    return (PendingOp){kind_of(op.effect), op.object, op};
}

PendingOp pending_op(const VM *vm, const G *g)
{
    CHECK(g->status == G_RUNNABLE || g->status == G_RUNNING);
    if (g->again == AGAIN_DIE)
        return (PendingOp){.kind = PEND_OTHER};
    if (g->again == AGAIN_NO)
        return (PendingOp){.kind = PEND_SLICE};
    return pending_next(vm, g);
}

bool pending_blocked(const G *g, PendingOp op)
{
    switch (op.kind) {
    case PEND_SEND:
    case PEND_RECV:
    case PEND_SELECT:
    case PEND_LOCK:
    case PEND_WAIT:
    case PEND_AWAIT: return vm_operation_waits(g, &op.op);
    case PEND_WLOCK: return op.object && !sync_rw_comes_next(op.object);
    case PEND_RLOCK: return op.object && !sync_rw_free_for(op.object, false);
    case PEND_OTHER:
    case PEND_SLICE:
    case PEND_CLOSE:
    case PEND_GO:
    case PEND_UNLOCK:
    case PEND_ADD:
    case PEND_COND_WAIT:
    case PEND_OUTPUT:
    case PEND_READ:
    case PEND_WRITE:
    case PEND_LOOK:
    case PEND_OUTSIDE: break;
    }
    return false;
}

/* What an Add adds. */
static i64 delta_of(PendingOp op)
{
    return (i64)op.op.args[1];
}

bool pending_misuse(PendingOp op)
{
    if (op.kind == PEND_ADD)
        return op.object && *(const i32 *)op.object + delta_of(op) < 0;
    return op.kind == PEND_UNLOCK && sync_unlocks_free(&op.op);
}

/* Of a WaitGroup's counter only a Wait looks at the sum, and waits for it; what an Unlock gives
 * back another goroutine can only take later. Both as long as no order of them is a misuse: if
 * there is such an order, one of those that remain is a misuse too, and the search begins anew. */
static bool gives_back(const VM *vm, PendingOp op)
{
    bool done = op.kind == PEND_ADD && op.object && delta_of(op) < 0;
    bool unlock = op.kind == PEND_UNLOCK && !vm->ask.trylocks;
    return (done || unlock) && !vm->stepping.log->misused && !pending_misuse(op);
}

bool pending_commutes(const VM *vm, PendingOp op)
{
    return (op.kind == PEND_GO && !vm->ask.counts_goroutines) || gives_back(vm, op);
}

/* ---- partners: transfers without a buffer ---- */

/* Adds moves in which another goroutine waits on the channel and g comes. Of a plain send and a
 * plain receive the sender waits. */
static void add_partners(VM *vm, const G *g, const Chan *ch, bool sends, MoveList *out)
{
    if (!ch || ch->cap || ch->closed)
        return;
    CHECK(!ch->count);
    bool plain = pending_op(vm, g).kind != PEND_SELECT;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *other = vm->sched.all.data[i];
        if (other == g || other->status == G_WAITING)
            continue;
        PendingOp op = pending_op(vm, other);
        if (plain && sends && op.kind == PEND_RECV)
            continue;
        if (vm_takes_part(other, &op.op, ch, !sends) && pending_blocked(other, op))
            vec_push(out, (Move){MOVE_STEP, g->id, other->id});
    }
}

static bool same_move(const Move *a, const Move *b)
{
    return a->goroutine == b->goroutine && a->partner == b->partner;
}

static void select_moves(VM *vm, const G *g, MoveList *out)
{
    if (!pending_blocked(g, pending_op(vm, g)))
        vec_push(out, (Move){MOVE_STEP, g->id, 0});
    u32 from = out->len;
    for (u32 i = 0; i < g->pc[-1].in.c; i++) {
        SelectCase c = instr_case(&g->pc[-1], i);
        if (!vm_case_ready(g, i))
            add_partners(vm, g, (const Chan *)g->R[c.chan], c.is_send != 0, out);
    }
    u32 kept = from; /* one move with a partner tries all cases */
    for (u32 i = from; i < out->len; i++) {
        bool again = false;
        for (u32 k = from; k < kept; k++)
            again |= same_move(&out->data[k], &out->data[i]);
        if (!again)
            out->data[kept++] = out->data[i];
    }
    out->len = kept;
}

/* ---- all moves ---- */

static bool has_accesses(const VM *vm, const G *g)
{
    const AccessList *own = &vm->stepping.log->own;
    for (u32 i = 0; i < own->len; i++)
        if (ACCESS_GOROUTINE(own->data[i]) == g->id)
            return true;
    return false;
}

/* ---- twins: goroutines that differ in nothing ---- */

static bool same_list(const AccessList *list, u32 a, u32 b)
{
    u32 i = 0, k = 0; /* entries are sorted by goroutine, then by address */
    while (i < list->len && ACCESS_GOROUTINE(list->data[i]) != a)
        i++;
    while (k < list->len && ACCESS_GOROUTINE(list->data[k]) != b)
        k++;
    for (;; i++, k++) {
        bool more_a = i < list->len && ACCESS_GOROUTINE(list->data[i]) == a;
        bool more_b = k < list->len && ACCESS_GOROUTINE(list->data[k]) == b;
        if (!more_a || !more_b)
            return more_a == more_b;
        if ((list->data[i] ^ list->data[k]) << 15)
            return false;
    }
}

/* Nothing but the list of goroutines refers to one that stands at a boundary, so exchanging two
 * with the same contents gives the same state. A goroutine that has memory of its own is no twin.
 */
static bool are_twins(const VM *vm, const G *a, const G *b)
{
    return a->numbers == b->numbers && a->place == b->place && a->pc == b->pc &&
           a->again == b->again && a->R - a->stack == b->R - b->stack &&
           a->stack_end - a->stack == b->stack_end - b->stack && !a->defers && !b->defers &&
           !a->panics && !b->panics && a->handed == b->handed && a->retries == b->retries &&
           a->goexit == b->goexit && !memcmp(a->holds, b->holds, sizeof a->holds) &&
           !a->more_holds && !b->more_holds &&
           !memcmp(a->stack, b->stack, (u64)((u8 *)a->stack_end - (u8 *)a->stack)) &&
           same_list(&vm->stepping.log->own, a->id, b->id) &&
           hb_sets_equal(&vm->stepping.log->sets, a->id, b->id);
}

/* Snapshots put goroutines that are alike next to each other. */
bool moves_has_twin(const VM *vm, u32 i)
{
    const G *g = vm->sched.all.data[i];
    if (i == 0 || g->again == AGAIN_DIE)
        return false;
    const G *before = vm->sched.all.data[i - 1];
    CHECK(before->id < g->id); /* as the snapshot has numbered them */
    return before->status != G_WAITING && before->id != GOROUTINE_MAIN && are_twins(vm, before, g);
}

/* op: what g is before. */
static void moves_of(VM *vm, const G *g, PendingOp op, MoveList *out)
{
    if (op.kind == PEND_SELECT)
        select_moves(vm, g, out);
    else if (!pending_blocked(g, op))
        vec_push(out, (Move){MOVE_STEP, g->id, 0});
    else if (op.kind == PEND_SEND || op.kind == PEND_RECV)
        add_partners(vm, g, op.object, op.kind == PEND_SEND, out);
}

/* Any timer may fire at any moment, for goroutines may be arbitrarily slow; but inside a bubble
 * only when none can go on (`idle`), no ticker whose last tick has not been received, and once main
 * has ended none, which would tick for ever. */
static void timer_moves(VM *vm, bool idle, MoveList *out)
{
    if (!timers_pending(vm) || (vm->time.bubble && !idle))
        return;
    TimerList timers = {0};
    timers_list(vm, &timers);
    for (u32 i = 0; i < timers.len; i++) {
        const TimerInfo *timer = &timers.data[i];
        CHECK(!timer->sleeper || vm->stepping.clocked || vm->time.bubble); /* else it was woken */
        bool first = timer->when == timers.data[0].when;
        bool in_vain = timer_ticks_in_vain(timer) || (vm->main_ended && timer->ticks);
        if ((first || !vm->time.bubble) && !in_vain)
            vec_push(out, (Move){MOVE_TIMER, i, 0});
    }
    vec_free(&timers);
}

void moves_find(VM *vm, MoveList *out)
{
    u32 from = out->len;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        if (g->status == G_WAITING)
            continue;
        PendingOp op = pending_op(vm, g);
        if (pending_commutes(vm, op) && !has_accesses(vm, g)) {
            out->len = from;
            vec_push(out, (Move){MOVE_STEP, g->id, 0});
            return;
        }
        if (!moves_has_twin(vm, i))
            moves_of(vm, g, op, out);
    }
    timer_moves(vm, out->len == from, out);
}
