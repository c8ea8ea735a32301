/* Emitters of calls and returns, of interfaces, and of instructions that a function of the VM
 * executes. Calls within machine code are calls of the processor: the return address is on its
 * stack, while the frame and its link are as the interpreter makes them. An exit drops these return
 * addresses, and the interpreter goes on with the frames. */
#include "jit/emit.h"
#include "jit/methods.h"

/* All that is not in the frame yet. The registers are free then. */
static void store_dirty(Translator *t)
{
    emit_store_dirty(t, t->site);
    emit_store_links(t, t->site->body);
    t->stored = true;
}

/* The number of the site at which it goes on after a call. */
static u32 site_after(const Translator *t)
{
    return call_is_inlined(t->unit, t->at) ? t->site[1].body->after : t->at + 1;
}

/* After a call, which may have changed every register. */
static void load_wanted(Translator *t)
{
    emit_load_wanted(t, &t->unit->sites.data[site_after(t)], ALL_HOMES);
}

static Operand in_state(u64 offset)
{
    return at(REG_STATE, (i32)offset);
}

/* Exits unless the stack has room for a frame that ends there. */
static void check_room(Translator *t, Reg spare, Operand end)
{
    asm_op(t->code, ASM_LEA, spare, end);
    asm_op(t->code, ASM_CMP, spare, in_state(offsetof(JitState, stack_end)));
    emit_leave_if(t, COND_A);
}

/* Exits if the call would be nested too deep. */
static void check_depth(Translator *t)
{
    asm_op(t->code, ASM_CMP, RSP, in_state(offsetof(JitState, least_sp)));
    emit_leave_if(t, COND_B);
}

/* The first slot of the callee's frame. */
static u32 callee_frame(const Translator *t)
{
    return t->a + 1;
}

/* RCX <- the machine code of the Func in RAX, if it has some, else exits. */
static void find_code(Translator *t)
{
    u64 machine = offsetof(Func, machine) + (t->unit->filtered ? sizeof(void *) : 0);
    asm_op(t->code, ASM_LOAD, RCX, at(RAX, (i32)machine));
    asm_op(t->code, ASM_TEST, RCX, in_reg(RCX));
    emit_leave_if(t, COND_E);
}

/* The same, and exits unless there is room for a call of it. */
static void check_callee(Translator *t)
{
    find_code(t);
    asm_op(t->code, ASM_LOAD32U, RSI, at(RAX, offsetof(Func, nregs)));
    Operand end = at_index(RDI, RSI, 3);
    check_room(t, RSI, displaced(end, (i32)callee_frame(t) * 8));
    check_depth(t);
}

static void write_link(Translator *t, u32 words)
{
    asm_const(t->code, RSI, LINK(t->site->word + words, t->in.a));
    asm_op(t->code, ASM_STORE, RSI, at(RDI, (i32)t->a * 8));
}

static void move_frame(Translator *t, i32 slots)
{
    asm_imm(t->code, IMM_ADD, in_reg(RDI), slots * 8);
}

/* Takes the step, writes the link, and calls the code at RCX of the Func in RAX. */
static void call_code(Translator *t, u32 words)
{
    i32 frame = (i32)callee_frame(t);
    write_link(t, words);
    move_frame(t, frame);
    asm_dec(t->code, R15);
    vec_push(&t->spent, asm_jump(t->code, COND_E));
    asm_call_place(t->code, in_reg(RCX));
    move_frame(t, -frame);
    load_wanted(t);
}

/* The same of a function that is known now: the unit's own, or one that has the machine code. Code
 * that a function once had remains. */
static void call_known(Translator *t, const Func *fn, const void *code)
{
    u32 frame = callee_frame(t);
    write_link(t, 2);
    asm_dec(t->code, R15);
    emit_leave_at(t, COND_E, fn->code, t->site->body, frame);
    move_frame(t, (i32)frame);
    if (code) {
        asm_const(t->code, RAX, (u64)code);
        asm_call_place(t->code, in_reg(RAX));
    } else {
        vec_push(&t->recursions, asm_call(t->code));
    }
    move_frame(t, -(i32)frame);
    load_wanted(t);
}

/* The link is written where the callee's code exits or calls. The closure of an expected call, or
 * the receiver in the interface, goes to the callee. */
static void call_inlined(Translator *t)
{
    const Body *callee = t->site[1].body;
    u32 end = callee->base + callee->fn->nregs;
    if (end > unit_room(t->unit))
        check_room(t, RAX, at(RDI, (i32)end * 8));
    if (call_is_expected(t->unit, t->at) && expected_slot(t->site) != NO_SLOT)
        emit_move_slot(t, expected_slot(t->site), t->b + (callee->type != NULL));
    asm_dec(t->code, R15);
    Fixup exit = {.from = asm_jump(t->code, COND_E),
                  .pc = callee->fn->code,
                  .body = callee,
                  .base = callee->base,
                  .dirty = t->site + 1};
    vec_push(&t->jumps, exit);
}

