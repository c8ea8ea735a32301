/* The encoder for arm64: each instruction of jit/asm.h becomes one or a few that do the same to
 * registers, memory and those flags that emitters look at. */
#include "jit/asm.h"

#ifdef __aarch64__

#include <string.h>

/* Registers: arguments of C functions are where those functions expect them, as is what they
 * preserve. X18 belongs to the system. */
static const u8 general[] = {
    [RAX] = 8, [RCX] = 3, [RDX] = 2, [RBX] = 19, [RSP] = 31, [RBP] = 20, [RSI] = 1,  [RDI] = 0,
    [R8] = 4,  [R9] = 5,  [R10] = 6, [R11] = 7,  [R12] = 21, [R13] = 22, [R14] = 23, [R15] = 24,
};
/* The encoder's own: of constants, of values from memory, of addresses. The number of the stack
 * pointer is, where an instruction does not mean that, a register that is 0. */
enum { X_CONST = 15, X_VALUE = 16, X_PLACE = 17, X_LINK = 30, X_SP = 31, X_ZERO = 31 };
enum { D_RESULT = 30, D_VALUE = 31 };

/* Conditions. Flipping the lowest bit negates one here, too. */
enum {
    IF_EQ,
    IF_NE,
    IF_HS,
    IF_LO,
    IF_MI,
    IF_VS = 6,
    IF_VC,
    IF_HI,
    IF_LS,
    IF_GE,
    IF_LT,
    IF_GT,
    IF_LE
};
static const u8 conditions[] = {
    [COND_B] = IF_LO,  [COND_AE] = IF_HS, [COND_E] = IF_EQ, [COND_NE] = IF_NE, [COND_BE] = IF_LS,
    [COND_A] = IF_HI,  [COND_S] = IF_MI,  [COND_P] = IF_VS, [COND_NP] = IF_VC, [COND_L] = IF_LT,
    [COND_GE] = IF_GE, [COND_LE] = IF_LE, [COND_G] = IF_GT,
};

/* Opcodes, named as in Arm's manual, with registers and constants 0. */
enum {
    A_ADD = 0x8b000000,
    A_SUB = 0xcb000000,
    A_SUBS = 0xeb000000,
    A_SUBS32 = 0x6b000000,
    A_SUBS_EXTENDED = 0xeb206000, /* of the stack pointer */
    A_ADD_IMM = 0x91000000,
    A_ADDS_IMM = 0xb1000000,
    A_SUB_IMM = 0xd1000000,
    A_SUBS_IMM = 0xf1000000,
    A_AND = 0x8a000000,
    A_ANDS = 0xea000000,
    A_ANDS32 = 0x6a000000,
    A_BIC = 0x8a200000,
    A_ORR = 0xaa000000,
    A_ORR32 = 0x2a000000,
    A_ORN = 0xaa200000,
    A_EOR = 0xca000000,
    A_MUL = 0x9b007c00,
    A_MSUB = 0x9b008000,
    A_SMULH = 0x9b407c00,
    A_UMULH = 0x9bc07c00,
    A_UDIV = 0x9ac00800,
    A_SDIV = 0x9ac00c00,
    A_LSLV = 0x9ac02000,
    A_LSRV = 0x9ac02400,
    A_ASRV = 0x9ac02800,
    A_SBFM = 0x93400000,
    A_UBFM = 0xd3400000,
    A_UBFM32 = 0x53000000,
    A_MOVN = 0x92800000,
    A_MOVZ = 0xd2800000,
    A_MOVK = 0xf2800000,
    A_CSEL = 0x9a800000,
    A_CSINC = 0x9a800400,
    A_CSINV = 0xda800000,
    A_RBIT = 0xdac00000,
    A_CLZ = 0xdac01000,
    A_ADR = 0x10000000,
    A_B = 0x14000000,
    A_B_COND = 0x54000000,
    A_BL = 0x94000000,
    A_BLR = 0xd63f0000,
    A_RET = 0xd65f03c0,
    A_LDR = 0xf9400000,
    A_STR = 0xf9000000,
    A_PUSH = 0xf81f0fe0, /* STR to [SP, -16]! */
    A_POP = 0xf84107e0,  /* LDR from [SP], 16 */
    A_LDR_W = 0xb9400000,
    A_LDRSW = 0xb9800000,
    A_LDRH = 0x79400000,
    A_LDRSH = 0x79800000,
    A_LDRB = 0x39400000,
    A_LDRSB = 0x39800000,
    A_STR_W = 0xb9000000,
    A_STRH = 0x79000000,
    A_STRB = 0x39000000,
    A_LDR_D = 0xfd400000,
    A_LDR_S = 0xbd400000,
    A_STR_D = 0xfd000000,
    A_STR_S = 0xbd000000,
    A_FMOV = 0x1e604000,
    A_FMOV_TO_D = 0x9e670000,
    A_FMOV_FROM_D = 0x9e660000,
    A_FADD_S = 0x1e202800,
    A_FADD = 0x1e602800,
    A_FSUB = 0x1e603800,
    A_FMUL = 0x1e600800,
    A_FDIV = 0x1e601800,
    A_FSQRT = 0x1e61c000,
    A_FNEG = 0x1e614000,
    A_FCMP_S = 0x1e202000,
    A_FCMP = 0x1e602000,
    A_FCCMP_S = 0x1e200400,
    A_FCCMP = 0x1e600400,
    A_FCVT_S_TO_D = 0x1e22c000,
    A_FCVT_D_TO_S = 0x1e624000,
    A_SCVTF = 0x9e620000,
    A_SCVTF_S = 0x9e220000,
    A_FCVTZS = 0x9e780000,
    A_EOR_V = 0x6e201c00,
    A_MOVI_ZERO = 0x2f00e400,
    A_CNT = 0x0e205800,
    A_ADDV = 0x0e31b800,
};

