/* Parser: expressions. Types that can begin an expression, as in []int{1} or chan int(nil), are
 * parsed by parser/syntax/type.c; the checker decides whether an operand is a type or a value. */
#include "parser/syntax/parse.h"
#include "parser/syntax/print.h"

/* Name = letter { letter | digit } . */
Expr *parse_name(Parser *p)
{
    if (LIKELY(p->lx.tok == TK_IDENT)) {
        const Sym *name = p->lx.name;
        Pos start = parse_pos(p);
        parse_next(p);
        Expr *x = parse_new_expr(p, EX_IDENT, start, start);
        x->ident.name = name;
        return x;
    }
    Expr *x = parse_new_expr(p, EX_IDENT, parse_pos(p), parse_pos(p));
    x->span = parse_token_span(p);
    x->ident.name = intern_str(p->cx->syms, "_");
    parse_expected(p, "name");
    parse_step_over(p);
    return x;
}

static void fill_literal(Parser *p, Expr *x)
{
    const Lexer *lx = &p->lx;
    x->lit.tok = lx->tok;
    x->lit.len = lx->stop - lx->start;
    x->lit.text = arena_strndup(p->arena, lx->text + (lx->start - lx->base), x->lit.len);
    if (lx->tok == TK_STRING) {
        x->lit.str = lx->str;
        x->lit.str_len = lx->str_len;
    } else if (lx->tok == TK_CHAR) {
        x->lit.rune = lx->rune;
    }
}

/* Literal = integer | float | imaginary | rune | string .
 * A malformed literal, which the lexer has reported, becomes EX_BAD. */
Expr *parse_literal_or_null(Parser *p)
{
    const Lexer *lx = &p->lx;
    if (lx->tok < TK_INT || lx->tok > TK_STRING)
        return NULL;
    Expr *x = parse_new_expr(p, lx->bad ? EX_BAD : EX_LIT, lx->start, lx->start);
    x->span = parse_token_span(p);
    if (!lx->bad)
        fill_literal(p, x);
    parse_next(p);
    return x;
}

static Expr *parse_unary(Parser *p);

/* Expression = Binary .
 * Binary = Unary { binary_op Unary } .
 * binary_op = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "|" | "^" |
 *             "*" | "/" | "%" | "<<" | ">>" | "&" | "&^" .
 * Precedence climbing: operators of at most min_precedence are left to the caller. */
Expr *parse_binary(Parser *p, Expr *x, int min_precedence)
{
    if (!parse_enter(p))
        return x != NULL ? x : parse_bad_expr(p);
    u32 outer = parse_begin_height(p);
    if (x == NULL)
        x = parse_unary(p);
    for (;;) {
        Token op = p->lx.tok;
        int precedence = token_precedence(op);
        if (precedence <= min_precedence)
            break;
        Pos op_pos = parse_pos(p);
        parse_next(p);
        Expr *y = parse_binary(p, NULL, precedence);
        x = parse_new_binary(p, op, op_pos, x, y);
    }
    parse_end_height(p, outer);
    parse_leave(p);
    return x;
}

Expr *parse_expr(Parser *p)
{
    return parse_binary(p, NULL, 0);
}

/* ExpressionList = Expression { "," Expression } . */
void parse_expr_list(Parser *p, ExprList *out)
{
    do {
        Expr *x = parse_expr(p);
        avec_push(p->arena, out, x);
    } while (parse_got(p, TK_COMMA));
}

/* ---- unary expressions ---- */

/* A `<-` in front of a channel type is part of the type: <-chan int(x) is a conversion. In <-chan<-
 * int the second arrow is the direction of the element type, and so on for its elements. */
static Expr *receive_type(Parser *p, Expr *x, Pos arrow)
{
    ChanDir dir = CHAN_SEND;
    Expr *t = x;
    while (dir == CHAN_SEND && t->kind == EX_CHAN_TYPE) {
        dir = t->chan_type.dir;
        if (dir == CHAN_RECV)
            parse_error(p, t->span, "unexpected <-, expected chan");
        t->chan_type.dir = CHAN_RECV;
        t->span.start = arrow;
        arrow = t->chan_type.arrow;
        t = t->chan_type.elem;
    }
    if (dir == CHAN_SEND) {
        Buf text = {0};
        expr_text(&text, t);
        parse_error(p, t->span, "unexpected %s, expected chan", buf_str(&text));
        buf_free(&text);
    }
    return x;
}

