/* Emitters of calls and returns, and of instructions that a function of the VM executes. Calls
 * within machine code are calls of the processor: the return address is on its stack, while the
 * frame and its link are as the interpreter makes them. An exit drops these return addresses, and
 * the interpreter goes on with the frames. */
#include "jit/emit.h"
#include "jit/methods.h"

/* All that is not in the frame yet. The registers are free then. */
static void store_dirty(Translator *t)
{
    emit_store_homes(t, t->dirty);
    t->dirty = 0;
}

/* After a call, which may have changed every register. */
static void load_live(Translator *t)
{
    emit_load_homes(t, t->site[1].live);
}

static Operand in_state(u64 offset)
{
    return at(REG_STATE, (i32)offset);
}

/* Calls the machine code of the Func in RAX, if it has some and there is room, else exits. The
 * frame begins at slot `frame`; with captures, its closure is in RDX. */
static void check_callee(Translator *t, u32 frame)
{
    u64 machine = offsetof(Func, machine) + (t->unit->filtered ? sizeof(void *) : 0);
    x64_op(t->code, X64_LOAD, RCX, at(RAX, (i32)machine));
    x64_op(t->code, X64_TEST, RCX, in_reg(RCX));
    emit_leave_if(t, COND_E);
    x64_op(t->code, X64_LOAD32U, RSI, at(RAX, offsetof(Func, machine_regs)));
    Operand end = at_index(RDI, RSI, 3);
    x64_op(t->code, X64_LEA, RSI, displaced(end, (i32)frame * 8));
    x64_op(t->code, X64_CMP, RSI, in_state(offsetof(JitState, stack_end)));
    emit_leave_if(t, COND_A);
    x64_op(t->code, X64_CMP, RSP, in_state(offsetof(JitState, least_sp)));
    emit_leave_if(t, COND_B);
}

/* Takes the step, writes the link, and calls the code at RCX. */
static void call_code(Translator *t, u32 words)
{
    u32 frame = t->a + 1;
    x64_const(t->code, RSI, LINK(t->site->word + words, t->in.a));
    x64_op(t->code, X64_STORE, RSI, at(RDI, (i32)t->a * 8));
    x64_imm(t->code, IMM_ADD, in_reg(RDI), (i32)frame * 8);
    x64_dec(t->code, R15);
    vec_push(&t->spent, x64_jump(t->code, COND_E));
    x64_call_place(t->code, in_reg(RCX));
    x64_imm(t->code, IMM_ADD, in_reg(RDI), -(i32)frame * 8);
    load_live(t);
}

/* Writes the link as the interpreter does, because the callee's code may exit to the
 * interpreter. */
static void call_inlined(Translator *t)
{
    const Body *callee = t->site[1].body;
    emit_store_const(t, t->a, LINK(t->site->word + 2, t->in.a));
    t->dirty = t->site[1].dirty;
    x64_dec(t->code, R15);
    emit_leave_at(t, COND_E, callee->fn->code, callee->base);
}

void emit_call(Translator *t, u32 arg)
{
    (void)arg;
    if (call_is_inlined(t->unit, (u32)(t->site - t->unit->sites.data))) {
        call_inlined(t);
        return;
    }
    const Func *fn = program_func_at(t->unit->program, CALLF_CODE(t->site->word[1].x));
    store_dirty(t);
    x64_const(t->code, RAX, (u64)fn);
    check_callee(t, t->a + 1);
    call_code(t, 2);
}

void emit_call_closure(Translator *t, u32 arg)
{
    (void)arg;
    store_dirty(t);
    emit_load_int(t, RDX, t->b);
    x64_op(t->code, X64_TEST, RDX, in_reg(RDX));
    emit_leave_if(t, COND_E);
    x64_op(t->code, X64_LOAD, RAX, at(RDX, offsetof(Closure, fn)));
    check_callee(t, t->a + 1);
    x64_op(t->code, X64_LOAD32U, RSI, at(RAX, offsetof(Func, ncaptures)));
    x64_op(t->code, X64_TEST, RSI, in_reg(RSI));
    u32 none = x64_jump(t->code, COND_E);
    x64_op(t->code, X64_LOAD32U, RSI, at(RAX, offsetof(Func, closure_reg)));
    Operand place = at_index(RDI, RSI, 3);
    x64_op(t->code, X64_STORE, RDX, displaced(place, ((i32)t->a + 1) * 8));
    emit_bind(t, none);
    call_code(t, 1);
}

