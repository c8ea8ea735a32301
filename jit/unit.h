/* The unit of compilation: a function, or a loop of one with its inner loops; and inlined calls. */
#ifndef JIT_UNIT_H
#define JIT_UNIT_H

#include "base/vec.h"
#include "code/program.h"
#include "jit/area.h"
#include "jit/asm.h"
#include "jit/jit.h"
#include "jit/methods.h"

/* Code of one function within a unit: the function or loop that is compiled, or an inlined call. */
typedef struct Body {
    const struct Body *caller; /* NULL: it is no inlined call */
    Func *fn;
    u32 lo, hi; /* the range of its code words, lo < hi <= fn->ncode */
    u32 base;   /* its R[0], relative to the R of the unit; base + fn->nregs is at most
                   Unit.nslots */
    u64 link; /* what the interpreter has in the slot before base; 0: it is no inlined call. In the
                 frame only where something looks at it: see emit_store_links */
    u32 *sites;        /* for each word from lo on, the site of the instruction there */
    u32 after;         /* the site to which its returns jump */
    const Word *call;  /* by which the caller calls it, if it has one */
    const RType *type; /* it is expected to be a method of this type; NULL: a function */
    u64 *around; /* a row (unit_row): registers of its callers that are live during the call */
} Body;

/* Registers of the unit that machine code reads or writes for an instruction. */
typedef struct SiteOperand {
    u32 slot;
    u16 count;
    u8 class; /* Class (jit/translate.h) */
    bool written;
} SiteOperand;

/* One instruction of one body. */
typedef struct Site {
    const Word *word;
    const Body *body;
    u8 depth; /* number of loops around it */
    bool end; /* no instruction: the word after the loop, where the interpreter continues */
    u8 kind;  /* SiteKind (jit/translate.h), and its operands in Unit.operands: unit_describe */
    u8 noperands;
    u32 operands;
    u32 offset; /* of its machine code, in bytes */
    bool entry; /* machine code may be entered here, with all values in the frame */
    bool back;  /* so comes back a call that was not of the function that is inlined */
} Site;

/* Where a value is kept while machine code runs. A value is what a register of the unit (numbered
 * relative to its R) has between its definitions and its uses; see webs.h. */
typedef enum HomeKind {
    HOME_NOWHERE, /* it is not used */
    HOME_MEMORY,  /* in the frame */
    HOME_CONST,   /* it is a constant, which the code contains */
    HOME_GENERAL,
    HOME_XMM
} HomeKind;
typedef struct Home {
    u8 kind, reg; /* none is a scratch register */
    i32 constant;
} Home;

/* Of float registers among all registers that can be homes. */
enum { HOME_FLOATS = 16 };
#define ALL_HOMES UINT32_MAX
/* It as a set of processor registers, empty if it is in none: bit n is general register n, bit
 * HOME_FLOATS + n a float register. */
static inline u32 home_register(const Home *home)
{
    if (home->kind != HOME_GENERAL && home->kind != HOME_XMM)
        return 0;
    return 1u << (home->reg + (home->kind == HOME_XMM) * HOME_FLOATS);
}

typedef struct Unit {
    Program *program;
    const JitFunction *functions; /* by opcode (jit_new) */
    const CallCache *calls;       /* the same */
    const Area *area;             /* where its machine code, and what it may call, will be */
    VEC(Body *) bodies;           /* each but the first is called by an earlier one */
    VEC(Site) sites;              /* the last is the end */
    VEC(SiteOperand) operands;
    bool function; /* the first body is a whole function, and not a loop */
    u32 nslots;    /* registers of all its bodies together */
    /* For each site a row of bits, one per register (unit_row): its value may be used there or
     * later, by whatever executes the code; it may not be in the frame; it must be where it is
     * kept, for machine code will use it, or store it to the frame, before it is written again or
     * lost by a call. */
    u64 *live, *dirty, *wanted;
    /* What is wanted at a site, in ascending order of the registers: the numbers of the homes, from
     * values[unit_first_value(site)] on; first_value has that for each word of the site's row. */
    u32 *first_value, *values;
    Home *homes;
    bool accesses; /* it contains accesses to memory, ... */
    bool watched;  /* ... some of which are not proven (code/op.h); or it calls others' code */
    bool filtered; /* accesses that the filter does not have are reported */
} Unit;

/* The words of a loop, from its header to after its back edge: [lo, hi). */
typedef struct LoopRange {
    u32 lo, hi;
} LoopRange;
typedef VEC(LoopRange) LoopList;

