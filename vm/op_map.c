/* Instructions on maps. The map itself is the location that its operations access. */
#include <string.h>

#include "vm/map.h"
#include "vm/ops.h"

static void copy_slots(u64 *dst, const u64 *src, u32 n)
{
    for (u32 i = 0; i < n; i++)
        dst[i] = src[i];
}

/* A key must be hashable even if the map is nil. */
static bool key_is_hashable(VM *vm, G *g, const u64 *key, RType *type)
{
    bool panicked = false;
    if (!(type->flags & RT_SCALAR) && type->kind != RK_STRING)
        value_hash(vm, g, key, type, &panicked);
    return !panicked;
}

bool op_map_get(VM *vm, G *g, const Word *pc, u64 *R, bool comma_ok)
{
    GMap *map = (GMap *)R[pc->in.b];
    const u64 *key = &R[pc->in.c], *value = NULL;
    bool panicked = false;
    u32 n = map ? map->value_slots : op_type(vm, pc[1].x)->elem->slots;
    if (map)
        value = gmap_get(vm, g, map, key, &panicked);
    else
        panicked = !key_is_hashable(vm, g, key, op_type(vm, pc[1].x)->key);
    if (UNLIKELY(panicked))
        return false;
    u64 *dst = &R[pc->in.a];
    if (value)
        copy_slots(dst, value, n);
    else
        memset(dst, 0, n * 8ull);
    if (comma_ok)
        dst[n] = value != NULL;
    return true;
}

bool op_map_set(VM *vm, G *g, const Word *pc, u64 *R)
{
    GMap *map = (GMap *)R[pc->in.a];
    if (UNLIKELY(!map)) {
        vm_plain_error(vm, g, "assignment to entry in nil map");
        return false;
    }
    bool panicked = false;
    u64 *value = gmap_put(vm, g, map, &R[pc->in.b], &panicked);
    if (UNLIKELY(panicked))
        return false;
    copy_slots(value, &R[pc->in.c], map->value_slots);
    return true;
}

bool op_map_delete(VM *vm, G *g, const Word *pc, u64 *R)
{
    GMap *map = (GMap *)R[pc->in.a];
    if (!map)
        return key_is_hashable(vm, g, &R[pc->in.b], op_type(vm, pc[1].x)->key);
    bool panicked = false;
    gmap_delete(vm, g, map, &R[pc->in.b], &panicked);
    return !panicked;
}

void op_map_next(VM *vm, const Word *pc, u64 *R)
{
    RType *type = op_type(vm, pc[1].x);
    u64 *dst = &R[pc->in.a], *value;
    const u64 *key;
    dst[0] = gmap_next(vm, (GMapIter *)R[pc->in.b], &key, &value);
    if (!dst[0])
        return;
    copy_slots(dst + 1, key, type->key->slots);
    copy_slots(dst + 1 + type->key->slots, value, type->elem->slots);
}
