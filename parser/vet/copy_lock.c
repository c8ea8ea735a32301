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

/* Whether pointers to the type have methods Lock and Unlock that values have not. */
static bool has_lock_methods(Type *t)
{
    u32 found = 0;
    for (u32 i = 0; i < type_method_count(t); i++) {
        const Obj *method = type_method(t, i);
        bool named = !strcmp(method->name->text, "Lock") || !strcmp(method->name->text, "Unlock");
        const Type *sig = method->type;
        found += named && method->func.ptr_recv && sig && sig->kind == TY_FUNC &&
                 !sig->func.params.len && !sig->func.results.len;
    }
    return found == 2;
}

/* The lock that a value of the type is or contains, or NULL. */
static Type *lock_in(Type *t, u32 depth)
{
    if (!t || depth > MOST_NESTING)
        return NULL;
    if (t->kind == TY_NAMED && (is_sync_type(t) || has_lock_methods(t)))
        return t;
    Type *u = type_underlying(t);
    if (u->kind == TY_ARRAY)
        return lock_in(u->array.elem, depth + 1);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++) {
        Type *lock = lock_in(u->strct.fields.data[i].type, depth + 1);
        if (lock)
            return lock;
    }
    return NULL;
}

static void report(Diags *found, Span at, const char *what, Type *type, Type *lock)
{
    Buf outer = {0}, inner = {0};
    type_text(&outer, type, NULL);
    type_text(&inner, lock, NULL);
    if (type == lock)
        diag_warning(found, at, "%s copies a %s", what, buf_str(&inner));
    else
        diag_warning(found, at, "%s copies a %s, which contains a %s", what, buf_str(&outer),
                     buf_str(&inner));
    buf_free(&outer);
    buf_free(&inner);
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

static void check_value(Diags *found, Expr *e, const char *what)
{
    if (e->kind == EX_KEYVALUE)
        e = e->keyvalue.value;
    Type *lock = e->type && is_copy(e) ? lock_in(e->type, 0) : NULL;
    if (lock)
        report(found, e->span, what, e->type, lock);
}

static void check_values(Diags *found, const ExprList *list, const char *what)
{
    for (u32 i = 0; i < list->len; i++)
        check_value(found, list->data[i], what);
}

static bool is_blank(const Expr *e)
{
    return e->kind == EX_IDENT && !strcmp(e->ident.name->text, "_");
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind == EX_COMPOSITE)
        check_values(ctx, &e->composite.elems, "the literal");
    if (e->kind == EX_CALL && !e->call.builtin && !e->call.is_conversion)
        check_values(ctx, &e->call.args, "the call");
}

static void at_stmt(void *ctx, Stmt *s)
{
    if (s->kind == ST_ASSIGN || s->kind == ST_DEFINE)
        for (u32 i = 0; i < s->assign.rhs.len; i++)
            if (i >= s->assign.lhs.len || !is_blank(s->assign.lhs.data[i]))
                check_value(ctx, s->assign.rhs.data[i], "the assignment");
    if (s->kind == ST_DECL && s->decl->kind == DECL_VAR)
        check_values(ctx, &s->decl->value.values, "the declaration");
    if (s->kind == ST_RETURN)
        check_values(ctx, &s->results, "the return");
    if (s->kind == ST_RANGE && s->range.value && !is_blank(s->range.value)) {
        Obj *value = s->range.value_obj;
        Type *type = value ? value->type : s->range.value->type;
        Type *lock = lock_in(type, 0);
        if (lock)
            report(ctx, s->range.value->span, "the loop", type, lock);
    }
}

static void check_parameter(Diags *found, const Field *field, const char *what)
{
    Type *lock = field->type ? lock_in(field->type->type, 0) : NULL;
    if (lock)
        report(found, field->type->span, what, field->type->type, lock);
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    if (decl && decl->recv)
        check_parameter(ctx, decl->recv, "the receiver");
    for (u32 i = 0; i < fn->sig.params.len; i++)
        check_parameter(ctx, fn->sig.params.data[i], "the parameter");
}

void vet_copy_lock(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file,
                  &(VetWalk){.ctx = found, .expr = at_expr, .stmt = at_stmt, .func = at_func});
}
