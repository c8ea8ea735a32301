/* The back end: emits machine code one instruction at a time. An emitter appends the code of the
 * instruction t->site, whose operands are t->a, t->b and t->c, to t->code; `arg` comes from the
 * opcode's rule (rules.c). It may clobber RAX, RCX, RDX, XMM0 and XMM1, and nothing else. */
#ifndef JIT_EMIT_H
#define JIT_EMIT_H

#include "jit/translate.h"

/* A jump whose target is not known yet: a site of the unit; or, if pc is not NULL, an exit to the
 * interpreter at pc, in the frame `base` registers above the unit's, where what is dirty at the
 * site `dirty`, if it is not NULL, and the links of `body` are to be stored. */
typedef struct Fixup {
    u32 from;
    u32 site; /* or where the code of the exit is, which others may share */
    const Word *pc;
    const Body *body;
    u32 base;
    const Site *dirty;
} Fixup;

/* The slow path of an observed access, emitted after all other code: the fast path jumps to it at
 * `from`, and it returns to `back`. */
typedef struct SlowPath {
    u32 from[2];
    u32 back;
    const Site *site;
} SlowPath;

/* The same of an instruction that is executed by a function of the VM in rare cases. */
typedef struct RareCase {
    u32 from, back;
    const Site *site;
} RareCase;

/* A conversion between the two forms of a float32 whose result is a NaN (emit_nan.c). */
typedef struct NaNCase {
    u32 from, back;
    bool widened;   /* to the form in registers */
    Operand source; /* what was converted; of a register to be widened, RAX */
    Reg result;
} NaNCase;

typedef VEC(u32) Froms;

typedef struct Translator {
    Unit *unit;
    Buf *code;
    const Site *site; /* the instruction being translated */
    Instr in;         /* its instruction */
    u32 a, b, c;      /* its operands, as registers of the unit */
    u32 at;           /* its number */
    bool stored;      /* what is dirty has been written to the frame */
    u64 *pointers;    /* a row (unit_row): registers that are known to be pointers other than nil */
    u64 *quiet;       /* another: known to be, if floats, no signalling NaNs */
    bool *targets;    /* for each site: control may come from elsewhere than the site before */
    VEC(Fixup) jumps;
    VEC(SlowPath) slow_paths;
    VEC(RareCase) rare_cases;
    VEC(NaNCase) nan_cases;
    /* Calls of routines, and jumps to exits, at the end (emit_call.c): of JitState.execute,
     * native and defer, of functions of the VM, of panics, and of calls that were the last step. */
    Froms executes, natives, defers, functions, panics, spent;
    Froms recursions; /* calls of the unit's own function */
} Translator;

typedef struct Rule {
    void (*emit)(Translator *t, u32 arg); /* NULL: not compiled, the interpreter executes it */
    u32 arg;
    char classes[4]; /* of the operands A, B, C: i integer, f float, a any, m memory, - none */
} Rule;

extern const Rule emit_rules[OP_COUNT];

/* ---- operand.c: where the unit's registers are kept ---- */
/* Where the register `slot` of the unit is kept before this instruction, and after it. Emitters
 * read registers before, and write them after. */
static inline const Home *emit_home(const Translator *t, u32 slot)
{
    return unit_home(t->unit, t->at, slot);
}
static inline const Home *emit_home_after(const Translator *t, u32 slot)
{
    return unit_home_after(t->unit, t->at, slot);
}
/* Whether it is kept in this kind of place before the instruction. */
static inline bool emit_slot_is(const Translator *t, u32 slot, HomeKind kind)
{
    return emit_home(t, slot)->kind == kind;
}
/* Whether the instruction reads a constant there: this one. */
static inline bool emit_is_const(const Translator *t, u32 slot, i32 *value)
{
    *value = emit_home(t, slot)->constant;
    return emit_slot_is(t, slot, HOME_CONST);
}
/* The integer or float in a slot as an operand: its home, or `spare` after loading it. */
Operand emit_int_source(Translator *t, u32 slot, Reg spare);
Operand emit_float_source(Translator *t, u32 slot, Reg spare);
/* The same, but always a processor register: its home, or `spare` after loading it. */
Reg emit_int_reg(Translator *t, u32 slot, Reg spare);
Reg emit_float_reg(Translator *t, u32 slot, Reg spare);
/* Loads the value of a slot into this very register. */
void emit_load_int(Translator *t, Reg reg, u32 slot);
void emit_load_float(Translator *t, Reg reg, u32 slot);
/* The register in which to compute a slot's new value: its home, or `spare`; emit_store_int and
 * emit_store_float must follow, which store `reg` to the slot unless it is the home. */