static Expr *parse_unary_operator(Parser *p)
{
    Token op = p->lx.tok;
    Pos start = parse_pos(p);
    if (!parse_enter(p))
        return parse_bad_expr(p);
    parse_next(p);
    Expr *operand = parse_unary(p);
    parse_leave(p);
    if (op == TK_ARROW && operand->kind == EX_CHAN_TYPE)
        return receive_type(p, operand, start);
    Expr *x = parse_new_expr(p, op == TK_MUL ? EX_STAR : EX_UNARY, start, start);
    if (op == TK_MUL) {
        x->star = operand;
    } else {
        x->unary.op = op;
        x->unary.x = operand;
    }
    return x;
}

/* Unary = Primary | unary_op Unary .
 * unary_op = "+" | "-" | "!" | "^" | "*" | "&" | "~" | "<-" . */
static Expr *parse_unary(Parser *p)
{
    switch (p->lx.tok) {
    case TK_ADD:
    case TK_SUB:
    case TK_NOT:
    case TK_XOR:
    case TK_MUL:
    case TK_AND:
    case TK_TILDE:
    case TK_ARROW: return parse_unary_operator(p);
    default: return parse_primary(p, NULL);
    }
}

/* ---- operands ---- */

static void want_rparen(Parser *p, bool in_header)
{
    Token tok = p->lx.tok;
    if (parse_got(p, TK_RPAREN))
        return;
    Diag *diag = parse_expected(p, ")");
    if (tok == TK_ASSIGN)
        parse_hint(p, diag, "use == to compare; an assignment is not written in parentheses");
    else if (in_header && (tok == TK_DEFINE || tok == TK_SEMICOLON || tok == TK_IDENT))
        parse_hint(p, diag, "the header of if, for and switch is written without parentheses");
    parse_step_over(p);
}

/* Paren = "(" Expression ")" . */
static Expr *parse_paren(Parser *p)
{
    Pos start = parse_pos(p);
    parse_next(p);
    p->expr_level++;
    Expr *inner = parse_expr(p);
    p->expr_level--;
    want_rparen(p, p->expr_level < 0);
    Expr *x = parse_new_expr(p, EX_PAREN, start, start);
    x->paren = inner;
    return x;
}

static Expr *report_no_operand(Parser *p)
{
    Expr *x = parse_bad_expr(p);
    Token tok = p->lx.tok;
    Diag *diag = parse_expected(p, "expression");
    if (tok == TK_INC || tok == TK_DEC)
        parse_hint(p, diag, "%s is a statement that follows its variable: x%s", token_spelling(tok),
                   token_spelling(tok));
    else if (tok == TK_LBRACE && p->expr_level >= 0)
        parse_hint(p, diag, "write the type before the brace: []int{1, 2}");
    else if (tok == TK_COLON && p->lx.start == p->last_stop)
        parse_hint(p, diag, "a variable is declared by :=");
    parse_skip_to(p, TOKEN_SET(TK_RPAREN, TK_RBRACK, TK_RBRACE, TK_COMMA, TK_SEMICOLON));
    return x;
}

/* Operand = Literal | Name | Paren | FunctionLiteral | TypeLiteral . */
static Expr *parse_operand(Parser *p)
{
    switch (p->lx.tok) {
    case TK_IDENT: return parse_name(p);
    case TK_INT:
    case TK_FLOAT:
    case TK_IMAG:
    case TK_CHAR:
    case TK_STRING: return parse_literal_or_null(p);
    case TK_LPAREN: return parse_paren(p);
    case TK_FUNC: return parse_func_type_or_literal(p);
    case TK_LBRACK:
    case TK_CHAN:
    case TK_MAP:
    case TK_STRUCT:
    case TK_INTERFACE: return parse_type(p);
    default: return report_no_operand(p);
    }
}

/* ---- composite literals ---- */

static Expr *parse_composite(Parser *p, Expr *type);

/* Element = Expression | CompositeValue . */
static Expr *parse_element_value(Parser *p)
{
    return p->lx.tok == TK_LBRACE ? parse_composite(p, NULL) : parse_expr(p);
}

