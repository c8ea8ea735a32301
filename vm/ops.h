/* Instructions whose work is too long for the interpreter's loop. Each gets the instruction at pc
 * and the frame R; g->pc and g->R are saved. Those that return bool return false when they started
 * a panic. */
#ifndef VM_OPS_H
#define VM_OPS_H

#include "jit/jit.h"
#include "vm/vm.h"

/* ---- op_execute.c ---- */
/* Executes an instruction for machine code (JitState.execute), accesses included, but no CALLN.
 * g->pc is pc + 1. Returns JitStop. */
JitStop op_execute(VM *vm, G *g, const Word *pc, u64 *R);
/* The same of CALLN (JitState.native). */
JitStop op_native(VM *vm, G *g, const Word *pc, u64 *R);
/* The functions that execute instructions, by opcode; without events. g->pc is after the
 * instruction. */
typedef bool (*OpFunction)(VM *vm, G *g, const Word *pc, u64 *R);
extern const OpFunction op_functions[OP_COUNT];

/* ---- op_slice.c ---- */
/* The instructions of these names (code/op.def). */
bool op_slice(VM *vm, G *g, const Word *pc, u64 *R);
bool op_slice_array(VM *vm, G *g, const Word *pc, u64 *R);
bool op_slice_string(VM *vm, G *g, const Word *pc, u64 *R);
bool op_slice_to_array(VM *vm, G *g, const Word *pc, u64 *R);
bool op_memory_slice(VM *vm, G *g, const Word *pc, u64 *R);   /* vm/unsafe.c */
bool op_number_pointer(VM *vm, G *g, const Word *pc, u64 *R); /* vm/unsafe.c */
bool op_recast(VM *vm, G *g, const Word *pc, u64 *R);         /* vm/unsafe.c */
bool op_make_slice(VM *vm, G *g, const Word *pc, u64 *R);
void op_pack(VM *vm, G *g, const Word *pc, u64 *R);
bool op_append(VM *vm, G *g, const Word *pc, u64 *R);
bool op_append_one(VM *vm, G *g, const Word *pc, u64 *R);
void op_copy(VM *vm, G *g, const Word *pc, u64 *R);
void op_clear_slice(VM *vm, G *g, const Word *pc, u64 *R);
/* Starts the panic of an instruction whose index is out of range. */
void op_index_error(VM *vm, G *g, const Word *pc, const u64 *R);
/* Capacity in elements that append gives a slice of `cap` elements that must hold `need`, as gc
 * does. */
u64 slice_grown_cap(u64 cap, u64 need, u64 elem_size);

/* ---- op_map.c ---- */
/* MAPGET and MAPGET2, MAPSET, MAPDEL, MAPNEXT. */
bool op_map_get(VM *vm, G *g, const Word *pc, u64 *R, bool comma_ok);
bool op_map_set(VM *vm, G *g, const Word *pc, u64 *R);
bool op_map_delete(VM *vm, G *g, const Word *pc, u64 *R);
void op_map_next(VM *vm, const Word *pc, u64 *R);

/* ---- op_iface.c ---- */
/* Type assertions to a type or an interface; those that end in _ok do not panic. */
bool op_assert(VM *vm, G *g, const Word *pc, u64 *R);
bool op_assert_iface(VM *vm, G *g, const Word *pc, u64 *R);
void op_assert_ok(VM *vm, const Word *pc, u64 *R);
void op_assert_iface_ok(VM *vm, const Word *pc, u64 *R);

/* ---- op_access.c ---- */
/* How the interpreter looks up in line whether an access is a repeated one. The access is to a word
 * in memory at the operands' address, a global, an element of 1 << n bytes or of 16 or 24, or a
 * value of several words, which is looked up only if it is one location. SEEN_NEVER: not in line.
 */
/* clang-format off */
#define SEEN_KINDS(X) \
    X(LOAD) X(LOAD_VALUE) X(LOAD_GLOBAL) X(LOAD_ELEM_0) X(LOAD_ELEM_1) X(LOAD_ELEM_2) \
    X(LOAD_ELEM_3) X(LOAD_ELEM_16) X(LOAD_ELEM_24) X(STORE) X(STORE_VALUE) X(STORE_GLOBAL) \
    X(STORE_ELEM_0) X(STORE_ELEM_1) X(STORE_ELEM_2) X(STORE_ELEM_3) X(STORE_ELEM_16) \
    X(STORE_ELEM_24)
/* clang-format on */
typedef enum SeenKind {
    SEEN_NEVER,
#define X(name) SEEN_##name,
    SEEN_KINDS(X)
#undef X
        SEEN_KIND_COUNT
} SeenKind;
/* The kind of the access that an opcode makes. */
SeenKind op_seen_kind(Op op);
/* Whether the access of an instruction with event READ or WRITE will not happen because of a nil
 * pointer or an index out of range. */
bool op_access_faults(const VM *vm, const Word *pc, const u64 *R);
/* Where that access begins; false if it faults. */
bool op_access_place(VM *vm, const Word *pc, const u64 *R, Loc *loc);
/* Sends the events of that access; nothing if it faults. */
void op_access(VM *vm, G *g, const Word *pc, const u64 *R);

/* ---- print.c ---- */
/* PRINT: the built-in functions print and println, to standard error. */
void op_print(VM *vm, const Word *pc, const u64 *R);

/* The type with the number in an operand. */
static inline RType *op_type(const VM *vm, u64 x)
{
    return vm->program->types.data[(u32)x];
}

#endif
