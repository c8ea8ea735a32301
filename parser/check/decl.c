/* Checker: package-level declarations. They are resolved at first use, in any order (check_object);
 * objects being resolved form a path, on which cycles are found. */
#include "parser/check/generic.h"

/* ---- cycles ---- */

/* A cycle is reported at a member that is not a function, if it has one. */
static bool precedes(const Obj *a, const Obj *b)
{
    if ((a->kind == OBJ_FUNC) != (b->kind == OBJ_FUNC))
        return b->kind == OBJ_FUNC;
    return a->pos < b->pos;
}

static u32 first_in_source(Obj **cycle, u32 count)
{
    u32 first = 0;
    for (u32 i = 1; i < count; i++)
        if (precedes(cycle[i], cycle[first]))
            first = i;
    return first;
}

static void note_cycle(Checker *cx, Diag *diag, Obj **cycle, u32 count, u32 first)
{
    for (u32 i = 0; i < count; i++) {
        Obj *obj = cycle[(first + i) % count], *next = cycle[(first + i + 1) % count];
        check_note_at(cx, diag, obj->pos, "%s refers to %s", obj->name->text, next->name->text);
    }
}

void check_cycle_error(Checker *cx, Obj **cycle, u32 count)
{
    u32 first = first_in_source(cycle, count);
    Obj *obj = cycle[first];
    Span at = check_sym_span(obj->pos, obj->name);
    bool is_type = obj->kind == OBJ_TYPE;
    if (count == 1) {
        check_error(cx, at, "invalid %s: %s refers to itself",
                    is_type ? "recursive type" : "cycle in declaration", obj->name->text);
        return;
    }
    Diag *diag =
        check_error(cx, at, "invalid %s %s", is_type ? "recursive type" : "cycle in declaration of",
                    obj->name->text);
    note_cycle(cx, diag, cycle, count, first);
}

void check_init_cycle(Checker *cx, Obj **cycle, u32 count)
{
    u32 first = first_in_source(cycle, count);
    Obj *obj = cycle[first];
    Span at = check_sym_span(obj->pos, obj->name);
    if (count == 1) {
        check_error(cx, at, "initialization cycle: %s refers to itself", obj->name->text);
        return;
    }
    Diag *diag = check_error(cx, at, "initialization cycle for %s", obj->name->text);
    note_cycle(cx, diag, cycle, count, first);
}

/* The index of obj in the path of objects being resolved. All variables of `var a, b = f()` count
 * as one. */
static u32 path_index(Checker *cx, Obj *obj)
{
    for (u32 i = cx->path.len; i-- > 0;)
        if (cx->path.data[i] == obj)
            return i;
    for (u32 i = cx->path.len; i-- > 0;)
        if (obj->decl != NULL && cx->path.data[i]->decl == obj->decl)
            return i;
    return cx->path.len;
}

/* Called when obj is used while it is being resolved. Types may be (through pointers and the like);
 * for values it is an initialisation cycle, unless they have a declared type. */
static void check_cycle(Checker *cx, Obj *obj)
{
    u32 start = path_index(cx, obj), values = 0, types = 0;
    Obj **cycle = cx->path.data + start;
    u32 count = cx->path.len - start;
    Type *invalid = cx->universe->basic[TY_INVALID];
    for (u32 i = 0; i < count; i++) {
        values += cycle[i]->kind == OBJ_CONST || cycle[i]->kind == OBJ_VAR;
        types += cycle[i]->kind == OBJ_TYPE && !cycle[i]->type_.is_alias;
    }
    bool is_value = obj->kind == OBJ_CONST || obj->kind == OBJ_VAR;
    if (count > 0 && values == count) {
        /* variables with a declared type are left to check_init_order */
        if (obj->type == NULL || obj->kind == OBJ_CONST)
            check_init_cycle(cx, cycle, count);
    } else if (count > 0 && !(values == 0 && types > 0)) {
        check_cycle_error(cx, cycle, count);
        if (obj->kind != OBJ_FUNC)
            obj->type = invalid;
    }
    if (is_value && obj->type == NULL)
        obj->type = invalid;
    if (obj->kind == OBJ_TYPE && obj->type == NULL) {
        if (values == 0 && types > 0)
            check_error(cx, check_sym_span(obj->pos, obj->name),
                        "invalid use of type alias %s in recursive type", obj->name->text);
        obj->type = invalid;
    }
}

/* ---- constants ---- */

/* The type of a declaration; it is checked only once if the declaration has several names. */
static Type *declared_type(Checker *cx, Expr *type)
{
    return type->type != NULL ? type->type : check_type(cx, type);
}

