/* Instructions that machine code leaves to the VM without leaving itself: they do what the
 * interpreter does. */
#include "base/utf8.h"
#include "vm/complex.h"
#include "vm/frame.h"
#include "vm/map.h"
#include "vm/mem.h"
#include "vm/number.h"
#include "vm/op_alloc.h"
#include "vm/ops.h"
#include "vm/string.h"

#define rA (R[pc->in.a])
#define rB (R[pc->in.b])
#define rC (R[pc->in.c])
#define fB slot_float(rB)
#define fC slot_float(rC)

#define EXECUTE(name, ...) \
    static bool do_##name(VM *vm, G *g, const Word *pc, u64 *R) \
    { \
        (void)vm, (void)g; \
        __VA_ARGS__; \
        return true; \
    }

/* The address that an instruction computes, which must not be nil, or out of range. */
#define CHECK_NIL(address) \
    do { \
        if (UNLIKELY((address) == 0)) { \
            g->pc = pc + 1; \
            vm_nil_error(vm, g); \
            return false; \
        } \
    } while (0)
#define CHECK_INDEX() \
    do { \
        if (UNLIKELY(rC >= (&rB)[1])) { \
            g->pc = pc + 1; \
            op_index_error(vm, g, pc, R); \
            return false; \
        } \
    } while (0)

static RType *type_of(const VM *vm, const Word *pc)
{
    return op_type(vm, pc[1].x);
}

static const void *element(const VM *vm, const Word *pc, const u64 *R)
{
    return (const void *)(rB + rC * type_of(vm, pc)->size);
}

static void string_rune(const Word *pc, u64 *R)
{
    u32 width, rune = (u32)utf8_decode((const char *)rB + rC, (&rB)[1] - rC, &width);
    (&rA)[0] = rune;
    (&rA)[1] = width;
}

/* clang-format off */
EXECUTE(MINF, rA = float_slot(num_min(fB, fC)))
EXECUTE(MAXF, rA = float_slot(num_max(fB, fC)))
EXECUTE(EQSTR, rA = string_equal(&rB, &rC))
EXECUTE(LTSTR, rA = string_compare(&rB, &rC) < 0)
EXECUTE(STRRUNE, string_rune(pc, R))
EXECUTE(LESTR, rA = string_compare(&rB, &rC) <= 0)
EXECUTE(LDN, CHECK_NIL(rB); value_load(vm, &rA, (const void *)(rB + pc->in.c), type_of(vm, pc)))
EXECUTE(STN, CHECK_NIL(rA); value_store((void *)(rA + pc->in.c), &rB, type_of(vm, pc)))
EXECUTE(LDXN, CHECK_INDEX(); value_load(vm, &rA, element(vm, pc, R), type_of(vm, pc)))
EXECUTE(STXN, CHECK_INDEX(); value_store((void *)element(vm, pc, R), &rA, type_of(vm, pc)))
EXECUTE(FSTN, mem_move((char *)&rA + pc->in.c, &rB, pc[1].x))
EXECUTE(NEW, rA = (u64)new_value(vm, g, type_of(vm, pc), pc))
EXECUTE(MKMAP, rA = (u64)new_map(vm, g, type_of(vm, pc), (i64)rB, pc))
EXECUTE(CLOSURE, rA = (u64)new_closure(vm, vm->program->funcs.data[pc[1].x], &rB, pc->in.c))
EXECUTE(PACK, op_pack(vm, g, pc, R))
EXECUTE(COPY, op_copy(vm, g, pc, R))
EXECUTE(CLEARS, op_clear_slice(vm, g, pc, R))
EXECUTE(CONCAT, string_concat(vm, &rA, &rB, pc->in.c))
EXECUTE(STR2BYTES, string_to_bytes(vm, g, &rA, &rB))
EXECUTE(BYTES2STR, string_from_bytes(vm, &rA, &rB))
EXECUTE(STR2RUNES, string_to_runes(vm, g, &rA, &rB))
EXECUTE(RUNES2STR, string_from_runes(vm, &rA, &rB))
EXECUTE(RUNE2STR, string_from_rune(vm, &rA, (i64)rB))
EXECUTE(MAPGET2, return op_map_get(vm, g, pc, R, true))
EXECUTE(MAPLEN, rA = gmap_len((const GMap *)rB))
EXECUTE(MAPCLEAR, gmap_clear(vm, (GMap *)rA))
EXECUTE(MAPITER, rA = (u64)gmap_iter(vm, (GMap *)rB))
EXECUTE(MAPNEXT, op_map_next(vm, pc, R))
EXECUTE(ASSERT2, op_assert_ok(vm, pc, R))
EXECUTE(ASSERTI2, op_assert_iface_ok(vm, pc, R))
EXECUTE(DEFER, defer_push(vm, g, vm_func_at(vm, pc), (Closure *)rB, &rA + 1, pc->in.c))
EXECUTE(RECOVER, panic_recover(vm, g, &rA))
/* clang-format on */

