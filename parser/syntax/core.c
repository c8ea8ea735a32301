/* Parser: tokens, error messages, error recovery, new nodes. All other parts of the parser use
 * these. */
#include <stdio.h>

#include "parser/syntax/parse.h"

void parse_next(Parser *p)
{
    p->last_stop = p->lx.stop;
    if (LIKELY(!p->stopped))
        lex_next(&p->lx);
}

bool parse_got(Parser *p, Token tok)
{
    if (p->lx.tok != tok)
        return false;
    parse_next(p);
    return true;
}

bool parse_want(Parser *p, Token tok)
{
    if (parse_got(p, tok))
        return true;
    parse_expected(p, parse_token_name(tok));
    parse_step_over(p);
    return false;
}

void parse_step_over(Parser *p)
{
    if (p->lx.tok != TK_EOF && p->lx.start != p->skipped_to)
        parse_next(p);
}

bool parse_got_assign(Parser *p)
{
    if (p->lx.tok == TK_DEFINE)
        parse_expected(p, "=");
    else if (p->lx.tok != TK_ASSIGN)
        return false;
    parse_next(p);
    return true;
}

/* ---- skipping ---- */

TokenSet parse_token_set(const Token *toks)
{
    TokenSet set = {{1u << TK_EOF, 0}};
    for (; *toks != TK_EOF; toks++)
        set.bits[*toks / 64] |= (u64)1 << (*toks % 64);
    return set;
}

static bool in_set(TokenSet set, Token tok)
{
    return (set.bits[tok / 64] >> (tok % 64) & 1) != 0;
}

/* Keywords that only statements begin with. */
static TokenSet statement_keywords(void)
{
    return TOKEN_SET(TK_BREAK, TK_CONST, TK_CONTINUE, TK_DEFER, TK_FALLTHROUGH, TK_FOR, TK_GO,
                     TK_GOTO, TK_IF, TK_RETURN, TK_SELECT, TK_SWITCH, TK_TYPE, TK_VAR);
}

bool parse_at_left_margin(const Parser *p)
{
    const char *at = p->lx.text + (p->lx.start - p->lx.base);
    return at == p->lx.text || at[-1] == '\n';
}

/* Whether a declaration begins here in the first column: then a `}` is missing above. */
static bool unindented_decl(const Parser *p)
{
    Token tok = p->lx.tok;
    if (!parse_at_left_margin(p))
        return false;
    return tok == TK_FUNC || tok == TK_TYPE || tok == TK_VAR || tok == TK_CONST || tok == TK_IMPORT;
}

/* Skips `{...}` as a whole, so that its content is not taken for what surrounds it. */
static void skip_braces(Parser *p)
{
    u32 open = 0;
    do {
        open += p->lx.tok == TK_LBRACE;
        open -= p->lx.tok == TK_RBRACE;
        parse_next(p);
    } while (open > 0 && p->lx.tok != TK_EOF && !unindented_decl(p));
}

void parse_skip_to(Parser *p, TokenSet set)
{
    if (p->func_depth > 0) {
        TokenSet stmts = statement_keywords();
        set.bits[0] |= stmts.bits[0];
        set.bits[1] |= stmts.bits[1];
    }
    while (!in_set(set, p->lx.tok) && !unindented_decl(p)) {
        if (p->lx.tok == TK_LBRACE)
            skip_braces(p);
        else
            parse_next(p);
    }
    p->skipped_to = p->lx.start;
}

/* ---- errors ---- */

/* Bytes of a literal that messages repeat at most. */
enum { SHOWN_LITERAL = 40 };

const char *parse_token_name(Token tok)
{
    switch (tok) {
    case TK_COMMA: return "comma";
    case TK_SEMICOLON: return "semicolon or newline";
    default: return token_spelling(tok);
    }
}

/* The current token as messages name it: its kind and its text. */
static const char *current_token(const Parser *p, char buf[static 128])
{
    static const char *const semis[] = {"semicolon", "newline", "EOF"};
    Token tok = p->lx.tok;
    if (tok == TK_EOF)
        return "EOF";
    if (tok == TK_SEMICOLON)
        return semis[p->lx.semi];
    if (tok >= TK_BREAK) {
        snprintf(buf, 128, "keyword %s", token_spelling(tok));
        return buf;
    }
    if (tok < TK_IDENT || tok > TK_STRING)
        return parse_token_name(tok);
    const char *text = p->lx.text + (p->lx.start - p->lx.base);
    u32 len = p->lx.stop - p->lx.start;
    u32 shown = len < SHOWN_LITERAL ? len : SHOWN_LITERAL;
    const char *newline = memchr(text, '\n', shown);
    if (newline != NULL)
        shown = (u32)(newline - text);
    while (shown < len && shown > 0 && ((u8)text[shown] & 0xc0) == 0x80)
        shown--; /* not in the middle of a character */
    snprintf(buf, 128, "%s %.*s%s", tok == TK_IDENT ? "name" : "literal", (int)shown, text,
             shown < len ? "..." : "");
    return buf;
}

Diag *parse_expected(Parser *p, const char *what)
{
    char buf[128];
    return parse_error(p, parse_token_span(p), "unexpected %s, expected %s", current_token(p, buf),
                       what);
}

Diag *parse_unexpected(Parser *p, const char *where)
{
    char buf[128];
    return parse_error(p, parse_token_span(p), "unexpected %s%s%s", current_token(p, buf),
                       *where != '\0' ? " " : "", where);
}