/* Appends the outermost loops of fn that are not too large, in ascending order. */
void unit_find_loops(const Func *fn, LoopList *loops);
/* The range of all of its code. */
static inline LoopRange unit_whole(const Func *fn)
{
    return (LoopRange){0, fn->ncode};
}
/* Whether a function is to be compiled as a whole: it is not too large. */
bool unit_fits(const Func *fn);
/* Collects the instructions of a loop, or of the function if that is its range, and of the calls
 * inlined in it, also of what is expected by `calls` (jit_new). `filtered` is Unit.filtered.
 * unit_free frees what the unit owns. */
void unit_init(Unit *unit, Program *program, Func *fn, LoopRange range, const CallCache *calls,
               bool filtered);
void unit_free(Unit *unit);

/* The opcode at a site, as the code generator emitted it. */
static inline Op site_op(const Site *site)
{
    return instr_op(site->word->in);
}

/* The RType that the instruction's second word names. */
static inline RType *site_type(const Unit *unit, const Site *site)
{
    return unit->program->types.data[(u32)site->word[1].x];
}

/* Whether it makes accesses that may race. */
static inline bool site_watched(const Site *site)
{
    return op_accesses(site_op(site)) && !instr_proven(site->word->in);
}

/* The word to which the site's jump goes. */
static inline u32 site_target(const Site *site)
{
    const Body *body = site->body;
    Op op = site_op(site);
    return (u32)instr_target(site->word->in, op_info[op].format,
                             (u32)(site->word - body->fn->code));
}

/* Whether op is a jump backwards, which counts as a step. */
static inline bool op_goes_back(Op op)
{
    return (op_info[op].flags & (JUMP | CALLS)) == (JUMP | CALLS);
}

/* Registers that the stack must have room for where the unit is entered: for a loop, all of them;
 * for a function those that the interpreter needs, so that stacks grow when they would without
 * machine code. */
static inline u32 unit_room(const Unit *unit)
{
    return unit->function ? unit->bodies.data[0]->fn->nregs : unit->nslots;
}

/* CHECKs what is said of the fields above, except of the homes. */
void unit_check(const Unit *unit);

/* A bit for each register of the unit takes so many u64. */
static inline u32 unit_row(const Unit *unit)
{
    return (unit->nslots + 63) / 64;
}
/* The site's row in one of the unit's fields. */
static inline u64 *unit_row_at(const Unit *unit, u64 *rows, u32 site)
{
    return rows + (u64)site * unit_row(unit);
}
static inline bool row_has(const u64 *row, u32 slot)
{
    return row[slot / 64] >> slot % 64 & 1;
}
static inline void row_add(u64 *row, u32 slot)
{
    row[slot / 64] |= 1ull << slot % 64;
}
/* The next register in `row` from `slot` on; unit->nslots: there is none. */
u32 unit_next_in(const Unit *unit, const u64 *row, u32 slot);
/* The number of the site's first value, in unit->values. */
static inline u32 unit_first_value(const Unit *unit, u32 site)
{
    return unit->first_value[(u64)site * unit_row(unit)];
}

/* Loops over the registers in a row. */
#define FOR_ROW(unit, row, slot) \
    for (u32 slot = unit_next_in(unit, row, 0); slot < (unit)->nslots; \
         slot = unit_next_in(unit, row, slot + 1))

/* ---- callees.c ---- */
/* The function that the site calls, or is expected to call; NULL: it calls none, or that is not
 * known. It is the method that the site calls of a type which comes to *type; others leave it. For
 * the last of the sites that have been collected. */
Func *unit_callee(const Unit *unit, const RType **type);

/* ---- dataflow.c ---- */
/* Sets unit->live, dirty and wanted, and allocates first_value and values; after unit_describe, and
 * when the entries are known. Freed by unit_free. */
void unit_find_values(Unit *unit);
/* The sites that may be next after the site `at`; returns how many. None follows an exit. */
u32 unit_next_sites(const Unit *unit, u32 at, u32 next[2]);
/* Whether what is in processor registers before the site is there after it. */
bool unit_keeps_homes(const Unit *unit, u32 at);
/* Takes out of `row` what machine code writes at the site. */
void unit_drop_written(const Unit *unit, u32 at, u64 *row);
/* The number in unit->values for a register that is wanted at the site. */
u32 unit_value(const Unit *unit, u32 at, u32 slot);
/* Where the register is kept before the site's instruction, and after it. */
const Home *unit_home(const Unit *unit, u32 at, u32 slot);
const Home *unit_home_after(const Unit *unit, u32 at, u32 slot);

/* ---- homes.c ---- */
/* Finds the homes of all values: the most frequently used ones get processor registers. Sets
 * unit->values and homes. Freed by unit_free. */
void unit_find_homes(Unit *unit);

#endif