/* KeyedElement = [ Element ":" ] Element . */
static bool parse_keyed_element(Parser *p, void *into)
{
    Expr *x = parse_element_value(p);
    if (p->lx.tok == TK_COLON) {
        Pos colon = parse_pos(p);
        parse_next(p);
        Expr *value = parse_element_value(p);
        Expr *pair = parse_new_expr(p, EX_KEYVALUE, x->span.start, colon);
        pair->keyvalue.key = x;
        pair->keyvalue.value = value;
        x = pair;
    }
    avec_push(p->arena, (ExprList *)into, x);
    return false;
}

/* CompositeValue = "{" [ KeyedElement { "," KeyedElement } [ "," ] ] "}" . */
static Expr *parse_composite(Parser *p, Expr *type)
{
    Pos start = type != NULL ? type->span.start : parse_pos(p);
    if (!parse_enter(p))
        return parse_bad_expr(p);
    Expr *x = parse_new_expr(p, EX_COMPOSITE, start, parse_pos(p));
    x->composite.type_expr = type;
    x->composite.lbrace = parse_pos(p);
    p->expr_level++;
    parse_want(p, TK_LBRACE);
    x->composite.rbrace = parse_list(p, "composite literal", TK_COMMA, TK_RBRACE,
                                     parse_keyed_element, &x->composite.elems);
    p->expr_level--;
    parse_leave(p);
    x->span = parse_span_from(p, start);
    return x;
}

/* Whether x can only be a value, so that f[x] { does not begin a composite literal of a generic
 * type. */
static bool is_value(const Expr *x)
{
    switch (x->kind) {
    case EX_LIT:
    case EX_COMPOSITE:
    case EX_FUNC:
    case EX_SLICE:
    case EX_ASSERT:
    case EX_CALL:
    case EX_UNARY:
    case EX_BINARY: return true;
    case EX_PAREN: return is_value(x->paren);
    case EX_INDEX:
        return is_value(x->index.x) || (x->index.args.len > 0 && is_value(x->index.args.data[0]));
    default: return false;
    }
}

/* Whether the `{` after x begins a composite literal rather than a block. */
static bool composite_follows(const Parser *p, const Expr *type)
{
    switch (type->kind) {
    case EX_IDENT:
    case EX_SELECTOR: return p->expr_level >= 0;
    case EX_INDEX: return p->expr_level >= 0 && !is_value(type->index.args.data[0]);
    case EX_ARRAY_TYPE:
    case EX_STRUCT_TYPE:
    case EX_MAP_TYPE: return true;
    default: return false;
    }
}

/* ---- primary expressions ---- */

/* Selector = "." Name .
 * TypeAssertion = "." "(" ( Type | "type" ) ")" . */
static Expr *parse_selector(Parser *p, Expr *operand)
{
    Pos dot = parse_pos(p), start = operand->span.start;
    parse_next(p);
    if (p->lx.tok == TK_IDENT) {
        Expr *sel = parse_name(p);
        Expr *x = parse_new_expr(p, EX_SELECTOR, start, dot);
        x->selector.x = operand;
        x->selector.sel = sel;
        return x;
    }
    if (p->lx.tok != TK_LPAREN) {
        parse_expected(p, "name or (");
        parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RPAREN));
        return operand;
    }
    parse_next(p);
    bool guard = parse_got(p, TK_TYPE);
    Expr *type = guard ? NULL : parse_type(p);
    parse_want(p, TK_RPAREN);
    Expr *x = parse_new_expr(p, EX_ASSERT, start, dot);
    x->assert.x = operand;
    x->assert.type_expr = type;
    if (guard)
        avec_push(p->arena, &p->guards, x);
    return x;
}

bool parse_type_list(Parser *p, ExprList *out)
{
    p->expr_level++;
    Expr *x = parse_expr(p);
    avec_push(p->arena, out, x);
    bool comma = false;
    while (parse_got(p, TK_COMMA)) {
        comma = true;
        x = parse_type_or_null(p);
        if (x == NULL)
            break;
        avec_push(p->arena, out, x);
    }
    p->expr_level--;
    return comma;
}

/* Slice = "[" [ Expression ] ":" [ Expression ] [ ":" Expression ] "]" .
 * After `[` and the first expression. */
