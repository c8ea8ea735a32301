/* The encoder for arm64 compared with the output of an assembler, whatever processor the test runs
 * on: what it encodes is text to it. */
#undef __aarch64__
#define __aarch64__ 1 // NOLINT(bugprone-reserved-identifier)
#include "jit/a64.c"  // NOLINT(bugprone-suspicious-include)
#include "tests/unit/test.h"

/* The instructions emitted since the last call, in hexadecimal. */
static const char *words(Buf *code)
{
    static char text[256];
    u32 len = 0;
    text[0] = '\0';
    for (u32 i = 0; i < code->len; i += 4) {
        u32 in;
        memcpy(&in, code->data + i, sizeof in);
        len += (u32)sprintf(text + len, "%s%08x", i ? " " : "", in);
    }
    vec_clear(code);
    return text;
}

/* `text` is what the assembler was given. */
#define GIVES(text, want, call) \
    do { \
        call; \
        EXPECT_STR(words(&code), want); \
    } while (0)

static Buf code;

/* Displacements: scaled, of 9 bits, and others; an index, alone and not. */
static void test_addresses(void)
{
    GIVES("ldr x8, [x21]", "f94002a8", asm_op(&code, ASM_LOAD, RAX, at(R12, 0)));
    GIVES("ldr x8, [sp, #8]", "f94007e8", asm_op(&code, ASM_LOAD, RAX, at(RSP, 8)));
    GIVES("ldr x5, [x20, #32760]", "f97ffe85", asm_op(&code, ASM_LOAD, R9, at(RBP, 32760)));
    GIVES("mov x15, #32768; add x17, x20, x15; ldr x5, [x17]", "d290000f 8b0f0291 f9400225",
          asm_op(&code, ASM_LOAD, R9, at(RBP, 32768)));
    GIVES("ldur x2, [x0, #-8]", "f85f8002", asm_op(&code, ASM_LOAD, RDX, at(RDI, -8)));
    GIVES("ldur x2, [x0, #-256]", "f8500002", asm_op(&code, ASM_LOAD, RDX, at(RDI, -256)));
    GIVES("sub x17, x0, #264; ldr x2, [x17]", "d1042011 f9400222",
          asm_op(&code, ASM_LOAD, RDX, at(RDI, -264)));
    GIVES("ldur w1, [x0, #6]", "b8406001", asm_op(&code, ASM_LOAD32U, RSI, at(RDI, 6)));
    GIVES("str x1, [x19, x21, lsl #3]", "f8357a61",
          asm_op(&code, ASM_STORE, RSI, at_index(RBX, R12, 3)));
    GIVES("str x1, [x19, x21]", "f8356a61", asm_op(&code, ASM_STORE, RSI, at_index(RBX, R12, 0)));
    GIVES("add x17, x19, x21, lsl #2; str x1, [x17]", "8b150a71 f9000221",
          asm_op(&code, ASM_STORE, RSI, at_index(RBX, R12, 2)));
    GIVES("add x17, x19, x21, lsl #1; strh w1, [x17, #4]", "8b150671 79000a21",
          asm_op(&code, ASM_STORE16, RSI, displaced(at_index(RBX, R12, 1), 4)));
    GIVES("sub x20, x21, #5", "d10016b4", asm_op(&code, ASM_LEA, RBP, at(R12, -5)));
    GIVES("add x2, x2, x2, lsl #1", "8b020442", asm_op(&code, ASM_LEA, RDX, at_index(RDX, RDX, 1)));
    GIVES("mov x15, #5000; add x2, x0, x15", "d282710f 8b0f0002",
          asm_op(&code, ASM_LEA, RDX, at(RDI, 5000)));
}

/* Values of less than 64 bits, in memory and in registers. */
static void test_sizes(void)
{
    GIVES("ldrsw x8, [x2, #4]", "b9800448", asm_op(&code, ASM_LOAD32S, RAX, at(RDX, 4)));
    GIVES("ldrh w8, [x2, #2]", "79400448", asm_op(&code, ASM_LOAD16U, RAX, at(RDX, 2)));
    GIVES("ldrsh x8, [x2, #2]", "79800448", asm_op(&code, ASM_LOAD16S, RAX, at(RDX, 2)));
    GIVES("ldrb w8, [x2, #1]", "39400448", asm_op(&code, ASM_LOAD8U, RAX, at(RDX, 1)));
    GIVES("ldrsb x8, [x2, #1]", "39800448", asm_op(&code, ASM_LOAD8S, RAX, at(RDX, 1)));
    GIVES("mov x8, x1", "aa0103e8", asm_op(&code, ASM_LOAD, RAX, in_reg(RSI)));
    GIVES("mov w8, w1", "2a0103e8", asm_op(&code, ASM_LOAD32U, RAX, in_reg(RSI)));
    GIVES("sxtw x8, w1", "93407c28", asm_op(&code, ASM_LOAD32S, RAX, in_reg(RSI)));
    GIVES("uxth w8, w1", "53003c28", asm_op(&code, ASM_LOAD16U, RAX, in_reg(RSI)));
    GIVES("sxth x8, w1", "93403c28", asm_op(&code, ASM_LOAD16S, RAX, in_reg(RSI)));
    GIVES("uxtb w8, w1", "53001c28", asm_op(&code, ASM_LOAD8U, RAX, in_reg(RSI)));
    GIVES("sxtb x8, w1", "93401c28", asm_op(&code, ASM_LOAD8S, RAX, in_reg(RSI)));
    GIVES("strb w8, [x2, #3]", "39000c48", asm_op(&code, ASM_STORE8, RAX, at(RDX, 3)));
    GIVES("str w8, [x2, #4]", "b9000448", asm_op(&code, ASM_STORE32, RAX, at(RDX, 4)));
}

