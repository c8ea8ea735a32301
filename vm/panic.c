/* Panics, recover, Goexit and fatal errors. A panic runs the deferred calls on top of the frame
 * that panicked; one that recovers makes the function that deferred it return. */
#include <math.h>
#include <string.h>

#include "vm/complex.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/show.h"
#include "vm/value.h"

/* ---- deferred calls ---- */

static u64 defer_size(u32 nargs)
{
    return sizeof(Defer) + nargs * 8ull;
}

static Defer *new_defer(VM *vm, const Func *owner, u64 frame, Closure *closure, const u64 *args,
                        u32 nargs)
{
    Defer *d = heap_raw(vm, defer_size(nargs), true);
    d->closure = closure;
    d->owner = owner;
    d->frame = frame;
    d->nargs = nargs;
    memcpy(d->args, args, nargs * 8ull);
    return d;
}

void defer_push(VM *vm, G *g, const Func *owner, Closure *closure, const u64 *args, u32 nargs)
{
    Defer *d = new_defer(vm, owner, (u64)(g->R - g->stack), closure, args, nargs);
    d->next = g->defers;
    CHECK(owner && (!d->next || d->next->frame <= d->frame));
    g->defers = d;
}

/* The function of a frame below g's current one, or NULL. */
static const Func *frame_owner(VM *vm, const G *g, u64 number)
{
    const u64 *R = g->R, *frame = g->stack + (u32)number;
    const Word *ret = NULL;
    if (number >> 32 != (u64)g->id)
        return NULL;
    while (R > frame) {
        ret = LINK_ADDRESS(R[-1]);
        R -= LINK_BACK(R[-1]) + 1;
    }
    return R == frame && ret ? vm_func_at(vm, ret - 1) : NULL;
}

bool defer_push_below(VM *vm, G *g, u64 number, Closure *closure, const u64 *args, u32 nargs)
{
    const Func *owner = frame_owner(vm, g, number);
    if (!owner) {
        vm_runtime_error(vm, g,
                         "defer in the body of a loop over a function that another "
                         "goroutine runs");
        return false;
    }
    Defer *d = new_defer(vm, owner, (u32)number, closure, args, nargs), **at = &g->defers;
    while (*at && (*at)->frame > d->frame)
        at = &(*at)->next;
    d->next = *at;
    CHECK(!d->next || d->next->frame <= d->frame);
    *at = d;
    return true;
}

void vm_nil_error(VM *vm, G *g)
{
    vm_runtime_error(vm, g, "invalid memory address or nil pointer dereference");
}

static bool call_nil(VM *vm, G *g)
{
    vm_nil_error(vm, g);
    return false;
}

void defer_begin(VM *vm, G *g, Defer *d)
{
    CHECK(d == g->defers);
    g->defers = d->next;
    frame_enter(g, d->closure, d->args, d->nargs, g->pc - 1, d->owner->nregs);
    heap_raw_done(vm, d, defer_size(d->nargs));
}

bool defer_run(VM *vm, G *g, const Func *fn)
{
    Defer *d = g->defers;
    if (!d || d->frame != (u64)(g->R - g->stack))
        return false;
    g->defers = d->next;
    if (!d->closure) {
        call_nil(vm, g);
        panic_unwind(vm, g);
        return true;
    }
    /* Back to RUNDEFERS itself, which looks for the next one. */
    bool called = frame_call(vm, g, d->closure, d->args, d->nargs, g->pc - 1, fn->nregs);
    if (LIKELY(called))
        heap_raw_done(vm, d, defer_size(d->nargs));
    return true;
}

/* ---- starting a panic ---- */

static Panic *push_panic(VM *vm, G *g)
{
    Panic *p = heap_raw(vm, sizeof *p, true);
    p->frame = (u64)(g->R - g->stack);
    p->pc = g->pc;
    p->next = g->panics;
    CHECK(!p->next || p->next->frame <= p->frame);
    g->panics = p;
    return p;
}

void vm_panic(VM *vm, G *g, RType *type, u64 data)
{
    Panic *p = push_panic(vm, g);
    p->value[0] = (u64)type;
    p->value[1] = data;
}

