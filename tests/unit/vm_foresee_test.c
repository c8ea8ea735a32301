/* What a goroutine will do with a value (vm/foresee.h), compared with what it does: hand-written
 * and random code runs in the interpreter, once for each of several values. */
#include "tests/unit/vm_machine.h"
#include "vm/foresee.h"
#include "vm/live_registers.h"
#include "vm/spin.h"

enum { NATIVE_ASK, NATIVE_STOP, NATIVE_YIELDS };

/* What a run did from the call of ask to the next call of a native but Gosched, or a panic. */
typedef struct Deeds {
    u64 path;     /* hash of the instructions */
    u64 state;    /* before that call: spin_state, ... */
    u64 values;   /* ... and the registers that may be read again */
    bool came;    /* to such a call */
    bool again;   /* which was ask, in the state in which it was the first time */
    bool touched; /* it has done something else than computing on the way */
} Deeds;

static VM *vm;
static Rng rng;
static u64 answer;         /* what ask says */
static bool compare_fails; /* ask stands for a compare-and-swap that fails: it says 0 */
static u64 expected;       /* by that */
static Again again;        /* how it stands there */
static Foresight sight;    /* of the last run, for the answer */
static bool looking;       /* between ask and the call after it */
static u64 first_state;
static Deeds deeds;

static void add_values(void *ctx, const LiveFrame *frame)
{
    u64 *hash = ctx;
    for (u32 i = 0; i < frame->count; i++)
        if (live_in(frame, i))
            *hash = hash_pair(*hash, frame->R[i]);
}

static NativeStatus stop(G *g)
{
    if (looking) {
        deeds.came = true;
        deeds.state = spin_state(vm, g, g->pc - 1);
        live_registers_visit_from(spin_live_registers(vm), g, g->pc - 1, add_values, &deeds.values);
    }
    looking = false;
    return NATIVE_DONE;
}

static NativeStatus native_stop(VM *machine, G *g, u64 *args)
{
    (void)machine, (void)args;
    return stop(g);
}

static NativeStatus native_ask(VM *machine, G *g, u64 *args)
{
    if (looking) {
        stop(g);
        deeds.again = deeds.state == first_state;
        return sched_exit(machine, g, 0);
    }
    first_state = spin_state(machine, g, g->pc - 1);
    g->again = again;
    sight = compare_fails ? vm_foresee_failure(machine, g, answer, expected, false)
                          : vm_foresee(machine, g, answer, false);
    g->again = AGAIN_NO;
    args[0] = compare_fails ? 0 : answer;
    deeds = (Deeds){0};
    looking = true;
    return NATIVE_DONE;
}

static NativeStatus native_yields(VM *machine, G *g, u64 *args)
{
    (void)machine, (void)g, (void)args;
    return NATIVE_DONE;
}

static const NativeDef *find_native(const char *name)
{
    static const NativeDef defs[] = {
        {.name = "ask", .fn = native_ask, .effect = EFFECT_LOAD},
        {.name = "stop", .fn = native_stop, .effect = EFFECT_OUTPUT},
        {.name = "yield", .fn = native_yields, .effect = EFFECT_YIELD}};
    for (u32 i = 0; i < COUNT_OF(defs); i++)
        if (!strcmp(defs[i].name, name))
            return &defs[i];
    return NULL;
}

static bool touches(Op op)
{
    return op == OP_DIV || op == OP_DIVU || op == OP_EQF || op == OP_GLD64 || op == OP_GST64 ||
           op == OP_JLTF || op == OP_JNEF;
}

static void before_each(VM *machine, G *g, const Word *pc, void *ctx)
{
    (void)machine, (void)g, (void)ctx;
    if (!looking)
        return;
    deeds.path = hash_pair(deeds.path, (u64)pc);
    deeds.touched |= touches(instr_op(pc->in));
}

/* ---- programs ---- */

/* Registers of every function here. R[LIST..2] is a slice of globals. */
enum { VALUES = 4, CONSTANT_REG = VALUES, LIST = 6, ASK = 8, CALL = 10, REGS = 16 };
enum { LIST_LEN = 4, CONSTANTS = 3 };

static Program *begin_program(void)
{
    Program *program = new_program();
    static const char *const names[] = {"ask", "stop", "yield"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        vec_push(&program->natives, names[i]);
        vec_push(&program->native_slots, 0);
    }
    for (u32 i = 0; i < CONSTANTS; i++)
        vec_push(&program->constants, 7 + 1000 * i);
    return program;
}

static void begin_runs(Program *program)
{
    VMConfig config = {.find_native = find_native, .hooks = true, .jit = JIT_OFF};
    vm = new_machine(program, config);
    vm->hot.hook = before_each;
}

static void end_runs(void)
{
    Program *program = vm->program;
    end_machine(vm);
    free(err_text);
    program_free(program);
}

