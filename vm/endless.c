/* Loops that have no way out: a search of the code that can be executed from an instruction on. */
#include "vm/endless.h"

#include <stdlib.h>

#include "vm/frame.h"

/* What does not keep an instruction out of such a loop: it computes, reads memory that is there,
 * or jumps. */
static bool only_computes(const OpInfo *info)
{
    if (info->flags & (PANICS | BLOCKS | ALLOCS))
        return false;
    if (info->flags & (CALLS | END) && !(info->flags & JUMP))
        return false;
    return info->effect == EFFECT_NONE || info->effect == EFFECT_READ ||
           info->effect == EFFECT_WRITE;
}

/* Whether all that can be executed from `from` on only computes. */
static bool has_no_way_out(const Func *fn, u32 from)
{
    VEC(u32) next = {0};
    bool *seen = xcalloc(fn->ncode + 1, sizeof *seen);
    bool closed = true;
    vec_push(&next, from);
    while (closed && next.len) {
        u32 pc = vec_pop(&next);
        closed = pc < fn->ncode;
        if (!closed || seen[pc])
            continue;
        seen[pc] = true;
        const OpInfo *info = &op_info[instr_op(fn->code[pc].in)];
        closed = only_computes(info);
        if (!(info->flags & END))
            vec_push(&next, pc + instr_words(&fn->code[pc]));
        if (info->flags & JUMP)
            vec_push(&next, (u32)instr_target(fn->code[pc].in, info->format, pc));
    }
    vec_free(&next);
    free(seen);
    return closed;
}

/* Whether an instruction begins there. */
static bool begins(const Func *fn, u32 at)
{
    u32 pc = 0;
    while (pc < at)
        pc += instr_words(&fn->code[pc]);
    return pc == at;
}

enum { NOT_KNOWN, CLOSED, OPEN };

bool endless_in_loop(VM *vm, const G *g)
{
    if (g->again != AGAIN_NO || g->pending_panic || g->status == G_WAITING)
        return false;
    u64 *known = map_put(&vm->loops, (u64)g->pc);
    const Func *fn = *known == NOT_KNOWN ? vm_func_at(vm, g->pc) : NULL;
    CHECK(!fn || begins(fn, (u32)(g->pc - fn->code)));
    if (*known == NOT_KNOWN)
        *known = fn && has_no_way_out(fn, (u32)(g->pc - fn->code)) ? CLOSED : OPEN;
    return *known == CLOSED;
}

bool endless_all(VM *vm, const G *g)
{
    if (!endless_in_loop(vm, g) || vm->signals.watched || vm->repl.on)
        return false;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *other = vm->sched.all.data[i];
        bool waits = other->status == G_WAITING && other->wait_reason != WAIT_OUTSIDE;
        if (other != g && !waits && !endless_in_loop(vm, other))
            return false;
    }
    return true;
}
