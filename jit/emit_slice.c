/* Emitters of slice expressions, of append where there is room, and of new objects. */
#include "jit/emit.h"

/* RCX <- R[B] + RCX * size; without room in the result, which RDX is 0 for, R[B] itself: past the
 * array may be another object. */
static void emit_base(Translator *t, u32 size)
{
    if (size != 1)
        asm_imul_imm(t->code, RCX, in_reg(RCX), (i32)size);
    asm_op(t->code, ASM_TEST, RDX, in_reg(RDX));
    u32 room = asm_jump(t->code, COND_NE);
    asm_const(t->code, RCX, 0);
    emit_bind(t, room);
    asm_op(t->code, ASM_ADD, RCX, emit_int_source(t, t->b, RCX));
}

/* RDX is the capacity that the bounds are compared with. RCX, RAX, RDX <- base, length and
 * capacity; `usual` is the slot with the length. */
static void emit_bounds(Translator *t, u32 usual)
{
    u64 given = t->site->word[1].x >> 32;
    i32 low;
    emit_load_int(t, RAX, given & SLICE_HI ? t->c + 1 : usual);
    asm_op(t->code, ASM_CMP, RAX, in_reg(RDX));
    emit_leave_if(t, COND_A);
    if (!(given & SLICE_LO) || (emit_is_const(t, t->c, &low) && low == 0)) {
        emit_load_int(t, RCX, t->b);
        return;
    }
    emit_load_int(t, RCX, t->c);
    asm_op(t->code, ASM_CMP, RCX, in_reg(RAX));
    emit_leave_if(t, COND_A);
    asm_op(t->code, ASM_SUB, RAX, in_reg(RCX));
    asm_op(t->code, ASM_SUB, RDX, in_reg(RCX));
    emit_base(t, (u32)t->site->word[1].x);
}

/* Sizes beyond 2 GB, and a pointer that is kept with floats, are left to the interpreter. */
static bool is_odd(const Translator *t)
{
    return (u32)t->site->word[1].x > INT32_MAX || emit_slot_is(t, t->b, HOME_XMM);
}

void emit_slice(Translator *t, u32 arg)
{
    u64 given = t->site->word[1].x >> 32;
    if (is_odd(t)) {
        emit_leave(t, arg);
        return;
    }
    emit_load_int(t, RDX, given & SLICE_MAX ? t->c + 2 : t->b + 2);
    if (given & SLICE_MAX) {
        asm_op(t->code, ASM_CMP, RDX, emit_int_source(t, t->b + 2, RAX));
        emit_leave_if(t, COND_A);
    }
    emit_bounds(t, t->b + 1);
    emit_store_int(t, t->a, RCX);
    emit_store_int(t, t->a + 1, RAX);
    emit_store_int(t, t->a + 2, RDX);
}

void emit_slice_string(Translator *t, u32 arg)
{
    if (is_odd(t)) {
        emit_leave(t, arg);
        return;
    }
    emit_load_int(t, RDX, t->b + 1);
    emit_bounds(t, t->b + 1);
    emit_store_int(t, t->a, RCX);
    emit_store_int(t, t->a + 1, RAX);
}

/* ---- append ---- */

/* The instruction that stores an element of one slot, or a slot of it. */
static AsmOp element_store(const RType *elem)
{
    switch (elem->size) {
    case 1: return ASM_STORE8;
    case 2: return ASM_STORE16;
    case 4: return ASM_STORE32;
    default: return ASM_STORE;
    }
}

static bool is_plain(const RType *elem)
{
    enum { MOST = 4 };
    if (elem->slots == 1 && elem->size < 8)
        return elem->size && elem->kind >= RK_BOOL && elem->kind <= RK_UINTPTR;
    return elem->slots && elem->slots <= MOST && elem->size == elem->slots * sizeof(u64);
}

bool append_is_quick(const Unit *unit, const Site *site)
{
    return is_plain(unit->program->types.data[(u32)site->word[1].x]) &&
           !(unit->filtered && site_watched(site));
}

