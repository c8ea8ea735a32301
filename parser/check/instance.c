/* Checker: instances of generic functions: inference of type arguments, and the bodies of
 * instances. */
#include "parser/check/generic.h"

/* ---- instances ---- */

/* The generic function that e denotes, or NULL. */
static Obj *generic_function(Expr *e)
{
    e = check_unparen(e);
    if (e->kind == EX_INDEX)
        e = check_unparen(e->index.x);
    Obj *obj = e->kind == EX_IDENT ? e->ident.obj
               : e->kind == EX_SELECTOR && e->selector.selection == NULL
                   ? e->selector.sel->ident.obj
                   : NULL;
    bool generic = obj != NULL && obj->kind == OBJ_FUNC && obj->func.generic != NULL &&
                   obj->func.generic->origin == NULL;
    return generic ? obj : NULL;
}

static Obj *new_instance(Checker *cx, Obj *origin, Type *const *targs)
{
    GenericFunc *generic = origin->func.generic;
    u32 count = generic->tparams.len;
    Obj *obj = obj_new(cx->arena, OBJ_FUNC, origin->name, origin->pos, origin->pkg);
    Type *sig = type_subst(&cx->types, origin->type, generic->tparams.data, targs, count);
    if (sig == origin->type || sig->func.tparams.len > 0) {
        Type *copy = type_new(&cx->types, TY_FUNC);
        copy->func = sig->func;
        copy->func.tparams.len = 0;
        sig = copy;
    }
    obj->type = sig;
    obj->state = OBJ_DONE;
    obj->func.generic = ARENA_NEW(cx->arena, GenericFunc);
    obj->func.generic->origin = origin;
    for (u32 i = 0; i < count; i++)
        avec_push(cx->arena, &obj->func.generic->targs, targs[i]);
    avec_push(cx->arena, &generic->instances, obj);
    return obj;
}

static Obj *find_instance(Checker *cx, Obj *origin, Type *const *targs)
{
    GenericFunc *generic = origin->func.generic;
    for (u32 i = 0; i < generic->instances.len; i++) {
        Obj *obj = generic->instances.data[i];
        u32 j = 0;
        while (j < generic->tparams.len &&
               type_identical(obj->func.generic->targs.data[j], targs[j]))
            j++;
        if (j == generic->tparams.len)
            return obj;
    }
    return new_instance(cx, origin, targs);
}

/* Makes e, which denotes a generic function, denote its instance. */
static void become_instance(Expr *e, Obj *instance)
{
    for (;; e = e->paren) {
        check_set(e, MODE_VALUE, instance->type);
        if (e->kind != EX_PAREN)
            break;
    }
    if (e->kind == EX_INDEX) {
        Span span = e->span;
        ast_become(e, check_unparen(e->index.x));
        e->span = span;
        check_set(e, MODE_VALUE, instance->type);
    }
    Expr *name = e->kind == EX_SELECTOR ? e->selector.sel : e;
    name->ident.obj = instance;
    check_set(name, MODE_VALUE, instance->type);
}

/* ---- inference ---- */

/* A generic function with fresh type parameters: inside its own body the original ones may occur in
 * arguments. */
typedef struct Fresh {
    Inference in; /* its fresh type parameters, then those of generic arguments */
    u32 count;    /* number of its own type parameters */
    Type *sig;    /* its signature, with in.tparams substituted */
    Obj *origin;
} Fresh;

static bool inside(Checker *cx, Obj *origin)
{
    FuncContext *fn = cx->at.fn;
    while (fn != NULL && fn->outer != NULL)
        fn = fn->outer;
    return fn != NULL && fn->sig == origin->type;
}

static void rename_params(Checker *cx, Obj *origin, Fresh *fresh)
{
    u32 count = fresh->count;
    Type **old = origin->func.generic->tparams.data;
    Type **renamed = ARENA_ARRAY(cx->arena, Type *, count);
    for (u32 i = 0; i < count; i++) {
        renamed[i] = type_new(&cx->types, TY_TYPEPARAM);
        renamed[i]->tparam = old[i]->tparam;
    }
    for (u32 i = 0; i < count; i++)
        renamed[i]->tparam.constraint =
            type_subst(&cx->types, old[i]->tparam.constraint, old, renamed, count);
    fresh->sig = type_subst(&cx->types, origin->type, old, renamed, count);
    fresh->in.tparams = renamed;
}

static void start_inference(Checker *cx, Obj *origin, Fresh *fresh)
{
    GenericFunc *generic = origin->func.generic;
    u32 count = generic->tparams.len;
    *fresh = (Fresh){.origin = origin, .sig = origin->type, .count = count};
    fresh->in =
        (Inference){cx, generic->tparams.data, ARENA_ARRAY(cx->arena, Type *, count), count};
    if (inside(cx, origin))
        rename_params(cx, origin, fresh);
}

