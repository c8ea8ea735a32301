/* What the files of the parser share. The parser is a recursive descent with one token of
 * look-ahead; each function carries its production, and spec/grammar.md is the sum of them.
 *
 * Error recovery follows one rule: report, skip to a token that the caller can use, return what
 * there is (EX_BAD, ST_BAD). Every loop consumes a token or ends, so that parsing is linear. */
#ifndef PARSER_SYNTAX_PARSE_H
#define PARSER_SYNTAX_PARSE_H

#include "parser/syntax/lexer.h"
#include "parser/syntax/parser.h"

typedef struct Parser {
    Lexer lx;
    ParseContext *cx;
    Arena *arena;
    Pos last_stop;     /* end of the token consumed last */
    Pos skipped_to;    /* token at which the last skip ended: errors there are echoes */
    int expr_level;    /* < 0: in the header of if, for, switch, where T{ begins the block */
    u32 func_depth;    /* > 0: inside a function body, where statement keywords end a skip */
    u32 depth;         /* nesting of the parse functions */
    u32 height;        /* of the part of an expression being parsed; see parse_begin_height */
    size_t cloned;     /* bytes spent on implicit repetition of constants */
    u32 errors_before; /* errors of earlier files */
    bool broken;       /* a syntax error was found */
    bool stopped;      /* nesting was too deep; the rest of the file is not read */
    bool brace_blamed; /* parse_blame_brace has spoken */
    bool script;       /* no package clause: statements at top level */
    ExprList guards;   /* x.(type) that no switch has claimed so far */
} Parser;

enum {
    MAX_DEPTH = 1000,     /* nested parentheses, blocks, types: bounds the C stack here */
    MAX_HEIGHT = 10000,   /* a + b + c + ...: bounds the recursion of whoever walks the tree */
    MAX_CLONED = 1 << 28, /* bounds memory: n names that repeat an expression of size n */
};

typedef enum Keyword { KEYWORD_NONE, KEYWORD_IF, KEYWORD_FOR, KEYWORD_SWITCH } Keyword;

/* ---- parser/syntax/core.c: tokens, errors, nodes ---- */

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

/* From start to the end of what was consumed. */
static inline Span parse_span_from(const Parser *p, Pos start)
{
    return (Span){start, p->last_stop};
}

void parse_next(Parser *p);
bool parse_got(Parser *p, Token tok);
/* Consumes tok or reports "expected tok" and steps over what stands there instead. */
bool parse_want(Parser *p, Token tok);
/* After an error about the current token: goes on behind it, unless a skip has just ended at it. */
void parse_step_over(Parser *p);
/* "=", also accepting := with an error. */
bool parse_got_assign(Parser *p);

/* A set of tokens; one past 64 needs two words. */
typedef struct TokenSet {
    u64 bits[2];
} TokenSet;
#define TOKEN_SET(...) parse_token_set((const Token[]){__VA_ARGS__, TK_EOF})
TokenSet parse_token_set(const Token *toks);
/* Skips to a token of the set, to the end, or inside a function to a statement keyword. */
void parse_skip_to(Parser *p, TokenSet set);

/* Whether the current token is the first on its line, not indented. */
bool parse_at_left_margin(const Parser *p);

