/* Parser: if, for, switch, select. */
#include "parser/syntax/parse.h"

/* The part of a statement between its keyword and `{`. */
typedef struct Header {
    Stmt *init, *cond, *post;
    bool bad;      /* an error was reported, and no { follows */
    bool has_semi; /* a semicolon precedes the condition */
    SemiKind semi;
    Span semi_span;
} Header;

static const char *keyword_text(Keyword keyword)
{
    return keyword == KEYWORD_IF ? "if" : keyword == KEYWORD_FOR ? "for" : "switch";
}

static Stmt *header_stmt(Parser *p, Keyword keyword)
{
    return parse_simple_stmt(p, NULL, parse_pos(p), keyword);
}

/* The condition and the post statement of a for clause, after the first semicolon. */
static void parse_for_rest(Parser *p, Header *h)
{
    if (p->lx.tok != TK_SEMICOLON) {
        if (p->lx.tok == TK_LBRACE) {
            Diag *diag = parse_expected(p, "for loop condition");
            if (h->semi == SEMI_NEWLINE)
                parse_hint(p, diag, "put { at the end of the line before");
            return;
        }
        h->cond = header_stmt(p, KEYWORD_NONE);
    }
    parse_want(p, TK_SEMICOLON);
    if (p->lx.tok == TK_LBRACE)
        return;
    h->post = header_stmt(p, KEYWORD_NONE);
    if (h->post->kind == ST_DEFINE)
        parse_error(p, h->post->span, "cannot declare in post statement of for loop");
}

/* The rest of a header after its first statement. */
static void parse_header_rest(Parser *p, Header *h, Keyword keyword)
{
    if (p->lx.tok == TK_SEMICOLON) {
        h->has_semi = true;
        h->semi = p->lx.semi;
        h->semi_span = parse_token_span(p);
        parse_next(p);
    } else {
        Diag *diag = parse_expected(p, "{");
        parse_header_hint(p, diag, h->init->kind == ST_EXPR ? h->init->expr : NULL);
        parse_skip_to(p, TOKEN_SET(TK_LBRACE, TK_RBRACE));
        h->cond = parse_new_stmt(p, ST_EXPR, parse_pos(p));
        h->cond->expr = parse_bad_expr(p);
        h->bad = p->lx.tok != TK_LBRACE;
        return;
    }
    if (keyword == KEYWORD_FOR)
        parse_for_rest(p, h);
    else if (p->lx.tok != TK_LBRACE)
        h->cond = header_stmt(p, keyword);
}

/* IfHeader = [ [ SimpleStatement ] ";" ] Expression .
 * SwitchHeader = [ [ SimpleStatement ] ";" ] [ Expression ] .
 * ForHeader = RangeClause | [ SimpleStatement ] ";" [ Expression ] ";" [ SimpleStatement ] |
 *             [ Expression ] . */
static Header parse_header(Parser *p, Keyword keyword)
{
    Header h = {0};
    if (p->lx.tok == TK_LBRACE) {
        if (keyword == KEYWORD_IF)
            parse_error(p, parse_token_span(p), "missing condition in if statement");
        return h;
    }
    int level = p->expr_level;
    p->expr_level = -1;
    if (p->lx.tok != TK_SEMICOLON) {
        Span span = parse_token_span(p);
        if (parse_got(p, TK_VAR)) {
            Diag *diag = parse_error(p, span, "var declaration not allowed in %s initializer",
                                     keyword_text(keyword));
            parse_hint(p, diag, "use := instead");
        }
        h.init = header_stmt(p, keyword);
    }
    if (h.init == NULL || h.init->kind != ST_RANGE) {
        if (p->lx.tok == TK_LBRACE) {
            h.cond = h.init;
            h.init = NULL;
        } else {
            parse_header_rest(p, &h, keyword);
        }
    }
    p->expr_level = level;
    return h;
}

/* Reports an assignment in place of a value. */
static void assignment_as_value(Parser *p, const Stmt *s)
{
    u32 len;
    const char *text = source_text(p->cx->diags->sources, s->span, &len);
    bool plain = s->kind == ST_ASSIGN && s->assign.op == TK_ASSIGN;
    Span span = s->span;
    Diag *diag = parse_error(p, span, "cannot use %s%.*s as value", plain ? "assignment " : "",
                             (int)len, text);
    if (plain)
        parse_hint(p, diag, "use == to compare");
    else if (s->kind == ST_DEFINE)
        parse_hint(p, diag, "a condition follows the definition: `; condition {`");
}

