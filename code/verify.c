/* Verifies generated code before it runs, so that a fault of the code generator is reported as such
 * and does not crash the VM. What an opcode reads and writes comes from its flags; slots.c says how
 * many slots an operand stands for. */
#include "code/program.h"

typedef struct Verifier {
    const Program *program;
    const Func *fn;
    Buf *out;
    u8 *start; /* per word: an instruction begins here */
    u64 **at;  /* per word: registers written on all paths to it; NULL: not reached yet */
    u64 *now;
    u32 words; /* 64-bit words in each set */
    bool changed;
} Verifier;

static bool fault(Verifier *v, u32 pc, const char *fmt, ...) PRINTF_LIKE(3, 4);

static bool fault(Verifier *v, u32 pc, const char *fmt, ...)
{
    const char *name = pc < v->fn->ncode && v->fn->code[pc].in.op < OP_COUNT
                           ? op_info[v->fn->code[pc].in.op].name
                           : "?";
    buf_printf(v->out, "%s: %u %s: ", v->fn->name, pc, name);
    va_list args;
    va_start(args, fmt);
    buf_vprintf(v->out, fmt, args);
    va_end(args);
    return false;
}

/* ---- structure ---- */

static bool check_index(Verifier *v, u32 pc, const char *what, u64 index, u64 count)
{
    return index < count || fault(v, pc, "%s %llu of %llu\n", what, (unsigned long long)index,
                                  (unsigned long long)count);
}

static bool check_tables(Verifier *v, u32 pc)
{
    const Program *p = v->program;
    const Word *code = v->fn->code + pc;
    u32 flags = op_info[code->in.op].flags, k = instr_k(code->in);
    if (flags & X_TYPE)
        return check_index(v, pc, "type", (u32)code[1].x, p->types.len);
    if (flags & X_FUNC)
        return check_index(v, pc, "function", code[1].x, p->funcs.len);
    if (flags & K_CONST)
        return check_index(v, pc, "constant", k, p->constants.len);
    if (flags & K_STRING)
        return check_index(v, pc, "string", k, p->strings.len);
    if (flags & K_NATIVE)
        return check_index(v, pc, "native", k, p->natives.len);
    if (flags & K_COVER)
        return check_index(v, pc, "block", k, p->covered.len);
    if (flags & K_GLOBAL)
        return check_index(v, pc, "global", k, p->globals_size);
    if (code->in.op == OP_CALLI)
        return check_index(v, pc, "method", code->in.c, p->method_names.len);
    return true;
}

/* Marks where instructions begin, and checks what does not depend on control flow. */
static bool scan(Verifier *v)
{
    const Func *fn = v->fn;
    u32 last = 0;
    for (u32 pc = 0; pc < fn->ncode;) {
        if (fn->code[pc].in.op >= OP_COUNT)
            return fault(v, pc, "unknown opcode %u\n", fn->code[pc].in.op);
        u32 words = instr_words(fn->code + pc);
        if (pc + words > fn->ncode)
            return fault(v, pc, "its words go past the end\n");
        v->start[pc] = 1;
        if (!check_tables(v, pc))
            return false;
        last = pc;
        pc += words;
    }
    if (fn->ncode == 0 || !(op_info[fn->code[last].in.op].flags & END))
        return fault(v, last, "control runs off the end\n");
    if (fn->nparams > fn->nregs || fn->nresults > fn->nregs || fn->nregs >= MAX_REGS)
        return fault(v, 0, "frame of %u slots\n", fn->nregs);
    if (fn->recover_pc && (fn->recover_pc >= fn->ncode || !v->start[fn->recover_pc]))
        return fault(v, 0, "recovery at %u\n", fn->recover_pc);
    return true;
}

static bool check_jumps(Verifier *v)
{
    for (u32 pc = 0; pc < v->fn->ncode; pc++) {
        Instr in = v->fn->code[pc].in;
        if (!v->start[pc] || !(op_info[in.op].flags & JUMP))
            continue;
        i64 to = instr_target(in, op_info[in.op].format, pc);
        if (to < 0 || to >= v->fn->ncode || !v->start[to])
            return fault(v, pc, "jumps to %lld\n", (long long)to);
        if (to <= pc && !(op_info[in.op].flags & CALLS))
            return fault(v, pc, "jumps backwards uncounted\n");
    }
    return true;
}

/* ---- registers are written before they are read ---- */

static bool reads(Verifier *v, u32 pc, u32 reg, u32 count)
{
    for (u32 r = reg; r < reg + count; r++) {
        if (r >= v->fn->nregs)
            return fault(v, pc, "register %u of %u\n", r, v->fn->nregs);
        if (!(v->now[r / 64] >> (r % 64) & 1))
            return fault(v, pc, "register %u may be read before it is written\n", r);
    }
    return true;
}

static bool writes(Verifier *v, u32 pc, u32 reg, u32 count)
{
    if (reg + count > v->fn->nregs)
        return fault(v, pc, "register %u of %u\n", reg + count - 1, v->fn->nregs);
    for (u32 r = reg; r < reg + count; r++)
        v->now[r / 64] |= (u64)1 << (r % 64);
    return true;
}

/* Results whose number is only known at run time. */
static bool writes_above(Verifier *v, u32 pc, u32 reg)
{
    return reg >= v->fn->nregs ? fault(v, pc, "register %u of %u\n", reg, v->fn->nregs)
                               : writes(v, pc, reg, v->fn->nregs - reg);
}