static const char *param_name(const Fresh *fresh, u32 i)
{
    return fresh->in.tparams[i]->tparam.obj->name->text;
}

static const char *bound_text(Fresh *fresh, u32 i)
{
    return fresh->in.bound[i] != NULL ? check_type_text(fresh->in.cx, fresh->in.bound[i])
                                      : param_name(fresh, i);
}

static u32 first_unknown(const Fresh *fresh)
{
    u32 i = 0;
    while (i < fresh->count && fresh->in.bound[i] != NULL)
        i++;
    return i;
}

/* One of the two steps that use constraints; false, with a report, if they are contradictory. */
static bool use_constraints(Fresh *fresh, Span at, bool (*step)(Inference *in, u32 *culprit))
{
    u32 i;
    if (step(&fresh->in, &i))
        return true;
    Checker *cx = fresh->in.cx;
    check_error(cx, at, "%s does not satisfy %s", bound_text(fresh, i),
                check_type_text(cx, fresh->in.tparams[i]->tparam.constraint));
    return false;
}

/* The instance with the inferred type arguments; NULL, with a report, if they do not satisfy the
 * constraints. */
static Obj *inferred_instance(Fresh *fresh, Span at, ExprList *args)
{
    Checker *cx = fresh->in.cx;
    if (!check_type_arguments(cx, at, args, fresh->in.tparams, fresh->in.bound, fresh->count))
        return NULL;
    return find_instance(cx, fresh->origin, fresh->in.bound);
}

/* ---- f[T1, T2] ---- */

static bool explicit_arguments(Checker *cx, Expr *e, Fresh *fresh)
{
    e = check_unparen(e);
    if (e->kind != EX_INDEX)
        return true;
    for (u32 i = 0; i < e->index.args.len && i < fresh->in.count; i++) {
        Expr *arg = e->index.args.data[i];
        Type *t = arg->mode == MODE_TYPE ? arg->type : check_type(cx, arg);
        if (t->kind == TY_INVALID)
            return false;
        fresh->in.bound[i] = t;
    }
    return true;
}

void check_func_index(Checker *cx, Expr *e)
{
    Obj *origin = generic_function(e);
    Fresh fresh;
    if (origin == NULL || origin->func.generic->tparams.len == 0) {
        check_invalid(cx, e);
        return;
    }
    start_inference(cx, origin, &fresh);
    bool ok = explicit_arguments(cx, e, &fresh);
    ExprList *args = &e->index.args;
    if (ok && args->len > fresh.in.count) {
        check_error(cx, args->data[fresh.in.count]->span,
                    "got %u type arguments but %s has %u type parameters", args->len,
                    check_expr_text(cx, e->index.x), fresh.in.count);
        ok = false;
    }
    ok = ok && (args->len == fresh.in.count || use_constraints(&fresh, e->span, infer_complete));
    if (!ok) {
        check_invalid(cx, e);
    } else if (first_unknown(&fresh) < fresh.count) {
        check_set(e, MODE_VALUE, origin->type);
    } else {
        Obj *instance = inferred_instance(&fresh, e->span, args);
        if (instance != NULL)
            become_instance(e, instance);
        else
            check_invalid(cx, e);
    }
}

bool check_instantiated(Checker *cx, Expr *e)
{
    if (!check_is_generic_value(e))
        return true;
    check_error(cx, e->span, "cannot use generic function %s without instantiation",
                check_expr_text(cx, e));
    check_invalid(cx, e);
    return false;
}

/* The signature without type parameters. */
static Type *plain_signature(Checker *cx, const Fresh *fresh)
{
    Type *sig = type_new(&cx->types, TY_FUNC);
    sig->func = fresh->sig->func;
    sig->func.tparams.len = 0;
    return sig;
}

bool check_instantiate_to(Checker *cx, Expr *e, Type *target)
{
    Obj *origin = generic_function(e);
    Type *want = type_underlying(target);
    Fresh fresh;
    u32 culprit;
    if (origin == NULL || want->kind != TY_FUNC)
        return false;
    start_inference(cx, origin, &fresh);
    if (!explicit_arguments(cx, e, &fresh) ||
        !infer_unify(&fresh.in, plain_signature(cx, &fresh), want, true) ||
        !infer_complete(&fresh.in, &culprit) || first_unknown(&fresh) < fresh.count)
        return false;
    Obj *instance = inferred_instance(&fresh, e->span, NULL);
    if (instance == NULL)
        check_invalid(cx, e);
    else
        become_instance(e, instance);
    return true;
}