void emit_call(Translator *t, u32 arg)
{
    (void)arg;
    if (call_is_inlined(t->unit, t->at)) {
        call_inlined(t);
        return;
    }
    const Func *fn = program_func_at(t->unit->program, CALLF_CODE(t->site->word[1].x));
    const void *code = fn->machine[t->unit->filtered];
    if (!area_has(t->unit->area, code))
        code = NULL; /* another Jit's, which may be freed sooner */
    bool known = code || (t->unit->function && fn == t->unit->bodies.data[0]->fn);
    store_dirty(t);
    if (!known) {
        asm_const(t->code, RAX, (u64)fn);
        find_code(t);
    }
    check_room(t, RSI, at(RDI, (i32)(callee_frame(t) + fn->nregs) * 8));
    check_depth(t);
    if (known)
        call_known(t, fn, code);
    else
        call_code(t, 2);
}

/* A call of whatever function the closure has. */
static void call_closure(Translator *t)
{
    store_dirty(t);
    emit_load_int(t, RDX, t->b);
    asm_op(t->code, ASM_TEST, RDX, in_reg(RDX));
    emit_leave_if(t, COND_E);
    asm_op(t->code, ASM_LOAD, RAX, at(RDX, offsetof(Closure, fn)));
    check_callee(t);
    asm_op(t->code, ASM_LOAD32U, RSI, at(RAX, offsetof(Func, ncaptures)));
    asm_op(t->code, ASM_TEST, RSI, in_reg(RSI));
    u32 none = asm_jump(t->code, COND_E);
    asm_op(t->code, ASM_LOAD32U, RSI, at(RAX, offsetof(Func, closure_reg)));
    Operand place = at_index(RDI, RSI, 3);
    asm_op(t->code, ASM_STORE, RDX, displaced(place, (i32)callee_frame(t) * 8));
    emit_bind(t, none);
    call_code(t, 1);
}

void emit_call_closure(Translator *t, u32 arg)
{
    (void)arg;
    if (!call_is_expected(t->unit, t->at)) {
        call_closure(t);
        return;
    }
    Reg closure = emit_int_reg(t, t->b, RDX);
    asm_op(t->code, ASM_TEST, closure, in_reg(closure));
    emit_leave_if(t, COND_E);
    asm_const(t->code, RAX, (u64)t->site[1].body->fn);
    asm_op(t->code, ASM_CMP, RAX, at(closure, offsetof(Closure, fn)));
    emit_rare_if(t, COND_NE);
    call_inlined(t);
}

/* RAX <- the method, from the cache, of the type in RDX. */
static void find_method(Translator *t)
{
    u32 id = t->in.c;
    asm_op(t->code, ASM_LOAD32U, RCX, at(RDX, offsetof(RType, id)));
    asm_imul_imm(t->code, RCX, in_reg(RCX), METHOD_HASH);
    asm_imm(t->code, IMM_ADD, in_reg(RCX), (i32)id);
    asm_imm(t->code, IMM_AND, in_reg(RCX), METHOD_CACHE - 1);
    asm_shift(t->code, SHIFT_SHL, RCX, (u32)__builtin_ctz(sizeof(CachedMethod)));
    asm_op(t->code, ASM_ADD, RCX, in_state(offsetof(JitState, methods)));
    asm_op(t->code, ASM_CMP, RDX, at(RCX, offsetof(CachedMethod, type)));
    emit_leave_if(t, COND_NE);
    asm_imm(t->code, IMM_CMP, at(RCX, offsetof(CachedMethod, id)), (i32)id);
    emit_leave_if(t, COND_NE);
    asm_op(t->code, ASM_LOAD, RAX, at(RCX, offsetof(CachedMethod, fn)));
}

/* A call of the method of whatever the interface holds. */
static void call_method(Translator *t)
{
    _Static_assert(!(sizeof(CachedMethod) & (sizeof(CachedMethod) - 1)), "its size is for a shift");
    store_dirty(t);
    emit_load_int(t, RDX, t->b);
    asm_op(t->code, ASM_TEST, RDX, in_reg(RDX));
    emit_leave_if(t, COND_E);
    find_method(t);
    emit_load_int(t, RDX, t->b + 1);
    check_callee(t);
    asm_op(t->code, ASM_STORE, RDX, at(RDI, (i32)callee_frame(t) * 8));
    call_code(t, 1);
}

