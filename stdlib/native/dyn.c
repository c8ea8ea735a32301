/* Access to values whose type is known only at run time. Where such a value is in memory that other
 * goroutines can reach, reading it is reported as an access. */
#include "stdlib/native/dyn.h"

#include "vm/chan.h"
#include "vm/complex.h"

/* The address of values of size 0; no byte of it is read. */
static const u64 nowhere;

Dyn dyn_of(const u64 *iface)
{
    RType *type = (RType *)iface[0];
    if (type == NULL)
        return (Dyn){NULL, 0, 0};
    if (type->slots == 0)
        return dyn_at(&nowhere, type, 0);
    const u64 *slots = iface_slots(iface);
    if (type->flags & RT_BIG)
        return dyn_at((const void *)slots[0], type, 0);
    if (type->slots == 1) /* includes structs and arrays of one word, which holds their bytes */
        return (Dyn){type, slots[0], 0};
    return dyn_at(slots, type, 0);
}

Dyn dyn_at(const void *addr, RType *type, u64 mode)
{
    return (Dyn){type, (u64)addr, mode | DYN_MEMORY};
}

/* Reports the access, attributed to the function that called the library. */
static void note_read(VM *vm, G *g, Dyn v)
{
    if (vm->tracking && (v.mode & DYN_SHARED) && (v.mode & DYN_MEMORY))
        track_value(vm, g, (const void *)v.data, v.type, false, g->pc - 1);
}

/* The part of v at byte `offset`, of this type. */
static Dyn part_at(Dyn v, RType *type, u64 offset)
{
    u64 mode = (v.mode & DYN_SHARED) | dyn_read_only(v.mode);
    if (v.mode & DYN_MEMORY)
        return dyn_at((const char *)v.data + offset, type, mode);
    if (type->slots == 0)
        return dyn_at(&nowhere, type, mode);
    u64 bytes = v.data >> offset * 8;
    u64 slot = bytes & (type->size >= 8 ? ~0ULL : (1ULL << type->size * 8) - 1);
    if (type->flags & RT_SCALAR)
        value_load(NULL, &slot, &bytes, type);
    return (Dyn){type, slot, mode};
}

u64 dyn_scalar(VM *vm, G *g, Dyn v)
{
    if (!(v.mode & DYN_MEMORY))
        return v.data;
    note_read(vm, g, v);
    u64 slot;
    value_load(vm, &slot, (const void *)v.data, v.type);
    return slot;
}

void dyn_complex(VM *vm, G *g, Dyn v, double *re, double *im)
{
    note_read(vm, g, v);
    const u64 *slots = v.mode & DYN_MEMORY ? (const u64 *)v.data : &v.data;
    u64 copy[2] = {0, 0};
    memcpy(copy, slots, v.type->size);
    complex_parts(copy, v.type, re, im);
}

Str dyn_str(VM *vm, G *g, Dyn v)
{
    note_read(vm, g, v);
    return slot_str((const u64 *)v.data);
}

bool dyn_is_bytes(Dyn v)
{
    return (v.type->kind == RK_SLICE || v.type->kind == RK_ARRAY) && v.type->elem->kind == RK_UINT8;
}

Str dyn_bytes(VM *vm, G *g, Dyn *v)
{
    note_read(vm, g, *v);
    if (v->type->kind == RK_ARRAY) {
        const char *bytes = v->mode & DYN_MEMORY ? (const char *)v->data : (const char *)&v->data;
        return (Str){bytes, v->type->len};
    }
    const u64 *slice = (const u64 *)v->data;
    if (vm->tracking)
        track_range(vm, g, (const void *)slice[0], v->type->elem, slice[1], false, g->pc - 1);
    return slot_str(slice);
}

void dyn_load(VM *vm, G *g, Dyn v, u64 *slots)
{
    if (v.mode & DYN_MEMORY) {
        note_read(vm, g, v);
        value_load(vm, slots, (const void *)v.data, v.type);
    } else if (v.type->slots) {
        slots[0] = v.data;
    }
}

Dyn dyn_from_slots(VM *vm, const u64 *slots, RType *type, u64 mode)
{
    if (type->slots == 0)
        return dyn_at(&nowhere, type, mode);
    bool is_big = (type->flags & RT_BIG) != 0;
    if (type->slots == 1 && !is_big)
        return (Dyn){type, slots[0], mode};
    if (is_big && slots[0])
        return dyn_at((const void *)slots[0], type, mode);
    void *copy = heap_raw(vm, type->size, true);
    value_store(copy, slots, type);
    return dyn_at(copy, type, mode);
}

