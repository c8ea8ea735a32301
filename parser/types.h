/* Static types, objects and scopes: what the checker computes and the code generator reads.
 * Types are compared with type_identical, never by pointer (named types: one Named each). */
#ifndef PARSER_TYPES_H
#define PARSER_TYPES_H

#include "base/buf.h"
#include "parser/ast.h"

typedef struct Package Package;
typedef struct ConstPool ConstPool; /* parser/constant.h */

typedef enum TypeKind {
    /* basic; the order of the numeric kinds matters to the range macros below */
    TY_INVALID,
    TY_BOOL,
    TY_INT,
    TY_INT8,
    TY_INT16,
    TY_INT32,
    TY_INT64,
    TY_UINT,
    TY_UINT8,
    TY_UINT16,
    TY_UINT32,
    TY_UINT64,
    TY_UINTPTR,
    TY_FLOAT32,
    TY_FLOAT64,
    TY_COMPLEX64,
    TY_COMPLEX128,
    TY_STRING,
    TY_UNSAFE_POINTER,
    /* untyped constants, nil and comparison results */
    TY_UNTYPED_BOOL,
    TY_UNTYPED_INT,
    TY_UNTYPED_RUNE,
    TY_UNTYPED_FLOAT,
    TY_UNTYPED_COMPLEX,
    TY_UNTYPED_STRING,
    TY_UNTYPED_NIL,
    /* composite */
    TY_NAMED,
    TY_POINTER,
    TY_SLICE,
    TY_ARRAY,
    TY_MAP,
    TY_CHAN,
    TY_FUNC,
    TY_STRUCT,
    TY_INTERFACE,
    TY_TUPLE,     /* results of a call with 0 or 2+ values */
    TY_TYPEPARAM,
    TY_UNION,     /* constraint element ~A | B; only inside interfaces */
} TypeKind;

typedef struct StructField {
    const Sym *name; /* type name for embedded fields */
    Type *type;
    bool embedded;
    const char *tag; /* decoded, or NULL */
    u32 tag_len;
    Package *pkg;    /* for unexported names */
    Pos pos;
    u64 offset;      /* type_layout: byte offset, gc amd64 rules */
} StructField;

typedef struct Method { /* explicit method of an interface */
    const Sym *name;
    Type *sig; /* TY_FUNC without receiver */
    Package *pkg;
    Pos pos;
} Method;

struct Type {
    TypeKind kind;
    u32 id;              /* unique, dense from 1, in creation order */
    bool layout_done;
    u32 align;           /* type_layout */
    u64 size;            /* type_layout, bytes */
    u32 parts, nesting;  /* type_is_reasonable's memory */
    void *gen;           /* code generator's cache (the run-time descriptor) */
    union {
        struct {
            const char *name; /* basic kinds */
        } basic;
        struct {
            Obj *obj;           /* OBJ_TYPE; name and package */
            Type *underlying;   /* never TY_NAMED once resolved */
            VEC(Obj *) methods; /* OBJ_FUNC, declaration order */
            Type *origin;       /* generic type this instantiates, or NULL */
            VEC(Type *) targs;
            VEC(Type *) tparams;
            u8 state;           /* checker: 0 unresolved, 1 resolving, 2 done */
        } named;
        struct {
            Type *elem;
        } pointer, slice;
        struct {
            Type *elem;
            i64 len; /* -1: invalid or unknown */
        } array;
        struct {
            Type *key, *elem;
        } map;
        struct {
            Type *elem;
            ChanDir dir;
        } chan;
        struct {
            VEC(Type *) params;
            VEC(Type *) results;
            VEC(Obj *) param_objs;  /* parallel to params; may be empty for synthesised types */
            VEC(Obj *) result_objs;
            bool variadic; /* last parameter has type []T */
            Type *recv;    /* receiver type or NULL; not part of identity */
            VEC(Type *) tparams;
        } func;
        struct {
            VEC(StructField) fields;
        } strct;
        struct {
            VEC(Method) methods;  /* explicit */
            VEC(Type *) embedded; /* embedded interfaces, types, unions */
            VEC(Pos) embedded_pos;
            VEC(Method) all;      /* complete method set sorted by name (then package) */
            bool complete;        /* `all` is computed */
            bool comparable;      /* embeds the predeclared comparable */
            bool is_any;          /* the predeclared any, which messages call so */
        } iface;
        struct {
            VEC(Type *) types;
        } tuple;
        struct {
            Obj *obj;
            Type *constraint;
            u32 index;
        } tparam;
        struct {
            VEC(Type *) terms;
            VEC(bool) tilde;
        } unions;
    };
};

typedef enum ObjKind {
    OBJ_BAD,
    OBJ_PACKAGE, /* imported package name */
    OBJ_CONST,
    OBJ_TYPE,
    OBJ_VAR,
    OBJ_FUNC,
    OBJ_BUILTIN,
    OBJ_NIL,
    OBJ_LABEL,
} ObjKind;