/* ---- instructions of arm64 ---- */

static void word(Buf *code, u32 value)
{
    buf_add(code, (const char *)&value, sizeof value);
}

/* rd <- rn op rm */
static void three(Buf *code, u32 op, u32 rd, u32 rn, u32 rm)
{
    word(code, op | rm << 16 | rn << 5 | rd);
}

/* rd <- op rn */
static void two(Buf *code, u32 op, u32 rd, u32 rn)
{
    word(code, op | rn << 5 | rd);
}

static void move(Buf *code, u32 rd, u32 rm)
{
    three(code, A_ORR, rd, X_ZERO, rm);
}

/* rd <- value, 16 bits at a time; what most of these have begins it. */
static void constant(Buf *code, u32 rd, u64 value)
{
    u32 zeroes = 0, ones = 0;
    for (u32 at_bit = 0; at_bit < 64; at_bit += 16) {
        zeroes += (value >> at_bit & 0xffff) == 0;
        ones += (value >> at_bit & 0xffff) == 0xffff;
    }
    u64 rest = ones > zeroes ? ~value : value;
    u32 first = rest ? (u32)__builtin_ctzll(rest) / 16 : 0;
    word(code, (ones > zeroes ? A_MOVN : A_MOVZ) | first << 21 |
                   (u32)(rest >> first * 16 & 0xffff) << 5 | rd);
    for (u32 i = first + 1; i < 4; i++)
        if (rest >> i * 16 & 0xffff)
            word(code, A_MOVK | i << 21 | (u32)(value >> i * 16 & 0xffff) << 5 | rd);
}

/* rd <- rn + value; both may be the stack pointer. */
static void add(Buf *code, u32 rd, u32 rn, i64 value)
{
    u64 size = value < 0 ? -(u64)value : (u64)value;
    if (size < 1 << 12) {
        word(code, (value < 0 ? A_SUB_IMM : A_ADD_IMM) | (u32)size << 10 | rn << 5 | rd);
        return;
    }
    CHECK(rd != X_SP && rn != X_SP);
    constant(code, X_CONST, (u64)value);
    three(code, A_ADD, rd, rn, X_CONST);
}

/* Sets the flags to the comparison of rn with value. */
static void compare(Buf *code, u32 rn, i64 value)
{
    if (value >= 0 && value < 1 << 12) {
        word(code, A_SUBS_IMM | (u32)value << 10 | rn << 5 | X_ZERO);
    } else if (value < 0 && value > -(1 << 12)) {
        word(code, A_ADDS_IMM | (u32)-value << 10 | rn << 5 | X_ZERO);
    } else {
        constant(code, X_CONST, (u64)value);
        three(code, A_SUBS, X_ZERO, rn, X_CONST);
    }
}

