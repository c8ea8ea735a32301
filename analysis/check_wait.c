/* WaitGroups whose counter must become negative: they are given back what nothing added. */
#include "analysis/check.h"

static bool may_be_same(const Model *model, const PtrList *a, const PtrList *b)
{
    if (!a || !b)
        return true;
    for (u32 i = 0; i < a->len; i++)
        for (u32 k = 0; k < b->len; k++)
            if (a->data[i].object == OBJECT_UNKNOWN || b->data[k].object == OBJECT_UNKNOWN ||
                (a->data[i].object == b->data[k].object &&
                 access_overlap(&model->objects.data[a->data[i].object], a->data[i], 1, b->data[k],
                                1)))
                return true;
    return false;
}

/* Whether some Add may be of a positive number, and to that WaitGroup. */
static bool may_be_added(const Solver *solver, const SyncToken *done)
{
    const Model *model = solver->model;
    const PtrList *list = points_lookup(model->points, done->inst, done->channel);
    for (u32 i = 0; list && i < list->len; i++)
        if (list->data[i].object == OBJECT_UNKNOWN ||
            model->objects.data[list->data[i].object].havoc)
            return true;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind == TOKEN_ADD && (!t->counted || t->delta > 0) &&
            may_be_same(model, points_lookup(model->points, t->inst, t->channel), list))
            return true;
    }
    return !list || !list->len;
}

void check_negative(Solver *solver, Diags *found)
{
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        Walk at = {.solver = solver, .inst = t->inst, .pc = t->pc};
        if (t->kind == TOKEN_ADD && t->reached && t->counted && t->delta < 0 &&
            check_is_programs(&at) && !may_be_added(solver, t))
            diag_warning(found, check_span(&at), "nothing adds to this WaitGroup: it panics");
    }
}
