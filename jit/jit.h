/* Machine code for hot functions and loops (spec/jit.md). The interpreter takes a sample of its
 * position from time to time; a loop in which it is found repeatedly, or a function that it was
 * about to enter, is compiled. From then on the loop's back edges enter the machine code, and so do
 * the instructions of the function that are marked (OP_MACHINE). On processors without an encoder,
 * and where memory cannot be made executable, nothing is compiled. */
#ifndef JIT_JIT_H
#define JIT_JIT_H

#include "code/program.h"
#include "jit/memory.h"
#include "jit/methods.h"
#include "jit/seen.h"

typedef struct Jit Jit;

/* How accesses to memory are observed: not at all; if the filter does not have them yet; all but
 * those that are proven; all of them. In the last two a loop with such accesses is left to the
 * interpreter. */
typedef enum JitView {
    JIT_UNOBSERVED,
    JIT_FILTERED,
    JIT_OBSERVED,
    JIT_ALL_OBSERVED,
    JIT_VIEWS
} JitView;

/* An observed access in machine code. */
typedef struct JitAccess {
    const Word *pc;    /* the instruction */
    Span span;         /* the expression in the source that is accessed */
    u32 frame;         /* registers from the unit's R to the R of its function */
    RType *type;       /* of a value of several locations; NULL: one location */
    bool write, plain; /* plain: not in library code */
    u16 how;           /* grant_how */
} JitAccess;

typedef struct JitState JitState;

/* What JitState.defer returns instead of a function. */
#define JIT_LEAVE ((Func *)1)

/* A goroutine as machine code knows it: its innermost frame, the instruction after the one that a
 * function of the VM executes, in which segment of the sink its accesses are (0: not known), what
 * names the objects that it allocates, and what is granted to it (Grant.holder). */
typedef struct JitSaved {
    const Word *pc;
    u64 *R;
    u32 entered, alloc_index, holder, born;
    u64 *stack, *stack_end;
    void *ref_cache;
    u32 id;
} JitSaved;

/* A function of the VM that executes the instruction at pc in the frame R: false if it has started
 * a panic. ctx is JitState.ctx. */
typedef bool (*JitFunction)(void *ctx, JitSaved *saved, const Word *pc, u64 *R);

/* Why machine code stopped, but for reasons that the interpreter finds out itself. */
typedef enum JitStop {
    JIT_WENT_ON,  /* executed */
    JIT_NOT_DONE, /* the interpreter is to execute the instruction */
    JIT_PANICKED, /* a panic was started */
    JIT_NATIVE,   /* a native function has ended otherwise than with a result */
} JitStop;

/* The arguments and results of machine code. */
struct JitState {
    u64 *R;
    i64 fuel; /* steps that may be taken; at 0 it exits */
    u8 *globals;
    JitView view;
    const u64 *stack_end; /* of the goroutine */
    MethodCache *methods;
    JitSaved *saved; /* the goroutine's */
    FreeMemory *memory;
    /* What is on the processor's stack: its pointer when machine code was entered, and the least at
     * which a call is allowed. */
    u64 sp, least_sp;
    const Word *returned; /* result: the frame that was entered has returned there, or NULL */
    u64 stopped;          /* result: JitStop */
    u64 room;             /* result: registers from R on that the stack has no room for, or 0 */
    bool sample;          /* result: what is called next should be sampled */
    /* JIT_FILTERED only: the filter, and the current segment. */
    Seen *seen;
    u64 segment;
    /* Called before an access to addr that the filter does not have. R is the unit's. The frames on
     * the stack are up to date during the call. */
    void (*report)(JitState *state, const JitAccess *access, u64 *R, u64 addr);
    /* Executes the instruction at pc in the frame R, one for which there is no JitFunction, or with
     * accesses that are observed. Returns `stopped`. */
    u64 (*execute)(JitState *state, const Word *pc, u64 *R);
    /* The same of CALLN, which calls a native function. */
    u64 (*native)(JitState *state, const Word *pc, u64 *R);
    /* RUNDEFERS at pc in the frame R: makes the frame of the next deferred call of that frame and
     * returns its function; NULL: there is none left. JIT_LEAVE: the interpreter is to do it. */
    Func *(*defer)(JitState *state, const Word *pc, u64 *R);
    void *ctx;
};

/* A new compiler for the program, whose code it will patch. functions: by opcode, for instructions
 * that machine code leaves to them, NULL for others. calls: what the interpreter has called
 * lately, borrowed. eager: compiles at the first sample, for tests. */
Jit *jit_new(Program *program, const JitFunction *functions, const CallCache *calls, bool eager);
/* Frees the machine code and restores the program's bytecode. jit may be NULL. */
void jit_free(Jit *jit);
/* Number of steps until the next sample; the first is after JIT_FIRST_SAMPLE (1 if eager). */
u32 jit_interval(const Jit *jit);
enum { JIT_FIRST_SAMPLE = 509 };
/* Takes a sample: a goroutine is about to execute the instruction at pc in the frame R. True if
 * there is machine code for pc, so that jit_run should be called. */
bool jit_sample(Jit *jit, const Word *pc, const u64 *R, JitView view);
/* Runs the machine code for pc, the target of a back edge or a marked instruction, if there is
 * some, until it exits or state->fuel is used up. *state then has the frame and the fuel left.
 * Returns the instruction at which to continue; pc itself if nothing was run. jit may be NULL. */
const Word *jit_run(Jit *jit, const Word *pc, JitState *state);

#endif
