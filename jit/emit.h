/* Machine code for one instruction after the other: what the files of the back end share. An
 * emitter adds the code of the instruction t->site, whose operands are t->a, t->b and t->c; `arg`
 * is what its rule (rules.c) says. RAX, RCX, RDX, XMM0 and XMM1 are free for it. */
#ifndef JIT_EMIT_H
#define JIT_EMIT_H

#include "jit/translate.h"

/* A jump that has no target yet: a site, or out of machine code, for which pc is not NULL. */
typedef struct Pending {
    u32 from;
    u32 site;
    const Word *pc;
    u32 base;
} Pending;

/* An access that is to be told unless it has been seen: jumps lead out of line `from` there, and
 * `back`. */
typedef struct Untold {
    u32 from[2];
    u32 back;
    const Site *site;
} Untold;

typedef struct Translator {
    Unit *unit;
    Buf *code;
    const Site *site; /* being translated */
    Instr in;         /* its instruction */
    u32 a, b, c;      /* its operands as registers of the unit */
    VEC(Pending) jumps;
    VEC(Untold) untold;
} Translator;

typedef struct Rule {
    void (*emit)(Translator *t, u32 arg); /* NULL: the interpreter does it */
    u32 arg;
    char classes[4]; /* of the operands A, B, C: integer, float, any, memory, or - */
} Rule;

extern const Rule emit_rules[OP_COUNT];

/* ---- operand.c: registers of the unit, wherever they are ---- */
static inline bool emit_slot_is(const Translator *t, u32 slot, HomeKind kind)
{
    return t->unit->homes[slot].kind == kind;
}
/* The integer or float in a slot: where it is, or in `spare`. */
Operand emit_int_source(Translator *t, u32 slot, Reg spare);
Operand emit_float_source(Translator *t, u32 slot, Reg spare);
/* The same, but for sure in a register of the processor. */
Reg emit_int_reg(Translator *t, u32 slot, Reg spare);
Reg emit_float_reg(Translator *t, u32 slot, Reg spare);
/* Into that very one. */
void emit_load_int(Translator *t, Reg reg, u32 slot);
void emit_load_float(Translator *t, Reg reg, u32 slot);
/* Where to compute what goes to a slot: there, or in `spare`; then it is stored from there. */
Reg emit_int_target(const Translator *t, u32 slot, Reg spare);
Reg emit_float_target(const Translator *t, u32 slot, Reg spare);
void emit_store_int(Translator *t, u32 slot, Reg reg);
void emit_store_float(Translator *t, u32 slot, Reg reg);
void emit_store_const(Translator *t, u32 slot, u64 value);
void emit_move_slot(Translator *t, u32 to, u32 from);

/* ---- translate.c ---- */
/* What is in registers of the processor goes where the interpreter expects it: all of it, so that
 * the stack is the same to the last dead register as if nothing had been compiled. */
void emit_store_homes(Translator *t);
/* And from there: all, or those that a C function may have changed. RDI is the state, and becomes
 * its R. */
typedef enum Homes { HOMES_ALL, HOMES_LOST } Homes;
void emit_load_homes(Translator *t, Homes which);

/* ---- filter.c: accesses to memory that are observed ---- */
#define REG_SEEN R13
#define REG_SEGMENT R14
/* The instruction is about to access the place, where it will find it then: if accesses are to be
 * told, RAX, RCX and RDX are used. */
Operand emit_observed(Translator *t, Operand place);
/* What is out of line. */
void emit_tellers(Translator *t);

