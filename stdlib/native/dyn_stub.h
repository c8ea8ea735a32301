/* Functions made at run time, out of ordinary bytecode, for what needs one whose shape is known
 * only then: reflection calls functions, makes them, and uses channels. Each shape is made once for
 * a program. In frames of memory (`frame`), values lie as slots, one behind the other. */
#ifndef STDLIB_NATIVE_DYN_STUB_H
#define STDLIB_NATIVE_DYN_STUB_H

#include "vm/vm.h"

/* func(fn, args, results): calls the closure fn with the slots in the frame args. */
Func *stub_call(Program *program, u32 nargs, u32 nresults);
/* What MakeFunc makes: a function that captures four closures. alloc(slots) gives it a frame for
 * its arguments, enter(frame) makes a slice of Values of them, fn is called with that and returns
 * another, and leave(frame, slice) puts those into the frame, as results. */
Func *stub_func(Program *program, u32 nargs, u32 nresults);
/* A method value: captures the method's code and the receiver as interfaces hold it. */
Func *stub_bound(Program *program, u32 nargs, u32 nresults);
/* A method as a function of a receiver of so many slots, which an interface would hold in memory of
 * their own; captures the method's code and alloc. */
Func *stub_method(Program *program, u32 receiver, u32 nargs, u32 nresults);
/* func(chan, frame): sends the slots in the frame; or receives that many, and behind them a slot
 * that says whether it was a value. */
Func *stub_send(Program *program, u32 slots);
Func *stub_recv(Program *program, u32 slots);

/* A case of a select; slots of the values of its channel. */
typedef struct StubCase {
    bool is_send;
    u32 slots;
} StubCase;

/* func(chans, frame): selects among the channels in chans. The frame begins with what is sent and
 * received, case by case, a receiving case having one slot more, as above; the last slot becomes
 * the number of the case, or ncases for the default. NULL: too large for a function's frame. */
Func *stub_select(Program *program, const StubCase *cases, u32 ncases, bool has_default);

/* Function values of what was made: without, and with captured words. */
Closure *stub_capture(VM *vm, Func *fn, const u64 *captured, u32 n);
static inline Closure *stub_closure(VM *vm, Func *fn)
{
    return stub_capture(vm, fn, NULL, 0);
}

#endif