void emit_call_method(Translator *t, u32 arg)
{
    (void)arg;
    if (!call_is_expected(t->unit, t->at)) {
        call_method(t);
        return;
    }
    asm_const(t->code, RAX, (u64)t->site[1].body->type);
    asm_op(t->code, ASM_CMP, RAX, emit_int_source(t, t->b, RDX));
    emit_rare_if(t, COND_NE);
    call_inlined(t);
}

/* Slot i of the results; those of a unit are in the frame, which its caller takes them from. */
static void return_slot(Translator *t, u32 i)
{
    if (t->site->body->caller) {
        emit_move_slot(t, t->site->body->base + i, t->a + i);
    } else if (emit_slot_is(t, t->a + i, HOME_XMM)) {
        asm_op(t->code, ASM_STORESD, emit_home(t, t->a + i)->reg, at(RDI, (i32)i * 8));
    } else {
        asm_op(t->code, ASM_STORE, emit_int_reg(t, t->a + i, RAX), at(RDI, (i32)i * 8));
    }
}

void emit_return_slots(Translator *t, u32 arg)
{
    (void)arg;
    const Body *body = t->site->body;
    for (u32 i = 0; i < t->in.c; i++)
        return_slot(t, i);
    const Site *next = t->site + 1, *after = &t->unit->sites.data[body->after];
    while (next < after && site_op(next) == OP_UNREACHABLE)
        next++;
    if (!body->caller)
        asm_ret(t->code);
    else if (next != after)
        vec_push(&t->jumps, (Fixup){.from = asm_jump(t->code, COND_ALWAYS), .site = body->after});
}

/* Calls the function of the VM for the instruction. It returns false if it has started a panic. */
static void call_function(Translator *t, JitFunction function)
{
    const Word *pc = t->site->word;
    asm_const(t->code, RDX, (u64)pc);
    asm_op(t->code, ASM_LEA, RCX, at(RDI, (i32)t->site->body->base * 8));
    asm_op(t->code, ASM_LEA, RSI, at(RDX, (i32)(instr_words(pc) * sizeof *pc)));
    asm_const(t->code, RAX, (u64)function);
    vec_push(&t->functions, asm_call(t->code));
    asm_op(t->code, ASM_TEST8, RAX, in_reg(RAX));
    vec_push(&t->panics, asm_jump(t->code, COND_E));
}

/* If JitState.execute says that it cannot go on, the exit is at this instruction. */
static void call_execute(Translator *t)
{
    asm_const(t->code, RSI, (u64)t->site->word);
    asm_op(t->code, ASM_LEA, RDX, at(RDI, (i32)t->site->body->base * 8));
    Froms *froms = site_op(t->site) == OP_CALLN ? &t->natives : &t->executes;
    vec_push(froms, asm_call(t->code));
    asm_op(t->code, ASM_TEST, RAX, in_reg(RAX));
    emit_leave_if(t, COND_NE);
}

void emit_execute(Translator *t, u32 arg)
{
    JitFunction function = t->unit->functions[site_op(t->site)];
    (void)arg;
    store_dirty(t);
    if (function && !(t->unit->filtered && site_watched(t->site)))
        call_function(t, function);
    else
        call_execute(t);
    load_wanted(t);
}

void emit_rare_if(Translator *t, AsmCond cond)
{
    u32 from = asm_jump(t->code, cond);
    vec_push(&t->rare_cases, (RareCase){.from = from, .site = t->site});
}

void emit_rare_return(Translator *t)
{
    RareCase *rare = &vec_last(&t->rare_cases);
    CHECK(rare->site == t->site && !rare->back);
    rare->back = t->code->len;
}

void emit_rare_cases(Translator *t)
{
    for (u32 i = 0; i < t->rare_cases.len; i++) {
        const RareCase *rare = &t->rare_cases.data[i];
        emit_bind(t, rare->from);
        emit_begin_site(t, rare->site);
        if (call_is_expected(t->unit, t->at)) {
            (site_op(t->site) == OP_CALLI ? call_method : call_closure)(t);
            u32 after = site_after(t);
            vec_push(&t->jumps, (Fixup){.from = asm_jump(t->code, COND_ALWAYS), .site = after});
            continue;
        }
        emit_execute(t, 0);
        asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), rare->back);
    }
}

/* A loop over the frame's deferred calls. They return to this instruction, in the interpreter too;
 * so they count no steps, and their links say so. */