/* rd <- rn shifted by count < 64. */
static void shift(Buf *code, AsmShift what, u32 rd, u32 rn, u32 count)
{
    u32 op = what == SHIFT_SAR ? A_SBFM : A_UBFM, last = 63;
    if (what == SHIFT_SHL) {
        last = 63 - count;
        count = -count & 63;
    }
    word(code, op | count << 16 | last << 10 | rn << 5 | rd);
}

/* The address of the place without its displacement, in X_PLACE or its base. */
static u32 base_of(Buf *code, Operand place)
{
    u32 base = general[place.base];
    if (place.index == NO_REG)
        return base;
    CHECK(base != X_SP && place.index != RSP && place.scale <= 3);
    three(code, A_ADD | (u32)place.scale << 10, X_PLACE, base, general[place.index]);
    return X_PLACE;
}

/* Loads or stores rt, of 1 << size bytes; op has a displacement of 12 bits. */
static void transfer(Buf *code, u32 op, u32 size, u32 rt, Operand place)
{
    enum { SCALED = 1 << 24, BY_REGISTER = 1 << 21 | 3 << 13 | 2 << 10, SHIFTED = 1 << 12 };
    if (place.index != NO_REG && !place.disp && (!place.scale || place.scale == size)) {
        u32 form = BY_REGISTER | (place.scale ? SHIFTED : 0);
        three(code, (op & ~(u32)SCALED) | form, rt, general[place.base], general[place.index]);
        return;
    }
    u32 base = base_of(code, place), disp = (u32)place.disp;
    if (disp >> size << size == disp && disp >> size < 1 << 12) {
        word(code, op | disp >> size << 10 | base << 5 | rt);
    } else if (place.disp >= -256 && place.disp < 256) {
        word(code, (op & ~(u32)SCALED) | (disp & 0x1ff) << 12 | base << 5 | rt);
    } else {
        add(code, X_PLACE, base, place.disp);
        word(code, op | X_PLACE << 5 | rt);
    }
}

/* ---- operands ---- */

/* A register with the value of the place. */
static u32 value_of(Buf *code, Operand place)
{
    if (!place.memory && place.reg != RSP)
        return general[place.reg];
    if (place.memory)
        transfer(code, A_LDR, 3, X_VALUE, place);
    else
        add(code, X_VALUE, X_SP, 0);
    return X_VALUE;
}

/* The registers 8 to 15 of arm64 are not for the taking: C functions preserve them. */
static u32 float_register(u32 reg)
{
    return reg < 8 ? reg : reg + 8;
}

/* A float register with the float64 or, if single, the float32 at the place. */
static u32 float_of(Buf *code, Operand place, bool single)
{
    if (!place.memory)
        return float_register(place.reg);
    transfer(code, single ? A_LDR_S : A_LDR_D, single ? 2 : 3, D_VALUE, place);
    return D_VALUE;
}

/* ---- kinds of instructions of jit/asm.h ---- */

/* A load or store of 1 << size bytes: the instruction on memory, and the one that does the same to
 * a register, whose number goes to the bits from `operand` on; 0: stores have none. */
typedef struct Transfer {
    AsmOp op;
    u32 memory, size;
    u32 move, operand;
} Transfer;

static const Transfer transfers[] = {
    {ASM_LOAD, A_LDR, 3, A_ORR | X_ZERO << 5, 16},
    {ASM_LOAD32U, A_LDR_W, 2, A_ORR32 | X_ZERO << 5, 16},
    {ASM_LOAD32S, A_LDRSW, 2, A_SBFM | 31 << 10, 5},
    {ASM_LOAD16U, A_LDRH, 1, A_UBFM32 | 15 << 10, 5},
    {ASM_LOAD16S, A_LDRSH, 1, A_SBFM | 15 << 10, 5},
    {ASM_LOAD8U, A_LDRB, 0, A_UBFM32 | 7 << 10, 5},
    {ASM_LOAD8S, A_LDRSB, 0, A_SBFM | 7 << 10, 5},
    {ASM_STORE, A_STR, 3, 0, 0},
    {ASM_STORE32, A_STR_W, 2, 0, 0},
    {ASM_STORE16, A_STRH, 1, 0, 0},
    {ASM_STORE8, A_STRB, 0, 0, 0},
};