static void const_value(Checker *cx, Obj *obj, Decl *decl)
{
    Type *invalid = cx->universe->basic[TY_INVALID], *type = NULL;
    if (decl->value.type != NULL) {
        type = declared_type(cx, decl->value.type);
        if (!type_is_const_type(type)) {
            if (type_underlying(type)->kind != TY_INVALID)
                check_error(cx, decl->value.type->span, "invalid constant type %s",
                            check_type_text(cx, type));
            obj->type = invalid;
            return;
        }
        obj->type = type;
    }
    if (obj->decl_index >= decl->value.values.len) {
        obj->type = invalid;
        return;
    }
    Expr *e = decl->value.values.data[obj->decl_index];
    check_expr(cx, e);
    if (e->mode != MODE_CONST && e->mode != MODE_INVALID) {
        check_error(cx, e->span, "%s is not constant", check_operand_text(cx, e));
        check_invalid(cx, e);
    }
    if (e->mode == MODE_CONST && type != NULL)
        check_assignable(cx, e, type, "constant declaration");
    obj->type = e->mode == MODE_CONST ? e->type : invalid;
    obj->constant.val = e->mode == MODE_CONST ? e->val : NULL;
}

void check_const_decl(Checker *cx, Obj *obj, Decl *decl)
{
    Const *iota = cx->at.iota;
    Pos const_pos = cx->at.const_pos;
    cx->at.iota = const_int(cx->consts, decl->iota);
    cx->at.const_pos = decl->implicit ? obj->pos : 0;
    const_value(cx, obj, decl);
    cx->at.iota = iota;
    cx->at.const_pos = const_pos;
}

void check_arity(Checker *cx, Decl *decl)
{
    ExprList *names = &decl->value.names, *values = &decl->value.values;
    bool is_const = decl->kind == DECL_CONST;
    if (!is_const && values->len == 0 && decl->value.type != NULL)
        return;
    if (names->len < values->len) {
        Expr *extra = values->data[names->len];
        if (decl->implicit)
            check_error(cx, decl->span, "extra init expr");
        else
            check_error(cx, extra->span, "extra init expr %s", check_expr_text(cx, extra));
    } else if (names->len > values->len && (is_const || values->len != 1)) {
        Expr *name = names->data[values->len];
        check_error(cx, name->span, "missing init expr for %s", name->ident.name->text);
    }
}

/* ---- variables ---- */

/* Checks all names of var a, b = f() at once. In a script some may be existing variables. */
static void unpacked_vars(Checker *cx, Decl *decl)
{
    u32 count = decl->value.objs.len;
    Obj **objs = decl->value.objs.data;
    for (u32 i = 0; i < count; i++) {
        if (objs[i]->decl == decl || objs[i]->decl == NULL)
            objs[i]->state = OBJ_RESOLVING;
        else
            check_object(cx, objs[i]);
    }
    check_init_vars(cx, objs, count, &decl->value.values, decl->span, false);
    for (u32 i = 0; i < count; i++)
        objs[i]->state = OBJ_DONE;
}

void check_var_decl(Checker *cx, Obj *obj, Decl *decl)
{
    ExprList *values = &decl->value.values;
    u32 names = decl->value.names.len;
    if (decl->value.type != NULL) {
        obj->type = declared_type(cx, decl->value.type);
        if (values->len == 1 && names > 1)
            for (u32 i = 0; i < decl->value.objs.len; i++)
                decl->value.objs.data[i]->type = obj->type;
    }
    if (decl->value.embed != NULL)
        check_embed(cx, obj, decl);
    if (values->len == 1 && names > 1) {
        unpacked_vars(cx, decl);
    } else if (obj->decl_index < values->len) {
        Expr *e = values->data[obj->decl_index];
        if (names == 1 && values->len == 1) {
            ExprList one = {&e, 1, 1};
            check_init_values(cx, &obj, 1, &one, e->span, "variable declaration", false);
        } else {
            check_expr(cx, e);
            check_init_var(cx, obj, e, "variable declaration");
        }
    }
    if (obj->type == NULL)
        obj->type = cx->universe->basic[TY_INVALID];
    if (obj->type->kind == TY_INVALID)
        obj->used = true;
}

/* ---- types ---- */

Type *check_new_named(Checker *cx, Obj *obj)
{
    Type *named = type_new(&cx->types, TY_NAMED);
    named->named.obj = obj;
    obj->type = named;
    return named;
}