/* ---- calls ---- */

static void report_mismatch(Fresh *fresh, Expr *call, Expr *arg, Span at, Type *t, Type *param)
{
    Checker *cx = fresh->in.cx;
    check_error(cx, at, "type %s of %s does not match %s in call to %s", check_type_text(cx, t),
                arg != NULL ? check_expr_text(cx, arg) : "value", check_type_text(cx, param),
                check_expr_text(cx, call->call.fun));
}

/* Unifies the type of a parameter with that of its argument, if the argument is typed. */
static bool infer_argument(Fresh *fresh, Expr *call, Values *args, u32 i, Type *param)
{
    Expr *arg = args->exprs.data[i];
    Type *t = arg != NULL ? arg->type : args->types.data[i];
    if (type_is_untyped(t) || t->kind == TY_INVALID || t->kind == TY_TUPLE ||
        (arg != NULL && (arg->mode == MODE_INVALID || check_is_generic_value(arg))))
        return true;
    if (!type_mentions_param(param) || infer_unify(&fresh->in, param, t, false))
        return true;
    report_mismatch(fresh, call, arg, arg != NULL ? arg->span : args->unpacked->span, t, param);
    return false;
}

/* Untyped constants: the type parameter gets the default type of the "largest" kind among them. */
static bool infer_constants(Fresh *fresh, Values *args, bool spread)
{
    Checker *cx = fresh->in.cx;
    Type **largest = ARENA_ARRAY(cx->arena, Type *, fresh->in.count);
    for (u32 i = 0; i < args->exprs.len; i++) {
        Expr *arg = args->exprs.data[i];
        Type *param = check_param_type(fresh->sig, i, spread);
        if (arg == NULL || param == NULL || arg->mode == MODE_NIL || !type_is_untyped(arg->type))
            continue;
        for (u32 j = 0; j < fresh->count; j++) {
            if (param != fresh->in.tparams[j] || *infer_binding(&fresh->in, j) != NULL)
                continue;
            Type *old = largest[j], *t = arg->type;
            if (old != NULL && old != t && !(type_is_numeric(old) && type_is_numeric(t))) {
                check_error(cx, arg->span, "mismatched types %s and %s (cannot infer %s)",
                            check_type_text(cx, old), check_type_text(cx, t), param_name(fresh, j));
                return false;
            }
            if (old != NULL && old != t && check_go_minor(cx) < 21) {
                check_error(cx, arg->span,
                            "default type %s of %s does not match inferred type %s for %s",
                            check_type_text(cx, check_default_of(cx, t)), check_expr_text(cx, arg),
                            check_type_text(cx, check_default_of(cx, old)), param_name(fresh, j));
                return false;
            }
            if (old == NULL || old->kind < t->kind)
                largest[j] = t;
        }
    }
    for (u32 j = 0; j < fresh->count; j++)
        if (largest[j] != NULL)
            *infer_binding(&fresh->in, j) = check_default_of(cx, largest[j]);
    return true;
}

/* Adds the type parameters of a generic argument, which are inferred together with those of the
 * call. */
static void add_params(Fresh *fresh, const Fresh *other)
{
    Inference *in = &fresh->in;
    u32 count = in->count + other->count;
    Type **tparams = ARENA_ARRAY(in->cx->arena, Type *, count);
    Type **bound = ARENA_ARRAY(in->cx->arena, Type *, count);
    for (u32 i = 0; i < count; i++) {
        const Inference *from = i < in->count ? in : &other->in;
        u32 k = i < in->count ? i : i - in->count;
        tparams[i] = from->tparams[k];
        bound[i] = from->bound[k];
    }
    *in = (Inference){in->cx, tparams, bound, count};
}

static bool infer_generic_argument(Fresh *fresh, Expr *call, Expr *arg, Type *param)
{
    Checker *cx = fresh->in.cx;
    Fresh other;
    start_inference(cx, generic_function(arg), &other);
    rename_params(cx, other.origin, &other);
    if (!explicit_arguments(cx, arg, &other))
        return false;
    add_params(fresh, &other);
    Type *sig = plain_signature(cx, &other);
    if (infer_unify(&fresh->in, param, sig, false))
        return true;
    report_mismatch(fresh, call, arg, arg->span, arg->type, param);
    return false;
}

/* The instance of a generic argument is determined when it is assigned to its parameter. */
static bool infer_generic_args(Fresh *fresh, Expr *call, Values *args)
{
    for (u32 i = 0; i < args->exprs.len; i++) {
        Expr *arg = args->exprs.data[i];
        Type *param = check_param_type(fresh->sig, i, call->call.spread_pos);
        if (arg != NULL && param != NULL && check_is_generic_value(arg) &&
            !infer_generic_argument(fresh, call, arg, param))
            return false;
    }
    return true;
}