typedef enum BuiltinId {
    BI_NONE,
    BI_APPEND, BI_CAP, BI_CLEAR, BI_CLOSE, BI_COMPLEX, BI_COPY, BI_DELETE, BI_IMAG, BI_LEN,
    BI_MAKE, BI_MAX, BI_MIN, BI_NEW, BI_PANIC, BI_PRINT, BI_PRINTLN, BI_REAL, BI_RECOVER,
    /* package unsafe */
    BI_ALIGNOF, BI_OFFSETOF, BI_SIZEOF,
} BuiltinId;

typedef enum VarKind { VAR_GLOBAL, VAR_LOCAL, VAR_PARAM, VAR_RESULT, VAR_FIELD } VarKind;

struct Obj {
    ObjKind kind;
    const Sym *name;
    Pos pos; /* of the declaring identifier; 0 for predeclared */
    Package *pkg;
    Type *type; /* NULL while unresolved */
    u8 state;   /* checker: 0 unresolved, 1 resolving, 2 done */
    bool used;
    Decl *decl; /* package-level: the declaration */
    u32 decl_index; /* DECL_VAR/DECL_CONST: which name of the declaration */
    FileAst *file_ast; /* package-level: the file whose scope resolves it */
    void *gen;  /* code generator's own data: register, cell, global offset, function index */
    struct DeclDeps *deps; /* checker: what a package-level declaration refers to */
    u32 dep_stamp;         /* checker: the last DeclDeps that noted this object */
    union {
        struct {
            Package *imported;
        } package;
        struct {
            Const *val;
        } constant;
        struct {
            bool is_alias;
        } type_;
        struct {
            VarKind kind;
            FuncLit *func;    /* innermost function that declares it; NULL for globals */
            bool captured;    /* used by a nested function literal */
            bool addressed;   /* & taken: explicitly, by slicing an array, or by calling a pointer
                                 method on it; also set on the root variable of x.f or of x[i]
                                 (array) */
            bool reassigned;  /* assigned to after its declaration (also ++, op=, range) */
            bool dyn_indexed; /* an array inside it is indexed with a non-constant index */
        } var;
        struct {
            FuncDecl *decl;   /* NULL for interface methods */
            Type *recv;       /* receiver base type (TY_NAMED), NULL for plain functions */
            bool ptr_recv;
        } func;
        struct {
            BuiltinId id;
        } builtin;
    };
};

struct Scope {
    Scope *parent;
    struct ScopeEntry *entries; /* private to scope.c */
    u32 count, cap;
    bool is_func; /* outermost scope of a function body */
};

typedef enum SelKind { SEL_FIELD, SEL_METHOD, SEL_INTERFACE_METHOD, SEL_METHOD_EXPR } SelKind;

/* x.f with its path through embedded fields. */
struct Selection {
    SelKind kind;
    Type *recv;     /* type of x (or the type T of a method expression T.f) */
    VEC(u32) path;  /* field indices; for SEL_FIELD the last one is the field itself, for methods
                       the path leads to the embedded value that has the method */
    Obj *method;    /* SEL_METHOD, and SEL_METHOD_EXPR of a concrete type */
    const Method *imethod; /* interface method (also SEL_METHOD_EXPR on interfaces) */
    bool indirect;  /* a pointer is followed anywhere on the path, including x itself */
};

/* One package-level variable initialisation, in dependency order. */
typedef struct InitStep {
    VEC(Obj *) lhs; /* several for `var a, b = f()`; blank ones have name "_" */
    Expr *rhs;
    FileAst *file;
} InitStep;

struct Package {
    const char *path; /* "main", "fmt", "math/rand" */
    const Sym *name;
    Scope *scope;
    VEC(FileAst *) files;
    VEC(Package *) imports;   /* direct */
    VEC(InitStep) init_steps;
    VEC(FuncDecl *) funcs;    /* all functions and methods, declaration order */
    VEC(FuncDecl *) inits;    /* init functions, in order */
    FuncLit *script;          /* synthesised function holding a script's statements, or NULL */
    bool is_library, complete, fake;
    u8 state;
};

/* ---- types.c ---- */

/* Whether the name starts with an upper-case letter (Unicode class Lu). */
bool sym_is_exported(const Sym *name);

/* Makes types and numbers them; one for each compilation. */
typedef struct TypePool {
    Arena *arena;
    u32 last_id;
} TypePool;

/* A type of that kind with nothing filled in; for functions, structs, interfaces and names. */
Type *type_new(TypePool *pool, TypeKind kind);
Type *type_pointer(TypePool *pool, Type *elem);
Type *type_slice(TypePool *pool, Type *elem);
Type *type_array(TypePool *pool, Type *elem, i64 len);
Type *type_map(TypePool *pool, Type *key, Type *elem);
Type *type_chan(TypePool *pool, ChanDir dir, Type *elem);
Type *type_tuple(TypePool *pool, Type *const *types, u32 count);

