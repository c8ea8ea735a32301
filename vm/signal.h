/* Signals from outside that the program asked for (package os/signal). They are no part of a
 * schedule: a run in which one came is not repeated by its replay, and explorations have none. */
#ifndef VM_SIGNAL_H
#define VM_SIGNAL_H

#include <signal.h>

#include "vm/vm.h"

/* What ended a run that was interrupted. */
#define INTERRUPTED "interrupt"

/* Whether signals have arrived that no goroutine has been started for. */
extern volatile sig_atomic_t signals_arrived;

/* From now on the signals of the set (bit n is number n), and no others, start a goroutine that
 * calls handler(number). */
void signals_watch(VM *vm, u32 set, Closure *handler);
/* From now on SIGINT ends what the machine is running, with VERDICT_LIMIT and `what` INTERRUPTED,
 * unless the program asks for that signal (REPL). */
void signals_interrupt(VM *vm);
/* Signals that have arrived are dropped. */
void signals_forget(void);
/* Starts the goroutines for the signals that have arrived; may end the run (signals_interrupt). */
void signals_deliver(VM *vm);
/* When no goroutine can run: waits for a watched signal. False: none is watched. */
bool signals_wait(VM *vm);

#endif
