/* Basic blocks of a function, and symbolic values of its registers in each. */
#include "analysis/flow.h"

#include "analysis/components.h"

/* ---- blocks ---- */

static bool ends_block(u32 flags)
{
    return flags & (JUMP | END);
}

static u8 *find_leaders(const Func *fn)
{
    u8 *leader = xcalloc(fn->ncode + 1, 1);
    leader[0] = 1;
    if (fn->recover_pc)
        leader[fn->recover_pc] = 1;
    for (u32 pc = 0; pc < fn->ncode;) {
        Instr in = fn->code[pc].in;
        const OpInfo *info = &op_info[in.op];
        if (info->flags & JUMP)
            leader[instr_target(in, info->format, pc)] = 1;
        pc += instr_words(&fn->code[pc]);
        if (ends_block(info->flags))
            leader[pc] = 1;
    }
    return leader;
}

static void make_blocks(Flow *flow)
{
    const Func *fn = flow->fn;
    u8 *leader = find_leaders(fn);
    flow->block_at = xcalloc(fn->ncode + 1, sizeof *flow->block_at);
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        if (leader[pc])
            vec_push(&flow->blocks, (Block){.from = pc});
        vec_last(&flow->blocks).to = pc + instr_words(&fn->code[pc]);
        flow->block_at[pc] = flow->blocks.len - 1;
    }
    if (fn->recover_pc)
        flow->recover_block = flow->block_at[fn->recover_pc];
    free(leader);
}

static u32 last_instruction(const Flow *flow, const Block *b)
{
    u32 last = b->from;
    for (u32 pc = b->from; pc < b->to; pc += instr_words(&flow->fn->code[pc]))
        last = pc;
    return last;
}

static void link_blocks(Flow *flow)
{
    for (u32 i = 0; i < flow->blocks.len; i++) {
        Block *b = &flow->blocks.data[i];
        u32 last = last_instruction(flow, b);
        Instr in = flow->fn->code[last].in;
        const OpInfo *info = &op_info[in.op];
        if (!(info->flags & END))
            b->next[b->nnext++] = i + 1;
        if (info->flags & JUMP)
            b->next[b->nnext++] = flow->block_at[instr_target(in, info->format, last)];
    }
}

/* ---- cycles ---- */

static u32 edge_of_block(void *context, u32 block, u32 edge)
{
    const Flow *flow = context;
    const Block *b = &flow->blocks.data[block];
    if (edge < b->nnext)
        return b->next[edge];
    return edge == b->nnext && flow->recover_block ? flow->recover_block : GRAPH_END;
}

/* A panic where panics go on does not lead there again. */
static void end_cycle(void *context, const u32 *blocks, u32 count)
{
    const Flow *flow = context;
    for (u32 i = 0; i < count; i++) {
        Block *b = &flow->blocks.data[blocks[i]];
        b->on_cycle = count > 1 || block_goes_to(b, blocks[i]);
    }
}

static void find_cycles(Flow *flow)
{
    components_find(&(Graph){flow->blocks.len, flow, edge_of_block, end_cycle});
}

bool flow_repeats(const Flow *flow, u32 pc)
{
    return flow->blocks.data[flow->block_at[pc]].on_cycle;
}

/* ---- value numbers ---- */

static void define(const Flow *flow, u32 pc, u32 reg, u32 count, Val *regs)
{
    for (u32 i = 0; i < count && reg + i < flow->fn->nregs; i++)
        regs[reg + i] = sym_def(pc, i);
}

/* The callee's frame overwrites what lies above R[A]; results of a callee that is not known are
 * taken to be everywhere there. */
static void step_call(const Flow *flow, u32 pc, Val *regs)
{
    const Word *code = &flow->fn->code[pc];
    u32 a = code->in.a, results = flow->fn->nregs;
    if (code->in.op == OP_CALL)
        results = flow->program->funcs.data[code[1].x]->nresults;
    for (u32 r = a; r < flow->fn->nregs; r++)
        regs[r] = r - a <= results ? sym_def(pc, r - a) : (Val){0};
}

