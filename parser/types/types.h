/* Static types, objects, scopes and packages: what the checker computes and the code generator
 * reads. Types are compared with type_identical, never by pointer (but each declared type exists
 * once). */
#ifndef PARSER_TYPES_TYPES_H
#define PARSER_TYPES_TYPES_H

#include "base/buf.h"
#include "base/map.h"
#include "parser/syntax/ast.h"

typedef struct Package Package;
typedef struct TypePool TypePool;
typedef struct TypeSet TypeSet;
typedef struct GenericFunc GenericFunc;
typedef struct ConstPool ConstPool; /* parser/types/constant.h */

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
    TY_TUPLE, /* results of a call with 0 or 2+ values */
    TY_TYPEPARAM,
    TY_UNION, /* constraint element ~A | B; only inside interfaces */
} TypeKind;

typedef struct StructField {
    const Sym *name; /* type name for embedded fields */
    Type *type;
    bool embedded;
    const char *tag; /* decoded, or NULL */
    u32 tag_len;
    Package *pkg; /* for unexported names */
    Pos pos;
    u64 offset; /* type_layout: byte offset, gc amd64 rules */
} StructField;

typedef struct Method { /* explicit method of an interface */
    const Sym *name;
    Type *sig; /* TY_FUNC without receiver */
    Package *pkg;
    Pos pos;
} Method;

struct Type {
    TypeKind kind;
    u32 id;             /* unique, dense from 1, in creation order */
    u32 parts, nesting; /* cached by type_is_reasonable */
    u64 size;           /* type_layout, bytes */
    u32 align;          /* type_layout */
    bool layout_done;
    void *gen; /* code generator's cache (the run-time descriptor) */
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
            VEC(Type *) tparams; /* a generic type's own; empty for its instances */
            Type *alias_of; /* generic alias: what it denotes, in terms of tparams; else NULL */
            TypePool *pool; /* instances: the pool for their parts, which are made lazily */
            u8 state;       /* checker: 0 unresolved, 1 resolving, 2 done */
            u8 depth;       /* instances: nesting depth of instances in the type arguments */
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
            VEC(Obj *) param_objs; /* parallel to params; may be empty for synthesised types */
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
            VEC(Method) all;    /* complete method set sorted by name (then package) */
            bool complete;      /* `all` is computed */
            bool comparable;    /* embeds the predeclared comparable */
            bool is_any;        /* the predeclared any, which messages call so */
            bool implicit;      /* [T ~int]: stands for the constraint ~int itself */
            const TypeSet *set; /* cached by type_set, once the interface is complete */
            bool finding_set;   /* type_set is at it */
        } iface;
        struct {
            VEC(Type *) types;
        } tuple;
        struct {
            Obj *obj;
            Type *constraint; /* an interface; NULL while it is being resolved */
            Arena *arena;     /* for its type set */
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
    BI_APPEND,
    BI_CAP,
    BI_CLEAR,
    BI_CLOSE,
    BI_COMPLEX,
    BI_COPY,
    BI_DELETE,
    BI_IMAG,
    BI_LEN,
    BI_MAKE,
    BI_MAX,
    BI_MIN,
    BI_NEW,
    BI_PANIC,
    BI_PRINT,
    BI_PRINTLN,
    BI_REAL,
    BI_RECOVER,
    /* package unsafe */
    BI_UNSAFE_ADD,
    BI_ALIGNOF,
    BI_OFFSETOF,
    BI_SIZEOF,
    BI_UNSAFE_SLICE,
    BI_SLICE_DATA,
    BI_UNSAFE_STRING,
    BI_STRING_DATA,
} BuiltinId;

typedef enum VarKind { VAR_GLOBAL, VAR_LOCAL, VAR_PARAM, VAR_RESULT, VAR_FIELD } VarKind;