/* Strips TY_NAMED. A name that is not resolved yet gives itself, and so does a type parameter; the
 * result is never NULL. */
Type *type_underlying(Type *t);
bool type_identical(Type *a, Type *b);
bool type_identical_ignore_tags(Type *a, Type *b); /* struct tags do not count */
bool type_is_untyped(const Type *t);
/* The next ones look at the underlying type; untyped constants' types count too. */
bool type_is_integer(Type *t);
bool type_is_unsigned(Type *t);
bool type_is_float(Type *t);
bool type_is_complex(Type *t);
bool type_is_numeric(Type *t);
bool type_is_string(Type *t);
bool type_is_boolean(Type *t);
bool type_is_interface(Type *t);
bool type_is_ordered(Type *t);    /* has < */
bool type_is_const_type(Type *t); /* a basic type that constants can have */
bool type_has_nil(Type *t);
/* Whether == is defined on t (on interfaces it is, and may panic). */
bool type_comparable(Type *t);
/* The field or element type inside a struct or array t that prevents ==; NULL if nothing does or
 * if it is t itself. */
Type *type_incomparable_part(Type *t);
bool type_has_pointers(Type *t);
/* False for what aliases can build but nobody could write out: too deep or too many parts. */
bool type_is_reasonable(Type *t);

/* ---- type_layout.c ---- */

enum { TYPE_SIZE_LIMIT_LOG2 = 50 };
/* No value can be larger; type_layout saturates here, and the checker reports such types. */
#define TYPE_SIZE_LIMIT ((u64)1 << TYPE_SIZE_LIMIT_LOG2)

/* Computes size, align and field offsets by gc's amd64 rules. */
void type_layout(Type *t);

/* ---- type_lookup.c ---- */

/* The fields and methods of t as seen by a selector: looks the name up through embedded fields
 * (Go's depth rule), also through a pointer t, whether or not a method needs an addressable
 * receiver (the caller asks). Fills *sel; false when absent or ambiguous (*ambiguous tells). */
bool type_lookup(Arena *arena, Type *t, const Sym *name, Package *from, Selection *sel,
                 bool *ambiguous);
/* Every method in the method set of t (promoted ones too), sorted by name; arena-owned. */
typedef VEC(Selection *) SelectionList;
void type_method_set(Arena *arena, Type *t, SelectionList *out);
/* The name and signature of a method selection; the signature is NULL while unresolved. */
const Sym *selection_name(const Selection *sel);
Type *selection_signature(const Selection *sel);

/* Computes iface.all from explicit and embedded methods. Call when the embedded types are
 * resolved. *duplicate (may be NULL) receives a method that comes twice with different types, its
 * pos being that of the embedded element that brings the second one. */
void type_complete_interface(Arena *arena, Type *iface, const Method **duplicate);

/* Why a type does not implement an interface. */
typedef struct MissingMethod {
    const Method *want;   /* NULL: not about a method (iface is a constraint) */
    Type *have;           /* signature of a method of that name with another type, or NULL */
    const Sym *similar;   /* a method whose name differs only in upper and lower case, or NULL */
    Type *similar_type;
    bool ptr_needed;      /* only the pointer type has the method */
    bool is_field;        /* there is a field of that name, or an ambiguity */
} MissingMethod;

/* Whether t has all methods of iface. why may be NULL. Methods whose signature is not resolved yet
 * are taken to fit. */
bool type_implements(Arena *arena, Type *t, Type *iface, MissingMethod *why);

/* ---- type_text.c ---- */

/* Go syntax, package-qualified relative to `from` (NULL = always by package name). Cut with "..."
 * when excessively long. */
void type_text(Buf *out, Type *t, Package *from);
/* Only parameters and results: "(x int) (string, error)". */
void type_signature_text(Buf *out, Type *func, Package *from);

/* ---- universe.c ---- */
typedef struct Universe {
    Scope *scope;
    Package *unsafe_pkg;
    Type *basic[TY_UNTYPED_NIL + 1];
    Type *byte_type, *rune_type; /* identical to uint8 and int32, but for the name in messages */
    Type *error_type, *any_type, *comparable_type;
    Type *empty_tuple;
} Universe;

/* The predeclared identifiers and package unsafe. */
Universe *universe_new(TypePool *types, ConstPool *consts, Interner *syms);
/* int for an untyped integer and so on; typed ones and nil are returned as they are. */
Type *universe_default_type(const Universe *u, Type *t);
/* "append" and so on; "" for BI_NONE. */
const char *builtin_name(BuiltinId id);

#endif
