/* Checker: declarations of generic types and functions, and instances of types. */
#include "parser/check/generic.h"

/* ---- type parameters ---- */

static Type *new_type_param(Checker *cx, const Sym *name, Pos pos, u32 index)
{
    Type *t = type_new(&cx->types, TY_TYPEPARAM);
    Obj *obj = obj_new(cx->arena, OBJ_TYPE, name, pos, cx->at.pkg);
    obj->type = t;
    obj->state = OBJ_DONE;
    t->tparam.obj = obj;
    t->tparam.arena = cx->arena;
    t->tparam.index = index;
    return t;
}

void check_type_params(Checker *cx, Scope *scope, FieldList *fields, TypeList *out)
{
    for (u32 i = 0; i < fields->len; i++) {
        Expr *name = fields->data[i]->name;
        bool named = name != NULL && name->kind == EX_IDENT;
        const Sym *sym = named ? name->ident.name : cx->sym_blank;
        Type *t = new_type_param(cx, sym, fields->data[i]->span.start, i);
        if (named)
            check_declare(cx, scope, name, t->tparam.obj);
        avec_push(cx->arena, out, t);
    }
}

void check_type_constraints(Checker *cx, FieldList *fields, Type *const *tparams)
{
    Type *constraint = NULL;
    for (u32 i = 0; i < fields->len; i++) {
        Expr *e = fields->data[i]->type;
        if (constraint == NULL || e != fields->data[i - 1]->type)
            constraint = e != NULL ? check_constraint(cx, e) : cx->universe->any_type;
        tparams[i]->tparam.constraint = constraint;
    }
}

bool check_is_generic_type(const Type *t)
{
    return t->kind == TY_NAMED && t->named.tparams.len > 0;
}

/* ---- instances of types ---- */

static Type *invalid_type(Checker *cx)
{
    return cx->universe->basic[TY_INVALID];
}

/* The operand of an instantiation: unlike other types it may be generic. */
static Type *generic_operand(Checker *cx, Expr *x)
{
    Expr *inner = check_unparen(x);
    if (inner->kind != EX_IDENT && inner->kind != EX_SELECTOR) {
        check_error(cx, x->span, "%s is not a generic type", check_expr_text(cx, x));
        return NULL;
    }
    check_raw_expr(cx, x);
    if (x->mode == MODE_INVALID)
        return NULL;
    if (x->mode != MODE_TYPE) {
        check_error(cx, x->span, "%s is not a type", check_expr_text(cx, x));
        return NULL;
    }
    if (check_is_generic_type(x->type))
        return x->type;
    check_error(cx, x->span, "%s is not a generic type", check_type_text(cx, x->type));
    return NULL;
}

static void report_argument_count(Checker *cx, Expr *e, u32 want)
{
    u32 have = e->index.args.len;
    bool few = have < want;
    Span at = few ? (Span){e->span.end - 1, e->span.end} : e->index.args.data[want]->span;
    check_error(cx, at, "%s type arguments for type %s: have %u, want %u",
                few ? "not enough" : "too many", check_expr_text(cx, e->index.x), have, want);
}

/* False in its own declaration, if that is an alias or, before Go 1.26, the type parameters are not
 * complete. */
static bool may_be_instantiated(const Checker *cx, const Type *origin)
{
    if (origin->named.obj->type_.is_alias)
        return origin->named.alias_of != NULL;
    return check_go_minor(cx) >= 26 || vec_last(&origin->named.tparams)->tparam.constraint != NULL;
}

Type *check_instance_type(Checker *cx, Expr *e)
{
    Type *origin = generic_operand(cx, e->index.x);
    TypeList targs = {0};
    bool ok = origin != NULL;
    for (u32 i = 0; i < e->index.args.len; i++) {
        Type *t = check_type(cx, e->index.args.data[i]);
        ok &= t->kind != TY_INVALID;
        vec_push(&targs, t);
    }
    Type *t = invalid_type(cx);
    if (ok && !may_be_instantiated(cx, origin)) {
        Obj *obj = origin->named.obj;
        check_cycle_error(cx, &obj, 1);
    } else if (ok && targs.len != origin->named.tparams.len) {
        report_argument_count(cx, e, origin->named.tparams.len);
    } else if (ok) {
        t = type_instance(&cx->types, origin, targs.data, targs.len);
        check_delay_instance(cx, e, t);
        if (origin->named.alias_of != NULL)
            t = type_subst(&cx->types, origin->named.alias_of, origin->named.tparams.data,
                           targs.data, targs.len);
    }
    vec_free(&targs);
    return t;
}

/* ---- receivers ---- */

static Expr *receiver_index(Expr *type)
{
    while (type->kind == EX_PAREN || type->kind == EX_STAR)
        type = type->kind == EX_PAREN ? type->paren : type->star;
    return type->kind == EX_INDEX ? type : NULL;
}

bool check_has_type_params(const FuncDecl *f)
{
    return f->fn.sig.tparams.len > 0 || (f->recv != NULL && receiver_index(f->recv->type) != NULL);
}

void check_make_generic(Checker *cx, FuncDecl *f)
{
    f->obj->func.generic = ARENA_NEW(cx->arena, GenericFunc);
    f->obj->func.generic->pristine = ast_clone_func(cx->arena, f);
}

/* The type parameters of a receiver T[A, B] are new names for those of T. */
static void receiver_params(Checker *cx, ExprList *names, Type *origin, Scope *scope, TypeList *out)
{
    Type **tparams = origin->named.tparams.data;
    for (u32 i = 0; i < names->len; i++) {
        Expr *name = names->data[i];
        const Sym *sym = cx->sym_blank;
        if (name->kind == EX_IDENT)
            sym = name->ident.name;
        else
            check_error(cx, name->span, "receiver type parameter %s must be an identifier",
                        check_expr_text(cx, name));
        Type *t = new_type_param(cx, sym, name->span.start, i);
        check_declare(cx, scope, name, t->tparam.obj);
        check_set(name, MODE_TYPE, t);
        avec_push(cx->arena, out, t);
    }
    for (u32 i = 0; i < out->len; i++)
        out->data[i]->tparam.constraint =
            type_subst(&cx->types, tparams[i]->tparam.constraint, tparams, out->data, out->len);
}

static Type *generic_receiver(Checker *cx, FuncDecl *f, Expr *index, Scope *scope)
{
    Type *origin = generic_operand(cx, index->index.x);
    if (origin == NULL)
        return invalid_type(cx);
    if (origin->named.alias_of != NULL) {
        check_error(cx, index->span, "cannot define new methods on generic alias type %s",
                    check_expr_text(cx, index->index.x));
        return invalid_type(cx);
    }
    if (index->index.args.len != origin->named.tparams.len) {
        report_argument_count(cx, index, origin->named.tparams.len);
        return invalid_type(cx);
    }
    TypeList tparams = {0};
    receiver_params(cx, &index->index.args, origin, scope, &tparams);
    Type *t = type_instance(&cx->types, origin, tparams.data, tparams.len);
    if (f->obj->func.generic != NULL) {
        f->obj->func.generic->tparams.data = tparams.data;
        f->obj->func.generic->tparams.len = tparams.len;
    }
    check_set(index, MODE_TYPE, t);
    return f->obj->func.ptr_recv ? type_pointer(&cx->types, t) : t;
}

Type *check_receiver(Checker *cx, FuncDecl *f, Scope *scope)
{
    Expr *index = receiver_index(f->recv->type);
    return index != NULL ? generic_receiver(cx, f, index, scope) : check_type(cx, f->recv->type);
}
