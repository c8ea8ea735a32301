/* Walks the frames of a goroutine and zeroes what the analysis finds dead. */
#include "vm/live_registers.h"

#include <string.h>

#include "vm/frame.h"

void live_registers_free(LiveRegisters *t)
{
    for (u32 i = 0; i < t->functions; i++)
        live_free(t->live[i]);
    free(t->live);
}

static const u64 *live_at(LiveRegisters *t, const Func *fn, const Word *pc)
{
    u32 count = t->vm->program->funcs.len;
    if (UNLIKELY(count > t->functions)) {
        t->live = xrealloc(t->live, count * sizeof *t->live);
        memset(t->live + t->functions, 0, (count - t->functions) * sizeof *t->live);
        t->functions = count;
    }
    if (UNLIKELY(!t->live[fn->id]))
        t->live[fn->id] = live_new(t->vm->program, fn);
    CHECK(pc >= fn->code && pc < fn->code + fn->ncode);
    return live_before(t->live[fn->id], (u32)(pc - fn->code));
}

static void clear_dead(u64 *R, const u64 *live, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (!(live[i / 64] >> (i % 64) & 1))
            R[i] = 0;
}

/* The instruction that g goes on with; *count: the registers of its frame that it may read. */
static const Word *resume_point(const G *g, const Func *fn, u32 *count)
{
    *count = fn->nregs;
    if (g->again != AGAIN_NO)
        return g->pc - 1;
    if (g->status != G_WAITING)
        return g->pc;
    switch ((WaitReason)g->wait_reason) {
    case WAIT_SEND:
    case WAIT_RECV:
    case WAIT_SEND_NIL:
    case WAIT_RECV_NIL: return g->pc - 1;
    case WAIT_SELECT:
    case WAIT_SELECT_EMPTY: return g->pc - 1 - g->nselect;
    default: /* in a native call that returns nothing */ *count = g->pc[-1].in.a; return g->pc;
    }
}

bool live_registers_keep(LiveRegisters *t, G *g, ResumePoint *at)
{
    VM *vm = t->vm;
    u64 *R = g->R;
    u32 count;
    if (g->again == AGAIN_DIE)
        return false;
    const Func *fn =
        vm_func_at(vm, g->again != AGAIN_NO || g->status == G_WAITING ? g->pc - 1 : g->pc);
    if (!fn) { /* about to end */
        memset(g->stack, 0, (u64)((u8 *)g->stack_end - (u8 *)g->stack));
        return false;
    }
    const Word *pc = resume_point(g, fn, &count);
    CHECK(count <= fn->nregs && R + fn->nregs <= g->stack_end);
    clear_dead(R, live_at(t, fn, pc), count);
    memset(R + count, 0, (u64)((u8 *)g->stack_end - (u8 *)(R + count)));
    *at = (ResumePoint){fn, pc, R + count};
    for (;;) {
        u64 link = R[-1];
        const Word *back = LINK_ADDRESS(link);
        if (back == vm->stubs.exit)
            return true;
        R -= LINK_BACK(link) + 1;
        if (back == vm->stubs.after_defer)
            continue; /* the frame of a panic: where it goes on is not known */
        fn = vm_func_at(vm, back);
        clear_dead(R, live_at(t, fn, back), LINK_BACK(link));
    }
}