/* Sixteen bits at a time, from zeroes or from ones. */
static void test_constants(void)
{
    GIVES("mov x8, #0", "d2800008", asm_const(&code, RAX, 0));
    GIVES("mov x8, #-1", "92800008", asm_const(&code, RAX, UINT64_MAX));
    GIVES("movz x8, #0x1234, lsl #16; movk x8, #0x7fff, lsl #32", "d2a24688 f2cfffe8",
          asm_const(&code, RAX, 0x7fff12340000));
    GIVES("movn x8, #0xedcb", "929db968", asm_const(&code, RAX, 0xffffffffffff1234));
    GIVES("movn x8, #0xedcb; movk x8, #0x5678, lsl #32", "929db968 f2cacf08",
          asm_const(&code, RAX, 0xffff5678ffff1234));
    GIVES("movz x8, #0xdef0; movk x8, #0x9abc, lsl #16; movk x8, #0x5678, lsl #32; movk x8, "
          "#0x1234, lsl #48",
          "d29bde08 f2b35788 f2cacf08 f2e24688", asm_const(&code, RAX, 0x123456789abcdef0));
    GIVES("movn x8, #1", "92800028", asm_move_imm(&code, RAX, -2));
    GIVES("str xzr, [x0, #16]", "f900081f", asm_store_imm(&code, at(RDI, 16), 0));
    GIVES("mov x16, #7; str x16, [x0, #16]", "d28000f0 f9000810",
          asm_store_imm(&code, at(RDI, 16), 7));
}