static Deeds run(u64 value)
{
    answer = value;
    looking = false;
    vm_reset(vm, &in_order);
    vm_run(vm);
    return deeds;
}

static bool same(Deeds a, Deeds b)
{
    return a.path == b.path && a.came == b.came && a.state == b.state && a.again == b.again;
}

static Word imm(Op op, u32 reg, i32 number)
{
    return ins(op, reg, (u16)number, (u32)number >> 16);
}

static Word native(u32 which)
{
    return ins(OP_CALLN, ASK, which, 0);
}

/* ---- by hand ---- */

static const i64 lowest = INT64_MIN, highest = INT64_MAX;

/* x := ask(), in R[0]; the code; stop(); R[1] and R[2] are read. */
static Foresight of_code(const Word *code, u32 n, i64 value)
{
    Word all[40] = {imm(OP_LDI, 1, 0), imm(OP_LDI, 2, 5), native(NATIVE_ASK),
                    ins(OP_MOV, 0, ASK + 1, 0)};
    memcpy(all + 4, code, n * sizeof *code);
    u32 len = 4 + n;
    all[len++] = native(NATIVE_STOP);
    all[len++] = ins(OP_GST64, 1, 0, 0);
    all[len++] = ins(OP_GST64, 2, 0, 0);
    all[len++] = ins(OP_RET, 0, 0, 0);
    Program *program = begin_program();
    program->entry = add_func(program, "entry", REGS, all, len);
    begin_runs(program);
    run((u64)value);
    end_runs();
    return sight;
}

#define EXPECT_RANGE(value, low, high, ...) \
    do { \
        Word code_[] = {__VA_ARGS__}; \
        Foresight seen_ = of_code(code_, COUNT_OF(code_), value); \
        EXPECT_INT(seen_.from, low); \
        EXPECT_INT(seen_.to, high); \
        EXPECT(seen_.state == deeds.state && !seen_.in_vain); \
    } while (0)

/* A jump over what sets R[1]. */
#define IF_NOT(...) __VA_ARGS__, imm(OP_LDI, 1, 7)

