/* Counting the instructions that a run executes (gol run --profile). While it is on, the
 * interpreter dispatches through a table that leads every instruction here first; while it is off
 * nothing is paid. The counts depend on the program and its schedule only. */
#ifndef VM_PROFILE_H
#define VM_PROFILE_H

#include "vm/vm.h"

/* What was counted of one instruction. */
typedef struct Counted {
    u64 executed;
    u64 allocs; /* objects, closures, tables, stacks and the like that it allocated */
} Counted;

typedef struct Profile {
    u64 ops[OP_COUNT]; /* executed, by opcode */
    Map by_func;       /* Func * -> Counted[ncode], of those that were entered */
    const Func *fn;    /* the function last counted in, and its array */
    Counted *in_fn;
    Counted *last;     /* the instruction last counted: what has been allocated since is its */
    u64 allocs_before; /* allocations of the heap when it began */
} Profile;

/* An empty profile. */
Profile *profile_new(void);
/* Frees it; NULL does nothing. */
void profile_free(Profile *profile);
/* The instruction at pc is about to be executed. */
void profile_count(VM *vm, const Word *pc);
/* The counts of fn's code, a Counted a word (those of extra words are 0), or NULL if it was never
 * entered. */
const Counted *profile_of(const Profile *profile, const Func *fn);
/* What was allocated since an instruction was last counted is put down to it: also at the end. */
void profile_settle(VM *vm);

#endif
