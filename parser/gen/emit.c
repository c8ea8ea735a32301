/* Code generator: instructions, labels, registers and constants of the function being compiled. */
#include "parser/gen/gen.h"

#define UNBOUND UINT32_MAX

static void push(Gen *g, Span at, Word w)
{
    vec_push(&g->f->code, w);
    vec_push(&g->f->spans, at);
}

u32 gen_emit(Gen *g, Span at, Op op, u32 a, u32 b, u32 c)
{
    u32 index = g->f->code.len;
    push(g, at, (Word){.in = {(u16)op, (u16)a, (u16)b, (u16)c}});
    g->f->last = index;
    return index;
}

u32 gen_emit_x(Gen *g, Span at, Op op, u32 a, u32 b, u32 c, u64 x)
{
    u32 index = gen_emit(g, at, op, a, b, c);
    gen_word(g, at, x);
    return index;
}

u32 gen_emit_k(Gen *g, Span at, Op op, u32 a, u32 k)
{
    return gen_emit(g, at, op, a, k & 0xffff, k >> 16);
}

void gen_word(Gen *g, Span at, u64 x)
{
    push(g, at, (Word){.x = x});
}

/* ---- labels ---- */

Label gen_label(Gen *g)
{
    vec_push(&g->f->labels, UNBOUND);
    return g->f->labels.len - 1;
}

/* Stack traces look up the instruction before the one where a goroutine goes on, so no jump leads
 * to the first one of a function. */
void gen_bind(Gen *g, Label label)
{
    if (g->f->code.len == 0)
        gen_emit(g, gen_pos_span(g, g->f->fn->pos), OP_NOP, 0, 0, 0);
    g->f->labels.data[label] = g->f->code.len;
}

void gen_jump(Gen *g, Span at, Op op, u32 a, u32 b, Label label)
{
    u32 index = gen_emit(g, at, op, a, b, 0);
    vec_push(&g->f->fixups, (Fixup){index, label});
}

void gen_loop_back(Gen *g, Span at, Label label)
{
    gen_jump(g, at, OP_JBACK, 0, 0, label);
}

/* The conditional jumps: forwards, backwards, and the inverse, which jumps exactly if the first
 * does not. `swap`: its operands are exchanged, since !(a < b) is b <= a. */
typedef struct JumpOp {
    u16 op, back, inverse;
    bool swap;
} JumpOp;

static const JumpOp jump_ops[] = {
    {OP_JT, OP_JBT, OP_JF, false},        {OP_JF, OP_JBF, OP_JT, false},
    {OP_JEQ, OP_JBEQ, OP_JNE, false},     {OP_JNE, OP_JBNE, OP_JEQ, false},
    {OP_JLT, OP_JBLT, OP_JLE, true},      {OP_JLE, OP_JBLE, OP_JLT, true},
    {OP_JLTU, OP_JBLTU, OP_JLEU, true},   {OP_JLEU, OP_JBLEU, OP_JLTU, true},
    {OP_JEQI, OP_JBEQI, OP_JNEI, false},  {OP_JNEI, OP_JBNEI, OP_JEQI, false},
    {OP_JLTI, OP_JBLTI, OP_JGEI, false},  {OP_JGEI, OP_JBGEI, OP_JLTI, false},
    {OP_JLEI, OP_JBLEI, OP_JGTI, false},  {OP_JGTI, OP_JBGTI, OP_JLEI, false},
    {OP_JLTF, OP_JBLTF, OP_JNLTF, false}, {OP_JNLTF, OP_JBNLTF, OP_JLTF, false},
    {OP_JLEF, OP_JBLEF, OP_JNLEF, false}, {OP_JNLEF, OP_JBNLEF, OP_JLEF, false},
    {OP_JEQF, OP_JBEQF, OP_JNEF, false},  {OP_JNEF, OP_JBNEF, OP_JEQF, false},
};

/* The row of a conditional jump, forwards or backwards. */
static const JumpOp *jump_op(Op op)
{
    for (u32 i = 0; i < COUNT_OF(jump_ops); i++)
        if (jump_ops[i].op == op || jump_ops[i].back == op)
            return &jump_ops[i];
    BUG("%s is no conditional jump", op_info[op].name);
}

/* Makes the jumps to `body` among the fixups from number `fixups` on backward jumps, which count
 * steps. */
