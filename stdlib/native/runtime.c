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

/* func stack(all bool) string */
NATIVE(runtime_stack)
{
    char *text;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    vm_print_stack(vm, g, out);
    for (u32 i = 0; args[0] && i < vm->sched.all.len; i++) {
        if (vm->sched.all.data[i] != g) {
            fputc('\n', out);
            vm_print_stack(vm, vm->sched.all.data[i], out);
        }
    }
    fclose(out);
    string_make(vm, args, text, len);
    free(text);
    return NATIVE_DONE;
}

/* func stacks(leaked bool) string, of runtime/pprof */
NATIVE(pprof_stacks)
{
    GoroutineList list = {0};
    Reach *reach = reach_new(vm);
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

/* The program counter as a program sees it: function number + 1, and word of the call. */
static u64 counter_of(const Frame *frame)
{
    return ((u64)frame->fn->id + 1) << 32 | (u64)(frame->pc - frame->fn->code);
}

/* Sets the function and word for such a counter; false if it is invalid. */
static bool counter_frame(const VM *vm, u64 counter, Frame *frame)
{
    u64 id = (counter >> 32) - 1, word = counter & 0xffffffff;
    if (id >= vm->program->funcs.len)
        return false;
    frame->fn = vm->program->funcs.data[id];
    frame->pc = frame->fn->code + word;
    return word < frame->fn->ncode;
}

static void place_to_slots(VM *vm, u64 *dst, Pos pos)
{
    Place place = source_place(vm->program->sources, pos);
    const char *name = place.file == NULL             ? ""
                       : place.file->absolute != NULL ? place.file->absolute
                                                      : place.file->name;
    string_make(vm, dst, name, strlen(name));
    dst[2] = place.line;
}

/* func Caller(skip int) (pc uintptr, file string, line int, ok bool) */
NATIVE(runtime_caller)
{
    enum { MAX = 1000 };
    u64 skip = args[0];
    Frame frames[MAX];
    memset(args, 0, 5 * sizeof *args);
    if (skip >= MAX || vm_frames(vm, g, frames, (u32)skip + 1) <= skip)
        return NATIVE_DONE;
    args[0] = counter_of(&frames[skip]);
    place_to_slots(vm, args + 1, vm_span(&frames[skip]).start);
    args[4] = 1;
    return NATIVE_DONE;
}

/* func callers(skip, max int) []uintptr: called by Callers, which is frame 0 */
NATIVE(runtime_callers)
{
    u64 skip = args[0], max = args[1], wanted = skip + max;
    if ((i64)max < 0 || wanted > 10000)
        wanted = 10000;
    Frame *frames = xcalloc(wanted + 1, sizeof *frames);
    u64 n = vm_frames(vm, g, frames, (u32)wanted);
    u64 count = n > skip ? n - skip : 0;
    u64 *list = heap_object(vm, g, count * sizeof *list, false);
    for (u64 i = 0; i < count; i++)
        list[i] = counter_of(&frames[skip + i]);
    free(frames);
    args[0] = (u64)list;
    args[1] = args[2] = count;
    return NATIVE_DONE;
}

/* func location(pc uintptr) (function, file string, line int) */
NATIVE(runtime_location)
{
    Frame frame;
    if (!counter_frame(vm, args[0], &frame)) {
        memset(args, 0, 5 * sizeof *args);
        return NATIVE_DONE;
    }
    string_make(vm, args, frame.fn->name, strlen(frame.fn->name));
    place_to_slots(vm, args + 2, vm_span(&frame).start);
    return NATIVE_DONE;
}

NATIVE(runtime_live_bytes)
{
    args[0] = heap_live_bytes();
    return NATIVE_DONE;
}

NATIVE(runtime_total_bytes)
{
    args[0] = heap_total_bytes(vm);
    return NATIVE_DONE;
}

NATIVE(runtime_allocations)
{
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
        buf_puts(why, "nil elem type!");
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
    ROW("runtime/pprof.stacks", pprof_stacks, LEAKED),
    ROW("runtime.Caller", runtime_caller, NONE),
    ROW("runtime.callers", runtime_callers, NONE),
    ROW("runtime.location", runtime_location, NONE),
    ROW("runtime.liveBytes", runtime_live_bytes, MEASURE),
    ROW("runtime.totalBytes", runtime_total_bytes, MEASURE),
    ROW("runtime.allocations", runtime_allocations, MEASURE),
    ROW_END,
};