static bool encode_transfer(Buf *code, AsmOp op, Reg reg, Operand place)
{
    for (const Transfer *t = transfers; t < transfers + COUNT_OF(transfers); t++) {
        if (t->op != op)
            continue;
        if (reg == RSP) { /* a store to memory */
            CHECK(op == ASM_STORE && place.memory);
            add(code, X_VALUE, X_SP, 0);
            transfer(code, A_STR, 3, X_VALUE, place);
        } else if (place.memory) {
            transfer(code, t->memory, t->size, general[reg], place);
        } else {
            CHECK(t->move);
            word(code, t->move | general[place.reg] << t->operand | general[reg]);
        }
        return true;
    }
    return false;
}

/* The stack pointer is moved by other instructions than others are. */
static bool encode_stack(Buf *code, AsmOp op, Reg reg, Operand place)
{
    if (op == ASM_LOAD && (reg == RSP || (!place.memory && place.reg == RSP))) {
        u32 value = place.memory ? value_of(code, place) : general[place.reg];
        add(code, general[reg], value, 0);
    } else if (op == ASM_CMP && reg == RSP) {
        three(code, A_SUBS_EXTENDED, X_ZERO, X_SP, value_of(code, place));
    } else if (op == ASM_TEST && reg == RSP) {
        compare(code, X_SP, 0);
    } else {
        return false;
    }
    return true;
}

/* reg <- reg op place: only what is `and` sets the flags. */
static bool encode_integer(Buf *code, AsmOp op, Reg reg, Operand place)
{
    static const struct {
        AsmOp op;
        u32 code;
    } ops[] = {{ASM_ADD, A_ADD}, {ASM_SUB, A_SUB}, {ASM_AND, A_ANDS},
               {ASM_OR, A_ORR},  {ASM_XOR, A_EOR}, {ASM_IMUL, A_MUL}};
    for (u32 i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].op == op) {
            three(code, ops[i].code, general[reg], general[reg], value_of(code, place));
            return true;
        }
    return false;
}

/* Whether a bit of the place is set, as a borrow. */
static void test_bit(Buf *code, Reg bit, Operand place)
{
    three(code, A_LSRV, X_VALUE, value_of(code, place), general[bit]);
    constant(code, X_CONST, 1);
    three(code, A_AND, X_VALUE, X_VALUE, X_CONST);
    three(code, A_SUBS, X_ZERO, X_ZERO, X_VALUE);
}

static void change_bit(Buf *code, u32 op, Reg bit, Reg of)
{
    constant(code, X_CONST, 1);
    three(code, A_LSLV, X_CONST, X_CONST, general[bit]);
    three(code, op, general[of], general[of], X_CONST);
}

/* rd <- the number of the lowest or the highest bit; the zero flag says that there is none. */
static void find_bit(Buf *code, bool lowest, u32 rd, Operand place)
{
    u32 value = value_of(code, place);
    compare(code, value, 0);
    if (lowest)
        two(code, A_RBIT, X_VALUE, value);
    two(code, A_CLZ, rd, lowest ? X_VALUE : value);
    if (lowest)
        return;
    constant(code, X_CONST, 63);
    three(code, A_SUB, rd, X_CONST, rd);
}

static void count_bits(Buf *code, u32 rd, Operand place)
{
    two(code, A_FMOV_TO_D, D_VALUE, value_of(code, place));
    two(code, A_CNT, D_VALUE, D_VALUE);
    two(code, A_ADDV, D_VALUE, D_VALUE);
    two(code, A_FMOV_FROM_D, rd, D_VALUE);
}

static void compare_halves(Buf *code, Reg reg, Operand place)
{
    word(code, A_UBFM32 | 15 << 10 | general[reg] << 5 | X_CONST);
    if (place.memory)
        transfer(code, A_LDRH, 1, X_VALUE, place);
    else
        word(code, A_UBFM32 | 15 << 10 | general[place.reg] << 5 | X_VALUE);
    three(code, A_SUBS32, X_ZERO, X_CONST, X_VALUE);
}

static void compare_words(Buf *code, Reg reg, Operand place)
{
    u32 value = X_VALUE;
    if (place.memory)
        transfer(code, A_LDR_W, 2, X_VALUE, place);
    else
        value = general[place.reg];
    three(code, A_SUBS32, X_ZERO, general[reg], value);
}

static void load_address(Buf *code, u32 rd, Operand place)
{
    if (place.index != NO_REG && !place.disp)
        three(code, A_ADD | (u32)place.scale << 10, rd, general[place.base], general[place.index]);
    else
        add(code, rd, base_of(code, place), place.disp);
}

