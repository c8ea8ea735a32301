/* Which memory an instruction is about to access: the events of READ and WRITE instructions. */
#include "vm/heap.h"
#include "vm/ops.h"
#include "vm/track.h"

typedef enum AccessKind {
    ACCESS_NONE,   /* faults, touches nothing, or sends its events itself (op_slice.c) */
    ACCESS_SCALAR, /* one location */
    ACCESS_VALUE,  /* a value of `type` */
    ACCESS_RANGE,  /* `count` values of `type` */
} AccessKind;

typedef struct Access {
    AccessKind kind;
    u64 addr;
    RType *type;
    u64 count;
} Access;

static inline Access scalar(u64 base, u64 offset)
{
    return (Access){base ? ACCESS_SCALAR : ACCESS_NONE, base + offset, NULL, 1};
}

static inline Access value(u64 base, u64 offset, RType *type)
{
    return (Access){base ? ACCESS_VALUE : ACCESS_NONE, base + offset, type, 1};
}

static inline Access range(u64 base, u64 count)
{
    return (Access){count ? ACCESS_RANGE : ACCESS_NONE, base, NULL, count};
}

/* Element R[C] of the slice at R[B]. */
static inline Access element(const Word *pc, const u64 *R, u64 size, RType *type)
{
    u64 index = R[pc->in.c];
    if (index >= R[pc->in.b + 1])
        return (Access){.kind = ACCESS_NONE};
    u64 addr = R[pc->in.b] + index * size;
    return (Access){type ? ACCESS_VALUE : ACCESS_SCALAR, addr, type, 1};
}

static inline __attribute__((always_inline)) Access access_of(const VM *vm, const Word *pc,
                                                              const u64 *R)
{
    switch (instr_op(pc->in)) {
    case OP_LD8S:
    case OP_LD8U:
    case OP_LD16S:
    case OP_LD16U:
    case OP_LD32S:
    case OP_LD32U:
    case OP_LDF32:
    case OP_LD64: return scalar(R[pc->in.b], pc->in.c);
    case OP_ST8:
    case OP_ST16:
    case OP_ST32:
    case OP_STF32:
    case OP_ST64: return scalar(R[pc->in.a], pc->in.c);
    case OP_LDN:
    case OP_LD2:
    case OP_LD3: return value(R[pc->in.b], pc->in.c, op_type(vm, pc[1].x));
    case OP_STN:
    case OP_ST2:
    case OP_ST3: return value(R[pc->in.a], pc->in.c, op_type(vm, pc[1].x));
    case OP_GLD64:
    case OP_GST64: return scalar((u64)vm->globals, instr_k(pc->in));
    case OP_LDX8S:
    case OP_LDX8U:
    case OP_STX8: return element(pc, R, 1, NULL);
    case OP_LDX16S:
    case OP_LDX16U:
    case OP_STX16: return element(pc, R, 2, NULL);
    case OP_LDX32S:
    case OP_LDX32U:
    case OP_LDXF32:
    case OP_STX32:
    case OP_STXF32: return element(pc, R, 4, NULL);
    case OP_LDX64:
    case OP_STX64: return element(pc, R, 8, NULL);
    case OP_LDXN:
    case OP_STXN:
    case OP_LDX2:
    case OP_LDX3:
    case OP_STX2:
    case OP_STX3: {
        RType *type = op_type(vm, pc[1].x);
        return element(pc, R, type->size, type);
    }
    case OP_BYTES2STR:
    case OP_RUNES2STR: return range(R[pc->in.b], R[pc->in.b + 1]);
    case OP_MAPGET:
    case OP_MAPGET2:
    case OP_MAPLEN:
    case OP_MAPITER: return scalar(R[pc->in.b], 0);
    case OP_MAPSET:
    case OP_MAPDEL:
    case OP_MAPCLEAR: return scalar(R[pc->in.a], 0);
    case OP_MAPNEXT: { /* a GMapIter begins with its map */
        const u64 *iter = (const u64 *)R[pc->in.b];
        return scalar(iter[0], 0);
    }
    default: return (Access){.kind = ACCESS_NONE};
    }
}

