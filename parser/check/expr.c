/* Checker: names, literals and unary operators, and the dispatch on kinds of expressions. */
#include "parser/check/generic.h"

void check_set(Expr *e, ExprMode mode, Type *type)
{
    e->mode = mode;
    e->type = type;
    e->val = NULL;
}

void check_set_const(Expr *e, Type *type, Const *val)
{
    e->mode = MODE_CONST;
    e->type = type;
    e->val = val;
}

/* ---- names ---- */

void check_note_capture(Checker *cx, Obj *var)
{
    if (var->var.kind == VAR_GLOBAL || var->var.func == NULL || cx->at.fn == NULL ||
        cx->at.fn->lit == var->var.func)
        return;
    var->var.captured = true;
    for (FuncContext *fn = cx->at.fn; fn != NULL && fn->lit != var->var.func; fn = fn->outer) {
        u32 i = 0;
        while (i < fn->lit->captures.len && fn->lit->captures.data[i] != var)
            i++;
        if (i < fn->lit->captures.len)
            return; /* then it is in those of all outer literals, too */
        avec_push(cx->arena, &fn->lit->captures, var);
    }
}

void check_note_dep(Checker *cx, Obj *obj)
{
    DeclDeps *deps = cx->at.deps;
    if (obj->kind == OBJ_FUNC && obj->func.generic != NULL && obj->func.generic->origin != NULL)
        obj = obj->func.generic->origin;
    if (deps == NULL || obj->pkg != cx->at.pkg || obj->dep_stamp == deps->stamp)
        return;
    if (obj->kind == OBJ_VAR && obj->var.kind != VAR_GLOBAL)
        return;
    obj->dep_stamp = deps->stamp;
    avec_push(cx->arena, &deps->uses, obj);
}

static void const_ident(Checker *cx, Expr *e, Obj *obj)
{
    if (obj->pkg == NULL && obj->name == cx->sym_iota) {
        if (cx->at.iota == NULL) {
            check_error(cx, e->span, "cannot use iota outside constant declaration");
            check_invalid(cx, e);
            return;
        }
        check_set_const(e, cx->universe->basic[TY_UNTYPED_INT], cx->at.iota);
        return;
    }
    if (obj->type == NULL || obj->type->kind == TY_INVALID || obj->constant.val == NULL)
        check_invalid(cx, e);
    else
        check_set_const(e, obj->type, obj->constant.val);
}

static void var_ident(Checker *cx, Expr *e, Obj *obj)
{
    if (obj->pkg == cx->at.pkg)
        obj->used = true;
    obj->var.uses++;
    check_note_dep(cx, obj);
    check_note_capture(cx, obj);
    check_script_order(cx, e, obj);
    if (obj->type == NULL || obj->type->kind == TY_INVALID)
        check_invalid(cx, e);
    else
        check_set(e, MODE_VAR, obj->type);
}

void check_ident_obj(Checker *cx, Expr *e, Obj *obj)
{
    e->ident.obj = obj;
    if (obj->state != 2 || obj->type == NULL)
        check_object(cx, obj);
    switch (obj->kind) {
    case OBJ_PACKAGE:
        check_error(cx, e->span, "use of package %s without selector", obj->name->text);
        check_invalid(cx, e);
        break;
    case OBJ_CONST: const_ident(cx, e, obj); break;
    case OBJ_TYPE:
        if (obj->type == NULL || obj->type->kind == TY_INVALID)
            check_invalid(cx, e);
        else
            check_set(e, MODE_TYPE, obj->type);
        break;
    case OBJ_VAR: var_ident(cx, e, obj); break;
    case OBJ_FUNC:
        check_note_dep(cx, obj);
        if (obj->type == NULL || obj->type->kind == TY_INVALID)
            check_invalid(cx, e);
        else
            check_set(e, MODE_VALUE, obj->type);
        break;
    case OBJ_BUILTIN: check_set(e, MODE_BUILTIN, cx->universe->basic[TY_INVALID]); break;
    case OBJ_NIL: check_set(e, MODE_NIL, cx->universe->basic[TY_UNTYPED_NIL]); break;
    default: check_invalid(cx, e); break;
    }
}

