/* Emitters of jumps and moves, and exits to the interpreter. */
#include "jit/emit.h"

void emit_leave_at(Translator *t, AsmCond cond, const Word *pc, const Body *body, u32 base)
{
    Fixup exit = {.pc = pc, .body = body, .base = base, .dirty = t->stored ? NULL : t->site};
    exit.from = asm_jump(t->code, cond);
    vec_push(&t->jumps, exit);
}

/* The same in the body at this instruction. */
static void leave_at(Translator *t, AsmCond cond, const Word *pc)
{
    emit_leave_at(t, cond, pc, t->site->body, t->site->body->base);
}

void emit_leave_if(Translator *t, AsmCond cond)
{
    leave_at(t, cond, t->site->word);
}

/* Jumps to a word of the body if the condition holds; outside the loop that is an exit. */
static void jump_to(Translator *t, AsmCond cond, u32 pc)
{
    const Body *body = t->site->body;
    if (pc < body->lo || pc >= body->hi)
        leave_at(t, cond, &body->fn->code[pc]);
    else
        vec_push(&t->jumps,
                 (Fixup){.from = asm_jump(t->code, cond), .site = body->sites[pc - body->lo]});
}

void emit_bind(Translator *t, u32 from)
{
    asm_set_target(t->code, from, t->code->len);
}

/* The instruction's own jump, taken if the condition holds. A jump backwards counts a step. */
static void jump_if(Translator *t, AsmCond cond)
{
    u32 target = site_target(t->site), over = 0;
    if (!op_goes_back(site_op(t->site))) {
        jump_to(t, cond, target);
        return;
    }
    if (cond != COND_ALWAYS)
        over = asm_jump(t->code, cond ^ 1);
    asm_dec(t->code, R15);
    jump_to(t, COND_NE, target);
    leave_at(t, COND_ALWAYS, &t->site->body->fn->code[target]);
    if (cond != COND_ALWAYS)
        emit_bind(t, over);
}

void emit_leave(Translator *t, u32 arg)
{
    (void)arg;
    emit_leave_if(t, COND_ALWAYS);
}

void emit_goto_target(Translator *t, u32 arg)
{
    (void)arg;
    jump_if(t, COND_ALWAYS);
}

void emit_jump_bool(Translator *t, u32 cond)
{
    Reg reg = emit_int_reg(t, t->a, RAX);
    asm_op(t->code, ASM_TEST, reg, in_reg(reg));
    jump_if(t, cond);
}

void emit_jump_ints(Translator *t, u32 cond)
{
    emit_compare_ints(t, t->a, t->b);
    jump_if(t, cond);
}

void emit_jump_imm(Translator *t, u32 cond)
{
    asm_imm(t->code, IMM_CMP, emit_int_source(t, t->a, RAX), (i16)t->in.b);
    jump_if(t, cond);
}

void emit_jump_floats(Translator *t, u32 cond)
{
    emit_compare_floats(t, t->a, t->b);
    jump_if(t, cond);
}

void emit_jump_floats_equal(Translator *t, u32 arg)
{
    (void)arg;
    emit_compare_floats(t, t->a, t->b);
    u32 unordered = asm_jump(t->code, COND_P);
    jump_if(t, COND_E);
    emit_bind(t, unordered);
}

/* Unordered also means not equal: the flags are set to "not equal" then. */
void emit_jump_floats_differ(Translator *t, u32 arg)
{
    (void)arg;
    emit_compare_floats(t, t->a, t->b);
    u32 ordered = asm_jump(t->code, COND_NP);
    asm_op(t->code, ASM_TEST, RSP, in_reg(RSP));
    emit_bind(t, ordered);
    jump_if(t, COND_NE);
}

void emit_nothing(Translator *t, u32 arg)
{
    (void)t;
    (void)arg;
}

/* The ranges may overlap, as in memmove. */
void emit_move(Translator *t, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        u32 n = t->a < t->b ? i : count - 1 - i;
        emit_move_slot(t, t->a + n, t->b + n);
    }
}

void emit_move_many(Translator *t, u32 arg)
{
    (void)arg;
    emit_move(t, t->in.c);
}

void emit_const_int(Translator *t, u32 arg)
{
    (void)arg;
    emit_store_const(t, t->a, (u64)(i64)instr_imm32(t->in));
}

void emit_const_word(Translator *t, u32 arg)
{
    (void)arg;
    emit_store_const(t, t->a, t->unit->program->constants.data[instr_k(t->in)]);
}

void emit_const_string(Translator *t, u32 arg)
{
    (void)arg;
    const StringConst *s = &t->unit->program->strings.data[instr_k(t->in)];
    emit_store_const(t, t->a, (u64)s->ptr);
    emit_store_const(t, t->a + 1, s->len);
}

void emit_const_func(Translator *t, u32 arg)
{
    (void)arg;
    emit_store_const(t, t->a, (u64)t->unit->program->funcs.data[t->site->word[1].x]->closure);
}

void emit_zero(Translator *t, u32 arg)
{
    (void)arg;
    for (u32 i = 0; i < instr_k(t->in); i++)
        emit_store_const(t, t->a + i, 0);
}
