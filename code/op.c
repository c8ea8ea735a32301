/* The opcode tables, generated from op.def. */
#include "code/op.h"

const OpInfo op_info[OP_COUNT] = {
#define OP(name, format, flags, effect, text) {#name, FMT_##format, flags, EFFECT_##effect, text},
#include "code/op.def"
#undef OP
};

_Static_assert((u32)OP_END <= (u32)OP_PROVEN, "opcodes and OP_PROVEN overlap");

const OpPair op_fused[OP_END - OP_COUNT] = {
#define OP(name, format, flags, effect, text)
#define FUSED(first, second) {OP_##first, OP_##second},
#include "code/op.def"
#undef OP
};

u32 instr_words(const Word *code)
{
    Instr in = code->in;
    Op op = instr_op(in);
    switch (op_info[op].format) {
    case FMT_AX:
    case FMT_ABX:
    case FMT_ABCX:
    case FMT_ABUX: return op == OP_SLICEA ? 3 : 2;
    default: return op == OP_SELECT ? 1u + in.c : 1;
    }
}
