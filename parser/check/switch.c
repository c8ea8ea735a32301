/* Checker: switch, type switch and select. */
#include "base/hash.h"
#include "parser/check/stmt.h"

/* ---- common ---- */

typedef struct Defaults {
    const Clause *first;
} Defaults;

static void check_default(Checker *cx, const Clause *clause, Defaults *seen, const char *where)
{
    if (!clause->is_default)
        return;
    if (seen->first == NULL) {
        seen->first = clause;
        return;
    }
    Span span = {clause->span.start, clause->colon};
    Diag *diag = check_error(cx, span, "multiple defaults in %s", where);
    check_note_at(cx, diag, seen->first->span.start, "the first one is here");
}

/* ---- expression switch ---- */

/* A constant case, to find duplicates. */
typedef struct SeenCase {
    const Expr *expr;
    u32 next; /* 1 + index of the previous one with the same hash, or 0 */
} SeenCase;

typedef struct SeenCases {
    Map by_hash; /* -> 1 + index in all */
    VEC(SeenCase) all;
} SeenCases;

/* As in gc, duplicate booleans are allowed: `case x > 0, y > 0` may well become constant. */
static bool const_hash(const Const *c, u64 *hash)
{
    u32 len;
    const char *s;
    switch (const_kind(c)) {
    case CONST_INT: return const_to_i64(c, (i64 *)hash) || const_to_u64(c, hash);
    case CONST_FLOAT: {
        double v = const_to_double(c);
        memcpy(hash, &v, sizeof v);
        return true;
    }
    case CONST_STRING:
        s = const_string_value(c, &len);
        *hash = hash_bytes(HASH_START, s, len);
        return true;
    default: return false;
    }
}

static void check_duplicate_case(Checker *cx, Expr *e, SeenCases *seen)
{
    u64 hash;
    if (e->mode != MODE_CONST || e->val == NULL || cx->at.instance != NULL ||
        !const_hash(e->val, &hash))
        return;
    u64 *head = map_put(&seen->by_hash, hash);
    for (u64 i = *head; i != 0; i = seen->all.data[i - 1].next) {
        const Expr *other = seen->all.data[i - 1].expr;
        if (!type_identical(e->type, other->type) || const_kind(e->val) != const_kind(other->val) ||
            !const_compare(TK_EQL, e->val, other->val))
            continue;
        Diag *diag = check_error(cx, e->span, "duplicate case %s in expression switch",
                                 check_operand_text(cx, e));
        check_note_at(cx, diag, other->span.start, "previous case");
        return;
    }
    vec_push(&seen->all, (SeenCase){e, (u32)*head});
    *head = seen->all.len;
}

static void check_case(Checker *cx, Expr *e, Expr *tag, SeenCases *seen)
{
    check_expr(cx, e);
    if (e->mode == MODE_INVALID || tag->mode == MODE_INVALID)
        return;
    if (check_case_compare(cx, e, tag))
        check_duplicate_case(cx, e, seen);
}

/* The tag, with its final type; `switch {` means `switch true {`. */
static Expr *check_tag(Checker *cx, Stmt *s)
{
    Expr *tag = s->switch_.tag;
    if (tag == NULL) {
        tag = ast_new_expr(cx->arena, EX_IDENT);
        tag->span = (Span){s->switch_.lbrace, s->switch_.lbrace};
        tag->ident.name = intern_str(cx->syms, "true");
        tag->mode = MODE_CONST;
        tag->type = cx->universe->basic[TY_BOOL];
        tag->val = const_bool(cx->consts, true);
        return tag;
    }
    check_expr(cx, tag);
    if (tag->mode == MODE_INVALID || !check_assignable(cx, tag, NULL, "switch expression"))
        return tag;
    if (!type_comparable(tag->type) && !type_has_nil(tag->type)) {
        check_error(cx, tag->span, "cannot switch on %s", check_operand_text(cx, tag));
        check_invalid(cx, tag);
    }
    return tag;
}

void check_switch_stmt(Checker *cx, Stmt *s)
{
    check_open_scope(cx);
    if (s->switch_.init != NULL)
        check_stmt(cx, s->switch_.init);
    Expr *tag = check_tag(cx, s);
    SeenCases seen = {0};
    Defaults defaults = {0};
    for (u32 i = 0; i < s->switch_.clauses.len; i++) {
        Clause *clause = s->switch_.clauses.data[i];
        check_default(cx, clause, &defaults, "switch");
        for (u32 j = 0; j < clause->exprs.len; j++)
            check_case(cx, clause->exprs.data[j], tag, &seen);
        check_open_scope(cx);
        check_stmt_list(cx, &clause->body);
        check_close_scope(cx);
    }
    vec_free(&seen.all);
    map_free(&seen.by_hash);
    check_close_scope(cx);
}

/* ---- type switch ---- */

typedef struct SeenTypes {
    TypeList types; /* NULL stands for nil */
    ExprList exprs;
} SeenTypes;

static bool is_duplicate_type(Checker *cx, Expr *e, Type *t, SeenTypes *seen)
{
    /* Different type parameters may denote the same type in an instance; the first case is
     * taken. */
    for (u32 i = 0; i < seen->types.len && cx->at.instance == NULL; i++) {
        Type *other = seen->types.data[i];
        if (t != other && (t == NULL || other == NULL || !type_identical(t, other)))
            continue;
        Diag *diag = check_error(cx, e->span, "duplicate case %s in type switch",
                                 t == NULL ? "nil" : check_type_text(cx, t));
        check_note_at(cx, diag, seen->exprs.data[i]->span.start, "previous case");
        return true;
    }
    avec_push(cx->arena, &seen->types, t);
    avec_push(cx->arena, &seen->exprs, e);
    return false;
}

