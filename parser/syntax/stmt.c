/* Parser: statements, except if, for, switch and select (parser/syntax/control.c). */
#include "parser/syntax/parse.h"

/* ---- hints ---- */

typedef struct WordHint {
    const char *word, *hint;
} WordHint;

/* Words with which statements begin in other languages. */
static const WordHint word_hints[] = {
    {"while", "there is no while; write `for condition { ... }`"},
    {"until", "there is no until; write `for !condition { ... }`"},
    {"loop", "an endless loop is `for { ... }`"},
    {"foreach", "write `for i, x := range xs { ... }`"},
    {"elif", "write `} else if condition {`"},
    {"elsif", "write `} else if condition {`"},
    {"elseif", "write `} else if condition {`"},
    {"unless", "there is no unless; write `if !condition { ... }`"},
    {"function", "functions are declared with func; inside a function: f := func() { ... }"},
    {"fn", "functions are declared with func; inside a function: f := func() { ... }"},
    {"fun", "functions are declared with func; inside a function: f := func() { ... }"},
    {"def", "functions are declared with func; inside a function: f := func() { ... }"},
    {"let", "variables are declared as x := value or var x = value"},
    {"auto", "variables are declared as x := value or var x = value"},
    {"local", "variables are declared as x := value or var x = value"},
    {"class", "write `type Name struct { ... }`, and declare its methods outside of it"},
    {"struct", "write `type Name struct { ... }`"},
    {"enum", "write a const group with iota"},
    {"try", "there are no exceptions; functions return an error value"},
    {"catch", "there are no exceptions; functions return an error value"},
    {"throw", "there are no exceptions; return an error value, or call panic"},
    {"raise", "there are no exceptions; return an error value, or call panic"},
    {"do", "there is no do; write `for { ...; if !condition { break } }`"},
    {"async", "start a goroutine: go f()"},
    {"spawn", "start a goroutine: go f()"},
    {"await", "receive from a channel: <-ch"},
    {"print", "write the arguments of a call in parentheses"},
    {"println", "write the arguments of a call in parentheses"},
    {"assert", "write `if !condition { panic(...) }`"},
    {"include", "packages are imported with import \"name\""},
    {"using", "packages are imported with import \"name\""},
    {"from", "packages are imported with import \"name\""},
    {"public", "names that begin with a capital letter are public"},
    {"private", "names that begin with a lower-case letter are private to the package"},
    {"static", "there is no static; declare the variable or function outside"},
};

static bool starts_operand(Token tok)
{
    return tok >= TK_IDENT && tok <= TK_STRING;
}

bool parse_word_hint(Parser *p, Diag *diag, const char *word)
{
    for (u32 i = 0; i < COUNT_OF(word_hints); i++)
        if (strcmp(word, word_hints[i].word) == 0) {
            parse_hint(p, diag, "%s", word_hints[i].hint);
            return true;
        }
    return false;
}

void parse_stmt_hint(Parser *p, Diag *diag, const Expr *x)
{
    Token tok = p->lx.tok;
    if (diag == NULL || x == NULL)
        return;
    if (x->kind == EX_COMPOSITE && x->composite.type_expr != NULL)
        x = x->composite.type_expr; /* `do {` and `try {` are parsed like T{ */
    if (x->kind == EX_IDENT && parse_word_hint(p, diag, x->ident.name->text))
        return;
    if (tok == TK_INC || tok == TK_DEC)
        parse_hint(p, diag, "x%s is a statement, not a value; write it on a line of its own",
                   token_spelling(tok));
    else if (x->kind == EX_IDENT && tok == TK_IDENT)
        parse_hint(p, diag, "a declaration is written `var %s %s` or `%s := value`",
                   p->lx.name->text, x->ident.name->text, p->lx.name->text);
    else if (x->kind == EX_IDENT && tok == TK_COLON)
        parse_hint(p, diag, "a declaration is written `var %s T` or `%s := value`",
                   x->ident.name->text, x->ident.name->text);
    else if ((x->kind == EX_IDENT || x->kind == EX_SELECTOR) && starts_operand(tok))
        parse_hint(p, diag, "write the arguments of a call in parentheses");
}

static const WordHint header_hints[] = {
    {"and", "write && for and"},
    {"or", "write || for or"},
    {"not", "write ! for not"},
    {"is", "write == to compare"},
    {"then", "the { follows the condition directly"},
    {"do", "the { follows the condition directly"},
    {"in", "write `for i, x := range xs {`"},
    {"of", "write `for i, x := range xs {`"},
};

