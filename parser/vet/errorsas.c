/* errors.As with a second argument that it panics on. */
#include <string.h>

#include "parser/vet/vet.h"

static bool is_any(Type *t)
{
    return type_is_interface(t) && !type_underlying(t)->iface.all.len;
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind != EX_CALL || !vet_calls(e, "errors", NULL, "As") || e->call.args.len < 2)
        return;
    Expr *target = e->call.args.data[1];
    Type *t = target->type;
    if (!t || t->kind == TY_TUPLE || (is_any(t) && target->mode != MODE_NIL))
        return;
    Type *u = type_underlying(t), *elem = u->kind == TY_POINTER ? u->pointer.elem : NULL;
    if (!elem || target->mode == MODE_NIL || (!type_is_interface(elem) && !vet_is_error(elem)))
        diag_warning(ctx, e->span,
                     "second argument to errors.As must be a non-nil pointer to either a type that "
                     "implements error, or to any interface type");
    else if (elem->kind == TY_NAMED && !elem->named.obj->pkg &&
             !strcmp(elem->named.obj->name->text, "error"))
        diag_warning(ctx, e->span, "second argument to errors.As should not be *error");
}

void vet_errorsas(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .expr = at_expr});
}