static bool is_nil(Checker *cx, Expr *e)
{
    e = check_unparen(e);
    if (e->kind != EX_IDENT)
        return false;
    Obj *obj = check_lookup(cx, e->ident.name);
    return obj != NULL && obj->kind == OBJ_NIL;
}

/* Checks the type of one case. NULL for nil, the invalid type after an error. x NULL: unknown. */
static Type *check_case_type(Checker *cx, Expr *x, Expr *e, SeenTypes *seen)
{
    Type *t = NULL;
    if (is_nil(cx, e))
        check_expr(cx, e);
    else
        t = check_type(cx, e);
    if (t != NULL && t->kind == TY_INVALID)
        return t;
    if (!is_duplicate_type(cx, e, t, seen) && x != NULL && t != NULL)
        check_assertable(cx, x, t, e->span, true);
    return t;
}

/* Declares the variable of a clause, with the type of its case if there is exactly one. */
static void declare_clause_var(Checker *cx, Stmt *s, Clause *clause, Type *t)
{
    Expr *bind = s->typeswitch.bind;
    if (bind == NULL || bind->kind != EX_IDENT || bind->ident.name == cx->sym_blank)
        return;
    if (clause->exprs.len != 1 || t == NULL)
        t = s->typeswitch.x->type;
    clause->var = check_new_var(cx, bind->ident.name, bind->span.start, t, VAR_LOCAL);
    scope_insert(cx->arena, cx->at.scope, clause->var);
}

static bool check_clause(Checker *cx, Stmt *s, Clause *clause, Expr *x, SeenTypes *seen)
{
    Type *t = NULL;
    for (u32 i = 0; i < clause->exprs.len; i++)
        t = check_case_type(cx, x, clause->exprs.data[i], seen);
    check_open_scope(cx);
    declare_clause_var(cx, s, clause, t);
    check_stmt_list(cx, &clause->body);
    bool used = clause->var != NULL && clause->var->used;
    if (clause->var != NULL)
        clause->var->used = true; /* whether it is used is checked for all clauses together */
    check_close_scope(cx);
    return used;
}

/* Checks the operand; NULL if its possible dynamic types are unknown. */
static Expr *check_switched(Checker *cx, Expr *x)
{
    check_expr(cx, x);
    if (x->mode == MODE_INVALID)
        return NULL;
    if (x->mode != MODE_NIL && type_is_interface(x->type))
        return x;
    check_error(cx, x->span, "%s is not an interface", check_operand_text(cx, x));
    check_invalid(cx, x);
    return NULL;
}

void check_type_switch_stmt(Checker *cx, Stmt *s)
{
    check_open_scope(cx);
    if (s->typeswitch.init != NULL)
        check_stmt(cx, s->typeswitch.init);
    Expr *bind = s->typeswitch.bind;
    if (bind != NULL && bind->kind == EX_IDENT && bind->ident.name == cx->sym_blank)
        check_error(cx, bind->span, "no new variable on left side of :=");
    Expr *x = check_switched(cx, s->typeswitch.x);
    SeenTypes seen = {0};
    Defaults defaults = {0};
    bool used = false;
    for (u32 i = 0; i < s->typeswitch.clauses.len; i++) {
        Clause *clause = s->typeswitch.clauses.data[i];
        check_default(cx, clause, &defaults, "switch");
        used |= check_clause(cx, s, clause, x, &seen);
    }
    if (bind != NULL && bind->kind == EX_IDENT && bind->ident.name != cx->sym_blank && !used &&
        !cx->options.allow_unused)
        check_error(cx, bind->span, "declared and not used: %s", bind->ident.name->text);
    check_close_scope(cx);
}

/* ---- select ---- */

static bool is_receive(Expr *e)
{
    e = check_unparen(e);
    return e->kind == EX_BAD || (e->kind == EX_UNARY && e->unary.op == TK_ARROW);
}

static bool is_communication(Stmt *comm)
{
    switch (comm->kind) {
    case ST_SEND:
    case ST_BAD: return true;
    case ST_EXPR: return is_receive(comm->expr);
    case ST_ASSIGN:
    case ST_DEFINE:
        return comm->assign.rhs.len == 1 && is_receive(comm->assign.rhs.data[0]) &&
               (comm->kind == ST_DEFINE || comm->assign.op == TK_ASSIGN);
    default: return false;
    }
}

void check_select_stmt(Checker *cx, Stmt *s)
{
    Defaults defaults = {0};
    for (u32 i = 0; i < s->select.clauses.len; i++) {
        Clause *clause = s->select.clauses.data[i];
        check_default(cx, clause, &defaults, "select");
        check_open_scope(cx);
        if (clause->comm != NULL && !is_communication(clause->comm))
            check_error(cx, clause->comm->span, "select case must be receive, send or assign recv");
        else if (clause->comm != NULL)
            check_stmt(cx, clause->comm);
        check_stmt_list(cx, &clause->body);
        check_close_scope(cx);
    }
}
