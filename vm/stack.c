/* Stacks: growing them, and finding frames and source positions for reports. */
#include <string.h>

#include "vm/endless.h"
#include "vm/frame.h"
#include "vm/heap.h"

/* 512 MB: frames here take about half of what gc's take, whose limit is 1 GB. */
#define DEFAULT_MAX_STACK ((1ull << 29) / 8)
#define GO_MAX_STACK 1000000000ull

static bool overflow(VM *vm, G *g)
{
    u64 bytes = vm->config.max_stack ? vm->config.max_stack * 8ull : GO_MAX_STACK;
    vm_fatal(vm, g, "runtime: goroutine stack exceeds %llu-byte limit\nfatal error: stack overflow",
             (unsigned long long)bytes);
    return false;
}

bool stack_widen(VM *vm, G *g, u64 need)
{
    u64 used = (u64)(g->R - g->stack);
    u64 max = vm->config.max_stack ? vm->config.max_stack : DEFAULT_MAX_STACK;
    u64 old = (u64)(g->stack_end - g->stack), size = old;
    while (size < used + need)
        size *= 2;
    if (size > max)
        size = max;
    /* Copying everything for a few more frames would not help a runaway recursion. */
    if (size < used + need || size - old < old / 4)
        return false;
    CHECK(used <= old && size > old && size >= used + need);
    u64 *stack = heap_stack(vm, size * 8);
    memcpy(stack, g->stack, old * 8);
    heap_stack_done(g->stack, old * 8);
    g->stack = stack;
    g->stack_end = stack + size;
    g->R = stack + used;
    return true;
}

bool stack_reserve(VM *vm, G *g, u64 need)
{
    return LIKELY(g->R + need <= g->stack_end) || stack_widen(vm, g, need) || overflow(vm, g);
}

bool frame_call(VM *vm, G *g, Closure *closure, const u64 *args, u32 nargs, const Word *ret,
                u32 back)
{
    if (!stack_reserve(vm, g, (u64)back + 1 + closure->fn->nregs))
        return false;
    frame_enter(g, closure, args, nargs, ret, back);
    return true;
}

const Func *vm_search_func(VM *vm, const Word *word)
{
    if (!vm->hot.code)
        vm->hot.code = xcalloc(1, sizeof *vm->hot.code);
    u32 i = (u32)((u64)word / sizeof *word % CODE_CACHE);
    vm->hot.code->at[i].word = word;
    return vm->hot.code->at[i].fn = program_func_at(vm->program, word);
}

/* Whether a limit has ended the run when g was about to execute the instruction at its pc: it had
 * used up its slice, or is in a loop without a way out. Else that instruction is over. */
static bool stopped_before(VM *vm, const G *g)
{
    Limit limit = vm->outcome.limit;
    bool between = limit == LIMIT_STEPS || limit == LIMIT_TIME || limit == LIMIT_LOOP;
    if (!between || g->again != AGAIN_NO)
        return false;
    return (g == vm->sched.current && g->status == G_RUNNING) || endless_in_loop(vm, g);
}

/* The innermost instruction: the first one if the goroutine has not started. */
static const Word *current_word(VM *vm, const G *g)
{
    bool new = g->start_fn && g->pc == g->start_fn->code;
    return new || stopped_before(vm, g) ? g->pc : g->pc - 1;
}

/* Whether g, at pc, has left its last frame: below R there is no link. */
static bool has_no_frame(const VM *vm, const G *g, const Word *pc)
{
    return g->status == G_DEAD || pc == vm->stubs.exit;
}

/* From a frame of fn to that of its caller; false: it was the last. *panic is g->panics at the
 * innermost frame: the newest is in the innermost of those that panicked, so one pass over the
 * panics is enough for all frames. *origin (may be NULL) becomes the panic that made the call of
 * fn; NULL: none did. */
static bool frame_up(VM *vm, const G *g, const Func *fn, const Word **pc, u64 **R,
                     const Panic **panic, const Panic **origin)
{
    u64 link = (*R)[-1];
    const Word *to = LINK_ADDRESS(link);
    if (origin)
        *origin = NULL;
    if (to == vm->stubs.exit || (!fn && !to))
        return false;
    *R -= LINK_BACK(link) + 1;
    *pc = to - 1;
    /* The frame of a deferred call that a panic started is above the frame that panicked. */
    for (const Panic *p = *panic; p && g->stack + p->frame >= *R; *panic = p = p->next)
        if (UNLIKELY(to == vm->stubs.after_defer) && g->stack + p->frame == *R) {
            *pc = p->pc - 1;
            if (origin)
                *origin = p;
        }
    return true;
}

