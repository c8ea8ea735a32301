/* Builds the bytecode of functions that reflection needs, one for each shape of arguments and
 * results. */
#include "stdlib/native/dyn_stub.h"

#include <stdio.h>
#include <string.h>

#include "vm/heap.h"
#include "vm/mem.h"

/* A function under construction. */
typedef struct Stub {
    Program *program;
    Func *fn;
    VEC(Word) code;
} Stub;

static void emit(Stub *s, Op op, u32 a, u32 b, u32 c)
{
    vec_push(&s->code, (Word){.in = {(u16)op, (u16)a, (u16)b, (u16)c}});
}

/* R[reg..] <- the slots in memory at R[base] + 8 * first; and the reverse. */
static void emit_loads(Stub *s, u32 reg, u32 base, u32 first, u32 n)
{
    for (u32 i = 0; i < n; i++)
        emit(s, OP_LD64, reg + i, base, (first + i) * 8);
}

static void emit_stores(Stub *s, u32 base, u32 first, u32 reg, u32 n)
{
    for (u32 i = 0; i < n; i++)
        emit(s, OP_ST64, base, reg + i, (first + i) * 8);
}

/* The function with this name if it exists. */
static Func *find(const Program *program, const char *name)
{
    for (u32 i = 0; i < program->stubs.len; i++)
        if (strcmp(program->stubs.data[i]->name, name) == 0)
            return program->stubs.data[i];
    return NULL;
}

static Stub begin(Program *program, const char *name, u32 nparams, u32 nregs)
{
    Func *fn = ARENA_NEW(&program->arena, Func);
    fn->name = arena_strndup(&program->arena, name, strlen(name));
    fn->nparams = nparams;
    fn->nregs = nregs;
    fn->is_library = fn->is_wrapper = true;
    return (Stub){.program = program, .fn = fn};
}

static Func *end(Stub *s)
{
    Program *program = s->program;
    Func *fn = s->fn;
    u32 n = s->code.len;
    Word *code = ARENA_ARRAY(&program->arena, Word, n);
    memcpy(code, s->code.data, n * sizeof *code);
    vec_free(&s->code);
    fn->spans = ARENA_ARRAY(&program->arena, Span, n);
    fn->id = program->funcs.len;
    vec_push(&program->funcs, fn);
    program_set_code(program, fn, code, n);
    vec_push(&program->stubs, fn);
    return fn;
}

static u32 larger(u32 a, u32 b)
{
    return a > b ? a : b;
}

/* The number of slots that the offsets of loads and stores can reach. */
enum { MAX_SLOTS = UINT16_MAX / 8 };

Func *stub_call(Program *program, u32 nargs, u32 nresults)
{
    char name[64];
    snprintf(name, sizeof name, "reflect.call %u %u", nargs, nresults);
    Func *known = find(program, name);
    if (known != NULL)
        return known;
    enum { FN, ARGS, RESULTS, LINK, FRAME };
    Stub s = begin(program, name, 3, FRAME + larger(nargs, nresults));
    emit_loads(&s, FRAME, ARGS, 0, nargs);
    emit(&s, OP_CALLC, LINK, FN, 0);
    emit_stores(&s, RESULTS, 0, FRAME, nresults);
    emit(&s, OP_RET, 0, 0, 0);
    return end(&s);
}

/* A function that captures n closures or other words. */
static Stub begin_capturing(Program *program, const char *name, u32 nparams, u32 nresults, u32 n,
                            u32 nregs)
{
    Stub s = begin(program, name, nparams, larger(nregs, nresults));
    s.fn->nresults = nresults;
    s.fn->ncaptures = n;
    s.fn->closure_reg = nparams;
    return s;
}

/* Calls captured closure number i; its code pointer is loaded into register `code`. */
static void emit_call_captured(Stub *s, u32 code, u32 i, u32 link)
{
    emit(s, OP_CAP, code, s->fn->closure_reg, i);
    emit(s, OP_CALLC, link, code, 0);
}

/* R[memory] <- a frame of n slots, from captured closure 0, alloc. */
static void emit_alloc(Stub *s, u32 memory, u32 n, u32 code, u32 link)
{
    emit(s, OP_LDI, link + 1, n, 0);
    emit_call_captured(s, code, 0, link);
    emit(s, OP_MOV, memory, link + 1, 0);
}

Func *stub_func(Program *program, u32 nargs, u32 nresults)
{
    char name[64];
    snprintf(name, sizeof name, "reflect.makeFuncStub %u %u", nargs, nresults);
    Func *known = find(program, name);
    if (known != NULL)
        return known;
    enum { ALLOC, ENTER, FN, LEAVE, CAPTURED };
    /* which is read last, for the results */
    u32 code = nargs + 1, memory = larger(code + 1, nresults);
    u32 link = memory + 1, frame = link + 1;
    Stub s = begin_capturing(program, name, nargs, nresults, CAPTURED, frame + 4);
    emit_alloc(&s, memory, larger(nargs, nresults), code, link);
    emit_stores(&s, memory, 0, 0, nargs);
    emit(&s, OP_MOV, frame, memory, 0);
    emit_call_captured(&s, code, ENTER, link);
    emit_call_captured(&s, code, FN, link);
    emit(&s, OP_MOVN, frame + 1, frame, 3);
    emit(&s, OP_MOV, frame, memory, 0);
    emit_call_captured(&s, code, LEAVE, link);
    emit_loads(&s, 0, memory, 0, nresults);
    emit(&s, OP_RET, 0, 0, nresults);
    return end(&s);
}

