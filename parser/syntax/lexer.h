/* The lexer: one token at a time, with Go's automatic semicolons. It holds the current token and is
 * a plain value, so that a copy of it serves as look-ahead or as a point to return to. */
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
    Diags *diags;    /* NULL: report nothing */
    bool wants_semi; /* a newline here ends a statement */
    bool unfinished; /* the text ended inside a comment or a raw string */

    /* the current token */
    Token tok;
    Pos start, stop; /* stop is exclusive; automatic semicolons are empty */
    SemiKind semi;   /* TK_SEMICOLON */
    bool bad;        /* a literal with an error, which has been reported */
    const Sym *name; /* TK_IDENT */
    const char *str; /* TK_STRING: the value, NUL-terminated, in the arena */
    u32 str_len;
    i32 rune; /* TK_CHAR: the value */
} Lexer;

/* Positions the lexer before the first token; call lex_next. text must have a NUL at text[len];
 * base is the Pos of text[0]. syms may be NULL: then names are not interned. */
void lex_init(Lexer *lx, const char *text, u32 len, Pos base, Arena *arena, Interner *syms,
              Diags *diags);
/* Advances to the next token. At the end of the text that is TK_EOF, repeatedly. */
void lex_next(Lexer *lx);
/* The kind of the token after the current one, without moving. */
Token lex_peek(const Lexer *lx);

/* ---- shared by lexer.c and parser/syntax/literal.c ---- */

/* Reports an error at [from, to). Returns NULL if the lexer has no Diags. */
Diag *lex_error(Lexer *lx, const char *from, const char *to, const char *fmt, ...)
    PRINTF_LIKE(4, 5);
/* Decodes the character at s (s < lx->end); *size receives its length. An invalid one is reported
 * and gives U+FFFD, size 1. */
i32 lex_char(Lexer *lx, const char *s, u32 *size);
/* Writes `U+0023 '#'` to buf, as Go's %#U, and returns it. */
const char *lex_char_text(i32 c, char buf[static 24]);
/* Read the literal at lx->at, which begins with a digit or period, ', " or `, into the current
 * token. */
void lex_number(Lexer *lx);
void lex_rune(Lexer *lx);
void lex_string(Lexer *lx);
void lex_raw_string(Lexer *lx);

#endif