/* RAX <- the method, from the cache, of the type in RDX. */
static void find_method(Translator *t)
{
    u32 id = t->in.c;
    x64_op(t->code, X64_LOAD32U, RCX, at(RDX, offsetof(RType, id)));
    x64_imul_imm(t->code, RCX, in_reg(RCX), METHOD_HASH);
    x64_imm(t->code, IMM_ADD, in_reg(RCX), (i32)id);
    x64_imm(t->code, IMM_AND, in_reg(RCX), METHOD_CACHE - 1);
    x64_shift(t->code, SHIFT_SHL, RCX, (u32)__builtin_ctz(sizeof(CachedMethod)));
    x64_op(t->code, X64_ADD, RCX, in_state(offsetof(JitState, methods)));
    x64_op(t->code, X64_CMP, RDX, at(RCX, offsetof(CachedMethod, type)));
    emit_leave_if(t, COND_NE);
    x64_imm(t->code, IMM_CMP, at(RCX, offsetof(CachedMethod, id)), (i32)id);
    emit_leave_if(t, COND_NE);
    x64_op(t->code, X64_LOAD, RAX, at(RCX, offsetof(CachedMethod, fn)));
}

void emit_call_method(Translator *t, u32 arg)
{
    (void)arg;
    _Static_assert(!(sizeof(CachedMethod) & (sizeof(CachedMethod) - 1)), "its size is for a shift");
    store_dirty(t);
    emit_load_int(t, RDX, t->b);
    x64_op(t->code, X64_TEST, RDX, in_reg(RDX));
    emit_leave_if(t, COND_E);
    find_method(t);
    emit_load_int(t, RDX, t->b + 1);
    check_callee(t, t->a + 1);
    x64_op(t->code, X64_STORE, RDX, at(RDI, ((i32)t->a + 1) * 8));
    call_code(t, 1);
}

/* Slot i of the results; those of a unit are in the frame, which its caller takes them from. */
static void return_slot(Translator *t, u32 i)
{
    if (t->site->body->caller) {
        emit_move_slot(t, t->site->body->base + i, t->a + i);
    } else if (emit_slot_is(t, t->a + i, HOME_XMM)) {
        x64_op(t->code, X64_STORESD, t->unit->homes[t->a + i].reg, at(RDI, (i32)i * 8));
    } else {
        x64_op(t->code, X64_STORE, emit_int_reg(t, t->a + i, RAX), at(RDI, (i32)i * 8));
    }
}

void emit_return_slots(Translator *t, u32 arg)
{
    (void)arg;
    const Body *body = t->site->body;
    for (u32 i = 0; i < t->in.c; i++)
        return_slot(t, i);
    if (!body->caller)
        x64_ret(t->code);
    else if (&t->unit->sites.data[body->after] != t->site + 1)
        vec_push(&t->jumps, (Fixup){.from = x64_jump(t->code, COND_ALWAYS), .site = body->after});
}

/* If the function says that it cannot go on, the exit is at this instruction. */
void emit_execute(Translator *t, u32 arg)
{
    (void)arg;
    store_dirty(t);
    x64_const(t->code, RSI, (u64)t->site->word);
    x64_op(t->code, X64_LEA, RDX, at(RDI, (i32)t->site->body->base * 8));
    vec_push(&t->executes, x64_call(t->code));
    x64_op(t->code, X64_TEST, RAX, in_reg(RAX));
    emit_leave_if(t, COND_NE);
    load_live(t);
}

/* Calls JitState.execute for the instruction at RSI in the frame RDX. The stack is aligned as C
 * functions want it. */
static void execute_routine(Translator *t)
{
    x64_push(t->code, RDI);
    x64_push(t->code, RBX);
    x64_op(t->code, X64_LOAD, RBX, in_reg(RSP));
    x64_imm(t->code, IMM_AND, in_reg(RSP), -16);
    x64_op(t->code, X64_LOAD, RDI, in_reg(REG_STATE));
    x64_call_place(t->code, in_state(offsetof(JitState, execute)));
    x64_op(t->code, X64_LOAD, RSP, in_reg(RBX));
    x64_pop(t->code, RBX);
    x64_pop(t->code, RDI);
    if (t->unit->filtered)
        x64_op(t->code, X64_LOAD, REG_SEGMENT, in_state(offsetof(JitState, segment)));
    x64_ret(t->code);
}

void emit_call_routines(Translator *t, u32 leave)
{
    u32 routine = t->code->len;
    if (t->executes.len)
        execute_routine(t);
    for (u32 i = 0; i < t->executes.len; i++)
        x64_set_target(t->code, t->executes.data[i], routine);
    u32 spent = t->code->len;
    if (t->spent.len) { /* the frame is the callee's, whose Func is in RAX */
        x64_op(t->code, X64_LOAD, RAX, at(RAX, offsetof(Func, code)));
        x64_set_target(t->code, x64_jump(t->code, COND_ALWAYS), leave);
    }
    for (u32 i = 0; i < t->spent.len; i++)
        x64_set_target(t->code, t->spent.data[i], spent);
}