struct Obj {
    ObjKind kind : 8;
    u8 state; /* checker: 0 unresolved, 1 resolving, 2 done */
    bool used;
    Pos pos; /* of the declaring identifier; 0 for predeclared */
    const Sym *name;
    Package *pkg;
    Type *type;            /* NULL while unresolved */
    Decl *decl;            /* package-level: the declaration */
    FileAst *file_ast;     /* package-level: the file whose scope resolves it */
    void *gen;             /* the code generator's: register, cell, global offset, function index */
    struct DeclDeps *deps; /* checker: the objects that a package-level declaration refers to */
    u32 dep_stamp;         /* checker: the last DeclDeps that recorded this object */
    u32 decl_index;        /* DECL_VAR/DECL_CONST: index of the name in the declaration */
    union {
        struct {
            Package *imported;
        } package;
        struct {
            Const *val;
        } constant;
        struct {
            bool is_alias;
            bool is_argument; /* stands for a type parameter, in the body of an instance */
        } type_;
        struct {
            FuncLit *func; /* innermost function that declares it; NULL for globals */
            VarKind kind : 8;
            u32 uses;        /* checker: number of identifiers that denote it, at least */
            bool captured;   /* used by a nested function literal */
            bool addressed;  /* & taken: explicitly, by slicing an array, or by calling a pointer
                                method on it; also set on the root variable of x.f or of x[i]
                                (array) */
            bool reassigned; /* assigned to after its declaration (also ++, op=, range) */
            bool stepped;    /* reassigned by the post statement of its loop only, where each
                                iteration has a variable of its own and its closures are made
                                before that: they may copy it */
            bool needed; /* a variable of the library that is initialised: the program uses it, or
                            the initialiser may have an effect */
            bool dyn_indexed; /* an array inside it is indexed with a non-constant index */
        } var;
        struct {
            FuncDecl *decl; /* NULL for interface methods */
            Type *recv;     /* receiver base type (TY_NAMED), NULL for plain functions */
            bool ptr_recv;
            GenericFunc *generic; /* generic functions, methods of generic types, and instances of
                                     both; else NULL */
        } func;
        struct {
            BuiltinId id;
        } builtin;
    };
};

/* Additional data of a generic function, or of an instance of one. */
struct GenericFunc {
    VEC(Type *) tparams; /* generic: its type parameters, or those of its receiver */
    /* generic: an unchecked copy of the declaration, from which instances are made */
    FuncDecl *pristine;
    VEC(Obj *) instances; /* generic functions: one for each list of type arguments */
    Obj *origin;          /* instance: the generic function */
    VEC(Type *) targs;    /* instance */
};

struct Scope {
    Scope *parent;
    struct ScopeEntry *entries; /* private to scope.c */
    u32 count, cap;
};

typedef enum SelKind { SEL_FIELD, SEL_METHOD, SEL_INTERFACE_METHOD, SEL_METHOD_EXPR } SelKind;

/* A resolved selector x.f, with its path through embedded fields. */
struct Selection {
    SelKind kind;
    Type *recv;    /* type of x (or the type T of a method expression T.f) */
    VEC(u32) path; /* field indices; for SEL_FIELD the last one is the field itself, for methods
                      the path leads to the embedded value that has the method */
    Obj *method;   /* SEL_METHOD, and SEL_METHOD_EXPR of a concrete type */
    const Method *imethod; /* interface method (also SEL_METHOD_EXPR on interfaces) */
    bool indirect;         /* the path follows a pointer, or x is one */
};

/* Initialisation of a package-level variable; steps are in dependency order. */
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
    VEC(Package *) imports; /* direct */
    VEC(InitStep) init_steps;
    VEC(FuncDecl *) funcs; /* all functions and methods, declaration order */
    VEC(FuncDecl *) inits; /* init functions, in order */
    FuncLit *script;       /* synthesised function holding a script's statements, or NULL */
    bool is_library, complete, fake;
    bool whole; /* library: the files that are read only when a name is missing have been */
    u8 state;
};

/* ---- types.c ---- */

/* Whether the name starts with an upper-case letter (Unicode class Lu). */
bool sym_is_exported(const Sym *name);

/* Makes types and numbers them; one per compilation. */
struct TypePool {
    Arena *arena;
    u32 last_id;
    Map instances;          /* hash of generic type and arguments -> chain of instances */
    VEC(Type *) incomplete; /* interfaces made by substitution, still to be completed */
    /* an instance that nests too deeply, which is to be reported; or NULL */
    Type *too_deep;
};

