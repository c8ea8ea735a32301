/* Fuzz targets: the function that f.Fuzz is given, and the seeds that f.Add is given for it. */
#include <string.h>

#include "parser/vet/tests.h"

typedef struct Fuzz {
    Diags *found;
    const Type *target; /* the signature of the function, if it is as it should be */
} Fuzz;

static bool is_pointer_to(const Type *t, const char *name)
{
    return t->kind == TY_POINTER && vet_is_named(t->pointer.elem, "testing", name);
}

/* Whether values of the type can be made up. */
static bool is_fuzzable(const Type *t)
{
    if (t->kind == TY_SLICE)
        return t->slice.elem->kind == TY_UINT8;
    return t->kind == TY_STRING || t->kind == TY_BOOL || t->kind == TY_FLOAT32 ||
           t->kind == TY_FLOAT64 || (t->kind >= TY_INT && t->kind <= TY_UINT64);
}

/* Whether the parameters are a *testing.T and types that can be made up. */
static bool check_params(Diags *found, const Expr *fn, const Type *sig)
{
    bool ok = is_pointer_to(sig->func.params.data[0], "T");
    if (!ok)
        diag_warning(found, fn->span, "the first parameter of a fuzz target must be *testing.T");
    for (u32 i = 1; i < sig->func.params.len; i++)
        if (!is_fuzzable(sig->func.params.data[i]) ||
            (sig->func.variadic && i + 1 == sig->func.params.len)) {
            diag_warning(found, fn->span,
                         "fuzzing arguments can only have the following types: string, bool, "
                         "float32, float64, int, int8, int16, int32, int64, uint, uint8, uint16, "
                         "uint32, uint64, []byte");
            return false;
        }
    return ok;
}

static void within(void *ctx, Expr *e)
{
    const Obj *f = e->kind == EX_CALL ? vet_callee(e) : NULL;
    const Expr *fun = f ? vet_unparen(e->call.fun) : NULL;
    if (!fun || f->kind != OBJ_FUNC || fun->kind != EX_SELECTOR || !fun->selector.x->type ||
        !is_pointer_to(fun->selector.x->type, "F"))
        return;
    if (strcmp(f->name->text, "Name") && strcmp(f->name->text, "Failed"))
        diag_warning(ctx, e->span, "fuzz target must not call any *F methods");
}

static void check_target(Fuzz *fuzz, const Expr *call)
{
    Expr *fn = call->call.args.data[0];
    const Type *sig = fn->type ? type_underlying(fn->type) : NULL;
    if (!sig || sig->kind != TY_FUNC) {
        diag_warning(fuzz->found, fn->span, "argument to Fuzz must be a function");
        return;
    }
    if (sig->func.results.len)
        diag_warning(fuzz->found, fn->span, "fuzz target must not return any value");
    if (!sig->func.params.len) {
        diag_warning(fuzz->found, fn->span, "fuzz target must have 1 or more argument");
        return;
    }
    if (check_params(fuzz->found, fn, sig))
        fuzz->target = sig;
    if (fn->kind == EX_FUNC)
        vet_walk_stmt(fn->func->body, &(VetWalk){.ctx = fuzz->found, .expr = within});
}

static void find_target(void *ctx, Expr *e)
{
    if (e->kind == EX_CALL && e->call.args.len == 1 && vet_calls(e, "testing", "F", "Fuzz"))
        check_target(ctx, e);
}

/* Seeds must have the types of the target's parameters. */
static void check_seed(Diags *found, const Expr *call, const Type *target)
{
    u32 wanted = target->func.params.len - 1, wrong = 0, last = 0;
    const ExprList *args = &call->call.args;
    if (args->len != wanted) {
        diag_warning(found, call->span,
                     "wrong number of values in call to (*testing.F).Add: %u, fuzz target expects "
                     "%u",
                     args->len, wanted);
        return;
    }
    Buf have = {0}, want = {0};
    for (u32 i = 0; i < wanted; i++) {
        Type *type = target->func.params.data[i + 1], *given = args->data[i]->type;
        bool differs = given && !type_identical(type, given);
        wrong += differs;
        last = differs ? i : last;
        buf_printf(&have, "%s%s", i ? " " : "", given ? vet_type_text(found, given) : "?");
        buf_printf(&want, "%s%s", i ? " " : "", vet_type_text(found, type));
    }
    if (wrong == 1)
        diag_warning(found, args->data[last]->span,
                     "mismatched type in call to (*testing.F).Add: %s, fuzz target expects %s",
                     vet_type_text(found, args->data[last]->type),
                     vet_type_text(found, target->func.params.data[last + 1]));
    if (wrong > 1)
        diag_warning(found, call->span,
                     "mismatched types in call to (*testing.F).Add: [%s], fuzz target expects [%s]",
                     buf_str(&have), buf_str(&want));
    buf_free(&have);
    buf_free(&want);
}

static void find_seed(void *ctx, Expr *e)
{
    const Fuzz *fuzz = ctx;
    if (e->kind == EX_CALL && vet_calls(e, "testing", "F", "Add") && !e->call.spread_pos)
        check_seed(fuzz->found, e, fuzz->target);
}

void tests_check_fuzz(Diags *found, const FuncDecl *f)
{
    Fuzz fuzz = {.found = found};
    if (!f->fn.body)
        return;
    vet_walk_stmt(f->fn.body, &(VetWalk){.ctx = &fuzz, .expr = find_target, .no_literals = true});
    if (fuzz.target)
        vet_walk_stmt(f->fn.body, &(VetWalk){.ctx = &fuzz, .expr = find_seed, .no_literals = true});
}
