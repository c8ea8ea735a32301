/* The universe scope: predeclared identifiers, and package unsafe. */
#include "parser/types/constant.h"
#include "parser/types/scope.h"

typedef struct Maker {
    Universe *u;
    TypePool *types;
    Interner *syms;
} Maker;

static const char *const BASIC_NAMES[] = {
    [TY_INVALID] = "invalid type",
    [TY_BOOL] = "bool",
    [TY_INT] = "int",
    [TY_INT8] = "int8",
    [TY_INT16] = "int16",
    [TY_INT32] = "int32",
    [TY_INT64] = "int64",
    [TY_UINT] = "uint",
    [TY_UINT8] = "uint8",
    [TY_UINT16] = "uint16",
    [TY_UINT32] = "uint32",
    [TY_UINT64] = "uint64",
    [TY_UINTPTR] = "uintptr",
    [TY_FLOAT32] = "float32",
    [TY_FLOAT64] = "float64",
    [TY_COMPLEX64] = "complex64",
    [TY_COMPLEX128] = "complex128",
    [TY_STRING] = "string",
    [TY_UNSAFE_POINTER] = "unsafe.Pointer",
    [TY_UNTYPED_BOOL] = "untyped bool",
    [TY_UNTYPED_INT] = "untyped int",
    [TY_UNTYPED_RUNE] = "untyped rune",
    [TY_UNTYPED_FLOAT] = "untyped float",
    [TY_UNTYPED_COMPLEX] = "untyped complex",
    [TY_UNTYPED_STRING] = "untyped string",
    [TY_UNTYPED_NIL] = "untyped nil",
};

static const char *const BUILTIN_NAMES[] = {
    [BI_NONE] = "",
    [BI_APPEND] = "append",
    [BI_CAP] = "cap",
    [BI_CLEAR] = "clear",
    [BI_CLOSE] = "close",
    [BI_COMPLEX] = "complex",
    [BI_COPY] = "copy",
    [BI_DELETE] = "delete",
    [BI_IMAG] = "imag",
    [BI_LEN] = "len",
    [BI_MAKE] = "make",
    [BI_MAX] = "max",
    [BI_MIN] = "min",
    [BI_NEW] = "new",
    [BI_PANIC] = "panic",
    [BI_PRINT] = "print",
    [BI_PRINTLN] = "println",
    [BI_REAL] = "real",
    [BI_RECOVER] = "recover",
    [BI_ALIGNOF] = "Alignof",
    [BI_OFFSETOF] = "Offsetof",
    [BI_SIZEOF] = "Sizeof",
    [BI_UNSAFE_ADD] = "Add",
    [BI_UNSAFE_SLICE] = "Slice",
    [BI_SLICE_DATA] = "SliceData",
    [BI_UNSAFE_STRING] = "String",
    [BI_STRING_DATA] = "StringData",
};

static Obj *predeclare(Maker *m, ObjKind kind, const char *name, Type *type)
{
    Obj *obj = obj_new(m->types->arena, kind, intern_str(m->syms, name), 0, NULL);
    obj->type = type;
    obj->state = 2;
    obj->used = true;
    scope_insert(m->types->arena, m->u->scope, obj);
    return obj;
}

static void declare_basic_types(Maker *m)
{
    Universe *u = m->u;
    for (TypeKind kind = TY_INVALID; kind <= TY_UNTYPED_NIL; kind++) {
        u->basic[kind] = type_new(m->types, kind);
        u->basic[kind]->basic.name = BASIC_NAMES[kind];
        if (kind >= TY_BOOL && kind <= TY_STRING)
            predeclare(m, OBJ_TYPE, BASIC_NAMES[kind], u->basic[kind]);
    }
    u->byte_type = type_new(m->types, TY_UINT8);
    u->byte_type->basic.name = "byte";
    u->rune_type = type_new(m->types, TY_INT32);
    u->rune_type->basic.name = "rune";
    predeclare(m, OBJ_TYPE, "byte", u->byte_type)->type_.is_alias = true;
    predeclare(m, OBJ_TYPE, "rune", u->rune_type)->type_.is_alias = true;
    u->empty_tuple = type_tuple(m->types, NULL, 0);
}

