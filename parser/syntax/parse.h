/* The interface between the files of the parser. It is a recursive-descent parser with one token of
 * look-ahead; the comment of each function has its production, and spec/grammar.md lists them all.
 *
 * Error recovery has one rule: report, skip to a token that the caller can use, return what was
 * parsed (EX_BAD or ST_BAD if nothing was). Every loop consumes a token or ends, so parsing takes
 * linear time. */
#ifndef PARSER_SYNTAX_PARSE_H
#define PARSER_SYNTAX_PARSE_H

#include "parser/syntax/lexer.h"
#include "parser/syntax/parser.h"

typedef struct Parser {
    Lexer lx;
    ParseContext *cx;
    Arena *arena;
    Pos last_stop;     /* end of the last consumed token */
    Pos skipped_to;    /* token at which the last skip ended; errors there are not reported */
    int expr_level;    /* < 0: in the header of if, for or switch, where T{ begins the block */
    u32 func_depth;    /* > 0: inside a function body, where statement keywords end a skip */
    u32 depth;         /* nesting of the parse functions */
    u32 height;        /* of the part of an expression being parsed; see parse_begin_height */
    size_t cloned;     /* bytes allocated for implicit repetition of constants */
    u32 errors_before; /* number of errors in earlier files */
    bool broken;       /* a syntax error was found */
    bool stopped;      /* nesting was too deep; the rest of the file is not read */
    bool brace_noted;  /* parse_note_unclosed_brace has added its note */
    bool script;       /* no package clause: statements at top level */
    ExprList guards;   /* each x.(type) that is not yet known to be a type switch guard */
} Parser;

enum {
    /* nested parentheses, blocks, types; bounds the recursion of the parser */
    MAX_DEPTH = 1000,
    /* operands of a + b + c + ...; bounds the recursion of later passes over the tree */
    MAX_HEIGHT = 10000,
    MAX_CLONED = 1 << 28, /* bytes; n names that repeat an expression of size n would take n * n */
};

typedef enum Keyword { KEYWORD_NONE, KEYWORD_IF, KEYWORD_FOR, KEYWORD_SWITCH } Keyword;

/* ---- parser/syntax/core.c: tokens, errors, nodes ---- */

/* The current token: its kind, its position, its extent. */
static inline Token parse_tok(const Parser *p)
{
    return p->lx.tok;
}

static inline Pos parse_pos(const Parser *p)
{
    return p->lx.start;
}

static inline Span parse_token_span(const Parser *p)
{
    return (Span){p->lx.start, p->lx.stop};
}

/* From start to the end of the last consumed token. */
static inline Span parse_span_from(const Parser *p, Pos start)
{
    return (Span){start, p->last_stop};
}

/* parse_next consumes the current token; parse_got consumes it only if it is tok, and returns
 * whether it was. */
void parse_next(Parser *p);
bool parse_got(Parser *p, Token tok);
/* Consumes tok. If another token is here, reports "expected tok", skips it, and returns false. */
bool parse_want(Parser *p, Token tok);
/* Skips the current token, about which an error was reported, unless a skip has just ended at
 * it. */
void parse_step_over(Parser *p);
/* Consumes `=` and returns true; accepts `:=` with an error. False if neither is here. */
bool parse_got_assign(Parser *p);

/* A set of tokens. */
typedef struct TokenSet {
    u64 bits[2];
} TokenSet;
#define TOKEN_SET(...) parse_token_set((const Token[]){__VA_ARGS__, TK_EOF})
/* The set of the tokens up to TK_EOF, which is in it, too. */
TokenSet parse_token_set(const Token *toks);
/* Skips to a token of the set, to the end, or to a declaration in the first column; inside a
 * function also to a statement keyword. */
void parse_skip_to(Parser *p, TokenSet set);

/* Whether the current token is in the first column. */
bool parse_at_left_margin(const Parser *p);

/* Reports "syntax error: unexpected TOKEN, expected WHAT". Like the next two, returns NULL if the
 * error was suppressed, because it follows from an earlier one. */
