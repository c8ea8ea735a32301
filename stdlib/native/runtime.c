/* Natives of runtime: stacks, callers, collection, finalizers. */
#include "stdlib/native/native.h"
#include "vm/reach.h"

NATIVE(runtime_gosched)
{
    return NATIVE_YIELD;
}
NATIVE(runtime_goexit)
{
    return NATIVE_GOEXIT;
}

NATIVE(runtime_gc)
{
    heap_collect();
    return NATIVE_YIELD; /* a collection takes long, so other goroutines may run */
}

NATIVE(runtime_num_goroutine)
{
    args[0] = vm->sched.all.len;
    return NATIVE_DONE;
}

NATIVE(runtime_breakpoint)
{
    vm_fatal(vm, g, "fatal error: breakpoint trap");
    return NATIVE_PANIC;
}

/* A file as programs see it: Go's library lies where runtime.GOROOT says. */
static void file_name(Buf *out, const char *name, bool library)
{
    buf_printf(out, "%s%s", library ? "/usr/lib/go/src/" : "", name);
}

static void place_name(Buf *out, Place place)
{
    if (place.file)
        file_name(out, place.file->absolute ? place.file->absolute : place.file->name,
                  place.file->is_library);
}

/* Go's runtime is machine here. Where it is on a stack in Go, programs count on its frames:
 * Caller(2) of a deferred call is what panicked. The lines are those of Go 1.19. */
static const struct {
    const char *function, *file;
    u32 line;
} machine_frames[] = {
    {"runtime.goexit", "runtime/asm_amd64.s", 1594},
    {"runtime.main", "runtime/proc.go", 250},
    {"runtime.gopanic", "runtime/panic.go", 884},
    {"runtime.Goexit", "runtime/panic.go", 522},
    {"runtime.panicmem", "runtime/panic.go", 260},
    {"runtime.sigpanic", "runtime/signal_unix.go", 835},
    {"runtime.goPanicIndex", "runtime/panic.go", 113},
    {"runtime.goPanicSliceB", "runtime/panic.go", 153},
    {"runtime.panicdivide", "runtime/panic.go", 239},
};
enum {
    FRAME_GOEXIT,
    FRAME_MAIN,
    FRAME_GOPANIC,
    FRAME_RUN_DEFERRED,
    FRAME_PANICMEM,
    FRAME_SIGPANIC,
    FRAME_INDEX,
    FRAME_SLICE,
    FRAME_DIVIDE,
};

static void call_text(const VM *vm, Buf *out, const Frame *frame)
{
    if (frame->panic) {
        bool goexit = vm_panic_is_goexit(frame->panic);
        u32 row = goexit ? FRAME_RUN_DEFERRED : FRAME_GOPANIC;
        buf_printf(out, "%s(...)\n\t", goexit ? machine_frames[row].function : "panic");
        file_name(out, machine_frames[row].file, true);
        buf_printf(out, ":%u\n", machine_frames[row].line);
        return;
    }
    Span span = vm_span(frame);
    Place place = source_place(vm->program->sources, span.start ? span.start : frame->fn->pos);
    buf_printf(out, "%s(...)\n\t", frame->fn->name);
    place_name(out, place);
    buf_printf(out, ":%u\n", place.line);
}

/* The stack of g as Go prints it, with all calls of the library, but for the innermost `skip`. */
static void stack_text(VM *vm, const G *g, u32 skip, Buf *out)
{
    enum { MAX = 1000 };
    Frame *frames = xmalloc(MAX * sizeof *frames);
    u32 n = vm_calls(vm, g, frames, MAX);
    buf_printf(out, "goroutine %u [%s]:\n", g->id, vm_wait_text(g));
    for (u32 i = skip; i < n; i++)
        call_text(vm, out, &frames[i]);
    if (n == MAX)
        buf_puts(out, "...additional frames elided...\n");
    if (g->parent && g->start_pos) {
        Place place = source_place(vm->program->sources, g->start_pos);
        buf_printf(out, "created by %s in goroutine %u\n\t", vm_starter(vm, g), g->parent);
        place_name(out, place);
        buf_printf(out, ":%u\n", place.line);
    }
    free(frames);
}

