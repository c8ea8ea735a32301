/* Own elements: a loop starts goroutines with its counter, `for i := range n { go f(i) }`, and both
 * accesses are to the element with that index. Two goroutines of the loop have different numbers,
 * so they access different elements; one makes both in program order.
 *
 * The call that starts them runs in no other loop and in a function that is called once, so that no
 * number comes twice. It may be a call of a function that starts one goroutine, as Group.Go, and
 * the goroutine may call the function that makes the access: each is called in one place, where
 * nothing else calls it, and from the start of the goroutine up to the loop nothing repeats. Both
 * accesses find the element by an array that begins at the same
 * byte of the object, and stay within it. */
#include "analysis/digest.h"
#include "analysis/loops.h"

/* An element of an array: by which value it is chosen. */
typedef struct Element {
    Val base, index;
    u64 size;
    u64 from, to; /* bytes of it that are accessed */
    u32 pc;       /* the instruction that has the index */
} Element;

static bool by_index(u32 op)
{
    return op_info[op].flags & R_C && op != OP_COPY && op != OP_APPEND && op != OP_APPEND1;
}

/* The value of a register before the instruction at pc. */
static Val value_at(const Flow *flow, u32 pc, u32 reg)
{
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    flow_values(flow, pc, regs);
    Val value = regs[reg];
    free(regs);
    return value;
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
    *out = (Element){
        regs[code->in.b], regs[code->in.c], direct ? use->size : (u32)code[1].x, 0, 0, pc};
    free(regs);
    out->from = direct ? 0 : (u64)use->off;
    out->to = out->from + use->size;
    return out->from < out->to && out->to <= out->size;
}

/* The element that contains the array of another one: `rows[i]` of `rows[i].v[j]`. */
static bool element_around(const Flow *flow, const Element *in, Element *out)
{
    const Word *code = &flow->fn->code[in->pc];
    if (code->in.op != OP_ADDRA || SYM_KIND(in->base) != SYM_DEF || SYM_PART(in->base) != 0 ||
        in->base.off < 0)
        return false;
    u64 length = code[1].x >> 32;
    u32 pc = SYM_PC(in->base);
    code = &flow->fn->code[pc];
    if (code->in.op != OP_ADDRX && code->in.op != OP_ADDRA)
        return false;
    *out = (Element){value_at(flow, pc, code->in.b),
                     value_at(flow, pc, code->in.c),
                     (u32)code[1].x,
                     (u64)in->base.off,
                     0,
                     pc};
    out->to = out->from + length * in->size;
    return out->to <= out->size;
}

/* Whether the value is what the function's closure captured; then SYM_PART is the slot. */
static bool is_captured(const Flow *flow, Val value)
{
    const Func *fn = flow->fn;
    if (SYM_KIND(value) != SYM_DEF || fn->code[SYM_PC(value)].in.op != OP_CAPN)
        return false;
    Val closure = value_at(flow, SYM_PC(value), fn->code[SYM_PC(value)].in.b);
    return sym_equal(closure, (Val){SYM_KEY(SYM_PARAM, 0, fn->closure_reg), 0});
}

static bool is_closure(const Flow *flow, Val value)
{
    return SYM_KIND(value) == SYM_DEF && SYM_PART(value) == 0 &&
           flow->fn->code[SYM_PC(value)].in.op == OP_CLOSURE;
}

enum { MOST_SLOTS = 4, MOST_CALLS = 16 };

/* A value, followed from a function to those that call it, up to a loop that starts goroutines. */
typedef struct Origin {
    u32 inst, pc;          /* the function; its call that led to the others */
    Val value;             /* there it is this, or what is in a slot of the closure that this is, */
    u32 slots[MOST_SLOTS]; /* or in a slot of a closure in that slot, the last one first */
    u32 nslots;
    bool starts; /* the call is, or leads to, the start of the goroutine */
} Origin;

/* Whether each goroutine of that id is started by the GO in another execution of the function that
 * the GO is in, or of a loop of it. */
static bool starts_one(const Model *model, u32 t, const CallSite *site)
{
    const Goro *g = &model->goros.data[t];
    return t > GORO_UNKNOWN && g->sites.len == 1 && !g->restarts && site->inst == g->inst &&
           site->pc == g->pc;
}