Diag *parse_expected(Parser *p, const char *what);
/* Reports "syntax error: unexpected TOKEN WHERE". */
Diag *parse_unexpected(Parser *p, const char *where);
/* Reports "syntax error: TEXT" at span. */
Diag *parse_error(Parser *p, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Adds a "hint: TEXT" line to the diagnostic, which may be NULL. */
void parse_hint(Parser *p, Diag *diag, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* The name of an expected token in messages: "comma", "{", "name". */
const char *parse_token_name(Token tok);

/* Enters a nested construct. If nesting is too deep, reports that, skips to the end of the text and
 * returns false. Each true needs a parse_leave. */
bool parse_enter(Parser *p);
void parse_leave(Parser *p);
/* The height of an expression also grows in loops, which take no C stack here: a + b + c, x.y.z,
 * f()(). Later passes recurse over it, so it is bounded too. `begin` saves the height of the
 * surrounding expression, each iteration of a loop raises it, `end` merges the two. An expression
 * that is too high ends parsing, as in parse_enter. */
static inline u32 parse_begin_height(Parser *p)
{
    u32 outer = p->height;
    p->height = 0;
    return outer;
}

static inline void parse_end_height(Parser *p, u32 outer)
{
    if (p->height < outer)
        p->height = outer;
}

/* One more level; beyond MAX_HEIGHT it is reported and parsing ends. */
void parse_raise_height(Parser *p);

/* New nodes that extend from start to the last consumed token; parse_new_binary also raises the
 * height; parse_bad_expr makes an EX_BAD at the current token. */
Expr *parse_new_expr(Parser *p, ExprKind kind, Pos start, Pos op_pos);
Expr *parse_new_binary(Parser *p, Token op, Pos op_pos, Expr *x, Expr *y);
Expr *parse_bad_expr(Parser *p);
Stmt *parse_new_stmt(Parser *p, StmtKind kind, Pos start);
/* Whether x is the given name (NULL is not); and x without its parentheses. */
bool parse_is_name(const Expr *x, const char *name);
Expr *parse_unparen(Expr *x);

typedef bool ListElement(Parser *p, void *into);
/* Parses elements until close, separated by sep (optional before close). `element` appends one to
 * `into` and returns true if it must be the last. Consumes close and returns its position.
 * `context` names the list in messages. */
Pos parse_list(Parser *p, const char *context, Token sep, Token close, ListElement *element,
               void *into);

/* ---- parser/syntax/braces.c ---- */

/* Adds a note to diag saying which `{` is not closed; once per file only, since it scans the whole
 * text. diag may be NULL. */
void parse_note_unclosed_brace(Parser *p, Diag *diag);
/* Reports that a block is not closed, with that note. */
void parse_unclosed(Parser *p);

/* ---- parser/syntax/expr.c ---- */
/* Each parses what its name says at the current token and reports an error if it is not there; the
 * result is never NULL (EX_BAD). */
Expr *parse_name(Parser *p);
Expr *parse_expr(Parser *p);
void parse_expr_list(Parser *p, ExprList *out);
/* Parse an expression that begins with x, which was parsed already, or at the current token if x is
 * NULL. parse_binary stops at operators of at most min_precedence. */
Expr *parse_binary(Parser *p, Expr *x, int min_precedence);
Expr *parse_primary(Parser *p, Expr *x);
/* Parses the content of brackets: an expression, or `a, b,` with types from the second on. Returns
 * whether there is a comma. */
bool parse_type_list(Parser *p, ExprList *out);
/* A literal, or NULL, without an error, if there is none. */
Expr *parse_literal_or_null(Parser *p);

/* ---- parser/syntax/type.c ---- */
/* A type; without one, parse_type reports an error and returns EX_BAD, parse_type_or_null returns
 * NULL. */
Expr *parse_type(Parser *p);
Expr *parse_type_or_null(Parser *p);
/* The rest of an array type after `[` and the length (NULL: not parsed yet), and of a slice type
 * after `[]`. start is the position of `[`. */
Expr *parse_array_type(Parser *p, Pos start, Expr *len);
Expr *parse_slice_type(Parser *p, Pos start);
/* After a name: `[n]E`, `[]E` or type arguments. The latter are returned as an EX_INDEX whose x is
 * NULL, for the caller to fill in. */
Expr *parse_array_or_args(Parser *p);
/* A type name, or its rest if the first name was parsed already (else NULL). */
Expr *parse_qualified_name(Parser *p, Expr *name);
/* A union of types and ~types, or its rest if the first type was parsed already (else NULL). */
Expr *parse_union(Parser *p, Expr *first);

/* ---- parser/syntax/func.c ---- */
/* Parses a function type after `func` and the name, if any. context is what cannot have type
 * parameters, "method" or "function type"; NULL if they are allowed. */
void parse_signature(Parser *p, FuncSig *sig, const char *context);
/* Parses the result types, if any. */
void parse_result(Parser *p, FieldList *out);
/* Parses parameters up to `close`, which is consumed. first_name and first_type are the first entry
 * if it was parsed already, else NULL. names_required: type parameters. */
void parse_params(Parser *p, FieldList *out, Expr *first_name, Expr *first_type, Token close,
                  bool names_required);
/* Parses the body of a function as an ST_BLOCK. */
Stmt *parse_func_body(Parser *p);
/* Skips the body that begins here and notes its start in f, if the context wants that and f is not
 * generic; else returns false. */
bool parse_body_later(Parser *p, FuncDecl *f);
/* A function type, or the literal if a body follows. */
Expr *parse_func_type_or_literal(Parser *p);

/* ---- parser/syntax/stmt.c ---- */
/* Parses a statement and appends it (of a group of declarations, several). If no statement begins
 * here, returns false and consumes nothing. */
bool parse_stmt(Parser *p, StmtList *out);
/* Parses statements up to `}`, `case`, `default` or the end of the file. */
void parse_stmt_list(Parser *p, StmtList *out);
/* Consumes the semicolon after the last statement of the list, or reports that it is missing. */
void parse_end_stmt(Parser *p, const StmtList *list);
/* Parses `{`, statements, `}`. context precedes in messages what is missing, as in "if clause". */
Stmt *parse_block(Parser *p, const char *context);
/* Parses a simple statement. lhs is its beginning if that was parsed already, else NULL; keyword is
 * that of the header in which the statement is. */
Stmt *parse_simple_stmt(Parser *p, ExprList *lhs, Pos start, Keyword keyword);
/* Adds a hint for a statement that ends too early, after the expression x. */
void parse_stmt_hint(Parser *p, Diag *diag, const Expr *x);
/* Adds a hint if other languages begin a statement with this word; returns whether they do. */
bool parse_word_hint(Parser *p, Diag *diag, const char *word);
/* The same for a word in the header of if, for or switch, such as `then` or `and`. */
void parse_header_hint(Parser *p, Diag *diag, const Expr *x);

/* ---- parser/syntax/control.c ---- */
/* The statement whose keyword is the current token. */
Stmt *parse_if(Parser *p);
Stmt *parse_for(Parser *p);
Stmt *parse_switch(Parser *p);
Stmt *parse_select(Parser *p);

/* ---- parser/syntax/decl.c ---- */
/* Parses and appends the declarations after a keyword: one, or a parenthesized group. */
void parse_decl_group(Parser *p, DeclKind kind, DeclList *out);
/* Parses a function declaration after `func`, which is at start; NULL if there is no name. */
Decl *parse_func_decl(Parser *p, Pos start);

#endif
