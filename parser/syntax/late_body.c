/* Lazy parsing of library functions: a body is skipped first, and parsed when the function is used.
 * Most of the library is not used by a program. */
#include <string.h>

#include "parser/syntax/parse.h"

/* The last character of the string, rune or comment that begins at s; s itself if none does. */
static const char *skip_opaque(const char *s)
{
    if (s[0] == '/' && s[1] == '/')
        return s + strcspn(s, "\n");
    if (s[0] == '/' && s[1] == '*')
        return strstr(s, "*/") + 1;
    if (*s != '"' && *s != '\'' && *s != '`')
        return s;
    char quote = *s++;
    for (; *s != quote; s++)
        if (*s == '\\' && quote != '`')
            s++;
    return s;
}

/* The `}` that closes the `{` at s. */
static const char *closing_brace(const char *s)
{
    for (u32 open = 0;; s++) {
        switch (*s) {
        case '{': open++; break;
        case '}':
            if (--open == 0)
                return s;
            break;
        default: s = skip_opaque(s);
        }
    }
}

static bool has_type_params(const FuncDecl *f)
{
    const Expr *recv = f->recv != NULL ? f->recv->type : NULL;
    while (recv != NULL && (recv->kind == EX_STAR || recv->kind == EX_PAREN))
        recv = recv->kind == EX_STAR ? recv->star : recv->paren;
    return f->fn.sig.tparams.len > 0 || (recv != NULL && recv->kind == EX_INDEX);
}

bool parse_body_later(Parser *p, FuncDecl *f)
{
    if (!p->cx->bodies_later ||
        has_type_params(f)) /* generic functions are copied before they are checked */
        return false;
    f->unread = p->lx.text + (p->lx.start - p->lx.base);
    f->fn.body = ast_new_stmt(p->arena, ST_BLOCK);
    p->lx.at = closing_brace(f->unread);
    parse_next(p);
    f->fn.body->span = parse_token_span(p);
    parse_next(p);
    return true;
}

void parse_unread_body(ParseContext *cx, SourceFile *file, FuncDecl *f)
{
    Parser p = {.cx = cx, .arena = cx->arena, .errors_before = cx->diags->errors};
    lex_init(&p.lx, file->text, file->len, file->base, cx->arena, cx->syms, cx->diags);
    p.lx.at = f->unread;
    f->unread = NULL;
    parse_next(&p);
    f->fn.body = parse_func_body(&p);
}
