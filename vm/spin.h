/* Goroutines that wait by going round a loop: `for !flag.Load() {}`, with TryLock, len, a default,
 * with runtime.Gosched or without. One that comes back to the very state in which it was before
 * will go round until others, or a timer, change something. */
#ifndef VM_SPIN_H
#define VM_SPIN_H

#include "vm/live_registers.h"
#include "vm/vm.h"

/* A hash of all that g, which does the instruction at `next` then, computes with: the registers of
 * its frames that may be read again, its deferred calls, and how many objects it has allocated. Of
 * a stack that is too deep to look at each time: a number that is never the same. */
u64 spin_state(VM *vm, const G *g, const Word *next);
/* The same of the goroutine that asks the chooser for an answer other than about goroutines. */
u64 spin_question(VM *vm, const G *g);
/* g is at the end of a time slice, or at runtime.Gosched. Whether it and all others that can go on
 * have for a while come back to the states in which they were, with nothing started, ended, woken
 * or blocked. To be asked each time; it remembers g's state. That is no proof that nothing else
 * has changed, so only how fast time passes may depend on it. */
bool spin_all(VM *vm, const G *g);
/* The liveness of registers, analysed for each function when it is first asked about. Owned by vm.
 */
LiveRegisters *spin_live_registers(VM *vm);
/* A run begins: nothing is remembered. */
void spins_reset(VM *vm);
/* Frees what is remembered. */
void spins_free(VM *vm);

#endif
