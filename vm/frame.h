/* Frames, deferred calls and panics: what interp.c, stack.c and panic.c share.
 *
 * A frame is R[0..nregs) of its function. R[-1] is the link (code/program.h). No pointer into a
 * stack exists but G.R and registers of C code that neither calls nor allocates: stacks move when
 * they grow. */
#ifndef VM_FRAME_H
#define VM_FRAME_H

#include "vm/vm.h"

/* What vm_user_span found for a pc with that link; link 0: it does not depend on the link. */
typedef struct Site {
    const Word *pc;
    u64 link;
    Span span;
} Site;

/* Frames of library code, outermost first, as they were last found in a stack. Each link says where
 * the next frame outwards is: while a stack has these links at these places, the code that called
 * the first of them is at `span`, or is none of the user's, and span is {0, 0}. */
enum { LONGEST_CHAIN = 60 };
typedef struct CallFrame {
    const u64 *R;
    u64 link; /* R[-1] */
} CallFrame;
typedef struct CallChain {
    u32 len;
    Span span;
    CallFrame frames[LONGEST_CHAIN];
} CallChain;

/* Direct-mapped by address, chains by that of the stack. Code stays where it is as long as the
 * program lives. */
enum { CODE_CACHE = 2048, SITE_CACHE = 512, CHAINS = 8 };

struct CodeCache {
    struct {
        const Word *word;
        const Func *fn;
    } at[CODE_CACHE];
    Site sites[SITE_CACHE];
    CallChain chains[CHAINS];
};

/* vm_func_at for a word that is not in the cache: searches, and enters it. */
const Func *vm_search_func(VM *vm, const Word *word);

/* The function whose code has the word, if the cache has it, else NULL. */
static inline const Func *vm_known_func(const VM *vm, const Word *word)
{
    const struct CodeCache *code = vm->hot.code;
    u32 i = (u32)((u64)word / sizeof *word % CODE_CACHE);
    return LIKELY(code && code->at[i].word == word) ? code->at[i].fn : NULL;
}

/* The function whose code has the word, or NULL: program_func_at with a cache. */
static inline const Func *vm_func_at(VM *vm, const Word *word)
{
    u32 i = (u32)((u64)word / sizeof *word % CODE_CACHE);
    if (UNLIKELY(!vm->hot.code || vm->hot.code->at[i].word != word))
        return vm_search_func(vm, word);
    return vm->hot.code->at[i].fn;
}

/* The index in CodeCache.sites of the pc of g. */
static inline u32 code_site(const G *g)
{
    return (u32)((u64)g->pc / sizeof *g->pc % SITE_CACHE);
}

/* vm_user_span for a pc that is not in the cache: searches, and enters it. */
Span vm_search_user_span(VM *vm, const G *g);

/* What vm_user_span has found for g's pc and its caller, or NULL when that is not in the cache.
 * Valid until vm_search_user_span is called. */
static inline const Site *vm_known_site(const VM *vm, const G *g)
{
    const Site *site = vm->hot.code ? &vm->hot.code->sites[code_site(g)] : NULL;
    if (site && LIKELY(site->pc == g->pc) && (!site->link || site->link == g->R[-1]))
        return site;
    return NULL;
}

/* The position of g in the user's own program: of the innermost frame that is not the library's, so
 * that a lock or an atomic operation points to the call that the user wrote. */
static inline Span vm_user_span(VM *vm, const G *g)
{
    const Site *site = vm_known_site(vm, g);
    return LIKELY(site) ? site->span : vm_search_user_span(vm, g);
}

/* vm_user_span for g at pc in fn, a function of the library. */
Span vm_caller_span(VM *vm, const G *g, const Word *pc, const Func *fn);

struct Defer {
    Defer *next;
    Closure *closure;
    const Func *owner; /* the function that deferred it */
    u64 frame;         /* that frame: R - g->stack; no smaller than that of `next` */
    Panic *panic;      /* the panic that runs it, or NULL; if there is one, `started` is set */
    bool started;      /* by a panic */
    u32 nargs;
    u64 args[];
};

