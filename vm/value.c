/* Loading, storing, comparing and hashing values by their run-time type. */
#include "vm/value.h"

#include <math.h>
#include <string.h>

#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/string.h"

#define LOAD(T) (*(const T *)src)

static u64 load_scalar(const void *src, RKind kind)
{
    switch (kind) {
    case RK_BOOL:
    case RK_UINT8: return LOAD(u8);
    case RK_INT8: return (u64)(i64)LOAD(i8);
    case RK_INT16: return (u64)(i64)LOAD(i16);
    case RK_UINT16: return LOAD(u16);
    case RK_INT32: return (u64)(i64)LOAD(i32);
    case RK_UINT32: return LOAD(u32);
    case RK_FLOAT32: return mem_load_f32(src);
    default: return LOAD(u64);
    }
}

#define STORE(T, v) (*(T *)dst = (T)(v))

static void store_scalar(void *dst, u64 v, RKind kind)
{
    switch (kind) {
    case RK_BOOL:
    case RK_INT8:
    case RK_UINT8: STORE(u8, v); break;
    case RK_INT16:
    case RK_UINT16: STORE(u16, v); break;
    case RK_INT32:
    case RK_UINT32: STORE(u32, v); break;
    case RK_FLOAT32: mem_store_f32(dst, v); break;
    default: STORE(u64, v); break;
    }
}

void value_load(VM *vm, u64 *dst, const void *src, RType *type)
{
    CHECK(!(type->flags & RT_SCALAR) || (type->slots == 1 && type->size <= 8));
    CHECK(!(type->flags & RT_BIG) || type->slots == 1);
    CHECK(type->flags & RT_BIG || type->size <= 8ull * type->slots);
    if (type->flags & RT_SCALAR) {
        *dst = load_scalar(src, type->kind);
    } else if (type->flags & RT_BIG) {
        void *copy = heap_raw(vm, type->size, (type->flags & RT_POINTERS) != 0);
        memcpy(copy, src, type->size);
        *dst = (u64)copy;
    } else if (type->slots) {
        dst[type->slots - 1] = 0; /* bytes after the value's end in its last slot */
        mem_move(dst, src, type->size);
    }
}

void value_store(void *dst, const u64 *src, RType *type)
{
    if (type->flags & RT_SCALAR)
        store_scalar(dst, *src, type->kind);
    else if (!(type->flags & RT_BIG))
        mem_move(dst, src, type->size);
    else if (*src)
        mem_move(dst, (const void *)*src, type->size);
    else
        memset(dst, 0, type->size); /* a zeroed register: the zero value */
}

/* ---- equality ---- */

bool iface_equal(VM *vm, G *g, const u64 *a, const u64 *b, bool *panicked)
{
    if (a[0] != b[0] || !a[0])
        return a[0] == b[0];
    RType *type = (RType *)a[0];
    if (!(type->flags & RT_COMPARABLE)) {
        *panicked = true;
        vm_runtime_error(vm, g, "comparing uncomparable type %s", type->text);
        return false;
    }
    return value_equal(vm, g, iface_slots(a), iface_slots(b), type, panicked);
}

static bool parts_equal(VM *vm, G *g, const char *a, const char *b, RType *type, bool *panicked)
{
    if (type->kind == RK_ARRAY) {
        for (u64 i = 0; i < type->len; i++) {
            u64 at = i * type->elem->size;
            if (!value_equal_mem(vm, g, a + at, b + at, type->elem, panicked))
                return false;
        }
        return true;
    }
    for (u32 i = 0; i < type->nfields; i++) {
        const RField *f = &type->fields[i];
        if (!strcmp(f->name, "_"))
            continue;
        if (!value_equal_mem(vm, g, a + f->offset, b + f->offset, f->type, panicked))
            return false;
    }
    return true;
}

bool value_equal_mem(VM *vm, G *g, const void *a, const void *b, RType *type, bool *panicked)
{
    switch ((RKind)type->kind) {
    case RK_FLOAT32: return *(const float *)a == *(const float *)b;
    case RK_FLOAT64: return *(const double *)a == *(const double *)b;
    case RK_COMPLEX64: {
        const float *x = a, *y = b;
        return x[0] == y[0] && x[1] == y[1];
    }
    case RK_COMPLEX128: {
        const double *x = a, *y = b;
        return x[0] == y[0] && x[1] == y[1];
    }
    case RK_STRING: return string_equal(a, b);
    case RK_INTERFACE: return iface_equal(vm, g, a, b, panicked);
    case RK_ARRAY:
    case RK_STRUCT:
        if (type->flags & RT_MEM_EQUAL)
            return mem_equal(a, b, type->size);
        return parts_equal(vm, g, a, b, type, panicked);
    default: return mem_equal(a, b, type->size);
    }
}

