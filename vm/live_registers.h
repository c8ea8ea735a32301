/* Which registers of a goroutine's frames may be read again. The analysis is code/live.h; this
 * applies it to a stack. */
#ifndef VM_LIVE_REGISTERS_H
#define VM_LIVE_REGISTERS_H

#include "code/live.h"
#include "vm/vm.h"

/* Zero-initialised but for vm. */
typedef struct LiveRegisters {
    VM *vm;
    Live **live; /* results of the analysis by function number; NULL: not needed so far */
    u32 functions;
} LiveRegisters;

/* Where a goroutine will go on. */
typedef struct ResumePoint {
    const Func *fn;
    const Word *pc; /* the instruction that it goes on with */
    u64 *end;       /* after the last register of its frame that may be read */
} ResumePoint;

/* Frees the results of the analysis. */
void live_registers_free(LiveRegisters *live);
/* Zeroes all registers of g that are dead, and the stack above; *at says where g goes on. False: g
 * is about to end, or to end the program, and goes on nowhere. */
bool live_registers_keep(LiveRegisters *live, G *g, ResumePoint *at);

#endif
