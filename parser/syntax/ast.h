/* The syntax tree. The parser builds it, the checker fills the fields marked [checker], the code
 * generator reads both; nothing walks it afterwards. Everything lives in the compile arena. */
#ifndef PARSER_SYNTAX_AST_H
#define PARSER_SYNTAX_AST_H

#include "base/intern.h"
#include "base/source.h"
#include "parser/syntax/token.h"

typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct Decl Decl;
typedef struct Field Field;
typedef struct FuncDecl FuncDecl;
typedef struct Type Type;           /* parser/types/types.h */
typedef struct Const Const;         /* parser/types/constant.h */
typedef struct Obj Obj;             /* parser/types/types.h */
typedef struct Scope Scope;         /* parser/types/types.h */
typedef struct Selection Selection; /* parser/types/types.h */

typedef VEC(Expr *) ExprList;
typedef VEC(Stmt *) StmtList;
typedef VEC(Decl *) DeclList;
typedef VEC(Field *) FieldList;

typedef enum ExprKind {
    EX_BAD,       /* a syntax error was reported here; the checker reports nothing about it */
    EX_IDENT,     /* name */
    EX_LIT,       /* lit: 42, 3.14, 2i, 'a', "s", `s` */
    EX_COMPOSITE, /* T{...}; type_expr NULL when elided inside another composite */
    EX_FUNC,      /* func(...) {...} */
    EX_PAREN,     /* (x) */
    EX_SELECTOR,  /* x.sel */
    EX_INDEX,     /* x[i], and x[T1, T2] for instantiation */
    EX_SLICE,     /* x[lo:hi:max] */
    EX_ASSERT,    /* x.(T); type_expr NULL for x.(type) */
    EX_CALL,      /* f(args...) */
    EX_STAR,      /* *x (dereference or pointer type) */
    EX_UNARY,     /* op x, where op is + - ! ^ & <- ~ */
    EX_BINARY,    /* x op y */
    EX_KEYVALUE,  /* key: value, in composite literals */
    /* types */
    EX_ARRAY_TYPE,     /* [len]elem; len NULL = slice; len EX_ELLIPSIS = [...]elem */
    EX_STRUCT_TYPE,    /* struct{fields} */
    EX_FUNC_TYPE,      /* func(params) results */
    EX_INTERFACE_TYPE, /* interface{methods, embedded} */
    EX_MAP_TYPE,       /* map[key]elem */
    EX_CHAN_TYPE,      /* chan elem, <-chan elem, chan<- elem */
    EX_ELLIPSIS,       /* ...elem in the last parameter; [...] */
} ExprKind;

typedef enum ChanDir { CHAN_BOTH, CHAN_SEND, CHAN_RECV } ChanDir;

/* What an expression denotes; set by the checker. */
typedef enum ExprMode {
    MODE_INVALID,  /* an error was reported; report no other about it */
    MODE_NOVALUE,  /* call without results */
    MODE_BUILTIN,  /* built-in function; its obj says which */
    MODE_TYPE,     /* type is the denoted type */
    MODE_CONST,    /* val holds the value */
    MODE_VAR,      /* addressable variable */
    MODE_MAPINDEX, /* assignable, not addressable; allows v, ok */
    MODE_VALUE,    /* computed value */
    MODE_COMMAOK,  /* value that also allows v, ok: receive, type assertion */
    MODE_NIL,      /* untyped nil */
} ExprMode;

/* A function type as written: also the header of declarations and literals. */
typedef struct FuncSig {
    FieldList tparams; /* [T any, ...] */
    FieldList params;  /* one Field per name or per unnamed type */
    FieldList results;
    Span span;
} FuncSig;

typedef struct FuncLit {
    FuncSig sig;
    Stmt *body;            /* ST_BLOCK */
    Type *type;            /* [checker] */
    VEC(Obj *) params;     /* [checker] parameter objects in order (blank ones too) */
    VEC(Obj *) results;    /* [checker] result objects (unnamed: name NULL) */
    VEC(Obj *) captures;   /* [checker] variables of enclosing functions used inside, once each */
    struct FuncLit *outer; /* [checker] enclosing literal, NULL inside a declared function */
    bool has_defer;        /* [checker] contains a defer statement */
    bool has_recover;      /* [checker] calls recover */
    Stmt *loop; /* [checker] the range over a function of which this is the body; else NULL */
    struct LoopExits *exits; /* [checker] in a function with such loops, and in their bodies */
} FuncLit;

