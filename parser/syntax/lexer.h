/* The lexer: one token at a time, with the automatic semicolons of Go. It keeps the current token
 * in itself, and is a plain value: a copy is a bookmark to come back to. */
#ifndef PARSER_SYNTAX_LEXER_H
#define PARSER_SYNTAX_LEXER_H

#include "base/diag.h"
#include "base/intern.h"
#include "parser/syntax/token.h"

/* What a TK_SEMICOLON stands for. */
typedef enum SemiKind { SEMI_WRITTEN, SEMI_NEWLINE, SEMI_EOF } SemiKind;

typedef struct Lexer {
    const char *text, *end; /* the whole file; *end is NUL */
    const char *at;         /* the next character */
    Pos base;
    Arena *arena; /* decoded strings */
    Interner *syms;
    Diags *diags;    /* NULL: find errors but do not report them */
    bool wants_semi; /* a line that ends here ends a statement */
    bool unfinished; /* the text ended inside a comment or a raw string */

    /* the current token */
    Token tok;
    Pos start, stop; /* stop is exclusive; automatic semicolons are empty */
    SemiKind semi;   /* TK_SEMICOLON */
    bool bad;        /* a literal about which an error was reported */
    const Sym *name; /* TK_IDENT */
    const char *str; /* TK_STRING: the value, NUL-terminated, in the arena */
    u32 str_len;
    i32 rune; /* TK_CHAR: the value */
} Lexer;

/* Begins before the first token. syms may be NULL, then names are not interned. */
void lex_init(Lexer *lx, const char *text, u32 len, Pos base, Arena *arena, Interner *syms,
              Diags *diags);
void lex_next(Lexer *lx);
/* The kind of the token after the current one, without moving. */
Token lex_peek(const Lexer *lx);

/* ---- shared by lexer.c and parser/syntax/literal.c ---- */

/* Reports an error at [from, to) unless the lexer is quiet; returns NULL then. */
Diag *lex_error(Lexer *lx, const char *from, const char *to, const char *fmt, ...)
    PRINTF_LIKE(4, 5);
/* Decodes the character at s (s < lx->end): its length in *size. A malformed one gives U+FFFD,
 * size 1, and an error. */
i32 lex_char(Lexer *lx, const char *s, u32 *size);
/* `U+0023 '#'`, as Go's %#U prints it. */
const char *lex_char_text(i32 c, char buf[static 24]);
void lex_number(Lexer *lx);
void lex_rune(Lexer *lx);
void lex_string(Lexer *lx);
void lex_raw_string(Lexer *lx);

#endif
