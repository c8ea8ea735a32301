/* The encoder for x86-64 compared with the output of an assembler, where the instruction set is
 * irregular; whatever processor the test runs on. */
#undef __aarch64__
#include "jit/x64.c" // NOLINT(bugprone-suspicious-include)
#include "tests/unit/test.h"

/* The bytes emitted since the last call, in hexadecimal. */
static const char *bytes(Buf *code)
{
    static char text[64];
    text[0] = '\0';
    for (u32 i = 0; i < code->len; i++)
        sprintf(text + 2 * i, "%02x", (u8)code->data[i]);
    vec_clear(code);
    return text;
}

#define GIVES(want, call) \
    do { \
        call; \
        EXPECT_STR(bytes(&code), want); \
    } while (0)

static Buf code;

/* RSP and R12 as a base need a SIB byte, RBP and R13 a displacement. */
static void test_addresses(void)
{
    GIVES("498b0424", asm_op(&code, ASM_LOAD, RAX, at(R12, 0)));
    GIVES("498b4500", asm_op(&code, ASM_LOAD, RAX, at(R13, 0)));
    GIVES("488b442408", asm_op(&code, ASM_LOAD, RAX, at(RSP, 8)));
    GIVES("4c8b8d80000000", asm_op(&code, ASM_LOAD, R9, at(RBP, 0x80)));
    GIVES("4a8934e3", asm_op(&code, ASM_STORE, RSI, at_index(RBX, R12, 3)));
    GIVES("498b84cd00000800",
          asm_op(&code, ASM_LOAD, RAX, displaced(at_index(R13, RCX, 3), 0x80000)));
    GIVES("498d6c24fb", asm_op(&code, ASM_LEA, RBP, at(R12, -5)));
}

/* The low bytes of RSP to RDI need a prefix. */
static void test_bytes(void)
{
    GIVES("4188742d00", asm_op(&code, ASM_STORE8, RSI, at_index(R13, RBP, 0)));
    GIVES("8802", asm_op(&code, ASM_STORE8, RAX, at(RDX, 0)));
    GIVES("400fb6c6", asm_op(&code, ASM_LOAD8U, RAX, in_reg(RSI)));
    GIVES("4c0fbed5", asm_op(&code, ASM_LOAD8S, R10, in_reg(RBP)));
    GIVES("6644894702", asm_op(&code, ASM_STORE16, R8, at(RDI, 2)));
    GIVES("0f94c0", asm_set(&code, COND_E, RAX));
}

static void test_floats(void)
{
    GIVES("f2450f107cc500", asm_op(&code, ASM_LOADSD, 15, at_index(R13, RAX, 3)));
    GIVES("f2440f118f00010000", asm_op(&code, ASM_STORESD, 9, at(RDI, 0x100)));
    GIVES("f24d0f2ac6", asm_op(&code, ASM_CVTSI2SD, 8, in_reg(R14)));
    GIVES("664d0f7ee3", asm_op(&code, ASM_FROM_XMM, 12, in_reg(R11)));
    GIVES("66490f6edb", asm_op(&code, ASM_TO_XMM, 3, in_reg(R11)));
    GIVES("66440f2e17", asm_op(&code, ASM_UCOMISD, 10, at(RDI, 0)));
    GIVES("440f2e17", asm_op(&code, ASM_UCOMISS, 10, at(RDI, 0)));
}

static void test_integers(void)
{
    GIVES("480fa3d0", asm_op(&code, ASM_BT, RDX, in_reg(RAX)));
    GIVES("488d0500000000", asm_address(&code, RAX));
    GIVES("ff5730", asm_call_place(&code, at(RDI, 0x30)));
    GIVES("4869c6e8030000", asm_imul_imm(&code, RAX, in_reg(RSI), 1000));
    GIVES("4983c77f", asm_imm(&code, IMM_ADD, in_reg(R15), 127));
    GIVES("4981c780000000", asm_imm(&code, IMM_ADD, in_reg(R15), 128));
    GIVES("48837f10ff", asm_imm(&code, IMM_CMP, at(RDI, 16), -1));
    GIVES("480f47ca", asm_op(&code, ASM_CMOVA, RCX, in_reg(RDX)));
    GIVES("49c1fc3f", asm_shift(&code, SHIFT_SAR, R12, 63));
    GIVES("48d3e0", asm_shift_cl(&code, SHIFT_SHL, RAX));
    GIVES("48f7f9", asm_unary(&code, UNARY_IDIV, RCX));
    GIVES("48f7e9", asm_unary(&code, UNARY_IMUL, RCX));
    GIVES("84c0", asm_op(&code, ASM_TEST8, RAX, in_reg(RAX)));
    GIVES("33c0", asm_const(&code, RAX, 0));
    GIVES("41bcffffffff", asm_const(&code, R12, UINT32_MAX));
    GIVES("48c7c0ffffffff", asm_const(&code, RAX, ~0ull));
    GIVES("49b80000000001000000", asm_const(&code, R8, 1ull << 32));
}

/* A displacement is relative to the end of the jump. */
static void test_jumps(void)
{
    u32 back = asm_jump(&code, COND_ALWAYS);
    u32 forth = asm_jump(&code, COND_NE);
    asm_set_target(&code, back, 0);
    asm_set_target(&code, forth, code.len);
    EXPECT_STR(bytes(&code), "e9fbffffff0f8500000000");
}

int main(void)
{
    RUN(test_addresses);
    RUN(test_bytes);
    RUN(test_floats);
    RUN(test_integers);
    RUN(test_jumps);
    buf_free(&code);
    return test_summary("jit_x64");
}
