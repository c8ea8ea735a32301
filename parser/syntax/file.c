/* Parser: whole files (packages and scripts) and REPL input. */
#include "base/buf.h"
#include "parser/syntax/parse.h"

/* ---- //go:build ---- */

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n')
        s++;
    return s;
}

/* If the line is `// +build linux,amd64 darwin`, with any blanks after the slashes, appends it as a
 * part of a //go:build line. */
static void add_old_line(const char *s, size_t len, Buf *out)
{
    static const char marker[] = "+build";
    const char *end = s + len;
    s += 2 + strspn(s + 2, " \t");
    if (strncmp(s, marker, sizeof marker - 1) ||
        (s[sizeof marker - 1] != ' ' && s[sizeof marker - 1] != '\t'))
        return;
    s += sizeof marker - 1;
    buf_puts(out, out->len ? " && (" : "//go:build (");
    for (const char * or = ""; s < end; or = " || ") {
        s += strspn(s, " \t");
        const char *stop = s + strcspn(s, " \t\r\n");
        if (s == stop)
            break;
        for (buf_puts(out, or); s < stop; s++) {
            if (*s == ',')
                buf_puts(out, " && ");
            else
                buf_putc(out, *s);
        }
    }
    buf_putc(out, ')');
}

/* What comes after a comment. Old lines count if a blank line does, as far as *counted. */
static const char *next_comment(const char *s, const Buf *lines, u32 *counted)
{
    const char *next = skip_blanks(s), *newline = memchr(s, '\n', (size_t)(next - s));
    if (newline && memchr(newline + 1, '\n', (size_t)(next - newline - 1)))
        *counted = lines->len;
    return next;
}

void parse_constraints(Arena *arena, const char *text, FileAst *ast)
{
    static const char marker[] = "//go:build ";
    Buf lines = {0};
    u32 counted = 0;
    const char *s = skip_blanks(text), *close;
    for (; s[0] == '/' && (s[1] == '/' || s[1] == '*'); s = next_comment(s, &lines, &counted)) {
        if (s[1] == '*') {
            if ((close = strstr(s + 2, "*/")) == NULL)
                break;
            s = close + 2;
            continue;
        }
        size_t len = strcspn(s, "\n");
        if (ast->go_build == NULL && strncmp(s, marker, sizeof marker - 1) == 0)
            ast->go_build = arena_strndup(arena, s, len > 0 && s[len - 1] == '\r' ? len - 1 : len);
        else
            add_old_line(s, len, &lines);
        s += len;
    }
    if (counted)
        ast->old_build = arena_strndup(arena, buf_str(&lines), counted);
    buf_free(&lines);
}

/* ---- top level ---- */

static void add_decls(Parser *p, FileAst *ast, const DeclList *decls)
{
    for (u32 i = 0; i < decls->len; i++)
        avec_push(p->arena, &ast->decls, decls->data[i]);
}

static bool decl_kind(Token tok, DeclKind *kind)
{
    switch (tok) {
    case TK_IMPORT: *kind = DECL_IMPORT; return true;
    case TK_CONST: *kind = DECL_CONST; return true;
    case TK_TYPE: *kind = DECL_TYPE; return true;
    case TK_VAR: *kind = DECL_VAR; return true;
    default: return false;
    }
}

static TokenSet top_level(void)
{
    return TOKEN_SET(TK_IMPORT, TK_CONST, TK_TYPE, TK_VAR, TK_FUNC);
}

/* Whether the `{` here belongs to the function before it, whose line ended too early. */
static bool brace_on_next_line(const Parser *p, const FileAst *ast)
{
    if (p->lx.tok != TK_LBRACE || ast->decls.len == 0)
        return false;
    const Decl *last = vec_last(&ast->decls);
    return last->kind == DECL_FUNC && last->func->fn.body == NULL;
}

static void parse_late_body(Parser *p, FileAst *ast)
{
    Diag *diag = parse_error(p, parse_token_span(p), "unexpected semicolon or newline before {");
    parse_hint(p, diag, "put { at the end of the line before");
    vec_last(&ast->decls)->func->fn.body = parse_func_body(p);
}

static void import_order(Parser *p)
{
    parse_error(p, parse_token_span(p), "imports must appear before other declarations");
}

/* Skips to the next declaration, or to a line that is not indented, where the next error may be.
 * Indented lines belong to the line that was reported. */