static bool step_call(Verifier *v, u32 pc)
{
    const Word *code = v->fn->code + pc;
    u32 a = code->in.a;
    switch (code->in.op) {
    case OP_CALL: {
        const Func *callee = v->program->funcs.data[code[1].x];
        return reads(v, pc, a + 1, callee->nparams) && writes(v, pc, a, 1) &&
               writes(v, pc, a + 1, callee->nresults);
    }
    case OP_CALLC: return reads(v, pc, code->in.b, 1) && writes_above(v, pc, a);
    case OP_CALLI: return reads(v, pc, code->in.b, 2) && writes_above(v, pc, a);
    default: return writes_above(v, pc, a);
    }
}

static bool step_select(Verifier *v, u32 pc)
{
    const Word *code = v->fn->code + pc;
    for (u32 i = 0; i < code->in.c; i++) {
        SelectCase c = instr_case(code, i);
        if (!reads(v, pc, c.chan, 1))
            return false;
        if (!c.is_send && c.value != REG_NONE && !writes_above(v, pc, c.value))
            return false;
    }
    return writes(v, pc, code->in.a, 1);
}

static bool step(Verifier *v, u32 pc)
{
    const Word *code = v->fn->code + pc;
    Instr in = code->in;
    u32 flags = op_info[in.op].flags;
    switch (in.op) {
    case OP_CALL:
    case OP_CALLC:
    case OP_CALLI:
    case OP_CALLF:
    case OP_CALLN: return step_call(v, pc);
    case OP_SELECT: return step_select(v, pc);
    case OP_GO:
    case OP_DEFER: return reads(v, pc, in.b, 1) && reads(v, pc, in.a + 1u, in.c);
    case OP_DEFERTO: return reads(v, pc, in.b, 1) && reads(v, pc, in.a, in.c + 1u);
    case OP_RET: return reads(v, pc, in.a, in.c);
    default: break;
    }
    Widths w = op_widths(v->program, code);
    if ((flags & R_B) && !reads(v, pc, in.b, w.b))
        return false;
    if ((flags & R_C) && !reads(v, pc, in.c, w.c))
        return false;
    /* Storing a part of a struct in registers reads the rest of it. */
    if ((flags & R_A) && !reads(v, pc, in.a, w.a))
        return false;
    return !(flags & W_A) || writes(v, pc, in.a, w.a);
}

/* Meets the registers written at `pc` with the current ones: the set can only shrink. */
static void flow_to(Verifier *v, u32 pc, bool backwards)
{
    size_t size = v->words * sizeof *v->now;
    if (!v->at[pc]) {
        v->at[pc] = xmalloc(size);
        memcpy(v->at[pc], v->now, size);
        v->changed |= backwards;
        return;
    }
    for (u32 i = 0; i < v->words; i++) {
        u64 both = v->at[pc][i] & v->now[i];
        if (both != v->at[pc][i]) {
            v->at[pc][i] = both;
            v->changed |= backwards;
        }
    }
}

/* One pass in code order. Registers written at a jump's target seldom change through a jump
 * backwards, so few passes are needed. */
static bool pass(Verifier *v, const u8 *targets)
{
    const Func *fn = v->fn;
    bool live = true;
    memset(v->now, 0, v->words * sizeof *v->now);
    writes(v, 0, 0, fn->nparams);
    if (fn->ncaptures)
        writes(v, 0, fn->closure_reg, 1);
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(fn->code + pc)) {
        if (targets[pc]) {
            if (live)
                flow_to(v, pc, false);
            live = v->at[pc] != NULL;
            if (live)
                memcpy(v->now, v->at[pc], v->words * sizeof *v->now);
        }
        if (!live)
            continue;
        Instr in = fn->code[pc].in;
        u32 flags = op_info[in.op].flags;
        if (fn->recover_pc > pc && flags & (PANICS | CALLS))
            flow_to(v, fn->recover_pc, false);
        if (!step(v, pc))
            return false;
        if (flags & JUMP) {
            u32 to = (u32)instr_target(in, op_info[in.op].format, pc);
            flow_to(v, to, to <= pc);
        }
        live = !(flags & END);
    }
    return true;
}

static bool check_flow(Verifier *v)
{
    const Func *fn = v->fn;
    u8 *targets = xcalloc(fn->ncode, 1);
    for (u32 pc = 0; pc < fn->ncode; pc++) {
        Instr in = fn->code[pc].in;
        if (v->start[pc] && op_info[in.op].flags & JUMP)
            targets[instr_target(in, op_info[in.op].format, pc)] = 1;
    }
    if (fn->recover_pc)
        targets[fn->recover_pc] = 1;
    v->words = fn->nregs / 64 + 1;
    v->now = xcalloc(v->words, sizeof *v->now);
    v->at = xcalloc(fn->ncode, sizeof *v->at);
    bool ok;
    do {
        v->changed = false;
        ok = pass(v, targets);
    } while (ok && v->changed);
    for (u32 pc = 0; pc < fn->ncode; pc++)
        free(v->at[pc]);
    free(v->at);
    free(v->now);
    free(targets);
    return ok;
}

bool verify_func(const Program *program, const Func *fn, Buf *out)
{
    Verifier v = {.program = program, .fn = fn, .out = out};
    v.start = xcalloc(fn->ncode + 1, 1);
    bool ok = scan(&v) && check_jumps(&v) && check_flow(&v);
    free(v.start);
    return ok;
}