static void test_comparisons(void)
{
    EXPECT_RANGE(3, lowest, highest, ins(OP_NOP, 0, 0, 0));
    EXPECT_RANGE(3, lowest, highest, IF_NOT(jump(OP_JMP, 1)));
    EXPECT_RANGE(3, lowest, 4, IF_NOT(ins(OP_JLTI, 0, 5, 1)));
    EXPECT_RANGE(5, 5, highest, IF_NOT(ins(OP_JLTI, 0, 5, 1)));
    EXPECT_RANGE(5, lowest, 5, IF_NOT(ins(OP_JLEI, 0, 5, 1)));
    EXPECT_RANGE(6, 6, highest, IF_NOT(ins(OP_JLEI, 0, 5, 1)));
    EXPECT_RANGE(5, lowest, 5, IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(6, 6, highest, IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(4, lowest, 4, IF_NOT(ins(OP_JGEI, 0, 5, 1)));
    EXPECT_RANGE(5, 5, highest, IF_NOT(ins(OP_JGEI, 0, 5, 1)));
    EXPECT_RANGE(5, 5, 5, IF_NOT(ins(OP_JEQI, 0, 5, 1)));
    EXPECT_RANGE(9, 6, highest, IF_NOT(ins(OP_JNEI, 0, 5, 1)));
    EXPECT_RANGE(-1, lowest, 4, IF_NOT(ins(OP_JNEI, 0, 5, 1)));
    EXPECT_RANGE(0, 0, 0, IF_NOT(imm(OP_JT, 0, 1)));
    EXPECT_RANGE(1, 1, highest, IF_NOT(imm(OP_JF, 0, 1)));
}

/* With R[2], which is 5; the value on either side. */
static void test_two_registers(void)
{
    EXPECT_RANGE(4, lowest, 4, IF_NOT(ins(OP_JLT, 0, 2, 1)));
    EXPECT_RANGE(5, 5, highest, IF_NOT(ins(OP_JLT, 0, 2, 1)));
    EXPECT_RANGE(5, lowest, 5, IF_NOT(ins(OP_JLT, 2, 0, 1)));
    EXPECT_RANGE(6, 6, highest, IF_NOT(ins(OP_JLT, 2, 0, 1)));
    EXPECT_RANGE(5, lowest, 5, IF_NOT(ins(OP_JLE, 0, 2, 1)));
    EXPECT_RANGE(5, 5, highest, IF_NOT(ins(OP_JLE, 2, 0, 1)));
    EXPECT_RANGE(4, lowest, 4, IF_NOT(ins(OP_JLE, 2, 0, 1)));
    EXPECT_RANGE(5, 5, 5, IF_NOT(ins(OP_JEQ, 2, 0, 1)));
    EXPECT_RANGE(4, lowest, 4, IF_NOT(ins(OP_JNE, 2, 0, 1)));
    EXPECT_RANGE(3, 3, 3, IF_NOT(ins(OP_JLE, 0, 0, 1)));
}

/* A negative number is a large one. */
static void test_without_sign(void)
{
    EXPECT_RANGE(3, 0, 4, IF_NOT(ins(OP_JLTU, 0, 2, 1)));
    EXPECT_RANGE(-3, lowest, -1, IF_NOT(ins(OP_JLTU, 0, 2, 1)));
    EXPECT_RANGE(5, 5, highest, IF_NOT(ins(OP_JLTU, 0, 2, 1)));
    EXPECT_RANGE(5, 0, 5, IF_NOT(ins(OP_JLEU, 0, 2, 1)));
    EXPECT_RANGE(0, 0, 4, IF_NOT(ins(OP_JLEU, 2, 0, 1)));
    EXPECT_RANGE(-1, lowest, -1, IF_NOT(ins(OP_JLEU, 2, 0, 1)));
    EXPECT_RANGE(-7, -7, -1, imm(OP_LDI, 2, -7), IF_NOT(ins(OP_JLTU, 0, 2, 1)));
    EXPECT_RANGE(7, 0, highest, imm(OP_LDI, 2, -7), IF_NOT(ins(OP_JLTU, 0, 2, 1)));
}

/* Of a register that is more, less or minus the value; where the sum is still one. */
static void test_sums(void)
{
    EXPECT_RANGE(3, lowest + 2, 6, ins(OP_ADDI, 0, 0, (u16)-2), IF_NOT(ins(OP_JLTI, 0, 5, 1)));
    EXPECT_RANGE(3, lowest + 2, 4, ins(OP_ADDI, 0, 0, (u16)-2), IF_NOT(ins(OP_JLTI, 0, 3, 1)));
    EXPECT_RANGE(3, -2, highest, ins(OP_NEG, 0, 0, 0), IF_NOT(ins(OP_JLEI, 0, 2, 1)));
    EXPECT_RANGE(3, 2, highest, ins(OP_SUB, 0, 2, 0), IF_NOT(ins(OP_JLEI, 0, 3, 1)));
    EXPECT_RANGE(3, lowest + 5, 8, ins(OP_SUB, 0, 0, 2), IF_NOT(ins(OP_JLEI, 0, 3, 1)));
    EXPECT_RANGE(3, lowest, 4, ins(OP_ADD, 0, 2, 0), IF_NOT(ins(OP_JLTI, 0, 10, 1)));
    EXPECT_RANGE(3, 3, 3, ins(OP_ADD, 0, 0, 0), IF_NOT(ins(OP_JLTI, 0, 10, 1)));
    EXPECT_RANGE(0, 0, 0, ins(OP_LNOT, 0, 0, 0), IF_NOT(imm(OP_JT, 0, 1)));
    EXPECT_RANGE(1, 1, 1, ins(OP_LNOT, 0, 0, 0), IF_NOT(imm(OP_JT, 0, 1)));
    EXPECT_RANGE(highest, highest, highest, ins(OP_ADDI, 0, 0, 1), IF_NOT(imm(OP_JT, 0, 1)));
}

static void test_conversions(void)
{
    EXPECT_RANGE(9, 6, 127, ins(OP_SX8, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(-9, INT16_MIN, 5, ins(OP_SX16, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(9, 6, INT32_MAX, ins(OP_SX32, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(2, 0, 5, ins(OP_ZX8, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(9, 6, UINT16_MAX, ins(OP_ZX16, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(9, 6, UINT32_MAX, ins(OP_ZX32, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
    EXPECT_RANGE(3, INT8_MIN, INT8_MAX, ins(OP_SX8, 0, 0, 0));
    EXPECT_RANGE(3, INT16_MIN, INT16_MAX, ins(OP_SX16, 0, 0, 0));
    EXPECT_RANGE(3, INT32_MIN, INT32_MAX, ins(OP_SX32, 0, 0, 0));
    EXPECT_RANGE(3, 0, UINT8_MAX, ins(OP_ZX8, 0, 0, 0));
    EXPECT_RANGE(3, 0, UINT16_MAX, ins(OP_ZX16, 0, 0, 0));
    EXPECT_RANGE(3, 0, UINT32_MAX, ins(OP_ZX32, 0, 0, 0));
    EXPECT_RANGE(1, 0, 1, ins(OP_LNOT, 0, 0, 0));
    EXPECT_RANGE(-1, -1, -1, ins(OP_ZX8, 0, 0, 0), IF_NOT(ins(OP_JGTI, 0, 5, 1)));
}

/* What is left in a register that is read later; and in one that is not. */
static void test_dependents(void)
{
    EXPECT_RANGE(3, 3, 3, ins(OP_MOV, 1, 0, 0));
    EXPECT_RANGE(3, lowest, highest, ins(OP_MOV, 1, 0, 0), imm(OP_LDI, 1, 0));
    EXPECT_RANGE(3, 3, 3, ins(OP_ANDI, 1, 0, 1));
    EXPECT_RANGE(3, 3, 3, ins(OP_ANDI, 0, 0, 1), IF_NOT(imm(OP_JT, 0, 1)));
    EXPECT_RANGE(3, lowest, 4, ins(OP_LT, 1, 0, 2));
}

/* Of an address that is the value only that one is known; what follows from others is. */
static void test_addresses(void)
{
    EXPECT_RANGE(64, 64, 64, ins(OP_ANDI, 3, 0, 1), ins(OP_NILCHK, 0, 0, 0),
                 ins(OP_ADDP, 1, 0, 16));
    Word check[] = {ins(OP_NILCHK, 0, 0, 0)}, field[] = {ins(OP_ADDP, 1, 0, 16)};
    EXPECT(of_code(check, 1, 64).state == 0);
    EXPECT(of_code(field, 1, 64).state == 0);
    Word array[] = {ins(OP_ADDRA, 1, 0, 2), word((u64)6 << 32 | 8)};
    EXPECT(of_code(array, COUNT_OF(array), 64).state == 0);
    Word length[] = {ins(OP_GADDR, 4, 0, 0), ins(OP_MOV, 5, 0, 0), ins(OP_ADDRX, 1, 4, 2), word(8)};
    EXPECT(of_code(length, COUNT_OF(length), 6).state == 0);
    EXPECT_RANGE(64, lowest, highest, ins(OP_GADDR, 4, 8, 0), imm(OP_LDI, 5, 6),
                 ins(OP_ADDRX, 1, 4, 2), word(8));
    Word beyond[] = {ins(OP_GADDR, 4, 8, 0), imm(OP_LDI, 5, 5), ins(OP_ADDRX, 1, 4, 2), word(8)};
    EXPECT(of_code(beyond, COUNT_OF(beyond), 6).state == 0);
    EXPECT(!deeds.came);
}

/* ---- where it ends ---- */

/* L: x := ask(); if x < 5 { yield(); goto L }; stop() */
static void test_waiting_loop(void)
{
    Program *program = begin_program();
    program->entry =
        ADD_FUNC(program, "entry", REGS, native(NATIVE_ASK), ins(OP_MOV, 0, ASK + 1, 0),
                 native(NATIVE_YIELDS), ins(OP_JBLTI, 0, 5, (u16)-4), native(NATIVE_STOP),
                 ins(OP_RET, 0, 0, 0));
    begin_runs(program);
    EXPECT(run(4).again);
    EXPECT(sight.in_vain && sight.state == first_state);
    EXPECT_INT(sight.from, lowest);
    EXPECT_INT(sight.to, 4);
    EXPECT(!run(5).again);
    EXPECT(!sight.in_vain && sight.state == deeds.state);
    EXPECT_INT(sight.from, 5);
    EXPECT_INT(sight.to, highest);
    end_runs();
}

/* for n := 0; ask() < 5; n++ {}: each round leads to another state. */
static void test_counting_loop(void)
{
    Program *program = begin_program();
    program->entry = ADD_FUNC(program, "entry", REGS, imm(OP_LDI, 1, 0), native(NATIVE_ASK),
                              ins(OP_ADDI, 1, 1, 1), ins(OP_JBLTI, ASK + 1, 5, (u16)-3),
                              ins(OP_GST64, 1, 0, 0), ins(OP_RET, 0, 0, 0));
    begin_runs(program);
    EXPECT(!run(4).again);
    EXPECT(deeds.came && !sight.in_vain && sight.state == deeds.state);
    EXPECT(sight.state != first_state);
    EXPECT_INT(sight.to, 4);
    run(5);
    EXPECT(!sight.in_vain && !sight.state); /* it writes */
    EXPECT_INT(sight.from, 5);
    end_runs();
}

/* x := ask(); for i := 0; i < n; i++ {}; stop(), with x read after it, or not */
static Foresight of_long_loop(u32 n, bool read)
{
    Program *program = begin_program();
    program->entry = ADD_FUNC(
        program, "entry", REGS, native(NATIVE_ASK), ins(OP_MOV, 0, ASK + 1, 0), imm(OP_LDI, 1, 0),
        imm(OP_LDI, 2, (i32)n), ins(OP_ADDI, 1, 1, 1), ins(OP_JBLT, 1, 2, (u16)-2),
        native(NATIVE_STOP), ins(OP_GST64, read ? 0 : 1, 0, 0), ins(OP_RET, 0, 0, 0));
    begin_runs(program);
    run(3);
    EXPECT(deeds.came);
    end_runs();
    return sight;
}

/* It does not look ahead for ever. */
static void test_long_loops(void)
{
    EXPECT(of_long_loop(300, false).state == deeds.state);
    EXPECT(of_long_loop(300, false).to == highest);
    EXPECT(of_long_loop(300, true).to == 3);
    EXPECT(of_long_loop(3000, false).state == 0);
    EXPECT(of_long_loop(3000, false).to == highest);
    EXPECT(of_long_loop(3000, true).to == 3);
}

/* down(n) calls itself n times, then asks, or looks at nothing. */
static Func *add_down(Program *program, bool asks)
{
    u32 self = program->funcs.len;
    Word last = asks ? native(NATIVE_ASK) : ins(OP_NOP, 0, 0, 0);
    Func *down = ADD_FUNC(program, "down", REGS, ins(OP_JGEI, 0, 1, 2), last,
                          ins(OP_RET, ASK + 1, 0, 1), ins(OP_ADDI, CALL + 1, 0, (u16)-1),
                          ins(OP_CALL, CALL, 0, 0), word(self), ins(OP_RET, CALL + 1, 0, 1));
    down->nparams = down->nresults = 1;
    return down;
}

/* x := down(n), which asks; stop(); x is not read */
static void run_from_depth(i32 n)
{
    Program *program = begin_program();
    Func *down = add_down(program, true);
    program->entry =
        ADD_FUNC(program, "entry", REGS, imm(OP_LDI, CALL + 1, n), ins(OP_CALL, CALL, 0, 0),
                 word(down->id), native(NATIVE_STOP), ins(OP_RET, 0, 0, 0));
    begin_runs(program);
    run(3);
    EXPECT(deeds.came);
    end_runs();
}

static void test_returns(void)
{
    run_from_depth(20);
    EXPECT(sight.state == deeds.state && !sight.in_vain);
    EXPECT(sight.from == lowest && sight.to == highest);
    run_from_depth(2000); /* such a stack is not copied */
    EXPECT(!sight.state && !sight.in_vain && sight.from == 3 && sight.to == 3);
}

/* ask(); down(n); stop() */
static void run_to_depth(i32 n)
{
    Program *program = begin_program();
    Func *down = add_down(program, false);
    program->entry = ADD_FUNC(program, "entry", REGS, native(NATIVE_ASK), imm(OP_LDI, CALL + 1, n),
                              ins(OP_CALL, CALL, 0, 0), word(down->id), native(NATIVE_STOP),
                              ins(OP_RET, 0, 0, 0));
    begin_runs(program);
    run(3);
    EXPECT(deeds.came);
    end_runs();
}

static void test_calls(void)
{
    run_to_depth(10);
    EXPECT(sight.state == deeds.state);
    EXPECT(sight.from == lowest && sight.to == highest);
    run_to_depth(100); /* its copy of the stack has no room for them */
    EXPECT(!sight.state);
    EXPECT(sight.from == lowest && sight.to == highest);
}

/* The end of the goroutine is another thing than computing. */
static void test_end(void)
{
    Program *program = begin_program();
    program->entry = ADD_FUNC(program, "entry", REGS, native(NATIVE_ASK),
                              ins(OP_JLTI, ASK + 1, 5, 0), ins(OP_RET, 0, 0, 0));
    begin_runs(program);
    EXPECT(!run(3).came);
    EXPECT(!sight.state && !sight.in_vain && sight.to == 4);
    end_runs();
}

/* It has been stopped before the call, or does something else first. */
static void test_stopped(void)
{
    again = AGAIN_SYNC;
    EXPECT_RANGE(3, lowest, 4, IF_NOT(ins(OP_JLTI, 0, 5, 1)));
    again = AGAIN_NATIVE;
    Word code[] = {IF_NOT(ins(OP_JLTI, 0, 5, 1))};
    Foresight seen = of_code(code, COUNT_OF(code), 3);
    EXPECT(seen.from == 3 && seen.to == 3 && !seen.state && !seen.in_vain);
    again = AGAIN_NO;
}

/* A compare-and-swap that fails sees any value on that side of the one it expects. */
static void test_failure(void)
{
    compare_fails = true;
    expected = 10;
    Word code[] = {IF_NOT(imm(OP_JT, 0, 1))};
    Foresight seen = of_code(code, COUNT_OF(code), 11);
    EXPECT(seen.from == 11 && seen.to == highest && seen.state == deeds.state);
    seen = of_code(code, COUNT_OF(code), -5);
    EXPECT(seen.from == lowest && seen.to == 9 && seen.state == deeds.state);
    compare_fails = false;
}

/* ---- random code ---- */

/* What a generated piece may be made of. */
typedef enum Mix {
    AFFINE, /* sums and comparisons with constants: the range is as large as can be */
    COMPUTES,
    ANYTHING, /* also what does more than compute */
} Mix;

static bool length_varies; /* R[LIST + 1] is written in the program */

typedef struct Piece {
    Word words[64];
    u32 len;
    u32 starts[33], count; /* of instructions */
} Piece;

static u32 any(u32 n)
{
    return rng_below(&rng, n);
}

static u32 value_reg(void)
{
    return any(VALUES);
}

static u32 constant_reg(void)
{
    return CONSTANT_REG + any(2);
}

static i16 small(void)
{
    return (i16)((i32)any(13) - 6);
}

static Word random_jump(bool affine)
{
    static const Op with_number[] = {OP_JEQI, OP_JNEI, OP_JLTI, OP_JLEI, OP_JGTI, OP_JGEI};
    static const Op with_register[] = {OP_JEQ, OP_JNE, OP_JLT, OP_JLE, OP_JLTU, OP_JLEU};
    u32 a = value_reg(), b = affine ? constant_reg() : any(VALUES + 2);
    switch (any(4)) {
    case 0: return ins(any(2) ? OP_JT : OP_JF, a, 0, 0);
    case 1: return ins(with_number[any(COUNT_OF(with_number))], a, (u16)small(), 0);
    default: {
        Op op = with_register[any(affine ? 4 : COUNT_OF(with_register))];
        return any(2) ? ins(op, a, b, 0) : ins(op, b, a, 0);
    }
    }
}

static Word random_sum(bool affine)
{
    u32 a = value_reg(), b = value_reg(), c = affine ? constant_reg() : any(VALUES + 2);
    switch (any(7)) {
    case 0: return ins(OP_MOV, a, b, 0);
    case 1: return ins(OP_ADD, a, b, c);
    case 2: return ins(OP_ADD, a, c, b);
    case 3: return ins(OP_SUB, a, b, c);
    case 4: return ins(OP_SUB, a, c, b);
    case 5: return ins(OP_NEG, a, b, 0);
    default: return ins(OP_ADDI, a, b, (u16)small());
    }
}

/* Of several registers, which may overlap; constants, too. */
static Word random_moves(void)
{
    u32 n = 2 + any(3), a = any(VALUES + 2 - n + 1), b = any(VALUES + 2 - n + 1);
    return ins(n == 2 ? OP_MOV2 : n == 3 ? OP_MOV3 : OP_MOVN, a, b, n);
}

static Word random_computation(void)
{
    static const Op of_two[] = {OP_MUL,  OP_AND, OP_OR, OP_XOR, OP_ANDN, OP_SHL, OP_SHR,
                                OP_SHRU, OP_EQ,  OP_NE, OP_LT,  OP_LE,   OP_LTU, OP_LEU};
    static const Op of_one[] = {OP_COM, OP_SX8, OP_SX16, OP_SX32, OP_ZX8, OP_ZX16, OP_ZX32};
    static const Op shifts[] = {OP_SHLI, OP_SHRI, OP_SHRUI};
    u32 a = value_reg(), b = value_reg(), c = any(VALUES + 2);
    switch (any(9)) {
    case 0: return ins(of_one[any(COUNT_OF(of_one))], a, b, 0);
    case 1: return ins(any(2) ? OP_MULI : OP_ANDI, a, b, (u16)small());
    case 2: return ins(shifts[any(3)], a, b, any(64));
    case 3: return ins(any(2) ? OP_DIVI : OP_REMI, a, b, 1 + any(9));
    case 4: return ins(any(2) ? OP_DIVP : OP_REMP, a, b, 1 + any(62));
    case 5: return any(2) ? ins(OP_LDK, a, any(CONSTANTS), 0) : ins(OP_LDI, a, (u16)small(), 0);
    case 6: return random_moves();
    default: return ins(of_two[any(COUNT_OF(of_two))], a, b, c);
    }
}

static Word random_deed(void)
{
    static const Op jumps[] = {OP_JLTF, OP_JNEF};
    u32 a = value_reg(), b = value_reg(), c = value_reg();
    switch (any(4)) {
    case 0: return ins(any(2) ? OP_DIV : OP_DIVU, a, b, c);
    case 1: return ins(any(2) ? OP_GLD64 : OP_GST64, a, 8 * any(8), 0);
    case 2: return ins(jumps[any(2)], a, b, 0);
    default: return ins(OP_EQF, a, b, c);
    }
}

static void emit(Piece *p, Word w)
{
    p->words[p->len++] = w;
}

static void emit_address(Piece *p)
{
    bool array = any(2);
    u32 a = value_reg();
    switch (any(5)) {
    case 0:
        length_varies = true;
        emit(p, ins(OP_MOV, LIST + 1, a, 0));
        return;
    case 2: emit(p, ins(OP_NILCHK, LIST, 0, 0)); return;
    case 1: emit(p, ins(OP_ADDP, a, LIST, any(64))); return;
    default:
        emit(p, ins(array ? OP_ADDRA : OP_ADDRX, a, LIST, value_reg()));
        emit(p, word(array ? (u64)LIST_LEN << 32 | 16 : 16));
    }
}

/* Of what is true or false. */
static void emit_not(Piece *p)
{
    static const Op comparisons[] = {OP_EQ, OP_NE, OP_LT, OP_LE, OP_LTU, OP_LEU};
    u32 a = value_reg();
    emit(p, ins(comparisons[any(COUNT_OF(comparisons))], a, value_reg(), value_reg()));
    emit(p, ins(OP_LNOT, value_reg(), a, 0));
}

/* A call of leaf with a register, whose result goes to another. */
static void emit_call(Piece *p, const Func *leaf)
{
    emit(p, ins(OP_MOV, CALL + 1, value_reg(), 0));
    emit(p, ins(OP_CALL, CALL, 0, 0));
    emit(p, word(leaf->id));
    emit(p, ins(OP_MOV, value_reg(), CALL + 1, 0));
}

static void emit_any(Piece *p, Mix mix, const Func *leaf)
{
    u32 kind = any(mix == ANYTHING ? 11 : 10);
    if (kind < 3)
        emit(p, random_jump(mix == AFFINE));
    else if (kind < 6 || mix == AFFINE)
        emit(p, random_sum(mix == AFFINE));
    else if (kind == 6 && leaf)
        emit_call(p, leaf);
    else if (kind == 7)
        emit_address(p);
    else if (kind == 8 && any(4) == 0)
        emit_not(p);
    else if (kind == 10)
        emit(p, random_deed());
    else
        emit(p, random_computation());
}

static bool is_jump(Word w)
{
    return op_info[w.in.op].flags & JUMP;
}

/* Each jump goes to one of the next instructions, or to the end, skipping some at least. */
static void set_targets(Piece *p, u32 some)
{
    for (u32 i = 0; i < p->count; i++) {
        u32 at = p->starts[i], to = i + 1 + some + any(4);
        if (!is_jump(p->words[at]))
            continue;
        u32 distance = (to < p->count ? p->starts[to] : p->len) - at - 1;
        if (op_info[p->words[at].in.op].format == FMT_AJ)
            p->words[at].in.b = (u16)distance;
        else
            p->words[at].in.c = (u16)distance;
    }
}

static void generate(Piece *p, u32 n, Mix mix, const Func *leaf)
{
    u32 begin = p->len;
    Piece made = {.len = 0};
    for (; made.count < n; made.count++) {
        made.starts[made.count] = made.len;
        emit_any(&made, mix, leaf);
    }
    emit(&made, ins(OP_NOP, 0, 0, 0));
    set_targets(&made, mix == AFFINE);
    memcpy(p->words + begin, made.words, made.len * sizeof *made.words);
    p->len += made.len;
}

/* Numbers in all registers that the code reads. */
static void emit_start(Piece *p)
{
    for (u32 i = 0; i < CONSTANT_REG + 2; i++)
        emit(p, imm(OP_LDI, i, small()));
    emit(p, ins(OP_GADDR, LIST, 8 * any(3), 0));
    emit(p, imm(OP_LDI, LIST + 1, LIST_LEN));
}

static Func *add_leaf(Program *program, Mix mix)
{
    Piece p = {.len = 0};
    emit_start(&p);
    p.words[0] = ins(OP_NOP, 0, 0, 0); /* its argument stays */
    generate(&p, 3, mix, NULL);
    emit(&p, ins(OP_RET, value_reg(), 0, 1));
    Func *leaf = add_func(program, "leaf", REGS, p.words, p.len);
    leaf->nparams = leaf->nresults = 1;
    return leaf;
}

/* func f() { ...; x := ask(); ...; perhaps back to ask; return one to three registers } */
static Func *add_asker(Program *program, Mix mix, const Func *leaf)
{
    Piece p = {.len = 0};
    emit_start(&p);
    u32 loop = p.len;
    emit(&p, native(NATIVE_ASK));
    emit(&p, ins(OP_MOV, value_reg(), ASK + 1, 0));
    generate(&p, 1 + any(8), mix, leaf);
    if (any(4) == 0)
        emit(&p, native(NATIVE_YIELDS));
    if (any(2)) {
        Word jump_back = random_jump(mix == AFFINE);
        bool is_short = op_info[jump_back.in.op].format != FMT_AJ;
        i32 distance = (i32)loop - (i32)p.len - 1;
        jump_back.in.op = (u16)(jump_back.in.op + (OP_JBT - OP_JT));
        if (is_short)
            jump_back.in.c = (u16)distance;
        else
            jump_back.in.b = (u16)distance, jump_back.in.c = (u16)(distance >> 16);
        emit(&p, jump_back);
    }
    u32 results = 1 + any(3);
    emit(&p, ins(OP_RET, any(VALUES - results + 1), 0, results));
    Func *asker = add_func(program, "asker", REGS, p.words, p.len);
    asker->nresults = results;
    return asker;
}

/* a, ... := f(); ...; stop(); some registers are read */
static void add_random_entry(Program *program, Mix mix)
{
    const Func *leaf = mix == AFFINE ? NULL : add_leaf(program, mix);
    const Func *asker = add_asker(program, mix, leaf);
    Piece p = {.len = 0};
    emit_start(&p);
    emit(&p, ins(OP_CALL, CALL, 0, 0));
    emit(&p, word(asker->id));
    for (u32 i = 0; i < asker->nresults; i++)
        emit(&p, ins(OP_MOV, i, CALL + 1 + i, 0));
    generate(&p, any(6), mix, leaf);
    emit(&p, native(NATIVE_STOP));
    for (u32 i = any(3); i; i--)
        emit(&p, ins(OP_GST64, value_reg(), 0, 0));
    emit(&p, ins(OP_RET, 0, 0, 0));
    program->entry = add_func(program, "entry", REGS, p.words, p.len);
}

static i64 random_value(void)
{
    static const i64 edges[] = {INT64_MIN,  INT64_MAX, INT32_MIN, INT32_MAX,
                                UINT32_MAX, INT16_MAX, INT8_MAX,  UINT8_MAX};
    if (any(4))
        return small();
    if (any(4) == 0)
        return (i64)rng_next(&rng);
    return (i64)((u64)edges[any(COUNT_OF(edges))] + (u64)(i64)small());
}

/* A value of the range, often one of its ends. */
static i64 one_of(Foresight seen)
{
    u64 size = (u64)seen.to - (u64)seen.from + 1;
    switch (any(4)) {
    case 0: return seen.from;
    case 1: return seen.to;
    case 2: return (i64)((u64)seen.from + (size ? rng_next(&rng) % size : rng_next(&rng)));
    default: {
        i64 value = random_value();
        return seen.from <= value && value <= seen.to ? value : seen.from;
    }
    }
}

/* What was foreseen is what was done. */
static void check_state(Foresight seen, Deeds did, i64 value)
{
    EXPECT(seen.from <= value && value <= seen.to);
    if (length_varies && !seen.state) /* addresses of a slice whose length is the value */
        return;
    EXPECT_INT(seen.state, did.came && !did.touched ? did.state : 0);
    EXPECT_INT(seen.in_vain, did.again && !did.touched);
}

/* No value beside the range has the same effect, if a sum cannot have overflown there. */
static void check_is_largest(Foresight seen, Deeds did)
{
    if (seen.from > -1000)
        EXPECT(!same(run((u64)seen.from - 1), did) || deeds.values != did.values);
    if (seen.to < 1000)
        EXPECT(!same(run((u64)seen.to + 1), did) || deeds.values != did.values);
}

static void random_code(Mix mix, u32 programs)
{
    for (u32 n = 0; n < programs; n++) {
        Program *program = begin_program();
        length_varies = false;
        add_random_entry(program, mix);
        begin_runs(program);
        for (u32 i = 0; i < 6; i++) {
            i64 value = mix == AFFINE ? small() : random_value();
            Deeds did = run((u64)value);
            Foresight seen = sight;
            check_state(seen, did, value);
            for (u32 k = 0; k < 6; k++)
                EXPECT(same(run((u64)one_of(seen)), did));
            if (mix == AFFINE)
                check_is_largest(seen, did);
        }
        end_runs();
        if (!test_ok) {
            printf("in random program %u\n", n);
            return;
        }
    }
}

static void test_random_sums(void)
{
    random_code(AFFINE, 1000);
}

static void test_random_computations(void)
{
    random_code(COMPUTES, 1500);
}

static void test_random_deeds(void)
{
    random_code(ANYTHING, 500);
}

int main(void)
{
    rng.state = 1;
    RUN(test_comparisons);
    RUN(test_two_registers);
    RUN(test_without_sign);
    RUN(test_sums);
    RUN(test_conversions);
    RUN(test_dependents);
    RUN(test_addresses);
    RUN(test_waiting_loop);
    RUN(test_counting_loop);
    RUN(test_long_loops);
    RUN(test_returns);
    RUN(test_calls);
    RUN(test_end);
    RUN(test_stopped);
    RUN(test_failure);
    RUN(test_random_sums);
    RUN(test_random_computations);
    RUN(test_random_deeds);
    return test_summary("vm_foresee");
}
