/* The interpreter on hand-written programs: calls, growing stacks, panics, limits. */
#include "tests/unit/vm_machine.h"
#include "vm/number.h"

/* entry: global[0] = f(arg) */
static void add_entry(Program *program, Func *f, i32 arg)
{
    program->entry =
        ADD_FUNC(program, "entry", 8, ins(OP_LDI, 1, (u16)arg, (u32)arg >> 16),
                 ins(OP_CALL, 0, 0, 0), word(f->id), ins(OP_GST64, 1, 0, 0), ins(OP_RET, 0, 0, 0));
}

/* func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) } */
static Func *add_fib(Program *program)
{
    u32 self = program->funcs.len;
    return ADD_FUNC(program, "fib", 5, ins(OP_JGEI, 0, 2, 1), ins(OP_RET, 0, 0, 1),
                    ins(OP_ADDI, 2, 0, 0xffff), ins(OP_CALL, 1, 0, 0), word(self),
                    ins(OP_ADDI, 4, 0, 0xfffe), ins(OP_CALL, 3, 0, 0), word(self),
                    ins(OP_ADD, 1, 2, 4), ins(OP_RET, 1, 0, 1));
}

static void test_calls(void)
{
    Program *program = new_program();
    Func *fib = add_fib(program);
    fib->nparams = fib->nresults = 1;
    add_entry(program, fib, 20);
    u64 result = 0;
    Outcome outcome = run_program(program, (VMConfig){0}, &result);
    EXPECT(outcome.kind == VERDICT_CLEAN);
    EXPECT_INT(result, 6765);
    /* The second run finds calls that are already rewritten. */
    EXPECT_INT(fib->code[3].in.op, OP_CALLF);
    run_program(program, (VMConfig){0}, &result);
    EXPECT_INT(result, 6765);
    program_free(program);
}

/* func sum(n int) int { if n < 1 { return 0 }; return n + sum(n-1) }: the n of every frame must
 * survive moving the stack. */
static Func *add_sum(Program *program)
{
    u32 self = program->funcs.len;
    Func *sum = ADD_FUNC(program, "sum", 4, ins(OP_JGEI, 0, 1, 2), ins(OP_LDI, 0, 0, 0),
                         ins(OP_RET, 0, 0, 1), ins(OP_ADDI, 2, 0, 0xffff), ins(OP_CALL, 1, 0, 0),
                         word(self), ins(OP_ADD, 0, 0, 2), ins(OP_RET, 0, 0, 1));
    sum->nparams = sum->nresults = 1;
    return sum;
}

static void test_stack_grows(void)
{
    Program *program = new_program();
    add_entry(program, add_sum(program), 1000000);
    u64 result = 0;
    Outcome outcome = run_program(program, (VMConfig){0}, &result);
    EXPECT(outcome.kind == VERDICT_CLEAN);
    EXPECT_INT(result, 500000500000);
    program_free(program);
}

static void test_stack_overflow(void)
{
    Program *program = new_program();
    add_entry(program, add_sum(program), 1000000);
    Outcome outcome = run_program(program, (VMConfig){.max_stack = 10000}, NULL);
    EXPECT(outcome.kind == VERDICT_PANIC);
    EXPECT(strstr(err_text, "stack overflow"));
    EXPECT(strstr(err_text, "frames elided"));
    program_free(program);
}

static void test_step_limit(void)
{
    Program *program = new_program();
    program->entry = ADD_FUNC(program, "entry", 1, ins(OP_LDI, 0, 0, 0), ins(OP_JEQI, 0, 1, 1),
                              jump(OP_JBACK, -2), ins(OP_RET, 0, 0, 0));
    VMConfig config = {.max_steps = 345}; /* less than a time slice */
    VM *vm = new_machine(program, config);
    vm_run(vm);
    EXPECT(vm->outcome.kind == VERDICT_LIMIT);
    EXPECT_INT(vm->outcome.limit, LIMIT_STEPS);
    EXPECT_INT(vm->steps, 345);
    end_machine(vm);
    program_free(program);
}

/* for { keep = [2]any{keep, nil} }: a list that grows without bound */
static void test_memory_limit(void)
{
    static RType pair = {.kind = RK_STRUCT,
                         .flags = RT_POINTERS,
                         .align = 8,
                         .slots = 2,
                         .size = 16,
                         .text = "pair"};
    Program *program = new_program();
    add_type(program, &pair);
    program->entry =
        ADD_FUNC(program, "entry", 3, ins(OP_LDI, 0, 0, 0), ins(OP_NEW, 1, 0, 0), word(pair.id),
                 ins(OP_ST64, 1, 0, 0), ins(OP_MOV, 0, 1, 0), jump(OP_JBACK, -5));
    Outcome outcome = run_program(program, (VMConfig){.max_memory = 64 << 20}, NULL);
    EXPECT(outcome.kind == VERDICT_LIMIT);
    EXPECT_INT(outcome.limit, LIMIT_MEMORY);
    heap_collect();
    EXPECT(heap_live_bytes() < 64 << 20);
    program_free(program);
}

