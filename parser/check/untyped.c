/* Checker: final types of untyped operands; assignability. */
#include "parser/check/generic.h"

Expr *check_unparen(Expr *e)
{
    while (e->kind == EX_PAREN)
        e = e->paren;
    return e;
}

Type *check_default_of(Checker *cx, Type *t)
{
    return universe_default_type(cx->universe, t);
}

static bool is_shift(const Expr *e)
{
    return e->kind == EX_BINARY && (e->binary.op == TK_SHL || e->binary.op == TK_SHR);
}

static bool is_comparison(const Expr *e)
{
    return e->kind == EX_BINARY && token_precedence(e->binary.op) == token_precedence(TK_EQL);
}

/* A constant that gets its type inside a larger expression: (1<<s) + 300 as a byte. */
static bool write_constant(Checker *cx, Expr *e, Type *t)
{
    if (!type_is_const_type(t))
        return true;
    Const *val;
    ConvError code = check_representation(cx, e, t, &val);
    if (code != CONV_OK) {
        check_conversion_error(cx, e, t, code);
        return false;
    }
    e->val = val;
    return true;
}

/* The left operand of a non-constant shift gets its type from the context; it must be an integer
 * type. */
static bool shifted_operand_ok(Checker *cx, Expr *e, Type *t)
{
    if (type_is_integer(t) || t->kind == TY_INVALID)
        return true;
    check_error(cx, e->span, "invalid operation: shifted operand %s (type %s) must be integer",
                check_expr_text(cx, e), check_type_text(cx, t));
    check_invalid(cx, e);
    return false;
}

void check_write_type(Checker *cx, Expr *e, Type *t)
{
    while (e->type != NULL && type_is_untyped(e->type) && e->mode != MODE_INVALID) {
        if (e->mode == MODE_CONST && !write_constant(cx, e, t))
            return;
        e->type = t;
        if (e->kind == EX_PAREN) {
            e = e->paren;
        } else if (e->mode == MODE_CONST || e->mode == MODE_NIL || is_comparison(e)) {
            return;
        } else if (is_shift(e)) {
            e = e->binary.x;
            if (!type_is_untyped(t) && !shifted_operand_ok(cx, e, t))
                return;
        } else if (e->kind == EX_BINARY) {
            if (check_enter(cx, e->span))
                check_write_type(cx, e->binary.y, t);
            check_leave(cx);
            e = e->binary.x;
        } else if (e->kind == EX_UNARY) {
            e = e->unary.x;
        } else {
            return;
        }
    }
}

/* Untyped to untyped: the kind that is later in "int, rune, float, complex" is taken. */
static Type *implicit_untyped(Expr *e, Type *target)
{
    if (type_is_numeric(e->type) && type_is_numeric(target))
        return e->type->kind < target->kind ? target : e->type;
    return e->type->kind == target->kind ? e->type : NULL;
}

static bool same_family(Type *untyped, Type *target)
{
    switch (untyped->kind) {
    case TY_UNTYPED_BOOL: return type_is_boolean(target);
    case TY_UNTYPED_STRING: return type_is_string(target);
    case TY_UNTYPED_NIL: return false;
    default: return type_is_numeric(target);
    }
}

static Type *implicit_type(Checker *cx, Expr *e, Type *target, Const **val, ConvError *code);

/* The operand must be representable in all types of the type parameter's type set. */
static Type *implicit_param(Checker *cx, Expr *e, Type *target, ConvError *code)
{
    const TypeSet *set = type_param_set(target);
    Const *val;
    for (u32 i = 0; i < set->terms.len; i++)
        if (implicit_type(cx, e, type_underlying(set->terms.data[i].type), &val, code) == NULL)
            return NULL;
    return set->all || set->terms.len == 0 ? NULL : target;
}

/* The type that an untyped operand gets where `target` is required, or NULL with *code set. *val
 * receives the converted value of a constant. */
