/* Checker: elements of constraints, and whether a type satisfies a constraint. */
#include "parser/check/generic.h"

/* ---- elements ---- */

static bool is_union(const Expr *e)
{
    return e->kind == EX_BINARY && e->binary.op == TK_OR;
}

static bool is_tilde(const Expr *e)
{
    return e->kind == EX_UNARY && e->unary.op == TK_TILDE;
}

static Type *element_type(Checker *cx, Expr *e)
{
    cx->constraint_ok = true;
    Type *t = check_type(cx, e);
    cx->constraint_ok = false;
    return t;
}

static void add_term(Checker *cx, Type *sum, Expr *e)
{
    bool tilde = is_tilde(e);
    Type *t = element_type(cx, tilde ? e->unary.x : e);
    if (t->kind == TY_TYPEPARAM) {
        check_error(cx, e->span, "term cannot represent type parameter %s", check_type_text(cx, t));
        t = cx->universe->basic[TY_INVALID];
    }
    avec_push(cx->arena, &sum->unions.terms, t);
    avec_push(cx->arena, &sum->unions.tilde, tilde);
}

Type *check_constraint_element(Checker *cx, Expr *e)
{
    Expr *inner = e;
    if (!is_union(inner) && !is_tilde(inner))
        return element_type(cx, e);
    ExprList terms = {0};
    for (; is_union(inner); inner = inner->binary.x)
        vec_push(&terms, inner->binary.y);
    vec_push(&terms, inner);
    Type *sum = type_new(&cx->types, TY_UNION);
    while (terms.len > 0)
        add_term(cx, sum, vec_pop(&terms));
    vec_free(&terms);
    check_set(e, MODE_TYPE, sum);
    return sum;
}

static bool terms_overlap(Type *a, bool a_tilde, Type *b, bool b_tilde)
{
    if (a_tilde)
        b = type_underlying(b);
    if (b_tilde)
        a = type_underlying(a);
    return type_identical(a, b);
}

/* Why an interface cannot be a term of a union; NULL if it can. */
static const char *interface_fault(Checker *cx, Type *t, bool tilde)
{
    Type *u = type_underlying(t);
    const char *text = check_type_text(cx, t);
    type_complete_interface(cx->arena, u, NULL);
    if (tilde)
        return arena_printf(cx->arena, "invalid use of ~ (%s is an interface)", text);
    if (t == cx->universe->comparable_type)
        return "cannot use comparable in union";
    if (u->iface.all.len > 0)
        return arena_printf(cx->arena, "cannot use %s in union (%s contains methods)", text, text);
    if (type_set(cx->arena, u)->comparable)
        return arena_printf(cx->arena, "cannot use %s in union (%s embeds comparable)", text, text);
    return NULL;
}

void check_element_late(Checker *cx, Span at, Type *sum)
{
    for (u32 i = 0; i < sum->unions.terms.len; i++) {
        Type *t = sum->unions.terms.data[i], *u = type_underlying(t);
        bool tilde = sum->unions.tilde.data[i];
        if (u->kind == TY_INVALID)
            continue;
        if (u->kind == TY_INTERFACE) {
            const char *fault =
                sum->unions.terms.len > 1 || tilde ? interface_fault(cx, t, tilde) : NULL;
            if (fault != NULL)
                check_error(cx, at, "%s", fault);
            continue;
        }
        if (tilde && !type_identical(t, u))
            check_error(cx, at, "invalid use of ~ (underlying type of %s is %s)",
                        check_type_text(cx, t), check_type_text(cx, u));
        for (u32 j = 0; j < i; j++) {
            Type *other = sum->unions.terms.data[j];
            if (type_is_interface(other) ||
                !terms_overlap(other, sum->unions.tilde.data[j], t, tilde))
                continue;
            check_error(cx, at, "overlapping terms %s%s and %s%s", tilde ? "~" : "",
                        check_type_text(cx, t), sum->unions.tilde.data[j] ? "~" : "",
                        check_type_text(cx, other));
            break;
        }
    }
}

void check_not_constraint_late(Checker *cx, Span at, Type *t)
{
    Type *u = type_underlying(t);
    if (u->kind != TY_INTERFACE || !type_is_constraint(cx->arena, u))
        return;
    const char *why = type_set(cx->arena, u)->comparable ? "is (or embeds) comparable"
                                                         : "contains type constraints";
    check_error(cx, at, "cannot use type %s outside a type constraint: interface %s",
                check_type_text(cx, t), why);
}

/* ---- constraints ---- */

Type *check_constraint(Checker *cx, Expr *e)
{
    check_types_begin(cx);
    Type *t = check_constraint_element(cx, e);
    if (t->kind == TY_TYPEPARAM)
        check_error(cx, e->span, "cannot use a type parameter as constraint");
    if (t->kind == TY_UNION)
        check_delay(cx, DELAYED_ELEMENT, e->span, t);
    /* A named type that is not resolved yet. */
    check_need_type(cx, t);
    bool is_interface = type_is_interface(t);
    if (t->kind == TY_NAMED && type_underlying(t) == t)
        is_interface = true;
    if (t->kind == TY_INVALID || t->kind == TY_TYPEPARAM) {
        t = cx->universe->any_type;
    } else if (!is_interface) {
        Type *iface = type_new(&cx->types, TY_INTERFACE);
        iface->iface.implicit = true;
        avec_push(cx->arena, &iface->iface.embedded, t);
        avec_push(cx->arena, &iface->iface.embedded_pos, e->span.start);
        check_delay(cx, DELAYED_INTERFACE, e->span, iface);
        t = iface;
    }
    check_types_end(cx);
    return t;
}

