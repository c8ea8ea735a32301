/* The interpreter: one function, so that pc, R and fuel stay in registers. Every handler ends with
 * its own indirect jump through a table; the table in use says whether accesses to memory are
 * observed and instructions counted, so that programs that are not pay nothing for it.
 *
 * Inside a handler pc points at its instruction. Whatever may look at the stack, start a panic,
 * collect or park needs SAVE first. Conditional jumps repeat the dispatch in both arms: with one
 * dispatch the compiler makes a conditional move of pc, and the processor has to wait for it. */
#include "base/utf8.h"
#include "jit/jit.h"
#include "vm/complex.h"
#include "vm/filter.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/map.h"
#include "vm/mem.h"
#include "vm/number.h"
#include "vm/op_alloc.h"
#include "vm/ops.h"
#include "vm/profile.h"
#include "vm/string.h"
#include "vm/timer.h"
#include "vm/track.h"
#include "vm/unsafe.h"
#include "vm/value.h"

#ifdef GOL_STRESS
#define STRESS_SLICE 3 /* back edges and calls until a goroutine is preempted */
#endif

/* Back edges and calls the next goroutine may take before it is asked to stop. */
static i64 budget(const VM *vm)
{
    u64 n = vm->chooser->slice;
#ifdef GOL_STRESS
    n = n < STRESS_SLICE ? n : STRESS_SLICE;
#endif
    if (UNLIKELY(timers_stand_still(vm)))
        n = 1;
    u64 max = vm->config.max_steps;
    if (vm->stop_at && (!max || vm->stop_at < max))
        max = vm->stop_at;
    if (max && max - vm->steps < n)
        n = max - vm->steps;
    return n ? (i64)n : 1;
}

/* Steps left until the next hot-loop sample, at most `steps`, when the goroutine has taken `taken`
 * of its slice. */
static i64 until_sample(const VM *vm, i64 taken, i64 steps)
{
    i64 n = vm->hot.sample_at - (i64)vm->steps - taken;
    return n < 1 ? 1 : n < steps ? n : steps;
}

/* Whether repeated accesses are filtered in line: there is a filter as soon as accesses are
 * tracked, or by now, and no chooser wants to preempt before them. */
static bool filters(const VM *vm)
{
    return filter_wanted(vm) && (vm->filter || !vm->config.filter_after) &&
           !vm->chooser->preempt_sync && !vm->chooser->preempt_accesses;
}

/* Whether accesses that are proven are reported, too. */
static bool reports_proven(const VM *vm)
{
    return vm->sink && vm->sink->wants & WANT_PROVEN;
}

static JitView jit_view(const VM *vm, const G *g)
{
    if (!vm->tracking)
        return JIT_UNOBSERVED;
    return g->segment && filters(vm) ? JIT_FILTERED
           : reports_proven(vm)      ? JIT_ALL_OBSERVED
                                     : JIT_OBSERVED;
}

/* JitState.report */
static void report_access(JitState *state, const JitAccess *access, u64 *R, u64 addr)
{
    VM *vm = state->ctx;
    G *g = vm->sched.current;
    g->pc = access->pc + 1;
    g->R = R + access->frame;
    if (UNLIKELY(vm->sink->wants & WANT_VALUES)) {
        op_access(vm, g, access->pc, g->R);
    } else if (access->type) {
        u64 places = access->type->places;
        if (!access->plain || places <= 1 ||
            !track_granted(vm, g, addr, places, access->write, access->span))
            track_value(vm, g, (const void *)addr, access->type, access->write, access->pc);
    } else if (access->plain) {
        track_known(vm, g, (const void *)addr, access->write, access->span);
    } else {
        track_unseen(vm, g, (const void *)addr, access->write, access->pc);
    }
}

_Static_assert(offsetof(G, pc) == offsetof(JitSaved, pc) &&
                   offsetof(G, R) == offsetof(JitSaved, R) &&
                   offsetof(G, entered) == offsetof(JitSaved, entered) &&
                   offsetof(G, alloc_index) == offsetof(JitSaved, alloc_index) &&
                   offsetof(G, holder) == offsetof(JitSaved, holder) &&
                   offsetof(G, id) == offsetof(JitSaved, id),
               "a goroutine begins with what machine code saves");

typedef JitStop Operate(VM *vm, G *g, const Word *pc, u64 *R);

static inline u64 leave_to(Operate *operate, JitState *state, const Word *pc, u64 *R)
{
    VM *vm = state->ctx;
    G *g = vm->sched.current;
    g->pc = pc + 1;
    g->R = R;
    state->stopped = operate(vm, g, pc, R);
    state->segment = g->segment;
    return state->stopped;
}

