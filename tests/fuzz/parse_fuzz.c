/* Fuzz target: lexer and parser alone, so that a run reaches deeper into the grammar than one that
 * also checks. Besides not crashing, the tree must print and copy. Built by hand:
 *
 *     clang -g -O1 -std=gnu11 -I. -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined \
 *         tests/fuzz/parse_fuzz.c parser/{token,lexer,lex_literal,ast,ast_print}.c \
 *         parser/parse_*.c base/?*.c -lutf8proc -o parse_fuzz
 *     ./parse_fuzz -dict=tests/fuzz/tokens.dict -max_len=6000 CORPUS */
#include "parser/syntax/parser.h"
#include "parser/syntax/print.h"

static void use_expr(Arena *arena, const Expr *x)
{
    Buf text = {0};
    if (x != NULL)
        expr_text(&text, ast_clone_expr(arena, x));
    buf_free(&text);
}

static void use_decl(Arena *arena, const Decl *d)
{
    if (d->kind == DECL_CONST || d->kind == DECL_VAR) {
        use_expr(arena, d->value.type);
        for (u32 i = 0; i < d->value.values.len; i++)
            use_expr(arena, d->value.values.data[i]);
    } else if (d->kind == DECL_TYPE) {
        use_expr(arena, d->type.type);
    }
}

static void use_stmt(Arena *arena, const Stmt *s)
{
    if (s->kind == ST_EXPR)
        use_expr(arena, s->expr);
    if (s->kind == ST_ASSIGN || s->kind == ST_DEFINE)
        for (u32 i = 0; i < s->assign.rhs.len; i++)
            use_expr(arena, s->assign.rhs.data[i]);
}

static void parse_text(const char *text, size_t size, bool repl)
{
    Sources sources = {0};
    Diags diags = {.sources = &sources};
    Arena arena = {0};
    Interner syms = {0};
    ParseContext cx = {.arena = &arena, .syms = &syms, .diags = &diags, .repl = repl};
    FileAst *file = parse_file(&cx, source_add(&sources, "fuzz.gol", text, size));
    if (file->broken && diags.errors == 0)
        BUG("a syntax error that nobody was told about");
    for (u32 i = 0; i < file->decls.len; i++)
        use_decl(&arena, file->decls.data[i]);
    for (u32 i = 0; i < file->stmts.len; i++)
        use_stmt(&arena, file->stmts.data[i]);
    diag_free(&diags);
    intern_free(&syms);
    arena_free(&arena);
    source_free(&sources);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    parse_text(text, size, false);
    parse_text(text, size, true);
    parse_is_incomplete(text, size);
    return 0;
}
