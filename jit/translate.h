/* From bytecode to machine code. */
#ifndef JIT_TRANSLATE_H
#define JIT_TRANSLATE_H

#include "jit/jit.h"
#include "jit/unit.h"

/* Begins at the machine code `at` and returns the instruction that the interpreter is to go on
 * with. */
typedef const Word *(*JitCode)(JitState *state, const void *at);

/* What an instruction takes an operand for: decides where it is kept. */
typedef enum Class {
    CLASS_NONE,
    CLASS_ANY,
    CLASS_INT,
    CLASS_FLOAT,
    CLASS_MEMORY, /* it has parts that are accessed */
} Class;

/* The operand classes of an opcode, all CLASS_NONE if it has no machine code. */
typedef struct Classes {
    bool known;
    Class a, b, c;
} Classes;
Classes classes_of(Op op);

/* Whether the call at this site has been replaced by the function, which follows. */
static inline bool call_is_inlined(const Unit *unit, u32 site)
{
    const Site *call = &unit->sites.data[site];
    return site_op(call) == OP_CALLF && call[1].body->caller == call->body;
}

/* Adds machine code for the unit, a JitCode, to an empty buffer; sets the offsets of sites. */
void translate(Unit *unit, Buf *code);

#endif