/* JitState.execute */
static u64 execute(JitState *state, const Word *pc, u64 *R)
{
    return leave_to(op_execute, state, pc, R);
}

/* JitState.native: apart, since a call of a native is the most frequent of all. */
static u64 call_native(JitState *state, const Word *pc, u64 *R)
{
    return leave_to(op_native, state, pc, R);
}

/* JitState.defer: it counts no step. */
static Func *next_deferred(JitState *state, const Word *pc, u64 *R)
{
    VM *vm = state->ctx;
    G *g = vm->sched.current;
    Defer *d = g->defers;
    if (!d || d->frame != (u64)(R - g->stack))
        return NULL;
    Func *fn = d->closure ? d->closure->fn : NULL;
    if (!fn || !fn->machine[state->view == JIT_FILTERED] ||
        R + d->owner->nregs + 1 + fn->nregs > state->stack_end)
        return JIT_LEAVE;
    g->pc = pc + 1;
    g->R = R;
    defer_begin(vm, g, d);
    return fn;
}

/* True: there is machine code for the instruction at pc. */
static bool sample(VM *vm, const G *g, const Word *pc, const u64 *R, i64 taken)
{
    if (!vm->hot.jit)
        vm->hot.jit = jit_new(vm->program, (const JitFunction *)op_functions, &vm->hot.calls,
                              vm->config.jit == JIT_ALL);
    if (!vm->hot.methods)
        vm->hot.methods = xcalloc(1, sizeof *vm->hot.methods);
    bool compiled = jit_sample(vm->hot.jit, pc, R, jit_view(vm, g));
    vm->hot.sample_at = (i64)vm->steps + taken + jit_interval(vm->hot.jit);
    return compiled;
}

/* Deferred calls take no step at which a sample could find the beginning of their function, so one
 * of them in so many, a prime, is sampled, if it could be made. */
static bool samples_deferred(VM *vm, const G *g)
{
    enum { OFTEN = 61 };
    return (++vm->hot.deferred % OFTEN == 0 || vm->config.jit == JIT_ALL) && g->again == AGAIN_NO &&
           g->status == G_RUNNING && !vm->outcome.ended;
}

static void charge(VM *vm, G *g, i64 steps)
{
    CHECK(steps >= 0);
    vm->steps += (u64)steps;
    g->steps += (u64)steps;
}

/* A program that calls wg.Go has started the goroutine there, not in package sync. */
static void start_goroutine(VM *vm, G *g, const Word *pc, const u64 *R)
{
    CHECK(g->pc == pc + 1 && g->R == R);
    goro_new(vm, g, (Closure *)R[pc->in.b], &R[pc->in.a] + 1, pc->in.c, vm_user_span(vm, g).start);
}

static bool is_visible(u32 op)
{
    return op < OP_COUNT && op_synchronises(op);
}

/* A jump into machine code that accesses memory. */
static bool enters_watched(u32 op)
{
    return op >= OP_COUNT && op_fused[op - OP_COUNT].second == OP_JIT_WATCHED;
}

#ifdef GOL_STRESS
/* Whether machine code is entered at marked instructions: not where each instruction, or each
 * access, is to be seen. */
static bool enters_marked(const VM *vm)
{
    return !vm->hot.profile && !vm->hot.hook &&
           (!vm->tracking || (filters(vm) && !reports_proven(vm)));
}
#endif

/* Of each opcode, as constants: its number of words, and whether its accesses are observed. */
enum {
#define OP(name, format, flags, effect, text) \
    WORDS_##name = FMT_##format >= FMT_AX ? 2 : 1, \
    ACCESSES_##name = EFFECT_##effect == EFFECT_READ || EFFECT_##effect == EFFECT_WRITE,
#include "code/op.def"
#undef OP
};

/* Operands as registers and as numbers. */
#define iA (pc->in.a)
#define iB (pc->in.b)
#define iC (pc->in.c)
#define sB ((i16)pc->in.b)
#define sC ((i16)pc->in.c)
#define rA (R[pc->in.a])
#define rB (R[pc->in.b])
#define rC (R[pc->in.c])
#define wX (pc[1].x)

#define SAVE(words) (g->pc = pc + (words), g->R = R)
#define LOAD() (pc = g->pc, R = g->R, stack_end = g->stack_end)