/* The only call of the function, if it passes the value on; once in each call of the one that
 * does, but for the last. */
static bool go_up(const Model *model, Origin *o)
{
    const Instance *in = model->instances.data[o->inst];
    const CallSite *site =
        in->calls_from.len == 1 ? model->sites.data[in->calls_from.data[0]] : NULL;
    bool starts = site && site->kind == CALL_GO;
    if (!site || (!starts && site->kind != CALL_PLAIN) ||
        (starts && !starts_one(model, in->goro, site)) ||
        (o->starts && flow_repeats(in->flow, o->pc)))
        return false;
    const Flow *from = model->instances.data[site->inst]->flow;
    if (SYM_KIND(o->value) == SYM_PARAM && SYM_PART(o->value) < site->arg_syms.len) {
        o->value = site->arg_syms.data[SYM_PART(o->value)];
    } else if (is_captured(in->flow, o->value) && o->nslots < MOST_SLOTS &&
               (starts || from->fn->code[site->pc].in.op == OP_CALLC)) {
        o->slots[o->nslots++] = SYM_PART(o->value);
        o->value = value_at(from, site->pc, from->fn->code[site->pc].in.b);
    } else
        return false;
    o->starts |= starts;
    o->inst = site->inst;
    o->pc = site->pc;
    return true;
}

/* The value that a goroutine was started with, as an argument or captured by its closure, or that a
 * function it calls has from there: from the loop that counts it. */
static bool find_origin(const Model *model, Origin *o)
{
    for (u32 i = 0; i < MOST_CALLS; i++) {
        const Flow *flow = model->instances.data[o->inst]->flow;
        if (o->value.off)
            return false;
        if (o->nslots && is_closure(flow, o->value)) {
            u32 made = SYM_PC(o->value);
            o->value = value_at(flow, made, flow->fn->code[made].in.b + o->slots[--o->nslots]);
        } else if (SYM_KIND(o->value) == SYM_PHI)
            return o->starts && !o->nslots;
        else if (!go_up(model, o))
            return false;
    }
    return false;
}

/* Whether the value is another one each time the call is made. */
static bool differs(const Model *model, const Origin *o)
{
    const Instance *in = model->instances.data[o->inst];
    CountedLoop loop;
    return !in->repeats && goro_unique(model, in->goro) && !o->value.off &&
           loop_at(in->flow, SYM_PC(o->value), &loop) && sym_equal(loop.counter, o->value) &&
           loop_is_only(in->flow, &loop, o->pc);
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

/* Whether the two elements have the number of the goroutine that accesses them. */
static bool are_own(const Solver *solver, const Use *a, const Element *one, const Use *b,
                    const Element *other)
{
    const Model *model = solver->model;
    u32 begin, other_begin;
    if (one->size != other->size || !begins_at(solver, a, one->base, &begin) ||
        !begins_at(solver, b, other->base, &other_begin) || begin != other_begin)
        return false;
    Origin from = {.inst = a->inst, .value = one->index};
    Origin other_from = {.inst = b->inst, .value = other->index};
    return find_origin(model, &from) && find_origin(model, &other_from) &&
           from.inst == other_from.inst && sym_equal(from.value, other_from.value) &&
           differs(model, &from) && from.pc == other_from.pc;
}

enum { MOST_AROUND = 3 };

/* The element of the use, and those around it; how many. */
static u32 elements_of(const Solver *solver, const Use *use, Element out[MOST_AROUND])
{
    const Flow *flow = solver->model->instances.data[use->inst]->flow;
    u32 n = element_of(flow, use, &out[0]);
    while (n > 0 && n < MOST_AROUND && element_around(flow, &out[n - 1], &out[n]))
        n++;
    return n;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    Element ones[MOST_AROUND], others[MOST_AROUND];
    if (a->goro != b->goro || a->object != b->object || a->unknown || b->unknown)
        return false;
    u32 n = elements_of(solver, a, ones), m = n ? elements_of(solver, b, others) : 0;
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < m; k++)
            if (are_own(solver, a, &ones[i], b, &others[k]))
                return true;
    return false;
}

const Digest digest_element = {.name = "element",
                               .says = "each goroutine accesses an element of its own",
                               .ordered = ordered,
                               .in_rounds = IN_ROUNDS};
