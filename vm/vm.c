/* The life of a machine: making it, running it, the REPL, its output. */
#include "vm/vm.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/output.h"
#include "base/process.h"
#include "jit/jit.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/outside.h"
#include "vm/profile.h"
#include "vm/signal.h"
#include "vm/spin.h"
#include "vm/sync.h"
#include "vm/timer.h"
#include "vm/track.h"
#include "vm/undo.h"
#include "vm/unsafe.h"

/* Output is written when the buffer has this size, on a terminal after each line. */
enum { OUT_BUFFER = 1 << 16 };
/* Bytes of captured output that are kept, at most. */
enum { CAPTURED = 1 << 22 };

/* ---- output ---- */

static void write_all(int fd, const char *data, size_t len)
{
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n < 0 && errno != EINTR) { /* the program goes on, as it would under Go */
            output_lost(errno);
            return;
        }
        if (n > 0) {
            data += n;
            len -= (size_t)n;
        }
    }
}

void vm_flush(VM *vm)
{
    if (!vm->output.buf.len || vm->config.capture)
        return;
    write_all(STDOUT_FILENO, vm->output.buf.data, vm->output.buf.len);
    vec_clear(&vm->output.buf);
}

static void capture(VM *vm, int fd, const void *data, size_t len)
{
    Buf *to = vm->output.apart && fd == STDERR_FILENO ? &vm->output.errors : &vm->output.buf;
    if (vm->config.echo)
        write_all(fd, data, len);
    if (vm->config.echo && fd == STDERR_FILENO)
        return;
    if (to->len + len <= CAPTURED)
        buf_add(to, data, len);
}

void vm_output_apart(VM *vm, bool on)
{
    Buf *errors = &vm->output.errors;
    vm->output.apart = false;
    if (errors->len)
        capture(vm, STDERR_FILENO, errors->data, errors->len);
    vec_clear(errors);
    vm->output.apart = on;
}

void vm_write(VM *vm, int fd, const void *data, size_t len)
{
    if (vm->stepping.pause) {
        if (vm->stepping.hash_output)
            vm->stepping.written = hash_bytes(vm->stepping.written, data, len);
        return;
    }
    if (vm->config.capture) {
        capture(vm, fd, data, len);
        return;
    }
    if (fd == STDOUT_FILENO) {
        buf_add(&vm->output.buf, data, len);
        if (vm->output.buf.len >= OUT_BUFFER || (vm->output.is_tty && memchr(data, '\n', len)))
            vm_flush(vm);
        return;
    }
    vm_flush(vm);
    fwrite(data, 1, len, stderr);
    fflush(stderr);
}

static void flush_line(VM *vm)
{
    if (vm->output.line.len)
        vm_write(vm, STDERR_FILENO, vm->output.line.data, vm->output.line.len);
    vec_clear(&vm->output.line);
}

void vm_print(VM *vm, const char *data, size_t len)
{
    if (vm->stepping.pause) {
        vm_write(vm, STDERR_FILENO, data, len);
        return;
    }
    buf_add(&vm->output.line, data, len);
    if (len && data[len - 1] == '\n')
        flush_line(vm);
}

void vm_format_float(double v, Buf *out)
{
    if (isnan(v)) {
        buf_puts(out, "NaN");
        return;
    }
    if (isinf(v)) {
        buf_puts(out, v > 0 ? "+Inf" : "-Inf");
        return;
    }
    char text[48];
    int n = snprintf(text, sizeof text, "%+.6e", v);
    /* C gives the exponent two digits at least, Go's print always three. */
    char *e = memchr(text, 'e', (size_t)n);
    buf_add(out, text, (size_t)(e + 2 - text));
    buf_printf(out, "%03d", atoi(e + 2));
}

void vm_format_complex(double re, double im, Buf *out)
{
    buf_putc(out, '(');
    vm_format_float(re, out);
    vm_format_float(im, out);
    buf_puts(out, "i)");
}

