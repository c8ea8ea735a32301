/* Natives of internal/value for the types of package reflect: inspecting and creating them. */
#include "stdlib/native/dyn.h"
#include "stdlib/native/dyn_stub.h"
#include "stdlib/native/dyn_type.h"

static const RType *slot_type(const u64 *args)
{
    return (const RType *)args[0];
}

static void text_to_slots(u64 *slots, const char *text)
{
    slots[0] = (u64)text;
    slots[1] = text == NULL ? 0 : strlen(text);
}

/* The name without its package: "T" or "T[main.K]". */
NATIVE(type_name)
{
    const RType *type = slot_type(args);
    const char *name = type->name;
    if ((type->flags & RT_NAMED) && type->name[0]) {
        size_t package = strcspn(type->text, "[.");
        name = type->text[package] == '.' ? type->text + package + 1 : type->text;
    }
    text_to_slots(args, name);
    return NATIVE_DONE;
}

NATIVE(type_pkg_path)
{
    text_to_slots(args, slot_type(args)->pkg);
    return NATIVE_DONE;
}

/* Methods of Type that return one number. */
#define TYPE_NUMBER(name, expr) \
    NATIVE(name) \
    { \
        const RType *type = slot_type(args); \
        args[0] = (u64)(expr); \
        return NATIVE_DONE; \
    }

TYPE_NUMBER(type_size, type->size)
TYPE_NUMBER(type_align, type->align)
TYPE_NUMBER(type_slots, type->slots)
TYPE_NUMBER(type_key, type->key)
TYPE_NUMBER(type_len, type->len)
TYPE_NUMBER(type_chan_dir, type->chan_dir == 0 ? 3 : type->chan_dir == 1 ? 2 : 1)
TYPE_NUMBER(type_comparable, (type->flags & RT_COMPARABLE) != 0)
TYPE_NUMBER(type_is_named, (type->flags & RT_NAMED) != 0 || type->name[0] != 0)
TYPE_NUMBER(type_is_variadic, (type->flags & RT_VARIADIC) != 0)
TYPE_NUMBER(type_num_in, type->nparams)
TYPE_NUMBER(type_in, type->params[args[1]])
TYPE_NUMBER(type_num_out, type->nresults)
TYPE_NUMBER(type_out, type->results[args[1]])

/* The slots of internal/value.Field. */
enum {
    FIELD_NAME,
    FIELD_PKG = 2,
    FIELD_TAG = 4,
    FIELD_TYPE = 6,
    FIELD_OFFSET,
    FIELD_EMBEDDED,
    FIELD_SLOTS
};

NATIVE(type_field)
{
    const RField *field = &slot_type(args)->fields[args[1]];
    text_to_slots(args + FIELD_NAME, field->name);
    text_to_slots(args + FIELD_PKG, field->pkg);
    text_to_slots(args + FIELD_TAG, field->tag);
    args[FIELD_TYPE] = (u64)field->type;
    args[FIELD_OFFSET] = field->offset;
    args[FIELD_EMBEDDED] = field->embedded;
    return NATIVE_DONE;
}

/* The name of a method by its id: "pkg.name" if it is not exported. */
static const char *method_name(const VM *vm, u32 id)
{
    return vm->program->method_names.data[id];
}

static const char *unqualified(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot == NULL ? name : dot + 1;
}

static u32 method_id(const RType *type, u32 i)
{
    return type->kind == RK_INTERFACE ? type->imethods[i] : type->methods[i].id;
}

static u32 all_methods(const RType *type)
{
    return type->kind == RK_INTERFACE ? type->nimethods : type->nmethods;
}

/* Whether reflection shows the method: all of an interface, only exported ones of other types. */
static bool is_shown(const VM *vm, const RType *type, u32 i)
{
    return type->kind == RK_INTERFACE || strchr(method_name(vm, method_id(type, i)), '.') == NULL;
}

NATIVE(type_num_method)
{
    const RType *type = slot_type(args);
    u64 n = 0;
    for (u32 i = 0; i < all_methods(type); i++)
        n += is_shown(vm, type, i);
    args[0] = n;
    return NATIVE_DONE;
}