void parse_header_hint(Parser *p, Diag *diag, const Expr *x)
{
    Token tok = p->lx.tok;
    if (tok == TK_COLON)
        parse_hint(p, diag, "write the body in { }");
    for (u32 i = 0; i < COUNT_OF(header_hints); i++) {
        const WordHint *hint = &header_hints[i];
        if ((tok == TK_IDENT && strcmp(p->lx.name->text, hint->word) == 0) ||
            (x != NULL && parse_is_name(x, hint->word))) {
            parse_hint(p, diag, "%s", hint->hint);
            return;
        }
    }
}

/* ---- simple statements ---- */

/* RangeClause = [ ExpressionList ( "=" | ":=" ) ] "range" Expression .
 * At `range`; the caller parses the body. */
static Stmt *parse_range_clause(Parser *p, const ExprList *lhs, Pos start, bool define, Pos op_pos)
{
    Stmt *s = parse_new_stmt(p, ST_RANGE, start);
    s->range.key = lhs->len > 0 ? lhs->data[0] : NULL;
    s->range.value = lhs->len > 1 ? lhs->data[1] : NULL;
    if (lhs->len > 2)
        diag_error(p->cx->diags, lhs->data[2]->span,
                   "range clause permits at most two iteration variables");
    s->range.define = define;
    s->range.op_pos = op_pos;
    s->range.range_pos = parse_pos(p);
    parse_next(p);
    s->range.x = parse_expr(p);
    s->span = parse_span_from(p, start);
    return s;
}

/* Assignment = ExpressionList "=" ExpressionList .
 * Definition = ExpressionList ":=" ExpressionList . */
static Stmt *parse_assignment(Parser *p, const ExprList *lhs, Pos start, Keyword keyword)
{
    bool define = p->lx.tok == TK_DEFINE;
    Pos op_pos = parse_pos(p);
    parse_next(p);
    if (keyword == KEYWORD_FOR && p->lx.tok == TK_RANGE)
        return parse_range_clause(p, lhs, start, define, op_pos);
    Stmt *s = parse_new_stmt(p, define ? ST_DEFINE : ST_ASSIGN, start);
    s->assign.lhs = *lhs;
    s->assign.op = define ? TK_DEFINE : TK_ASSIGN;
    s->assign.op_pos = op_pos;
    parse_expr_list(p, &s->assign.rhs);
    s->span = parse_span_from(p, start);
    return s;
}

/* OperatorAssignment = Expression assign_op Expression .
 * assign_op = "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "&^=" . */
static Stmt *parse_op_assign(Parser *p, const ExprList *lhs, Pos start)
{
    Stmt *s = parse_new_stmt(p, ST_ASSIGN, start);
    s->assign.lhs = *lhs;
    /* the two groups of tokens are in the same order */
    s->assign.op = p->lx.tok - TK_ADD_ASSIGN + TK_ADD;
    s->assign.op_pos = parse_pos(p);
    parse_next(p);
    Expr *value = parse_expr(p);
    avec_push(p->arena, &s->assign.rhs, value);
    s->span = parse_span_from(p, start);
    return s;
}

/* IncDec = Expression ( "++" | "--" ) . */
static Stmt *parse_incdec(Parser *p, Expr *x, Pos start)
{
    Stmt *s = parse_new_stmt(p, ST_INCDEC, start);
    s->incdec.x = x;
    s->incdec.inc = p->lx.tok == TK_INC;
    s->incdec.op_pos = parse_pos(p);
    parse_next(p);
    s->span = parse_span_from(p, start);
    return s;
}

/* Send = Expression "<-" Expression . */
static Stmt *parse_send(Parser *p, Expr *ch, Pos start)
{
    Stmt *s = parse_new_stmt(p, ST_SEND, start);
    s->send.ch = ch;
    s->send.arrow = parse_pos(p);
    parse_next(p);
    s->send.value = parse_expr(p);
    s->span = parse_span_from(p, start);
    return s;
}

static Stmt *expr_stmt(Parser *p, Expr *x, Pos start)
{
    Stmt *s = parse_new_stmt(p, ST_EXPR, start);
    s->expr = x;
    return s;
}

