/* Goroutines that wait for ever: a function makes a channel, starts a goroutine that sends on it or
 * receives from it, and returns on some way without the other half; or it starts several and does
 * the other half for fewer. */
#include "analysis/check.h"
#include "analysis/loops.h"

/* How a function and the goroutines that it starts use a channel that it makes. */
typedef struct Exchange {
    const Solver *solver;
    u32 inst, channel;
    const SyncToken *waits; /* by a goroutine that the function starts: a send or receive */
    const SyncToken *start; /* its GO */
    u32 receives;           /* the function's own at most, in a call */
    bool known;             /* and all other operations are the function's own other half */
} Exchange;

static bool is_channel(const Solver *solver, const SyncToken *t, u32 channel)
{
    const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
    return list && list->len == 1 && list->data[0].object == channel;
}

/* The GO of a function that starts the goroutines of an id, if one does. */
static const SyncToken *started_by(const Solver *solver, u32 t, u32 inst)
{
    const Goro *g = &solver->model->goros.data[t];
    if (t <= GORO_UNKNOWN || g->sites.len != 1 || g->inst != inst || g->restarts)
        return NULL;
    return solver_token(solver, inst, g->pc);
}

static bool starts_many(const Exchange *e)
{
    return flow_repeats(e->solver->model->instances.data[e->inst]->flow, e->start->pc);
}

static bool is_in_select(const Solver *solver, const SyncToken *t)
{
    return solver->model->instances.data[t->inst]->flow->fn->code[t->pc].in.op == OP_SELECT;
}

/* Adds an operation of a goroutine that the function starts: it waits there, and no other operation
 * may release it. A receive may be one of many. */
static void add_other(Exchange *e, const SyncToken *t)
{
    const Instance *in = e->solver->model->instances.data[t->inst];
    bool sends = t->kind == TOKEN_SEND, other = e->waits && e->waits->kind != t->kind;
    e->start = started_by(e->solver, t->goro, e->inst);
    e->known &= t->kind != TOKEN_CLOSE && !other && e->start && !is_in_select(e->solver, t) &&
                !(sends && (in->repeats || flow_repeats(in->flow, t->pc))) &&
                (!e->waits || e->waits->goro == t->goro) && (sends || !starts_many(e));
    e->waits = t;
}

static void add_own(Exchange *e, const SyncToken *t, bool *sends)
{
    const Flow *flow = e->solver->model->instances.data[e->inst]->flow;
    e->receives += t->kind == TOKEN_RECV;
    *sends |= t->kind != TOKEN_RECV;
    e->known &= t->kind != TOKEN_RECV || !flow_repeats(flow, t->pc);
}

static void find_exchange(Exchange *e)
{
    const Solver *solver = e->solver;
    bool sends = false;
    const Object *o = &solver->model->objects.data[e->channel];
    e->known = solver_channel_is_known(solver, e->channel) && o->capacity == 0 &&
               o->inst == e->inst &&
               !flow_repeats(solver->model->instances.data[e->inst]->flow, o->pc);
    for (u32 i = 0; e->known && i < solver->releases[e->channel].len; i++) {
        const SyncToken *t = &solver->tokens.data[solver->releases[e->channel].data[i]];
        e->known = is_channel(solver, t, e->channel);
        if (t->inst == e->inst)
            add_own(e, t, &sends);
        else
            add_other(e, t);
    }
    e->known &= e->waits && (e->receives != 0) != sends &&
                (e->receives != 0) == (e->waits->kind == TOKEN_SEND);
}

/* Whether the function has surely done its half, in one place or another. */
static bool is_met(const Exchange *e, const State *state)
{
    const Solver *solver = e->solver;
    bool ends_loop =
        e->waits->kind == TOKEN_RECV &&
        flow_repeats(solver->model->instances.data[e->waits->inst]->flow, e->waits->pc);
    for (u32 i = 0; i < solver->releases[e->channel].len; i++) {
        u32 token = solver->releases[e->channel].data[i];
        const SyncToken *t = &solver->tokens.data[token];
        if (t->inst == e->inst && bit_has(state->past, token) &&
            (!ends_loop || t->kind == TOKEN_CLOSE))
            return true;
    }
    return false;
}

/* Whether a loop before this return starts more goroutines, which each send, than the function
 * receives from: unless it is known to start few. */
static bool receives_too_few(const Exchange *e, u32 at)
{
    const Flow *flow = e->solver->model->instances.data[e->inst]->flow;
    Amount times;
    bool few = loop_times(flow, e->start->pc, &times) && !times.key && times.off <= e->receives;
    return starts_many(e) && !few &&
           flow_leads(flow, flow->block_at[e->start->pc], flow->block_at[at], FLOW_NONE,
                      FLOW_PLAIN);
}

/* Whether the function has started the goroutine, and not done its half. */
static bool leaves_one(const Exchange *e, const Walk *w)
{
    u32 start = (u32)(e->start - e->solver->tokens.data);
    return !starts_many(e) && bit_has(w->state.past, start) && !is_met(e, &w->state);
}

/* Whether the callers of the function may reach the channel. */
static bool is_passed_on(const Exchange *e)
{
    const Model *model = e->solver->model;
    const Instance *in = model->instances.data[e->inst];
    for (u32 i = 0; i < in->results.len; i++) {
        const PtrList *list =
            in->results.data[i] ? points_of(model->points, in->results.data[i]) : NULL;
        for (u32 k = 0; list && k < list->len; k++)
            if (list->data[k].object == e->channel)
                return true;
    }
    return false;
}

static bool is_main(const Model *model, const Func *fn)
{
    return model->program->entry == fn || !strcmp(fn->name, "main.main");
}

static void report_leak(const Walk *w, const Exchange *e, Diags *found)
{
    Walk at = {.solver = w->solver, .inst = e->waits->inst, .pc = e->waits->pc};
    bool sends = e->waits->kind == TOKEN_SEND;
    const char *half = sends ? "receive" : "send or close";
    Diag *diag =
        starts_many(e)
            ? diag_warning(found, check_span(w),
                           "returns with fewer receives than goroutines that send: they leak")
            : diag_warning(found, check_span(w),
                           "returns without a %s that a goroutine may wait for: it leaks", half);
    diag_note(found, diag, check_span(&at), "note: it %s here", sends ? "sends" : "receives");
}

static void visit(void *ctx, const Walk *w, bool after)
{
    const Model *model = w->solver->model;
    if (after || w->in.op != OP_RET || !w->state.reached || w->flow->fn->is_library ||
        is_main(model, w->flow->fn))
        return;
    for (u32 i = 0; i < model->objects.len; i++) {
        Exchange e = {.solver = w->solver, .inst = w->inst, .channel = i};
        const Object *o = &model->objects.data[i];
        if (o->kind != MEM_CHAN || o->inst != w->inst)
            continue;
        find_exchange(&e);
        if (e.known && (leaves_one(&e, w) || receives_too_few(&e, w->pc)) && !is_passed_on(&e)) {
            report_leak(w, &e, ctx);
            return;
        }
    }
}

void check_leak(Solver *solver, Diags *found)
{
    solver_visit(solver, VISIT_RETURNS, visit, found);
}