/* ---- life ---- */

static void bind_natives(VM *vm)
{
    u32 have = vm->natives.bound, n = vm->program->natives.len;
    if (n == have)
        return;
    vm->natives.fns = xrealloc(vm->natives.fns, n * sizeof *vm->natives.fns);
    vm->natives.defs = xrealloc(vm->natives.defs, n * sizeof *vm->natives.defs);
    for (u32 i = have; i < n; i++) {
        const char *name = vm->program->natives.data[i];
        const NativeDef *def = vm->config.find_native ? vm->config.find_native(name) : NULL;
        if (!def)
            BUG("the library declares %s without a body, but there is no such native", name);
        vm->natives.defs[i] = def;
        vm->natives.fns[i] = def->fn;
        vm->ask.counts_goroutines |= def->effect == EFFECT_COUNT;
        vm->ask.leaks |= def->effect == EFFECT_LEAKED;
    }
    vm->natives.bound = n;
}

static void make_stubs(VM *vm)
{
    vm->stubs.words[0].in = (Instr){.op = OP_GOEND};
    vm->stubs.words[1].in = (Instr){.op = OP_UNWIND};
    vm->stubs.exit = &vm->stubs.words[0];
    vm->stubs.after_defer = &vm->stubs.words[1];
}

/* The library closes its own channels, and those of the program by reflection only. */
static bool may_close(const Func *fn)
{
    return !fn->is_library || strcmp(fn->name, "reflect.Value.Close") == 0;
}

/* Instructions are counted as the interpreter executes them. */
static void first_sample(VM *vm)
{
    bool off = vm->config.jit == JIT_OFF || vm->config.profile || vm->config.hooks;
    vm->hot.sample_at = off ? INT64_MAX : vm->config.jit == JIT_ALL ? 1 : JIT_FIRST_SAMPLE;
}

static bool has_close(const Program *program)
{
    for (u32 i = 0; i < program->funcs.len; i++) {
        const Func *fn = program->funcs.data[i];
        for (u32 pc = 0; may_close(fn) && pc < fn->ncode; pc += instr_words(&fn->code[pc]))
            if (instr_op(fn->code[pc].in) == OP_CLOSE || fn->is_library)
                return true;
    }
    return false;
}

/* After the program was loaded, or has grown. */
static void take_program(VM *vm)
{
    vm->closes = vm->repl.on || has_close(vm->program);
    bind_natives(vm);
    vm->ask.trylocks = visible_trylocks(vm);
    vm->ask.clock = visible_clock(vm);
    vm->ask.ticks = visible_ticks(vm);
    vm->ask.faults = vm->config.network.faults && visible_network(vm);
    vm_fuse(vm);
    heap_globals(vm, vm->program->globals_size);
}

VM *vm_new(Program *program, const VMConfig *config)
{
    VM *vm = heap_vm();
    vm->program = program;
    vm->config = *config;
    if (!vm->config.err)
        vm->config.err = stderr;
    vm->chooser = config->chooser;
    vm->sink = config->sink;
    if (config->track_from_start)
        track_accesses(vm);
    vm->sched.next_gid = GOROUTINE_MAIN;
    vm->output.is_tty = isatty(STDOUT_FILENO);
    vm->hot.profile = config->profile ? profile_new() : NULL;
#ifdef GOL_STRESS
    if (vm->config.jit == JIT_HOT)
        vm->config.jit = JIT_ALL;
#endif
    first_sample(vm);
    make_stubs(vm);
    heap_limit(vm, config->max_memory);
    if (config->private_files)
        undo_prepare();
    take_program(vm);
    return vm;
}

void vm_look(VM *vm)
{
    enum { LOOK_STEPS = 20000 };
    vm->look_at = vm->steps + LOOK_STEPS;
    limits_raised = 0;
    if (vm->outcome.ended)
        return;
    Limit limit = vm->config.late ? vm->config.late(vm->config.late_ctx) : LIMIT_NONE;
    if (limit)
        vm->outcome = outcome_of_limit(limit);
    else if (UNLIKELY(signals_arrived))
        signals_deliver(vm);
}

