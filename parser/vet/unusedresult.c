/* Calls that do nothing but give a result, which is not used. */
#include <string.h>

#include "parser/vet/vet.h"

static const char *const functions[][2] = {
    {"errors", "New"},          {"fmt", "Errorf"},         {"fmt", "Sprintf"},
    {"fmt", "Sprint"},          {"fmt", "Sprintln"},       {"sort", "Reverse"},
    {"context", "WithValue"},   {"context", "WithCancel"}, {"context", "WithDeadline"},
    {"context", "WithTimeout"},
};

/* Whether the signature is func() string, as of String and Error. */
static bool gives_text(const Type *sig)
{
    return sig && sig->kind == TY_FUNC && !sig->func.params.len && sig->func.results.len == 1 &&
           sig->func.results.data[0]->kind == TY_STRING;
}

static void check_method(Diags *found, const Expr *call, const Selection *method)
{
    const char *name = selection_name(method)->text;
    if ((strcmp(name, "String") && strcmp(name, "Error")) ||
        !gives_text(selection_signature(method)))
        return;
    const Obj *f = method->method;
    const char *recv = f ? vet_type_text(found, f->func.recv) : vet_type_text(found, method->recv);
    diag_warning(found, call->span, "result of (%s%s).%s call not used",
                 f && f->func.ptr_recv ? "*" : "", recv, name);
}

static void at_stmt(void *ctx, Stmt *s)
{
    const Expr *call = s->kind == ST_EXPR ? vet_call_of(s) : NULL;
    if (!call || call->call.is_conversion)
        return;
    const Expr *fun = vet_unparen(call->call.fun);
    if (fun->kind == EX_SELECTOR && fun->selector.selection &&
        fun->selector.selection->kind != SEL_FIELD) {
        check_method(ctx, call, fun->selector.selection);
        return;
    }
    for (u32 i = 0; i < COUNT_OF(functions); i++)
        if (vet_calls(call, functions[i][0], NULL, functions[i][1]))
            diag_warning(ctx, call->span, "result of %s call not used",
                         vet_full_name(ctx, vet_callee(call)));
}

void vet_unusedresult(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