/* New types. type_new makes one of that kind with nothing filled in, for functions, structs,
 * interfaces and named types. */
Type *type_new(TypePool *pool, TypeKind kind);
Type *type_pointer(TypePool *pool, Type *elem);
Type *type_slice(TypePool *pool, Type *elem);
Type *type_array(TypePool *pool, Type *elem, i64 len);
Type *type_map(TypePool *pool, Type *key, Type *elem);
Type *type_chan(TypePool *pool, ChanDir dir, Type *elem);
Type *type_tuple(TypePool *pool, Type *const *types, u32 count);

/* The underlying type, never NULL. A named type that is not resolved yet gives itself, and so does
 * a type parameter. */
Type *type_underlying(Type *t);
/* Type identity as Go defines it; the second one ignores struct tags. */
bool type_identical(Type *a, Type *b);
bool type_identical_ignore_tags(Type *a, Type *b);
bool type_is_untyped(const Type *t);
/* Predicates on the underlying type; those of untyped constants count too. */
bool type_is_integer(Type *t);
bool type_is_unsigned(Type *t);
bool type_is_float(Type *t);
bool type_is_complex(Type *t);
bool type_is_numeric(Type *t);
bool type_is_string(Type *t);
bool type_is_boolean(Type *t);
bool type_is_interface(Type *t);
bool type_is_ordered(Type *t);    /* has the operator < */
bool type_is_const_type(Type *t); /* a basic type that can have constants */
bool type_has_nil(Type *t);
/* Whether == is defined on t. For interfaces it is, but may panic at run time. */
bool type_comparable(Type *t);
/* The field or element type in a struct or array t that prevents ==; NULL if there is none, or if t
 * itself is not comparable. */
Type *type_incomparable_part(Type *t);
/* Whether values of t contain pointers, so that the collector must scan them. */
bool type_has_pointers(Type *t);
/* False if t has too many parts or nests too deeply, as a few lines of aliases can build. */
bool type_is_reasonable(Type *t);

/* ---- parser/types/set.c ---- */

/* One type or, with tilde, all types with this underlying type. */
typedef struct TypeTerm {
    Type *type;
    bool tilde;
} TypeTerm;

/* The types that satisfy a constraint, disregarding its methods. */
struct TypeSet {
    bool all;        /* no restriction by terms */
    bool comparable; /* only comparable types */
    VEC(TypeTerm) terms;
};

/* The type set of an interface, or of the constraint of a type parameter. Cached. */
const TypeSet *type_set(Arena *arena, Type *iface);
const TypeSet *type_param_set(Type *tparam);
/* Whether the set contains t, which must not be a type parameter. */
bool type_set_has(const TypeSet *set, Type *t);
/* Whether pred holds for all types in the type set of t, a type parameter. */
bool type_param_all(Type *tparam, bool (*pred)(Type *));
/* The core type: the underlying type; for a type parameter, the underlying type that all types in
 * its type set share (channels may differ in direction), or the type parameter itself if there is
 * none. */
Type *type_core(Type *t);
/* The same, except that a mixture of []byte and string types has the core type string. */
Type *type_core_bytes(Type *t);
/* Whether an interface can only be used as a constraint. */
bool type_is_constraint(Arena *arena, Type *iface);
/* Whether a type parameter occurs in t. */
bool type_mentions_param(Type *t);

/* ---- parser/types/subst.c ---- */

/* t with targs substituted for tparams; t itself if none of them occurs in it. */
Type *type_subst(TypePool *pool, Type *t, Type *const *tparams, Type *const *targs, u32 count);
/* The instance of a generic type with these arguments. There is one for each list of arguments. */
Type *type_instance(TypePool *pool, Type *origin, Type *const *targs, u32 count);
/* Computes the underlying type of an instance, which is made lazily. Returns the instance itself
 * while the generic type is not resolved. */