/* ---- panics ---- */

/* func rescue() { r := recover(); if r != nil { global[1] = 7 } } */
static Func *add_rescue(Program *program)
{
    return ADD_FUNC(program, "rescue", 3, ins(OP_RECOVER, 0, 0, 0), ins(OP_JEQI, 0, 0, 2),
                    ins(OP_LDI, 2, 7, 0), ins(OP_GST64, 2, 8, 0), ins(OP_RET, 0, 0, 0));
}

/* func f(d int) (r int) { r = 5; defer rescue(); r = 1 / d; ... }: returns 5 if that panics */
static Func *add_divide(Program *program, const Func *rescue)
{
    Func *f = ADD_FUNC(program, "divide", 6, ins(OP_LDI, 1, 5, 0), ins(OP_LDFN, 2, 0, 0),
                       word(rescue->id), ins(OP_DEFER, 3, 2, 0), ins(OP_LDI, 4, 1, 0),
                       ins(OP_DIV, 1, 4, 0), ins(OP_RUNDEFERS, 0, 0, 0), ins(OP_RET, 1, 0, 1));
    f->recover_pc = 6;
    return f;
}

static void test_recover(void)
{
    Program *program = new_program();
    Func *divide = add_divide(program, add_rescue(program));
    add_entry(program, divide, 0);
    VM *vm = new_machine(program, (VMConfig){0});
    vm_run(vm);
    EXPECT(vm->outcome.kind == VERDICT_CLEAN);
    EXPECT_INT(((u64 *)vm->globals)[0], 5);
    EXPECT_INT(((u64 *)vm->globals)[1], 7);
    end_machine(vm);
    program_free(program);
}

static void test_deferred_without_panic(void)
{
    Program *program = new_program();
    Func *divide = add_divide(program, add_rescue(program));
    add_entry(program, divide, 1);
    VM *vm = new_machine(program, (VMConfig){0});
    vm_run(vm);
    EXPECT_INT(((u64 *)vm->globals)[0], 1);
    EXPECT_INT(((u64 *)vm->globals)[1], 0);
    end_machine(vm);
    program_free(program);
}

static void test_uncaught(void)
{
    Program *program = new_program();
    Func *f = ADD_FUNC(program, "main.f", 3, ins(OP_LDI, 1, 1, 0), ins(OP_DIV, 0, 1, 0),
                       ins(OP_RET, 0, 0, 1));
    add_entry(program, f, 0);
    Outcome outcome = run_program(program, (VMConfig){0}, NULL);
    EXPECT(outcome.kind == VERDICT_PANIC);
    EXPECT_STR(err_text, "panic: runtime error: integer divide by zero\n\n"
                         "goroutine 1 [running]:\nmain.f(...)\nentry(...)\n");
    program_free(program);
}

static void test_nil_and_bounds(void)
{
    Program *program = new_program();
    Func *f = ADD_FUNC(program, "main.f", 4, ins(OP_LDI, 1, 0, 0), ins(OP_LD64, 0, 1, 8),
                       ins(OP_RET, 0, 0, 1));
    add_entry(program, f, 0);
    run_program(program, (VMConfig){0}, NULL);
    EXPECT(strstr(err_text, "invalid memory address or nil pointer dereference\n[signal SIGSEGV"));
    program_free(program);

    program = new_program();
    f = ADD_FUNC(program, "main.f", 6, ins(OP_LDI, 5, 2, 0), ins(OP_MKSLICE, 1, 5, 5),
                 word(int_type.id), ins(OP_LDX64, 0, 1, 0), ins(OP_RET, 0, 0, 1));
    add_entry(program, f, 2);
    run_program(program, (VMConfig){0}, NULL);
    EXPECT(strstr(err_text, "index out of range [2] with length 2"));
    program_free(program);
}

/* ---- fused pairs ---- */

/* The two halves of a pair must be adjacent instructions; and vm/fuse.c requires that pairs with
 * the same first opcode are adjacent in the table. */
static void test_pairs(void)
{
    enum { LEAVES = JUMP | END | CALLS | BLOCKS };
    for (u32 i = 0; i < COUNT_OF(op_fused); i++) {
        OpPair pair = op_fused[i];
        if (pair.second == OP_JIT || pair.second == OP_JIT_WATCHED)
            continue;
        EXPECT_INT(op_info[pair.first].flags & LEAVES, 0);
        EXPECT(!op_synchronises(pair.first) && !op_synchronises(pair.second));
        for (u32 j = i + 1; j < COUNT_OF(op_fused); j++) {
            EXPECT(op_fused[j].first != pair.first || op_fused[j].second != pair.second);
            EXPECT(op_fused[j].first != pair.first || op_fused[j - 1].first == pair.first);
        }
    }
}