static Expr *parse_slice(Parser *p, Expr *operand, Pos lbrack, Expr *lo)
{
    if (!parse_got(p, TK_COLON)) {
        parse_expected(p, "comma, : or ]");
        parse_skip_to(p, TOKEN_SET(TK_COMMA, TK_COLON, TK_RBRACK));
    }
    Expr *hi = NULL, *max = NULL;
    p->expr_level++;
    if (p->lx.tok != TK_COLON && p->lx.tok != TK_RBRACK)
        hi = parse_expr(p);
    if (p->lx.tok == TK_COLON) {
        if (hi == NULL)
            diag_error(p->cx->diags, parse_token_span(p), "middle index required in 3-index slice");
        parse_next(p);
        if (p->lx.tok == TK_RBRACK) {
            diag_error(p->cx->diags, parse_token_span(p), "final index required in 3-index slice");
            max = parse_bad_expr(p);
        } else {
            max = parse_expr(p);
        }
    }
    p->expr_level--;
    parse_want(p, TK_RBRACK);
    Expr *x = parse_new_expr(p, EX_SLICE, operand->span.start, lbrack);
    x->slice.x = operand;
    x->slice.lo = lo;
    x->slice.hi = hi;
    x->slice.max = max;
    return x;
}

/* Index = "[" Expression { "," Type } [ "," ] "]" . */
static Expr *parse_index(Parser *p, Expr *operand)
{
    Pos lbrack = parse_pos(p);
    ExprList args = {0};
    parse_next(p);
    if (p->lx.tok != TK_COLON) {
        bool comma = false;
        if (p->lx.tok == TK_RBRACK) {
            parse_expected(p, "operand");
            Expr *bad = parse_bad_expr(p);
            avec_push(p->arena, &args, bad);
        } else {
            comma = parse_type_list(p, &args);
        }
        if (comma || p->lx.tok == TK_RBRACK) {
            parse_want(p, TK_RBRACK);
            Expr *x = parse_new_expr(p, EX_INDEX, operand->span.start, lbrack);
            x->index.x = operand;
            x->index.args = args;
            return x;
        }
    }
    return parse_slice(p, operand, lbrack, args.len > 0 ? args.data[0] : NULL);
}

static bool parse_argument(Parser *p, void *into)
{
    Expr *call = into;
    Expr *arg = parse_expr(p);
    avec_push(p->arena, &call->call.args, arg);
    if (p->lx.tok != TK_ELLIPSIS)
        return false;
    call->call.spread_pos = parse_pos(p);
    parse_next(p);
    return true;
}

/* Call = "(" [ Expression { "," Expression } [ "..." ] [ "," ] ] ")" . */
static Expr *parse_call(Parser *p, Expr *fun)
{
    Expr *x = parse_new_expr(p, EX_CALL, fun->span.start, parse_pos(p));
    x->call.fun = fun;
    parse_next(p);
    p->expr_level++;
    parse_list(p, "argument list", TK_COMMA, TK_RPAREN, parse_argument, x);
    p->expr_level--;
    x->span = parse_span_from(p, fun->span.start);
    return x;
}

/* The composite literal of type x if a `{` that begins one follows, else NULL. A parenthesized type
 * is accepted with an error. */
static Expr *parse_composite_after(Parser *p, Expr *x)
{
    Expr *type = parse_unparen(x);
    if (!composite_follows(p, type))
        return NULL;
    if (type != x)
        parse_error(p, parse_token_span(p), "cannot parenthesize type in composite literal");
    return parse_composite(p, x);
}

/* Primary = Operand { Selector | TypeAssertion | Index | Slice | Call | CompositeValue } . */
Expr *parse_primary(Parser *p, Expr *x)
{
    u32 outer = parse_begin_height(p);
    if (x == NULL)
        x = parse_operand(p);
    for (;;) {
        Expr *longer = NULL;
        switch (p->lx.tok) {
        case TK_PERIOD: longer = parse_selector(p, x); break;
        case TK_LBRACK: longer = parse_index(p, x); break;
        case TK_LPAREN: longer = parse_call(p, x); break;
        case TK_LBRACE: longer = parse_composite_after(p, x); break;
        default: break;
        }
        if (longer == NULL)
            break;
        x = longer;
        parse_raise_height(p);
    }
    parse_end_height(p, outer);
    return x;
}
