/* What package unsafe needs of the machine: numbers that stand for pointers, and the instructions
 * with run-time checks. */
#include "vm/unsafe.h"

#include <string.h>

#include "base/hash.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/ops.h"
#include "vm/value.h"

/* Numbers look like addresses of gc's programs. Those of objects are 1 << NAME_SHIFT apart; a
 * larger object takes several names (heap_object). */
enum { NAME_SHIFT = HEAP_NAME_SHIFT, GOROUTINE_SHIFT = 40 };
#define GLOBALS_AT 0x500000ull
/* Descriptors of types, by their ids. */
#define TYPES_AT 0xb000000000ull
enum { TYPE_SHIFT = 4 };
#define OBJECTS_AT 0xc000000000ull
/* Those of a goroutine from this one on have no room between the others. */
#define MANY (1ull << (GOROUTINE_SHIFT - NAME_SHIFT))
#define MANY_AT (1ull << 62)
enum { MANY_SHIFT = 32 + NAME_SHIFT };
/* That of all objects without size, too. */
#define NOTHING_AT OBJECTS_AT
/* Where each string begins: its bytes have no names, but distances within it are right. */
#define STRINGS_AT 0x7f0000000000ull

/* ---- objects whose numbers are known ---- */

static u64 first_slot(const Exposed *e, u64 name)
{
    return hash_pair(name, 0) & (e->cap - 1);
}

static void enter(Exposed *e, u64 *header)
{
    u64 at = first_slot(e, *header & ~HEAP_WATCHED);
    while (e->headers[at])
        at = (at + 1) & (e->cap - 1);
    e->headers[at] = header;
}

static u64 *find(const Exposed *e, u64 name)
{
    if (!e->cap)
        return NULL;
    u64 at = first_slot(e, name);
    while (e->headers[at] && (*e->headers[at] & ~HEAP_WATCHED) != name)
        at = (at + 1) & (e->cap - 1);
    return e->headers[at];
}

static void grow(VM *vm, Exposed *e)
{
    Exposed old = *e;
    e->cap = old.cap ? 2 * old.cap : 64;
    e->headers = heap_raw(vm, e->cap * sizeof *e->headers, true);
    memset(e->headers, 0, e->cap * sizeof *e->headers);
    for (u64 i = 0; i < old.cap; i++)
        if (old.headers[i])
            enter(e, old.headers[i]);
}

static void expose(VM *vm, u64 *header, u64 name)
{
    Exposed *e = &vm->exposed;
    if (find(e, name))
        return;
    if (e->count >= e->cap / 2)
        grow(vm, e);
    e->count++;
    enter(e, header);
    u64 names = heap_size(header) >> NAME_SHIFT;
    if (names > e->widest)
        e->widest = names;
}

void unsafe_reset(VM *vm)
{
    vm->exposed = (Exposed){0};
}

/* ---- numbers ---- */

/* The descriptor of a type that lies at addr; NULL: none. */
static const RType *type_at(const Program *program, const void *addr)
{
    for (u32 i = 0; i < program->types.len; i++)
        if (program->types.data[i] == addr)
            return program->types.data[i];
    for (u32 i = 0; i < program->made_types.len; i++)
        if (program->made_types.data[i] == addr)
            return program->made_types.data[i];
    return NULL;
}

/* The number for an address that is not in an object with a name. */
static u64 unnamed_number(VM *vm, const void *addr)
{
    const void *base = heap_untracked(vm, addr);
    if (base)
        return STRINGS_AT + ((u64)addr - (u64)base);
    const RType *type = type_at(vm->program, addr);
    return type ? TYPES_AT + ((u64)type->id << TYPE_SHIFT) : NOTHING_AT;
}

u64 unsafe_number(VM *vm, const void *addr)
{
    u64 *header;
    if (mem_is_nil((u64)addr)) /* or made of such a number */
        return (u64)addr;
    Loc loc = heap_find(vm, addr, &header);
    if (loc.object == HEAP_ADDRESS || loc_is_unnamed(loc))
        return unnamed_number(vm, addr);
    if (loc.object == 0)
        return GLOBALS_AT + loc.offset;
    expose(vm, header, loc.object);
    u64 goroutine = loc.object >> 32, index = loc.object & 0xffffffff;
    u64 in_goroutine = (index << NAME_SHIFT) + loc.offset;
    return index < MANY ? OBJECTS_AT + ((goroutine - 1) << GOROUTINE_SHIFT) + in_goroutine
                        : MANY_AT + ((goroutine - 1) << MANY_SHIFT) + in_goroutine;
}