static void check_ident(Checker *cx, Expr *e)
{
    Scope *where = NULL;
    const Sym *name = e->ident.name;
    Obj *obj = name == cx->sym_blank ? NULL : scope_lookup(cx->at.scope, name, &where);
    e->ident.obj = obj;
    if (obj == NULL) {
        if (name == cx->sym_blank)
            check_error(cx, e->span, "cannot use _ as value");
        else
            check_undefined(cx, e);
        check_invalid(cx, e);
        return;
    }
    if (cx->at.file != NULL && where == cx->at.file->scope && obj->kind != OBJ_PACKAGE)
        check_use_dot_import(cx, obj);
    check_ident_obj(cx, e, obj);
}

Obj *check_lookup(Checker *cx, const Sym *name)
{
    return scope_lookup(cx->at.scope, name, NULL);
}

/* ---- literals ---- */

static void check_basic_literal(Checker *cx, Expr *e)
{
    static const TypeKind kinds[] = {
        [TK_INT] = TY_UNTYPED_INT,       [TK_FLOAT] = TY_UNTYPED_FLOAT,
        [TK_IMAG] = TY_UNTYPED_COMPLEX,  [TK_CHAR] = TY_UNTYPED_RUNE,
        [TK_STRING] = TY_UNTYPED_STRING,
    };
    enum { LONGEST = 10000 };
    Const *val;
    if (e->lit.tok == TK_STRING)
        val = const_string(cx->consts, e->lit.str, e->lit.str_len);
    else if (e->lit.tok == TK_CHAR)
        val = const_int(cx->consts, e->lit.rune);
    else if (e->lit.len > LONGEST) {
        check_error(cx, e->span, "excessively long constant: %.10s... (%u chars)", e->lit.text,
                    e->lit.len);
        check_invalid(cx, e);
        return;
    } else
        val = const_literal(cx->consts, e->lit.tok, e->lit.text, e->lit.len);
    if (val == NULL) {
        check_error(cx, e->span, "excessively large constant: %.20s%s", e->lit.text,
                    e->lit.len > 20 ? "..." : "");
        check_invalid(cx, e);
        return;
    }
    check_set_const(e, cx->universe->basic[kinds[e->lit.tok]], val);
    check_overflow(cx, e);
}

/* A literal in a function is checked at once, since everything it can refer to is declared. One in
 * the initialiser of a package-level variable is checked later, because it may refer to that
 * variable. */
static void check_func_literal(Checker *cx, Expr *e)
{
    FuncLit *lit = e->func;
    lit->outer = cx->at.fn != NULL && cx->at.fn->name == NULL ? cx->at.fn->lit : NULL;
    Scope *scope = scope_new(cx->arena, cx->at.scope);
    Type *sig = check_signature(cx, &lit->sig, scope, lit);
    lit->type = sig;
    if (sig->kind != TY_FUNC) {
        check_invalid(cx, e);
        return;
    }
    check_set(e, MODE_VALUE, sig);
    if (lit->body == NULL)
        return;
    if (cx->at.fn == NULL) {
        check_late_body(cx, lit, sig, NULL, scope);
        return;
    }
    bool has_call = cx->at.has_call;
    check_func_body(cx, lit, sig, NULL, scope);
    cx->at.has_call = has_call;
}

/* ---- operators with one operand ---- */