/* Gives the underlying type of `named` to the types that wait for it. */
static void resolve_forwards(Checker *cx, Type *named)
{
    for (u32 i = 0; i < cx->forwards.len; i++) {
        Forward f = cx->forwards.data[i];
        if (f.to != named && f.to->named.origin != named)
            continue;
        cx->forwards.data[i--] = cx->forwards.data[--cx->forwards.len];
        Type *u = type_underlying(f.to);
        f.def->named.underlying = u->kind == TY_NAMED ? cx->universe->basic[TY_INVALID] : u;
        resolve_forwards(cx, f.def);
    }
}

/* `type A B`, where B is not resolved yet: A gets its underlying type when B does. If B waits,
 * directly or indirectly, for A, it is a cycle. */
static void forward_type(Checker *cx, Type *named, Type *written)
{
    ObjList chain = {0};
    vec_push(&chain, named->named.obj);
    for (Type *t = written; t != NULL && t != named && t->named.origin != named;) {
        Type *next = NULL;
        vec_push(&chain, t->named.obj);
        for (u32 i = 0; i < cx->forwards.len; i++)
            if (cx->forwards.data[i].def == t || cx->forwards.data[i].def == t->named.origin)
                next = cx->forwards.data[i].to;
        if (next == NULL) {
            Forward f = {named, written};
            vec_push(&cx->forwards, f);
            vec_free(&chain);
            return;
        }
        t = next;
    }
    check_cycle_error(cx, chain.data, chain.len);
    vec_free(&chain);
    named->named.underlying = cx->universe->basic[TY_INVALID];
}

/* The type parameters are in scope in the declaration only. */
static void generic_type_params(Checker *cx, Decl *decl, Type *named)
{
    TypeList tparams = {0};
    cx->at.scope = scope_new(cx->arena, cx->at.scope);
    check_type_params(cx, cx->at.scope, &decl->type.tparams, &tparams);
    /* Complete before the constraints are checked, which may mention the type itself. */
    named->named.tparams.data = tparams.data;
    named->named.tparams.len = named->named.tparams.cap = tparams.len;
    check_type_constraints(cx, &decl->type.tparams, tparams.data);
}

static void defined_type(Checker *cx, Obj *obj, Decl *decl)
{
    Type *named = obj->type != NULL ? obj->type : check_new_named(cx, obj);
    named->named.state = NAMED_RESOLVING;
    Scope *outer = cx->at.scope;
    if (decl->type.tparams.len > 0)
        generic_type_params(cx, decl, named);
    Type *written = check_defined_type(cx, decl->type.type, named);
    cx->at.scope = outer;
    if (written->kind == TY_TYPEPARAM) {
        check_error(cx, decl->type.type->span,
                    "cannot use a type parameter as RHS in type declaration");
        named->named.underlying = cx->universe->basic[TY_INVALID];
    }
    if (named->named.underlying == NULL)
        forward_type(cx, named, written);
    named->named.state = NAMED_DONE;
    if (named->named.underlying != NULL)
        resolve_forwards(cx, named);
    if (named->named.methods.len > 0)
        check_delay(cx, DELAYED_METHODS, decl->span, named);
    check_delay(cx, DELAYED_FINITE, decl->span, named);
    check_delay(cx, DELAYED_SIZE, decl->span, named);
}

/* What an alias denotes. */
static Type *aliased_type(Checker *cx, Obj *obj, Decl *decl)
{
    cx->constraint_ok = true;
    Type *t = check_type(cx, decl->type.type);
    if (type_is_reasonable(t))
        return t;
    check_error(cx, decl->type.name->span, "type %s has too many parts or levels", obj->name->text);
    return cx->universe->basic[TY_INVALID];
}

/* A generic alias is a generic type that only check_instance_type sees: its instances are what it
 * denotes, with the type arguments in the places of the parameters. */
static void generic_alias(Checker *cx, Obj *obj, Decl *decl)
{
    if (check_go_minor(cx) < 24) {
        check_error(cx, decl->type.name->span, "generic type alias requires go1.24 or later");
        obj->type = cx->universe->basic[TY_INVALID];
        return;
    }
    Type *named = check_new_named(cx, obj);
    named->named.state = NAMED_RESOLVING;
    Scope *outer = cx->at.scope;
    generic_type_params(cx, decl, named);
    Type *t = aliased_type(cx, obj, decl);
    cx->at.scope = outer;
    if (t->kind == TY_TYPEPARAM) {
        check_error(cx, decl->type.type->span,
                    "cannot use type parameter declared in alias declaration as RHS");
        t = cx->universe->basic[TY_INVALID];
    }
    named->named.alias_of = t;
    named->named.underlying = type_underlying(t);
    named->named.state = NAMED_DONE;
}