/* The condition as an expression; EX_BAD, with an error, if it is no expression. NULL if absent. */
static Expr *condition(Parser *p, const Header *h, Keyword keyword)
{
    const Stmt *s = h->cond;
    if (s == NULL && keyword == KEYWORD_IF) {
        if (h->has_semi && h->semi == SEMI_WRITTEN)
            parse_error(p, h->semi_span, "missing condition in if statement");
        else if (h->has_semi)
            parse_hint(p,
                       parse_error(p, h->semi_span, "unexpected %s, expected { after if clause",
                                   h->semi == SEMI_EOF ? "EOF" : "newline"),
                       "put { at the end of the line");
        return parse_bad_expr(p);
    }
    if (s == NULL)
        return NULL;
    if (s->kind == ST_EXPR)
        return s->expr;
    assignment_as_value(p, s);
    return parse_bad_expr(p);
}

/* The block after a header; NULL if the header was broken and no block follows. */
static Stmt *parse_header_block(Parser *p, const Header *h, const char *context)
{
    return h->bad ? parse_new_stmt(p, ST_BLOCK, parse_pos(p)) : parse_block(p, context);
}

/* If = "if" IfHeader Block [ "else" ( If | Block ) ] . */
Stmt *parse_if(Parser *p)
{
    Pos start = parse_pos(p);
    if (!parse_enter(p))
        return parse_new_stmt(p, ST_BAD, start);
    parse_next(p);
    Stmt *s = parse_new_stmt(p, ST_IF, start);
    Header h = parse_header(p, KEYWORD_IF);
    s->if_.init = h.init;
    s->if_.cond = condition(p, &h, KEYWORD_IF);
    s->if_.then = parse_header_block(p, &h, "if clause");
    if (parse_got(p, TK_ELSE)) {
        if (p->lx.tok == TK_IF) {
            s->if_.els = parse_if(p);
        } else if (p->lx.tok == TK_LBRACE) {
            s->if_.els = parse_block(p, "");
        } else {
            parse_error(p, parse_token_span(p), "else must be followed by if or statement block");
            parse_skip_to(p, TOKEN_SET(TK_IDENT, TK_RBRACE));
        }
    }
    s->span = parse_span_from(p, start);
    parse_leave(p);
    return s;
}

/* For = "for" ForHeader Block . */
Stmt *parse_for(Parser *p)
{
    Pos start = parse_pos(p);
    parse_next(p);
    Header h = parse_header(p, KEYWORD_FOR);
    Stmt *s = h.init;
    if (s != NULL && s->kind == ST_RANGE) {
        s->range.body = parse_block(p, "for clause");
    } else {
        s = parse_new_stmt(p, ST_FOR, start);
        s->for_.init = h.init;
        s->for_.cond = condition(p, &h, KEYWORD_FOR);
        s->for_.post = h.post;
        s->for_.body = parse_header_block(p, &h, "for clause");
    }
    s->span = parse_span_from(p, start);
    return s;
}

/* ---- clauses ---- */

typedef VEC(Clause *) ClauseList;

/* The rest of a clause from the colon on. After an error (bad) the colon may be missing. */
static void finish_clause(Parser *p, Clause *clause, bool bad)
{
    clause->colon = parse_pos(p);
    if (!bad || p->lx.tok == TK_COLON)
        parse_want(p, TK_COLON);
    parse_stmt_list(p, &clause->body);
    clause->span.end = p->last_stop;
}

/* Reports a statement where a clause should begin, and skips it. */
static void report_no_clause(Parser *p)
{
    u32 func_depth = p->func_depth;
    parse_expected(p, "case or default or }");
    p->func_depth = 0;
    parse_skip_to(p, TOKEN_SET(TK_COLON, TK_CASE, TK_DEFAULT, TK_RBRACE));
    p->func_depth = func_depth;
}

/* What stands between `case` and the colon. */
typedef void (*ParseCase)(Parser *p, Clause *clause);

/* CaseClause = ( "case" ExpressionList | "default" ) ":" StatementList . */
static void parse_case(Parser *p, Clause *clause)
{
    parse_expr_list(p, &clause->exprs);
}

/* CommClause = ( "case" SimpleStatement | "default" ) ":" StatementList . */
static void parse_comm(Parser *p, Clause *clause)
{
    clause->comm = header_stmt(p, KEYWORD_NONE);
}