static Type *named_type(Maker *m, const char *name, Type *underlying)
{
    Type *t = type_new(m->types, TY_NAMED);
    t->named.obj = predeclare(m, OBJ_TYPE, name, t);
    t->named.underlying = underlying;
    t->named.state = 2;
    return t;
}

/* interface{ Error() string } */
static Type *error_interface(Maker *m)
{
    Type *sig = type_new(m->types, TY_FUNC);
    avec_push(m->types->arena, &sig->func.results, m->u->basic[TY_STRING]);
    Type *iface = type_new(m->types, TY_INTERFACE);
    Method method = {.name = intern_str(m->syms, "Error"), .sig = sig};
    avec_push(m->types->arena, &iface->iface.methods, method);
    type_complete_interface(m->types->arena, iface, NULL);
    return iface;
}

static void declare_interfaces(Maker *m)
{
    Universe *u = m->u;
    u->error_type = named_type(m, "error", error_interface(m));
    u->any_type = type_new(m->types, TY_INTERFACE);
    u->any_type->iface.is_any = true;
    type_complete_interface(m->types->arena, u->any_type, NULL);
    predeclare(m, OBJ_TYPE, "any", u->any_type)->type_.is_alias = true;
    Type *comparable = type_new(m->types, TY_INTERFACE);
    comparable->iface.comparable = true;
    type_complete_interface(m->types->arena, comparable, NULL);
    u->comparable_type = named_type(m, "comparable", comparable);
}

static void declare_values(Maker *m, ConstPool *consts)
{
    Type **basic = m->u->basic;
    predeclare(m, OBJ_CONST, "true", basic[TY_UNTYPED_BOOL])->constant.val =
        const_bool(consts, true);
    predeclare(m, OBJ_CONST, "false", basic[TY_UNTYPED_BOOL])->constant.val =
        const_bool(consts, false);
    /* The checker sets the value; outside constant declarations iota is an error. */
    predeclare(m, OBJ_CONST, "iota", basic[TY_UNTYPED_INT])->constant.val = const_int(consts, 0);
    predeclare(m, OBJ_NIL, "nil", basic[TY_UNTYPED_NIL]);
    for (BuiltinId id = BI_APPEND; id <= BI_RECOVER; id++)
        predeclare(m, OBJ_BUILTIN, BUILTIN_NAMES[id], basic[TY_INVALID])->builtin.id = id;
}

static void declare_unsafe(Maker *m)
{
    Package *pkg = ARENA_NEW(m->types->arena, Package);
    pkg->path = "unsafe";
    pkg->name = intern_str(m->syms, "unsafe");
    pkg->scope = scope_new(m->types->arena, m->u->scope);
    pkg->is_library = pkg->complete = true;
    pkg->state = 2;
    m->u->unsafe_pkg = pkg;
    Maker inside = *m;
    Universe u = *m->u;
    u.scope = pkg->scope;
    inside.u = &u;
    predeclare(&inside, OBJ_TYPE, "Pointer", u.basic[TY_UNSAFE_POINTER])->pkg = pkg;
    for (BuiltinId id = BI_UNSAFE_ADD; id <= BI_STRING_DATA; id++) {
        Obj *obj = predeclare(&inside, OBJ_BUILTIN, BUILTIN_NAMES[id], u.basic[TY_INVALID]);
        obj->builtin.id = id;
        obj->pkg = pkg;
    }
}

Universe *universe_new(TypePool *types, ConstPool *consts, Interner *syms)
{
    Universe *u = ARENA_NEW(types->arena, Universe);
    u->scope = scope_new(types->arena, NULL);
    Maker m = {u, types, syms};
    declare_basic_types(&m);
    declare_interfaces(&m);
    declare_values(&m, consts);
    declare_unsafe(&m);
    return u;
}

Type *universe_default_type(const Universe *u, Type *t)
{
    switch (t->kind) {
    case TY_UNTYPED_BOOL: return u->basic[TY_BOOL];
    case TY_UNTYPED_INT: return u->basic[TY_INT];
    case TY_UNTYPED_RUNE: return u->rune_type;
    case TY_UNTYPED_FLOAT: return u->basic[TY_FLOAT64];
    case TY_UNTYPED_COMPLEX: return u->basic[TY_COMPLEX128];
    case TY_UNTYPED_STRING: return u->basic[TY_STRING];
    default: return t;
    }
}

const char *builtin_name(BuiltinId id)
{
    return BUILTIN_NAMES[id];
}
