/* Checker: the functions of package unsafe. Those that take the size of something are constants
 * where it does not depend on a type parameter; the others make or take pointers. */
#include "parser/check/builtin.h"

static Type *basic(Checker *cx, TypeKind kind)
{
    return cx->universe->basic[kind];
}

/* ---- where it is not allowed ---- */

static bool any_pointer(Type *const *types, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (type_underlying(types[i])->kind == TY_UNSAFE_POINTER)
            return true;
    return false;
}

/* Without an import of the package there are still reflect's UnsafePointer and NewAt. */
bool check_has_unsafe(Type *t)
{
    Type *u = t ? type_underlying(t) : NULL;
    if (u && u->kind == TY_TUPLE)
        return any_pointer(u->tuple.types.data, u->tuple.types.len);
    if (u && u->kind == TY_FUNC)
        return any_pointer(u->func.params.data, u->func.params.len) ||
               any_pointer(u->func.results.data, u->func.results.len);
    return u && u->kind == TY_UNSAFE_POINTER;
}

void check_refuse_unsafe(Checker *cx, Span at)
{
    Diag *diag = check_error(cx, at, "--sandbox allows no unsafe.Pointer");
    check_hint(cx, diag, "with it the program could leave the sandbox; --allow unsafe trusts it");
}

/* ---- sizes ---- */

static bool uintptr_constant(Checker *cx, Args *a, u64 value)
{
    check_set_const(a->call, basic(cx, TY_UINTPTR), const_uint(cx->consts, value));
    return true;
}

/* Whether the size depends on type parameters. */
static bool size_varies(Type *t)
{
    Type *u = type_underlying(t);
    if (u->kind == TY_ARRAY)
        return size_varies(u->array.elem);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++)
        if (size_varies(u->strct.fields.data[i].type))
            return true;
    return u->kind == TY_TYPEPARAM;
}

static bool check_size(Checker *cx, Args *a, BuiltinId id)
{
    Expr *x = a->data[0];
    if (!check_assignable(cx, x, NULL, builtin_context(cx, a)) ||
        !check_type_sized(cx, x->type, x->span))
        return false;
    if (size_varies(x->type)) {
        check_set(a->call, MODE_VALUE, basic(cx, TY_UINTPTR));
        return true;
    }
    type_layout(x->type);
    return uintptr_constant(cx, a, id == BI_SIZEOF ? x->type->size : x->type->align);
}

/* The sum of field offsets along the path; false if the path follows a pointer. */
static bool path_offset(Type *t, const Selection *sel, u64 *offset)
{
    *offset = 0;
    for (u32 i = 0; i < sel->path.len; i++) {
        t = type_underlying(t);
        if (t->kind != TY_STRUCT)
            return false;
        type_layout(t);
        *offset += t->strct.fields.data[sel->path.data[i]].offset;
        t = t->strct.fields.data[sel->path.data[i]].type;
    }
    return true;
}

static bool check_offset(Checker *cx, Args *a)
{
    Expr *arg = a->call->call.args.data[0], *sel_expr = check_unparen(arg);
    check_expr(cx, arg);
    if (arg->mode == MODE_INVALID)
        return false;
    Selection *sel = sel_expr->kind == EX_SELECTOR ? sel_expr->selector.selection : NULL;
    if (sel == NULL) { /* fmt.Println is none either */
        check_error(cx, arg->span, "invalid argument: %s is not a selector expression",
                    check_expr_text(cx, arg));
        return false;
    }
    Type *base = sel_expr->selector.x->type;
    if (type_underlying(base)->kind == TY_POINTER)
        base = type_underlying(base)->pointer.elem;
    const char *name = sel_expr->selector.sel->ident.name->text;
    u64 offset;
    if (sel->kind != SEL_FIELD) {
        check_error(cx, arg->span, "invalid argument: %s is a method value",
                    check_expr_text(cx, arg));
        return false;
    }
    if (!check_type_sized(cx, base, arg->span))
        return false;
    if (!path_offset(base, sel, &offset)) {
        check_error(cx, arg->span, "invalid argument: field %s is embedded via a pointer in %s",
                    name, check_type_text(cx, base));
        return false;
    }
    return uintptr_constant(cx, a, offset);
}

/* ---- pointers ---- */

/* The argument as an integer that is not constant or fits an int; false after an error. */
static bool length_ok(Checker *cx, Args *a, bool negative)
{
    Expr *x = a->data[1];
    if (type_is_untyped(x->type))
        check_convert_untyped(cx, x, basic(cx, TY_INT));
    if (x->mode == MODE_INVALID)
        return false;
    if (!type_is_integer(type_core(x->type))) {
        check_error(cx, x->span, "invalid argument: length %s must be integer",
                    check_operand_text(cx, x));
        return false;
    }
    if (negative || x->mode != MODE_CONST || const_sign(x->val) >= 0)
        return true;
    check_error(cx, x->span, "invalid argument: length %s must not be negative",
                check_operand_text(cx, x));
    return false;
}

static bool check_add(Checker *cx, Args *a)
{
    Type *pointer = basic(cx, TY_UNSAFE_POINTER);
    check_set(a->call, MODE_VALUE, pointer);
    return check_assignable(cx, a->data[0], pointer, builtin_context(cx, a)) &&
           length_ok(cx, a, true);
}

static bool check_unsafe_slice(Checker *cx, Args *a)
{
    Type *pointer = type_core(a->data[0]->type);
    if (pointer->kind != TY_POINTER) {
        check_error(cx, a->data[0]->span, "invalid argument: %s is not a pointer",
                    check_operand_text(cx, a->data[0]));
        return false;
    }
    check_set(a->call, MODE_VALUE, type_slice(&cx->types, pointer->pointer.elem));
    return length_ok(cx, a, false);
}

static bool check_slice_data(Checker *cx, Args *a)
{
    Type *slice = type_core(a->data[0]->type);
    if (slice->kind != TY_SLICE) {
        check_error(cx, a->data[0]->span, "invalid argument: %s is not a slice",
                    check_operand_text(cx, a->data[0]));
        return false;
    }
    check_set(a->call, MODE_VALUE, type_pointer(&cx->types, slice->slice.elem));
    return true;
}

static bool check_unsafe_string(Checker *cx, Args *a)
{
    Type *bytes = type_pointer(&cx->types, cx->universe->byte_type);
    check_set(a->call, MODE_VALUE, basic(cx, TY_STRING));
    return check_assignable(cx, a->data[0], bytes, builtin_context(cx, a)) &&
           length_ok(cx, a, false);
}

static bool check_string_data(Checker *cx, Args *a)
{
    check_set(a->call, MODE_VALUE, type_pointer(&cx->types, cx->universe->byte_type));
    return check_assignable(cx, a->data[0], basic(cx, TY_STRING), builtin_context(cx, a));
}

bool builtin_unsafe(Checker *cx, Args *a, BuiltinId id)
{
    switch (id) {
    case BI_UNSAFE_ADD: return check_add(cx, a);
    case BI_OFFSETOF: return check_offset(cx, a);
    case BI_UNSAFE_SLICE: return check_unsafe_slice(cx, a);
    case BI_SLICE_DATA: return check_slice_data(cx, a);
    case BI_UNSAFE_STRING: return check_unsafe_string(cx, a);
    case BI_STRING_DATA: return check_string_data(cx, a);
    default: return check_size(cx, a, id);
    }
}
