/* Loops that have no way out: code from which nothing but computing can be reached, no return, no
 * call, no panic, no operation that other goroutines take part in (`for {}`, `for { n++ }`). A
 * goroutine that goes round one is neither blocked nor does it ever get anywhere; when all that
 * could go on do, the run has come to its end, and can say where, without taking steps up to a
 * limit. */
#ifndef VM_ENDLESS_H
#define VM_ENDLESS_H

#include "vm/vm.h"

/* Whether g, which can go on and stands between two instructions, is in such a loop; one that was
 * preempted before a step is not said to be. */
bool endless_in_loop(VM *vm, const G *g);
/* Whether g is in such a loop, and all others are in one or blocked, with no signal or input to
 * wait for: from here on the run does nothing more before a timer fires. */
bool endless_all(VM *vm, const G *g);

#endif
