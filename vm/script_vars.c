/* Finds out which variables of a script the code that can still run mentions. */
#include "vm/script_vars.h"

#include <stdlib.h>

struct ScriptVars {
    VM *vm;
    VEC(const GlobalVar *) vars; /* ascending offset */
    VEC(u8) used;                /* by index in vars: it has been reached */
    Map functions;               /* function literals of the script, and their values -> the Func */
    Map done;                    /* functions that have been followed from their beginning */
    VEC(const Func *) pending;   /* of them, those still to be followed */
    Reached *reached;
};

/* ---- what there is ---- */

static u64 var_size(const GlobalVar *var)
{
    return var->type->size ? var->type->size : 1;
}

static bool mentions(const Word *code, const GlobalVar *var)
{
    if (!(op_info[instr_op(code->in)].flags & K_GLOBAL))
        return false;
    return instr_k(code->in) - var->offset < var_size(var);
}

static bool only_statements_use(const Program *program, const GlobalVar *var)
{
    for (u32 i = 0; i < program->funcs.len; i++) {
        const Func *fn = program->funcs.data[i];
        for (u32 pc = 0; !fn->is_script && pc < fn->ncode; pc += instr_words(&fn->code[pc]))
            if (mentions(&fn->code[pc], var))
                return false;
    }
    return true;
}

ScriptVars *script_vars_new(VM *vm)
{
    const Program *program = vm->program;
    ScriptVars *vars = xcalloc(1, sizeof *vars);
    vars->vm = vm;
    for (u32 i = 0; i < program->globals.len && !vm->repl.on; i++)
        if (program->globals.data[i].of_script &&
            only_statements_use(program, &program->globals.data[i]))
            vec_push(&vars->vars, &program->globals.data[i]);
    if (!vars->vars.len) {
        script_vars_free(vars);
        return NULL;
    }
    for (u32 i = 0; i < program->funcs.len; i++) {
        Func *fn = program->funcs.data[i];
        if (!fn->is_script)
            continue;
        *map_put(&vars->functions, (u64)fn) = (u64)fn; /* first word of a value with captures */
        *map_put(&vars->functions, (u64)fn->closure) = (u64)fn;
    }
    return vars;
}

void script_vars_free(ScriptVars *vars)
{
    if (!vars)
        return;
    vec_free(&vars->vars);
    vec_free(&vars->used);
    vec_free(&vars->pending);
    map_free(&vars->functions);
    map_free(&vars->done);
    free(vars);
}

/* ---- following code ---- */

static void add_function(ScriptVars *vars, const Func *fn)
{
    if (fn && fn->is_script && (*map_put(&vars->done, (u64)fn))++ == 0)
        vec_push(&vars->pending, fn);
}

static void reach_var(ScriptVars *vars, u32 index)
{
    if (vars->used.data[index])
        return;
    vars->used.data[index] = true;
    const GlobalVar *var = vars->vars.data[index];
    const u64 *words = (const u64 *)(vars->vm->globals + var->offset);
    for (u64 i = 0; i < (var->type->size + 7) / 8; i++)
        heap_reach(vars->reached, words[i]);
}

/* The one that the address is in; vars->vars.len: none. */
static u32 var_at(const ScriptVars *vars, u64 addr)
{
    u64 offset = addr - (u64)vars->vm->globals;
    u32 i = 0;
    while (i < vars->vars.len &&
           offset - vars->vars.data[i]->offset >= var_size(vars->vars.data[i]))
        i++;
    return i;
}

/* Reached.elsewhere: the word may be a value of a function, or a pointer to a variable. */
static void add_value(void *ctx, u64 word)
{
    ScriptVars *vars = ctx;
    const u64 *fn = map_get(&vars->functions, word);
    if (fn)
        add_function(vars, (const Func *)*fn);
    u32 var =
        word - (u64)vars->vm->globals < vars->vm->globals_size ? var_at(vars, word) : UINT32_MAX;
    if (var < vars->vars.len)
        reach_var(vars, var);
}

bool script_vars_reached(const ScriptVars *vars, const void *addr)
{
    u32 var = vars ? var_at(vars, (u64)addr) : 0;
    return !vars || var == vars->vars.len || vars->used.data[var];
}

static void follow_instruction(ScriptVars *vars, const Word *code)
{
    Program *program = vars->vm->program;
    Op op = instr_op(code->in);
    for (u32 i = 0; op_info[op].flags & K_GLOBAL && i < vars->vars.len; i++)
        if (mentions(code, vars->vars.data[i]))
            reach_var(vars, i);
    if (op == OP_CALLF)
        add_function(vars, program_func_at(program, CALLF_CODE(code[1].x)));
    else if (op_info[op].flags & X_FUNC)
        add_function(vars, program->funcs.data[(u32)code[1].x]);
}

/* All that can be executed from there on. */
static void follow(ScriptVars *vars, const Func *fn, u32 from)
{
    VEC(u32) next = {0};
    bool *seen = xcalloc(fn->ncode + 1, sizeof *seen);
    vec_push(&next, from);
    if (fn->recover_pc)
        vec_push(&next, fn->recover_pc);
    while (next.len) {
        u32 pc = vec_pop(&next);
        if (pc >= fn->ncode || seen[pc])
            continue;
        seen[pc] = true;
        const Word *code = &fn->code[pc];
        const OpInfo *info = &op_info[instr_op(code->in)];
        follow_instruction(vars, code);
        if (!(info->flags & END))
            vec_push(&next, pc + instr_words(code));
        if (info->flags & JUMP)
            vec_push(&next, (u32)instr_target(code->in, info->format, pc));
    }
    vec_free(&next);
    free(seen);
}

bool script_vars_follow(ScriptVars *vars)
{
    bool any = vars->pending.len > 0;
    while (vars->pending.len)
        follow(vars, vec_pop(&vars->pending), 0);
    return any;
}

/* ---- a search ---- */

void script_vars_begin(ScriptVars *vars, Reached *reached)
{
    vars->reached = reached;
    reached->elsewhere = add_value;
    reached->ctx = vars;
    map_clear(&vars->done);
    vec_clear(&vars->pending);
    vec_clear(&vars->used);
    for (u32 i = 0; i < vars->vars.len; i++)
        vec_push(&vars->used, false);
}

void script_vars_reach_others(const ScriptVars *vars, Reached *reached)
{
    const VM *vm = reached->vm;
    u64 at = 0;
    for (u32 i = 0; at < vm->globals_size; i++) {
        const GlobalVar *var = vars && i < vars->vars.len ? vars->vars.data[i] : NULL;
        u64 end = var ? var->offset : vm->globals_size;
        for (; at + 8 <= end; at += 8)
            heap_reach(reached, *(const u64 *)(vm->globals + at));
        at = var ? (var->offset + var->type->size + 7) / 8 * 8 : vm->globals_size;
    }
    reached->work += vm->globals_size / 8;
}

void script_vars_enter(ScriptVars *vars, const Func *fn, const Word *pc)
{
    for (u32 i = 0; !fn && i < vars->vars.len; i++)
        reach_var(vars, i);
    if (fn && fn->is_script)
        follow(vars, fn, (u32)(pc - fn->code));
}