Type *type_expand(Type *instance);
/* Whether the arguments nest so deeply that they must come from an infinite recursion. */
bool type_is_endless(Type *const *targs, u32 count);
/* The methods of a defined type; those of an instance are made lazily. */
u32 type_method_count(const Type *named);
Obj *type_method(Type *named, u32 i);
/* Sets the type of an instance's method, if that of the generic method is known. */
void type_fill_method(Obj *method);
/* Frees what is not in the arena. */
void type_pool_free(TypePool *pool);

/* ---- parser/types/layout.c ---- */

enum { TYPE_SIZE_LIMIT_LOG2 = 50 };
/* The largest size of a value in bytes. type_layout saturates here, and the checker reports the
 * type. */
#define TYPE_SIZE_LIMIT ((u64)1 << TYPE_SIZE_LIMIT_LOG2)

/* Computes size, align and field offsets as gc does on amd64. */
void type_layout(Type *t);

/* ---- parser/types/lookup.c ---- */

/* Looks up a field or method of t by name, through embedded fields (Go's depth rule) and through a
 * pointer, regardless of whether a method needs an addressable receiver, which the caller checks.
 * `from` is the package of the selector. Fills *sel; false if the name is absent or *ambiguous. */
bool type_lookup(Arena *arena, Type *t, const Sym *name, Package *from, Selection *sel,
                 bool *ambiguous);
typedef VEC(Selection *) SelectionList;
/* Appends every method in the method set of t, promoted ones included, sorted by name. They belong
 * to the arena. */
void type_method_set(Arena *arena, Type *t, SelectionList *out);
typedef VEC(const Sym *) SymList;
/* Appends the names of the fields and methods that package `from` can select from a variable of
 * type t, promoted ones included, perhaps some twice. */
void type_selector_names(Type *t, const Package *from, SymList *out);
/* The name and signature of a selected method; the signature is NULL while it is not resolved. */
const Sym *selection_name(const Selection *sel);
Type *selection_signature(const Selection *sel);

/* Computes iface.all from explicit and embedded methods; the embedded types must be resolved.
 * *duplicate (may be NULL) receives a method that occurs twice with different types; its pos is
 * that of the embedded element with the second one. */
void type_complete_interface(Arena *arena, Type *iface, const Method **duplicate);

/* Why a type does not implement an interface. */
typedef struct MissingMethod {
    const Method *want; /* NULL: no method is missing (iface is a constraint) */
    Type *have;         /* signature of a method of that name with another type, or NULL */
    const Sym *similar; /* a method whose name differs only in upper and lower case, or NULL */
    Type *similar_type;
    bool ptr_needed; /* only the pointer type has the method */
    bool is_field;   /* the name denotes a field, or is ambiguous */
} MissingMethod;

/* Whether t has all methods of iface; if not, *why (may be NULL) says what is missing. Methods
 * whose signature is not resolved yet are assumed to match. */
bool type_implements(Arena *arena, Type *t, Type *iface, MissingMethod *why);

/* ---- parser/types/text.c ---- */

/* Appends the type in Go syntax. Names are qualified by their package unless that is `from` (NULL:
 * always). Very long text is cut with "...". */
void type_text(Buf *out, Type *t, Package *from);
/* Appends parameters and results only: "(x int) (string, error)". */
void type_signature_text(Buf *out, Type *func, Package *from);

/* ---- universe.c ---- */
typedef struct Universe {
    Scope *scope;
    Package *unsafe_pkg;
    Type *basic[TY_UNTYPED_NIL + 1];
    /* identical to uint8 and int32 except for their name in messages */
    Type *byte_type, *rune_type;
    Type *error_type, *any_type, *comparable_type;
    Type *empty_tuple;
} Universe;

/* Creates the predeclared identifiers and package unsafe. */
Universe *universe_new(TypePool *types, ConstPool *consts, Interner *syms);
/* The default type: int for an untyped integer, and so on. Typed operands and nil are returned as
 * they are. */
Type *universe_default_type(const Universe *u, Type *t);
/* "append" and so on; "" for BI_NONE. */
const char *builtin_name(BuiltinId id);

#endif