void check_type_decl(Checker *cx, Obj *obj, Decl *decl)
{
    check_types_begin(cx);
    if (!decl->type.alias) {
        defined_type(cx, obj, decl);
    } else {
        obj->type_.is_alias = true;
        if (decl->type.tparams.len > 0) {
            generic_alias(cx, obj, decl);
        } else {
            Type *t = aliased_type(cx, obj, decl);
            if (obj->type == NULL)
                obj->type = t;
        }
    }
    check_types_end(cx);
}

void check_method_names(Checker *cx, Type *named)
{
    Type *u = type_underlying(named);
    if (u->kind != TY_STRUCT)
        return;
    for (u32 i = 0; i < named->named.methods.len; i++) {
        Obj *method = named->named.methods.data[i];
        for (u32 j = 0; j < u->strct.fields.len; j++) {
            StructField *field = &u->strct.fields.data[j];
            if (field->name != method->name || field->pkg != method->pkg)
                continue;
            Diag *diag = check_error(cx, check_sym_span(method->pos, method->name),
                                     "field and method with the same name %s", method->name->text);
            check_note_at(cx, diag, field->pos, "other declaration of %s", field->name->text);
        }
    }
}

/* ---- functions ---- */

void check_receiver_type(Checker *cx, Span at, Type *t)
{
    bool is_pointer = t->kind == TY_POINTER;
    Type *base = is_pointer ? t->pointer.elem : t;
    Type *u = type_underlying(base);
    if (base->kind == TY_INVALID || u->kind == TY_INVALID)
        return;
    if (base->kind == TY_NAMED && base->named.obj->pkg == cx->at.pkg) {
        if (u->kind == TY_POINTER || u->kind == TY_INTERFACE)
            check_error(cx, at, "invalid receiver type %s (pointer or interface type)",
                        check_type_text(cx, base));
    } else if (base->kind == TY_NAMED || base->kind < TY_NAMED) {
        check_error(cx, at, "cannot define new methods on non-local type %s",
                    check_type_text(cx, base));
    } else {
        check_error(cx, at, "invalid receiver type %s", check_type_text(cx, t));
    }
}

/* The receiver is the first parameter of the body, but not part of the signature. */
static void declare_receiver(Checker *cx, FuncDecl *f, Type *sig, Scope *scope)
{
    Field *recv = f->recv;
    Type *t = check_receiver(cx, f, scope);
    const Sym *name = recv->name != NULL ? recv->name->ident.name : NULL;
    Obj *obj = check_new_var(cx, name, recv->span.start, t, VAR_PARAM);
    obj->var.func = &f->fn;
    obj->used = true;
    avec_push(cx->arena, &f->fn.params, obj);
    sig->func.recv = t;
    check_delay(cx, DELAYED_RECEIVER, recv->type->span, t);
}

static void declare_type_params(Checker *cx, FuncDecl *f, Type *sig, Scope *scope)
{
    TypeList tparams = {0};
    if (f->recv != NULL)
        check_error(cx, f->fn.sig.tparams.data[0]->span, "methods cannot have type parameters");
    check_type_params(cx, scope, &f->fn.sig.tparams, &tparams);
    check_type_constraints(cx, &f->fn.sig.tparams, tparams.data);
    sig->func.tparams.data = tparams.data;
    sig->func.tparams.len = sig->func.tparams.cap = tparams.len;
    f->obj->func.generic->tparams.data = tparams.data;
    f->obj->func.generic->tparams.len = tparams.len;
}

/* Whether a missing body is an error. With only_check a function may be implemented elsewhere, but
 * not init or main. */
static bool needs_body(const Checker *cx, const FuncDecl *f)
{
    const Sym *name = f->name->ident.name;
    bool is_entry = f->recv == NULL && (name == cx->sym_init || name == cx->sym_main);
    return !cx->at.pkg->is_library && (!cx->options.only_check || is_entry);
}

