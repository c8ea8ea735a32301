/* Counting the instructions that a run executes (gol run --profile), and where goroutines wait.
 * While it is on, the interpreter dispatches through a table that leads every instruction here
 * first; while it is off nothing is paid. The counts depend on the program and its schedule only.
 */
#ifndef VM_PROFILE_H
#define VM_PROFILE_H

#include "vm/vm.h"

/* What was counted of one instruction. */
typedef struct Counted {
    u64 executed;
    u64 allocs; /* objects, closures, tables, stacks and the like that it allocated */
    u64 waits;  /* for channels, locks and conditions in it, of those that ended, ... */
    u64 waited; /* and their nanoseconds by the program's clock */
    u64 freed;  /* goroutines that waited for a lock that it released, ... */
    u64 held;   /* and for how long they had */
} Counted;

typedef struct Profile {
    u64 ops[OP_COUNT]; /* executed, by opcode */
    Map by_func;       /* Func * -> Counted[ncode], of those that were entered */
    const Func *fn;    /* the function last counted in, and its array */
    Counted *in_fn;
    Counted *last;     /* the instruction last counted: it made the allocations since then */
    u64 allocs_before; /* allocations of the heap when it began */
    Map parked;        /* G * -> Parked, where it waits, or waited last */
} Profile;

/* An empty profile. */
Profile *profile_new(void);
/* Frees it; NULL does nothing. */
void profile_free(Profile *profile);
/* The instruction at pc is about to be executed. */
void profile_count(VM *vm, const Word *pc);
/* Adds what was counted of one instruction or line to a sum. */
void profile_sum(Counted *sum, const Counted *counted);
/* The current goroutine begins to wait, in the instruction last counted. */
void profile_park(VM *vm, const G *g);
/* g, which has waited and still has its reason, can go on: by the instruction last counted, if it
 * waited for a lock. */
void profile_ready(VM *vm, const G *g);
/* The counts of fn's code, one Counted per word (0 for extra words of an instruction), owned by the
 * profile; NULL if fn was never entered. */
const Counted *profile_of(const Profile *profile, const Func *fn);
/* Adds the allocations since the last counted instruction to that instruction's. Call at the end of
 * the run. */
void profile_settle(VM *vm);

#endif
