/* Which moves there are. Nobody waits for a channel, a mutex or a WaitGroup: who cannot go on is
 * not asked to. That leaves fewer states and loses nothing (spec/check.md). */
#include <string.h>

#include "explore/states/states.h"
#include "vm/chan.h"

/* ---- what is pending ---- */

u8 *pending_natives(const Program *program)
{
    static const struct {
        const char *prefix;
        PendingKind kind;
    } table[] = {
        {"sync.(*Mutex).Lock", PEND_LOCK},
        {"sync.(*Mutex).Unlock", PEND_UNLOCK},
        {"sync.(*RWMutex).Unlock", PEND_UNLOCK},
        {"sync.(*RWMutex).RUnlock", PEND_UNLOCK},
        {"sync.(*Mutex).TryLock", PEND_LOOK},
        {"sync.(*RWMutex).Try", PEND_LOOK},
        {"sync.(*WaitGroup).Wait", PEND_WAIT},
        {"sync.(*WaitGroup).add", PEND_ADD},
        {"sync.(*Cond).wait", PEND_COND_WAIT},
        {"sync/atomic.Load", PEND_READ},
        {"sync/atomic.load", PEND_READ},
        {"sync/atomic.", PEND_WRITE},
        {"os.write", PEND_OUTPUT},
        {"runtime.NumGoroutine", PEND_LOOK},
        {"time.", PEND_LOOK},
    };
    u8 *kinds = xcalloc(program->natives.len + 1, 1);
    for (u32 i = 0; i < program->natives.len; i++)
        for (u32 k = 0; k < COUNT_OF(table) && !kinds[i]; k++)
            if (!strncmp(program->natives.data[i], table[k].prefix, strlen(table[k].prefix)))
                kinds[i] = (u8)table[k].kind;
    return kinds;
}

PendingOp pending_op(const VM *vm, const G *g, const u8 *natives)
{
    (void)vm;
    if (g->again == AGAIN_DIE)
        return (PendingOp){PEND_OTHER, NULL};
    if (g->again == AGAIN_NO)
        return (PendingOp){PEND_SLICE, NULL};
    Instr in = g->pc[-1].in;
    switch (instr_op(in)) {
    case OP_CALLN: return (PendingOp){natives[instr_k(in)], (const void *)g->R[in.a + 1]};
    case OP_SEND: return (PendingOp){PEND_SEND, (const void *)g->R[in.a]};
    case OP_CLOSE: return (PendingOp){PEND_CLOSE, (const void *)g->R[in.a]};
    case OP_RECV:
    case OP_RECV2: return (PendingOp){PEND_RECV, (const void *)g->R[in.b]};
    case OP_CHANLEN: return (PendingOp){PEND_LOOK, (const void *)g->R[in.b]};
    case OP_SELECT: return (PendingOp){PEND_SELECT, NULL};
    case OP_GO: return (PendingOp){PEND_GO, NULL};
    case OP_PRINT: return (PendingOp){PEND_OUTPUT, NULL};
    default: return (PendingOp){PEND_OTHER, NULL};
    }
}

static SelectCase case_of(const G *g, u32 i)
{
    SelectCase c;
    memcpy(&c, &g->pc[i], sizeof c);
    return c;
}

static bool case_ready(const G *g, u32 i)
{
    SelectCase c = case_of(g, i);
    const Chan *ch = (const Chan *)g->R[c.chan];
    return c.is_send ? chan_can_send(ch) : chan_can_recv(ch);
}

static bool select_ready(const G *g)
{
    Instr in = g->pc[-1].in;
    for (u32 i = 0; i < in.c; i++)
        if (case_ready(g, i))
            return true;
    return in.b; /* it has a default */
}

static bool nil_object(const void *object)
{
    return (u64)object < 4096;
}

bool pending_blocked(const VM *vm, const G *g, PendingOp op)
{
    (void)vm;
    switch (op.kind) {
    case PEND_SEND: return !chan_can_send(op.object);
    case PEND_RECV: return !chan_can_recv(op.object);
    case PEND_SELECT: return !select_ready(g);
    case PEND_LOCK: return !nil_object(op.object) && *(const u32 *)op.object && !g->handed;
    case PEND_WAIT: return !nil_object(op.object) && *(const u32 *)op.object;
    default: return false;
    }
}

static i64 delta_of(const G *g)
{
    return (i64)g->R[g->pc[-1].in.a + 2];
}

bool pending_below_zero(const G *g, PendingOp op)
{
    return op.kind == PEND_ADD && !nil_object(op.object) &&
           *(const i32 *)op.object + delta_of(g) < 0;
}

