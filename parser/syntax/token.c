/* Spelling and precedence of tokens, from the table in token.h. */
#include "parser/syntax/token.h"

static const char *const spellings[] = {
#define TK(name, spelling, prec) spelling,
    TOKENS(TK)
#undef TK
};

static const u8 precedences[] = {
#define TK(name, spelling, prec) prec,
    TOKENS(TK)
#undef TK
};

const char *token_spelling(Token tok)
{
    return spellings[tok];
}

int token_precedence(Token tok)
{
    return precedences[tok];
}