#ifdef GOL_STRESS
#define CASE(name) case OP_##name
#define DISPATCH() goto dispatch
#define DISPATCH_INTERPRETED() goto interpret
#define EXECUTE() goto execute
#else
#define CASE(name) L_##name
#define DISPATCH() goto *table[pc->in.op]
#define DISPATCH_INTERPRETED() goto *table[pc->in.op & ~OP_MACHINE]
#define EXECUTE() goto *single[pc->in.op]
#define TABLE() (vm->hot.profile || vm->hot.hook ? counting : vm->tracking ? tracked : plain)
#endif

#define NEXT(words) \
    do { \
        pc += (words); \
        DISPATCH(); \
    } while (0)
#define JUMP(offset) \
    do { \
        pc += 1 + (offset); \
        DISPATCH(); \
    } while (0)
#define JUMP_IF(condition, offset) \
    do { \
        if (condition) \
            JUMP(offset); \
        NEXT(1); \
    } while (0)

/* The end of a loop: a jump backwards is a step. */
#define STEP_BACK_IF(condition, offset, go_on) \
    do { \
        if (condition) { \
            pc += 1 + (offset); \
            if (UNLIKELY(--fuel == 0)) \
                goto out_of_fuel; \
            go_on; \
        } \
        NEXT(1); \
    } while (0)
#define JUMP_BACK_IF(condition, offset) STEP_BACK_IF(condition, offset, DISPATCH())
#define ENTER_JIT_IF(condition, offset) STEP_BACK_IF(condition, offset, goto machine_code)

/* An out-of-line part that may have started a panic. */
#define TRY(words, ok) \
    do { \
        SAVE(words); \
        if (UNLIKELY(!(ok))) \
            goto unwind; \
        NEXT(words); \
    } while (0)

#define CHECK_NIL(address) \
    do { \
        if (UNLIKELY((address) == 0)) \
            goto nil_error; \
    } while (0)
#define CHECK_INDEX() \
    do { \
        if (UNLIKELY(rC >= (&rB)[1])) \
            goto index_error; \
    } while (0)