/* The index of the case, and from the first register of each received value on everything: how many
 * registers a value takes is not known here. */
static void step_select(const Flow *flow, u32 pc, Val *regs)
{
    const Word *code = &flow->fn->code[pc];
    regs[code->in.a] = sym_def(pc, 0);
    for (u32 i = 0; i < code->in.c; i++) {
        SelectCase c = instr_case(code, i);
        for (u32 r = c.value; !c.is_send && c.value != REG_NONE && r < flow->fn->nregs; r++)
            regs[r] = sym_def(pc, 1 + r);
        if (!c.is_send && c.ok != REG_NONE)
            regs[c.ok] = sym_def(pc, 1u + c.ok);
    }
}

static void move(const Flow *flow, u32 to, u32 from, u32 count, Val *regs)
{
    (void)flow;
    memmove(&regs[to], &regs[from], count * sizeof *regs);
}

static Val plus(u32 pc, Val base, i64 imm)
{
    SymKind kind = SYM_KIND(base);
    i64 off = (i64)((u64)base.off + (u64)imm);
    bool far = kind != SYM_CONST && (imm <= -SYM_MAX_OFF || imm >= SYM_MAX_OFF ||
                                     off <= -SYM_MAX_OFF || off >= SYM_MAX_OFF);
    return kind == SYM_NONE || far ? sym_def(pc, 0) : (Val){base.key, off};
}

/* Addresses of parts that are far into an object are sums with a constant, too. */
static Val sum(u32 pc, Val a, Val b)
{
    if (SYM_KIND(b) == SYM_CONST)
        return plus(pc, a, b.off);
    return SYM_KIND(a) == SYM_CONST ? plus(pc, b, a.off) : sym_def(pc, 0);
}

/* The address of an element whose index is known. */
static Val element(u32 pc, Val base, Val index, u64 size)
{
    bool known = SYM_KIND(index) == SYM_CONST && index.off >= 0 && index.off < SYM_MAX_OFF &&
                 size < SYM_MAX_OFF;
    return known ? plus(pc, base, index.off * (i64)size) : sym_def(pc, 0);
}

/* Of a slice of a slice or array, where its first element is. */
static Val slice_start(const Word *code, u32 pc, const Val *regs)
{
    bool has_low = code[1].x >> 32 & 1;
    Val low = has_low ? regs[code->in.c] : sym_const(0);
    return element(pc, regs[code->in.b], low, (u32)code[1].x);
}

/* How many elements it has, if its bounds are known. */
static Val slice_length(const Word *code, u32 pc, const Val *regs)
{
    u64 given = code[1].x >> 32;
    Val low = given & 1 ? regs[code->in.c] : sym_const(0), high = regs[code->in.c + 1];
    bool known = given & 2 && SYM_KIND(low) == SYM_CONST && SYM_KIND(high) == SYM_CONST;
    return known ? sym_const(high.off - low.off) : sym_def(pc, 1);
}

/* Whether they are surely the same value. */
static bool is_same(Val a, Val b)
{
    return SYM_KIND(a) != SYM_NONE && sym_equal(a, b);
}

/* How many elements it has room for: s[:n:n] has none for more. */
static Val slice_capacity(const Word *code, u32 pc, const Val *regs, Val length)
{
    bool given = (code[1].x >> 32 & 6) == 6;
    bool full = given && is_same(regs[code->in.c + 1], regs[code->in.c + 2]);
    return full ? length : sym_def(pc, 2);
}

bool flow_append_copies(const Word *code, const Val *regs)
{
    Instr in = code->in;
    return in.op == OP_APPEND1 && is_same(regs[in.b + 1], regs[in.b + 2]);
}

