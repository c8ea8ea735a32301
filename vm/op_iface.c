/* Type assertions. X of the instructions: target type | static type of the operand << 32. */
#include <string.h>

#include "vm/mem.h"
#include "vm/ops.h"
#include "vm/value.h"

static void unbox(u64 *dst, const u64 *iface, const RType *type)
{
    if (type->flags & RT_DIRECT)
        dst[0] = iface[1];
    else
        mem_move(dst, (const void *)iface[1], type->slots * 8ull);
}

/* The package of the type, or of what it points to if that has methods. */
static const char *package_of(const RType *type)
{
    return type->kind == RK_POINTER && type->nmethods ? type->elem->pkg : type->pkg;
}

/* Two types of one name are distinguished as Go does. */
static const char *which_differs(const RType *a, const RType *b)
{
    if (strcmp(a->text, b->text))
        return "";
    return strcmp(package_of(a), package_of(b)) ? " (types from different packages)"
                                                : " (types from different scopes)";
}

bool op_assert(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *want = op_type(vm, pc[1].x);
    const u64 *iface = &R[pc->in.b];
    const RType *have = (const RType *)iface[0];
    if (LIKELY(have == want)) {
        unbox(&R[pc->in.a], iface, want);
        return true;
    }
    const RType *source = op_type(vm, pc[1].x >> 32);
    if (!have)
        vm_assertion_error(vm, g, "interface conversion: %s is nil, not %s", source->text,
                           want->text);
    else
        vm_assertion_error(vm, g, "interface conversion: %s is %s, not %s%s", source->text,
                           have->text, want->text, which_differs(have, want));
    return false;
}

void op_assert_ok(VM *vm, const Word *pc, u64 *R)
{
    RType *want = op_type(vm, pc[1].x);
    const u64 *iface = &R[pc->in.b];
    u64 *dst = &R[pc->in.a];
    bool ok = iface[0] == (u64)want;
    if (ok)
        unbox(dst, iface, want);
    else
        memset(dst, 0, want->slots * 8ull);
    dst[want->slots] = ok;
}

static const char *method_name(const VM *vm, u32 id)
{
    const char *name = vm->program->method_names.data[id];
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

bool op_assert_iface(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *want = op_type(vm, pc[1].x);
    u64 type = R[pc->in.b], data = R[pc->in.b + 1];
    u32 missing;
    if (!type) {
        vm_assertion_error(vm, g, "interface conversion: interface is nil, not %s", want->text);
        return false;
    }
    if (!iface_implements(vm, (RType *)type, want, &missing)) {
        vm_assertion_error(vm, g, "interface conversion: %s is not %s: missing method %s",
                           ((RType *)type)->text, want->text, method_name(vm, missing));
        return false;
    }
    R[pc->in.a] = type;
    R[pc->in.a + 1] = data;
    return true;
}

void op_assert_iface_ok(VM *vm, const Word *pc, u64 *R)
{
    u64 type = R[pc->in.b], data = R[pc->in.b + 1], *dst = &R[pc->in.a];
    u32 missing;
    bool ok = type && iface_implements(vm, (RType *)type, op_type(vm, pc[1].x), &missing);
    dst[0] = ok ? type : 0;
    dst[1] = ok ? data : 0;
    dst[2] = ok;
}
