/* Expressions, types and functions as the messages of go vet call them. */
#include <string.h>

#include "parser/syntax/print.h"
#include "parser/vet/vet.h"

static const char *keep(Diags *found, Buf *text)
{
    const char *kept = arena_printf(&found->arena, "%s", buf_str(text));
    buf_free(text);
    return kept;
}

const char *vet_text(Diags *found, const Expr *e)
{
    Buf text = {0};
    expr_text(&text, e);
    return keep(found, &text);
}

const char *vet_type_text(Diags *found, Type *t)
{
    Buf text = {0};
    type_text(&text, t, NULL);
    return keep(found, &text);
}

const char *vet_full_name(Diags *found, const Obj *f)
{
    const char *package = f->pkg ? f->pkg->name->text : "";
    if (!f->func.recv)
        return arena_printf(&found->arena, "%s%s%s", package, *package ? "." : "", f->name->text);
    return arena_printf(&found->arena, "(%s%s).%s", f->func.ptr_recv ? "*" : "",
                        vet_type_text(found, f->func.recv), f->name->text);
}

bool vet_same_text(const Expr *a, const Expr *b)
{
    Buf first = {0}, second = {0};
    expr_text(&first, a);
    expr_text(&second, b);
    bool same = !strcmp(buf_str(&first), buf_str(&second));
    buf_free(&first);
    buf_free(&second);
    return same;
}