/* A method that reflection shows. */
typedef struct ShownMethod {
    const char *name; /* without package */
    u32 index;        /* as method_id takes it */
} ShownMethod;

static int compare_shown(const void *a, const void *b)
{
    const ShownMethod *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

/* The index of the shown method that is number `rank` in order of names. */
static u32 method_of_rank(const VM *vm, const RType *type, u64 rank)
{
    u32 n = all_methods(type), count = 0;
    ShownMethod *shown = xmalloc((n + 1) * sizeof *shown);
    for (u32 i = 0; i < n; i++)
        if (is_shown(vm, type, i))
            shown[count++] = (ShownMethod){unqualified(method_name(vm, method_id(type, i))), i};
    qsort(shown, count, sizeof *shown, compare_shown);
    u32 index = rank < count ? shown[rank].index : 0;
    free(shown);
    return index;
}

/* How many shown methods come before the name in order of names. */
static u64 rank_of_method(const VM *vm, const RType *type, const char *name)
{
    u64 rank = 0;
    for (u32 i = 0; i < all_methods(type); i++)
        rank += is_shown(vm, type, i) &&
                strcmp(unqualified(method_name(vm, method_id(type, i))), name) < 0;
    return rank;
}

/* func (t *Type) MethodIndex(name string) int */
NATIVE(type_method_index)
{
    const RType *type = slot_type(args);
    Str wanted = slot_str(args + 1);
    args[0] = (u64)-1;
    for (u32 i = 0; i < all_methods(type); i++) {
        const char *name = unqualified(method_name(vm, method_id(type, i)));
        if (is_shown(vm, type, i) && strlen(name) == wanted.len &&
            !memcmp(name, wanted.ptr, wanted.len)) {
            args[0] = rank_of_method(vm, type, name);
            break;
        }
    }
    return NATIVE_DONE;
}

NATIVE(type_method)
{
    const RType *type = slot_type(args);
    u32 i = method_of_rank(vm, type, args[1]);
    const char *name = method_name(vm, method_id(type, i)), *plain = unqualified(name);
    bool is_iface = type->kind == RK_INTERFACE;
    text_to_slots(args, plain);
    args[2] = (u64)name;
    args[3] = plain == name ? 0 : (u64)(plain - 1 - name);
    args[4] = (u64)(is_iface ? type->imethod_sigs[i] : type->methods[i].sig);
    args[5] = is_iface ? 0 : (u64)stub_closure(vm, type->methods[i].fn);
    return NATIVE_DONE;
}

static bool iface_has(const RType *iface, u32 id, const RType *sig)
{
    for (u32 i = 0; i < iface->nimethods; i++)
        if (iface->imethods[i] == id)
            return iface->imethod_sigs[i] == sig;
    return false;
}

NATIVE(type_implements)
{
    RType *type = (RType *)args[0], *iface = (RType *)args[1];
    bool has_all = true;
    u32 missing;
    if (type->kind != RK_INTERFACE)
        has_all = iface_implements(vm, type, iface, &missing);
    else
        for (u32 i = 0; i < iface->nimethods; i++)
            has_all = has_all && iface_has(type, iface->imethods[i], iface->imethod_sigs[i]);
    args[0] = has_all;
    return NATIVE_DONE;
}

/* ---- created types ---- */

NATIVE(pointer_to)
{
    args[0] = (u64)type_pointer_to(vm->program, (RType *)args[0]);
    return NATIVE_DONE;
}

NATIVE(slice_of)
{
    args[0] = (u64)type_slice_of(vm->program, (RType *)args[0]);
    return NATIVE_DONE;
}

NATIVE(array_of)
{
    args[0] = (u64)type_array_of(vm->program, (RType *)args[1], args[0]);
    return NATIVE_DONE;
}

NATIVE(chan_of)
{
    static const u8 dirs[] = {0, 2, 1, 0};
    args[0] = (u64)type_chan_of(vm->program, (RType *)args[1], dirs[args[0]]);
    return NATIVE_DONE;
}

NATIVE(map_of)
{
    args[0] = (u64)type_map_of(vm->program, (RType *)args[0], (RType *)args[1]);
    return NATIVE_DONE;
}

NATIVE(func_of)
{
    args[0] = (u64)type_func_of(vm->program, (RType **)args[0], (u32)args[1], (RType **)args[3],
                                (u32)args[4], args[6] != 0);
    return NATIVE_DONE;
}

static const char *c_text(const u64 *slots)
{
    Str text = slot_str(slots);
    char *copy = xcalloc(text.len + 1, 1);
    mem_move(copy, text.ptr, text.len);
    return copy;
}

/* func StructOf(fields []Field) *Type */
NATIVE(struct_of)
{
    const u64 *field = (const u64 *)args[0];
    u32 n = (u32)args[1];
    RField *fields = xcalloc(n + 1, sizeof *fields);
    for (u32 i = 0; i < n; i++, field += FIELD_SLOTS) {
        fields[i] = (RField){.name = c_text(field + FIELD_NAME),
                             .tag = c_text(field + FIELD_TAG),
                             .type = (RType *)field[FIELD_TYPE],
                             .embedded = (field[FIELD_EMBEDDED] & 0xff) != 0};
        /* Copied, since package paths must live as long as the program. */
        if (field[FIELD_PKG + 1])
            fields[i].pkg = arena_strndup(&vm->program->arena, (const char *)field[FIELD_PKG],
                                          field[FIELD_PKG + 1]);
    }
    args[0] = (u64)type_struct_of(vm->program, fields, n);
    for (u32 i = 0; i < n; i++) {
        free((char *)fields[i].name);
        free((char *)fields[i].tag);
    }
    free(fields);
    return NATIVE_DONE;
}

const NativeDef natives_rtype[] = {
    ROW("internal/value.(*Type).Name", type_name, NONE),
    ROW("internal/value.(*Type).PkgPath", type_pkg_path, NONE),
    ROW("internal/value.(*Type).Size", type_size, NONE),
    ROW("internal/value.(*Type).Align", type_align, NONE),
    ROW("internal/value.(*Type).Slots", type_slots, NONE),
    ROW("internal/value.(*Type).Key", type_key, NONE),
    ROW("internal/value.(*Type).Len", type_len, NONE),
    ROW("internal/value.(*Type).ChanDir", type_chan_dir, NONE),
    ROW("internal/value.(*Type).Comparable", type_comparable, NONE),
    ROW("internal/value.(*Type).IsNamed", type_is_named, NONE),
    ROW("internal/value.(*Type).IsVariadic", type_is_variadic, NONE),
    ROW("internal/value.(*Type).NumIn", type_num_in, NONE),
    ROW("internal/value.(*Type).In", type_in, NONE),
    ROW("internal/value.(*Type).NumOut", type_num_out, NONE),
    ROW("internal/value.(*Type).Out", type_out, NONE),
    ROW("internal/value.(*Type).Field", type_field, NONE),
    ROW("internal/value.(*Type).NumMethod", type_num_method, NONE),
    ROW("internal/value.(*Type).Method", type_method, REFLECT, .reflect = REFLECT_METHOD),
    ROW("internal/value.(*Type).MethodIndex", type_method_index, NONE),
    ROW("internal/value.(*Type).Implements", type_implements, NONE),
    ROW("internal/value.PointerTo", pointer_to, REFLECT, .reflect = REFLECT_TYPE),
    ROW("internal/value.SliceOf", slice_of, REFLECT, .reflect = REFLECT_TYPE),
    ROW("internal/value.ArrayOf", array_of, REFLECT, .reflect = REFLECT_TYPE),
    ROW("internal/value.ChanOf", chan_of, REFLECT, .reflect = REFLECT_TYPE),
    ROW("internal/value.MapOf", map_of, REFLECT, .reflect = REFLECT_TYPE),
    ROW("internal/value.FuncOf", func_of, REFLECT, .reflect = REFLECT_TYPE),
    ROW("internal/value.StructOf", struct_of, REFLECT, .reflect = REFLECT_TYPE),
    ROW_END,
};