/* A handler whose work, DO_name, the table of pairs uses too. */
/* clang-format off */
#define RUN(name) \
    CASE(name): \
        DO_##name; \
        NEXT(WORDS_##name)
/* clang-format on */

#define LOAD_FIELD(expr) \
    do { \
        CHECK_NIL(rB); \
        const void *p = (const void *)(rB + iC); \
        rA = (expr); \
    } while (0)
#define STORE_FIELD(store) \
    do { \
        CHECK_NIL(rA); \
        void *p = (void *)(rA + iC); \
        store; \
    } while (0)
/* What to do with p, the address of element R[C] of the slice R[B..3]. */
#define ELEM(size, action) \
    do { \
        const u64 *slice = &rB, index = rC; \
        if (UNLIKELY(index >= slice[1])) \
            goto index_error; \
        void *p = (void *)(slice[0] + index * (size)); \
        action; \
    } while (0)
/* Strings, interfaces and slices: all words are read before one is written, since the registers
 * may be those of the slice itself. Word by word: what was stored so is not to be loaded as a
 * vector, for which the processor would have to wait. */
#define MOVE2(to, from) \
    do { \
        const u64 *src = (const u64 *)(from); \
        u64 v0 = mem_load_u64(src), v1 = mem_load_u64(src + 1), *dst = (u64 *)(to); \
        mem_store_u64(dst, v0); \
        mem_store_u64(dst + 1, v1); \
    } while (0)
#define MOVE3(to, from) \
    do { \
        const u64 *src = (const u64 *)(from); \
        u64 v0 = mem_load_u64(src), v1 = mem_load_u64(src + 1), v2 = mem_load_u64(src + 2); \
        u64 *dst = (u64 *)(to); \
        mem_store_u64(dst, v0); \
        mem_store_u64(dst + 1, v1); \
        mem_store_u64(dst + 2, v2); \
    } while (0)
#define LOAD_PART(expr) \
    do { \
        const void *p = (const char *)&rB + iC; \
        rA = (expr); \
    } while (0)
#define STORE_PART(store) \
    do { \
        void *p = (char *)&rA + iC; \
        store; \
    } while (0)

/* Enters a function with its frame at R[A+1]; `arrange` puts what the caller did not. */
#define ENTER(code, nregs, words, arrange) \
    do { \
        u64 *frame = &rA + 1; \
        if (UNLIKELY(frame + (nregs) > stack_end)) { \
            need = iA + 1ull + (nregs); \
            goto grow_stack; \
        } \
        frame[-1] = LINK(pc + (words), iA); \
        arrange; \
        R = frame; \
        pc = (code); \
        if (UNLIKELY(--fuel == 0)) \
            goto out_of_fuel; \
        DISPATCH(); \
    } while (0)

void interp_run(VM *vm, G *until)
{
#ifndef GOL_STRESS
/* With the flags but OP_MACHINE, and with that. */
#define PROVEN_TOO(op, label) [op] = label, [OP_PROVEN + (op)] = label,
#define MARKED(op, label) PROVEN_TOO(OP_MACHINE + (op), label)
#define BOTH(op) PROVEN_TOO(OP_##op, &&L_##op) MARKED(OP_##op, &&machine_code)
#define OP(name, format, flags, effect, text) BOTH(name)
#define FUSED(first, second) BOTH(first##_##second)
    static const void *const plain[OP_CODES] = {
#include "code/op.def"
    };
#undef OP
/* For the first instruction of a pair alone. */
#define ALONE(op, first) PROVEN_TOO(op, &&L_##first) MARKED(op, &&L_##first)
#define OP(name, format, flags, effect, text) ALONE(OP_##name, name)
#define FUSED(first, second) ALONE(OP_##first##_##second, first)
    static const void *const single[OP_CODES] = {
#include "code/op.def"
    };
#undef OP
/* Instructions with accesses go to `access` first; pairs with such an instruction are run singly.
 * Marks have no effect. */
#define OBSERVED(op, label, proven) \
    [op] = label, [OP_MACHINE + (op)] = label, [OP_PROVEN + (op)] = proven, \
    [OP_MACHINE + OP_PROVEN + (op)] = proven,
#define OP(name, format, flags, effect, text) \
    OBSERVED(OP_##name, ACCESSES_##name ? &&access : &&L_##name, &&L_##name)
#define FUSED(first, second) \
    OBSERVED(OP_##first##_##second, \
             ACCESSES_##first    ? &&access \
             : ACCESSES_##second ? &&L_##first \
                                 : &&L_##first##_##second, \
             &&L_##first##_##second)
    static const void *const observed[OP_CODES] = {
#include "code/op.def"
    };
#undef OP
#define OP(name, format, flags, effect, text) \
    PROVEN_TOO(OP_##name, &&count) MARKED(OP_##name, &&count)
    static const void *const counting[OP_CODES] = {
#include "code/op.def"
    };
#undef OP
#define X(name) [SEEN_##name] = &&seen_##name,
    static const void *const seen[SEEN_KIND_COUNT] = {[SEEN_NEVER] = &&access, SEEN_KINDS(X)};
#undef X
    static const void *filtered[OP_CODES]; /* repeated accesses do not go to `access` */
    static const void *stepwise[OP_CODES]; /* preemption before steps that others notice */
    static const void *every[2][OP_CODES]; /* observed, stepwise: reports proven accesses too */
    for (u32 op = 0; !stepwise[OP_MACHINE + OP_PROVEN + OP_END - 1] && op < OP_CODES; op++) {
        u32 bare = op & ~(u32)OP_FLAGS;
        if (bare >= OP_END)
            continue;
        Op first = instr_op((Instr){.op = (u16)op});
        filtered[op] = observed[op] == &&access ? seen[op_seen_kind(first)] : observed[op];
        if (enters_watched(bare) || op & OP_MACHINE)
            filtered[op] = plain[op];
        every[0][op] = op & OP_PROVEN && observed[bare] == &&access ? &&access_now : observed[bare];
        every[1][op] = is_visible(bare) ? &&visible : every[0][op];
        stepwise[op] = is_visible(bare) ? &&visible : observed[op];
    }
    const void *const *table, *const *tracked = observed;
    if (reports_proven(vm)) {
        tracked = every[vm->chooser->preempt_sync];
    } else if (vm->chooser->preempt_sync) {
        tracked = stepwise;
    } else if (filters(vm)) {
        tracked = filtered;
    }
#endif
    G *g = vm->sched.current;
#ifdef GOL_STRESS
    u32 op;
#endif
    const Word *pc;
    u64 *R, *stack_end;
    i64 given;       /* steps of the present time slice */
    i64 fuel, later; /* steps left until the next sample, and of those after it */
    u64 need;
#ifndef GOL_STRESS
    u64 accessed; /* address of the access that is about to happen */
#endif
    NativeStatus native;
    JitState state = {.globals = vm->globals,
                      .report = report_access,
                      .execute = execute,
                      .native = call_native,
                      .defer = next_deferred,
                      .ctx = vm};

resume: /* with goroutine g */
    if (!g)
        return;
    if (UNLIKELY(vm->deaths))
        heap_report_dead(vm);
    CHECK(g == vm->sched.current && g->status == G_RUNNING && g->wait_reason == WAIT_NONE);
    CHECK(!g->next && !g->nselect);
    LOAD();
    given = budget(vm);
    fuel = until_sample(vm, 0, given);
    later = given - fuel;
    CHECK(fuel >= 1 && later >= 0);
#ifndef GOL_STRESS
    if (UNLIKELY(vm->config.filter_after && tracked == observed && filters(vm)))
        tracked = filtered; /* the filter has been made since */
    table = TABLE();
#endif
    if (UNLIKELY(g->again | g->pending_panic)) {
        u8 again = g->again;
        g->again = AGAIN_NO;
        if (g->pending_panic) {
            g->pending_panic = false;
            vm_plain_error(vm, g, "send on closed channel");
            goto unwind;
        }
        pc--;
        if (again == AGAIN_DIE) {
            g->syncs++;
            panic_die(vm, g);
            goto after_unwind;
        }
        if (again == AGAIN_ACCESS)
            goto access_now;
        if (again == AGAIN_SYNC)
            g->syncs += visible_boundary(vm, g);
        EXECUTE();
    }
    DISPATCH();

#ifdef GOL_STRESS
dispatch:
    CHECK(R >= g->stack && R <= stack_end && stack_end == g->stack_end && g->status == G_RUNNING);
    CHECK(fuel > 0 && fuel + later <= given);
    if (pc->in.op & OP_MACHINE && enters_marked(vm))
        goto machine_code;
interpret:
    if (vm->hot.profile)
        profile_count(vm, pc);
    if (vm->hot.hook) {
        SAVE(1);
        vm->hot.hook(vm, g, pc, vm->hot.hook_ctx);
    }
    op = pc->in.op & ~(u32)OP_FLAGS;
    if (instr_proven(pc->in) && !reports_proven(vm))
        goto selected;
    if (vm->tracking && op_accesses(instr_op(pc->in))) {
        if (instr_proven(pc->in))
            goto access_now;
        goto access;
    }
    if (vm->tracking && op >= OP_COUNT && op_accesses(op_fused[op - OP_COUNT].second) &&
        !(enters_watched(op) && filters(vm)))
        goto execute;
    if (vm->tracking && vm->chooser->preempt_sync && is_visible(op))
        goto visible;
    goto selected;
execute:
    op = instr_op(pc->in);
selected:
    switch ((Op)op) {
    case OP_END: BUG("bad opcode");
#endif
/* clang-format off */
#include "vm/op_basic.h"
#include "vm/op_memory.h"
#include "vm/op_flow.h"
/* Pairs: what the first does, then all of the second. */
#define OP(name, format, flags, effect, text)
#define ENTERS(jump)
#define FUSED(first, second) \
    CASE(first##_##second): \
        DO_##first; \
        pc += WORDS_##first; \
        DO_##second; \
        NEXT(WORDS_##second);
#include "code/op.def"
#undef OP
/* clang-format on */
#ifdef GOL_STRESS
    }
#else
count: /* and go on as without a profile or hook */
    if (vm->hot.profile)
        profile_count(vm, pc);
    if (vm->hot.hook) {
        SAVE(1);
        vm->hot.hook(vm, g, pc, vm->hot.hook_ctx);
    }
    goto *(vm->tracking ? tracked : plain)[pc->in.op];
#endif

visible: /* a synchronisation is about to happen: a preemption point */
    SAVE(1);
    if (UNLIKELY(vm->stepping.pause != NULL)) {
        if (visible_boundary(vm, g) && vm->stepping.pause(vm, g)) {
            g->again = AGAIN_SYNC;
            charge(vm, g, given - later - fuel);
            return;
        }
    } else if ((vm->sched.runnable || vm->chooser->asks_alone) && visible_sync(vm, g)) {
        G *next = sched_preempt(vm, g, SWITCH_SYNC);
        if (next != g) {
            g->again = AGAIN_SYNC;
            charge(vm, g, given - later - fuel);
            g = next;
            goto resume;
        }
#ifndef GOL_STRESS
        table = TABLE();
#endif
    }
    g->syncs += visible_boundary(vm, g);
    EXECUTE();

#ifndef GOL_STRESS
#include "vm/op_seen.h"
#endif

access: /* a tracked access is about to happen: a preemption point */
    if (UNLIKELY(vm->chooser->preempt_accesses) &&
        (vm->sched.runnable || vm->chooser->asks_alone) && !op_access_faults(vm, pc, R)) {
        SAVE(1);
        G *next = sched_preempt(vm, g, SWITCH_ACCESS);
        if (next != g) {
            g->again = AGAIN_ACCESS;
            charge(vm, g, given - later - fuel);
            g = next;
            goto resume;
        }
#ifndef GOL_STRESS
        table = TABLE();
#endif
    }
access_now: /* the event, and at once the access itself */
    SAVE(1);
    op_access(vm, g, pc, R);
    EXECUTE();

nil_error:
    SAVE(1);
    vm_nil_error(vm, g);
    goto unwind;

index_error:
    SAVE(1);
    op_index_error(vm, g, pc, R);
    goto unwind;

divide_error:
    SAVE(1);
    vm_runtime_error(vm, g, "integer divide by zero");
    goto unwind;

unwind: /* a panic was started */
    panic_unwind(vm, g);
after_unwind: /* g->pc and g->R say where g goes on, if it does */
    if (vm->outcome.ended)
        return;
    CHECK(g->status == G_DEAD || (g->R > g->stack && g->R <= g->stack_end));
    if (g->status == G_DEAD)
        goto ended;
    if (UNLIKELY(g->again == AGAIN_DIE)) { /* the other goroutines would end with it */
        charge(vm, g, given - later - fuel);
        if (vm->tracking && vm->chooser->preempt_sync)
            g = sched_preempt(vm, g, SWITCH_SYNC);
        goto resume;
    }
    LOAD();
    DISPATCH();

grow_stack: /* for the call at pc, which is then tried again */
    SAVE(1);
    if (!stack_reserve(vm, g, need))
        goto after_unwind;
    CHECK(g->R + need <= g->stack_end);
    R = g->R;
    stack_end = g->stack_end;
    EXECUTE();

machine_code : /* pc is the target of a jump backwards, or marked: there may be machine code */
{
    state.R = R;
    state.fuel = fuel + later;
    state.view = jit_view(vm, g);
    state.segment = g->segment;
    state.stack_end = stack_end;
    state.saved = (JitSaved *)g;
    state.methods = vm->hot.methods;
    state.memory = heap_quick(vm);
    state.seen = vm->seen;
    i64 before = state.fuel;
    pc = jit_run(vm->hot.jit, pc, &state);
    R = state.R;
    CHECK(state.fuel >= 0 && state.fuel <= before);
    CHECK((R > g->stack || state.returned == vm->stubs.exit) && R <= stack_end);
    vm->hot.sample_at += before - state.fuel; /* only what is interpreted counts */
    later = state.fuel > fuel ? state.fuel - fuel : 0;
    fuel = state.fuel - later;
    if (UNLIKELY(fuel == 0))
        goto out_of_fuel;
    if (UNLIKELY(state.sample)) { /* the next step */
        later += fuel - 1;
        fuel = 1;
    }
    if (UNLIKELY(state.room) && !vm->stepping.pause) { /* there, stacks are a part of the state */
        SAVE(0);
        if (stack_widen(vm, g, state.room)) {
            LOAD();
            goto machine_code;
        }
    }
    if (state.returned)
        DISPATCH();
    if (state.stopped == JIT_PANICKED)
        goto unwind;
    if (state.stopped == JIT_NATIVE) {
        native = (NativeStatus)vm->hot.native_status;
        goto native_ended;
    }
    DISPATCH_INTERPRETED();
}

out_of_fuel: /* pc is the next instruction */
    if (later) {
        bool compiled = sample(vm, g, pc, R, given - later);
        fuel = until_sample(vm, given - later, later);
        later -= fuel;
        if (compiled)
            goto machine_code;
        DISPATCH();
    }
    SAVE(0);
    charge(vm, g, given);
    if (sched_steps_used_up(vm, g))
        return;
    g = sched_preempt(vm, g, SWITCH_BUDGET);
    goto resume;

blocked: /* g is parked, saved with pc after the instruction */
    CHECK(g->status == G_WAITING && g->wait_reason != WAIT_NONE);
    charge(vm, g, given - later - fuel);
    g = sched_next(vm);
    goto resume;

ended:
    CHECK(g->status == G_DEAD);
    charge(vm, g, given - later - fuel);
    if (g == until || vm->outcome.ended)
        return;
    g = sched_next(vm);
    goto resume;
}