/* R[to..] <- R[from..], n slots. */
static void emit_move(Stub *s, u32 to, u32 from, u32 n)
{
    if (n > 0)
        emit(s, OP_MOVN, to, from, n);
}

Func *stub_bound(Program *program, u32 nargs, u32 nresults)
{
    char name[64];
    snprintf(name, sizeof name, "reflect.methodValueCall %u %u", nargs, nresults);
    Func *known = find(program, name);
    if (known != NULL)
        return known;
    enum { CODE, RECEIVER, CAPTURED };
    u32 code = nargs + 1, link = nargs + 2, frame = link + 1;
    Stub s = begin_capturing(program, name, nargs, nresults, CAPTURED,
                             frame + larger(nargs + 1, nresults));
    emit(&s, OP_CAP, frame, s.fn->closure_reg, RECEIVER);
    emit_move(&s, frame + 1, 0, nargs);
    emit_call_captured(&s, code, CODE, link);
    emit(&s, OP_RET, frame, 0, nresults);
    return end(&s);
}

Func *stub_method(Program *program, u32 receiver, u32 nargs, u32 nresults)
{
    char name[64];
    snprintf(name, sizeof name, "reflect.methodCall %u %u %u", receiver, nargs, nresults);
    Func *known = find(program, name);
    if (known != NULL)
        return known;
    enum { ALLOC, CODE, CAPTURED };
    u32 nparams = receiver + nargs, code = nparams + 1, memory = nparams + 2;
    u32 link = nparams + 3, frame = link + 1;
    Stub s = begin_capturing(program, name, nparams, nresults, CAPTURED,
                             frame + larger(nargs + 1, nresults));
    emit_alloc(&s, memory, receiver, code, link);
    emit_stores(&s, memory, 0, 0, receiver);
    emit(&s, OP_MOV, frame, memory, 0);
    emit_move(&s, frame + 1, receiver, nargs);
    emit_call_captured(&s, code, CODE, link);
    emit(&s, OP_RET, frame, 0, nresults);
    return end(&s);
}

Func *stub_send(Program *program, u32 slots)
{
    char name[64];
    snprintf(name, sizeof name, "reflect.send %u", slots);
    Func *known = find(program, name);
    if (known != NULL)
        return known;
    enum { CHAN, FRAME, VALUE };
    Stub s = begin(program, name, 2, VALUE + slots + 1);
    emit_loads(&s, VALUE, FRAME, 0, slots);
    emit(&s, OP_SEND, CHAN, VALUE, slots);
    emit(&s, OP_RET, 0, 0, 0);
    return end(&s);
}

Func *stub_recv(Program *program, u32 slots)
{
    char name[64];
    snprintf(name, sizeof name, "reflect.recv %u", slots);
    Func *known = find(program, name);
    if (known != NULL)
        return known;
    enum { CHAN, FRAME, VALUE };
    Stub s = begin(program, name, 2, VALUE + slots + 1);
    emit(&s, OP_RECV2, VALUE, CHAN, slots);
    emit_stores(&s, FRAME, 0, VALUE, slots + 1);
    emit(&s, OP_RET, 0, 0, 0);
    return end(&s);
}

static const char *select_name(Buf *out, const StubCase *cases, u32 ncases, bool has_default)
{
    buf_printf(out, "reflect.rselect%s", has_default ? " default" : "");
    for (u32 i = 0; i < ncases; i++)
        buf_printf(out, " %s %u", cases[i].is_send ? "send" : "recv", cases[i].slots);
    return buf_str(out);
}

/* SELECT and its cases: channels in the registers from `chans` on, values from `values` on. */
static void emit_select(Stub *s, const StubCase *cases, u32 ncases, bool has_default, u32 chans,
                        u32 values, u32 result)
{
    emit(s, OP_SELECT, result, has_default, ncases);
    for (u32 i = 0; i < ncases; i++) {
        SelectCase sc = {.is_send = cases[i].is_send,
                         .chan = (u16)(chans + i),
                         .value = (u16)values,
                         .ok = REG_NONE};
        values += cases[i].slots;
        if (!cases[i].is_send)
            sc.ok = (u16)values++;
        Word word;
        memcpy(&word, &sc, sizeof word);
        vec_push(&s->code, word);
    }
}

Func *stub_select(Program *program, const StubCase *cases, u32 ncases, bool has_default)
{
    u64 slots = 0;
    for (u32 i = 0; i < ncases; i++)
        slots += cases[i].slots + !cases[i].is_send;
    if (ncases > MAX_SLOTS || slots >= MAX_SLOTS)
        return NULL;
    Buf text = {0};
    const char *name = select_name(&text, cases, ncases, has_default);
    Func *fn = find(program, name);
    if (fn == NULL) {
        enum { CHANS, FRAME, FIRST };
        u32 values = FIRST + ncases, result = values + (u32)slots;
        Stub s = begin(program, name, 2, result + 1);
        emit_loads(&s, FIRST, CHANS, 0, ncases);
        emit_loads(&s, values, FRAME, 0, (u32)slots);
        emit_select(&s, cases, ncases, has_default, FIRST, values, result);
        emit_stores(&s, FRAME, 0, values, (u32)slots + 1);
        emit(&s, OP_RET, 0, 0, 0);
        fn = end(&s);
    }
    buf_free(&text);
    return fn;
}

Closure *stub_capture(VM *vm, Func *fn, const u64 *captured, u32 n)
{
    Closure *closure = heap_raw(vm, sizeof *closure + n * sizeof *captured, true);
    closure->fn = fn;
    mem_move(closure->slots, captured, n * sizeof *captured);
    return closure;
}