/* SimpleStatement = Assignment | Definition | OperatorAssignment | IncDec | Send | Expression . */
Stmt *parse_simple_stmt(Parser *p, ExprList *given, Pos start, Keyword keyword)
{
    ExprList lhs = {0};
    if (given != NULL)
        lhs = *given;
    else if (keyword == KEYWORD_FOR && p->lx.tok == TK_RANGE)
        return parse_range_clause(p, &lhs, start, false, 0);
    else
        parse_expr_list(p, &lhs);
    Token tok = p->lx.tok;
    if (tok == TK_ASSIGN || tok == TK_DEFINE)
        return parse_assignment(p, &lhs, start, keyword);
    if (lhs.len > 1) {
        parse_stmt_hint(p, parse_expected(p, ":= or = or comma"), lhs.data[0]);
        parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RBRACE));
        return expr_stmt(p, lhs.data[0], start);
    }
    if (tok >= TK_ADD_ASSIGN && tok <= TK_AND_NOT_ASSIGN)
        return parse_op_assign(p, &lhs, start);
    if (tok == TK_INC || tok == TK_DEC)
        return parse_incdec(p, lhs.data[0], start);
    if (tok == TK_ARROW)
        return parse_send(p, lhs.data[0], start);
    return expr_stmt(p, lhs.data[0], start);
}

/* ---- statements that begin with a keyword ---- */

/* Go = "go" Expression .
 * Defer = "defer" Expression . */
static Stmt *parse_call_stmt(Parser *p, StmtKind kind)
{
    const char *keyword = kind == ST_GO ? "go" : "defer";
    Pos start = parse_pos(p);
    parse_next(p);
    Expr *x = parse_primary(p, NULL);
    Expr *call = parse_unparen(x);
    if (call != x)
        parse_error(p, x->span, "expression in %s must not be parenthesized", keyword);
    if (call->kind != EX_CALL && call->kind != EX_BAD) {
        Diag *diag =
            diag_error(p->cx->diags, call->span, "expression in %s must be function call", keyword);
        if (call->kind == EX_FUNC)
            parse_hint(p, diag, "call the function: %s func() { ... }()", keyword);
    }
    Stmt *s = parse_new_stmt(p, kind, start);
    s->call = call;
    return s;
}

/* Return = "return" [ ExpressionList ] . */
static Stmt *parse_return(Parser *p)
{
    Pos start = parse_pos(p);
    parse_next(p);
    Stmt *s = parse_new_stmt(p, ST_RETURN, start);
    if (p->lx.tok != TK_SEMICOLON && p->lx.tok != TK_RBRACE)
        parse_expr_list(p, &s->results);
    s->span = parse_span_from(p, start);
    return s;
}

/* Break = "break" [ Name ] .
 * Continue = "continue" [ Name ] .
 * Goto = "goto" Name .
 * Fallthrough = "fallthrough" . */
static Stmt *parse_branch(Parser *p, StmtKind kind)
{
    Pos start = parse_pos(p);
    parse_next(p);
    Stmt *s = parse_new_stmt(p, kind, start);
    if (kind == ST_GOTO || (kind != ST_FALLTHROUGH && p->lx.tok == TK_IDENT))
        s->branch.label = parse_name(p);
    s->span = parse_span_from(p, start);
    return s;
}

/* DeclarationStatement = ConstDecl | TypeDecl | VarDecl . */
static void parse_decl_stmt(Parser *p, DeclKind kind, StmtList *out)
{
    DeclList decls = {0};
    Pos start = parse_pos(p);
    parse_next(p);
    parse_decl_group(p, kind, &decls);
    for (u32 i = 0; i < decls.len; i++) {
        Stmt *s = parse_new_stmt(p, ST_DECL, start);
        s->span = decls.data[i]->span;
        s->decl = decls.data[i];
        avec_push(p->arena, out, s);
    }
    if (decls.len == 0)
        avec_push(p->arena, out, parse_new_stmt(p, ST_EMPTY, start));
}

/* ---- labels, blocks, lists ---- */

/* Labeled = Name ":" [ Statement ] .
 * After the name. A group of declarations gives several statements; the label gets the first. */