/* LimitsLook.look of a run. */
static void look_inside(void *ctx)
{
    VM *vm = ctx;
    if (!vm->can_escape)
        return;
    vm_look(vm);
    if (vm->outcome.ended)
        vm_escape(vm);
}

void vm_escape(VM *vm)
{
    if (!vm->can_escape) {
        fprintf(stderr, "gol: the memory limit is too low to start a program\n");
        exit(3); /* as for any limit: spec/cli.md */
    }
    longjmp(vm->escape, 1);
}

/* The one whose run ends: memory_rescue has no context. */
static VM *outliving;

static void rescue(void)
{
    VM *vm = outliving;
    if (!vm || !vm->can_escape)
        return;
    process_limit_memory(0); /* the report needs some */
    vm->outcome = outcome_of_limit(LIMIT_MEMORY);
    vm_escape(vm);
}

void vm_outlive_memory(VM *vm)
{
    outliving = vm;
    memory_rescue = rescue;
}

/* True: it was ended in the middle of an instruction. */
static bool run(VM *vm, G *until)
{
    volatile bool escaped = true;
    LimitsLook look = {.look = look_inside, .ctx = vm};
    vm->can_escape = true;
    limits_enter(&look);
    if (!setjmp(vm->escape)) {
        if (sched_next(vm))
            interp_run(vm, until);
        escaped = false;
    }
    limits_leave(&look);
    vm->can_escape = false;
    CHECK(vm->outcome.ended || until || vm->stop_at || vm->repl.held);
    flush_line(vm);
    return escaped;
}

void vm_run(VM *vm)
{
    goro_new(vm, NULL, vm->program->entry->closure, NULL, 0, 0);
    run(vm, NULL);
    vm_flush(vm);
    if (vm->sink)
        sink_close(vm->sink);
}

void vm_begin(VM *vm)
{
    goro_new(vm, NULL, vm->program->entry->closure, NULL, 0, 0);
}

void vm_step(VM *vm, G *g)
{
    CHECK(g->status == G_RUNNABLE && !g->next && vm->stepping.pause);
    vm->sched.current = g;
    g->status = G_RUNNING;
    g->stepped = true;
    LimitsLook look = {.look = look_inside, .ctx = vm};
    vm->can_escape = true;
    limits_enter(&look);
    if (!setjmp(vm->escape))
        interp_run(vm, NULL);
    limits_leave(&look);
    vm->can_escape = false;
}

/* ---- finalizers ---- */

static void drop_finalizer(VM *vm, const void *object)
{
    u32 kept = 0;
    for (u32 i = 0; i < vm->finalizers.len; i++)
        if (vm->finalizers.data[i].object != object)
            vm->finalizers.data[kept++] = vm->finalizers.data[i];
    vm->finalizers.len = kept;
}

void vm_set_finalizer(VM *vm, const void *object, const Closure *fn)
{
    if (!(vm->config.outlive_main || vm->ask.leaks) || vm->stepping.pause)
        return;
    if (!fn) {
        drop_finalizer(vm, object);
        return;
    }
    if (vm->finalizers.len == vm->finalizers.cap) {
        u32 cap = vm->finalizers.cap ? 2 * vm->finalizers.cap : 16;
        Finalizer *grown = heap_raw(vm, cap * sizeof *grown, true);
        if (vm->finalizers.len)
            memcpy(grown, vm->finalizers.data, vm->finalizers.len * sizeof *grown);
        vm->finalizers.data = grown;
        vm->finalizers.cap = cap;
    }
    vm->finalizers.data[vm->finalizers.len++] = (Finalizer){object, fn};
}

/* ---- REPL ---- */