/* How control leaves the bodies of the loops over functions in one function. Each body is compiled
 * as a function of its own, so a jump out of it stores which jump it is and returns. */
typedef struct LoopExits {
    FuncLit *enclosing; /* the function that contains the loops, and is no body itself */
    /* a variable of `enclosing`: 1 + index in `jumps` of the jump taken, 0 = none; NULL: no jumps
     */
    Obj *taken;
    /* a variable of `enclosing`: the frame to which defer statements in bodies belong; or NULL */
    Obj *frame;
    /* return, break, continue and goto out of a body, one of each kind and target */
    StmtList jumps;
} LoopExits;

/* Expressions take most of the memory of a large program, so a node is only as large as its kind
 * needs: nodes are made by ast_new_expr and copied by ast_copy_expr, never assigned. */
struct Expr {
    ExprKind kind : 8;
    ExprMode mode : 8; /* [checker] */
    Pos op_pos; /* operator, '.', '[', '(' ...; where a diagnostic about the operation points */
    Span span;  /* the whole expression */
    Type *type; /* [checker] type after untyped conversion; the denoted type if MODE_TYPE */
    Const *val; /* [checker] value if MODE_CONST, else NULL */
    union {
        struct {
            const Sym *name;
            Obj *obj; /* [checker] what it resolves to; NULL if unresolved or blank `_` */
        } ident;
        struct {
            const char *text; /* raw source text, NUL-terminated */
            const char *str;  /* TK_STRING: decoded bytes */
            u32 len, str_len;
            Token tok; /* TK_INT, TK_FLOAT, TK_IMAG, TK_CHAR, TK_STRING */
            i32 rune;  /* TK_CHAR: decoded value */
        } lit;
        struct {
            Expr *type_expr; /* or NULL */
            ExprList elems;  /* EX_KEYVALUE or plain */
            Pos lbrace, rbrace;
        } composite;
        FuncLit *func;
        Expr *paren;
        struct {
            Expr *x;
            Expr *sel;            /* EX_IDENT; sel->ident.obj for qualified identifiers [checker] */
            Selection *selection; /* [checker] NULL for qualified identifiers pkg.Name */
        } selector;
        struct {
            Expr *x;
            ExprList args; /* one index; more only for instantiation */
        } index;
        struct {
            Expr *x, *lo, *hi, *max; /* lo, hi, max may be NULL */
        } slice;
        struct {
            Expr *x, *type_expr;
        } assert;
        struct {
            Expr *fun;
            ExprList args;
            Pos spread_pos;     /* of the dots in f(xs...), or 0 */
            bool is_conversion; /* [checker] fun is a type */
            u8 builtin;         /* [checker] BuiltinId, 0 = none */
        } call;
        Expr *star;
        struct {
            Token op;
            Expr *x;
        } unary;
        struct {
            Token op;
            Expr *x, *y;
            bool assigns; /* [checker] x op= y: a node made only for messages and conversion */
        } binary;
        struct {
            Expr *key, *value;
        } keyvalue;
        struct {
            Expr *len, *elem;
        } array_type;
        struct {
            FieldList fields;
            Pos lbrace, rbrace;
        } struct_type;
        FuncSig *func_type;
        struct {
            FieldList methods; /* name + EX_FUNC_TYPE; or name NULL: embedded type / union */
            Pos lbrace, rbrace;
        } interface_type;
        struct {
            Expr *key, *elem;
        } map_type;
        struct {
            ChanDir dir;
            Expr *elem;
            Pos arrow;
        } chan_type;
        Expr *ellipsis; /* element type or NULL */
    };
};

/* The closing parenthesis of a call. */
static inline Span ast_rparen(const Expr *call)
{
    return (Span){call->span.end - 1, call->span.end};
}

/* A struct field, parameter, result, type parameter or interface element. */
struct Field {
    Expr *name;    /* EX_IDENT; NULL for unnamed parameters, embedded fields and types */
    Expr *type;    /* may be shared by several Fields of one group: a, b int */
    Expr *tag;     /* struct tag literal or NULL */
    bool embedded; /* struct: embedded field; interface: embedded element */
    Span span;
};

