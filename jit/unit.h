/* The unit of compilation: a function, or a loop of one with its inner loops; and inlined calls. */
#ifndef JIT_UNIT_H
#define JIT_UNIT_H

#include "base/vec.h"
#include "code/program.h"
#include "jit/area.h"
#include "jit/jit.h"
#include "jit/x64.h"

/* Code of one function within a unit: the function or loop that is compiled, or an inlined call. */
typedef struct Body {
    const struct Body *caller; /* NULL: it is no inlined call */
    Func *fn;
    u32 lo, hi; /* the range of its code words, lo < hi <= fn->ncode */
    u32 base;   /* its R[0], relative to the R of the unit; base + fn->nregs is at most
                   Unit.nslots */
    u64 link; /* what the interpreter has in the slot before base; 0: it is no inlined call. In the
                 frame only where something looks at it: see emit_store_links */
    u32 *sites; /* for each word from lo on, the site of the instruction there */
    u32 after;  /* the site to which its returns jump */
} Body;

/* A set of processor registers that are homes: bit n is general register n, bit 16 + n a float
 * register. */
typedef u32 HomeSet;

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
    /* Before the instruction (dataflow.c): homes whose value may not be in the frame yet, and those
     * that have the register's value; the others' may be lost. dirty is a part of live. */
    HomeSet dirty, live;
} Site;

/* Where a register of the unit (numbered relative to its R) is kept while machine code runs. */
typedef enum HomeKind { HOME_MEMORY, HOME_GENERAL, HOME_XMM } HomeKind;
typedef struct Home {
    u8 kind, reg; /* none is a scratch register */
    bool written;
    bool shared; /* with others, of which no two are live at a site: what is written to it is
                    written to the frame too */
} Home;

/* Of float registers in a HomeSet. */
enum { HOME_FLOATS = 16 };
#define ALL_HOMES UINT32_MAX
/* The number of its register in a HomeSet; it is not in memory. */
static inline u32 home_index(const Home *home)
{
    return home->reg + (home->kind == HOME_XMM) * HOME_FLOATS;
}
/* Its register as a set; empty if it is in memory. */
static inline HomeSet home_register(const Home *home)
{
    return home->kind == HOME_MEMORY ? 0 : 1u << home_index(home);
}
/* The home as a set; empty if it is in memory or shared. */
static inline HomeSet home_bit(const Home *home)
{
    return home->shared ? 0 : home_register(home);
}

typedef struct Unit {
    Program *program;
    const JitFunction *functions; /* by opcode (jit_new) */
    const Area *area;             /* where its machine code, and what it may call, will be */
    VEC(Body *) bodies;           /* each but the first is called by an earlier one */
    VEC(Site) sites;              /* the last is the end */
    VEC(SiteOperand) operands;
    bool function; /* the first body is a whole function, and not a loop */
    u32 nslots;    /* registers of all its bodies together */
    Home *homes;   /* for each register */
    u64 *live; /* for each site a row of bits, one per register: its value is used there or later,
                  before it is written or a call; NULL: no home is shared */
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
 * inlined in it. `filtered` is Unit.filtered. unit_free frees what the unit owns. */
void unit_init(Unit *unit, Program *program, Func *fn, LoopRange range, bool filtered);
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

/* ---- dataflow.c ---- */
/* Sets Site.dirty and Site.live; after unit_find_homes. */
void unit_find_values(Unit *unit);
/* Sets unit->live, which does not depend on the homes. Freed by unit_free. */
void unit_find_live(Unit *unit);
/* A bit for each register of the unit takes so many u64. */
static inline u32 unit_row(const Unit *unit)
{
    return (unit->nslots + 63) / 64;
}
/* The row of the site with that number. */
static inline u64 *unit_live_at(const Unit *unit, u32 site)
{
    return unit->live + (u64)site * unit_row(unit);
}
static inline bool row_has(const u64 *row, u32 slot)
{
    return row[slot / 64] >> slot % 64 & 1;
}
static inline void row_add(u64 *row, u32 slot)
{
    row[slot / 64] |= 1ull << slot % 64;
}
/* Adds to `row` what is live after the site: nothing after a call, when all is loaded anew. */
void unit_add_live_after(const Unit *unit, u32 site, u64 *row);
/* Takes out of `row` what machine code writes at the site. */
void unit_drop_written(const Unit *unit, u32 site, u64 *row);

/* ---- homes.c ---- */
/* Assigns processor registers to the most frequently used registers of the unit; sets unit->homes,
 * accesses and watched. Freed by unit_free. */
void unit_find_homes(Unit *unit);

#endif
