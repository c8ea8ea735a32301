/* The unit of compilation: collects the instructions of a loop or function and of the calls inlined
 * in it. */
#include "jit/unit.h"

/* The most words in a loop or function that is compiled (a smaller loop inside may be), and the
 * most instructions in a unit. */
enum { MAX_LOOP = 8000, MAX_SITES = 4000 };
/* The most words in a callee that is inlined, into a loop and into a function, and the greatest
 * depth of inlining. */
enum { MAX_CALLEE = 150, MAX_SMALL_CALLEE = 40, MAX_CALLS = 4 };

void unit_find_loops(const Func *fn, LoopList *loops)
{
    for (u32 at = 0; at < fn->ncode; at += instr_words(&fn->code[at])) {
        Op op = instr_op(fn->code[at].in);
        if (!op_goes_back(op))
            continue;
        u32 to = (u32)instr_target(fn->code[at].in, op_info[op].format, at);
        if (at + 1 - to > MAX_LOOP)
            continue;
        while (loops->len && vec_last(loops).lo >= to) /* an inner loop of this one */
            loops->len--;
        CHECK(to <= at && (!loops->len || vec_last(loops).hi <= at));
        vec_push(loops, (LoopRange){to, at + 1});
    }
}

bool unit_fits(const Func *fn)
{
    return fn->ncode <= MAX_LOOP;
}

/* Computes for each word of the body the number of loops around it. */
static void count_loops(const Body *body, u8 *depth)
{
    const Word *code = body->fn->code;
    for (u32 at = body->lo; at < body->hi; at += instr_words(&code[at])) {
        Op op = instr_op(code[at].in);
        if (!op_goes_back(op))
            continue;
        i64 to = instr_target(code[at].in, op_info[op].format, at);
        for (i64 i = to < body->lo ? body->lo : to; i <= at; i++)
            if (depth[i - body->lo] < UINT8_MAX)
                depth[i - body->lo]++;
    }
}

/* The callee if the call at the last site is to be inlined, else NULL. Two closures of one function
 * may call each other once. */
static Func *callee_of(const Unit *unit, const Body *body, const RType **type)
{
    Func *fn = unit_callee(unit, type);
    u32 most = unit->function ? MAX_SMALL_CALLEE : MAX_CALLEE;
    if (!fn || fn->ncode > most || fn->recover_pc || unit->sites.len + fn->ncode > MAX_SITES)
        return NULL;
    u32 calls = 0, same = 0, most_same = site_op(&vec_last(&unit->sites)) == OP_CALLC;
    for (; body; body = body->caller, calls++) {
        same += body->fn == fn;
        if (same > most_same || calls == MAX_CALLS)
            return NULL;
    }
    return fn;
}

static void add_body(Unit *unit, Body place, u8 depth)
{
    Body *body = xmalloc(sizeof *body);
    *body = place;
    vec_push(&unit->bodies, body);
    const Word *code = body->fn->code;
    u32 words = body->hi - body->lo;
    u8 *loops = xcalloc(words, 1);
    count_loops(body, loops);
    body->sites = xmalloc(words * sizeof *body->sites);
    if (unit->nslots < body->base + body->fn->nregs)
        unit->nslots = body->base + body->fn->nregs;
    for (u32 pc = body->lo; pc < body->hi; pc += instr_words(&code[pc])) {
        u8 inside = (u8)(depth + loops[pc - body->lo]);
        body->sites[pc - body->lo] = unit->sites.len;
        vec_push(&unit->sites, (Site){.word = &code[pc], .body = body, .depth = inside});
        const RType *type = NULL;
        Func *callee = callee_of(unit, body, &type);
        if (callee)
            add_body(unit,
                     (Body){.caller = body,
                            .fn = callee,
                            .call = &code[pc],
                            .type = type,
                            .hi = callee->ncode,
                            .base = body->base + code[pc].in.a + 1,
                            .link = LINK(&code[pc + instr_words(&code[pc])], code[pc].in.a)},
                     inside);
    }
    body->after = unit->sites.len;
    free(loops);
}

void unit_init(Unit *unit, Program *program, Func *fn, LoopRange range, const CallCache *calls,
               bool filtered)
{
    bool function = range.lo == 0 && range.hi == fn->ncode;
    *unit = (Unit){.program = program, .calls = calls, .function = function, .filtered = filtered};
    add_body(unit, (Body){.fn = fn, .lo = range.lo, .hi = range.hi}, 0);
    vec_push(&unit->sites,
             (Site){.word = &fn->code[range.hi], .body = unit->bodies.data[0], .end = true});
    if (CHECKING)
        unit_check(unit);
}

static void check_body(const Unit *unit, const Body *body)
{
    CHECK(body->lo < body->hi && body->hi <= body->fn->ncode);
    CHECK(body->base + body->fn->nregs <= unit->nslots && body->after <= unit->sites.len);
    for (u32 pc = body->lo; pc < body->hi; pc += instr_words(&body->fn->code[pc])) {
        u32 site = body->sites[pc - body->lo];
        CHECK(site < unit->sites.len);
        CHECK(unit->sites.data[site].word == &body->fn->code[pc]);
        CHECK(unit->sites.data[site].body == body);
    }
}

void unit_check(const Unit *unit)
{
    CHECK(unit->bodies.len > 0 && !unit->bodies.data[0]->caller && unit->bodies.data[0]->base == 0);
    for (u32 i = 0; i < unit->bodies.len; i++) {
        CHECK((i == 0) == !unit->bodies.data[i]->caller);
        check_body(unit, unit->bodies.data[i]);
    }
    CHECK(unit->sites.len > 1 && unit->sites.len <= MAX_SITES + MAX_LOOP);
    for (u32 i = 0; i < unit->sites.len; i++)
        CHECK(unit->sites.data[i].end == (i + 1 == unit->sites.len));
}

void unit_free(Unit *unit)
{
    for (u32 i = 0; i < unit->bodies.len; i++) {
        free(unit->bodies.data[i]->sites);
        free(unit->bodies.data[i]->around);
        free(unit->bodies.data[i]);
    }
    vec_free(&unit->bodies);
    vec_free(&unit->sites);
    vec_free(&unit->operands);
    free(unit->homes);
    free(unit->live);
    free(unit->dirty);
    free(unit->wanted);
    free(unit->first_value);
    free(unit->values);
}
