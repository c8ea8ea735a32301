/* Set-up for the tests of vm/: hand-written programs, FIFO scheduling, standard error captured as
 * text. */
#ifndef TESTS_UNIT_VM_MACHINE_H
#define TESTS_UNIT_VM_MACHINE_H

#include "code/program.h"
#include "tests/unit/test.h"
#include "vm/heap.h"
#include "vm/value.h"
#include "vm/vm.h"

/* ---- types ---- */

#define SCALAR_FLAGS (RT_SCALAR | RT_COMPARABLE | RT_MEM_EQUAL | RT_DIRECT)

static RType int_type = {.kind = RK_INT,
                         .flags = SCALAR_FLAGS,
                         .align = 8,
                         .slots = 1,
                         .size = 8,
                         .text = "int",
                         .name = "int",
                         .pkg = ""};
static RType float_type = {.kind = RK_FLOAT64,
                           .flags = RT_SCALAR | RT_COMPARABLE | RT_DIRECT,
                           .align = 8,
                           .slots = 1,
                           .size = 8,
                           .text = "float64",
                           .name = "float64",
                           .pkg = ""};
static RType string_type = {.kind = RK_STRING,
                            .flags = RT_POINTERS | RT_COMPARABLE,
                            .align = 8,
                            .slots = 2,
                            .size = 16,
                            .text = "string",
                            .name = "string",
                            .pkg = ""};
static RType error_type = {.kind = RK_STRING,
                           .flags = RT_POINTERS | RT_COMPARABLE | RT_NAMED,
                           .align = 8,
                           .slots = 2,
                           .size = 16,
                           .text = "runtime.errorString",
                           .name = "errorString",
                           .pkg = "runtime"};
static RType plain_error_type = {.kind = RK_STRING,
                                 .flags = RT_POINTERS | RT_COMPARABLE | RT_NAMED,
                                 .align = 8,
                                 .slots = 2,
                                 .size = 16,
                                 .text = "runtime.plainError",
                                 .name = "plainError",
                                 .pkg = "runtime"};

static inline void add_type(Program *program, RType *type)
{
    type->id = program->types.len;
    vec_push(&program->types, type);
}

/* ---- programs ---- */

static inline Word ins(Op op, u32 a, u32 b, u32 c)
{
    return (Word){.in = {(u16)op, (u16)a, (u16)b, (u16)c}};
}

static inline Word word(u64 x)
{
    return (Word){.x = x};
}

static inline Word jump(Op op, i32 distance)
{
    return ins(op, 0, (u32)distance & 0xffff, (u32)distance >> 16);
}

static inline Func *add_func(Program *program, const char *name, u32 nregs, const Word *code, u32 n)
{
    Func *fn = ARENA_NEW(&program->arena, Func);
    fn->id = program->funcs.len;
    fn->name = name;
    fn->nregs = nregs;
    fn->closure = ARENA_NEW(&program->arena, Closure);
    fn->closure->fn = fn;
    fn->spans = ARENA_ARRAY(&program->arena, Span, n);
    Word *copy = ARENA_ARRAY(&program->arena, Word, n);
    memcpy(copy, code, n * sizeof *code);
    vec_push(&program->funcs, fn);
    program_set_code(program, fn, copy, n);
    return fn;
}

#define ADD_FUNC(program, name, nregs, ...) \
    add_func(program, name, nregs, (Word[]){__VA_ARGS__}, COUNT_OF(((Word[]){__VA_ARGS__})))

static inline Program *new_program(void)
{
    static Sources sources;
    Program *program = program_new(&sources);
    add_type(program, &int_type);
    add_type(program, &float_type);
    add_type(program, &string_type);
    add_type(program, &error_type);
    add_type(program, &plain_error_type);
    program->known.string_type = &string_type;
    program->known.int_type = &int_type;
    program->known.runtime_error = &error_type;
    program->known.plain_error = &plain_error_type;
    program->globals_size = 64;
    return program;
}

/* ---- runs ---- */

static u32 first_choice(Chooser *self, const Choice *choice)
{
    (void)self;
    return chooser_default(choice);
}

static Chooser in_order = {.pick = first_choice, .fifo = true, .slice = 1000};

static char *err_text;
static size_t err_len;
static FILE *err_file;

/* A VM that writes its messages to err_text, which is complete after end_machine. */
static inline VM *new_machine(Program *program, VMConfig config)
{
    err_file = open_memstream(&err_text, &err_len);
    config.chooser = &in_order;
    config.err = err_file;
    return vm_new(program, &config);
}

static inline void end_machine(VM *vm)
{
    vm_free(vm);
    fclose(err_file);
}

/* Runs the program and returns its outcome; *global receives the first global. */
static inline Outcome run_program(Program *program, VMConfig config, u64 *global)
{
    VM *vm = new_machine(program, config);
    vm_run(vm);
    Outcome outcome = vm->outcome;
    if (global)
        memcpy(global, vm->globals, sizeof *global);
    end_machine(vm);
    return outcome;
}

#endif