/* A panic with a string type of package runtime. */
static void panic_text(VM *vm, G *g, RType *type, const char *fmt, va_list args)
{
    Buf text = {0};
    u64 string[2], iface[2];
    buf_vprintf(&text, fmt, args);
    string_make(vm, string, buf_str(&text), text.len);
    iface_make(vm, iface, string, type);
    vm_panic(vm, g, type, iface[1]);
    buf_free(&text);
}

void vm_runtime_error(VM *vm, G *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    panic_text(vm, g, vm->program->known.runtime_error, fmt, args);
    va_end(args);
}

void vm_plain_error(VM *vm, G *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    panic_text(vm, g, vm->program->known.plain_error, fmt, args);
    va_end(args);
}

bool vm_panic_is_goexit(const Panic *panic)
{
    return panic->goexit;
}

bool vm_panic_error(const VM *vm, const Panic *panic, const char **text, u64 *len)
{
    if (panic->value[0] != (u64)vm->program->known.runtime_error)
        return false;
    const u64 *string = iface_slots(panic->value);
    *text = (const char *)string[0];
    *len = string[1];
    return true;
}

/* A preemption point before the panic ends the program. */
static void die(G *g)
{
    CHECK(g->panics);
    g->again = AGAIN_DIE;
}

void vm_fatal(VM *vm, G *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    panic_text(vm, g, vm->program->known.plain_error, fmt, args);
    va_end(args);
    g->panics->fatal = true;
    g->defers = NULL;
    die(g);
}

void panic_in_loop(VM *vm, G *g, u64 state)
{
    static const char *const text[] = {
        [1] = "continued iteration after loop body panic",
        [2] = "continued iteration after function for loop body returned false",
        [3] = "continued iteration after whole loop exit",
        [4] = "recovered a loop body panic and did not resume panicking",
    };
    vm_runtime_error(vm, g, "range function %s", text[state]);
}

void vm_assertion_error(VM *vm, G *g, const char *fmt, ...)
{
    Buf text = {0};
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    u64 *error = heap_object(vm, g, 16, true); /* struct { msg string } */
    string_make(vm, error, buf_str(&text), text.len);
    vm_panic(vm, g, vm->program->known.type_assertion_error, (u64)error);
    buf_free(&text);
}

void vm_nil_panic(VM *vm, G *g)
{
    enum { NAMED_SINCE = 21 };
    RType *type = vm->program->known.nil_panic;
    bool named = type && vm->program->go_minor >= NAMED_SINCE;
    vm_panic(vm, g, named ? type : NULL, named ? (u64)heap_object(vm, g, 8, true) : 0);
}

/* ---- printing an uncaught panic ---- */

static const char *runtime_text(const VM *vm, const u64 *value)
{
    const RType *type = (const RType *)value[0];
    if (type == vm->program->known.runtime_error)
        return "runtime error: ";
    return type == vm->program->known.plain_error ? "" : NULL;
}

static void print_string(const u64 *string, FILE *out)
{
    if (string[1])
        fwrite((const void *)string[0], 1, string[1], out);
}

/* The text of a panic. Since Go 1.23 its lines after the first are indented, so that none of them
 * can be taken for a line of the report. */
static void print_text(const VM *vm, const u64 *string, FILE *out)
{
    enum { INDENTED_SINCE = 23 };
    const char *text = (const char *)string[0];
    for (u64 i = 0; i < string[1]; i++) {
        putc(text[i], out);
        if (text[i] == '\n' && vm->program->go_minor >= INDENTED_SINCE)
            putc('\t', out);
    }
}

static void print_value(VM *vm, const u64 *value, FILE *out)
{
    RType *type = (RType *)value[0];
    if (!type) {
        fputs("nil", out);
        return;
    }
    const u64 *slots = iface_slots(value);
    const char *prefix = runtime_text(vm, value);
    if (prefix || (type->kind == RK_STRING && !(type->flags & RT_NAMED))) {
        fputs(prefix ? prefix : "", out);
        print_text(vm, slots, out);
        return;
    }
    if (type->kind == RK_STRING) {
        fprintf(out, "%s(\"", type->text);
        print_text(vm, slots, out);
        fputs("\")", out);
        return;
    }
    bool named = (type->flags & RT_NAMED) && type->kind != RK_STRUCT && type->kind != RK_ARRAY;
    bool basic = type->kind <= RK_COMPLEX128 || type->kind == RK_STRING;
    bool complex = type->kind == RK_COMPLEX64 || type->kind == RK_COMPLEX128;
    Buf text = {0};
    if (type->kind == RK_FLOAT32 || type->kind == RK_FLOAT64) {
        double v;
        memcpy(&v, slots, sizeof v);
        vm_format_float(v, &text);
    } else if (complex) {
        double re, im;
        complex_parts(slots, type, &re, &im);
        vm_format_complex(re, im, &text);
    } else {
        show_value(vm, slots, type, &text);
    }
    if (basic && named && type->pkg[0])
        fprintf(out, complex ? "%s%s" : "%s(%s)", type->text, buf_str(&text));
    else if (basic)
        fputs(buf_str(&text), out);
    else
        fprintf(out, "(%s) %s", type->text, buf_str(&text));
    buf_free(&text);
}

