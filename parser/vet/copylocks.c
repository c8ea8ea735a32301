/* Locks passed or copied by value: the copy is another lock, which protects nothing. As in go vet,
 * what has just been made may be copied: composite literals and results of calls. */
#include <string.h>

#include "parser/vet/vet.h"

enum { MOST_NESTING = 30 };

static bool is_sync_type(const Type *t)
{
    static const char *const names[] = {"Mutex", "RWMutex", "WaitGroup", "Once",
                                        "Cond",  "Pool",    "Map"};
    static const char *const atomics[] = {"Bool",   "Int32",   "Int64",  "Uint32",
                                          "Uint64", "Uintptr", "Pointer"};
    const Obj *obj = t->named.obj;
    if (!obj->pkg || !obj->pkg->is_library)
        return false;
    for (u32 i = 0; !strcmp(obj->pkg->path, "sync") && i < COUNT_OF(names); i++)
        if (!strcmp(obj->name->text, names[i]))
            return true;
    for (u32 i = 0; !strcmp(obj->pkg->path, "sync/atomic") && i < COUNT_OF(atomics); i++)
        if (!strcmp(obj->name->text, atomics[i]))
            return true;
    return false;
}

/* What the locks of Go's library that have no methods Lock and Unlock themselves contain. */
static const char *lock_within(const Type *t)
{
    static const char *const within[][2] = {{"WaitGroup", "sync.noCopy"},
                                            {"Once", "sync.Mutex"},
                                            {"Cond", "sync.noCopy"},
                                            {"Pool", "sync.noCopy"},
                                            {"Map", "sync.Mutex"}};
    for (u32 i = 0; i < COUNT_OF(within); i++)
        if (vet_is_named(t, "sync", within[i][0]))
            return within[i][1];
    return is_sync_type(t) && !strcmp(t->named.obj->pkg->path, "sync/atomic") ? "atomic.noCopy"
                                                                              : NULL;
}

static bool has_method(Type *t, const char *name, bool addressable)
{
    const Type *sig = vet_method(t, name, addressable, NULL);
    return sig && !sig->func.params.len && !sig->func.results.len;
}

/* Whether pointers to the type have methods Lock and Unlock that values have not. */
static bool has_lock_methods(Type *t)
{
    Type *u = type_underlying(t);
    bool may_have = t->kind == TY_NAMED && type_method_count(t);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++)
        may_have |= u->strct.fields.data[i].embedded;
    return may_have && u->kind != TY_INTERFACE && u->kind != TY_POINTER &&
           has_method(t, "Lock", true) && has_method(t, "Unlock", true) &&
           !(has_method(t, "Lock", false) && has_method(t, "Unlock", false));
}

static Type *lock_in(Type *t, u32 depth);

/* A type that the type parameter may be and that is or contains a lock, or NULL. */
static const TypeTerm *locked_term(Type *param, u32 depth)
{
    const TypeSet *set = type_param_set(param);
    for (u32 i = 0; i < set->terms.len; i++)
        if (lock_in(set->terms.data[i].type, depth + 1))
            return &set->terms.data[i];
    return NULL;
}

/* The lock that a value of the type is or contains, or NULL. */
static Type *lock_in(Type *t, u32 depth)
{
    if (!t || depth > MOST_NESTING)
        return NULL;
    Type *u = type_underlying(t);
    if (u->kind == TY_ARRAY)
        return lock_in(u->array.elem, depth + 1);
    if (u->kind == TY_TYPEPARAM)
        return locked_term(u, depth) ? t : NULL;
    if ((t->kind == TY_NAMED && is_sync_type(t)) || (u->kind == TY_STRUCT && has_lock_methods(t)))
        return t;
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++) {
        Type *lock = lock_in(u->strct.fields.data[i].type, depth + 1);
        if (lock)
            return lock;
    }
    return NULL;
}

/* The types on the way to the lock: "T contains sync.Mutex". */
static const char *way_to_lock(Diags *found, Type *t, u32 depth)
{
    const char *name = vet_type_text(found, t);
    const char *within = t->kind == TY_NAMED ? lock_within(t) : NULL;
    if (within)
        return arena_printf(&found->arena, "%s contains %s", name, within);
    Type *u = type_underlying(t);
    if (u->kind == TY_STRUCT && has_lock_methods(t))
        return name;
    const TypeTerm *term = u->kind == TY_TYPEPARAM ? locked_term(u, depth) : NULL;
    if (term)
        return arena_printf(&found->arena, "%s contains %s%s", name, term->tilde ? "~" : "",
                            way_to_lock(found, term->type, depth + 1));
    if (u->kind == TY_ARRAY)
        return way_to_lock(found, u->array.elem, depth + 1);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++)
        if (lock_in(u->strct.fields.data[i].type, depth + 1)) {
            const char *rest = way_to_lock(found, u->strct.fields.data[i].type, depth + 1);
            return arena_printf(&found->arena, "%s contains %s", name, rest);
        }
    return name;
}

