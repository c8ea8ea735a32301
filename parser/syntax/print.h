/* Expressions and types as source text again, short enough for a message. */
#ifndef PARSER_SYNTAX_PRINT_H
#define PARSER_SYNTAX_PRINT_H

#include "base/buf.h"
#include "parser/syntax/ast.h"

/* Appends x as gofmt would write it on one line. What is long is abbreviated: function bodies and
 * the elements of composite literals are `{…}`. */
void expr_text(Buf *out, const Expr *x);
/* `a, b, c` */
void expr_list_text(Buf *out, const ExprList *list);
/* What stands behind `func` and the name: `[T any](x T, rest ...int) (int, error)`. */
void sig_text(Buf *out, const FuncSig *sig);

#endif
