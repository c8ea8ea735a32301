/* The encoder compared with the output of an assembler, where the instruction set is irregular. */
#include "jit/x64.h"
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
    GIVES("498b0424", x64_op(&code, X64_LOAD, RAX, at(R12, 0)));
    GIVES("498b4500", x64_op(&code, X64_LOAD, RAX, at(R13, 0)));
    GIVES("488b442408", x64_op(&code, X64_LOAD, RAX, at(RSP, 8)));
    GIVES("4c8b8d80000000", x64_op(&code, X64_LOAD, R9, at(RBP, 0x80)));
    GIVES("4a8934e3", x64_op(&code, X64_STORE, RSI, at_index(RBX, R12, 3)));
    GIVES("498b84cd00000800",
          x64_op(&code, X64_LOAD, RAX, displaced(at_index(R13, RCX, 3), 0x80000)));
    GIVES("498d6c24fb", x64_op(&code, X64_LEA, RBP, at(R12, -5)));
}

/* The low bytes of RSP to RDI need a prefix. */
static void test_bytes(void)
{
    GIVES("4188742d00", x64_op(&code, X64_STORE8, RSI, at_index(R13, RBP, 0)));
    GIVES("8802", x64_op(&code, X64_STORE8, RAX, at(RDX, 0)));
    GIVES("400fb6c6", x64_op(&code, X64_LOAD8U, RAX, in_reg(RSI)));
    GIVES("4c0fbed5", x64_op(&code, X64_LOAD8S, R10, in_reg(RBP)));
    GIVES("6644894702", x64_op(&code, X64_STORE16, R8, at(RDI, 2)));
    GIVES("0f94c0", x64_set(&code, COND_E, RAX));
}

static void test_floats(void)
{
    GIVES("f2450f107cc500", x64_op(&code, X64_LOADSD, 15, at_index(R13, RAX, 3)));
    GIVES("f2440f118f00010000", x64_op(&code, X64_STORESD, 9, at(RDI, 0x100)));
    GIVES("f24d0f2ac6", x64_op(&code, X64_CVTSI2SD, 8, in_reg(R14)));
    GIVES("664d0f7ee3", x64_op(&code, X64_FROM_XMM, 12, in_reg(R11)));
    GIVES("66490f6edb", x64_op(&code, X64_TO_XMM, 3, in_reg(R11)));
    GIVES("66440f2e17", x64_op(&code, X64_UCOMISD, 10, at(RDI, 0)));
    GIVES("440f2e17", x64_op(&code, X64_UCOMISS, 10, at(RDI, 0)));
}

static void test_integers(void)
{
    GIVES("480fa3d0", x64_op(&code, X64_BT, RDX, in_reg(RAX)));
    GIVES("488d0500000000", x64_address(&code, RAX));
    GIVES("ff5730", x64_call_place(&code, at(RDI, 0x30)));
    GIVES("4869c6e8030000", x64_imul_imm(&code, RAX, in_reg(RSI), 1000));
    GIVES("4983c77f", x64_imm(&code, IMM_ADD, in_reg(R15), 127));
    GIVES("4981c780000000", x64_imm(&code, IMM_ADD, in_reg(R15), 128));
    GIVES("48837f10ff", x64_imm(&code, IMM_CMP, at(RDI, 16), -1));
    GIVES("480f47ca", x64_op(&code, X64_CMOVA, RCX, in_reg(RDX)));
    GIVES("49c1fc3f", x64_shift(&code, SHIFT_SAR, R12, 63));
    GIVES("48d3e0", x64_shift_cl(&code, SHIFT_SHL, RAX));
    GIVES("48f7f9", x64_unary(&code, UNARY_IDIV, RCX));
    GIVES("48f7e9", x64_unary(&code, UNARY_IMUL, RCX));
    GIVES("84c0", x64_op(&code, X64_TEST8, RAX, in_reg(RAX)));
    GIVES("33c0", x64_const(&code, RAX, 0));
    GIVES("41bcffffffff", x64_const(&code, R12, UINT32_MAX));
    GIVES("48c7c0ffffffff", x64_const(&code, RAX, ~0ull));
    GIVES("49b80000000001000000", x64_const(&code, R8, 1ull << 32));
}

/* A displacement is relative to the end of the jump. */
static void test_jumps(void)
{
    u32 back = x64_jump(&code, COND_ALWAYS);
    u32 forth = x64_jump(&code, COND_NE);
    x64_set_target(&code, back, 0);
    x64_set_target(&code, forth, code.len);
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
