/* Control flow and value numbers of one function: basic blocks, which of them lie on a cycle, and
 * for each register before each instruction the name of the value in it. Two registers with the
 * same name hold the same number at run time, as in static single assignment form; a name stands
 * for the newest execution of its definition. Depends on the function only, so all instances of it
 * share. */
#ifndef ANALYSIS_FLOW_H
#define ANALYSIS_FLOW_H

#include "base/vec.h"
#include "code/live.h"

typedef enum SymKind {
    SYM_NONE,   /* not written, or not to be read */
    SYM_CONST,  /* the integer `off` */
    SYM_GLOBAL, /* address of byte `off` of the global region */
    SYM_PARAM,  /* register at entry: a parameter, or the closure */
    SYM_DEF,    /* written by the instruction at `pc`, in its register `part` */
    SYM_PHI,    /* several values meet at the entry of block `pc` in register `part` */
} SymKind;

/* Limit of offsets but for constants and globals. */
#define SYM_MAX_OFF (1 << 23)
/* The value of `key` plus off. */
typedef struct Val {
    u64 key;
    i64 off;
} Val;

#define SYM_KEY(kind, pc, part) ((u64)(kind) << 56 | (u64)(pc) << 24 | (u64)(part))
#define SYM_KIND(sym) ((SymKind)((sym).key >> 56))
#define SYM_PC(sym) ((u32)((sym).key >> 24))
#define SYM_PART(sym) ((u32)((sym).key & 0xffffff))
static inline Val sym_def(u32 pc, u32 part)
{
    return (Val){SYM_KEY(SYM_DEF, pc, part), 0};
}
static inline Val sym_const(i64 value)
{
    return (Val){SYM_KEY(SYM_CONST, 0, 0), value};
}
static inline bool sym_equal(Val a, Val b)
{
    return a.key == b.key && a.off == b.off;
}

typedef struct Block {
    u32 from, to; /* code words */
    u32 next[2];  /* successors that may follow; if both may, the fall-through, then the target */
    u32 nnext;
    bool on_cycle; /* may run again after it has run, within one call */
    bool reached;
    Val *entry; /* value of each register at entry; NULL until reached */
} Block;

/* Whether control goes from a block straight to block `to`. */
static inline bool block_goes_to(const Block *b, u32 to)
{
    return (b->nnext > 0 && b->next[0] == to) || (b->nnext > 1 && b->next[1] == to);
}

typedef struct Flow {
    const Program *program;
    const Func *fn;
    VEC(Block) blocks;    /* ascending code */
    u32 *block_at;        /* per code word: index of its block */
    bool makes_addresses; /* of numbers */
    u32 recover_block;    /* where recovered panics go on; 0 = none */
    const Live *live;     /* while it is made */
} Flow;

/* The blocks of fn; both must outlive it. Freed with flow_free. */
Flow *flow_new(Program *program, const Func *fn);
/* Frees it. */
void flow_free(Flow *flow);
/* A copy in which nothing goes on to `block` (0: all does), or nothing but what comes from other
 * blocks than `from`; it shares the values with flow. */
Flow *flow_cut(const Flow *flow, u32 block);
Flow *flow_cut_edge(const Flow *flow, u32 from, u32 block);
/* Frees it, but not the values; NULL is ignored. */
void flow_cut_free(Flow *cut);
/* Updates regs (fn->nregs of them) from before the instruction at pc to after it. */
void flow_step(const Flow *flow, u32 pc, Val *regs);
/* Whether an append of one value surely makes a new array: the slice is nil, or its length is its
 * capacity. */
bool flow_append_copies(const Word *code, const Val *regs);
/* Writes the values before the instruction at pc, in a reached block, to regs. */
void flow_values(const Flow *flow, u32 pc, Val *regs);
/* Copies the values at the entry of a reached block to regs. */
void flow_enter(const Flow *flow, u32 block, Val *regs);
/* Whether an execution of the instruction at pc may follow an earlier one in the same call. */
bool flow_repeats(const Flow *flow, u32 pc);
/* The ways that control goes: from block to block, and after any block to where panics that are
 * recovered go on. */
typedef enum FlowWays { FLOW_PLAIN, FLOW_PANICS } FlowWays;
/* No block. */
enum { FLOW_NONE = UINT32_MAX };
/* Per block: whether control may come there after it has gone on from block `from`, without
 * entering block `but`. Freed by the caller. */
u8 *flow_after(const Flow *flow, u32 from, u32 but, FlowWays ways);
/* Whether it may come to block `to` so. */
bool flow_leads(const Flow *flow, u32 from, u32 to, u32 but, FlowWays ways);
/* Whether every way through the function leads over the block of the instruction at pc. */
bool flow_always_passes(const Flow *flow, u32 pc);

#endif
