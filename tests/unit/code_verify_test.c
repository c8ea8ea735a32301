/* The verifier on hand-written code: what it must accept, and each fault that it must find. */
#include "code/program.h"
#include "tests/unit/test.h"

static Program *program;

static Word ins(Op op, u32 a, u32 b, u32 c)
{
    return (Word){.in = {(u16)op, (u16)a, (u16)b, (u16)c}};
}

/* What the verifier says about the code: "" if it accepts it. */
static const char *verdict(Word *code, u32 ncode, u32 nregs, u32 recover_pc)
{
    static Buf out;
    Func fn = {.name = "f",
               .code = code,
               .ncode = ncode,
               .nregs = nregs,
               .nparams = 1,
               .recover_pc = recover_pc};
    vec_clear(&out);
    bool ok = verify_func(program, &fn, &out);
    EXPECT(ok == (out.len == 0));
    return ok ? "" : buf_str(&out);
}
#define VERDICT(nregs, ...) \
    verdict((Word[]){__VA_ARGS__}, COUNT_OF(((Word[]){__VA_ARGS__})), nregs, 0)

static void test_accepts(void)
{
    EXPECT_STR(VERDICT(2, ins(OP_ADDI, 1, 0, 1), ins(OP_RET, 1, 0, 1)), "");
    EXPECT_STR(VERDICT(1, ins(OP_JMP, 0, 0, 0), ins(OP_JBACK, 0, 0xfffe, 0xffff)), "");
}

static void test_structure(void)
{
    EXPECT_STR(VERDICT(1, ins(OP_MOV, 0, 0, 0)), "f: 0 MOV: control runs off the end\n");
    EXPECT_STR(VERDICT(1, ins(OP_JMP, 0, 5, 0), ins(OP_RET, 0, 0, 0)), "f: 0 JMP: jumps to 6\n");
    EXPECT_STR(VERDICT(1, ins(OP_NOP, 0, 0, 0), ins(OP_JMP, 0, 0xfffe, 0xffff)),
               "f: 1 JMP: jumps backwards uncounted\n");
    EXPECT(strstr(VERDICT(1, ins(OP_COUNT, 0, 0, 0)), "unknown opcode"));
}

static void test_operands(void)
{
    EXPECT_STR(VERDICT(2, ins(OP_MOV, 2, 0, 0), ins(OP_RET, 0, 0, 0)),
               "f: 0 MOV: register 2 of 2\n");
    EXPECT_STR(VERDICT(2, ins(OP_MOV, 0, 1, 0), ins(OP_RET, 0, 0, 0)),
               "f: 0 MOV: register 1 may be read before it is written\n");
    EXPECT_STR(VERDICT(2, ins(OP_LDK, 0, 7, 0), ins(OP_RET, 0, 0, 0)),
               "f: 0 LDK: constant 7 of 0\n");
}

/* if R[0] != 0 { R[1] = 1 }; return R[1] */
static void test_written_on_one_way_only(void)
{
    EXPECT_STR(VERDICT(2, ins(OP_JF, 0, 1, 0), ins(OP_LDI, 1, 1, 0), ins(OP_RET, 1, 0, 1)),
               "f: 2 RET: register 1 may be read before it is written\n");
    EXPECT_STR(VERDICT(2, ins(OP_JF, 0, 2, 0), ins(OP_LDI, 1, 1, 0), ins(OP_JMP, 0, 1, 0),
                       ins(OP_LDI, 1, 2, 0), ins(OP_RET, 1, 0, 1)),
               "");
}

/* A panic may continue at the epilogue from any instruction, so what the epilogue reads must be
 * written before all of them. */
static void test_recovery(void)
{
    Word late[] = {ins(OP_CHKSHIFT, 0, 0, 0), ins(OP_LDI, 1, 0, 0), ins(OP_RET, 1, 0, 1)};
    EXPECT_STR(verdict(late, 3, 2, 2), "f: 2 RET: register 1 may be read before it is written\n");
    Word early[] = {ins(OP_LDI, 1, 0, 0), ins(OP_CHKSHIFT, 0, 0, 0), ins(OP_RET, 1, 0, 1)};
    EXPECT_STR(verdict(early, 3, 2, 2), "");
}

int main(void)
{
    program = program_new(NULL);
    RUN(test_accepts);
    RUN(test_structure);
    RUN(test_operands);
    RUN(test_written_on_one_way_only);
    RUN(test_recovery);
    program_free(program);
    return test_summary("verify");
}