/* What has flags, and what needs more than one instruction. */
static void test_integers(void)
{
    GIVES("ldr x16, [x0, #8]; add x8, x8, x16", "f9400410 8b100108",
          asm_op(&code, ASM_ADD, RAX, at(RDI, 8)));
    GIVES("ands x8, x8, x1", "ea010108", asm_op(&code, ASM_AND, RAX, in_reg(RSI)));
    GIVES("mul x8, x8, x1", "9b017d08", asm_op(&code, ASM_IMUL, RAX, in_reg(RSI)));
    GIVES("cmp x8, x1", "eb01011f", asm_op(&code, ASM_CMP, RAX, in_reg(RSI)));
    GIVES("ldr x16, [x20, #8]; cmp sp, x16", "f9400690 eb3063ff",
          asm_op(&code, ASM_CMP, RSP, at(RBP, 8)));
    GIVES("ldr w16, [x1, #4]; cmp w8, w16", "b9400430 6b10011f",
          asm_op(&code, ASM_CMP32, RAX, at(RSI, 4)));
    GIVES("uxth w15, w8; ldrh w16, [x1, #2]; cmp w15, w16", "53003d0f 79400430 6b1001ff",
          asm_op(&code, ASM_CMP16, RAX, at(RSI, 2)));
    GIVES("tst x8, x8", "ea08011f", asm_op(&code, ASM_TEST, RAX, in_reg(RAX)));
    GIVES("cmp sp, #0", "f10003ff", asm_op(&code, ASM_TEST, RSP, in_reg(RSP)));
    GIVES("cmp x8, #4095", "f13ffd1f", asm_imm(&code, IMM_CMP, in_reg(RAX), 4095));
    GIVES("cmn x8, #1", "b100051f", asm_imm(&code, IMM_CMP, in_reg(RAX), -1));
    GIVES("mov x15, #4096; cmp x8, x15", "d282000f eb0f011f",
          asm_imm(&code, IMM_CMP, in_reg(RAX), 4096));
    GIVES("ldr x16, [x3, #8]; add x16, x16, #1; str x16, [x3, #8]", "f9400470 91000610 f9000470",
          asm_imm(&code, IMM_ADD, at(RCX, 8), 1));
    GIVES("sub x8, x8, #16", "d1004108", asm_imm(&code, IMM_SUB, in_reg(RAX), 16));
    GIVES("mov x15, #1; eor x8, x8, x15", "d280002f ca0f0108",
          asm_imm(&code, IMM_XOR, in_reg(RAX), 1));
    GIVES("mov x15, #24; mul x8, x1, x15", "d280030f 9b0f7c28",
          asm_imul_imm(&code, RAX, in_reg(RSI), 24));
    GIVES("lsl x8, x8, #3", "d37df108", asm_shift(&code, SHIFT_SHL, RAX, 3));
    GIVES("lsl x8, x8, #0", "d340fd08", asm_shift(&code, SHIFT_SHL, RAX, 0));
    GIVES("lsr x8, x8, #63", "d37ffd08", asm_shift(&code, SHIFT_SHR, RAX, 63));
    GIVES("asr x8, x8, #5", "9345fd08", asm_shift(&code, SHIFT_SAR, RAX, 5));
    GIVES("asr x8, x8, x3", "9ac32908", asm_shift_cl(&code, SHIFT_SAR, RAX));
    GIVES("mvn x1, x1", "aa2103e1", asm_unary(&code, UNARY_NOT, RSI));
    GIVES("neg x1, x1", "cb0103e1", asm_unary(&code, UNARY_NEG, RSI));
    GIVES("smulh x16, x8, x1; mul x8, x8, x1; mov x2, x16", "9b417d10 9b017d08 aa1003e2",
          asm_unary(&code, UNARY_IMUL, RSI));
    GIVES("udiv x16, x8, x1; msub x2, x16, x1, x8; mov x8, x16", "9ac10910 9b01a202 aa1003e8",
          asm_unary(&code, UNARY_DIV, RSI));
    GIVES("lsr x16, x8, x2; mov x15, #1; and x16, x16, x15; negs xzr, x16",
          "9ac22510 d280002f 8a0f0210 eb1003ff", asm_op(&code, ASM_BT, RDX, in_reg(RAX)));
    GIVES("mov x15, #1; lsl x15, x15, x2; bic x8, x8, x15", "d280002f 9ac221ef 8a2f0108",
          asm_op(&code, ASM_BTR, RDX, in_reg(RAX)));
    GIVES("cmp x1, #0; rbit x16, x1; clz x8, x16", "f100003f dac00030 dac01208",
          asm_op(&code, ASM_BSF, RAX, in_reg(RSI)));
    GIVES("fmov d31, x1; cnt v31.8b, v31.8b; addv b31, v31.8b; fmov x8, d31",
          "9e67003f 0e205bff 0e31bbff 9e6603e8", asm_op(&code, ASM_POPCNT, RAX, in_reg(RSI)));
    GIVES("csel x3, x2, x3, hi", "9a838043", asm_op(&code, ASM_CMOVA, RCX, in_reg(RDX)));
    GIVES("cset x8, ls", "9a9f87e8", asm_set(&code, COND_BE, RAX));
    GIVES("csetm x2, lo", "da9f23e2", asm_carry_mask(&code, RDX));
    GIVES("subs x24, x24, #1", "f1000718", asm_dec(&code, R15));
}

