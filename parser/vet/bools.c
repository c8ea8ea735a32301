/* Operands of || and && that are written twice, and pairs of which one always holds: x != 1 || x !=
 * 2, x == 1 && x == 2. */
#include "parser/vet/vet.h"

typedef VEC(Expr *) Operands;

typedef struct Bools {
    Diags *found;
    VEC(const Expr *) nested; /* operations that were looked at as a part of a longer one */
} Bools;

/* Appends the operands of a chain of the same operation, from left to right. */
static void collect(Bools *b, Expr *e, Token op, Operands *out)
{
    Expr *x = vet_unparen(e);
    if (x->kind != EX_BINARY || x->binary.op != op) {
        vec_push(out, x);
        return;
    }
    vec_push(&b->nested, x);
    collect(b, x->binary.x, op, out);
    collect(b, x->binary.y, op, out);
}

static const char *name_of(Token op)
{
    return op == TK_LOR ? "or" : "and";
}

static void report(Bools *b, const char *what, Token op, const Expr *x, const Expr *y)
{
    diag_warning(b->found, x->span, "%s %s: %s %s %s", what, name_of(op), vet_text(b->found, x),
                 token_spelling(op), vet_text(b->found, y));
}

/* The operand that is compared with a constant by != (in ||) or == (in &&), or NULL. */
static const Expr *compared(const Expr *e, Token op)
{
    if (e->kind != EX_BINARY || e->binary.op != (op == TK_LOR ? TK_NEQ : TK_EQL))
        return NULL;
    if (e->binary.y->val)
        return e->binary.x;
    return e->binary.x->val ? e->binary.y : NULL;
}

static void check_pair(Bools *b, Token op, const Expr *earlier, const Expr *e)
{
    const Expr *x = compared(earlier, op), *y = compared(e, op);
    if (vet_same_text(earlier, e))
        report(b, "redundant", op, earlier, earlier);
    else if (x && y && vet_same_text(x, y))
        report(b, "suspect", op, earlier, e);
}

/* Operands between which nothing changes the variables. Of those that are alike, each is reported
 * with the last one. */
static void check_operands(Bools *b, Token op, Expr *const *operands, u32 count)
{
    for (u32 i = count; i-- > 0;) {
        u32 before = b->found->list.len;
        for (u32 k = count; k-- > i + 1 && b->found->list.len == before;)
            check_pair(b, op, operands[i], operands[k]);
    }
}

static void at_expr(void *ctx, Expr *e)
{
    Bools *b = ctx;
    if (e->kind != EX_BINARY || (e->binary.op != TK_LOR && e->binary.op != TK_LAND))
        return;
    for (u32 i = 0; i < b->nested.len; i++)
        if (b->nested.data[i] == e)
            return;
    Operands all = {0};
    collect(b, e, e->binary.op, &all);
    for (u32 i = 0, begin = 0; i <= all.len; i++)
        if (i == all.len || vet_has_effect(all.data[i])) {
            check_operands(b, e->binary.op, all.data + begin, i - begin);
            begin = i + 1;
        }
    vec_free(&all);
}

void vet_bools(const VetFile *file, Diags *found)
{
    Bools b = {.found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &b, .expr = at_expr});
    vec_free(&b.nested);
}