static void check_star(Checker *cx, Expr *e)
{
    check_expr_or_type(cx, e->star);
    Expr *x = e->star;
    if (x->mode == MODE_INVALID) {
        check_invalid(cx, e);
        return;
    }
    if (x->mode == MODE_TYPE) {
        if (check_is_generic_type(x->type)) {
            check_type(cx, x);
            check_invalid(cx, e);
            return;
        }
        check_set(e, MODE_TYPE, type_pointer(&cx->types, x->type));
        return;
    }
    Type *t = type_core(x->type);
    if (t->kind == TY_POINTER && t->pointer.elem->kind != TY_INVALID) {
        check_set(e, MODE_VAR, t->pointer.elem);
        return;
    }
    if (t->kind != TY_POINTER)
        check_error(cx, e->span, "invalid operation: cannot indirect %s",
                    check_operand_text(cx, x));
    check_invalid(cx, e);
}

Obj *check_root_var(Expr *x)
{
    for (;;) {
        switch (x->kind) {
        case EX_PAREN: x = x->paren; break;
        case EX_IDENT:
            return x->ident.obj != NULL && x->ident.obj->kind == OBJ_VAR ? x->ident.obj : NULL;
        case EX_SELECTOR:
            if (x->selector.selection == NULL) { /* pkg.Var */
                Obj *obj = x->selector.sel->ident.obj;
                return obj != NULL && obj->kind == OBJ_VAR ? obj : NULL;
            }
            if (x->selector.selection->indirect)
                return NULL;
            x = x->selector.x;
            break;
        case EX_INDEX:
            if (x->index.x->type == NULL || type_underlying(x->index.x->type)->kind != TY_ARRAY)
                return NULL;
            x = x->index.x;
            break;
        default: return NULL;
        }
    }
}

void check_mark_addressed(Checker *cx, Expr *x)
{
    (void)cx;
    Obj *var = check_root_var(x);
    if (var != NULL)
        var->var.addressed = true;
}

static void check_address(Checker *cx, Expr *e)
{
    Expr *x = e->unary.x;
    if (check_unparen(x)->kind != EX_COMPOSITE && x->mode != MODE_VAR) {
        check_error(cx, e->span, "invalid operation: cannot take address of %s",
                    check_operand_text(cx, x));
        check_invalid(cx, e);
        return;
    }
    check_mark_addressed(cx, x);
    check_set(e, MODE_VALUE, type_pointer(&cx->types, x->type));
}

static void check_receive(Checker *cx, Expr *e)
{
    Expr *x = e->unary.x;
    Type *ch = type_core(x->type);
    cx->at.has_call = true;
    if (ch->kind == TY_CHAN && ch->chan.dir != CHAN_SEND) {
        check_set(e, MODE_COMMAOK, ch->chan.elem);
        return;
    }
    check_error(cx, e->span, "invalid operation: cannot receive from %s %s",
                ch->kind == TY_CHAN ? "send-only channel" : "non-channel",
                check_operand_text(cx, x));
    check_invalid(cx, e);
}

static bool unary_defined(Token op, Type *t)
{
    switch (op) {
    case TK_ADD:
    case TK_SUB: return type_is_numeric(t);
    case TK_XOR: return type_is_integer(t);
    case TK_NOT: return type_is_boolean(t);
    default: return false;
    }
}

static u32 unsigned_bits(Type *t)
{
    if (!type_is_unsigned(t))
        return 0;
    t = type_underlying(t);
    type_layout(t);
    return (u32)t->size * 8;
}

static void check_unary(Checker *cx, Expr *e)
{
    Expr *x = e->unary.x;
    Token op = e->unary.op;
    check_expr(cx, x);
    if (x->mode == MODE_INVALID) {
        check_invalid(cx, e);
    } else if (op == TK_AND) {
        check_address(cx, e);
    } else if (op == TK_ARROW) {
        check_receive(cx, e);
    } else if (op == TK_TILDE) {
        check_error(cx, e->span, "cannot use ~ outside of interface or type constraint");
        check_invalid(cx, e);
    } else if (!unary_defined(op, x->type)) {
        check_error(cx, e->span, "invalid operation: operator %s not defined on %s",
                    token_spelling(op), check_operand_text(cx, x));
        check_invalid(cx, e);
    } else if (x->mode == MODE_CONST) {
        check_set_const(e, x->type, const_unary(cx->consts, op, x->val, unsigned_bits(x->type)));
        check_overflow(cx, e);
    } else {
        check_set(e, MODE_VALUE, x->type);
    }
}