Reg emit_int_target(const Translator *t, u32 slot, Reg spare);
Reg emit_float_target(const Translator *t, u32 slot, Reg spare);
void emit_store_int(Translator *t, u32 slot, Reg reg);
void emit_store_float(Translator *t, u32 slot, Reg reg);
/* Sets a slot to a constant, and copies one slot to another, of any kind each. */
void emit_store_const(Translator *t, u32 slot, u64 value);
void emit_move_slot(Translator *t, u32 to, u32 from);

/* ---- translate.c ---- */
/* Writes what is dirty at the site to the frame, where the interpreter expects it. If the links are
 * stored, too, all live registers of the frame are as they would be without compilation. */
void emit_store_dirty(Translator *t, const Site *site);
/* Writes the links of the body and of those around it: when a frame of theirs is left to the
 * interpreter, or may be looked at. Clobbers RCX. */
void emit_store_links(Translator *t, const Body *body);
/* Makes it the site whose instruction is translated. */
void emit_begin_site(Translator *t, const Site *site);
/* Loads what is wanted at the site from the frame, into those of these registers (home_register).
 */
void emit_load_wanted(Translator *t, const Site *site, u32 registers);
/* The registers that a C function may clobber. */
u32 emit_clobbered(void);

/* ---- filter.c: accesses to memory that are observed ---- */
#define REG_STATE RBP
#define REG_SEEN R13
#define REG_SEGMENT R14
/* Emits the check of an observed access that the current instruction is about to make to `place`,
 * and returns the operand to access instead. Only if the unit is filtered; RAX, RCX and RDX are
 * then clobbered. */
Operand emit_observed(Translator *t, Operand place);
/* Emits the slow paths of all observed accesses; to be called after the last instruction. */
void emit_slow_paths(Translator *t);

/* ---- emit_flow.c ---- */
/* Exits to the interpreter, at this instruction, if the condition holds. */
void emit_leave_if(Translator *t, AsmCond cond);
/* Binds a forward jump at `from` (returned by asm_jump) to the current position. */
void emit_bind(Translator *t, u32 from);
/* Emitters of jumps, moves and calls. Where a rule needs an argument, it is what the name of the
 * parameter says: a condition (AsmCond), a number of slots, an instruction. */
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
void emit_leave(Translator *t, u32 arg);
/* Exits to the interpreter at pc, in the frame at `base`, if the condition holds. The frame is the
 * body's, or that of a function which it calls. */
void emit_leave_at(Translator *t, AsmCond cond, const Word *pc, const Body *body, u32 base);

/* ---- emit_call.c ---- */
/* Emitters of calls and returns. */
void emit_call(Translator *t, u32 arg);
void emit_call_closure(Translator *t, u32 arg);
void emit_call_method(Translator *t, u32 arg);
void emit_return_slots(Translator *t, u32 arg);
/* Emitters of interfaces with values that are in them, not in boxes; but emit_unbox opens small
 * boxes, too. */
void emit_is_type(Translator *t, u32 arg);
void emit_make_iface(Translator *t, u32 arg);
void emit_unbox(Translator *t, u32 arg);
/* The instruction is executed by a function of the VM. */
void emit_execute(Translator *t, u32 arg);
/* Goes to emit_execute if the condition holds, in code at the end, which comes back to where
 * emit_rare_return is. */
void emit_rare_if(Translator *t, AsmCond cond);
void emit_rare_return(Translator *t);
/* Emits the code of all rare cases; after the last instruction. */
void emit_rare_cases(Translator *t);
/* Makes the frame's deferred calls. */
void emit_run_defers(Translator *t, u32 arg);
/* Emits what the others share; `leave` is the offset of the exit with the pc in RAX and R in RDI.
 */