/* The object of the largest name up to that of the number that reaches as far as the number. */
static void *object_pointer(const VM *vm, u64 number)
{
    bool many = number >= MANY_AT;
    u64 at = number - (many ? MANY_AT : OBJECTS_AT);
    u32 shift = many ? MANY_SHIFT : GOROUTINE_SHIFT;
    u64 goroutine = (at >> shift) + 1, rest = at & ((1ull << shift) - 1);
    u64 index = rest >> NAME_SHIFT;
    for (u64 back = 0; back <= vm->exposed.widest && back <= index; back++) {
        u64 *header = find(&vm->exposed, goroutine << 32 | (index - back));
        u64 offset = rest - ((index - back) << NAME_SHIFT);
        if (header)
            return offset <= heap_size(header) ? (u8 *)(header + 1) + offset : NULL;
    }
    return NULL;
}

bool unsafe_pointer(const VM *vm, u64 number, void **addr)
{
    *addr = (void *)number;
    if (mem_is_nil(number) || heap_has(vm, *addr))
        return true;
    if (number >= GLOBALS_AT && number - GLOBALS_AT <= vm->globals_size)
        *addr = vm->globals + (number - GLOBALS_AT);
    else
        *addr = number >= OBJECTS_AT ? object_pointer(vm, number) : NULL;
    if (!*addr && number == NOTHING_AT)
        *addr = heap_nothing(vm);
    return *addr != NULL;
}

/* ---- instructions ---- */

/* Objects move in a region, and nothing finds the numbers that would have to change. */
static void refuse_region(VM *vm)
{
    if (!heap_region(vm))
        return;
    vm->outcome = outcome_of_limit(LIMIT_UINTPTR);
    vm_escape(vm);
}

bool op_number_pointer(VM *vm, G *g, const Word *pc, u64 *R)
{
    void *addr;
    u64 number = R[pc->in.b];
    if (!mem_is_nil(number))
        refuse_region(vm);
    if (!unsafe_pointer(vm, number, &addr)) {
        vm_runtime_error(vm, g, "unsafe.Pointer(%#llx): the number stands for no object",
                         (unsigned long long)number);
        return false;
    }
    R[pc->in.a] = (u64)addr;
    return true;
}

bool op_memory_slice(VM *vm, G *g, const Word *pc, u64 *R)
{
    const char *name = instr_op(pc->in) == OP_MEM2STR ? "unsafe.String" : "unsafe.Slice";
    u64 start = R[pc->in.b], count = R[pc->in.c], size = pc[1].x, bytes;
    bool large =
        (i64)count < 0 || __builtin_mul_overflow(count, size, &bytes) || bytes > 1ull << 47;
    if (large || (!start && count)) {
        vm_runtime_error(vm, g, "%s: %s", name,
                         large ? "len out of range" : "ptr is nil and len is not zero");
        return false;
    }
    R[pc->in.a] = start;
    R[pc->in.a + 1] = count;
    if (instr_op(pc->in) == OP_MEM2SLICE)
        R[pc->in.a + 2] = count;
    return true;
}

/* Whether what the second word of an interface leads to, or is, lies in memory as in a variable. */
static bool holds_as_memory(const u64 *iface)
{
    const RType *type = (const RType *)iface[0];
    if (!type)
        return true;
    return type->flags & RT_DIRECT ? type->flags & RT_POINTERS : type->size == type->slots * 8ull;
}

/* A copy of an interface whose second word leads to the value, as gc has it. It is not written
 * through: what an interface holds does not change. */
static u64 *with_memory(VM *vm, G *g, const u64 *iface)
{
    RType *type = (RType *)iface[0];
    void *value = heap_object(vm, g, type->size, (type->flags & RT_POINTERS) != 0);
    u64 *copy = heap_object(vm, g, 2 * sizeof *copy, true);
    value_store(value, iface_slots(iface), type);
    copy[0] = iface[0];
    copy[1] = (u64)value;
    return copy;
}

bool op_recast(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *const *types = vm->program->types.data;
    const u64 *from = (const u64 *)R[pc->in.a];
    if (!from)
        return true;
    if (pc->in.b) {
        if (!holds_as_memory(from))
            R[pc->in.a] = (u64)with_memory(vm, g, from);
        return true;
    }
    vm_runtime_error(vm, g, "unsafe.Pointer: a %s does not convert to a %s: memory has one layout",
                     types[(u32)pc[1].x]->text, types[pc[1].x >> 32]->text);
    return false;
}