/* func stack(all bool) string, called by Stack, which is frame 0 */
NATIVE(runtime_stack)
{
    Buf text = {0};
    vm->stepping.others = true;
    stack_text(vm, g, 1, &text);
    for (u32 i = 0; args[0] && i < vm->sched.all.len; i++) {
        if (vm->sched.all.data[i] != g) {
            buf_putc(&text, '\n');
            stack_text(vm, vm->sched.all.data[i], 0, &text);
        }
    }
    buf_to_string(vm, args, &text);
    return NATIVE_DONE;
}

/* func stacks(leaked bool) string, of runtime/pprof */
NATIVE(pprof_stacks)
{
    GoroutineList list = {0};
    Reach *reach = reach_new(vm);
    vm->stepping.others = true;
    if (args[0])
        reach_find_stuck(reach, &list);
    else
        reach_list(vm, &list);
    reach_free(reach);
    char *text;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    for (u32 i = 0; i < list.len; i++) {
        vm_print_stack(vm, list.data[i], out);
        fputc('\n', out);
    }
    fclose(out);
    string_make(vm, args, text, len);
    free(text);
    vec_free(&list);
    return NATIVE_DONE;
}

/* ---- program counters, as a program sees them ---- */

/* What a runtime error begins with, and the functions that Go finds it in; 0: one only. */
static const struct {
    const char *text;
    u8 frames[2];
} error_frames[] = {
    {"invalid memory address", {FRAME_PANICMEM, FRAME_SIGPANIC}},
    {"index out of range", {FRAME_INDEX}},
    {"slice bounds out of range", {FRAME_SLICE}},
    {"integer divide by zero", {FRAME_DIVIDE}},
};

typedef VEC(u64) Counters;

/* A frame of the program: function number + 1, and word of the call + 1, as if that was where it
 * returns to. So 0 is the entry of the function. */
static void add_frame(Counters *list, const Frame *frame)
{
    vec_push(list, ((u64)frame->fn->id + 1) << 32 | (u64)(frame->pc - frame->fn->code + 1));
}

/* A row of machine_frames: its numbers follow those of all functions. */
static void add_machine_frame(const VM *vm, Counters *list, u32 row)
{
    vec_push(list, ((u64)vm->program->funcs.len + 1 + row) << 32);
}

/* The functions of Go's runtime between a deferred call and what panicked. */
static void add_panic(VM *vm, Counters *list, const Panic *panic)
{
    Str text;
    if (vm_panic_is_goexit(panic)) {
        add_machine_frame(vm, list, FRAME_RUN_DEFERRED);
        return;
    }
    add_machine_frame(vm, list, FRAME_GOPANIC);
    if (!vm_panic_error(vm, panic, &text.ptr, &text.len))
        return;
    for (u32 i = 0; i < COUNT_OF(error_frames); i++) {
        size_t len = strlen(error_frames[i].text);
        if (text.len < len || memcmp(text.ptr, error_frames[i].text, len))
            continue;
        for (u32 j = 0; j < COUNT_OF(error_frames[i].frames) && error_frames[i].frames[j]; j++)
            add_machine_frame(vm, list, error_frames[i].frames[j]);
    }
}

/* The innermost counters of g, `wanted` of them or more, if there are so many. */
static Counters counters(VM *vm, const G *g, u64 wanted)
{
    Counters list = {0};
    Frame *frames = xcalloc(wanted + 1, sizeof *frames);
    u32 n = vm_calls(vm, g, frames, (u32)wanted);
    for (u32 i = 0; i < n; i++)
        if (frames[i].panic)
            add_panic(vm, &list, frames[i].panic);
        else
            add_frame(&list, &frames[i]);
    if (n < wanted && g->id == GOROUTINE_MAIN)
        add_machine_frame(vm, &list, FRAME_MAIN);
    if (n < wanted)
        add_machine_frame(vm, &list, FRAME_GOEXIT);
    free(frames);
    return list;
}

