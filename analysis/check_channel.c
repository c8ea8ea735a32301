/* Channels that are surely closed where something is sent, or where they are closed again; channels
 * that are nil where they are closed. */
#include "analysis/check.h"

/* The close of that channel, one at run time, which the past contains; or NULL. */
static const SyncToken *closed_before(const Walk *w, Val channel)
{
    const Solver *solver = w->solver;
    Ptr place, other;
    if (!solver_only_place(solver, w->inst, channel, &place))
        return NULL;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind == TOKEN_CLOSE && bit_has(w->state.past, i) &&
            solver_only_place(solver, t->inst, t->channel, &other) && other.object == place.object)
            return t;
    }
    return NULL;
}

/* Whether no channel can be there: nothing that is made comes to this value. */
static bool is_nil(const Walk *w, Val channel)
{
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, channel);
    return !list || !list->len;
}

static void visit(void *ctx, const Walk *w, bool after)
{
    bool sends = w->in.op == OP_SEND, closes = w->in.op == OP_CLOSE;
    if (after || !w->state.reached || (!sends && !closes))
        return;
    const SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    if (t && closes && is_nil(w, t->channel) && check_is_programs(w)) {
        diag_warning(ctx, check_span(w), "closes a channel that is nil");
        return;
    }
    const SyncToken *close = t ? closed_before(w, t->channel) : NULL;
    if (!close || !check_is_programs(w))
        return;
    Walk at = {.solver = w->solver, .inst = close->inst, .pc = close->pc};
    Diag *diag = diag_warning(ctx, check_span(w), "%s a channel that is closed already",
                              sends ? "sends on" : "closes");
    diag_note(ctx, diag, check_span(&at), "note: it is closed here");
}

void check_closed(Solver *solver, Diags *found)
{
    solver_visit(solver, VISIT_CHANNELS, visit, found);
}