void emit_run_defers(Translator *t, u32 arg)
{
    i32 frame = ((i32)t->site->body->fn->nregs + 1) * 8;
    u64 machine = offsetof(Func, machine) + (t->unit->filtered ? sizeof(void *) : 0);
    (void)arg;
    CHECK(!t->site->body->caller);
    store_dirty(t);
    u32 again = t->code->len;
    check_depth(t);
    asm_const(t->code, RSI, (u64)t->site->word);
    asm_op(t->code, ASM_LOAD, RDX, in_reg(RDI));
    vec_push(&t->defers, asm_call(t->code));
    asm_imm(t->code, IMM_CMP, in_reg(RAX), (i32)(u64)JIT_LEAVE);
    emit_leave_if(t, COND_E);
    u32 done = asm_jump(t->code, COND_B);
    asm_imm(t->code, IMM_ADD, in_reg(RDI), frame);
    asm_call_place(t->code, at(RAX, (i32)machine));
    asm_imm(t->code, IMM_ADD, in_reg(RDI), -frame);
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), again);
    emit_bind(t, done);
    load_wanted(t);
}

/* Calls a function of JitState, execute, native or defer, for the instruction at RSI in the frame
 * RDX. The stack is aligned as C functions want it. */
static void state_routine(Translator *t, u64 function)
{
    asm_entered(t->code);
    asm_push(t->code, RDI);
    asm_push(t->code, RBX);
    asm_op(t->code, ASM_LOAD, RBX, in_reg(RSP));
    asm_imm(t->code, IMM_AND, in_reg(RSP), -16);
    asm_op(t->code, ASM_LOAD, RDI, in_reg(REG_STATE));
    asm_call_c(t->code, in_state(function));
    asm_op(t->code, ASM_LOAD, RSP, in_reg(RBX));
    asm_pop(t->code, RBX);
    asm_pop(t->code, RDI);
    if (t->unit->filtered)
        asm_op(t->code, ASM_LOAD, REG_SEGMENT, in_state(offsetof(JitState, segment)));
    asm_ret(t->code);
}

/* Calls the function at RAX for the instruction at RDX in the frame RCX; RSI is the pc after it,
 * which it saves with the frame. */
static void function_routine(Translator *t)
{
    asm_entered(t->code);
    asm_push(t->code, RDI);
    asm_push(t->code, RBX);
    asm_op(t->code, ASM_LOAD, RDI, in_state(offsetof(JitState, saved)));
    asm_op(t->code, ASM_STORE, RSI, at(RDI, offsetof(JitSaved, pc)));
    asm_op(t->code, ASM_STORE, RCX, at(RDI, offsetof(JitSaved, R)));
    asm_op(t->code, ASM_LOAD, RSI, in_reg(RDI));
    asm_op(t->code, ASM_LOAD, RDI, in_state(offsetof(JitState, ctx)));
    asm_op(t->code, ASM_LOAD, RBX, in_reg(RSP));
    asm_imm(t->code, IMM_AND, in_reg(RSP), -16);
    asm_call_c(t->code, in_reg(RAX));
    asm_op(t->code, ASM_LOAD, RSP, in_reg(RBX));
    asm_pop(t->code, RBX);
    asm_pop(t->code, RDI);
    asm_ret(t->code);
}

/* The exit after a panic: pc and frame are saved already. */
static void panic_exit(Translator *t, u32 leave)
{
    asm_const(t->code, RAX, JIT_PANICKED);
    asm_op(t->code, ASM_STORE, RAX, in_state(offsetof(JitState, stopped)));
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), leave);
}

/* The exit of a call that was the last step: the frame is the callee's, whose Func is in RAX. */
static void spent_exit(Translator *t, u32 leave)
{
    asm_op(t->code, ASM_LOAD, RAX, at(RAX, offsetof(Func, code)));
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), leave);
}

/* What comes next is the target of all these. */
static void bind_all(Translator *t, const Froms *froms)
{
    for (u32 i = 0; i < froms->len; i++)
        emit_bind(t, froms->data[i]);
}

void emit_call_routines(Translator *t, u32 leave)
{
    bind_all(t, &t->executes);
    if (t->executes.len)
        state_routine(t, offsetof(JitState, execute));
    bind_all(t, &t->natives);
    if (t->natives.len)
        state_routine(t, offsetof(JitState, native));
    bind_all(t, &t->defers);
    if (t->defers.len)
        state_routine(t, offsetof(JitState, defer));
    bind_all(t, &t->functions);
    if (t->functions.len)
        function_routine(t);
    bind_all(t, &t->panics);
    if (t->panics.len)
        panic_exit(t, leave);
    bind_all(t, &t->spent);
    if (t->spent.len)
        spent_exit(t, leave);
}

/* ---- interfaces ---- */

void emit_is_type(Translator *t, u32 arg)
{
    (void)arg;
    asm_const(t->code, RCX, (u64)site_type(t->unit, t->site));
    asm_op(t->code, ASM_CMP, RCX, emit_int_source(t, t->b, RAX));
    emit_store_cond(t, COND_E);
}

void emit_make_iface(Translator *t, u32 arg)
{
    (void)arg;
    emit_move_slot(t, t->a + 1, t->b);
    emit_store_const(t, t->a, (u64)site_type(t->unit, t->site));
}