SeenKind op_seen_kind(Op op)
{
    switch (op) {
    case OP_LD8S:
    case OP_LD8U:
    case OP_LD16S:
    case OP_LD16U:
    case OP_LD32S:
    case OP_LD32U:
    case OP_LDF32:
    case OP_LD64: return SEEN_LOAD;
    case OP_LD2:
    case OP_LD3: return SEEN_LOAD_VALUE;
    case OP_ST8:
    case OP_ST16:
    case OP_ST32:
    case OP_STF32:
    case OP_ST64: return SEEN_STORE;
    case OP_ST2:
    case OP_ST3: return SEEN_STORE_VALUE;
    case OP_GLD64: return SEEN_LOAD_GLOBAL;
    case OP_GST64: return SEEN_STORE_GLOBAL;
    case OP_LDX8S:
    case OP_LDX8U: return SEEN_LOAD_ELEM_0;
    case OP_LDX16S:
    case OP_LDX16U: return SEEN_LOAD_ELEM_1;
    case OP_LDX32S:
    case OP_LDX32U:
    case OP_LDXF32: return SEEN_LOAD_ELEM_2;
    case OP_LDX64: return SEEN_LOAD_ELEM_3;
    case OP_LDX2: return SEEN_LOAD_ELEM_16;
    case OP_LDX3: return SEEN_LOAD_ELEM_24;
    case OP_STX8: return SEEN_STORE_ELEM_0;
    case OP_STX16: return SEEN_STORE_ELEM_1;
    case OP_STX32:
    case OP_STXF32: return SEEN_STORE_ELEM_2;
    case OP_STX64: return SEEN_STORE_ELEM_3;
    case OP_STX2: return SEEN_STORE_ELEM_16;
    case OP_STX3: return SEEN_STORE_ELEM_24;
    default: return SEEN_NEVER;
    }
}

bool op_access_faults(const VM *vm, const Word *pc, const u64 *R)
{
    switch (instr_op(pc->in)) {
    case OP_APPEND:
    case OP_APPEND1:
    case OP_COPY:
    case OP_CLEARS: return false;
    default: return access_of(vm, pc, R).kind == ACCESS_NONE;
    }
}

/* The register slots that a store is about to write to memory; NULL for what is no plain store. */
static const u64 *stored_slots(const Word *pc, const u64 *R)
{
    switch (instr_op(pc->in)) {
    case OP_ST8:
    case OP_ST16:
    case OP_ST32:
    case OP_ST64:
    case OP_STF32:
    case OP_STN:
    case OP_ST2:
    case OP_ST3: return &R[pc->in.b];
    case OP_GST64:
    case OP_STX8:
    case OP_STX16:
    case OP_STX32:
    case OP_STX64:
    case OP_STXF32:
    case OP_STXN:
    case OP_STX2:
    case OP_STX3: return &R[pc->in.a];
    default: return NULL;
    }
}

void op_access(VM *vm, G *g, const Word *pc, const u64 *R)
{
    static RType byte = {.kind = RK_UINT8, .size = 1}, rune = {.kind = RK_INT32, .size = 4};
    Access a = access_of(vm, pc, R);
    bool write = op_info[instr_op(pc->in)].effect == EFFECT_WRITE;
    if (UNLIKELY(vm->sink && vm->sink->wants & WANT_VALUES)) {
        vm->storing = stored_slots(pc, R);
        vm->storing_at = heap_locate(vm, (const void *)a.addr);
        vm->storing_size = a.kind == ACCESS_VALUE ? a.type->size : sizeof(u64);
    }
    switch (a.kind) {
    case ACCESS_NONE: break;
    case ACCESS_SCALAR: track_scalar(vm, g, (const void *)a.addr, write, pc); break;
    case ACCESS_VALUE: track_value(vm, g, (const void *)a.addr, a.type, write, pc); break;
    case ACCESS_RANGE:
        track_range(vm, g, (const void *)a.addr, instr_op(pc->in) == OP_BYTES2STR ? &byte : &rune,
                    a.count, write, pc);
        break;
    }
    vm->storing = NULL;
}

bool op_access_place(VM *vm, const Word *pc, const u64 *R, Loc *loc)
{
    Access a = access_of(vm, pc, R);
    if (a.kind != ACCESS_NONE)
        *loc = heap_locate(vm, (const void *)a.addr);
    return a.kind != ACCESS_NONE;
}