/* Whether the value exists elsewhere, too. */
static bool is_copy(Expr *e)
{
    e = vet_unparen(e);
    if (e->kind == EX_STAR && vet_unparen(e->star)->kind == EX_CALL)
        return false;
    return e->mode != MODE_TYPE && e->kind != EX_COMPOSITE && e->kind != EX_CALL &&
           e->kind != EX_BAD;
}

/* The way to the lock that the expression copies, or NULL. */
static const char *copied(Diags *found, Expr *e)
{
    if (e->kind == EX_KEYVALUE)
        e = e->keyvalue.value;
    return e->type && is_copy(e) && lock_in(e->type, 0) ? way_to_lock(found, e->type, 0) : NULL;
}

static bool is_blank(const Expr *e)
{
    return e->kind == EX_IDENT && !strcmp(e->ident.name->text, "_");
}

static void check_literal(Diags *found, const ExprList *elems)
{
    for (u32 i = 0; i < elems->len; i++) {
        Expr *e = elems->data[i];
        const char *lock = copied(found, e);
        if (lock)
            diag_warning(found, e->span, "literal copies lock value from %s: %s",
                         vet_text(found, e->kind == EX_KEYVALUE ? e->keyvalue.value : e), lock);
    }
}

static void check_call(Diags *found, const Expr *call)
{
    BuiltinId builtin = call->call.builtin;
    if (builtin != BI_NONE && builtin != BI_APPEND && builtin != BI_PANIC)
        return;
    for (u32 i = 0; i < call->call.args.len; i++) {
        const char *lock = copied(found, call->call.args.data[i]);
        if (lock)
            diag_warning(found, call->call.args.data[i]->span, "call of %s copies lock value: %s",
                         vet_text(found, call->call.fun), lock);
    }
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind == EX_COMPOSITE)
        check_literal(ctx, &e->composite.elems);
    if (e->kind == EX_CALL)
        check_call(ctx, e);
}

static void check_assignment(Diags *found, const ExprList *to, const ExprList *from,
                             const char *what)
{
    for (u32 i = 0; i < from->len && i < to->len; i++) {
        const char *lock = is_blank(to->data[i]) ? NULL : copied(found, from->data[i]);
        if (lock)
            diag_warning(found, from->data[i]->span, "%s copies lock value to %s: %s", what,
                         vet_text(found, to->data[i]), lock);
    }
}

static void check_range(Diags *found, Expr *e, const Obj *var)
{
    Type *type = var ? var->type : e && !is_blank(e) ? e->type : NULL;
    if (type && lock_in(type, 0))
        diag_warning(found, e->span, "range var %s copies lock: %s", vet_text(found, e),
                     way_to_lock(found, type, 0));
}

static void check_return(Diags *found, const ExprList *results)
{
    for (u32 i = 0; i < results->len; i++) {
        const char *lock = copied(found, results->data[i]);
        if (lock)
            diag_warning(found, results->data[i]->span, "return copies lock value: %s", lock);
    }
}

static void at_stmt(void *ctx, Stmt *s)
{
    if (s->kind == ST_ASSIGN || s->kind == ST_DEFINE)
        check_assignment(ctx, &s->assign.lhs, &s->assign.rhs, "assignment");
    if (s->kind == ST_DECL && s->decl->kind == DECL_VAR)
        check_assignment(ctx, &s->decl->value.names, &s->decl->value.values,
                         "variable declaration");
    if (s->kind == ST_RETURN)
        check_return(ctx, &s->results);
    if (s->kind == ST_RANGE) {
        check_range(ctx, s->range.key, s->range.key_obj);
        check_range(ctx, s->range.value, s->range.value_obj);
    }
}

static void check_parameter(Diags *found, const Field *field, const char *function)
{
    Type *t = field->type ? field->type->type : NULL;
    if (t && field->type->kind != EX_ELLIPSIS && lock_in(t, 0))
        diag_warning(found, field->type->span, "%s passes lock by value: %s", function,
                     way_to_lock(found, t, 0));
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    const char *name = decl ? decl->name->ident.name->text : "func";
    if (decl && decl->recv)
        check_parameter(ctx, decl->recv, name);
    for (u32 i = 0; i < fn->sig.params.len; i++)
        check_parameter(ctx, fn->sig.params.data[i], name);
}

/* Variables of the package. */
static void check_globals(const VetFile *file, Diags *found)
{
    for (u32 i = 0; i < file->file->decls.len; i++) {
        const Decl *d = file->file->decls.data[i];
        if (d->kind == DECL_VAR)
            check_assignment(found, &d->value.names, &d->value.values, "variable declaration");
    }
}

void vet_copylocks(const VetFile *file, Diags *found)
{
    if (file->file->package)
        check_globals(file, found);
    vet_walk_file(file->file,
                  &(VetWalk){.ctx = found, .expr = at_expr, .stmt = at_stmt, .func = at_func});
}
