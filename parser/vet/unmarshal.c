/* Unmarshal and Decode into what is no pointer: they can only fail. */
#include <string.h>

#include "parser/vet/vet.h"

/* The index of the argument that is written to; false: the call is none of these. */
static bool target_of(const Expr *call, u32 *index)
{
    static const char *const packages[] = {"encoding/json", "encoding/xml", "encoding/asn1",
                                           "encoding/gob"};
    for (u32 i = 0; i < COUNT_OF(packages); i++) {
        bool decodes = i != 2 && vet_calls(call, packages[i], "Decoder", "Decode");
        if (decodes || (i != 3 && vet_calls(call, packages[i], NULL, "Unmarshal"))) {
            *index = !decodes;
            return true;
        }
    }
    return false;
}

static void at_expr(void *ctx, Expr *e)
{
    u32 index;
    if (e->kind != EX_CALL || !target_of(e, &index) || index >= e->call.args.len)
        return;
    const Expr *target = e->call.args.data[index];
    if (!target->type)
        return;
    TypeKind kind = target->mode == MODE_NIL ? TY_UNTYPED_NIL : type_underlying(target->type)->kind;
    if (kind != TY_POINTER && kind != TY_INTERFACE && kind != TY_TYPEPARAM && kind != TY_TUPLE)
        diag_warning(ctx, e->span, "call of %s passes non-pointer%s", vet_callee(e)->name->text,
                     index ? " as second argument" : "");
}

void vet_unmarshal(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .expr = at_expr});
}