static Type *implicit_type(Checker *cx, Expr *e, Type *target, Const **val, ConvError *code)
{
    *val = NULL;
    *code = CONV_IMPOSSIBLE;
    if (e->mode == MODE_INVALID || !type_is_untyped(e->type) || target->kind == TY_INVALID) {
        *code = CONV_OK;
        return e->type;
    }
    if (e->mode == MODE_NIL)
        return type_is_untyped(target) ? (target->kind == TY_UNTYPED_NIL ? target : NULL)
               : type_has_nil(target)  ? target
                                       : NULL;
    if (type_is_untyped(target))
        return implicit_untyped(e, target);
    if (target->kind == TY_TYPEPARAM)
        return implicit_param(cx, e, target, code);
    if (type_is_interface(target))
        return type_implements(cx->arena, check_default_of(cx, e->type), target, NULL)
                   ? check_default_of(cx, e->type)
                   : NULL;
    if (!type_is_const_type(target))
        return NULL;
    if (e->mode == MODE_CONST) {
        *code = check_representation(cx, e, target, val);
        return *code == CONV_OK ? target : NULL;
    }
    return same_family(e->type, target) ? target : NULL;
}

static void adopt(Checker *cx, Expr *e, Type *t, Const *val)
{
    if (val != NULL)
        e->val = val;
    if (t == e->type)
        return;
    check_write_type(cx, e, t);
}

void check_convert_untyped(Checker *cx, Expr *e, Type *target)
{
    Const *val;
    ConvError code;
    if (e->mode == MODE_INVALID || !type_is_untyped(e->type) || target->kind == TY_INVALID)
        return;
    Type *t = implicit_type(cx, e, target, &val, &code);
    if (t == NULL)
        check_conversion_error(cx, e, target, code);
    else
        adopt(cx, e, t, val);
}

bool check_can_convert_untyped(Checker *cx, Expr *e, Type *target, ConvError *code)
{
    Const *val;
    return implicit_type(cx, e, target, &val, code) != NULL;
}

/* The text of the callee is only computed for an error. */
static const char *context_text(Checker *cx, const char *context)
{
    if (context != CHECK_ARGUMENT)
        return context;
    return arena_printf(cx->arena, "argument to %s", check_expr_text(cx, cx->callee));
}

void check_default_type(Checker *cx, Expr *e, const char *context)
{
    if (e->mode == MODE_INVALID || !type_is_untyped(e->type))
        return;
    if (e->mode == MODE_NIL) {
        check_error(cx, e->span, "use of untyped nil in %s", context_text(cx, context));
        check_invalid(cx, e);
        return;
    }
    check_assignable(cx, e, check_default_of(cx, e->type), context);
}

/* ---- assignability ---- */

static bool is_interface_pointer(Type *t)
{
    t = type_underlying(t);
    return t->kind == TY_POINTER && type_is_interface(t->pointer.elem);
}

static const char *method_text(Checker *cx, const Sym *name, Type *sig)
{
    Buf buf = {0};
    buf_puts(&buf, name->text);
    if (sig != NULL)
        type_signature_text(&buf, sig, cx->at.pkg);
    const char *text = arena_strndup(cx->arena, buf_str(&buf), buf.len);
    buf_free(&buf);
    return text;
}

static const char *pointer_text(Checker *cx, Type *t)
{
    return arena_printf(cx->arena, "type %s is pointer to interface, not interface",
                        check_type_text(cx, t));
}

/* Why t does not implement iface, in parentheses. */
static const char *missing_text(Checker *cx, Type *t, Type *iface, const MissingMethod *m,
                                Reason *why)
{
    if (m->want == NULL)
        return "";
    const char *name = m->want->name->text;
    if (m->have != NULL) {
        why->have = method_text(cx, m->want->name, m->have);
        why->want = method_text(cx, m->want->name, m->want->sig);
        return arena_printf(cx->arena, "(wrong type for method %s)", name);
    }
    if (m->ptr_needed)
        return arena_printf(cx->arena, "(method %s has pointer receiver)", name);
    if (is_interface_pointer(t))
        return arena_printf(cx->arena, "(%s)", pointer_text(cx, t));
    if (is_interface_pointer(iface))
        return arena_printf(cx->arena, "(%s)", pointer_text(cx, iface));
    if (m->similar != NULL) {
        why->have = method_text(cx, m->similar, m->similar_type);
        why->want = method_text(cx, m->want->name, m->want->sig);
    }
    return arena_printf(cx->arena, "(missing method %s)", name);
}