static bool encode_other_integer(Buf *code, AsmOp op, Reg reg, Operand place)
{
    u32 rd = general[reg];
    switch (op) {
    case ASM_CMP: three(code, A_SUBS, X_ZERO, rd, value_of(code, place)); break;
    case ASM_CMP32: compare_words(code, reg, place); break;
    case ASM_CMP16: compare_halves(code, reg, place); break;
    case ASM_TEST: three(code, A_ANDS, X_ZERO, rd, value_of(code, place)); break;
    case ASM_TEST8:
        constant(code, X_CONST, 0xff);
        three(code, A_AND, X_CONST, X_CONST, rd);
        three(code, A_ANDS32, X_ZERO, X_CONST, general[place.reg]);
        break;
    case ASM_LEA: load_address(code, rd, place); break;
    case ASM_BT: test_bit(code, reg, place); break;
    case ASM_BTS: change_bit(code, A_ORR, reg, place.reg); break;
    case ASM_BTR: change_bit(code, A_BIC, reg, place.reg); break;
    case ASM_BSF: find_bit(code, true, rd, place); break;
    case ASM_BSR: find_bit(code, false, rd, place); break;
    case ASM_POPCNT: count_bits(code, rd, place); break;
    case ASM_CMOVE:
    case ASM_CMOVA: {
        u32 cond = op == ASM_CMOVE ? IF_EQ : IF_HI;
        three(code, A_CSEL | cond << 12, rd, value_of(code, place), rd);
        break;
    }
    default: return false;
    }
    return true;
}

/* The flags of a comparison with a NaN are made those of x86-64: as if less, but for the overflow.
 */
static void compare_floats(Buf *code, bool single, u32 rn, u32 rm)
{
    enum { OVERFLOW = 1 };
    three(code, single ? A_FCMP_S : A_FCMP, 0, rn, rm);
    three(code, (single ? A_FCCMP_S : A_FCCMP) | IF_VC << 12, OVERFLOW, rn, rm);
}

/* rd <- the integer part; -2^63 for a NaN and for what has no place in 64 bits. */
static void convert_to_int(Buf *code, u32 rd, u32 rn)
{
    two(code, A_FCVTZS, rd, rn);
    word(code, A_ADDS_IMM | 1 << 10 | rd << 5 | X_VALUE); /* overflows after too large a float */
    three(code, A_CSEL | IF_VS << 12, rd, X_VALUE, rd);
    constant(code, X_VALUE, 1ull << 63);
    three(code, A_FCMP, 0, rn, rn);
    three(code, A_CSEL | IF_VS << 12, rd, X_VALUE, rd);
}

/* Emits a jump over what follows, unless rn is a NaN; its place, for over(). */
static u32 unless_nan(Buf *code, u32 rn)
{
    three(code, A_FCMP, 0, rn, rn);
    word(code, A_B_COND | IF_VC);
    return code->len - sizeof(u32);
}

static void over(Buf *code, u32 jump)
{
    asm_set_target(code, jump, code->len);
}

/* As num_nan: D_RESULT, which is the result of an operation on rn and rm, is a NaN. */
static void choose_nan(Buf *code, u32 rn, u32 rm)
{
    u32 first = unless_nan(code, rn);
    three(code, A_FADD, D_RESULT, rn, rn);
    u32 done = asm_jump(code, COND_ALWAYS);
    over(code, first);
    u32 second = unless_nan(code, rm);
    three(code, A_FADD, D_RESULT, rm, rm);
    u32 also_done = asm_jump(code, COND_ALWAYS);
    over(code, second);
    two(code, A_FNEG, D_RESULT, D_RESULT);
    over(code, done);
    over(code, also_done);
}

/* rd <- rn op rm, where the processor's NaNs may not be those of x86-64. */
static void operate(Buf *code, u32 op, u32 rd, u32 rn, u32 rm)
{
    if (op == A_FSQRT)
        two(code, op, D_RESULT, rm);
    else
        three(code, op, D_RESULT, rn, rm);
    u32 usual = unless_nan(code, D_RESULT);
    choose_nan(code, rn, rm);
    over(code, usual);
    two(code, A_FMOV, rd, D_RESULT);
}

