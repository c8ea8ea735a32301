/* Invariants of the whole machine between two steps, for builds with live CHECKs. What concerns one
 * channel, map or heap of timers is checked in its own file. */
#ifndef VM_CHECK_H
#define VM_CHECK_H

#include "vm/vm.h"

/* CHECKs what vm/vm.h and vm/frame.h say of g: status, reason to wait, frames, deferred calls,
 * panics. g is saved: not in the middle of an instruction. */
void goro_check(VM *vm, const G *g);
/* CHECKs all goroutines, the run queue, and the channels, timers and synchronisation objects that
 * goroutines wait on. All are saved. */
void vm_check(VM *vm);
/* The same at each switch of goroutines, in so far as it is cheap: all of a machine with few
 * goroutines, else the one that ran. */
void vm_check_switch(VM *vm);

#endif