EXECUTE(MAPGET, {
    GMap *map = (GMap *)rB;
    if (UNLIKELY(!map || !map->plain))
        return op_map_get(vm, g, pc, R, false);
    const u64 *entry = gmap_find_word(map, rC);
    rA = entry ? entry[2] : 0;
})

EXECUTE(MAPSET, {
    GMap *map = (GMap *)rA;
    u64 *entry = map && map->plain ? gmap_find_word(map, rB) : NULL;
    if (UNLIKELY(!entry))
        return op_map_set(vm, g, pc, R);
    entry[2] = rC;
})

EXECUTE(EQIF, {
    bool panicked = false, equal = iface_equal(vm, g, &rB, &rC, &panicked);
    if (UNLIKELY(panicked))
        return false;
    rA = equal;
})

EXECUTE(EQT, {
    bool panicked = false, equal = value_equal(vm, g, &rB, &rC, type_of(vm, pc), &panicked);
    if (UNLIKELY(panicked))
        return false;
    rA = equal;
})

EXECUTE(FLDN, {
    u64 size = pc[1].x;
    u64 *dst = &rA;
    mem_move(dst, (const char *)&rB + pc->in.c, size);
    if (size & 7) /* nothing in the unused bytes of the last slot */
        memset((char *)dst + size, 0, 8 - (size & 7));
})

EXECUTE(MKIFACE, iface_make(vm, &rA, &rB, type_of(vm, pc)))

EXECUTE(IMPLS, {
    u32 missing;
    RType *type = (RType *)rB;
    rA = type && iface_implements(vm, type, type_of(vm, pc), &missing);
})

EXECUTE(UNBOX, mem_move(&rA, (const void *)(&rB)[1], type_of(vm, pc)->slots * 8ull))

#define SAME(name) [OP_##name] = do_##name
const OpFunction op_functions[OP_COUNT] = {
    SAME(MINF),
    SAME(MAXF),
    SAME(EQSTR),
    SAME(LTSTR),
    SAME(LESTR),
    SAME(STRRUNE),
    SAME(EQIF),
    SAME(EQT),
    SAME(LDN),
    SAME(STN),
    SAME(LDXN),
    SAME(STXN),
    SAME(FLDN),
    SAME(FSTN),
    SAME(NEW),
    SAME(MKMAP),
    SAME(CLOSURE),
    SAME(PACK),
    SAME(COPY),
    SAME(CLEARS),
    SAME(CONCAT),
    SAME(STR2BYTES),
    SAME(BYTES2STR),
    SAME(STR2RUNES),
    SAME(RUNES2STR),
    SAME(RUNE2STR),
    SAME(MAPGET),
    SAME(MAPGET2),
    SAME(MAPLEN),
    SAME(MAPCLEAR),
    SAME(MAPITER),
    SAME(MAPNEXT),
    SAME(MKIFACE),
    SAME(ASSERT2),
    SAME(ASSERTI2),
    SAME(IMPLS),
    SAME(UNBOX),
    SAME(DEFER),
    SAME(RECOVER),
    [OP_SLICE] = op_slice,
    [OP_SLICEA] = op_slice_array,
    [OP_SLICESTR] = op_slice_string,
    [OP_S2ARRP] = op_slice_to_array,
    [OP_MKSLICE] = op_make_slice,
    [OP_APPEND] = op_append,
    [OP_APPEND1] = op_append_one,
    SAME(MAPSET),
    [OP_MAPDEL] = op_map_delete,
    [OP_ASSERT] = op_assert,
    [OP_ASSERTI] = op_assert_iface,
};

/* Machine code goes on if accesses are observed as before. */
JitStop op_native(VM *vm, G *g, const Word *pc, u64 *R)
{
    bool tracking = vm->tracking, segment = g->segment != 0;
    CHECK(instr_k(pc->in) < vm->natives.bound);
    limits_poll();
    NativeStatus status = vm->natives.fns[instr_k(pc->in)](vm, g, &rA + 1);
    bool done = status == NATIVE_DONE || status == NATIVE_SYNC;
    CHECK(!done || (g->status == G_RUNNING && R == g->R));
    if (LIKELY(done && vm->tracking == tracking && !g->segment == !segment))
        return JIT_WENT_ON;
    vm->hot.native_status = (u8)status;
    return JIT_NATIVE;
}

JitStop op_execute(VM *vm, G *g, const Word *pc, u64 *R)
{
    Op op = instr_op(pc->in);
    if (vm->tracking && op_accesses(op) && !instr_proven(pc->in))
        op_access(vm, g, pc, R);
    CHECK(op_functions[op]);
    g->pc = pc + instr_words(pc);
    return LIKELY(op_functions[op](vm, g, pc, R)) ? JIT_WENT_ON : JIT_PANICKED;
}