/* "syntax error: unexpected TOKEN, expected WHAT" */
Diag *parse_expected(Parser *p, const char *what);
/* "syntax error: unexpected TOKEN WHERE" */
Diag *parse_unexpected(Parser *p, const char *where);
/* "syntax error: TEXT" at span */
Diag *parse_error(Parser *p, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
void parse_hint(Parser *p, Diag *diag, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* How messages name a token that was wanted: "comma", "{", "name". */
const char *parse_token_name(Token tok);

/* Enters a nested construct; false, with an error, when it is nested too deeply: the parser is
 * then at the end of the text. Each true needs a parse_leave. */
bool parse_enter(Parser *p);
void parse_leave(Parser *p);
/* Expressions grow upwards too, in loops that need no C stack: a + b + c, x.y.z, f()(). So each
 * part of an expression measures how high it is: begin saves the measure of what surrounds it,
 * every loop step raises it, end merges. What is too high ends the parse, as parse_enter does. */
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

void parse_raise_height(Parser *p);

Expr *parse_new_expr(Parser *p, ExprKind kind, Pos start, Pos op_pos);
Expr *parse_bad_expr(Parser *p);
Stmt *parse_new_stmt(Parser *p, StmtKind kind, Pos start);
bool parse_is_name(const Expr *x, const char *name);
Expr *parse_unparen(Expr *x);

/* Elements until close, separated by sep (optional before close). `element` returns true if it has
 * to be the last one. Consumes close and returns its position. */
typedef bool ListElement(Parser *p, void *into);
Pos parse_list(Parser *p, const char *context, Token sep, Token close, ListElement *element,
               void *into);

/* ---- parser/syntax/braces.c ---- */

/* Adds a note which `{` is not closed; to one diagnostic only, since it reads the whole file. */
void parse_blame_brace(Parser *p, Diag *diag);
/* Reports that a block is not closed, and which one that may be. */
void parse_unclosed(Parser *p);

/* ---- parser/syntax/expr.c ---- */
Expr *parse_name(Parser *p);
Expr *parse_expr(Parser *p);
void parse_expr_list(Parser *p, ExprList *out);
/* Continues the expression that begins with x, already parsed (NULL: with the current token). */
Expr *parse_binary(Parser *p, Expr *x, int min_precedence);
Expr *parse_primary(Parser *p, Expr *x);
/* `a`, or `a, b,` with types from the second on: what may stand between brackets. */
bool parse_type_list(Parser *p, ExprList *out);
Expr *parse_literal_or_null(Parser *p);

/* ---- parser/syntax/type.c ---- */
Expr *parse_type(Parser *p);
Expr *parse_type_or_null(Parser *p);
Expr *parse_array_type(Parser *p, Pos start, Expr *len);
Expr *parse_slice_type(Parser *p, Pos start);
/* After a name: `[n]E`, `[]E` or type arguments; the latter come back as EX_INDEX with x NULL. */
Expr *parse_array_or_args(Parser *p);
Expr *parse_qualified_name(Parser *p, Expr *name);
/* A union of types and ~types; `first`, if not NULL, was already parsed. */
Expr *parse_union(Parser *p, Expr *first);

/* ---- parser/syntax/func.c ---- */
/* The part of a function type behind `func` (and its name); context says what has no type
 * parameters: "method", "function type"; NULL if they are allowed. */
void parse_signature(Parser *p, FuncSig *sig, const char *context);
void parse_result(Parser *p, FieldList *out);
/* Parameters up to close; first_name and first_type, if not NULL, begin the first one. */
void parse_params(Parser *p, FieldList *out, Expr *first_name, Expr *first_type, Token close,
                  bool names_required);
Stmt *parse_func_body(Parser *p);
/* Leaves the body that begins here unread, if the file allows it. */
bool parse_body_later(Parser *p, FuncDecl *f);
Expr *parse_func_type_or_literal(Parser *p);

/* ---- parser/syntax/stmt.c ---- */
/* Parses a statement and appends it (a group of declarations: several). False, consuming nothing,
 * if no statement begins here. */
bool parse_stmt(Parser *p, StmtList *out);
void parse_stmt_list(Parser *p, StmtList *out);
/* Consumes the semicolon behind the last statement of the list, or complains. */
void parse_end_stmt(Parser *p, const StmtList *list);
Stmt *parse_block(Parser *p, const char *context);
/* NULL lhs: begin with the current token. */
Stmt *parse_simple_stmt(Parser *p, ExprList *lhs, Pos start, Keyword keyword);
/* A hint for a statement that ends in the wrong place, after the expression x. */
void parse_stmt_hint(Parser *p, Diag *diag, const Expr *x);
/* A hint if the word is one that other languages begin a statement with; false if it is none. */
bool parse_word_hint(Parser *p, Diag *diag, const char *word);
/* The same for a word in the header of if, for or switch, such as `then` or `and`. */
void parse_header_hint(Parser *p, Diag *diag, const Expr *x);

/* ---- parser/syntax/control.c ---- */
Stmt *parse_if(Parser *p);
Stmt *parse_for(Parser *p);
Stmt *parse_switch(Parser *p);
Stmt *parse_select(Parser *p);

/* ---- parser/syntax/decl.c ---- */
/* The declarations behind a keyword, one or a parenthesised group. */
void parse_decl_group(Parser *p, DeclKind kind, DeclList *out);
/* Behind `func`; NULL if not even a name was found. */
Decl *parse_func_decl(Parser *p, Pos start);

#endif
