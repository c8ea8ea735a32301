/* Functions generated at run time, as ordinary bytecode: reflection calls functions, creates them,
 * and uses channels, where the number of slots is only known then. Each shape is generated once per
 * program and lives as long as it. A frame in memory (`frame`) has the slots of values one after
 * the other. */
#ifndef STDLIB_NATIVE_DYN_STUB_H
#define STDLIB_NATIVE_DYN_STUB_H

#include "vm/vm.h"

/* func(fn, args, results): calls the closure fn with the slots in the frame args, and stores its
 * results in the frame results. */
Func *stub_call(Program *program, u32 nargs, u32 nresults);
/* The function that MakeFunc returns. It captures four closures: alloc(slots) allocates a frame for
 * the arguments, enter(frame) makes a slice of Values of them, fn is called with the slice and
 * returns another one, and leave(frame, slice) stores that in the frame, as results. */
Func *stub_func(Program *program, u32 nargs, u32 nresults);
/* A method value. It captures the code of the method, and the receiver as an interface holds it. */
Func *stub_bound(Program *program, u32 nargs, u32 nresults);
/* A method as a function whose first parameter is a receiver of that many slots, which an interface
 * would hold in separate memory. Captures the method's code and alloc. */
Func *stub_method(Program *program, u32 receiver, u32 nargs, u32 nresults);
/* func(chan, frame): sends the slots in the frame; receives into the frame, followed by a slot that
 * says whether a value was received. */
Func *stub_send(Program *program, u32 slots);
Func *stub_recv(Program *program, u32 slots);

/* A case of a select; `slots` is the size of its channel's values. */
typedef struct StubCase {
    bool is_send;
    u32 slots;
} StubCase;

/* func(chans, frame): selects among the channels in chans. The frame has the values sent and
 * received, in the order of the cases; a receive has one slot more, as above. Its last slot
 * receives the index of the case, ncases for the default. NULL if the frame would be too large. */
Func *stub_select(Program *program, const StubCase *cases, u32 ncases, bool has_default);

/* A function value for a generated function: with n captured words, and without any. */
Closure *stub_capture(VM *vm, Func *fn, const u64 *captured, u32 n);
static inline Closure *stub_closure(VM *vm, Func *fn)
{
    return stub_capture(vm, fn, NULL, 0);
}

#endif
