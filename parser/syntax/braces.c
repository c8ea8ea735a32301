/* Finds the `{` that is not closed, to explain an unexpected end of file. The end of the file only
 * shows that one is missing; indentation suggests which. The text is scanned again, but only when
 * there is an error to explain. */
#include "parser/syntax/parse.h"

typedef struct OpenBrace {
    Span span;
    u32 indent; /* of the line that contains it */
} OpenBrace;

typedef VEC(OpenBrace) OpenBraces;

/* The indentation of the line that contains pos; *first receives whether only blanks precede pos on
 * it. */
static u32 line_indent(const Lexer *lx, Pos pos, bool *first)
{
    const char *at = lx->text + (pos - lx->base), *line = at;
    while (line > lx->text && line[-1] != '\n')
        line--;
    u32 indent = 0;
    while (line[indent] == ' ' || line[indent] == '\t')
        indent++;
    *first = line + indent == at;
    return indent;
}

/* The `{` whose `}` seems to be missing: the first whose matching `}` begins a line that is
 * indented less than the line of the `{`; otherwise the innermost one still open at the end. */
static Span find_unclosed(const Parser *p)
{
    Lexer lx;
    OpenBraces open = {0};
    Arena arena = {0};
    Span found = {0, 0};
    lex_init(&lx, p->lx.text, (u32)(p->lx.end - p->lx.text), p->lx.base, &arena, NULL, NULL);
    for (lex_next(&lx); lx.tok != TK_EOF && found.end == 0; lex_next(&lx)) {
        bool first;
        if (lx.tok == TK_LBRACE) {
            u32 indent = line_indent(&lx, lx.start, &first);
            vec_push(&open, (OpenBrace){{lx.start, lx.stop}, indent});
        } else if (lx.tok == TK_RBRACE && open.len > 0) {
            OpenBrace brace = vec_pop(&open);
            if (line_indent(&lx, lx.start, &first) < brace.indent && first)
                found = brace.span;
        }
    }
    if (found.end == 0 && open.len > 0)
        found = vec_last(&open).span;
    vec_free(&open);
    arena_free(&arena);
    return found;
}

void parse_note_unclosed_brace(Parser *p, Diag *diag)
{
    if (diag == NULL || p->brace_noted)
        return;
    p->brace_noted = true;
    Span span = find_unclosed(p);
    if (span.end != 0)
        diag_note(p->cx->diags, diag, span, "note: this { is not closed");
}

void parse_unclosed(Parser *p)
{
    Diag *diag = parse_expected(p, "}");
    if (p->lx.tok == TK_EOF)
        parse_note_unclosed_brace(p, diag);
    if (p->lx.tok != TK_EOF)
        parse_next(p);
}
