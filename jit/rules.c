/* The translation table: one rule per opcode. An opcode without a rule, and every case that would
 * panic, exits to the interpreter before the instruction has had any effect. */
#include "jit/emit.h"

/* A conditional jump and its backwards form have the same rule. */
#define JUMPS(name, ...) [OP_J##name] = {__VA_ARGS__}, [OP_JB##name] = {__VA_ARGS__}

/* Executed by the function of the VM that JitState.execute finds. */
#define EXECUTE(name) [OP_##name] = {emit_execute, 0, "---"}

const Rule emit_rules[OP_COUNT] = {
    [OP_NOP] = {emit_nothing, 0, "---"},
    [OP_UNREACHABLE] = {emit_nothing, 0, "---"},
    [OP_MOV] = {emit_move, 1, "aa-"},
    [OP_MOV2] = {emit_move, 2, "aa-"},
    [OP_MOV3] = {emit_move, 3, "aa-"},
    [OP_MOVN] = {emit_move_many, 0, "aa-"},
    [OP_LDI] = {emit_const_int, 0, "a--"},
    [OP_LDK] = {emit_const_word, 0, "a--"},
    [OP_LDS] = {emit_const_string, 0, "i--"},
    [OP_LDFN] = {emit_const_func, 0, "i--"},
    [OP_ZERO] = {emit_zero, 0, "a--"},

    [OP_ADD] = {emit_commutative, ASM_ADD, "iii"},
    [OP_SUB] = {emit_ordered, ASM_SUB, "iii"},
    [OP_MUL] = {emit_commutative, ASM_IMUL, "iii"},
    [OP_DIV] = {emit_divide, RAX, "iii"},
    [OP_REM] = {emit_divide, RDX, "iii"},
    [OP_DIVU] = {emit_divide_unsigned, RAX, "iii"},
    [OP_REMU] = {emit_divide_unsigned, RDX, "iii"},
    [OP_AND] = {emit_commutative, ASM_AND, "iii"},
    [OP_OR] = {emit_commutative, ASM_OR, "iii"},
    [OP_XOR] = {emit_commutative, ASM_XOR, "iii"},
    [OP_ANDN] = {emit_and_not, 0, "iii"},
    [OP_SHL] = {emit_shift, SHIFT_SHL, "iii"},
    [OP_SHR] = {emit_shift_signed, 0, "iii"},
    [OP_SHRU] = {emit_shift, SHIFT_SHR, "iii"},
    [OP_ADDI] = {emit_add_imm, 0, "ii-"},
    [OP_MULI] = {emit_mul_imm, 0, "ii-"},
    [OP_ANDI] = {emit_and_imm, 0, "ii-"},
    [OP_SHLI] = {emit_shift_imm, SHIFT_SHL, "ii-"},
    [OP_SHRI] = {emit_shift_imm, SHIFT_SAR, "ii-"},
    [OP_SHRUI] = {emit_shift_imm, SHIFT_SHR, "ii-"},
    [OP_DIVI] = {emit_divide_imm, RAX, "ii-"},
    [OP_DIVP] = {emit_divide_power, 0, "ii-"},
    [OP_REMP] = {emit_remainder_power, 0, "ii-"},
    [OP_REMI] = {emit_divide_imm, RDX, "ii-"},
    [OP_NEG] = {emit_unary, UNARY_NEG, "ii-"},
    [OP_COM] = {emit_unary, UNARY_NOT, "ii-"},
    [OP_LNOT] = {emit_not_bool, 0, "ii-"},
    [OP_SX8] = {emit_convert_int, ASM_LOAD8S, "ii-"},
    [OP_SX16] = {emit_convert_int, ASM_LOAD16S, "ii-"},
    [OP_SX32] = {emit_convert_int, ASM_LOAD32S, "ii-"},
    [OP_ZX8] = {emit_convert_int, ASM_LOAD8U, "ii-"},
    [OP_ZX16] = {emit_convert_int, ASM_LOAD16U, "ii-"},
    [OP_ZX32] = {emit_convert_int, ASM_LOAD32U, "ii-"},
    [OP_CHKSHIFT] = {emit_check_shift, 0, "i--"},

    [OP_ADDF] = {emit_binary_float, ASM_ADDSD, "fff"},
    [OP_SUBF] = {emit_binary_float, ASM_SUBSD, "fff"},
    [OP_MULF] = {emit_binary_float, ASM_MULSD, "fff"},
    [OP_DIVF] = {emit_binary_float, ASM_DIVSD, "fff"},
    [OP_NEGF] = {emit_negate_float, 0, "ff-"},
    [OP_SQRTF] = {emit_square_root, 0, "ff-"},
    [OP_RNDF32] = {emit_round_float32, 0, "ff-"},
    [OP_I2F] = {emit_int_to_float, ASM_CVTSI2SD, "fi-"},
    [OP_U2F] = {emit_uint_to_float, ASM_CVTSI2SD, "fi-"},
    [OP_I2F32] = {emit_int_to_float, ASM_CVTSI2SS, "fi-"},
    [OP_U2F32] = {emit_uint_to_float, ASM_CVTSI2SS, "fi-"},
    [OP_F2I] = {emit_float_to_int, 0, "if-"},
    [OP_F2U] = {emit_float_to_uint, 0, "if-"},

    [OP_EQ] = {emit_compare, COND_E, "iii"},
    [OP_NE] = {emit_compare, COND_NE, "iii"},
    [OP_LT] = {emit_compare, COND_L, "iii"},
    [OP_LE] = {emit_compare, COND_LE, "iii"},
    [OP_LTU] = {emit_compare, COND_B, "iii"},
    [OP_LEU] = {emit_compare, COND_BE, "iii"},
    [OP_EQF] = {emit_compare_float_equal, COND_E, "iff"},
    [OP_NEF] = {emit_compare_float_equal, COND_NE, "iff"},
    [OP_LTF] = {emit_compare_float, COND_A, "iff"},
    [OP_LEF] = {emit_compare_float, COND_AE, "iff"},

    [OP_JMP] = {emit_goto_target, 0, "---"},
    [OP_JBACK] = {emit_goto_target, 0, "---"},
    JUMPS(T, emit_jump_bool, COND_NE, "i--"),
    JUMPS(F, emit_jump_bool, COND_E, "i--"),
    JUMPS(EQ, emit_jump_ints, COND_E, "ii-"),
    JUMPS(NE, emit_jump_ints, COND_NE, "ii-"),
    JUMPS(LT, emit_jump_ints, COND_L, "ii-"),
    JUMPS(LE, emit_jump_ints, COND_LE, "ii-"),
    JUMPS(LTU, emit_jump_ints, COND_B, "ii-"),
    JUMPS(LEU, emit_jump_ints, COND_BE, "ii-"),
    JUMPS(EQI, emit_jump_imm, COND_E, "i--"),
    JUMPS(NEI, emit_jump_imm, COND_NE, "i--"),
    JUMPS(LTI, emit_jump_imm, COND_L, "i--"),
    JUMPS(LEI, emit_jump_imm, COND_LE, "i--"),
    JUMPS(GTI, emit_jump_imm, COND_G, "i--"),
    JUMPS(GEI, emit_jump_imm, COND_GE, "i--"),
    JUMPS(LTF, emit_jump_floats, COND_A, "ff-"),
    JUMPS(LEF, emit_jump_floats, COND_AE, "ff-"),
    JUMPS(NLTF, emit_jump_floats, COND_BE, "ff-"),
    JUMPS(NLEF, emit_jump_floats, COND_B, "ff-"),
    JUMPS(EQF, emit_jump_floats_equal, 0, "ff-"),
    JUMPS(NEF, emit_jump_floats_differ, 0, "ff-"),

    [OP_LD8S] = {emit_load_field, ASM_LOAD8S, "ii-"},
    [OP_LD8U] = {emit_load_field, ASM_LOAD8U, "ii-"},
    [OP_LD16S] = {emit_load_field, ASM_LOAD16S, "ii-"},
    [OP_LD16U] = {emit_load_field, ASM_LOAD16U, "ii-"},
    [OP_LD32S] = {emit_load_field, ASM_LOAD32S, "ii-"},
    [OP_LD32U] = {emit_load_field, ASM_LOAD32U, "ii-"},
    [OP_LD64] = {emit_load_field, ASM_LOAD, "ai-"},
    [OP_LDF32] = {emit_load_field, ASM_CVTSS2SD, "fi-"},
    [OP_LD2] = {emit_load_fields, 2, "ai-"},
    [OP_LD3] = {emit_load_fields, 3, "ai-"},
    [OP_ST8] = {emit_store_field, ASM_STORE8, "ii-"},
    [OP_ST16] = {emit_store_field, ASM_STORE16, "ii-"},
    [OP_ST32] = {emit_store_field, ASM_STORE32, "ii-"},
    [OP_ST64] = {emit_store_field, ASM_STORE, "ia-"},
    [OP_STF32] = {emit_store_field, ASM_STORESS, "if-"},
    [OP_ST2] = {emit_store_fields, 2, "ia-"},
    [OP_ST3] = {emit_store_fields, 3, "ia-"},
    [OP_NILCHK] = {emit_check_nil, 0, "i--"},
    [OP_ADDP] = {emit_field_address, 0, "ii-"},

    [OP_GLD64] = {emit_load_global, 0, "a--"},
    [OP_GST64] = {emit_store_global, 0, "a--"},
    [OP_GADDR] = {emit_global_address, 0, "i--"},

    [OP_FLD8S] = {emit_load_part, ASM_LOAD8S, "ii-"},
    [OP_FLD8U] = {emit_load_part, ASM_LOAD8U, "ii-"},
    [OP_FLD16S] = {emit_load_part, ASM_LOAD16S, "ii-"},
    [OP_FLD16U] = {emit_load_part, ASM_LOAD16U, "ii-"},
    [OP_FLD32S] = {emit_load_part, ASM_LOAD32S, "ii-"},
    [OP_FLD32U] = {emit_load_part, ASM_LOAD32U, "ii-"},
    [OP_FLDF32] = {emit_load_part, ASM_CVTSS2SD, "fi-"},
    [OP_FST8] = {emit_store_part, ASM_STORE8, "mi-"},
    [OP_FST16] = {emit_store_part, ASM_STORE16, "mi-"},
    [OP_FST32] = {emit_store_part, ASM_STORE32, "mi-"},
    [OP_FSTF32] = {emit_store_part, ASM_STORESS, "mf-"},

    [OP_LDX8S] = {emit_load_element, ELEMENT(ASM_LOAD8S, 0), "iii"},
    [OP_LDX8U] = {emit_load_element, ELEMENT(ASM_LOAD8U, 0), "iii"},
    [OP_LDX16S] = {emit_load_element, ELEMENT(ASM_LOAD16S, 1), "iii"},
    [OP_LDX16U] = {emit_load_element, ELEMENT(ASM_LOAD16U, 1), "iii"},
    [OP_LDX32S] = {emit_load_element, ELEMENT(ASM_LOAD32S, 2), "iii"},
    [OP_LDX32U] = {emit_load_element, ELEMENT(ASM_LOAD32U, 2), "iii"},
    [OP_LDX64] = {emit_load_element, ELEMENT(ASM_LOAD, 3), "aii"},
    [OP_LDXF32] = {emit_load_element, ELEMENT(ASM_CVTSS2SD, 2), "fii"},
    [OP_LDX2] = {emit_load_elements, 2, "aii"},
    [OP_LDX3] = {emit_load_elements, 3, "aii"},
    [OP_STX8] = {emit_store_element, ELEMENT(ASM_STORE8, 0), "iii"},
    [OP_STX16] = {emit_store_element, ELEMENT(ASM_STORE16, 1), "iii"},
    [OP_STX32] = {emit_store_element, ELEMENT(ASM_STORE32, 2), "iii"},
    [OP_STX64] = {emit_store_element, ELEMENT(ASM_STORE, 3), "aii"},
    [OP_STXF32] = {emit_store_element, ELEMENT(ASM_STORESS, 2), "fii"},
    [OP_STX2] = {emit_store_elements, 2, "aii"},
    [OP_STX3] = {emit_store_elements, 3, "aii"},
    [OP_ADDRX] = {emit_element_address, 0, "iii"},
    [OP_ADDRA] = {emit_array_address, 0, "iii"},

    [OP_CAP] = {emit_captured, 0, "ai-"},
    [OP_CAPN] = {emit_all_captured, 0, "ai-"},
    [OP_STRIDX] = {emit_load_element, ELEMENT(ASM_LOAD8U, 0), "iii"},
    [OP_STRRUNE] = {emit_string_rune, 0, "iii"},

    [OP_CALLF] = {emit_call, 0, "---"},
    [OP_CALLC] = {emit_call_closure, 0, "---"},
    [OP_CALLI] = {emit_call_method, 0, "---"},
    [OP_RET] = {emit_return_slots, 0, "---"},
    [OP_RET0] = {emit_return_slots, 0, "---"},
    [OP_RET1] = {emit_return_slots, 0, "---"},

    EXECUTE(MINF),
    EXECUTE(MAXF),
    EXECUTE(EQSTR),
    EXECUTE(LTSTR),
    EXECUTE(LESTR),
    EXECUTE(EQIF),
    EXECUTE(EQT),
    [OP_LDN] = {emit_load_fields, 0, "ai-"},
    [OP_STN] = {emit_store_fields, 0, "ia-"},
    [OP_LDXN] = {emit_load_elements, 0, "aii"},
    [OP_STXN] = {emit_store_elements, 0, "aii"},
    EXECUTE(FLDN),
    EXECUTE(FSTN),
    [OP_SLICE] = {emit_slice, 0, "iai"},
    EXECUTE(SLICEA),
    [OP_SLICESTR] = {emit_slice_string, 0, "iai"},
    EXECUTE(S2ARRP),
    [OP_NEW] = {emit_new, 0, "i--"},
    EXECUTE(MKSLICE),
    EXECUTE(MKMAP),
    EXECUTE(CLOSURE),
    EXECUTE(PACK),
    EXECUTE(APPEND),
    [OP_APPEND1] = {emit_append, 0, "iia"},
    EXECUTE(COPY),
    EXECUTE(CLEARS),
    EXECUTE(CONCAT),
    EXECUTE(STR2BYTES),
    EXECUTE(BYTES2STR),
    EXECUTE(STR2RUNES),
    EXECUTE(RUNES2STR),
    EXECUTE(RUNE2STR),
    EXECUTE(MAPGET),
    EXECUTE(MAPGET2),
    EXECUTE(MAPSET),
    EXECUTE(MAPDEL),
    EXECUTE(MAPLEN),
    EXECUTE(MAPCLEAR),
    EXECUTE(MAPITER),
    EXECUTE(MAPNEXT),
    [OP_MKIFACE] = {emit_make_iface, 0, "ia-"},
    EXECUTE(ASSERT),
    EXECUTE(ASSERT2),
    EXECUTE(ASSERTI),
    EXECUTE(ASSERTI2),
    [OP_ISTYPE] = {emit_is_type, 0, "ii-"},
    EXECUTE(IMPLS),
    [OP_UNBOX] = {emit_unbox, 0, "ai-"},
    [OP_CALLN] = {emit_native, 0, "---"},
    EXECUTE(DEFER),
    [OP_RUNDEFERS] = {emit_run_defers, 0, "---"},
    EXECUTE(RECOVER),
};