enum { MOST_COUNTERS = 10000 };

/* func callers(skip, max int) []uintptr: called by Callers, which is frame 0 */
NATIVE(runtime_callers)
{
    u64 skip = args[0], max = args[1], wanted = skip + max;
    if ((i64)max < 0 || wanted > MOST_COUNTERS)
        wanted = MOST_COUNTERS;
    Counters list = counters(vm, g, wanted);
    u64 len = list.len < wanted ? list.len : wanted, count = len > skip ? len - skip : 0;
    u64 *copy = heap_object(vm, g, count * sizeof *copy, false);
    if (count > 0)
        memcpy(copy, list.data + skip, count * sizeof *copy);
    vec_free(&list);
    args[0] = (u64)copy;
    args[1] = args[2] = count;
    return NATIVE_DONE;
}

/* The record of the function that a counter is in: a Func, or a row of machine_frames; NULL: there
 * is none. */
static const void *record_of(const VM *vm, u64 counter)
{
    u64 id = (counter >> 32) - 1, row = id - vm->program->funcs.len;
    if (id < vm->program->funcs.len)
        return vm->program->funcs.data[id];
    return row < COUNT_OF(machine_frames) ? &machine_frames[row] : NULL;
}

/* The row of machine_frames that a record is; -1: it is a Func. */
static int machine_row(const void *record)
{
    for (u32 i = 0; i < COUNT_OF(machine_frames); i++)
        if (record == &machine_frames[i])
            return (int)i;
    return -1;
}

static void name_to_slots(VM *vm, u64 *dst, const void *record)
{
    int row = machine_row(record);
    const char *name = row < 0 ? ((const Func *)record)->name : machine_frames[row].function;
    string_make(vm, dst, name, strlen(name));
}

/* func FuncForPC(pc uintptr) *Func */
NATIVE(runtime_func_for_pc)
{
    args[0] = (u64)record_of(vm, args[0]);
    return NATIVE_DONE;
}

/* func funcName(f *Func) string */
NATIVE(runtime_func_name)
{
    name_to_slots(vm, args, (const void *)args[0]);
    return NATIVE_DONE;
}

/* func information() string */
NATIVE(debug_information)
{
    const char *text = vm->config.build_info ? vm->config.build_info : "";
    string_make(vm, args, text, strlen(text));
    return NATIVE_DONE;
}

/* func funcEntry(f *Func) uintptr; of nil 0 */
NATIVE(runtime_func_entry)
{
    const Func *fn = (const Func *)args[0];
    int row = machine_row(fn);
    if (fn)
        args[0] = ((row < 0 ? fn->id : vm->program->funcs.len + (u64)row) + 1) << 32;
    return NATIVE_DONE;
}

/* func location(pc uintptr) (function, file string, line int) */
NATIVE(runtime_location)
{
    u64 word = args[0] & 0xffffffff;
    const void *record = record_of(vm, args[0]);
    const Func *fn = record;
    int row = machine_row(record);
    Buf file = {0};
    memset(args, 0, 5 * sizeof *args);
    if (!record || (row < 0 && word > fn->ncode))
        return NATIVE_DONE;
    name_to_slots(vm, args, record);
    if (row >= 0) {
        file_name(&file, machine_frames[row].file, true);
        buf_to_string(vm, args + 2, &file);
        args[4] = machine_frames[row].line;
        return NATIVE_DONE;
    }
    Pos pos = word ? vm_span(&(Frame){.fn = fn, .pc = fn->code + word - 1}).start : fn->pos;
    Place place = source_place(vm->program->sources, pos);
    place_name(&file, place);
    buf_to_string(vm, args + 2, &file);
    args[4] = place.line;
    return NATIVE_DONE;
}

