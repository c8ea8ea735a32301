/* Natives of internal/value for fmt, errors and sort: access to values of dynamic type. */
#include "stdlib/native/dyn.h"
#include "vm/complex.h"

NATIVE(type_of)
{
    return NATIVE_DONE; /* the interface's first slot is the descriptor */
}

NATIVE(type_string)
{
    const RType *type = (const RType *)args[0];
    args[0] = (u64)type->text;
    args[1] = strlen(type->text);
    return NATIVE_DONE;
}

NATIVE(type_kind)
{
    args[0] = ((const RType *)args[0])->kind;
    return NATIVE_DONE;
}

NATIVE(type_has_methods)
{
    args[0] = ((const RType *)args[0])->nmethods > 0;
    return NATIVE_DONE;
}

NATIVE(type_elem)
{
    args[0] = (u64)((const RType *)args[0])->elem;
    return NATIVE_DONE;
}

NATIVE(type_num_field)
{
    args[0] = ((const RType *)args[0])->nfields;
    return NATIVE_DONE;
}

NATIVE(type_field_name)
{
    const char *name = ((const RType *)args[0])->fields[args[1]].name;
    args[0] = (u64)name;
    args[1] = strlen(name);
    return NATIVE_DONE;
}

NATIVE(of)
{
    dyn_to_slots(args, dyn_of(args));
    return NATIVE_DONE;
}

NATIVE(kind)
{
    Dyn v = slot_dyn(args);
    args[0] = v.type == NULL ? RK_INVALID : v.type->kind;
    return NATIVE_DONE;
}

NATIVE(any)
{
    dyn_to_iface(vm, g, slot_dyn(args), args);
    return NATIVE_DONE;
}

/* Bool, Int and Uint: the slot is the result. */
NATIVE(scalar)
{
    args[0] = dyn_scalar(vm, g, slot_dyn(args));
    return NATIVE_DONE;
}

/* Float, of a float32 too. */
NATIVE(wide_float)
{
    Dyn v = slot_dyn(args);
    u64 slot = dyn_scalar(vm, g, v);
    args[0] = v.type->kind == RK_FLOAT32 ? round_float32(slot) : slot;
    return NATIVE_DONE;
}

NATIVE(complex)
{
    double re, im;
    dyn_complex(vm, g, slot_dyn(args), &re, &im);
    args[0] = float_slot(re);
    args[1] = float_slot(im);
    return NATIVE_DONE;
}

NATIVE(text)
{
    Dyn v = slot_dyn(args);
    if (v.type->kind == RK_STRING) {
        Str text = dyn_str(vm, g, v);
        args[0] = (u64)text.ptr;
        args[1] = text.len;
    } else {
        Str bytes = dyn_bytes(vm, g, &v);
        string_make(vm, args, bytes.ptr, bytes.len);
    }
    return NATIVE_DONE;
}

NATIVE(len)
{
    args[0] = (u64)dyn_len(vm, g, slot_dyn(args));
    return NATIVE_DONE;
}

NATIVE(is_nil)
{
    args[0] = dyn_is_nil(vm, g, slot_dyn(args));
    return NATIVE_DONE;
}

NATIVE(index_of)
{
    dyn_to_slots(args, dyn_index(vm, g, slot_dyn(args), args[DYN_SLOTS]));
    return NATIVE_DONE;
}

NATIVE(field)
{
    dyn_to_slots(args, dyn_field(slot_dyn(args), (u32)args[DYN_SLOTS]));
    return NATIVE_DONE;
}

NATIVE(elem)
{
    dyn_to_slots(args, dyn_elem(vm, g, slot_dyn(args)));
    return NATIVE_DONE;
}

/* func (v Value) Reflected() (inner Value, ok bool): a reflect.Value begins with the value it
 * holds */
NATIVE(reflected)
{
    Dyn v = slot_dyn(args);
    bool ok = v.type->kind == RK_STRUCT && strcmp(v.type->pkg, "reflect") == 0 &&
              strcmp(v.type->name, "Value") == 0;
    u64 slots[BIG_SIZE / 8 + 1] = {0};
    if (ok)
        dyn_load(vm, g, v, slots);
    dyn_to_slots(args, slot_dyn(slots));
    args[DYN_SLOTS] = ok;
    return NATIVE_DONE;
}

NATIVE(address)
{
    args[0] = dyn_address(vm, g, slot_dyn(args));
    return NATIVE_DONE;
}

NATIVE(entries)
{
    u64 count;
    args[0] = (u64)dyn_map_entries(vm, g, slot_dyn(args), &count);
    args[1] = args[2] = count;
    return NATIVE_DONE;
}

/* The setters. The value to store comes after the Value's own slots. */
NATIVE(set)
{
    dyn_store_slots(vm, g, slot_dyn(args), args + DYN_SLOTS);
    return NATIVE_DONE;
}

NATIVE(set_float)
{
    Dyn v = slot_dyn(args);
    u64 *x = args + DYN_SLOTS;
    if (v.type->kind == RK_FLOAT32)
        *x = round_float32(*x);
    dyn_store_slots(vm, g, v, x);
    return NATIVE_DONE;
}