/* func f(n int) int: s := 0; i := 0; in: s += i; i++; if i < n goto in (at the second of a pair,
 * the first time round); return s */
static void test_fused(void)
{
    Program *program = new_program();
    Func *f = ADD_FUNC(program, "main.f", 4, ins(OP_LDI, 1, 0, 0), ins(OP_LDI, 2, 0, 0),
                       jump(OP_JMP, 1), ins(OP_ADDI, 2, 2, 1), ins(OP_ADDI, 1, 1, 2),
                       ins(OP_JBLTI, 1, 10, 0xfffd), ins(OP_RET, 2, 0, 1));
    add_entry(program, f, 0);
    u64 result = 0;
    Outcome outcome = run_program(program, (VMConfig){0}, &result);
    EXPECT(outcome.kind == VERDICT_CLEAN);
    EXPECT_INT(result, 4);
    EXPECT_INT(f->code[3].in.op, OP_ADDI_ADDI);
    EXPECT_INT(f->code[4].in.op, OP_ADDI_JBLTI);
    EXPECT_INT(instr_op(f->code[4].in), OP_ADDI);
    EXPECT_INT(instr_words(&f->code[4]), 1);
    program_free(program);

    /* Each step is counted. */
    program = new_program();
    f = ADD_FUNC(program, "main.f", 2, ins(OP_ADDI, 0, 0, 1), ins(OP_RET, 0, 0, 1));
    add_entry(program, f, 3);
    run_program(program, (VMConfig){.profile = true}, &result);
    EXPECT_INT(result, 4);
    EXPECT_INT(f->code[0].in.op, OP_ADDI);
    program_free(program);
}

/* An error in the second half of a pair is reported at its own position: xs[1][5], in a pair of
 * LDX3 and LDX64. */
static void test_error_in_second(void)
{
    static RType slice_type = {.kind = RK_SLICE,
                               .flags = RT_POINTERS,
                               .align = 8,
                               .slots = 3,
                               .size = 24,
                               .text = "[]int"};
    Program *program = new_program();
    add_type(program, &slice_type);
    Func *f = ADD_FUNC(program, "main.f", 11, ins(OP_LDI, 10, 2, 0), ins(OP_MKSLICE, 1, 10, 10),
                       word(slice_type.id), ins(OP_LDI, 9, 1, 0), ins(OP_LDX3, 4, 1, 9),
                       word(slice_type.id), ins(OP_LDX64, 0, 4, 0), ins(OP_RET, 0, 0, 1));
    add_entry(program, f, 5);
    run_program(program, (VMConfig){0}, NULL);
    EXPECT_INT(f->code[4].in.op, OP_LDX3_LDX64);
    EXPECT(strstr(err_text, "index out of range [5] with length 0"));
    program_free(program);
}

/* ---- numbers ---- */

static void test_numbers(void)
{
    u64 min = 1ull << 63;
    EXPECT(num_div(min, ~0ull) == min && num_rem(min, ~0ull) == 0);
    EXPECT((i64)num_div((u64)-7, 2) == -3 && (i64)num_rem((u64)-7, 2) == -1);
    for (i64 i = -20; i <= 20; i++)
        for (u32 k = 1; k < 5; k++)
            EXPECT_INT((i64)num_toward_zero((u64)i, k) >> k, i / (1 << k));
    EXPECT_INT((i64)num_toward_zero(min, 62) >> 62, -2);
    EXPECT(num_shl(1, 64) == 0 && num_shl(1, 63) == min && num_shru(min, 64) == 0);
    EXPECT(num_shr(min, 64) == ~0ull && num_shr(min, 1ull << 40) == ~0ull);
    EXPECT(num_float_to_int(-1.9) == (u64)-1 && num_float_to_int(1e300) == min);
    EXPECT(num_float_to_int(NAN) == min && num_float_to_uint(0x1p63) == min);
    EXPECT(num_float_to_uint(-1) == ~0ull);
    EXPECT(isnan(num_min(NAN, -INFINITY)) && isnan(num_max(INFINITY, NAN)));
    EXPECT(signbit(num_min(0.0, -0.0)) && !signbit(num_max(-0.0, 0.0)));
}

int main(void)
{
    RUN(test_calls);
    RUN(test_stack_grows);
    RUN(test_stack_overflow);
    RUN(test_step_limit);
    RUN(test_memory_limit);
    RUN(test_recover);
    RUN(test_deferred_without_panic);
    RUN(test_uncaught);
    RUN(test_nil_and_bounds);
    RUN(test_pairs);
    RUN(test_fused);
    RUN(test_error_in_second);
    RUN(test_numbers);
    return test_summary("vm_interp");
}