static void report_stuck(VM *vm, const G *g)
{
    Buf why = {0};
    sched_describe_wait(vm, g, &why);
    vm_flush(vm);
    fprintf(vm->config.err, "deadlock: this waits for %s, and nobody else can run\n",
            buf_str(&why));
    buf_free(&why);
}

/* The input does not go on: ends its goroutine, out of any queues. */
static void give_up(VM *vm, G *g)
{
    if (vm->outcome.kind == VERDICT_DEADLOCK)
        report_stuck(vm, g);
    if (g->status != G_RUNNING)
        sched_abandon(vm, g);
    goro_end(vm, g);
}

/* The run has stopped while another goroutine ran: one that was interrupted can go on later, unless
 * that was in the middle of a step. */
static void put_back_current(VM *vm, const G *input, bool escaped)
{
    G *g = vm->sched.current;
    if (!vm->outcome.ended || !g || g == input || g->status != G_RUNNING)
        return;
    if (vm->outcome.kind == VERDICT_LIMIT && !escaped)
        sched_ready(vm, g);
    else
        goro_end(vm, g);
}

/* Why an input has not returned. */
static void report_stop(const VM *vm)
{
    Limit limit = vm->outcome.limit;
    if (limit == LIMIT_INTERRUPT)
        fprintf(vm->config.err, "interrupted\n");
    else if (limit)
        fprintf(vm->config.err, "stopped: %s limit\n", limit_name(limit));
    else if (vm->outcome.kind == VERDICT_EXIT)
        fprintf(vm->config.err, "exit status %d; :quit leaves\n", vm->outcome.exit_code);
}

/* After goroutine 1 has ended. */
static bool take_results(VM *vm, const Func *fn, u64 *results)
{
    const G *g = vm->repl.input;
    bool ok = !vm->repl.failed && !g->goexit;
    for (u32 i = 0; ok && i < fn->nresults; i++)
        results[i] = g->stack[1 + i];
    return ok;
}

static void end_input(VM *vm)
{
    vm->repl.main_allocs = vm->repl.input->alloc_index;
    vm->repl.input = NULL;
}

/* A run that was held has stopped between two steps. */
static bool is_held(const VM *vm)
{
    return vm->repl.held && !vm->outcome.ended;
}

static bool run_input(VM *vm, Func *fn, const u64 *args, u32 nargs, u64 *results)
{
    signals_forget();
    take_program(vm);
    u32 next = vm->sched.next_gid;
    vm->sched.next_gid = GOROUTINE_MAIN; /* every input runs as goroutine 1 */
    G *g = goro_new(vm, NULL, fn->closure, args, nargs, fn->pos);
    vm->sched.next_gid = next > GOROUTINE_MAIN ? next : GOROUTINE_MAIN + 1;
    g->alloc_index = g->born = vm->repl.main_allocs;
    vm->repl.input = vm->repl.next = g;
    vm->repl.steps = UINT64_MAX;
    vm->repl.failed = false;
    vm->outcome = (Outcome){0};
    put_back_current(vm, g, run(vm, g));
    bool ok = g->status == G_DEAD && take_results(vm, fn, results);
    report_stop(vm);
    if (g->status != G_DEAD && !is_held(vm))
        give_up(vm, g);
    if (g->status == G_DEAD)
        end_input(vm);
    vm->outcome = (Outcome){0};
    vm_flush(vm);
    return ok;
}

bool vm_run_func(VM *vm, Func *fn, u64 *results)
{
    return run_input(vm, fn, NULL, 0, results);
}

bool vm_run_method(VM *vm, Func *fn, u64 receiver, u64 *results)
{
    return run_input(vm, fn, &receiver, 1, results);
}

void vm_hold(VM *vm, Chooser *chooser)
{
    if (!vm->repl.held)
        vm->repl.free = vm->chooser;
    CHECK(!chooser || (chooser->preempt_sync && chooser->preempt_accesses && chooser->asks_alone));
    vm->repl.held = chooser != NULL;
    vm->chooser = chooser ? chooser : vm->repl.free;
}