struct Panic {
    Panic *next;  /* older */
    u64 value[2]; /* interface */
    u64 shown[2]; /* value as its Error or String method gave it, if `converted` */
    u64 frame;    /* where it began: R - g->stack; no smaller than that of `next` */
    const Word *pc;
    bool recovered, aborted;
    bool goexit;     /* no panic: runtime.Goexit running the deferred calls */
    bool fatal;      /* a fatal error: no deferred call runs */
    bool converting; /* its Error or String method is running, for the message */
    bool converted;
};

/* Makes room for `need` slots from g->R on; grows by copying. False: that exceeds the maximal size
 * of a stack, and a fatal error was started in g (AGAIN_DIE). */
bool stack_reserve(VM *vm, G *g, u64 need);

/* The same, but false, and nothing else, where there cannot be so much room. */
bool stack_widen(VM *vm, G *g, u64 need);

/* As frame_call, where the stack has room. */
static inline void frame_enter(G *g, Closure *closure, const u64 *args, u32 nargs, const Word *ret,
                               u32 back)
{
    const Func *fn = closure->fn;
    u64 *R = g->R + back + 1;
    CHECK(nargs <= fn->nregs && R + fn->nregs <= g->stack_end);
    R[-1] = LINK(ret, back);
    CHECK(LINK_ADDRESS(R[-1]) == ret && LINK_BACK(R[-1]) == back);
    for (u32 i = 0; i < nargs; i++)
        R[i] = args[i];
    if (fn->ncaptures)
        R[fn->closure_reg] = (u64)closure;
    g->R = R;
    g->pc = fn->code;
}

/* Calls closure with nargs slots of args, in a frame at g->R + back + 1 that returns to ret: sets
 * g->R and g->pc. False: as stack_reserve. */
bool frame_call(VM *vm, G *g, Closure *closure, const u64 *args, u32 nargs, const Word *ret,
                u32 back);

/* Defers a call of closure (NULL: it panics when it runs) with a copy of nargs slots of args in g's
 * current frame, which is owner's. */
void defer_push(VM *vm, G *g, const Func *owner, Closure *closure, const u64 *args, u32 nargs);
/* A number for the frame R of g, for defer_push_below. */
static inline u64 defer_frame(const G *g, const u64 *R)
{
    return (u64)g->id << 32 | (u64)(R - g->stack);
}

/* The same in the frame of that number; false: no such frame is below the current one, and g
 * panics. */
bool defer_push_below(VM *vm, G *g, u64 number, Closure *closure, const u64 *args, u32 nargs);
/* Starts the panic for an iterator that has called the loop body of a range over a function when
 * the loop was in that state (parser/syntax/ast.h, LoopState). */
void panic_in_loop(VM *vm, G *g, u64 state);
/* RUNDEFERS at g->pc - 1: starts the newest deferred call of g's frame (it returns to RUNDEFERS),
 * or returns false if there is none left. */
bool defer_run(VM *vm, G *g, const Func *fn);
/* The same of a deferred call that there is, of a closure that is not nil, and for which the stack
 * has room. */
void defer_begin(VM *vm, G *g, Defer *d);

/* A panic was started in g: finds the next deferred call. Afterwards g->pc and g->R say where to
 * go on; or the run has ended; or g has (it is dead: Goexit, or a panic at the REPL). */
void panic_unwind(VM *vm, G *g);
/* AGAIN_DIE: prints the panic and ends the program; at a prompt, only the goroutine. */
void panic_die(VM *vm, G *g);
/* UNWIND: a call made by panic_unwind has returned. */
void panic_after_call(VM *vm, G *g);
/* runtime.Goexit: runs the deferred calls, then ends g. */
void panic_goexit(VM *vm, G *g);
/* recover() in the frame g->R: 2 slots to dst. */
void panic_recover(VM *vm, G *g, u64 *dst);

#endif