static void make_counting(FuncState *f, u32 fixups, Label body)
{
    for (u32 i = fixups; i < f->fixups.len; i++) {
        Instr *in = &f->code.data[f->fixups.data[i].at].in;
        if (f->fixups.data[i].label == body)
            in->op = in->op == OP_JMP ? OP_JBACK : jump_op(in->op)->back;
    }
}

void gen_loop_while(Gen *g, Expr *cond, Label body, Label head)
{
    enum { LONGEST = 12 }; /* words of a condition that is repeated at the end of the loop */
    FuncState *f = g->f;
    u32 code = f->code.len, labels = f->labels.len, fixups = f->fixups.len;
    bool calls = gen_has_call(cond);
    if (!calls)
        gen_cond(g, cond, true, body);
    if (!calls && f->code.len <= code + LONGEST) {
        make_counting(f, fixups, body);
        return;
    }
    f->code.len = f->spans.len = code;
    f->labels.len = labels;
    f->fixups.len = fixups;
    gen_loop_back(g, cond->span, head);
}

static bool is_short_jump(Op op)
{
    return op_info[op].format == FMT_ABJ || op_info[op].format == FMT_AIJ;
}

/* The inverse of a conditional jump. */
static Instr inverted(Instr in)
{
    const JumpOp *row = jump_op(in.op);
    return row->swap ? (Instr){row->inverse, in.b, in.a, 0} : (Instr){row->inverse, in.a, in.b, 0};
}

/* Computes the code indices after each jump marked in `longer` has grown by one word. new_index has
 * one entry more than there are words. */
static void renumber(FuncState *f, const bool *longer, u32 *new_index)
{
    u32 at = 0;
    for (u32 i = 0; i < f->code.len; i++) {
        new_index[i] = at++;
        if (longer[i])
            at++;
    }
    new_index[f->code.len] = at;
}

/* Marks the 16-bit jumps that cannot reach their targets. Growing one can put others out of reach,
 * so this is repeated until nothing changes. */
static void find_long_jumps(FuncState *f, bool *longer, u32 *new_index)
{
    bool changed = true;
    while (changed) {
        changed = false;
        renumber(f, longer, new_index);
        for (u32 i = 0; i < f->fixups.len; i++) {
            Fixup fix = f->fixups.data[i];
            i64 distance = (i64)new_index[f->labels.data[fix.label]] - new_index[fix.at] - 1;
            if (!longer[fix.at] && is_short_jump(f->code.data[fix.at].in.op) &&
                (distance < INT16_MIN || distance > INT16_MAX)) {
                longer[fix.at] = true;
                changed = true;
            }
        }
    }
}

/* Replaces each marked jump by its inverse over a 32-bit jump. */
static void widen(FuncState *f, const bool *longer, const u32 *new_index)
{
    u32 total = new_index[f->code.len];
    Word *code = xmalloc(total * sizeof *code);
    Span *spans = xmalloc(total * sizeof *spans);
    for (u32 i = 0; i < f->code.len; i++) {
        u32 at = new_index[i];
        code[at] = f->code.data[i];
        spans[at] = f->spans.data[i];
        if (longer[i]) {
            bool counts = op_info[code[at].in.op].flags & CALLS;
            code[at + 1].in = (Instr){counts ? OP_JBACK : OP_JMP, 0, 0, 0};
            code[at].in = inverted(f->code.data[i].in);
            code[at].in.c = 1;
            spans[at + 1] = spans[at];
        }
    }
    for (u32 i = 0; i < f->fixups.len; i++) {
        Fixup *fix = &f->fixups.data[i];
        fix->at = new_index[fix->at] + (longer[fix->at] ? 1 : 0);
    }
    for (u32 i = 0; i < f->labels.len; i++)
        if (f->labels.data[i] != UNBOUND)
            f->labels.data[i] = new_index[f->labels.data[i]];
    for (u32 i = 0; i < f->vars.len; i++) {
        f->vars.data[i].from = new_index[f->vars.data[i].from];
        f->vars.data[i].to = new_index[f->vars.data[i].to];
    }
    vec_free(&f->code);
    vec_free(&f->spans);
    f->code.data = code;
    f->spans.data = spans;
    f->code.len = f->code.cap = f->spans.len = f->spans.cap = total;
}

static void patch(FuncState *f, Fixup fix)
{
    Instr *in = &f->code.data[fix.at].in;
    i32 distance = (i32)f->labels.data[fix.label] - (i32)fix.at - 1;
    if (is_short_jump(in->op)) {
        in->c = (u16)distance;
    } else {
        in->b = (u16)((u32)distance & 0xffff);
        in->c = (u16)((u32)distance >> 16);
    }
}