static void print_panics(VM *vm, const Panic *p, FILE *out)
{
    if (p->next) {
        print_panics(vm, p->next, out);
        if (!p->next->goexit)
            fputc('\t', out);
    }
    if (p->goexit)
        return;
    fputs("panic: ", out);
    if (p->converted)
        print_text(vm, p->shown, out);
    else
        print_value(vm, p->value, out);
    fputs(p->recovered ? " [recovered]\n" : "\n", out);
}

static bool is_nil_dereference(const VM *vm, const Panic *p)
{
    const char *text;
    u64 len;
    return vm_panic_error(vm, p, &text, &len) && len > 22 &&
           !memcmp(text, "invalid memory address", 22);
}

static void kill_goroutine(VM *vm, G *g)
{
    g->panics = NULL;
    g->defers = NULL;
    goro_end(vm, g);
}

void panic_die(VM *vm, G *g)
{
    vm_flush(vm);
    FILE *out = vm->config.err;
    if (g->panics->fatal)
        print_string(iface_slots(g->panics->value), out);
    else
        print_panics(vm, g->panics, out);
    if (g->panics->fatal)
        fputc('\n', out);
    if (is_nil_dereference(vm, g->panics))
        fputs("[signal SIGSEGV: segmentation violation]\n", out);
    fputc('\n', out);
    /* The stack as it was where the panic began. */
    g->R = g->stack + g->panics->frame;
    g->pc = g->panics->pc;
    vm_print_stack(vm, g, out);
    if (vm->repl.on && !g->panics->fatal) {
        vm->repl.failed |= g->id == GOROUTINE_MAIN;
        kill_goroutine(vm, g);
    } else {
        vm->outcome = (Outcome){.ended = true, .kind = VERDICT_PANIC};
    }
}

static u32 method_named(const VM *vm, const char *name)
{
    for (u32 i = 0; i < vm->program->method_names.len; i++)
        if (!strcmp(vm->program->method_names.data[i], name))
            return i;
    return UINT32_MAX;
}

static bool returns_string(const VM *vm, const RType *type, u32 id)
{
    const RMethod *method = rtype_method(type, id);
    const RType *sig = method ? method->sig : NULL;
    return sig && sig->nparams == 0 && sig->nresults == 1 &&
           sig->results[0] == vm->program->known.string_type;
}

/* Registers that the frame at g->R may use. */
static u32 frame_size(VM *vm, const Panic *p)
{
    const Func *fn = vm_func_at(vm, p->pc - 1);
    return fn ? fn->nregs : 0;
}

static void restore_frame(G *g, const Panic *p)
{
    g->R = g->stack + p->frame;
    g->pc = p->pc;
}

/* Calls the Error or String method of a panic value that has one; true if it did. */
static bool convert_one(VM *vm, G *g, Panic *p)
{
    RType *type = (RType *)p->value[0];
    if (p->goexit || p->converted || !type || runtime_text(vm, p->value) || g->panics->fatal)
        return false;
    static const char *const names[] = {"Error", "String"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        u32 id = method_named(vm, names[i]);
        Func *fn = id == UINT32_MAX ? NULL : iface_method(vm, type, id);
        if (!fn || !returns_string(vm, type, id))
            continue;
        p->converting = true;
        restore_frame(g, g->panics);
        return frame_call(vm, g, fn->closure, &p->value[1], 1, vm->stubs.after_defer,
                          frame_size(vm, g->panics));
    }
    return false;
}