/* R[A..3] <- the slice with one more element, whose length was in RAX. */
static void emit_longer(Translator *t)
{
    bool up = t->a > t->b; /* the slots may overlap */
    asm_op(t->code, ASM_LEA, RCX, at(RAX, 1));
    emit_move_slot(t, t->a + 2 * up, t->b + 2 * up);
    emit_move_slot(t, t->a + 2 * !up, t->b + 2 * !up);
    emit_store_int(t, t->a + 1, RCX);
}

void emit_append(Translator *t, u32 arg)
{
    const RType *elem = t->unit->program->types.data[(u32)t->site->word[1].x];
    (void)arg;
    emit_load_int(t, RAX, t->b + 1);
    asm_op(t->code, ASM_CMP, RAX, emit_int_source(t, t->b + 2, RCX));
    emit_rare_if(t, COND_AE);
    emit_add_scaled(t, RDX, emit_int_reg(t, t->b, RDX), RAX, (u32)elem->size);
    for (u32 i = 0; i < elem->slots; i++)
        asm_op(t->code, element_store(elem), emit_int_reg(t, t->c + i, RCX), at(RDX, (i32)i * 8));
    emit_longer(t);
    emit_rare_return(t);
}

/* ---- new objects ---- */

/* The most bytes of an object that machine code clears. */
enum { MOST_CLEARED = 64 };

bool new_is_quick(const Unit *unit, const Site *site)
{
    const RType *type = site_type(unit, site);
    u64 most = type->flags & RT_POINTERS ? (CLASSES - 1) * GRANULE - sizeof(u64) : MOST_CLEARED;
    return !unit->filtered && type->size && type->size <= most;
}

/* RAX <- memory of so many bytes from the list at RCX + `list`; RCX is the JitState's memory. */
static void take_free(Translator *t, u64 bytes, u64 list)
{
    asm_op(t->code, ASM_LOAD, RAX, at(RCX, (i32)list));
    asm_op(t->code, ASM_TEST, RAX, in_reg(RAX));
    emit_rare_if(t, COND_E);
    asm_op(t->code, ASM_LOAD, RDX, at(RAX, 0));
    asm_op(t->code, ASM_STORE, RDX, at(RCX, (i32)list));
    asm_imm(t->code, IMM_ADD, at(RCX, offsetof(FreeMemory, allocs)), 1);
    asm_imm(t->code, IMM_ADD, at(RCX, offsetof(FreeMemory, allocated)), (i32)bytes);
}

/* Names the object whose header is at RAX. */
static void name_object(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RCX, at(REG_STATE, offsetof(JitState, saved)));
    asm_op(t->code, ASM_LOAD32U, RDX, at(RCX, offsetof(JitSaved, id)));
    asm_op(t->code, ASM_STORE32, RDX, at(RAX, 4));
    asm_op(t->code, ASM_LOAD32U, RDX, at(RCX, offsetof(JitSaved, alloc_index)));
    asm_op(t->code, ASM_STORE32, RDX, at(RAX, 0));
    asm_imm(t->code, IMM_ADD, in_reg(RDX), 1);
    asm_op(t->code, ASM_STORE32, RDX, at(RCX, offsetof(JitSaved, alloc_index)));
}

/* As heap_object. */
void emit_new(Translator *t, u32 arg)
{
    const RType *type = site_type(t->unit, t->site);
    u64 bytes = type->size + sizeof(u64), granules = (bytes + GRANULE - 1) / GRANULE;
    MemoryKind kind = type->flags & RT_POINTERS ? OBJECT_PTR : OBJECT_PLAIN;
    (void)arg;
    asm_op(t->code, ASM_LOAD, RCX, at(REG_STATE, offsetof(JitState, memory)));
    take_free(t, bytes, offsetof(FreeMemory, free) + (kind * CLASSES + granules) * sizeof(void *));
    name_object(t);
    for (u64 at_word = sizeof(u64); kind == OBJECT_PLAIN && at_word < bytes; at_word += sizeof(u64))
        asm_store_imm(t->code, at(RAX, (i32)at_word), 0);
    Reg to = emit_int_target(t, t->a, RAX);
    asm_op(t->code, ASM_LEA, to, at(RAX, sizeof(u64)));
    emit_store_int(t, t->a, to);
    emit_rare_return(t);
}
