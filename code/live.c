/* Liveness of registers by the usual backward data-flow analysis over bytecode, iterated to a fixed
 * point. What an instruction reads and writes comes from the opcode table and slots.c. */
#include "code/live.h"

#include <string.h>

typedef struct Flow {
    Program *program;
    const Func *fn;
    Live *live;
    u64 *now;
} Flow;

static void add(Flow *f, u32 reg, u32 count)
{
    for (u32 r = reg; r < reg + count && r < f->fn->nregs; r++)
        f->now[r / 64] |= 1ull << (r % 64);
}

static void kill(Flow *f, u32 reg, u32 count)
{
    for (u32 r = reg; r < reg + count && r < f->fn->nregs; r++)
        f->now[r / 64] &= ~(1ull << (r % 64));
}

/* Number of argument slots, receiver included, of a method called through an interface. All methods
 * with this id are candidates; at least one has the signature of the call, so the largest is
 * safe. */
static u32 method_slots(const Program *program, u32 id)
{
    u32 most = 1;
    for (u32 t = 0; t < program->types.len; t++) {
        const RType *type = program->types.data[t];
        for (u32 i = 0; i < type->nmethods; i++)
            if (type->methods[i].id == id && type->methods[i].fn->nparams > most)
                most = type->methods[i].fn->nparams;
    }
    return most;
}

/* Argument slots of a call, from R[A+1] on. */
static u32 argument_slots(const Flow *f, const Word *code)
{
    Instr in = code->in;
    switch (instr_op(in)) {
    case OP_CALL: return f->program->funcs.data[code[1].x]->nparams;
    case OP_CALLF: return program_func_at(f->program, CALLF_CODE(code[1].x))->nparams;
    case OP_CALLI: return method_slots(f->program, in.c);
    case OP_CALLC: return in.c ? in.c - 1u : f->fn->nregs;
    default: {
        u32 slots = f->program->native_slots.data[instr_k(in)];
        return slots == UNKNOWN_SLOTS ? f->fn->nregs : slots;
    }
    }
}

/* The callee's frame begins above R[A]. */
static void step_call(Flow *f, const Word *code)
{
    Instr in = code->in;
    kill(f, in.a, f->fn->nregs);
    add(f, in.a + 1u, argument_slots(f, code));
    Op op = instr_op(in);
    if (op == OP_CALLC || op == OP_CALLI)
        add(f, in.b, op == OP_CALLI ? 2 : 1);
}

static void step_select(Flow *f, const Word *code)
{
    kill(f, code->in.a, 1);
    for (u32 i = 0; i < code->in.c; i++) {
        SelectCase c = instr_case(code, i);
        add(f, c.chan, 1);
        if (c.is_send && c.value != REG_NONE) /* the channel knows how many slots the value has */
            add(f, c.value, f->fn->nregs);
    }
}

/* Changes f->now from the registers live after the instruction to those live before it. A write
 * that may not happen, or whose extent is unknown, kills nothing. */
static void step(Flow *f, const Word *code)
{
    Instr in = code->in;
    in.op = (u16)instr_op(in);
    u32 flags = op_info[in.op].flags;
    switch (in.op) {
    case OP_CALL:
    case OP_CALLF:
    case OP_CALLC:
    case OP_CALLI:
    case OP_CALLN: step_call(f, code); return;
    case OP_SELECT: step_select(f, code); return;
    case OP_GO:
    case OP_DEFER:
    case OP_DEFERTO:
        add(f, in.b, 1);
        add(f, in.a + (in.op != OP_DEFERTO), in.c + (in.op == OP_DEFERTO));
        return;
    case OP_RET:
    case OP_RET0:
    case OP_RET1: add(f, in.a, in.c); return;
    default: break;
    }
    Widths w = op_widths(f->program, code);
    if (flags & W_A)
        kill(f, in.a, in.op == OP_MAPNEXT ? 1 : w.a);
    if (flags & R_A)
        add(f, in.a, w.a);
    if (flags & R_B)
        add(f, in.b, w.b);
    if (flags & R_C)
        add(f, in.c, w.c);
}

static void join(Flow *f, const u64 *set)
{
    for (u32 i = 0; i < f->live->words; i++)
        f->now[i] |= set[i];
}

/* One pass from the end to the beginning; true if a set has grown. */
static bool pass(Flow *f, const u32 *starts, u32 count)
{
    const Func *fn = f->fn;
    Live *live = f->live;
    bool grew = false;
    for (u32 i = count; i-- > 0;) {
        u32 pc = starts[i];
        const Word *code = &fn->code[pc];
        Op op = instr_op(code->in);
        u32 flags = op_info[op].flags, next = pc + instr_words(code);
        memset(f->now, 0, live->words * sizeof *f->now);
        if (!(flags & END) && next < fn->ncode)
            join(f, live_before(live, next));
        if (flags & JUMP)
            join(f, live_before(live, (u32)instr_target(code->in, op_info[op].format, pc)));
        step(f, code);
        if (fn->recover_pc && flags & (PANICS | CALLS | BLOCKS))
            join(f, live_before(live, fn->recover_pc));
        u64 *before = live->sets + (u64)pc * live->words;
        grew |= memcmp(before, f->now, live->words * sizeof *before) != 0;
        memcpy(before, f->now, live->words * sizeof *before);
    }
    return grew;
}

Live *live_new(Program *program, const Func *fn)
{
    Live *live = xcalloc(1, sizeof *live);
    live->words = fn->nregs / 64 + 1;
    live->sets = xcalloc((u64)fn->ncode * live->words + 1, sizeof *live->sets);
    u32 *starts = xmalloc((fn->ncode + 1) * sizeof *starts), count = 0;
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc]))
        starts[count++] = pc;
    Flow f = {.program = program, .fn = fn, .live = live};
    f.now = xcalloc(live->words, sizeof *f.now);
    while (pass(&f, starts, count))
        ;
    free(starts);
    free(f.now);
    return live;
}

void live_free(Live *live)
{
    if (!live)
        return;
    free(live->sets);
    free(live);
}
