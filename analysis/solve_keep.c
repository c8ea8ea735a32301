/* Whether a function keeps what a parameter points to, or lets others have it: stores its address,
 * sends or returns it, or passes it to what does. If not, what nothing else points to when the
 * function is called is so when it has returned. */
#include <string.h>

#include "analysis/solve.h"

enum { KEEP_UNKNOWN, KEEP_NO, KEEP_YES };

/* Values of an instance that may point to what the parameter does. */
typedef struct Kept {
    Solver *solver;
    u32 inst;
    const Flow *flow;
    VEC(u64) keys;
    bool kept;
} Kept;

static bool follows(const Kept *k, Val value)
{
    for (u32 i = 0; i < k->keys.len; i++)
        if (k->keys.data[i] == value.key)
            return true;
    return false;
}

static void follow(Kept *k, u64 key)
{
    if (!follows(k, (Val){key, 0}))
        vec_push(&k->keys, key);
}

/* ---- calls ---- */

static bool args_are_kept(const Kept *k, u32 pc)
{
    const Model *model = k->solver->model;
    const CallSite *site = model_site_at(model, k->inst, pc);
    if (!site)
        return true;
    for (u32 i = 0; i < site->arg_syms.len; i++)
        if (!solver_arg_is_lent(k->solver, site, i) && follows(k, site->arg_syms.data[i]))
            return true;
    return false;
}

/* Natives whose results lead nowhere: those that read, or change what numbers lead to. */
static bool native_keeps(const Model *model, Instr in, u32 arg)
{
    NativeMeans means = model_means(model, instr_k(in));
    const char *params = model->program->native_kinds.data[instr_k(in)].params;
    const char *results = model->program->native_kinds.data[instr_k(in)].results;
    if (means_object(means) || means == MEANS_FILLS)
        return arg > (means == MEANS_FILLS);
    if (means_sets(means))
        return !means_moves(means) && arg != means_sets_at(means);
    if (strpbrk(results, "pu12345678"))
        return true;
    return means != MEANS_READ && means != MEANS_NEAR && means != MEANS_NEXT &&
           means != MEANS_COPIES && means != MEANS_SHALLOW && means != MEANS_NOTHING &&
           (means != MEANS_WRITE || strpbrk(params, "pt"));
}

static bool native_args_are_kept(const Kept *k, Instr in, const Val *regs)
{
    for (u32 i = 0; in.a + 1u + i < k->flow->fn->nregs; i++)
        if (follows(k, regs[in.a + 1 + i]) && native_keeps(k->solver->model, in, i))
            return true;
    return false;
}

/* ---- along the code ---- */

static bool derives(u32 op)
{
    return op == OP_ADDRX || op == OP_ADDRA || op == OP_SLICE || op == OP_SLICEA;
}

/* Whether a register is read for more than to find memory by it. */
static bool reads_followed(const Kept *k, const Word *code, u32 pc, const Val *regs)
{
    u32 flags = op_info[code->in.op].flags;
    Widths widths = op_widths(k->solver->model->program, code);
    Access list[MOST_ACCESSES];
    u32 n = access_list(k->flow, pc, regs, list);
    u32 at[] = {code->in.a, code->in.b, code->in.c}, count[] = {widths.a, widths.b, widths.c};
    u32 reads[] = {R_A, R_B, R_C}, base = flags & R_C && code->in.op != OP_MAPSET ? 1 : 0;
    if (n && base == 0 && !(flags & R_A)) /* a load */
        base = 1;
    for (u32 i = 0; i < 3; i++)
        for (u32 r = at[i]; flags & reads[i] && r < at[i] + count[i] && r < k->flow->fn->nregs; r++)
            if (follows(k, regs[r]) && (!n || i != base || regs[r].key != list[0].base.key))
                return true;
    return false;
}