/* ---- type assertions ---- */

bool check_assertable(Checker *cx, Expr *x, Type *t, Span at, bool type_switch)
{
    Reason why = {0};
    /* In an instance the assertion may be impossible, which is no error of the generic body. */
    if (cx->at.instance != NULL || type_is_interface(t) || t->kind == TY_TYPEPARAM ||
        check_implements(cx, t, x->type, &why))
        return true;
    Diag *diag;
    if (type_switch)
        diag = check_error(cx, at, "impossible type switch case: %s cannot have dynamic type %s",
                           check_operand_text(cx, x), check_type_text(cx, t));
    else
        diag = check_error(cx, at, "impossible type assertion: %s.(%s)", check_expr_text(cx, x),
                           check_type_text(cx, t));
    diag_note(cx->diags, diag, (Span){0, 0}, "%s", why.text);
    check_note_have_want(cx, diag, &why);
    return false;
}

static void check_assert(Checker *cx, Expr *e)
{
    Expr *x = e->assert.x;
    check_expr(cx, x);
    if (e->assert.type_expr == NULL) {
        check_error(cx, e->span, "use of .(type) outside type switch");
        check_invalid(cx, e);
        return;
    }
    Type *t = check_type(cx, e->assert.type_expr);
    if (x->mode == MODE_INVALID || t->kind == TY_INVALID) {
        check_invalid(cx, e);
        return;
    }
    if (!type_is_interface(x->type)) {
        check_error(cx, x->span, "invalid operation: %s is not an interface",
                    check_operand_text(cx, x));
        check_invalid(cx, e);
        return;
    }
    check_assertable(cx, x, t, e->span, false);
    check_set(e, MODE_COMMAOK, t);
}

/* ---- all kinds ---- */

static void check_paren(Checker *cx, Expr *e, Type *hint)
{
    check_raw_expr_hint(cx, e->paren, hint);
    e->mode = e->paren->mode;
    e->type = e->paren->type;
    e->val = e->paren->val;
}

static void dispatch(Checker *cx, Expr *e, Type *hint)
{
    switch (e->kind) {
    case EX_BAD: check_invalid(cx, e); break;
    case EX_IDENT: check_ident(cx, e); break;
    case EX_LIT: check_basic_literal(cx, e); break;
    case EX_COMPOSITE: check_composite(cx, e, hint); break;
    case EX_FUNC: check_func_literal(cx, e); break;
    case EX_PAREN: check_paren(cx, e, NULL); break;
    case EX_SELECTOR: check_selector(cx, e); break;
    case EX_INDEX: check_index(cx, e); break;
    case EX_SLICE: check_slice(cx, e); break;
    case EX_ASSERT: check_assert(cx, e); break;
    case EX_CALL: check_call(cx, e); break;
    case EX_STAR: check_star(cx, e); break;
    case EX_UNARY: check_unary(cx, e); break;
    case EX_BINARY: check_binary_expr(cx, e); break;
    case EX_KEYVALUE:
        check_error(cx, e->span, "unexpected key:value expression");
        check_invalid(cx, e);
        break;
    case EX_ELLIPSIS:
        check_error(cx, e->span, "invalid use of '...'");
        check_invalid(cx, e);
        break;
    default:
        check_set(e, MODE_TYPE, check_type(cx, e));
        if (e->type->kind == TY_INVALID)
            check_invalid(cx, e);
        break;
    }
}

void check_raw_expr_hint(Checker *cx, Expr *e, Type *hint)
{
    limits_poll();
    if (check_enter(cx, e->span))
        dispatch(cx, e, hint);
    else
        check_invalid(cx, e);
    if (UNLIKELY(check_forbids_unsafe(cx)) && check_has_unsafe(e->type)) {
        check_refuse_unsafe(cx, e->span);
        check_invalid(cx, e);
    }
    if (cx->at.type_nesting > 0)
        check_need_type(cx, e->type);
    check_leave(cx);
}