static u32 collect(VM *vm, const G *g, Frame *out, u32 max, bool panics)
{
    u32 n = 0;
    const Panic *origin = NULL;
    u64 *R = g->R;
    const Word *pc = current_word(vm, g);
    const Panic *panic = g->panics;
    const Func *fn;
    if (has_no_frame(vm, g, pc))
        return 0;
    do {
        if (origin && panics)
            out[n++] = (Frame){.panic = origin};
        fn = vm_func_at(vm, pc);
        if (fn && !fn->is_wrapper && n < max)
            out[n++] = (Frame){.fn = fn, .pc = pc, .R = R};
    } while (n < max && frame_up(vm, g, fn, &pc, &R, &panic, &origin));
    return n;
}

u32 vm_frames(VM *vm, const G *g, Frame *out, u32 max)
{
    return collect(vm, g, out, max, false);
}

u32 vm_calls(VM *vm, const G *g, Frame *out, u32 max)
{
    return collect(vm, g, out, max, true);
}

static bool is_user_code(const Func *fn)
{
    return fn && !fn->is_wrapper && !fn->is_library;
}

/* Where g is in its innermost user code; else {0, 0}, and *inner, if not NULL, is where it is. */
static Span find_user_span(VM *vm, const G *g, Span *inner)
{
    u64 *R = g->R;
    const Word *pc = current_word(vm, g);
    const Panic *panic = g->panics;
    const Func *fn;
    if (has_no_frame(vm, g, pc))
        return (Span){0, 0};
    do {
        fn = vm_func_at(vm, pc);
        if (is_user_code(fn))
            return fn->spans[pc - fn->code];
        if (fn && !fn->is_wrapper && inner && inner->end == 0)
            *inner = fn->spans[pc - fn->code];
    } while (frame_up(vm, g, fn, &pc, &R, &panic, NULL));
    return (Span){0, 0};
}

/* Whether the frame at R is the chain's innermost, of those that are left: those that the stack
 * does not have, or not with these links, are dropped. */
static bool chain_reaches(CallChain *chain, const u64 *R)
{
    const CallFrame *frames = chain->frames;
    while (chain->len && frames[chain->len - 1].R > R)
        chain->len--;
    if (!chain->len || frames[chain->len - 1].R != R)
        return false;
    for (u32 i = chain->len; i-- > 0;)
        if (frames[i].R[-1] != frames[i].link) {
            chain->len = i;
            return false;
        }
    return true;
}

/* Where the chain of g's stack may be. */
static inline CallChain *chain_of(VM *vm, const G *g)
{
    return &vm->hot.code->chains[(u64)g->stack / 1024 % CHAINS];
}

/* What find_user_span finds for a goroutine that does not panic, at pc in fn, which is not the
 * user's. Library code makes many accesses in the same frames, so that the chain is mostly right.
 */
static Span find_caller_span(VM *vm, const G *g, const Word *pc, const Func *fn)
{
    CallChain *chain = chain_of(vm, g);
    CallFrame inner[LONGEST_CHAIN];
    u32 n = 0;
    u64 *R = g->R;
    const Panic *panic = NULL;
    while (!chain_reaches(chain, R)) {
        if (n == LONGEST_CHAIN)
            return find_user_span(vm, g, NULL);
        inner[n++] = (CallFrame){R, R[-1]};
        bool more = frame_up(vm, g, fn, &pc, &R, &panic, NULL);
        fn = more ? vm_func_at(vm, pc) : NULL;
        if (!more || is_user_code(fn)) {
            chain->len = 0;
            chain->span = more ? fn->spans[pc - fn->code] : (Span){0, 0};
            break;
        }
    }
    if (chain->len + n > LONGEST_CHAIN)
        chain->len = n = 0;
    while (n > 0)
        chain->frames[chain->len++] = inner[--n];
    return chain->span;
}

Span vm_caller_span(VM *vm, const G *g, const Word *pc, const Func *fn)
{
    CallChain *chain = vm->hot.code ? chain_of(vm, g) : NULL;
    if (UNLIKELY(!chain || g->panics || fn->is_wrapper || !chain_reaches(chain, g->R)))
        return vm_user_span(vm, g);
    Span span = chain->span.end ? chain->span : fn->spans[pc - fn->code];
    CHECK(span.start == vm_user_span(vm, g).start);
    return span;
}

Pos vm_user_pos(VM *vm, const G *g)
{
    return find_user_span(vm, g, NULL).start;
}

