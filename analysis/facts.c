/* From pairs of accesses to instructions. An instruction is proven if all that it accesses, in
 * whatever instance of its function, is in proven pairs only: memory that goroutines do not share,
 * too. What the analysis takes for unreachable is left as it is. */
#include "analysis/facts.h"

#include "base/hash.h"

/* Per function: bits of its code words; NULL: it is not reached. */
typedef struct Marks {
    u64 **reached, **open;
    u32 funcs;
} Marks;

static void mark_reached(Marks *marks, const Solver *solver)
{
    const Model *model = solver->model;
    for (u32 i = 0; i < model->instances.len; i++) {
        const Flow *flow = model->instances.data[i]->flow;
        u32 func = flow->fn->id, words = bits_words(flow->fn->ncode);
        if (!marks->reached[func]) {
            marks->reached[func] = xcalloc(words, sizeof(u64));
            marks->open[func] = xcalloc(words, sizeof(u64));
        }
        for (u32 entry = 0; entry <= flow->blocks.len; entry++) {
            u32 b = entry < flow->blocks.len ? entry : flow->recover_block;
            for (u32 pc = flow->blocks.data[b].from;
                 solver->entries[i][entry].len && pc < flow->blocks.data[b].to; pc++)
                bit_add(marks->reached[func], pc);
        }
    }
}

static void mark_open(Marks *marks, const Pairs *pairs)
{
    const Solver *solver = pairs->solver;
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *use = &solver->uses.data[i];
        if (bit_has(pairs->is_open, i) && !use->unknown)
            bit_add(marks->open[solver->model->instances.data[use->inst]->flow->fn->id], use->pc);
    }
}

static void find_in(const Marks *marks, const Func *fn, Facts *facts)
{
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc]))
        if (op_accesses(fn->code[pc].in.op) && bit_has(marks->reached[fn->id], pc) &&
            !bit_has(marks->open[fn->id], pc))
            vec_push(&facts->proven, (FactSite){fn->id, pc});
}

void facts_find(const Pairs *pairs, Facts *facts)
{
    const Program *program = pairs->solver->model->program;
    u32 n = program->funcs.len;
    Marks marks = {xcalloc(n + 1, sizeof(u64 *)), xcalloc(n + 1, sizeof(u64 *)), n};
    mark_reached(&marks, pairs->solver);
    mark_open(&marks, pairs);
    for (u32 i = 0; i < n; i++) {
        if (marks.reached[i])
            find_in(&marks, program->funcs.data[i], facts);
        free(marks.reached[i]);
        free(marks.open[i]);
    }
    free(marks.reached);
    free(marks.open);
}

void facts_free(Facts *facts)
{
    vec_free(&facts->proven);
}

void facts_mark(const Facts *facts, Program *program)
{
    for (u32 i = 0; i < facts->proven.len; i++) {
        FactSite site = facts->proven.data[i];
        Instr *in = &program->funcs.data[site.func]->code[site.pc].in;
        CHECK(in->op < OP_COUNT && op_accesses(in->op));
        in->op |= OP_PROVEN;
    }
}

u64 facts_name(const Facts *facts)
{
    u64 hash = HASH_START;
    if (facts->proven.len)
        hash = hash_bytes(hash, facts->proven.data, facts->proven.len * sizeof(FactSite));
    return hash ? hash : 1;
}
