/* Signals from outside that the program asked for (package os/signal). They are no part of a
 * schedule: a run in which one came is not repeated by its replay, and explorations have none. */
#ifndef VM_SIGNAL_H
#define VM_SIGNAL_H

#include <signal.h>

#include "vm/vm.h"

/* Those that ask a process to end, as a set for signals_interrupt. */
#define ENDING_SIGNALS (1u << SIGINT | 1u << SIGTERM | 1u << SIGHUP | 1u << SIGPIPE)

/* Whether signals have arrived that no goroutine has been started for. */
extern volatile sig_atomic_t signals_arrived;

/* The signal that has ended a run of this process (signals_interrupt), or 0. */
extern int signals_ended;
/* Ends this process by that signal, as if it had never been handled; output has been written. */
void signals_end_process(void);

/* From now on the signals of the set (bit n is number n), and no others, start a goroutine that
 * calls handler(number). */
void signals_watch(VM *vm, u32 set, Closure *handler);
/* From now on each signal of the set ends what the machine is running, with
 * LIMIT_INTERRUPT, vm->signals.ended_by being its number; unless the program asks for that
 * signal, or the process was started with it ignored. One that comes a second time before the
 * machine has looked kills the process. */
void signals_interrupt(VM *vm, u32 set);
/* A system call that waits was cut short by a signal, or the end of the time: starts the goroutines
 * for those that have arrived, or ends the run by vm_escape. */
void signals_end_wait(VM *vm);
/* Signals that have arrived, or ended a run, are forgotten. */
void signals_forget(void);
/* Starts the goroutines for the signals that have arrived; may end the run (signals_interrupt). */
void signals_deliver(VM *vm);
/* The watched signals no longer arrive, until the mask is set to *before again. */
void signals_hold(const VM *vm, sigset_t *before);

#endif
