/* The interface of the parser: from source text to a syntax tree. */
#ifndef PARSER_SYNTAX_PARSER_H
#define PARSER_SYNTAX_PARSER_H

#include "base/diag.h"
#include "parser/syntax/ast.h"

typedef struct ParseContext {
    Arena *arena; /* owns the tree */
    Interner *syms;
    Diags *diags;
    bool repl;         /* a line of the REPL: statements and declarations, parsed as a script */
    bool bodies_later; /* parse bodies of functions lazily; the text must have no syntax errors */
} ParseContext;

/* Parses a whole file; one without a package clause is a script. Never returns NULL: after syntax
 * errors, which are reported, the tree has EX_BAD and ST_BAD in place of what could not be
 * parsed. */
FileAst *parse_file(ParseContext *cx, SourceFile *file);
/* Sets ast->go_build and old_build to the build constraints in the comments that precede the code:
 * the //go:build line, and the older +build lines rewritten as one. In the arena; NULL: none. */
void parse_constraints(Arena *arena, const char *text, FileAst *ast);

/* Parses a body that was skipped, FuncDecl.unread; afterwards that is NULL. */
void parse_unread_body(ParseContext *cx, SourceFile *file, FuncDecl *f);

/* For the REPL: whether the text is incomplete (an open brace, bracket or string, or an operator at
 * the end), so that another line should be read. The text need not end with a NUL. */
bool parse_is_incomplete(const char *text, size_t len);

#endif
