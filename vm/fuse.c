/* Rewrites code before it runs: calls get the address of their function, returns the size of their
 * results, and the pairs of instructions that op.def lists become one. */
#include "vm/vm.h"

/* Where in op_fused the pairs that begin with an opcode are. */
typedef struct Rows {
    u16 begin[OP_COUNT], end[OP_COUNT];
} Rows;

/* op.def has the pairs with the same first instruction one after the other. */
static Rows find_rows(void)
{
    Rows rows = {0};
    for (u32 i = 0; i < COUNT_OF(op_fused); i++) {
        u16 first = op_fused[i].first;
        if (!rows.end[first])
            rows.begin[first] = (u16)i;
        rows.end[first] = (u16)(i + 1);
    }
    return rows;
}

static void specialise(const Program *program, const Func *fn)
{
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        Word *code = &fn->code[pc];
        if (code->in.op == OP_CALL) {
            code->in.op = OP_CALLF;
            code[1].x = callf_operand(program->funcs.data[code[1].x]);
        } else if (code->in.op == OP_RET && code->in.c <= 1) {
            code->in.op = code->in.c ? OP_RET1 : OP_RET0;
        }
    }
}

/* Whether it makes an access that may race. */
static bool is_open(Instr in)
{
    return op_accesses(instr_op(in)) && !instr_proven(in);
}

/* A pair is proven if all its accesses are. One that begins with a proven access and ends with
 * another is left as it is. */
static u16 fused(Instr first, Instr second, u16 op)
{
    if (is_open(first) || is_open(second))
        return instr_proven(first) ? first.op : op;
    return op | ((first.op | second.op) & OP_PROVEN);
}

static void fuse_pairs(const Rows *rows, const Func *fn)
{
    u32 next;
    for (u32 pc = 0; pc < fn->ncode; pc = next) {
        Instr *in = &fn->code[pc].in;
        next = pc + instr_words(&fn->code[pc]);
        if (next == fn->ncode)
            return;
        Instr second = fn->code[next].in;
        Op op = instr_op(*in);
        for (u16 i = rows->begin[op]; i < rows->end[op]; i++)
            if (op_fused[i].second == instr_op(second)) {
                in->op = fused(*in, second, OP_COUNT + i);
                break;
            }
    }
}

void vm_fuse(VM *vm)
{
    Program *program = vm->program;
    Rows rows = find_rows();
    for (; program->fused < program->funcs.len; program->fused++) {
        const Func *fn = program->funcs.data[program->fused];
        specialise(program, fn);
        if (!vm->hot.profile && !vm->config.hooks)
            fuse_pairs(&rows, fn);
    }
}