typedef enum StmtKind {
    ST_BAD,
    ST_EMPTY,
    ST_BLOCK,
    ST_EXPR,
    ST_SEND,   /* ch <- value */
    ST_INCDEC, /* x++ x-- */
    ST_ASSIGN, /* lhs = rhs, lhs op= rhs */
    ST_DEFINE, /* lhs := rhs */
    ST_DECL,   /* var, const, type inside a function */
    ST_GO,
    ST_DEFER,
    ST_RETURN,
    ST_BREAK,
    ST_CONTINUE,
    ST_GOTO,
    ST_FALLTHROUGH,
    ST_IF,
    ST_SWITCH,
    ST_TYPESWITCH,
    ST_SELECT,
    ST_FOR,
    ST_RANGE,
    ST_LABELED,
} StmtKind;

/* State of a loop over a function, checked whenever the iterator calls the body: before the call,
 * during it, after a jump out of the loop, after the loop, after the iterator recovered its panic.
 */
typedef enum LoopState { LOOP_READY, LOOP_RUNNING, LOOP_LEFT, LOOP_OVER, LOOP_SWALLOWED } LoopState;

/* One clause of switch, type switch or select. */
typedef struct Clause {
    bool is_default;
    ExprList exprs; /* switch: values; type switch: types (EX_IDENT nil too) */
    Stmt *comm;     /* select: ST_SEND, ST_EXPR (<-c), ST_ASSIGN or ST_DEFINE with one <-c */
    StmtList body;
    Span span; /* from case/default to the end of the body */
    Pos colon;
    Obj *var; /* [checker] type switch: this clause's variable, or NULL */
} Clause;

/* Only as large as its kind needs, like Expr. */
struct Stmt {
    StmtKind kind;
    Span span;
    union {
        struct {
            StmtList list;
            Pos lbrace, rbrace;
        } block;
        Expr *expr;
        struct {
            Expr *ch, *value;
            Pos arrow;
        } send;
        struct {
            Expr *x;
            bool inc;
            Pos op_pos;
        } incdec;
        struct {
            ExprList lhs, rhs;
            Token op; /* ST_ASSIGN: TK_ASSIGN or the operator of op= (TK_ADD, ...) */
            Pos op_pos;
            VEC(Obj *) new_vars; /* [checker] ST_DEFINE: per lhs, the new object or NULL */
        } assign;
        Decl *decl;
        Expr *call; /* ST_GO, ST_DEFER: normally EX_CALL */
        ExprList results;
        struct {
            Expr *label; /* EX_IDENT or NULL; ST_BREAK, ST_CONTINUE, ST_GOTO */
            /* [checker] the loop, switch or select to leave or continue (never the ST_LABELED
             * around it); for goto, the ST_LABELED */
            Stmt *target;
        } branch;
        struct {
            Stmt *init; /* or NULL */
            Expr *cond;
            Stmt *then; /* ST_BLOCK */
            Stmt *els;  /* ST_IF, ST_BLOCK or NULL */
        } if_;
        struct {
            Stmt *init;
            Expr *tag; /* or NULL */
            VEC(Clause *) clauses;
            Pos lbrace, rbrace;
        } switch_;
        struct {
            Stmt *init;
            Expr *bind; /* EX_IDENT of `x := y.(type)` or NULL */
            Expr *x;    /* y */
            VEC(Clause *) clauses;
            Pos lbrace, rbrace;
        } typeswitch;
        struct {
            VEC(Clause *) clauses;
            Pos lbrace, rbrace;
        } select;
        struct {
            Stmt *init; /* or NULL */
            Expr *cond; /* or NULL */
            Stmt *post; /* or NULL */
            Stmt *body;
            VEC(Obj *) loop_vars; /* [checker] variables of init := that are copied per iteration
                                     (Go 1.22); empty under --go 1.21 */
        } for_;
        struct {
            Expr *key, *value; /* or NULL */
            bool define;       /* := rather than = */
            bool per_loop;     /* [checker] Go 1.21 and older: one variable for all iterations */
            Pos op_pos, range_pos;
            Expr *x;
            Stmt *body;
            Obj *key_obj, *value_obj; /* [checker] with define: new variables or NULL (blank) */
            /* [checker] over a function: the loop's body as the function that is passed to it */
            FuncLit *fn;
            Obj *state; /* [checker] over a function: a LoopState */
            /* [checker] values of `taken` with which control leaves this loop, too */
            VEC(u32) leaving;
        } range;
        struct {
            Expr *label; /* EX_IDENT */
            Stmt *stmt;
            bool used; /* [checker] */
        } labeled;
    };
};

