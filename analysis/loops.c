/* The compiler asks at the end of an iteration whether there is another, and before the first one
 * whether there is any. The counter is a register that only the end of an iteration changes: what
 * it is at the head is a value (SYM_PHI) that is the first number on all ways from outside. */
#include "analysis/loops.h"

static u32 last_of(const Flow *flow, const Block *b)
{
    u32 last = b->from;
    for (u32 pc = b->from; pc < b->to; pc += instr_words(&flow->fn->code[pc]))
        last = pc;
    return last;
}

/* The values before the last instruction of a block, and where that is. */
static u32 values_at_end(const Flow *flow, u32 block, Val *regs)
{
    u32 last = last_of(flow, &flow->blocks.data[block]);
    flow_values(flow, last, regs);
    return last;
}

static bool goes_to(const Flow *flow, u32 from, u32 to)
{
    const Block *b = &flow->blocks.data[from];
    return b->reached && block_goes_to(b, to);
}

/* Whether `value` is the head's value of a register plus 1, and what that register comes in with.
 */
static bool is_step(const Flow *flow, u32 head, Val value, const Val *regs, Val *counter)
{
    const Word *code = flow->fn->code;
    if (SYM_KIND(value) != SYM_DEF || value.off || code[SYM_PC(value)].in.op != OP_ADDI ||
        (i16)code[SYM_PC(value)].in.c != 1)
        return false;
    u32 pc = SYM_PC(value);
    Val *before = xcalloc(flow->fn->nregs + 1, sizeof *before);
    flow_values(flow, pc, before);
    *counter = before[code[pc].in.b];
    free(before);
    return SYM_KIND(*counter) == SYM_PHI && SYM_PC(*counter) == head && !counter->off &&
           sym_equal(regs[SYM_PART(*counter)], value);
}

/* What the latch compares the counter with: it goes on while counter < bound. */
static bool bound_of(Instr in, const Val *regs, Val *bound)
{
    switch (in.op) {
    case OP_JBLT: *bound = regs[in.b]; return true;
    case OP_JBLTI: *bound = sym_const((i16)in.b); return true;
    case OP_JBLE: *bound = (Val){regs[in.b].key, regs[in.b].off + 1}; return true;
    case OP_JBLEI: *bound = sym_const((i16)in.b + 1); return true;
    default: return false;
    }
}

/* Whether the block goes to the head only if first < bound. */
static bool guards(const Flow *flow, u32 block, u32 head, Val bound, Val first)
{
    const Block *b = &flow->blocks.data[block];
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    Instr in = flow->fn->code[values_at_end(flow, block, regs)].in;
    bool falls = b->nnext == 2 && b->next[0] == head && b->next[1] != head;
    bool asks = in.op == OP_JLE && sym_equal(regs[in.a], bound) && sym_equal(regs[in.b], first);
    free(regs);
    return falls && asks;
}

/* Looks at the ways to the head from outside: all with the same first number. */
static bool entered(const Flow *flow, u32 reg, Val bound, CountedLoop *loop, Val *first)
{
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    u32 ways = 0;
    bool same = loop->head != 0, guarded = true;
    for (u32 i = 0; same && i < flow->blocks.len; i++) {
        if (i == loop->latch || !goes_to(flow, i, loop->head))
            continue;
        u32 last = values_at_end(flow, i, regs);
        if (!(op_info[flow->fn->code[last].in.op].flags & JUMP))
            flow_step(flow, last, regs);
        same = SYM_KIND(regs[reg]) == SYM_CONST && (!ways || sym_equal(*first, regs[reg]));
        *first = regs[reg];
        guarded = guards(flow, i, loop->head, bound, *first);
        loop->guard = guarded ? i : NO_GUARD;
        ways++;
    }
    free(regs);
    loop->surely_once = guarded && ways == 1;
    return same && ways > 0;
}

/* Whether the value has one meaning in each call. */
static bool is_made_once(const Flow *flow, Val value)
{
    switch (SYM_KIND(value)) {
    case SYM_PARAM: return true;
    case SYM_DEF: return !flow_repeats(flow, SYM_PC(value));
    case SYM_PHI: return !flow->blocks.data[SYM_PC(value)].on_cycle;
    default: return false;
    }
}

static bool is_latch(const Flow *flow, u32 head, u32 latch, CountedLoop *out)
{
    const Block *b = &flow->blocks.data[latch];
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs), bound = {0}, first = {0};
    Instr in = flow->fn->code[values_at_end(flow, latch, regs)].in;
    const Val *entry = flow->blocks.data[head].entry;
    *out = (CountedLoop){.head = head, .latch = latch, .guard = NO_GUARD};
    bool ok = b->nnext == 2 && b->next[1] == head && b->next[0] != head &&
              bound_of(in, regs, &bound) && is_step(flow, head, regs[in.a], regs, &out->counter);
    /* The bound is what it was at the head, and not made in the loop. */
    bool fixed = ok && (SYM_KIND(bound) == SYM_CONST ||
                        (entry[in.b].key == bound.key && is_made_once(flow, bound)));
    ok = fixed && entered(flow, SYM_PART(out->counter), bound, out, &first);
    free(regs);
    if (!ok)
        return false;
    out->times = (Amount){SYM_KIND(bound) == SYM_CONST ? 0 : bound.key, bound.off - first.off};
    out->surely_once |= !out->times.key && out->times.off > 0;
    return true;
}

bool loop_at(const Flow *flow, u32 head, CountedLoop *out)
{
    if (!flow->blocks.data[head].reached || !flow->blocks.data[head].on_cycle)
        return false;
    for (u32 i = 0; i < flow->blocks.len; i++)
        if (goes_to(flow, i, head) && is_latch(flow, head, i, out))
            return true;
    return false;
}

bool loop_is_only(const Flow *flow, const CountedLoop *loop, u32 pc)
{
    Flow *cut = flow_cut_edge(flow, loop->latch, loop->head);
    bool once = !flow_repeats(cut, pc);
    flow_cut_free(cut);
    return once;
}

bool loop_times(const Flow *flow, u32 pc, Amount *out)
{
    *out = (Amount){0, 1};
    if (!flow_repeats(flow, pc))
        return true;
    for (u32 i = 0; i < flow->blocks.len; i++) {
        CountedLoop loop;
        if (!loop_at(flow, i, &loop) || !loop.surely_once)
            continue;
        *out = loop.times;
        if (loop_is_only(flow, &loop, pc))
            return true;
    }
    return false;
}

bool loop_always_runs(const Flow *flow, const CountedLoop *loop, u32 pc)
{
    u32 block = flow->block_at[pc];
    return block == loop->head || block == loop->latch ||
           !flow_leads(flow, loop->head, loop->latch, block, FLOW_PLAIN);
}

bool amount_covers(Amount a, Amount b)
{
    return a.key == b.key && a.off >= b.off;
}
