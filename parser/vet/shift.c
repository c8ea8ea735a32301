/* Shifts by as many bits as the operand has, or more: nothing is left of it. */
#include "parser/vet/vet.h"

/* Bits of the smallest type that t may be; 0: it is no integer. */
static u32 bits_of(Type *t)
{
    Type *u = type_underlying(t);
    u32 least = 0;
    if (u->kind == TY_TYPEPARAM) {
        const TypeSet *set = type_param_set(u);
        for (u32 i = 0; i < set->terms.len; i++) {
            u32 bits = bits_of(set->terms.data[i].type);
            least = !least || bits < least ? bits : least;
        }
        return set->all ? 0 : least;
    }
    if (!type_is_integer(t) || type_is_untyped(t))
        return 0;
    type_layout(u);
    return (u32)u->size * 8;
}

/* Whether t may be types of several sizes. */
static bool varies(Type *t)
{
    Type *u = type_underlying(t);
    const TypeSet *set = u->kind == TY_TYPEPARAM ? type_param_set(u) : NULL;
    for (u32 i = 1; set && i < set->terms.len; i++)
        if (bits_of(set->terms.data[i].type) != bits_of(set->terms.data[0].type))
            return true;
    return false;
}

typedef struct Shifts {
    Diags *found;
    VEC(Span) dead; /* branches that constant conditions rule out: other sizes of words */
} Shifts;

static bool is_dead(const Shifts *s, Span at)
{
    for (u32 i = 0; i < s->dead.len; i++)
        if (at.start >= s->dead.data[i].start && at.start < s->dead.data[i].end)
            return true;
    return false;
}

static void note_dead_branch(Shifts *s, const Stmt *branch)
{
    if (branch)
        vec_push(&s->dead, branch->span);
}

static bool is_false(const Expr *e)
{
    return e->val && const_kind(e->val) == CONST_BOOL && !const_bool_value(e->val);
}

/* Whether the clause's constants all differ from the constant tag, or are false without one. */
static bool is_dead_clause(const Clause *clause, const Expr *tag)
{
    for (u32 i = 0; i < clause->exprs.len; i++) {
        const Expr *e = clause->exprs.data[i];
        bool ruled_out = tag ? tag->val && e->val && const_kind(tag->val) == CONST_INT &&
                                   const_kind(e->val) == CONST_INT &&
                                   const_compare(TK_NEQ, tag->val, e->val)
                             : is_false(e);
        if (!ruled_out)
            return false;
    }
    return clause->exprs.len > 0;
}

/* A constant that one clause has makes the others dead. */
static void note_dead_clauses(Shifts *s, const Stmt *stmt)
{
    const Expr *tag = stmt->switch_.tag;
    for (u32 i = 0; i < stmt->switch_.clauses.len; i++) {
        const Clause *clause = stmt->switch_.clauses.data[i];
        if (is_dead_clause(clause, tag))
            vec_push(&s->dead, clause->span);
        for (u32 k = 0; tag && tag->val && clause->is_default && k < stmt->switch_.clauses.len; k++)
            for (u32 n = 0; n < stmt->switch_.clauses.data[k]->exprs.len; n++) {
                const Expr *e = stmt->switch_.clauses.data[k]->exprs.data[n];
                if (e->val && const_kind(e->val) == CONST_INT &&
                    const_kind(tag->val) == CONST_INT && const_compare(TK_EQL, tag->val, e->val))
                    vec_push(&s->dead, clause->span);
            }
    }
}

static void note_dead(Shifts *s, const Stmt *stmt)
{
    if (stmt->kind == ST_SWITCH)
        note_dead_clauses(s, stmt);
    if (stmt->kind != ST_IF || !stmt->if_.cond->val)
        return;
    note_dead_branch(s, is_false(stmt->if_.cond) ? stmt->if_.then : stmt->if_.els);
}

static void check(Shifts *s, Span at, const Expr *x, const Expr *count)
{
    i64 n;
    Diags *found = s->found;
    if (is_dead(s, at) || x->val || !x->type || !count->val ||
        const_kind(count->val) != CONST_INT || !const_to_i64(count->val, &n))
        return;
    u32 bits = bits_of(x->type);
    if (bits && n >= bits)
        diag_warning(found, at, "%s (%s%u bits) too small for shift of %lld", vet_text(found, x),
                     varies(x->type) ? "may be " : "", bits, (long long)n);
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind == EX_BINARY && (e->binary.op == TK_SHL || e->binary.op == TK_SHR) &&
        !e->binary.assigns)
        check(ctx, e->span, e->binary.x, e->binary.y);
}

static void at_stmt(void *ctx, Stmt *s)
{
    note_dead(ctx, s);
    if (s->kind == ST_ASSIGN && (s->assign.op == TK_SHL || s->assign.op == TK_SHR) &&
        s->assign.lhs.len == 1 && s->assign.rhs.len == 1)
        check(ctx, s->span, s->assign.lhs.data[0], s->assign.rhs.data[0]);
}

void vet_shift(const VetFile *file, Diags *found)
{
    Shifts s = {.found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &s, .expr = at_expr, .stmt = at_stmt});
    vec_free(&s.dead);
}
