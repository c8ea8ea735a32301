/* Machine code for loops that have become hot (spec/jit.md). The interpreter says from time to
 * time where it is; a loop that it is found in again and again is compiled, and the jumps that
 * close it lead into the machine code from then on. On processors that this is not written for,
 * and where memory cannot be made executable, nothing is ever compiled. */
#ifndef JIT_JIT_H
#define JIT_JIT_H

#include "code/program.h"
#include "jit/seen.h"

typedef struct Jit Jit;

/* How accesses to memory are observed: not at all; those that the filter has not seen are to be
 * told; all of them, and loops that have some are left to the interpreter. */
typedef enum JitView { JIT_BLIND, JIT_FILTERED, JIT_OBSERVED, JIT_VIEWS } JitView;

/* An access to memory in machine code. */
typedef struct JitAccess {
    const Word *pc;    /* the instruction */
    Span span;         /* what it accesses in the source */
    u32 frame;         /* how far the R of its function lies above the loop's */
    bool write, plain; /* plain: to one location, by the program itself and not its library */
} JitAccess;

typedef struct JitState JitState;

/* What machine code is given, and gives back. */
struct JitState {
    u64 *R;
    i64 fuel; /* steps that may be taken; at 0 it comes back */
    u8 *globals;
    JitView view;
    /* JIT_FILTERED: what has been seen, and the segment that runs. */
    const Seen *seen;
    u64 segment;
    /* Called before an access that has not been seen, to memory at addr; R is the loop's. May look
     * at the stack. */
    void (*tell)(JitState *state, const JitAccess *access, u64 *R, u64 addr);
    void *ctx;
};

/* eager: a loop is compiled as soon as it is seen. */
Jit *jit_new(Program *program, bool eager);
/* The program is as it was before. */
void jit_free(Jit *jit);
/* Steps to the next sample; before the first, how many if not eager. */
u32 jit_interval(const Jit *jit);
enum { JIT_FIRST_SAMPLE = 509 };
/* A goroutine is about to execute the instruction at pc in the frame R. True: there is machine code
 * to go on with. */
bool jit_sample(Jit *jit, const Word *pc, const u64 *R, JitView view);
/* At pc, to which a jump backwards was taken, there may be machine code: runs that, as long as it
 * knows how to go on or until no step is left; the frame and the steps left are then in *state.
 * Returns the instruction to go on with. stack_end: how far the goroutine's stack reaches. */
const Word *jit_run(Jit *jit, const Word *pc, JitState *state, const u64 *stack_end);

#endif