static bool parse_labeled(Parser *p, Expr *label, StmtList *out)
{
    Span colon = parse_token_span(p);
    parse_next(p);
    Stmt *s = parse_new_stmt(p, ST_LABELED, label->span.start);
    s->labeled.label = label;
    u32 at = out->len;
    if (p->lx.tok == TK_RBRACE) { /* an empty statement needs no semicolon here */
        avec_push(p->arena, out, parse_new_stmt(p, ST_EMPTY, parse_pos(p)));
    } else if (!parse_stmt(p, out)) {
        parse_error(p, colon, "missing statement after label");
        return false;
    }
    s->labeled.stmt = out->data[at];
    s->span.end = s->labeled.stmt->span.end;
    out->data[at] = s;
    return true;
}

static Stmt *no_block(Parser *p, const char *context)
{
    char what[64] = "{ after ";
    bool newline = p->lx.tok == TK_SEMICOLON && p->lx.semi == SEMI_NEWLINE;
    Stmt *s = parse_new_stmt(p, ST_BLOCK, parse_pos(p));
    strncat(what, context, sizeof what - strlen(what) - 1);
    Diag *diag = parse_expected(p, *context != '\0' ? what : "{");
    if (newline)
        parse_hint(p, diag, "put { at the end of the line");
    else
        parse_header_hint(p, diag, NULL);
    parse_skip_to(p, TOKEN_SET(TK_IDENT, TK_RBRACE));
    s->block.lbrace = s->block.rbrace = parse_pos(p);
    return s;
}

/* Block = "{" StatementList "}" . */
Stmt *parse_block(Parser *p, const char *context)
{
    if (!parse_enter(p))
        return parse_new_stmt(p, ST_BLOCK, parse_pos(p));
    Pos start = parse_pos(p);
    Stmt *s;
    if (p->lx.tok != TK_LBRACE) {
        s = no_block(p, context);
        if (parse_got(p, TK_RBRACE)) {
            parse_leave(p);
            return s;
        }
    } else {
        s = parse_new_stmt(p, ST_BLOCK, start);
        s->block.lbrace = start;
        parse_next(p);
    }
    parse_stmt_list(p, &s->block.list);
    s->block.rbrace = parse_pos(p);
    if (!parse_got(p, TK_RBRACE))
        parse_unclosed(p);
    s->span = parse_span_from(p, start);
    parse_leave(p);
    return s;
}

/* Reports an `else` on a line of its own, and then parses it as part of the if statement before. */
static void stray_else(Parser *p, StmtList *out)
{
    Diag *diag = parse_unexpected(p, "at beginning of statement");
    bool after_if = out->len > 0 && out->data[out->len - 1]->kind == ST_IF;
    if (after_if)
        parse_hint(p, diag, "put else on the line of the } before it");
    parse_next(p);
    Stmt *s = p->lx.tok == TK_IF ? parse_if(p) : p->lx.tok == TK_LBRACE ? parse_block(p, "") : NULL;
    if (s != NULL)
        avec_push(p->arena, out, s);
}

/* Reports a token that cannot begin a statement, and skips it. */
static void stray_token(Parser *p, StmtList *out)
{
    if (p->lx.tok == TK_ELSE) {
        stray_else(p, out);
    } else {
        Token tok = p->lx.tok;
        Diag *diag = parse_expected(p, "}");
        if (tok == TK_INC || tok == TK_DEC)
            parse_hint(p, diag, "%s follows its variable: x%s", token_spelling(tok),
                       token_spelling(tok));
        parse_next(p);
        parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RBRACE, TK_CASE, TK_DEFAULT));
    }
    parse_got(p, TK_SEMICOLON);
}

void parse_end_stmt(Parser *p, const StmtList *list)
{
    if (parse_got(p, TK_SEMICOLON) || p->lx.tok == TK_RBRACE)
        return;
    const Stmt *last = list->len > 0 ? list->data[list->len - 1] : NULL;
    const Expr *x = last == NULL              ? NULL
                    : last->kind == ST_EXPR   ? last->expr
                    : last->kind == ST_ASSIGN ? vec_last(&last->assign.rhs)
                    : last->kind == ST_DEFINE ? vec_last(&last->assign.rhs)
                                              : NULL;
    parse_stmt_hint(p, parse_unexpected(p, "at end of statement"), x);
    parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RBRACE, TK_CASE, TK_DEFAULT));
    parse_got(p, TK_SEMICOLON);
}

/* StatementList = { Statement ";" } .
 * The last semicolon may be missing before "}" (and before ")" in lists of declarations). */
