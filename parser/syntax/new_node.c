/* Allocation of syntax tree nodes, each as large as its kind needs. */
#include "parser/syntax/ast.h"

#define EXPR(member) SIZE_UPTO(Expr, member)
#define STMT(member) SIZE_UPTO(Stmt, member)

static const u8 expr_size[] = {
    [EX_BAD] = EXPR(val),
    [EX_IDENT] = EXPR(ident),
    [EX_LIT] = EXPR(lit),
    [EX_COMPOSITE] = EXPR(composite),
    [EX_FUNC] = EXPR(func),
    [EX_PAREN] = EXPR(paren),
    [EX_SELECTOR] = EXPR(selector),
    [EX_INDEX] = EXPR(index),
    [EX_SLICE] = EXPR(slice),
    [EX_ASSERT] = EXPR(assert),
    [EX_CALL] = EXPR(call),
    [EX_STAR] = EXPR(star),
    [EX_UNARY] = EXPR(unary),
    [EX_BINARY] = EXPR(binary),
    [EX_KEYVALUE] = EXPR(keyvalue),
    [EX_ARRAY_TYPE] = EXPR(array_type),
    [EX_STRUCT_TYPE] = EXPR(struct_type),
    [EX_FUNC_TYPE] = EXPR(func_type),
    [EX_INTERFACE_TYPE] = EXPR(interface_type),
    [EX_MAP_TYPE] = EXPR(map_type),
    [EX_CHAN_TYPE] = EXPR(chan_type),
    [EX_ELLIPSIS] = EXPR(ellipsis),
};

static const u8 stmt_size[] = {
    [ST_BAD] = STMT(span),
    [ST_EMPTY] = STMT(span),
    [ST_BLOCK] = STMT(block),
    [ST_EXPR] = STMT(expr),
    [ST_SEND] = STMT(send),
    [ST_INCDEC] = STMT(incdec),
    [ST_ASSIGN] = STMT(assign),
    [ST_DEFINE] = STMT(assign),
    [ST_DECL] = STMT(decl),
    [ST_GO] = STMT(call),
    [ST_DEFER] = STMT(call),
    [ST_RETURN] = STMT(results),
    [ST_BREAK] = STMT(branch),
    [ST_CONTINUE] = STMT(branch),
    [ST_GOTO] = STMT(branch),
    [ST_FALLTHROUGH] = STMT(branch),
    [ST_IF] = STMT(if_),
    [ST_SWITCH] = STMT(switch_),
    [ST_TYPESWITCH] = STMT(typeswitch),
    [ST_SELECT] = STMT(select),
    [ST_FOR] = STMT(for_),
    [ST_RANGE] = STMT(range),
    [ST_LABELED] = STMT(labeled),
};

Expr *ast_new_expr(Arena *arena, ExprKind kind)
{
    Expr *x = arena_alloc(arena, expr_size[kind]);
    x->kind = kind;
    return x;
}

Stmt *ast_new_stmt(Arena *arena, StmtKind kind)
{
    Stmt *s = arena_alloc(arena, stmt_size[kind]);
    s->kind = kind;
    return s;
}

Expr *ast_copy_expr(Arena *arena, const Expr *x)
{
    return memcpy(arena_alloc(arena, expr_size[x->kind]), x, expr_size[x->kind]);
}

Stmt *ast_copy_stmt(Arena *arena, const Stmt *s)
{
    return memcpy(arena_alloc(arena, stmt_size[s->kind]), s, stmt_size[s->kind]);
}

void ast_become(Expr *e, const Expr *as)
{
    if (expr_size[as->kind] > expr_size[e->kind])
        BUG("an expression of kind %d has no room to become one of kind %d", e->kind, as->kind);
    memmove(e, as, expr_size[as->kind]);
}