bool vm_step_held(VM *vm, G *g, u64 steps)
{
    CHECK(vm->repl.held);
    signals_forget();
    if (!g && !vm->sched.runnable && !timers_wait(vm))
        return false;
    vm->repl.next = g ? g : vm->sched.head;
    vm->repl.steps = steps;
    put_back_current(vm, NULL, run(vm, NULL));
    report_stop(vm);
    vm->outcome = (Outcome){0};
    vm_flush(vm);
    return true;
}

bool vm_input_ended(VM *vm, const Func *fn, bool *ok, u64 *results)
{
    G *g = vm->repl.input;
    if (!g || g->status != G_DEAD)
        return false;
    *ok = take_results(vm, fn, results);
    end_input(vm);
    return true;
}

void vm_drop_input(VM *vm)
{
    if (vm->repl.input && vm->repl.input->status != G_DEAD)
        give_up(vm, vm->repl.input);
    if (vm->repl.input)
        end_input(vm);
}

void vm_run_idle(VM *vm, u64 steps)
{
    if (!vm->sched.runnable && !vm->time.timers)
        return;
    vm->stop_at = vm->steps + steps;
    put_back_current(vm, NULL, run(vm, NULL));
    vm->stop_at = 0;
    vm->outcome = (Outcome){0};
    vm_flush(vm);
}

void vm_reset(VM *vm, Chooser *chooser)
{
    outside_end(vm);
    sync_drop_queues(vm);
    map_clear(&vm->readers);
    timers_free(vm);
    track_free(vm);
    spins_reset(vm);
    goro_drop_all(vm);
    heap_reset(vm);
    CHECK(!vm->sched.all.len && !vm->sched.runnable && !vm->sync_objects.count && !vm->deaths);
    vm->chooser = chooser;
    vm->concurrent = vm->main_ended = vm->exited = vm->cut_short = vm->testing = false;
    vm->exited_by = 0;
    vm->after_main = 0;
    vm->finalizers.len = vm->finalizers.cap = 0;
    vm->finalizers.data = NULL;
    unsafe_reset(vm);
    vm->inspect_at = vm->config.inspect_from;
    vm->look_at = 0;
    vm->stop_at = 0;
    vm->storing = NULL;
    vm->tracking = false;
    if (vm->config.track_from_start)
        track_accesses(vm);
    vm->sched.current = NULL;
    vm->sched.next_gid = GOROUTINE_MAIN;
    vm->steps = vm->races = vm->time.slice_end = 0;
    first_sample(vm);
    vm->time.bubble = NULL;
    vm->time.bubble_time = 0;
    vm->time.now = vm->time.computed = 0;
    vm->time.late = 0;
    vm->time.fired = 0;
    vm->outcome = (Outcome){0};
    vm->map_seed = (Rng){0};
    vec_clear(&vm->output.buf);
    vec_clear(&vm->output.line);
    vec_clear(&vm->output.errors);
    vec_clear(&vm->output.faults);
    vm->output.apart = false;
}

void vm_free(VM *vm)
{
    if (outliving == vm)
        outliving = NULL;
    outside_end(vm);
    sync_drop_queues(vm);
    map_free(&vm->readers);
    map_free(&vm->loops);
    spins_free(vm);
    timers_free(vm);
    track_free(vm);
    vec_free(&vm->sched.ids);
    vec_free(&vm->sched.queue);
    buf_free(&vm->output.buf);
    buf_free(&vm->output.line);
    buf_free(&vm->output.errors);
    buf_free(&vm->output.faults);
    free(vm->natives.fns);
    free(vm->natives.defs);
    free(vm->hot.methods);
    free(vm->hot.code);
    profile_free(vm->hot.profile);
    jit_free(vm->hot.jit);
    heap_free_vm(vm);
}
