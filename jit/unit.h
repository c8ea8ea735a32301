/* What is compiled together: a loop of a function, with the loops and the calls in it. */
#ifndef JIT_UNIT_H
#define JIT_UNIT_H

#include "base/vec.h"
#include "code/program.h"
#include "jit/x64.h"

/* Code of one function within a unit: the loop itself, or a call that is compiled in place. */
typedef struct Body {
    const struct Body *caller; /* NULL: the loop itself */
    Func *fn;
    u32 lo, hi; /* the words it takes */
    u32 base;   /* its R[0], counted from the R of the loop's function */
    u32 *sites; /* by word, from lo on: which site an instruction is */
    u32 after;  /* the site that its returns go to */
} Body;

/* One instruction of one body. */
typedef struct Site {
    const Word *word;
    const Body *body;
    u8 depth;   /* loops around it */
    bool end;   /* none: control has left the loop for what stands behind it */
    u32 offset; /* of its machine code */
} Site;

/* Where a register of the unit (counted as base is) is while machine code runs. */
typedef enum HomeKind { HOME_MEMORY, HOME_GENERAL, HOME_XMM } HomeKind;
typedef struct Home {
    u8 kind, reg;
    bool written;
} Home;

typedef struct Unit {
    Program *program;
    VEC(Body *) bodies;
    VEC(Site) sites;
    u32 nslots;    /* registers it uses, all bodies together */
    Home *homes;   /* of each */
    bool watched;  /* it accesses memory */
    bool filtered; /* accesses that have not been seen are to be told */
} Unit;

/* From the first to behind the last word of a loop. */
typedef struct LoopRange {
    u32 lo, hi;
} LoopRange;
typedef VEC(LoopRange) LoopList;

/* Adds the loops of fn that are not too large, without those within others; ascending. */
void unit_find_loops(const Func *fn, LoopList *loops);
/* The instructions of a loop, those of what it calls between them. filtered: see Unit; if it has
 * accesses. */
void unit_init(Unit *unit, Program *program, Func *fn, LoopRange loop, bool filtered);
void unit_free(Unit *unit);

static inline Op site_op(const Site *site)
{
    return instr_op(site->word->in);
}

/* The word at which the site's jump goes on. */
static inline u32 site_target(const Site *site)
{
    const Body *body = site->body;
    Op op = site_op(site);
    return (u32)instr_target(site->word->in, op_info[op].format,
                             (u32)(site->word - body->fn->code));
}

/* A jump backwards: a step. */
static inline bool op_goes_back(Op op)
{
    return (op_info[op].flags & (JUMP | CALLS)) == (JUMP | CALLS);
}

/* ---- homes.c ---- */
/* Gives the registers that are used most a home in the processor. */
void unit_find_homes(Unit *unit);

#endif