/* Caches the position of g's pc, or of its caller if that is where the user's code is. */
Span vm_search_user_span(VM *vm, const G *g)
{
    Span inner = {0, 0}, span;
    const Word *pc = current_word(vm, g);
    if (has_no_frame(vm, g, pc))
        return inner;
    const Func *fn = vm_func_at(vm, pc);
    if (fn && fn->is_library && !fn->is_wrapper && !g->panics) {
        span = find_caller_span(vm, g, pc, fn);
        CHECK(span.start == find_user_span(vm, g, NULL).start);
        inner = fn->spans[pc - fn->code];
    } else {
        span = find_user_span(vm, g, &inner);
    }
    if (span.end == 0)
        span = inner;
    u64 link = g->R[-1];
    const Word *to = LINK_ADDRESS(link);
    bool own = is_user_code(vm_func_at(vm, g->pc - 1));
    bool plain = to && to != vm->stubs.exit && to != vm->stubs.after_defer;
    if (own || (plain && is_user_code(vm_func_at(vm, to - 1))))
        vm->hot.code->sites[code_site(g)] = (Site){g->pc, own ? 0 : link, span};
    return span;
}

Span vm_span(const Frame *frame)
{
    return frame->fn->spans[frame->pc - frame->fn->code];
}

const char *vm_wait_text(const G *g)
{
    static const char *const names[] = {
        [WAIT_NONE] = "runnable",
        [WAIT_SEND] = "chan send",
        [WAIT_RECV] = "chan receive",
        [WAIT_SEND_NIL] = "chan send (nil chan)",
        [WAIT_RECV_NIL] = "chan receive (nil chan)",
        [WAIT_SELECT] = "select",
        [WAIT_SELECT_EMPTY] = "select (no cases)",
        [WAIT_SLEEP] = "sleep",
        [WAIT_OUTSIDE] = "IO wait",
        [WAIT_EXIT] = "exit",
    };
    if (g->status == G_RUNNING)
        return "running";
    return g->wait_reason == WAIT_NATIVE ? g->waiter.native->wait : names[g->wait_reason];
}

enum { SHOWN_FRAMES = 100, TOP_FRAMES = 50 };

static void print_frame(VM *vm, const Frame *frame, FILE *out)
{
    Span span = vm_span(frame);
    Place place = source_place(vm->program->sources, span.start ? span.start : frame->fn->pos);
    fprintf(out, "%s(...)\n", frame->fn->name);
    if (place.file)
        fprintf(out, "\t%s:%u\n", place.file->name, place.line);
}

u32 vm_frames_of_program(const Frame *frames, u32 n)
{
    u32 left = n;
    while (left > 0 && frames[left - 1].fn->is_library)
        left--;
    return left ? left : n;
}

bool vm_in_program(VM *vm, const G *g)
{
    Frame frames[64];
    u32 n = vm_frames(vm, g, frames, COUNT_OF(frames));
    for (u32 i = 0; i < n; i++)
        if (!frames[i].fn->is_library)
            return true;
    return n == COUNT_OF(frames);
}

/* Of several frames of the library in a row keeps the one that the program has called. */
static u32 drop_library(Frame *frames, u32 n)
{
    u32 kept = 0, outer = vm_frames_of_program(frames, n);
    for (u32 i = 0; i < outer; i++)
        if (i + 1 == outer || !frames[i].fn->is_library || !frames[i + 1].fn->is_library)
            frames[kept++] = frames[i];
    return kept;
}

const char *vm_starter(const VM *vm, const G *g)
{
    const Func *fn = program_func_of(vm->program, g->start_pos);
    return fn ? fn->name : "?";
}

void vm_print_stack(VM *vm, const G *g, FILE *out)
{
    enum { MAX = 10000 };
    Frame *frames = xmalloc(MAX * sizeof *frames);
    u32 n = drop_library(frames, vm_frames(vm, g, frames, MAX));
    fprintf(out, "goroutine %u [%s]:\n", g->id, vm_wait_text(g));
    for (u32 i = 0; i < n; i++) {
        if (n > SHOWN_FRAMES && i == TOP_FRAMES) {
            u32 skipped = n - SHOWN_FRAMES;
            fprintf(out, "...%u frames elided...\n", skipped);
            i += skipped;
        }
        print_frame(vm, &frames[i], out);
    }
    Place place = {0};
    if (g->start_pos)
        place = source_place(vm->program->sources, g->start_pos);
    if (g->parent && g->start_pos && !(place.file && place.file->is_library)) {
        fprintf(out, "created by %s in goroutine %u\n", vm_starter(vm, g), g->parent);
        if (place.file)
            fprintf(out, "\t%s:%u\n", place.file->name, place.line);
    }
    free(frames);
}
