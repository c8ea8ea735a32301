/* Own elements: a loop starts goroutines with its counter, `for i := range n { go f(i) }`, and both
 * accesses are to the element with that index. Two goroutines of the loop have different numbers,
 * so they access different elements; one makes both in program order.
 *
 * The instruction that starts them runs in no other loop and in a function that is called once, so
 * that no number comes twice. Both accesses find the element by an array that begins at the same
 * byte of the object, and stay within it. */
#include "analysis/digest.h"
#include "analysis/loops.h"

/* An element of an array: by which value it is chosen. */
typedef struct Element {
    Val base, index;
    u64 size;
    u64 from, to; /* bytes of it that are accessed */
} Element;

static bool by_index(u32 op)
{
    return op_info[op].flags & R_C && op != OP_COPY && op != OP_APPEND && op != OP_APPEND1;
}

/* The element that the use accesses, if an index chooses it. */
static bool element_of(const Flow *flow, const Use *use, Element *out)
{
    u32 pc = use->pc;
    bool direct = use->how == ACCESS_ELEM && by_index(flow->fn->code[pc].in.op);
    if (use->unknown || use->sync || use->how == ACCESS_WHOLE ||
        (!direct && SYM_KIND(use->base) != SYM_DEF))
        return false;
    if (!direct)
        pc = SYM_PC(use->base);
    const Word *code = &flow->fn->code[pc];
    if (!direct && (use->how != ACCESS_AT || SYM_PART(use->base) != 0 ||
                    (code->in.op != OP_ADDRX && code->in.op != OP_ADDRA)))
        return false;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    flow_values(flow, pc, regs);
    *out = (Element){regs[code->in.b], regs[code->in.c], direct ? use->size : (u32)code[1].x, 0, 0};
    free(regs);
    out->from = direct ? 0 : (u64)use->off;
    out->to = out->from + use->size;
    return out->from < out->to && out->to <= out->size;
}

/* Whether the value is what the function's closure captured; then SYM_PART is the slot. */
static bool is_captured(const Flow *flow, Val value)
{
    const Func *fn = flow->fn;
    if (SYM_KIND(value) != SYM_DEF || fn->code[SYM_PC(value)].in.op != OP_CAPN)
        return false;
    Val *regs = xcalloc(fn->nregs + 1, sizeof *regs);
    flow_values(flow, SYM_PC(value), regs);
    Val closure = regs[fn->code[SYM_PC(value)].in.b];
    free(regs);
    return sym_equal(closure, (Val){SYM_KEY(SYM_PARAM, 0, fn->closure_reg), 0});
}

/* The value that a goroutine was started with: an argument, or captured by its closure. */
static bool started_with(const Model *model, u32 inst, Val value, Val *out)
{
    const Instance *in = model->instances.data[inst];
    const Goro *g = &model->goros.data[in->goro];
    if (in->calls_from.len != 1 || value.off)
        return false;
    const CallSite *site = model->sites.data[in->calls_from.data[0]];
    if (site->kind != CALL_GO || site->inst != g->inst || site->pc != g->pc)
        return false;
    if (SYM_KIND(value) == SYM_PARAM) {
        bool known = SYM_PART(value) < site->arg_syms.len;
        *out = known ? site->arg_syms.data[SYM_PART(value)] : (Val){0};
        return known;
    }
    const Flow *from = model->instances.data[g->inst]->flow;
    if (!is_captured(in->flow, value))
        return false;
    Val *regs = xcalloc(from->fn->nregs + 1, sizeof *regs);
    flow_values(from, g->pc, regs);
    Val closure = regs[from->fn->code[g->pc].in.b];
    bool made = SYM_KIND(closure) == SYM_DEF && SYM_PART(closure) == 0 && !closure.off &&
                from->fn->code[SYM_PC(closure)].in.op == OP_CLOSURE;
    if (made) {
        flow_values(from, SYM_PC(closure), regs);
        *out = regs[from->fn->code[SYM_PC(closure)].in.b + SYM_PART(value)];
    }
    free(regs);
    return made;
}

/* Whether the value is another one each time goroutines of that id are started. */
static bool differs(const Model *model, u32 t, Val value)
{
    const Goro *g = &model->goros.data[t];
    const Instance *in = model->instances.data[g->inst];
    CountedLoop loop;
    return t > GORO_UNKNOWN && g->sites.len == 1 && !g->restarts && !in->repeats &&
           goro_unique(model, in->goro) && SYM_KIND(value) == SYM_PHI && !value.off &&
           loop_at(in->flow, SYM_PC(value), &loop) && sym_equal(loop.counter, value) &&
           loop_is_only(in->flow, &loop, g->pc);
}

/* Where the array begins, if at one byte. */
static bool begins_at(const Solver *solver, const Use *use, Val base, u32 *off)
{
    const PtrList *list = points_lookup(solver->model->points, use->inst, base);
    if (!list || list->len != 1 || list->data[0].how != PTR_AT ||
        list->data[0].object != use->object)
        return false;
    *off = list->data[0].off;
    return true;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    const Model *model = solver->model;
    Element one, other;
    Val number, other_number;
    u32 begin, other_begin;
    return a->goro == b->goro && a->object == b->object &&
           element_of(model->instances.data[a->inst]->flow, a, &one) &&
           element_of(model->instances.data[b->inst]->flow, b, &other) && one.size == other.size &&
           begins_at(solver, a, one.base, &begin) &&
           begins_at(solver, b, other.base, &other_begin) && begin == other_begin &&
           started_with(model, a->inst, one.index, &number) &&
           started_with(model, b->inst, other.index, &other_number) &&
           sym_equal(number, other_number) && differs(model, a->goro, number);
}

const Digest digest_element = {.name = "element",
                               .says = "each goroutine accesses an element of its own",
                               .ordered = ordered,
                               .in_rounds = IN_ROUNDS};
