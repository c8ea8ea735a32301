/* Liveness of registers: a register is live where it may be read before it is written again.
 * Comparing states of a program (spec/check.md) must ignore the dead ones. */
#ifndef CODE_LIVE_H
#define CODE_LIVE_H

#include "code/program.h"

/* Of one function: for every code word at which an instruction begins, the registers live before
 * it. */
typedef struct Live {
    u32 words; /* 64-bit words in each set */
    u64 *sets; /* `words` of them for each code word */
} Live;

/* Computes liveness of fn, which must have code and be verified. Free it with live_free. */
Live *live_new(Program *program, const Func *fn);
void live_free(Live *live);

/* The registers live before the instruction at fn->code[pc], live->words of them. */
static inline const u64 *live_before(const Live *live, u32 pc)
{
    return live->sets + (u64)pc * live->words;
}

#endif
