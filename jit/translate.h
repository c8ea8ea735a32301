/* Translation of a unit from bytecode to machine code. */
#ifndef JIT_TRANSLATE_H
#define JIT_TRANSLATE_H

#include "jit/jit.h"
#include "jit/unit.h"

/* Calls the machine code at the address `at` and returns the instruction at which the interpreter
 * continues. */
typedef const Word *(*JitCode)(JitState *state, const void *at);

/* What an instruction uses an operand as; decides where the register is kept. */
typedef enum Class {
    CLASS_NONE,
    CLASS_ANY,
    CLASS_INT,
    CLASS_FLOAT,
    CLASS_MEMORY, /* parts of it are accessed by offset */
} Class;

/* The operand classes of an opcode; not known if it has no machine code. */
typedef struct Classes {
    bool known;
    Class a, b, c;
} Classes;
/* The classes of op's operands, from its rule. */
Classes classes_of(Op op);

/* Whether machine code does what the native function does that the site, a CALLN, calls. The
 * classes of such a one's results, as a, and arguments, as b, and their number: both are R[A + 1]
 * on. */
bool native_is_quick(const Unit *unit, const Site *site);
Classes native_classes(const Unit *unit, const Site *site, u32 *count);

/* Whether the call at this site is inlined: then the callee's first instruction is the next
 * site. */
static inline bool call_is_inlined(const Unit *unit, u32 site)
{
    const Site *call = &unit->sites.data[site];
    return !call->end && call[1].body->caller == call->body && call[1].body->call == call->word;
}

/* Whether it is inlined if it is of the function that is expected, and else made: then it comes
 * back to the site after the inlined one. */
static inline bool call_is_expected(const Unit *unit, u32 site)
{
    return call_is_inlined(unit, site) && site_op(&unit->sites.data[site]) != OP_CALLF;
}

enum { NO_SLOT = UINT32_MAX };

/* The register of the unit for the closure that an expected call is of, or for the receiver;
 * NO_SLOT: none is wanted. */
static inline u32 expected_slot(const Site *call)
{
    const Body *callee = call[1].body;
    if (callee->type)
        return callee->base;
    return callee->fn->ncaptures ? callee->base + callee->fn->closure_reg : NO_SLOT;
}

/* What machine code does at a site. */
typedef enum SiteKind {
    SITE_PLAIN,          /* it is all there, an inlined call too */
    SITE_EXIT,           /* leaves to the interpreter */
    SITE_EXECUTE,        /* calls JitState.execute */
    SITE_PARTLY,         /* does so in cases that are rare */
    SITE_CALL,           /* calls machine code */
    SITE_DEFERS,         /* calls the deferred calls' machine code */
    SITE_RETURN,         /* returns to where the unit was called */
    SITE_RETURN_INLINED, /* goes on after the call */
} SiteKind;
/* What the kind of the unit's site with that number is to be, by the rule of its opcode. */
SiteKind site_rule(const Unit *unit, u32 at);
/* Finds the kinds and operands of all sites; first of all that is done with them. */
void unit_describe(Unit *unit);
/* The kind of the unit's site with that number. */
static inline SiteKind site_kind(const Unit *unit, u32 at)
{
    return (SiteKind)unit->sites.data[at].kind;
}

/* The operand that takes `count` of the unit's registers from `slot` on. */
typedef void (*OperandVisit)(void *ctx, u32 slot, u32 count, Class class, bool written);
/* Calls visit for the operands of the site that machine code reads or writes as the unit's
 * registers. What SITE_EXECUTE and SITE_CALL do with others they do in the frame. */
static inline void unit_operands(const Unit *unit, u32 at, OperandVisit visit, void *ctx)
{
    const Site *site = &unit->sites.data[at];
    const SiteOperand *operand = unit->operands.data + site->operands;
    for (u32 i = 0; i < site->noperands; i++, operand++)
        visit(ctx, operand->slot, operand->count, (Class)operand->class, operand->written);
}

/* Where machine code begins, for an entry at a site. */
typedef struct EntryPoint {
    u32 site, offset;
} EntryPoint;
typedef VEC(EntryPoint) EntryPoints;

/* Appends the unit's machine code, a JitCode, to an empty buffer, and sets the offsets of the entry
 * points, at which the interpreter, or a call for site 0, begins. What is in the homes must be
 * known. */
void translate(Unit *unit, Buf *code, EntryPoints *entries);

#endif
