/* Types against the verbs of formats. */
#include <string.h>

#include "parser/vet/printf.h"

typedef struct Fit {
    VEC(const Type *) seen; /* types that are looked at already, which may contain themselves */
    const TypeTerm *misfit; /* the type that a type parameter may be and that does not fit */
} Fit;

static bool gives_string(Type *t, const char *method)
{
    const Type *sig = vet_method(t, method, false, NULL);
    return sig && !sig->func.params.len && sig->func.results.len == 1 &&
           sig->func.results.data[0]->kind == TY_STRING;
}

static bool has_text(Type *t)
{
    return gives_string(t, "Error") || gives_string(t, "String");
}

bool printf_formats_itself(Type *t)
{
    if (type_is_interface(t))
        return true;
    const Type *sig = vet_method(t, "Format", false, NULL);
    return sig && sig->func.params.len == 2 && !sig->func.results.len &&
           vet_is_named(sig->func.params.data[0], "fmt", "State");
}

static u32 basic_kind(const Type *u)
{
    switch (u->kind) {
    case TY_BOOL:
    case TY_UNTYPED_BOOL: return TAKES_BOOL;
    case TY_STRING:
    case TY_UNTYPED_STRING: return TAKES_STRING;
    case TY_FLOAT32:
    case TY_FLOAT64:
    case TY_UNTYPED_FLOAT: return TAKES_FLOAT;
    case TY_COMPLEX64:
    case TY_COMPLEX128:
    case TY_UNTYPED_COMPLEX: return TAKES_COMPLEX;
    case TY_UNTYPED_RUNE: return TAKES_INT | TAKES_RUNE;
    case TY_UNSAFE_POINTER: return TAKES_POINTER | TAKES_INT;
    case TY_CHAN: return TAKES_POINTER;
    case TY_UNTYPED_NIL: return 0;
    case TY_INVALID: return TAKES_ANY;
    default: return TAKES_INT;
    }
}

static bool fits(Type *t, u32 takes, bool top, Fit *fit);

/* A field that is not exported is printed without its methods, so as a text it is none. */
static bool fits_fields(const Type *u, u32 takes, Fit *fit)
{
    for (u32 i = 0; i < u->strct.fields.len; i++) {
        const StructField *field = &u->strct.fields.data[i];
        if (!fits(field->type, takes, false, fit) ||
            (takes & TAKES_STRING && !sym_is_exported(field->name) && has_text(field->type)))
            return false;
    }
    return true;
}

/* At the top a pointer to something composed is printed as that. */
static bool fits_pointer(const Type *u, u32 takes, bool top, Fit *fit)
{
    Type *elem = type_underlying(u->pointer.elem);
    if (takes == TAKES_POINTER || elem->kind == TY_INVALID)
        return true;
    if (elem->kind == TY_STRUCT || elem->kind == TY_ARRAY || elem->kind == TY_SLICE ||
        elem->kind == TY_MAP)
        return top && fits(elem, takes, false, fit);
    return elem->kind == TY_TYPEPARAM || takes & TAKES_POINTER;
}

static bool fits_elements(Type *elem, u32 takes, Fit *fit)
{
    if (takes & TAKES_STRING && type_underlying(elem)->kind == TY_UINT8)
        return true;
    return fits(elem, takes, false, fit);
}

/* A type parameter: all types that it may be must fit, if they are listed. */
static bool fits_param(Type *u, u32 takes, bool top, Fit *fit)
{
    const TypeSet *set = type_param_set(u);
    for (u32 i = 0; i < set->terms.len; i++)
        if (!fits(set->terms.data[i].type, takes, top, fit)) {
            fit->misfit = &set->terms.data[i];
            return false;
        }
    return true;
}

static bool is_new(Fit *fit, const Type *t)
{
    for (u32 i = 0; i < fit->seen.len; i++)
        if (fit->seen.data[i] == t)
            return false;
    vec_push(&fit->seen, t);
    return true;
}

static bool fits(Type *t, u32 takes, bool top, Fit *fit)
{
    Type *u = type_underlying(t);
    if (takes == TAKES_ERROR)
        return vet_is_error(t);
    if (u->kind == TY_TYPEPARAM)
        return (takes & TAKES_STRING && has_text(t)) || !is_new(fit, t) ||
               fits_param(u, takes, top, fit);
    if (printf_formats_itself(t) || (takes & TAKES_STRING && has_text(t)) || !is_new(fit, t))
        return true;
    switch (u->kind) {
    case TY_FUNC: return takes == TAKES_POINTER;
    case TY_MAP:
        return takes == TAKES_POINTER ||
               (fits(u->map.key, takes, false, fit) && fits(u->map.elem, takes, false, fit));
    case TY_ARRAY: return fits_elements(u->array.elem, takes, fit);
    case TY_SLICE: return takes == TAKES_POINTER || fits_elements(u->slice.elem, takes, fit);
    case TY_POINTER: return fits_pointer(u, takes, top, fit);
    case TY_STRUCT: return fits_fields(u, takes, fit);
    default: return (basic_kind(u) & takes) != 0;
    }
}

bool printf_takes(const Expr *arg, u32 takes, const TypeTerm **misfit)
{
    Fit fit = {0};
    bool ok = takes == TAKES_ANY || !arg->type;
    if (!ok && arg->mode != MODE_NIL)
        ok = fits(arg->type, takes, true, &fit);
    *misfit = fit.misfit;
    vec_free(&fit.seen);
    return ok;
}

const char *printf_recurs(Printf *p, Expr *arg)
{
    const FuncDecl *decl = p->decl;
    const char *name = decl && decl->recv && decl->recv->name ? decl->name->ident.name->text : "";
    if ((strcmp(name, "String") && strcmp(name, "Error")) || !decl->obj || !arg->type ||
        printf_formats_itself(arg->type) || !gives_string(arg->type, name))
        return NULL;
    Obj *method = NULL;
    vet_method(arg->type, name, false, &method);
    Expr *value = vet_unparen(arg);
    if (value->kind == EX_UNARY && value->unary.op == TK_AND)
        value = vet_unparen(value->unary.x);
    const Obj *var = vet_variable(value);
    return var && var->pos == decl->recv->name->span.start && method == decl->obj
               ? vet_full_name(p->found, method)
               : NULL;
}
