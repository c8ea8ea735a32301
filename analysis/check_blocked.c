/* Operations after which nothing is reached: no execution that comes there gets past them. */
#include "analysis/check.h"

typedef struct Blocked {
    Diags *found;
    bool before; /* the state was reached before the instruction */
} Blocked;

/* A send that waits on a channel panics when that is closed. */
static bool may_be_closed(const Walk *w, Val channel)
{
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, channel);
    for (u32 i = 0; list && i < list->len; i++) {
        u32 object = list->data[i].object;
        for (u32 k = 0; k < w->solver->releases[object].len; k++)
            if (w->solver->tokens.data[w->solver->releases[object].data[k]].kind == TOKEN_CLOSE)
                return true;
    }
    return false;
}

/* Whether a channel of the operation can only be nil: mostly the program looks before whether it
 * is. */
static bool is_nil(const Walk *w)
{
    const SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    bool nil = false;
    for (u32 i = 0; i < (w->in.op == OP_SELECT ? w->in.c : 1u); i++) {
        const PtrList *list = points_lookup(w->solver->model->points, w->inst, t[i].channel);
        nil |= !list || !list->len;
    }
    return nil;
}

static bool select_may_panic(const Walk *w)
{
    const SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    for (u32 i = 0; i < w->in.c; i++)
        if (t[i].kind == TOKEN_SEND && may_be_closed(w, t[i].channel))
            return true;
    return false;
}

static const char *what(const Walk *w)
{
    switch (w->in.op) {
    case OP_SEND:
        return is_nil(w) || may_be_closed(w, w->regs[w->in.a]) ? NULL
                                                               : "the send: nothing ever receives";
    case OP_RECV:
    case OP_RECV2: return is_nil(w) ? NULL : "the receive: nothing ever sends or closes";
    case OP_SELECT:
        return w->in.c && !is_nil(w) && !select_may_panic(w) ? "the select: no case can ever run"
                                                             : NULL;
    default: break;
    }
    switch (check_native(w)) {
    case MEANS_LOCKS:
    case MEANS_LOCKS_TO_READ: return "the lock: nothing gives it back";
    case MEANS_WAITS: return "the Wait: nothing ends it";
    default: return NULL;
    }
}

static void visit(void *ctx, const Walk *w, bool after)
{
    Blocked *b = ctx;
    const char *text = what(w);
    if (after && b->before && !w->state.reached && text && check_is_programs(w))
        diag_warning(b->found, check_span(w), "blocks for ever at %s", text);
    b->before = w->state.reached;
}

void check_blocked(Solver *solver, Diags *found)
{
    Blocked b = {.found = found};
    solver_visit(solver, VISIT_SYNC | VISIT_CHANNELS, visit, &b);
}