static void skip_stray_lines(Parser *p)
{
    TokenSet set = TOKEN_SET(TK_IMPORT, TK_CONST, TK_TYPE, TK_VAR, TK_FUNC, TK_SEMICOLON);
    for (;;) {
        parse_skip_to(p, set);
        if (p->lx.tok != TK_SEMICOLON)
            return;
        while (parse_got(p, TK_SEMICOLON))
            ;
        if (p->lx.tok == TK_IDENT && parse_at_left_margin(p))
            return;
    }
}

/* Reports a token that cannot begin a declaration, and skips to the next declaration. */
static void stray_at_top_level(Parser *p)
{
    Token tok = p->lx.tok;
    Diag *diag =
        parse_error(p, parse_token_span(p), "non-declaration statement outside function body");
    if (diag != NULL && tok == TK_IDENT) {
        const char *name = p->lx.name->text;
        if (lex_peek(&p->lx) == TK_DEFINE)
            parse_hint(p, diag, "outside functions write `var %s = ...`", name);
        else
            parse_word_hint(p, diag, name);
    } else if (tok == TK_RBRACE) {
        parse_hint(p, diag, "this } has no matching {");
    }
    skip_stray_lines(p);
}

static bool parse_top_decl(Parser *p, FileAst *ast, bool late_import)
{
    DeclKind kind;
    Pos start = parse_pos(p);
    if (decl_kind(p->lx.tok, &kind)) {
        if (kind == DECL_IMPORT && late_import)
            import_order(p);
        DeclList decls = {0};
        parse_next(p);
        parse_decl_group(p, kind, &decls);
        add_decls(p, ast, &decls);
    } else if (parse_got(p, TK_FUNC)) {
        Decl *d = parse_func_decl(p, start);
        avec_push(p->arena, &ast->decls, d);
    } else if (brace_on_next_line(p, ast)) {
        parse_late_body(p, ast);
    } else {
        stray_at_top_level(p);
        return false;
    }
    return true;
}

/* Reports a token after a declaration on the same line. */
static void after_decl(Parser *p, const FileAst *ast)
{
    Token tok = p->lx.tok;
    Diag *diag = parse_unexpected(p, "after top level declaration");
    const Decl *last = ast->decls.len > 0 ? vec_last(&ast->decls) : NULL;
    if (last != NULL && last->kind == DECL_FUNC && last->func->fn.body == NULL &&
        (tok == TK_COLON || tok == TK_SUB || tok == TK_ASSIGN))
        parse_hint(p, diag, "the result type directly follows the parameters: func f() int");
}

/* SourceFile = "package" Name ";" { ImportDecl ";" } { TopLevelDecl ";" } .
 * TopLevelDecl = ConstDecl | TypeDecl | VarDecl | FunctionDecl . */
static void parse_package_file(Parser *p, FileAst *ast)
{
    parse_next(p);
    ast->package = parse_name(p);
    if (!parse_want(p, TK_SEMICOLON) || p->cx->diags->errors > p->errors_before)
        return; /* without a package clause the rest makes no sense */
    Token previous = TK_IMPORT;
    while (p->lx.tok != TK_EOF) {
        Token tok = p->lx.tok;
        bool found = parse_top_decl(p, ast, previous != TK_IMPORT);
        previous = tok;
        if (found && p->lx.tok != TK_EOF && !parse_got(p, TK_SEMICOLON)) {
            after_decl(p, ast);
            parse_skip_to(p, top_level());
        }
    }
}

/* ---- scripts ---- */

/* Tokens to look ahead for the end of a receiver: more than any has. Bounds the time for invalid
 * input. */
enum { RECEIVER_LOOK_AHEAD = 64 };

/* At `func`: whether a declaration begins here, `func name` or `func (receiver) name(`, rather than
 * a function literal. */
static bool func_declares(const Parser *p)
{
    Lexer ahead = p->lx;
    ahead.diags = NULL;
    ahead.syms = NULL;
    lex_next(&ahead);
    if (ahead.tok == TK_IDENT)
        return true;
    if (ahead.tok != TK_LPAREN)
        return false;
    u32 open = 0, limit = RECEIVER_LOOK_AHEAD;
    do {
        open += ahead.tok == TK_LPAREN;
        open -= ahead.tok == TK_RPAREN;
        lex_next(&ahead);
    } while (open > 0 && --limit > 0 && ahead.tok != TK_EOF && ahead.tok != TK_LBRACE);
    return open == 0 && ahead.tok == TK_IDENT && lex_peek(&ahead) == TK_LPAREN;
}