NATIVE(set_complex)
{
    Dyn v = slot_dyn(args);
    u64 *x = args + DYN_SLOTS;
    if (v.type->kind == RK_COMPLEX64)
        *x = complex_narrow((u64[]){round_float32(x[0]), round_float32(x[1])});
    dyn_store_slots(vm, g, v, x);
    return NATIVE_DONE;
}

NATIVE(slice_len)
{
    Dyn v = dyn_of(args);
    args[0] = v.type == NULL || v.type->kind != RK_SLICE ? (u64)-1 : (u64)dyn_len(vm, g, v);
    return NATIVE_DONE;
}

static void swap_bytes(char *x, char *y, u64 size)
{
    for (; size >= sizeof(u64); size -= sizeof(u64), x += sizeof(u64), y += sizeof(u64)) {
        u64 word = mem_load_u64(x);
        mem_store_u64(x, mem_load_u64(y));
        mem_store_u64(y, word);
    }
    for (; size; size--, x++, y++) {
        char byte = *x;
        *x = *y;
        *y = byte;
    }
}

NATIVE(swap)
{
    Dyn v = dyn_of(args);
    Dyn a = dyn_index(vm, g, v, args[2]), b = dyn_index(vm, g, v, args[3]);
    RType *elem = a.type;
    char *x = (char *)a.data, *y = (char *)b.data;
    if (vm->tracking) {
        for (int write = 0; write <= 1; write++) {
            track_value(vm, g, x, elem, write, g->pc - 1);
            track_value(vm, g, y, elem, write, g->pc - 1);
        }
    }
    swap_bytes(x, y, elem->size);
    return NATIVE_DONE;
}

/* Whether a value of dynamic type `type` (NULL: nil) is assignable to a variable of type
 * `target`. */
static bool assignable(VM *vm, RType *type, RType *target)
{
    u32 missing;
    if (target->kind == RK_INTERFACE)
        return type == NULL || iface_implements(vm, type, target, &missing);
    return type == target;
}

/* func assign(target Value, x any) bool: target holds the pointer itself */
NATIVE(assign)
{
    CHECK(!(args[2] & DYN_MEMORY));
    Dyn variable = dyn_elem(vm, g, slot_dyn(args));
    const u64 *x = args + DYN_SLOTS;
    RType *type = (RType *)x[0];
    bool fits = assignable(vm, type, variable.type);
    if (fits && variable.type->kind == RK_INTERFACE)
        dyn_store_slots(vm, g, variable, x);
    else if (fits)
        dyn_store_slots(vm, g, variable, iface_slots(x));
    args[0] = fits;
    return NATIVE_DONE;
}

NATIVE(comparable)
{
    const RType *type = (const RType *)args[0];
    args[0] = type == NULL || (type->flags & RT_COMPARABLE);
    return NATIVE_DONE;
}

const NativeDef natives_value[] = {
    ROW("internal/value.TypeOf", type_of, NONE),
    ROW("internal/value.(*Type).String", type_string, NONE),
    ROW("internal/value.(*Type).Kind", type_kind, NONE),
    ROW("internal/value.(*Type).HasMethods", type_has_methods, NONE),
    ROW("internal/value.(*Type).Elem", type_elem, NONE),
    ROW("internal/value.(*Type).NumField", type_num_field, NONE),
    ROW("internal/value.(*Type).FieldName", type_field_name, NONE),
    ROW("internal/value.Of", of, NONE, .opens = true),
    ROW("internal/value.Value.Kind", kind, NONE),
    ROW("internal/value.Value.Any", any, READ),
    ROW("internal/value.Value.Bool", scalar, READ, .depth = 1),
    ROW("internal/value.Value.Int", scalar, READ, .depth = 1),
    ROW("internal/value.Value.Uint", scalar, READ, .depth = 1),
    ROW("internal/value.Value.Float", wide_float, READ, .depth = 1),
    ROW("internal/value.Value.Complex", complex, READ, .depth = 1),
    ROW("internal/value.Value.Text", text, READ),
    ROW("internal/value.Value.Len", len, READ, .depth = 2),
    ROW("internal/value.Value.IsNil", is_nil, READ, .depth = 1),
    ROW("internal/value.Value.Index", index_of, READ),
    ROW("internal/value.Value.Field", field, READ),
    ROW("internal/value.Value.Elem", elem, READ),
    ROW("internal/value.Value.Reflected", reflected, NONE),
    ROW("internal/value.Value.Address", address, NONE),
    ROW("internal/value.Value.Entries", entries, READ, .copies = true),
    ROW("internal/value.Value.SetInt", set, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Value.SetUint", set, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Value.SetFloat", set_float, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Value.SetComplex", set_complex, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Value.SetBool", set, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Value.SetText", set, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Len", slice_len, READ, .depth = 1),
    ROW("internal/value.Swap", swap, WRITE, .writes = WRITES_ELEMENTS),
    ROW("internal/value.assign", assign, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Comparable", comparable, NONE),
    ROW_END,
};