static bool infer_arguments(Fresh *fresh, Expr *call, Values *args)
{
    bool spread = call->call.spread_pos;
    for (u32 i = 0; i < args->exprs.len; i++) {
        Type *param = check_param_type(fresh->sig, i, spread);
        if (param != NULL && !infer_argument(fresh, call, args, i, param))
            return false;
    }
    Span at = call->call.fun->span;
    return infer_generic_args(fresh, call, args) && use_constraints(fresh, at, infer_constraints) &&
           infer_constants(fresh, args, spread) && use_constraints(fresh, at, infer_complete);
}

Type *check_infer_call(Checker *cx, Expr *call, Values *args)
{
    Expr *fun = call->call.fun;
    Obj *origin = generic_function(fun);
    Fresh fresh;
    if (origin == NULL)
        return NULL;
    start_inference(cx, origin, &fresh);
    if (!explicit_arguments(cx, fun, &fresh) || !infer_arguments(&fresh, call, args))
        return NULL;
    u32 unknown = first_unknown(&fresh);
    if (unknown < fresh.count) {
        if (!args->invalid)
            check_error(cx, ast_rparen(call), "in call to %s, cannot infer %s",
                        check_expr_text(cx, fun), param_name(&fresh, unknown));
        return NULL;
    }
    Obj *instance = inferred_instance(&fresh, fun->span, NULL);
    if (instance == NULL)
        return NULL;
    become_instance(fun, instance);
    return instance->type;
}

/* ---- bodies ---- */

static void enter(Checker *cx, Obj *instance)
{
    Obj *origin = instance->func.generic->origin;
    Scope *scope = scope_new(cx->arena, origin->file_ast->scope);
    cx->at = (CheckPlace){.pkg = origin->pkg,
                          .file = origin->file_ast,
                          .scope = scope,
                          .instance = instance,
                          .type_nesting = cx->at.type_nesting,
                          .lazy_types = cx->at.lazy_types};
}

/* Declares the names of type parameters as the type arguments, for the copied body. */
static void declare_arguments(Checker *cx, GenericFunc *instance)
{
    GenericFunc *generic = instance->origin->func.generic;
    for (u32 i = 0; i < generic->tparams.len && i < instance->targs.len; i++) {
        Obj *param = generic->tparams.data[i]->tparam.obj;
        Obj *obj = obj_new(cx->arena, OBJ_TYPE, param->name, param->pos, param->pkg);
        obj->type = instance->targs.data[i];
        obj->state = OBJ_DONE;
        obj->type_.is_alias = obj->type_.is_argument = true;
        scope_insert(cx->arena, cx->at.scope, obj);
    }
}

static void declare_receiver(Checker *cx, Obj *instance, FuncDecl *f)
{
    Type *t = instance->func.recv;
    if (instance->func.ptr_recv)
        t = type_pointer(&cx->types, t);
    const Sym *name = f->recv->name != NULL ? f->recv->name->ident.name : NULL;
    Obj *obj = check_new_var(cx, name, f->recv->span.start, t, VAR_PARAM);
    obj->var.func = &f->fn;
    obj->used = true;
    avec_push(cx->arena, &f->fn.params, obj);
    f->fn.type->func.recv = t;
}

FuncDecl *check_instance_decl(Checker *cx, Obj *instance)
{
    GenericFunc *generic = instance->func.generic;
    FuncDecl *f = ast_clone_func(cx->arena, generic->origin->func.generic->pristine);
    f->obj = instance;
    instance->func.decl = f;
    f->fn.sig.tparams.len = 0;
    if (type_is_endless(generic->targs.data, generic->targs.len))
        check_error(cx, check_sym_span(instance->pos, instance->name),
                    "instantiation cycle: %s needs instances of itself without end",
                    instance->name->text);
    CheckPlace saved = cx->at;
    enter(cx, instance);
    Type *sig = type_new(&cx->types, TY_FUNC);
    f->fn.type = sig;
    declare_arguments(cx, generic);
    check_types_begin(cx);
    if (f->recv != NULL)
        declare_receiver(cx, instance, f);
    check_fill_signature(cx, sig, &f->fn.sig, f->recv, cx->at.scope, &f->fn);
    check_types_end(cx);
    if (f->fn.body != NULL)
        check_func_body(cx, &f->fn, sig, instance->name->text, cx->at.scope);
    cx->at = saved;
    return f;
}

Type *check_endless_type(Checker *cx)
{
    return cx->types.too_deep;
}
