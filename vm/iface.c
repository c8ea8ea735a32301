/* Interfaces: a descriptor and one word of data. */
#include <string.h>

#include "vm/heap.h"
#include "vm/value.h"

void iface_make(VM *vm, u64 *dst, const u64 *value, RType *type)
{
    u64 data = 0;
    CHECK(type && type->kind != RK_INTERFACE);
    if (type->flags & RT_DIRECT) {
        CHECK(type->slots == 1);
        data = value[0];
    } else if (type->slots) {
        u64 *box = heap_raw(vm, type->slots * 8ull, (type->flags & RT_POINTERS) != 0);
        memcpy(box, value, type->slots * 8ull);
        data = (u64)box;
    }
    dst[0] = (u64)type;
    dst[1] = data;
}

const u64 *iface_slots(const u64 *iface)
{
    const RType *type = (const RType *)iface[0];
    return type->flags & RT_DIRECT ? &iface[1] : (const u64 *)iface[1];
}

static const RMethod *find_method(VM *vm, RType *type, u32 id)
{
    if (UNLIKELY(!vm->hot.methods))
        vm->hot.methods = xcalloc(1, sizeof *vm->hot.methods);
    CachedMethod *cached = method_cached(vm->hot.methods, type, id);
    if (LIKELY(cached->type == type && cached->id == id))
        return cached->method;
    const RMethod *method = rtype_method(type, id);
    CHECK(!method || method->id == id);
    if (method)
        *cached = (CachedMethod){type, method, method->fn, id};
    return method;
}

Func *iface_method(VM *vm, RType *type, u32 id)
{
    const RMethod *method = find_method(vm, type, id);
    return method ? method->fn : NULL;
}

bool iface_implements(VM *vm, RType *type, RType *iface, u32 *missing)
{
    for (u32 i = 0; i < iface->nimethods; i++) {
        const RMethod *method = find_method(vm, type, iface->imethods[i]);
        if (!method || method->sig != iface->imethod_sigs[i]) {
            *missing = iface->imethods[i];
            return false;
        }
    }
    return true;
}