/* No deferred call is left. */
static void uncaught(VM *vm, G *g)
{
    if (g->panics->goexit) {
        g->goexit = true;
        kill_goroutine(vm, g);
        return;
    }
    for (Panic *p = g->panics; p; p = p->next)
        if (convert_one(vm, g, p))
            return; /* panic_after_call goes on */
    die(g);
}

/* ---- unwinding ---- */

void panic_unwind(VM *vm, G *g)
{
    Panic *p = g->panics;
    CHECK(p && g->status == G_RUNNING);
    CHECK(!p->fatal || g->again == AGAIN_DIE);
    if (p->fatal)
        return;
    if (p->next && p->next->converting) { /* Error panicked while its panic was to be printed */
        p->next->converting = false;
        p->next->converted = true;
        string_make(vm, p->next->shown, "(its Error or String method panicked)", 37);
        die(g);
        return;
    }
    for (;;) {
        Defer *d = g->defers;
        if (!d) {
            uncaught(vm, g);
            return;
        }
        if (d->started) { /* by an earlier panic, which this one takes over from */
            if (d->panic)
                d->panic->aborted = true;
            d->panic = NULL;
            g->defers = d->next;
            continue;
        }
        if (!d->closure) {
            g->defers = d->next;
            call_nil(vm, g);
            p = g->panics;
            continue;
        }
        d->started = true;
        d->panic = p;
        restore_frame(g, p);
        frame_call(vm, g, d->closure, d->args, d->nargs, vm->stubs.after_defer, frame_size(vm, p));
        return;
    }
}

static void take_shown(G *g, Panic *p, u32 frame)
{
    CHECK(p->converting && !p->converted);
    const u64 *results = g->stack + g->panics->frame + frame + 1;
    p->shown[0] = results[0];
    p->shown[1] = results[1];
    p->converting = false;
    p->converted = true;
}

/* The function that deferred the recovering call returns to its caller. */
static void resume_after_recover(G *g, const Defer *d)
{
    CHECK(d->owner->recover_pc < d->owner->ncode);
    CHECK(g->stack + d->frame + d->owner->nregs <= g->stack_end);
    g->R = g->stack + d->frame;
    g->pc = d->owner->code + d->owner->recover_pc;
}

void panic_after_call(VM *vm, G *g)
{
    Panic *p = g->panics;
    for (Panic *q = p; q; q = q->next) {
        if (q->converting) {
            take_shown(g, q, frame_size(vm, p));
            uncaught(vm, g);
            return;
        }
    }
    Defer *d = g->defers;
    CHECK(p && d && d->started);
    g->defers = d->next;
    d->panic = NULL;
    if (!p->recovered) {
        panic_unwind(vm, g);
        return;
    }
    g->panics = p->next;
    while (g->panics && g->panics->aborted && !g->panics->goexit)
        g->panics = g->panics->next;
    if (g->panics && g->panics->goexit && g->panics->aborted) {
        g->panics->aborted = false; /* Goexit goes on where the recovered panic had stopped it */
        panic_unwind(vm, g);
        return;
    }
    resume_after_recover(g, d);
}

void panic_goexit(VM *vm, G *g)
{
    push_panic(vm, g)->goexit = true;
    panic_unwind(vm, g);
}

void panic_recover(VM *vm, G *g, u64 *dst)
{
    dst[0] = dst[1] = 0;
    Panic *p = g->panics;
    if (!p || p->goexit || p->recovered || p->converting)
        return;
    u64 link = g->R[-1];
    const u64 *R = g->R;
    const Func *self = vm_func_at(vm, g->pc - 1);
    if (self && self->is_wrapper) {
        /* `defer recover()` counts as a call by the function that runs it, unless a panic runs it.
         */
        if (LINK_ADDRESS(link) == vm->stubs.after_defer)
            return;
        R -= LINK_BACK(link) + 1;
        link = R[-1];
    }
    /* Wrappers between the panic and the deferred method do not count. */
    while (LINK_ADDRESS(link) != vm->stubs.after_defer) {
        const Func *caller = vm_func_at(vm, LINK_ADDRESS(link) - 1);
        if (!caller || !caller->is_wrapper)
            return;
        R -= LINK_BACK(link) + 1;
        link = R[-1];
    }
    if (R - LINK_BACK(link) - 1 != g->stack + p->frame)
        return; /* called by an older panic */
    dst[0] = p->value[0];
    dst[1] = p->value[1];
    p->recovered = true;
}