/* Operations on float registers, or on one and a place. */
static bool encode_float(Buf *code, AsmOp op, Reg reg, Operand place)
{
    static const struct {
        AsmOp op;
        u32 code;
        bool single, moves;
    } ops[] = {
        {ASM_ADDSD, A_FADD, false, false},         {ASM_SUBSD, A_FSUB, false, false},
        {ASM_MULSD, A_FMUL, false, false},         {ASM_DIVSD, A_FDIV, false, false},
        {ASM_SQRTSD, A_FSQRT, false, false},       {ASM_MOVAPS, A_FMOV, false, true},
        {ASM_CVTSS2SD, A_FCVT_S_TO_D, true, true}, {ASM_CVTSD2SS, A_FCVT_D_TO_S, false, true}};
    u32 rd = float_register(reg);
    for (u32 i = 0; i < COUNT_OF(ops); i++) {
        if (ops[i].op != op)
            continue;
        u32 value = float_of(code, place, ops[i].single);
        if (ops[i].moves)
            two(code, ops[i].code, rd, value);
        else
            operate(code, ops[i].code, rd, op == ASM_SQRTSD ? value : rd, value);
        return true;
    }
    return false;
}

static bool encode_other_float(Buf *code, AsmOp op, Reg reg, Operand place)
{
    u32 rd = float_register(reg);
    switch (op) {
    case ASM_XORPS:
        if (float_register(place.reg) == rd)
            word(code, A_MOVI_ZERO | rd);
        else
            three(code, A_EOR_V, rd, rd, float_register(place.reg));
        break;
    case ASM_ADDSS: three(code, A_FADD_S, rd, rd, float_of(code, place, true)); break;
    case ASM_UCOMISD: compare_floats(code, false, rd, float_of(code, place, false)); break;
    case ASM_UCOMISS: compare_floats(code, true, rd, float_of(code, place, true)); break;
    case ASM_LOADSD: transfer(code, A_LDR_D, 3, rd, place); break;
    case ASM_STORESD: transfer(code, A_STR_D, 3, rd, place); break;
    case ASM_STORESS: transfer(code, A_STR_S, 2, rd, place); break;
    case ASM_CVTSI2SD: two(code, A_SCVTF, rd, value_of(code, place)); break;
    case ASM_CVTSI2SS: two(code, A_SCVTF_S, rd, value_of(code, place)); break;
    case ASM_CVTTSD2SI: convert_to_int(code, general[reg], float_of(code, place, false)); break;
    case ASM_TO_XMM: two(code, A_FMOV_TO_D, rd, general[place.reg]); break;
    case ASM_FROM_XMM: two(code, A_FMOV_FROM_D, general[place.reg], rd); break;
    default: return false;
    }
    return true;
}

/* ---- jit/asm.h ---- */

void asm_op(Buf *code, AsmOp op, Reg reg, Operand place)
{
    CHECK(reg < XMM_COUNT && (place.memory ? place.base : place.reg) < XMM_COUNT);
    if (!encode_stack(code, op, reg, place) && !encode_transfer(code, op, reg, place) &&
        !encode_integer(code, op, reg, place) && !encode_other_integer(code, op, reg, place) &&
        !encode_float(code, op, reg, place) && !encode_other_float(code, op, reg, place))
        BUG("every instruction of jit/asm.h has a case");
}

void asm_imm(Buf *code, AsmImm what, Operand place, i32 value)
{
    static const u32 ops[] = {[IMM_OR] = A_ORR, [IMM_AND] = A_ANDS, [IMM_XOR] = A_EOR};
    if (!place.memory && place.reg == RSP) {
        CHECK(what == IMM_AND && value == -16); /* as it always is */
        return;
    }
    u32 reg = value_of(code, place);
    if (what == IMM_CMP) {
        compare(code, reg, value);
        return;
    }
    if (what == IMM_ADD || what == IMM_SUB) {
        add(code, reg, reg, what == IMM_ADD ? value : -(i64)value);
    } else {
        constant(code, X_CONST, (u64)(i64)value);
        three(code, ops[what], reg, reg, X_CONST);
    }
    if (place.memory)
        transfer(code, A_STR, 3, reg, place);
}

void asm_imul_imm(Buf *code, Reg reg, Operand place, i32 value)
{
    u32 factor = value_of(code, place);
    constant(code, X_CONST, (u64)(i64)value);
    three(code, A_MUL, general[reg], factor, X_CONST);
}

void asm_shift(Buf *code, AsmShift what, Reg reg, u32 count)
{
    CHECK(count < 64 && reg < XMM_COUNT);
    shift(code, what, general[reg], general[reg], count);
}