/* Only a Wait looks at the sum, and waits for it; unless another may bring it below zero. */
static bool is_done(const VM *vm, const G *g, PendingOp op)
{
    return op.kind == PEND_ADD && !nil_object(op.object) && delta_of(g) < 0 &&
           !pending_below_zero(g, op) && !vm->stepping.log->below_zero;
}

bool pending_commutes(const VM *vm, const G *g, PendingOp op)
{
    return (op.kind == PEND_GO && !vm->ask.counts_goroutines) ||
           (op.kind == PEND_UNLOCK && !vm->ask.trylocks) || is_done(vm, g, op);
}

/* ---- partners: transfers without a buffer ---- */

bool pending_takes_part(const G *g, PendingOp op, const Chan *ch, bool sends)
{
    if (op.kind == PEND_SEND || op.kind == PEND_RECV)
        return op.object == ch && (op.kind == PEND_SEND) == sends;
    if (op.kind != PEND_SELECT)
        return false;
    for (u32 i = 0; i < g->pc[-1].in.c; i++) {
        SelectCase c = case_of(g, i);
        if ((const Chan *)g->R[c.chan] == ch && (c.is_send != 0) == sends)
            return true;
    }
    return false;
}

/* Those who could wait for g on the channel. Of two plain operations the receiver comes second. */
static void add_partners(VM *vm, const u8 *natives, const G *g, const Chan *ch, bool sends,
                         MoveList *out)
{
    if (!ch || ch->cap || ch->closed)
        return;
    bool plain = pending_op(vm, g, natives).kind != PEND_SELECT;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *other = vm->sched.all.data[i];
        if (other == g || other->status == G_WAITING)
            continue;
        PendingOp op = pending_op(vm, other, natives);
        if (plain && sends && op.kind == PEND_RECV)
            continue;
        if (pending_takes_part(other, op, ch, !sends) && pending_blocked(vm, other, op))
            vec_push(out, (Move){MOVE_STEP, g->id, other->id});
    }
}

static bool same_move(const Move *a, const Move *b)
{
    return a->goroutine == b->goroutine && a->partner == b->partner;
}

static void select_moves(VM *vm, const u8 *natives, const G *g, MoveList *out)
{
    if (select_ready(g))
        vec_push(out, (Move){MOVE_STEP, g->id, 0});
    u32 from = out->len;
    for (u32 i = 0; i < g->pc[-1].in.c; i++) {
        SelectCase c = case_of(g, i);
        if (!case_ready(g, i))
            add_partners(vm, natives, g, (const Chan *)g->R[c.chan], c.is_send != 0, out);
    }
    u32 kept = from; /* one move tries all cases */
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
           a->goexit == b->goexit &&
           !memcmp(a->stack, b->stack, (u64)((u8 *)a->stack_end - (u8 *)a->stack)) &&
           same_list(&vm->stepping.log->own, a->id, b->id) &&
           facts_alike(&vm->stepping.log->facts, a->id, b->id);
}

/* Whether somebody before it has the same moves: they are next to each other. */
static bool has_twin(const VM *vm, u32 i)
{
    const G *g = vm->sched.all.data[i];
    if (i == 0 || g->again == AGAIN_DIE)
        return false;
    const G *before = vm->sched.all.data[i - 1];
    return before->status != G_WAITING && before->id != GOROUTINE_MAIN && are_twins(vm, before, g);
}

static void moves_of(VM *vm, const u8 *natives, const G *g, MoveList *out)
{
    PendingOp op = pending_op(vm, g, natives);
    if (op.kind == PEND_SELECT)
        select_moves(vm, natives, g, out);
    else if (!pending_blocked(vm, g, op))
        vec_push(out, (Move){MOVE_STEP, g->id, 0});
    else if (op.kind == PEND_SEND || op.kind == PEND_RECV)
        add_partners(vm, natives, g, op.object, op.kind == PEND_SEND, out);
}

/* Nobody can go on: whoever does not wait yet begins to, then the clock moves. */
static void idle_moves(VM *vm, MoveList *out)
{
    u32 from = out->len;
    if (!vm->time.timers)
        return;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->status != G_WAITING)
            vec_push(out, (Move){MOVE_PARK, vm->sched.all.data[i]->id, 0});
    if (out->len == from)
        vec_push(out, (Move){MOVE_TIME, 0, 0});
}

void moves_find(VM *vm, const u8 *natives, MoveList *out)
{
    u32 from = out->len;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        if (g->status == G_WAITING)
            continue;
        if (pending_commutes(vm, g, pending_op(vm, g, natives)) && !has_accesses(vm, g)) {
            out->len = from;
            vec_push(out, (Move){MOVE_STEP, g->id, 0});
            return;
        }
        if (!has_twin(vm, i))
            moves_of(vm, natives, g, out);
    }
    if (out->len == from)
        idle_moves(vm, out);
}