void parse_stmt_list(Parser *p, StmtList *out)
{
    for (;;) {
        switch (p->lx.tok) {
        case TK_EOF:
        case TK_RBRACE:
        case TK_CASE:
        case TK_DEFAULT: return;
        default: break;
        }
        Pos before = p->last_stop;
        if (parse_stmt(p, out))
            parse_end_stmt(p, out);
        else if (p->last_stop == before)
            stray_token(p, out);
    }
}

/* Reports a function declared inside a function, parses it, and drops it. */
static void nested_func(Parser *p, StmtList *out)
{
    Pos start = parse_pos(p);
    bool indented = !parse_at_left_margin(p);
    parse_next(p);
    Diag *diag = parse_expected(p, "(");
    if (indented)
        parse_hint(p, diag, "inside a function write `%s := func(...) { ... }`", p->lx.name->text);
    else
        parse_note_unclosed_brace(p, diag);
    parse_func_decl(p, start);
    avec_push(p->arena, out, parse_new_stmt(p, ST_BAD, start));
}

static bool parse_name_stmt(Parser *p, StmtList *out)
{
    Pos start = parse_pos(p);
    ExprList lhs = {0};
    parse_expr_list(p, &lhs);
    if (p->lx.tok == TK_COLON && lhs.len == 1 && lhs.data[0]->kind == EX_IDENT)
        return parse_labeled(p, lhs.data[0], out);
    Stmt *s = parse_simple_stmt(p, &lhs, start, KEYWORD_NONE);
    avec_push(p->arena, out, s);
    return true;
}

/* Statements that are one node; NULL if none begins here. */
static Stmt *parse_other_stmt(Parser *p)
{
    switch (p->lx.tok) {
    case TK_LBRACE: return parse_block(p, "");
    case TK_IF: return parse_if(p);
    case TK_FOR: return parse_for(p);
    case TK_SWITCH: return parse_switch(p);
    case TK_SELECT: return parse_select(p);
    case TK_GO: return parse_call_stmt(p, ST_GO);
    case TK_DEFER: return parse_call_stmt(p, ST_DEFER);
    case TK_RETURN: return parse_return(p);
    case TK_BREAK: return parse_branch(p, ST_BREAK);
    case TK_CONTINUE: return parse_branch(p, ST_CONTINUE);
    case TK_GOTO: return parse_branch(p, ST_GOTO);
    case TK_FALLTHROUGH: return parse_branch(p, ST_FALLTHROUGH);
    case TK_SEMICOLON: return parse_new_stmt(p, ST_EMPTY, parse_pos(p));
    case TK_INT:
    case TK_FLOAT:
    case TK_IMAG:
    case TK_CHAR:
    case TK_STRING:
    case TK_FUNC:
    case TK_LPAREN:
    case TK_LBRACK:
    case TK_STRUCT:
    case TK_MAP:
    case TK_CHAN:
    case TK_INTERFACE:
    case TK_ADD:
    case TK_SUB:
    case TK_MUL:
    case TK_AND:
    case TK_XOR:
    case TK_NOT:
    case TK_TILDE:
    case TK_ARROW: return parse_simple_stmt(p, NULL, parse_pos(p), KEYWORD_NONE);
    default: return NULL;
    }
}

static bool parse_stmt_inside(Parser *p, StmtList *out)
{
    switch (p->lx.tok) {
    case TK_IDENT: return parse_name_stmt(p, out);
    case TK_VAR: parse_decl_stmt(p, DECL_VAR, out); return true;
    case TK_CONST: parse_decl_stmt(p, DECL_CONST, out); return true;
    case TK_TYPE: parse_decl_stmt(p, DECL_TYPE, out); return true;
    case TK_FUNC:
        if (lex_peek(&p->lx) == TK_IDENT) {
            nested_func(p, out);
            return true;
        }
        break;
    default: break;
    }
    Stmt *s = parse_other_stmt(p);
    if (s != NULL)
        avec_push(p->arena, out, s);
    return s != NULL;
}

/* Statement = DeclarationStatement | Labeled | SimpleStatement | Go | Defer | Return | Break |
 *             Continue | Goto | Fallthrough | Block | If | Switch | TypeSwitch | Select | For |
 *             Empty .
 * Empty = . */
bool parse_stmt(Parser *p, StmtList *out)
{
    if (!parse_enter(p))
        return false;
    bool found = parse_stmt_inside(p, out);
    parse_leave(p);
    return found;
}