static void check_func_decl(Checker *cx, Obj *obj, FuncDecl *f)
{
    Type *sig = type_new(&cx->types, TY_FUNC);
    if (check_has_type_params(f))
        check_make_generic(cx, f);
    obj->type = sig; /* set first: types in the signature may refer to the function */
    obj->state = OBJ_DONE;
    f->fn.type = sig;
    Scope *scope = scope_new(cx->arena, cx->at.scope);
    cx->at.scope = scope;
    check_types_begin(cx);
    if (f->recv != NULL)
        declare_receiver(cx, f, sig, scope);
    if (f->fn.sig.tparams.len > 0)
        declare_type_params(cx, f, sig, scope);
    check_fill_signature(cx, sig, &f->fn.sig, f->recv, scope, &f->fn);
    check_types_end(cx);
    if (f->fn.body != NULL && cx->at.pkg->is_library)
        check_body_when_needed(cx, f, sig, scope);
    else if (f->fn.body != NULL)
        check_late_body(cx, &f->fn, sig, obj->name->text, scope);
    else if ((f->linked = check_linked(cx, f, sig)) == NULL && needs_body(cx, f))
        check_error_last(cx, f->name->span, "missing function body");
}

/* ---- objects ---- */

static void enter_object(Checker *cx, Obj *obj)
{
    cx->at.file = obj->file_ast;
    cx->at.scope = obj->file_ast->scope;
    cx->at.fn = NULL;
    cx->at.deps = obj->deps;
    cx->at.iota = NULL;
    cx->at.const_pos = 0;
    cx->at.depth = 0;
    cx->at.lazy_types &= obj->kind == OBJ_TYPE;
    vec_push(&cx->path, obj);
    obj->state = OBJ_RESOLVING;
}

static void leave_object(Checker *cx, Obj *obj, const CheckPlace *saved)
{
    cx->path.len--;
    obj->state = OBJ_DONE;
    cx->at = *saved;
}

static void resolve(Checker *cx, Obj *obj)
{
    switch (obj->kind) {
    case OBJ_CONST: check_const_decl(cx, obj, obj->decl); break;
    case OBJ_VAR: check_var_decl(cx, obj, obj->decl); break;
    case OBJ_TYPE: check_type_decl(cx, obj, obj->decl); break;
    case OBJ_FUNC: check_func_decl(cx, obj, obj->func.decl); break;
    default: break;
    }
}

void check_object(Checker *cx, Obj *obj)
{
    if (obj->state == OBJ_DONE)
        return;
    limits_poll();
    if (obj->kind == OBJ_FUNC && obj->func.generic != NULL && obj->func.generic->origin != NULL) {
        check_object(cx, obj->func.generic->origin);
        type_fill_method(obj);
        return;
    }
    if (obj->state == OBJ_RESOLVING) {
        check_cycle(cx, obj);
        return;
    }
    if (obj->pkg != cx->at.pkg && obj->pkg != NULL && obj->pkg->is_library && obj->pkg->complete) {
        check_library_object(cx, obj);
        return;
    }
    if (obj->pkg != cx->at.pkg || obj->file_ast == NULL || obj->decl == NULL) {
        /* in a package that (wrongly) imports this one */
        obj->state = OBJ_DONE;
        if (obj->type == NULL)
            obj->type = cx->universe->basic[TY_INVALID];
        return;
    }
    CheckPlace saved = cx->at;
    enter_object(cx, obj);
    if (check_enter(cx, check_sym_span(obj->pos, obj->name)))
        resolve(cx, obj);
    check_leave(cx);
    if (obj->type == NULL)
        obj->type = cx->universe->basic[TY_INVALID];
    leave_object(cx, obj, &saved);
}

void check_need_type(Checker *cx, Type *t)
{
    if (t->kind == TY_POINTER)
        t = t->pointer.elem;
    if (t->kind == TY_NAMED && t->named.underlying == NULL && t->named.obj->state == OBJ_NEW)
        check_object(cx, t->named.obj);
}

/* The depth is limited, because embedded types may embed themselves through pointers. */
static void resolve_methods(Checker *cx, Type *t, int depth)
{
    enum { DEEPEST = 4 };
    if (t->kind == TY_POINTER)
        t = t->pointer.elem;
    for (u32 i = 0; t->kind == TY_NAMED && i < type_method_count(t); i++)
        check_object(cx, type_method(t, i));
    Type *u = type_underlying(t);
    for (u32 i = 0; u->kind == TY_STRUCT && depth < DEEPEST && i < u->strct.fields.len; i++)
        if (u->strct.fields.data[i].embedded)
            resolve_methods(cx, u->strct.fields.data[i].type, depth + 1);
}

/* The signatures of a package's methods are resolved before its bodies; only declarations may use
 * them before that. */
void check_resolve_methods(Checker *cx, Type *t)
{
    if (cx->at.pkg != NULL && cx->at.pkg->state == PKG_COLLECTED)
        resolve_methods(cx, t, 0);
}