/* The memory form of a non-scalar value in registers. A zeroed big register is the zero value. */
static const void *slots_memory(VM *vm, const u64 *slots, const RType *type)
{
    if (!(type->flags & RT_BIG))
        return slots;
    if (*slots)
        return (const void *)*slots;
    void *zero = heap_raw(vm, type->size, true);
    return zero;
}

bool value_equal(VM *vm, G *g, const u64 *a, const u64 *b, RType *type, bool *panicked)
{
    if (type->kind == RK_FLOAT32 || type->kind == RK_FLOAT64)
        return slot_float(*a) == slot_float(*b);
    if (type->flags & RT_SCALAR)
        return *a == *b;
    return value_equal_mem(vm, g, slots_memory(vm, a, type), slots_memory(vm, b, type), type,
                           panicked);
}

/* ---- hashing ---- */

static u64 hash_bytes(const void *data, u64 len)
{
    const u8 *p = data;
    u64 h = len;
    for (; len >= 8; p += 8, len -= 8) {
        u64 word;
        memcpy(&word, p, 8);
        h = hash_pair(h, word);
    }
    u64 rest = 0;
    mem_move(&rest, p, len);
    return hash_pair(h, rest);
}

static u64 hash_double(VM *vm, double v)
{
    if (isnan(v)) /* equal to nothing, so it may be anywhere */
        return rng_next(&vm->map_seed);
    return hash_u64(float_slot(v == 0 ? 0.0 : v));
}

static u64 hash_mem(VM *vm, G *g, const void *p, RType *type, bool *panicked);

static u64 hash_iface(VM *vm, G *g, const u64 *iface, bool *panicked)
{
    if (!iface[0])
        return 0;
    RType *type = (RType *)iface[0];
    if (!(type->flags & RT_COMPARABLE)) {
        *panicked = true;
        vm_runtime_error(vm, g, "hash of unhashable type %s", type->text);
        return 0;
    }
    return hash_pair(type->id, value_hash(vm, g, iface_slots(iface), type, panicked));
}

static u64 hash_parts(VM *vm, G *g, const char *p, RType *type, bool *panicked)
{
    u64 h = type->id;
    if (type->kind == RK_ARRAY) {
        for (u64 i = 0; i < type->len && !*panicked; i++)
            h = hash_pair(h, hash_mem(vm, g, p + i * type->elem->size, type->elem, panicked));
        return h;
    }
    for (u32 i = 0; i < type->nfields && !*panicked; i++) {
        const RField *f = &type->fields[i];
        if (strcmp(f->name, "_"))
            h = hash_pair(h, hash_mem(vm, g, p + f->offset, f->type, panicked));
    }
    return h;
}

/* Values that hold pointers have no lasting bits where objects move. */
static bool moves(const VM *vm, const RType *type)
{
    return vm->stepping.pause && type->flags & RT_POINTERS && type->kind != RK_STRING &&
           type->kind != RK_INTERFACE;
}

static u64 hash_mem(VM *vm, G *g, const void *p, RType *type, bool *panicked)
{
    if (UNLIKELY(moves(vm, type)))
        return 0;
    const u64 *slots = p;
    switch ((RKind)type->kind) {
    case RK_FLOAT32: return hash_double(vm, *(const float *)p);
    case RK_FLOAT64: return hash_double(vm, *(const double *)p);
    case RK_COMPLEX64:
        return hash_pair(hash_double(vm, *(const float *)p),
                         hash_double(vm, ((const float *)p)[1]));
    case RK_COMPLEX128:
        return hash_pair(hash_double(vm, *(const double *)p),
                         hash_double(vm, ((const double *)p)[1]));
    case RK_STRING: return hash_bytes((const void *)slots[0], slots[1]);
    case RK_INTERFACE: return hash_iface(vm, g, slots, panicked);
    case RK_ARRAY:
    case RK_STRUCT:
        if (type->flags & RT_MEM_EQUAL)
            return hash_bytes(p, type->size);
        return hash_parts(vm, g, p, type, panicked);
    default: return hash_bytes(p, type->size);
    }
}

u64 value_hash(VM *vm, G *g, const u64 *key, RType *type, bool *panicked)
{
    if (type->kind == RK_FLOAT32 || type->kind == RK_FLOAT64)
        return hash_double(vm, slot_float(*key));
    if (type->flags & RT_SCALAR)
        return UNLIKELY(moves(vm, type)) ? 0 : hash_u64(*key);
    return hash_mem(vm, g, slots_memory(vm, key, type), type, panicked);
}
