/* Calls of built-in functions: what those of the language (builtin.c) and those of package unsafe
 * (unsafe.c) share. */
#ifndef PARSER_CHECK_BUILTIN_H
#define PARSER_CHECK_BUILTIN_H

#include "parser/check/expr.h"

/* The evaluated arguments. The results of a call with several are represented by placeholders. */
typedef struct Args {
    Expr *call;
    const char *name;
    Expr **data;
    u32 len;
    FuncLit *wrapper; /* see add_wrapper_params; else NULL */
} Args;

/* "argument to len", for messages; in the arena. */
const char *builtin_context(Checker *cx, const Args *a);
/* A call of the function of package unsafe, whose arguments (but those of Offsetof) are evaluated:
 * sets mode and type of a->call. False after an error. */
bool builtin_unsafe(Checker *cx, Args *a, BuiltinId id);

#endif
