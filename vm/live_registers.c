/* Walks the frames of a goroutine, with the registers that the analysis finds live in each. */
#include "vm/live_registers.h"

#include <string.h>

#include "vm/endless.h"
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

/* The frames of g, of which the innermost is in fn, goes on at pc and has `count` registers. */
static void visit_frames(LiveRegisters *t, const G *g, LiveFrame frame, FrameVisit visit, void *ctx)
{
    VM *vm = t->vm;
    CHECK(frame.count <= frame.fn->nregs && g->R + frame.fn->nregs <= g->stack_end);
    frame.live = live_at(t, frame.fn, frame.pc);
    visit(ctx, &frame);
    for (;;) {
        u64 link = frame.R[-1];
        const Word *back = LINK_ADDRESS(link);
        if (back == vm->stubs.exit)
            return;
        frame = (LiveFrame){.R = frame.R - LINK_BACK(link) - 1, .count = LINK_BACK(link)};
        if (back != vm->stubs.after_defer) { /* else it is that of a panic */
            frame.fn = vm_func_at(vm, back);
            frame.pc = back;
            frame.live = live_at(t, frame.fn, back);
        }
        visit(ctx, &frame);
    }
}

bool live_registers_visit(LiveRegisters *t, const G *g, FrameVisit visit, void *ctx,
                          ResumePoint *at)
{
    VM *vm = t->vm;
    u32 count;
    if (g->again == AGAIN_DIE)
        return false;
    const Func *fn =
        vm_func_at(vm, g->again != AGAIN_NO || g->status == G_WAITING ? g->pc - 1 : g->pc);
    if (!fn)
        return false; /* about to end */
    const Word *pc = resume_point(g, fn, &count);
    *at = (ResumePoint){fn, pc, g->R + count};
    visit_frames(t, g, (LiveFrame){.fn = fn, .pc = pc, .R = g->R, .count = count}, visit, ctx);
    return true;
}

bool live_registers_visit_from(LiveRegisters *t, const G *g, const Word *pc, FrameVisit visit,
                               void *ctx)
{
    const Func *fn = g->again == AGAIN_DIE ? NULL : vm_func_at(t->vm, pc);
    if (!fn)
        return false;
    visit_frames(t, g, (LiveFrame){.fn = fn, .pc = pc, .R = g->R, .count = fn->nregs}, visit, ctx);
    return true;
}

static void clear_dead(void *ctx, const LiveFrame *frame)
{
    (void)ctx;
    for (u32 i = 0; i < frame->count; i++)
        if (!live_in(frame, i))
            frame->R[i] = 0;
}

bool live_registers_keep(LiveRegisters *t, G *g, ResumePoint *at)
{
    bool goes_on = live_registers_visit(t, g, clear_dead, NULL, at);
    u64 *end = goes_on ? at->end : g->stack;
    if (endless_in_loop(t->vm, g)) /* what it computes shows nowhere */
        end = g->R;
    if (g->again != AGAIN_DIE)
        memset(end, 0, (u64)((u8 *)g->stack_end - (u8 *)end));
    return goes_on;
}