static Class class_of(char letter)
{
    switch (letter) {
    case 'i': return CLASS_INT;
    case 'f': return CLASS_FLOAT;
    case 'a': return CLASS_ANY;
    case 'm': return CLASS_MEMORY;
    default: return CLASS_NONE;
    }
}

Classes classes_of(Op op)
{
    const Rule *rule = &emit_rules[op];
    if (!rule->emit || rule->classes[0] == '-')
        return (Classes){0};
    return (Classes){true, class_of(rule->classes[0]), class_of(rule->classes[1]),
                     class_of(rule->classes[2])};
}

/* The most slots of a value that machine code copies itself. */
enum { MOST_SLOTS = 32 };

/* Whether a value of the type in memory is what it is in registers, and machine code copies it. */
static bool is_words(const RType *type)
{
    return !(type->flags & (RT_SCALAR | RT_BIG)) && type->slots && type->slots <= MOST_SLOTS &&
           type->size == type->slots * sizeof(u64);
}

/* Whether the VM is to do it, because of the type: the value is in a box to be made, is large, or
 * takes no whole slots. */
static bool has_odd_value(const Unit *unit, const Site *site)
{
    switch (site_op(site)) {
    case OP_MKIFACE: return !(site_type(unit, site)->flags & RT_DIRECT);
    case OP_UNBOX: return site_type(unit, site)->slots > MOST_SLOTS;
    case OP_LDN:
    case OP_STN:
    case OP_LDXN:
    case OP_STXN: return !is_words(site_type(unit, site)) || (unit->filtered && site_watched(site));
    default: return false;
    }
}

SiteKind site_rule(const Unit *unit, u32 at)
{
    const Site *site = &unit->sites.data[at];
    const Rule *rule = site->end ? NULL : &emit_rules[site_op(site)];
    if (!rule || !rule->emit)
        return SITE_EXIT;
    if (rule->emit == emit_execute || has_odd_value(unit, site))
        return SITE_EXECUTE;
    if (rule->emit == emit_append)
        return append_is_quick(unit, site) ? SITE_PARTLY : SITE_EXECUTE;
    if (rule->emit == emit_native)
        return native_is_quick(unit, site) ? SITE_PLAIN : SITE_EXECUTE;
    if (rule->emit == emit_new)
        return new_is_quick(unit, site) ? SITE_PARTLY : SITE_EXECUTE;
    if (rule->emit == emit_string_rune)
        return SITE_PARTLY;
    if (rule->emit == emit_run_defers)
        return SITE_DEFERS;
    if (rule->emit == emit_return_slots)
        return site->body->caller ? SITE_RETURN_INLINED : SITE_RETURN;
    bool calls = op_info[site_op(site)].flags & CALLS && !(op_info[site_op(site)].flags & JUMP);
    return calls && !call_is_inlined(unit, at) ? SITE_CALL : SITE_PLAIN;
}