/* Whether the instruction only gives what it reads another register. */
static bool only_moves(const Kept *k, const Word *code, u32 pc, const Val *regs)
{
    Val *after = xcalloc(k->flow->fn->nregs + 1, sizeof *after);
    memcpy(after, regs, (k->flow->fn->nregs + 1) * sizeof *after);
    flow_step(k->flow, pc, after);
    Val to = after[code->in.a];
    bool moves =
        (op_info[code->in.op].flags & W_A) && !(SYM_KIND(to) == SYM_DEF && SYM_PC(to) == pc);
    free(after);
    return moves;
}

static void keep_in(Kept *k, u32 pc, const Val *regs)
{
    const Word *code = &k->flow->fn->code[pc];
    u32 flags = op_info[code->in.op].flags;
    switch (code->in.op) {
    case OP_CALL:
    case OP_CALLC:
    case OP_CALLI:
    case OP_DEFER: k->kept |= args_are_kept(k, pc); return;
    case OP_CALLN: k->kept |= native_args_are_kept(k, code->in, regs); return;
    case OP_GO:
    case OP_DEFERTO:
    case OP_SELECT:
        for (u32 r = 0; r < k->flow->fn->nregs; r++)
            k->kept |= follows(k, regs[r]);
        return;
    case OP_RET:
        for (u32 r = code->in.a; r < code->in.a + (u32)code->in.c && r < k->flow->fn->nregs; r++)
            k->kept |= follows(k, regs[r]);
        return;
    default: break;
    }
    if (derives(code->in.op)) {
        if (follows(k, regs[code->in.b]))
            follow(k, sym_def(pc, 0).key);
    } else if (!(flags & (JUMP | NUMBER)) && reads_followed(k, code, pc, regs) &&
               !only_moves(k, code, pc, regs))
        k->kept = true;
}

/* Values that meet at the entry of a block. */
static void meet(Kept *k, const Block *b, const Val *regs)
{
    for (u32 i = 0; i < b->nnext; i++) {
        const Val *entry = k->flow->blocks.data[b->next[i]].entry;
        for (u32 r = 0; entry && r < k->flow->fn->nregs; r++)
            if (entry[r].key == SYM_KEY(SYM_PHI, b->next[i], r) && follows(k, regs[r]))
                follow(k, entry[r].key);
    }
}

static bool find_kept(Kept *k)
{
    Val *regs = xcalloc(k->flow->fn->nregs + 1, sizeof *regs);
    for (u32 known = 0; known != k->keys.len && !k->kept;) {
        known = k->keys.len;
        for (u32 i = 0; i < k->flow->blocks.len && !k->kept; i++) {
            const Block *b = &k->flow->blocks.data[i];
            if (!b->reached)
                continue;
            flow_enter(k->flow, i, regs);
            for (u32 pc = b->from; pc < b->to; pc += instr_words(&k->flow->fn->code[pc])) {
                keep_in(k, pc, regs);
                flow_step(k->flow, pc, regs);
            }
            meet(k, b, regs);
        }
    }
    free(regs);
    return k->kept;
}

static bool keeps(Solver *solver, u32 inst, u32 param)
{
    u64 key = (u64)inst << 32 | param, *there = map_put(&solver->kept, key);
    if (*there != KEEP_UNKNOWN)
        return *there == KEEP_YES;
    *there = KEEP_YES; /* for calls of itself */
    Kept k = {.solver = solver, .inst = inst, .flow = solver->model->instances.data[inst]->flow};
    follow(&k, SYM_KEY(SYM_PARAM, 0, param));
    bool kept = find_kept(&k);
    vec_free(&k.keys);
    if (!kept)
        *map_put(&solver->kept, key) = KEEP_NO;
    return kept;
}

bool solver_arg_is_lent(Solver *solver, const CallSite *site, u32 arg)
{
    bool known = !site->unknown && !site->first && !site->frame && site->callees.len &&
                 arg < site->arg_syms.len && SYM_KIND(site->arg_syms.data[arg]) != SYM_NONE &&
                 (site->kind == CALL_PLAIN || site->kind == CALL_DEFER);
    for (u32 i = 0; known && i < site->callees.len; i++) {
        const Func *fn = solver->model->instances.data[site->callees.data[i]]->flow->fn;
        known = arg >= fn->nparams || !keeps(solver, site->callees.data[i], arg);
    }
    return known;
}
