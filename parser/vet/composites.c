/* Literals of structs of other packages without the names of fields: they no longer compile, or
 * mean something else, when a field is added. */
#include <string.h>

#include "parser/vet/vet.h"

/* Types of Go's library whose fields are never going to change. */
static const char *const settled[][2] = {
    {"image/color", "Alpha16"},       {"image/color", "Alpha"},
    {"image/color", "CMYK"},          {"image/color", "Gray16"},
    {"image/color", "Gray"},          {"image/color", "NRGBA64"},
    {"image/color", "NRGBA"},         {"image/color", "NYCbCrA"},
    {"image/color", "RGBA64"},        {"image/color", "RGBA"},
    {"image/color", "YCbCr"},         {"image", "Point"},
    {"image", "Rectangle"},           {"image", "Uniform"},
    {"unicode", "Range16"},           {"unicode", "Range32"},
    {"testing", "InternalBenchmark"}, {"testing", "InternalExample"},
    {"testing", "InternalTest"},      {"testing", "InternalFuzzTarget"}};

typedef struct Composites {
    const VetFile *file;
    Diags *found;
} Composites;

static bool is_settled(const Type *t)
{
    for (u32 i = 0; i < COUNT_OF(settled); i++)
        if (vet_is_named(t, settled[i][0], settled[i][1]))
            return true;
    return false;
}

/* Whether the package, or the one that it tests from outside, declares it. */
static bool is_own(const Composites *c, const Type *t)
{
    const Package *own = c->file->package, *of = t->named.obj->pkg;
    if (!own || own == of || !of)
        return true;
    size_t len = strlen(of->name->text);
    return !strncmp(own->name->text, of->name->text, len) &&
           !strcmp(own->name->text + len, "_test");
}

static void at_expr(void *ctx, Expr *e)
{
    Composites *c = ctx;
    if (e->kind != EX_COMPOSITE || !e->type || !e->composite.elems.len)
        return;
    Type *t = e->type->kind == TY_POINTER ? e->type->pointer.elem : e->type;
    if (t->kind != TY_NAMED || type_underlying(t)->kind != TY_STRUCT || is_own(c, t) ||
        is_settled(t))
        return;
    for (u32 i = 0; i < e->composite.elems.len; i++)
        if (e->composite.elems.data[i]->kind != EX_KEYVALUE) {
            diag_warning(c->found, e->span, "%s composite literal uses unkeyed fields",
                         vet_type_text(c->found, t));
            return;
        }
}

void vet_composites(const VetFile *file, Diags *found)
{
    Composites c = {file, found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &c, .expr = at_expr});
}
