/* From source text to a syntax tree. */
#ifndef PARSER_SYNTAX_PARSER_H
#define PARSER_SYNTAX_PARSER_H

#include "base/diag.h"
#include "parser/syntax/ast.h"

typedef struct ParseContext {
    Arena *arena; /* owns the tree */
    Interner *syms;
    Diags *diags;
    bool repl;         /* a REPL line: statements and declarations, parsed as a script */
    bool bodies_later; /* bodies of functions are left unread; the text has no syntax errors */
} ParseContext;

/* Parses a whole file. Never returns NULL: after syntax errors the tree holds what could be
 * understood, with EX_BAD and ST_BAD in the gaps. A file without a package clause is a script. */
FileAst *parse_file(ParseContext *cx, SourceFile *file);

/* Parses the body of a function of the file that was left unread. */
void parse_unread_body(ParseContext *cx, SourceFile *file, FuncDecl *f);

/* For the REPL: whether the text is an unfinished input (open brace, bracket, string, or an
 * operator at the end), so that another line should be read before parsing. */
bool parse_is_incomplete(const char *text, size_t len);

#endif