void emit_call_routines(Translator *t, u32 leave);

/* ---- emit_int.c ---- */
/* R[A] <- the condition as a bool, from the flags. */
void emit_store_cond(Translator *t, AsmCond cond);
/* Emitters of integer operations. `op` and `what` select the instruction of the processor, `result`
 * is the register (RAX or RDX) that has the quotient or the remainder. */
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
/* Sets the flags to the comparison of slot `first` with slot `second`. */
void emit_compare_ints(Translator *t, u32 first, u32 second);

/* ---- emit_float.c ---- */
/* Sets the flags to the comparison of slot `second` with slot `first`, so that the condition
 * "above" is false if one of them is a NaN. */
void emit_compare_floats(Translator *t, u32 first, u32 second);
/* Emitters of operations on floats. `convert` is the instruction that makes a float64, or a
 * float32, of an integer. */
void emit_binary_float(Translator *t, u32 op);
void emit_negate_float(Translator *t, u32 arg);
void emit_square_root(Translator *t, u32 arg);
void emit_round_float32(Translator *t, u32 arg);
/* to <- the float at `from`, converted by op from one precision to the other. The rest of the
 * register would be kept; setting it to 0 saves waiting for its old value. */
void emit_convert_float(Translator *t, AsmOp op, Reg to, Operand from);
void emit_int_to_float(Translator *t, u32 convert);
void emit_uint_to_float(Translator *t, u32 convert);
void emit_float_to_int(Translator *t, u32 arg);
void emit_float_to_uint(Translator *t, u32 arg);
void emit_compare_float(Translator *t, u32 cond);
void emit_compare_float_equal(Translator *t, u32 cond);

/* ---- emit_nan.c ---- */
/* Moves of a float32 between memory and registers of the unit: `to`, for the slot that the site
 * writes, <- the float32 at `from`, or that in XMM0 and RAX; XMM1 <- the float32 of the slot. They
 * clobber RAX, XMM0 and XMM1 only. */
void emit_widen_float32(Translator *t, u32 slot, Reg to, Operand from);
void emit_narrow_float32(Translator *t, u32 slot);
/* Emits the code for NaNs that are moved; after the last instruction. */
void emit_nan_cases(Translator *t);
/* Whether what the site's instruction writes to R[A] is no signalling NaN, if it is a float. */
bool emit_makes_quiet(const Translator *t);

/* ---- emit_memory.c ---- */
/* The argument of emit_load_element and emit_store_element: the instruction that loads or stores,
 * and elements of 1 << scale bytes. */
#define ELEMENT(op, scale) ((u32)(op) | (u32)(scale) << 24)
/* Emitters of memory accesses. `op` is the instruction that loads or stores a value of one slot,
 * `count` the number of slots of a larger one, 0: as many as the instruction's type has. */
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
/* `to` <- base + index * size, without a multiplication where two additions of multiples by 1, 2, 4
 * and 8 do. Clobbers RCX. */
void emit_add_scaled(Translator *t, Reg to, Reg base, Reg index, u32 size);
void emit_load_element(Translator *t, u32 arg);
void emit_store_element(Translator *t, u32 arg);
void emit_load_elements(Translator *t, u32 count);
void emit_store_elements(Translator *t, u32 count);
void emit_element_address(Translator *t, u32 arg);
void emit_array_address(Translator *t, u32 arg);
void emit_string_rune(Translator *t, u32 arg);

/* ---- emit_native.c ---- */
/* Emitter of calls of native functions that are native_is_quick. */
void emit_native(Translator *t, u32 arg);

/* ---- emit_slice.c ---- */
/* Emitters of slice expressions. */
void emit_slice(Translator *t, u32 arg);
void emit_slice_string(Translator *t, u32 arg);
/* Whether machine code takes the new object from the free memory; it is small. */
bool new_is_quick(const Unit *unit, const Site *site);
/* A new object; without free memory, it is a rare case. */
void emit_new(Translator *t, u32 arg);
/* Whether machine code can append the element where the slice has room, as it can where no access
 * is to be reported. */
bool append_is_quick(const Unit *unit, const Site *site);
/* Appends an element; without room, it is a rare case. */
void emit_append(Translator *t, u32 arg);

#endif