Diag *parse_error(Parser *p, Span span, const char *fmt, ...)
{
    p->broken = true;
    if (p->stopped || (span.start == p->lx.start && span.start == p->skipped_to))
        return NULL;
    if (p->lx.tok == TK_EOF && span.start == p->lx.start && p->cx->diags->errors > p->errors_before)
        return NULL; /* an unexpected end of file after another error is only a consequence */
    Buf text = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    Diag *diag = diag_error(p->cx->diags, span, "syntax error: %s", buf_str(&text));
    buf_free(&text);
    return diag;
}

void parse_hint(Parser *p, Diag *diag, const char *fmt, ...)
{
    if (diag == NULL)
        return;
    Buf text = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    diag_note(p->cx->diags, diag, (Span){0, 0}, "hint: %s", buf_str(&text));
    buf_free(&text);
}

/* ---- nesting ---- */

/* Reports an error at the current token and skips the rest of the text, which would only cause
 * errors that follow from this one. */
static void stop(Parser *p, const char *text)
{
    parse_error(p, parse_token_span(p), "%s", text);
    p->stopped = true;
    p->lx.tok = TK_EOF;
}

bool parse_enter(Parser *p)
{
    if (UNLIKELY(p->depth >= MAX_DEPTH)) {
        stop(p, "nesting too deep");
        return false;
    }
    p->depth++;
    return true;
}

void parse_leave(Parser *p)
{
    p->depth--;
}

void parse_raise_height(Parser *p)
{
    if (UNLIKELY(++p->height > MAX_HEIGHT) && !p->stopped)
        stop(p, "expression too long (nesting too deep)");
}

/* ---- nodes ---- */

Expr *parse_new_expr(Parser *p, ExprKind kind, Pos start, Pos op_pos)
{
    Expr *x = ast_new_expr(p->arena, kind);
    x->span = parse_span_from(p, start);
    x->op_pos = op_pos;
    return x;
}

Expr *parse_new_binary(Parser *p, Token op, Pos op_pos, Expr *x, Expr *y)
{
    Expr *binary = parse_new_expr(p, EX_BINARY, x->span.start, op_pos);
    binary->binary.op = op;
    binary->binary.x = x;
    binary->binary.y = y;
    parse_raise_height(p);
    return binary;
}

Expr *parse_bad_expr(Parser *p)
{
    Expr *x = parse_new_expr(p, EX_BAD, parse_pos(p), parse_pos(p));
    x->span = parse_token_span(p);
    return x;
}

Stmt *parse_new_stmt(Parser *p, StmtKind kind, Pos start)
{
    Stmt *s = ast_new_stmt(p->arena, kind);
    s->span = parse_span_from(p, start);
    return s;
}

bool parse_is_name(const Expr *x, const char *name)
{
    return x != NULL && x->kind == EX_IDENT && strcmp(x->ident.name->text, name) == 0;
}

Expr *parse_unparen(Expr *x)
{
    while (x->kind == EX_PAREN)
        x = x->paren;
    return x;
}

/* Tokens to look ahead from a missing comma or bracket, to decide which of them is missing. */
enum { LIST_LOOK_AHEAD = 256 };

/* At the end of a line where a list has neither a separator nor its closing token: whether the list
 * continues, that is, whether the closing token follows before a token that only statements
 * contain. */
static bool list_goes_on(const Parser *p, Token close)
{
    Lexer ahead = p->lx;
    ahead.diags = NULL;
    ahead.syms = NULL;
    u32 open = 0;
    for (u32 i = 0; i < LIST_LOOK_AHEAD; i++) {
        lex_next(&ahead);
        Token tok = ahead.tok;
        if (tok == TK_LPAREN || tok == TK_LBRACK || tok == TK_LBRACE)
            open++;
        else if (tok == TK_RPAREN || tok == TK_RBRACK || tok == TK_RBRACE) {
            if (open-- == 0)
                return tok == close;
        } else if (tok == TK_EOF) {
            return false;
        } else if (open == 0 &&
                   (tok == TK_ASSIGN || tok == TK_DEFINE || tok == TK_INC || tok == TK_DEC ||
                    (tok >= TK_ADD_ASSIGN && tok <= TK_AND_NOT_ASSIGN) ||
                    in_set(statement_keywords(), tok))) {
            return false;
        }
    }
    return false;
}

/* Reports that neither sep nor close is here, and skips to the end of the list. Returns whether
 * close is there. */
static bool broken_list(Parser *p, const char *context, Token sep, Token close)
{
    char where[128];
    snprintf(where, sizeof where, "in %s; possibly missing %s or %s", context,
             parse_token_name(sep), parse_token_name(close));
    Diag *diag = parse_unexpected(p, where);
    if (p->lx.tok == TK_COLON && close != TK_RBRACE)
        parse_hint(p, diag, "write the type after the name, without a colon: x int");
    bool line_end = p->lx.tok == TK_SEMICOLON && p->lx.semi == SEMI_NEWLINE;
    if (line_end && sep == TK_COMMA && !list_goes_on(p, close))
        return false;
    parse_skip_to(p, TOKEN_SET(TK_RPAREN, TK_RBRACK, TK_RBRACE));
    return p->lx.tok == close;
}

Pos parse_list(Parser *p, const char *context, Token sep, Token close, ListElement *element,
               void *into)
{
    bool last = false;
    while (p->lx.tok != TK_EOF && p->lx.tok != close && !last) {
        last = element(p, into);
        if (parse_got(p, sep) || p->lx.tok == close)
            continue;
        if (!broken_list(p, context, sep, close))
            return parse_pos(p);
    }
    Pos pos = parse_pos(p);
    parse_want(p, close);
    return pos;
}