void dyn_store_slots(VM *vm, G *g, Dyn v, const u64 *slots)
{
    if (vm->tracking)
        track_value(vm, g, (void *)v.data, v.type, true, g->pc - 1);
    value_store((void *)v.data, slots, v.type);
}

void dyn_store(VM *vm, G *g, Dyn v, Dyn x)
{
    u64 slots[BIG_SIZE / 8 + 1];
    if (v.type->kind == RK_INTERFACE)
        dyn_to_iface(vm, g, x, slots);
    else
        dyn_load(vm, g, x, slots);
    dyn_store_slots(vm, g, v, slots);
}

void dyn_to_iface(VM *vm, G *g, Dyn v, u64 *iface)
{
    if (v.type == NULL) {
        iface[0] = iface[1] = 0;
        return;
    }
    u64 slots[BIG_SIZE / 8 + 1];
    dyn_load(vm, g, v, slots);
    if (v.type->kind == RK_INTERFACE)
        memcpy(iface, slots, 2 * sizeof *iface);
    else
        iface_make(vm, iface, slots, v.type);
}

Dyn dyn_elem(VM *vm, G *g, Dyn v)
{
    u64 mode = v.mode & (DYN_READ_ONLY | DYN_EMBEDDED);
    if (v.type->kind == RK_INTERFACE) {
        note_read(vm, g, v);
        Dyn inner = dyn_of((const u64 *)v.data);
        inner.mode |= dyn_read_only(mode);
        return inner;
    }
    const void *target = (const void *)dyn_scalar(vm, g, v);
    if (target == NULL)
        return (Dyn){NULL, 0, 0};
    return dyn_at(target, v.type->elem, mode | DYN_SHARED);
}

i64 dyn_len(VM *vm, G *g, Dyn v)
{
    switch (v.type->kind) {
    case RK_ARRAY: return (i64)v.type->len;
    case RK_SLICE:
    case RK_STRING: note_read(vm, g, v); return ((const i64 *)v.data)[1];
    case RK_MAP: {
        const GMap *map = (const GMap *)dyn_scalar(vm, g, v);
        if (map != NULL && vm->tracking)
            track_scalar(vm, g, map, false, g->pc - 1);
        return map == NULL ? 0 : (i64)gmap_len(map);
    }
    case RK_CHAN: {
        const Chan *chan = (const Chan *)dyn_scalar(vm, g, v);
        return chan == NULL ? 0 : chan_len(chan);
    }
    default: return 0;
    }
}

Dyn dyn_index(VM *vm, G *g, Dyn v, u64 i)
{
    RType *elem = v.type->elem;
    if (v.type->kind == RK_ARRAY)
        return part_at(v, elem, i * elem->size);
    note_read(vm, g, v);
    const char *first = (const char *)*(const u64 *)v.data;
    return dyn_at(first + i * elem->size, elem, dyn_read_only(v.mode) | DYN_SHARED);
}

Dyn dyn_field(Dyn v, u32 i)
{
    const RField *field = &v.type->fields[i];
    v.mode &= ~(u64)DYN_EMBEDDED;
    Dyn part = part_at(v, field->type, field->offset);
    if (field->pkg != NULL)
        part.mode |= field->embedded ? DYN_EMBEDDED : DYN_READ_ONLY;
    return part;
}

void *dyn_ref(VM *vm, G *g, Dyn v)
{
    if (v.type->kind != RK_SLICE)
        return (void *)dyn_scalar(vm, g, v);
    note_read(vm, g, v);
    return (void *)*(const u64 *)v.data;
}

bool dyn_is_nil(VM *vm, G *g, Dyn v)
{
    switch (v.type->kind) {
    case RK_SLICE:
    case RK_INTERFACE: note_read(vm, g, v); return *(const u64 *)v.data == 0;
    case RK_POINTER:
    case RK_MAP:
    case RK_CHAN:
    case RK_FUNC:
    case RK_UNSAFE_POINTER: return dyn_scalar(vm, g, v) == 0;
    default: return false;
    }
}