/* How much memory is in use depends on the order in which goroutines allocate. */
static void note_measure(VM *vm)
{
    vm->outside.measured |= vm->concurrent;
}

NATIVE(runtime_live_bytes)
{
    note_measure(vm);
    args[0] = heap_live_bytes();
    return NATIVE_DONE;
}

NATIVE(runtime_total_bytes)
{
    note_measure(vm);
    args[0] = heap_total_bytes(vm);
    return NATIVE_DONE;
}

NATIVE(runtime_allocations)
{
    note_measure(vm);
    args[0] = heap_total_allocs(vm);
    return NATIVE_DONE;
}

/* Whether a pointer of type t can be passed to a parameter of type `in`. */
static bool takes(VM *vm, RType *in, RType *t)
{
    u32 missing;
    if (in->kind == RK_POINTER)
        return in == t || (in->elem == t->elem && !(in->flags & t->flags & RT_NAMED));
    return in->kind == RK_INTERFACE && iface_implements(vm, t, in, &missing);
}

/* Whether the arguments of SetFinalizer are invalid; then `why` receives Go's message. */
static bool wrong_finalizer(VM *vm, RType *t, u64 obj, RType *f, Buf *why)
{
    if (!t)
        buf_puts(why, "runtime.SetFinalizer: first argument is nil");
    else if (t->kind != RK_POINTER)
        buf_printf(why, "runtime.SetFinalizer: first argument is %s, not pointer", t->text);
    else if (!obj)
        buf_puts(why, "runtime.SetFinalizer: pointer not in allocated block");
    else if (f && f->kind != RK_FUNC)
        buf_printf(why, "runtime.SetFinalizer: second argument is %s, not a function", f->text);
    else if (f && (f->flags & RT_VARIADIC || f->nparams != 1 || !takes(vm, f->params[0], t)))
        buf_printf(why, "runtime.SetFinalizer: cannot pass %s to finalizer %s%s", t->text, f->text,
                   f->flags & RT_VARIADIC ? " because dotdotdot" : "");
    return why->len > 0;
}

/* func SetFinalizer(obj any, finalizer any) */
NATIVE(runtime_set_finalizer)
{
    Buf why = {0};
    bool wrong = wrong_finalizer(vm, (RType *)args[0], args[1], (RType *)args[2], &why);
    if (wrong)
        vm_fatal(vm, g, "fatal error: %s", buf_str(&why));
    else
        vm_set_finalizer(vm, (const void *)args[1], args[2] ? (const Closure *)args[3] : NULL);
    buf_free(&why);
    return wrong ? NATIVE_PANIC : NATIVE_DONE;
}

const NativeDef natives_runtime[] = {
    ROW("runtime.Gosched", runtime_gosched, YIELD),
    ROW("runtime.Goexit", runtime_goexit, NONE, .leaves = true),
    ROW("runtime.GC", runtime_gc, YIELD),
    ROW("runtime.NumGoroutine", runtime_num_goroutine, COUNT),
    ROW("runtime.Breakpoint", runtime_breakpoint, EXIT),
    ROW("runtime.SetFinalizer", runtime_set_finalizer, START),
    ROW("runtime.stack", runtime_stack, MEASURE),
    ROW("runtime/debug.information", debug_information, NONE),
    ROW("runtime/pprof.stacks", pprof_stacks, LEAKED),
    ROW("runtime.callers", runtime_callers, NONE),
    ROW("runtime.location", runtime_location, NONE),
    ROW("runtime.FuncForPC", runtime_func_for_pc, NONE),
    ROW("runtime.funcName", runtime_func_name, NONE),
    ROW("runtime.funcEntry", runtime_func_entry, NONE),
    ROW("runtime.liveBytes", runtime_live_bytes, MEASURE),
    ROW("runtime.totalBytes", runtime_total_bytes, MEASURE),
    ROW("runtime.allocations", runtime_allocations, MEASURE),
    ROW_END,
};