void asm_shift_cl(Buf *code, AsmShift what, Reg reg)
{
    u32 op = what == SHIFT_SHL ? A_LSLV : what == SHIFT_SHR ? A_LSRV : A_ASRV;
    three(code, op, general[reg], general[reg], general[RCX]);
}

void asm_unary(Buf *code, AsmUnary what, Reg reg)
{
    u32 rn = general[reg], low = general[RAX], high = general[RDX];
    switch (what) {
    case UNARY_NOT: three(code, A_ORN, rn, X_ZERO, rn); break;
    case UNARY_NEG: three(code, A_SUB, rn, X_ZERO, rn); break;
    case UNARY_MUL:
    case UNARY_IMUL:
        three(code, what == UNARY_MUL ? A_UMULH : A_SMULH, X_VALUE, low, rn);
        three(code, A_MUL, low, low, rn);
        move(code, high, X_VALUE);
        break;
    case UNARY_DIV:
    case UNARY_IDIV: /* the upper half says nothing but the sign */
        three(code, what == UNARY_DIV ? A_UDIV : A_SDIV, X_VALUE, low, rn);
        three(code, A_MSUB | low << 10, high, X_VALUE, rn);
        move(code, low, X_VALUE);
        break;
    }
}

void asm_sign_of_rax(Buf *code)
{
    shift(code, SHIFT_SAR, general[RDX], general[RAX], 63);
}

void asm_carry_mask(Buf *code, Reg reg)
{
    three(code, A_CSINV | (IF_LO ^ 1) << 12, general[reg], X_ZERO, X_ZERO);
}

void asm_dec(Buf *code, Reg reg)
{
    word(code, A_SUBS_IMM | 1 << 10 | general[reg] << 5 | general[reg]);
}

void asm_const(Buf *code, Reg reg, u64 value)
{
    constant(code, general[reg], value);
}

void asm_move_imm(Buf *code, Reg reg, i32 value)
{
    constant(code, general[reg], (u64)(i64)value);
}

void asm_store_imm(Buf *code, Operand place, i32 value)
{
    if (value)
        constant(code, X_VALUE, (u64)(i64)value);
    transfer(code, A_STR, 3, value ? X_VALUE : X_ZERO, place);
}

void asm_set(Buf *code, AsmCond cond, Reg reg)
{
    three(code, A_CSINC | (conditions[cond] ^ 1u) << 12, general[reg], X_ZERO, X_ZERO);
}

void asm_push(Buf *code, Reg reg)
{
    word(code, A_PUSH | general[reg]);
}

void asm_pop(Buf *code, Reg reg)
{
    word(code, A_POP | general[reg]);
}

void asm_entered(Buf *code)
{
    word(code, A_PUSH | X_LINK);
}

void asm_ret(Buf *code)
{
    word(code, A_POP | X_LINK);
    word(code, A_RET);
}

void asm_ret_to_c(Buf *code)
{
    move(code, 0, general[RAX]);
    asm_ret(code);
}

void asm_call_place(Buf *code, Operand place)
{
    two(code, A_BLR, 0, value_of(code, place));
}

void asm_call_c(Buf *code, Operand place)
{
    asm_call_place(code, place);
    move(code, general[RAX], 0);
}

u32 asm_call(Buf *code)
{
    word(code, A_BL);
    return code->len - sizeof(u32);
}

u32 asm_address(Buf *code, Reg reg)
{
    word(code, A_ADR | general[reg]);
    return code->len - sizeof(u32);
}

u32 asm_jump(Buf *code, AsmCond cond)
{
    word(code, cond == COND_ALWAYS ? A_B : A_B_COND | conditions[cond]);
    return code->len - sizeof(u32);
}

void asm_set_target(Buf *code, u32 from, u32 to)
{
    u32 in;
    CHECK(from + sizeof in <= code->len && to <= code->len);
    memcpy(&in, code->data + from, sizeof in);
    u32 bytes = to - from, words = bytes / sizeof in;
    if ((in & 0x9f000000) == A_ADR)
        in |= (bytes & 3) << 29 | (bytes >> 2 & 0x7ffff) << 5;
    else if ((in & 0xff000000) == A_B_COND)
        in |= (words & 0x7ffff) << 5;
    else
        in |= words & 0x3ffffff;
    memcpy(code->data + from, &in, sizeof in);
}

#endif