void check_raw_expr(Checker *cx, Expr *e)
{
    check_raw_expr_hint(cx, e, NULL);
}

/* Reports an expression that is not a value; types are accepted if types_too. */
static void need_value(Checker *cx, Expr *e, bool types_too)
{
    const char *fault;
    switch (e->mode) {
    case MODE_NOVALUE: fault = types_too ? "used as value or type" : "used as value"; break;
    case MODE_BUILTIN: fault = "must be called"; break;
    case MODE_TYPE: fault = types_too ? NULL : "is not an expression"; break;
    case MODE_VALUE:
        if (e->type->kind == TY_FUNC)
            check_instantiated(cx, e);
        return;
    default: fault = NULL; break;
    }
    if (fault == NULL)
        return;
    check_error(cx, e->span, "%s %s", check_operand_text(cx, e), fault);
    check_invalid(cx, e);
}

static void need_single(Checker *cx, Expr *e)
{
    if (e->mode != MODE_VALUE || e->type->kind != TY_TUPLE)
        return;
    Diag *diag = check_error(cx, e->span, "multiple-value %s in single-value context",
                             check_operand_text(cx, e));
    check_hint(cx, diag, "assign the values to variables first");
    check_invalid(cx, e);
}

void check_expr_hint(Checker *cx, Expr *e, Type *hint)
{
    check_raw_expr_hint(cx, e, hint);
    need_value(cx, e, false);
    need_single(cx, e);
}

void check_expr(Checker *cx, Expr *e)
{
    check_expr_hint(cx, e, NULL);
}

void check_generic_expr(Checker *cx, Expr *e)
{
    check_raw_expr(cx, e);
    if (e->mode != MODE_VALUE)
        need_value(cx, e, false);
    need_single(cx, e);
}

void check_multi_expr(Checker *cx, Expr *e)
{
    check_raw_expr(cx, e);
    if (e->mode != MODE_VALUE)
        need_value(cx, e, false);
}

void check_value_or_type(Checker *cx, Expr *e)
{
    need_value(cx, e, true);
    need_single(cx, e);
}

void check_expr_or_type(Checker *cx, Expr *e)
{
    check_raw_expr(cx, e);
    check_value_or_type(cx, e);
}

void check_use(Checker *cx, Expr *e)
{
    if (e == NULL || (e->kind == EX_IDENT && e->ident.name == cx->sym_blank))
        return;
    if (e->kind == EX_KEYVALUE)
        check_use(cx, e->keyvalue.value);
    else if (e->kind == EX_COMPOSITE && e->composite.type_expr == NULL)
        check_use_list(cx, &e->composite.elems); /* of an unknown type */
    else
        check_raw_expr(cx, e);
}

void check_use_list(Checker *cx, ExprList *list)
{
    for (u32 i = 0; i < list->len; i++)
        check_use(cx, list->data[i]);
}

static StmtUse builtin_use(u8 id)
{
    switch (id) {
    case BI_CLEAR:
    case BI_CLOSE:
    case BI_COPY:
    case BI_DELETE:
    case BI_PANIC:
    case BI_PRINT:
    case BI_PRINTLN:
    case BI_RECOVER: return USE_STATEMENT;
    default: return USE_EXPRESSION;
    }
}

StmtUse check_stmt_expr(Checker *cx, Expr *e)
{
    check_raw_expr(cx, e);
    if (e->mode == MODE_INVALID)
        return USE_STATEMENT; /* an error was reported */
    e = check_unparen(e);
    if (e->kind == EX_CALL) {
        if (e->call.is_conversion)
            return USE_CONVERSION;
        return e->call.builtin != BI_NONE ? builtin_use(e->call.builtin) : USE_STATEMENT;
    }
    return e->kind == EX_UNARY && e->unary.op == TK_ARROW ? USE_STATEMENT : USE_EXPRESSION;
}