void flow_step(const Flow *flow, u32 pc, Val *regs)
{
    const Word *code = &flow->fn->code[pc];
    Instr in = code->in;
    Val start, length, capacity;
    switch (in.op) {
    case OP_ADDRX:
    case OP_ADDRA: regs[in.a] = element(pc, regs[in.b], regs[in.c], (u32)code[1].x); return;
    case OP_SLICE:
    case OP_SLICEA:
        start = slice_start(code, pc, regs);
        length = slice_length(code, pc, regs);
        capacity = slice_capacity(code, pc, regs, length);
        define(flow, pc, in.a, 3, regs);
        regs[in.a] = start;
        regs[in.a + 1] = length;
        regs[in.a + 2] = capacity;
        return;
    case OP_MKSLICE:
        length = regs[in.b];
        define(flow, pc, in.a, 3, regs);
        regs[in.a + 1] = length;
        return;
    case OP_MEM2SLICE:
    case OP_MEM2STR:
        start = regs[in.b];
        length = regs[in.c];
        define(flow, pc, in.a, in.op == OP_MEM2STR ? 2 : 3, regs);
        regs[in.a] = start;
        regs[in.a + 1] = length;
        return;
    case OP_NUM2PTR: /* in the program, the number may come from anywhere */
        regs[in.a] = flow->fn->is_library ? regs[in.b] : sym_def(pc, 0);
        return;
    case OP_PTR2NUM:
    case OP_S2ARRP: regs[in.a] = regs[in.b]; return;
    case OP_MOV: regs[in.a] = regs[in.b]; return;
    case OP_MOV2: move(flow, in.a, in.b, 2, regs); return;
    case OP_MOV3: move(flow, in.a, in.b, 3, regs); return;
    case OP_MOVN: move(flow, in.a, in.b, in.c, regs); return;
    case OP_LDI: regs[in.a] = sym_const(instr_imm32(in)); return;
    case OP_LDK: regs[in.a] = sym_const((i64)flow->program->constants.data[instr_k(in)]); return;
    case OP_ZERO:
        for (u32 i = 0; i < instr_k(in); i++)
            regs[in.a + i] = sym_const(0);
        return;
    case OP_ADDI: /* of numbers only: pointers are moved by ADDP and ADD */
        regs[in.a] =
            SYM_KIND(regs[in.b]) == SYM_CONST ? plus(pc, regs[in.b], (i16)in.c) : sym_def(pc, 0);
        return;
    case OP_ADD: regs[in.a] = sum(pc, regs[in.b], regs[in.c]); return;
    case OP_ADDP: regs[in.a] = plus(pc, regs[in.b], in.c); return;
    case OP_GADDR: regs[in.a] = (Val){SYM_KEY(SYM_GLOBAL, 0, 0), instr_k(in)}; return;
    case OP_CALL:
    case OP_CALLC:
    case OP_CALLI:
    case OP_CALLN: step_call(flow, pc, regs); return;
    case OP_SELECT: step_select(flow, pc, regs); return;
    default: break;
    }
    if (op_info[in.op].flags & W_A)
        define(flow, pc, in.a, op_widths(flow->program, code).a, regs);
}

void flow_enter(const Flow *flow, u32 block, Val *regs)
{
    memcpy(regs, flow->blocks.data[block].entry, flow->fn->nregs * sizeof *regs);
}

void flow_values(const Flow *flow, u32 pc, Val *regs)
{
    u32 block = flow->block_at[pc];
    flow_enter(flow, block, regs);
    for (u32 at = flow->blocks.data[block].from; at < pc; at += instr_words(&flow->fn->code[at]))
        flow_step(flow, at, regs);
}

static void phis(const Flow *flow, u32 block, Val *regs)
{
    for (u32 r = 0; r < flow->fn->nregs; r++)
        regs[r] = (Val){SYM_KEY(SYM_PHI, block, r), 0};
}