static Clause *parse_clause(Parser *p, ParseCase parse_one)
{
    Clause *clause = ARENA_NEW(p->arena, Clause);
    clause->span.start = parse_pos(p);
    bool bad = p->lx.tok != TK_CASE && p->lx.tok != TK_DEFAULT;
    if (parse_got(p, TK_CASE))
        parse_one(p, clause);
    else if (parse_got(p, TK_DEFAULT))
        clause->is_default = true;
    else
        report_no_clause(p);
    finish_clause(p, clause, bad);
    return clause;
}

/* The clauses of a switch or select, from `{` to `}`. */
static void parse_clauses(Parser *p, const char *keyword, ParseCase parse_one, ClauseList *out,
                          Pos *lbrace, Pos *rbrace)
{
    *lbrace = parse_pos(p);
    if (!parse_got(p, TK_LBRACE)) {
        char text[48] = "missing { after ";
        strncat(strncat(text, keyword, 10), " clause", 10);
        parse_error(p, parse_token_span(p), "%s", text);
        parse_skip_to(p, TOKEN_SET(TK_CASE, TK_DEFAULT, TK_RBRACE));
    }
    while (p->lx.tok != TK_EOF && p->lx.tok != TK_RBRACE) {
        Pos before = parse_pos(p);
        Clause *clause = parse_clause(p, parse_one);
        avec_push(p->arena, out, clause);
        if (parse_pos(p) == before) /* an error, and nothing was consumed */
            parse_next(p);
    }
    *rbrace = parse_pos(p);
    parse_want(p, TK_RBRACE);
}

/* ---- switch ---- */

/* The x.(type) that makes a statement the guard of a type switch: alone, or in `name := x.(type)`,
 * whose name goes to *bind. NULL if it is none. The guard is removed from p->guards. */
static Expr *switch_guard(Parser *p, const Stmt *s, Expr **bind)
{
    *bind = NULL;
    if (s == NULL)
        return NULL;
    Expr *x = NULL;
    if (s->kind == ST_EXPR) {
        x = s->expr;
    } else if (s->kind == ST_DEFINE && s->assign.lhs.len == 1 && s->assign.rhs.len == 1 &&
               s->assign.lhs.data[0]->kind == EX_IDENT) {
        x = s->assign.rhs.data[0];
    }
    if (x == NULL || x->kind != EX_ASSERT || x->assert.type_expr != NULL)
        return NULL;
    if (s->kind == ST_DEFINE)
        *bind = s->assign.lhs.data[0];
    for (u32 i = p->guards.len; i-- > 0;)
        if (p->guards.data[i] == x) {
            p->guards.data[i] = p->guards.data[--p->guards.len];
            break;
        }
    return x;
}

/* Switch = "switch" SwitchHeader "{" { CaseClause } "}" .
 * TypeSwitch = "switch" [ [ SimpleStatement ] ";" ] [ Name ":=" ] Primary "." "(" "type" ")"
 *              "{" { CaseClause } "}" . */
Stmt *parse_switch(Parser *p)
{
    Pos start = parse_pos(p), lbrace, rbrace;
    parse_next(p);
    Header h = parse_header(p, KEYWORD_SWITCH);
    Expr *bind, *guard = switch_guard(p, h.cond, &bind);
    Expr *tag = guard == NULL ? condition(p, &h, KEYWORD_SWITCH) : NULL;
    ClauseList clauses = {0};
    parse_clauses(p, "switch", parse_case, &clauses, &lbrace, &rbrace);
    Stmt *s = parse_new_stmt(p, guard != NULL ? ST_TYPESWITCH : ST_SWITCH, start);
    if (guard != NULL) {
        s->typeswitch.init = h.init;
        s->typeswitch.bind = bind;
        s->typeswitch.x = guard->assert.x;
        memcpy(&s->typeswitch.clauses, &clauses, sizeof clauses);
        s->typeswitch.lbrace = lbrace;
        s->typeswitch.rbrace = rbrace;
    } else {
        s->switch_.init = h.init;
        s->switch_.tag = tag;
        memcpy(&s->switch_.clauses, &clauses, sizeof clauses);
        s->switch_.lbrace = lbrace;
        s->switch_.rbrace = rbrace;
    }
    return s;
}

/* Select = "select" "{" { CommClause } "}" . */
Stmt *parse_select(Parser *p)
{
    Pos start = parse_pos(p), lbrace, rbrace;
    parse_next(p);
    ClauseList clauses = {0};
    parse_clauses(p, "select", parse_comm, &clauses, &lbrace, &rbrace);
    Stmt *s = parse_new_stmt(p, ST_SELECT, start);
    memcpy(&s->select.clauses, &clauses, sizeof clauses);
    s->select.lbrace = lbrace;
    s->select.rbrace = rbrace;
    return s;
}