static bool embeds_invalid(Type *t, int depth)
{
    if (t->kind == TY_POINTER)
        t = t->pointer.elem;
    Type *u = type_underlying(t);
    if (u->kind == TY_INVALID)
        return true;
    for (u32 i = 0; u->kind == TY_STRUCT && depth > 0 && i < u->strct.fields.len; i++)
        if (u->strct.fields.data[i].embedded &&
            embeds_invalid(u->strct.fields.data[i].type, depth - 1))
            return true;
    for (u32 i = 0; u->kind == TY_INTERFACE && depth > 0 && i < u->iface.embedded.len; i++)
        if (embeds_invalid(u->iface.embedded.data[i], depth - 1))
            return true;
    return false;
}

/* Whether methods and fields of t may be missing only because of an error reported before. */
bool check_embeds_invalid(Type *t)
{
    enum { DEEPEST = 4 };
    return embeds_invalid(t, DEEPEST);
}

bool check_implements(Checker *cx, Type *t, Type *iface, Reason *why)
{
    if (t->kind == TY_INVALID || iface->kind == TY_INVALID)
        return true;
    MissingMethod missing = {0};
    check_resolve_methods(cx, t);
    if (type_implements(cx->arena, t, iface, &missing) || check_embeds_invalid(t))
        return true;
    if (why != NULL) {
        const char *cause = missing_text(cx, t, iface, &missing, why);
        why->text = arena_printf(cx->arena, "%s does not implement %s %s", check_type_text(cx, t),
                                 check_type_text(cx, iface), cause);
    }
    return false;
}

static bool has_name(Type *t)
{
    return t->kind == TY_NAMED || t->kind < TY_NAMED || t->kind == TY_TYPEPARAM;
}

/* A bidirectional channel is assignable to a directed one, if one of the types is not a named
 * type. */
static bool channel_fits(Type *v, Type *t)
{
    Type *vu = type_underlying(v), *tu = type_underlying(t);
    return vu->kind == TY_CHAN && vu->chan.dir == CHAN_BOTH && tu->kind == TY_CHAN &&
           type_identical(vu->chan.elem, tu->chan.elem) && (!has_name(v) || !has_name(t));
}

static bool typed_assignable(Checker *cx, Type *v, Type *t, Reason *why);

/* If one type is a type parameter: a value of a type without a name is assignable if it is for all
 * types in the type set. */
static bool param_assignable(Checker *cx, Type *v, Type *t, Reason *why)
{
    if (type_is_interface(t))
        return check_implements(cx, v, t, why);
    bool to_param = t->kind == TY_TYPEPARAM;
    const TypeSet *set = type_param_set(to_param ? t : v);
    if (has_name(to_param ? v : t) || set->all)
        return false;
    for (u32 i = 0; i < set->terms.len; i++) {
        Type *term = set->terms.data[i].type;
        if (!typed_assignable(cx, to_param ? v : term, to_param ? term : t, why))
            return false;
    }
    return set->terms.len > 0;
}

static bool typed_assignable(Checker *cx, Type *v, Type *t, Reason *why)
{
    if (type_identical(v, t))
        return true;
    Type *vu = type_underlying(v), *tu = type_underlying(t);
    if (v->kind == TY_TYPEPARAM || t->kind == TY_TYPEPARAM)
        return param_assignable(cx, v, t, why);
    if (type_identical(vu, tu) && (!has_name(v) || !has_name(t)))
        return true;
    if (tu->kind == TY_INTERFACE)
        return check_implements(cx, v, t, why);
    if (is_interface_pointer(tu)) {
        if (why != NULL && !is_interface_pointer(vu))
            why->text =
                arena_printf(cx->arena, "%s does not implement %s (%s)", check_type_text(cx, v),
                             check_type_text(cx, t), pointer_text(cx, t));
        return false;
    }
    if (vu->kind == TY_INTERFACE && check_implements(cx, t, v, NULL)) {
        if (why != NULL)
            why->text = "need type assertion";
        return false;
    }
    return channel_fits(v, t);
}