/* ---- satisfaction ---- */

/* Whether comparing values of t never panics. The depth is limited, because types may (wrongly)
 * contain themselves. */
static bool is_strictly_comparable(Checker *cx, Type *t, u32 depth)
{
    enum { DEEPEST = 100 };
    Type *u = type_underlying(t);
    if (depth > DEEPEST)
        return true;
    switch (u->kind) {
    case TY_INTERFACE: return type_set(cx->arena, u)->comparable;
    case TY_ARRAY: return is_strictly_comparable(cx, u->array.elem, depth + 1);
    case TY_STRUCT:
        for (u32 i = 0; i < u->strct.fields.len; i++)
            if (!is_strictly_comparable(cx, u->strct.fields.data[i].type, depth + 1))
                return false;
        return true;
    default: return type_comparable(t);
    }
}

/* Since Go 1.20 interfaces satisfy comparable, although comparing them may panic. */
static bool is_comparable(Checker *cx, Type *t)
{
    return type_comparable(t) && (check_go_minor(cx) >= 20 || is_strictly_comparable(cx, t, 0));
}

static bool term_in_set(const TypeSet *set, const TypeTerm *term)
{
    for (u32 i = 0; i < set->terms.len; i++) {
        const TypeTerm *other = &set->terms.data[i];
        if (other->tilde ? type_identical(type_underlying(other->type), type_underlying(term->type))
                         : !term->tilde && type_identical(other->type, term->type))
            return true;
    }
    return set->all;
}

static bool in_set(Checker *cx, const TypeSet *set, Type *t)
{
    const TypeSet *own = NULL;
    if (set->all)
        return true;
    if (t->kind == TY_TYPEPARAM)
        own = type_param_set(t);
    else if (type_is_interface(t))
        own = type_set(cx->arena, t);
    else
        return type_set_has(set, t);
    if (own->all)
        return false;
    for (u32 i = 0; i < own->terms.len; i++)
        if (!term_in_set(set, &own->terms.data[i]))
            return false;
    return true;
}

/* The terms of a type set, for messages: "~int | ~string". */
static const char *set_text(Checker *cx, const TypeSet *set)
{
    Buf buf = {0};
    for (u32 i = 0; i < set->terms.len; i++) {
        buf_puts(&buf, i > 0 ? " | " : "");
        buf_puts(&buf, set->terms.data[i].tilde ? "~" : "");
        type_text(&buf, set->terms.data[i].type, cx->at.pkg);
    }
    const char *text = arena_strndup(cx->arena, buf_str(&buf), buf.len);
    buf_free(&buf);
    return text;
}

static const char *missing_term(Checker *cx, const TypeSet *set, Type *t)
{
    const char *type = check_type_text(cx, t), *terms = set_text(cx, set);
    if (set->terms.len == 0)
        return "empty type set";
    for (u32 i = 0; i < set->terms.len; i++)
        if (type_identical(type_underlying(t), set->terms.data[i].type))
            return arena_printf(cx->arena, "possibly missing ~ for %s in %s",
                                check_type_text(cx, set->terms.data[i].type), terms);
    return arena_printf(cx->arena, "%s missing in %s", type, terms);
}

bool check_satisfies(Checker *cx, Type *t, Type *constraint, Reason *why)
{
    Type *iface = type_underlying(constraint);
    if (iface->kind != TY_INTERFACE || t->kind == TY_INVALID)
        return true;
    check_complete_interfaces(cx, constraint);
    type_complete_interface(cx->arena, iface, NULL);
    const TypeSet *set = type_set(cx->arena, iface);
    const char *cause = NULL;
    Reason methods = {0};
    if (!check_implements(cx, t, constraint, &methods)) {
        const char *open = strrchr(methods.text, '(');
        cause = open != NULL ? arena_strndup(cx->arena, open + 1, strlen(open) - 2) : "";
        why->have = methods.have;
        why->want = methods.want;
    } else if (!in_set(cx, set, t)) {
        cause = missing_term(cx, set, t);
    } else if (set->comparable && !is_comparable(cx, t)) {
        cause = "";
    }
    if (cause != NULL)
        why->text = arena_printf(cx->arena,
                                 cause[0] != '\0' ? "%s does not satisfy %s (%s)"
                                                  : "%s does not satisfy %s%s",
                                 check_type_text(cx, t), check_type_text(cx, constraint), cause);
    return cause == NULL;
}

bool check_type_arguments(Checker *cx, Span at, ExprList *args, Type *const *tparams,
                          Type *const *targs, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        Reason why = {0};
        Type *constraint = tparams[i]->tparam.constraint;
        if (constraint == NULL || constraint == cx->universe->any_type)
            continue;
        constraint = type_subst(&cx->types, constraint, tparams, targs, count);
        if (check_satisfies(cx, targs[i], constraint, &why))
            continue;
        if (args != NULL && i < args->len)
            at = args->data[i]->span;
        Diag *diag = check_error(cx, at, "%s", why.text);
        check_note_have_want(cx, diag, &why);
        return false;
    }
    return true;
}
