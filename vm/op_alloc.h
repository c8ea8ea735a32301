/* What instructions allocate, for the interpreter and for machine code. */
#ifndef VM_OP_ALLOC_H
#define VM_OP_ALLOC_H

#include "vm/heap.h"
#include "vm/track.h"
#include "vm/value.h"

static inline Closure *new_closure(VM *vm, Func *fn, const u64 *captured, u32 n)
{
    Closure *closure = heap_raw(vm, sizeof *closure + n * 8ull, true);
    closure->fn = fn;
    for (u32 i = 0; i < n; i++)
        closure->slots[i] = captured[i];
    return closure;
}

static inline void *new_value(VM *vm, G *g, RType *type, const Word *pc)
{
    void *p = heap_object(vm, g, type->size, (type->flags & RT_POINTERS) != 0);
    if (UNLIKELY(vm->objects.all))
        track_alloc(vm, p, type, 1, pc);
    return p;
}

static inline GMap *new_map(VM *vm, G *g, RType *type, i64 hint, const Word *pc)
{
    GMap *map = gmap_new(vm, g, type, hint);
    if (UNLIKELY(vm->objects.all))
        track_alloc(vm, map, type, 0, pc); /* the map itself, not a variable */
    return map;
}

#endif