/* Registers that are written before they are read again hold nothing that matters: else what was
 * left in them would meet there, such as the calls that are deferred where a panic goes on. */
static void forget_dead(const Flow *flow, Block *b)
{
    const u64 *live = live_before(flow->live, b->from);
    for (u32 r = 0; r < flow->fn->nregs; r++)
        if (!(live[r / 64] >> (r % 64) & 1))
            b->entry[r] = (Val){0};
}

/* What was not written on one way is not read after they meet: the verifier sees to that. */
static bool merge(Flow *flow, u32 to, const Val *regs)
{
    Block *b = &flow->blocks.data[to];
    u32 n = flow->fn->nregs;
    if (!b->reached) {
        b->reached = true;
        b->entry = xmalloc((n + 1) * sizeof *b->entry);
        memcpy(b->entry, regs, n * sizeof *regs);
        if (to == flow->recover_block && to)
            phis(flow, to, b->entry);
        forget_dead(flow, b);
        return true;
    }
    bool changed = false;
    for (u32 r = 0; r < n; r++) {
        Val phi = {SYM_KEY(SYM_PHI, to, r), 0}, old = b->entry[r];
        if (sym_equal(old, regs[r]) || sym_equal(old, phi) || SYM_KIND(old) == SYM_NONE)
            continue;
        b->entry[r] = SYM_KIND(regs[r]) == SYM_NONE ? (Val){0} : phi;
        changed = true;
    }
    return changed;
}

/* ---- branches that constants decide ---- */

/* Whether the jump is taken; false: it depends on what is not known. */
static bool compare_constants(u32 op, i64 a, i64 b, bool *taken)
{
    switch (op) {
    case OP_JT:
    case OP_JBT: *taken = a != 0; return true;
    case OP_JF:
    case OP_JBF: *taken = a == 0; return true;
    case OP_JEQ:
    case OP_JBEQ:
    case OP_JEQI:
    case OP_JBEQI: *taken = a == b; return true;
    case OP_JNE:
    case OP_JBNE:
    case OP_JNEI:
    case OP_JBNEI: *taken = a != b; return true;
    case OP_JLT:
    case OP_JBLT:
    case OP_JLTI:
    case OP_JBLTI: *taken = a < b; return true;
    case OP_JLE:
    case OP_JBLE:
    case OP_JLEI:
    case OP_JBLEI: *taken = a <= b; return true;
    case OP_JGTI:
    case OP_JBGTI: *taken = a > b; return true;
    case OP_JGEI:
    case OP_JBGEI: *taken = a >= b; return true;
    case OP_JLTU:
    case OP_JBLTU: *taken = (u64)a < (u64)b; return true;
    case OP_JLEU:
    case OP_JBLEU: *taken = (u64)a <= (u64)b; return true;
    default: return false;
    }
}

/* The successor that a block always goes on to, by the values at its end; nnext = it may be any. */
static u32 decided(const Flow *flow, const Block *b, const Val *regs)
{
    Instr in = flow->fn->code[last_instruction(flow, b)].in;
    const OpInfo *info = &op_info[in.op];
    bool taken, immediate = info->format == FMT_AIJ;
    if (b->nnext != 2 || SYM_KIND(regs[in.a]) != SYM_CONST ||
        (info->flags & R_B && SYM_KIND(regs[in.b]) != SYM_CONST))
        return b->nnext;
    i64 other = immediate ? (i16)in.b : info->flags & R_B ? regs[in.b].off : 0;
    return compare_constants(in.op, regs[in.a].off, other, &taken) ? taken : b->nnext;
}