/* Registers 8 to 15 are those from 16 on. */
static void test_floats(void)
{
    GIVES("ldr d23, [x22, #16]", "fd400ad7", asm_op(&code, ASM_LOADSD, 15, at(R13, 16)));
    GIVES("str s17, [x0, #4]", "bd000411", asm_op(&code, ASM_STORESS, 9, at(RDI, 4)));
    GIVES(
        "fdiv d30, d2, d16; fcmp d30, d30; b.vc .+40; fcmp d2, d2; b.vc .+12; fadd d30, d2, d2; b "
        ".+24; fcmp d16, d16; b.vc .+12; fadd d30, d16, d16; b .+8; fneg d30, d30; fmov d2, d30",
        "1e70185e 1e7e23c0 54000147 1e622040 54000067 1e62285e 14000006 1e702200 54000067 1e702a1e "
        "14000002 1e6143de 1e6043c2",
        asm_op(&code, ASM_DIVSD, 2, in_reg(8)));
    GIVES("ldr d31, [x0, #8]; fadd d30, d2, d31; fcmp d30, d30; b.vc .+40; fcmp d2, d2; b.vc .+12; "
          "fadd d30, d2, d2; b .+24; fcmp d31, d31; b.vc .+12; fadd d30, d31, d31; b .+8; fneg "
          "d30, d30; fmov d2, d30",
          "fd40041f 1e7f285e 1e7e23c0 54000147 1e622040 54000067 1e62285e 14000006 1e7f23e0 "
          "54000067 1e7f2bfe 14000002 1e6143de 1e6043c2",
          asm_op(&code, ASM_ADDSD, 2, at(RDI, 8)));
    GIVES("movi d3, #0", "2f00e403", asm_op(&code, ASM_XORPS, 3, in_reg(3)));
    GIVES("eor v3.16b, v3.16b, v4.16b", "6e241c63", asm_op(&code, ASM_XORPS, 3, in_reg(4)));
    GIVES("fcmp d3, d4; fccmp d3, d4, #1, vc", "1e642060 1e647461",
          asm_op(&code, ASM_UCOMISD, 3, in_reg(4)));
    GIVES("ldr s31, [x0, #4]; fcmp s3, s31; fccmp s3, s31, #1, vc", "bd40041f 1e3f2060 1e3f7461",
          asm_op(&code, ASM_UCOMISS, 3, at(RDI, 4)));
    GIVES("fcvt d3, s4", "1e22c083", asm_op(&code, ASM_CVTSS2SD, 3, in_reg(4)));
    GIVES("fcvt s3, d4", "1e624083", asm_op(&code, ASM_CVTSD2SS, 3, in_reg(4)));
    GIVES("scvtf d3, x8", "9e620103", asm_op(&code, ASM_CVTSI2SD, 3, in_reg(RAX)));
    GIVES("scvtf s3, x8", "9e220103", asm_op(&code, ASM_CVTSI2SS, 3, in_reg(RAX)));
    GIVES("fcvtzs x8, d3; adds x16, x8, #1; csel x8, x16, x8, vs; movz x16, #0x8000, lsl #48; fcmp "
          "d3, d3; csel x8, x16, x8, vs",
          "9e780068 b1000510 9a886208 d2f00010 1e632060 9a886208",
          asm_op(&code, ASM_CVTTSD2SI, RAX, in_reg(3)));
    GIVES("fmov d3, x8", "9e670103", asm_op(&code, ASM_TO_XMM, 3, in_reg(RAX)));
    GIVES("fmov x8, d3", "9e660068", asm_op(&code, ASM_FROM_XMM, 3, in_reg(RAX)));
    GIVES("fsqrt d30, d4; fcmp d30, d30; b.vc .+40; fcmp d4, d4; b.vc .+12; fadd d30, d4, d4; b "
          ".+24; fcmp d4, d4; b.vc .+12; fadd d30, d4, d4; b .+8; fneg d30, d30; fmov d3, d30",
          "1e61c09e 1e7e23c0 54000147 1e642080 54000067 1e64289e 14000006 1e642080 54000067 "
          "1e64289e 14000002 1e6143de 1e6043c3",
          asm_op(&code, ASM_SQRTSD, 3, in_reg(4)));
    GIVES("fmov d3, d4", "1e604083", asm_op(&code, ASM_MOVAPS, 3, in_reg(4)));
}

/* What is called saves where it returns to; C has its result in another register. */
static void test_calls(void)
{
    GIVES("str x30, [sp, #-16]!", "f81f0ffe", asm_entered(&code));
    GIVES("ldr x30, [sp], #16; ret", "f84107fe d65f03c0", asm_ret(&code));
    GIVES("mov x0, x8; ldr x30, [sp], #16; ret", "aa0803e0 f84107fe d65f03c0", asm_ret_to_c(&code));
    GIVES("ldr x16, [x8, #8]; blr x16", "f9400510 d63f0200", asm_call_place(&code, at(RAX, 8)));
    GIVES("blr x8; mov x8, x0", "d63f0100 aa0003e8", asm_call_c(&code, in_reg(RAX)));
    GIVES("mov x19, sp", "910003f3", asm_op(&code, ASM_LOAD, RBX, in_reg(RSP)));
    GIVES("ldr x16, [x20, #8]; mov sp, x16", "f9400690 9100021f",
          asm_op(&code, ASM_LOAD, RSP, at(RBP, 8)));
    GIVES("mov x16, sp; str x16, [x20, #8]", "910003f0 f9000690",
          asm_op(&code, ASM_STORE, RSP, at(RBP, 8)));
    GIVES("", "", asm_imm(&code, IMM_AND, in_reg(RSP), -16));
}

/* Forwards and backwards, and what all of them keep of their registers and conditions. */
static void test_targets(void)
{
    u32 jump = asm_jump(&code, COND_ALWAYS), cond = asm_jump(&code, COND_A);
    u32 address = asm_address(&code, RAX), call = asm_call(&code);
    asm_set_target(&code, jump, 16);
    asm_set_target(&code, cond, 0);
    asm_set_target(&code, address, 15);
    asm_set_target(&code, call, 0);
    EXPECT_STR(words(&code), "14000004 54ffffe8 70000028 97fffffd");
}

int main(void)
{
    RUN(test_addresses);
    RUN(test_sizes);
    RUN(test_constants);
    RUN(test_integers);
    RUN(test_floats);
    RUN(test_calls);
    RUN(test_targets);
    buf_free(&code);
    return test_summary("jit_a64");
}
