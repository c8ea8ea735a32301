/* The select statement ([GRACE20], Fig. 19): one ready guard is chosen by the chooser; without one,
 * the default runs or the goroutine waits on all channels at once. */
#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/track.h"

/* Up to this many cases no memory is allocated for the list of ready ones. */
#define FEW 16

static u64 *reg_or_null(u64 *R, u16 reg)
{
    return reg == REG_NONE ? NULL : &R[reg];
}

static Chan *case_chan(const SelectCase *sc, const u64 *R)
{
    return (Chan *)R[sc->chan];
}

static ChanStatus run_case(VM *vm, G *g, const SelectCase *sc, u64 *R)
{
    ChanStatus status = CHAN_DONE;
    Chan *ch = case_chan(sc, R);
    if (sc->is_send)
        chan_try_send(vm, g, ch, reg_or_null(R, sc->value), true, &status);
    else
        chan_try_recv(vm, g, ch, reg_or_null(R, sc->value), reg_or_null(R, sc->ok), true);
    return status;
}

static void wait_on_all(VM *vm, G *g, const Word *pc, u64 *R, u32 n)
{
    CHECK(!g->nselect && !g->select_waiters);
    g->nselect = n;
    g->select_dst = &R[pc->in.a];
    g->select_waiters = n ? heap_raw(vm, n * sizeof(Waiter), true) : NULL;
    for (u32 i = 0; i < n; i++) {
        SelectCase sc = instr_case(pc, i);
        Chan *ch = case_chan(&sc, R);
        Waiter *w = &g->select_waiters[i];
        *w = (Waiter){.g = g, .object = ch, .index = i, .is_send = sc.is_send != 0};
        w->value = reg_or_null(R, sc.value);
        w->ok = reg_or_null(R, sc.ok);
        if (ch)
            queue_add(sc.is_send ? &ch->senders : &ch->receivers, w);
    }
    sched_park(vm, g, n ? WAIT_SELECT : WAIT_SELECT_EMPTY);
}

/* The ready cases begin at a different one each time the goroutine selects, so that option 0, the
 * default answer, starves none of them. */
static u32 choose(VM *vm, G *g, const Word *pc, const u64 *R, const u32 *ready, u32 count)
{
    u32 first = g->selects++ % count;
    if (vm->chooser->fifo)
        return ready[first];
    SelectOption few[FEW];
    SelectOption *cases = count <= FEW ? few : heap_raw(vm, count * sizeof *cases, false);
    for (u32 i = 0; i < count; i++) {
        u32 index = ready[(first + i) % count];
        SelectCase sc = instr_case(pc, index);
        cases[i] = (SelectOption){case_chan(&sc, R)->ref.loc, sc.is_send != 0, index};
    }
    Choice choice = {.kind = CHOOSE_SELECT, .options = count, .cases = cases};
    return ready[(first + chooser_pick(vm->chooser, &choice)) % count];
}

/* An event for each channel that was looked at; one that names none if all are nil. */
static void tell_default(VM *vm, G *g, const Word *pc, const u64 *R)
{
    u32 told = 0;
    for (u32 i = 0; i < pc->in.c; i++) {
        SelectCase sc = instr_case(pc, i);
        if (case_chan(&sc, R))
            track_default(vm, g, case_chan(&sc, R), told++ > 0);
    }
    if (!told)
        track_default(vm, g, NULL, false);
}

ChanStatus chan_select(VM *vm, G *g, const Word *pc, u64 *R)
{
    u32 n = pc->in.c, count = 0;
    u32 few[FEW], *ready = n <= FEW ? few : heap_raw(vm, n * sizeof *ready, false);
    for (u32 i = 0; i < n; i++) {
        SelectCase sc = instr_case(pc, i);
        const Chan *ch = case_chan(&sc, R);
        if (sc.is_send ? chan_can_send(ch) : chan_can_recv(ch))
            ready[count++] = i;
    }
    if (count) {
        u32 chosen = count > 1 ? choose(vm, g, pc, R, ready, count) : ready[0];
        SelectCase sc = instr_case(pc, chosen);
        CHECK(chosen < n && g->nselect == 0 && g->pc == pc + 1 + n);
        R[pc->in.a] = chosen;
        g->pc = pc + 2 + chosen; /* what is reported, and a panic, is at the case */
        ChanStatus status = run_case(vm, g, &sc, R);
        if (status == CHAN_DONE)
            g->pc = pc + 1 + n;
        return status;
    }
    if (pc->in.b) {
        R[pc->in.a] = n;
        if (vm->sink)
            tell_default(vm, g, pc, R);
        return CHAN_DONE;
    }
    wait_on_all(vm, g, pc, R, n);
    return CHAN_BLOCKED;
}