/* An invalid type, or a name for one. */
static bool is_poisoned(Type *t)
{
    return type_underlying(t)->kind == TY_INVALID;
}

bool check_assignable_reason(Checker *cx, Expr *e, Type *target, Reason *why)
{
    if (e->mode == MODE_INVALID || is_poisoned(e->type) || is_poisoned(target))
        return true;
    if (type_is_untyped(e->type)) {
        Const *val;
        ConvError code;
        return type_identical(e->type, target) || implicit_type(cx, e, target, &val, &code) != NULL;
    }
    return typed_assignable(cx, e->type, target, why);
}

bool check_is_assignable(Checker *cx, Expr *e, Type *target, const char **why)
{
    Reason reason = {0};
    bool ok = check_assignable_reason(cx, e, target, &reason);
    if (why != NULL)
        *why = reason.text != NULL ? reason.text : "";
    return ok;
}

/* Assigns an untyped operand; reports "cannot use ... (overflows)". */
static bool assign_untyped(Checker *cx, Expr *e, Type *target, const char *context)
{
    Const *val;
    ConvError code;
    if (e->mode != MODE_NIL && (target == NULL || type_is_interface(target)))
        target = check_default_of(cx, e->type);
    Type *t = implicit_type(cx, e, target, &val, &code);
    if (t != NULL) {
        adopt(cx, e, t, val);
        return e->mode != MODE_INVALID;
    }
    check_error(cx, e->span, "cannot use %s as %s value in %s%s", check_operand_text(cx, e),
                check_type_text(cx, target), context_text(cx, context),
                code == CONV_TRUNCATED  ? " (truncated)"
                : code == CONV_OVERFLOW ? " (overflows)"
                                        : "");
    check_invalid(cx, e);
    return false;
}

void check_note_have_want(Checker *cx, Diag *diag, const Reason *why)
{
    if (why->have == NULL)
        return;
    diag_note(cx->diags, diag, (Span){0, 0}, "have %s", why->have);
    diag_note(cx->diags, diag, (Span){0, 0}, "want %s", why->want);
}

bool check_assignable(Checker *cx, Expr *e, Type *target, const char *context)
{
    if (e->mode == MODE_INVALID || e->type->kind == TY_INVALID)
        return false;
    if (e->mode < MODE_CONST) {
        check_error(cx, e->span, "cannot assign %s in %s", check_operand_text(cx, e),
                    context_text(cx, context));
        check_invalid(cx, e);
        return false;
    }
    if (check_is_generic_value(e) && (target == NULL || !check_instantiate_to(cx, e, target)))
        return check_instantiated(cx, e);
    if (e->mode == MODE_INVALID)
        return false;
    if (type_is_untyped(e->type)) {
        if (e->mode == MODE_NIL && target == NULL) {
            check_default_type(cx, e, context);
            return false;
        }
        if (!assign_untyped(cx, e, target, context))
            return false;
    }
    Reason why = {0};
    if (target == NULL || check_assignable_reason(cx, e, target, &why))
        return true;
    const char *operand = check_operand_text(cx, e), *type = check_type_text(cx, target);
    context = context_text(cx, context);
    Diag *diag = why.text != NULL ? check_error(cx, e->span, "cannot use %s as %s value in %s: %s",
                                                operand, type, context, why.text)
                                  : check_error(cx, e->span, "cannot use %s as %s value in %s",
                                                operand, type, context);
    check_note_have_want(cx, diag, &why);
    check_hint_conversion(cx, diag, e, target);
    check_invalid(cx, e);
    return false;
}
