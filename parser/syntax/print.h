/* Expressions and types as source text, short enough for a message. */
#ifndef PARSER_SYNTAX_PRINT_H
#define PARSER_SYNTAX_PRINT_H

#include "base/buf.h"
#include "parser/syntax/ast.h"

/* Appends x as gofmt would write it on one line. Function bodies and the elements of composite
 * literals are abbreviated to `{…}`. */
void expr_text(Buf *out, const Expr *x);
/* Appends `a, b, c`. */
void expr_list_text(Buf *out, const ExprList *list);
/* Appends what follows `func` and the name: `[T any](x T, rest ...int) (int, error)`. */
void sig_text(Buf *out, const FuncSig *sig);

#endif