/* ---- emit_flow.c ---- */
/* Out of machine code, at this instruction, if the condition holds. */
void emit_leave_if(Translator *t, X64Cond cond);
/* A jump within the code of one instruction leads here. */
void emit_land(Translator *t, u32 from);
/* Emitters: control, moves, calls. */
void emit_goto_target(Translator *t, u32 arg);
void emit_jump_bool(Translator *t, u32 cond);
void emit_jump_ints(Translator *t, u32 cond);
void emit_jump_imm(Translator *t, u32 cond);
void emit_jump_floats(Translator *t, u32 cond);
void emit_jump_floats_equal(Translator *t, u32 arg);
void emit_jump_floats_differ(Translator *t, u32 arg);
void emit_nothing(Translator *t, u32 arg);
void emit_move(Translator *t, u32 count);
void emit_move_many(Translator *t, u32 arg);
void emit_const_int(Translator *t, u32 arg);
void emit_const_word(Translator *t, u32 arg);
void emit_const_string(Translator *t, u32 arg);
void emit_const_func(Translator *t, u32 arg);
void emit_zero(Translator *t, u32 arg);
void emit_return_slots(Translator *t, u32 arg);
void emit_call(Translator *t, u32 arg);
void emit_leave(Translator *t, u32 arg);

/* ---- emit_int.c ---- */
/* The flags to a bool in R[A]. */
void emit_store_cond(Translator *t, X64Cond cond);
void emit_commutative(Translator *t, u32 op);
void emit_ordered(Translator *t, u32 op);
void emit_and_not(Translator *t, u32 arg);
void emit_add_imm(Translator *t, u32 arg);
void emit_mul_imm(Translator *t, u32 arg);
void emit_and_imm(Translator *t, u32 arg);
void emit_not_bool(Translator *t, u32 arg);
void emit_unary(Translator *t, u32 what);
void emit_shift_imm(Translator *t, u32 what);
void emit_shift(Translator *t, u32 what);
void emit_shift_signed(Translator *t, u32 arg);
void emit_divide_unsigned(Translator *t, u32 result);
void emit_divide(Translator *t, u32 result);
void emit_divide_imm(Translator *t, u32 result);
void emit_divide_power(Translator *t, u32 arg);
void emit_remainder_power(Translator *t, u32 arg);
void emit_convert_int(Translator *t, u32 op);
void emit_check_shift(Translator *t, u32 arg);
void emit_compare(Translator *t, u32 cond);

/* ---- emit_float.c ---- */
/* Sets the flags: of two floats the second is compared with the first, so that "above" is false if
 * one is a NaN. */
void emit_compare_floats(Translator *t, u32 first, u32 second);
void emit_binary_float(Translator *t, u32 op);
void emit_negate_float(Translator *t, u32 arg);
void emit_square_root(Translator *t, u32 arg);
void emit_round_float32(Translator *t, u32 arg);
void emit_int_to_float(Translator *t, u32 convert);
void emit_uint_to_float(Translator *t, u32 convert);
void emit_float_to_int(Translator *t, u32 arg);
void emit_float_to_uint(Translator *t, u32 arg);
void emit_compare_float(Translator *t, u32 cond);
void emit_compare_float_equal(Translator *t, u32 cond);

/* ---- emit_memory.c ---- */
/* The argument of emit_load_element and emit_store_element: elements have 1 << scale bytes. */
#define ELEMENT(op, scale) ((u32)(op) | (u32)(scale) << 24)
void emit_load_field(Translator *t, u32 op);
void emit_store_field(Translator *t, u32 op);
void emit_load_fields(Translator *t, u32 count);
void emit_store_fields(Translator *t, u32 count);
void emit_check_nil(Translator *t, u32 arg);
void emit_field_address(Translator *t, u32 arg);
void emit_load_global(Translator *t, u32 arg);
void emit_store_global(Translator *t, u32 arg);
void emit_global_address(Translator *t, u32 arg);
void emit_load_part(Translator *t, u32 op);
void emit_store_part(Translator *t, u32 op);
void emit_captured(Translator *t, u32 arg);
void emit_all_captured(Translator *t, u32 arg);
void emit_load_element(Translator *t, u32 arg);
void emit_store_element(Translator *t, u32 arg);
void emit_load_elements(Translator *t, u32 count);
void emit_store_elements(Translator *t, u32 count);
void emit_element_address(Translator *t, u32 arg);
void emit_array_address(Translator *t, u32 arg);
void emit_string_rune(Translator *t, u32 arg);

#endif
