/* Goroutines that wait for the world outside of the machine: for input that is still to come, for a
 * command to end. Such a goroutine is parked (WAIT_OUTSIDE), and goes on when no other can and what
 * it waits for is there: so what does not come out of nowhere, as a file, decides nothing, and
 * a command that no timer is shorter than is as good as instantaneous. While one waits, time passes
 * as it does outside. In executions that are explored nothing waits so (await_may). */
#ifndef VM_AWAIT_H
#define VM_AWAIT_H

#include "vm/vm.h"

/* Whether the program may wait for the outside world: it runs once, as any process does. */
static inline bool await_may(const VM *vm)
{
    return !vm->config.private_files && !vm->stepping.pause;
}

/* Parks g until the descriptor can be used so (`events` of poll): NATIVE_RETRY. */
NativeStatus await_file(VM *vm, G *g, int fd, short events);
/* Whether g has been woken from await_file, which is forgotten then. */
bool await_over(VM *vm, const G *g);
/* Whether a goroutine waits. */
bool await_any(const VM *vm);
/* Those that can go on now become runnable. */
void await_look(VM *vm);
/* The descriptor is about to be closed: those that wait for it go on. */
void await_closed(VM *vm, int fd);
/* When no goroutine can run: waits until one can, a watched signal comes or ns nanoseconds have
 * passed (< 0: for ever). False: the time has passed. Between steps. */
bool await_outside(VM *vm, i64 ns);

#endif