typedef enum DeclKind { DECL_IMPORT, DECL_CONST, DECL_TYPE, DECL_VAR, DECL_FUNC } DeclKind;

/* One specification: `var a, b = 1, 2` inside a group is one Decl. */
struct Decl {
    DeclKind kind;
    Span span;
    u32 iota;      /* DECL_CONST: index in its group */
    bool implicit; /* DECL_CONST: type and values repeated from an earlier one of the group */
    union {
        struct {
            Expr *name;       /* EX_IDENT (also `.` and `_`) or NULL */
            const char *path; /* decoded */
            Span path_span;
            Obj *obj; /* [checker] */
        } import;
        struct { /* DECL_CONST and DECL_VAR */
            ExprList names;
            Expr *type; /* or NULL */
            ExprList values;
            VEC(Obj *) objs;   /* [checker] per name */
            const char *embed; /* [checker] patterns of its go:embed directives, or NULL */
            Pos embed_pos;
        } value;
        struct {
            Expr *name;
            FieldList tparams;
            bool alias;
            Expr *type;
            Obj *obj; /* [checker] */
        } type;
        FuncDecl *func;
    };
};

struct FuncDecl {
    Expr *name;
    Field *recv;        /* or NULL */
    FuncLit fn;         /* signature and body; fn.body NULL = implemented natively (library only) */
    const char *unread; /* start of a body that is not parsed yet (library only), else NULL */
    Obj *obj;           /* [checker] */
    struct LateBody *late; /* [checker] how to check a body that is not parsed yet */
    Obj *linked;           /* [checker] the function that a go:linkname line names in its place */
    bool faulty;           /* [checker] the body, checked late, has errors */
    u8 effects;            /* [checker] Effects of a call (parser/check/effect_free.c) */
};

/* One source file. A script (no package clause) has its top-level statements in `stmts`, in
 * order, with declarations as ST_DECL inside as well as in `decls`. */
typedef struct FileAst {
    SourceFile *file;
    Expr *package;         /* EX_IDENT, NULL for a script */
    DeclList decls;        /* imports first */
    StmtList stmts;        /* scripts only */
    const char *go_build;  /* text of the //go:build line or NULL */
    const char *old_build; /* the // +build lines, rewritten as a //go:build line; or NULL */
    int go_minor;          /* [checker] language version */
    bool broken;           /* has syntax errors, so type errors are not reported */
    bool overlaid;         /* [checker] declarations are gone that gol replaces (overlay.c) */
    Scope *scope;          /* [checker] file scope */
} FileAst;

/* A new node of this kind, otherwise zero, as large as the kind needs. */
Expr *ast_new_expr(Arena *arena, ExprKind kind);
Stmt *ast_new_stmt(Arena *arena, StmtKind kind);
/* Shallow copies, which share the children. */
Expr *ast_copy_expr(Arena *arena, const Expr *x);
Stmt *ast_copy_stmt(Arena *arena, const Stmt *s);
/* Overwrites e with the node `as`, whose kind must not need more memory than that of e. */
void ast_become(Expr *e, const Expr *as);
/* Deep copies that share only names and literal texts with the original; [checker] fields are
 * empty. */
Expr *ast_clone_expr(Arena *arena, const Expr *x);
FuncDecl *ast_clone_func(Arena *arena, const FuncDecl *f);
/* The value of `taken` for a jump; 0 if it is not in exits->jumps. */
u32 ast_exit_number(const LoopExits *exits, const Stmt *jump);
/* Whether a jump in the body of a loop over a function stays in that body or continues its loop. */
bool ast_stays_in_loop(const FuncLit *body, const Stmt *jump);

#endif
