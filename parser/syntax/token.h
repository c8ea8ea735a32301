/* Tokens, in one table: TK(name, spelling, binary precedence or 0). */
#ifndef PARSER_SYNTAX_TOKEN_H
#define PARSER_SYNTAX_TOKEN_H

#include "base/common.h"

#define TOKENS(TK) \
    TK(EOF, "end of file", 0) \
    TK(ERROR, "invalid token", 0) \
    TK(IDENT, "name", 0) \
    TK(INT, "integer literal", 0) \
    TK(FLOAT, "floating-point literal", 0) \
    TK(IMAG, "imaginary literal", 0) \
    TK(CHAR, "rune literal", 0) \
    TK(STRING, "string literal", 0) \
    TK(ADD, "+", 4) \
    TK(SUB, "-", 4) \
    TK(MUL, "*", 5) \
    TK(QUO, "/", 5) \
    TK(REM, "%", 5) \
    TK(AND, "&", 5) \
    TK(OR, "|", 4) \
    TK(XOR, "^", 4) \
    TK(SHL, "<<", 5) \
    TK(SHR, ">>", 5) \
    TK(AND_NOT, "&^", 5) \
    TK(ADD_ASSIGN, "+=", 0) \
    TK(SUB_ASSIGN, "-=", 0) \
    TK(MUL_ASSIGN, "*=", 0) \
    TK(QUO_ASSIGN, "/=", 0) \
    TK(REM_ASSIGN, "%=", 0) \
    TK(AND_ASSIGN, "&=", 0) \
    TK(OR_ASSIGN, "|=", 0) \
    TK(XOR_ASSIGN, "^=", 0) \
    TK(SHL_ASSIGN, "<<=", 0) \
    TK(SHR_ASSIGN, ">>=", 0) \
    TK(AND_NOT_ASSIGN, "&^=", 0) \
    TK(LAND, "&&", 2) \
    TK(LOR, "||", 1) \
    TK(ARROW, "<-", 0) \
    TK(INC, "++", 0) \
    TK(DEC, "--", 0) \
    TK(EQL, "==", 3) \
    TK(NEQ, "!=", 3) \
    TK(LSS, "<", 3) \
    TK(LEQ, "<=", 3) \
    TK(GTR, ">", 3) \
    TK(GEQ, ">=", 3) \
    TK(ASSIGN, "=", 0) \
    TK(DEFINE, ":=", 0) \
    TK(NOT, "!", 0) \
    TK(TILDE, "~", 0) \
    TK(LPAREN, "(", 0) \
    TK(LBRACK, "[", 0) \
    TK(LBRACE, "{", 0) \
    TK(RPAREN, ")", 0) \
    TK(RBRACK, "]", 0) \
    TK(RBRACE, "}", 0) \
    TK(COMMA, ",", 0) \
    TK(PERIOD, ".", 0) \
    TK(SEMICOLON, ";", 0) \
    TK(COLON, ":", 0) \
    TK(ELLIPSIS, "...", 0) \
    TK(BREAK, "break", 0) \
    TK(CASE, "case", 0) \
    TK(CHAN, "chan", 0) \
    TK(CONST, "const", 0) \
    TK(CONTINUE, "continue", 0) \
    TK(DEFAULT, "default", 0) \
    TK(DEFER, "defer", 0) \
    TK(ELSE, "else", 0) \
    TK(FALLTHROUGH, "fallthrough", 0) \
    TK(FOR, "for", 0) \
    TK(FUNC, "func", 0) \
    TK(GO, "go", 0) \
    TK(GOTO, "goto", 0) \
    TK(IF, "if", 0) \
    TK(IMPORT, "import", 0) \
    TK(INTERFACE, "interface", 0) \
    TK(MAP, "map", 0) \
    TK(PACKAGE, "package", 0) \
    TK(RANGE, "range", 0) \
    TK(RETURN, "return", 0) \
    TK(SELECT, "select", 0) \
    TK(STRUCT, "struct", 0) \
    TK(SWITCH, "switch", 0) \
    TK(TYPE, "type", 0) \
    TK(VAR, "var", 0)

typedef enum Token {
#define TK(name, spelling, prec) TK_##name,
    TOKENS(TK)
#undef TK
        TK_COUNT
} Token;

/* Spelling in messages: "+=", "func", "name". */
const char *token_spelling(Token tok);
/* Precedence from 1 (||) to 5 (*); 0 if tok is not a binary operator. */
int token_precedence(Token tok);

#endif