static bool number_block(Flow *flow, u32 block, Val *regs)
{
    const Block *b = &flow->blocks.data[block];
    bool changed = false;
    flow_enter(flow, block, regs);
    for (u32 pc = b->from; pc < b->to; pc += instr_words(&flow->fn->code[pc])) {
        if (flow->recover_block && op_info[flow->fn->code[pc].in.op].flags & (PANICS | CALLS))
            changed |= merge(flow, flow->recover_block, regs);
        flow_step(flow, pc, regs);
    }
    u32 only = decided(flow, b, regs);
    for (u32 i = 0; i < b->nnext; i++)
        if (only == b->nnext || only == i)
            changed |= merge(flow, b->next[i], regs);
    return changed;
}

/* Takes away the branches that are never taken. */
static void prune(Flow *flow, Val *regs)
{
    for (u32 i = 0; i < flow->blocks.len; i++) {
        Block *b = &flow->blocks.data[i];
        if (!b->reached)
            continue;
        flow_enter(flow, i, regs);
        for (u32 pc = b->from; pc < b->to; pc += instr_words(&flow->fn->code[pc]))
            flow_step(flow, pc, regs);
        u32 only = decided(flow, b, regs);
        if (only == b->nnext)
            continue;
        b->next[0] = b->next[only];
        b->nnext = 1;
    }
}

static void number_values(Flow *flow)
{
    const Func *fn = flow->fn;
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc]))
        flow->makes_addresses |= fn->code[pc].in.op == OP_NUM2PTR;
    Val *regs = xcalloc(fn->nregs + 1, sizeof *regs);
    for (u32 r = 0; r < fn->nparams; r++)
        regs[r] = (Val){SYM_KEY(SYM_PARAM, 0, r), 0};
    if (fn->ncaptures)
        regs[fn->closure_reg] = (Val){SYM_KEY(SYM_PARAM, 0, fn->closure_reg), 0};
    merge(flow, 0, regs);
    bool changed = true;
    while (changed) {
        changed = false;
        for (u32 i = 0; i < flow->blocks.len; i++)
            if (flow->blocks.data[i].reached)
                changed |= number_block(flow, i, regs);
    }
    prune(flow, regs);
    free(regs);
}

Flow *flow_new(Program *program, const Func *fn)
{
    Flow *flow = xcalloc(1, sizeof *flow);
    Live *live = live_new(program, fn);
    flow->program = program;
    flow->fn = fn;
    flow->live = live;
    make_blocks(flow);
    link_blocks(flow);
    number_values(flow);
    flow->live = NULL;
    live_free(live);
    find_cycles(flow);
    return flow;
}

static void cut_edges(Block *b, u32 to)
{
    u32 kept = 0;
    for (u32 i = 0; i < b->nnext; i++)
        if (b->next[i] != to)
            b->next[kept++] = b->next[i];
    b->nnext = kept;
}

static Flow *copy_blocks(const Flow *flow)
{
    Flow *cut = xcalloc(1, sizeof *cut);
    *cut = *flow;
    cut->blocks.data = xcalloc(flow->blocks.len + 1, sizeof *cut->blocks.data);
    memcpy(cut->blocks.data, flow->blocks.data, flow->blocks.len * sizeof *cut->blocks.data);
    return cut;
}

Flow *flow_cut(const Flow *flow, u32 block)
{
    Flow *cut = copy_blocks(flow);
    for (u32 i = 0; block && i < cut->blocks.len; i++)
        cut_edges(&cut->blocks.data[i], block);
    find_cycles(cut);
    return cut;
}

Flow *flow_cut_edge(const Flow *flow, u32 from, u32 block)
{
    Flow *cut = copy_blocks(flow);
    cut_edges(&cut->blocks.data[from], block);
    find_cycles(cut);
    return cut;
}

void flow_cut_free(Flow *cut)
{
    if (!cut)
        return;
    free(cut->blocks.data);
    free(cut);
}

void flow_free(Flow *flow)
{
    if (!flow)
        return;
    for (u32 i = 0; i < flow->blocks.len; i++)
        free(flow->blocks.data[i].entry);
    vec_free(&flow->blocks);
    free(flow->block_at);
    free(flow);
}
