/* What a goroutine will do with a value that it is about to learn. Its registers are copied, and
 * what follows is computed on the copy, up to the next instruction that does more than compute; of
 * the value it is remembered which comparisons it has passed. So it is known, without doing the
 * step, which other values would lead to the same place in the same state, and whether the loop
 * that the goroutine is in would only bring it back to where it is. */
#ifndef VM_FORESEE_H
#define VM_FORESEE_H

#include "vm/vm.h"

/* Of numbers: which range of them, as slots, has the same effect as the one asked for. Of
 * pointers, whose addresses mean nothing, all but some that it is compared with and unlike. */
enum { MOST_UNLIKE = 4 };

typedef struct Foresight {
    i64 from, to; /* a pointer: itself, or all there are */
    u64 unlike[MOST_UNLIKE];
    u32 nunlike;
    bool in_vain; /* it comes back to this operation, in the state in which it is now */
    u64 state; /* its state (vm/spin.h) before the next call of a native; 0: it does another thing
                */
} Foresight;

/* g stands before a call of a native of one result (at g->pc - 1), which is to be `value`, a
 * pointer or a number. */
Foresight vm_foresee(VM *vm, const G *g, u64 value, bool is_pointer);
/* The same of a compare-and-swap that finds `value`, which is not what it expects. */
Foresight vm_foresee_failure(VM *vm, const G *g, u64 value, u64 expected, bool is_pointer);

#endif
