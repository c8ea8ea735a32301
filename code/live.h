/* Which registers matter: those that may be read before they are written again. A state of the
 * program that is to be compared with others must not hold the rest (spec/check.md). */
#ifndef CODE_LIVE_H
#define CODE_LIVE_H

#include "code/program.h"

/* Of one function: for every code word at which an instruction begins, the registers live before
 * it. */
typedef struct Live {
    u32 words; /* of 64 registers */
    u64 *sets; /* words for each code word */
} Live;

Live *live_new(Program *program, const Func *fn);
void live_free(Live *live);

/* The registers live before the instruction at fn->code[pc], live->words of them. */
static inline const u64 *live_before(const Live *live, u32 pc)
{
    return live->sets + (u64)pc * live->words;
}

#endif
