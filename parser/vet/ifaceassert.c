/* Assertions from one interface to another that no type can implement together with it: a method
 * has the same name and another signature. */
#include "parser/vet/vet.h"

/* A method that both have, with different signatures; NULL: none. */
static const Method *conflict(Type *from, Type *to)
{
    const Type *a = type_underlying(from), *b = type_underlying(to);
    for (u32 i = 0; i < a->iface.all.len; i++)
        for (u32 k = 0; k < b->iface.all.len; k++) {
            const Method *x = &a->iface.all.data[i], *y = &b->iface.all.data[k];
            if (x->name == y->name && (sym_is_exported(x->name) || x->pkg == y->pkg) && x->sig &&
                y->sig && !type_mentions_param(x->sig) && !type_mentions_param(y->sig) &&
                !type_identical(x->sig, y->sig))
                return x;
        }
    return NULL;
}

static void check(Diags *found, const Expr *x, const Expr *target)
{
    if (!x->type || !target || !target->type || target->mode != MODE_TYPE ||
        !type_is_interface(x->type) || !type_is_interface(target->type))
        return;
    const Method *method = conflict(x->type, target->type);
    if (method)
        diag_warning(found, target->span,
                     "impossible type assertion: no type can implement both %s and %s (conflicting "
                     "types for %s method)",
                     vet_type_text(found, x->type), vet_type_text(found, target->type),
                     method->name->text);
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind == EX_ASSERT)
        check(ctx, e->assert.x, e->assert.type_expr);
}

static void at_stmt(void *ctx, Stmt *s)
{
    for (u32 i = 0; s->kind == ST_TYPESWITCH && i < s->typeswitch.clauses.len; i++) {
        const Clause *clause = s->typeswitch.clauses.data[i];
        for (u32 k = 0; k < clause->exprs.len; k++)
            check(ctx, s->typeswitch.x, clause->exprs.data[k]);
    }
}

void vet_ifaceassert(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .expr = at_expr, .stmt = at_stmt});
}