static void resolve_jumps(FuncState *f)
{
    for (u32 i = 0; i < f->fixups.len; i++)
        if (f->labels.data[f->fixups.data[i].label] == UNBOUND)
            BUG("%s: jump to a label that was never bound", f->fn->name);
    if (f->code.len > INT16_MAX) {
        bool *longer = xcalloc(f->code.len, sizeof *longer);
        u32 *new_index = xmalloc((f->code.len + 1) * sizeof *new_index);
        find_long_jumps(f, longer, new_index);
        widen(f, longer, new_index);
        free(longer);
        free(new_index);
    }
    for (u32 i = 0; i < f->fixups.len; i++)
        patch(f, f->fixups.data[i]);
}

void gen_finish_code(Gen *g)
{
    FuncState *f = g->f;
    Func *fn = f->fn;
    Arena *arena = &g->program->arena;
    resolve_jumps(f);
    fn->nregs = f->max > fn->nresults ? f->max : fn->nresults;
    if (f->has_defer)
        fn->recover_pc = f->labels.data[f->epilogue];
    Word *code = ARENA_ARRAY(arena, Word, f->code.len);
    memcpy(code, f->code.data, f->code.len * sizeof *code);
    fn->spans = ARENA_ARRAY(arena, Span, f->code.len);
    memcpy(fn->spans, f->spans.data, f->code.len * sizeof *fn->spans);
    fn->nvars = f->vars.len;
    fn->vars = ARENA_ARRAY(arena, VarInfo, f->vars.len);
    if (f->vars.len)
        memcpy(fn->vars, f->vars.data, f->vars.len * sizeof *fn->vars);
    program_set_code(g->program, fn, code, f->code.len);
}

/* ---- registers ---- */

Reg gen_alloc(Gen *g, u32 slots)
{
    FuncState *f = g->f;
    Reg r = f->top;
    if ((u64)r + slots >= MAX_REGS) {
        if (!f->failed)
            diag_error(g->diags, gen_pos_span(g, f->fn->pos),
                       "function %s needs more than %d registers: it is too large to be compiled",
                       f->fn->name, MAX_REGS);
        f->failed = true;
        return 0;
    }
    f->top += slots;
    if (f->top > f->max)
        f->max = f->top;
    return r;
}

bool gen_is_temp(Gen *g, Reg r)
{
    return r >= g->f->vars_top;
}

void gen_move(Gen *g, Span at, Reg dst, Reg src, u32 slots)
{
    if (dst == src || slots == 0)
        return;
    static const Op ops[] = {OP_MOV, OP_MOV, OP_MOV2, OP_MOV3};
    gen_emit(g, at, slots <= 3 ? ops[slots] : OP_MOVN, dst, src, slots <= 3 ? 0 : slots);
}

/* ---- constants ---- */

u32 gen_constant(Gen *g, u64 value)
{
    u64 *index = map_put(&g->constants, value);
    if (*index == 0) {
        vec_push(&g->program->constants, value);
        *index = g->program->constants.len;
    }
    return (u32)*index - 1;
}

void gen_int(Gen *g, Span at, Reg dst, u64 value)
{
    i64 v = (i64)value;
    if (v >= INT32_MIN && v <= INT32_MAX)
        gen_emit_k(g, at, OP_LDI, dst, (u32)(i32)v);
    else
        gen_emit_k(g, at, OP_LDK, dst, gen_constant(g, value));
}

void gen_zero(Gen *g, Span at, Reg dst, RType *t)
{
    if (t->slots == 1)
        gen_emit_k(g, at, OP_LDI, dst, 0);
    else if (t->slots > 1)
        gen_emit_k(g, at, OP_ZERO, dst, t->slots);
}

void gen_string(Gen *g, Span at, Reg dst, const char *text, size_t len)
{
    const Sym *sym = intern(g->syms, text, len);
    u64 *index = map_put(&g->strings, (u64)(uintptr_t)sym);
    if (*index == 0) {
        char *copy = arena_strndup(&g->program->arena, text, len);
        vec_push(&g->program->strings, (StringConst){copy, len});
        *index = g->program->strings.len;
    }
    gen_emit_k(g, at, OP_LDS, dst, (u32)*index - 1);
}
