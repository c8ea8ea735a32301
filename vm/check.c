/* Walks the machine and CHECKs what the headers say of its parts. Nothing here changes anything. */
#include "vm/check.h"

#include "vm/chan.h"
#include "vm/frame.h"
#include "vm/sync.h"
#include "vm/timer.h"

/* How many frames, deferred calls and panics of a goroutine are checked, and up to how many
 * goroutines all are: to check everything each time would be too slow. */
enum { CHECKED_FRAMES = 16, FEW_GOROUTINES = 8 };

/* ---- a goroutine ---- */

static bool is_stub(const VM *vm, const Word *word)
{
    return word == vm->stubs.exit || word == vm->stubs.after_defer;
}

/* The function that g is in; NULL: it is in none, about to end or in a stub. */
static const Func *function_of(VM *vm, const G *g)
{
    if (is_stub(vm, g->pc) || is_stub(vm, g->pc - 1))
        return NULL;
    const Func *fn = vm_func_at(vm, g->pc - 1);
    return fn ? fn : vm_func_at(vm, g->pc);
}

static void check_frames(VM *vm, const G *g)
{
    const u64 *R = g->R;
    for (u32 i = 0; i < CHECKED_FRAMES; i++) {
        u64 link = R[-1];
        const Word *to = LINK_ADDRESS(link);
        if (to == vm->stubs.exit) {
            CHECK(R == g->stack + 1 && LINK_BACK(link) == 0);
            return;
        }
        CHECK(to == vm->stubs.after_defer || vm_func_at(vm, to - 1));
        CHECK((u64)(R - g->stack) > LINK_BACK(link) + 1ull);
        R -= LINK_BACK(link) + 1;
    }
}

static void check_defers(const G *g)
{
    const Defer *d = g->defers;
    CHECK(!d || d->frame <= (u64)(g->R - g->stack));
    for (u32 i = 0; d && i < CHECKED_FRAMES; i++, d = d->next) {
        CHECK(d->owner && d->frame >= 1);
        CHECK(!d->next || d->next->frame <= d->frame);
        CHECK(!d->panic || d->started);
        CHECK(!d->panic || g->panics);
    }
}

static void check_panics(const G *g)
{
    const Panic *p = g->panics;
    for (u32 i = 0; p && i < CHECKED_FRAMES; i++, p = p->next) {
        CHECK(p->frame >= 1 && p->frame <= (u64)(g->stack_end - g->stack));
        CHECK(!p->next || p->next->frame <= p->frame);
        CHECK(!p->converting || !p->converted);
        CHECK(!p->goexit || !p->recovered);
    }
}

static void check_status(const G *g)
{
    CHECK(g->status < G_DEAD && g->wait_reason <= WAIT_EXIT && g->again <= AGAIN_DIE);
    CHECK((g->status == G_WAITING) == (g->wait_reason != WAIT_NONE));
    CHECK((g->nselect > 0) == (g->wait_reason == WAIT_SELECT));
    CHECK(!g->nselect || (g->select_waiters && g->select_dst));
    CHECK(!g->handed || g->status != G_WAITING);
    CHECK(!g->pending_panic || g->status != G_WAITING);
    CHECK(g->again != AGAIN_DIE || (g->panics && !g->defers && g->status != G_WAITING));
}

void goro_check(VM *vm, const G *g)
{
    check_status(g);
    CHECK(g->id != 0 && g->id < vm->sched.next_gid);
    CHECK(g->stack < g->stack_end && g->stack <= g->R && g->R <= g->stack_end);
    check_defers(g);
    check_panics(g);
    const Func *fn = function_of(vm, g);
    if (!fn)
        return;
    CHECK(g->R > g->stack && g->R + fn->nregs <= g->stack_end);
    check_frames(vm, g);
}

/* ---- all ---- */

static void check_wait(VM *vm, const G *g)
{
    switch ((WaitReason)g->wait_reason) {
    case WAIT_SEND:
    case WAIT_RECV:
        CHECK(g->waiter.g == g && g->waiter.object);
        chan_check(g->waiter.object);
        break;
    case WAIT_SELECT:
        for (u32 i = 0; i < g->nselect; i++) {
            const Waiter *w = &g->select_waiters[i];
            CHECK(w->g == g && w->index == i);
            if (w->object)
                chan_check(w->object);
        }
        break;
    case WAIT_SLEEP: CHECK(timers_pending(vm)); break;
    default: break;
    }
}

/* The run queue has the runnable goroutines, each once. */
static void check_run_queue(const VM *vm)
{
    u32 queued = 0, runnable = 0, running = 0;
    for (const G *g = vm->sched.head; g; g = g->next, queued++) {
        CHECK(g->status == G_RUNNABLE && queued < vm->sched.all.len);
        CHECK(g->next || g == vm->sched.tail);
    }
    CHECK(queued == vm->sched.runnable);
    u32 at = vm->sched.first;
    for (const G *g = vm->sched.head; g && vm->sched.listed; g = g->next, at++)
        CHECK(at < vm->sched.ids.len && vm->sched.ids.data[at] == g->id &&
              vm->sched.queue.data[at] == g);
    CHECK(!vm->sched.listed || (at == vm->sched.ids.len && vm->sched.first > 0));
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        runnable += g->status == G_RUNNABLE;
        running += g->status == G_RUNNING;
        CHECK(g->status != G_RUNNING || g == vm->sched.current);
    }
    CHECK(running <= 1);
    CHECK(runnable == queued || vm->stepping.pause);
}

void vm_check(VM *vm)
{
    check_run_queue(vm);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        CHECK(g->all_index == i);
        goro_check(vm, g);
        check_wait(vm, g);
    }
    timers_check(vm);
    sync_check(vm);
}

void vm_check_switch(VM *vm)
{
    if (vm->sched.all.len <= FEW_GOROUTINES)
        vm_check(vm);
    else if (vm->sched.current && vm->sched.current->status != G_DEAD)
        goro_check(vm, vm->sched.current);
}
