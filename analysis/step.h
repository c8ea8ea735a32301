/* What each instruction of an instance adds to the constraints of points.h: transfer functions by
 * groups of opcodes (step_value.c, step_memory.c, step_call.c). */
#ifndef ANALYSIS_STEP_H
#define ANALYSIS_STEP_H

#include "analysis/points.h"

/* An instruction of an instance, and the values before it. */
typedef struct Step {
    Model *model;
    Points *points;
    u32 inst, pc;
    const Flow *flow;
    const Func *fn;
    const Word *code;
    Instr in;
    Val *regs;
} Step;

/* Adds the constraints of a new instance's code. */
void step_instance(Model *model, u32 inst);
/* Once a function is called that a native made, every method of every type that natives know of may
 * be: lets GORO_UNKNOWN call them, until nothing new is found. */
void step_unknown_methods(Model *model);
/* ---- for the step files ---- */

/* The set of a register before the instruction; of the slot `part` that it writes. */
static inline Node step_reg(const Step *s, u32 reg)
{
    return points_sym(s->points, s->inst, s->regs[reg]);
}
static inline Node step_def(const Step *s, u32 part)
{
    return points_sym(s->points, s->inst, sym_def(s->pc, part));
}
/* The type that the instruction names. */
static inline RType *step_type(const Step *s)
{
    return s->model->program->types.data[(u32)s->code[1].x];
}
/* The object that the instruction allocates, as what it writes to slot 0. */
u32 step_allocate(const Step *s, u32 part, Object object);

/* Each handles the opcodes of its group; false: not one of them. */
bool step_memory(const Step *s);
bool step_value(const Step *s);
bool step_call(const Step *s);

#endif