static void add_decl_stmt(Parser *p, FileAst *ast, Decl *d)
{
    Stmt *s = parse_new_stmt(p, ST_DECL, d->span.start);
    s->span = d->span;
    s->decl = d;
    avec_push(p->arena, &ast->stmts, s);
}

/* Parses one statement or declaration of a script; false if none begins here. */
static bool parse_script_item(Parser *p, FileAst *ast, bool late_import)
{
    Token tok = p->lx.tok;
    if (tok == TK_IMPORT || (tok == TK_FUNC && func_declares(p)) || brace_on_next_line(p, ast)) {
        u32 before = ast->decls.len;
        u32 depth = p->func_depth;
        p->func_depth = 0;
        parse_top_decl(p, ast, late_import && !p->cx->repl);
        p->func_depth = depth;
        if (tok == TK_FUNC && ast->decls.len > before)
            add_decl_stmt(p, ast, vec_last(&ast->decls));
        return true;
    }
    u32 at = ast->stmts.len;
    if (!parse_stmt(p, &ast->stmts))
        return false;
    for (; at < ast->stmts.len; at++) {
        const Stmt *s = ast->stmts.data[at];
        if (s->kind == ST_DECL)
            avec_push(p->arena, &ast->decls, s->decl);
    }
    return true;
}

static void stray_in_script(Parser *p)
{
    if (p->lx.tok == TK_PACKAGE)
        parse_hint(p, parse_unexpected(p, "at beginning of statement"),
                   "the package clause must come first in a file; a script has none");
    else if (p->lx.tok == TK_RBRACE)
        parse_hint(p, parse_unexpected(p, "at beginning of statement"), "this } has no matching {");
    else
        parse_unexpected(p, "at beginning of statement");
    parse_next(p);
    parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_FUNC, TK_IMPORT));
}

/* Script = { ImportDecl ";" } { ( FunctionDecl | Statement ) ";" } . */
static void parse_script(Parser *p, FileAst *ast)
{
    bool late_import = false;
    p->script = true;
    p->func_depth = 1;
    while (p->lx.tok != TK_EOF) {
        Token tok = p->lx.tok;
        Pos before = p->last_stop;
        if (parse_script_item(p, ast, late_import))
            parse_end_stmt(p, &ast->stmts);
        else if (p->last_stop == before)
            stray_in_script(p);
        late_import |= tok != TK_IMPORT && tok != TK_SEMICOLON;
    }
}

/* ---- entry ---- */

/* Reports each x.(type) that is not the guard of a type switch. */
static void report_guards(Parser *p)
{
    for (u32 i = 0; i < p->guards.len; i++) {
        Expr *x = p->guards.data[i];
        diag_error(p->cx->diags, x->span, "use of .(type) outside type switch");
        x->kind = EX_BAD;
    }
}

FileAst *parse_file(ParseContext *cx, SourceFile *file)
{
    Parser p = {.cx = cx, .arena = cx->arena, .errors_before = cx->diags->errors};
    FileAst *ast = ARENA_NEW(cx->arena, FileAst);
    ast->file = file;
    parse_constraints(cx->arena, file->text, ast);
    lex_init(&p.lx, file->text, file->len, file->base, cx->arena, cx->syms, cx->diags);
    parse_next(&p);
    p.last_stop = file->base;
    if (p.lx.tok == TK_PACKAGE)
        parse_package_file(&p, ast);
    else
        parse_script(&p, ast);
    report_guards(&p);
    ast->broken = p.broken;
    return ast;
}

/* ---- REPL ---- */

/* Whether the input continues after a line that ends in tok: `a +`, `f(`, `for`. */
static bool continues_input(Token tok)
{
    switch (tok) {
    case TK_EOF:
    case TK_SEMICOLON: return false;
    default: return true; /* otherwise the lexer would have inserted a semicolon */
    }
}

bool parse_is_incomplete(const char *text, size_t len)
{
    Arena arena = {0};
    Lexer lx;
    i64 open = 0;
    Token last = TK_EOF;
    /* the lexer needs a NUL at the end */
    lex_init(&lx, arena_strndup(&arena, text, len), (u32)len, 1, &arena, NULL, NULL);
    for (lex_next(&lx); lx.tok != TK_EOF; lex_next(&lx)) {
        open += lx.tok == TK_LPAREN || lx.tok == TK_LBRACK || lx.tok == TK_LBRACE;
        open -= lx.tok == TK_RPAREN || lx.tok == TK_RBRACK || lx.tok == TK_RBRACE;
        last = lx.tok;
    }
    arena_free(&arena);
    return lx.unfinished || open > 0 || (open == 0 && continues_input(last));
}
