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

/* Whether the call at this site is inlined: then the callee's first instruction is the next
 * site. */
static inline bool call_is_inlined(const Unit *unit, u32 site)
{
    const Site *call = &unit->sites.data[site];
    return site_op(call) == OP_CALLF && call[1].body->caller == call->body;
}

/* Appends the unit's machine code, a JitCode, to an empty buffer and sets the offsets of its sites.
 * Its homes must be assigned. */
void translate(Unit *unit, Buf *code);

#endif
